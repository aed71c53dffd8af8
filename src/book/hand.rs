//! A hand in the page: all its steps, for readers with and without a script.

use super::markdown::one_line;
use super::place::Place;
use super::step::StepView;
use super::told::Told;
use crate::editions;
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
    rules: String,
    edition: &'a str,
    players: String,
    agreed: Vec<Agreed>,
    deals: Vec<DealView<'a>>,
    steps: usize,
}

/// A clause that this table agreed to change.
struct Agreed {
    title: &'static str,
    value: String,
    href: String,
}

/// A hand as HTML on one line, for a page at this place.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn hand(told: &Told, place: Place) -> Result<String> {
    let (slug, story) = (told.slug(), told.story);
    let view = HandView {
        id: format!("{slug}-hand"),
        title: told.title(),
        rules: place.to(&format!("rules/{}.html", story.rules.id)),
        edition: story.rules.name,
        players: story.players.join(", "),
        agreed: agreed(told, place),
        deals: deals(told, &slug, place),
        steps: story.steps.len(),
    };
    Ok(one_line(&view.render()?))
}

fn deals<'a>(told: &Told<'a>, slug: &str, place: Place) -> Vec<DealView<'a>> {
    let mut deals: Vec<DealView<'a>> = Vec::new();
    for (at, step) in told.story.steps.iter().enumerate() {
        if deals.last().is_none_or(|deal| deal.number != step.hand) {
            let id = format!("{slug}-h{}", step.hand);
            deals.push(DealView { id, number: step.hand, first: at + 1, steps: Vec::new() });
        }
        if let Some(deal) = deals.last_mut() {
            deal.steps.push(StepView::new(slug, told.story, at, place));
        }
    }
    deals
}

/// What the options agreed have changed.
fn agreed(told: &Told, place: Place) -> Vec<Agreed> {
    let rules = &told.story.rules;
    let printed = editions::by_id(rules.id).map(|edition| edition.clauses()).unwrap_or_default();
    let changed = rules.clauses().into_iter().zip(printed).filter(|(now, printed)| now.value != printed.value);
    let one =
        |topic: crate::rules::Topic, value| Agreed { title: topic.title(), value, href: place.clause(rules.id, topic) };
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
