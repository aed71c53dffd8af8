//! The values of clauses about what comes before play: players, packs, the order of ranks, chips, the deal and the stake.

use super::from_toml::{DataError, FromToml, TomlValue, expected};
use super::value_form::ValueForm;
use super::{all_except, choices, data, values_with_one_change};
use crate::cards::Rank::{
    Ace, Eight, Five, Four, Jack, King, Nine, Queen, Seven, Six, Ten, Three, Two,
};
use crate::cards::{
    Card, CardSet, InsertionSort, MOST_SEATS, Rank, RankSet, Suit, amount_of, count_of,
};

choices! {
    NextDealer "The player who deals next." { Eldest, SameIfVoid apart }
    Direction "The direction of deal, speech and play: anticlockwise (`Right`) or clockwise (`Left`)." { Right apart, Left apart }
    StakeBy "The players who put in a stake, the dealer last." { Dealer, Each }
    TurnCard "The card that is turned up for the trump suit: the next one of the stock, or the last one of the dealer's hand."
        { TopOfStock, DealersLast apart }
    TurnOwner "The player who may take the turn-up: the dealer, if they play and have not taken the spare hand; in the first deal they may have to."
        { Nobody, Dealer, DealerUnlessExchanged, DealerAtFirst apart, DealerAtFirstAndLater apart }
    SpareHand "The spare hand, which is dealt face down as if one more player sat just before the dealer."
        { None absent, BeforeDealer }
}

data! {
    /// The smallest and the largest number of players, at most [`crate::cards::MOST_SEATS`].
    pub struct PlayerCount { pub from: u8, pub to: u8 }
    |count| says: match (count.from, count.to) {
        (from, to) if from == to => format!("{to} players"),
        (from, to) => format!("{from} to {to} players"),
    },
    others: values_with_one_change(count, &[|count| count.from += 1, |count| count.to = count.from]);
}

impl PlayerCount {
    /// Returns whether so many players may play.
    pub fn allows(self, players: usize) -> bool {
        (usize::from(self.from)..=usize::from(self.to)).contains(&players)
    }
}

/// The ranks that a suit of the pack has, by the number of players.
#[derive(Clone, Copy, Debug)]
pub struct PackRanksByPlayers {
    by_players: [RankSet; MOST_SEATS + 1],
    /// The smallest and the largest number of players that a table names; 0 without a table.
    named: (u8, u8),
    /// True if players agreed that fewer of them use the pack of the smallest number.
    serves_fewer: bool,
}

/// Two tables are equal if they have the same packs.
impl PartialEq for PackRanksByPlayers {
    fn eq(&self, other: &PackRanksByPlayers) -> bool {
        self.by_players == other.by_players
    }
}

impl Eq for PackRanksByPlayers {}

impl PackRanksByPlayers {
    /// Returns the table with the same ranks for every number of players.
    pub const fn same_for_all(ranks: RankSet) -> PackRanksByPlayers {
        PackRanksByPlayers {
            by_players: [ranks; MOST_SEATS + 1],
            named: (0, 0),
            serves_fewer: false,
        }
    }

    /// Returns the smallest number of players for which there is a pack, and the largest that a table names.
    pub fn smallest_and_largest_named(&self) -> (u8, u8) {
        let (fewest, most) = self.named;
        (if self.serves_fewer { 0 } else { fewest }, most)
    }

    /// Gives fewer players the pack of the smallest number that a table names.
    pub(super) fn extend_to_fewer(&mut self) {
        self.serves_fewer = true;
    }

    /// Returns the table with other ranks for so many players and more.
    pub const fn with_pack_for_at_least(
        mut self,
        players: u8,
        ranks: RankSet,
    ) -> PackRanksByPlayers {
        let mut at = players as usize;
        while at < self.by_players.len() {
            self.by_players[at] = ranks;
            at += 1;
        }
        self
    }

    /// Returns the cards of the pack for so many players, or for the largest table if these are more.
    pub fn pack(&self, players: u8) -> CardSet {
        CardSet::pack(self.by_players[usize::from(players).min(MOST_SEATS)])
    }
}

