//! The verbs of the program, one a file; and what they share: how they end, and how they print.

mod bless_and_fmt;
mod build;
mod check;
pub mod cli;
mod command_files;
mod editions_and_coverage;
mod explain;
mod explain_other_names;
mod explain_values;
mod file_writes_and_watch;
mod git_changed;
mod git_staged;
mod init;
mod install_into_mdbook;
mod mus_simulation;
mod new;
mod new_edition;
mod odds;
mod play_and_simulate;
mod scenario_from_deal_log;
mod serve;
mod show;

// What most verbs use has its place here, and comes to them by `use super::*`.
use crate::book::{
    BookRenderOptions, BuildResultCache, ScenarioLibrary, TemporaryPath, render_into_emptied_site,
};
use crate::cards::{CardLanguage, PerSeat, Seat};
use crate::explore::RandomPlayer;
use crate::page::safe_markdown::plain_text;
use crate::rules::{ClauseId, EngineKind, Mark, OptionDef, OptionValue, Ruleset};
use crate::scenario::report::json_struct;
use crate::scenario::story::{Step, Story};
use crate::scenario::{
    BlessExtent, CheckedFile, Code, FileDiagnostics, RewrittenFile, TABLE_FILE, bless_in, check_in,
    describe_skipped, house_rules_of, name_hidden_characters, printable_path, read_scenario_bytes,
    render_full, unique_nearest_candidate,
};
use crate::session::{NAMES, parse_option, rules_of_table};
use crate::terminal::{self, TerminalPage};
use anyhow::{Context, Result, bail, ensure};
use askama::Template;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Returns a count of deals, sessions or chips with its noun in the right number: `1 deal`, `500 deals`.
fn count_of_u64(count: u64, noun: &str) -> String {
    crate::cards::count_of(usize::try_from(count).unwrap_or(usize::MAX), noun)
}

/// Returns 2 if the call is wrong, something cannot be read, or nothing was found; else 1 if something does not hold, or 0.
fn exit_code(is_unusable: bool, fails: bool) -> ExitCode {
    ExitCode::from(if is_unusable { 2 } else { u8::from(fails) })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TextOrJsonFormat {
    /// Text, as wide as the terminal
    #[value(alias = "text")]
    Full,
    /// One JSON object
    Json,
}

/// A table: an edition, the options agreed before play, and the number of players.
#[derive(Debug, Args)]
struct TableArguments {
    /// The edition's id
    #[arg(long, value_name = "EDITION", default_value = crate::editions::default_id(), value_parser = EditionIdParser)]
    edition: String,
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 4)]
    players: u8,
    /// An option that the players agree on, as `mouche editions` lists it; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, OptionValue)>,
}

impl TableArguments {
    fn rules(&self) -> Result<Ruleset> {
        rules_of_table(&self.edition, usize::from(self.players), &self.options)
    }
}

/// Reads the id of an edition on the command line. Help and completions list the printed
/// editions; a house table may have another id.
#[derive(Clone)]
struct EditionIdParser;

impl TypedValueParser for EditionIdParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            crate::editions::printed_editions().map(|edition| PossibleValue::new(edition.id)),
        ))
    }
}

fn print_output(format: TextOrJsonFormat, found: &(impl Serialize + Display)) -> Result<ExitCode> {
    if format == TextOrJsonFormat::Json {
        return print_json(found);
    }
    writeln!(terminal::plain_output(), "{found}")?;
    Ok(ExitCode::SUCCESS)
}

fn print_json(output: &impl Serialize) -> Result<ExitCode> {
    let json = serde_json::to_string_pretty(output)?;
    writeln!(terminal::plain_output(), "{json}")?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the folder that holds `book/` and `scenarios/`: the one given, or the nearest at or above the current that holds a
/// book; where none does, one with scenarios.
///
/// ```
/// // In a folder that holds a book, that folder, as it is written from there.
/// assert_eq!(mouche::cmd::find_root(None)?, std::path::PathBuf::new());
/// # Ok::<(), anyhow::Error>(())
/// ```
pub fn find_root(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(given) = given {
        ensure!(
            has_book(given) || has_scenarios_folder(given),
            "{} has neither a book nor scenarios",
            printable_path(given)
        );
        return Ok(given.to_path_buf());
    }
    let here = std::env::current_dir().context("the current folder cannot be read")?;
    let above = here.ancestors().position(has_book);
    let above = above.or_else(|| here.ancestors().position(has_scenarios_folder));
    let Some(levels) = above else {
        bail!(
            "neither {} nor a folder above it has a book or scenarios; name a folder with --root, or create one with `mouche init`",
            printable_path(&here)
        );
    };
    // As it is written from here: so are the files in it then named.
    Ok(std::iter::repeat_n("..", levels).collect())
}

/// Returns whether a folder has the prose of a book, or its settings. What is missing of it, the program has of its own.
fn has_book(folder: &Path) -> bool {
    folder.join("book/book.toml").is_file() || folder.join("book/src/SUMMARY.md").is_file()
}

fn has_scenarios_folder(folder: &Path) -> bool {
    folder.join("scenarios").is_dir()
}

/// Returns a spinner with a message for what takes long. It appears after a second, and only on a terminal.
fn delayed_spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})");
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
        .with_style(style.expect("a style"));
    let later = bar.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(1));
        if !later.is_finished() {
            later.set_draw_target(ProgressDrawTarget::stderr());
            later.enable_steady_tick(Duration::from_millis(100));
        }
    });
    bar
}
