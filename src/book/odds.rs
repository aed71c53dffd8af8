//! The chapter of odds: each plot with its table, and prose whose figures are filled in.

mod hands;
mod played;
mod pools;

use super::links::Link;
use crate::narrate::face::grouped;
use crate::page::Place;
use crate::rules::{Ruleset, Topic};
use anyhow::Result;
use askama::Template;
use hands::{Dealt, GoingIn};
pub(super) use played::debts;
pub use played::{Played, play};
use pools::Pools;
use std::path::Path;

#[derive(Template)]
#[template(path = "odds.md")]
struct Chapter {
    strategy: String,
    dealt: Dealt,
    going_in: GoingIn,
    pools: Pools,
    flush: Link,
    ceiling: Link,
    held: Link,
    staged: Link,
    seed: u64,
    hands: String,
    sessions: String,
}

/// The chapter, as Markdown, for a page at this path.
pub(super) fn odds(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let played = played::known()?;
    let clause = |rules: &Ruleset, topic, words: &str| Link::new(place.clause(rules.id, topic), words);
    let [base, _] = played::tried();
    let [_, capped, staged] = played::debts();
    let chapter = Chapter {
        strategy: place.to("strategy.html"),
        dealt: hands::dealt()?,
        going_in: hands::going_in(played)?,
        pools: pools::pools(played)?,
        flush: clause(base, Topic::FlushWhat, base.terms.flush),
        ceiling: clause(capped, Topic::DebtCap, capped.name),
        held: clause(capped, Topic::DebtCap, "A ceiling"),
        staged: clause(staged, Topic::DebtEnter, "debts put in one by one"),
        seed: played::SEED,
        hands: grouped(played::HANDS),
        sessions: grouped(played::SESSIONS),
    };
    Ok(chapter.render()?)
}
