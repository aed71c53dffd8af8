//! Drills: deals that practise a clause.

use super::{AnyLearnerTurn, Session, SessionSetup};
use crate::cards::Seat;
use crate::engine::{DealStage, DealState, Move, broken_duty, move_offer, playable_cards};
use crate::rules::from_toml::{parse_file, text};
use crate::rules::{
    ClauseId, ClauseLookup, DealCondition, DealPhase, Duty, FlushCards, MoveOccasion, Ruleset,
    TrickRules, TurnOwner, Verb, data,
};
use std::sync::LazyLock;

data! {
    pub(crate) struct Drill {
        pub(crate) id: &'static str,
        pub(crate) title: &'static str,
        pub(crate) brief: &'static str,
        pub(crate) topic: ClauseId,
        /// The lesson it belongs to, by the name of its page; empty where none is about it.
        pub(crate) lesson: &'static str,
        is_met: DrillCondition,
    }

    /// The condition under which a deal practises a drill, if the learner plays it by the strategy.
    enum DrillCondition {
        /// The duty of its clause binds what is played, and keeps a card back.
        Bound,
        /// Folding is asked about, and its clause forbids it.
        Forced,
        /// The strategy makes one of these moves.
        Does(&'static [Verb]),
        /// The strategy lays down one of these numbers of cards.
        Lays(&'static [usize]),
        /// The strategy claims a flush, drawn or dealt.
        Claims { drawn: bool, },
        /// The learner has promised so many tricks at least, and wins no more than they have promised.
        Just(u8),
    }

    struct DrillsFile {
        drill: &'static [Drill],
    }
}

pub(crate) static DRILLS: LazyLock<&[Drill]> =
    LazyLock::new(|| parse_file::<DrillsFile>("drills.toml", text!("session/drills")).drill);

/// The most seeds that are tried, one after the other. The rarest drill, a flush, occurs once in some hundred deals.
pub(crate) const MOST_DEALS: u64 = 5_000;

impl Drill {
    pub(crate) fn by_id(id: &str) -> Option<&'static Drill> {
        DRILLS.iter().find(|drill| drill.id == id)
    }

    /// Returns whether an edition, as agreed, has what is drilled in the first deal of all.
    pub(crate) fn fits_rules(&self, rules: &Ruleset) -> bool {
        if !rules.has_subject_of(self.topic) {
            return false;
        }
        match rules {
            Ruleset::Tricks(rules) => {
                self.can_occur(rules) && self.has_round_for_declaration(rules)
            }
            Ruleset::Mus(_) => true,
        }
    }

    /// Returns whether the value of the clause allows what is drilled.
    fn can_occur(&self, rules: &TrickRules) -> bool {
        match self.topic {
            ClauseId::DeclFold => rules
                .forced
                .value
                .0
                .iter()
                .all(|when| matches!(when, DealCondition::Trump(_))),
            ClauseId::Forced => !rules.forced.value.0.is_empty(),
            ClauseId::TurnOwner => rules.turn_owner.value != TurnOwner::Nobody,
            ClauseId::FlushPat => rules.flush_pat.value == FlushCards::Anyhow,
            ClauseId::Undertake => {
                let least = &rules.undertake.value;
                least.playing.max(least.bidding) > 1
            }
            ClauseId::PlayHead => rules.play_head.value == Duty::Binding,
            ClauseId::PlayTrump => rules.play_trump.value == Duty::Binding,
            ClauseId::PlayOvertrump => rules.play_overtrump.value == Duty::Binding,
            _ => true,
        }
    }

    /// Returns whether a round of the first deal offers the declaration that is drilled. True for a
    /// drill of something else.
    fn has_round_for_declaration(&self, rules: &TrickRules) -> bool {
        if !Verb::ALL
            .iter()
            .any(|verb| self.is_about_declaration(*verb))
        {
            return true;
        }
        let phases = rules.decl_order.value.for_deal(true);
        phases.iter().any(|phase| {
            matches!(phase, DealPhase::Round(round) if round.offers.iter().any(|offer| self.is_about_declaration(offer.0)))
        })
    }

    /// Returns whether a verb is a declaration that the clause is about.
    fn is_about_declaration(&self, verb: Verb) -> bool {
        verb.topic() == self.topic && verb.kind() == MoveOccasion::Declaration
    }

    /// Returns the seed and the learner's seat of the first of so many deals from a seed on that practises the drill. Each seed
    /// is dealt to the next seat.
    pub(crate) fn find_seed_and_seat(
        &self,
        setup: &SessionSetup,
        first_seed: u64,
        max_deals: u64,
    ) -> Option<(u64, Seat)> {
        let seats = setup.players.len() as u64;
        for seed in first_seed..first_seed.saturating_add(max_deals) {
            let learner = Seat((seed % seats) as u8);
            if self.is_met_in_deal(setup, seed, learner) {
                return Some((seed, learner));
            }
        }
        None
    }

    /// Returns whether the deal of a seed practises the drill, if the learner plays it by the strategy.
    fn is_met_in_deal(&self, setup: &SessionSetup, seed: u64, learner: Seat) -> bool {
        let mut is_met = false;
        let setup = SessionSetup {
            learner,
            ..setup.clone()
        };
        let session = play_by_strategy_until(setup, seed, &mut |session, does| {
            is_met |= self.is_met_by_move(session, does);
            is_met
        });
        let Some(session) = session else {
            return false;
        };
        let DrillCondition::Just(promised) = self.is_met else {
            return is_met;
        };
        let Some(end) = session.last_trick_deal() else {
            return false;
        };
        let own = end.tricks_undertaken[learner];
        end.tricks_finished > 0 && own >= promised && end.tricks_won[learner] == own
    }

    /// Returns whether the condition of the drill is met when the learner is about to make a move.
    fn is_met_by_move(&self, session: &Session, chosen_move: Move) -> bool {
        match self.is_met {
            DrillCondition::Does(moves) => return moves.contains(&chosen_move.verb()),
            DrillCondition::Lays(numbers) => {
                return matches!(chosen_move, Move::Exchange(laid, _) if numbers.contains(&laid.len()));
            }
            _ => {}
        }
        let Some(AnyLearnerTurn::Tricks(asked)) = session.asked_deal() else {
            return false;
        };
        let rules = asked.rules;
        let hand = asked.state;
        match self.is_met {
            DrillCondition::Bound => self.has_forbidden_card(rules, hand),
            DrillCondition::Forced => {
                move_offer(rules, hand, Verb::Fold).is_some_and(|offer| offer.clause == self.topic)
            }
            DrillCondition::Claims { drawn } => {
                chosen_move == Move::Claim && hand.exchanged.has(hand.mover) == drawn
            }
            _ => false,
        }
    }

    /// Returns whether the clause limits the cards that the mover may play, and the mover holds a card that breaks it.
    fn has_forbidden_card(&self, rules: &TrickRules, hand: &DealState) -> bool {
        if hand.stage != DealStage::In(DealPhase::Tricks)
            || playable_cards(rules, hand).clause != self.topic
        {
            return false;
        }
        let mut held = hand.hands[hand.mover].into_iter();
        held.any(|card| broken_duty(rules, hand, card) == Some(self.topic))
    }

    /// Returns a session with the first deal that practises the drill, played to its end by the strategy.
    pub(crate) fn play_example_to_end(
        &self,
        setup: &SessionSetup,
        first_seed: u64,
    ) -> Option<Session> {
        // A page does not wait for a deal that may never come.
        let (seed, learner) = self.find_seed_and_seat(setup, first_seed, 600)?;
        let setup = SessionSetup {
            learner,
            ..setup.clone()
        };
        play_by_strategy_until(setup, seed, &mut |_, _| false)
    }
}

/// Returns a session with one deal in which the learner, too, plays by the strategy, until `is_enough` returns true of the
/// learner's next move.
pub(super) fn play_by_strategy_until(
    setup: SessionSetup,
    seed: u64,
    is_enough: &mut dyn FnMut(&Session, Move) -> bool,
) -> Option<Session> {
    let mut session = Session::with_setup(setup, seed);
    session.deal_next().ok()?;
    session.play_others();
    while session.is_asked() {
        let (does, _) = session.strategy_move()?;
        if is_enough(&session, does) {
            break;
        }
        session.apply_learner_move(does).ok()?;
        session.play_others();
    }
    Some(session)
}
