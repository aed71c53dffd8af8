//! Sessions that the program plays by itself: at random and counted, as an example, one against all, or by the strategy.

use super::odds::{Mean, Proportion};
use super::strategy::{STRATEGY, Strategy};
use super::{Plan, RandomPlayer, act, play_on, result};
use crate::cards::{Card, PerSeat, Seat, Set, Suit};
use crate::engine::{
    Act, AmountReason, DealState, DealtCards, Event, EventKind, Move, Refusal, Stage, TableState,
    TooManyChips, apply, check_session_end, close_deal, move_offer, open_deal, playable_cards,
    settle_last_debts,
};
use crate::rules::{ClauseId, Phase, Ruleset, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A table at which hand after hand is played; the first seat deals first.
struct Session<'a> {
    rules: &'a Ruleset,
    table: TableState,
    /// What happened in the last hand.
    events: Vec<Event>,
}

impl<'a> Session<'a> {
    fn new(rules: &'a Ruleset, seats: u8) -> Session<'a> {
        Session {
            rules,
            table: TableState::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0)),
            events: Vec::with_capacity(128),
        }
    }

    fn open(&mut self) -> Result<DealState, TooManyChips> {
        self.events.clear();
        open_deal(self.rules, &mut self.table, &mut self.events)
    }

    /// Deals a hand and plays it as `choose` says as long as it asks; then it is settled.
    fn play(
        &mut self,
        mut hand: DealState,
        deal: Act,
        mut choose: impl FnMut(&DealState) -> Act,
    ) -> Result<DealState, Refusal> {
        apply(self.rules, &mut hand, deal, &mut self.events)?;
        while hand.awaits_move() {
            let act = choose(&hand);
            apply(self.rules, &mut hand, act, &mut self.events)?;
        }
        close_deal(self.rules, &hand, &mut self.table);
        Ok(hand)
    }
}

/// What was counted in random sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tally {
    /// Hands played.
    pub hands: u64,
    /// Sessions begun.
    pub sessions: u64,
    /// Sessions ended because an amount passed 10^12 chips.
    pub sessions_cut: u64,
    /// Events told by the engine.
    pub events: u64,
    /// Hands in which at least one flush was dealt.
    pub hands_with_a_flush: u64,
    /// Hands in which a flush was claimed.
    pub hands_claimed: u64,
    /// Hands that ended without play because all but one folded.
    pub hands_alone: u64,
    /// Players who came to owe, over all hands.
    pub debts_made: u64,
    /// The largest pool, in chips.
    pub largest_pool: i64,
    /// Hands by the size of their pool: below 10 chips, below 100, 1 000, and so on.
    pub pools: [u64; 13],
}

/// Plays random sessions until so many hands are played, calling `progress` with the hands so far after each.
///
/// ```
/// use mouche::{editions, explore};
///
/// let tally = explore::simulate(editions::ALL[0], 4, 1_000, 1, |_| ());
/// assert_eq!(tally.hands, 1_000);
/// assert!(tally.hands_claimed <= tally.hands_with_a_flush, "whoever is dealt a flush may let it pass");
/// ```
pub fn simulate(
    rules: &Ruleset,
    seats: u8,
    hands: u64,
    seed: u64,
    mut progress: impl FnMut(u64),
) -> Tally {
    let mut player = RandomPlayer::new(seed);
    let mut tally = Tally::default();
    'sessions: while tally.hands < hands {
        let mut session = Session::new(rules, seats);
        tally.sessions += 1;
        while tally.hands < hands && !check_session_end(rules, &mut session.table) {
            let Ok(hand) = session.open() else {
                tally.sessions_cut += 1;
                continue 'sessions;
            };
            tally.largest_pool = tally.largest_pool.max(hand.pool);
            tally.pools[hand.pool.max(1).ilog10() as usize] += 1;
            let deal = player.deal(rules, seats);
            session
                .play(hand, deal, |hand| player.choose(rules, hand))
                .expect("what the engine offers");
            let mut has_flush = false;
            let mut is_claimed = false;
            let mut is_alone = false;
            for event in &session.events {
                match event.kind {
                    EventKind::Dealt(_, cards) => has_flush |= cards.only_suit().is_some(),
                    EventKind::BestFlush(_) => is_claimed = true,
                    EventKind::LeftAlone(_) => is_alone = true,
                    EventKind::DebtMade(..) => tally.debts_made += 1,
                    _ => {}
                }
            }
            tally.hands += 1;
            tally.events += session.events.len() as u64;
            tally.hands_with_a_flush += u64::from(has_flush);
            tally.hands_claimed += u64::from(is_claimed);
            tally.hands_alone += u64::from(is_alone);
        }
        settle_last_debts(rules, &mut session.table, &mut Vec::new());
        progress(tally.hands);
    }
    tally
}

