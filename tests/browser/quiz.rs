//! A hand as a quiz: the cards of others and what is to come hidden, every choice answered with its clause.

use crate::driver::{Browser, book};
use crate::theme::listening;
use serde_json::{Value, json};
use thirtyfour::prelude::*;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";
const ID: &str = "denise-must-trump-h1";

/// Goes through the hand in a seat from the step that is shown to the end, and answers each question with every choice, the
/// refused ones first. Tells the questions, and what was wrong.
const ANSWER: &str = r#"
const [seat] = arguments;
const hand = document.querySelector('.hand');
const one = what => hand.querySelector(what);
const questions = [], faults = [];
const wrong = (is, words) => { if (is) { faults.push(now() + ': ' + words); } };
const now = () => one('.hand-step.is-now').id;
const visible = () => Array.from(hand.querySelectorAll('.hand-step')).filter(step => step.checkVisibility());
for (let guard = 0; guard < 60; guard += 1) {
    const open = visible().flatMap(step => Array.from(step.querySelectorAll('.place .card, .hand-choices .card')))
        .filter(card => card.checkVisibility() && !card.closest('.mine') && card.getAttribute('aria-label') !== 'a card, face down');
    wrong(open.length, 'cards lie open');
    wrong(visible().length !== 1, 'more than a step is shown');
    const step = one('.hand-step.is-now');
    const next = Array.from(hand.querySelectorAll('.hand-step'))[Number(one('.hand-now').textContent)];
    const row = Array.from(hand.querySelectorAll('.hand-quiz-choices button')).slice(0, -1);
    const listed = next ? Array.from(next.querySelectorAll('.hand-choices.m' + seat + ' li')) : [];
    if (row.length) {
        questions.push(next.id);
        wrong(listed.length !== row.length, 'not every choice is offered');
        const order = row.map((_, at) => at).sort((a, b) => listed[a].matches('.may') - listed[b].matches('.may'));
        order.forEach(at => {
            row[at].click();
            const told = one('.hand-quiz-told');
            const says = told.textContent;
            const asks = [listed[at].querySelector('.verdict').textContent, listed[at].querySelector('.clause').textContent];
            wrong(!asks.every(words => says.includes(words)), 'it says ' + says);
            wrong(!told.querySelector('a.clause[href*="rules/"]'), 'no clause');
            wrong(listed[at].matches('.may') !== !!told.querySelector('button'), 'allowed or not: ' + says);
            wrong(now() !== step.id, 'an answer moved the hand');
        });
        hand.querySelector('.hand-quiz-told button').click();
        wrong(now() !== next.id, 'not led on');
        wrong(document.activeElement === document.body, 'the focus is lost');
    } else if (next) {
        one('[data-go=next]').click();
        wrong(location.hash !== '#' + now(), 'the address');
    } else {
        break;
    }
}
return { questions, faults, says: one('.hand-quiz').innerText };
"#;

async fn json(driver: &WebDriver, script: &str) -> WebDriverResult<Value> {
    Ok(driver.execute(script, vec![]).await?.json().clone())
}

/// Opens the hand at a step, and the quiz.
async fn asked(driver: &WebDriver, step: &str) -> WebDriverResult<()> {
    driver.goto("about:blank").await?;
    driver.goto(book().url(&format!("{HAND}#{ID}-{step}"))).await?;
    driver.find(By::Css("[data-go=quiz]")).await?.click().await?;
    driver.query(By::Css(".hand-quiz-choices")).first().await?;
    Ok(())
}

