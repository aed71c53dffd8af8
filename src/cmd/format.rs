//! How a report is printed.

use clap::ValueEnum;

/// For people or for machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Words, as wide as the terminal
    Full,
    /// One JSON object
    Json,
}

/// The same for what is counted, which the terminal's width does not change.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Layout {
    Text,
    Json,
}
