use super::*;
use crate::cards::{Card, Rank};
use crate::editions;
use crate::engine::{TrickAct, apply};
use crate::rules::Ruleset;
use crate::session::{Drill, NAMES};
use std::collections::BTreeMap;
use std::thread;

/// The number of puzzles that are judged again with `ALL=1`, over all editions, and in a sample for each edition.
const ALL_PUZZLES: u64 = 10_000;
const SAMPLE: u64 = 1;

/// How often an answer was offered, and how often it was right.
#[derive(Clone, Copy, Default)]
struct Tally {
    offered: usize,
    right: usize,
}

impl Tally {
    fn share(self) -> f64 {
        self.right as f64 / self.offered.max(1) as f64
    }
}

/// What the answers of puzzles have in common, by which a reader could guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum AnswerTrait {
    /// Folding, or staying in.
    Declaration(usize),
    /// The first card or the second.
    Place(usize),
    /// The place of the card in the whole hand.
    PlaceInHand(usize),
    Rank(Rank),
}

fn setup_of(rules: &Ruleset) -> SessionSetup {
    let names = NAMES[..4].iter().map(|name| (*name).to_owned());
    SessionSetup::new(*rules, Default::default(), names.collect(), Seat(0), 1)
}

/// Returns the traits of an answer at a decision.
fn traits_of_answer(
    rules: &TrickRules,
    state: &DealState,
    place: usize,
    does: Move,
) -> Vec<AnswerTrait> {
    let Move::Play(card) = does else {
        return vec![AnswerTrait::Declaration(place)];
    };
    let hand = rules
        .rank
        .value
        .sort_cards_by_suit(state.hands[state.mover]);
    let in_hand = hand.iter().position(|held| *held == card);
    vec![
        AnswerTrait::Place(place),
        AnswerTrait::PlaceInHand(in_hand.expect("a card that is held")),
        AnswerTrait::Rank(card.rank()),
    ]
}

/// Finds puzzles of an edition, judges each again with twice the samples, and counts by what they could be guessed.
fn judge_puzzles_again(
    edition: &Ruleset,
    seeds: impl Iterator<Item = u64>,
) -> BTreeMap<AnswerTrait, Tally> {
    let Ruleset::Tricks(rules) = edition else {
        return BTreeMap::new();
    };
    let setup = setup_of(edition);
    // As the page of the game asks.
    let has_folding = Drill::by_id("folding").is_some_and(|drill| {
        drill.fits_rules(edition) && drill.play_example_to_end(&setup, 1).is_some()
    });
    let twice = 2 * ComputerLevel::Sharp.sample_count();
    let mut tallies: BTreeMap<AnswerTrait, Tally> = BTreeMap::new();
    for seed in seeds {
        let place = format!("{} {seed}", edition.id);
        let target = SoughtPuzzleDecision::of_seed(seed, has_folding);
        let (session, puzzle) = find_puzzle(&setup, seed, has_folding).expect(&place);
        let right = puzzle.right();
        assert_eq!(right, target.right, "{place}");
        let [better, worse] =
            [right, 1 - right].map(|answer| puzzle.answers[answer].chips.estimate());
        assert!(
            better - worse > LEAST_LEAD_IN_CHIPS,
            "{place}: {better} {worse}"
        );
        let again = session.puzzle_of_kind(target, twice).expect(&place);
        let [right_mean, other_mean] =
            [right, 1 - right].map(|answer| again.answers[answer].chips.estimate());
        assert!(
            right_mean >= other_mean,
            "{place}: {right_mean} {other_mean}"
        );
        let state = session.last_trick_deal().expect(&place);
        for (at, answer) in puzzle.answers.iter().enumerate() {
            for of in traits_of_answer(rules, state, at, answer.player_move) {
                let tally = tallies.entry(of).or_default();
                tally.offered += 1;
                tally.right += usize::from(at == right);
            }
        }
    }
    tallies
}

/// Says of each trait by which a reader could guess how often it is right.
fn guessable_traits(tallies: &BTreeMap<AnswerTrait, Tally>) -> Vec<String> {
    let mut guessable = Vec::new();
    for (of, tally) in tallies {
        let most = match of {
            AnswerTrait::Declaration(_) | AnswerTrait::Place(_) => 0.55,
            // 1.3 times its share: each of two answers has one half.
            AnswerTrait::PlaceInHand(_) | AnswerTrait::Rank(_) => 0.65,
        };
        if tally.share() > most {
            guessable.push(format!("{of:?}: {} of {}", tally.right, tally.offered));
        }
    }
    guessable
}

