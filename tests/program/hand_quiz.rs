//! A hand as a quiz: the cards of others and what is to come hidden, every choice answered with its clause.

use crate::driver::{Browser, own_book, run_script, set_menu_control};
use crate::page_theme::open_listening_browser;
use serde_json::json;
use thirtyfour::prelude::*;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";
const ID: &str = "denise-must-trump-h1";

/// Goes through the hand in a seat from the step that is shown to the end, and answers each question with every choice, the
/// refused ones first. Tells the questions, and what was wrong.
const ANSWER: &str = r#"
const [seat, edition] = arguments;
const hand = document.querySelector('.hand');
const one = what => hand.querySelector(what);
const questions = [], faults = [];
const wrong = (is, words) => { if (is) { faults.push(now() + ': ' + words); } };
const now = () => one('.hand-step.is-now').id;
const visible = () => Array.from(hand.querySelectorAll('.hand-step')).filter(step => step.checkVisibility());
for (let guard = 0; guard < 60; guard += 1) {
    const open = visible().flatMap(step => Array.from(step.querySelectorAll('.place .card:not(.gone), .hand-choices .mini')))
        .filter(card => card.checkVisibility() && !card.closest('.mine') && !(card.closest("[role=img]") || card).ariaLabel?.endsWith('face down'));
    wrong(open.length, 'cards lie open');
    wrong(visible().length !== 1, 'more than a step is shown');
    const step = one('.hand-step.is-now');
    const next = Array.from(hand.querySelectorAll('.hand-step'))[Number(one('.hand-now').textContent)];
    const row = Array.from(hand.querySelectorAll('.hand-quiz-choices button')).slice(0, -1);
    const part = next && (next.querySelector('.hand-column.e' + edition) || next);
    const told = next ? Array.from(part.querySelectorAll('.hand-choices.m' + seat + ' :is(.mini, .word)')) : [];
    const listed = row.map(button => told.find(one => (one.dataset.deed || one.textContent) === button.textContent));
    wrong(visible().some(step => Array.from(step.querySelectorAll('.hand-column:not(.e' + edition + ')'))
        .some(column => column.checkVisibility())), 'what other editions tell is open');
    if (row.length) {
        questions.push(next.id);
        wrong(told.length !== row.length || new Set(listed).size !== row.length, 'not every choice is offered');
        const order = row.map((_, at) => at).sort((a, b) => listed[a].matches('.may *') - listed[b].matches('.may *'));
        order.forEach(at => {
            row[at].click();
            const told = one('.hand-quiz-told');
            const says = told.textContent;
            const line = listed[at].parentNode;
            const why = line.querySelector('strong, .why') ? Array.from(line.querySelectorAll('strong, .why'), one => one.textContent) : [listed[at].textContent];
            const asks = [...why, line.querySelector('.clause').textContent];
            wrong(!asks.every(words => says.includes(words)), 'it says ' + says);
            wrong(!told.querySelector('.clause:is(a, :has(a))'), 'no clause');
            wrong(listed[at].matches('.may *') !== !!told.querySelector('button'), 'allowed or not: ' + says);
            const brings = one => Number(one.dataset.best.split(' ')[edition] || one.dataset.best.split(' ')[0]);
            const known = listed.filter(one => one.dataset.best);
            if (known.length > 1 && listed[at].dataset.best) {
                const most = Math.max(...known.map(brings));
                const sum = (most > 0 ? '+' : '') + String(most).replace('-', '−');
                const words = brings(listed[at]) === most ? ', and nothing brings more.' : ' would bring ' + sum + '.';
                wrong(!says.includes(words), 'of the best it says ' + says);
            }
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

/// Presses *Quiz me*, in the menu of the hand.
pub async fn start_own_turn(driver: &WebDriver) -> WebDriverResult<()> {
    driver
        .find(By::Css(".hand-view > summary"))
        .await?
        .click()
        .await?;
    driver.find(By::Css("[data-go=quiz]")).await?.click().await
}

/// Opens the hand at a step, and the quiz.
async fn open_quiz_at_step(driver: &WebDriver, step: &str) -> WebDriverResult<()> {
    driver.goto("about:blank").await?;
    driver
        .goto(own_book().url(&format!("{HAND}#{ID}-{step}")))
        .await?;
    start_own_turn(driver).await?;
    driver.query(By::Css(".hand-quiz-choices")).first().await?;
    Ok(())
}

async fn sit_down(driver: &WebDriver, seat: u8) -> WebDriverResult<()> {
    set_menu_control(driver, "seat", &seat.to_string()).await
}

#[tokio::test]
async fn from_every_seat_each_choice_is_answered_with_its_clause() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    for seat in 0..4 {
        open_quiz_at_step(driver, "deal").await?;
        sit_down(driver, seat).await?;
        let told = driver
            .execute(ANSWER, vec![json!(seat), json!(0)])
            .await?
            .json()
            .clone();
        assert_eq!(told["faults"], json!([]), "seat {seat}");
        let questions: Vec<String> = serde_json::from_value(told["questions"].clone())?;
        // Each declares once, and plays five cards but for Bertrand, who folds.
        assert!(
            questions.len() == 6 || questions.len() == 1,
            "seat {seat}: {questions:?}"
        );
        let tries = questions.iter().filter(|id| id.contains("t3-2")).count();
        assert!(
            tries <= 1,
            "a try and what is done in its place are one question: {questions:?}"
        );
        let says = told["says"].as_str().unwrap_or_default().to_string();
        assert!(
            says.contains("The deal is over.") && says.contains(&format!("of {}", questions.len())),
            "{says}"
        );
    }
    assert_eq!(run_script(driver, "return window.heard").await?, json!([]));
    browser.close().await
}

const COMPARED: &str = "hands/compared/one-jack-at-four-tables.html";

/// The same cards under four editions, whose answers part at the third card of the third trick.
#[tokio::test]
async fn a_hand_of_several_editions_is_played_by_the_rules_of_each() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    let mut asked = Vec::new();
    for edition in 0..4 {
        driver.goto("about:blank").await?;
        driver.goto(own_book().url(COMPARED)).await?;
        start_own_turn(driver).await?;
        driver.query(By::Css(".hand-quiz-choices")).first().await?;
        sit_down(driver, 2).await?;
        set_menu_control(driver, "edition", &edition.to_string()).await?;
        let told = driver
            .execute(ANSWER, vec![json!(2), json!(edition)])
            .await?
            .json()
            .clone();
        assert_eq!(told["faults"], json!([]), "edition {edition}");
        let questions: Vec<String> = serde_json::from_value(told["questions"].clone())?;
        assert!(questions.len() >= 6, "edition {edition}: {questions:?}");
        asked.push(questions);
    }
    assert_ne!(
        asked[0], asked[1],
        "they part, so that not the same is asked"
    );
    assert_eq!(run_script(driver, "return window.heard").await?, json!([]));
    browser.close().await
}

#[tokio::test]
async fn where_editions_disagree_an_answer_says_so() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url(&format!("{COMPARED}#one-jack-at-four-tables-h1-t3-2")))
        .await?;
    start_own_turn(driver).await?;
    driver.query(By::Css(".hand-quiz-choices")).first().await?;
    sit_down(driver, 2).await?;
    for (edition, yes, says) in [
        (
            0,
            true,
            [
                "Q♥: May be played. ",
                ", it brings −5",
                "Different in Le Pamphile, 1758: Cannot be played. Diamonds were led and must be followed",
            ],
        ),
        (
            1,
            false,
            [
                "Q♥: Cannot be played. ",
                "Diamonds were led and must be followed",
                "Different in La Mouche, 1718 and Méry, 1847: May be played. ",
            ],
        ),
    ] {
        set_menu_control(driver, "edition", &edition.to_string()).await?;
        run_script(
            driver,
            "[...document.querySelectorAll('.hand-quiz-choices button')].find(one => one.textContent === 'Q♥').click()",
        )
        .await?;
        let told = run_script(
            driver,
            "return document.querySelector('.hand-quiz-told').textContent",
        )
        .await?;
        let told = told.as_str().unwrap_or_default();
        assert!(
            says.iter().all(|words| told.contains(words)),
            "{edition}: {told}"
        );
        assert_eq!(told.contains("Show the move"), yes, "{told}");
    }
    let score = "return document.querySelector('.hand-score').textContent.slice(0, 23)";
    assert_eq!(
        run_script(driver, score).await?,
        json!("Right at first: 0 of 1.")
    );
    set_menu_control(driver, "edition", "0").await?;
    assert_eq!(
        run_script(driver, score).await?,
        json!("Right at first: 1 of 1."),
        "each edition has its own"
    );
    browser.close().await
}

