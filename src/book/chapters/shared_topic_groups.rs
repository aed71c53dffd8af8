//! Lists of topics that several chapters share: what they group under one title, and in which
//! order.

use crate::rules::from_toml::parse_file;
use crate::rules::{ClauseId, ReadingAnswerOrigin, data};
use std::sync::LazyLock;

data! {
    /// The lists of `topics.toml`, which says what each of them is for.
    pub(super) struct ChapterTopicLists {
        pub(super) game_differences: &'static [(&'static str, &'static [ClauseId])],
        pub(super) in_a_minute: &'static [(&'static str, &'static [ClauseId])],
        pub(super) at_a_glance: &'static [ClauseId],
        pub(super) subjects: &'static [(&'static str, &'static [&'static str])],
        pub(super) sheet_parts: &'static [(&'static str, &'static [&'static str])],
        pub(super) left_off_the_sheet: &'static [ClauseId],
        pub(super) duties: &'static [(&'static str, ClauseId)],
        pub(super) answer_titles: &'static [(ReadingAnswerOrigin, (&'static str, &'static str))],
    }
}

pub(super) static LISTS: LazyLock<ChapterTopicLists> =
    LazyLock::new(|| parse_file("topics.toml", include_str!("topics.toml")));

/// Returns whether the first part of the topic's id is one of these.
pub(super) fn is_in_sections(topic: ClauseId, sections: &[&str]) -> bool {
    let section = topic.id().split('.').next();
    section.is_some_and(|section| sections.contains(&section))
}

/// Returns the title of the subject to which a topic belongs.
pub(super) fn subject_of(topic: ClauseId) -> &'static str {
    for (title, sections) in LISTS.subjects {
        if is_in_sections(topic, sections) {
            return title;
        }
    }
    ""
}

/// Returns the title of a topic for pages on which editions stand beside each other. Each edition
/// has its own name for the top card, so these pages say *top card*.
pub(super) fn shared_title(topic: ClauseId) -> String {
    topic
        .title()
        .replace("Pamphile", "top card")
        .replace('\'', "’")
}

/// Groups neighbouring items whose topics have one subject, and keeps the order of the items.
pub(super) fn group_runs_by_subject<T>(
    items: Vec<T>,
    topic_of: impl Fn(&T) -> ClauseId,
) -> Vec<(&'static str, Vec<T>)> {
    let mut groups: Vec<(&'static str, Vec<T>)> = Vec::new();
    for item in items {
        let subject = subject_of(topic_of(&item));
        match groups.last_mut() {
            Some((title, members)) if *title == subject => members.push(item),
            _ => groups.push((subject, vec![item])),
        }
    }
    groups
}
