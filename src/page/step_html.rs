//! The steps of a hand as a page shows them; and the choices of a hand as questions, for readers
//! without scripts.

use super::align_editions::{
    AlignedStep, EditionDivergence, align_steps, find_new_divergence, first_story_with_step,
};
use super::certainty_signs::escape_html;
use super::move_alternatives::{DeclarationAdviceView, advice_view};
use super::payment_comparison::{PaymentComparison, compare_payments};
use super::safe_markdown::prose_to_html_in;
use super::step_columns::{
    Board, ColumnSceneOrReason, StepColumnOfEditions, merged_step_columns, shared_board,
};
use super::task_html::{TaskView, task_id_in_step, task_view};
use super::{HandUnderEdition, HomeOrGuestPage, group_by_key};
use crate::narrate::{
    CardFace, EditionStepText, MusPayoutTable, part_name, step_title, stone_payout,
};
use crate::scenario::story::{StepKind, Story};
use askama::Template;
use std::collections::BTreeSet;

/// A step of a hand as a page shows it.
pub(super) struct StepView<'a> {
    /// The number of its deal in the file.
    pub(super) hand: usize,
    /// The id in the page: `denise-must-trump-h1-t3-2`.
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) title: String,
    pub(super) part: String,
    /// The language of the prose, if the file names one.
    pub(super) language: Option<&'static str>,
    pub(super) narration: String,
    pub(super) closing: String,
    pub(super) spoken: String,
    /// The words that are read aloud to a reader who does not see the cards of others, if they are
    /// fewer.
    pub(super) spoken_publicly: Option<String>,
    pub(super) columns: Vec<StepColumnOfEditions<'a>>,
    pub(super) board: Option<Board<'a>>,
    pub(super) divergence: Option<EditionDivergence>,
    /// The advice on a declaration, where the author asks for it, for each edition that is asked.
    pub(super) advice: Vec<DeclarationAdviceView>,
    pub(super) tasks: String,
    pub(super) payout: Option<MusPayoutTable>,
    pub(super) totals: Option<PaymentComparison<'a>>,
    pub(super) back: Option<String>,
    pub(super) next: Option<String>,
    pub(super) slug: String,
}

/// Returns the steps of a hand as a page shows them.
pub(super) fn step_views<'a>(
    view: &HandUnderEdition<'a>,
    slug: &str,
    place: HomeOrGuestPage,
) -> Vec<StepView<'a>> {
    let stories = &view.file.stories[..];
    let rows = align_steps(stories);
    let all_editions: Vec<usize> = (0..stories.len()).collect();
    let mut ids = Vec::new();
    for row in &rows {
        let (_, step) = first_story_with_step(stories, row);
        ids.push(format!("{slug}-{}", step.id));
    }
    let mut divergences = Vec::new();
    let mut read_prose = Vec::new();
    let mut views: Vec<StepView> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let board = shared_board(stories, row, &all_editions, view.seat);
        let columns = merged_step_columns(view, &rows, at, board.is_some(), place);
        let (story, step) = first_story_with_step(stories, row);
        let spoken = spoken_text_of_columns(&columns, stories.len(), true);
        let spoken_publicly = spoken_text_of_columns(&columns, stories.len(), false);
        let payout = stone_payout(story, step);
        let asked = row.iter().zip(stories);
        let advice = asked.filter_map(|(index, of)| advice_view(of, (*index)?, place));
        views.push(StepView {
            hand: step.hand,
            id: ids[at].clone(),
            kind: step_kind_name(&step.kind),
            title: step_title(story, step),
            part: part_name(step),
            language: view.language(),
            narration: unshown_prose_html(&mut read_prose, view, row),
            closing: String::new(),
            spoken_publicly: (spoken_publicly != spoken).then_some(spoken_publicly),
            spoken,
            divergence: find_new_divergence(&mut divergences, stories, row, slug),
            columns,
            board,
            advice: advice.collect(),
            tasks: render_tasks_of_step(stories, row, &ids[at], place),
            payout,
            totals: compare_payments(stories, row),
            back: at.checked_sub(1).map(|at| ids[at].clone()),
            next: ids.get(at + 1).cloned(),
            slug: slug.to_string(),
        });
    }
    let last_frames = stories
        .iter()
        .filter_map(|story| story.frames().next_back());
    let mut closings = last_frames.map(|step| &step.closing);
    if let Some(closing) = closings.find(|closing| !closing.is_empty())
        && let Some(last) = views.last_mut()
    {
        last.closing = prose_to_html_in(closing, view.language());
    }
    views
}

/// Returns the tasks at a step as HTML, under the first edition that has any. The engine in a page
/// leaves them to the book.
fn render_tasks_of_step(
    stories: &[Story],
    row: &AlignedStep,
    id: &str,
    place: HomeOrGuestPage,
) -> String {
    if !cfg!(feature = "cli") {
        return String::new();
    }
    for (at, story) in row.iter().zip(stories) {
        let Some(at) = at else { continue };
        let step = story.step(*at);
        if step.tasks.is_empty() {
            continue;
        }
        let mut tasks = Vec::new();
        for (position, posed) in step.tasks.iter().enumerate() {
            let id = format!("{id}-{}", task_id_in_step(&step.tasks, position));
            let mut view = task_view(story, step, posed, &id, place);
            // The step itself leads to the clauses.
            for answer in &mut view.answers {
                answer.clauses.clear();
            }
            tasks.push(view);
        }
        return StepTasksTemplate { tasks }.render().unwrap_or_default();
    }
    String::new()
}

/// The tasks at a step.
#[derive(Template)]
#[template(path = "tasks.html")]
struct StepTasksTemplate {
    tasks: Vec<TaskView>,
}

