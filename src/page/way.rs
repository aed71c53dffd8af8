//! Which way a step goes under an edition: what is done, allowed and paid to whom, but not how much.

use super::align::Row;
use crate::cards::Card;
use crate::engine::{Arithmetic, Event, Fact, Transfer};
use crate::narrate::choice::{Choice, choices};
use crate::rules::Topic;
use crate::scenario::story::{Kind, Step, Story};
use std::mem::Discriminant;

/// The way of a step. Two editions go together as long as their ways are equal, even if one plays for more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    offers: Vec<(Option<Card>, Topic, bool)>,
    events: Vec<(Topic, Fact, Option<Discriminant<Arithmetic>>)>,
    kind: Kind,
}

/// The stories that go each way at a row, in their order. Those that lack the step go a way of their own.
pub(super) fn ways(stories: &[&Story], row: &Row) -> Vec<Vec<usize>> {
    let mut ways: Vec<(Option<Way>, Vec<usize>)> = Vec::new();
    for (index, story) in stories.iter().enumerate() {
        let way = row[index].map(|at| way(story, &story.steps[at]));
        match ways.iter_mut().find(|(other, _)| *other == way) {
            Some((_, members)) => members.push(index),
            None => ways.push((way, vec![index])),
        }
    }
    ways.into_iter().map(|(_, members)| members).collect()
}

fn way(story: &Story, step: &Step) -> Way {
    let offer = |choice: Choice| (choice.face.map(|face| face.card()), choice.clause, choice.is_allowed);
    let told = |event: &&Event| !step.is_settled_later() || !matches!(event.fact, Fact::Moved(_) | Fact::Owes(..));
    Way {
        offers: choices(story, step).into_iter().map(offer).collect(),
        events: step.events.iter().filter(told).map(|event| without_amount(*event)).collect(),
        kind: step.kind.clone(),
    }
}

/// An event without its chips, and by which kind of sum they were found: a debt cut down to a ceiling is another.
fn without_amount(Event { clause, fact }: Event) -> (Topic, Fact, Option<Discriminant<Arithmetic>>) {
    // Any sum will do in place of the one that was taken out.
    let none = Arithmetic::Stake;
    match fact {
        Fact::Moved(transfer) => {
            let moved = Transfer { chips: 0, sum: none, ..transfer };
            (clause, Fact::Moved(moved), Some(std::mem::discriminant(&transfer.sum)))
        }
        Fact::Owes(seat, _, sum) => (clause, Fact::Owes(seat, 0, none), Some(std::mem::discriminant(&sum))),
        fact => (clause, fact, None),
    }
}
