//! What may be answered to a task about a step of a game with tricks, and what of it is good.

use super::super::answer_verdicts::{judge_explained_numbers, right_or_wrong};
use super::super::story::{Step, Story, TaskAnswerVerdict, payout_of_event};
use crate::cards::{CardSet, Seat};
use crate::engine::{DealState, Move, broken_duty, move_offers};
use crate::explore::strategy::STRATEGY;
use crate::explore::{PlayerView, mark_near_best, mean_chips_of_moves};
use crate::rules::{ClauseId, PlayerMoveDetails, TrickRules, Verb};
use crate::scenario::text::{PayoutSubject, Task, TaskAnswer, TaskQuestion};

/// An answer with its verdict.
pub type AnswerWithVerdict = (TaskAnswer, TaskAnswerVerdict);

/// An answer with its move, or with the clause that forbids it.
pub type AnswerMoveOrClause = (TaskAnswer, Result<Move, ClauseId>);

/// Returns what may be answered to a task about a step, which is at a place of its story.
pub fn answers_of(
    story: &Story,
    step_index: usize,
    step: &Step,
    task: &Task,
) -> Vec<AnswerWithVerdict> {
    match task.asks {
        TaskQuestion::Wins => judge_winning_cards(step),
        TaskQuestion::May => judge_card_plays(&step.rules, step),
        TaskQuestion::Plays => {
            let past = moves_before(story, step_index);
            judge_choices(&step.rules, &past, &step.before, step.first_made_move())
        }
        TaskQuestion::Owes => {
            let mut answers = Vec::new();
            for seat in step.after.seats_in_turn() {
                let owes = step.after.debts_made[seat] > 0;
                answers.push((TaskAnswer::Seat(seat), right_or_wrong(owes)));
            }
            answers
        }
        TaskQuestion::Takes(seat) => judge_explained_numbers(task, chips_taken(step, seat)),
    }
}

/// Judges the cards of a trick: the one is right that wins it so far, or has won it.
fn judge_winning_cards(step: &Step) -> Vec<AnswerWithVerdict> {
    let mut winners = step
        .events
        .iter()
        .filter_map(|event| event.details.as_trick_winner());
    let won = winners.next();
    let best = step.after.trick.map(|trick| trick.best);
    let mut answers = Vec::new();
    for (seat, card) in &step.own.trick {
        let wins = best == Some(*card) || won == Some(*seat);
        answers.push((TaskAnswer::Card(*card), right_or_wrong(wins)));
    }
    answers
}

/// Judges each card of the mover: good if it may be played, else forbidden by a clause.
fn judge_card_plays(rules: &TrickRules, step: &Step) -> Vec<AnswerWithVerdict> {
    let held = step.before.hands[step.before.mover];
    let mut answers = Vec::new();
    for card in rules.rank.value.sort_cards_by_suit(held) {
        let verdict = match broken_duty(rules, &step.before, card) {
            Some(clause) => TaskAnswerVerdict::Forbidden(clause),
            None => TaskAnswerVerdict::Good,
        };
        answers.push((TaskAnswer::Card(card), verdict));
    }
    answers
}

/// Returns the moves of the deal of a step before it, each with the deal as it stood.
pub fn moves_before(story: &Story, step_index: usize) -> Vec<(DealState, Move)> {
    let number = story.trick_steps()[step_index].hand;
    let mut moves = Vec::new();
    for step in story.trick_steps()[..step_index]
        .iter()
        .filter(|step| step.hand == number)
    {
        for event in &step.events {
            if let Some((_, made)) = event.details.as_move() {
                moves.push((step.before, made));
            }
        }
    }
    moves
}

/// Returns what a seat takes by a payout, in chips.
fn chips_taken(step: &Step, seat: Seat) -> i64 {
    let mut taken = 0;
    for (subject, moved) in step.events.iter().filter_map(payout_of_event) {
        if subject == PayoutSubject::Takes(seat) {
            taken += moved.chips;
        }
    }
    taken
}

