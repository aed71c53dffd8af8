//! What stands on a sheet for the table, in a booklet and in the picture of a game, and what stands on no other page than the rules: suggested practices.

use crate::shared::own_site;
use mouche::editions;
use mouche::rules::{ClauseId, ClauseSource, SuggestedTableCustom};
use std::fs;
use std::path::{Path, PathBuf};

fn page(path: &str) -> String {
    fs::read_to_string(own_site().join(path)).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

/// What stands between two marks, where the first stands for the first time.
fn text_between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("{from}"));
    rest.split(to).next().unwrap_or_default()
}

/// A sheet has words instead of signs: one sentence says that the rules page has them.
#[test]
fn a_sheet_has_no_signs_and_says_where_they_are() {
    for edition in editions::printed_editions() {
        let html = page(&format!("tonight/{}.html", edition.id));
        let sheet = text_between(&html, "<div class=\"tonight\">", "</main>");
        for sign in ['°', '†', '∗', '∼', '‡'] {
            assert!(!sheet.contains(sign), "{}: {sign}", edition.id);
        }
        let notes = sheet.matches("The rules page marks them.").count();
        assert_eq!(notes, 1, "{}", edition.id);
        assert!(sheet.contains("tonight-aim"), "{}", edition.id);
        let lines = text_between(sheet, "<ol class=\"tonight-deal\">", "</ol>");
        assert_eq!(lines.matches("<li>").count(), 5, "{}", edition.id);
    }
}

/// A game has what its clauses say. The rest is one line for each subject, in which each clause keeps its address.
#[test]
fn what_a_game_does_not_have_is_one_line_with_the_addresses() {
    let rules = page("rules/mouche-1718.html");
    assert!(!rules.contains("<h3 id=\"pam.fee\""));
    let line = rules
        .split("Not in this game: ")
        .find(|line| line.starts_with("<span id=\"pam."))
        .expect("a line on the top card");
    let line = line.split("</p>").next().unwrap_or_default();
    for id in [
        "pam.card",
        "pam.fee",
        "pam.turned",
        "pam.names",
        "pam.absent",
    ] {
        assert!(line.contains(&format!("<span id=\"{id}\">")), "{id}");
    }
}

/// A practice is no rule of the edition, so a source must not have one, and a work must prescribe it.
#[test]
fn a_suggested_practice_has_a_witness() {
    let mut practices = 0;
    for edition in editions::printed_editions() {
        for clause in edition.clauses() {
            let said = clause.text().to_string();
            assert!(!said.contains("We suggest"), "{}: {said}", edition.id);
            let Some(practice) = clause.practice else {
                continue;
            };
            assert!(!practice.witness.full.is_empty());
            let is_covered = matches!(
                clause.source,
                ClauseSource::Says { .. } | ClauseSource::Without
            );
            assert!(!is_covered, "{}/{}", edition.id, clause.topic);
            assert!(
                !said.contains(practice.text),
                "{}/{}",
                edition.id,
                clause.topic
            );
            practices += 1;
        }
    }
    assert!(practices > 20, "only {practices}");
}

/// All pages and scripts below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else if path
            .extension()
            .is_some_and(|end| end == "html" || end == "js")
        {
            found.push(path);
        }
    }
    found
}

#[test]
fn a_suggested_practice_stands_on_rules_pages_only() {
    let site = own_site();
    let rules = page("rules/mouche-1718.html");
    assert!(
        rules.contains(SuggestedTableCustom::MEANING),
        "the sign is explained"
    );
    let practice = editions::ALL[0]
        .clause(ClauseId::FaultMisdeal)
        .expect("a clause")
        .practice
        .expect("a practice");
    assert!(rules.contains(practice.text) && rules.contains(practice.witness.short));
    for path in files_below(&site) {
        let place = path.strip_prefix(&site).expect("a page of the site");
        // The search answers with the clause as its page of rules has it, with the sign.
        let is_search = place.to_string_lossy().starts_with("search-index-");
        if place.starts_with("rules") || is_search {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a page");
        assert!(
            !text.contains("Suggested practice") && !text.contains(practice.text),
            "{}",
            path.display()
        );
    }
}

/// A booklet says all that a table needs of the first edition of its game, and has three hands with their cards.
#[test]
fn a_booklet_has_the_rules_of_its_game_and_three_hands() {
    for (game, of_game) in editions::playable_games() {
        let html = page(&format!("booklets/{}.html", game.id));
        let main = text_between(&html, "<div class=\"booklet\">", "</main>");
        for clause in of_game[0].clauses() {
            let is_stated = !clause.is_absent() && !clause.marks().has(mouche::rules::Mark::Silent);
            let id = format!("data-says=\"{}\"", of_game[0].full_clause_id(clause.topic));
            assert_eq!(main.contains(&id), is_stated, "{}: {id}", game.id);
        }
        let hands = main.matches("<section class=\"booklet-hand\">").count();
        assert_eq!(hands, 3, "{}", game.id);
        let cards = main.matches("<ul class=\"booklet-cards\">").count();
        assert_eq!(cards, 3, "{}", game.id);
        let is_of_tricks = of_game[0].tricks().is_some();
        assert_eq!(main.contains("<th scope=\"col\">Trick</th>"), is_of_tricks);
        assert_eq!(main.matches("The rules page marks them.").count(), 1);
        let link = format!("booklets/{}.html", game.id);
        assert!(page(&format!("games/{}.html", game.id)).contains(&link));
        assert!(page(&format!("tonight/{}.html", of_game[0].id)).contains(&link));
        assert!(!html.contains("paper-address"), "the site has no address");
    }
}

/// The page of a game shows the table in the middle of a deal, and names the hand.
#[test]
fn the_page_of_a_game_has_a_picture_of_a_deal() {
    for (game, of_game) in editions::playable_games() {
        let html = page(&format!("games/{}.html", game.id));
        let picture = text_between(&html, "<figure class=\"hand game-picture\">", "</figure>");
        let cards = picture.matches("class=\"card ").count();
        assert!(cards >= 6, "{}: {cards} cards", game.id);
        let link = format!("href=\"../hands/{}/", of_game[0].id);
        assert!(picture.contains(&link), "{}: {picture}", game.id);
        assert!(
            html.contains("href=\"../picture-"),
            "{}: no style sheet",
            game.id
        );
    }
}
