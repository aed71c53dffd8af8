//! What a step tells under one edition, but for the table it leaves: its title, and its words as they are read aloud.

use super::money::{Chips, Entry, Held, entry, running};
use super::sentence::{Sentence, name, sentences};
use super::table::{Table, table_of_tricks};
use super::{Choice, Face, choice, faces, mus};
use crate::cards::{Letters, Seat, Seats, read_card, read_suit};
use crate::engine::Stage;
use crate::mus::MusStage;
use crate::rules::{ClauseId, Phase};
use crate::scenario::story::{AnyStep, Frame, Kind, Step, Story};

/// A step under one edition. Two editions tell a step alike if their scenes are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scene {
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) mover: String,
    /// The class of the seat that is asked: `m2`, or nothing.
    pub(crate) whose: String,
    /// Who does what the sentences tell: they are asked, but for one who tries something out of turn.
    pub(crate) by: Option<Seat>,
    pub(crate) held: Vec<Face>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) ledger: Vec<Entry>,
    pub(crate) running: Vec<Held>,
}

pub(crate) fn choices<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> Vec<Choice> {
    match step.into() {
        AnyStep::Tricks(step) => choice::of_tricks(story, step),
        AnyStep::Mus(step) => mus::choices(story, step),
    }
}

pub(crate) fn table<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> Table {
    match step.into() {
        AnyStep::Tricks(step) => table_of_tricks(story, step),
        AnyStep::Mus(step) => mus::table(story, step),
    }
}

/// What lies where after these steps of a table, each as one edition tells it.
pub(crate) fn counted<'a>(each: &[(&'a Story, AnyStep<'a>)]) -> Chips {
    if let Some((story, AnyStep::Mus(step))) = each.first() {
        return mus::chips(story, step);
    }
    let of_tricks = |one: &AnyStep<'a>| {
        if let AnyStep::Tricks(step) = one {
            Some(*step)
        } else {
            None
        }
    };
    Chips::new(
        &each
            .iter()
            .filter_map(|(story, step)| Some((*story, of_tricks(step)?)))
            .collect::<Vec<_>>(),
    )
}

pub(crate) fn open(step: AnyStep) -> Seats {
    match step {
        AnyStep::Tricks(step) => step.after.claimed,
        AnyStep::Mus(step) if matches!(step.after.stage, MusStage::Paying | MusStage::Over) => {
            step.after.players
        }
        AnyStep::Mus(_) => Seats::NONE,
    }
}

impl Scene {
    pub(crate) fn new<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> Scene {
        let step = step.into();
        let (held, sentences, ledger, running) = match step {
            AnyStep::Tricks(one) => {
                let ledger: Vec<Entry> = one
                    .events
                    .iter()
                    .filter_map(|event| entry(story, one, event))
                    .collect();
                let running = if ledger.is_empty() {
                    Vec::new()
                } else {
                    running(story, one)
                };
                (one.before.held, sentences(story, one), ledger, running)
            }
            AnyStep::Mus(one) => (
                one.before.held,
                mus::sentences(story, one),
                Vec::new(),
                mus::running(story, one),
            ),
        };
        let choices = choices(story, step);
        let mover = step
            .mover
            .map_or(String::new(), |seat| name(story, seat).into());
        let whose = step
            .mover
            .map_or(String::new(), |seat| format!("m{}", seat.0));
        let by = if let Kind::Refused { seat, .. } = step.kind {
            Some(seat)
        } else {
            step.mover
        };
        let held = step
            .mover
            .map_or(Vec::new(), |seat| faces(&story.rules, held[seat]));
        Scene {
            sentences,
            mover,
            whose,
            by,
            held,
            choices,
            running,
            ledger,
        }
    }

