//! The review after a deal, through the door of the page: what it calls a mistake is one, and every mistake is called so.

use crate::library::LIBRARY;
use crate::test_extent;
use mouche::editions;
use mouche::rules::{ClauseId, EngineKind};
use mouche::web::answer;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A table of one deal, and what the learner has said at it. No word in it was refused.
#[derive(Clone)]
struct Table {
    edition: &'static str,
    players: u8,
    seat: u8,
    seed: u64,
    words: Vec<String>,
}

/// Where the learner is asked.
#[derive(Clone, PartialEq)]
struct ChoicePoint {
    is_play: bool,
    cards: usize,
    offered: Vec<String>,
}

fn ask(table: &Json) -> Json {
    let told: Json =
        serde_json::from_str(&answer(json!({ "table": table }).to_string().as_bytes()))
            .expect("JSON");
    assert_eq!(told.get("failed"), None, "{table}");
    told
}

impl Table {
    fn ask(&self) -> Json {
        let Table {
            edition,
            players,
            seat,
            seed,
            words,
        } = self;
        ask(
            &json!({ "edition": edition, "players": players, "seat": seat, "seed": seed, "words": words,
            "from": 0, "hint": true, "account": true }),
        )
    }

    fn name(&self) -> String {
        format!(
            "{}, {} players, seat {}, seed {}: {:?}",
            self.edition, self.players, self.seat, self.seed, self.words
        )
    }

    /// Says something, and whether it was taken for a choice: neither unclear nor refused.
    fn say(&mut self, words: &str) -> bool {
        self.words.push(words.to_owned());
        let told = self.ask();
        let html = told["html"].as_str().expect("HTML");
        let last = html
            .rsplit("<li class=\"hand-step ")
            .next()
            .unwrap_or_default();
        let is_taken = told["unclear"].is_null() && !last.contains("refused");
        if !is_taken {
            self.words.pop();
        }
        is_taken
    }
}

/// Every edition of trick games with each number of players up to six, with so many seeds; a sample unless all is asked for.
fn tables(seeds: u64) -> Vec<Table> {
    let mut tables = Vec::new();
    for rules in editions::ALL
        .iter()
        .filter(|rules| rules.family() == EngineKind::Tricks)
    {
        let seats = (2..=6).filter(|seats| rules.players.value.allows(usize::from(*seats)));
        for (players, seed) in seats.flat_map(|players| (0..seeds).map(move |seed| (players, seed)))
        {
            let seat = (seed % u64::from(players)) as u8;
            tables.push(Table {
                edition: rules.id,
                players,
                seat,
                seed,
                words: Vec::new(),
            });
        }
    }
    tables
        .into_iter()
        .step_by(test_extent::sample_step(4))
        .collect()
}

fn hinted_words(told: &Json) -> Option<String> {
    let hint = told["hint"].as_str()?;
    hint.split(": ")
        .nth(1)?
        .split(". Its rule")
        .next()
        .map(str::to_owned)
}

