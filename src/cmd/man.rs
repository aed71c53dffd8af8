//! `mouche man`: the manual, made from what `--help` says.

use super::Exit;
use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_mangen::Man as Page;
use std::io::Write;
use std::path::PathBuf;

/// Prints the page of the manual, or writes all of them.
#[derive(Debug, Args)]
pub struct Man {
    /// Writes a page for the program and one for each verb into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Runs the verb for the program that is described.
///
/// # Errors
/// Standard output that is closed, or a folder that cannot be written.
pub fn run(call: &Man, program: Command) -> Result<Exit> {
    match &call.dir {
        Some(dir) => {
            std::fs::create_dir_all(dir).with_context(|| format!("{} cannot be made", dir.display()))?;
            clap_mangen::generate_to(program, dir).with_context(|| format!("{} cannot be written", dir.display()))?;
        }
        None => {
            let mut page = Vec::new();
            Page::new(program).render(&mut page)?;
            std::io::stdout().write_all(&page)?;
        }
    }
    Ok(Exit::Holds)
}
