//! What wins a phase: what four cards are worth in each, who of several is the best, and who has told the truth. Every
//! comparison is a strict order of the players: where two hold the same, their seats decide. And what is paid: refusals at
//! once, the rest phase by phase when cards are shown; what ends a game or a round.

use super::hand::{
    DealEnd, MusEvent, MusEventKind, MusStage, MusState, MusTable, PhaseResult, push,
};
use crate::cards::{InsertionSort, PerSeat, Rank, Seat, Seats, Set};
use crate::rules::mus::{BettingPhase, Compare, CoupleOrder, Earners, JeuOrder, Royal, Tie};
use crate::rules::{ClauseId, Finish, Ruleset};
use std::cmp::Reverse;

/// Cards that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Couple {
    /// Two.
    Pair,
    /// Three.
    Moyenne,
    /// Two pairs, or four.
    Double,
}

/// The levels of cards, from the highest down: of the rank at the top of the order 13.
fn levels(rules: &Ruleset, cards: Set) -> ([u32; 5], usize) {
    let (mut levels, count) = ([0; 5], cards.len().min(5));
    let of = |rank| 13 - rules.rank.value.index_from_top(rank);
    levels
        .iter_mut()
        .zip(cards)
        .for_each(|(level, card)| *level = of(card.rank()));
    levels[..count].insertion_sort_by_key(|level| Reverse(*level));
    (levels, count)
}

fn number(digits: impl Iterator<Item = u32>) -> u64 {
    digits.fold(0, |number, digit| number * 16 + u64::from(digit))
}

/// What the cards come to for Jeu and Point.
pub fn total(rules: &Ruleset, cards: Set) -> u32 {
    cards
        .into_iter()
        .map(|card| rules.card_points(card.rank()))
        .sum()
}

/// The couples of a hand, and the levels of their ranks from the higher down.
fn couples(rules: &Ruleset, cards: Set) -> Option<(Couple, [u32; 2])> {
    let (levels, count) = levels(rules, cards);
    let mut pairs = levels[..count]
        .chunk_by(u32::eq)
        .filter(|run| run.len() > 1);
    let (first, second) = (pairs.next()?, pairs.next());
    Some(match (first.len(), second) {
        (4.., _) => (Couple::Double, [first[0]; 2]),
        (_, Some(second)) => (Couple::Double, [first[0], second[0]]),
        (3, None) => (Couple::Moyenne, [first[0], 0]),
        (_, None) => (Couple::Pair, [first[0], 0]),
    })
}

/// The levels of the cards that are in no couple, for editions where they count.
fn kicker(rules: &Ruleset, cards: Set) -> u64 {
    if rules.couples_compare.value != CoupleOrder::Kicker {
        return 0;
    }
    let (levels, count) = levels(rules, cards);
    number(
        levels[..count]
            .chunk_by(u32::eq)
            .filter(|run| run.len() == 1)
            .map(|run| run[0]),
    )
}

pub fn couple(rules: &Ruleset, cards: Set) -> Option<Couple> {
    couples(rules, cards).map(|(couple, _)| couple)
}

/// Whether a hand has what is bid on in a phase.
pub fn has(rules: &Ruleset, lance: BettingPhase, cards: Set) -> bool {
    match lance {
        BettingPhase::Couples => couple(rules, cards).is_some(),
        BettingPhase::Jeu => total(rules, cards) > 30,
        _ => true,
    }
}

fn is_royal(rules: &Ruleset, cards: Set) -> bool {
    let sevens = cards
        .into_iter()
        .filter(|card| card.rank() == Rank::Seven)
        .count();
    let with = cards
        .into_iter()
        .map(|card| card.rank())
        .find(|rank| *rank != Rank::Seven);
    let fits = match rules.jeu_compare.value.royal {
        Royal::None => false,
        Royal::King => with == Some(Rank::King),
        Royal::Figure => matches!(with, Some(Rank::King | Rank::Queen | Rank::Jack)),
    };
    sevens == 3 && fits
}