/// Reads the ranks of a suit, such as `8-A` or `2-7 J-A`; or a table of them by the smallest number of players.
impl FromToml for PackRanksByPlayers {
    fn from_toml(told: &TomlValue) -> Result<PackRanksByPlayers, DataError> {
        let Some(table) = told.as_table() else {
            return Ok(PackRanksByPlayers::same_for_all(read_ranks(told)?));
        };
        let mut rows = Vec::new();
        for (players, ranks) in table {
            let number = number_of_players(players.get_ref());
            let ranks_of_suit = read_ranks(ranks.get_ref());
            rows.push((
                number.map_err(|error| error.with_span_if_missing(players.span()))?,
                ranks_of_suit.map_err(|error| error.with_span_if_missing(ranks.span()))?,
            ));
        }
        rows.insertion_sort_by_key(|(players, _)| *players);
        let [(fewest, its_ranks), ..] = rows[..] else {
            return Err(expected("a number of players", told));
        };
        let mut packs = PackRanksByPlayers::same_for_all(its_ranks);
        packs.named = (fewest, fewest);
        for (players, ranks) in rows {
            packs = packs.with_pack_for_at_least(players, ranks);
            packs.named.1 = players;
        }
        Ok(packs)
    }

    fn form() -> ValueForm {
        let ranks = ValueForm::Words("the ranks of a suit, such as `8-A` or `2-7 J-A`");
        let by_players = ValueForm::Map("the smallest number of players", Box::new(ranks.clone()));
        ValueForm::Either(vec![ranks, by_players])
    }
}

/// Reads a key that is a number of players.
fn number_of_players(key: &str) -> Result<u8, DataError> {
    match key.parse::<u8>() {
        // Another way to write a number, such as `03`, could name it twice.
        Ok(players)
            if (2..=MOST_SEATS).contains(&usize::from(players)) && players.to_string() == key =>
        {
            Ok(players)
        }
        _ => Err(DataError::unexpected(
            "numbers of players",
            format!("`{key}`"),
        )),
    }
}

/// Reads a set of ranks, such as `7-A` or `2 7-A`.
fn read_ranks(value: &TomlValue) -> Result<RankSet, DataError> {
    <&str>::from_toml(value)?
        .split_whitespace()
        .try_fold(RankSet::NONE, |all, word| {
            let (from, to) = word.split_once('-').unwrap_or((word, word));
            let expectation = "ranks, such as `7-A`";
            let (from, to) = (read_rank(from, expectation)?, read_rank(to, expectation)?);
            Ok(Rank::ALL
                .into_iter()
                .filter(|rank| (from..=to).contains(rank))
                .fold(all, RankSet::with))
        })
}

/// Reads the sign of a rank.
fn read_rank(sign: &str, expectation: &str) -> Result<Rank, DataError> {
    Rank::from_sign(sign).ok_or_else(|| DataError::unexpected(expectation, format!("`{sign}`")))
}

data! {
    impl PackRanksByPlayers
    |packs| says: {
        let all = &packs.by_players;
        let last_change = (1..all.len()).rev().find(|players| all[*players] != all[players - 1]);
        let row = |players| format!("{players} players: {} cards", packs.pack(players).len());
        let fewest = if packs.named.0 == 0 { 3 } else { packs.named.0 };
        match last_change {
            None => format!("{} cards", packs.pack(3).len()),
            Some(last) => (fewest..=last as u8).map(row).collect::<Vec<_>>().join("; "),
        }
    },
    others: all_except(packs, &[Rank::Seven, Rank::Two, Rank::Nine].map(|lowest| PackRanksByPlayers::same_for_all(RankSet::from(lowest))));
}

/// The order of the ranks of a suit, with the ranks that beat each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankOrder {
    high_to_low: [Rank; 13],
    above: [RankSet; 13],
}

impl RankOrder {
    /// The order of today: ace, king, queen, jack, ten and so on.
    pub const ACE_HIGH: RankOrder = RankOrder::new([
        Ace, King, Queen, Jack, Ten, Nine, Eight, Seven, Six, Five, Four, Three, Two,
    ]);

    /// The Spanish order of forty cards, in which a three counts as a king and a two as an ace.
    pub const EIGHT_KINGS: RankOrder = RankOrder::new([
        King, Three, Queen, Jack, Seven, Six, Five, Four, Ace, Two, Ten, Nine, Eight,
    ])
    .with_rank_counted_as(Three, King)
    .with_rank_counted_as(Two, Ace);

    /// The Spanish order of forty cards, in which each rank counts as itself.
    pub const FOUR_KINGS: RankOrder = RankOrder::new([
        King, Queen, Jack, Seven, Six, Five, Four, Three, Two, Ace, Ten, Nine, Eight,
    ]);

    /// The old French order, in which the ace stands below the jack.
    pub const KING_HIGH: RankOrder = RankOrder::new([
        King, Queen, Jack, Ace, Ten, Nine, Eight, Seven, Six, Five, Four, Three, Two,
    ]);

    /// The Spanish order in which the three stands next to the ace; eight, nine and ten are in no Spanish pack.
    pub const SPANISH: RankOrder = RankOrder::new([
        Ace, Three, King, Queen, Jack, Seven, Six, Five, Four, Two, Ten, Nine, Eight,
    ]);

