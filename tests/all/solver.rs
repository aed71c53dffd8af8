//! The solver says what a plain search says that remembers nothing and leaves nothing out: every legal card of every
//! position, one after another, through [`apply`].
//!
//! For each edition of la Mouche [`WHOLE`] hands of three players from the first card on, and [`BEGUN`] of four players after a trick; and
//! [`CHANGED`] of four after two tricks under the edition with one value changed, for every value that play and reckoning
//! read: rules that no edition has yet. For each of the cousins as many, whoever has folded, up to six players.

use crate::{cousins, test_extent};
use mouche::cards::{PerSeat, Seat};
use mouche::editions::built_in_trick_editions;
use mouche::engine::{
    DealStage, DealState, Event, Move, TableBetweenDeals, TrickAct, apply, apply_to_copy,
    legal_moves, open_deal,
};
use mouche::explore::{
    MovesBeforeFirstCard, PlayedExample, RandomPlayer, SeatOutcomeRange, Solver, play_example,
    with_unlimited_purses,
};
use mouche::rules::{ClauseId, DealPhase, Ruleset, TrickRules};
use std::cmp::Reverse;

/// Whole hands of three players, in each edition.
const WHOLE: usize = 100;

/// Hands of four players, in each edition, of which one trick is played.
const BEGUN: usize = 100;

/// How a hand ends: chips, points taken off and tricks of each seat.
type DealEnd = [(i64, u8, u8); 6];

/// Hands of four players after two tricks under each changed value.
const CHANGED: usize = 4;

/// What the ids of the topics begin with that play and reckoning read.
const READ: &[&str] = &[
    "play.",
    "lead.",
    "trick.",
    "rank",
    "pay.",
    "pam.",
    "debt.",
    "credit",
    "undertake",
    "score",
];

/// All that a plain search finds: the end if all play their best, and the least and the most of each seat.
#[derive(Clone, Debug)]
struct SearchResult {
    best: DealEnd,
    chips: [(i64, i64); 6],
    tricks: [(u8, u8); 6],
}

fn search_plainly(rules: &TrickRules, hand: &DealState, events: &mut Vec<Event>) -> SearchResult {
    if !hand.awaits_move() {
        return result_of_end(hand);
    }
    let mut found: Option<SearchResult> = None;
    for does in moves_in_order(rules, hand) {
        events.clear();
        let next = apply_to_copy(rules, hand, TrickAct::Move(hand.mover, does), events)
            .expect("a legal move");
        let other = search_plainly(rules, &next, events);
        found = Some(match found {
            None => other,
            Some(found) => better_result(found, &other, usize::from(hand.mover.0)),
        });
    }
    found.expect("a move")
}

fn result_of_end(hand: &DealState) -> SearchResult {
    let seat = |at: usize| Seat(at as u8);
    let has = |seat: Seat| {
        (
            hand.purses[seat] - hand.debts_made[seat],
            hand.points_down[seat],
            hand.tricks_won[seat],
        )
    };
    let best: DealEnd = std::array::from_fn(|at| has(seat(at)));
    SearchResult {
        best,
        chips: best.map(|(chips, ..)| (chips, chips)),
        tricks: best.map(|(.., tricks)| (tricks, tricks)),
    }
}

fn better_result(mut one: SearchResult, other: &SearchResult, mover: usize) -> SearchResult {
    for seat in 0..6 {
        let (chips, tricks) = (other.chips[seat], other.tricks[seat]);
        one.chips[seat] = (
            one.chips[seat].0.min(chips.0),
            one.chips[seat].1.max(chips.1),
        );
        one.tricks[seat] = (
            one.tricks[seat].0.min(tricks.0),
            one.tricks[seat].1.max(tricks.1),
        );
    }
    if other.best[mover] > one.best[mover] {
        one.best = other.best;
    }
    one
}

/// The legal moves as they are told in the definition of the best: of equals the first is taken.
fn moves_in_order(rules: &TrickRules, hand: &DealState) -> Vec<Move> {
    let mut moves = legal_moves(rules, hand);
    let trump = |card| hand.trumps.cards.has(card);
    let top = |card| hand.trumps.top.has(card);
    moves.sort_by_key(|does| match *does {
        Move::Play(card) => (
            trump(card),
            top(card),
            card.suit() as u8,
            Reverse(rules.rank.value.index_from_top(card.rank())),
        ),
        Move::Name(suit) => (true, true, suit as u8, Reverse(0)),
        Move::KeepTrump => (false, false, 0, Reverse(0)),
        _ => (true, true, 4, Reverse(0)),
    });
    moves
}

