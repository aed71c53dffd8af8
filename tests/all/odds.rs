//! Counted chances against the fractions of the literature, full enumeration, and what the engine deals.

use crate::test_extent;
use mouche::cards::{Card, CardSet, PerSeat, Rank, RankSet, Seat, Suit};
use mouche::editions::{built_in_trick_editions, trick_edition};
use mouche::engine::{DealState, TableBetweenDeals, Trumps};
use mouche::explore::odds::{
    DealToCountChances, ExactChance, Mean, Proportion, binomial, labelled_deal_chances,
    simulate_strategy_sessions, try_plans,
};
use mouche::explore::strategy::NEVER_FOLDS;
use mouche::explore::{DeclarationPlan, RandomPlayer, simulate_random_sessions};
use mouche::rules::{PackRanksByPlayers, TrickRules, TurnCard, WildCard};
use std::collections::BTreeSet;

/// An edition with another pack.
fn with_pack(edition: &str, lowest: Rank) -> TrickRules {
    let mut rules = *trick_edition(edition).expect("an edition");
    rules.pack.value = PackRanksByPlayers::same_for_all(RankSet::from(lowest));
    rules
}

fn fraction(numerator: u128, denominator: u128) -> ExactChance {
    ExactChance::new(numerator, denominator)
}

const PACKS: [(Rank, usize); 6] = [
    (Rank::Eight, 28),
    (Rank::Seven, 32),
    (Rank::Six, 36),
    (Rank::Five, 40),
    (Rank::Three, 48),
    (Rank::Two, 52),
];

#[test]
fn one_flush_by_pack() {
    let known = [
        (1, 1170),
        (1, 899),
        (1, 748),
        (14, 9139),
        (0, 0),
        (33, 16660),
    ];
    for ((lowest, cards), (numerator, denominator)) in PACKS.into_iter().zip(known) {
        let rules = with_pack("mouche-1718", lowest);
        let dealing = DealToCountChances::new(&rules, 4);
        assert_eq!(dealing.pack_size(), cards);
        assert_eq!(
            dealing.flush_chance(),
            fraction(4 * binomial(cards / 4, 5), binomial(cards, 5))
        );
        assert!(
            denominator == 0 || dealing.flush_chance() == fraction(numerator, denominator),
            "{cards}: {}",
            dealing.flush_chance()
        );
    }
}

#[test]
fn a_top_card_of_every_suit_makes_more_flushes() {
    for (lowest, wild) in [
        (Rank::Seven, fraction(1, 464)),
        (Rank::Two, fraction(11, 3920)),
    ] {
        let rules = with_pack("boussac-1896", lowest);
        assert_eq!(DealToCountChances::new(&rules, 4).flush_chance(), wild);
        let plain = with_pack("mouche-1718", lowest);
        assert_eq!(
            DealToCountChances::new(&rules, 4)
                .with_wild_top_card(false)
                .flush_chance(),
            DealToCountChances::new(&plain, 4).flush_chance()
        );
    }
}

#[test]
fn the_flush_of_trumps_and_the_hand_without_one() {
    let known = [
        (Rank::Seven, fraction(1, 8091), fraction(2024, 8091)),
        (Rank::Two, fraction(66, 195_755), fraction(27_417, 111_860)),
    ];
    for (lowest, flush, none) in known {
        let rules = with_pack("mouche-1718", lowest);
        let dealing = DealToCountChances::new(&rules, 4);
        assert_eq!(
            (dealing.trump_flush_chance(), dealing.trump_count_chance(0)),
            (flush, none)
        );
    }
}

#[test]
fn at_least_one_flush_at_the_table() {
    let eight = with_pack("mouche-1718", Rank::Seven);
    assert_eq!(
        DealToCountChances::new(&eight, 4).flush_at_table_chance(),
        fraction(495_630_836, 111_740_844_501)
    );
    let percent = |rules: &TrickRules, seats| {
        let chance = DealToCountChances::new(rules, seats).flush_at_table_chance();
        100.0 * *chance.numer() as f64 / *chance.denom() as f64
    };
    let full = with_pack("mouche-1718", Rank::Two);
    for (seats, known) in [(2, 0.39565), (4, 0.78929), (5, 0.98535), (6, 1.18092)] {
        assert!(
            (percent(&full, seats) - known).abs() < 6e-6,
            "{seats}: {}",
            percent(&full, seats)
        );
    }
    let edition = trick_edition("mouche-1718").expect("an edition");
    for (seats, known) in [(3, 0.25593), (4, 0.53298), (5, 0.92048), (6, 1.18092)] {
        assert!(
            (percent(edition, seats) - known).abs() < 6e-6,
            "{seats}: {}",
            percent(edition, seats)
        );
    }
}

