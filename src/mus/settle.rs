//! What is paid: refusals at once, the rest phase by phase when cards are shown; what ends a game or a round.

use super::compare::{Couple, couple, is_royal, total, won};
use super::hand::{Ended, Event, Fact, Hand, Stage, Table, Way, push};
use crate::cards::{PerSeat, Seat, Seats};
use crate::rules::mus::{Earners, Lance};
use crate::rules::{Finish, Ruleset, Topic};

/// A side takes stones for a phase, or a player sheds them from their purse: no more than there is room for.
fn pay(rules: &Ruleset, hand: &mut Hand, what: (Lance, Topic), seat: Seat, due: i64, events: &mut Vec<Event>) {
    if hand.stage == Stage::Over {
        return;
    }
    let ((lance, clause), side, sheds) = (what, Hand::side(rules, seat), Table::sheds(rules));
    let room = match rules.end.value.finish {
        _ if sheds => hand.table.purses[seat],
        Finish::Games { target, .. } => target - hand.table.score[side],
        _ => due,
    };
    let paid = due.min(room);
    if paid > 0 {
        push(events, clause, Fact::Paid(lance, seat, paid));
        hand.taken[lance.place()][side] += paid;
    }
    if paid < due {
        push(events, Topic::PayOrder, Fact::Cut(lance, side, due));
    }
    if sheds {
        hand.table.purses[seat] -= paid;
        hand.table.basket += paid;
        alone(rules, hand, events);
    } else {
        hand.table.score[side] += paid;
        if matches!(rules.end.value.finish, Finish::Games { target, .. } if hand.table.score[side] >= target) {
            game(rules, hand, side, events);
        }
    }
}

/// What was refused is paid at once, and what was staked goes home; nothing is paid for a bet that a lie made.
pub(super) fn refused(rules: &Ruleset, hand: &mut Hand, bettor: Seat, is_true: bool, events: &mut Vec<Event>) {
    let lance = hand.lance;
    let price = if hand.bet.agreed == 0 { rules.bet_refuse.value.first } else { hand.bet.agreed };
    if Table::sheds(rules) {
        home(hand, lance, bettor, if is_true { Topic::PayOrder } else { Topic::FaultLie }, events);
    }
    if is_true {
        pay(rules, hand, (lance, Topic::BetRefuse), bettor, price, events);
    }
}

/// A player takes back what they staked on a phase.
pub(super) fn home(hand: &mut Hand, lance: Lance, seat: Seat, clause: Topic, events: &mut Vec<Event>) {
    let staked = std::mem::take(&mut hand.heaps[lance.place()][seat]);
    if staked > 0 {
        hand.table.purses[seat] += staked;
        push(events, clause, Fact::Home(lance, seat, staked));
    }
}

pub(super) fn win(rules: &Ruleset, hand: &mut Hand, seat: Seat, events: &mut Vec<Event>) {
    let side = Hand::side(rules, seat);
    if let Finish::Games { target, .. } = rules.end.value.finish {
        hand.ordago[side] = target - hand.table.score[side];
        hand.table.score[side] = target;
    }
    game(rules, hand, side, events);
}

fn game(rules: &Ruleset, hand: &mut Hand, side: Seat, events: &mut Vec<Event>) {
    hand.table.games[side] += 1;
    (hand.stage, hand.ended) = (Stage::Over, Some(Ended::Game(side)));
    push(events, Topic::End, Fact::Game(side));
    if hand.table.is_over(rules) {
        push(events, Topic::End, Fact::Match(side));
    }
}

/// The worst hand of an ordago picks up what the others staked.
pub(super) fn pick_up(rules: &Ruleset, hand: &mut Hand, worst: Seat, events: &mut Vec<Event>) {
    let heap = std::mem::replace(&mut hand.heaps[hand.lance.place()], PerSeat::all(0));
    let staked: i64 = heap.iter().sum();
    hand.table.purses[worst] += staked;
    hand.ordago[worst] += staked - heap[worst];
    push(events, Topic::BetOrdago, Fact::PickedUp(worst, staked - heap[worst]));
    alone(rules, hand, events);
}

