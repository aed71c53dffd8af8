//! One step of a hand, ready to be shown; and what a hand comes to, each edition beside the others.

use super::advice::{AdviceView, advice};
use super::columns::{Board, Column, columns};
use super::markdown::narration;
use super::merge::{Parting, Partings, Row, align, outcomes};
use super::sign::in_link;
use super::{Place, Told};
use crate::cards::Seat;
use crate::narrate::money::{dealt, promises};
use crate::narrate::scene::part;
use crate::narrate::sentence::{name, number};
use crate::narrate::{Face, Reckoning, reckoning, task, title};
use crate::rules::{Ruleset, Topic};
use crate::scenario::story::{AnyStep, Kind, Payment, Posed, Possible, Step, Story, Verdict};
use askama::Template;

pub(super) struct StepView<'a> {
    pub(super) hand: usize,
    /// Its id in the page: `denise-must-trump-h1-t3-2`.
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) title: String,
    pub(super) part: String,
    pub(super) narration: String,
    pub(super) closing: String,
    pub(super) spoken: String,
    /// The same for those who do not see the cards of others, if it is less.
    pub(super) closed: Option<String>,
    pub(super) columns: Vec<Column<'a>>,
    pub(super) board: Option<Board<'a>>,
    pub(super) parting: Option<Parting>,
    /// What each way to declare comes to, where the author asks: for each edition that is asked.
    pub(super) advice: Vec<AdviceView>,
    pub(super) tasks: String,
    /// What each phase brought, where phases are paid.
    pub(super) reckoning: Option<Reckoning>,
    pub(super) totals: Option<Totals<'a>>,
    pub(super) back: Option<String>,
    pub(super) next: Option<String>,
    pub(super) slug: String,
}

/// All steps of a file under its editions, each with the number of its hand.
pub(super) fn steps<'a>(told: &Told<'a>, slug: &str, place: Place) -> Vec<StepView<'a>> {
    let stories: Vec<&'a Story> = told.file.stories.iter().collect();
    let rows = align(&stories);
    let ids: Vec<String> = rows.iter().map(|row| format!("{slug}-{}", first(&stories, row).id)).collect();
    let editions: Vec<&Ruleset> = stories.iter().map(|story| &story.rules).collect();
    let (mut partings, mut prose) = (Partings::new(slug), Prose::default());
    let view = |(at, row): (usize, &Row)| {
        let (columns, board) = columns(told, &stories, &rows, at, place);
        let (step, open) = (first(&stories, row), spoken(&columns, stories.len(), true));
        StepView {
            hand: step.hand,
            id: ids[at].clone(),
            kind: kind(&step.kind),
            title: title(first_of(&stories, row), step),
            part: part(step),
            narration: prose.of(&stories, row),
            closing: if at + 1 == rows.len() { closing(&stories) } else { String::new() },
            closed: Some(spoken(&columns, stories.len(), false)).filter(|closed| *closed != open),
            spoken: open,
            parting: partings.part(outcomes(&stories, row), &editions),
            columns,
            board,
            advice: row.iter().zip(&stories).filter_map(|(at, story)| advice(story, (*at)?, place)).collect(),
            tasks: tasks(&stories, row, &ids[at], place),
            reckoning: if let AnyStep::Mus(step) = step { reckoning(first_of(&stories, row), step) } else { None },
            totals: totals(&stories, row),
            back: at.checked_sub(1).map(|at| ids[at].clone()),
            next: ids.get(at + 1).cloned(),
            slug: slug.to_string(),
        }
    };
    rows.iter().enumerate().map(view).collect()
}

/// What is asked about a step, under the first edition that asks it, as HTML. The engine in a page leaves it to the book.
fn tasks(stories: &[&Story], row: &Row, id: &str, place: Place) -> String {
    let each = row.iter().zip(stories).filter_map(|(at, story)| Some((story, story.step((*at)?))));
    let asked = each.filter(|(_, step)| cfg!(feature = "cli") && !step.tasks.is_empty()).take(1);
    asked.map(|(story, step)| super::steps::folded(story, step, id, place)).collect()
}

/// The step of the first story that has one. A row has at least one.
fn first<'a>(stories: &[&'a Story], row: &Row) -> AnyStep<'a> {
    let of = |(at, story): (&Option<usize>, &&'a Story)| at.map(|at| story.step(at));
    row.iter().zip(stories).find_map(of).unwrap_or_else(|| stories[0].step(0))
}

