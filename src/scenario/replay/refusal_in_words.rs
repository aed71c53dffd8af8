//! The sentence for an act that a clause refuses: what cannot be done, and why. Checker, pages, terminal and Play all say it in
//! these words. The reasons are in `templates/why.txt`, those of Mus in `templates/why_at_mus.txt`.

use crate::cards::{Card, Seat, Suit, count_of_or_no};
use crate::engine::{DealState, playable_cards};
use crate::rules::{ClauseId, DealCondition, LastButOneDuty, TrickRules};
use crate::scenario::text::moves_and_line_forms::spell_cards;
use askama::Template;

/// The act that a sentence of refusal is about, by what stands beside the sentence and is not said
/// again.
#[derive(Clone, Copy, Debug)]
pub enum RefusalSentenceSubject<'a> {
    /// A card: `K♦ cannot be played: …`.
    Card(Card),
    /// A card that is shown before the sentence: `cannot be played: …`.
    CardShown,
    /// A move of a player, as it follows `cannot`: `Denise cannot fold: …`.
    Move { name: &'a str, does: &'a str },
    /// A move whose player is shown before the sentence: `cannot fold: …`.
    MoveShown { does: &'a str },
    /// An attempt that is a step of a deal: `Denise tries to play K♦, but cannot: …`. `does` is "tries" or "try".
    Attempt {
        name: &'a str,
        does: &'a str,
        attempt: &'a str,
    },
}

/// Returns the sentence for a refused act, without a full stop.
pub fn refusal_sentence(act: &RefusalSentenceSubject, reason: &str) -> String {
    let what_cannot_be_done = match act {
        RefusalSentenceSubject::Card(card) => format!("{card} cannot be played"),
        RefusalSentenceSubject::CardShown => "cannot be played".to_owned(),
        RefusalSentenceSubject::Move { name, does } => format!("{name} cannot {does}"),
        RefusalSentenceSubject::MoveShown { does } => format!("cannot {does}"),
        RefusalSentenceSubject::Attempt {
            name,
            does,
            attempt,
        } => format!("{name} {does} {attempt}, but cannot"),
    };
    format!("{what_cannot_be_done}: {reason}")
}

/// The reason why a clause refuses what a seat tries at this point of a deal.
#[derive(Template)]
#[template(path = "why.txt")]
pub struct RefusalReason<'a> {
    pub rules: &'a TrickRules,
    pub hand: &'a DealState,
    pub seat: Seat,
    /// The words before the cards that the player at this seat holds: `Denise holds`.
    pub holder: &'a str,
    pub clause: ClauseId,
    /// True if the reason may say what the player holds.
    pub shows_hand: bool,
}

impl RefusalReason<'_> {
    /// Returns the reason: `hearts were led and must be followed, and Denise holds 7♥`.
    pub fn in_words(&self) -> String {
        self.render().expect("text has room")
    }

    /// Returns the one card that may be led, if there is no other.
    fn only_leadable_card(&self) -> Option<Card> {
        let cards = playable_cards(self.rules, self.hand).cards;
        cards.nth(0).filter(|_| cards.len() == 1)
    }

    /// Returns the cards by which the player can do what the clause asks of a card, in words.
    fn obedient_cards(&self) -> Option<String> {
        let trick = self
            .hand
            .trick
            .filter(|_| self.shows_hand && self.seat == self.hand.mover)?;
        let asked = match self.clause {
            ClauseId::PlayFollow => trick.following_cards,
            ClauseId::PlayTrump => self.hand.trumps.cards,
            ClauseId::PlayHead | ClauseId::PlayOvertrump => trick.beating_cards,
            _ => return None,
        };
        let cards = playable_cards(self.rules, self.hand).cards & asked;
        (!cards.is_empty()).then(|| spell_cards(self.rules, cards))
    }

    /// Returns what makes everyone play.
    fn forced_play_condition(&self) -> Option<&DealCondition> {
        self.rules
            .forced
            .value
            .0
            .iter()
            .find(|when| self.hand.meets_condition(self.rules, **when))
    }

    /// Returns whether the mover is a dealer who must take the turn-up before anything
    /// else.
    fn must_take_turn_up(&self) -> bool {
        let is_at_first = self.rules.turn_owner.value.must_dealer_take_in_first_deal();
        is_at_first && self.hand.mover == self.hand.dealer
    }
}