/// The cards that the learner holds at the last step.
fn own_cards(told: &Json, seat: u8) -> Vec<String> {
    let step = told["html"]
        .as_str()
        .expect("HTML")
        .rsplit("<li class=\"hand-step ")
        .next()
        .unwrap_or_default();
    let place = step
        .split(&format!("<li class=\"s{seat}"))
        .nth(1)
        .unwrap_or_default();
    let cards = place
        .split("</div>")
        .next()
        .unwrap_or_default()
        .split("<b class=\"card ")
        .skip(1);
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

/// The buttons: what each says, and how many cards go with it.
fn buttons(asks: &str) -> Vec<(String, String)> {
    let attribute = |rest: &str| rest.split('"').next().unwrap_or_default().to_owned();
    let said = asks.split("data-says=\"").skip(1);
    said.map(|rest| {
        (
            attribute(rest),
            attribute(rest.split("data-cards=\"").nth(1).expect("a count")),
        )
    })
    .collect()
}

fn choice_point(told: &Json, seat: u8) -> Option<ChoicePoint> {
    let asks = told["asks"].as_str()?;
    let offered = buttons(asks).into_iter().map(|(says, _)| says).collect();
    Some(ChoicePoint {
        is_play: asks.contains("data-plays"),
        cards: own_cards(told, seat).len(),
        offered,
    })
}

/// Says something by chance that is taken.
fn say_by_chance(table: &mut Table, told: &Json, random: &mut ChaCha8Rng) {
    let asks = told["asks"].as_str().expect("a question");
    loop {
        let mut cards = own_cards(told, table.seat);
        let mut one_of = |cards: &mut Vec<String>| {
            cards.swap_remove(random.random_range(0..cards.len() as u32) as usize)
        };
        let words = if asks.contains("data-plays") {
            one_of(&mut cards)
        } else {
            let buttons = buttons(asks);
            let (says, takes) = &buttons[random.random_range(0..buttons.len() as u32) as usize];
            let count = match takes.as_str() {
                "some" => 1 + random.random_range(0..cards.len() as u32) as usize,
                "one" => 1,
                _ => 0,
            };
            let mut one_of = |cards: &mut Vec<String>| {
                cards.swap_remove(random.random_range(0..cards.len() as u32) as usize)
            };
            let laid: Vec<String> = (0..count).map(|_| one_of(&mut cards)).collect();
            [&[says.clone()][..], &laid].concat().join(" ")
        };
        if table.say(&words) {
            return;
        }
    }
}

/// The words of a choice with its cards in a fixed order.
fn sorted_words(words: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = words.split(' ').collect();
    parts.sort_unstable();
    parts
}

/// Says again what was said later in the deal wherever it was said at the same point and is still taken, and else what the
/// hint says. None where it cannot be told from outside whether two points are the same.
fn play_on(table: &mut Table, later: &[Choice]) -> Option<Json> {
    let mut later = later.iter();
    loop {
        let told = table.ask();
        let Some(here) = choice_point(&told, table.seat) else {
            return Some(told);
        };
        let mut rest = later.clone();
        let is_same =
            |there: &ChoicePoint| (there.is_play, there.cards) == (here.is_play, here.cards);
        let same = rest.find(|choice| is_same(&choice.point));
        if same.is_some_and(|choice| !here.is_play && choice.point.offered != here.offered) {
            return None;
        }
        let is_kept = same.is_some_and(|choice| table.say(&choice.made));
        if same.is_some() {
            later = rest;
        }
        if !is_kept {
            assert!(
                table.say(&hinted_words(&told).expect("a hint")),
                "{}",
                table.name()
            );
        }
    }
}

#[test]
fn who_follows_the_hint_throughout_is_never_told_of_a_mistake() {
    let seeds = if test_extent::are_all_wanted() {
        10_000 / tables(1).len() as u64 + 1
    } else {
        2
    };
    tables(seeds).into_par_iter().for_each(|mut table| {
        loop {
            let told = table.ask();
            let Some(hint) = hinted_words(&told) else {
                assert_eq!(
                    told["account"]["is_best"],
                    true,
                    "{}: {}",
                    table.name(),
                    told["account"]["html"]
                );
                return;
            };
            table.words.push(hint);
        }
    });
}

/// A choice of the learner: where it was made, what the hint was, and what was said.
struct Choice {
    point: ChoicePoint,
    hint: String,
    made: String,
}

/// A deal that is over.
struct Deal {
    /// The table before the learner's first choice in the deal.
    begun: Table,
    choices: Vec<Choice>,
    /// What is told at its end.
    told: Json,
}

/// Plays a deal to its end. `choose` says something that is taken.
fn play_deal(table: &mut Table, choose: &mut dyn FnMut(&mut Table, &Json)) -> Deal {
    let begun = table.clone();
    let mut choices = Vec::new();
    loop {
        let told = table.ask();
        let Some(point) = choice_point(&told, table.seat) else {
            return Deal {
                begun,
                choices,
                told,
            };
        };
        let hint = hinted_words(&told).expect("a hint");
        choose(table, &told);
        choices.push(Choice {
            point,
            hint,
            made: table.words.last().expect("a word").clone(),
        });
    }
}

/// How often each way of the definition was met.
#[derive(Default)]
struct Tally {
    /// Choices that are mistakes, and are named.
    named: usize,
    /// Choices that differ from the hint and are no mistakes.
    passed: usize,
    /// Choices of which it cannot be told from outside.
    unclear: usize,
}

impl Deal {
    /// The table after so many of the learner's choices.
    fn table_after(&self, choices: usize) -> Table {
        let made = self.choices[..choices]
            .iter()
            .map(|choice| choice.made.clone());
        let words = self.begun.words.iter().cloned().chain(made).collect();
        Table {
            words,
            ..self.begun.clone()
        }
    }

    /// Holds the review of the deal against its definition: a choice is called a mistake exactly where the hint was another,
    /// and the deal said anew with the hint in its place ends better.
    fn check_review(&self) -> Tally {
        let mut tally = Tally::default();
        let name = self.table_after(self.choices.len()).name();
        let review = &self.told["account"];
        let result = review["result"].as_i64().expect("a result");
        let html = review["html"].as_str().expect("HTML");
        // A step that only asks is named by the card that comes next: the first is card 1.
        assert!(!html.contains(", card 0"), "{html}");
        let shown = if result < 0 {
            format!("\u{2212}{}", -result)
        } else {
            format!("+{result}")
        };
        assert!(
            result == 0 || html.contains(&format!("<strong>{shown}</strong>")),
            "{name}: {result}: {html}"
        );
        let mistakes = review["mistakes"].as_array().expect("mistakes");
        assert_eq!(review["is_best"], mistakes.is_empty(), "{name}: {html}");
        for (at, Choice { hint, made, .. }) in self.choices.iter().enumerate() {
            let found = mistakes.iter().find(|mistake| mistake["choice"] == at);
            if sorted_words(hint) == sorted_words(made) {
                assert!(found.is_none(), "{name}: choice {at} was the hint");
                continue;
            }
            let mut anew = self.table_after(at);
            assert!(anew.say(hint), "{}", anew.name());
            let Some(ended) = play_on(&mut anew, &self.choices[at + 1..]) else {
                tally.unclear += 1;
                continue;
            };
            let instead = ended["account"]["result"].as_i64().expect("a result");
            let choice = format!("{name}: choice {at}, {made}; {hint}: {result}, then {instead}");
            assert_eq!(
                found.is_some(),
                instead > result,
                "{choice} {:?}",
                anew.words
            );
            if let Some(found) = found {
                assert_eq!(found["result"], instead, "{choice}");
                tally.named += 1;
            } else {
                tally.passed += 1;
            }
        }
        tally
    }
}

/// Both ways: what is called a mistake is one, and every mistake is called so.
#[test]
fn a_mistake_is_what_ends_better_with_that_one_choice_as_hinted() {
    let (named, passed, unclear) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    let seeds = if test_extent::are_all_wanted() {
        10_000 / tables(1).len() as u64 + 1
    } else {
        2
    };
    tables(seeds).into_par_iter().for_each(|mut table| {
        let mut random = ChaCha8Rng::seed_from_u64(table.seed);
        let deal = play_deal(&mut table, &mut |table, told| {
            say_by_chance(table, told, &mut random)
        });
        // What the defence of the pack draws is seen in the midst of a choice: its own tests hold it.
        if table.words.iter().any(|words| words == "defend the pack") {
            return;
        }
        let tally = deal.check_review();
        named.fetch_add(tally.named, Ordering::Relaxed);
        passed.fetch_add(tally.passed, Ordering::Relaxed);
        unclear.fetch_add(tally.unclear, Ordering::Relaxed);
    });
    let [named, passed, unclear] = [named, passed, unclear].map(AtomicUsize::into_inner);
    assert!(
        named > 10 && passed > 10 && unclear * 10 < named + passed,
        "{named}, {passed}, {unclear}"
    );
}

/// A queen of trumps that was thrown under the king is named, with the difference; the small trump in its place is not.
#[test]
fn a_queen_thrown_under_the_king_is_named() {
    let file = LIBRARY
        .iter()
        .find(|file| file.path.ends_with("a-queen-wants-company.md"))
        .expect("the hand");
    let seat = file.stories[0]
        .players
        .iter()
        .position(|name| name == "Thérèse")
        .expect("her seat");
    let review = |words: &[&str]| {
        let begun = json!({ "text": file.text, "step": "h1-t1-1", "edition": 0 });
        ask(&json!({ "begun": begun, "seat": seat, "seed": 1, "words": words, "account": true }))["account"].clone()
    };
    let lost = review(&["3♥", "Q♠", "4♦", "5♣", "5♠"]);
    assert_eq!(lost["result"], -15, "{lost}");
    let mistake = lost["mistakes"]
        .as_array()
        .expect("mistakes")
        .iter()
        .find(|one| one["made"] == "Q♠");
    let mistake = mistake.unwrap_or_else(|| panic!("the queen is not named: {lost}"));
    assert_eq!(
        (&mistake["advised"], &mistake["result"]),
        (&json!("5♠"), &json!(3))
    );
    let html = lost["html"].as_str().expect("HTML");
    assert!(
        html.contains("you chose <em>Q♠</em>; the computer would have chosen <em>5♠</em>"),
        "{html}"
    );
    assert!(html.contains("18 chips more"), "{html}");
    let won = review(&["3♥", "5♠", "4♦", "5♣", "Q♠"]);
    assert_eq!(won["result"], 3, "{won}");
    assert_eq!(won["is_best"], true, "{won}");
}

/// A deal by its hand, its step and its player, what is said in it, and what it ends with.
type ReviewedDeal = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
    i64,
);

