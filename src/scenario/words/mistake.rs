//! What is said of a word that is not what should stand there.

use super::reader::Reader;
use super::{Keyword, Kind, Place, Token, Want, quoted};
use crate::cards::{Card, CardError, Letters, Suit, read_card};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::Span;

impl Reader<'_> {
    /// The next token is not `expected`.
    pub fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        let token = self.peek();
        let message = format!("expected {expected}, found {}", found(token));
        let diagnostic = Diagnostic::new(Code::Syntax, token.span.clone(), message);
        Box::new(match token.kind {
            Kind::End => diagnostic.label(format!("{expected} should follow")),
            _ => diagnostic.label(format!("expected {expected}")),
        })
    }

    /// The next word is no keyword of this place.
    pub fn unexpected_at(&self, expected: &str, place: Place) -> Box<Diagnostic> {
        self.want(Want::Words(place));
        let diagnostic = self.unexpected(expected);
        if let Some(english) = self.french_here(place) {
            return Box::new(diagnostic.help(in_french(english)).fix(english));
        }
        let near = (self.kind() == Kind::Word).then(|| place.nearest(self.peek().text, self.letters())).flatten();
        match near {
            Some(near) => Box::new(suggest(*diagnostic, near)),
            None => Box::new(diagnostic.help(format!("here stands one of {}", place.listed(self.letters())))),
        }
    }

    /// The English for the next word, if it is French and the file is not.
    fn french_here(&self, place: Place) -> Option<&'static str> {
        let english = (self.letters() == Letters::English).then(|| place.english_of(self.peek().text));
        english.flatten().filter(|_| self.kind() == Kind::Word)
    }

    /// What opens a line or an entry is neither a name nor a keyword of this place. `what` stands here.
    pub fn no_opening(&self, what: &str, place: Place, help: &str) -> Box<Diagnostic> {
        self.want(Want::Name);
        self.want(Want::Words(place));
        let unlike_a_name = self.names().nearest(self.peek().text).is_none();
        let word = (self.kind() == Kind::Word && unlike_a_name).then(|| self.peek().text);
        if let Some(english) = self.french_here(place).filter(|_| word.is_some()) {
            return Box::new(self.unexpected(what).help(in_french(english)).fix(english));
        }
        match word.and_then(|word| place.nearest(word, self.letters())) {
            Some(near) => Box::new(suggest(*self.unexpected(what), near)),
            None => Box::new(self.unknown_name().help(help)),
        }
    }

    /// The next words are the name of no player.
    pub fn unknown_name(&self) -> Box<Diagnostic> {
        let token = self.peek();
        if token.kind != Kind::Word {
            return self.unexpected("a player's name");
        }
        if self.keyword().is_some() || read_card(token.text, self.letters()).is_ok() {
            return self.missing_name();
        }
        let (text, span) = self.name_like();
        let message = format!("{} is no player of this file", quoted(&text));
        let diagnostic = Diagnostic::new(Code::UnknownName, span, message).label("no player has this name");
        Box::new(match self.names().nearest(&text) {
            Some(near) => suggest(diagnostic, near),
            None => self.unlike_any(diagnostic),
        })
    }

    fn unlike_any(&self, diagnostic: Diagnostic) -> Diagnostic {
        let diagnostic = diagnostic.help(format!("the players are {}", self.names().listed()));
        match self.peek().text.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit()) {
            true => diagnostic
                .help("a trick's number stands first in its line, and an amount is written without separators"),
            false => diagnostic,
        }
    }

    fn missing_name(&self) -> Box<Diagnostic> {
        let token = self.peek();
        let message = format!("a player's name is missing before {}", quoted(token.text));
        let diagnostic = Diagnostic::new(Code::Syntax, token.span.clone(), message);
        Box::new(
            diagnostic
                .label("a name should stand before this")
                .help("a name opens every statement, also after a comma"),
        )
    }

    /// The words up to the next keyword, card or sign: what the author probably means as a name.
    fn name_like(&self) -> (String, Span) {
        let ends = |token: &&Token| {
            let number = token.text.starts_with(|first: char| first.is_ascii_digit());
            token.kind == Kind::Word
                && (!number || token.span == self.peek().span)
                && !Keyword::of(token.text, self.letters()).is_some_and(Keyword::begins_something)
                && read_card(token.text, self.letters()).is_err()
        };
        let known = (1..self.rest().len()).find(|at| self.names().at(&self.rest()[*at..]).is_some());
        let words: Vec<&Token> = self.rest().iter().take(known.unwrap_or(8)).take_while(ends).collect();
        let text: Vec<&str> = words.iter().map(|token| token.text).collect();
        let end = words.last().unwrap_or(&self.peek()).span.end;
        (text.join(" "), self.peek().span.start..end)
    }

    /// The next word is not a card.
    pub(super) fn no_card(&self, error: CardError) -> Box<Diagnostic> {
        let token = self.peek();
        Box::new(match error {
            CardError::NotACard => bad_card(token, self.letters()),
            CardError::Ambiguous { french } => ambiguous(token, french),
        })
    }

    /// The next word is not an amount.
    pub(super) fn no_amount(&self) -> Box<Diagnostic> {
        let token = self.peek();
        let message = format!("{} is no number of chips", quoted(token.text));
        let diagnostic = Diagnostic::new(Code::BadAmount, token.span.clone(), message);
        Box::new(diagnostic.label("not an amount").help("an amount is written in digits, at most 1000000000000"))
    }

    /// The next word is not what a purse may hold.
    pub(super) fn no_purse(&self) -> Box<Diagnostic> {
        let diagnostic = self.no_amount().help("a purse that is below nothing is written with `-`: `-3`");
        Box::new(match self.peek().text.strip_prefix('−') {
            Some(chips) => diagnostic.fix(format!("-{chips}")),
            None => diagnostic,
        })
    }
}

