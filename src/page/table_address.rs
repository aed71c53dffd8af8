//! The addresses of tables in the page *Play*.

use crate::editions::house_table;
#[cfg(feature = "cli")]
use crate::explore::ComputerLevel;
use crate::rules::Ruleset;

/// Returns the table of an edition as an address names it: a house table by its base edition, its
/// options and its name.
pub(crate) fn table_query(rules: &Ruleset) -> String {
    let Some((base, options)) = house_table::nameless_rules_and_options(rules) else {
        return format!("edition={}", rules.id);
    };
    let mut query = format!("edition={}", base.id);
    for (name, value) in options.iter() {
        let option = percent_encode(&format!("{name}={}", value.in_address()));
        query += &format!("&option={option}");
    }
    query + &format!("&table={}", percent_encode(rules.name))
}

/// Returns a text with percent signs for all bytes that may not stand in an address.
fn percent_encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded += &format!("%{byte:02X}");
        }
    }
    encoded
}

/// Returns the address of a new table of an edition, without its page: the edition and its usual opponents.
#[cfg(feature = "cli")]
pub(crate) fn new_table_query(rules: &Ruleset) -> String {
    with_usual_level(table_query(rules), rules)
}

/// Adds the level of the usual opponents of an edition to a query that may be empty.
#[cfg(feature = "cli")]
pub(super) fn with_usual_level(query: String, rules: &Ruleset) -> String {
    let level = match usual_level_value(rules) {
        "" => return query,
        level => format!("level={level}"),
    };
    if query.is_empty() {
        level
    } else {
        format!("{query}&{level}")
    }
}

/// Returns the level of the opponents whom a new table of an edition offers, as an address names it.
#[cfg(feature = "cli")]
pub(crate) fn usual_level_value(rules: &Ruleset) -> &'static str {
    level_value(ComputerLevel::usual_opponents(rules.family()))
}

/// Returns a level as an address names it; empty for the strategy of the book, which an address need not name.
#[cfg(feature = "cli")]
pub(crate) fn level_value(level: ComputerLevel) -> &'static str {
    match level {
        ComputerLevel::ByTheBook => "",
        ComputerLevel::Fair | ComputerLevel::Sharp => level.name(),
    }
}
