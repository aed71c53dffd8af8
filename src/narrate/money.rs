//! Chips: what moves and what is owed, a line each with its sum; what the table held before, and what it holds after.

use super::sentence::{capital, chips, name, number, signed};
use super::{Face, Place, Table, faces};
use crate::cards::{Seat, count_in_words};
use crate::engine::{Account, AmountReason, DealState, Event, EventKind, PendingDebt, Transfer};
use crate::rules::{ClauseId, Marks};
use crate::scenario::story::{Kind, Step, Story, sum};
use askama::Template;
use std::mem::discriminant;

/// The chips of one step under several editions: what is the same in all, and what is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chips {
    pub(crate) pool: Option<String>,
    /// The side pot, if it is the same in all; empty where nothing lies in it.
    pub(crate) side_pot: Option<String>,
    /// What the pool is made of, if it is the same in all: `5 stake + 10 debt of Babet`.
    pub(crate) made_of: Option<String>,
    /// Each purse, in playing order, if it is the same in all; its kinds of chips with their signs.
    pub(crate) purses: Vec<Option<String>>,
    pub(crate) promises: Option<String>,
    pub(crate) stock: Option<String>,
    pub(crate) fille: Option<Vec<Face>>,
    /// How sure it is that chips of such kinds are played with, where a purse is counted in them.
    pub(crate) marks: Marks,
    /// What is not the same: what it is, and the amount in each edition.
    pub(crate) rows: Rows,
}

type Rows = Vec<(String, Vec<String>)>;

#[derive(Template)]
#[template(path = "middle.txt")]
struct InTheMiddle<'a> {
    chips: &'a Chips,
    table: &'a Table,
}

/// What a player has: the sum, and at the reckoning the kinds of chips that it may be counted in, with what is known of them.
fn purse(story: &Story, step: &Step, seat: Seat) -> (String, String, Marks) {
    let hand = settled(step);
    let score = story.rules.score.value.0;
    let held = hand.purses[seat];
    let points = score.map(|score| count_in_words((score.start - hand.off[seat]).into(), "point"));
    let sum = chips(held) + &points.map_or(String::new(), |points| format!(" ({points})"));
    story
        .rules
        .chips_kinds
        .read()
        .map(|kinds| kinds.count(held))
        .render(|kinds, marks| match step.kind.settles() {
            true if !kinds.is_empty() => (sum, kinds.clone(), marks),
            _ => (sum, String::new(), Marks::default()),
        })
}

impl Chips {
    /// The chips after a step under these editions. What the last act settles is left to the step of the reckoning.
    pub(crate) fn new(each: &[(&Story, &Step)]) -> Chips {
        let mut rows = Vec::new();
        let mut marks = Marks::default();
        let of = |told: &dyn Fn(&Story, &Step) -> String| -> Vec<String> {
            each.iter().map(|(story, step)| told(story, step)).collect()
        };
        let pool = shared(
            "The pool",
            of(&|_, step| number(settled(step).pool)),
            &mut rows,
        );
        let beside = |_: &Story, step: &Step| match settled(step).side_pot {
            0 => String::new(),
            pot => number(pot),
        };
        let side_pot = shared("The side pot", of(&beside), &mut rows);
        let players = each.first().map_or(&[][..], |(story, _)| &story.players);
        let purses = players.iter().zip(0..).map(|(who, at)| {
            let own = each.iter().filter(|(_, step)| at < settled(step).seats);
            let own: Vec<_> = own
                .map(|(story, step)| purse(story, step, Seat(at)))
                .collect();
            let known = own
                .iter()
                .map(|(.., marks)| *marks)
                .fold(Marks::default(), Marks::and);
            marks = marks.and(known);
            let told =
                |(sum, kinds, _): &(String, String, Marks), marks: Marks| match kinds.as_str() {
                    "" => sum.clone(),
                    kinds => format!("{sum} ({kinds}{})", marks.signs()),
                };
            // Those that hold the same are the same, whatever that is known by.
            let one = same(
                &own.iter()
                    .map(|purse| told(purse, known))
                    .collect::<Vec<_>>(),
            );
            if one.is_none() {
                rows.push((
                    who.clone(),
                    own.iter().map(|purse| told(purse, purse.2)).collect(),
                ));
            }
            one
        });
        let purses = purses.collect();
        let owed = |story: &Story, step: &Step| {
            promises(
                story,
                step.next.as_ref().map_or(&step.waiting, |next| &next.debts),
            )
            .join(", ")
        };
        let promises = shared("Debts on paper", of(&owed), &mut rows);
        let stock = of(&|_, step| number(step.after.left_in_stock() as i64));
        let stock = shared("The stock", stock, &mut rows);
        let spare = |story: &Story, step: &Step| faces(&story.rules, step.after.fille);
        let spelled = |story: &Story, step: &Step| {
            spare(story, step)
                .iter()
                .map(Face::text)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let fille = shared("The fille", of(&spelled), &mut rows);
        let fille = fille.and_then(|_| each.first().map(|(story, step)| spare(story, step)));
        Chips {
            pool,
            side_pot,
            made_of: same(&of(&made_of)),
            purses,
            promises,
            stock,
            fille,
            marks,
            rows,
        }
    }

    /// What lies in the middle of a table, on a line.
    pub(crate) fn middle(&self, table: &Table) -> String {
        InTheMiddle { chips: self, table }
            .render()
            .unwrap_or_default()
    }

    /// The seats of a table, and the purse of each. A purse that is not the same in all is a row.
    pub(crate) fn places<'t>(
        &'t self,
        table: &'t Table,
    ) -> impl Iterator<Item = (&'t Place, &'t str)> {
        table.places.iter().zip(
            self.purses
                .iter()
                .map(|purse| purse.as_deref().unwrap_or("")),
        )
    }
}

