//! `mouche build`: the same bytes for the same input, and nothing lost.

use crate::book_sample_prose::{self, copy_prose};
use crate::small_book::keep_needed_chapters;
use crate::{shared, test_extent};
use mouche::book::site::list_files;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const DENISE: &str = include_str!("../held/denise-must-trump.md");

fn build_book(root: &Path, dest: &Path) -> Output {
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    call.arg("--root")
        .arg(root)
        .arg("build")
        .arg("--dest")
        .arg(dest)
        .output()
        .expect("mouche")
}

/// A root of our own prose and one scenario, with the rules that it rests on and nothing worked out.
fn write_root(folder: &Path, scenario: &str) -> PathBuf {
    let root = folder.join("root");
    copy_prose(&root.join("book"));
    let hands = root.join("scenarios/mouche-1718");
    fs::create_dir_all(&hands).expect("a folder");
    fs::write(hands.join("denise-must-trump.md"), scenario).expect("a scenario");
    keep_needed_chapters(&root.join("book"));
    root
}

fn read_files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            all.extend(read_files(&path));
        } else {
            all.insert(path.clone(), fs::read(path).expect("a file"));
        }
    }
    all
}

#[test]
fn the_same_input_gives_the_same_bytes_and_a_failing_scenario_leaves_the_old_site() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, dest) = (
        write_root(folder.path(), DENISE),
        folder.path().join("site"),
    );
    assert_eq!(build_book(&root, &dest).status.code(), Some(0));
    let first = read_files(&dest);
    assert!(
        first
            .keys()
            .any(|path| path.ends_with("hands/mouche-1718/denise-must-trump.html"))
    );
    assert_eq!(build_book(&root, &dest).status.code(), Some(0));
    assert!(
        first == read_files(&dest),
        "a second build gave other bytes"
    );

    let wrong = DENISE.replace("Anne owes 5", "Anne owes 6");
    fs::write(
        root.join("scenarios/mouche-1718/denise-must-trump.md"),
        wrong,
    )
    .expect("a scenario");
    let failed = build_book(&root, &dest);
    assert_eq!(failed.status.code(), Some(1));
    let told = String::from_utf8_lossy(&[failed.stdout, failed.stderr].concat()).into_owned();
    assert!(told.contains("wrong-payout"), "{told}");
    assert!(first == read_files(&dest), "the old site was touched");
}

#[test]
fn what_is_kept_for_the_next_build_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, dest) = (
        write_root(folder.path(), DENISE),
        folder.path().join("site"),
    );
    let kept = root.join("target/mouche-cache");
    let entries = || read_files(&kept).into_keys().collect::<Vec<_>>();
    let build = || {
        assert_eq!(build_book(&root, &dest).status.code(), Some(0));
        read_files(&dest)
    };
    let cold = build();
    let read = |entry: &PathBuf| fs::read_to_string(entry).expect("an entry");
    let of_hands: Vec<PathBuf> = entries()
        .into_iter()
        .filter(|entry| read(entry).contains("best_chips"))
        .collect();
    let [entry] = &of_hands[..] else {
        panic!("{of_hands:?}")
    };
    let written = read(entry);
    assert!(cold == build(), "a warm build gave other bytes");
    fs::write(
        entry,
        written.replace("\"best_chips\":2", "\"best_chips\":9"),
    )
    .expect("a spoiled entry");
    let (other, mine) = (kept.join("0.kept"), kept.join("mine.txt"));
    [&other, &mine]
        .iter()
        .for_each(|file| fs::write(file, "nobody asks for it").expect("a file"));
    let unused = kept.join("1.kept");
    fs::write(&unused, &written).expect("an entry by another name");
    assert!(cold == build(), "a spoiled entry was believed");
    assert!(
        other.exists() && mine.exists() && !unused.exists(),
        "only what has our seal goes"
    );
    assert_eq!(
        fs::read_to_string(entry).ok().as_ref(),
        Some(&written),
        "and was not made good"
    );
    if !test_extent::are_all_wanted() {
        return;
    }
    fs::remove_dir_all(&kept).expect("the cache");
    fs::write(&kept, "a file where the folder would be").expect("a file");
    assert!(
        cold == build(),
        "without a cache the build gave other bytes"
    );
}

