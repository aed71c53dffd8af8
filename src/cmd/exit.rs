//! What the program tells the shell.

use std::process::ExitCode;

/// How a verb ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything holds.
    Holds,
    /// Something does not hold.
    Fails,
    /// The call is wrong, something cannot be read, or nothing was found.
    Unusable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
