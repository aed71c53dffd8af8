//! What a reader does with a hand: keys, seats, hidden cards, the way back, paper, a narrow screen.

use crate::budget::count_elements;
use crate::driver::{Book, Browser, own_book, run_script, set_menu_control, wait_until};
use serde_json::json;
use std::time::Duration;
use thirtyfour::prelude::*;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";
const ID: &str = "denise-must-trump-h1";
const STEPS: usize = 22;

/// The id of the step that is shown, from the page; and from the address.
async fn shown_step(driver: &WebDriver) -> WebDriverResult<(String, String)> {
    let shown = run_script(
        driver,
        "return document.querySelector('.hand-step.is-now').id",
    )
    .await?;
    let address = driver
        .current_url()
        .await?
        .fragment()
        .unwrap_or_default()
        .to_string();
    Ok((shown.as_str().unwrap_or_default().to_string(), address))
}

/// The step that is shown, and its address: the cards may still be on their way to it.
async fn wait_for_step(driver: &WebDriver, step: &str) -> WebDriverResult<()> {
    let wanted = (format!("{ID}-{step}"), format!("{ID}-{step}"));
    for _ in 0..200 {
        if shown_step(driver).await? == wanted {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(
        shown_step(driver).await?,
        wanted,
        "the step and its address"
    );
    Ok(())
}

async fn press_keys(
    driver: &WebDriver,
    keys: impl IntoIterator<Item = Key>,
) -> WebDriverResult<()> {
    let mut chain = driver.action_chain();
    for key in keys {
        chain = chain.send_keys(key + "");
    }
    chain.perform().await
}

async fn open_page(book: &Book, scripts: bool, page: &str) -> WebDriverResult<Browser> {
    let browser = Browser::open(scripts).await?;
    browser.driver.goto(book.url(page)).await?;
    Ok(browser)
}

#[tokio::test]
async fn from_the_top_of_the_page_keys_alone_reach_every_step() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_page(book, true, HAND).await?;
    let driver = &browser.driver;
    let mut tabs = 0;
    while run_script(
        driver,
        "return !document.activeElement.closest('.hand-controls')",
    )
    .await?
        == json!(true)
    {
        press_keys(driver, [Key::Tab]).await?;
        tabs += 1;
        assert!(tabs < 120, "Tab never comes to the hand");
    }
    press_keys(driver, vec![Key::Right; STEPS + 3]).await?;
    wait_for_step(driver, "pay").await?;
    press_keys(driver, [Key::Home]).await?;
    wait_for_step(driver, "deal").await?;
    press_keys(driver, vec![Key::Right; 5]).await?;
    wait_for_step(driver, "t1-1").await?;
    let mut chain = driver.action_chain().key_down(Key::Shift);
    for _ in 0..2 {
        chain = chain.send_keys(Key::Right + "");
    }
    chain.key_up(Key::Shift).perform().await?;
    wait_for_step(driver, "t3-1").await?;
    driver.action_chain().send_keys("[").perform().await?;
    wait_for_step(driver, "t2-1").await?;
    driver.action_chain().send_keys("]").perform().await?;
    wait_for_step(driver, "t3-1").await?;
    let said = run_script(
        driver,
        "return document.querySelector('.hand-live').textContent",
    )
    .await?;
    assert!(
        said.as_str()
            .is_some_and(|said| said.starts_with("Step 12. Claude leads the ace")),
        "{said}"
    );
    press_keys(driver, [Key::Left]).await?;
    let said = run_script(
        driver,
        "return document.querySelector('.hand-live').textContent",
    )
    .await?;
    assert!(
        said.as_str().is_some_and(
            |said| said.starts_with("Back to step 11. Claude must trump and plays the eight")
        ),
        "{said}"
    );
    assert_eq!(
        run_script(driver, "return document.activeElement.dataset.go").await?,
        json!("first"),
        "focus stays"
    );
    browser.close().await
}

#[tokio::test]
async fn fast_keys_lose_no_step_and_one_way_back_leaves_the_hand() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_page(book, true, "hands/mouche-1718.html").await?;
    let driver = &browser.driver;
    driver.goto(book.url(HAND)).await?;
    let fast = "const key = () => document.querySelector('.hand').dispatchEvent(\
         new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true })); \
         const turned = []; document.addEventListener('keydown', event => turned.push(event.key)); \
         for (let i = 0; i < 13; i += 1) { key(); } return turned.length";
    assert_eq!(
        run_script(driver, fast).await?,
        json!(0),
        "a key left the hand"
    );
    wait_for_step(driver, "t3-2").await?;
    driver.refresh().await?;
    wait_for_step(driver, "t3-2").await?;
    run_script(
        driver,
        "document.querySelector('.hand-step.is-now a[rel=prev]').click()",
    )
    .await?;
    wait_for_step(driver, "t3-2-try1").await?;
    driver.back().await?;
    assert!(
        driver
            .current_url()
            .await?
            .path()
            .ends_with("hands/mouche-1718.html"),
        "{}",
        driver.current_url().await?
    );
    driver.forward().await?;
    wait_for_step(driver, "t3-2-try1").await?;
    let track = "const part = document.querySelector('.hand-track li:last-child a'); part.click(); \
         return [part.innerText, part.ariaCurrent]";
    assert_eq!(run_script(driver, track).await?, json!(["Payout", "step"]));
    wait_for_step(driver, "pay").await?;
    browser.close().await
}

