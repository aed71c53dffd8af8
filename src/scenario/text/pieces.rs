//! What a line is made of: each of these takes what it names from a reader, or says what is wrong.

use super::keyword::{Keyword, Names, Place, joined};
use super::{
    At, Code, Content, Diagnostic, Hole, Kind, Read, Reader, Span, Token, Want, Word, nearest, say, slips, tokens,
};
use crate::cards::{Card, Letters, Seat, read_card};
use crate::rules::MOST_CHIPS;

/// What is wrong with the lines of a fence, and whether all of them are read: some as their fixes have them.
pub type Wrong = (Vec<Diagnostic>, bool);

/// Reads each line that says anything; what cannot be read is told, and the next line follows.
pub fn each_line(
    (fence, content): (Word, &Content),
    names: &Names,
    mut read: impl FnMut(&mut Reader) -> Read<()>,
) -> Wrong {
    let (mut wrong, mut whole) = (Vec::new(), true);
    for (at, line) in content.lines() {
        let tokens = line_tokens(content, at, line, names.letters);
        if tokens.len() > 1 {
            // Nobody wrote so long a line by hand: its first mistake is enough.
            let left = if tokens.len() <= LONG { MOST_READINGS } else { 0 };
            let mut lenient = Lenient { fence, names, read: &mut read, left };
            let (found, is_read) = lenient.read(&tokens, 0);
            wrong.extend(one_message(found, line, content.span(at..at).start));
            whole &= is_read;
        }
    }
    (wrong, whole)
}

/// The slips of a line as one, which is told at the first and mends all of them. What cannot be read behind one may follow from
/// it, and is told once that is mended.
fn one_message(found: Vec<Told>, line: &str, begins: usize) -> Vec<Diagnostic> {
    let is_slip = |(wrong, of_ours): &Told| wrong.is_certain() && (*of_ours || wrong.code == Code::Syntax);
    let first = found.iter().position(is_slip).unwrap_or(found.len());
    let (slips, others): (Vec<_>, Vec<_>) = found[first..].iter().cloned().partition(is_slip);
    let [slips, others] = [slips, others].map(|told| told.into_iter().map(|(wrong, _)| wrong).collect::<Vec<_>>());
    let mut found: Vec<Diagnostic> = found.into_iter().take(first).map(|(wrong, _)| wrong).collect();
    found.extend(others.into_iter().filter(|wrong| wrong.code != Code::Syntax));
    let [whole, rest @ ..] = &slips[..] else { return found };
    let mut whole = whole.clone();
    let (mut mended, mut said) = (whole.replaced().clone(), vec![whole.message.clone()]);
    let mut fix = whole.fix.clone().unwrap_or_default();
    let mut is_left_out = fix.is_empty();
    for slip in rest {
        // Of two that meet one waits for the next reading, unless the first says nothing.
        if slip.replaced().start < mended.end && !is_left_out {
            continue;
        }
        let text = slip.fix.as_deref().unwrap_or_default();
        fix += line.get(mended.end - begins..slip.replaced().start.max(mended.end) - begins).unwrap_or_default();
        fix += text;
        (mended.end, is_left_out) = (slip.replaced().end.max(mended.end), text.is_empty());
        if !said.contains(&slip.message) {
            whole.related.push((slip.span.clone(), slip.label.clone()));
            said.push(slip.message.clone());
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
        let Err(found) = (self.read)(&mut reader) else { return (Vec::new(), true) };
        if found.span.start < from {
            return (vec![(*found, false)], false);
        }
        let slip = slips::slip(tokens, &found, self.fence, self.names.letters);
        let told = slip.clone().filter(|slip| slip.fix.is_none()).unwrap_or_else(|| (*found).clone()).likely();
        let before = tokens.iter().rev().find(|token| token.span.end <= told.span.start);
        let open = before
            .filter(|before| before.kind != Kind::Comma && !told.span.is_empty())
            .map(|_| ("?".into(), told.span.clone(), (told.clone(), false)));
        let mend = |told: Told| Some((told.0.fix.clone()?, told.0.replaced().clone(), told));
        let slip = slip.map(|slip| (slip, true));
        for (fix, span, wrong) in slip.into_iter().chain([(*found, false)]).filter_map(mend).chain(open) {
            let Some(left) = self.left.checked_sub(1) else { break };
            self.left = left;
            let (more, is_read) = self.read(&slips::mended(tokens, &span, &fix, self.names.letters), span.end);
            // What breaks off behind what was written instead is no further.
            let is_further = |(next, _): &Told| next.span.start >= span.end && !next.span.is_empty();
            if is_read || (fix != "?" && more.first().is_some_and(is_further)) {
                return (std::iter::once(wrong).chain(more).collect(), is_read);
            }
        }
        (vec![(told, false)], false)
    }
}

/// The tokens of a line that begins at this place of a fence's text, each with its place in the file.
pub fn line_tokens<'a>(content: &Content, at: usize, line: &'a str, letters: Letters) -> Vec<Token<'a>> {
    let tokens = tokens(line, |range| content.span(range.start + at..range.end + at));
    if letters == Letters::French { joined(tokens) } else { tokens }
}

