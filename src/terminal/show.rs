//! A hand stepped through: all of it on paper, or a step at a time on a screen.

pub(crate) mod screen;
mod walk;

use super::paper::Sight;
use super::{INDENT, Paper, step, table};
use crate::scenario::story::{Kind, Story};
pub(crate) use walk::Walk;

/// What stands over a hand: its title and its edition.
pub(crate) fn heading(title: &str, story: &Story) -> String {
    if title.contains(story.rules.name) { title.to_owned() } else { format!("{title} ({})", story.rules.name) }
}

/// The whole hand from a step on, step after step; the table stands where the cards are dealt.
pub(crate) fn whole(paper: &mut Paper, title: &str, story: &Story, first: usize, sight: Sight) {
    paper.heading(&heading(title, story));
    for one in story.steps.iter().skip(first) {
        paper.gap();
        paper.heading(&step::name(story, one));
        step::tell(paper, story, one, sight);
        if one.kind == Kind::Deal {
            table::lay(paper, story, one, sight);
        }
    }
}

/// One step and its table, for a screen of so many columns and lines. The table comes first if all of it is then seen; else
/// what was done does.
fn page(story: &Story, at: usize, sight: Sight, (columns, lines): (usize, usize)) -> Paper {
    let one = &story.steps[at];
    let ordered = |table_first: bool| {
        let mut paper = Paper::wide(columns, INDENT);
        paper.heading(&step::name(story, one));
        if table_first {
            table::lay(&mut paper, story, one, sight);
            paper.gap();
        }
        step::tell(&mut paper, story, one, sight);
        if !table_first {
            paper.gap();
            table::lay(&mut paper, story, one, sight);
        }
        paper.legend(paper.marks());
        paper
    };
    let paper = ordered(true);
    if paper.text().lines().count() <= lines { paper } else { ordered(false) }
}
