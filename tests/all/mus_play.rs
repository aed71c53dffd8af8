//! How Mus is played by the strategy: never refused, blind to what it may not know, and better than chance in every company.

use crate::mus::{agree_on_options, cards, rulesets};
use crate::test_extent;
use mouche::cards::{CardSet, Seat, SeatSet};
use mouche::explore::mus_strategy::{OCCASIONS, choose_rule};
use mouche::explore::odds::{
    AllMusHands, ExactChance as Odds, PHASES, Proportion, SeatAmongOpponents, binomial,
};
use mouche::mus::{
    MusAct, MusStage, MusState, MusTableBetweenDeals, RandomMusPlayer, apply, close_deal,
    hand_strength, open_deal, qualifies_for,
};
use mouche::rules::mus_values::{BettingPhase, Sides};
use mouche::rules::{Move, MusRules, OptionValue};
use std::collections::BTreeSet;

/// Rules of both games, with options: with `ALL=1` with each of them.
fn sampled_rulesets() -> impl Iterator<Item = MusRules> {
    rulesets()
        .into_iter()
        .enumerate()
        .filter(|(number, _)| test_extent::are_all_wanted() || number % 9 == 0)
        .map(|(_, rules)| rules)
}

/// Plays so many sessions to their end; those whom `plans` holds play by the strategy, the others by chance. In some deals a
/// card is seen. `look` sees every deal in which the strategy is asked. What it comes to: games that each side has won, or
/// rounds that each player has lost.
fn play_sessions(
    rules: &MusRules,
    seats: u8,
    sessions: u64,
    plans: fn(&MusRules, Seat, u64) -> bool,
    mut look: impl FnMut(&MusState, Move, &mut RandomMusPlayer),
) -> Proportion {
    let mut fared = Proportion::default();
    let is_pairs = rules.sides.value == Sides::Pairs;
    for seed in 0..sessions {
        let mut chance = RandomMusPlayer::new(seed);
        let mut table = MusTableBetweenDeals::new(rules, seats, chance.random_dealer(seats));
        while !table.is_session_over(rules) {
            let mut hand = open_deal(rules, &table);
            while hand.stage != MusStage::Over {
                if hand.stage == MusStage::AskingMus && chance.random_dealer(9) == Seat(0) {
                    apply(rules, &mut hand, MusAct::CardSeen, &mut Vec::new()).ok();
                }
                let planned = plans(rules, hand.mover, seed)
                    .then(|| choose_rule(rules, &hand))
                    .flatten();
                let act = match planned {
                    Some((_, does)) => {
                        look(&hand, does, &mut chance);
                        MusAct::Move(hand.mover, does)
                    }
                    None => chance.choose_act(rules, &hand),
                };
                let made = apply(rules, &mut hand, act, &mut Vec::new());
                assert_eq!(
                    made,
                    Ok(()),
                    "{} with {seats}: {act:?} of {hand:?}",
                    rules.id
                );
            }
            close_deal(rules, &hand, &mut table);
        }
        let counted = if is_pairs {
            table.games_won
        } else {
            table.rounds_lost
        };
        for seat in SeatSet::all(seats).iter() {
            (0..counted[seat]).for_each(|_| fared.add_event(plans(rules, seat, seed) == is_pairs));
        }
    }
    fared
}

/// One side plays by the strategy, another in each session.
fn is_on_strategy_side(rules: &MusRules, seat: Seat, session: u64) -> bool {
    let first = Seat((session % u64::from(rules.players.value.from)) as u8);
    MusState::first_seat_of_side(rules, seat) == MusState::first_seat_of_side(rules, first)
}

fn is_any_seat(_: &MusRules, _: Seat, _: u64) -> bool {
    true
}

/// All numbers of players that the rules allow.
fn player_counts(rules: &MusRules) -> impl Iterator<Item = u8> {
    rules.players.value.from..=rules.players.value.to
}

/// Of games the share that the side of the strategy wins; of rounds the share that one who plays by it does not lose,
/// where by chance all would lose as many.
#[test]
fn it_beats_chance_in_every_company() {
    for rules in sampled_rulesets() {
        for seats in player_counts(&rules) {
            let fared = play_sessions(&rules, seats, 40, is_on_strategy_side, |_, _, _| ());
            let is_pairs = rules.sides.value == Sides::Pairs;
            let chance = if is_pairs {
                0.5
            } else {
                1.0 - 1.0 / f64::from(seats)
            };
            let (low, _) = fared.interval();
            assert!(
                low > chance + (1.0 - chance) / 8.0,
                "{} with {seats}: {low} of {fared:?}, not {chance}",
                rules.id
            );
        }
    }
}

