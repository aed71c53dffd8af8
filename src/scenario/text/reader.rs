//! A reader over the tokens of one line: what it takes or would take, and what is said of a word that is out of place.

use super::keyword::article;
use super::synonyms::synonym;
use super::{
    At, Code, Diagnostic, Hole, Keyword, Kind, Names, Place, Span, Token, composed, is_hidden,
    misspelt, quoted, say, visible,
};
use crate::cards::{Card, CardError, Letters, Rank, Seat, Suit, read_card};
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
    Topic,
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
        let of_any = matches!(place, Place::Deal | Place::Payout);
        let word = Some(self.peek())
            .filter(|token| token.kind == Kind::Word)?
            .text;
        let mut all = Keyword::at(place).filter(|keyword| keyword.is(word, self.names.letters));
        all.find(|keyword| of_any || keyword.is_told(place, self.names))
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
            for text in token
                .text
                .split('+')
                .flat_map(|text| ["+", text])
                .skip(1)
                .filter(|text| !text.is_empty())
            {
                let kind = if text == "+" { Kind::Plus } else { token.kind };
                self.tokens.push(Token {
                    kind,
                    text,
                    span: start..start + text.len(),
                });
                start += text.len();
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
        let end = self.tokens[..self.at]
            .last()
            .map_or(start, |token| token.span.end);
        start..end.max(start)
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
                || mended(text, self.names.letters).is_some())
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
        ensure(self.take(kind), || {
            let (wrong, end) = (
                self.unexpected(&format!("`{}`", kind.sign().unwrap_or_default())),
                self.since(0).end,
            );
            let is_left_open = kind == Kind::Close && self.kind() == Kind::End;
            if is_left_open {
                wrong.fix_at(end..end, ")")
            } else {
                wrong
            }
        })
    }

    pub fn words(&mut self, keywords: &[Keyword]) -> Read<()> {
        let lacking = keywords
            .iter()
            .copied()
            .find(|keyword| !self.take_word(*keyword));
        let Some(keyword) = lacking else {
            return Ok(());
        };
        let (word, found) = (self.word(keyword), self.peek().text);
        let wrong = self.unexpected(&format!("`{word}`"));
        Err(Box::new(match misspelt(found, [word]).first() {
            Some(near) => wrong.fix(*near),
            // What an article should stand before is there.
            None if keyword == Keyword::The && self.keyword().is_some() => {
                wrong.fix(format!("{} {found}", article(self.names.letters, found)))
            }
            None => wrong,
        }))
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
        let below = || {
            text.strip_prefix('-')
                .filter(|_| of_purse)
                .and_then(digits)
                .map(|chips| -chips)
        };
        let value = digits(text)
            .or_else(below)
            .filter(|value| value.abs() <= MOST_CHIPS);
        let value = value.ok_or_else(|| self.no_amount(of_purse))?;
        Ok(At {
            value,
            span: self.skip().span,
        })
    }

    pub fn number(&mut self, expected: &str, most: i64) -> Read<At<i64>> {
        self.want(Want::Number);
        let value = digits(self.peek().text)
            .filter(|value| *value <= most)
            .ok_or_else(|| self.unexpected(expected))?;
        Ok(At {
            value,
            span: self.skip().span,
        })
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
        self.want(Want::Topic);
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

    // What is said of a word that is not what should stand there.

    pub fn unexpected(&self, expected: &str) -> Diagnostic {
        let token = self.peek();
        let found = match token.kind {
            Kind::End => "the end of the line".to_owned(),
            Kind::Number => format!("the number `{}.`", visible(token.text)),
            _ => quoted(token.text),
        };
        let wrong = Code::Syntax.at(&token.span, format!("expected {expected}, found {found}"));
        let is_end = token.kind == Kind::End;
        wrong.label(if is_end {
            format!("{expected} should follow")
        } else {
            format!("expected {expected}")
        })
    }

    pub fn unexpected_at(&self, expected: &str, place: Place) -> Diagnostic {
        self.want(Want::Words(place));
        let unlike = || {
            self.unexpected(expected)
                .help(format!("expected one of {}", self.listed(place)))
        };
        self.meant_at(place, expected).unwrap_or_else(unlike)
    }

    /// What opens a line or an entry is neither a name nor a keyword of this place. `what` stands here.
    pub fn no_opening(&self, what: &str, place: Place, help: &str) -> Diagnostic {
        self.want(Want::Name);
        self.want(Want::Words(place));
        let is_like_a_name = !self.names.near(self.peek().text).is_empty();
        let meant = if is_like_a_name {
            None
        } else {
            self.meant_at(place, what)
        };
        meant.unwrap_or_else(|| self.unknown_name().help(help))
    }

    /// The next word, or the next two, if they are French and the file is not, or if one of this place is near.
    fn meant_at(&self, place: Place, expected: &str) -> Option<Diagnostic> {
        let word = Some(self.peek()).filter(|word| word.kind == Kind::Word)?;
        let next = self.rest().get(1).filter(|next| next.kind == Kind::Word);
        let wrong = |end| Diagnostic {
            span: word.span.start..end,
            ..self.unexpected(expected)
        };
        let plain = composed(word.text).replace('\u{2019}', "'");
        let both = next.and_then(|next| Some((Keyword::phrase(&plain, next.text)?, next.span.end)));
        let (french, end) = both.unwrap_or((&plain, word.span.end));
        let is_meant = |keyword: &Keyword| {
            self.names.letters != Letters::French && keyword.french().contains(&french)
        };
        if let Some(english) = self
            .keywords_at(place)
            .find(is_meant)
            .map(Keyword::spelling)
        {
            return Some(wrong(end).help(in_french(english)).fix(english));
        }
        if let Some((text, others, end)) = synonym(self.rest(), self.names, place) {
            return Some(wrong(end).written_here_as(&text, &others));
        }
        if let Some((before, number)) = self.number_glued_to_a_word(place) {
            return Some(wrong(word.span.end).fix(format!("{before} {number}")));
        }
        let near = |text: &str| self.near_words(text, place);
        let both = || {
            let end = next?.span.end;
            let both = near(&format!("{} {}", word.text, next?.text));
            let both: Vec<String> = both.into_iter().filter(|near| near.contains(' ')).collect();
            (!both.is_empty()).then_some((both, end))
        };
        let one = near(word.text);
        let (near, end) = if one.is_empty() {
            both()?
        } else {
            (one, word.span.end)
        };
        Some(wrong(end).meant_among(&near, str::to_owned))
    }

    /// Returns the words of this place that a word may be a slip of: another form of a verb, or one that is spelled nearly so.
    fn near_words(&self, text: &str, place: Place) -> Vec<String> {
        let letters = self.names.letters;
        let is_another_form = |keyword: &Keyword| {
            let words = keyword.verbs().filter_map(|verb| verb.words(letters));
            words
                .into_iter()
                .any(|words| text == words.does || text == words.bare)
        };
        if let Some(keyword) = self.keywords_at(place).find(is_another_form) {
            return vec![self.word(keyword).to_owned()];
        }
        let near = misspelt(
            text,
            self.keywords_at(place).map(|keyword| self.word(keyword)),
        );
        near.into_iter().map(str::to_owned).collect()
    }

    /// Returns the parts of a word of this place with a number behind it, and no space between: `raises10`.
    fn number_glued_to_a_word(&self, place: Place) -> Option<(&'a str, &'a str)> {
        let text = self.peek().text;
        let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = &text[before.len()..];
        let is_of_this_place = |keyword: Keyword| keyword.is(before, self.names.letters);
        let is_split = !number.is_empty() && self.keywords_at(place).any(is_of_this_place);
        is_split.then_some((before, number))
    }

    pub fn unknown_name(&self) -> Diagnostic {
        let token = self.peek();
        if token.kind != Kind::Word
            || !token
                .text
                .starts_with(|first: char| first.is_alphabetic() || first == '\'')
        {
            return self.unexpected("a player's name");
        }
        if self.keyword().is_some() || read_card(token.text, self.names.letters).is_ok() {
            return say!("missing-name", &token.span, found = quoted(token.text));
        }
        // The words up to the next keyword, card or sign are probably meant as a name; a keyword that stands inside a
        // statement alone may be a piece of one, as `de` is in French.
        let is_piece = |other: &&Token| {
            let number = other.text.starts_with(|first: char| first.is_ascii_digit());
            other.kind == Kind::Word
                && (!number || other.span == token.span)
                && Keyword::of(other.text, self.names.letters)
                    .is_none_or(|word| word.places() == [Place::Inside])
                && read_card(other.text, self.names.letters).is_err()
        };
        let known = (1..self.rest().len()).find(|at| self.names.at(&self.rest()[*at..]).is_some());
        let words: Vec<&Token> = self
            .rest()
            .iter()
            .take(known.unwrap_or(8))
            .take_while(is_piece)
            .collect();
        let text: Vec<&str> = words.iter().map(|token| token.text).collect();
        let end = words.last().unwrap_or(&token).span.end;
        self.names
            .unknown(&text.join(" "), token.span.start..end, str::to_owned)
    }

    pub fn no_card(&self, error: CardError) -> Diagnostic {
        let (token, word, letters) = (self.peek(), quoted(self.peek().text), self.names.letters);
        let CardError::Ambiguous { french } = error else {
            let (courts, suits) = (
                letters.courts().join(" "),
                letters.suits().map(String::from).join(" "),
            );
            return match mended(token.text, letters).map(|card| card.to_string()) {
                None => say!("no-card", &token.span, word, courts, suits),
                card => {
                    let wrong = say!("nearly-a-card", &token.span, word)
                        .meant(card.as_deref(), str::to_owned);
                    let wrong = wrong.or_else(other_cards(token.text, letters));
                    if is_of_another_language(token.text, letters) {
                        wrong.likely()
                    } else {
                        wrong
                    }
                }
            };
        };
        let suit = token
            .text
            .chars()
            .next_back()
            .and_then(|c| read_card(&format!("2{c}"), Letters::English).ok());
        let english = suit
            .map(|card| Card::new(french.rank(), card.suit()))
            .filter(|card| *card != french);
        let (name, other) = (
            french.name(),
            english.map_or(String::new(), |card| format!(" or `{card}`")),
        );
        match letters {
            Letters::French => say!(
                "two-cards-in-french",
                &token.span,
                word,
                name,
                french,
                other
            ),
            _ => say!("two-cards", &token.span, word, name, french, other),
        }
    }

    /// The next word is not an amount, or not what a purse may hold.
    pub fn no_amount(&self, of_purse: bool) -> Diagnostic {
        let token = self.peek();
        let what = if self.is_mus() { "stones" } else { "chips" };
        let wrong = say!("no-amount", &token.span, written = quoted(token.text), what);
        let digits = token
            .text
            .trim_start_matches('+')
            .trim_end_matches(['.', '!', ';']);
        let is_one = digits != token.text
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        let wrong = if is_one { wrong.fix(digits) } else { wrong };
        if !of_purse {
            return wrong;
        }
        let wrong = wrong.help("a purse that is below nothing is written with `-`: `-3`");
        if let Some(chips) = token.text.strip_prefix('−') {
            wrong.fix(format!("-{chips}"))
        } else {
            wrong
        }
    }
}

