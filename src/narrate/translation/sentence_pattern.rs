//! Sentences with gaps: `{name} wins trick {number}.` Here they are read, and English sentences are matched with them.

use crate::cards::{CardLanguage, Rank, Suit, read_card};
use crate::rules::EditionTerms;
use crate::rules::mus_values::BettingPhase;

/// The kind of words that fill a gap of a sentence pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SentenceGapKind {
    /// The name of a player.
    Player,
    /// The names of several players: `Ana and Carlos`.
    Players,
    /// A card: `9♥`.
    Card,
    /// Cards in a list: `K♠, 10♠ and 9♥`.
    Cards,
    /// A number.
    Number,
    /// A number with this noun: `5 chips`.
    Counted(&'static str),
    /// The name of a suit: `hearts`.
    Suit,
    /// The sign of a suit.
    SuitSign,
    /// A phase of Mus: `Grande`.
    Phase,
    /// Ranks in the plural: `kings`.
    Ranks,
    /// The edition's word for the flush.
    Flush,
    /// The edition's name of the top card: `the Pamphile`.
    TopCard,
    /// The edition's phrase for winning no trick.
    NoTrick,
    /// Words that are a row of the table too: a reason, or the worth of cards.
    Clause,
    /// The title of a clause, which stays as it is.
    Title,
}

impl SentenceGapKind {
    /// Returns what the gap of a name takes; none if no gap has the name.
    pub(super) fn from_name(name: &str) -> Option<SentenceGapKind> {
        Some(match name {
            "name" | "other" => SentenceGapKind::Player,
            "names" => SentenceGapKind::Players,
            "card" | "best" | "beaten" | "laid" => SentenceGapKind::Card,
            "cards" | "drawn" => SentenceGapKind::Cards,
            "number" | "total" => SentenceGapKind::Number,
            "chips" => SentenceGapKind::Counted("chip"),
            "stones" => SentenceGapKind::Counted("stone"),
            "count" => SentenceGapKind::Counted("card"),
            "points" => SentenceGapKind::Counted("point"),
            "tricks" => SentenceGapKind::Counted("trick"),
            "discards" => SentenceGapKind::Counted("discard"),
            "suit" => SentenceGapKind::Suit,
            "sign" => SentenceGapKind::SuitSign,
            "phase" | "other_phase" => SentenceGapKind::Phase,
            "ranks" | "other_ranks" => SentenceGapKind::Ranks,
            "flush" => SentenceGapKind::Flush,
            "top" => SentenceGapKind::TopCard,
            "no_trick" => SentenceGapKind::NoTrick,
            "reason" | "worth" => SentenceGapKind::Clause,
            "title" => SentenceGapKind::Title,
            _ => return None,
        })
    }
}

/// A part of a sentence with gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SentencePatternPart {
    Text(String),
    /// A gap: its name, and the form in which its contents are written, which may be empty.
    Gap {
        name: String,
        kind: SentenceGapKind,
        form: String,
    },
}

/// Reads a sentence with gaps.
pub(super) fn read_pattern(sentence: &str) -> Vec<SentencePatternPart> {
    let mut parts = Vec::new();
    let mut rest = sentence;
    while let Some((before, from_gap)) = rest.split_once('{') {
        let (gap, after) = from_gap.split_once('}').expect("a closed gap");
        let (name, form) = gap.split_once('.').unwrap_or((gap, ""));
        let kind = SentenceGapKind::from_name(name).expect("a known gap");
        if !before.is_empty() {
            parts.push(SentencePatternPart::Text(before.to_owned()));
        }
        parts.push(SentencePatternPart::Gap {
            name: name.to_owned(),
            kind,
            form: form.to_owned(),
        });
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(SentencePatternPart::Text(rest.to_owned()));
    }
    parts
}

/// The contents of the gaps of a sentence, by the names of the gaps.
pub(super) type SentenceGapContents<'p, 't> = Vec<(&'p str, &'t str)>;

/// The words that gaps may take in one hand.
pub(super) struct SentenceGapReader<'a> {
    pub(super) players: &'a [String],
    pub(super) terms: &'a EditionTerms,
}

