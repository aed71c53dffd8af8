//! The language of the words of a page: titles and prose of a hand that is told in French, and our English words in a book
//! that is in another language.

use crate::book_sample_prose::rewrite;
use crate::guest_book::GuestBook;
use crate::house_table_folder::run_mouche;
use crate::lsp::client::Client;
use crate::shared;
use crate::small_book::small_book;
use mouche::book::{
    BookRenderOptions, BuildResultCache, ScenarioLibrary, render_into_emptied_site,
};
use mouche::scenario::{check, check_in, house_rules_of};
use std::fs;
use std::path::Path;

const TITLE: &str = "Et ce roi ?";

/// A hand that is told in French, with French typography written with plain spaces.
fn french_hand() -> String {
    let hand = include_str!("../../scenarios/mouche-1718/la-dame-entre-deux.md")
        .replace("prose   = \"en\"\n", "");
    let prose = "\n\nQui est « Denise » ? *Plus* ! Le roi est la carte qui prend les autres.\n\n";
    let mut told = format!("# {TITLE}\n\n");
    for (at, part) in hand.split("```").enumerate().skip(1) {
        told += &if at % 2 == 1 {
            format!("```{part}```")
        } else {
            prose.to_owned()
        };
    }
    told
}

/// Builds a small book with a French hand; `settings` changes its `book.toml`.
fn build_french_book(settings: impl Fn(&str) -> String) -> tempfile::TempDir {
    let root = small_book();
    rewrite(&root.path().join("book/book.toml"), settings);
    fs::write(
        root.path().join("book/src/introduction.md"),
        "# Bonjour\n\nDu texte.\n",
    )
    .expect("an introduction");
    shared::copy_cache(root.path());
    let denise = include_bytes!("../held/denise-must-trump.md");
    let files = vec![
        check_in(
            house_rules_of(
                &root
                    .path()
                    .join("scenarios/mouche-1718/denise-must-trump.md"),
            ),
            "scenarios/mouche-1718/denise-must-trump.md",
            denise,
        ),
        check(
            "scenarios/mouche-1718/et-ce-roi.md",
            french_hand().as_bytes(),
        ),
    ];
    assert!(files.iter().all(|file| file.holds()), "the hands hold");
    let cache = BuildResultCache::for_book(root.path());
    let with = BookRenderOptions {
        cache: cache.as_ref(),
        ..BookRenderOptions::default()
    };
    render_into_emptied_site(
        &root.path().join("book"),
        ScenarioLibrary::from_files(files),
        &root.path().join("site"),
        with,
    )
    .expect("rendered");
    root
}

/// A file of the site. Whether its attributes are in quotes is left out: the builder drops those that are not needed.
fn read_page(root: &Path, page: &str) -> String {
    let text = fs::read_to_string(root.join("site").join(page))
        .unwrap_or_else(|_| panic!("{page} is missing"));
    if page.ends_with(".html") {
        text.replace('"', "")
    } else {
        text
    }
}

