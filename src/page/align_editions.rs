//! The steps of several editions of a hand, aligned by their ids; and the steps at which the
//! editions diverge.

use crate::cards::Card;
use crate::engine::{AmountCalculation, DealStage, Event, EventDetails, Transfer};
use crate::narrate::move_choices;
use crate::rules::{ClauseId, DealPhase, Ruleset};
use crate::scenario::story::{AnyStep, Step, StepKind, Story};
use std::mem::{Discriminant, discriminant};

/// A step of a page: for each story the index of its step with this id, if it has one.
pub(crate) type AlignedStep = Vec<Option<usize>>;

/// The id of a step, and about when it comes. The time decides only between steps that no story has
/// both of.
struct StepIdAndOrder<'a> {
    id: &'a str,
    time: (usize, u8, u8, usize),
}

/// Returns all steps of all stories, each id once for all stories that have it, every story in its
/// own order.
pub(super) fn align_steps(stories: &[Story]) -> Vec<AlignedStep> {
    let mut orders = Vec::new();
    for story in stories {
        let steps = story.all_steps().enumerate();
        orders.push(steps.map(|(at, step)| step_order(at, step)).collect());
    }
    merge_steps(&orders)
}

/// Returns the id of a step, and about when it comes.
fn step_order<'a>(at: usize, step: AnyStep<'a>) -> StepIdAndOrder<'a> {
    let frame = step.frame();
    let (phase, trick, place) = match step {
        AnyStep::Tricks(step) => place_in_deal(step),
        AnyStep::Mus(_) => (0, 0, at),
    };
    StepIdAndOrder {
        id: &frame.id,
        time: (frame.hand, phase, trick, place),
    }
}

/// Returns about when a step comes in its deal: its phase, the tricks before it and the cards of its trick.
fn place_in_deal(step: &Step) -> (u8, u8, usize) {
    let phase = match step.before.stage {
        DealStage::Open => 0,
        DealStage::In(DealPhase::Naming | DealPhase::ThrowIn) => 1,
        DealStage::In(DealPhase::Round(_)) => 2,
        DealStage::In(DealPhase::TurnUp | DealPhase::Defence) => 3,
        DealStage::In(DealPhase::Claims) => 4,
        DealStage::In(DealPhase::Tricks) => 5,
        DealStage::Over => u8::MAX,
    };
    (phase, step.before.tricks_finished, step.own.trick.len())
}

/// Merges the steps of stories into rows.
fn merge_steps(stories: &[Vec<StepIdAndOrder>]) -> Vec<AlignedStep> {
    let mut left: Vec<&[StepIdAndOrder]> = stories.iter().map(Vec::as_slice).collect();
    let mut rows = Vec::new();
    while let Some(id) = next_id(&left) {
        let mut row = Vec::new();
        for (steps, all) in left.iter_mut().zip(stories) {
            match steps.split_first() {
                Some((step, rest)) if step.id == id => {
                    row.push(Some(all.len() - steps.len()));
                    *steps = rest;
                }
                _ => row.push(None),
            }
        }
        rows.push(row);
    }
    rows
}

/// Returns the id that comes next: the earliest of those that no story still has to come to.
fn next_id<'a>(remaining: &[&[StepIdAndOrder<'a>]]) -> Option<&'a str> {
    let steps = remaining.iter().flat_map(|steps| steps.first());
    // Stories may hold two steps in opposite orders: then one of them comes twice.
    let next = steps.min_by_key(|step| (is_awaited_later(remaining, step.id), step.time))?;
    Some(next.id)
}

/// Returns whether a story comes to a step of this id, and not at once.
fn is_awaited_later(remaining: &[&[StepIdAndOrder]], id: &str) -> bool {
    remaining
        .iter()
        .any(|steps| steps.iter().position(|step| step.id == id) > Some(0))
}

/// Returns the first story that has a step here, and that step. A row has at least one.
pub(super) fn first_story_with_step<'a>(
    stories: &'a [Story],
    row: &AlignedStep,
) -> (&'a Story, AnyStep<'a>) {
    for (story, at) in stories.iter().zip(row) {
        if let Some(at) = at {
            return (story, story.step(*at));
        }
    }
    (&stories[0], stories[0].step(0))
}

/// The moves, offers and payments of a step, without amounts: editions go together as long as this
/// is equal.
#[derive(PartialEq)]
struct StepComparisonKey {
    kind: StepKind,
    offers: Vec<ChoiceComparisonKey>,
    events: Vec<EventComparisonKey>,
}

