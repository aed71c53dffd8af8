//! The front page and the course: what leads on, what is touched, what is said of it, and what is kept.

use crate::driver::{Browser, own_book, run_script, wait_until};
use crate::page_theme::open_listening_browser;
use crate::repository_paths::program;
use crate::test_extent;
use serde_json::json;
use std::path::Path;
use std::process::Command;
use thirtyfour::prelude::*;

/// Goes to a scene of the stage.
const REACH: &str = r#"
const reach = element => {
    for (let times = 0; times < 60 && !element.checkVisibility(); times += 1) { document.querySelector('.stage-next').click(); }
    if (!element.checkVisibility()) { throw new Error(`${element.id} is never shown`); }
};
"#;

/// Answers each question of a lesson: with what is good, or with all that is not before it. Tells what is wrong, and how many
/// questions there are.
const ANSWER: &str = r#"
const [misses, done] = arguments;
const wrong = [];
(async () => {
    const questions = [...document.querySelectorAll('.asked')];
    for (const asked of questions) {
        reach(asked);
        const answers = [...asked.querySelectorAll('.asked-answers > details')];
        const good = answers.filter(answer => answer.querySelector('.may:not(.but)'));
        const wantsAll = 'all' in asked.dataset;
        const check = asked.querySelector('.asked-check');
        const buttonOf = answer => [...asked.querySelectorAll('.cloth button, .asked-choices button')].find(one => one.textContent === answer.querySelector('summary').textContent.trim());
        const tell = ([answer, ...others], button) => {
            const says = answer.querySelector('p');
            const head = says.querySelector('.asked-verdict');
            const why = says.textContent.slice(head ? head.textContent.length : 0).trim();
            if (!answer.open || !says.checkVisibility()) { wrong.push(`${answer.id}: not told`); }
            if (!good.includes(answer) && (!head || why.length < 8)) { wrong.push(`${answer.id}: not good, and without a reason: ${says.textContent}`); }
            if (/^Yes|^Allowed\.$/.test(head ? head.textContent : '')) { wrong.push(`${answer.id}: ${head.textContent}`); }
            const told = answers.filter(one => one.open);
            const sentences = new Set(told.map(one => one.querySelector('p').textContent));
            if (told.some(one => one !== answer && !others.includes(one)) || sentences.size !== told.length) { wrong.push(`${asked.id}: more is told than was given`); }
            if (![...says.classList].every(one => button.classList.contains(one))) { wrong.push(`${answer.id}: the card does not show it`); }
        };
        const give = given => {
            for (const answer of given) {
                const button = buttonOf(answer);
                if (!button) { wrong.push(`${answer.id} cannot be chosen`); return; }
                button.click();
            }
            check?.click();
            tell(given, buttonOf(given[0]));
        };
        if (!good.length || good.length === answers.length) { wrong.push(`${asked.id}: ${good.length} of ${answers.length} are good`); continue; }
        if (Boolean(check) !== wantsAll) { wrong.push(`${asked.id}: a button that checks, or none`); }
        for (const answer of answers.filter(answer => misses && !good.includes(answer))) { give([answer]); }
        if (asked.matches('.is-answered')) { wrong.push(`${asked.id}: answered by a mistake`); }
        give(wantsAll ? good : good.slice(0, 1));
        if (!asked.matches('.is-answered') || !document.querySelector('.stage-next.is-offered')) { wrong.push(`${asked.id}: not kept, or nothing is offered next`); }
    }
    done([wrong, questions.length]);
})().catch(error => done([[...wrong, String(error)], 0]));
"#;

