//! What a player says at a table, read as a script reads it, and written as a script writes it; and all that a line of a
//! fence may say, a form a row, as the book lists them.

use super::keys::{GRAMMAR, Row};
use super::{Deed, Diagnostic, Keyword, Kind, Names, Reader, Word, mus, script, tokens};
use crate::cards::{Card, Letters, Set, Suit, read_card, spell_card};
use crate::editions;
use crate::rules::{Machine, Move, Piece, Ruleset, Sort, Topic, Verb};
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
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
///
/// ```
/// use mouche::rules::{Machine, Verb};
/// use mouche::scenario::said;
///
/// let exchange = said("Exchange 8d 7d", Machine::Tricks).map(|deed| (deed.verb, deed.cards.len()));
/// assert_eq!(exchange, Ok((Verb::Exchange, 2)));
/// assert!(said("dance", Machine::Tricks).is_err());
/// assert_eq!(said("no mus", Machine::Mus).map(|deed| deed.verb), Ok(Verb::NoMus));
/// ```
pub fn said(words: &str, machine: Machine) -> Result<Deed, Box<Diagnostic>> {
    let words = words.split_whitespace().map(cased).collect::<Vec<_>>().join(" ");
    let names = Names::of_machine(machine);
    let mut reader = Reader::new(tokens(&words, |range| range), &names);
    let deed = if machine == Machine::Mus { mus::spoken(&mut reader)? } else { script::spoken(&mut reader)? };
    if reader.kind() != Kind::End {
        return Err(reader.unexpected("nothing more").into());
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
pub struct Slots {
    /// The cards laid down, or the one played.
    pub cards: String,
    pub drawn: String,
    pub suit: String,
    pub number: String,
    /// The edition's word for a flush.
    pub flush: &'static str,
}

/// How a move is written: none if it is one that is not, because what is not written is left, or passes.
pub fn written(rules: &Ruleset, does: Move, mood: Mood) -> Option<String> {
    let what = does.what();
    let cards = |set: Option<Set>| set.map_or_else(String::new, |set| spelled(rules, set));
    let slots = Slots {
        cards: what.card.map_or_else(|| cards(what.laid), |card| card.to_string()),
        drawn: cards(what.drawn),
        suit: what.suit.map_or("", Suit::name).to_owned(),
        number: what.number.filter(|number| *number > 0).map_or_else(String::new, |number| number.to_string()),
        flush: rules.terms.flush,
    };
    phrase(does.verb(), mood, Letters::English, &slots)
}

/// A verb with what follows it, in a file of these letters.
pub fn phrase(verb: Verb, mood: Mood, letters: Letters, slots: &Slots) -> Option<String> {
    if verb.sort() == Sort::Card {
        return Some(slots.cards.clone());
    }
    let told = if slots.drawn.is_empty() && slots.number.is_empty() { verb.needed() } else { usize::MAX };
    let tail = verb.pieces().take(told).map(|piece| match piece {
        Piece::Laid | Piece::Card => slots.cards.clone(),
        Piece::Drawn => slots.drawn.clone(),
        Piece::Suit => slots.suit.clone(),
        Piece::Number => {
            let by = verb.words(letters).and_then(|words| words.by).filter(|_| !slots.number.is_empty());
            by.into_iter().chain([slots.number.as_str()]).collect::<Vec<_>>().join(" ")
        }
        Piece::Word(word) => Keyword::inside(word).word_inside(letters).to_owned(),
    });
    let words = std::iter::once(bare(verb, mood, letters, slots.flush)?).chain(tail);
    Some(words.collect::<Vec<_>>().join(" "))
}

/// A verb with what it is said of: `to take the turn-up`.
pub fn bare(verb: Verb, mood: Mood, letters: Letters, flush: &str) -> Option<String> {
    let words = verb.words(letters)?;
    let to = (mood == Mood::Tries).then(|| Keyword::To.word(letters));
    let verbal = match mood {
        Mood::Does => words.does,
        Mood::Tries => words.tried.unwrap_or(words.bare),
        Mood::Says => words.bare,
    };
    let object = verb.row().object.split_whitespace().map(|word| match word {
        "FLUSH" => flush,
        word => Keyword::inside(word).word_inside(letters),
    });
    Some(to.into_iter().chain([verbal]).chain(object).collect::<Vec<_>>().join(" "))
}

/// The cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
pub fn spelled(rules: &Ruleset, set: Set) -> String {
    rules.rank.value.sorted(set).iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// A form of words.
#[expect(missing_docs, reason = "its fields are what they are called")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pub fence: Word,
    pub english: String,
    /// The same in a French file.
    pub french: String,
    pub says: &'static str,
    /// What it is about, where not every game has that.
    pub about: Option<Topic>,
}

impl Form {
    /// Whether an edition has it.
    pub fn is_told_by(&self, edition: &Ruleset) -> bool {
        self.about.is_none_or(|topic| edition.tells(topic))
    }

    /// The example as a file of these letters has it.
    pub fn written(&self, letters: Letters) -> &str {
        if letters == Letters::French { &self.french } else { &self.english }
    }
}

/// All of them, in the order of a file: the moves before what else a script says, and faults after it. Only what an edition
/// has is among them.
pub static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let rows = |fence: Word, rows: &'static [Row]| {
        let form = move |row: &Row| {
            let (english, french) = (row.line.to_owned(), row.french.unwrap_or(row.line).to_owned());
            Form { fence, english, french, says: row.says, about: row.about }
        };
        rows.iter().map(form)
    };
    let mut forms: Vec<Form> = rows(Word::Deal, GRAMMAR.deal).collect();
    forms.extend(moves(false).chain(rows(Word::Script, GRAMMAR.script)).chain(moves(true)));
    forms.extend(rows(Word::Script, GRAMMAR.end).chain(rows(Word::Payout, GRAMMAR.payout)));
    forms.extend(rows(Word::Task, GRAMMAR.task));
    forms.retain(|form| editions::every().any(|edition| form.is_told_by(edition)));
    forms
});

/// An example of each move that is a fault, or that is none.
fn moves(faults: bool) -> impl Iterator<Item = Form> {
    let verbs = Verb::ALL.iter();
    let verbs = verbs.filter(move |verb| verb.sort() != Sort::Card && (verb.sort() == Sort::Fault) == faults);
    verbs.filter_map(|verb| {
        let written = |letters| {
            let cards = |words: &str| {
                let cards = words.split(' ').filter_map(|word| read_card(word, Letters::English).ok());
                cards.map(|card| spell_card(card, letters)).collect::<Vec<_>>().join(" ")
            };
            let (one, drawn) = match verb {
                Verb::Exchange => ("8♦ 7♦", "A♠ J♠"),
                Verb::Defend => ("5♦", "3♥ 7♥ A♠ K♦ 4♠ 5♦"),
                _ => ("7♥", "A♠ K♠ 9♦ 8♣"),
            };
            let slots =
                Slots {
                    cards: cards(one), drawn: cards(drawn), suit: "♦".into(), number: "6".into(), flush: "mouche"
                };
            phrase(*verb, Mood::Does, letters, &slots).map(|words| format!("Anne {words}"))
        };
        let english = written(Letters::English)?;
        let french = written(Letters::French)?;
        Some(Form { fence: Word::Script, english, french, says: verb.row().says, about: Some(verb.topic()) })
    })
}
