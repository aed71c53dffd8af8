//! The door for a page: sessions played through it end in files that hold, and what a seat does not see is not in them.

use crate::library::LIBRARY;
use crate::test_extent;
use mouche::cards::{CardLanguage, CardSet, Seat, read_card};
use mouche::editions;
use mouche::engine::{Event, EventDetails, Move};
use mouche::rules::{ClauseValue, Ruleset, Verb};
use mouche::scenario::check;
use mouche::scenario::story::{Step, Story};
use mouche::web::answer;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// A table, asked after these words.
struct Table {
    edition: &'static str,
    players: u8,
    seat: u8,
    seed: u64,
    words: Vec<String>,
}

impl Table {
    fn ask(&self, from: u64, hint: bool) -> Json {
        self.answer(json!({ "from": from, "hint": hint }))
    }

    /// The session as a scenario.
    fn saved_session(&self) -> Option<String> {
        self.answer(json!({ "save": true }))["scenario"]
            .as_str()
            .map(str::to_owned)
    }

    /// The answer to a question that says this more.
    fn answer(&self, more: Json) -> Json {
        let Table {
            edition,
            players,
            seat,
            seed,
            words,
        } = self;
        let mut table = json!({ "edition": edition, "players": players, "seat": seat, "seed": seed, "words": words });
        table
            .as_object_mut()
            .expect("a table")
            .extend(more.as_object().cloned().unwrap_or_default());
        let told: Json =
            serde_json::from_str(&answer(json!({ "table": table }).to_string().as_bytes()))
                .expect("JSON");
        assert_eq!(
            told.get("failed"),
            None,
            "{edition}, {players}, {seed}, {words:?}"
        );
        told
    }
}

fn tables(seeds: u64) -> Vec<Table> {
    let companies = |rules: &&'static Ruleset| {
        let (rules, allowed) = (*rules, rules.players.value);
        (2..=6)
            .filter(move |seats| allowed.allows(usize::from(*seats)))
            .map(move |players| (rules.id, players))
    };
    let each = editions::ALL.iter().flat_map(companies);
    let table = |((edition, players), seed): ((&'static str, u8), u64)| Table {
        edition,
        players,
        seat: (seed % u64::from(players)) as u8,
        seed,
        words: Vec::new(),
    };
    each.flat_map(|of| (0..seeds).map(move |seed| (of, seed)))
        .map(table)
        .collect()
}

fn attribute_value(rest: &str) -> String {
    rest.split('"').next().unwrap_or_default().to_owned()
}

/// The cards of a seat that lie open on the table of the last step.
fn own_cards(html: &str, seat: u8) -> Vec<String> {
    let step = html
        .rsplit("<li class=\"hand-step ")
        .next()
        .unwrap_or_default();
    let place = step
        .split(&format!("<li class=\"s{seat}"))
        .nth(1)
        .expect("a seat")
        .split("</div>")
        .next();
    let cards = place.unwrap_or_default().split("<b class=\"card ").skip(1);
    let text = |rest: &str| {
        rest.split('>')
            .nth(1)
            .and_then(|text| text.split('<').next())
            .map(str::to_owned)
    };
    cards
        .filter_map(text)
        .filter(|text| !text.is_empty())
        .collect()
}

/// What can be said with a click: the words, and how many cards go with them. Who plays says a card.
fn buttons(asks: &str, cards: &[String]) -> Vec<(String, String)> {
    if asks.contains("data-plays") {
        return cards
            .iter()
            .map(|card| (card.clone(), "none".into()))
            .collect();
    }
    let said = asks.split("data-says=\"").skip(1);
    said.map(|rest| {
        (
            attribute_value(rest),
            attribute_value(rest.split("data-cards=\"").nth(1).expect("a count")),
        )
    })
    .collect()
}

