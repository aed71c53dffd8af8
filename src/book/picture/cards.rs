//! The cards of an edition: their order, a row for the trump suit and one for a plain suit, the highest first; and its packs,
//! each card a stroke, the hands filled, the turn-up tall, the stock open.

use super::{Picture, Shape};
use crate::cards::{Card, Rank, Set, Suit};
use crate::engine::Trumps;
use crate::page::alike;
use crate::rules::{Marked, Marks, RankOrder, Ruleset, SpareHand};

pub(in crate::book) struct Row {
    pub(in crate::book) what: String,
    pub(in crate::book) cards: Vec<String>,
}

impl Row {
    /// Whether a card stands in it by its whole name: the top card.
    pub(in crate::book) fn is_whole(card: &str) -> bool {
        card.chars().count() > 1 && card != "10"
    }
}

const CARD: (i32, i32) = (23, 32);
const CARD_STEP: i32 = 25;
/// A suit of thirteen and the top card: smaller packs are drawn on the same scale.
const WIDTH: i32 = 14 * CARD_STEP;
const CARD_ROW: i32 = 60;

/// The order of an edition's cards, in its largest pack.
pub(in crate::book) fn order(rules: &Ruleset) -> Picture {
    let (rows, marks) = rows(rules);
    let shapes = rows.iter().zip(0..).flat_map(|(row, at)| row_drawn(row, at * CARD_ROW)).collect();
    let lists: Vec<String> = rows.iter().map(|row| format!("{}: {}.", row.what, row.cards.join(" "))).collect();
    let title = "The order of the cards, the highest first".into();
    let description = format!("Every trump beats every plain card. {}", lists.join(" "));
    Picture { kind: "order", title, description, width: WIDTH, height: rows.len() as i32 * CARD_ROW, shapes, marks }
}

fn row_drawn(row: &Row, y: i32) -> Vec<Shape> {
    let mut shapes = vec![Shape::words("label", (0, y + 15), row.what.as_str())];
    for (card, x) in row.cards.iter().zip((0..).step_by(CARD_STEP as usize)) {
        shapes.push(Shape::rect(
            if Row::is_whole(card) { "rank-box is-top" } else { "rank-box" },
            (x + 1, y + 22),
            CARD,
        ));
        shapes.push(Shape::words("rank", (x + 1 + CARD.0 / 2, y + 43), card.as_str()));
    }
    shapes
}

/// The rows: suits that run alike share one. With the marks of what they rest on.
pub(in crate::book) fn rows(rules: &Ruleset) -> (Vec<Row>, Marks) {
    let packs = rules.pack.read().and(rules.players.read()).map(|(packs, players)| packs.pack(players.to));
    let read = packs.and(rules.pam_card.read()).and(rules.rank.read());
    read.set(|((pack, top), rank), marks| {
        let cards = Cards { top: top.set(), rank };
        let trumps = Suit::ALL.map(|suit| (cards.down(*pack & Trumps::of(rules, suit).all(), suit), suit));
        let plain = Suit::ALL.map(|suit| (cards.down(*pack & (Set::of_suit(suit) - cards.top), suit), suit));
        let rows = |suits: [(Vec<String>, Suit); 4], what| {
            alike(suits).into_iter().map(move |(cards, suits)| Row { what: suits_named(what, &suits), cards })
        };
        let rows: Vec<Row> = rows(trumps, "trumps").chain(rows(plain, "plain")).collect();
        match &rows[..] {
            [trump, plain] if trump.cards == plain.cards => {
                (vec![Row { what: "Every suit, trump or plain".into(), cards: trump.cards.clone() }], marks)
            }
            _ => (rows, marks),
        }
    })
}

fn suits_named(what: &str, suits: &[Suit]) -> String {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::book) struct Pack {
    pub(in crate::book) players: u8,
    pub(in crate::book) cards: usize,
    pub(in crate::book) lowest: Rank,
    pub(in crate::book) dealt: usize,
    pub(in crate::book) spare: usize,
    /// Cards left after the deal and the turn-up.
    pub(in crate::book) stock: usize,
}

pub(in crate::book) fn all_packs(rules: &Ruleset) -> Marked<Vec<Pack>> {
    let dealt = rules.deal_packets.read().and(rules.fille_deal.read());
    rules.players.read().and(rules.pack.read()).and(dealt).map(|((players, packs), (dealt, spare))| {
        let hand = usize::from(dealt.hand);
        let spare = if spare == SpareHand::BeforeDealer { hand } else { 0 };
        (players.from..=players.to).map(|players| pack(players, packs.pack(players), hand, spare)).collect()
    })
}

fn pack(players: u8, pack: Set, hand: usize, spare: usize) -> Pack {
    let dealt = hand * usize::from(players);
    let has = |rank: &&Rank| pack.has(Card::new(**rank, Suit::Spades));
    let lowest = *Rank::ALL.iter().find(has).unwrap_or(&Rank::Two);
    Pack { players, cards: pack.len(), lowest, dealt, spare, stock: (pack.len() - 1).saturating_sub(dealt + spare) }
}

const STROKE: i32 = 6;
const GAP: i32 = 4;
const PACK_ROW: i32 = 64;
const TALL: i32 = 22;

pub(in crate::book) fn packs(rules: &Ruleset) -> Picture {
    all_packs(rules).set(|packs, marks| dealt_packs(packs, marks))
}

fn dealt_packs(packs: &[Pack], marks: Marks) -> Picture {
    let said = |pack: &Pack| format!("{}, of which {} are left in the stock.", pack_named(pack), pack.stock);
    let shapes: Vec<Shape> = packs.iter().zip(0..).flat_map(|(pack, at)| pack_drawn(pack, at * PACK_ROW)).collect();
    let title = "The packs, dealt: hands filled, the card turned up tall, the stock open".into();
    let description = packs.iter().map(said).collect::<Vec<_>>().join(" ");
    let width = shapes.iter().map(right).max().unwrap_or(0);
    Picture { kind: "packs", title, description, width, height: packs.len() as i32 * PACK_ROW, shapes, marks }
}

fn pack_named(pack: &Pack) -> String {
    format!("{} players: {} cards, down to the {}", pack.players, pack.cards, pack.lowest.name())
}

fn right(shape: &Shape) -> i32 {
    match shape {
        Shape::Rect { x, width, .. } => x + width + 1,
        // Words begin at the left and are shorter than any pack.
        _ => 330,
    }
}

fn pack_drawn(pack: &Pack, y: i32) -> Vec<Shape> {
    let hand = pack.dealt / usize::from(pack.players);
    let mut shapes = vec![Shape::words("label", (0, y + 14), pack_named(pack))];
    let mut x = 1;
    let mut row = |class: &'static str, cards: usize, above: i32| {
        for _ in 0..cards {
            shapes.push(Shape::rect(class, (x, y + 24 - above), (STROKE - 2, TALL + above)));
            x += STROKE;
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
