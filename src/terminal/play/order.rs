//! What the learner has typed.

use crate::cards::{Card, Set};
use crate::engine::{Hand, Stage};
use crate::explore::strategy::Move;
use crate::rules::{Phase, Ruleset};
use crate::scenario::said;
use crate::scenario::syntax::Deed;

/// Something that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aside {
    Help,
    Hint,
    May,
    Table,
    Quit,
}

/// The words for it, the first of which is told, and what it does.
pub(super) const ASIDES: [(Aside, &[&str], &str); 5] = [
    (Aside::May, &["may", "m"], "what you may do and may not, each with its clause"),
    (Aside::Hint, &["hint", "h"], "what the book's strategy would do, and why"),
    (Aside::Table, &["table", "t"], "the table, your cards and all chips"),
    (Aside::Help, &["help", "?"], "these words"),
    (Aside::Quit, &["quit", "q"], "ends the session; what was played is saved"),
];

/// Asks for the text of a clause: `why play.trump`.
pub(super) const WHY: &str = "why";

/// Leaves the turn-up, or lets a flush pass.
pub(super) const PASS: &str = "pass";

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Nothing,
    Aside(Aside),
    Why(String),
    Do(Move),
    /// It could not be read, or is not said at this table.
    Unclear(Vec<String>),
}

/// Reads what the learner has typed at this point of a hand.
pub(super) fn order(typed: &str, rules: &Ruleset, hand: &Hand) -> Order {
    let words = typed.trim().to_lowercase();
    let aside = ASIDES.iter().find(|(_, names, _)| names.contains(&words.as_str()));
    match (aside, words.split_once(' ')) {
        _ if words.is_empty() => Order::Nothing,
        (Some((aside, ..)), _) => Order::Aside(*aside),
        (_, Some((WHY, clause))) => Order::Why(clause.trim().to_owned()),
        _ => short(&words, hand).map_or_else(|| deed(&numbered(typed, rules, hand)), Order::Do),
    }
}

/// What is said in a word, and stands in no script or stands there in more: a claim, a pass.
fn short(words: &str, hand: &Hand) -> Option<Move> {
    match (hand.stage, words) {
        (Stage::In(Phase::Claims), "claim") => Some(Move::Claim),
        (Stage::In(Phase::Claims), PASS) => Some(Move::LetPass),
        (Stage::In(Phase::TurnUp), PASS) => Some(Move::LeaveTurnUp),
        _ => None,
    }
}

/// The words with each card that is told by its number in its place.
fn numbered(typed: &str, rules: &Ruleset, hand: &Hand) -> String {
    let held = rules.rank.value.sorted(hand.held[hand.mover]);
    let card = |word: &str| held.get(word.parse::<usize>().ok()?.checked_sub(1)?).map(Card::to_string);
    typed.split_whitespace().map(|word| card(word).unwrap_or_else(|| word.to_owned())).collect::<Vec<_>>().join(" ")
}

fn deed(typed: &str) -> Order {
    let deed = match said(typed) {
        Ok(deed) => deed,
        Err(wrong) => {
            let first = match &wrong.fix {
                Some(fix) => format!("{}; did you mean {fix}?", wrong.message),
                None => wrong.message.clone(),
            };
            return Order::Unclear(std::iter::once(first).chain(wrong.help).collect());
        }
    };
    let unclear = |why: &str| Order::Unclear(vec![why.to_owned()]);
    match deed {
        Deed::Folds => Order::Do(Move::Fold),
        Deed::Stands => Order::Do(Move::Stand),
        Deed::Exchanges(_, Some(_)) => unclear("the stock gives what it gives: name the cards you lay down alone"),
        Deed::Exchanges(laid, None) => exchange(&laid.iter().map(|card| card.value).collect::<Vec<_>>()),
        Deed::TakesFille => Order::Do(Move::TakeFille),
        Deed::TakesTurnUp(card) => Order::Do(Move::TakeTurnUp(card.value)),
        Deed::Names(suit) => Order::Do(Move::Name(suit.value)),
        Deed::Claims => Order::Do(Move::Claim),
        Deed::Plays(card) => Order::Do(Move::Play(card.value)),
        _ => unclear("this is for a script; at the table, say what you do"),
    }
}

fn exchange(laid: &[Card]) -> Order {
    let set: Set = laid.iter().copied().collect();
    match set.len() == laid.len() {
        true => Order::Do(Move::Exchange(set)),
        false => Order::Unclear(vec!["a card stands there twice".to_owned()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chapter_tells_every_word() {
        let chapter = include_str!("../../../book/src/in-the-terminal.md");
        let words = ASIDES.iter().map(|(_, names, _)| names[0]).filter(|name| *name != "help").chain([WHY, PASS]);
        words.for_each(|word| assert!(chapter.contains(&format!("`{word}")), "{word}"));
    }
}
