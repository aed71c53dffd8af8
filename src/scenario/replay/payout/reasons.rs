//! Why each amount of a payout is what it is.

use super::super::errors::list;
use super::super::session::Session;
use super::super::story::{Kind, number, sum};
use super::super::tricks::without_trick;
use super::amounts::called;
use crate::cards::Seat;
use crate::engine::{Account, AmountReason, Event, EventKind, table_for_next_deal};
use crate::mus::{self, MusState};
use crate::rules::ClauseId;
use crate::scenario::text::{Diagnostic, PayoutSubject};

/// Why an amount is what it is, and the clause it rests on.
type Reason = (String, Option<ClauseId>);

pub fn explained(session: &Session, about: PayoutSubject, mut wrong: Diagnostic) -> Diagnostic {
    let other = || "another amount".to_owned();
    let (why, clause) = summed(&mut called(session, about)).unwrap_or_else(|| match about {
        _ if session.is_mus() => (payments(session, about), Some(ClauseId::PayOrder)),
        PayoutSubject::Pool => {
            let entered = |event: &Event| {
                event
                    .kind
                    .as_transfer()
                    .filter(|moved| moved.to == Account::Pool)
            };
            let entered = |event: &Event| {
                entered(event).map(|moved| (event.clause, moved.reason, moved.chips))
            };
            let sums = summed(&mut opening(session).iter().filter_map(entered));
            (
                sums.map_or_else(other, |(sums, _)| sums),
                Some(ClauseId::Stake),
            )
        }
        PayoutSubject::NextPool => (next_pool(session), Some(ClauseId::DebtEnter)),
        PayoutSubject::Waiting => {
            let entering = session.table.entering_debts(&session.rules);
            let waits = session
                .table
                .debts
                .iter()
                .enumerate()
                .filter(|(at, _)| !entering.contains(at));
            let debts = list(waits.map(|(_, debt)| {
                format!("{} of {}'s", number(debt.chips), session.name(debt.debtor))
            }));
            let why = if debts.is_empty() {
                "no debt waits beside the pool"
            } else {
                "the debts that wait"
            };
            wrong.help.extend((!debts.is_empty()).then_some(debts));
            (why.to_owned(), Some(ClauseId::DebtEnter))
        }
        PayoutSubject::Takes(seat) => takes_nothing(session, seat),
        PayoutSubject::Owes(seat) => (owes_nothing(session, seat), Some(ClauseId::DebtMake)),
        PayoutSubject::Has(seat) => {
            wrong.help.push(purse(session, seat));
            ("after the hand".to_owned(), None)
        }
        PayoutSubject::Points(_) => ("after the hand".to_owned(), Some(ClauseId::Score)),
        PayoutSubject::Pays(..) => ("nothing is due between them".to_owned(), None),
        PayoutSubject::PaysIn(_) => (
            "nothing is due to this pool".to_owned(),
            Some(ClauseId::DebtMake),
        ),
        PayoutSubject::SidePot => (other(), Some(ClauseId::PoolCap)),
        _ => Reason::default(),
    });
    clause
        .into_iter()
        .fold(wrong.with_label(why), |wrong, topic| {
            wrong.with_clause(topic.id())
        })
}

/// How chips came about that events tell of, each with its clause; none if there are none.
fn summed(events: &mut dyn Iterator<Item = (ClauseId, AmountReason, i64)>) -> Option<Reason> {
    let (clauses, sums): (Vec<ClauseId>, Vec<String>) = events
        .map(|(clause, came, chips)| (clause, format!("{} ({clause})", sum(came, chips, &[]))))
        .unzip();
    clauses
        .first()
        .map(|clause| (sums.join(" and "), Some(*clause)))
}

/// What an amount is made of: each payment with its clause.
fn payments(session: &Session, about: PayoutSubject) -> String {
    let PayoutSubject::BettingPhase(lance, (side, _)) = about else {
        return "another number".into();
    };
    let of_deal = session
        .story
        .mus
        .iter()
        .filter(|step| step.hand == session.now.number);
    let paid = of_deal
        .flat_map(|step| &step.events)
        .filter_map(|event| match event.kind {
            mus::MusEventKind::StonesPaid(of, seat, chips)
                if of == lance && MusState::side_of(&session.rules, seat) == side =>
            {
                Some(format!("{chips} ({})", event.clause))
            }
            _ => None,
        });
    let paid: Vec<String> = paid.collect();
    if paid.is_empty() {
        "nothing was paid".into()
    } else {
        paid.join(" + ")
    }
}

