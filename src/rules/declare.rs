//! Declarations and exchanges.

use super::Verb;
use super::value::{but, choices, value};
use crate::cards::Suit;

choices! {
    /// What binds the last but one to speak when all before have folded.
    LastButOne {
        Free = "free to fold" absent;
        MustPlay = "plays their hand as it is, or takes the spare hand";
    }

    /// Whether a declaration is offered.
    Offer {
        Open = "open to everyone";
        Closed = "not offered" absent;
    }
}

/// What can be so in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// No debt lies in the pool.
    SimplePool,
    /// This suit is trump.
    Trump(Suit),
}

/// When everyone must play: whenever one of these is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced(pub &'static [When]);

impl Forced {
    /// Never: anyone may fold on any hand.
    pub const NEVER: Forced = Forced(&[]);
    /// While no debt lies in the pool.
    pub const SIMPLE_POOL: Forced = Forced(&[When::SimplePool]);
}

value! { Forced, |forced|
    says: {
        let word = |when: &When| match when {
            When::SimplePool => "whenever no debt lies in the pool".into(),
            When::Trump(suit) => format!("whenever {} are trump", suit.name()),
        };
        let when: Vec<String> = forced.0.iter().map(word).collect();
        if when.is_empty() { "never".into() } else { when.join(", and ") }
    },
    others: but(forced, &[Forced::NEVER, Forced::SIMPLE_POOL]),
}

/// A stretch of a hand between the deal and the reckoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The dealer names trumps, if the top card was turned.
    Naming,
    /// Each in turn is asked what they do.
    Round(&'static Round),
    /// The dealer may take the card turned up, where it is theirs.
    TurnUp,
    /// Those who may claim a flush are asked.
    Claims,
    /// The tricks.
    Tricks,
}

/// A round of a hand: each who is in it is asked once, from the dealer's right to the dealer.
#[derive(Debug, PartialEq, Eq)]
pub struct Round {
    /// What it is, in a list of phases: `one round of declarations`.
    pub is: &'static str,
    /// What it offers, where the clause of the move leaves it open.
    pub offers: &'static [Undertaking],
}

/// A move of a round, and what it binds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undertaking {
    /// The move.
    pub verb: Verb,
    /// How many tricks one who makes it undertakes to win; none leaves it at what a round before bound them to.
    pub tricks: Option<u8>,
}

impl Undertaking {
    /// A move, and so many tricks.
    pub const fn of(verb: Verb, tricks: u8) -> Undertaking {
        Undertaking { verb, tricks: Some(tricks) }
    }

    /// A move that binds to nothing more.
    pub const fn none(verb: Verb) -> Undertaking {
        Undertaking { verb, tricks: None }
    }
}

/// The round in which each says whether they play, and changes cards in the same breath.
pub const DECLARATIONS: &Round = &Round {
    is: "one round of declarations",
    offers: &[
        Undertaking::none(Verb::Fold),
        Undertaking::of(Verb::Stand, 1),
        Undertaking::of(Verb::Exchange, 1),
        Undertaking::of(Verb::TakeSpare, 1),
        Undertaking::of(Verb::TakeTurnUp, 1),
    ],
};

/// The phases of a hand, in order. One may come more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases {
    /// Those of the first hand of a game.
    pub first: &'static [Phase],
    /// Those of all others.
    pub later: &'static [Phase],
}

impl Phases {
    /// Those of a game without a top card.
    pub const PLAIN: Phases = Phases::always(&[Phase::Round(DECLARATIONS), Phase::Claims, Phase::Tricks]);
    /// Those of a game whose top card, turned up, lets the dealer name trumps.
    pub const NAMING: Phases =
        Phases::always(&[Phase::Naming, Phase::Round(DECLARATIONS), Phase::Claims, Phase::Tricks]);

    /// The same in every hand.
    pub const fn always(phases: &'static [Phase]) -> Phases {
        Phases { first: phases, later: phases }
    }

    /// Those of a hand, by whether it is the first of its game.
    pub const fn of(self, is_first: bool) -> &'static [Phase] {
        if is_first { self.first } else { self.later }
    }
}

value! { Phases, |phases|
    says: {
        let word = |phase: &Phase| match phase {
            Phase::Naming => "the naming of trumps where it is called for",
            Phase::Round(round) => round.is,
            Phase::TurnUp => "the dealer's turn-up",
            Phase::Claims => "claims of a flush",
            Phase::Tricks => "the tricks",
        };
        let each = |phases: &[Phase]| phases.iter().map(word).collect::<Vec<_>>().join(", then ");
        if phases.first == phases.later {
            each(phases.later)
        } else {
            format!("in the first hand {}; later {}", each(phases.first), each(phases.later))
        }
    },
    others: but(phases, &[Phases::always(&[Phase::Claims, Phase::Round(DECLARATIONS), Phase::Tricks])]),
}

/// How much may be exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The most cards at once.
    pub most: u8,
}

value! { Exchange, |exchange|
    says: format!("once, 1 to {} cards", exchange.most),
    others: vec![Exchange { most: exchange.most - 1 }, Exchange { most: 1 }],
}

/// What happens when the stock cannot serve everyone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortStock {
    /// Served in turn while it lasts; nobody may ask for more than remains.
    FirstCome,
    /// The others' discards are shuffled and served on.
    ReshuffleDiscards,
    /// Nobody may change more than so many.
    CapPerPlayer(u8),
}

value! { ShortStock, |short|
    says: match short {
        ShortStock::FirstCome => "first come, first served".into(),
        ShortStock::ReshuffleDiscards => "the others' discards are shuffled".into(),
        ShortStock::CapPerPlayer(most) => format!("at most {most} cards each"),
    },
    others: but(short, &[ShortStock::FirstCome, ShortStock::ReshuffleDiscards, ShortStock::CapPerPlayer(3)]),
}
