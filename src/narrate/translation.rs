//! The sentences of a hand in its own language. An English sentence is the key of its words in `translation/*.toml`, one file a
//! language; gaps in both stand for what differs: names, cards, numbers. A sentence without words there stays English. The engine
//! for pages has no such words, because they would make it too large: there, all sentences of hands are English.

mod sentence_pattern;

use super::player_naming::PlayerNamesForReader;
use crate::cards::{CardLanguage, Rank, Suit};
use crate::rules::mus_values::BettingPhase;
use crate::scenario::story::Story;
use crate::scenario::{definite_article, respell_cards};
use sentence_pattern::{
    SentenceGapContents, SentenceGapKind, SentenceGapReader, SentencePatternPart, english_plural,
    read_pattern,
};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Returns English sentences in the language of a hand; none if that is English, if the table of the language lacks a sentence,
/// or if a player reads them, who is "you" in them.
pub(super) fn translate_words(reader_story: PlayerNamesForReader, english: &str) -> Option<String> {
    Translator::for_reader(reader_story)?.translate(english)
}

/// Returns a verdict in the language of a hand as [`translate_words`] does. If `has_foreign_head`, the words before its reason are in
/// that language already.
pub(super) fn translate_verdict(
    reader_story: PlayerNamesForReader,
    verdict: &str,
    has_foreign_head: bool,
) -> Option<String> {
    let translator = Translator::for_reader(reader_story)?;
    match translator.translate(verdict) {
        None if has_foreign_head => translator.with_reason_translated(verdict),
        translated => translated,
    }
}

/// The file of a language.
#[derive(Deserialize)]
struct SentenceFile {
    /// The word before the last item of a list.
    and: String,
    /// The singular and the plural of each noun that is counted, by the names of its gap.
    counts: BTreeMap<String, String>,
    /// The plurals of the ranks, by the names of packs.
    ranks: BTreeMap<String, String>,
    /// The forms of the phases of Mus, by the names of the forms.
    phases: BTreeMap<String, String>,
    /// The words for each English sentence.
    words: BTreeMap<String, String>,
}

/// An English sentence with gaps, and its words in another language.
struct SentenceRow {
    english: Vec<SentencePatternPart>,
    words: Vec<SentencePatternPart>,
}

impl SentenceRow {
    /// Returns how many bytes of the English sentence stand outside its gaps.
    fn fixed_length(&self) -> usize {
        let lengths = self.english.iter().map(|part| match part {
            SentencePatternPart::Text(text) => text.len(),
            SentencePatternPart::Gap { .. } => 0,
        });
        lengths.sum()
    }
}

/// The sentences of a language.
struct SentenceTable {
    file: SentenceFile,
    /// The sentences, those with the most words outside their gaps first.
    rows: Vec<SentenceRow>,
}

impl SentenceTable {
    fn read(text: &str) -> SentenceTable {
        let file: SentenceFile = toml::from_str(text).expect("a file of sentences");
        let mut rows = Vec::new();
        for (english, words) in &file.words {
            rows.push(SentenceRow {
                english: read_pattern(english),
                words: read_pattern(words),
            });
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.fixed_length()));
        SentenceTable { file, rows }
    }

    /// Returns the sentences of the language of these letters; none for English.
    fn for_letters(letters: CardLanguage) -> Option<&'static SentenceTable> {
        static FRENCH: LazyLock<SentenceTable> =
            LazyLock::new(|| SentenceTable::read(include_str!("translation/fr.toml")));
        static GERMAN: LazyLock<SentenceTable> =
            LazyLock::new(|| SentenceTable::read(include_str!("translation/de.toml")));
        static SPANISH: LazyLock<SentenceTable> =
            LazyLock::new(|| SentenceTable::read(include_str!("translation/es.toml")));
        match letters {
            CardLanguage::English | CardLanguage::EnglishSpanishPack => None,
            CardLanguage::French => Some(&FRENCH),
            CardLanguage::German | CardLanguage::GermanPack => Some(&GERMAN),
            CardLanguage::Spanish | CardLanguage::SpanishPack => Some(&SPANISH),
        }
    }

    /// Returns the spelling at an index of a list whose spellings are separated by `|`.
    fn spelling_at(words: Option<&String>, index: usize) -> Option<&str> {
        words?.split('|').nth(index)
    }

    /// Returns the plural of a rank in these letters.
    fn plural_of_rank(&self, rank: Rank, letters: CardLanguage) -> Option<&str> {
        let pack = match letters {
            CardLanguage::GermanPack => "german",
            CardLanguage::SpanishPack => "spanish",
            _ => "french",
        };
        SentenceTable::spelling_at(self.file.ranks.get(pack), rank as usize)
    }
}

/// Translates the English sentences of a hand into its language.
struct Translator<'a> {
    table: &'static SentenceTable,
    letters: CardLanguage,
    reader: SentenceGapReader<'a>,
}

