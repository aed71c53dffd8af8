//! A hand in the page: all its steps, for readers with and without a script.

use super::columns::Body;
use super::markdown::one_line;
use super::markdown::source;
use super::question::{Question, questions};
use super::sign;
use super::steps::{StepView, steps};
use super::{Place, Told};
use crate::editions;
use crate::rules::{Ruleset, Topic};
use crate::scenario::story::Story;
use anyhow::Result;
use askama::Template;

/// The deals of a file, each a section of the hand.
struct DealView<'a> {
    id: String,
    number: usize,
    first: usize,
    steps: Vec<StepView<'a>>,
}

#[derive(Template)]
#[template(path = "hand.html")]
struct HandView<'a> {
    id: String,
    title: String,
    editions: Vec<EditionView<'a>>,
    players: &'a [String],
    source: String,
    partings: Vec<(String, String, String)>,
    deals: Vec<DealView<'a>>,
    steps: usize,
    questions: Vec<Question>,
    is_guest: bool,
}

/// An edition it is told under.
struct EditionView<'a> {
    name: &'a str,
    href: String,
    agreed: Vec<Agreed>,
}

/// A clause that this table agreed to change.
struct Agreed {
    title: String,
    /// The signs of what it was before, as HTML.
    sign: String,
    value: String,
    href: String,
}

/// A hand under all editions of its file as HTML on one line, for a page at this place.
///
/// # Errors
/// A template that cannot be filled.
pub fn hand(told: &Told, place: Place) -> Result<String> {
    let slug = told.slug();
    let steps = steps(told, &slug, place);
    let view = HandView {
        id: format!("{slug}-hand"),
        title: told.title(),
        editions: told.file.stories.iter().map(|story| edition(story, place)).collect(),
        players: &told.story.players,
        source: source(&told.file.text),
        partings: partings(&steps),
        steps: steps.len(),
        questions: questions(&steps),
        deals: deals(steps, &slug),
        is_guest: place == Place::Guest,
    };
    Ok(one_line(&view.render()?))
}

fn edition(story: &Story, place: Place) -> EditionView<'_> {
    let rules = &story.rules;
    EditionView { name: rules.name, href: place.to(&format!("rules/{}.html", rules.id)), agreed: agreed(rules, place) }
}

/// Where editions part: the id of the step, its name in the file, and who goes which way.
fn partings(steps: &[StepView]) -> Vec<(String, String, String)> {
    let hands = steps.last().map_or(0, |step| step.hand);
    let name = |step: &StepView| match hands {
        0 | 1 => step.title.clone(),
        _ => format!("Hand {}, {}", step.hand, step.title),
    };
    let each = steps.iter().flat_map(|step| step.parting.iter().map(move |parting| (step, parting)));
    each.map(|(step, parting)| (step.id.clone(), name(step), parting.words.clone())).collect()
}

fn deals<'a>(steps: Vec<StepView<'a>>, slug: &str) -> Vec<DealView<'a>> {
    let mut deals: Vec<DealView<'a>> = Vec::new();
    for (step, at) in steps.into_iter().zip(1..) {
        match deals.last_mut().filter(|deal| deal.number == step.hand) {
            Some(deal) => deal.steps.push(step),
            None => {
                let id = format!("{slug}-h{}", step.hand);
                deals.push(DealView { id, number: step.hand, first: at, steps: vec![step] });
            }
        }
    }
    deals
}

