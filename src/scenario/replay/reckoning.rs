//! The payout: who takes, owes and pays, and what the next hand finds.

use super::reason::reason;
use super::session::Session;
use crate::cards::{Letters, PerSeat, Seat};
use crate::engine::{Stage, ahead};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::payment::Payment;
use crate::scenario::syntax::{At, Entry, Hole, Span};
use crate::scenario::words::Keyword;
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
    session.part_span = span.clone();
    if session.paid {
        session.wrong(
            Diagnostic::new(Code::MisplacedFence, span.clone(), "this hand has a payout already")
                .label("a second payout"),
        );
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
    for entry in entries {
        check(session, &reckoning, entry);
    }
    let lines = unsaid(session, &reckoning, entries, span);
    match entries.iter().find(|entry| entry.value == Entry::All) {
        Some(all) => fill(session, lines, &all.span),
        None => complete(session, lines, entries, span),
    }
    repeated(session, entries);
    true
}

fn reckon(session: &Session) -> Reckoning {
    let mut takes = PerSeat::all(0);
    let mut pays = BTreeMap::new();
    for (payment, transfer) in session.events.iter().filter_map(Payment::of) {
        match payment {
            Payment::Takes(seat) => takes[seat] += transfer.chips,
            Payment::Pays(from, to) => *pays.entry((from, to)).or_insert(0) += transfer.chips,
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
        Entry::NextPool(amount) => (amount, reckoning.next_pool, "the next pool is".into()),
        Entry::Waiting(amount) => (amount, reckoning.waiting, "what waits is".into()),
        Entry::Takes(seat, amount) => {
            (amount, reckoning.takes[seat.value], format!("{} takes", session.name(seat.value)))
        }
        Entry::Owes(seat, amount) => (amount, reckoning.owes[seat.value], format!("{} owes", session.name(seat.value))),
        Entry::Has(seat, amount) => (amount, reckoning.has[seat.value], format!("{} has", session.name(seat.value))),
        Entry::Pays(from, amount, to) => {
            let right = reckoning.pays.get(&(from.value, to.value)).copied().unwrap_or(0);
            (amount, right, format!("{} pays {}", session.name(from.value), session.name(to.value)))
        }
        Entry::All => return,
    };
    let code = match amount.value {
        Hole::Known(known) => (known != right).then_some(Code::WrongPayout),
        Hole::Open => Some(Code::Unfilled),
    };
    let wrong = code.map(|code| {
        let shown = if right == 0 && !what.ends_with("is") { "nothing".into() } else { right.to_string() };
        let wrong = Diagnostic::new(code, amount.span.clone(), format!("{what} {shown}")).fix(right.to_string());
        reason(session, &entry.value).explain(session, wrong)
    });
    session.expect(wrong);
}

/// A `?` stands for every line that is not written beside it.
fn fill(session: &mut Session, lines: Vec<Line>, span: &Span) {
    if lines.is_empty() {
        let wrong = Diagnostic::new(Code::WrongPayout, span.clone(), "nothing is left for this `?` to stand for");
        return session.wrong(wrong.label("take it away"));
    }
    let text = lines.into_iter().map(|line| line.words).collect::<Vec<_>>().join("\n");
    session.expect(Some(
        Diagnostic::new(Code::Unfilled, span.clone(), "the payout is to be filled").label("all of it").fix(text),
    ));
}

/// What happens and is not listed, where a payout stands.
fn complete(session: &mut Session, lines: Vec<Line>, entries: &[At<Entry>], span: &Span) {
    let place = entries.last().map_or(span.clone(), |entry| entry.span.end..entry.span.end);
    for Line { entry, words } in lines.into_iter().filter(Line::is_needed) {
        let message = format!("{words}, and the payout does not say so");
        let wrong = Diagnostic::new(Code::WrongPayout, place.clone(), message);
        let wrong = reason(session, &entry).explain(session, wrong).label("missing here");
        session.wrong(match entries.is_empty() {
            true => wrong.help(format!("write `{words}` on a line of its own")),
            false => wrong.fix(format!("\n{words}")),
        });
    }
}

fn repeated(session: &mut Session, entries: &[At<Entry>]) {
    for (index, entry) in entries.iter().enumerate() {
        if let Some(first) = entries[..index].iter().find(|other| key(&other.value) == key(&entry.value)) {
            let wrong = Diagnostic::new(Code::WrongPayout, entry.span.clone(), "this stands twice")
                .label("again here")
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

/// A word as the file's language has it.
fn said(session: &Session, keyword: Keyword) -> &'static str {
    keyword.word(session.letters)
}

fn paid(session: &Session, (from, to): (Seat, Seat), chips: i64) -> String {
    // `to` is `de` before a verb in French, and `à` before a name.
    let to_whom = if session.letters == Letters::French { "à" } else { said(session, Keyword::To) };
    format!("{} {} {chips} {to_whom} {}", session.name(from), said(session, Keyword::Pays), session.name(to))
}

/// A line that an author may write of a payout.
struct Line {
    entry: Entry,
    words: String,
}

impl Line {
    /// Whether a payout without it says too little.
    fn is_needed(&self) -> bool {
        matches!(self.entry, Entry::Takes(..) | Entry::Owes(..) | Entry::Pays(..))
    }
}

/// The lines of the whole payout that its entries do not say.
fn unsaid(session: &Session, reckoning: &Reckoning, entries: &[At<Entry>], span: &Span) -> Vec<Line> {
    let mut lines = whole(session, reckoning, span);
    lines.retain(|line| entries.iter().all(|entry| key(&entry.value) != key(&line.entry)));
    lines
}

/// The whole payout, as an author would write it in this fence.
fn whole(session: &Session, reckoning: &Reckoning, span: &Span) -> Vec<Line> {
    let at = |value: Seat| At { value, span: span.clone() };
    let open = || At { value: Hole::Open, span: span.clone() };
    let (name, word) = (|seat| session.name(seat), |keyword| said(session, keyword));
    let pool = word(Keyword::Pool);
    let line = |entry, words| Line { entry, words };
    let some = |amounts: &PerSeat<i64>| {
        let amounts = *amounts;
        session.hand.in_turn().map(move |seat| (seat, amounts[seat])).filter(|(_, chips)| *chips > 0)
    };
    let takes = some(&reckoning.takes);
    let takes = takes.map(|(seat, chips)| {
        line(Entry::Takes(at(seat), open()), format!("{} {} {chips}", name(seat), word(Keyword::Takes)))
    });
    let owes = some(&reckoning.owes);
    let owes = owes.map(|(seat, chips)| {
        line(Entry::Owes(at(seat), open()), format!("{} {} {chips}", name(seat), word(Keyword::Owes)))
    });
    let pays = reckoning
        .pays
        .iter()
        .map(|((from, to), chips)| line(Entry::Pays(at(*from), open(), at(*to)), paid(session, (*from, *to), *chips)));
    let waiting = (reckoning.waiting > 0)
        .then(|| line(Entry::Waiting(open()), format!("{} {}", word(Keyword::Waiting), reckoning.waiting)));
    std::iter::once(line(Entry::Pool(open()), format!("{pool} {}", reckoning.pool)))
        .chain(takes)
        .chain(owes)
        .chain(pays)
        .chain([line(Entry::NextPool(open()), format!("{} {pool} {}", word(Keyword::Next), reckoning.next_pool))])
        .chain(waiting)
        .collect()
}
