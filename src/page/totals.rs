//! What a hand comes to, each edition beside the others.

use super::merge::Row;
use crate::cards::Seat;
use crate::narrate::ledger::promises;
use crate::narrate::sentence::{name, number};
use crate::rules::Ruleset;
use crate::scenario::payment::Payment;
use crate::scenario::story::{Kind, Step, Story};

#[derive(Clone, Debug)]
pub(super) struct Totals<'a> {
    /// The editions, a column each.
    pub(super) editions: Vec<&'a Ruleset>,
    /// What it is of, and its amounts, a row each.
    pub(super) lines: Vec<Line>,
}

/// A row of the totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// What: `Anne takes`.
    pub(super) what: String,
    pub(super) amounts: Vec<String>,
    pub(super) differs: bool,
}

/// What each player did with chips, as the grammar of a payout calls it.
const VERBS: &[(&str, Amount)] = &[
    ("takes", |step, seat| called(step, |payment| payment == Payment::Takes(seat))),
    ("owes", |step, seat| step.after.owes[seat]),
    ("pays", |step, seat| called(step, |payment| matches!(payment, Payment::Pays(from, _) if from == seat))),
    ("has", |step, seat| step.after.purses[seat]),
];

/// Where an edition has no reckoning.
const NONE: &str = "–";

type Amount = fn(&Step, Seat) -> i64;

/// The totals of a row that reckons, if several editions are told.
pub(super) fn totals<'a>(stories: &[&'a Story], row: &Row) -> Option<Totals<'a>> {
    let steps: Vec<Option<&Step>> = row.iter().zip(stories).map(|(at, story)| at.map(|at| &story.steps[at])).collect();
    let some = steps.iter().flatten().find(|step| step.kind == Kind::Payment)?;
    let line = |what: String, amount: &dyn Fn(usize, &Step) -> i64| {
        let each = steps.iter().enumerate().map(|(index, step)| step.map(|step| amount(index, step)));
        line(what, each.collect())
    };
    let mut lines = vec![line("The pool".into(), &|index, step| pool(stories[index], step))];
    for seat in some.after.in_turn() {
        let who = name(stories[0], seat);
        lines.extend(VERBS.iter().map(|(verb, amount)| line(format!("{who} {verb}"), &|_, step| amount(step, seat))));
    }
    let next = |step: &Step| step.next.as_ref().map_or((0, 0), |next| (next.pool, next.waiting));
    lines.push(line("The next pool".into(), &|_, step| next(step).0));
    lines.push(line("Waiting".into(), &|_, step| next(step).1));
    lines.push(on_paper(stories, &steps));
    lines.retain(|line| line.amounts.iter().any(|amount| !["0", "none", NONE].contains(&amount.as_str())));
    (stories.len() > 1).then(|| Totals { editions: stories.iter().map(|story| &story.rules).collect(), lines })
}

fn line(what: String, each: Vec<Option<i64>>) -> Line {
    row(what, each.into_iter().map(|chips| chips.map_or(NONE.into(), number)).collect())
}

fn on_paper(stories: &[&Story], steps: &[Option<&Step>]) -> Line {
    let debts = |(step, story): (&Option<&Step>, &&Story)| {
        let debts = step.and_then(|step| step.next.as_ref()).map(|next| promises(story, &next.debts).join(", "));
        debts.map_or(NONE.into(), |debts| if debts.is_empty() { "none".into() } else { debts })
    };
    row("Debts on paper".into(), steps.iter().zip(stories).map(debts).collect())
}

fn row(what: String, amounts: Vec<String>) -> Line {
    Line { what, differs: amounts.windows(2).any(|two| two[0] != two[1]), amounts }
}

/// What was played for.
fn pool(story: &Story, step: &Step) -> i64 {
    let deal = story.steps.iter().find(|other| other.hand == step.hand && other.kind == Kind::Deal);
    deal.map_or(0, |deal| deal.after.pool)
}

/// Chips of the moves that a payout calls so.
fn called(step: &Step, so: impl Fn(Payment) -> bool) -> i64 {
    step.events.iter().filter_map(Payment::of).filter(|(payment, _)| so(*payment)).map(|(_, moved)| moved.chips).sum()
}
