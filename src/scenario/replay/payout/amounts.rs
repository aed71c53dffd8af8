//! What a payout should say: its entries, and the amount of each.

use super::super::session::Session;
use super::super::story::payment;
use crate::cards::{Seat, Seats};
use crate::engine::{AmountReason, EventKind, table_for_next_deal};
use crate::mus::{DealEnd, MusState};
use crate::rules::mus::{BettingPhase, Sides};
use crate::rules::{ClauseId, Finish};
use crate::scenario::text::PayoutSubject;
use crate::scenario::text::syntax::Side;

/// What an entry should say, in chips; at Mus in stones, games or rounds.
pub fn amount(session: &Session, about: PayoutSubject) -> i64 {
    let (rules, table, deal) = (&session.rules, &session.table, &session.mus.hand);
    match about {
        PayoutSubject::Pool => session.now.pool,
        PayoutSubject::NextPool => table_for_next_deal(rules, table).next_pool(rules),
        PayoutSubject::Waiting => table_for_next_deal(rules, table).waiting_chips(rules),
        PayoutSubject::SidePot => table_for_next_deal(rules, table).next_side_pot(rules),
        PayoutSubject::Points(seat) => points(session, seat).unwrap_or_default(),
        PayoutSubject::Takes(_) | PayoutSubject::Pays(..) | PayoutSubject::PaysIn(_) => {
            called(session, about).map(|(.., chips)| chips).sum()
        }
        PayoutSubject::Owes(seat) => session.hand.debts_made[seat],
        PayoutSubject::Has(seat) if session.is_mus() => deal.table.purses[seat],
        PayoutSubject::Has(seat) => table.purses[seat],
        PayoutSubject::BettingPhase(lance, (side, _)) => deal.stones_taken[lance.place()][side],
        PayoutSubject::Ordago((side, _)) => deal.ordago_stones[side],
        PayoutSubject::Score(side) => deal.table.score[side],
        PayoutSubject::Games(side) => deal.table.games_won[side],
        PayoutSubject::Lost(seat) => deal.table.rounds_lost[seat],
        PayoutSubject::All => 0,
    }
}

fn points(session: &Session, seat: Seat) -> Option<i64> {
    session
        .rules
        .score
        .value
        .0
        .map(|score| i64::from(score.start - session.table.points_down[seat]))
}

/// The chips that move or come to be owed and that a payout calls so, each with its clause.
pub fn called<'a>(
    session: &'a Session,
    about: PayoutSubject,
) -> impl Iterator<Item = (ClauseId, AmountReason, i64)> + 'a {
    session
        .now
        .events
        .iter()
        .filter_map(move |event| match (event.kind, payment(event)) {
            (EventKind::DebtMade(who, chips, came), _) if about == PayoutSubject::Owes(who) => {
                Some((event.clause, came, chips))
            }
            (_, Some((called, moved))) if about == called => {
                Some((event.clause, moved.reason, moved.chips))
            }
            _ => None,
        })
}

/// The whole payout, in the order in which an author would write it.
pub fn whole(session: &Session) -> Vec<PayoutSubject> {
    if session.is_mus() {
        return whole_at_mus(session);
    }
    let any = |about: &PayoutSubject| amount(session, *about) > 0;
    let seats = || (0..session.hand.seats).map(Seat);
    let pays = seats().flat_map(|from| seats().map(move |to| (from, to)));
    let pays = pays.filter(|(from, to)| {
        called(session, PayoutSubject::Pays(*from, *to))
            .next()
            .is_some()
    });
    std::iter::once(PayoutSubject::Pool)
        .chain(
            session
                .hand
                .seats_in_turn()
                .map(PayoutSubject::Takes)
                .filter(any),
        )
        .chain(
            session
                .hand
                .seats_in_turn()
                .map(PayoutSubject::Owes)
                .filter(any),
        )
        .chain(pays.map(|(from, to)| PayoutSubject::Pays(from, to)))
        .chain(
            session
                .hand
                .seats_in_turn()
                .map(PayoutSubject::PaysIn)
                .filter(any),
        )
        .chain(
            seats()
                .filter(|seat| points(session, *seat).is_some())
                .map(PayoutSubject::Points),
        )
        .chain(whole_of_next_pool(session))
        .collect()
}

/// What a payout says of the next pool; nothing where the session is over.
fn whole_of_next_pool(session: &Session) -> Vec<PayoutSubject> {
    if session.is_session_over() {
        return Vec::new();
    }
    let mut lines = vec![PayoutSubject::NextPool];
    if amount(session, PayoutSubject::Waiting) > 0 {
        lines.push(PayoutSubject::Waiting);
    }
    if session.rules.pool_cap.value.0.is_some() {
        lines.push(PayoutSubject::SidePot);
    }
    lines
}

fn whole_at_mus(session: &Session) -> Vec<PayoutSubject> {
    let (rules, hand) = (&session.rules, &session.mus.hand);
    let sides: Seats = hand
        .players
        .iter()
        .map(|seat| MusState::side_of(rules, seat))
        .collect();
    let each = |about: &dyn Fn(Side) -> PayoutSubject| {
        sides
            .iter()
            .map(|side| about((side, None)))
            .collect::<Vec<_>>()
    };
    let mut all: Vec<PayoutSubject> = BettingPhase::ALL
        .iter()
        .flat_map(|lance| each(&|side| PayoutSubject::BettingPhase(*lance, side)))
        .collect();
    all.extend(each(&PayoutSubject::Ordago));
    all.retain(|about| amount(session, *about) > 0);
    if is_single(session) {
        all.extend(Seats::all(hand.table.seats).iter().map(PayoutSubject::Has));
        if let (Some(DealEnd::Round(seat)), Finish::Losses(_)) = (hand.end, rules.end.value.finish)
        {
            all.push(PayoutSubject::Lost(seat));
        }
        return all;
    }
    all.extend([0, 1].map(|side| PayoutSubject::Score(Seat(side))));
    if matches!(hand.end, Some(DealEnd::Game(_))) {
        all.extend([0, 1].map(|side| PayoutSubject::Games(Seat(side))));
    }
    all
}

pub fn is_single(session: &Session) -> bool {
    session.rules.sides.value == Sides::Single
}