/// Says anything that has a button, until so many hands are over; the last that was told.
fn play_by_chance(table: &mut Table, hands: usize) -> Json {
    let mut random = ChaCha8Rng::seed_from_u64(table.seed);
    let mut below = |bound: usize| random.random_range(0..bound as u32) as usize;
    let (mut from, mut over, mut held) = (0, 0, Vec::new());
    loop {
        let told = table.ask(from, false);
        from = told["steps"].as_u64().expect("a number");
        let Some(asks) = told["asks"].as_str() else {
            over += 1;
            if over == hands || told["is_over"] == true {
                return told;
            }
            table.words.push("deal".into());
            continue;
        };
        if told["html"] != "" {
            held = own_cards(told["html"].as_str().expect("HTML"), table.seat);
        }
        let mut cards = held.clone();
        let buttons = buttons(asks, &cards);
        let (says, takes) = &buttons[below(buttons.len())];
        let count = match takes.as_str() {
            "some" => 1 + below(cards.len()),
            "one" => 1,
            _ => 0,
        };
        let laid: Vec<String> = (0..count)
            .map(|_| cards.swap_remove(below(cards.len())))
            .collect();
        table
            .words
            .push([&[says.clone()][..], &laid].concat().join(" "));
    }
}

/// Does what the strategy hints at, to the end of a hand.
fn play_by_hints(table: &mut Table) -> Json {
    loop {
        let told = table.ask(0, true);
        let Some(asks) = told["asks"].as_str() else {
            return told;
        };
        let hint = told["hint"].as_str().unwrap_or_default();
        let to = hint
            .split(": ")
            .nth(1)
            .and_then(|rest| rest.split(". Its rule").next())
            .expect("a hint");
        assert!(!asks.is_empty());
        table.words.push(to.to_owned());
    }
}

fn check_saved_session(table: &Table) {
    let Some(text) = table.saved_session() else {
        return;
    };
    let file = check("session.md", text.as_bytes());
    assert!(
        file.holds(),
        "{}, {}, {}: {:?}\n{text}",
        table.edition,
        table.players,
        table.seed,
        file.diagnostics
    );
}

#[test]
fn sessions_through_the_door_end_in_files_that_hold() {
    // A thousand by chance, and as many by strategy.
    let (seeds, each) = if test_extent::are_all_wanted() {
        (1000 / tables(1).len() as u64 + 1, 1)
    } else {
        (1, 9)
    };
    let tables: Vec<Table> = tables(seeds).into_iter().step_by(each).collect();
    tables.into_par_iter().for_each(|mut table| {
        let told = play_by_chance(
            &mut table,
            if test_extent::are_all_wanted() { 2 } else { 1 },
        );
        check_saved_session(&table);
        let saved = table.saved_session();
        // An address is the session: asked anew from the first word, it is the same.
        let again = table.ask(0, false);
        assert_eq!(
            (&again["steps"], table.saved_session()),
            (&told["steps"], saved)
        );
        table.words.clear();
        play_by_hints(&mut table);
        assert!(table.saved_session().is_some(), "{}", table.edition);
        check_saved_session(&table);
    });
}

/// Cards that the others hold at a step, or that lie in the stock, and that have never lain where the seat could see them.
fn unseen_cards(story: &Story, steps: usize, seat: Seat) -> CardSet {
    let (so_far, now) = (
        &story.trick_steps()[..steps],
        &story.trick_steps()[steps - 1].after,
    );
    let own = so_far.iter().fold(CardSet::EMPTY, |own, step| {
        own | step.before.hands[seat] | step.after.hands[seat]
    });
    let open = so_far
        .iter()
        .filter_map(|step| step.after.turn_up_on_table())
        .collect::<CardSet>();
    let others = (0..now.seats).map(Seat).filter(|other| *other != seat);
    others.fold(now.stock, |all, other| all | now.hands[other]) - own - open
}

/// What is drawn for the pack at a step: it is seen before one of these cards is laid down, and the step made.
fn cards_drawn_for_pack(step: &Step) -> CardSet {
    let of = |event: &Event| match event.details {
        EventDetails::MadeMove(_, Move::Defend(drawn, _), _) => drawn,
        _ => CardSet::EMPTY,
    };
    step.events
        .iter()
        .map(of)
        .fold(CardSet::EMPTY, |all, cards| all | cards)
}

