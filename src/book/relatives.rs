//! The relatives of a game, as the family has them.

use super::link::Link;
use crate::editions;
use crate::page::Place;
use crate::rules::{Game, Kin};

/// What another game is to this one.
pub(super) struct Relative {
    /// How it stands to it: `descends from`; none if as the one before.
    pub(super) words: Option<&'static str>,
    /// The other game.
    pub(super) link: Link,
    /// What speaks against it, if anything.
    pub(super) doubt: Option<&'static str>,
}

/// The game whose rules an edition tells.
pub(super) fn game_of(edition: &str) -> Option<&'static Game> {
    editions::GAMES.iter().find(|game| game.editions.contains(&edition))
}

/// What a game comes from, is a variant of, or is related to, then what came of it.
pub(super) fn relatives(game: &Game, place: Place) -> Vec<Relative> {
    let above = editions::KINSHIP.iter().filter(|kin| kin.of == game.id);
    let above = above.filter_map(|kin| relative(kin, kin.relation.says(), kin.to, place));
    let below = editions::KINSHIP.iter().filter(|kin| kin.to == game.id);
    let below = below.filter_map(|kin| relative(kin, kin.relation.turned(), kin.of, place));
    let mut last = None;
    let once = |mut one: Relative| {
        one.words = one.words.filter(|words| last.replace(*words) != Some(*words));
        one
    };
    above.chain(below).map(once).collect()
}

fn relative(kin: &Kin, words: &'static str, other: &str, place: Place) -> Option<Relative> {
    let other = editions::game_by_id(other)?;
    let link = Link::new(place.game(other), other.name);
    Some(Relative { words: Some(words), link, doubt: kin.certainty.doubt() })
}