#[tokio::test]
async fn on_landing_the_arrows_are_the_hands_and_other_keys_are_the_pages() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_page(book, true, &format!("{HAND}#{ID}-t3-1")).await?;
    let driver = &browser.driver;
    assert_eq!(
        run_script(driver, "return document.activeElement.tagName").await?,
        json!("BODY")
    );
    press_keys(driver, [Key::Right, Key::Right]).await?;
    wait_for_step(driver, "t3-2").await?;
    press_keys(driver, [Key::Left]).await?;
    driver.action_chain().send_keys("[").perform().await?;
    wait_for_step(driver, "t3-1").await?;
    press_keys(driver, [Key::End]).await?;
    wait_for_step(driver, "pay").await?;
    press_keys(driver, [Key::Home]).await?;
    wait_for_step(driver, "deal").await?;
    for (held, step) in [
        (Key::Shift, "d1"),
        (Key::Shift, "t1-1"),
        (Key::Control, "t1-1"),
    ] {
        driver
            .action_chain()
            .key_down(held.clone())
            .send_keys(Key::Right + "")
            .key_up(held)
            .perform()
            .await?;
        wait_for_step(driver, step).await?;
    }
    driver.action_chain().send_keys("].").perform().await?;
    wait_for_step(driver, "t3-1").await?;
    run_script(
        driver,
        "scrollTo(0, 0); document.querySelector('.bar-theme select').focus()",
    )
    .await?;
    press_keys(driver, [Key::Right]).await?;
    wait_for_step(driver, "t3-1").await?;
    run_script(driver, "document.querySelector('.bar-title').focus()").await?;
    press_keys(driver, [Key::Right]).await?;
    wait_for_step(driver, "t3-2-try1").await?;

    // Of two hands the one that is more to be seen has them; one that is out of sight, or listed whole, has none.
    let second = "document.activeElement.blur(); const [hand] = document.querySelectorAll('.hand'); \
         const space = document.createElement('div'); space.style.height = '3000px'; hand.after(space); \
         const other = hand.cloneNode(true); space.after(other); other.after(space.cloneNode()); window.heard = []; \
         other.addEventListener('hand-turn', event => heard.push(event.detail)); other.scrollIntoView()";
    run_script(driver, second).await?;
    press_keys(driver, [Key::Right]).await?;
    wait_for_step(driver, "t3-2-try1").await?;
    assert_eq!(
        run_script(driver, "return window.heard").await?,
        json!(["next"])
    );
    for hide in [
        "scrollBy(0, -1500)",
        "scrollTo(0, 0); document.querySelector('[data-go=all]').click()",
    ] {
        run_script(driver, &format!("{hide}; document.activeElement.blur()")).await?;
        press_keys(driver, [Key::Right]).await?;
        wait_for_step(driver, "t3-2-try1").await?;
    }
    assert_eq!(
        run_script(driver, "return window.heard").await?,
        json!(["next"])
    );
    browser.close().await
}

