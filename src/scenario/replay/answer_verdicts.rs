//! Verdicts on answers to tasks, whatever is played.

use super::story::TaskAnswerVerdict;
use crate::cards::InsertionSort;
use crate::scenario::text::{Task, TaskAnswer};

/// Returns the verdict on an answer that is right or wrong.
pub fn right_or_wrong(is_right: bool) -> TaskAnswerVerdict {
    if is_right {
        TaskAnswerVerdict::Good
    } else {
        TaskAnswerVerdict::Wrong
    }
}

/// Judges numbers: the right one, and those that the author of a task gives a reason against.
pub fn judge_explained_numbers(task: &Task, right: i64) -> Vec<(TaskAnswer, TaskAnswerVerdict)> {
    let mut numbers = vec![right];
    for (answer, _) in &task.reasons {
        if let TaskAnswer::Chips(chips) = answer.value {
            numbers.push(chips);
        }
    }
    numbers.insertion_sort_by_key(|chips| *chips);
    numbers.dedup();
    let mut answers = Vec::new();
    for chips in numbers {
        answers.push((TaskAnswer::Chips(chips), right_or_wrong(chips == right)));
    }
    answers
}