fn takes_nothing(session: &Session, seat: Seat) -> Reason {
    let name = |seat| session.name(seat);
    let (short, clause) = match outcome(session).map(|Event { kind: fact, clause }| (fact, clause))
    {
        Some((EventKind::Void, clause)) => ("the pool stays for the next hand".to_string(), clause),
        Some((EventKind::BestFlush(winner), _)) => (
            format!("{}'s flush takes the pool", name(winner)),
            ClauseId::FlushTake,
        ),
        Some((EventKind::LeftAlone(winner), clause)) => (
            format!("{} is left alone and takes the pool", name(winner)),
            clause,
        ),
        _ => (
            format!("{} {}", name(seat), without_trick(session, seat)),
            ClauseId::PayShare,
        ),
    };
    (short, Some(clause))
}

/// What ended the hand, if not its tricks.
fn outcome(session: &Session) -> Option<Event> {
    let ends = |event: &&Event| {
        matches!(
            event.kind,
            EventKind::Void | EventKind::BestFlush(_) | EventKind::LeftAlone(_)
        )
    };
    session.now.events.iter().find(ends).copied()
}

fn owes_nothing(session: &Session, seat: Seat) -> String {
    let name = session.name(seat);
    match session.hand.tricks_won[seat] {
        _ if outcome(session).is_some() => format!("no debt falls on {name}"),
        0 => format!("{name} {}", without_trick(session, seat)),
        1 => format!("{name} won a trick"),
        tricks => format!("{name} won {tricks} tricks"),
    }
}

fn opening<'a>(session: &'a Session) -> &'a [Event] {
    let deal = session
        .story
        .steps
        .iter()
        .find(|step| step.hand == session.now.number && step.kind == Kind::Deal);
    deal.map_or(&[], |step| &step.events)
}

fn next_pool(session: &Session) -> String {
    let (rules, table) = (&session.rules, &session.table);
    let of =
        |chips: i64, of_what: String| (chips > 0).then(|| format!("{} {of_what}", number(chips)));
    let mut parts = vec![
        of(table.pool, "left in it".into()),
        of(table.side_pot, "that waited beside it".into()),
    ];
    for debt in &table.debts[table.entering_debts(rules)] {
        let (chips, name) = (number(debt.chips), session.name(debt.debtor));
        parts.push(Some(format!(
            "{chips} of {name}'s debt ({})",
            ClauseId::DebtEnter
        )));
    }
    parts.push(of(
        table.stake_chips(rules),
        format!("of the stake ({})", ClauseId::Stake),
    ));
    let sum = parts.into_iter().flatten().collect::<Vec<_>>().join(" + ");
    match rules
        .pool_cap
        .value
        .0
        .filter(|_| table_for_next_deal(rules, table).next_side_pot(rules) > 0)
    {
        Some(limit) => format!(
            "{sum}, of which it may hold {limit} ({})",
            ClauseId::PoolCap
        ),
        None => sum,
    }
}

/// A purse before the hand, and what went through it.
fn purse(session: &Session, seat: Seat) -> String {
    let opened = opening(session)
        .iter()
        .filter(|event| matches!(event.clause, ClauseId::Stake | ClauseId::DebtEnter));
    let (mut paid, mut taken) = (0, 0);
    for event in opened.chain(&session.now.events) {
        let EventKind::Transferred(moved) = event.kind else {
            continue;
        };
        paid += if moved.from == Account::Seat(seat) {
            moved.chips
        } else {
            0
        };
        taken += if moved.to == Account::Seat(seat) {
            moved.chips
        } else {
            0
        };
    }
    let now = session.table.purses[seat];
    let [before, paid, taken, now] = [now - taken + paid, paid, taken, now].map(number);
    format!("{before} before the hand − {paid} paid + {taken} taken = {now}")
}
