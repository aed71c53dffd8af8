//! The lessons of an author's book on the stage: those of `mouche init` and of the chapter on lessons come to an end, and so does
//! a lesson with any last part, or with none.

use crate::driver::{run_script, wait_until};
use crate::lesson_learners::learn;
use crate::page_theme::open_listening_browser;
use crate::repository_paths::{program, root};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use thirtyfour::prelude::*;

/// Returns the files that the chapter on lessons writes, with the changes that it makes, each with its path.
fn files_in_lesson_chapter() -> Vec<(String, String)> {
    let chapter = root().join("book/src/writing/writing-a-lesson.md");
    let chapter = std::fs::read_to_string(chapter).expect("the chapter");
    let mut files: Vec<(String, String)> = Vec::new();
    let mut lines = chapter.lines();
    while let Some(line) = lines.next() {
        let ticks = line.chars().take_while(|c| *c == '`').count();
        if ticks < 3 {
            continue;
        }
        let (mark, word) = line.split_at(ticks);
        let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != mark).collect();
        match word.split_once(' ') {
            Some(("markdown", path)) => files.push((path.into(), inside.join("\n") + "\n")),
            Some(("diff", path)) => {
                let side = |sign: char| {
                    let lines = inside.iter().filter_map(|line| line.strip_prefix(sign));
                    lines.collect::<Vec<_>>().join("\n")
                };
                let file = files.iter_mut().find(|(known, _)| known == path);
                let (_, text) = file.expect("a file that is changed");
                *text = text.replace(&side('-'), &side('+'));
            }
            _ => {}
        }
    }
    files
}

/// The parts of the first lesson of the chapter that ask and that watch.
const TRY: &str = "## Try\n";

/// Returns the lessons of the book, each with the heading of its last scene: those of the chapter and of `mouche init`, and the
/// first of the chapter with other ends.
fn write_book(folder: &Path) -> Vec<(&'static str, &'static str)> {
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let files = files_in_lesson_chapter();
    for (path, text) in &files {
        write(path, text);
    }
    write(
        "scenarios/mouche-1718/first-hand.md",
        include_str!("../../templates/init/first-hand.md"),
    );
    write(
        "book/src/learn/first-lesson.md",
        include_str!("../../templates/init/first-lesson.md"),
    );
    let first = files.iter().find(|(path, _)| path.ends_with("who-wins.md"));
    let (_, first) = first.expect("the first lesson of the chapter");
    let (lesson, _) = first.split_once("\n## Now you can").unwrap_or((first, ""));
    let (watch, _) = lesson.split_once(TRY).expect("a part that asks");
    let own_end = format!("{lesson}\n## What you know now\n\nThe highest card wins the trick.\n");
    write("book/src/learn/own-end.md", &own_end);
    let words = format!("{lesson}\nThe highest card of the suit wins the trick.\n");
    write("book/src/learn/words.md", &words);
    write("book/src/learn/no-end.md", lesson);
    let empty_end = format!("{lesson}\n## Now you can\n");
    write("book/src/learn/empty-end.md", &empty_end);
    write("book/src/learn/watch.md", &format!("{watch}</div>\n"));
    vec![
        ("first-lesson", "Now you can"),
        ("who-wins", "Now you can"),
        ("the-queen", "Now you can"),
        ("own-end", "What you know now"),
        ("words", "The end of this lesson"),
        ("no-end", "The end of this lesson"),
        ("empty-end", "Now you can"),
        ("watch", "The end of this lesson"),
    ]
}

/// The end of a stage as a reader sees it: its heading, what it says of the answers, and the link that leads on.
const END: &str = "const end = [...document.querySelectorAll('.stage h2:not(.hand-title)')].filter(one => one.checkVisibility()); \
     const shown = selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).map(one => one.textContent).join(); \
     return [end.map(one => one.textContent).join(), shown('.stage-result'), shown('.stage-on a')]";

