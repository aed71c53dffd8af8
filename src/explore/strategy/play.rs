//! Which card to lead, and which to play to a trick.

use super::{Move, Occasion, Rule, View};

pub(super) const LEADING: Occasion = Occasion {
    title: "Leading",
    rules: &[
        Rule { text: "If he holds the highest trump that is left, he leads it.", does: master_trump },
        Rule { text: "If he holds a card that no other of its suit can beat any more, he leads it.", does: master },
        Rule { text: "If he holds neither, he leads his lowest card.", does: lowest },
    ],
};

pub(super) const FOLLOWING: Occasion = Occasion {
    title: "Playing to a trick",
    rules: &[
        Rule { text: "If he may beat the trick, he does, with the lowest card that beats it.", does: cheaply },
        Rule {
            text: "If not, he plays the lowest card that he may; of two as low, the one of the suit of which he holds fewer.",
            does: lowest,
        },
    ],
};

fn master_trump(view: &View) -> Option<Move> {
    view.highest(view.masters() & view.trumps()).map(Move::Play)
}

fn master(view: &View) -> Option<Move> {
    view.highest(view.masters()).map(Move::Play)
}

fn cheaply(view: &View) -> Option<Move> {
    view.lowest(view.winning()).map(Move::Play)
}

fn lowest(view: &View) -> Option<Move> {
    view.lowest(view.legal().cards).map(Move::Play)
}
