//! The payments of a hand under several editions, side by side.

use super::AlignedStep;
use crate::cards::Seat;
use crate::narrate::{deal_step, debts_after, debts_in_words, format_with_true_minus, player_name};
use crate::rules::Ruleset;
use crate::scenario::PayoutSubject;
use crate::scenario::story::{Step, StepKind, Story, payout_of_event};

/// The payments of a hand under several editions, side by side.
pub(super) struct PaymentComparison<'a> {
    pub(super) editions: Vec<&'a Ruleset>,
    pub(super) lines: Vec<PaymentByEdition>,
}

/// A payment under each edition.
pub(super) struct PaymentByEdition {
    pub(super) label: String,
    /// The amount in each edition.
    pub(super) amounts: Vec<String>,
    /// True if the editions differ.
    pub(super) differs: bool,
}

impl PaymentComparison<'_> {
    /// Adds a line with the amount in each edition, unless no edition has any.
    fn add_line(
        &mut self,
        label: &str,
        steps: &[Option<(&Story, &Step)>],
        amount: &dyn Fn(&Story, &Step) -> Option<String>,
    ) {
        let mut amounts = Vec::new();
        let mut has_any = false;
        for step in steps {
            let amount = step.and_then(|(story, step)| amount(story, step));
            let amount = amount.unwrap_or_else(|| NONE.into());
            has_any |= !["0", "none", NONE].contains(&amount.as_str());
            amounts.push(amount);
        }
        if has_any {
            self.lines.push(PaymentByEdition {
                label: label.into(),
                differs: amounts.windows(2).any(|two| two[0] != two[1]),
                amounts,
            });
        }
    }
}

/// A function that returns an amount of a player, at the step of a payout.
type SeatAmountGetter = fn(&Step, Seat) -> i64;

/// The amounts of each player, by the verbs that a payout has for them.
const VERBS: &[(&str, SeatAmountGetter)] = &[
    ("takes", |step, seat| {
        paid_chips(step, |about| about == PayoutSubject::Takes(seat))
    }),
    ("owes", |step, seat| step.after.debts_made[seat]),
    ("pays", |step, seat| {
        paid_chips(
            step,
            |about| matches!(about, PayoutSubject::Pays(from, _) | PayoutSubject::PaysIn(from) if from == seat),
        )
    }),
    ("has", |step, seat| step.after.purses[seat]),
];

const NONE: &str = "–";

/// Returns the payments of a hand under several editions, at the step of its payout.
pub(super) fn compare_payments<'a>(
    stories: &'a [Story],
    row: &AlignedStep,
) -> Option<PaymentComparison<'a>> {
    if stories.len() < 2 {
        return None;
    }
    let mut steps = Vec::new();
    for (at, story) in row.iter().zip(stories) {
        let step = at.and_then(|at| story.trick_steps().get(at));
        steps.push(step.map(|step| (story, step)));
    }
    let mut known = steps.iter().flatten();
    let (_, payout) = known.find(|(_, step)| step.kind == StepKind::Payment)?;
    let mut totals = PaymentComparison {
        editions: stories.iter().map(|story| &story.rules).collect(),
        lines: Vec::new(),
    };
    totals.add_line("The pool", &steps, &|story, step| {
        let pool = match deal_step(story, step) {
            Some(deal) => deal.after.pool,
            None => 0,
        };
        Some(format_with_true_minus(pool))
    });
    for seat in payout.after.seats_in_turn() {
        let player = player_name(&stories[0], seat);
        for (verb, count) in VERBS {
            totals.add_line(&format!("{player} {verb}"), &steps, &|_, step| {
                Some(format_with_true_minus(count(step, seat)))
            });
        }
    }
    // After the last hand of a session there is no next pool.
    totals.add_line("The next pool", &steps, &|_, step| {
        Some(format_with_true_minus(
            step.own.next.as_ref()?.next_pool(&step.rules),
        ))
    });
    totals.add_line("Sum of the debts that wait", &steps, &|_, step| {
        Some(format_with_true_minus(
            step.own.next.as_ref()?.debts_after_next_pool(&step.rules),
        ))
    });
    totals.add_line("Debts that wait", &steps, &|story, step| {
        let debts = debts_in_words(story, debts_after(step));
        Some(if debts.is_empty() {
            "none".into()
        } else {
            debts.join(", ")
        })
    });
    Some(totals)
}

/// Returns the chips of the payments of a step that a statement about this subject would name.
fn paid_chips(step: &Step, is_meant: impl Fn(PayoutSubject) -> bool) -> i64 {
    let mut chips = 0;
    for (subject, moved) in step.events.iter().filter_map(payout_of_event) {
        if is_meant(subject) {
            chips += moved.chips;
        }
    }
    chips
}
