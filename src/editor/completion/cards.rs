//! Cards that may stand here: of the mover, each with its verdict; else those that are left.

use super::asked::Asked;
use super::item::Item;
use crate::cards::{Card, Letters, Set, read_card, spell_card};
use crate::editor::clause;
use crate::editor::moment::Moment;
use crate::rules::Verb;
use crate::scenario::reference::{Keyword, Word};
use lsp_types::CompletionItemKind;

/// Whether a card is what the table asks for here.
pub(super) fn come_first(asked: &Asked) -> bool {
    asked.moments.iter().any(|moment| {
        let moment = moment.passed();
        moment.plays() && asked.is_movers(&moment)
    })
}

/// The cards that may stand here.
pub(super) fn items(asked: &Asked) -> Vec<Item> {
    match asked.cursor.block.word {
        Word::Deal => undealt(asked).into_iter().map(|card| item(asked, card, String::new(), false)).collect(),
        _ => in_play(asked),
    }
}

/// What a card is written as, and found by: `7♥`, `7H`.
fn item(asked: &Asked, card: Card, detail: String, is_refused: bool) -> Item {
    let letters = asked.document.outline().letters;
    let text = spell_card(card, letters);
    let also = typed(&text, card, letters);
    Item { also, is_refused, ..Item::new(CompletionItemKind::ENUM_MEMBER, text, detail) }
}

/// The card with a letter for its suit, as a keyboard has it.
fn typed(text: &str, card: Card, letters: Letters) -> String {
    let rank = text.trim_end_matches(card.suit().sign());
    let words = ('A'..='Z').map(|letter| format!("{rank}{letter}"));
    words.into_iter().find(|word| read_card(word, letters) == Ok(card)).unwrap_or_default()
}

/// The cards of the pack that stand nowhere in the deal.
fn undealt(asked: &Asked) -> Vec<Card> {
    let rules = clause::rules(asked.document);
    let outline = asked.document.outline();
    let (Some(first), Some(header)) = (rules.first(), &outline.header) else { return Vec::new() };
    let pack = |players: usize| first.pack.value.pack(players as u8);
    let left = pack(header.players.len()) - told(asked);
    first.rank.value.sorted(left)
}

/// The cards that stand in the fence.
fn told(asked: &Asked) -> Set {
    let words = asked.cursor.block.content.text().split(|c: char| c.is_whitespace());
    words.filter_map(|word| read_card(word, asked.document.outline().letters).ok()).collect()
}

fn in_play(asked: &Asked) -> Vec<Item> {
    let Some(moment) = asked.moments.first() else { return Vec::new() };
    let last = asked.keywords().next_back();
    match last {
        None => verdicts(asked, false),
        Some(Keyword::Tries) => verdicts(asked, true),
        // What is drawn comes from the stock.
        Some(Keyword::For) if asked.keywords().any(|word| word.verbs().any(|verb| verb == Verb::Exchange)) => {
            plain(asked, moment, moment.hand.stock)
        }
        Some(Keyword::May | Keyword::Legal) => {
            let items = verdicts(asked, false).into_iter().filter(|item| !item.is_refused);
            items.filter(|item| !is_said(asked, &item.text)).collect()
        }
        _ => asked.seat().map_or_else(Vec::new, |seat| plain(asked, moment, moment.hand.held[seat])),
    }
}

/// Cards of which nothing is to be said, but for those that the statement has.
fn plain(asked: &Asked, moment: &Moment, cards: Set) -> Vec<Item> {
    let cards = moment.story.rules.rank.value.sorted(cards).into_iter();
    let items = cards.map(|card| item(asked, card, String::new(), false));
    items.filter(|item| !is_said(asked, &item.text)).collect()
}

fn is_said(asked: &Asked, text: &str) -> bool {
    let letters = asked.document.outline().letters;
    let card = read_card(text, letters);
    asked.said.iter().any(|token| card.is_ok() && read_card(token.text, letters) == card)
}

/// The mover's cards with their verdicts: those that may go first, or, where something is tried, those that may not.
fn verdicts(asked: &Asked, tried: bool) -> Vec<Item> {
    let moments: Vec<Moment> = asked.moments.iter().map(Moment::passed).collect();
    let Some(first) = moments.first().filter(|moment| asked.is_movers(moment)) else { return Vec::new() };
    let cards = first.choices().into_iter().filter_map(|choice| choice.face.map(|face| face.card()));
    let one = |card: Card| {
        let (words, allowed) = verdict(&moments, card);
        item(asked, card, words, !allowed)
    };
    let mut items: Vec<Item> = cards.map(one).collect();
    items.sort_by_key(|item| item.is_refused != tried);
    items
}

/// The verdict on a card under each edition, said once where they agree; and whether all allow it.
fn verdict(moments: &[Moment], card: Card) -> (String, bool) {
    let mut words: Vec<(String, &str)> = Vec::new();
    let mut allowed = true;
    for moment in moments {
        let choices = moment.choices();
        let Some(choice) = choices.iter().find(|choice| choice.face.as_ref().is_some_and(|face| face.card() == card))
        else {
            continue;
        };
        allowed &= choice.is_allowed;
        let said = format!("{} ({})", choice.verdict, choice.clause);
        if !words.iter().any(|(other, _)| *other == said) {
            words.push((said, moment.story.rules.id));
        }
    }
    let words = match &words[..] {
        [(one, _)] => one.clone(),
        many => many.iter().map(|(said, edition)| format!("{said} under {edition}")).collect::<Vec<_>>().join("; "),
    };
    (words, allowed)
}
