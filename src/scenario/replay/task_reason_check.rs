//! The words of the reasons that a task gives: they say something, and the cards that they name are in the deal.

use super::story::{AnyStep, Story};
use crate::cards::{Card, CardSet, Rank, Suit, read_card};
use crate::scenario::text::{Diagnostic, Span, diagnose};

/// Returns what is wrong with the words of a reason for an answer at a step, if something is. `place` is the place of the answer.
pub(super) fn reason_words_error(
    story: &Story,
    step_index: usize,
    place: &Span,
    reason: &str,
) -> Option<Diagnostic> {
    if !reason.contains(char::is_alphabetic) {
        return Some(diagnose!("reason-without-words", place, reason));
    }
    let dealt = cards_of_deal(story, step_index);
    for card in named_cards(story, reason) {
        if !dealt.has(card) {
            return Some(diagnose!("reason-of-other-card", place, card));
        }
    }
    None
}

/// Returns the cards that a reason names, with their signs or in English words.
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
            if reason.contains(&card.name()) {
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
fn cards_of_deal(story: &Story, step_index: usize) -> CardSet {
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