/// Returns what a screen reader says for all columns. Where there are several editions, each column
/// begins with its own.
fn spoken_text_of_columns(
    columns: &[StepColumnOfEditions],
    editions: usize,
    sees_all_cards: bool,
) -> String {
    if let [column] = columns {
        let words = column.spoken_text(sees_all_cards);
        return if editions == 1 {
            words
        } else {
            format!("The same in all editions: {words}")
        };
    }
    let mut words = Vec::new();
    for column in columns {
        let names = column.edition_names();
        words.push(format!("{names}: {}", column.spoken_text(sees_all_cards)));
    }
    words.join(" ")
}

/// A piece of prose that was shown, and the stories that have it.
struct AlreadyShownProse<'a> {
    hand: usize,
    text: &'a str,
    readers: Vec<usize>,
}

/// Returns the prose of a row as HTML. Prose that several editions have is shown once, at the first
/// step that has it in any.
fn unshown_prose_html<'a>(
    shown_prose: &mut Vec<AlreadyShownProse<'a>>,
    view: &HandUnderEdition<'a>,
    row: &AlignedStep,
) -> String {
    let mut html = String::new();
    for (index, (at, story)) in row.iter().zip(&view.file.stories).enumerate() {
        let Some(at) = at else { continue };
        let step = story.step(*at).frame();
        if step.narration.is_empty() {
            continue;
        }
        let hand = step.hand;
        let text = step.narration.as_str();
        let known = shown_prose.iter_mut().find(|prose| {
            prose.hand == hand && prose.text == text && !prose.readers.contains(&index)
        });
        if let Some(prose) = known {
            prose.readers.push(index);
            continue;
        }
        shown_prose.push(AlreadyShownProse {
            hand,
            text,
            readers: vec![index],
        });
        html += &prose_to_html_in(text, view.language());
    }
    html
}

/// Returns the name of a kind of step, by which style sheets and scripts know it.
pub(crate) fn step_kind_name(kind: &StepKind) -> &'static str {
    match kind {
        StepKind::Deal => "deal",
        StepKind::Declaration => "declaration",
        StepKind::Fault => "fault",
        StepKind::Claims => "claims",
        StepKind::Play => "play",
        StepKind::Refused { .. } => "refused",
        StepKind::Payment => "payment",
        StepKind::End => "end",
    }
}

/// Returns the questions of a hand, each with its answer as HTML:
/// `Trick 3, card 2. Denise holds 7♥ A♦ A♣.`, `7♥ (Trumping)`. Editions that ask the same are asked
/// at once, and each answers for itself where answers differ. Where a player may do everything, the
/// question is asked only the first time that it has this answer.
pub(super) fn questions_and_answers(steps: &[StepView]) -> Vec<(String, String)> {
    let mut known_answers = BTreeSet::new();
    let mut questions = Vec::new();
    for step in steps {
        let is_asked = step.kind != "refused"
            && free_choice_key(step).is_none_or(|answer| known_answers.insert(answer));
        if is_asked {
            questions.extend(questions_of_step(step));
        }
    }
    questions
}

/// Returns a key of the clauses and moves in the answer, equal for questions with the same answer;
/// none if a rule forbids any choice.
fn free_choice_key(step: &StepView) -> Option<String> {
    let mut answer = String::new();
    for column in &step.columns {
        let ColumnSceneOrReason::Scene(scene) = &column.body else {
            continue;
        };
        for choice in &scene.choices {
            if !choice.is_allowed {
                return None;
            }
            let words = match &choice.face {
                Some(_) => format!("{:?}", choice.clauses()),
                None => choice.verdict.clone(),
            };
            if !answer.ends_with(&words) {
                answer += &words;
            }
        }
    }
    Some(answer)
}

/// Returns the questions of one step, each with its answer as HTML.
fn questions_of_step(step: &StepView) -> Vec<(String, String)> {
    let mut asked = Vec::new();
    for column in &step.columns {
        if let ColumnSceneOrReason::Scene(scene) = &column.body
            && !scene.choices.is_empty()
        {
            let held: Vec<String> = scene.held.iter().map(CardFace::text).collect();
            let question = format!("{}. {} holds {}.", step.title, scene.mover, held.join(" "));
            asked.push((question, (column, allowed_moves_html(scene, column))));
        }
    }
    let mut questions = Vec::new();
    for (question, answers) in group_by_key(asked) {
        let answer = match &answers[..] {
            [(_, allowed)] if step.columns.len() == 1 => allowed.clone(),
            _ => {
                let each = answers
                    .iter()
                    .map(|(column, allowed)| format!("{}: {allowed}.", column.edition_names()));
                each.collect::<Vec<_>>().join(" ")
            }
        };
        questions.push((question, answer));
    }
    questions
}

/// Returns the moves that are allowed, as HTML, with the clauses that cards rest on:
/// `7♥ (Trumping)`.
fn allowed_moves_html(scene: &EditionStepText, column: &StepColumnOfEditions) -> String {
    let mut moves = Vec::new();
    let mut clauses = Vec::new();
    for choice in &scene.choices {
        if !choice.is_allowed {
            continue;
        }
        match &choice.face {
            Some(face) => {
                // The same clauses allow all cards.
                if moves.is_empty() {
                    clauses = choice.clauses();
                }
                moves.push(face.text());
            }
            None => moves.push(choice.verdict.clone()),
        }
    }
    let list = escape_html(&moves.join(", "));
    if clauses.is_empty() {
        return list;
    }
    let clauses = clauses
        .into_iter()
        .map(|clause| column.signed_clause_title_html(clause));
    format!("{list} ({})", clauses.collect::<Vec<_>>().join("; "))
}
