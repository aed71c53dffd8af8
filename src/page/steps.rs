//! One step of a hand, ready to be shown; what a hand comes to, each edition beside the others; the choices of a hand as
//! questions, for those who read without scripts; and one of them in a chapter, before a step.

use super::advice::{AdviceView, advice};
use super::columns::{self, Board, Body, Column, board, columns};
use super::markdown::narration_in;
use super::merge::{Parting, Row, align, first, parting};
use super::sign::{escaped, in_link};
use super::{Place, Told, alike, one_line};
use crate::cards::Seat;
use crate::narrate::{
    Choice, Face, Reckoning, Scene, dealt, name, number, part, promises, reckoning, task, title,
};
use crate::rules::{ClauseId, Ruleset};
use crate::scenario::story::{AnyStep, Kind, Posed, Possible, Step, Story, Verdict, payment};
use crate::scenario::{About, Asks, syntax};
use anyhow::{Context, Result, ensure};
use askama::Template;

pub(super) struct StepView<'a> {
    pub(super) hand: usize,
    /// Its id in the page: `denise-must-trump-h1-t3-2`.
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) title: String,
    pub(super) part: String,
    /// The language of its prose, if its file says one.
    pub(super) language: Option<&'static str>,
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
    let ids: Vec<String> = rows
        .iter()
        .map(|row| format!("{slug}-{}", first(stories, row).1.id))
        .collect();
    let closing = stories
        .iter()
        .filter_map(|story| story.frames().next_back())
        .find(|step| !step.closing.is_empty());
    let mut partings = Vec::new();
    let mut shown = Vec::new();
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
            language: told.language(),
            narration: prose(&mut shown, told, row),
            closing: match closing.filter(|_| at + 1 == rows.len()) {
                Some(step) => narration_in(&step.closing, told.language()),
                None => String::new(),
            },
            closed: Some(spoken(&columns, stories.len(), false)).filter(|closed| *closed != open),
            spoken: open,
            parting: parting(&mut partings, stories, row, slug),
            columns,
            board,
            advice: row
                .iter()
                .zip(stories)
                .filter_map(|(at, story)| advice(story, (*at)?, place))
                .collect(),
            tasks: asked_at(stories, row, &ids[at], place),
            reckoning: if let AnyStep::Mus(step) = step {
                reckoning(story, step)
            } else {
                None
            },
            totals: totals(stories, row),
            back: at.checked_sub(1).map(|at| ids[at].clone()),
            next: ids.get(at + 1).cloned(),
            slug: slug.to_string(),
        }
    };
    rows.iter().enumerate().map(view).collect()
}

/// What is asked about a step, under the first edition that asks it, as HTML. The engine in a page leaves it to the book.
fn asked_at(stories: &[Story], row: &Row, id: &str, place: Place) -> String {
    let mut each = row
        .iter()
        .zip(stories)
        .filter_map(|(at, story)| Some((story, story.step((*at)?))));
    let asked = each.find(|(_, step)| cfg!(feature = "cli") && !step.tasks.is_empty());
    let Some((story, step)) = asked else {
        return String::new();
    };
    // The step itself leads to the clauses.
    let one = |posed: &Posed| {
        task(
            story,
            step,
            posed,
            &format!("{id}-{}", task::kind(posed.task.asks)),
            place,
        )
    };
    let mut tasks: Vec<Task> = step.tasks.iter().map(one).collect();
    tasks
        .iter_mut()
        .flat_map(|task| &mut task.answers)
        .for_each(|answer| answer.clauses.clear());
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
            let each = many
                .iter()
                .map(|column| format!("{}: {}", column.names(), column.spoken(sees)));
            each.collect::<Vec<_>>().join(" ")
        }
    }
}

