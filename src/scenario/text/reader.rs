//! A reader over the tokens of one line: where it stands, what it would take there, and what is said of a word that
//! should not be there. What it takes is in `pieces`.

use super::{
    Code, Diagnostic, Keyword, Kind, Names, Place, Span, Token, composed, is_hidden, nearest, quoted, say, visible,
};
use crate::cards::{Card, CardError, Letters, Suit, read_card};
use std::cell::RefCell;

/// What was read, or the one error that spends the line.
pub type Read<T> = Result<T, Box<Diagnostic>>;

/// The tokens of a line, and how far they are read.
pub struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    names: &'a Names,
    wants: RefCell<Vec<Want>>,
}

/// Something that may stand where a line breaks off.
#[expect(missing_docs, reason = "its variants are what they are called")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    Word(Keyword),
    /// A word of this place.
    Words(Place),
    Name,
    Card,
    Suit,
    Topic,
    Sign(Kind),
    /// A number of chips, or of cards.
    Number,
}

impl<'a> Reader<'a> {
    pub fn new(mut tokens: Vec<Token<'a>>, names: &'a Names) -> Reader<'a> {
        if tokens.last().is_none_or(|token| token.kind != Kind::End) {
            tokens.push(Token { kind: Kind::End, text: "", span: 0..0 });
        }
        Reader { tokens, at: 0, names, wants: RefCell::default() }
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
        Keyword::of(self.peek().text, self.letters())
    }

    /// The next token, if it is a keyword of this place. A line about the table is read in files of every edition, so that
    /// what one does not have can be told with what has it.
    pub fn keyword_of(&self, place: Place) -> Option<Keyword> {
        let is_read =
            |keyword: &Keyword| matches!(place, Place::Deal | Place::Payout) || keyword.is_told(place, self.names);
        let is_next = |keyword: &Keyword| self.kind() == Kind::Word && keyword.is(self.peek().text, self.letters());
        Keyword::at(place).filter(is_read).find(is_next)
    }

    /// The keywords of this place that the editions of the file have.
    pub fn keywords_at(&self, place: Place) -> impl Iterator<Item = Keyword> {
        Keyword::at(place).filter(move |keyword| keyword.is_told(place, self.names))
    }

    /// The same as a list for a message.
    pub fn listed(&self, place: Place) -> String {
        self.keywords_at(place).map(|keyword| self.word(keyword)).collect::<Vec<_>>().join(", ")
    }

    /// The next word, or the next two, if one of them is near: it is probably meant.
    fn misspelt(&self, place: Place, expected: &str) -> Option<Diagnostic> {
        let near = |text: &str| nearest(text, self.keywords_at(place).map(|keyword| self.word(keyword)));
        let (word, next) = (self.peek(), self.rest().get(1).filter(|next| next.kind == Kind::Word));
        let both = || {
            let next = next?;
            near(&format!("{} {}", word.text, next.text)).filter(|near| near.contains(' ')).zip(Some(next.span.end))
        };
        let (near, end) = near(word.text).zip(Some(word.span.end)).or_else(both).filter(|_| word.kind == Kind::Word)?;
        Some(Diagnostic { span: self.start()..end, ..self.unexpected(expected).meant(Some(near), str::to_owned) })
    }

    pub fn is(&self, keyword: Keyword) -> bool {
        if keyword.is_told(Place::Inside, self.names) {
            self.want(Want::Word(keyword));
        }
        keyword.is(self.peek().text, self.letters())
    }

    pub fn sees(&self, kind: Kind) -> bool {
        self.want(Want::Sign(kind));
        self.kind() == kind
    }

    /// Parts each word that is left at its `+`: `Ana+Carlos` is two names.
    pub fn part_at_plus(&mut self) {
        let mut parted = Vec::new();
        for token in self.tokens.drain(self.at..) {
            let mut start = token.span.start;
            for (at, text) in token.text.split('+').enumerate() {
                if at > 0 {
                    parted.push(Token { kind: Kind::Plus, text: "+", span: start..start + 1 });
                    start += 1;
                }
                if !text.is_empty() || token.text.is_empty() {
                    let end = if token.text.contains('+') { start + text.len() } else { token.span.end };
                    parted.push(Token { kind: token.kind, text, span: start..end });
                }
                start += text.len();
            }
        }
        self.tokens.extend(parted);
    }

    /// How a keyword is written in this file, for a message.
    pub fn word(&self, keyword: Keyword) -> &'static str {
        keyword.word(self.letters())
    }

    pub fn names(&self) -> &'a Names {
        self.names
    }

    pub fn letters(&self) -> Letters {
        self.names.letters
    }

    /// Takes the next token, whatever it is.
    pub fn skip(&mut self) -> Token<'a> {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub fn start(&self) -> usize {
        self.peek().span.start
    }

    /// From a place to the end of the last token taken.
    pub fn since(&self, start: usize) -> Span {
        let end = self.tokens[..self.at].last().map_or(start, |token| token.span.end);
        start..end.max(start)
    }

    pub fn is_name(&self) -> bool {
        self.names.at(self.rest()).is_some()
    }

    /// Whether the next word is a card, or was meant as one.
    pub fn is_card_like(&self) -> bool {
        self.want(Want::Card);
        let text = self.peek().text;
        let read = read_card(text, self.letters());
        self.kind() == Kind::Word
            && (matches!(read, Ok(_) | Err(CardError::Ambiguous { .. }))
                || text.contains(['♠', '♥', '♦', '♣', '♤', '♡', '♢', '♧'])
                || text.starts_with(|first: char| first.is_ascii_digit())
                || mended(text, self.letters()).is_some())
    }
}