#[test]
fn what_a_seat_does_not_see_is_in_no_answer_before_the_hand_is_over() {
    let mut looked = 0;
    let (seeds, each) = if test_extent::are_all_wanted() {
        (4, 1)
    } else {
        (1, 5)
    };
    for mut table in tables(seeds).into_iter().step_by(each) {
        let over = play_by_hints(&mut table);
        let text = table.saved_session().expect("a scenario");
        let file = check("session.md", text.as_bytes());
        let story = &file.stories[0];
        assert_eq!(over["steps"], story.trick_steps().len());
        for said in 0..table.words.len() {
            let Table { words, .. } = &table;
            let before = Table {
                words: words[..said].to_vec(),
                ..table
            };
            let told = before.answer(json!({ "hint": true, "account": true, "what_if": true }));
            let steps = told["steps"].as_u64().expect("a number") as usize;
            // What is no HTML, as a scenario, names cards without marks around them.
            let strings = told
                .as_object()
                .expect("an answer")
                .values()
                .filter_map(Json::as_str);
            let plain: String = strings.filter(|text| !text.contains('<')).collect();
            let told = told.to_string();
            let is_laying = words[..said]
                .last()
                .is_some_and(|word| word == Verb::Defend.button_label());
            let seen = if is_laying {
                cards_drawn_for_pack(&story.trick_steps()[steps])
            } else {
                CardSet::EMPTY
            };
            for card in unseen_cards(story, steps, Seat(table.seat)) - seen {
                let named = [format!(">{card}<"), format!(">{card} "), card.name()];
                let found = named.iter().find(|one| told.contains(one.as_str()));
                assert_eq!(found, None, "{}, {said}: {told}", table.edition);
                assert!(
                    !plain.contains(&card.to_string()),
                    "{}, {said}: {card} in {plain}",
                    table.edition
                );
                looked += 1;
            }
        }
    }
    assert!(looked * each > 1000, "{looked} cards");
}

#[test]
fn what_is_no_move_is_said_and_what_is_no_table_is_refused() {
    let mut table = Table {
        edition: "mouche-1718",
        players: 4,
        seat: 1,
        seed: 7,
        words: vec!["dance".into()],
    };
    assert_eq!(
        table.ask(0, false)["unclear"],
        "“dance” cannot be said at this table. Choose one of the buttons, or one of your cards."
    );
    table.words = vec!["stand".into()];
    assert_eq!(table.ask(0, false)["unclear"], Json::Null);
    let unclear = |word: &str| {
        let words = vec!["stand".into(), word.to_owned()];
        Table {
            edition: "mouche-1718",
            players: 4,
            seat: 1,
            seed: 7,
            words,
        }
        .ask(0, false)["unclear"]
            .clone()
    };
    for nonsense in [
        "foo",
        "yes",
        "i fold please",
        "play",
        "Anne folds",
        "stop",
        "7h 8h",
    ] {
        let said = format!(
            "“{nonsense}” cannot be said at this table. Choose one of the buttons, or one of your cards."
        );
        assert_eq!(unclear(nonsense), said, "{nonsense}");
    }
    assert_eq!(unclear("9"), "You hold 5 cards: there is no card 9.");
    assert_eq!(unclear("exchange 1 1"), "You named a card twice.");
    let refused = |table: Json| answer(json!({ "table": table }).to_string().as_bytes());
    let wrong =
        json!({ "edition": "mouche-1719", "players": 4, "seat": 1, "seed": 7, "words": [] });
    assert!(refused(wrong).contains("no edition is called mouche-1719; did you mean mouche-1718?"));
    let many = json!({ "edition": "mouche-1718", "players": 9, "seat": 1, "seed": 7, "words": [] });
    assert!(refused(many).contains(&format!(
        "is for {}",
        editions::ALL[0].players.value.describe()
    )));
    let away = json!({ "edition": "mouche-1718", "players": 3, "seat": 3, "seed": 7, "words": [] });
    assert!(refused(away).contains("there is no player at seat 3 of 3"));
    let option = json!({ "edition": "mouche-1718", "players": 3, "seat": 1, "seed": 7, "words": [], "options": ["x"] });
    assert!(refused(option).contains("write an option as NAME=VALUE"));
    let bids = json!({ "beginning": { "edition": "mus-pairs", "seed": 7 } });
    assert!(answer(bids.to_string().as_bytes()).contains("mus-pairs has no tricks"));
}

