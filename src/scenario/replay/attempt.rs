//! `tries`: something that a clause refuses.

use super::deal::twice;
use super::expectation::{allowed, expect_choices, expect_clause, words_of};
use super::session::Session;
use super::statement::{not_held, out_of_turn};
use crate::cards::{Card, Letters, Seat};
use crate::engine::why_not;
use crate::rules::{Sort, Topic, Verb};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::notation::{Mood, Slots, phrase};
use crate::scenario::story::Kind;
use crate::scenario::syntax::{At, Choices, Deed, Hole};

/// Checks that an attempt is refused, and why. A wrong expectation does not stop the hand.
pub(super) fn tries(
    session: &mut Session,
    seat: &At<Seat>,
    what: &At<Deed>,
    clause: &At<Hole<String>>,
    legal: Option<&At<Hole<Choices>>>,
) {
    match what.value.verb {
        Verb::Claim => session.leave_turn_up(),
        Verb::TakeTurnUp => {}
        _ => session.let_all_pass(),
    }
    let Some(refused) = refused(session, seat, what) else { return };
    let Some(topic) = refused else {
        let name = session.name(seat.value);
        let wrong =
            Diagnostic::new(Code::WrongRefusal, what.span.clone(), format!("{name} may do this: no clause refuses it"))
                .label("allowed");
        session.expect(Some(permitted(session, wrong)));
        return;
    };
    session.shown.insert(topic);
    expect_clause(session, Code::WrongRefusal, clause, topic);
    if let (Some(legal), Some((allowed, binding))) = (legal, allowed(session)) {
        expect_choices(session, Code::WrongRefusal, legal, &allowed, binding);
    }
    let card = what.value.cards.first().map(|card| card.value).filter(|_| what.value.verb == Verb::Play);
    let attempt = words(session, &what.value);
    session.refused(Kind::Refused { seat: seat.value, card, attempt, clause: topic });
}

/// Adds what else is allowed, and by which clause.
fn permitted(session: &Session, wrong: Diagnostic) -> Diagnostic {
    let plainly = "tell it as done, without `tries` and the bracket, or try something that is refused";
    let Some((choices, binding)) = allowed(session) else { return wrong.help(plainly) };
    let all = format!("legal here: {} ({binding})", words_of(session, &choices));
    wrong.help(all).help(plainly).clause(session.clause(binding))
}

/// The clause that refuses an attempt: none inside if nothing does, none at all if it makes no sense here.
fn refused(session: &mut Session, seat: &At<Seat>, what: &At<Deed>) -> Option<Option<Topic>> {
    let (verb, cards) = (what.value.verb, &what.value.cards);
    // Anyone may claim, name a suit, or reach for the turn-up at any time, and be refused.
    let anyone = verb.sort() == Sort::Answer || verb == Verb::TakeTurnUp;
    let wrong = if !anyone && (session.hand.mover != seat.value || !session.hand.asks()) {
        Some(out_of_turn(session, seat, &what.span))
    } else if let Some((card, first)) = repeated(cards) {
        Some(twice(card.value, card.span.clone(), first.span.clone()))
    } else {
        let foreign = cards.iter().find(|card| !session.hand.held[seat.value].has(card.value));
        foreign.map(|card| not_held(session, seat.value, card))
    };
    match (wrong, what.value.told()) {
        (None, Some(does)) => Some(why_not(&session.rules, &session.hand, seat.value, does)),
        (wrong, _) => {
            session.expect(wrong);
            None
        }
    }
}

/// The first card that stands a second time, and where it stood first.
fn repeated(cards: &[At<Card>]) -> Option<(&At<Card>, &At<Card>)> {
    let first = |index: usize| cards[..index].iter().find(|first| first.value == cards[index].value);
    (1..cards.len()).find_map(|index| first(index).map(|first| (&cards[index], first)))
}

/// What is tried, in words, its cards in the order in which they are written.
fn words(session: &Session, deed: &Deed) -> String {
    let cards: Vec<String> = deed.cards.iter().map(|card| card.value.to_string()).collect();
    let slots = Slots {
        cards: cards.join(" "),
        suit: deed.suit.as_ref().map_or("", |suit| suit.value.name()).to_owned(),
        flush: session.rules.terms.flush,
        ..Slots::default()
    };
    let words = phrase(deed.verb, Mood::Tries, Letters::English, &slots).unwrap_or_default();
    if deed.verb == Verb::Play { format!("to {} {words}", deed.verb.label()) } else { words }
}
