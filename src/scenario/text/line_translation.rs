//! A line of an English file in another language: the examples of the grammar are written once, in English.

use super::keyword::{Keyword, definite_article};
use super::moves_and_line_forms::{VerbInflection, write_verb_with_object};
use super::{FenceKind, LineForm, Token, TokenKind, join_words, tokenize};
use crate::cards::{CardLanguage, Suit, read_card, spell_card};
use crate::editions;
use crate::rules::mus_values::BettingPhase;
use crate::rules::{ClauseLookup, LanguageWords, Verb};

/// Returns a line of a fence in the language of these letters. `is_mus` says which verbs it may have. What an author writes
/// behind an answer of a task stays as it is.
pub fn translate_line_into(
    fence: FenceKind,
    is_mus: bool,
    line: &str,
    letters: CardLanguage,
) -> String {
    if letters == CardLanguage::English {
        return line.to_owned();
    }
    if fence == FenceKind::Task
        && let Some((answer, reason)) = line.split_once(':')
    {
        let answer = ScenarioLineTranslator::new(fence, is_mus, letters).translate(answer);
        return format!("{answer}:{reason}");
    }
    ScenarioLineTranslator::new(fence, is_mus, letters).translate(line)
}

impl LineForm {
    /// Returns the line in a file of these letters.
    pub fn text_in(&self, letters: CardLanguage) -> String {
        translate_line_into(self.fence, self.is_of_mus(), &self.english, letters)
    }

    /// Returns whether only files of Mus may have it.
    fn is_of_mus(&self) -> bool {
        let Some(topic) = self.about else {
            return false;
        };
        !editions::printed_trick_editions().any(|edition| edition.has_subject_of(topic))
    }
}

/// A line that is being translated.
struct ScenarioLineTranslator {
    fence: FenceKind,
    is_mus: bool,
    letters: CardLanguage,
    /// The words that are written.
    words: Vec<(TokenKind, String)>,
    /// The form of a verb that would come next.
    form: VerbInflection,
    /// True at the beginning of a line or an entry, and behind a name, `may`, `or` and `tries to`.
    may_be_verb: bool,
    is_first: bool,
    /// True behind `all`.
    is_about_all: bool,
}

impl ScenarioLineTranslator {
    fn new(fence: FenceKind, is_mus: bool, letters: CardLanguage) -> ScenarioLineTranslator {
        ScenarioLineTranslator {
            fence,
            is_mus,
            letters,
            words: Vec::new(),
            form: VerbInflection::ThirdPerson,
            may_be_verb: true,
            is_first: true,
            is_about_all: false,
        }
    }

    fn translate(mut self, line: &str) -> String {
        let tokens = tokenize(line, &|range| range);
        let mut at = 0;
        while tokens[at].kind != TokenKind::End {
            at += self.translate_next(&tokens[at..], tokens[..at].last());
        }
        join_words(&self.words)
    }

    /// Translates the next words, and returns how many.
    fn translate_next(&mut self, rest: &[Token], before: Option<&Token>) -> usize {
        let token = &rest[0];
        if token.kind != TokenKind::Word {
            self.translate_sign(token);
            return 1;
        }
        let is_clause = before.is_some_and(|before| {
            matches!(before.kind, TokenKind::Open | TokenKind::Colon)
                && editions::clause_id_in_use(token.text).is_some()
        });
        if is_clause {
            self.push(token.text.to_owned(), false);
            return 1;
        }
        if self.may_be_verb
            && let Some((verb, flush, count)) = self.longest_verb_with_flush(rest)
        {
            self.push_verb(verb, flush, rest.get(count));
            return count;
        }
        let next = rest.get(1).map(|following| following.text);
        self.translate_word(token.text, next);
        1
    }

    /// Translates a sign: after a comma, words are translated as at the beginning of a line.
    fn translate_sign(&mut self, token: &Token) {
        let text = match token.kind {
            TokenKind::Number => format!("{}.", token.text),
            _ => token.text.to_owned(),
        };
        self.words.push((token.kind, text));
        if matches!(token.kind, TokenKind::Comma | TokenKind::Colon) {
            self.form = VerbInflection::ThirdPerson;
            self.is_about_all = false;
            self.is_first = true;
            self.may_be_verb = true;
        }
    }

    fn push(&mut self, word: String, may_be_verb: bool) {
        self.words.push((TokenKind::Word, word));
        self.may_be_verb = may_be_verb;
        self.is_first = false;
    }

    /// Writes a verb, and the word that stands between it and a number.
    fn push_verb(&mut self, verb: Verb, flush: &str, next: Option<&Token>) {
        // Other languages have the singular: `chacun passe`.
        let form = if self.is_about_all {
            VerbInflection::ThirdPerson
        } else {
            self.form
        };
        if let Some(words) = write_verb_with_object(verb, form, self.letters, flush) {
            self.push(self.third_person_if_about_all(verb, words), false);
        }
        let by = verb.words(self.letters).and_then(|words| words.by);
        if let Some(by) = by
            && next.is_some_and(|next| next.text.starts_with(|c: char| c.is_ascii_digit()))
        {
            self.push(by.to_owned(), false);
        }
    }