/// Deals of lessons whose review once told of another result than the table.
const ROWS: [ReviewedDeal; 2] = [
    (
        "five-fifteen-twenty-five.md",
        "h2-t1-1",
        "Simon",
        &["J♠", "7♠", "J♥", "K♦", "9♦"],
        6,
    ),
    (
        "pamphile-can-wait.md",
        "h1-deal",
        "Thérèse",
        &["exchange J♣ 6♥ 6♦ 6♣"],
        10,
    ),
];

/// What a learner wins or loses by the running table of the last step.
fn change_in_table(html: &str, player: &str) -> i64 {
    let table = html
        .rsplit("class=\"hand-running")
        .next()
        .expect("a running table");
    let row = table
        .split("<tr")
        .find(|row| row.contains(player))
        .expect("a row of the player");
    let cells: Vec<String> = row
        .split("<td")
        .skip(1)
        .map(|cell| {
            let text = cell.split_once('>').map_or("", |(_, text)| text);
            text.split('<')
                .next()
                .unwrap_or_default()
                .trim()
                .replace('\u{2212}', "-")
        })
        .collect();
    cells
        .iter()
        .find(|cell| cell.starts_with(['+', '-']))
        .map_or(0, |cell| cell.parse().expect("a number"))
}

/// In each of them the review tells the result of the table; what follows the words is played as hinted.
#[test]
fn the_review_of_a_deal_in_a_lesson_tells_the_result_of_the_table() {
    for (name, step, player, words, result) in ROWS {
        let file = LIBRARY
            .iter()
            .find(|file| file.path.ends_with(name))
            .expect("the hand");
        let seat = file.stories[0]
            .players
            .iter()
            .position(|other| other == player)
            .expect("the seat");
        let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let told = loop {
            let begun = json!({ "text": file.text, "step": step, "edition": 0 });
            let told = ask(
                &json!({ "begun": begun, "seat": seat, "seed": 1, "words": words, "from": 0, "hint": true, "account": true }),
            );
            let Some(hint) = hinted_words(&told) else {
                break told;
            };
            words.push(hint);
        };
        let review = &told["account"];
        assert_eq!(review["result"], result, "{name}: {words:?}");
        assert_eq!(
            change_in_table(told["html"].as_str().expect("HTML"), player),
            result,
            "{name}"
        );
        assert!(
            review["html"]
                .as_str()
                .expect("HTML")
                .contains(&format!("Your result: <strong>+{result}</strong>")),
            "{name}"
        );
    }
}

