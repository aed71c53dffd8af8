//! Pages: one of each kind is held to a file in `tests/pages`, a tag a line, and all others to what they consist of, in
//! `tests/pages/structure`. `UPDATE=1` writes both anew.

use crate::small_book::small_book_with_all_chapters;
use crate::{golden, shared, structure};
use mouche::cards::Seat;
use mouche::page::move_alternatives::recompute_advice_as_json;
use mouche::page::{
    HandUnderEdition, HomeOrGuestPage, MoveProspectsByStory, hand_views_by_edition, render_hand,
    render_step_question, render_tasks,
};
use mouche::scenario::{CheckedFile, check, find_markdown_files};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Hands beside those of the small book: one under two editions, and one with options agreed.
const HANDS: &[&str] = &[
    "compared/one-line-of-1730.md",
    "mouche-1718/nicolas-at-a-stricter-table.md",
];

/// The chapters that are kept whole, one of each kind: a game, its words, rules of a source, rules that are mostly taken over,
/// a lesson, and the pages on which one plays and writes.
const WHOLE: &[&str] = &[
    "games/mouche",
    "glossary",
    "learn/to-trump",
    "play",
    "playground",
    "rules/mery-1847",
    "rules/mouche-1718",
];

/// The steps that are kept whole of a hand of la Mouche and one of Mus.
const STEPS: &[(&str, &[&str])] = &[
    (
        "mouche-1718/denise-must-trump.md",
        &["h1-d2", "h1-t3-1", "h1-t3-2", "h1-pay"],
    ),
    (
        "mus-pairs/nine-for-a-refusal.md",
        &[
            "h1-grande-1",
            "h1-couples-says-2",
            "h1-couples-4",
            "h1-couples-5",
        ],
    ),
];

/// Hands that are held by what they consist of: something is told in each that no other has.
const TOLD: &[&str] = &[
    "boussac-1896/basile-drops-a-card.md",
    "boussac-1896/basile-pays-to-deal-again.md",
    "boussac-1896/denise-names-hearts.md",
    "boussac-1896/five-hearts-and-nothing-to-play.md",
    "boussac-1896/what-is-left-is-shared.md",
    "compared/all-at-once-or-one-by-one.md",
    "compared/one-jack-at-four-tables.md",
    "compared/one-line-of-1730.md",
    "compared/the-jack-of-clubs.md",
    "mery-1847/a-ceiling-of-forty.md",
    "mouche-1730/five-tricks-sweep-the-paper.md",
    "mus-individual/three-to-the-right-three-to-the-left.md",
    "mus-pairs/four-say-mus.md",
    "mus-pairs/nobody-bets.md",
    "pamphile-1758/all-she-had-was-pamphile.md",
];

/// Questions in a chapter: a card, one that is refused, a declaration, a clause with a sign.
const QUESTIONS: &[(&str, &str)] = &[
    ("boussac-1896/denise-names-hearts.md", "h1-t1-1"),
    ("mouche-1718/denise-must-trump.md", "h1-t3-2"),
    ("mouche-1718/nicolas-keeps-his-trumps.md", "h1-d1"),
    ("mouche-1718/nicolas-keeps-his-trumps.md", "h1-t3-3"),
];

fn hold_page(path: &str, html: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    golden::hold_file(
        &folder.join(format!("{path}.html")),
        &(structure::without_versions(html.trim())
            .replace("> <", ">\n <")
            .replace("><", ">\n<")
            + "\n"),
    );
}

fn read_scenario(path: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    fs::read_to_string(folder.join(path)).expect("a scenario")
}

/// What a page makes of the first edition of a scenario.
fn render_scenario(
    path: &str,
    text: &str,
    make: impl Fn(&HandUnderEdition) -> anyhow::Result<String>,
) -> String {
    let files = [check(&format!("scenarios/{path}"), text.as_bytes())];
    assert!(files[0].holds(), "{:?}", files[0].diagnostics);
    let html = make(&hand_views_by_edition(&files, &MoveProspectsByStory::compute(&files))[0])
        .expect("HTML");
    // At an empty line Markdown would take over.
    assert!(
        html.starts_with('<') && !html.contains('\n'),
        "{path} is not one block of HTML"
    );
    html
}

