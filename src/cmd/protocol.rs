//! Talks with other programs over standard input and output: `mouche lsp` with an editor, `mouche preprocess` with mdBook.

use super::Exit;
use crate::book::Pages;
use crate::editor;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use mdbook_preprocessor::{Preprocessor, parse_input};
use std::io::Write;

/// Run a language server (LSP) on standard input and output
#[derive(Debug, Args)]
pub struct Lsp {
    /// Address of the published book, for links to its clauses
    #[arg(long, value_name = "URL", default_value = "", hide_default_value = true)]
    book_url: String,
    /// Some editors say which pipes they use; there are no others
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Runs until the editor ends it: 1 if it ends without having asked for a shutdown.
pub fn lsp(call: &Lsp) -> Result<Exit> {
    Ok(Exit::of(false, !editor::serve(&call.book_url)?))
}

/// Run as an mdBook preprocessor, for plain `mdbook build`
#[derive(Debug, Args)]
pub struct Preprocess {
    #[command(subcommand)]
    question: Option<Question>,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Tell by the exit code whether a renderer is supported
    Supports {
        /// The renderer's name
        renderer: String,
    },
}

/// Speaks mdBook's own protocol, for a plain `mdbook build`.
pub fn preprocess(call: &Preprocess) -> Result<Exit> {
    let pages = Pages::default();
    if let Some(Question::Supports { renderer }) = &call.question {
        return Ok(Exit::of(false, !pages.supports_renderer(renderer)?));
    }
    let (context, book) = parse_input(std::io::stdin()).context("standard input is not what mdBook 0.5 sends")?;
    let book = pages.run(&context, book)?;
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, &book)?;
    out.flush()?;
    Ok(Exit::Holds)
}