/// The exact chance of one flush at least, by inclusion and exclusion over disjoint hands: another way to count.
fn by_exclusion(suits: [usize; 4], hand: usize, seats: usize) -> ExactChance {
    let mut chance = ExactChance::from_integer(0);
    let mut less = ExactChance::from_integer(0);
    let cards: usize = suits.iter().sum();
    for k in 1..=seats {
        let all: u128 = (0..k).map(|i| binomial(cards - hand * i, hand)).product();
        let term = ExactChance::new(binomial(seats, k) * all_flushes(suits, hand, k), all);
        if k % 2 == 1 {
            chance += term
        } else {
            less += term
        }
    }
    chance - less
}

fn all_flushes(left: [usize; 4], hand: usize, seats: usize) -> u128 {
    if seats == 0 {
        return 1;
    }
    let one = |suit: usize| {
        let mut rest = left;
        rest[suit] -= hand;
        binomial(left[suit], hand) * all_flushes(rest, hand, seats - 1)
    };
    (0..4).filter(|suit| left[*suit] >= hand).map(one).sum()
}

#[test]
fn two_ways_to_count_agree() {
    let mut counted = BTreeSet::new();
    for edition in built_in_trick_editions() {
        let hand = usize::from(edition.deal_packets.value.hand);
        for seats in edition.players.value.from..=edition.players.value.to {
            let plain = DealToCountChances::new(edition, seats).with_wild_top_card(false);
            // More hands than six are not counted together, and what is dealt alike is counted once.
            if seats <= if test_extent::are_all_wanted() { 6 } else { 5 }
                && counted.insert((plain.pack_size(), plain.has_top_card(), hand, seats))
            {
                let known = by_exclusion([plain.pack_size() / 4; 4], hand, usize::from(seats));
                assert_eq!(plain.flush_at_table_chance(), known, "{}", edition.id);
            }
            let all: ExactChance = (0..=hand)
                .map(|trumps| plain.trump_count_chance(trumps))
                .sum();
            assert_eq!(all, ExactChance::from_integer(1), "{}", edition.id);
        }
    }
}

/// Every hand of so many more cards of these, beside those it has.
fn every_hand(cards: &[Card], more: usize, hand: CardSet, look: &mut impl FnMut(CardSet)) {
    if more == 0 {
        return look(hand);
    }
    for (at, card) in cards.iter().enumerate() {
        every_hand(&cards[at + 1..], more - 1, hand.with(*card), look);
    }
}

/// What is counted over all hands of five cards, and over all cards turned beside each.
#[derive(Default)]
struct CountedHands {
    hands: u128,
    flushes: u128,
    turned_cards: u128,
    /// Hands with a turned card that makes them a flush of trumps.
    trump_flushes: u128,
    /// Hands with a turned card, by how many trumps they then have.
    by_trumps: [u128; 6],
}

/// Counts the hands of a pack of 32 cards.
fn count_every_hand(rules: &TrickRules) -> CountedHands {
    let (pack, top) = (rules.pack.value.pack(4), rules.pam_card.value.set());
    let wild = rules.flush_wild.value == WildCard::TopCard;
    let suit = |hand: CardSet| {
        hand.only_suit()
            .or_else(|| if wild { (hand - top).only_suit() } else { None })
    };
    let mut counted = CountedHands::default();
    let cards: Vec<Card> = pack.into_iter().collect();
    every_hand(&cards, 5, CardSet::EMPTY, &mut |hand| {
        counted.hands += 1;
        counted.flushes += u128::from(suit(hand).is_some());
        for trump in Suit::ALL {
            // The dealer names trumps who turns the top card: it is not counted among the cards turned.
            let cards = ((pack & CardSet::of_suit(trump)) - hand - top).len() as u128;
            counted.turned_cards += cards;
            if suit(hand) == Some(trump) {
                counted.trump_flushes += cards;
            }
            counted.by_trumps[(hand & Trumps::for_suit(rules, trump).cards).len()] += cards;
        }
    });
    counted
}

#[test]
fn all_hands_of_thirty_two_cards_agree() {
    let mut wild_with_names = *trick_edition("boussac-1896").expect("an edition");
    wild_with_names.pam_names = trick_edition("pamphile-1758")
        .expect("an edition")
        .pam_names;
    for rules in [
        with_pack("mouche-1718", Rank::Seven),
        with_pack("pamphile-1758", Rank::Seven),
        wild_with_names,
    ] {
        let counted = count_every_hand(&rules);
        let dealing = DealToCountChances::new(&rules, 4);
        assert_eq!((counted.hands, dealing.pack_size()), (201_376, 32));
        assert_eq!(
            dealing.flush_chance(),
            fraction(counted.flushes, counted.hands),
            "{}",
            rules.id
        );
        assert_eq!(
            dealing.trump_flush_chance(),
            fraction(counted.trump_flushes, counted.turned_cards),
            "{}",
            rules.id
        );
        for (count, ways) in counted.by_trumps.into_iter().enumerate() {
            assert_eq!(
                dealing.trump_count_chance(count),
                fraction(ways, counted.turned_cards),
                "{}, {count} trumps",
                rules.id
            );
        }
    }
}

