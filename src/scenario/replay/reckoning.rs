//! The payout: who takes, owes and pays, and what the next hand finds.

use super::session::Session;
use crate::cards::{PerSeat, Seat};
use crate::engine::{Account, Fact, Stage, ahead};
use crate::rules::Topic;
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::{At, Entry, Hole, Span};
use std::collections::BTreeMap;

/// What a finished hand comes to, in chips.
struct Reckoning {
    pool: i64,
    takes: PerSeat<i64>,
    owes: PerSeat<i64>,
    pays: BTreeMap<(Seat, Seat), i64>,
    next_pool: i64,
    waiting: i64,
    has: PerSeat<i64>,
}

/// Checks a payout fence and ends the hand; false if it cannot be ended.
pub(super) fn payout(session: &mut Session, entries: &[At<Entry>], span: &Span) -> bool {
    session.let_all_pass();
    if session.paid {
        session.wrong(Diagnostic::new(Code::MisplacedFence, span.clone(), "this hand has a payout already"));
        return false;
    }
    if session.hand.stage != Stage::Over {
        let place = entries.first().map_or(span.clone(), |entry| entry.span.clone());
        let wrong = Diagnostic::new(Code::Unfinished, place, "the hand is not over").label(session.whom());
        session.wrong(wrong.help("a payout stands at the end of a hand"));
        return false;
    }
    session.close_hand();
    let reckoning = reckon(session);
    if let Some(all) = entries.iter().find(|entry| entry.value == Entry::All) {
        let text = write(session, &reckoning);
        session.expect(Some(Diagnostic::new(Code::Unfilled, all.span.clone(), "the payout is to be filled").fix(text)));
        return true;
    }
    for entry in entries {
        check(session, &reckoning, entry);
    }
    complete(session, &reckoning, entries, span);
    repeated(session, entries);
    true
}

fn reckon(session: &Session) -> Reckoning {
    let mut takes = PerSeat::all(0);
    let mut pays = BTreeMap::new();
    for event in &session.events {
        let Fact::Moved(transfer) = event.fact else { continue };
        match (transfer.from, transfer.to) {
            (Account::Pool, Account::Seat(to)) => takes[to] += transfer.chips,
            (Account::Seat(_), Account::Seat(to)) if event.clause == Topic::DebtSweep => takes[to] += transfer.chips,
            (Account::Seat(from), Account::Seat(to)) => *pays.entry((from, to)).or_insert(0) += transfer.chips,
            _ => {}
        }
    }
    let (rules, table) = (&session.rules, &session.table);
    let next = ahead(rules, table);
    Reckoning {
        pool: session.pool,
        takes,
        owes: session.hand.owes,
        pays,
        next_pool: next.next_pool(rules),
        waiting: next.waiting(rules),
        has: table.purses,
    }
}

fn check(session: &mut Session, reckoning: &Reckoning, entry: &At<Entry>) {
    let (amount, right, what) = match &entry.value {
        Entry::Pool(amount) => (amount, reckoning.pool, "the pool is".to_string()),
        Entry::NextPool(amount) => (amount, reckoning.next_pool, "the next pool will be".into()),
        Entry::Waiting(amount) => (amount, reckoning.waiting, "what waits is".into()),
        Entry::Takes(seat, amount) => {
            (amount, reckoning.takes[seat.value], format!("{} takes", session.name(seat.value)))
        }
        Entry::Owes(seat, amount) => (amount, reckoning.owes[seat.value], format!("{} owes", session.name(seat.value))),
        Entry::Has(seat, amount) => (amount, reckoning.has[seat.value], format!("{} has", session.name(seat.value))),
        Entry::Pays(from, amount, to) => {
            let right = reckoning.pays.get(&(from.value, to.value)).copied().unwrap_or(0);
            (amount, right, format!("to {}, {} pays", session.name(to.value), session.name(from.value)))
        }
        Entry::All => return,
    };
    let say = |code| Diagnostic::new(code, amount.span.clone(), format!("{what} {right}")).fix(right.to_string());
    let wrong = match amount.value {
        Hole::Known(known) => (known != right).then(|| say(Code::WrongPayout)),
        Hole::Open => Some(say(Code::Unfilled)),
    };
    session.expect(wrong);
}

