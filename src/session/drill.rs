//! Deals that drill something: from a seed on, the first at which one who plays by the strategy comes to it.

use super::{Company, Session};
use crate::cards::Seat;
use crate::engine::{Hand, Move, Stage, breach, legal, offer};
use crate::rules::from_toml::told;
use crate::rules::{Duty, Machine, Obtained, Phase, Ruleset, Sort, Topic, TurnOwner, Verb, When, data};
use std::sync::LazyLock;

data! {
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
        /// The strategy makes one of these moves.
        Does(&'static [Verb]),
        /// It lays down one of these numbers of cards.
        Lays(&'static [usize]),
        /// It claims a flush, drawn or dealt.
        Claims { drawn: bool, },
        /// The learner has promised so many tricks at least, and wins no more than they have promised.
        Just(u8),
    }

    struct Drills {
        drill: &'static [Drill],
    }
}

pub(crate) static DRILLS: LazyLock<&[Drill]> =
    LazyLock::new(|| told::<Drills>("drills.toml", include_str!("drills.toml")).drill);

/// So many seeds are tried, one after the other. The rarest drill, a flush, comes once in some hundred deals.
pub(crate) const MOST_DEALS: u64 = 5_000;

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
            Topic::Undertake => rules.undertake.value.playing.max(rules.undertake.value.bidding) > 1,
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
        let asks =
            |phase: &Phase| matches!(phase, Phase::Round(round) if round.offers.iter().any(|offer| is_its(&offer.0)));
        // At Mus all is asked in every deal.
        rules.machine == Machine::Mus
            || !Verb::ALL.iter().any(is_its)
            || rules.decl_order.value.of(true).iter().any(asks)
    }

    /// The first of so many deals from this seed on that drills it, each dealt to the next seat.
    pub(crate) fn deal(&self, company: &Company, from: u64, most: u64) -> Option<(u64, Seat)> {
        let seats = company.players.len() as u64;
        let mut deals = (from..from.saturating_add(most)).map(|seed| (seed, Seat((seed % seats) as u8)));
        deals.find(|(seed, seat)| self.is_met(company, *seed, *seat).unwrap_or_default())
    }

    /// Whether one who plays the deal of a seed from a seat, by the strategy, comes to it.
    fn is_met(&self, company: &Company, seed: u64, learner: Seat) -> Option<bool> {
        let rules = &company.rules;
        let mut is_met = false;
        let is_bound = |hand: &Hand| {
            let binds = hand.stage == Stage::In(Phase::Tricks) && legal(rules, hand).clause == self.topic;
            binds && hand.held[hand.mover].into_iter().any(|card| breach(rules, hand, card) == Some(self.topic))
        };
        let company = Company { learner, ..company.clone() };
        let session = play(company, seed, |session, does| {
            let hand = session.asks_learner();
            let forbids = |hand| offer(rules, hand, Verb::Fold).is_some_and(|offer| offer.clause == self.topic);
            is_met |= match self.is_met {
                Met::Bound => hand.is_some_and(is_bound),
                Met::Forced => hand.is_some_and(forbids),
                Met::Does(moves) => moves.contains(&does.verb()),
                Met::Lays(numbers) => matches!(does, Move::Exchange(laid, _) if numbers.contains(&laid.len())),
                Met::Claims { drawn } => {
                    does == Move::Claim && hand.is_some_and(|hand| hand.exchanged.has(hand.mover) == drawn)
                }
                Met::Just(_) => false,
            };
            is_met
        })?;
        let Met::Just(promised) = self.is_met else { return Some(is_met) };
        let (end, own) = session.hand().map(|end| (end, end.undertakes[learner]))?;
        Some(end.finished > 0 && own >= promised && end.tricks[learner] == own)
    }

    /// The first such deal, played to its end by the strategy.
    pub(crate) fn worked(&self, company: &Company, from: u64) -> Option<Session> {
        // A page is not kept waiting for what may never come.
        let (seed, learner) = self.deal(company, from, 600)?;
        play(Company { learner, ..company.clone() }, seed, |_, _| false)
    }
}

/// A hand in which the learner too plays by the strategy, until they have seen enough of what they do.
fn play(company: Company, seed: u64, mut enough: impl FnMut(&Session, Move) -> bool) -> Option<Session> {
    let mut session = Session::of(company, seed);
    session.deal().ok()?;
    session.go_on();
    while session.is_asked() {
        let (does, _) = session.planned()?;
        if enough(&session, does) {
            break;
        }
        session.play(does).ok()?;
        session.go_on();
    }
    Some(session)
}
