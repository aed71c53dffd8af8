//! Reads and plays one file; finds what becomes of its hands when one of their clauses is changed.

pub use super::agreement::settled;
use super::errors::list;
use super::play::{replay, unmet};
use super::story::{Change, Proved, Story};
use crate::cards::{InsertionSort, Letters};
use crate::editions;
use crate::rules::{ClauseId, Mutant, OptionDef, OptionValue, Ruleset};
use crate::scenario::text::diagnostic::{Code, Diagnostic, Diagnostics, sort_by_place};
use crate::scenario::text::header::TABLE_FILE;
use crate::scenario::text::load::{LoadedFile, decode, load_in};
use crate::scenario::text::{
    FenceKind, HandPart, HandText, Header, HouseRules, PartBody, Scenario, ScriptLine, Spanned,
    Statement, diagnose, quote,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

/// A file and its verdict.
#[expect(missing_docs, reason = "what has no doc is what its name says")]
#[derive(Clone, Debug, Default)]
pub struct Checked {
    pub path: String,
    /// What can be read of it if it is not UTF-8.
    pub text: String,
    /// As Markdown.
    pub title: String,
    /// Whether it has a `toml scenario` fence.
    pub is_scenario: bool,
    /// What it came to, under each edition it names.
    pub stories: Vec<Story>,
    /// What is wrong, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// What its author may want to know, by place; none unless it holds.
    pub warnings: Vec<Diagnostic>,
    /// What it says, if its players and editions are known.
    pub scenario: Option<Scenario>,
    /// Its hands, if it is a chapter of a book.
    pub chapter: Option<Chapter>,
}

/// The hands of a chapter: those that stand in its fences, and those that its fences name.
#[expect(missing_docs, reason = "what has no doc is what its name says")]
#[derive(Clone, Debug, Default)]
pub struct Chapter {
    pub hands: Vec<Checked>,
    pub links: Vec<Spanned<String>>,
}

impl Checked {
    /// Whether it is a scenario and nothing is wrong with it.
    pub fn holds(&self) -> bool {
        self.is_scenario && self.diagnostics.is_empty()
    }

    /// Returns the language of its title and prose as HTML names it, as `fr`, or none if that is English.
    pub fn language(&self) -> Option<&'static str> {
        let prose = self
            .scenario
            .as_ref()
            .and_then(|scenario| scenario.header.prose);
        prose.filter(|language| *language != "en")
    }

    /// The clauses that it says it is about.
    pub fn about(&self) -> impl Iterator<Item = ClauseId> {
        let named = self
            .scenario
            .iter()
            .flat_map(|scenario| &scenario.header.shows);
        named.filter_map(|id| editions::clause_id(&id.value))
    }

    /// What it proved, over all its editions.
    pub fn proved(&self) -> Proved {
        let mut all = Proved::default();
        self.stories.iter().for_each(|story| all += story.proved);
        self.chapter
            .iter()
            .flat_map(|chapter| &chapter.hands)
            .for_each(|hand| all += hand.proved());
        all
    }

    /// Where each of its hands stands: from its deal fence to the next, the last to the end of the file.
    pub fn hand_places(&self) -> Vec<Range<usize>> {
        let hands = self.scenario.iter().flat_map(|scenario| &scenario.hands);
        let starts = hands.map(|hand| hand.deal.opening.start);
        starts
            .clone()
            .zip(starts.skip(1).chain([self.text.len() + 1]))
            .map(|(start, end)| start..end)
            .collect()
    }

    /// The editions that its header names.
    pub fn edition_names(&self) -> Vec<&str> {
        let editions = self
            .scenario
            .iter()
            .flat_map(|scenario| &scenario.header.editions);
        editions.map(|edition| edition.value.as_str()).collect()
    }

    /// The changes of single clauses under which one of its stories no longer holds; none if the file does not hold.
    pub fn felt<'a>(&self, story: &'a Story) -> &'a BTreeSet<Change> {
        story.felt.get_or_init(|| {
            let scenario = self.scenario.as_ref().filter(|_| self.holds());
            scenario
                .and_then(|scenario| felt(scenario, &story.rules))
                .unwrap_or_default()
        })
    }
}

