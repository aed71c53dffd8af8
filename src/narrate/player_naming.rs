//! The players in the sentences of a step. The reader's own seat is "you", and the verbs agree.

use crate::cards::{Seat, SeatSet};
use crate::scenario::mus::name_side_players;
use crate::scenario::story::{MusStep, Story};

/// A story and the seat of its reader. It names the players for this reader, who is "you".
#[derive(Clone, Copy)]
pub(super) struct PlayerNamesForReader<'a> {
    pub(super) story: &'a Story,
    /// The seat that the reader plays for; none for a reader who only watches.
    pub(super) reader: Option<Seat>,
}

/// Returns the name of the player at a seat.
pub(crate) fn player_name(story: &Story, seat: Seat) -> &str {
    match story.players.get(usize::from(seat.0)) {
        Some(name) => name,
        None => "?",
    }
}

impl<'a> PlayerNamesForReader<'a> {
    pub(super) fn new(story: &'a Story, reader: Option<Seat>) -> PlayerNamesForReader<'a> {
        PlayerNamesForReader { story, reader }
    }

    fn is_reader(&self, seat: &Seat) -> bool {
        self.reader == Some(*seat)
    }

    /// Returns a player at the beginning of a sentence: `Denise`, `You`.
    pub(super) fn name_at_sentence_start(&self, seat: &Seat) -> &'a str {
        if self.is_reader(seat) {
            "You"
        } else {
            player_name(self.story, *seat)
        }
    }

    /// Returns a player within a sentence: `Denise`, `you`.
    pub(super) fn name(&self, seat: &Seat) -> &'a str {
        if self.is_reader(seat) {
            "you"
        } else {
            player_name(self.story, *seat)
        }
    }

    /// Returns whose something is, at the beginning of a sentence: `Denise's`, `Your`.
    pub(super) fn possessor_at_sentence_start(&self, seat: &Seat) -> String {
        if self.is_reader(seat) {
            "Your".to_owned()
        } else {
            format!("{}'s", player_name(self.story, *seat))
        }
    }

    /// Returns the words before the cards that a player holds: `Denise holds`, `you hold`.
    pub(super) fn player_holds_phrase(&self, seat: &Seat) -> String {
        format!("{} {}", self.name(seat), self.verb(seat, "holds"))
    }

    /// Returns a verb of the third person, or a phrase that begins with one, in the form that
    /// agrees with the player.
    pub(super) fn verb(&self, seat: &Seat, third_person: impl AsRef<str>) -> String {
        let phrase = third_person.as_ref();
        if self.is_reader(seat) {
            to_second_person(phrase)
        } else {
            phrase.to_owned()
        }
    }

    /// Returns a verb of the third person in the form that agrees with all these players together.
    pub(super) fn verb_of_all(&self, seats: &SeatSet, third_person: &str) -> String {
        match seats.iter().next() {
            Some(only) if seats.len() == 1 => self.verb(&only, third_person),
            _ => to_second_person(third_person),
        }
    }

    /// Returns the players of a side at the beginning of a sentence, the reader first:
    /// `Ana and Carlos`, `You and Carlos`.
    pub(super) fn side_at_sentence_start(&self, step: &MusStep, seat: &Seat) -> String {
        let members = name_side_players(&step.rules, &step.after, *seat, &|member| {
            self.name_at_sentence_start(&member).into()
        });
        match members.strip_suffix(" and You") {
            Some(partner) => format!("You and {partner}"),
            None => members,
        }
    }

    /// Returns whose side is meant, at the beginning of a sentence: `Their`, `Your`.
    pub(super) fn side_possessor_at_sentence_start(&self, seat: &Seat) -> &'static str {
        if self.is_reader(seat) {
            "Your"
        } else {
            "Their"
        }
    }
}

/// Returns a phrase that begins with a verb of the third person singular, in the form after "you"
/// and after several players: `plays Q♥` becomes `play Q♥`.
fn to_second_person(phrase: &str) -> String {
    let (verb, rest) = match phrase.split_once(' ') {
        Some((verb, rest)) => (verb, Some(rest)),
        None => (phrase, None),
    };
    let plain = match verb {
        "has" => "have".to_owned(),
        "is" => "are".to_owned(),
        "does" => "do".to_owned(),
        "goes" => "go".to_owned(),
        "must" | "cannot" => verb.to_owned(),
        "falsely" => return format!("{verb} {}", to_second_person(rest.unwrap_or_default())),
        _ => plain_form(verb),
    };
    match rest {
        Some(rest) => format!("{plain} {rest}"),
        None => plain,
    }
}

/// Returns a regular verb of the third person without its ending: `denies` becomes `deny`.
fn plain_form(verb: &str) -> String {
    if let Some(stem) = verb.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for ending in ["sses", "shes", "ches", "xes"] {
        if verb.ends_with(ending) {
            return verb[..verb.len() - "es".len()].to_owned();
        }
    }
    verb.strip_suffix('s').unwrap_or(verb).to_owned()
}

#[cfg(test)]
#[path = "../../tests/unit/narrate_player_naming.rs"]
mod tests;
