//! One edition: what it is, what it decides, and what may be agreed.

use crate::cmd::editions::{head, options};
use crate::editions;
use crate::page::markdown::plain;
use crate::rules::{ClauseView, Mark, Presence, Ruleset};
use crate::scenario::Checked;
use crate::scenario::coverage::covered;
use crate::terminal::Paper;

/// How what is taken over is headed.
const TAKEN: &[(Mark, &str)] =
    &[(Mark::TakenOver, "as in"), (Mark::NotToldAgain, "taken from"), (Mark::NotKnown, "played as")];

/// Tells an edition: first what it states itself, then what it takes over, then what it lacks.
pub(super) fn tell(paper: &mut Paper, files: &[Checked], edition: &'static Ruleset) {
    head(paper, edition);
    let is_lacking = |clause: &ClauseView| clause.presence == Presence::Lacking;
    let (absent, present): (Vec<_>, Vec<_>) = edition.clauses().into_iter().partition(is_lacking);
    let is_own = |clause: &ClauseView| editions::origin(edition, clause.topic).id == edition.id;
    let (own, taken): (Vec<_>, Vec<_>) = present.into_iter().partition(is_own);
    paper.gap();
    for clause in own {
        own_clause(paper, files, edition, &clause);
    }
    for other in editions::ALL {
        let from: Vec<_> = taken.iter().filter(|c| editions::origin(edition, c.topic).id == other.id).collect();
        for (mark, words) in TAKEN {
            let from: Vec<_> = from.iter().copied().filter(|clause| clause.marks().has(*mark)).collect();
            list(paper, &format!("{words} {}", other.short), &from);
        }
    }
    list(paper, "lacking", &absent.iter().collect::<Vec<_>>());
    paper.gap();
    options(paper, edition);
}

/// What a clause says, what it rests on, and how many hands show it.
fn own_clause(paper: &mut Paper, files: &[Checked], edition: &'static Ruleset, clause: &ClauseView) {
    paper.fact(clause.topic.id(), &format!("{}: {}", clause.title, clause.text().map(plain)));
    paper.fact("", &format!("engine: {}", clause.value()));
    let hands = match covered(files, edition, clause.topic).shown.len() {
        0 => "no hand shows it".into(),
        1 => "1 hand shows it".into(),
        hands => format!("{hands} hands show it"),
    };
    let signs = clause.marks().explained().map_or(String::new(), |signs| format!("; {signs}"));
    paper.fact("", &format!("{}{signs}; {hands}", clause.source));
}

fn list(paper: &mut Paper, label: &str, clauses: &[&ClauseView]) {
    if !clauses.is_empty() {
        paper.gap();
        paper.fact(label, &clauses.iter().map(|clause| clause.topic.id()).collect::<Vec<_>>().join(", "));
    }
}
