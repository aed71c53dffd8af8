//! The order of the cards: a row of cards for the trump suit and one for a plain suit, the highest first.

use super::{Picture, Shape};
use crate::cards::{Card, Set, Suit};
use crate::engine::Trumps;
use crate::rules::{Marks, RankOrder, Ruleset};

/// Cards that stand in a row, with what they are.
struct Row {
    what: String,
    cards: Vec<String>,
}

const CARD: (i32, i32) = (23, 32);
const STEP: i32 = 25;
/// A suit of thirteen and the top card: smaller packs are drawn on the same scale.
const WIDTH: i32 = 14 * STEP;
const ROW: i32 = 60;

/// The order of an edition's cards, in its largest pack.
pub(in crate::book) fn order(rules: &Ruleset) -> Picture {
    let (rows, marks) = rows(rules);
    let shapes = rows.iter().zip(0..).flat_map(|(row, at)| drawn(row, at * ROW)).collect();
    let lists: Vec<String> = rows.iter().map(|row| format!("{}: {}.", row.what, row.cards.join(" "))).collect();
    Picture {
        kind: "order",
        title: "The order of the cards, the highest first".into(),
        description: format!("Every trump beats every plain card. {}", lists.join(" ")),
        width: WIDTH,
        height: rows.len() as i32 * ROW,
        shapes,
        marks,
    }
}

fn drawn(row: &Row, y: i32) -> Vec<Shape> {
    let mut shapes = vec![Shape::words("label", (0, y + 15), row.what.as_str())];
    for (card, x) in row.cards.iter().zip((0..).step_by(STEP as usize)) {
        let is_whole = card.chars().count() > 1 && card != "10";
        shapes.push(Shape::rect(if is_whole { "rank-box is-top" } else { "rank-box" }, (x + 1, y + 22), CARD));
        shapes.push(Shape::words("rank", (x + 1 + CARD.0 / 2, y + 43), card.as_str()));
    }
    shapes
}

/// The rows: suits that run alike share one. With the marks of what they rest on.
fn rows(rules: &Ruleset) -> (Vec<Row>, Marks) {
    let packs = rules.pack.read().and(rules.players.read()).map(|(packs, players)| packs.pack(players.to));
    let read = packs.and(rules.pam_card.read()).and(rules.rank.read());
    read.set(|((pack, top), rank), marks| {
        let cards = Cards { top: top.set(), rank };
        let trumps = Suit::ALL.map(|suit| (suit, cards.down(*pack & Trumps::of(rules, suit).all(), suit)));
        let plain = Suit::ALL.map(|suit| (suit, cards.down(*pack & (Set::of_suit(suit) - cards.top), suit)));
        let rows =
            |suits, what| alike(suits).into_iter().map(move |(suits, cards)| Row { what: said(what, &suits), cards });
        (rows(trumps, "trumps").chain(rows(plain, "plain")).collect(), marks)
    })
}

fn said(what: &str, suits: &[Suit]) -> String {
    let signs: String = suits.iter().map(|suit| suit.sign()).collect();
    match (what, suits.len() == Suit::ALL.len()) {
        ("trumps", true) => "The trump suit".into(),
        (_, true) => "A plain suit".into(),
        ("trumps", false) => format!("Trumps, when they are {signs}"),
        _ => format!("Plain {signs}"),
    }
}

/// The top card, if there is one, and how the others rank.
struct Cards<'a> {
    top: Set,
    rank: &'a RankOrder,
}

impl Cards<'_> {
    /// Cards from the highest down, each by its rank; a card of another suit by its whole name.
    fn down(&self, cards: Set, suit: Suit) -> Vec<String> {
        let top = cards & self.top;
        let whole = top.into_iter().map(|card: Card| card.to_string());
        let ranks = self.rank.sorted((cards - top) & Set::of_suit(suit)).into_iter();
        whole.chain(ranks.map(|card| card.rank().sign().to_string())).collect()
    }
}

/// Suits whose cards run alike.
fn alike(suits: [(Suit, Vec<String>); 4]) -> Vec<(Vec<Suit>, Vec<String>)> {
    let mut groups: Vec<(Vec<Suit>, Vec<String>)> = Vec::new();
    for (suit, cards) in suits {
        match groups.iter_mut().find(|(_, other)| *other == cards) {
            Some((group, _)) => group.push(suit),
            None => groups.push((vec![suit], cards)),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;

    fn said(edition: &str) -> String {
        order(editions::by_id(edition).expect("an edition")).description
    }

    #[test]
    fn without_a_top_card_all_suits_run_alike() {
        assert!(
            said("mouche-1718")
                .ends_with("The trump suit: K Q J A 10 9 8 7 6 5 4 3 2. A plain suit: K Q J A 10 9 8 7 6 5 4 3 2.")
        );
    }

    #[test]
    fn the_top_card_leads_the_trumps_and_is_missing_from_its_suit() {
        let said = said("boussac-1896");
        assert!(said.contains("Trumps, when they are ♠♥♦: J♣ K Q J A 10 9 8 7."), "{said}");
        assert!(said.contains("Trumps, when they are ♣: J♣ K Q A 10 9 8 7."), "{said}");
        assert!(said.contains("Plain ♣: K Q A 10 9 8 7."), "{said}");
    }
}
