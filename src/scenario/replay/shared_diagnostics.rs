//! Diagnostics that several statements share, and their words.

use super::replay_state::{Replay, ReplayableGame};
use crate::cards::{Card, Seat};
use crate::editions;
use crate::rules::{ClauseId, ClauseLookup, Ruleset};
use crate::scenario::text::{Code, Diagnostic, Keyword, Span, Spanned, diagnose};

/// The beginning of a help that has a statement by which a refusal is shown.
pub const TO_SHOW: &str = "to show the refusal itself, write `";

impl<G: ReplayableGame> Replay<'_, G> {
    /// Returns the error for a card that a player does not hold.
    pub fn not_held_error(&self, seat: Seat, card: &Spanned<Card>) -> Diagnostic {
        let held = self.sort_and_spell_cards(self.cards_held(seat));
        diagnose!(
            "not-held",
            &card.span,
            name = self.name(seat),
            card = card.value,
            place = G::describe_place_of(self, card.value),
            held
        )
    }

    /// Returns the error for a move of a player who is not asked for it. `out_reason` says why they are out of the deal, if they
    /// are.
    pub fn not_asked_error(
        &self,
        seat: &Spanned<Seat>,
        span: &Span,
        is_over: bool,
        out_reason: Option<&str>,
    ) -> Diagnostic {
        let name = self.name(seat.value);
        let is_mover = self.player_asked_now_or_last() == seat.value;
        let message = if is_over {
            let dealt = G::WORD_FOR_DEAL;
            format!("{name} has nothing more to do: the {dealt} is over")
        } else if is_mover {
            format!("{name} must do something else now")
        } else if let Some(reason) = out_reason {
            format!("{name} {reason}")
        } else {
            format!("it is not {name}'s turn")
        };
        let place = if is_mover { span } else { &seat.span };
        Code::OutOfTurn
            .diagnostic_at(place, message)
            .with_label(self.describe_pending_move())
    }

    /// Returns the error for an act that a clause forbids.
    pub fn illegal_error(&self, span: &Span, message: String, topic: ClauseId) -> Diagnostic {
        diagnose!("illegal", span, message, topic).with_clause(topic.id())
    }

    /// Returns the help that says how a forbidden act can be told all the same.
    pub fn help_to_tell_attempt(&self, seat: Seat, tried: &str, topic: ClauseId) -> String {
        let name = self.name(seat);
        let tries = self.spell_keyword(Keyword::Tries);
        let refused = self.spell_keyword(Keyword::Refused);
        format!("{TO_SHOW}{name} {tries} {tried} ({refused}: {topic})`")
    }

    /// Returns the error for a line about a thing that this edition does not have.
    pub fn not_in_edition_error(&self, span: &Span, topic: ClauseId) -> Diagnostic {
        let known = describe_editions_that_know(|rules| rules.has_subject_of(topic));
        diagnose!("nothing-of-the-kind", span, edition = self.edition, known)
            .with_clause(topic.id())
    }
}

/// Joins words by commas.
pub fn join_with_commas<T: AsRef<str>>(words: impl Iterator<Item = T>) -> String {
    let words: Vec<String> = words.map(|word| word.as_ref().to_owned()).collect();
    words.join(", ")
}

/// Returns the error for a card that stands before already, if it does.
pub fn repeated_card_error(before: &[Spanned<Card>], card: &Spanned<Card>) -> Option<Diagnostic> {
    let first = before.iter().find(|first| first.value == card.value)?;
    Some(diagnose!("card-twice", &card.span, card = card.value).with_first_place(first))
}

/// Says which editions know a thing.
pub fn describe_editions_that_know(knows: impl Fn(&Ruleset) -> bool) -> String {
    let editions: Vec<&str> = editions::printed_editions()
        .filter(|rules| knows(rules))
        .map(|rules| rules.id)
        .collect();
    match editions[..] {
        [] => "no edition has this without an option".into(),
        [one] => format!("only {one} has this"),
        _ => format!("these editions have this: {}", editions.join(", ")),
    }
}
