//! Leads, duties in play, and who wins a trick; the flush, five cards of a suit, and what it does; and the top card, which the
//! sources call Pamphile or Mistigri: what it is, what it earns, and what happens without it.

use super::from_toml::{DataError, FromToml, Toml, read_field, read_table};
use super::pay::{Amount, Payee};
use super::value::{all_except, choices, data, each_change};
use crate::cards::{Card, Rank, Ranks, Set, Suit};

choices! {
    Lead "Who leads; they may lead any card." { Eldest, Bidder apart }
    MustLead "What one who leads must lead, if they can." { TrumpLater, AceFirst, TrumpAtOne }
    Duty "Whether a duty is laid on those who can obey it." { Binding, Waived }
    Discard "What one may play who has neither the suit led nor a trump." { Any }
    WhenTrumped "What binds one who is void, whose trumps are all beaten by a trump in the trick."
        { Free "bete", Undertrump "strict" }
    TrickWinner "Who wins a trick." { HighestTrump }
    TopCardPlay "Whether the duties of play bind the top card." { Bound, AtWill }
    Payers "Who pays the fee, or for a flush." { All "all", Active "active" }
    FeeWhen "When the fee is paid." { Played "played", Shown "shown_after_declarations" }
    TurnedFee "Whether the dealer who turns the top card up is paid the fee."
        { Always "always", IfNotFolded "if_not_folded", Never "never" absent }
    TurnedTrump "What is trump when the top card is turned." { OwnSuit, DealerNames }
    Calls "Whether the top card lets a suit be named for trump, other than by being turned up."
        { None "off" absent, OnPlay "on_play" apart, BeforeExchange "before_exchange" apart }
    Missing "When the top card counts as absent." { Anywhere "anywhere", Undealt "fille_or_stock" }
    FlushKind "What a flush is." { None absent apart, OneSuit apart }
    WildCard "Which card is of any suit in a flush." { None absent, TopCard }
    Obtained "How the flush may have been come by." { Dealt, Anyhow }
    Claiming "How a flush is made to count." { Prompt "prompt", Automatic "automatic" }
    FlushPrize "What a claimed flush takes; no trick is played then." { Pool }
    TieBreak "One criterion between two flushes." { TopCard, Trump, Points, HighCard, CardsDown, Seat, Divide }
}

data! {
    /// The card above all trumps, and always a trump, if the edition has one.
    pub struct TopCard(pub Option<Card>);
    |card| says: card.0.map_or("none".into(), |card| format!("{card}, above all trumps")),
    absent: card.0.is_none(),
    others: {
        let jack = |suit| TopCard(Some(Card::new(Rank::Jack, suit)));
        all_except(card, &[TopCard(None), jack(Suit::Clubs), jack(Suit::Spades)])
    };

    /// What the holder of the top card is paid by each of the others, in chips: none where 0.
    pub struct Fee { pub chips: i64, pub payers: Payers, pub when: FeeWhen }
    |fee| says: match fee.chips {
        0 => "none".into(),
        chips => format!("{} from {}, {}", Amount::Chips(chips).describe(), fee.payers.words(), fee.when.words()),
    },
    absent: fee.chips == 0,
    others: each_change(fee, &[|fee| fee.chips += 1, |fee| fee.payers = Payers::Active, |fee| fee.when = FeeWhen::Shown])
        .into_iter()
        .filter(|other| !other.is_absent())
        .collect();

    /// Who has the privileges of a top card that is absent, and when; wild, it is of any suit in a flush as well.
    pub enum Substitute { None, HighestTrump { missing: Missing, wild: bool } }
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
        all_except(substitute, &[Substitute::None, anywhere, undealt, highest(Missing::Anywhere, true)])
    };

    /// A request of the leader of the ace of trumps, that the top card be not played to that trick: of forehand alone,
    /// in the first trick alone, and even of one who has no other trump.
    pub struct Civil { pub by_forehand: bool, pub in_first_trick: bool, pub even_alone: bool }

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
        each => each.iter().map(MustLead::describe).collect::<Vec<_>>().join("; "),
    },
    absent: duties.0.is_empty(),
    others: if duties.0.is_empty() { Vec::new() } else { vec![LeadDuties(&[])] };

    /// Who owes of those without the best flush, how much, and to whom. A debt is under the ceiling, if there is one.
    pub struct FlushDebt {
        pub payers: Payers,
        pub amount: Amount,
        pub to: Payee,
        pub losing_flush_exempt: bool,
        /// Whether those are too who let theirs pass.
        pub quiet_flush_exempt: bool,
        pub top_card_exempt: bool,
    }
    |debt| says: {
        let everyone = if debt.payers == Payers::All { "at the table" } else { "in the hand" };
        let mut exempt = Vec::new();
        if debt.losing_flush_exempt {
            exempt.push("players with a beaten flush");
        }
        if debt.quiet_flush_exempt {
            exempt.push("players who did not claim their flush");
        }
        if debt.top_card_exempt {
            exempt.push("the holder of the top card");
        }
        let exempt = if exempt.is_empty() { String::new() } else { format!(", except {}", exempt.join(" and ")) };
        let pays = match (debt.amount, debt.to) {
            (Amount::Pool(1), Payee::NextPool) => String::new(),
            (amount, to) => format!(": {}{}", amount.describe(), to.words()),
        };
        format!("every other player {everyone}{exempt}{pays}")
    },
    others: each_change(debt, &[
        |debt| (debt.losing_flush_exempt, debt.quiet_flush_exempt) = (!debt.losing_flush_exempt, false),
        |debt| debt.top_card_exempt ^= true,
    ]);

    /// The criteria in order, of which the last must be [`TieBreak::Seat`], which leaves no tie; whether a flush with
    /// the top card goes before all others, and the best alone may be claimed, even where its holder keeps it quiet.
    pub struct TieBreaks { pub top_card_first: bool, pub best_alone: bool, pub then: &'static [TieBreak] }
    |breaks| says: {
        let alone = if breaks.best_alone { "; no other may be claimed" } else { "" };
        format!("{}{alone}", breaks.criteria().map(TieBreak::words).collect::<Vec<_>>().join(", then "))
    },
    others: each_change(breaks, &[
        |breaks| breaks.top_card_first ^= true,
        |breaks| breaks.best_alone ^= true,
        |breaks| breaks.then = TieBreaks::BY_POINTS,
        |breaks| breaks.then = TieBreaks::BY_HIGH_CARD,
        |breaks| breaks.then = TieBreaks::BY_CARDS_DOWN,
        |breaks| breaks.then = &[TieBreak::Points, TieBreak::Trump, TieBreak::Seat],
        |breaks| breaks.then = &[TieBreak::Seat],
    ]);
}

