//! `mouche completions`: what a shell needs to complete its words.

use super::Exit;
use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::Write;

/// Prints a script that completes verbs and flags in a shell.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the verb for the program that is described.
///
/// # Errors
/// Standard output that is closed.
pub fn run(call: &Completions, mut program: Command) -> Result<Exit> {
    let name = program.get_name().to_owned();
    // Into memory first: `generate` panics where a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(call.shell, &mut program, name, &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Exit::Holds)
}
