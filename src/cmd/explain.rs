//! `mouche explain`: what the book says of a clause, a topic or an edition, in the terminal.

use super::coverage::Hand;
use super::editions::{Choice, Edition, head, option_words, options};
use super::topics::{self, Told};
use super::{EditionId, Exit, Format, print_json};
use crate::book::Library;
use crate::editions;
use crate::page::markdown::plain;
use crate::rules::{Agreed, ClauseView, Mark, Presence, Reading, Ruleset, Source, Topic};
use crate::scenario::coverage::{MANY, Standing, Witness, covered};
use crate::scenario::report::told;
use crate::scenario::{Checked, nearest, visible};
use crate::terminal::Paper;
use anyhow::{Context, Result, ensure};
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;

/// Print what the book says about a clause, a topic, an edition, a word or a message; without a name, list them
#[derive(Debug, Args)]
pub struct Explain {
    /// A clause (mouche-1718/play.trump), a topic (play.trump), a group of them (play), an edition (mouche-1718), a word
    /// (diddle), the code of a message (wrong-winner), or `grammar` [default: list what there is]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// With a topic: the edition whose clause is meant
    #[arg(long, value_name = "EDITION", value_parser = EditionId)]
    edition: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
}

enum Asked {
    Clause(&'static Ruleset, Topic),
    Topic(Topic),
    Edition(&'static Ruleset),
    Other(Told),
}

/// Runs the verb; the hands it names are those of a folder, if there is one.
pub fn run(call: &Explain, scenarios: &Path) -> Result<Exit> {
    let asked = match &call.name {
        Some(name) => asked(name, call.edition.as_deref())?,
        None => Asked::Other(Box::new(topics::list)),
    };
    let is_clause = !matches!(asked, Asked::Other(_));
    ensure!(is_clause || call.format == Format::Full, "JSON is printed of clauses, topics and editions");
    let library = match scenarios.is_dir() && is_clause {
        true => Library::read(scenarios.parent().unwrap_or(scenarios), scenarios, || ())?,
        false => Library::default(),
    };
    match call.format {
        Format::Json => print_json(&Output::of(asked, &library.files))?,
        Format::Full => {
            let mut paper = Paper::new(16);
            match asked {
                Asked::Clause(edition, topic) => tell_clause(&mut paper, &library.files, edition, topic),
                Asked::Topic(topic) => tell_topic(&mut paper, topic),
                Asked::Edition(edition) => tell_edition(&mut paper, &library.files, edition),
                Asked::Other(tell) => tell(&mut paper),
            }
            paper.print()?;
        }
    }
    Ok(Exit::Holds)
}

fn asked(name: &str, edition: Option<&str>) -> Result<Asked> {
    let id = edition.map_or(name.to_string(), |edition| format!("{edition}/{name}"));
    if let Some((edition, clause)) = editions::clause(&id) {
        return Ok(Asked::Clause(edition, clause.topic));
    }
    let whole = || {
        let told = editions::topic(name).map(Asked::Topic).or(editions::by_id(name).map(Asked::Edition));
        told.or_else(|| topics::named(name).map(Asked::Other))
    };
    edition.is_none().then(whole).flatten().with_context(|| {
        let shown = visible(&id.chars().take(80).collect::<String>());
        let help = near(&id).map_or("`mouche explain` without a name lists what there is".to_owned(), |other| {
            format!("did you mean {other}?")
        });
        format!("nothing is called {shown}; {help}")
    })
}

/// The nearest name that something has. Of a clause, each half may be misspelt.
fn near(id: &str) -> Option<String> {
    let topics = || editions::topics().map(|topic| topic.id());
    let editions = || editions::known().map(|edition| edition.id);
    if let Some((edition, topic)) = id.split_once('/') {
        return Some(format!("{}/{}", nearest(edition, editions())?, nearest(topic, topics())?));
    }
    let all = || topics().chain(topics::names());
    let within = all().find(|other| id.len() > 2 && other.contains(id));
    within.or_else(|| nearest(id, all())).map(str::to_owned)
}

/// What the book says, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// The version of this form.
    version: u32,
    /// The edition, if it was asked for.
    edition: Option<Edition>,
    /// Each clause that was asked for.
    clauses: Vec<Record>,
}

told! {
    /// A clause, for a machine.
    Record of (files, edition, topic), (&[Checked], &'static Ruleset, Topic) where {
        let covered = covered(files, edition, topic);
        let clause = &covered.clause;
    } {
        /// Its id: `mouche-1718/play.trump`.
        id: String = covered.id();
        /// Its title, in the words of its edition.
        title: String = clause.title.clone();
        /// The rule in words, without markup.
        text: String = clause.text().set(|text, _| plain(text));
        /// What the engine reads, in words.
        value: String = clause.value().set(|value, _| value.to_string());
        /// How sure it is: what the source says, and what is taken over, our reading, open or not known.
        marks: Vec<Mark> = clause.marks().iter().collect();
        source: Source = clause.source;
        /// The clause it is taken over from; its own id, if it is from none.
        origin: String = editions::origin(edition, topic).clause_id(topic);
        /// Questions that the source leaves open, with our answers.
        readings: &'static [Reading] = clause.readings;
        /// What may be agreed instead.
        options: Vec<Choice> = options_of(edition, topic).map(|option| Choice::from((edition, option))).collect();
        /// Why no hand can show it, if none can.
        unseen: Option<&'static str> = clause.unseen.filter(|_| covered.shown.is_empty());
        /// Hands that show it.
        shown: Vec<Hand> = covered.shown.iter().map(Hand::from).collect();
        /// Hands in which something is refused by it.
        refused: Vec<Hand> = covered.refused.iter().map(Hand::from).collect();
    }
}

impl Output {
    fn of(asked: Asked, files: &[Checked]) -> Output {
        let record = |edition, topic| Record::from((files, edition, topic));
        let (edition, clauses) = match asked {
            Asked::Clause(edition, topic) => (None, vec![record(edition, topic)]),
            Asked::Topic(topic) => (None, told_by(topic).map(|edition| record(edition, topic)).collect()),
            Asked::Other(_) => (None, Vec::new()),
            Asked::Edition(whole) => {
                (Some(whole.into()), whole.clauses().iter().map(|clause| record(whole, clause.topic)).collect())
            }
        };
        Output { version: 1, edition, clauses }
    }
}

fn options_of(edition: &'static Ruleset, topic: Topic) -> impl Iterator<Item = &'static Agreed> {
    Agreed::known_to(edition).filter(move |option| option.topic == topic)
}

fn tell_clause(paper: &mut Paper, files: &[Checked], edition: &'static Ruleset, topic: Topic) {
    let covered = covered(files, edition, topic);
    let clause = &covered.clause;
    paper.heading(&format!("{}: {}", covered.id(), clause.title));
    paper.paragraph(&clause.text().map(plain).to_string());
    paper.gap();
    paper.fact("edition", edition.name);
    paper.fact("source", &clause.source.to_string());
    let first = editions::origin(edition, topic).clause(topic).source;
    if let Source::Same { why, .. } = clause.source {
        paper.fact("", why);
        paper.fact("", &first.to_string());
    }
    if let Some(work) = first.work() {
        paper.fact("", work.full);
    }
    paper.fact("engine", &clause.value().to_string());
    signs(paper, clause);
    // What sources leave open the company has settled.
    let settled = edition.base.filter(|_| clause.source == Source::Agreed).map(|base| (base, base.clause(topic)));
    if let Some((base, before)) = &settled {
        paper.fact("instead of", &format!("{}, as in {}", before.value(), base.name));
    }
    for reading in clause.readings.iter().filter(|_| settled.is_none()) {
        let Reading { id, question, ruling, why, turns_on, .. } = reading;
        let turns_on = turns_on.map_or(String::new(), |phrase| format!(" It turns on {phrase}."));
        paper.fact("reading", &format!("{question} {ruling} {why}{turns_on} ({id})"));
    }
    for option in options_of(edition, topic) {
        paper.fact("option", &option_words(edition, option));
    }
    match covered.standing() {
        Standing::Shown => {}
        Standing::Missing => paper.fact("shown in", "no hand yet"),
        Standing::Unseen(why) => paper.fact("shown in", &format!("no hand can show it: {why}")),
    }
    hands(paper, "shown in", &covered.shown);
    hands(paper, "refused in", &covered.refused);
}

fn hands(paper: &mut Paper, label: &str, told: &[Witness]) {
    for (index, one) in told.iter().take(MANY).enumerate() {
        let words = format!("{}: {}", visible(&one.file.path), plain(&one.file.title));
        paper.fact(if index == 0 { label } else { "" }, &words);
    }
    if told.len() > MANY {
        paper.fact("", &format!("and {} more: --format json names them", told.len() - MANY));
    }
}

/// The editions in which a topic can arise.
fn told_by(topic: Topic) -> impl Iterator<Item = &'static Ruleset> {
    editions::every().filter(move |edition| topic.is_of(edition.machine))
}

/// Tells each edition's clause; where one takes another's over, says so.
fn tell_topic(paper: &mut Paper, topic: Topic) {
    paper.heading(&format!("{topic}: {}", topic.title()));
    for edition in told_by(topic) {
        let clause = edition.clause(topic);
        let is_own = editions::origin(edition, topic).id == edition.id;
        paper.gap();
        paper.heading(&format!("{} ({})", edition.name, edition.clause_id(topic)));
        let text = clause.text().map(plain).to_string();
        if is_own && !text.is_empty() {
            paper.paragraph(&text);
        }
        paper.fact("source", &clause.source.to_string());
        if is_own {
            paper.fact("engine", &clause.value().to_string());
        }
        signs(paper, &clause);
    }
}

fn signs(paper: &mut Paper, clause: &ClauseView) {
    if let Some(signs) = clause.marks().explained() {
        paper.fact("signs", &signs);
    }
}

/// How what is taken over is headed.
const TAKEN: &[(Mark, &str)] =
    &[(Mark::TakenOver, "as in"), (Mark::NotToldAgain, "taken from"), (Mark::NotKnown, "played as")];

/// Tells an edition: first what it states itself, then what it takes over, then what it lacks.
fn tell_edition(paper: &mut Paper, files: &[Checked], edition: &'static Ruleset) {
    head(paper, edition);
    let is_lacking = |clause: &ClauseView| clause.presence == Presence::Lacking;
    let (absent, present): (Vec<_>, Vec<_>) = edition.clauses().into_iter().partition(is_lacking);
    let is_own = |clause: &ClauseView| editions::origin(edition, clause.topic).id == edition.id;
    let (own, taken): (Vec<_>, Vec<_>) = present.into_iter().partition(is_own);
    paper.gap();
    for clause in own {
        paper.fact(clause.topic.id(), &format!("{}: {}", clause.title, clause.text().map(plain)));
        paper.fact("", &format!("engine: {}", clause.value()));
        let hands = match covered(files, edition, clause.topic).shown.len() {
            0 => "no hand shows it".into(),
            1 => "1 hand shows it".into(),
            hands => format!("{hands} hands show it"),
        };
        let signs = clause.marks().explained().map_or(String::new(), |signs| format!("; {signs}"));
        paper.fact("", &format!("{}{signs}; {hands}", clause.source));
    }
    for other in editions::every() {
        let from = || taken.iter().filter(|clause| editions::origin(edition, clause.topic).id == other.id);
        for (mark, words) in TAKEN {
            list(paper, &format!("{words} {}", other.short), from().filter(|clause| clause.marks().has(*mark)));
        }
    }
    list(paper, "lacking", absent.iter());
    paper.gap();
    options(paper, edition);
}

fn list<'a>(paper: &mut Paper, label: &str, clauses: impl Iterator<Item = &'a ClauseView>) {
    let ids: Vec<&str> = clauses.map(|clause| clause.topic.id()).collect();
    if !ids.is_empty() {
        paper.gap();
        paper.fact(label, &ids.join(", "));
    }
}
