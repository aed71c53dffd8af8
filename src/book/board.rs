//! The table after a step, and the chips on it, at editions where the same cards lie.

use super::align::Row;
use super::column::names;
use super::money::{Chips, money};
use super::table::{Table, table};
use crate::rules::Ruleset;
use crate::scenario::story::Story;

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
