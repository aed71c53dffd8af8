//! Files that no author writes: whatever the text, `check` ends, keeps its places within it, and prints nothing raw.

use crate::test_extent;
use mouche::scenario::{
    BlessExtent, CheckedFile, bless, check, find_markdown_files, format, report,
};
use proptest::prelude::*;
use proptest::sample::Index;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use std::path::Path;
use std::sync::LazyLock;

/// What is put into the text: words of the grammar, and things that do not belong there.
const PIECES: &[&str] = &[
    "Anne",
    "Denise",
    "Zoé",
    "A\u{301}nne",
    "zzz",
    "K♦",
    "10♥",
    "9♠",
    "2♣",
    "RC",
    "1♥",
    "♠",
    "A♥\u{fe0f}",
    "dealer",
    "turn",
    "stock",
    "fille",
    "debt",
    "stake",
    "misdeal",
    "folds",
    "stands",
    "exchanges",
    "for",
    "takes",
    "owes",
    "has",
    "pays",
    "pool",
    "next pool",
    "waiting",
    "may",
    "tries",
    "to claim the mouche",
    "(refused: play.trump)",
    "(refused: ?; legal: ?)",
    "(",
    ")",
    ":",
    ";",
    ",",
    ",,",
    "->",
    "→",
    "?",
    "stop",
    "1.",
    "3. ",
    "#",
    "# ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "\u{a0}",
    "\u{feff}",
    "\u{202e}",
    "\u{2066}",
    "\u{1b}[31m",
    "\0",
    "\u{9b}",
    "\u{200d}",
    "👩‍👩‍👧",
    "🂡",
    "\u{301}",
    "\u{2028}",
    "99999999999999999999999",
    "-5",
    "1000000000001",
    "4294967296",
    "```",
    "````",
    "~~~",
    "```deal\n",
    "```script\n",
    "```payout mouche-1730\n",
    "```toml scenario\n",
    "\n```\n",
    "> ",
    "\n> ",
    "- ",
    "    ",
    "\"",
    "'",
    "\"\"\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    "players = []",
    "chips = 5",
    "options = { end = { hands = 1 } }",
    "lang = \"fr\"",
    "edition = \"mouche-1730\"",
    "<!--",
    "<b>",
    "[^1]: ",
    "|-|",
    "\\",
];

/// What a terminal would obey, or an eye misread.
const RAW: &[char] = &[
    '\u{1b}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{7}', '\u{8}', '\0', '\u{200b}',
];

static SCENARIOS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = find_markdown_files(&root).expect("the scenarios").files;
    let told = |path: &Path| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        (name, std::fs::read_to_string(path).expect("a scenario"))
    };
    files.iter().map(|path| told(path)).collect()
});

/// Checks, renders in each way, and holds the laws of every report.
fn check_and_render(text: &[u8]) -> CheckedFile {
    let checked = check("a.md", text);
    let within = |span: &std::ops::Range<usize>| {
        let ordered = span.start <= span.end && span.end <= checked.text.len();
        ordered
            && checked.text.is_char_boundary(span.start)
            && checked.text.is_char_boundary(span.end)
    };
    let told = [&checked.diagnostics[..], &checked.warnings].concat();
    for wrong in &told {
        assert!(within(&wrong.span), "{wrong:?}");
        assert!(
            wrong.related.iter().all(|(span, _)| within(span)),
            "{wrong:?}"
        );
        assert!(!wrong.message.is_empty(), "{wrong:?}");
    }
    let report = report::FileDiagnostics {
        path: &checked.path,
        text: &checked.text,
        diagnostics: &told,
    };
    let concise = report::render_concise(&report);
    // Of each file a hundred are told, and one line says how many more there are.
    assert_eq!(concise.lines().count(), told.len().min(101), "{concise}");
    let json = records_without_fixes(&report);
    for shown in [report::render_full(&report, false, 120), concise, json] {
        assert!(!shown.contains(RAW), "{shown:?}");
    }
    checked
}