/// The deal with all that its mover does not see dealt anew.
fn redeal_unseen(hand: &MusState, chance: &mut RandomMusPlayer) -> MusState {
    let mut other = *hand;
    let mut unseen = hand.stock;
    let others = || hand.players.iter().filter(|seat| *seat != hand.mover);
    others().for_each(|seat| unseen = unseen | hand.hands[seat]);
    for seat in others() {
        let cards: CardSet = chance.random_subset(unseen, hand.hands[seat].len());
        (other.hands[seat], unseen) = (cards, unseen - cards);
    }
    other.stock = unseen;
    for (at, outcome) in other.outcomes.iter_mut().enumerate() {
        outcome.winner = outcome.winner.map(|_| Seat(at as u8 % hand.table.seats));
    }
    other
}

#[test]
fn it_sees_nothing_that_its_seat_does_not() {
    for rules in sampled_rulesets() {
        for seats in player_counts(&rules) {
            play_sessions(&rules, seats, 2, is_any_seat, |hand, does, chance| {
                let other = redeal_unseen(hand, chance);
                let again = choose_rule(&rules, &other).map(|(_, does)| does);
                assert_eq!(again, Some(does), "{hand:?}\n{other:?}");
            });
        }
    }
}

#[test]
fn every_rule_decides_somewhere_and_is_told_once() {
    let mut decided = BTreeSet::new();
    for rules in sampled_rulesets() {
        for seats in player_counts(&rules) {
            for plans in [is_any_seat, is_on_strategy_side] {
                play_sessions(&rules, seats, 12, plans, |hand, _, _| {
                    decided.extend(choose_rule(&rules, hand).map(|(rule, _)| rule.text));
                });
            }
        }
    }
    let told: Vec<&str> = OCCASIONS
        .iter()
        .flat_map(|occasion| occasion.rules)
        .map(|rule| rule.text)
        .collect();
    assert_eq!(told.len(), told.iter().collect::<BTreeSet<_>>().len());
    let idle: Vec<_> = told
        .iter()
        .filter(|text| !decided.contains(*text))
        .collect();
    assert!(idle.is_empty(), "no deal is decided by {idle:?}");
}

/// All hands of four among these cards.
fn hands_of_four(cards: CardSet) -> Vec<CardSet> {
    let all: Vec<_> = cards.into_iter().collect();
    let mut fours = Vec::new();
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            for c in b + 1..all.len() {
                fours.extend((c + 1..all.len()).map(|d| {
                    [a, b, c, d]
                        .into_iter()
                        .map(|at| all[at])
                        .collect::<CardSet>()
                }));
            }
        }
    }
    fours
}

/// Whether four cards are better than four others in a phase, or as good and before them; in the place of Jeu there is Point
/// where neither has it.
fn beats_in_phase(
    rules: &MusRules,
    phase: BettingPhase,
    own: CardSet,
    other: CardSet,
    is_before: bool,
) -> bool {
    let both_low = !qualifies_for(rules, BettingPhase::Jeu, own)
        && !qualifies_for(rules, BettingPhase::Jeu, other);
    let phase = if phase == BettingPhase::Jeu && both_low {
        BettingPhase::Point
    } else {
        phase
    };
    let worth = |cards| {
        if qualifies_for(rules, phase, cards) {
            hand_strength(rules, phase, cards) + 1
        } else {
            0
        }
    };
    worth(own) > worth(other) || (worth(own) == worth(other) && worth(own) > 0 && is_before)
}

#[test]
fn chances_against_one_are_those_of_all_hands_held_against_each_other() {
    let four = OptionValue::Word("four".into());
    let royal = OptionValue::Word("king".into());
    for (options, own) in [
        (vec![], "K♠ 3♥ 7♦ A♣"),
        (vec![("royal", royal)], "7♠ 7♥ 7♦ 3♣"),
        (vec![("kings", four)], "2♠ A♥ A♦ 4♣"),
        (vec![], "Q♠ 6♥ 5♦ 4♣"),
    ] {
        let rules = agree_on_options("mus-individual", &options);
        let (own, gone) = (cards(own), cards("J♠"));
        let others = hands_of_four(rules.pack.value.pack(2) - own - gone);
        for place in [SeatAmongOpponents::First, SeatAmongOpponents::Last]
            .into_iter()
            .step_by(test_extent::sample_step(2))
        {
            let found = AllMusHands::new(&rules).win_chances_after_discard(own | gone, gone, place);
            for (phase, found) in PHASES.into_iter().zip(found) {
                let is_won = |other: &&CardSet| {
                    beats_in_phase(
                        &rules,
                        phase,
                        own,
                        **other,
                        place == SeatAmongOpponents::First,
                    )
                };
                let won = others.iter().filter(is_won).count() as u128;
                assert_eq!(
                    found,
                    Odds::new(won, binomial(35, 4)),
                    "{phase:?} {place:?} of {own}"
                );
            }
        }
    }
}