    /// Returns the words of a verb, but not those that a player says about themselves if the line is about all players: `pasa`
    /// for `paso`.
    fn third_person_if_about_all(&self, verb: Verb, words: String) -> String {
        let forms = verb.words(self.letters);
        let said = forms.and_then(|forms| forms.says);
        if !self.is_about_all || said != Some(words.as_str()) {
            return words;
        }
        let told = forms.and_then(|forms| forms.does.0.get(1));
        match told {
            Some(told) => (*told).to_owned(),
            None => words,
        }
    }

    fn translate_word(&mut self, word: &str, next: Option<&str>) {
        let Some(keyword) = Keyword::from_word(word, CardLanguage::English) else {
            let is_name = self.translate_and_detect_name(word);
            self.may_be_verb = is_name && self.fence != FenceKind::Deal;
            return;
        };
        match keyword {
            Keyword::May => self.form = VerbInflection::Imperative,
            Keyword::Tries => self.form = VerbInflection::Infinitive,
            Keyword::All => {
                self.form = VerbInflection::Imperative;
                self.is_about_all = true;
            }
            // It is written with the verb.
            Keyword::To if self.form == VerbInflection::Infinitive => {
                self.may_be_verb = true;
                return;
            }
            _ => {}
        }
        let spelled = self.spell(keyword, next);
        self.push(
            spelled,
            matches!(keyword, Keyword::May | Keyword::Or | Keyword::All),
        );
    }

    fn spell(&self, keyword: Keyword, next: Option<&str>) -> String {
        let letters = self.letters;
        let language = LanguageWords::for_letters(letters);
        let spelled = match (keyword, next, language) {
            (Keyword::To, _, Some(language)) if self.fence == FenceKind::Payout => {
                language.to_player
            }
            (Keyword::The, Some(noun), _) => {
                let noun =
                    Keyword::from_english_inside_statement(noun).spelling_inside_statement(letters);
                definite_article(letters, noun)
            }
            _ if self.is_first => keyword.spelling_in(letters),
            _ => keyword.spelling_inside_statement(letters),
        };
        spelled.to_owned()
    }

    /// Adds a card, suit or phase translated and any other word unchanged; returns whether the word
    /// can be a name.
    fn translate_and_detect_name(&mut self, word: &str) -> bool {
        let phase = BettingPhase::ALL.iter().find(|phase| phase.word() == word);
        let suit = Suit::ALL.into_iter().find(|suit| suit.name() == word);
        let translated = if let Some(phase) = phase {
            phase.word_in(self.letters).to_owned()
        } else if let Some(suit) = suit {
            self.letters.suit_name(suit).to_owned()
        } else if let Ok(card) = read_card(word, CardLanguage::English) {
            spell_card(card, self.letters)
        } else {
            self.push(word.to_owned(), true);
            return word.starts_with(char::is_alphabetic);
        };
        self.push(translated, false);
        false
    }

    /// Returns the verb whose English words come next, with the word for the flush, and how many tokens they take.
    fn longest_verb_with_flush<'a>(&self, rest: &[Token<'a>]) -> Option<(Verb, &'a str, usize)> {
        let mut longest: Option<(Verb, &str, usize)> = None;
        for verb in Verb::ALL.iter().copied() {
            if !self.is_of_game(verb) {
                continue;
            }
            let Some(found) = self.match_verb_with_flush(verb, rest) else {
                continue;
            };
            if longest.is_none_or(|(.., count)| found.1 > count) {
                longest = Some((verb, found.0, found.1));
            }
        }
        longest
    }

    fn is_of_game(&self, verb: Verb) -> bool {
        let mut editions = editions::mus_editions();
        editions.any(|rules| rules.has_subject_of(verb.topic())) == self.is_mus
    }

    /// Returns the word for the flush and the number of tokens, if these words are the verb in its form.
    fn match_verb_with_flush<'a>(
        &self,
        verb: Verb,
        rest: &[Token<'a>],
    ) -> Option<(&'a str, usize)> {
        let words = verb.words(CardLanguage::English)?;
        let spelled = match self.form {
            VerbInflection::ThirdPerson => words.third_person(),
            VerbInflection::Infinitive => words.tried.unwrap_or(words.bare()),
            VerbInflection::Imperative => words.bare(),
        };
        let mut flush = "";
        let mut count = 0;
        let object = verb.info().object.split_whitespace();
        for word in spelled.split(' ').chain(object) {
            let token = rest.get(count)?;
            if word == "FLUSH" && editions::flush_word(token.text).is_some() {
                flush = token.text;
            } else if word != token.text {
                return None;
            }
            count += 1;
        }
        Some((flush, count))
    }
}
