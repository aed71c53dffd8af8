//! The board: at the top of its page it stands within the window, and nothing on it lies over anything else. Some hands, or
//! with `ALL=1` every step of every hand.

use crate::axe::hands::pages_of_hands;
use crate::driver::{Browser, own_book, run_script, set_window, wait_until};
use crate::test_extent;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use thirtyfour::prelude::*;

/// A desktop, a laptop, a tablet, a phone on its side, a phone: width and height of the window, in pixels.
const WINDOWS: [(u32, u32); 5] = [
    (1600, 1000),
    (1280, 800),
    (1024, 768),
    (740, 360),
    (360, 740),
];

/// Looks at each step of a hand: what must stand in the window, how wide the cards of the player to move and of the trick are, and
/// pairs of things that may not lie over each other. In a low window the words beside the cloth are a panel that scrolls, which
/// shows how the sentence begins. On a phone the tail of a list of payments and a third reason may stand below, and a table of
/// more than six may end there. Two editions that differ in their tables have two small cloths.
const LOOK: &str = r#"
const faults = [];
const isPhone = innerWidth < 500;
const isLow = innerHeight < 500;
const seen = one => one.checkVisibility({ visibilityProperty: true });
const box = one => one.getBoundingClientRect();
const hand = document.querySelector('.hand');
const all = (from, what) => Array.from(from.querySelectorAll(what)).filter(seen);
const over = (p, q) => [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
const pairs = (parts, height, told) => parts.forEach((one, at) => parts.slice(at + 1).forEach(other => {
    const [wide, high] = over(box(one), box(other));
    if (wide > 2 && high > height && !one.contains(other) && !other.contains(one)) { told(one.className, other.className, wide, high); }
}));
const steps = Array.from(hand.querySelectorAll('.hand-step'));
hand.classList.add('is-stepped');
steps.forEach(step => {
    hand.querySelectorAll('.hand-step, .hand-deal').forEach(one => one.classList.toggle('is-now', one.contains(step)));
    scrollTo(0, 0);
    const fault = (...words) => faults.push([step.id, ...words].join(' '));
    const isPayment = step.matches('.hand-step-payment, .hand-step-end');
    const long = isPhone ? ', .hand-choices li:not(:nth-child(n + 3))' : '';
    const isLong = isPhone && (isPayment || step.matches('.parted')) || isLow && step.matches('.tables');
    const isMany = isPhone && step.querySelector(':is(.n7, .n8, .n9, .n10)');
    const panel = step.querySelector(':scope > .frame > .tell');
    const isPanel = getComputedStyle(panel).overflowY === 'auto';
    const told = isLong || isMany ? [] : all(panel, isPanel ? '.hand-title' : `.hand-title, .hand-say${long}`);
    const cloths = isMany ? [] : all(step, ':scope > .frame > .cloth, :scope > .frame > .cloth .mover .card');
    [hand.querySelector('.hand-controls'), ...cloths, ...told]
        .filter(one => box(one).bottom + scrollY > innerHeight + 0.5 || box(one).top < 0)
        .forEach(one => fault('is not in the window:', one.className || one.tagName, Math.round(box(one).bottom - innerHeight)));
    /* In a panel the sentence is seen whole, or, if it is long, its first lines. */
    if (isPanel && !(isLow && step.matches('.parted'))) all(panel, '.hand-say').slice(0, 1).forEach(say => {
        const lines = isPayment || isLow ? 40 : box(say).height;
        if (box(say).top + lines > Math.min(innerHeight, box(panel).bottom) + 0.5) { fault('the sentence is not in the panel'); }
    });
    const few = innerWidth > 1200 ? 64 : 52;
    if (innerWidth > 1000 && !step.matches('.tables')) all(step, '.mover .place .card, .laid .card').forEach(card => {
        const least = card.closest(':is(.n7, .n8, .n9, .n10)') ? 44 : few;
        if (box(card).width < least) { fault('is narrow:', card.textContent, box(card).width); }
    });
    pairs(all(hand, '.hand-controls > *'), 1, (...both) => fault('over each other:', ...both));
    step.querySelectorAll('.cloth').forEach(cloth => {
        const edge = box(cloth);
        all(cloth, '.turned .card').filter(card => box(card).right > box(cloth).right - cloth.clientLeft)
            .forEach(card => fault('leaves the cloth:', card.textContent));
        /* A long list of payments can be scrolled in a low window; its last line stays. */
        const sums = isLow ? '.hand-running tr:last-child td:last-child' : '.hand-running';
        const things = all(cloth, `.place, .laid .card, .said, .heap, .parts, .hand-debts, .turned > *, ${sums}`)
            .filter(one => box(one).width > 2 && box(one).height > 2);
        things.filter(one => box(one).left < edge.left - 1 || box(one).right > edge.right + 1 || box(one).bottom > edge.bottom + 1
            || box(one).top < edge.top - 1).forEach(one => fault('leaves the cloth:', one.className));
        pairs(things, 2, (...both) => fault('over each other:', ...both));
        all(cloth, '.place').forEach(seat => {
            const parts = all(seat, '.who > *, .won, .cards .card:first-child').filter(one => box(one).width > 2);
            pairs(parts, 3, (...both) => fault('over each other in a seat:', ...both));
            all(seat, '.won').filter(won => parseFloat(getComputedStyle(won, '::before').width) !== 6 * parseInt(won.textContent) - 2)
                .forEach(won => fault('has other sticks than tricks:', won.textContent));
            all(seat, '.card').filter(card => box(card).right > box(seat).right + 2 || box(card).left < box(seat).left - 2)
                .forEach(card => fault('leaves its seat:', card.textContent));
            all(seat, '.who b').filter(name => name.scrollWidth > name.clientWidth + 1)
                .forEach(name => fault('is cut off:', name.textContent));
        });
    });
});
return [steps.length, faults];
"#;

#[derive(Debug, Deserialize)]
struct BoardView(usize, Vec<String>);

async fn measure_board(
    driver: &WebDriver,
    (width, height): (u32, u32),
    prepare: &str,
) -> WebDriverResult<BoardView> {
    set_window(driver, width, height).await?;
    driver.execute(prepare, vec![]).await?;
    Ok(serde_json::from_value(run_script(driver, LOOK).await?)?)
}

/// Every sixtieth hand, the hand of the README, one with two pots, one of ten players, one with long names, and one with three lines
/// of words at a seat.
fn sampled_pages() -> Vec<String> {
    let pages = pages_of_hands(own_book().site());
    let always = [
        "denise-must-trump.html",
        "the-side-pot-fills-it-up.html",
        "ten-at-the-table.html",
        "la-dame-entre-deux.html",
        "the-dealers-ace-later-on.html",
    ];
    let is_one = |at, page: &str| {
        test_extent::are_all_wanted()
            || at % 60 == 3
            || always.iter().any(|one| page.ends_with(one))
    };
    pages
        .keys()
        .enumerate()
        .filter(|(at, page)| is_one(*at, page))
        .map(|(_, page)| page.clone())
        .collect()
}

/// Looks at the board of each page in some windows.
async fn look_at_boards(windows: &[(u32, u32)]) -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    // A whole evening has 200 steps.
    driver.set_script_timeout(Duration::from_secs(600)).await?;
    let (mut steps, mut wrong) = (0, Vec::new());
    for page in sampled_pages() {
        driver.goto(own_book().url(&page)).await?;
        for window in windows {
            let BoardView(looked, faults) = measure_board(driver, *window, "").await?;
            steps += looked;
            wrong.extend(
                faults
                    .into_iter()
                    .map(|fault| format!("{window:?} {page}#{fault}")),
            );
        }
    }
    browser.close().await?;
    assert!(
        wrong.is_empty(),
        "{} of {steps} steps:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(steps > 80 * windows.len(), "{steps} steps");
    Ok(())
}

#[tokio::test]
async fn in_wide_windows_the_board_is_in_view_and_nothing_lies_over_anything() -> WebDriverResult<()>
{
    look_at_boards(&WINDOWS[..3]).await
}

#[tokio::test]
async fn on_phones_the_board_is_in_view_and_nothing_lies_over_anything() -> WebDriverResult<()> {
    look_at_boards(&WINDOWS[3..]).await
}

/// A table of seven to ten, made of one of six: nothing lies over anything, and it may go on below.
const SEATS: &str = "document.querySelectorAll('.cloth').forEach(cloth => { const list = cloth.querySelector('.hand-places'); \
     for (let seat = list.children.length; seat < COUNT; seat += 1) { const one = list.children[1].cloneNode(true); \
     one.className = 's' + seat; list.append(one); } cloth.className = 'cloth nCOUNT'; })";

#[tokio::test]
async fn more_than_six_find_room_too() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let pages = pages_of_hands(own_book().site());
    // Of six, five of whom paid a debt: the pool has much to tell.
    let six = pages
        .iter()
        .find(|(page, html)| page.ends_with("mary-asks-in-time.html") && html.contains("cloth n6"));
    let (page, _) = six.expect("a hand of six");
    let mut wrong = Vec::new();
    for (at, window) in WINDOWS.into_iter().enumerate() {
        let counts = if test_extent::are_all_wanted() {
            &[7, 8, 9, 10][..]
        } else {
            &[10, 8, 9, 10, 7][at..=at]
        };
        for count in counts {
            driver.goto(own_book().url(page)).await?;
            let BoardView(_, faults) =
                measure_board(driver, window, &SEATS.replace("COUNT", &count.to_string())).await?;
            let lies = faults
                .into_iter()
                .filter(|fault| !fault.contains("is not in the window"));
            wrong.extend(lies.map(|fault| format!("{window:?}, {count} seats: {fault}")));
        }
    }
    browser.close().await?;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// What a player says may take two lines, but no word is broken, however narrow the cards are.
#[tokio::test]
async fn no_word_of_a_bubble_is_broken() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("hands/mus-pairs/why-two-must-refuse.html"))
        .await?;
    set_window(driver, 1280, 800).await?;
    let lines = "const said = [...document.querySelectorAll('.said')].find(one => one.checkVisibility()); \
         said.textContent = 'envido'; said.closest('.cloth').style.setProperty('--tw', '2rem'); \
         return Math.round(said.getBoundingClientRect().height / parseFloat(getComputedStyle(said).lineHeight))";
    wait_until(driver, "document.querySelector('.is-now .cloth')").await?;
    run_script(
        driver,
        "document.querySelectorAll('.hand-step').forEach(step => step.classList.add('is-now'))",
    )
    .await?;
    assert_eq!(run_script(driver, lines).await?, json!(1));
    browser.close().await
}

