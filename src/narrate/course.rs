//! What else could have been done at a step, and what would have come of it.

use super::choice::Choice;
use super::sentence::capital;
use crate::cards::InOrder;
use crate::engine::{Act, Hand, Move, Stage, advance, moves};
use crate::explore::{Prospect, Record, Solver, Takers, on_credit};
use crate::rules::{Phase, Ruleset, Verb};
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
        _ if is_in_play(&step.before) => play.courses(step),
        Kind::Declaration | Kind::Claims | Kind::Refused { .. } => declarations(story, step),
        _ => Vec::new(),
    };
    story.steps.iter().map(course).collect()
}

/// Whether a card is to be played, or trumps are named by one that was.
fn is_in_play(hand: &Hand) -> bool {
    hand.stage == Stage::In(Phase::Tricks) || (hand.asks() && hand.trick.is_some())
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
        let stands_so = |hand: &Hand| (hand.stage, hand.held, hand.active, hand.trump, hand.is_civil);
        let is_at = |(_, hand): &(Solver, Hand)| stands_so(hand) == stands_so(&step.before);
        if !self.at.as_ref().is_some_and(is_at) {
            let hand = on_credit(&step.before);
            self.at = Solver::new(self.rules, &hand).map(|solver| (solver, hand));
        }
        let Some((solver, hand)) = &mut self.at else { return Vec::new() };
        let done = step.events.iter().find_map(|event| event.fact.did()).map(|(_, does)| does);
        let cards = self.rules.rank.value.sorted(hand.held[hand.mover]);
        let mut moves = moves(self.rules, hand);
        moves.in_order_of(|does| cards.iter().position(|card| Move::Play(*card) == *does).unwrap_or(cards.len()));
        let one = |does: Move| {
            Some(Course {
                does,
                is_taken: Some(does) == done,
                takers: (does.verb() == Verb::Play).then(|| solver.takers(hand, does)),
                prospect: solver.had_they(hand, does)?,
            })
        };
        let courses = if moves.len() > 1 { moves.into_iter().filter_map(one).collect() } else { Vec::new() };
        let act = done.map(|does| Act::Does(hand.mover, does));
        if act.is_some_and(|act| advance(self.rules, hand, &act, &mut Vec::new()).is_err()) {
            self.at = None;
        }
        courses
    }
}

/// What is on offer before the first card, but for what hangs on cards that nobody has seen; and what was done.
fn declarations(story: &Story, step: &Step) -> Vec<Course> {
    let (rules, hand) = (&story.rules, &step.before);
    let Some(record) = record(story, step.hand) else { return Vec::new() };
    let is_tried = matches!(step.kind, Kind::Refused { .. });
    let made = step.events.iter().find_map(|event| event.fact.did()).map(|(_, does)| does);
    let made = made.filter(|_| !is_tried).or_else(|| said_later(&record, rules, hand)).or_else(|| hand.silent());
    let Some(done) = made else { return Vec::new() };
    let foreseen = |does: &Move| does.what().drawn.is_none() && does.verb() != Verb::Name;
    let course = |does: Move| {
        let prospect = record.had_they(rules, hand, does)?;
        Some(Course { does, is_taken: does == done && !is_tried, takers: None, prospect })
    };
    let others = moves(rules, hand).into_iter().filter(foreseen).filter(|does| *does != done);
    let courses: Vec<Course> = others.chain([done]).filter_map(course).collect();
    if courses.len() > 1 { courses } else { Vec::new() }
}

/// What the mover did after something was refused.
fn said_later(record: &Record, rules: &Ruleset, hand: &Hand) -> Option<Move> {
    let own = record.0.iter().filter(|(seat, _)| *seat == hand.mover).map(|(_, does)| *does);
    own.into_iter().find(|does| moves(rules, hand).iter().any(|open| open.is_choice(*does)))
}

/// What was done in a hand of a story before the first card. None where a fault disturbed it, or the story ends before all
/// have spoken.
fn record(story: &Story, hand: usize) -> Option<Record> {
    let steps = || story.steps.iter().filter(|step| step.hand == hand);
    let before_play = || steps().take_while(|step| !is_in_play(&step.before));
    let told = |step: &Step| is_in_play(&step.after) || step.after.stage == Stage::Over;
    if before_play().any(|step| step.kind == Kind::Fault) || !steps().any(told) {
        return None;
    }
    Some(Record(before_play().flat_map(|step| &step.events).filter_map(|event| event.fact.did()).collect()))
}
