//! The values of clauses about declarations and exchanges, and the phases of a deal.

use super::from_toml::{
    DataError, FromToml, TomlValue, read_field_or_default, read_table, word_index,
};
use super::{AllowedValueWord, TableKeyForm, ValueForm, Verb, all_except, choices, data};
use crate::cards::{Rank, Suit, count_of_or_no};

choices! {
    LastButOneDuty "The duty of the last player but one when all before have folded, or of the last when one plays."
        { Free absent, MustPlay, Dealer apart }
    BidAll "The right to bid all the tricks, after which those who folded take their cards up again."
        { None absent, InTurn "in_turn" apart, BeforeAll "first" apart }
    SeparateRound "A round of its own in which players bid or go in." { None absent, Asked apart }
    DeclarationRight "A declaration that players may make, or not." { Open, Closed absent }
    ReserveSupply "The cards that are drawn when the stock is used up." { Discards, Folded }
}

data! {
    /// A condition of a deal: no debt lies in the pool, this suit is trump, the pool holds only the stake, or it is the
    /// first deal of a game.
    pub enum DealCondition { SimplePool, Trump(Suit), BareStake, FirstHand }

    /// The conditions under which everyone must play.
    pub struct MustPlayConditions(pub &'static [DealCondition]);
    |forced| says: {
        let when: Vec<String> = forced.0.iter().map(DealCondition::in_words).collect();
        if when.is_empty() { "never".into() } else { when.join(", and ") }
    },
    others: all_except(forced, &[MustPlayConditions::NEVER, MustPlayConditions::SIMPLE_POOL, MustPlayConditions::CLUBS]);

    /// A round of a deal, in which each player who is in it is asked once, in turn: its name in a list of phases (`the
    /// exchange`), the players it asks, and the moves it offers where their own clauses allow them.
    #[derive(Hash)]
    pub struct DeclarationRound { pub is: &'static str, pub asks: RoundSpeakers, pub offers: &'static [MoveGivingRole] }

    /// The players that a round asks: everyone, from the eldest to the dealer; everyone until one bids, and if nobody does
    /// the deal is void; or all but the bidder, from the one after them.
    #[derive(Hash)]
    pub enum RoundSpeakers { Everyone, UntilOneBids, AfterTheBidder }

    /// The role of a player in a deal, which decides how many tricks they undertake. A waiting player has promised nothing.
    #[derive(Hash)]
    pub enum UndertakingRole { Waiting, Playing, Bidding }

    /// The number of tricks that a player undertakes to win, by role.
    pub struct Undertaking { pub waiting: u8, pub playing: u8, pub bidding: u8 }
    |undertaking| says: match *undertaking {
        Undertaking::ONE => "one trick".into(),
        Undertaking { waiting, playing, bidding } if (waiting, bidding) == (playing, playing) => count_of_or_no(playing.into(), "trick"),
        Undertaking { waiting, playing, bidding } => {
            let mut roles = Vec::new();
            if bidding == playing {
                roles.push(format!("a player who bids or goes in: {}", count_of_or_no(playing.into(), "trick")));
            } else {
                roles.push(format!("the bidder: {}", count_of_or_no(bidding.into(), "trick")));
                roles.push(format!("a player who goes in: {}", count_of_or_no(playing.into(), "trick")));
            }
            if waiting != playing {
                roles.push(format!("a player who does neither: {}", count_of_or_no(waiting.into(), "trick")));
            }
            roles.join("; ")
        }
    },
    absent: *undertaking == Undertaking::ONE,
    others: if *undertaking == Undertaking::ONE { Vec::new() } else { vec![Undertaking::ONE] };
}

impl MustPlayConditions {
    /// No condition.
    pub const NEVER: MustPlayConditions = MustPlayConditions(&[]);
    /// No debt lies in the pool.
    pub const SIMPLE_POOL: MustPlayConditions = MustPlayConditions(&[DealCondition::SimplePool]);
    /// Clubs are trump.
    pub const CLUBS: MustPlayConditions = MustPlayConditions(&[DealCondition::Trump(Suit::Clubs)]);
}

impl Undertaking {
    /// One trick for everyone.
    pub const ONE: Undertaking = Undertaking {
        waiting: 1,
        playing: 1,
        bidding: 1,
    };

    /// Returns the number of tricks for a role.
    pub const fn tricks_for(self, role: UndertakingRole) -> u8 {
        [self.waiting, self.playing, self.bidding][role as usize]
    }
}

/// A phase of a deal, between the dealing and the payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DealPhase {
    /// The dealer names trumps, if the top card was turned up; or its holder does, where that is their right.
    Naming,
    /// Players who must throw in a hand of one suit do so.
    ThrowIn,
    /// Each player is asked once.
    Round(&'static DeclarationRound),
    /// The dealer takes the turn-up or leaves it.
    TurnUp,
    /// Those who have folded are asked whether one plays against a lone player.
    Defence,
    /// The holders of a flush are asked whether they claim it.
    Claims,
    /// The tricks are played.
    Tricks,
}

/// A move of a round, and the role that the player then has; none if the move leaves the role as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveGivingRole(pub Verb, pub Option<UndertakingRole>);

/// Reads a move, or a move with its role: `{ move = "knock", role = "bidding" }`.
impl FromToml for MoveGivingRole {
    fn from_toml(told: &TomlValue) -> Result<MoveGivingRole, DataError> {
        if told.as_str().is_some() {
            return Ok(MoveGivingRole(Verb::from_toml(told)?, None));
        }
        let table = read_table(told, &["move", "role"])?;
        Ok(MoveGivingRole(
            read_field_or_default(table, "move")?,
            read_field_or_default(table, "role")?,
        ))
    }

    fn form() -> ValueForm {
        ValueForm::Either(vec![
            Verb::form(),
            ValueForm::Table(vec![
                TableKeyForm::required("move", Verb::form()),
                TableKeyForm::optional("role", Option::<UndertakingRole>::form()),
            ]),
        ])
    }
}

/// The round in which each player says whether they play, and exchanges cards at once.
const DECLARATIONS: &DeclarationRound = &DeclarationRound {
    is: "one round of declarations",
    asks: RoundSpeakers::Everyone,
    offers: &[
        MoveGivingRole(Verb::Fold, None),
        MoveGivingRole(Verb::Stand, Some(UndertakingRole::Playing)),
        MoveGivingRole(Verb::Exchange, Some(UndertakingRole::Playing)),
        MoveGivingRole(Verb::TakeSpare, Some(UndertakingRole::Playing)),
        MoveGivingRole(Verb::TakeTurnUp, Some(UndertakingRole::Playing)),
        MoveGivingRole(Verb::BidAll, None),
    ],
};

/// The round in which those who have gone in exchange cards.
const EXCHANGE: &DeclarationRound = &DeclarationRound {
    is: "the exchange",
    asks: RoundSpeakers::Everyone,
    offers: &[
        MoveGivingRole(Verb::Stand, None),
        MoveGivingRole(Verb::Exchange, None),
    ],
};

/// The round in which all but the bidder join or fold.
const JOINING: &DeclarationRound = &DeclarationRound {
    is: "joining",
    asks: RoundSpeakers::AfterTheBidder,
    offers: &[
        MoveGivingRole(Verb::Fold, None),
        MoveGivingRole(Verb::Join, Some(UndertakingRole::Playing)),
    ],
};

impl DeclarationRound {
    /// Returns whether it is the round of declarations that most games have.
    pub(super) fn is_usual_declaration_round(&self) -> bool {
        self == DECLARATIONS
    }
}

/// The phases that more than one game has: the word in data, the phase, and its name in a list of phases.
const PHASES: [(&str, DealPhase, &str); 9] = [
    (
        "declarations",
        DealPhase::Round(DECLARATIONS),
        DECLARATIONS.is,
    ),
    ("joining", DealPhase::Round(JOINING), JOINING.is),
    ("exchange", DealPhase::Round(EXCHANGE), EXCHANGE.is),
    (
        "naming",
        DealPhase::Naming,
        "the naming of trumps, if a card calls for it",
    ),
    (
        "throw_in",
        DealPhase::ThrowIn,
        "the throwing in of flushes, if players agree on it",
    ),
    (
        "turn_up",
        DealPhase::TurnUp,
        "the turn-up, if the dealer may take it",
    ),
    ("defence", DealPhase::Defence, "the defence of the pack"),
    ("claims", DealPhase::Claims, "claims of a flush"),
    ("tricks", DealPhase::Tricks, "the tricks"),
];

/// Reads a phase by its name, or a round with its fields.
impl FromToml for DealPhase {
    fn from_toml(told: &TomlValue) -> Result<DealPhase, DataError> {
        if told.as_table().is_some() {
            // Leaked because each edition is read once, and its rounds are used until the program ends.
            return Ok(DealPhase::Round(Box::leak(Box::new(
                DeclarationRound::from_toml(told)?,
            ))));
        }
        Ok(PHASES[word_index(told, &PHASES.map(|(name, ..)| name))?].1)
    }

    fn form() -> ValueForm {
        let words = PHASES.map(|(word, _, means)| AllowedValueWord::alone(word, means));
        ValueForm::Either(vec![
            ValueForm::Choice(words.into()),
            DeclarationRound::form(),
        ])
    }
}

/// Reads a list of phases, or one list for the first deal and another for all others.
impl FromToml for Phases {
    fn from_toml(told: &TomlValue) -> Result<Phases, DataError> {
        if told.as_array().is_some() {
            return <&[DealPhase]>::from_toml(told).map(Phases::for_every_deal);
        }
        let table = read_table(told, &["first", "later"])?;
        Ok(Phases {
            first: read_field_or_default(table, "first")?,
            later: read_field_or_default(table, "later")?,
        })
    }

    fn form() -> ValueForm {
        let phases = <&[DealPhase]>::form();
        ValueForm::Either(vec![
            phases.clone(),
            ValueForm::Table(vec![
                TableKeyForm::optional("first", phases.clone()),
                TableKeyForm::optional("later", phases),
            ]),
        ])
    }
}

/// The phases of a deal, in order. A phase may come more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases {
    /// The phases of the first deal of a game.
    pub first: &'static [DealPhase],
    /// The phases of all other deals.
    pub later: &'static [DealPhase],
}