/// A fix is what is to be written into the file, exactly; it is held apart.
fn records_without_fixes(report: &report::FileDiagnostics) -> String {
    let mut records = report::diagnostic_records(report, "");
    assert_eq!(records.len(), report.diagnostics.len().min(100));
    for record in &mut records {
        assert!(
            record.span.start.byte <= record.span.end.byte && record.span.start.line >= 1,
            "{record:?}"
        );
        record.fix = None;
    }
    format!("{records:?}") + &serde_json::to_string(&records).expect("records are JSON")
}

/// A random change: at a token or a character, something is put, taken away, or written instead.
fn random_edit(text: &str, place: Index, piece: &str, kind: u8) -> String {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    if places.is_empty() {
        return piece.to_owned();
    }
    let at = *place.get(&places);
    let rest = &text[at..];
    let token = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let line = rest.find('\n').map_or(rest.len(), |end| end + 1);
    let one = rest.chars().next().map_or(0, char::len_utf8);
    let (until, piece) = match kind {
        0 => (0, piece),
        1 => (token, piece),
        2 => (token, ""),
        3 => (line, ""),
        4 => (one, ""),
        _ => (0, &rest[..line]),
    };
    [&text[..at], piece, &text[at + until..]].concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500 / test_extent::sample_step(5) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_scenario_is_read_to_its_end(
        file in any::<Index>(),
        edits in prop::collection::vec((any::<Index>(), prop::sample::select(PIECES), 0u8..6), 1..=6),
    ) {
        let start = file.get(&SCENARIOS[..]).1.clone();
        let text = edits.iter().fold(start, |text, (place, piece, kind)| random_edit(&text, *place, piece, *kind));
        check_and_render(text.as_bytes());
    }

    #[test]
    fn any_pieces_are_read(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        check_and_render(pieces.join(" ").as_bytes());
        check_and_render(pieces.concat().as_bytes());
        let header = "# a\n```toml scenario\nedition = 'mouche-1718'\nplayers = ['Anne', 'Denise', 'Zoé']\n```\n";
        for fence in ["deal", "script", "payout"] {
            check_and_render(format!("{header}```{fence}\n{}\n```\n", pieces.join(" ")).as_bytes());
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300), file in any::<Index>(), at in any::<Index>()) {
        check_and_render(&bytes);
        let mut text = file.get(&SCENARIOS[..]).1.clone().into_bytes();
        let place = at.index(text.len());
        text.splice(place..place, bytes.into_iter().take(4));
        check_and_render(&text);
    }
}

const DENISE: &str = include_str!("../held/denise-must-trump.md");

/// Something is said of it, and nothing is proved.
fn check_refused(text: &str) -> CheckedFile {
    let checked = check_and_render(text.as_bytes());
    assert!(!checked.holds());
    assert!(!checked.diagnostics.is_empty(), "{text:.200}");
    checked
}

#[test]
fn an_empty_file_is_no_scenario() {
    for text in ["", "\n", "\u{feff}", "\r\n\r\n", "\0", "# a"] {
        let checked = check_and_render(text.as_bytes());
        assert!(
            !checked.is_scenario && !checked.holds() && checked.diagnostics.is_empty(),
            "{text:?}"
        );
    }
}

#[test]
fn bytes_that_are_no_text_are_told_once() {
    let latin: Vec<u8> = DENISE.replace('♥', "H").bytes().chain([0xE9]).collect();
    for bytes in [
        &latin[..],
        &[0xFF],
        &[0xC3],
        &[0xED, 0xA0, 0x80],
        &[0xFF, 0xFE, 0x23, 0x00],
    ] {
        let checked = check_and_render(bytes);
        assert_eq!(checked.diagnostics.len(), 1);
        assert_eq!(checked.diagnostics[0].code.id(), "not-utf8");
        assert_eq!(
            &checked.text[checked.diagnostics[0].span.clone()],
            "\u{fffd}"
        );
    }
}

#[test]
fn a_mark_and_windows_lines_change_nothing() {
    for (name, text) in SCENARIOS.iter().step_by(test_extent::sample_step(4)) {
        let plain = check_and_render(text.as_bytes());
        assert!(plain.holds(), "{name}");
        let windows =
            check_and_render(format!("\u{feff}{}", text.replace('\n', "\r\n")).as_bytes());
        assert!(windows.holds(), "{name}: {:?}", windows.diagnostics);
        assert_eq!(windows.total_counts(), plain.total_counts(), "{name}");
    }
}