/// Judges what the mover of a deal may do and what not; an exchange is that `made`, or the strategy's.
pub fn judge_choices(
    rules: &TrickRules,
    past: &[(DealState, Move)],
    state: &DealState,
    made: Option<Move>,
) -> Vec<AnswerWithVerdict> {
    let choices = open_and_refused_moves(rules, state, made);
    let open = allowed_moves_plus_advised(rules, state, &choices);
    let means = if open.len() > 1 {
        mean_chips_of_moves(rules, past, state, &open)
    } else {
        vec![0.0; open.len()]
    };
    let mut are_good = mark_near_best(&means);
    let mut answers = Vec::new();
    for (answer, possible) in choices {
        let verdict = match possible {
            Err(clause) => TaskAnswerVerdict::Forbidden(clause),
            Ok(_) if are_good.next().unwrap_or_default() => TaskAnswerVerdict::Good,
            Ok(_) => TaskAnswerVerdict::Worse,
        };
        answers.push((answer, verdict));
    }
    answers
}

/// Returns the choices before a step of a story, each with the chips that it brings the mover on average, or with the clause
/// that forbids it.
#[cfg(feature = "cli")]
pub fn weigh_choices(story: &Story, at: usize) -> Vec<(TaskAnswer, Result<f64, ClauseId>)> {
    let step = &story.trick_steps()[at];
    let past = moves_before(story, at);
    let choices = open_and_refused_moves(&step.rules, &step.before, step.first_made_move());
    let open = allowed_moves_plus_advised(&step.rules, &step.before, &choices);
    let mut means = mean_chips_of_moves(&step.rules, &past, &step.before, &open).into_iter();
    let mut weighed = Vec::new();
    for (answer, possible) in choices {
        let chips = possible.map(|_| means.next().unwrap_or_default());
        weighed.push((answer, chips));
    }
    weighed
}

/// Returns the moves among these choices that are allowed, and the move that the strategy advises.
pub fn allowed_moves_plus_advised(
    rules: &TrickRules,
    state: &DealState,
    choices: &[AnswerMoveOrClause],
) -> Vec<Move> {
    let mut open = Vec::new();
    for (_, made) in choices {
        open.extend(made.ok());
    }
    // Another exchange may be better than the one that is made.
    if let Some(best) = STRATEGY.choose_move(rules, state)
        && !open.iter().any(|made| made.is_same_before_draw(best))
    {
        open.push(best);
    }
    open
}

/// Returns what the mover of a deal may do and what not.
pub fn open_and_refused_moves(
    rules: &TrickRules,
    state: &DealState,
    made: Option<Move>,
) -> Vec<AnswerMoveOrClause> {
    let mut choices = Vec::new();
    for offer in move_offers(rules, state) {
        let answer = TaskAnswer::Move(offer.verb);
        if offer.verb == Verb::Play {
            push_play_choices(rules, state, &mut choices);
        } else if !offer.is_open {
            choices.push((answer, Err(offer.clause)));
        } else if let Some(example) = made_or_example_move(rules, state, offer.verb, made) {
            choices.push((answer, Ok(example)));
        }
    }
    choices
}

/// Adds a choice for each card in the mover's hand: to play it, or the duty that forbids it.
fn push_play_choices(rules: &TrickRules, state: &DealState, choices: &mut Vec<AnswerMoveOrClause>) {
    for card in rules
        .rank
        .value
        .sort_cards_by_suit(state.hands[state.mover])
    {
        let made = match broken_duty(rules, state, card) {
            Some(clause) => Err(clause),
            None => Ok(Move::Play(card)),
        };
        choices.push((TaskAnswer::Card(card), made));
    }
}

/// Returns a move with this verb: what is made, or what the strategy would do, or with the cards that it prizes least.
fn made_or_example_move(
    rules: &TrickRules,
    state: &DealState,
    verb: Verb,
    made: Option<Move>,
) -> Option<Move> {
    let strategy = STRATEGY.choose_move(rules, state);
    for example in made.into_iter().chain(strategy) {
        if example.verb() == verb {
            return Some(match example {
                Move::Exchange(laid, _) => Move::exchange_of(laid),
                _ => example,
            });
        }
    }
    let view = PlayerView::new(rules, state);
    let losers = view.lowest_cards(view.plain_losers(), view.max_exchange());
    let laid = if losers.is_empty() {
        view.lowest_cards(view.hand(), 1)
    } else {
        losers
    };
    verb.with_args(PlayerMoveDetails {
        laid: Some(laid),
        drawn: Some(CardSet::EMPTY),
        card: view.lowest_card(view.hand()),
        ..PlayerMoveDetails::default()
    })
}
