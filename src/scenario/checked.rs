//! One file, read and played.

use super::change::{self, Change};
use super::diagnostic::Diagnostic;
use super::load;
use super::replay::replay;
use super::story::{Proved, Story};
use super::syntax::Scenario;
use crate::editions;
use std::collections::BTreeSet;

/// A file and its verdict.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Its path, as it is shown.
    pub path: String,
    /// Its text; what can be read of it if it is not UTF-8.
    pub text: String,
    /// Its title, as Markdown.
    pub title: String,
    /// Whether it has a `toml scenario` fence.
    pub is_scenario: bool,
    /// What it came to, under each edition it names.
    pub stories: Vec<Story>,
    /// What is wrong, by place.
    pub diagnostics: Vec<Diagnostic>,
    scenario: Option<Scenario>,
}

impl Checked {
    /// Whether it is a scenario and nothing is wrong with it.
    pub fn holds(&self) -> bool {
        self.is_scenario && self.diagnostics.is_empty()
    }

    /// What it proved, over all its editions.
    pub fn proved(&self) -> Proved {
        let mut all = Proved::default();
        self.stories.iter().for_each(|story| all += story.proved);
        all
    }

    /// The changes of single clauses under which one of its stories no longer holds. Found when first asked for; none
    /// if the file does not hold as it is.
    pub fn felt<'a>(&self, story: &'a Story) -> &'a BTreeSet<Change> {
        story.felt.get_or_init(|| match (&self.scenario, editions::by_id(story.rules.id)) {
            (Some(scenario), Some(edition)) if self.holds() => change::felt(scenario, edition, &story.rules),
            _ => BTreeSet::new(),
        })
    }
}

/// Reads a file's bytes and plays what it tells.
pub fn check(path: &str, bytes: &[u8]) -> Checked {
    let path = path.to_string();
    let text = match load::decode(bytes) {
        Ok(text) => text.to_string(),
        Err(wrong) => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            return Checked {
                path,
                text,
                title: String::new(),
                is_scenario: true,
                stories: Vec::new(),
                diagnostics: vec![wrong],
                scenario: None,
            };
        }
    };
    let mut loaded = load::load(&text);
    if let (Some(scenario), Some(last)) = (&loaded.scenario, loaded.diagnostics.last_mut()) {
        last.help.extend(unplayed(scenario));
    }
    let (stories, diagnostics) = play(loaded.scenario.as_ref(), loaded.diagnostics);
    let title = loaded.scenario.as_ref().map_or(String::new(), |scenario| scenario.title.clone());
    Checked { path, text, title, is_scenario: loaded.is_scenario, stories, diagnostics, scenario: loaded.scenario }
}

/// What is not held against the engine because some of it cannot be read.
fn unplayed(scenario: &Scenario) -> Option<String> {
    let broken = scenario.hands.iter().position(|hand| hand.broken)?;
    let hands = match scenario.hands.len() - broken {
        1 => "this hand".to_string(),
        more => format!("this hand and those after it, {more} in all"),
    };
    Some(format!("not played because of this: {hands}"))
}

fn play(scenario: Option<&Scenario>, mut diagnostics: Vec<Diagnostic>) -> (Vec<Story>, Vec<Diagnostic>) {
    let mut stories = Vec::new();
    for edition in scenario.iter().flat_map(|scenario| &scenario.header.editions) {
        let Some(scenario) = scenario else { break };
        match replay(scenario, edition) {
            Ok(story) => {
                diagnostics.extend(story.diagnostics.iter().cloned());
                stories.push(story);
            }
            Err(wrong) => diagnostics.extend(wrong),
        }
    }
    diagnostics.sort_by_key(|wrong| (wrong.span.start, wrong.span.end, wrong.code));
    // One mistake is told once, though several editions find it.
    diagnostics.dedup_by(|later, first| Diagnostic { clause: first.clause.clone(), ..later.clone() } == *first);
    (stories, diagnostics)
}
