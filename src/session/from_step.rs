//! Sessions that go on from a step of a scenario.

use super::session_deals::SessionDeals;
use super::session_setup::describe_opponents;
use super::trick_session::TrickSessionDeals;
use super::{GameDeals, Session, SessionSetup};
use crate::cards::{Card, CardSet, Seat, deduplicated};
use crate::engine::{DealState, Move};
use crate::explore::ComputerLevel;
use crate::mus::{MusEventDetails, MusGame};
use crate::rules::options_by_name;
use crate::scenario::parsed_scenario::Scenario;
use crate::scenario::story::{CommonStepParts, GameWithStepParts, MusStep, Step, StepKind, Story};
use crate::scenario::{FolderRules, PlayedDealRecord, check_in, fences_up_to};
use anyhow::{Context, Result, bail, ensure};
use schemars::JsonSchema;
use serde::Deserialize;

const OVER: &str = "The deal is over at this step. Choose an earlier step.";

/// A step of a scenario at which a learner sits down: the text, the id of the step, and the place of the edition in the header.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(rename = "Begun")]
pub(crate) struct StepToPlayFrom {
    text: String,
    step: String,
    edition: usize,
}

impl StepToPlayFrom {
    /// Returns a step of a scenario by the first edition of its header.
    #[cfg(feature = "cli")]
    pub(crate) fn of_first_edition(text: String, step: String) -> StepToPlayFrom {
        StepToPlayFrom {
            text,
            step,
            edition: 0,
        }
    }
}

impl Session {
    /// Returns a session that goes on from a step of a file, before it is made, or after the deal. At Mus everything up to the
    /// next choice is as the file tells it. Without a level of the other players, everybody is to play their best.
    ///
    /// # Errors
    /// The reason why nobody can sit down there.
    pub(crate) fn from_step(
        start: &StepToPlayFrom,
        house: FolderRules,
        learner: Seat,
        level: Option<ComputerLevel>,
        seed: u64,
    ) -> Result<Session> {
        let file = check_in(house, "session", start.text.as_bytes());
        if let Some(wrong) = file.diagnostics.first() {
            bail!(
                "You cannot play on from here, because the hand has an error: {}.",
                wrong.message
            );
        }
        let scenario = file
            .scenario
            .as_ref()
            .context("You cannot play on from here: this is not a hand.")?;
        let story = file
            .stories
            .get(start.edition)
            .context("This hand has fewer editions. Choose another edition.")?;
        let position = story.frames().position(|step| step.id == start.step);
        let position = position.with_context(|| {
            format!(
                "{} does not have this step. Choose another edition.",
                story.rules.name
            )
        })?;
        ensure!(
            usize::from(learner.0) < story.players.len(),
            "There is no player at this seat. Choose another seat."
        );
        let mut setup = setup_of_scenario(&file.title, scenario, story, learner, seed);
        setup.level = level.unwrap_or_default();
        let mut session = Session::with_setup(setup, seed);
        let source = StepContinuedBySession {
            text: &start.text,
            scenario,
            story,
            position,
            learner,
            level,
            seed,
        };
        match &mut session.game {
            GameDeals::Tricks(tricks) => source.begin_trick_deal(tricks)?,
            GameDeals::Mus(mus) => source.begin_mus_deal(mus)?,
        }
        Ok(session)
    }
}

/// Returns the players of a scenario, at the table that its header describes.
fn setup_of_scenario(
    title: &str,
    scenario: &Scenario,
    story: &Story,
    learner: Seat,
    seed: u64,
) -> SessionSetup {
    let header = &scenario.header;
    let options = header
        .options
        .iter()
        .map(|(name, setting)| (name.clone(), setting.value.clone()));
    SessionSetup {
        title: format!("{title}, played on"),
        chips: header.chips.iter().map(|chips| chips.value).collect(),
        letters: header.letters,
        ..SessionSetup::new(
            story.rules,
            options_by_name(options),
            story.players.clone(),
            learner,
            seed,
        )
    }
}

/// A step of a scenario from which a session goes on.
struct StepContinuedBySession<'a> {
    text: &'a str,
    scenario: &'a Scenario,
    story: &'a Story,
    /// The position of the step in the story.
    position: usize,
    learner: Seat,
    level: Option<ComputerLevel>,
    seed: u64,
}