#[test]
fn a_hand_told_in_french_says_so_wherever_its_words_stand() {
    let root = build_french_book(str::to_owned);
    let title = "<span lang=fr>Et ce roi\u{a0}?</span>";
    let hand = read_page(root.path(), "hands/mouche-1718/et-ce-roi.html");
    assert!(
        hand.contains("<html lang=en"),
        "its interface is in English"
    );
    assert!(hand.contains("<title lang=fr>"));
    let heading = hand
        .split("<h1")
        .nth(1)
        .and_then(|rest| rest.split("</h1>").next())
        .expect("a heading");
    assert!(heading.contains(title), "{heading}");
    let stories: Vec<&str> = hand.split("class=hand-story").skip(1).collect();
    assert!(!stories.is_empty());
    for story in stories {
        assert!(
            story
                .split('>')
                .next()
                .is_some_and(|tag| tag.contains("lang=fr")),
            "{story:.80}"
        );
    }
    assert!(
        hand.contains("Qui est «\u{a0}Denise\u{a0}»\u{a0}? <em>Plus</em>\u{a0}!"),
        "no line begins with a sign"
    );
    assert!(
        hand.split("Cite this page")
            .nth(1)
            .is_some_and(|foot| foot.contains(&format!("“{title}”")))
    );
    for list in [
        "hands/mouche-1718.html",
        "hands/index-of-hands.html",
        "toc.html",
        "rules/mouche-1718.html",
    ] {
        let html = read_page(root.path(), list);
        assert!(html.contains(&format!(">{title}</a>")), "{list}");
        assert_eq!(
            html.matches("Et ce roi").count(),
            html.matches(title).count(),
            "{list}: each is marked"
        );
    }
    assert!(
        read_page(root.path(), "hands/mouche-1718.html").contains("<p lang=fr>"),
        "what it is about"
    );
    // The header says that French letters stand in English prose.
    let lady = check(
        "lady.md",
        include_bytes!("../../scenarios/mouche-1718/la-dame-entre-deux.md"),
    );
    assert_eq!(lady.prose_language_unless_english(), None);
    let unknown = include_str!("../../scenarios/mouche-1718/la-dame-entre-deux.md")
        .replace("prose   = \"en\"", "prose = \"nl\"");
    assert!(
        !check("lady.md", unknown.as_bytes()).holds(),
        "an unknown language of prose is refused"
    );
    let other = read_page(root.path(), "hands/mouche-1718/denise-must-trump.html");
    let turn = other
        .split("<nav class=turn")
        .nth(1)
        .expect("the pages before and after");
    assert!(
        turn.split("</nav>")
            .next()
            .is_some_and(|turn| turn.contains(title))
    );
    assert!(
        !other.split("<main").nth(1).is_some_and(|main| main
            .split("</main>")
            .next()
            .unwrap()
            .contains("lang=fr"))
    );
    let files = mouche::book::site::list_files(&root.path().join("site")).expect("a site");
    let index = files
        .iter()
        .find(|file| file.to_string_lossy().starts_with("search-index"))
        .expect("an index");
    let index = read_page(root.path(), &index.to_string_lossy());
    let edition = mouche::editions::by_id("mouche-1718")
        .expect("an edition")
        .name;
    for (address, name, language) in [
        ("et-ce-roi", "Et ce roi\u{a0}?", "fr"),
        ("denise-must-trump", "Denise must trump", ""),
    ] {
        // The index is JSON in single quotation marks, so its own are not escaped.
        let found = format!(
            "[\"hands/mouche-1718/{address}.html\",\"{name}\",\"Hands\",\"\",\"{language}\",\"{edition}\""
        );
        assert!(index.contains(&found), "the search has no {found}");
    }
}

#[test]
fn in_a_french_book_our_words_are_english() {
    let root = build_french_book(|text| text.replace("language = \"en\"", "language = \"fr\""));
    let own = read_page(root.path(), "introduction.html");
    assert!(own.contains("<html lang=fr"));
    for ours in [
        "<header lang=en",
        "<nav lang=en id=book-contents",
        "<footer lang=en",
        "<a lang=en class=skip",
    ] {
        assert!(own.contains(ours), "{ours}");
    }
    assert!(
        own.contains("<main id=book-text"),
        "the author's own words are in the language of the book"
    );
    assert!(own.contains("<a lang=fr class=bar-title"));
    assert!(
        own.contains("<span lang=fr>Bonjour</span>")
            || own.contains("<span lang=fr>Introduction</span>")
    );
    for ours in [
        "rules/mouche-1718.html",
        "hands/mouche-1718.html",
        "toc.html",
    ] {
        assert!(
            read_page(root.path(), ours).contains("<main lang=en"),
            "{ours}"
        );
    }
    let hand = read_page(root.path(), "hands/mouche-1718/et-ce-roi.html");
    assert!(
        hand.contains("<section lang=en class=hand")
            && hand.contains("<div class=hand-story lang=fr>")
    );
}

