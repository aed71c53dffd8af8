//! A hand in the page: all its steps, for readers with and without a script.

use super::column::Body;
use super::markdown::one_line;
use super::place::Place;
use super::step::{StepView, steps};
use super::told::Told;
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
    players: String,
    partings: Vec<(String, String, String)>,
    deals: Vec<DealView<'a>>,
    steps: usize,
}

/// An edition it is told under.
struct EditionView<'a> {
    name: &'a str,
    href: String,
    agreed: Vec<Agreed>,
}

/// A clause that this table agreed to change.
struct Agreed {
    title: &'static str,
    value: String,
    href: String,
}

/// A hand under all editions of its file as HTML on one line, for a page at this place.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn hand(told: &Told, place: Place) -> Result<String> {
    let slug = told.slug();
    let steps = steps(told, &slug, place);
    let view = HandView {
        id: format!("{slug}-hand"),
        title: told.title(),
        editions: told.file.stories.iter().map(|story| edition(story, place)).collect(),
        players: told.story.players.join(", "),
        partings: partings(&steps),
        steps: steps.len(),
        deals: deals(steps, &slug),
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
    let each = steps.iter().flat_map(|step| step.partings.iter().map(move |parting| (step, parting)));
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
    let changed = rules.clauses().into_iter().zip(printed).filter(|(now, printed)| now.value != printed.value);
    let one = |topic: Topic, value| Agreed { title: topic.title(), value, href: place.clause(rules.id, topic) };
    changed.map(|(now, _)| one(now.topic, now.value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::check;
    use std::path::Path;

    fn page(text: &str) -> String {
        let file = check("scenarios/x.md", text.as_bytes());
        assert!(file.holds(), "{:?}", file.diagnostics);
        hand(&Told { file: &file, story: &file.stories[0] }, Place::of(Path::new("hands/mouche-1718/x.md")))
            .expect("a page")
    }

    #[test]
    fn the_widget_is_one_block_of_markdown() {
        let html = page(include_str!("../../scenarios/mouche-1718/denise-must-trump.md"));
        assert!(html.starts_with("<section ") && !html.contains('\n'));
        assert!(
            html.contains(r#"id="x-h1-t3-2""#) && html.contains(r#"href="../../rules/mouche-1718.html#play.trump""#)
        );
    }

    #[test]
    fn no_style_and_no_script_stands_in_it() {
        let html = page(include_str!("../../scenarios/mouche-1718/nothing-is-swept.md"));
        assert!(!html.contains("style=") && !html.contains("<script"), "inline style or script");
        assert_eq!(html.matches("class=\"hand-deal\"").count(), 4);
    }
}