/// A hand of so many players from a seed, of which so many tricks are played at random; none if fewer than `least` play.
fn partly_played_deal(
    rules: &TrickRules,
    seats: u8,
    least: u8,
    tricks: u8,
    seed: u64,
) -> Option<DealState> {
    let (mut player, mut events) = (RandomPlayer::with_sensible_declarations(seed), Vec::new());
    let mut table = TableBetweenDeals::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    if let Some(score) = rules.score.value.0 {
        table.completed_deals = seed as u32 % 3;
        (0..seats).for_each(|seat| {
            table.points_down[Seat(seat)] = (seed as u8).wrapping_mul(7 + seat) % score.start
        });
    }
    let mut hand = open_deal(rules, &mut table, &mut events).expect("a pool");
    let deal = player.deal(rules, &hand);
    apply(rules, &mut hand, deal, &mut events).expect("a deal");
    let waits = |hand: &DealState| {
        hand.stage != DealStage::In(DealPhase::Tricks) || hand.tricks_finished < tricks
    };
    while hand.awaits_move() && waits(&hand) {
        let act = player.choose_move_act(rules, &hand);
        apply(rules, &mut hand, act, &mut events).expect("an act on offer");
    }
    (hand.awaits_move() && hand.active.len() >= least).then(|| with_unlimited_purses(&hand))
}

fn compare_with_solver(
    rules: &TrickRules,
    solver: &mut Solver,
    hand: &DealState,
    events: &mut Vec<Event>,
) {
    let found = search_plainly(rules, hand, events);
    for (seat, at) in (0..hand.seats).map(Seat).zip(0..) {
        let stood = hand.purses[seat] - hand.debts_made[seat];
        let (chips, (best_chips, _, best_tricks)) = (found.chips[at], found.best[at]);
        let chips = (chips.0 - stood, chips.1 - stood);
        let plain = SeatOutcomeRange {
            tricks: found.tricks[at],
            chips,
            best_tricks,
            best_chips: best_chips - stood,
        };
        assert_eq!(
            solver.outcome_range(hand, hand, seat),
            plain,
            "{}, {seat:?}: {hand:#?}",
            rules.id
        );
    }
}

#[test]
fn it_finds_what_a_plain_search_finds() {
    std::thread::scope(|scope| {
        let cousins = cousins::all_cousins().map(|rules| rules.id);
        for rules in built_in_trick_editions().filter(|rules| !cousins.contains(&rules.id)) {
            scope.spawn(move || {
                compare_some_deals(rules, 3, 3, 0, WHOLE / test_extent::sample_step(2));
                compare_some_deals(rules, 4, 4, 1, BEGUN / test_extent::sample_step(2));
                compare_changed_rules(rules);
            });
        }
    });
}

#[test]
fn it_finds_it_for_every_cousin() {
    std::thread::scope(|scope| {
        for rules in cousins::all_cousins()
            .into_iter()
            .chain(cousins::cousins_with_options())
        {
            scope.spawn(move || {
                let count = rules.players.value;
                compare_some_deals(&rules, 3, 2, 0, WHOLE / (5 * test_extent::sample_step(8)));
                let begun = BEGUN / test_extent::sample_step(8);
                (count.from..=count.to.min(6))
                    .for_each(|seats| compare_some_deals(&rules, seats, 2, seats / 3, begun));
                if test_extent::are_all_wanted() {
                    compare_changed_rules(&rules);
                }
            });
        }
    });
}

/// Some hands of four under each changed value that play and reckoning read.
fn compare_changed_rules(rules: &TrickRules) {
    let is_read = |topic: ClauseId| READ.iter().any(|id| topic.id().starts_with(id));
    let rules = Ruleset::from(*rules);
    let changed = rules.mutants().filter(|mutant| is_read(mutant.topic));
    changed.for_each(|mutant| {
        compare_some_deals(mutant.rules.tricks().expect("tricks"), 4, 2, 2, CHANGED)
    });
}

/// Compares so many hands where everything is asked for, and some of them else.
fn compare_some_deals(rules: &TrickRules, seats: u8, least: u8, tricks: u8, wanted: usize) {
    let mut events = Vec::with_capacity(64);
    let wanted = if test_extent::are_all_wanted() {
        wanted
    } else {
        wanted.div_ceil(24)
    };
    for hand in (0..1000)
        .filter_map(|seed| partly_played_deal(rules, seats, least, tricks, seed))
        .take(wanted)
    {
        let mut solver = Solver::new(rules, &hand).expect("room for a hand");
        compare_with_solver(rules, &mut solver, &hand, &mut events);
    }
}

