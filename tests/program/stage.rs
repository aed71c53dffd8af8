//! The stage of a lesson: it fits into the window in every state, hears keys, and keeps the place of its reader.

use crate::driver::{Browser, own_book, run_script, set_window, wait_until};
use crate::page_theme::open_listening_browser;
use crate::test_extent;
use serde_json::{Value, json};
use thirtyfour::TypingData;
use thirtyfour::prelude::*;

/// A laptop and a phone.
pub const WINDOWS: [(u32, u32); 2] = [(1280, 800), (360, 740)];

/// Opens a page of our book with a stage as a reader does who was never there, and waits until the stage has begun.
pub async fn begin_stage_anew(driver: &WebDriver, page: &str) -> WebDriverResult<()> {
    driver.goto(own_book().url(page)).await?;
    run_script(
        driver,
        "localStorage.clear(); history.replaceState(null, '', location.pathname)",
    )
    .await?;
    driver.refresh().await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await
}

/// Walks through all scenes of a stage: each step of a hand, and each question before an answer, after the longest wrong one
/// and after the longest right one. Returns what is beyond the window or only seen after scrolling, and the number of states.
const WALK: &str = r#"
const done = arguments[0];
const wrong = [];
let states = 0;
const root = document.querySelector('.stage');
const foot = root.querySelector('.stage-foot');
const settle = () => new Promise(go => requestAnimationFrame(() => setTimeout(go, 0)));
const shown = selector => [...root.querySelectorAll(selector)].find(one => one.checkVisibility());
const look = what => {
    states += 1;
    const end = foot.getBoundingClientRect();
    const say = words => wrong.push(`${root.dataset.scene} ${location.hash} ${what}: ${words}`);
    if (end.bottom > innerHeight + 1 || scrollY > 0) { say(`the buttons end at ${end.bottom}`); }
    if (document.documentElement.scrollWidth > innerWidth) { say('too wide'); }
    for (const one of root.querySelectorAll('.stage-head *, .stage-rule, .stage-lead, .cloth, .cloth .card, .asked-asks, .asked-choices, details[open] p, .asked-check, .hand-say, h2, h2 ~ p, .play-table button')) {
        const { top, bottom, right, height } = one.getBoundingClientRect();
        if (one.checkVisibility() && height && (top < 0 || bottom > end.top + 1.5 || right > innerWidth + 1)) { say(`${one.className || one.tagName} from ${top} to ${bottom}`); }
    }
    for (const name of root.querySelectorAll('.who :is(b, button)')) {
        if (name.checkVisibility() && name.scrollWidth > name.clientWidth + 1) { say(`the name ${name.textContent} is cut off`); }
    }
    for (const scene of root.querySelectorAll('.asked, .hand, .play')) {
        if (scene.checkVisibility() && scene.scrollHeight > scene.clientHeight + 1) { say(`${scene.scrollHeight} of ${scene.clientHeight} pixels`); }
    }
};
const answer = async (asked, isRight, most = 9) => {
    const good = one => Boolean(one.querySelector('.may:not(.but)')) === isRight;
    const answers = [...asked.querySelectorAll('.asked-answers > details')].filter(good).sort((a, b) => b.textContent.length - a.textContent.length);
    const given = 'all' in asked.dataset && isRight ? answers.slice(0, most) : answers.slice(0, 1);
    for (const one of given) {
        const words = one.querySelector('summary').textContent.trim();
        [...asked.querySelectorAll('button')].find(button => button.textContent === words && button.ariaPressed !== 'true')?.click();
    }
    asked.querySelector('.asked-check')?.click();
    await settle();
};
(async () => {
    for (let steps = 0; steps < 90; steps += 1) {
        await settle();
        look('shown');
        const asked = shown('.asked');
        if (asked) {
            if ('all' in asked.dataset) {
                await answer(asked, true, 1);
                look('answered in part');
                [...asked.querySelectorAll('[aria-pressed=true]')].forEach(button => button.click());
            }
            await answer(asked, false);
            look('answered wrong');
            await answer(asked, true);
            look('answered right');
            if (!asked.matches('.is-answered')) { wrong.push(`${asked.id} is not answered`); }
        }
        if (root.dataset.scene === 'end') { break; }
        shown('.stage-next').click();
    }
    if (root.dataset.scene !== 'end') { wrong.push('it never ends'); }
    done([wrong, states]);
})().catch(error => done([[String(error)], 0]));
"#;

