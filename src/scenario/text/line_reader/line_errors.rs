//! What is said of a word that is not what should stand there.

use super::super::keyword::definite_article;
use super::super::near_cards::{
    card_with_suit_first, cards_sharing_suit_or_rank, english_card_if_ambiguous,
    foreign_court_card, has_small_french_rank, mended_card,
};
use super::super::odd_characters::{
    cards_without_blanks, describe_odd_character, replace_odd_characters, unicode_or_entity_card,
};
use super::super::slip_table::card_in_words;
use super::super::synonyms::find_synonym;
use super::super::{
    Code, Diagnostic, Keyword, KeywordPlace, Token, TokenKind, diagnose,
    fold_case_accents_and_separators, name_hidden_characters, near_candidates, quote, to_nfc,
};
use super::{LineTokenReader, PossibleToken, foreign_word_help, parse_digits};
use crate::cards::{Card, CardError, CardLanguage, InsertionSort, Rank, read_card, spell_card};
use crate::rules::Verb;
use crate::rules::mus_values::BettingPhase;

/// Words for a number of cards that authors write in place of the cards.
const NUMBERS_OF_CARDS: [&str; 13] = [
    "one", "two", "three", "four", "five", "all", "un", "une", "deux", "trois", "quatre", "cinq",
    "tout",
];

/// Returns whether a word is a verb that is written with a capital: `Stands`.
fn is_capitalized_verb(word: &str, letters: CardLanguage) -> bool {
    let lower = word.to_lowercase();
    lower != word
        && Keyword::from_word(&lower, letters).is_some_and(|verb| verb.verbs().next().is_some())
}

impl<'a> LineTokenReader<'a> {
    /// Says that a word should stand here, and what to write if something like it does.
    pub(super) fn missing_keyword_error(&self, keyword: Keyword) -> Diagnostic {
        let word = self.spell_keyword(keyword);
        let found = self.next_token().text;
        let wrong = self.unexpected_token_error(&format!("`{word}`"));
        if let Some(near) = near_candidates(found, [word]).first() {
            wrong.with_fix(*near)
        } else if keyword == Keyword::The && self.next_keyword().is_some() {
            // What an article should stand before is there.
            wrong.with_fix(format!(
                "{} {found}",
                definite_article(self.vocabulary.letters, found)
            ))
        } else {
            wrong
        }
    }

    pub fn unexpected_token_error(&self, expected: &str) -> Diagnostic {
        let token = self.next_token();
        let found = match token.kind {
            TokenKind::End => "the end of the line".to_owned(),
            TokenKind::Number => format!("the number `{}.`", name_hidden_characters(token.text)),
            _ => quote(token.text),
        };
        let label = if token.kind == TokenKind::End {
            format!("{expected} should follow")
        } else {
            format!("expected {expected}")
        };
        Code::Syntax
            .diagnostic_at(&token.span, format!("expected {expected}, found {found}"))
            .with_label(label)
    }

    pub fn unexpected_at_place_error(&self, expected: &str, place: KeywordPlace) -> Diagnostic {
        self.note_continuation_if_at_end(PossibleToken::Words(place));
        if let Some(wrong) = self.foreign_or_near_word_error(place, expected) {
            return wrong;
        }
        self.unexpected_token_error(expected)
            .with_help(format!("expected one of {}", self.list_keywords(place)))
    }

    /// Returns the diagnostic for a line or an entry that begins with neither a name nor a
    /// keyword of this place. `what` names what may stand there.
    pub fn unknown_opening_error(
        &self,
        expected: &str,
        place: KeywordPlace,
        help: &str,
    ) -> Diagnostic {
        self.note_continuation_if_at_end(PossibleToken::Name);
        self.note_continuation_if_at_end(PossibleToken::Words(place));
        let is_like_a_name = !self
            .vocabulary
            .near_names(self.next_token().text)
            .is_empty();
        let meant = if is_like_a_name {
            None
        } else {
            self.foreign_or_near_word_error(place, expected)
        };
        meant.unwrap_or_else(|| self.unknown_name_error().with_help(help))
    }

