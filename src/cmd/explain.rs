//! `mouche explain`: what the book says of a clause, a topic or an edition, in the terminal.

use super::editions::{Choice, Edition, Hand, head, option_words, options};
use super::*;
use crate::editions::{self, TERMS};
use crate::rules::{ClauseView, Marked, Presence, Reading, Source};
use crate::scenario::coverage::{Covered, MANY, Standing, Witness, covered};
use crate::scenario::{FORMS, Form, KEYS, Word};

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
    /// What is no clause, and stands on the paper already.
    Other,
}

/// Runs the verb; the hands it names are those of a folder, if there is one.
pub fn run(call: &Explain, scenarios: &Path) -> Result<Exit> {
    let mut paper = Paper::new(16);
    let asked = match &call.name {
        Some(name) => asked(&mut paper, name, call.edition.as_deref())?,
        None => {
            all(&mut paper);
            Asked::Other
        }
    };
    let is_clause = !matches!(asked, Asked::Other);
    ensure!(is_clause || call.format == Format::Full, "JSON is printed of clauses, topics and editions");
    let library = match scenarios.is_dir() && is_clause {
        true => Library::read(scenarios.parent().unwrap_or(scenarios), scenarios, || ())?,
        false => Library::default(),
    };
    let files = &library.files;
    if call.format == Format::Json {
        let record = |edition, topic| Record::from((&files[..], edition, topic));
        let (edition, clauses) = match asked {
            Asked::Clause(edition, topic) => (None, vec![record(edition, topic)]),
            Asked::Topic(topic) => (None, told_by(topic).map(|edition| record(edition, topic)).collect()),
            Asked::Edition(whole) => {
                (Some(whole.into()), whole.clauses().iter().map(|clause| record(whole, clause.topic)).collect())
            }
            Asked::Other => (None, Vec::new()),
        };
        return print_json(&Output { version: 1, edition, clauses });
    }
    match asked {
        Asked::Clause(edition, topic) => {
            let first = editions::origin(edition, topic).clause(topic).source;
            paper.page(&Explained { covered: covered(files, edition, topic), first }.render()?);
        }
        Asked::Topic(topic) => tell_topic(&mut paper, topic),
        Asked::Edition(edition) => tell_edition(&mut paper, files, edition),
        Asked::Other => {}
    }
    Ok(paper.print().map(|()| Exit::Holds)?)
}

