//! Slips of the pen: signs and words that authors write where the grammar has others. `slips.toml` tells them.

use super::keyword::{Keyword, joined};
use super::{Code, Diagnostic, Kind, Span, Token, Word, tokens};
use crate::cards::Letters;
use crate::rules::data;
use crate::rules::from_toml::told;
use std::sync::LazyLock;

data! {
    /// The rows, in the order in which they are tried.
    struct Slips {
        slip: &'static [Slip],
        /// Pieces that rows are made of: `RANK`, `SUIT`, `NUMBER`, and `ELSEWHERE` for what is done in other games.
        word: &'static [Written],
    }

    /// What is written, a piece a token: `^` and `$` are the beginning and the end of the line, `N` a number, `NNN` three digits,
    /// `HALF` a rank as it is written, `LETTER` the letter or the sign of a suit, `WORD` any word; `a|b` either word. What is
    /// meant: `$1` is the first of them; nothing where no text mends it. Where no `fence` is given, it may be any.
    struct Slip {
        written: &'static str,
        meant: Option<&'static str>,
        says: &'static str,
        fence: Option<&'static str>,
    }

    /// Words of which each may stand for such a piece, and what it means.
    struct Written {
        piece: &'static str,
        written: &'static str,
        meant: &'static str,
    }
}

/// Letters and signs of suits, English and French.
const SUITS: &str = "♠ ♥ ♦ ♣ s h d c p k t";

static SLIPS: LazyLock<Slips> = LazyLock::new(|| told("slips.toml", include_str!("slips.toml")));

/// What a word means where it stands for such a piece.
fn meaning(piece: &str, word: &str) -> Option<&'static str> {
    let is = |row: &&Written| row.piece == piece && row.written.split('|').any(|written| written == word);
    SLIPS.word.iter().find(is).map(|row| row.meant)
}

/// The words here for one of other games: which of several hangs on the edition.
pub fn elsewhere(word: &str) -> Option<&'static str> {
    meaning("ELSEWHERE", word)
}

/// The mark with which a text begins, if it begins comments elsewhere; and what is said of that.
pub fn comment(text: &str) -> Option<(&'static str, &'static str)> {
    let slip = SLIPS.slip.iter().find(|slip| slip.meant == Some("#"))?;
    slip.written.split('|').find(|mark| text.starts_with(mark)).map(|mark| (mark, slip.says))
}

/// The slip by which a line could not be read, if it is one of ours: it stands where the reader stopped.
pub fn slip(line: &[Token], wrong: &Diagnostic, fence: Word, letters: Letters) -> Option<Diagnostic> {
    let at = line.iter().position(|token| token.span.start >= wrong.span.start)?;
    let ours = fence.spelling(Letters::English);
    let of_this = |slip: &&Slip| slip.fence.is_none_or(|fences| fences.split('|').any(|word| word == ours));
    SLIPS.slip.iter().filter(of_this).find_map(|slip| {
        let pieces: Vec<&str> = slip.written.split(' ').filter(|piece| *piece != "^").collect();
        let first = if slip.written.starts_with('^') { 0..=0 } else { (at + 1).saturating_sub(pieces.len())..=at };
        first.filter(|first| first + pieces.len() > at).find_map(|first| {
            let found = line.get(first..first + pieces.len())?;
            let said: Option<Vec<&str>> = pieces.iter().zip(found).map(|(piece, token)| read(piece, token)).collect();
            Some(told_of(slip, line, first, &said?, (wrong.code, letters)))
        })
    })
}

/// What stands for a piece, if the token is one.
fn read<'a>(piece: &str, token: &Token<'a>) -> Option<&'a str> {
    let (text, lower) = (token.text, token.text.to_lowercase());
    let word = lower.trim_end_matches('.');
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = is_digits(text);
    match piece {
        "N" => is_number.then_some(text),
        "NNN" => (is_number && text.len() == 3).then_some(text),
        "$" => (token.kind == Kind::End).then_some(""),
        "RANK" | "SUIT" => meaning(piece, word),
        // The words of ranks that are numbers count as well.
        "NUMBER" => meaning(piece, word).or(meaning("RANK", word).filter(|rank| !is_number && is_digits(rank))),
        "HALF" => meaning("RANK", &lower).map(|_| text),
        "WORD" => (token.kind == Kind::Word).then_some(text),
        "LETTER" => SUITS.split(' ').any(|suit| suit == lower).then_some(text),
        _ => (token.kind != Kind::End && piece.split('|').any(|one| one == lower || one == word)).then_some(text),
    }
}

fn told_of(slip: &Slip, line: &[Token], first: usize, said: &[&str], (code, letters): (Code, Letters)) -> Diagnostic {
    let last = (first..first + said.len()).rfind(|at| line[*at].kind != Kind::End).unwrap_or(first);
    let span = line[first].span.start..line[last].span.end;
    let code = if matches!(code, Code::BadAmount | Code::BadCard) { code } else { Code::Syntax };
    // A word of the grammar is told as the file's language has it.
    let word = slip.meant.and_then(|meant| Some((meant, Keyword::of(meant, Letters::English)?.word(letters))));
    let (told, ours) = word.unwrap_or_default();
    let wrong = code.at(&span, slip.says.replace(&format!("`{told}`"), &format!("`{ours}`")));
    let Some(meant) = word.map(|(_, word)| word).or(slip.meant) else { return wrong.label("not here") };
    let meant = (1..).zip(said).fold(meant.to_owned(), |text, (at, said)| text.replace(&format!("${at}"), said));
    let glued = line[..first].last().map_or(span.start, |before| before.span.end)..span.end;
    let place = match (meant.chars().next(), line.get(last + 1)) {
        (None, Some(next)) if first == 0 => span.start..next.span.start,
        (None | Some(','), _) => glued,
        _ => span,
    };
    let label = if meant.is_empty() { "leave this out".into() } else { format!("write `{}`", meant.trim()) };
    wrong.label(label).fix_at(place, meant)
}

/// The tokens of a line in which a fix stands instead of a stretch of it.
pub fn mended<'a>(line: &[Token<'a>], span: &Span, fix: &'a str, letters: Letters) -> Vec<Token<'a>> {
    let is_before = |token: &&Token<'a>| token.span.end <= span.start && token.kind != Kind::End;
    let (before, rest) = line.split_at(line.iter().take_while(is_before).count());
    let new = tokens(fix, |_| span.clone()).into_iter().filter(|token| token.kind != Kind::End);
    // What follows a `#` is no more read.
    let is_read = |token: &&Token| token.kind == Kind::End || (token.span.start >= span.end && !fix.starts_with('#'));
    let after = rest.iter().filter(is_read).cloned();
    let mended = before.iter().cloned().chain(new).chain(after).collect();
    if letters == Letters::French { joined(mended) } else { mended }
}