/// Returns the addresses of all pages that have a stage.
pub fn pages_with_stage() -> Vec<String> {
    let mut found = vec!["index.html".to_owned()];
    let folder = own_book().site().join("learn");
    for page in std::fs::read_dir(folder).expect("the lessons").flatten() {
        let html = std::fs::read_to_string(page.path()).expect("a page");
        if html.contains("lesson-page stage") {
            found.push(format!("learn/{}", page.file_name().to_string_lossy()));
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn all_of_a_stage_is_in_the_window_in_every_state() -> WebDriverResult<()> {
    let pages = pages_with_stage();
    assert!(pages.len() >= 26, "{pages:?}");
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver
        .set_script_timeout(std::time::Duration::from_secs(60))
        .await?;
    let mut faults = Vec::new();
    for (width, height) in WINDOWS {
        set_window(driver, width, height).await?;
        for page in pages.iter().step_by(test_extent::sample_step(9)) {
            begin_stage_anew(driver, page).await?;
            let walked = driver.execute_async(WALK, vec![]).await?;
            let (wrong, states): (Vec<String>, usize) =
                serde_json::from_value(walked.json().clone())?;
            assert!(states > 9, "{page}: {states} states, {wrong:?}");
            faults.extend(
                wrong
                    .iter()
                    .map(|wrong| format!("{page} at {width}: {wrong}")),
            );
            assert_eq!(
                run_script(driver, "return window.heard").await?,
                json!([]),
                "{page}"
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    browser.close().await
}

/// The kind of the scene that is shown, and its question.
pub const SCENE: &str = "return [document.querySelector('.stage').dataset.scene, \
     [...document.querySelectorAll('.asked')].findIndex(one => one.checkVisibility())]";

/// Goes on to the first question of the lesson.
const TO_QUESTION: &str = "for (let times = 0; times < 20 && document.querySelector('.stage').dataset.scene === 'hand'; times += 1) \
     { document.querySelector('.stage-next').click(); }";

async fn press(driver: &WebDriver, key: impl Into<TypingData>) -> WebDriverResult<()> {
    driver.action_chain().send_keys(key).perform().await
}

#[tokio::test]
async fn a_lesson_is_gone_through_by_keys_alone() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("learn/to-follow-suit.html"))
        .await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    for _ in 0..3 {
        press(driver, Key::Right + "").await?;
    }
    assert_eq!(run_script(driver, SCENE).await?, json!(["asked", 0]));
    press(driver, Key::Left + "").await?;
    assert_eq!(run_script(driver, SCENE).await?, json!(["hand", -1]));
    press(driver, Key::Enter + "").await?;
    // The right cards by their numbers, then the button that checks them.
    let numbers = "const asked = document.querySelector('.asked'); \
         const right = [...asked.querySelectorAll('details')].filter(one => one.querySelector('.may:not(.but)')).map(one => one.querySelector('summary').textContent.trim()); \
         return [...asked.querySelectorAll('.cloth button')].flatMap((button, at) => right.includes(button.textContent) ? [String(at + 1)] : [])";
    let numbers: Vec<String> = serde_json::from_value(run_script(driver, numbers).await?)?;
    assert!(!numbers.is_empty());
    for number in numbers {
        press(driver, number).await?;
    }
    let answered = "return document.querySelector('.asked').matches('.is-answered')";
    assert_eq!(run_script(driver, answered).await?, json!(false));
    press(driver, Key::Enter + "").await?;
    assert_eq!(run_script(driver, answered).await?, json!(true));
    press(driver, Key::Enter + "").await?;
    assert_eq!(run_script(driver, SCENE).await?, json!(["asked", 1]));
    browser.close().await
}

#[tokio::test]
async fn every_card_is_checked_at_once_and_never_counted() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("index.html")).await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    let reach = "const asked = document.querySelector('.asked[data-all]'); \
         const dots = document.querySelectorAll('.stage-dots button'); \
         for (let at = 0; at < dots.length && !asked.checkVisibility(); at += 1) { dots[at].click(); }";
    run_script(driver, reach).await?;
    let tap = |card: &str| {
        format!(
            "[...document.querySelectorAll('.asked[data-all] .cloth button')].find(one => one.textContent === '{card}').click()"
        )
    };
    let check = "document.querySelector('.asked[data-all] .asked-check').click()";
    let state = "const asked = document.querySelector('.asked[data-all]'); \
         return [asked.querySelector('.asked-result').textContent, asked.querySelectorAll('details[open]').length, asked.matches('.is-answered'), \
         asked.querySelectorAll('.cloth .card.may, .cloth .card.may-not').length]";
    run_script(driver, check).await?;
    assert_eq!(
        run_script(driver, state).await?,
        json!(["", 0, false, 0]),
        "nothing is chosen yet"
    );
    run_script(driver, &tap("10♦")).await?;
    assert_eq!(
        run_script(driver, state).await?,
        json!(["", 0, false, 0]),
        "a tap alone tells nothing"
    );
    run_script(driver, check).await?;
    let more = format!("{MISSING} The rule: Following suit");
    assert_eq!(
        run_script(driver, state).await?,
        json!([more, 0, false, 1]),
        "an incomplete answer has the rule, and no reason of the whole answer"
    );
    run_script(driver, &tap("K♥")).await?;
    run_script(driver, check).await?;
    assert_eq!(
        run_script(driver, state).await?,
        json!(["", 1, false, 2]),
        "the wrong card has its reason"
    );
    run_script(driver, &tap("7♦")).await?;
    run_script(driver, check).await?;
    assert_eq!(run_script(driver, state).await?, json!(["", 1, true, 3]));
    let kept = "return Object.values(JSON.parse(localStorage['mouche-course']))[0]";
    let kept: Value = run_script(driver, kept).await?;
    assert!(
        kept.to_string().contains(":false"),
        "not at the first try: {kept}"
    );
    browser.close().await
}

/// What a question says of an answer that is right and not complete.
const MISSING: &str = "Right so far, but something is missing.";

/// Returns what a question of who owes says after the names were chosen, one after the other.
async fn answer_names(
    driver: &WebDriver,
    page: &str,
    question: &str,
    names: &[&str],
) -> WebDriverResult<Vec<String>> {
    begin_stage_anew(driver, page).await?;
    run_script(driver, &format!("location.hash = '{question}'")).await?;
    wait_until(
        driver,
        &format!("document.getElementById('{question}').checkVisibility()"),
    )
    .await?;
    let mut said = Vec::new();
    for name in names {
        let choose = format!(
            "const asked = document.getElementById('{question}'); \
             [...asked.querySelectorAll('button')].find(one => one.textContent === '{name}').click(); \
             asked.querySelector('.asked-check').click(); \
             return [asked.querySelector('.asked-result'), ...asked.querySelectorAll('details[open] p')].map(one => one.innerText).join(' ').trim()"
        );
        let words = run_script(driver, &choose).await?;
        said.push(words.as_str().unwrap_or_default().to_owned());
    }
    Ok(said)
}

#[tokio::test]
async fn praise_and_the_reason_of_the_whole_answer_wait_until_it_is_complete() -> WebDriverResult<()>
{
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let question = "task-three-two-and-twice-nothing-h1-pay-owes";
    let names = ["Thérèse", "Urbain"];
    let said = answer_names(driver, "learn/to-make-the-mouche.html", question, &names).await?;
    assert!(
        said[0].starts_with(&format!("{MISSING} The rule: ")),
        "{said:?}"
    );
    assert!(!said[0].contains("these two"), "{said:?}");
    assert!(
        said[1].starts_with("Good. Each of these two won no trick"),
        "{said:?}"
    );
    browser.close().await
}

#[tokio::test]
async fn a_complete_answer_has_the_reason_of_each_name() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let question = "task-once-round-the-table-h1-pay-owes";
    let names = ["Rosalie", "Urbain"];
    let said = answer_names(driver, "learn/a-whole-evening.html", question, &names).await?;
    assert!(
        said[0].starts_with(MISSING) && said[0].contains("Rosalie has won no trick."),
        "{said:?}"
    );
    assert!(
        !said[0].contains("Good.") && !said[0].contains("Urbain"),
        "{said:?}"
    );
    assert!(
        said[1].contains("Good. Rosalie has won no trick.")
            && said[1].contains("Good. Urbain has won no trick."),
        "{said:?}"
    );
    browser.close().await
}

#[tokio::test]
async fn the_whole_rule_is_closed_by_a_button_and_untaught_duties_are_left_out()
-> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    begin_stage_anew(driver, "learn/how-the-cards-rank.html").await?;
    let open = "document.querySelector('.stage-whole').click(); \
         return document.getElementById('stage-idea').matches(':popover-open')";
    assert_eq!(run_script(driver, open).await?, json!(true));
    let close = "document.querySelector('#stage-idea > button').click(); \
         return document.getElementById('stage-idea').matches(':popover-open')";
    assert_eq!(run_script(driver, close).await?, json!(false));
    let sentences = "const play = document.querySelector('.without-clauses .play'); \
         const say = words => { const p = document.createElement('p'); p.textContent = words; play.append(p); return p; }; \
         const said = [say('Simon must beat 9♥ and plays K♥.'), say('You must trump and play 7♠.'), say('Simon must follow hearts and plays 7♥.')]; \
         await new Promise(go => setTimeout(go, 50)); \
         return said.map(p => p.textContent)";
    let script = format!("return (async () => {{ {sentences} }})()");
    assert_eq!(
        run_script(driver, &script).await?,
        json!([
            "Simon plays K♥.",
            "You play 7♠.",
            "Simon must follow hearts and plays 7♥."
        ])
    );
    browser.close().await
}

