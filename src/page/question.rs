//! The choices of a hand as questions, for those who read without scripts; and one of them in a chapter, before a step.

use super::columns::{self, Board, Body, Column};
use super::sign::escaped;
use super::steps::{StepView, Task, task};
use super::{Place, Told, alike, one_line};
use crate::narrate::task::kind as kind_of;
use crate::narrate::{Choice, Face, Scene, title};
use crate::scenario::story::{AnyStep, Kind, Posed, Possible, Story, Verdict};
use crate::scenario::syntax::{self, Answer as Asked, Asks};
use anyhow::{Context, Result, ensure};
use askama::Template;

/// The questions of a hand, each with its answer as HTML: `Trick 3, card 2. Denise holds 7♥ A♦ A♣.`, `7♥ (Trumping)`.
/// Editions that ask the same are asked at once, and each answers for itself where answers differ.
pub(super) fn questions(steps: &[StepView]) -> Vec<(String, String)> {
    steps.iter().filter(|step| step.kind != "refused").flat_map(of_step).collect()
}

fn of_step(step: &StepView) -> Vec<(String, String)> {
    let asked = step.columns.iter().filter_map(|column| {
        let Body::Scene(scene) = &column.body else { return None };
        let held: Vec<String> = scene.held.iter().map(Face::text).collect();
        let asks = format!("{}. {} holds {}.", step.title, scene.mover, held.join(" "));
        (!scene.choices.is_empty()).then(|| (asks, (column, may(scene, column))))
    });
    let is_whole = step.columns.len() == 1;
    let answer = |answers: Vec<(&Column, String)>| match &answers[..] {
        [(_, may)] if is_whole => may.clone(),
        all => all.iter().map(|(column, may)| format!("{}: {may}.", column.names())).collect::<Vec<_>>().join(" "),
    };
    alike(asked).into_iter().map(|(asks, answers)| (asks, answer(answers))).collect()
}

fn may(scene: &Scene, column: &Column) -> String {
    let named = |choice: &&Choice| choice.face.as_ref().map_or_else(|| choice.verdict.clone(), Face::text);
    let allowed: Vec<&Choice> = scene.choices.iter().filter(|choice| choice.is_allowed).collect();
    let list = escaped(&allowed.iter().map(named).collect::<Vec<_>>().join(", "));
    let of_card = allowed.first().filter(|choice| choice.face.is_some());
    let clauses = of_card.map_or_else(Vec::new, |choice| choice.clauses());
    let clauses: Vec<String> = clauses.into_iter().map(|clause| column.title(clause)).collect();
    if clauses.is_empty() { list } else { format!("{list} ({})", clauses.join("; ")) }
}

#[derive(Template)]
#[template(path = "asked.html")]
struct View<'a> {
    task: Task,
    href: String,
    hand: String,
    edition: &'a str,
    title: String,
    board: Board<'a>,
    is_open: bool,
}

/// The question before a step of a hand as HTML on one line, for a page at this place.
///
/// # Errors
/// A hand told under several editions, a step that it has not, or one at which nobody has a choice.
pub fn asked(told: &Told, id: &str, place: Place) -> Result<String> {
    let (story, slug) = (told.story, told.slug());
    ensure!(!told.is_compared(), "{slug} is told under several editions, and a question is asked under one");
    let at = find(story, &slug, id)?;
    let scene = Scene::new(story, story.step(at));
    let answer = |choice: &Choice| Possible {
        answer: choice.face.as_ref().map_or(Asked::Does(choice.verb), |face| Asked::Card(face.card())),
        verdict: if choice.is_allowed { Verdict::Good } else { Verdict::Forbidden(choice.clause) },
        reason: None,
    };
    let asks = if scene.chooses_cards { "Which card may be played?" } else { "What would you do?" };
    let question = format!("It is {}’s turn. {asks}", scene.mover);
    let task = syntax::Task { asks: Asks::Plays, question, reasons: Vec::new(), opening: 0..0 };
    let posed = Posed { task, answers: scene.choices.iter().map(answer).collect() };
    let mut view = view(told, at, &posed, &format!("ask-{slug}-{id}"), place);
    // Whether it is wise is not asked; and where all is allowed, neither is that.
    let head = if scene.choices.iter().all(|choice| choice.is_allowed) { "" } else { "Allowed." };
    view.task.answers.iter_mut().filter(|answer| answer.class == "may").for_each(|answer| answer.head = head);
    Ok(one_line(&view.render()?))
}

/// The tasks of a hand, or those before one of its steps, or of these one of a kind, as HTML on one line.
///
/// # Errors
/// A hand told under several editions, or one that asks nothing there.
pub fn tasks(told: &Told, part: &str, place: Place) -> Result<String> {
    let (story, slug) = (told.story, told.slug());
    ensure!(!told.is_compared(), "{slug} is told under several editions, and a task is asked under one");
    let (id, kind) = part.split_once(' ').unwrap_or((part, ""));
    let here = story.frames().enumerate().filter(|(_, step)| id.is_empty() || step.id == id);
    let posed = here.flat_map(|(at, step)| step.tasks.iter().map(move |posed| (at, posed)));
    let posed = posed.filter(|(_, posed)| kind.is_empty() || kind_of(posed.task.asks) == kind);
    let id = |at: usize, posed: &Posed| format!("task-{slug}-{}-{}", story.step(at).id, kind_of(posed.task.asks));
    let html = posed.map(|(at, posed)| view(told, at, posed, &id(at, posed), place).render());
    let html = html.collect::<Result<Vec<_>, _>>()?;
    let known = story.frames().filter(|step| !step.tasks.is_empty()).map(|step| step.id.as_str());
    let known = known.collect::<Vec<_>>().join(" ");
    ensure!(!html.is_empty(), "{slug} has no task at `{part}`; it has some at: {known}");
    Ok(one_line(&html.concat()))
}

fn view<'a>(told: &Told<'a>, at: usize, posed: &Posed, id: &str, place: Place) -> View<'a> {
    let story = told.story;
    let (step, before) = (story.step(at), story.step(at.saturating_sub(1)));
    let is_open = posed.task.asks == Asks::Wins;
    let task = task(story, step, posed, id, place);
    let href = format!("{}#{}-{}", place.to(&told.page("html")), told.slug(), step.id);
    let board = match (step, before) {
        (AnyStep::Tricks(step), AnyStep::Tricks(before)) => columns::posed(story, step, before, is_open),
        _ => columns::asked(story, before, step.mover.filter(|_| !is_open)),
    };
    let is_open = matches!(step, AnyStep::Mus(_)) && (is_open || step.mover.is_none());
    View { task, href, hand: told.title(), edition: story.rules.name, title: title(story, step), board, is_open }
}

fn find(story: &Story, slug: &str, id: &str) -> Result<usize> {
    let is_move = |at: &usize| !matches!(story.step(*at).kind, Kind::Refused { .. });
    let asks = |at: &usize| is_move(at) && !Scene::new(story, story.step(*at)).choices.is_empty();
    let found = story.frames().position(|step| step.id == id).filter(asks);
    found.with_context(|| {
        let known =
            (0..story.count()).filter(asks).map(|at| story.step(at).frame().id.as_str()).collect::<Vec<_>>().join(" ");
        match id {
            "" => format!("a question needs a step after the hand: one of {known}"),
            _ => format!("{slug} asks nothing at `{id}`; it does at {known}"),
        }
    })
}
