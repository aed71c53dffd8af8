//! The rules engine of Mus: four cards, phases of betting on what a player holds, and stones. Like [`crate::engine`] it plays
//! one deal at a time, names the clause that makes each thing happen, knows no edition, and draws no card.
//!
//! [`open_deal`], [`apply`], [`refusing_clause`] and [`close_deal`] do what their namesakes in [`crate::engine`] do. The
//! mover's bets are numbers without a limit, so there is no list of moves: [`legal_verbs`] lists their kinds.
//!
//! ```
//! use mouche::cards::Seat;
//! use mouche::mus::{MusAct, MusTableBetweenDeals, RandomMusPlayer, apply, close_deal, legal_verbs, open_deal};
//! use mouche::rules::ClauseId;
//!
//! let rules = mouche::editions::mus_edition("mus-pairs").expect("an edition");
//! let mut table = MusTableBetweenDeals::new(rules, 4, Seat(3));
//! let mut state = open_deal(rules, &table);
//! let (mut player, mut events) = (RandomMusPlayer::new(1), Vec::new());
//! let cards = player.deal_cards(rules, &state);
//! apply(rules, &mut state, MusAct::Deal(cards), &mut events).expect("a deal");
//! // The dealer speaks last.
//! assert_eq!(state.mover, Seat(0));
//! assert_eq!(legal_verbs(rules, &state).1, ClauseId::MusAsk);
//! player.play_deal(rules, &mut state, &mut events);
//! assert!(state.scores().iter().sum::<i64>() > 0);
//! close_deal(rules, &state, &mut table);
//! assert_eq!(table.dealer, Seat(0));
//! ```

mod apply_mus_act;
mod betting;
mod deal_open_close;
mod legal_moves;
mod mus_deal_state;
mod mus_event;
mod mus_exchange;
mod mus_game;
mod mus_settlement;
mod mus_table;
mod phase_opening_and_closing;
mod phase_strength;
mod random_mus_player;

pub use apply_mus_act::{MusAct, apply};
pub use deal_open_close::{close_deal, open_deal};
pub use legal_moves::{legal_verbs, max_cards, refusing_clause};
pub use mus_deal_state::{MusEarlyDealEnd, MusStage, MusState, PhaseBetting, PhaseOutcome};
pub use mus_event::{BettingEnd, MusEvent, MusEventDetails};
pub use mus_game::MusGame;
pub use mus_settlement::{best_player, comparison_clause, next_phase_to_pay};
pub use mus_table::MusTableBetweenDeals;
pub use phase_opening_and_closing::true_declaration;
pub use phase_strength::{PairKind, card_total, couple_in, hand_strength, qualifies_for};
pub use random_mus_player::RandomMusPlayer;
