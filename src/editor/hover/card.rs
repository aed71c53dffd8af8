//! A card: its name, and in a script whether it may be played now, and by which clause.

use super::Said;
use crate::cards::{Card, Seat, read_card};
use crate::editor::clause;
use crate::editor::cursor::Cursor;
use crate::editor::document::Document;
use crate::editor::moment::{Moment, moments};
use crate::narrate::choice::Choice;
use crate::narrate::face::Face;
use crate::narrate::sentence::name;
use crate::rules::Verb;
use crate::scenario::Token;
use crate::scenario::reference::Word;

/// What is said of the card here.
pub(super) fn hover(document: &Document, cursor: &Cursor, token: &Token, book: &str) -> Option<Said> {
    let card = read_card(token.text, document.outline().letters).ok()?;
    let rules = clause::rules(document);
    let named = rules.first().map_or_else(|| card.name(), |rules| Face::new(rules, card).name());
    let mut said = vec![format!("**{card}**, {named}")];
    if cursor.block.word == Word::Script {
        let at = cursor.tokens.iter().position(|other| other == token)?;
        let found = moments(document, cursor.block, cursor.statement(at));
        let many = found.len() > 1;
        said.extend(found.iter().filter_map(|moment| told(moment, card, many, book)));
    }
    Some((said, token.span.clone()))
}

/// The verdict under one edition, or where the card is.
fn told(moment: &Moment, card: Card, many: bool, book: &str) -> Option<String> {
    let moment = &moment.passed();
    let edition = if many { format!("`{}`: ", moment.story.rules.id) } else { String::new() };
    let holder = (0..moment.hand.seats).map(Seat).find(|seat| moment.hand.held[*seat].has(card))?;
    let who = name(&moment.story, holder);
    let is_it = |choice: &Choice| match &choice.face {
        Some(face) => face.card() == card,
        None => choice.verb == Verb::Exchange,
    };
    let choice = moment.choices().into_iter().find(is_it);
    match choice.filter(|_| moment.mover() == Some(holder)) {
        Some(choice) => {
            let clause = clause::told(&moment.story.rules, choice.clause, book);
            Some(format!("{edition}**{}** ({who}'s turn)\n\n{clause}", choice.verdict))
        }
        None => Some(format!("{edition}{who} holds it")),
    }
}