/// How good a hand is in a phase: the higher the better, and the same for hands that are alike in it.
///
/// ```
/// use mouche::cards::{Letters, Set, read_card};
/// use mouche::mus::strength;
/// use mouche::rules::mus::BettingPhase;
///
/// let rules = mouche::editions::by_id("mus-pairs").expect("an edition");
/// let hand = |cards: &str| -> Set {
///     cards.split(' ').filter_map(|card| read_card(card, Letters::English).ok()).collect()
/// };
/// let (kings, queens) = (hand("K♠ 4♥ 5♦ A♣"), hand("Q♠ Q♥ Q♦ Q♣"));
/// assert!(strength(rules, BettingPhase::Grande, kings) > strength(rules, BettingPhase::Grande, queens));
/// assert!(strength(rules, BettingPhase::Couples, kings) < strength(rules, BettingPhase::Couples, queens));
/// ```
pub fn strength(rules: &Ruleset, lance: BettingPhase, cards: Set) -> u64 {
    let by = |compare: Compare| {
        let (levels, count) = levels(rules, cards);
        match compare {
            Compare::HighestFirst => number(levels[..count].iter().copied()),
            Compare::LowestFirst => number(levels[..count].iter().rev().map(|level| 15 - level)),
            Compare::HighestTo30 if total(rules, cards) > 30 => 0,
            Compare::HighestTo30 => total(rules, cards).into(),
        }
    };
    match lance {
        BettingPhase::Grande => by(rules.grande_compare.value),
        BettingPhase::Petite => by(rules.petite_compare.value),
        BettingPhase::Point => by(rules.point_compare.value),
        BettingPhase::Couples => couples(rules, cards).map_or(0, |(couple, [high, low])| {
            (number([couple as u32 + 1, high, low].into_iter()) << 16) + kicker(rules, cards)
        }),
        BettingPhase::Jeu => match (total(rules, cards), rules.jeu_compare.value.order) {
            (..31, _) => 0,
            (31, _) => 1000 + u64::from(is_royal(rules, cards)),
            (32, JeuOrder::Standard) => 999,
            (total, _) => u64::from(total),
        },
    }
}

pub fn best(rules: &Ruleset, hand: &MusState, lance: BettingPhase, among: Seats) -> Option<Seat> {
    by_worth(rules, hand, lance, among)
        .max()
        .map(|(.., seat)| seat)
}

pub(super) fn worst(
    rules: &Ruleset,
    hand: &MusState,
    lance: BettingPhase,
    among: Seats,
) -> Option<Seat> {
    by_worth(rules, hand, lance, among)
        .min()
        .map(|(.., seat)| seat)
}

/// Players, each behind what their cards are worth and then what their seat is.
fn by_worth(
    rules: &Ruleset,
    hand: &MusState,
    lance: BettingPhase,
    among: Seats,
) -> impl Iterator<Item = (u64, i8, Seat)> {
    let nearest = rules.tie.value == Tie::NearestTheHand;
    let places = (0..).map(move |place: i8| if nearest { -place } else { place });
    let worth = move |(seat, place)| (strength(rules, lance, hand.held[seat]), place, seat);
    among.in_turn(hand.dealer).zip(places).map(worth)
}

pub fn compared_by(lance: BettingPhase) -> ClauseId {
    match lance {
        BettingPhase::Grande => ClauseId::GrandeCompare,
        BettingPhase::Petite => ClauseId::PetiteCompare,
        BettingPhase::Couples => ClauseId::CouplesCompare,
        BettingPhase::Jeu => ClauseId::JeuCompare,
        BettingPhase::Point => ClauseId::PointCompare,
    }
}

/// Those of some players whose side has told the truth.
pub(super) fn honest(rules: &Ruleset, hand: &MusState, lance: BettingPhase, among: Seats) -> Seats {
    hand.liars[lance.place()]
        .iter()
        .fold(among, |honest, liar| {
            honest.minus(hand.of_side(rules, liar))
        })
}

/// Says who wins a phase by the cards, and whether a seat decided it; or whose untrue word did.
pub(super) fn won(
    rules: &Ruleset,
    hand: &MusState,
    lance: BettingPhase,
    events: &mut Vec<MusEvent>,
) {
    let outcome = hand.outcomes[lance.place()];
    hand.liars[lance.place()]
        .iter()
        .for_each(|liar| push(events, ClauseId::FaultLie, MusEventKind::Lied(lance, liar)));
    let Some(winner) = outcome
        .winner
        .filter(|_| outcome.way != PhaseResult::Refused)
    else {
        return;
    };
    push(events, compared_by(lance), MusEventKind::Won(lance, winner));
    let worth = |seat: Seat| strength(rules, lance, hand.held[seat]);
    let others = honest(rules, hand, lance, outcome.counted).minus(hand.of_side(rules, winner));
    if others.iter().any(|seat| worth(seat) == worth(winner)) {
        push(events, ClauseId::Tie, MusEventKind::Tied(lance, winner));
    }
}