fn in_french(english: &str) -> String {
    format!("that is French: write `{english}`, or put `lang = \"fr\"` into the header")
}

/// Adds what was probably meant.
pub(super) fn suggest(diagnostic: Diagnostic, near: &str) -> Diagnostic {
    diagnostic.help(format!("did you mean `{near}`?")).fix(near)
}

fn found(token: &Token) -> String {
    match token.kind {
        Kind::End => "the end of the line".to_owned(),
        Kind::Number => format!("the number `{}.`", super::visible(token.text)),
        _ => quoted(token.text),
    }
}

fn bad_card(token: &Token, letters: Letters) -> Diagnostic {
    let message = format!("{} is not a card", quoted(token.text));
    let diagnostic = Diagnostic::new(Code::BadCard, token.span.clone(), message).label("not a card");
    match mended(token.text, letters) {
        Some(card) => suggest(diagnostic, &card.to_string()),
        None => diagnostic.help("a card is K Q J A 10 9 … 2 and one of ♠ ♥ ♦ ♣ or S H D C, such as `10♥`"),
    }
}

fn ambiguous(token: &Token, french: Card) -> Diagnostic {
    let message = format!("{} can be read in two ways", quoted(token.text));
    let english = english_suit(token.text).map(|suit| Card::new(french.rank(), suit));
    let readings = match english.filter(|card| *card != french) {
        Some(card) => format!("write `{french}` or `{card}`"),
        None => format!("write `{french}`"),
    };
    Diagnostic::new(Code::AmbiguousCard, token.span.clone(), message)
        .label(format!("the {} in French letters", french.name()))
        .help(format!("{readings}, or put `lang = \"fr\"` into the header"))
}

fn english_suit(word: &str) -> Option<Suit> {
    let letter = word.chars().next_back()?;
    read_card(&format!("2{letter}"), Letters::English).ok().map(Card::suit)
}

/// The card that a nearly right word means: small letters, `T` for ten, the suit first, hidden characters.
pub(super) fn mended(word: &str, letters: Letters) -> Option<Card> {
    if word.len() > 40 {
        return None;
    }
    let plain: String = word.chars().filter(|c| !super::visible::is_hidden(*c)).collect::<String>().to_uppercase();
    let first = plain.chars().next()?;
    let rest = &plain[first.len_utf8()..];
    let tries = [plain.clone(), format!("{rest}{first}"), format!("10{rest}")];
    let tries = &tries[..if first == 'T' { 3 } else { 2 }];
    tries.iter().find_map(|text| read_card(text, letters).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_right_cards_are_mended() {
        let mend = |word| mended(word, Letters::English).map(|card| card.to_string());
        assert_eq!(mend("k♥").as_deref(), Some("K♥"));
        assert_eq!(mend("♥10").as_deref(), Some("10♥"));
        assert_eq!(mend("T♥").as_deref(), Some("10♥"));
        assert_eq!(mend("9\u{200b}♥").as_deref(), Some("9♥"));
        assert_eq!(mend("11♥"), None);
    }
}
