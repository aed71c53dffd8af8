//! The reckoning: shares for tricks, who takes the pool, and who owes.

use super::{Account, Arithmetic, Event, Fact, Hand, Stage, Transfer, deal};
use crate::cards::{Seat, Seats};
use crate::rules::{
    AllFold, Alone, Amount, Double, Earner, FlushPrize, Orphan, Payee, Penalty, Rest, Ruleset, Substitute, Topic,
};

/// Shares for tricks; those without one owe.
pub(super) fn tricks(rules: &Ruleset, hand: &mut Hand, last: Seat, events: &mut Vec<Event>) {
    if let Some(bidder) = hand.bids_all(rules) {
        return all_or_nothing(rules, hand, bidder, events);
    }
    let pool = hand.pool;
    // Who defends the pack pays nothing for it.
    let is_short = |seat: &Seat| hand.is_short(*seat) && hand.defender != Some(*seat);
    let short: Seats = hand.among(hand.active).filter(is_short).collect();
    let penalty_of = |hand: &Hand, seat| {
        let took = hand.turn_taken && seat == hand.dealer;
        rules.debt_make.value.of(hand.undertakes[seat], hand.tricks[seat], took)
    };
    for seat in hand.among(short) {
        if let Some(Penalty { amount, to: Payee::ThisPool, .. }) = penalty_of(hand, seat) {
            let fine = Transfer::penalty(seat, Account::Pool, rules.chips_of(amount, pool));
            hand.pay(rules, Topic::DebtMake, fine, events);
        }
    }
    match rules.pay_share.value.earner {
        Earner::Trick => pay_shares(rules, hand, last, events),
        Earner::Good => pay_good(rules, hand, events),
        Earner::Nobody => {}
    }
    for seat in hand.among(short) {
        match penalty_of(hand, seat) {
            Some(Penalty { amount, to: Payee::NextPool, .. }) => {
                owe(rules, hand, seat, amount, pool, Topic::DebtMake, events);
            }
            Some(Penalty { amount, to: Payee::Each, .. }) => {
                for other in hand.among(hand.active.without(seat)) {
                    let fine = Transfer::penalty(seat, Account::Seat(other), rules.chips_of(amount, pool));
                    hand.pay(rules, Topic::DebtMake, fine, events);
                }
            }
            _ => {}
        }
    }
    score(rules, hand, events);
    hand.stage = Stage::Over;
}

/// Those who won what they undertook share the pool: one has all, two half each (but a defender). Else it stays.
fn pay_good(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let good: Seats = hand.among(hand.active).filter(|seat| !hand.is_short(*seat)).collect();
    let (pool, players) = (hand.pool, good.len());
    for (seat, chips) in divided(hand, good, pool, rules.pay_rest.value) {
        if players <= 2 && (players == 1 || hand.defender != Some(seat)) {
            hand.pay(rules, Topic::PayShare, Transfer::out_of_pool(seat, chips, parted(pool, players)), events);
        }
    }
}

/// Points go down by tricks, and up for a promise that was not kept; who has none left takes the pool.
fn score(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let Some(score) = rules.score.value.0 else { return };
    for seat in hand.in_turn() {
        let loaf = if hand.is_short(seat) { score.loaf } else { 0 };
        let off = (hand.off[seat] + hand.tricks[seat] * score.a_trick).min(score.start).saturating_sub(loaf);
        if std::mem::replace(&mut hand.off[seat], off) != off {
            events.push(Event { clause: Topic::Score, fact: Fact::Scored(seat, score.start - off) });
        }
    }
    let done: Seats = hand.in_turn().filter(|seat| hand.off[*seat] == score.start).collect();
    let pool = hand.pool;
    for (seat, chips) in divided(hand, done, pool, rules.pay_rest.value) {
        hand.pay(rules, Topic::End, Transfer::out_of_pool(seat, chips, parted(pool, done.len())), events);
    }
}

