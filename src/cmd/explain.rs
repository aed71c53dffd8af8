//! `mouche explain`: what the book says of a clause, a topic or an edition, in the terminal.

use super::editions_and_coverage::{Choice, Edition, Hand};
use super::explain_other_names::{
    is_same_but_case_or_plural, works_of_program_and_authors, write_code_page, write_form,
    write_other_name, write_work,
};
use super::explain_values::value_rows;
use super::*;
use crate::editions::{self, TERMS};
use crate::rules::{
    ClauseLookup, ClausePresence, ClauseSource, EditionClauseInWords, SourceReading,
};
use crate::scenario::coverage::{CoverageStanding, MANY, StoryWithFile, cover_clause};
use crate::scenario::{FenceKind, HEADER_KEYS, LINE_FORMS};

/// Print what the book says about a clause, an edition, an option, a work, a word or a message; without a name, list them
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// A clause (mouche-1718/play.trump), a topic (play.trump), its title (Trumping), a group of them (play), an edition
    /// (mouche-1718), an option (debts) or its value (staged), a work (lalanne), a word (diddle), the code of a message
    /// (wrong-winner), or `grammar` [default: list what there is]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// For a topic: the edition whose clause you mean
    #[arg(long, value_name = "EDITION", value_parser = EditionIdParser)]
    edition: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TextOrJsonFormat::Full)]
    format: TextOrJsonFormat,
}

