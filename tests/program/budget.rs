//! What a page weighs: a page before its hands, its scripts, a hand by its steps, a step by its nodes.

use crate::axe::hands::{pages_of_hands, split_into_steps};
use crate::driver::own_book;
use crate::repository_paths::program;
use crate::test_extent;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const HAND: &str = "hands/mouche-1718/denise-must-trump.html";

/// Bytes as a server sends them.
fn packed_size(bytes: &[u8]) -> usize {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).expect("memory");
    packed.finish().expect("memory").len()
}

/// The elements that begin in a piece of HTML.
pub fn count_elements(html: &str) -> usize {
    html.match_indices('<')
        .filter(|(at, _)| html[at + 1..].starts_with(|next: char| next.is_ascii_lowercase()))
        .count()
}

/// A page apart from its hands, and its hands.
fn split_off_hands(html: &str) -> (String, String) {
    let mut parts = html.split("<section class=\"hand\"");
    let mut rest = parts.next().unwrap_or_default().to_string();
    let mut hands = String::new();
    for part in parts {
        let (hand, after) = part.split_once("</section>").expect("a hand that ends");
        hands.push_str(hand);
        rest.push_str(after);
    }
    (rest, hands)
}

/// The files that a page fetches when it opens, without those that a `data-` attribute keeps for later.
fn files_fetched_by(page: &Path, html: &str) -> Vec<PathBuf> {
    let named = html
        .split([' ', '>'])
        .filter_map(|word| word.strip_prefix("src=\"").or(word.strip_prefix("href=\"")));
    let named = named.filter_map(|rest| rest.split('"').next());
    let is_one = |name: &&str| {
        [".js", ".css", ".svg"]
            .iter()
            .any(|end| name.ends_with(end))
            && !name.contains(':')
    };
    // The page that stands in for a missing one names its files from the root of the site.
    let place = |name: &str| match name.strip_prefix('/') {
        Some(below) => own_book().site().join(below),
        None => page.parent().expect("a folder").join(name),
    };
    named.filter(is_one).map(place).collect()
}

/// All pages of the site, each with its HTML.
pub fn pages_of_site(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for path in folder
        .read_dir()
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
    {
        if path.is_dir() {
            found.extend(pages_of_site(&path));
        } else if path.extension().is_some_and(|end| end == "html") {
            let html = std::fs::read_to_string(&path).expect("a page");
            found.insert(path, html);
        }
    }
    found
}

#[test]
fn before_its_hands_a_page_is_light_and_asks_for_little() {
    // An old address only leads on to the new one.
    let leads_on = |html: &str| html.contains("http-equiv=\"refresh\"");
    let pages = pages_of_site(own_book().site());
    let mut known = BTreeMap::new();
    let mut weighed = |file: &PathBuf| {
        let weigh = || packed_size(&std::fs::read(file).expect("a file of the site"));
        *known.entry(file.clone()).or_insert_with(weigh)
    };
    for (at, (page, html)) in pages.iter().filter(|(_, html)| !leads_on(html)).enumerate() {
        // The heaviest pages are always weighed.
        let is_heavy = page.ends_with("play.html") || page.ends_with("comparison.html");
        if at % test_extent::sample_step(3) > 0 && !is_heavy {
            continue;
        }
        let (rest, _) = split_off_hands(html);
        let fetched = files_fetched_by(page, html);
        assert!(
            (3..12).contains(&fetched.len()),
            "with the page itself at most twelve: {}, {fetched:?}",
            page.display()
        );
        let weighs = packed_size(rest.as_bytes()) + fetched.iter().map(&mut weighed).sum::<usize>();
        let scripts = fetched
            .iter()
            .filter(|file| file.extension().is_some_and(|end| end == "js"));
        let scripts: usize = scripts.map(&mut weighed).sum();
        assert!(
            scripts <= 6_300,
            "{}: scripts of {scripts} bytes before anyone asks for more",
            page.display()
        );
        assert!(
            weighs <= 40_000,
            "{} weighs {weighs} bytes before its hands",
            page.display()
        );
    }
    assert!(pages.len() > 150, "{} pages", pages.len());
}

/// The bytes of all files of a folder.
fn size_of_folder(folder: &Path) -> u64 {
    let each = folder.read_dir().expect("a folder").flatten();
    each.map(|entry| {
        if entry.path().is_dir() {
            size_of_folder(&entry.path())
        } else {
            entry.metadata().expect("a file").len()
        }
    })
    .sum()
}

#[test]
fn hands_lie_there_without_what_a_browser_fills_in() {
    let site = own_book().site();
    let hands = pages_of_hands(site);
    let all = hands.values().map(String::len).sum::<usize>();
    // Those that prose and tests name are longer than others.
    let most = if test_extent::are_all_wanted() {
        40_000
    } else {
        64_000
    };
    assert!(
        all / hands.len() <= most,
        "{all} bytes of {} hands",
        hands.len()
    );
    if test_extent::are_all_wanted() {
        assert!(
            size_of_folder(site) <= 25_000_000,
            "{} bytes of the whole site",
            size_of_folder(site)
        );
    }
}

/// What scripts weigh, by their names without the end that changes with them.
fn sizes_of_scripts() -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for folder in [
        own_book().site().to_path_buf(),
        own_book().site().join("theme"),
    ] {
        for path in folder
            .read_dir()
            .expect("a folder")
            .flatten()
            .map(|entry| entry.path())
        {
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if path.extension().is_some_and(|end| end == "js") {
                let name = name
                    .rsplit_once('-')
                    .map_or(name.as_str(), |(name, _)| name)
                    .to_string();
                found.insert(name, packed_size(&std::fs::read(&path).expect("a script")));
            }
        }
    }
    found
}

