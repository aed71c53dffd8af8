//! A book of its author's: what its settings say stands on its pages, what they leave out is supplied, and it has what its
//! hands rest on and no more.

use mouche::book::site::list_files;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run_mouche(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mouche"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("mouche")
}

/// A folder of one hand, with these settings of its book.
fn write_folder(settings: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let hands = folder.path().join("my-hands");
    assert!(
        run_mouche(folder.path(), &["init", "my-hands"])
            .status
            .success()
    );
    fs::create_dir_all(hands.join("book/theme")).expect("a folder");
    fs::write(hands.join("book/theme/own.css"), ".mine { color: red }\n").expect("a sheet");
    if !settings.is_empty() {
        fs::write(hands.join("book/book.toml"), settings).expect("settings");
    }
    folder
}

fn build_site(folder: &Path) -> PathBuf {
    let done = run_mouche(folder, &["build", "my-hands"]);
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    folder.join("my-hands/target/book")
}

fn read_page(site: &Path, page: &str) -> String {
    fs::read_to_string(site.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

#[test]
fn it_is_its_authors_and_has_what_its_hands_rest_on() {
    let folder = write_folder(
        "[book]\ntitle = \"Evenings at Ana’s\"\nauthors = [\"Ana & Co\"]\nlanguage = \"de\"\n\n\
         [preprocessor.mouche]\nversion = \"3\"\n\n[output.html]\nadditional-css = [\"theme/own.css\"]\n",
    );
    let site = build_site(folder.path());
    let hand = read_page(&site, "hands/mouche-1718/first-hand.html");
    assert!(
        hand.contains("Evenings at Ana’s</title>") && hand.contains("<html lang=\"de\""),
        "{}",
        &hand[..900]
    );
    let cited = "Ana &#38; Co, “<span lang=\"de\">A king is not enough</span>”, in <cite>Evenings at Ana’s</cite>, version 3, ";
    assert!(
        hand.contains(cited),
        "{}",
        hand.rsplit_once("cite-words").expect("a citation").1
    );
    assert!(read_page(&site, "rules/mouche-1718.html").contains("data-authors=\"Ana &amp; Co\""));
    let all = list_files(&site).expect("the site");
    let has = |name: &str| {
        all.iter()
            .any(|file| file.to_string_lossy().starts_with(name))
    };
    for there in [
        "rules/mouche-1718.html",
        "hands/index-of-hands.html",
        "sources.html",
        "glossary.html",
    ] {
        assert!(has(there), "{there} is missing");
    }
    for not in [
        "rules/mouche-1730",
        "rules/loo",
        "practice",
        "tonight",
        "games",
        "comparison",
        "odds",
        "family",
    ] {
        assert!(!has(not), "{not} is there");
    }
    // No button of a hand leads to a page that is not there.
    assert!(!hand.contains("data-go=\"sit\"") && !hand.contains("data-go=\"write\""));
    // Its own sheet is there; a clause leads to what it rests on, and not to what is left out.
    let sheets = all
        .iter()
        .filter(|file| file.extension().is_some_and(|end| end == "css"));
    assert!(
        sheets
            .into_iter()
            .any(|sheet| read_page(&site, &sheet.to_string_lossy()).contains(".mine")),
        "no sheet of its own"
    );
    let rules = read_page(&site, "rules/mouche-1718.html");
    assert!(
        rules.contains("href=\"../sources.html#") && rules.contains("href=\"../glossary.html#")
    );
    assert!(!rules.contains("comparison.html") && !rules.contains("The games compared"));
    // The engine has a budget of its own. This book is in German, so it has a second deck of cards, of 45 kB.
    let bytes: u64 = all
        .iter()
        .filter(|file| !file.to_string_lossy().starts_with("engine-"))
        .map(|file| fs::metadata(site.join(file)).expect("a file").len())
        .sum();
    assert!(bytes < 960_000 + 45_000, "{bytes} bytes without the engine");
    for file in all
        .iter()
        .filter(|file| file.extension().is_some_and(|end| end == "html"))
    {
        let html = read_page(&site, &file.to_string_lossy());
        assert!(
            !html.contains("The authors of mouche") && !html.contains("and its cousins</"),
            "{}",
            file.display()
        );
    }
}

#[test]
fn without_settings_it_has_a_title_and_cites_nobody() {
    let folder = write_folder("");
    let hand = read_page(
        &build_site(folder.path()),
        "hands/mouche-1718/first-hand.html",
    );
    assert!(
        hand.contains("Example hands</title>")
            && hand.contains("cite-words\">“A king is not enough”, in")
    );
    assert!(hand.contains(&format!("</cite>, mouche {}, ", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn a_book_does_not_depend_on_the_name_of_its_folder() {
    let folder = write_folder("");
    let (one, other) = (
        folder.path().join("my-hands"),
        folder.path().join("checkout-2"),
    );
    let first = read_site(&build_site(folder.path()));
    fs::remove_dir_all(one.join("target")).expect("removed");
    fs::rename(&one, &other).expect("renamed");
    let done = run_mouche(folder.path(), &["build", "checkout-2"]);
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let second = read_site(&other.join("target/book"));
    let differs = first
        .iter()
        .find(|(path, bytes)| second.get(*path) != Some(*bytes));
    assert_eq!(differs.map(|(path, _)| path), None);
    assert_eq!(first.len(), second.len());
}

/// Every file of a site with its bytes.
fn read_site(site: &Path) -> std::collections::BTreeMap<PathBuf, Vec<u8>> {
    let all = list_files(site).expect("the site").into_iter();
    all.map(|file| (file.clone(), fs::read(site.join(file)).expect("a file")))
        .collect()
}

#[test]
fn it_has_the_editions_and_chapters_that_it_asks_for() {
    let asks = "[preprocessor.mouche]\neditions = [\"mery-1847\"]\nextra = [\"odds\", \"games\"]\n";
    let folder = write_folder(asks);
    let site = build_site(folder.path());
    // What Méry has of 1718 is read there; and the hand is of 1718.
    for there in [
        "rules/mery-1847.html",
        "rules/mouche-1718.html",
        "odds.html",
        "strategy.html",
        "games/mouche.html",
    ] {
        assert!(site.join(there).is_file(), "{there} is missing");
    }
    assert!(!site.join("glossary.html").exists() && !site.join("rules/loo-2008.html").exists());
    let settings = folder.path().join("my-hands/book/book.toml");
    for (wrong, told) in [
        (
            "editions = [\"mouche-1719\"]",
            "editions: there is no `mouche-1719`; write [\"all\"], or some of mouche-1718,",
        ),
        (
            "extra = [\"board\"]",
            "extra: there is no `board`; write [\"all\"], or some of play, playground, practice, games,",
        ),
    ] {
        fs::write(&settings, format!("[preprocessor.mouche]\n{wrong}\n")).expect("settings");
        let done = run_mouche(folder.path(), &["build", "my-hands"]);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(!done.status.success() && said.contains(told), "{said}");
    }
}

#[test]
fn settings_that_stand_beside_the_book_are_not_passed_over_in_silence() {
    let folder = write_folder("");
    fs::write(
        folder.path().join("my-hands/book.toml"),
        "[book]\ntitle = \"Unread\"\n",
    )
    .expect("settings");
    let done = run_mouche(folder.path(), &["build", "my-hands"]);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(
        done.status.success()
            && said.contains("book.toml is not read here; move it to book/book.toml"),
        "{said}"
    );
}
