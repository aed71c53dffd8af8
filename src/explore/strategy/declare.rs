//! To go in or not, and with which cards.

use super::{Move, Occasion, Rule, View};

/// From so many players in the hand on, one trump is too few.
const MANY: u8 = 4;

const FLUSH: Rule = Rule { text: "With a flush that he may claim, he stands.", does: flush };
const TRUMPLESS: Rule = Rule { text: "Without a trump he folds, if he may.", does: trumpless };
const ONE_TRUMP: Rule = Rule {
    text: "With one trump he folds too, if four or more are in the hand, those who have still to speak counted; unless that trump is the top card, the king or the queen.",
    does: one_trump,
};
const FILLE: Rule = Rule {
    text: "Without a trump, where he may not fold, he takes the spare hand, if it is there and the stock could not change all his cards.",
    does: fille,
};
const EXCHANGE: Rule = Rule {
    text: "In all other cases he goes in. He lays down his plain losers: every card that is neither a trump nor a king. If he may not change so many, he lays down the lowest of them.",
    does: exchange,
};
const STAND: Rule =
    Rule { text: "With nothing to lay down, or nothing to draw, he stands.", does: |_| Some(Move::Stand) };

pub(super) const DECLARING: Occasion =
    Occasion { title: "Declaring", rules: &[FLUSH, TRUMPLESS, ONE_TRUMP, FILLE, EXCHANGE, STAND] };

/// The same without the two rules for folding.
pub(super) const GOING_IN: Occasion = Occasion { title: "Declaring", rules: &[FLUSH, FILLE, EXCHANGE, STAND] };

fn flush(view: &View) -> Option<Move> {
    view.has_flush().then_some(Move::Stand)
}

fn trumpless(view: &View) -> Option<Move> {
    (view.offers()?.fold && view.trumps().is_empty()).then_some(Move::Fold)
}

fn one_trump(view: &View) -> Option<Move> {
    let low = view.trumps().into_iter().all(|card| !view.is_top(card) && view.place(card) > 1);
    let alone = view.trumps().len() == 1 && low;
    (view.offers()?.fold && alone && view.players() >= MANY).then_some(Move::Fold)
}

fn fille(view: &View) -> Option<Move> {
    let offers = view.offers()?;
    let short = usize::from(offers.exchange) < view.held().len();
    (offers.fille && short && view.trumps().is_empty()).then_some(Move::TakeFille)
}

fn exchange(view: &View) -> Option<Move> {
    let laid = view.lowest_of(view.plain_losers(), usize::from(view.offers()?.exchange));
    (!laid.is_empty()).then_some(Move::Exchange(laid))
}
