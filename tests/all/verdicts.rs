//! The verdict on a file: mistakes by edition, warnings, and both as JUnit's XML.

use mouche::scenario::check;
use mouche::scenario::diagnostic::Code;
use mouche::scenario::report::{
    FileDiagnostics, junit_suite, render_concise, render_full, render_junit,
};

const DENISE: &str = include_str!("../held/denise-must-trump.md");
const TWO: &str = include_str!("../../scenarios/compared/one-line-of-1730.md");

fn check_text(text: &str) -> (Vec<Vec<String>>, String, String) {
    let file = check("a.md", text.as_bytes());
    let editions = file
        .diagnostics
        .iter()
        .map(|wrong| wrong.editions.clone())
        .collect();
    let report = FileDiagnostics {
        path: "a.md",
        text: &file.text,
        diagnostics: &file.diagnostics,
    };
    (
        editions,
        render_concise(&report),
        render_full(&report, false, 100),
    )
}

#[test]
fn what_fails_under_one_edition_names_it() {
    let (editions, line, whole) = check_text(&TWO.replacen("Lise takes 20", "Lise takes 15", 1));
    assert_eq!(editions, [["mouche-1730"]]);
    assert!(
        line.contains("error[wrong-payout] Lise takes 20, not 15: ")
            && line.ends_with(" (under mouche-1730)\n"),
        "{line}"
    );
    assert!(
        whole.contains("= note: found under mouche-1730\n"),
        "{whole}"
    );
}

#[test]
fn what_fails_under_all_is_told_once_and_names_them() {
    let (editions, line, _) = check_text(&TWO.replace(
        "Nadine 10♥, Octave 7♥ -> Nadine",
        "Nadine 10♥, Octave 7♥ -> Octave",
    ));
    assert_eq!(editions, [["mouche-1718", "mouche-1730"]]);
    assert!(
        line.ends_with("(under mouche-1718 and mouche-1730)\n"),
        "{line}"
    );
}

#[test]
fn a_file_of_one_edition_does_not_name_it() {
    let (editions, line, whole) = check_text(&DENISE.replace("Anne owes 5", "Anne owes 6"));
    assert_eq!(editions, [Vec::<String>::new()]);
    assert!(
        !line.contains("under") && !whole.contains("under"),
        "{whole}"
    );
}

fn codes_and_messages(text: &str) -> Vec<(Code, String)> {
    let file = check("a.md", text.as_bytes());
    assert!(file.holds(), "{:?}", file.diagnostics);
    assert!(file.warnings.iter().all(|wrong| wrong.code.is_warning()));
    file.warnings
        .iter()
        .map(|wrong| (wrong.code, text[wrong.span.clone()].to_owned()))
        .collect()
}

fn without_prose(text: &str) -> String {
    let mut fence = false;
    let ours = |line: &&str| {
        let mark = line.starts_with("```");
        fence ^= mark;
        mark || fence || line.starts_with('#')
    };
    text.split_inclusive('\n').filter(ours).collect()
}

#[test]
fn a_file_with_nothing_amiss_is_told_nothing() {
    assert_eq!(codes_and_messages(DENISE), []);
}

#[test]
fn a_hand_without_prose_is_told() {
    assert_eq!(
        codes_and_messages(&without_prose(DENISE)),
        [(Code::Untold, "```deal".to_owned())]
    );
}

#[test]
fn a_hand_without_a_payout_is_told() {
    let (before, _) = DENISE.split_once("```payout").expect("a payout");
    assert_eq!(
        codes_and_messages(before),
        [(Code::Unpaid, "```script".to_owned())]
    );
}

/// Without it the hand holds, and yet it is about it: with a third value it would not.
#[test]
fn an_option_that_is_merely_not_needed_is_not_told() {
    let asked = include_str!("../../scenarios/pamphile-1758/nobody-asked-her.md");
    assert_eq!(codes_and_messages(asked), []);
}

/// The last debts are shared on its page, and would not be without it.
#[test]
fn an_option_that_ends_the_session_is_not_told() {
    let ended = DENISE.replacen("```\n", "options = { end = { hands = 1 } }\n```\n", 1);
    // After the last deal there is no next pool.
    let last = ended.rfind("next pool").expect("a next pool");
    let line_end = last + ended[last..].find('\n').expect("an end of the line") + 1;
    let ended = [&ended[..last], &ended[line_end..]].concat();
    assert_eq!(codes_and_messages(&ended), []);
}

#[test]
fn an_option_that_nothing_depends_on_is_told() {
    let with = |option: &str| {
        codes_and_messages(&DENISE.replacen(
            "```\n",
            &format!("options = {{ {option} }}\n```\n"),
            1,
        ))
    };
    assert_eq!(
        with("debts = \"staged\""),
        [(Code::IdleOption, "debts".to_owned())]
    );
}

fn suite_of(text: &str) -> String {
    render_junit(&[junit_suite(&check("a<b.md", text.as_bytes()))])
}

#[test]
fn a_case_a_hand_and_edition() {
    let whole = suite_of(DENISE);
    assert!(
        whole.contains(
            r#"<testcase name="hand 1" classname="a&lt;b.md" file="a&lt;b.md" line="14"/>"#
        ),
        "{whole}"
    );
    assert!(suite_of(TWO).contains(r#"name="hand 2 under mouche-1730""#));
    assert!(
        suite_of(TWO).contains(r#"tests="4" failures="0" errors="0" skipped="0""#),
        "{}",
        suite_of(TWO)
    );
}

#[test]
fn what_fails_is_told_in_its_hand() {
    let whole = suite_of(&TWO.replacen("Lise takes 20", "Lise takes 15", 1));
    assert!(
        whole.contains(r#"tests="4" failures="1" errors="0" skipped="0""#),
        "{whole}"
    );
    assert!(
        whole.contains(r#"<failure message="Lise takes 20, not 15" type="wrong-payout">"#),
        "{whole}"
    );
    let whole = suite_of(&DENISE.replace("Bertrand folds", "Bertrand flods"));
    assert!(whole.contains(r#"<failure message="expected"#), "{whole}");
    let whole = suite_of(&DENISE.replace("edition", "edtion"));
    assert!(
        whole.contains(r#"name="header""#) && whole.contains(r#"failures="1""#),
        "{whole}"
    );
}

#[test]
fn a_clause_that_is_misspelt_is_told_the_nearest() {
    let wrong = check(
        "a.md",
        DENISE
            .replacen("[\"play.trump\"]", "[\"play.ruff\"]", 1)
            .as_bytes(),
    )
    .diagnostics;
    let helps: Vec<&str> = wrong
        .iter()
        .flat_map(|wrong| &wrong.help)
        .map(String::as_str)
        .collect();
    assert_eq!(
        helps,
        ["clauses with similar names are play.trump, players, play.lead"],
        "{wrong:?}"
    );
    // It is no slip of the pen: three clauses are as near.
    assert_eq!(wrong[0].fix, None, "{wrong:?}");
}
