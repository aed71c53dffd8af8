//! The chapter of odds: each plot with its table, and prose whose figures are filled in.

mod hands;
mod played;
mod plot;
mod pools;

use super::links::Link;
use crate::page::Place;
use crate::rules::{Ruleset, Topic};
use anyhow::Result;
use askama::Template;
use hands::{Dealt, GoingIn};
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
///
/// # Errors
/// A template that cannot be filled, or figures that are not in their file.
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

fn grouped(count: u64) -> String {
    crate::narrate::figures::grouped(i64::try_from(count).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::sign::sign;

    #[test]
    fn every_plot_has_its_words_and_its_table() {
        let chapter = odds(Path::new("odds.md")).expect("a chapter");
        let drawings = chapter.matches("<svg ").count();
        assert_eq!(drawings, 6);
        assert!(chapter.matches("<table ").count() >= drawings);
        for mark in [r#"svg role="img""#, "-title\">", "-desc\">"] {
            assert_eq!(chapter.matches(mark).count(), drawings, "{mark}");
        }
        assert!(!chapter.contains("style=") && !chapter.contains("NaN") && !chapter.contains("inf"));
    }

    fn capped() -> &'static Ruleset {
        played::debts()[1]
    }

    #[test]
    fn what_a_clause_says_has_its_signs() {
        let chapter = crate::book::sign::signed(&odds(Path::new("odds.md")).expect("a chapter"), Path::new("odds.md"));
        assert!(chapter.contains(&format!("here 20{} chips", sign(capped().debt_cap.marks()))), "{chapter}");
        assert!(chapter.contains("1896: 3 players°") && chapter.contains("ceiling 20 (1847)°"), "{chapter}");
        let [_, _, staged] = played::debts();
        let waiting = format!("debts one by one (1730){}", staged.debt_enter.marks().signs());
        assert!(waiting.ends_with("°†") && chapter.contains(&waiting), "{waiting}");
        for (words, marks, figure) in
            [("A ceiling", capped().debt_cap.marks(), "holds"), ("one by one", staged.debt_enter.marks(), "at")]
        {
            let (_, after) = chapter.split_once(&format!("{words}](")).expect("a link");
            let (_, after) = after.split_once(')').expect("its end");
            assert!(after.starts_with(&format!("{} {figure} ", sign(marks))), "{words}{after:.80}");
        }
        assert_eq!(crate::book::sign::faults(&chapter, Path::new("odds.html")), [""; 0]);
    }

    #[test]
    fn counted_figures_are_those_of_the_literature() {
        let chapter = odds(Path::new("odds.md")).expect("a chapter");
        let chapter = chapter.replace('\u{a0}', " ");
        for figure in ["1/1170", "1/748", "33/16660", "1/464", "0.533 %", "1.18 %"] {
            assert!(chapter.contains(figure), "{figure}");
        }
    }
}