/// The answer called right is at least as good as the other with twice the samples; and nobody solves puzzles without a look at
/// the cards.
#[test]
fn a_puzzle_holds_with_twice_the_samples_and_cannot_be_guessed() {
    let editions: Vec<&Ruleset> = editions::printed_editions()
        .filter(|rules| matches!(rules, Ruleset::Tricks(_)))
        .collect();
    let is_all = std::env::var_os("ALL").is_some_and(|set| set == "1");
    let number = if is_all {
        ALL_PUZZLES.div_ceil(editions.len() as u64)
    } else {
        SAMPLE
    };
    let mut all: BTreeMap<AnswerTrait, Tally> = BTreeMap::new();
    thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let editions = &editions;
            scope.spawn(move || {
                let own = editions.iter().skip(half).step_by(2);
                let seeds = || (1..=number).map(|at| at * 7_919_003 % 1_000_000_000);
                own.map(|edition| judge_puzzles_again(edition, seeds()))
                    .collect::<Vec<_>>()
            })
        });
        for half in halves {
            for tallies in half.join().expect("puzzles that hold") {
                for (of, tally) in tallies {
                    let sum = all.entry(of).or_default();
                    sum.offered += tally.offered;
                    sum.right += tally.right;
                }
            }
        }
    });
    if is_all {
        assert_eq!(guessable_traits(&all), Vec::<String>::new());
    }
}

/// The seeds of a page are as good as random numbers.
#[test]
fn each_answer_is_asked_for_equally_often() {
    let mut right = 0;
    let mut declarations = 0;
    for seed in 1..=6_000 {
        let target = SoughtPuzzleDecision::of_seed(seed, true);
        right += target.right;
        declarations += usize::from(target.is_declaration);
    }
    assert!((2_850..=3_150).contains(&right), "{right}");
    assert!((1_900..=2_100).contains(&declarations), "{declarations}");
}

/// Returns the number that follows some words in a text.
fn number_after(text: &str, words: &str) -> f64 {
    let (_, rest) = text.split_once(words).expect(words);
    let end = rest.find(|c: char| !matches!(c, '0'..='9' | '.' | '−' | '+'));
    let number = &rest[..end.unwrap_or(rest.len())];
    number
        .trim_end_matches('.')
        .replace('−', "-")
        .parse()
        .expect(text)
}

/// Returns whether a card wins the trick that it completes; nothing if others still play to it.
fn wins_completed_trick(rules: &TrickRules, state: &DealState, card: Card) -> Option<bool> {
    let mut after = *state;
    let mut events = Vec::new();
    apply(
        rules,
        &mut after,
        TrickAct::Move(state.mover, Move::Play(card)),
        &mut events,
    )
    .ok()?;
    let winner = events
        .iter()
        .find_map(|event| event.details.as_trick_winner())?;
    Some(winner == state.mover)
}

/// Checks the reason of a puzzle against what is sure at its decision. Returns whether it completes a trick.
fn check_reason(rules: &TrickRules, state: &DealState, puzzle: &Puzzle) -> bool {
    let reason = puzzle.reason(rules);
    let right = puzzle.right();
    let moves = [right, 1 - right].map(|at| puzzle.answers[at].player_move);
    if let [Move::Play(better), Move::Play(worse)] = moves {
        assert!(reason.contains(&format!("{better} brings ")), "{reason}");
        let takes = number_after(&reason, "this trick in ");
        let other = if reason.starts_with("Both ") {
            takes
        } else {
            number_after(&reason, &format!("of 100 deals, {worse} in "))
        };
        let sure = [better, worse].map(|card| wins_completed_trick(rules, state, card));
        for (share, wins) in [takes, other].into_iter().zip(sure) {
            if let Some(wins) = wins {
                assert_eq!(share, if wins { 100.0 } else { 0.0 }, "{reason}");
            }
        }
        return sure[0].is_some();
    }
    for card in state.hands[state.mover] {
        assert!(reason.contains(&card.to_string()), "{reason}");
    }
    if reason.contains("these bring ") {
        let deals = number_after(&reason, "you win no trick in ");
        let [short, others, all] = ["these bring ", "the others ", "Staying in brings "]
            .map(|words| number_after(&reason, words));
        let mean = (deals * short + (100.0 - deals) * others) / 100.0;
        // Half a deal of 100, and half a tenth of a chip, are lost by rounding.
        let rounding = 0.005 * (others - short).abs() + 0.2;
        assert!((mean - all).abs() < rounding, "{mean}: {reason}");
    }
    false
}

/// The reason of a puzzle names its cards, and says of a trick that is completed who really takes it.
#[test]
fn the_reason_of_a_puzzle_is_true() {
    let edition = editions::by_id("mouche-1718").expect("an edition");
    let rules = edition.tricks().expect("a game with tricks");
    let setup = setup_of(edition);
    let mut completed = 0;
    let mut declarations = 0;
    for seed in (1..60).map(|at| at * 7_919_003) {
        let (session, puzzle) = find_puzzle(&setup, seed, true).expect("a puzzle");
        let state = session.last_trick_deal().expect("a deal");
        completed += usize::from(check_reason(rules, state, &puzzle));
        declarations += usize::from(puzzle.answers[0].player_move == Move::Fold);
        if completed > 2 && declarations > 2 {
            return;
        }
    }
    panic!("only {completed} completed tricks and {declarations} declarations");
}