/// One undertook all the tricks: the pool and something of each if they win them; if not, a debt and something to each.
fn all_or_nothing(rules: &Ruleset, hand: &mut Hand, bidder: Seat, events: &mut Vec<Event>) {
    let (pool, each) = (hand.pool, rules.pay_all.value.0.unwrap_or_default());
    let is_won = hand.tricks[bidder] == rules.deal_packets.value.hand;
    if is_won {
        hand.pay(rules, Topic::PayAll, Transfer::out_of_pool(bidder, pool, Arithmetic::Pool(pool)), events);
    } else {
        owe(rules, hand, bidder, Amount::Pool(1), pool, Topic::PayAll, events);
    }
    for other in hand.among(hand.active.without(bidder)) {
        let (from, to) = if is_won { (other, bidder) } else { (bidder, other) };
        hand.pay(rules, Topic::PayAll, Transfer::penalty(from, Account::Seat(to), each), events);
    }
    hand.stage = Stage::Over;
}

/// How the parts of a pool come about, for so many who share it.
fn parted(pool: i64, players: u8) -> Arithmetic {
    if players == 1 { Arithmetic::Pool(pool) } else { Arithmetic::Equally { debts: pool, players } }
}

/// The best flush takes the pool, or several that are equal divide it; the others owe, or pay at once.
pub(super) fn flush(rules: &Ruleset, hand: &mut Hand, best: Seats, events: &mut Vec<Event>) {
    let FlushPrize::Pool = rules.flush_take.value;
    let (pool, debt) = (hand.pool, rules.flush_owe.value);
    for (winner, chips) in divided(hand, best, pool, Rest::First) {
        hand.pay(rules, Topic::FlushTake, Transfer::out_of_pool(winner, chips, parted(pool, best.len())), events);
        if rules.debt_sweep.value.by_flush {
            sweep(rules, hand, winner, events);
        }
    }
    let payers = hand.paying(debt.payers).minus(best);
    let owing: Seats = hand.among(payers).filter(|seat| !is_exempt(rules, hand, *seat)).collect();
    for seat in hand.among(owing) {
        if debt.to != Payee::Winner {
            owe(rules, hand, seat, debt.amount, pool, Topic::FlushOwe, events);
            continue;
        }
        for (winner, chips) in divided(hand, best, rules.chips_of(debt.amount, pool), Rest::First) {
            hand.pay(rules, Topic::FlushOwe, Transfer::penalty(seat, Account::Seat(winner), chips), events);
        }
    }
    hand.stage = Stage::Over;
}

/// Chips in equal parts, and where those go that are over.
pub(super) fn divided(hand: &Hand, among: Seats, chips: i64, rest: Rest) -> impl Iterator<Item = (Seat, i64)> + use<> {
    let parts = i64::from(among.len().max(1));
    let mut odd = if rest == Rest::Stays { 0 } else { chips % parts };
    hand.among(among).map(move |seat| (seat, chips / parts + std::mem::take(&mut odd)))
}

/// Whether a seat that is beaten by a flush owes nothing for it. A hand that was folded is not shown, and spares nobody.
fn is_exempt(rules: &Ruleset, hand: &Hand, seat: Seat) -> bool {
    let exempt = rules.flush_owe.value;
    (exempt.losing_flush_exempt && hand.claimed.has(seat))
        || (exempt.quiet_flush_exempt && hand.flushes.has(seat))
        || (exempt.top_card_exempt && hand.holds_top(seat) && hand.active.has(seat))
}

/// The one who is left takes the pool, or counts as the winner of some tricks.
pub(super) fn alone(rules: &Ruleset, hand: &mut Hand, clause: Topic, events: &mut Vec<Event>) {
    if let Some(seat) = hand.among(hand.active).next() {
        events.push(Event { clause, fact: Fact::Alone(seat) });
        let pool = hand.pool;
        match rules.alone.value {
            Alone::TakesPool => {
                hand.pay(rules, clause, Transfer::out_of_pool(seat, pool, Arithmetic::Pool(pool)), events)
            }
            Alone::WinsTricks(tricks) => {
                // Nobody was left to win them from: no promise is broken.
                (hand.tricks[seat], hand.undertakes[seat]) = (tricks, 0);
                score(rules, hand, events);
            }
        }
    }
    hand.stage = Stage::Over;
}