/// What the options agreed have changed.
fn agreed(rules: &Ruleset, place: Place) -> Vec<Agreed> {
    let printed = editions::by_id(rules.id).map(|edition| edition.clauses()).unwrap_or_default();
    let now = rules.clauses();
    let changed =
        now.iter().zip(&printed).filter_map(|(now, printed)| Some((now.topic, now.agreed_instead_of(printed)?)));
    let one = |topic: Topic, value: &str| Agreed {
        title: rules.title(topic),
        sign: sign::in_link(rules.clause(topic).marks()),
        value: value.into(),
        href: place.clause(rules.id, topic),
    };
    changed.map(|(topic, value)| one(topic, value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::told::{Ahead, made_of};
    use crate::scenario::check;
    use std::path::Path;

    fn page(text: &str) -> String {
        let place = Place::of(Path::new("hands/mouche-1718/x.md"));
        made_of("scenarios/x.md", text, |told| hand(told, place).expect("a page"))
    }

    /// The part of a page from one step to the next.
    fn step<'a>(html: &'a str, id: &str) -> &'a str {
        let start = html.find(&format!(r#"id="x-{id}""#)).expect("the step");
        html[start..].split("<li class=\"hand-step ").next().unwrap_or_default()
    }

    /// Who stays out and who claims is not the same in both: one table plays on, at the other a mouche ends the hand.
    fn of_two_lengths() -> String {
        let one = include_str!("../../scenarios/compared/one-line-of-1730.md");
        let (head, _) = one.split_once("Lise claims").expect("the claim");
        let head = head.replace(r#""flush.take", "flush.owe""#, "");
        let claim = "```\n\nOne.\n\n```script mouche-1718\nLise claims the mouche\n```\n\n```payout mouche-1718\npool 15\nLise takes 15\nMarc owes 15, Octave owes 15\n```\n\n";
        let play = "Other.\n\n```script mouche-1730\n1. Lise K♣, Marc J♥, Octave Q♥ -> Octave\nstop\n```\n";
        head.replace(r#""debt.enter", "#, r#""debt.enter""#) + claim + play
    }

    #[test]
    fn what_is_the_same_stands_once_and_links_to_every_edition() {
        let html = page(include_str!("../../scenarios/compared/one-line-of-1730.md"));
        let deal = step(&html, "h1-deal");
        assert_eq!(deal.matches("Octave stakes, and the pool holds 15 chips.").count(), 2, "once seen and once heard");
        assert!(deal.contains("the same in all") && !deal.contains("hand-column"), "{deal}");
        for edition in ["mouche-1718", "mouche-1730"] {
            assert!(deal.contains(&format!(r#"rules/{edition}.html#stake""#)), "{edition} in {deal}");
        }
    }

    #[test]
    fn where_they_part_each_has_a_column_with_clauses_of_its_own() {
        let html = page(include_str!("../../scenarios/compared/one-line-of-1730.md"));
        assert_eq!(html.matches("Here the editions part").count(), 1);
        assert!(html.contains(r##"<a href="#x-h1-pay">Hand 1, The reckoning</a>"##));
        let pay = step(&html, "h1-pay");
        assert!(pay.contains(r#"id="x-parting""#), "{pay}");
        let columns: Vec<&str> = pay.split(r#"role="group""#).skip(1).collect();
        for (column, (own, other)) in columns.iter().zip([("1718", "1730"), ("1730", "1718")]) {
            let column = column.split("hand-table").next().unwrap_or_default();
            assert!(column.contains(&format!("La Mouche, {own}")) && !column.contains(other), "{column}");
            assert!(column.contains(&format!("rules/mouche-{own}.html#flush.take")), "{column}");
        }
        assert!(pay.contains(r#"data-say="La Mouche, 1718: Lise takes 15 chips."#), "{pay}");
        assert!(step(&html, "h2-t1-1").contains("What differs on the table"), "purses are not the same after it");
    }

    #[test]
    fn those_who_go_together_share_a_column() {
        let html = page(include_str!("../../scenarios/compared/the-jack-of-clubs.md"));
        let play = step(&html, "h1-t1-2");
        assert!(play.contains("Here they part otherwise") && play.matches(r#"role="group""#).count() == 3, "{play}");
        assert!(play.contains(r#"aria-label="La Mouche, 1718 and Méry, 1847""#), "{play}");
    }

    #[test]
    fn what_could_have_been_is_told_in_each_column_and_by_names_where_chips_differ() {
        let html = page(include_str!("../../scenarios/compared/one-jack-at-four-tables.md"));
        let jack = step(&html, "h1-t3-3");
        let columns: Vec<&str> = jack.split(r#"role="group""#).skip(1).collect();
        assert!(columns[0].contains("<li>Q♥, J♣ (done)"), "{}", columns[0]);
        assert_eq!(jack.matches("hand-instead").count(), 1, "in the other columns he has no choice: {jack}");
        let lead = step(&html, "h1-t1-1");
        assert_eq!(lead.matches("<summary>Another card instead?").count(), 1, "{lead}");
        assert!(lead.contains("La Mouche, 1718 and Méry, 1847 <ul>"), "{lead}");
        let bests: Vec<&str> = lead.split("data-best=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(bests.len() == 5 && bests.iter().any(|best| best.split(' ').count() == 4), "{bests:?}");
    }

    #[test]
    fn one_that_ends_sooner_says_so_and_prose_is_told_once() {
        let html = page(&of_two_lengths());
        let play = step(&html, "h1-t1-1");
        assert!(play.contains(r##"Over since <a href="#x-h1-claims">Claims</a>"##), "{play}");
        assert!(play.contains("The table: La Mouche, 1730"), "{play}");
        assert!(step(&html, "h1-pay").contains("Told no further than"));
        let (_, told) = html.split_once("</pre>").expect("the source, which has it too");
        for prose in ["<p>One.</p>", "<p>Other.</p>", "Lise has five clubs"] {
            assert_eq!(told.matches(prose).count(), 1, "{prose}");
        }
    }

    #[test]
    fn a_step_told_alike_stays_small() {
        for text in [
            include_str!("../../scenarios/compared/one-line-of-1730.md"),
            include_str!("../../scenarios/compared/all-at-once-or-one-by-one.md"),
            include_str!("../../scenarios/compared/the-jack-of-clubs.md"),
            include_str!("../../scenarios/compared/one-jack-at-four-tables.md"),
            include_str!("../../scenarios/compared/five-twenty-sixty-five.md"),
        ] {
            let html = page(text);
            for step in html.split("<li class=\"hand-step ").skip(1).filter(|step| !step.contains("hand-column")) {
                let nodes = step.matches('<').count() - step.matches("</").count();
                assert!(nodes <= 180, "{nodes} nodes in {step}");
            }
        }
    }

    #[test]
    fn a_hand_keeps_to_its_budget() {
        for text in [
            include_str!("../../scenarios/mouche-1718/denise-must-trump.md"),
            include_str!("../../scenarios/mouche-1718/nicolas-keeps-his-trumps.md"),
            include_str!("../../scenarios/mouche-1718/five-fifteen-twenty-five.md"),
        ] {
            let html = page(text);
            let nodes = |html: &str| html.matches('<').count() - html.matches("</").count();
            let of_steps = |html: &str| html.split("hand-questions").next().map(str::len).unwrap_or_default();
            let steps = || html[..of_steps(&html)].split("<li class=\"hand-step ").skip(1).map(nodes);
            assert!(steps().max() <= Some(180), "a step of {:?} nodes", steps().max());
            assert!(nodes(&html) <= 12_000, "a hand of {} nodes", nodes(&html));
        }
    }

    #[test]
    fn stories_that_have_nothing_in_common_are_still_told() {
        let text = |at: usize| -> &[u8] {
            match at {
                0 => include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md"),
                1 => include_bytes!("../../scenarios/mouche-1730/swept-clean.md"),
                2 => include_bytes!("../../scenarios/mouche-1718/two-mouches-then-points.md"),
                _ => include_bytes!("../../scenarios/mouche-1718/celeste-alone.md"),
            }
        };
        for from in 0..4 {
            let mut file = check("x.md", text(from));
            (1..4).for_each(|by| file.stories.extend(check("y.md", text((from + by) % 4)).stories));
            let html = hand(
                &Told { file: &file, story: &file.stories[0], ahead: &Ahead::default() },
                Place::of(Path::new("x.md")),
            )
            .expect("a page");
            let ids: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            let once: std::collections::BTreeSet<_> = ids.iter().collect();
            assert_eq!(ids.len(), once.len(), "an id stands twice: {ids:?}");
        }
    }

    #[test]
    fn the_widget_is_one_block_of_markdown() {
        let html = page(include_str!("../../scenarios/mouche-1718/denise-must-trump.md"));
        assert!(html.starts_with("<section ") && !html.contains('\n'));
        assert!(
            html.contains(r#"id="x-h1-t3-2""#) && html.contains(r#"href="../../rules/mouche-1718.html#play.trump""#)
        );
        assert!(!html.contains("the same in all") && !html.contains("hand-totals"), "nothing to compare");
    }

    #[test]
    fn no_style_and_no_script_stands_in_it() {
        let html = page(include_str!("../../scenarios/mouche-1718/nothing-is-swept.md"));
        assert!(!html.contains("style=") && !html.contains("<script"), "inline style or script");
        assert_eq!(html.matches("class=\"hand-deal\"").count(), 4);
    }
}
