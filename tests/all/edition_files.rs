//! The edition files of authors: what of one is refused and where, and what comes of one that can be played. The invented manual
//! of 1827 in `tests/editions` is the example.

use crate::house_table_folder::run_mouche;
use mouche::rules::{ClauseId, ClauseLookup, InheritedClauseCertainty, Ruleset};
use mouche::rules::{ClauseSource, TrickRules};
use mouche::scenario::check;
use std::fs;
use std::path::{Path, PathBuf};

const LEBRUN: &str = include_str!("../editions/editions/lebrun-1827.toml");

/// The clauses that the manual of 1827 decides by itself.
const OWN: [ClauseId; 4] = [
    ClauseId::Rank,
    ClauseId::Stake,
    ClauseId::FlushOwe,
    ClauseId::PlayOvertrump,
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editions")
}

fn read_lebrun() -> Ruleset {
    Ruleset::read(LEBRUN, &|id| mouche::editions::built_in_by_id(id)).expect("an edition")
}

fn lebrun_and_base() -> (TrickRules, TrickRules) {
    let base = mouche::editions::trick_edition("mouche-1718").expect("an edition");
    (*read_lebrun().tricks().expect("tricks"), *base)
}

/// Checks the file of 1827 with other text in a place, and returns the messages with the tokens that they mark.
fn messages_with(text: &str, change: &str) -> Vec<(String, String)> {
    assert!(LEBRUN.contains(text), "{text}");
    let changed = LEBRUN.replacen(text, change, 1);
    let checked = check("editions/lebrun-1827.toml", changed.as_bytes());
    let mut messages = Vec::new();
    for wrong in &checked.diagnostics {
        assert!(!wrong.label.is_empty(), "{wrong:?}");
        messages.push((
            wrong.message.clone(),
            changed[wrong.span.clone()].to_owned(),
        ));
    }
    messages
}

#[test]
fn the_four_differences_of_the_manual_are_its_own_and_the_rest_is_taken_over() {
    let rules = read_lebrun();
    for topic in ClauseId::ALL
        .iter()
        .filter(|topic| rules.has_clause_on(**topic))
    {
        let source = rules.source(*topic).expect("a clause");
        let is_taken_over = matches!(
            source,
            ClauseSource::Same {
                edition: "mouche-1718",
                taken: InheritedClauseCertainty::NotToldAgain,
                ..
            }
        );
        assert_eq!(is_taken_over, !OWN.contains(topic), "{topic}: {source}");
        let cites_lebrun = source.work().is_some_and(|work| work.id == "lebrun-manual");
        assert!(!cites_lebrun || OWN.contains(topic), "{topic}: {source}");
        assert_eq!(
            rules.marks(*topic).signs().contains('∼'),
            !OWN.contains(topic),
            "{topic}"
        );
    }
    let (lebrun, base) = lebrun_and_base();
    assert_eq!((lebrun.stake.value.chips, base.stake.value.chips), (10, 5));
    assert_eq!(lebrun.terms.no_trick, base.terms.no_trick);
}

