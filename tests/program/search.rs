//! The search, in Chromium: it finds every clause and every hand, whatever marks a letter bears, and by keys alone.

use crate::axe::hands::pages_of_hands;
use crate::driver::{Book, Browser, foreign_book, own_book, run_script};
use crate::json_of_commands::editions;
use crate::repository_paths::root;
use crate::test_extent;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use thirtyfour::prelude::*;

async fn press_keys(driver: &WebDriver, keys: impl Into<TypingData>) -> WebDriverResult<()> {
    driver.action_chain().send_keys(keys).perform().await
}

/// Opens the search by its key, on a page from the disk.
async fn open_search(book: &Book, driver: &WebDriver, page: &str) -> WebDriverResult<()> {
    driver.goto(book.url(page)).await?;
    press_keys(driver, "/").await?;
    driver
        .query(By::Css("dialog.search[open] input"))
        .first()
        .await?;
    Ok(())
}

async fn titles_of_results(driver: &WebDriver) -> WebDriverResult<Vec<String>> {
    let shown =
        "return Array.from(document.querySelectorAll('.search-title'), one => one.textContent)";
    Ok(serde_json::from_value(run_script(driver, shown).await?)?)
}

#[tokio::test]
async fn every_clause_and_every_hand_is_found_by_its_title() -> WebDriverResult<()> {
    let book = own_book();
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_search(book, driver, "index.html").await?;
    let lost = run_script(
        driver,
        &"const inGroups = found => {
            const counts = new Map();
            return found.filter(({ group }) => counts.set(group, (counts.get(group) || 0) + 1).get(group) <= 20);
        };
        const { pages, entries } = window.moucheIndex;
        const titles = entries.map(entry => entry[2]);
        return entries.filter((_, at) => at % EACH === 0).filter(entry => {
            const [page, anchor, title, , , , decision] = entry;
            const href = pages[page][0] + (anchor && '#' + encodeURIComponent(anchor));
            const isOften = titles.filter(each => each === title).length > 20;
            const isHeading = anchor && !decision && !/^glossary/.test(href);
            const places = found => (found.editions || []).concat(found).map(place => place.href);
            const found = window.mouche.findInBook(title);
            const near = isHeading || isOften ? found : inGroups(found);
            return !near.some(each => places(each).includes(href));
        }).map(entry => entry[2])"
            .replace("EACH", &test_extent::sample_step(5).to_string()),
    )
    .await?;
    assert_eq!(lost, json!([]));
    let kept = run_script(
        driver,
        "const { pages, entries } = window.moucheIndex;
        return entries.map(([page, anchor]) => pages[page][0] + (anchor && '#' + anchor))",
    )
    .await?;
    let kept: BTreeSet<String> = serde_json::from_value(kept)?;
    let asked = clause_addresses(book.site())
        .into_iter()
        .chain(pages_of_hands(book.site()).into_keys())
        .collect::<Vec<_>>();
    let missing: Vec<_> = asked
        .iter()
        .filter(|place| !kept.contains(*place))
        .collect();
    assert!(missing.is_empty(), "not in the index: {missing:?}");
    assert!(
        asked.len() > 300,
        "clauses of five editions, and hands: {}",
        asked.len()
    );
    browser.close().await
}

/// A rule is one place, in whatever editions; and it leads to the edition that was asked for, though that only takes it over.
#[tokio::test]
async fn a_rule_is_found_once_with_its_editions() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_search(own_book(), driver, "index.html").await?;
    let found = run_script(
        driver,
        "const found = words => window.mouche.findInBook(words);
        const rules = words => found(words).filter(one => /rules\\//.test(one.href) && one.href.includes('#'));
        const twice = ['trumping', 'stake', 'who owes', 'declaring'].filter(words => {
            const anchors = rules(words).map(one => one.href.split('#')[1]);
            return !anchors.length || new Set(anchors).size !== anchors.length;
        });
        const [first] = found('trumping 1730');
        return [twice, first.href, first.editions.map(place => place.short)]",
    )
    .await?;
    let editions = short_names_of_editions_with("play.trump");
    assert_eq!(
        found,
        json!([[], "rules/mouche-1730.html#play.trump", editions])
    );
    press_keys(driver, "trumping 1730").await?;
    let links = "return document.querySelectorAll('.search-found section:first-child > ol > li:first-child a').length";
    assert_eq!(
        run_script(driver, links).await?,
        json!(1 + editions.len()),
        "the rule, and each of its editions"
    );
    browser.close().await
}

