//! The words that mean the same in a search, and those that a search leaves out.

use crate::rules::from_toml::parse_file;
use crate::rules::{ClauseId, data};
use std::sync::LazyLock;

data! {
    /// The words of `search_words.toml`.
    pub(super) struct SearchSynonyms {
        /// Groups of words and phrases that mean the same in a search.
        pub(super) same: &'static [&'static [&'static str]],
        /// Words that a search leaves out, unless the query has no others.
        pub(super) ignored: &'static [&'static str],
        /// What readers ask of a clause, beside its title and the words of the glossary for it.
        pub(super) asked: &'static [(ClauseId, &'static [&'static str])],
        /// Other names of editions, beside their own names and those of their games.
        pub(super) editions: &'static [(&'static [&'static str], &'static [&'static str])],
        /// The beginnings of addresses of chapters, and what readers call such chapters.
        pub(super) chapters: &'static [(&'static str, &'static [&'static str])],
    }
}

pub(super) static WORDS: LazyLock<SearchSynonyms> =
    LazyLock::new(|| parse_file("search_words.toml", include_str!("search_words.toml")));
