//! Sessions that the program plays by itself: at random, as an example, to see a pool grow, or by the strategy.

use super::odds::{Mean, Proportion};
use super::strategy::{STRATEGY, Strategy};
use super::{DeclarationPlan, RandomPlayer, chips_gained, fill_random_draws, play_out_by_strategy};
use crate::cards::{Card, CardSet, PerSeat, Seat, Suit};
use crate::engine::{
    AmountCalculation, DealStage, DealState, DealtCards, Event, EventDetails, Move, Refusal,
    TableBetweenDeals, TooManyChips, TrickAct, apply, check_end_or_mark_last_deal, close_deal,
    move_offer, open_deal, playable_cards, share_out_remaining_debts,
};
use crate::rules::{ClauseId, DealPhase, TrickRules, TurnCard, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A table at which deal after deal is played. The first seat deals first.
pub(super) struct SimulatedTable<'a> {
    rules: &'a TrickRules,
    table: TableBetweenDeals,
    /// The events of the last deal.
    events: Vec<Event>,
}

impl<'a> SimulatedTable<'a> {
    pub(super) fn new(rules: &'a TrickRules, seats: u8) -> SimulatedTable<'a> {
        SimulatedTable {
            rules,
            table: TableBetweenDeals::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0)),
            events: Vec::with_capacity(128),
        }
    }

    pub(super) fn is_over(&mut self) -> bool {
        check_end_or_mark_last_deal(self.rules, &mut self.table)
    }

    pub(super) fn open_deal(&mut self) -> Result<DealState, TooManyChips> {
        self.events.clear();
        open_deal(self.rules, &mut self.table, &mut self.events)
    }

    /// Deals in a deal that is open, plays the acts that `choose_act` returns, and closes the deal.
    fn play_deal(
        &mut self,
        state: &mut DealState,
        deal: TrickAct,
        mut choose_act: impl FnMut(&DealState) -> TrickAct,
    ) -> Result<(), Refusal> {
        apply(self.rules, state, deal, &mut self.events)?;
        while state.awaits_move() {
            let act = choose_act(state);
            apply(self.rules, state, act, &mut self.events)?;
        }
        self.close_deal(state);
        Ok(())
    }

    /// Closes a deal that was played to its end.
    pub(super) fn close_deal(&mut self, end: &DealState) {
        close_deal(self.rules, end, &mut self.table);
    }
}

/// What was counted in random sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RandomSessionCounts {
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

impl RandomSessionCounts {
    fn count_pool(&mut self, pool: i64) {
        self.largest_pool = self.largest_pool.max(pool);
        self.pools[pool.max(1).ilog10() as usize] += 1;
    }

