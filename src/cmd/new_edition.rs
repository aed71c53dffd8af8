//! `mouche new-edition`: a file in which an author writes an edition.

use super::file_writes_and_watch::{FileToWrite, print_changed_paths, write_all};
use super::*;
use crate::cards::count_of;
use crate::editions::{self, clause_in_edition_file::written_part};
use crate::rules::{ClauseLookup, EditionClauseInWords};
use crate::scenario::{EDITIONS_FOLDER, why_edition_id_refused};
use crate::session::unknown_edition_message;

/// Write the file of a new edition, in which every clause of another edition stands as a comment
#[derive(Debug, Args)]
pub struct NewEditionArguments {
    /// The id of the new edition, in small letters, digits and hyphens: `lebrun-1827`
    id: String,
    /// The edition from which everything is taken over that the file does not give
    #[arg(long, value_name = "EDITION", value_parser = EditionIdParser)]
    based_on: String,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

/// Writes the file of a new edition into the folder `editions` of the scenarios.
pub fn write_new_edition(call: &NewEditionArguments, scenarios: &Path) -> Result<ExitCode> {
    let id = &call.id;
    if let Some(why) = why_edition_id_refused(id, id) {
        bail!("an edition cannot have the id {id}: {why}");
    }
    let base = editions::printed_by_id(&call.based_on);
    let base = base.with_context(|| unknown_edition_message(&call.based_on))?;
    ensure!(base.id != *id, "an edition cannot be based on itself");
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
    let draft = EditionDraft::new(id, base);
    let clauses = count_of(draft.clauses.len() + draft.absent.len(), "clause");
    let change = FileToWrite {
        path,
        before,
        after: draft.render()?.into_bytes(),
        what: format!("{clauses} of {}, each as a comment", base.id),
    };
    write_all(&[scenarios], std::slice::from_ref(&change))?;
    print_changed_paths(&[change])?;
    Ok(ExitCode::SUCCESS)
}

/// The file of a new edition.
#[derive(Template)]
#[template(path = "new_edition.toml", escape = "none")]
struct EditionDraft<'a> {
    id: &'a str,
    base: &'static Ruleset,
    /// The clauses of the base.
    clauses: Vec<DraftClause>,
    /// The clauses on what the base lacks altogether.
    absent: Vec<DraftClause>,
}

/// A clause of the base, as a comment in the new file.
struct DraftClause {
    topic: ClauseId,
    title: String,
    /// The value in words, with the signs that say how sure it is.
    value: String,
    /// What the clause rests on.
    source: String,
    lines: Vec<String>,
}

impl EditionDraft<'_> {
    fn new<'a>(id: &'a str, base: &'static Ruleset) -> EditionDraft<'a> {
        let mut draft = EditionDraft {
            id,
            base,
            clauses: Vec::new(),
            absent: Vec::new(),
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
}

impl DraftClause {
    fn new(id: &str, base: &Ruleset, clause: &EditionClauseInWords) -> DraftClause {
        let topic = clause.topic;
        let value = written_part(base.id, topic, "value");
        let text = written_part(base.id, topic, "text").unwrap_or_else(|| "\"\"".to_owned());
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
            lines,
        }
    }
}
