//! Where editions that went together part.

use super::column::{Column, names};
use crate::rules::Ruleset;

/// Editions that went together so far, and part at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parting {
    /// Its id in the page.
    pub(super) id: String,
    /// Whether it is the first of the page.
    pub(super) is_first: bool,
    /// Who goes which way: `La Mouche, 1718 one way, La Mouche, 1730 another`.
    pub(super) words: String,
}

/// The editions that have told every step alike so far.
pub(super) struct Companies {
    slug: String,
    together: Vec<Vec<usize>>,
    partings: usize,
}

impl Companies {
    /// So many stories, all together yet.
    pub(super) fn new(slug: &str, stories: usize) -> Companies {
        Companies { slug: slug.into(), together: vec![(0..stories).collect()], partings: 0 }
    }

    /// Goes on by a step with these columns: those who part there.
    pub(super) fn part(&mut self, columns: &[Column], editions: &[&Ruleset]) -> Vec<Parting> {
        let before = std::mem::take(&mut self.together);
        let mut partings = Vec::new();
        for company in before {
            let members = |column: &Column| -> Vec<usize> {
                company.iter().copied().filter(|story| column.stories.contains(story)).collect()
            };
            let ways: Vec<Vec<usize>> = columns.iter().map(members).filter(|way| !way.is_empty()).collect();
            if ways.len() > 1 {
                partings.push(self.parting(&ways, editions));
            }
            self.together.extend(ways);
        }
        partings
    }

    fn parting(&mut self, ways: &[Vec<usize>], editions: &[&Ruleset]) -> Parting {
        self.partings += 1;
        let number = if self.partings == 1 { String::new() } else { format!("-{}", self.partings) };
        let of = |way: &Vec<usize>| names(&way.iter().map(|story| editions[*story]).collect::<Vec<_>>());
        let way = |(at, way): (usize, &Vec<usize>)| format!("{} {}", of(way), ORDER[at.min(ORDER.len() - 1)]);
        Parting {
            id: format!("{}-parting{number}", self.slug),
            is_first: self.partings == 1,
            words: ways.iter().enumerate().map(way).collect::<Vec<_>>().join("; "),
        }
    }
}

/// How ways are counted.
const ORDER: &[&str] = &["one way", "another", "a third", "a fourth", "one more"];
