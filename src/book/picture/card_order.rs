//! The order of an edition's cards, drawn as rows of boxes.

use super::Picture;
use crate::cards::{Card, CardSet, Suit};
use crate::engine::Trumps;
use crate::page::group_by_key;
use crate::rules::{
    CertaintyMarkSet, ClauseId, ClauseLookup, RankOrder, Ruleset, TopCard, TrickRules,
};
use askama::{Result, Template};

/// The suits that a row is about, and the boxes of their ranks, the highest first.
pub(in crate::book) type RankRow = (String, Vec<RankBox>);

/// A box of a row: a rank, or several ranks that count the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::book) struct RankBox {
    /// The ranks, `K` or `K = 3`; the top card has its whole name, `J♣`.
    pub(in crate::book) label: String,
    pub(in crate::book) is_top: bool,
    /// The points of the card, in games that count points.
    pub(in crate::book) worth: Option<u32>,
}

impl RankBox {
    fn width(&self) -> i32 {
        if self.label.contains('=') { 48 } else { 23 }
    }

    /// Returns the box in words, `K` or `K (worth 4)`.
    fn in_words(&self) -> String {
        match self.worth {
            Some(worth) => format!("{} (worth {worth})", self.label),
            None => self.label.clone(),
        }
    }
}

/// A box and the x-coordinate of its left side.
type PlacedBox<'a> = (i32, &'a RankBox);

/// The drawing of some rows of boxes.
#[derive(Template)]
#[template(path = "order.svg")]
struct OrderDrawing<'a> {
    rows: Vec<(&'a str, Vec<PlacedBox<'a>>)>,
    row_height: i32,
}

/// Draws the order of the cards in the largest pack of an edition, as HTML on one line. All
/// editions have the same scale.
pub(in crate::book) fn draw_card_order(rules: &Ruleset) -> Result<String> {
    let (rows, marks) = card_order_rows(rules);
    let mut boxes = rows.iter().flat_map(|(_, boxes)| boxes);
    let has_worth = boxes.any(|rank| rank.worth.is_some());
    let title = if has_worth {
        "The order of the cards, the highest first, and what each is worth"
    } else {
        "The order of the cards, the highest first"
    };
    let row_height = if has_worth { 74 } else { 60 };
    let drawing = OrderDrawing {
        rows: rows.iter().map(place_boxes).collect(),
        row_height,
    };
    Picture {
        id_prefix: rules.id,
        kind: "order",
        title,
        description: describe_rows(rules, &rows),
        width: 350,
        height: rows.len() as i32 * row_height,
        drawn: drawing.render()?,
        marks,
    }
    .render_figure()
}

/// Returns what the drawing shows, in words.
fn describe_rows(rules: &Ruleset, rows: &[RankRow]) -> String {
    let mut sentences = Vec::new();
    if has_trumps(rules) {
        sentences.push("Every trump beats every plain card.".to_owned());
    }
    for (suits, boxes) in rows {
        let ranks: Vec<String> = boxes.iter().map(RankBox::in_words).collect();
        sentences.push(format!("{suits}: {}.", ranks.join(" ")));
    }
    sentences.join(" ")
}

/// Returns the boxes of a row beside one another.
fn place_boxes((suits, boxes): &RankRow) -> (&str, Vec<PlacedBox<'_>>) {
    let mut x = 1;
    let mut placed = Vec::new();
    for rank in boxes {
        placed.push((x, rank));
        x += rank.width() + 2;
    }
    (suits, placed)
}

/// Returns whether an edition has trumps.
fn has_trumps(rules: &Ruleset) -> bool {
    rules.has_clause_on(ClauseId::PlayTrump)
}

/// Returns the rows of an edition's largest pack, and the marks of the clause on the order. The pack, the number of players, the top
/// card and the worth of the cards have clauses of their own, which bear their own marks. Suits with the same boxes share a row.
pub(in crate::book) fn card_order_rows(rules: &Ruleset) -> (Vec<RankRow>, CertaintyMarkSet) {
    let packs = rules.pack.read().and(rules.players.read());
    let largest = packs.map(|(packs, players)| packs.pack(players.to));
    let packs_and_top = match rules {
        Ruleset::Tricks(rules) => largest
            .and(rules.pam_card.read())
            .map(|(pack, top_card)| (pack, top_card_set(rules, top_card))),
        Ruleset::Mus(_) => largest.map(|pack| (pack, CardSet::EMPTY)),
    };
    let clauses = packs_and_top.and(rules.rank.read());
    clauses.render(|((pack, top), ranks), _| {
        let order = PackWithOrder {
            rules,
            pack: *pack,
            top: *top,
            ranks,
        };
        (order.rows(), rules.marks(ClauseId::Rank))
    })
}

