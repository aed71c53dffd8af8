//! Deals that drill something: from a seed on, the first at which one who plays by the strategy comes to it.

use super::{Company, Session};
use crate::cards::Seat;
use crate::engine::{Hand, Move, Stage, breach, legal, offer};
use crate::explore::strategy::STRATEGY;
use crate::rules::{Duty, Obtained, Phase, Ruleset, Sort, Topic, TurnOwner, Verb, When};

pub(crate) struct Drill {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) brief: &'static str,
    pub(crate) topic: Topic,
    /// The lesson it belongs to, by the name of its page; empty where none is about it.
    pub(crate) lesson: &'static str,
    is_met: Met,
}

/// How a deal shows that it drills something, where one plays it by the strategy.
enum Met {
    /// The duty of its clause binds what is played, and keeps a card back.
    Bound,
    /// Folding is asked about, and its clause forbids it.
    Forced,
    /// The strategy does so, where the hand stands so.
    Done(fn(&Hand, Move) -> bool),
    /// The learner has promised so many tricks at least, and wins no more than they have promised.
    Just(u8),
}

#[rustfmt::skip]
pub(crate) static DRILLS: [Drill; 20] = [
    Drill { id: "following", topic: Topic::PlayFollow, lesson: "to-follow-suit", title: "Following suit",
        brief: "A suit is led that you hold.", is_met: Met::Bound },
    Drill { id: "heading", topic: Topic::PlayHead, lesson: "to-head-the-trick", title: "Heading the trick",
        brief: "You can beat what lies there, and so you must.", is_met: Met::Bound },
    Drill { id: "trumping", topic: Topic::PlayTrump, lesson: "to-trump", title: "Trumping",
        brief: "A suit is led that you lack, and you hold a trump.", is_met: Met::Bound },
    Drill { id: "overtrumping", topic: Topic::PlayOvertrump, lesson: "to-overtrump", title: "Overtrumping",
        brief: "Somebody has trumped before you.", is_met: Met::Bound },
    Drill { id: "leading", topic: Topic::LeadDuty, lesson: "loo", title: "What must be led",
        brief: "You lead, and may not lead any card you like.", is_met: Met::Bound },
    Drill { id: "folding", topic: Topic::DeclFold, lesson: "to-fold-stand-or-change", title: "When to fold",
        brief: "Poor cards: what would it cost to stay in?", is_met: Met::Done(|_, does| does == Move::Fold) },
    Drill { id: "forced", topic: Topic::Forced, lesson: "rams", title: "When nobody may fold",
        brief: "Everyone must play this hand, whatever they hold.", is_met: Met::Forced },
    Drill { id: "bidding", topic: Topic::DeclBid, lesson: "mauscheln-and-norrlandsknack", title: "To bid or to wait",
        brief: "A bid is a promise: have you the tricks for it?",
        is_met: Met::Done(|_, does| matches!(does, Move::Knock | Move::Diddle)) },
    Drill { id: "joining", topic: Topic::DeclJoin, lesson: "grupps-mistigri", title: "Going in",
        brief: "You say whether you play before any card is changed.", is_met: Met::Done(|_, does| does == Move::Join) },
    Drill { id: "exchanging", topic: Topic::DeclExchange, lesson: "to-fold-stand-or-change", title: "What to lay down",
        brief: "Some cards are worth more than what the stock may give.",
        is_met: Met::Done(|_, does| matches!(does, Move::Exchange(laid, _) if (2..=3).contains(&laid.len()))) },
    Drill { id: "debt", topic: Topic::DebtMake, lesson: "to-make-the-mouche", title: "What a debt costs",
        brief: "One trick more or less: it wins chips, or it costs them.", is_met: Met::Just(1) },
    Drill { id: "flush", topic: Topic::FlushWhat, lesson: "five-of-one-suit", title: "Five of one suit",
        brief: "Look at your cards before you change any.",
        is_met: Met::Done(|hand, does| does == Move::Claim && !hand.exchanged.has(hand.mover)) },
    Drill { id: "drawing", topic: Topic::FlushPat, lesson: "loo", title: "Drawing a flush",
        brief: "One card is lacking, and the stock may have it.",
        is_met: Met::Done(|hand, does| does == Move::Claim && hand.exchanged.has(hand.mover)) },
    Drill { id: "fille", topic: Topic::DeclFille, lesson: "the-spare-hand-and-the-turn-up", title: "The spare hand",
        brief: "Five unseen cards lie beside yours.", is_met: Met::Done(|_, does| does == Move::TakeSpare) },
    Drill { id: "all", topic: Topic::DeclAll, lesson: "rams", title: "A bid of all the tricks",
        brief: "Every trick is yours, or so it looks.", is_met: Met::Done(|_, does| does == Move::BidAll) },
    Drill { id: "turn-up", topic: Topic::TurnOwner, lesson: "the-spare-hand-and-the-turn-up", title: "The dealer’s turn-up",
        brief: "You deal, and the card you turned may be yours.",
        is_met: Met::Done(|_, does| matches!(does, Move::TakeTurnUp(_))) },
    Drill { id: "defending", topic: Topic::DeclDefend, lesson: "julep", title: "Defending the pack",
        brief: "You have folded, and one is left alone: six cards wait.",
        is_met: Met::Done(|_, does| matches!(does, Move::Defend(..))) },
    Drill { id: "civility", topic: Topic::PamCivil, lesson: "loo", title: "Asking the top card to keep still",
        brief: "You lead the ace of trumps, and one card beats it.",
        is_met: Met::Done(|_, does| does == Move::DemandCivility) },
    Drill { id: "naming", topic: Topic::PamCalls, lesson: "grupps-mistigri", title: "Naming trumps",
        brief: "You hold the card that lets you say what is trump.", is_met: Met::Done(|_, does| matches!(does, Move::Name(_))) },
    Drill { id: "promise", topic: Topic::Undertake, lesson: "julep", title: "Keeping a promise",
        brief: "Two tricks were promised, and not one too many is made.", is_met: Met::Just(2) },
];