/// The story of that step.
fn first_of<'a>(stories: &[&'a Story], row: &Row) -> &'a Story {
    row.iter().zip(stories).find(|(at, _)| at.is_some()).map_or(stories[0], |(_, story)| story)
}

/// What all columns say. Where there are several editions, each column begins with its own.
fn spoken(columns: &[Column], stories: usize, sees: bool) -> String {
    match columns {
        [one] if stories == 1 => one.spoken(sees),
        [one] => format!("The same in all: {}", one.spoken(sees)),
        many => {
            let each = many.iter().map(|column| format!("{}: {}", column.names(), column.spoken(sees)));
            each.collect::<Vec<_>>().join(" ")
        }
    }
}

fn closing(stories: &[&Story]) -> String {
    let last = stories.iter().filter_map(|story| story.frames().next_back()).find(|step| !step.closing.is_empty());
    last.map_or(String::new(), |step| narration(&step.closing))
}

/// Prose that was shown: of which hand, its text, and the stories that have read it.
#[derive(Default)]
struct Prose<'a>(Vec<(usize, &'a str, Vec<usize>)>);

impl<'a> Prose<'a> {
    /// The prose of a row as HTML. What several editions read is shown once, at the first step that any reads it with.
    fn of(&mut self, stories: &[&'a Story], row: &Row) -> String {
        let mut html = String::new();
        for (index, at) in row.iter().enumerate() {
            let step = at.map(|at| stories[index].frame(at)).filter(|step| !step.narration.is_empty());
            let Some(step) = step else { continue };
            let (hand, text) = (step.hand, step.narration.as_str());
            let is_it = |(other, prose, read): &&mut (usize, &str, Vec<usize>)| {
                *other == hand && *prose == text && !read.contains(&index)
            };
            match self.0.iter_mut().find(is_it) {
                Some((.., read)) => read.push(index),
                None => {
                    self.0.push((hand, text, vec![index]));
                    html.push_str(&narration(text));
                }
            }
        }
        html
    }
}

pub(crate) fn kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Deal => "deal",
        Kind::Declaration => "declaration",
        Kind::Fault => "fault",
        Kind::Claims => "claims",
        Kind::Play => "play",
        Kind::Refused { .. } => "refused",
        Kind::Payment => "payment",
        Kind::End => "end",
    }
}

pub(super) struct Totals<'a> {
    pub(super) editions: Vec<&'a Ruleset>,
    pub(super) lines: Vec<Line>,
}

pub(super) struct Line {
    pub(super) what: String,
    pub(super) amounts: Vec<String>,
    pub(super) differs: bool,
}

/// What each player did with chips, as the grammar of a payout calls it.
const VERBS: &[(&str, Amount)] = &[
    ("takes", |step, seat| called(step, |payment| payment == Payment::Takes(seat))),
    ("owes", |step, seat| step.after.owes[seat]),
    ("pays", |step, seat| {
        called(step, |payment| matches!(payment, Payment::Pays(from, _) | Payment::PaysIn(from) if from == seat))
    }),
    ("has", |step, seat| step.after.purses[seat]),
];

const NONE: &str = "–";

type Amount = fn(&Step, Seat) -> i64;

/// The totals of a row that reckons, if several editions are told.
pub(super) fn totals<'a>(stories: &[&'a Story], row: &Row) -> Option<Totals<'a>> {
    let steps: Vec<Option<&Step>> = row.iter().zip(stories).map(|(at, story)| story.steps.get((*at)?)).collect();
    let some = steps.iter().flatten().find(|step| step.kind == Kind::Payment)?;
    let row = |what: String, told: &dyn Fn(&Story, &Step) -> Option<String>| {
        let each = steps.iter().zip(stories).map(|(step, story)| step.and_then(|step| told(story, step)));
        let amounts: Vec<String> = each.map(|told| told.unwrap_or_else(|| NONE.into())).collect();
        Line { what, differs: amounts.windows(2).any(|two| two[0] != two[1]), amounts }
    };
    let line = |what: String, amount: &dyn Fn(&Story, &Step) -> i64| {
        row(what, &|story, step| Some(number(amount(story, step))))
    };
    let mut lines = vec![line("The pool".into(), &pool)];
    for seat in some.after.in_turn() {
        let who = name(stories[0], seat);
        lines.extend(VERBS.iter().map(|(verb, amount)| line(format!("{who} {verb}"), &|_, step| amount(step, seat))));
    }
    let next = |step: &Step| step.next.as_ref().map_or((0, 0), |next| (next.pool, next.waiting));
    lines.push(line("The next pool".into(), &|_, step| next(step).0));
    lines.push(line("Waiting".into(), &|_, step| next(step).1));
    lines.push(row("Debts on paper".into(), &on_paper));
    lines.retain(|line| line.amounts.iter().any(|amount| !["0", "none", NONE].contains(&amount.as_str())));
    (stories.len() > 1).then(|| Totals { editions: stories.iter().map(|story| &story.rules).collect(), lines })
}

