//! A word of the game, explained.

use super::{Rests, Topic};

/// A word and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Its anchor in the glossary: `void`.
    pub id: &'static str,
    /// The word as the glossary heads it.
    pub name: &'static str,
    /// Whose word it is.
    pub tongue: Tongue,
    /// Other forms under which running text may use it. What is in none of them is not linked.
    pub forms: &'static [&'static str],
    /// Phrases that begin with a form and mean something else.
    pub but_not: &'static [&'static str],
    /// The meaning in one short line, for the place where it is used.
    pub brief: &'static str,
    /// What there is to add, as Markdown; empty if nothing.
    pub more: &'static str,
    /// What it rests on, if it is a word of the sources.
    pub rests_on: &'static [Rests],
    /// The decisions that it is about.
    pub topics: &'static [Topic],
    /// The editions whose rules use it; empty if all do.
    pub of: &'static [&'static str],
}

/// Whose word it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    /// A word of the French game.
    French,
    /// A word of the English card table.
    English,
}
