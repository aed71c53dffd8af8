//! What a mover may do: cards, or declarations.

use super::deed::no_taking;
use crate::cards::{Card, Set};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::{At, Choice, Choices, Hole};
use crate::scenario::words::{Keyword, Place, Read, Reader};

/// Reads `?`, cards, or choices parted by `or`.
pub(super) fn read(reader: &mut Reader) -> Read<At<Hole<Choices>>> {
    reader.hole(|reader| match reader.keyword() {
        None if reader.is_card_like() => cards(reader).map(Choices::Cards),
        Some(keyword) if keyword.is_at(Place::Choice) => declarations(reader).map(Choices::Declarations),
        _ => Err(reader.unexpected_at("cards, `?`, or what may be declared", Place::Choice)),
    })
}

fn cards(reader: &mut Reader) -> Read<Set> {
    let cards = reader.cards()?;
    let twice = (1..cards.len().min(53)).find_map(|at| again(&cards, at));
    match twice {
        Some(found) => Err(found),
        None => Ok(cards.into_iter().map(|card| card.value).collect()),
    }
}

/// Whether the card at this place stood before.
fn again(cards: &[At<Card>], at: usize) -> Option<Box<Diagnostic>> {
    let card = &cards[at];
    let before = cards[..at].iter().find(|before| before.value == card.value)?;
    let message = format!("{} stands twice among these cards", card.value);
    let diagnostic = Diagnostic::new(Code::CardTwice, card.span.clone(), message).label("again here");
    Some(Box::new(diagnostic.related(before.span.clone(), "first here")))
}

fn declarations(reader: &mut Reader) -> Read<Vec<Choice>> {
    let mut choices = vec![choice(reader)?];
    while reader.take_word(Keyword::Or) {
        choices.push(choice(reader)?);
    }
    Ok(choices)
}

fn choice(reader: &mut Reader) -> Read<Choice> {
    match reader.keyword_at(Place::Choice, "what may be declared")? {
        Keyword::Fold => Ok(Choice::Fold),
        Keyword::Stand => Ok(Choice::Stand),
        Keyword::Exchange => Ok(Choice::Exchange(reader.number("how many cards may be exchanged", 52)?.value as u8)),
        _ => take(reader),
    }
}

fn take(reader: &mut Reader) -> Read<Choice> {
    reader.words(&[Keyword::The])?;
    match (reader.take_word(Keyword::Fille), reader.take_word(Keyword::TurnUp)) {
        (true, _) => Ok(Choice::TakeFille),
        (_, true) => Ok(Choice::TakeTurnUp),
        _ => Err(no_taking(reader)),
    }
}