/// Returns the part of a hand before its steps, its steps, and its questions.
fn split_hand(html: &str) -> (&str, Vec<&str>, &str) {
    let (hand, questions) = html
        .split_once("<details class=\"hand-questions\">")
        .unwrap_or((html, ""));
    let mut parts = hand.split("<li class=\"hand-step ");
    let head = parts.next().unwrap_or_default();
    (head, parts.collect(), questions)
}

/// Fails if a step has too many nodes. What editions tell alike is no heavier than a step of one; `tests/program/budget.rs`
/// weighs the hands of one edition.
fn assert_steps_are_light(html: &str) {
    let (_, steps, _) = split_hand(html);
    let nodes = |step: &&str| {
        // The table of tricks stands after the last step.
        let step = step.split("</ol>").next().unwrap_or_default();
        step.matches('<').count() - step.matches("</").count()
    };
    let alone = steps.iter().filter(|step| !step.contains("hand-column"));
    let heaviest = alone.map(nodes).max();
    assert!(heaviest <= Some(180), "a step of {heaviest:?} nodes");
}

/// Returns what stands around the steps of a hand, some of its steps, and its questions.
fn kept_parts(html: &str, ids: &[&str]) -> String {
    let (head, steps, questions) = split_hand(html);
    let is_kept = |step: &&&str| {
        let id = step.split(" id=\"").nth(1);
        let id = id
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default();
        ids.iter().any(|kept| id.ends_with(&format!("-{kept}")))
    };
    let steps: Vec<&str> = steps.iter().filter(is_kept).copied().collect();
    assert_eq!(steps.len(), ids.len(), "not every step is there");
    [&[head], &steps[..], &[questions]].concat().join("\n\n")
}

/// Holds pages to what they consist of, in a file of this name.
fn keep_structure(
    name: &str,
    pages: &BTreeMap<String, String>,
    may_be_missing: impl Fn(&str) -> bool,
) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages/structure");
    structure::hold_pages(
        &folder.join(name).with_extension("txt"),
        pages,
        may_be_missing,
    );
}

/// Whether a page exists only with the engine, or is another one without it; `doors.rs` holds what it is then.
fn needs_engine(page: &str) -> bool {
    let folders = ["games/", "learn/", "practice/"];
    ["play", "playground"].contains(&page) || folders.iter().any(|folder| page.starts_with(folder))
}

/// Returns what the `main` element of a page of a site holds.
fn main_of(html: &str) -> Option<&str> {
    let (_, main) = html.split_once("<main ")?.1.split_once('>')?;
    Some(main.split_once("</main>").expect("its end").0)
}

/// Returns the words of all pages of a site below a folder, by their names without their ending.
fn pages_of(site: &Path, folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in folder.read_dir().expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(pages_of(site, &path));
        } else if path.extension().is_some_and(|ending| ending == "html") {
            let html = fs::read_to_string(&path).expect("a page");
            let name = path
                .strip_prefix(site)
                .expect("a page of the site")
                .with_extension("");
            // Old addresses have no words.
            if let Some(main) = main_of(&html) {
                found.insert(name.to_string_lossy().into_owned(), main.to_owned());
            }
        }
    }
    found
}

#[test]
fn each_chapter_is_as_it_is_kept() {
    let root = small_book_with_all_chapters();
    for path in HANDS {
        let to = root.path().join("scenarios").join(path);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::write(to, read_scenario(path)).expect("a scenario");
    }
    let site = root.path().join("site");
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    let built = call
        .arg("--root")
        .arg(root.path())
        .args(["build", "--dest"])
        .arg(&site)
        .output()
        .expect("mouche");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let mut pages = pages_of(&site, &site);
    // The small book has no lessons.
    let own = shared::own_site();
    pages.extend(pages_of(&own, &own.join("learn")));
    let has_engine = site.join("play.html").exists();
    pages.retain(|page, _| page != "print" && (has_engine || !needs_engine(page)));
    let mut folders: BTreeMap<&str, BTreeMap<String, String>> = BTreeMap::new();
    for (page, html) in &pages {
        if WHOLE.contains(&page.as_str()) {
            hold_page(&format!("chapters/{}", page.replace('/', "-")), html);
        } else {
            let folder = page.rsplit_once('/').map_or("book", |(folder, _)| folder);
            let folder = folders.entry(folder).or_default();
            folder.insert(page.clone(), html.clone());
        }
    }
    let missing: Vec<_> = WHOLE
        .iter()
        .filter(|page| !pages.contains_key(**page) && (has_engine || !needs_engine(page)))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    for (folder, pages) in &folders {
        let name = folder.replace('/', "-");
        keep_structure(&name, pages, |page| !has_engine && needs_engine(page));
    }
}