impl TopCard {
    pub fn set(self) -> Set {
        self.0.map_or(Set::EMPTY, Set::from)
    }
}

impl TieBreaks {
    pub const BY_POINTS: &'static [TieBreak] = &[TieBreak::Trump, TieBreak::Points, TieBreak::Seat];
    pub const BY_HIGH_CARD: &'static [TieBreak] =
        &[TieBreak::Trump, TieBreak::HighCard, TieBreak::Seat];
    pub const BY_CARDS_DOWN: &'static [TieBreak] =
        &[TieBreak::Trump, TieBreak::CardsDown, TieBreak::Seat];
    pub const DIVIDED: &'static [TieBreak] =
        &[TieBreak::Trump, TieBreak::CardsDown, TieBreak::Divide];

    pub fn criteria(&self) -> impl Iterator<Item = TieBreak> + use<> {
        self.top_card_first
            .then_some(TieBreak::TopCard)
            .into_iter()
            .chain(self.then.iter().copied())
    }
}

/// What each rank counts, by face from the two to the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points(pub [u8; 13]);

/// A table of ranks: `{ K = 10 }`.
impl FromToml for Points {
    fn from_toml(told: &Toml) -> Result<Points, DataError> {
        let table = read_table(told, &Rank::ALL.map(Rank::sign))?;
        let mut points = Points([0; 13]);
        for rank in Rank::ALL {
            points.0[rank as usize] = read_field(table, rank.sign())?;
        }
        Ok(points)
    }
}

impl Points {
    pub fn of(&self, cards: Set) -> u32 {
        cards
            .into_iter()
            .map(|card| u32::from(self.0[card.rank() as usize]))
            .sum()
    }

    /// What each rank of a pack counts: `A = 10, K = 10`.
    pub fn within(&self, pack: Set) -> String {
        let has = |rank: &Rank| pack.has(Card::new(*rank, Suit::Spades));
        let row = |rank: Rank| format!("{} = {}", rank.sign(), self.0[rank as usize]);
        Rank::ALL
            .into_iter()
            .rev()
            .filter(has)
            .map(row)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

data! {
    impl Points
    |points| says: points.within(Set::pack(Ranks::from(Rank::Two))),
    others: {
        let mut ace_eleven = *points;
        ace_eleven.0[Rank::Ace as usize] += 1;
        vec![ace_eleven, Points([1; 13])]
    };
}
