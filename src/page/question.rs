//! The choices of a hand as questions, for those who read without scripts: each opens on what may be done.

use super::column::{Body, Column};
use super::sign::escaped;
use super::step::StepView;
use crate::narrate::choice::Choice;
use crate::narrate::scene::Scene;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// What is asked: `Trick 3, card 2. Denise holds 7♥ A♦ A♣.`
    pub(super) asks: String,
    /// What may be done, and by which clause, as HTML with its signs: `7♥ (Trumping)`.
    pub(super) may: String,
}

/// The questions of a hand. Editions that ask the same are asked at once, and each answers for itself where answers differ.
pub(super) fn questions(steps: &[StepView]) -> Vec<Question> {
    steps.iter().filter(|step| step.kind != "refused").flat_map(of_step).collect()
}

fn of_step(step: &StepView) -> Vec<Question> {
    let mut found: Vec<(String, Vec<(&Column, String)>)> = Vec::new();
    for column in &step.columns {
        let Body::Scene(scene) = &column.body else { continue };
        if scene.choices.is_empty() {
            continue;
        }
        let (asks, may) = (asks(&step.title, scene), may(scene, column));
        match found.iter_mut().find(|(other, _)| *other == asks) {
            Some((_, answers)) => answers.push((column, may)),
            None => found.push((asks, vec![(column, may)])),
        }
    }
    let is_whole = step.columns.len() == 1;
    let name = |(column, may): &(&Column, String)| format!("{}: {may}.", column.names());
    let answer = |answers: Vec<(&Column, String)>| match &answers[..] {
        [(_, may)] if is_whole => may.clone(),
        _ => answers.iter().map(name).collect::<Vec<_>>().join(" "),
    };
    found.into_iter().map(|(asks, answers)| Question { asks, may: answer(answers) }).collect()
}

fn asks(title: &str, scene: &Scene) -> String {
    let held: Vec<String> = scene.held.iter().map(|face| face.text()).collect();
    format!("{title}. {} holds {}.", scene.mover, held.join(" "))
}

fn may(scene: &Scene, column: &Column) -> String {
    let named = |choice: &Choice| match &choice.face {
        Some(face) => face.text(),
        None => choice.verdict.clone(),
    };
    let allowed: Vec<&Choice> = scene.choices.iter().filter(|choice| choice.is_allowed).collect();
    let list = escaped(&allowed.iter().map(|choice| named(choice)).collect::<Vec<_>>().join(", "));
    let of_card = allowed.first().filter(|choice| choice.face.is_some());
    let clauses = of_card.map_or_else(Vec::new, |choice| choice.clauses());
    let clauses: Vec<String> = clauses.into_iter().map(|clause| column.title(clause)).collect();
    if clauses.is_empty() { list } else { format!("{list} ({})", clauses.join("; ")) }
}

#[cfg(test)]
mod tests {
    use crate::page::told::made_of;
    use crate::page::{Place, hand};
    use std::path::Path;

    /// The questions of a hand, as its page has them.
    fn asked(text: &str) -> String {
        let html = made_of("scenarios/x.md", text, |told| hand(told, Place::of(Path::new("x.md"))).expect("a hand"));
        html.split_once("hand-questions").expect("the questions").1.to_string()
    }

    #[test]
    fn an_answer_that_hangs_on_the_top_card_names_its_clause() {
        let asked = asked(include_str!("../../scenarios/pamphile-1758/all-she-had-was-pamphile.md"));
        assert!(asked.contains("</summary>J♣ (Trumping; The Pamphile in play<span class=\"sign\""), "{asked}");
    }

    #[test]
    fn every_choice_is_asked_and_a_try_gives_nothing_away() {
        let asked = asked(include_str!("../../scenarios/mouche-1718/denise-must-trump.md"));
        assert!(asked.contains("<summary>Trick 3, card 2. Denise holds 7♥ A♦ A♣.</summary>"), "{asked}");
        assert!(asked.contains("7♥ (Trumping)"), "{asked}");
        assert_eq!(asked.matches("Trick 3, card 2").count(), 1, "once, though she tries another card first");
    }

    #[test]
    fn where_editions_part_each_answers_for_itself() {
        let asked = asked(include_str!("../../scenarios/compared/one-jack-at-four-tables.md"));
        let (_, jack) = asked.split_once("<summary>Trick 3, card 3. Lazare holds ").expect("the question");
        let jack = jack.split("</details>").next().unwrap_or_default();
        assert!(jack.contains("La Mouche, 1718 and Méry, 1847: Q♠, Q♥, J♣ ("), "{jack}");
        assert!(jack.contains("Le Pamphile, 1758: J♣ (Heading the trick; The Pamphile in play<"), "{jack}");
        assert!(asked.contains("<summary>Trick 1, card 1. Joséphine holds"), "what is told alike is asked as well");
    }
}
