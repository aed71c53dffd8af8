//! Tasks with their possible answers; and a question or a task in a chapter, with the table before
//! its step.

use super::certainty_signs::signs_in_link_html;
use super::step_columns::{self, Board};
use super::{HandUnderEdition, HomeOrGuestPage, join_lines};
use crate::narrate::{CardFace, ChoiceWithLegality, EditionStepText, step_title, task_words};
use crate::rules::{ClauseId, ClauseLookup, Ruleset};
use crate::scenario::story::{
    AnyStep, PosedTask, PossibleAnswer, StepKind, Story, TaskAnswerVerdict,
};
use crate::scenario::{TaskQuestion, parsed_scenario, parsed_scenario::TaskAnswer};
use anyhow::{Result, bail, ensure};
use askama::Template;

/// A task as a page shows it.
pub(super) struct TaskView {
    pub(super) id: String,
    /// The question.
    pub(super) asks: String,
    /// True if a reader must choose all good answers, and not only one.
    pub(super) wants_all: bool,
    pub(super) answers: Vec<PossibleAnswerView>,
}

/// A link to a clause.
pub(super) struct PageClauseLink {
    pub(super) title: String,
    pub(super) sign: String,
    pub(super) href: String,
}

/// A possible answer to a task.
pub(super) struct PossibleAnswerView {
    pub(super) id: String,
    pub(super) face: Option<CardFace>,
    /// The words of the answer, if it is no card.
    pub(super) says: String,
    /// The class by which it is shown: `may`, `may but`, `may-not`.
    pub(super) class: &'static str,
    /// The verdict in a word or two; empty if the answer is allowed and no more is asked.
    pub(super) head: &'static str,
    pub(super) reason: String,
    pub(super) clauses: Vec<PageClauseLink>,
}

/// Returns a task with its answers, under an id.
pub(super) fn task_view(
    story: &Story,
    step: AnyStep,
    posed: &PosedTask,
    id: &str,
    place: HomeOrGuestPage,
) -> TaskView {
    let mut answers = Vec::new();
    // The engine in a page poses no tasks, so it needs no answers.
    if !cfg!(target_arch = "wasm32") {
        for possible in &posed.answers {
            answers.push(answer_view(story, step, posed, possible, id, place));
        }
    }
    TaskView {
        asks: task_words::question_text(story, step, posed),
        wants_all: matches!(posed.task.asks, TaskQuestion::May | TaskQuestion::Owes),
        answers,
        id: id.into(),
    }
}

/// Returns a possible answer with its verdict.
fn answer_view(
    story: &Story,
    step: AnyStep,
    posed: &PosedTask,
    possible: &PossibleAnswer,
    id: &str,
    place: HomeOrGuestPage,
) -> PossibleAnswerView {
    let (face, says) = task_words::answer_face_and_label(story, possible.answer);
    let (class, head) = task_words::verdict_class_and_label(possible.verdict);
    // The id of an answer in an address: `ten-of-hearts`, `take-the-fille`.
    let word = match &face {
        Some(face) => face.card.name(),
        None => match possible.answer {
            TaskAnswer::Move(verb) => verb.button_label().to_lowercase(),
            _ => says.to_lowercase(),
        },
    };
    let clauses = task_words::answer_clauses(story, step, posed, possible).into_iter();
    PossibleAnswerView {
        id: format!("{id}-{}", word.replace(' ', "-")),
        face,
        says,
        class,
        head,
        reason: task_words::answer_reason(story, step, posed, possible),
        clauses: clauses
            .map(|topic| clause_link(&story.rules, topic, place))
            .collect(),
    }
}

/// Returns a link to a clause, with its title and signs.
pub(super) fn clause_link(
    rules: &Ruleset,
    topic: ClauseId,
    place: HomeOrGuestPage,
) -> PageClauseLink {
    let sign = signs_in_link_html(rules.marks(topic));
    PageClauseLink {
        title: rules.title(topic),
        sign,
        href: place.link_to_clause(rules.id, topic),
    }
}