/// The table of positions grows, but nothing is allocated for a position.
#[test]
fn it_allocates_nothing_in_the_loop() {
    let rules = built_in_trick_editions().next().expect("an edition");
    let hand = (0..)
        .find_map(|seed| partly_played_deal(rules, 5, 5, 0, seed))
        .expect("a hand of five players");
    let mut solver = Solver::new(rules, &hand).expect("room for a hand");
    let allocated =
        allocation_counter::measure(|| _ = solver.outcome_range(&hand, &hand, hand.mover));
    assert!(
        solver.visited_position_count() > 500,
        "{} positions",
        solver.visited_position_count()
    );
    assert!(
        allocated.count_total < 40,
        "{} allocations",
        allocated.count_total
    );
}

/// A page has a hundred megabytes for it, and the browser itself takes some of them.
#[test]
fn the_positions_of_six_players_have_room_in_a_page() {
    let most = |rules: &'static TrickRules| {
        let hands = (0..400).filter_map(|seed| partly_played_deal(rules, 6, 6, 0, seed));
        let solved = |hand: DealState| {
            let mut positions = 0;
            let allocated = allocation_counter::measure(|| {
                let mut solver = Solver::new(rules, &hand).expect("room for a hand");
                _ = solver.outcome_range(&hand, &hand, hand.mover);
                positions = solver.visited_position_count();
            });
            (positions, allocated.bytes_max)
        };
        hands
            .take(if test_extent::are_all_wanted() {
                400
            } else {
                1
            })
            .map(solved)
            .max()
            .unwrap_or_default()
    };
    let (positions, bytes) = built_in_trick_editions()
        .filter(|rules| rules.players.value.allows(6))
        .step_by(test_extent::sample_step(3))
        .map(most)
        .max()
        .expect("editions");
    assert!(positions > 5_000, "{positions} positions");
    assert!(
        bytes < 25_000_000,
        "{positions} positions take {bytes} bytes"
    );
}

/// Hands of four played by chance, in each edition and each cousin.
fn random_examples(seeds: u64) -> impl Iterator<Item = (TrickRules, PlayedExample)> {
    let of = move |rules: TrickRules| {
        (0..seeds).filter_map(move |seed| {
            Some((rules, play_example(&rules, 4, RandomPlayer::new(seed))?))
        })
    };
    built_in_trick_editions().copied().flat_map(of)
}

/// Whatever was declared, and whatever card was played; and a position comes to the same whether the solver has reached it from
/// another or begins with it.
#[test]
fn what_happened_was_possible() {
    let mut told = 0;
    for (rules, example) in random_examples(if test_extent::are_all_wanted() { 30 } else { 5 }) {
        let rules = &rules;
        let is_in_play = |hand: &DealState| {
            hand.stage == DealStage::In(DealPhase::Tricks) || hand.trick.is_some()
        };
        let before = example.moves.iter().filter(|(hand, _)| !is_in_play(hand));
        let record = MovesBeforeFirstCard(before.map(|(hand, does)| (hand.mover, *does)).collect());
        let mut reached: Option<(Solver, DealState)> = None;
        for (hand, does) in &example.moves {
            let since = with_unlimited_purses(hand);
            let prospect = if is_in_play(hand) {
                let begun = || (Solver::new(rules, &since).expect("room"), since);
                let (solver, at) = reached.get_or_insert_with(begun);
                let mut fresh = Solver::new(rules, &since).expect("room");
                assert_eq!(
                    solver.trick_winners(at, *does),
                    fresh.trick_winners(&since, *does),
                    "{}",
                    rules.id
                );
                let prospect = fresh.move_outcome(&since, *does);
                assert_eq!(solver.move_outcome(at, *does), prospect, "{}", rules.id);
                apply(
                    rules,
                    at,
                    TrickAct::Move(since.mover, *does),
                    &mut Vec::new(),
                )
                .expect("a move that was made");
                prospect
            } else {
                record.outcome_with_declaration(rules, hand, *does, &mut reached)
            };
            let SeatOutcomeRange { tricks, chips, .. } = prospect.expect("what was done");
            let has = |hand: &DealState| hand.purses[since.mover] - hand.debts_made[since.mover];
            let (came, won) = (
                has(&example.end) - has(hand),
                example.end.tricks_won[hand.mover],
            );
            assert!(
                (chips.0..=chips.1).contains(&came),
                "{}: {came} in {chips:?} at {hand:#?}",
                rules.id
            );
            assert!(
                (tricks.0..=tricks.1).contains(&won),
                "{}: {won} in {tricks:?}",
                rules.id
            );
            told += 1;
        }
    }
    assert!(told > 600, "{told}");
}
