//! The numbers behind the verdicts on a `task plays`, in words: what each answer brings on average, and on what that rests.

use super::story::{AnyStep, Story};
use super::tricks::trick_answers::{
    allowed_moves_plus_advised, moves_before, open_and_refused_moves,
};
use super::written_task_answers::describe_answer;
use crate::cards::{CardSet, count_of};
use crate::explore::{WEIGHED_DEALS, mark_near_best, mean_chips_of_moves};
use crate::rules::{Move, TrickRules};
use crate::scenario::text::{Task, TaskAnswer, TaskQuestion};

/// A move that may be made at a step, with what it brings.
struct WeighedMove {
    /// The move as a script has it.
    words: String,
    chips: f64,
    is_good: bool,
    /// True if it is one of the answers to the task.
    is_answer: bool,
    laid: Option<CardSet>,
}

/// Returns lines of help that say how the answers to a `task plays` were judged; none for other tasks, and none at Mus, where the
/// author decides.
pub(super) fn describe_weights(story: &Story, step_index: usize, task: &Task) -> Vec<String> {
    if task.asks != TaskQuestion::Plays || !matches!(story.step(step_index), AnyStep::Tricks(_)) {
        return Vec::new();
    }
    let step = &story.trick_steps()[step_index];
    let weighed = weigh_moves(story, step_index);
    let mut numbers = Vec::new();
    for weight in &weighed {
        numbers.push(format!("`{}` {:+.2}", weight.words, weight.chips));
    }
    let deals = count_of(WEIGHED_DEALS as usize, "deal");
    let mover = step.mover.map(|seat| &story.players[usize::from(seat.0)]);
    let mover = mover.cloned().unwrap_or_default();
    let numbers = numbers.join(", ");
    let mut lines = vec![format!(
        "chips on average, in {deals} of the cards that {mover} does not see: {numbers}"
    )];
    let good = weighed
        .iter()
        .filter(|weight| weight.is_good && weight.is_answer);
    let good: Vec<String> = good.map(|weight| format!("`{}`", weight.words)).collect();
    let best = weighed.iter().find(|weight| !weight.is_answer);
    if !good.is_empty() {
        let good = good.join(", ");
        lines.push(format!(
            "right is an answer that brings at most 1 chip less than the best move: {good}"
        ));
    } else if let Some(best) = best {
        lines.push(explain_missing_best_answer(best, &weighed, &mover));
    }
    lines
}

/// Says that the best move is better than every answer of a task, and what to write.
fn explain_missing_best_answer(best: &WeighedMove, weighed: &[WeighedMove], mover: &str) -> String {
    let mut answers = weighed.iter().filter(|weight| weight.is_answer);
    let best_words = &best.words;
    match answers.find(|weight| weight.laid.is_some() && best.laid.is_some()) {
        Some(scripted) => {
            let scripted = &scripted.words;
            format!(
                "the answer `exchanges` is judged with the cards of the script, here `{scripted}`; write `{mover} {best_words} for …` in the script instead, or ask about another step"
            )
        }
        None => format!("`{best_words}` is better than every answer; ask about another step"),
    }
}

/// Returns the moves that may be made at a step, and the best by the strategy if it is another, each with what it brings.
fn weigh_moves(story: &Story, step_index: usize) -> Vec<WeighedMove> {
    let step = &story.trick_steps()[step_index];
    let rules = &step.rules;
    let past = moves_before(story, step_index);
    let choices = open_and_refused_moves(rules, &step.before, step.first_made_move());
    let open = allowed_moves_plus_advised(rules, &step.before, &choices);
    let answers = choices.iter().filter(|(_, made)| made.is_ok()).count();
    let means = mean_chips_of_moves(rules, &past, &step.before, &open);
    let mut weighed = Vec::new();
    for (at, is_good) in mark_near_best(&means).enumerate() {
        weighed.push(WeighedMove {
            words: describe_move(story, rules, open[at]),
            chips: means[at],
            is_good,
            is_answer: at < answers,
            laid: open[at].args().laid,
        });
    }
    weighed
}

/// Returns a move as a script has it, with the cards that are laid down: `exchanges 6♦ 2♥`.
fn describe_move(story: &Story, rules: &TrickRules, made: Move) -> String {
    if let Move::Play(card) = made {
        return card.to_string();
    }
    let mut words = describe_answer(story, TaskAnswer::Move(made.verb()));
    if let Some(laid) = made.args().laid {
        for card in rules.rank.value.sort_cards_by_suit(laid) {
            words += &format!(" {card}");
        }
    }
    words
}
