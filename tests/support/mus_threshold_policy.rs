//! A player of Mus who bets by thresholds. The search for an exploiter changes them, and a test keeps what it found.

use mouche::cards::CardSet;
use mouche::mus::{
    MusStage, MusState, RandomMusPlayer, hand_strength, legal_verbs, qualifies_for, refusing_clause,
};
use mouche::rules::mus_values::BettingPhase;
use mouche::rules::{Move, MusRules, Verb};

/// The phases of Mus, in the order of the thresholds.
pub const PHASES: [BettingPhase; 5] = [
    BettingPhase::Grande,
    BettingPhase::Petite,
    BettingPhase::Couples,
    BettingPhase::Jeu,
    BettingPhase::Point,
];

/// What a policy decides, each by a threshold: bet, call órdago at once, raise, accept, accept an órdago, answer with an órdago.
pub const DECISIONS: usize = 6;

/// The least rank of a hand, from 0 to 1, with which a decision is made; for each phase. Above 1 it is never made.
#[derive(Clone, Copy, Debug)]
pub struct Policy(pub [[f64; DECISIONS]; 5]);

/// The strengths of many hands in each phase, in order.
pub struct HandRanks([Vec<u64>; 5]);

impl HandRanks {
    /// Deals many hands to compare others with.
    pub fn sample(rules: &MusRules) -> HandRanks {
        let mut random = RandomMusPlayer::new(1);
        let seats = rules.players.value.from;
        let pack = rules.pack.value.pack(seats);
        let hands: Vec<CardSet> = (0..4_000).map(|_| random.random_subset(pack, 4)).collect();
        HandRanks(PHASES.map(|phase| {
            let with_part = hands
                .iter()
                .filter(|hand| qualifies_for(rules, phase, **hand));
            let mut strengths: Vec<u64> = with_part
                .map(|hand| hand_strength(rules, phase, *hand))
                .collect();
            strengths.sort_unstable();
            strengths
        }))
    }

    /// Returns the share of hands with a part in the phase that are weaker.
    fn rank(&self, rules: &MusRules, phase: usize, hand: CardSet) -> f64 {
        let strengths = &self.0[phase];
        let strength = hand_strength(rules, PHASES[phase], hand);
        let weaker = strengths.partition_point(|other| *other < strength);
        weaker as f64 / strengths.len().max(1) as f64
    }
}

impl Policy {
    /// Returns the bet or the answer of the policy; `None` outside the phases, where the strategy decides.
    pub fn choose_move(
        &self,
        rules: &MusRules,
        state: &MusState,
        ranks: &HandRanks,
    ) -> Option<Move> {
        if state.stage != MusStage::Betting {
            return None;
        }
        let phase = PHASES.iter().position(|phase| *phase == state.phase)?;
        let rank = ranks.rank(rules, phase, state.hands[state.mover]);
        let [bets, calls, raises, accepts, accepts_ordago, answers_ordago] =
            self.0[phase].map(|least| rank >= least);
        let verbs = legal_verbs(rules, state).0;
        let wished = if verbs.contains(&Verb::Envido) {
            [
                calls.then_some(Move::Ordago),
                bets.then_some(Move::Envido(0)),
                Some(Move::BetPass),
            ]
        } else if state.bet.is_ordago {
            [
                accepts_ordago.then_some(Move::Accept),
                Some(Move::Refuse),
                None,
            ]
        } else {
            [
                answers_ordago.then_some(Move::Ordago),
                (raises && state.bet.standing < 20).then_some(Move::Raise(5)),
                Some(if accepts { Move::Accept } else { Move::Refuse }),
            ]
        };
        let is_open = |wish: &Move| refusing_clause(rules, state, state.mover, *wish).is_none();
        wished.into_iter().flatten().find(is_open)
    }
}
