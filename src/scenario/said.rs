//! What a player says at a table, read as a script reads it, and written as a script writes it.

use super::diagnostic::Diagnostic;
use super::script;
use super::syntax::Deed;
use super::words::{Keyword, Kind, Names, Reader, tokens};
use crate::cards::{Card, Letters, Set, read_card};
use crate::engine::Act;
use crate::rules::Ruleset;

/// Whether an act is made, or tried in vain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    /// `folds`, `9♥`
    Does,
    /// `to fold`, `9♥`
    Tries,
}

/// Reads one deed without the name before it, in small letters or large: `folds` and `fold`, `exchange 8d 7d`, `10h`.
///
/// # Errors
/// What cannot be read, as a diagnostic whose place is in these words.
pub(crate) fn said(words: &str) -> Result<Deed, Box<Diagnostic>> {
    let words = words.split_whitespace().map(cased).collect::<Vec<_>>().join(" ");
    let names = Names::new(&[]);
    let mut reader = Reader::new(tokens(&words, |range| range), &names, Letters::English);
    let deed = script::deed(&mut reader)?;
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

/// How an act is written: none if it is one that is not, because what is not written is left, or passes.
pub(crate) fn written(rules: &Ruleset, act: Act, verb: Verb) -> Option<String> {
    let cards = |set| spelled(rules, set);
    let (does, to, what) = match act {
        Act::Name(_, suit) => (Keyword::Names, Keyword::Name, format!(" {}", suit.name())),
        Act::Fold(_) => (Keyword::Folds, Keyword::Fold, String::new()),
        Act::Stand(_) => (Keyword::Stands, Keyword::Stand, String::new()),
        Act::Exchange(_, laid, drawn) => {
            let drawn = if drawn.is_empty() { String::new() } else { format!(" for {}", cards(drawn)) };
            (Keyword::Exchanges, Keyword::Exchange, format!(" {}{drawn}", cards(laid)))
        }
        Act::TakeFille(_) => (Keyword::Takes, Keyword::Take, " the fille".to_owned()),
        Act::TakeTurnUp(_, card) => (Keyword::Takes, Keyword::Take, format!(" the turn-up for {card}")),
        Act::Claim(_) => (Keyword::Claims, Keyword::Claim, format!(" the {}", rules.terms.flush)),
        Act::Play(_, card) => return Some(card.to_string()),
        _ => return None,
    };
    Some(match verb {
        Verb::Does => does.spelling().to_owned() + &what,
        Verb::Tries => format!("to {}{what}", to.spelling()),
    })
}

/// The cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
pub(super) fn spelled(rules: &Ruleset, set: Set) -> String {
    rules.rank.value.sorted(set).iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Seat;
    use crate::editions;

    #[test]
    fn what_is_written_is_read_again_told_or_tried() {
        let rules = editions::by_id("boussac-1896").expect("an edition");
        let cards: Set = ["9♥", "10♠"].iter().filter_map(|word| read_card(word, Letters::English).ok()).collect();
        let seat = Seat(0);
        let nine = cards.into_iter().next().expect("a card");
        let acts = [Act::Fold(seat), Act::Stand(seat), Act::Exchange(seat, cards, Set::EMPTY), Act::Play(seat, nine)];
        let others = [Act::TakeTurnUp(seat, nine), Act::Claim(seat), Act::Name(seat, nine.suit())];
        for act in acts.into_iter().chain(others) {
            let does = written(rules, act, Verb::Does).expect("words");
            let tries = written(rules, act, Verb::Tries).expect("words");
            let deed = |words: &str| format!("{:?}", said(words).map(|deed| std::mem::discriminant(&deed)));
            assert!(said(&does).is_ok(), "{does}");
            assert_eq!(deed(&does), deed(tries.trim_start_matches("to ")), "{does}, {tries}");
        }
        assert_eq!(written(rules, Act::LetPass(seat), Verb::Does), None);
    }

    #[test]
    fn letters_may_be_small_and_a_mistake_is_told() {
        assert!(matches!(said(" 10H "), Ok(Deed::Plays(_))) && matches!(said("qs"), Ok(Deed::Plays(_))));
        assert!(matches!(said("Exchange 8d 7♦"), Ok(Deed::Exchanges(..))));
        for wrong in ["", "dance", "7h 8h", "fold now", "exchange", "zz", "take", "claims the", "?", "\u{1b}["] {
            assert!(said(wrong).is_err(), "{wrong}");
        }
    }
}
