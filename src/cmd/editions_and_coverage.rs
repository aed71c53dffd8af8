//! `mouche editions`: what can be played, and what may be agreed; `mouche coverage`: which hands show which clauses.

use super::check::{command_to_find_hand, describe_clause_origins};
use super::*;
use crate::cards::count_of;
use crate::editions;
use crate::editions::author_editions::{clauses_not_taken_over, clauses_without_source_or_reading};
use crate::rules::ClauseSource;
use crate::scenario::coverage::{
    ClauseCoverage, CoverageStanding, MANY, StoryWithFile, clauses_not_shown, cover_edition,
    cover_every_clause,
};
use crate::session::unknown_edition_message;
use indexmap::IndexMap;

/// List the editions and their options, or one edition
#[derive(Debug, Args)]
pub struct EditionsArguments {
    /// The id of an edition [default: list all]
    #[arg(value_name = "EDITION", value_parser = EditionIdParser)]
    edition: Option<String>,
    /// How to print them
    #[arg(long, value_enum, default_value_t = TextOrJsonFormat::Full)]
    format: TextOrJsonFormat,
}

json_struct! {
    /// An edition, for a machine.
    pub(super) Edition of edition, &Ruleset {
        /// The name that a scenario gives it.
        id: &'static str = edition.id;
        /// Its name in words.
        name: &'static str = edition.name;
        /// When it was printed.
        year: Option<u16> = edition.year;
        /// The printed edition that a table has made its own.
        base unless "Option::is_none": Option<&'static str> = edition.base.map(|base| base.id);
        /// A description.
        about: &'static str = edition.about;
        /// The options that may be agreed before play.
        options: Vec<Choice> = OptionDef::open_in(edition).map(|option| (edition, option).into()).collect();
    }

    /// An option of an edition, for a machine.
    pub(super) Choice of (edition, option), (&Ruleset, &OptionDef) {
        /// Its name.
        name: &'static str = option.name;
        /// The question that it answers.
        question: &'static str = option.question();
        /// The values that it takes, as a header has them, in one text.
        takes: String = option.describe_values(edition);
        /// The value without the option, where it is one of these values.
        default: Option<OptionValueJson> = option.value_if_applicable(edition).map(option_setting);
        /// Each value that it takes, and what the value means.
        values: Vec<ChoiceValue> = option.values_with_meanings(edition).into_iter().map(ChoiceValue::from).collect();
        /// The clause it changes.
        clause: String = edition.full_clause_id(option.topic);
    }

    /// A value of an option, for a machine.
    pub(super) ChoiceValue of (written, means), (String, String) {
        /// The value as a header has it. A number of the players' choice is written as a pattern or in words.
        value: String = written;
        /// What it means.
        means: String = means;
    }

    /// The editions, for a machine.
    pub(super) Output of editions, Vec<Edition> {
        /// The version of this form.
        version: u32 = 1;
        /// Each of them.
        editions: Vec<Edition> = editions;
    }
}

/// The value of an option, as a header has it.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Taken")]
pub(super) enum OptionValueJson {
    Word(String),
    Flag(bool),
    Number(i64),
    Table(BTreeMap<String, i64>),
}

fn option_setting(setting: OptionValue) -> OptionValueJson {
    match setting {
        OptionValue::Word(word) => OptionValueJson::Word(word),
        OptionValue::Flag(flag) => OptionValueJson::Flag(flag),
        OptionValue::Number(number) => OptionValueJson::Number(number),
        OptionValue::Table(name, number) => {
            OptionValueJson::Table(BTreeMap::from([(name, number)]))
        }
    }
}

/// Prints the editions and their options.
pub fn list_editions(call: &EditionsArguments) -> Result<ExitCode> {
    let listed: Vec<&Ruleset> = match &call.edition {
        Some(id) => vec![editions::by_id(id).with_context(|| unknown_edition_message(id))?],
        None => editions::editions_and_house_tables().collect(),
    };
    if call.format == TextOrJsonFormat::Json {
        let records: Vec<Edition> = listed.into_iter().map(Edition::from).collect();
        return print_json(&Output::from(records));
    }
    let mut paper = TerminalPage::new(12);
    paper.write_template(&EditionListText { editions: &listed }.render()?);
    paper.print_text()?;
    Ok(ExitCode::SUCCESS)
}

/// The editions, for people: lines as [`TerminalPage::write_template`] reads them.
#[derive(Template)]
#[template(path = "editions.txt")]
struct EditionListText<'a> {
    editions: &'a [&'static Ruleset],
}

/// The clauses of an author's edition by what they rest on.
struct ClausesByOrigin {
    /// How many clauses it decides by itself, and from where it takes over the others.
    counts: String,
    /// The clauses that it decides, with their marks.
    decided: String,
    /// The clauses that have neither a source nor a reading.
    unsourced: String,
}

