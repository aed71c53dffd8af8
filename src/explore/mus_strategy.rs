//! What a player of Mus may know, and the strategy by which the other players play.

use super::strategy::{StrategyRule, StrategyRulesForOccasion, occasions};
use crate::cards::{Card, CardSet, PerSeat, Rank, Seat};
use crate::engine::expect_accepted;
use crate::mus::{
    MusAct, MusStage, MusState, MusTableBetweenDeals, PairKind, RandomMusPlayer, apply, card_total,
    couple_in, hand_strength, legal_verbs, open_deal, refusing_clause,
};
use crate::rules::mus_values::BettingPhase::{Couples, Grande, Jeu, Petite, Point};
use crate::rules::mus_values::{BettingPhase, JeuOrder};
use crate::rules::{ClauseId, ClauseLookup, Move, MusRules, SessionEndEvent, Verb};

/// A deal of Mus as its mover sees it: their own cards, what was said, and what is staked.
#[derive(Clone, Copy)]
pub struct MusPlayerView<'a> {
    rules: &'a MusRules,
    /// The deal. It is private, so that no rule of the strategy can look into other hands.
    state: &'a MusState,
}

/// Returns the move of a rule of the strategy, if the rule fits.
pub type MusMoveChooser = fn(&MusPlayerView) -> Option<Move>;

/// The quality of cards in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PhaseHoldingGrade {
    Poor,
    Fair,
    Good,
    Strong,
}
use PhaseHoldingGrade::{Fair, Good, Poor, Strong};

impl<'a> MusPlayerView<'a> {
    /// Returns the view of the mover.
    pub fn new(rules: &'a MusRules, state: &'a MusState) -> MusPlayerView<'a> {
        MusPlayerView { rules, state }
    }

    fn hand(&self) -> CardSet {
        self.state.hands[self.state.mover]
    }

    fn can_make(&self, verb: Verb) -> bool {
        legal_verbs(self.rules, self.state).0.contains(&verb)
    }

    fn cards_counting_as(&self, rank: Rank, cards: CardSet) -> CardSet {
        let order = &self.rules.rank.value;
        cards
            .into_iter()
            .filter(|card| order.counts_as(card.rank()) == order.counts_as(rank))
            .collect()
    }

    /// Returns how good cards are in a phase.
    fn grade_in_phase(&self, phase: BettingPhase, cards: CardSet) -> PhaseHoldingGrade {
        let pack = self.rules.pack.value.pack(self.state.table.seats);
        let sum = card_total(self.rules, cards);
        match phase {
            Grande => self.grade_rank_count(Rank::King, cards, pack),
            Petite => self.grade_rank_count(Rank::Ace, cards, pack),
            Couples => match couple_in(self.rules, cards) {
                None => Poor,
                Some(PairKind::Pair) if self.grade_rank_count(Rank::King, cards, pack) < Good => {
                    Fair
                }
                Some(PairKind::Pair | PairKind::Moyenne) => Good,
                Some(PairKind::Double) => Strong,
            },
            Jeu => match (sum, self.rules.jeu_compare.value.order) {
                (..31, _) => Poor,
                (31, _) => Strong,
                (32, JeuOrder::Standard) | (40, JeuOrder::Source) => Good,
                _ => Fair,
            },
            Point => match sum {
                30 => Strong,
                28.. => Good,
                25.. => Fair,
                _ => Poor,
            },
        }
    }

    /// Returns how good it is to hold so many cards of a rank. One card of four is as good as two of eight.
    fn grade_rank_count(&self, rank: Rank, cards: CardSet, pack: CardSet) -> PhaseHoldingGrade {
        let held = self.cards_counting_as(rank, cards).len();
        match held * 8 / self.cards_counting_as(rank, pack).len().max(1) {
            0 => Poor,
            1 => Fair,
            2 => Good,
            _ => Strong,
        }
    }

    /// Returns how good the mover's cards are in the current phase.
    fn current_grade(&self) -> PhaseHoldingGrade {
        self.grade_in_phase(self.state.phase, self.hand())
    }

    /// Returns whether the mover's cards are at least this good in any phase.
    fn has_phase_of_at_least(&self, grade: PhaseHoldingGrade) -> bool {
        [Grande, Petite, Couples, Jeu]
            .into_iter()
            .any(|phase| self.grade_in_phase(phase, self.hand()) >= grade)
    }

    /// Returns how many stones each side lacks to win the game, the mover's side first.
    fn lacking_stones_mover_first(&self) -> [i64; 2] {
        let SessionEndEvent::Games { target, .. } = self.rules.end.value.finish else {
            return [i64::MAX; 2];
        };
        let mut lacks = self.state.scores().map(|score| target - score);
        if MusState::first_seat_of_side(self.rules, self.state.mover).0 == 1 {
            lacks.reverse();
        }
        lacks
    }

    /// Returns a discard of all cards but those of a rank, if there are at least so many of that rank and one other card.
    fn keep_only(&self, rank: Rank, number: usize) -> Option<Move> {
        let kept = self.cards_counting_as(rank, self.hand());
        let laid = self.hand() - kept;
        (kept.len() >= number && !laid.is_empty()).then_some(Move::Discard(laid))
    }

    /// Returns the worth of the mover's cards without one of them: 31 first, then couples, Jeu and Grande.
    fn worth_without(&self, card: Card) -> (bool, u64, u64, u64) {
        let four = self.hand().without(card);
        let strength = |phase| hand_strength(self.rules, phase, four);
        let is_31 = card_total(self.rules, four) == 31;
        (is_31, strength(Couples), strength(Jeu), strength(Grande))
    }
}

