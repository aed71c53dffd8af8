//! Why an amount of the payout is what it is: its sums and their clauses, in words.

use super::session::{Session, list};
use crate::cards::Seat;
use crate::engine::{Account, Event, Fact, Move, Transfer};
use crate::rules::{Sort, Topic};
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::payment::Payment;
use crate::scenario::story::Kind;
use crate::scenario::sum::{number, sum};
use crate::scenario::syntax::Entry;

/// What is said beside an amount.
#[derive(Default)]
pub(super) struct Reason {
    /// Why, in short.
    short: String,
    /// Each sum, with its clause.
    sums: Vec<String>,
    /// The clause it rests on.
    clause: Option<Topic>,
}

impl Reason {
    /// Adds it to a diagnostic.
    pub(super) fn explain(self, session: &Session, wrong: Diagnostic) -> Diagnostic {
        let wrong = self.sums.into_iter().fold(wrong.label(self.short), Diagnostic::help);
        match self.clause {
            Some(topic) => wrong.clause(session.clause(topic)),
            None => wrong,
        }
    }
}

/// Why an entry's amount is what it is.
pub(super) fn reason(session: &Session, entry: &Entry) -> Reason {
    match entry {
        Entry::Pool(_) => pool(session),
        Entry::NextPool(_) => next_pool(session),
        Entry::Waiting(_) => waiting(session),
        Entry::Takes(seat, _) => takes(session, seat.value),
        Entry::Owes(seat, _) => owes(session, seat.value),
        Entry::Has(seat, _) => has(session, seat.value),
        Entry::Pays(from, _, to) => pays(session, from.value, to.value),
        Entry::All => Reason::default(),
    }
}

fn takes(session: &Session, to: Seat) -> Reason {
    summed(called(session, Payment::Takes(to)), || nothing(session, to))
}

fn pays(session: &Session, from: Seat, to: Seat) -> Reason {
    summed(called(session, Payment::Pays(from, to)), || Reason {
        short: "nothing is due between them".into(),
        ..Reason::default()
    })
}

/// The moves that a payout calls so.
fn called<'a>(session: &'a Session, payment: Payment) -> impl Iterator<Item = (Topic, Transfer)> + 'a {
    let moves = session.events.iter().filter_map(|event| Payment::of(event).map(|called| (event.clause, called)));
    moves.filter(move |(_, (called, _))| *called == payment).map(|(clause, (_, transfer))| (clause, transfer))
}

/// Sums and their clauses, or what is said if there are none.
fn summed(moves: impl Iterator<Item = (Topic, Transfer)>, none: impl FnOnce() -> Reason) -> Reason {
    let moves: Vec<(Topic, Transfer)> = moves.collect();
    let Some((clause, _)) = moves.first() else { return none() };
    let say = |(clause, moved): &(Topic, Transfer)| format!("{} ({clause})", sum(moved.sum, moved.chips, &[]));
    Reason { short: "another amount".into(), sums: moves.iter().map(say).collect(), clause: Some(*clause) }
}

/// Why a seat takes nothing.
fn nothing(session: &Session, seat: Seat) -> Reason {
    let name = session.name(seat);
    let (short, clause) = match outcome(session) {
        Some(Event { fact: Fact::Void, clause }) => ("the pool stays for the next hand".to_string(), clause),
        Some(Event { fact: Fact::BestFlush(winner), .. }) => {
            (format!("{}'s flush takes the pool", session.name(winner)), Topic::FlushTake)
        }
        Some(Event { fact: Fact::Alone(winner), clause }) => {
            (format!("{} is left alone and takes the pool", session.name(winner)), clause)
        }
        _ => (format!("{name} {}", without_trick(session, seat)), Topic::PayShare),
    };
    Reason { short, sums: Vec::new(), clause: Some(clause) }
}

/// What ended the hand, if not its tricks.
fn outcome(session: &Session) -> Option<Event> {
    let ends = |event: &&Event| matches!(event.fact, Fact::Void | Fact::BestFlush(_) | Fact::Alone(_));
    session.events.iter().find(ends).copied()
}

fn without_trick(session: &Session, seat: Seat) -> &'static str {
    let did = |is: fn(Move) -> bool| {
        session.events.iter().filter_map(|event| event.fact.did()).any(|(who, does)| who == seat && is(does))
    };
    let folded = did(|does| does == Move::Fold);
    let out = did(|does| does.verb().sort() == Sort::Fault);
    match (folded, out) {
        (true, _) => "folded",
        (_, true) => "is out of this hand",
        _ => "won no trick",
    }
}