/// Whoever has no stones left has no part in later phases; the deal ends if one player alone has any.
fn alone(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let left: Seats = Seats::all(hand.table.seats).each().filter(|seat| hand.stones(*seat) > 0).collect();
    hand.through = hand.through.and(hand.players.minus(left));
    let Some(last) = left.each().next().filter(|_| left.len() == 1) else { return };
    Lance::ALL.iter().for_each(|lance| home(hand, *lance, last, Topic::PayOrder, events));
    hand.table.lost[last] += 1;
    (hand.stage, hand.ended) = (Stage::Over, Some(Ended::Round(last)));
    push(events, Topic::End, Fact::Lost(last));
    let Finish::Losses(losses) = rules.end.value.finish else { return };
    if hand.table.lost[last] >= losses {
        push(events, Topic::End, Fact::Left(last));
    }
    if hand.table.is_over(rules) {
        let stays = Seats::all(hand.table.seats).each().find(|seat| hand.table.lost[*seat] < losses);
        stays.into_iter().for_each(|seat| push(events, Topic::End, Fact::Match(seat)));
    }
}

/// The phase that is paid next; Point in the place of a Jeu that nobody has.
pub(super) fn next(rules: &Ruleset, hand: &Hand) -> Option<Lance> {
    let lance = *rules.phase_order.value.0.get(hand.at)?;
    let has_jeu = !hand.says[Lance::Jeu.place()].is_empty();
    Some(if lance == Lance::Jeu && !has_jeu { Lance::Point } else { lance })
}

/// Pays the next phase; after the last the deal is over.
pub(super) fn pay_next(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if let Some(lance) = next(rules, hand) {
        pay_lance(rules, hand, lance, events);
        hand.at += 1;
    }
    if next(rules, hand).is_none() {
        hand.stage = Stage::Over;
    }
}

fn pay_lance(rules: &Ruleset, hand: &mut Hand, lance: Lance, events: &mut Vec<Event>) {
    let outcome = hand.outcomes[lance.place()];
    if outcome.way != Way::Ordago {
        won(rules, hand, lance, events);
    }
    if let Some(winner) = outcome.winner.filter(|_| outcome.way == Way::Accepted) {
        // Where stones are shed, those of the winner were staked.
        let mut stake = outcome.stake;
        if Table::sheds(rules) {
            stake = std::mem::take(&mut hand.heaps[lance.place()][winner]);
            hand.table.purses[winner] += stake;
        }
        pay(rules, hand, (lance, Topic::PayOrder), winner, stake, events);
    }
    if hand.stage != Stage::Over {
        hand.players.each().for_each(|seat| home(hand, lance, seat, Topic::PayOrder, events));
    }
    for seat in earners(rules, hand, lance).each() {
        let (chips, clause) = prize(rules, hand, lance, seat);
        pay(rules, hand, (lance, clause), seat, chips, events);
    }
}

fn earners(rules: &Ruleset, hand: &Hand, lance: Lance) -> Seats {
    let outcome = hand.outcomes[lance.place()];
    let to = match lance {
        Lance::Couples => rules.prize_couples.value.to,
        Lance::Jeu => rules.prize_jeu.value.to,
        _ => Earners::Winner,
    };
    let was_bet = matches!(outcome.way, Way::Accepted | Way::Refused);
    match outcome.winner {
        None => Seats::NONE,
        _ if outcome.way == Way::Ordago || (was_bet && matches!(lance, Lance::Grande | Lance::Petite)) => Seats::NONE,
        Some(winner) if to == Earners::Winner => Seats::NONE.with(winner),
        Some(winner) => hand.of_side(rules, winner).each().filter(|seat| outcome.counted.has(*seat)).collect(),
    }
}

fn prize(rules: &Ruleset, hand: &Hand, lance: Lance, seat: Seat) -> (i64, Topic) {
    let (couples, jeu, cards) = (rules.prize_couples.value, rules.prize_jeu.value, hand.held[seat]);
    match lance {
        Lance::Grande | Lance::Petite => (rules.prize_passed.value.0, Topic::PrizePassed),
        Lance::Point => (jeu.point, Topic::PrizeJeu),
        Lance::Couples => {
            let stones = |couple| match couple {
                Couple::Pair => couples.pair,
                Couple::Moyenne => couples.moyenne,
                Couple::Double => couples.double,
            };
            (couple(rules, cards).map_or(0, stones), Topic::PrizeCouples)
        }
        Lance::Jeu => {
            let parts = |worth: u32| cards.into_iter().filter(|card| total(rules, (*card).into()) == worth).count();
            let stones = match (total(rules, cards), jeu.rich) {
                (31, Some(rich)) if is_royal(rules, cards) => rich.royal,
                (33, Some(rich)) if parts(10) == 2 && parts(7) > 0 => rich.thirty_three,
                (31, _) => jeu.thirty_one,
                _ => jeu.other,
            };
            (stones, Topic::PrizeJeu)
        }
    }
}
