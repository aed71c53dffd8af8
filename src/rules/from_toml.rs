//! Reads values from files of data. Serde would do as much, and make the engine that is sent to pages an eighth larger: with
//! derived `Deserialize` for the types of `data!` and `choices!`, without their lists, it had 742,334 bytes instead of 659,831
//! as `gzip -9` packs it (2,215,816 instead of 1,846,934 unpacked).

pub use super::data_error::DataError;
use super::data_error::DataProblem;
use super::value_form::{ValueForm, to_snake_case};
use crate::cards::{Card, CardLanguage, Rank, Suit, read_card, read_suit};
#[cfg(not(target_arch = "wasm32"))]
use std::collections::HashSet;
use std::fmt::Display;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::{LazyLock, Mutex, PoisonError};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value of TOML.
pub type TomlValue<'a> = DeValue<'a>;

/// A type that files of data can write.
pub trait FromToml: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// If something else was expected there.
    fn from_toml(value: &TomlValue) -> Result<Self, DataError>;

    /// Returns the form in which files write such a value.
    fn form() -> ValueForm;

    /// Returns the value of a field that is not written, if the field may be left out.
    fn default_value() -> Option<Self> {
        None
    }
}

/// Reads a file of data that is a part of the program.
///
/// # Panics
/// If the file has a mistake.
pub(crate) fn parse_file<T: FromToml>(name: &str, file: &'static str) -> T {
    expect_valid(name, T::from_toml(&DeValue::Table(parse_table(name, file))))
}

/// Parses a file of data that is a part of the program.
///
/// # Panics
/// If the file is no TOML.
pub(super) fn parse_table(name: &str, file: &'static str) -> DeTable<'static> {
    expect_valid(name, DeTable::parse(file)).into_inner()
}

/// Returns what was read in a file of the program.
///
/// # Panics
/// If the file has a mistake. Every test that reads the file finds it.
pub(super) fn expect_valid<T, E: Display>(name: &str, read: Result<T, E>) -> T {
    read.unwrap_or_else(|wrong| panic!("{name}: {wrong}"))
}

/// Returns the error for a value of another kind than the one expected.
#[inline(never)]
pub(crate) fn expected(expectation: &str, value: &TomlValue) -> DataError {
    let found = match value {
        DeValue::String(word) if word.parse::<i64>().is_ok() => {
            format!("`\"{word}\"`, which is a text: leave out the quotation marks")
        }
        DeValue::String(word) => format!("`{word}`"),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Boolean(flag) => format!("`{flag}`"),
        other => format!("a value of the type {}", other.type_str()),
    };
    DataError::unexpected(expectation, found)
}

macro_rules! read {
    ($($type:ty: $what:literal, $form:expr, |$value:ident| $read:expr;)+) => { $(
        impl FromToml for $type {
            fn form() -> ValueForm {
                $form
            }

            fn from_toml($value: &TomlValue) -> Result<$type, DataError> {
                $read.ok_or_else(|| expected($what, $value))
            }
        }
    )+ };
}

read! {
    i64: "a whole number", ValueForm::Number(i64::MIN, i64::MAX),
        |value| value.as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
    u8: "a number from 0 to 255", ValueForm::Number(0, 255), |value| i64::from_toml(value)?.try_into().ok();
    u16: "a number from 0 to 65535", ValueForm::Number(0, 65_535), |value| i64::from_toml(value)?.try_into().ok();
    i32: "a number from -2147483648 to 2147483647",
        ValueForm::Number(i64::from(i32::MIN), i64::from(i32::MAX)), |value| i64::from_toml(value)?.try_into().ok();
    usize: "a number from 0 up", ValueForm::Number(0, i64::MAX), |value| i64::from_toml(value)?.try_into().ok();
    Rank: "a rank, such as `K`", ValueForm::Words("a rank, such as `K`"), |value| value.as_str().and_then(Rank::from_sign);
    Suit: "a suit, such as `clubs`", ValueForm::Words("a suit, such as `clubs`"), |value| value.as_str().and_then(read_suit);
    Card: "a card, such as `J♣`", ValueForm::Words("a card, such as `J♣`"), |value| value.as_str().and_then(|word| read_card(word, CardLanguage::English).ok());
}

impl FromToml for bool {
    fn from_toml(value: &TomlValue) -> Result<bool, DataError> {
        value
            .as_bool()
            .ok_or_else(|| expected("`true` or `false`", value))
    }

    fn form() -> ValueForm {
        ValueForm::Flag
    }

    fn default_value() -> Option<bool> {
        Some(false)
    }
}

/// Joins the lines of a paragraph with spaces. A row of a table or an item of a list keeps its own line.
fn join_wrapped_lines(paragraph: &str) -> String {
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

/// Keeps a text until the program ends, because rules are used until then. Each text is kept once, so the file of an author
/// that is read again after each change takes no more memory than its new texts.
#[cfg(not(target_arch = "wasm32"))]
fn intern_text(text: String) -> &'static str {
    static KEPT: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text.as_str()) {
        return known;
    }
    // Leaked once for each different text.
    let new: &'static str = text.leak();
    kept.insert(new);
    new
}