#[tokio::test]
async fn any_lesson_of_an_author_comes_to_its_end() -> WebDriverResult<()> {
    let folder = TempDir::new().expect("a folder");
    let lessons = write_book(folder.path());
    let built = Command::new(program())
        .args(["build", "--dest", "site"])
        .current_dir(folder.path())
        .output()
        .expect("the program");
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    let mut faults = Vec::new();
    for (lesson, heading) in lessons {
        let page = folder.path().join(format!("site/learn/{lesson}.html"));
        driver.goto(format!("file://{}", page.display())).await?;
        wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
        let (wrong, answers) = learn(driver, true, false).await?;
        faults.extend(wrong.into_iter().map(|wrong| format!("{lesson}: {wrong}")));
        let end = run_script(driver, END).await?;
        let result = if lesson == "watch" {
            String::new()
        } else {
            format!("{answers} of {answers} right at the first try.")
        };
        if end[0] != json!(heading) || end[1] != json!(result) {
            faults.push(format!("{lesson}: the end is {end}"));
        }
        let next = end[2].as_str().unwrap_or_default();
        // The path of the first lessons goes by their file names.
        let is_last = lesson == "words";
        if is_last == next.starts_with("Next lesson: ") || !next.starts_with("Next") {
            faults.push(format!("{lesson}: it leads on to {next}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(run_script(driver, "return window.heard").await?, json!([]));
    browser.close().await
}

/// A lesson whose deal begins with a declaration, in a box that hides the chips.
const WITHOUT_CHIPS: &str = "# A deal

```toml lesson
terms    = [\"trick\", \"lead\", \"trump\", \"fold\", \"stand\", \"exchange\", \"overtrump\", \"debt\", \"pool\"]
controls = [\"Hint\", \"Undo\", \"Fold\", \"Stand\", \"Exchange cards\"]
```

These cards are a *trick*. The first card leads, and *trumps* win. A higher trump *overtrumps* a lower one. *Hint* advises you. *Undo* takes a card back. *Fold* or *Stand* or *Exchange cards* at once. To stand is to keep all cards, and to exchange is to draw others. The *pool* is the chips in the middle. A *debt* is what a player owes to the next one.

<div class=\"without-chips\">

<div class=\"without-clauses\">

```deal over-the-ten-of-trumps.md Thérèse h1-d3
```

</div>

</div>
";

/// The words on chips that a reader sees at the table. What is read aloud beside it does not count.
const SHOWN_CHIPS: &str = "return [...document.querySelectorAll('.play *')].filter(one => !one.children.length && one.checkVisibility() \
     && (/chip|pool/.test(one.textContent) || one.matches('.who i'))).map(one => one.textContent)";

#[tokio::test]
async fn a_box_hides_the_chips_of_a_dealt_table_to_its_end() -> WebDriverResult<()> {
    let folder = TempDir::new().expect("a folder");
    let lessons = folder.path().join("book/src/learn");
    std::fs::create_dir_all(&lessons).expect("a folder");
    std::fs::write(lessons.join("a-deal.md"), WITHOUT_CHIPS).expect("a lesson");
    let hands = folder.path().join("scenarios");
    std::fs::create_dir_all(&hands).expect("a folder");
    std::fs::write(
        hands.join("over-the-ten-of-trumps.md"),
        include_str!("../../scenarios/mouche-1718/over-the-ten-of-trumps.md"),
    )
    .expect("a hand");
    let built = Command::new(program())
        .args(["build", "--dest", "site"])
        .current_dir(folder.path())
        .output()
        .expect("the program");
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    let page = folder.path().join("site/learn/a-deal.html");
    driver.goto(format!("file://{}", page.display())).await?;
    let deal = ".play-table:not([hidden]) button";
    wait_until(driver, &format!("document.querySelector('{deal}')")).await?;
    run_script(driver, &format!("document.querySelector('{deal}').click()")).await?;
    wait_until(driver, "document.querySelector('.play [data-says]')").await?;
    assert_eq!(run_script(driver, SHOWN_CHIPS).await?, json!([]));
    let fold = "[...document.querySelectorAll('.play [data-says]')].find(one => one.textContent === 'Fold').click()";
    run_script(driver, fold).await?;
    wait_until(
        driver,
        "document.querySelector('.hand-step-payment.is-now [data-go=anew], .hand-step-payment.is-now [data-go=again]')",
    )
    .await?;
    assert_eq!(run_script(driver, SHOWN_CHIPS).await?, json!([]));
    let again = "document.querySelector('.play [data-go=anew], .play [data-go=again]').click()";
    run_script(driver, again).await?;
    wait_until(driver, "document.querySelector('.play [data-says]')").await?;
    let said = run_script(
        driver,
        "return document.querySelectorAll('.play .asked-done').length",
    )
    .await?;
    assert_eq!(said, json!(0));
    assert_eq!(run_script(driver, "return window.heard").await?, json!([]));
    browser.close().await
}
