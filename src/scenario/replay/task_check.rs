//! Tasks: what may be answered, what of it is good, and what its author must give a reason for.

use super::mus;
pub use super::mus::mus_answers::stones_taken_or_shed_by_phase;
use super::story::{AnyStep, PosedTask, PossibleAnswer, Story, TaskAnswerVerdict};
use super::task_reason_words_check::reason_words_error;
pub use super::task_reason_words_check::{is_refused_move, names_what_decides};
#[cfg(feature = "cli")]
use super::task_weights_in_words::describe_weights;
use super::tricks;
#[cfg(feature = "cli")]
pub use super::tricks::trick_answers::weigh_choices;
pub use super::tricks::trick_answers::{
    AnswerMoveOrClause, AnswerWithVerdict, allowed_moves_plus_advised, judge_choices, moves_before,
    open_and_refused_moves,
};
use super::written_task_answers::describe_answer;
use crate::cards::CardLanguage;
use crate::rules::Verb;
use crate::scenario::text::{Diagnostic, Spanned, Task, TaskAnswer, TaskQuestion, diagnose};

/// Adds tasks to their steps, works out what each may be answered, and reports what is wrong with it. In a page nothing is
/// worked out, because each key would wait for it.
pub fn pose_and_check_tasks(story: &mut Story, asked: Vec<(usize, Task)>) {
    for (at, task) in asked {
        let mut posed = PosedTask {
            task,
            answers: Vec::new(),
        };
        if cfg!(feature = "cli") {
            posed.answers = possible_answers(story, at, &posed.task);
            report_task_mistakes(story, at, &posed);
        }
        story.frame_mut(at).tasks.push(posed);
    }
}

/// Returns what may be answered, with the reasons that the author gives.
fn possible_answers(story: &Story, step_index: usize, task: &Task) -> Vec<PossibleAnswer> {
    let answers = match story.step(step_index) {
        AnyStep::Tricks(step) => tricks::trick_answers::answers_of(story, step_index, step, task),
        AnyStep::Mus(step) => mus::mus_answers::answers_of(story, step, task),
    };
    let mut possible = Vec::new();
    for (answer, verdict) in answers {
        possible.push(PossibleAnswer {
            answer,
            verdict,
            reason: None,
        });
    }
    for (answer, reason) in &task.reasons {
        if let Some(place) = position_of_answer(&possible, answer.value) {
            possible[place].reason = Some(reason.clone());
        }
    }
    possible
}

/// Returns the position of a written answer among the possible answers. `stand` also means a
/// move that scripts leave out.
fn position_of_answer(possible: &[PossibleAnswer], written: TaskAnswer) -> Option<usize> {
    possible
        .iter()
        .position(|one| one.answer == written || is_wordless_written_stand(one.answer, written))
}

/// Returns whether the file writes `stand` for an answer that is a move without a word in scripts.
fn is_wordless_written_stand(answer: TaskAnswer, written: TaskAnswer) -> bool {
    let TaskAnswer::Move(verb) = answer else {
        return false;
    };
    written == TaskAnswer::Move(Verb::Stand) && verb.words(CardLanguage::English).is_none()
}

/// Reports what is wrong with the reasons that a task gives.
fn report_task_mistakes(story: &mut Story, step_index: usize, posed: &PosedTask) {
    let mut found = Vec::new();
    for place in 0..posed.task.reasons.len() {
        let wrong = misplaced_reason_error(story, step_index, posed, place);
        found.extend(wrong.or_else(|| reason_words_error(story, step_index, posed, place)));
    }
    let good = posed
        .answers
        .iter()
        .filter(|one| one.verdict == TaskAnswerVerdict::Good)
        .count();
    let is_all_good = good == posed.answers.len();
    if good == 0 && !is_all_good {
        found.push(no_right_answer_error(story, step_index, &posed.task));
        story.diagnostics.extend(found);
        return;
    }
    let opening = &posed.task.opening;
    if is_all_good {
        found.push(match posed.task.asks {
            TaskQuestion::Takes(_) => diagnose!("no-wrong-number", opening),
            _ => diagnose!("all-is-good", opening),
        });
    }
    let mut reasons = posed.task.reasons.iter();
    let says_why_good = reasons.any(|(answer, _)| answer.value == TaskAnswer::Good);
    let step = story.step(step_index);
    let must_say_why = match posed.task.asks {
        TaskQuestion::Plays => true,
        TaskQuestion::May => matches!(step, AnyStep::Mus(_)),
        _ => false,
    };
    if must_say_why && !says_why_good && !is_all_good {
        found.push(diagnose!("no-reason-for-good", opening));
    }
    for one in &posed.answers {
        if one.reason.is_none() && must_author_explain(step, one) {
            let what = describe_answer(story, one.answer);
            let wrong = diagnose!("no-reason", opening, what);
            found.push(with_help_on_weights(wrong, story, step_index, &posed.task));
        }
    }
    story.diagnostics.extend(found);
}