#[test]
fn a_mistake_stands_in_the_same_place_with_a_mark_and_windows_lines() {
    let wrong = DENISE.replace("(play.trump)", "(play.head)");
    let windows = format!("\u{feff}{}", wrong.replace('\n', "\r\n"));
    let place = |text: &str| {
        let checked = check_refused(text);
        let report = report::FileDiagnostics {
            path: "a.md",
            text: &checked.text,
            diagnostics: &checked.diagnostics,
        };
        assert_eq!(
            &checked.text[checked.diagnostics[0].span.clone()],
            "play.head"
        );
        report::render_concise(&report)
    };
    assert_eq!(place(&wrong), place(&windows));
}

#[test]
fn an_open_fence_is_told() {
    for fence in ["toml scenario", "deal", "script", "payout"] {
        let start = DENISE.find(&format!("```{fence}")).expect("a fence");
        let end = DENISE[start + 3..].find("\n```").expect("its end") + start + 4;
        let open = [&DENISE[..end], &DENISE[end + 4..]].concat();
        let checked = check_refused(&open);
        assert!(
            checked
                .diagnostics
                .iter()
                .any(|wrong| wrong.code.id() == "unclosed-fence"),
            "{fence}: {checked:?}"
        );
    }
}

#[test]
fn a_long_file_is_read() {
    let many = 10_000 / test_extent::sample_step(8);
    check_refused(&DENISE.replace(
        "```payout\n",
        &format!("```payout\n{}", "Anne owes 5\n".repeat(many)),
    ));
    check_refused(&DENISE.replace("Bertrand folds\n", &"Bertrand zzz\n".repeat(many)));
    check_refused(&DENISE.replace("turn      9♥\n", &"turn 9♥\n".repeat(many)));
    check_refused(&DENISE.replace("turn      9♥\n", &"debt Anne 1\n".repeat(many)));
    check_refused(&format!("{DENISE}{}", "```deal\n```\n".repeat(many / 3)));
    let prose =
        check_and_render(format!("{DENISE}{}", "A line of prose.\n\n".repeat(many)).as_bytes());
    assert!(prose.holds());
}

#[test]
fn a_long_line_is_read() {
    let length = if test_extent::are_all_wanted() {
        1_000_000
    } else {
        100_000
    };
    for piece in ["x", "K♦ ", "Anne owes 5, ", "`", "["] {
        let line = piece.repeat(length / piece.len());
        check_and_render(line.as_bytes());
        check_and_render(
            DENISE
                .replace("Bertrand folds\n", &format!("{line}\n"))
                .as_bytes(),
        );
        check_and_render(DENISE.replace("pool 5\n", &format!("{line}\n")).as_bytes());
        check_and_render(
            DENISE
                .replace("turn      9♥\n", &format!("turn {line}\n"))
                .as_bytes(),
        );
        check_and_render(
            DENISE
                .replace("\"Anne\"", &format!("\"{}\"", line.replace('\t', " ")))
                .as_bytes(),
        );
    }
}

