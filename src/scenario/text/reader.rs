//! A reader over the tokens of one line: what it takes or would take, and what is said of a word that is out of place.

mod errors;

use super::near_cards::mended_card;
use super::{At, Diagnostic, Hole, Keyword, Kind, Names, Place, Span, Token};
use crate::cards::{Card, CardError, Seat, read_card};
use crate::rules::MOST_CHIPS;
use std::cell::RefCell;

/// What was read, or the one error that spends the line.
pub type Read<T> = Result<T, Box<Diagnostic>>;

/// Goes on where something holds, and tells what is wrong where it does not.
pub fn ensure(holds: bool, wrong: impl FnOnce() -> Diagnostic) -> Read<()> {
    if holds { Ok(()) } else { Err(wrong().into()) }
}

pub struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    pub names: &'a Names,
    wants: RefCell<Vec<Want>>,
}

/// Something that may stand where a line breaks off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    Word(Keyword),
    Words(Place),
    Name,
    Card,
    Suit,
    ClauseId,
    Sign(Kind),
    Number,
}

impl<'a> Reader<'a> {
    pub fn new(mut tokens: Vec<Token<'a>>, names: &'a Names) -> Reader<'a> {
        if tokens.last().is_none_or(|token| token.kind != Kind::End) {
            tokens.push(Token {
                kind: Kind::End,
                text: "",
                span: 0..0,
            });
        }
        Reader {
            tokens,
            at: 0,
            names,
            wants: RefCell::default(),
        }
    }

    /// The next token; at the end of the line again and again [`Kind::End`].
    pub fn peek(&self) -> &Token<'a> {
        &self.tokens[self.at]
    }

    pub fn rest(&self) -> &[Token<'a>] {
        &self.tokens[self.at..]
    }

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

    pub fn keyword(&self) -> Option<Keyword> {
        Keyword::of(self.peek().text, self.names.letters)
    }

    /// The next token, if it is a keyword of this place. A line about the table is read in files of every edition, so that
    /// what one does not have can be told with what has it.
    pub fn keyword_of(&self, place: Place) -> Option<Keyword> {
        if self.kind() != Kind::Word {
            return None;
        }
        let is_of_any_edition = matches!(place, Place::Deal | Place::Payout);
        let word = self.peek().text;
        Keyword::at(place)
            .filter(|keyword| keyword.is(word, self.names.letters))
            .find(|keyword| is_of_any_edition || keyword.is_told(place, self.names))
    }

    /// The keywords of this place that the editions of the file have.
    pub fn keywords_at(&self, place: Place) -> impl Iterator<Item = Keyword> {
        Keyword::at(place).filter(move |keyword| keyword.is_told(place, self.names))
    }

    pub fn listed(&self, place: Place) -> String {
        self.keywords_at(place)
            .map(|keyword| self.word(keyword))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub fn is(&self, keyword: Keyword) -> bool {
        if keyword.is_told(Place::Inside, self.names) {
            self.want(Want::Word(keyword));
        }
        keyword.is(self.peek().text, self.names.letters)
    }

    pub fn sees(&self, kind: Kind) -> bool {
        self.want(Want::Sign(kind));
        self.kind() == kind
    }

    /// Parts each word that is left at its `+`: `Ana+Carlos` is two names.
    pub fn part_at_plus(&mut self) {
        for token in self.tokens.split_off(self.at) {
            if !token.text.contains('+') {
                self.tokens.push(token);
                continue;
            }
            let mut start = token.span.start;
            for piece in token.text.split_inclusive('+') {
                let name = piece.strip_suffix('+').unwrap_or(piece);
                let plus = &piece[name.len()..];
                for (kind, text) in [(token.kind, name), (Kind::Plus, plus)] {
                    if !text.is_empty() {
                        let span = start..start + text.len();
                        self.tokens.push(Token { kind, text, span });
                        start += text.len();
                    }
                }
            }
        }
    }

    pub fn word(&self, keyword: Keyword) -> &'static str {
        keyword.word(self.names.letters)
    }

    pub fn skip(&mut self) -> Token<'a> {
        let token = self.peek().clone();
        self.pass(1);
        token
    }

    /// Goes on by so many tokens, to the end of the line at most.
    pub fn pass(&mut self, tokens: usize) {
        self.at = (self.at + tokens).min(self.tokens.len() - 1);
    }

    pub fn start(&self) -> usize {
        self.peek().span.start
    }

    /// From a place to the end of the last token taken.
    pub fn since(&self, start: usize) -> Span {
        match self.tokens[..self.at].last() {
            Some(token) => start..token.span.end.max(start),
            None => start..start,
        }
    }

    pub fn at<T>(&self, start: usize, value: T) -> At<T> {
        At {
            value,
            span: self.since(start),
        }
    }

    pub fn placed<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<At<T>> {
        let start = self.start();
        read(self).map(|value| self.at(start, value))
    }

    pub fn is_mus(&self) -> bool {
        self.names.is_mus()
    }

    pub fn is_name(&self) -> bool {
        self.names.at(self.rest()).is_some()
    }

    /// Whether the next word is a card, or was meant as one.
    pub fn is_card_like(&self) -> bool {
        self.want(Want::Card);
        let text = self.peek().text;
        let read = read_card(text, self.names.letters);
        self.kind() == Kind::Word
            && (matches!(read, Ok(_) | Err(CardError::Ambiguous { .. }))
                || text.contains(['♠', '♥', '♦', '♣', '♤', '♡', '♢', '♧'])
                || text.starts_with(|first: char| first.is_ascii_digit())
                || mended_card(text, self.names.letters).is_some())
    }

    pub fn take(&mut self, kind: Kind) -> bool {
        let is = self.sees(kind);
        self.pass(is.into());
        is
    }

    pub fn take_word(&mut self, keyword: Keyword) -> bool {
        let is = self.is(keyword);
        self.pass(is.into());
        is
    }

    pub fn sign(&mut self, kind: Kind) -> Read<()> {
        if self.take(kind) {
            return Ok(());
        }
        let mut wrong = self.unexpected(&format!("`{}`", kind.sign().unwrap_or_default()));
        if kind == Kind::Close && self.kind() == Kind::End {
            let end = self.since(0).end;
            wrong = wrong.fix_at(end..end, ")");
        }
        Err(wrong.into())
    }

    /// Takes these words, one after the other.
    pub fn words(&mut self, keywords: &[Keyword]) -> Read<()> {
        for keyword in keywords {
            if !self.take_word(*keyword) {
                return Err(self.missing_word(*keyword).into());
            }
        }
        Ok(())
    }

    pub fn keyword_at(&mut self, place: Place, expected: &str) -> Read<Keyword> {
        let keyword = self
            .keyword_of(place)
            .ok_or_else(|| self.unexpected_at(expected, place))?;
        self.pass(1);
        Ok(keyword)
    }

    pub fn name(&mut self) -> Read<At<Seat>> {
        self.want(Want::Name);
        let start = self.start();
        let (value, words) = self
            .names
            .at(self.rest())
            .ok_or_else(|| self.unknown_name())?;
        self.pass(words);
        Ok(self.at(start, value))
    }

    pub fn card(&mut self) -> Read<At<Card>> {
        self.want(Want::Card);
        ensure(self.kind() == Kind::Word, || self.unexpected("a card"))?;
        let value =
            read_card(self.peek().text, self.names.letters).map_err(|error| self.no_card(error))?;
        Ok(At {
            value,
            span: self.skip().span,
        })
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
        self.chips(false)
    }

    /// Takes an amount; what a purse holds may be below nothing.
    pub fn chips(&mut self, of_purse: bool) -> Read<At<i64>> {
        self.want(Want::Number);
        ensure(self.kind() == Kind::Word, || self.unexpected("an amount"))?;
        let text = self.peek().text;
        let value = match text.strip_prefix('-') {
            Some(debt) if of_purse => digits(debt).map(|chips| -chips),
            _ => digits(text),
        };
        match value {
            Some(value) if value.abs() <= MOST_CHIPS => Ok(At {
                value,
                span: self.skip().span,
            }),
            _ => Err(self.no_amount(of_purse).into()),
        }
    }

    pub fn number(&mut self, expected: &str, most: i64) -> Read<At<i64>> {
        self.want(Want::Number);
        match digits(self.peek().text) {
            Some(value) if value <= most => Ok(At {
                value,
                span: self.skip().span,
            }),
            _ => Err(self.unexpected(expected).into()),
        }
    }

    pub fn hole<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<At<Hole<T>>> {
        self.placed(|reader| {
            if reader.take(Kind::Hole) {
                Ok(Hole::Open)
            } else {
                read(reader).map(Hole::Known)
            }
        })
    }

    pub fn topic(&mut self) -> Read<At<Hole<String>>> {
        self.want(Want::ClauseId);
        self.hole(|reader| match reader.kind() {
            Kind::Word => Ok(reader.skip().text.to_owned()),
            _ => Err(reader
                .unexpected("a clause such as `play.trump`, or `?`")
                .into()),
        })
    }

    pub fn end(&self, expected: &str) -> Read<()> {
        ensure(self.kind() == Kind::End, || self.unexpected(expected))
    }
}

/// What helps where a word is French, and the file is not.
pub fn in_french(english: &str) -> String {
    format!("that is French: write `{english}`, or put `lang = \"fr\"` into the header")
}

/// Returns the number that a text of digits is.
fn digits(text: &str) -> Option<i64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}
