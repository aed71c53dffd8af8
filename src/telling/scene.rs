//! What a step tells under one edition, but for the table it leaves.

use super::choice::{Choice, choices};
use super::face::{Face, faces};
use super::ledger::{Entry, ledger};
use super::running::{Held, running};
use super::sentence::{Sentence, name, sentences, whole};
use super::spoken::spoken;
use crate::rules::Topic;
use crate::scenario::story::{Step, Story};

/// A step under one edition. Two editions tell a step alike if their scenes are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scene {
    /// What it says.
    pub(crate) sentences: Vec<Sentence>,
    /// Who is asked.
    pub(crate) mover: String,
    /// The class of the seat that is asked: `m2`, or nothing.
    pub(crate) whose: String,
    /// The mover's cards before it.
    pub(crate) held: Vec<Face>,
    /// What the mover might do.
    pub(crate) choices: Vec<Choice>,
    /// Whether the choices are cards.
    pub(crate) chooses_cards: bool,
    /// Chips that move, and debts made.
    pub(crate) ledger: Vec<Entry>,
    /// All chips before and after, if some move.
    pub(crate) running: Vec<Held>,
}

impl Scene {
    /// A step of a story.
    pub(crate) fn new(story: &Story, step: &Step) -> Scene {
        let (choices, ledger) = (choices(story, step), ledger(story, step));
        Scene {
            sentences: sentences(story, step),
            mover: step.mover.map_or(String::new(), |seat| name(story, seat).into()),
            whose: step.mover.map_or(String::new(), |seat| format!("m{}", seat.0)),
            held: step.mover.map_or(Vec::new(), |seat| faces(&story.rules, step.before.held[seat])),
            chooses_cards: choices.iter().any(|choice| choice.face.is_some()),
            choices,
            running: if ledger.is_empty() { Vec::new() } else { running(story, step) },
            ledger,
        }
    }

    /// Its sentences, each with the clause that is named after it: none where the next rests on the same.
    pub(crate) fn said(&self) -> Vec<(&Sentence, Option<Topic>)> {
        let next = |at: usize| self.sentences.get(at + 1)?.clause;
        let named = |(at, one): (usize, &Sentence)| one.clause.filter(|clause| next(at) != Some(*clause));
        self.sentences.iter().enumerate().map(|each| (each.1, named(each))).collect()
    }

    /// What it says, to be read aloud.
    pub(crate) fn spoken(&self) -> String {
        spoken(&whole(&self.sentences))
    }

    /// The same for those who do not see the mover's cards.
    pub(crate) fn closed(&self) -> String {
        let text = |one: &Sentence| one.closed.clone().unwrap_or_else(|| one.text.clone());
        spoken(&self.sentences.iter().map(text).collect::<Vec<_>>().join(" "))
    }
}