#[tokio::test]
async fn a_seat_turns_the_table_and_hides_what_it_does_not_see() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_page(book, true, &format!("{HAND}#{ID}-d2")).await?;
    let driver = &browser.driver;
    driver.set_window_rect(0, 0, 1280, 1000).await?;
    let lowest = "const tops = Array.from(document.querySelectorAll('.hand-step.is-now .hand-places li'), seat => \
         [seat.querySelector('.place').getBoundingClientRect().top, seat.querySelector('.who b').textContent]); \
         return tops.sort((a, b) => b[0] - a[0])[0][1]";
    assert_eq!(
        run_script(driver, lowest).await?,
        json!("Anne"),
        "all open, the first of the file sits nearest"
    );
    let right = "const place = name => Array.from(document.querySelectorAll('.hand-step.is-now .place')).find(one => \
         one.querySelector('.who b').textContent === name).getBoundingClientRect(); \
         return place('Bertrand').left > place('Denise').right";
    assert_eq!(
        run_script(driver, right).await?,
        json!(true),
        "the next to play sits at the right"
    );
    let names = "return Array.from(document.querySelectorAll('.hand-step.is-now .place .cards'), cards => cards.ariaLabel).join()";
    let open = run_script(driver, names).await?;
    assert!(
        open.as_str()
            .is_some_and(|names| names.contains("jack of hearts") && !names.contains("face down"))
    );
    set_menu_control(driver, "seat", "2").await?;
    set_menu_control(driver, "hides", "true").await?;
    assert_eq!(run_script(driver, lowest).await?, json!("Claude"));
    let shut = run_script(driver, names)
        .await?
        .as_str()
        .unwrap_or_default()
        .to_string();
    assert!(
        shut.contains("ace of hearts") && !shut.contains("jack of hearts"),
        "{shut}"
    );
    assert_eq!(shut.matches("5 cards, face down").count(), 3, "{shut}");
    let said = "return document.querySelector('.hand-step.is-now .hand-say').innerText";
    let own = run_script(driver, said).await?;
    assert!(
        own.as_str().is_some_and(|own| own.contains("8♦ and 7♦")),
        "one's own exchange: {own}"
    );
    press_keys(driver, [Key::Tab]).await?;
    run_script(driver, "document.querySelector('[data-go=next]').click()").await?;
    let other = run_script(driver, said).await?;
    assert!(other.as_str().is_some_and(|other| other.contains("Denise exchanges 1 card.") && !other.contains('♠')));
    let heard = run_script(
        driver,
        "return document.querySelector('.hand-live').textContent",
    )
    .await?;
    assert_eq!(heard, json!("Step 4. Denise exchanges 1 card."));
    set_menu_control(driver, "waits", "true").await?;
    run_script(driver, "document.querySelector('[data-go=all]').click()").await?;
    let shown = "return Array.from(document.querySelectorAll('.hand-step')).filter(one => one.checkVisibility()).length";
    assert_eq!(
        run_script(driver, shown).await?,
        json!(4),
        "what is to come is hidden"
    );
    set_menu_control(driver, "waits", "false").await?;
    assert_eq!(run_script(driver, shown).await?, json!(STEPS));
    browser.close().await
}

#[tokio::test]
async fn all_steps_are_shown_where_one_was_and_what_comes_next_is_as_wide_as_the_hand()
-> WebDriverResult<()> {
    let book = own_book();
    let browser = open_page(book, true, &format!("{HAND}#{ID}-t3-2")).await?;
    let driver = &browser.driver;
    wait_for_step(driver, "t3-2").await?;
    let top = format!("document.getElementById('{ID}-t3-2').getBoundingClientRect().top");
    let place = format!("{top} >= 0 && {top} < 300 && !document.querySelector('.hand.is-stepped')");
    for all in ["[data-go=all]", ".hand-step.is-now a[rel=up]"] {
        run_script(driver, &format!("document.querySelector('{all}').click()")).await?;
        wait_until(driver, &place).await?;
        run_script(driver, "document.querySelector('[data-go=all]').click()").await?;
        wait_for_step(driver, "t3-2").await?;
    }
    for width in [1280, 1920] {
        driver.set_window_rect(0, 0, width, 900).await?;
        let wide = "const wide = (one) => Math.round(document.querySelector(one).getBoundingClientRect().width); \
             return wide('.hand') - wide('.turn')";
        assert_eq!(run_script(driver, wide).await?, json!(0), "at {width}");
    }
    browser.close().await
}