#[test]
fn a_holding_is_one_of_so_many_hands() {
    let rules = trick_edition("mouche-1718").expect("an edition");
    let dealing = DealToCountChances::new(rules, 4);
    let hand: CardSet = dealing_hand(rules);
    assert_eq!(dealing.chance_of_all(hand), fraction(1, binomial(36, 5)));
    assert_eq!(
        dealing.chance_of_all(hand.nth(0).into_iter().collect()),
        fraction(5, 36)
    );
    let (king, turned) = (
        Card::new(Rank::King, Suit::Hearts),
        Card::new(Rank::Nine, Suit::Hearts),
    );
    let queen = Card::new(Rank::Queen, Suit::Hearts);
    assert_eq!(
        dealing.unbeaten_in_suit_chance(king, CardSet::from(king), turned),
        fraction(1, 1)
    );
    // Of 34 cards unseen the king is one, and 15 are with the others.
    assert_eq!(
        dealing.unbeaten_in_suit_chance(queen, CardSet::from(queen), turned),
        fraction(19, 34)
    );
}

#[test]
fn a_turn_up_in_the_dealers_hand_is_one_of_the_cards_dealt() {
    let mut rules = *trick_edition("mouche-1718").expect("an edition");
    rules.turn_card.value = TurnCard::DealersLast;
    let dealing = DealToCountChances::new(&rules, 4);
    let turned = Card::new(Rank::Nine, Suit::Hearts);
    let chance = |rank| {
        let card = Card::new(rank, Suit::Hearts);
        dealing.unbeaten_in_suit_chance(card, CardSet::from(card), turned)
    };
    // The nine is one of the 15 cards of the others, and beats the eight.
    assert_eq!(chance(Rank::Queen), fraction(20, 34));
    assert_eq!(chance(Rank::Eight), fraction(0, 1));
    let labels: Vec<String> = labelled_deal_chances(&rules, 4)
        .into_iter()
        .map(|(label, _)| label)
        .collect();
    for label in [
        "1 trump in a hand, but not the dealer's",
        "a mouche of the suit turned up, to one player who is not the dealer",
    ] {
        assert!(labels.iter().any(|own| own == label), "{labels:?}");
    }
}

fn dealing_hand(rules: &TrickRules) -> CardSet {
    RandomPlayer::new(1).random_subset(rules.pack.value.pack(4), 5)
}

#[test]
fn the_engine_deals_flushes_as_often_as_it_should() {
    let hands = 150_000 / test_extent::sample_step(10) as u64;
    let edition = trick_edition("mouche-1718").expect("the edition");
    for seats in edition.players.value.from..=edition.players.value.to {
        let chance = DealToCountChances::new(edition, seats).flush_at_table_chance();
        let chance = *chance.numer() as f64 / *chance.denom() as f64;
        let found =
            simulate_random_sessions(edition, seats, hands, 1718, |_| ()).hands_with_a_flush as f64;
        let (mean, deviation) = (
            hands as f64 * chance,
            (hands as f64 * chance * (1.0 - chance)).sqrt(),
        );
        assert!(
            (found - mean).abs() < 4.0 * deviation,
            "{seats} seats: {found} hands, {mean:.0} ± {deviation:.0} expected"
        );
    }
}

/// Ninety-five intervals of a hundred hold what they should.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let rules = trick_edition("mouche-1718").expect("the edition");
    let truth = DealToCountChances::new(rules, 3).trump_count_chance(0);
    let truth = *truth.numer() as f64 / *truth.denom() as f64;
    let holds = |seed: &u64| {
        let (mut cards, mut share) = (RandomPlayer::new(*seed), Proportion::default());
        let opened = DealState::at_table(&TableBetweenDeals::new(3, Seat(0), PerSeat::all(0)));
        for _ in 0..300 {
            let mouche::engine::TrickAct::Deal(deal) = cards.deal(rules, &opened) else {
                panic!("a deal")
            };
            let trumps =
                deal.hands[mouche::cards::Seat(0)] & CardSet::of_suit(deal.turned_card.suit());
            share.add_event(trumps.is_empty());
        }
        let (low, high) = share.interval();
        (low..=high).contains(&truth)
    };
    let held = (0..400).filter(holds).count();
    assert!((365..=394).contains(&held), "{held} of 400");
}

