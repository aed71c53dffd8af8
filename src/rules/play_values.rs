//! The values of clauses about play: leads, duties and the winner of a trick; the flush; and the top card, which the sources
//! call Pamphile or Mistigri.

use super::clause_value::{all_except, choices, data, values_with_one_change};
use super::from_toml::{DataError, FromToml, TomlValue, read_field_or_default, read_table};
use super::payment_values::{Amount, Payee};
use super::value_form::{TableKeyForm, ValueForm};
use crate::cards::{Card, CardSet, Rank, RankSet, Suit};

choices! {
    FirstLeader "The player who leads to the first trick." { Eldest, Bidder apart }
    LeadDuty "A card that the leader must lead, if they can." { TrumpLater, AceFirst, TrumpAtOne }
    Duty "Whether players have a duty, or are free." { Binding, Waived }
    VoidDiscard "The cards that a player may play who has neither the suit led nor a trump." { Any }
    WhenTrumped "The duty of a void player whose trumps are all lower than a trump in the trick."
        { Free "bete", Undertrump "strict" }
    TrickWinner "The winner of a trick." { HighestTrump }
    TopCardPlay "Whether the duties of play apply to the top card." { Bound, AtWill }
    Payers "The players who pay a fee, or owe for a flush." { All "all", Active "active" }
    FeeWhen "The time at which the fee is paid." { Played "played", Shown "shown_after_declarations" }
    TurnedFee "The right to the fee of a dealer who turns the top card up."
        { Always "always", IfNotFolded "if_not_folded", Never "never" absent }
    TurnedTrump "The trump suit when the top card is turned up." { OwnSuit, DealerNames }
    TrumpNaming "The right of the holder of the top card to name trumps."
        { None "off" absent, OnPlay "on_play" apart, BeforeExchange "before_exchange" apart }
    TopCardAbsence "The condition under which the top card counts as absent." { Anywhere "anywhere", Undealt "fille_or_stock" }
    FlushKind "The definition of a flush." { None absent apart, OneSuit apart }
    WildCard "The card that counts as any suit in a flush." { None absent, TopCard }
    FlushCards "The cards of which a flush may consist: those dealt, or also those exchanged." { Dealt, Anyhow }
    FlushClaiming "The way in which a flush is claimed." { Prompt "prompt", Early "early", Automatic "automatic" }
    FlushPrize "The prize of a flush, after which no trick is played." { Pool }
    TieBreak "A criterion that compares two flushes." { TopCard, Trump, Points, HighCard, CardsDown, Seat, Divide }
}