/// Nobody takes it: the pool stays for the next hand. Who spoke last before the dealer may have to pay them for it.
pub(super) fn void(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let last = hand.in_turn().find(|seat| seat.next(hand.seats) == hand.dealer);
    if let Some(last) = last.filter(|_| rules.allfold.value == AllFold::LastPays) {
        hand.pay(
            rules,
            Topic::Allfold,
            Transfer::penalty(last, Account::Seat(hand.dealer), rules.stake.value.chips),
            events,
        );
    }
    events.push(Event { clause: Topic::Allfold, fact: Fact::Void });
    (hand.is_void, hand.stage) = (true, Stage::Over);
}

/// The debts that wait are paid to the winner at once, their own to themselves.
fn sweep(rules: &Ruleset, hand: &mut Hand, winner: Seat, events: &mut Vec<Event>) {
    for debtor in hand.in_turn() {
        let (from, to) = (Account::Seat(debtor), Account::Seat(winner));
        let chips = std::mem::take(&mut hand.waiting[debtor]);
        if chips != 0 {
            hand.pay(rules, Topic::DebtSweep, Transfer { from, to, chips, sum: Arithmetic::Waiting }, events);
        }
    }
    hand.swept = true;
}

/// A debt of so much, under the ceiling where there is one.
pub(super) fn owe(
    rules: &Ruleset,
    hand: &mut Hand,
    seat: Seat,
    amount: Amount,
    pool: i64,
    clause: Topic,
    events: &mut Vec<Event>,
) {
    let chips = rules.under_ceiling(rules.chips_of(amount, pool));
    let sum = match amount {
        Amount::Pool(1) if chips < pool => Arithmetic::Capped { pool, cap: chips },
        Amount::Pool(1) => Arithmetic::Pool(pool),
        Amount::Stake(1) => Arithmetic::Stake,
        _ => Arithmetic::Penalty,
    };
    hand.owes[seat] += chips;
    events.push(Event { clause, fact: Fact::Owes(seat, chips, sum) });
}

/// Pays each trick its share, and the trick of the top card one more. What the parts leave over stays in the pool.
fn pay_shares(rules: &Ruleset, hand: &mut Hand, last: Seat, events: &mut Vec<Event>) {
    let (pool, parts, tricks_of) = (hand.pool, rules.pay_share.value.parts, hand.tricks);
    let double = double(rules, hand);
    for seat in hand.in_turn().filter(|seat| tricks_of[*seat] > 0) {
        let extra = double.filter(|(winner, _)| *winner == seat);
        let tricks = hand.tricks[seat] - u8::from(extra.is_some());
        if tricks > 0 {
            let sum = Arithmetic::Share { tricks, pool, parts };
            let share = Transfer::out_of_pool(seat, i64::from(tricks) * rules.pay_share.value.of(pool), sum);
            hand.pay(rules, Topic::PayShare, share, events);
        }
        if let Some((_, clause)) = extra {
            hand.pay(rules, clause, shares(rules, seat, 2, pool), events);
        }
        if hand.tricks[seat] == rules.deal_packets.value.hand && rules.debt_sweep.value.by_vole {
            sweep(rules, hand, seat, events);
        }
    }
    // With nobody left to play on, what was not won stays in the pool.
    if double.is_none() && hand.finished == rules.deal_packets.value.hand {
        let to = match rules.pay_double.value {
            Double::TopCard { orphan: Orphan::Dealer } => hand.dealer,
            Double::TopCard { orphan: Orphan::LastTrick } => last,
            _ => return,
        };
        hand.pay(rules, Topic::PayDouble, shares(rules, to, 1, pool), events);
    }
}

/// The winner of the trick that earns two shares, and the clause that says so.
fn double(rules: &Ruleset, hand: &Hand) -> Option<(Seat, Topic)> {
    let (card, winner) = hand.best_trump.filter(|_| rules.pay_double.value != Double::None)?;
    if hand.trumps.top().has(card) {
        return Some((winner, Topic::PayDouble));
    }
    let Substitute::HighestTrump { missing, .. } = rules.pam_absent.value else { return None };
    deal::is_missing(missing, hand).then_some((winner, Topic::PamAbsent))
}

/// So many shares beside those of the tricks.
fn shares(rules: &Ruleset, seat: Seat, number: u8, pool: i64) -> Transfer {
    let each = rules.pay_share.value;
    Transfer::out_of_pool(
        seat,
        i64::from(number) * each.of(pool),
        Arithmetic::Extra { shares: number, pool, parts: each.parts },
    )
}