/// What is said of a word that is not what should stand there.
impl Reader<'_> {
    /// The next token is not `expected`.
    pub fn unexpected(&self, expected: &str) -> Diagnostic {
        let token = self.peek();
        let found = match token.kind {
            Kind::End => "the end of the line".to_owned(),
            Kind::Number => format!("the number `{}.`", visible(token.text)),
            _ => quoted(token.text),
        };
        let label =
            if token.kind == Kind::End { format!("{expected} should follow") } else { format!("expected {expected}") };
        Code::Syntax.at(&token.span, format!("expected {expected}, found {found}")).label(label)
    }

    pub fn unexpected_at(&self, expected: &str, place: Place) -> Diagnostic {
        self.want(Want::Words(place));
        if let Some(french) = self.french_here(place) {
            return french(self.unexpected(expected));
        }
        let unlike = || self.unexpected(expected).help(format!("expected one of {}", self.listed(place)));
        self.misspelt(place, expected).unwrap_or_else(unlike)
    }

    /// Says of a mistake that the next word, or the next two, is French, if it is and the file is not.
    fn french_here(&self, place: Place) -> Option<impl FnOnce(Diagnostic) -> Diagnostic> {
        let word = composed(self.peek().text).replace('\u{2019}', "'");
        let next = self.rest().get(1).filter(|next| next.kind == Kind::Word);
        let both = next.and_then(|next| Some((Keyword::phrase(&word, next.text)?, next.span.end)));
        let (word, end) = both.unwrap_or((&word, self.peek().span.end));
        let is = |keyword: &Keyword| keyword.french().contains(&word);
        let english = self.keywords_at(place).filter(|_| self.letters() != Letters::French).find(is);
        let (english, span) = (english.filter(|_| self.kind() == Kind::Word)?.spelling(), self.start()..end);
        Some(move |wrong: Diagnostic| Diagnostic { span, ..wrong.help(in_french(english)).fix(english) })
    }

    /// What opens a line or an entry is neither a name nor a keyword of this place. `what` stands here.
    pub fn no_opening(&self, what: &str, place: Place, help: &str) -> Diagnostic {
        self.want(Want::Name);
        self.want(Want::Words(place));
        let unlike_a_name = self.names.nearest(self.peek().text).is_none();
        let is_word = self.kind() == Kind::Word && unlike_a_name;
        if let Some(french) = self.french_here(place).filter(|_| is_word) {
            return french(self.unexpected(what));
        }
        let misspelt = is_word.then(|| self.misspelt(place, what)).flatten();
        misspelt.unwrap_or_else(|| self.unknown_name().help(help))
    }

    pub fn unknown_name(&self) -> Diagnostic {
        let token = self.peek();
        if token.kind != Kind::Word || !token.text.starts_with(|first: char| first.is_alphabetic() || first == '\'') {
            return self.unexpected("a player's name");
        }
        if self.keyword().is_some() || read_card(token.text, self.letters()).is_ok() {
            return say!("missing-name", &token.span, found = quoted(token.text));
        }
        let (text, span) = self.name_like();
        self.names.unknown(&text, span, str::to_owned)
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
        let known = (1..self.rest().len()).find(|at| self.names.at(&self.rest()[*at..]).is_some());
        let words: Vec<&Token> = self.rest().iter().take(known.unwrap_or(8)).take_while(ends).collect();
        let text: Vec<&str> = words.iter().map(|token| token.text).collect();
        let end = words.last().unwrap_or(&self.peek()).span.end;
        (text.join(" "), self.peek().span.start..end)
    }

    /// The next word is not a card.
    pub fn no_card(&self, error: CardError) -> Diagnostic {
        let (token, word, letters) = (self.peek(), quoted(self.peek().text), self.letters());
        let CardError::Ambiguous { french } = error else {
            let (courts, suits) = (letters.courts().join(" "), letters.suits().map(String::from).join(" "));
            return match mended(token.text, letters).map(|card| card.to_string()) {
                None => say!("no-card", &token.span, word, courts, suits),
                card => say!("nearly-a-card", &token.span, word).meant(card.as_deref(), str::to_owned),
            };
        };
        let english = english_suit(token.text).map(|suit| Card::new(french.rank(), suit));
        let other = english.filter(|card| *card != french).map_or(String::new(), |card| format!(" or `{card}`"));
        let name = french.name();
        match letters {
            Letters::French => say!("two-cards-in-french", &token.span, word, name, french, other),
            _ => say!("two-cards", &token.span, word, name, french, other),
        }
    }

    /// The next word is not an amount.
    pub fn no_amount(&self) -> Diagnostic {
        let token = self.peek();
        let wrong = say!("no-amount", &token.span, written = quoted(token.text), what = self.names.counts());
        let digits = token.text.trim_start_matches('+').trim_end_matches(['.', '!', ';']);
        let is_one = digits != token.text && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_one { wrong.fix(digits) } else { wrong }
    }

    /// The next word is not what a purse may hold.
    pub fn no_purse(&self) -> Diagnostic {
        let wrong = self.no_amount().help("a purse that is below nothing is written with `-`: `-3`");
        if let Some(chips) = self.peek().text.strip_prefix('−') { wrong.fix(format!("-{chips}")) } else { wrong }
    }
}