/// The number of an alternative's chips that is told is that of the edition played by.
#[tokio::test]
async fn what_a_choice_brings_is_told_for_the_edition_played_by() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url(&format!("{COMPARED}#one-jack-at-four-tables-h1-d4")))
        .await?;
    start_own_turn(driver).await?;
    driver.query(By::Css(".hand-quiz-choices")).first().await?;
    sit_down(driver, 1).await?;
    let bests =
        "return document.querySelector('[id$=h1-t1-1] [data-best]').dataset.best.split(' ')";
    let bests: Vec<String> = serde_json::from_value(run_script(driver, bests).await?)?;
    assert_eq!(bests.len(), 4, "they are not the same: {bests:?}");
    for (edition, best) in bests.iter().enumerate() {
        set_menu_control(driver, "edition", &edition.to_string()).await?;
        run_script(
            driver,
            "document.querySelector('.hand-quiz-choices button').click()",
        )
        .await?;
        let told = run_script(
            driver,
            "return document.querySelector('.hand-quiz-told').textContent",
        )
        .await?;
        let sign = if best.starts_with('-') || best == "0" {
            ""
        } else {
            "+"
        };
        let brings = format!("it brings {sign}{}", best.replace('-', "−"));
        assert!(
            told.as_str().is_some_and(|told| told.contains(&brings)),
            "{edition}: {told} and not {brings}"
        );
    }
    browser.close().await
}

