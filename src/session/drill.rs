//! Deals that drill something: from a seed on, the first at which one who plays by the strategy comes to it.

use super::{Company, Session};
use crate::cards::Seat;
use crate::engine::{Hand, Move, Stage, breach, legal};
use crate::explore::strategy::STRATEGY;
use crate::rules::{Forced, Phase, Ruleset, Topic, TurnOwner};

pub(crate) struct Drill {
    /// Its id in an address.
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    /// What the learner is to look out for.
    pub(crate) brief: &'static str,
    pub(crate) topic: Topic,
    /// The lesson it belongs to, by the name of its page.
    pub(crate) lesson: &'static str,
    is_met: Met,
}

/// How a deal shows that it drills something, where one plays it by the strategy.
enum Met {
    /// The duty of its clause binds what is played, and keeps a card back.
    Bound,
    Done(fn(Move) -> bool),
    /// The learner wins one trick alone.
    OneTrick,
}

#[rustfmt::skip]
pub(crate) static DRILLS: [Drill; 10] = [
    Drill { id: "following", topic: Topic::PlayFollow, lesson: "to-follow-suit", title: "Following suit",
        brief: "A suit is led that you hold.", is_met: Met::Bound },
    Drill { id: "heading", topic: Topic::PlayHead, lesson: "to-head-the-trick", title: "Heading the trick",
        brief: "You can beat what lies there, and so you must.", is_met: Met::Bound },
    Drill { id: "trumping", topic: Topic::PlayTrump, lesson: "to-trump", title: "Trumping",
        brief: "A suit is led that you lack, and you hold a trump.", is_met: Met::Bound },
    Drill { id: "overtrumping", topic: Topic::PlayOvertrump, lesson: "to-overtrump", title: "Overtrumping",
        brief: "Somebody has trumped before you.", is_met: Met::Bound },
    Drill { id: "folding", topic: Topic::DeclFold, lesson: "to-fold-stand-or-change", title: "When to fold",
        brief: "Poor cards: what would it cost to stay in?", is_met: Met::Done(|does| does == Move::Fold) },
    Drill { id: "exchanging", topic: Topic::DeclExchange, lesson: "to-fold-stand-or-change", title: "What to lay down",
        brief: "Some cards are worth more than what the stock may give.",
        is_met: Met::Done(|does| matches!(does, Move::Exchange(laid, _) if (2..=3).contains(&laid.len()))) },
    Drill { id: "debt", topic: Topic::DebtMake, lesson: "to-make-the-mouche", title: "What a debt costs",
        brief: "One trick more or less: it wins chips, or it costs the pool.", is_met: Met::OneTrick },
    Drill { id: "flush", topic: Topic::FlushWhat, lesson: "five-of-one-suit", title: "Five of one suit",
        brief: "Look at your cards before you change any.", is_met: Met::Done(|does| does == Move::Claim) },
    Drill { id: "fille", topic: Topic::DeclFille, lesson: "the-spare-hand-and-the-turn-up", title: "The spare hand",
        brief: "Five unseen cards lie beside yours.", is_met: Met::Done(|does| does == Move::TakeSpare) },
    Drill { id: "turn-up", topic: Topic::TurnOwner, lesson: "the-spare-hand-and-the-turn-up", title: "The dealer’s turn-up",
        brief: "You deal, and the card you turned may be yours.", is_met: Met::Done(|does| matches!(does, Move::TakeTurnUp(_))) },
];

/// So many seeds are tried, one after the other. The rarest drill, a flush, comes once in some hundred deals.
const MOST: u64 = 5_000;

impl Drill {
    pub(crate) fn by_id(id: &str) -> Option<&'static Drill> {
        DRILLS.iter().find(|drill| drill.id == id)
    }

    /// Whether an edition, as agreed, has what is drilled in the first hand of all.
    pub(crate) fn fits(&self, rules: &Ruleset) -> bool {
        let is_possible = match self.topic {
            Topic::DeclFold => rules.forced.value != Forced::SIMPLE_POOL,
            Topic::TurnOwner => rules.turn_owner.value != TurnOwner::Nobody,
            _ => true,
        };
        is_possible && !rules.clause(self.topic).is_absent()
    }

    /// The first deal from this seed on that drills it, each dealt to the next seat; none if there is none near.
    pub(crate) fn deal(&self, company: &Company, from: u64) -> Option<(u64, Seat)> {
        let seats = company.players.len() as u64;
        let seat = |seed: u64| Seat((seed % seats) as u8);
        let mut deals = (from..from.saturating_add(MOST)).map(|seed| (seed, seat(seed)));
        deals.find(|(seed, seat)| self.is_met(company, *seed, *seat).unwrap_or_default())
    }

    /// Whether one who plays the deal of a seed from a seat, by the strategy, comes to it.
    fn is_met(&self, company: &Company, seed: u64, learner: Seat) -> Option<bool> {
        let rules = &company.rules;
        let mut is_met = false;
        let is_bound = |hand: &Hand| {
            let keeps_back = |card| breach(rules, hand, card) == Some(self.topic);
            let binds = hand.stage == Stage::In(Phase::Tricks) && legal(rules, hand).clause == self.topic;
            binds && hand.held[hand.mover].into_iter().any(keeps_back)
        };
        let session = play(company, seed, learner, |hand, does| {
            is_met |= match self.is_met {
                Met::Bound => is_bound(hand),
                Met::Done(is_it) => is_it(does),
                Met::OneTrick => false,
            };
            is_met
        })?;
        let is_one = matches!(self.is_met, Met::OneTrick) && session.hand()?.tricks[learner] == 1;
        Some(is_met || is_one)
    }

    /// The first such deal, played to its end by the strategy.
    #[cfg(feature = "cli")]
    pub(crate) fn worked(&self, company: &Company, from: u64) -> Option<Session> {
        let (seed, learner) = self.deal(company, from)?;
        play(company, seed, learner, |_, _| false)
    }
}

/// A hand in which the learner too plays by the strategy, until they have seen enough of what they do.
fn play(company: &Company, seed: u64, learner: Seat, mut enough: impl FnMut(&Hand, Move) -> bool) -> Option<Session> {
    let mut session = Session::of(Company { learner, ..company.clone() }, seed);
    session.deal().ok()?;
    session.go_on();
    while let Some(hand) = session.asks_learner().copied() {
        let does = STRATEGY.choose(&company.rules, &hand)?;
        if enough(&hand, does) {
            break;
        }
        session.play(does).ok()?;
        session.go_on();
    }
    Some(session)
}