/// What the engine weighs: three bytes in four signs of its script.
fn size_of_engine() -> usize {
    let files = own_book()
        .site()
        .read_dir()
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path());
    let mut engine = files.filter(|path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("engine-"))
    });
    let script = std::fs::read_to_string(engine.next().expect("an engine")).expect("a script");
    script.split('\'').nth(1).expect("what is packed").len() / 4 * 3
}

/// Whether the program says that its engine is not as it is released.
fn is_quickly_compiled() -> bool {
    let output = Command::new(program()).arg("--version").output();
    let output = output.expect("mouche");
    String::from_utf8_lossy(&output.stdout).contains("quickly compiled")
}

/// Returns how much the packed engine may weigh. `tests/run --all` compiles it as it is released. `tests/run` compiles it quickly, which
/// makes it about 1.12 times as large; what was compiled before it changes that a little.
fn most_of_engine() -> usize {
    if is_quickly_compiled() {
        800_000
    } else {
        695_000
    }
}

#[test]
fn scripts_are_small() {
    let mut scripts = sizes_of_scripts();
    let mut take = |name: &str| {
        scripts
            .remove(name)
            .unwrap_or_else(|| panic!("no script {name}"))
    };
    assert!(take("search") <= 20_000, "the search");
    assert!(take("search-index") <= 130_000, "the index of the search");
    assert!(
        take("moved") <= 800,
        "what leads from an old address to the new one"
    );
    assert!(
        take("view") + take("quiz") <= 6_000,
        "what is fetched by those who open the menu of a hand, and take a turn"
    );
    assert!(
        take("extras") <= 4_000,
        "what is fetched by those who ask for the keys or the last trick, share a step or go on elsewhere"
    );
    assert!(
        take("study") <= 2_500,
        "what is fetched by those who choose how they look at a hand, or ask what if"
    );
    // It knows all fourteen editions. What is counted is the engine as it is packed; it travels in base64, of which a server's
    // own packing leaves a seventieth more.
    let (scripts_of_play, sent) = (
        take("play") + take("worker") + take("client"),
        take("engine"),
    );
    let engine = size_of_engine();
    assert!(sent < engine * 71 / 70, "{sent} are sent for {engine}");
    assert!(
        scripts_of_play <= 9_100 && engine <= most_of_engine(),
        "what is fetched by those who sit down: {scripts_of_play} and {engine}"
    );
    assert!(
        take("form") <= 5_400,
        "what is fetched by those who choose the table where they sit down"
    );
    assert!(
        take("puzzle") <= 2_500 && take("puzzles") <= 1_000,
        "what is fetched where there are puzzles"
    );
    assert!(
        take("tools") <= 3_500 + 1_700,
        "what is fetched with any of these, and what restores the links and names in a hand"
    );
    assert!(
        take("motion") <= 1_500,
        "what is fetched by those who reach for a hand"
    );
    assert!(
        take("playground") <= 4_500,
        "what is fetched by those who write"
    );
    assert!(
        take("cite") <= 1_500,
        "what is fetched by those who look up a rule"
    );
    assert!(take("rail") <= 1_500, "the list of clauses on a page");
    assert!(
        take("clause-words") <= 10_000,
        "what is fetched by those who look for a clause in that list"
    );
    assert!(take("shelf") <= 1_500, "the filters of a list of hands");
    assert!(
        take("lost") <= 600,
        "the search on the page for missing addresses"
    );
    assert!(take("offline") <= 2_200, "the service worker");
    assert!(take("compare") <= 2_700, "the columns of the comparison");
    assert!(
        take("lesson") <= 6_800 && take("course") <= 1_900,
        "what is fetched by those who learn: the questions and the stage of a lesson"
    );
    assert_eq!(
        scripts.into_keys().collect::<Vec<_>>(),
        ["book", "boot", "hand"],
        "all scripts are counted"
    );
}

/// A hand of twenty-two steps may weigh 8 kB, a longer one as much more as it has more steps.
#[test]
fn a_hand_weighs_little_and_no_step_of_it_has_too_many_nodes() {
    let mut wrong = Vec::new();
    let pages = pages_of_hands(own_book().site());
    for (page, html) in pages
        .iter()
        .filter(|(page, _)| !page.contains("/compared/"))
        .step_by(test_extent::sample_step(4))
    {
        let (_, hand) = split_off_hands(html);
        let (told, _) = hand
            .split_once("<details class=hand-questions")
            .unwrap_or((&hand, ""));
        // The table of tricks stands after the last step.
        let parts = split_into_steps(told).into_iter();
        let steps: Vec<&str> = parts
            .filter_map(|part| part.split("</ol>").next())
            .collect();
        let (weighs, most) = (
            packed_size(hand.as_bytes()),
            8_000 * steps.len().max(22) / 22,
        );
        if weighs > most {
            wrong.push(format!(
                "{page}: {} steps weigh {weighs} bytes, not {most}",
                steps.len()
            ));
        }
        let heaviest = steps
            .iter()
            .map(|step| count_elements(step))
            .max()
            .unwrap_or_default();
        if heaviest > 180 {
            wrong.push(format!("{page}: a step of {heaviest} nodes"));
        }
    }
    assert!(
        pages.contains_key(HAND) && pages.len() > 100,
        "{} hands",
        pages.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
