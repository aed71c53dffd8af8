//! One step of a hand, ready to be shown; and what a hand comes to, each edition beside the others.

use super::advice::{AdviceView, advice};
use super::columns::{Board, Column, board, columns};
use super::markdown::narration;
use super::merge::{Parting, Row, align, first, parting};
use super::sign::in_link;
use super::{Place, Told};
use crate::cards::Seat;
use crate::narrate::{Face, Reckoning, dealt, name, number, part, promises, reckoning, task, title};
use crate::rules::{Ruleset, Topic};
use crate::scenario::About;
use crate::scenario::Asks;
use crate::scenario::story::{AnyStep, Kind, Posed, Possible, Step, Story, payment};
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
    pub(super) reckoning: Option<Reckoning>,
    pub(super) totals: Option<Totals<'a>>,
    pub(super) back: Option<String>,
    pub(super) next: Option<String>,
    pub(super) slug: String,
}

pub(super) fn steps<'a>(told: &Told<'a>, slug: &str, place: Place) -> Vec<StepView<'a>> {
    let stories = &told.file.stories[..];
    let rows = align(stories);
    let ids: Vec<String> = rows.iter().map(|row| format!("{slug}-{}", first(stories, row).1.id)).collect();
    let closing = stories.iter().filter_map(|story| story.frames().next_back()).find(|step| !step.closing.is_empty());
    let (mut partings, mut shown) = (Vec::new(), Vec::new());
    let view = |(at, row): (usize, &Row)| {
        let board = board(stories, row, &Vec::from_iter(0..stories.len()), told.seat);
        let columns = columns(told, &rows, at, board.is_some(), place);
        let ((story, step), open) = (first(stories, row), spoken(&columns, stories.len(), true));
        StepView {
            hand: step.hand,
            id: ids[at].clone(),
            kind: kind(&step.kind),
            title: title(story, step),
            part: part(step),
            narration: prose(&mut shown, stories, row),
            closing: closing.filter(|_| at + 1 == rows.len()).map_or(String::new(), |step| narration(&step.closing)),
            closed: Some(spoken(&columns, stories.len(), false)).filter(|closed| *closed != open),
            spoken: open,
            parting: parting(&mut partings, stories, row, slug),
            columns,
            board,
            advice: row.iter().zip(stories).filter_map(|(at, story)| advice(story, (*at)?, place)).collect(),
            tasks: tasks(stories, row, &ids[at], place),
            reckoning: if let AnyStep::Mus(step) = step { reckoning(story, step) } else { None },
            totals: totals(stories, row),
            back: at.checked_sub(1).map(|at| ids[at].clone()),
            next: ids.get(at + 1).cloned(),
            slug: slug.to_string(),
        }
    };
    rows.iter().enumerate().map(view).collect()
}

/// What is asked about a step, under the first edition that asks it, as HTML. The engine in a page leaves it to the book.
fn tasks(stories: &[Story], row: &Row, id: &str, place: Place) -> String {
    let mut each = row.iter().zip(stories).filter_map(|(at, story)| Some((story, story.step((*at)?))));
    let asked = each.find(|(_, step)| cfg!(feature = "cli") && !step.tasks.is_empty());
    let Some((story, step)) = asked else { return String::new() };
    // The step itself leads to the clauses.
    let one = |posed: &Posed| task(story, step, posed, &format!("{id}-{}", task::kind(posed.task.asks)), place);
    let mut tasks: Vec<Task> = step.tasks.iter().map(one).collect();
    tasks.iter_mut().flat_map(|task| &mut task.answers).for_each(|answer| answer.clauses.clear());
    Tasks { tasks }.render().unwrap_or_default()
}

#[derive(Template)]
#[template(path = "tasks.html")]
struct Tasks {
    tasks: Vec<Task>,
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

/// The prose of a row as HTML. What several editions read is shown once, at the first step that any reads it with: `shown` is of
/// which hand, its text, and the stories that have read it.
fn prose<'a>(shown: &mut Vec<(usize, &'a str, Vec<usize>)>, stories: &'a [Story], row: &Row) -> String {
    let mut html = String::new();
    for (index, (at, story)) in row.iter().zip(stories).enumerate() {
        let Some(step) = at.map(|at| story.step(at).frame()).filter(|step| !step.narration.is_empty()) else {
            continue;
        };
        let (hand, text) = (step.hand, step.narration.as_str());
        let mut known = shown.iter_mut();
        match known.find(|known| (known.0, known.1) == (hand, text) && !known.2.contains(&index)) {
            Some((.., read)) => read.push(index),
            None => {
                shown.push((hand, text, vec![index]));
                html += &narration(text);
            }
        }
    }
    html
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
    /// What it is of, its amounts, and whether they differ.
    pub(super) lines: Vec<(String, Vec<String>, bool)>,
}

