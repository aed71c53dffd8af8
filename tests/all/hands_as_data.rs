//! Hands that go out and come in: `show` as data and as a picture, `new --deal` of a plain log.

use crate::{golden, test_extent};
use mouche::scenario::check;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const DENISE: &str = "scenarios/mouche-1718/denise-must-trump.md";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the program in the repository, with this on its standard input.
fn run_mouche(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mouche"));
    command
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    child
        .stdin
        .take()
        .expect("its input")
        .write_all(input.as_bytes())
        .expect("room");
    child.wait_with_output().expect("an end")
}

fn print_of(arguments: &[&str]) -> String {
    let done = run_mouche(arguments, "");
    assert!(
        done.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8(done.stdout).expect("text")
}

fn show_as_json(more: &[&str]) -> Value {
    let told = print_of(&[&["show", DENISE, "--format", "json"], more].concat());
    serde_json::from_str(&told).expect("JSON")
}

fn steps(told: &Value) -> &Vec<Value> {
    told["editions"][0]["steps"].as_array().expect("steps")
}

fn step<'a>(told: &'a Value, id: &str) -> &'a Value {
    steps(told).iter().find(|step| step["id"] == id).expect(id)
}

#[test]
fn a_hand_is_data_with_its_verdicts_and_its_payments() {
    let told = show_as_json(&[]);
    let file = check(
        DENISE,
        &std::fs::read(root().join(DENISE)).expect("a scenario"),
    );
    let ids: Vec<&str> = file.stories[0]
        .trick_steps()
        .iter()
        .map(|step| step.id.as_str())
        .collect();
    assert_eq!(
        steps(&told)
            .iter()
            .map(|step| step["id"].as_str().expect("a name"))
            .collect::<Vec<_>>(),
        ids
    );
    let trumped = step(&told, "h1-t3-2");
    let verdict = |card: &str| {
        let verdicts = trumped["verdicts"].as_array().expect("verdicts");
        verdicts.iter().find(|one| one["card"] == card).expect(card)
    };
    assert_eq!(
        (&verdict("7♥")["is_allowed"], &verdict("7♥")["is_taken"]),
        (&true.into(), &true.into())
    );
    assert_eq!(verdict("A♣")["is_allowed"], false);
    assert_eq!(verdict("A♣")["clauses"][0], "mouche-1718/play.trump");
    // What the pool held is paid, and every purse is told after it.
    let paid = step(&told, "h1-pay");
    let chips = |of: &dyn Fn(&Value) -> bool| -> i64 {
        let payments = paid["payments"].as_array().expect("payments").iter();
        payments
            .filter(|one| of(one))
            .map(|one| one["chips"].as_i64().expect("chips"))
            .sum()
    };
    assert_eq!(chips(&|one| one["from"] == "pool"), 5);
    assert_eq!(
        chips(&|one| one["is_debt"] == true && one["to"] == "later_pool"),
        5
    );
    let purses = paid["table"]["seats"].as_array().expect("seats").iter();
    let held: i64 = purses
        .map(|seat| seat["chips"].as_i64().expect("chips"))
        .sum();
    assert_eq!(held + paid["table"]["pool"].as_i64().expect("chips"), 4_000);
}

#[test]
fn one_seat_is_told_its_own_cards_alone() {
    let told = show_as_json(&["--seat", "Denise", "--step", "t2-1"]);
    assert_eq!(steps(&told)[0]["id"], "h1-t2-1");
    for step in steps(&told) {
        for seat in step["table"]["seats"].as_array().expect("seats") {
            let is_seen = seat["cards"]
                .as_array()
                .is_some_and(|cards| !cards.is_empty());
            assert!(seat["player"] == "Denise" || !is_seen, "{}", step["id"]);
        }
        assert!(
            step["mover"] == "Denise" || step["verdicts"] == Value::Array(Vec::new()),
            "{}",
            step["id"]
        );
    }
}

