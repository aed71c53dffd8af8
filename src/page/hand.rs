//! A hand in the page: all its steps, or those that are new of one that is being played.

use super::markdown::{one_line, source};
use super::steps::{Clause, StepView, clause, questions, steps};
use super::{Body, Place, Told};
use crate::editions::{self, house};
use crate::rules::{ClauseInfo, OptionValue, Ruleset};
use crate::scenario::story::Story;
use anyhow::{Result, ensure};
use askama::Template;

#[derive(Template)]
#[template(path = "hand.html")]
struct HandView<'a> {
    told: &'a Told<'a>,
    slug: String,
    editions: Vec<EditionView<'a>>,
    /// The steps at which editions part.
    partings: Vec<&'a StepView<'a>>,
    /// The first step of each part, its name, and whether something is refused in it, or editions part.
    track: Vec<(&'a StepView<'a>, String, bool)>,
    hands: usize,
    /// The number of its first step, and the steps of each deal.
    deals: Vec<(usize, &'a [StepView<'a>])>,
    count: usize,
    questions: Vec<(String, String)>,
    /// The table of a company that it is played at, as an address names it; nothing of a printed edition.
    house: String,
    /// Whether it is a part of the whole: a card of it, once touched, is played at a table.
    is_part: bool,
    is_guest: bool,
}

impl HandView<'_> {
    fn steps(&self, steps: &[StepView]) -> askama::Result<String> {
        let id = &format!("{}-hand", self.slug);
        Live {
            id,
            editions: &self.editions,
            steps,
            is_guest: self.is_guest,
        }
        .render()
    }
}

/// A hand under all editions of its file as HTML on one line, for a page at this place.
///
/// ```
/// use mouche::page::{Ahead, Place, hand, told};
///
/// let text = std::fs::read("scenarios/mouche-1718/denise-must-trump.md")?;
/// let files = [mouche::scenario::check("denise-must-trump.md", &text)];
/// let ahead = Ahead::of(&files);
/// let html = hand(&told(&files, &ahead)[0], Place::Home(0))?;
/// assert!(html.starts_with("<section class=\"hand\"") && html.contains("rules/mouche-1718.html#play.trump"));
/// # Ok::<(), anyhow::Error>(())
/// ```
pub fn hand(told: &Told, place: Place) -> Result<String> {
    parts_of_hand(told, &[], place)
}