/// Checks a file, and leaves every fix as the reader of the line proposes it: nothing is known yet of what it leads to.
pub(super) fn examine(house: HouseRules, path: &str, bytes: &[u8]) -> Checked {
    // No page has such a file.
    let is_table = cfg!(feature = "cli")
        && Path::new(path)
            .file_name()
            .is_some_and(|name| name == TABLE_FILE);
    let text = String::from_utf8_lossy(bytes).into_owned();
    let unread = Checked {
        path: path.to_owned(),
        is_scenario: !is_table,
        ..Checked::default()
    };
    if let Err(wrong) = decode(bytes) {
        return Checked {
            text,
            diagnostics: vec![wrong],
            ..unread
        };
    }
    if is_table {
        let (.., diagnostics) = settled(&text);
        return Checked {
            text,
            diagnostics,
            ..unread
        };
    }
    let mut checked = check_loaded(path, text, house, &mut play);
    if let Some(scenario) = &checked.scenario
        && checked.diagnostics.is_empty()
    {
        checked.warnings = warnings(scenario, &checked.stories);
    }
    checked
}

/// Reads a text and has it played by `play`, which returns a story for each edition and adds what is wrong.
pub fn check_loaded(
    path: &str,
    text: String,
    house: HouseRules,
    play: &mut dyn FnMut(&Scenario, &mut Vec<Diagnostic>) -> Vec<Story>,
) -> Checked {
    let LoadedFile {
        scenario,
        is_scenario,
        mut diagnostics,
    } = load_in(house, &text);
    let unread = Checked {
        path: path.to_owned(),
        is_scenario,
        ..Checked::default()
    };
    let Some(told) = &scenario else {
        let diagnostics = finished(diagnostics, &text, Letters::default());
        return Checked {
            text,
            diagnostics,
            ..unread
        };
    };
    if let Some((from, left)) = left_out(told) {
        let stops = |wrong: &Diagnostic| wrong.span.start >= from && wrong.fix.is_none();
        let stops = diagnostics.iter().position(stops).unwrap_or_default();
        if let Some(wrong) = diagnostics.get_mut(stops) {
            wrong.help.push(left);
        }
    }
    let stories = play(told, &mut diagnostics);
    let diagnostics = finished(each_once(diagnostics), &text, told.header.letters);
    let title = told.title.clone();
    Checked {
        text,
        title,
        stories,
        diagnostics,
        scenario,
        ..unread
    }
}

/// Mistakes in the letters of the file; what is left out of it is left out whole.
fn finished(mut found: Vec<Diagnostic>, text: &str, letters: Letters) -> Vec<Diagnostic> {
    for wrong in &mut found {
        wrong.respell(letters);
        wrong.replaced_span = wrong.replaced_span.take().map(|span| {
            if wrong.deletes_statement() {
                entry(text, span)
            } else {
                span
            }
        });
    }
    found
}

/// An entry with what parts it from the others: a comma after it, or before it a comma or the end of a line.
fn entry(text: &str, span: Range<usize>) -> Range<usize> {
    if let Some(next) = text[span.end..].trim_start_matches(' ').strip_prefix(',') {
        return span.start..text.len() - next.trim_start_matches(' ').len();
    }
    let before = text[..span.start].trim_end_matches(' ');
    let parted = [",", "\r\n", "\n"]
        .iter()
        .find_map(|sign| before.strip_suffix(sign));
    parted.map_or(span.start, str::len)..span.end
}

/// What is not held against the engine because some of it cannot be read, and from which byte on that is so.
fn left_out(scenario: &Scenario) -> Option<(usize, String)> {
    let hands = &scenario.hands;
    let mut parts = hands.iter().flat_map(|hand| &hand.parts);
    match hands
        .iter()
        .position(|hand| hand.is_broken)
        .map(|broken| hands.len() - broken)
    {
        Some(1) => Some((0, "not played because of this: this hand".to_owned())),
        Some(more) => Some((
            0,
            format!("not played because of this: this hand and those after it, {more} in all"),
        )),
        None => parts
            .find(|part| matches!(part.body, PartBody::Unread))
            .map(|unread| {
                (
                    unread.opening.start,
                    "not checked because of this: this payout".to_owned(),
                )
            }),
    }
}