/// Returns what the clauses of an edition rest on; none of an edition of the program, or of a house table.
fn author_clauses_by_origin(edition: &Ruleset) -> Option<ClausesByOrigin> {
    if editions::built_in_by_id(edition.id).is_some() || edition.base.is_some() {
        return None;
    }
    let mut decided = Vec::new();
    for clause in clauses_not_taken_over(edition) {
        decided.push(format!("{}{}", clause.topic, clause.marks().signs()));
    }
    let unsourced = clauses_without_source_or_reading(edition);
    let unsourced: Vec<&str> = unsourced.iter().map(|topic| topic.id()).collect();
    Some(ClausesByOrigin {
        counts: describe_clause_origins(edition),
        decided: decided.join(", "),
        unsourced: unsourced.join(", "),
    })
}

/// List the hands that show each clause of each edition
#[derive(Debug, Args)]
pub struct CoverageArguments {
    /// A folder of hands, or one hand [default: the folder `scenarios`]
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TextOrJsonFormat::Full)]
    format: TextOrJsonFormat,
    /// Fail if no hand shows a clause that a hand could show
    #[arg(long, value_enum, value_name = "WHAT")]
    require: Option<CoverageRequirement>,
    /// Only the clauses of this edition
    #[arg(long, value_name = "EDITION", value_parser = EditionIdParser)]
    edition: Option<String>,
    /// Only the clauses that no hand shows, each with the command that deals a hand for it
    #[arg(long)]
    missing: bool,
}

/// What `mouche coverage --require` asks for.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum CoverageRequirement {
    /// Every clause of every edition
    All,
}

json_struct! {
    /// A hand by its file and the edition it is played by.
    pub(super) Hand of told, &StoryWithFile<'_> {
        /// The path of its file.
        file: String = told.file.path.clone();
        /// The edition's id.
        edition: &'static str = told.story.rules.id;
        /// Its title, without markup.
        title: String = plain_text(&told.file.title);
    }

    /// A clause, and the hands that show it.
    #[schemars(rename = "Line")]
    pub(super) CoverageRow of covered, &ClauseCoverage<'_> {
        /// Its id: `mouche-1718/play.trump`.
        clause: String = covered.id();
        /// Hands that show it.
        shown: Vec<Hand> = covered.shown.iter().map(Hand::from).collect();
        /// Hands in which something is refused by it.
        refused: Vec<Hand> = covered.refused.iter().map(Hand::from).collect();
        /// Why no hand has to show it, if none has.
        unseen: Option<&'static str> = covered.clause.unseen.filter(|_| covered.shown.is_empty());
        /// The command that deals a hand for it, if no hand shows it.
        command unless "Option::is_none": Option<String> = command_if_missing(covered);
    }

    /// The clauses of an edition, counted.
    pub(super) Total of (edition, covered), (&Ruleset, &[ClauseCoverage<'_>]) where {
        let own = covered.iter().filter(|covered| covered.edition.id == edition.id);
        let standings: Vec<CoverageStanding> = own.map(ClauseCoverage::standing).collect();
    } {
        /// Its id.
        edition: &'static str = edition.id;
        /// The number of clauses.
        clauses: usize = standings.len();
        /// The number of clauses that a hand shows.
        shown: usize = standings.iter().filter(|standing| **standing == CoverageStanding::Shown).count();
        /// The number of clauses that a hand could show, and none does.
        missing: usize = standings.iter().filter(|standing| **standing == CoverageStanding::Missing).count();
        /// The number of clauses that no hand has to show.
        unseen: usize = standings.iter().filter(|standing| matches!(standing, CoverageStanding::Unseen(_))).count();
    }

    /// Clauses and the hands that show them, for a machine.
    #[schemars(rename = "Output")]
    pub(super) Coverages of (listed, covered), (&[ClauseCoverage<'_>], &[ClauseCoverage<'_>]) {
        /// The version of this form.
        version: u32 = 1;
        /// The clauses that were asked for: every clause of every edition, of one edition, or those that no hand shows.
        clauses: Vec<CoverageRow> = listed.iter().map(CoverageRow::from).collect();
        /// The counts of clauses, by edition.
        editions: Vec<Total> = covered_editions(covered).into_iter().map(|edition| (edition, covered).into()).collect();
    }
}

/// Prints the hands that show each clause, and fails if a clause that has to be shown is not.
pub fn list_coverage(call: &CoverageArguments, scenarios: &Path) -> Result<ExitCode> {
    let library = read_covering_hands(call, scenarios)?;
    let covered = match &call.edition {
        Some(id) => {
            let edition = editions::built_in_or_author_edition(id);
            let edition = edition.with_context(|| unknown_edition_message(id))?;
            cover_edition(&library.files, edition)
        }
        None => cover_every_clause(&library.files),
    };
    let mut listed = covered.clone();
    if call.missing {
        listed.retain(|entry| entry.standing() == CoverageStanding::Missing);
    }
    if call.format == TextOrJsonFormat::Json {
        print_json(&Coverages::from((&listed[..], &covered[..])))?;
    } else {
        let mut paper = TerminalPage::new(16);
        if call.missing {
            write_missing_with_commands(&mut paper, &listed);
        } else {
            paper.write_template(&CoverageText { covered: &covered }.render()?);
        }
        paper.print_text()?;
    }
    let mut err = std::io::stderr().lock();
    let failing = library.failures().count();
    if failing > 0 {
        writeln!(
            err,
            "error: {failing} of {} scenarios do not hold; `mouche check` shows why",
            library.files.len()
        )?;
    }
    let not_read = describe_skipped(&library.passed_over);
    if !not_read.is_empty() {
        writeln!(err, "note: {}", not_read.trim_start_matches("; "))?;
    }
    let missing = clauses_not_shown(&covered);
    let lacking = call.require.is_some() && !missing.is_empty();
    if lacking {
        writeln!(err, "error: no hand shows {}", missing.join(", "))?;
    }
    Ok(exit_code(false, failing > 0 || lacking))
}

