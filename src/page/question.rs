//! The choices of a hand as questions, for those who read without scripts; and one of them in a chapter, before a step.

use super::alternatives::{Alternatives, Line};
use super::columns::{Board, Body, Column, posed};
use super::markdown::one_line;
use super::merge::alike;
use super::sign::{escaped, in_link};
use super::steps::StepView;
use super::{Place, Told};
use crate::narrate::choice::Choice;
use crate::narrate::course::label;
use crate::narrate::face::Face;
use crate::narrate::scene::{Scene, title};
use crate::narrate::sentence::{capital, whole};
use crate::rules::Verb;
use crate::scenario::story::{Kind, Story};
use anyhow::{Result, bail, ensure};
use askama::Template;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// What is asked: `Trick 3, card 2. Denise holds 7♥ A♦ A♣.`
    pub(super) asks: String,
    /// What may be done, and by which clause, as HTML with its signs: `7♥ (Trumping)`.
    pub(super) may: String,
}

/// The questions of a hand. Editions that ask the same are asked at once, and each answers for itself where answers differ.
pub(super) fn questions(steps: &[StepView]) -> Vec<Question> {
    steps.iter().filter(|step| step.kind != "refused").flat_map(of_step).collect()
}

fn of_step(step: &StepView) -> Vec<Question> {
    let scenes = step.columns.iter().filter_map(|column| match &column.body {
        Body::Scene(scene) if !scene.choices.is_empty() => Some((column, scene)),
        _ => None,
    });
    let found = alike(scenes.map(|(column, scene)| (asks(&step.title, scene), (column, may(scene, column)))));
    let is_whole = step.columns.len() == 1;
    let name = |(column, may): &(&Column, String)| format!("{}: {may}.", column.names());
    let answer = |answers: Vec<(&Column, String)>| match &answers[..] {
        [(_, may)] if is_whole => may.clone(),
        _ => answers.iter().map(name).collect::<Vec<_>>().join(" "),
    };
    found.into_iter().map(|(asks, answers)| Question { asks, may: answer(answers) }).collect()
}

fn asks(title: &str, scene: &Scene) -> String {
    let held: Vec<String> = scene.held.iter().map(|face| face.text()).collect();
    format!("{title}. {} holds {}.", scene.mover, held.join(" "))
}

fn may(scene: &Scene, column: &Column) -> String {
    let named = |choice: &Choice| match &choice.face {
        Some(face) => face.text(),
        None => choice.verdict.clone(),
    };
    let allowed: Vec<&Choice> = scene.choices.iter().filter(|choice| choice.is_allowed).collect();
    let list = escaped(&allowed.iter().map(|choice| named(choice)).collect::<Vec<_>>().join(", "));
    let of_card = allowed.first().filter(|choice| choice.face.is_some());
    let clauses = of_card.map_or_else(Vec::new, |choice| choice.clauses());
    let clauses: Vec<String> = clauses.into_iter().map(|clause| column.title(clause)).collect();
    if clauses.is_empty() { list } else { format!("{list} ({})", clauses.join("; ")) }
}

#[derive(Template)]
#[template(path = "asked.html")]
struct Asked<'a> {
    id: String,
    href: String,
    hand: String,
    edition: &'a str,
    title: String,
    mover: String,
    chooses_cards: bool,
    answers: Vec<Answer>,
    worked_out: Option<String>,
    board: Board<'a>,
}

/// A clause that a verdict rests on.
struct Clause {
    title: String,
    sign: String,
    href: String,
}

/// One thing that might be done, and what is to be said of it.
struct Answer {
    id: String,
    face: Option<Face>,
    verb: Verb,
    is_allowed: bool,
    verdict: String,
    clauses: Vec<Clause>,
    line: Option<Line>,
    done: String,
}

