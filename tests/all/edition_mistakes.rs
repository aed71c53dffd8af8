//! What a newcomer does wrong in an edition file: each mistake is an error or a note that shows the place and what to write.

use crate::house_table_folder::run_mouche;
use mouche::rules::{ClauseId, ClauseLookup, Ruleset};
use mouche::scenario::check;
use std::fs;
use std::path::Path;

/// Returns an edition file with these clauses.
fn edition_based_on(base: &str, clauses: &str) -> String {
    format!(
        "id = \"lebrun\"\nname = \"A manual\"\nbased_on = \"{base}\"\n\n[[work]]\nid = \"lebrun-manual\"\nshort = \"Lebrun\"\n\
         full = \"Lebrun, Manuel (invented)\"\nseen = \"copied\"\ngood_for = \"Its rules.\"\n\n{clauses}"
    )
}

/// Returns a clause with a value and a source.
fn clause(topic: &str, value: &str) -> String {
    format!(
        "[{topic}]\nvalue = {value}\ntext = \"A rule.\"\nsource = [\"lebrun-manual\", \"p. 1\"]\n\n"
    )
}

/// Returns the messages about a file, each with its token, its help and the places that it shows too.
fn messages_of(file: &str) -> Vec<(String, String, String)> {
    let checked = check("editions/lebrun.toml", file.as_bytes());
    let mut messages = Vec::new();
    for wrong in &checked.diagnostics {
        let mut help = wrong.help.join("\n");
        for (span, label) in &wrong.related {
            help += &format!("\n{} ({label})", &file[span.clone()]);
        }
        messages.push((
            wrong.message.clone(),
            file[wrong.span.clone()].to_owned(),
            help,
        ));
    }
    messages
}

/// Asserts that a file has one error with these words, at this token, and with these words of help.
#[track_caller]
fn assert_error(file: &str, message: &str, token: &str, help: &str) {
    let messages = messages_of(file);
    let [(says, marked, helps)] = &messages[..] else {
        panic!("{messages:?} in\n{file}")
    };
    assert!(says.contains(message), "{says}\nand not {message}");
    assert_eq!(marked, token, "{says}");
    assert!(helps.contains(help), "{helps}\nwithout {help}");
}

#[test]
fn a_value_taken_over_that_nothing_can_meet_excludes_the_own_value() {
    for (base, own, token, excluded, why) in [
        (
            "mauscheln-2008",
            clause("undertake", "{ waiting = 1, playing = 1, bidding = 3 }"),
            "{ waiting = 1, playing = 1, bidding = 3 }",
            "`undertake` and `debt.make` exclude each other: no player undertakes so many tricks",
            "debt.make is “a player who undertook 2 tricks and wins none: twice what the pool holds",
        ),
        (
            "mauscheln-2008",
            clause("undertake", "{ waiting = 1, playing = 1, bidding = 3 }")
                + &clause(
                    "debt.make",
                    r#"[{ undertook = 3, won = 0, amount = { pool = 2 }, to = "next_pool" }, { amount = { pool = 1 }, to = "next_pool" }]"#,
                ),
            "",
            "",
            "",
        ),
        (
            "boussac-1896",
            clause(
                "decl.order",
                "[\"declarations\", \"turn_up\", \"claims\", \"tricks\"]",
            ),
            "[\"declarations\", \"turn_up\", \"claims\", \"tricks\"]",
            "`decl.order` and",
            "no phase `naming` lets a player name the trump suit",
        ),
        (
            "mouche-1718",
            clause("decl.order", "[\"declarations\", \"tricks\"]"),
            "[\"declarations\", \"tricks\"]",
            "`decl.order` and `flush.what` exclude each other: no phase `claims` lets players claim a flush",
            "flush.what is “",
        ),
    ] {
        let file = edition_based_on(base, &own);
        if excluded.is_empty() {
            assert_eq!(messages_of(&file), [], "{own}");
            continue;
        }
        let messages = messages_of(&file);
        let [(says, marked, help)] = &messages[..] else {
            panic!("{messages:?} in\n{file}")
        };
        assert!(says.contains(excluded), "{says}\nand not {excluded}");
        assert_eq!(marked, token);
        assert!(
            says.contains(why) || help.contains(why),
            "{says}\n{help}\nwithout {why}"
        );
    }
}

