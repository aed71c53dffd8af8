//! Nothing that an author writes is passed over in silence: it is shown, or named where it is not.

use crate::house_table_folder::run_mouche;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A folder with these files.
fn write_folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

const DENISE: &str = include_str!("../../scenarios/mouche-1718/denise-must-trump.md");

/// The hand with this prose before its first deal.
fn hand_with_prose(prose: &str) -> String {
    DENISE.replacen("```deal", &format!("{prose}\n\n```deal"), 1)
}

fn standard_output(done: &Output) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn standard_error(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}

/// The site that `build` makes of a folder.
fn build_site(folder: &Path) -> PathBuf {
    let done = run_mouche(folder, &["build", "."]);
    assert!(done.status.success(), "{}", standard_error(&done));
    folder.join("target/book")
}

fn read_page(site: &Path, page: &str) -> String {
    fs::read_to_string(site.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

const DENISE_PAGE: &str = "hands/mouche-1718/denise.html";

#[test]
fn what_prose_holds_is_shown_as_in_other_books() {
    let prose = "![The table](pictures/table%201.png) and ![a link][far] to [another hand](b/other.md), \
        [a step](./b/other.md#t3-2), [a chapter](../book/src/house.md#two) and [the same][other].\n\n\
        | who | what |\n|---|--:|\n| Anne | ~~2~~ 3[^1] |\n\n[^1]: As *Lalanne* says.\n\n- [x] done\n- [ ] left\n\n\
        [other]: b/other.md\n[far]: pictures/table%201.png";
    let folder = write_folder(&[
        ("scenarios/denise.md", &hand_with_prose(prose)),
        ("scenarios/b/other.md", DENISE),
        ("scenarios/pictures/table 1.png", "a picture"),
        ("book/src/SUMMARY.md", "[House](house.md)\n"),
        ("book/src/house.md", "# House\n\n## Two\n\nText.\n"),
    ]);
    let checked = run_mouche(folder.path(), &["check"]);
    assert!(checked.status.success(), "{}", standard_output(&checked));
    let site = build_site(folder.path());
    // A line break in a story is written as it is or as `&#10;`.
    let html = read_page(&site, DENISE_PAGE).replace("&#10;", "\n");
    for shown in [
        "<img src=\"../../hands/pictures/pictures/table%201.png\" alt=\"The table\"",
        "<a href=other.html>another hand</a>",
        "<a href=other.html#other-h1-t3-2>a step</a>",
        "<a href=../../house.html#two>a chapter</a>",
        "<a href=other.html>the same</a>",
        "<td>Anne<td class=align-right><del>2</del> 3<sup>1</sup></tr>",
        "<div class=footnote><sup>1</sup> \n<p>As <em>Lalanne</em> says.</p>",
        "<input disabled type=checkbox checked>",
    ] {
        assert!(
            html.contains(shown),
            "{shown} is missing:\n{}",
            html.split("hand-story").nth(1).unwrap_or_default()
        );
    }
    assert_eq!(
        fs::read(site.join("hands/pictures/pictures/table 1.png")).expect("the picture"),
        b"a picture"
    );
    // What is searched, and what is said of the page, has no markup.
    let head = html.split("</head>").next().unwrap_or_default();
    assert!(
        head.contains("who what Anne 2 3 As Lalanne says.") || !head.contains("| who"),
        "{head}"
    );
}

#[test]
fn what_no_page_can_show_is_told_at_its_place() {
    let folder = write_folder(&[
        ("README.md", "# Notes\n"),
        ("scenarios/notes.md", "# Notes\n"),
        ("secret.png", "x"),
    ]);
    let cases = [
        ("[a](nowhere.md)", "there is no file at `nowhere.md`"),
        ("[a](../README.md)", "`../README.md` leads out of the book"),
        ("[a](notes.md)", "`notes.md` has no page in the book"),
        ("[a](denise.md#t9-9)", "`denise.md` has no step `t9-9`"),
        ("![a](nowhere.png)", "there is no file at `nowhere.png`"),
        (
            "![a](../secret.png)",
            "the picture `../secret.png` is outside the folder of scenarios",
        ),
        (
            "![a](https://example.org/a.png)",
            "the picture `https://example.org/a.png` is on another site",
        ),
        (
            "![a](notes.md)",
            "a page cannot show `notes.md` as a picture",
        ),
        (
            "[a][b]\n\n[b]: nowhere.md",
            "there is no file at `nowhere.md`",
        ),
    ];
    for (prose, says) in cases {
        fs::write(
            folder.path().join("scenarios/denise.md"),
            hand_with_prose(prose),
        )
        .expect("a file");
        let line = hand_with_prose(prose)
            .lines()
            .position(|line| line.contains(prose.lines().last().expect("one")))
            .expect("it")
            + 1;
        let done = run_mouche(folder.path(), &["check", "--format", "concise"]);
        let told = standard_output(&done);
        assert_eq!(done.status.code(), Some(1), "{prose}: {told}");
        let place = format!("scenarios/denise.md:{line}:");
        assert!(
            told.lines()
                .any(|line| line.starts_with(&place) && line.contains(says)),
            "{prose}: {told}"
        );
        let build = run_mouche(folder.path(), &["build", "."]);
        assert!(
            standard_error(&build).contains(says),
            "{prose}: {}",
            standard_error(&build)
        );
    }
}

#[cfg(unix)]
#[test]
fn a_picture_that_is_a_link_out_of_the_folder_is_not_shown() {
    let folder = write_folder(&[
        ("scenarios/denise.md", &hand_with_prose("![a](a.png)")),
        ("secret.txt", "x"),
    ]);
    std::os::unix::fs::symlink("../secret.txt", folder.path().join("scenarios/a.png"))
        .expect("a link");
    let done = run_mouche(folder.path(), &["check"]);
    assert!(
        standard_output(&done).contains("is outside the folder of scenarios"),
        "{}",
        standard_output(&done)
    );
}

#[test]
fn two_hands_of_one_page_are_refused_by_check() {
    let other = DENISE.replace("# Denise must trump", "# Another");
    for (one, two) in [
        ("Same.md", "a/same.md"),
        ("a b.md", "a-b.md"),
        ("x/hand.md", "y/hand.md"),
        ("e\u{301}.md", "a/é.md"),
    ] {
        let folder = write_folder(&[
            (&format!("scenarios/{one}"), DENISE),
            (&format!("scenarios/{two}"), &other),
        ]);
        let done = run_mouche(folder.path(), &["check", "--format", "concise"]);
        let told = standard_output(&done);
        assert_eq!(done.status.code(), Some(1), "{one}: {told}");
        assert!(
            told.contains(one) && told.contains(two) && told.contains("would have the same page"),
            "{told}"
        );
        let build = run_mouche(folder.path(), &["build", "."]);
        assert!(
            !build.status.success() && standard_error(&build).contains("would have the same page"),
            "{}",
            standard_error(&build)
        );
    }
    // Elsewhere there is no book, and no page.
    let folder = write_folder(&[("x/hand.md", DENISE), ("y/hand.md", &other)]);
    assert!(
        run_mouche(folder.path(), &["check", "x", "y"])
            .status
            .success()
    );
}

#[test]
fn what_is_not_read_is_counted_by_name_in_the_last_line() {
    let names = [
        "scenarios/old/a.md",
        "scenarios/README.md",
        "scenarios/denise.MD",
    ];
    let folder = write_folder(&[
        (names[0], DENISE),
        (names[1], "# Notes\n"),
        (names[2], DENISE),
        ("scenarios/.scenarioignore", "old/\n"),
    ]);
    let said = "; 1 file skipped because of a .gitignore or .scenarioignore: scenarios/old/a.md";
    let last = |done: &Output| {
        standard_output(done)
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned()
    };
    let check = run_mouche(folder.path(), &["check"]);
    assert!(
        last(&check).starts_with("1 scenario,"),
        "{}",
        standard_output(&check)
    );
    assert!(
        last(&check).ends_with(&format!("; 1 file skipped: scenarios/README.md{said}")),
        "{}",
        standard_output(&check)
    );
    assert!(run_mouche(folder.path(), &["fmt"]).status.success());
    for verb in ["fmt", "bless"] {
        let done = run_mouche(folder.path(), &[verb]);
        assert_eq!(
            last(&done),
            format!("files: 1 unchanged, 1 skipped: scenarios/README.md{said}"),
            "{}",
            standard_error(&done)
        );
    }
    let coverage = run_mouche(folder.path(), &["coverage"]);
    assert!(
        standard_error(&coverage).contains(&format!("note: {}", said.trim_start_matches("; "))),
        "{}",
        standard_error(&coverage)
    );
    let build = run_mouche(folder.path(), &["build", "."]);
    let said = said.replace("scenarios/old", "./scenarios/old");
    assert!(
        standard_output(&build).contains(&said),
        "{}",
        standard_output(&build)
    );
    assert!(
        folder
            .path()
            .join("target/book/hands/mouche-1718/denise.html")
            .is_file()
    );
}

#[cfg(unix)]
#[test]
fn a_writing_command_does_not_write_through_a_link_and_says_so() {
    let folder = write_folder(&[(
        "elsewhere/a.md",
        &DENISE.replace("refused: play.trump", "refused: ?"),
    )]);
    fs::create_dir(folder.path().join("scenarios")).expect("a folder");
    std::os::unix::fs::symlink("../elsewhere/a.md", folder.path().join("scenarios/a.md"))
        .expect("a link");
    let before = fs::read(folder.path().join("elsewhere/a.md")).expect("the file");
    let named = run_mouche(folder.path(), &["bless", "scenarios/a.md"]);
    assert!(
        standard_error(&named).contains("a symbolic link; name the file it points to"),
        "{}",
        standard_error(&named)
    );
    let in_folder = run_mouche(folder.path(), &["bless"]);
    assert!(
        !in_folder.status.success(),
        "{}",
        standard_output(&in_folder)
    );
    let check = run_mouche(folder.path(), &["check"]);
    assert!(
        standard_output(&check)
            .contains("1 link not followed, to places outside the folder: scenarios/a.md"),
        "{}",
        standard_output(&check)
    );
    assert_eq!(
        fs::read(folder.path().join("elsewhere/a.md")).expect("the file"),
        before
    );
}

#[test]
fn a_theme_is_added_to_ours() {
    let folder = write_folder(&[
        ("scenarios/denise.md", DENISE),
        (
            "book/theme/head.hbs",
            "<meta name=\"mine\" content=\"here\">\n",
        ),
        ("book/theme/header.hbs", "<p class=\"banner\">Hello</p>\n"),
        ("book/theme/css/general.css", ".own-rule { color: red }\n"),
        ("book/theme/favicon.png", "an icon"),
        ("book/theme/highlight.css", "a { color: red }\n"),
    ]);
    let done = run_mouche(folder.path(), &["build", "."]);
    assert!(done.status.success(), "{}", standard_error(&done));
    let site = folder.path().join("target/book");
    let html = read_page(&site, DENISE_PAGE);
    let head = html.split("</head>").next().unwrap_or_default();
    assert!(
        head.contains("<meta name=\"mine\" content=\"here\">"),
        "{head}"
    );
    assert_eq!(head.matches("rel=\"stylesheet\"").count(), 2, "{head}");
    assert!(
        head.contains("type=\"image/png\"") && !head.contains("image/svg+xml"),
        "{head}"
    );
    assert!(html.contains("class=\"bar\"") && html.contains("<p class=\"banner\">Hello</p>"));
    let sheet = head
        .split("href=\"")
        .find_map(|rest| rest.split('"').next().filter(|name| name.contains("book-")));
    let sheet = read_page(&site, sheet.expect("a sheet").trim_start_matches("../"));
    assert!(
        sheet.contains(".own-rule") && sheet.contains(".bar"),
        "both sheets"
    );
    assert!(
        standard_error(&done).contains("theme/highlight.css is not used"),
        "{}",
        standard_error(&done)
    );
}

#[test]
fn a_theme_that_would_break_the_pages_is_refused() {
    for (file, text, says) in [
        (
            "index.hbs",
            "<html><head>{{> head}}</head><main>{{{ content }}}</main></html>",
            "would leave the pages without styles",
        ),
        (
            "toc.html.hbs",
            "<html>{{#toc}}{{/toc}}</html>",
            "would leave the pages without styles",
        ),
        (
            "book.js",
            "console.log(1);",
            "would replace a script that the pages need",
        ),
        ("hand.js", "", "would replace a script that the pages need"),
    ] {
        let folder = write_folder(&[
            ("scenarios/denise.md", DENISE),
            (&format!("book/theme/{file}"), text),
        ]);
        let done = run_mouche(folder.path(), &["build", "."]);
        assert!(
            !done.status.success() && standard_error(&done).contains(says),
            "{file}: {}",
            standard_error(&done)
        );
    }
}

#[test]
fn a_theme_may_have_another_name() {
    let folder = write_folder(&[
        ("scenarios/denise.md", DENISE),
        (
            "book/book.toml",
            "\u{FEFF}[output.html]\ntheme = \"look\"\n",
        ),
        (
            "book/look/head.hbs",
            "<meta name=\"mine\" content=\"here\">\n",
        ),
    ]);
    let html = read_page(&build_site(folder.path()), DENISE_PAGE);
    assert!(html.contains("name=\"mine\"") && html.contains("rel=\"stylesheet\""));
}

#[test]
fn settings_that_change_nothing_are_named() {
    let settings = "[output.html]\ndefault-theme = \"navy\"\nmathjax-support = true\n\n[output.html.fold]\nenable = true\n\n\
        [output.html.search]\nlimit-results = 5\n";
    let folder = write_folder(&[
        ("scenarios/denise.md", DENISE),
        ("book/book.toml", settings),
    ]);
    let done = run_mouche(folder.path(), &["build", "."]);
    assert!(done.status.success(), "{}", standard_error(&done));
    for key in [
        "`default-theme` under [output.html]",
        "`mathjax-support`",
        "`fold` under",
        "`search` under",
    ] {
        assert!(
            standard_error(&done).contains(&format!("note: book.toml: {key}")),
            "{key}: {}",
            standard_error(&done)
        );
    }
    for (wrong, says) in [
        (
            "[preprocessor.mouche]\nedition = [\"loo-2008\"]\n",
            "there is no key `edition`; its keys are",
        ),
        (
            "[book]\nsrc = \"chapters\"\n",
            "the chapters of a book are in book/src",
        ),
    ] {
        fs::write(folder.path().join("book/book.toml"), wrong).expect("settings");
        let done = run_mouche(folder.path(), &["build", "."]);
        assert!(
            !done.status.success() && standard_error(&done).contains(says),
            "{}",
            standard_error(&done)
        );
    }
}

const LOG: &str = "title: Hearts were turned\nedition: mouche-1718\nplayers: Rose, Marc, Nora\ndealer: Rose\n\
    Marc: K♦ 10♦ 9♦ 8♣ 9♠\nNora: AH 8H QD 8D 10C\nRose: QH KC JC AS 8S\nturn: 9H\nMarc: folds\nNora: stands\n\
    Rose: stands\nNora: AH\nRose: QH\nRose: AS\nNora: 8H\nNora: QD\nRose: JC\nNora: 8D\nRose: 8S\nNora: 10C\nRose: KC\n";

#[test]
fn a_log_is_read_however_its_cards_and_lines_are_spelled() {
    let read = |log: &str| {
        let folder = write_folder(&[("a.log", log)]);
        let done = run_mouche(folder.path(), &["new", "--deal", "a.log", "-o", "a.md"]);
        assert!(done.status.success(), "{log}\n{}", standard_error(&done));
        fs::read_to_string(folder.path().join("a.md")).expect("a scenario")
    };
    let plain = read(LOG);
    let timed: String = LOG
        .lines()
        .map(|line| format!("12:31:05 {line}\n"))
        .collect();
    let bracketed: String = LOG
        .lines()
        .map(|line| format!("[2026-11-28 12:31] {line}\n"))
        .collect();
    for other in [
        format!("\u{FEFF}{LOG}"),
        LOG.replace("10♦", "T♦").replace("10C", "TC"),
        LOG.replace("AH", "HA").replace("8H", "H8"),
        timed,
        bracketed,
    ] {
        assert_eq!(read(&other), plain, "{other}");
    }
}

#[test]
fn a_mark_of_the_byte_order_changes_nothing() {
    let table = "[table]\nname = \"Chez Marie\"\nedition = \"mouche-1718\"\n";
    let marie = DENISE.replace("edition = \"mouche-1718\"", "edition = \"chez-marie\"");
    let folder = write_folder(&[
        ("scenarios/mouche.toml", &format!("\u{FEFF}{table}")),
        ("scenarios/denise.md", &format!("\u{FEFF}{marie}")),
        (
            "book/src/SUMMARY.md",
            "\u{FEFF}# Summary\n\n[House](house.md)\n",
        ),
        ("book/src/house.md", "\u{FEFF}# House\n"),
        ("book/book.toml", "\u{FEFF}[book]\ntitle = \"Mine\"\n"),
    ]);
    let check = run_mouche(folder.path(), &["check"]);
    assert!(check.status.success(), "{}", standard_output(&check));
    assert!(read_page(&build_site(folder.path()), "house.html").contains("Mine</title>"));
}

#[test]
fn a_link_that_leads_nowhere_is_told_by_the_line_where_it_is_written() {
    let folder = write_folder(&[
        (
            "scenarios/denise.md",
            &hand_with_prose("[a page](nope.html)"),
        ),
        ("book/src/SUMMARY.md", "[House](house.md)\n"),
        (
            "book/src/house.md",
            "# House\n\n[a rule](rules/nope.html) and [a chapter](none.md#x).\n",
        ),
    ]);
    let done = run_mouche(folder.path(), &["build", "."]);
    assert!(!done.status.success());
    let line = hand_with_prose("[a page](nope.html)")
        .lines()
        .position(|line| line.contains("nope"))
        .expect("it")
        + 1;
    for says in [
        format!("scenarios/denise.md:{line}: `nope.html` leads nowhere"),
        "book/src/house.md:3: `rules/nope.html` leads nowhere".to_owned(),
        "book/src/house.md:3: `none.html#x` leads nowhere".to_owned(),
    ] {
        assert!(
            standard_error(&done).contains(&says),
            "{says}\n{}",
            standard_error(&done)
        );
    }
}
