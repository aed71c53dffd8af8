//! A reader over the tokens of one line: each of its methods takes what it names, or says what is wrong.

use super::mistake::mended;
use super::{Keyword, Kind, Names, Place, Token, tokens};
use crate::cards::{Card, CardError, Letters, Seat, read_card};
use crate::rules::MOST_CHIPS;
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::load::Content;
use crate::scenario::syntax::{At, Hole, Span};
use std::cell::RefCell;

/// What was read, or the one error that spends the line.
pub type Read<T> = Result<T, Box<Diagnostic>>;

/// The tokens of a line, and how far they are read.
pub struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    names: &'a Names,
    letters: Letters,
    wants: RefCell<Vec<Want>>,
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of a line.
    pub fn new(mut tokens: Vec<Token<'a>>, names: &'a Names, letters: Letters) -> Reader<'a> {
        if tokens.last().is_none_or(|token| token.kind != Kind::End) {
            tokens.push(Token { kind: Kind::End, text: "", span: 0..0 });
        }
        Reader { tokens, at: 0, names, letters, wants: RefCell::default() }
    }

    /// The next token; at the end of the line again and again [`Kind::End`].
    pub fn peek(&self) -> &Token<'a> {
        &self.tokens[self.at]
    }

    /// The tokens not yet read.
    pub fn rest(&self) -> &[Token<'a>] {
        &self.tokens[self.at..]
    }

    /// What the next token is.
    pub fn kind(&self) -> Kind {
        self.peek().kind
    }

    /// Notes what would be taken here, if the line ends here.
    pub fn want(&self, want: Want) {
        if self.kind() == Kind::End && !self.wants.borrow().contains(&want) {
            self.wants.borrow_mut().push(want);
        }
    }

    /// All that would have been taken where the line ended, in the order asked for.
    pub fn wants(self) -> Vec<Want> {
        self.wants.into_inner()
    }

    /// The next token, if it is a keyword.
    pub fn keyword(&self) -> Option<Keyword> {
        Keyword::of(self.peek().text, self.letters)
    }

    /// Whether the next token spells this keyword.
    pub fn is(&self, keyword: Keyword) -> bool {
        self.want(Want::Word(keyword));
        keyword.is(self.peek().text, self.letters)
    }

    /// How a keyword is written in this file, for a message.
    pub fn word(&self, keyword: Keyword) -> &'static str {
        keyword.word(self.letters)
    }

    /// The players' names.
    pub fn names(&self) -> &'a Names {
        self.names
    }

    /// The letters cards are written in.
    pub fn letters(&self) -> Letters {
        self.letters
    }

    /// Takes the next token, whatever it is.
    pub fn skip(&mut self) -> Token<'a> {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Where the next token begins.
    pub fn start(&self) -> usize {
        self.peek().span.start
    }

    /// From a place to the end of the last token taken.
    pub fn since(&self, start: usize) -> Span {
        let end = self.tokens[..self.at].last().map_or(start, |token| token.span.end);
        start..end.max(start)
    }

    /// Whether the next token is of this kind.
    pub fn sees(&self, kind: Kind) -> bool {
        self.want(Want::Sign(kind));
        self.kind() == kind
    }

    /// Takes the next token if it is of this kind.
    pub fn take(&mut self, kind: Kind) -> bool {
        let is = self.sees(kind);
        if is {
            self.skip();
        }
        is
    }

    /// Takes the next token if it is this keyword.
    pub fn take_word(&mut self, keyword: Keyword) -> bool {
        let is = self.is(keyword);
        if is {
            self.skip();
        }
        is
    }

    /// Takes a sign that must stand here.
    pub fn sign(&mut self, kind: Kind, sign: &str) -> Read<()> {
        match self.take(kind) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{sign}`"))),
        }
    }

    /// Takes keywords that must stand here, one after another.
    pub fn words(&mut self, keywords: &[Keyword]) -> Read<()> {
        for keyword in keywords {
            if !self.take_word(*keyword) {
                return Err(self.not_the_word(*keyword));
            }
        }
        Ok(())
    }

    fn not_the_word(&self, keyword: Keyword) -> Box<Diagnostic> {
        let diagnostic = self.unexpected(&format!("`{}`", self.word(keyword)));
        match super::nearest(self.peek().text, [self.word(keyword)]) {
            Some(near) => Box::new(diagnostic.fix(near)),
            // What an article should stand before is there.
            None if keyword == Keyword::The && self.keyword().is_some() => {
                let both = format!("{} {}", self.word(keyword), self.peek().text);
                Box::new(diagnostic.fix(both))
            }
            None => diagnostic,
        }
    }

    /// The next token, if it is a keyword of this place.
    pub fn keyword_of(&self, place: Place) -> Option<Keyword> {
        Keyword::at(place).find(|keyword| self.kind() == Kind::Word && keyword.is(self.peek().text, self.letters))
    }

    /// Takes a keyword of a place.
    pub fn keyword_at(&mut self, place: Place, expected: &str) -> Read<Keyword> {
        let keyword = self.keyword_of(place).ok_or_else(|| self.unexpected_at(expected, place))?;
        self.skip();
        Ok(keyword)
    }

    /// Whether a name stands here.
    pub fn is_name(&self) -> bool {
        self.names.at(self.rest()).is_some()
    }

    /// Takes a name.
    pub fn name(&mut self) -> Read<At<Seat>> {
        self.want(Want::Name);
        let start = self.start();
        let (value, words) = self.names.at(self.rest()).ok_or_else(|| self.unknown_name())?;
        self.at += words;
        Ok(At { value, span: self.since(start) })
    }

    /// Takes a card.
    pub fn card(&mut self) -> Read<At<Card>> {
        self.want(Want::Card);
        if self.kind() != Kind::Word {
            return Err(self.unexpected("a card"));
        }
        let value = read_card(self.peek().text, self.letters).map_err(|error| self.no_card(error))?;
        Ok(At { value, span: self.skip().span })
    }

    /// Whether the next word is a card, or was meant as one.
    pub fn is_card_like(&self) -> bool {
        self.want(Want::Card);
        let text = self.peek().text;
        let read = read_card(text, self.letters);
        self.kind() == Kind::Word
            && (matches!(read, Ok(_) | Err(CardError::Ambiguous { .. }))
                || text.contains(['♠', '♥', '♦', '♣', '♤', '♡', '♢', '♧'])
                || text.starts_with(|first: char| first.is_ascii_digit())
                || mended(text, self.letters).is_some())
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

    /// Takes an amount of chips.
    pub fn amount(&mut self) -> Read<At<i64>> {
        self.chips(digits, Reader::no_amount)
    }

    /// Takes what a purse holds, which may be below nothing.
    pub fn purse(&mut self) -> Read<At<i64>> {
        let below = |text: &str| text.strip_prefix('-').and_then(digits).map(|chips| -chips);
        self.chips(|text| digits(text).or_else(|| below(text)), Reader::no_purse)
    }

    fn chips(&mut self, read: impl Fn(&str) -> Option<i64>, none: impl Fn(&Self) -> Box<Diagnostic>) -> Read<At<i64>> {
        self.want(Want::Number);
        if self.kind() != Kind::Word {
            return Err(self.unexpected("an amount"));
        }
        let value = read(self.peek().text).filter(|value| value.abs() <= MOST_CHIPS);
        let value = value.ok_or_else(|| none(self))?;
        Ok(At { value, span: self.skip().span })
    }

    /// Takes a small number, at most `most`.
    pub fn number(&mut self, expected: &str, most: u32) -> Read<At<u32>> {
        self.want(Want::Number);
        let value = digits(self.peek().text).and_then(|value| u32::try_from(value).ok());
        let value = value.filter(|value| *value <= most).ok_or_else(|| self.unexpected(expected))?;
        Ok(At { value, span: self.skip().span })
    }

    /// Takes `?`, or a value.
    pub fn hole<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<At<Hole<T>>> {
        let start = self.start();
        let value = match self.take(Kind::Hole) {
            true => Hole::Open,
            false => Hole::Known(read(self)?),
        };
        Ok(At { value, span: self.since(start) })
    }

    /// Takes a clause's topic: a single word.
    pub fn topic(&mut self) -> Read<At<Hole<String>>> {
        self.want(Want::Topic);
        self.hole(|reader| match reader.kind() {
            Kind::Word => Ok(reader.skip().text.to_owned()),
            _ => Err(reader.unexpected("a clause such as `play.trump`, or `?`")),
        })
    }

    /// The line must end here.
    pub fn end(&self, expected: &str) -> Read<()> {
        match self.kind() {
            Kind::End => Ok(()),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// A comma that nothing follows.
    pub fn trailing_comma(&self, comma: Span) -> Box<Diagnostic> {
        let diagnostic = Diagnostic::new(Code::Syntax, comma, "nothing follows this comma");
        Box::new(diagnostic.label("nothing follows").help("take the comma away: a new line begins a new statement"))
    }
}

fn digits(text: &str) -> Option<i64> {
    let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.parse().ok()).flatten()
}

/// Something that may stand where a line breaks off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// This word.
    Word(Keyword),
    /// A word of this place.
    Words(Place),
    /// A player's name.
    Name,
    /// A card.
    Card,
    /// A suit.
    Suit,
    /// A clause's topic.
    Topic,
    /// A sign.
    Sign(Kind),
    /// A number of chips, or of cards.
    Number,
}

/// Two words that are one keyword in French, made one token: `s'y tient`, the apostrophe straight or bent.
fn joined(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let first = joined.last().map(|first| first.text.replace('\u{2019}', "'"));
        let phrase = first.and_then(|first| Keyword::phrase(&first, token.text));
        match (phrase, joined.last_mut()) {
            (Some(text), Some(last)) => {
                (last.text, last.span) = (text, last.span.start..token.span.end);
            }
            _ => joined.push(token),
        }
    }
    joined
}

