//! Slips of the pen: signs and words that authors write where the grammar has others. `slips.toml` tells them.

use super::diagnostic::{Code, Diagnostic};
use super::fence::Word;
use super::keyword::Keyword;
use super::lex::{Kind, Token, tokens};
use super::pieces::joined;
use crate::cards::{Letters, Rank, Suit, read_suit};
use crate::rules::from_toml::{records, told};
use std::sync::LazyLock;

/// The rows, in the order in which they are tried.
struct Slips {
    slip: &'static [Slip],
    /// What is done as other games and older drafts have it, and here; which of several hangs on the edition.
    elsewhere: &'static [Slip],
}

/// What is written, a piece a token: `^` and `$` are the beginning and the end of the line, `N` a number, `NNN` three digits,
/// `RANK` and `SUIT` halves of a card; `a|b` either word. What is meant: `$1` is the first of them; nothing where no text mends
/// it. Where `fence` is not given, it may be any.
struct Slip {
    written: &'static str,
    meant: Option<&'static str>,
    says: Option<&'static str>,
    fence: Option<&'static str>,
}

records! {
    Slips { slip, elsewhere }
    Slip { written, meant, says, fence }
}

static SLIPS: LazyLock<Slips> = LazyLock::new(|| told("slips.toml", include_str!("slips.toml")));

/// The words here for one of other games.
pub fn elsewhere(word: &str) -> Option<&'static str> {
    SLIPS.elsewhere.iter().find(|row| row.written.split('|').any(|written| written == word))?.meant
}

/// The slip by which a line could not be read, if it is one of ours: it stands where the reader stopped.
pub fn slip(line: &[Token], wrong: &Diagnostic, fence: Word, letters: Letters) -> Option<Diagnostic> {
    let at = line.iter().position(|token| token.span.start >= wrong.span.start)?;
    let of_this = |slip: &&Slip| slip.fence.is_none_or(|word| word == fence.spelling(Letters::English));
    SLIPS.slip.iter().filter(of_this).find_map(|slip| {
        let pieces: Vec<&str> = slip.written.split(' ').filter(|piece| *piece != "^").collect();
        let first = if slip.written.starts_with('^') { 0..=0 } else { (at + 1).saturating_sub(pieces.len())..=at };
        first.filter(|first| first + pieces.len() > at).find_map(|first| {
            let found = line.get(first..first + pieces.len())?;
            let said: Option<Vec<String>> = pieces.iter().zip(found).map(|(piece, token)| read(piece, token)).collect();
            Some(told_of(slip, line, first, &said?, (wrong.code, letters)))
        })
    })
}

/// What stands for a piece, if the token is one.
fn read(piece: &str, token: &Token) -> Option<String> {
    let (text, lower) = (token.text, token.text.to_lowercase());
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match piece {
        "N" => is_number.then(|| text.to_owned()),
        "NNN" => (is_number && text.len() == 3).then(|| text.to_owned()),
        "RANK" => {
            let is = |rank: &Rank| {
                let german = [("unter", Rank::Jack), ("ober", Rank::Queen), ("könig", Rank::King)];
                rank.name() == lower
                    || rank.sign().eq_ignore_ascii_case(text)
                    || german.contains(&(lower.as_str(), *rank))
            };
            Rank::ALL.into_iter().find(is).map(|rank| rank.sign().to_owned())
        }
        "SUIT" => {
            let letter = ["s", "h", "d", "c"].iter().position(|letter| *letter == lower);
            let german = ["leaves", "herz", "bells", "acorns"].iter().position(|suit| *suit == lower);
            let suit = letter.or(german).map(|at| Suit::ALL[at]).or_else(|| read_suit(&lower));
            suit.map(|suit| suit.sign().to_string())
        }
        "$" => (token.kind == Kind::End).then(String::new),
        _ => (token.kind != Kind::End && piece.split('|').any(|word| word == lower)).then(|| text.to_owned()),
    }
}

fn told_of(slip: &Slip, line: &[Token], first: usize, said: &[String], (code, letters): (Code, Letters)) -> Diagnostic {
    let last = first + said.len() - 1;
    let span = line[first].span.start..line[last].span.end;
    let code = if matches!(code, Code::BadAmount | Code::BadCard) { code } else { Code::Syntax };
    // A word of the grammar is told as the file's language has it.
    let word = slip.meant.and_then(|meant| Some((meant, Keyword::of(meant, Letters::English)?.word(letters))));
    let (told, ours) = word.unwrap_or_default();
    let says = slip.says.unwrap_or_default().replace(&format!("`{told}`"), &format!("`{ours}`"));
    let wrong = code.at(&span, says);
    let Some(meant) = word.map(|(_, word)| word).or(slip.meant) else { return wrong.label("not here") };
    let meant =
        said.iter().enumerate().fold(meant.to_owned(), |text, (at, said)| text.replace(&format!("${}", at + 1), said));
    let before = line[..first].last().map(|token| token.span.end..span.end);
    match (meant.is_empty(), before) {
        (true, Some(with_space)) => wrong.label("leave this out").fix_at(with_space, ""),
        (true, None) => wrong
            .label("leave this out")
            .fix_at(span.start..line.get(last + 1).map_or(span.end, |next| next.span.start), ""),
        (_, Some(glued)) if meant.starts_with(',') => wrong.label(format!("write `{meant}`")).fix_at(glued, meant),
        _ => wrong.label(format!("write `{meant}`")).fix(meant),
    }
}

/// The tokens of a line in which the fix of a mistake stands.
pub fn mended<'a>(line: &[Token<'a>], wrong: &Diagnostic, fix: &'a str, letters: Letters) -> Vec<Token<'a>> {
    let span = wrong.replaced();
    let mut mended: Vec<Token> = line.iter().filter(|token| token.span.end <= span.start).cloned().collect();
    mended.extend(tokens(fix, |_| span.clone()));
    mended.retain(|token| token.kind != Kind::End);
    // What follows a `#` is no more read.
    let rest =
        line.iter().filter(|token| token.span.start >= span.end && (token.kind == Kind::End || !fix.starts_with('#')));
    mended.extend(rest.cloned());
    if letters == Letters::French { joined(mended) } else { mended }
}