    /// Returns the order of these ranks, from the highest down.
    pub const fn new(high_to_low: [Rank; 13]) -> RankOrder {
        let mut above = [RankSet::NONE; 13];
        let mut higher = RankSet::NONE;
        let mut at = 0;
        while at < 13 {
            above[high_to_low[at] as usize] = higher;
            higher = higher.with(high_to_low[at]);
            at += 1;
        }
        RankOrder { high_to_low, above }
    }

    /// Returns the order in which a rank counts as a higher one: a three as a king.
    pub const fn with_rank_counted_as(mut self, rank: Rank, higher_rank: Rank) -> RankOrder {
        self.above[rank as usize] = self.above[higher_rank as usize];
        self
    }

    /// Returns the rank as which a rank counts: itself, or the highest of its equals.
    pub fn counts_as(&self, rank: Rank) -> Rank {
        self.high_to_low[self.index_from_top(rank) as usize]
    }

    /// Returns the cards of the same suit that beat a card.
    pub fn cards_above(&self, card: Card) -> CardSet {
        CardSet::of_same_suit(card, self.above[card.rank() as usize])
    }

    /// Returns the number of ranks above one; 0 for the highest.
    pub fn index_from_top(&self, rank: Rank) -> u32 {
        self.above[rank as usize].len()
    }

    /// Returns the ranks from the highest down.
    pub fn ranks(&self) -> [Rank; 13] {
        self.high_to_low
    }

    /// Describes the order of the ranks that a pack has: `K Q J A 10 9 8 7`; equal ones as `K=3`.
    ///
    /// ```
    /// use mouche::cards::{Rank, RankSet, CardSet};
    ///
    /// let order = mouche::editions::ALL[0].rank.value;
    /// assert_eq!(order.describe_for_pack(CardSet::pack(RankSet::from(Rank::Eight))), "K Q J A 10 9 8");
    /// ```
    pub fn describe_for_pack(&self, pack: CardSet) -> String {
        let mut words = String::new();
        let mut last = None;
        for rank in self.high_to_low {
            let counts_as_last =
                last.replace(self.index_from_top(rank)) == Some(self.index_from_top(rank));
            if pack.has(Card::new(rank, Suit::Spades)) {
                let before = if counts_as_last { "=" } else { " " };
                words.extend([if words.is_empty() { "" } else { before }, rank.sign()]);
            }
        }
        words
    }

    /// Returns the cards of a set suit by suit, each from its highest down.
    pub fn sort_cards_by_suit(&self, set: CardSet) -> Vec<Card> {
        let all = Suit::ALL
            .into_iter()
            .flat_map(|suit| self.high_to_low.map(|rank| Card::new(rank, suit)));
        all.filter(|card| set.has(*card)).collect()
    }
}

/// Reads ranks from the highest down: `K Q J A 10`; `K=3` where a rank counts as another. The others come below, by face.
impl FromToml for RankOrder {
    fn from_toml(told: &TomlValue) -> Result<RankOrder, DataError> {
        let mut order = Vec::new();
        let mut equal = Vec::new();
        for word in <&str>::from_toml(told)?.split_whitespace() {
            let first = order.len();
            for sign in word.split('=') {
                let expectation =
                    "ranks from the highest down with the English letters, such as `A K Q J 10`";
                order.push(read_rank(sign, expectation)?);
            }
            equal.extend(order[first + 1..].iter().map(|rank| (*rank, order[first])));
        }
        let others: Vec<Rank> = Rank::ALL
            .into_iter()
            .rev()
            .filter(|rank| !order.contains(rank))
            .collect();
        order.extend(others);
        let order = order
            .try_into()
            .map(RankOrder::new)
            .map_err(|_| expected("each rank once", told))?;
        Ok(equal.into_iter().fold(order, |order, (rank, to)| {
            order.with_rank_counted_as(rank, to)
        }))
    }

    fn form() -> ValueForm {
        ValueForm::Words(
            "ranks from the highest down: `K Q J A 10`; `K=3` for a rank that counts as another",
        )
    }
}

