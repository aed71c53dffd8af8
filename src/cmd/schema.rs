//! `mouche schema`: what a header may say and what the verbs print, as JSON Schema.

use super::Exit;
use super::{check, coverage, editions, explain, odds, simulate};
use crate::scenario::reference::header_schema;
use anyhow::Result;
use clap::{Args, ValueEnum};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use std::io::Write;

/// Prints a JSON Schema (draft 2020-12): of a scenario's header, or of what a verb prints with `--format json`.
#[derive(Debug, Args)]
pub struct Schemas {
    /// Of what; without it, the names are listed
    #[arg(value_enum)]
    of: Option<Of>,
}

/// What has a schema.
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
    /// What `simulate` prints
    Simulate,
}

/// Runs the verb.
///
/// # Errors
/// Standard output that is closed.
pub fn run(call: &Schemas) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    match call.of {
        Some(of) => writeln!(out, "{}", serde_json::to_string_pretty(&of.schema())?)?,
        None => {
            for of in Of::value_variants().iter().filter_map(ValueEnum::to_possible_value) {
                let what = of.get_help().map(ToString::to_string).unwrap_or_default();
                writeln!(out, "{:<10}{what}", of.get_name())?;
            }
        }
    }
    Ok(Exit::Holds)
}

impl Of {
    fn schema(self) -> Schema {
        match self {
            Of::Header => header_schema(),
            Of::Check => printed::<check::printer::Output>(),
            Of::Coverage => printed::<coverage::Output>(),
            Of::Editions => printed::<editions::Output>(),
            Of::Explain => printed::<explain::Output>(),
            Of::Odds => printed::<odds::Output>(),
            Of::Simulate => printed::<simulate::Figures>(),
        }
    }
}

/// The schema of what a verb prints, from what it prints.
fn printed<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
