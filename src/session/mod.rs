//! A session under way: the table, the cards, and all that was done, which is a scenario at every moment.

mod deal_review;
mod drill;
mod from_step;
mod mus_session;
mod puzzle;
mod session_deals;
mod session_setup;
mod standing;
mod table_input;
mod transcript;
mod trick_session;

use crate::engine::{DealState, Move, Refusal, TooManyChips, TrickGame};
use crate::explore::mus_strategy::choose_rule;
use crate::explore::odds::Mean;
use crate::explore::strategy::STRATEGY;
use crate::explore::{ComputerLevel, SamplingPlayer};
use crate::mus::MusGame;
use crate::narrate::format_signed;
use crate::rules::Ruleset;
use crate::scenario::TaskAnswerVerdict;
use crate::scenario::story::Story;
use anyhow::Result;
pub(crate) use deal_review::ChoiceAgainstHint;
pub(crate) use drill::{DRILLS, Drill, MOST_DEALS};
pub(crate) use from_step::StepToPlayFrom;
pub(crate) use puzzle::{CARD_PUZZLE, PUZZLE, Puzzle, find_puzzle};
use session_deals::{LearnerTurn, SessionDeals};
pub(crate) use session_setup::{
    NAMES, SessionSetup, allowed_player_counts, parse_option, require_tricks, rules_of_table,
    unknown_edition_message,
};
pub(crate) use standing::{LearnerTrickGameResult, RankedPlayerOrSide, SessionScore};
pub(crate) use table_input::{
    LearnerInput, MoveInputError, PASS, TABLE_COMMANDS, TableCommand, WHY, describe_bet,
    describe_bet_and_answers, example_exchange, explain_invalid_act, move_without_card, move_words,
    move_words_with_spanish, mus_move_without_arguments, must_lay_drawn_card, partner_of_learner,
    partner_seat, read_command_or_clause_question, sample_mus_moves,
};
pub(crate) use transcript::RecentSteps;
use transcript::{TranscriptWriter, has_tellable_part};
use trick_session::TrickSessionDeals;

/// A session of a learner against the strategy.
pub(crate) struct Session {
    pub(crate) setup: SessionSetup,
    game: GameDeals,
    transcript: TranscriptWriter,
}

/// A move that is advised to the learner.
pub(crate) struct Hint {
    pub(crate) advised: Move,
    /// The move with its reason, in a sentence or two.
    pub(crate) words: String,
}

/// The deals of a session, by the game that is played.
#[expect(
    clippy::large_enum_variant,
    reason = "a session holds one of them, and is itself never copied"
)]
/// The deals of a session so far, by its game.
enum GameDeals {
    Tricks(TrickSessionDeals),
    Mus(SessionDeals<MusGame>),
}