#[test]
fn a_mistake_in_an_edition_file_is_told_once_and_on_its_token() {
    for (text, change, message, token) in [
        (
            "chips = 10",
            "chips = \"ten\"",
            "`stake.value.chips` cannot have this value: expected a whole number, found `ten`",
            "\"ten\"",
        ),
        (
            "amount = { pool = 2 }",
            "amount = \"pool\"",
            "`flush.owe.value.amount` cannot have this value: what goes with `pool` is missing, or too much",
            "\"pool\"",
        ),
        (
            "[rank]\nvalue",
            "[rank]\nvalues",
            "no clause and no key of an edition is called `rank.values`",
            "values",
        ),
        (
            "[stake]",
            "[stakes]",
            "no clause and no key of an edition is called `stakes`",
            "stakes",
        ),
        (
            "[stake]",
            "[tie]",
            "`tie` is a clause of another kind of game",
            "tie",
        ),
        (
            "source = [\"lebrun-manual\", \"p. 112\"]",
            "",
            "the clause `stake` has no `source`",
            "stake",
        ),
        (
            "source = [\"lebrun-manual\", \"p. 112\"]",
            "source = [\"lebrun-manual\"]",
            "`stake.source` cannot have this value: expected a work and the place in it, such as `[\"lalanne\", \"p. 12\"]`, found a list of 1",
            "[\"lebrun-manual\"]",
        ),
        (
            "[\"lebrun-manual\", \"p. 112\"]",
            "[\"lebrun-manual\", \"p. 112\"]\nquotation = \"dix jetons\"",
            "`stake.quotation` cannot have this value: expected `{ words = \"…\", lang = \"fr\" }`, found `dix jetons`",
            "\"dix jetons\"",
        ),
        (
            "\"Before each deal, the dealer puts 10 chips into the pool. The other players put in no stake.\"",
            "\" \"",
            "the clause `stake` has an empty `text`",
            "\" \"",
        ),
        (
            "chips = 10",
            "chips = -10",
            "`stake` cannot be “-10 chips from the dealer only”: nobody pays less than no chip",
            "{ by = \"dealer\", chips = -10 }",
        ),
        (
            "[\"lebrun-manual\", \"p. 113\"]",
            "[\"lebrum\", \"p. 113\"]",
            "no work is called `lebrum`",
            "[\"lebrum\", \"p. 113\"]",
        ),
        (
            "id = \"lebrun-manual\"",
            "id = \"boussac\"",
            "no work is called `lebrun-manual`",
            "[\"lebrun-manual\", \"p. 113\"]",
        ),
        (
            "id = \"lebrun-manual\"\nshort",
            "id = \"boussac\"\nshorts",
            "`work.1` cannot have this value: expected one of `id`, `short`, `full`, `lang`, `seen`, `good_for`, `called`, `addresses`, `original`, `how`, found `shorts`",
            "shorts",
        ),
        (
            "\"mouche-1718\"",
            "\"mouche-1719\"",
            "no edition is called `mouche-1719`",
            "\"mouche-1719\"",
        ),
        (
            "\"lebrun-1827\"",
            "\"lebrun-1828\"",
            "an edition cannot have the id `lebrun-1828`: the file is called lebrun-1827.toml",
            "\"lebrun-1828\"",
        ),
        (
            "[rank]\n",
            "[rank\n",
            "this edition is not valid TOML: unclosed table",
            "",
        ),
        ("id = \"lebrun-1827\"", "", "this edition has no `id`", ""),
    ] {
        let messages = messages_with(text, change);
        assert_eq!(
            messages,
            [(message.to_owned(), token.to_owned())],
            "{change}"
        );
    }
}

#[test]
fn values_that_exclude_each_other_are_shown_both() {
    let excluded = LEBRUN.to_owned()
        + "[debt.cap]\nvalue = 15\ntext = \"At most 15.\"\nsource = [\"lebrun-manual\", \"p. 116\"]\n";
    let checked = check("editions/lebrun-1827.toml", excluded.as_bytes());
    let [wrong] = &checked.diagnostics[..] else {
        panic!("{:?}", checked.diagnostics)
    };
    assert_eq!(
        wrong.message,
        "`debt.cap` and `stake` exclude each other: the limit on debts must be a multiple of the stake"
    );
    assert_eq!(&excluded[wrong.span.clone()], "15");
    let (stake, _) = &wrong.related[0];
    assert!(excluded[stake.clone()].contains("chips = 10"));
}

#[test]
fn hands_of_the_edition_are_judged_by_it() {
    let checked = run_mouche(&folder(), &["check", "."]);
    let output = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{output}");
    assert!(output.starts_with("5 scenarios, 6 deals"), "{output}");
    assert!(output.contains("; 3 editions"), "{output}");
    assert!(!output.contains("no hand shows"), "{output}");
    // In 1718, the same hand breaks a duty.
    let place = tempfile::tempdir().expect("a folder");
    let hand = fs::read_to_string(folder().join("denise-trumps-low.md")).expect("a hand");
    let in_1718 = hand.replace("lebrun-1827", "mouche-1718");
    fs::write(place.path().join("in-1718.md"), in_1718).expect("a hand");
    // A file that does not lie in the folder of the edition cannot name it.
    fs::write(place.path().join("elsewhere.md"), hand).expect("a hand");
    let checked = run_mouche(place.path(), &["check", "."]);
    let output = String::from_utf8_lossy(&checked.stdout);
    assert!(output.contains("play.overtrump"), "{output}");
    assert!(output.contains("error[unknown-edition]"), "{output}");
}

#[test]
fn a_hand_of_a_broken_edition_says_so() {
    let place = tempfile::tempdir().expect("a folder");
    let editions = place.path().join("editions");
    fs::create_dir(&editions).expect("a folder");
    let broken = LEBRUN.replacen("chips = 10", "chips = \"ten\"", 1);
    fs::write(editions.join("lebrun-1827.toml"), broken).expect("an edition");
    let hand = fs::read(folder().join("denise-trumps-low.md")).expect("a hand");
    fs::write(place.path().join("hand.md"), hand).expect("a hand");
    let checked = run_mouche(place.path(), &["check", "."]);
    let output = String::from_utf8_lossy(&checked.stdout);
    assert!(!checked.status.success());
    for words in [
        "expected a whole number",
        "the file of the edition `lebrun-1827` has an error",
    ] {
        assert_eq!(
            output.matches(words).count(),
            if words.starts_with("exp") { 2 } else { 1 },
            "{output}"
        );
    }
}

