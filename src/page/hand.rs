//! A hand in the page: all its steps, for readers with and without a script; and the steps of one that is being played, for
//! the page to put them behind those that it has.

use super::markdown::{one_line, source};
use super::question::{Question, questions};
use super::steps::{StepView, steps};
use super::{Body, Place, Told, sign};
use crate::editions::{self, house};
use crate::rules::{Ruleset, Setting, Topic};
use crate::scenario::story::Story;
use anyhow::{Result, ensure};
use askama::Template;

struct DealView<'a> {
    id: String,
    number: usize,
    first: usize,
    steps: &'a [StepView<'a>],
}

#[derive(Template)]
#[template(path = "hand.html")]
struct HandView<'a> {
    id: String,
    title: String,
    editions: Vec<EditionView<'a>>,
    players: &'a [String],
    source: String,
    partings: Vec<(String, String, String)>,
    track: Vec<Part>,
    deals: Vec<DealView<'a>>,
    count: usize,
    questions: Vec<Question>,
    /// The table of a company that it is played at, as an address names it; nothing of a printed edition.
    house: String,
    /// Whether it is a part of the whole: a card of it, once touched, is played at a table.
    is_part: bool,
    is_guest: bool,
}

impl HandView<'_> {
    fn steps(&self, deal: &DealView) -> askama::Result<String> {
        Live { id: &self.id, editions: &self.editions, steps: deal.steps, is_guest: self.is_guest }.render()
    }
}

struct Part {
    id: String,
    hand: usize,
    /// `Trick 3`.
    name: String,
    /// The same where there is little room: `3`.
    short: String,
    is_marked: bool,
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
        ensure!(steps.iter().any(|step| is_of(step, part)), "{} has no step or trick `{part}`", told.slug());
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
    let mut editions = told.file.stories.iter().filter_map(|story| editions::by_id(story.rules.id));
    let house = editions.find(|edition| edition.base.is_some());
    let view = HandView {
        id: format!("{slug}-hand"),
        title: told.title(),
        editions: told.file.stories.iter().map(|story| edition(story, place)).collect(),
        players: &told.story.players,
        source: source(&told.file.text),
        partings: partings(steps),
        track: track(steps),
        count: steps.len(),
        questions: if parts.is_empty() { questions(steps) } else { Vec::new() },
        is_part: !parts.is_empty(),
        deals: deals(steps, &slug),
        is_guest: place == Place::Guest,
        house: house.map_or_else(String::new, seated),
    };
    Ok(one_line(&view.render()?))
}

/// The table of an edition, as an address names it: that of a company by the printed one, what it has agreed, and its name.
pub(crate) fn seated(rules: &Ruleset) -> String {
    let encoded = |text: &str| -> String {
        let byte = |byte: u8| match byte {
            b'-' | b'_' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        };
        text.bytes().map(byte).collect()
    };
    let Some((base, options)) = house::abroad(rules) else { return format!("edition={}", rules.id) };
    let option =
        |(name, to): (&String, &Setting)| format!("&option={}", encoded(&format!("{name}={}", to.in_address())));
    let options: String = options.iter().map(option).collect();
    format!("edition={}{options}&table={}", base.id, encoded(rules.name))
}

/// Where editions part: the id of the step, its name in the file, and who goes which way.
fn partings(steps: &[StepView]) -> Vec<(String, String, String)> {
    let hands = steps.last().map_or(0, |step| step.hand);
    let name = |step: &StepView| match hands {
        0 | 1 => step.title.clone(),
        _ => format!("Hand {}, {}", step.hand, step.title),
    };
    let each = steps.iter().flat_map(|step| step.parting.iter().map(move |parting| (step, parting)));
    each.map(|(step, parting)| (step.id.clone(), name(step), parting.words.clone())).collect()
}

/// The parts of a file in their order: each deal, its declarations, its tricks, its reckoning.
fn track(steps: &[StepView]) -> Vec<Part> {
    let hands = steps.last().map_or(0, |step| step.hand);
    let mut parts: Vec<Part> = Vec::new();
    let mut last = None;
    for step in steps {
        let key = Some((step.hand, &step.part));
        if key != last {
            let name = if step.kind == "deal" && hands > 1 { format!("Hand {}", step.hand) } else { step.part.clone() };
            parts.push(Part { id: step.id.clone(), hand: step.hand, short: short(&name), name, is_marked: false });
            last = key;
        }
        if let Some(part) = parts.last_mut() {
            part.is_marked |= step.kind == "refused" || step.parting.is_some();
        }
    }
    parts
}

fn short(name: &str) -> String {
    match name.trim_start_matches("The ").split_once(' ') {
        Some(("Trick", number)) => number.into(),
        Some(("Hand", number)) => format!("H{number}"),
        _ if name == "Declarations" => "?".into(),
        _ => name.trim_start_matches("The ").chars().take(1).flat_map(char::to_uppercase).collect(),
    }
}

fn deals<'a>(steps: &'a [StepView<'a>], slug: &str) -> Vec<DealView<'a>> {
    let mut first = 1;
    let deal = |steps: &'a [StepView<'a>]| {
        let number = steps[0].hand;
        first += steps.len();
        DealView { id: format!("{slug}-h{number}"), number, first: first - steps.len(), steps }
    };
    steps.chunk_by(|one, next| one.hand == next.hand).map(deal).collect()
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
    let (slug, editions) = (told.slug(), [edition(told.story, place)]);
    let all = steps(told, &slug, place);
    let steps = all.get(from..).unwrap_or_default();
    let live = Live { id: &format!("{slug}-hand"), editions: &editions, steps, is_guest: place == Place::Guest };
    Ok(one_line(&live.render()?))
}

struct EditionView<'a> {
    name: &'a str,
    href: String,
    agreed: Vec<Agreed>,
}

struct Agreed {
    title: String,
    /// The signs of what it was before, as HTML.
    sign: String,
    value: String,
    href: String,
}

/// An edition, as the head of its hand names it.
fn edition(story: &Story, place: Place) -> EditionView<'_> {
    let rules = &story.rules;
    EditionView { name: rules.name, href: place.to(&format!("rules/{}.html", rules.id)), agreed: agreed(rules, place) }
}

fn agreed(rules: &Ruleset, place: Place) -> Vec<Agreed> {
    let printed = editions::by_id(rules.id).map(|edition| edition.clauses()).unwrap_or_default();
    let now = rules.clauses();
    let changed =
        now.iter().zip(&printed).filter_map(|(now, printed)| Some((now.topic, now.agreed_instead_of(printed)?)));
    let one = |(topic, value): (Topic, &str)| Agreed {
        title: rules.title(topic),
        sign: sign::in_link(rules.clause(topic).marks()),
        value: value.into(),
        href: place.clause(rules.id, topic),
    };
    changed.map(one).collect()
}
