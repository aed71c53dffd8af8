//! The reckoning: shares for tricks, who takes the pool, who owes; and flushes: who may claim one, and whose is best.

use super::{
    Account, AmountReason, DealState, Event, EventKind, InvalidAct, Refusal, Stage, Transfer, deal,
};
use crate::cards::{Card, InsertionSort, Seat, Seats, Set, Suit};
use crate::rules::{
    AllFold, Amount, Claiming, ClauseId, Double, FeeWhen, FlushKind, FlushPrize, LonePlayerShare,
    Move, Obtained, Payee, Penalty, Phase, PoolSharing, Rest, Ruleset, Substitute, TieBreak,
    WildCard,
};
use std::cmp::Ordering;

/// Shares for tricks; those without one owe.
pub(super) fn tricks(rules: &Ruleset, hand: &mut DealState, last: Seat, events: &mut Vec<Event>) {
    if let Some(bidder) = hand.bids_all(rules) {
        return all_or_nothing(rules, hand, bidder, events);
    }
    let pool = hand.pool;
    // Who defends the pack pays nothing for it.
    let is_short = |seat: &Seat| hand.is_short(*seat) && hand.defender != Some(*seat);
    let short: Seats = hand.among(hand.active).filter(is_short).collect();
    let penalty_of = |hand: &DealState, seat| {
        let took = hand.turn_taken && seat == hand.dealer;
        rules
            .debt_make
            .value
            .penalty_for(hand.undertakes[seat], hand.tricks[seat], took)
    };
    for seat in hand.among(short) {
        if let Some(Penalty {
            amount,
            to: Payee::ThisPool,
            ..
        }) = penalty_of(hand, seat)
        {
            let fine = Transfer::penalty(seat, Account::Pool, rules.amount_in_chips(amount, pool));
            hand.pay(rules, ClauseId::DebtMake, fine, events);
        }
    }
    match rules.pay_share.value.earner {
        PoolSharing::Trick => pay_shares(rules, hand, last, events),
        PoolSharing::Good => pay_good(rules, hand, events),
        PoolSharing::Nobody => {}
    }
    for seat in hand.among(short) {
        match penalty_of(hand, seat) {
            Some(Penalty {
                amount,
                to: Payee::NextPool,
                ..
            }) => {
                owe(rules, hand, seat, amount, pool, ClauseId::DebtMake, events);
            }
            Some(Penalty {
                amount,
                to: Payee::Each,
                ..
            }) => {
                for other in hand.among(hand.active.without(seat)) {
                    let fine = Transfer::penalty(
                        seat,
                        Account::Seat(other),
                        rules.amount_in_chips(amount, pool),
                    );
                    hand.pay(rules, ClauseId::DebtMake, fine, events);
                }
            }
            _ => {}
        }
    }
    score(rules, hand, events);
    hand.stage = Stage::Over;
}

/// Those who won what they undertook share the pool: one has all, two half each (but a defender). Else it stays.
fn pay_good(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    let good: Seats = hand
        .among(hand.active)
        .filter(|seat| !hand.is_short(*seat))
        .collect();
    let (pool, players) = (hand.pool, good.len());
    for (seat, chips) in divided(hand, good, pool, rules.pay_rest.value) {
        if players <= 2 && (players == 1 || hand.defender != Some(seat)) {
            hand.pay(
                rules,
                ClauseId::PayShare,
                Transfer::out_of_pool(seat, chips, parted(pool, players)),
                events,
            );
        }
    }
}

/// Points go down by tricks, and up for a promise that was not kept; who has none left takes the pool.
fn score(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    let Some(score) = rules.score.value.0 else {
        return;
    };
    for seat in hand.in_turn() {
        let loaf = if hand.is_short(seat) { score.loaf } else { 0 };
        let off = (hand.off[seat] + hand.tricks[seat] * score.a_trick)
            .min(score.start)
            .saturating_sub(loaf);
        if std::mem::replace(&mut hand.off[seat], off) != off {
            events.push(Event {
                clause: ClauseId::Score,
                fact: EventKind::Scored(seat, score.start - off),
            });
        }
    }
    let done: Seats = hand
        .in_turn()
        .filter(|seat| hand.off[*seat] == score.start)
        .collect();
    let pool = hand.pool;
    for (seat, chips) in divided(hand, done, pool, rules.pay_rest.value) {
        hand.pay(
            rules,
            ClauseId::End,
            Transfer::out_of_pool(seat, chips, parted(pool, done.len())),
            events,
        );
    }
}

