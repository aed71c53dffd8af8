//! The lines of a fence read one by one, and slips of the pen mended on the way, which `slips.toml` tells.

use super::file_vocabulary::FileVocabulary;
use super::keyword::{Keyword, regroup_keyword_tokens};
use super::slip_table::{SLIPS, Slip, meaning_in_placeholder};
use super::{
    Code, Diagnostic, FenceContent, FenceKind, KeywordPlace, LinePieceResult, LineTokenReader,
    Span, Token, TokenKind, tokenize,
};
use crate::cards::{CardLanguage, read_card};
use crate::rules::ClauseId;

/// Reads each line that says anything: what is wrong with them, and whether all of them are read, some as their fixes have them.
pub fn read_lines_mending_slips(
    fence: FenceKind,
    content: &FenceContent,
    names: &FileVocabulary,
    read: &mut dyn FnMut(&mut LineTokenReader) -> LinePieceResult<()>,
) -> (Vec<Diagnostic>, bool) {
    let mut wrong = Vec::new();
    let mut all_read = true;
    for (at, line) in content.lines() {
        let tokens = tokenize_line(content, at, line, names.letters);
        if tokens.len() > 1 {
            // Nobody wrote so long a line by hand: its first mistake is enough.
            let readings_left = if tokens.len() <= LONG {
                MOST_READINGS
            } else {
                0
            };
            let mut lenient = LenientLineReader {
                fence,
                names,
                read,
                readings_left,
            };
            let (errors, is_read) = lenient.read(&tokens, 0);
            wrong.extend(join_slips(errors, line, content.span_of(at..at).start));
            all_read &= is_read;
        }
    }
    (wrong, all_read)
}

/// Joins the slips of a line into one diagnostic, which stands at the first and mends all of them. What cannot be read behind
/// one may follow from it, and is reported once that is mended.
fn join_slips(errors: Vec<ScenarioLineError>, line: &str, line_start: usize) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut slips: Vec<Diagnostic> = Vec::new();
    let mut first = None;
    for error in errors {
        if error.has_joinable_fix() {
            first.get_or_insert(found.len());
            slips.push(error.wrong);
        } else if first.is_none() || error.wrong.code != Code::Syntax {
            found.push(error.wrong);
        }
    }
    let mut slips = slips.into_iter();
    let Some(first) = first else {
        return found;
    };
    let Some(mut whole) = slips.next() else {
        return found;
    };
    let mut mended = whole.span_to_replace().clone();
    let mut messages = vec![whole.message.clone()];
    let mut fix = whole.fix.clone().unwrap_or_default();
    let mut is_left_out = fix.is_empty();
    for slip in slips {
        // Of two that meet one waits for the next reading, unless the first says nothing.
        if slip.span_to_replace().start < mended.end && !is_left_out {
            continue;
        }
        let text = slip.fix.as_deref().unwrap_or_default();
        fix += line
            .get(mended.end - line_start..slip.span_to_replace().start.max(mended.end) - line_start)
            .unwrap_or_default();
        fix += text;
        mended.end = slip.span_to_replace().end.max(mended.end);
        is_left_out = text.is_empty();
        if !messages.contains(&slip.message) {
            whole.related.push((slip.span, slip.label));
            messages.push(slip.message);
        }
    }
    whole.message = messages.join("; ");
    found.insert(first, whole.with_fix_at(mended, fix));
    found
}

/// A mistake in a line.
#[derive(Clone)]
struct ScenarioLineError {
    wrong: Diagnostic,
    /// True if a row of the slips describes it.
    is_known_slip: bool,
}

impl ScenarioLineError {
    fn new(wrong: Diagnostic) -> ScenarioLineError {
        ScenarioLineError {
            wrong,
            is_known_slip: false,
        }
    }

    /// Returns whether its fix can be joined with those of other slips.
    fn has_joinable_fix(&self) -> bool {
        self.wrong.has_certain_fix() && (self.is_known_slip || self.wrong.code == Code::Syntax)
    }
}

/// A way to read a line nonetheless: a text for a stretch of it, and the error that this mends.
struct LineMend {
    fix: String,
    span: Span,
    error: ScenarioLineError,
}

