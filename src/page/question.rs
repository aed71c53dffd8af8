//! The choices of a hand as questions, for those who read without scripts; and one of them in a chapter, before a step.

use super::alternatives::{Alternatives, Line};
use super::columns::{Board, Body, Column, posed};
use super::markdown::one_line;
use super::merge::alike;
use super::sign::{escaped, in_link};
use super::steps::StepView;
use super::{Place, Told};
use crate::narrate::choice::Choice;
use crate::narrate::course::label;
use crate::narrate::face::Face;
use crate::narrate::scene::{Scene, title};
use crate::narrate::sentence::{capital, whole};
use crate::rules::Verb;
use crate::scenario::story::{Kind, Story};
use anyhow::{Result, bail, ensure};
use askama::Template;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// What is asked: `Trick 3, card 2. Denise holds 7♥ A♦ A♣.`
    pub(super) asks: String,
    /// What may be done, and by which clause, as HTML with its signs: `7♥ (Trumping)`.
    pub(super) may: String,
}

/// The questions of a hand. Editions that ask the same are asked at once, and each answers for itself where answers differ.
pub(super) fn questions(steps: &[StepView]) -> Vec<Question> {
    steps.iter().filter(|step| step.kind != "refused").flat_map(of_step).collect()
}

fn of_step(step: &StepView) -> Vec<Question> {
    let scenes = step.columns.iter().filter_map(|column| match &column.body {
        Body::Scene(scene) if !scene.choices.is_empty() => Some((column, scene)),
        _ => None,
    });
    let found = alike(scenes.map(|(column, scene)| (asks(&step.title, scene), (column, may(scene, column)))));
    let is_whole = step.columns.len() == 1;
    let name = |(column, may): &(&Column, String)| format!("{}: {may}.", column.names());
    let answer = |answers: Vec<(&Column, String)>| match &answers[..] {
        [(_, may)] if is_whole => may.clone(),
        _ => answers.iter().map(name).collect::<Vec<_>>().join(" "),
    };
    found.into_iter().map(|(asks, answers)| Question { asks, may: answer(answers) }).collect()
}

fn asks(title: &str, scene: &Scene) -> String {
    let held: Vec<String> = scene.held.iter().map(|face| face.text()).collect();
    format!("{title}. {} holds {}.", scene.mover, held.join(" "))
}

fn may(scene: &Scene, column: &Column) -> String {
    let named = |choice: &Choice| match &choice.face {
        Some(face) => face.text(),
        None => choice.verdict.clone(),
    };
    let allowed: Vec<&Choice> = scene.choices.iter().filter(|choice| choice.is_allowed).collect();
    let list = escaped(&allowed.iter().map(|choice| named(choice)).collect::<Vec<_>>().join(", "));
    let of_card = allowed.first().filter(|choice| choice.face.is_some());
    let clauses = of_card.map_or_else(Vec::new, |choice| choice.clauses());
    let clauses: Vec<String> = clauses.into_iter().map(|clause| column.title(clause)).collect();
    if clauses.is_empty() { list } else { format!("{list} ({})", clauses.join("; ")) }
}

#[derive(Template)]
#[template(path = "asked.html")]
struct Asked<'a> {
    id: String,
    href: String,
    hand: String,
    edition: &'a str,
    title: String,
    mover: String,
    chooses_cards: bool,
    answers: Vec<Answer>,
    worked_out: Option<String>,
    board: Board<'a>,
    step: Posed,
}

/// What the table's template wants to know of a step: here none has been made yet.
struct Posed {
    kind: &'static str,
    totals: Option<()>,
}

/// A clause that a verdict rests on.
struct Clause {
    title: String,
    /// Its signs, as HTML.
    sign: String,
    href: String,
}

/// One thing that might be done, and what is to be said of it.
struct Answer {
    id: String,
    face: Option<Face>,
    verb: Verb,
    is_allowed: bool,
    verdict: String,
    clauses: Vec<Clause>,
    line: Option<Line>,
    done: String,
}