#[tokio::test]
async fn the_seat_and_the_edition_stand_with_the_question_and_go_back() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url(COMPARED)).await?;
    let order = "return Array.from(document.querySelectorAll('.hand-options :is(button, [data-set])'), \
         one => one.dataset.set || one.dataset.go).join()";
    let before = run_script(driver, order).await?;
    start_own_turn(driver).await?;
    driver.query(By::Css(".hand-quiz-choices")).first().await?;
    for what in ["seat", "edition"] {
        let select = driver
            .find(By::Css(format!(".hand-quiz [data-set={what}]")))
            .await?;
        assert!(select.is_displayed().await?, "{what}");
        assert_ne!(select.prop("value").await?.as_deref(), Some(""), "{what}");
    }
    driver
        .find(By::Css(".hand-quiz [data-set=edition]"))
        .await?
        .focus()
        .await?;
    set_menu_control(driver, "edition", "").await?;
    let focus = "return document.activeElement.matches('[data-go=quiz]') + \
         document.querySelector('[data-go=quiz]').getAttribute('aria-pressed')";
    assert_eq!(
        run_script(driver, focus).await?,
        json!("truefalse"),
        "who plays by no rules has no turn"
    );
    assert_eq!(run_script(driver, order).await?, before);
    assert_eq!(
        run_script(
            driver,
            "return document.querySelectorAll('.hand-column[hidden]').length"
        )
        .await?,
        json!(0)
    );
    browser.close().await
}

