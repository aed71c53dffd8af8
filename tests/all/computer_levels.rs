//! The levels of the computer: they know what a player may know, and the same view gives the same move.

use mouche::cards::{Card, CardSet};
use mouche::editions;
use mouche::engine::DealState;
use mouche::explore::{
    MatchPlayerKind, RandomPlayer, SamplingPlayer, play_duplicate_match, play_example,
};
use mouche::rules::{Move, TrickRules};

/// The number of samples of the players that are tested. It is small because tests are compiled without optimisation.
const SAMPLES: u32 = 6;

/// Returns a set of cards in which two cards have changed places.
fn swap_cards(cards: CardSet, pair: [Card; 2]) -> CardSet {
    let [first, second] = pair;
    let mut swapped = cards.without(first).without(second);
    if cards.has(first) {
        swapped = swapped.with(second);
    }
    if cards.has(second) {
        swapped = swapped.with(first);
    }
    swapped
}

fn swap_in_state(state: &DealState, pair: [Card; 2]) -> DealState {
    let mut swapped = *state;
    for seat in state.seats_in_turn() {
        swapped.hands[seat] = swap_cards(state.hands[seat], pair);
    }
    swapped.spare_hand = swap_cards(state.spare_hand, pair);
    swapped.stock = swap_cards(state.stock, pair);
    swapped.discards = swap_cards(state.discards, pair);
    swapped
}

/// Returns the moves with two cards swapped that only their player has seen.
fn swap_in_past(past: &[(DealState, Move)], pair: [Card; 2]) -> Vec<(DealState, Move)> {
    let mut swapped = Vec::new();
    for (state, player_move) in past {
        let player_move = match player_move {
            Move::Exchange(laid, drawn) => {
                Move::Exchange(swap_cards(*laid, pair), swap_cards(*drawn, pair))
            }
            Move::TakeTurnUp(card) => {
                let laid = swap_cards((*card).into(), pair);
                Move::TakeTurnUp(laid.nth(0).expect("one card"))
            }
            other => *other,
        };
        swapped.push((swap_in_state(state, pair), player_move));
    }
    swapped
}

/// Returns the cards that the mover has not seen, and that nobody has shown.
fn hidden_cards(rules: &TrickRules, past: &[(DealState, Move)], state: &DealState) -> Vec<Card> {
    let mut seen = state.hands[state.mover].with(state.turned_card);
    for (before, player_move) in past {
        if before.mover == state.mover {
            seen = seen | before.hands[before.mover];
        }
        if let Move::Play(card) = player_move {
            seen = seen.with(*card);
        }
    }
    (rules.pack.value.pack(state.seats) - seen)
        .into_iter()
        .collect()
}

fn has_shown_cards(past: &[(DealState, Move)]) -> bool {
    past.iter()
        .any(|(_, made)| matches!(made, Move::Defend(..) | Move::ThrowIn(_)))
}

/// Checks that a player who samples chooses the same move after two hidden cards have changed places.
fn check_choices_of_example(rules: &TrickRules, seats: u8, seed: u64) {
    let example = play_example(rules, seats, RandomPlayer::with_sensible_declarations(seed));
    let moves = example.expect("a deal").moves;
    if has_shown_cards(&moves) {
        return;
    }
    let player = SamplingPlayer::new(SAMPLES);
    for place in (0..moves.len()).step_by(3) {
        let (state, _) = moves[place];
        let past = &moves[..place];
        let hidden = hidden_cards(rules, past, &state);
        let chosen = player.choose_move(rules, past, &state);
        assert_eq!(
            chosen,
            player.choose_move(rules, past, &state),
            "the same view gives the same move"
        );
        for shift in [1, hidden.len() / 2] {
            let first = seed as usize % hidden.len();
            let second = (first + shift) % hidden.len();
            let pair = [hidden[first], hidden[second]];
            let swapped_past = swap_in_past(past, pair);
            let swapped = swap_in_state(&state, pair);
            assert_eq!(
                player.choose_move(rules, &swapped_past, &swapped),
                chosen,
                "{}, seed {seed}, move {place}: {pair:?} changed places",
                rules.id
            );
        }
    }
}

#[test]
fn a_player_who_samples_does_not_see_hidden_cards() {
    for rules in editions::built_in_trick_editions() {
        let seats = (3..=5).find(|seats| rules.players.value.allows(*seats));
        for seed in 1..=2 {
            check_choices_of_example(rules, seats.expect("a number of players") as u8, seed);
        }
    }
}

/// Few samples say little. A player who left the strategy on them would lose a chip in five deals at these two games.
#[test]
fn few_samples_do_not_lose_to_the_book() {
    let player = |name| MatchPlayerKind::from_name(name).expect("a player");
    let players = [player("sharp").with_samples(16), player("by-the-book")];
    for edition in ["mouche-1718", "mouche-1730"] {
        let mut built_in = editions::built_in_trick_editions();
        let rules = built_in
            .find(|rules| rules.id == edition)
            .expect("an edition");
        let figures = play_duplicate_match(rules, 4, players, 60, 1, |_| ()).expect("legal moves");
        let difference = figures.difference.estimate();
        assert!(
            difference >= 0.0,
            "{edition}: {difference:.3} chips per deal"
        );
    }
}

#[test]
fn the_same_match_has_the_same_result() {
    let rules = editions::built_in_trick_editions()
        .next()
        .expect("an edition");
    let sharp = MatchPlayerKind::from_name("sharp").expect("a level");
    let by_the_book = MatchPlayerKind::from_name("by-the-book").expect("a level");
    let play =
        |players| play_duplicate_match(rules, 4, players, 3, 1, |_| ()).expect("legal moves");
    let players = [sharp.with_samples(SAMPLES), by_the_book];
    let [one, other] = [play(players), play(players)];
    assert_eq!(one.difference, other.difference);
    assert_eq!(one.difference.of, 3);
    let same = play([by_the_book, by_the_book]);
    assert_eq!(
        same.difference.sum, 0.0,
        "the same cards, the same strategy"
    );
    assert!(MatchPlayerKind::from_name("blunt").is_none());
}