#[test]
fn a_penalty_that_applies_to_nobody_is_refused() {
    let won_enough = r#"[{ won = 1, amount = { pool = 2 }, to = "next_pool" }, { amount = { pool = 1 }, to = "next_pool" }]"#;
    let comes_too_late = r#"[{ amount = { pool = 1 }, to = "next_pool" }, { won = 0, amount = { pool = 2 }, to = "next_pool" }]"#;
    for (value, why) in [
        (
            won_enough,
            "a player who wins so many tricks has won as many as they undertook",
        ),
        (
            comes_too_late,
            "an earlier penalty of the list applies to the same players",
        ),
    ] {
        let file = edition_based_on("mouche-1718", &clause("debt.make", value));
        assert_error(&file, why, value, "");
    }
}

#[test]
fn a_card_that_the_pack_does_not_have_excludes_the_pack() {
    for (base, topic, value) in [
        ("mouche-1718", "pam.card", "\"2♣\""),
        (
            "mauscheln-2008",
            "rank.promoted",
            "{ card = \"6♦\", under = \"A\" }",
        ),
        (
            "mauscheln-2008",
            "pay.premium",
            "{ card = \"2♦\", amount = { stake = 1 } }",
        ),
    ] {
        let file = edition_based_on(base, &clause(topic, value));
        let excluded = format!(
            "`{topic}` and `pack` exclude each other: the pack does not have the card that this clause names"
        );
        assert_error(&file, &excluded, value, "pack is “");
    }
}

#[test]
fn a_table_of_packs_has_one_for_each_number_of_players() {
    let gap = "{ 4 = \"6-A\", 6 = \"2-A\" }";
    let file = edition_based_on("mouche-1718", &clause("pack", gap));
    assert_error(
        &file,
        "`pack` and `players` exclude each other: the table of packs begins with more players than the fewest who may play",
        gap,
        "",
    );
    // The packs that are taken over begin with three players.
    let two = "{ from = 2, to = 6 }";
    let file = edition_based_on("mouche-1718", &clause("players", two));
    assert_error(&file, "the table of packs begins", two, "");
    let whole = "{ 2 = \"8-A\", 4 = \"6-A\", 5 = \"3-A\", 6 = \"2-A\" }";
    let clauses = clause("players", two) + &clause("pack", whole);
    let file = edition_based_on("mouche-1718", &clauses);
    assert_eq!(messages_of(&file), []);
    let idle = "{ 3 = \"6-A\", 7 = \"2-A\" }";
    let file = edition_based_on("mouche-1718", &clause("pack", idle));
    let why = "the table has a pack for more players than may play";
    assert_error(&file, why, idle, "");
    for number in ["03", "1", "11", "many"] {
        let value = format!("{{ {number} = \"6-A\", 4 = \"2-A\" }}");
        let file = edition_based_on("mouche-1718", &clause("pack", &value));
        assert_error(&file, "numbers of players", number, "");
    }
}

#[test]
fn an_order_that_forgets_a_rank_of_the_pack_is_refused() {
    let ten_forgotten = "\"A K Q J 9 8 7 6 5 4 3 2\"";
    let file = edition_based_on("mouche-1718", &clause("rank", ten_forgotten));
    assert_error(
        &file,
        "the pack has 10, which the order in `rank` does not name",
        ten_forgotten,
        "",
    );
    // The order need not name ranks that no table has.
    let short = clause("rank", "\"A K Q J 10 9 8 7\"");
    let file = edition_based_on("mauscheln-2008", &short);
    assert!(
        messages_of(&file)
            .iter()
            .all(|(says, ..)| !says.contains("does not name")),
        "{:?}",
        messages_of(&file)
    );
    // A larger pack has ranks that the order of the base does not name.
    let larger = clause("pack", "\"2-A\"");
    let file = edition_based_on("julep-2008", &larger);
    assert_error(
        &file,
        "the pack has 10, 9, 8, which the order in `rank` does not name",
        "\"2-A\"",
        "",
    );
}

