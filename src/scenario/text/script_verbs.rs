//! The verbs of a script: which one the next words are, and what is wrong where they are none.

use super::keyword::Keyword;
use super::synonyms::{find_synonym, is_verb_of_other_games};
use super::{
    Diagnostic, KeywordPlace, LinePieceResult, LineTokenReader, TokenKind, diagnose, quote, to_nfc,
};
use crate::cards::read_card;
use crate::rules::{Verb, VerbWords};

/// Reads a verb of a place. `expected` says what should stand here, for the message.
pub fn read_verb(
    reader: &mut LineTokenReader,
    place: KeywordPlace,
    expected: &str,
) -> LinePieceResult<Verb> {
    if reader.is_mus() {
        return take_mus_verb(next_mus_verb(reader, place), reader, place);
    }
    let keyword = reader.expect_keyword_at(place, expected)?;
    complete_verb_by_object(keyword, reader)
}

/// Returns the move of Mus whose words come next as a place has them, and how many tokens they take.
pub fn next_mus_verb(reader: &LineTokenReader, place: KeywordPlace) -> Option<(Verb, usize)> {
    longest_verb(reader, &|verb| {
        let mut forms = Vec::new();
        for words in verb.accepted_words(reader.vocabulary.letters) {
            add_verb_forms(&mut forms, words, place);
        }
        forms
    })
}

/// Adds how a verb is written at a place.
fn add_verb_forms(forms: &mut Vec<&'static str>, words: &'static VerbWords, place: KeywordPlace) {
    match place {
        KeywordPlace::Move => forms.extend(words.does.0),
        KeywordPlace::Try => match words.tried {
            Some(tried) => forms.push(tried),
            None => forms.extend(words.bare.0),
        },
        _ => forms.extend(words.bare.0),
    }
}

/// Returns the verb whose words come next, and how many tokens they take: the longest of those that fit. A token may be two
/// words.
pub fn longest_verb(
    reader: &LineTokenReader,
    spellings_of: &dyn Fn(Verb) -> Vec<&'static str>,
) -> Option<(Verb, usize)> {
    let beginnings = next_word_runs(reader);
    let mut longest: Option<(Verb, usize)> = None;
    for verb in Verb::ALL.iter().copied() {
        if !reader.vocabulary.may_have_clause_about(verb.topic()) {
            continue;
        }
        for words in spellings_of(verb) {
            if let Some(at) = beginnings.iter().position(|beginning| beginning == words)
                && longest.is_none_or(|(_, tokens)| at + 1 > tokens)
            {
                longest = Some((verb, at + 1));
            }
        }
    }
    longest
}

/// Returns the next word, the next two, and so on: no verb has more than eight.
fn next_word_runs(reader: &LineTokenReader) -> Vec<String> {
    let mut beginnings = Vec::new();
    let mut beginning = String::new();
    for token in reader.remaining_tokens().iter().take(8) {
        if token.kind != TokenKind::Word {
            break;
        }
        if !beginning.is_empty() {
            beginning.push(' ');
        }
        beginning += &to_nfc(token.text).replace('\u{2019}', "'");
        beginnings.push(beginning.clone());
    }
    beginnings
}

/// Takes the tokens of a verb of Mus that was found; says what is wrong where none was.
pub fn take_mus_verb(
    found: Option<(Verb, usize)>,
    reader: &mut LineTokenReader,
    place: KeywordPlace,
) -> LinePieceResult<Verb> {
    if let Some((verb, tokens)) = found {
        reader.skip_tokens(tokens);
        return Ok(verb);
    }
    if place == KeywordPlace::Move
        && find_synonym(reader.remaining_tokens(), reader.vocabulary, place).is_some()
    {
        return Err(reader.unexpected_at_place_error("a move", place).into());
    }
    let is_other_form = reader.next_keyword().is_some_and(|keyword| {
        let mut verbs = keyword.verbs();
        verbs.any(|verb| reader.vocabulary.may_have_clause_in_force(verb.topic()))
    });
    let is_of_tricks = reader.next_keyword().is_some_and(is_trick_verb) && !is_other_form;
    if !is_of_tricks && !reader.is_at_possible_card() {
        return Err(reader.unexpected_at_place_error("a move", place).into());
    }
    let token = reader.next_token();
    let written = quote(token.text);
    let all = reader.list_keywords(KeywordPlace::Move);
    Err(diagnose!("of-games-with-tricks", &token.span, written, all).into())
}

