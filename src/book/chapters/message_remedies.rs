//! What is said of the code of a message: an example, and ways to correct it.

use crate::rules::data;
use crate::rules::from_toml::parse_file;
use crate::scenario::{Code, FileDiagnostics, check, render_full};
use include_dir::{Dir, include_dir};
use std::sync::LazyLock;

/// A file for each message. A test checks each of them.
static EXAMPLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/tests/refused");

/// The longest line of a message that is printed as an example.
const MESSAGE_WIDTH: usize = 90;

data! {
    struct RemedyTable { remedy: &'static [Remedy], }

    /// A way to correct what a message is about.
    pub(crate) struct Remedy {
        code: Code,
        /// What to do, as Markdown.
        says: &'static str,
        /// The change of the example: `-` before a line that is removed, `+` before one that is added, `=` before one that stays.
        change: &'static [&'static str] = Default::default(),
        /// The code of the messages that the example then still has.
        leaves: Option<Code>,
    }
}

static REMEDIES: LazyLock<RemedyTable> = LazyLock::new(|| {
    let file = include_str!("../../../tests/refused/remedies.toml");
    parse_file("remedies.toml", file)
});

/// Returns the ways to correct what a message of a code is about.
pub(crate) fn remedies_of(code: Code) -> impl Iterator<Item = &'static Remedy> {
    REMEDIES
        .remedy
        .iter()
        .filter(move |remedy| remedy.code == code)
}

impl Remedy {
    /// Returns what to do, as Markdown.
    pub(crate) fn instruction(&self) -> &'static str {
        self.says
    }

    /// Returns the lines that change in the example: those that are removed or added, each with its sign.
    pub(crate) fn changed_lines(&self) -> Vec<&'static str> {
        let lines = self.change.iter().copied();
        lines.filter(|line| line.starts_with(['-', '+'])).collect()
    }
}

/// Returns the path and the bytes of the example of a code: a scenario, or an edition file.
fn example_file(code: Code) -> Option<(String, &'static [u8])> {
    let id = code.id();
    let paths = [
        format!("{id}.md"),
        format!("mus/{id}.md"),
        format!("editions/{id}.toml"),
    ];
    for path in paths {
        if let Some(file) = EXAMPLES.get_file(&path) {
            return Some((path, file.contents()));
        }
    }
    None
}

/// Returns a message as it is printed for a file that causes it.
pub(crate) fn example_message(code: Code) -> Option<String> {
    let (path, bytes) = example_file(code)?;
    let checked = check(&path, bytes);
    let mut messages = checked.diagnostics.iter().chain(&checked.warnings);
    let diagnostic = messages.find(|diagnostic| diagnostic.code == code)?.clone();
    let report = FileDiagnostics {
        path: &path,
        text: &checked.text,
        diagnostics: &[diagnostic],
    };
    Some(render_full(&report, false, MESSAGE_WIDTH))
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_message_remedies.rs"]
mod tests;