impl SentenceGapReader<'_> {
    /// Adds the contents of the gaps if a sentence is made of these parts. Returns whether it is. A name that stands twice has
    /// the same contents twice.
    pub(super) fn match_parts<'p, 't>(
        &self,
        parts: &'p [SentencePatternPart],
        sentence: &'t str,
        contents: &mut SentenceGapContents<'p, 't>,
    ) -> bool {
        let Some((first, rest)) = parts.split_first() else {
            return sentence.is_empty();
        };
        let (name, kind) = match first {
            SentencePatternPart::Text(text) => {
                return sentence
                    .strip_prefix(text.as_str())
                    .is_some_and(|after| self.match_parts(rest, after, contents));
            }
            SentencePatternPart::Gap { name, kind, .. } => (name.as_str(), *kind),
        };
        for length in self.prefix_lengths_for_gap(kind, sentence) {
            let (content, after) = sentence.split_at(length);
            let known = contents.iter().find(|(other, _)| *other == name);
            if known.is_some_and(|(_, other)| *other != content) {
                continue;
            }
            let count = contents.len();
            contents.push((name, content));
            if self.match_parts(rest, after, contents) {
                return true;
            }
            contents.truncate(count);
        }
        false
    }

    /// Returns how long the beginning of a text can be that a gap takes, the longest first.
    fn prefix_lengths_for_gap(&self, kind: SentenceGapKind, text: &str) -> Vec<usize> {
        match kind {
            SentenceGapKind::Player => self.name_prefix_lengths(text),
            SentenceGapKind::Players => self.name_list_prefix_lengths(text),
            SentenceGapKind::Card => card_prefix_length(text).into_iter().collect(),
            SentenceGapKind::Cards => card_list_prefix_lengths(text),
            SentenceGapKind::Number => number_prefix_length(text).into_iter().collect(),
            SentenceGapKind::Counted(noun) => {
                counted_noun_prefix_length(noun, text).into_iter().collect()
            }
            SentenceGapKind::Suit => prefix_lengths(text, Suit::ALL.map(Suit::name)),
            SentenceGapKind::SuitSign => {
                let signs = Suit::ALL.map(Suit::sign);
                let sign = text.chars().next().filter(|first| signs.contains(first));
                sign.map(char::len_utf8).into_iter().collect()
            }
            SentenceGapKind::Phase => {
                prefix_lengths(text, BettingPhase::ALL.iter().map(|phase| phase.words()))
            }
            SentenceGapKind::Ranks => {
                let plurals = Rank::ALL.map(english_plural);
                prefix_lengths(text, plurals.iter().map(String::as_str))
            }
            SentenceGapKind::Flush => prefix_lengths(text, [self.terms.flush]),
            SentenceGapKind::TopCard => prefix_lengths(text, [self.terms.top_card]),
            SentenceGapKind::NoTrick => prefix_lengths(text, [self.terms.no_trick]),
            SentenceGapKind::Clause | SentenceGapKind::Title => {
                let mut ends: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).collect();
                ends.push(text.len());
                ends.reverse();
                ends
            }
        }
    }

    fn name_prefix_lengths(&self, text: &str) -> Vec<usize> {
        let mut lengths = prefix_lengths(text, self.players.iter().map(String::as_str));
        lengths.sort_unstable_by(|one, other| other.cmp(one));
        lengths
    }

    /// Returns the names of a list, `Ana and Carlos`, if the whole text is one; else none.
    pub(super) fn read_name_list<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        for length in self.name_prefix_lengths(text) {
            let (name, after) = text.split_at(length);
            if after.is_empty() {
                return Some(vec![name]);
            }
            let next = after
                .strip_prefix(" and ")
                .or_else(|| after.strip_prefix(", "));
            if let Some(mut others) = next.and_then(|next| self.read_name_list(next)) {
                others.insert(0, name);
                return Some(others);
            }
        }
        None
    }

    fn name_list_prefix_lengths(&self, text: &str) -> Vec<usize> {
        let ends = text.char_indices().map(|(at, _)| at).rev();
        let mut lengths = Vec::new();
        for end in ends {
            let names = self.read_name_list(&text[..end]);
            if names.is_some_and(|names| names.len() > 1) {
                lengths.push(end);
            }
        }
        lengths
    }
}

/// Returns the lengths of those words that a text begins with. Empty words are left out.
fn prefix_lengths<'w>(text: &str, words: impl IntoIterator<Item = &'w str>) -> Vec<usize> {
    let mut lengths = Vec::new();
    for word in words {
        if !word.is_empty() && text.starts_with(word) {
            lengths.push(word.len());
        }
    }
    lengths
}

/// Returns the length of the card that a text begins with.
fn card_prefix_length(text: &str) -> Option<usize> {
    let signs = Suit::ALL.map(Suit::sign);
    let (at, sign) = text.char_indices().find(|(_, c)| signs.contains(c))?;
    let end = at + sign.len_utf8();
    read_card(&text[..end], CardLanguage::English).ok()?;
    Some(end)
}

/// Returns the lengths of the lists of cards that a text begins with, the longest first.
fn card_list_prefix_lengths(text: &str) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut at = 0;
    while let Some(length) = card_prefix_length(&text[at..]) {
        at += length;
        lengths.insert(0, at);
        let rest = &text[at..];
        let separators = [", ", " and ", " "];
        let Some(separator) = separators.iter().find(|words| rest.starts_with(**words)) else {
            break;
        };
        at += separator.len();
    }
    lengths
}

/// Returns the length of the number that a text begins with.
fn number_prefix_length(text: &str) -> Option<usize> {
    let digits = text.strip_prefix('−').unwrap_or(text);
    let count = digits
        .bytes()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    (count > 0).then_some(text.len() - digits.len() + count)
}

/// Returns the length of a number with this noun after it, such as `5 chips`, if a text begins with
/// one.
fn counted_noun_prefix_length(noun: &str, text: &str) -> Option<usize> {
    let rest = text[number_prefix_length(text)?..].strip_prefix(' ')?;
    let after = rest.strip_prefix(noun)?;
    let after = after.strip_prefix('s').unwrap_or(after);
    Some(text.len() - after.len())
}

/// Returns the plural of a rank in English: `kings`, `sixes`.
pub(super) fn english_plural(rank: Rank) -> String {
    let ending = if rank == Rank::Six { "es" } else { "s" };
    format!("{}{ending}", rank.name())
}