/// The question before a step of a hand as HTML on one line, for a page at this place.
///
/// # Errors
/// A hand told under several editions, a step that it has not, or one at which nobody has a choice.
pub fn asked(told: &Told, id: &str, place: Place) -> Result<String> {
    let (story, slug) = (told.story, told.slug());
    ensure!(!told.is_compared(), "{slug} is told under several editions, and a question is asked under one");
    let at = find(story, &slug, id)?;
    let (step, before) = (&story.steps[at], &story.steps[at.saturating_sub(1)]);
    let scene = Scene::new(story, step);
    let instead = Alternatives::new(story, step, told.courses(story, at), place);
    let clause = |topic| Clause {
        title: story.rules.title(topic),
        sign: in_link(story.rules.clause(topic).marks()),
        href: place.clause(story.rules.id, topic),
    };
    let answer = |choice: &Choice| Answer {
        id: format!("ask-{slug}-{id}-{}", word(choice)),
        face: choice.face.clone(),
        verb: choice.verb,
        is_allowed: choice.is_allowed,
        verdict: verdict(choice, &scene.mover),
        clauses: choice.clauses().into_iter().map(clause).collect(),
        line: instead.as_ref().and_then(|instead| instead.line(story, choice)),
        done: if choice.is_taken { whole(&scene.sentences) } else { String::new() },
    };
    let view = Asked {
        id: format!("ask-{slug}-{id}"),
        href: format!("{}#{slug}-{id}", place.to(&told.page("html"))),
        hand: told.title(),
        edition: story.rules.name,
        title: title(step),
        mover: scene.mover.clone(),
        chooses_cards: scene.chooses_cards,
        answers: scene.choices.iter().map(answer).collect(),
        worked_out: instead.as_ref().map(|instead| instead.href.clone()),
        board: posed(story, step, before),
        step: Posed { kind: "asked", totals: None },
    };
    Ok(one_line(&view.render()?))
}

/// The place of a step at which its mover has a choice.
fn find(story: &Story, slug: &str, id: &str) -> Result<usize> {
    let asks = |at: &usize| !Scene::new(story, &story.steps[*at]).choices.is_empty();
    let ids = |known: Vec<usize>| known.iter().map(|at| story.steps[*at].id.as_str()).collect::<Vec<_>>().join(" ");
    let is_move = |at: &usize| !matches!(story.steps[*at].kind, Kind::Refused { .. });
    let known = || (0..story.steps.len()).filter(is_move).filter(asks).collect::<Vec<_>>();
    match story.steps.iter().position(|step| step.id == id).filter(|at| asks(at) && is_move(at)) {
        Some(at) => Ok(at),
        None if id.is_empty() => bail!("a question needs a step after the hand: one of {}", ids(known())),
        None => bail!("{slug} asks nothing at `{id}`; it does at {}", ids(known())),
    }
}

/// What a choice is called in an address: `ten-of-hearts`, `take-the-fille`.
fn word(choice: &Choice) -> String {
    let name = choice.face.as_ref().map_or(choice.verb.label().into(), |face| face.card().name());
    name.replace(' ', "-")
}

/// A verdict as a sentence without its end: `It may go: it beats Q♥`, `A trump must go`, `Denise may fold`.
fn verdict(choice: &Choice, mover: &str) -> String {
    match (&choice.face, choice.is_allowed) {
        (None, _) => format!("{mover} {}", choice.verdict),
        (Some(_), true) => format!("It {}", choice.verdict),
        (Some(_), false) => capital(choice.verdict.trim_start_matches("refused: ")),
    }
}

impl Answer {
    /// What is done, where it is no card.
    fn says(&self) -> String {
        label(self.verb)
    }

    /// Whether it may be done, and leads to cards that nobody has seen.
    fn is_unforeseen(&self) -> bool {
        self.verb == Verb::Exchange && self.is_allowed && self.line.is_none()
    }
}

