//! Writes the deals of a session, the current one too, as the text of a scenario and as steps. A
//! deal that is over is replayed once, and written into the file once.

use super::session_setup::SessionSetup;
use crate::editions::house_table;
use crate::engine::DealStage;
use crate::mus::MusStage;
use crate::rules::{DealPhase, letters_on_pages, without_option};
use crate::scenario::story::Story;
use crate::scenario::{
    CheckedFile, DraftHeader, DraftableHand, FolderRules, PlayedDealRecord, PlayedMusHand,
    SessionReplay, SessionScenario,
};
use anyhow::{Context, Result, anyhow, ensure};
use std::slice;

/// The name under which the file of a session is checked.
const PATH: &str = "session";

/// Writes the deals of a session as text and as steps. It keeps the replay and the text of the deals
/// that are over.
#[derive(Default)]
pub(super) struct TranscriptWriter {
    /// Their replay, and the number of deals in it.
    replay: Option<(SessionReplay, usize)>,
    /// The files that were saved, each with its header.
    files: Vec<(String, SessionScenario)>,
}

/// The last steps of a session, as a file that has one story.
pub(crate) struct RecentSteps {
    pub(crate) file: CheckedFile,
    /// The number of steps of the session before those of the story.
    pub(crate) steps_before: usize,
}

impl RecentSteps {
    pub(crate) fn story(&self) -> &Story {
        &self.file.stories[0]
    }

    /// Writes the cards of the steps as pages draw them.
    pub(crate) fn write_cards_as_drawn(&mut self) {
        for story in &mut self.file.stories {
            story.letters = letters_on_pages(story.letters, &story.rules);
        }
    }

    pub(crate) fn into_story(mut self) -> Story {
        self.file.stories.remove(0)
    }

    /// Returns the number of steps of the whole session.
    pub(crate) fn session_step_count(&self) -> usize {
        self.steps_before + self.story().step_count()
    }
}

/// A deal of a session.
pub(super) trait TellableDeal: DraftableHand + Clone {
    /// Returns the deal as far as a file can tell it, or nothing if it can tell nothing of it.
    fn tellable_part(&self) -> Option<Self>;

    /// Returns whether its cards are told by the words before it, because it was begun at a step of a file.
    fn is_begun_at_step(&self) -> bool;
}

impl TellableDeal for PlayedDealRecord {
    /// Returns the hand up to where it can be asked what may be done.
    fn tellable_part(&self) -> Option<PlayedDealRecord> {
        let mut part = self.clone();
        while !is_tellable(&part) {
            (part.end, _) = part.moves.pop()?;
        }
        Some(part)
    }

    fn is_begun_at_step(&self) -> bool {
        self.deal.is_none()
    }
}

/// Returns whether a file can tell the deal: it is over, or a move was made in a round or a trick.
fn is_tellable(hand: &PlayedDealRecord) -> bool {
    match hand.end.stage {
        DealStage::In(DealPhase::Round(_) | DealPhase::Tricks) => !hand.moves.is_empty(),
        stage => stage == DealStage::Over,
    }
}

impl TellableDeal for PlayedMusHand {
    /// Returns the deal if it is over, or somebody was asked.
    fn tellable_part(&self) -> Option<PlayedMusHand> {
        let is_tellable = self.end.stage == MusStage::Over || !self.moves.is_empty();
        if is_tellable {
            Some(self.clone())
        } else {
            None
        }
    }

    fn is_begun_at_step(&self) -> bool {
        self.deal.is_none()
    }
}

/// Returns whether a file can tell anything of these deals, the last of which may be under way.
pub(super) fn has_tellable_part(deals: &[impl TellableDeal]) -> bool {
    let last = deals.last();
    deals.len() > 1 || last.is_some_and(|last| last.tellable_part().is_some())
}

impl TranscriptWriter {
    /// Returns the steps of a session from one on, and at least those of its last deal. `from` is the number of steps before it.
    pub(super) fn steps_from<D: TellableDeal>(
        &mut self,
        setup: &SessionSetup,
        deals: &[D],
        from: usize,
    ) -> Result<RecentSteps> {
        const CANNOT_BE_TOLD: &str = "the session cannot be shown";
        let draft = setup.header_draft(&setup.rules, &setup.options);
        let (past, current) = deals.split_at(deals.len().saturating_sub(1));
        let replay = self
            .replay_past(setup, &draft, past)?
            .context(CANNOT_BE_TOLD)?;
        let forgotten = replay.forgotten_step_count();
        // A step that is shown leads back to the one before it.
        let recent = if forgotten == 0 || from > forgotten {
            RecentSteps {
                file: replay.check(PATH, write_deals(&draft, current)?),
                steps_before: forgotten,
            }
        } else {
            let whole = open_replay(setup, &draft)?.context(CANNOT_BE_TOLD)?;
            RecentSteps {
                file: whole.check(PATH, write_deals(&draft, deals)?),
                steps_before: 0,
            }
        };
        ensure!(!recent.file.stories.is_empty(), CANNOT_BE_TOLD);
        Ok(recent)
    }