/// Returns a file of the data of the editions.
fn read_data(name: &str) -> toml::Table {
    let path = root().join("src/editions").join(format!("{name}.toml"));
    let text = std::fs::read_to_string(path).expect("data");
    text.parse().expect("TOML")
}

/// Returns the short names of the editions that have a clause, those of one game together.
fn short_names_of_editions_with(clause: &str) -> Vec<String> {
    let editions = editions();
    let ids = editions
        .iter()
        .map(|edition| edition["id"].as_str().expect("an id"));
    let heading = format!("id=\"{clause}\"");
    let has_clause = |id: &&str| {
        let page = own_book()
            .site()
            .join("rules")
            .join(id)
            .with_extension("html");
        std::fs::read_to_string(page)
            .expect("rules")
            .contains(&heading)
    };
    let ids: Vec<&str> = ids.filter(has_clause).collect();
    let family = read_data("family");
    let games = family["game"].as_array().expect("games");
    let game_of = |id: &str| {
        games.iter().position(|game| {
            let editions = game.get("editions").and_then(toml::Value::as_array);
            editions
                .is_some_and(|editions| editions.iter().any(|edition| edition.as_str() == Some(id)))
        })
    };
    let mut sorted = ids.clone();
    sorted.sort_by_key(|id| ids.iter().position(|other| game_of(other) == game_of(id)));
    let short = |id: &str| read_data(id)["short"].as_str().expect("a name").to_owned();
    sorted.into_iter().map(short).collect()
}