async fn sit(driver: &WebDriver, seat: u8) -> WebDriverResult<()> {
    let sit = format!(
        "const one = document.querySelector('[data-set=seat]'); one.value = '{seat}'; \
         one.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    );
    json(driver, &sit).await?;
    Ok(())
}

#[tokio::test]
async fn from_every_seat_each_choice_is_answered_with_its_clause() -> WebDriverResult<()> {
    let browser = listening().await?;
    let driver = &browser.driver;
    for seat in 0..4 {
        asked(driver, "deal").await?;
        sit(driver, seat).await?;
        let told = driver.execute(ANSWER, vec![json!(seat)]).await?.json().clone();
        assert_eq!(told["faults"], json!([]), "seat {seat}");
        let questions: Vec<String> = serde_json::from_value(told["questions"].clone())?;
        // Each declares once, and plays five cards but for Bertrand, who folds.
        assert!(questions.len() == 6 || questions.len() == 1, "seat {seat}: {questions:?}");
        let tries = questions.iter().filter(|id| id.contains("t3-2")).count();
        assert!(tries <= 1, "a try and what is done in its place are one question: {questions:?}");
        let says = told["says"].as_str().unwrap_or_default().to_string();
        assert!(says.contains("The hand is over.") && says.contains(&format!("of {}", questions.len())), "{says}");
    }
    assert_eq!(json(driver, "return window.heard").await?, json!([]));
    browser.close().await
}

#[tokio::test]
async fn a_score_is_kept_shown_again_and_forgotten() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let score = "return document.querySelector('.hand-score').textContent";
    asked(driver, "t3-1").await?;
    sit(driver, 3).await?;
    let choose = |card: &str| {
        format!(
            "[...document.querySelectorAll('.hand-quiz-choices button')].find(one => one.textContent === '{card}').click()"
        )
    };
    json(driver, &choose("A♣")).await?;
    let told = json(driver, "return document.querySelector('.hand-quiz-told').textContent").await?;
    assert!(told.as_str().is_some_and(|told| told.starts_with("A♣: refused: a trump must go Trumping")), "{told}");
    json(driver, &choose("7♥")).await?;
    let before = json(driver, score).await?;
    assert!(before.as_str().is_some_and(|score| score.starts_with("Right at first: 0 of 1.")), "{before}");
    asked(driver, "deal").await?;
    sit(driver, 3).await?;
    assert_eq!(json(driver, score).await?, before, "after the page was left");
    sit(driver, 2).await?;
    assert_eq!(json(driver, score).await?, json!(""), "a seat has its own");
    sit(driver, 3).await?;
    driver.find(By::Css(".hand-score button")).await?.click().await?;
    assert_eq!(json(driver, score).await?, json!(""));
    assert_eq!(json(driver, "return document.activeElement === document.body").await?, json!(false));
    assert_eq!(json(driver, "return localStorage.getItem('mouche-quiz')").await?, json!("{}"));
    browser.close().await
}

#[tokio::test]
async fn a_hint_names_the_clause_and_back_and_next_keep_the_address() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    asked(driver, "t3-1").await?;
    sit(driver, 3).await?;
    driver.find(By::Css(".hand-quiz-choices button:last-child")).await?.click().await?;
    let told = json(driver, "return document.querySelector('.hand-quiz-told').textContent").await?;
    assert_eq!(told, json!("1 of these 3 may be chosen: Trumping."));
    let shown = "return document.querySelector('.hand-step.is-now').id + location.hash";
    for (button, step) in [("back", "t2-4"), ("next", "t3-1"), ("next", "t3-2-try1"), ("back", "t3-1")] {
        driver.find(By::Css(format!("[data-go={button}]"))).await?.click().await?;
        let is = json(driver, shown).await?;
        let id = is.as_str().unwrap_or_default().split('#').next().unwrap_or_default().to_string();
        assert_eq!(is, json!(format!("{id}#{id}")), "the address");
        assert!(id.starts_with(&format!("{ID}-{}", &step[..2])), "{id}, not {step}");
    }
    browser.close().await
}

