//! The worker of a page on which one plays: it tells nobody the cards of others, takes little memory, and ends when the page is
//! left.

use crate::driver::{Browser, book, until};
use crate::server::serve;
use mouche::cards::{Card, Rank, Seat, Set};
use mouche::scenario::check;
use mouche::scenario::story::Step;
use mouche::web::answer;
use serde_json::{Value, json};
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

async fn listening() -> WebDriverResult<Browser> {
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

/// All ways in which a page names a card: to the eye, to the ear, and to the stylesheet.
fn names(card: Card) -> [String; 3] {
    let (suit, rank) = (
        &card.suit().name()[..1],
        Rank::ALL.len() - card.rank() as usize,
    );
    [
        card.to_string(),
        card.name(),
        format!("card {suit} r{rank}"),
    ]
}

/// Whether a card is named in what was told; `r1` is not `r10`.
fn is_told(told: &str, card: Card) -> bool {
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_digit());
    names(card)
        .iter()
        .any(|name| told.split(name.as_str()).skip(1).any(ends))
}

/// What the others hold after the last of these steps, and the stock; without what lay open or was the learner's once.
fn unseen(steps: &[Step], learner: Seat) -> Set {
    let hand = &steps.last().expect("a step").after;
    let others = (0..hand.seats)
        .map(Seat)
        .filter(|seat| *seat != learner && !hand.claimants.has(*seat));
    let held = others.fold(hand.stock, |all, other| all | hand.hands[other]);
    let own = steps.iter().fold(Set::from(hand.turned_card), |own, step| {
        own | step.before.hands[learner] | step.after.hands[learner]
    });
    held - own
}

#[tokio::test]
async fn the_cards_of_others_are_in_no_answer_and_nowhere_in_the_page() -> WebDriverResult<()> {
    let browser = listening().await?;
    let driver = &browser.driver;
    for (edition, players, seat, seed) in TABLES {
        driver.goto("about:blank").await?;
        let address =
            format!("play.html#edition={edition}&players={players}&seat={seat}&seed={seed}&words=");
        driver.goto(book().url(&address)).await?;
        until(
            driver,
            "document.querySelector('.play-asks button, .play-asks [data-plays]')",
        )
        .await?;
        let played: Value = driver.execute_async(PLAY, vec![]).await?.json().clone();
        let (seen, words): (Vec<(usize, String)>, Vec<String>) = serde_json::from_value(played)?;
        assert!(seen.len() > 3, "{address}: {words:?}");
        // Who saves a session is told the cards of all.
        let table = json!({ "edition": edition, "players": players, "seat": seat, "seed": seed, "words": words, "save": true });
        let told: Value = serde_json::from_slice(
            answer(json!({ "table": table }).to_string().as_bytes()).as_bytes(),
        )?;
        let file = check(
            "session.md",
            told["scenario"].as_str().unwrap_or_default().as_bytes(),
        );
        let story = file
            .stories
            .first()
            .unwrap_or_else(|| panic!("{address}: {told}"));
        for (steps, told) in seen {
            let (steps, seat) = (&story.steps[..steps], Seat(seat));
            let own = steps.last().expect("a step").after.hands[seat];
            assert!(
                own.into_iter().all(|card| is_told(&told, card)),
                "{address}, {words:?}: one's own cards are not told"
            );
            let hidden = unseen(steps, seat);
            assert!(hidden.len() > 10, "{address}: {hidden:?}");
            let told: Vec<Card> = hidden
                .into_iter()
                .filter(|card| is_told(&told, *card))
                .collect();
            assert!(
                told.is_empty(),
                "{address}, {words:?}, step {}: {told:?} are told",
                steps.len()
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
    let served = serve(book().site(), false);
    let browser = listening().await?;
    let driver = &browser.driver;
    driver
        .goto(format!(
            "{served}play.html#edition=mouche-1718&players=4&seat=1&seed=7&words="
        ))
        .await?;
    until(
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
    until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    driver.goto(format!("{served}index.html")).await?;
    assert_eq!(
        driver.execute(workers, vec![]).await?.json(),
        &json!([2, 2]),
        "it does not end"
    );
    driver.back().await?;
    until(driver, "document.querySelector('.play-asks [data-plays]')").await?;
    driver
        .execute(
            "document.querySelector('.play .hand-step:last-child button.card:enabled').click()",
            vec![],
        )
        .await?;
    until(
        driver,
        "new URLSearchParams(location.hash.slice(1)).get('words').includes('_')",
    )
    .await?;
    browser.close().await
}