    fn count_deal(&mut self, events: &[Event]) {
        let mut has_flush = false;
        let mut is_claimed = false;
        let mut is_alone = false;
        for event in events {
            match event.details {
                EventDetails::Dealt(_, cards) => has_flush |= cards.only_suit().is_some(),
                EventDetails::BestFlush(_) => is_claimed = true,
                EventDetails::LeftAlone(_) => is_alone = true,
                EventDetails::DebtMade(..) => self.debts_made += 1,
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

/// Plays random sessions until this number of deals is played. Calls `progress` with the deals so far after each session.
///
/// ```
/// use mouche::{editions, explore};
///
/// let tally = explore::simulate_random_sessions(editions::built_in_trick_editions().next().expect("an edition"), 4, 1_000, 1, |_| ());
/// assert_eq!(tally.hands, 1_000);
/// assert!(tally.hands_claimed <= tally.hands_with_a_flush, "a player who is dealt a flush may let it pass");
/// ```
pub fn simulate_random_sessions(
    rules: &TrickRules,
    seats: u8,
    deals: u64,
    seed: u64,
    mut progress: impl FnMut(u64),
) -> RandomSessionCounts {
    let mut player = RandomPlayer::new(seed);
    let mut tally = RandomSessionCounts::default();
    'sessions: while tally.hands < deals {
        let mut session = SimulatedTable::new(rules, seats);
        tally.sessions += 1;
        while tally.hands < deals && !session.is_over() {
            let Ok(mut state) = session.open_deal() else {
                tally.sessions_cut += 1;
                continue 'sessions;
            };
            tally.count_pool(state.pool);
            let deal = player.deal(rules, &state);
            session
                .play_deal(&mut state, deal, |state| {
                    player.choose_move_act(rules, state)
                })
                .expect("acts that the engine offers");
            tally.count_deal(&session.events);
        }
        share_out_remaining_debts(rules, &mut session.table, &mut Vec::new());
        progress(tally.hands);
    }
    tally
}

/// The first deal of a session, played to its end.
#[derive(Clone, Debug)]
pub struct PlayedExample {
    /// The cards dealt.
    pub deal: DealtCards,
    /// Each move after the deal, with the state before it.
    pub moves: Vec<(DealState, Move)>,
    /// The state at the end.
    pub end: DealState,
    /// The number of flushes that were claimed.
    pub flushes: usize,
    /// The clauses that made something happen.
    pub clauses: BTreeSet<ClauseId>,
}

/// Plays the first deal of a session. Returns `None` if the stake is too many chips.
///
/// ```
/// use mouche::{editions, explore};
///
/// let rules = editions::built_in_trick_editions().next().expect("an edition");
/// let example = explore::play_example(rules, 4, explore::RandomPlayer::with_sensible_declarations(7)).expect("a deal");
/// assert_eq!(example.end.stage, mouche::engine::DealStage::Over);
/// // The same seed plays the same deal.
/// let again = explore::play_example(rules, 4, explore::RandomPlayer::with_sensible_declarations(7)).expect("a deal");
/// assert_eq!(again.moves.len(), example.moves.len());
/// ```
pub fn play_example(
    rules: &TrickRules,
    seats: u8,
    mut player: RandomPlayer,
) -> Option<PlayedExample> {
    let mut session = SimulatedTable::new(rules, seats);
    let mut end = session.open_deal().ok()?;
    let TrickAct::Deal(deal) = player.deal(rules, &end) else {
        return None;
    };
    let mut moves = Vec::new();
    let played = session.play_deal(&mut end, TrickAct::Deal(deal), |state| {
        let act = player.choose_move_act(rules, state);
        if let Some(player_move) = act.as_move() {
            moves.push((*state, player_move));
        }
        act
    });
    played.ok()?;
    let mut flushes = 0;
    let mut clauses = BTreeSet::new();
    for event in &session.events {
        clauses.insert(event.clause);
        if let EventDetails::MadeMove(_, Move::Claim, _) = event.details {
            flushes += 1;
        }
    }
    Some(PlayedExample {
        deal,
        moves,
        end,
        flushes,
        clauses,
    })
}

/// Returns how the pool grows, in chips, if one player is always dealt the five highest trumps and wins every trick.
///
/// For editions without a top card and without a spare hand, which would interfere.
///
/// # Errors
/// If the edition does not allow such a deal.
///
/// ```
/// let pools = mouche::explore::pool_growth_with_sole_winner(mouche::editions::built_in_trick_editions().next().expect("an edition"), 4, 6)?;
/// assert_eq!(pools, [5, 20, 65, 200, 605, 1820]);
/// # Ok::<(), mouche::engine::Refusal>(())
/// ```
pub fn pool_growth_with_sole_winner(
    rules: &TrickRules,
    seats: u8,
    deals: usize,
) -> Result<Vec<i64>, Refusal> {
    let mut session = SimulatedTable::new(rules, seats);
    let mut pools = Vec::new();
    while pools.len() < deals {
        let Ok(mut state) = session.open_deal() else {
            break;
        };
        pools.push(state.pool);
        let deal = TrickAct::Deal(deal_highest_trumps(rules, &state));
        session.play_deal(&mut state, deal, |state| {
            TrickAct::Move(state.mover, stand_or_play_first_card(rules, state))
        })?;
    }
    Ok(pools)
}

fn stand_or_play_first_card(rules: &TrickRules, state: &DealState) -> Move {
    match state.stage {
        DealStage::In(DealPhase::Round(_)) => Move::Stand,
        DealStage::In(DealPhase::Claims) => Move::LetPass,
        _ => match playable_cards(rules, state).cards.nth(0) {
            Some(card) => Move::Play(card),
            None => Move::Fold,
        },
    }
}

/// Deals the highest trumps to the first player, the next trump as turn-up, and other cards to the other players.
fn deal_highest_trumps(rules: &TrickRules, opened: &DealState) -> DealtCards {
    let hand_size = usize::from(rules.deal_packets.value.hand);
    let ranks = rules.rank.value.ranks();
    let trumps = ranks.map(|rank| Card::new(rank, Suit::Hearts));
    let highest: CardSet = trumps.into_iter().take(hand_size).collect();
    let turned_card = trumps[hand_size];
    let pack = rules.pack.value.pack(opened.seats);
    let mut other_cards = (pack - highest).without(turned_card).into_iter();
    let first_player = opened.dealer.next(opened.seats);
    let mut hands = PerSeat::default();
    hands[first_player] = highest;
    if rules.turn_card.value == TurnCard::DealersLast {
        hands[opened.dealer] = turned_card.into();
    }
    for _ in 0..hand_size {
        for seat in opened.seats_in_turn() {
            if hands[seat].len() < hand_size
                && let Some(card) = other_cards.next()
            {
                hands[seat] = hands[seat].with(card);
            }
        }
    }
    DealtCards {
        hands,
        spare_hand: CardSet::EMPTY,
        turned_card,
    }
}

/// The counts of sessions that a strategy played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionFigures {
    /// The number of sessions.
    pub sessions: u64,
    /// The mean pool of the first deals, of the second deals, and so on, in chips.
    pub pools: Vec<Mean>,
    /// The pool that half of the sessions do not exceed, deal by deal, in chips.
    pub half: Vec<i64>,
    /// The pool that nine sessions of ten do not exceed, deal by deal, in chips.
    pub nine_in_ten: Vec<i64>,
    /// The deals in which somebody made a debt.
    pub owing: Proportion,
    /// The debts that a ceiling limited.
    pub cut: Proportion,
    /// The largest pool of all, in chips.
    pub largest: i64,
    /// The sessions that ended because an amount was too many chips.
    pub broken_off: u64,
}

/// Plays sessions in which every seat uses the same strategy.
pub fn simulate_strategy_sessions(
    rules: &TrickRules,
    seats: u8,
    strategy: &Strategy,
    sessions: u64,
    seed: u64,
) -> SessionFigures {
    let mut figures = SessionFigures {
        sessions,
        ..SessionFigures::default()
    };
    let mut cards = RandomPlayer::new(seed);
    let mut pools_by_deal: Vec<Vec<i64>> = Vec::new();
    for _ in 0..sessions {
        let mut session = SimulatedTable::new(rules, seats);
        while !session.is_over() {
            let deal_index = session.table.deals as usize;
            let Ok(mut state) = session.open_deal() else {
                figures.broken_off += 1;
                break;
            };
            if pools_by_deal.len() <= deal_index {
                pools_by_deal.resize(deal_index + 1, Vec::new());
            }
            pools_by_deal[deal_index].push(state.pool);
            let deal = cards.deal(rules, &state);
            let played = session.play_deal(&mut state, deal, |state| {
                let chosen = strategy.choose_move(rules, state);
                let chosen = chosen.expect("the last rule always fits");
                fill_random_draws(rules, state, chosen, &mut cards)
            });
            played.expect("acts that the engine offers");
            figures.count_debts(&session.events);
        }
    }
    for pools in &mut pools_by_deal {
        figures.add_pools_of_one_deal(pools);
    }
    figures
}

impl SessionFigures {
    fn count_debts(&mut self, events: &[Event]) {
        let debts_before = self.cut.of;
        for event in events {
            if let EventDetails::DebtMade(.., reason) = event.details {
                let is_cut = matches!(reason, AmountCalculation::Capped { .. });
                self.cut.add_event(is_cut);
            }
        }
        self.owing.add_event(self.cut.of > debts_before);
    }

    /// Adds the pools that all sessions had in one deal; sorts `pools`.
    fn add_pools_of_one_deal(&mut self, pools: &mut [i64]) {
        pools.sort_unstable();
        let mut mean = Mean::default();
        for pool in pools.iter() {
            mean.add_result(*pool as f64);
        }
        self.pools.push(mean);
        self.half.push(pool_not_exceeded(pools, 5));
        self.nine_in_ten.push(pool_not_exceeded(pools, 9));
        self.largest = self.largest.max(pools[pools.len() - 1]);
    }
}

/// Returns the pool that this number of tenths of sorted pools do not exceed.
fn pool_not_exceeded(pools: &[i64], tenths: usize) -> i64 {
    pools[(pools.len() * tenths).div_ceil(10).saturating_sub(1)]
}

/// The results of a plan for players with a number of trumps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanResultByTrumps {
    /// The number of trumps dealt, the top card counted as one.
    pub trumps: usize,
    /// The plan.
    pub plan: DeclarationPlan,
    /// The chips gained as a part of the pool: 0.2 is a fifth of the pool, −1 a debt as large as the pool.
    pub gained: Mean,
    /// The deals after which the player owed nothing.
    pub spared: Proportion,
}

/// The counts of sessions of the strategy, in each deal of which one seat tries every plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanTrialsInSessions {
    /// The deals in which the seat was asked to declare.
    pub hands: u64,
    /// The deals in which the strategy did not fold.
    pub goes_in: Proportion,
    /// The results of each plan, sorted by trumps and then by plan.
    pub rows: Vec<PlanResultByTrumps>,
}

