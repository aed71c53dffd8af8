//! A hand from the stake to the reckoning: boxes for what is done in turn, and beside them what may end it early.

use super::{Picture, Shape, arrowhead};
use crate::rules::{Marked, Marks, Phase, Ruleset, Topic};

/// A box: what happens, and in the words of which clauses.
pub(in crate::book) struct Stop {
    pub(in crate::book) topic: Topic,
    /// The clauses that say how.
    pub(in crate::book) by: Vec<Topic>,
    pub(in crate::book) aside: Option<Topic>,
}

pub(in crate::book) fn stops(rules: &Ruleset) -> Vec<Stop> {
    let has = |topic: &Topic| !rules.clause(*topic).is_absent();
    let stop = |topic, by: &[Topic], aside| Stop { topic, by: by.iter().copied().filter(has).collect(), aside };
    let phase = |phase: &Phase| match phase {
        Phase::Naming => stop(Topic::PamNames, &[Topic::PamNames], None),
        Phase::Round(_) => stop(
            Topic::DeclOrder,
            &[Topic::DeclFold, Topic::DeclStand, Topic::DeclExchange, Topic::DeclFille],
            Some(Topic::Allfold),
        ),
        Phase::TurnUp => stop(Topic::TurnOwner, &[Topic::TurnOwner], None),
        Phase::ThrowIn => stop(Topic::FlushRedeal, &[Topic::FlushRedeal], None),
        Phase::Defence => stop(Topic::DeclDefend, &[Topic::DeclDefend], Some(Topic::Alone)),
        Phase::Claims => stop(Topic::FlushClaim, &[Topic::FlushClaim], Some(Topic::FlushTake)),
        Phase::Tricks => stop(Topic::PlayLead, &[Topic::PlayLead, Topic::TrickWin], None),
    };
    let before = [
        stop(Topic::Stake, &[Topic::Stake, Topic::DebtEnter], None),
        stop(Topic::DealPackets, &[Topic::DealPackets, Topic::FilleDeal, Topic::TurnCard], None),
    ];
    let after = [
        stop(Topic::PayShare, &[Topic::PayShare, Topic::PayDouble], Some(Topic::DebtMake)),
        stop(Topic::DealNext, &[Topic::DealNext], None),
    ];
    before
        .into_iter()
        .chain(rules.decl_order.read().set(|phases, _| phases.later.iter().map(phase).collect::<Vec<_>>()))
        .chain(after)
        .collect()
}

const WIDTH: i32 = 352;
const MAIN: i32 = 190;
const ASIDE: (i32, i32) = (214, 128);
const LINE: i32 = 15;
const BETWEEN: i32 = 24;
/// How many letters fit on a line of a box.
const LETTERS: (usize, usize) = (28, 18);

pub(in crate::book) fn flow(rules: &Ruleset) -> Picture {
    let stops = stops(rules);
    let mut shapes = Vec::new();
    let mut y = 1;
    let mut exits = Vec::new();
    let last = stops.len() - 1;
    for (at, stop) in stops.iter().enumerate() {
        let lines = lines(&rules.title(stop.topic), &joined(&told(rules, stop)), LETTERS.0);
        let aside = stop.aside.map(|topic| self::lines(&rules.title(topic), &joined(&ends(rules, topic)), LETTERS.1));
        let height = tall(&lines).max(aside.as_deref().map_or(0, tall));
        if at > 0 {
            shapes.push(Shape::way("way", format!("M{} {}V{}", MAIN / 2, y - BETWEEN, y - 8)));
            shapes.push(Shape::way("head", arrowhead((MAIN / 2, y))));
        }
        shapes.extend(boxed("box", (1, y), (MAIN, height), &lines));
        if let Some(lines) = aside {
            shapes.push(Shape::way("way", format!("M{} {}H{}", MAIN + 1, y + height / 2, ASIDE.0 - 9)));
            shapes.push(Shape::way("head", format!("M{} {}l-9 -5v10z", ASIDE.0, y + height / 2)));
            shapes.extend(boxed("box aside", (ASIDE.0, y), (ASIDE.1, height), &lines));
            exits.push(y + height / 2);
        }
        if at == last {
            shapes.extend(home(&exits, y + height / 2));
        }
        y += height + BETWEEN;
    }
    Picture {
        kind: "flow",
        title: "A hand, from the stake to the next deal".into(),
        description: "Boxes from top to bottom: what is done in turn. A box at the right is what may end the hand, or follow it; from there too the way leads to the next deal. The list below says the same.".into(),
        width: WIDTH,
        height: y - BETWEEN + 1,
        shapes,
        // Its words have those of their clauses.
        marks: Marks::default(),
    }
}