/// Writes a folder with a book, the edition of 1827 and its hands.
fn write_book(settings: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    assert!(run_mouche(place.path(), &["init"]).status.success());
    let hands = place.path().join("scenarios/lebrun");
    let editions = place.path().join("scenarios/editions");
    for folder in [&hands, &editions, &place.path().join("book")] {
        fs::create_dir_all(folder).expect("a folder");
    }
    fs::write(editions.join("lebrun-1827.toml"), LEBRUN).expect("an edition");
    for name in ["denise-trumps-low.md", "a-flush-in-1718-and-1827.md"] {
        fs::copy(folder().join(name), hands.join(name)).expect("a hand");
    }
    let settings = format!("[book]\ntitle = \"Test\"\n[preprocessor.mouche]\n{settings}");
    fs::write(place.path().join("book/book.toml"), settings).expect("settings");
    place
}

#[test]
fn a_book_cites_the_manual_for_four_clauses_and_marks_the_rest() {
    let place = write_book("extra = [\"all\"]\n");
    let done = run_mouche(place.path(), &["build"]);
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let page = |name: &str| {
        fs::read_to_string(place.path().join("target/book").join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let rules = page("rules/lebrun-1827.html");
    let (own, rest) = rules.split_once("id=\"the-rest\"").expect("two parts");
    let (_, list) = own
        .split_once("These clauses belong to this edition")
        .expect("a list");
    let (list, _) = list
        .split_once("The others are taken over")
        .expect("a list");
    for topic in OWN {
        assert!(
            list.contains(&format!("href=\"#{topic}\"")),
            "{topic} in {list}"
        );
        assert!(own.contains(&format!("id=\"{topic}\"")), "{topic}");
    }
    for cited in ["p. 112", "p. 113", "p. 115"] {
        assert!(
            own.contains(&format!("Lebrun 1827 (invented), {cited}")),
            "{cited}"
        );
    }
    assert!(
        own.contains("In La Mouche, 1718"),
        "the value of the base is told"
    );
    assert!(rest.contains("<li id=\"play.trump\">") && rest.contains("∼"));
    assert!(page("sources.html").contains("id=\"lebrun-manual\""));
    assert!(page("comparison.html").contains("lebrun-1827.html#stake"));
    assert!(page("tonight/lebrun-1827.html").contains("You need not beat it."));
    assert!(page("hands/lebrun-1827.html").contains("denise-trumps-low.html"));
    assert!(page("games/mouche.html").contains("lebrun-1827.html"));
}

/// Writes the file of a new edition that is based on another, and returns its text.
fn write_new_edition(folder: &Path, base: &str) -> String {
    fs::create_dir_all(folder.join("scenarios")).expect("a folder");
    let done = run_mouche(
        folder,
        &["new-edition", "new", "--based-on", base, "--force"],
    );
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{base}: {errors}");
    fs::read_to_string(folder.join("scenarios/editions/new.toml")).expect("an edition")
}

/// Removes the `#` before each line that can be used.
fn use_comments(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        match line.strip_prefix('#') {
            Some(rest) if !rest.is_empty() && !rest.starts_with(' ') => lines.push(rest),
            _ => lines.push(line),
        }
    }
    lines.join("\n")
}

#[test]
fn a_new_edition_is_as_its_base_with_its_comments_or_without() {
    let place = tempfile::tempdir().expect("a folder");
    for base in mouche::editions::built_in_editions() {
        let text = write_new_edition(place.path(), base.id);
        for (text, is_taken_over) in [(use_comments(&text), false), (text, true)] {
            let read = Ruleset::read(&text, &|id| mouche::editions::built_in_by_id(id));
            let rules = read.unwrap_or_else(|error| panic!("{}: {error}", base.id));
            for topic in ClauseId::ALL {
                assert_eq!(
                    rules.describe_value(*topic),
                    base.describe_value(*topic),
                    "{}/{topic}",
                    base.id
                );
                let Some(source) = rules.source(*topic) else {
                    continue;
                };
                let is_same = matches!(source, ClauseSource::Same { .. });
                assert_eq!(is_same, is_taken_over, "{}/{topic}: {source}", base.id);
            }
        }
    }
}

#[test]
fn a_new_edition_overwrites_no_file_and_has_a_name_of_its_own() {
    let place = tempfile::tempdir().expect("a folder");
    write_new_edition(place.path(), "mouche-1718");
    for (id, base, message) in [
        ("new", "mouche-1718", "the file exists"),
        (
            "loo-2008",
            "mouche-1718",
            "an edition of the program has this id",
        ),
        ("../new", "mouche-1718", "small letters, digits and hyphens"),
        ("other", "mouche-1719", "did you mean mouche-1718?"),
    ] {
        let done = run_mouche(place.path(), &["new-edition", id, "--based-on", base]);
        let errors = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{errors}");
        assert!(errors.contains(message), "{errors}");
    }
    // An author's edition can be the base of another.
    let done = run_mouche(place.path(), &["new-edition", "newer", "--based-on", "new"]);
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let text = fs::read_to_string(place.path().join("scenarios/editions/newer.toml"));
    assert!(
        text.expect("an edition")
            .contains("#value = { by = \"dealer\", chips = 5 }")
    );
}

#[test]
fn an_edition_without_a_base_is_a_game_of_its_own() {
    let place = tempfile::tempdir().expect("a folder");
    assert!(run_mouche(place.path(), &["init"]).status.success());
    let scenarios = place.path().join("scenarios");
    fs::create_dir_all(scenarios.join("editions")).expect("a folder");
    for name in [
        "editions/bourre.toml",
        "most-tricks-take-the-pool.md",
        "two-with-as-many-tricks.md",
    ] {
        fs::copy(folder().join(name), scenarios.join(name)).expect("a copy");
    }
    let settings = "[book]\ntitle = \"Test\"\n[preprocessor.mouche]\nextra = [\"all\"]\n";
    fs::create_dir_all(place.path().join("book")).expect("a folder");
    fs::write(place.path().join("book/book.toml"), settings).expect("settings");
    let done = run_mouche(place.path(), &["build", "--dest", "site"]);
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{errors}");
    for (page, words) in [
        ("rules/bourre.html", "with the most tricks"),
        ("games/bourre.html", "Bourré"),
        ("comparison.html", "bourre.html#pay.share"),
        ("tonight/bourre.html", "most tricks"),
        ("hands/bourre.html", "two-with-as-many-tricks.html"),
    ] {
        let html = fs::read_to_string(place.path().join("site").join(page));
        let html = html.unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(html.contains(words), "{page}");
    }
    let simulated = run_mouche(
        place.path(),
        &["simulate", "--edition", "bourre", "--hands", "200"],
    );
    assert!(simulated.status.success());
}

#[test]
fn the_dealers_last_card_is_turned_up_and_stays_in_the_hand() {
    let place = tempfile::tempdir().expect("a folder");
    let editions = place.path().join("scenarios/editions");
    fs::create_dir_all(&editions).expect("a folder");
    let hand = "scenarios/most-tricks-take-the-pool.md";
    fs::copy(
        folder().join("editions/bourre.toml"),
        editions.join("bourre.toml"),
    )
    .expect("a copy");
    let text = fs::read_to_string(folder().join("most-tricks-take-the-pool.md")).expect("a hand");
    fs::write(place.path().join(hand), &text).expect("a hand");
    let shown = run_mouche(place.path(), &["show", hand]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    for words in [
        "The turn-up is Q♠, a card of the dealer's hand: spades are trumps.",
        "turned up Q♠",
    ] {
        assert!(shown.contains(words), "{words} in\n{shown}");
    }
    // Anne keeps five cards, and no card is on the table besides.
    assert!(!shown.contains("turn-up Q♠"), "{shown}");
    assert!(
        run_mouche(place.path(), &["fmt", "--check"])
            .status
            .success()
    );
    let drawn = run_mouche(
        place.path(),
        &[
            "new",
            "--edition",
            "bourre",
            "--players",
            "3",
            "--seed",
            "3",
        ],
    );
    assert!(drawn.status.success());
    let path = place.path().join("scenarios/drawn.md");
    fs::write(&path, &drawn.stdout).expect("a hand");
    run_mouche(place.path(), &["bless", "scenarios/drawn.md"]);
    let checked = run_mouche(place.path(), &["check", "scenarios/drawn.md"]);
    let output = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success(), "{output}");
    let broken = text.replace("turn     Q♠", "turn     10♠");
    fs::write(place.path().join(hand), broken).expect("a hand");
    let checked = run_mouche(place.path(), &["check", hand]);
    let output = String::from_utf8_lossy(&checked.stdout).into_owned()
        + &String::from_utf8_lossy(&checked.stderr);
    let message = "10♠ is turned up, but Anne deals and does not hold it";
    assert!(output.contains(message), "{output}");
}
