//! The words of fences that mean something here, and those that nearly do.

use super::reader::{Reader, in_french};
use super::{Diagnostic, Fence, Kind, Names, Place, quoted, say, tokens};
use crate::cards::Letters;

#[expect(missing_docs, reason = "its variants are what they are called")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Header,
    Deal,
    Script,
    Payout,
    Task,
}

/// Words of other people's fences that are within two letters of ours.
const OTHERS: [&str; 36] = [
    "al", "as", "bash", "css", "d", "dal", "daml", "dax", "dcl", "dhall", "diff", "dot", "el", "hcl", "html", "json",
    "lean", "nasm", "perl", "rust", "sas", "sh", "shell", "sml", "sql", "tap", "tasm", "tcsh", "text", "tk", "toml",
    "txt", "wasm", "xml", "yaml", "zeal",
];

impl Word {
    /// All kinds.
    pub const ALL: [Word; 5] = [Word::Header, Word::Deal, Word::Script, Word::Payout, Word::Task];

    /// What a fence of this kind tells.
    pub fn says(self) -> &'static str {
        match self {
            Word::Header => "who plays, and by which rules: TOML",
            Word::Deal => "the table before play; each opens a hand",
            Word::Script => "what is done, what is expected, and what is tried in vain",
            Word::Payout => "what the hand comes to, in chips",
            Word::Task => "what is asked of a reader about the step that follows",
        }
    }

    /// How it is written in a file of these letters.
    pub fn spelling(self, letters: Letters) -> &'static str {
        let (english, french) = match self {
            Word::Header => ("toml scenario", "toml scenario"),
            Word::Deal => ("deal", "donne"),
            Word::Script => ("script", "jeu"),
            Word::Payout => ("payout", "paiement"),
            Word::Task => ("task", "exercice"),
        };
        if letters == Letters::French { french } else { english }
    }
}

/// The kinds that stand after the header.
const HANDS: [Word; 4] = [Word::Deal, Word::Script, Word::Payout, Word::Task];

/// What the fence is, if it is one of ours. A French file may have the French words and the English ones.
pub fn word(fence: &Fence, letters: Letters) -> Option<Word> {
    let word = |at: usize| fence.words.get(at).map(|word| word.value);
    if (word(0)?, word(1)) == ("toml", Some("scenario")) {
        return Some(Word::Header);
    }
    let is = |kind: &Word| [Letters::English, letters].iter().any(|letters| word(0) == Some(kind.spelling(*letters)));
    HANDS.into_iter().find(is)
}

/// Whether a word of a fence is French alone.
pub fn is_french(word: &str) -> bool {
    HANDS.iter().any(|kind| kind.spelling(Letters::French) == word)
}

/// Whether a file is in French, though its header does not say so: its fences are, all of them.
pub fn are_french(fences: &[Fence]) -> bool {
    let is_english = |fence: &Fence| word(fence, Letters::English).is_some_and(|word| word != Word::Header);
    let is_french = |fence: &Fence| fence.words.first().is_some_and(|word| is_french(word.value));
    fences.iter().any(is_french) && !fences.iter().any(is_english)
}

/// What the fence was probably meant to be, if its word is nearly one of ours.
pub fn near(fence: &Fence, letters: Letters) -> Option<Word> {
    if word(fence, letters).is_some() {
        return None;
    }
    let word = |at: usize| fence.words.get(at).map_or("", |word| word.value);
    let spelt = HANDS.map(|kind| (kind, kind.spelling(letters)));
    let all = [(Word::Header, "scenario")].into_iter().chain(spelt);
    match word(0) {
        "toml" => is_near(word(1), "scenario").then_some(Word::Header),
        other if OTHERS.contains(&other) => None,
        other if is_french(other) => HANDS.into_iter().find(|kind| kind.spelling(Letters::French) == other),
        _ if word(1) == "scenario" => Some(Word::Header),
        first if is_near(first, "toml") && is_near(word(1), "scenario") => Some(Word::Header),
        first => all.clone().find(|(_, ours)| is_near(first, ours)).map(|(word, _)| word),
    }
}

