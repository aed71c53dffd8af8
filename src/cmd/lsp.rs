//! `mouche lsp`: what an editor asks while a scenario is written.

use super::Exit;
use crate::editor::{self, Ended};
use anyhow::Result;
use clap::Args;

/// Answers an editor over standard input and output, in the Language Server Protocol.
#[derive(Debug, Args)]
pub struct Lsp {
    /// The address of the published book, for links to its clauses
    #[arg(long, value_name = "URL", default_value = "", hide_default_value = true)]
    book_url: String,
    /// Some editors say which pipes they use; there are no others
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Runs the verb until the editor ends it: 1 if it ends without having asked for a shutdown.
///
/// # Errors
/// Standard output that is closed.
pub fn run(call: &Lsp) -> Result<Exit> {
    Ok(match editor::serve(&call.book_url)? {
        Ended::Asked => Exit::Holds,
        Ended::Abruptly => Exit::Fails,
    })
}