/// Eight times as much of anything takes eight times as long, or some more; not sixty-four times.
#[test]
fn no_shape_of_a_file_grows_slower_to_read_than_it_grows() {
    let most = |from: &str, piece: &'static str| {
        let from = from.to_owned();
        move |count: usize| DENISE.replacen(&from, &format!("{from}{}", piece.repeat(count)), 1)
    };
    let head = |from: &'static str, to: &'static str, piece: &'static str| {
        move |count: usize| DENISE.replacen(from, &to.replace('…', &piece.repeat(count)), 1)
    };
    let editions = "editions = [\"mouche-1718\", …]";
    type Shape = Box<dyn Fn(usize) -> String>;
    let shapes: Vec<(usize, Shape)> = vec![
        (
            60,
            Box::new(head("[\"play.trump\"]", "[…]", "\"play.overtrump\", ")),
        ),
        (
            40,
            Box::new(head("[\"play.trump\"]", "[…]", "\"no.such\", ")),
        ),
        (
            400,
            Box::new(head(
                "edition = \"mouche-1718\"",
                editions,
                "\"mouche-1718\", ",
            )),
        ),
        (
            100,
            Box::new(head(
                "edition = \"mouche-1718\"",
                editions,
                "\"mouche-1717\", ",
            )),
        ),
        (300, Box::new(most("turn      9♥\n", "stock A♣\n"))),
        (300, Box::new(most("turn      9♥\n", "Anne A♣\n"))),
        (300, Box::new(most("turn      9♥", " K♦"))),
        (2_000, Box::new(most("turn      9♥\n", "debt Anne 1\n"))),
        (300, Box::new(most("turn      9♥\n", "debt Xaver 1\n"))),
        (300, Box::new(most("turn      9♥\n", "points Anne 1\n"))),
        (100, Box::new(most("Bertrand folds", ", Anne folds"))),
        (100, Box::new(most("Bertrand folds\n", "Xaver folds\n"))),
        (
            100,
            Box::new(most(
                "Bertrand folds\n",
                "Claude tries K♦ (refused: play.trump)\n",
            )),
        ),
        (100, Box::new(most("pool 5\n", "Anne takes 5, "))),
        (100, Box::new(most("pool 5\n", "Xaver owes 5\n"))),
        (100, Box::new(most("# ", "`[*_"))),
        (
            2_000,
            Box::new(|count| format!("{DENISE}{}", "```deal\n```\n".repeat(count))),
        ),
        (
            2_000,
            Box::new(|count| format!("{DENISE}\n<div>\n{}</div>\n", "```deal\n".repeat(count))),
        ),
        (
            300,
            Box::new(|count| format!("{DENISE}{}", "A line of prose.\n\n".repeat(count))),
        ),
        (2000, Box::new(head("\"Anne\"", "\"…\"", "xx"))),
    ];
    for (at, (count, shape)) in shapes.iter().enumerate() {
        let check = |text: &str| drop(check("a.md", text.as_bytes()));
        assert_linear_time(&format!("shape {at}"), *count, 24, shape, &check);
    }
}

/// The same of what a page asks of a text: its steps, its messages and their places.
#[test]
fn no_shape_of_a_text_grows_slower_to_answer_in_a_page_than_it_grows() {
    let task = "```task takes Claude\nWhat does Claude take?\n2: He has three tricks.\n3: Three tricks.\n```\n\n";
    let deal = DENISE[DENISE.find("```deal").expect("a deal")..].to_owned();
    type Shape = Box<dyn Fn(usize) -> String>;
    let shapes: [(&str, usize, Shape); 4] = [
        (
            "tasks",
            30,
            Box::new(move |count| {
                DENISE.replacen("```payout", &format!("{}```payout", task.repeat(count)), 1)
            }),
        ),
        (
            "hands",
            10,
            Box::new(move |count| format!("{DENISE}\n{}", deal.repeat(count))),
        ),
        (
            "mistakes",
            100,
            Box::new(|count| {
                DENISE.replacen("Bertrand folds\n", &"Bertrand zzz\n".repeat(count), 1)
            }),
        ),
        (
            "prose",
            1_000,
            Box::new(|count| format!("{DENISE}{}", "A line of prose.\n\n".repeat(count))),
        ),
    ];
    for (name, count, shape) in &shapes {
        let answer = |text: &str| {
            let question = json!({ "text": { "text": text } });
            drop(mouche::web::answer(question.to_string().as_bytes()));
        };
        assert_linear_time(name, *count, 12, shape, &answer);
    }
}