/// What helps where a word is French, and the file is not.
pub fn in_french(english: &str) -> String {
    format!("that is French: write `{english}`, or put `lang = \"fr\"` into the header")
}

fn english_suit(word: &str) -> Option<Suit> {
    let letter = word.chars().next_back()?;
    read_card(&format!("2{letter}"), Letters::English).ok().map(Card::suit)
}

/// The card that a nearly right word means: small letters, `T` for ten, the suit first, hidden characters.
fn mended(word: &str, letters: Letters) -> Option<Card> {
    if word.len() > 40 {
        return None;
    }
    let plain: String = word.chars().filter(|c| !is_hidden(*c)).collect::<String>().to_uppercase().replace('O', "0");
    let plain = plain.trim_end_matches(['.', '!', ']', '*']).trim_start_matches(['[', '*']);
    // English letters in a French file, unless they are French as well.
    if let Ok(card) = read_card(plain, letters).or_else(|_| read_card(plain, Letters::English)) {
        return Some(card);
    }
    let first = plain.chars().next()?;
    let rest = &plain[first.len_utf8()..];
    let tries = [format!("{rest}{first}"), format!("10{rest}")];
    let tries = &tries[..if first == 'T' { 2 } else { 1 }];
    tries.iter().find_map(|text| read_card(text, letters).ok())
}
