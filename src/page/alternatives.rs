//! What else could have been done at a step, folded away: a line for all that comes to the same, under the editions in
//! which it does.

use super::{Place, Row, Told, alike, names, one_line};
use crate::cards::{InOrder, Seat};
use crate::engine::Stage;
use crate::explore::{Prospect, Takers};
use crate::narrate::choice::Choice;
use crate::narrate::choice::{Course, courses_at, label};
use crate::narrate::sentence::{name, signed, tricks};
use crate::rules::{Phase, Ruleset, Verb};
use crate::scenario::story::{Step, Story};
use anyhow::Result;
use askama::Template;
use std::cmp::Reverse;

/// Where it is said what is counted, and what playing one's best means.
const PAGE: &str = "reading-a-hand.html#what-if";

pub(crate) struct Alternatives {
    /// What is counted, and how.
    pub(crate) about: String,
    /// What they are: `card`, `declaration`, `word`, or else `choice`.
    pub(crate) kind: &'static str,
    pub(crate) lines: Vec<Line>,
    pub(crate) href: String,
    courses: Vec<Course>,
}

pub(crate) struct Line {
    pub(crate) what: String,
    pub(crate) is_taken: bool,
    /// Whether no other line brings more, and some bring less.
    pub(crate) is_best: bool,
    /// What it brings if all play their best: `+2, 2 tricks`.
    pub(crate) best: String,
    /// How little and how much it can bring, or that it brings no less and no more.
    pub(crate) range: String,
    /// Who takes the trick, in a sentence; nothing if it is no card.
    pub(crate) takers: String,
}

impl Alternatives {
    /// What a page shows of these courses; none if there are none.
    pub(crate) fn new(story: &Story, step: &Step, courses: &[Course], place: Place) -> Option<Alternatives> {
        let mover = step.mover.filter(|_| !courses.is_empty())?;
        let about = format!("Chips for {} if all play their best", name(story, mover));
        let lines = lines(story, courses);
        Some(Alternatives { about, kind: kind(step), lines, href: place.to(PAGE), courses: courses.to_vec() })
    }

    /// How many chips more the best of them brings than what was done.
    pub(crate) fn cost(&self) -> Option<i64> {
        let brings = |course: &Course| course.prospect.best_chips;
        let taken = self.courses.iter().find(|course| course.is_taken).map(brings)?;
        self.courses.iter().map(brings).max().map(|most| most - taken)
    }

    pub(crate) fn best(&self, choice: &Choice) -> Option<i64> {
        self.course(choice).map(|course| course.prospect.best_chips)
    }

    fn course(&self, choice: &Choice) -> Option<&Course> {
        let ways = self.courses.iter().filter(|course| course.makes(choice));
        ways.max_by_key(|course| (course.prospect.best_chips, course.prospect.best_tricks))
    }
}

fn kind(step: &Step) -> &'static str {
    match step.before.stage {
        Stage::In(Phase::Tricks) => "card",
        Stage::In(Phase::Round(_)) => "declaration",
        _ => "choice",
    }
}

/// A line for all that comes to the same, what brings most first.
fn lines(story: &Story, courses: &[Course]) -> Vec<Line> {
    let key = |course: &Course| (course.does.verb(), course.prospect, course.takers);
    let groups = alike(courses.iter().map(|course| (key(course), *course)));
    let mut groups: Vec<Vec<Course>> = groups.into_iter().map(|(_, group)| group).collect();
    groups.in_order_of(|group| Reverse((group[0].prospect.best_chips, group[0].prospect.best_tricks)));
    let brings: Vec<i64> = groups.iter().map(|group| group[0].prospect.best_chips).collect();
    let lines = groups.iter().zip(&brings);
    lines.map(|(group, one)| Line { is_best: is_best(*one, &brings), ..line(story, group) }).collect()
}

/// Whether no other brings more than one that brings so much, and some bring less; of all that they bring, the most first.
fn is_best(one: i64, all: &[i64]) -> bool {
    all.first() == Some(&one) && all.last() != Some(&one)
}

fn line(story: &Story, group: &[Course]) -> Line {
    let Course { takers, prospect, .. } = group[0];
    let is_taken = group.iter().any(|course| course.is_taken);
    let best = worth(signed(prospect.best_chips), tricks(prospect.best_tricks));
    let takers = takers.map_or(String::new(), |takers| who(story, takers));
    Line { what: what(group), is_taken, is_best: false, best, range: range(&prospect), takers }
}

/// What is done: the cards that come to the same, or a deed.
fn what(group: &[Course]) -> String {
    let card = |course: &Course| course.does.what().card.map_or_else(String::new, |card| card.to_string());
    let cards = || group.iter().map(card).collect::<Vec<_>>().join(", ");
    match group[0].does.verb() {
        Verb::Play => cards(),
        // Of all that could be laid down, the cards that were.
        Verb::Exchange => label(Verb::Exchange) + " so",
        verb @ Verb::TakeTurnUp => format!("{} for {}", label(verb), cards()),
        verb => label(verb),
    }
}

