//! Pages that are made of clauses print only what clauses of their edition say.

use crate::shared::site;
use mouche::editions;
use mouche::rules::{Machine, Ruleset, Topic};
use std::fs;
use std::path::{Path, PathBuf};

fn page(path: &str) -> String {
    fs::read_to_string(site().join(path)).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

/// The pages of a folder of the site.
fn pages(folder: &str) -> Vec<PathBuf> {
    let found = fs::read_dir(site().join(folder)).expect("a folder").flatten().map(|entry| entry.path());
    found.filter(|path| path.extension().is_some_and(|end| end == "html")).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a page")
}

/// What stands between two marks, wherever the first stands.
fn between<'a>(text: &'a str, from: &'a str, to: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(from).skip(1).filter_map(move |rest| rest.split(to).next())
}

/// The text of some HTML.
fn text(html: &str) -> String {
    html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect()
}

#[test]
fn the_cards_of_each_pack_add_up() {
    let mut rows = 0;
    for edition in editions::every() {
        let html = page(&format!("rules/{}.html", edition.id));
        let Some(table) = between(&html, "The packs, in figures", "</table>").next() else { continue };
        let heads: Vec<String> = between(table, "<th scope=\"col\">", "</th>").map(text).collect();
        for row in between(table, "<tr><th scope=\"row\">", "</tr>") {
            let cells: Vec<&str> = between(row, "<td>", "</td>").collect();
            let number = |what: &str| {
                let at = heads.iter().position(|head| head.trim_end_matches(['°', '†', '∗', '∼']) == what);
                at.map_or(0, |at| cells[at - 1].parse::<usize>().unwrap_or_else(|_| panic!("{row}")))
            };
            let parts = ["Dealt", "Spare hand", "Turned", "Stock"].map(number);
            assert_eq!(parts.iter().sum::<usize>(), number("Pack"), "{}: {row}", edition.id);
            let turns_up = edition.tells(Topic::TurnCard);
            assert_eq!(number("Turned"), usize::from(turns_up), "{}: {row}", edition.id);
            rows += 1;
        }
    }
    assert!(rows > 40, "only {rows} rows");
}

#[test]
fn mus_has_no_trump_and_no_turn_up_and_its_equal_cards_are_equal() {
    for edition in editions::every().filter(|edition| edition.machine == Machine::Mus) {
        let sheet = page(&format!("tonight/{}.html", edition.id));
        let sheet = between(&sheet, "<main", "</main>").next().expect("a sheet").to_owned();
        let rules = page(&format!("rules/{}.html", edition.id));
        for said in ["trump", "turned up", "turn-up", "In every suit: K 3"] {
            assert!(!text(&sheet).contains(said), "the sheet of {} says {said}", edition.id);
        }
        for said in ["Every trump", "trump or plain", "turned up tall", ">Turned<"] {
            assert!(!rules.contains(said), "the rules of {} say {said}", edition.id);
        }
        for (html, what) in [(&sheet, "sheet"), (&rules, "rules")] {
            assert!(html.contains("K = 3") && html.contains("A = 2"), "{}: {what}", edition.id);
            let worth = "10 for king, three, queen, jack; 1 for ace, two; any other its number";
            assert!(text(html).contains(worth), "{}: {what}", edition.id);
        }
    }
    assert!(page("games/mus.html").contains("10 for king, three") || page("games/mus.html").contains("#value"));
}

#[test]
fn what_is_printed_of_a_clause_is_of_one_that_the_edition_has() {
    let mut found = 0;
    let folders = ["tonight", "games", "rules", "hands"].map(pages).concat();
    for path in folders.into_iter().chain([site().join("comparison.html"), site().join("sources.html")]) {
        let html = read(&path);
        for id in between(&html, "data-clause=\"", "\"") {
            let (edition, topic) = id.split_once('/').expect("an edition and a topic");
            let Some(edition) = editions::by_id(edition) else { continue };
            let topic = Topic::by_id(topic).unwrap_or_else(|| panic!("{}: {id}", path.display()));
            assert!(edition.tells(topic), "{} prints {id}, which is no clause", path.display());
            if path.parent().is_some_and(|folder| folder.ends_with("tonight")) {
                assert!(edition.clause(topic).presence != mouche::rules::Presence::Lacking, "{}: {id}", path.display());
            }
            found += 1;
        }
    }
    assert!(found > 2000, "only {found} clauses");
}

#[test]
fn the_comparison_shows_no_value_of_what_is_not_there() {
    let html = page("comparison.html");
    let mut bare = 0;
    for cell in between(&html, "<span class=\"cell-editions\">", "</li>") {
        let (names, says) = cell.split_once("</span> ").unwrap_or_else(|| panic!("{cell}"));
        let has_bare = names.split(" · ").any(|name| !name.contains("<a "));
        let (_, says) = cell.rsplit_once("</span> ").unwrap_or((names, says));
        assert_eq!(has_bare, says.trim() == "–", "{cell}");
        bare += usize::from(has_bare);
    }
    assert!(bare > 30, "only {bare} cells without the thing");
}

#[test]
fn games_share_only_what_both_have() {
    let first = editions::ALL[0];
    let has = |edition: &Ruleset, id: &str| Topic::by_id(id).is_some_and(|topic| edition.tells(topic));
    let mut links = 0;
    for (game, of_game) in editions::played() {
        let html = page(&format!("games/{}.html", game.id));
        let Some(shared) = html.split("id=\"where-they-agree").nth(1) else { continue };
        let shared = between(shared, "<p>", "</p>").next().unwrap_or_default();
        for link in between(shared, "#", "\"") {
            let is_kin = of_game[0].machine == first.machine && of_game[0].id != first.id;
            let beside = if is_kin { vec![first, of_game[0]] } else { of_game.clone() };
            let told = beside.iter().filter(|edition| has(edition, link)).count();
            assert!(told > 1, "{}: {link} is not in both", game.id);
            links += 1;
        }
    }
    assert!(links > 100, "only {links} links");
}

#[test]
fn tables_and_lists_of_data_are_rendered() {
    for path in ["games", "rules", "tonight", "practice"].map(pages).concat() {
        let html = read(&path);
        assert!(
            !html.contains("<p>|") && !html.contains("<p>- "),
            "{}: a table or list is a paragraph",
            path.display()
        );
    }
    let mus = page("games/mus.html");
    assert!(mus.contains("<td>bite the lower lip</td>"), "the table of signs");
}
