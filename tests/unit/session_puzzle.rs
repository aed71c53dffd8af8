use super::*;
use crate::cards::Rank;
use crate::editions;
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

fn company_of(rules: &Ruleset) -> PlayersAndTable {
    let names = NAMES[..4].iter().map(|name| (*name).to_owned());
    PlayersAndTable::new(*rules, Default::default(), names.collect(), Seat(0), 1)
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
    let company = company_of(edition);
    // As the page of the game asks.
    let has_folding = Drill::by_id("folding").is_some_and(|drill| {
        drill.fits_rules(edition) && drill.play_example_to_end(&company, 1).is_some()
    });
    let twice = 2 * ComputerLevel::Sharp.sample_count();
    let mut tallies: BTreeMap<AnswerTrait, Tally> = BTreeMap::new();
    for seed in seeds {
        let place = format!("{} {seed}", edition.id);
        let target = SoughtPuzzleDecision::of_seed(seed, has_folding);
        let (session, puzzle) = find_puzzle(&company, seed, has_folding).expect(&place);
        let right = puzzle.right();
        assert_eq!(right, target.right, "{place}");
        let [better, worse] =
            [right, 1 - right].map(|answer| puzzle.answers[answer].chips.estimate());
        assert!(
            better - worse > LEAST_LEAD_IN_CHIPS,
            "{place}: {better} {worse}"
        );
        let again = session.weigh_answers(target, twice).expect(&place);
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