/// Holds that eight times as much text takes at most so many times as much processor time to work on.
fn assert_linear_time(
    name: &str,
    count: usize,
    most: u32,
    shape: &dyn Fn(usize) -> String,
    work: &dyn Fn(&str),
) {
    let time = |text: &str| {
        let begun = cpu_time::ThreadTime::now();
        work(text);
        begun.elapsed()
    };
    // What else runs on the machine must not count: the best of some.
    let best = |text: &str| {
        (0..6 / test_extent::sample_step(3))
            .map(|_| time(text))
            .min()
            .expect("some")
    };
    let none = best(DENISE);
    let (few, many) = (shape(count), shape(8 * count));
    assert!(many.len() > few.len() + 7 * count, "{name}: nothing grew");
    let (few, many) = (
        best(&few).saturating_sub(none),
        best(&many).saturating_sub(none),
    );
    assert!(
        many < most * few + std::time::Duration::from_millis(50),
        "{name}: {few:?} becomes {many:?}"
    );
}

#[test]
fn deep_nesting_is_read() {
    for mark in [
        ">", "> ", "- ", "1. ", "[", "![", "(", "*", "_a ", "<b>", "[^a]: ",
    ] {
        let deep = mark.repeat(5_000);
        check_and_render(deep.as_bytes());
        check_and_render(format!("# a\n\n{deep}```toml scenario\n").as_bytes());
        check_and_render(format!("{DENISE}\n{deep}```payout\npool 5\n```\n").as_bytes());
    }
    for mark in ["[", "{ a = "] {
        let deep = mark.repeat(5_000);
        check_refused(&DENISE.replace("[\"play.trump\"]", &deep));
        check_refused(&DENISE.replace(
            "# options = { debts = \"staged\" }",
            &format!("options = {deep}"),
        ));
    }
}

#[test]
fn a_scenario_in_a_quotation_in_a_list_holds() {
    let body = DENISE.split_once("\n\n").expect("a title").1;
    let quoted: String = body.lines().map(|line| format!("  > {line}\n")).collect();
    let text = format!("# Denise\n\n-{}", &quoted[1..]);
    let checked = check_and_render(text.as_bytes());
    assert!(checked.holds(), "{:?}", checked.diagnostics);
    assert_eq!(
        checked.total_counts(),
        check_and_render(DENISE.as_bytes()).total_counts()
    );
    let wrong = check_refused(&text.replace("Anne owes 5", "Anne owes 6"));
    assert_eq!(&wrong.text[wrong.diagnostics[0].span.clone()], "6");
}

#[test]
fn a_name_that_means_something_else_is_refused() {
    for name in [
        "folds", "may", "for", "stop", "pool", "dealer", "turn", "hearts", "KC", "K♦", "10♥", "?",
        "->", "", " ", "Anne", "3",
    ] {
        let checked = check_refused(&DENISE.replace("\"Denise\"]", &format!("\"{name}\"]")));
        assert!(
            checked
                .diagnostics
                .iter()
                .any(|wrong| wrong.code.id() == "bad-name"),
            "{name:?}: {checked:?}"
        );
    }
}

#[test]
fn nothing_is_printed_raw() {
    for sign in [
        "\u{202e}",
        "\u{1b}[31m",
        "\u{9b}31m",
        "\u{2066}",
        "\u{7}",
        "\u{200b}",
        "\u{8}",
    ] {
        for (before, after) in [
            ("\"Denise\"", format!("\"Den{sign}ise\"")),
            ("Bertrand folds", format!("Bertrand{sign} folds")),
            ("Bertrand folds", format!("Bertrand fol{sign}ds")),
            ("turn      9♥", format!("turn 9{sign}♥")),
            ("pool 5", format!("pool {sign}5")),
            ("play.trump\"", format!("play.{sign}trump\"")),
            ("mouche-1718", format!("mouche-{sign}1718")),
            ("(play.trump)", format!("(play{sign}.trump)")),
            ("# options = { debts", format!("options = {{ de{sign}bts")),
            (
                "# options = { debts",
                format!("options = {{ \"de{sign}bts\""),
            ),
            ("# lang = \"en\"", format!("lang = \"e{sign}n\"")),
            ("# chips = 1000", format!("chi{sign}ps = 1000")),
            ("```payout", format!("```payout{sign}")),
            ("```payout", format!("```payout x{sign}y")),
            ("shows ", format!("\"sh{sign}ows\"")),
        ] {
            check_and_render(DENISE.replacen(before, &after, 1).as_bytes());
        }
        let escaped = format!(
            "\"Den\\u{:04X}ise\"",
            u32::from(sign.chars().next().unwrap_or(' '))
        );
        check_refused(&DENISE.replace("\"Denise\"", &escaped));
        check_refused(&DENISE.replace("\"play.trump\"", &escaped));
        check_refused(&DENISE.replacen("\"mouche-1718\"", &escaped, 1));
        let odd = check(
            &format!("a{sign}.md"),
            DENISE.replace("Anne owes 5", "Anne owes 6").as_bytes(),
        );
        let report = report::FileDiagnostics {
            path: &odd.path,
            text: &odd.text,
            diagnostics: &odd.diagnostics,
        };
        assert!(
            !(report::render_full(&report, false, 100) + &report::render_concise(&report))
                .contains(RAW)
        );
    }
}

