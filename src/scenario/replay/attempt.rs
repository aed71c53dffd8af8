//! `tries`: something that a clause refuses.

use super::deal::twice;
use super::expectation::{allowed, expect_choices, expect_clause, words_of};
use super::session::Session;
use super::statement::{foreign, not_held, out_of_turn};
use crate::cards::{Card, Seat};
use crate::engine::{Stage, breach, offers, why_no_claim, why_no_exchange};
use crate::rules::{Phase, Topic};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::story::Kind;
use crate::scenario::syntax::{At, Attempt, Choices, Deed, Hole, Span};

/// Checks that an attempt is refused, and why. A wrong expectation does not stop the hand.
pub(super) fn tries(
    session: &mut Session,
    seat: &At<Seat>,
    what: &At<Attempt>,
    clause: &At<Hole<String>>,
    legal: Option<&At<Hole<Choices>>>,
) -> bool {
    match &what.value {
        Attempt::To(deed) if matches!(**deed, Deed::Claims) => session.leave_turn_up(),
        Attempt::To(deed) if matches!(**deed, Deed::TakesTurnUp(_)) => {}
        _ => session.let_all_pass(),
    }
    let Some(refused) = refused(session, seat, what) else { return true };
    let Some(topic) = refused else {
        let name = session.name(seat.value);
        let wrong =
            Diagnostic::new(Code::WrongRefusal, what.span.clone(), format!("{name} may do this: no clause refuses it"))
                .label("allowed");
        session.expect(Some(permitted(session, wrong)));
        return true;
    };
    session.shown.insert(topic);
    expect_clause(session, Code::WrongRefusal, clause, topic);
    if let (Some(legal), Some((allowed, binding))) = (legal, allowed(session)) {
        expect_choices(session, Code::WrongRefusal, legal, &allowed, binding);
    }
    let (card, attempt) = words(session, &what.value);
    session.refused(Kind::Refused { seat: seat.value, card, attempt, clause: topic });
    true
}

/// Adds what else is allowed, and by which clause.
fn permitted(session: &Session, wrong: Diagnostic) -> Diagnostic {
    let plainly = "tell it as done, without `tries` and the bracket, or try something that is refused";
    let Some((choices, binding)) = allowed(session) else { return wrong.help(plainly) };
    let all = format!("legal here: {} ({binding})", words_of(session, &choices));
    wrong.help(all).help(plainly).clause(session.clause(binding))
}

/// The clause that refuses an attempt: none inside if nothing does, none at all if it makes no sense here.
fn refused(session: &mut Session, seat: &At<Seat>, what: &At<Attempt>) -> Option<Option<Topic>> {
    if let Attempt::To(deed) = &what.value {
        match &**deed {
            Deed::Claims => return Some(why_no_claim(&session.rules, &session.hand, seat.value)),
            Deed::Names(_) => return Some(naming_refused(session, seat.value)),
            Deed::TakesTurnUp(card) => return turn_up_refused(session, seat.value, card),
            _ => {}
        }
    }
    if session.hand.mover != seat.value || !session.hand.asks() {
        session.expect(Some(out_of_turn(session, seat, &what.span)));
        return None;
    }
    match &what.value {
        Attempt::Card(card) => card_refused(session, seat.value, *card, &what.span),
        Attempt::To(deed) => deed_refused(session, seat.value, deed),
    }
}

fn card_refused(session: &mut Session, seat: Seat, card: Card, span: &Span) -> Option<Option<Topic>> {
    if !session.hand.held[seat].has(card) {
        let at = At { value: card, span: span.clone() };
        let wrong = not_held(session, seat, &at);
        session.expect(Some(wrong));
        return None;
    }
    if session.hand.stage != Stage::In(Phase::Tricks) {
        return Some(Some(Topic::DeclOrder));
    }
    Some(breach(&session.rules, &session.hand, card))
}

fn naming_refused(session: &Session, seat: Seat) -> Option<Topic> {
    let asked = session.hand.stage == Stage::In(Phase::Naming) && session.hand.mover == seat;
    (!asked).then_some(Topic::PamNames)
}

/// Anyone may reach for the turn-up at any time, and be refused.
fn turn_up_refused(session: &mut Session, seat: Seat, card: &At<Card>) -> Option<Option<Topic>> {
    if !session.hand.held[seat].has(card.value) {
        let wrong = not_held(session, seat, card);
        session.expect(Some(wrong));
        return None;
    }
    let hand = &session.hand;
    let offered = offers(&session.rules, hand).is_some_and(|offers| offers.turn_up);
    let allowed = hand.mover == seat && (offered || hand.stage == Stage::In(Phase::TurnUp));
    Some((!allowed).then_some(Topic::TurnOwner))
}

fn deed_refused(session: &mut Session, seat: Seat, deed: &Deed) -> Option<Option<Topic>> {
    if let Some(topic) = foreign(&session.rules, deed) {
        return Some(Some(topic));
    }
    if let Deed::Exchanges(laid, _) = deed
        && let Some((card, first)) = repeated(laid)
    {
        session.expect(Some(twice(card.value, card.span.clone(), first.span.clone())));
        return None;
    }
    if let Deed::Exchanges(laid, _) = deed
        && let Some(card) = laid.iter().find(|card| !session.hand.held[seat].has(card.value))
    {
        let wrong = not_held(session, seat, card);
        session.expect(Some(wrong));
        return None;
    }
    let Some(offers) = offers(&session.rules, &session.hand) else {
        let again = matches!(deed, Deed::Exchanges(..)) && session.hand.exchanged.has(seat);
        return Some(Some(if again { Topic::ExchangeOnce } else { Topic::DeclFinal }));
    };
    Some(match deed {
        Deed::Folds => offers.why_no_fold(),
        Deed::Stands => (!offers.stand).then_some(Topic::DeclStand),
        Deed::Exchanges(laid, _) => why_no_exchange(&session.rules, &session.hand, laid.len()),
        Deed::TakesFille => (!offers.fille).then_some(Topic::DeclFille),
        _ => None,
    })
}

/// The first card that stands a second time, and where it stood first.
fn repeated(cards: &[At<Card>]) -> Option<(&At<Card>, &At<Card>)> {
    let first = |index: usize| cards[..index].iter().find(|first| first.value == cards[index].value);
    (1..cards.len()).find_map(|index| first(index).map(|first| (&cards[index], first)))
}

fn words(session: &Session, what: &Attempt) -> (Option<Card>, String) {
    match what {
        Attempt::Card(card) => (Some(*card), format!("to play {card}")),
        Attempt::To(deed) => (None, deed_words(session, deed)),
    }
}

fn deed_words(session: &Session, deed: &Deed) -> String {
    match deed {
        Deed::Folds => "to fold".into(),
        Deed::Stands => "to stand".into(),
        Deed::Exchanges(laid, _) => {
            let cards: Vec<String> = laid.iter().map(|card| card.value.to_string()).collect();
            format!("to exchange {}", cards.join(" "))
        }
        Deed::Claims => format!("to claim the {}", session.rules.terms.flush),
        Deed::TakesFille => "to take the fille".into(),
        Deed::TakesTurnUp(card) => format!("to take the turn-up for {}", card.value),
        Deed::Names(suit) => format!("to name {}", suit.value.name()),
        _ => "something else".into(),
    }
}