#[test]
fn a_text_alone_says_the_rule_of_the_base_in_other_words() {
    let reworded = "[debt.enter]\ntext = \"The pool holds 10 chips and one debt.\"\n";
    let file = edition_based_on("mouche-1718", reworded);
    assert_eq!(messages_of(&file), []);
    let rules =
        Ruleset::read(&file, &|id| mouche::editions::built_in_by_id(id)).expect("an edition");
    let base = mouche::editions::built_in_by_id("mouche-1718").expect("an edition");
    let topic = ClauseId::DebtEnter;
    let clause = rules.clause(topic).expect("a clause");
    assert_eq!(
        clause.text().render(|text, _| (*text).to_owned()),
        "The pool holds 10 chips and one debt."
    );
    assert!(rules.decides_as(base, topic));
    assert!(rules.marks(topic).signs().contains('∼'));
    assert_eq!(
        rules.questions_with_answers(topic),
        base.questions_with_answers(topic)
    );
    let empty = file.replace("The pool holds 10 chips and one debt.", " ");
    assert_error(
        &empty,
        "the clause `debt.enter` has an empty `text`",
        "\" \"",
        "",
    );
    // A value of its own still needs a source.
    let with_value = file.replace("[debt.enter]", "[debt.enter]\nvalue = \"oldest\"");
    assert_error(
        &with_value,
        "the clause `debt.enter` has no `source`",
        "enter",
        "has a `text` alone",
    );
}

/// Writes an edition file into the folder of a book, and returns what `check` prints.
fn check_output(folder: &Path, file: &str) -> String {
    let editions = folder.join("scenarios/editions");
    fs::create_dir_all(&editions).expect("a folder");
    fs::write(editions.join("lebrun.toml"), file).expect("an edition");
    let checked = run_mouche(folder, &["check"]);
    String::from_utf8_lossy(&checked.stdout).into_owned()
}

#[test]
fn a_number_of_the_base_in_an_own_text_gets_a_note() {
    let place = tempfile::tempdir().expect("a folder");
    let stake = clause("stake", "{ by = \"dealer\", chips = 10 }")
        .replace("A rule.", "The dealer puts five chips into the pool.");
    let reworded = "[debt.enter]\ntext = \"One debt enters the pool of 10 chips.\"\n";
    let file = edition_based_on("mouche-1718", &(stake.clone() + reworded));
    let output = check_output(place.path(), &file);
    for words in [
        "stake: “five chips” in the text; the value is “10 chips from the dealer only”",
        "texts_read = [\"stake\"]",
        "taken over from mouche-1718, 1 of them in other words",
    ] {
        assert!(output.contains(words), "{output}\nwithout {words}");
    }
    assert!(!output.contains("debt.enter"), "{output}");
    let read = file.replace("\n\n[[work]]", "\ntexts_read = [\"stake\"]\n\n[[work]]");
    let output = check_output(place.path(), &read);
    assert!(!output.contains("in the text"), "{output}");
    let right = file.replace("five chips", "ten chips");
    let output = check_output(place.path(), &right);
    assert!(!output.contains("in the text"), "{output}");
}