#[tokio::test]
async fn whoever_leaves_the_quiz_sees_the_hand_as_before() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let view = "const set = name => document.querySelector('[data-set=' + name + ']'); \
         return [set('seat').value, set('hides').checked, set('waits').checked, \
         document.querySelectorAll('.place .card[aria-label=\"a card, face down\"]').length > 0, \
         document.querySelector('[data-go=quiz]').getAttribute('aria-pressed')]";
    asked(driver, "d4").await?;
    assert_eq!(json(driver, view).await?, json!(["3", true, true, true, "true"]), "in the seat that is asked most");
    driver.find(By::Css("[data-go=quiz]")).await?.click().await?;
    assert_eq!(json(driver, view).await?, json!(["", false, false, false, "false"]));
    assert!(!driver.find(By::Css(".hand-quiz")).await?.is_displayed().await?);
    browser.close().await
}

#[tokio::test]
async fn keys_alone_answer_and_cards_have_names() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(book().url(&format!("{HAND}#{ID}-t1-1"))).await?;
    json(driver, "document.querySelector('[data-go=quiz]').focus()").await?;
    driver.action_chain().send_keys(Key::Enter + "").perform().await?;
    driver.query(By::Css(".hand-quiz-choices button")).first().await?;
    let names = "return Array.from(document.querySelectorAll('.hand-quiz-choices .card'), one => one.getAttribute('aria-label'))";
    let names: Vec<String> = serde_json::from_value(json(driver, names).await?)?;
    assert!(names.len() == 5 && names.iter().all(|name| name.contains(" of ")), "{names:?}");
    let roles = "return document.querySelectorAll('.hand-quiz [role=status]').length";
    assert_eq!(json(driver, roles).await?, json!(2));
    let mut tabs = 0;
    while json(driver, "return document.activeElement.closest('.hand-quiz-choices') === null").await? == json!(true) {
        driver.action_chain().send_keys(Key::Tab + "").perform().await?;
        tabs += 1;
        assert!(tabs < 12, "Tab does not come to the cards");
    }
    driver.action_chain().send_keys(Key::Enter + "").perform().await?;
    assert_eq!(json(driver, "return document.activeElement.textContent").await?, json!("See what is done"));
    driver.action_chain().send_keys(Key::Enter + "").perform().await?;
    let shown = json(driver, "return document.querySelector('.hand-step.is-now').id").await?;
    assert_eq!(shown, json!(format!("{ID}-t1-2")));
    assert_eq!(json(driver, "return document.activeElement.textContent").await?, json!("On to your turn"));
    browser.close().await
}

/// How far the table moves on the screen from step to step of the quiz, in pixels at the most.
#[tokio::test]
async fn the_table_stays_where_it_is_from_step_to_step() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    crate::axe::window(driver, 1280).await?;
    asked(driver, "d4").await?;
    let top = "return Math.round(document.querySelector('.hand-step.is-now').getBoundingClientRect().top + scrollY)";
    let first = json(driver, top).await?;
    json(driver, "document.querySelector('.hand-quiz-choices button').click()").await?;
    assert_eq!(json(driver, top).await?, first, "an answer moves the table");
    for _ in 0..6 {
        driver.find(By::Css("[data-go=next]")).await?.click().await?;
        assert_eq!(json(driver, top).await?, first, "a step moves the table");
    }
    browser.close().await
}

#[tokio::test]
async fn without_scripts_questions_open() -> WebDriverResult<()> {
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    driver.goto(book().url(HAND)).await?;
    assert!(!driver.find(By::Css("[data-go=quiz]")).await?.is_displayed().await?);
    driver.find(By::Css(".hand-questions > summary")).await?.click().await?;
    for one in driver.find_all(By::Css(".hand-questions details")).await? {
        let summary = one.find(By::Css("summary")).await?;
        if summary.text().await?.starts_with("Trick 3, card 2.") {
            assert_eq!(one.attr("open").await?, None, "it begins closed");
            summary.click().await?;
            assert!(one.attr("open").await?.is_some(), "it does not open");
            assert!(one.text().await?.contains("7♥ (Trumping)"), "{}", one.text().await?);
            return browser.close().await;
        }
    }
    panic!("the question of trick 3 is not there");
}
