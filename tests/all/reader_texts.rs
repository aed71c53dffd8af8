//! What a reader reads: words, and none of the ids by which the program and its authors know things; rules with what they
//! rest on, what differs before what does not, and one place for a rule.

use crate::small_book::{small_book, small_book_with_all_chapters};
use crate::{shared, test_extent};
use mouche::book::site::list_files;
use mouche::editions::{ALL, clause_ids_in_use, origin, printed_editions};
use mouche::rules::{ClauseLookup, ClauseSource, OptionDef};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// Pages for authors.
const APART: [&str; 3] = ["writing/", "playground.html", "in-the-terminal.html"];

/// The words of a page that are read, without tags, scripts and the source of a scenario.
fn read_words(html: &str) -> String {
    let (mut words, mut rest) = (String::new(), html);
    while let Some((before, after)) = rest.split_once('<') {
        words.push_str(before);
        let source = |name| (name, "</pre>");
        let ends = [
            ("script", "</script>"),
            source("pre class=\"hand-source\""),
            source("pre class=hand-source"),
        ];
        let end = ends
            .iter()
            .find(|(name, _)| after.starts_with(name))
            .map_or(">", |(_, end)| end);
        rest = after.split_once(end).map_or("", |(_, rest)| rest);
        words.push(' ');
    }
    words + rest
}

/// The same without addresses.
fn words_without_addresses(html: &str) -> String {
    let words = read_words(html);
    words
        .split_whitespace()
        .filter(|word| !word.contains(".html"))
        .collect::<Vec<_>>()
        .join(" ")
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    })
}

#[test]
fn no_id_of_ours_stands_outside_the_pages_for_authors() {
    let readings = ALL.iter().flat_map(|edition| {
        clause_ids_in_use().flat_map(|topic| edition.questions_with_answers(*topic))
    });
    let ids: BTreeSet<&str> = ALL
        .iter()
        .map(|edition| edition.id)
        .chain(
            clause_ids_in_use()
                .map(|topic| topic.id())
                .filter(|id| id.contains('.')),
        )
        .chain(readings.map(|reading| reading.id))
        .chain(
            OptionDef::all_of_program()
                .map(|option| option.name)
                .filter(|name| name.contains('_')),
        )
        .collect();
    let site = shared::own_site();
    let mut wrong = Vec::new();
    let pages: Vec<PathBuf> = list_files(&site)
        .expect("the site")
        .into_iter()
        .filter(|file| file.extension().is_some_and(|end| end == "html"))
        .collect();
    let is_apart = |page: &Path| {
        APART
            .iter()
            .any(|apart| page.to_string_lossy().starts_with(apart))
    };
    for page in pages
        .iter()
        .filter(|page| !is_apart(page))
        .step_by(test_extent::sample_step(5))
    {
        let html = std::fs::read_to_string(site.join(page)).expect("a page");
        // The attributes of `body` are not read either.
        let (_, body) = html.split_once("<body").expect("a body");
        let text = words_without_addresses(body.split_once('>').map_or("", |(_, text)| text));
        wrong.extend(
            ids.iter()
                .filter(|id| has_word(&text, id))
                .map(|id| format!("{}: {id}", page.display())),
        );
        let code =
            OptionDef::all_of_program().map(|option| format!("<code>{}</code>", option.name));
        wrong.extend(
            code.filter(|code| html.contains(code))
                .map(|code| format!("{}: {code}", page.display())),
        );
        if text.contains("Engine:") || html.contains("<dt>Engine</dt>") {
            wrong.push(format!("{}: the engine", page.display()));
        }
    }
    assert!(
        pages.len() > 150 && wrong.is_empty(),
        "{} pages\n{}",
        pages.len(),
        wrong.join("\n")
    );
}

/// A book of two hands, published somewhere, of a day that its builder tells.
static PUBLISHED: LazyLock<(tempfile::TempDir, PathBuf)> = LazyLock::new(|| {
    let root = small_book_with_all_chapters();
    let settings = root.path().join("book/book.toml");
    let text = std::fs::read_to_string(&settings).expect("settings");
    std::fs::write(
        &settings,
        text.replace("# git-repository-url =", "git-repository-url ="),
    )
    .expect("settings");
    let site = root.path().join("site");
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    call.env("SOURCE_DATE_EPOCH", "86400")
        .arg("--root")
        .arg(root.path())
        .args(["build", "--dest"])
        .arg(&site);
    let built = call.output().expect("mouche");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    (root, site)
});