    /// Returns the replay of deals that are over. Each of them is replayed once.
    fn replay_past(
        &mut self,
        setup: &SessionSetup,
        draft: &DraftHeader,
        deals: &[impl TellableDeal],
    ) -> Result<Option<&SessionReplay>> {
        let (mut replay, known) = match self.replay.take() {
            Some(kept) => kept,
            None => match open_replay(setup, draft)? {
                Some(replay) => (replay, 0),
                None => return Ok(None),
            },
        };
        for deal in &deals[known..] {
            if replay
                .replay_text_deals(&write_deals(draft, slice::from_ref(deal))?)
                .is_none()
            {
                return Ok(None);
            }
        }
        let (replay, _) = self.replay.insert((replay, deals.len()));
        Ok(Some(replay))
    }

    /// Returns the session as a scenario that holds; nothing if nothing in it could be held against the engine.
    pub(super) fn write_scenario<D: TellableDeal>(
        &mut self,
        setup: &SessionSetup,
        deals: &[D],
    ) -> Result<Option<String>> {
        let Some((last, past)) = deals.split_last() else {
            return Ok(None);
        };
        if !has_tellable_part(deals) {
            return Ok(None);
        }
        let last = last.tellable_part();
        let abroad = if setup.is_abroad {
            house_table::nameless_rules_and_options(&setup.rules)
        } else {
            None
        };
        let (rules, mut options) = abroad.unwrap_or_else(|| (setup.rules, setup.options.clone()));
        loop {
            let draft = setup.header_draft(&rules, &options);
            let file = self.file_with_finished_deals(&draft, past)?;
            let filled = file
                .fill_last_deal(&write_deals(&draft, last.as_slice())?)
                .map_err(broken_session_error)?;
            // A hand that was begun keeps what was agreed for all of it.
            let idle = if deals[0].is_begun_at_step() {
                Vec::new()
            } else {
                file.idle_options(&filled)
            };
            // An option that changes nothing in these hands is left out.
            let Some(name) = idle.into_iter().min() else {
                return Ok(Some(file.text_plus_last_deal(&filled)));
            };
            options = without_option(&options, &name);
        }
    }

    /// Returns the file with the header of a draft and deals that are over. Each of them is added once.
    fn file_with_finished_deals<D: TellableDeal>(
        &mut self,
        draft: &DraftHeader,
        deals: &[D],
    ) -> Result<&mut SessionScenario> {
        let header = write_deals::<D>(draft, &[])?;
        let known = self.files.iter().position(|(other, _)| *other == header);
        let file = match known {
            Some(at) => Some(self.files.swap_remove(at).1),
            None => SessionScenario::begin_with_header(
                FolderRules::house_table_of_rules(draft.rules),
                PATH,
                header.clone(),
            ),
        };
        let mut file = file.context("the session is not a scenario")?;
        for deal in &deals[file.deal_text_count()..] {
            let text = write_deals(draft, slice::from_ref(deal))?;
            file.add_deal(&text).map_err(broken_session_error)?;
        }
        self.files.push((header, file));
        let (_, saved) = self.files.last_mut().context("the file was just added")?;
        Ok(saved)
    }
}

fn broken_session_error(wrong: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("the session has an error: {wrong}")
}

fn open_replay(setup: &SessionSetup, draft: &DraftHeader) -> Result<Option<SessionReplay>> {
    let header = write_deals::<PlayedDealRecord>(draft, &[])?;
    Ok(SessionReplay::open(
        FolderRules::house_table_of_rules(&setup.rules),
        &header,
    ))
}

/// Writes deals as a file that is not filled in yet.
fn write_deals<D: DraftableHand>(draft: &DraftHeader, deals: &[D]) -> Result<String> {
    draft.write_file(deals).map_err(|wrong| anyhow!("{wrong}"))
}