/// Reads the hands that a call is about.
fn read_covering_hands(call: &CoverageArguments, scenarios: &Path) -> Result<ScenarioLibrary> {
    let (root, folder) = match &call.path {
        Some(path) => (Path::new(""), path.as_path()),
        None => (scenarios.parent().unwrap_or(scenarios), scenarios),
    };
    let library = ScenarioLibrary::read_forgetting_steps(root, folder, None, || ())?;
    ensure!(
        !library.files.is_empty(),
        "no scenario was found in {}",
        printable_path(folder)
    );
    Ok(library)
}

/// Writes clauses that no hand shows, by edition, each with the command that deals a hand for it.
fn write_missing_with_commands(paper: &mut TerminalPage, missing: &[ClauseCoverage]) {
    for edition in covered_editions(missing) {
        paper.write_blank_unless_empty();
        paper.write_heading(&format!("{} ({})", edition.name, edition.id));
        for entry in missing
            .iter()
            .filter(|entry| entry.edition.id == edition.id)
        {
            let topic = entry.clause.topic;
            paper.write_words_beside_card(topic.id(), &command_to_find_hand(edition, topic));
        }
    }
    if missing.is_empty() {
        paper.write_wrapped_text("Hands show every clause that a hand can show.");
    }
}

/// Returns the command that deals a hand for a clause, if a hand could show it and none does.
fn command_if_missing(covered: &ClauseCoverage) -> Option<String> {
    if covered.standing() == CoverageStanding::Missing {
        Some(command_to_find_hand(covered.edition, covered.clause.topic))
    } else {
        None
    }
}

/// The clauses and the hands that show them, for people: lines as [`TerminalPage::write_template`] reads them.
#[derive(Template)]
#[template(path = "coverage.txt")]
struct CoverageText<'a> {
    covered: &'a [ClauseCoverage<'a>],
}

/// Returns the editions of some clauses, each once.
fn covered_editions(covered: &[ClauseCoverage]) -> Vec<&'static Ruleset> {
    let mut editions: Vec<&Ruleset> = covered.iter().map(|covered| covered.edition).collect();
    editions.dedup_by_key(|edition| edition.id);
    editions
}

/// Returns the command that finds a hand for the first clause that no hand of an author's edition shows.
fn command_to_fill_gap(edition: &Ruleset, covered: &[ClauseCoverage]) -> Option<String> {
    if editions::built_in_by_id(edition.id).is_some() {
        return None;
    }
    let mut missing: Vec<&ClauseCoverage> = covered.iter().collect();
    missing.retain(|entry| entry.standing() == CoverageStanding::Missing);
    // What the file decides by itself comes before what it takes over.
    missing.sort_by_key(|entry| matches!(entry.clause.source, ClauseSource::Same { .. }));
    Some(command_to_find_hand(edition, missing.first()?.clause.topic))
}

/// Returns the number of clauses in words.
fn total_clauses_in_words(total: &Total) -> String {
    count_of(total.clauses, "clause")
}

fn edition_total(edition: &Ruleset, covered: &[ClauseCoverage]) -> Total {
    (edition, covered).into()
}

/// Returns why no hand has to show some clauses of an edition, with the ids of these clauses.
fn exempt_clauses_by_reason(
    edition: &Ruleset,
    covered: &[ClauseCoverage],
) -> IndexMap<&'static str, Vec<&'static str>> {
    let mut reasons: IndexMap<&str, Vec<&str>> = IndexMap::new();
    for entry in covered {
        if entry.edition.id == edition.id
            && let CoverageStanding::Unseen(why) = entry.standing()
        {
            let ids = reasons.entry(why).or_default();
            ids.push(entry.clause.topic.id());
        }
    }
    reasons
}

/// Returns the hands by the names of their files, or how many they are.
fn hand_names_or_count(hands: &[StoryWithFile]) -> String {
    if hands.len() >= MANY {
        return format!("{} hands", hands.len());
    }
    let mut names = Vec::new();
    for hand in hands {
        let stem = Path::new(&hand.file.path).file_stem().unwrap_or_default();
        names.push(name_hidden_characters(&stem.to_string_lossy()));
    }
    names.join(", ")
}