    /// Says what is meant by the next word, or the next two, if they are French and the file is not, or if a word of this place
    /// is near.
    fn foreign_or_near_word_error(
        &self,
        place: KeywordPlace,
        expected: &str,
    ) -> Option<Diagnostic> {
        let word = self.next_token();
        if word.kind != TokenKind::Word {
            return None;
        }
        if !self.is_other_form_of_verb(word.text, place)
            && let Some((language, english, end)) = self.language_and_english_of_words(place)
        {
            let wrong = self.unexpected_words_error(end, expected);
            let help = foreign_word_help(language, english);
            return Some(wrong.with_help(help).with_fix(english));
        }
        if let Some((text, others, end)) =
            find_synonym(self.remaining_tokens(), self.vocabulary, place)
        {
            let wrong = self.unexpected_words_error(end, expected);
            let (text, others) = self.adapt_meanings_to_phase(text, others);
            return Some(wrong.with_spellings_used_here(&text, &others));
        }
        if let Some((before, number)) = self.split_number_off_keyword(place) {
            let wrong = self.unexpected_words_error(word.span.end, expected);
            return Some(wrong.with_fix(format!("{before} {number}")));
        }
        let near = self.near_words(word.text, place);
        if !near.is_empty() {
            let wrong = self.unexpected_words_error(word.span.end, expected);
            return Some(wrong.with_suggestions(&near, str::to_owned));
        }
        let next = self.word_after_next()?;
        let mut near_both = self.near_words(&format!("{} {}", word.text, next.text), place);
        near_both.retain(|words| words.contains(' '));
        if near_both.is_empty() {
            return None;
        }
        let wrong = self.unexpected_words_error(next.span.end, expected);
        Some(wrong.with_suggestions(&near_both, str::to_owned))
    }

    /// Returns what words may stand for in the phase of the line: nobody declares at Grande, Chica or Punto, so `no` refuses a bet.
    fn adapt_meanings_to_phase(
        &self,
        likeliest: String,
        others: Vec<String>,
    ) -> (String, Vec<String>) {
        let is_without_declarations = matches!(
            self.mus_phase_opening_line(),
            Some(BettingPhase::Grande | BettingPhase::Petite | BettingPhase::Point)
        );
        let declaration = Verb::HasNone.words(self.vocabulary.letters);
        match others.split_first() {
            Some((second, rest))
                if is_without_declarations
                    && declaration.is_some_and(|words| words.third_person() == likeliest) =>
            {
                (second.clone(), rest.to_vec())
            }
            _ => (likeliest, others),
        }
    }

    /// Says what is expected instead of the next words, which end here.
    fn unexpected_words_error(&self, end: usize, expected: &str) -> Diagnostic {
        Diagnostic {
            span: self.next_start()..end,
            ..self.unexpected_token_error(expected)
        }
    }