fn play(scenario: &Scenario, diagnostics: &mut Vec<Diagnostic>) -> Vec<Story> {
    let editions = &scenario.header.editions;
    let played = |edition: &Spanned<String>| {
        // What is wrong with a header is of no edition, or says of which.
        let story = story(scenario, edition)
            .map_err(|wrong| diagnostics.extend(wrong.0))
            .ok()?;
        let under = if editions.len() > 1 {
            vec![edition.value.clone()]
        } else {
            Vec::new()
        };
        let named = |wrong: &Diagnostic| Diagnostic {
            editions: under.clone(),
            ..wrong.clone()
        };
        diagnostics.extend(story.diagnostics.iter().map(named));
        Some(story)
    };
    editions.iter().filter_map(played).collect()
}

/// Mistakes by place. One that several editions find is told once, and names them.
fn each_once(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    sort_by_place(&mut found, |wrong| (wrong.span.start, wrong.span.end));
    found
        .chunk_by_mut(|one, next| one.span == next.span)
        .for_each(|same| same.insertion_sort_by_key(|wrong| wrong.code));
    let mut once: Vec<Diagnostic> = Vec::new();
    for wrong in found {
        let mut here = once
            .iter_mut()
            .rev()
            .take_while(|first| (&first.span, first.code) == (&wrong.span, wrong.code));
        // Each edition has its own clause.
        let as_first = |first: &Diagnostic| {
            let (clause, editions) = (first.clause.clone(), first.editions.clone());
            Diagnostic {
                clause,
                editions,
                ..wrong.clone()
            }
        };
        match here.find(|first| as_first(first) == **first) {
            Some(first) => first.editions.extend(wrong.editions),
            None => once.push(wrong),
        }
    }
    once.iter_mut().for_each(|wrong| wrong.editions.dedup());
    // A value that could not be read was left open: that is told once, with what the engine finds there. The slip comes
    // first: they are in the order of their places, and there of their kinds.
    once.dedup_by(|hole, slip| {
        let is_it =
            hole.code == Code::Unfilled && slip.code < Code::ForeignCard && hole.span == slip.span;
        if is_it && !slip.help.contains(&hole.message) {
            slip.help.push(std::mem::take(&mut hole.message));
        }
        is_it
    });
    once
}

/// Plays a scenario under one of the editions its header names, and holds it to what its header promises.
pub fn story(scenario: &Scenario, edition: &Spanned<String>) -> Result<Story, Diagnostics> {
    let mut story = replay(scenario, edition)?;
    // What is expected wrongly leaves the hands played.
    let is_played = |wrong: &Diagnostic| {
        wrong.code.is_failed_expectation()
            || matches!(wrong.code, Code::Unfilled | Code::ProvesNothing)
    };
    if story.diagnostics.iter().all(is_played)
        && scenario.hands.iter().all(HandText::can_be_replayed)
    {
        // Promised again, it is the same promise.
        let mut promised = BTreeSet::new();
        for id in scenario
            .header
            .shows
            .iter()
            .filter(|id| promised.insert(&id.value))
        {
            story.diagnostics.extend(not_shown(scenario, &story, id));
        }
    }
    Ok(story)
}

/// A promised clause that no step carries, and without which as much of the file would hold.
fn not_shown(scenario: &Scenario, story: &Story, promised: &Spanned<String>) -> Option<Diagnostic> {
    let Spanned { value, span } = promised;
    let topic = editions::clause_id(value)?;
    if story.shown.contains(&topic) || is_felt(scenario, story.rules.id, &story.rules, topic) {
        return None;
    }
    let wrong = match list(story.shown.iter().map(|topic| topic.id())) {
        shown if shown.is_empty() => diagnose!("nothing-shown", span, value),
        shown => diagnose!("not-shown", span, value, shown),
    };
    Some(wrong.with_clause(format!("{}/{value}", story.rules.id)))
}

/// Whether other things of a scenario hold when the clause on a topic has another value.
fn is_felt(scenario: &Scenario, edition: &str, rules: &Ruleset, topic: ClauseId) -> bool {
    let told = |rules| {
        unmet(scenario, edition, rules)
            .into_iter()
            .map(|wrong| (wrong.message, wrong.fix))
    };
    let as_it_is: Vec<_> = told(*rules).collect();
    rules
        .mutants_of(topic)
        .any(|mutant| !told(mutant.rules).eq(as_it_is.iter().cloned()))
}