/// Its elements are closed in their order, and nothing else has a sign that opens one.
fn assert_svg_is_sound(svg: &str) {
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, rest) = piece.split_once('>').expect("a tag's end");
        assert!(
            !rest.contains('>') && !rest.replace("&#", "").replace("&amp;", "").contains('&'),
            "a bare sign in {rest}"
        );
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap_or_default();
        match tag {
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name)),
            _ if !tag.ends_with('/') => open.push(name),
            _ => {}
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    assert!(
        !svg.contains("href") && !svg.contains("url("),
        "it needs nothing else"
    );
}

#[test]
fn a_step_is_a_picture() {
    let svg = print_of(&["show", DENISE, "--step", "t3-2", "--format", "svg"]);
    assert_svg_is_sound(&svg);
    golden::hold_file(
        &root().join("tests/pictures/denise-must-trump-t3-2.svg"),
        &svg,
    );
    let closed = print_of(&[
        "show", DENISE, "--step", "t3-2", "--seat", "Claude", "--format", "svg",
    ]);
    assert_eq!(
        closed.matches("class=\"back\"").count(),
        3 + 5 + 2,
        "{closed}"
    );
    let none = run_mouche(&["show", DENISE, "--format", "svg"], "");
    assert!(
        none.status.code() == Some(2)
            && String::from_utf8_lossy(&none.stderr).contains("--step <STEP>")
    );
}

#[test]
fn what_an_author_writes_is_only_words_in_a_picture() {
    let text = std::fs::read_to_string(root().join(DENISE)).expect("a scenario");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.md");
    std::fs::write(
        &path,
        text.replace("# Denise", "# `</title><script>` & \"\u{1b}\u{202e} Denise"),
    )
    .expect("a file");
    let path = path.display().to_string();
    for step in ["deal", "t1-1", "pay"] {
        let svg = print_of(&["show", &path, "--step", step, "--format", "svg"]);
        assert_svg_is_sound(&svg);
        assert!(
            svg.contains("&lt;script&gt;") || svg.contains("&#60;script&#62;"),
            "{svg}"
        );
        assert!(!svg.contains(['\u{1b}', '\u{202e}']), "{svg}");
    }
}

#[test]
fn a_deal_of_mus_is_told_as_data_and_as_pictures() {
    let file = "scenarios/mus-pairs/a-refused-ordago-costs-a-stone.md";
    let told: Value =
        serde_json::from_str(&print_of(&["show", file, "--format", "json"])).expect("JSON");
    let last = steps(&told).last().expect("a step").clone();
    assert_eq!(last["kind"], "payment");
    assert!(
        last["bids"]["score"]
            .as_array()
            .is_some_and(|score| score.len() == 2),
        "{last}"
    );
    for step in steps(&told) {
        let id = step["id"].as_str().expect("an id");
        let svg = print_of(&["show", file, "--step", id, "--format", "svg"]);
        assert_svg_is_sound(&svg);
        assert_eq!(
            svg.matches("class=\"name\"").count() + svg.matches("class=\"name out\"").count(),
            4 + 1,
            "{id}\n{svg}"
        );
    }
}

/// Where each plays alone, stones go from purses to heaps, back, and to the basket: none is lost on the way.
#[test]
fn each_stone_of_a_deal_of_mus_lies_somewhere_at_each_step() {
    for file in mouche::scenario::find_markdown_files(&root().join("scenarios/mus-individual"))
        .expect("the hands")
        .files
    {
        let printed = print_of(&["show", &file.display().to_string(), "--format", "json"]);
        let told: Value = serde_json::from_str(&printed).expect("JSON");
        let sum = |list: &Value, key: &str| -> i64 {
            list.as_array()
                .expect("a list")
                .iter()
                .map(|one| one[key].as_i64().expect("stones"))
                .sum()
        };
        let all = steps(&told).iter().map(|step| {
            let bids = &step["bids"];
            sum(&bids["seats"], "chips")
                + sum(&bids["heaps"], "stones")
                + bids["basket"].as_i64().expect("stones")
        });
        let all = all.collect::<Vec<_>>();
        let deals: Vec<i64> = steps(&told)
            .iter()
            .map(|step| step["hand"].as_i64().expect("a number"))
            .collect();
        for at in 1..all.len() {
            assert!(
                all[at] == all[at - 1] || deals[at] != deals[at - 1],
                "{}: {all:?}",
                file.display()
            );
        }
    }
}

