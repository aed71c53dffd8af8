//! Prints what an edition decides: each clause with its id, its title, its value and its words, with the marks of what is
//! not in the source.
//!
//! `cargo run --example read_an_edition -- mery-1847 play.trump` prints one clause alone.

use mouche::editions;
use mouche::rules::ClauseId;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().unwrap_or("mouche-1718".to_owned());
    let rules = editions::by_id(&id).ok_or(format!("no edition is called {id}"))?;
    let wanted = match arguments.next() {
        Some(topic) => Some(ClauseId::by_id(&topic).ok_or(format!("no clause is called {topic}"))?),
        None => None,
    };

    println!("{}", rules.name);
    for clause in rules.clauses() {
        if wanted.is_none_or(|topic| topic == clause.topic) {
            println!();
            println!("{} {}: {}", clause.topic, clause.title, clause.value());
            println!("{}", clause.text());
        }
    }
    Ok(())
}