#[test]
fn an_amount_past_any_number_is_refused() {
    for amount in [
        "99999999999999999999999",
        "1000000000001",
        "9223372036854775807",
        "18446744073709551616",
        "-1",
        "0x10",
        "1e3",
    ] {
        for (before, after) in [
            ("pool 5", format!("pool {amount}")),
            ("takes 3", format!("takes {amount}")),
            ("next pool 10", format!("next pool {amount}")),
            ("turn      9♥", format!("turn 9♥\nstake {amount}")),
            ("turn      9♥", format!("turn 9♥\ndebt Claude {amount}")),
            ("exchanges 8♠", format!("may exchange {amount}")),
            ("1. Claude", format!("{amount}. Claude")),
        ] {
            check_refused(&DENISE.replacen(before, &after, 1));
        }
        if amount != "0x10" {
            // A purse may be below nothing.
            if amount != "-1" {
                check_refused(&DENISE.replace("# chips = 1000", &format!("chips = {amount}")));
            }
            check_refused(&DENISE.replace(
                "# options = { debts = \"staged\" }",
                &format!("options = {{ debt_cap = {amount} }}"),
            ));
        }
    }
    let most = "1000000000000";
    check_and_render(
        DENISE
            .replace("# chips = 1000", &format!("chips = {most}"))
            .as_bytes(),
    );
    check_and_render(
        DENISE
            .replace("turn      9♥", &format!("turn 9♥\nstake {most}"))
            .as_bytes(),
    );
    let debts = format!("debt Claude {most}\n").repeat(2_000);
    check_and_render(
        DENISE
            .replace("turn      9♥", &format!("turn 9♥\n{debts}"))
            .as_bytes(),
    );
}

#[test]
fn strange_companies_are_refused() {
    let players = "[\"Anne\", \"Bertrand\", \"Claude\", \"Denise\"]";
    for list in [
        "[]",
        "[\"Anne\"]",
        "[1, 2, 3]",
        "[[]]",
        "{}",
        "\"Anne\"",
        "nan",
        "[\"A\", \"B\", \"C\", \"D\", \"E\", \"F\", \"G\"]",
        "[\"Anne\", \"Anne\"]",
    ] {
        check_refused(&DENISE.replace(players, list));
    }
    for edition in [
        "\"\"",
        "[]",
        "1",
        "\"mouche-1718\\u0000\"",
        "\"../mouche-1718\"",
    ] {
        check_refused(&DENISE.replace("\"mouche-1718\"", edition));
        check_refused(&DENISE.replace(
            "edition = \"mouche-1718\"",
            &format!("editions = [{edition}]"),
        ));
    }
    check_refused(&DENISE.replace("edition = \"mouche-1718\"", "editions = []"));
}

/// The tokens of the fences of a scenario, without comments.
fn fence_tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let (mut fence, mut at) = (None, 0);
    for line in text.split_inclusive('\n') {
        if let Some(word) = line.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(word) };
        } else if let Some(word) = fence.filter(|word| !word.starts_with("toml")) {
            let told = line.split('#').next().unwrap_or("");
            // What is asked in a task, and why an answer is wrong, is prose.
            let told = if word.starts_with("task") {
                told.split_once(':').map_or("", |(answer, _)| answer)
            } else {
                told
            };
            let sign = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | ';' | ':');
            for word in told.split(sign).filter(|word| !word.is_empty()) {
                let start = at + (word.as_ptr() as usize - line.as_ptr() as usize);
                found.push(start..start + word.len());
            }
        }
        at += line.len();
    }
    found
}

