//! The reckoning: who takes the pool, and who owes.

use super::{Account, Arithmetic, Event, Fact, Hand, Stage, Transfer, share};
use crate::cards::Seat;
use crate::rules::{Alone, FlushPrize, Ruleset, Topic};

/// Shares for tricks; those without one owe.
pub(super) fn tricks(rules: &Ruleset, hand: &mut Hand, last: Seat, events: &mut Vec<Event>) {
    let pool = hand.pool;
    share::pay(rules, hand, last, events);
    let debt = rules.without_a_trick(pool);
    for seat in hand.in_turn().filter(|seat| hand.active.has(*seat) && hand.tricks[*seat] == 0).collect::<Few>() {
        owe(rules, hand, seat, debt, Topic::DebtMake, events);
    }
    hand.stage = Stage::Over;
}

/// A claimed flush takes the pool; the others who played owe.
pub(super) fn flush(rules: &Ruleset, hand: &mut Hand, winner: Seat, events: &mut Vec<Event>) {
    let FlushPrize::Pool = rules.flush_take.value;
    let pool = hand.pool;
    take(rules, hand, winner, pool, Topic::FlushTake, Arithmetic::Pool(pool), events);
    if rules.debt_sweep.value.by_flush {
        sweep(rules, hand, winner, events);
    }
    let owes = |seat: &Seat| hand.active.has(*seat) && *seat != winner && !is_exempt(rules, hand, *seat);
    for seat in hand.in_turn().filter(owes).collect::<Few>() {
        owe(rules, hand, seat, pool, Topic::FlushOwe, events);
    }
    hand.stage = Stage::Over;
}

/// Whether a seat that is beaten by a flush owes nothing for it.
fn is_exempt(rules: &Ruleset, hand: &Hand, seat: Seat) -> bool {
    let exempt = rules.flush_owe.value;
    let holds_top = !(hand.held[seat] & hand.trumps.top()).is_empty();
    (exempt.losing_flush_exempt && hand.claimed.has(seat)) || (exempt.top_card_exempt && holds_top)
}

/// The one who is left takes the pool.
pub(super) fn alone(rules: &Ruleset, hand: &mut Hand, clause: Topic, events: &mut Vec<Event>) {
    let Alone::TakesPool = rules.alone.value;
    if let Some(seat) = hand.in_turn().find(|seat| hand.active.has(*seat)) {
        events.push(Event { clause, fact: Fact::Alone(seat) });
        let pool = hand.pool;
        take(rules, hand, seat, pool, clause, Arithmetic::Pool(pool), events);
    }
    hand.stage = Stage::Over;
}

/// Nobody takes it: the pool stays for the next hand.
pub(super) fn void(hand: &mut Hand, events: &mut Vec<Event>) {
    events.push(Event { clause: Topic::Allfold, fact: Fact::Void });
    hand.stage = Stage::Over;
}

/// The debts that wait are paid to the winner at once, his own to himself.
pub(super) fn sweep(rules: &Ruleset, hand: &mut Hand, winner: Seat, events: &mut Vec<Event>) {
    for debtor in hand.in_turn().filter(|seat| hand.waiting[*seat] > 0).collect::<Few>() {
        let transfer = Transfer {
            from: Account::Seat(debtor),
            to: Account::Seat(winner),
            chips: hand.waiting[debtor],
            sum: Arithmetic::Waiting,
        };
        hand.pay(rules, Topic::DebtSweep, transfer, events);
        hand.waiting[debtor] = 0;
    }
    hand.swept = true;
}

pub(super) fn take(
    rules: &Ruleset,
    hand: &mut Hand,
    seat: Seat,
    chips: i64,
    clause: Topic,
    sum: Arithmetic,
    events: &mut Vec<Event>,
) {
    hand.pay(rules, clause, Transfer { from: Account::Pool, to: Account::Seat(seat), chips, sum }, events);
}

pub(super) fn owe(rules: &Ruleset, hand: &mut Hand, seat: Seat, pool: i64, clause: Topic, events: &mut Vec<Event>) {
    let chips = rules.under_ceiling(pool);
    let sum = if chips < pool { Arithmetic::Capped { pool, cap: chips } } else { Arithmetic::Pool(pool) };
    hand.owes[seat] += chips;
    events.push(Event { clause, fact: Fact::Owes(seat, chips, sum) });
}

/// Seats collected without allocation, so that the hand may be changed while they are walked.
pub(super) struct Few([Option<Seat>; crate::cards::MOST_SEATS]);

impl FromIterator<Seat> for Few {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Few {
        let mut few = [None; crate::cards::MOST_SEATS];
        few.iter_mut().zip(seats).for_each(|(place, seat)| *place = Some(seat));
        Few(few)
    }
}

impl IntoIterator for Few {
    type Item = Seat;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Seat>, { crate::cards::MOST_SEATS }>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().flatten()
    }
}
