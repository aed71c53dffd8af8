//! The board: at the top of its page it stands within the window, and nothing on it lies over anything else. Some hands, or
//! with `ALL=1` every step of every hand.

use crate::axe::hands::pages_of_hands;
use crate::driver::{Browser, own_book, run_script, wait_until};
use crate::long;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use thirtyfour::prelude::*;

/// A laptop, a tablet, a phone: width and height of the window, in pixels.
const WINDOWS: [(u32, u32); 3] = [(1280, 800), (1024, 768), (360, 740)];

/// Looks at each step of a hand: what must stand in the window, and pairs of things that may not lie over each other. On a
/// phone the tail of a list of payments and a third reason may stand below, and a table of more than six may end there.
const LOOK: &str = r#"
const [isPhone] = arguments;
const faults = [];
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
    const long = isPhone ? '.hand-choices li:not(:nth-child(n + 3))' : '.hand-choices, .hand-ledger';
    const pays = isPhone && step.matches('.hand-step-payment, .hand-step-end, .parted');
    const many = isPhone && step.querySelector(':is(.n7, .n8, .n9, .n10)');
    if (!many) all(step, `:scope > .frame > .cloth${pays ? '' : `, .hand-title, .hand-say, ${long}`}`).concat(hand.querySelector('.hand-controls'))
        .filter(one => box(one).bottom + scrollY > innerHeight + 0.5)
        .forEach(one => fault('below the window:', one.className || one.tagName, Math.round(box(one).bottom - innerHeight)));
    step.querySelectorAll('.cloth').forEach(cloth => {
        const edge = box(cloth);
        all(cloth, '.turned .card').filter(card => box(card).right > box(cloth).right - cloth.clientLeft)
            .forEach(card => fault('leaves the cloth:', card.textContent));
        const things = all(cloth, '.place, .laid .card, .heap, .parts, .hand-debts, .turned > *, .hand-running')
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
    let size =
        json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
    driver
        .cdp()
        .send_raw("Emulation.setDeviceMetricsOverride", size)
        .await?;
    driver.execute(prepare, vec![]).await?;
    Ok(serde_json::from_value(
        driver
            .execute(LOOK, vec![json!(width < 500)])
            .await?
            .json()
            .clone(),
    )?)
}

/// Every sixtieth hand, the hand of the README, one with two pots, and one of ten players.
fn sampled_pages() -> Vec<String> {
    let pages = pages_of_hands(own_book().site());
    let always = [
        "denise-must-trump.html",
        "the-side-pot-fills-it-up.html",
        "ten-at-the-table.html",
    ];
    let is_one = |at, page: &str| {
        long::are_all_wanted() || at % 60 == 3 || always.iter().any(|one| page.ends_with(one))
    };
    pages
        .keys()
        .enumerate()
        .filter(|(at, page)| is_one(*at, page))
        .map(|(_, page)| page.clone())
        .collect()
}

#[tokio::test]
async fn the_board_stands_in_the_window_and_nothing_lies_over_anything() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    driver.set_script_timeout(Duration::from_secs(120)).await?;
    let (mut steps, mut wrong) = (0, Vec::new());
    for window in WINDOWS {
        for page in sampled_pages() {
            driver.goto(own_book().url(&page)).await?;
            let BoardView(looked, faults) = measure_board(driver, window, "").await?;
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
    assert!(steps > 200, "{steps} steps");
    Ok(())
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
    for (at, window) in (8..).zip(WINDOWS) {
        for count in if long::are_all_wanted() {
            7..=10
        } else {
            at..=at
        } {
            driver.goto(own_book().url(page)).await?;
            let BoardView(_, faults) =
                measure_board(driver, window, &SEATS.replace("COUNT", &count.to_string())).await?;
            let lies = faults
                .into_iter()
                .filter(|fault| !fault.contains("below the window"));
            wrong.extend(lies.map(|fault| format!("{window:?}, {count} seats: {fault}")));
        }
    }
    browser.close().await?;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
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
