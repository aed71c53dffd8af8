//! Pages that are made of clauses print only what clauses of their edition say.

use crate::shared::own_site;
use mouche::editions;
use mouche::rules::{
    CertaintyMarkSet, ClauseId, ClauseLookup, ClausePresence, ClauseSource, Duty,
    EditionClauseInWords, EngineKind, OptionDef, Ruleset, clause_address_in_book, words_of_duty,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn page(path: &str) -> String {
    fs::read_to_string(own_site().join(path)).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

/// The pages of a folder of the site.
fn pages(folder: &str) -> Vec<PathBuf> {
    let found = fs::read_dir(own_site().join(folder))
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path());
    found
        .filter(|path| path.extension().is_some_and(|end| end == "html"))
        .collect()
}

fn read(path: &Path) -> String {
    let html = fs::read_to_string(path).expect("a page");
    // A link with an empty `data-clause` holds the clause that it leads to.
    let link = regex::Regex::new(
        r#"<a data-clause(?:="")? (href="(?:\.\./)*rules/([^".]+)\.html#([^"]+)")"#,
    )
    .expect("a pattern");
    link.replace_all(&html, "<a data-clause=\"$2/$3\" $1")
        .into_owned()
}

/// What stands between two marks, wherever the first stands.
fn texts_between<'a>(text: &'a str, from: &'a str, to: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(from)
        .skip(1)
        .filter_map(move |rest| rest.split(to).next())
}

/// The text of some HTML.
fn plain_text(html: &str) -> String {
    html.split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text))
        .collect()
}

#[test]
fn the_cards_of_each_pack_add_up() {
    let mut rows = 0;
    for edition in editions::printed_editions() {
        let html = page(&format!("rules/{}.html", edition.id));
        let Some(table) = texts_between(&html, "The packs, in figures", "</table>").next() else {
            continue;
        };
        let heads: Vec<String> = texts_between(table, "<th scope=\"col\">", "</th>")
            .map(plain_text)
            .collect();
        for row in texts_between(table, "<tr><th scope=\"row\">", "</tr>") {
            let cells: Vec<&str> = texts_between(row, "<td>", "</td>").collect();
            let number = |what: &str| {
                let at = heads
                    .iter()
                    .position(|head| head.trim_end_matches(['°', '†', '∗', '∼']) == what);
                at.map_or(0, |at| {
                    cells[at - 1]
                        .parse::<usize>()
                        .unwrap_or_else(|_| panic!("{row}"))
                })
            };
            let parts = ["Dealt", "Spare hand", "Turned", "Stock"].map(number);
            assert_eq!(
                parts.iter().sum::<usize>(),
                number("Pack"),
                "{}: {row}",
                edition.id
            );
            let turns_up = edition.has_clause_on(ClauseId::TurnCard);
            assert_eq!(
                number("Turned"),
                usize::from(turns_up),
                "{}: {row}",
                edition.id
            );
            rows += 1;
        }
    }
    assert!(rows > 40, "only {rows} rows");
}

#[test]
fn mus_has_no_trump_and_no_turn_up_and_its_equal_cards_are_equal() {
    for edition in
        editions::printed_editions().filter(|edition| edition.family() == EngineKind::Mus)
    {
        let sheet = page(&format!("tonight/{}.html", edition.id));
        let sheet = texts_between(&sheet, "<main", "</main>")
            .next()
            .expect("a sheet")
            .to_owned();
        let rules = page(&format!("rules/{}.html", edition.id));
        for said in ["trump", "turned up", "turn-up", "In every suit: K 3"] {
            assert!(
                !plain_text(&sheet).contains(said),
                "the sheet of {} says {said}",
                edition.id
            );
        }
        for said in [
            "Every trump",
            "trump or plain",
            "turned up tall",
            ">Turned<",
        ] {
            assert!(
                !rules.contains(said),
                "the rules of {} say {said}",
                edition.id
            );
        }
        for (html, what) in [(&sheet, "sheet"), (&rules, "rules")] {
            assert!(
                html.contains("K = 3") && html.contains("A = 2"),
                "{}: {what}",
                edition.id
            );
            let worth = "10 for king, three, queen, jack; 1 for ace, two; any other its number";
            assert!(plain_text(html).contains(worth), "{}: {what}", edition.id);
        }
    }
    assert!(
        page("games/mus.html").contains("10 for king, three")
            || page("games/mus.html").contains("#value")
    );
}