/// Returns whether a keyword tells what a player does in games with tricks.
fn is_trick_verb(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Takes | Keyword::Owes | Keyword::Pays)
        || keyword.verbs().next().is_some()
}

/// Reads the object of a verb, on which the verb may depend: `takes the fille`, `takes the turn-up`.
fn complete_verb_by_object(
    keyword: Keyword,
    reader: &mut LineTokenReader,
) -> LinePieceResult<Verb> {
    let mut candidates: Vec<(Verb, Vec<&str>)> = Vec::new();
    for verb in keyword.verbs() {
        if reader.vocabulary.may_have_clause_about(verb.topic()) {
            candidates.push((verb, verb.info().object.split_whitespace().collect()));
        }
    }
    let mut at = 0;
    loop {
        let mut next: Vec<&str> = Vec::new();
        let mut whole = None;
        for (verb, words) in &candidates {
            if words.len() == at && whole.is_none() {
                whole = Some(*verb);
            }
            next.extend(words.get(at));
        }
        next.dedup();
        if next.is_empty() {
            return whole.ok_or_else(|| unknown_move_error(reader).into());
        }
        let Some(word) = take_object_word(&next, whole.is_some(), reader)? else {
            // The object may be left out.
            return whole.ok_or_else(|| unknown_move_error(reader).into());
        };
        candidates.retain(|(_, words)| words.get(at) == Some(&word));
        at += 1;
    }
}

/// Takes one of the words that may come next in the object of a verb; none if the object may end here, and does.
fn take_object_word<'a>(
    object_words: &[&'a str],
    may_end: bool,
    reader: &mut LineTokenReader,
) -> LinePieceResult<Option<&'a str>> {
    if object_words == ["FLUSH"] {
        reader.expect_keyword_at(KeywordPlace::Flush, "the word for the flush")?;
        return Ok(Some("FLUSH"));
    }
    if let [word] = object_words
        && !may_end
    {
        reader.expect_keywords(&[Keyword::from_english_inside_statement(word)])?;
        return Ok(Some(word));
    }
    for word in object_words {
        if reader.take_keyword(Keyword::from_english_inside_statement(word)) {
            return Ok(Some(word));
        }
    }
    if may_end {
        return Ok(None);
    }
    let mut words = Vec::new();
    for word in object_words {
        words.push(format!(
            "`{}`",
            reader.spell_keyword(Keyword::from_english_inside_statement(word))
        ));
    }
    Err(reader.unexpected_token_error(&words.join(" or ")).into())
}

/// Says that the next word tells nothing that a player does.
pub fn unknown_move_error(reader: &LineTokenReader) -> Diagnostic {
    let word = reader.next_token().text;
    let other_word = reader.unexpected_token_error("a move");
    if word == "plays" {
        return other_word.with_help("to play a card, write only the card: `Anne 9♥`");
    }
    if let Some((text, others, end)) = find_synonym(
        reader.remaining_tokens(),
        reader.vocabulary,
        KeywordPlace::Move,
    ) {
        let span = reader.next_start()..end;
        return Diagnostic { span, ..other_word }.with_spellings_used_here(&text, &others);
    }
    if read_card(&format!("{word}♠"), reader.vocabulary.letters).is_ok() {
        let suits = reader
            .vocabulary
            .letters
            .suit_letters_or_signs()
            .map(String::from)
            .join(" ");
        return other_word.with_help(format!(
            "the suit of this card is missing: ♠ ♥ ♦ ♣, or {suits}"
        ));
    }
    let wrong = reader.unexpected_at_place_error("a card or another move", KeywordPlace::Move);
    if wrong.fix.is_none() && is_verb_of_other_games(word, reader.vocabulary) {
        let written = quote(word);
        let all = reader.list_keywords(KeywordPlace::Move);
        return diagnose!("verb-of-other-games", &wrong.span, written, all);
    }
    wrong
}
