//! Cards that a move names, and cards that are drawn for it.

use super::replay_state::{Replay, ReplayableGame, StatementReplayResult};
use super::shared_diagnostics::repeated_card_error;
use crate::cards::{Card, CardSet, Seat};
use crate::engine::{InvalidActReason, Refusal};
use crate::rules::Verb;
use crate::scenario::text::{
    Diagnostic, ExpectedValueOrGap, LinePieceResult, Span, Spanned, diagnose,
};

/// The drawn cards that a file expects, or `?`.
pub type ExpectedDrawnCards = Spanned<ExpectedValueOrGap<Vec<Spanned<Card>>>>;

/// Checks that a player holds these cards.
pub fn check_cards_held<G: ReplayableGame>(
    replay: &Replay<G>,
    seat: Seat,
    cards: &[Spanned<Card>],
) -> StatementReplayResult {
    for card in cards {
        if !replay.cards_held(seat).has(card.value) {
            let wrong = replay.not_held_error(seat, card);
            return Err(match holder_of_all(replay, cards) {
                Some(holder) if cards.len() > 1 => {
                    let holder = replay.name(holder);
                    let name = replay.name(seat);
                    wrong.with_help(format!(
                        "{holder} holds all of these cards: the names {holder} and {name} may be exchanged in the deal"
                    ))
                }
                _ => wrong,
            }
            .into());
        }
    }
    Ok(())
}

/// Returns the player who holds all of these cards.
fn holder_of_all<G: ReplayableGame>(replay: &Replay<G>, cards: &[Spanned<Card>]) -> Option<Seat> {
    let mut seats = (0..replay.seat_count()).map(Seat);
    seats.find(|seat| {
        let held = replay.cards_held(*seat);
        cards.iter().all(|card| held.has(card.value))
    })
}

/// Checks that no card is named twice.
pub fn check_no_card_twice(cards: &[Spanned<Card>]) -> StatementReplayResult {
    for (index, card) in cards.iter().enumerate() {
        if let Some(wrong) = repeated_card_error(&cards[..index], card) {
            return Err(wrong.into());
        }
    }
    Ok(())
}

/// Returns the place of the card that a refusal is about, if it is one of those written, or else of them all.
pub fn span_of_refused_card(drawn: &ExpectedDrawnCards, refusal: Refusal) -> Span {
    if let ExpectedValueOrGap::Known(cards) = &drawn.value
        && let Refusal::Invalid(InvalidActReason::NotInStock(refused)) = refusal
        && let Some(card) = cards.iter().find(|card| card.value == refused)
    {
        return card.span.clone();
    }
    drawn.span.clone()
}

/// Takes the cards that a move draws: as they are written, or as the deal told the stock.
pub fn take_written_or_stock<G: ReplayableGame>(
    replay: &mut Replay<G>,
    verb: Verb,
    number: usize,
    drawn: Option<&ExpectedDrawnCards>,
    span: &Span,
) -> LinePieceResult<CardSet> {
    if let Some(Spanned {
        value: ExpectedValueOrGap::Known(cards),
        span: written,
    }) = drawn
    {
        return take_written_cards(replay, verb, number, cards, written);
    }
    let next: Vec<Card> = replay.now.stock.iter().copied().take(number).collect();
    if next.len() < number {
        let span = match drawn {
            Some(drawn) => &drawn.span,
            None => span,
        };
        let left = next.len();
        return Err(if left == 0 && !replay.now.tells_stock {
            diagnose!("unknown-draw", span).into()
        } else {
            diagnose!("stock-ends", span, number, left).into()
        });
    }
    if let Some(hole) = drawn {
        let words: Vec<String> = next.iter().map(Card::to_string).collect();
        let cards = words.join(" ");
        replay.count_expectation_and_report(Some(diagnose!("open-draw", &hole.span, cards)));
    }
    replay.now.stock.drain(..number);
    Ok(next.into_iter().collect())
}

/// Takes the cards that a file writes as drawn. Those that come next from the stock come in any order.
fn take_written_cards<G: ReplayableGame>(
    replay: &mut Replay<G>,
    verb: Verb,
    number: usize,
    cards: &[Spanned<Card>],
    span: &Span,
) -> LinePieceResult<CardSet> {
    if cards.len() != number {
        return Err(draw_size_error(verb, cards.len(), number, span).into());
    }
    let due: Vec<Card> = replay.now.stock.iter().copied().take(number).collect();
    let mut unknown_count = number - due.len();
    for (index, card) in cards.iter().enumerate() {
        check_no_card_twice(&cards[..=index])?;
        if replay.now.astray.has(card.value) {
            let why = "it was dealt to a player who held too many cards";
            return Err(diagnose!("not-in-stock", &card.span, card = card.value, why).into());
        }
        if due.contains(&card.value) {
            replay.count_expectation_and_report(None);
            continue;
        }
        let mut unwritten = due
            .iter()
            .filter(|next| cards.iter().all(|written| written.value != **next));
        if unknown_count == 0
            && let Some(next) = unwritten.next()
        {
            replay.expected += 1;
            return Err(diagnose!("not-the-next", &card.span, next).into());
        }
        unknown_count = unknown_count.saturating_sub(1);
    }
    let taken = number.min(replay.now.stock.len());
    replay.now.stock.drain(..taken);
    Ok(cards.iter().map(|card| card.value).collect())
}

/// Returns the error for another number of drawn cards than the move draws.
fn draw_size_error(verb: Verb, drawn: usize, number: usize, span: &Span) -> Diagnostic {
    let drawn = if drawn == 1 {
        "1 card is".to_owned()
    } else {
        format!("{drawn} cards are")
    };
    if verb == Verb::Defend {
        diagnose!("defence-of-another-size", span, drawn, number)
    } else {
        diagnose!("draw-of-another-size", span, drawn, number)
    }
}
