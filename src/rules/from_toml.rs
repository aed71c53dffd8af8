//! Values as data tell them. Serde would do as much, and make the engine that is sent to pages a fifth larger.

pub use super::data_error::DataError;
use super::data_error::DataProblem;
use crate::cards::{Card, Letters, Rank, Suit, read_card, read_suit};
use std::fmt::Display;
use toml::de::{DeTable, DeValue};

/// A value of TOML, in a text that lasts as long as the program.
pub type Toml = DeValue<'static>;

pub trait FromToml: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// If something else was expected there.
    fn from_toml(told: &Toml) -> Result<Self, DataError>;

    /// The one that goes without saying.
    fn default_value() -> Option<Self> {
        None
    }
}

/// What a file of data tells, which the program brings with it.
pub(crate) fn parse_file<T: FromToml>(name: &str, file: &'static str) -> T {
    expect_valid(name, T::from_toml(&DeValue::Table(parse_table(name, file))))
}

pub(super) fn parse_table(name: &str, file: &'static str) -> DeTable<'static> {
    expect_valid(name, DeTable::parse(file)).into_inner()
}

/// Returns what was read in a file of the program. At a mistake it panics: every test that reads the file finds that.
pub(super) fn expect_valid<T, E: Display>(name: &str, read: Result<T, E>) -> T {
    read.unwrap_or_else(|wrong| panic!("{name}: {wrong}"))
}

/// Returns the error for a value of another kind than the one expected.
#[inline(never)]
pub(crate) fn expected(what: &str, told: &Toml) -> DataError {
    let found = match told {
        DeValue::String(word) => format!("`{word}`"),
        DeValue::Integer(number) => number.to_string(),
        other => format!("a value of the type {}", other.type_str()),
    };
    DataError::unexpected(what, found)
}

macro_rules! read {
    ($($type:ty: $what:literal, |$told:ident| $read:expr;)+) => { $(
        impl FromToml for $type {
            fn from_toml($told: &Toml) -> Result<$type, DataError> {
                $read.ok_or_else(|| expected($what, $told))
            }
        }
    )+ };
}

read! {
    i64: "a whole number",
        |told| told.as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
    u8: "a number from 0 to 255", |told| i64::from_toml(told)?.try_into().ok();
    u16: "a number from 0 to 65535", |told| i64::from_toml(told)?.try_into().ok();
    i32: "a number from -2147483648 to 2147483647", |told| i64::from_toml(told)?.try_into().ok();
    usize: "a number from 0 up", |told| i64::from_toml(told)?.try_into().ok();
    Rank: "a rank, such as `K`", |told| told.as_str().and_then(Rank::of);
    Suit: "a suit, such as `clubs`", |told| told.as_str().and_then(read_suit);
    Card: "a card, such as `J♣`", |told| told.as_str().and_then(|word| read_card(word, Letters::English).ok());
}

impl FromToml for bool {
    fn from_toml(told: &Toml) -> Result<bool, DataError> {
        told.as_bool()
            .ok_or_else(|| expected("`true` or `false`", told))
    }

    fn default_value() -> Option<bool> {
        Some(false)
    }
}

/// Joins the lines of a paragraph with spaces. A row of a table or an item of a list keeps its own line.
fn join_lines(paragraph: &str) -> String {
    let mut joined = String::new();
    for line in paragraph.lines() {
        let is_block = ["|", "- ", "* ", "> "]
            .iter()
            .any(|begins| line.starts_with(begins));
        if !joined.is_empty() {
            joined.push(if is_block { '\n' } else { ' ' });
        }
        joined.push_str(line);
    }
    joined
}

/// Words; where a line of the file ends, a space.
impl FromToml for &'static str {
    fn from_toml(told: &Toml) -> Result<&'static str, DataError> {
        let words = told.as_str().ok_or_else(|| expected("words", told))?;
        // Lines are of the file, paragraphs of the text.
        let paragraphs: Vec<String> = words.split("\n\n").map(join_lines).collect();
        // Leaked because each file of the program is read once, and its words are used until the program ends.
        Ok(paragraphs.join("\n\n").leak())
    }

    /// What stands in pages already: the engine that runs there goes without (`build.rs`).
    fn default_value() -> Option<&'static str> {
        cfg!(target_arch = "wasm32").then_some("")
    }
}

/// What is there, or `none`.
impl<T: FromToml> FromToml for Option<T> {
    fn from_toml(told: &Toml) -> Result<Option<T>, DataError> {
        if told.as_str() == Some("none") {
            Ok(None)
        } else {
            T::from_toml(told).map(Some)
        }
    }