/// The log that a hand of ours would have been: its cards and moves, a line each. None where more is
/// told than a log can tell.
fn log_of_hand(file: &str) -> Option<String> {
    let text = std::fs::read_to_string(root().join(file)).expect(file);
    let fence = |word: &str| {
        let opens = format!("```{word}\n");
        let fences = text
            .split(&opens)
            .skip(1)
            .filter_map(|rest| rest.split("\n```").next());
        fences.map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    let header: toml::Table = fence("toml scenario").parse().expect("a header");
    if ["chips", "lang", "editions"]
        .iter()
        .any(|key| header.contains_key(*key))
    {
        return None;
    }
    let names: Vec<&str> = header["players"]
        .as_array()
        .expect("names")
        .iter()
        .filter_map(|name| name.as_str())
        .collect();
    let mut log = format!(
        "edition: {}\nplayers: {}\n",
        header["edition"].as_str().expect("an edition"),
        names.join(", ")
    );
    let options = header.get("options").and_then(toml::Value::as_table);
    for (name, value) in options.into_iter().flatten() {
        log += &format!("option: {name} = {value}\n");
    }
    log += &format!("{}\n", fence("deal"));
    let number = regex::Regex::new(r"^\s*\d+\.\s*").expect("a pattern");
    for line in fence("script")
        .lines()
        .map(|line| line.split(" -> ").next().unwrap_or_default())
    {
        for said in number
            .replace(line, "")
            .split(", ")
            .map(str::trim)
            .filter(|said| !said.is_empty())
        {
            if !said.contains(" may ") && !said.contains(" tries ") {
                let (name, does) = said
                    .split_once(' ')
                    .map_or((said, ""), |(name, does)| (name, does.trim()));
                log += &if does.is_empty() {
                    format!("{name}\n")
                } else {
                    format!("{name}: {does}\n")
                };
            }
        }
    }
    Some(log)
}

/// What was a hand of ours before comes to the same, told from its log.
#[test]
fn a_log_becomes_a_hand_that_holds() {
    let hands = mouche::scenario::find_markdown_files(&root().join("scenarios"))
        .expect("scenarios")
        .files;
    // A sample: each is a run of the program.
    let step = if test_extent::are_all_wanted() { 1 } else { 5 };
    let mut read = 0;
    for path in hands.iter().step_by(step).map(|path| {
        path.strip_prefix(root())
            .expect("ours")
            .display()
            .to_string()
    }) {
        let text = std::fs::read_to_string(root().join(&path)).expect("a scenario");
        let is_plain = text.matches("```deal").count() == 1
            && text.matches("```payout\n").count() == 1
            && ![
                "edition = \"mus-",
                "misdeal",
                "\ndebt ",
                "#",
                "points",
                "side pot",
            ]
            .iter()
            .any(|word| {
                text.split_once('\n')
                    .is_some_and(|(_, rest)| rest.contains(word))
            });
        if !is_plain {
            continue;
        }
        let Some(log) = log_of_hand(&path) else {
            continue;
        };
        if log.lines().any(|line| line.split(' ').count() < 2) {
            continue;
        }
        let done = run_mouche(&["new", "--deal", "-"], &log);
        let told = String::from_utf8(done.stdout).expect("text");
        assert!(
            done.status.success(),
            "{path}\n{log}\n{}",
            String::from_utf8_lossy(&done.stderr)
        );
        let file = check(&path, told.as_bytes());
        assert!(
            file.holds()
                && file
                    .warnings
                    .iter()
                    .all(|one| one.code.id() == "idle-option"),
            "{told}"
        );
        assert_eq!(
            file.stories[0]
                .trick_steps()
                .last()
                .map(|step| step.after.purses),
            purses_at_end(&path),
            "{told}"
        );
        read += 1;
    }
    assert!(read * step > 100, "{read}");
}

fn purses_at_end(path: &str) -> Option<mouche::cards::PerSeat<i64>> {
    let file = check(path, &std::fs::read(root().join(path)).expect("a scenario"));
    file.stories[0]
        .trick_steps()
        .last()
        .map(|step| step.after.purses)
}