/// What the author says of a step is told behind what happens in it.
#[tokio::test]
async fn what_the_author_says_of_a_step_is_told() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_page(book, true, HAND).await?;
    let driver = &browser.driver;
    let untold = "const live = document.querySelector('.hand-live'); let told = 0; \
         for (const step of [...document.querySelectorAll('.hand-step')].slice(1)) { \
             document.querySelector('[data-go=next]').click(); \
             const story = step.querySelector('.hand-story'); \
             if (!live.textContent.includes(step.dataset.say)) { return step.id; } \
             if (story && !live.textContent.endsWith(story.textContent.trim())) { return step.id; } \
             told += story ? 1 : 0; \
         } return told";
    let told = run_script(driver, untold).await?;
    assert!(told.as_u64().is_some_and(|told| told > 2), "{told}");
    browser.close().await
}

#[tokio::test]
async fn nothing_is_wider_than_a_narrow_screen_and_no_step_has_too_many_nodes()
-> WebDriverResult<()> {
    let book = own_book();
    let browser = open_page(book, true, HAND).await?;
    let driver = &browser.driver;
    let tools = driver.cdp();
    for page in [
        HAND,
        "hands/compared/the-jack-of-clubs.html",
        "hands/mouche-1718/a-hungry-table.html",
    ] {
        for width in [320, 1600] {
            let size =
                json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
            tools
                .send_raw("Emulation.setDeviceMetricsOverride", size)
                .await?;
            driver.goto(book.url(page)).await?;
            run_script(driver, "document.querySelector('[data-go=all]').click()").await?;
            let wide = "return Array.from(document.querySelectorAll('.hand *')).filter(one => { \
                 const box = one.getBoundingClientRect(); \
                 return box.width && box.right > innerWidth + 1 && !one.closest('pre, .hand-wide, .hand-about, .hand-track'); \
                 }).map(one => one.className).slice(0, 5)";
            assert_eq!(
                run_script(driver, wide).await?,
                json!([]),
                "{page} at {width}"
            );
            let scroll = "return document.querySelector('.hand').scrollWidth - document.querySelector('.hand').clientWidth";
            assert_eq!(
                run_script(driver, scroll).await?,
                json!(0),
                "{page} at {width}"
            );
        }
    }
    driver.goto(book.url(HAND)).await?;
    let nodes = "return Math.max(...Array.from(document.querySelectorAll('.hand-step'), \
         step => step.querySelectorAll('*').length + 1))";
    assert!(
        run_script(driver, nodes)
            .await?
            .as_i64()
            .is_some_and(|nodes| nodes <= 180)
    );
    let small = "document.querySelector('.hand').dispatchEvent(new KeyboardEvent('keydown', { key: 'End' })); \
         return Array.from(document.querySelectorAll('.hand button, .hand a, .hand input, .hand select, .hand summary'))\
         .filter(one => one.checkVisibility()).map(one => [one.textContent, one.getBoundingClientRect().height])\
         .filter(one => one[1] < 23.5 && !one[0].includes('Mouche')).slice(0, 5)";
    assert_eq!(
        run_script(driver, small).await?,
        json!([]),
        "targets are 24 pixels or more"
    );
    browser.close().await
}

#[tokio::test]
async fn every_table_of_a_hand_is_restored() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_page(book, true, HAND).await?;
    let driver = &browser.driver;
    for page in [
        HAND,
        "hands/compared/the-jack-of-clubs.html",
        "hands/mouche-1718/a-hungry-table.html",
        "hands/mus-pairs/three-aces-cut-the-mus.html",
    ] {
        driver.goto(book.url(page)).await?;
        let faults = "const hand = document.querySelector('.hand'); \
             const seats = hand.querySelectorAll('[data-set=seat] option').length - 1; \
             const steps = [...hand.querySelectorAll('.hand-step')]; \
             const isWhole = step => step.querySelector('.cloth') && step.querySelector('.hand-nav [rel=up]'); \
             const hasSeats = places => places.children.length === seats; \
             const isNamed = cards => cards.ariaLabel.split('; ').length === cards.querySelectorAll('.card').length; \
             const links = '.hand-title:not(:has(a[href])), .hand-step a:not([href]), .hand-tricks a:not(.mini[href])'; \
             const names = '.hand-step:not([data-say]), .hand-choices:not([aria-label]), .hand-ledger:not([aria-label])'; \
             const choices = '.hand-choices > :not(.may, .may-not), .hand-choices b:not(.mini[class*=\" r\"], .word[data-deed])'; \
             return [steps.filter(step => !isWhole(step)).length, \
             hand.querySelectorAll(`[data-diff], ${links}, ${names}, ${choices}`).length, \
             [...hand.querySelectorAll('.hand-places')].filter(places => !hasSeats(places)).length, \
             [...hand.querySelectorAll('.cards[aria-label]')].filter(cards => !cards.matches(':has(.gone)') && !isNamed(cards)).length]";
        assert_eq!(
            run_script(driver, faults).await?,
            json!([0, 0, 0, 0]),
            "{page}"
        );
    }
    browser.close().await
}

