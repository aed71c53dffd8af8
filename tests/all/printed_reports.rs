//! Diagnostics and sums as they are printed: nothing of the author's steers who reads them, places stay true, and long lines are cut.

use mouche::engine::AmountCalculation;
use mouche::scenario::diagnostic::{Code, Diagnostic};
use mouche::scenario::report::{
    FileDiagnostics, diagnostic_records, render_concise, render_full, render_github, render_junit,
    render_without_marks, unreadable_suite,
};
use mouche::scenario::story::describe_sum;

fn report_on_text<'a>(text: &'a str, diagnostics: &'a [Diagnostic]) -> FileDiagnostics<'a> {
    FileDiagnostics {
        path: "a.md",
        text,
        diagnostics,
    }
}

#[test]
fn nothing_reaches_the_terminal_raw() {
    let text = "\u{FEFF}a \u{1b}[31m\u{202e} b\n\u{7}";
    for span in [0..0, 3..99, 5..6, 99..99] {
        let diagnostic = Code::Syntax
            .diagnostic_at(&span, "\u{1b}x\u{9b}")
            .with_label("\u{1b}\n")
            .with_fix("\u{7}\nx");
        let shown = render_full(
            &report_on_text(text, &[diagnostic.with_related(span, "\u{202e}")]),
            false,
            100,
        );
        assert!(
            !shown.contains(['\u{1b}', '\u{202e}', '\u{9b}', '\u{7}']),
            "{shown:?}"
        );
    }
}

#[test]
fn a_far_place_stands_alone() {
    let text = "a\n".repeat(5_000);
    let shown = render_full(
        &report_on_text(
            &text,
            &[Code::Syntax
                .diagnostic_at(&(9_998..9_999), "x")
                .with_related(0..1, "first")],
        ),
        false,
        100,
    );
    assert!(shown.lines().count() < 15, "{shown}");
    assert!(
        shown.contains("a.md:1:1") && shown.contains("a.md:5000:1"),
        "{shown}"
    );
}

#[test]
fn a_long_line_is_cut_and_its_columns_stay_true() {
    let text = format!(
        "a\n{}K♦ {}K♦ {}\n",
        "9♣ ".repeat(1_000),
        "7♥ ".repeat(1_000),
        "x ".repeat(300_000)
    );
    let again = text.rfind("K♦").unwrap_or(0);
    let wrong = Code::CardTwice
        .diagnostic_at(&(again..again + 4), "K♦ stands twice")
        .with_label("again")
        .with_fix("Q♦");
    let wrong = [wrong.with_related(
        text.find("K♦").map_or(0..0, |first| first..first + 4),
        "first here",
    )];
    let shown = render_full(&report_on_text(&text, &wrong), false, 200);
    let first = " --> a.md:2:6004\n  |\n2 | …9♣ 9♣ 9♣ ";
    assert!(
        shown.starts_with(&format!("error[card-twice]: K♦ stands twice\n{first}")),
        "{shown}"
    );
    assert!(
        shown.contains("9♣ K♦ 7♥") && shown.contains("7♥ K♦ x"),
        "{shown}"
    );
    assert!(
        shown.contains("^^ again") && shown.contains("-- first here"),
        "{shown}"
    );
    assert!(
        shown.contains("…\n") && shown.chars().count() < 1_500,
        "{shown}"
    );
    let words = render_without_marks(&report_on_text(&text, &wrong));
    assert!(
        words.contains("a.md:2:6004: again") && words.contains("line 2, column 3001: first here"),
        "{words}"
    );
    assert!(words.contains("line 2, column 6004"), "{words}");
}

#[test]
fn of_a_line_what_stands_on_both_sides_of_each_place_is_shown_and_short_ones_are_whole() {
    let [e, x, y] = ["é", "x", "y"].map(|letter| letter.repeat(30));
    let long = format!(
        "a\n{}♥{}♠{}\nz\n",
        "é".repeat(500),
        "x".repeat(500),
        "y".repeat(500)
    );
    let spade = long.find('♠').unwrap_or(0);
    let token = "x".repeat(1_000_000);
    let between = format!("a\n{}\nb", "é".repeat(1_000));
    for (text, span, related, line) in [
        ("a\nbé\nc\n", 2..5, 2..3, "2 | bé\n".to_owned()),
        (
            &long,
            1_002..1_005,
            spade..spade + 3,
            format!("2 | …{e}♥{x}…{x}♠{y}…\n"),
        ),
        (
            &token,
            0..token.len(),
            999_999..1_000_000,
            format!("1 | {x}…x{x}\n"),
        ),
        (&between, 0..between.len(), 0..1, format!("| {e}…\n")),
    ] {
        let shown = render_full(
            &report_on_text(
                text,
                &[Code::Syntax
                    .diagnostic_at(&span, "x")
                    .with_related(related, "y")],
            ),
            false,
            1_000,
        );
        assert!(shown.contains(&line), "{line} in {shown}");
    }
}

