//! The steps of several stories of one file, side by side by their ids.

use crate::engine::Stage;
use crate::rules::Phase;
use crate::scenario::story::{Step, Story};

/// One step of the page: for each story the place of its step of this id, if it has one.
pub(super) type Row = Vec<Option<usize>>;

/// A step's id, and about when it comes; the time decides only between steps that no story has both of.
struct Mark<'a> {
    id: &'a str,
    time: Time,
}

/// Hand, phase, trick, and card of the trick.
type Time = (usize, u8, u8, usize);

/// All steps of all stories, each id once for all stories that have it, every story in its own order.
pub(super) fn align(stories: &[&Story]) -> Vec<Row> {
    let marks: Vec<Vec<Mark>> = stories.iter().map(|story| story.steps.iter().map(mark).collect()).collect();
    merge(&marks)
}

fn mark(step: &Step) -> Mark<'_> {
    let phase = match step.before.stage {
        Stage::Open => 0,
        Stage::In(Phase::Naming) => 1,
        Stage::In(Phase::Round(_)) => 2,
        Stage::In(Phase::TurnUp) => 3,
        Stage::In(Phase::Claims) => 4,
        Stage::In(Phase::Tricks) => 5,
        Stage::Over => u8::MAX,
    };
    Mark { id: &step.id, time: (step.hand, phase, step.before.finished, step.trick.len()) }
}

fn merge(stories: &[Vec<Mark>]) -> Vec<Row> {
    let mut heads = vec![0; stories.len()];
    let mut rows = Vec::new();
    while let Some(id) = next(stories, &heads) {
        let row: Row = heads.iter().zip(stories).map(|(at, steps)| has(steps, *at, id).then_some(*at)).collect();
        heads.iter_mut().zip(&row).for_each(|(head, at)| *head += usize::from(at.is_some()));
        rows.push(row);
    }
    rows
}

fn has(steps: &[Mark], at: usize, id: &str) -> bool {
    steps.get(at).is_some_and(|mark| mark.id == id)
}

/// The id that comes next: the earliest of those that no story still has to come to.
fn next<'a>(stories: &[Vec<Mark<'a>>], heads: &[usize]) -> Option<&'a str> {
    let awaited = |id: &str| {
        let mut each = stories.iter().zip(heads);
        each.any(|(steps, at)| !has(steps, *at, id) && steps.iter().skip(*at).any(|mark| mark.id == id))
    };
    let open = stories.iter().zip(heads).filter_map(|(steps, at)| steps.get(*at));
    // Stories may hold two steps in opposite orders: then one of them comes twice.
    open.min_by_key(|mark| (awaited(mark.id), mark.time)).map(|mark| mark.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ids with the number of their phase before them: `3t1-1`.
    fn merged(stories: &[&[&'static str]]) -> Vec<String> {
        let mark = |word: &&'static str| Mark { id: &word[1..], time: (1, word.as_bytes()[0], 0, 0) };
        let marks: Vec<Vec<Mark>> = stories.iter().map(|ids| ids.iter().map(mark).collect()).collect();
        let word = |row: &Row| {
            let at = row.iter().position(Option::is_some).expect("a story");
            let has: String = row.iter().map(|at| if at.is_some() { '+' } else { '-' }).collect();
            format!("{} {has}", marks[at][row[at].expect("a step")].id)
        };
        merge(&marks).iter().map(word).collect()
    }

    #[test]
    fn what_all_have_is_one_row_and_what_one_lacks_is_not_lost() {
        let played: &[&str] = &["0deal", "1d1", "3t1-1", "3t1-2", "4pay"];
        let claimed: &[&str] = &["0deal", "1d1", "2claims", "4pay"];
        let rows = ["deal ++", "d1 ++", "claims -+", "t1-1 +-", "t1-2 +-", "pay ++"];
        assert_eq!(merged(&[played, claimed]), rows);
        let turned: Vec<String> = rows.iter().map(|row| row.replace("-+", "x").replace("+-", "-+")).collect();
        let turned: Vec<String> = turned.iter().map(|row| row.replace('x', "+-")).collect();
        assert_eq!(merged(&[claimed, played]), turned);
    }

    #[test]
    fn a_story_that_stops_early_lacks_the_rest() {
        assert_eq!(merged(&[&["0deal"], &["0deal", "4pay", "5deal2"]]), ["deal ++", "pay -+", "deal2 -+"]);
        assert_eq!(merged(&[&[], &["0deal"]]), ["deal -+"]);
        assert!(merged(&[]).is_empty());
    }

    #[test]
    fn an_edition_of_another_order_keeps_it() {
        assert_eq!(merged(&[&["2claims", "1d1"], &["1d1", "4pay"]]), ["claims +-", "d1 ++", "pay -+"]);
    }

    #[test]
    fn opposite_orders_lose_nothing() {
        let rows = merged(&[&["2claims", "1d1"], &["1d1", "2claims"]]);
        assert_eq!(rows, ["d1 -+", "claims ++", "d1 +-"]);
    }
}
