//! Leads, duties in play, and who wins a trick; and the top card, which the sources call Pamphile or Mistigri: what it is,
//! what it earns, and what happens without it.

use super::pay::Amount;
use super::value::{but, changed, choices, data};
use crate::cards::{Card, Rank, Set, Suit};

choices! {
    /// Who leads; they may lead any card.
    Lead {
        Eldest = "the first active player from the dealer's right, then the winner of each trick";
        Bidder = "the bidder, then the winner of each trick" apart;
    }

    /// What one who leads must lead, if they can.
    MustLead {
        TrumpLater = "a trump, from the second trick";
        AceFirst = "the ace of trumps, to the first trick";
        TrumpAtOne = "a trump, when somebody has one point left";
    }

    /// Whether a duty is laid on those who can obey it.
    Duty {
        Binding = "binding";
        Waived = "not asked";
    }

    /// What one may play who has neither the suit led nor a trump.
    Discard { Any = "any card may be played"; }

    /// What binds one who is void, whose trumps are all beaten by a trump in the trick.
    WhenTrumped {
        Free "bete" = "any card may be played";
        Undertrump "strict" = "a trump must be played all the same";
    }

    /// Who wins a trick.
    TrickWinner { HighestTrump = "the highest trump, else the highest card of the suit led"; }

    /// Whether the duties of play bind the top card.
    TopCardPlay {
        Bound = "the highest trump, under the duties of every trump";
        AtWill = "the highest trump, which may be played at any time and never must be";
    }

    /// Who pays the fee, or for a flush.
    Payers {
        All "all" = "everyone else at the table";
        Active "active" = "everyone else in the hand";
    }

    /// When the fee is paid.
    FeeWhen {
        Played "played" = "when it is played or its holder claims a flush";
        Shown "shown_after_declarations" = "after the declarations";
    }

    /// Whether the dealer who turns the top card up is paid the fee.
    TurnedFee {
        Always "always" = "the dealer is paid the fee at once";
        IfNotFolded "if_not_folded" = "the dealer is paid the fee after speaking, unless they have folded";
        Never "never" = "no fee" absent;
    }

    /// What is trump when the top card is turned.
    TurnedTrump {
        OwnSuit = "its own suit";
        DealerNames = "the suit that the dealer names, having seen their hand";
    }

    /// Whether the top card lets a suit be named for trump, other than by being turned up.
    Calls {
        None "off" = "none" absent;
        OnPlay "on_play" = "whoever plays it may name the suit that is trump from that card on" apart;
        BeforeExchange "before_exchange" = "its holder may name the suit that is trump, before the exchange" apart;
    }

    /// When the top card counts as absent.
    Missing {
        Anywhere "anywhere" = "when it is in no active hand";
        Undealt "fille_or_stock" = "when it lies in the spare hand, the stock, or turned up";
    }
}

data! {
    /// The card above all trumps, and always a trump, if the edition has one.
    pub struct TopCard(pub Option<Card>);
    |card| says: card.0.map_or("none".into(), |card| format!("{card}, above all trumps")),
    absent: card.0.is_none(),
    others: {
        let jack = |suit| TopCard(Some(Card::new(Rank::Jack, suit)));
        but(card, &[TopCard(None), jack(Suit::Clubs), jack(Suit::Spades)])
    };
}

impl TopCard {
    pub const JACK_OF_CLUBS: TopCard = TopCard(Some(Card::new(Rank::Jack, Suit::Clubs)));

    /// It, or nothing, as a set.
    pub fn set(self) -> Set {
        self.0.map_or(Set::EMPTY, Set::from)
    }
}

data! {
    /// What the holder of the top card is paid by each of the others.
    pub struct Fee {
        /// How much from each; 0 for no fee.
        pub chips: i64,
        pub payers: Payers,
        pub when: FeeWhen,
    }
    |fee| says: match fee.chips {
        0 => "none".into(),
        chips => format!("{} from {}, {}", Amount::Chips(chips).says(), fee.payers.words(), fee.when.words()),
    },
    absent: fee.chips == 0,
    others: changed(fee, &[|fee| fee.chips += 1, |fee| fee.payers = Payers::Active, |fee| fee.when = FeeWhen::Shown])
        .into_iter()
        .filter(|other| !other.is_absent())
        .collect();

    /// Who has the privileges of a top card that is absent.
    pub enum Substitute {
        None,
        HighestTrump {
            missing: Missing,
            /// Whether it is of any suit in a flush as well.
            wild: bool,
        },
    }
    |substitute| says: match substitute {
        Substitute::None => "none".into(),
        Substitute::HighestTrump { missing, wild } => {
            let wild = if *wild { ", and is of any suit in a flush" } else { "" };
            format!("the highest trump in play, {}{wild}", missing.words())
        }
    },
    absent: *substitute == Substitute::None,
    others: {
        let highest = |missing, wild| Substitute::HighestTrump { missing, wild };
        let [anywhere, undealt] = [Missing::Anywhere, Missing::Undealt].map(|missing| highest(missing, false));
        but(substitute, &[Substitute::None, anywhere, undealt, highest(Missing::Anywhere, true)])
    };

    /// A request of the leader of the ace of trumps: that the top card be not played to that trick.
    pub struct Civil {
        /// Whether the seat after the dealer alone may ask it.
        pub by_forehand: bool,
        /// Whether it can be asked in the first trick alone.
        pub in_first_trick: bool,
        /// Whether it binds one who has no other trump.
        pub even_alone: bool,
    }

    /// That request, if it can be made.
    pub maybe Civility(Civil)
    |civil| says: {
        let who = if civil.by_forehand { "the first after the dealer, if they lead" } else { "whoever leads" };
        let when = if civil.in_first_trick { " to the first trick" } else { "" };
        let unless = if civil.even_alone { "" } else { ", unless its holder has no other trump" };
        format!("{who} the ace of trumps{when} may keep the top card out of that trick{unless}")
    },
    others: [None, Some(Civil { even_alone: !civil.even_alone, ..civil })];

    /// The duties of one who leads; the first that can be met binds.
    pub struct LeadDuties(pub &'static [MustLead]);
    |duties| says: match duties.0 {
        [] => "none".into(),
        each => each.iter().map(MustLead::says).collect::<Vec<_>>().join("; "),
    },
    absent: duties.0.is_empty(),
    others: if duties.0.is_empty() { Vec::new() } else { vec![LeadDuties(&[])] };
}
