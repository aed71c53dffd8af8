//! `mouche new-edition`: a file in which an author writes an edition.

use super::explain_values::{FOR_EXAMPLE, value_rows};
use super::file_writes_and_watch::{FileToWrite, print_changed_paths, write_all_or_undo};
use super::*;
use crate::cards::count_of;
use crate::editions::{self, clause_in_edition_file::written_or_inherited_part};
use crate::rules::{ClauseLookup, EditionClauseInWords};
use crate::scenario::{EDITIONS_FOLDER, why_edition_id_refused};
use crate::session::unknown_edition_message;

/// Write the file of a new edition, in which every clause of another edition stands as a comment; or the file of a new game
#[derive(Debug, Args)]
pub struct NewEditionArguments {
    /// The id of the new edition, in small letters, digits and hyphens: `lebrun-1827`
    id: String,
    /// The edition from which everything is taken over that the file does not give [default: none, for a new game]
    #[arg(long, value_name = "EDITION", value_parser = EditionIdParser)]
    based_on: Option<String>,
    /// The kind of a new game [default: tricks]
    #[arg(long, value_enum, conflicts_with = "based_on")]
    machine: Option<NewGameKind>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

/// A kind of game, by the word that edition files have for it.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum NewGameKind {
    /// A game with tricks and a pool, like la Mouche
    Tricks,
    /// A game of bets on the cards that players hold, like Mus
    Mus,
}

impl NewGameKind {
    /// Returns the word for the kind in an edition file.
    fn word(self) -> &'static str {
        match self {
            NewGameKind::Tricks => "tricks",
            NewGameKind::Mus => "mus",
        }
    }

    /// Returns the first edition of the program that is of this kind.
    fn first_edition(self) -> Option<&'static Ruleset> {
        let family = match self {
            NewGameKind::Tricks => EngineKind::Tricks,
            NewGameKind::Mus => EngineKind::Mus,
        };
        editions::built_in_editions().find(|edition| edition.family() == family)
    }
}

/// Writes the file of a new edition into the folder `editions` of the scenarios.
pub fn write_new_edition(call: &NewEditionArguments, scenarios: &Path) -> Result<ExitCode> {
    let id = &call.id;
    if let Some(why) = why_edition_id_refused(id, id) {
        bail!("an edition cannot have the id {id}: {why}");
    }
    let draft = draft_edition(call)?;
    let path = scenarios.join(EDITIONS_FOLDER).join(format!("{id}.toml"));
    let before = match fs::read(&path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => {
            return Err(error).with_context(|| format!("{} cannot be read", printable_path(&path)));
        }
    };
    ensure!(
        before.is_none() || call.force,
        "{}: the file exists; overwrite it with --force",
        printable_path(&path)
    );
    let change = FileToWrite {
        path,
        before,
        after: draft.render()?.into_bytes(),
        what: draft.summary(),
    };
    write_all_or_undo(&[scenarios], std::slice::from_ref(&change))?;
    print_changed_paths(&[change])?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the file that a call asks for.
fn draft_edition(call: &NewEditionArguments) -> Result<EditionDraft<'_>> {
    let Some(based_on) = &call.based_on else {
        let machine = call.machine.unwrap_or(NewGameKind::Tricks);
        let example = machine
            .first_edition()
            .context("no edition is of this kind")?;
        return Ok(EditionDraft::of_new_game(&call.id, machine, example));
    };
    let base = editions::built_in_or_author_edition(based_on);
    let base = base.with_context(|| unknown_edition_message(based_on))?;
    ensure!(base.id != call.id, "an edition cannot be based on itself");
    Ok(EditionDraft::based_on(&call.id, base))
}

/// The file of a new edition.
#[derive(Template)]
#[template(path = "new_edition.toml", escape = "none")]
struct EditionDraft<'a> {
    id: &'a str,
    /// The edition whose clauses stand in the file: the base, or the example of a new game.
    base: &'static Ruleset,
    /// The machine of a new game; none in an edition that has a base.
    new_game: Option<&'static str>,
    /// The clauses of the base.
    clauses: Vec<DraftClause>,
    /// The clauses on what the base lacks altogether.
    absent: Vec<DraftClause>,
    /// The lines of the table `[not_there]`.
    not_there: Vec<String>,
}