/// Of three players who are against each other one alone is the best, wherever each of them sits: over all hands the chances
/// of the three places make one. That two of them are partners in the game changes nothing of what is counted.
#[test]
fn one_of_three_wins() {
    let sample = if test_extent::are_all_wanted() { 1 } else { 40 };
    let rules = agree_on_options("mus-pairs", &[]);
    let phases = AllMusHands::new(&rules);
    let whole = hands_of_four(rules.pack.value.pack(4));
    let places = [
        SeatAmongOpponents::First,
        SeatAmongOpponents::Between,
        SeatAmongOpponents::Last,
    ];
    let of = |own: CardSet| places.map(|place| phases.win_chances(own, CardSet::EMPTY, place));
    if sample == 1 {
        let mut by_kind: std::collections::BTreeMap<Vec<String>, (CardSet, u128)> =
            std::collections::BTreeMap::new();
        for own in &whole {
            let kind = |card: mouche::cards::Card| {
                format!("{:?}", rules.rank.value.counts_as(card.rank()))
            };
            let mut kinds: Vec<String> = own.into_iter().map(kind).collect();
            kinds.sort();
            by_kind.entry(kinds).or_insert((*own, 0)).1 += 1;
        }
        let sum = by_kind
            .values()
            .fold(Odds::from_integer(0), |sum, (own, ways)| {
                sum + of(*own)
                    .iter()
                    .fold(Odds::from_integer(0), |all, [grande, ..]| all + grande)
                    * ways
            });
        assert_eq!(sum / whole.len() as u128, Odds::from_integer(1));
    }
    for own in whole.iter().step_by(whole.len() / 3) {
        let [first, between, last] = of(*own);
        assert!(
            (0..4).all(|phase| first[phase] >= between[phase] && between[phase] >= last[phase]),
            "{own}"
        );
    }
    // Where both others can hold the same, each place is worth more than the next.
    let [first, between, last] = of(cards("K♠ Q♥ 5♦ A♣")).map(|[grande, ..]| grande);
    assert!(
        first > between && between > last,
        "{first} {between} {last}"
    );
    let sure = of(cards("K♠ K♥ K♦ 3♣"));
    assert!(
        sure[0][0] == Odds::from_integer(1) && sure[2][0] < Odds::from_integer(1),
        "four kings are beaten by four"
    );
    assert_eq!(
        of(cards("K♠ Q♥ J♦ A♣"))[0][3],
        Odds::from_integer(1),
        "nothing beats 31 in the hand"
    );
}

/// What a change comes to is the mean over what may be served.
#[test]
fn a_change_is_the_mean_of_what_is_served() {
    let rules = agree_on_options("mus-pairs", &[]);
    let phases = AllMusHands::new(&rules);
    let (held, laid) = (cards("K♠ Q♥ 5♦ A♣"), cards("5♦"));
    let found = phases.win_chances_after_discard(held, laid, SeatAmongOpponents::Between);
    let unseen = rules.pack.value.pack(4) - held;
    let mut mean = [Odds::from_integer(0); 4];
    // Cards that are worth the same come to the same.
    for served in unseen
        .into_iter()
        .filter(|card| rules.rank.value.counts_as(card.rank()) == card.rank())
    {
        let alike =
            |card: &mouche::cards::Card| rules.rank.value.counts_as(card.rank()) == served.rank();
        let ways = unseen.into_iter().filter(alike).count() as u128;
        let now = phases.win_chances(
            (held - laid).with(served),
            laid,
            SeatAmongOpponents::Between,
        );
        let here = unseen
            .into_iter()
            .filter(|card| card.rank() == served.rank())
            .count() as u128;
        mean.iter_mut()
            .zip(now)
            .for_each(|(mean, now)| *mean += now * ways / here);
    }
    assert_eq!(found, mean.map(|sum| sum / unseen.len() as u128));
}
