//! Cards that a move names, and cards that are drawn for it.

use super::errors::stands_before;
use super::mus::Drawn;
use super::session::{CheckResult, Session};
use crate::cards::{Card, CardSet, Seat};
use crate::engine::{InvalidAct, Refusal};
use crate::rules::Verb;
use crate::scenario::text::{Expected, ReadResult, Span, Spanned, diagnose};

/// Checks that a player holds these cards.
pub fn check_cards_held(session: &Session, seat: Seat, cards: &[Spanned<Card>]) -> CheckResult {
    let foreign = cards
        .iter()
        .find(|card| !session.held(seat).has(card.value));
    foreign.map_or(Ok(()), |card| Err(session.not_held(seat, card).into()))
}

pub fn stands_once(cards: &[Spanned<Card>]) -> CheckResult {
    let twice = cards
        .iter()
        .enumerate()
        .find_map(|(index, card)| stands_before(&cards[..index], card));
    twice.map_or(Ok(()), |wrong| Err(wrong.into()))
}

/// The cards drawn: as written, or as the stock was told.
pub fn drawn_cards(
    session: &mut Session,
    verb: Verb,
    number: usize,
    drawn: Option<&Drawn>,
    span: &Span,
) -> ReadResult<CardSet> {
    if let Some(Spanned {
        value: Expected::Known(cards),
        span,
    }) = drawn
    {
        return written(session, verb, number, cards, span);
    }
    let told: Vec<Card> = session.now.stock.iter().copied().take(number).collect();
    if told.len() < number {
        let span = drawn.map_or(span, |drawn| &drawn.span);
        return Err(match told.len() {
            0 if !session.now.tells_stock => diagnose!("unknown-draw", span).into(),
            left => diagnose!("stock-ends", span, number, left).into(),
        });
    }
    if let Some(hole) = drawn {
        let cards = told
            .iter()
            .map(Card::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        session.expect(Some(diagnose!("open-draw", &hole.span, cards)));
    }
    session.now.stock.drain(..number);
    Ok(told.into_iter().collect())
}

fn written(
    session: &mut Session,
    verb: Verb,
    number: usize,
    cards: &[Spanned<Card>],
    span: &Span,
) -> ReadResult<CardSet> {
    if cards.len() != number {
        let drawn = if cards.len() == 1 {
            "1 card is".into()
        } else {
            format!("{} cards are", cards.len())
        };
        return Err(match verb {
            Verb::Defend => diagnose!("defence-of-another-size", span, drawn, number).into(),
            _ => diagnose!("draw-of-another-size", span, drawn, number).into(),
        });
    }
    // What comes next from the stock comes in any order.
    let due: Vec<Card> = session.now.stock.iter().copied().take(number).collect();
    let mut others = number - due.len();
    for (index, card) in cards.iter().enumerate() {
        stands_once(&cards[..=index])?;
        if session.now.astray.has(card.value) {
            let why = "it went with a hand that held too many cards";
            return Err(diagnose!("not-in-stock", &card.span, card = card.value, why).into());
        }
        if due.contains(&card.value) {
            session.expect(None);
            continue;
        }
        let next = due
            .iter()
            .copied()
            .find(|next| cards.iter().all(|card| card.value != *next));
        if let Some(next) = next.filter(|_| others == 0) {
            session.expected += 1;
            return Err(diagnose!("not-the-next", &card.span, next).into());
        }
        others = others.saturating_sub(1);
    }
    session
        .now
        .stock
        .drain(..number.min(session.now.stock.len()));
    Ok(cards.iter().map(|card| card.value).collect())
}

/// The card a refusal is about, where it is one of those written.
pub fn place(drawn: &Drawn, refusal: Refusal) -> Span {
    let (Expected::Known(cards), Refusal::Invalid(InvalidAct::NotInStock(wrong))) =
        (&drawn.value, refusal)
    else {
        return drawn.span.clone();
    };
    cards
        .iter()
        .find(|card| card.value == wrong)
        .map_or(&drawn.span, |card| &card.span)
        .clone()
}
