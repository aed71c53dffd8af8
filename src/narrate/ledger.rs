//! Chips that move and debts that are made, a line each with its sum; and the chips of the table before and after.

use super::sentence::{capital, name, number, signed};
use crate::cards::Seat;
use crate::engine::{Account, Arithmetic, Event, Fact, Hand, Promise};
use crate::rules::Topic;
use crate::scenario::story::{Kind, Step, Story, sum};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) payer: String,
    pub(crate) payee: String,
    pub(crate) amount: String,
    /// How it came about: `3 tricks × 15 ÷ 5 = 9`.
    pub(crate) sum: String,
    /// The clauses: of what happens, and of what cuts its amount.
    pub(crate) clauses: Vec<Topic>,
    /// Whether it is a debt made, of which no chip moves yet.
    pub(crate) is_debt: bool,
}

impl Entry {
    /// The line as a sentence: `The pool pays Anne 9: 3 tricks × 15 ÷ 5 = 9`.
    #[cfg(feature = "cli")]
    pub(crate) fn told(&self) -> String {
        let verb = if self.is_debt { "owes" } else { "pays" };
        let sum = if self.sum.is_empty() { String::new() } else { format!(": {}", self.sum) };
        format!("{} {verb} {} {}{sum}", self.payer, self.payee, self.amount)
    }
}

/// The lines of a step. What a hand's last act settles is left to the step of the reckoning.
pub(crate) fn ledger(story: &Story, step: &Step) -> Vec<Entry> {
    if step.is_settled_later() {
        return Vec::new();
    }
    step.events.iter().filter_map(|event| entry(story, step, event)).collect()
}

/// Debts on paper, in the order made: `Babet 5 (hand 1)`.
pub(crate) fn promises(story: &Story, debts: &[Promise]) -> Vec<String> {
    let one = |debt: &Promise| format!("{} {} ({})", name(story, debt.debtor), number(debt.chips), made(debt.hand));
    debts.iter().map(one).collect()
}

/// The hand with its chips where they lie as long as the reckoning is to come.
pub(crate) fn settled(step: &Step) -> &Hand {
    if step.is_settled_later() { &step.before } else { &step.after }
}

fn entry(story: &Story, step: &Step, event: &Event) -> Option<Entry> {
    match event.fact {
        Fact::Moved(transfer) => Some(Entry {
            payer: capital(&account(story, transfer.from)),
            payee: account(story, transfer.to),
            amount: number(transfer.chips),
            sum: sum(transfer.sum, transfer.chips, &waiting(story, step, transfer.from)),
            clauses: vec![event.clause],
            is_debt: false,
        }),
        Fact::Owes(seat, chips, came) => Some(Entry {
            payer: name(story, seat).into(),
            payee: "a later pool".into(),
            amount: number(chips),
            sum: sum(came, chips, &[]),
            clauses: match came {
                Arithmetic::Capped { .. } => vec![event.clause, Topic::DebtCap],
                _ => vec![event.clause],
            },
            is_debt: true,
        }),
        _ => None,
    }
}

fn account(story: &Story, account: Account) -> String {
    match account {
        Account::Seat(seat) => name(story, seat).into(),
        Account::Pool => "the pool".into(),
        Account::SidePot => "the side pot".into(),
        Account::Cash => "the cash box".into(),
    }
}

/// What a purse had promised when this hand was dealt, a number a debt.
fn waiting(story: &Story, step: &Step, from: Account) -> Vec<i64> {
    let deal = story.steps.iter().find(|other| other.hand == step.hand && other.kind == Kind::Deal).unwrap_or(step);
    deal.waiting.iter().filter(|debt| Account::Seat(debt.debtor) == from).map(|debt| debt.chips).collect()
}

fn made(hand: u32) -> String {
    if hand == 0 { "from before".into() } else { format!("hand {hand}") }
}

/// A row: whose, and what it held before, what it got, what it holds after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) whose: String,
    pub(crate) before: String,
    /// What came in, with its sign; nothing where nothing moved.
    pub(crate) moved: String,
    pub(crate) after: String,
}

/// The rows of a step, the sum last; none where no chip moves.
pub(crate) fn running(story: &Story, step: &Step) -> Vec<Held> {
    if !step.events.iter().any(|event| matches!(event.fact, Fact::Moved(_) | Fact::Scored(..))) {
        return Vec::new();
    }
    let hand = settled(step);
    let seat = |seat| (name(story, seat).to_string(), hand.purses[seat], net(step, Account::Seat(seat)));
    let pool = ("The pool".to_string(), hand.pool, net(step, Account::Pool));
    let cash = (hand.cash != 0).then(|| ("The cash box".to_string(), hand.cash, net(step, Account::Cash)));
    let (beside, net_beside) = (hand.side_pot, net(step, Account::SidePot));
    let beside = (beside != 0 || net_beside != 0).then(|| ("The side pot".to_string(), beside, net_beside));
    let seats = || (0..hand.seats).map(Seat);
    let mut rows: Vec<_> = seats().map(seat).chain([pool]).chain(beside).chain(cash).collect();
    let (after, moved) = rows.iter().fold((0, 0), |sum, (_, after, net)| (sum.0 + after, sum.1 + net));
    rows.push(("All".into(), after, moved));
    rows.extend(seats().filter_map(|seat| points(story, step, seat)));
    let held = |(whose, after, net): (String, i64, i64)| Held {
        whose,
        before: number(after - net),
        moved: if net == 0 { String::new() } else { signed(net) },
        after: number(after),
    };
    rows.into_iter().map(held).collect()
}

/// A seat's points after a step, and what it got, where points are counted.
fn points(story: &Story, step: &Step, seat: Seat) -> Option<(String, i64, i64)> {
    let start = story.rules.score.value.0?.start;
    let dealt = story.steps.iter().find(|other| other.hand == step.hand && other.kind == Kind::Deal)?;
    let [before, after] = [&dealt.before, settled(step)].map(|hand| i64::from(start - hand.off[seat]));
    Some((format!("Points of {}", name(story, seat)), after, after - before))
}

/// What an account got in a step, less what it gave.
fn net(step: &Step, account: Account) -> i64 {
    let one = |event: &Event| match event.fact {
        Fact::Moved(transfer) => {
            transfer.chips * (i64::from(transfer.to == account) - i64::from(transfer.from == account))
        }
        _ => 0,
    };
    step.events.iter().map(one).sum()
}
