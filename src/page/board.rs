//! The table after a step, and the chips on it, at editions where the same cards lie.

use super::align::Row;
use super::column::names;
use crate::cards::{Card, Seat};
use crate::narrate::money::{Chips, money};
use crate::narrate::table::{Table, table};
use crate::rules::Ruleset;
use crate::scenario::story::{Kind, Step, Story};

/// A table under some editions.
#[derive(Clone, Debug)]
pub(super) struct Board<'a> {
    /// Its cards.
    pub(super) table: Table,
    /// Its chips, with those that are not the same in all these editions.
    pub(super) chips: Chips,
    /// The editions.
    pub(super) editions: Vec<&'a Ruleset>,
    /// Their names, if others have no such step.
    pub(super) of: String,
}

/// The table of a row under those of these stories that have its step, if the same cards lie in all.
pub(super) fn board<'a>(stories: &[&'a Story], row: &Row, members: &[usize]) -> Option<Board<'a>> {
    let each =
        || members.iter().filter_map(|index| row[*index].map(|at| (stories[*index], &stories[*index].steps[at])));
    let mut tables = each().map(|(story, step)| table(story, step));
    let (table, (story, _)) = (tables.next()?, each().next()?);
    let editions: Vec<&Ruleset> = each().map(|(story, _)| &story.rules).collect();
    tables.all(|other| other == table).then(|| Board {
        table,
        chips: Chips::new(story, &each().map(|(story, step)| money(story, step)).collect::<Vec<_>>()),
        of: if editions.len() < members.len() { names(&editions) } else { String::new() },
        editions,
    })
}

/// The table before a step is made, as its mover sees it: the chips lie as `before`, the step before it, has left them.
pub(super) fn posed<'a>(story: &'a Story, step: &Step, before: &Step) -> Board<'a> {
    let asked = Step { after: step.before, events: Vec::new(), trick: on_table(step), ..step.clone() };
    let mut table = table(story, &Step { kind: Kind::Declaration, ..asked });
    table.places.iter_mut().filter(|place| !place.is_mover).for_each(|place| place.cards.clear());
    let chips = Chips { sum: None, fille: None, ..Chips::new(story, &[money(story, before)]) };
    Board { table, chips, editions: vec![&story.rules], of: String::new() }
}

/// The cards of the trick before a step adds its own.
fn on_table(step: &Step) -> Vec<(Seat, Card)> {
    let own = usize::from(step.kind == Kind::Play);
    step.trick[..step.trick.len().saturating_sub(own)].to_vec()
}
