//! The worker of a page on which one plays: it tells nobody the cards of others, takes little memory, and ends when the page is
//! left.

use crate::driver::{Browser, own_book, wait_until};
use crate::json_of_commands::json as command_json;
use crate::server::serve;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use thirtyfour::prelude::*;

/// Hears what workers answer, each answer with what its engine has of memory, and counts the workers that have begun and ended.
const LISTEN: &str = r#"
window.answers = [];
const measure = () => {
    const [begin, say] = [WebAssembly.instantiate, postMessage];
    let memory;
    WebAssembly.instantiate = async module => {
        const made = await begin(module);
        ({ memory } = made.exports);
        return made;
    };
    self.postMessage = told => say({ ...told, memory: memory.buffer.byteLength });
};
window.Blob = class extends Blob {
    constructor(parts, more) { super(more?.type === 'text/javascript' ? [`(${measure})();`, ...parts] : parts, more); }
};
const count = what => { sessionStorage[what] = Number(sessionStorage[what] || 0) + 1; };
/* From a server the worker is a file: what measures it runs before it. */
const measured = address => URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(new URL(address, location).href)});`], { type: 'text/javascript' }));
window.Worker = class extends Worker {
    constructor(address) {
        super(address.startsWith('blob:') ? address : measured(address));
        count('begun');
        this.addEventListener('message', ({ data }) => answers.push(data));
    }
    terminate() {
        if (!this.hasEnded) { count('ended'); }
        this.hasEnded = true;
        super.terminate();
    }
};
"#;

async fn open_listening_browser() -> WebDriverResult<Browser> {
    let browser = Browser::open(true).await?;
    browser
        .driver
        .set_script_timeout(Duration::from_secs(60))
        .await?;
    let source = json!({ "source": LISTEN });
    browser
        .driver
        .cdp()
        .send_raw("Page.addScriptToEvaluateOnNewDocument", source)
        .await?;
    Ok(browser)
}

/// Edition, players, the learner's seat, and a seed.
const TABLES: [(&str, u8, u8, u64); 3] = [
    ("mouche-1718", 4, 1, 7),
    ("pamphile-1758", 5, 2, 11),
    ("loo-2008", 4, 0, 3),
];

/// Plays a hand, with a hint before each choice and the cards weighed where that can be. Tells how many steps there were at
/// each choice, with all that the page and the worker had told by then; and what was said.
const PLAY: &str = r#"
const done = arguments[0];
const one = what => document.querySelector('.play ' + what);
const asked = async () => {
    for (let tries = 0; one('.play-hand').matches('[aria-busy]') || !one('.play-asks :is(button, [data-plays])'); tries += 1) {
        if (tries > 1000) { throw one('.play-hand').innerText; }
        await new Promise(go => setTimeout(go, 10));
    }
};
const seen = [];
(async () => {
    for (let tries = 0; ; tries += 1) {
        await asked();
        if (one('.play-asks [data-says=deal]')) { break; }
        for (const go of ['hint', 'what']) {
            one(`[data-go=${go}]`).click();
            await asked();
        }
        const told = JSON.stringify(answers).replaceAll('\\"', '"');
        seen.push([document.querySelectorAll('.play .hand-step').length, one('.play-hand').outerHTML + told]);
        const cards = document.querySelectorAll('.play .hand-step:last-child button.card:enabled');
        (one('.play-asks [data-says=stand]') || one('.play-asks [data-says]') || cards[tries % cards.length]).click();
    }
    done([seen, new URLSearchParams(location.hash.slice(1)).get('words').split('_')]);
})().catch(error => done([[], [String(error)]]));
"#;

/// The ranks from the lowest to the ace, as cards write them and as they are spoken.
const RANKS: [(&str, &str); 13] = [
    ("2", "two"),
    ("3", "three"),
    ("4", "four"),
    ("5", "five"),
    ("6", "six"),
    ("7", "seven"),
    ("8", "eight"),
    ("9", "nine"),
    ("10", "ten"),
    ("J", "jack"),
    ("Q", "queen"),
    ("K", "king"),
    ("A", "ace"),
];

/// The suits, as cards write them and as they are spoken.
const SUITS: [(char, &str); 4] = [
    ('♠', "spades"),
    ('♥', "hearts"),
    ('♦', "diamonds"),
    ('♣', "clubs"),
];

/// Returns all ways in which a page names a card: to the eye, to the ear, and to the style sheet.
fn names_of_card(card: &str) -> [String; 3] {
    let sign = card.chars().last().expect("a suit");
    let (_, suit) = SUITS
        .into_iter()
        .find(|(suit, _)| *suit == sign)
        .expect("a suit");
    let rank = card.trim_end_matches(sign);
    let place = RANKS
        .iter()
        .position(|(sign, _)| *sign == rank)
        .expect("a rank");
    [
        card.to_owned(),
        format!("{} of {suit}", RANKS[place].1),
        format!("card {} r{}", &suit[..1], RANKS.len() - place),
    ]
}

/// Whether a card is named in what was told; `r1` is not `r10`.
fn is_told(told: &str, card: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_digit());
    names_of_card(card)
        .iter()
        .any(|name| told.split(name.as_str()).skip(1).any(ends))
}

/// Returns the cards that a seat holds after a step.
fn cards_of(seat: &Value) -> BTreeSet<String> {
    serde_json::from_value(seat["cards"].clone()).expect("cards")
}

/// Returns the seats as they are after a step.
fn seats_after(step: &Value) -> &Vec<Value> {
    step["table"]["seats"].as_array().expect("seats")
}

/// Returns the whole pack, by the first step of a deal: packs of 32, 36 and 52 cards lack their lowest ranks.
fn pack_of_deal(deal: &Value) -> BTreeSet<String> {
    let held: usize = seats_after(deal)
        .iter()
        .map(|seat| cards_of(seat).len())
        .sum();
    let stock = deal["table"]["stock"].as_u64().expect("a number") as usize;
    let numbers_of_ranks = [8, 9, 13];
    let fits = |ranks: &usize| ranks * SUITS.len() >= held + stock;
    let number = numbers_of_ranks.into_iter().find(fits).expect("a pack");
    let ranks = &RANKS[RANKS.len() - number..];
    let cards = SUITS
        .iter()
        .flat_map(|(suit, _)| ranks.iter().map(move |(rank, _)| format!("{rank}{suit}")));
    cards.collect()
}

/// Returns the cards that a learner has not seen after the last of these steps: what the others hold or have discarded, and the stock.
fn unseen_cards(steps: &[Value], learner: usize) -> BTreeSet<String> {
    let mut hidden = pack_of_deal(&steps[0]);
    for step in steps {
        hidden.remove(step["table"]["turned"].as_str().unwrap_or_default());
        for (number, seat) in seats_after(step).iter().enumerate() {
            hidden.remove(seat["laid"].as_str().unwrap_or_default());
            let has_claimed = seat["marks"]
                .as_array()
                .is_some_and(|marks| marks.contains(&json!("claimed")));
            if number == learner || has_claimed {
                hidden.retain(|card| !cards_of(seat).contains(card));
            }
        }
    }
    hidden
}

/// Saves a session in the page, and returns its steps as `mouche show` prints them.
async fn steps_of_session(driver: &WebDriver, mut table: Value) -> WebDriverResult<Vec<Value>> {
    table["save"] = json!(true);
    let ask = "const [table, done] = arguments; \
         mouche.askEngine(document.querySelector('.play').dataset.engine, { table }).then(({ scenario }) => done(scenario))";
    let saved = driver.execute_async(ask, vec![table]).await?.json().clone();
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("session.md");
    std::fs::write(&file, saved.as_str().unwrap_or_default())?;
    let mut shown = command_json(&["show", &file.to_string_lossy()]);
    Ok(serde_json::from_value(
        shown["editions"][0]["steps"].take(),
    )?)
}

#[tokio::test]
async fn the_cards_of_others_are_in_no_answer_and_nowhere_in_the_page() -> WebDriverResult<()> {
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    for (edition, players, seat, seed) in TABLES {
        driver.goto("about:blank").await?;
        let address =
            format!("play.html#edition={edition}&players={players}&seat={seat}&seed={seed}&words=");
        driver.goto(own_book().url(&address)).await?;
        wait_until(
            driver,
            "document.querySelector('.play-asks button, .play-asks [data-plays]')",
        )
        .await?;
        let played: Value = driver.execute_async(PLAY, vec![]).await?.json().clone();
        let (seen, words): (Vec<(usize, String)>, Vec<String>) = serde_json::from_value(played)?;
        assert!(seen.len() > 3, "{address}: {words:?}");
        // A session that is saved tells the cards of all.
        let steps = steps_of_session(driver, json!({ "edition": edition, "players": players, "seat": seat, "seed": seed, "words": words })).await?;
        let seat = usize::from(seat);
        for (number, told) in seen {
            let steps = &steps[..number];
            let own = cards_of(&seats_after(&steps[number - 1])[seat]);
            assert!(
                own.iter().all(|card| is_told(&told, card)),
                "{address}, {words:?}: one's own cards are not told"
            );
            let hidden = unseen_cards(steps, seat);
            assert!(hidden.len() > 10, "{address}: {hidden:?}");
            let told: Vec<&String> = hidden.iter().filter(|card| is_told(&told, card)).collect();
            assert!(
                told.is_empty(),
                "{address}, {words:?}, step {number}: {told:?} are told"
            );
        }
    }
    browser.close().await
}

/// Six players who all stand: what their cards come to takes most memory of sixty deals.
const WORST: &str = r#"# A deal

```toml scenario
edition = "mery-1847"
players = ["Anne","Basile","Claude","Denise","Eugénie","Firmin"]
```

```deal
dealer Anne
Basile 3♣ 6♣ 3♥ J♥ K♣
Claude 4♣ 10♥ 2♥ 3♦ J♠
Denise A♠ 7♠ 5♥ 4♥ 6♥
Eugénie 7♦ 10♦ 10♠ 5♣ Q♠
Firmin A♦ Q♦ K♥ A♥ 7♥
Anne 6♠ 5♦ J♦ 4♦ 8♦
turn 8♣
```

```script
Basile stands
Claude stands
Denise stands
Eugénie stands
Firmin stands
Anne stands
1. Basile 3♣
stop
```
"#;

#[tokio::test]
async fn the_worker_takes_little_memory_and_ends_with_its_page() -> WebDriverResult<()> {
    let served = serve(own_book().site(), false);
    let browser = open_listening_browser().await?;
    let driver = &browser.driver;
    driver
        .goto(format!(
            "{served}play.html#edition=mouche-1718&players=4&seat=1&seed=7&words="
        ))
        .await?;
    wait_until(
        driver,
        "document.querySelector('.play-asks [data-says=stand]')",
    )
    .await?;
    let weigh = "const [text, done] = arguments; mouche.askEngine(document.querySelector('.play').dataset.engine, { table: \
         { begun: { text, step: 'h1-t1-1', edition: 0 }, seat: 1, seed: 7, words: [], what_if: true } }) \
         .then(({ what_if, failed }) => done([what_if || failed, Math.max(...answers.map(({ memory }) => memory))]))";
    let weighed = driver
        .execute_async(weigh, vec![json!(WORST)])
        .await?
        .json()
        .clone();
    let (html, bytes): (String, usize) = serde_json::from_value(weighed)?;
    assert!(html.starts_with("<details"), "{html}");
    assert!((3_000_000..25_000_000).contains(&bytes), "{bytes} bytes");
    let workers = "return [sessionStorage.begun, sessionStorage.ended || '0'].map(Number)";
    assert_eq!(
        driver.execute(workers, vec![]).await?.json(),
        &json!([1, 0])
    );
    // A page that the browser keeps has no worker; one who comes back plays on with another.
    driver
        .execute(
            "dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))",
            vec![],
        )
        .await?;
    assert_eq!(
        driver.execute(workers, vec![]).await?.json(),
        &json!([1, 1]),
        "it does not end"
    );
    driver
        .execute(
            "document.querySelector('.play-asks [data-says=stand]').click()",
            vec![],
        )
        .await?;
    wait_until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    driver.goto(format!("{served}index.html")).await?;
    assert_eq!(
        driver.execute(workers, vec![]).await?.json(),
        &json!([2, 2]),
        "it does not end"
    );
    driver.back().await?;
    wait_until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    driver
        .execute(
            "document.querySelector('.play .hand-step:last-child button.card:enabled').click()",
            vec![],
        )
        .await?;
    wait_until(
        driver,
        "new URLSearchParams(location.hash.slice(1)).get('words').includes('_')",
    )
    .await?;
    browser.close().await
}
