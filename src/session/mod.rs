//! A session under way: the table, the cards, and all that was done, which is a scenario at every moment.

mod beginning;
mod company;
mod deals;
mod mus;
mod order;
mod past;
mod review;
mod tricks;

use crate::engine::{DealState, Move, Refusal, TooManyChips};
use crate::explore::PlayerView;
use crate::explore::mus::decide;
use crate::explore::strategy::STRATEGY;
use crate::mus::{MusGame, MusState};
use crate::rules::GameFamily;
use crate::scenario::Verdict;
use crate::scenario::story::Story;
use anyhow::Result;
pub(crate) use beginning::{Begun, DRILLS, Drill, MOST_DEALS};
pub(crate) use company::{Company, NAMES, companies, of_tricks, option, rules};
use deals::Deals;
pub(crate) use order::{
    ASIDES, Aside, Order, OrderError, PASS, WHY, alone, aside, exchange, in_words, is_laying,
    misused,
};
pub(crate) use order::{alone_at_mus, in_both, partner, question, sayable, stands};
pub(crate) use past::RecentSteps;
use past::{PastDeals, has_tellable_part};
pub(crate) use review::Mistake;
use tricks::TrickDeals;

pub(crate) struct Session {
    pub(crate) company: Company,
    game: GameDeals,
    past: PastDeals,
}

/// The deals of a session, by the game that is played.
#[expect(
    clippy::large_enum_variant,
    reason = "a session holds one of them, and is itself never copied"
)]
enum GameDeals {
    Tricks(TrickDeals),
    Mus(Deals<MusGame>),
}

impl Session {
    /// A table at which nobody has dealt yet. An error if no scenario could tell of this company.
    pub(crate) fn new(company: Company, seed: u64) -> Result<Session> {
        let session = Session::of(company, seed);
        session.company.check_names()?;
        Ok(session)
    }

    fn of(company: Company, seed: u64) -> Session {
        let rules = &company.rules;
        let seats = company.players.len() as u8;
        let game = match rules.machine {
            GameFamily::Tricks => {
                GameDeals::Tricks(TrickDeals::new(Deals::new(rules, seats, seed)))
            }
            GameFamily::Mus => GameDeals::Mus(Deals::new(rules, seats, seed)),
        };
        Session {
            company,
            game,
            past: PastDeals::default(),
        }
    }

    pub(crate) fn learner(&self) -> &str {
        self.company.name(self.company.learner)
    }

    /// Returns whether Mus is played.
    pub(crate) fn is_mus(&self) -> bool {
        matches!(self.game, GameDeals::Mus(_))
    }

