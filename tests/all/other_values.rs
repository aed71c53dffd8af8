//! The other values that a clause can have, as edition files write them: found by asking the reader of edition files what it expects.

use crate::random_editions::write_edition;
use mouche::editions::built_in_by_id;
use mouche::rules::{ClauseId, Ruleset};
use std::collections::BTreeSet;

/// A word that no clause knows. The message about it names the words that may stand there.
const UNKNOWN: &str = "zzz";

/// Words and cards to try where the reader names a kind of word and no list.
const WORDS_BY_KIND: [(&str, &[&str]); 4] = [
    ("a card", &["J♣", "Q♠", "7♦"]),
    ("a rank", &["K", "7", "2"]),
    ("a suit", &["clubs", "hearts"]),
    ("ranks", &["2-A", "7-A", "9-A", "2-7 J-A"]),
];

/// Returns the edition that an edition file with this value makes; none if the file is refused.
pub fn read_with_value(base: &Ruleset, topic: ClauseId, value: &str) -> Result<Ruleset, String> {
    let text = write_edition(base, &[(topic, value.to_owned())]);
    Ruleset::read(&text, &|id| built_in_by_id(id)).map_err(|error| error.to_string())
}

/// Returns the values that a change of one part makes of a value. Some of them may be refused.
pub fn change_each_part(base: &Ruleset, topic: ClauseId, value: &str) -> BTreeSet<String> {
    let mut changed = BTreeSet::new();
    for (start, end) in parts_of(value) {
        let part = &value[start..end];
        let replace = |with: &str| format!("{}{with}{}", &value[..start], &value[end..]);
        for other in other_parts(part, |with| expected_words(base, topic, &replace(with))) {
            changed.insert(replace(&other));
        }
    }
    for (start, end) in lists_of(value) {
        for list in shorter_lists(&value[start..end]) {
            changed.insert(format!("{}{list}{}", &value[..start], &value[end..]));
        }
    }
    for (start, _) in value.match_indices('{') {
        let insert =
            |entry: &str| format!("{}{{ {entry}, {}", &value[..start], &value[start + 1..]);
        for key in expected_words(base, topic, &insert("zzz = 1")) {
            for with in ["true", "1", "\"zzz\""] {
                let entry = format!("{key} = {with}");
                changed.insert(insert(&entry));
                for word in expected_words(base, topic, &insert(&entry)) {
                    changed.insert(insert(&format!("{key} = \"{word}\"")));
                }
            }
        }
    }
    for word in expected_words(base, topic, "\"zzz\"") {
        changed.insert(format!("\"{word}\""));
    }
    changed.insert("\"none\"".to_owned());
    changed
}

/// Returns the words that the reader expects in place of an unknown one in a value.
fn expected_words(base: &Ruleset, topic: ClauseId, value: &str) -> Vec<String> {
    let Err(message) = read_with_value(base, topic, value) else {
        return Vec::new();
    };
    if let Some((_, listed)) = message.split_once("one of ") {
        let listed = listed.split(", found").next().unwrap_or_default();
        let words = listed.split(", ").map(|word| word.trim_matches('`'));
        return words.map(str::to_owned).collect();
    }
    let known = WORDS_BY_KIND
        .iter()
        .find(|(kind, _)| message.contains(&format!("expected {kind}")));
    let words = known.map_or(&[][..], |(_, words)| words);
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Returns other texts for a part of a value: a number, a word or a yes or no.
fn other_parts(part: &str, expected: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    match part {
        "true" => vec!["false".to_owned()],
        "false" => vec!["true".to_owned()],
        _ if part.starts_with('"') => {
            let words = expected(&format!("\"{UNKNOWN}\""));
            words.iter().map(|word| format!("\"{word}\"")).collect()
        }
        _ => {
            let number: i64 = part.parse().expect("a number");
            let others = [number + 1, number - 1, number * 2];
            others.iter().map(i64::to_string).collect()
        }
    }
}

/// Returns where the words, numbers and yes or no of a value stand. Keys are left out.
fn parts_of(value: &str) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < value.len() {
        let rest = &value[at..];
        let length = if let Some(inner) = rest.strip_prefix('"') {
            inner.find('"').expect("the end of a word") + 2
        } else {
            let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()).max(1)
        };
        let word = &rest[..length];
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        let is_key = rest[length..].trim_start().starts_with('=');
        if !is_key && (is_number || word.starts_with('"') || word == "true" || word == "false") {
            parts.push((at, at + length));
        }
        at += length;
    }
    parts
}

/// Returns where the lists of a value stand, with their brackets.
fn lists_of(value: &str) -> Vec<(usize, usize)> {
    let mut lists = Vec::new();
    for (start, _) in value.match_indices('[') {
        let mut depth = 0;
        for (at, c) in value[start..].char_indices() {
            depth += i32::from(c == '[') - i32::from(c == ']');
            if depth == 0 {
                lists.push((start, start + at + 1));
                break;
            }
        }
    }
    lists
}

/// Returns the list without each of its items, and with its first two items in the other order.
fn shorter_lists(list: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut depth = 0;
    for c in list[1..list.len() - 1].chars() {
        depth += i32::from("[{".contains(c)) - i32::from("]}".contains(c));
        if c == ',' && depth == 0 {
            items.push(String::new());
        } else {
            items.last_mut().expect("an item").push(c);
        }
    }
    let write = |items: &[String]| format!("[{}]", items.join(","));
    let mut lists = Vec::new();
    for left_out in 0..items.len() {
        let mut fewer = items.clone();
        fewer.remove(left_out);
        lists.push(write(&fewer));
    }
    if items.len() > 1 {
        items.swap(0, 1);
        lists.push(write(&items));
    }
    lists
}
