//! The lines of a fence read one by one, and slips of the pen mended on the way, which `slips.toml` tells.

use super::keyword::{Keyword, Names, french_tokens};
use super::{Code, Content, Diagnostic, Kind, Read, Reader, Span, Token, Word, tokens};
use crate::cards::Letters;
use crate::rules::data;
use crate::rules::from_toml::{text, told};
use std::sync::LazyLock;

/// Reads each line that says anything: what is wrong with them, and whether all of them are read, some as their fixes have them.
pub fn each_line(
    (fence, content): (Word, &Content),
    names: &Names,
    read: &mut dyn FnMut(&mut Reader) -> Read<()>,
) -> (Vec<Diagnostic>, bool) {
    let (mut wrong, mut whole) = (Vec::new(), true);
    for (at, line) in content.lines() {
        let tokens = line_tokens(content, at, line, names.letters);
        if tokens.len() > 1 {
            // Nobody wrote so long a line by hand: its first mistake is enough.
            let left = if tokens.len() <= LONG {
                MOST_READINGS
            } else {
                0
            };
            let mut lenient = Lenient {
                fence,
                names,
                read,
                left,
            };
            let (found, is_read) = lenient.read(&tokens, 0);
            wrong.extend(one_message(found, line, content.span(at..at).start));
            whole &= is_read;
        }
    }
    (wrong, whole)
}

/// The slips of a line as one, which is told at the first and mends all of them. What cannot be read behind one may follow from
/// it, and is told once that is mended.
fn one_message(mut found: Vec<Told>, line: &str, begins: usize) -> Vec<Diagnostic> {
    let is_slip =
        |(wrong, of_ours): &Told| wrong.is_certain() && (*of_ours || wrong.code == Code::Syntax);
    let first = found.iter().position(is_slip).unwrap_or(found.len());
    let (slips, others): (Vec<_>, Vec<_>) = found.split_off(first).into_iter().partition(is_slip);
    found.extend(
        others
            .into_iter()
            .filter(|(wrong, _)| wrong.code != Code::Syntax),
    );
    let [mut found, slips] =
        [found, slips].map(|told| told.into_iter().map(|(wrong, _)| wrong).collect::<Vec<_>>());
    let mut slips = slips.into_iter();
    let Some(mut whole) = slips.next() else {
        return found;
    };
    let (mut mended, mut said) = (whole.replaced().clone(), vec![whole.message.clone()]);
    let mut fix = whole.fix.clone().unwrap_or_default();
    let mut is_left_out = fix.is_empty();
    for slip in slips {
        // Of two that meet one waits for the next reading, unless the first says nothing.
        if slip.replaced().start < mended.end && !is_left_out {
            continue;
        }
        let text = slip.fix.as_deref().unwrap_or_default();
        fix += line
            .get(mended.end - begins..slip.replaced().start.max(mended.end) - begins)
            .unwrap_or_default();
        fix += text;
        (mended.end, is_left_out) = (slip.replaced().end.max(mended.end), text.is_empty());
        if !said.contains(&slip.message) {
            whole.related.push((slip.span, slip.label));
            said.push(slip.message);
        }
    }
    whole.message = said.join("; ");
    found.insert(first, whole.fix_at(mended, fix));
    found
}

/// What is wrong with a line, and whether it is a slip that a row tells.
type Told = (Diagnostic, bool);

/// How often a line is read anew, a mistake mended each time.
const MOST_READINGS: usize = 100;

/// How many tokens a line may have to be read anew.
const LONG: usize = 400;

struct Lenient<'a> {
    fence: Word,
    names: &'a Names,
    read: &'a mut dyn FnMut(&mut Reader) -> Read<()>,
    left: usize,
}

impl Lenient<'_> {
    /// Reads a line. Where a mistake has a fix with which the reader gets further, it is read so, and what is wrong after it
    /// is told as well. A winner or an amount that says nothing is left open. The line is mended up to `from`.
    fn read(&mut self, tokens: &[Token], from: usize) -> (Vec<Told>, bool) {
        let mut reader = Reader::new(tokens.to_vec(), self.names);
        let Err(found) = (self.read)(&mut reader) else {
            return (Vec::new(), true);
        };
        if found.span.start < from {
            return (vec![(*found, false)], false);
        }
        let slip = slip(tokens, &found, self.fence, self.names.letters);
        let told = slip
            .clone()
            .filter(|slip| slip.fix.is_none())
            .unwrap_or_else(|| (*found).clone())
            .likely();
        let before = tokens
            .iter()
            .rev()
            .find(|token| token.span.end <= told.span.start);
        let is_open =
            before.is_some_and(|before| before.kind != Kind::Comma) && !told.span.is_empty();
        let open = is_open.then(|| ("?".into(), told.span.clone(), (told.clone(), false)));
        let mend = |told: Told| Some((told.0.fix.clone()?, told.0.replaced().clone(), told));
        let slip = slip.map(|slip| (slip, true));
        for (fix, span, wrong) in slip
            .into_iter()
            .chain([(*found, false)])
            .filter_map(mend)
            .chain(open)
        {
            let Some(left) = self.left.checked_sub(1) else {
                break;
            };
            self.left = left;
            let (more, is_read) =
                self.read(&mended(tokens, &span, &fix, self.names.letters), span.end);
            // What breaks off behind what was written instead is no further.
            let is_further =
                |(next, _): &Told| next.span.start >= span.end && !next.span.is_empty();
            if is_read || (fix != "?" && more.first().is_some_and(is_further)) {
                return (std::iter::once(wrong).chain(more).collect(), is_read);
            }
        }
        (vec![(told, false)], false)
    }
}

