//! Where editions that went together part.

use super::column::names;
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

    /// Goes on by a step that these stories tell alike with each other: those who part there.
    pub(super) fn part(&mut self, alike: &[&[usize]], editions: &[&Ruleset]) -> Vec<Parting> {
        let before = std::mem::take(&mut self.together);
        let mut partings = Vec::new();
        for company in before {
            let members =
                |way: &&[usize]| company.iter().copied().filter(|story| way.contains(story)).collect::<Vec<_>>();
            let ways: Vec<Vec<usize>> = alike.iter().map(members).filter(|way| !way.is_empty()).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;

    #[test]
    fn those_who_went_together_part_once() {
        let (old, new) = (editions::ALL[0], editions::ALL[1]);
        let four = [old, new, old, new];
        let mut companies = Companies::new("x", 4);
        assert_eq!(companies.part(&[&[0, 1, 2, 3]], &four), []);
        let first = companies.part(&[&[0, 1, 2], &[3]], &four);
        let words = format!("{0} and {1} and {0} one way; {1} another", old.name, new.name);
        assert_eq!(first, [Parting { id: "x-parting".into(), is_first: true, words }]);
        assert_eq!(companies.part(&[&[0, 1, 2, 3]], &four), [], "coming together is no parting");
        assert_eq!(companies.part(&[&[0, 1, 2], &[3]], &four), [], "they have parted before");
        let later = companies.part(&[&[0], &[1, 3], &[2]], &four);
        let words = format!("{0} one way; {1} another; {0} a third", old.name, new.name);
        assert_eq!(later, [Parting { id: "x-parting-2".into(), is_first: false, words }]);
    }
}