/// One undertook all the tricks: the pool and something of each if they win them; if not, a debt and something to each.
fn all_or_nothing(rules: &Ruleset, hand: &mut DealState, bidder: Seat, events: &mut Vec<Event>) {
    let (pool, each) = (hand.pool, rules.pay_all.value.0.unwrap_or_default());
    let is_won = hand.tricks[bidder] == rules.deal_packets.value.hand;
    if is_won {
        hand.pay(
            rules,
            ClauseId::PayAll,
            Transfer::out_of_pool(bidder, pool, AmountReason::Pool(pool)),
            events,
        );
    } else {
        owe(
            rules,
            hand,
            bidder,
            Amount::Pool(1),
            pool,
            ClauseId::PayAll,
            events,
        );
    }
    for other in hand.among(hand.active.without(bidder)) {
        let (from, to) = if is_won {
            (other, bidder)
        } else {
            (bidder, other)
        };
        hand.pay(
            rules,
            ClauseId::PayAll,
            Transfer::penalty(from, Account::Seat(to), each),
            events,
        );
    }
    hand.stage = Stage::Over;
}

/// How the parts of a pool come about, for so many who share it.
fn parted(pool: i64, players: u8) -> AmountReason {
    if players == 1 {
        AmountReason::Pool(pool)
    } else {
        AmountReason::Equally {
            debts: pool,
            players,
        }
    }
}

/// The best flush takes the pool, or several that are equal divide it; the others owe, or pay at once.
pub(super) fn flush(rules: &Ruleset, hand: &mut DealState, best: Seats, events: &mut Vec<Event>) {
    let FlushPrize::Pool = rules.flush_take.value;
    let (pool, debt) = (hand.pool, rules.flush_owe.value);
    for (winner, chips) in divided(hand, best, pool, Rest::First) {
        hand.pay(
            rules,
            ClauseId::FlushTake,
            Transfer::out_of_pool(winner, chips, parted(pool, best.len())),
            events,
        );
        if rules.debt_sweep.value.by_flush {
            sweep(rules, hand, winner, events);
        }
    }
    let payers = hand.paying(debt.payers).minus(best);
    let owing: Seats = hand
        .among(payers)
        .filter(|seat| !is_exempt(rules, hand, *seat))
        .collect();
    for seat in hand.among(owing) {
        if debt.to != Payee::Winner {
            owe(
                rules,
                hand,
                seat,
                debt.amount,
                pool,
                ClauseId::FlushOwe,
                events,
            );
            continue;
        }
        for (winner, chips) in divided(
            hand,
            best,
            rules.amount_in_chips(debt.amount, pool),
            Rest::First,
        ) {
            hand.pay(
                rules,
                ClauseId::FlushOwe,
                Transfer::penalty(seat, Account::Seat(winner), chips),
                events,
            );
        }
    }
    hand.stage = Stage::Over;
}

pub(super) fn divided(
    hand: &DealState,
    among: Seats,
    chips: i64,
    rest: Rest,
) -> impl Iterator<Item = (Seat, i64)> + use<> {
    let parts = i64::from(among.len().max(1));
    let mut odd = if rest == Rest::Stays {
        0
    } else {
        chips % parts
    };
    hand.among(among)
        .map(move |seat| (seat, chips / parts + std::mem::take(&mut odd)))
}

/// Whether a seat that is beaten by a flush owes nothing for it. A hand that was folded is not shown, and spares nobody.
fn is_exempt(rules: &Ruleset, hand: &DealState, seat: Seat) -> bool {
    let exempt = rules.flush_owe.value;
    (exempt.losing_flush_exempt && hand.claimed.has(seat))
        || (exempt.quiet_flush_exempt && hand.flushes.has(seat))
        || (exempt.top_card_exempt && hand.holds_top(seat) && hand.active.has(seat))
}

