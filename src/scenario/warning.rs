//! What an author may want to know of a file that holds: warnings, and no errors.

use super::change::is_felt;
use super::diagnostic::{Code, Diagnostic};
use super::load::Word;
use super::replay::replay;
use super::story::{Kind, Story};
use super::syntax::{Body, HandText, Scenario, Statement};
use super::words::quoted;
use crate::rules::Agreed;

/// What should be said of a scenario that holds, by place.
pub(super) fn warnings(scenario: &Scenario, stories: &[Story]) -> Vec<Diagnostic> {
    let hands = scenario.hands.iter();
    let mut warnings: Vec<Diagnostic> =
        hands.flat_map(|hand| untold(hand).into_iter().chain(unpaid(hand, scenario))).collect();
    warnings.extend(scenario.header.options.keys().filter_map(|name| idle(scenario, stories, name)));
    warnings.sort_by_key(|wrong| wrong.span.start);
    warnings
}

/// A hand without a word of prose.
fn untold(hand: &HandText) -> Option<Diagnostic> {
    let mut prose = hand.parts.iter().map(|part| &part.narration).chain([&hand.narration, &hand.closing]);
    if prose.any(|words| !words.trim().is_empty()) {
        return None;
    }
    let wrong = Diagnostic::new(Code::Untold, hand.deal.opening.clone(), "this hand is told without a word");
    Some(wrong.label("nothing is said of it").help("prose before a fence is told at the step that follows it"))
}

/// A hand that is played to its end, and does not say what it comes to.
fn unpaid(hand: &HandText, scenario: &Scenario) -> Option<Diagnostic> {
    let lines =
        hand.parts.iter().filter_map(|part| if let Body::Script(lines) = &part.body { Some(lines) } else { None });
    let stops = lines.flatten().flat_map(|line| &line.statements).any(|said| said.value == Statement::Stop);
    let pays = hand.parts.iter().any(|part| matches!(part.body, Body::Payout(_)));
    if stops || pays || hand.deal.misdeal.is_some() {
        return None;
    }
    let last = hand.parts.last().map_or(&hand.deal.opening, |part| &part.opening);
    let word = Word::Payout.spelling(scenario.header.letters);
    let wrong = Diagnostic::new(Code::Unpaid, last.clone(), "the hand is played out, and its chips are not held");
    let help = format!("add a fence ```{word} with a `?` in it; `mouche bless` fills it");
    Some(wrong.label("no payout follows").help(help))
}

/// An option without which the file holds as well, and ends as it does; and with any other value of it.
fn idle(scenario: &Scenario, stories: &[Story], name: &str) -> Option<Diagnostic> {
    let mut without = scenario.clone();
    without.header.options.remove(name);
    let ends = |story: &Story| story.steps.last().is_some_and(|last| last.kind == Kind::End);
    let ends_so =
        |other: &Story| stories.iter().any(|story| story.rules.id == other.rules.id && ends(story) == ends(other));
    let holds = |edition| replay(&without, edition).is_ok_and(|story| story.diagnostics.is_empty() && ends_so(&story));
    let topic = Agreed::by_name(name)?.topic;
    let felt = |story: &Story| is_felt(scenario, story.rules.id, &story.rules, topic);
    if !scenario.header.editions.iter().all(holds) || stories.iter().any(felt) {
        return None;
    }
    let message = format!("without the option {} the file holds as well", quoted(name));
    let wrong = Diagnostic::new(Code::IdleOption, scenario.header.option_names.get(name)?.clone(), message);
    Some(wrong.label("nothing depends on it").help("show what it changes, or leave it out"))
}

#[cfg(test)]
mod tests {
    use crate::scenario::check;
    use crate::scenario::diagnostic::{Code, Severity};

    const DENISE: &str = include_str!("../../scenarios/mouche-1718/denise-must-trump.md");

    fn told(text: &str) -> Vec<(Code, String)> {
        let file = check("a.md", text.as_bytes());
        assert!(file.holds(), "{:?}", file.diagnostics);
        assert!(file.warnings.iter().all(|wrong| wrong.code.severity() == Severity::Warning));
        file.warnings.iter().map(|wrong| (wrong.code, text[wrong.span.clone()].to_owned())).collect()
    }

    fn without_prose(text: &str) -> String {
        let mut fence = false;
        let ours = |line: &&str| {
            let mark = line.starts_with("```");
            fence ^= mark;
            mark || fence || line.starts_with('#')
        };
        text.split_inclusive('\n').filter(ours).collect()
    }

    #[test]
    fn a_file_with_nothing_amiss_is_told_nothing() {
        assert_eq!(told(DENISE), []);
    }

    #[test]
    fn a_hand_without_prose_is_told() {
        assert_eq!(told(&without_prose(DENISE)), [(Code::Untold, "```deal".to_owned())]);
    }

    #[test]
    fn a_hand_without_a_payout_is_told() {
        let (before, _) = DENISE.split_once("```payout").expect("a payout");
        assert_eq!(told(before), [(Code::Unpaid, "```script".to_owned())]);
    }

    /// Without it the hand holds, and yet it is about it: with a third value it would not.
    #[test]
    fn an_option_that_is_merely_not_needed_is_not_told() {
        let asked = include_str!("../../scenarios/pamphile-1758/nobody-asked-her.md");
        assert_eq!(told(asked), []);
    }

    /// The last debts are shared on its page, and would not be without it.
    #[test]
    fn an_option_that_ends_the_session_is_not_told() {
        let ended = DENISE.replacen("```\n", "options = { end = { hands = 1 } }\n```\n", 1);
        assert_eq!(told(&ended), []);
    }

    #[test]
    fn an_option_that_nothing_depends_on_is_told() {
        let with = |option: &str| told(&DENISE.replacen("```\n", &format!("options = {{ {option} }}\n```\n"), 1));
        assert_eq!(with("debts = \"staged\""), [(Code::IdleOption, "debts".to_owned())]);
    }
}