#[tokio::test]
async fn a_score_is_kept_shown_again_and_forgotten() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let score = "return document.querySelector('.hand-score').textContent";
    open_quiz_at_step(driver, "t3-1").await?;
    sit_down(driver, 3).await?;
    let choose = |card: &str| {
        format!(
            "[...document.querySelectorAll('.hand-quiz-choices button')].find(one => one.textContent === '{card}').click()"
        )
    };
    run_script(driver, &choose("A♣")).await?;
    let told = run_script(
        driver,
        "return document.querySelector('.hand-quiz-told').textContent",
    )
    .await?;
    assert!(
        told.as_str().is_some_and(|told| told.starts_with(
            "A♣: Cannot be played. A trump must be played, and Denise holds 7♥. Trumping"
        )),
        "{told}"
    );
    run_script(driver, &choose("7♥")).await?;
    let before = run_script(driver, score).await?;
    assert!(
        before
            .as_str()
            .is_some_and(|score| score.starts_with("Right at first: 0 of 1.")),
        "{before}"
    );
    open_quiz_at_step(driver, "deal").await?;
    sit_down(driver, 3).await?;
    assert_eq!(
        run_script(driver, score).await?,
        before,
        "after the page was left"
    );
    sit_down(driver, 2).await?;
    assert_eq!(
        run_script(driver, score).await?,
        json!(""),
        "a seat has its own"
    );
    sit_down(driver, 3).await?;
    driver
        .find(By::Css(".hand-score button"))
        .await?
        .click()
        .await?;
    assert_eq!(run_script(driver, score).await?, json!(""));
    assert_eq!(
        run_script(driver, "return document.activeElement === document.body").await?,
        json!(false)
    );
    assert_eq!(
        run_script(driver, "return localStorage.getItem('mouche-quiz')").await?,
        json!("{}")
    );
    browser.close().await
}

#[tokio::test]
async fn a_hint_names_the_clause_and_back_and_next_keep_the_address() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_quiz_at_step(driver, "t3-1").await?;
    sit_down(driver, 3).await?;
    driver
        .find(By::Css(".hand-quiz-choices button:last-child"))
        .await?
        .click()
        .await?;
    let told = run_script(
        driver,
        "return document.querySelector('.hand-quiz-told').textContent",
    )
    .await?;
    assert_eq!(told, json!("1 of these 3 may be chosen: Trumping."));
    let shown = "return document.querySelector('.hand-step.is-now').id + location.hash";
    for (button, step) in [
        ("back", "t2-4"),
        ("next", "t3-1"),
        ("next", "t3-2-try1"),
        ("back", "t3-1"),
    ] {
        driver
            .find(By::Css(format!("[data-go={button}]")))
            .await?
            .click()
            .await?;
        let is = run_script(driver, shown).await?;
        let id = is
            .as_str()
            .unwrap_or_default()
            .split('#')
            .next()
            .unwrap_or_default()
            .to_string();
        assert_eq!(is, json!(format!("{id}#{id}")), "the address");
        assert!(
            id.starts_with(&format!("{ID}-{}", &step[..2])),
            "{id}, not {step}"
        );
    }
    browser.close().await
}

#[tokio::test]
async fn on_to_your_turn_leads_to_the_next_question() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_quiz_at_step(driver, "deal").await?;
    sit_down(driver, 3).await?;
    driver
        .find(By::Css(".hand-quiz-choices button"))
        .await?
        .click()
        .await?;
    let state = "return [document.querySelector('.hand-step.is-now').id, document.querySelector('.hand-quiz .hand-label').textContent]";
    assert_eq!(
        run_script(driver, state).await?,
        json!([
            format!("{ID}-d2"),
            "Your turn, Denise: what do you declare?"
        ]),
        "the third to speak is asked after the second"
    );
    browser.close().await
}

#[tokio::test]
async fn whoever_leaves_the_quiz_sees_the_hand_as_before() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let view = "const set = name => document.querySelector('[data-set=' + name + ']'); \
         return [set('seat').value, set('hides').checked, set('waits').checked, \
         document.querySelectorAll('.place .cards[aria-label$=\"face down\"]').length > 0, \
         document.querySelector('[data-go=quiz]').getAttribute('aria-pressed')]";
    open_quiz_at_step(driver, "d4").await?;
    assert_eq!(
        run_script(driver, view).await?,
        json!(["3", true, true, true, "true"]),
        "in the seat that is asked most"
    );
    start_own_turn(driver).await?;
    assert_eq!(
        run_script(driver, view).await?,
        json!(["", false, false, false, "false"])
    );
    assert!(
        !driver
            .find(By::Css(".hand-quiz"))
            .await?
            .is_displayed()
            .await?
    );
    browser.close().await
}

