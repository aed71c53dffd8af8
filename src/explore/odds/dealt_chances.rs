//! The chances of what one player, or all players, are dealt.

use super::{ExactChance, binomial};
use crate::cards::{Card, CardSet, Suit};
use crate::engine::Trumps;
use crate::rules::{
    ClauseId, ClauseLookup, DealCondition, FlushCards, TrickRules, TurnCard, TurnedTrump, WildCard,
};
use std::array::from_fn;
use std::collections::BTreeMap;

/// A deal of an edition to a number of players, for chances to be counted over.
#[derive(Clone, Copy, Debug)]
pub struct DealToCountChances<'a> {
    rules: &'a TrickRules,
    pack: CardSet,
    /// The number of players.
    pub seats: u8,
    pub(super) hand_size: usize,
    /// True if the top card counts as any suit in a flush.
    pub(super) is_top_card_wild: bool,
}

/// The number of cards of each suit without the top card, and whether the top card is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SuitCounts {
    suits: [usize; 4],
    has_top_card: bool,
}

impl SuitCounts {
    fn total(self) -> usize {
        self.suits.iter().sum::<usize>() + usize::from(self.has_top_card)
    }

    fn without(self, taken: SuitCounts) -> SuitCounts {
        SuitCounts {
            suits: from_fn(|suit| self.suits[suit] - taken.suits[suit]),
            has_top_card: self.has_top_card && !taken.has_top_card,
        }
    }

    /// Returns in how many ways cards with these counts can be taken.
    fn ways_to_take(self, taken: SuitCounts) -> u128 {
        let mut ways = 1;
        for (cards, count) in self.suits.into_iter().zip(taken.suits) {
            ways *= binomial(cards, count);
        }
        ways
    }

    /// Returns the counts of all hands of a size that can be taken.
    fn hands_of_size(self, size: usize) -> Vec<SuitCounts> {
        let nothing = SuitCounts {
            suits: [0; 4],
            has_top_card: false,
        };
        let mut hands = vec![nothing];
        if self.has_top_card {
            hands.push(SuitCounts {
                has_top_card: true,
                ..nothing
            });
        }
        for suit in 0..4 {
            let mut longer = Vec::new();
            for hand in hands {
                for count in 0..=self.suits[suit].min(size - hand.total()) {
                    let mut with_suit = hand;
                    with_suit.suits[suit] = count;
                    longer.push(with_suit);
                }
            }
            hands = longer;
        }
        hands.retain(|hand| hand.total() == size);
        hands
    }
}

impl<'a> DealToCountChances<'a> {
    /// Returns the deal of an edition to a number of players.
    pub fn new(rules: &'a TrickRules, seats: u8) -> DealToCountChances<'a> {
        DealToCountChances {
            rules,
            pack: rules.pack.value.pack(seats),
            seats,
            hand_size: usize::from(rules.deal_packets.value.hand),
            is_top_card_wild: rules.flush_wild.value == WildCard::TopCard,
        }
    }

    /// Returns the same deal, with or without a top card that counts as any suit in a flush.
    pub fn with_wild_top_card(self, is_top_card_wild: bool) -> DealToCountChances<'a> {
        DealToCountChances {
            is_top_card_wild,
            ..self
        }
    }

    /// Returns the number of cards in the pack.
    pub fn pack_size(&self) -> usize {
        self.pack.len()
    }

    /// Returns whether the pack has a card that can count as any suit in a flush.
    pub fn has_top_card(&self) -> bool {
        !self.top_card().is_empty()
    }

    /// Returns whether the card turned up is the dealer's last.
    pub(super) fn is_turn_up_dealers(&self) -> bool {
        self.rules.turn_card.value == TurnCard::DealersLast
    }

    fn top_card(&self) -> CardSet {
        self.rules.pam_card.value.set() & self.pack
    }

    fn counts_of(&self, cards: CardSet) -> SuitCounts {
        let top_card = self.top_card();
        SuitCounts {
            suits: Suit::ALL.map(|suit| ((cards & CardSet::of_suit(suit)) - top_card).len()),
            has_top_card: !(top_card & cards).is_empty(),
        }
    }

    fn ways_to_deal_hand(&self, cards: usize) -> u128 {
        binomial(cards, self.hand_size)
    }

    /// Returns the chance that one player is dealt a flush.
    ///
    /// ```
    /// let dealing = mouche::explore::odds::DealToCountChances::new(mouche::editions::built_in_trick_editions().next().expect("an edition"), 4);
    /// assert_eq!((dealing.pack_size(), dealing.flush_chance().to_string()), (36, "1/748".to_owned()));
    /// ```
    pub fn flush_chance(&self) -> ExactChance {
        ExactChance::from_integer(1) - self.no_flush_chance(1)
    }

