//! The packs of an edition, drawn as they are dealt.

use super::Picture;
use crate::book::chapter_signs::signs_html;
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::page::join_lines;
use crate::rules::{CertaintyMarkSet, ClauseId, ClauseLookup, Ruleset, SpareHand, TrickRules};
use askama::{Result, Template};

/// The pack of so many players, and how many of its cards go where.
struct PackDivision {
    players: u8,
    cards: CardSet,
    /// The number of cards of each player.
    hand: usize,
    /// The number of cards of the spare hand.
    spare: usize,
    /// The number of cards that are turned up.
    turned: usize,
}

/// A card as it is drawn: one upright stroke.
struct CardStrokeInDrawing {
    /// The class of the stroke, which says where the card goes.
    class: &'static str,
    x: usize,
    /// The height by which the stroke rises above the others.
    above: usize,
}

impl PackDivision {
    /// Returns a name for the pack: `4 players: 32 cards, down to the seven`.
    fn name(&self) -> String {
        format!(
            "{} players: {} cards, down to the {}",
            self.players,
            self.cards.len(),
            self.lowest_rank()
        )
    }

    /// Returns the name of the lowest rank.
    fn lowest_rank(&self) -> &'static str {
        let mut ranks = Rank::ALL.iter();
        let lowest = ranks.find(|rank| self.cards.has(Card::new(**rank, Suit::Spades)));
        lowest.unwrap_or(&Rank::Two).name()
    }

    /// Returns the number of cards that all players are dealt together.
    fn dealt_cards(&self) -> usize {
        self.hand * usize::from(self.players)
    }

    /// Returns the number of cards that are left after the deal and the turn-up: 0 if the pack is
    /// too small.
    fn stock(&self) -> usize {
        self.cards
            .len()
            .saturating_sub(self.dealt_cards() + self.spare + self.turned)
    }

    /// Returns a stroke for each card. There is a gap after each hand.
    fn strokes(&self) -> Vec<CardStrokeInDrawing> {
        let mut groups = vec![("dealt", self.hand, 0); usize::from(self.players)];
        groups.push(("spare", self.spare, 0));
        groups.push(("turned", self.turned, 5));
        groups.push(("stock", self.stock(), 0));
        let mut strokes = Vec::new();
        let mut x = 1;
        for (class, cards, above) in groups {
            if cards == 0 {
                continue;
            }
            for _ in 0..cards {
                strokes.push(CardStrokeInDrawing { class, x, above });
                x += 6;
            }
            x += 4;
        }
        strokes
    }

    /// Returns the pack in words.
    fn in_words(&self) -> String {
        let name = self.name();
        let stock = self.stock();
        format!("{name}, of which {stock} are left in the stock.")
    }
}

/// The drawing of the packs of an edition.
#[derive(Template)]
#[template(path = "packs.svg")]
struct PackDivisionDrawing<'a> {
    packs: &'a [PackDivision],
}

/// The numbers of cards in the drawing, as a table.
#[derive(Template)]
#[template(path = "packs.html")]
struct PackDivisionTable<'a> {
    /// The edition, because regions of one page need names of their own.
    rules: &'a Ruleset,
    packs: &'a [PackDivision],
    has_spare: bool,
    has_turned: bool,
    marks: CertaintyMarkSet,
}

/// Draws the packs of an edition as they are dealt, with a table of the same numbers, as HTML on
/// one line.
pub(in crate::book) fn draw_packs(rules: &Ruleset) -> Result<String> {
    let packets = match rules {
        Ruleset::Tricks(trick_rules) => {
            rules.deal_packets.read().and(trick_rules.fille_deal.read())
        }
        Ruleset::Mus(_) => rules
            .deal_packets
            .read()
            .map(|dealt| (dealt, SpareHand::None)),
    };
    let packs = rules.players.read().and(rules.pack.read()).and(packets);
    let has_turn_up = rules.tricks().is_some_and(TrickRules::turns_up_stock_card);
    let turned = usize::from(has_turn_up && rules.has_clause_on(ClauseId::TurnCard));
    packs.render(|((allowed, packs), (dealt, spare_hand)), marks| {
        let hand = usize::from(dealt.hand);
        let has_spare =
            rules.has_subject_of(ClauseId::FilleDeal) && *spare_hand == SpareHand::BeforeDealer;
        let mut dealt_packs = Vec::new();
        for players in allowed.from..=allowed.to {
            dealt_packs.push(PackDivision {
                players,
                cards: packs.pack(players),
                hand,
                spare: if has_spare { hand } else { 0 },
                turned,
            });
        }
        draw_packs_with_table(rules, &dealt_packs, marks)
    })
}

/// Draws some packs, with a table of the same numbers.
fn draw_packs_with_table(
    rules: &Ruleset,
    packs: &[PackDivision],
    marks: CertaintyMarkSet,
) -> Result<String> {
    let has_turned = packs.iter().any(|pack| pack.turned > 0);
    let title = if has_turned {
        "The packs as dealt: filled boxes are hands, the tall box is the turn-up, the open box is the stock"
    } else {
        "The packs as dealt: filled boxes are hands, the open box is the stock"
    };
    let description: Vec<String> = packs.iter().map(PackDivision::in_words).collect();
    let strokes = packs.iter().flat_map(PackDivision::strokes);
    let right = strokes.map(|stroke| stroke.x + 5).max().unwrap_or_default();
    let picture = Picture {
        id_prefix: rules.id,
        kind: "packs",
        title,
        description: description.join(" "),
        // The words begin at the left and are shorter than any pack.
        width: right.max(330) as i32,
        height: packs.len() as i32 * 64,
        drawn: PackDivisionDrawing { packs }.render()?,
        marks,
    };
    let table = PackDivisionTable {
        rules,
        packs,
        has_spare: packs.iter().any(|pack| pack.spare > 0),
        has_turned,
        marks,
    };
    Ok(picture.render_figure()? + &join_lines(&table.render()?))
}