data! {
    impl RankOrder
    |order| says: order.describe_for_pack(CardSet::pack(RankSet::from(Rank::Two))),
    others: match *order {
        RankOrder::EIGHT_KINGS => vec![RankOrder::FOUR_KINGS],
        RankOrder::FOUR_KINGS => vec![RankOrder::EIGHT_KINGS],
        _ => all_except(order, &[RankOrder::ACE_HIGH, RankOrder::KING_HIGH]),
    };

    /// A card that is a trump in every deal, and the rank of the trump suit just above it.
    #[derive(Hash)]
    pub struct CardPromotedToTrump { pub card: Card, pub under: Rank }

    /// The card that is a trump in every deal, if there is one.
    #[derive(Hash)]
    pub maybe Promoted(CardPromotedToTrump)
    |promotion| says: format!("the {}, always a trump, just below the {}", promotion.card.name(), promotion.under.name()),
    others: [None, Some(CardPromotedToTrump { under: Rank::King, ..promotion })];

    /// A kind of chip and its worth in the smallest kind.
    pub struct ChipDenomination { pub name: &'static str, pub chips: i64 }

    /// The kinds of chips, from the smallest.
    pub struct ChipDenominations(pub &'static [ChipDenomination]);
    |kinds| says: match kinds.0 {
        [] => "the source names no kinds".into(),
        kinds => kinds.iter().map(|kind| format!("{} = {}", kind.name, kind.chips)).collect::<Vec<_>>().join(", "),
    },
    absent: kinds.0.is_empty();

    /// An amount that everyone takes, in chips.
    pub struct StartingChips(pub i64);
    |chips| says: format!("{} each", amount_of(chips.0, "chip")),
    absent: chips.0 == 0,
    others: if chips.0 == 0 { Vec::new() } else { vec![StartingChips(chips.0 + 1)] };

    /// The number of cards in a hand, which is the number of tricks; the packets in which they are dealt; and the time at
    /// which a card is turned up, if that is not after the deal.
    pub struct DealPackets { pub hand: u8, pub ways: &'static [&'static [u8]], pub turn_after: Option<EarlyTurnUp> }
    |packets| says: {
        let way = |packets: &&[u8]| packets.iter().map(u8::to_string).collect::<Vec<_>>().join("+");
        let ways = packets.ways.iter().map(way).collect::<Vec<_>>().join(" or ");
        let turn = packets.turn_after.map_or(String::new(), |turned| {
            let bids = if turned.bids { ", and the others are dealt when all have declared" } else { "" };
            format!("; a card is turned up after {}{bids}", turned.cards)
        });
        format!("{} cards each, {ways}{turn}", packets.hand)
    },
    others: values_with_one_change(packets, &[|packets| packets.hand -= 1]);

    /// A card that is turned up after so many cards of a hand, and whether all declare before the others are dealt.
    pub struct EarlyTurnUp { pub cards: u8, pub bids: bool }

    /// The stake before a deal: its payers, the chips that each puts in, and whether only the first deal of a game has one.
    pub struct Stake { pub by: StakeBy, pub chips: i64, pub once: bool }
    |stake| says: {
        let when = if stake.once { ", before the first deal" } else { "" };
        format!("{} {}{when}", amount_of(stake.chips, "chip"), stake.by.words())
    },
    others: values_with_one_change(stake, &[|stake| stake.chips *= 2]);
}

impl TurnOwner {
    /// Returns whether the dealer must take the turn-up in the first deal of a game, before they exchange.
    pub const fn must_dealer_take_in_first_deal(self) -> bool {
        matches!(
            self,
            TurnOwner::DealerAtFirst | TurnOwner::DealerAtFirstAndLater
        )
    }
}

impl ChipDenominations {
    /// Returns a sum in as few chips as possible, the largest first: `9 contrats, 19 fiches`. Empty where there is one kind
    /// of chip, nothing to count, or a debt.
    ///
    /// ```
    /// use mouche::rules::{ChipDenomination, ChipDenominations};
    ///
    /// const KINDS: &[ChipDenomination] = &[ChipDenomination { name: "jeton", chips: 1 }, ChipDenomination { name: "fiche", chips: 5 }];
    /// assert_eq!(ChipDenominations(KINDS).count(106), "21 fiches, 1 jeton");
    /// assert_eq!((ChipDenominations(KINDS).count(-3), ChipDenominations(&[]).count(30)), (String::new(), String::new()));
    /// ```
    pub fn count(self, chips: i64) -> String {
        let mut rest = chips.max(0);
        let mut counts = Vec::new();
        for kind in self.0.iter().rev() {
            let count = rest / kind.chips;
            rest %= kind.chips;
            if count > 0 {
                counts.push(count_of(count as usize, kind.name));
            }
        }
        counts.join(", ")
    }
}

impl Stake {
    /// Returns the chips that the stake brings into the pool of a deal.
    pub fn chips_for_deal(self, seats: u8, is_first: bool) -> i64 {
        if self.once && !is_first {
            return 0;
        }
        match self.by {
            StakeBy::Dealer => self.chips,
            StakeBy::Each => self.chips * i64::from(seats),
        }
    }

    /// Returns whether a player pays the stake of a deal in which it is due.
    pub fn is_paid_by(self, is_dealer: bool) -> bool {
        is_dealer || self.by == StakeBy::Each
    }
}