/// Plays the deals of a lesson to their end, the cards from the left or from the right. Tells what is wrong, and how many
/// verdicts were heard.
const PLAY: &str = r#"
const [turned, done] = arguments;
const wrong = [];
let heard = 0;
const until = async (what, is) => {
    for (let times = 0; times < 400; times += 1) {
        const found = is();
        if (found) { return found; }
        await new Promise(go => setTimeout(go, 50));
    }
    throw new Error(`${what} never comes`);
};
(async () => {
    for (const play of document.querySelectorAll('.play[data-text]')) {
        reach(play);
        (await until('the table', () => play.querySelector('.play-table:not([hidden]) button'))).click();
        let last = {}, tries = 0;
        for (;;) {
            // Who has drawn for the pack is asked for a card, and the step is the same.
            const asked = step => [...step.querySelectorAll('.play-asks [data-says]')].map(one => one.dataset.says).join();
            const step = await until(`a turn after ${play.id} ${last.id}`, () => {
                const now = play.querySelector('.hand-step:last-child');
                const asks = now && now.querySelector('button.card:enabled, .play-asks button');
                return asks && (now.id !== last.id || asked(now) && asked(now) !== last.asked) && now;
            });
            last = { id: step.id, asked: asked(step) };
            const verdict = play.querySelector('.play-verdict').textContent;
            const told = [...step.querySelectorAll('.pool, .who i, .turned small, .hand-running, .step-declaration')].some(one => one.checkVisibility());
            const controls = [...play.querySelectorAll('.hand-controls button')].filter(one => one.checkVisibility()).map(one => one.textContent);
            const early = play.closest('.without-chips');
            if (told === Boolean(early) || controls.join() === 'Undo,Hint' !== Boolean(early)) { wrong.push(`${step.id}: chips are told, or ${controls}, before their time or not at all`); }
            if (verdict && !/^(Good\.|Not allowed\.|Allowed, but ….{8})/.test(verdict)) { wrong.push(`${play.id}: ${verdict}`); }
            heard += Boolean(verdict);
            if (step.querySelector('[data-go=again]')) { break; }
            const says = [...step.querySelectorAll('.play-asks [data-cards=none]')];
            const cards = [...step.querySelectorAll('button.card:enabled')];
            const all = says.length ? says.filter(one => one.dataset.says !== 'fold') : cards;
            tries = step.matches('.hand-step-refused') ? tries + 1 : 0;
            all[turned ? Math.max(all.length - 1 - tries, 0) : Math.min(tries, all.length - 1)].click();
        }
        if (!play.matches('.is-answered')) { wrong.push(`${play.id}: not kept`); }
        if (!(await until('the account', () => play.querySelector('.play-account')))) { wrong.push(`${play.id}: no account`); }
    }
    reach(document.querySelector('.stage-result'));
    const asked = document.querySelectorAll('.asked').length;
    const result = document.querySelector('.stage-result').textContent;
    if (result !== `${turned ? 0 : asked} of ${asked} right at the first try.`) { wrong.push(`the end says: ${result}`); }
    if (document.querySelector('.turn [rel=next]') && !document.querySelector('.stage-on a')?.checkVisibility()) { wrong.push('the next lesson is not offered'); }
    done([wrong, heard]);
})().catch(error => done([[...wrong, String(error)], 0]));
"#;

/// The courses: the first page of each, and its lessons in their order.
fn courses(site: &Path) -> Vec<(String, Vec<String>)> {
    let pages = std::fs::read_dir(site.join("learn"))
        .expect("the folder")
        .flatten();
    let course = |page: std::fs::DirEntry| {
        let html = std::fs::read_to_string(page.path()).ok()?;
        let (_, course) = html.split_once("<div class=\"course\">")?;
        let links = course
            .split("</div>")
            .next()
            .unwrap_or_default()
            .split("href=\"")
            .skip(1);
        let lessons = links
            .filter_map(|rest| Some(format!("learn/{}", rest.split('"').next()?)))
            .collect();
        Some((
            format!("learn/{}", page.file_name().to_string_lossy()),
            lessons,
        ))
    };
    pages.filter_map(course).collect()
}

