//! A table at which a reader sits down for a new game: its address, and how well the others play there.

use crate::explore::ComputerLevel;
use crate::page::table_query;
use crate::rules::Ruleset;

/// Returns a level as an address names it; empty for the strategy of the book, which an address need not name.
pub(super) fn level_value(level: ComputerLevel) -> &'static str {
    match level {
        ComputerLevel::ByTheBook => "",
        ComputerLevel::Fair | ComputerLevel::Sharp => level.name(),
    }
}

/// Returns the address of a new table of an edition, without its page: the edition and its usual opponents.
pub(super) fn new_table_query(rules: &Ruleset) -> String {
    let query = table_query(rules);
    match usual_level_value(rules) {
        "" => query,
        level => format!("{query}&level={level}"),
    }
}

/// Returns the level of the opponents whom a new table of an edition offers, as an address names it.
pub(super) fn usual_level_value(rules: &Ruleset) -> &'static str {
    level_value(ComputerLevel::usual_opponents(rules.family()))
}