#[test]
fn a_message_about_a_value_shows_its_form() {
    let stake = clause("stake", "{ by = \"dealer\", chips = 10 }");
    let owe = clause(
        "flush.owe",
        "{ payers = \"active\", amount = { pool = 2 }, to = \"next_pool\" }",
    );
    let reading = "[play.overtrump]\nvalue = \"waived\"\ntext = \"No.\"\nsource = \"silent\"\n\n[[play.overtrump.reading]]\n\
                   id = \"l.1\"\nkind = \"silence\"\nquestion = \"Must they?\"\nruling = \"No.\"\nwhy = \"It is silent.\"\n";
    let all = edition_based_on("mouche-1718", &format!("{stake}{owe}{reading}"));
    assert_eq!(messages_of(&all), []);
    for (text, change, message, token, help) in [
        (
            "{ by = \"dealer\", chips = 10 }",
            "10",
            "`stake.value` cannot have this value: expected a table, found 10",
            "10",
            "such as `{ by = \"dealer\", chips = 5 }`",
        ),
        (
            "amount = { pool = 2 }",
            "amount = \"double\"",
            "expected one of `pool`, `stake`, `chips`, found `double`",
            "\"double\"",
            "such as `{ pool = 2 }`",
        ),
        (
            "value = \"waived\"",
            "value = false",
            "expected one of `binding`, `waived`, found `false`",
            "false",
            "`mouche explain play.overtrump` says what each value means",
        ),
        (
            "chips = 10",
            "chips = \"10\"",
            "expected a whole number, found `\"10\"`, which is a text: leave out the quotation marks",
            "\"10\"",
            "",
        ),
        (
            "source = \"silent\"",
            "source = \"lebrun-manual, p. 12\"",
            "`play.overtrump.source` cannot have this value",
            "\"lebrun-manual, p. 12\"",
            "write `[\"lebrun-manual\", \"p. 12\"]`",
        ),
        (
            "id = \"l.1\"\n",
            "",
            "has no `id`",
            "[[play.overtrump.reading]]",
            "add a line `id = \"…\"` to this table",
        ),
        (
            "why = \"It is silent.\"\n",
            "why = \"It is silent.\"\nquotation = { words = \"Non.\", lang = \"fr\" }\n",
            "found `quotation`",
            "quotation",
            "write it above the line",
        ),
        (
            "[\"lebrun-manual\", \"p. 1\"]",
            "[\"lebrun-man\", \"p. 1\"]",
            "no work is called `lebrun-man`",
            "[\"lebrun-man\", \"p. 1\"]",
            "did you mean `lebrun-manual` or `lebrun`?",
        ),
        (
            "chips = 10 }\n",
            "chips = 10 }\nquote = { words = \"dix\", lang = \"fr\" }\n",
            "no clause and no key of an edition is called `stake.quote`",
            "quote",
            "`quotation`",
        ),
        (
            "[play.overtrump]",
            "[stake]\nvalue = 1\n\n[play.overtrump]",
            "the table `[stake]` stands twice",
            "[stake]",
            "[stake] (first here)",
        ),
        (
            "text = \"No.\"",
            "text = \"No.\nNot at all.\"",
            "a text of several lines has three quotation marks before and after it",
            "\"",
            "",
        ),
        (
            "text = \"No.\"",
            "text = 'L'as est haut.'",
            "a text in single quotation marks ends at its first apostrophe",
            "'L'as est haut.'",
            "",
        ),
        (
            "[play.overtrump]\n",
            "[pay.last]\nvalue = 1\n\n[play.overtrump]\n",
            "`pay.last`",
            "last",
            "",
        ),
        (
            "based_on = \"mouche-1718\"\n",
            "",
            "this edition is not based on another, and lacks 75 of the 78 clauses of its game",
            "\"lebrun\"",
            "take them over from a similar game with `[[same]]`, or write `based_on`",
        ),
    ] {
        assert!(all.contains(text), "{text}");
        assert_error(&all.replacen(text, change, 1), message, token, help);
    }
    let french = edition_based_on("mouche-1718", &clause("rank", "\"A R D V 10 9 8 7 6\""));
    assert_error(
        &french,
        "expected ranks from the highest down with the English letters, such as `A K Q J 10`, found `R`",
        "\"A R D V 10 9 8 7 6\"",
        "",
    );
}

#[test]
fn explain_shows_an_example_of_a_value_with_parts() {
    let place = tempfile::tempdir().expect("a folder");
    for (topic, example) in [
        ("pay.premium", "{ card = \"J♣\", amount = { pool = 2 } }"),
        ("stake", "{ by = \"dealer\", chips = 2 }"),
    ] {
        let explained = run_mouche(place.path(), &["explain", topic]);
        let output = String::from_utf8_lossy(&explained.stdout);
        assert!(output.contains(example), "{output}");
    }
}

#[test]
fn a_book_of_one_edition_of_mus_can_have_the_pages_of_games() {
    let place = tempfile::tempdir().expect("a folder");
    assert!(run_mouche(place.path(), &["init"]).status.success());
    let hand = "scenarios/a.md";
    let made = run_mouche(
        place.path(),
        &[
            "new",
            "--edition",
            "mus-pairs",
            "--shows",
            "phase.order",
            "-o",
            hand,
        ],
    );
    assert!(made.status.success());
    assert!(
        run_mouche(place.path(), &["bless", "scenarios"])
            .status
            .success()
    );
    fs::create_dir_all(place.path().join("book")).expect("a folder");
    let settings = "[book]\ntitle = \"Test\"\n[preprocessor.mouche]\nextra = [\"games\"]\n";
    fs::write(place.path().join("book/book.toml"), settings).expect("settings");
    let built = run_mouche(place.path(), &["build", "--dest", "site"]);
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{errors}");
    let index = fs::read_to_string(place.path().join("site/hands/index-of-hands.html"));
    let index = index.expect("the index");
    assert!(
        index.contains("rules/mus-pairs.html#phase.order"),
        "{index}"
    );
}

/// Returns a new game that takes over from an edition what these clauses do not say.
fn game_like(other: &str, clauses: &str) -> String {
    let file = edition_based_on(other, clauses);
    let same = format!(
        "machine = \"tricks\"\nterms = {{ flush = \"flush\", no_trick = \"is looed\", top_card = \"Pam\" }}\n\n\
         [[same]]\nedition = \"{other}\"\ntaken = \"not_at_hand\"\nwhy = \"A test.\"\n"
    );
    file.replace(&format!("based_on = \"{other}\"\n"), &same)
}