/// Of our own book, where everything is asked for: the second is worked out anew from the first card.
#[test]
fn the_whole_book_is_the_same_each_time() {
    if !test_extent::are_all_wanted() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for part in ["book", "scenarios"] {
        book_sample_prose::copy(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(part),
            &folder.path().join(part),
        );
    }
    let dest = folder.path().join("site");
    assert_eq!(build_book(folder.path(), &dest).status.code(), Some(0));
    let (first, second) = (read_site_files(&shared::own_site()), read_site_files(&dest));
    assert!(first.len() > 150, "{} files", first.len());
    let other = first
        .iter()
        .find(|(path, content)| second.get(*path) != Some(*content));
    assert!(
        first.len() == second.len() && other.is_none(),
        "another {:?}",
        other.map(|(path, _)| path)
    );
}

/// The files of a site by their paths within it.
fn read_site_files(site: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let path = |path: PathBuf| {
        path.strip_prefix(site)
            .expect("a file of the site")
            .to_path_buf()
    };
    read_files(site)
        .into_iter()
        .map(|(file, content)| (path(file), content))
        .collect()
}

#[test]
fn what_others_made_is_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = write_root(folder.path(), DENISE);
    let at = |path: &str| folder.path().join(path);
    fs::create_dir_all(at("papers")).expect("a folder");
    fs::write(at("papers/letter.txt"), "mine").expect("a file");
    fs::create_dir_all(at("foreign/empty")).expect("a folder");
    let site = at("site");
    assert_eq!(build_book(&root, &site).status.code(), Some(0));
    #[cfg(unix)]
    std::os::unix::fs::symlink(&site, at("link")).expect("a link");
    let refuses = |dest: &Path, words: &str| {
        let before = read_files(folder.path());
        let done = build_book(&root, dest);
        assert_eq!(done.status.code(), Some(2), "{}", dest.display());
        assert!(
            String::from_utf8_lossy(&done.stderr).contains(words),
            "{words}: {done:?}"
        );
        assert!(before == read_files(folder.path()), "something changed");
    };
    refuses(&at("papers"), "not created by `mouche build`");
    refuses(&at("foreign"), "not created by `mouche build`");
    refuses(&site.join("index.html"), "it is a file");
    refuses(&root.join("book/site"), "cannot be inside its own source");
    refuses(&at("x/.."), "write it without `..`");
    #[cfg(unix)]
    for link in ["link", "link/"] {
        refuses(&at(link), "it is a symbolic link");
    }
    // A way up is followed, as in every other path.
    assert_eq!(
        build_book(&root, &root.join("book/../../other"))
            .status
            .code(),
        Some(0)
    );
    assert!(at("other/index.html").is_file());
    let page = fs::read_to_string(site.join("introduction.html")).expect("a page");
    fs::write(site.join("introduction.html"), page.clone() + "mine").expect("a file");
    refuses(
        &site,
        "introduction.html was changed since `mouche build` made it",
    );
    fs::write(site.join("introduction.html"), page).expect("a file");
    fs::create_dir(site.join("empty")).expect("a folder");
    refuses(&site, "it holds empty");
    fs::remove_dir(site.join("empty")).expect("a folder");
    fs::write(site.join("mine.txt"), "mine").expect("a file");
    refuses(&site, "it holds mine.txt");
    fs::remove_file(site.join("mine.txt")).expect("a file");
    // What was taken away is made again.
    fs::remove_file(site.join("index.html")).expect("a page");
    assert_eq!(build_book(&root, &site).status.code(), Some(0));
    for mark in ["mine", "index.html", "index.html\ntoc.html\nmine.txt"] {
        fs::write(at("papers/.mouche-site"), mark).expect("a file");
        refuses(&at("papers"), "not created by `mouche build`");
    }
}

#[test]
fn the_preprocessor_says_what_it_supports() {
    let supports = |renderer: &str| {
        let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
        call.args(["preprocess", "supports", renderer])
            .output()
            .expect("mouche")
            .status
            .code()
    };
    assert_eq!(supports("html"), Some(0));
}