/// Players at a table have the sheet alone, and the program's refusal of a false lead does not help them.
#[test]
fn the_sheet_of_norrlandsknack_names_the_price_of_a_false_lead() {
    let sheet = page("tonight/norrlandsknack-2008.html");
    let lead = texts_between(
        &sheet,
        "rules/norrlandsknack-2008.html#lead.duty\">",
        "</li>",
    )
    .next()
    .expect("the lead");
    assert!(
        plain_text(lead).contains("A leader who has a trump and does not lead one is loafed"),
        "{}",
        plain_text(lead)
    );
}

/// The attribute of an element that prints something of a clause, and that of one without signs, on a sheet.
const KEY: &str = "data-clause=\"";
const KEY_ON_SHEET: &str = "data-says=\"";

#[test]
fn what_is_printed_of_a_clause_is_of_one_that_the_edition_has() {
    let mut found = 0;
    let folders = ["tonight", "games", "rules", "hands"].map(pages).concat();
    for path in folders.into_iter().chain([
        own_site().join("comparison.html"),
        own_site().join("sources.html"),
    ]) {
        let html = read(&path).replace(KEY_ON_SHEET, KEY);
        for id in texts_between(&html, KEY, "\"") {
            let (edition, topic) = id.split_once('/').expect("an edition and a topic");
            let Some(edition) = editions::by_id(edition) else {
                continue;
            };
            let topic =
                ClauseId::by_id(topic).unwrap_or_else(|| panic!("{}: {id}", path.display()));
            assert!(
                edition.has_clause_on(topic),
                "{} prints {id}, which is no clause",
                path.display()
            );
            if path
                .parent()
                .is_some_and(|folder| folder.ends_with("tonight"))
            {
                assert!(
                    edition.presence_of(topic) != ClausePresence::Lacking,
                    "{}: {id}",
                    path.display()
                );
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
    for cell in texts_between(&html, "<span class=\"cell-editions\">", "</li>") {
        let (names, says) = cell
            .split_once("</span> ")
            .unwrap_or_else(|| panic!("{cell}"));
        let has_bare = names.split(" · ").any(|name| !name.contains("<a "));
        let is_not_there =
            says == "<span role=\"img\" aria-label=\"does not arise in this game\">–</span>";
        assert_eq!(has_bare, is_not_there, "{cell}");
        bare += usize::from(has_bare);
    }
    assert!(bare > 30, "only {bare} cells without the thing");
}

#[test]
fn games_share_only_what_both_have() {
    let first = editions::ALL[0];
    let has = |edition: &Ruleset, id: &str| {
        ClauseId::by_id(id).is_some_and(|topic| edition.has_clause_on(topic))
    };
    let mut links = 0;
    for (game, of_game) in editions::playable_games() {
        let html = page(&format!("games/{}.html", game.id));
        let Some(shared) = html.split("id=\"where-they-agree").nth(1) else {
            continue;
        };
        let shared = texts_between(shared, "<p>", "</p>")
            .next()
            .unwrap_or_default();
        for link in texts_between(shared, "#", "\"") {
            let is_kin = of_game[0].family() == first.family() && of_game[0].id != first.id;
            let beside = if is_kin {
                vec![first, of_game[0]]
            } else {
                of_game.clone()
            };
            let told = beside.iter().filter(|edition| has(edition, link)).count();
            assert!(told > 1, "{}: {link} is not in both", game.id);
            links += 1;
        }
    }
    assert!(links > 100, "only {links} links");
}

#[test]
fn tables_and_lists_of_data_are_rendered() {
    for path in ["games", "rules", "tonight", "practice"]
        .map(pages)
        .concat()
    {
        let html = read(&path);
        assert!(
            !html.contains("<p>|") && !html.contains("<p>- "),
            "{}: a table or list is a paragraph",
            path.display()
        );
    }
    let mus = page("games/mus.html");
    assert!(
        mus.contains("<td>bite the lower lip</td>"),
        "the table of signs"
    );
}

/// An element that prints something of a clause: the clause, the name of the element, and what stands in it.
struct Printed<'a> {
    id: &'a str,
    tag: &'a str,
    inside: &'a str,
}

/// Finds the elements of a page that name a clause.
fn printed_clauses(html: &str) -> Vec<Printed<'_>> {
    let found = html.match_indices(KEY).map(|(at, _)| {
        let id = html[at + KEY.len()..].split('"').next().unwrap_or_default();
        let opening = html[..at].rfind('<').expect("a tag");
        let tag = html[opening + 1..]
            .split([' ', '>', '\n'])
            .next()
            .unwrap_or_default();
        let start = at + html[at..].find('>').expect("the end of a tag") + 1;
        Printed {
            id,
            tag,
            inside: inside_of(&html[start..], tag),
        }
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
        depth += html[at..end]
            .split(opening.as_str())
            .skip(1)
            .filter(is_tag)
            .count();
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
    last.split_once('>')
        .map_or("", |(_, rest)| rest.split('<').next().unwrap_or_default())
}

/// Returns the words of a piece of HTML or of a clause: without signs, markup and capitals, and with plain spaces and quotes.
fn plain_words(html: &str) -> String {
    let mut words = String::new();
    for (at, piece) in html.split(SIGN).enumerate() {
        words += if at == 0 {
            piece
        } else {
            piece.split_once("</span>").map_or("", |(_, rest)| rest)
        };
    }
    let words = plain_text(&words)
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"");
    let words = words
        .replace("&#39;", "'")
        .replace(['\u{2019}', '\u{2018}'], "'")
        .replace(['\u{201c}', '\u{201d}'], "\"");
    let words = words.replace(['*', '`'], "").to_lowercase();
    words
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_end_matches('.')
        .to_owned()
}

/// Returns the value of a clause and its words, as a page may print them.
fn printable_texts(clause: &EditionClauseInWords) -> [String; 2] {
    let value = clause
        .value()
        .render(|said, _| plain_words(&said.replace('<', "&lt;")));
    let words = clause.text().render(|said, _| plain_words(said));
    [value, words]
}

/// Returns whether a page may print these words for a clause: its value or its words, with a title before them; or what stands
/// for the value, if the edition decides so.
fn may_print(said: &str, edition: &'static Ruleset, clause: &EditionClauseInWords) -> bool {
    let topic = clause.topic;
    let said = said.strip_suffix(" owes").unwrap_or(said);
    if printable_texts(clause)
        .iter()
        .any(|saying| !saying.is_empty() && said.ends_with(saying.as_str()))
    {
        return true;
    }
    if let Some(other) = said.strip_prefix("as ") {
        let mut others = editions::lineage(edition, topic).skip(1);
        return others
            .any(|from| from.short.to_lowercase() == other && from.decides_as(edition, topic));
    }
    match said {
        "none" => clause.is_absent(),
        "folding" | "standing" | "exchanging" | "taking the spare hand" => {
            printable_texts(clause)[0].starts_with("open")
        }
        _ => {
            let number = said.rsplit(": ").next().unwrap_or_default();
            topic == ClauseId::DealPackets && number == edition.deal_packets.value.hand.to_string()
        }
    }
}

/// The part of a page in which each value is that of one clause. In the first table of the comparison a row has several.
fn part_of_single_clauses(html: &str) -> &str {
    html.find("<h2 id=\"their-witnesses-and-what-is-lost\"")
        .map_or(html, |at| &html[at..])
}

/// Returns what is printed of a clause. Where a reader chooses between two values, the first is that of the edition.
fn with_value_of_edition(inside: &str) -> String {
    let Some((before, choice)) = inside.split_once("<fieldset class=\"either\">") else {
        return inside.to_owned();
    };
    let (_, values) = choice.split_once("<p>").expect("two values");
    let own = values.split(". ").next().expect("a sentence");
    let (_, after) = choice.split_once("</fieldset>").expect("an end");
    format!("{before} {own}{after}")
}

/// Each value that a derived page prints is the value of its clause, or its words, and has the mark of the clause.
#[test]
fn each_printed_value_is_that_of_its_clause_and_has_its_mark() {
    let (mut wrong, mut values, mut marks) = (Vec::new(), 0, 0);
    let folders = ["tonight", "games", "rules"].map(pages).concat();
    for path in folders
        .into_iter()
        .chain([own_site().join("comparison.html")])
    {
        let is_sheet = path
            .parent()
            .is_some_and(|folder| folder.ends_with("tonight"));
        let page = read(&path).replace(KEY_ON_SHEET, KEY);
        let html = part_of_single_clauses(&page);
        let name = path
            .strip_prefix(own_site())
            .expect("a page")
            .display()
            .to_string();
        for Printed { id, tag, inside } in printed_clauses(html) {
            let Some((edition, clause)) = editions::clause(id) else {
                continue;
            };
            let signs = clause.marks().signs();
            if !is_sheet && sign_of(inside) != signs {
                wrong.push(format!(
                    "{name}: {id} has the sign {:?}, and its clause {signs:?}",
                    sign_of(inside)
                ));
            }
            marks += 1;
            // A link names an edition, and a paragraph puts the value into a sentence.
            if tag == "a" || tag == "p" {
                continue;
            }
            let said = plain_words(&with_value_of_edition(inside));
            if !may_print(&said, edition, &clause) {
                wrong.push(format!(
                    "{name}: {id} is printed as {said:?}, and says {:?}",
                    printable_texts(&clause)
                ));
            }
            values += 1;
        }
        for cell in texts_between(html, "<span class=\"cell-editions\">", "</li>") {
            let cell = cell.split("</td>").next().unwrap_or_default();
            let said = plain_words(cell.rsplit_once("</span>").map_or(cell, |(_, said)| said));
            for id in texts_between(cell, "data-clause=\"", "\"") {
                let Some((_, clause)) =
                    editions::clause(id).filter(|(_, clause)| !clause.is_absent())
                else {
                    continue;
                };
                // The comparison says beside it whose example the number is.
                let is_said = |saying: &String| said.contains(saying.trim_end_matches(" a debt"));
                if !printable_texts(&clause)
                    .iter()
                    .any(|saying| !saying.is_empty() && is_said(saying))
                {
                    wrong.push(format!(
                        "{name}: {id} is compared as {said:?}, and says {:?}",
                        printable_texts(&clause)
                    ));
                }
                values += 1;
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {values} values and {marks} marks:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        values > 1500 && marks > 2000,
        "only {values} values and {marks} marks"
    );
}

/// A row of the first table of the comparison, as the data of the book lists it: its title, and the topics that it is about.
fn rows_of_first_table() -> Vec<(String, Vec<ClauseId>)> {
    let lists: toml::Table = include_str!("../../src/book/chapters/topics.toml")
        .parse()
        .expect("TOML");
    lists["game_differences"]
        .as_array()
        .expect("a list of rows")
        .iter()
        .map(read_row)
        .collect()
}

fn read_row(row: &toml::Value) -> (String, Vec<ClauseId>) {
    let [title, topics] = row.as_array().expect("a row").as_slice() else {
        panic!("{row}: a title and its topics")
    };
    let topics = topics.as_array().expect("topics").iter();
    let topics = topics.map(|id| ClauseId::by_id(id.as_str().expect("an id")).expect("a topic"));
    (
        title.as_str().expect("a title").to_owned(),
        topics.collect(),
    )
}

/// What a cell of that table says on one topic: the title before it, which the first topic of the row does not have, and the
/// words behind the title. A duty that binds has a title and no words.
#[derive(Debug, PartialEq, Eq)]
struct Piece {
    title: String,
    words: String,
}

const ABOUT: &str = "<span class=\"cell-about\">";

/// Splits what stands behind the names in a cell.
fn pieces_of(html: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (at, part) in html.split(ABOUT).enumerate() {
        if at == 0 && part.trim().is_empty() {
            continue;
        }
        let (title, words) = if at == 0 {
            ("", part)
        } else {
            part.split_once("</span>").expect("the end of a title")
        };
        let words = words.trim().trim_end_matches(';');
        pieces.push(Piece {
            title: plain_words(title),
            words: plain_words(words),
        });
    }
    pieces
}

/// Returns the topics of a row that the comparison prints for an edition: those that the edition has; if it has none, the first
/// that it says it is without; and if it is silent on all, the first.
fn printed_topics(edition: &Ruleset, topics: &[ClauseId]) -> Vec<ClauseId> {
    let told: Vec<ClauseId> = topics
        .iter()
        .copied()
        .filter(|topic| edition.has_clause_on(*topic))
        .collect();
    let had: Vec<ClauseId> = told
        .iter()
        .copied()
        .filter(|topic| edition.presence_of(*topic) != ClausePresence::Lacking)
        .collect();
    if had.is_empty() {
        vec![*told.first().unwrap_or(&topics[0])]
    } else {
        had
    }
}

/// Returns what the comparison has to print of a topic, in the words of the clause of this edition and of no other.
fn compared_piece(edition: &'static Ruleset, topic: ClauseId, topics: &[ClauseId]) -> Piece {
    let mut words = compared_words(edition, topic);
    let mut title = String::new();
    if topics.len() == 1 {
        // A clause that the game does not have has no source.
        let is_silent = editions::origin(edition, topic)
            .clause(topic)
            .is_some_and(|clause| clause.source == ClauseSource::Silent);
        let is_decided = edition.has_clause_on(topic)
            && !matches!(
                edition.presence_of(topic),
                ClausePresence::Untold | ClausePresence::OtherGame(_)
            );
        if is_silent && is_decided {
            words = format!("not covered; our interpretation: {words}");
        }
    } else if words_of_duty(topic, Duty::Binding) == Some(words.as_str()) {
        title = plain_words(topic.title());
        words.clear();
    } else if topic != topics[0] {
        title = plain_words(topic.title()) + ":";
    }
    Piece {
        title: title.replace("pamphile", "top card"),
        words,
    }
}

fn compared_words(edition: &'static Ruleset, topic: ClauseId) -> String {
    if !edition.has_clause_on(topic) {
        return "–".into();
    }
    let clause = edition.clause(topic).expect("a clause");
    let gist = clause
        .value_or_text()
        .render(|said, _| plain_words(&said.replace('<', "&lt;")));
    match clause.presence {
        ClausePresence::Present => gist,
        ClausePresence::Lacking => "none".into(),
        ClausePresence::Untold if matches!(clause.source, ClauseSource::Period { .. }) => {
            "probably the practice of the time, not from this source".into()
        }
        ClausePresence::Untold => "not covered by the source".into(),
        ClausePresence::OtherGame(_) => {
            "only in the author's other game, if the players agree to play it".into()
        }
        ClausePresence::Agreed(option) => {
            let other =
                OptionDef::by_name(option).and_then(|option| option.with_other_value(edition));
            let other = other.map_or("as the players agree".into(), |other| {
                plain_words(other.clause(topic).expect("a clause").comparison_key())
            });
            format!("{gist}; where agreed: {other}")
        }
    }
}

/// The files of the comparison have each decision that the page has, with the clause and its signs.
#[test]
fn the_comparison_as_data_has_every_decision_of_every_edition() {
    let data: serde_json::Value =
        serde_json::from_str(&page("comparison.json")).expect("the comparison as JSON");
    let csv = page("comparison.csv");
    let lines: Vec<&str> = csv.lines().collect();
    let topics: BTreeSet<ClauseId> = editions::clause_ids_in_use().copied().collect();
    let told = data["topics"].as_array().expect("topics");
    assert_eq!((told.len(), lines.len()), (topics.len(), topics.len() + 1));
    let told_topics = told.iter().map(topic_of_row).collect::<Vec<_>>();
    assert_eq!(told_topics.iter().copied().collect::<BTreeSet<_>>(), topics);
    let compared: Vec<_> = editions::printed_editions().collect();
    let of_data = data["editions"].as_array().expect("editions");
    assert_eq!(of_data.len(), compared.len());
    for (listed, edition) in of_data.iter().zip(compared) {
        let game = editions::game_of(edition).expect("a game");
        assert_eq!(
            (&listed["id"], &listed["game"]),
            (&edition.id.into(), &game.name.into())
        );
    }
    for ((row, topic), line) in told.iter().zip(told_topics).zip(&lines[1..]) {
        assert!(line.starts_with(&format!("\"{topic}\",")), "{line}");
        let fields: Vec<&str> = line.trim_matches('"').split("\",\"").skip(3).collect();
        for (edition, field) in editions::printed_editions().zip(fields) {
            let cell = &row["decisions"][edition.id];
            assert_eq!(cell.is_object(), edition.has_clause_on(topic), "{cell}");
            if !cell.is_object() {
                assert_eq!(field, "–", "{topic} of {}", edition.id);
                continue;
            }
            let decision = cell["decision"].as_str().expect("words");
            let expected = compared_piece(edition, topic, &[topic]).words;
            // The ceiling on debts has the example of its source.
            if topic != ClauseId::DebtCap {
                assert_eq!(plain_words(&decision.replace('<', "&lt;")), expected);
            }
            assert_eq!(field, decision.replace('"', "\"\""), "{line}");
            assert_eq!(cell["marks"], edition.marks(topic).signs());
            assert_eq!(cell["page"], clause_address_in_book(edition.id, topic));
        }
    }
}

/// Returns the topic of a row of the comparison as JSON.
fn topic_of_row(row: &serde_json::Value) -> ClauseId {
    ClauseId::by_id(row["clause"].as_str().expect("an id")).expect("a topic")
}

/// Returns the games of the comparison in plain words, each with the edition that speaks for it.
fn compared_games() -> Vec<(String, &'static Ruleset)> {
    editions::playable_games()
        .into_iter()
        .map(|(game, editions)| (plain_words(game.name), editions[0]))
        .collect()
}

/// Returns what is wrong with one name in a cell of the first table: what is printed behind it, its link, and its sign.
fn faults_of_name(
    name: &str,
    edition: &'static Ruleset,
    printed: &[Piece],
    topics: &[ClauseId],
) -> Vec<String> {
    let mut wrong = Vec::new();
    let shown = printed_topics(edition, topics);
    let pieces: Vec<Piece> = shown
        .iter()
        .map(|topic| compared_piece(edition, *topic, topics))
        .collect();
    if printed != pieces {
        wrong.push(format!(
            "printed {printed:?}, and the clauses say {pieces:?}"
        ));
    }
    let told: Vec<ClauseId> = shown
        .into_iter()
        .filter(|topic| edition.has_clause_on(*topic))
        .collect();
    let id = texts_between(name, "data-clause=\"", "\"")
        .next()
        .unwrap_or_default();
    let first = told
        .first()
        .map_or(String::new(), |first| edition.full_clause_id(*first));
    if id != first {
        wrong.push(format!(
            "the name leads to {id:?}, and {first:?} is printed first"
        ));
    }
    let marks = told
        .iter()
        .fold(CertaintyMarkSet::default(), |marks, topic| {
            marks.union(edition.marks(*topic))
        });
    if sign_of(name) != marks.signs() {
        wrong.push(format!(
            "the sign {:?}, and the clauses have {:?}",
            sign_of(name),
            marks.signs()
        ));
    }
    wrong
}

/// The first table of the comparison joins several clauses in a cell. Each piece of it is what the clause of every edition in
/// the cell says, nothing that an edition has is left out, and the sign of an edition is that of the clauses that are printed.
#[test]
fn each_piece_of_the_first_comparison_is_that_of_its_clause_and_has_its_mark() {
    let page = read(&own_site().join("comparison.html"));
    let table = texts_between(&page, "Topic</th>", "</table>")
        .next()
        .expect("the first table");
    let rows: Vec<&str> = texts_between(table, "<th scope=\"row\">", "</tr>").collect();
    let (expected, games) = (rows_of_first_table(), compared_games());
    assert_eq!(rows.len(), expected.len());
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (row, (title, topics)) in rows.iter().zip(&expected) {
        assert_eq!(row.split("</th>").next(), Some(title.as_str()));
        let mut named = Vec::new();
        for cell in texts_between(row, "<span class=\"cell-editions\">", "</li>") {
            let names = inside_of(cell, "span");
            let printed = pieces_of(&cell[names.len() + "</span>".len()..]);
            for name in names.split(" · ") {
                let (game, edition) = games
                    .iter()
                    .find(|(game, _)| *game == plain_words(name))
                    .expect("a game");
                let faults = faults_of_name(name, edition, &printed, topics);
                wrong.extend(
                    faults
                        .iter()
                        .map(|fault| format!("{title}, {game}: {fault}")),
                );
                named.push(game);
                count += printed.len();
            }
        }
        named.sort();
        let mut all: Vec<&String> = games.iter().map(|(game, _)| game).collect();
        all.sort();
        assert_eq!(named, all, "{title}: each game stands once");
    }
    assert!(
        wrong.is_empty(),
        "{} of {count} pieces:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count > 200, "only {count} pieces");
}