    /// Returns the chance that any player at the table is dealt a flush.
    pub fn flush_at_table_chance(&self) -> ExactChance {
        ExactChance::from_integer(1) - self.no_flush_chance(self.seats)
    }

    /// Returns the chance that none of some players is dealt a flush.
    fn no_flush_chance(&self, players: u8) -> ExactChance {
        let mut all_ways = 1;
        for dealt_before in 0..usize::from(players) {
            all_ways *= self.ways_to_deal_hand(self.pack_size() - dealt_before * self.hand_size);
        }
        let left = self.counts_of(self.pack);
        let ways = self.ways_without_flush(left, players, &mut BTreeMap::new());
        ExactChance::new(ways, all_ways)
    }

    /// Returns in how many ways hands can be dealt to some players, none of them a flush.
    fn ways_without_flush(
        &self,
        mut left: SuitCounts,
        players: u8,
        counted: &mut BTreeMap<(SuitCounts, u8), u128>,
    ) -> u128 {
        if players == 0 {
            return 1;
        }
        // Here the suits may stand for each other. In one order, fewer cases are counted.
        if self.is_top_card_wild || !left.has_top_card {
            left.suits.sort_unstable();
        }
        if let Some(ways) = counted.get(&(left, players)) {
            return *ways;
        }
        let mut ways = 0;
        for hand in left.hands_of_size(self.hand_size) {
            if !self.is_flush(hand) {
                let rest = left.without(hand);
                ways +=
                    left.ways_to_take(hand) * self.ways_without_flush(rest, players - 1, counted);
            }
        }
        counted.insert((left, players), ways);
        ways
    }

    fn is_flush(&self, hand: SuitCounts) -> bool {
        Suit::ALL
            .into_iter()
            .any(|suit| self.flush_cards(hand, suit) == self.hand_size)
    }

    /// Returns how many cards of a hand belong to a flush of a suit.
    fn flush_cards(&self, hand: SuitCounts, suit: Suit) -> usize {
        let has_top_card = hand.has_top_card && self.top_card_counts_as(suit);
        hand.suits[suit as usize] + usize::from(has_top_card)
    }

    fn top_card_counts_as(&self, suit: Suit) -> bool {
        self.is_top_card_wild || self.top_card().only_suit() == Some(suit)
    }

    /// Returns the chance that a player has a flush who keeps their longest suit, with a wild top card, and changes the
    /// other cards, if they may change so many: any flush, or one with the top card. `None` if there is no such flush.
    pub fn flush_chance_keeping_longest(&self, needs_top_card: bool) -> Option<ExactChance> {
        let can_be_drawn = self.rules.has_subject_of(ClauseId::FlushWhat)
            && self.rules.flush_pat.value == FlushCards::Anyhow;
        let can_have_top_card = self.is_top_card_wild && self.has_top_card();
        if !can_be_drawn || needs_top_card && !can_have_top_card {
            return None;
        }
        Some(self.mean_over_turn_ups(|_, left| {
            let counts = self.counts_of(left);
            let mut sum = ExactChance::from_integer(0);
            for hand in counts.hands_of_size(self.hand_size) {
                let chance = self.chance_to_complete_longest(hand, counts, needs_top_card);
                sum += chance * counts.ways_to_take(hand);
            }
            sum / self.ways_to_deal_hand(left.len())
        }))
    }

    /// Returns the chance to complete a flush of the longest suit of a hand that was dealt from some cards.
    fn chance_to_complete_longest(
        &self,
        hand: SuitCounts,
        dealt_from: SuitCounts,
        needs_top_card: bool,
    ) -> ExactChance {
        let mut best = (0, ExactChance::from_integer(0));
        for suit in Suit::ALL {
            let kept = self.flush_cards(hand, suit);
            let chance = self.chance_to_draw_rest(suit, hand, dealt_from, needs_top_card);
            best = best.max((kept, chance));
        }
        best.1
    }