type Chips = fn(&Step, Seat) -> i64;

/// What each player did with chips, as the grammar of a payout calls it.
const VERBS: &[(&str, Chips)] = &[
    ("takes", |step, seat| called(step, |about| about == About::Takes(seat))),
    ("owes", |step, seat| step.after.owes[seat]),
    ("pays", |step, seat| {
        called(step, |about| matches!(about, About::Pays(from, _) | About::PaysIn(from) if from == seat))
    }),
    ("has", |step, seat| step.after.purses[seat]),
];

const NONE: &str = "–";

pub(super) fn totals<'a>(stories: &'a [Story], row: &Row) -> Option<Totals<'a>> {
    let steps: Vec<Option<&Step>> = row.iter().zip(stories).map(|(at, story)| story.steps.get((*at)?)).collect();
    let some = steps.iter().flatten().find(|step| step.kind == Kind::Payment).filter(|_| stories.len() > 1)?;
    let mut lines = Vec::new();
    let mut row = |what: String, told: &dyn Fn(&Story, &Step) -> Option<String>| {
        let each = steps.iter().zip(stories).map(|(step, story)| step.and_then(|step| told(story, step)));
        let amounts: Vec<String> = each.map(|told| told.unwrap_or_else(|| NONE.into())).collect();
        if amounts.iter().any(|amount| !["0", "none", NONE].contains(&amount.as_str())) {
            let differs = amounts.windows(2).any(|two| two[0] != two[1]);
            lines.push((what, amounts, differs));
        }
    };
    row("The pool".into(), &|story, step| Some(number(dealt(story, step).map_or(0, |deal| deal.after.pool))));
    for seat in some.after.in_turn() {
        let who = name(&stories[0], seat);
        for (verb, amount) in VERBS {
            row(format!("{who} {verb}"), &|_, step| Some(number(amount(step, seat))));
        }
    }
    row("The next pool".into(), &|story, step| {
        Some(number(step.next.as_ref().map_or(0, |next| next.next_pool(&story.rules))))
    });
    row("Waiting".into(), &|story, step| Some(number(step.next.as_ref().map_or(0, |next| next.waiting(&story.rules)))));
    row("Debts on paper".into(), &|story, step| {
        let debts = promises(story, &step.next.as_ref()?.debts).join(", ");
        Some(if debts.is_empty() { "none".into() } else { debts })
    });
    Some(Totals { editions: stories.iter().map(|story| &story.rules).collect(), lines })
}

fn called(step: &Step, so: impl Fn(About) -> bool) -> i64 {
    step.events.iter().filter_map(payment).filter(|(about, _)| so(*about)).map(|(_, moved)| moved.chips).sum()
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

pub(super) fn task(story: &Story, step: AnyStep, posed: &Posed, id: &str, place: Place) -> Task {
    let answer = |one: &Possible| {
        let ((face, says), (class, head)) = (task::called(story, one.answer), task::verdict(one.verdict));
        let topics = task::clauses(story, step, posed, one);
        // As an address has it: `ten-of-hearts`, `take-the-fille`.
        let word = face.as_ref().map_or(says.to_lowercase(), |face| face.card().name());
        let id = format!("{id}-{}", word.replace(' ', "-"));
        let reason = task::why(story, step, posed, one);
        let clauses = topics.into_iter().map(|topic| clause(&story.rules, topic, place)).collect();
        Answer { id, face, says, class, head, reason, clauses }
    };
    let wants_all = matches!(posed.task.asks, Asks::May | Asks::Owes);
    let answers = posed.answers.iter().map(answer).collect();
    Task { asks: task::question(story, step, posed), wants_all, answers, id: id.into() }
}

pub(super) fn clause(rules: &Ruleset, topic: Topic, place: Place) -> Clause {
    let sign = in_link(rules.clause(topic).marks());
    Clause { title: rules.title(topic), sign, href: place.clause(rules.id, topic) }
}