/// What the page draws with is there before it is read, and is ours.
#[tokio::test]
async fn the_typeface_is_loaded() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver
        .goto(own_book().url("hands/mouche-1718/denise-must-trump.html"))
        .await?;
    let loaded = "return document.fonts.ready.then(fonts => Array.from(fonts).filter(face => face.status === 'loaded') \
         .map(face => face.family.replaceAll('\"', '')))";
    let faces = run_script(driver, loaded).await?;
    assert!(
        faces
            .as_array()
            .is_some_and(|faces| faces.contains(&json!("Mouche"))),
        "{faces}"
    );
    let family = run_script(
        driver,
        "return getComputedStyle(document.querySelector('.hand-say')).fontFamily",
    )
    .await?;
    assert!(
        family
            .as_str()
            .is_some_and(|family| family.trim_matches('"').starts_with("Mouche")),
        "{family}"
    );
    browser.close().await
}

/// Where motion is wanted a step moves: its transition names the card that is laid. Where it is not, nothing moves.
#[tokio::test]
async fn a_card_goes_to_its_place_where_motion_is_wanted() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let watch = "window.turns = 0; const start = document.startViewTransition.bind(document); \
         document.startViewTransition = update => { window.turns += 1; return start(update); }; \
         document.querySelector('[data-go=next]').click()";
    let mut turns = Vec::new();
    for wanted in ["reduce", "no-preference"] {
        let media = json!({ "features": [{ "name": "prefers-reduced-motion", "value": wanted }] });
        driver
            .cdp()
            .send_raw("Emulation.setEmulatedMedia", media)
            .await?;
        driver.goto("about:blank").await?;
        driver
            .goto(
                own_book().url("hands/mouche-1718/denise-must-trump.html#denise-must-trump-h1-d4"),
            )
            .await?;
        // What moves cards is fetched when the pointer reaches for the hand.
        run_script(driver, "document.querySelector('[data-go=next]').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))").await?;
        wait_until(driver, "window.mouche.moveBetweenSteps").await?;
        run_script(driver, watch).await?;
        wait_until(
            driver,
            "document.querySelector('#denise-must-trump-h1-t1-1.is-now')",
        )
        .await?;
        turns.push(run_script(driver, "return window.turns").await?);
    }
    browser.close().await?;
    assert_eq!(turns, [json!(0), json!(1)], "transitions");
    Ok(())
}