impl Phases {
    /// Declarations, claims and tricks.
    pub const PLAIN: Phases = Phases::for_every_deal(&[
        DealPhase::Round(DECLARATIONS),
        DealPhase::Claims,
        DealPhase::Tricks,
    ]);
    /// The phases of a game in which the dealer names trumps if they turn the top card up.
    pub const NAMING: Phases = Phases::for_every_deal(&[
        DealPhase::Naming,
        DealPhase::Round(DECLARATIONS),
        DealPhase::Claims,
        DealPhase::Tricks,
    ]);

    /// Returns the same phases for every deal.
    pub const fn for_every_deal(phases: &'static [DealPhase]) -> Phases {
        Phases {
            first: phases,
            later: phases,
        }
    }

    /// Returns the phases of a deal, which depend on whether it is the first of its game.
    pub const fn for_deal(self, is_first: bool) -> &'static [DealPhase] {
        if is_first { self.first } else { self.later }
    }
}

/// Returns the names of phases as a list: `the exchange, then the tricks`.
fn list_phases(phases: &[DealPhase]) -> String {
    let names: Vec<&str> = phases.iter().map(phase_name).collect();
    names.join(", then ")
}

/// Returns the name of a phase in a list of phases.
fn phase_name(phase: &DealPhase) -> &'static str {
    if let DealPhase::Round(round) = phase {
        return round.is;
    }
    let row = PHASES.iter().find(|(_, known, _)| known == phase);
    row.map_or("", |(.., words)| words)
}

