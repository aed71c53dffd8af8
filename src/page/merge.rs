//! The steps of several editions merged into one row of steps, which way each edition goes at a step, and where they part.

use crate::engine::{AmountReason, Event, EventKind, Stage, Transfer};
use crate::narrate::{Choice, choices};
use crate::rules::{ClauseId, Phase, Ruleset};
use crate::scenario::story::{AnyStep, Step, Story};
use std::mem::Discriminant;

/// One step of the page: for each story the place of its step of this id, if it has one.
pub(crate) type Row = Vec<Option<usize>>;

/// A step's id, and about when it comes; the time decides only between steps that no story has both of.
struct Mark<'a> {
    id: &'a str,
    time: (usize, u8, u8, usize),
}

/// All steps of all stories, each id once for all stories that have it, every story in its own order.
pub(super) fn align(stories: &[Story]) -> Vec<Row> {
    merge(
        &stories
            .iter()
            .map(|story| story.all().enumerate().map(mark).collect())
            .collect::<Vec<_>>(),
    )
}

fn mark<'a>((at, step): (usize, AnyStep<'a>)) -> Mark<'a> {
    let step = match step {
        AnyStep::Tricks(step) => step,
        AnyStep::Mus(step) => {
            return Mark {
                id: &step.frame.id,
                time: (step.hand, 0, 0, at),
            };
        }
    };
    let phase = match step.before.stage {
        Stage::Open => 0,
        Stage::In(Phase::Naming | Phase::ThrowIn) => 1,
        Stage::In(Phase::Round(_)) => 2,
        Stage::In(Phase::TurnUp | Phase::Defence) => 3,
        Stage::In(Phase::Claims) => 4,
        Stage::In(Phase::Tricks) => 5,
        Stage::Over => u8::MAX,
    };
    Mark {
        id: &step.id,
        time: (step.hand, phase, step.before.finished, step.trick.len()),
    }
}

fn merge(stories: &[Vec<Mark>]) -> Vec<Row> {
    let mut left: Vec<&[Mark]> = stories.iter().map(Vec::as_slice).collect();
    let mut rows = Vec::new();
    while let Some(id) = next(&left) {
        let row = left.iter_mut().zip(stories).map(|(steps, all)| {
            let at = all.len() - steps.len();
            let (_, rest) = steps.split_first().filter(|(mark, _)| mark.id == id)?;
            *steps = rest;
            Some(at)
        });
        rows.push(row.collect());
    }
    rows
}

/// The id that comes next: the earliest of those that no story still has to come to.
fn next<'a>(left: &[&[Mark<'a>]]) -> Option<&'a str> {
    let awaited = |id: &str| {
        left.iter()
            .any(|steps| steps.iter().position(|mark| mark.id == id) > Some(0))
    };
    // Stories may hold two steps in opposite orders: then one of them comes twice.
    left.iter()
        .flat_map(|steps| steps.first())
        .min_by_key(|mark| (awaited(mark.id), mark.time))
        .map(|mark| mark.id)
}

/// The first story that has a step here, and that step. A row has at least one.
pub(super) fn first<'a>(stories: &'a [Story], row: &Row) -> (&'a Story, AnyStep<'a>) {
    let (story, at) = stories
        .iter()
        .zip(row)
        .find_map(|(story, at)| Some((story, (*at)?)))
        .unwrap_or((&stories[0], 0));
    (story, story.step(at))
}

/// What is done, allowed and paid to whom, but not how much: editions go together as long as this is equal.
fn outcome(story: &Story, step: &Step) -> impl PartialEq + use<> {
    let offer = |choice: Choice| {
        (
            choice.face.map(|face| face.card),
            choice.clause,
            choice.is_allowed,
        )
    };
    let told = |event: &&Event| {
        !step.is_settled_later() || !matches!(event.fact, EventKind::Moved(_) | EventKind::Owes(..))
    };
    let events: Vec<_> = step
        .events
        .iter()
        .filter(told)
        .map(|event| without_amount(*event))
        .collect();
    let offers: Vec<_> = choices(story, step).into_iter().map(offer).collect();
    (offers, events, step.kind.clone())
}

/// An event without its chips, and by which kind of sum they were found: a debt cut down to a ceiling is another.
fn without_amount(
    Event { clause, fact }: Event,
) -> (ClauseId, EventKind, Option<Discriminant<AmountReason>>) {
    // Any sum will do in place of the one that was taken out.
    let none = AmountReason::Stake;
    match fact {
        EventKind::Moved(transfer) => {
            let moved = Transfer {
                chips: 0,
                sum: none,
                ..transfer
            };
            (
                clause,
                EventKind::Moved(moved),
                Some(std::mem::discriminant(&transfer.sum)),
            )
        }
        EventKind::Owes(seat, _, sum) => (
            clause,
            EventKind::Owes(seat, 0, none),
            Some(std::mem::discriminant(&sum)),
        ),
        fact => (clause, fact, None),
    }
}

pub(super) struct Parting {
    pub(super) id: String,
    pub(super) is_first: bool,
    /// Who goes which way: `La Mouche, 1718 one way, La Mouche, 1730 another`.
    pub(super) words: String,
}

/// A parting at a row, if the editions go ways there by which they have not parted before. Those that lack the step go a way of
/// their own.
pub(super) fn parting(
    before: &mut Vec<Vec<Vec<usize>>>,
    stories: &[Story],
    row: &Row,
    slug: &str,
) -> Option<Parting> {
    let goes = |(at, story): (&Option<usize>, &Story)| {
        at.and_then(|at| Some(outcome(story, story.steps.get(at)?)))
    };
    let ways = alike(row.iter().zip(stories).map(goes).zip(0..));
    let ways: Vec<Vec<usize>> = ways.into_iter().map(|(_, members)| members).collect();
    if ways.len() < 2 || before.contains(&ways) {
        return None;
    }
    let of = |way: &Vec<usize>| {
        names(
            &way.iter()
                .map(|index| &stories[*index].rules)
                .collect::<Vec<_>>(),
        )
    };
    let way =
        |(at, way): (usize, &Vec<usize>)| format!("{} {}", of(way), ORDER[at.min(ORDER.len() - 1)]);
    let words = ways
        .iter()
        .enumerate()
        .map(way)
        .collect::<Vec<_>>()
        .join("; ");
    before.push(ways);
    let number = if before.len() == 1 {
        String::new()
    } else {
        format!("-{}", before.len())
    };
    Some(Parting {
        id: format!("{slug}-parting{number}"),
        is_first: number.is_empty(),
        words,
    })
}

const ORDER: &[&str] = &["one way", "another", "a third", "a fourth", "one more"];

/// What has the same key, together: each key once, in the order in which they come.
pub fn alike<K: PartialEq, T>(each: impl IntoIterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, one) in each {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(one),
            None => groups.push((key, vec![one])),
        }
    }
    groups
}

/// Editions in a sentence. Their names have commas of their own, so only a word can part them.
pub fn names(editions: &[&Ruleset]) -> String {
    editions
        .iter()
        .map(|edition| edition.name)
        .collect::<Vec<_>>()
        .join(" and ")
}

#[cfg(test)]
#[path = "../../tests/unit/page_merge.rs"]
mod tests;
