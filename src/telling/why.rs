//! Why something tried is refused: a reason in a few words, beside the clause that has the rest.

use super::sentence::led;
use crate::cards::Seat;
use crate::engine::Hand;
use crate::rules::{Ruleset, Topic};

/// Why a clause refuses what a seat tries at this point of the hand.
pub(crate) fn why(rules: &Ruleset, hand: &Hand, seat: Seat, clause: Topic) -> String {
    let flush = rules.terms.flush;
    match (clause, hand.trick) {
        (Topic::PlayFollow, _) => format!("{} were led and must be followed", led(hand).unwrap_or_default()),
        (Topic::PlayHead | Topic::PlayOvertrump, Some(trick)) => format!("{} must be beaten", trick.best),
        (Topic::PlayTrump, _) => "a trump must be played".into(),
        (Topic::FlushWhat, _) => format!("these five cards are not a {flush}"),
        (Topic::FlushPat, _) => format!("a {flush} counts only as it was dealt"),
        (Topic::FlushClaim, _) => "it is not the time to claim".into(),
        (Topic::Forced, _) => "the pool is simple, and everyone must play".into(),
        (Topic::ForcedLast, _) => "all before have folded, and the last but one must play".into(),
        (Topic::ExchangeShort, _) => short(hand),
        (Topic::ExchangeOnce, _) => "one exchange is all there is".into(),
        (Topic::DeclFinal, _) => "a declaration stands".into(),
        (Topic::DeclFille, _) if hand.took_fille.is_empty() => "there is no fille to take".into(),
        (Topic::DeclFille, _) => "the fille is taken".into(),
        (Topic::DeclFold, _) if !hand.active.has(seat) => "whoever has folded is out of the hand".into(),
        (Topic::TurnOwner, _) => "the turn-up is not to be had".into(),
        (Topic::PamNames, _) => "trumps are not to be named".into(),
        (other, _) => format!("the clause “{}” forbids it", rules.title(other)),
    }
}

fn short(hand: &Hand) -> String {
    match hand.stock.len() {
        0 => "the stock is empty".into(),
        1 => "the stock holds 1 card".into(),
        cards => format!("the stock holds {cards} cards"),
    }
}
