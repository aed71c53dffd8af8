//! Where editions part.

use super::column::names;
use crate::rules::Ruleset;

/// A step at which editions part as they have not before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parting {
    /// Its id in the page.
    pub(super) id: String,
    /// Whether it is the first of the page.
    pub(super) is_first: bool,
    /// Who goes which way: `La Mouche, 1718 one way, La Mouche, 1730 another`.
    pub(super) words: String,
}

/// The ways in which the editions of a page have parted so far.
pub(super) struct Partings {
    slug: String,
    known: Vec<Vec<Vec<usize>>>,
}

impl Partings {
    /// None yet.
    pub(super) fn new(slug: &str) -> Partings {
        Partings { slug: slug.into(), known: Vec::new() }
    }

    /// Goes on by a step at which the editions go these ways: a parting, if they have not parted so before.
    pub(super) fn part(&mut self, ways: Vec<Vec<usize>>, editions: &[&Ruleset]) -> Option<Parting> {
        if ways.len() < 2 || self.known.contains(&ways) {
            return None;
        }
        let of = |way: &Vec<usize>| names(&way.iter().map(|story| editions[*story]).collect::<Vec<_>>());
        let way = |(at, way): (usize, &Vec<usize>)| format!("{} {}", of(way), ORDER[at.min(ORDER.len() - 1)]);
        let words = ways.iter().enumerate().map(way).collect::<Vec<_>>().join("; ");
        self.known.push(ways);
        let number = if self.known.len() == 1 { String::new() } else { format!("-{}", self.known.len()) };
        Some(Parting { id: format!("{}-parting{number}", self.slug), is_first: self.known.len() == 1, words })
    }
}

/// How ways are counted.
const ORDER: &[&str] = &["one way", "another", "a third", "a fourth", "one more"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;

    #[test]
    fn a_parting_is_told_once_and_another_again() {
        let (old, new) = (editions::ALL[0], editions::ALL[1]);
        let four = [old, new, old, new];
        let mut partings = Partings::new("x");
        assert_eq!(partings.part(vec![vec![0, 1, 2, 3]], &four), None);
        let first = partings.part(vec![vec![0, 1, 2], vec![3]], &four);
        let words = format!("{0} and {1} and {0} one way; {1} another", old.name, new.name);
        assert_eq!(first, Some(Parting { id: "x-parting".into(), is_first: true, words }));
        assert_eq!(partings.part(vec![vec![0, 1, 2, 3]], &four), None, "coming together is no parting");
        assert_eq!(partings.part(vec![vec![0, 1, 2], vec![3]], &four), None, "they have parted so before");
        let later = partings.part(vec![vec![0], vec![1, 3], vec![2]], &four);
        let words = format!("{0} one way; {1} and {1} another; {0} a third", old.name, new.name);
        assert_eq!(later, Some(Parting { id: "x-parting-2".into(), is_first: false, words }));
    }
}