/// Whoever is in haste loses no click to what still moves, and the page is no part of it.
#[tokio::test]
async fn a_click_counts_while_cards_are_on_their_way() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    let media =
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "no-preference" }] });
    driver
        .cdp()
        .send_raw("Emulation.setEmulatedMedia", media)
        .await?;
    driver
        .goto(own_book().url("hands/mouche-1718/denise-must-trump.html#denise-must-trump-h1-d4"))
        .await?;
    driver
        .execute_async("document.fonts.ready.then(arguments[0])", vec![])
        .await?;
    let button = "const { x, y, width, height } = document.querySelector('.hand.is-ready .hand-controls [data-go=next]') \
         .getBoundingClientRect(); return [x + width / 2, y + height / 2]";
    let (x, y): (f64, f64) = serde_json::from_value(run_script(driver, button).await?)?;
    // On a slow machine it takes a while until what moves is drawn, and nothing is under the pointer but the page.
    driver
        .cdp()
        .send_raw("Emulation.setCPUThrottlingRate", json!({ "rate": 8 }))
        .await?;
    for _ in 0..6 {
        for kind in ["mousePressed", "mouseReleased"] {
            let click = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            driver
                .cdp()
                .send_raw("Input.dispatchMouseEvent", click)
                .await?;
        }
        tokio::time::sleep(Duration::from_millis(120)).await;
    }
    wait_until(
        driver,
        "document.querySelector('#denise-must-trump-h1-t2-3.is-now')",
    )
    .await?;
    let name = run_script(
        driver,
        "return getComputedStyle(document.documentElement).viewTransitionName",
    )
    .await?;
    assert_eq!(name, json!("none"));
    browser.close().await
}
