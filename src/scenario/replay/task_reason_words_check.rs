//! The words of the reasons that a task gives: they name what decides, the cards that they name are in the deal, and two cards
//! that they compare are compared as the engine compares them.

use super::story::{AnyStep, PosedTask, Story, TaskAnswerVerdict};
use super::task_reason_comparisons::false_comparison_error;
use crate::cards::{Card, CardLanguage, CardSet, Rank, Suit, read_card};
use crate::scenario::text::{Diagnostic, TaskAnswer, diagnose};

/// Returns what is wrong with the words of a reason that a task gives for an answer at a step, if something is.
pub(super) fn reason_words_error(
    story: &Story,
    step_index: usize,
    posed: &PosedTask,
    reason_index: usize,
) -> Option<Diagnostic> {
    let (answer, reason) = &posed.task.reasons[reason_index];
    let place = &answer.span;
    if !reason.contains(char::is_alphabetic) {
        return Some(diagnose!("reason-without-words", place, reason));
    }
    let dealt = cards_held_or_turned_up(story, step_index);
    for card in cards_said_to_be_dealt(story, reason) {
        if !dealt.has(card) {
            let words = NOT_DEALT_WORDS[story.letters.language_index()];
            return Some(diagnose!("reason-of-other-card", place, card, words));
        }
    }
    let comparison = false_comparison_error(story, step_index, place, reason);
    if comparison.is_some() {
        comparison
    } else if is_refused_move(posed, answer.value) || names_what_decides(story, posed, reason) {
        None
    } else if asks_for_card(posed) {
        Some(diagnose!("reason-without-card", place))
    } else {
        Some(diagnose!("reason-without-amount", place))
    }
}

/// Returns whether a reason names what decides: a card, a rank or a suit. Where the answers are no cards, it may also be a player
/// or a number.
pub fn names_what_decides(story: &Story, posed: &PosedTask, reason: &str) -> bool {
    names_card_rank_or_suit(story, reason)
        || !asks_for_card(posed) && (names_player(story, reason) || names_number(reason))
}

/// Returns whether an answer is a move that the rules refuse, such as a fold when everyone must play. There a rule decides.
pub fn is_refused_move(posed: &PosedTask, answer: TaskAnswer) -> bool {
    let mut answers = posed.answers.iter();
    matches!(answer, TaskAnswer::Move(_))
        && answers.any(|possible| {
            possible.answer == answer && matches!(possible.verdict, TaskAnswerVerdict::Forbidden(_))
        })
}

/// Returns whether the answers to a task are cards.
fn asks_for_card(posed: &PosedTask) -> bool {
    let mut answers = posed.answers.iter();
    answers.any(|possible| matches!(possible.answer, TaskAnswer::Card(_)))
}

/// The word for trumps in the language of a file, by its [`CardLanguage::language_index`].
const TRUMP_WORDS: [&str; 4] = ["trump", "atout", "trumpf", "triunfo"];

/// The endings of the forms of a word for a card.
const WORD_ENDINGS: [&str; 5] = ["", "s", "es", "e", "n"];

/// The English words for numbers that are no ranks.
const NUMBER_WORDS: [&str; 22] = [
    "one",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "half",
    "fifth",
    "fifths",
];

/// Returns whether a text names a card, a rank, a suit or trumps, in English or in the language of the file.
fn names_card_rank_or_suit(story: &Story, text: &str) -> bool {
    let top_card = story.rules.terms.top_card.trim_start_matches("the ");
    let has_sign = text.contains(Suit::ALL.map(Suit::sign));
    if has_sign || !top_card.is_empty() && text.contains(top_card) {
        return true;
    }
    let mut words = lower_case_words(text);
    words.any(|word| {
        [
            CardLanguage::English,
            CardLanguage::EnglishSpanishPack,
            story.letters,
        ]
        .into_iter()
        .any(|language| names_rank_or_suit(&word, language))
    })
}

/// Returns whether a word in small letters is the name of a rank, of a suit or of trumps.
fn names_rank_or_suit(word: &str, language: CardLanguage) -> bool {
    let mut names = vec![TRUMP_WORDS[language.language_index()].to_owned()];
    for suit in Suit::ALL {
        let name = language.suit_name(suit).to_lowercase();
        names.push(name.strip_suffix('s').unwrap_or(&name).to_owned());
    }
    for rank in Rank::ALL {
        names.push(language.rank_name(rank).to_lowercase());
    }
    names.iter().any(|name| {
        let ending = word.strip_prefix(name.as_str());
        ending.is_some_and(|ending| WORD_ENDINGS.contains(&ending))
    })
}

/// Returns whether a text names a player of the file.
fn names_player(story: &Story, text: &str) -> bool {
    let mut names = story.players.iter();
    names.any(|name| text.contains(name.as_str()))
}

/// Returns whether a text names a number, in digits or in English words. Numbers from two to ten are also ranks.
fn names_number(text: &str) -> bool {
    let mut words = lower_case_words(text);
    words.any(|word| {
        word.contains(|c: char| c.is_ascii_digit()) || NUMBER_WORDS.contains(&word.as_str())
    })
}

/// Returns the words of a text in small letters.
fn lower_case_words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
}

/// The words by which a reason says of cards that nobody holds them, by the [`CardLanguage::language_index`] of a file.
const NOT_DEALT_WORDS: [&str; 4] = [
    "not in this deal",
    "pas dans cette donne",
    "nicht in dieser Gabe",
    "fuera de este reparto",
];

/// Returns the cards that a reason names, but those in sentences which say that a card is not in the deal.
fn cards_said_to_be_dealt(story: &Story, reason: &str) -> Vec<Card> {
    let words = NOT_DEALT_WORDS[story.letters.language_index()];
    let english = NOT_DEALT_WORDS[CardLanguage::English.language_index()];
    reason
        .split_inclusive(['.', ';'])
        .filter(|sentence| !sentence.contains(words) && !sentence.contains(english))
        .flat_map(|sentence| named_cards(story, sentence))
        .collect()
}

/// Returns the cards that a text names, with their signs or in English words.
fn named_cards(story: &Story, reason: &str) -> Vec<Card> {
    let mut named = Vec::new();
    for word in reason.split(is_between_words) {
        let has_sign = word.ends_with(Suit::ALL.map(Suit::sign));
        if has_sign && let Ok(card) = read_card(word, story.letters) {
            named.push(card);
        }
    }
    for suit in Suit::ALL {
        for rank in Rank::ALL {
            let card = Card::new(rank, suit);
            let spanish = card.name_in(CardLanguage::EnglishSpanishPack);
            if reason.contains(&card.name()) || reason.contains(&spanish) {
                named.push(card);
            }
        }
    }
    named
}

/// Returns whether a character stands between two words of a reason.
fn is_between_words(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '.' | ';' | ':' | '(' | ')' | '?' | '!')
}

/// Returns the cards that the players hold at any step of the deal of a step, and the card that is turned up.
fn cards_held_or_turned_up(story: &Story, step_index: usize) -> CardSet {
    let deal = story.step(step_index).hand;
    let mut cards = CardSet::default();
    for step in story.all_steps().filter(|step| step.hand == deal) {
        match step {
            AnyStep::Tricks(step) => {
                for held in step.before.hands.iter().chain(step.after.hands.iter()) {
                    cards = cards | *held;
                }
                cards = cards.with(step.after.turned_card);
            }
            AnyStep::Mus(step) => {
                for held in step.before.hands.iter().chain(step.after.hands.iter()) {
                    cards = cards | *held;
                }
            }
        }
    }
    cards
}