#[test]
fn a_trial_says_what_one_would_expect() {
    let rules = trick_edition("mouche-1718").expect("the edition");
    let found = try_plans(rules, 4, 3000, 1);
    assert_eq!(
        found,
        try_plans(rules, 4, 3000, 1),
        "the same seed, the same figures"
    );
    let gained = |trumps, plan| {
        found
            .plan_result(trumps, plan)
            .map_or(0.0, |row| row.gained.estimate())
    };
    assert!((0..3).all(|trumps| gained(trumps, DeclarationPlan::Fold) == 0.0));
    assert!(
        gained(0, DeclarationPlan::Stand) < gained(1, DeclarationPlan::Stand)
            && gained(1, DeclarationPlan::Stand) < gained(3, DeclarationPlan::Stand)
    );
    assert!(
        gained(1, DeclarationPlan::Stand) < gained(1, DeclarationPlan::Losers),
        "a change helps"
    );
    let shares: u64 = (0..=5)
        .filter_map(|trumps| found.plan_result(trumps, DeclarationPlan::Fold))
        .map(|row| row.gained.of)
        .sum();
    assert_eq!(shares, found.hands);
    // Trumps are dealt as often as was counted.
    let none = found
        .plan_result(0, DeclarationPlan::Fold)
        .map_or(0, |row| row.gained.of);
    let (low, high) = Proportion {
        hits: none,
        of: found.hands,
    }
    .interval();
    let counted = DealToCountChances::new(rules, 4).trump_count_chance(0);
    assert!(
        (low..=high).contains(&(*counted.numer() as f64 / *counted.denom() as f64)),
        "{low} to {high}"
    );
}

#[test]
fn a_ceiling_bites_where_there_is_one() {
    let cut = |edition: &str| {
        simulate_strategy_sessions(
            trick_edition(edition).expect("an edition"),
            5,
            &NEVER_FOLDS,
            60,
            1,
        )
    };
    let (free, capped) = (cut("mouche-1718"), cut("mery-1847"));
    assert!(
        free.cut.hits == 0 && capped.cut.hits > 0,
        "{free:?}\n{capped:?}"
    );
    assert!(free.largest > capped.largest && capped.largest <= 5 + 4 * 20);
    assert_eq!(
        (free.pools.len(), free.pools[0].estimate()),
        (15, 5.0),
        "three tours, and the first stake"
    );
}

#[test]
fn a_mean_has_its_width() {
    let mut mean = Mean::default();
    [1.0, 2.0, 3.0, 4.0, 5.0]
        .into_iter()
        .for_each(|result| mean.add_result(result));
    assert!(
        (mean.estimate() - 3.0).abs() < 1e-12
            && (mean.margin() - 1.959964 * 0.5f64.sqrt()).abs() < 1e-9
    );
}

/// Flushes drawn in so many deals, and those of them with the top card: a hand keeps its longest suit and the top card, the
/// fuller suit of two as long, and changes the rest.
fn count_drawn_flushes(rules: &TrickRules, deals: u64) -> (u64, u64) {
    let (pack, top) = (rules.pack.value.pack(4), rules.pam_card.value.set());
    let mut cards = RandomPlayer::new(7);
    let is_flush = |hand: CardSet| (hand - top).only_suit().is_some();
    let mut found = (0, 0);
    for _ in 0..deals {
        let hand = cards.random_subset(pack, 5);
        let turned = cards.random_subset(pack - hand, 1);
        let stock = pack - hand - turned;
        let of = |from: CardSet, suit: Suit| from & (CardSet::of_suit(suit) | top);
        let longest = Suit::ALL
            .into_iter()
            .max_by_key(|suit| (of(hand, *suit).len(), of(stock, *suit).len()));
        let kept = of(hand, longest.expect("a suit"));
        let changes = 5 - kept.len();
        let hand = kept | cards.random_subset(stock, changes);
        if is_flush(hand) && changes <= usize::from(rules.exchange_once.value.most) {
            found.0 += 1;
            found.1 += u64::from(!(hand & top).is_empty());
        }
    }
    found
}

#[test]
fn a_flush_is_drawn_as_often_as_is_counted() {
    for edition in ["loo-2008", "mistigri-1975", "moench-2005"] {
        let rules = trick_edition(edition).expect("an edition");
        let (deals, dealing) = (60_000, DealToCountChances::new(rules, 4));
        let (all, with_top) = count_drawn_flushes(rules, deals);
        for (found, with_top) in [(all, false), (with_top, true)] {
            let chance = dealing
                .flush_chance_keeping_longest(with_top)
                .expect("flushes are drawn");
            let mean = deals as f64 * *chance.numer() as f64 / *chance.denom() as f64;
            assert!(
                (found as f64 - mean).abs() < 4.0 * mean.sqrt(),
                "{edition}: {found}, {mean:.0} expected"
            );
        }
    }
}