/// The tokens of a line that begins at this place of a fence's text, each with its place in the file.
pub fn line_tokens<'a>(content: &Content, at: usize, line: &'a str, letters: Letters) -> Vec<Token<'a>> {
    let tokens = tokens(line, |range| content.span(range.start + at..range.end + at));
    if letters == Letters::French { joined(tokens) } else { tokens }
}

/// Reads each line that says anything; what cannot be read is told, and the next line follows.
pub fn each_line(
    content: &Content,
    names: &Names,
    letters: Letters,
    mut read: impl FnMut(&mut Reader) -> Read<()>,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (at, line) in content.lines() {
        let mut reader = Reader::new(line_tokens(content, at, line, letters), names, letters);
        if reader.kind() != Kind::End {
            diagnostics.extend(read(&mut reader).err().map(|wrong| *wrong));
        }
    }
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::words::tokens;

    fn names() -> Names {
        Names::new(&["Anne", "Anne Marie"].map(|name| At { value: name.to_owned(), span: 0..0 }))
    }

    fn reader<'a>(line: &'a str, names: &'a Names) -> Reader<'a> {
        Reader::new(tokens(line, |range| range), names, Letters::English)
    }

    fn refused<T>(read: Read<T>) -> (Code, Span, Option<String>) {
        read.err().map(|found| (found.code, found.span, found.fix)).expect("an error")
    }

    #[test]
    fn cards_end_at_a_keyword_or_a_name() {
        let names = names();
        let mut line = reader("8♦ 7D for A♠ Anne Marie", &names);
        assert_eq!(line.cards().map(|cards| cards.len()), Ok(2));
        assert!(line.take_word(Keyword::For));
        assert_eq!(line.cards().map(|cards| cards.len()), Ok(1));
        assert_eq!(line.name(), Ok(At { value: Seat(1), span: 17..27 }));
        assert_eq!(line.end("the end"), Ok(()));
    }

    #[test]
    fn what_is_no_card_is_told() {
        let names = names();
        assert_eq!(refused(reader("9h♥", &names).cards()), (Code::BadCard, 0..5, None));
        assert_eq!(refused(reader("a♥", &names).cards()), (Code::BadCard, 0..4, Some("A♥".into())));
        assert_eq!(refused(reader("RC", &names).cards()), (Code::AmbiguousCard, 0..2, None));
        assert_eq!(refused(reader("", &names).cards()), (Code::Syntax, 0..0, None));
    }

    #[test]
    fn amounts_have_digits_and_a_limit() {
        let names = names();
        assert_eq!(reader("1000000000000", &names).amount().map(|at| at.value), Ok(MOST_CHIPS));
        for word in ["1000000000001", "-1", "+1", "1.5", "99999999999999999999", "five"] {
            assert_eq!(refused(reader(word, &names).amount()).0, Code::BadAmount, "{word}");
        }
    }

    #[test]
    fn a_purse_may_be_below_nothing() {
        let names = names();
        for (word, chips) in [("3", 3), ("0", 0), ("-3", -3), ("-1000000000000", -MOST_CHIPS)] {
            assert_eq!(reader(word, &names).purse().map(|at| at.value), Ok(chips), "{word}");
        }
        for word in ["-1000000000001", "--3", "-", "- 3", "+1", "-1.5"] {
            assert_eq!(refused(reader(word, &names).purse()).0, Code::BadAmount, "{word}");
        }
        assert_eq!(refused(reader("−3", &names).purse()).2, Some("-3".into()));
    }

    #[test]
    fn an_unknown_name_is_taken_whole() {
        let names = names();
        let found = refused(reader("Ann Marie folds", &names).name());
        assert_eq!(found, (Code::UnknownName, 0..9, Some("Anne Marie".into())));
        assert_eq!(refused(reader("folds", &names).name()).0, Code::Syntax);
    }
}