fn read_page(page: &str) -> String {
    std::fs::read_to_string(PUBLISHED.1.join(page)).expect("a page")
}

/// What waits beside the pool is seen with it, in every step of a hand that has it and in no other.
#[test]
fn a_side_pot_stands_beside_the_pool() {
    let hand = |page: &str| {
        std::fs::read_to_string(shared::own_site().join("hands").join(page)).expect("a hand")
    };
    let page = hand("moench-2005/five-for-the-dealer-and-twenty-beside.html");
    assert!(page.contains("Pool <b>40</b> <span class=side-pot>side pot <b>20</b>"));
    assert!(!hand("mouche-1718/denise-must-trump.html").contains("side-pot"));
}

/// A clause of a page of rules: from its heading to the next.
fn text_of_clause<'a>(page: &'a str, topic: &str) -> &'a str {
    let (_, clause) = page
        .split_once(&format!("<h3 id=\"{topic}\">"))
        .expect("its heading");
    clause.split("<h3 ").next().unwrap_or_default()
}

#[test]
fn a_clause_leads_to_its_lesson_and_its_practice() {
    let rules =
        std::fs::read_to_string(shared::own_site().join("rules/mouche-1718.html")).expect("a page");
    let head = text_of_clause(&rules, "play.head");
    for address in [
        "../learn/to-head-the-trick.html",
        "../practice/mouche.html#heading",
    ] {
        assert!(head.contains(&format!("href=\"{address}\"")), "{head}");
    }
    // A lesson of another game is not this edition's.
    assert!(!head.contains("learn/loo.html"), "{head}");
    // No lesson is about the number of players.
    assert!(!text_of_clause(&rules, "players").contains("<dt>Learn</dt>"));
}

#[test]
fn a_clause_is_cited_with_its_version_and_source_and_contested_where_there_is_a_place() {
    let rules = read_page("rules/mouche-1718.html");
    let head = text_of_clause(&rules, "play.head");
    let version = env!("CARGO_PKG_VERSION");
    let cited = format!(
        "The authors of mouche, “Heading the trick”, La Mouche, 1718: rules, in <cite>La Mouche and its cousins</cite>, mouche {version} (02 Jan 1970); after Lalanne, La Mouche, §8."
    );
    assert!(
        head.contains(&cited) && head.contains("Last changed in mouche "),
        "{head}"
    );
    let opens = "https://example.org/mouche/issues/new?title=La%20Mouche%2C%201718%3A%20Heading%20the%20trick&amp;body=%3E%20A%20player%20who%20follows%20suit%20must%20beat";
    assert!(head.replace("&#38;", "&amp;").contains(opens), "{head}");
    // Nowhere to go, no link.
    let own =
        std::fs::read_to_string(shared::own_site().join("rules/mouche-1718.html")).expect("a page");
    assert!(
        !own.contains("issues/new") && own.contains(&format!("mouche {version} (24 Nov 2026)"))
    );
}

#[test]
fn every_option_and_every_own_reading_of_an_edition_is_listed() {
    for edition in ALL.iter() {
        let page = read_page(&format!("rules/{}.html", edition.id));
        for option in OptionDef::open_in(edition) {
            let title = edition.title(option.topic).replace('\'', "’");
            let listed = format!("It changes <a href=\"#{}\">{title}</a>", option.topic);
            assert!(page.contains(&listed), "{}: {}", edition.id, option.name);
        }
        let letters = |text: &str| {
            text.chars()
                .filter(|c| c.is_alphanumeric())
                .collect::<String>()
        };
        let (_, gathered) = page.split_once("id=\"silences\"").expect("the section");
        let told = letters(&read_words(gathered));
        for clause in edition.clauses() {
            let own = origin(edition, clause.topic).id == edition.id;
            let asked = clause
                .readings
                .iter()
                .all(|reading| told.contains(&letters(reading.question)));
            let leads = gathered.contains(&format!("#{}\"", clause.topic));
            assert!(
                !own || asked && (leads || clause.source != ClauseSource::Silent),
                "{}/{}",
                edition.id,
                clause.topic
            );
        }
    }
}