impl DealCondition {
    /// Returns the condition in words: `whenever spades are trump`.
    fn in_words(&self) -> String {
        match self {
            DealCondition::SimplePool => "whenever no debt lies in the pool".into(),
            DealCondition::Trump(suit) => format!("whenever {} are trump", suit.name()),
            DealCondition::BareStake => "whenever the pool holds only the stake".into(),
            DealCondition::FirstHand => "in the first deal of a game".into(),
        }
    }
}

data! {
    impl Phases
    |phases| says: {
        let later = list_phases(phases.later);
        if phases.first == phases.later {
            later
        } else {
            format!("in the first deal {}; later {later}", list_phases(phases.first))
        }
    },
    others: all_except(phases, &[Phases::for_every_deal(&[DealPhase::Claims, DealPhase::Round(DECLARATIONS), DealPhase::Tricks])]);

    /// The ranks of the turn-up on which the dealer may bid without looking at their cards, and take it in their exchange.
    pub struct TurnUpsAllowingBlindBid(pub &'static [Rank]);
    |blind| says: {
        let ranks: Vec<&str> = blind.0.iter().map(|rank| rank.name()).collect();
        if ranks.is_empty() { "none".into() } else { format!("the dealer may, if they turned up {}", ranks.join(" or ")) }
    },
    absent: blind.0.is_empty(),
    others: if blind.0.is_empty() { Vec::new() } else { vec![TurnUpsAllowingBlindBid(&[])] };

    /// The defence of the pack: a player who has folded draws so many cards, discards one, and plays against a lone player.
    pub maybe PackDefence(u8)
    |cards| says: format!("the first player who offers it draws {cards} cards, discards one and plays"),
    others: [None, Some(cards + 1)];

    /// An exchange of cards, with the most cards that a player may exchange.
    pub struct ExchangeLimit { pub most: u8 }
    |exchange| says: format!("once, 1 to {} cards", exchange.most),
    others: vec![ExchangeLimit { most: exchange.most - 1 }, ExchangeLimit { most: 1 }];

    /// The rule for a stock that cannot serve everyone: nobody may ask for more than remains (`FirstCome`); when it is used
    /// up, these cards are shuffled and drawn, one supply after another, but no player draws their own discards (`Then`);
    /// nobody may exchange more than so many (`CapPerPlayer`); or all discards are drawn, without those of the last player
    /// if only they still need cards (`SparingLast`).
    pub enum ShortStock { FirstCome, Then(&'static [ReserveSupply]), CapPerPlayer(u8), SparingLast }
    |short| says: match short {
        ShortStock::FirstCome => "first come, first served".into(),
        ShortStock::Then([]) => "no cards are shuffled".into(),
        ShortStock::Then(supplies) => supplies.iter().map(|supply| supply.words()).collect::<Vec<_>>().join(", then "),
        ShortStock::CapPerPlayer(most) => format!("at most {most} cards each"),
        ShortStock::SparingLast => "all discards of this deal are shuffled; if only the last player still needs cards, the cards they have just discarded are left out".into(),
    },
    others: match ShortStock::Then(&[ReserveSupply::Discards]) {
        then if *short == ShortStock::SparingLast => vec![then],
        then => all_except(short, &[ShortStock::FirstCome, then, ShortStock::CapPerPlayer(3)]),
    };
}