    /// Returns the chance to draw all cards that a hand lacks to a flush of a suit.
    fn chance_to_draw_rest(
        &self,
        suit: Suit,
        hand: SuitCounts,
        dealt_from: SuitCounts,
        needs_top_card: bool,
    ) -> ExactChance {
        let unseen = dealt_from.without(hand);
        let draws = self.hand_size - self.flush_cards(hand, suit);
        let max_draws = usize::from(self.rules.exchange_once.value.most);
        if draws > max_draws || draws > unseen.total() {
            return ExactChance::from_integer(0);
        }
        let fitting = self.flush_cards(unseen, suit);
        let mut ways = binomial(fitting, draws);
        if needs_top_card && !hand.has_top_card {
            // Flushes without the top card do not count.
            ways -= binomial(unseen.suits[suit as usize], draws);
        }
        ExactChance::new(ways, binomial(unseen.total(), draws))
    }

    /// Returns the chance that one player is dealt a flush of the suit turned up. If the dealer holds the
    /// turn-up, this player is not the dealer.
    pub fn trump_flush_chance(&self) -> ExactChance {
        self.mean_over_turn_ups(|turned_card, left| {
            let counts = self.counts_of(left);
            let suit = turned_card.suit();
            let cards = counts.suits[suit as usize];
            let mut ways = binomial(cards, self.hand_size);
            if counts.has_top_card && self.top_card_counts_as(suit) {
                ways += binomial(cards, self.hand_size - 1);
            }
            ExactChance::new(ways, self.ways_to_deal_hand(left.len()))
        })
    }

    /// Returns the chance that one player is dealt this number of trumps, the top card counted as one. If
    /// the dealer holds the turn-up, this player is not the dealer.
    pub fn trump_count_chance(&self, trumps: usize) -> ExactChance {
        self.mean_over_turn_ups(|turned_card, left| {
            let all_trumps = Trumps::for_suit(self.rules, turned_card.suit()).cards;
            let left_trumps = (left & all_trumps).len();
            let ways = binomial(left_trumps, trumps)
                * binomial(left.len() - left_trumps, self.hand_size - trumps);
            ExactChance::new(ways, self.ways_to_deal_hand(left.len()))
        })
    }

    /// Returns the suit that forces everyone to play when it is turned up, and the chance that it is.
    pub fn forced_play_suit_and_chance(&self) -> Option<(Suit, ExactChance)> {
        for condition in self.rules.forced.value.0 {
            if let DealCondition::Trump(suit) = condition {
                let cards = (self.pack & CardSet::of_suit(*suit)).len() as u128;
                return Some((*suit, ExactChance::new(cards, self.pack_size() as u128)));
            }
        }
        None
    }

    /// Returns the mean of a chance over the cards that can be turned up. `chance` is given the card and all others.
    ///
    /// Where the dealer who turns the top card names trumps, that card is left out: what they name depends on their hand.
    fn mean_over_turn_ups(&self, chance: impl Fn(Card, CardSet) -> ExactChance) -> ExactChance {
        let cards = if self.rules.pam_names.value == TurnedTrump::DealerNames {
            self.pack - self.top_card()
        } else {
            self.pack
        };
        let mut sum = ExactChance::from_integer(0);
        for card in cards {
            sum += chance(card, self.pack.without(card));
        }
        sum / cards.len() as u128
    }

    /// Returns the chance that one player is dealt all these cards.
    pub fn chance_of_all(&self, cards: CardSet) -> ExactChance {
        if cards.len() > self.hand_size || !cards.is_within(self.pack) {
            return ExactChance::from_integer(0);
        }
        let ways = binomial(self.pack_size() - cards.len(), self.hand_size - cards.len());
        ExactChance::new(ways, self.ways_to_deal_hand(self.pack_size()))
    }

    /// Returns the chance that no other player is dealt a card that follows suit and beats this card, for a player who holds
    /// these cards and sees the turn-up. If the dealer holds the turn-up, it is one of the cards dealt.
    pub fn unbeaten_in_suit_chance(
        &self,
        card: Card,
        held: CardSet,
        turned_card: Card,
    ) -> ExactChance {
        let trumps = Trumps::for_suit(self.rules, turned_card.suit());
        let unseen = (self.pack - held).without(turned_card);
        let higher = trumps.cards_beating(&self.rules.rank.value, card);
        let all_beating = higher & trumps.same_suit_cards(card);
        let is_turn_up_dealt = self.is_turn_up_dealers();
        if is_turn_up_dealt && all_beating.has(turned_card) {
            return ExactChance::from_integer(0);
        }
        let beating = all_beating & unseen;
        let dealt = self.hand_size * usize::from(self.seats - 1) - usize::from(is_turn_up_dealt);
        ExactChance::new(
            binomial(unseen.len() - beating.len(), dealt),
            binomial(unseen.len(), dealt),
        )
    }
}
