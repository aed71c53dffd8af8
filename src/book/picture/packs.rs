//! The packs by number of players: each card a stroke, the hands filled, the turn-up tall, the stock open.

use super::{Picture, Shape};
use crate::cards::{Rank, Set};
use crate::rules::{Marked, Marks, Ruleset, SpareHand};

/// A pack, and what becomes of it in the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::book) struct Pack {
    /// The players.
    pub(in crate::book) players: u8,
    /// All its cards.
    pub(in crate::book) cards: usize,
    /// The lowest of each suit.
    pub(in crate::book) lowest: Rank,
    /// Cards dealt to the players.
    pub(in crate::book) dealt: usize,
    /// Cards of the spare hand.
    pub(in crate::book) spare: usize,
    /// Cards left after the deal and the turn-up.
    pub(in crate::book) stock: usize,
}

/// The packs of an edition.
pub(in crate::book) fn all(rules: &Ruleset) -> Marked<Vec<Pack>> {
    let dealt = rules.deal_packets.read().and(rules.fille_deal.read());
    rules.players.read().and(rules.pack.read()).and(dealt).map(|((players, packs), (dealt, spare))| {
        let hand = usize::from(dealt.hand);
        let spare = if spare == SpareHand::BeforeDealer { hand } else { 0 };
        (players.from..=players.to).map(|players| pack(players, packs.pack(players), hand, spare)).collect()
    })
}

fn pack(players: u8, pack: Set, hand: usize, spare: usize) -> Pack {
    let dealt = hand * usize::from(players);
    let has = |rank: &&Rank| pack.has(crate::cards::Card::new(**rank, crate::cards::Suit::Spades));
    let lowest = *Rank::ALL.iter().find(has).unwrap_or(&Rank::Two);
    Pack { players, cards: pack.len(), lowest, dealt, spare, stock: (pack.len() - 1).saturating_sub(dealt + spare) }
}

const STEP: i32 = 6;
const GAP: i32 = 4;
const ROW: i32 = 64;
const TALL: i32 = 22;

/// The packs of an edition, drawn.
pub(in crate::book) fn packs(rules: &Ruleset) -> Picture {
    all(rules).set(|packs, marks| of(packs, marks))
}

fn of(packs: &[Pack], marks: Marks) -> Picture {
    let said = |pack: &Pack| format!("{}, of which {} are left in the stock.", said(pack), pack.stock);
    let shapes: Vec<Shape> = packs.iter().zip(0..).flat_map(|(pack, at)| drawn(pack, at * ROW)).collect();
    Picture {
        kind: "packs",
        title: "The packs, dealt: hands filled, the card turned up tall, the stock open".into(),
        description: packs.iter().map(said).collect::<Vec<_>>().join(" "),
        width: shapes.iter().map(right).max().unwrap_or(0),
        height: packs.len() as i32 * ROW,
        shapes,
        marks,
    }
}

fn said(pack: &Pack) -> String {
    format!("{} players: {} cards, down to the {}", pack.players, pack.cards, pack.lowest.name())
}

fn right(shape: &Shape) -> i32 {
    match shape {
        Shape::Rect { x, width, .. } => x + width + 1,
        // Words begin at the left and are shorter than any pack.
        _ => 330,
    }
}

fn drawn(pack: &Pack, y: i32) -> Vec<Shape> {
    let hand = pack.dealt / usize::from(pack.players);
    let mut shapes = vec![Shape::words("label", (0, y + 14), said(pack))];
    let mut x = 1;
    let mut row = |class: &'static str, cards: usize, above: i32| {
        for _ in 0..cards {
            shapes.push(Shape::rect(class, (x, y + 24 - above), (STEP - 2, TALL + above)));
            x += STEP;
        }
        x += GAP;
    };
    (0..pack.players).for_each(|_| row("dealt", hand, 0));
    if pack.spare > 0 {
        row("spare", pack.spare, 0);
    }
    row("turned", 1, 5);
    row("stock", pack.stock, 0);
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;

    #[test]
    fn what_is_left_is_what_the_worked_examples_leave() {
        let stock = |edition| {
            let packs = all(editions::by_id(edition).expect("an edition"));
            packs.set(|packs, _| packs.iter().map(|pack| pack.stock).collect::<Vec<_>>())
        };
        assert_eq!(stock("mouche-1718"), [12, 15, 22, 21]);
        assert_eq!(stock("boussac-1896"), [11, 6, 1], "with a spare hand");
    }

    #[test]
    fn no_stock_serves_everyone_with_a_whole_hand() {
        // The chapter of pictures says so.
        let small = |packs: &Vec<Pack>| packs.iter().all(|pack| pack.stock < pack.dealt);
        assert!(editions::ALL.iter().all(|rules| all(rules).set(|packs, _| small(packs))));
    }

    #[test]
    fn every_card_is_drawn() {
        let rules = editions::by_id("mouche-1718").expect("an edition");
        let cards = packs(rules).shapes.iter().filter(|shape| matches!(shape, Shape::Rect { .. })).count();
        assert_eq!(cards, 28 + 36 + 48 + 52);
    }
}
