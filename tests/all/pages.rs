//! Pages as they are written, each held to a file in `tests/pages`, a tag a line; `UPDATE=1` writes them anew.

use crate::golden;
use crate::small_book::small_book;
use mouche::page::{Ahead, Place, Told, asked, hand, told};
use mouche::scenario::check;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Hands beside those of the small book: one under two editions, and one with options agreed.
const HANDS: &[&str] = &["compared/one-line-of-1730.md", "mouche-1718/nicolas-at-a-stricter-table.md"];

/// Of the editions, those that hold most of what a clause can be: taken over, agreed, not known, read by us, lacking.
const CHAPTERS: &[&str] = &[
    "comparison",
    "family",
    "glossary",
    "hands/compared",
    "hands/index-of-hands",
    "hands/mouche-1718",
    "hands/mouche-1730",
    "odds",
    "rules/boussac-1896",
    "rules/mery-1847",
    "rules/pamphile-1758",
    "sources",
    "strategy",
    "tonight/boussac-1896",
    "tonight/mery-1847",
    "tonight/mouche-1718",
    "tonight/mouche-1730",
    "tonight/pamphile-1758",
    "writing/format",
    "writing/french",
];

/// The steps of hands that are kept: those where something is told that no other step has.
const STEPS: &[(&str, &[&str])] = &[
    ("boussac-1896/basile-drops-a-card.md", &["h1-pay", "h2-d2"]),
    ("boussac-1896/basile-pays-to-deal-again.md", &["h1-pay"]),
    ("boussac-1896/denise-names-hearts.md", &["h1-names", "h1-turn-up"]),
    ("boussac-1896/five-hearts-and-nothing-to-play.md", &["h1-turn-up"]),
    ("boussac-1896/what-is-left-is-shared.md", &["h1-claims", "h1-end"]),
    ("compared/all-at-once-or-one-by-one.md", &["h1-pay"]),
    ("compared/one-jack-at-four-tables.md", &["h1-t1-1", "h1-t3-3"]),
    ("compared/one-line-of-1730.md", &["h1-deal", "h1-pay", "h2-t1-1"]),
    ("compared/the-jack-of-clubs.md", &["h1-t1-2"]),
    ("mery-1847/a-ceiling-of-forty.md", &["h1-deal"]),
    ("mouche-1718/denise-must-trump.md", &["h1-d2", "h1-t3-1", "h1-t3-2", "h1-pay"]),
    ("mouche-1730/five-tricks-sweep-the-paper.md", &["h1-t5-3", "h1-pay"]),
    ("pamphile-1758/all-she-had-was-pamphile.md", &[]),
];

/// Questions in a chapter: a card, one that is refused, a declaration, a clause with a sign.
const QUESTIONS: &[(&str, &str)] = &[
    ("boussac-1896/denise-names-hearts.md", "h1-t1-1"),
    ("mouche-1718/denise-must-trump.md", "h1-t3-2"),
    ("mouche-1718/nicolas-keeps-his-trumps.md", "h1-d1"),
    ("mouche-1718/nicolas-keeps-his-trumps.md", "h1-t3-3"),
];

fn keep(path: &str, html: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    golden::hold(
        &folder.join(format!("{path}.html")),
        &(html.trim().replace("> <", ">\n <").replace("><", ">\n<") + "\n"),
    );
}

fn scenario(path: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    fs::read_to_string(folder.join(path)).expect("a scenario")
}

/// What a page makes of the first edition of a scenario.
fn made(path: &str, text: &str, make: impl Fn(&Told) -> anyhow::Result<String>) -> String {
    let files = [check(&format!("scenarios/{path}"), text.as_bytes())];
    assert!(files[0].holds(), "{:?}", files[0].diagnostics);
    let html = make(&told(&files, &Ahead::of(&files))[0]).expect("HTML");
    // At an empty line Markdown would take over.
    assert!(html.starts_with('<') && !html.contains('\n'), "{path} is not one block of HTML");
    html
}

/// What stands around the steps of a hand, some of its steps, and its questions.
fn kept(html: &str, ids: &[&str]) -> String {
    let (hand, questions) = html.split_once("<details class=\"hand-questions\">").unwrap_or((html, ""));
    let is_kept = |step: &&str| {
        let own = step.split(" id=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        ids.iter().any(|id| own.ends_with(&format!("-{id}")))
    };
    let mut parts = hand.split("<li class=\"hand-step ");
    let head = parts.next().unwrap_or_default();
    // What editions tell alike is no heavier than a step of one; `tests/browser/budget.rs` weighs the hands of one edition.
    let nodes = |step: &str| step.matches('<').count() - step.matches("</").count();
    let heaviest = parts.clone().filter(|step| !step.contains("hand-column")).map(nodes).max();
    assert!(heaviest <= Some(180), "a step of {heaviest:?} nodes");
    let steps: Vec<&str> = parts.filter(is_kept).collect();
    assert_eq!(steps.len(), ids.len(), "not every step is there");
    [&[head], &steps[..], &[questions]].concat().join("\n\n")
}

#[test]
fn each_chapter_is_as_it_is_kept() {
    let root = small_book();
    for path in HANDS {
        let to = root.path().join("scenarios").join(path);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::write(to, scenario(path)).expect("a scenario");
    }
    let site = root.path().join("site");
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    let built = call.arg("--root").arg(root.path()).args(["build", "--dest"]).arg(&site).output().expect("mouche");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for chapter in CHAPTERS {
        let html = fs::read_to_string(site.join(chapter).with_extension("html")).expect("a page");
        let (_, main) = html.split_once("<main ").expect("its words");
        keep(&format!("chapters/{}", chapter.replace('/', "-")), main.split_once("</main>").expect("their end").0);
    }
}

#[test]
fn each_hand_is_as_it_is_kept() {
    for (path, ids) in STEPS {
        let html = made(path, &scenario(path), |told| hand(told, Place::of(Path::new("hands/mouche-1718/x.md"))));
        let slug = Path::new(path).file_stem().expect("a name").to_string_lossy();
        keep(&format!("hands/{slug}"), &kept(&html, ids));
    }
}

/// Who stays out and who claims is not the same in both: one table plays on, at the other a mouche ends the hand.
#[test]
fn a_hand_that_ends_sooner_under_one_edition_is_as_it_is_kept() {
    let one = scenario("compared/one-line-of-1730.md");
    let (head, _) = one.split_once("Lise claims").expect("the claim");
    let head = head.replace(r#""flush.take", "flush.owe""#, "").replace(r#""debt.enter", "#, r#""debt.enter""#);
    let claim = "```\n\nOne.\n\n```script mouche-1718\nLise claims the mouche\n```\n\n```payout mouche-1718\npool 15\nLise takes 15\nMarc owes 15, Octave owes 15\n```\n\n";
    let play = "Other.\n\n```script mouche-1730\n1. Lise K♣, Marc J♥, Octave Q♥ -> Octave\nstop\n```\n";
    let html = made("x.md", &(head + claim + play), |told| hand(told, Place::of(Path::new("hands/compared/x.md"))));
    keep("hands/of-two-lengths", &kept(&html, &["h1-t1-1", "h1-pay"]));
}

#[test]
fn each_question_is_as_it_is_kept() {
    for (path, step) in QUESTIONS {
        let html = made(path, &scenario(path), |told| asked(told, step, Place::of(Path::new("learn/a.md"))));
        let slug = Path::new(path).file_stem().expect("a name").to_string_lossy();
        keep(&format!("questions/{slug}-{step}"), &html);
    }
}
