//! The names and the words that a file may have: its players, and the keywords of its editions in its language.

use super::odd_characters::{describe_odd_character, replace_odd_characters};
use super::{Diagnostic, FolderRules, Header, Span, Spanned, Token, TokenKind, diagnose};
use super::{
    fold_case_accents_and_separators, is_combining_mark, is_hidden, name_hidden_characters, quote,
    to_nfc,
};
use crate::cards::{CardLanguage, InsertionSort, Seat};
use crate::rules::{ClauseId, ClauseLookup, EngineKind, Ruleset};

/// The longest name, in characters.
pub const MAX_NAME_LENGTH: usize = 40;

/// The names of a file, in playing order; and the editions and the letters that it is read by, whose words it may have.
#[derive(Clone, Debug, Default)]
pub struct FileVocabulary {
    /// The letters of cards.
    pub letters: CardLanguage,
    names: Vec<String>,
    /// The short names: those that the header gives, and initials.
    short_names: Vec<(String, Seat)>,
    editions: Vec<&'static Ruleset>,
    /// The family of games to which the editions belong.
    pub machine: EngineKind,
    /// The house table of the file's folder.
    pub house: FolderRules,
}

impl FileVocabulary {
    /// Returns a vocabulary with the names of these players.
    pub fn new(players: &[Spanned<String>]) -> FileVocabulary {
        FileVocabulary {
            names: players.iter().map(|player| player.value.clone()).collect(),
            ..FileVocabulary::default()
        }
        .with_initials()
    }

    /// Adds the initial of each player as a short name, if no other player has the same. A name of several words has none: the
    /// `M.` of `M. d'Hozier` is part of a name.
    fn with_initials(mut self) -> FileVocabulary {
        for (seat, name) in self.names.iter().enumerate() {
            let Some(initial) = name.chars().next().filter(|first| first.is_uppercase()) else {
                continue;
            };
            let mut same = self.names.iter().filter(|other| other.starts_with(initial));
            let is_one_word = !name.contains(' ');
            if is_one_word && same.next().is_some() && same.next().is_none() {
                let short = initial.to_string();
                self.short_names.push((short, Seat(seat as u8)));
            }
        }
        self
    }

    /// Returns the names that a header gives, with its letters and the editions that it names.
    pub fn of_header(header: &Header) -> FileVocabulary {
        let mut editions = Vec::new();
        for edition in &header.editions {
            editions.extend(header.house.edition_by_id(&edition.value));
        }
        FileVocabulary {
            editions,
            machine: header.machine,
            letters: header.letters,
            house: header.house,
            ..FileVocabulary::new(&header.players)
        }
        .with_short_names(&header.short_names)
    }

    /// Adds the short names that a header gives. They come before initials.
    fn with_short_names(mut self, given: &[(String, Seat)]) -> FileVocabulary {
        self.short_names
            .retain(|(short, _)| given.iter().all(|(other, _)| other != short));
        self.short_names.extend_from_slice(given);
        self
    }

    /// Returns a vocabulary of these editions, without players.
    pub fn without_players(editions: Vec<&'static Ruleset>) -> FileVocabulary {
        FileVocabulary {
            editions,
            ..FileVocabulary::default()
        }
    }

    /// Returns whether the file is about Mus.
    pub fn is_mus(&self) -> bool {
        self.machine == EngineKind::Mus
    }

    /// Returns whether an edition of the file speaks of something. Where none is known, any may be meant.
    pub fn may_have_clause_about(&self, topic: ClauseId) -> bool {
        self.editions.is_empty()
            || self
                .editions
                .iter()
                .any(|edition| edition.has_clause_on(topic))
    }

    /// Returns whether a clause is in force in an edition of the file. Where none is known, any may be meant.
    pub fn may_have_clause_in_force(&self, topic: ClauseId) -> bool {
        self.editions.is_empty()
            || self
                .editions
                .iter()
                .any(|edition| edition.has_subject_of(topic))
    }

    /// Returns the longest name that begins these tokens, and how many of them it takes.
    pub fn longest_name_at(&self, tokens: &[Token]) -> Option<(Seat, usize)> {
        let first = tokens.first()?;
        if first.kind != TokenKind::Word {
            return None;
        }
        let first = to_nfc(first.text);
        let mut longest: Option<(Seat, usize)> = None;
        for (seat, name) in self.names.iter().enumerate() {
            if !name.starts_with(&*first) {
                continue;
            }
            if let Some(words) = name_length(name, tokens)
                && longest.is_none_or(|(_, length)| words > length)
            {
                longest = Some((Seat(seat as u8), words));
            }
        }
        longest.or_else(|| Some((self.seat_of_short_name(&first)?, 1)))
    }