#[test]
fn a_day_that_is_no_number_is_refused() {
    let root = small_book();
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    call.env("SOURCE_DATE_EPOCH", "today")
        .arg("--root")
        .arg(root.path())
        .args(["build", "--dest"]);
    let built = call.arg(root.path().join("site")).output().expect("mouche");
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(
        !built.status.success() && said.contains("SOURCE_DATE_EPOCH is not a number of seconds"),
        "{said}"
    );
}

/// What 1730 and Méry have of another edition is a line, under its old anchor, with the signs of how sure that is.
#[test]
fn an_edition_that_is_nearly_anothers_tells_what_differs_and_the_rest_in_a_line_each() {
    for id in ["mouche-1730", "mery-1847"] {
        let page = read_page(&format!("rules/{id}.html"));
        let edition = mouche::editions::by_id(id).expect("an edition");
        for topic in clause_ids_in_use().filter(|topic| edition.has_clause_on(**topic)) {
            let first = origin(edition, *topic);
            let own = format!("<h3 id=\"{topic}\">");
            let line = format!("<li id=\"{topic}\">");
            // What the game lacks is folded into a line of its subject.
            if edition
                .clause(*topic)
                .is_some_and(|clause| clause.is_absent())
            {
                assert!(
                    page.contains(&format!("id=\"{topic}\"")),
                    "{id}/{topic} in its subject"
                );
                continue;
            }
            assert_eq!(page.contains(&own), first.id == id, "{id}/{topic} in full");
            assert_eq!(
                page.contains(&line),
                first.id != id,
                "{id}/{topic} in a line"
            );
            if let Some((_, line)) = page.split_once(&line) {
                let line = line.split("</li>").next().unwrap_or_default();
                let signs = edition.marks(*topic).signs();
                assert!(
                    line.contains(&format!(">as {}<", first.short)) && line.contains(&signs),
                    "{line}"
                );
            }
        }
    }
}

/// Every topic has its row, in which every edition that tells of it speaks, and no two say the same apart.
#[test]
fn the_comparison_tells_once_what_is_equal() {
    let page = read_page("comparison.html");
    let rows: Vec<&str> = page
        .split("<tr")
        .skip(1)
        .map(|row| row.split("</tr>").next().unwrap_or_default())
        .collect();
    let told: Vec<&&str> = rows.iter().filter(|row| row.starts_with(" id=")).collect();
    assert_eq!(told.len(), clause_ids_in_use().count());
    for topic in clause_ids_in_use() {
        let id = format!(" id=\"{topic}\">");
        let row = told.iter().find(|row| row.starts_with(&id)).expect("a row");
        let tell = printed_editions()
            .filter(|edition| edition.has_clause_on(*topic))
            .count();
        assert_eq!(row.matches("data-clause").count(), tell, "{row}");
    }
    for row in &rows {
        let cells: Vec<&str> = row.split("<li>").skip(1).collect();
        // The names of those that have no clause on it are no links.
        let said = cells.iter().map(|cell| {
            cell.split_once("</a></span> ")
                .or_else(|| cell.split_once("</span> "))
        });
        let says: BTreeSet<&str> = said.flatten().map(|at| at.1).collect();
        assert!(says.len() == cells.len() || !row.contains("<li>"), "{row}");
    }
    let (_, first) = page
        .split_once("<h2 id=\"what-tells-them-apart\">")
        .expect("the first table");
    let (first, _) = first
        .split_once("<h2 id=\"players-cards-and-chips\">")
        .expect("the second");
    for words in [
        "La Mouche",
        "Le Pamphile",
        "Le Mistigri",
        "When everybody folds",
    ] {
        assert!(first.contains(words), "{words}");
    }
}