occasions! { MusPlayerView:
    "Mus or no mus" {
        "With three kings, three aces (two if there are only four), a double or 31, say no mus." needs MusAsk
            => |view| view.has_phase_of_at_least(Strong).then_some(Move::NoMus);
        "With less, say mus." needs MusAsk => |_| Some(Move::Mus);
    }

    "What to discard" {
        "Of five cards keep the four that are worth most: 31 first, then the better Pares, then any Juego, then the higher cards." needs ChipsStart
            => |view| {
                let discarded = view.hand().into_iter().max_by_key(|card| view.worth_without(*card));
                discarded.map(|card| Move::Discard(card.into()))
            };
        "If you need not exchange cards and hold three kings, three aces (two if there are only four), a double or 31, keep your cards." needs MusSeen
            => |view| (view.can_make(Verb::BeServed) && view.has_phase_of_at_least(Strong)).then_some(Move::BeServed);
        "With two kings or more, keep only the kings." needs MusAsk => |view| view.keep_only(Rank::King, 2);
        "With two aces or more, keep only the aces." needs MusAsk => |view| view.keep_only(Rank::Ace, 2);
        "With one king, keep only the king." needs MusAsk => |view| view.keep_only(Rank::King, 1);
        "Otherwise discard all your cards." needs MusAsk => |view| Some(Move::Discard(view.hand()));
    }

    "Opening a phase" {
        "If the other side needs at most five stones and your side needs at least ten more than they do, bet everything on a good hand. A good hand is two kings or two aces (one if there are only four), a pair of kings or three alike, the next best Juego, 28 at Punto, or better." needs MusAsk
            => |view| {
                let [own, others] = view.lacking_stones_mover_first();
                (view.current_grade() >= Good && others <= 5 && own >= others + 10).then_some(Move::Ordago)
            };
        "If the loser gets the stake back, bet everything on a good hand. A good hand is two kings at Grande or two aces at Chica (one if there are only four), a pair of kings or better, 31 or the next best Juego, or 28 at Punto." needs ChipsStart
            => |view| (view.current_grade() >= Good).then(|| Move::Envido(view.state.table.purses[view.state.mover]));
        "With three kings at Grande or three aces at Chica (two if there are only four), a double, 31, or 30 at Punto, bet five."
            => |view| (view.current_grade() == Strong).then_some(Move::Envido(5));
        "With two kings or two aces (one if there are only four), a pair of kings or three alike, the next best Juego, or 28 at Punto, bet two." needs MusAsk
            => |view| (view.current_grade() == Good).then_some(Move::Envido(0));
        "With less, pass." => |_| Some(Move::BetPass);
    }

    "Answering a bet" {
        "With three kings at Grande or three aces at Chica (two if there are only four), a double, 31, or 30 at Punto, raise by five, up to twenty."
            => |view| {
                let by = Move::Raise(5);
                let may = refusing_clause(view.rules, view.state, view.state.mover, by).is_none();
                (view.current_grade() == Strong && may && view.state.bet.standing < 20).then_some(by)
            };
        "If you have staked as much as the others, pass." => |view| view.can_make(Verb::BetPass).then_some(Move::BetPass);
        "With two kings or two aces (one if there are only four), a pair of kings or three alike, the next best Juego, or 28 at Punto, accept."
            => |view| (view.current_grade() >= Good).then_some(Move::Accept);
        "If the loser gets the stake back, also accept with one king, one ace, any pair, any Juego, or 25 at Punto." needs ChipsStart
            => |view| (view.current_grade() == Fair).then_some(Move::Accept);
        "With less, refuse." => |_| Some(Move::Refuse);
    }

    "Answering an órdago" {
        "If a refusal would win the game for the other side, accept." needs MusAsk
            => |view| {
                let price = view.state.bet.agreed.max(view.rules.bet_refuse.value.first);
                (price >= view.lacking_stones_mover_first()[1]).then_some(Move::Accept)
            };
        "With three kings at Grande or three aces at Chica (two if there are only four), a double, 31, or 30 at Punto, accept."
            => |view| (view.current_grade() == Strong).then_some(Move::Accept);
        "If only the worst hand loses, accept with two kings or two aces (one if there are only four), a pair of kings or three alike." needs ChipsStart
            => |view| (view.current_grade() == Good).then_some(Move::Accept);
        "With less, refuse it." => |_| Some(Move::Refuse);
    }
}