fn owes(session: &Session, seat: Seat) -> Reason {
    let say = |event: &Event| match event.fact {
        Fact::Owes(who, chips, came) if who == seat => {
            Some((event.clause, format!("{} ({})", sum(came, chips, &[]), event.clause)))
        }
        _ => None,
    };
    let made: Vec<(Topic, String)> = session.events.iter().filter_map(say).collect();
    let Some((clause, _)) = made.first() else { return owes_nothing(session, seat) };
    Reason {
        short: "another amount".into(),
        clause: Some(*clause),
        sums: made.into_iter().map(|(_, sum)| sum).collect(),
    }
}

fn owes_nothing(session: &Session, seat: Seat) -> Reason {
    let name = session.name(seat);
    let short = match session.hand.tricks[seat] {
        _ if outcome(session).is_some() => format!("no debt falls on {name}"),
        0 => format!("{name} {}", without_trick(session, seat)),
        1 => format!("{name} won a trick"),
        tricks => format!("{name} won {tricks} tricks"),
    };
    Reason { short, sums: Vec::new(), clause: Some(Topic::DebtMake) }
}

/// What came into the pool when the hand opened.
fn pool(session: &Session) -> Reason {
    let entered = |event: &Event| match event.fact {
        Fact::Moved(moved) if moved.to == Account::Pool => {
            Some(format!("{} ({})", sum(moved.sum, moved.chips, &[]), event.clause))
        }
        _ => None,
    };
    let sums: Vec<String> = opening(session).iter().filter_map(entered).collect();
    Reason { short: "another amount".into(), sums, clause: Some(Topic::Stake) }
}

fn opening<'a>(session: &'a Session) -> &'a [Event] {
    let deal = session.steps.iter().find(|step| step.hand == session.number && step.kind == Kind::Deal);
    deal.map_or(&[], |step| &step.events)
}

fn next_pool(session: &Session) -> Reason {
    let (rules, table) = (&session.rules, &session.table);
    let left = (table.pool > 0).then(|| format!("{} left in it", number(table.pool)));
    let debts = table.debts[table.entering(rules)].iter();
    let debts = debts
        .map(|debt| format!("{} of {}'s debt ({})", number(debt.chips), session.name(debt.debtor), Topic::DebtEnter));
    let stake = (!table.staked).then(|| format!("{} of the stake ({})", number(rules.stake.value.chips), Topic::Stake));
    let parts: Vec<String> = left.into_iter().chain(debts).chain(stake).collect();
    Reason { short: "another amount".into(), sums: vec![parts.join(" + ")], clause: Some(Topic::DebtEnter) }
}

fn waiting(session: &Session) -> Reason {
    let table = &session.table;
    let entering = table.entering(&session.rules);
    let waits = table.debts.iter().enumerate().filter(|(at, _)| !entering.contains(at));
    let debts: Vec<String> =
        waits.map(|(_, debt)| format!("{} of {}'s", number(debt.chips), session.name(debt.debtor))).collect();
    let short = if debts.is_empty() { "no debt waits beside the pool" } else { "the debts that wait" };
    let sums = if debts.is_empty() { Vec::new() } else { vec![list(debts.iter())] };
    Reason { short: short.into(), sums, clause: Some(Topic::DebtEnter) }
}

/// A purse before the hand, and what went through it.
fn has(session: &Session, seat: Seat) -> Reason {
    let opened = opening(session).iter().filter(|event| matches!(event.clause, Topic::Stake | Topic::DebtEnter));
    let (mut paid, mut taken) = (0, 0);
    for event in opened.chain(&session.events) {
        let Fact::Moved(moved) = event.fact else { continue };
        paid += if moved.from == Account::Seat(seat) { moved.chips } else { 0 };
        taken += if moved.to == Account::Seat(seat) { moved.chips } else { 0 };
    }
    let now = session.table.purses[seat];
    let sums = vec![format!(
        "{} before the hand − {} paid + {} taken = {}",
        number(now - taken + paid),
        number(paid),
        number(taken),
        number(now)
    )];
    Reason { short: "after the hand".into(), sums, clause: None }
}