/// What happens and is not listed, where a payout stands.
fn complete(session: &mut Session, reckoning: &Reckoning, entries: &[At<Entry>], span: &Span) {
    let takes = |seat| entries.iter().any(|entry| matches!(&entry.value, Entry::Takes(who, _) if who.value == seat));
    let owes = |seat| entries.iter().any(|entry| matches!(&entry.value, Entry::Owes(who, _) if who.value == seat));
    let mut missing = Vec::new();
    for seat in session.hand.in_turn() {
        let name = session.name(seat);
        if reckoning.takes[seat] > 0 && !takes(seat) {
            missing.push(format!("{name} takes {}", reckoning.takes[seat]));
        }
        if reckoning.owes[seat] > 0 && !owes(seat) {
            missing.push(format!("{name} owes {}", reckoning.owes[seat]));
        }
    }
    let pays = |from, to| {
        entries.iter().any(
            |entry| matches!(&entry.value, Entry::Pays(payer, _, payee) if payer.value == from && payee.value == to),
        )
    };
    for ((from, to), chips) in &reckoning.pays {
        if !pays(*from, *to) {
            missing.push(format!("{} pays {chips} to {}", session.name(*from), session.name(*to)));
        }
    }
    let place = entries.last().map_or(span.clone(), |entry| entry.span.clone());
    for line in missing {
        let wrong =
            Diagnostic::new(Code::WrongPayout, place.clone(), format!("{line}, and the payout does not say so"));
        session.wrong(wrong.help(format!("write `{line}` on a line of its own")));
    }
}

fn repeated(session: &mut Session, entries: &[At<Entry>]) {
    for (index, entry) in entries.iter().enumerate() {
        if let Some(first) = entries[..index].iter().find(|other| key(&other.value) == key(&entry.value)) {
            let wrong = Diagnostic::new(Code::WrongPayout, entry.span.clone(), "this stands twice")
                .related(first.span.clone(), "first here");
            session.wrong(wrong);
        }
    }
}

/// What an entry is about: two of the same are one too many.
fn key(entry: &Entry) -> (u8, Option<Seat>, Option<Seat>) {
    match entry {
        Entry::Pool(_) => (0, None, None),
        Entry::NextPool(_) => (1, None, None),
        Entry::Waiting(_) => (2, None, None),
        Entry::Takes(seat, _) => (3, Some(seat.value), None),
        Entry::Owes(seat, _) => (4, Some(seat.value), None),
        Entry::Has(seat, _) => (5, Some(seat.value), None),
        Entry::Pays(from, _, to) => (6, Some(from.value), Some(to.value)),
        Entry::All => (7, None, None),
    }
}

/// The whole payout, as an author would write it.
fn write(session: &Session, reckoning: &Reckoning) -> String {
    let seats = || session.hand.in_turn();
    let line = |verb: &str, amounts: &PerSeat<i64>| {
        let words = seats()
            .filter(|seat| amounts[*seat] > 0)
            .map(|seat| format!("{} {verb} {}", session.name(seat), amounts[seat]));
        words.collect::<Vec<_>>().join(", ")
    };
    let waiting = (reckoning.waiting > 0).then(|| format!("waiting {}", reckoning.waiting));
    let pays = reckoning
        .pays
        .iter()
        .map(|((from, to), chips)| format!("{} pays {chips} to {}", session.name(*from), session.name(*to)));
    [format!("pool {}", reckoning.pool), line("takes", &reckoning.takes), line("owes", &reckoning.owes)]
        .into_iter()
        .chain(pays)
        .chain([format!("next pool {}", reckoning.next_pool)])
        .chain(waiting)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}