    fn default_value() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: FromToml> FromToml for &'static [T] {
    fn from_toml(told: &Toml) -> Result<&'static [T], DataError> {
        let list = told.as_array().ok_or_else(|| expected("a list", told))?;
        let mut each = Vec::new();
        for (at, one) in (1..).zip(list.iter()) {
            each.push(
                T::from_toml(one.get_ref()).map_err(|wrong| wrong.under(i32::to_string(&at)))?,
            );
        }
        // Leaked because each file of the program is read once, and its lists are used until the program ends.
        Ok(each.leak())
    }

    fn default_value() -> Option<&'static [T]> {
        Some(&[])
    }
}

/// Two things, in a list.
impl<A: FromToml, B: FromToml> FromToml for (A, B) {
    fn from_toml(told: &Toml) -> Result<(A, B), DataError> {
        match told.as_array().map(|list| &list[..]) {
            Some([one, other]) => {
                Ok((A::from_toml(one.get_ref())?, B::from_toml(other.get_ref())?))
            }
            _ => Err(expected("a list of two", told)),
        }
    }
}

/// The place of a word among these: words as data write them, or the names of variants.
pub(super) fn find_word(word: &str, among: &[&str]) -> Result<usize, DataError> {
    let written = |name: &&str| {
        let mut written = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() && !written.is_empty() {
                written.push('_');
            }
            written.extend(letter.to_lowercase());
        }
        written
    };
    let all: Vec<String> = among.iter().map(written).collect();
    let found = all.iter().position(|known| known == word);
    found.ok_or_else(|| DataError::unexpected(list_words(&all), format!("`{word}`")))
}

/// The place of a word alone.
pub(crate) fn word_index(told: &Toml, words: &[&str]) -> Result<usize, DataError> {
    find_word(
        told.as_str().ok_or_else(|| expected("a word", told))?,
        words,
    )
}

/// A word, and what goes with it: `"bankrupt"`, `{ tours = 3 }`.
pub(crate) fn word_with_value<'a>(
    told: &'a Toml,
    words: &[&str],
) -> Result<(usize, Option<&'a Toml>), DataError> {
    match told {
        DeValue::String(word) => Ok((find_word(word, words)?, None)),
        DeValue::Table(table) if table.len() == 1 => {
            let (word, with) = table.iter().next().expect("one");
            Ok((find_word(word.get_ref(), words)?, Some(with.get_ref())))
        }
        _ => Err(expected(&list_words(words), told)),
    }
}

/// Returns the words that may stand in a place: "one of `fold`, `stand`".
fn list_words(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    format!("one of `{}`", words.join("`, `"))
}

/// A table that has these keys and no others.
pub(crate) fn read_table<'a>(
    told: &'a Toml,
    keys: &[&str],
) -> Result<&'a DeTable<'static>, DataError> {
    let table = told.as_table().ok_or_else(|| expected("a table", told))?;
    match table.keys().find(|key| !keys.contains(&&**key.get_ref())) {
        Some(other) => Err(DataError::unexpected(
            list_words(keys),
            format!("`{}`", other.get_ref()),
        )),
        None => Ok(table),
    }
}

pub(crate) fn read_field<T: FromToml>(table: &DeTable<'static>, key: &str) -> Result<T, DataError> {
    read_field_or(table, key, T::default_value())
}

/// What a table has under a key, with what goes without saying there.
pub(crate) fn read_field_or<T: FromToml>(
    table: &DeTable<'static>,
    key: &str,
    unsaid: Option<T>,
) -> Result<T, DataError> {
    match table.get(key) {
        Some(told) => T::from_toml(told.get_ref()).map_err(|wrong| wrong.under(key)),
        None => unsaid.ok_or_else(|| DataError::from(DataProblem::Missing).under(key)),
    }
}

/// Returns the error for a word that has too much or too little with it.
pub(crate) fn unfit_variant(word: &str) -> DataError {
    DataProblem::UnfitVariant(word.into()).into()
}

/// A file of data, by its path below `src` and without its ending.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! text {
    ($($part:literal),+) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/", $($part,)+ ".toml"))
    };
}

/// Questions and answers, what there is to say of works, and what only chapters print stand in pages already: the engine
/// there goes without (`build.rs`).
#[cfg(target_arch = "wasm32")]
macro_rules! text {
    ($($part:literal),+) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $($part,)+ ".toml"))
    };
}
pub(crate) use text;
