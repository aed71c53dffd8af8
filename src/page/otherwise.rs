//! What else could have been done at a step, for the editions in which it comes to the same.

use super::Place;
use super::Told;
use super::align::Row;
use super::instead::Instead;
use crate::narrate::choice::Choice;
use crate::narrate::course::Course;
use crate::rules::Ruleset;
use crate::scenario::story::Story;

/// What could have been done, and under which editions it comes to that.
#[derive(Clone, Debug)]
pub(super) struct Otherwise {
    /// The places of these editions in the header of the file.
    members: Vec<usize>,
    /// Their names; nothing if there is no other answer beside this one.
    pub(super) names: String,
    /// The lines.
    pub(super) instead: Instead,
}

/// The answers of those editions of a file that tell a step alike, each once.
pub(super) fn otherwise(told: &Told, stories: &[&Story], row: &Row, members: &[usize], place: Place) -> Vec<Otherwise> {
    let mut groups: Vec<(&[Course], Vec<usize>)> = Vec::new();
    for &index in members {
        let courses = row[index].map_or(&[][..], |at| told.courses(stories[index], at));
        match groups.iter_mut().find(|(other, _)| *other == courses) {
            Some((_, members)) => members.push(index),
            None => groups.push((courses, vec![index])),
        }
    }
    let several = groups.len() > 1;
    let one = |(courses, members): (&[Course], Vec<usize>)| {
        let story = stories[members[0]];
        let instead = Instead::new(story, &story.steps[row[members[0]]?], courses, place)?;
        let rules: Vec<&Ruleset> = members.iter().map(|index| &stories[*index].rules).collect();
        let names = if several { super::column::names(&rules) } else { String::new() };
        Some(Otherwise { members, names, instead })
    };
    groups.into_iter().filter_map(one).collect()
}

/// What a choice brings in chips if all play their best: one number, or where answers differ one for each edition of the
/// file in its order, and a dash for those that have none.
pub(super) fn best(answers: &[Otherwise], choice: &Choice) -> Option<String> {
    let bests: Vec<Option<i64>> = answers.iter().map(|answer| answer.instead.best(choice)).collect();
    let first = (*bests.first()?)?;
    if bests.iter().all(|best| *best == Some(first)) {
        return Some(first.to_string());
    }
    let of = |index: usize| {
        answers.iter().zip(&bests).find_map(|(answer, best)| best.filter(|_| answer.members.contains(&index)))
    };
    let last = answers.iter().flat_map(|answer| &answer.members).max()?;
    let each = (0..=*last).map(|index| of(index).map_or("-".into(), |best| best.to_string()));
    Some(each.collect::<Vec<_>>().join(" "))
}
