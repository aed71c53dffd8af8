//! A reader over the tokens of one line: what it takes or would take, and what is said of a word that is out of place.

mod line_errors;

use super::near_cards::mended_card;
use super::odd_characters::{cards_without_blanks, replace_odd_characters, unicode_or_entity_card};
use super::slip_table::card_in_words;
use super::{
    Diagnostic, ExpectedValueOrGap, FileVocabulary, Keyword, KeywordPlace, Span, Spanned, Token,
    TokenKind, diagnose, near_candidates, quote,
};
use crate::cards::{Card, CardError, CardLanguage, Seat, deduplicated, read_card};
use crate::rules::mus_values::BettingPhase;
use crate::rules::{LanguageWords, MOST_CHIPS};
use std::cell::RefCell;

/// The result of reading a piece of a line. After an error nothing more of the line is read.
pub type LinePieceResult<T> = Result<T, Box<Diagnostic>>;

/// Returns an error unless a condition holds.
pub fn ensure(
    condition: bool,
    make_diagnostic: impl FnOnce() -> Diagnostic,
) -> LinePieceResult<()> {
    if condition {
        Ok(())
    } else {
        Err(make_diagnostic().into())
    }
}

/// Reads the tokens of one line, and notes what else might stand where the line ends.
pub struct LineTokenReader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    pub vocabulary: &'a FileVocabulary,
    wants: RefCell<Vec<PossibleToken>>,
}

/// A kind of token that may follow where a line breaks off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PossibleToken {
    /// This keyword.
    Word(Keyword),
    /// Any keyword of a place.
    Words(KeywordPlace),
    /// The name of a player.
    Name,
    /// A card.
    Card,
    /// A suit.
    Suit,
    /// The id of a clause.
    ClauseId,
    /// This sign.
    Sign(TokenKind),
    /// A number.
    Number,
}