/// Whether a fence of another word holds what only a header holds.
pub fn is_headlike(fence: &Fence) -> bool {
    let keyed = |key: &str| {
        fence
            .content
            .lines()
            .any(|(_, line)| line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('=')))
    };
    word(fence, Letters::English).is_none() && keyed("players") && (keyed("edition") || keyed("editions"))
}

/// What a fence whose word says nothing to us holds, if it begins as a hand does: it was meant to be read. A fence of
/// another language's word is left alone.
pub fn held(fence: &Fence, names: &Names) -> Option<Word> {
    if fence.words.first().is_some_and(|word| OTHERS.contains(&word.value)) {
        return None;
    }
    let lines = fence.content.lines().map(|(_, line)| Reader::new(tokens(line, |range| range), names));
    let mut first = lines.into_iter().find(|line| line.kind() != Kind::End)?;
    let numbered = first.take(Kind::Number);
    let named = first.name().is_ok();
    match first.keyword() {
        _ if numbered => named.then_some(Word::Script),
        Some(word) if named && word.is_at(Place::Payment) => Some(Word::Payout),
        Some(word) if named && word.is_at(Place::Deed) => Some(Word::Script),
        Some(word) if !named && word.is_at(Place::Deal) => Some(Word::Deal),
        Some(word) if !named && word.is_at(Place::Payout) => Some(Word::Payout),
        _ if named && first.is_card_like() => Some(if first.rest().len() > 4 { Word::Deal } else { Word::Script }),
        _ => None,
    }
}

fn is_near(word: &str, ours: &str) -> bool {
    !word.is_empty() && word.len() <= 24 && strsim::damerau_levenshtein(&word.to_lowercase(), ours) <= 2
}

pub fn unknown(fence: &Fence, near: Word, letters: Letters) -> Diagnostic {
    let meant_by = if near == Word::Header && fence.words.len() > 1 { 2 } else { 1 };
    let words = &fence.words[..meant_by.min(fence.words.len())];
    let span = match (words.first(), words.last()) {
        (Some(first), Some(last)) => first.span.start..last.span.end,
        _ => fence.opening.clone(),
    };
    let text = words.iter().map(|word| word.value).collect::<Vec<_>>().join(" ");
    let what = if words.is_empty() { "without a word".into() } else { quoted(&text) };
    let (ours, meant) = (HANDS.map(|kind| kind.spelling(letters)).join("`, `"), near.spelling(letters));
    let wrong = say!("unknown-fence", &span, what, ours).help(match is_french(&text) && letters != Letters::French {
        true => in_french(meant),
        false => format!("did you mean `{meant}`?"),
    });
    if words.is_empty() { wrong } else { wrong.fix(meant) }
}

/// The fence has no end, or not where it should.
pub fn unclosed(fence: &Fence, letters: Letters) -> Option<Diagnostic> {
    let unclosed = || say!("unclosed-fence", &fence.opening);
    match word(fence, letters).and_then(|_| inner(fence)) {
        Some(span) => Some(unclosed().related(span, "another fence before its end")),
        None => (!fence.closed).then(unclosed),
    }
}

/// A fence that a line before it should have opened: two signs are too few.
pub fn half_opened(text: &str, fence: &Fence) -> Option<Diagnostic> {
    let before = text.get(..fence.span.start).filter(|_| fence.words.is_empty())?;
    let at = before.rfind("\n``")? + 1;
    let word = before[at + 2..].lines().next()?.trim_end();
    let mut ours = HANDS.iter().chain(&[Word::Header]).map(|kind| kind.spelling(Letters::English));
    let is_ours = ours.any(|ours| ours == word) || is_french(word);
    is_ours.then(|| say!("two-backticks", &(at..at + 2)))
}

/// A line of signs within one of our fences: it was meant to end it, or to open another.
fn inner(fence: &Fence) -> Option<std::ops::Range<usize>> {
    let signs = |line: &str| line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
    let (at, line) = fence.content.lines().find(|(_, line)| signs(line))?;
    let indent = line.len() - line.trim_start().len();
    Some(fence.content.span(at + indent..at + line.trim_end().len()))
}
