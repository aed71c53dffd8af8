//! The words of a fence's line: tokens with their places, keywords, names by longest match, and a reader over them.

mod form;
mod keyword;
mod mistake;
mod name;
mod reader;
mod token;
mod visible;

pub use form::{FORMS, Form};
pub use keyword::{Keyword, Place};
pub use name::Names;
pub(crate) use name::composed;
pub use reader::{Read, Reader, Want, each_line, line_tokens};
pub use token::{Kind, Token, tokens};
pub(crate) use visible::{is_hidden, is_unseen};
pub use visible::{quoted, visible};

/// The candidate nearest to a word, if it is near enough to be meant: a third of its letters, at least two.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 80 {
        return None;
    }
    let word = word.to_lowercase();
    let far = 2.max(word.chars().count() / 3);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= far && *distance < candidate.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The three candidates nearest to a word, the nearest first, however far.
pub fn close<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word: String = word.chars().take(80).flat_map(char::to_lowercase).collect();
    let mut candidates: Vec<&str> = candidates.into_iter().collect();
    candidates.sort_by_key(|candidate| strsim::damerau_levenshtein(&word, candidate));
    candidates.truncate(3);
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word() {
        assert_eq!(nearest("flods", ["stands", "folds"]), Some("folds"));
        assert_eq!(nearest("zzz", ["may", "folds"]), None);
        assert_eq!(nearest(&"z".repeat(100_000), ["may"]), None);
    }
}