/// Returns the error if the answer that a reason is about is given twice, does not exist, or is
/// right.
fn misplaced_reason_error(
    story: &Story,
    step_index: usize,
    posed: &PosedTask,
    reason_index: usize,
) -> Option<Diagnostic> {
    let (answer, _) = &posed.task.reasons[reason_index];
    let what = describe_answer(story, answer.value);
    let mut before = posed.task.reasons[..reason_index].iter();
    if let Some((first, _)) = before.find(|(other, _)| other.value == answer.value) {
        let wrong = diagnose!("reason-twice", &answer.span, what);
        return Some(wrong.with_first_place(first));
    }
    if answer.value == TaskAnswer::Good {
        return None;
    }
    let Some(at) = position_of_answer(&posed.answers, answer.value) else {
        return Some(no_such_answer_error(story, posed, answer, &what));
    };
    if posed.answers[at].verdict == TaskAnswerVerdict::Good {
        let wrong = diagnose!("reason-of-a-right-answer", &answer.span, what);
        return Some(with_help_on_weights(wrong, story, step_index, &posed.task));
    }
    None
}

/// Returns the diagnostic for a task to which no answer is right.
fn no_right_answer_error(story: &Story, step_index: usize, task: &Task) -> Diagnostic {
    let opening = &task.opening;
    match task.asks {
        TaskQuestion::Owes => diagnose!("nobody-owes", opening),
        TaskQuestion::Plays => {
            let wrong = diagnose!("no-right-move", opening);
            with_help_on_weights(wrong, story, step_index, task)
        }
        _ => diagnose!("no-right-answer", opening),
    }
}

/// Adds to a diagnostic how the answers to a `task plays` were judged. The engine in a page poses no tasks.
fn with_help_on_weights(
    wrong: Diagnostic,
    story: &Story,
    step_index: usize,
    task: &Task,
) -> Diagnostic {
    #[cfg(feature = "cli")]
    let wrong = {
        let mut wrong = wrong;
        wrong.help.extend(describe_weights(story, step_index, task));
        wrong
    };
    #[cfg(not(feature = "cli"))]
    let _ = (story, step_index, task);
    wrong
}

fn no_such_answer_error(
    story: &Story,
    posed: &PosedTask,
    answer: &Spanned<TaskAnswer>,
    described_answer: &str,
) -> Diagnostic {
    let mut words = Vec::new();
    for one in &posed.answers {
        words.push(describe_answer(story, one.answer));
    }
    let all = words.join(", ");
    diagnose!("no-such-answer", &answer.span, what = described_answer, all)
}

/// Returns whether the program cannot say why an answer is not good, so that the author has to.
fn must_author_explain(step: AnyStep, answer: &PossibleAnswer) -> bool {
    match answer.verdict {
        TaskAnswerVerdict::Worse => true,
        TaskAnswerVerdict::Wrong => match (answer.answer, step) {
            (TaskAnswer::Seat(seat), AnyStep::Tricks(step)) => {
                step.after.active.has(seat) && step.after.tricks_won[seat] == 0
            }
            (TaskAnswer::Chips(_), _) => true,
            _ => false,
        },
        TaskAnswerVerdict::Good | TaskAnswerVerdict::Forbidden(_) => false,
    }
}
