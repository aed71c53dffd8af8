//! What a name does, tries, or may do.

use super::choices;
use crate::cards::{Letters, Suit, read_suit};
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::syntax::{At, Attempt, Choices, Deed, Hole};
use crate::scenario::words::{Keyword, Kind, Place, Read, Reader, Want};

/// The words other games and older drafts use, and what is written here.
const ELSEWHERE: [(&str, &str); 9] = [
    ("passes", "folds"),
    ("pass", "folds"),
    ("throws", "exchanges"),
    ("discards", "exchanges"),
    ("draws", "exchanges"),
    ("changes", "exchanges"),
    ("swaps", "exchanges"),
    ("stays", "stands"),
    ("keeps", "stands"),
];

/// Reads what stands after a name.
pub(super) fn read(reader: &mut Reader) -> Read<Deed> {
    match reader.keyword() {
        None if reader.is_card_like() => reader.card().map(Deed::Plays),
        Some(Keyword::May) => may(reader),
        Some(Keyword::Tries) => tries(reader),
        Some(verb) if verb.is_at(Place::Deed) => {
            reader.skip();
            declared(verb, reader)
        }
        _ => Err(no_deed(reader)),
    }
}

/// Reads a deed that is told or tried: `folds` and `fold`.
pub fn spoken(reader: &mut Reader) -> Read<Deed> {
    match reader.keyword().filter(|verb| verb.is_at(Place::Try)) {
        Some(verb) => {
            reader.skip();
            declared(verb, reader)
        }
        None => read(reader),
    }
}

/// What follows a verb, told or tried: `folds` and `to fold` are read alike.
fn declared(verb: Keyword, reader: &mut Reader) -> Read<Deed> {
    match verb {
        Keyword::Folds | Keyword::Fold => Ok(Deed::Folds),
        Keyword::Stands | Keyword::Stand => Ok(Deed::Stands),
        Keyword::Exchanges | Keyword::Exchange => exchange(reader),
        Keyword::Takes | Keyword::Take => take(reader),
        Keyword::Names | Keyword::Name => suit(reader).map(Deed::Names),
        Keyword::Claims | Keyword::Claim => claim(reader),
        Keyword::Shows => reader.words(&[Keyword::The, Keyword::Hand]).map(|()| Deed::ShowsHand),
        Keyword::Speaks => reader.words(&[Keyword::Out, Keyword::Of, Keyword::Turn]).map(|()| Deed::SpeaksOutOfTurn),
        _ => holds(reader),
    }
}

fn exchange(reader: &mut Reader) -> Read<Deed> {
    let given = reader.cards()?;
    let drawn = match reader.take_word(Keyword::For) {
        true => Some(reader.hole(Reader::cards)?),
        false => None,
    };
    Ok(Deed::Exchanges(given, drawn))
}

fn take(reader: &mut Reader) -> Read<Deed> {
    reader.words(&[Keyword::The])?;
    if reader.take_word(Keyword::Fille) {
        return Ok(Deed::TakesFille);
    }
    if !reader.is(Keyword::TurnUp) {
        return Err(no_taking(reader));
    }
    reader.words(&[Keyword::TurnUp, Keyword::For])?;
    reader.card().map(Deed::TakesTurnUp)
}

/// Neither the fille nor the turn-up is taken.
pub(super) fn no_taking(reader: &Reader) -> Box<Diagnostic> {
    reader.unexpected(&format!("`{}` or `{}`", reader.word(Keyword::Fille), reader.word(Keyword::TurnUp)))
}

fn suit(reader: &mut Reader) -> Read<At<Suit>> {
    reader.want(Want::Suit);
    let suit = read_suit(reader.peek().text).filter(|_| reader.kind() == Kind::Word);
    let value = suit.ok_or_else(|| reader.unexpected("a suit: ♠, ♥, ♦, ♣ or its word"))?;
    Ok(At { value, span: reader.skip().span })
}

fn claim(reader: &mut Reader) -> Read<Deed> {
    reader.words(&[Keyword::The])?;
    reader.keyword_at(Place::Flush, "the word for the flush").map(|_| Deed::Claims)
}

fn holds(reader: &mut Reader) -> Read<Deed> {
    let cards = reader.number("a number of cards", 52)?;
    reader.words(&[Keyword::Cards]).map(|()| Deed::Holds(cards))
}

fn may(reader: &mut Reader) -> Read<Deed> {
    reader.skip();
    let choices = choices::read(reader)?;
    if !reader.take(Kind::Open) {
        return Ok(Deed::May(choices, None));
    }
    let topic = reader.topic()?;
    reader.sign(Kind::Close, ")")?;
    Ok(Deed::May(choices, Some(topic)))
}

fn tries(reader: &mut Reader) -> Read<Deed> {
    reader.skip();
    let start = reader.start();
    let value = attempt(reader)?;
    let attempt = At { value, span: reader.since(start) };
    let (topic, legal) = refused(reader)?;
    Ok(Deed::Tries(attempt, topic, legal))
}

fn attempt(reader: &mut Reader) -> Read<Attempt> {
    if !reader.take_word(Keyword::To) {
        return match reader.is_card_like() {
            true => reader.card().map(|card| Attempt::Card(card.value)),
            false => Err(reader.unexpected(&format!("a card, or `{}` and what is tried", reader.word(Keyword::To)))),
        };
    }
    let verb = reader.keyword_at(Place::Try, "what is tried")?;
    declared(verb, reader).map(|deed| Attempt::To(Box::new(deed)))
}

type Refused = (At<Hole<String>>, Option<At<Hole<Choices>>>);

fn refused(reader: &mut Reader) -> Read<Refused> {
    if !reader.sees(Kind::Open) {
        let word = reader.word(Keyword::Refused);
        let help = format!(
            "an attempt names the clause that refuses it, `({word}: play.trump)`, or leaves it open, `({word}: ?)`"
        );
        return Err(Box::new(reader.unexpected(&format!("`({word}: …)`")).help(help)));
    }
    reader.skip();
    reader.words(&[Keyword::Refused])?;
    reader.sign(Kind::Colon, ":")?;
    let topic = reader.topic()?;
    let legal = legal(reader)?;
    reader.sign(Kind::Close, ")")?;
    Ok((topic, legal))
}

fn legal(reader: &mut Reader) -> Read<Option<At<Hole<Choices>>>> {
    if !reader.take(Kind::Semicolon) {
        return Ok(None);
    }
    reader.words(&[Keyword::Legal])?;
    reader.sign(Kind::Colon, ":")?;
    choices::read(reader).map(Some)
}

/// A word after a name that is no deed.
fn no_deed(reader: &Reader) -> Box<Diagnostic> {
    let word = reader.peek().text;
    if word == "plays" {
        let diagnostic = reader.unexpected("what the player does");
        return Box::new(diagnostic.help("a card is played by naming it: `Anne 9♥`"));
    }
    let english = reader.letters() == Letters::English;
    match ELSEWHERE.iter().find(|(theirs, _)| english && *theirs == word) {
        Some((_, ours)) => {
            let diagnostic = reader.unexpected("what the player does");
            Box::new(diagnostic.help(format!("here it is called `{ours}`")).fix(*ours))
        }
        None => reader.unexpected_at("a card or what the player does", Place::Deed),
    }
}
