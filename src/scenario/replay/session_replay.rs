//! A session that is replayed deal by deal: a deal that is over is replayed once, however many follow it.

use super::agreed_rules::{agreed_rules, find_conflicts_with_rules};
use super::checked_file::{CheckedFile, check_loaded};
use super::scenario_run::AnyReplay;
use super::story::Story;
use crate::rules::Ruleset;
use crate::scenario::text::scenario_loader::load_in;
use crate::scenario::text::{FolderRules, ParsedHand, Scenario};

/// The replay of the deals of a session that are over. It keeps the last step of them, and forgets the others.
#[derive(Clone)]
pub struct SessionReplay {
    house: FolderRules,
    replay: AnyReplay<'static>,
    deals: usize,
    /// True if another deal can follow.
    is_open: bool,
    forgotten_steps: usize,
}

impl SessionReplay {
    /// Begins a session with the header of a text. Returns nothing if the text is no scenario, or its rules cannot be agreed.
    pub fn open(house: FolderRules, text: &str) -> Option<SessionReplay> {
        SessionReplay::open_scenario(&load_in(house, text).scenario?)
    }

    /// Begins the session of a scenario. Returns nothing if its rules cannot be agreed.
    pub fn open_scenario(scenario: &Scenario) -> Option<SessionReplay> {
        let edition = scenario.header.editions.first()?;
        let rules = agreed_rules(&scenario.header, edition).ok()?;
        SessionReplay::open_with_rules(scenario, rules)
    }

    /// Begins the session of a scenario under other rules. Returns nothing if these do not fit it.
    pub fn open_with_rules(scenario: &Scenario, rules: Ruleset) -> Option<SessionReplay> {
        if find_conflicts_with_rules(scenario, &rules).is_empty() {
            Some(SessionReplay::begin(scenario, rules))
        } else {
            None
        }
    }

    fn begin(scenario: &Scenario, rules: Ruleset) -> SessionReplay {
        SessionReplay {
            house: scenario.header.house,
            replay: AnyReplay::new(rules.id, rules, scenario),
            deals: 0,
            is_open: true,
            forgotten_steps: 0,
        }
    }

    /// Returns the rules that it plays by.
    pub fn rules(&self) -> &Ruleset {
        self.replay.rules()
    }

    /// Returns the number of deals that it has replayed.
    pub fn deal_count(&self) -> usize {
        self.deals
    }

    /// Returns the number of steps of its deals that stories which go on from it lack.
    pub fn forgotten_step_count(&self) -> usize {
        self.forgotten_steps
    }

    /// Returns whether something in its deals is wrong.
    pub fn is_wrong(&self) -> bool {
        self.replay.diagnostic_count() > 0
    }

    /// Returns the number of mistakes in its deals.
    #[cfg(feature = "cli")]
    pub fn diagnostic_count(&self) -> usize {
        self.replay.diagnostic_count()
    }

    /// Replays deals that are over after those that were replayed before.
    pub fn replay_deals(&mut self, hands: &[ParsedHand]) {
        if self.is_open {
            self.is_open = self.replay.play_hands_and_may_continue(hands, self.deals);
        }
        self.deals += hands.len();
        self.forgotten_steps += self.replay.keep_only_last_step();
    }

    /// Replays the deals of a text, which has the header of the session, after those that were replayed before.
    /// Returns nothing if the text is no scenario.
    pub fn replay_text_deals(&mut self, text: &str) -> Option<()> {
        let scenario = load_in(self.house, text).scenario?;
        self.replay_deals(&scenario.hands);
        Some(())
    }

    /// Returns the story of the session with the deals of a scenario as its last.
    pub fn story_with_more_deals(&self, scenario: &Scenario) -> Story {
        let mut replay = self.replay.clone();
        if self.is_open && replay.play_hands_and_may_continue(&scenario.hands, self.deals) {
            replay.add_end_step_if_over();
        }
        replay.finish(scenario)
    }

    /// Checks a text, which has the header of the session, with its deals as the last of the session.
    pub fn check(&self, path: &str, text: String) -> CheckedFile {
        check_loaded(path, text, self.house, &mut |scenario, diagnostics| {
            let story = self.story_with_more_deals(scenario);
            diagnostics.extend(story.diagnostics.iter().cloned());
            vec![story]
        })
    }
}