impl<'a> Translator<'a> {
    /// Returns the translator for a reader of a hand; none if the hand is English, or if a player reads it.
    fn for_reader(reader_story: PlayerNamesForReader<'a>) -> Option<Translator<'a>> {
        if reader_story.reader.is_some() {
            return None;
        }
        let story = reader_story.story;
        Translator::into_letters(story, story.letters)
    }

    /// Returns the translator of a hand into the language of these letters; none into English.
    fn into_letters(story: &'a Story, letters: CardLanguage) -> Option<Translator<'a>> {
        Some(Translator {
            table: SentenceTable::for_letters(letters)?,
            letters,
            reader: SentenceGapReader {
                players: &story.players,
                terms: &story.rules.terms,
            },
        })
    }

    /// Returns a verdict whose reason alone is English, with its reason translated.
    fn with_reason_translated(&self, verdict: &str) -> Option<String> {
        let Some((head, reason)) = verdict.split_once(": ") else {
            return Some(verdict.to_owned());
        };
        let reason = self.translate(reason)?;
        let space = if self.letters == CardLanguage::French {
            "\u{a0}"
        } else {
            ""
        };
        Some(format!("{head}{space}: {reason}"))
    }

    /// Returns English words in the other language: one row of the table, or several sentences that each are one.
    fn translate(&self, english: &str) -> Option<String> {
        if let Some(words) = self.translate_as_row(english) {
            return Some(words);
        }
        for (at, _) in english.match_indices(". ") {
            let (first, rest) = english.split_at(at + 1);
            if let Some(first) = self.translate_as_row(first)
                && let Some(rest) = self.translate(rest.trim_start())
            {
                return Some(format!("{first} {rest}"));
            }
        }
        None
    }

    fn translate_as_row(&self, english: &str) -> Option<String> {
        for row in &self.table.rows {
            let mut contents = Vec::new();
            if self
                .reader
                .match_parts(&row.english, english, &mut contents)
                && let Some(words) = self.write_parts(&row.words, &contents)
            {
                return Some(words);
            }
        }
        None
    }

    /// Writes parts with these contents in their gaps; none if a gap has words that the table lacks.
    fn write_parts(
        &self,
        parts: &[SentencePatternPart],
        contents: &SentenceGapContents,
    ) -> Option<String> {
        let mut written = String::new();
        for part in parts {
            match part {
                SentencePatternPart::Text(text) => written += text,
                SentencePatternPart::Gap { name, kind, form } => {
                    let (_, content) = contents.iter().find(|(other, _)| other == name)?;
                    written += &self.write_gap(name, *kind, form, content)?;
                }
            }
        }
        Some(written)
    }

    /// Writes the contents of a gap in a form.
    fn write_gap(
        &self,
        name: &str,
        kind: SentenceGapKind,
        form: &str,
        content: &str,
    ) -> Option<String> {
        let words = match kind {
            SentenceGapKind::Player
            | SentenceGapKind::Number
            | SentenceGapKind::SuitSign
            | SentenceGapKind::NoTrick
            | SentenceGapKind::Title => content.to_owned(),
            SentenceGapKind::Players => self.join_names(&self.reader.read_name_list(content)?),
            SentenceGapKind::Card => respell_cards(content, self.letters),
            SentenceGapKind::Cards => {
                let and = format!(" {} ", self.table.file.and);
                respell_cards(&content.replace(" and ", &and), self.letters)
            }
            SentenceGapKind::Counted(_) => self.translate_count(name, content)?,
            SentenceGapKind::Suit => {
                let suit = Suit::ALL.into_iter().find(|suit| suit.name() == content)?;
                self.letters.suit_name(suit).to_owned()
            }
            SentenceGapKind::Phase => self.translate_phase(form, content)?.to_owned(),
            SentenceGapKind::Ranks => {
                let mut ranks = Rank::ALL.into_iter();
                let rank = ranks.find(|rank| english_plural(*rank) == content)?;
                self.table.plural_of_rank(rank, self.letters)?.to_owned()
            }
            SentenceGapKind::Flush if form == "the" => {
                format!("{} {content}", definite_article(self.letters, content))
            }
            SentenceGapKind::Flush => content.to_owned(),
            SentenceGapKind::TopCard => content.strip_prefix("the ").unwrap_or(content).to_owned(),
            SentenceGapKind::Clause => self.translate_as_row(content)?,
        };
        Some(words)
    }

    /// Returns a number with its noun: `5 jetons` for *5 chips*.
    fn translate_count(&self, name: &str, english: &str) -> Option<String> {
        let (number, _) = english.split_once(' ')?;
        let count: u64 = number.trim_start_matches('−').parse().ok()?;
        let is_singular = count == 1 || (count == 0 && self.letters == CardLanguage::French);
        let noun = SentenceTable::spelling_at(
            self.table.file.counts.get(name),
            usize::from(!is_singular),
        )?;
        Some(format!("{number} {noun}"))
    }

    /// Returns the name of a phase in a grammatical form of the table, or as a file writes it where there is no form.
    fn translate_phase(&self, form: &str, english: &str) -> Option<&'static str> {
        let mut phases = BettingPhase::ALL.iter();
        let phase = phases.find(|phase| phase.words() == english)?;
        if form.is_empty() {
            return Some(phase.word_in(self.letters));
        }
        SentenceTable::spelling_at(self.table.file.phases.get(form), phase.place())
    }

    /// Returns names as a list: `Ana y Carlos`, `Ana e Inés`.
    fn join_names(&self, names: &[&str]) -> String {
        let Some((last, first)) = names.split_last() else {
            return String::new();
        };
        let sounds_as_and = last.to_lowercase().starts_with(['i', 'í']);
        let and = match self.table.file.and.as_str() {
            "y" if sounds_as_and => "e",
            and => and,
        };
        format!("{} {and} {last}", first.join(", "))
    }
}

#[cfg(test)]
#[path = "../../tests/unit/narrate_translation.rs"]
mod tests;
