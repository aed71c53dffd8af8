//! Exchanges: what is laid down, and what the stock gives.

use super::deal::{misused, twice};
use super::session::{Session, spell};
use super::statement::not_held;
use crate::cards::{Card, Seat, Set};
use crate::engine::{Act, Move, Refusal, offer, why_not};
use crate::rules::{Topic, Verb};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::{At, Hole, Span};

type Drawn = At<Hole<Vec<At<Card>>>>;

/// Replays an exchange; false if the hand cannot go on.
pub(super) fn exchange(
    session: &mut Session,
    seat: &At<Seat>,
    laid: &[At<Card>],
    drawn: Option<&Drawn>,
    span: &Span,
) -> bool {
    let Some(laid_set) = laid_down(session, seat.value, laid) else { return false };
    if let Some(topic) = why_not(&session.rules, &session.hand, seat.value, Move::lay(laid_set)) {
        session.wrong(too_many(session, seat.value, laid.len(), topic, span));
        return false;
    }
    let Some(drawn_set) = drawn_cards(session, laid.len(), drawn, span) else { return false };
    match session.act(Act::Does(seat.value, Move::Exchange(laid_set, drawn_set))) {
        Ok(()) => true,
        Err(refusal) => {
            let span = drawn.map_or(span.clone(), |drawn| place(drawn, refusal));
            let wrong = misused(session, refusal, span);
            session.wrong(wrong);
            false
        }
    }
}

/// The card a refusal is about, where it is one of those written.
fn place(drawn: &Drawn, refusal: Refusal) -> Span {
    let Refusal::Misuse(crate::engine::Misuse::NotInStock(wrong)) = refusal else { return drawn.span.clone() };
    let Hole::Known(cards) = &drawn.value else { return drawn.span.clone() };
    cards.iter().find(|card| card.value == wrong).map_or(drawn.span.clone(), |card| card.span.clone())
}

fn too_many(session: &Session, seat: Seat, wanted: usize, topic: Topic, span: &Span) -> Diagnostic {
    let most = offer(&session.rules, &session.hand, Verb::Exchange).map_or(0, |offer| offer.most);
    let name = session.name(seat);
    Diagnostic::new(Code::Illegal, span.clone(), format!("{name} may not exchange {wanted} cards"))
        .label(format!("refused: {topic}"))
        .clause(session.clause(topic))
        .help(format!("{name} may exchange {most} at the most"))
}

fn laid_down(session: &mut Session, seat: Seat, laid: &[At<Card>]) -> Option<Set> {
    let mut set = Set::EMPTY;
    for (index, card) in laid.iter().enumerate() {
        if !session.hand.held[seat].has(card.value) {
            session.wrong(not_held(session, seat, card));
            return None;
        }
        if let Some(first) = laid[..index].iter().find(|other| other.value == card.value) {
            session.wrong(twice(card.value, card.span.clone(), first.span.clone()));
            return None;
        }
        set = set.with(card.value);
    }
    Some(set)
}

/// The cards drawn: as written, or as the stock was told.
fn drawn_cards(session: &mut Session, number: usize, drawn: Option<&Drawn>, span: &Span) -> Option<Set> {
    let told: Vec<Card> = session.stock.iter().copied().take(number).collect();
    match drawn {
        Some(At { value: Hole::Known(cards), span }) => written(session, number, cards, &told, span),
        _ if told.len() == number => {
            if let Some(hole) = drawn {
                let wrong =
                    Diagnostic::new(Code::Unfilled, hole.span.clone(), format!("the stock gives {}", spell(&told)))
                        .label("to be filled");
                session.expect(Some(wrong.fix(spell(&told))));
            }
            session.stock.drain(..number);
            Some(told.into_iter().collect())
        }
        _ => {
            let span = drawn.map_or(span.clone(), |drawn| drawn.span.clone());
            let wrong = Diagnostic::new(Code::BadDraw, span, "nothing says which cards the stock gives")
                .label("draws unknown cards");
            session.wrong(wrong.help("write `for` and the cards, or tell the stock in the deal"));
            None
        }
    }
}

fn written(session: &mut Session, number: usize, cards: &[At<Card>], told: &[Card], span: &Span) -> Option<Set> {
    if cards.len() != number {
        let wrong = Diagnostic::new(Code::BadDraw, span.clone(), counted(cards.len(), number));
        session.wrong(wrong.label("as many are drawn as are laid down"));
        return None;
    }
    for (index, card) in cards.iter().enumerate() {
        if let Some(first) = cards[..index].iter().find(|other| other.value == card.value) {
            session.wrong(twice(card.value, card.span.clone(), first.span.clone()));
            return None;
        }
        if session.astray.has(card.value) {
            let message = format!("{} cannot come from the stock", card.value);
            let wrong = Diagnostic::new(Code::BadDraw, card.span.clone(), message);
            session.wrong(wrong.label("it went with the hand of one who held too many"));
            return None;
        }
        if let Some(next) = told.get(index) {
            let wrong = Diagnostic::new(Code::BadDraw, card.span.clone(), format!("the stock gives {next} here"))
                .label("not the next card of the stock")
                .fix(next.to_string());
            let differs = *next != card.value;
            session.expect(differs.then_some(wrong));
            if differs {
                return None;
            }
        }
    }
    session.stock.drain(..told.len());
    Some(cards.iter().map(|card| card.value).collect())
}

fn counted(drawn: usize, laid: usize) -> String {
    let are = if drawn == 1 { "card is" } else { "cards are" };
    format!("{drawn} {are} drawn for {laid} laid down")
}
