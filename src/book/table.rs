//! The table as it stands after a step, but for its chips.

use super::face::{Face, faces};
use super::sentence::name;
use crate::cards::{Card, Seat};
use crate::engine::{Fact, Hand};
use crate::scenario::story::{Step, Story};

/// The table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    /// The card turned up.
    pub(super) turned: Face,
    /// The trump suit: `♥ hearts`.
    pub(super) trump: String,
    /// The seats, in playing order.
    pub(super) places: Vec<Place>,
    /// The trick on the table.
    pub(super) trick: Vec<Laid>,
}

/// A seat and what it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Who sits there.
    pub(super) name: String,
    /// What is to be said of it: dealer, folded, to play.
    pub(super) marks: Vec<&'static str>,
    /// Tricks won: `2 tricks`, or nothing.
    pub(super) tricks: String,
    /// The cards held.
    pub(super) cards: Vec<Face>,
    /// Whether it has folded.
    pub(super) is_out: bool,
    /// Whether it makes this step.
    pub(super) is_mover: bool,
}

/// A card of the trick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Laid {
    /// The card.
    pub(super) face: Face,
    /// Whose it is.
    pub(super) name: String,
    /// `wins`, `highest so far`, or nothing.
    pub(super) mark: &'static str,
}

/// The table after a step.
pub(super) fn table(story: &Story, step: &Step) -> Table {
    let hand = &step.after;
    let seats = (0..hand.seats).map(Seat);
    Table {
        turned: hand.turned.into(),
        trump: trump(hand),
        places: seats.map(|seat| place(story, step, seat)).collect(),
        trick: step.trick.iter().map(|laid| self::laid(story, step, *laid)).collect(),
    }
}

fn trump(hand: &Hand) -> String {
    if !hand.has_trump() {
        return "to be named".into();
    }
    format!("{} {}", hand.trump.sign(), hand.trump.name())
}

fn place(story: &Story, step: &Step, seat: Seat) -> Place {
    let hand = &step.after;
    let is_out = !hand.active.has(seat);
    let marks = [
        (hand.dealer == seat, "dealer"),
        (is_out, "out"),
        (hand.took_fille.has(seat), "took the fille"),
        (hand.turn_taken && hand.dealer == seat, "took the turn-up"),
        (hand.exchanged.has(seat) && !hand.took_fille.has(seat), "changed cards"),
        (hand.claimed.has(seat), "claimed"),
    ];
    Place {
        name: name(story, seat).into(),
        marks: marks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| mark).collect(),
        tricks: tricks(hand.tricks[seat]),
        cards: faces(&story.rules, hand.held[seat]),
        is_out,
        is_mover: step.mover == Some(seat),
    }
}

fn tricks(won: u8) -> String {
    match won {
        0 => String::new(),
        1 => "1 trick".into(),
        many => format!("{many} tricks"),
    }
}

fn laid(story: &Story, step: &Step, (seat, card): (Seat, Card)) -> Laid {
    let won = step.events.iter().find_map(|event| match event.fact {
        Fact::Won(winner, _) => Some(winner),
        _ => None,
    });
    let best = step.after.trick.map(|trick| trick.winner);
    let mark = match (won == Some(seat), best == Some(seat) && step.trick.len() > 1) {
        (true, _) => "wins",
        (_, true) => "highest so far",
        _ => "",
    };
    Laid { face: card.into(), name: name(story, seat).into(), mark }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_trick_is_won_and_who_folded_is_out() {
        let file = crate::scenario::check("x.md", include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md"));
        let story = &file.stories[0];
        let last = table(story, &story.steps[story.steps.len() - 2]);
        assert_eq!(last.trick.iter().map(|laid| laid.mark).collect::<Vec<_>>(), ["wins", "", ""]);
        assert!(last.places[1].is_out && last.places[0].marks == ["dealer"]);
    }
}
