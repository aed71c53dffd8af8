//! Practice deals, played to their reckoning: every one of them by chance, one by keys alone.

use crate::driver::{Browser, book};
use crate::paper::EDITIONS;
use crate::server::serve;
use crate::theme::listening;
use mouche::editions;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use thirtyfour::prelude::*;

/// Deals of an edition, at the least.
const EACH: usize = 20;

/// Plays the first deals of the page through its own buttons, each choice by chance from a seed, and tells what came of
/// each. A refused choice must be answered with its clause and change nothing; an allowed one must leave the focus on a
/// button of the board.
const PLAY: &str = r#"
const [seed, most, done] = arguments;
let state = seed;
const random = n => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return (state >>> 16) % n; };
const played = [];
const choose = (board, end) => {
    const all = what => Array.from(board.querySelectorAll(what));
    const [cloth, message] = ['.practice-cloth', '.practice-message'].map(what => board.querySelector(what));
    const cards = all('.practice-hand button');
    const deeds = all('.practice-deeds button:not(.practice-hint)');
    const plays = cards.filter(one => !one.hasAttribute('aria-pressed'));
    const choice = (plays.length ? plays : deeds)[random((plays.length || deeds.length))];
    const marks = /you marked/.test(choice.textContent) && random(4)
        ? cards.filter(() => random(/turn-up/.test(choice.textContent) ? cards.length : 2) === 0) : [];
    const mark = to => cards.forEach(one => {
        if (one.hasAttribute('aria-pressed') && to.includes(one) !== (one.getAttribute('aria-pressed') === 'true')) { one.click(); }
    });
    mark(marks);
    const before = cloth.innerHTML, whole = board.innerHTML;
    choice.click();
    const refused = /^Not allowed: /.test(message.textContent);
    const asked = /^Mark /.test(message.textContent);
    if (refused || asked) {
        if (!message.querySelector('a.clause[href*="rules/"]')) { end.faults.push('no clause: ' + message.textContent); }
        if (cloth.innerHTML !== before) { end.faults.push('something changed'); }
        end[refused ? 'refused' : 'asked'] += 1;
        mark([]);
    } else if (board.innerHTML === whole) {
        end.faults.push('nothing came of ' + choice.textContent);
    } else {
        end.choices += 1;
    }
    if (!refused && !asked && !document.activeElement.closest('.practice-board button')) { end.faults.push('the focus is lost'); }
};
const play = async box => {
    const end = { name: box.dataset.name, choices: 0, refused: 0, asked: 0, faults: [], chips: '', result: '' };
    box.querySelector('.practice-begin').click();
    for (let waited = 0; !box.querySelector('.practice-board') && waited < 500; waited += 1) {
        await new Promise(then => setTimeout(then, 10));
    }
    const board = box.querySelector('.practice-board');
    for (let tries = 0; !board.querySelector('.practice-again') && tries < 400; tries += 1) { choose(board, end); }
    end.chips = (board.querySelector('.practice-chips') || { textContent: '' }).textContent;
    end.result = board.querySelector('.practice-message').textContent;
    played.push(end);
};
(async () => {
    for (const box of Array.from(document.querySelectorAll('.practice')).slice(0, most)) { await play(box); }
    done(played);
})().catch(error => done([{ name: String(error.stack), choices: 0, refused: 0, asked: 0, faults: ['stopped'], chips: '', result: '' }]));
"#;

/// What came of a deal.
#[derive(Debug, Deserialize)]
struct Played {
    #[expect(dead_code, reason = "it is told with the rest when a deal fails")]
    name: String,
    choices: u32,
    refused: u32,
    asked: u32,
    faults: Vec<String>,
    chips: String,
    result: String,
}

impl Played {
    /// What each has in the end, and what it is said to be in all.
    fn chips(&self) -> Option<(Vec<i64>, i64)> {
        let (each, sum) = self.chips.split_once(": ")?;
        let each = each.split(", ").map(|one| one.rsplit(' ').next()?.parse().ok()).collect::<Option<_>>()?;
        Some((each, sum.split(' ').next()?.parse().ok()?))
    }
}

