//! The keys that a header may have.

use crate::cards::Letters;

/// The one format that is read.
pub(super) const FORMAT: i64 = 1;

/// The languages that a file may be written in, with their letters of cards.
pub(super) const LANGUAGES: [(&str, Letters); 2] = [("en", Letters::English), ("fr", Letters::French)];

/// A key, and what stands after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// A line with it.
    pub example: &'static str,
    /// What it says.
    pub says: &'static str,
    /// What stands after it.
    pub takes: Takes,
}

/// What may stand after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// The name of an edition.
    Edition,
    /// Names of editions.
    Editions,
    /// Names of players.
    Players,
    /// Names of clauses.
    Clauses,
    /// Options by name.
    Options,
    /// An amount, or amounts by player.
    Chips,
    /// Yes or no.
    Flag,
    /// The language of its words and letters.
    Language,
    /// The number of the format.
    Format,
}

const fn key(name: &'static str, takes: Takes, example: &'static str, says: &'static str) -> Key {
    Key { name, example, says, takes }
}

/// All of them.
pub const KEYS: &[Key] = &[
    key(
        "edition",
        Takes::Edition,
        "edition = \"mouche-1718\"",
        "The rules it is played by. It, or `editions`, must be there.",
    ),
    key(
        "editions",
        Takes::Editions,
        "editions = [\"mouche-1718\", \"mouche-1730\"]",
        "Several: the file must hold under each.",
    ),
    key(
        "players",
        Takes::Players,
        "players = [\"Anne\", \"Claude\", \"Denise\"]",
        "Their names, in playing order: each sits at the right of the one before. It must be there.",
    ),
    key(
        "shows",
        Takes::Clauses,
        "shows = [\"play.trump\"]",
        "Clauses that the file is about. One that it does not show is an error.",
    ),
    key(
        "options",
        Takes::Options,
        "options = { debts = \"staged\" }",
        "What is agreed before play; `mouche editions` lists what can be.",
    ),
    key(
        "chips",
        Takes::Chips,
        "chips = { Anne = 1000, Claude = 200, Denise = 1000 }",
        "What each starts with, or one amount for all. Where there is credit it may be below nothing.",
    ),
    key("advice", Takes::Flag, "advice = true", "Each declaration then shows what the other ones may come to."),
    key("lang", Takes::Language, "lang = \"fr\"", "French words and letters; `en` if it is left out."),
    key("format", Takes::Format, "format = 1", "The format of the file. There is one so far."),
];

/// Their names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|key| key.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::load;

    #[test]
    fn every_example_is_read() {
        for key in KEYS {
            let others = KEYS.iter().filter(|other| ["edition", "players"].contains(&other.name));
            let needed =
                others.filter(|other| other.name != key.name && (other.name, key.name) != ("edition", "editions"));
            let lines: Vec<&str> = needed.map(|other| other.example).chain([key.example]).collect();
            let deal = "```deal\ndealer Anne\n```\n";
            let told = load(&format!("# T\n\n```toml scenario\n{}\n```\n\n{deal}", lines.join("\n")));
            assert_eq!(told.diagnostics, [], "{}", key.name);
            assert!(key.example.starts_with(key.name));
        }
    }
}
