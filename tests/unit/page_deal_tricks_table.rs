//! Tests of `src/page/deal_tricks_table.rs`, from within.

use super::*;

#[test]
fn each_card_links_to_its_step_and_the_winner_is_marked() {
    let path = "scenarios/mouche-1718/denise-must-trump.md";
    let file = crate::scenario::check(path, &std::fs::read(path).expect("a file"));
    let tables = deal_tricks_tables(&file.stories, "#denise", 1);
    assert_eq!((tables.len(), tables[0].tricks.len()), (1, 5));
    let second: Vec<_> = tables[0].tricks[1]
        .cards
        .iter()
        .map(Option::as_ref)
        .collect();
    let told = second.iter().map(|card| {
        let card = (*card)?;
        Some((card.face.text(), card.step.as_str(), card.is_led, card.wins))
    });
    let told: Vec<_> = told.collect();
    assert_eq!(
        told,
        [
            Some(("K♣".into(), "h1-t2-2", false, false)),
            None,
            Some(("8♥".into(), "h1-t2-3", false, true)),
            Some(("9♣".into(), "h1-t2-1", true, false)),
        ]
    );
    let html = tables[0].render().expect("HTML");
    assert!(
        html.contains("href=\"#denise-h1-t2-3\">8♥</a> <b>wins</b>"),
        "{html}"
    );
}

#[test]
fn a_deal_without_tricks_has_no_table() {
    let path = "scenarios/mus-pairs/three-aces-cut-the-mus.md";
    let file = crate::scenario::check(path, &std::fs::read(path).expect("a file"));
    assert!(deal_tricks_tables(&file.stories, "#mus", 1).is_empty());
}
