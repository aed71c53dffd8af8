//! Hands in a book of another's: `mouche install`, then plain `mdbook build` with the real mdbook.

use crate::guest_book::{self, GuestBook, JACK, printed_text};
use mouche::book::site;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every file under a folder with what it holds.
fn read_files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = site::list_files(folder).expect("a folder");
    files
        .into_iter()
        .map(|path| (path.clone(), fs::read(folder.join(&path)).expect("a file")))
        .collect()
}

fn read_page(book: &GuestBook, path: &str) -> String {
    fs::read_to_string(book.root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines stand in the text, in their order.
fn assert_lines_kept(text: &str, lines: &str) {
    let mut found = text.lines();
    lines.lines().for_each(|line| {
        assert!(
            found.any(|other| other == line),
            "`{line}` is gone from\n{text}"
        )
    });
}

#[test]
fn hands_stand_in_a_book_of_anothers() {
    let book = GuestBook::with_hands().build_or_panic();
    let one = read_page(&book, "book/one.html");
    assert_eq!(one.matches("class=\"hand-step ").count(), 22);
    assert!(
        one.contains("id=\"denise-must-trump-h1-t3-2\"")
            && one.contains("A trump must be played, and Denise holds 7♥.")
    );
    let two = read_page(&book, "book/deep/two.html");
    assert!(
        two.contains("id=\"the-jack-of-clubs-h1-deal\"")
            && two.contains("id=\"denise-must-trump-2-h1-deal\"")
    );
    for page in ["one.html", "deep/two.html", "print.html"] {
        let html = read_page(&book, &format!("book/{page}"));
        assert!(
            html.contains("mouche/mouche-") && !html.contains("=\"mouche:"),
            "{page}"
        );
    }
    assert!(!read_page(&book, "book/three.html").contains("class=\"mouche\""));
    let pages: Vec<PathBuf> = read_files(&book.site())
        .into_keys()
        .filter(|path| path.extension().is_some_and(|end| end == "html"))
        .collect();
    assert!(
        !pages
            .iter()
            .any(|page| page.starts_with("rules") || page.starts_with("hands")),
        "{pages:?}"
    );
}

#[test]
fn some_steps_of_a_hand_stand_in_a_chapter() {
    let book = GuestBook::with_hands();
    let fences =
        "```hand denise-must-trump.md t3-1..t4-3\n```\n\n```hand denise-must-trump.md pay\n```\n";
    book.write("src/three.md", &format!("# Three\n\n{fences}"));
    let book = book.build_or_panic();
    let three = read_page(&book, "book/three.html");
    let steps: Vec<&str> = three
        .split("class=\"hand-step ")
        .skip(1)
        .filter_map(|step| step.split("id=\"").nth(1)?.split('"').next())
        .collect();
    assert_eq!(steps.first(), Some(&"denise-must-trump-3-h1-t3-1"));
    assert!(steps.contains(&"denise-must-trump-3-h1-t4-3"), "{steps:?}");
    assert_eq!(steps.last(), Some(&"denise-must-trump-4-h1-pay"));
    let others = ["-h1-deal", "-h1-t2-", "-h1-t5-"];
    assert!(
        !steps
            .iter()
            .any(|step| others.iter().any(|other| step.contains(other))),
        "{steps:?}"
    );
    let caption = "<figcaption class=\"hand-name\">Denise must trump</figcaption>";
    assert_eq!(three.matches(caption).count(), 2);
}

#[test]
fn steps_that_a_hand_has_not_stop_the_build() {
    for (steps, why) in [
        ("t4..t3", "`t4..t3` ends before it begins"),
        ("t9", "denise-must-trump-3 has no step or trick `t9`"),
    ] {
        let book = GuestBook::with_hands();
        let fence = format!("# Three\n\n```hand denise-must-trump.md {steps}\n```\n");
        book.write("src/three.md", &fence);
        let done = book.build();
        assert!(!done.status.success(), "{steps}");
        let printed = printed_text(&done);
        assert!(
            printed.contains(why) && printed.contains("three.md, line 3"),
            "{printed}"
        );
    }
}

#[test]
fn every_link_leads_somewhere_and_every_id_stands_once() {
    let book = GuestBook::with_hands().build_or_panic();
    // What mdBook itself writes into its pages; and its page 404, whose links begin at the root of a server.
    let of_mdbook = [
        "a style or script stands in the page",
        "`searchresults-header`",
        "404.html: ",
    ];
    let faults = site::find_faults(&book.site()).expect("a site");
    let ours: Vec<&String> = faults
        .iter()
        .filter(|fault| !of_mdbook.iter().any(|own| fault.contains(own)))
        .collect();
    assert!(ours.is_empty(), "{ours:#?}");
    let print = read_page(&book, "book/print.html");
    let ids: Vec<&str> = print
        .split(" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    let steps = ids
        .iter()
        .filter(|id| id.starts_with("denise-must-trump-2-h1-"))
        .count();
    assert!(steps >= 44, "each step, and its title: {steps}");
}

#[test]
fn a_clause_leads_to_its_words_and_source_below_the_hand() {
    let book = GuestBook::with_hands().build_or_panic();
    let one = read_page(&book, "book/one.html");
    assert!(one.contains("href=\"#denise-must-trump-rules-mouche-1718-play.trump\""));
    let (_, rule) = one
        .split_once("id=\"denise-must-trump-rules-mouche-1718-play.trump\"")
        .expect("the clause");
    let rule = rule.split("</li>").next().unwrap_or_default();
    assert!(
        rule.contains("Trumping.") && rule.contains("Source: ") && rule.contains("href=\"http"),
        "{rule}"
    );
    let (_, clause) = mouche::editions::clause("mouche-1718/play.trump").expect("a clause");
    assert!(clause.text().render(|text, _| rule.contains(text)));
    // What is printed of a clause has its signs, and below it stands once what they mean.
    let (_, rules) = one
        .split_once("class=\"hand-rules")
        .expect("the rules below the hand");
    let rules = rules.split("</details>").next().unwrap_or_default();
    assert!(
        rules.contains(
            "<span class=\"sign\" role=\"img\" aria-label=\"partly our interpretation\">°</span>"
        ),
        "{rules}"
    );
    assert_eq!(rules.matches("class=\"legend\"").count(), 1, "{rules}");
}

#[test]
fn with_an_address_links_lead_to_a_site_that_has_all_chapters() {
    let book = GuestBook::with_hands();
    let settings = read_page(&book, "book.toml");
    let command = "command = \"mouche preprocess\"\n";
    book.write(
        "book.toml",
        &settings.replace(
            command,
            &format!("{command}site-url = \"https://example.org/fly\"\n"),
        ),
    );
    let book = book.build_or_panic();
    let one = read_page(&book, "book/one.html");
    assert!(one.contains("href=\"https://example.org/fly/rules/mouche-1718.html#play.trump\""));
    assert!(!one.contains("hand-rules"));
    book.write(
        "book.toml",
        &settings.replace(command, &format!("{command}site-url = \"fly\"\n")),
    );
    assert!(printed_text(&book.build()).contains("write the address of the site"));
}

#[test]
fn a_path_may_begin_at_the_chapter_and_the_folder_of_scenarios_has_another_name() {
    let book = GuestBook::with_hands();
    book.write("src/deep/own.md", guest_book::DENISE);
    book.write(
        "src/three.md",
        "# Three\n\n```hand deep/own.md\n```\n\n> ```hand ./denise-must-trump.md\n> ```\n",
    );
    let settings =
        read_page(&book, "book.toml").replace("after =", "scenarios = \"told\"\nafter =");
    book.write("book.toml", &settings);
    fs::rename(book.root().join("scenarios"), book.root().join("told")).expect("moved");
    let book = book.build_or_panic();
    let three = read_page(&book, "book/three.html");
    assert!(
        three.contains("id=\"own-h1-deal\"")
            && three.contains("id=\"denise-must-trump-3-h1-deal\""),
        "{three}"
    );
}

#[test]
fn what_is_wrong_is_told_with_its_chapter_and_line() {
    let book = GuestBook::with_hands();
    let fails = |text: &str, wanted: &[&str]| {
        book.write("src/three.md", text);
        let done = book.build();
        let said = printed_text(&done);
        assert!(!done.status.success(), "{text}");
        wanted
            .iter()
            .for_each(|words| assert!(said.contains(words), "{words} in\n{said}"));
    };
    fails(
        "# Three\n\n```hand no/such.md\n```\n",
        &[
            "three.md, line 3: no scenario is at `no/such.md`",
            "scenarios/no/such.md",
        ],
    );
    fails(
        "# Three\n\n```hand\n```\n",
        &["three.md, line 3: this hand has no scenario"],
    );
    fails(
        "# Three\n\n```hand\nwords\n```\n",
        &["three.md, line 3:", "four backticks"],
    );
    fails(
        "```hand denise-must-trump.md\nwords\n```\n",
        &["three.md, line 1:", "leave out one"],
    );
    let wrong = JACK.replacen("Adèle takes", "Adèle owes", 1);
    let line = wrong
        .lines()
        .zip(JACK.lines())
        .position(|(wrong, right)| wrong != right)
        .expect("a change")
        + 5;
    fails(
        &format!("# Three\n\nWords.\n````hand\n{wrong}````\n"),
        &["three.md, line 4:", "error[", &format!("three.md:{line}:")],
    );
    book.write(
        "scenarios/wrong.md",
        &guest_book::DENISE.replace("Anne owes 5", "Anne owes 6"),
    );
    fails(
        "```hand wrong.md\n```\n",
        &[
            "three.md, line 1:",
            "error[wrong-payout]",
            "scenarios/wrong.md:",
        ],
    );
}

#[test]
fn install_twice_changes_nothing_the_second_time() {
    let book = GuestBook::new();
    let own = "# mine\r\n[book]\r\ntitle = 'Mine' # kept\r\n\r\n[output.html]\r\ndefault-theme   =   'navy'\r\nadditional-css = [\r\n    'a.css'\r\n]\r\n\r\n[output.html.print]\r\nenable = true";
    book.write("book.toml", own);
    book.write("a.css", "");
    assert!(book.mouche(&["install", "--dry-run", "."]).status.success());
    assert!(
        read_page(&book, "book.toml") == own && !book.root().join("mouche").exists(),
        "a dry run writes nothing"
    );
    assert!(book.mouche(&["install", "."]).status.success());
    let first = read_files(book.root());
    assert_lines_kept(&read_page(&book, "book.toml"), own);
    let again = book.mouche(&["install", "."]);
    assert!(
        again.status.success() && printed_text(&again).contains("Nothing to do"),
        "{}",
        printed_text(&again)
    );
    assert!(
        first == read_files(book.root()),
        "the second time something changed"
    );
    book.build_or_panic();
}

#[test]
fn what_is_not_ours_is_not_overwritten() {
    let book = GuestBook::new();
    let sheet = || read_page(&book, "mouche/mouche.css");
    book.mouche(&["install", "."]);
    let ours = sheet();

    let older = ours.replacen(env!("CARGO_PKG_VERSION"), "0.0.1", 1);
    book.write("mouche/mouche.css", &older);
    assert!(printed_text(&book.mouche(&["install", "."])).contains("updated; version 0.0.1"));
    assert_eq!(sheet(), ours);

    let changed = ours.clone() + "/* mine */";
    book.write("mouche/mouche.css", &changed);
    fs::remove_file(book.root().join("mouche/mouche.js")).expect("the script");
    let refused = book.mouche(&["install", "."]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        printed_text(&refused)
            .contains("mouche.css was not written by mouche, or was changed later")
            && printed_text(&refused).contains("--force")
    );
    assert!(
        sheet() == changed && !book.root().join("mouche/mouche.js").exists(),
        "all or nothing"
    );
    assert!(book.mouche(&["install", "--force", "."]).status.success());
    assert_eq!(sheet(), ours);

    let mine = "[output.html]\nadditional-js = ['x.js'] # mine\n";
    book.write("book.toml", mine);
    let refused = book.mouche(&["install", "."]);
    assert_eq!(
        (refused.status.code(), read_page(&book, "book.toml")),
        (Some(1), mine.into())
    );
    assert!(
        printed_text(&refused).contains("additional-js = ['x.js', \"mouche/mouche.js\"]"),
        "{}",
        printed_text(&refused)
    );
}

#[test]
fn what_cannot_be_done_leaves_everything_as_it_was() {
    let book = GuestBook::new();
    let refuses = |code: i32, words: &str| {
        let before = read_files(book.root());
        let done = book.mouche(&["install", "."]);
        assert_eq!(done.status.code(), Some(code), "{}", printed_text(&done));
        assert!(
            printed_text(&done).contains(words),
            "{words} in {}",
            printed_text(&done)
        );
        assert!(before == read_files(book.root()), "something changed");
    };
    let settings = read_page(&book, "book.toml");
    book.write("book.toml", "[book\n");
    refuses(2, "it is not");
    book.write("book.toml", "[output.epub]\n");
    refuses(2, "no [output.html]");
    fs::write(book.root().join("book.toml"), b"\xff\xfe").expect("bytes");
    refuses(2, "cannot be read");
    book.write("book.toml", &settings);
    book.write("mouche", "a file");
    refuses(2, "mouche");
    fs::remove_file(book.root().join("mouche")).expect("the file");
    book.write("mouche/mouche.css/x", "a folder");
    refuses(1, "is not a regular file");
    fs::remove_dir_all(book.root().join("mouche")).expect("the folder");
    let mut mode = fs::metadata(book.root().join("book.toml"))
        .expect("a file")
        .permissions();
    mode.set_readonly(true);
    fs::set_permissions(book.root().join("book.toml"), mode).expect("a mode");
    refuses(2, "read-only");
    assert!(
        !book.root().join("mouche").exists(),
        "what was written before is taken back"
    );
    let nowhere = book.mouche(&["install", "nowhere"]);
    assert!(
        nowhere.status.code() == Some(2) && printed_text(&nowhere).contains("has no book.toml")
    );
}

/// The blocks of Markdown that the chapter about it shows.
#[test]
fn a_hand_stands_as_the_chapter_for_authors_has_it() {
    let told_there = include_str!("../../book/src/writing/elsewhere.md");
    let shown = |fence: &str| {
        let (_, rest) = told_there
            .split_once(&format!("\n{fence}markdown\n"))
            .expect("a block");
        rest.split(&format!("\n{fence}\n"))
            .next()
            .expect("its end")
            .to_string()
    };
    let book = GuestBook::with_hands();
    book.write(
        "src/three.md",
        &format!("# Three\n\n{}\n\n{}\n", shown("````"), shown("`````")),
    );
    let book = book.build_or_panic();
    let three = read_page(&book, "book/three.html");
    assert!(
        three.contains("id=\"denise-must-trump-3-h1-deal\"")
            && three.contains("id=\"nobody-else-will-play-h1-pay\"")
    );
    for words in [
        "chapters = true",
        "extra-watch-dirs",
        "site-url = ",
        "scenarios = ",
    ] {
        assert!(told_there.contains(words), "{words}");
    }
}

#[test]
fn a_hand_is_read_from_the_folders_of_the_book_alone() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let outside = elsewhere.path().join("denise.md");
    fs::write(&outside, guest_book::DENISE).expect("a scenario");
    let book = GuestBook::with_hands();
    let absolute = outside.display().to_string();
    let up = format!("{}{}", "../".repeat(20), absolute.trim_start_matches('/'));
    for (path, says) in [
        (&absolute, "is an absolute path"),
        (&up, "leads out of the book"),
    ] {
        book.write("src/one.md", &format!("# One\n\n```hand {path}\n```\n"));
        let done = book.build();
        let told = printed_text(&done);
        assert!(
            !done.status.success() && told.contains("one.md, line 3") && told.contains(says),
            "{path}: {told}"
        );
    }
    // A folder of scenarios beside the book may be named in its settings.
    let settings = read_page(&book, "book.toml");
    let named = format!(
        "[preprocessor.mouche]\nscenarios = \"{}\"\n",
        elsewhere.path().display()
    );
    book.write(
        "book.toml",
        &settings.replace("[preprocessor.mouche]\n", &named),
    );
    book.write("src/one.md", "# One\n\n```hand denise.md\n```\n");
    book.write("src/deep/two.md", "# Two\n");
    let done = book.build();
    assert!(done.status.success(), "{}", printed_text(&done));
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_a_hand_out_of_the_book() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    fs::write(elsewhere.path().join("denise.md"), guest_book::DENISE).expect("a scenario");
    let book = GuestBook::with_hands();
    std::os::unix::fs::symlink(
        elsewhere.path().join("denise.md"),
        book.root().join("scenarios/out.md"),
    )
    .expect("a link");
    book.write("src/one.md", "# One\n\n```hand out.md\n```\n");
    let done = book.build();
    assert!(
        !done.status.success() && printed_text(&done).contains("leads out of the book"),
        "{}",
        printed_text(&done)
    );
}

/// A book in whose folder `scenarios` Denise's hand has this prose behind it.
fn book_with_prose(prose: &str) -> GuestBook {
    let book = GuestBook::with_hands();
    book.write(
        "scenarios/denise-must-trump.md",
        &format!("{}\n{prose}\n", guest_book::DENISE),
    );
    book.write("scenarios/jack.md", JACK);
    book.write(
        "src/deep/two.md",
        "# Two\n\n```hand jack.md\n```\n\n```hand denise-must-trump.md\n```\n",
    );
    book.write("src/three.md", "# Three\n\n## Words\n\nNo hand is here.\n");
    book.write("src/pictures/table 1.png", "a picture");
    book
}

#[test]
fn links_and_pictures_in_a_hand_lead_to_what_the_book_has() {
    let book = book_with_prose(
        "![The table](../src/pictures/table%201.png), [three](../src/three.md#words), [another][jack], \
         [its payout](jack.md#pay) and [a site](https://example.org/a.md).\n\n[jack]: jack.md",
    );
    let checked = book.mouche(&["check", "scenarios"]);
    assert!(checked.status.success(), "{}", printed_text(&checked));
    let inline = format!(
        "````hand\n{}\n![The same](pictures/table%201.png) and [two](deep/two.md).\n````",
        guest_book::DENISE
    );
    let one = read_page(&book, "src/one.md") + &inline + "\n";
    book.write("src/one.md", &one);
    let book = book.build_or_panic();
    for (page, to_root) in [("one.html", ""), ("deep/two.html", "../")] {
        let html = read_page(&book, &format!("book/{page}"));
        for shown in [
            format!("<img src=\"{to_root}pictures/table%201.png\" alt=\"The table\""),
            format!("<a href=\"{to_root}three.html#words\">three</a>"),
            format!("<a href=\"{to_root}deep/two.html#jack-h1-deal\">another</a>"),
            format!("<a href=\"{to_root}deep/two.html#jack-h1-pay\">its payout</a>"),
        ] {
            assert!(html.contains(&shown), "{shown} is missing from {page}");
        }
        assert!(html.contains("href=\"https://example.org/a.md\""), "{page}");
    }
    let one = read_page(&book, "book/one.html");
    assert!(one.contains("<img src=\"pictures/table%201.png\" alt=\"The same\""));
    assert!(one.contains("<a href=\"deep/two.html\">two</a>"));
    let faults = site::find_faults(&book.site()).expect("a site");
    let nowhere =
        |fault: &&String| fault.contains("leads nowhere") && !fault.starts_with("404.html");
    assert_eq!(
        faults.iter().filter(nowhere).collect::<Vec<_>>(),
        Vec::<&String>::new()
    );
}

#[test]
fn a_link_or_picture_that_the_book_does_not_have_is_refused_with_its_place() {
    for (prose, says) in [
        ("[x](nope.md)", "there is no file at `nope.md`"),
        ("![x](nope.png)", "there is no file at `nope.png`"),
        (
            "![x](table.png)",
            "the picture `table.png` is not published with the book",
        ),
        ("[x](spare.md)", "no chapter shows this hand"),
        ("[x](../src/draft.md)", "not in SUMMARY.md"),
        (
            "[x](../outside.md)",
            "`../outside.md` leads out of the book",
        ),
        ("[x](jack.md#t9-9)", "`jack.md` has no step `t9-9`"),
        (
            "[x](../src/three.md#nope)",
            "`../src/three.md` has no heading `nope`",
        ),
    ] {
        let book = book_with_prose(prose);
        book.write("scenarios/table.png", "a picture");
        book.write("scenarios/spare.md", guest_book::DENISE);
        book.write("src/draft.md", "# A draft\n");
        book.write("outside.md", "# Outside\n");
        let line = guest_book::DENISE.lines().count() + 2;
        let done = book.build();
        let said = printed_text(&done);
        assert!(!done.status.success(), "{prose}");
        for words in [
            "one.md, line 3",
            &format!("scenarios/denise-must-trump.md:{line}:"),
            says,
        ] {
            assert!(said.contains(words), "{prose}: {words} in\n{said}");
        }
        // The same of a hand inside a chapter, by the lines of the chapter.
        let inside = prose
            .replace("](", "](../scenarios/")
            .replace("scenarios/../", "");
        let book = book_with_prose("");
        book.write(
            "src/one.md",
            &format!(
                "# One\n\n````hand\n{}\n{inside}\n````\n",
                guest_book::DENISE
            ),
        );
        let said = printed_text(&book.build());
        let place = format!("one.md:{}:", line + 3);
        assert!(
            said.contains("one.md, line 3") && said.contains(&place),
            "{inside}: {place} in\n{said}"
        );
    }
}

/// Headings of each kind that has an id of its own, with two of the same words.
const HEADINGS: &str = "# Three\n\n## Words -- and *more* `code`, here\n\n## Words\n\n## Words\n\n## Été: l'as de trèfle!\n\n\
    ## Named {#own-id}\n\nOf two\nlines\n---\n\nA term\n: and what it is\n\n<a id=\"place\"></a> A note[^1].\n\n[^1]: The note.\n";

/// The ids that mdBook gives in the text of a page.
fn ids_of(html: &str) -> Vec<String> {
    let main = html
        .split("<main>")
        .nth(1)
        .and_then(|rest| rest.split("</main>").next())
        .expect("the text of a page");
    main.split(" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_link_to_a_heading_leads_to_an_id_that_mdbook_gives() {
    for (punctuation, here, not_here) in [
        (
            "",
            "words--and-more-code-here",
            "words----and-more-code-here",
        ),
        (
            "smart-punctuation = false\n",
            "words----and-more-code-here",
            "words--and-more-code-here",
        ),
    ] {
        let book = book_with_prose("");
        let settings = read_page(&book, "book.toml")
            .replace("[output.html]\n", &format!("[output.html]\n{punctuation}"));
        book.write("book.toml", &settings);
        book.write("src/three.md", HEADINGS);
        let book = book.build_or_panic();
        let ids = ids_of(&read_page(&book, "book/three.html"));
        for id in [
            here,
            "words",
            "words-1",
            "own-id",
            "of-two-lines",
            "a-term",
            "place",
            "footnote-1",
        ] {
            assert!(
                ids.iter().any(|other| other == id),
                "{id} is not in {ids:?}"
            );
        }
        let links = ids.iter().filter(|id| !id.starts_with("fr-"));
        let links: Vec<String> = links
            .map(|id| format!("[x](../src/three.md#{id})"))
            .collect();
        let with_links = |links: &str| {
            book.write(
                "scenarios/denise-must-trump.md",
                &format!("{}\n{links}\n", guest_book::DENISE),
            )
        };
        with_links(&links.join(" and "));
        for done in [book.build(), book.mouche(&["check", "scenarios"])] {
            assert!(done.status.success(), "{}", printed_text(&done));
        }
        with_links(&format!("[x](../src/three.md#{not_here})"));
        for done in [book.build(), book.mouche(&["check", "scenarios"])] {
            let said = printed_text(&done);
            assert!(
                !done.status.success() && said.contains(&format!("has no heading `{not_here}`")),
                "{said}"
            );
            assert!(
                said.contains(&format!(
                    "write one of these after `#`: three, {here}, words, words-1"
                )),
                "{said}"
            );
        }
    }
}

#[test]
fn check_looks_at_links_and_pictures_of_a_hand_inside_a_chapter() {
    let line = guest_book::DENISE.lines().count() + 5;
    for (prose, says) in [
        ("[x](nope.md)", "there is no file at `nope.md`"),
        (
            "![x](../scenarios/table.png)",
            "is not published with the book",
        ),
        (
            "[x](../outside.md)",
            "`../outside.md` leads out of the book",
        ),
        ("[x](../scenarios/jack.md#t9-9)", "has no step `t9-9`"),
        ("[x](three.md#nope)", "`three.md` has no heading `nope`"),
    ] {
        let book = book_with_prose("");
        book.write("scenarios/table.png", "a picture");
        book.write("outside.md", "# Outside\n");
        book.write(
            "src/one.md",
            &format!("# One\n\n````hand\n{}\n{prose}\n````\n", guest_book::DENISE),
        );
        let done = book.mouche(&["check", "src"]);
        let said = printed_text(&done);
        assert!(
            !done.status.success() && said.contains(says),
            "{says} in\n{said}"
        );
        assert!(
            said.contains(&format!("one.md:{line}:")),
            "line {line} in\n{said}"
        );
    }
    // Where chapters of ours stand beside it, and where the book is not of mdBook's, the build says more than the files.
    let book = book_with_prose("");
    book.write(
        "src/one.md",
        &format!(
            "# One\n\n````hand\n{}\n[x](three.md#nope)\n````\n",
            guest_book::DENISE
        ),
    );
    let settings = read_page(&book, "book.toml");
    let command = "command = \"mouche preprocess\"\n";
    assert!(settings.contains(command), "{settings}");
    for other in ["", &format!("{command}chapters = true\n")] {
        book.write("book.toml", &settings.replace(command, other));
        let done = book.mouche(&["check", "src"]);
        assert!(done.status.success(), "{}", printed_text(&done));
    }
    // What the chapter includes is known to the build alone.
    let book = book_with_prose("");
    book.write("src/three.md", "# Three\n\n{{#include more.txt}}\n");
    book.write("src/more.txt", "## More\n");
    book.write(
        "src/one.md",
        &format!(
            "# One\n\n````hand\n{}\n[x](three.md#more)\n````\n",
            guest_book::DENISE
        ),
    );
    let done = book.mouche(&["check", "src"]);
    assert!(done.status.success(), "{}", printed_text(&done));
    book.build_or_panic();
}
