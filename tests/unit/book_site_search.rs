//! Tests of `src/book/site/search.rs`, from within.

use super::*;
use crate::book::site::page_text::read_page_text;

#[test]
fn words_are_folded_and_stand_once() {
    assert_eq!(
        fold_words("L'Écarté, l’atout: l’ATOUT du bœuf; 7♥ K♠ §8"),
        ["ecarte", "atout", "du", "boeuf", "8"]
    );
}

#[test]
fn an_excerpt_of_a_clause_keeps_its_signs() {
    let long = "Whoever holds it may say so, ".repeat(9);
    let page = format!(
        r#"<main><h1>R</h1><h3 id="a">A</h3><p>{long}<span class="sign">°†</span></p></main>"#
    );
    let section = &read_page_text(&page).sections[1];
    assert!(
        shorten_with_signs(&section.prose, &section.signs).ends_with("…°†"),
        "{section:?}"
    );
    let short =
        read_page_text(r#"<main><h1 id="a">R</h1><p>Five<span class="sign">°</span>.</p></main>"#);
    assert_eq!(
        shorten_with_signs(&short.sections[0].prose, &short.sections[0].signs),
        "Five°."
    );
}

#[test]
fn a_hand_is_found_by_its_narration_and_a_clause_by_its_anchor() {
    let reading = read_page_text(
        r#"<main><h1>Denise</h1><p>Shown.</p><h2 id="play.trump">Trumping</h2><p>Must.</p></main>"#,
    );
    let narration = Some("Four players at <b>.");
    let found = SearchPage {
        page: "a.html",
        name: "Denise",
        part: "1718",
        language: "",
        text: &reading,
        narration,
    };
    let script = index_script(&[found]);
    let first = r#"[0,"","Denise","Four players at <b>.","four players at",[]]"#;
    let clause = r#"[0,"play.trump","Trumping","Must.","must",[]]"#;
    assert!(
        script.contains(first) && script.contains(clause),
        "{script}"
    );
}

#[test]
fn an_excerpt_of_a_clause_is_its_text_and_not_what_is_folded_under_it() {
    let html = r#"<main><h1>R</h1><h3 id="a">A</h3><p>Five chips.</p><details class="clause-apparatus"><summary class="rests-on">x<br>y</summary>
        <dl><dd>Lalanne<br>§5</dd></dl></details><p>No more.</p></main>"#;
    let section = &read_page_text(html).sections[1];
    assert_eq!(
        (&*section.prose, fold_words(&section.apparatus)),
        ("Five chips. No more.", vec!["lalanne".into(), "5".into()])
    );
}

#[test]
fn a_clause_about_something_absent_is_marked_and_a_hand_names_its_edition() {
    let reading = read_page_text(
        r#"<main><h1>R</h1><h3 id="stake">Stake</h3><p>Five.</p><h3 id="pam.turned">Pam</h3><p>No.</p></main>"#,
    );
    let page = |page| SearchPage {
        page,
        name: "R",
        part: "",
        language: "",
        text: &reading,
        narration: None,
    };
    let index = index_script(&[
        page("hands/loo-2008/a.html"),
        page("rules/mouche-1718.html"),
    ]);
    let loo = editions::by_id("loo-2008").expect("loo").name;
    assert!(index.contains("\"absent\":[5]"), "{index}");
    assert!(
        index.contains(&format!(
            "[\"hands/loo-2008/a.html\",\"R\",\"\",\"\",\"\",\"{loo}\"]"
        )),
        "{index}"
    );
}

#[test]
fn a_long_text_is_cut_between_words() {
    assert_eq!(shorten_text("one two, three", 9), "one two…");
    assert_eq!(shorten_text("one", 3), "one");
}
