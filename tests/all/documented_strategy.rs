//! The documented strategy: never refused, blind to what it may not know, and better than chance.

use crate::cousins::{self, cousins_with_options};
use crate::test_extent;
use mouche::cards::{CardSet, PerSeat, Seat};
use mouche::editions::{ALL, built_in_trick_editions};
use mouche::engine::{
    DealState, Move, TableBetweenDeals, apply, check_end_or_mark_last_deal, close_deal, open_deal,
};
use mouche::explore::odds::Mean;
use mouche::explore::strategy::{OCCASIONS, STRATEGY, StrategyRule};
use mouche::explore::{RandomPlayer, chips_gained, fill_random_draws};
use mouche::rules::{OptionDef, TrickRules};
use std::collections::BTreeSet;

fn rulesets() -> impl Iterator<Item = TrickRules> {
    built_in_trick_editions().copied()
}

/// All companies; of the cousins one each, or with `ALL=1` all of theirs too.
fn player_counts(rules: &TrickRules) -> impl Iterator<Item = u8> + use<> {
    let players = rules.players.value;
    let is_sampled = !test_extent::are_all_wanted() && cousins::is_cousin(rules);
    let one = players.from + rules.id.len() as u8 % (players.to - players.from + 1);
    if is_sampled {
        one..=one
    } else {
        players.from..=players.to
    }
}

/// Plays hands at one table, whose seats that `plans` names play by the strategy and all others by chance: what a hand
/// brings those and these, in pools; where points decide who has the pool, what a game brings, in stakes. `look` sees every
/// hand in which the strategy is asked.
fn play_deals(
    rules: &TrickRules,
    seats: u8,
    hands: u32,
    plans: fn(Seat) -> bool,
    mut look: impl FnMut(&DealState, Move),
) -> [Mean; 2] {
    let mut cards = RandomPlayer::new(7);
    let table =
        |dealer| TableBetweenDeals::new(seats, dealer, PerSeat::all(rules.chips_start.value.0));
    let mut at_table = table(Seat(0));
    let mut gained = [Mean::default(); 2];
    for at in 0..hands {
        let Ok(opened) = open_deal(rules, &mut at_table, &mut Vec::new()) else {
            break;
        };
        let mut hand = opened;
        apply(
            rules,
            &mut hand,
            cards.deal(rules, &opened),
            &mut Vec::new(),
        )
        .expect("a deal");
        while hand.awaits_move() {
            let act = if plans(hand.mover) {
                let to = STRATEGY
                    .choose_move(rules, &hand)
                    .expect("the last rule always fits");
                look(&hand, to);
                fill_random_draws(rules, &hand, to, &mut cards)
            } else {
                cards.choose_move_act(rules, &hand)
            };
            let refused = apply(rules, &mut hand, act, &mut Vec::new());
            assert_eq!(
                refused,
                Ok(()),
                "{} with {seats}: {act:?} of {hand:?}",
                rules.id
            );
        }
        close_deal(rules, &hand, &mut at_table);
        let mut count = |of: &dyn Fn(Seat) -> f64| {
            (0..seats)
                .map(Seat)
                .for_each(|seat| gained[usize::from(plans(seat))].add_result(of(seat)));
        };
        if rules.score.value.0.is_none() {
            count(&|seat| chips_gained(&opened, &hand, seat) as f64 / opened.pool as f64);
        } else if check_end_or_mark_last_deal(rules, &mut at_table) {
            count(&|seat| {
                (at_table.purses[seat] - rules.chips_start.value.0) as f64
                    / rules.stake.value.chips as f64
            });
            at_table = table(hand.dealer.next(seats));
        }
        // Eight hands, and all debts are forgotten: a pool that has grown past all bounds says nothing of play.
        if at % 8 == 7 {
            at_table.debts.clear();
        }
    }
    gained
}

#[test]
fn it_is_never_refused_under_any_option() {
    let hands = if test_extent::are_all_wanted() {
        60
    } else {
        20
    };
    for edition in ALL.iter() {
        let options =
            OptionDef::open_in(edition).filter_map(|option| option.with_other_value(edition));
        for rules in std::iter::once(**edition).chain(options) {
            let rules = *rules.tricks().expect("a game with tricks");
            player_counts(&rules).for_each(|seats| {
                play_deals(&rules, seats, hands, |_| true, |_, _| ());
                play_deals(&rules, seats, hands, |seat| seat.0 == 1, |_, _| ());
            });
        }
    }
}