/// The prose of a row as HTML. What several editions read is shown once, at the first step that any reads it with: `shown` is of
/// which hand, its text, and the stories that have read it.
fn prose<'a>(shown: &mut Vec<(usize, &'a str, Vec<usize>)>, told: &Told<'a>, row: &Row) -> String {
    let mut html = String::new();
    for (index, (at, story)) in row.iter().zip(&told.file.stories).enumerate() {
        let Some(step) = at
            .map(|at| story.step(at).frame())
            .filter(|step| !step.narration.is_empty())
        else {
            continue;
        };
        let hand = step.hand;
        let text = step.narration.as_str();
        let mut known = shown.iter_mut();
        match known.find(|known| (known.0, known.1) == (hand, text) && !known.2.contains(&index)) {
            Some((.., read)) => read.push(index),
            None => {
                shown.push((hand, text, vec![index]));
                html += &narration_in(text, told.language());
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
    ("takes", |step, seat| {
        called(step, |about| about == About::Takes(seat))
    }),
    ("owes", |step, seat| step.after.owes[seat]),
    ("pays", |step, seat| {
        called(
            step,
            |about| matches!(about, About::Pays(from, _) | About::PaysIn(from) if from == seat),
        )
    }),
    ("has", |step, seat| step.after.purses[seat]),
];

const NONE: &str = "–";

pub(super) fn totals<'a>(stories: &'a [Story], row: &Row) -> Option<Totals<'a>> {
    let steps: Vec<Option<&Step>> = row
        .iter()
        .zip(stories)
        .map(|(at, story)| story.steps.get((*at)?))
        .collect();
    let some = steps
        .iter()
        .flatten()
        .find(|step| step.kind == Kind::Payment)
        .filter(|_| stories.len() > 1)?;
    let mut lines = Vec::new();
    let mut row = |what: String, told: &dyn Fn(&Story, &Step) -> Option<String>| {
        let each = steps
            .iter()
            .zip(stories)
            .map(|(step, story)| step.and_then(|step| told(story, step)));
        let amounts: Vec<String> = each
            .map(|told| told.unwrap_or_else(|| NONE.into()))
            .collect();
        if amounts
            .iter()
            .any(|amount| !["0", "none", NONE].contains(&amount.as_str()))
        {
            let differs = amounts.windows(2).any(|two| two[0] != two[1]);
            lines.push((what, amounts, differs));
        }
    };
    row("The pool".into(), &|story, step| {
        Some(number(dealt(story, step).map_or(0, |deal| deal.after.pool)))
    });
    for seat in some.after.in_turn() {
        let who = name(&stories[0], seat);
        for (verb, amount) in VERBS {
            row(format!("{who} {verb}"), &|_, step| {
                Some(number(amount(step, seat)))
            });
        }
    }
    // After the last hand of a session there is no next pool.
    row("The next pool".into(), &|story, step| {
        Some(number(step.next.as_ref()?.next_pool(&story.rules)))
    });
    row("Waiting".into(), &|story, step| {
        Some(number(step.next.as_ref()?.waiting_chips(&story.rules)))
    });
    row("Debts on paper".into(), &|story, step| {
        let left = step.next.as_ref().map_or(&step.waiting, |next| &next.debts);
        let debts = promises(story, left).join(", ");
        Some(if debts.is_empty() {
            "none".into()
        } else {
            debts
        })
    });
    Some(Totals {
        editions: stories.iter().map(|story| &story.rules).collect(),
        lines,
    })
}

fn called(step: &Step, so: impl Fn(About) -> bool) -> i64 {
    step.events
        .iter()
        .filter_map(payment)
        .filter(|(about, _)| so(*about))
        .map(|(_, moved)| moved.chips)
        .sum()
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
        let ((face, says), (class, head)) =
            (task::called(story, one.answer), task::verdict(one.verdict));
        let topics = task::clauses(story, step, posed, one);
        // As an address has it: `ten-of-hearts`, `take-the-fille`.
        let word = face
            .as_ref()
            .map_or(says.to_lowercase(), |face| face.card.name());
        let id = format!("{id}-{}", word.replace(' ', "-"));
        let reason = task::why(story, step, posed, one);
        let clauses = topics
            .into_iter()
            .map(|topic| clause(&story.rules, topic, place))
            .collect();
        Answer {
            id,
            face,
            says,
            class,
            head,
            reason,
            clauses,
        }
    };
    let wants_all = matches!(posed.task.asks, Asks::May | Asks::Owes);
    // The engine in a page poses no task: there nothing has answers.
    let answers = if cfg!(target_arch = "wasm32") {
        Vec::new()
    } else {
        posed.answers.iter().map(answer).collect()
    };
    Task {
        asks: task::question(story, step, posed),
        wants_all,
        answers,
        id: id.into(),
    }
}