/// A task with the table before its step.
#[derive(Template)]
#[template(path = "asked.html")]
struct TaskWithTableTemplate<'a> {
    task: TaskView,
    href: String,
    hand: String,
    edition: &'a str,
    title: String,
    board: Board<'a>,
    is_open: bool,
}

/// Returns the question before one step of a hand as HTML on one line, for a page at this place.
/// `id` is the id of the step.
///
/// # Errors
/// The hand has several editions, it does not have the step, or nobody has a choice at
/// the step.
pub fn render_step_question(
    view: &HandUnderEdition,
    id: &str,
    place: HomeOrGuestPage,
) -> Result<String> {
    let story = view.story;
    let slug = view.slug();
    ensure!(
        !view.has_several_editions(),
        "{slug} names several editions, but a question needs exactly one"
    );
    let at = find_question_step(story, &slug, id)?;
    let scene = EditionStepText::new(story, story.step(at));
    let asks = if scene.choices.iter().any(|choice| choice.face.is_some()) {
        "Which card may be played?"
    } else {
        "What would you do?"
    };
    let posed = PosedTask {
        task: parsed_scenario::Task {
            asks: TaskQuestion::Plays,
            question: format!("It is {}’s turn. {asks}", scene.mover),
            reasons: Vec::new(),
            opening: 0..0,
        },
        answers: scene.choices.iter().map(possible_answer).collect(),
    };
    let mut question = question_view(view, at, &posed, &format!("ask-{slug}-{id}"), place);
    // The question is which moves are allowed, not which are wise. If all are allowed, it is not
    // asked.
    let head = if scene.choices.iter().all(|choice| choice.is_allowed) {
        ""
    } else {
        "Allowed."
    };
    for answer in &mut question.task.answers {
        if answer.class == "may" {
            answer.head = head;
        }
    }
    Ok(join_lines(&question.render()?))
}

/// Returns the answer that stands for a choice.
fn possible_answer(choice: &ChoiceWithLegality) -> PossibleAnswer {
    PossibleAnswer {
        answer: match &choice.face {
            Some(face) => parsed_scenario::TaskAnswer::Card(face.card),
            None => parsed_scenario::TaskAnswer::Move(choice.verb),
        },
        verdict: if choice.is_allowed {
            TaskAnswerVerdict::Good
        } else {
            TaskAnswerVerdict::Forbidden(choice.clause)
        },
        reason: None,
    }
}

/// Returns the tasks of a hand, or those before one of its steps, or of these those of one kind, as
/// HTML on one line.
///
/// # Errors
/// A hand told under several editions, or one that asks nothing there.
pub fn render_tasks(
    view: &HandUnderEdition,
    step_and_kind: &str,
    place: HomeOrGuestPage,
) -> Result<String> {
    let story = view.story;
    let slug = view.slug();
    ensure!(
        !view.has_several_editions(),
        "{slug} names several editions, but a task needs exactly one"
    );
    let (id, kind) = step_and_kind.split_once(' ').unwrap_or((step_and_kind, ""));
    let mut html = String::new();
    let mut known = Vec::new();
    for (at, step) in story.frames().enumerate() {
        for (position, posed) in step.tasks.iter().enumerate() {
            let written_kind = written_task_kind(story, posed);
            known.push(format!("`{} {written_kind}`", step.id));
            let asks = task_words::task_kind(posed.task.asks);
            let is_step = id.is_empty() || step.id == id;
            if is_step && (kind.is_empty() || asks == kind || written_kind == kind) {
                let task_id = format!(
                    "task-{slug}-{}-{}",
                    step.id,
                    task_id_in_step(&step.tasks, position)
                );
                html += &question_view(view, at, posed, &task_id, place).render()?;
            }
        }
    }
    if known.is_empty() {
        bail!("{slug} asks nothing: it has no fence `task`");
    }
    ensure!(
        !html.is_empty(),
        "{slug} has no task at `{step_and_kind}`; it has {}",
        known.join(", ")
    );
    Ok(join_lines(&html))
}

