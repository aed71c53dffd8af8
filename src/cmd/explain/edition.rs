//! One edition: what it is, what it decides, and what may be agreed.

use crate::cmd::editions::{head, options};
use crate::cmd::paper::Paper;
use crate::editions;
use crate::rules::{ClauseView, Ruleset};

/// Tells an edition: first what it states itself, then what it takes over, then what it lacks.
pub(super) fn tell(paper: &mut Paper, edition: &'static Ruleset) {
    head(paper, edition);
    let (absent, present): (Vec<_>, Vec<_>) = edition.clauses().into_iter().partition(|clause| clause.is_absent);
    let is_own = |clause: &ClauseView| editions::origin(edition, clause.topic).id == edition.id;
    let (own, taken): (Vec<_>, Vec<_>) = present.into_iter().partition(is_own);
    paper.gap();
    for clause in own {
        paper.fact(clause.topic.id(), &format!("{}: {}", clause.title, clause.value));
    }
    for other in editions::ALL {
        let from: Vec<_> = taken.iter().filter(|c| editions::origin(edition, c.topic).id == other.id).collect();
        list(paper, &format!("as in {}", other.year), &from);
    }
    list(paper, "lacking", &absent.iter().collect::<Vec<_>>());
    paper.gap();
    options(paper, edition);
}

fn list(paper: &mut Paper, label: &str, clauses: &[&ClauseView]) {
    if !clauses.is_empty() {
        paper.gap();
        paper.fact(label, &clauses.iter().map(|clause| clause.topic.id()).collect::<Vec<_>>().join(", "));
    }
}