async fn json(driver: &WebDriver, script: &str) -> WebDriverResult<Value> {
    Ok(driver.execute(script, vec![]).await?.json().clone())
}

pub async fn play(driver: &WebDriver, seed: u32, most: usize) -> WebDriverResult<Value> {
    driver.set_script_timeout(Duration::from_secs(60)).await?;
    Ok(driver.execute_async(PLAY, vec![json!(seed), json!(most)]).await?.json().clone())
}

fn page(edition: &str) -> String {
    format!("practice/{edition}.html")
}

/// Plays every deal of an edition on the page that is open.
async fn play_all(driver: &WebDriver, edition: &str, seed: u32) -> WebDriverResult<Vec<Played>> {
    let played: Vec<Played> = serde_json::from_value(play(driver, seed, usize::MAX).await?)?;
    let rules = editions::ALL.iter().find(|rules| rules.id == edition).expect("an edition");
    for one in &played {
        assert!(one.faults.is_empty() && one.choices > 0, "{one:?}");
        let (each, sum) = one.chips().unwrap_or_else(|| panic!("it came to no end: {one:?}"));
        assert_eq!(each.iter().sum::<i64>(), sum, "{one:?}");
        let players = i64::try_from(each.len()).expect("few") - 1;
        assert_eq!(sum, players * rules.chips_start.value.0, "{one:?}");
        assert!(one.result.contains("You came to ") && one.result.contains("As the cards lay, "), "{one:?}");
    }
    assert!(played.len() >= EACH, "{edition}: {} deals", played.len());
    assert_eq!(json(driver, "return window.heard").await?, json!([]), "{edition} complains");
    Ok(played)
}

#[tokio::test]
async fn every_deal_goes_on_to_its_reckoning_whatever_is_chosen() -> WebDriverResult<()> {
    let browser = listening().await?;
    let (mut refused, mut asked) = (0, 0);
    for (seed, edition) in (1..).zip(EDITIONS) {
        browser.driver.goto(book().url(&page(edition))).await?;
        for one in play_all(&browser.driver, edition, seed).await? {
            refused += one.refused;
            asked += one.asked;
        }
    }
    assert!(refused > 20 && asked > 5, "chance seldom does what is not allowed: {refused}, {asked}");
    browser.close().await
}

#[tokio::test]
async fn deals_are_played_from_a_server_too() -> WebDriverResult<()> {
    let browser = listening().await?;
    let served = serve(book().site(), false);
    browser.driver.goto(format!("{served}{}", page(EDITIONS[4]))).await?;
    let none = "return performance.getEntriesByType('resource').filter(one => /-\\d+\\.js/.test(one.name)).length";
    assert_eq!(json(&browser.driver, none).await?, json!(0), "no deal is loaded before it is opened");
    play_all(&browser.driver, EDITIONS[4], 99).await?;
    browser.close().await
}