/// Sessions in which the review once told of a result that did not happen, and blamed who had followed each hint.
#[test]
fn the_review_of_every_deal_of_a_session_tells_what_happened() {
    for (edition, seed, deals) in [("mouche-1718", 535_750, 7), ("boussac-1896", 989_241, 2)] {
        let mut words: Vec<String> = Vec::new();
        let mut over = 0;
        while over < deals {
            let told = ask(
                &json!({ "edition": edition, "players": 4, "seat": 0, "seed": seed, "words": words,
                "from": 0, "hint": true, "account": true }),
            );
            if let Some(hint) = hinted_words(&told) {
                words.push(hint);
                continue;
            }
            over += 1;
            let review = &told["account"];
            let shown = change_in_table(told["html"].as_str().expect("HTML"), "Anne");
            let result = review["result"].as_i64().expect("a result");
            assert_eq!(
                review["is_best"], true,
                "{edition}, deal {over}: {}",
                review["html"]
            );
            // A debt that was made is not paid in the deal that makes it.
            let is_told = result == shown || (shown == 0 && result < 0);
            assert!(
                is_told,
                "{edition}, deal {over}: {result}, and {shown} in the table"
            );
            words.push("deal".into());
        }
    }
}

/// What a learner won or lost in a deal, by the review and by the table alike.
fn result_told(deal: &Deal) -> i64 {
    let review = &deal.told["account"];
    let result = review["result"].as_i64().expect("a result");
    let shown = change_in_table(deal.told["html"].as_str().expect("HTML"), "Anne");
    // A debt that was made is not paid in the deal that makes it.
    let is_told = result == shown || (shown == 0 && result < 0);
    assert!(
        is_told,
        "{}: {result}, and {shown} in the table",
        deal.begun.name()
    );
    result
}

