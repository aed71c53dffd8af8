//! A task with its answers, as a chapter and a step of a hand show it.

use super::Place;
use super::sign::in_link;
use crate::narrate::face::Face;
use crate::narrate::task;
use crate::rules::Topic;
use crate::scenario::story::{Posed, Possible, Step, Story, Verdict};
use askama::Template;

pub(super) struct Task {
    pub(super) id: String,
    pub(super) asks: String,
    /// Whether it is done once all right answers are found, and not only one.
    pub(super) wants_all: bool,
    pub(super) answers: Vec<Answer>,
}

pub(super) struct Clause {
    pub(super) title: String,
    pub(super) sign: String,
    pub(super) href: String,
}

/// One thing that might be answered, and what is to be said of it.
pub(super) struct Answer {
    pub(super) id: String,
    pub(super) face: Option<Face>,
    /// What it is called, where it is no card.
    pub(super) says: String,
    /// How it is shown: `may`, `may but`, `may-not`.
    pub(super) class: &'static str,
    /// The verdict in a word or two; nothing where all is allowed and no more is asked.
    pub(super) head: &'static str,
    pub(super) reason: String,
    pub(super) clauses: Vec<Clause>,
}

pub(crate) fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "may",
        Verdict::Worse => "may but",
        Verdict::Forbidden(_) | Verdict::Wrong => "may-not",
    }
}

pub(super) fn task(story: &Story, step: &Step, posed: &Posed, id: &str, place: Place) -> Task {
    let asks = posed.task.asks;
    let answer = |one: &Possible| {
        let (face, says) = (task::face(story, one.answer), task::called(story, one.answer));
        let topics = task::clauses(story, step, posed, one);
        Answer {
            id: format!("{id}-{}", word(face.as_ref(), &says)),
            face,
            says,
            class: class(one.verdict),
            head: task::verdict(one.verdict),
            reason: task::why(story, step, posed, one),
            clauses: topics.into_iter().map(|topic| clause(story, topic, place)).collect(),
        }
    };
    Task {
        asks: task::question(story, step, posed),
        wants_all: task::wants_all(asks),
        answers: posed.answers.iter().map(answer).collect(),
        id: id.into(),
    }
}

#[derive(Template)]
#[template(path = "tasks.html")]
struct Tasks {
    tasks: Vec<Task>,
}

/// The tasks of a step as HTML, each to be opened, under ids that begin so.
pub(super) fn folded(story: &Story, step: &Step, id: &str, place: Place) -> String {
    // The step itself leads to the clauses.
    let one = |posed: &Posed| task(story, step, posed, &format!("{id}-{}", task::kind(posed.task.asks)), place);
    let mut tasks: Vec<Task> = step.tasks.iter().map(one).collect();
    tasks.iter_mut().flat_map(|task| &mut task.answers).for_each(|answer| answer.clauses.clear());
    Tasks { tasks }.render().unwrap_or_default()
}

fn clause(story: &Story, topic: Topic, place: Place) -> Clause {
    Clause {
        title: story.rules.title(topic),
        sign: in_link(story.rules.clause(topic).marks()),
        href: place.clause(story.rules.id, topic),
    }
}

/// What a choice is called in an address: `ten-of-hearts`, `take-the-fille`.
fn word(face: Option<&Face>, says: &str) -> String {
    face.map_or(says.to_lowercase(), |face| face.card().name()).replace(' ', "-")
}