/// A clause of the base, as a comment in the new file.
struct DraftClause {
    topic: ClauseId,
    title: String,
    /// The value in words, with the signs that say how sure it is.
    value: String,
    /// What the clause rests on.
    source: String,
    /// The values that the clause can have.
    form: Vec<String>,
    /// The edition whose value and text the example has, if that is not the base.
    example_of: Option<&'static str>,
    lines: Vec<String>,
}

impl EditionDraft<'_> {
    /// Returns the file of an edition that takes over what it does not give.
    fn based_on<'a>(id: &'a str, base: &'static Ruleset) -> EditionDraft<'a> {
        let mut draft = EditionDraft {
            id,
            base,
            new_game: None,
            clauses: Vec::new(),
            absent: Vec::new(),
            not_there: Vec::new(),
        };
        for topic in ClauseId::ALL {
            let Some(clause) = base.clause(*topic) else {
                continue;
            };
            let list = if base.has_clause_on(*topic) {
                &mut draft.clauses
            } else {
                &mut draft.absent
            };
            list.push(DraftClause::new(id, base, &clause));
        }
        draft
    }

    /// Returns the file of a new game, in which each clause has the example of an edition.
    fn of_new_game<'a>(
        id: &'a str,
        machine: NewGameKind,
        example: &'static Ruleset,
    ) -> EditionDraft<'a> {
        let mut draft = EditionDraft::based_on(id, example);
        draft.new_game = Some(machine.word());
        for clause in &mut draft.clauses {
            clause.form = value_form_comment_lines(clause.topic);
        }
        for clause in &mut draft.absent {
            let topic = clause.topic;
            if let Some(value) = written_or_inherited_part(example.id, topic, "value") {
                draft.not_there.push(format!("\"{topic}\" = {value}"));
            }
            let mut others = editions::built_in_editions();
            let other = others.find(|other| other.has_clause_on(topic));
            if let Some(other) = other
                && let Some(other_clause) = other.clause(topic)
            {
                *clause = DraftClause::new(id, other, &other_clause);
                clause.example_of = Some(other.id);
            }
            clause.form = value_form_comment_lines(topic);
        }
        draft
    }

    /// Says what the file contains.
    fn summary(&self) -> String {
        let clauses = count_of(self.clauses.len() + self.absent.len(), "clause");
        match self.new_game {
            Some(_) => format!("{clauses} of a new game, each as a comment"),
            None => format!("{clauses} of {}, each as a comment", self.base.id),
        }
    }
}

/// The width of a comment about the values of a clause.
const FORM_WIDTH: usize = 110;

/// Returns what the value of a clause can be, as lines of a comment.
fn value_form_comment_lines(topic: ClauseId) -> Vec<String> {
    let mut lines = Vec::new();
    for (written, meaning) in value_rows(topic) {
        if written == FOR_EXAMPLE {
            continue;
        }
        let row = if meaning.is_empty() {
            written
        } else {
            format!("{written}: {meaning}")
        };
        let wrapped = textwrap::wrap(
            &row,
            textwrap::Options::new(FORM_WIDTH).subsequent_indent("    "),
        );
        lines.extend(wrapped.into_iter().map(|line| line.into_owned()));
    }
    lines
}

impl DraftClause {
    fn new(id: &str, base: &Ruleset, clause: &EditionClauseInWords) -> DraftClause {
        let topic = clause.topic;
        let value = written_or_inherited_part(base.id, topic, "value");
        let text =
            written_or_inherited_part(base.id, topic, "text").unwrap_or_else(|| "\"\"".to_owned());
        let mut lines = Vec::new();
        if let Some(value) = value {
            lines.extend(format!("value = {value}").lines().map(str::to_owned));
        }
        lines.extend(format!("text = {text}").lines().map(str::to_owned));
        lines.push(format!("source = [\"{id}-work\", \"p. 1\"]"));
        DraftClause {
            topic,
            title: clause.title.clone(),
            value: clause.value().to_string(),
            source: clause.source.to_string(),
            form: Vec::new(),
            example_of: None,
            lines,
        }
    }
}