/// How many tricks Anne won in the deal, by what its steps tell.
fn tricks_won(deal: &Deal) -> usize {
    let number = deal
        .begun
        .words
        .iter()
        .filter(|words| *words == "deal")
        .count()
        + 1;
    let html = deal.told["html"].as_str().expect("HTML");
    let steps = html
        .split("<li class=\"hand-step ")
        .filter(|step| step.contains(&format!(" id=\"session-h{number}-")));
    let sentences = steps.filter_map(|step| step.split(" data-say=\"").nth(1)?.split('"').next());
    sentences
        .filter(|sentence| sentence.contains("You win trick"))
        .count()
}

/// Every way in which a learner can go on to the end of a deal by playing cards.
fn ways_to_the_end(table: &Table) -> Vec<Vec<String>> {
    let told = table.ask();
    if choice_point(&told, table.seat).is_none() {
        return vec![table.words.clone()];
    }
    let mut ways = Vec::new();
    for card in own_cards(&told, table.seat) {
        let mut next = table.clone();
        if next.say(&card) {
            ways.extend(ways_to_the_end(&next));
        }
    }
    ways
}

/// In the second deal of the lesson on overtrumping a learner changed all five cards. However they go on, they win two tricks;
/// the review once told of one, and blamed the exchange.
#[test]
fn the_review_after_changing_all_five_cards_tells_what_happened() {
    let begun = Table {
        edition: "mouche-1718",
        players: 4,
        seat: 0,
        seed: 52,
        words: Vec::new(),
    };
    let mut exchanged = begun.clone();
    let hand = own_cards(&begun.ask(), 0);
    assert!(
        exchanged.say(&format!("exchange {}", hand.join(" "))),
        "{hand:?}"
    );
    let ways = ways_to_the_end(&exchanged);
    assert!(ways.len() > 1, "{ways:?}");
    for way in ways {
        let deal = play_deal(&mut begun.clone(), &mut |table, _| {
            table.words.push(way[table.words.len()].clone())
        });
        assert_eq!(
            (result_told(&deal), tricks_won(&deal)),
            (2, 2),
            "{way:?}: {}",
            deal.told["account"]["html"]
        );
        assert_eq!(
            deal.told["account"]["is_best"], true,
            "{way:?}: {}",
            deal.told["account"]["html"]
        );
        deal.check_review();
    }
}