#[test]
fn a_hand_in_a_french_book_of_anothers_says_both_languages() {
    let book = GuestBook::with_hands();
    book.write("scenarios/denise-must-trump.md", &french_hand());
    let settings = fs::read_to_string(book.root().join("book.toml")).expect("settings");
    book.write(
        "book.toml",
        &settings.replace("language = \"en\"", "language = \"fr\""),
    );
    let book = book.build_or_panic();
    let one = fs::read_to_string(book.site().join("one.html")).expect("a page");
    assert!(one.contains("<figure class=\"mouche\" lang=\"en\">"));
    assert!(
        one.contains("<figcaption class=\"hand-name\" lang=\"fr\">Et ce roi\u{a0}?</figcaption>")
    );
    assert!(one.contains("<div class=\"hand-story\" lang=\"fr\">"));
}

#[test]
fn a_hand_of_mus_in_a_book_of_anothers_names_the_cards_that_are_drawn() {
    let book = GuestBook::with_hands();
    let mus = include_str!("../../scenarios/mus-pairs/why-two-must-refuse.md");
    book.write("scenarios/denise-must-trump.md", mus);
    let book = book.build_or_panic();
    let one = fs::read_to_string(book.site().join("one.html")).expect("a page");
    assert!(one.contains("king of cups") && !one.contains("king of hearts"));
}

/// Checks that the page of a hand names cards and verbs in French, and marks them as French.
fn assert_named_in_french(page: &str, card: &str, statement: &str) {
    assert!(
        page.contains("lang=fr aria-label=") && page.contains(card),
        "no {card}"
    );
    assert!(
        page.contains(&format!("lang=fr>{statement}")),
        "no {statement}"
    );
    for label in page.split("aria-label=").skip(1) {
        let label = label.split('>').next().unwrap_or_default();
        assert!(
            !label.contains(" of hearts") && !label.contains(" of clubs"),
            "{label}"
        );
    }
}

#[test]
fn a_french_hand_names_its_cards_and_verbs_in_french() {
    let root = build_french_book(str::to_owned);
    let hand = read_page(root.path(), "hands/mouche-1718/et-ce-roi.html");
    assert_named_in_french(&hand, "dame de carreau", "Mme de Sévigné passe.");
    let other = read_page(root.path(), "hands/mouche-1718/denise-must-trump.html");
    assert!(other.contains("Bertrand folds.") && other.contains("queen of hearts"));
}

/// A hand in French words and cards that does not say its language.
fn untagged_french_hand() -> String {
    let hand = include_str!("../held/french-all.md");
    assert!(hand.contains("\nlang    = \"fr\"\n"), "{hand}");
    hand.replacen("lang    = \"fr\"\n", "", 1)
}