/// A card by its number, its sign, its name; with a verb or without.
#[test]
fn a_move_may_be_said_in_many_ways() {
    let saved = |first: &str, second: &str| {
        let words = vec![first.to_owned(), second.to_owned()];
        Table {
            edition: "mouche-1718",
            players: 3,
            seat: 0,
            seed: 3,
            words,
        }
        .saved_session()
        .expect("a session")
    };
    let (one, two) = (saved("stand", "1"), saved("exchange 1 2", "1"));
    let held = one
        .lines()
        .find_map(|line| line.strip_prefix("Anne     "))
        .expect("her cards");
    let card = held
        .split(' ')
        .next()
        .and_then(|word| read_card(word, CardLanguage::English).ok())
        .expect("a card");
    for way in [
        card.to_string(),
        card.to_string().to_lowercase(),
        card.name(),
        "play 1".into(),
        " Lead 1. ".into(),
    ] {
        assert_eq!(saved("stand", &way), one, "{way}");
    }
    assert_eq!(
        (saved("exchange 1, 2", "1"), saved("Exchange 1 and 2", "1")),
        (two.clone(), two)
    );
}

fn answer_at_table(table: &Json) -> Json {
    let told: Json =
        serde_json::from_str(&answer(json!({ "table": table }).to_string().as_bytes()))
            .expect("JSON");
    assert_eq!(told.get("failed"), None, "{table}");
    told
}

/// A drill is a name for the deal that it finds: that of a seat and a seed.
#[test]
fn a_drill_finds_its_deal_and_names_it_with_its_lesson() {
    for (edition, drill) in [
        ("mouche-1718", "trumping"),
        ("pamphile-1758", "flush"),
        ("boussac-1896", "turn-up"),
    ] {
        let mut table = json!({ "edition": edition, "players": 4, "seat": 0, "seed": 1, "drill": drill, "words": [] });
        let found = answer_at_table(&table);
        assert!(
            found["drill"]
                .as_str()
                .is_some_and(|html| html.contains("learn/") && html.contains("rules/")),
            "{found}"
        );
        (table["seat"], table["seed"]) = (found["seat"].clone(), found["seed"].clone());
        assert_eq!(
            answer_at_table(&table)["html"],
            found["html"],
            "{drill}: asked again it is the same deal"
        );
        table["drill"] = json!("");
        let plain = answer_at_table(&table);
        assert_eq!(
            (&plain["html"], &plain["drill"]),
            (&found["html"], &Json::Null),
            "{drill}: it is the seed's own"
        );
    }
    let refused = |edition: &str, drill: &str| {
        let table = json!({ "edition": edition, "players": 5, "seat": 0, "seed": 1, "drill": drill, "words": [] });
        answer(json!({ "table": table }).to_string().as_bytes())
    };
    assert!(refused("mouche-1718", "fille").contains("has no practice of fille"));
    assert!(refused("boussac-1896", "exchanging").contains("try another number of players"));
}

#[test]
fn a_hand_that_is_over_is_accounted_for_and_one_goes_back_to_where_more_was_to_be_had() {
    let (mut lost, mut best) = (0, 0);
    let tables = if test_extent::are_all_wanted() {
        tables(4)
    } else {
        tables(1).into_iter().step_by(7).collect()
    };
    for mut table in tables {
        play_by_chance(&mut table, 1);
        let Table {
            edition,
            players,
            seat,
            seed,
            words,
        } = &table;
        let ask = |words: &[String], account: bool| {
            answer_at_table(
                &json!({ "edition": edition, "players": players, "seat": seat, "seed": seed, "words": words,
                "account": account }),
            )
        };
        assert_eq!(ask(words, false)["account"], Json::Null, "nobody asked");
        let account = &ask(words, true)["account"];
        let html = account["html"].as_str().expect("an account");
        let backs: Vec<usize> = html
            .split("data-back=\"")
            .skip(1)
            .map(|rest| attribute_value(rest).parse().expect("a number"))
            .collect();
        assert_eq!(account["is_best"] == true, backs.is_empty(), "{html}");
        for back in backs {
            assert!(
                ask(&words[..back], false)["asks"].is_string(),
                "{edition}: nothing was asked at {back}"
            );
            assert_eq!(
                ask(&words[..back], true)["account"],
                Json::Null,
                "the hand is not over there"
            );
            lost += 1;
        }
        best += usize::from(account["is_best"] == true);
    }
    assert!(lost > 2 && best > 1, "{lost}, {best}");
}