/// The way from what ends a hand early to the next deal.
fn home(exits: &[i32], end: i32) -> Vec<Shape> {
    let right = ASIDE.0 + ASIDE.1;
    let mut shapes: Vec<Shape> =
        exits.iter().map(|y| Shape::way("way", format!("M{right} {y}H{}", WIDTH - 3))).collect();
    if let Some(first) = exits.first() {
        shapes.push(Shape::way("way", format!("M{} {first}V{end}H{}", WIDTH - 3, MAIN + 10)));
        shapes.push(Shape::way("head", format!("M{} {end}l9 -5v10z", MAIN + 1)));
    }
    shapes
}

/// What clauses say at a stop, each with its marks.
pub(in crate::book) type Said = Vec<(Topic, Marked<String>)>;

/// What is done at a stop: the values of its clauses, with the titles of all but its own; of declarations, their names.
pub(in crate::book) fn told(rules: &Ruleset, stop: &Stop) -> Said {
    let said = |topic: &Topic| {
        let clause = rules.clause(*topic);
        let said = clause.value().map(|value| match *topic {
            _ if stop.topic == Topic::DeclOrder => clause.title.clone(),
            Topic::PamNames => format!("where it is called for: {value}"),
            own if own == stop.topic => value.into(),
            _ => format!("{}: {value}", clause.title),
        });
        (*topic, said)
    };
    stop.by.iter().map(said).collect()
}

/// What ends the hand: the value of the clause, and who owes.
pub(in crate::book) fn ends(rules: &Ruleset, topic: Topic) -> Said {
    let said = |topic, before: &str, after: &str| {
        (topic, rules.clause(topic).value().map(|value| format!("{before}{value}{after}")))
    };
    match topic {
        Topic::FlushTake => vec![said(topic, "", ""), said(Topic::FlushOwe, "", " owes")],
        Topic::DebtMake => vec![said(topic, "owes ", "")],
        _ => vec![said(topic, "", "")],
    }
}

/// What is said, as plain words with their signs.
fn joined(said: &Said) -> String {
    said.iter().map(|(_, said)| said.to_string()).collect::<Vec<_>>().join("; ")
}

/// A title and what is told under it, in lines of so many letters.
fn lines(title: &str, told: &str, letters: usize) -> Vec<(&'static str, String)> {
    let wrapped = |class, words: &str, letters: usize| {
        textwrap::wrap(words, letters).into_iter().map(move |line| (class, line.into_owned())).collect::<Vec<_>>()
    };
    [wrapped("title", title, letters - 1), wrapped("told", told, letters)].concat()
}

fn tall(lines: &[(&'static str, String)]) -> i32 {
    lines.len() as i32 * LINE + 12
}

fn boxed(class: &'static str, (x, y): (i32, i32), size: (i32, i32), lines: &[(&'static str, String)]) -> Vec<Shape> {
    let mut shapes = vec![Shape::rect(class, (x, y), size)];
    let rows = (y + LINE + 2..).step_by(LINE as usize);
    shapes.extend(lines.iter().zip(rows).map(|((class, words), y)| Shape::words(*class, (x + 8, y), words.as_str())));
    shapes
}
