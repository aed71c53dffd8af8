//! What the book says of the edition of an author beside those of the program.

use crate::house_table_folder::run_mouche;
use std::fs;
use std::path::Path;

const LEBRUN: &str = include_str!("../editions/editions/lebrun-1827.toml");

/// A variant of Mus to thirty stones. It is invented.
const MUS: &str = r#"
id = "mus-ribera"
based_on = "mus-pairs"
name = "Mus of the Ribera"
short = "Ribera"

[[work]]
id = "elizondo"
short = "Elizondo"
full = "Elizondo, Reglas del mus, Tudela 1890 (invented)"
seen = "copied"
good_for = "It is invented."

[end]
value = { finish = { games = { target = 30, games = 3 } } }
text = "The first side to take thirty stones wins a game. The first side to win three games wins the match."
source = ["elizondo", "p. 15"]
"#;

/// Adds the hand of Lebrun's edition to a folder of hands, and builds its book into `site`.
fn build_with_hand(place: &tempfile::TempDir) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editions");
    let hand = "denise-trumps-low.md";
    fs::copy(kept.join(hand), place.path().join("scenarios").join(hand)).expect("a hand");
    let done = run_mouche(place.path(), &["build", "--dest", "site"]);
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{errors}");
}

/// Builds the whole book of both editions.
fn build_book() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let editions = place.path().join("scenarios/editions");
    fs::create_dir_all(&editions).expect("a folder");
    fs::create_dir(place.path().join("book")).expect("a folder");
    let settings = "[preprocessor.mouche]\neditions = [\"all\"]\nextra = [\"all\"]\n";
    fs::write(place.path().join("book/book.toml"), settings).expect("settings");
    fs::write(editions.join("lebrun-1827.toml"), LEBRUN).expect("an edition");
    fs::write(editions.join("mus-ribera.toml"), MUS).expect("an edition");
    build_with_hand(&place);
    place
}

/// Returns a page of a book.
fn page(place: &tempfile::TempDir, name: &str) -> String {
    let path = place.path().join("site").join(name);
    fs::read_to_string(path).expect("a page")
}

/// Returns the text of a page without its tags.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        text += part.split_once('>').map_or("", |(_, after)| after);
        text.push(' ');
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_book_speaks_of_an_edition_of_an_author_as_of_ours() {
    let place = build_book();
    // What the base does not have, the source of the base tells: nothing is left uncovered.
    let mus = text_of(&page(&place, "games/mus.html"));
    let (_, row) = mus.split_once("Chips at the start").expect("a row");
    let (row, _) = row.split_once("The first dealer").expect("the next row");
    assert!(row.contains("Ribera ∼ none"), "{row}");
    // The comparison opens with the editions of the author.
    let mus_rules = page(&place, "rules/mus-ribera.html");
    assert!(mus_rules.contains(
        "comparison.html?editions=mus-ribera+mus-pairs+mus-individual#end\">compare the editions"
    ));
    assert!(page(&place, "games/mus.html").contains("id=\"shared\""));
    let compared = page(&place, "comparison.html");
    assert!(
        compared.contains("data-first=\"mouche-1718 lebrun-1827 mus-pairs mus-ribera "),
        "{compared}"
    );
    assert!(compared.contains("rules/mus-ribera.html#end"));
    // The Playground of the book deals by the editions with tricks, and shows cards of every language. A program without the
    // engine makes neither this page nor Play.
    if place.path().join("site/play.html").is_file() {
        let playground = page(&place, "playground.html");
        assert!(
            playground.contains("<option value=\"lebrun-1827\">"),
            "{playground}"
        );
        assert!(!playground.contains("<option value=\"mus-ribera\">"));
        assert!(
            !playground.contains("writing-a-hand"),
            "no page is called so"
        );
        assert!(page(&place, "cards-es.svg").contains("href=\"#letters\""));
        let hand = page(&place, "hands/lebrun-1827/denise-trumps-low.html");
        assert!(hand.contains("Edit in the Playground"));
    }
    // The clause of the base is named with its amount.
    let rules = text_of(&page(&place, "rules/lebrun-1827.html"));
    let base = "every other player who is still in: as much as the pool holds";
    assert!(rules.contains(base), "{rules}");
    let lost = "These options of La Mouche, 1718 do not exist here";
    assert!(rules.contains(lost), "{rules}");
    // The book has a work of Lebrun, so it does not only say that nobody found one.
    let sources = text_of(&page(&place, "sources.html"));
    let (_, sought) = sources
        .split_once("Looked for and not found")
        .expect("a list");
    let added = "An edition that was added to this book has: Lebrun 1827 (invented)";
    assert!(sought.contains(added), "{sought}");
}