data! {
    /// The card that is always a trump and above all others, if the edition has one.
    pub struct TopCard(pub Option<Card>);
    |card| says: card.0.map_or("none".into(), |card| format!("{card}, above all trumps")),
    absent: card.0.is_none(),
    others: {
        let jack = |suit| TopCard(Some(Card::new(Rank::Jack, suit)));
        all_except(card, &[TopCard(None), jack(Suit::Clubs), jack(Suit::Spades)])
    };

    /// The fee that each of the others pays to the holder of the top card, in chips; 0 for none.
    pub struct FeeToTopCardHolder { pub chips: i64, pub payers: Payers, pub when: FeeWhen }
    |fee| says: match fee.chips {
        0 => "none".into(),
        chips => format!("{} from {}, {}", Amount::Chips(chips).describe(), fee.payers.words(), fee.when.words()),
    },
    absent: fee.chips == 0,
    others: values_with_one_change(fee, &[|fee| fee.chips += 1, |fee| fee.payers = Payers::Active, |fee| fee.when = FeeWhen::Shown])
        .into_iter()
        .filter(|other| !other.is_absent());

    /// The card that has the privileges of an absent top card. If `wild`, it also counts as any suit in a flush.
    pub enum TopCardSubstitute { None, HighestTrump { missing: TopCardAbsence, wild: bool } }
    |substitute| says: match substitute {
        TopCardSubstitute::None => "none".into(),
        TopCardSubstitute::HighestTrump { missing, wild } => {
            let wild = if *wild { ", and counts as any suit in a flush" } else { "" };
            format!("the highest trump in play, {}{wild}", missing.words())
        }
    },
    absent: *substitute == TopCardSubstitute::None,
    others: {
        let highest = |missing, wild| TopCardSubstitute::HighestTrump { missing, wild };
        let [anywhere, undealt] = [TopCardAbsence::Anywhere, TopCardAbsence::Undealt].map(|missing| highest(missing, false));
        all_except(substitute, &[TopCardSubstitute::None, anywhere, undealt, highest(TopCardAbsence::Anywhere, true)])
    };

    /// The right of a player who leads the ace of trumps to ask that the top card be kept out of that trick: only of the
    /// first player after the dealer, only in the first trick, and even if its holder has no other trump.
    pub struct TopCardHoldBackRight { pub by_forehand: bool, pub in_first_trick: bool, pub even_alone: bool }

    /// The right to keep the top card out of a trick, if there is one.
    pub maybe Civility(TopCardHoldBackRight)
    |civil| says: {
        let leader = if civil.by_forehand { "the first player after the dealer" } else { "a player" };
        let when = if civil.in_first_trick { " to the first trick" } else { "" };
        let unless = if civil.even_alone { "" } else { ", unless its holder has no other trump" };
        format!("if {leader} leads the ace of trumps{when}, they may demand that the top card is held back{unless}")
    },
    others: [None, Some(TopCardHoldBackRight { even_alone: !civil.even_alone, ..civil })];

    /// The duties of the leader. The first one that the leader can meet applies.
    pub struct LeadDuties(pub &'static [LeadDuty]);
    |duties| says: match duties.0 {
        [] => "none".into(),
        each => each.iter().map(LeadDuty::describe).collect::<Vec<_>>().join("; "),
    },
    absent: duties.0.is_empty(),
    others: if duties.0.is_empty() { Vec::new() } else { vec![LeadDuties(&[])] };

    /// The debt of players without the best flush. The ceiling on debts applies to it.
    pub struct FlushLoserDebt {
        /// The players who owe.
        pub payers: Payers,
        /// The amount that each owes.
        pub amount: Amount,
        /// The payee.
        pub to: Payee,
        /// True if a player with a beaten flush owes nothing.
        pub losing_flush_exempt: bool,
        /// True if a player who did not claim a flush owes nothing.
        pub quiet_flush_exempt: bool,
        /// True if the holder of the top card owes nothing.
        pub top_card_exempt: bool,
    }
    |debt| says: {
        let everyone = if debt.payers == Payers::All { "at the table" } else { "who is still in" };
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
        let amount = debt.amount.describe();
        format!("every other player {everyone}{exempt}: {amount}{}", debt.to.words())
    },
    others: values_with_one_change(debt, &[
        |debt| {
            debt.losing_flush_exempt ^= true;
            debt.quiet_flush_exempt = false;
        },
        |debt| debt.top_card_exempt ^= true,
    ]);

    /// The criteria that compare flushes, in order. The last must leave no tie, as [`TieBreak::Seat`]. A flush with the top
    /// card may go before all others, and only the best one may be claimed, even if its holder does not claim it.
    pub struct FlushTieBreaks { pub top_card_first: bool, pub best_alone: bool, pub then: &'static [TieBreak] }
    |breaks| says: {
        let alone = if breaks.best_alone { "; no other may be claimed" } else { "" };
        format!("{}{alone}", breaks.criteria().map(TieBreak::words).collect::<Vec<_>>().join(", then "))
    },
    others: values_with_one_change(breaks, &[
        |breaks| breaks.top_card_first ^= true,
        |breaks| breaks.best_alone ^= true,
        |breaks| breaks.then = FlushTieBreaks::BY_POINTS,
        |breaks| breaks.then = FlushTieBreaks::BY_HIGH_CARD,
        |breaks| breaks.then = FlushTieBreaks::BY_CARDS_DOWN,
        |breaks| breaks.then = &[TieBreak::Points, TieBreak::Trump, TieBreak::Seat],
        |breaks| breaks.then = &[TieBreak::Seat],
    ]);
}

impl TopCard {
    /// Returns the card as a set; the empty set if there is none.
    pub fn set(self) -> CardSet {
        match self.0 {
            Some(card) => card.into(),
            None => CardSet::EMPTY,
        }
    }
}

impl FlushTieBreaks {
    /// Trumps first, then points, then the seat.
    pub const BY_POINTS: &'static [TieBreak] = &[TieBreak::Trump, TieBreak::Points, TieBreak::Seat];
    /// Trumps first, then the highest card, then the seat.
    pub const BY_HIGH_CARD: &'static [TieBreak] =
        &[TieBreak::Trump, TieBreak::HighCard, TieBreak::Seat];
    /// Trumps first, then the cards from the highest down, then the seat.
    pub const BY_CARDS_DOWN: &'static [TieBreak] =
        &[TieBreak::Trump, TieBreak::CardsDown, TieBreak::Seat];
    /// Trumps first, then the cards from the highest down; equal flushes divide the prize.
    pub const DIVIDED: &'static [TieBreak] =
        &[TieBreak::Trump, TieBreak::CardsDown, TieBreak::Divide];

    /// Returns the criteria, in the order in which they apply.
    pub fn criteria(&self) -> impl Iterator<Item = TieBreak> + use<> {
        self.top_card_first
            .then_some(TieBreak::TopCard)
            .into_iter()
            .chain(self.then.iter().copied())
    }
}

/// The points of each rank, from the two to the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointsByRank(pub [u8; 13]);

/// Reads a table of ranks: `{ K = 10 }`.
impl FromToml for PointsByRank {
    fn from_toml(told: &TomlValue) -> Result<PointsByRank, DataError> {
        let table = read_table(told, &Rank::ALL.map(Rank::sign))?;
        let mut points = PointsByRank([0; 13]);
        for rank in Rank::ALL {
            points.0[rank as usize] = read_field_or_default(table, rank.sign())?;
        }
        Ok(points)
    }

    fn form() -> ValueForm {
        let mut ranks = Vec::new();
        for rank in Rank::ALL {
            ranks.push(TableKeyForm::required(rank.sign(), u8::form()));
        }
        ValueForm::Table(ranks)
    }
}

impl PointsByRank {
    /// Returns the points of some cards.
    pub fn total(&self, cards: CardSet) -> u32 {
        cards
            .into_iter()
            .map(|card| u32::from(self.0[card.rank() as usize]))
            .sum()
    }

    /// Describes the points of the ranks of a pack: `A = 10, K = 10`.
    pub fn describe_for_pack(&self, pack: CardSet) -> String {
        let mut entries = Vec::new();
        for rank in Rank::ALL.into_iter().rev() {
            if pack.has(Card::new(rank, Suit::Spades)) {
                entries.push(format!("{} = {}", rank.sign(), self.0[rank as usize]));
            }
        }
        entries.join(", ")
    }
}

data! {
    impl PointsByRank
    |points| says: points.describe_for_pack(CardSet::pack(RankSet::from(Rank::Two))),
    others: {
        let mut ace_eleven = *points;
        ace_eleven.0[Rank::Ace as usize] += 1;
        vec![ace_eleven, PointsByRank([1; 13])]
    };
}
