//! `mouche editions`: what can be played, and what may be agreed; `mouche coverage`: which hands show which clauses.

use super::*;
use crate::cards::count_of;
use crate::editions;
use crate::scenario::coverage::{
    ClauseCoverage, CoverageStanding, MANY, StoryWithFile, clauses_not_shown, cover_every_clause,
};
use indexmap::IndexMap;

/// List the editions and their options
#[derive(Debug, Args)]
pub struct EditionsArguments {
    /// How to print them
    #[arg(long, value_enum, default_value_t = OutputFormat::Full)]
    format: OutputFormat,
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
        /// The values that it takes, in words.
        takes: String = option.describe_values(edition);
        /// The value without the option, where it is one of these values.
        default: Option<OptionSetting> = option.current_value(edition).map(option_setting);
        /// The clause it changes.
        clause: String = edition.clause_id(option.topic);
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
pub(super) enum OptionSetting {
    Word(String),
    Flag(bool),
    Number(i64),
    Table(BTreeMap<String, i64>),
}

fn option_setting(setting: OptionValue) -> OptionSetting {
    match setting {
        OptionValue::Word(word) => OptionSetting::Word(word),
        OptionValue::Flag(flag) => OptionSetting::Flag(flag),
        OptionValue::Number(number) => OptionSetting::Number(number),
        OptionValue::Table(name, number) => OptionSetting::Table(BTreeMap::from([(name, number)])),
    }
}

/// Prints the editions and their options.
pub fn list_editions(call: &EditionsArguments) -> Result<ExitCode> {
    if call.format == OutputFormat::Json {
        let all: Vec<Edition> = editions::all_editions().map(Edition::from).collect();
        return print_json(&Output::from(all));
    }
    let mut paper = TerminalPage::new(12);
    paper.write_template(&EditionListText.render()?);
    paper.print_text()?;
    Ok(ExitCode::SUCCESS)
}

/// The editions, for people: lines as [`TerminalPage::write_template`] reads them.
#[derive(Template)]
#[template(path = "editions.txt")]
struct EditionListText;

/// List the hands that show each clause of each edition
#[derive(Debug, Args)]
pub struct CoverageArguments {
    /// How to print it
    #[arg(long, value_enum, default_value_t = OutputFormat::Full)]
    format: OutputFormat,
    /// Fail if no hand shows a clause that a hand could show
    #[arg(long, value_enum, value_name = "WHAT")]
    require: Option<CoverageRequirement>,
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
    pub(super) Coverages of covered, &[ClauseCoverage<'_>] {
        /// The version of this form.
        version: u32 = 1;
        /// Every clause of every edition.
        clauses: Vec<CoverageRow> = covered.iter().map(CoverageRow::from).collect();
        /// The counts of clauses, by edition.
        editions: Vec<Total> = editions::printed_editions().map(|edition| (edition, covered).into()).collect();
    }
}

/// Prints the hands that show each clause, and fails if a clause that has to be shown is not.
pub fn list_coverage(call: &CoverageArguments, scenarios: &Path) -> Result<ExitCode> {
    let library = ScenarioLibrary::read(scenarios.parent().unwrap_or(scenarios), scenarios, || ())?;
    ensure!(
        !library.files.is_empty(),
        "no scenario was found in {}",
        printable_path(scenarios)
    );
    let covered = cover_every_clause(&library.files);
    if call.format == OutputFormat::Json {
        print_json(&Coverages::from(&covered[..]))?;
    } else {
        let mut paper = TerminalPage::new(16);
        paper.write_template(&CoverageText { covered: &covered }.render()?);
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

/// The clauses and the hands that show them, for people: lines as [`TerminalPage::write_template`] reads them.
#[derive(Template)]
#[template(path = "coverage.txt")]
struct CoverageText<'a> {
    covered: &'a [ClauseCoverage<'a>],
}

/// Returns the number of clauses in words.
fn clauses_in_words(total: &Total) -> String {
    count_of(total.clauses, "clause")
}

fn edition_total(edition: &Ruleset, covered: &[ClauseCoverage]) -> Total {
    (edition, covered).into()
}

/// Returns why no hand has to show some clauses of an edition, with the ids of these clauses.
fn unseen_clauses_by_reason(
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
fn hand_names(hands: &[StoryWithFile]) -> String {
    if hands.len() >= MANY {
        return format!("{} hands", hands.len());
    }
    let mut names = Vec::new();
    for hand in hands {
        let stem = Path::new(&hand.file.path).file_stem().unwrap_or_default();
        names.push(escape_hidden(&stem.to_string_lossy()));
    }
    names.join(", ")
}