/// The first hand of a session, played to its end.
#[derive(Clone, Debug)]
pub struct Example {
    pub deal: DealtCards,
    /// Each move after the deal, and the hand before it.
    pub moves: Vec<(DealState, Move)>,
    pub end: DealState,
    /// How many flushes were claimed.
    pub flushes: usize,
    /// The clauses that made something happen.
    pub clauses: BTreeSet<ClauseId>,
}

/// Plays the first hand of a session; the first seat deals. None if the stake is past all counting.
///
/// ```
/// use mouche::{editions, explore};
///
/// let rules = editions::ALL[0];
/// let hand = explore::example(rules, 4, explore::RandomPlayer::sensible(7)).expect("a hand");
/// assert_eq!(hand.end.stage, mouche::engine::Stage::Over);
/// // The same seed plays the same hand.
/// let again = explore::example(rules, 4, explore::RandomPlayer::sensible(7)).expect("a hand");
/// assert_eq!(again.moves.len(), hand.moves.len());
/// ```
pub fn example(rules: &Ruleset, seats: u8, mut player: RandomPlayer) -> Option<Example> {
    let mut session = Session::new(rules, seats);
    let opened = session.open().ok()?;
    let Act::Deal(deal) = player.deal(rules, seats) else {
        return None;
    };
    let mut moves = Vec::new();
    let choose = |hand: &DealState| {
        let act = player.choose(rules, hand);
        moves.extend(act.as_move().map(|does| (*hand, does)));
        act
    };
    let end = session.play(opened, Act::Deal(deal), choose).ok()?;
    let events = session.events;
    let flushes = events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::MadeMove(_, Move::Claim, _)))
        .count();
    let clauses = events.iter().map(|event| event.clause).collect();
    Some(Example {
        deal,
        moves,
        end,
        flushes,
        clauses,
    })
}

/// How a pool grows when one player, with the five highest trumps each time, wins every trick of every hand: the pools of so
/// many hands, in chips. For editions without a top card and without a spare hand, which would come between.
///
/// ```
/// let pools = mouche::explore::growth(mouche::editions::ALL[0], 4, 6)?;
/// assert_eq!(pools, [5, 20, 65, 200, 605, 1820]);
/// # Ok::<(), mouche::engine::Refusal>(())
/// ```
pub fn growth(rules: &Ruleset, seats: u8, hands: usize) -> Result<Vec<i64>, Refusal> {
    let mut session = Session::new(rules, seats);
    let mut pools = Vec::new();
    while pools.len() < hands {
        let Ok(hand) = session.open() else { break };
        pools.push(hand.pool);
        session.play(hand, Act::Deal(one_sided(rules, &hand)), |hand| {
            let does = match hand.stage {
                Stage::In(Phase::Round(_)) => Move::Stand,
                Stage::In(Phase::Claims) => Move::LetPass,
                _ => match playable_cards(rules, hand).cards.nth(0) {
                    Some(card) => Move::Play(card),
                    None => Move::Fold,
                },
            };
            Act::Move(hand.mover, does)
        })?;
    }
    Ok(pools)
}