/// The one who is left takes the pool, or counts as the winner of some tricks.
pub(super) fn alone(
    rules: &Ruleset,
    hand: &mut DealState,
    clause: ClauseId,
    events: &mut Vec<Event>,
) {
    if let Some(seat) = hand.among(hand.active).next() {
        events.push(Event {
            clause,
            fact: EventKind::Alone(seat),
        });
        let whole = Transfer::out_of_pool(seat, hand.pool, AmountReason::Pool(hand.pool));
        match rules.alone.value {
            LonePlayerShare::TakesPool => hand.pay(rules, clause, whole, events),
            LonePlayerShare::WinsTricks(tricks) => {
                // Nobody was left to win them from: no promise is broken.
                (hand.tricks[seat], hand.undertakes[seat]) = (tricks, 0);
                score(rules, hand, events);
            }
        }
    }
    hand.stage = Stage::Over;
}

/// Nobody takes it: the pool stays for the next hand. Who spoke last before the dealer may have to pay them for it.
pub(super) fn void(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    let last = hand
        .in_turn()
        .find(|seat| seat.next(hand.seats) == hand.dealer);
    if let Some(last) = last.filter(|_| rules.allfold.value == AllFold::LastPays) {
        let fine = Transfer::penalty(last, Account::Seat(hand.dealer), rules.stake.value.chips);
        hand.pay(rules, ClauseId::Allfold, fine, events);
    }
    events.push(Event {
        clause: ClauseId::Allfold,
        fact: EventKind::Void,
    });
    (hand.is_void, hand.stage) = (true, Stage::Over);
}

/// The debts that wait are paid to the winner at once, their own to themselves.
fn sweep(rules: &Ruleset, hand: &mut DealState, winner: Seat, events: &mut Vec<Event>) {
    for debtor in hand.in_turn() {
        let (from, to) = (Account::Seat(debtor), Account::Seat(winner));
        let chips = std::mem::take(&mut hand.waiting[debtor]);
        if chips != 0 {
            hand.pay(
                rules,
                ClauseId::DebtSweep,
                Transfer {
                    from,
                    to,
                    chips,
                    sum: AmountReason::Waiting,
                },
                events,
            );
        }
    }
    hand.swept = true;
}

/// A debt of so much, under the ceiling where there is one.
pub(super) fn owe(
    rules: &Ruleset,
    hand: &mut DealState,
    seat: Seat,
    amount: Amount,
    pool: i64,
    clause: ClauseId,
    events: &mut Vec<Event>,
) {
    let chips = rules.cap_debt(rules.amount_in_chips(amount, pool));
    let sum = match amount {
        Amount::Pool(1) if chips < pool => AmountReason::Capped { pool, cap: chips },
        Amount::Pool(1) => AmountReason::Pool(pool),
        Amount::Stake(1) => AmountReason::Stake,
        _ => AmountReason::Penalty,
    };
    hand.owes[seat] += chips;
    events.push(Event {
        clause,
        fact: EventKind::Owes(seat, chips, sum),
    });
}

/// Pays each trick its share, and the trick of the top card one more. What the parts leave over stays in the pool.
fn pay_shares(rules: &Ruleset, hand: &mut DealState, last: Seat, events: &mut Vec<Event>) {
    let (pool, parts, tricks_of) = (hand.pool, rules.pay_share.value.parts, hand.tricks);
    let double = double(rules, hand);
    for seat in hand.in_turn().filter(|seat| tricks_of[*seat] > 0) {
        let extra = double.filter(|(winner, _)| *winner == seat);
        let tricks = hand.tricks[seat] - u8::from(extra.is_some());
        if tricks > 0 {
            let sum = AmountReason::Share {
                tricks,
                pool,
                parts,
            };
            let share = Transfer::out_of_pool(
                seat,
                i64::from(tricks) * rules.pay_share.value.chips_per_part(pool),
                sum,
            );
            hand.pay(rules, ClauseId::PayShare, share, events);
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
            Double::Dealer => hand.dealer,
            Double::LastTrick => last,
            _ => return,
        };
        hand.pay(
            rules,
            ClauseId::PayDouble,
            shares(rules, to, 1, pool),
            events,
        );
    }
}