fn worth(chips: String, tricks: String) -> String {
    format!("{chips}, {tricks}")
}

/// `; possible are +1 to +4, 1 to 4 tricks`.
fn range(prospect: &Prospect) -> String {
    let ((few, many), (least, most)) = (prospect.tricks, prospect.chips);
    let fewest = if few == 0 { tricks(few) } else { few.to_string() };
    let tricks = if few == many { tricks(few) } else { format!("{fewest} to {}", tricks(many)) };
    match least == most {
        true if few == many => ", for sure".into(),
        true => format!("; possible are {}", worth(signed(least), tricks)),
        false => format!("; possible are {}", worth(format!("{} to {}", signed(least), signed(most)), tricks)),
    }
}

/// Who takes the trick if all play their best, and in brackets who else can: `Anne takes this one (or Claude).`
fn who(story: &Story, takers: Takers) -> String {
    let best = takers.best.map_or("", |best| name(story, best));
    let is_other = |seat: &Seat| takers.all.has(*seat) && takers.best != Some(*seat);
    let others: Vec<&str> =
        (0..crate::cards::MOST_SEATS as u8).map(Seat).filter(is_other).map(|seat| name(story, seat)).collect();
    match others[..] {
        [] => format!("{best} takes this one."),
        _ => format!("{best} takes this one (or {}).", others.join(", ")),
    }
}

/// What could have been done, and under which editions it comes to that.
pub(super) struct Answer {
    /// The places of these editions in the header of the file.
    members: Vec<usize>,
    /// Their names; nothing if there is no other answer beside this one.
    pub(super) names: String,
    pub(super) instead: Alternatives,
}

/// The answer to what else could be played at a step of one's own, where nobody else is asked.
#[derive(Template)]
#[template(path = "what_if.html")]
struct WhatIf {
    column: Asked,
    scene: Whose,
}

struct Asked {
    otherwise: Vec<Answer>,
}

struct Whose {
    whose: &'static str,
}

/// What each card comes to that the mover of a step may play, worked out now, as HTML on one line; none if it is one alone.
pub fn instead(story: &Story, step: &Step, place: Place) -> Result<Option<String>> {
    Alternatives::new(story, step, &courses_at(&story.rules, step), place).map(alone).transpose()
}

/// What each word comes to that may be said at Mus: the word, the stones, and those in a sentence; as HTML on one line.
pub(crate) fn words_instead(mover: &str, courses: Vec<(String, i64, String)>, place: Place) -> Result<String> {
    let mut groups = alike(courses.into_iter().map(|(word, stones, best)| ((stones, best), word)));
    groups.in_order_of(|((stones, _), _)| Reverse(*stones));
    let all: Vec<i64> = groups.iter().map(|((stones, _), _)| *stones).collect();
    let line = |((stones, best), words): (_, Vec<String>)| {
        let (what, is_best) = (words.join(", "), is_best(stones, &all));
        Line { what, is_taken: false, is_best, best, range: String::new(), takers: String::new() }
    };
    let about = format!("What the deal still comes to for {mover} if all then play by the strategy of the book");
    let (kind, lines, href) = ("word", groups.into_iter().map(line).collect(), place.to(PAGE));
    alone(Alternatives { about, kind, lines, href, courses: Vec::new() })
}

fn alone(instead: Alternatives) -> Result<String> {
    let otherwise = vec![Answer { members: vec![0], names: String::new(), instead }];
    Ok(one_line(&WhatIf { column: Asked { otherwise }, scene: Whose { whose: "" } }.render()?))
}

/// The answers of those editions of a file that tell a step alike, each once.
pub(super) fn otherwise(told: &Told, stories: &[&Story], row: &Row, members: &[usize], place: Place) -> Vec<Answer> {
    let courses = |index: &usize| row[*index].map_or(&[][..], |at| told.courses(stories[*index], at));
    let groups = alike(members.iter().map(|index| (courses(index), *index)));
    let several = groups.len() > 1;
    let one = |(courses, members): (&[Course], Vec<usize>)| {
        let story = stories[members[0]];
        let instead = Alternatives::new(story, story.steps.get(row[members[0]]?)?, courses, place)?;
        let rules: Vec<&Ruleset> = members.iter().map(|index| &stories[*index].rules).collect();
        let names = if several { names(&rules) } else { String::new() };
        Some(Answer { members, names, instead })
    };
    groups.into_iter().filter_map(one).collect()
}

/// What a choice brings in chips if all play their best: one number, or where answers differ one for each edition of the
/// file in its order, and a dash for those that have none.
pub(super) fn best(answers: &[Answer], choice: &Choice) -> Option<String> {
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