impl LineMend {
    /// Returns the fix of an error, if it has one.
    fn from_error(error: ScenarioLineError) -> Option<LineMend> {
        Some(LineMend {
            fix: error.wrong.fix.clone()?,
            span: error.wrong.span_to_replace().clone(),
            error,
        })
    }
}

/// The number of times that a line is read again, each time with one more mistake fixed.
const MOST_READINGS: usize = 100;

/// The most tokens of a line that is read again.
const LONG: usize = 400;

/// Reads a line on after a mistake, as if the mistake were mended, to find the mistakes behind
/// it.
struct LenientLineReader<'a> {
    fence: FenceKind,
    names: &'a FileVocabulary,
    read: &'a mut dyn FnMut(&mut LineTokenReader) -> LinePieceResult<()>,
    readings_left: usize,
}

impl LenientLineReader<'_> {
    /// Reads a line, and returns its mistakes and whether it could be read to its end. If a fix of the first mistake lets the
    /// reader get further, the rest is read with the fix, and its mistakes are returned too. For a winner or an amount that
    /// cannot be read, `?` is tried. A mistake before the byte `mended_until`, where the last fix ends, is not fixed again.
    fn read(&mut self, tokens: &[Token], mended_until: usize) -> (Vec<ScenarioLineError>, bool) {
        let mut reader = LineTokenReader::new(tokens.to_vec(), self.names);
        let Err(found) = (self.read)(&mut reader) else {
            return (Vec::new(), true);
        };
        if found.span.start < mended_until {
            return (vec![ScenarioLineError::new(*found)], false);
        }
        let slip = find_slip(tokens, &found, self.fence, self.names);
        let shown = match &slip {
            Some(slip) if slip.fix.is_none() => slip.clone().as_guess(),
            _ => (*found).clone().as_guess(),
        };
        for mend in possible_mends(tokens, slip, *found, &shown) {
            let Some(left) = self.readings_left.checked_sub(1) else {
                break;
            };
            self.readings_left = left;
            let LineMend { fix, span, error } = mend;
            let mended = mended_tokens(tokens, &span, &fix, self.names.letters);
            let (more, is_read) = self.read(&mended, span.end);
            // What breaks off behind what was written instead is no further.
            let is_further = more.first().is_some_and(|next| {
                next.wrong.span.start >= span.end && !next.wrong.span.is_empty()
            });
            if is_read || (fix != "?" && is_further) {
                return (std::iter::once(error).chain(more).collect(), is_read);
            }
        }
        (vec![ScenarioLineError::new(shown)], false)
    }
}

/// Returns the ways to read a line nonetheless: the fix of a slip, that of the reader, and a hole where `shown` points.
fn possible_mends(
    tokens: &[Token],
    slip: Option<Diagnostic>,
    found: Diagnostic,
    shown: &Diagnostic,
) -> Vec<LineMend> {
    let mut mends = Vec::new();
    if let Some(wrong) = slip {
        mends.extend(LineMend::from_error(ScenarioLineError {
            wrong,
            is_known_slip: true,
        }));
    }
    mends.extend(LineMend::from_error(ScenarioLineError::new(found)));
    let before = tokens
        .iter()
        .rev()
        .find(|token| token.span.end <= shown.span.start);
    if before.is_some_and(|token| token.kind != TokenKind::Comma) && !shown.span.is_empty() {
        mends.push(LineMend {
            fix: "?".to_owned(),
            span: shown.span.clone(),
            error: ScenarioLineError::new(shown.clone()),
        });
    }
    mends
}

/// Returns the tokens of a line that begins at this place of a fence's text, each with its place in the file.
pub fn tokenize_line<'a>(
    content: &FenceContent,
    line_start: usize,
    line: &'a str,
    letters: CardLanguage,
) -> Vec<Token<'a>> {
    let tokens = tokenize(line, &|range| {
        content.span_of(range.start + line_start..range.end + line_start)
    });
    regroup_keyword_tokens(tokens, letters)
}

