//! The review after a deal: which of the learner's choices the hint would have advised against, and what the deal would then
//! have ended with, with the same cards and the same opponents.

use crate::cards::Seat;
use crate::engine::{DealState, Move, apply};
use crate::explore::{ComputerLevel, RandomPlayer, chips_gained, fill_random_draws};
use crate::rules::TrickRules;
use std::collections::VecDeque;

/// A choice that the learner made in the current deal.
pub(super) struct ChoiceKeptForReview {
    /// Its place among the moves of the deal.
    pub(super) move_index: usize,
    /// The random numbers before the choice was made.
    pub(super) chance: RandomPlayer,
}

/// A choice of the learner where the hint, which knows what that seat sees, advised another move. It is a mistake if the deal,
/// replayed with that one choice changed, ends better for the learner.
pub(crate) struct ChoiceAgainstHint {
    /// The number of the choice among the learner's choices in the deal, from 0.
    pub(crate) choice: usize,
    /// The hand before the choice.
    pub(crate) before: DealState,
    /// The move that the learner made.
    pub(crate) made: Move,
    /// The move that the hint advised.
    pub(crate) advised: Move,
    /// The learner's result of the replayed deal, in chips.
    pub(crate) replayed_result: i64,
}

/// A finished deal that is to be reviewed, and the learner's choices in it.
pub(super) struct DealToReview<'a> {
    pub(super) rules: &'a TrickRules,
    pub(super) learner: Seat,
    /// How well the others play.
    pub(super) level: ComputerLevel,
    /// Every move of the deal, each with the hand before it.
    pub(super) moves: &'a [(DealState, Move)],
    pub(super) choices: &'a [ChoiceKeptForReview],
}

impl DealToReview<'_> {
    /// Returns the choices of the learner where the hint advised another move, in the order of play.
    pub(super) fn differing_choices(&self) -> Vec<ChoiceAgainstHint> {
        (0..self.choices.len())
            .filter_map(|choice| self.replay_with_hint(choice))
            .collect()
    }

    /// Returns a choice of the learner with the result of the hint's move there; none if the hint
    /// advised the same move. The stock keeps its order, the opponents play at their level, and the
    /// learner's later choices are kept as far as they are possible at the same point; else the
    /// hint decides for the learner, too.
    fn replay_with_hint(&self, choice_index: usize) -> Option<ChoiceAgainstHint> {
        let DealToReview {
            rules,
            learner,
            level,
            moves,
            choices,
            ..
        } = *self;
        let own = choices.get(choice_index)?;
        let (before, own_move) = *moves.get(own.move_index)?;
        let mut chance = own.chance.clone();
        let advised_act = fill_random_draws(
            rules,
            &before,
            advised_move(rules, level, &moves[..own.move_index], &before)?,
            &mut chance,
        );
        let advised = advised_act.as_move()?;
        if advised.is_same_before_draw(own_move) {
            return None;
        }
        let mut past = moves[..own.move_index].to_vec();
        past.push((before, advised));
        let mut hand = before;
        apply(rules, &mut hand, advised_act, &mut Vec::new()).ok()?;
        let mut later: VecDeque<(DealState, Move)> = choices[choice_index + 1..]
            .iter()
            .filter_map(|later_choice| moves.get(later_choice.move_index).copied())
            .collect();
        while hand.awaits_move() {
            let kept = if hand.mover == learner {
                take_choice_at_point(&mut later, &hand, learner)
            } else {
                None
            };
            let at = hand;
            let mut made =
                kept.and_then(|kept| make_move_if_legal(rules, &mut hand, kept, &mut chance));
            if made.is_none() {
                let planned = if hand.mover == learner {
                    advised_move(rules, level, &past, &hand)?
                } else {
                    level.choose_move(rules, &past, &hand)?
                };
                let done = fill_random_draws(rules, &hand, planned, &mut chance);
                apply(rules, &mut hand, done, &mut Vec::new()).ok()?;
                made = done.as_move();
            }
            past.push((at, made?));
        }
        let opened = &moves.first()?.0;
        Some(ChoiceAgainstHint {
            choice: choice_index,
            before,
            made: own_move,
            advised,
            replayed_result: chips_gained(opened, &hand, learner),
        })
    }
}

/// Takes from the learner's later choices the one that was made at the same point of the deal: in the same phase, with as
/// many cards in hand. Choices before that point are dropped.
fn take_choice_at_point(
    later: &mut VecDeque<(DealState, Move)>,
    hand: &DealState,
    learner: Seat,
) -> Option<Move> {
    let held = hand.hands[learner].len();
    let at = later.iter().position(|(before, _)| {
        before.stage == hand.stage && before.hands[learner].len() == held
    })?;
    let (_, made) = later.drain(..=at).next_back()?;
    Some(made)
}

/// Returns the move that a hint advises: that of the strategy against players who follow it, otherwise that of a sharp player.
pub(super) fn advised_move(
    rules: &TrickRules,
    level: ComputerLevel,
    past: &[(DealState, Move)],
    state: &DealState,
) -> Option<Move> {
    level.for_hints_against().choose_move(rules, past, state)
}

/// Makes a move if the hand allows it, and returns it as it was made. What it draws is drawn anew.
fn make_move_if_legal(
    rules: &TrickRules,
    hand: &mut DealState,
    made: Move,
    chance: &mut RandomPlayer,
) -> Option<Move> {
    let is_held = made
        .args()
        .laid
        .is_none_or(|laid| (laid - hand.hands[hand.mover]).is_empty());
    if !is_held {
        return None;
    }
    let mut after = *hand;
    let mut chance_after = chance.clone();
    let done = fill_random_draws(rules, hand, made, &mut chance_after);
    apply(rules, &mut after, done, &mut Vec::new()).ok()?;
    *hand = after;
    *chance = chance_after;
    done.as_move()
}