#[test]
fn a_site_with_an_address_says_it_and_is_whole_without_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, dest) = (
        write_root(folder.path(), DENISE),
        folder.path().join("site"),
    );
    let settings = root.join("book/book.toml");
    let own = fs::read_to_string(&settings)
        .expect("settings")
        .replace("# git-repository-url", "git-repository-url")
        .replace(
            "[preprocessor.mouche]",
            "[preprocessor.mouche]\nextra = [\"practice\"]",
        );
    fs::write(&settings, own).expect("written");
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    call.arg("--root")
        .arg(&root)
        .arg("build")
        .arg("--dest")
        .arg(&dest);
    // The day of the version.
    call.env("SOURCE_DATE_EPOCH", "1795521600");
    assert_eq!(
        call.args(["--site-url", "https://example.org/fly"])
            .output()
            .expect("mouche")
            .status
            .code(),
        Some(0)
    );
    let read = |page: &str| {
        fs::read_to_string(dest.join(page)).unwrap_or_else(|_| panic!("{page} is missing"))
    };
    let hand = read("hands/mouche-1718/denise-must-trump.html");
    let own = "https://example.org/fly/hands/mouche-1718/denise-must-trump.html";
    assert!(
        hand.contains(&format!(r#"<link rel="canonical" href="{own}">"#)),
        "no address of its own"
    );
    let picture = r#"content="https://example.org/fly/hands/mouche-1718/denise-must-trump.png""#;
    assert!(hand.contains(picture), "no picture of its own");
    let picture =
        fs::read(dest.join("hands/mouche-1718/denise-must-trump.png")).expect("a picture");
    assert!(picture.len() <= 12_000, "{} bytes", picture.len());
    // The width, the height, the bits of a pixel, and that they are indexes into a palette.
    assert_eq!(picture[16..26], [0, 0, 3, 32, 0, 0, 1, 164, 4, 3]);
    let card = r#"content="https://example.org/fly/social-card.png""#;
    assert!(read("index.html").contains(card) && dest.join("social-card.png").exists());
    // On paper a sheet has its address with a QR code.
    let sheet = read("tonight/mouche-1718.html");
    let address = "<span>https://example.org/fly/tonight/mouche-1718.html</span></p>";
    assert!(
        sheet.contains("<p class=\"paper-address\"><svg") && sheet.contains(address),
        "{sheet}"
    );
    // *Share* shows the code of a hand.
    assert!(
        hand.contains("<template class=\"page-code\"><svg"),
        "no QR code"
    );
    // Where its source lies, and where an error in it is told.
    let source = "https://example.org/mouche/blob/HEAD/scenarios/mouche-1718/denise-must-trump.md";
    let report = "https://example.org/mouche/issues/new?title=An%20error%20in%20%E2%80%9C";
    assert!(
        hand.contains(&format!("href=\"{source}\"")) && hand.contains(&format!("href=\"{report}"))
    );
    let day = "<lastmod>2026-11-24</lastmod>";
    assert!(read("sitemap.xml").contains(&format!("<loc>{own}</loc>{day}</url>")));
    let (_, data) = hand
        .split_once("<script type=\"application/ld+json\">")
        .expect("structured data");
    let data = data.split("</script>").next().unwrap_or_default();
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    let page = &data["@graph"][0];
    assert_eq!(
        (&page["@type"], &page["url"]),
        (&"Article".into(), &own.into())
    );
    assert_eq!(page["dateModified"], "2026-11-24");
    assert!(!read("sitemap.xml").contains("404"));
    assert!(
        hand.contains("connect-src 'self'"),
        "Lighthouse asks for robots.txt from inside the page"
    );
    assert!(read("robots.txt").contains("\nSitemap: https://example.org/fly/sitemap.xml\n"));
    let lost = read("404.html");
    assert!(
        lost.contains(r#"href="/fly/index.html""#)
            && lost.contains("<link rel=\"stylesheet\" href=\"/fly/book-")
    );
    assert!(
        lost.contains(r##"href="#book-text""##) && !lost.contains("<base"),
        "{lost}"
    );
    assert_eq!(
        read("index.html")
            .matches(r#"<link rel="canonical" href="https://example.org/fly/">"#)
            .count(),
        1
    );
    assert_eq!(
        read("introduction.html")
            .matches(r#"<link rel="canonical" href="https://example.org/fly/">"#)
            .count(),
        1
    );

    assert_eq!(build_book(&root, &dest).status.code(), Some(0));
    let hand = read("hands/mouche-1718/denise-must-trump.html");
    assert!(
        !hand.contains("canonical") && !hand.contains("og:") && !dest.join("sitemap.xml").exists()
    );
    assert!(!dest.join("robots.txt").exists());
    assert!(
        !dest
            .join("hands/mouche-1718/denise-must-trump.png")
            .exists()
    );
    let wrong = call
        .args(["--site-url", "nowhere"])
        .output()
        .expect("mouche");
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn every_page_describes_itself_and_nothing_is_shipped_that_no_page_asks_for() {
    let pages = list_files(&shared::own_site())
        .expect("the site")
        .into_iter();
    let pages = pages.filter(|path| path.extension().is_some_and(|end| end == "html"));
    for path in pages.step_by(test_extent::sample_step(3)) {
        let html = fs::read_to_string(shared::own_site().join(&path)).expect("a page");
        // An old address only leads on to the new one.
        if html.contains("http-equiv=\"refresh\"") {
            continue;
        }
        let described = html
            .split("<meta name=\"description\" content=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        assert!(
            described.is_some_and(|words| words.len() > 10),
            "{}: {described:?}",
            path.display()
        );
        assert!(
            !html.contains("<!--[") && !html.contains(" style="),
            "{}",
            path.display()
        );
        let policy = html
            .split("http-equiv=\"Content-Security-Policy\" content=\"")
            .nth(1);
        let policy = policy
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default();
        assert!(
            policy.starts_with("default-src 'none'"),
            "{}: {policy}",
            path.display()
        );
        let mut rest = policy
            .split("; ")
            .skip(1)
            .filter_map(|one| one.split_once(' '));
        // Where one plays or writes, and nowhere else, the engine may be run, in a worker.
        let asks = html.contains(" data-engine=");
        let engine: &[&str] = if asks {
            &["'self' 'wasm-unsafe-eval'", "'self' blob:"]
        } else {
            &[]
        };
        let is_allowed =
            |whence: &str| ["'self'", "'none'"].contains(&whence) || engine.contains(&whence);
        assert!(
            rest.all(|(_, whence)| is_allowed(whence)),
            "{}: {policy}",
            path.display()
        );
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (root, dest) = (
        write_root(folder.path(), DENISE),
        folder.path().join("site"),
    );
    fs::write(root.join("book/src/own.png"), "").expect("a picture that no page shows yet");
    assert_eq!(build_book(&root, &dest).status.code(), Some(0));
    let named = |part: &str| {
        read_files(&dest)
            .keys()
            .any(|path| path.to_string_lossy().contains(part))
    };
    let foreign = [
        "highlight",
        "clipboard",
        "open-sans",
        "elasticlunr",
        "toc-",
        "ayu-",
        "favicon-8",
    ];
    foreign
        .iter()
        .for_each(|part| assert!(!named(part), "{part} is shipped"));
    assert!(named("own.png") && named("search-index-"));
}

fn fault_pattern(pattern: &str) -> regex::Regex {
    regex::Regex::new(pattern).expect("a pattern")
}

/// Nobody prints a page of forty megabytes: the booklets are for paper.
#[test]
fn no_page_holds_the_whole_book_even_if_the_settings_ask_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, dest) = (
        write_root(folder.path(), DENISE),
        folder.path().join("site"),
    );
    let settings = root.join("book/book.toml");
    let own =
        fs::read_to_string(&settings).expect("settings") + "\n[output.html.print]\nenable = true\n";
    fs::write(&settings, own).expect("written");
    let built = build_book(&root, &dest);
    assert_eq!(built.status.code(), Some(0));
    let said = String::from_utf8_lossy(&built.stderr).into_owned();
    assert!(
        said.contains("`print` under [output.html] changes nothing"),
        "{said}"
    );
    assert!(!dest.join("print.html").exists());
    let front = fs::read_to_string(dest.join("introduction.html")).expect("a page");
    assert!(!front.contains("print.html"));
}

#[test]
fn a_style_in_a_page_or_a_tag_left_open_stops_the_build() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, dest) = (
        write_root(folder.path(), DENISE),
        folder.path().join("site"),
    );
    let page = root.join("book/src/introduction.md");
    let prose = fs::read_to_string(&page).expect("the introduction");
    for (harm, words) in [
        (
            "<p style=\"color: red\">red</p>",
            "a style or script stands in the page: <p style=",
        ),
        (
            "<p onclick=\"x\">x</p>",
            "a style or script stands in the page: <p onclick=",
        ),
        (
            "before\n\n<b>never shut\n\nafter",
            "introduction.md, line LINE: ",
        ),
    ] {
        fs::write(&page, format!("{prose}\n{harm}\n")).expect("written");
        let built = build_book(&root, &dest);
        let said = String::from_utf8_lossy(&built.stderr).into_owned();
        let line = prose.matches('\n').count() + 4;
        assert!(
            !built.status.success() && said.contains(&words.replace("LINE", &line.to_string())),
            "{said}"
        );
    }
    assert!(!dest.exists(), "nothing was put there");
}

#[test]
fn a_plain_mdbook_build_gives_the_same_text_without_our_last_touches() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = write_root(folder.path(), DENISE);
    let book = root.join("book");
    let mut config = mdbook::config::Config::from_disk(book.join("book.toml")).expect("settings");
    let command = format!("\"{}\" preprocess", env!("CARGO_BIN_EXE_mouche"));
    config
        .set("preprocessor.mouche.command", command)
        .expect("a command");
    config.build.build_dir = folder.path().join("plain");
    // Neither is ours, and each goes through the whole book.
    config
        .set("output.html.search.enable", false)
        .expect("a setting");
    config
        .set("output.html.no-section-label", false)
        .expect("a setting");
    config
        .set("output.html.print.enable", false)
        .expect("a setting");
    mdbook::MDBook::load_with_config(&book, config)
        .expect("a book")
        .build()
        .expect("built");
    let hand = fs::read_to_string(
        folder
            .path()
            .join("plain/hands/mouche-1718/denise-must-trump.html"),
    )
    .expect("a hand");
    assert!(
        hand.contains("Denise must beat") && hand.contains(r#"href="../../toc.html""#),
        "{hand}"
    );
    let description = r#"<meta name="description" content="The rules of"#;
    assert!(
        hand.contains(description) && !hand.contains("<script>"),
        "{hand}"
    );
    let contents = fs::read_to_string(folder.path().join("plain/toc.html")).expect("the contents");
    assert!(
        contents.contains(r#"href="hands/mouche-1718/denise-must-trump.html""#),
        "{contents}"
    );
    // Parts of the prose stand last, and are numbered on.
    let chapters = fault_pattern(r#"aria-hidden="true">(\d+)\.</strong>"#);
    let numbers: Vec<u32> = chapters
        .captures_iter(&contents)
        .filter_map(|found| found[1].parse().ok())
        .collect();
    assert!(
        numbers.len() > 10 && numbers.iter().copied().eq(1..=numbers.len() as u32),
        "{numbers:?}"
    );
}

/// The address of a page that has another name now: `output.html.redirect` of `book.toml`, for hands as well.
#[test]
fn an_old_address_leads_to_the_new_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, dest) = (
        write_root(folder.path(), DENISE),
        folder.path().join("site"),
    );
    let settings = root.join("book/book.toml");
    let text = fs::read_to_string(&settings).expect("the settings");
    let moved =
        "[output.html.redirect]\n\"/hands/mouche-1718/denise.html\" = \"denise-must-trump.html\"\n";
    fs::write(&settings, text.replace("[output.html.redirect]\n", moved)).expect("written");
    let built = build_book(&root, &dest);
    assert_eq!(
        built.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let page = fs::read_to_string(dest.join("hands/mouche-1718/denise.html")).expect("a page");
    // Without scripts it leads on too, though the step is lost.
    let refresh = r#"<noscript><meta http-equiv="refresh" content="0; URL=denise-must-trump.html"></noscript>"#;
    assert!(
        page.contains(refresh) && page.contains("<script src=\"../../moved-"),
        "{page}"
    );
    assert!(
        page.contains(r#"<a href="denise-must-trump.html">"#)
            && page.matches("<script").count() == 1,
        "{page}"
    );
    fs::write(
        &settings,
        fs::read_to_string(&settings)
            .expect("read")
            .replace("denise-must-trump.html\"", "no.html\""),
    )
    .expect("written");
    assert_eq!(
        build_book(&root, &dest).status.code(),
        Some(1),
        "it leads nowhere"
    );
}

/// In a book that has all of ours, which is made where it lies, and in one that lacks the theme, which is copied.
#[test]
#[cfg(unix)]
fn neither_what_is_hidden_nor_what_a_link_leads_to_is_published() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let (full, secret) = (
        write_root(folder.path(), DENISE),
        folder.path().join("secret.txt"),
    );
    let bare = folder.path().join("bare");
    book_sample_prose::copy(&full.join("scenarios"), &bare.join("scenarios"));
    fs::create_dir_all(bare.join("book/src")).expect("a folder");
    fs::write(bare.join("book/src/SUMMARY.md"), "[A](a.md)\n").expect("a file");
    fs::write(bare.join("book/src/a.md"), "# A\n").expect("a file");
    fs::write(&secret, "token").expect("a file");
    for root in [full, bare] {
        let (prose, dest) = (root.join("book/src"), folder.path().join("site"));
        for name in [
            ".env",
            ".git/config",
            ".a.md.swp",
            "a.md~",
            "4913",
            "#a.md#",
            "data/.hidden",
            "data/own.txt",
        ] {
            fs::create_dir_all(prose.join(name).parent().expect("a folder")).expect("a folder");
            fs::write(prose.join(name), "token").expect("a file");
        }
        // As Emacs locks a file that has changes which are not saved.
        symlink("user@host.4711:1700000000", prose.join(".#a.md")).expect("a link");
        symlink("own.txt", prose.join("data/same.txt")).expect("a link");
        assert!(
            Command::new("mkfifo")
                .arg(prose.join("pipe"))
                .status()
                .expect("mkfifo")
                .success()
        );
        let built = build_book(&root, &dest);
        let told = String::from_utf8_lossy(&built.stderr).into_owned();
        assert_eq!(built.status.code(), Some(0), "{told}");
        assert!(
            told.contains("pipe is not a regular file and is left out of the book"),
            "{told}"
        );
        let site = read_site_files(&dest);
        let with_token = |(path, bytes): (&PathBuf, &Vec<u8>)| {
            (bytes == b"token").then(|| path.display().to_string())
        };
        assert_eq!(
            site.iter().filter_map(with_token).collect::<Vec<_>>(),
            ["data/own.txt", "data/same.txt"]
        );
        let is_hidden = |path: &&PathBuf| {
            path.iter()
                .any(|name| name.to_string_lossy().starts_with('.'))
        };
        let hidden: Vec<_> = site
            .keys()
            .filter(is_hidden)
            .map(|path| path.display().to_string())
            .collect();
        assert_eq!(hidden, [".mouche-site", ".nojekyll"]);
        for (to, why) in [
            (
                secret.clone(),
                "link.txt is a symbolic link that leads out of",
            ),
            (
                prose.join(".env"),
                "link.txt is a symbolic link that leads out of",
            ),
            (
                prose.join("data"),
                "link.txt is a symbolic link to a folder",
            ),
            (
                prose.join("none"),
                "link.txt is a symbolic link that leads nowhere",
            ),
        ] {
            symlink(to, prose.join("link.txt")).expect("a link");
            let built = build_book(&root, &dest);
            let told = String::from_utf8_lossy(&built.stderr).into_owned();
            assert!(
                built.status.code() == Some(2) && told.contains(why),
                "{told}"
            );
            fs::remove_file(prose.join("link.txt")).expect("a link");
        }
        fs::remove_dir_all(dest).expect("a site");
    }
}