/// So many seeds are tried, one after the other. The rarest drill, a flush, comes once in some hundred deals.
const MOST: u64 = 5_000;

impl Drill {
    pub(crate) fn by_id(id: &str) -> Option<&'static Drill> {
        DRILLS.iter().find(|drill| drill.id == id)
    }

    /// Whether an edition, as agreed, has what is drilled in the first hand of all.
    pub(crate) fn fits(&self, rules: &Ruleset) -> bool {
        let binds = |duty: Duty| duty == Duty::Binding;
        let is_possible = match self.topic {
            Topic::DeclFold => !rules.forced.value.0.iter().any(|when| !matches!(when, When::Trump(_))),
            Topic::Forced => !rules.forced.value.0.is_empty(),
            Topic::TurnOwner => rules.turn_owner.value != TurnOwner::Nobody,
            Topic::FlushPat => rules.flush_pat.value == Obtained::Anyhow,
            Topic::Undertake => {
                let promised = rules.undertake.value;
                promised.playing.max(promised.bidding) > 1
            }
            Topic::PlayHead => binds(rules.play_head.value),
            Topic::PlayTrump => binds(rules.play_trump.value),
            Topic::PlayOvertrump => binds(rules.play_overtrump.value),
            _ => true,
        };
        is_possible && rules.has(self.topic) && self.is_asked_at_first(rules)
    }

    /// Whether the first hand has a round in which that is declared, where it is declared in one.
    fn is_asked_at_first(&self, rules: &Ruleset) -> bool {
        let is_its = |verb: &Verb| verb.topic() == self.topic && verb.sort() == Sort::Declaration;
        let phases = rules.decl_order.value.of(true);
        let asked = phases.iter().filter_map(|phase| if let Phase::Round(round) = phase { Some(round) } else { None });
        let mut asked = asked.flat_map(|round| round.offers);
        !Verb::ALL.iter().any(is_its) || asked.any(|offer| is_its(&offer.0))
    }

    /// The first deal from this seed on that drills it, each dealt to the next seat; none if there is none near.
    pub(crate) fn deal(&self, company: &Company, from: u64) -> Option<(u64, Seat)> {
        self.among(company, from, MOST)
    }

    fn among(&self, company: &Company, from: u64, most: u64) -> Option<(u64, Seat)> {
        let seats = company.players.len() as u64;
        let seat = |seed: u64| Seat((seed % seats) as u8);
        let mut deals = (from..from.saturating_add(most)).map(|seed| (seed, seat(seed)));
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
            let forbids = || offer(rules, hand, Verb::Fold).is_some_and(|offer| offer.clause == self.topic);
            is_met |= match self.is_met {
                Met::Bound => is_bound(hand),
                Met::Forced => forbids(),
                Met::Done(is_it) => is_it(hand, does),
                Met::Just(_) => false,
            };
            is_met
        })?;
        let end = session.hand()?;
        let is_just = |promised| end.undertakes[learner] >= promised && end.tricks[learner] == end.undertakes[learner];
        Some(is_met || end.finished > 0 && matches!(self.is_met, Met::Just(promised) if is_just(promised)))
    }

    /// The first such deal, played to its end by the strategy.
    #[cfg(feature = "cli")]
    pub(crate) fn worked(&self, company: &Company, from: u64) -> Option<Session> {
        // A page is not kept waiting for what may never come.
        let (seed, learner) = self.among(company, from, 600)?;
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
