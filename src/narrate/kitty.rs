//! What the pool is made of, and all chips of the table added up.

use super::money::settled;
use super::sentence::{name, number};
use crate::engine::{Account, Arithmetic, Fact, Hand, Transfer};
use crate::scenario::story::{Kind, Step, Story};

/// What lies in the pool and where it came from: `5 stake + 10 debt of Babet`. Nothing after the reckoning.
pub(crate) fn made_of(story: &Story, step: &Step) -> String {
    let held = settled(step).pool;
    if step.kind == Kind::Payment || held == 0 {
        return String::new();
    }
    let paid = transfers(story, step);
    let before = held - paid.iter().map(|transfer| transfer.chips).sum::<i64>();
    let left = (before != 0).then(|| format!("{} left from before", number(before)));
    left.into_iter().chain(paid.iter().map(|transfer| part(story, transfer))).collect::<Vec<_>>().join(" + ")
}

/// What was paid into the pool of this hand, up to a step.
fn transfers(story: &Story, step: &Step) -> Vec<Transfer> {
    let upto = story.steps.iter().position(|other| std::ptr::eq(other, step)).map_or(0, |at| at + 1);
    let of_hand = story.steps[..upto].iter().filter(|other| other.hand == step.hand);
    let open = of_hand.filter(|other| other.kind == Kind::Deal || other.after.asks());
    let moved = open.flat_map(|step| &step.events).filter_map(|event| match event.fact {
        Fact::Moved(transfer) if transfer.to == Account::Pool => Some(transfer),
        _ => None,
    });
    moved.collect()
}

fn part(story: &Story, transfer: &Transfer) -> String {
    let count = number(transfer.chips);
    let who = match transfer.from {
        Account::Seat(seat) => name(story, seat),
        _ => "before",
    };
    match transfer.sum {
        Arithmetic::Stake => format!("{count} stake"),
        Arithmetic::Debt(_) => format!("{count} debt of {who}"),
        Arithmetic::Fee => format!("{count} fee of {who}"),
        Arithmetic::Misdeal => format!("{count} for the misdeal"),
        _ => format!("{count} from {who}"),
    }
}

/// All chips, added up: `995 + 1000 + 1000 + 5 in the pool = 3000`. What was bought is taken off again.
pub(crate) fn sum(hand: &Hand) -> String {
    let purses: Vec<i64> = hand.in_turn().map(|seat| hand.purses[seat]).collect();
    let total = purses.iter().sum::<i64>() + hand.pool + hand.cash;
    let words: Vec<String> = purses.iter().map(|purse| number(*purse)).collect();
    let bought = if hand.cash == 0 { String::new() } else { format!(" − {} bought", number(-hand.cash)) };
    format!("{} + {} in the pool{bought} = {}", words.join(" + "), number(hand.pool), number(total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::check;

    #[test]
    fn the_pool_is_the_sum_of_its_parts_at_every_step() {
        let file = check("x.md", include_bytes!("../../scenarios/mouche-1718/five-fifteen-twenty-five.md"));
        let story = &file.stories[0];
        let mut debts = 0;
        for step in story.steps.iter().filter(|step| step.kind != Kind::Payment) {
            let said = made_of(story, step);
            let parts = said.split(" + ").filter_map(|part| part.split(' ').next()?.parse::<i64>().ok());
            assert_eq!(parts.sum::<i64>(), settled(step).pool, "{said} at {}", step.id);
            debts += usize::from(said.contains("debt of"));
        }
        assert!(debts > 20, "debts enter the pools of this file");
    }

    #[test]
    fn chips_are_neither_made_nor_lost() {
        for text in [
            include_str!("../../scenarios/mouche-1718/two-chips-and-a-stake-of-five.md"),
            include_str!("../../scenarios/mouche-1718/five-fifteen-twenty-five.md"),
        ] {
            let file = check("x.md", text.as_bytes());
            let story = &file.stories[0];
            let total = |step: &Step| sum(settled(step)).rsplit(" = ").next().map(str::to_string);
            let first = total(&story.steps[0]);
            assert!(story.steps.iter().all(|step| total(step) == first), "{first:?}");
        }
    }
}