/// Parts of a hand as [`hand`](fn@hand) shows it: steps by their ids (`h1-pay`), and all steps of a trick by what their ids
/// begin with (`h1-t3`). Without any it is the whole.
///
/// # Errors
/// A part that the hand has not, or a template that cannot be filled.
pub fn parts_of_hand(told: &Told, parts: &[&str], place: Place) -> Result<String> {
    let slug = [&[told.slug().as_str()], parts].concat().join("-");
    let mut steps = steps(told, &slug, place);
    let is_of = |step: &StepView, part: &str| {
        let rest = step.id[slug.len() + 1..].strip_prefix(part);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    for part in parts {
        ensure!(
            steps.iter().any(|step| is_of(step, part)),
            "{} has no step or trick `{part}`",
            told.slug()
        );
    }
    if !parts.is_empty() {
        steps.retain(|step| parts.iter().any(|part| is_of(step, part)));
        let ids: Vec<String> = steps.iter().map(|step| step.id.clone()).collect();
        for (at, step) in steps.iter_mut().enumerate() {
            step.back = at.checked_sub(1).map(|at| ids[at].clone());
            step.next = ids.get(at + 1).cloned();
        }
    }
    let steps = &steps;
    let mut editions = told
        .file
        .stories
        .iter()
        .filter_map(|story| editions::by_id(story.rules.id));
    let house = editions.find(|edition| edition.base.is_some());
    let hands = steps.last().map_or(0, |step| step.hand);
    let mut first = 1;
    let deal = |steps| {
        let begins = first;
        first += <[StepView]>::len(steps);
        (begins, steps)
    };
    let view = HandView {
        told,
        editions: told
            .file
            .stories
            .iter()
            .map(|story| edition(story, place))
            .collect(),
        partings: steps.iter().filter(|step| step.parting.is_some()).collect(),
        hands,
        track: track(steps, hands),
        questions: if parts.is_empty() {
            questions(steps)
        } else {
            Vec::new()
        },
        is_part: !parts.is_empty(),
        deals: steps
            .chunk_by(|one, next| one.hand == next.hand)
            .map(deal)
            .collect(),
        count: steps.len(),
        is_guest: place == Place::Guest,
        house: house.map_or_else(String::new, seated),
        slug,
    };
    Ok(one_line(&view.render()?))
}

/// The table of an edition, as an address names it: that of a company by the printed one, what it has agreed, and its name.
pub(crate) fn seated(rules: &Ruleset) -> String {
    let encoded = |text: &str| -> String {
        let byte = |byte: u8| match byte {
            b'-' | b'_' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        };
        text.bytes().map(byte).collect()
    };
    let Some((base, options)) = house::portable_options(rules) else {
        return format!("edition={}", rules.id);
    };
    let option = |(name, to): (&String, &OptionValue)| {
        format!(
            "&option={}",
            encoded(&format!("{name}={}", to.in_address()))
        )
    };
    let options: String = options.iter().map(option).collect();
    format!("edition={}{options}&table={}", base.id, encoded(rules.name))
}

/// The parts of a file in their order: each deal, its declarations, its tricks, its reckoning.
fn track<'a>(steps: &'a [StepView], hands: usize) -> Vec<(&'a StepView<'a>, String, bool)> {
    let part = |steps: &'a [StepView]| {
        let step = &steps[0];
        let name = if step.kind == "deal" && hands > 1 {
            format!("Hand {}", step.hand)
        } else {
            step.part.clone()
        };
        let is_marked = steps
            .iter()
            .any(|step| step.kind == "refused" || step.parting.is_some());
        (step, name, is_marked)
    };
    steps
        .chunk_by(|one, next| (one.hand, &one.part) == (next.hand, &next.part))
        .map(part)
        .collect()
}

/// The name of a part where there is little room: `3` of `Trick 3`.
fn short(name: &str) -> String {
    match name.trim_start_matches("The ").split_once(' ') {
        Some(("Trick", number)) => number.into(),
        Some(("Hand", number)) => format!("H{number}"),
        _ if name == "Declarations" => "?".into(),
        _ => name
            .trim_start_matches("The ")
            .chars()
            .take(1)
            .flat_map(char::to_uppercase)
            .collect(),
    }
}

#[derive(Template)]
#[template(path = "live.html")]
struct Live<'a> {
    id: &'a str,
    editions: &'a [EditionView<'a>],
    steps: &'a [StepView<'a>],
    is_guest: bool,
}

/// The steps of a hand from one on, as HTML on one line, as they stand in [`hand`](fn@hand).
pub fn live(told: &Told, from: usize, place: Place) -> Result<String> {
    let slug = told.slug();
    let editions = [edition(told.story, place)];
    let all = steps(told, &slug, place);
    let steps = all.get(from..).unwrap_or_default();
    let live = Live {
        id: &format!("{slug}-hand"),
        editions: &editions,
        steps,
        is_guest: place == Place::Guest,
    };
    Ok(one_line(&live.render()?))
}

/// An edition, as the head of its hand names it; and the clauses that this table agreed to change, each with what it says.
struct EditionView<'a> {
    name: &'a str,
    href: String,
    agreed: Vec<(Clause, String)>,
}

fn edition(story: &Story, place: Place) -> EditionView<'_> {
    let rules = &story.rules;
    let printed = editions::by_id(rules.id)
        .map(|edition| edition.clauses())
        .unwrap_or_default();
    let changed = |(now, printed): (&ClauseInfo, &ClauseInfo)| {
        Some((
            clause(rules, now.topic, place),
            now.changed_value(printed)?.to_owned(),
        ))
    };
    let agreed = rules
        .clauses()
        .iter()
        .zip(&printed)
        .filter_map(changed)
        .collect();
    EditionView {
        name: rules.name,
        href: place.rules(rules),
        agreed,
    }
}
