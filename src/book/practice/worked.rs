//! The best line of a deal in words, for those who cannot play it in the page.

use super::data::Data;
use crate::narrate::sentence::signed;
use serde::{Deserialize, Serialize};

/// How a deal goes if the learner plays his best.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Worked {
    /// The learner's name.
    pub(super) name: String,
    /// His cards when he is asked first.
    pub(super) held: String,
    /// What happens before he is asked.
    pub(super) opening: String,
    /// What he does and what follows, until he is asked again.
    pub(super) steps: Vec<String>,
    /// What it brings him, in chips: `+4`.
    pub(super) brings: String,
}

impl Data {
    /// The best line: of equals the first, as the page takes them.
    pub(super) fn worked(&self) -> Worked {
        let first = &self.points[0];
        let held: Vec<&str> = first.held.iter().map(|face| self.faces[*face].0.as_str()).collect();
        Worked {
            name: self.names[usize::from(self.me)].clone(),
            held: held.join(" "),
            opening: self.telling(&self.opening),
            steps: self.best_lines().map(|line| self.telling(&self.lines[line].0)).collect(),
            brings: signed(first.best),
        }
    }

    /// The lines from point to point that keep the most within reach.
    fn best_lines(&self) -> impl Iterator<Item = usize> {
        let best = |at: usize| {
            let point = &self.points[at];
            let mut opened = point.may.iter().flat_map(|may| &may.4).map(|(_, line)| *line);
            opened.find(|line| self.points[self.lines[*line].1].best == point.best)
        };
        std::iter::successors(best(0), move |line| best(self.lines[*line].1))
    }

    /// What happened, in sentences.
    fn telling(&self, told: &[usize]) -> String {
        let said = told.iter().flat_map(|one| &self.told[*one].4).map(|(words, _)| self.words[*words].as_str());
        let whole = |words: &str| if words.ends_with('.') { words.to_string() } else { format!("{words}.") };
        said.map(whole).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::super::Deals;

    #[test]
    fn every_deal_is_told_to_the_reckoning_that_it_promises() {
        let deals = Deals::of(None).expect("deals");
        assert!(deals.0.len() >= 100);
        for (name, made) in &deals.0 {
            let worked = &made.worked;
            assert_eq!(worked.held.split(' ').count(), 5, "{name}: {worked:?}");
            assert!(worked.steps[0].starts_with(&worked.name), "{name}: {worked:?}");
            assert!(worked.opening.contains("The pool holds") && !worked.steps.is_empty(), "{name}: {worked:?}");
            assert!(worked.steps.iter().all(|step| step.ends_with('.')), "{name}: {worked:?}");
            let last = worked.steps.last().map_or("", String::as_str);
            assert!(["takes", "owes", "pays"].iter().any(|word| last.contains(word)), "{name}: {last}");
        }
    }
}
