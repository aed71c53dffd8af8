//! Prints the rules of an edition: the id, title, value and text of each clause. Marks in the text show what the source does not
//! say.
//!
//! `cargo run --example read_an_edition` prints the edition of 1718, and
//! `cargo run --example read_an_edition -- mery-1847 play.trump` one clause of another edition.

use mouche::editions;
use mouche::rules::ClauseId;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let edition = arguments.next().unwrap_or("mouche-1718".to_owned());
    let rules = editions::by_id(&edition).ok_or(format!("no edition is called {edition}"))?;
    let wanted = match arguments.next() {
        Some(id) => Some(ClauseId::by_id(&id).ok_or(format!("no clause is called {id}"))?),
        None => None,
    };

    println!("{}", rules.name);
    for clause in rules.clauses() {
        if wanted.is_none_or(|id| id == clause.topic) {
            println!();
            println!("{} {}: {}", clause.topic, clause.title, clause.value());
            println!("{}", clause.text());
        }
    }
    Ok(())
}
