//! What the program tells of itself: `mouche man`, `mouche completions` and `mouche schema`.

use super::{Exit, check, coverage, editions, explain, odds, print_json, record, simulate};
use crate::scenario::reference::header_schema;
use crate::scenario::shown;
use crate::terminal;
use anyhow::{Context, Result};
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use std::io::Write;
use std::path::PathBuf;

/// Print the man page, or write all man pages to a folder
#[derive(Debug, Args)]
pub struct Man {
    /// Write a page for the program and one for each command into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Makes the manual of the program that is described from what its `--help` says.
pub fn man(call: &Man, program: Command) -> Result<Exit> {
    if let Some(dir) = &call.dir {
        std::fs::create_dir_all(dir).with_context(|| format!("{} cannot be made", shown(dir)))?;
        clap_mangen::generate_to(program, dir).with_context(|| format!("{} cannot be written", shown(dir)))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(program).render(&mut page)?;
        terminal::plain().write_all(&page)?;
    }
    Ok(Exit::Holds)
}

/// Print a shell completion script
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script for the program that is described.
pub fn completions(call: &Completions, mut program: Command) -> Result<Exit> {
    let name = program.get_name().to_owned();
    // Into memory first: `generate` panics where a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(call.shell, &mut program, name, &mut script);
    terminal::plain().write_all(&script)?;
    Ok(Exit::Holds)
}

/// Print a JSON Schema (draft 2020-12) of a scenario's header, or of what a command prints with `--format json`
#[derive(Debug, Args)]
pub struct Schemas {
    /// Of what; without it, list the names
    #[arg(value_enum)]
    of: Option<Of>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Of {
    /// The `toml scenario` fence, its TOML read as JSON
    Header,
    /// What `check` prints
    Check,
    /// What `coverage` prints
    Coverage,
    /// What `editions` prints
    Editions,
    /// What `explain` prints
    Explain,
    /// What `odds` prints
    Odds,
    /// What `show` prints
    Show,
    /// What `simulate` prints
    Simulate,
}

pub fn schema(call: &Schemas) -> Result<Exit> {
    if let Some(of) = call.of {
        print_json(&match of {
            Of::Header => header_schema(),
            Of::Check => printed::<check::Output>(),
            Of::Coverage => printed::<coverage::Output>(),
            Of::Editions => printed::<editions::Output>(),
            Of::Explain => printed::<explain::Output>(),
            Of::Odds => printed::<odds::Output>(),
            Of::Show => printed::<record::Output>(),
            Of::Simulate => printed::<simulate::Figures>(),
        })?;
        return Ok(Exit::Holds);
    }
    let mut out = terminal::plain();
    for of in Of::value_variants().iter().filter_map(ValueEnum::to_possible_value) {
        let what = of.get_help().map(ToString::to_string).unwrap_or_default();
        writeln!(out, "{:<10}{what}", of.get_name())?;
    }
    Ok(Exit::Holds)
}

/// The schema of what a verb prints, from what it prints.
fn printed<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
