//! What a payout calls a move of chips.

use crate::cards::Seat;
use crate::engine::{Account, Event, Fact, Transfer};
use crate::rules::Topic;

/// A move of chips that a payout lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payment {
    /// A seat takes them: from the pool, or of the debts that waited.
    Takes(Seat),
    /// One seat pays them to another.
    Pays(Seat, Seat),
}

impl Payment {
    /// What an event is to a payout, and the move itself; none where a payout has no line for it.
    pub fn of(event: &Event) -> Option<(Payment, Transfer)> {
        let Fact::Moved(transfer) = event.fact else { return None };
        let payment = match (transfer.from, transfer.to) {
            (Account::Pool, Account::Seat(to)) => Payment::Takes(to),
            (Account::Seat(_), Account::Seat(to)) if event.clause == Topic::DebtSweep => Payment::Takes(to),
            (Account::Seat(from), Account::Seat(to)) => Payment::Pays(from, to),
            _ => return None,
        };
        Some((payment, transfer))
    }
}