#[test]
fn the_language_of_the_book_is_that_of_its_hands() {
    let place = tempfile::tempdir().expect("a folder");
    let root = place.path();
    for folder in ["scenarios", "book/src"] {
        fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    let hand = untagged_french_hand();
    fs::write(root.join("scenarios/roi.md"), &hand).expect("a hand");
    let printed = |arguments: &[&str]| {
        let done = run_mouche(root, arguments);
        String::from_utf8([done.stdout, done.stderr].concat()).expect("text")
    };
    let settings = root.join("book/book.toml");
    for (language, is_french) in [("en", false), ("fr-FR", true), ("nl", false)] {
        let text = format!("[book]\nlanguage = \"{language}\"\n");
        fs::write(&settings, text).expect("settings");
        for call in [&["check"][..], &["check", "scenarios/roi.md"]] {
            let checked = printed(call);
            assert_eq!(!checked.contains("error"), is_french, "{checked}");
        }
    }
    fs::write(&settings, "[book]\nlanguage = \"fr\"\n").expect("settings");
    let shown = printed(&["show", "scenarios/roi.md"]);
    assert!(shown.contains("Bertrand passe."), "{shown}");
    // Words and cards stay French.
    printed(&["fmt"]);
    let formatted = fs::read_to_string(root.join("scenarios/roi.md")).expect("a hand");
    for written in ["retourne 9♥", "V♥ R♣", "s'y tient"] {
        assert!(formatted.contains(written), "{formatted}");
    }
    // The words of the header win.
    let english = include_str!("../../scenarios/mouche-1718/denise-must-trump.md").replacen(
        "edition",
        "lang = \"en\"\nedition",
        1,
    );
    fs::write(root.join("scenarios/denise.md"), english).expect("a hand");
    let shown = printed(&["show", "scenarios/denise.md"]);
    assert!(shown.contains("Bertrand folds."), "{shown}");
    let built = printed(&["build", "--dest", "site"]);
    let page = fs::read_to_string(root.join("site/hands/mouche-1718/roi.html"));
    let page = page.unwrap_or_else(|_| panic!("{built}"));
    for words in ["dame de cœur", "Bertrand passe."] {
        assert!(page.contains(words), "no {words}");
    }
    let address = format!("file://{}", root.join("scenarios/roi.md").display());
    let mut client = Client::open_at(&address, &[], "utf-8", &hand);
    let (_, found) = client.next_diagnostics();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_written_hand_names_its_language_where_the_book_has_another() {
    let place = tempfile::tempdir().expect("a folder");
    for folder in ["scenarios", "book/src"] {
        fs::create_dir_all(place.path().join(folder)).expect("a folder");
    }
    fs::write(
        place.path().join("book/book.toml"),
        "[book]\nlanguage = \"fr\"\n",
    )
    .expect("settings");
    for (asked, line) in [
        (&[][..], ""),
        (&["--lang", "fr"], ""),
        (&["--lang", "en"], "lang = \"en\""),
        (&["--lang", "de"], "lang = \"de\""),
    ] {
        let call = [&["new", "--seed", "3"], asked].concat();
        let written = run_mouche(place.path(), &call).stdout;
        let text = String::from_utf8_lossy(&written);
        let named = text.lines().find(|line| line.starts_with("lang"));
        assert_eq!(named.unwrap_or_default(), line, "{text}");
        fs::write(place.path().join("scenarios/new.md"), &written).expect("a hand");
        let filled = run_mouche(place.path(), &["bless", "scenarios/new.md"]);
        assert!(filled.status.success(), "{text}\n{filled:?}");
    }
}

#[test]
fn a_chapter_of_a_french_book_tells_a_hand_in_french() {
    let place = tempfile::tempdir().expect("a folder");
    let chapters = place.path().join("src/part");
    fs::create_dir_all(&chapters).expect("a folder");
    let chapter = format!(
        "# Un chapitre\n\n````hand\n{}````\n",
        untagged_french_hand()
    );
    fs::write(chapters.join("one.md"), chapter).expect("a chapter");
    for (language, is_french) in [("en", false), ("fr", true)] {
        let settings = format!("[book]\nlanguage = \"{language}\"\n");
        fs::write(place.path().join("book.toml"), settings).expect("settings");
        for call in [&["check", "src"][..], &["check", "src/part/one.md"]] {
            let done = run_mouche(place.path(), call);
            assert_eq!(done.status.success(), is_french, "{done:?}");
        }
    }
}

#[test]
fn in_a_french_book_hands_have_french_cards_and_verbs_unless_they_say_another_language() {
    let root = build_french_book(|text| text.replace("language = \"en\"", "language = \"fr\""));
    let hand = read_page(root.path(), "hands/mouche-1718/denise-must-trump.html");
    assert_named_in_french(&hand, "dame de cœur", "Bertrand passe.");
}