#[test]
fn a_game_with_same_is_checked_like_an_edition_with_a_base() {
    for (own, message, token) in [
        (
            clause("flush.what", "\"none\""),
            "`flush.what` and `decl.order` exclude each other",
            "\"none\"",
        ),
        (
            clause("decl.fille", "\"open\""),
            "this value of `decl.fille` changes nothing: this edition has no spare hand",
            "\"open\"",
        ),
    ] {
        for file in [
            edition_based_on("loo-2008", &own),
            game_like("loo-2008", &own),
        ] {
            assert_error(&file, message, token, "");
        }
    }
    let phases = clause("decl.order", "[\"declarations\", \"tricks\"]");
    let no_flush = clause("flush.what", "\"none\"") + &phases;
    let debt = clause(
        "flush.owe",
        "{ payers = \"active\", amount = { pool = 2 }, to = \"next_pool\" }",
    );
    let no_flush = game_like("loo-2008", &no_flush);
    assert_eq!(messages_of(&no_flush), []);
    let with_debt = no_flush.clone() + &debt;
    let why = "this value of `flush.owe` changes nothing: this edition has no flush";
    let token = "{ payers = \"active\", amount = { pool = 2 }, to = \"next_pool\" }";
    assert_error(&with_debt, why, token, "");
    let read = Ruleset::read(&no_flush, &mouche::editions::by_id).expect("an edition");
    assert!(!read.has_subject_of(ClauseId::FlushOwe) && !read.has_subject_of(ClauseId::FlushTake));
}

#[test]
fn a_text_that_is_not_closed_is_an_error_where_it_begins() {
    let open = "[stake]\ntext = \"\"\"\nA rule.\n\n";
    let next = "#[rank]\n#value = \"K\"\n#text = \"\"\"\n#A text.\"\"\"\n";
    let file = edition_based_on("mouche-1718", &format!("{open}{next}"));
    assert_error(
        &file,
        "the text is not closed",
        "\"\"\"",
        "where the text ends",
    );
    let about = edition_based_on("mouche-1718", "");
    let about = about.replace("\n[[work]]", "about = \"\"\"\nA book.\n\n[[work]]");
    assert_error(&about, "the text is not closed", "\"\"\"", "");
    let closed = format!("[debt.enter]\ntext = \"\"\"\nA rule.\"\"\"\n{next}");
    let closed = edition_based_on("mouche-1718", &closed);
    assert_eq!(messages_of(&closed), []);
}

#[test]
fn a_clause_without_words_is_an_error() {
    let empty = clause("stake", "{ by = \"dealer\", chips = 10 }").replace("A rule.", "");
    let file = edition_based_on("mouche-1718", &empty);
    assert_error(&file, "the clause `stake` has an empty `text`", "\"\"", "");
}

#[test]
fn the_phases_of_mus_are_those_of_a_deal() {
    for (order, why) in [
        ("[]", "each once"),
        (
            "[\"grande\", \"grande\", \"petite\", \"couples\", \"jeu\"]",
            "each once",
        ),
        ("[\"point\"]", "`point` is played in the place of `jeu`"),
        (
            "[\"grande\", \"petite\", \"couples\", \"jeu\", \"point\"]",
            "`point` is played in the place of `jeu`",
        ),
    ] {
        let file = edition_based_on("mus-pairs", &clause("phase.order", order));
        assert_error(&file, why, order, "");
    }
    let order = "[\"petite\", \"grande\", \"couples\", \"jeu\"]";
    let file = edition_based_on("mus-pairs", &clause("phase.order", order));
    assert_eq!(messages_of(&file), []);
}

#[test]
fn names_of_others_and_of_the_template_are_errors() {
    let file = edition_based_on("mouche-1718", "");
    let same_short = file.replace("\n\n[[work]]", "\nshort = \"1730\"\n\n[[work]]");
    let message = "another edition has the short name `1730`: mouche-1730";
    assert_error(&same_short, message, "\"1730\"", "");
    let again = "[[work]]\nid = \"other\"\nshort = \"Lebrun\"\nfull = \"Another\"\nseen = \"copied\"\ngood_for = \"X.\"\n";
    let message = "another work has the short name `Lebrun`: lebrun-manual";
    assert_error(&(file.clone() + again), message, "\"Lebrun\"", "");
    for (written, example) in [
        ("\"Lebrun\"", "\"Author\""),
        (
            "\"Lebrun, Manuel (invented)\"",
            "\"Author, Title, place and year\"",
        ),
    ] {
        let file = file.replace(written, example);
        assert_error(&file, "still has the words of the template", example, "");
    }
}

