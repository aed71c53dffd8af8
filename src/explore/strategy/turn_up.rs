//! The dealer may take the card turned up.

use super::{Move, Occasion, Rule, View};

pub(super) const TURN_UP: Occasion = Occasion {
    title: "The card turned up, where it is the dealer’s",
    rules: &[
        Rule {
            text: "He takes it for his lowest card, if it is higher than that one: any trump is higher than any other card.",
            does: take,
        },
        Rule { text: "If not, he leaves it.", does: |_| Some(Move::LeaveTurnUp) },
    ],
};

fn take(view: &View) -> Option<Move> {
    let (turned, lowest) = (view.turn_up()?, view.lowest(view.held())?);
    (view.height(turned) > view.height(lowest)).then_some(Move::TakeTurnUp(lowest))
}