#[test]
fn it_is_never_refused_in_a_game_of_the_family() {
    for rules in rulesets().chain(cousins_with_options()) {
        player_counts(&rules).for_each(|seats| {
            play_deals(&rules, seats, 200, |_| true, |_, _| ());
            play_deals(&rules, seats, 200, |seat| seat.0 == 1, |_, _| ());
        });
    }
}

/// By how many pools a hand it is to be better than chance: a tenth is half a trick. And it is to be so far from it that luck
/// would come as far once in millions of such tests.
const CLEARLY: f64 = 0.1;

#[test]
fn it_beats_chance() {
    let clearly = |[chance, planned]: [Mean; 2], who: &str| {
        let by = planned.estimate() - chance.estimate();
        // Twice and a half what holds for 95 of 100 are five deviations.
        let luck = 2.5 * chance.margin().hypot(planned.margin());
        assert!(
            by > CLEARLY && by > luck,
            "{who}: {:.3} against {:.3}",
            planned.estimate(),
            chance.estimate()
        );
    };
    for rules in rulesets() {
        for seats in player_counts(&rules) {
            let one = play_deals(&rules, seats, 2000, |seat| seat.0 == 0, |_, _| ());
            clearly(one, &format!("{}, one among {seats}", rules.id));
            if !test_extent::are_all_wanted() {
                continue;
            }
            let others = play_deals(&rules, seats, 2000, |seat| seat.0 != 0, |_, _| ());
            clearly(others, &format!("{}, all but one of {seats}", rules.id));
        }
    }
}

/// The same hand with all that the mover cannot see dealt otherwise.
fn redeal_unseen(hand: &DealState, cards: &mut RandomPlayer) -> DealState {
    let (mut other, me) = (*hand, hand.mover);
    let hidden = |seat: &Seat| *seat != me;
    let mut left = hand
        .seats_in_turn()
        .filter(hidden)
        .fold(hand.spare_hand | hand.stock | hand.discards, |all, seat| {
            all | hand.hands[seat]
        });
    let mut draw = |cards: &mut RandomPlayer, set: CardSet| {
        let some = cards.random_subset(left, set.len());
        left = left - some;
        some
    };
    for seat in hand.seats_in_turn().filter(hidden) {
        other.hands[seat] = draw(cards, hand.hands[seat]);
    }
    other.spare_hand = draw(cards, hand.spare_hand);
    other.stock = draw(cards, hand.stock);
    other.discards = draw(cards, hand.discards);
    other
}

#[test]
fn it_sees_nothing_that_is_hidden() {
    for rules in rulesets().chain(cousins_with_options()) {
        for seats in player_counts(&rules) {
            let mut cards = RandomPlayer::new(3);
            play_deals(
                &rules,
                seats,
                150,
                |_| true,
                |hand, to| {
                    let other = redeal_unseen(hand, &mut cards);
                    assert_eq!(
                        STRATEGY.choose_move(&rules, &other),
                        Some(to),
                        "{hand:?}\n{other:?}"
                    );
                },
            );
        }
    }
}

/// And only where it is said to concern the rules.
#[test]
fn every_rule_decides_somewhere_and_is_told_once() {
    let mut decided = BTreeSet::new();
    for rules in rulesets().chain(cousins_with_options()) {
        for seats in rules.players.value.from..=rules.players.value.to {
            play_deals(
                &rules,
                seats,
                1500,
                |_| true,
                |hand, _| {
                    let rule = STRATEGY.deciding_rule(&rules, hand).expect("a rule");
                    assert!(rule.applies_to(&rules), "{}: {}", rules.id, rule.text);
                    decided.insert(rule.text);
                },
            );
        }
    }
    let told: Vec<&StrategyRule> = OCCASIONS
        .iter()
        .flat_map(|occasion| occasion.rules)
        .collect();
    assert_eq!(
        told.len(),
        told.iter()
            .map(|rule| rule.text)
            .collect::<BTreeSet<_>>()
            .len()
    );
    // The last of an occasion is there for all that others leave, and they may leave nothing.
    let told: Vec<&StrategyRule> = OCCASIONS
        .iter()
        .filter_map(|occasion| occasion.rules.split_last())
        .flat_map(|(_, told)| told)
        .collect();
    let idle: Vec<_> = told
        .iter()
        .filter(|rule| !decided.contains(rule.text))
        .map(|rule| rule.text)
        .collect();
    assert!(idle.is_empty(), "no hand is decided by {idle:?}");
}
