//! What else could have been done at a step, and what would have come of it.

use super::choice::Choice;
use super::sentence::capital;
use crate::cards::{Card, Seat};
use crate::engine::{Act, Event, Hand, Move, Stage, advance, legal, moves};
use crate::explore::{Prospect, Record, Solver, Takers, on_credit};
use crate::rules::{BidAll, Phase, Ruleset, Sort, Verb};
use crate::scenario::story::{Kind, Step, Story};
use serde::{Deserialize, Serialize};

/// One thing that the mover of a step might have done, or did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Course {
    pub(crate) does: Move,
    pub(crate) is_taken: bool,
    /// Who takes the trick, if it is a card.
    pub(crate) takers: Option<Takers>,
    /// What can come of it for the mover. Chips are counted from this step.
    pub(crate) prospect: Prospect,
}

impl Course {
    /// Whether it is a choice, or one way to make it.
    pub(crate) fn makes(&self, choice: &Choice) -> bool {
        self.does.verb() == choice.verb && choice.face.as_ref().is_none_or(|face| self.does == Move::Play(face.card()))
    }
}

/// What a button for a move says: `Let it pass`.
pub(crate) fn label(verb: Verb) -> String {
    capital(verb.label())
}

/// For each step of a story the courses that its mover might have taken; none where they had no choice, or where the story
/// does not tell enough.
pub(crate) fn courses(story: &Story) -> Vec<Vec<Course>> {
    let mut play = Play { rules: &story.rules, at: None };
    let course = |step: &Step| match step.kind {
        _ if step.before.stage == Stage::In(Phase::Tricks) => play.courses(step),
        Kind::Declaration | Kind::Claims | Kind::Refused { .. } => declarations(story, step),
        _ => Vec::new(),
    };
    story.steps.iter().map(course).collect()
}

/// The courses that the mover of one step in play might take.
pub(crate) fn cards(rules: &Ruleset, step: &Step) -> Vec<Course> {
    Play { rules, at: None }.courses(step)
}

/// A hand in play, followed from card to card.
struct Play<'a> {
    rules: &'a Ruleset,
    at: Option<(Solver<'a>, Hand)>,
}

impl Play<'_> {
    fn courses(&mut self, step: &Step) -> Vec<Course> {
        let is_at = |(_, hand): &(Solver, Hand)| hand.held == step.before.held && hand.active == step.before.active;
        if !self.at.as_ref().is_some_and(is_at) {
            let hand = on_credit(&step.before);
            self.at = Solver::new(self.rules, &hand).map(|solver| (solver, hand));
        }
        let Some((solver, hand)) = &mut self.at else { return Vec::new() };
        let played = step.events.iter().find_map(|event| event.fact.played()).map(|(_, card)| card);
        let cards = self.rules.rank.value.sorted(legal(self.rules, hand).cards);
        let one = |card: Card| {
            Some(Course {
                does: Move::Play(card),
                is_taken: Some(card) == played,
                takers: Some(solver.takers(hand, card)),
                prospect: solver.had_they_played(hand, card)?,
            })
        };
        let courses = if cards.len() > 1 { cards.into_iter().filter_map(one).collect() } else { Vec::new() };
        let act = played.map(|card| Act::Does(hand.mover, Move::Play(card)));
        if act.is_some_and(|act| advance(self.rules, hand, &act, &mut Vec::new()).is_err()) {
            self.at = None;
        }
        courses
    }
}

/// What is on offer before the first card, but for what hangs on cards that nobody has seen; and what was done.
fn declarations(story: &Story, step: &Step) -> Vec<Course> {
    let (rules, hand) = (&story.rules, &step.before);
    // What all others would do is known only where each is asked once.
    let rounds = rules.decl_order.value.of(hand.is_first).iter().filter(|phase| matches!(phase, Phase::Round(_)));
    if rounds.count() > 1 || rules.decl_defend.value.0.is_some() || rules.decl_all.value != BidAll::None {
        return Vec::new();
    }
    let made = record(story, step.hand).and_then(|record| Some((done(&record, hand, step.mover?)?, record)));
    let Some((done, record)) = made else { return Vec::new() };
    let is_tried = matches!(step.kind, Kind::Refused { .. });
    let foreseen = |does: &Move| !matches!(does, Move::Exchange(..) | Move::Name(_));
    let course = |does: Move| {
        let prospect = record.had_they(rules, hand, does)?;
        Some(Course { does, is_taken: does == done && !is_tried, takers: None, prospect })
    };
    let others = moves(rules, hand).into_iter().filter(foreseen).filter(|does| *does != done);
    let courses: Vec<Course> = others.chain([done]).filter_map(course).collect();
    if courses.len() > 1 { courses } else { Vec::new() }
}

/// What the mover of a hand did where it stands.
fn done(record: &Record, hand: &Hand, mover: Seat) -> Option<Move> {
    match hand.stage {
        Stage::In(Phase::Round(_)) => record.declared[mover],
        Stage::In(Phase::TurnUp) => Some(record.turn_up.unwrap_or(Move::LeaveTurnUp)),
        Stage::In(Phase::Claims) if record.silent.has(mover) => Some(Move::LetPass),
        Stage::In(Phase::Claims) => Some(Move::Claim),
        _ => None,
    }
}

/// What was declared in a hand of a story. None where a fault disturbed it, or the story ends before all have spoken.
fn record(story: &Story, hand: usize) -> Option<Record> {
    let steps = || story.steps.iter().filter(|step| step.hand == hand);
    let before_play = || steps().take_while(|step| step.before.stage != Stage::In(Phase::Tricks));
    let told = |step: &Step| matches!(step.after.stage, Stage::In(Phase::Tricks) | Stage::Over);
    if before_play().any(|step| step.kind == Kind::Fault) || !steps().any(told) {
        return None;
    }
    let mut record = Record::default();
    for step in before_play() {
        let alone = step.before.stage == Stage::In(Phase::TurnUp);
        step.events.iter().for_each(|event| note(&mut record, event, alone));
    }
    Some(record)
}

fn note(record: &mut Record, event: &Event, alone: bool) {
    match event.fact.did() {
        Some((_, does @ Move::TakeTurnUp(_))) if alone => record.turn_up = Some(does),
        Some((seat, Move::LetPass)) => record.silent = record.silent.with(seat),
        Some((seat, does)) if does.verb().sort() == Sort::Declaration => record.declared[seat] = Some(does),
        _ => {}
    }
}