/// Returns the foreign comment mark that a text begins with, and the advice to its writer.
pub fn foreign_comment_mark(text: &str) -> Option<(&'static str, &'static str)> {
    let slip = SLIPS.slip.iter().find(|slip| slip.meant == Some("#"))?;
    slip.written
        .split('|')
        .find(|mark| text.starts_with(mark))
        .map(|mark| (mark, slip.says))
}

/// Returns the slip by which a line could not be read, if it is one of ours: it stands where the reader stopped.
fn find_slip(
    line: &[Token],
    wrong: &Diagnostic,
    fence: FenceKind,
    names: &FileVocabulary,
) -> Option<Diagnostic> {
    let letters = names.letters;
    let stop = line
        .iter()
        .position(|token| token.span.start >= wrong.span.start)?;
    let fence = fence.spelling(CardLanguage::English);
    for slip in SLIPS.slip {
        if let Some(fences) = slip.fence
            && fences.split('|').all(|word| word != fence)
        {
            continue;
        }
        if let Some((first, words)) = find_slip_in_line(slip, line, stop, names) {
            return Some(slip_error(slip, line, first, &words, wrong.code, letters));
        }
    }
    None
}

/// Returns where in a line the tokens of a slip begin, and their words, if they stand around this token.
fn find_slip_in_line<'a>(
    slip: &Slip,
    line: &[Token<'a>],
    stop: usize,
    names: &FileVocabulary,
) -> Option<(usize, Vec<&'a str>)> {
    let pieces: Vec<&str> = slip
        .written
        .split(' ')
        .filter(|piece| *piece != "^")
        .collect();
    let firsts = if slip.written.starts_with('^') {
        0..=0
    } else {
        (stop + 1).saturating_sub(pieces.len())..=stop
    };
    for first in firsts {
        let last = first + pieces.len();
        if last <= stop {
            continue;
        }
        let Some(tokens) = line.get(first..last) else {
            continue;
        };
        let words: Option<Vec<&str>> = pieces
            .iter()
            .zip(tokens)
            .map(|(piece, token)| match_piece(piece, token, names))
            .collect();
        if let Some(words) = words {
            return Some((first, words));
        }
    }
    None
}

/// Returns what a token is worth for a piece of a slip, if it fits.
fn match_piece<'a>(piece: &str, token: &Token<'a>, names: &FileVocabulary) -> Option<&'a str> {
    let text = token.text;
    let lower = text.to_lowercase();
    let word = lower.trim_end_matches('.');
    let fits = match piece {
        "RANK" | "SUIT" => return meaning_in_placeholder(piece, word),
        "NUMBER" => {
            return meaning_in_placeholder(piece, word).or_else(|| digits_of_rank_word(text, word));
        }
        "N" => is_digits(text),
        "+N" | "-N" => {
            let number = text
                .strip_prefix(&piece[..1])
                .filter(|rest| is_digits(rest))?;
            return Some(number);
        }
        "BAR" => text == "|",
        "NNN" => is_digits(text) && text.len() == 3,
        // The end has no text.
        "$" => token.kind == TokenKind::End,
        "HALF" => meaning_in_placeholder("RANK", &lower).is_some(),
        "WORD" => token.kind == TokenKind::Word,
        "NAME" => names.longest_name_at(std::slice::from_ref(token)).is_some(),
        "CARD" => read_card(text, names.letters).is_ok(),
        "PROSE" => is_prose_word(token, names),
        "LETTER" => SUIT_LETTERS.contains(&lower.as_str()),
        _ => {
            token.kind != TokenKind::End
                && piece.split('|').any(|part| part == lower || part == word)
        }
    };
    if fits { Some(text) } else { None }
}

/// Returns whether a word is neither a name, a card, a keyword nor the id of a clause.
fn is_prose_word(token: &Token, names: &FileVocabulary) -> bool {
    token.kind == TokenKind::Word
        && token.text.chars().all(char::is_alphabetic)
        && Keyword::from_word(token.text, names.letters)
            .is_none_or(|word| word.places() == [KeywordPlace::Inside])
        && !is_word_of_refusal(token, names)
        && ClauseId::by_id(token.text).is_none()
        && names.longest_name_at(std::slice::from_ref(token)).is_none()
        && read_card(token.text, names.letters).is_err()
}

