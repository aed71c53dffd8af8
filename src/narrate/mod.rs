//! What a step of a hand says, in words, for whoever shows it: a page, a terminal or an editor.
//!
//! `sentence` says what happened, `choice` what the mover might have done, `ledger` what chips moved
//! and why, `table` and `money` what lies on the table after it, `course` what else could have come.

pub(crate) mod choice;
pub(crate) mod course;
pub(crate) mod face;
pub(crate) mod ledger;
pub(crate) mod money;
pub(crate) mod scene;
pub(crate) mod sentence;
pub(crate) mod table;

/// The first story of a file.
#[cfg(test)]
fn story_of(text: &str) -> crate::scenario::story::Story {
    crate::scenario::check("x.md", text.as_bytes()).stories.remove(0)
}

#[cfg(test)]
#[path = "../../tests/support/golden.rs"]
mod golden;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Topic;
    use crate::scenario::story::{Step, Story};
    use std::path::Path;

    /// Hands that have between them each thing that is told.
    const HANDS: &[&str] = &[
        "scenarios/mouche-1718/denise-must-trump.md",
        "scenarios/mouche-1718/nicolas-at-a-stricter-table.md",
        "scenarios/mouche-1730/five-tricks-sweep-the-paper.md",
        "scenarios/pamphile-1758/all-she-had-was-pamphile.md",
        "scenarios/boussac-1896/basile-drops-a-card.md",
        "scenarios/boussac-1896/basile-pays-to-deal-again.md",
        "scenarios/boussac-1896/denise-names-hearts.md",
        "scenarios/boussac-1896/five-hearts-and-nothing-to-play.md",
        "scenarios/boussac-1896/what-is-left-is-shared.md",
        "tests/held/a-last-debt-that-does-not-divide.md",
        "tests/held/cash-end-below-nothing.md",
    ];

    fn ids(topics: impl IntoIterator<Item = Topic>) -> String {
        topics.into_iter().map(Topic::id).collect::<Vec<_>>().join(", ")
    }

    fn faces(faces: &[face::Face]) -> String {
        faces
            .iter()
            .map(|face| format!("{} {} ({})", face.text(), face.name(), face.class()))
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// All that is told of a step, a line each.
    fn told(story: &Story, step: &Step, courses: &[course::Course]) -> Vec<String> {
        let (scene, table) = (scene::Scene::new(story, step), table::table(story, step));
        let chips = money::Chips::new(story, &[money::money(story, step)]);
        let mut lines = vec![format!("{} {}", step.id, scene::title(step))];
        for (sentence, clauses) in scene.said() {
            let closed = sentence.closed.as_ref().map_or(String::new(), |closed| format!(" Closed: {closed}"));
            lines.push(format!("  {} [{}]{closed}", sentence.text, ids(clauses)));
        }
        lines.extend(scene.choices.iter().map(|choice| {
            let mark = if choice.is_taken { '*' } else { '-' };
            let face = choice.face.as_ref().map_or(String::new(), |face| face.text() + " ");
            format!("  {mark} {face}{} [{}] {}", choice.verdict, ids(choice.clauses()), choice.is_allowed)
        }));
        lines.extend(scene.ledger.iter().map(|entry| format!("  {} [{}]", entry.told(), ids(entry.clauses.clone()))));
        lines.extend(
            scene.running.iter().map(|held| format!("  {}: {} {} {}", held.whose, held.before, held.moved, held.after)),
        );
        let turned: Vec<face::Face> = table.turned.into_iter().collect();
        lines.push(format!("  trump {}, turned {}", table.trump, faces(&turned)));
        for place in &table.places {
            let laid = place
                .laid
                .as_ref()
                .map_or(String::new(), |laid| format!("{} {} {}", laid.face.text(), laid.mark, laid.is_new));
            let mover = if place.is_mover { "> " } else { "" };
            let cards = place.cards.iter().map(face::Face::text).collect::<Vec<_>>().join(" ");
            lines.push(format!(
                "  {mover}{} [{}] {} laid {laid}; {cards}",
                place.name,
                place.marks.join(", "),
                place.won()
            ));
        }
        lines.push(format!("  {:?}", (chips.pool, chips.made_of, chips.purses, chips.promises, chips.stock)));
        lines.extend(chips.fille.filter(|fille| !fille.is_empty()).map(|fille| format!("  fille {}", faces(&fille))));
        lines.extend(courses.iter().map(|course| format!("  {course:?}")));
        lines
    }

    #[test]
    fn a_hand_is_told_as_it_was() {
        for hand in HANDS {
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            let story = story_of(&std::fs::read_to_string(root.join(hand)).expect("a hand"));
            let steps = story.steps.iter().zip(course::courses(&story));
            let mut lines: Vec<String> = steps.flat_map(|(step, courses)| told(&story, step, &courses)).collect();
            lines.push(format!("shown: {}\n", ids(story.shown.iter().copied())));
            let name = Path::new(hand).with_extension("txt");
            let kept = root.join("tests/narrated").join(name.file_name().expect("a name"));
            golden::hold(&kept, &lines.join("\n"));
        }
    }
}
