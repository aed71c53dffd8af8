//! Tests of `src/book/site/accessible_link_names.rs`, from within.

use super::*;

#[test]
fn the_same_words_for_several_clauses_are_told_apart() {
    let html = r##"<a href="../rules/mouche-1718.html#stake">The stake<span class="sign" role="img" aria-label="our reading">°</span></a> <a href="../rules/loo-2008.html#stake">The stake°</a>
        <a href="../rules/loo-2008.html#play.trump">Trumping</a> <a href="../rules/loo-2008.html#play.trump">Trumping</a>
        <a aria-label="Stakes" href="../rules/rams-2008.html#stake">The stake°</a>"##;
    let named = with_distinct_link_names("games/a.html", html);
    let name = |id: &str| editions::by_id(id).expect("an edition").name;
    for (words, id) in [
        ("The stake, our reading", "mouche-1718"),
        ("The stake°", "loo-2008"),
    ] {
        let link = format!("#stake\" aria-label=\"{words}, {}\">", name(id));
        assert!(named.contains(&link), "{link}: {named}");
    }
    assert_eq!(named.matches("aria-label").count(), 4, "{named}");
}

#[test]
fn a_link_that_names_the_edition_alone_is_given_the_title_of_the_clause() {
    let html = r##"<a href="rules/mouche-1718.html#stake">1718</a> <a href="rules/mouche-1718.html#rank">1718</a>"##;
    let named = with_distinct_link_names("glossary.html", html);
    assert!(named.contains("aria-label=\"1718, The stake\""), "{named}");
    assert!(
        named.contains("aria-label=\"1718, Order of the cards\""),
        "{named}"
    );
}

#[test]
fn a_page_of_rules_leads_to_its_own_clauses_by_their_anchors() {
    let html = r##"<a href="#stake">The stake</a><a href="../rules/mouche-1718.html#stake">The stake</a>"##;
    assert_eq!(
        with_distinct_link_names("rules/mouche-1718.html", html),
        html,
        "both lead to the same clause"
    );
    assert!(with_distinct_link_names("rules/loo-2008.html", html).contains("aria-label"));
}

#[test]
fn links_in_templates_need_no_names_of_their_own() {
    let html = r##"<a href="rules/mouche-1718.html#stake">The stake</a><template><a href="rules/loo-2008.html#stake">The stake</a></template>"##;
    assert_eq!(with_distinct_link_names("play.html", html), html);
}