/// The question before a step of a hand as HTML on one line, for a page at this place.
///
/// # Errors
/// A hand told under several editions, a step that it has not, or one at which nobody has a choice.
pub fn asked(told: &Told, id: &str, place: Place) -> Result<String> {
    let (story, slug) = (told.story, told.slug());
    ensure!(!told.is_compared(), "{slug} is told under several editions, and a question is asked under one");
    let at = find(story, &slug, id)?;
    let (step, before) = (&story.steps[at], &story.steps[at.saturating_sub(1)]);
    let scene = Scene::new(story, step);
    let instead = Alternatives::new(story, step, told.courses(story, at), place);
    let clause = |topic| Clause {
        title: story.rules.title(topic),
        sign: in_link(story.rules.clause(topic).marks()),
        href: place.clause(story.rules.id, topic),
    };
    let answer = |choice: &Choice| Answer {
        id: format!("ask-{slug}-{id}-{}", word(choice)),
        face: choice.face.clone(),
        verb: choice.verb,
        is_allowed: choice.is_allowed,
        verdict: verdict(choice, &scene.mover),
        clauses: choice.clauses().into_iter().map(clause).collect(),
        line: instead.as_ref().and_then(|instead| instead.line(story, choice)),
        done: if choice.is_taken { whole(&scene.sentences) } else { String::new() },
    };
    let view = Asked {
        id: format!("ask-{slug}-{id}"),
        href: format!("{}#{slug}-{id}", place.to(&told.page("html"))),
        hand: told.title(),
        edition: story.rules.name,
        title: title(step),
        mover: scene.mover.clone(),
        chooses_cards: scene.chooses_cards,
        answers: scene.choices.iter().map(answer).collect(),
        worked_out: instead.as_ref().map(|instead| instead.href.clone()),
        board: posed(story, step, before),
    };
    Ok(one_line(&view.render()?))
}

/// The place of a step at which its mover has a choice.
fn find(story: &Story, slug: &str, id: &str) -> Result<usize> {
    let asks = |at: &usize| !Scene::new(story, &story.steps[*at]).choices.is_empty();
    let ids = |known: Vec<usize>| known.iter().map(|at| story.steps[*at].id.as_str()).collect::<Vec<_>>().join(" ");
    let is_move = |at: &usize| !matches!(story.steps[*at].kind, Kind::Refused { .. });
    let known = || (0..story.steps.len()).filter(is_move).filter(asks).collect::<Vec<_>>();
    match story.steps.iter().position(|step| step.id == id).filter(|at| asks(at) && is_move(at)) {
        Some(at) => Ok(at),
        None if id.is_empty() => bail!("a question needs a step after the hand: one of {}", ids(known())),
        None => bail!("{slug} asks nothing at `{id}`; it does at {}", ids(known())),
    }
}

/// What a choice is called in an address: `ten-of-hearts`, `take-the-fille`.
fn word(choice: &Choice) -> String {
    let name = choice.face.as_ref().map_or(choice.verb.label().into(), |face| face.card().name());
    name.replace(' ', "-")
}

/// A verdict as a sentence without its end: `It may be played: it beats Q♥`, `A trump must be played`, `Denise may fold`.
fn verdict(choice: &Choice, mover: &str) -> String {
    match (&choice.face, choice.is_allowed) {
        (None, _) => format!("{mover} {}", choice.verdict),
        (Some(_), true) => format!("It {}", choice.verdict),
        (Some(_), false) => capital(choice.verdict.trim_start_matches("refused: ")),
    }
}

impl Answer {
    /// What is done, where it is no card.
    fn says(&self) -> String {
        label(self.verb)
    }

    /// Whether it may be done, and leads to cards that nobody has seen.
    fn is_unforeseen(&self) -> bool {
        self.verb == Verb::Exchange && self.is_allowed && self.line.is_none()
    }
}

impl Asked<'_> {
    /// What can be asked, and what is opened.
    fn asks(&self) -> String {
        if self.chooses_cards {
            format!("It is {}’s turn. Which card may be played?", self.mover)
        } else {
            format!("It is {}’s turn. What would you do?", self.mover)
        }
    }

    /// Whether only one of several may be done.
    fn is_bound(&self) -> bool {
        self.answers.len() > 1 && self.answers.iter().filter(|answer| answer.is_allowed).count() == 1
    }
}