/// What a mistake does to a page, a line of its structure tells; how the page looks, none.
#[test]
fn a_mistake_in_a_page_is_seen_in_its_structure_and_a_class_is_not() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    let read = |path: &str| fs::read_to_string(folder.join(path)).expect("a page");
    let rules = read("chapters/rules-mery-1847.html");
    let hand = hand_page("mouche-1718/denise-must-trump.md");
    let table = read("chapters/rules-mouche-1718.html");
    let step = |html: &str| {
        let (before, rest) = html.split_once("<li class=\"hand-step ").expect("a step");
        let (_, after) = rest
            .split_once("<li class=\"hand-step ")
            .expect("another step");
        format!("{before}<li class=\"hand-step {after}")
    };
    let mistakes = [
        (
            "a mark of a clause is lost",
            &rules,
            rules.replacen('∗', "", 1),
        ),
        (
            "a value in a table is wrong",
            &table,
            raise_number_in_table(&table),
        ),
        ("a step is missing", &hand, step(&hand)),
        (
            "a link leads elsewhere",
            &hand,
            hand.replacen("#play.trump\"", "#play.trmp\"", 1),
        ),
        (
            "a heading has no id",
            &table,
            table.replacen("<h3 id=\"play.trump\"", "<h3", 1),
        ),
    ];
    for (mistake, before, after) in mistakes {
        assert!(*before != after, "nothing was changed: {mistake}");
        let [before, after] = [before, &after].map(|html| structure::summarize_page(html));
        let differ = golden::show_difference(&before, &after);
        let lines = differ
            .lines()
            .filter(|line| line.starts_with(['+', '-']))
            .count();
        assert!((3..9).contains(&lines), "{mistake}: {differ}");
    }
    for html in [&rules, &hand, &table] {
        let renamed = html.replace("class=\"", "class=\"new-");
        assert_eq!(
            structure::summarize_page(html),
            structure::summarize_page(&renamed)
        );
    }
}

/// Returns a page in which the first number of a table is one higher.
fn raise_number_in_table(html: &str) -> String {
    let (before, table) = html.split_once("<table").expect("a table");
    let number = regex::Regex::new(r">(\d+)").expect("a pattern");
    let raised = number.replace(table, |found: &regex::Captures| {
        format!(">{}", found[1].parse::<u32>().expect("a number") + 1)
    });
    format!("{before}<table{raised}")
}

/// Returns the page of a hand.
fn hand_page(path: &str) -> String {
    render_scenario(path, &read_scenario(path), |told| {
        render_hand(
            told,
            HomeOrGuestPage::home_at_path(Path::new("hands/mouche-1718/x.md")),
        )
    })
}

#[test]
fn each_hand_is_as_it_is_kept() {
    for (path, ids) in STEPS {
        let html = hand_page(path);
        assert_steps_are_light(&html);
        let slug = Path::new(path).file_stem().expect("a name");
        hold_page(
            &format!("hands/{}", slug.display()),
            &kept_parts(&html, ids),
        );
    }
}

#[test]
fn each_hand_consists_of_what_is_kept() {
    let mut pages = BTreeMap::new();
    for path in TOLD {
        let html = hand_page(path);
        assert_steps_are_light(&html);
        pages.insert(path.trim_end_matches(".md").to_owned(), html);
    }
    keep_structure("example-hands", &pages, |_| false);
}