#[derive(Debug, Default)]
struct SlipCounts {
    seeded: usize,
    reported: usize,
    on_the_token: usize,
    alone: usize,
    off: Vec<String>,
}

impl SlipCounts {
    fn seed(&mut self, name: &str, text: &str, token: &std::ops::Range<usize>, instead: &str) {
        let changed = [&text[..token.start], instead, &text[token.end..]].concat();
        let checked = check_and_render(changed.as_bytes());
        let on = token.start..token.start + instead.len();
        let covers = |span: &std::ops::Range<usize>| span.start < on.end && span.end > on.start;
        self.seeded += 1;
        self.reported += usize::from(!checked.diagnostics.is_empty());
        self.alone += usize::from(checked.diagnostics.len() == 1);
        if checked
            .diagnostics
            .iter()
            .any(|wrong| covers(&wrong.span) && wrong.span.len() <= on.len().max(24))
        {
            self.on_the_token += 1;
        } else {
            let line = changed[..token.start].rfind('\n').map_or(0, |at| at + 1);
            let line = changed[line..].lines().next().unwrap_or("");
            let codes: Vec<&str> = checked
                .diagnostics
                .iter()
                .map(|wrong| wrong.code.id())
                .collect();
            self.off.push(format!(
                "{name}: `{}` -> `{instead}` in `{line}`: {codes:?}",
                &text[token.clone()]
            ));
        }
    }
}

/// Mistakes seeded in every token of some scenarios are told, and told on the token.
#[test]
fn a_seeded_mistake_is_told_on_its_token() {
    let (mut replaced, mut doubled) = (SlipCounts::default(), SlipCounts::default());
    for (name, text) in SCENARIOS
        .iter()
        .step_by(2)
        .take(12 / test_extent::sample_step(4))
    {
        for token in fence_tokens(text)
            .into_iter()
            .step_by(test_extent::sample_step(3))
        {
            replaced.seed(name, text, &token, "zzz");
            let word = &text[token.clone()];
            if let Some((at, letter)) = word
                .char_indices()
                .filter(|(_, c)| c.is_alphabetic())
                .nth(1)
            {
                let twice = format!("{}{letter}{}", &word[..at], &word[at..]);
                doubled.seed(name, text, &token, &twice);
            }
        }
    }
    for (what, seeded) in [
        ("replaced by zzz", &replaced),
        ("a letter doubled", &doubled),
    ] {
        let SlipCounts {
            seeded,
            reported,
            on_the_token,
            alone,
            off,
        } = seeded;
        println!(
            "{what}: {seeded} seeded, {reported} reported, {on_the_token} on the token, {alone} with one error"
        );
        off.iter().take(40).for_each(|line| println!("  {line}"));
        assert_eq!(reported, seeded, "{what}");
        assert_eq!(on_the_token, seeded, "{what}: {off:#?}");
        assert!(alone * 10 >= seeded * 9, "{what}: {alone} of {seeded}");
    }
}

/// What may be said at a table, and what may not.
const SAID: &[&str] = &[
    "fold",
    "stand",
    "stay",
    "exchange",
    "exchange 7♥ 8♥",
    "take the turn-up",
    "claim",
    "name ♠",
    "defend the pack",
    "mus",
    "no mus",
    "discard 4♠",
    "envido",
    "bet 5",
    "raise 9",
    "pass",
    "accept",
    "refuse",
    "ordago",
    "deal",
    "hint",
    "undo",
    "A♥",
    "K♠",
    "1",
    "1 2 3",
    "más",
];

/// Some of these, fewer than so many.
fn random_words(random: &mut ChaCha8Rng, from: &[&str], most: usize) -> Vec<String> {
    (0..random.random_range(0..most))
        .map(|_| from[random.random_range(0..from.len())].to_owned())
        .collect()
}

