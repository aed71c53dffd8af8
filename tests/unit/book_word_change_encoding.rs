//! Tests of `src/book/word_change_encoding.rs`, from within.

use super::*;

/// Returns the text that some changes make, as the script of the pages does.
fn apply_changes(old: &str, changes: &str) -> String {
    let words = split_at_html_signs(old);
    let mut made = String::new();
    let mut at = 0;
    for change in changes.split('~').filter(|change| !change.is_empty()) {
        let (kept, rest) = change.split_once('-').expect("two numbers");
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (dropped, added) = rest.split_at(end);
        let start = at + kept.parse::<usize>().expect("a number");
        made += &words[at..start].concat();
        made += added;
        at = start + dropped.parse::<usize>().expect("a number");
    }
    made + &words[at..].concat()
}

#[test]
fn changes_make_the_new_text_of_the_old_one() {
    let table = "<li class=\"s0 mover\"><b>Anne</b> <i>995</i></li><li class=\"s1\"><b class=\"card s r5\">10♠</b> <b>7♥</b></li>";
    let next = "<li class=\"s0\"><b>Anne</b> <i>990</i></li><li class=\"s1 mover\"><b>7♥</b> <small>led</small></li>";
    for (old, new, expected) in [
        ("", "<p>a b</p>", "0-1<p>a b</p>"),
        ("<p>a b</p>", "", "0-3"),
        ("<p>a b</p>", "<p>a b</p>", ""),
        ("<p>one two three", "<p>one 2 three", "1-1 2"),
        (
            "<p>some words here",
            "<p>some words here, too",
            "2-1 here, too",
        ),
    ] {
        assert_eq!(encode_word_changes(old, new).as_deref(), Some(expected));
    }
    for (old, new) in [
        (table, next),
        (next, table),
        ("", table),
        (table, ""),
        (table, table),
    ] {
        let changes = encode_word_changes(old, new).expect("changes");
        assert_eq!(apply_changes(old, &changes), new, "{changes}");
    }
    assert_eq!(encode_word_changes("a", "a~b"), None);
}