/// The five highest trumps to the eldest, the cards below them to the others, and a trump turned up.
fn one_sided(rules: &Ruleset, hand: &DealState) -> DealtCards {
    let size = usize::from(rules.deal_packets.value.hand);
    let trumps = rules
        .rank
        .value
        .ranks()
        .map(|rank| Card::new(rank, Suit::Hearts));
    let best: Set = trumps.into_iter().take(size).collect();
    let turned = trumps[size];
    let mut others = (rules.pack.value.pack(hand.seats) - best)
        .without(turned)
        .into_iter();
    let eldest = hand.dealer.next(hand.seats);
    let mut hands = PerSeat::default();
    hands[eldest] = best;
    for _ in 0..size {
        for seat in hand.seats_in_turn().filter(|seat| *seat != eldest) {
            if let Some(card) = others.next() {
                hands[seat] = hands[seat].with(card);
            }
        }
    }
    DealtCards {
        hands,
        spare_hand: Set::EMPTY,
        turned_card: turned,
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evening {
    pub sessions: u64,
    /// The pools of the first hands, the second hands, and so on, in chips.
    pub pools: Vec<Mean>,
    /// The pools that half of the sessions do not pass, hand by hand, in chips.
    pub half: Vec<i64>,
    /// The pools that nine sessions of ten do not pass, hand by hand, in chips.
    pub nine_in_ten: Vec<i64>,
    /// Hands in which somebody came to owe.
    pub owing: Proportion,
    /// Debts that a ceiling cut, out of all made.
    pub cut: Proportion,
    /// The largest pool of all, in chips.
    pub largest: i64,
    /// Sessions ended because an amount was past all counting.
    pub broken_off: u64,
}

/// Plays so many sessions, each seat by the same strategy.
pub fn evenings(
    rules: &Ruleset,
    seats: u8,
    strategy: &Strategy,
    sessions: u64,
    seed: u64,
) -> Evening {
    let mut evening = Evening {
        sessions,
        ..Evening::default()
    };
    let mut cards = RandomPlayer::new(seed);
    let mut pools: Vec<Vec<i64>> = Vec::new();
    for _ in 0..sessions {
        let mut session = Session::new(rules, seats);
        while !check_session_end(rules, &mut session.table) {
            let at = session.table.deals as usize;
            let Ok(hand) = session.open() else {
                evening.broken_off += 1;
                break;
            };
            pools.resize(pools.len().max(at + 1), Vec::new());
            pools[at].push(hand.pool);
            let deal = cards.deal(rules, seats);
            let choose = |hand: &DealState| {
                let does = strategy
                    .choose(rules, hand)
                    .expect("the last rule always fits");
                act(rules, hand, does, &mut cards)
            };
            session
                .play(hand, deal, choose)
                .expect("what the engine offers");
            let before = evening.cut.of;
            for event in &session.events {
                if let EventKind::DebtMade(.., sum) = event.kind {
                    evening
                        .cut
                        .count(matches!(sum, AmountReason::Capped { .. }));
                }
            }
            evening.owing.count(evening.cut.of > before);
        }
    }
    for hand in &mut pools {
        hand.sort_unstable();
        let mut mean = Mean::default();
        for pool in hand.iter() {
            mean.count(*pool as f64);
        }
        evening.pools.push(mean);
        evening.half.push(pool_not_passed(hand, 5));
        evening.nine_in_ten.push(pool_not_passed(hand, 9));
        evening.largest = evening.largest.max(hand[hand.len() - 1]);
    }
    evening
}

/// Returns the pool that so many tenths of these do not pass, which are sorted.
fn pool_not_passed(pools: &[i64], tenths: usize) -> i64 {
    pools[(pools.len() * tenths).div_ceil(10).saturating_sub(1)]
}

/// What a plan came to with so many trumps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Trumps dealt, the top card counted as one.
    pub trumps: usize,
    pub plan: Plan,
    /// Gained, in pools: 0.2 is a fifth of what the pool held, −1 a debt as large as the pool.
    pub gained: Mean,
    /// Hands after which they owed nothing.
    pub spared: Proportion,
}

/// Sessions of the strategy, in each hand of which one seat tries every plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Hands in which the seat was asked to declare.
    pub hands: u64,
    /// Of them, those in which the strategy went in.
    pub goes_in: Proportion,
    /// By trumps, then by plan.
    pub rows: Vec<Row>,
}

impl Trial {
    /// What a plan came to with so many trumps, if it was ever offered.
    pub fn row(&self, trumps: usize, plan: Plan) -> Option<&Row> {
        self.rows
            .iter()
            .find(|row| row.trumps == trumps && row.plan == plan)
    }
}

/// Plays sessions until a seat, another in each hand, was asked so often.
pub fn trial(rules: &Ruleset, seats: u8, hands: u64, seed: u64) -> Trial {
    let mut trial = Trial::default();
    let mut cards = RandomPlayer::new(seed);
    while trial.hands < hands {
        let mut session = Session::new(rules, seats);
        while trial.hands < hands && !check_session_end(rules, &mut session.table) {
            let Ok(hand) = session.open() else { break };
            let seat = Seat((session.table.deals % u32::from(seats)) as u8).next(seats);
            let deal = cards.deal(rules, seats);
            let choose = |hand: &DealState| {
                let does = STRATEGY
                    .choose(rules, hand)
                    .expect("the last rule always fits");
                // Where they are asked whether they go in.
                if hand.mover == seat && move_offer(rules, hand, Verb::Fold).is_some() {
                    trial.goes_in.count(does != Move::Fold);
                    fork(rules, hand, &mut trial);
                }
                act(rules, hand, does, &mut cards)
            };
            if session.play(hand, deal, choose).is_err() {
                break;
            }
        }
    }
    trial
}

/// Every plan from here, each with the same cards in the stock.
fn fork(rules: &Ruleset, hand: &DealState, trial: &mut Trial) {
    trial.hands += 1;
    let seat = hand.mover;
    let trumps = (hand.hands[seat] & hand.trumps.cards).len();
    let mut events = Vec::new();
    for plan in Plan::ALL {
        let Some(first) = plan.of(rules, hand) else {
            continue;
        };
        let mut cards = RandomPlayer::new(trial.hands);
        let Ok(end) = play_on(rules, hand, first, &mut cards, &mut events) else {
            continue;
        };
        let found = trial
            .rows
            .binary_search_by_key(&(trumps, *plan), |row| (row.trumps, row.plan));
        let place = found.unwrap_or_else(|place| {
            trial.rows.insert(
                place,
                Row {
                    trumps,
                    plan: *plan,
                    gained: Mean::default(),
                    spared: Proportion::default(),
                },
            );
            place
        });
        let row = &mut trial.rows[place];
        row.gained
            .count(result(hand, &end, seat) as f64 / hand.pool as f64);
        row.spared.count(end.debts_made[seat] == 0);
    }
}