#[test]
fn spans_are_made_fit() {
    #[expect(clippy::reversed_empty_ranges, reason = "spans come from others")]
    let spans = [
        (5..6, 4..7),
        (0..0, 3..3),
        (7..4, 7..7),
        (usize::MAX..usize::MAX, 8..8),
    ];
    for (span, fit) in spans {
        let found = &diagnostic_records(
            &report_on_text("\u{FEFF}a♥b", &[Code::Syntax.diagnostic_at(&span, "x")]),
            "",
        )[0]
        .span;
        assert_eq!(found.start.byte..found.end.byte, fit);
    }
}

#[test]
fn a_line_each_counted_in_characters() {
    let text = "\u{FEFF}a\r\né♥ b\r\n";
    let at = text.find('b').unwrap_or(0);
    let places = [
        (at..at + 1, "no \u{1b}[31m"),
        (3..4, "a"),
        (9999..99999, "far"),
    ];
    let diagnostics = places.map(|(span, words)| Code::Syntax.diagnostic_at(&span, words));
    let expected = "a.md:2:4: error[syntax] no U+001B[31m\na.md:1:1: error[syntax] a\na.md:3:1: error[syntax] far\n";
    assert_eq!(
        render_concise(&report_on_text(text, &diagnostics)),
        expected
    );
}

#[test]
fn what_the_runner_of_a_workflow_would_read_is_escaped() {
    let diagnostics = [
        Code::Syntax
            .diagnostic_at(&(2..3), "100 %: a, b\n::error::x")
            .with_help("y\rz"),
        Code::Syntax.diagnostic_at(&(0..6), "two lines"),
    ];
    let found = render_github(
        &FileDiagnostics {
            path: "a,b:c%.md",
            text: "éb\nx♥",
            diagnostics: &diagnostics,
        },
        "",
    );
    let expected = "\
::error title=syntax,file=a%2Cb%3Ac%25.md,line=1,endLine=1,col=2,endColumn=3::a,b:c%25.md:1:2: 100 %25: a, bU+000A::error::x%0Ahelp: yU+000Dz
::error title=syntax,file=a%2Cb%3Ac%25.md,line=1,endLine=2::a,b:c%25.md:1:1: two lines
";
    assert_eq!(found, expected);
}

#[test]
fn nothing_in_a_text_is_markup_of_junit() {
    let names = "name=\"&quot;&lt;&amp;&gt;\"";
    let found = render_junit(&[unreadable_suite("\"<&>", "]]> <x> & \u{1}")]);
    assert!(
        found.contains(&format!("<testsuite {names} tests=\"1\"")),
        "{found}"
    );
    let told = "      <error message=\"]]&gt; &lt;x&gt; &amp; U+0001\" type=\"unreadable\"/>\n    </testcase>\n";
    assert!(found.contains(told), "{found}");
}

#[test]
fn sums_show_their_numbers() {
    let share = |tricks, pool| AmountCalculation::Share {
        tricks,
        pool,
        parts: 5,
    };
    for (came, chips, waiting, said) in [
        (share(3, 15), 9, &[][..], "3 tricks × 15 ÷ 5 = 9"),
        (share(1, 5), 1, &[], "1 trick × 5 ÷ 5 = 1"),
        (
            AmountCalculation::Debt(2),
            10,
            &[],
            "the debt from deal 2: 10",
        ),
        (
            AmountCalculation::Capped { pool: 85, cap: 20 },
            20,
            &[],
            "the pool held 85, and a debt is limited to 20: 20",
        ),
        (
            AmountCalculation::WaitingDebt,
            15,
            &[5, 10],
            "the waiting debts: 5 + 10 = 15",
        ),
        (
            AmountCalculation::Shortfall { due: 12, purse: -3 },
            15,
            &[],
            "12 due − −3 held = 15",
        ),
        (
            AmountCalculation::EqualShare {
                total: 16,
                players: 3,
            },
            6,
            &[],
            "16 ÷ 3 players = 5, + 1 left over = 6",
        ),
    ] {
        assert_eq!(describe_sum(came, chips, waiting), said);
    }
}