#[tokio::test]
async fn keys_alone_answer_and_cards_have_names() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url(&format!("{HAND}#{ID}-t1-1")))
        .await?;
    run_script(driver, "document.querySelector('.hand-view').open = true; document.querySelector('[data-go=quiz]').focus()")
        .await?;
    driver
        .action_chain()
        .send_keys(Key::Enter + "")
        .perform()
        .await?;
    driver
        .query(By::Css(".hand-quiz-choices button"))
        .first()
        .await?;
    let names = "return Array.from(document.querySelectorAll('.hand-quiz-choices .card'), one => one.getAttribute('aria-label'))";
    let names: Vec<String> = serde_json::from_value(run_script(driver, names).await?)?;
    assert!(
        names.len() == 5 && names.iter().all(|name| name.contains(" of ")),
        "{names:?}"
    );
    let roles = "return document.querySelectorAll('.hand-quiz [role=status]').length";
    assert_eq!(run_script(driver, roles).await?, json!(2));
    let mut tabs = 0;
    while run_script(
        driver,
        "return document.activeElement.closest('.hand-quiz-choices') === null",
    )
    .await?
        == json!(true)
    {
        driver
            .action_chain()
            .send_keys(Key::Tab + "")
            .perform()
            .await?;
        tabs += 1;
        assert!(tabs < 36, "Tab does not come to the cards");
    }
    driver
        .action_chain()
        .send_keys(Key::Enter + "")
        .perform()
        .await?;
    assert_eq!(
        run_script(driver, "return document.activeElement.textContent").await?,
        json!("Show the move")
    );
    driver
        .action_chain()
        .send_keys(Key::Enter + "")
        .perform()
        .await?;
    let shown = run_script(
        driver,
        "return document.querySelector('.hand-step.is-now').id",
    )
    .await?;
    assert_eq!(shown, json!(format!("{ID}-t1-2")));
    assert_eq!(
        run_script(driver, "return document.activeElement.textContent").await?,
        json!("Go to your turn")
    );
    browser.close().await
}

/// How far the table moves on the screen from step to step of the quiz, in pixels at the most.
#[tokio::test]
async fn the_table_stays_where_it_is_from_step_to_step() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    crate::axe::set_window(driver, 1280).await?;
    open_quiz_at_step(driver, "d4").await?;
    let top = "return Math.round(document.querySelector('.hand-step.is-now').getBoundingClientRect().top + scrollY)";
    let first = run_script(driver, top).await?;
    run_script(
        driver,
        "document.querySelector('.hand-quiz-choices button').click()",
    )
    .await?;
    assert_eq!(
        run_script(driver, top).await?,
        first,
        "an answer moves the table"
    );
    for _ in 0..6 {
        driver
            .find(By::Css("[data-go=next]"))
            .await?
            .click()
            .await?;
        assert_eq!(
            run_script(driver, top).await?,
            first,
            "a step moves the table"
        );
    }
    browser.close().await
}

#[tokio::test]
async fn without_scripts_questions_open() -> WebDriverResult<()> {
    let browser = Browser::open(false).await?;
    let driver = &browser.driver;
    driver.goto(own_book().url(HAND)).await?;
    assert!(
        !driver
            .find(By::Css("[data-go=quiz]"))
            .await?
            .is_displayed()
            .await?
    );
    driver
        .find(By::Css(".hand-questions > summary"))
        .await?
        .click()
        .await?;
    for one in driver.find_all(By::Css(".hand-questions details")).await? {
        let summary = one.find(By::Css("summary")).await?;
        if summary.text().await?.starts_with("Trick 3, card 2.") {
            assert_eq!(one.attr("open").await?, None, "it begins closed");
            summary.click().await?;
            assert!(one.attr("open").await?.is_some(), "it does not open");
            assert!(
                one.text().await?.contains("7♥ (Trumping)"),
                "{}",
                one.text().await?
            );
            return browser.close().await;
        }
    }
    panic!("the question of trick 3 is not there");
}
