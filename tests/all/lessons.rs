//! Lessons of authors: what is wrong with one is reported at its place, and a lesson uses only what was taught.

use mouche::book::check_lessons;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const LESSONS: &str = "book/src/learn";

/// A folder with the hand that `mouche init` writes, and with these lessons.
fn folder_with_lessons(lessons: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let hand = include_str!("../../templates/init/first-hand.md");
    let hands = folder.path().join("scenarios");
    fs::create_dir(&hands).expect("a folder of hands");
    fs::write(hands.join("first-hand.md"), hand).expect("a hand");
    fs::create_dir_all(folder.path().join(LESSONS)).expect("a folder of lessons");
    for (name, text) in lessons {
        fs::write(folder.path().join(LESSONS).join(name), text).expect("a lesson");
    }
    folder
}

/// What is wrong with the lessons of a folder: the file, the line, the message and the help.
fn faults(folder: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for file in check_lessons(folder).expect("lessons") {
        for wrong in &file.diagnostics {
            let line = file.text[..wrong.span.start].matches('\n').count() + 1;
            let name = Path::new(&file.path).file_name().expect("a name");
            let help = wrong.help.join("; ");
            faults.push(format!(
                "{}:{line}: {} ({help})",
                name.display(),
                wrong.message
            ));
        }
    }
    faults
}

const FIRST: &str = "# Tricks

```toml lesson
terms    = [\"trick\", \"lead\"]
controls = [\"Next\"]
```

These cards are a *trick*. The first card leads. Press *Next*.

<div class=\"only-the-trick\">

```hand first-hand.md h1-t3-1 h1-t4-1
```

</div>
";

const SECOND: &str = "# Trumps

```toml lesson
after = \"first.md\"
terms = [\"trump\"]
```

One suit is *trumps*, and wins the trick.
";

#[test]
fn an_untaught_word_in_a_lesson_is_a_fault_that_names_the_lesson_that_teaches_it() {
    let folder = folder_with_lessons(&[("first.md", FIRST), ("second.md", SECOND)]);
    assert_eq!(faults(folder.path()), Vec::<String>::new());
    let prose = FIRST.replace("*trick*.", "*trick*, and trumps win it.");
    let folder = folder_with_lessons(&[("first.md", &prose), ("second.md", SECOND)]);
    let found = faults(folder.path());
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("first.md:8: `trumps` is used before it is taught"));
    assert!(
        found[0].contains("second.md teaches the term `trump`"),
        "{found:#?}"
    );
}

#[test]
fn a_fence_that_shows_an_untaught_word_or_button_is_a_fault() {
    let shows = FIRST.replace("h1-t3-1 h1-t4-1", "h1-t1");
    let folder = folder_with_lessons(&[("first.md", &shows), ("second.md", SECOND)]);
    let found = faults(folder.path());
    assert!(!found.is_empty());
    assert!(
        found
            .iter()
            .all(|fault| fault.starts_with("first.md:12: this fence shows `")),
        "{found:#?}"
    );
    let untaught = FIRST
        .replace("controls = [\"Next\"]", "")
        .replace("Press *Next*.", "");
    let folder = folder_with_lessons(&[("first.md", &untaught)]);
    let found = faults(folder.path());
    assert!(
        found.len() == 1 && found[0].contains("shows the button `Next`"),
        "{found:#?}"
    );
}

/// A hand with a question whose answers are moves.
const HAND_WITH_MOVES: &str = include_str!("../../scenarios/mouche-1718/over-the-ten-of-trumps.md");

#[test]
fn a_move_among_the_answers_to_a_task_is_a_button_that_is_taught() {
    let shows = FIRST.replace(
        "hand first-hand.md h1-t3-1 h1-t4-1",
        "task over-the-ten-of-trumps.md h1-d3 plays",
    );
    let folder = folder_with_lessons(&[("first.md", &shows)]);
    fs::write(
        folder.path().join("scenarios/over-the-ten-of-trumps.md"),
        HAND_WITH_MOVES,
    )
    .expect("a hand");
    let found = faults(folder.path());
    for button in ["Fold", "Exchange"] {
        let message = format!("shows the button `{button}`, which is not taught yet");
        assert!(
            found.iter().any(|fault| fault.contains(&message)),
            "{found:#?}"
        );
    }
}

#[test]
fn a_lesson_explains_what_it_teaches_and_follows_another() {
    let unused = SECOND
        .replace("# Trumps", "# More")
        .replace("One suit is *trumps*, and wins", "It wins");
    let lost = SECOND.replace("first.md", "none.md");
    let circle = SECOND.replace("first.md", "second.md");
    for (second, message) in [
        (
            unused,
            "this lesson teaches `trump`, but its text does not use it",
        ),
        (lost, "there is no lesson at"),
        (circle, "the lessons before this one lead in a circle"),
    ] {
        let folder = folder_with_lessons(&[("first.md", FIRST), ("second.md", &second)]);
        let found = faults(folder.path());
        assert!(
            found.iter().any(|fault| fault.contains(message)),
            "{found:#?}"
        );
    }
}
