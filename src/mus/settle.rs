//! What is paid: refusals at once, the rest phase by phase when cards are shown; what ends a game or a round.

use super::compare::{Couple, couple, is_royal, total};
use super::event::{Event, Fact, Way};
use super::hand::{Ended, Hand, Stage, Table};
use super::truth::won;
use crate::cards::{PerSeat, Seat, Seats};
use crate::rules::mus::{Earners, Lance};
use crate::rules::{Finish, Ruleset, Topic};

fn push(events: &mut Vec<Event>, clause: Topic, fact: Fact) {
    events.push(Event { clause, fact });
}

/// A side takes stones for a phase, or a player sheds them from their purse: no more than there is room for.
fn pay(
    rules: &Ruleset,
    hand: &mut Hand,
    (lance, clause): (Lance, Topic),
    seat: Seat,
    due: i64,
    events: &mut Vec<Event>,
) {
    if hand.stage == Stage::Over {
        return;
    }
    let side = Hand::side(rules, seat);
    let sheds = Table::sheds(rules);
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
    let (lance, sheds) = (hand.lance, Table::sheds(rules));
    let price = if hand.bet.agreed == 0 { rules.bet_refuse.value.first } else { hand.bet.agreed };
    if sheds {
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

/// A side wins the game with an ordago.
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
    for lance in Lance::ALL {
        home(hand, *lance, last, Topic::PayOrder, events);
    }
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
    let is_point = lance == Lance::Jeu && hand.says[Lance::Jeu.place()].is_empty();
    Some(if is_point { Lance::Point } else { lance })
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
        let stake = if Table::sheds(rules) {
            let staked = std::mem::take(&mut hand.heaps[lance.place()][winner]);
            hand.table.purses[winner] += staked;
            staked
        } else {
            outcome.stake
        };
        pay(rules, hand, (lance, Topic::PayOrder), winner, stake, events);
    }
    for seat in hand.players.each() {
        if hand.stage != Stage::Over {
            home(hand, lance, seat, Topic::PayOrder, events);
        }
    }
    for (seat, chips, clause) in prizes(rules, hand, lance) {
        pay(rules, hand, (lance, clause), seat, chips, events);
    }
}

/// The prizes of a phase: whose, how many stones, and by which clause.
fn prizes(rules: &Ruleset, hand: &Hand, lance: Lance) -> Vec<(Seat, i64, Topic)> {
    let outcome = hand.outcomes[lance.place()];
    let Some(winner) = outcome.winner.filter(|_| outcome.way != Way::Ordago) else { return Vec::new() };
    let (couples, jeu) = (rules.prize_couples.value, rules.prize_jeu.value);
    let earners = |to: Earners| {
        let side = hand.of_side(rules, winner);
        let earns = move |seat: &Seat| *seat == winner || to == Earners::EachPartner;
        outcome.counted.each().filter(move |seat| side.has(*seat)).filter(earns)
    };
    match lance {
        Lance::Grande | Lance::Petite => match outcome.way {
            Way::Passed | Way::Unbet => vec![(winner, rules.prize_passed.value.0, Topic::PrizePassed)],
            _ => Vec::new(),
        },
        Lance::Point => vec![(winner, jeu.point, Topic::PrizeJeu)],
        Lance::Couples => {
            let prize = |seat: Seat| match couple(rules, hand.held[seat])? {
                Couple::Pair => Some((seat, couples.pair, Topic::PrizeCouples)),
                Couple::Moyenne => Some((seat, couples.moyenne, Topic::PrizeCouples)),
                Couple::Double => Some((seat, couples.double, Topic::PrizeCouples)),
            };
            earners(couples.to).filter_map(prize).collect()
        }
        Lance::Jeu => {
            let worth = |seat: Seat| {
                let cards = hand.held[seat];
                let parts = || cards.into_iter().map(|card| total(rules, card.into()));
                match (total(rules, cards), jeu.rich) {
                    (31, Some(rich)) if is_royal(rules, cards) => rich.royal,
                    (33, Some(rich))
                        if parts().filter(|part| *part == 10).count() == 2 && parts().any(|part| part == 7) =>
                    {
                        rich.thirty_three
                    }
                    (31, _) => jeu.thirty_one,
                    _ => jeu.other,
                }
            };
            earners(jeu.to).map(|seat| (seat, worth(seat), Topic::PrizeJeu)).collect()
        }
    }
}