    /// Returns the last hand of a game with tricks as it stands.
    pub(crate) fn hand(&self) -> Option<&DealState> {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.deals.state(),
            GameDeals::Mus(_) => None,
        }
    }

    /// Returns the hand of a game with tricks in which the learner is asked.
    pub(crate) fn asks_learner(&self) -> Option<&DealState> {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.asks_learner(&self.company),
            GameDeals::Mus(_) => None,
        }
    }

    /// Returns the deal of Mus in which the learner is asked.
    pub(crate) fn asks_at_mus(&self) -> Option<&MusState> {
        match &self.game {
            GameDeals::Tricks(_) => None,
            GameDeals::Mus(mus) => mus.asks(self.company.learner),
        }
    }

    /// Returns whether the learner is asked.
    pub(crate) fn is_asked(&self) -> bool {
        self.asks_learner().is_some() || self.asks_at_mus().is_some()
    }

    /// Returns what the learner has gained in the last hand since its pool was made, in chips, if it is over; a debt counts as
    /// lost. At Mus it is in stones: what their side took beyond the other, or what they shed.
    pub(crate) fn result(&self) -> Option<i64> {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.result(&self.company),
            GameDeals::Mus(mus) => mus.result(&self.company),
        }
    }

    /// Returns the number of choices that the learner has made in the current deal. At Mus they are not counted.
    pub(crate) fn own_choice_count(&self) -> usize {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.own_choice_count(),
            GameDeals::Mus(_) => 0,
        }
    }

    /// Returns the learner's mistakes in the current deal, in the order of play; none while it is under way, and none at Mus.
    pub(crate) fn mistakes(&self) -> Vec<Mistake> {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.mistakes(&self.company),
            GameDeals::Mus(_) => Vec::new(),
        }
    }

    /// Returns what the learner has typed as an order, if they are asked.
    pub(crate) fn order(&self, typed: &str) -> Option<Order> {
        let rules = &self.company.rules;
        if !self.is_asked() {
            return None;
        }
        if let Some(aside) = aside(typed) {
            return Some(aside);
        }
        let read = match self.asks_learner() {
            Some(hand) => order::read(typed, rules, hand),
            None => order::read_at_mus(typed, rules, self.asks_at_mus()?),
        };
        Some(match read {
            Ok(made) => Order::Do(made),
            Err(why) => Order::Unclear(why),
        })
    }

    /// Returns what the book's strategy would do where they are asked, and why, in a sentence or two.
    pub(crate) fn hint(&self) -> Option<String> {
        let rules = &self.company.rules;
        let (mut to, rule) = self.planned()?;
        // The cards for the pack are drawn: one of them is laid down.
        if let Some(hand) = self.asks_learner().filter(|hand| is_laying(hand)) {
            to = Move::Play(PlayerView::new(rules, hand).lowest_card(hand.hands[hand.mover])?);
        }
        Some(format!(
            "The book's strategy: {}. Its rule: {rule}",
            in_words(rules, to)
        ))
    }

    /// Returns what the book's strategy would do, and the words of its rule.
    fn planned(&self) -> Option<(Move, &'static str)> {
        let rules = &self.company.rules;
        if let Some(hand) = self.asks_learner() {
            let (rule, planned) = STRATEGY.decide(rules, hand)?;
            return Some((planned, rule.text));
        }
        let (rule, planned) = decide(rules, self.asks_at_mus()?)?;
        Some((planned, rule.text))
    }

    /// Returns the number of deals.
    pub(crate) fn dealt(&self) -> usize {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.deals.all.len(),
            GameDeals::Mus(mus) => mus.all.len(),
        }
    }

    /// Deals the next hand, and returns false if the session is over by its rules.
    pub(crate) fn deal(&mut self) -> Result<bool, TooManyChips> {
        match &mut self.game {
            GameDeals::Tricks(tricks) => tricks.deal(&self.company),
            GameDeals::Mus(mus) => mus.deal(&self.company),
        }
    }

    /// Lets the others play until the learner is asked, or the hand is over: then the table has what came of it.
    pub(crate) fn go_on(&mut self) {
        match &mut self.game {
            GameDeals::Tricks(tricks) => tricks.deals.play_others(&self.company),
            GameDeals::Mus(mus) => mus.play_others(&self.company),
        }
    }

    /// Makes a move of the learner.
    pub(crate) fn play(&mut self, to: Move) -> Result<(), Refusal> {
        match &mut self.game {
            GameDeals::Tricks(tricks) => tricks.play(&self.company, to),
            GameDeals::Mus(mus) => mus.play(&self.company, to),
        }
    }

    /// Returns the steps of the session from one on, and at least those of its last deal. `from` is the number of steps before it.
    /// Only the last deal is replayed, unless earlier steps are asked for.
    pub(crate) fn steps_from(&mut self, from: usize) -> Result<RecentSteps> {
        match &self.game {
            GameDeals::Tricks(tricks) => {
                self.past.steps_from(&self.company, &tricks.deals.all, from)
            }
            GameDeals::Mus(mus) => self.past.steps_from(&self.company, &mus.all, from),
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
    pub(crate) fn scenario(&mut self) -> Result<Option<String>> {
        match &self.game {
            GameDeals::Tricks(tricks) => self.past.scenario(&self.company, &tricks.deals.all),
            GameDeals::Mus(mus) => self.past.scenario(&self.company, &mus.all),
        }
    }

    /// Returns the verdict on a move of the learner's that is not made yet, and why; nothing where all that they may do is as
    /// good, and nothing at Mus.
    pub(crate) fn verdict(&self, does: Move) -> Option<(Verdict, String)> {
        match &self.game {
            GameDeals::Tricks(tricks) => tricks.verdict(&self.company, does),
            GameDeals::Mus(_) => None,
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/session.rs"]
mod tests;
