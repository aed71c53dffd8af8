//! The reasons that tasks give: each answer says why and names what decides, and a right and a wrong answer never say the same.

use crate::library::LIBRARY;
use mouche::page::{HomeOrGuestPage, MoveProspectsByStory, hand_views_by_edition, render_tasks};
use mouche::scenario::story::PosedTask;
use mouche::scenario::task_check::{is_refused_move, names_what_decides};
use std::path::Path;

/// The answers of a task: whether each is right, and its reason without the verdict and the clauses.
fn answers_of_task(task: &str) -> Vec<(bool, String)> {
    let mut answers = Vec::new();
    for answer in task.split("<details id=").skip(1) {
        let said = answer.split_once("<p class=\"").expect("a verdict").1;
        let (class, said) = said.split_once("\">").expect("a class");
        let said = said.split_once("</p>").expect("an end").0;
        let reason = said
            .split_once("</strong>")
            .map_or(said, |(_, reason)| reason);
        let reason = reason.split(" (<a href").next().unwrap_or_default();
        answers.push((class == "may", reason.trim().to_owned()));
    }
    answers
}

#[test]
fn every_answer_says_why_and_right_and_wrong_never_say_the_same() {
    let files: Vec<_> = LIBRARY
        .iter()
        .filter(|file| !file.stories.is_empty())
        .cloned()
        .collect();
    let ahead = MoveProspectsByStory::default();
    let mut judged = 0;
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| file.stories.len() == 1) {
        let told = hand_views_by_edition(std::slice::from_ref(file), &ahead).remove(0);
        let Ok(html) = render_tasks(
            &told,
            "",
            HomeOrGuestPage::home_at_path(Path::new("learn/a.md")),
        ) else {
            continue;
        };
        let story = &file.stories[0];
        let posed: Vec<&PosedTask> = story.frames().flat_map(|frame| &frame.tasks).collect();
        let asked: Vec<&str> = html.split("class=\"asked\"").skip(1).collect();
        assert_eq!(posed.len(), asked.len(), "{}", file.path);
        for (posed, task) in posed.into_iter().zip(asked) {
            let answers = answers_of_task(task);
            assert!(!answers.is_empty(), "{}: {task}", file.path);
            assert_eq!(answers.len(), posed.answers.len(), "{}: {task}", file.path);
            for ((is_right, reason), possible) in answers.iter().zip(&posed.answers) {
                let is_by_rule = is_refused_move(posed, possible.answer);
                if !is_by_rule && !names_what_decides(story, posed, reason) {
                    faults.push(format!(
                        "{}: {} says only {reason:?}",
                        file.path, posed.task.question
                    ));
                }
                let is_same = |(other, said): &(bool, String)| other != is_right && said == reason;
                assert!(
                    !answers.iter().any(is_same),
                    "{}: a right and a wrong answer say {reason:?}",
                    file.path
                );
                judged += 1;
            }
        }
    }
    assert!(judged > 300, "{judged} answers");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whether something may be declared is not said alone: the clause says why.
#[test]
fn an_answer_about_a_declaration_says_what_the_clause_says() {
    let ahead = MoveProspectsByStory::default();
    let mut judged = 0;
    for file in LIBRARY.iter().filter(|file| file.stories.len() == 1) {
        let told = hand_views_by_edition(std::slice::from_ref(file), &ahead).remove(0);
        let Ok(html) = render_tasks(
            &told,
            "",
            HomeOrGuestPage::home_at_path(Path::new("learn/a.md")),
        ) else {
            continue;
        };
        for task in html.split("class=\"asked\"").skip(1) {
            for (_, reason) in answers_of_task(task) {
                let is_bare = reason.contains(" may ")
                    && reason.split_whitespace().count() < 6
                    && reason.ends_with('.');
                assert!(
                    !is_bare || reason.matches(". ").count() > 0,
                    "{}: an answer says only {reason:?}",
                    file.path
                );
                judged += 1;
            }
        }
    }
    assert!(judged > 300, "{judged} answers");
}