/// The address of each clause: a heading of a page of rules whose id is a topic, with a dot in it.
fn clause_addresses(site: &Path) -> Vec<String> {
    let pages = site.join("rules").read_dir().expect("the rules").flatten();
    let of = |page: PathBuf| {
        let html = std::fs::read_to_string(&page).expect("a page");
        let name = page
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let ids = html
            .split("<h3 id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .filter(|id| id.contains('.'));
        ids.map(|id| format!("rules/{name}#{id}"))
            .collect::<Vec<_>>()
    };
    pages.flat_map(|page| of(page.path())).collect()
}

#[tokio::test]
async fn keys_alone_open_it_go_through_it_and_land_on_the_clause() -> WebDriverResult<()> {
    let book = own_book();
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_search(book, driver, "hands/mouche-1718/denise-must-trump.html").await?;
    press_keys(driver, "trumping 1718").await?;
    assert_eq!(titles_of_results(driver).await?[0], "Trumping");
    let status = driver.find(By::Css(".search [role=status]")).await?;
    assert!(
        status.text().await?.contains("place"),
        "{}",
        status.text().await?
    );
    press_keys(driver, Key::Down + "").await?;
    let focused = "return document.activeElement.href";
    let first = run_script(driver, focused).await?;
    press_keys(driver, Key::Down + "").await?;
    press_keys(driver, Key::Up + "").await?;
    assert_eq!(
        run_script(driver, focused).await?,
        first,
        "down and up again"
    );
    press_keys(driver, Key::Enter + "").await?;
    let url = driver.current_url().await?;
    assert!(
        url.path().ends_with("rules/mouche-1718.html") && url.fragment() == Some("play.trump"),
        "{url}"
    );
    press_keys(driver, "/").await?;
    driver.query(By::Css("dialog.search[open]")).first().await?;
    press_keys(driver, "zzzz").await?;
    assert_eq!(
        driver
            .find(By::Css(".search [role=status]"))
            .await?
            .text()
            .await?,
        "Nothing found."
    );
    press_keys(driver, Key::Escape + "").await?;
    assert_eq!(
        run_script(
            driver,
            "return document.querySelector('dialog.search').open"
        )
        .await?,
        json!(false)
    );
    browser.close().await
}

#[tokio::test]
async fn marks_on_letters_and_elisions_do_not_hide_a_word() -> WebDriverResult<()> {
    let book = foreign_book();
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_search(book, driver, "index.html").await?;
    for word in [
        "ecarte", "écarté", "ECARTÉ", "atout", "l'atout", "boeuf", "bœuf",
    ] {
        run_script(driver, "document.querySelector('.search input').value = ''").await?;
        press_keys(driver, word).await?;
        assert!(
            titles_of_results(driver)
                .await?
                .contains(&"Écarté".to_string()),
            "{word}: {:?}",
            titles_of_results(driver).await?
        );
    }
    browser.close().await
}

/// What the first result of a query says: its title, where its link leads, and each excerpt with its edition.
async fn first_result(
    driver: &WebDriver,
    query: &str,
) -> WebDriverResult<(String, String, Vec<String>)> {
    let script = "const [result] = window.mouche.findInBook(arguments[0]); \
         return [result.title, result.href, result.answers.map(one => `${one.label}: ${one.excerpt}`)]";
    Ok(serde_json::from_value(
        driver
            .execute(script, vec![json!(query)])
            .await?
            .json()
            .clone(),
    )?)
}

#[tokio::test]
async fn an_answer_names_its_edition_and_is_our_main_one_unless_another_is_asked_for()
-> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_search(own_book(), driver, "index.html").await?;
    let editions = editions();
    let main = &editions[0];
    let [id, name] = ["id", "name"].map(|key| main[key].as_str().expect("a text"));
    let rules = |edition: &str, topic: &str| format!("rules/{edition}.html#{topic}");
    for (query, topic) in [
        ("when all fold", "allfold"),
        ("all fold", "allfold"),
        ("no trick penalty", "debt.make"),
    ] {
        let (title, href, answers) = first_result(driver, query).await?;
        assert_eq!(href, rules(id, topic), "{query}: {title}");
        assert!(
            answers[0].starts_with(&format!("{}: ", name)),
            "{query}: {answers:?}"
        );
    }
    let (_, href, answers) = first_result(driver, "rams all fold").await?;
    assert_eq!(href, rules("rams-2008", "allfold"));
    assert!(
        answers.len() == 1 && answers[0].contains("If all players before the dealer fold"),
        "{answers:?}"
    );
    // There is no Pamphile in 1718.
    let (title, href, answers) = first_result(driver, "pamphile turned up").await?;
    assert_eq!(
        (title.as_str(), href),
        (
            "The Pamphile turned up",
            rules("pamphile-1758", "pam.turned")
        )
    );
    assert!(
        answers
            .iter()
            .all(|answer| !answer.contains("There is no Pamphile")),
        "{answers:?}"
    );
    // Words that only another edition has are shown beside what the main one says.
    let (_, href, answers) = first_result(driver, "rearhand").await?;
    assert!(
        !href.contains("1718") || answers.len() == 2,
        "{href}: {answers:?}"
    );
    // It is read on the page, with the edition before the words.
    press_keys(driver, "all fold").await?;
    let shown = "return document.querySelector('.search-found .search-excerpt').textContent";
    let shown = run_script(driver, shown)
        .await?
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert!(
        shown.starts_with(&format!(
            "{}: If all the other players fold, the dealer takes the pool",
            name
        )),
        "{shown}"
    );
    assert!(!shown.contains("Source"), "{shown}");
    browser.close().await
}

/// Whatever is looked for: a clause that only says what its edition does not have is never before another result, and is
/// never what stands for the rule of several editions.
#[tokio::test]
async fn a_clause_about_something_absent_is_never_the_answer() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_search(own_book(), driver, "index.html").await?;
    let script = "const { entries, absent } = window.moucheIndex; const wrong = []; \
         for (const [, anchor, title] of absent.map(at => entries[at])) { \
             const found = window.mouche.findInBook(title); \
             const isBefore = found.findIndex((one, at) => one.isAbsent && found.slice(at).some(other => !other.isAbsent)); \
             const own = found.find(one => one.anchor === anchor); \
             const hasIt = entries.some((entry, at) => entry[1] === anchor && entry[2] === title && !absent.includes(at)); \
             if (isBefore >= 0 || hasIt && own.isAbsent) { wrong.push([anchor, title]); } \
         } \
         return [absent.length > 50, wrong]";
    assert_eq!(run_script(driver, script).await?, json!([true, []]));
    browser.close().await
}

/// The questions of `questions_of_readers.txt`, each with the places where its first answer may be.
fn read_questions() -> Vec<(String, Vec<String>)> {
    let mut questions = Vec::new();
    for line in include_str!("questions_of_readers.txt").lines() {
        if let Some((question, places)) = line.rsplit_once(':')
            && !line.starts_with('#')
        {
            let places = places.split_whitespace().map(String::from).collect();
            questions.push((question.to_string(), places));
        }
    }
    questions
}

