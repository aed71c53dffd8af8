//! What a file becomes when the program writes in it.

use super::diagnostic::Diagnostic;

/// A file as it would be written, or why it is left alone.
#[derive(Clone, Debug)]
pub enum Rewritten {
    /// It is no scenario.
    Foreign,
    /// It is left as it is because of these mistakes, which stand in this text.
    Refused(String, Vec<Diagnostic>),
    /// Its text, and in how many places it is new.
    Text(String, usize),
}