pub(super) fn clause(rules: &Ruleset, topic: ClauseId, place: Place) -> Clause {
    let sign = in_link(rules.clause(topic).marks());
    Clause {
        title: rules.title(topic),
        sign,
        href: place.clause(rules.id, topic),
    }
}

/// The questions of a hand, each with its answer as HTML: `Trick 3, card 2. Denise holds 7♥ A♦ A♣.`, `7♥ (Trumping)`.
/// Editions that ask the same are asked at once, and each answers for itself where answers differ.
pub(super) fn questions(steps: &[StepView]) -> Vec<(String, String)> {
    steps
        .iter()
        .filter(|step| step.kind != "refused")
        .flat_map(of_step)
        .collect()
}

fn of_step(step: &StepView) -> Vec<(String, String)> {
    let asked = step.columns.iter().filter_map(|column| {
        let Body::Scene(scene) = &column.body else {
            return None;
        };
        let held: Vec<String> = scene.held.iter().map(Face::text).collect();
        let asks = format!("{}. {} holds {}.", step.title, scene.mover, held.join(" "));
        (!scene.choices.is_empty()).then(|| (asks, (column, may(scene, column))))
    });
    let is_whole = step.columns.len() == 1;
    let answer = |answers: Vec<(&Column, String)>| match &answers[..] {
        [(_, may)] if is_whole => may.clone(),
        all => all
            .iter()
            .map(|(column, may)| format!("{}: {may}.", column.names()))
            .collect::<Vec<_>>()
            .join(" "),
    };
    alike(asked)
        .into_iter()
        .map(|(asks, answers)| (asks, answer(answers)))
        .collect()
}

fn may(scene: &Scene, column: &Column) -> String {
    let named = |choice: &&Choice| {
        choice
            .face
            .as_ref()
            .map_or_else(|| choice.verdict.clone(), Face::text)
    };
    let allowed: Vec<&Choice> = scene
        .choices
        .iter()
        .filter(|choice| choice.is_allowed)
        .collect();
    let list = escaped(&allowed.iter().map(named).collect::<Vec<_>>().join(", "));
    let of_card = allowed.first().filter(|choice| choice.face.is_some());
    let clauses = of_card.map_or_else(Vec::new, |choice| choice.clauses());
    let clauses: Vec<String> = clauses
        .into_iter()
        .map(|clause| column.title(clause))
        .collect();
    if clauses.is_empty() {
        list
    } else {
        format!("{list} ({})", clauses.join("; "))
    }
}

#[derive(Template)]
#[template(path = "asked.html")]
struct View<'a> {
    task: Task,
    href: String,
    hand: String,
    edition: &'a str,
    title: String,
    board: Board<'a>,
    is_open: bool,
}

/// The question before a step of a hand as HTML on one line, for a page at this place.
///
/// # Errors
/// A hand told under several editions, a step that it has not, or one at which nobody has a choice.
pub fn asked(told: &Told, id: &str, place: Place) -> Result<String> {
    let story = told.story;
    let slug = told.slug();
    ensure!(
        !told.is_compared(),
        "{slug} is told under several editions, and a question is asked under one"
    );
    let at = find(story, &slug, id)?;
    let scene = Scene::new(story, story.step(at));
    let answer = |choice: &Choice| Possible {
        answer: choice
            .face
            .as_ref()
            .map_or(syntax::Answer::Does(choice.verb), |face| {
                syntax::Answer::Card(face.card)
            }),
        verdict: if choice.is_allowed {
            Verdict::Good
        } else {
            Verdict::Forbidden(choice.clause)
        },
        reason: None,
    };
    let asks = if scene.choices.iter().any(|choice| choice.face.is_some()) {
        "Which card may be played?"
    } else {
        "What would you do?"
    };
    let question = format!("It is {}’s turn. {asks}", scene.mover);
    let task = syntax::Task {
        asks: Asks::Plays,
        question,
        reasons: Vec::new(),
        opening: 0..0,
    };
    let posed = Posed {
        task,
        answers: scene.choices.iter().map(answer).collect(),
    };
    let mut view = view(told, at, &posed, &format!("ask-{slug}-{id}"), place);
    // Whether it is wise is not asked; and where all is allowed, neither is that.
    let head = if scene.choices.iter().all(|choice| choice.is_allowed) {
        ""
    } else {
        "Allowed."
    };
    view.task
        .answers
        .iter_mut()
        .filter(|answer| answer.class == "may")
        .for_each(|answer| answer.head = head);
    Ok(one_line(&view.render()?))
}

