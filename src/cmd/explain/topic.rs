//! One topic, as each edition has it.

use crate::editions;
use crate::page::markdown::plain;
use crate::rules::Topic;
use crate::terminal::Paper;

/// Tells each edition's clause; where one takes another's over, says so.
pub(super) fn tell(paper: &mut Paper, topic: Topic) {
    paper.heading(&format!("{topic}: {}", topic.title()));
    for edition in editions::ALL {
        let clause = edition.clause(topic);
        let origin = editions::origin(edition, topic);
        paper.gap();
        paper.heading(&format!("{} ({})", edition.name, edition.clause_id(topic)));
        let is_own = origin.id == edition.id;
        if is_own {
            paper.paragraph(&clause.text().map(plain).to_string());
        }
        paper.fact("source", &clause.source.to_string());
        if is_own {
            paper.fact("engine", &clause.value().to_string());
        }
        if let Some(signs) = clause.marks().explained() {
            paper.fact("signs", &signs);
        }
    }
}
