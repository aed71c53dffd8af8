//! A file that is replayed up to one of its deals, under each edition that its header names. The deals before a place are played
//! once, however often an editor asks about that place.

use super::agreed_rules::agreed_rules;
use super::checked_file::{CheckedFile, check_loaded};
use super::session_replay::SessionReplay;
use super::story::Story;
use crate::scenario::text::scenario_loader::load_in;
use crate::scenario::text::{Diagnostic, FolderRules, Scenario};

/// The replays of the first deals of a file, one under each edition that can play it.
#[derive(Clone)]
pub struct FileReplayByEdition {
    house: FolderRules,
    sessions: Vec<SessionReplay>,
    /// True if the header names several editions, so that a mistake says under which it is found.
    names_editions: bool,
}

impl FileReplayByEdition {
    /// Begins the replay of a file with the text up to its first deal. Returns nothing if the header has no rules by which it can
    /// be played.
    pub fn open(house: FolderRules, header: &str) -> Option<FileReplayByEdition> {
        let scenario = load_in(house, header).scenario?;
        let editions = &scenario.header.editions;
        let mut sessions = Vec::new();
        for edition in editions {
            let Ok(rules) = agreed_rules(&scenario.header, edition) else {
                continue;
            };
            // A fence may be for one edition, which it names as the header does.
            if rules.id != edition.value {
                return None;
            }
            sessions.extend(SessionReplay::open_with_rules(&scenario, rules));
        }
        if sessions.is_empty() {
            return None;
        }
        Some(FileReplayByEdition {
            house,
            sessions,
            names_editions: editions.len() > 1,
        })
    }

    /// Replays more deals. `text` has the header of the file and those deals. Returns nothing if it has not so many deals.
    pub fn replay_deals(&mut self, text: &str, deal_count: usize) -> Option<()> {
        let scenario = load_in(self.house, text).scenario?;
        if scenario.hands.len() != deal_count {
            return None;
        }
        for session in &mut self.sessions {
            session.replay_deals(&scenario.hands);
        }
        Some(())
    }

    /// Checks a text that has the header of the file and the deals that follow those that were replayed. What is wrong with
    /// earlier deals is not in the result.
    pub fn check_next_deals(&self, path: &str, text: String) -> CheckedFile {
        check_loaded(path, text, self.house, &mut |scenario, diagnostics| {
            let mut stories = Vec::new();
            for session in &self.sessions {
                stories.push(self.play_next_deals(session, scenario, diagnostics));
            }
            stories
        })
    }

    /// Plays the deals of a scenario after those of a session, and adds what is wrong with them.
    fn play_next_deals(
        &self,
        session: &SessionReplay,
        scenario: &Scenario,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Story {
        let story = session.story_with_more_deals(scenario);
        for wrong in story.diagnostics.iter().skip(session.diagnostic_count()) {
            let mut wrong = wrong.clone();
            wrong.editions.clear();
            if self.names_editions {
                wrong.editions.push(session.rules().id.to_owned());
            }
            diagnostics.push(wrong);
        }
        story
    }
}
