//! What a player says at a table, read as a script reads it, and written as a script writes it.

use super::diagnostic::Diagnostic;
use super::script;
use super::syntax::Deed;
use super::words::{Keyword, Kind, Names, Reader, tokens};
use crate::cards::{Card, Letters, Set, Suit, read_card};
use crate::rules::{Move, Ruleset, Sort, Verb};

/// How a verb is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    /// As it is made: `folds`, `9♥`
    Does,
    /// As it is tried in vain: `to fold`, `9♥`
    Tries,
    /// As one says it at the table: `fold`, `9♥`
    Says,
}

/// Reads one deed without the name before it, in small letters or large: `folds` and `fold`, `exchange 8d 7d`, `10h`.
///
/// # Errors
/// What cannot be read, as a diagnostic whose place is in these words.
pub fn said(words: &str) -> Result<Deed, Box<Diagnostic>> {
    let words = words.split_whitespace().map(cased).collect::<Vec<_>>().join(" ");
    let names = Names::new(&[]);
    let mut reader = Reader::new(tokens(&words, |range| range), &names, Letters::English);
    let deed = script::spoken(&mut reader)?;
    if reader.kind() != Kind::End {
        return Err(reader.unexpected("nothing more"));
    }
    Ok(deed)
}

/// A card in capitals, any other word in small letters.
fn cased(word: &str) -> String {
    let capitals = word.to_uppercase();
    if read_card(&capitals, Letters::English).is_ok() { capitals } else { word.to_lowercase() }
}

/// What follows a verb, in words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    /// The cards laid down, or the one played.
    pub(crate) cards: String,
    /// The cards drawn.
    pub(crate) drawn: String,
    /// The suit.
    pub(crate) suit: String,
    /// The number.
    pub(crate) number: String,
    /// The edition's word for a flush.
    pub(crate) flush: &'static str,
}

/// How a move is written: none if it is one that is not, because what is not written is left, or passes.
pub(crate) fn written(rules: &Ruleset, does: Move, mood: Mood) -> Option<String> {
    let what = does.what();
    let cards = |set: Option<Set>| set.map_or_else(String::new, |set| spelled(rules, set));
    let slots = Slots {
        cards: what.card.map_or_else(|| cards(what.laid), |card| card.to_string()),
        drawn: cards(what.drawn),
        suit: what.suit.map_or("", Suit::name).to_owned(),
        number: what.number.map_or_else(String::new, |number| number.to_string()),
        flush: rules.terms.flush,
    };
    phrase(does.verb(), mood, Letters::English, &slots)
}

/// A verb with what follows it, in a file of these letters.
pub(crate) fn phrase(verb: Verb, mood: Mood, letters: Letters, slots: &Slots) -> Option<String> {
    if verb.sort() == Sort::Card {
        return Some(slots.cards.clone());
    }
    let optional = if slots.drawn.is_empty() { verb.tail().split(" [").next() } else { None };
    let tail = optional.unwrap_or(verb.tail()).split_whitespace();
    let mut cards = [&slots.cards, &slots.drawn].into_iter();
    let tail = tail.map(|piece| match piece.trim_matches(['[', ']']) {
        "CARDS" | "CARD" => cards.next().cloned().unwrap_or_default(),
        "SUIT" => slots.suit.clone(),
        "NUMBER" => slots.number.clone(),
        word => Keyword::inside(word).word_inside(letters).to_owned(),
    });
    let words = std::iter::once(bare(verb, mood, letters, slots.flush)?).chain(tail);
    Some(words.collect::<Vec<_>>().join(" "))
}

/// A verb with what it is said of: `to take the turn-up`.
pub(crate) fn bare(verb: Verb, mood: Mood, letters: Letters, flush: &str) -> Option<String> {
    let words = verb.words(letters)?;
    let to = (mood == Mood::Tries).then(|| Keyword::To.word(letters));
    let verbal = if mood == Mood::Does { words.does } else { words.bare };
    let object = verb.object().split_whitespace().map(|word| match word {
        "FLUSH" => flush,
        word => Keyword::inside(word).word_inside(letters),
    });
    Some(to.into_iter().chain([verbal]).chain(object).collect::<Vec<_>>().join(" "))
}

/// The cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
pub(super) fn spelled(rules: &Ruleset, set: Set) -> String {
    rules.rank.value.sorted(set).iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;

    #[test]
    fn what_is_written_is_read_again_told_or_tried() {
        let rules = editions::by_id("boussac-1896").expect("an edition");
        let cards: Set = ["9♥", "10♠"].iter().filter_map(|word| read_card(word, Letters::English).ok()).collect();
        let nine = cards.into_iter().next().expect("a card");
        let acts = [Move::Fold, Move::Stand, Move::lay(cards), Move::Play(nine)];
        let others = [Move::TakeTurnUp(nine), Move::Claim, Move::Name(nine.suit())];
        for act in acts.into_iter().chain(others) {
            let does = written(rules, act, Mood::Does).expect("words");
            let says = written(rules, act, Mood::Says).expect("words");
            let deed = |words: &str| format!("{:?}", said(words).map(|deed| deed.verb));
            assert!(said(&does).is_ok(), "{does}");
            assert_eq!(deed(&does), deed(&says), "{does}, {says}");
        }
        assert_eq!(written(rules, Move::LetPass, Mood::Does), None);
    }

    #[test]
    fn letters_may_be_small_and_a_mistake_is_told() {
        assert!([" 10H ", "qs"].iter().all(|word| said(word).is_ok_and(|deed| deed.verb == Verb::Play)));
        assert!(said("Exchange 8d 7♦").is_ok_and(|deed| deed.verb == Verb::Exchange));
        for wrong in ["", "dance", "7h 8h", "fold now", "exchange", "zz", "take", "claims the", "?", "\u{1b}["] {
            assert!(said(wrong).is_err(), "{wrong}");
        }
    }
}