    /// The same for one who sees the cards of this seat alone, or all.
    pub(crate) fn seen_by(mut self, seat: Option<Seat>, step: &Frame) -> Scene {
        if seat.is_some() && step.mover.is_some() && step.mover != seat {
            self.held = Vec::new();
            self.choices = Vec::new();
        }
        for one in self
            .sentences
            .iter_mut()
            .filter(|_| seat.is_some() && self.by != seat)
        {
            one.text = one
                .closed
                .take()
                .unwrap_or_else(|| std::mem::take(&mut one.text));
        }
        self
    }

    /// Its sentences, each with the clauses that are named after it: none where the next rests on the same.
    pub(crate) fn said(&self) -> Vec<(&Sentence, Vec<ClauseId>)> {
        let next = |at: usize| self.sentences.get(at + 1)?.clause;
        let also = |clause| {
            self.choices
                .iter()
                .find(|choice| choice.is_taken && choice.clause == clause)?
                .also
        };
        let named = |(at, one): (usize, &Sentence)| {
            let clause = one.clause.filter(|clause| next(at) != Some(*clause));
            clause.into_iter().chain(clause.and_then(also)).collect()
        };
        self.sentences
            .iter()
            .enumerate()
            .map(|each| (each.1, named(each)))
            .collect()
    }

    /// What is read aloud of it, to one who sees the mover's cards or not.
    pub(crate) fn spoken(&self, sees: bool) -> String {
        let text = |one: &Sentence| {
            one.closed
                .as_ref()
                .filter(|_| !sees)
                .unwrap_or(&one.text)
                .clone()
        };
        spoken(
            &self
                .sentences
                .iter()
                .map(text)
                .collect::<Vec<_>>()
                .join(" "),
        )
    }
}

pub(crate) fn part<'a>(step: impl Into<AnyStep<'a>>) -> String {
    let step = match step.into() {
        AnyStep::Mus(step) => return mus::part(step).into(),
        AnyStep::Tricks(step) => step,
    };
    match &step.kind {
        Kind::Deal | Kind::Claims | Kind::Payment | Kind::End => of_tricks(step),
        _ if is_in_trick(step) => trick(step),
        _ => "Declarations".into(),
    }
}

fn is_in_trick(step: &Step) -> bool {
    step.before.trick.is_some() || step.before.stage == Stage::In(Phase::Tricks)
}

fn trick(step: &Step) -> String {
    format!("Trick {}", step.before.finished + 1)
}

pub(crate) fn title<'a>(story: &Story, step: impl Into<AnyStep<'a>>) -> String {
    match step.into() {
        AnyStep::Tricks(step) => of_tricks(step),
        AnyStep::Mus(step) => mus::title(story, step),
    }
}

fn of_tricks(step: &Step) -> String {
    match &step.kind {
        Kind::Deal => "The deal".into(),
        // A leader asks for something before the first card.
        Kind::Declaration if is_in_trick(step) => trick(step),
        Kind::Declaration => "Declaration".into(),
        Kind::Fault => "A fault".into(),
        Kind::Claims => "Claims".into(),
        Kind::Play => format!("{}, card {}", trick(step), step.trick.len()),
        Kind::Refused { card: Some(_), .. } => format!("{}: a card refused", trick(step)),
        Kind::Refused { .. } => "Refused".into(),
        Kind::Payment => "The reckoning".into(),
        Kind::End => "The end of the session".into(),
    }
}

/// The same sentence with the signs of cards and suits in words: `7♥` is "the seven of hearts".
pub(crate) fn spoken(sentence: &str) -> String {
    sentence.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &str) -> String {
    let is_sign = |c: char| matches!(c, '♠' | '♥' | '♦' | '♣');
    let Some((at, sign)) = word.char_indices().find(|(_, c)| is_sign(*c)) else {
        return word.into();
    };
    let (token, rest) = word.split_at(at + sign.len_utf8());
    match (read_card(token, Letters::English), read_suit(token)) {
        (Ok(card), _) => format!("the {}{rest}", card.name()),
        (_, Some(suit)) => format!("{}{rest}", suit.name()),
        _ => word.into(),
    }
}