/// Returns the name of a task among those of its step: its kind, and from the second of its kind on a letter. A number may be the id
/// of an answer.
pub(super) fn task_id_in_step(tasks: &[PosedTask], position: usize) -> String {
    let kind = task_words::task_kind(tasks[position].task.asks);
    let before = tasks[..position].iter();
    let same = before.filter(|task| task_words::task_kind(task.task.asks) == kind);
    match same.count() {
        0 => kind.to_owned(),
        count => format!("{kind}-{}", char::from(b'a' + (count % 26) as u8)),
    }
}

/// Returns the kind of a task as the hand writes it: `takes Bess`.
fn written_task_kind(story: &Story, posed: &PosedTask) -> String {
    let asks = task_words::task_kind(posed.task.asks);
    match posed.task.asks {
        TaskQuestion::Takes(seat) => {
            let name = &story.players[usize::from(seat.0)];
            format!("{asks} {name}")
        }
        _ => asks.to_owned(),
    }
}

/// Returns a task with the table before its step.
fn question_view<'a>(
    view: &HandUnderEdition<'a>,
    at: usize,
    posed: &PosedTask,
    id: &str,
    place: HomeOrGuestPage,
) -> TaskWithTableTemplate<'a> {
    let story = view.story;
    let step = story.step(at);
    let QuestionBoard { board, is_open } = question_board(story, at, posed.task.asks);
    let task = task_view(story, step, posed, id, place);
    let href = format!(
        "{}#{}-{}",
        place.link_to(&view.page_path("html")),
        view.slug(),
        step.id
    );
    TaskWithTableTemplate {
        task,
        href,
        hand: view.title(),
        edition: story.rules.name,
        title: step_title(story, step),
        board,
        is_open,
    }
}

/// The table at which a task is asked.
struct QuestionBoard<'a> {
    board: Board<'a>,
    /// True if the cards of all players lie open.
    is_open: bool,
}

/// Returns the table at which a task is asked.
fn question_board(story: &Story, at: usize, asks: TaskQuestion) -> QuestionBoard<'_> {
    let is_about_winner = asks == TaskQuestion::Wins;
    let at_before = at.saturating_sub(1);
    match story.step(at) {
        AnyStep::Tricks(step) => {
            let before = &story.trick_steps()[at_before];
            let board = step_columns::board_before_move(story, step, before, is_about_winner);
            QuestionBoard {
                board,
                is_open: false,
            }
        }
        AnyStep::Mus(step) => {
            let seer = if is_about_winner { None } else { step.mover };
            let before = story.step(at_before);
            let board = step_columns::board_after_step(story, before, seer);
            QuestionBoard {
                board,
                is_open: seer.is_none(),
            }
        }
    }
}

/// Returns the step with this id, if the mover has a choice at it.
fn find_question_step(story: &Story, slug: &str, step_id: &str) -> Result<usize> {
    let found = story.frames().position(|step| step.id == step_id);
    if let Some(at) = found
        && has_choices(story, at)
    {
        return Ok(at);
    }
    let mut known = Vec::new();
    for at in 0..story.step_count() {
        if has_choices(story, at) {
            known.push(story.step(at).frame().id.as_str());
        }
    }
    let known = known.join(" ");
    if step_id.is_empty() {
        bail!("a question needs a step after the hand: one of {known}");
    }
    bail!("{slug} asks nothing at `{step_id}`; it does at {known}");
}

/// Returns whether the mover of a step has a choice that a question can be asked about.
fn has_choices(story: &Story, at: usize) -> bool {
    let step = story.step(at);
    !matches!(step.kind, StepKind::Refused { .. })
        && !EditionStepText::new(story, step).choices.is_empty()
}
