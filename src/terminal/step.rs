//! A step of a hand on paper: what was done and why, what might have been done, every chip that moved, and the table.

use super::{Paper, paragraphs};
use crate::cards::{Seat, many};
use crate::narrate::{Choice, Face, Laid, Place, Scene, counted, name as player, open, table, title};
use crate::rules::{Ruleset, Topic};
use crate::scenario::story::{AnyStep, Frame, Kind, Story};

pub(crate) fn name(story: &Story, step: AnyStep) -> String {
    let several = story.frames().next_back().is_some_and(|last| last.hand > 1);
    let who = step.mover.filter(|_| step.kind == Kind::Declaration && matches!(step, AnyStep::Tricks(_)));
    let of = who.map_or(String::new(), |seat| format!(" of {}", player(story, seat)));
    let title = title(story, step) + &of;
    if several { format!("Hand {}. {title}", step.hand) } else { title }
}

/// All that a step tells to one who sees so much, its table apart.
pub(crate) fn tell(paper: &mut Paper, story: &Story, step: AnyStep, sight: Option<Seat>) {
    prose(paper, &step.narration);
    let scene = Scene::new(story, step);
    said(paper, &story.rules, &step, &scene, sight);
    if step.mover.is_some() && sees(sight, &step) {
        choices(paper, &story.rules, &scene);
    }
    chips(paper, story, step, &scene);
    prose(paper, &step.closing);
}

pub(crate) fn chips(paper: &mut Paper, story: &Story, step: AnyStep, scene: &Scene) {
    for entry in &scene.ledger {
        let verb = if entry.is_debt { "owes" } else { "pays" };
        let sum = if entry.sum.is_empty() { "" } else { &format!(": {}", entry.sum) };
        let told = format!("{} {verb} {} {}{sum}", entry.payer, entry.payee, entry.amount);
        let told = with(paper, &story.rules, &told, &entry.clauses);
        paper.paragraph(&told);
    }
    for row in &scene.running {
        let moved = if row.moved.is_empty() { "" } else { &format!("{} {} = ", row.before, row.moved) };
        paper.row(&row.whose, &format!("{moved}{}", row.after));
    }
    if step.kind == Kind::Deal || step.kind.settles() {
        debts(paper, story, step);
    }
}

fn prose(paper: &mut Paper, markdown: &str) {
    let told = paragraphs(markdown);
    told.iter().for_each(|words| paper.paragraph(words));
    if !told.is_empty() {
        paper.gap();
    }
}

/// Whether what the mover sees is seen.
fn sees(sight: Option<Seat>, step: &Frame) -> bool {
    sight.is_none() || step.mover.is_none() || sight == step.mover
}

pub(crate) fn said(paper: &mut Paper, rules: &Ruleset, step: &Frame, scene: &Scene, sight: Option<Seat>) {
    let sees = sees(sight, step);
    // What a payment says of chips that move, the ledger says with their sum.
    let paid = |topic: Topic| {
        step.kind.settles() && scene.ledger.iter().any(|entry| !entry.is_debt && entry.clauses.contains(&topic))
    };
    let told = scene.said().into_iter().filter(|(sentence, _)| !sentence.clause.is_some_and(paid));
    for (sentence, clauses) in told {
        let words = sentence.closed.as_ref().filter(|_| !sees).unwrap_or(&sentence.text);
        let told = with(paper, rules, words, &clauses);
        paper.cards(&told);
    }
}

fn with(paper: &mut Paper, rules: &Ruleset, words: &str, clauses: &[Topic]) -> String {
    let clauses: Vec<String> = clauses.iter().map(|clause| paper.refer(rules, *clause)).collect();
    if clauses.is_empty() { words.to_owned() } else { format!("{words} [{}]", clauses.join(", ")) }
}

pub(crate) fn choices(paper: &mut Paper, rules: &Ruleset, scene: &Scene) {
    for choice in &scene.choices {
        let told = with(paper, rules, &choice.verdict, &choice.clauses());
        let mark = match choice {
            Choice { is_taken: true, .. } => '>',
            Choice { is_allowed: true, .. } => ' ',
            _ => '×',
        };
        paper.row(&format!("{mark} {}", choice.face.as_ref().map_or(String::new(), Face::text)), &told);
    }
}

pub(crate) fn clause(paper: &mut Paper, rules: &Ruleset, topic: Topic) {
    let clause = rules.clause(topic);
    paper.heading(&format!("{topic}: {}", rules.title(topic)));
    clause.text().set(|text, marks| {
        let mut told = paragraphs(text);
        told.last_mut().into_iter().for_each(|last| last.push_str(&marks.signs()));
        told.extend(marks.explained());
        told.iter().for_each(|words| paper.paragraph(words));
    });
    paper.paragraph(&format!("Its source and its hands: mouche explain {}", rules.clause_id(topic)));
}

/// The table after a step, as one sees it who sees so much: a line for what lies in the middle, a line a seat.
pub(crate) fn lay(paper: &mut Paper, story: &Story, step: AnyStep, sight: Option<Seat>) {
    let (table, chips) = (table(story, step).seen_by(sight, open(step)), counted(&[(story, step)]));
    paper.bear(table.middle.as_ref().map_or(chips.marks, |middle| middle.marks));
    paper.cards(&chips.middle(&table));
    for (place, purse) in chips.places(&table) {
        let mark = if place.is_mover { ">" } else { " " };
        paper.row(&format!("{mark} {}", place.name), &seat(place, purse));
    }
}

pub(crate) fn debts(paper: &mut Paper, story: &Story, step: AnyStep) {
    let chips = counted(&[(story, step)]);
    if let Some(debts) = chips.promises.filter(|debts| !debts.is_empty()) {
        paper.fact("Debts on paper", &debts);
    }
}

fn seat(place: &Place, purse: &str) -> String {
    let laid = place.laid.as_ref().map_or(String::new(), |Laid { face, said, mark, .. }| {
        let what = face.as_ref().map_or(said.clone(), Face::text);
        format!("[{}]", format!("{what} {mark}").trim_end())
    });
    let cards = match place.unseen {
        0 => place.cards.iter().map(Face::text).collect::<Vec<_>>().join(" "),
        unseen => many(unseen, "card"),
    };
    let parts = [&laid, &cards, &place.won(), &place.marks.join(" · "), purse];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
