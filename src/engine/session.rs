//! When a session is over, and what becomes of its last debts.

use super::{Account, Arithmetic, Event, Fact, Table, Transfer};
use crate::rules::{FinalDebts, Finish, Ruleset, Topic};

/// Whether no further hand is played. Where a last hand is due for the debts that are left, marks it and says no.
pub fn is_over(rules: &Ruleset, table: &mut Table) -> bool {
    if table.last_hand {
        return true;
    }
    let finished = match rules.end.value.finish {
        Finish::Tours(tours) => i64::from(table.hands) >= tours.saturating_mul(i64::from(table.seats)),
        Finish::Hands(hands) => i64::from(table.hands) >= hands,
        Finish::Target(chips) => seats(table).any(|purse| purse >= chips),
        Finish::Bankrupt => seats(table).any(|purse| purse <= 0),
    };
    table.last_hand = finished && rules.end.value.debts == FinalDebts::LastHand && !table.debts.is_empty();
    finished && !table.last_hand
}

/// The table as the next hand finds it: where that one is the last, marked so, and all debts enter.
pub fn ahead(rules: &Ruleset, table: &Table) -> Table {
    let mut ahead = table.clone();
    is_over(rules, &mut ahead);
    ahead
}

fn seats(table: &Table) -> impl Iterator<Item = i64> {
    table.purses.iter().copied().take(usize::from(table.seats))
}

/// Pays the debts that are left into a last pool and shares it equally; what cannot be shared goes to the first from
/// the last dealer's right. Everything that moves is appended to `events`.
pub fn settle_last_debts(table: &mut Table, events: &mut Vec<Event>) {
    let mut move_chips = |from, to, chips, sum| {
        events.push(Event { clause: Topic::End, fact: Fact::Moved(Transfer { from, to, chips, sum }) })
    };
    for debt in std::mem::take(&mut table.debts) {
        table.purses[debt.debtor] -= debt.chips;
        table.pool += debt.chips;
        move_chips(Account::Seat(debt.debtor), Account::Pool, debt.chips, Arithmetic::Debt(debt.hand));
    }
    let (debts, players) = (table.pool, table.seats);
    if debts == 0 {
        return;
    }
    let mut odd = debts % i64::from(players);
    let first = (0..players).map(crate::cards::Seat).find(|seat| seat.next(players) == table.dealer);
    for seat in first.unwrap_or_default().round(players) {
        let chips = debts / i64::from(players) + std::mem::take(&mut odd);
        table.purses[seat] += chips;
        table.pool -= chips;
        move_chips(Account::Pool, Account::Seat(seat), chips, Arithmetic::Equally { debts, players });
    }
}