#[tokio::test]
async fn the_first_answer_to_a_question_is_the_clause_that_settles_it() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_search(own_book(), driver, "index.html").await?;
    let questions = read_questions();
    let script = "return arguments[0].map(question => {
        const start = performance.now();
        const [first] = window.mouche.findInBook(question);
        return [first ? first.href : '', performance.now() - start];
    })";
    let asked: Vec<&String> = questions.iter().map(|(question, _)| question).collect();
    let answers = driver.execute(script, vec![json!(asked)]).await?;
    let answers: Vec<(String, f64)> = serde_json::from_value(answers.json().clone())?;
    let mut wrong = Vec::new();
    for ((question, places), (answer, _)) in questions.iter().zip(&answers) {
        if answer.is_empty() || !places.is_empty() && !places.contains(answer) {
            wrong.push(format!("{question}: {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut times: Vec<f64> = answers.into_iter().map(|(_, time)| time).collect();
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    assert!(median < 50.0, "a search takes {median} ms");
    browser.close().await
}

/// The groups stand in one list, the first answer has the decision of each edition, and the words of the question are marked.
#[tokio::test]
async fn results_stand_in_groups_and_the_first_rule_has_all_decisions() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_search(own_book(), driver, "rules/loo-2008.html").await?;
    press_keys(driver, "everybody folds").await?;
    let shown = run_script(
        driver,
        "const text = css => Array.from(document.querySelectorAll(css), one => one.textContent);
        return [document.querySelector('.search select').value, text('.search-found h2')[0],
            text('.search-title mark').slice(0, 2), text('.search-excerpt b')[0],
            text('.search-decisions li').filter(line => line.startsWith('Mauscheln')).length]",
    )
    .await?;
    assert_eq!(
        shown,
        json!([
            "Five-card loo",
            "Rules",
            ["everybody", "folds"],
            "Parlett’s five-card loo, 2008:",
            1
        ])
    );
    run_script(
        driver,
        "const field = document.querySelector('.search input'); field.value = 'qqqq';
        field.dispatchEvent(new Event('input'))",
    )
    .await?;
    let suggested = titles_of_results(driver).await?;
    assert!(
        suggested.contains(&"La Mouche".into()) && suggested.contains(&"Glossary".into()),
        "{suggested:?}"
    );
    let repeated = "return ['flsh ordxr', 'stke', 'pamphxxe', 'mouchx'].flatMap(words => {
        const titles = window.mouche.nearestTitlesInBook(words);
        return titles.filter((title, at) => titles.indexOf(title) < at);
    })";
    assert_eq!(run_script(driver, repeated).await?, json!([]));
    browser.close().await
}

/// A rule of another game answers a query in a game that has no rule about it, and the search says so.
#[tokio::test]
async fn a_search_in_a_game_finds_the_rule_of_another_game() -> WebDriverResult<()> {
    let browser = Browser::open(true).await?;
    let driver = &browser.driver;
    open_search(own_book(), driver, "rules/rams-2008.html").await?;
    let first = "return window.mouche.findInBook(arguments[0], arguments[1])[0].href.split('/').slice(-2).join('/')";
    for (game, query, place) in [
        ("Rams", "ceiling 85", "rules/mery-1847.html#debt.cap"),
        (
            "Rams",
            "pack defended lost",
            "rules/julep-2008.html#decl.defend",
        ),
        ("Rams", "club law", "rules/loo-2008.html#forced"),
        ("Rams", "flush", "rules/mouche-1718.html#flush.what"),
        ("Mus", "club law", "rules/loo-2008.html#forced"),
        ("Mus", "fold", "rules/mouche-1718.html#decl.fold"),
        ("Rams", "fold", "rules/rams-2008.html#decl.fold"),
        ("Rams", "revoke penalty", "rules/rams-2008.html#play.follow"),
        ("Mus", "misdeal", "rules/mus-pairs.html#fault.misdeal"),
    ] {
        let found = driver
            .execute(first, vec![json!(query), json!(game)])
            .await?;
        assert_eq!(found.json(), &json!(place), "{query} in {game}");
    }
    press_keys(driver, "ceiling 85").await?;
    let status = driver.find(By::Css(".search [role=status]")).await?;
    let status = status.text().await?;
    assert!(
        status.starts_with("No rule of Rams answers this. In all games: "),
        "{status}"
    );
    browser.close().await
}