/// Plays every deal of the page by its hints, or, where cards are played, by any card that they do not name; tells what was
/// promised first and what came of it.
const BY_HINTS: &str = r#"
const [against, done] = arguments;
const ends = [];
const play = async box => {
    box.querySelector('.practice-begin').click();
    while (!box.querySelector('.practice-board')) { await new Promise(then => setTimeout(then, 10)); }
    const board = box.querySelector('.practice-board');
    const all = what => Array.from(board.querySelectorAll(what));
    const message = board.querySelector('.practice-message');
    const end = { name: box.dataset.name, promised: '', faults: [] };
    const deed = words => all('.practice-deeds button').find(one => one.textContent.toLowerCase().startsWith(words));
    const press = name => {
        const [, verb, cards] = /^to (exchange|take the turn-up for) (.*)$/.exec(name) || [];
        if (verb) {
            const marked = cards.split(' ');
            all('.practice-hand button').filter(one => marked.includes(one.textContent)).forEach(one => one.click());
            end.faults.push(...(all('[aria-pressed=true]').length === marked.length ? [] : ['not marked: ' + name]));
            deed(verb).click();
        } else {
            (all('.practice-hand button').find(one => one.textContent === name) || deed(name.slice(3))).click();
        }
    };
    /* The table shows what the log tells, and the message tells it too. */
    const check = end => {
        const log = board.querySelector('.practice-log').textContent;
        const wrong = (is, words) => { if (is) { end.faults.push(words); } };
        all('.practice-trick').forEach(trick => {
            trick.querySelectorAll('li').forEach(item => {
                const [card, name] = ['.card', 'span'].map(what => item.querySelector(what).textContent);
                wrong(!new RegExp(name + ' (leads|plays) ' + card).test(log), name + ' did not play ' + card);
            });
            const [, number, winner] = /Trick (\d)(?:, taken by (.*))?/.exec(trick.querySelector('p').textContent);
            const won = trick.querySelector('.wins span');
            wrong((winner || '') !== (won ? won.textContent : ''), 'who won trick ' + number);
            wrong(winner && !log.includes(winner + ' wins trick ' + number), 'who took trick ' + number);
        });
        all('.who').forEach(who => {
            const name = who.textContent.replace(' (you)', '');
            wrong(log.includes(name + ' folds') !== !!who.closest('.out'), name + ' is out or not');
        });
        const last = all('.practice-log li').at(-1).textContent.split(/[.:]/)[0];
        wrong(!message.textContent.includes(last), 'it does not say: ' + last);
    };
    for (let tries = 0; !board.querySelector('.practice-again') && tries < 40; tries += 1) {
        board.querySelector('.practice-hint').click();
        const hint = /As the cards lie, (.*) can still be had: (.*)\.$/.exec(message.textContent);
        if (!hint) { end.faults.push('no hint: ' + message.textContent); break; }
        end.promised = end.promised || hint[1];
        if (!against && hint[1] !== end.promised) { end.faults.push('promised ' + end.promised + ', then ' + hint[1]); }
        const best = hint[2].replace(' or the like', '').split(' or ');
        const others = all('.practice-hand button:not([aria-pressed])').filter(one => !best.includes(one.textContent));
        const cloth = board.querySelector('.practice-cloth').textContent;
        others.forEach(other => {
            if (against && board.querySelector('.practice-cloth').textContent === cloth) { other.click(); }
        });
        if (board.querySelector('.practice-cloth').textContent === cloth) { press(best[0]); }
        end.first = end.first || best[0];
        check(end);
    }
    end.says = message.textContent;
    end.tricks = all('.won').reduce((sum, one) => sum + parseInt(one.textContent, 10), 0);
    end.review = all('.practice-review').map(one => one.textContent);
    end.log = all('.practice-log li').length;
    ends.push(end);
};
(async () => {
    for (const box of document.querySelectorAll('.practice')) { await play(box); }
    done(ends);
})().catch(error => done([{ name: '', promised: '', faults: [String(error.stack)], says: '', tricks: 0, review: [], log: 0 }]));
"#;

/// What came of a deal played by its hints, or against them.
#[derive(Debug, Deserialize)]
struct Hinted {
    #[expect(dead_code, reason = "it is told with the rest when a deal fails")]
    name: String,
    promised: String,
    #[serde(default)]
    first: String,
    faults: Vec<String>,
    says: String,
    tricks: u32,
    review: Vec<String>,
    log: usize,
}

async fn by_hints(driver: &WebDriver, edition: &str, against: bool) -> WebDriverResult<Vec<Hinted>> {
    driver.goto(book().url(&page(edition))).await?;
    driver.set_script_timeout(Duration::from_secs(60)).await?;
    Ok(serde_json::from_value(driver.execute_async(BY_HINTS, vec![json!(against)]).await?.json().clone())?)
}