/// The thing that is explained.
enum ExplainTarget {
    Clause(&'static Ruleset, EditionClauseInWords),
    Topic(ClauseId),
    Edition(&'static Ruleset),
    Group(Vec<&'static ClauseId>),
    /// The clauses of a group that an edition has.
    EditionGroup(&'static Ruleset, Vec<EditionClauseInWords>),
    All,
    /// A message, an option, a work, a word or the grammar, which is written already.
    Written,
}

/// Prints what the book says about a name.
pub fn explain_name(call: &ExplainArguments, scenarios: &Path) -> Result<ExitCode> {
    let mut paper = TerminalPage::new(16);
    let target = match &call.name {
        Some(name) => find_target_or_explain(&mut paper, name, call.edition.as_deref())?,
        None => ExplainTarget::All,
    };
    let is_clause = matches!(
        target,
        ExplainTarget::Clause(..)
            | ExplainTarget::Topic(_)
            | ExplainTarget::Edition(_)
            | ExplainTarget::EditionGroup(..)
    );
    ensure!(
        is_clause || call.format == TextOrJsonFormat::Full,
        "JSON is available only for clauses, topics and editions"
    );
    let library = if scenarios.is_dir() && is_clause {
        ScenarioLibrary::read(scenarios.parent().unwrap_or(scenarios), scenarios, || ())?
    } else {
        ScenarioLibrary::default()
    };
    let files = &library.files;
    if call.format == TextOrJsonFormat::Json {
        return print_json(&ExplainJson::new(&target, files));
    }
    let edition = match &target {
        ExplainTarget::Edition(rules) => Some(rules.id),
        _ => None,
    };
    let template = ExplainTemplate {
        target,
        files,
        why_no_hands: why_no_hands(scenarios),
    };
    paper.write_template(&template.render()?);
    if let Some(id) = edition {
        // An author may call an edition as we call a work.
        write_work(&mut paper, id);
    }
    paper.print_text()?;
    Ok(ExitCode::SUCCESS)
}

/// Returns what a name means. A word and the grammar are written on the paper at once.
fn find_target_or_explain(
    paper: &mut TerminalPage,
    name: &str,
    edition: Option<&str>,
) -> Result<ExplainTarget> {
    let id = match edition {
        Some(edition_id) => format!("{edition_id}/{name}"),
        None => name.to_string(),
    };
    if let Some((rules, clause)) = editions::clause(&id) {
        return Ok(ExplainTarget::Clause(rules, clause));
    }
    if edition.is_none() {
        if let Some(topic) = editions::clause_id_in_use(name) {
            return Ok(ExplainTarget::Topic(topic));
        }
        if let Some(rules) = editions::by_id(name) {
            return Ok(ExplainTarget::Edition(rules));
        }
        if let Some(target) = explain_other_name(paper, name) {
            return Ok(target);
        }
    }
    if let Some(target) = find_clause_group(&id) {
        return Ok(target);
    }
    if let Some(message) = clause_of_other_games_message(&id) {
        bail!(message);
    }
    let shown = name_hidden_characters(&id.chars().take(80).collect::<String>());
    match nearest_name(&id) {
        Some(near) => bail!("nothing is called {shown}; did you mean {near}?"),
        None => {
            bail!("nothing is called {shown}; `mouche explain` without a name lists what there is")
        }
    }
}

/// Returns the clauses that an edition has of a group, by a name such as `mouche-1718/flush`; none if it has none.
fn find_clause_group(id: &str) -> Option<ExplainTarget> {
    let (edition, name) = id.split_once('/')?;
    let edition = editions::by_id(edition)?;
    let mut clauses = edition.clauses();
    clauses.retain(|clause| {
        clause.presence != ClausePresence::Lacking
            && topic_group(&clause.topic)
                .is_some_and(|group| is_same_but_case_or_plural(group, name))
    });
    if clauses.is_empty() {
        None
    } else {
        Some(ExplainTarget::EditionGroup(edition, clauses))
    }
}

/// Says which games have the clause of an id whose edition lacks it; nothing if the id names no edition or no clause.
fn clause_of_other_games_message(id: &str) -> Option<String> {
    let (edition, topic) = id.split_once('/')?;
    let edition = editions::by_id(edition)?.id;
    let topic = editions::clause_id_in_use(topic)?;
    let mut games = Vec::new();
    for (game, game_editions) in editions::playable_games() {
        if game_editions.iter().any(|rules| rules.has_clause_on(topic)) {
            games.push(game.name);
        }
    }
    if games.is_empty() {
        return None;
    }
    let games = games.join("; ");
    Some(format!(
        "{edition} has no clause {topic}. `mouche explain {topic}` prints it for the games that have it: {games}"
    ))
}

/// Returns the nearest name that something has. Of a clause, each half may be misspelt.
fn nearest_name(id: &str) -> Option<String> {
    if let Some((edition, topic)) = id.split_once('/') {
        return nearest_clause(edition, topic);
    }
    let mut names: Vec<&str> = editions::clause_ids_in_use()
        .map(|topic| topic.id())
        .collect();
    for (_, kind) in explainable_names() {
        names.extend(kind);
    }
    names.extend(editions::clause_ids_in_use().filter_map(topic_group));
    let containing = names
        .iter()
        .find(|other| id.len() > 2 && other.contains(id));
    let near = match containing {
        Some(name) => *name,
        None => unique_nearest_candidate(id, names.iter().copied())?,
    };
    Some(near.to_owned())
}

/// Returns the nearest clause that an edition has.
fn nearest_clause(edition: &str, topic: &str) -> Option<String> {
    let rules = match editions::by_id(edition) {
        Some(rules) => rules,
        None => {
            let edition_ids = editions::editions_and_house_tables().map(|rules| rules.id);
            editions::by_id(unique_nearest_candidate(edition, edition_ids)?)?
        }
    };
    let topics: Vec<&str> = editions::clause_ids_in_use()
        .filter(|clause| rules.has_clause_on(**clause))
        .map(|clause| clause.id())
        .collect();
    let near_topic = match topics.iter().find(|known| **known == topic) {
        Some(known) => known,
        None => unique_nearest_candidate(topic, topics)?,
    };
    Some(format!("{}/{near_topic}", rules.id))
}

/// The text of the book about a name, for a machine.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Output")]
pub(super) struct ExplainJson {
    /// The version of this form.
    version: u32,
    /// The edition, if it was asked for.
    edition: Option<Edition>,
    /// Each clause that was asked for.
    clauses: Vec<ClauseRecord>,
}

impl ExplainJson {
    fn new(target: &ExplainTarget, files: &[CheckedFile]) -> ExplainJson {
        let mut output = ExplainJson {
            version: 1,
            edition: None,
            clauses: Vec::new(),
        };
        match target {
            ExplainTarget::Clause(edition, clause) => {
                output
                    .clauses
                    .push((files, *edition, clause.clone()).into());
            }
            ExplainTarget::Topic(topic) => {
                for (edition, clause) in clauses_on_topic(*topic) {
                    output.clauses.push((files, edition, clause).into());
                }
            }
            ExplainTarget::EditionGroup(edition, clauses) => {
                for clause in clauses {
                    output
                        .clauses
                        .push((files, *edition, clause.clone()).into());
                }
            }
            ExplainTarget::Edition(edition) => {
                output.edition = Some((*edition).into());
                for clause in edition.clauses() {
                    output.clauses.push((files, *edition, clause).into());
                }
            }
            _ => {}
        }
        output
    }
}

json_struct! {
    /// A clause, for a machine.
    #[schemars(rename = "Record")]
    ClauseRecord of (files, edition, info), (&[CheckedFile], &'static Ruleset, EditionClauseInWords) where {
        let topic = info.topic;
        let covered = cover_clause(files, edition, info);
        let clause = &covered.clause;
    } {
        /// Its id: `mouche-1718/play.trump`.
        id: String = covered.id();
        /// Its title, in the words of its edition.
        title: String = clause.title.clone();
        /// The rule in words, without markup.
        text: String = clause.text().render(|text, _| plain_text(text));
        /// The value by which the engine plays, in words.
        value: String = clause.engine_behavior().render(|value, _| value.to_string());
        /// The signs that say how certain the clause is: whether it is taken over, our interpretation, open or not known.
        marks: Vec<Mark> = clause.marks().iter().collect();
        source: ClauseSource = clause.source;
        /// The clause it is taken over from; its own id, if it is from none.
        origin: String = editions::origin(edition, topic).full_clause_id(topic);
        /// Questions that the source leaves open, with our answers.
        readings: &'static [SourceReading] = clause.readings;
        /// The options that change it.
        options: Vec<Choice> = open_options_on_topic(edition, topic).map(|option| Choice::from((edition, option))).collect();
        /// Why no hand has to show it, if none has.
        unseen: Option<&'static str> = clause.unseen.filter(|_| covered.shown.is_empty());
        /// Hands that show it.
        shown: Vec<Hand> = covered.shown.iter().map(Hand::from).collect();
        /// Hands in which something is refused by it.
        refused: Vec<Hand> = covered.refused.iter().map(Hand::from).collect();
    }
}

fn open_options_on_topic(
    edition: &'static Ruleset,
    topic: ClauseId,
) -> impl Iterator<Item = &'static OptionDef> {
    OptionDef::open_in(edition).filter(move |option| option.topic == topic)
}

/// The text of the book about a name, for people: lines as [`TerminalPage::write_template`] reads them.
#[derive(Template)]
#[template(path = "explained.txt")]
struct ExplainTemplate<'a> {
    target: ExplainTarget,
    files: &'a [CheckedFile],
    /// Says why no hand shows a clause, if there are no files.
    why_no_hands: &'static str,
}

/// Says why there are no hands that could show a clause.
fn why_no_hands(scenarios: &Path) -> &'static str {
    if scenarios.is_dir() {
        "no hand: the folder `scenarios` has none yet"
    } else {
        "not known: no folder `scenarios` with hands is here"
    }
}

/// Returns the name of the base edition of a house table, and its clause as it was before the
/// table agreed on another value.
fn base_clause_before_agreement(
    edition: &Ruleset,
    clause: &EditionClauseInWords,
) -> Option<(&'static str, EditionClauseInWords)> {
    if !clause.source.is_agreed() {
        return None;
    }
    let base = edition.base?;
    Some((base.name, base.clause(clause.topic)?))
}

/// Returns the first of these hands in words, and how many more there are.
fn list_first_few_hands(hands: &[StoryWithFile]) -> Vec<String> {
    let mut lines = Vec::new();
    for hand in hands.iter().take(MANY) {
        let path = name_hidden_characters(&hand.file.path);
        lines.push(format!("{path}: {}", plain_text(&hand.file.title)));
    }
    if hands.len() > MANY {
        let more = hands.len() - MANY;
        lines.push(format!("and {more} more; --format json lists them"));
    }
    lines
}

/// Returns the editions of which the games have a clause on a topic, each with its clause.
fn clauses_on_topic(
    topic: ClauseId,
) -> impl Iterator<Item = (&'static Ruleset, EditionClauseInWords)> {
    editions::printed_editions().filter_map(move |edition| Some((edition, edition.clause(topic)?)))
}

/// Returns the source of a clause in the edition that first states it.
fn source_in_origin_edition(
    edition: &'static Ruleset,
    clause: &EditionClauseInWords,
) -> ClauseSource {
    let first = editions::origin(edition, clause.topic);
    first.source(clause.topic).unwrap_or(clause.source)
}

/// Returns what an edition takes over, by how and from where, and what it lacks: a heading, and the ids of the topics.
fn inherited_and_lacking_topics(edition: &'static Ruleset) -> Vec<(String, String)> {
    let ways = [
        (Mark::TakenOver, "as in"),
        (Mark::NotToldAgain, "taken from"),
        (Mark::NotKnown, "played as"),
    ];
    let clauses = edition.clauses();
    let mut lists = Vec::new();
    for other in editions::printed_editions() {
        if other.id == edition.id {
            continue;
        }
        for (mark, words) in ways {
            let mut ids = Vec::new();
            for clause in clauses.iter() {
                if clause.presence != ClausePresence::Lacking
                    && clause.marks().has(mark)
                    && editions::origin(edition, clause.topic).id == other.id
                {
                    ids.push(clause.topic.id());
                }
            }
            lists.push((format!("{words} {}", other.short), ids.join(", ")));
        }
    }
    let lacking = clauses
        .iter()
        .filter(|clause| clause.presence == ClausePresence::Lacking);
    let lacking: Vec<&str> = lacking.map(|clause| clause.topic.id()).collect();
    lists.push(("lacking".into(), lacking.join(", ")));
    lists.retain(|(_, ids)| !ids.is_empty());
    lists
}

/// Returns what a name means that is no clause, topic or edition. All but groups of clauses and titles are written on the paper.
fn explain_other_name(paper: &mut TerminalPage, name: &str) -> Option<ExplainTarget> {
    if name == "grammar" {
        write_scenario_grammar(paper);
        return Some(ExplainTarget::Written);
    }
    let mut codes = Code::ALL.iter();
    if let Some(code) = codes.find(|code| is_same_but_case_or_plural(code.id(), name)) {
        write_code_page(paper, *code);
        return Some(ExplainTarget::Written);
    }
    let mut titled = editions::clause_ids_in_use()
        .filter(|topic| is_same_but_case_or_plural(topic.title(), name));
    if let Some(topic) = titled.next() {
        return Some(ExplainTarget::Topic(*topic));
    }
    let topics = editions::clause_ids_in_use();
    let group: Vec<&ClauseId> = topics
        .filter(|topic| {
            topic_group(topic).is_some_and(|group| is_same_but_case_or_plural(group, name))
        })
        .collect();
    if !group.is_empty() {
        return Some(ExplainTarget::Group(group));
    }
    if write_other_name(paper, name) {
        Some(ExplainTarget::Written)
    } else {
        None
    }
}

fn topic_group(topic: &ClauseId) -> Option<&'static str> {
    Some(topic.id().split_once('.')?.0)
}