/// Returns the rule of the strategy that decides the mover's move, and the move; `None` if there is nothing to choose.
pub fn choose_rule(
    rules: &MusRules,
    state: &MusState,
) -> Option<(&'static StrategyRule<MusMoveChooser>, Move)> {
    let occasion = &OCCASIONS[index_in_occasions(state)?];
    let view = MusPlayerView::new(rules, state);
    for rule in occasion.rules {
        if rule.applies_to(rules)
            && let Some(chosen) = (rule.choose)(&view)
        {
            return Some((rule, chosen));
        }
    }
    None
}

/// Returns the place in [`OCCASIONS`] of the occasion on which the mover chooses.
fn index_in_occasions(state: &MusState) -> Option<usize> {
    match state.stage {
        MusStage::AskingMus => Some(0),
        MusStage::Discarding | MusStage::AfterCardSeen => Some(1),
        MusStage::Betting if state.bet.bettor.is_none() => Some(2),
        MusStage::Betting if state.bet.is_ordago => Some(4),
        MusStage::Betting => Some(3),
        _ => None,
    }
}

/// Returns the next act of a deal: a move of the strategy, or an act without a choice, for which `random` gives the cards.
pub fn choose_strategy_act(
    rules: &MusRules,
    state: &MusState,
    random: &mut RandomMusPlayer,
) -> MusAct {
    match choose_rule(rules, state) {
        Some((_, chosen)) => MusAct::Move(state.mover, chosen),
        None => random.choose_act(rules, state),
    }
}

/// A deal of Mus played to its end.
pub struct PlayedMusExample {
    /// The cards dealt.
    pub cards: PerSeat<CardSet>,
    /// Each move that was a choice, with the state before it.
    pub moves: Vec<(MusState, Move)>,
    /// The state at the end.
    pub end: MusState,
}

/// Plays a deal for a seed, by the strategy or at random.
pub fn play_example(rules: &MusRules, seats: u8, seed: u64, is_random: bool) -> PlayedMusExample {
    let mut random = RandomMusPlayer::new(seed);
    let mut state = open_deal(rules, &MusTableBetweenDeals::new(rules, seats, Seat(0)));
    let mut moves = Vec::new();
    let cards = random.deal_cards(rules, &state);
    let mut next_act = MusAct::Deal(cards);
    while state.stage != MusStage::Over {
        if let MusAct::Move(_, player_move) = next_act
            && state.awaits_move()
        {
            moves.push((state, player_move));
        }
        let applied = apply(rules, &mut state, next_act, &mut Vec::new());
        expect_accepted(applied, "what may be done");
        next_act = if is_random {
            random.choose_act(rules, &state)
        } else {
            choose_strategy_act(rules, &state, &mut random)
        };
    }
    PlayedMusExample {
        cards,
        moves,
        end: state,
    }
}

/// Returns the stones that a bet or an answer brings the mover if all then play by the strategy; `None` while cards can still
/// be drawn, or if the move is refused.
pub fn bet_result_by_strategy(
    rules: &MusRules,
    state: &MusState,
    player_move: Move,
) -> Option<i64> {
    if state.stage != MusStage::Betting {
        return None;
    }
    let mut end = *state;
    let mut next_act = MusAct::Move(state.mover, player_move);
    let mut random = RandomMusPlayer::new(0);
    while end.stage != MusStage::Over {
        apply(rules, &mut end, next_act, &mut Vec::new()).ok()?;
        next_act = choose_strategy_act(rules, &end, &mut random);
    }
    Some(stones_gained(rules, state, &end, state.mover))
}

/// Returns the stones that a seat has gained between two states of a deal: what its side has taken more than the other, or
/// what it has shed.
pub fn stones_gained(rules: &MusRules, from: &MusState, to: &MusState, seat: Seat) -> i64 {
    if rules.has_subject_of(ClauseId::ChipsStart) {
        return from.stones_in_purse_and_stake(seat) - to.stones_in_purse_and_stake(seat);
    }
    let own = usize::from(MusState::first_seat_of_side(rules, seat).0);
    let other = 1 - own;
    let own_gain = to.scores()[own] - from.scores()[own];
    let other_gain = to.scores()[other] - from.scores()[other];
    own_gain - other_gain
}
