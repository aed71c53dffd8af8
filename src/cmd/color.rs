//! Whether what is printed has colours.

use anstream::ColorChoice;
use clap::ValueEnum;

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// In a terminal, unless `NO_COLOR` or `TERM=dumb` says no, or `CLICOLOR_FORCE` says always.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Sets it for all that is printed from now on.
    pub fn set(self) {
        match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
        .write_global();
    }
}
