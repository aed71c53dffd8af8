//! The steps of a hand that is being played, for the page to put them behind those that it has.

use super::columns::Body;
use super::markdown::one_line;
use super::steps::{StepView, steps};
use super::{Place, Told, sign};
use crate::editions;
use crate::rules::{Ruleset, Topic};
use crate::scenario::story::Story;
use anyhow::Result;
use askama::Template;

/// Steps of a hand of this id, one after the other.
#[derive(Template)]
#[template(path = "live.html")]
pub(super) struct Live<'a> {
    pub(super) id: &'a str,
    pub(super) editions: &'a [EditionView<'a>],
    pub(super) steps: &'a [StepView<'a>],
    pub(super) is_guest: bool,
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

/// An edition it is told under.
pub(super) struct EditionView<'a> {
    pub(super) name: &'a str,
    pub(super) href: String,
    pub(super) agreed: Vec<Agreed>,
}

/// A clause that this table agreed to change.
pub(super) struct Agreed {
    pub(super) title: String,
    /// The signs of what it was before, as HTML.
    pub(super) sign: String,
    pub(super) value: String,
    pub(super) href: String,
}

/// An edition, as the head of its hand names it.
pub(super) fn edition(story: &Story, place: Place) -> EditionView<'_> {
    let rules = &story.rules;
    EditionView { name: rules.name, href: place.to(&format!("rules/{}.html", rules.id)), agreed: agreed(rules, place) }
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
