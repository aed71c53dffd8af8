//! Pages that are made of clauses print only what clauses of their edition say.

use crate::shared::site;
use mouche::editions;
use mouche::rules::{ClauseView, Machine, Ruleset, Topic};
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

/// An element that prints something of a clause: the clause, the name of the element, and what stands in it.
struct Printed<'a> {
    id: &'a str,
    tag: &'a str,
    inside: &'a str,
}

/// Finds the elements of a page that name a clause.
fn printed_clauses(html: &str) -> Vec<Printed<'_>> {
    const KEY: &str = "data-clause=\"";
    let found = html.match_indices(KEY).map(|(at, _)| {
        let id = html[at + KEY.len()..].split('"').next().unwrap_or_default();
        let opening = html[..at].rfind('<').expect("a tag");
        let tag = html[opening + 1..].split([' ', '>', '\n']).next().unwrap_or_default();
        let start = at + html[at..].find('>').expect("the end of a tag") + 1;
        Printed { id, tag, inside: inside_of(&html[start..], tag) }
    });
    found.collect()
}

/// Returns what stands before the end of an element whose opening tag was read.
fn inside_of<'a>(html: &'a str, tag: &str) -> &'a str {
    let (opening, closing) = (format!("<{tag}"), format!("</{tag}>"));
    let (mut at, mut depth) = (0, 1);
    loop {
        let end = at + html[at..].find(&closing).expect("an end");
        let is_tag = |piece: &&str| piece.starts_with([' ', '>', '\n']);
        depth += html[at..end].split(opening.as_str()).skip(1).filter(is_tag).count();
        depth -= 1;
        if depth == 0 {
            return &html[..end];
        }
        at = end + closing.len();
    }
}

const SIGN: &str = "<span class=\"sign\"";

/// Returns the sign of a piece of HTML, the last if it has several.
fn sign_of(html: &str) -> &str {
    let last = html.split(SIGN).skip(1).last().unwrap_or_default();
    last.split_once('>').map_or("", |(_, rest)| rest.split('<').next().unwrap_or_default())
}

/// Returns the words of a piece of HTML or of a clause: without signs, markup and capitals, and with plain spaces and quotes.
fn plain_words(html: &str) -> String {
    let mut words = String::new();
    for (at, piece) in html.split(SIGN).enumerate() {
        words += if at == 0 { piece } else { piece.split_once("</span>").map_or("", |(_, rest)| rest) };
    }
    let words = text(&words).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    let words =
        words.replace("&#39;", "'").replace(['\u{2019}', '\u{2018}'], "'").replace(['\u{201c}', '\u{201d}'], "\"");
    let words = words.replace(['*', '`'], "").to_lowercase();
    words.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
}

/// Returns the value of a clause and its words, as a page may print them.
fn sayings(clause: &ClauseView) -> [String; 2] {
    let value = clause.value().set(|said, _| plain_words(&said.replace('<', "&lt;")));
    let words = clause.text().set(|said, _| plain_words(said));
    [value, words]
}

/// Returns whether a page may print these words for a clause: its value or its words, with a title before them; or what stands
/// for the value, if the edition decides so.
fn may_print(said: &str, edition: &'static Ruleset, clause: &ClauseView) -> bool {
    let topic = clause.topic;
    let said = said.strip_suffix(" owes").unwrap_or(said);
    if sayings(clause).iter().any(|saying| !saying.is_empty() && said.ends_with(saying.as_str())) {
        return true;
    }
    if let Some(other) = said.strip_prefix("as ") {
        let mut others = editions::lineage(edition, topic).skip(1);
        return others.any(|from| from.short.to_lowercase() == other && from.decides_as(edition, topic));
    }
    match said {
        "none" => clause.is_absent(),
        "folding" | "standing" | "exchanging" | "taking the spare hand" => sayings(clause)[0].starts_with("open"),
        _ => {
            let number = said.rsplit(": ").next().unwrap_or_default();
            topic == Topic::DealPackets && number == edition.deal_packets.value.hand.to_string()
        }
    }
}

/// The part of a page in which each value is that of one clause. In the first table of the comparison a row has several.
fn of_single_clauses(html: &str) -> &str {
    html.find("Their witnesses, and what is lost").map_or(html, |at| &html[at..])
}

/// Each value that a derived page prints is the value of its clause, or its words, and has the mark of the clause.
#[test]
fn each_printed_value_is_that_of_its_clause_and_has_its_mark() {
    let (mut wrong, mut values, mut marks) = (Vec::new(), 0, 0);
    let folders = ["tonight", "games", "rules"].map(pages).concat();
    for path in folders.into_iter().chain([site().join("comparison.html")]) {
        let page = read(&path);
        let html = of_single_clauses(&page);
        let name = path.strip_prefix(site()).expect("a page").display().to_string();
        for Printed { id, tag, inside } in printed_clauses(html) {
            let Some((edition, clause)) = editions::clause(id) else { continue };
            let signs = clause.marks().signs();
            if sign_of(inside) != signs {
                wrong.push(format!("{name}: {id} has the sign {:?}, and its clause {signs:?}", sign_of(inside)));
            }
            marks += 1;
            // A link names an edition, and a paragraph puts the value into a sentence.
            if tag == "a" || tag == "p" {
                continue;
            }
            let said = plain_words(inside);
            if !may_print(&said, edition, &clause) {
                wrong.push(format!("{name}: {id} is printed as {said:?}, and says {:?}", sayings(&clause)));
            }
            values += 1;
        }
        for cell in between(html, "<span class=\"cell-editions\">", "</li>") {
            let cell = cell.split("</td>").next().unwrap_or_default();
            let said = plain_words(cell.rsplit_once("</span>").map_or(cell, |(_, said)| said));
            for id in between(cell, "data-clause=\"", "\"") {
                let Some((_, clause)) = editions::clause(id).filter(|(_, clause)| !clause.is_absent()) else {
                    continue;
                };
                // The comparison says beside it whose example the number is.
                let is_said = |saying: &String| said.contains(saying.trim_end_matches(" a debt"));
                if !sayings(&clause).iter().any(|saying| !saying.is_empty() && is_said(saying)) {
                    wrong.push(format!("{name}: {id} is compared as {said:?}, and says {:?}", sayings(&clause)));
                }
                values += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {values} values and {marks} marks:\n{}", wrong.len(), wrong.join("\n"));
    assert!(values > 1500 && marks > 2000, "only {values} values and {marks} marks");
}
