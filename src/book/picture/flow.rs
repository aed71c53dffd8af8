//! A hand from the stake to the reckoning: boxes for what is done in turn, and beside them what may end it early.

use super::Picture;
use crate::book::sign;
use crate::page::{Place, one_line};
use crate::rules::{Marked, Marks, Phase, Ruleset, Topic};
use anyhow::Result;
use askama::Template;

/// What happens, and in the words of which clauses.
struct Stop {
    topic: Topic,
    /// The clauses that say how.
    by: Vec<Topic>,
    aside: Option<Topic>,
}

fn stops(rules: &Ruleset) -> Vec<Stop> {
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
    let later = rules.decl_order.read().set(|phases, _| phases.later.iter().map(phase).collect::<Vec<_>>());
    before.into_iter().chain(later).chain(after).collect()
}

const MAIN: i32 = 190;
const ASIDE: (i32, i32) = (214, 128);
const BETWEEN: i32 = 24;
/// How many letters fit on a line of a box.
const LETTERS: (usize, usize) = (28, 18);

/// A stop as it is drawn: its lines, those of what stands beside it, each with its class, and where it stands.
struct Boxed {
    lines: Vec<(&'static str, String)>,
    aside: Option<Vec<(&'static str, String)>>,
    top: i32,
    height: i32,
}

impl Boxed {
    fn middle(&self) -> i32 {
        self.top + self.height / 2
    }
}

#[derive(Template)]
#[template(path = "flow.svg")]
struct Drawn {
    boxes: Vec<Boxed>,
}

impl Drawn {
    /// What may end a hand early: from there a way leads to the next deal.
    fn exits(&self) -> impl Iterator<Item = &Boxed> {
        self.boxes.iter().filter(|one| one.aside.is_some())
    }
}

#[derive(Template)]
#[template(path = "flow.html")]
struct Words<'a> {
    rules: &'a Ruleset,
    place: Place,
}

/// The way through a hand, and the same in words, as HTML on one line.
pub(in crate::book) fn flow(rules: &Ruleset, place: Place) -> Result<String> {
    let mut bottom = 1 - BETWEEN;
    let boxed = |stop: &Stop| {
        let aside = stop.aside.map(|topic| lines(&rules.title(topic), &joined(&ends(rules, topic)), LETTERS.1));
        let lines = lines(&rules.title(stop.topic), &joined(&told(rules, stop)), LETTERS.0);
        let most = lines.len().max(aside.as_ref().map_or(0, Vec::len));
        let (top, height) = (bottom + BETWEEN, most as i32 * 15 + 12);
        bottom = top + height;
        Boxed { lines, aside, top, height }
    };
    let drawn = Drawn { boxes: stops(rules).iter().map(boxed).collect() }.render()?;
    let picture = Picture {
        of: rules.id,
        kind: "flow",
        title: "A hand, from the stake to the next deal",
        description: "Boxes from top to bottom: what is done in turn. A box at the right is what may end the hand, or follow it; from there too the way leads to the next deal. The list below says the same.".into(),
        width: 352,
        height: bottom + 1,
        drawn,
        // Its words have those of their clauses.
        marks: Marks::default(),
    };
    Ok(picture.figure()? + &one_line(&Words { rules, place }.render()?))
}

/// What clauses say at a stop, each with its marks.
type Said = Vec<(Topic, Marked<String>)>;

/// What is done at a stop: the values of its clauses, with the titles of all but its own; of declarations, their names.
fn told(rules: &Ruleset, stop: &Stop) -> Said {
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
fn ends(rules: &Ruleset, topic: Topic) -> Said {
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

/// The same as HTML.
fn as_html(rules: &Ruleset, said: Said) -> String {
    let one = |(topic, said): &(Topic, Marked<String>)| {
        format!(r#"<span data-clause="{}">{}</span>"#, rules.clause_id(*topic), sign::words(said))
    };
    said.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// A title and what is told under it, in lines of so many letters.
fn lines(title: &str, told: &str, letters: usize) -> Vec<(&'static str, String)> {
    let wrapped = |class, words: &str, letters: usize| {
        textwrap::wrap(words, letters).into_iter().map(move |line| (class, line.into_owned())).collect::<Vec<_>>()
    };
    [wrapped("title", title, letters - 1), wrapped("told", told, letters)].concat()
}