    /// Returns the token after the next, if it is a word.
    fn word_after_next(&self) -> Option<&Token<'a>> {
        self.remaining_tokens()
            .get(1)
            .filter(|next| next.kind == TokenKind::Word)
    }

    /// Returns the language of the next word or two, if it is not English, with the English keyword
    /// and the byte where the words end.
    fn language_and_english_of_words(
        &self,
        place: KeywordPlace,
    ) -> Option<(CardLanguage, &'static str, usize)> {
        if self.vocabulary.letters != CardLanguage::English {
            return None;
        }
        let word = self.next_token();
        let plain = to_nfc(word.text).replace('\u{2019}', "'");
        let mut languages = CardLanguage::LANGUAGES[1..].to_vec();
        if self.is_mus() {
            // The words of Mus are Spanish, also where other languages have them.
            languages.insertion_sort_by_key(|letters| *letters != CardLanguage::Spanish);
        }
        for letters in &languages {
            let mut foreign = plain.as_str();
            let mut end = word.span.end;
            if let Some(next) = self.word_after_next()
                && let Some(phrase) = Keyword::two_word_spelling(*letters, &plain, next.text)
            {
                foreign = phrase;
                end = next.span.end;
            }
            let mut keywords = self.available_keywords(place);
            if let Some(keyword) =
                keywords.find(|keyword| keyword.spellings_in(*letters).contains(&foreign))
            {
                return Some((*letters, keyword.spelling(), end));
            }
        }
        None
    }

    /// Returns whether a word is another form of a verb of this place, in the language of the file.
    fn is_other_form_of_verb(&self, text: &str, place: KeywordPlace) -> bool {
        let letters = self.vocabulary.letters;
        self.available_keywords(place).any(|keyword| {
            let mut words = keyword.verbs().filter_map(|verb| verb.words(letters));
            words.any(|words| words.bare.contains(text))
        })
    }

    /// Returns the words of this place that a word may be a slip of: another form of a verb, or one that is spelled nearly so.
    fn near_words(&self, text: &str, place: KeywordPlace) -> Vec<String> {
        let letters = self.vocabulary.letters;
        for keyword in self.available_keywords(place) {
            let mut words = keyword.verbs().filter_map(|verb| verb.words(letters));
            if words.any(|words| words.does.contains(text) || words.bare.contains(text)) {
                return vec![self.spell_keyword(keyword).to_owned()];
            }
        }
        let near = near_candidates(
            text,
            self.available_keywords(place)
                .map(|keyword| self.spell_keyword(keyword)),
        );
        // A word that is spelled as one of this place is no slip of it: the game lacks what it says.
        let others = near.into_iter().filter(|other| *other != text);
        others.map(str::to_owned).collect()
    }

    /// Returns the parts of a word of this place with a number behind it, and no space between: `raises10`.
    fn split_number_off_keyword(&self, place: KeywordPlace) -> Option<(&'a str, &'a str)> {
        let text = self.next_token().text;
        let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = &text[before.len()..];
        let letters = self.vocabulary.letters;
        let mut keywords = self.available_keywords(place);
        if !number.is_empty() && keywords.any(|keyword| keyword.is_spelled(before, letters)) {
            Some((before, number))
        } else {
            None
        }
    }

    pub fn unknown_name_error(&self) -> Diagnostic {
        let token = self.next_token();
        if token.kind != TokenKind::Word
            || !token
                .text
                .starts_with(|first: char| first.is_alphabetic() || first == '\'')
        {
            let wrong = self.unexpected_token_error("a player's name");
            return if token.kind == TokenKind::End {
                wrong.with_help(self.vocabulary.list_players())
            } else {
                wrong
            };
        }
        if self.next_keyword().is_some() || read_card(token.text, self.vocabulary.letters).is_ok() {
            return diagnose!("missing-name", &token.span, found = quote(token.text));
        }
        let stop = self.spell_keyword(Keyword::Stop);
        if fold_case_accents_and_separators(token.text) == fold_case_accents_and_separators(stop) {
            let written = quote(token.text);
            let wrong = diagnose!("misspelled-stop", &token.span, written, stop);
            return if self.at == 0 {
                wrong.with_fix(stop)
            } else {
                wrong
            };
        }
        let words = self.words_like_a_name();
        let text: Vec<&str> = words.iter().map(|word| word.text).collect();
        let end = words.last().unwrap_or(token).span.end;
        let wrong = self.vocabulary.unknown_name_error(
            &text.join(" "),
            token.span.start..end,
            str::to_owned,
        );
        self.with_help_on_prose(wrong, words.len())
    }

    /// Adds where prose belongs, if a known name follows so many unknown words.
    fn with_help_on_prose(&self, wrong: Diagnostic, unknown_words: usize) -> Diagnostic {
        let after = &self.remaining_tokens()[unknown_words..];
        if wrong.fix.is_none() && self.vocabulary.longest_name_at(after).is_some() {
            return wrong
                .with_help("prose belongs outside the fence, or after `#` if it is a comment");
        }
        wrong
    }

    /// Returns the words up to the next keyword, card, sign or known name, which are probably meant as a name.
    fn words_like_a_name(&self) -> &[Token<'a>] {
        let rest = self.remaining_tokens();
        let known =
            (1..rest.len()).find(|at| self.vocabulary.longest_name_at(&rest[*at..]).is_some());
        let most = known.unwrap_or(8).min(rest.len());
        let count = rest[..most]
            .iter()
            .take_while(|token| self.may_be_in_name(token))
            .count();
        &rest[..count]
    }

    /// Returns whether a word may be a piece of a name. A keyword that stands inside a statement alone may be one, as `de`
    /// is in French.
    fn may_be_in_name(&self, token: &Token) -> bool {
        let letters = self.vocabulary.letters;
        let keyword = Keyword::from_word(token.text, letters);
        token.kind == TokenKind::Word
            && !token.text.starts_with(|first: char| first.is_ascii_digit())
            && keyword.is_none_or(|word| word.places() == [KeywordPlace::Inside])
            && !is_capitalized_verb(token.text, letters)
            && read_card(token.text, letters).is_err()
    }

    /// Says that the next word is no card, or one of two.
    pub fn invalid_card_error(&self, error: CardError) -> Diagnostic {
        let token = self.next_token();
        let word = quote(token.text);
        let letters = self.vocabulary.letters;
        if let CardError::Ambiguous { french } = error {
            let name = french.name();
            let other = match english_card_if_ambiguous(token.text, french) {
                Some(card) => format!(" or `{card}`"),
                None => String::new(),
            };
            return if letters == CardLanguage::French {
                diagnose!(
                    "two-cards-in-french",
                    &token.span,
                    word,
                    name,
                    french,
                    other
                )
            } else {
                diagnose!("two-cards", &token.span, word, name, french, other)
            };
        }
        if let Some(wrong) = self
            .reversed_and_joined_cards_error()
            .or_else(|| self.odd_card_error())
            .or_else(|| self.suit_before_rank_error())
        {
            return wrong;
        }
        if mended_card(token.text, letters).is_none()
            && let Some(wrong) = self.card_in_words_error()
        {
            return wrong;
        }
        let Some(card) = mended_card(token.text, letters) else {
            if self.is_number_replacing_cards() {
                return diagnose!("number-of-cards", &token.span);
            }
            if read_card(&format!("{}♠", token.text), letters).is_ok() {
                return diagnose!("card-without-suit", &token.span, word);
            }
            let courts = letters.court_letters().join(" ");
            let suits = letters.suit_letters_or_signs().map(String::from).join(" ");
            let wrong = diagnose!("no-card", &token.span, word, courts, suits);
            return match foreign_court_card(token.text) {
                Some((card, name)) => {
                    let card = spell_card(card, letters);
                    wrong.with_help(format!("if you mean the {name}, write `{card}`"))
                }
                None => wrong,
            };
        };
        let wrong = diagnose!("nearly-a-card", &token.span, word)
            .with_suggestion(Some(&card.to_string()), str::to_owned)
            .with_other_fixes(cards_sharing_suit_or_rank(token.text, letters));
        if has_small_french_rank(token.text, letters) {
            wrong.as_guess()
        } else {
            wrong
        }
    }

    /// Says that the next words are cards whose suits stand before their ranks.
    fn suit_before_rank_error(&self) -> Option<Diagnostic> {
        let letters = self.vocabulary.letters;
        let mut span = self.next_token().span.clone();
        let mut cards = Vec::new();
        for token in self.remaining_tokens() {
            let Some(card) = card_with_suit_first(token.text, letters) else {
                break;
            };
            cards.push(spell_card(card, letters));
            span.end = token.span.end;
        }
        if cards.len() < 2 {
            return None;
        }
        let cards = cards.join(" ");
        Some(diagnose!("suit-before-rank", &span, cards))
    }

    /// Says that some of the next cards have their suits before their ranks, and that others stand together: that is one mistake.
    fn reversed_and_joined_cards_error(&self) -> Option<Diagnostic> {
        let letters = self.vocabulary.letters;
        let mut span = self.next_token().span.clone();
        let mut cards = Vec::new();
        let mut has_suit_first = false;
        let mut has_several = false;
        for token in self.remaining_tokens() {
            if let Some(card) = card_with_suit_first(token.text, letters) {
                has_suit_first = true;
                cards.push(spell_card(card, letters));
            } else if let Some(several) = cards_without_blanks(token.text, letters) {
                has_several = true;
                cards.extend(several.iter().map(|card| spell_card(*card, letters)));
            } else {
                break;
            }
            span.end = token.span.end;
        }
        if !has_suit_first || !has_several {
            return None;
        }
        let cards = cards.join(" ");
        Some(diagnose!("suits-first-and-together", &span, cards))
    }

    /// Says that the next word is a card in words, or by a number that another pack gives it.
    fn card_in_words_error(&self) -> Option<Diagnostic> {
        let token = self.next_token();
        let letters = self.vocabulary.letters;
        if let Some(card) = card_in_words(token.text, letters) {
            if token.text.starts_with('1') {
                let word = quote(token.text);
                let ten = spell_card(Card::new(Rank::Ten, card.suit()), letters);
                let ace = spell_card(card, letters);
                let wrong = diagnose!(
                    "card-of-rank-one",
                    &token.span,
                    word,
                    ace,
                    ten = ten.clone()
                );
                return Some(wrong.as_guess().with_other_fixes([ten]));
            }
            let card = spell_card(card, letters);
            return Some(diagnose!("card-in-words", &token.span, card));
        }
        let numbers = [("12", "K", "king"), ("11", "Q", "knight (queen)")];
        for (number, rank, name) in numbers {
            let Some(suit) = token.text.strip_prefix(number) else {
                continue;
            };
            if let Ok(card) = read_card(&format!("{rank}{suit}"), CardLanguage::English) {
                let word = quote(token.text);
                let card = spell_card(card, letters);
                return Some(diagnose!(
                    "card-by-spanish-number",
                    &token.span,
                    word,
                    number,
                    name,
                    card
                ));
            }
        }
        None
    }

    /// Says that the next word is a card with odd characters, or several cards without blanks between them.
    fn odd_card_error(&self) -> Option<Diagnostic> {
        let token = self.next_token();
        let letters = self.vocabulary.letters;
        let word = quote(token.text);
        if let Some(odd) = describe_odd_character(token.text) {
            let plain = replace_odd_characters(token.text);
            let card = read_card(&plain, letters).ok().map(|_| plain);
            return Some(
                diagnose!("card-of-odd-characters", &token.span, word, odd)
                    .with_suggestion(card.as_deref(), str::to_owned),
            );
        }
        if let Some(card) = unicode_or_entity_card(token.text, letters) {
            let mut end = token.span.end;
            if let Some(next) = self.remaining_tokens().get(1)
                && next.kind == TokenKind::Semicolon
                && next.span.start == end
            {
                end = next.span.end;
            }
            return Some(
                diagnose!("card-as-symbol", &token.span, word)
                    .with_fix_at(token.span.start..end, card.to_string()),
            );
        }
        let mut found = cards_without_blanks(token.text, letters)?;
        let mut span = token.span.clone();
        for next in &self.remaining_tokens()[1..] {
            let Some(more) = cards_without_blanks(next.text, letters) else {
                break;
            };
            found.extend(more);
            span.end = next.span.end;
        }
        let cards: Vec<String> = found.iter().map(|card| card.to_string()).collect();
        let cards = cards.join(" ");
        Some(diagnose!("cards-without-blanks", &span, cards).with_fix(cards.clone()))
    }

    /// Returns whether a number stands where the cards of an exchange should stand.
    fn is_number_replacing_cards(&self) -> bool {
        let word = self.next_token().text;
        let is_number = word.parse::<u8>().is_ok() || NUMBERS_OF_CARDS.contains(&word);
        let before = self.at.checked_sub(1).map(|before| &self.tokens[before]);
        let keyword =
            before.and_then(|before| Keyword::from_word(before.text, self.vocabulary.letters));
        is_number && matches!(keyword, Some(Keyword::Does(_) | Keyword::Bare(_)))
    }

    /// Returns the diagnostic for a word that is not an amount, or not an amount that a
    /// player can have.
    pub fn invalid_amount_error(&self, is_purse: bool) -> Diagnostic {
        let token = self.next_token();
        let what = if self.is_mus() { "stones" } else { "chips" };
        let wrong = diagnose!("no-amount", &token.span, written = quote(token.text), what);
        let digits = token
            .text
            .trim_start_matches('+')
            .trim_end_matches(['.', '!', ';']);
        let is_one = digits != token.text
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        let two_scores = token.text.split_once(['-', '/', ':', '–']);
        let wrong = if is_one {
            wrong.with_fix(digits)
        } else if let Some((first, second)) = two_scores
            && self.is_mus()
            && [first, second]
                .iter()
                .all(|score| parse_digits(score).is_some())
        {
            wrong
                .with_label("separate the two scores with a space")
                .with_fix(format!("{first} {second}"))
        } else {
            wrong
        };
        if !is_purse {
            return wrong;
        }
        let wrong = wrong.with_help("write a negative amount with a plain hyphen: `-3`");
        if let Some(chips) = token.text.strip_prefix('−') {
            wrong.with_fix(format!("-{chips}"))
        } else {
            wrong
        }
    }
}