#[test]
fn the_language_of_a_work_is_marked_on_its_reference_and_its_words() {
    let place = tempfile::tempdir().expect("a folder");
    let editions = place.path().join("scenarios/editions");
    fs::create_dir_all(&editions).expect("a folder");
    let stake = "source = [\"lebrun-manual\", \"p. 112\"]\n";
    assert!(LEBRUN.contains(stake), "{LEBRUN}");
    let quoted = format!("{stake}quotation = {{ words = \"celui qui donne met dix jetons\" }}\n");
    let text = LEBRUN.replacen(stake, &quoted, 1);
    let with_language = text.replacen("seen = ", "lang = \"frm\"\nseen = ", 1);
    let file = editions.join("lebrun-1827.toml");
    fs::write(&file, &with_language).expect("an edition");
    build_with_hand(&place);
    let rules = page(&place, "rules/lebrun-1827.html");
    for marked in [
        "<blockquote class=\"quotation\" lang=\"frm\">",
        "<span lang=\"frm\">Lebrun, Manuel",
    ] {
        assert!(rules.contains(marked), "{marked}: {rules}");
    }
    assert!(page(&place, "sources.html").contains("<span lang=\"frm\">Lebrun, Manuel"));
    // Without a language of the work, the quotation says its own.
    fs::write(&file, &text).expect("an edition");
    let check = |expected: &str| {
        let done = run_mouche(place.path(), &["check", "--format", "concise"]);
        let messages = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(messages.contains(expected), "{messages}");
    };
    check("`lang`");
    fs::write(&file, with_language.replace("\"frm\"", "\"xx\"")).expect("an edition");
    check("error[header] no language has the tag `xx`");
}

/// A new game that takes all clauses over but one.
const NEW_GAME: &str = r#"
id = "mini"
name = "Mini"
machine = "tricks"
terms = { flush = "flush", no_trick = "is looed", top_card = "Pam" }

[[same]]
edition = "loo-2008"
taken = "not_at_hand"
why = "A test."

[[work]]
id = "a-manual"
short = "Manual"
full = "A manual, 1900 (invented)"
seen = "copied"
good_for = "Its rules."

[stake]
value = { by = "dealer", chips = 10 }
text = "The dealer puts in 10 chips."
source = ["a-manual", "p. 1"]
"#;

/// A deal of the new game in which everybody folds.
const FOLDED: &str = "# Nobody plays\n\n```toml scenario\nedition = \"mini\"\nplayers = [\"Anne\", \"Bertrand\", \"Claude\", \"Denise\"]\n```\n\n\
    Nobody wants to play.\n\n```deal\ndealer   Anne\nBertrand 3♠ Q♥ 5♥ 9♦ 7♣\nClaude   K♠ 7♦ 6♦ J♣ 3♣\nDenise   5♠ 9♥ 6♥ 10♣ 5♣\n\
    Anne     8♠ 10♥ 3♥ 4♦ A♣\nturn     4♥\n```\n\n```script\nBertrand folds\nClaude folds\nDenise folds\n```\n\n\
    ```payout\npool 10\nAnne takes 10\nnext pool 10\n```\n";

#[test]
fn a_new_game_has_every_extra_chapter_and_no_place_in_the_family() {
    let place = tempfile::tempdir().expect("a folder");
    let editions = place.path().join("scenarios/editions");
    fs::create_dir_all(&editions).expect("a folder");
    fs::create_dir(place.path().join("book")).expect("a folder");
    fs::write(editions.join("mini.toml"), NEW_GAME).expect("an edition");
    fs::write(place.path().join("scenarios/folded.md"), FOLDED).expect("a hand");
    for extra in ["family", "games", "all"] {
        let settings = format!("[preprocessor.mouche]\nextra = [\"{extra}\"]\n");
        fs::write(place.path().join("book/book.toml"), settings).expect("settings");
        let done = run_mouche(place.path(), &["build", "--dest", "site"]);
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{extra}: {errors}");
    }
    let rules = page(&place, "rules/mini.html");
    assert!(!rules.contains("family.html#mini"));
}
