//! A step of a hand on paper: what was done and why, what might have been done, and every chip that moved.

use super::Paper;
use super::paper::Sight;
use super::paper::paragraphs;
use super::table;
use crate::narrate::choice::Choice;
use crate::narrate::ledger::Entry;
use crate::narrate::running::Held;
use crate::narrate::scene::Scene;
use crate::narrate::scene::title;
use crate::narrate::sentence::{Sentence, name as player};
use crate::rules::{Ruleset, Topic};
use crate::scenario::story::{Kind, Step, Story};

/// What a step is called, with the number of its hand where the file tells several.
pub(crate) fn name(story: &Story, step: &Step) -> String {
    let several = story.steps.last().is_some_and(|last| last.hand > 1);
    let who = step.mover.filter(|_| step.kind == Kind::Declaration);
    let of = who.map_or(String::new(), |seat| format!(" of {}", player(story, seat)));
    let title = title(step) + &of;
    if several { format!("Hand {}. {title}", step.hand) } else { title }
}

/// All that a step tells to one who sees so much, its table apart.
pub(crate) fn tell(paper: &mut Paper, story: &Story, step: &Step, sight: Sight) {
    prose(paper, &step.narration);
    let scene = Scene::new(story, step);
    said(paper, &story.rules, step, &scene, sight);
    if step.mover.is_some_and(|seat| sight.sees(seat)) {
        choices(paper, &story.rules, &scene);
    }
    chips(paper, story, step, &scene);
    prose(paper, &step.closing);
}

/// Every chip that moves, what each has after it, and the debts that are left on paper.
pub(crate) fn chips(paper: &mut Paper, story: &Story, step: &Step, scene: &Scene) {
    ledger(paper, &story.rules, &scene.ledger);
    running(paper, &scene.running);
    if step.kind == Kind::Deal || step.kind.settles() {
        table::debts(paper, story, step);
    }
}

/// The author's words, with a line of air after them.
fn prose(paper: &mut Paper, markdown: &str) {
    let told = paragraphs(markdown);
    told.iter().for_each(|words| paper.paragraph(words));
    if !told.is_empty() {
        paper.gap();
    }
}

/// What happened: a sentence a line, each with its clause.
pub(crate) fn said(paper: &mut Paper, rules: &Ruleset, step: &Step, scene: &Scene, sight: Sight) {
    let sees = step.mover.is_none_or(|seat| sight.sees(seat));
    // What a payment says of chips that move, the ledger says with their sum.
    let paid = |topic: Topic| {
        step.kind.settles() && scene.ledger.iter().any(|entry| !entry.is_debt && entry.clauses.contains(&topic))
    };
    let told = scene.said().into_iter().filter(|(sentence, _)| !sentence.clause.is_some_and(paid));
    for (sentence, clauses) in told {
        let told = with(paper, rules, words(sentence, sees), &clauses);
        paper.cards(&told);
    }
}

fn words(sentence: &Sentence, sees: bool) -> &str {
    sentence.closed.as_deref().filter(|_| !sees).unwrap_or(&sentence.text)
}

/// Words, and in brackets the clauses they rest on, with their signs.
fn with(paper: &mut Paper, rules: &Ruleset, words: &str, clauses: &[Topic]) -> String {
    let clauses: Vec<String> = clauses.iter().map(|clause| paper.refer(rules, *clause)).collect();
    if clauses.is_empty() { words.to_owned() } else { format!("{words} [{}]", clauses.join(", ")) }
}

/// Each card of the mover, or each declaration, with its verdict and clause.
pub(crate) fn choices(paper: &mut Paper, rules: &Ruleset, scene: &Scene) {
    for choice in &scene.choices {
        let told = with(paper, rules, &choice.verdict, &choice.clauses());
        paper.row(&label(choice), &told);
    }
}

fn label(choice: &Choice) -> String {
    let mark = match (choice.is_taken, choice.is_allowed) {
        (true, _) => '>',
        (_, true) => ' ',
        (_, false) => '×',
    };
    format!("{mark} {}", choice.face.as_ref().map_or(String::new(), |face| face.text()))
}

/// A clause: its title, its text, and where more is told of it.
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

/// A line for each payment and each debt.
fn ledger(paper: &mut Paper, rules: &Ruleset, entries: &[Entry]) {
    for entry in entries {
        let clauses: Vec<String> = entry.clauses.iter().map(|clause| paper.refer(rules, *clause)).collect();
        paper.paragraph(&format!("{} [{}]", entry.told(), clauses.join(", ")));
    }
}

/// What each had, got and has.
fn running(paper: &mut Paper, rows: &[Held]) {
    for row in rows {
        let moved = if row.moved.is_empty() { String::new() } else { format!(" {}", row.moved) };
        let sum = if moved.is_empty() { row.after.clone() } else { format!("{}{moved} = {}", row.before, row.after) };
        paper.row(&row.whose, &sum);
    }
}