fn on_paper(story: &Story, step: &Step) -> Option<String> {
    let debts = promises(story, &step.next.as_ref()?.debts).join(", ");
    Some(if debts.is_empty() { "none".into() } else { debts })
}

fn pool(story: &Story, step: &Step) -> i64 {
    dealt(story, step).map_or(0, |deal| deal.after.pool)
}

/// Chips of the moves that a payout calls so.
fn called(step: &Step, so: impl Fn(Payment) -> bool) -> i64 {
    step.events.iter().filter_map(Payment::of).filter(|(payment, _)| so(*payment)).map(|(_, moved)| moved.chips).sum()
}

pub(super) struct Task {
    pub(super) id: String,
    pub(super) asks: String,
    pub(super) wants_all: bool,
    pub(super) answers: Vec<Answer>,
}

pub(super) struct Clause {
    pub(super) title: String,
    pub(super) sign: String,
    pub(super) href: String,
}

/// One thing that might be answered, and what is to be said of it.
pub(super) struct Answer {
    pub(super) id: String,
    pub(super) face: Option<Face>,
    /// What it is called, where it is no card.
    pub(super) says: String,
    /// How it is shown: `may`, `may but`, `may-not`.
    pub(super) class: &'static str,
    /// The verdict in a word or two; nothing where all is allowed and no more is asked.
    pub(super) head: &'static str,
    pub(super) reason: String,
    pub(super) clauses: Vec<Clause>,
}

pub(crate) fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "may",
        Verdict::Worse => "may but",
        Verdict::Forbidden(_) | Verdict::Wrong => "may-not",
    }
}

pub(super) fn task(story: &Story, step: AnyStep, posed: &Posed, id: &str, place: Place) -> Task {
    let asks = posed.task.asks;
    let answer = |one: &Possible| {
        let (face, says) = (task::face(story, one.answer), task::called(story, one.answer));
        let topics = task::clauses(story, step, posed, one);
        // As an address has it: `ten-of-hearts`, `take-the-fille`.
        let word = face.as_ref().map_or(says.to_lowercase(), |face| face.card().name());
        let id = format!("{id}-{}", word.replace(' ', "-"));
        let reason = task::why(story, step, posed, one);
        let clauses = topics.into_iter().map(|topic| clause(story, topic, place)).collect();
        Answer { id, face, says, class: class(one.verdict), head: task::verdict(one.verdict), reason, clauses }
    };
    let answers = posed.answers.iter().map(answer).collect();
    Task { asks: task::question(story, step, posed), wants_all: task::wants_all(asks), answers, id: id.into() }
}

#[derive(Template)]
#[template(path = "tasks.html")]
struct Tasks {
    tasks: Vec<Task>,
}

/// The tasks of a step as HTML, each to be opened, under ids that begin so.
pub(super) fn folded(story: &Story, step: AnyStep, id: &str, place: Place) -> String {
    // The step itself leads to the clauses.
    let one = |posed: &Posed| task(story, step, posed, &format!("{id}-{}", task::kind(posed.task.asks)), place);
    let mut tasks: Vec<Task> = step.tasks.iter().map(one).collect();
    tasks.iter_mut().flat_map(|task| &mut task.answers).for_each(|answer| answer.clauses.clear());
    Tasks { tasks }.render().unwrap_or_default()
}

fn clause(story: &Story, topic: Topic, place: Place) -> Clause {
    let sign = in_link(story.rules.clause(topic).marks());
    Clause { title: story.rules.title(topic), sign, href: place.clause(story.rules.id, topic) }
}