/// Returns all names that `explain` accepts, except topics: each kind as a list.
fn explainable_names() -> [(&'static str, Vec<&'static str>); 5] {
    let edition_ids = editions::printed_editions().map(|edition| edition.id);
    let codes = Code::ALL.iter().map(|code| code.id());
    [
        ("editions", edition_ids.collect()),
        (
            "options",
            OptionDef::all_of_program()
                .map(|option| option.name)
                .collect(),
        ),
        (
            "works",
            works_of_program_and_authors().map(|work| work.id).collect(),
        ),
        ("messages", codes.chain(["grammar"]).collect()),
        ("words", TERMS.iter().map(|term| term.name).collect()),
    ]
}

/// Writes the lines that each fence of a scenario may have.
fn write_scenario_grammar(paper: &mut TerminalPage) {
    for fence in FenceKind::ALL.iter().copied() {
        paper.write_heading(&format!("```{}", fence.spelling(CardLanguage::English)));
        paper.write_wrapped_text(&format!("{}.", fence.words()));
        if fence == FenceKind::Header {
            for key in HEADER_KEYS.iter() {
                paper.write_words_beside_card(key.line, key.says);
            }
        }
        for form in LINE_FORMS.iter() {
            if form.fence == fence {
                write_form(paper, form);
            }
        }
        paper.write_blank_line();
    }
}