/// Keeps a text until the program ends. The engine in a page reads each file once.
#[cfg(target_arch = "wasm32")]
fn intern_text(text: String) -> &'static str {
    // Leaked because rules are used until the program ends.
    text.leak()
}

/// Reads a text, in which the end of a line is a space.
impl FromToml for &'static str {
    fn from_toml(value: &TomlValue) -> Result<&'static str, DataError> {
        let words = value.as_str().ok_or_else(|| expected("words", value))?;
        // The lines are the file's; the paragraphs belong to the text.
        let paragraphs: Vec<String> = words.split("\n\n").map(join_wrapped_lines).collect();
        Ok(intern_text(paragraphs.join("\n\n")))
    }

    fn form() -> ValueForm {
        ValueForm::Words("")
    }

    /// Returns an empty text in the engine for pages, because pages have these texts already (`build.rs`).
    fn default_value() -> Option<&'static str> {
        cfg!(target_arch = "wasm32").then_some("")
    }
}

/// Reads a value, or `none`.
impl<T: FromToml> FromToml for Option<T> {
    fn from_toml(value: &TomlValue) -> Result<Option<T>, DataError> {
        if value.as_str() == Some("none") {
            Ok(None)
        } else {
            T::from_toml(value).map(Some)
        }
    }

    fn form() -> ValueForm {
        T::form().or_none()
    }

    fn default_value() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: FromToml> FromToml for &'static [T] {
    fn from_toml(value: &TomlValue) -> Result<&'static [T], DataError> {
        let list = value.as_array().ok_or_else(|| expected("a list", value))?;
        let mut items = Vec::new();
        for (number, item) in (1_usize..).zip(list.iter()) {
            items.push(
                read_spanned(item).map_err(|error: DataError| error.under(number.to_string()))?,
            );
        }
        // Leaked because rules are used until the program ends.
        Ok(items.leak())
    }

    fn form() -> ValueForm {
        ValueForm::List(Box::new(T::form()))
    }

    fn default_value() -> Option<&'static [T]> {
        Some(&[])
    }
}

/// Reads a list of two values.
impl<A: FromToml, B: FromToml> FromToml for (A, B) {
    fn from_toml(value: &TomlValue) -> Result<(A, B), DataError> {
        match value.as_array().map(|list| &list[..]) {
            Some([one, other]) => Ok((read_spanned(one)?, read_spanned(other)?)),
            _ => Err(expected("a list of two", value)),
        }
    }

    fn form() -> ValueForm {
        ValueForm::Row(vec![A::form(), B::form()])
    }
}