/// The session of a page is that of the terminal.
#[test]
fn a_seed_gives_the_same_session_in_the_terminal_and_in_the_page() {
    let (seeds, each) = if test_extent::are_all_wanted() {
        (4, 1)
    } else {
        (1, 11)
    };
    tables(seeds)
        .into_par_iter()
        .step_by(each)
        .for_each(|mut table| {
            // In the terminal one has the first seat.
            table.seat = 0;
            play_by_hints(&mut table);
            let folder = tempfile::tempdir().expect("a folder");
            let mut call = std::process::Command::new(env!("CARGO_BIN_EXE_mouche"));
            let (players, seed) = (table.players.to_string(), table.seed.to_string());
            call.args([
                "play",
                "--edition",
                table.edition,
                "--players",
                &players,
                "--seed",
                &seed,
            ]);
            call.args(["--hands", "1", "-o", "session.md"]);
            call.current_dir(folder.path())
                .stdin(std::process::Stdio::piped())
                .stdout(std::process::Stdio::null());
            let mut child = call.spawn().expect("mouche");
            std::io::Write::write_all(
                &mut child.stdin.take().expect("a pipe"),
                (table.words.join("\n") + "\n").as_bytes(),
            )
            .expect("said");
            assert!(child.wait().expect("an end").success());
            let kept = std::fs::read_to_string(folder.path().join("session.md")).ok();
            assert_eq!(
                table.saved_session(),
                kept,
                "{}, {players} players, seed {seed}",
                table.edition
            );
        });
}

