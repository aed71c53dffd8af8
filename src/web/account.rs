//! What a hand came to for the learner, and where another choice would have brought more.

use crate::narrate::choice::courses;
use crate::narrate::scene::title;
use crate::narrate::sentence::{chips, signed};
use crate::page::{Alternatives, Place};
use crate::scenario::story::{Kind, Step};
use crate::session::Session;
use anyhow::Result;
use askama::Template;
use serde::Serialize;

/// Tables stand on pages of the book's root.
pub(super) const PLACE: Place = Place::Home(0);

#[derive(Template)]
#[template(path = "account.html")]
struct Page {
    brings: String,
    lapses: Vec<Lapse>,
}

/// A choice that another would have bettered, if all had played their best from there.
struct Lapse {
    title: String,
    did: String,
    came_to: String,
    instead: String,
    would: String,
    cost: String,
    /// How many words the learner had said before it, if that is known.
    back: Option<usize>,
}

/// What the page is told of a hand that is over.
#[derive(Serialize)]
pub(super) struct Account {
    html: String,
    is_best: bool,
}

/// The account of the last hand of a session, if it is over. `said` counts, for each of the learner's moves in it, the words
/// before it.
pub(super) fn account(session: &Session, said: &[usize]) -> Result<Option<Account>> {
    let Some(brings) = session.result() else { return Ok(None) };
    let mut story = session.file()?.stories.remove(0);
    let last = story.steps.last().map_or(0, |step| step.hand);
    story.steps.retain(|step| step.hand == last);
    // In a hand that was begun some moves of their seat were not theirs.
    let own = |step: &Step| {
        step.mover == Some(session.company.learner)
            && !matches!(step.kind, Kind::Refused { .. })
            && session.move_at(&step.before).is_some()
    };
    let found = story.steps.iter().zip(courses(&story)).filter(|(step, _)| own(step));
    let lapses: Vec<Lapse> = found
        .filter_map(|(step, courses)| {
            let ways = Alternatives::new(&story, step, &courses, PLACE)?;
            let cost = ways.cost().filter(|cost| *cost > 0)?;
            let (best, taken) = (ways.lines.first()?, ways.lines.iter().find(|line| line.is_taken)?);
            Some(Lapse {
                title: title(step),
                did: taken.what.clone(),
                came_to: taken.best.clone(),
                instead: best.what.clone(),
                would: best.best.clone(),
                cost: chips(cost),
                back: session.move_at(&step.before).and_then(|at| said.get(at).copied()),
            })
        })
        .collect();
    let is_best = lapses.is_empty();
    Ok(Some(Account { html: Page { brings: signed(brings), lapses }.render()?, is_best }))
}
