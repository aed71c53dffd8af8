//! What the others do between two of the learner's moves stands beside the table, within the window, the older paler, and is
//! heard once.

use crate::driver::{Browser, own_book, set_window, wait_until};
use serde_json::{Value, json};
use std::time::Duration;
use thirtyfour::prelude::*;

/// Width and height of a window, and a table at which one is refused cards.
const TABLES: [(u32, u32, &str); 3] = [
    (
        1280,
        800,
        "edition=mouche-1718&players=4&seat=1&seed=7&words=",
    ),
    (
        360,
        740,
        "edition=mouche-1718&players=6&seat=1&seed=9&words=",
    ),
    (
        360,
        740,
        "edition=pamphile-1758&players=6&seat=1&seed=19&words=",
    ),
];

/// Plays a hand, in haste: each thing is said twice. Tells what is wrong, how many sentences stood beside the table at most,
/// and how many cards were refused.
const PLAY: &str = r#"
const done = arguments[0];
const wrong = [];
const one = what => document.querySelector('.play ' + what);
const [list, live, heard] = [one('.hand-steps'), one('.hand-live'), []];
new MutationObserver(changes => {
    if (changes.some(change => [...change.removedNodes].includes(live))) { wrong.push('what one listens to is moved'); }
    if (changes.some(change => change.target === live)) { heard.push(live.textContent); }
    if (!list.children.length) { wrong.push('the table goes and comes'); }
}).observe(one('.play-hand'), { childList: true, subtree: true });
const asked = async () => {
    for (let tries = 0; one('.play-hand').matches('[aria-busy]') || !one('.play-asks :is(button, [data-plays])'); tries += 1) {
        if (tries > 500) { throw one('.play-hand').innerText; }
        await new Promise(go => setTimeout(go, 10));
    }
};
const isOwn = step => step.querySelector('.mover.mine') && !step.matches('.hand-step-refused');
let most = 0;
const look = () => {
    scrollTo(0, 0);
    const steps = [...list.children];
    const last = steps.at(-1);
    const fault = (...words) => wrong.push([last.id, ...words].join(' '));
    const before = steps.slice(steps.findLastIndex(step => step !== last && isOwn(step)) + 1, -1);
    const names = before.filter(step => !step.matches('.hand-step-refused, .hand-step-deal')).map(step => step.querySelector('.mover .who b').textContent);
    const since = [...last.querySelectorAll('.play-since li')].map(item => item.textContent).filter(words => !/ deals /.test(words));
    most = Math.max(most, since.length);
    if (since.length !== names.length || names.some((name, at) => !since[at].startsWith(name + ' '))) { fault('not told:', names, 'but', since); }
    const paler = last.querySelector('.play-since');
    if (paler && getComputedStyle(paler).color === getComputedStyle(last.querySelector('.hand-say')).color) { fault('as dark as the last'); }
    const refused = last.matches('.hand-step-refused');
    const all = ['.hand-controls', '.is-now .cloth', '.is-now .hand-title', '.play-asks', '.is-now .hand-say'];
    [...all, refused ? '.is-now .hand-choices li:nth-child(-n + 2)' : '.is-now .play-since'].flatMap(what => [...document.querySelectorAll('.play ' + what)])
        .filter(part => part.getBoundingClientRect().bottom > innerHeight + 0.5)
        .forEach(part => fault(part.className, 'ends below the window by', Math.round(part.getBoundingClientRect().bottom - innerHeight)));
};
const say = button => { button.click(); button.click(); };
(async () => {
    for (let tries = 0;; tries += 1) {
        await asked();
        if (one('.play-asks [data-says=deal]')) { break; }
        look();
        const last = list.lastElementChild;
        const cards = last.querySelectorAll(last.matches('.hand-step-refused') ? 'button.card.may' : 'button.card:enabled');
        say(one('.play-asks [data-says=stand]') || one('.play-asks [data-says]') || cards[tries % cards.length]);
    }
    const steps = [...list.children];
    if (new Set(steps.map(step => step.id)).size !== steps.length) { wrong.push('a step came twice'); }
    const told = steps.map(step => step.dataset.say).join(' ');
    /* The first was heard before this began. */
    const outcome = ' ' + one('.play-outcome').innerText;
    if (heard.join(' ').split(outcome).length !== 2) { wrong.push('the result was not heard once: ' + heard.join(' | ')); }
    if (!told.endsWith(heard.join(' ').replace(outcome, ''))) { wrong.push('heard: ' + heard.join(' | ') + ' of ' + told); }
    const refused = document.querySelectorAll('.play .hand-step-refused').length;
    heard.length = 0;
    say(one('[data-go=undo]'));
    await asked();
    if (heard.length !== 1 || heard[0].includes(steps[0].dataset.say) || !told.includes(heard[0]) || !heard[0].endsWith(list.lastElementChild.dataset.say)) { wrong.push('heard after an undo: ' + heard.join(' | ')); }
    heard.length = 0;
    one('[data-go=back]').click();
    await new Promise(go => setTimeout(go));
    if (heard.join() !== one('.is-now').dataset.say) { wrong.push('heard a step back: ' + heard.join(' | ')); }
    done([wrong, most, refused]);
})().catch(error => done([[...wrong, String(error)], 0, 0]));
"#;

#[tokio::test]
async fn what_the_others_did_stands_beside_the_table_and_is_heard_once() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_script_timeout(Duration::from_secs(60)).await?;
    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    driver
        .cdp()
        .send_raw("Emulation.setEmulatedMedia", still)
        .await?;
    let (mut most, mut refused) = (0, 0);
    for (width, height, table) in TABLES {
        set_window(driver, width, height).await?;
        driver.goto("about:blank").await?;
        driver
            .goto(own_book().url(&format!("play.html#{table}")))
            .await?;
        wait_until(driver, "document.querySelector('.play-asks button')").await?;
        let played: Value = driver.execute_async(PLAY, vec![]).await?.json().clone();
        let (wrong, told, tries): (Vec<String>, usize, usize) = serde_json::from_value(played)?;
        assert!(
            wrong.is_empty(),
            "{width} × {height}, {table}:\n{}",
            wrong.join("\n")
        );
        (most, refused) = (most.max(told), refused + tries);
    }
    browser.close().await?;
    assert!(
        most >= 7 && refused > 0,
        "at most {most} sentences, {refused} cards refused"
    );
    Ok(())
}