/// The winner of the trick that earns two shares, and the clause that says so.
fn double(rules: &Ruleset, hand: &DealState) -> Option<(Seat, ClauseId)> {
    let (card, winner) = hand
        .best_trump
        .filter(|_| rules.pay_double.value != Double::None)?;
    if hand.trumps.top.has(card) {
        return Some((winner, ClauseId::PayDouble));
    }
    let Substitute::HighestTrump { missing, .. } = rules.pam_absent.value else {
        return None;
    };
    deal::is_missing(missing, hand).then_some((winner, ClauseId::PamAbsent))
}

fn shares(rules: &Ruleset, seat: Seat, shares: u8, pool: i64) -> Transfer {
    let each = rules.pay_share.value;
    let sum = AmountReason::Extra {
        shares,
        pool,
        parts: each.parts,
    };
    Transfer::out_of_pool(seat, i64::from(shares) * each.chips_per_part(pool), sum)
}

/// Whether a seat holds a flush that it may claim when asked.
pub fn may_claim(rules: &Ruleset, hand: &DealState, seat: Seat) -> bool {
    let dealt = !hand.exchanged.has(seat) || rules.flush_pat.value == Obtained::Anyhow;
    hand.active.has(seat) && dealt && flush_suit(rules, hand, seat).is_some()
}

/// The suit of a seat's five cards, if they are of one: the card that is of all suits may be one of them.
fn flush_suit(rules: &Ruleset, hand: &DealState, seat: Seat) -> Option<Suit> {
    if rules.flush_what.value == FlushKind::None {
        return None;
    }
    let (held, is_wild) = (hand.held[seat], rules.flush_wild.value == WildCard::TopCard);
    held.only_suit().or_else(|| {
        if is_wild {
            (held - hand.wild).only_suit()
        } else {
            None
        }
    })
}

/// Who of the holders is asked: all of them, or the best alone.
fn to_ask(rules: &Ruleset, hand: &DealState) -> Seats {
    if rules.flush_tie.value.best_alone {
        best_of(rules, hand, hand.flushes)
    } else {
        hand.flushes
    }
}

/// The clause under which a claim is refused at this moment, or none if the seat is being asked.
pub(super) fn why_no_claim(rules: &Ruleset, hand: &DealState, seat: Seat) -> Option<ClauseId> {
    let claims = hand.stage == Stage::In(Phase::Claims);
    match seat {
        _ if !hand.active.has(seat) => Some(ClauseId::DeclFold),
        _ if hand.is_in_play() => Some(ClauseId::FlushClaim),
        _ if flush_suit(rules, hand, seat).is_none() => Some(ClauseId::FlushWhat),
        _ if !may_claim(rules, hand, seat) => Some(ClauseId::FlushPat),
        _ if claims && !to_ask(rules, hand).has(seat) => Some(ClauseId::FlushTie),
        _ => (!claims || hand.mover != seat).then_some(ClauseId::FlushClaim),
    }
}

pub(super) fn begin_claims(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    if rules.pam_fee.value.when == FeeWhen::Shown
        && let Some(holder) = deal::holder(hand)
    {
        deal::fee(rules, hand, holder, ClauseId::PamFee, events);
    }
    hand.wild = hand.wild | substitute(rules, hand);
    hand.flushes = hand
        .among(hand.active)
        .filter(|seat| may_claim(rules, hand, *seat))
        .collect();
    match rules.flush_claim.value {
        Claiming::Prompt => hand.unasked = to_ask(rules, hand),
        Claiming::Automatic => hand
            .among(hand.flushes)
            .for_each(|seat| claimed(rules, hand, seat, events)),
    }
    ask_claims(rules, hand, events);
}

/// The card that is of all suits in place of a top card that is away.
fn substitute(rules: &Ruleset, hand: &DealState) -> Set {
    let Substitute::HighestTrump {
        missing,
        wild: true,
    } = rules.pam_absent.value
    else {
        return Set::EMPTY;
    };
    let holders = if deal::is_missing(missing, hand) {
        hand.active
    } else {
        Seats::NONE
    };
    let held = hand
        .among(holders)
        .fold(Set::EMPTY, |held, seat| held | hand.held[seat]);
    let trumps = held & hand.trumps.all;
    let is_highest =
        |card: &Card| (hand.trumps.above(&rules.rank.value, *card) & trumps).is_empty();
    trumps
        .into_iter()
        .find(is_highest)
        .map_or(Set::EMPTY, Set::from)
}