impl StepContinuedBySession<'_> {
    /// Returns the narration of the session's first deal: what the file tells up to a place of it, and who plays on.
    fn narration_up_to(&self, step: &CommonStepParts, place: usize) -> String {
        let place = if step.kind == StepKind::Deal {
            0
        } else {
            place
        };
        let before = fences_up_to(
            self.text,
            self.scenario,
            &self.story.rules,
            step.hand,
            place,
        );
        let opponents = match self.level {
            Some(level) => describe_opponents(level),
            None => "players who see all cards".to_owned(),
        };
        format!(
            "{}\n\nFrom here {} plays on against {opponents}. Cards that the hand does not name come from seed {}.\n",
            before.trim(),
            self.learner_name(),
            self.seed
        )
    }

    fn learner_name(&self) -> &str {
        &self.story.players[usize::from(self.learner.0)]
    }

    /// Fails unless the learner is in the deal.
    fn ensure_learner_in_deal(&self, is_in_deal: bool) -> Result<()> {
        ensure!(
            is_in_deal,
            "{} is out of this deal. Choose another seat, or an earlier step.",
            self.learner_name()
        );
        Ok(())
    }

    /// Begins the deals of Mus with the deal of the step, as it is when somebody is asked next.
    fn begin_mus_deal(&self, mus: &mut SessionDeals<MusGame>) -> Result<()> {
        let number = self.story.mus_steps()[self.position].hand;
        let mut later = self.story.mus_steps()[self.position..]
            .iter()
            .take_while(|step| step.hand == number);
        let asked = later
            .find(|step| state_to_continue_from(step).awaits_move())
            .context(OVER)?;
        let hand = *state_to_continue_from(asked);
        self.ensure_learner_in_deal(hand.players.has(self.learner))?;
        let named = named_stock(self.scenario, number).filter(|card| hand.stock.has(*card));
        let served = later.flat_map(served_cards);
        mus.chance.preset_draws(deduplicated(named.chain(served)));
        let narration = self.narration_up_to(asked, asked.place.start);
        mus.all.push(PlayedDealRecord::new(narration, None, hand));
        Ok(())
    }

    /// Begins the deals of a game with tricks with the deal of the step.
    fn begin_trick_deal(&self, tricks: &mut TrickSessionDeals) -> Result<()> {
        let step = &self.story.trick_steps()[self.position];
        let hand = *state_to_continue_from(step);
        ensure!(hand.awaits_move() && !step.kind.is_settlement(), OVER);
        // A player who has folded may still be asked, for the pack.
        self.ensure_learner_in_deal(hand.active.has(self.learner) || hand.mover == self.learner)?;
        tricks.deals.table = self
            .story
            .tables
            .get(step.hand - 1)
            .context("The chips of this deal are unknown.")?
            .clone();
        let stock = self.remaining_stock(&hand);
        tricks.deals.chance.preset_draws(&stock.known, stock.cards);
        let place = if self.is_unwritten_step(step) {
            step.place.end
        } else {
            step.place.start
        };
        let narration = self.narration_up_to(step, place);
        tricks
            .deals
            .all
            .push(PlayedDealRecord::new(narration, None, hand));
        for later in &self.story.trick_steps()[self.position..] {
            for task in &later.tasks {
                tricks.posed.push((later.before, task.clone()));
            }
        }
        Ok(())
    }

    /// Returns whether a step is not written in the file: claims that nobody made have the place of
    /// the statement before them.
    fn is_unwritten_step(&self, step: &Step) -> bool {
        let Some(before) = self.position.checked_sub(1) else {
            return false;
        };
        let before = &self.story.trick_steps()[before];
        step.kind == StepKind::Claims && before.hand == step.hand && before.place == step.place
    }

    /// Returns the stock at the step, and the cards that the file tells of it: in a line of the deal, or by later exchanges.
    fn remaining_stock(&self, hand: &DealState) -> RemainingStock {
        let number = self.story.trick_steps()[self.position].hand;
        let mut named: Vec<Card> = named_stock(self.scenario, number)
            .filter(|card| hand.stock.has(*card))
            .collect();
        // Cards that an offender held too many came from the top of the stock, and cannot be drawn.
        let missing = usize::from(hand.missing_from_stock).min(named.len());
        let astray: CardSet = named.drain(..missing).collect();
        let cards = hand.stock - astray;
        let later = self.story.trick_steps()[self.position..]
            .iter()
            .take_while(|step| step.hand == number);
        let drawn = later.flat_map(drawn_cards).filter(|card| cards.has(*card));
        RemainingStock {
            known: deduplicated(named.into_iter().chain(drawn)),
            cards,
        }
    }
}

/// The stock of a deal that goes on.
struct RemainingStock {
    /// The cards that are drawn first, in their order.
    known: Vec<Card>,
    /// The cards that may be drawn.
    cards: CardSet,
}

/// Returns the state of a deal in which a learner sits down at a step: the state before the step, or after the deal.
fn state_to_continue_from<G: GameWithStepParts>(step: &Step<G>) -> &G::State {
    if step.kind == StepKind::Deal {
        &step.after
    } else {
        &step.before
    }
}

/// Returns the cards of the stock that the deal fence of a hand names.
fn named_stock(scenario: &Scenario, hand_number: usize) -> impl Iterator<Item = Card> {
    let stock = match scenario.hands.get(hand_number - 1) {
        Some(hand) => &hand.deal.stock[..],
        None => &[],
    };
    stock.iter().map(|card| card.value)
}

/// Returns the cards that are served in a step of Mus, in the order of its events.
fn served_cards(step: &MusStep) -> Vec<Card> {
    let mut served = Vec::new();
    for event in &step.events {
        if let MusEventDetails::Served(_, cards) = event.details {
            served.extend(cards);
        }
    }
    served
}

/// Returns the cards that are drawn in a step of a game with tricks.
fn drawn_cards(step: &Step) -> CardSet {
    if let Some(Move::Exchange(_, drawn)) = step.first_made_move() {
        drawn
    } else {
        CardSet::EMPTY
    }
}
