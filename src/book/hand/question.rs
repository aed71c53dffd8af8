//! The choices of a hand as questions, for those who read without scripts: each opens on what may be done.

use super::column::Body;
use super::step::StepView;
use crate::telling::choice::Choice;
use crate::telling::scene::Scene;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// What is asked: `Trick 3, card 2. Denise holds 7♥ A♦ A♣.`
    pub(super) asks: String,
    /// What may be done, and by which clause: `7♥ (play.trump)`.
    pub(super) may: String,
}

/// The questions of a hand told under one edition; none where several are told.
pub(super) fn questions(steps: &[StepView]) -> Vec<Question> {
    steps.iter().filter(|step| step.kind != "refused").filter_map(question).collect()
}

fn question(step: &StepView) -> Option<Question> {
    let [column] = &step.columns[..] else { return None };
    let Body::Scene(scene) = &column.body else { return None };
    if column.editions.len() > 1 || scene.choices.is_empty() {
        return None;
    }
    let held: Vec<String> = scene.held.iter().map(|face| face.text()).collect();
    Some(Question {
        asks: format!("{}. {} holds {}.", step.title, scene.mover, held.join(" ")),
        may: may(scene, column.editions[0]),
    })
}

fn may(scene: &Scene, rules: &crate::rules::Ruleset) -> String {
    let named = |choice: &Choice| match &choice.face {
        Some(face) => face.text(),
        None => choice.verdict.clone(),
    };
    let allowed: Vec<&Choice> = scene.choices.iter().filter(|choice| choice.is_allowed).collect();
    let list = allowed.iter().map(|choice| named(choice)).collect::<Vec<_>>().join(", ");
    let clause = allowed.first().filter(|choice| choice.face.is_some()).map(|choice| rules.title(choice.clause));
    clause.map_or_else(|| list.clone(), |clause| format!("{list} ({clause})"))
}

#[cfg(test)]
mod tests {
    use crate::book::Library;
    use crate::book::hand::hand;
    use crate::book::place::Place;
    use std::path::Path;

    #[test]
    fn every_choice_is_asked_and_a_try_gives_nothing_away() {
        let text = include_bytes!("../../../scenarios/mouche-1718/denise-must-trump.md");
        let library = Library::of(vec![crate::scenario::check("scenarios/mouche-1718/denise-must-trump.md", text)]);
        let html = hand(&library.told()[0], Place::of(Path::new("x.md"))).expect("a hand");
        let (_, asked) = html.split_once("hand-questions").expect("the questions");
        assert!(asked.contains("<summary>Trick 3, card 2. Denise holds 7♥ A♦ A♣.</summary>"), "{asked}");
        assert!(asked.contains("7♥ (Trumping)"), "{asked}");
        assert_eq!(asked.matches("Trick 3, card 2").count(), 1, "once, though she tries another card first");
    }
}
