//! What the lines of a deal say of the dealer, of numbers and of cards, whatever is played.

use super::errors::stands_before;
use super::session::Session;
use crate::cards::{Card, CardSet, Rank, Ranks, Seat, count_in_words};
use crate::rules::ClauseId;
use crate::scenario::text::{DealText, Spanned, diagnose};

pub fn dealer(session: &mut Session, text: &DealText, due: Seat) {
    let Some(dealer) = &text.dealer else { return };
    let [now, told] = [due, dealer.value].map(|seat| session.name(seat));
    let what = if session.is_mus() { "time" } else { "hand" };
    let wrong = diagnose!("other-dealer", &dealer.span, now, what, told);
    session.story.shown.insert(ClauseId::DealNext);
    session.expect((dealer.value != due).then_some(wrong));
}

pub fn asserted(
    session: &mut Session,
    told: Option<&Spanned<i64>>,
    now: i64,
    says: impl Fn(i64) -> String,
) {
    let Some(told) = told else { return };
    let wrong = || {
        diagnose!(
            "other-number",
            &told.span,
            says = says(now),
            told = told.value,
            now
        )
    };
    session.expect((told.value != now).then(wrong));
}

pub fn hand(
    session: &mut Session,
    seen: &mut Vec<Spanned<Card>>,
    seat: &Spanned<Seat>,
    cards: &[Spanned<Card>],
) -> CardSet {
    let size = usize::from(session.rules.deal_packets.value.hand);
    let (name, dealt) = (session.name(seat.value), cards.len());
    if dealt != size {
        let span = cards
            .get(size)
            .or(cards.last())
            .map_or(&seat.span, |card| &card.span);
        session.wrong(diagnose!(
            "size-of-a-hand",
            span,
            name,
            dealt,
            size,
            off = off_by(dealt, size)
        ));
    }
    cards
        .iter()
        .filter(|card| once(session, seen, card))
        .map(|card| card.value)
        .collect()
}

/// How far a hand is from its size: `1 card is missing after this`.
pub fn off_by(dealt: usize, size: usize) -> String {
    match dealt.checked_sub(size) {
        Some(0) | None if dealt == 0 => format!("expected {}", count_in_words(size, "card")),
        Some(more) => format!("{} too many, from here", count_in_words(more, "card")),
        None => format!(
            "the last; {} should follow",
            count_in_words(size - dealt, "card")
        ),
    }
}

/// Notes a card that is foreign or was seen before; whether it is neither.
pub fn once(session: &mut Session, seen: &mut Vec<Spanned<Card>>, card: &Spanned<Card>) -> bool {
    let pack = session.rules.pack.value.pack(session.hand.seats);
    if !pack.has(card.value) {
        let (order, seats) = (&session.rules.rank.value, session.hand.seats);
        let lowest = order
            .sort_cards(pack)
            .last()
            .map_or(Rank::Two, |card| card.rank());
        let uses = match pack == CardSet::pack(Ranks::from(lowest)) {
            true => format!("the cards down to the {}", lowest.sign()),
            false => order.describe_for_pack(pack),
        };
        session.wrong(diagnose!(
            "foreign-card",
            &card.span,
            card = card.value,
            pack = pack.len(),
            seats,
            uses
        ));
        return false;
    }
    if let Some(wrong) = stands_before(seen, card) {
        session.wrong(wrong);
        return false;
    }
    seen.push(card.clone());
    true
}