#[tokio::test]
async fn a_hint_can_be_followed_to_all_that_can_be_had() -> WebDriverResult<()> {
    let browser = listening().await?;
    for edition in [EDITIONS[0], EDITIONS[4]] {
        let ends = by_hints(&browser.driver, edition, false).await?;
        for end in &ends {
            let came = format!("You came to {}. As the cards lay, there was no more to be had.", end.promised);
            assert!(end.faults.is_empty() && end.says.contains(&came) && end.review.is_empty(), "{end:?}");
            assert!([0, 5].contains(&end.tricks) && end.log > 2, "{end:?}");
        }
        assert!(ends.len() >= EACH && ends.iter().filter(|end| end.tricks == 5).count() > 10, "{}", ends.len());
    }
    browser.close().await
}

#[tokio::test]
async fn who_played_worse_is_told_where() -> WebDriverResult<()> {
    let browser = listening().await?;
    let ends = by_hints(&browser.driver, EDITIONS[0], true).await?;
    let mut lost = 0;
    for end in &ends {
        assert!(end.faults.is_empty(), "{end:?}");
        let came_short = !end.says.contains("there was no more to be had.");
        assert_eq!(came_short, end.says.contains(&format!("{} was to be had: {}", end.promised, end.first)), "{end:?}");
        assert_eq!(came_short, !end.review.is_empty(), "{end:?}");
        assert!(
            end.review.iter().all(|line| line.starts_with("Trick ") && line.contains(" within reach; ")),
            "{end:?}"
        );
        lost += usize::from(came_short);
    }
    assert!(lost > 5, "{lost} of {} deals", ends.len());
    browser.close().await
}

#[tokio::test]
async fn a_deal_that_cannot_be_loaded_is_told_as_a_list() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(book().url(&page(EDITIONS[0]))).await?;
    let shown = "const box = document.querySelector('.practice'); \
         return [box.querySelector('.practice-list').checkVisibility(), !!box.querySelector('.practice-board'), \
         box.querySelector('.practice-begin').textContent]";
    assert_eq!(json(driver, shown).await?, json!([false, false, "Play deal 1"]));
    let lose = "const box = document.querySelector('.practice'); box.dataset.real = box.dataset.deal; \
         box.dataset.deal = 'none.js'; box.querySelector('.practice-begin').click()";
    json(driver, lose).await?;
    driver.query(By::Css(".practice.is-listed")).first().await?;
    assert_eq!(json(driver, shown).await?, json!([true, false, "The deal could not be loaded. Try again"]));
    let again = "const box = document.querySelector('.practice'); box.dataset.deal = box.dataset.real; \
         box.querySelector('.practice-begin').click()";
    json(driver, again).await?;
    driver.query(By::Css(".practice-board")).first().await?;
    assert_eq!(json(driver, shown).await?[0], json!(false));
    browser.close().await
}

