//! Drawings: nothing in them is cut or lies on something else, a phone shows them large enough, and what is told apart by colour
//! is told apart without it.

use crate::driver::{Browser, own_book};
use serde_json::json;
use thirtyfour::prelude::*;

/// Pages with drawings that have words in them.
const DRAWN: [&str; 4] = [
    "odds.html",
    "pictures.html",
    "family.html",
    "rules/boussac-1896.html",
];

/// What is wrong with the words of the drawings of a page: cut by the edge, over each other, or smaller than so many pixels.
const WORDS: &str = "const wrong = [];
    for (const svg of document.querySelectorAll('main svg:has(text)')) {
        const frame = svg.viewBox.baseVal, large = svg.getBoundingClientRect().width / frame.width;
        const said = [...svg.querySelectorAll('text')].map((text) => ({ text, words: text.textContent, box: text.getBBox() }));
        said.forEach(({ text, words, box }, at) => {
            const name = `${svg.querySelector('title').textContent}: ${words}`;
            const { x, y, width, height } = box;
            if (x < -0.5 || y < -0.5 || x + width > frame.width + 0.5 || y + height > frame.height + 0.5) wrong.push(`${name} is cut`);
            if (parseFloat(getComputedStyle(text).fontSize) * large < 9.5) wrong.push(`${name} is small`);
            for (const other of said.slice(at + 1)) {
                const across = Math.min(x + width, other.box.x + other.box.width) - Math.max(x, other.box.x);
                const down = Math.min(y + height, other.box.y + other.box.height) - Math.max(y, other.box.y);
                if (across > 2 && down > 5) wrong.push(`${name} lies on ${other.words}`);
            }
        });
    }
    return wrong;";

/// Of each drawing of lines: how many there are, how many colours and how many strokes they have, and how many of their colours a
/// name beside them has.
const LINES: &str = "return [...document.querySelectorAll('.picture-lines svg')].map((svg) => {
        const looks = (of, what) => [...svg.querySelectorAll(of)].map((one) => getComputedStyle(one)[what]);
        const colours = looks('.line', 'stroke'), names = looks('.name', 'fill');
        return [colours.length, new Set(colours).size, new Set(looks('.line', 'strokeDasharray')).size,
            colours.filter((colour) => names.includes(colour)).length];
    });";

#[tokio::test]
async fn the_words_of_drawings_are_whole_and_lines_have_their_names_beside_them()
-> WebDriverResult<()> {
    let book = own_book();
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    for page in DRAWN {
        for width in [1280, 360] {
            let size = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width == 360 });
            driver
                .cdp()
                .send_raw("Emulation.setDeviceMetricsOverride", size)
                .await?;
            driver.goto(book.url(page)).await?;
            driver
                .execute_async("document.fonts.ready.then(arguments[0])", vec![])
                .await?;
            let wrong = driver.execute(WORDS, vec![]).await?.json().clone();
            assert_eq!(wrong, json!([]), "{page} at {width}");
        }
        let lines: Vec<[usize; 4]> =
            serde_json::from_value(driver.execute(LINES, vec![]).await?.json().clone())?;
        assert!(
            lines
                .iter()
                .all(|drawing| drawing[0] > 1 && drawing.iter().all(|count| *count == drawing[0])),
            "{page}: {lines:?}"
        );
        assert!(
            !lines.is_empty() || !["odds.html", "pictures.html"].contains(&page),
            "{page} has no lines"
        );
    }
    browser.close().await
}