/// What a first hand can bring is found at every table of an edition, and nothing else is drilled.
#[test]
fn each_drill_finds_deals_at_every_table_of_an_edition_that_has_it() {
    let drills =
        "following heading trumping overtrumping folding exchanging debt flush fille turn-up";
    let mut refused = Vec::new();
    let mut tables = tables(1);
    if !test_extent::are_all_wanted() {
        // The smallest table of each edition, and five at that of which more is expected.
        tables.dedup_by_key(|table| {
            (
                table.edition,
                (table.edition, table.players) == ("boussac-1896", 5),
            )
        });
    }
    for Table {
        edition, players, ..
    } in tables
    {
        for drill in drills.split(' ') {
            let table = json!({ "edition": edition, "players": players, "seat": 0, "seed": 1, "drill": drill, "words": [] });
            let found = answer(json!({ "table": table }).to_string().as_bytes());
            let is_lacking = found.contains("has no practice of");
            assert!(
                is_lacking || !found.contains("failed") || found.contains("try another number"),
                "{found}"
            );
            refused.extend(found.contains("failed").then_some((
                edition,
                drill,
                players * u8::from(!is_lacking),
            )));
        }
    }
    refused.dedup();
    let of = |id: &str| {
        refused
            .iter()
            .filter(|(edition, ..)| *edition == id)
            .copied()
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(
        of("mouche-1718"),
        [("mouche-1718", "fille", 0), ("mouche-1718", "turn-up", 0)].into()
    );
    // With five the stock holds nothing.
    assert_eq!(
        of("boussac-1896"),
        [
            ("boussac-1896", "exchanging", 5),
            ("boussac-1896", "folding", 0)
        ]
        .into()
    );
    // With four at these, there is more in the pool than going in can cost: by the strategy nobody folds.
    let none = ["mistigri-1975", "moench-2005"]
        .map(|id| (4..=6).map(move |players| (id, "folding", players)));
    let none: BTreeSet<_> = none
        .into_iter()
        .flatten()
        .chain([("boussac-1896", "exchanging", 5)])
        .collect();
    let rare = refused.iter().filter(|(.., players)| *players > 0);
    assert!(
        rare.clone().all(|one| none.contains(one)),
        "{:?}",
        rare.collect::<Vec<_>>()
    );
}

/// What is said of these words at a table of a hand that was begun.
fn verdict_on_words(step: &str, seat: u8, words: &[&str]) -> String {
    let text = include_str!("../held/what-may-be-asked.md");
    let begun = json!({ "text": text, "step": step, "edition": 0 });
    let table =
        json!({ "begun": begun, "seat": seat, "seed": 1, "words": words, "verdicts": true });
    let told: Json =
        serde_json::from_str(&answer(json!({ "table": table }).to_string().as_bytes()))
            .expect("JSON");
    let html = told["verdict"]
        .as_str()
        .unwrap_or_default()
        .replace("<strong class=\"asked-verdict\">", "");
    html.split('>')
        .nth(1)
        .unwrap_or_default()
        .replace("</strong", "")
        + html
            .split('>')
            .nth(2)
            .unwrap_or_default()
            .trim_end_matches("</p")
}

#[test]
fn a_choice_in_a_lesson_is_judged_by_its_author_or_by_the_strategy() {
    assert_eq!(
        verdict_on_words("h1-d1", 1, &["stand"]),
        "Allowed, but … Without a trump you would most likely owe twenty-five."
    );
    assert!(verdict_on_words("h1-d1", 1, &["fold"]).starts_with("Good."));
    assert!(verdict_on_words("h1-t3-2", 3, &["A♣"]).starts_with("Not allowed."));
    assert_eq!(
        verdict_on_words("h1-t3-2", 3, &["7♥"]),
        "",
        "nothing else may be played"
    );
    assert_eq!(verdict_on_words("h1-t3-2", 3, &["A♣", "7♥"]), "");
    let rule = verdict_on_words("h1-t2-1", 3, &["7♥"]);
    assert_eq!(
        rule,
        "Allowed, but … The seven may win a trick later, when somebody leads a suit that she lacks."
    );
}

/// What a game does not have is no button, even a refused one: at rams nobody exchanges cards with the stock.
#[test]
fn what_a_game_does_not_have_is_not_offered() {
    let table = |edition| json!({ "table": { "edition": edition, "players": 4, "seat": 1, "seed": 7, "words": [], "from": 0 } });
    let told = |edition| answer(table(edition).to_string().as_bytes());
    let offers = |edition, says: &str| told(edition).contains(&format!("data-says=\\\"{says}\\\""));
    assert!(offers("mouche-1718", "exchange") && !offers("mouche-1718", "take the spare hand"));
    assert!(
        offers("rams-2008", "stand") && !offers("rams-2008", "exchange"),
        "{}",
        told("rams-2008")
    );
}

/// Who throws away the best card of the game is told to keep it; who leads a trump for the lowest card, which one to lead.
#[test]
fn a_worse_choice_is_answered_with_what_to_keep_or_to_play() {
    let file = LIBRARY
        .iter()
        .find(|file| file.path.ends_with("pamphile-can-wait.md"))
        .expect("the hand");
    let seat = file.stories[0]
        .players
        .iter()
        .position(|name| name == "Thérèse")
        .expect("her seat");
    let begun = json!({ "text": file.text, "step": "h1-deal", "edition": 0 });
    let ask = |words: &[&str]| {
        let table =
            json!({ "begun": begun, "seat": seat, "seed": 1, "words": words, "verdicts": true });
        let told: Json =
            serde_json::from_str(&answer(json!({ "table": table }).to_string().as_bytes()))
                .expect("JSON");
        told["verdict"].as_str().unwrap_or_default().to_owned()
    };
    let said = ask(&["exchange 6♥ 6♦ J♣ 6♣"]);
    assert!(
        said.contains("Allowed, but …") && said.contains("Keep J♣, the highest trump."),
        "{said}"
    );
}