/// Returns the set that holds the edition's top card; empty if it has none.
fn top_card_set(rules: &TrickRules, top_card: TopCard) -> CardSet {
    if rules.has_subject_of(ClauseId::PamCard) {
        top_card.set()
    } else {
        CardSet::EMPTY
    }
}

/// A pack, and what decides the order of its cards.
struct PackWithOrder<'a> {
    rules: &'a Ruleset,
    pack: CardSet,
    /// The top card, if the edition has one.
    top: CardSet,
    ranks: &'a RankOrder,
}

impl PackWithOrder<'_> {
    /// Returns the rows of boxes.
    fn rows(&self) -> Vec<RankRow> {
        let plain = Suit::ALL.map(|suit| (self.plain_boxes(suit), suit));
        let Some(trick_rules) = self.rules.tricks() else {
            return rows_of_suits(plain, suit_row_name);
        };
        let trumps = Suit::ALL.map(|suit| (self.trump_boxes(trick_rules, suit), suit));
        let mut rows = rows_of_suits(trumps, trump_row_name);
        rows.extend(rows_of_suits(plain, plain_row_name));
        if let [(_, trump_row), (_, plain_row)] = &rows[..]
            && trump_row == plain_row
        {
            return vec![("Every suit, trump or plain".into(), trump_row.clone())];
        }
        rows
    }

    /// Returns the boxes of a suit that is not trump, without the top card.
    fn plain_boxes(&self, suit: Suit) -> Vec<RankBox> {
        self.rank_boxes_from_top(self.pack & (CardSet::of_suit(suit) - self.top), suit)
    }

    /// Returns the boxes of all trumps, while this suit is trump.
    fn trump_boxes(&self, rules: &TrickRules, suit: Suit) -> Vec<RankBox> {
        self.rank_boxes_from_top(self.pack & Trumps::for_suit(rules, suit).cards, suit)
    }

    /// Returns the boxes of some cards of a suit, a box a rank, the highest first. The top card, of whatever
    /// suit, is above them all.
    fn rank_boxes_from_top(&self, cards: CardSet, suit: Suit) -> Vec<RankBox> {
        let mut boxes = Vec::new();
        for card in cards & self.top {
            boxes.push(RankBox {
                label: card.to_string(),
                is_top: true,
                worth: None,
            });
        }
        let below = self
            .ranks
            .sort_cards_by_suit((cards - self.top) & CardSet::of_suit(suit));
        for equal in below.chunk_by(|card, next| self.have_equal_rank(*card, *next)) {
            boxes.push(self.box_of_equal_cards(equal));
        }
        boxes
    }

    /// Returns whether neither of two cards beats the other by its rank.
    fn have_equal_rank(&self, card: Card, other: Card) -> bool {
        self.ranks.index_from_top(card.rank()) == self.ranks.index_from_top(other.rank())
    }

    /// Returns the box of some cards that count the same.
    fn box_of_equal_cards(&self, cards: &[Card]) -> RankBox {
        let ranks: Vec<_> = cards.iter().map(|card| card.rank().sign()).collect();
        let mus_rules = self.rules.mus();
        let worth = mus_rules.map(|rules| rules.card_points(cards[0].rank()));
        RankBox {
            label: ranks.join(" = "),
            is_top: false,
            worth,
        }
    }
}

/// Returns a row for each group of suits with the same boxes.
fn rows_of_suits(
    boxes_of_suits: [(Vec<RankBox>, Suit); 4],
    name_group: fn(&[Suit]) -> String,
) -> Vec<RankRow> {
    let groups = group_by_key(boxes_of_suits).into_iter();
    groups
        .map(|(boxes, suits)| (name_group(&suits), boxes))
        .collect()
}

/// Returns the name of the row of some suits, in a game without trumps.
fn suit_row_name(suits: &[Suit]) -> String {
    if are_all_suits(suits) {
        return "In every suit".into();
    }
    suit_signs(suits)
}

/// Returns the name of the row of some suits while they are trumps.
fn trump_row_name(suits: &[Suit]) -> String {
    if are_all_suits(suits) {
        return "The trump suit".into();
    }
    format!("Trumps, when they are {}", suit_signs(suits))
}

/// Returns the name of the row of some suits while they are not trumps.
fn plain_row_name(suits: &[Suit]) -> String {
    if are_all_suits(suits) {
        return "A plain suit".into();
    }
    format!("Plain {}", suit_signs(suits))
}

fn are_all_suits(suits: &[Suit]) -> bool {
    suits.len() == Suit::ALL.len()
}

fn suit_signs(suits: &[Suit]) -> String {
    suits.iter().map(|suit| suit.sign()).collect()
}