/// A file in small, words at a table, or a question of the page, of whatever comes: the same for the same number.
fn ask_random_question(number: u64) {
    let random = &mut ChaCha8Rng::seed_from_u64(number);
    let edition = mouche::editions::ALL[random.random_range(0..mouche::editions::ALL.len())];
    let kind = number % 20;
    if kind < 12 || kind == 19 {
        let names = ["Anne", "Denise", "Zoé", "Bea", "Carlos", "Dario"];
        let players = names[..usize::from(edition.players.value.from)].join("\", \"");
        let header = format!(
            "# A\n\n```toml scenario\nedition = \"{}\"\nplayers = [\"{players}\"]\n```\n",
            edition.id
        );
        let mut fence = |(word, most)| {
            format!(
                "\n```{word}\n{}\n```\n",
                random_words(random, PIECES, most).join(" ")
            )
        };
        let text = header
            + &[("deal", 12), ("script", 12), ("payout", 6)]
                .map(&mut fence)
                .concat();
        match kind {
            19 => {
                assert_answered(json!({ "text": { "text": text } }).to_string().as_bytes());
                let at = random.random_range(0..=text.len());
                assert_answered(
                    json!({ "at": { "text": text, "at": at } })
                        .to_string()
                        .as_bytes(),
                );
            }
            11 => {
                check_and_render(text.as_bytes());
                for fill in [
                    BlessExtent::Slips,
                    BlessExtent::OpenValues,
                    BlessExtent::WrongExpectations,
                ] {
                    bless("a.md", text.as_bytes(), fill);
                }
                format(text.as_bytes());
            }
            _ => {
                let checked = check("a.md", text.as_bytes());
                assert!(
                    checked
                        .diagnostics
                        .iter()
                        .all(|wrong| checked.text.get(wrong.span.clone()).is_some()),
                    "{text}"
                );
            }
        }
        return;
    }
    let words = [
        random_words(random, SAID, 7),
        random_words(random, PIECES, 2),
    ]
    .concat();
    let [players, seat, seed] = [12, 6, 1000].map(|most| random.random_range(0..most));
    let [hint, what_if, save, account, verdicts] = [0; 5].map(|_| random.random_range(0..2) == 1);
    let table = json!({
        "edition": edition.id, "players": players, "seat": seat, "seed": seed, "words": words, "hint": hint,
        "what_if": what_if, "save": save, "account": account, "verdicts": verdicts,
    });
    let mut question = json!({ "table": table }).to_string().into_bytes();
    for _ in 0..if kind == 18 { seat + 1 } else { 0 } {
        let at = random.random_range(0..question.len());
        question[at] = random.random_range(0..=255) as u8;
    }
    assert_answered(&question);
}

/// The page's door says something, whatever it is asked.
fn assert_answered(question: &[u8]) {
    let answer: Json = serde_json::from_str(&mouche::web::answer(question)).expect("JSON");
    assert!(answer.is_object(), "{answer}");
}

/// Six at julep lay down more cards than the stock has left: discards are shuffled into it, and its seat knows where they went.
#[test]
fn what_else_could_be_said_is_weighed_where_discards_were_shuffled() {
    assert_answered(
        br#"{"table":{"edition":"julep-2008","players":6,"seat":0,"seed":731,"words":["raise 9","m\u00e1s","bet 5","stand"],
            "hint":false,"what_if":true,"save":false,"account":true,"verdicts":true}}"#,
    );
}

/// Those that `INPUTS` names: `5000000`, or `5000000..10000000`.
#[test]
fn whatever_is_written_said_or_asked_is_answered() {
    let asked = std::env::var("INPUTS").unwrap_or(
        if test_extent::are_all_wanted() {
            "20000"
        } else {
            "600"
        }
        .to_owned(),
    );
    let (from, to) = asked.split_once("..").unwrap_or(("0", &asked));
    let [from, to] = [from, to].map(|number| number.parse::<u64>().expect("a number"));
    (from..to).into_par_iter().for_each(|number| {
        assert!(
            std::panic::catch_unwind(|| ask_random_question(number)).is_ok(),
            "input {number}"
        );
    });
}
