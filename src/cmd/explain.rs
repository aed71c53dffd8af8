//! `mouche explain`: what the book says of a clause, a topic or an edition, in the terminal.

use super::editions::{Choice, Edition, Hand};
use super::*;
use crate::editions::{self, TERMS};
use crate::rules::{ClauseInfo, Presence, Reading, Source};
use crate::scenario::coverage::{MANY, Standing, Witness, covered};
use crate::scenario::{FenceKind, HEADER_KEYS, LINE_FORMS, LineForm};

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

enum ExplainTarget {
    Clause(&'static Ruleset, ClauseId),
    Topic(ClauseId),
    Edition(&'static Ruleset),
    Group(Vec<&'static ClauseId>),
    Message(&'static Code),
    All,
    /// What is none of these, and stands on the paper already.
    Other,
}

pub fn run(call: &Explain, scenarios: &Path) -> Result<ExitCode> {
    let mut paper = Paper::new(16);
    let asked = match &call.name {
        Some(name) => find_target(&mut paper, name, call.edition.as_deref())?,
        None => ExplainTarget::All,
    };
    let is_clause = matches!(
        asked,
        ExplainTarget::Clause(..) | ExplainTarget::Topic(_) | ExplainTarget::Edition(_)
    );
    ensure!(
        is_clause || call.format == Format::Full,
        "JSON is printed of clauses, topics and editions"
    );
    let library = match scenarios.is_dir() && is_clause {
        true => Library::read(scenarios.parent().unwrap_or(scenarios), scenarios, || ())?,
        false => Library::default(),
    };
    let files = &library.files;
    if call.format == Format::Json {
        let record = |edition, topic| Record::from((&files[..], edition, topic));
        let (edition, clauses) = match asked {
            ExplainTarget::Clause(edition, topic) => (None, vec![record(edition, topic)]),
            ExplainTarget::Topic(topic) => (
                None,
                editions_with_topic(topic)
                    .map(|edition| record(edition, topic))
                    .collect(),
            ),
            ExplainTarget::Edition(whole) => (
                Some(whole.into()),
                whole
                    .clauses()
                    .iter()
                    .map(|clause| record(whole, clause.topic))
                    .collect(),
            ),
            _ => (None, Vec::new()),
        };
        return print_json(&ExplainOutput {
            version: 1,
            edition,
            clauses,
        });
    }
    paper.write_template(
        &ExplainTemplate {
            target: asked,
            files,
        }
        .render()?,
    );
    Ok(paper.print().map(|()| ExitCode::SUCCESS)?)
}

fn find_target(paper: &mut Paper, name: &str, edition: Option<&str>) -> Result<ExplainTarget> {
    let id = edition.map_or(name.to_string(), |edition| format!("{edition}/{name}"));
    let clause =
        editions::clause(&id).map(|(edition, clause)| ExplainTarget::Clause(edition, clause.topic));
    let whole = || {
        let told = editions::clause_id(name)
            .map(ExplainTarget::Topic)
            .or(editions::by_id(name).map(ExplainTarget::Edition));
        told.or_else(|| find_other_target(paper, name))
    };
    clause
        .or_else(|| edition.is_none().then(whole).flatten())
        .with_context(|| {
            let shown = escape_hidden(&id.chars().take(80).collect::<String>());
            let near = nearest_name(&id).map(|other| format!("did you mean {other}?"));
            let help =
                near.unwrap_or("`mouche explain` without a name lists what there is".to_owned());
            format!("nothing is called {shown}; {help}")
        })
}

/// The nearest name that something has. Of a clause, each half may be misspelt.
fn nearest_name(id: &str) -> Option<String> {
    let topics = || editions::clause_ids().map(|topic| topic.id());
    let editions = || editions::all_editions().map(|edition| edition.id);
    if let Some((edition, topic)) = id.split_once('/') {
        return Some(format!(
            "{}/{}",
            nearest_candidate(edition, editions())?,
            nearest_candidate(topic, topics())?
        ));
    }
    let kinds = || known_names().into_iter().flat_map(|(_, names)| names);
    let all = || {
        topics()
            .chain(kinds())
            .chain(editions::clause_ids().filter_map(topic_group))
    };
    let within = all().find(|other| id.len() > 2 && other.contains(id));
    within
        .or_else(|| nearest_candidate(id, all()))
        .map(str::to_owned)
}

/// What the book says, for a machine.
#[derive(Serialize, JsonSchema)]
pub(super) struct ExplainOutput {
    /// The version of this form.
    version: u32,
    /// The edition, if it was asked for.
    edition: Option<Edition>,
    /// Each clause that was asked for.
    clauses: Vec<Record>,
}

told! {
    /// A clause, for a machine.
    Record of (files, edition, topic), (&[Checked], &'static Ruleset, ClauseId) where {
        let covered = covered(files, edition, topic);
        let clause = &covered.clause;
    } {
        /// Its id: `mouche-1718/play.trump`.
        id: String = covered.id();
        /// Its title, in the words of its edition.
        title: String = clause.title.clone();
        /// The rule in words, without markup.
        text: String = clause.text().render(|text, _| plain_text(text));
        /// What the engine reads, in words.
        value: String = clause.engine_value().render(|value, _| value.to_string());
        /// How sure it is: what the source says, and what is taken over, our reading, open or not known.
        marks: Vec<Mark> = clause.marks().iter().collect();
        source: Source = clause.source;
        /// The clause it is taken over from; its own id, if it is from none.
        origin: String = editions::origin(edition, topic).clause_id(topic);
        /// Questions that the source leaves open, with our answers.
        readings: &'static [Reading] = clause.readings;
        /// What may be agreed instead.
        options: Vec<Choice> = options_of(edition, topic).map(|option| Choice::from((edition, option))).collect();
        /// Why no hand has to show it, if none has.
        unseen: Option<&'static str> = clause.unseen.filter(|_| covered.shown.is_empty());
        /// Hands that show it.
        shown: Vec<Hand> = covered.shown.iter().map(Hand::from).collect();
        /// Hands in which something is refused by it.
        refused: Vec<Hand> = covered.refused.iter().map(Hand::from).collect();
    }
}

fn options_of(
    edition: &'static Ruleset,
    topic: ClauseId,
) -> impl Iterator<Item = &'static OptionDef> {
    OptionDef::open_in(edition).filter(move |option| option.topic == topic)
}

/// What is told for people: a page as [`Paper::page`] reads it.
#[derive(Template)]
#[template(path = "explained.txt")]
struct ExplainTemplate<'a> {
    target: ExplainTarget,
    files: &'a [Checked],
}

/// What the company has settled itself: what sources leave open is not open any more.
fn printed_clause(edition: &Ruleset, clause: &ClauseInfo) -> Option<(&'static str, ClauseInfo)> {
    let base = edition.base.filter(|_| clause.source == Source::Agreed)?;
    Some((base.name, base.clause(clause.topic)))
}

/// The first of these hands in words, and how many more there are.
fn list_hands(told: &[Witness]) -> Vec<String> {
    let words = |one: &Witness| {
        format!(
            "{}: {}",
            escape_hidden(&one.file.path),
            plain_text(&one.file.title)
        )
    };
    let more = told.get(MANY..).filter(|more| !more.is_empty());
    let more = more.map(|more| format!("and {} more: --format json names them", more.len()));
    told.iter().take(MANY).map(words).chain(more).collect()
}

fn editions_with_topic(topic: ClauseId) -> impl Iterator<Item = &'static Ruleset> {
    editions::playable_editions().filter(move |edition| topic.arises_in(edition.machine))
}

/// What an edition takes over, by how and from where, and what it lacks: a heading, and the ids of the topics.
fn inherited_and_missing(edition: &'static Ruleset) -> Vec<(String, String)> {
    let clauses = edition.clauses();
    let list = |label: String, is_listed: &dyn Fn(&ClauseInfo) -> bool| {
        let ids: Vec<&str> = clauses
            .iter()
            .filter(|one| is_listed(one))
            .map(|one| one.topic.id())
            .collect();
        (label, ids.join(", "))
    };
    let lacks = |one: &ClauseInfo| one.presence == Presence::Lacking;
    let ways = [
        (Mark::TakenOver, "as in"),
        (Mark::NotToldAgain, "taken from"),
        (Mark::NotKnown, "played as"),
    ];
    let others = editions::playable_editions().filter(|other| other.id != edition.id);
    let taken = others.flat_map(|other| {
        let is_from =
            |one: &ClauseInfo| !lacks(one) && editions::origin(edition, one.topic).id == other.id;
        ways.map(|(mark, words)| {
            list(format!("{words} {}", other.short), &|one| {
                is_from(one) && one.marks().has(mark)
            })
        })
    });
    let lists = taken.chain([list("lacking".into(), &lacks)]);
    lists.filter(|(_, ids)| !ids.is_empty()).collect()
}

/// What of this name is no clause; what has no page of its own is told on the paper.
fn find_other_target(paper: &mut Paper, name: &str) -> Option<ExplainTarget> {
    let is = |word: &str| word.eq_ignore_ascii_case(name) || word.strip_suffix('s') == Some(name);
    if name == "grammar" {
        write_grammar(paper);
        return Some(ExplainTarget::Other);
    }
    if let Some(code) = Code::ALL.iter().find(|code| is(code.id())) {
        return Some(ExplainTarget::Message(code));
    }
    let group: Vec<&ClauseId> = editions::clause_ids()
        .filter(|topic| topic_group(topic).is_some_and(is))
        .collect();
    if !group.is_empty() {
        return Some(ExplainTarget::Group(group));
    }
    let term = TERMS
        .iter()
        .find(|term| is(term.name) || term.forms.iter().any(|form| is(form)));
    if let Some(term) = term {
        paper.write_heading(term.name);
        paper.write_paragraph(&plain_text(term.brief));
        paper.write_paragraph(&plain_text(term.more));
    }
    let mut forms = LINE_FORMS
        .iter()
        .filter(|form| form.english.split(' ').any(is))
        .peekable();
    let is_known = term.is_some() || forms.peek().is_some();
    forms.for_each(|form| write_form(paper, form));
    is_known.then_some(ExplainTarget::Other)
}

fn topic_group(topic: &ClauseId) -> Option<&'static str> {
    Some(topic.id().split_once('.')?.0)
}

