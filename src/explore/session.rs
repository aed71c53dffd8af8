//! Sessions that the program plays by itself, hand by hand: at random and counted, one hand as an example, or one player
//! against all others.

use super::RandomPlayer;
use crate::cards::{Card, PerSeat, Seat, Set, Suit};
use crate::engine::{
    Act, Deal, Event, Fact, Hand, Move, Refusal, Stage, Table, TooManyChips, advance, close, is_over, legal, open,
    settle_last_debts,
};
use crate::rules::{Phase, Ruleset, Topic};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// A table at which hand after hand is played; the first seat deals first.
pub(super) struct Session<'a> {
    rules: &'a Ruleset,
    pub(super) table: Table,
    /// What happened in the last hand.
    pub(super) events: Vec<Event>,
}

impl<'a> Session<'a> {
    pub(super) fn new(rules: &'a Ruleset, seats: u8) -> Session<'a> {
        let table = Table::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
        Session { rules, table, events: Vec::with_capacity(128) }
    }

    pub(super) fn is_over(&mut self) -> bool {
        is_over(self.rules, &mut self.table)
    }

    /// The next hand, with its pool.
    pub(super) fn open(&mut self) -> Result<Hand, TooManyChips> {
        self.events.clear();
        open(self.rules, &mut self.table, &mut self.events)
    }

    /// Deals a hand and plays it as `choose` says as long as it asks; then it is settled.
    pub(super) fn play(
        &mut self,
        mut hand: Hand,
        deal: Act,
        mut choose: impl FnMut(&Hand) -> Act,
    ) -> Result<Hand, Refusal> {
        advance(self.rules, &mut hand, &deal, &mut self.events)?;
        while hand.asks() {
            let act = choose(&hand);
            advance(self.rules, &mut hand, &act, &mut self.events)?;
        }
        close(self.rules, &hand, &mut self.table);
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

impl Tally {
    fn count(&mut self, events: &[Event]) {
        let (mut has_flush, mut is_claimed, mut is_alone) = (false, false, false);
        for event in events {
            match event.fact {
                Fact::Dealt(_, cards) => has_flush |= cards.only_suit().is_some(),
                Fact::BestFlush(_) => is_claimed = true,
                Fact::Alone(_) => is_alone = true,
                Fact::Owes(..) => self.debts_made += 1,
                _ => {}
            }
        }
        self.hands += 1;
        self.events += events.len() as u64;
        self.hands_with_a_flush += u64::from(has_flush);
        self.hands_claimed += u64::from(is_claimed);
        self.hands_alone += u64::from(is_alone);
    }
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
pub fn simulate(rules: &Ruleset, seats: u8, hands: u64, seed: u64, mut progress: impl FnMut(u64)) -> Tally {
    let mut player = RandomPlayer::new(seed);
    let mut tally = Tally::default();
    'sessions: while tally.hands < hands {
        let mut session = Session::new(rules, seats);
        tally.sessions += 1;
        while tally.hands < hands && !session.is_over() {
            let Ok(hand) = session.open() else {
                tally.sessions_cut += 1;
                continue 'sessions;
            };
            tally.largest_pool = tally.largest_pool.max(hand.pool);
            tally.pools[hand.pool.max(1).ilog10() as usize] += 1;
            let deal = player.deal(rules, seats);
            session.play(hand, deal, |hand| player.choose(rules, hand)).expect("what the engine offers");
            tally.count(&session.events);
        }
        settle_last_debts(rules, &mut session.table, &mut Vec::new());
        progress(tally.hands);
    }
    tally
}

/// The first hand of a session, played to its end.
#[derive(Clone, Debug)]
pub struct Example {
    /// The cards.
    pub deal: Deal,
    /// Each move after the deal, and the hand before it.
    pub moves: Vec<(Hand, Move)>,
    /// The hand when it is over.
    pub end: Hand,
    /// How many flushes were claimed.
    pub flushes: usize,
    /// The clauses that made something happen.
    pub clauses: BTreeSet<Topic>,
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
    let Act::Deal(deal) = player.deal(rules, seats) else { return None };
    let mut moves = Vec::new();
    let choose = |hand: &Hand| {
        let act = player.choose(rules, hand);
        moves.extend(act.does().map(|does| (*hand, does)));
        act
    };
    let end = session.play(opened, Act::Deal(deal), choose).ok()?;
    let events = session.events;
    let flushes = events.iter().filter(|event| matches!(event.fact, Fact::Did(_, Move::Claim, _))).count();
    let clauses = events.iter().map(|event| event.clause).collect();
    Some(Example { deal, moves, end, flushes, clauses })
}

/// How a pool grows when one player wins every trick of every hand, and all others are left without: the pools of so many
/// hands, in chips. The player has the five highest trumps each time, and keeps quiet about them. For editions without a top
/// card and without a spare hand, which would come between.
///
/// ```
/// let pools = mouche::explore::growth(mouche::editions::ALL[0], 4, 6)?;
/// assert_eq!(pools, [5, 20, 65, 200, 605, 1820]);
/// # Ok::<(), mouche::engine::Refusal>(())
/// ```
///
/// # Errors
/// What the engine refuses, under rules for which the cards do not suffice.
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
                _ => legal(rules, hand).cards.nth(0).map_or(Move::Fold, Move::Play),
            };
            Act::Does(hand.mover, does)
        })?;
    }
    Ok(pools)
}

/// The five highest trumps to the eldest, the cards below them to the others, and a trump turned up.
fn one_sided(rules: &Ruleset, hand: &Hand) -> Deal {
    let size = usize::from(rules.deal_packets.value.hand);
    let trumps = rules.rank.value.ranks().map(|rank| Card::new(rank, Suit::Hearts));
    let best: Set = trumps.into_iter().take(size).collect();
    let turned = trumps[size];
    let mut others = (rules.pack.value.pack(hand.seats) - best).without(turned).into_iter();
    let eldest = hand.dealer.next(hand.seats);
    let mut hands = PerSeat::default();
    hands[eldest] = best;
    for _ in 0..size {
        for seat in hand.in_turn().filter(|seat| *seat != eldest) {
            hands[seat] = others.next().map_or(hands[seat], |card| hands[seat].with(card));
        }
    }
    Deal { hands, fille: Set::EMPTY, turned }
}