    /// Returns the player with this short name, which may end with a full stop.
    fn seat_of_short_name(&self, word: &str) -> Option<Seat> {
        let word = word.strip_suffix('.').unwrap_or(word);
        let mut names = self.short_names.iter();
        let (_, seat) = names.find(|(short, _)| short == word)?;
        Some(*seat)
    }

    /// Returns the names that a word may be a slip of: the nearest, and all that are as near. Those that differ in case or accents
    /// alone are nearest; others differ by two letters at most, short names by one.
    pub fn near_names(&self, word: &str) -> Vec<String> {
        let plain = fold_case_accents_and_separators(word);
        if plain.is_empty() || plain.len() > 2 * MAX_NAME_LENGTH {
            return Vec::new();
        }
        let mut near: Vec<(usize, &String)> = Vec::new();
        for name in &self.names {
            let plain_name = fold_case_accents_and_separators(name);
            let shorter = plain.chars().count().min(plain_name.chars().count());
            let allowed = if shorter < 5 { 1 } else { 2.max(shorter / 3) };
            let distance = strsim::damerau_levenshtein(&plain, &plain_name);
            if distance <= allowed && distance < shorter {
                near.push((distance, name));
            }
        }
        near.insertion_sort_by_key(|(distance, _)| *distance);
        if near.is_empty() {
            return self.names_beginning_with(word);
        }
        let least = near.first().map(|(distance, _)| *distance);
        near.into_iter()
            .filter(|(distance, _)| Some(*distance) == least)
            .map(|(_, name)| name.clone())
            .collect()
    }

    /// Returns the names that begin with these letters: `B` for `Bertrand`.
    fn names_beginning_with(&self, letters: &str) -> Vec<String> {
        let letters = letters.trim_end_matches('.');
        let mut names = self.names.clone();
        names.retain(|name| !letters.is_empty() && name.starts_with(letters));
        names
    }

    /// Returns the names of the players, in words.
    pub fn list_players(&self) -> String {
        format!("the players are {}", self.names.join(", "))
    }

    /// Returns a name that is none of these. `fix` is how one of them is written in its place.
    pub fn unknown_name_error(
        &self,
        name: &str,
        span: Span,
        fix: impl Fn(&str) -> String,
    ) -> Diagnostic {
        let mut wrong = diagnose!("unknown-name", &span, written = quote(name));
        let plain = replace_odd_characters(name);
        if let Some(odd) = describe_odd_character(name)
            && self.names.contains(&plain)
        {
            wrong.label = format!("not a player's name: {odd}");
            return wrong.with_suggestion(Some(&plain), fix);
        }
        match &self.near_names(name)[..] {
            [] => wrong.with_help(self.list_players()),
            [only] => wrong.with_suggestion(Some(only), fix),
            // Which of two players is meant, only the author knows, even where the rules allow only one of them.
            several => {
                let several: Vec<String> = several.iter().map(|player| quote(player)).collect();
                wrong.with_help(format!("possible meanings: {}", several.join(" or ")))
            }
        }
    }
}

/// Returns how many tokens a name takes, if these tokens begin with it.
fn name_length(name: &str, tokens: &[Token]) -> Option<usize> {
    let mut length = 0;
    for word in name.split_whitespace() {
        let token = tokens.get(length)?;
        if token.kind != TokenKind::Word || to_nfc(token.text) != word {
            return None;
        }
        length += 1;
    }
    Some(length)
}

/// Returns what is odd about how the name of a player or of a table is written.
pub fn odd_name_reason(name: &str) -> Option<String> {
    if let Some(strange) = name.chars().find(|c| !fits_name(*c)) {
        let shown = name_hidden_characters(&strange.to_string());
        return Some(if strange == '\u{2019}' {
            "it contains `’`, so write `'` instead".to_owned()
        } else if is_hidden(strange) {
            format!("it contains {shown}")
        } else {
            format!("it contains `{shown}`")
        });
    }
    if !name.starts_with(char::is_alphabetic) {
        return Some("it does not begin with a letter".to_owned());
    }
    if name.ends_with(' ') || name.contains("  ") {
        return Some("it contains an extra space".to_owned());
    }
    let characters = name.chars().count();
    if characters > MAX_NAME_LENGTH {
        return Some(format!(
            "it has {characters} characters, but at most {MAX_NAME_LENGTH} are allowed"
        ));
    }
    None
}

fn fits_name(c: char) -> bool {
    (c.is_alphanumeric() || is_combining_mark(c) || matches!(c, ' ' | '\'' | '.' | '-'))
        && !is_hidden(c)
}