/// What all have, if it is the same.
fn same(each: &[String]) -> Option<String> {
    each.first()
        .filter(|first| each.iter().all(|other| other == *first))
        .cloned()
}

/// What all have, if it is the same; else it becomes a row.
fn shared(what: &str, each: Vec<String>, rows: &mut Rows) -> Option<String> {
    let all = same(&each);
    if all.is_none() {
        let told = |amount: String| {
            if amount.is_empty() {
                "none".into()
            } else {
                amount
            }
        };
        rows.push((what.into(), each.into_iter().map(told).collect()));
    }
    all
}

/// What lies in the pool and where it came from: `5 stake + 10 debt of Babet`. Nothing after the reckoning.
fn made_of(story: &Story, step: &Step) -> String {
    let held = settled(step).pool;
    if step.kind == Kind::Payment || held == 0 {
        return String::new();
    }
    // What was paid into the pool of this hand, up to this step, and what of it went beside it.
    let upto = story
        .steps
        .iter()
        .position(|other| std::ptr::eq(other, step))
        .map_or(0, |at| at + 1);
    let of_hand = story.steps[..upto]
        .iter()
        .filter(|other| other.hand == step.hand);
    let open = of_hand.filter(|other| other.kind == Kind::Deal || other.after.asks());
    let moved = open
        .flat_map(|step| &step.events)
        .filter_map(|event| event.fact.as_transfer());
    let into = |account| {
        moved
            .clone()
            .filter(|one| one.to == account)
            .collect::<Vec<_>>()
    };
    let paid = into(Account::Pool);
    let beside = into(Account::SidePot);
    let sum = |transfers: &[Transfer]| transfers.iter().map(|transfer| transfer.chips).sum::<i64>();
    let before = held - sum(&paid) + sum(&beside);
    let left = (before != 0).then(|| format!("{} left from before", number(before)));
    // Where each stakes, the stakes are one; and so are more debts than a table of many has room for.
    let alike = |one: &Transfer, next: &Transfer| discriminant(&one.sum) == discriminant(&next.sum);
    let parts = paid
        .chunk_by(alike)
        .flat_map(|same| match (same[0].sum, same.len()) {
            (AmountReason::Stake, 2..) => vec![format!("{} stakes", number(sum(same)))],
            (AmountReason::Debt(_), 4..) => vec![format!("{} debts", number(sum(same)))],
            _ => same.iter().map(|one| part(story, one)).collect(),
        });
    let made = left
        .into_iter()
        .chain(parts)
        .collect::<Vec<String>>()
        .join(" + ");
    if beside.is_empty() {
        made
    } else {
        format!("{made} − {} beside", number(sum(&beside)))
    }
}

fn part(story: &Story, transfer: &Transfer) -> String {
    let count = number(transfer.chips);
    let who = account(story, transfer.from);
    match transfer.sum {
        AmountReason::Stake => format!("{count} stake"),
        AmountReason::Debt(_) => format!("{count} debt of {who}"),
        AmountReason::Fee => format!("{count} fee of {who}"),
        AmountReason::Misdeal => format!("{count} for the misdeal"),
        _ => format!("{count} from {who}"),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) payer: String,
    pub(crate) payee: String,
    pub(crate) amount: String,
    /// How it came about: `3 tricks × 15 ÷ 5 = 9`.
    pub(crate) sum: String,
    pub(crate) clauses: Vec<ClauseId>,
    pub(crate) is_debt: bool,
}