/// A side takes stones for a phase, or a player sheds them from their purse: no more than there is room for.
fn pay(
    rules: &Ruleset,
    hand: &mut MusState,
    what: (BettingPhase, ClauseId),
    seat: Seat,
    due: i64,
    events: &mut Vec<MusEvent>,
) {
    if hand.stage == MusStage::Over {
        return;
    }
    let ((lance, clause), side, sheds) =
        (what, MusState::side(rules, seat), MusTable::sheds(rules));
    let room = match rules.end.value.finish {
        _ if sheds => hand.table.purses[seat],
        Finish::Games { target, .. } => target - hand.table.score[side],
        _ => due,
    };
    let paid = due.min(room);
    if paid > 0 {
        push(events, clause, MusEventKind::Paid(lance, seat, paid));
        hand.taken[lance.place()][side] += paid;
    }
    if paid < due {
        push(
            events,
            ClauseId::PayOrder,
            MusEventKind::Cut(lance, side, due),
        );
    }
    if sheds {
        hand.table.purses[seat] -= paid;
        hand.table.basket += paid;
        alone(rules, hand, events);
    } else {
        hand.table.score[side] += paid;
        if matches!(rules.end.value.finish, Finish::Games { target, .. } if hand.table.score[side] >= target)
        {
            game(rules, hand, side, events);
        }
    }
}

/// What was refused is paid at once, and what was staked goes home; nothing is paid for a bet that a lie made.
pub(super) fn refused(
    rules: &Ruleset,
    hand: &mut MusState,
    bettor: Seat,
    is_true: bool,
    events: &mut Vec<MusEvent>,
) {
    let lance = hand.lance;
    let price = if hand.bet.agreed == 0 {
        rules.bet_refuse.value.first
    } else {
        hand.bet.agreed
    };
    if MusTable::sheds(rules) {
        home(
            hand,
            lance,
            bettor,
            if is_true {
                ClauseId::PayOrder
            } else {
                ClauseId::FaultLie
            },
            events,
        );
    }
    if is_true {
        pay(
            rules,
            hand,
            (lance, ClauseId::BetRefuse),
            bettor,
            price,
            events,
        );
    }
}

/// A player takes back what they staked on a phase.
pub(super) fn home(
    hand: &mut MusState,
    lance: BettingPhase,
    seat: Seat,
    clause: ClauseId,
    events: &mut Vec<MusEvent>,
) {
    let staked = std::mem::take(&mut hand.heaps[lance.place()][seat]);
    if staked > 0 {
        hand.table.purses[seat] += staked;
        push(events, clause, MusEventKind::Home(lance, seat, staked));
    }
}

pub(super) fn win(rules: &Ruleset, hand: &mut MusState, seat: Seat, events: &mut Vec<MusEvent>) {
    let side = MusState::side(rules, seat);
    if let Finish::Games { target, .. } = rules.end.value.finish {
        hand.ordago[side] = target - hand.table.score[side];
        hand.table.score[side] = target;
    }
    game(rules, hand, side, events);
}

fn game(rules: &Ruleset, hand: &mut MusState, side: Seat, events: &mut Vec<MusEvent>) {
    hand.table.games[side] += 1;
    (hand.stage, hand.ended) = (MusStage::Over, Some(DealEnd::Game(side)));
    push(events, ClauseId::End, MusEventKind::Game(side));
    if hand.table.is_over(rules) {
        push(events, ClauseId::End, MusEventKind::Match(side));
    }
}

/// The worst hand of an ordago picks up what the others staked.
pub(super) fn pick_up(
    rules: &Ruleset,
    hand: &mut MusState,
    worst: Seat,
    events: &mut Vec<MusEvent>,
) {
    let heap = std::mem::replace(&mut hand.heaps[hand.lance.place()], PerSeat::all(0));
    let staked: i64 = heap.iter().sum();
    hand.table.purses[worst] += staked;
    hand.ordago[worst] += staked - heap[worst];
    push(
        events,
        ClauseId::BetOrdago,
        MusEventKind::PickedUp(worst, staked - heap[worst]),
    );
    alone(rules, hand, events);
}

/// Whoever has no stones left has no part in later phases; the deal ends if one player alone has any.
fn alone(rules: &Ruleset, hand: &mut MusState, events: &mut Vec<MusEvent>) {
    let left: Seats = Seats::all(hand.table.seats)
        .iter()
        .filter(|seat| hand.stones(*seat) > 0)
        .collect();
    hand.through = hand.through.and(hand.players.minus(left));
    let Some(last) = left.iter().next().filter(|_| left.len() == 1) else {
        return;
    };
    BettingPhase::ALL
        .iter()
        .for_each(|lance| home(hand, *lance, last, ClauseId::PayOrder, events));
    hand.table.lost[last] += 1;
    (hand.stage, hand.ended) = (MusStage::Over, Some(DealEnd::Round(last)));
    push(events, ClauseId::End, MusEventKind::Lost(last));
    let Finish::Losses(losses) = rules.end.value.finish else {
        return;
    };
    if hand.table.lost[last] >= losses {
        push(events, ClauseId::End, MusEventKind::Left(last));
    }
    if hand.table.is_over(rules) {
        let stays = Seats::all(hand.table.seats)
            .iter()
            .find(|seat| hand.table.lost[*seat] < losses);
        stays
            .into_iter()
            .for_each(|seat| push(events, ClauseId::End, MusEventKind::Match(seat)));
    }
}