impl Reader<'_> {
    pub fn take(&mut self, kind: Kind) -> bool {
        let is = self.sees(kind);
        if is {
            self.skip();
        }
        is
    }

    pub fn take_word(&mut self, keyword: Keyword) -> bool {
        let is = self.is(keyword);
        if is {
            self.skip();
        }
        is
    }

    /// Takes a sign that must stand here.
    pub fn sign(&mut self, kind: Kind) -> Read<()> {
        if self.take(kind) {
            return Ok(());
        }
        let (wrong, end) = (self.unexpected(&format!("`{}`", kind.sign().unwrap_or_default())), self.since(0).end);
        let is_left_open = kind == Kind::Close && self.kind() == Kind::End;
        let wrong = if is_left_open { wrong.fix_at(end..end, ")") } else { wrong };
        Err(wrong.into())
    }

    /// Takes keywords that must stand here, one after another.
    pub fn words(&mut self, keywords: &[Keyword]) -> Read<()> {
        for keyword in keywords {
            if !self.take_word(*keyword) {
                return Err(self.not_the_word(*keyword).into());
            }
        }
        Ok(())
    }

    fn not_the_word(&self, keyword: Keyword) -> Diagnostic {
        let (word, found) = (self.word(keyword), self.peek().text);
        let wrong = self.unexpected(&format!("`{word}`"));
        match nearest(found, [word]) {
            Some(near) => wrong.fix(near),
            // What an article should stand before is there.
            None if keyword == Keyword::The && self.keyword().is_some() => wrong.fix(format!("{word} {found}")),
            None => wrong,
        }
    }

    pub fn keyword_at(&mut self, place: Place, expected: &str) -> Read<Keyword> {
        let keyword = self.keyword_of(place).ok_or_else(|| self.unexpected_at(expected, place))?;
        self.skip();
        Ok(keyword)
    }

    pub fn name(&mut self) -> Read<At<Seat>> {
        self.want(Want::Name);
        let start = self.start();
        let (value, words) = self.names().at(self.rest()).ok_or_else(|| self.unknown_name())?;
        for _ in 0..words {
            self.skip();
        }
        Ok(At { value, span: self.since(start) })
    }

    pub fn card(&mut self) -> Read<At<Card>> {
        self.want(Want::Card);
        if self.kind() != Kind::Word {
            return Err(self.unexpected("a card").into());
        }
        let value = read_card(self.peek().text, self.letters()).map_err(|error| self.no_card(error))?;
        Ok(At { value, span: self.skip().span })
    }

    /// Takes cards up to a sign, a keyword, a name or the end; at least one.
    pub fn cards(&mut self) -> Read<Vec<At<Card>>> {
        let mut cards = vec![self.card()?];
        while self.kind() == Kind::Word && self.keyword().is_none() && !self.is_name() {
            cards.push(self.card()?);
        }
        self.want(Want::Card);
        Ok(cards)
    }

    pub fn amount(&mut self) -> Read<At<i64>> {
        self.chips(digits, Reader::no_amount)
    }

    /// Takes what a purse holds, which may be below nothing.
    pub fn purse(&mut self) -> Read<At<i64>> {
        let below = |text: &str| text.strip_prefix('-').and_then(digits).map(|chips| -chips);
        self.chips(|text| digits(text).or_else(|| below(text)), Reader::no_purse)
    }

    fn chips(&mut self, read: impl Fn(&str) -> Option<i64>, none: impl Fn(&Self) -> Diagnostic) -> Read<At<i64>> {
        self.want(Want::Number);
        if self.kind() != Kind::Word {
            return Err(self.unexpected("an amount").into());
        }
        let value = read(self.peek().text).filter(|value| value.abs() <= MOST_CHIPS);
        let value = value.ok_or_else(|| none(self))?;
        Ok(At { value, span: self.skip().span })
    }

    pub fn number(&mut self, expected: &str, most: u32) -> Read<At<u32>> {
        self.want(Want::Number);
        let value = digits(self.peek().text).and_then(|value| u32::try_from(value).ok());
        let value = value.filter(|value| *value <= most).ok_or_else(|| self.unexpected(expected))?;
        Ok(At { value, span: self.skip().span })
    }

    /// Takes `?`, or a value.
    pub fn hole<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<At<Hole<T>>> {
        let start = self.start();
        let value = if self.take(Kind::Hole) { Hole::Open } else { Hole::Known(read(self)?) };
        Ok(At { value, span: self.since(start) })
    }

    pub fn topic(&mut self) -> Read<At<Hole<String>>> {
        self.want(Want::Topic);
        self.hole(|reader| match reader.kind() {
            Kind::Word => Ok(reader.skip().text.to_owned()),
            _ => Err(reader.unexpected("a clause such as `play.trump`, or `?`").into()),
        })
    }

    pub fn end(&self, expected: &str) -> Read<()> {
        if self.kind() == Kind::End { Ok(()) } else { Err(self.unexpected(expected).into()) }
    }
}

pub fn trailing_comma(comma: &Span) -> Diagnostic {
    say!("trailing-comma", comma)
}

fn digits(text: &str) -> Option<i64> {
    let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.parse().ok()).flatten()
}
