//! "Should I go in?": what each way to declare brings, played out by the strategy with the unseen cards dealt anew.

use super::odds::{Mean, Proportion};
use super::redeal::{DeclarationAsHeard, redeal_after_declarations};
use super::strategy::PlayerView;
use super::{RandomPlayer, chips_gained, play_out_by_strategy};
use crate::engine::{DealState, Move};
use crate::rules::{PlayerMoveDetails, TrickRules, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! plans {
    ($($plan:ident $verb:ident $doc:literal;)+) => {
        /// A way to declare.
        ///
        /// ```
        /// use mouche::explore::{DeclarationPlan, RandomPlayer, play_example};
        ///
        /// let rules = mouche::editions::built_in_trick_editions().next().expect("an edition");
        /// let state = play_example(rules, 4, RandomPlayer::new(7)).expect("a deal").moves[0].0;
        /// assert!(DeclarationPlan::Stand.move_for(rules, &state).is_some());
        /// assert_eq!(DeclarationPlan::Fille.move_for(rules, &state), None, "this edition has no spare hand");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum DeclarationPlan { $(#[doc = $doc] $plan,)+ }

        impl DeclarationPlan {
            /// All plans, in the order in which they are compared.
            pub const ALL: &'static [DeclarationPlan] = &[$(DeclarationPlan::$plan),+];

            fn verb(self) -> Verb {
                match self { $(DeclarationPlan::$plan => Verb::$verb,)+ }
            }
        }
    };
}

// A row: the plan, its kind of move, and its doc.
plans! {
    Pass Pass "Pass, and perhaps go in later.";
    Lurk Lurk "Play without a promise.";
    Knock Knock "Bid.";
    Diddle Diddle "Bid, elsewhere.";
    DiddleBlind DiddleBlind "Bid unseen.";
    Join Join "Go in.";
    Fold Fold "Fold.";
    Stand Stand "Keep the cards.";
    Losers Exchange "Change all plain losers.";
    All Exchange "Change the whole hand.";
    Fille TakeSpare "Take the spare hand.";
    BidAll BidAll "Bid all the tricks.";
}

impl DeclarationPlan {
    /// Returns the plan in words.
    pub fn label(self) -> &'static str {
        match self {
            DeclarationPlan::Losers => "change the plain losers",
            DeclarationPlan::All => "change the whole hand",
            _ => self.verb().button_label(),
        }
    }

    /// Returns the move of the plan for the mover, if it is offered. A mover who can change no plain losers stands instead.
    pub fn move_for(self, rules: &TrickRules, state: &DealState) -> Option<Move> {
        state.current_round()?;
        let view = PlayerView::new(rules, state);
        let max_exchange = view.max_exchange();
        let mut verb = self.verb();
        if self == DeclarationPlan::Losers {
            let losers = view.lowest_cards(view.plain_losers(), max_exchange);
            if !losers.is_empty() {
                return Some(Move::exchange_of(losers));
            }
            verb = Verb::Stand;
        }
        if self == DeclarationPlan::All {
            let hand = view.hand();
            return (max_exchange >= hand.len()).then_some(Move::exchange_of(hand));
        }
        if view.can_make(verb) {
            verb.with_args(PlayerMoveDetails::default())
        } else {
            None
        }
    }
}

/// What a plan is expected to bring.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeclarationPlanForecast {
    /// The plan.
    pub plan: DeclarationPlan,
    /// How many cards it discards.
    pub laid: usize,
    /// The chips gained. Debts made count as lost.
    pub gained: Mean,
    /// The play-outs after which the player owed nothing.
    pub spared: Proportion,
}

/// Returns what each plan of a player brings who declares after `said`, the declarations since `before_declarations`. All plans are played
/// out with the same cards.
pub fn advise_declaration(
    rules: &TrickRules,
    before_declarations: &DealState,
    said: &[DeclarationAsHeard],
    sample_count: u64,
    seed: u64,
) -> Vec<DeclarationPlanForecast> {
    let mut cards = RandomPlayer::new(seed);
    let mut advice = Vec::new();
    let mut events = Vec::new();
    for time in 0..sample_count {
        let Ok(state) = redeal_after_declarations(rules, before_declarations, said, &mut cards)
        else {
            continue;
        };
        if advice.is_empty() {
            advice = distinct_offered_plans(rules, &state);
        }
        for entry in &mut advice {
            let Some(first_made_move) = entry.plan.move_for(rules, &state) else {
                continue;
            };
            let mut stock = RandomPlayer::new(seed ^ ((time + 1) << 8));
            let Ok(end) =
                play_out_by_strategy(rules, &state, first_made_move, &mut stock, &mut events)
            else {
                continue;
            };
            let gained = chips_gained(&state, &end, state.mover);
            entry.gained.add_result(gained as f64);
            entry.spared.add_event(end.debts_made[state.mover] == 0);
        }
    }
    advice
}

/// Returns the plans that the mover has; of two plans with the same move the first. They depend on the mover's own cards
/// alone, so they are the same for all deals of the others' cards.
fn distinct_offered_plans(rules: &TrickRules, state: &DealState) -> Vec<DeclarationPlanForecast> {
    let mut moves: Vec<Move> = Vec::new();
    let mut advice = Vec::new();
    for plan in DeclarationPlan::ALL {
        let Some(plan_move) = plan.move_for(rules, state) else {
            continue;
        };
        if !moves.contains(&plan_move) {
            moves.push(plan_move);
            advice.push(DeclarationPlanForecast {
                plan: *plan,
                laid: DeclarationAsHeard::from_move(plan_move).cards,
                gained: Mean::default(),
                spared: Proportion::default(),
            });
        }
    }
    advice
}
