//! `mouche preprocess`: mdBook's own protocol, for a plain `mdbook build`.

use super::Exit;
use crate::book::Pages;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use mdbook_preprocessor::{Preprocessor, parse_input};
use std::io::Write;

/// Adds rules and hands to a book that mdBook hands over on standard input.
#[derive(Debug, Args)]
pub struct Preprocess {
    #[command(subcommand)]
    question: Option<Question>,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Says by its exit code whether a renderer is supported
    Supports {
        /// The renderer's name
        renderer: String,
    },
}

/// Runs the verb.
///
/// # Errors
/// Input that is not mdBook's, scenarios that do not hold, or standard output that is closed.
pub fn run(call: &Preprocess) -> Result<Exit> {
    let pages = Pages::default();
    if let Some(Question::Supports { renderer }) = &call.question {
        return Ok(if pages.supports_renderer(renderer)? { Exit::Holds } else { Exit::Fails });
    }
    let (context, book) = parse_input(std::io::stdin()).context("standard input is not what mdBook 0.5 sends")?;
    let book = pages.run(&context, book)?;
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, &book)?;
    out.flush()?;
    Ok(Exit::Holds)
}
