//! What a practice deal drills, and whether its cards do.

#[cfg(test)]
use super::PracticeDeal;
use super::{Lines, Point};
use crate::engine::{Hand, Stage, breach, legal};
#[cfg(test)]
use crate::engine::{apply, may_claim, may_take_turn_up};
use crate::explore::strategy::Move;
use crate::rules::{Phase, Ruleset, Topic};

/// What is drilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Drill {
    /// To follow suit.
    Following,
    /// To head the trick.
    Heading,
    /// To trump when void.
    Trumping,
    /// To overtrump.
    Overtrumping,
    /// To fold.
    Folding,
    /// To choose what to lay down.
    Exchanging,
    /// To stand on a flush, and claim it.
    Flush,
    /// To take the spare hand.
    Fille,
    /// To take the turn-up.
    TurnUp,
    /// To see what a debt costs: the hand can be won, and lost.
    Bete,
}

impl Drill {
    /// All of them, from the plainest.
    pub const ALL: [Drill; 10] = [
        Drill::Following,
        Drill::Heading,
        Drill::Trumping,
        Drill::Overtrumping,
        Drill::Folding,
        Drill::Exchanging,
        Drill::Bete,
        Drill::Flush,
        Drill::Fille,
        Drill::TurnUp,
    ];

    /// Its id in a page.
    pub fn id(self) -> &'static str {
        self.words().0
    }

    /// What it is called.
    pub fn title(self) -> &'static str {
        self.words().1
    }

    /// What the learner is to look out for.
    pub fn brief(self) -> &'static str {
        self.words().2
    }

    /// The clause it turns on.
    pub fn topic(self) -> Topic {
        self.words().3
    }

    fn words(self) -> (&'static str, &'static str, &'static str, Topic) {
        match self {
            Drill::Following => ("following", "Following suit", "A suit is led that you hold.", Topic::PlayFollow),
            Drill::Heading => {
                ("heading", "Heading the trick", "You can beat what lies there, and so you must.", Topic::PlayHead)
            }
            Drill::Trumping => {
                ("trumping", "Trumping", "A suit is led that you lack, and you hold a trump.", Topic::PlayTrump)
            }
            Drill::Overtrumping => {
                ("overtrumping", "Overtrumping", "Somebody has trumped before you.", Topic::PlayOvertrump)
            }
            Drill::Folding => ("folding", "When to fold", "A dear pool and poor cards.", Topic::DeclFold),
            Drill::Exchanging => (
                "exchanging",
                "What to lay down",
                "Some cards are worth more than what the stock may give.",
                Topic::DeclExchange,
            ),
            Drill::Bete => (
                "debt",
                "What a debt costs",
                "This hand can win chips, and it can cost the whole pool.",
                Topic::DebtMake,
            ),
            Drill::Flush => {
                ("flush", "Five of one suit", "Look at your cards before you change any.", Topic::FlushWhat)
            }
            Drill::Fille => ("fille", "The spare hand", "Five unseen cards lie beside yours.", Topic::DeclFille),
            Drill::TurnUp => {
                ("turn-up", "The dealer's turn-up", "You deal, and the card you turned may be yours.", Topic::TurnOwner)
            }
        }
    }

    /// Whether a deal can drill it at all, before any line is worked out.
    #[cfg(test)]
    pub fn may_be_in(self, rules: &Ruleset, deal: &PracticeDeal) -> bool {
        let Some((hand, act, _)) = deal.dealt(rules) else { return false };
        let Ok(hand) = apply(rules, &hand, act, &mut Vec::new()) else { return false };
        match self {
            Drill::Flush => may_claim(rules, &hand, deal.learner()),
            Drill::Fille => !hand.fille.is_empty(),
            Drill::TurnUp => hand.dealer == deal.learner() && may_take_turn_up(rules, &hand),
            _ => true,
        }
    }

    /// Whether the lines of a deal drill it: the learner comes to it by playing his best, and it makes a difference.
    pub fn is_in(self, rules: &Ruleset, lines: &Lines) -> bool {
        match self {
            Drill::Following => duty(rules, lines, Topic::PlayFollow),
            Drill::Heading => duty(rules, lines, Topic::PlayHead),
            Drill::Trumping => duty(rules, lines, Topic::PlayTrump),
            Drill::Overtrumping => duty(rules, lines, Topic::PlayOvertrump),
            Drill::Folding => declares(lines, |does| does == Move::Fold),
            Drill::Exchanging => exchanges(lines),
            Drill::Bete => can_owe(lines),
            Drill::Flush => lines.main().iter().any(|point| point.hand.stage == Stage::In(Phase::Claims)),
            Drill::Fille => declares(lines, |does| does == Move::TakeFille),
            Drill::TurnUp => takes_turn_up(lines),
        }
    }
}

/// Whether the best line comes to a play that this duty binds, and to a card that it keeps back.
fn duty(rules: &Ruleset, lines: &Lines, topic: Topic) -> bool {
    let keeps_back =
        |hand: &Hand| hand.held[hand.mover].into_iter().any(|card| breach(rules, hand, card) == Some(topic));
    let is_play = |hand: &Hand| hand.stage == Stage::In(Phase::Tricks);
    let binds = |hand: &Hand| is_play(hand) && legal(rules, hand).clause == topic && keeps_back(hand);
    lines.main().iter().any(|point| binds(&point.hand))
}

/// Whether only declarations of a kind are best, all others costing at least a chip more.
fn declares(lines: &Lines, is_it: impl Fn(Move) -> bool) -> bool {
    let Some(point) = lines.main().into_iter().find(|point| point.hand.stage == Stage::In(Phase::Declarations)) else {
        return false;
    };
    is_better(lines, point, is_it)
}

/// Whether laying down some cards is best, and neither all that may be nor none.
fn exchanges(lines: &Lines) -> bool {
    declares(lines, |does| matches!(does, Move::Exchange(laid) if (2..=3).contains(&laid.len())))
}

/// Whether the learner, once he is in, may win chips or come to owe, by his cards alone.
fn can_owe(lines: &Lines) -> bool {
    let owes = |point: &Point| !point.hand.asks() && point.hand.owes[lines.learner] > 0;
    let first = lines.points.first();
    let enters = first.and_then(|point| lines.best(point)).is_some_and(|line| line.does != Move::Fold);
    enters && first.is_some_and(|point| point.best > 0) && lines.points.iter().filter(|point| owes(point)).count() > 1
}

/// Whether the learner, at some point of his best line, does better by taking the card turned up than without it.
fn takes_turn_up(lines: &Lines) -> bool {
    let takes = |does| matches!(does, Move::TakeTurnUp(_));
    lines.main().into_iter().any(|point| is_better(lines, point, takes))
}

/// Whether a point offers moves of this kind and others, and the best of the kind comes to at least a chip more.
fn is_better(lines: &Lines, point: &Point, is_it: impl Fn(Move) -> bool) -> bool {
    let best = |wanted: bool| {
        let of_kind = point.lines.iter().filter(|line| is_it(line.does) == wanted);
        of_kind.map(|line| lines.points[line.to].best).max()
    };
    best(false).is_some() && best(true) > best(false)
}