/// The tasks of a hand, or those before one of its steps, or of these one of a kind, as HTML on one line.
///
/// # Errors
/// A hand told under several editions, or one that asks nothing there.
pub fn tasks(told: &Told, part: &str, place: Place) -> Result<String> {
    let story = told.story;
    let slug = told.slug();
    ensure!(
        !told.is_compared(),
        "{slug} is told under several editions, and a task is asked under one"
    );
    let (id, kind) = part.split_once(' ').unwrap_or((part, ""));
    let here = story
        .frames()
        .enumerate()
        .filter(|(_, step)| id.is_empty() || step.id == id);
    let posed = here.flat_map(|(at, step)| step.tasks.iter().map(move |posed| (at, posed)));
    let posed = posed.filter(|(_, posed)| kind.is_empty() || task::kind(posed.task.asks) == kind);
    let id = |at: usize, posed: &Posed| {
        format!(
            "task-{slug}-{}-{}",
            story.step(at).id,
            task::kind(posed.task.asks)
        )
    };
    let html = posed.map(|(at, posed)| view(told, at, posed, &id(at, posed), place).render());
    let html = html.collect::<Result<Vec<_>, _>>()?;
    let known = story
        .frames()
        .filter(|step| !step.tasks.is_empty())
        .map(|step| step.id.as_str());
    let known = known.collect::<Vec<_>>().join(" ");
    ensure!(
        !html.is_empty(),
        "{slug} has no task at `{part}`; it has some at: {known}"
    );
    Ok(one_line(&html.concat()))
}

fn view<'a>(told: &Told<'a>, at: usize, posed: &Posed, id: &str, place: Place) -> View<'a> {
    let story = told.story;
    let step = story.step(at);
    let before = story.step(at.saturating_sub(1));
    let is_open = posed.task.asks == Asks::Wins;
    let task = task(story, step, posed, id, place);
    let href = format!(
        "{}#{}-{}",
        place.to(&told.page("html")),
        told.slug(),
        step.id
    );
    let board = match (step, before) {
        (AnyStep::Tricks(step), AnyStep::Tricks(before)) => {
            columns::posed(story, step, before, is_open)
        }
        _ => columns::asked(story, before, step.mover.filter(|_| !is_open)),
    };
    let is_open = matches!(step, AnyStep::Mus(_)) && (is_open || step.mover.is_none());
    View {
        task,
        href,
        hand: told.title(),
        edition: story.rules.name,
        title: title(story, step),
        board,
        is_open,
    }
}

fn find(story: &Story, slug: &str, id: &str) -> Result<usize> {
    let is_move = |at: &usize| !matches!(story.step(*at).kind, Kind::Refused { .. });
    let asks = |at: &usize| is_move(at) && !Scene::new(story, story.step(*at)).choices.is_empty();
    let found = story.frames().position(|step| step.id == id).filter(asks);
    found.with_context(|| {
        let known = (0..story.count())
            .filter(asks)
            .map(|at| story.step(at).frame().id.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        match id {
            "" => format!("a question needs a step after the hand: one of {known}"),
            _ => format!("{slug} asks nothing at `{id}`; it does at {known}"),
        }
    })
}
