//! What the lines of a deal say of the dealer, of numbers and of cards, whatever is played.

use super::replay_state::{Replay, ReplayableGame};
use super::shared_diagnostics::repeated_card_error;
use crate::cards::{Card, CardSet, Rank, RankSet, Seat, count_of_or_no};
use crate::rules::ClauseId;
use crate::scenario::text::{ParsedDeal, Spanned, diagnose};

/// Checks who deals after the first deal.
pub fn check_dealer_of_later_deal<G: ReplayableGame>(
    replay: &mut Replay<G>,
    text: &ParsedDeal,
    expected: Seat,
) {
    let Some(dealer) = &text.dealer else { return };
    replay.story.shown.insert(ClauseId::DealNext);
    let wrong = (dealer.value != expected).then(|| {
        let now = replay.name(expected);
        let told = replay.name(dealer.value);
        let what = G::WORD_FOR_TURN;
        diagnose!("other-dealer", &dealer.span, now, what, told)
    });
    replay.count_expectation_and_report(wrong);
}

/// Checks a number that the table has before a deal, if the file tells it. `describe` says what the number is.
pub fn check_written_table_number<G: ReplayableGame>(
    replay: &mut Replay<G>,
    written: Option<&Spanned<i64>>,
    actual: i64,
    describe: impl Fn(i64) -> String,
) {
    let Some(told) = written else { return };
    let wrong = (told.value != actual).then(|| {
        let says = describe(actual);
        diagnose!(
            "other-number",
            &told.span,
            says,
            told = told.value,
            now = actual
        )
    });
    replay.count_expectation_and_report(wrong);
}

/// Reads the cards that a player is dealt, without those that are foreign or were dealt before.
pub fn read_valid_hand_cards<G: ReplayableGame>(
    replay: &mut Replay<G>,
    seen: &mut Vec<Spanned<Card>>,
    seat: &Spanned<Seat>,
    cards: &[Spanned<Card>],
) -> CardSet {
    let size = usize::from(replay.rules.deal_packets.value.hand);
    let dealt = cards.len();
    if dealt != size {
        let last = cards.get(size).or(cards.last());
        let span = match last {
            Some(card) => &card.span,
            None => &seat.span,
        };
        let name = replay.name(seat.value);
        let off = describe_hand_size_difference(dealt, size);
        replay.report(diagnose!("size-of-a-hand", span, name, dealt, size, off));
    }
    let mut hand = CardSet::EMPTY;
    for card in cards {
        if note_dealt_card(replay, seen, card) {
            hand = hand.with(card.value);
        }
    }
    hand
}

/// Returns in words how many cards a written hand has too few or too many.
pub fn describe_hand_size_difference(dealt: usize, size: usize) -> String {
    if dealt == 0 {
        format!("expected {}", count_of_or_no(size, "card"))
    } else if dealt >= size {
        let more = count_of_or_no(dealt - size, "card");
        format!("{more} too many, beginning here")
    } else {
        let missing = count_of_or_no(size - dealt, "card");
        format!("{missing} should follow this card")
    }
}

/// Notes a card as dealt, and returns whether it can be: reports it if it is foreign or was dealt before.
pub fn note_dealt_card<G: ReplayableGame>(
    replay: &mut Replay<G>,
    seen: &mut Vec<Spanned<Card>>,
    card: &Spanned<Card>,
) -> bool {
    let seats = replay.seat_count();
    let pack = replay.rules.pack.value.pack(seats);
    if !pack.has(card.value) {
        let uses = describe_pack(replay, pack);
        let size = pack.len();
        replay.report(diagnose!(
            "foreign-card",
            &card.span,
            card = card.value,
            pack = size,
            seats,
            uses
        ));
        return false;
    }
    if let Some(wrong) = repeated_card_error(seen, card) {
        replay.report(wrong);
        return false;
    }
    seen.push(card.clone());
    true
}

/// Says which cards a pack has.
fn describe_pack<G: ReplayableGame>(replay: &Replay<G>, pack: CardSet) -> String {
    let order = &replay.rules.rank.value;
    let lowest = match order.sort_cards_by_suit(pack).last() {
        Some(card) => card.rank(),
        None => Rank::Two,
    };
    if pack == CardSet::pack(RankSet::from(lowest)) {
        format!("the cards down to the {}", lowest.sign())
    } else {
        order.describe_for_pack(pack)
    }
}