#[test]
fn no_page_of_a_hand_is_too_big_and_its_attributes_are_allowed_where_they_stand() {
    let editions = std::fs::read_dir(own_book().site().join("hands"))
        .expect("the hands")
        .flatten();
    let folders = editions
        .map(|edition| edition.path())
        .filter(|path| path.is_dir());
    let pages = folders.flat_map(|folder| {
        std::fs::read_dir(folder)
            .expect("an edition's hands")
            .flatten()
    });
    let mut count = 0;
    for page in pages.map(|page| page.path()) {
        let html = std::fs::read_to_string(&page).expect("a page");
        assert!(
            count_elements(&html) <= 12_000,
            "{} has {} nodes",
            page.display(),
            count_elements(&html)
        );
        for tag in html
            .split('<')
            .filter_map(|rest| rest.split_once('>'))
            .map(|(tag, _)| tag)
        {
            assert!(
                !(tag.contains("type=\"checkbox\"") && tag.contains("autocomplete")),
                "{tag}"
            );
            // What a script restores is checked where it is rendered.
            if tag.contains(" data-diff=") {
                continue;
            }
            let is_bare = ["pre ", "div ", "span ", "p ", "b "]
                .iter()
                .any(|name| tag.starts_with(name));
            assert!(
                !is_bare || !tag.contains("aria-label=") || tag.contains("role="),
                "{tag}"
            );
        }
        count += 1;
    }
    assert!(count > 100, "{count} hands");
}

#[tokio::test]
async fn on_paper_a_hand_is_a_compact_record() -> WebDriverResult<()> {
    let book = own_book();
    for scripts in [true, false] {
        let browser = open_page(book, scripts, &format!("{HAND}#{ID}-t3-2")).await?;
        let tools = browser.driver.cdp();
        let a4 = json!({ "paperWidth": 8.27, "paperHeight": 11.69 });
        let printed = tools.send_raw("Page.printToPDF", a4).await?;
        let pages = count_pdf_pages(printed["data"].as_str().unwrap_or_default());
        assert!((1..=4).contains(&pages), "{pages} pages");
        browser.close().await?;
    }
    Ok(())
}

/// The pages of a PDF in base 64: each is an object of the type `Page`.
fn count_pdf_pages(data: &str) -> usize {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(u32::from(c - b'A')),
        b'a'..=b'z' => Some(u32::from(c - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(c - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u32> = data.bytes().filter_map(digit).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    });
    let text: String = bytes.map(char::from).collect();
    text.matches("/Type /Page\n").count() + text.matches("/Type /Page ").count()
}

#[tokio::test]
async fn the_console_is_silent_through_a_hand() -> WebDriverResult<()> {
    let book = own_book();
    let browser = open_page(book, true, HAND).await?;
    let driver = &browser.driver;
    let watch = "window.wrong = []; window.addEventListener('error', event => wrong.push(event.message)); \
         document.addEventListener('securitypolicyviolation', event => wrong.push(event.violatedDirective)); \
         console.error = (...words) => wrong.push(words.join(' '))";
    run_script(driver, watch).await?;
    for _ in 0..STEPS {
        run_script(driver, "document.querySelector('[data-go=next]').click()").await?;
    }
    for control in ["all", "back", "trick", "text"] {
        run_script(
            driver,
            &format!("document.querySelector('[data-go={control}]').click()"),
        )
        .await?;
    }
    set_menu_control(driver, "four", "true").await?;
    assert_eq!(run_script(driver, "return window.wrong").await?, json!([]));
    let source = run_script(
        driver,
        "return document.querySelector('.hand-source').textContent",
    )
    .await?;
    let file = include_str!("../held/denise-must-trump.md");
    assert_eq!(
        source.as_str(),
        Some(file.trim_end()),
        "the source can be copied whole"
    );
    browser.close().await
}