/// Opens the lesson on trumping at its first question, and returns its address.
pub async fn open_first_question(driver: &WebDriver) -> WebDriverResult<String> {
    let lesson = own_book().url("learn/to-trump.html");
    driver.goto(&lesson).await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    run_script(driver, TO_QUESTION).await?;
    Ok(lesson)
}

#[tokio::test]
async fn a_reload_and_the_way_back_keep_the_place() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_first_question(driver).await?;
    run_script(driver, "document.querySelector('.stage-next').click()").await?;
    let second = json!(["asked", 1]);
    assert_eq!(run_script(driver, SCENE).await?, second);
    driver.refresh().await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    assert_eq!(run_script(driver, SCENE).await?, second, "after a reload");
    driver.goto(own_book().url("learn/learn.html")).await?;
    driver.back().await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    assert_eq!(
        run_script(driver, SCENE).await?,
        second,
        "after the way back"
    );
    // The front page knows it too.
    driver.goto(own_book().url("index.html")).await?;
    wait_until(driver, "document.querySelector('.front-back a')").await?;
    let welcome = "return document.querySelector('.front-back').textContent";
    assert_eq!(
        run_script(driver, welcome).await?,
        json!("Welcome back. Go on with Trumping: question 2 of 4. ")
    );
    run_script(driver, "document.querySelector('.front-back a').click()").await?;
    wait_until(driver, "document.querySelector('.lesson-page.is-begun')").await?;
    assert_eq!(
        run_script(driver, SCENE).await?,
        second,
        "by the front page"
    );
    // What another page of this host put there is no place.
    for damaged in [
        "5",
        "{",
        "{\"address\":\"https://example.org/\",\"title\":\"x\",\"doing\":\"y\"}",
        "{\"address\":\"javascript:1\",\"title\":1}",
    ] {
        driver
            .execute(
                "localStorage.setItem('mouche-place', arguments[0])",
                vec![json!(damaged)],
            )
            .await?;
        driver.goto(own_book().url("index.html")).await?;
        wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
        assert_eq!(
            run_script(driver, "return document.querySelector('.front-back')").await?,
            json!(null),
            "{damaged}"
        );
    }
    browser.close().await
}

#[tokio::test]
async fn on_paper_a_lesson_is_a_page() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url("learn/to-trump.html")).await?;
    wait_until(driver, "document.querySelector('.stage.is-begun')").await?;
    let shown = "const all = [...document.querySelectorAll('.stage :is(.asked, .hand, h2:not(.hand-title), .stage-idea)')]; \
         return [all.length > 8, all.filter(one => !one.checkVisibility()).length]";
    assert_ne!(run_script(driver, shown).await?, json!([true, 0]));
    driver
        .cdp()
        .send_raw("Emulation.setEmulatedMedia", json!({ "media": "print" }))
        .await?;
    assert_eq!(run_script(driver, shown).await?, json!([true, 0]));
    browser.close().await
}