/// Who stays out and who claims is not the same in both: one table plays on, at the other a mouche ends the hand.
#[test]
fn a_hand_that_ends_sooner_under_one_edition_is_as_it_is_kept() {
    let one = read_scenario("compared/one-line-of-1730.md");
    let (head, _) = one.split_once("Lise claims").expect("the claim");
    let head = head
        .replace(r#""flush.take", "flush.owe""#, "")
        .replace(r#""debt.enter", "#, r#""debt.enter""#);
    let claim = "```\n\nOne.\n\n```script mouche-1718\nLise claims the mouche\n```\n\n```payout mouche-1718\npool 15\nLise takes 15\nMarc owes 15, Octave owes 15\n```\n\n";
    let play =
        "Other.\n\n```script mouche-1730\n1. Lise K♣, Marc J♥, Octave Q♥ -> Octave\nstop\n```\n";
    let html = render_scenario("x.md", &(head + claim + play), |told| {
        render_hand(
            told,
            HomeOrGuestPage::home_at_path(Path::new("hands/compared/x.md")),
        )
    });
    assert_steps_are_light(&html);
    keep_structure(
        "of-two-lengths",
        &[("of-two-lengths".to_owned(), html)].into(),
        |_| false,
    );
}

/// A task of each kind: tasks stand before five steps of one hand, two before its payout.
#[test]
fn each_task_is_as_it_is_kept() {
    let held = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/held/what-may-be-asked.md"
    );
    let text = std::fs::read_to_string(held).expect("the file");
    let html = render_scenario("what-may-be-asked.md", &text, |told| {
        render_tasks(
            told,
            "",
            HomeOrGuestPage::home_at_path(Path::new("learn/a.md")),
        )
    });
    let each: Vec<&str> = html.split("<div class=\"asked\"").skip(1).collect();
    let about =
        |html: &&str| html[html.find("<p class=\"asked-asks\"").unwrap_or_default()..].to_owned();
    let tasks = each
        .iter()
        .enumerate()
        .map(|(number, task)| (format!("task {}", number + 1), about(task)));
    keep_structure("tasks", &tasks.collect(), |_| false);
    assert_eq!(each.len(), 6);
    for (head, times) in [
        ("Good.", 8),
        ("Allowed, but …", 3),
        ("Not allowed.", 2),
        ("No.", 7),
    ] {
        assert_eq!(
            html.matches(&format!("<strong class=\"asked-verdict\">{head}</strong>"))
                .count(),
            times,
            "{head}"
        );
    }
    let wins = each[1].split("asked-asks").next().unwrap_or_default();
    assert!(
        !wins.contains(">wins<") && !wins.contains(">highest<"),
        "the board tells nothing: {wins}"
    );
}

#[test]
fn each_question_is_as_it_is_kept() {
    let mut questions = BTreeMap::new();
    for (path, step) in QUESTIONS {
        let html = render_scenario(path, &read_scenario(path), |told| {
            render_step_question(
                told,
                step,
                HomeOrGuestPage::home_at_path(Path::new("learn/a.md")),
            )
        });
        questions.insert(format!("{} {step}", path.trim_end_matches(".md")), html);
    }
    keep_structure("questions", &questions, |_| false);
}

/// A hand with this line in its header.
fn check_with_line(line: &str) -> CheckedFile {
    let edition = "edition = \"mouche-1718\"\n";
    check(
        "x.md",
        read_scenario("mouche-1718/denise-must-trump.md")
            .replacen(edition, &format!("{edition}{line}"), 1)
            .as_bytes(),
    )
}

#[test]
fn only_declarations_are_advised_on_and_only_where_it_is_asked() {
    let advised = |line: &str| {
        let html = render_edition_changes(&[check_with_line(line)]);
        let steps = html
            .split("<li class=\"hand-step ")
            .filter(|step| step.contains("<details class=\"hand-advice "));
        steps
            .map(|step| {
                step.split(" id=\"")
                    .nth(1)
                    .and_then(|rest| rest.split('"').next())
                    .expect("an id")
                    .to_owned()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        advised("advice = true\n"),
        ["x-h1-d1", "x-h1-d2", "x-h1-d3", "x-h1-d4"]
    );
    assert_eq!(
        (advised(""), advised("advice = false\n")),
        (Vec::new(), Vec::new())
    );
}

#[test]
fn what_others_hold_makes_no_difference_to_what_is_advised() {
    let told = check_with_line("advice = true\n");
    let mut other = told.clone();
    for step in other.stories[0].trick_steps_mut() {
        // Denise and Anne change hands; Bertrand and Claude know nothing of it.
        let held = step.before.hands;
        let [denise, anne] = [3, 0].map(Seat);
        (step.before.hands[denise], step.before.hands[anne]) = (held[anne], held[denise]);
    }
    // By what they rest on, which tells what the mover knows.
    let [found, anew] = [told, other].map(|file| {
        serde_json::from_str::<BTreeMap<String, Value>>(
            &recompute_advice_as_json(&[file]).expect("figures"),
        )
        .expect("figures by hand")
    });
    let both: Vec<bool> = found
        .iter()
        .filter_map(|(key, one)| Some(anew.get(key)? == one))
        .collect();
    assert_eq!((both, found.len()), (vec![true, true], 4));
}

/// What a page makes of files, of which the first is told as all of them were under editions of its own.
fn render_edition_changes(files: &[CheckedFile]) -> String {
    let mut file = files[0].clone();
    file.stories
        .extend(files[1..].iter().flat_map(|other| other.stories.clone()));
    let told = HandUnderEdition {
        file: &file,
        story: &file.stories[0],
        alternatives: &MoveProspectsByStory::default(),
        seat: None,
    };
    render_hand(
        &told,
        HomeOrGuestPage::home_at_path(Path::new("hands/x/x.md")),
    )
    .expect("a page")
}

#[test]
fn stories_that_have_nothing_in_common_are_still_told() {
    let paths = [
        "mouche-1718/denise-must-trump.md",
        "mouche-1730/swept-clean.md",
        "mouche-1718/two-mouches-then-points.md",
        "mouche-1718/celeste-alone.md",
    ];
    let mut files = paths.map(|path| check("x.md", read_scenario(path).as_bytes()));
    for _ in 0..files.len() {
        files.rotate_left(1);
        let html = render_edition_changes(&files);
        let ids: Vec<&str> = html
            .split(" id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert_eq!(
            ids.len(),
            ids.iter().collect::<BTreeSet<_>>().len(),
            "an id stands twice: {ids:?}"
        );
    }
}

#[test]
fn the_pool_is_the_sum_of_its_parts_at_every_step() {
    let html = render_edition_changes(&[check(
        "x.md",
        read_scenario("mouche-1718/five-fifteen-twenty-five.md").as_bytes(),
    )]);
    let pool = regex::Regex::new(r#"Pool <b>(\d+)</b></span> <span class="parts">([^<]+)</span>"#)
        .expect("a pattern");
    let mut debts = 0;
    for found in pool.captures_iter(&html) {
        let parts = found[2]
            .split(" + ")
            .filter_map(|part| part.split(' ').next()?.parse::<i64>().ok());
        assert_eq!(parts.sum::<i64>().to_string(), found[1], "{}", &found[2]);
        debts += usize::from(found[2].contains("debt of"));
    }
    assert!(debts > 20, "debts enter the pools of this file: {debts}");
}

#[test]
fn only_what_differs_between_editions_becomes_a_row_beside_the_table() {
    let [table, row, amount] = [
        r"<caption>Differences on the table</caption>.*?</table>",
        r#"<th scope="row">.*?</tr>"#,
        "<td>(.*?)</td>",
    ]
    .map(|pattern| regex::Regex::new(pattern).expect("a pattern"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/compared");
    let files = find_markdown_files(&folder)
        .expect("scenarios")
        .files
        .into_iter();
    let files = files.map(|path| check("x.md", &fs::read(path).expect("a file")));
    let html: String = files.map(|file| render_edition_changes(&[file])).collect();
    let mut rows = 0;
    for row in table
        .find_iter(&html)
        .flat_map(|table| row.find_iter(table.as_str()))
    {
        let amounts: BTreeSet<_> = amount
            .captures_iter(row.as_str())
            .map(|found| found[1].to_owned())
            .collect();
        assert!(amounts.len() > 1, "{}", row.as_str());
        rows += 1;
    }
    assert!(rows > 5, "{rows}");
}