/// A choice of the mover, as far as the editions are compared by it.
#[derive(PartialEq)]
struct ChoiceComparisonKey {
    card: Option<Card>,
    clause: ClauseId,
    is_allowed: bool,
}

/// An event without its chips, and the kind of sum by which they were found: a debt cut down to a
/// ceiling is another event.
#[derive(PartialEq)]
struct EventComparisonKey {
    clause: ClauseId,
    fact: EventDetails,
    sum: Option<Discriminant<AmountCalculation>>,
}

impl StepComparisonKey {
    fn new(story: &Story, step: &Step) -> StepComparisonKey {
        let mut events = Vec::new();
        for event in &step.events {
            let moves_chips = matches!(
                event.details,
                EventDetails::Transferred(_) | EventDetails::DebtMade(..)
            );
            // A payment that is settled later is compared at the step of the payout.
            if !(moves_chips && step.is_last_act_of_deal()) {
                events.push(EventComparisonKey::new(event));
            }
        }
        let mut offers = Vec::new();
        for choice in move_choices(None, story, step) {
            offers.push(ChoiceComparisonKey {
                card: choice.face.map(|face| face.card),
                clause: choice.clause,
                is_allowed: choice.is_allowed,
            });
        }
        StepComparisonKey {
            kind: step.kind.clone(),
            offers,
            events,
        }
    }
}

impl EventComparisonKey {
    fn new(event: &Event) -> EventComparisonKey {
        // Every event of this kind gets the same reason, so that reasons are not compared.
        let none = AmountCalculation::Stake;
        let mut outcome = EventComparisonKey {
            clause: event.clause,
            fact: event.details,
            sum: None,
        };
        match event.details {
            EventDetails::Transferred(transfer) => {
                outcome.sum = Some(discriminant(&transfer.reason));
                outcome.fact = EventDetails::Transferred(Transfer {
                    chips: 0,
                    reason: none,
                    ..transfer
                });
            }
            EventDetails::DebtMade(seat, _, sum) => {
                outcome.sum = Some(discriminant(&sum));
                outcome.fact = EventDetails::DebtMade(seat, 0, none);
            }
            _ => {}
        }
        outcome
    }
}

/// A step at which the editions go different ways.
pub(super) struct EditionDivergence {
    pub(super) id: String,
    /// The editions that go each way: `La Mouche, 1718 one way, La Mouche, 1730 another`.
    pub(super) words: String,
}

/// Returns the divergence at a row, if the editions go ways there by which they have not parted
/// before. Editions that lack the step go a way of their own.
pub(super) fn find_new_divergence(
    known_partings: &mut Vec<Vec<Vec<usize>>>,
    stories: &[Story],
    row: &AlignedStep,
    slug: &str,
) -> Option<EditionDivergence> {
    let mut outcomes = Vec::new();
    for (index, (at, story)) in row.iter().zip(stories).enumerate() {
        let step = at.and_then(|at| story.trick_steps().get(at));
        outcomes.push((step.map(|step| StepComparisonKey::new(story, step)), index));
    }
    let mut ways = Vec::new();
    for (_, members) in group_by_key(outcomes) {
        ways.push(members);
    }
    if ways.len() < 2 || known_partings.contains(&ways) {
        return None;
    }
    let mut words = Vec::new();
    for (at, members) in ways.iter().enumerate() {
        let editions = members.iter().map(|index| &stories[*index].rules);
        let names = edition_names(&editions.collect::<Vec<_>>());
        words.push(format!("{names} {}", ORDER[at.min(ORDER.len() - 1)]));
    }
    known_partings.push(ways);
    let is_first = known_partings.len() == 1;
    Some(EditionDivergence {
        id: if is_first {
            format!("{slug}-parting")
        } else {
            format!("{slug}-parting-{}", known_partings.len())
        },
        words: words.join("; "),
    })
}

const ORDER: &[&str] = &["one way", "another", "a third", "a fourth", "one more"];

/// Groups values by their keys: each key once, in the order in which the keys come.
pub fn group_by_key<K: PartialEq, T>(
    keyed_values: impl IntoIterator<Item = (K, T)>,
) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, value) in keyed_values {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

/// Returns the names of editions in a sentence. The names have commas of their own, so only a word
/// can part them.
pub fn edition_names(editions: &[&Ruleset]) -> String {
    let names: Vec<&str> = editions.iter().map(|edition| edition.name).collect();
    names.join(" and ")
}

#[cfg(test)]
#[path = "../../tests/unit/page_align_editions.rs"]
mod tests;
