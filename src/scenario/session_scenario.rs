//! The file of a session under way. What is left open in a deal is filled in when the deal is over, and once.

use super::replay::idle_options::{IdleOptionTrials, find_idle_options};
use super::replay::session_replay::SessionReplay;
use super::text::scenario_loader::{MAX_HANDS, load_in};
use super::text::{Diagnostic, FolderRules, Scenario, Spanned, diagnose};
use super::{BlessExtent, fill_text};
use crate::rules::{ClauseId, OptionValue};
use std::collections::BTreeMap;

/// The deals of a session that are over, under one header, filled in.
pub struct SessionScenario {
    path: &'static str,
    house: FolderRules,
    header: String,
    replay: SessionReplay,
    /// The text of each deal behind the header.
    texts: Vec<String>,
    /// The deals again, each as a scenario of its own.
    deals: Vec<Scenario>,
    /// The last text that was filled in, before and after.
    last_filled: Option<(String, String)>,
    /// Replays of the same deals under changed rules. None where something in them does not hold.
    trials: BTreeMap<OptionTrialRules, Option<SessionReplay>>,
}

/// The changed rules under which the deals of a session are replayed, to find out whether an option
/// matters in them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum OptionTrialRules {
    /// The table agrees on these options only.
    Options(Vec<String>),
    /// The clause on a topic has another value: the one with this number among its alternatives.
    OtherValue(ClauseId, usize),
}

impl SessionScenario {
    /// Begins a file with a header, which is the text of a file without deals. Returns nothing if it is no scenario.
    pub fn begin_with_header(
        house: FolderRules,
        path: &'static str,
        header: String,
    ) -> Option<SessionScenario> {
        Some(SessionScenario {
            path,
            house,
            replay: SessionReplay::open(house, &header)?,
            header,
            texts: Vec::new(),
            deals: Vec::new(),
            last_filled: None,
            trials: BTreeMap::new(),
        })
    }

    /// Returns the number of texts that were added.
    pub fn deal_text_count(&self) -> usize {
        self.texts.len()
    }

    /// Adds a deal that is over. Its text has the header.
    ///
    /// # Errors
    /// The mistakes in it.
    pub fn add_deal(&mut self, text: &str) -> Result<(), Box<Diagnostic>> {
        let filled = self.fill_last_deal(text)?;
        if let Some(scenario) = load_in(self.house, &filled).scenario {
            self.replay.replay_deals(&scenario.hands);
            self.texts.push(self.without_header(&filled).to_owned());
            self.deals.push(scenario);
        }
        Ok(())
    }

    /// Fills in what is left open in the text of the last deal, which has the header.
    ///
    /// # Errors
    /// The mistakes in the deal.
    pub fn fill_last_deal(&mut self, text: &str) -> Result<String, Box<Diagnostic>> {
        if let Some((before, filled)) = &self.last_filled
            && before == text
        {
            return Ok(filled.clone());
        }
        if self.replay.deal_count() >= MAX_HANDS {
            return Err(Box::new(diagnose!(
                "too-many-hands",
                &(0..0),
                most = MAX_HANDS
            )));
        }
        let filled = fill_text(text.to_owned(), BlessExtent::OpenValues, &|candidate| {
            self.replay.check(self.path, candidate)
        });
        let filled = filled.into_sound_text()?;
        self.last_filled = Some((text.to_owned(), filled.clone()));
        Ok(filled)
    }

    /// Returns the whole file with a last deal, whose text has the header and is filled in.
    pub fn text_plus_last_deal(&self, filled_last_deal: &str) -> String {
        [
            &self.header,
            &self.texts.concat(),
            self.without_header(filled_last_deal),
        ]
        .concat()
    }

    fn without_header<'a>(&self, text: &'a str) -> &'a str {
        text.strip_prefix(self.header.as_str()).unwrap_or(text)
    }

    /// Returns the options that nothing in the deals has felt, with a last deal, whose text has the header and is filled in.
    pub fn idle_options(&mut self, filled_last_deal: &str) -> Vec<String> {
        let Some(last) = load_in(self.house, filled_last_deal).scenario else {
            return Vec::new();
        };
        if last.header.options.is_empty() {
            return Vec::new();
        }
        let has_ended = self.replay.story_with_more_deals(&last).has_session_ended();
        let header = last.header.clone();
        let mut trials = SessionOptionTrials {
            file: self,
            last,
            has_ended,
        };
        find_idle_options(&header, &mut trials)
    }
}

/// Trials of a session with its last deal, which holds.
struct SessionOptionTrials<'a> {
    file: &'a mut SessionScenario,
    last: Scenario,
    has_ended: bool,
}

impl SessionOptionTrials<'_> {
    /// Replays the session in a trial that was begun. Returns whether it ends, or nothing if something in it does not hold.
    fn has_ended_in_trial(&mut self, trial: &OptionTrialRules) -> Option<bool> {
        let SessionScenario { deals, trials, .. } = &mut *self.file;
        let kept = trials.get_mut(trial)?;
        let replay = kept.as_mut()?;
        let mut seen = 0;
        for deal in deals.iter() {
            if seen >= replay.deal_count() {
                replay.replay_deals(&deal.hands);
            }
            seen += deal.hands.len();
        }
        if replay.is_wrong() {
            *kept = None;
            return None;
        }
        let story = replay.story_with_more_deals(&self.last);
        story
            .diagnostics
            .is_empty()
            .then(|| story.has_session_ended())
    }
}

impl IdleOptionTrials for SessionOptionTrials<'_> {
    fn holds_and_ends_alike_with(
        &mut self,
        options: &BTreeMap<String, Spanned<OptionValue>>,
    ) -> bool {
        let trial = OptionTrialRules::Options(options.keys().cloned().collect());
        if !self.file.trials.contains_key(&trial) {
            let mut fewer = self.last.clone();
            fewer.header.options.clone_from(options);
            let replay = SessionReplay::open_scenario(&fewer);
            self.file.trials.insert(trial.clone(), replay);
        }
        self.has_ended_in_trial(&trial) == Some(self.has_ended)
    }

    fn depends_on_clause(&mut self, topic: ClauseId) -> bool {
        let rules = *self.file.replay.rules();
        for (at, mutant) in rules.mutants_of(topic).enumerate() {
            let trial = OptionTrialRules::OtherValue(topic, at);
            if !self.file.trials.contains_key(&trial) {
                let replay = SessionReplay::open_with_rules(&self.last, mutant.rules);
                self.file.trials.insert(trial.clone(), replay);
            }
            if self.has_ended_in_trial(&trial).is_none() {
                return true;
            }
        }
        false
    }
}
