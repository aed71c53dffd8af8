//! The chips of the table before and after a step that moves some: an account a row, and all of them add up to the same.

use super::money::settled;
use super::sentence::{name, number, signed};
use crate::cards::Seat;
use crate::engine::{Account, Fact};
use crate::scenario::story::{Step, Story};

/// A row: whose, and what it held before, what it got, what it holds after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// Whose.
    pub(crate) whose: String,
    /// Before the step, in chips.
    pub(crate) before: String,
    /// What came in, with its sign; nothing where nothing moved.
    pub(crate) moved: String,
    /// After the step, in chips.
    pub(crate) after: String,
}

/// The rows of a step, the sum last; none where no chip moves.
pub(crate) fn running(story: &Story, step: &Step) -> Vec<Held> {
    if !step.events.iter().any(|event| matches!(event.fact, Fact::Moved(_))) {
        return Vec::new();
    }
    let hand = settled(step);
    let seats =
        (0..hand.seats).map(Seat).map(|seat| (name(story, seat).to_string(), Account::Seat(seat), hand.purses[seat]));
    let pool = ("The pool".to_string(), Account::Pool, hand.pool);
    let cash = (hand.cash != 0).then(|| ("The cash box".to_string(), Account::Cash, hand.cash));
    let rows: Vec<_> = seats.chain([pool]).chain(cash).collect();
    let net: Vec<i64> = rows.iter().map(|(_, account, _)| net(step, *account)).collect();
    let sum =
        |of: &dyn Fn(i64, i64) -> i64| rows.iter().zip(&net).map(|((.., after), net)| of(*after, *net)).sum::<i64>();
    let all = held("All".into(), sum(&|after, _| after), sum(&|_, net| net));
    rows.iter().zip(&net).map(|((whose, _, after), net)| held(whose.clone(), *after, *net)).chain([all]).collect()
}

fn held(whose: String, after: i64, net: i64) -> Held {
    let moved = match net {
        0 => String::new(),
        _ => signed(net),
    };
    Held { whose, before: number(after - net), moved, after: number(after) }
}

/// What an account got in a step, less what it gave.
fn net(step: &Step, account: Account) -> i64 {
    let one = |event: &crate::engine::Event| match event.fact {
        Fact::Moved(transfer) => {
            transfer.chips * (i64::from(transfer.to == account) - i64::from(transfer.from == account))
        }
        _ => 0,
    };
    step.events.iter().map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::check;

    #[test]
    fn all_chips_are_there_before_and_after() {
        let file = check("x.md", include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md"));
        let story = &file.stories[0];
        let rows = running(story, story.steps.last().expect("a reckoning"));
        let said: Vec<String> =
            rows.iter().map(|row| format!("{} {} {} {}", row.whose, row.before, row.moved, row.after)).collect();
        let wanted = ["Anne 995  995", "Bertrand 1000  1000", "Claude 1000 +3 1003", "Denise 1000 +2 1002"];
        assert_eq!(said[..4], wanted);
        assert_eq!(said[4..], ["The pool 5 −5 0", "All 4000  4000"]);
        assert!(running(story, &story.steps[1]).is_empty(), "nothing moves when one folds");
    }
}