#[tokio::test]
async fn one_who_answers_right_and_one_who_answers_wrong_both_reach_the_end() -> WebDriverResult<()>
{
    let book = own_book();
    let courses = courses(book.site());
    assert_eq!(courses.len(), 3, "{courses:?}");
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver
        .set_script_timeout(std::time::Duration::from_secs(120))
        .await?;
    let mut faults = Vec::new();
    let twice = courses
        .iter()
        .flat_map(|course| [(course, false), (course, true)]);
    // One course is answered right; or each both ways.
    let asked = twice
        .enumerate()
        .filter(|(at, _)| test_extent::are_all_wanted() || *at == 0)
        .map(|(_, one)| one);
    for ((first, lessons), misses) in asked {
        driver.goto(book.url(first)).await?;
        wait_until(driver, "document.querySelector('.course-kept')").await?;
        run_script(
            driver,
            "[...document.querySelectorAll('.course-kept button')].find(one => one.textContent === 'Erase').click()",
        )
        .await?;
        let (mut heard, mut deals) = (0, 0);
        for lesson in lessons {
            driver.goto(book.url(lesson)).await?;
            wait_until(driver, "document.querySelector('.asked.is-live')").await?;
            let answer = driver
                .execute_async(format!("{REACH}{ANSWER}"), vec![json!(misses)])
                .await?;
            let (wrong, asked): (Vec<String>, usize) =
                serde_json::from_value(answer.json().clone())?;
            assert!(asked > 0, "{lesson} asks nothing");
            faults.extend(wrong.iter().map(|wrong| format!("{lesson}: {wrong}")));
            let found = run_script(
                driver,
                "return document.querySelectorAll('.play[data-text]').length",
            )
            .await?;
            deals += found.as_u64().unwrap_or_default();
            let played = driver
                .execute_async(format!("{REACH}{PLAY}"), vec![json!(misses)])
                .await?;
            let (wrong, verdicts): (Vec<String>, usize) =
                serde_json::from_value(played.json().clone())?;
            faults.extend(wrong.iter().map(|wrong| format!("{lesson}: {wrong}")));
            heard += verdicts;
            if lesson.ends_with("a-whole-evening.html") {
                let goes_on = "return Boolean(document.querySelector('.evening .play-asks [data-says=deal]'))";
                assert_eq!(
                    run_script(driver, goes_on).await?,
                    json!(true),
                    "an evening ends with its first hand"
                );
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        // At Mus one plays deals that are looked for, and no word is judged.
        let is_mus = first.ends_with("mus.html");
        assert!(
            if is_mus {
                deals == 0
            } else {
                heard > lessons.len()
            },
            "{first}: {heard} verdicts in {deals} deals"
        );
        driver.goto(book.url(first)).await?;
        let all = format!(
            "document.querySelectorAll('.course .is-done').length === {}",
            lessons.len()
        );
        wait_until(driver, &all).await?;
        // Who has not done one of them is led to it.
        let third = lessons[2].trim_start_matches("learn/");
        let id = lessons[2].trim_end_matches(".html");
        run_script(driver, &format!("const done = JSON.parse(localStorage['mouche-course']); delete done['{id}']; localStorage['mouche-course'] = JSON.stringify(done)")).await?;
        driver.refresh().await?;
        wait_until(
            driver,
            &format!("document.querySelector('.course-on a[href=\"{third}\"]')"),
        )
        .await?;
    }
    browser.close().await
}

/// A lesson that speaks of trumps, which no lesson teaches.
const UNTAUGHT: &str = "# Tricks

```toml lesson
terms = [\"trick\"]
```

These cards are a *trick*, and a trump wins it.
";

#[test]
fn a_book_with_an_untaught_word_is_not_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let hands = folder.path().join("scenarios");
    let lessons = folder.path().join("book/src/learn");
    std::fs::create_dir(&hands).expect("a folder of hands");
    std::fs::create_dir_all(&lessons).expect("a folder of lessons");
    let hand = include_str!("../../templates/init/first-hand.md");
    std::fs::write(hands.join("first-hand.md"), hand).expect("a hand");
    let lesson = lessons.join("tricks.md");
    std::fs::write(&lesson, UNTAUGHT).expect("a lesson");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(program());
        let output = command.args(arguments).current_dir(folder.path()).output();
        let output = output.expect("the program");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), said)
    };
    let (is_built, said) = run(&["build", "--dest", "site"]);
    assert!(!is_built, "{said}");
    for words in [
        "`trump` is used before it is taught",
        "tricks.md:7:",
        "no book was built",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(!folder.path().join("site/index.html").exists());
    let taught = UNTAUGHT.replace("[\"trick\"]", "[\"trick\", \"trump\"]");
    std::fs::write(&lesson, taught).expect("a lesson");
    let (holds, said) = run(&["check"]);
    assert!(holds, "{said}");
}

#[tokio::test]
async fn a_deal_is_played_in_its_lesson() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver
        .goto(book.url("learn/to-fold-stand-or-change.html"))
        .await?;
    run_script(
        driver,
        &format!("{REACH} reach(document.querySelector('.play:not([data-text])'))"),
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.play:not([data-text]) .play-table:not([hidden])')",
    )
    .await?;
    run_script(
        driver,
        "document.querySelector('.play:not([data-text]) .play-table button').click()",
    )
    .await?;
    let says = "document.querySelector('.play-asks [data-says]:enabled, .play .hand-step:last-child button.card:enabled')";
    for _ in 0..30 {
        wait_until(
            driver,
            &format!("{says} || document.querySelector('.play-asks [data-go=more]')"),
        )
        .await?;
        if run_script(
            driver,
            "return Boolean(document.querySelector('.play-asks [data-go=more]'))",
        )
        .await?
            == json!(true)
        {
            break;
        }
        let steps = run_script(
            driver,
            "return document.querySelectorAll('.play .hand-step').length",
        )
        .await?;
        // A card that is refused is followed by another.
        run_script(
            driver,
            "const all = [...document.querySelectorAll('.play .hand-step:last-child button.card:enabled')]; \
             window.tries = (window.tries || 0) + 1; \
             (document.querySelector('.play-asks [data-says=stand]') || all[window.tries % all.length]).click()",
        )
        .await?;
        wait_until(
            driver,
            &format!("document.querySelectorAll('.play .hand-step').length > {steps}"),
        )
        .await?;
    }
    wait_until(
        driver,
        "document.querySelector('.play-asks [data-go=more]')",
    )
    .await?;
    let stray = "return [...document.querySelectorAll('.play .hand-step a, .play-about a')].map(a => a.getAttribute('href')) \
         .filter(href => !href.startsWith('#') && !href.startsWith('../'))";
    assert_eq!(
        run_script(driver, stray).await?,
        json!([]),
        "links of a lesson lead from its folder"
    );
    assert!(
        driver
            .current_url()
            .await?
            .path()
            .ends_with("to-fold-stand-or-change.html"),
        "the lesson keeps its address"
    );
    browser.close().await
}