/// Says the first of these that is taken.
fn say_first_taken(table: &mut Table, words: &[String]) {
    assert!(
        words.iter().any(|words| table.say(words)),
        "{}: none of {words:?} is taken",
        table.name()
    );
}

/// The learner's cards, the lowest first.
fn lowest_first(told: &Json, table: &Table) -> Vec<String> {
    let edition = editions::by_id(table.edition).expect("an edition");
    let order = edition
        .clause(ClauseId::Rank)
        .expect("a clause")
        .value()
        .render(|order, _| order.to_string());
    let place = |card: &String| {
        order
            .split(' ')
            .position(|rank| rank == card.trim_end_matches(['♠', '♥', '♦', '♣']))
    };
    let mut cards = own_cards(told, table.seat);
    cards.sort_by_key(|card| Reverse(place(card)));
    cards
}

/// Says what a learner said who played by a fixed rule: without a trump they folded; else they changed all but trumps and
/// kings, and then they played the lowest card that was taken.
fn say_by_rule(table: &mut Table, told: &Json) {
    let cards = lowest_first(told, table);
    let asks = told["asks"].as_str().expect("a question");
    if asks.contains("data-plays") {
        say_first_taken(table, &cards);
        return;
    }
    let html = told["html"].as_str().expect("HTML");
    let trump = html
        .rsplit("<span class=\"suit\">trump ")
        .next()
        .and_then(|rest| rest.chars().next())
        .expect("a trump");
    if !cards.iter().any(|card| card.ends_with(trump)) {
        say_first_taken(table, &["fold".into()]);
        return;
    }
    let changed: Vec<String> = cards
        .into_iter()
        .filter(|card| !card.ends_with(trump) && !card.starts_with('K'))
        .collect();
    let exchange = format!("exchange {}", changed.join(" "));
    let words = if changed.is_empty() {
        "stand".to_owned()
    } else {
        exchange
    };
    say_first_taken(table, &[words]);
}

/// Says what the learner said at a table of 1896: they took the turn-up in the first deal, and then declared as hinted.
fn say_in_1896(table: &mut Table, told: &Json) {
    if told["asks"]
        .as_str()
        .expect("a question")
        .contains("data-plays")
    {
        say_by_rule(table, told);
    } else if table.words.is_empty() {
        say_first_taken(table, &["take the turn-up for 8♥".into()]);
    } else {
        say_first_taken(table, &[hinted_words(told).expect("a hint")]);
    }
}

/// Sessions with the choices of a learner, whose last deal the review once told otherwise than the table: the result and the
/// tricks that Anne won in it.
#[test]
fn the_review_of_a_learners_own_deals_tells_what_happened() {
    type ChooseWords = fn(&mut Table, &Json);
    let sessions: [(_, _, ChooseWords, _, _); 2] = [
        ("mouche-1718", 535_750, say_by_rule, 7, (2, 2)),
        ("boussac-1896", 989_241, say_in_1896, 2, (2, 1)),
    ];
    for (edition, seed, say, deals, last) in sessions {
        let mut table = Table {
            edition,
            players: 4,
            seat: 0,
            seed,
            words: Vec::new(),
        };
        for number in 1..=deals {
            let deal = play_deal(&mut table, &mut |table, told| say(table, told));
            let (result, html) = (result_told(&deal), &deal.told["account"]["html"]);
            assert!(
                number < deals || (result, tricks_won(&deal)) == last,
                "{}: {html}",
                deal.begun.name()
            );
            assert_eq!(
                deal.told["account"]["is_best"],
                true,
                "{}: {html}",
                table.name()
            );
            deal.check_review();
            table.words.push("deal".into());
        }
    }
}
