//! What if? The line that follows a card, in which everybody plays their best with open cards, ends in the figure on the card.

use crate::library::LIBRARY;
use crate::test_extent;
use mouche::explore::chips_gained;
use mouche::page::{HomeOrGuestPage, MoveProspectsByStory, hand_views_by_edition, render_hand};
use mouche::scenario::story::{Step, StepKind};
use mouche::scenario::{CheckedFile, check};
use mouche::web::answer;
use rayon::prelude::*;
use serde_json::{Value as Json, json};

/// How many steps are played out: all of their cards.
fn wanted_steps() -> usize {
    if test_extent::are_all_wanted() {
        500
    } else {
        12
    }
}

/// A step of a hand, and the cards that it shows with their figures.
struct WeighedStep<'a> {
    file: &'a CheckedFile,
    step: &'a Step,
    cards: Vec<(String, i64)>,
}

/// Returns the cards of a step with the figures that its HTML shows.
fn figures_of_step(html: &str, id: &str) -> Vec<(String, i64)> {
    let (_, rest) = html
        .split_once(&format!("-{id}\" data-say="))
        .expect("the step");
    let own = rest
        .split("<li class=\"hand-step")
        .next()
        .unwrap_or_default();
    let shown = own.split("<b class=\"mini ").skip(1);
    let shown = shown.filter_map(|card| card.split_once("</b>"));
    let shown = shown.filter_map(|(card, _)| card.split_once("data-best=\""));
    shown
        .filter_map(|(_, rest)| {
            let (figure, name) = rest.split_once("\">")?;
            Some((name.to_owned(), figure.parse().ok()?))
        })
        .collect()
}

/// Returns the steps of a hand at which several cards may be played.
fn weighed_steps(file: &CheckedFile) -> Vec<WeighedStep<'_>> {
    let files = std::slice::from_ref(file);
    let ahead = MoveProspectsByStory::compute(files);
    let view = &hand_views_by_edition(files, &ahead)[0];
    let html = render_hand(view, HomeOrGuestPage::Home(2)).expect("HTML");
    let mut weighed = Vec::new();
    for step in file.stories[0].trick_steps() {
        if step.mover.is_some() {
            let cards = figures_of_step(&html, &step.id);
            if cards.len() > 1 {
                weighed.push(WeighedStep { file, step, cards });
            }
        }
    }
    weighed
}

/// Returns the hand that the page shows after a card.
fn play_line(WeighedStep { file, step, .. }: &WeighedStep, card: &str) -> CheckedFile {
    let begun = json!({ "text": file.text, "step": step.id, "edition": 0 });
    let table = json!({
        "begun": begun, "seat": step.before.mover.0, "words": [card], "level": "line", "save": true,
    });
    let told = answer(json!({ "table": table }).to_string().as_bytes());
    let told: Json = serde_json::from_str(&told).expect("JSON");
    let text = told["scenario"].as_str();
    let text = text.unwrap_or_else(|| panic!("{} {} {card}: {told}", file.path, step.id));
    let line = check("line.md", text.as_bytes());
    assert!(line.holds(), "{:?}\n{text}", line.diagnostics);
    assert!(text.contains("plays on against players who see all cards."));
    line
}

#[test]
fn a_line_ends_in_the_figure_on_its_card() {
    let hands = LIBRARY.iter().filter(|file| file.stories.len() == 1);
    let hands: Vec<_> = hands
        .filter(|file| !file.stories[0].trick_steps().is_empty())
        .collect();
    let hands = hands.into_iter().step_by(test_extent::sample_step(20));
    let steps: Vec<_> = hands.flat_map(weighed_steps).collect();
    let every = (steps.len() / wanted_steps()).max(1);
    let chosen: Vec<_> = steps.iter().step_by(every).collect();
    assert!(chosen.len() >= wanted_steps(), "{} steps", chosen.len());
    chosen.into_par_iter().for_each(|weighed| {
        let step = weighed.step;
        let seat = step.before.mover;
        for (card, figure) in &weighed.cards {
            let line = play_line(weighed, card);
            let steps = line.stories[0].trick_steps();
            // An attempt, or a demand of civility, is no step of the line: it begins with the card.
            let is_played =
                |other: &&Step| other.kind == StepKind::Play && other.before == step.before;
            let begins = steps.iter().find(is_played);
            let place = format!("{} {} {card}", weighed.file.path, step.id);
            let begins = &begins
                .unwrap_or_else(|| panic!("{place} is not played\n{}", line.text))
                .before;
            // The figure is about the deal. The end of the session shares out what is left afterwards.
            let mut backwards = steps.iter().rev();
            let ends = backwards.find(|other| other.kind != StepKind::End);
            let ends = &ends.expect("a step").after;
            assert_eq!(
                chips_gained(begins, ends, seat),
                *figure,
                "{place}\n{}",
                line.text
            );
        }
    });
}
