//! A hand stepped through: all of it on paper, or a step at a time on a screen.

pub(crate) mod screen;
mod walk;

use super::sight::Sight;
use super::{Paper, step, table};
use crate::scenario::story::{Kind, Story};
pub(crate) use walk::Walk;

/// What stands before a step's table and before each label, in columns.
const INDENT: usize = 16;

/// What stands over a hand: its title and its edition.
pub(crate) fn heading(title: &str, story: &Story) -> String {
    format!("{title} ({})", story.rules.name)
}

/// The whole hand, step after step; the table stands where the cards are dealt and where they are reckoned.
pub(crate) fn whole(paper: &mut Paper, title: &str, story: &Story, sight: Sight) {
    paper.heading(&heading(title, story));
    for one in &story.steps {
        paper.gap();
        paper.heading(&step::name(story, one));
        step::tell(paper, story, one, sight);
        if one.kind == Kind::Deal {
            table::lay(paper, story, one, sight);
        }
    }
}

/// One step and its table, as wide as a screen.
fn page(story: &Story, at: usize, sight: Sight, width: usize) -> Paper {
    let mut paper = Paper::wide(width, INDENT);
    let one = &story.steps[at];
    paper.heading(&step::name(story, one));
    table::lay(&mut paper, story, one, sight);
    paper.gap();
    step::tell(&mut paper, story, one, sight);
    paper
}