impl PlanTrialsInSessions {
    /// Returns what a plan brought to players with a number of trumps, if it was ever offered.
    pub fn plan_result(&self, trumps: usize, plan: DeclarationPlan) -> Option<&PlanResultByTrumps> {
        let found = self
            .rows
            .binary_search_by_key(&(trumps, plan), |row| (row.trumps, row.plan));
        let place = found.ok()?;
        Some(&self.rows[place])
    }

    fn plan_result_or_insert(
        &mut self,
        trumps: usize,
        plan: DeclarationPlan,
    ) -> &mut PlanResultByTrumps {
        let found = self
            .rows
            .binary_search_by_key(&(trumps, plan), |row| (row.trumps, row.plan));
        let place = match found {
            Ok(place) => place,
            Err(place) => {
                let row = PlanResultByTrumps {
                    trumps,
                    plan,
                    gained: Mean::default(),
                    spared: Proportion::default(),
                };
                self.rows.insert(place, row);
                place
            }
        };
        &mut self.rows[place]
    }

    /// Plays out every plan of the mover, each with the same cards in the stock.
    fn try_plans_of_mover(&mut self, rules: &TrickRules, state: &DealState) {
        self.hands += 1;
        let seat = state.mover;
        let trumps = (state.hands[seat] & state.trumps.cards).len();
        let mut events = Vec::new();
        for plan in DeclarationPlan::ALL {
            let Some(first_made_move) = plan.move_for(rules, state) else {
                continue;
            };
            let mut cards = RandomPlayer::new(self.hands);
            let Ok(end) =
                play_out_by_strategy(rules, state, first_made_move, &mut cards, &mut events)
            else {
                continue;
            };
            let gained = chips_gained(state, &end, seat) as f64 / state.pool as f64;
            let result = self.plan_result_or_insert(trumps, *plan);
            result.gained.add_result(gained);
            result.spared.add_event(end.debts_made[seat] == 0);
        }
    }
}

/// Plays sessions by the strategy until a seat, another one in each deal, was asked to declare this number of times.
pub fn try_plans(
    rules: &TrickRules,
    seats: u8,
    declarations: u64,
    seed: u64,
) -> PlanTrialsInSessions {
    let mut trial = PlanTrialsInSessions::default();
    let mut cards = RandomPlayer::new(seed);
    while trial.hands < declarations {
        let mut session = SimulatedTable::new(rules, seats);
        while trial.hands < declarations && !session.is_over() {
            let Ok(mut state) = session.open_deal() else {
                break;
            };
            let seat = Seat((session.table.deals % u32::from(seats)) as u8).next(seats);
            let deal = cards.deal(rules, &state);
            let played = session.play_deal(&mut state, deal, |state| {
                let chosen = STRATEGY.choose_move(rules, state);
                let chosen = chosen.expect("the last rule always fits");
                let may_fold = move_offer(rules, state, Verb::Fold).is_some();
                if state.mover == seat && may_fold {
                    trial.goes_in.add_event(chosen != Move::Fold);
                    trial.try_plans_of_mover(rules, state);
                }
                fill_random_draws(rules, state, chosen, &mut cards)
            });
            if played.is_err() {
                break;
            }
        }
    }
    trial
}