/// Returns the index of a word in a list of words as data write them, or of names of variants.
pub(super) fn find_word(word: &str, words: &[&str]) -> Result<usize, DataError> {
    let words: Vec<String> = words.iter().map(|name| to_snake_case(name)).collect();
    let found = words.iter().position(|known| known == word);
    found.ok_or_else(|| DataError::unexpected(write_one_of(&words), format!("`{word}`")))
}

/// Reads one of these words, and returns its index.
pub(crate) fn word_index(value: &TomlValue, words: &[&str]) -> Result<usize, DataError> {
    let Some(word) = value.as_str() else {
        let words: Vec<String> = words.iter().map(|name| to_snake_case(name)).collect();
        return Err(expected(&write_one_of(&words), value));
    };
    find_word(word, words)
}

/// Reads one of these words, alone or with a value: `"bankrupt"`, `{ tours = 3 }`. Returns its index and the value.
pub(crate) fn word_with_value<'a>(
    value: &'a TomlValue<'a>,
    words: &[&str],
) -> Result<(usize, Option<&'a Spanned<TomlValue<'a>>>), DataError> {
    match value {
        DeValue::String(word) => Ok((find_word(word, words)?, None)),
        DeValue::Table(table) if table.len() == 1 => {
            let (word, with) = table.iter().next().expect("one");
            let place = find_word(word.get_ref(), words)
                .map_err(|error| error.with_span_if_missing(word.span()))?;
            Ok((place, Some(with)))
        }
        _ => Err(expected(&write_one_of(words), value)),
    }
}

/// Returns the words that may stand in a place: "one of `fold`, `stand`".
fn write_one_of(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    format!("one of `{}`", words.join("`, `"))
}

/// Reads a table that may have these keys and no others.
pub(crate) fn read_table<'a>(
    value: &'a TomlValue<'a>,
    keys: &[&str],
) -> Result<&'a DeTable<'a>, DataError> {
    let table = value.as_table().ok_or_else(|| expected("a table", value))?;
    match table.keys().find(|key| !keys.contains(&&**key.get_ref())) {
        Some(other) => {
            let found = format!("`{}`", other.get_ref());
            Err(DataError::unexpected(write_one_of(keys), found).with_span_if_missing(other.span()))
        }
        None => Ok(table),
    }
}

/// Reads a value. A mistake in it that has no place yet is at the place of the value.
pub(crate) fn read_spanned<T: FromToml>(value: &Spanned<TomlValue>) -> Result<T, DataError> {
    T::from_toml(value.get_ref()).map_err(|error| error.with_span_if_missing(value.span()))
}

/// Reads the value under a key, or the type's default if there is none.
pub(crate) fn read_field_or_default<T: FromToml>(
    table: &DeTable<'_>,
    key: &str,
) -> Result<T, DataError> {
    read_field_or(table, key, T::default_value())
}

/// Reads the value under a key, or returns `default` if there is none.
pub(crate) fn read_field_or<T: FromToml>(
    table: &DeTable<'_>,
    key: &str,
    default: Option<T>,
) -> Result<T, DataError> {
    match table.get(key) {
        Some(value) => read_spanned(value).map_err(|error| error.under(key)),
        None => default.ok_or_else(|| DataError::from(DataProblem::Missing).under(key)),
    }
}

/// Returns the error for a word that has too much or too little with it.
pub(crate) fn wrong_content_of_variant(word: &str) -> DataError {
    DataProblem::UnfitVariant(to_snake_case(word)).into()
}

/// Includes a file of data, by its path below `src` and without its ending.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! text {
    ($($part:literal),+) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/", $($part,)+ ".toml"))
    };
}

/// Includes a file of data without what pages have already: readings, and texts that only chapters print (`build.rs`).
#[cfg(target_arch = "wasm32")]
macro_rules! text {
    ($($part:literal),+) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $($part,)+ ".toml"))
    };
}
pub(crate) use text;