/// The phase that is paid next; Point in the place of a Jeu that nobody has.
pub fn payable(rules: &Ruleset, hand: &MusState) -> Option<BettingPhase> {
    let lance = *rules.phase_order.value.0.get(hand.at)?;
    let has_jeu = !hand.says[BettingPhase::Jeu.place()].is_empty();
    Some(if lance == BettingPhase::Jeu && !has_jeu {
        BettingPhase::Point
    } else {
        lance
    })
}

pub(super) fn pay_next(rules: &Ruleset, hand: &mut MusState, events: &mut Vec<MusEvent>) {
    if let Some(lance) = payable(rules, hand) {
        pay_lance(rules, hand, lance, events);
        hand.at += 1;
    }
    if payable(rules, hand).is_none() {
        hand.stage = MusStage::Over;
    }
}

fn pay_lance(
    rules: &Ruleset,
    hand: &mut MusState,
    lance: BettingPhase,
    events: &mut Vec<MusEvent>,
) {
    let outcome = hand.outcomes[lance.place()];
    if outcome.way != PhaseResult::Ordago {
        won(rules, hand, lance, events);
    }
    if let Some(winner) = outcome
        .winner
        .filter(|_| outcome.way == PhaseResult::Accepted)
    {
        // Where stones are shed, those of the winner were staked.
        let mut stake = outcome.stake;
        if MusTable::sheds(rules) {
            stake = std::mem::take(&mut hand.heaps[lance.place()][winner]);
            hand.table.purses[winner] += stake;
        }
        pay(
            rules,
            hand,
            (lance, ClauseId::PayOrder),
            winner,
            stake,
            events,
        );
    }
    if hand.stage != MusStage::Over {
        hand.players
            .iter()
            .for_each(|seat| home(hand, lance, seat, ClauseId::PayOrder, events));
    }
    for seat in earners(rules, hand, lance).iter() {
        let (chips, clause) = prize(rules, hand, lance, seat);
        pay(rules, hand, (lance, clause), seat, chips, events);
    }
}

fn earners(rules: &Ruleset, hand: &MusState, lance: BettingPhase) -> Seats {
    let outcome = hand.outcomes[lance.place()];
    let to = match lance {
        BettingPhase::Couples => rules.prize_couples.value.to,
        BettingPhase::Jeu => rules.prize_jeu.value.to,
        _ => Earners::Winner,
    };
    let was_bet = matches!(outcome.way, PhaseResult::Accepted | PhaseResult::Refused);
    match outcome.winner {
        None => Seats::NONE,
        _ if outcome.way == PhaseResult::Ordago
            || (was_bet && matches!(lance, BettingPhase::Grande | BettingPhase::Petite)) =>
        {
            Seats::NONE
        }
        Some(winner) if to == Earners::Winner => Seats::NONE.with(winner),
        Some(winner) => hand
            .of_side(rules, winner)
            .iter()
            .filter(|seat| outcome.counted.has(*seat))
            .collect(),
    }
}

fn prize(rules: &Ruleset, hand: &MusState, lance: BettingPhase, seat: Seat) -> (i64, ClauseId) {
    let (couples, jeu, cards) = (
        rules.prize_couples.value,
        rules.prize_jeu.value,
        hand.held[seat],
    );
    match lance {
        BettingPhase::Grande | BettingPhase::Petite => {
            (rules.prize_passed.value.0, ClauseId::PrizePassed)
        }
        BettingPhase::Point => (jeu.point, ClauseId::PrizeJeu),
        BettingPhase::Couples => {
            let stones = |couple| match couple {
                Couple::Pair => couples.pair,
                Couple::Moyenne => couples.moyenne,
                Couple::Double => couples.double,
            };
            (
                couple(rules, cards).map_or(0, stones),
                ClauseId::PrizeCouples,
            )
        }
        BettingPhase::Jeu => {
            let parts = |worth: u32| {
                cards
                    .into_iter()
                    .filter(|card| total(rules, (*card).into()) == worth)
                    .count()
            };
            let stones = match (total(rules, cards), jeu.rich) {
                (31, Some(rich)) if is_royal(rules, cards) => rich.royal,
                (33, Some(rich)) if parts(10) == 2 && parts(7) > 0 => rich.thirty_three,
                (31, _) => jeu.thirty_one,
                _ => jeu.other,
            };
            (stones, ClauseId::PrizeJeu)
        }
    }
}