impl Asked<'_> {
    /// What can be asked, and what is opened.
    fn asks(&self) -> String {
        if self.chooses_cards {
            format!("It is {}’s turn. Which card may go? Choose one, then open it.", self.mover)
        } else {
            format!("It is {}’s turn. What would you do? Choose, then open it.", self.mover)
        }
    }

    /// Whether only one of several may be done.
    fn is_bound(&self) -> bool {
        self.answers.len() > 1 && self.answers.iter().filter(|answer| answer.is_allowed).count() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::hand;
    use crate::page::told::made_of;
    use std::path::Path;

    /// The questions of a hand, as its page has them.
    fn questions_of(text: &str) -> String {
        let html = made_of("scenarios/x.md", text, |told| hand(told, Place::of(Path::new("x.md"))).expect("a hand"));
        html.split_once("hand-questions").expect("the questions").1.to_string()
    }

    #[test]
    fn an_answer_that_hangs_on_the_top_card_names_its_clause() {
        let asked = questions_of(include_str!("../../scenarios/pamphile-1758/all-she-had-was-pamphile.md"));
        assert!(asked.contains("</summary>J♣ (Trumping; The Pamphile in play<span class=\"sign\""), "{asked}");
    }

    #[test]
    fn every_choice_is_asked_and_a_try_gives_nothing_away() {
        let asked = questions_of(include_str!("../../scenarios/mouche-1718/denise-must-trump.md"));
        assert!(asked.contains("<summary>Trick 3, card 2. Denise holds 7♥ A♦ A♣.</summary>"), "{asked}");
        assert!(asked.contains("7♥ (Trumping)"), "{asked}");
        assert_eq!(asked.matches("Trick 3, card 2").count(), 1, "once, though she tries another card first");
    }

    #[test]
    fn where_editions_part_each_answers_for_itself() {
        let asked = questions_of(include_str!("../../scenarios/compared/one-jack-at-four-tables.md"));
        let (_, jack) = asked.split_once("<summary>Trick 3, card 3. Lazare holds ").expect("the question");
        let jack = jack.split("</details>").next().unwrap_or_default();
        assert!(jack.contains("La Mouche, 1718 and Méry, 1847: Q♠, Q♥, J♣ ("), "{jack}");
        assert!(jack.contains("Le Pamphile, 1758: J♣ (Heading the trick; The Pamphile in play<"), "{jack}");
        assert!(asked.contains("<summary>Trick 1, card 1. Joséphine holds"), "what is told alike is asked as well");
    }

    const TEXT: &str = include_str!("../../scenarios/mouche-1718/nicolas-keeps-his-trumps.md");

    fn of(text: &str, id: &str) -> Result<String> {
        made_of("scenarios/mouche-1718/x.md", text, |told| asked(told, id, Place::of(Path::new("learn/a.md"))))
    }

    /// What opens under an answer.
    fn answer<'a>(html: &'a str, id: &str) -> &'a str {
        let (_, rest) = html.split_once(&format!("<details id=\"ask-x-{id}\"")).expect("the answer");
        rest.split("</details>").next().unwrap_or_default()
    }

    #[test]
    fn each_card_opens_on_its_verdict_and_what_it_comes_to() {
        let html = of(TEXT, "h1-t3-3").expect("a question");
        let (best, worse) = (answer(&html, "h1-t3-3-queen-of-clubs"), answer(&html, "h1-t3-3-ten-of-hearts"));
        assert!(best.contains("+1, 1 trick") && best.contains("So it was played"), "{best}");
        assert!(worse.contains("−5, no trick") && !worse.contains("So it was played"), "{worse}");
        assert!(best.contains("../rules/mouche-1718.html#play.free"), "{best}");
        assert_eq!(html.matches("<details").count(), 3);
    }

    #[test]
    fn a_verdict_has_the_signs_of_its_clause() {
        let text = include_str!("../../scenarios/boussac-1896/denise-names-hearts.md");
        let html = of(text, "h1-t1-1").expect("a question");
        let sign = r#"The lead<span class="sign" role="img" aria-label=", our reading">°</span></a>)"#;
        assert!(html.contains(sign), "{html}");
    }

    #[test]
    fn a_card_that_is_refused_says_why_and_the_only_one_left_says_so() {
        let html = of(include_str!("../../scenarios/mouche-1718/denise-must-trump.md"), "h1-t3-2").expect("a question");
        let refused = answer(&html, "h1-t3-2-ace-of-clubs");
        assert!(refused.contains("No.") && refused.contains("A trump must go"), "{refused}");
        assert!(answer(&html, "h1-t3-2-seven-of-hearts").contains("no other card may"), "{html}");
    }

    #[test]
    fn the_table_stands_as_before_the_step_and_the_others_hold_their_cards_hidden() {
        let html = of(TEXT, "h1-t3-3").expect("a question");
        let (table, _) = html.split_once("asked-answers").expect("the answers");
        for seen in ["A♠", "Q♥", "8♥", "5 stake"] {
            assert!(table.contains(seen), "{seen} in {table}");
        }
        for unseen in ["Q♦", "7♣", "A♥"] {
            assert!(!table.contains(unseen), "{unseen} in {table}");
        }
        assert_eq!(table.matches(">Q♣<").count(), 1, "in the hand, not on the table: {table}");
    }

    #[test]
    fn declarations_are_asked_with_the_cards_held() {
        let html = of(TEXT, "h1-d1").expect("a question");
        assert!(html.contains("What would you do?") && html.contains(">10♥</b>"), "{html}");
        assert!(answer(&html, "h1-d1-fold").contains("0, no trick"), "{html}");
        assert!(answer(&html, "h1-d1-exchange").contains("hangs on the cards that are drawn"), "{html}");
        assert!(!answer(&html, "h1-d1-stand").contains("hangs on"), "{html}");
    }

    #[test]
    fn nothing_gives_an_answer_away_before_it_is_opened() {
        let html = of(include_str!("../../scenarios/mouche-1718/denise-must-trump.md"), "h1-t3-2").expect("a question");
        let closed =
            |part: &str| part.split("</summary>").next().unwrap_or_default().replace("seven-of-hearts", "ace-of-clubs");
        let cards: Vec<String> = html.split("<details").skip(1).map(closed).collect();
        assert!(cards.iter().all(|card| !card.contains("may") && !card.contains("trump")), "{cards:?}");
    }

    #[test]
    fn a_step_that_asks_nothing_is_an_error_that_names_those_that_do() {
        for id in ["h1-t9-1", "h1-deal", ""] {
            let error = format!("{:#}", of(TEXT, id).expect_err("no question"));
            assert!(error.contains("h1-t3-3") && !error.contains("h1-pay"), "{error}");
        }
        let compared = of(include_str!("../../scenarios/compared/one-line-of-1730.md"), "h1-d1");
        assert!(format!("{:#}", compared.expect_err("several editions")).contains("several editions"));
    }
}