#[test]
fn the_words_that_a_new_game_needs_are_named_at_once() {
    let game = game_like("loo-2008", "");
    let terms = "terms = { flush = \"flush\", no_trick = \"is looed\", top_card = \"Pam\" }";
    for written in ["", "terms = { no_trick = \"is looed\" }"] {
        let messages = messages_of(&game.replace(terms, written));
        let [(says, _, help)] = &messages[..] else {
            panic!("{messages:?}")
        };
        assert!(says.contains("lacks words in `terms`"), "{says}");
        let has_flush = help.contains("flush = \"flush\"") && help.contains("top_card = \"Pam\"");
        assert!(has_flush, "{help}");
        assert_eq!(help.contains("no_trick"), written.is_empty(), "{help}");
    }
    // Rams has neither a flush nor a top card.
    let rams = game_like("rams-2008", "").replace(terms, "terms = { no_trick = \"loses\" }");
    assert_eq!(messages_of(&rams), []);
}

#[test]
fn mistakes_in_tables_are_shown_at_their_line() {
    let mus = game_like("mus-pairs", "");
    let message = "expected an edition of the same kind of game";
    assert_error(&mus, message, "\"mus-pairs\"", "");
    let file = |clauses: &str| edition_based_on("mouche-1718", clauses);
    let stake = clause("stake", "{ by = \"dealer\", chips = 10 }").replace("[stake]", "#[stake]");
    let commented = file(&(clause("rank", "\"A K Q J 10 9 8 7 6 5 4 3 2\"") + &stake));
    let help = "remove the `#` before `[stake]`";
    assert_error(&commented, "the key `value` appears twice", "value", help);
    let read = file("[debt.enter]\ntext = \"A rule.\"\ntexts_read = [\"rank\"]\n");
    let help = "move it above the first table";
    assert_error(
        &read,
        "`texts_read` is a key about the whole edition",
        "texts_read",
        help,
    );
    let unquoted = file("[not_there]\npam.card = \"none\"\n");
    let help = "write `\"pam.card\" = …`";
    assert_error(
        &unquoted,
        "`pam.card` before `=` needs quotation marks",
        "pam",
        help,
    );
    let source = file(
        &clause("rank", "\"A K Q J 10 9 8 7 6 5 4 3 2\"")
            .replace("[\"lebrun-manual\", \"p. 1\"]", "\"lebrun p. 1\""),
    );
    assert_error(
        &source,
        "`rank.source`",
        "\"lebrun p. 1\"",
        "[\"lebrun-manual\", \"p. 12\"]",
    );
}

#[test]
fn an_own_text_that_cannot_be_that_of_its_value_gets_a_note() {
    let place = tempfile::tempdir().expect("a folder");
    let base = mouche::editions::by_id("mouche-1718").expect("an edition");
    let text = base.clause(ClauseId::PlayOvertrump).expect("a clause");
    let copied =
        clause("play.overtrump", "\"waived\"").replace("A rule.", &text.text().to_string());
    let stake = clause("stake", "{ by = \"dealer\", chips = 5 }")
        .replace("A rule.", "The dealer puts 10 chips into the pool.");
    let note = "the words of the base: play.overtrump";
    let number = "stake: “10 chips” in the text; the value is “5 chips from the dealer only”";
    for file in [
        edition_based_on("mouche-1718", &(copied.clone() + &stake)),
        game_like("mouche-1718", &(copied.clone() + &stake)),
    ] {
        let output = check_output(place.path(), &file);
        assert!(output.contains(note) && output.contains(number), "{output}");
        let read = "texts_read = [\"stake\", \"play.overtrump\"]\n\n[[work]]";
        let output = check_output(place.path(), &file.replace("\n[[work]]", read));
        assert!(
            !output.contains(note) && !output.contains(number),
            "{output}"
        );
    }
    // The texts that a game takes over by `[[same]]` are read again as those of a base.
    let ace = clause("rank", "\"A K Q J 10 9 8 7 6 5 4 3 2\"");
    let output = check_output(place.path(), &game_like("mouche-1718", &ace));
    assert!(output.contains("rank: seat.draw (“king”)"), "{output}");
}