#[tokio::test]
async fn a_card_of_a_hand_is_played_where_one_sits_down() -> WebDriverResult<()> {
    let book = own_book();
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_window_rect(0, 0, 1280, 940).await?;
    let hand = "hands/boussac-1896/the-ace-thrown-under-the-mistigri.html";
    let step = "the-ace-thrown-under-the-mistigri-h1-t3-4-try1";
    driver.goto(book.url(&format!("{hand}#{step}"))).await?;
    wait_until(
        driver,
        "document.querySelector('.hand-step.is-now.hand-step-refused')",
    )
    .await?;
    let card = "document.querySelector('.hand-step.is-now .mover .place .card:not(.gone)')";
    let touched = run_script(
        driver,
        &format!("const card = {card}; card.click(); return card.textContent"),
    )
    .await?;
    wait_until(
        driver,
        "location.pathname.endsWith('play.html') && document.querySelectorAll('.play .hand-step').length > 1",
    )
    .await?;
    let address = driver.current_url().await?;
    let words = address.fragment().unwrap_or_default().to_owned();
    assert!(
        words.contains("step=h1-t3-4") && words.contains("words=A"),
        "{touched}: {words}"
    );
    browser.close().await
}

/// A reader who opens a lesson again goes on with the deal that they had begun.
#[tokio::test]
async fn a_deal_of_a_lesson_survives_a_reload() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("learn/to-trump.html")).await?;
    run_script(
        driver,
        &format!("{REACH} localStorage.clear(); reach(document.querySelector('.play[data-text]'))"),
    )
    .await?;
    let begin = ".play[data-text] .play-table:not([hidden])";
    wait_until(driver, &format!("document.querySelector('{begin} button')")).await?;
    assert_eq!(
        run_script(driver, "return document.querySelector('.play-go-on')").await?,
        json!(null)
    );
    run_script(
        driver,
        &format!("document.querySelector('{begin} form button').click()"),
    )
    .await?;
    let card = "document.querySelector('.play .hand-step:last-child button.card:enabled')";
    wait_until(driver, card).await?;
    let steps = "document.querySelectorAll('.play .hand-step').length";
    let before = run_script(driver, &format!("return {steps}")).await?;
    run_script(driver, &format!("{card}.click()")).await?;
    wait_until(
        driver,
        &format!("{steps} > {before} && !document.querySelector('.play-hand[aria-busy]')"),
    )
    .await?;
    let begun = run_script(driver, &format!("return {steps}")).await?;
    // A reader who leaves the table sees it no more, and comes back to it by a button.
    let hand = "document.querySelector('.play .play-hand').checkVisibility()";
    run_script(driver, "document.querySelector('[data-go=leave]').click()").await?;
    let left =
        format!("return [{hand}, document.querySelector('{begin} button').checkVisibility()]");
    assert_eq!(run_script(driver, &left).await?, json!([false, true]));
    run_script(
        driver,
        "document.querySelector('.play-back button').click()",
    )
    .await?;
    let back = format!("return [{hand}, {steps}, document.querySelectorAll('.play-back').length]");
    assert_eq!(run_script(driver, &back).await?, json!([true, begun, 0]));
    driver.refresh().await?;
    run_script(
        driver,
        &format!("{REACH} reach(document.querySelector('.play[data-text]'))"),
    )
    .await?;
    wait_until(
        driver,
        "document.querySelector('.play-go-on')?.checkVisibility()",
    )
    .await?;
    run_script(driver, "document.querySelector('.play-go-on').click()").await?;
    wait_until(driver, &format!("{steps} === {begun}")).await?;
    assert_eq!(run_script(driver, "return window.heard").await?, json!([]));
    browser.close().await
}