fn is_word_of_refusal(token: &Token, names: &FileVocabulary) -> bool {
    let word = Keyword::from_word(token.text, names.letters);
    matches!(word, Some(Keyword::Refused | Keyword::Legal))
}

/// Letters and signs of suits, English and French.
const SUIT_LETTERS: [&str; 11] = ["♠", "♥", "♦", "♣", "s", "h", "d", "c", "p", "k", "t"];

/// Returns the digits of the rank that a number word means: `10` for `ten`.
fn digits_of_rank_word(text: &str, word: &str) -> Option<&'static str> {
    let rank = meaning_in_placeholder("RANK", word)?;
    if !is_digits(text) && is_digits(rank) {
        Some(rank)
    } else {
        None
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Says what is wrong where the tokens of a slip stand, whose words these are, and mends it.
fn slip_error(
    slip: &Slip,
    line: &[Token],
    first: usize,
    words: &[&str],
    code: Code,
    letters: CardLanguage,
) -> Diagnostic {
    let last = (first..first + words.len())
        .rfind(|at| line[*at].kind != TokenKind::End)
        .unwrap_or(first);
    let span = line[first].span.start..line[last].span.end;
    let code = if matches!(code, Code::BadAmount | Code::BadCard) {
        code
    } else {
        Code::Syntax
    };
    let says = respell_quoted_words(slip.says, letters);
    let wrong = code.diagnostic_at(&span, says);
    let Some(meant) = slip.meant else {
        return wrong.with_label("not here");
    };
    let mut fix = respell_words(meant, letters);
    for (at, word) in (1..).zip(words) {
        fix = fix.replace(&format!("${at}"), word);
    }
    let place = if fix.is_empty()
        && first == 0
        && let Some(next) = line.get(last + 1)
    {
        span.start..next.span.start
    } else if fix.is_empty() || fix.starts_with(',') {
        let start = match line[..first].last() {
            Some(before) => before.span.end,
            None => span.start,
        };
        start..span.end
    } else {
        span
    };
    let label = if fix.is_empty() {
        "leave this out".into()
    } else if fix.starts_with("# ") {
        "write `#` before this".into()
    } else {
        format!("write `{}`", fix.trim())
    };
    wrong.with_label(label).with_fix_at(place, fix)
}

/// Returns words with those of the grammar as the language of the file has them.
fn respell_words(english: &str, letters: CardLanguage) -> String {
    let mut words = Vec::new();
    for word in english.split(' ') {
        words.push(match Keyword::from_word(word, CardLanguage::English) {
            Some(keyword) if letters != CardLanguage::English => keyword.spelling_in(letters),
            _ => word,
        });
    }
    words.join(" ")
}

/// Returns a sentence in which each word in backticks is that of the file's language.
fn respell_quoted_words(says: &str, letters: CardLanguage) -> String {
    let mut pieces = Vec::new();
    for (at, piece) in says.split('`').enumerate() {
        pieces.push(if at % 2 == 1 {
            respell_words(piece, letters)
        } else {
            piece.to_owned()
        });
    }
    pieces.join("`")
}

/// Returns the tokens of a line in which a fix stands instead of a stretch of it.
fn mended_tokens<'a>(
    line: &[Token<'a>],
    span: &Span,
    fix: &'a str,
    letters: CardLanguage,
) -> Vec<Token<'a>> {
    let start = line
        .iter()
        .position(|token| token.span.end > span.start || token.kind == TokenKind::End)
        .unwrap_or(line.len());
    let mut mended = line[..start].to_vec();
    for token in tokenize(fix, &|_| span.clone()) {
        if token.kind != TokenKind::End {
            mended.push(token);
        }
    }
    // What follows a `#` is no more read.
    let is_comment = fix.starts_with('#');
    for token in &line[start..] {
        if token.kind == TokenKind::End || (token.span.start >= span.end && !is_comment) {
            mended.push(token.clone());
        }
    }
    regroup_keyword_tokens(mended, letters)
}