fn asked(paper: &mut Paper, name: &str, edition: Option<&str>) -> Result<Asked> {
    let id = edition.map_or(name.to_string(), |edition| format!("{edition}/{name}"));
    let clause = editions::clause(&id).map(|(edition, clause)| Asked::Clause(edition, clause.topic));
    let whole = || {
        let told = editions::topic(name).map(Asked::Topic).or(editions::by_id(name).map(Asked::Edition));
        told.or_else(|| named(paper, name).then_some(Asked::Other))
    };
    clause.or_else(|| edition.is_none().then(whole).flatten()).with_context(|| {
        let shown = visible(&id.chars().take(80).collect::<String>());
        let near = near(&id).map(|other| format!("did you mean {other}?"));
        let help = near.unwrap_or("`mouche explain` without a name lists what there is".to_owned());
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
    let kinds = || kinds().into_iter().flat_map(|(_, names)| names);
    let all = || topics().chain(kinds()).chain(editions::topics().filter_map(group));
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

fn options_of(edition: &'static Ruleset, topic: Topic) -> impl Iterator<Item = &'static Agreed> {
    Agreed::known_to(edition).filter(move |option| option.topic == topic)
}

/// A clause, for people: a page as [`Paper::page`] reads it.
#[derive(Template)]
#[template(path = "explained.txt")]
struct Explained<'a> {
    covered: Covered<'a>,
    /// What the clause that it is taken over from rests on; its own, if it is from none.
    first: Source,
}

impl Explained<'_> {
    fn text(&self) -> Marked<String> {
        self.covered.clause.text().map(plain)
    }

    /// What the company has settled itself: what sources leave open is not open any more.
    fn settled(&self) -> Option<(&'static str, ClauseView)> {
        let base = self.covered.edition.base.filter(|_| self.covered.clause.source == Source::Agreed)?;
        Some((base.name, base.clause(self.covered.clause.topic)))
    }

    fn options(&self) -> impl Iterator<Item = String> {
        let edition = self.covered.edition;
        options_of(edition, self.covered.clause.topic).map(|option| option_words(edition, option))
    }
}

/// The first of these hands in words, and how many more there are.
fn hands(told: &[Witness]) -> Vec<String> {
    let words = |one: &Witness| format!("{}: {}", visible(&one.file.path), plain(&one.file.title));
    let more = told.get(MANY..).filter(|more| !more.is_empty());
    let more = more.map(|more| format!("and {} more: --format json names them", more.len()));
    told.iter().take(MANY).map(words).chain(more).collect()
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
        if let Some(signs) = clause.marks().explained() {
            paper.fact("signs", &signs);
        }
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

/// Tells of something that is no clause; whether anything has this name.
fn named(paper: &mut Paper, name: &str) -> bool {
    let is = |word: &str| word.eq_ignore_ascii_case(name) || word.strip_suffix('s') == Some(name);
    let group: Vec<&Topic> = editions::topics().filter(|topic| group(topic).is_some_and(is)).collect();
    if name == "grammar" {
        grammar(paper);
    } else if let Some(code) = Code::ALL.iter().find(|code| is(code.id())) {
        let holds = if code.is_warning() { "holds all the same" } else { "does not hold" };
        paper.heading(&format!("{}[{}]", code.severity(), code.id()));
        paper.paragraph(code.words());
        paper.paragraph(&format!("The file {holds}."));
    } else if !group.is_empty() {
        topics(paper, group);
    } else {
        let term = TERMS.iter().find(|term| is(term.name) || term.forms.iter().any(|form| is(form)));
        if let Some(term) = term {
            paper.heading(term.name);
            paper.paragraph(&plain(term.brief));
            paper.paragraph(&plain(term.more));
        }
        let mut forms = FORMS.iter().filter(|form| form.english.split(' ').any(is)).peekable();
        let is_known = term.is_some() || forms.peek().is_some();
        forms.for_each(|form| line(paper, form));
        return is_known;
    }
    true
}

fn group(topic: &Topic) -> Option<&'static str> {
    Some(topic.id().split_once('.')?.0)
}

/// All that may be asked for, but for topics: each kind in a list.
fn kinds() -> [(&'static str, Vec<&'static str>); 3] {
    let editions = editions::every().map(|edition| edition.id).collect();
    let messages = Code::ALL.iter().map(|code| code.id()).chain(["grammar"]).collect();
    [("editions", editions), ("messages", messages), ("words", TERMS.iter().map(|term| term.name).collect())]
}

fn all(paper: &mut Paper) {
    paper.heading("Topics, each decided by a clause of every edition");
    topics(paper, editions::topics());
    for (kind, names) in kinds() {
        paper.gap();
        paper.fact(kind, &names.join(", "));
    }
}

fn topics<'a>(paper: &mut Paper, topics: impl IntoIterator<Item = &'a Topic>) {
    topics.into_iter().for_each(|topic| paper.fact(topic.id(), topic.title()));
}

fn grammar(paper: &mut Paper) {
    for fence in Word::ALL.iter().copied() {
        paper.heading(&format!("```{}", fence.spelling(Letters::English)));
        paper.paragraph(&format!("{}.", fence.words()));
        for key in KEYS.iter().filter(|_| fence == Word::Header) {
            paper.row(key.example, key.says);
        }
        FORMS.iter().filter(|form| form.fence == fence).for_each(|form| line(paper, form));
        paper.gap();
    }
}

/// A line of a scenario, the same in a French file, and what it says.
fn line(paper: &mut Paper, form: &Form) {
    paper.row(&form.english, form.says);
    if form.french != form.english {
        paper.fact("", &format!("in French: {}", form.french));
    }
}