impl<'a> LineTokenReader<'a> {
    pub fn new(mut tokens: Vec<Token<'a>>, names: &'a FileVocabulary) -> LineTokenReader<'a> {
        if tokens
            .last()
            .is_none_or(|token| token.kind != TokenKind::End)
        {
            tokens.push(Token {
                kind: TokenKind::End,
                text: "",
                span: 0..0,
            });
        }
        LineTokenReader {
            tokens,
            at: 0,
            vocabulary: names,
            wants: RefCell::default(),
        }
    }

    /// Returns the next token; at the end of the line again and again [`TokenKind::End`].
    pub fn next_token(&self) -> &Token<'a> {
        &self.tokens[self.at]
    }

    /// Returns the tokens that are not read yet.
    pub fn remaining_tokens(&self) -> &[Token<'a>] {
        &self.tokens[self.at..]
    }

    /// Returns the kind of the next token.
    pub fn next_kind(&self) -> TokenKind {
        self.next_token().kind
    }

    /// Notes what would be taken here, if the line ends here.
    pub fn note_continuation_if_at_end(&self, token: PossibleToken) {
        if self.next_kind() == TokenKind::End && !self.wants.borrow().contains(&token) {
            self.wants.borrow_mut().push(token);
        }
    }

    /// Returns all that would have been taken where the line ended, in the order asked for.
    pub fn into_continuations(self) -> Vec<PossibleToken> {
        self.wants.into_inner()
    }

    /// Returns the keyword that comes next, whatever its place.
    pub fn next_keyword(&self) -> Option<Keyword> {
        Keyword::from_word(self.next_token().text, self.vocabulary.letters)
    }

    /// Returns the next token, if it is a keyword of this place. A line about the table is read in files of every edition,
    /// so that what one does not have can be told with what has it.
    pub fn next_keyword_at(&self, place: KeywordPlace) -> Option<Keyword> {
        if self.next_kind() != TokenKind::Word {
            return None;
        }
        let is_of_any_edition = matches!(place, KeywordPlace::Deal | KeywordPlace::Payout);
        let word = self.next_token().text;
        Keyword::all_at(place)
            .filter(|keyword| keyword.is_spelled(word, self.vocabulary.letters))
            .find(|keyword| is_of_any_edition || keyword.is_available_at(place, self.vocabulary))
    }

    /// Returns the keywords of this place that the editions of the file have.
    pub fn available_keywords(&self, place: KeywordPlace) -> impl Iterator<Item = Keyword> {
        Keyword::all_at(place)
            .filter(move |keyword| keyword.is_available_at(place, self.vocabulary))
    }

    /// Returns the keywords of a place as a list for a message, without faults and without moves that no edition of the file
    /// has in force.
    pub fn list_keywords(&self, place: KeywordPlace) -> String {
        let keywords = self
            .available_keywords(place)
            .filter(|keyword| keyword.is_listed_as_writable(self.vocabulary));
        deduplicated(keywords.map(|keyword| self.spell_keyword(keyword))).join(", ")
    }

    /// Returns whether this keyword comes next.
    pub fn is_next_keyword(&self, keyword: Keyword) -> bool {
        if keyword.is_available_at(KeywordPlace::Inside, self.vocabulary) {
            self.note_continuation_if_at_end(PossibleToken::Word(keyword));
        }
        keyword.is_spelled(self.next_token().text, self.vocabulary.letters)
    }

    /// Returns the phase of Mus whose word comes next, in any language and with any capitals.
    pub fn next_mus_phase_word(&self) -> Option<BettingPhase> {
        phase_of_token(self.next_token())
    }

    /// Returns the phase of Mus with whose word the line begins.
    fn mus_phase_opening_line(&self) -> Option<BettingPhase> {
        self.tokens.first().and_then(phase_of_token)
    }

    /// Returns whether a token of this kind comes next.
    pub fn is_next(&self, kind: TokenKind) -> bool {
        self.note_continuation_if_at_end(PossibleToken::Sign(kind));
        self.next_kind() == kind
    }

    /// Parts each word that is left at its `+`: `Ana+Carlos` is two names.
    pub fn split_words_at_plus(&mut self) {
        for token in self.tokens.split_off(self.at) {
            if !token.text.contains('+') {
                self.tokens.push(token);
                continue;
            }
            let mut start = token.span.start;
            for piece in token.text.split_inclusive('+') {
                let name = piece.strip_suffix('+').unwrap_or(piece);
                let plus = &piece[name.len()..];
                for (kind, text) in [(token.kind, name), (TokenKind::Plus, plus)] {
                    if !text.is_empty() {
                        let span = start..start + text.len();
                        self.tokens.push(Token { kind, text, span });
                        start += text.len();
                    }
                }
            }
        }
    }

    /// Returns a keyword in the language of the file.
    pub fn spell_keyword(&self, keyword: Keyword) -> &'static str {
        keyword.spelling_in(self.vocabulary.letters)
    }

    /// Takes the next token.
    pub fn take_token(&mut self) -> Token<'a> {
        let token = self.next_token().clone();
        self.skip_tokens(1);
        token
    }

    /// Goes on by so many tokens, to the end of the line at most.
    pub fn skip_tokens(&mut self, tokens: usize) {
        self.at = (self.at + tokens).min(self.tokens.len() - 1);
    }

    /// Returns where the next token begins in the file.
    pub fn next_start(&self) -> usize {
        self.next_token().span.start
    }

    /// Returns the stretch from a place to the end of the last token taken.
    pub fn span_since(&self, start: usize) -> Span {
        match self.tokens[..self.at].last() {
            Some(token) => start..token.span.end.max(start),
            None => start..start,
        }
    }

    /// Returns a value with the stretch of the file that was read since a place.
    pub fn spanned_since<T>(&self, start: usize, value: T) -> Spanned<T> {
        Spanned {
            value,
            span: self.span_since(start),
        }
    }

    /// Reads a value, and notes the stretch of the file that it took.
    pub fn read_spanned<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> LinePieceResult<T>,
    ) -> LinePieceResult<Spanned<T>> {
        let start = self.next_start();
        read(self).map(|value| self.spanned_since(start, value))
    }

    pub fn is_mus(&self) -> bool {
        self.vocabulary.is_mus()
    }

    /// Returns whether the name of a player comes next.
    pub fn is_at_name(&self) -> bool {
        self.vocabulary
            .longest_name_at(self.remaining_tokens())
            .is_some()
    }

    /// Returns whether the next word is a card, or was meant as one.
    pub fn is_at_possible_card(&self) -> bool {
        self.note_continuation_if_at_end(PossibleToken::Card);
        let text = self.next_token().text;
        let read = read_card(text, self.vocabulary.letters);
        self.next_kind() == TokenKind::Word
            && (matches!(read, Ok(_) | Err(CardError::Ambiguous { .. }))
                || text.contains(['♠', '♥', '♦', '♣', '♤', '♡', '♢', '♧'])
                || text.starts_with(|first: char| first.is_ascii_digit())
                || mended_card(text, self.vocabulary.letters).is_some()
                || card_in_words(text, self.vocabulary.letters).is_some()
                || self.is_oddly_written_card(text))
    }

    /// Returns whether the next word is a card as it should be written, and not the name of a player.
    pub fn is_at_exact_card(&self) -> bool {
        let token = self.next_token();
        token.kind == TokenKind::Word
            && read_card(token.text, self.vocabulary.letters).is_ok()
            && !self.is_at_name()
    }

    /// Returns whether the token after the next is a card.
    pub fn is_card_after_next(&self) -> bool {
        let after = self.remaining_tokens().get(1);
        after.is_some_and(|token| read_card(token.text, self.vocabulary.letters).is_ok())
    }

    /// Returns whether a word was meant as a card, or as several, and is written with odd characters or without blanks.
    fn is_oddly_written_card(&self, text: &str) -> bool {
        let letters = self.vocabulary.letters;
        unicode_or_entity_card(text, letters).is_some()
            || cards_without_blanks(text, letters).is_some()
            || read_card(&replace_odd_characters(text), letters).is_ok()
    }

    /// Takes a token of this kind if it comes next, and returns whether it does.
    pub fn take_if(&mut self, kind: TokenKind) -> bool {
        let is = self.is_next(kind);
        self.skip_tokens(is.into());
        is
    }

    /// Takes this keyword if it comes next, and returns whether it does.
    pub fn take_keyword(&mut self, keyword: Keyword) -> bool {
        let is = self.is_next_keyword(keyword);
        self.skip_tokens(is.into());
        is
    }

    /// Takes a sign that must come next.
    pub fn expect_sign(&mut self, kind: TokenKind) -> LinePieceResult<()> {
        if self.take_if(kind) {
            return Ok(());
        }
        let mut wrong =
            self.unexpected_token_error(&format!("`{}`", kind.sign().unwrap_or_default()));
        if kind == TokenKind::Close && self.next_kind() == TokenKind::End {
            let end = self.span_since(0).end;
            wrong = wrong.with_fix_at(end..end, ")");
        }
        Err(wrong.into())
    }

    /// Says that a word before a colon is no phase of Mus, unless it is nearly a player's name.
    pub fn unknown_phase_before_colon_error(&self) -> Option<Diagnostic> {
        let [word, colon, ..] = self.remaining_tokens() else {
            return None;
        };
        let is_like_a_name = !self.vocabulary.near_names(word.text).is_empty();
        if word.kind != TokenKind::Word || colon.kind != TokenKind::Colon || is_like_a_name {
            return None;
        }
        let letters = self.vocabulary.letters;
        let phases: Vec<&str> = BettingPhase::ALL
            .iter()
            .map(|phase| phase.word_in(letters))
            .collect();
        let all = phases.join(", ");
        let near = near_candidates(word.text, phases);
        let wrong = diagnose!("unknown-phase", &word.span, written = quote(word.text), all);
        Some(wrong.with_suggestion(near.first().copied(), str::to_owned))
    }

    /// Takes the colon after the word of a phase, which must come next.
    pub fn expect_colon_after_phase(&mut self) -> LinePieceResult<()> {
        let end = self.span_since(0).end;
        let is_before_name = self.is_at_name();
        self.expect_sign(TokenKind::Colon).map_err(|wrong| {
            if is_before_name {
                Box::new(wrong.with_fix_at(end..end, ":"))
            } else {
                wrong
            }
        })
    }

    /// Takes these words, one after the other.
    pub fn expect_keywords(&mut self, keywords: &[Keyword]) -> LinePieceResult<()> {
        for keyword in keywords {
            if !self.take_keyword(*keyword) {
                return Err(self.missing_keyword_error(*keyword).into());
            }
        }
        Ok(())
    }

    /// Takes a keyword of this place, which must come next.
    pub fn expect_keyword_at(
        &mut self,
        place: KeywordPlace,
        expected: &str,
    ) -> LinePieceResult<Keyword> {
        let keyword = self
            .next_keyword_at(place)
            .ok_or_else(|| self.unexpected_at_place_error(expected, place))?;
        self.skip_tokens(1);
        Ok(keyword)
    }

    /// Takes the name of a player, which must come next.
    pub fn expect_name(&mut self) -> LinePieceResult<Spanned<Seat>> {
        self.note_continuation_if_at_end(PossibleToken::Name);
        let start = self.next_start();
        let (value, words) = self
            .vocabulary
            .longest_name_at(self.remaining_tokens())
            .ok_or_else(|| self.unknown_name_error())?;
        self.skip_tokens(words);
        Ok(self.spanned_since(start, value))
    }

    /// Takes a card, which must come next.
    pub fn expect_card(&mut self) -> LinePieceResult<Spanned<Card>> {
        self.note_continuation_if_at_end(PossibleToken::Card);
        ensure(self.next_kind() == TokenKind::Word, || {
            self.unexpected_token_error("a card")
        })?;
        let value = read_card(self.next_token().text, self.vocabulary.letters)
            .map_err(|error| self.invalid_card_error(error))?;
        Ok(Spanned {
            value,
            span: self.take_token().span,
        })
    }

    /// Takes cards up to a sign, a keyword, a name or the end; at least one.
    pub fn expect_cards(&mut self) -> LinePieceResult<Vec<Spanned<Card>>> {
        let mut cards = vec![self.expect_card()?];
        while self.next_kind() == TokenKind::Word
            && self.next_keyword().is_none()
            && !self.is_at_name()
        {
            cards.push(self.expect_card()?);
        }
        self.note_continuation_if_at_end(PossibleToken::Card);
        Ok(cards)
    }

    /// Takes an amount of chips, which must come next.
    pub fn expect_chip_amount(&mut self) -> LinePieceResult<Spanned<i64>> {
        self.expect_chips(false)
    }

    /// Takes an amount; what a purse holds may be below nothing.
    pub fn expect_chips(&mut self, may_be_negative: bool) -> LinePieceResult<Spanned<i64>> {
        self.note_continuation_if_at_end(PossibleToken::Number);
        ensure(self.next_kind() == TokenKind::Word, || {
            self.unexpected_token_error("an amount")
        })?;
        let text = self.next_token().text;
        let value = match text.strip_prefix('-') {
            Some(debt) if may_be_negative => parse_digits(debt).map(|chips| -chips),
            _ => parse_digits(text),
        };
        match value {
            Some(value) if value.abs() <= MOST_CHIPS => Ok(Spanned {
                value,
                span: self.take_token().span,
            }),
            _ => Err(self.invalid_amount_error(may_be_negative).into()),
        }
    }

    /// Takes a number, which must come next and be no larger than `most`.
    pub fn expect_number(&mut self, expected: &str, most: i64) -> LinePieceResult<Spanned<i64>> {
        self.note_continuation_if_at_end(PossibleToken::Number);
        match parse_digits(self.next_token().text) {
            Some(value) if value <= most => Ok(Spanned {
                value,
                span: self.take_token().span,
            }),
            _ => Err(self.unexpected_token_error(expected).into()),
        }
    }

    /// Reads a value, or `?` in its place.
    pub fn read_value_or_gap<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> LinePieceResult<T>,
    ) -> LinePieceResult<Spanned<ExpectedValueOrGap<T>>> {
        self.read_spanned(|reader| {
            if reader.take_if(TokenKind::Hole) {
                Ok(ExpectedValueOrGap::Open)
            } else {
                read(reader).map(ExpectedValueOrGap::Known)
            }
        })
    }

    /// Takes the id of a clause, or `?` in its place.
    pub fn expect_clause_or_gap(&mut self) -> LinePieceResult<Spanned<ExpectedValueOrGap<String>>> {
        self.note_continuation_if_at_end(PossibleToken::ClauseId);
        self.read_value_or_gap(|reader| match reader.next_kind() {
            TokenKind::Word => Ok(reader.take_token().text.to_owned()),
            _ => Err(reader
                .unexpected_token_error("a clause such as `play.trump`, or `?`")
                .into()),
        })
    }

    /// Fails unless the line ends here.
    pub fn expect_end(&self, expected: &str) -> LinePieceResult<()> {
        ensure(self.next_kind() == TokenKind::End, || {
            self.unexpected_token_error(expected)
        })
    }
}

/// Returns the phase of Mus that a word names, in any language and with any capitals.
fn phase_of_token(token: &Token) -> Option<BettingPhase> {
    if token.kind != TokenKind::Word {
        return None;
    }
    let word = token.text.to_lowercase();
    let mut phases = BettingPhase::ALL.iter().copied();
    phases.find(|phase| {
        let mut languages = CardLanguage::LANGUAGES.iter();
        languages.any(|letters| phase.word_in(*letters) == word)
    })
}

/// Returns what helps where a word is of another language than the file.
pub fn foreign_word_help(letters: CardLanguage, spelling: &str) -> String {
    let name = LanguageWords::language_name(letters);
    let language = letters.language();
    format!("this is {name}: write `{spelling}`, or add `lang = \"{language}\"` to the header")
}

/// Returns the number that a text of digits is.
fn parse_digits(text: &str) -> Option<i64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}