#[tokio::test]
async fn progress_is_kept_and_can_be_forgotten() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(book().url(&page(EDITIONS[0]))).await?;
    let line = "return document.querySelector('.practice-done').checkVisibility() \
         && document.querySelector('.practice-done').textContent";
    let results = "return Array.from(document.querySelectorAll('.practice-result'), one => one.textContent).join('')";
    assert_eq!(json(driver, line).await?, json!(false));
    play(driver, 7, 2).await?;
    driver.refresh().await?;
    let told = json(driver, line).await?;
    assert!(told.as_str().is_some_and(|told| told.starts_with("Played to the end: 2 of 20. ")), "{told}");
    let best = json(driver, results).await?;
    assert_eq!(best.as_str().map(|best| best.matches("Your best so far: ").count()), Some(2), "{best}");
    let raise = "const done = JSON.parse(localStorage.getItem('mouche-practice')); done[Object.keys(done)[0]] = 999; \
         localStorage.setItem('mouche-practice', JSON.stringify({ ...done, 'other/deal': 1 }))";
    json(driver, raise).await?;
    driver.refresh().await?;
    play(driver, 8, 1).await?;
    assert_eq!(json(driver, results).await?.as_str().map(|best| best.contains("+999")), Some(true), "the best is kept");
    driver.goto(book().url(&page(EDITIONS[1]))).await?;
    assert_eq!(json(driver, line).await?, json!(false), "each page tells of its own deals");
    driver.goto(book().url(&page(EDITIONS[0]))).await?;
    driver.find(By::Css(".practice-done button")).await?.click().await?;
    assert_eq!(json(driver, line).await?, json!("Forgotten."));
    assert_eq!(json(driver, "return document.activeElement.className").await?, json!("practice-done"));
    driver.refresh().await?;
    assert_eq!(json(driver, line).await?, json!(false));
    assert_eq!(json(driver, results).await?, json!(""));
    let kept = "return localStorage.getItem('mouche-practice')";
    assert_eq!(json(driver, kept).await?, json!(r#"{"other/deal":1}"#), "other pages keep theirs");
    browser.close().await
}

#[tokio::test]
async fn keys_alone_play_a_deal_and_its_cards_have_names() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(book().url(&page(EDITIONS[4]))).await?;
    json(driver, "document.querySelector('.practice-begin').focus()").await?;
    driver.action_chain().send_keys(Key::Enter + "").perform().await?;
    driver.query(By::Css(".practice-hand button")).first().await?;
    let roles = "return ['.practice-message'].map(what => document.querySelector(what).getAttribute('role')) + ' ' + \
         Array.from(document.querySelectorAll('.practice-board .card'), one => one.getAttribute('aria-label')) \
         .every(name => / of (spades|hearts|diamonds|clubs)/.test(name))";
    assert_eq!(json(driver, roles).await?, json!("status true"));
    // A card to be marked is passed by, for a declaration; a refused card, for the next.
    let press = "const one = document.activeElement; const said = document.querySelector('.practice-message').innerText; \
         if (!one.closest('.practice-board')) { return 'lost'; } \
         if (one.matches('.practice-again')) { return 'over'; } \
         const passed = one.hasAttribute('aria-pressed') || one.matches('.practice-hint') \
             || /you marked|Fold/.test(one.textContent) || /^Not allowed/.test(said) && window.pressed === one; \
         window.pressed = one; return passed ? 'tab' : 'enter'";
    let mut pressed = Vec::new();
    while pressed.last().is_none_or(|last| last != "over") {
        let key = json(driver, press).await?.as_str().unwrap_or_default().to_string();
        match key.as_str() {
            "tab" => driver.action_chain().send_keys(Key::Tab + "").perform().await?,
            "enter" => driver.action_chain().send_keys(Key::Enter + "").perform().await?,
            other => assert_eq!(other, "over", "{pressed:?}"),
        }
        pressed.push(key);
        assert!(pressed.len() < 80, "{pressed:?}");
    }
    driver.action_chain().send_keys(Key::Enter + "").perform().await?;
    assert_eq!(json(driver, "return !!document.activeElement.closest('.practice-hand')").await?, json!(true), "again");
    browser.close().await
}

#[tokio::test]
async fn without_scripts_the_page_says_so() -> WebDriverResult<()> {
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    driver.goto(book().url(&page(EDITIONS[0]))).await?;
    assert!(driver.find(By::Css(".practice-none")).await?.is_displayed().await?);
    for one in driver.find_all(By::Css(".practice-begin, .practice-done")).await? {
        assert!(!one.is_displayed().await?, "what cannot work is not offered");
    }
    let lists = driver.find_all(By::Css(".practice-list")).await?;
    assert_eq!(lists.len(), EACH);
    assert!(lists[0].text().await?.contains("You are "));
    let fold = lists[0].find(By::Css("details")).await?;
    assert_eq!(fold.attr("open").await?, None, "the answer is closed");
    fold.find(By::Css("summary")).await?.click().await?;
    assert!(lists[0].text().await?.contains("is the most that you can come to."));
    browser.close().await
}