/// The changes under which a scenario no longer holds, of clauses that no option has changed already.
fn felt(scenario: &Scenario, rules: &Ruleset) -> Option<BTreeSet<Change>> {
    let edition = scenario.header.house.edition_by_id(rules.id)?;
    let agreed = |topic| rules.clause(topic).value_key() != edition.clause(topic).value_key();
    let fails = |mutant: &Mutant| {
        !agreed(mutant.topic) && !unmet(scenario, edition.id, mutant.rules).is_empty()
    };
    Some(
        rules
            .mutants()
            .filter(fails)
            .map(|mutant| (mutant.topic, mutant.value))
            .collect(),
    )
}

/// What should be said of a scenario that holds, by place.
fn warnings(scenario: &Scenario, stories: &[Story]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let stops = |line: &ScriptLine| {
        line.statements
            .iter()
            .any(|said| said.value == Statement::Stop)
    };
    let goes_on =
        |part: &HandPart| matches!(&part.body, PartBody::Script(lines) if !lines.iter().any(stops));
    for hand in &scenario.hands {
        let mut prose = hand
            .parts
            .iter()
            .map(|part| &part.narration)
            .chain([&hand.narration, &hand.closing]);
        if prose.all(|words| words.trim().is_empty()) {
            warnings.push(diagnose!("untold", &hand.deal.opening));
        }
        let last = hand
            .parts
            .last()
            .map_or(&hand.deal.opening, |part| &part.opening);
        // It is played to its end, and does not say what it comes to.
        if hand.deal.misdeal.is_none() && hand.parts.iter().all(goes_on) {
            warnings.push(diagnose!(
                "unpaid",
                last,
                word = FenceKind::Payout.spelling(scenario.header.letters)
            ));
        }
    }
    let mut trials = FileTrials {
        scenario,
        without: scenario.clone(),
        stories,
    };
    for name in find_idle_options(&scenario.header, &mut trials) {
        if let Some(place) = scenario.header.option_names.get(&name) {
            warnings.push(diagnose!("idle-option", place, option = quote(&name)));
        }
    }
    sort_by_place(&mut warnings, |wrong| (wrong.span.start, 0));
    warnings
}

/// Plays a file with other rules than its header agrees, to find out what an option of it changes.
pub trait OptionTrials {
    /// Returns whether the file holds with these options alone, and ends as it does with all of its own.
    fn holds_with(&mut self, options: &BTreeMap<String, Spanned<OptionValue>>) -> bool;

    /// Returns whether something in the file comes out otherwise when the clause on a topic has another value.
    fn feels(&mut self, topic: ClauseId) -> bool;
}

/// Returns the names of the options that can be left out, all of them together: without them the file holds as well and ends
/// as it does, and no other value of their clauses would change that.
pub fn find_idle_options(header: &Header, trials: &mut dyn OptionTrials) -> Vec<String> {
    let mut options = header.options.clone();
    let mut idle = Vec::new();
    // One option may need another: once the first is left out, the other may be idle as well.
    loop {
        let found_before = idle.len();
        for name in header.options.keys() {
            let Some((name, value)) = options.remove_entry(name) else {
                continue;
            };
            let option = OptionDef::by_name(&name);
            if option
                .is_some_and(|option| trials.holds_with(&options) && !trials.feels(option.topic))
            {
                idle.push(name);
            } else {
                options.insert(name, value);
            }
        }
        if idle.len() == found_before {
            return idle;
        }
    }
}

/// Trials of a whole file that holds.
struct FileTrials<'a> {
    scenario: &'a Scenario,
    /// The same with fewer options.
    without: Scenario,
    stories: &'a [Story],
}

impl FileTrials<'_> {
    fn ends_alike(&self, other: &Story) -> bool {
        self.stories
            .iter()
            .any(|story| story.rules.id == other.rules.id && story.has_ended() == other.has_ended())
    }
}

impl OptionTrials for FileTrials<'_> {
    fn holds_with(&mut self, options: &BTreeMap<String, Spanned<OptionValue>>) -> bool {
        self.without.header.options.clone_from(options);
        for edition in &self.scenario.header.editions {
            let Ok(story) = story(&self.without, edition) else {
                return false;
            };
            if !story.diagnostics.is_empty() || !self.ends_alike(&story) {
                return false;
            }
        }
        true
    }

    fn feels(&mut self, topic: ClauseId) -> bool {
        self.stories
            .iter()
            .any(|story| is_felt(self.scenario, story.rules.id, &story.rules, topic))
    }
}