/// All that may be asked for, but for topics: each kind in a list.
fn known_names() -> [(&'static str, Vec<&'static str>); 3] {
    let editions = editions::playable_editions()
        .map(|edition| edition.id)
        .collect();
    let messages = Code::ALL
        .iter()
        .map(|code| code.id())
        .chain(["grammar"])
        .collect();
    [
        ("editions", editions),
        ("messages", messages),
        ("words", TERMS.iter().map(|term| term.name).collect()),
    ]
}

fn write_grammar(paper: &mut Paper) {
    for fence in FenceKind::ALL.iter().copied() {
        paper.write_heading(&format!("```{}", fence.spelling(Letters::English)));
        paper.write_paragraph(&format!("{}.", fence.words()));
        for key in HEADER_KEYS.iter().filter(|_| fence == FenceKind::Header) {
            paper.write_row(key.line, key.says);
        }
        LINE_FORMS
            .iter()
            .filter(|form| form.fence == fence)
            .for_each(|form| write_form(paper, form));
        paper.write_blank_line();
    }
}

/// A line of a scenario, the same in a French file, and what it says.
fn write_form(paper: &mut Paper, form: &LineForm) {
    paper.write_row(&form.english, form.says);
    if form.french != form.english {
        paper.write_labelled("", &format!("in French: {}", form.french));
    }
}
