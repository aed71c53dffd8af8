//! The words that mean the same in a search, and those that a search leaves out. The list of the clauses on a page uses them too.

use crate::editions;
use crate::rules::from_toml::parse_file;
use crate::rules::{ClauseId, data};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::LazyLock;

data! {
    /// The words of `search_words.toml`.
    pub(super) struct SearchWordTables {
        /// Groups of words and phrases that mean the same in a search.
        pub(super) same: &'static [&'static [&'static str]],
        /// Words that a search leaves out, unless the query has no others.
        pub(super) ignored: &'static [&'static str],
        /// What readers ask of a clause, beside its title and the words of the glossary for it.
        pub(super) asked: &'static [(ClauseId, &'static [&'static str])],
        /// What readers ask of a clause in some editions only.
        pub(super) asked_in: &'static [(ClauseId, (&'static [&'static str], &'static [&'static str]))],
        /// Other names of editions, beside their own names and those of their games.
        pub(super) editions: &'static [(&'static [&'static str], &'static [&'static str])],
        /// The beginnings of addresses of chapters, and what readers call such chapters.
        pub(super) chapters: &'static [(&'static str, &'static [&'static str])],
    }
}

pub(super) static WORDS: LazyLock<SearchWordTables> =
    LazyLock::new(|| parse_file("search_words.toml", include_str!("search_words.toml")));

/// Returns a script for the list of the clauses on a page: the groups of words that mean the same, and what readers call each
/// clause, our phrases and the words of the glossary.
pub(super) fn clause_synonyms_script() -> String {
    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (topic, phrases) in WORDS.asked {
        names.entry(topic.id()).or_default().extend(*phrases);
    }
    for (topic, (_, phrases)) in WORDS.asked_in {
        names.entry(topic.id()).or_default().extend(*phrases);
    }
    for term in editions::TERMS.iter() {
        for topic in term.topics {
            let words = names.entry(topic.id()).or_default();
            words.push(term.name);
            words.extend(term.forms);
        }
    }
    let names: BTreeMap<&str, String> = names
        .into_iter()
        .map(|(topic, words)| (topic, words.join(" · ")))
        .collect();
    format!(
        "window.mouche.clauseWords={};\n",
        json!({ "synonyms": WORDS.same, "otherNames": names })
    )
}