/// On the page of a game what sources decide otherwise comes first, and what is alike is only named.
#[test]
fn a_game_is_held_against_la_mouche_and_la_mouche_against_its_editions() {
    for (game, otherwise) in [("mouche", 0), ("pamphile", 0), ("mistigri", 10)] {
        let page = read_page(&format!("games/{game}.html"));
        let (_, held) = page.split_once("id=\"shared\"").expect("the section");
        let parts: Vec<usize> = held
            .split("<h3 ")
            .skip(1)
            .map(|part| part.matches("class=\"is-different\"").count())
            .collect();
        assert!(
            parts[0] >= otherwise && parts[1..].iter().all(|differ| *differ == 0),
            "{game}: {parts:?}"
        );
        assert!(
            held.contains("Where they agree") && held.matches("<table").count() == parts.len() - 1,
            "{game}"
        );
        assert!(
            page.contains("class=\"infobox\"") && page.contains("<dl class=\"minute\">"),
            "{game}"
        );
    }
}

/// The page of a game says what the game is, shows it, and then offers one deal to play before everything else.
#[test]
fn the_page_of_a_game_begins_with_what_it_is_and_one_main_action() {
    let mut pictured = 0;
    for (game, editions) in mouche::editions::playable_games() {
        let page = shared::own_site().join(format!("games/{}.html", game.id));
        let page = std::fs::read_to_string(page).expect("the page of a game");
        let (_, text) = page.split_once("</h1>").expect("a title");
        let at = |part: &str| {
            text.find(part)
                .unwrap_or_else(|| panic!("{}: {part}", game.name))
        };
        let mut parts = vec![at("<p>")];
        // A sample of the book has no hand of some games to take the picture from.
        if let Some(picture) = text.find("class=\"hand game-picture\"") {
            parts.push(picture);
            pictured += 1;
        }
        parts.extend([
            at("class=\"game-start\""),
            at("class=\"infobox\""),
            at("class=\"game-ways\""),
            at("id=\"in-a-minute\""),
        ]);
        assert!(parts.is_sorted(), "{}: {parts:?}", game.name);
        assert_eq!(text.matches("class=\"button\"").count(), 1, "{}", game.name);
        let play = format!("#edition={}", editions[0].id);
        let (_, button) = text.split_once("class=\"button\"").expect("a button");
        assert!(button[..80].contains(&play), "{}", game.name);
        for edition in editions {
            let (_, list) = text.split_once("class=\"game-ways\"").expect("a list");
            assert!(
                list.contains(&format!("<b>{}</b>", edition.name)),
                "{}",
                edition.id
            );
        }
    }
    let least = if test_extent::are_all_wanted() {
        mouche::editions::playable_games().len()
    } else {
        1
    };
    assert!(pictured >= least, "{pictured} pictures");
}

#[test]
fn pictures_stand_in_the_rules_and_old_addresses_lead_on() {
    let rules = read_page("rules/mouche-1718.html");
    for (topic, kind) in [
        ("rank", "order"),
        ("pack", "packs"),
        ("decl.order", "flow"),
        ("debt.enter", "growth"),
    ] {
        assert!(
            text_of_clause(&rules, topic).contains("<figure")
                && text_of_clause(&rules, topic).contains(kind),
            "{topic}"
        );
    }
    for (old, new) in [
        ("pictures", "rules/mouche-1718.html"),
        ("this-card-instead", "reading-a-hand.html"),
    ] {
        assert!(
            read_page(&format!("{old}.html")).contains(&format!("URL={new}")),
            "{old}"
        );
    }
    assert!(read_page("reading-a-hand.html").contains("<h2 id=\"what-if\">"));
    assert!(read_page("glossary.html").contains("<a href=\"hands/all-hands.html\">Hands</a>"));
    assert!(
        read_page("hands/index-of-hands.html")
            .contains("<a href=\"../reading-a-hand.html\">How to read a hand")
    );
    let odds = read_page("odds.html");
    assert!(
        odds.contains("href=\"strategy.html\""),
        "the strategy beside the odds"
    );
    assert!(
        !read_page("family.html")
            .split_once("<main")
            .expect("a page")
            .0
            .contains("strategy.html")
    );
}
