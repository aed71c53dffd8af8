//! What is wrong in a file of data, and where. [`DataError`] has the only words for it.

use std::error::Error;
use std::fmt::{Display, Formatter, Result};
use std::ops::Range;

/// A mistake in a file of data: the keys that lead to it, and the problem there.
///
/// It is boxed because every reader of a value returns it: a pointer keeps the engine for pages small.
#[derive(Debug)]
pub struct DataError(Box<DataErrorDetails>);

#[derive(Debug)]
struct DataErrorDetails {
    /// The innermost key first.
    keys: Vec<String>,
    /// The bytes of the token that is wrong, if they are known.
    span: Option<Range<usize>>,
    problem: DataProblem,
}

/// A problem at one place of a file of data.
#[derive(Debug)]
pub enum DataProblem {
    /// A value of another kind, or a word that is not on the list.
    Unexpected {
        /// What may stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A key that has no value where one is needed.
    Missing,
    /// A clause without one of its parts.
    MissingPart(&'static str),
    /// A variant with a value that it does not take, or without one that it needs.
    UnfitVariant(String),
    /// A key that is no clause and no part of one.
    UnknownKey(String),
    /// A clause that does not arise in the game of the edition.
    ClauseOfOtherGame(&'static str),
    /// The file is no TOML; the parser's words.
    NoToml(String),
    /// A name that nothing of its kind has.
    Unknown {
        /// The kind of thing: `work`.
        kind: &'static str,
        /// The name that is written.
        name: String,
    },
}

impl DataError {
    /// Returns the error for a value of another kind than the one expected.
    pub(super) fn unexpected(expected: impl Into<String>, found: impl Into<String>) -> DataError {
        DataProblem::Unexpected {
            expected: expected.into(),
            found: found.into(),
        }
        .into()
    }

    /// Returns the error for a name that nothing of this kind has.
    pub(super) fn unknown_name(kind: &'static str, name: impl Into<String>) -> DataError {
        DataProblem::Unknown {
            kind,
            name: name.into(),
        }
        .into()
    }

    /// Returns the error for a file that is no TOML.
    pub(super) fn no_toml(error: &toml::de::Error) -> DataError {
        let problem = DataError::from(DataProblem::NoToml(error.message().to_owned()));
        match error.span() {
            Some(span) => problem.with_span_if_missing(span),
            None => problem,
        }
    }

    /// Returns the error with the place of its token. The first place that it is given is the innermost, and stays.
    #[inline(never)]
    pub(super) fn with_span_if_missing(mut self, span: Range<usize>) -> DataError {
        if self.0.span.is_none() {
            self.0.span = Some(span);
        }
        self
    }

    /// Returns the keys that lead to the mistake: `stake.value.chips`. Empty if it concerns the whole file.
    pub fn key_path(&self) -> String {
        let keys: Vec<&str> = self.0.keys.iter().rev().map(String::as_str).collect();
        keys.join(".")
    }

    /// Returns the problem at that place.
    pub fn problem(&self) -> &DataProblem {
        &self.0.problem
    }

    /// Returns the bytes of the token that is wrong; none if something is missing in the whole file.
    pub fn span(&self) -> Option<&Range<usize>> {
        self.0.span.as_ref()
    }

    /// Returns the error with a key before those that lead to it.
    #[inline(never)]
    pub(super) fn under(mut self, key: impl Into<String>) -> DataError {
        self.0.keys.push(key.into());
        self
    }
}

impl From<DataProblem> for DataError {
    #[inline(never)]
    fn from(problem: DataProblem) -> DataError {
        DataError(Box::new(DataErrorDetails {
            keys: Vec::new(),
            span: None,
            problem,
        }))
    }
}

impl Display for DataError {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for key in self.0.keys.iter().rev() {
            write!(f, "{key}: ")?;
        }
        self.0.problem.fmt(f)
    }
}

impl Display for DataProblem {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            DataProblem::Unexpected { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            DataProblem::Missing => f.write_str("it is missing"),
            DataProblem::MissingPart(part) => write!(f, "`{part}` is missing"),
            DataProblem::UnfitVariant(word) => {
                write!(f, "what goes with `{word}` is missing, or too much")
            }
            DataProblem::UnknownKey(key) => write!(f, "nothing is called `{key}`"),
            DataProblem::ClauseOfOtherGame(id) => {
                write!(f, "`{id}` is a clause of another game; leave it out")
            }
            DataProblem::NoToml(why) => f.write_str(why),
            DataProblem::Unknown { kind, name } => write!(f, "no {kind} is called `{name}`"),
        }
    }
}

impl Error for DataError {}
