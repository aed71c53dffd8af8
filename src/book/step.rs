//! One step of a hand, ready to be shown.

use super::choice::{Choice, choices};
use super::face::{Face, faces};
use super::ledger::{Entry, ledger, promises};
use super::narration::narration;
use super::place::Place;
use super::sentence::{Sentence, name, sentences, whole};
use super::spoken::spoken;
use super::table::{Table, table};
use crate::rules::Topic;
use crate::scenario::story::{Kind, Step, Story};

/// A step as its template wants it.
#[derive(Clone, Debug)]
pub(super) struct StepView<'a> {
    /// Its id in the page: `denise-must-trump-h1-t3-2`.
    pub(super) id: String,
    /// The word for its kind, as a class.
    pub(super) kind: &'static str,
    /// What it is called: `Trick 3, card 2`.
    pub(super) title: String,
    /// The author's prose before it, as HTML.
    pub(super) narration: String,
    /// The author's prose after the last step, as HTML.
    pub(super) closing: String,
    /// What it says.
    pub(super) sentences: Vec<Sentence>,
    /// The same, to be read aloud.
    pub(super) spoken: String,
    /// Who is asked.
    pub(super) mover: &'a str,
    /// The mover's cards before it.
    pub(super) held: Vec<Face>,
    /// What the mover might do.
    pub(super) choices: Vec<Choice>,
    /// Whether the choices are cards.
    pub(super) chooses_cards: bool,
    /// Chips that move, and debts made.
    pub(super) ledger: Vec<Entry>,
    /// Debts that wait, as words.
    pub(super) promises: Vec<String>,
    /// The table after it.
    pub(super) table: Table,
    /// The id of the step before, if there is one.
    pub(super) back: Option<String>,
    /// The id of the step after, if there is one.
    pub(super) next: Option<String>,
    edition: &'a str,
    place: Place,
}

impl<'a> StepView<'a> {
    /// A step of a story on a page, between the ids of its neighbours.
    pub(super) fn new(slug: &str, story: &'a Story, at: usize, place: Place) -> StepView<'a> {
        let id = |at: usize| story.steps.get(at).map(|step| format!("{slug}-{}", step.id));
        let step = &story.steps[at];
        let sentences = sentences(story, step);
        let choices = choices(story, step);
        StepView {
            id: id(at).unwrap_or_default(),
            kind: kind(&step.kind),
            title: title(step),
            narration: narration(&step.narration),
            closing: narration(&step.closing),
            spoken: spoken(&whole(&sentences)),
            sentences,
            mover: step.mover.map_or("", |seat| name(story, seat)),
            held: step.mover.map_or(Vec::new(), |seat| faces(&story.rules, step.before.held[seat])),
            chooses_cards: choices.iter().any(|choice| choice.face.is_some()),
            choices,
            ledger: ledger(story, step),
            promises: promises(story, step.next.as_ref().map_or(&step.waiting, |next| &next.debts)),
            table: table(story, step),
            back: at.checked_sub(1).and_then(id),
            next: id(at + 1),
            edition: story.rules.id,
            place,
        }
    }

    /// The address of a clause.
    pub(super) fn clause(&self, topic: &Topic) -> String {
        self.place.clause(self.edition, *topic)
    }
}

fn kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Deal => "deal",
        Kind::Declaration => "declaration",
        Kind::Fault => "fault",
        Kind::Claims => "claims",
        Kind::Play => "play",
        Kind::Refused { .. } => "refused",
        Kind::Payment => "payment",
    }
}

fn title(step: &Step) -> String {
    let trick = || format!("Trick {}", step.before.finished + 1);
    match &step.kind {
        Kind::Deal => "The deal".into(),
        Kind::Declaration => "Declaration".into(),
        Kind::Fault => "A fault".into(),
        Kind::Claims => "Claims".into(),
        Kind::Play => format!("{}, card {}", trick(), step.trick.len()),
        Kind::Refused { card: Some(_), .. } => format!("{}: a card refused", trick()),
        Kind::Refused { .. } => "Refused".into(),
        Kind::Payment => "The reckoning".into(),
    }
}
