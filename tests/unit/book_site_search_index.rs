//! Tests of `src/book/site/search_index.rs`, from within.

use super::*;
use crate::book::site::page_text::read_page_text;

/// Returns the index that a script holds.
fn read_index(script: &str) -> Value {
    let text = script
        .strip_prefix("window.moucheIndex=JSON.parse('")
        .and_then(|rest| rest.strip_suffix("');\n"))
        .expect("a string of JSON");
    let text = text.replace("\\'", "'").replace("\\\\", "\\");
    serde_json::from_str(&text).expect("an index")
}

#[test]
fn words_are_folded_and_their_stems_stand_once() {
    let stems = searchable_stems(
        "L'Écarté, l’atout: l’ATOUT does du bœuf; 7♥ K♠ §8, moench and Mönch, trumping trumps",
    );
    let expected = ["8", "atout", "bouf", "ecart", "monch", "trump"];
    assert_eq!(
        stems.iter().map(String::as_str).collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn a_stem_lacks_the_ending() {
    for (word, stem) in [
        ("overtrumping", "overtrump"),
        ("passes", "pass"),
        ("pass", "pass"),
        ("cutting", "cut"),
        ("declare", "declar"),
        ("declared", "declar"),
        ("ace", "ace"),
        ("is", "is"),
    ] {
        assert_eq!(stem_word(word), stem, "{word}");
    }
}

#[test]
fn what_readers_ask_is_of_editions_and_chapters_that_there_are() {
    for edition in WORDS.editions.iter().flat_map(|(editions, _)| *editions) {
        assert!(editions::by_id(edition).is_some(), "{edition}");
    }
    let clauses: BTreeSet<_> = WORDS.asked.iter().map(|(topic, _)| topic).collect();
    assert_eq!(clauses.len(), WORDS.asked.len(), "a clause stands twice");
    for topic in crate::rules::ClauseId::ALL {
        assert!(clauses.contains(topic), "nobody asks about {topic}");
    }
}

#[test]
fn an_excerpt_of_a_clause_keeps_its_signs() {
    let long = "Whoever holds it may say so, ".repeat(9);
    let page = format!(
        r#"<main><h1>R</h1><h3 id="a">A</h3><p>{long}<span class="sign">°†</span></p></main>"#
    );
    let section = &read_page_text(&page).sections[1];
    assert!(
        shorten_with_signs(&section.prose, &section.signs, EXCERPT_LENGTH).ends_with("…°†"),
        "{section:?}"
    );
    let short =
        read_page_text(r#"<main><h1 id="a">R</h1><p>Five<span class="sign">°</span>.</p></main>"#);
    assert_eq!(
        shorten_with_signs(
            &short.sections[0].prose,
            &short.sections[0].signs,
            EXCERPT_LENGTH
        ),
        "Five°."
    );
}

#[test]
fn a_hand_is_found_by_its_narration_and_a_clause_by_its_anchor() {
    let reading = read_page_text(
        r#"<main><h1>Denise’s</h1><p>Shown.</p><h2 id="play.trump">Trumping</h2><p>Must.</p></main>"#,
    );
    let narration = Some(r#"Four "players" at '<b>' and \."#);
    let found = SearchablePage {
        page: "a.html",
        name: "Denise",
        part: "1718",
        language: "",
        text: &reading,
        narration,
    };
    let index = read_index(&index_script(&[found]));
    let columns = json!([
        [0, 0],
        ["", "play.trump"],
        ["Denise’s", "Trumping"],
        [r#"Four "players" at '<b>' and \."#, "Must."],
        ["", ""],
        [[], []],
        ["", ""]
    ]);
    assert_eq!(index["columns"], columns);
}

#[test]
fn an_excerpt_of_a_clause_is_its_text_and_not_what_is_folded_under_it() {
    let html = r#"<main><h1>R</h1><h3 id="a">A</h3><p>Five chips.</p><details class="clause-apparatus"><summary class="rests-on">x<br>y</summary>
        <dl><dd>Lalanne<br>§5</dd></dl></details><p>No more.</p></main>"#;
    let section = &read_page_text(html).sections[1];
    assert_eq!(
        (&*section.prose, searchable_stems(&section.apparatus)),
        (
            "Five chips. No more.",
            BTreeSet::from(["5".into(), "lalann".into()])
        )
    );
}

#[test]
fn a_clause_about_something_absent_is_marked_and_a_hand_names_its_edition() {
    let reading = read_page_text(
        r#"<main><h1>R</h1><h3 id="stake">Stake</h3><p>Five.</p><h3 id="pam.turned">Pam</h3><p>No.</p></main>"#,
    );
    let page = |page| SearchablePage {
        page,
        name: "R",
        part: "",
        language: "",
        text: &reading,
        narration: None,
    };
    let script = index_script(&[
        page("hands/loo-2008/a.html"),
        page("rules/mouche-1718.html"),
    ]);
    let loo = editions::by_id("loo-2008").expect("loo").name;
    let index = read_index(&script);
    assert_eq!(index["absent"], json!([5]));
    assert_eq!(
        index["pages"][0],
        json!([
            "hands/loo-2008/a.html",
            "R",
            "",
            "",
            "",
            loo,
            "Five-card loo"
        ])
    );
}

#[test]
fn a_long_text_is_cut_between_words() {
    assert_eq!(shorten_text("one two, three", 9), "one two…");
    assert_eq!(shorten_text("one", 3), "one");
}