/// The tokens of a line that begins at this place of a fence's text, each with its place in the file.
pub fn line_tokens<'a>(
    content: &Content,
    at: usize,
    line: &'a str,
    letters: Letters,
) -> Vec<Token<'a>> {
    let tokens = tokens(line, &|range| {
        content.span(range.start + at..range.end + at)
    });
    if letters == Letters::French {
        french_tokens(tokens)
    } else {
        tokens
    }
}

data! {
    /// The rows, in the order in which they are tried.
    struct Slips {
        slip: &'static [Slip],
        /// Pieces that rows are made of: `RANK`, `SUIT`, `NUMBER`.
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

static SLIPS: LazyLock<Slips> = LazyLock::new(|| told("slips.toml", text!("scenario/text/slips")));

/// What a word means where it stands for such a piece.
fn meaning(piece: &str, word: &str) -> Option<&'static str> {
    let is = |row: &&Written| {
        row.piece == piece && row.written.split('|').any(|written| written == word)
    };
    SLIPS.word.iter().find(is).map(|row| row.meant)
}

/// The mark with which a text begins, if it begins comments elsewhere; and what is said of that.
pub fn comment(text: &str) -> Option<(&'static str, &'static str)> {
    let slip = SLIPS.slip.iter().find(|slip| slip.meant == Some("#"))?;
    slip.written
        .split('|')
        .find(|mark| text.starts_with(mark))
        .map(|mark| (mark, slip.says))
}

/// The slip by which a line could not be read, if it is one of ours: it stands where the reader stopped.
fn slip(line: &[Token], wrong: &Diagnostic, fence: Word, letters: Letters) -> Option<Diagnostic> {
    let at = line
        .iter()
        .position(|token| token.span.start >= wrong.span.start)?;
    let ours = fence.spelling(Letters::English);
    let of_this = |slip: &&Slip| {
        slip.fence
            .is_none_or(|fences| fences.split('|').any(|word| word == ours))
    };
    SLIPS.slip.iter().filter(of_this).find_map(|slip| {
        let pieces: Vec<&str> = slip
            .written
            .split(' ')
            .filter(|piece| *piece != "^")
            .collect();
        let first = if slip.written.starts_with('^') {
            0..=0
        } else {
            (at + 1).saturating_sub(pieces.len())..=at
        };
        first
            .filter(|first| first + pieces.len() > at)
            .find_map(|first| {
                let found = line.get(first..first + pieces.len())?;
                let said: Option<Vec<&str>> = pieces
                    .iter()
                    .zip(found)
                    .map(|(piece, token)| read(piece, token))
                    .collect();
                Some(told_of(slip, line, first, &said?, (wrong.code, letters)))
            })
    })
}

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
        "NUMBER" => meaning(piece, word)
            .or(meaning("RANK", word).filter(|rank| !is_number && is_digits(rank))),
        "HALF" => meaning("RANK", &lower).map(|_| text),
        "WORD" => (token.kind == Kind::Word).then_some(text),
        // Letters and signs of suits, English and French.
        "LETTER" => "♠ ♥ ♦ ♣ s h d c p k t"
            .split(' ')
            .any(|suit| suit == lower)
            .then_some(text),
        _ => (token.kind != Kind::End && piece.split('|').any(|one| one == lower || one == word))
            .then_some(text),
    }
}

fn told_of(
    slip: &Slip,
    line: &[Token],
    first: usize,
    said: &[&str],
    (code, letters): (Code, Letters),
) -> Diagnostic {
    let last = (first..first + said.len())
        .rfind(|at| line[*at].kind != Kind::End)
        .unwrap_or(first);
    let span = line[first].span.start..line[last].span.end;
    let code = if matches!(code, Code::BadAmount | Code::BadCard) {
        code
    } else {
        Code::Syntax
    };
    // A word of the grammar is told as the file's language has it.
    let word = slip
        .meant
        .and_then(|meant| Some((meant, Keyword::of(meant, Letters::English)?.word(letters))));
    let (told, ours) = word.unwrap_or_default();
    let wrong = code.at(
        &span,
        slip.says
            .replace(&format!("`{told}`"), &format!("`{ours}`")),
    );
    let Some(meant) = word.map(|(_, word)| word).or(slip.meant) else {
        return wrong.label("not here");
    };
    let meant = (1..).zip(said).fold(meant.to_owned(), |text, (at, said)| {
        text.replace(&format!("${at}"), said)
    });
    let glued = line[..first]
        .last()
        .map_or(span.start, |before| before.span.end)..span.end;
    let place = match (meant.chars().next(), line.get(last + 1)) {
        (None, Some(next)) if first == 0 => span.start..next.span.start,
        (None | Some(','), _) => glued,
        _ => span,
    };
    let label = if meant.is_empty() {
        "leave this out".into()
    } else {
        format!("write `{}`", meant.trim())
    };
    wrong.label(label).fix_at(place, meant)
}

/// The tokens of a line in which a fix stands instead of a stretch of it.
fn mended<'a>(line: &[Token<'a>], span: &Span, fix: &'a str, letters: Letters) -> Vec<Token<'a>> {
    let is_before = |token: &&Token<'a>| token.span.end <= span.start && token.kind != Kind::End;
    let (before, rest) = line.split_at(line.iter().take_while(is_before).count());
    let new = tokens(fix, &|_| span.clone())
        .into_iter()
        .filter(|token| token.kind != Kind::End);
    // What follows a `#` is no more read.
    let is_read = |token: &&Token| {
        token.kind == Kind::End || (token.span.start >= span.end && !fix.starts_with('#'))
    };
    let after = rest.iter().filter(is_read).cloned();
    let mended = before.iter().cloned().chain(new).chain(after).collect();
    if letters == Letters::French {
        french_tokens(mended)
    } else {
        mended
    }
}