/// What helps where a word is French, and the file is not.
pub fn in_french(english: &str) -> String {
    format!("that is French: write `{english}`, or put `lang = \"fr\"` into the header")
}

/// The card that a nearly right word means: small letters, `T` for ten, the suit first, hidden characters.
fn mended(word: &str, letters: Letters) -> Option<Card> {
    if word.len() > 40 {
        return None;
    }
    let plain: String = word
        .chars()
        .filter(|c| !is_hidden(*c))
        .collect::<String>()
        .to_uppercase()
        .replace('O', "0");
    let plain = plain
        .trim_end_matches(['.', '!', ']', '*'])
        .trim_start_matches(['[', '*']);
    // English letters in a French file, unless they are French as well.
    if let Ok(card) = read_card(plain, letters).or_else(|_| read_card(plain, Letters::English)) {
        return Some(card);
    }
    let first = plain.chars().next()?;
    let rest = &plain[first.len_utf8()..];
    let ten = (first == 'T').then(|| format!("10{rest}"));
    [format!("{rest}{first}")]
        .into_iter()
        .chain(ten)
        .find_map(|text| read_card(&text, letters).ok())
}

/// Returns the cards that may be meant as well where one sign of a card is a slip: those of its suit or of its rank.
fn other_cards(word: &str, letters: Letters) -> Vec<String> {
    let Some(meant) = mended(word, letters) else {
        return Vec::new();
    };
    let last = word.chars().next_back().unwrap_or_default();
    let is_small_rank = word.starts_with(char::is_lowercase);
    let has_sign = meant.suit().sign() == last || (last.is_uppercase() && is_small_rank);
    let is_small = word.chars().filter(|c| c.is_lowercase()).count();
    // `1O♦` can be no other card than a ten.
    let is_lone = word.chars().count() == 2;
    let others: Vec<Card> = if has_sign && is_lone && word.starts_with(char::is_alphanumeric) {
        Rank::ALL
            .iter()
            .map(|rank| Card::new(*rank, meant.suit()))
            .collect()
    } else if is_small == 1 && last.is_lowercase() {
        Suit::ALL
            .iter()
            .map(|suit| Card::new(meant.rank(), *suit))
            .collect()
    } else {
        Vec::new()
    };
    others
        .into_iter()
        .filter(|card| *card != meant)
        .map(|card| card.to_string())
        .collect()
}

/// Whether the rank of a card is written in a letter of another language than the file's.
fn is_of_another_language(word: &str, letters: Letters) -> bool {
    let french = |word: &str| ["R", "D", "V"].contains(&word);
    let rank: String = word
        .chars()
        .take(word.chars().count().saturating_sub(1))
        .collect();
    letters == Letters::English && rank != rank.to_uppercase() && french(&rank.to_uppercase())
}

fn digits(text: &str) -> Option<i64> {
    text.parse()
        .ok()
        .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}