/// A deal in which the learner is asked, by the game that is played.
pub(crate) enum AnyLearnerTurn<'a> {
    Tricks(TrickLearnerTurn<'a>),
    Mus(MusLearnerTurn<'a>),
}

/// A deal of a game with tricks in which the learner is asked.
pub(crate) type TrickLearnerTurn<'a> = LearnerTurn<'a, TrickGame>;

/// The rules and the state of a deal of Mus at the learner's turn.
pub(crate) type MusLearnerTurn<'a> = LearnerTurn<'a, MusGame>;

impl Session {
    /// Returns a session in which nobody has dealt yet.
    ///
    /// # Errors
    /// A name that no player of a scenario may have.
    pub(crate) fn new(setup: SessionSetup, seed: u64) -> Result<Session> {
        let session = Session::with_setup(setup, seed);
        session.setup.check_names()?;
        Ok(session)
    }

    /// Returns a session in which nobody has dealt yet, whatever the names of its players.
    fn with_setup(setup: SessionSetup, seed: u64) -> Session {
        let seats = setup.players.len() as u8;
        let game = match setup.rules {
            Ruleset::Tricks(rules) => GameDeals::Tricks(TrickSessionDeals::new(SessionDeals::new(
                rules, seats, seed,
            ))),
            Ruleset::Mus(rules) => GameDeals::Mus(SessionDeals::new(rules, seats, seed)),
        };
        Session {
            setup,
            game,
            transcript: TranscriptWriter::default(),
        }
    }

    /// Returns the name of the learner.
    pub(crate) fn learner(&self) -> &str {
        self.setup.name(self.setup.learner)
    }

    /// Returns whether Mus is played.
    pub(crate) fn is_mus(&self) -> bool {
        matches!(self.game, GameDeals::Mus(_))
    }

    /// Returns the last deal of a game with tricks as it stands, finished or not; none at Mus.
    pub(crate) fn last_trick_deal(&self) -> Option<&DealState> {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.deals.last_deal_state(),
            GameDeals::Mus(_) => None,
        }
    }

    /// Returns the deal in which the learner is asked, by the game that is played.
    pub(crate) fn asked_deal(&self) -> Option<AnyLearnerTurn<'_>> {
        Some(match &self.game {
            GameDeals::Tricks(tricks) => AnyLearnerTurn::Tricks(LearnerTurn {
                rules: &tricks.deals.rules,
                state: tricks.current_deal_asking_learner(&self.setup)?,
            }),
            GameDeals::Mus(mus) => AnyLearnerTurn::Mus(LearnerTurn {
                rules: &mus.rules,
                state: mus.state_asking(self.setup.learner)?,
            }),
        })
    }

    /// Returns whether the learner is asked.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked_deal().is_some()
    }

    /// Returns what the learner has gained in the last hand since its pool was made, in chips, if it is over; a debt counts as
    /// lost. At Mus it is in stones: what their side took beyond the other, or what they shed.
    pub(crate) fn last_deal_gain(&self) -> Option<i64> {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.last_deal_gain(&self.setup),
            GameDeals::Mus(mus) => mus.last_deal_gain(&self.setup),
        }
    }

    /// Returns the number of choices that the learner has made in the current deal. At Mus they are not counted.
    pub(crate) fn deal_choice_count(&self) -> usize {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.deal_choice_count(),
            GameDeals::Mus(_) => 0,
        }
    }

    /// Returns the learner's choices in the current deal where the hint advised another move, in the order of play; none while it
    /// is under way, and none at Mus.
    pub(crate) fn differing_choices(&self) -> Vec<ChoiceAgainstHint> {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.differing_choices(&self.setup),
            GameDeals::Mus(_) => Vec::new(),
        }
    }

    /// Reads what the learner has typed; none if they are not asked.
    pub(crate) fn read_input_if_asked(&self, typed: &str) -> Option<LearnerInput> {
        if !self.is_asked() {
            return None;
        }
        if let Some(command) = read_command_or_clause_question(typed) {
            return Some(command);
        }
        let does = match &self.game {
            GameDeals::Tricks(tricks) => {
                let hand = tricks.current_deal_asking_learner(&self.setup)?;
                table_input::read_trick_move(typed, &tricks.deals.rules, hand)
            }
            GameDeals::Mus(mus) => {
                let hand = mus.state_asking(self.setup.learner)?;
                table_input::read_mus_move(typed, &mus.rules, hand)
            }
        };
        Some(match does {
            Ok(does) => LearnerInput::Move(does),
            Err(error) => LearnerInput::Unclear(error),
        })
    }

    /// Returns the move that is advised where the learner is asked.
    pub(crate) fn hint(&self) -> Option<Hint> {
        if self.setup.level.for_hints_against() == ComputerLevel::Sharp
            && let Some(hint) = self.sharp_player_hint()
        {
            return Some(hint);
        }
        let (mut to, rule) = self.strategy_move()?;
        if let GameDeals::Tricks(tricks) = &self.game
            && let Some(lays) = tricks.move_laying_drawn_card(&self.setup)
        {
            to = lays;
        }
        let words = format!(
            "The book's strategy: {}. Its rule: {rule}",
            move_words(&self.setup.rules, to)
        );
        Some(Hint { advised: to, words })
    }

    /// Returns the move of a sharp player, and what it brings; `None` where such a player follows the strategy of the book.
    fn sharp_player_hint(&self) -> Option<Hint> {
        let samples = ComputerLevel::Sharp.sample_count();
        let rules = &self.setup.rules;
        match &self.game {
            GameDeals::Tricks(tricks) => {
                let hand = tricks.current_deal_asking_learner(&self.setup)?;
                if tricks.move_laying_drawn_card(&self.setup).is_some() {
                    return None;
                }
                let past = &tricks.deals.all.last()?.moves;
                let player = SamplingPlayer::new(samples);
                let [best, by_the_book] =
                    player.best_and_strategy_moves(&tricks.deals.rules, past, hand)?;
                let mut words = format!("A sharp player: {}.", move_words(rules, best.player_move));
                let advised = best.player_move;
                if best.chips.of == 0 {
                    return Some(Hint { advised, words });
                }
                words += &format!(
                    " It brings {} on average over {samples} deals of the cards that you cannot see.",
                    mean_in_words(best.chips)
                );
                if best.player_move != by_the_book.player_move {
                    words += &format!(
                        " The book's strategy is {}, which brings {}.",
                        move_words(rules, by_the_book.player_move),
                        mean_in_words(by_the_book.chips)
                    );
                }
                Some(Hint { advised, words })
            }
            GameDeals::Mus(mus) => {
                let hand = mus.state_asking(self.setup.learner)?;
                let advised = ComputerLevel::Sharp.choose_mus_move(&mus.rules, hand)?;
                let words = format!("A sharp player: {}.", move_words(rules, advised));
                Some(Hint { advised, words })
            }
        }
    }

    /// Returns the move of the book's strategy, and the words of its rule.
    fn strategy_move(&self) -> Option<(Move, &'static str)> {
        match &self.game {
            GameDeals::Tricks(tricks) => {
                let hand = tricks.current_deal_asking_learner(&self.setup)?;
                let (rule, planned) = STRATEGY.choose_rule(&tricks.deals.rules, hand)?;
                Some((planned, rule.text))
            }
            GameDeals::Mus(mus) => {
                let hand = mus.state_asking(self.setup.learner)?;
                let (rule, planned) = choose_rule(&mus.rules, hand)?;
                Some((planned, rule.text))
            }
        }
    }

    /// Returns the number of deals.
    pub(crate) fn deal_count(&self) -> usize {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.deals.all.len(),
            GameDeals::Mus(mus) => mus.all.len(),
        }
    }

    /// Deals the next hand, and returns false if the session is over by its rules.
    pub(crate) fn deal_next(&mut self) -> Result<bool, TooManyChips> {
        match &mut self.game {
            GameDeals::Tricks(tricks) => tricks.deal_next(&self.setup),
            GameDeals::Mus(mus) => mus.deal_next(&self.setup),
        }
    }

    /// Lets the others play until the learner is asked, or the hand is over: then the table has what came of it.
    pub(crate) fn play_others(&mut self) {
        match &mut self.game {
            GameDeals::Tricks(tricks) => tricks.deals.play_others(&self.setup),
            GameDeals::Mus(mus) => mus.play_others(&self.setup),
        }
    }

    /// Plays the deal to its end: each player makes the move that is best for them with open cards. At Mus nothing is played.
    pub(crate) fn finish_trick_deal_optimally(&mut self) {
        if let GameDeals::Tricks(tricks) = &mut self.game {
            tricks.play_best_moves();
        }
    }

    /// Makes a move of the learner.
    pub(crate) fn apply_learner_move(&mut self, chosen_move: Move) -> Result<(), Refusal> {
        match &mut self.game {
            GameDeals::Tricks(tricks) => tricks.apply_learner_move(&self.setup, chosen_move),
            GameDeals::Mus(mus) => mus.apply_learner_move(&self.setup, chosen_move),
        }
    }

    /// Returns the steps of the session from one on, and at least those of its last deal. `steps_before` is the number of steps before it.
    /// Only the last deal is replayed, unless earlier steps are asked for.
    pub(crate) fn steps_from(&mut self, steps_before: usize) -> Result<RecentSteps> {
        match &self.game {
            GameDeals::Tricks(tricks) => {
                self.transcript
                    .steps_from(&self.setup, &tricks.deals.all, steps_before)
            }
            GameDeals::Mus(mus) => self
                .transcript
                .steps_from(&self.setup, &mus.all, steps_before),
        }
    }

    /// Returns the story of the whole session.
    pub(crate) fn story(&mut self) -> Result<Story> {
        Ok(self.steps_from(0)?.into_story())
    }

    /// Returns whether a file can tell anything of the session.
    pub(crate) fn is_tellable(&self) -> bool {
        match &self.game {
            GameDeals::Tricks(tricks) => has_tellable_part(&tricks.deals.all),
            GameDeals::Mus(mus) => has_tellable_part(&mus.all),
        }
    }

    /// Returns the session as a scenario that holds; nothing if nothing in it could be held against the engine.
    pub(crate) fn scenario_text(&mut self) -> Result<Option<String>> {
        match &self.game {
            GameDeals::Tricks(tricks) => self
                .transcript
                .write_scenario(&self.setup, &tricks.deals.all),
            GameDeals::Mus(mus) => self.transcript.write_scenario(&self.setup, &mus.all),
        }
    }

    /// Returns the verdict on a move of the learner's that is not made yet, and why; nothing where all that they may do is as
    /// good, and nothing at Mus.
    pub(crate) fn verdict_on_move(&self, chosen_move: Move) -> Option<(TaskAnswerVerdict, String)> {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.verdict_on_move(&self.setup, chosen_move),
            GameDeals::Mus(_) => None,
        }
    }
}

/// Returns a mean number of chips with its sign: `+1.2 chips`, `−0.3 chips`, `0.0 chips`.
fn mean_in_words(chips: Mean) -> String {
    format!("{} chips", format_signed(chips.estimate(), 1))
}

#[cfg(test)]
#[path = "../../tests/unit/session.rs"]
mod tests;