fn claimed(rules: &Ruleset, hand: &mut DealState, seat: Seat, events: &mut Vec<Event>) {
    hand.claimed = hand.claimed.with(seat);
    events.push(Event::of(seat, Move::Claim));
    if hand.holds_top(seat) && rules.pam_fee.value.when == FeeWhen::Played {
        deal::fee(rules, hand, seat, ClauseId::PamFee, events);
    }
}

pub(super) fn answer(
    rules: &Ruleset,
    hand: &mut DealState,
    does: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let seat = hand.mover;
    match does {
        Move::Claim => claimed(rules, hand, seat, events),
        Move::LetPass => events.push(Event::of(seat, *does)),
        _ => return Err(InvalidAct::NotNow.into()),
    }
    ask_without(rules, hand, seat, events);
    Ok(())
}

/// One seat is no longer to be asked: it has answered, or is out of the hand.
pub(super) fn ask_without(
    rules: &Ruleset,
    hand: &mut DealState,
    seat: Seat,
    events: &mut Vec<Event>,
) {
    hand.unasked = hand.unasked.without(seat);
    if !hand.active.has(seat) {
        (hand.flushes, hand.claimed) = (hand.flushes.without(seat), hand.claimed.without(seat));
        if rules.flush_tie.value.best_alone {
            hand.unasked = to_ask(rules, hand);
        }
    }
    ask_claims(rules, hand, events);
}

fn ask_claims(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    if let Some(next) = hand.among(hand.unasked).next() {
        hand.mover = next;
    } else if hand.claimed.is_empty() {
        hand.is_phase_over = true;
    } else {
        let clause = if hand.claimed.len() > 1 {
            ClauseId::FlushTie
        } else {
            ClauseId::FlushTake
        };
        let best = best_of(rules, hand, hand.claimed);
        events.extend(hand.among(best).map(|seat| Event {
            clause,
            fact: EventKind::BestFlush(seat),
        }));
        flush(rules, hand, best, events);
    }
}

/// The best flush of these holders'; more than one only where what is equal is divided.
fn best_of(rules: &Ruleset, hand: &DealState, holders: Seats) -> Seats {
    // In turn order and only where strictly better: the seat nearest the dealer's right wins what is still tied.
    let better = |best, seat| {
        if compare_flushes(rules, hand, seat, best) == Ordering::Greater {
            seat
        } else {
            best
        }
    };
    let Some(best) = hand.among(holders).reduce(better) else {
        return Seats::NONE;
    };
    let divides = rules.flush_tie.value.then.contains(&TieBreak::Divide);
    hand.among(holders)
        .filter(|seat| {
            *seat == best || (divides && compare_flushes(rules, hand, *seat, best).is_eq())
        })
        .collect()
}

fn compare_flushes(rules: &Ruleset, hand: &DealState, a: Seat, b: Seat) -> Ordering {
    let trump = |seat| flush_suit(rules, hand, seat) == Some(hand.trump);
    let points = |seat| rules.flush_points.value.of(hand.held[seat]);
    let by = |criterion: TieBreak| match criterion {
        TieBreak::TopCard => hand.holds_top(a).cmp(&hand.holds_top(b)),
        TieBreak::Trump => trump(a).cmp(&trump(b)),
        TieBreak::Points => points(a).cmp(&points(b)),
        TieBreak::HighCard => places(rules, hand, b)[0].cmp(&places(rules, hand, a)[0]),
        TieBreak::CardsDown => places(rules, hand, b).cmp(&places(rules, hand, a)),
        TieBreak::Seat | TieBreak::Divide => Ordering::Equal,
    };
    rules
        .flush_tie
        .value
        .criteria()
        .map(by)
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The places of its cards from the top, the smaller the better; the top card's is 0. No hand has more than this holds.
fn places(rules: &Ruleset, hand: &DealState, seat: Seat) -> [u32; 8] {
    let place = |card: Card| {
        let is_top = hand.trumps.top.has(card);
        if is_top {
            0
        } else {
            1 + rules.rank.value.index_from_top(card.rank())
        }
    };
    let mut places = [u32::MAX; 8];
    places
        .iter_mut()
        .zip(hand.held[seat])
        .for_each(|(place_of, card)| *place_of = place(card));
    places.insertion_sort_by_key(|place| *place);
    places
}
