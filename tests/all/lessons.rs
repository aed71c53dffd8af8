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

/// The one thing that is wrong with a book of these lessons.
fn only_fault(lessons: &[(&str, &str)]) -> String {
    let folder = folder_with_lessons(lessons);
    let mut found = faults(folder.path());
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
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
    let found = only_fault(&[("first.md", &untaught)]);
    assert!(found.contains("shows the button `Next`"), "{found}");
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

#[test]
fn a_forgotten_or_misspelt_after_is_named_once() {
    let forgotten = SECOND
        .replace("after = \"first.md\"\n", "")
        .replace("the trick.", "the trick that was led.");
    let misspelt = SECOND.replace("first.md", "first");
    for (second, message) in [
        (
            forgotten,
            "second.md:3: this lesson uses `lead` and `trick` from other lessons, but its header names no lesson before it (write `after = \"first.md\"`",
        ),
        (misspelt, "did you mean `first.md`?"),
    ] {
        let found = only_fault(&[("first.md", FIRST), ("second.md", &second)]);
        assert!(found.contains(message), "{found}");
    }
}

#[test]
fn a_wrong_header_makes_no_faults_in_the_words_after_it() {
    for (from, to, message) in [
        ("terms   ", "term    ", "no key `term`"),
        ("[\"Next\"]", "\"Next\"", "`controls` must be a list"),
        (
            "toml lesson",
            "toml lessons",
            "the fence `toml lessons` is not a header",
        ),
    ] {
        let first = FIRST.replace(from, to);
        let folder = folder_with_lessons(&[("first.md", &first), ("second.md", SECOND)]);
        let found = faults(folder.path());
        assert!(found.len() == 2 && found[0].contains(message), "{found:#?}");
        assert!(
            found[1].starts_with("second.md:4: the words of this lesson cannot be checked"),
            "{found:#?}"
        );
    }
}

#[test]
fn a_word_that_several_fences_show_is_one_fault_which_offers_a_box() {
    let pays = format!(
        "{SECOND}\n```hand first-hand.md h1-pay\n```\n\n```hand first-hand.md h1-deal\n```\n"
    );
    let folder = folder_with_lessons(&[("first.md", FIRST), ("second.md", &pays)]);
    let found = faults(folder.path());
    let pool: Vec<&String> = found
        .iter()
        .filter(|fault| fault.contains("shows `pool`"))
        .collect();
    assert_eq!(pool.len(), 1, "{found:#?}");
    let boxed = FIRST
        .replace("only-the-trick", "without-chip")
        .replace("# Tricks", "# Tricks\n");
    // What such a box would hide is not reported as well.
    let found = only_fault(&[("first.md", &boxed)]);
    assert!(
        found.contains("there is no box `without-chip` (the boxes are"),
        "{found}"
    );
    let unboxed = FIRST
        .replace("<div class=\"only-the-trick\">\n", "")
        .replace("</div>\n", "");
    let folder = folder_with_lessons(&[("first.md", &unboxed)]);
    let found = faults(folder.path());
    assert!(
        found
            .iter()
            .any(|fault| fault.contains("a box hides it: write `<div class=\"without-chips\">`")),
        "{found:#?}"
    );
}

#[test]
fn what_mdbook_would_refuse_is_a_fault_at_its_line() {
    let open = FIRST.replace("</div>\n", "");
    let stray = format!("{FIRST}\n</div>\n");
    for (first, message) in [
        (open, "first.md:10: the tag `<div>` is not closed"),
        (stray, "first.md:17: the tag `</div>` closes nothing"),
    ] {
        let found = only_fault(&[("first.md", &first)]);
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn a_text_that_follows_a_tag_without_an_empty_line_is_a_fault() {
    let below = FIRST.replace("trick\">\n", "trick\">\n## Watch\n");
    let after = FIRST.replace("</div>\n", "</div>\n## Now you can\n");
    for (first, message) in [
        (
            below,
            "first.md:11: this line is not read as Markdown, because it follows the tag `<div class=\"only-the-trick\">` without an empty line (write an empty line between",
        ),
        (after, "first.md:16: this line is not read as Markdown"),
    ] {
        let found = only_fault(&[("first.md", &first)]);
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn an_unknown_class_around_a_fence_is_one_fault_that_names_the_boxes() {
    for (class, help) in [
        ("no-chips", "did you mean `without-chips`?"),
        ("hidden", "the boxes are `only-the-trick`"),
        ("only-card", "did you mean `only-cards`?"),
    ] {
        let first = FIRST.replace("only-the-trick", class);
        let found = only_fault(&[("first.md", &first)]);
        let message = format!("first.md:10: there is no box `{class}`");
        assert!(
            found.starts_with(&message) && found.contains(help),
            "{found}"
        );
    }
    // A class around prose is the author's own, and an element may have two boxes.
    let own = FIRST.replace(
        "<div class",
        "<div class=\"note\">\n\nLook.\n\n</div>\n\n<div class",
    );
    let two = FIRST.replace("only-the-trick\"", "only-the-trick without-chips\"");
    let quoted = FIRST.replace("\"only-the-trick\"", "'only-the-trick'");
    for first in [own, two, quoted] {
        let folder = folder_with_lessons(&[("first.md", &first)]);
        assert_eq!(faults(folder.path()), Vec::<String>::new());
    }
}

#[test]
fn a_question_that_stands_twice_is_a_fault() {
    let shown = "hand first-hand.md h1-t3-1 h1-t4-1";
    let twice = FIRST.replace(
        shown,
        "task first-hand.md h1-t1-3\n```\n\n```task first-hand.md h1-t1-3 may",
    );
    let folder = folder_with_lessons(&[("first.md", &twice)]);
    let found = faults(folder.path());
    let mut repeated = found.iter();
    assert!(
        repeated.any(|fault| fault.starts_with("first.md:15: this fence shows the same part")),
        "{found:#?}"
    );
}

#[test]
fn other_forms_of_a_term_count_as_the_term() {
    for (words, term) in [
        ("Ben is void in hearts.", "void"),
        ("Ben makes a vole.", "vole"),
        ("It was a bluff.", "bluff"),
        ("These are plain suits.", "plain"),
        ("You pay the pot.", "pay the pot"),
        ("Remember club law.", "club law"),
        ("Folding is cheap.", "fold"),
        ("You are following suit.", "follow"),
    ] {
        let prose = FIRST.replace("Press *Next*.", &format!("Press *Next*. {words}"));
        let found = only_fault(&[("first.md", &prose)]);
        let message = format!("no lesson teaches the term `{term}`");
        assert!(found.contains(&message), "{words}: {found}");
        // The same words use a term that the header lists.
        let taught = prose.replace("\"lead\"]", &format!("\"lead\", \"{term}\"]"));
        let folder = folder_with_lessons(&[("first.md", &taught)]);
        assert_eq!(faults(folder.path()), Vec::<String>::new(), "{words}");
    }
    let part_of_word = FIRST
        .replace("\"lead\"]", "\"lead\", \"void\"]")
        .replace("Press", "Avoid haste. Press");
    let found = only_fault(&[("first.md", &part_of_word)]);
    assert!(
        found.contains("teaches `void`, but its text does not use it"),
        "{found}"
    );
    let everyday = FIRST.replace("Press *Next*.", "Press *Next*. Plain words follow.");
    let folder = folder_with_lessons(&[("first.md", &everyday)]);
    assert_eq!(faults(folder.path()), Vec::<String>::new());
}

#[test]
fn a_fence_that_names_no_step_is_told_the_steps() {
    for (fence, message) in [
        (
            "hand over-the-ten-of-trumps.md h1-t9",
            "has no step or trick `h1-t9`; it has `h1-deal`, `h1-d1`,",
        ),
        (
            "deal over-the-ten-of-trumps.md Thérèse h1-x",
            "has no step `h1-x` at which Thérèse could begin; Thérèse chooses at `h1-d",
        ),
        (
            "deal over-the-ten-of-trumps.md Thérèse h1-pay",
            "asks Thérèse nothing from there on; begin at `h1-",
        ),
        (
            "practice 1718",
            "this fence names no drill after `1718`; write one of",
        ),
    ] {
        let found = faults_with_moves(
            &DEALT.replace("deal over-the-ten-of-trumps.md Thérèse h1-d3", fence),
        );
        assert!(
            found.iter().any(|fault| fault.contains(message)),
            "{found:#?}"
        );
    }
}

#[test]
fn a_path_that_is_almost_right_is_corrected() {
    for (path, meant) in [
        ("first-hand", "first-hand.md"),
        ("scenarios/first-hand.md", "first-hand.md"),
        ("frist-hand.md", "first-hand.md"),
    ] {
        let first = FIRST.replace("first-hand.md", path);
        let found = only_fault(&[("first.md", &first)]);
        let help = format!("did you mean `{meant}`?");
        assert!(found.contains(&help), "{found}");
    }
    let second = SECOND.replace("\"first.md\"", "\"learn/first.md\"");
    let folder = folder_with_lessons(&[("first.md", FIRST), ("second.md", &second)]);
    let found = faults(folder.path());
    assert!(
        found
            .iter()
            .any(|fault| fault.contains("did you mean `first.md`?")),
        "{found:#?}"
    );
}

#[test]
fn the_buttons_of_a_whole_hand_are_no_terms() {
    let whole = FIRST.replace(" h1-t3-1 h1-t4-1", "");
    let folder = folder_with_lessons(&[("first.md", &whole)]);
    let found = faults(folder.path());
    assert!(
        !found.iter().any(|fault| fault.contains("“Share”")),
        "{found:#?}"
    );
}

/// A lesson that deals a hand, in two boxes.
const DEALT: &str = "# A deal

```toml lesson
terms    = [\"trick\", \"lead\", \"trump\", \"fold\", \"stand\", \"exchange\", \"overtrump\", \"pool\", \"debt\"]
controls = [\"Hint\", \"Undo\", \"Fold\", \"Stand\", \"Exchange cards\"]
```

These cards are a *trick*. The first card leads, and *trumps* win. A higher trump *overtrumps* a lower one. *Hint* advises you. *Undo* takes a card back. *Fold* or *Stand* or *Exchange cards* at once. To stand is to keep all cards, and to exchange is to draw others. The chips lie in the *pool*, and what you owe is a *debt*.

<div class=\"without-clauses\">

<div class=\"without-chips\">

```deal over-the-ten-of-trumps.md Thérèse h1-d3
```

</div>

</div>
";

/// Returns what is wrong with a lesson in a folder that has the hand with moves too.
fn faults_with_moves(lesson: &str) -> Vec<String> {
    let folder = folder_with_lessons(&[("first.md", lesson)]);
    let hand = folder.path().join("scenarios/over-the-ten-of-trumps.md");
    fs::write(hand, HAND_WITH_MOVES).expect("a hand");
    faults(folder.path())
}

/// Checks that the lesson shows a word without a box, or without a term of its header.
fn assert_shown_without(box_or_term: &str, word: &str) {
    let mut lesson = DEALT.replace(box_or_term, "");
    if box_or_term.starts_with('<') {
        lesson = lesson.replacen("</div>\n", "", 1);
    }
    let found = faults_with_moves(&lesson);
    let shown = format!("this fence shows `{word}`");
    assert!(
        found.iter().any(|fault| fault.contains(&shown)),
        "{found:#?}"
    );
}

#[test]
fn the_words_and_buttons_of_a_dealt_table_are_taught() {
    let found = faults_with_moves(DEALT);
    assert_eq!(found, Vec::<String>::new());
    assert_shown_without("<div class=\"without-chips\">\n", "stock");
    // A refusal, and the step after a card, lead to a clause whose title is a term.
    assert_shown_without("<div class=\"without-clauses\">\n", "Following suit");
    // A hint names a rule of the strategy.
    assert_shown_without(", \"debt\"", "debt");
    let untaught = DEALT
        .replace(", \"Exchange cards\"]", "]")
        .replace(" or *Exchange cards*", "");
    let found = faults_with_moves(&untaught);
    assert!(
        found.len() == 1 && found[0].contains("the button `Exchange` at step `h1-d3`"),
        "{found:#?}"
    );
}

#[test]
fn the_kinds_of_tasks_are_listed() {
    let shows = FIRST.replace(
        "hand first-hand.md h1-t3-1 h1-t4-1",
        "task first-hand.md h1-pay owes",
    );
    let folder = folder_with_lessons(&[("first.md", &shows)]);
    let found = faults(folder.path());
    assert!(
        found
            .iter()
            .any(|fault| fault.contains("has no task at `h1-pay owes`; it has `h1-t1-3 may`")),
        "{found:#?}"
    );
}

#[test]
fn the_name_of_a_game_is_no_untaught_term() {
    let named = FIRST.replace(
        "Press *Next*.",
        "Press *Next*. We play loo here, and in loo it is so.",
    );
    let folder = folder_with_lessons(&[("first.md", &named)]);
    assert_eq!(faults(folder.path()), Vec::<String>::new());
    let owed = FIRST.replace("Press *Next*.", "Press *Next*. A loo costs five.");
    let folder = folder_with_lessons(&[("first.md", &owed)]);
    assert_eq!(faults(folder.path()).len(), 1);
}

#[test]
fn two_questions_of_one_kind_before_a_payout_can_both_be_shown() {
    let shown = "hand first-hand.md h1-t3-1 h1-t4-1";
    let takes =
        "task first-hand.md h1-pay takes Anne\n```\n\n```task first-hand.md h1-pay takes Claude";
    let folder = folder_with_lessons(&[("first.md", &FIRST.replace(shown, takes))]);
    let path = folder.path().join("scenarios/first-hand.md");
    let hand = fs::read_to_string(&path).expect("a hand");
    let asked = "```task takes Anne\nHow many chips?\n2: She has won one trick, not two.\n```\n\n\
         ```task takes Claude\nHow many chips?\n1: Claude has won two tricks, not one.\n```\n\n```payout";
    fs::write(&path, hand.replace("```payout", asked)).expect("a hand");
    let found = faults(folder.path());
    let is_refused =
        |fault: &String| fault.contains("cannot be shown") || fault.contains("same part");
    assert!(!found.iter().any(is_refused), "{found:#?}");
    let hands = folder.path().join("book/src/learn/first.md");
    let twice = FIRST.replace(shown, &takes.replace("takes Claude", "takes"));
    fs::write(hands, twice).expect("a lesson");
    let found = faults(folder.path());
    assert!(found.iter().any(is_refused), "{found:#?}");
}
