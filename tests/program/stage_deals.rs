//! The deals that are played on the stage of a lesson: each state fits into the window, and its buttons are taught or plain English.

use crate::driver::set_window;
use crate::page_theme::open_listening_browser;
use crate::repository_paths::root;
use crate::stage::{WINDOWS, begin_stage_anew, pages_with_stage};
use crate::test_extent;
use thirtyfour::prelude::*;

/// Plays the deals of a lesson to their end, always the card or the move that stands first. Returns what is beyond the window or only
/// seen after scrolling, the number of states, and the words on the buttons that are no moves.
const PLAY: &str = r#"
const done = arguments[0], wrong = [], buttons = new Set();
let states = 0;
const root = document.querySelector('.stage'), foot = root.querySelector('.stage-foot'), next = root.querySelector('.stage-next');
const until = async (what, find) => {
    for (let times = 0; times < 900; times += 1) {
        const found = find();
        if (found) { return found; }
        await new Promise(go => setTimeout(go, 50));
    }
    throw new Error(`${what} never comes`);
};
const look = (play, what) => {
    states += 1;
    const end = foot.getBoundingClientRect();
    const say = words => wrong.push(`${play.id} ${what}: ${words}`);
    if (end.bottom > innerHeight + 1 || scrollY > 0) { say(`the buttons end at ${end.bottom}`); }
    if (document.documentElement.scrollWidth > innerWidth) { say('too wide'); }
    if (play.scrollHeight > play.clientHeight + 1) { say(`${play.scrollHeight} of ${play.clientHeight} pixels`); }
    for (const one of play.querySelectorAll('.cloth, .card, button, .play-verdict *, .hand-say, .play-account *')) {
        const { top, bottom, right, height } = one.getBoundingClientRect();
        if (one.checkVisibility() && height && (top < 0 || bottom > end.top + 1.5 || right > innerWidth + 1)) { say(`${one.className || one.tagName} from ${top} to ${bottom}`); }
    }
    for (const name of play.querySelectorAll('.who b')) {
        const seat = name.parentElement.getBoundingClientRect();
        const isCut = name.scrollWidth > name.clientWidth + 1 || name.getBoundingClientRect().right > seat.right + 1;
        if (name.checkVisibility() && isCut) { say(`the name ${name.textContent} is cut off`); }
    }
    const duty = [...play.querySelectorAll('.hand-say, .play-since li')].find(one => / must (?!follow).* and play/.test(one.textContent));
    if (duty && play.closest('.without-clauses')) { say(`an untaught duty: ${duty.textContent}`); }
    for (const one of root.querySelectorAll('button:not(.card, [data-says], .stage-dots *), a.button')) {
        if (one.checkVisibility()) { buttons.add(one.textContent.replace(/[‹›]/g, '').trim()); }
    }
};
const playOut = async play => {
    (await until('the table', () => play.querySelector('.play-table:not([hidden]) button'))).click();
    let last = {}, tries = 0;
    for (;;) {
        const asked = step => [...step.querySelectorAll('.play-asks [data-says]')].map(one => one.dataset.says).join();
        await until(`a turn after ${play.id} ${last.id}`, () => {
            const now = play.querySelector('.hand-step:last-child');
            const asks = now && now.querySelector('button.card:enabled, .play-asks button');
            return asks && (now.id !== last.id || asked(now) && asked(now) !== last.asked);
        });
        await new Promise(go => requestAnimationFrame(() => setTimeout(go, 30)));
        const step = play.querySelector('.hand-step:last-child');
        last = { id: step.id, asked: asked(step) };
        look(play, step.id);
        if (step.querySelector('[data-go=again]')) { break; }
        const says = [...step.querySelectorAll('.play-asks [data-cards=none]')];
        const cards = [...step.querySelectorAll('button.card:enabled')];
        const moves = says.length ? says.filter(one => one.dataset.says !== 'fold') : cards;
        tries = step.matches('.hand-step-refused') ? tries + 1 : 0;
        moves[Math.min(tries, moves.length - 1)].click();
    }
};
(async () => {
    for (const play of root.querySelectorAll('.play[data-text]')) {
        for (let times = 0; times < 60 && !play.checkVisibility(); times += 1) { next.click(); }
        await playOut(play);
    }
    done([wrong, states, [...buttons]]);
})().catch(error => done([[...wrong, String(error)], states, []]));
"#;

/// The words on buttons that say in plain English what they do. The first is that of an arrow.
const PLAIN: [&str; 9] = [
    "",
    "Back",
    "Full rule",
    "Look back",
    "What if?",
    "Save",
    "Leave",
    "Again",
    "Go back there",
];

/// Returns the words in quotation marks of the line of a lesson's header that begins with a key.
fn quoted_words(lesson: &str, key: &str) -> Vec<String> {
    let line = lesson.lines().find(|line| line.starts_with(key));
    let pieces = line.unwrap_or_default().split('"').skip(1).step_by(2);
    pieces.map(str::to_owned).collect()
}

/// Returns the buttons that a lesson and those before it teach.
fn taught_controls(page: &str) -> Vec<String> {
    let mut controls = Vec::new();
    let mut name = page.trim_start_matches("learn/").replace(".html", ".md");
    loop {
        let lesson = std::fs::read_to_string(root().join("book/src/learn").join(&name));
        let lesson = lesson.expect("a lesson");
        controls.extend(quoted_words(&lesson, "controls"));
        match quoted_words(&lesson, "after").pop() {
            Some(before) => name = before,
            None => return controls,
        }
    }
}

#[tokio::test]
async fn a_deal_on_the_stage_is_in_the_window_and_its_buttons_are_known() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver
        .set_script_timeout(std::time::Duration::from_secs(300))
        .await?;
    let mut pages = pages_with_stage();
    pages.retain(|page| page.starts_with("learn/"));
    let mut faults = Vec::new();
    let mut seen = 0;
    for (width, height) in WINDOWS {
        set_window(driver, width, height).await?;
        for page in pages.iter().step_by(test_extent::sample_step(18)) {
            begin_stage_anew(driver, page).await?;
            let played = driver.execute_async(PLAY, vec![]).await?;
            let (wrong, states, buttons): (Vec<String>, usize, Vec<String>) =
                serde_json::from_value(played.json().clone())?;
            seen += states;
            let fault = |wrong: String| format!("{page} at {width}: {wrong}");
            faults.extend(wrong.into_iter().map(fault));
            let taught = taught_controls(page);
            for button in buttons {
                if !PLAIN.contains(&button.as_str()) && !taught.contains(&button) {
                    faults.push(fault(format!("nobody teaches the button {button}")));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(seen > 10, "{seen} states");
    browser.close().await
}
