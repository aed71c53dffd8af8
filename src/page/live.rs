//! The steps of a hand that is being played, for the page to put them behind those that it has.

use super::columns::Body;
use super::hand::{EditionView, edition};
use super::markdown::one_line;
use super::steps::{StepView, steps};
use super::{Place, Told};
use anyhow::Result;
use askama::Template;

#[derive(Template)]
#[template(path = "live.html")]
struct Live<'a> {
    id: &'a str,
    editions: &'a [EditionView<'a>],
    steps: &'a [StepView<'a>],
    is_guest: bool,
}

/// The steps of a hand from one on, as HTML on one line, as they stand in [`hand`](super::hand()).
///
/// # Errors
/// A template that cannot be filled.
pub fn live(told: &Told, from: usize, place: Place) -> Result<String> {
    let (slug, editions) = (told.slug(), [edition(told.story, place)]);
    let all = steps(told, &slug, place);
    let live = Live {
        id: &format!("{slug}-hand"),
        editions: &editions,
        steps: all.get(from..).unwrap_or_default(),
        is_guest: place == Place::Guest,
    };
    Ok(one_line(&live.render()?))
}