/// Debts on paper, in the order made: `Babet 5 (hand 1)`.
pub(crate) fn promises(story: &Story, debts: &[PendingDebt]) -> Vec<String> {
    let one = |debt: &PendingDebt| {
        let made = if debt.hand == 0 {
            "from before".into()
        } else {
            format!("hand {}", debt.hand)
        };
        format!(
            "{} {} ({made})",
            name(story, debt.debtor),
            number(debt.chips)
        )
    };
    debts.iter().map(one).collect()
}

/// The hand with its chips where they lie as long as the reckoning is to come.
pub(crate) fn settled(step: &Step) -> &DealState {
    if step.is_settled_later() {
        &step.before
    } else {
        &step.after
    }
}

/// The line of an event. What a hand's last act settles is left to the step of the reckoning.
pub(super) fn entry(story: &Story, step: &Step, event: &Event) -> Option<Entry> {
    if step.is_settled_later() {
        return None;
    }
    let mut clauses = vec![event.clause];
    let (payer, payee, chips, sum, is_debt) = match event.fact {
        EventKind::Moved(Transfer {
            from,
            to,
            chips,
            sum: came,
        }) => {
            // What it had promised when this hand was dealt, a number a debt.
            let waiting = dealt(story, step).unwrap_or(step).waiting.iter();
            let waiting = waiting
                .filter(|debt| Account::Seat(debt.debtor) == from)
                .map(|debt| debt.chips);
            let sum = sum(came, chips, &waiting.collect::<Vec<_>>());
            (
                capital(&account(story, from)),
                account(story, to),
                chips,
                sum,
                false,
            )
        }
        EventKind::Owes(seat, chips, came) => {
            clauses
                .extend(matches!(came, AmountReason::Capped { .. }).then_some(ClauseId::DebtCap));
            (
                name(story, seat).into(),
                "a later pool".into(),
                chips,
                sum(came, chips, &[]),
                true,
            )
        }
        _ => return None,
    };
    Some(Entry {
        payer,
        payee,
        amount: number(chips),
        sum,
        clauses,
        is_debt,
    })
}

fn account(story: &Story, account: Account) -> String {
    match account {
        Account::Seat(seat) => name(story, seat).into(),
        Account::Pool => "the pool".into(),
        Account::SidePot => "the side pot".into(),
        Account::Cash => "the cash box".into(),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) whose: String,
    pub(crate) before: String,
    /// What came in, with its sign; nothing where nothing moved.
    pub(crate) moved: String,
    pub(crate) after: String,
}

impl Held {
    pub(super) fn new(whose: String, before: i64, after: i64) -> Held {
        let moved = if before == after {
            String::new()
        } else {
            signed(after - before)
        };
        Held {
            whose,
            before: number(before),
            moved,
            after: number(after),
        }
    }
}

/// The rows of a step, the sum last; none where no chip moves.
pub(crate) fn running(story: &Story, step: &Step) -> Vec<Held> {
    if !step
        .events
        .iter()
        .any(|event| matches!(event.fact, EventKind::Moved(_) | EventKind::Scored(..)))
    {
        return Vec::new();
    }
    let hand = settled(step);
    let mut before = 0;
    let mut after = 0;
    let seats = || (0..hand.seats).map(Seat);
    let purses = seats().map(|seat| (Account::Seat(seat), hand.purses[seat]));
    let others = [
        (Account::Pool, hand.pool),
        (Account::SidePot, hand.side_pot),
        (Account::Cash, hand.cash),
    ];
    let held = |(whose, has): (Account, i64)| {
        let moved = step
            .events
            .iter()
            .filter_map(|event| event.fact.as_transfer());
        let net: i64 = moved
            .map(|one| one.chips * (i64::from(one.to == whose) - i64::from(one.from == whose)))
            .sum();
        let is_shown =
            has != 0 || (whose != Account::Cash && (net != 0 || whose != Account::SidePot));
        is_shown.then(|| {
            before = before + has - net;
            after += has;
            let name = account(story, whose);
            Held::new(
                if matches!(whose, Account::Seat(_)) {
                    name
                } else {
                    capital(&name)
                },
                has - net,
                has,
            )
        })
    };
    let mut rows: Vec<Held> = purses.chain(others).filter_map(held).collect();
    rows.push(Held::new("All".into(), before, after));
    if let (Some(score), Some(dealt)) = (story.rules.score.value.0, dealt(story, step)) {
        let points = |hand: &DealState, seat| i64::from(score.start - hand.off[seat]);
        let whose = |seat| format!("Points of {}", name(story, seat));
        rows.extend(
            seats().map(|seat| {
                Held::new(whose(seat), points(&dealt.before, seat), points(hand, seat))
            }),
        );
    }
    rows
}

/// The step that dealt the hand of another.
pub(crate) fn dealt<'a>(story: &'a Story, step: &Step) -> Option<&'a Step> {
    story
        .steps
        .iter()
        .find(|other| other.hand == step.hand && other.kind == Kind::Deal)
}
