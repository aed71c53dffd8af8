//! The arrows of the house: who may use whom. A `use crate::` line off this list fails.

use std::fs;
use std::path::{Path, PathBuf};

/// A room and the rooms it may use, as `lib.rs` tells it.
const ARROWS: &[(&str, &[&str])] = &[
    ("cards", &[]),
    ("rules", &["cards"]),
    ("editions", &["rules", "cards"]),
    ("engine", &["rules", "cards"]),
    ("scenario", &["engine", "editions", "rules", "cards"]),
    ("explore", &["engine", "editions", "rules", "cards"]),
    ("narrate", &["scenario", "explore", "editions", "engine", "rules", "cards"]),
    ("page", &["narrate", "scenario", "explore", "editions", "engine", "rules", "cards"]),
    ("book", &["page", "narrate", "scenario", "explore", "editions", "engine", "rules", "cards"]),
    ("editor", &["page", "narrate", "scenario", "explore", "editions", "engine", "rules", "cards"]),
    ("terminal", &["narrate", "scenario", "explore", "editions", "engine", "rules", "cards"]),
    (
        "cmd",
        &[
            "editor", "terminal", "book", "page", "narrate", "scenario", "explore", "editions", "engine", "rules",
            "cards",
        ],
    ),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the source").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The rooms a file names as `crate::room`.
fn used(text: &str) -> Vec<String> {
    let word = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    text.split("crate::").skip(1).map(word).filter(|room| ARROWS.iter().any(|(name, _)| name == room)).collect()
}

#[test]
fn every_room_uses_only_those_it_may() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut read = 0;
    for (room, may) in ARROWS {
        let mut found = Vec::new();
        files(&source.join(room), &mut found);
        for file in found {
            read += 1;
            let text = fs::read_to_string(&file).expect("a source file");
            let strange = used(&text).into_iter().filter(|other| other != room && !may.contains(&other.as_str()));
            wrong.extend(strange.map(|other| format!("{} uses {other}", file.display())));
        }
    }
    assert!(read > 40, "only {read} files were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_has_its_arrows() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(source).expect("the source").flatten().filter(|entry| entry.path().is_dir()) {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(ARROWS.iter().any(|(room, _)| *room == name), "{name} is a new room: say whom it may use");
    }
}

/// What stands between backticks and ends like a file.
fn named_files(text: &str) -> impl Iterator<Item = &str> {
    let is_file = |word: &&str| [".rs", ".md", ".html", ".css"].iter().any(|end| word.ends_with(end));
    text.split('`').skip(1).step_by(2).filter(is_file).filter(|word| !word.contains('<'))
}

#[test]
fn what_the_plan_of_the_house_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the plan");
    let mut folder = PathBuf::new();
    let mut missing = Vec::new();
    for line in text.lines() {
        if line.starts_with("## Inside the engine") {
            folder = root.join("src/engine");
        } else if line.starts_with("## ") {
            folder = root.join("src");
        }
        let mut before = folder.clone();
        for name in named_files(line) {
            let places = [folder.join(name), root.join(name), before.join(name)];
            match places.iter().find(|place| place.is_file()) {
                Some(place) => before = place.parent().unwrap_or(root).to_owned(),
                None => missing.push(name),
            }
        }
    }
    assert!(named_files(&text).count() > 30, "few files are named");
    assert!(missing.is_empty(), "no such file: {missing:?}");
    for (room, _) in ARROWS {
        assert!(text.contains(&format!("| `{room}` |")), "the room {room} is not told");
    }
}

/// Rooms that know rules and no edition: none of their files names one.
const NAMELESS: &[&str] = &["cards", "engine", "explore"];

#[test]
fn the_machine_names_no_edition() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for room in NAMELESS {
        let mut found = Vec::new();
        files(&source.join(room), &mut found);
        for file in found {
            let text = fs::read_to_string(&file).expect("a source file");
            let machine = text.split("#[cfg(test)]").next().unwrap_or_default();
            for edition in mouche::editions::ALL {
                let named = [edition.id, edition.name, edition.short].iter().any(|name| machine.contains(name));
                assert!(!named, "{} names {}", file.display(), edition.id);
            }
        }
    }
}

#[test]
fn an_edition_is_data_without_a_function() {
    let editions = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/editions");
    for edition in mouche::editions::ALL {
        let file = editions.join(format!("{}.rs", edition.id.replace('-', "_")));
        let text = fs::read_to_string(&file).expect("an edition's file bears its name");
        assert!(!text.contains("fn ") && !text.contains('|'), "{} holds a function", file.display());
    }
}

/// Rooms whose pages and lines print what clauses say.
const PRINTING: &[&str] = &["book", "cmd", "editor", "narrate", "page", "terminal"];

/// Where a printing room reads a value and prints nothing of it, and what for.
const COMPUTED: &[(&str, &str)] = &[
    ("book/odds/played.rs", "chooses which tables are played out"),
    ("book/practice/data.rs", "sorts the cards of a hand"),
    ("cmd/setup.rs", "refuses a table that is too small or too large"),
    ("cmd/odds/figures.rs", "deals the cards that are not held"),
    ("editor/completion/script.rs", "offers the cards that are left"),
    ("narrate/choice.rs", "sorts the cards of a hand"),
    ("narrate/course.rs", "sorts the cards of a hand"),
    ("narrate/face.rs", "sorts cards, and tells the top card from the others"),
    ("terminal/order.rs", "sorts the cards of a hand"),
    ("terminal/random.rs", "seats a table of any size"),
    ("terminal/session.rs", "fills the purses"),
];

/// The reads of a clause's bare value in a text: `stake.value`.
fn bare_reads(text: &str) -> Vec<String> {
    let fields: Vec<String> = mouche::rules::Topic::ALL.iter().map(|topic| topic.id().replace('.', "_")).collect();
    let text: String = text.split_whitespace().collect();
    let found = text.match_indices(".value").filter_map(|(at, _)| {
        let word = text[..at].rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        let is_whole = !text[at + ".value".len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '(');
        (is_whole && fields.iter().any(|field| field == word)).then(|| format!("{word}.value"))
    });
    found.collect()
}

#[test]
fn what_prints_a_value_reads_it_with_its_marks() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut computed: Vec<&str> = COMPUTED.iter().map(|(file, _)| *file).collect();
    for room in PRINTING {
        let mut found = Vec::new();
        files(&source.join(room), &mut found);
        for file in found {
            let text = fs::read_to_string(&file).expect("a source file");
            let bare = bare_reads(text.split("#[cfg(test)]").next().unwrap_or_default());
            let name = file.strip_prefix(&source).expect("in it").to_string_lossy().replace('\\', "/");
            if COMPUTED.iter().any(|(file, _)| *file == name) {
                assert!(!bare.is_empty(), "{name} reads no bare value any more: take it off the list");
                computed.retain(|file| *file != name);
            } else {
                assert!(bare.is_empty(), "{name} reads {}: use `Clause::read`, which keeps the marks", bare.join(", "));
            }
        }
    }
    assert!(computed.is_empty(), "these are no files: {computed:?}");
    assert_eq!(bare_reads("rules\n    .stake\n    .value.chips; player.value; end.value()"), ["stake.value"]);
}
