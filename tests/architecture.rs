//! The arrows of the house: who may use whom. A `use crate::` line off this list fails.

#[path = "architecture/english.rs"]
mod english;
#[path = "architecture/sentences.rs"]
mod sentences;
#[path = "architecture/style.rs"]
mod style;

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::LazyLock;

/// A room and the rooms it may use.
const ARROWS: &[(&str, &[&str])] = &[
    ("cards", &[]),
    ("rules", &["cards"]),
    ("editions", &["rules", "cards"]),
    ("engine", &["rules", "cards"]),
    ("mus", &["engine", "rules", "cards"]),
    ("explore", &["mus", "engine", "editions", "rules", "cards"]),
    (
        "scenario",
        &["explore", "mus", "engine", "editions", "rules", "cards"],
    ),
    (
        "narrate",
        &[
            "scenario", "explore", "editions", "mus", "engine", "rules", "cards",
        ],
    ),
    (
        "page",
        &[
            "narrate", "scenario", "explore", "editions", "engine", "rules", "cards",
        ],
    ),
    (
        "book",
        &[
            "page", "session", "narrate", "scenario", "explore", "editions", "engine", "rules",
            "cards",
        ],
    ),
    (
        "author",
        &[
            "page", "narrate", "scenario", "editions", "mus", "engine", "rules", "cards",
        ],
    ),
    ("editor", &["author", "scenario"]),
    (
        "session",
        &[
            "narrate", "scenario", "explore", "mus", "editions", "engine", "rules", "cards",
        ],
    ),
    (
        "terminal",
        &[
            "session", "narrate", "scenario", "explore", "editions", "engine", "rules", "cards",
        ],
    ),
    (
        "web",
        &[
            "author", "page", "session", "narrate", "scenario", "explore", "editions", "engine",
            "rules", "cards",
        ],
    ),
    (
        "cmd",
        &[
            "editor", "terminal", "session", "book", "page", "narrate", "scenario", "explore",
            "editions", "engine", "rules", "cards",
        ],
    ),
];

fn collect_files(folder: &Path, found: &mut Vec<PathBuf>) {
    files_that_end(folder, "rs", found);
}

fn files_that_end(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder)
        .expect("a folder of the source")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            files_that_end(&path, ending, found);
        } else if path.extension().is_some_and(|end| end == ending) {
            found.push(path);
        }
    }
}

/// The rooms a file names as `crate::room`.
fn rooms_used(text: &str) -> Vec<String> {
    let word = |rest: &str| {
        rest.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect::<String>()
    };
    text.split("crate::")
        .skip(1)
        .map(word)
        .filter(|room| ARROWS.iter().any(|(name, _)| name == room))
        .collect()
}

#[test]
fn every_room_uses_only_those_it_may() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut read = 0;
    for (room, may) in ARROWS {
        let mut found = Vec::new();
        collect_files(&source.join(room), &mut found);
        for file in found {
            read += 1;
            let text = fs::read_to_string(&file).expect("a source file");
            let strange = rooms_used(&text)
                .into_iter()
                .filter(|other| other != room && !may.contains(&other.as_str()));
            wrong.extend(strange.map(|other| format!("{} uses {other}", file.display())));
        }
    }
    assert!(read > 40, "only {read} files were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_has_its_arrows() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(source)
        .expect("the source")
        .flatten()
        .filter(|entry| entry.path().is_dir())
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(
            ARROWS.iter().any(|(room, _)| *room == name),
            "{name} is a new room: say whom it may use"
        );
    }
}

/// The files of a room as modules, each with what it says outside its tests.
struct SourceModules(BTreeMap<Vec<String>, String>);

impl SourceModules {
    /// Those below a folder of the source.
    fn in_room(source: &Path, room: &str) -> SourceModules {
        let mut found = Vec::new();
        collect_files(&source.join(room), &mut found);
        let module = |file: &Path| {
            let path = file.strip_prefix(source).expect("in it").with_extension("");
            let mut names: Vec<String> = path
                .iter()
                .map(|name| name.to_string_lossy().into_owned())
                .collect();
            names.pop_if(|last| last == "mod");
            let text = fs::read_to_string(file).expect("a source file");
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let code = text
                .lines()
                .map(|line| line.split("//").next().unwrap_or_default());
            (names, code.collect::<Vec<_>>().join("\n"))
        };
        SourceModules(found.iter().map(|file| module(file)).collect())
    }

    /// The paths that a module uses, and those that it hands on under its own name.
    fn paths_used(&self, module: &[String]) -> [Vec<Vec<String>>; 2] {
        static USES: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?m)^(pub(?:\([a-z]+\))? )?use ([^;]+);").expect("a pattern")
        });
        static PATHS: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"\b(?:[a-z_]+::)+[A-Za-z_]+").expect("a pattern"));
        let text = &self.0[module];
        let (mut used, mut handed_on) = (Vec::new(), Vec::new());
        for found in USES.captures_iter(text) {
            let list = if found.get(1).is_some() {
                &mut handed_on
            } else {
                &mut used
            };
            list.extend(paths_in_use(&found[2]));
        }
        static SEEN_IN: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"\(in [^)]*\)").expect("a pattern"));
        let rest = USES.replace_all(text, "");
        let rest = SEEN_IN.replace_all(&rest, "");
        used.extend(PATHS.find_iter(&rest).map(|path| path.as_str().to_owned()));
        [used, handed_on].map(|paths| {
            paths
                .iter()
                .filter_map(|path| self.path_from_crate(module, path))
                .collect()
        })
    }

    /// A path as seen from a module, from the top of the crate; none if it leads out of it.
    fn path_from_crate(&self, module: &[String], path: &str) -> Option<Vec<String>> {
        let mut at = module.to_vec();
        let mut names = path
            .split("::")
            .map(|name| name.trim().to_owned())
            .peekable();
        match names.peek()?.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => {
                while names.next_if_eq("super").is_some() {
                    at.pop();
                }
                at.extend(names);
                return Some(at);
            }
            child if self.0.contains_key(&[module, &[child.to_owned()]].concat()) => {
                at.extend(names);
                return Some(at);
            }
            _ => return None,
        }
        at.extend(names.skip(1));
        Some(at)
    }

    /// The modules that each one uses: those in which what it names is written, through all that hand it on.
    fn modules_used(&self) -> BTreeMap<&[String], BTreeSet<&[String]>> {
        let used: BTreeMap<&[String], _> = self
            .0
            .keys()
            .map(|module| (module.as_slice(), self.paths_used(module)))
            .collect();
        let others = |module: &[String]| {
            let named = used[module][0]
                .iter()
                .flat_map(|path| match path.split_last() {
                    Some((last, star)) if last == "*" => {
                        self.paths_behind_star(&used, module, star)
                    }
                    _ => vec![path.clone()],
                });
            let owners = named.filter_map(|path| self.owning_module(&used, &path));
            owners.filter(|owner| *owner != module).collect()
        };
        used.keys()
            .map(|module| (*module, others(module)))
            .collect()
    }

    /// The module in which is written what a path names.
    fn owning_module(
        &self,
        used: &BTreeMap<&[String], [Vec<Vec<String>>; 2]>,
        path: &[String],
    ) -> Option<&[String]> {
        let depth = (1..=path.len())
            .rev()
            .find(|depth| self.0.contains_key(&path[..*depth]))?;
        let (module, text) = self.0.get_key_value(&path[..depth])?;
        let Some(name) = path.get(depth).filter(|name| !defines(text, name)) else {
            return Some(module);
        };
        let handed_on = &used[module.as_slice()][1];
        if let Some(further) = handed_on
            .iter()
            .find(|further| further.last() == Some(name))
        {
            return match further == path {
                true => Some(module),
                false => self.owning_module(used, further),
            };
        }
        let owner = handed_on.iter().find_map(|further| {
            let whole = further.strip_suffix(&["*".to_owned()])?;
            let owner = self.owning_module(used, &[whole, slice::from_ref(name)].concat())?;
            defines(&self.0[owner], name).then_some(owner)
        });
        Some(owner.unwrap_or(module))
    }

    /// The paths that a `*` stands for in a module: those of names in its text that are found behind the star.
    fn paths_behind_star(
        &self,
        used: &BTreeMap<&[String], [Vec<Vec<String>>; 2]>,
        module: &[String],
        before_star: &[String],
    ) -> Vec<Vec<String>> {
        static NAMES: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"(?:^|[^:.\w])([A-Za-z_]\w*)").expect("a pattern"));
        let names: BTreeSet<&str> = NAMES
            .captures_iter(&self.0[module])
            .filter_map(|found| Some(found.get(1)?.as_str()))
            .collect();
        let paths = names
            .into_iter()
            .map(|name| (name, [before_star, &[name.to_owned()]].concat()));
        let found = paths.filter(|(name, path)| {
            self.owning_module(used, path)
                .is_some_and(|owner| defines(&self.0[owner], name))
        });
        found.map(|(_, path)| path).collect()
    }
}

/// Whether the text of a module itself defines what has a name, in a row of a macro too: the name, then its documentation.
fn defines(text: &str, name: &str) -> bool {
    static DEFINED: LazyLock<Regex> = LazyLock::new(|| {
        let kinds = "struct|enum|trait|type|fn|const|static|macro_rules!";
        Regex::new(&format!(r#"(?m)\b(?:{kinds}) (\w+)|^ +(\w+) ""#)).expect("a pattern")
    });
    text.contains(name)
        && DEFINED.captures_iter(text).any(|found| {
            let defined = found.get(1).or(found.get(2));
            defined.is_some_and(|defined| defined.as_str() == name)
        })
}

/// What a `use` names, one path for each name.
fn paths_in_use(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().to_owned()];
    };
    let inner = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut begun, mut paths) = (0, 0, Vec::new());
    for (at, sign) in inner.char_indices().chain([(inner.len(), ',')]) {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let branch = inner[begun..at].trim();
                let branches = if branch == "self" {
                    vec![String::new()]
                } else {
                    paths_in_use(branch)
                };
                paths.extend(
                    branches
                        .iter()
                        .filter(|one| !one.is_empty() || branch == "self")
                        .map(|one| format!("{head}{one}").trim_end_matches("::").to_owned()),
                );
                begun = at + 1;
            }
            _ => {}
        }
    }
    paths
}

/// A way from a module back to itself.
fn find_circle<'a>(
    arrows: &BTreeMap<&[String], BTreeSet<&'a [String]>>,
    from: &'a [String],
) -> Option<Vec<&'a [String]>> {
    let mut ways = vec![vec![from]];
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop() {
        for next in way
            .last()
            .and_then(|last| arrows.get(last))
            .into_iter()
            .flatten()
            .copied()
        {
            if next == from {
                return Some(way);
            }
            if seen.insert(next) {
                ways.push([way.as_slice(), &[next]].concat());
            }
        }
    }
    None
}

/// The files of the ruleset, which only together say what it is: a clause has a value, a value names moves and other clauses, a move
/// names its clause, and an option changes the clauses of a ruleset.
const RULESET: [&str; 12] = [
    "all_clauses",
    "clause",
    "file_language_words",
    "mus_values",
    "options",
    "options::author_option",
    "options::option_list",
    "payment_values",
    "phase_and_declaration_values",
    "play_values",
    "ruleset",
    "verbs",
];

#[test]
fn only_the_files_of_the_ruleset_use_each_other_in_a_circle() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut circles, mut in_ruleset) = (Vec::new(), Vec::new());
    for (room, _) in ARROWS {
        let modules = SourceModules::in_room(&source, room);
        let arrows = modules.modules_used();
        for module in modules.0.keys() {
            let Some(way) = find_circle(&arrows, module) else {
                continue;
            };
            let name = module.join("::");
            match name.strip_prefix("rules::") {
                Some(file) if RULESET.contains(&file) => in_ruleset.push(file.to_owned()),
                _ => {
                    let way: Vec<String> = way.iter().map(|one| one.join("::")).collect();
                    circles.push(way.join(" -> "));
                }
            }
        }
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
    assert_eq!(in_ruleset, RULESET, "a file that is in no circle any more");
}

/// The rooms inside `scenario`, each of which uses those before it and none after it.
const SCENARIO: [&str; 3] = ["text", "replay", "report"];

#[test]
fn a_scenario_is_text_then_replayed_then_reported() {
    let modules = SourceModules::in_room(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        "scenario",
    );
    let place = |module: &[String]| {
        SCENARIO
            .iter()
            .position(|room| module.get(1).is_some_and(|name| name == room))
    };
    let arrows = modules.modules_used();
    let arrows = arrows
        .iter()
        .flat_map(|(module, used)| used.iter().map(move |other| (*module, *other)));
    let inner: Vec<_> = arrows
        .filter_map(|(from, to)| Some((place(from)?, place(to)?, from, to)))
        .collect();
    assert!(inner.len() > 40, "only {} arrows are read", inner.len());
    let wrong: Vec<_> = inner.iter().filter(|(from, to, ..)| from < to).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// What stands between backticks and ends like a file.
fn named_files(text: &str) -> impl Iterator<Item = &str> {
    let is_file = |word: &&str| {
        [
            ".rs", ".md", ".html", ".css", ".toml", ".txt", ".svg", ".json", ".ts",
        ]
        .iter()
        .any(|end| word.ends_with(end))
    };
    text.split('`')
        .skip(1)
        .step_by(2)
        .filter(is_file)
        .filter(|word| !word.contains('<'))
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
        assert!(
            text.contains(&format!("| `{room}` |")),
            "the room {room} is not told"
        );
    }
}

/// Returns the names of functions, types, traits and constants that stand between backticks.
fn named_items(text: &str) -> Vec<&str> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_item = |word: &&str| {
        let word = word.trim_end_matches('!');
        let has_mark = word.contains('_') || word.starts_with(|c: char| c.is_ascii_uppercase());
        has_mark && word.chars().all(is_letter)
    };
    text.split('`').skip(1).step_by(2).filter(is_item).collect()
}

#[test]
fn functions_and_types_that_the_plan_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let plan = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the plan");
    let mut paths = Vec::new();
    collect_files(&root.join("src"), &mut paths);
    files_that_end(&root.join("book/theme"), "js", &mut paths);
    let mut defined = BTreeSet::new();
    let definition = Regex::new(
        r"\b(?:fn|struct|enum|trait|const|static|type|function|macro_rules!) (?:mut )?(\w+)",
    )
    .expect("a pattern");
    for path in paths {
        let text = fs::read_to_string(path).expect("a source file");
        for found in definition.captures_iter(&text) {
            defined.insert(found[1].to_owned());
        }
    }
    let names = named_items(&plan);
    assert!(names.len() > 15, "few items are named: {names:?}");
    let missing: Vec<_> = names
        .iter()
        .filter(|name| !defined.contains(name.trim_end_matches('!')))
        .collect();
    assert!(missing.is_empty(), "not defined anywhere: {missing:?}");
}

/// Rooms that know rules and no edition: none of their files names one.
const NAMELESS: &[&str] = &["cards", "engine", "explore"];

#[test]
fn the_machine_names_no_edition() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for room in NAMELESS {
        let mut found = Vec::new();
        collect_files(&source.join(room), &mut found);
        for file in found {
            let text = fs::read_to_string(&file).expect("a source file");
            let machine = text.split("#[cfg(test)]").next().unwrap_or_default();
            // By words: *look* and *frame* name no game.
            let is_inside = |c: char| c.is_alphanumeric() || c == '_';
            let has = |name: &str| {
                machine.match_indices(name).any(|(at, _)| {
                    !machine[..at].ends_with(is_inside)
                        && !machine[at + name.len()..].starts_with(is_inside)
                })
            };
            for edition in mouche::editions::ALL.iter() {
                let named = [edition.id, edition.name, edition.short]
                    .into_iter()
                    .any(has);
                assert!(!named, "{} names {}", file.display(), edition.id);
            }
        }
    }
}

/// Files that may name an edition: the list of editions, and the folder of the first hand that `init` writes.
const FILES_WITH_NAMES: [&str; 2] = ["editions/mod.rs", "cmd/init.rs"];

#[test]
fn no_code_depends_on_one_edition() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect_files(&source, &mut files);
    for file in files {
        let may_name = FILES_WITH_NAMES.iter().any(|name| file.ends_with(name));
        if may_name || file.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source file");
        let program = text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_comment = |line: &&str| line.trim_start().starts_with("//");
        for line in program.lines().filter(|line| !is_comment(line)) {
            for edition in mouche::editions::built_in_editions() {
                let is_named = line.contains(edition.id);
                assert!(!is_named, "{} names {}", file.display(), edition.id);
            }
        }
    }
}

#[test]
fn an_edition_is_a_file_of_data() {
    let editions = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/editions");
    for edition in mouche::editions::ALL.iter() {
        let text = fs::read_to_string(editions.join(format!("{}.toml", edition.id)))
            .expect("a file that bears its name");
        assert!(
            text.contains(&format!("\nid = \"{}\"\n", edition.id)),
            "{}",
            edition.id
        );
    }
}

/// Rooms whose pages and lines print what clauses say.
const PRINTING: &[&str] = &[
    "author", "book", "cmd", "editor", "narrate", "page", "session", "terminal", "web",
];

/// Where a printing room reads a value and prints nothing of it, and what for.
const COMPUTED: &[(&str, &str)] = &[
    (
        "author/completion/script_completion.rs",
        "offers the cards that are left",
    ),
    (
        "book/chapters/edition_rules_sheet.rs",
        "counts the columns of the pad",
    ),
    (
        "book/odds/precomputed_figures.rs",
        "chooses which tables are played out",
    ),
    ("cmd/show.rs", "tells which purses there are"),
    ("cmd/odds.rs", "deals the cards that are not held"),
    (
        "narrate/changed_clause_behind_duty.rs",
        "compares the ranks of two editions",
    ),
    ("narrate/mover_choices.rs", "sorts the cards of a hand"),
    (
        "narrate/mod.rs",
        "sorts cards, and tells the top card from the others",
    ),
    (
        "narrate/mus_step_words.rs",
        "chooses what lies at the table and what is told of it",
    ),
    ("narrate/mus_payout.rs", "chooses the phases of a payout"),
    ("narrate/mus_task_words.rs", "asks for a side or a player"),
    (
        "narrate/chip_lines.rs",
        "tells points as what is left of them",
    ),
    (
        "session/drill.rs",
        "finds out whether a first hand can bring what is drilled",
    ),
    ("session/puzzle.rs", "sorts the cards of a hand"),
    ("session/session_deals.rs", "fills the purses"),
    (
        "session/session_setup.rs",
        "refuses a table that is too small or too large",
    ),
    ("session/table_input.rs", "sorts the cards of a hand"),
    ("session/trick_session.rs", "sorts the cards of a hand"),
    ("web/move_buttons.rs", "sorts the cards drawn for the pack"),
];

/// The reads of a clause's bare value in a text: `stake.value`.
fn reads_of_bare_values(text: &str) -> Vec<String> {
    let fields: Vec<String> = mouche::rules::ClauseId::ALL
        .iter()
        .map(|topic| topic.id().replace('.', "_"))
        .collect();
    let text: String = text.split_whitespace().collect();
    let found = text.match_indices(".value").filter_map(|(at, _)| {
        let word = text[..at]
            .rsplit(|c: char| !(c.is_alphanumeric() || c == '_'))
            .next()?;
        let is_whole = !text[at + ".value".len()..]
            .starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '(');
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
        collect_files(&source.join(room), &mut found);
        for file in found {
            let text = fs::read_to_string(&file).expect("a source file");
            let bare = reads_of_bare_values(text.split("#[cfg(test)]").next().unwrap_or_default());
            let name = file
                .strip_prefix(&source)
                .expect("in it")
                .to_string_lossy()
                .replace('\\', "/");
            if COMPUTED.iter().any(|(file, _)| *file == name) {
                assert!(
                    !bare.is_empty(),
                    "{name} reads no bare value any more: take it off the list"
                );
                computed.retain(|file| *file != name);
            } else {
                assert!(
                    bare.is_empty(),
                    "{name} reads {}: use `Clause::read`, which keeps the marks",
                    bare.join(", ")
                );
            }
        }
    }
    assert!(computed.is_empty(), "these are no files: {computed:?}");
    assert_eq!(
        reads_of_bare_values("rules\n    .stake\n    .value.chips; player.value; end.value()"),
        ["stake.value"]
    );
}

/// What stands between a bracket that was opened and the one that closes it, in pieces between commas.
fn split_arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut begun, mut pieces) = (0, false, 0, Vec::new());
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            _ if quoted => {}
            ')' | ',' if depth == 0 => {
                pieces.push(text[begun..at].trim());
                begun = at + 1;
                if sign == ')' {
                    break;
                }
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    pieces
}

#[test]
fn what_is_said_of_a_mistake_is_filled_in_where_it_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = [
        "text/messages.toml",
        "text/file_messages.toml",
        "lesson/messages.toml",
    ];
    let texts = files.map(|file| fs::read_to_string(root.join("src/scenario").join(file)));
    let text: String = texts.map(|text| text.expect("the messages")).concat();
    let rows: toml::Table = text.parse().expect("TOML");
    let gap = Regex::new(r"\{([a-z_]+)\}").expect("a pattern");
    let mut messages = BTreeMap::new();
    for row in rows["message"].as_array().expect("a list") {
        let words = ["says", "label", "help", "fix"]
            .into_iter()
            .filter_map(|key| row.get(key)?.as_str());
        let gaps: BTreeSet<String> = words
            .flat_map(|words| gap.captures_iter(words))
            .map(|gap| gap[1].into())
            .collect();
        let before = messages.insert(row["id"].as_str().expect("a word").to_owned(), gaps);
        assert!(before.is_none(), "two messages are called {}", row["id"]);
    }
    let (mut found, mut said) = (Vec::new(), BTreeSet::new());
    collect_files(&root.join("src/scenario"), &mut found);
    for file in found {
        let text = fs::read_to_string(&file).expect("a source file");
        let code: Vec<&str> = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default())
            .collect();
        for place in code
            .join("\n")
            .split("diagnose!(")
            .skip(1)
            .filter(|place| place.trim_start().starts_with('"'))
        {
            let mut pieces = split_arguments(place)
                .into_iter()
                .filter(|piece| !piece.is_empty());
            let id = pieces.next().expect("an id").trim_matches('"').to_owned();
            let word = |piece: &str| {
                piece
                    .split('=')
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .to_owned()
            };
            let filled: BTreeSet<String> = pieces.skip(1).map(word).collect();
            assert_eq!(
                messages.get(&id),
                Some(&filled),
                "{id} in {}",
                file.display()
            );
            said.insert(id);
        }
    }
    let unsaid: Vec<&String> = messages.keys().filter(|id| !said.contains(*id)).collect();
    assert!(unsaid.is_empty(), "no place says {unsaid:?}");
}

/// Rooms that print what they find out: there an error may be a text.
const SCREEN: [&str; 2] = ["cmd", "terminal"];

/// What stands as the second part of a `Result` and is no error of ours, each with the reason.
const NOT_OUR_ERRORS: [(&str, &str); 4] = [
    ("E", "a type that the caller chooses"),
    ("_", "a type that the compiler finds"),
    ("Error", "the error of another crate"),
    (
        "ClauseId",
        "the clause that forbids a choice of a task, which is no failure",
    ),
];

/// Returns the code of a source file without its tests and comments.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source file");
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    code.join("\n")
}

/// Returns the source files outside the screen, each with its path below `src`.
fn files_below_the_screen() -> Vec<(String, PathBuf)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect_files(&source, &mut found);
    let mut below = Vec::new();
    for file in found {
        let path = file
            .strip_prefix(&source)
            .expect("in it")
            .to_string_lossy()
            .replace('\\', "/");
        let room = path.split('/').next().unwrap_or_default();
        if !SCREEN.contains(&room) {
            below.push((path, file));
        }
    }
    below
}

/// Returns the types of errors that a text names: the second part of each `Result<…, …>`, and each `type Err = …`.
fn error_types(code: &str) -> Vec<String> {
    let mut types = Vec::new();
    for (place, word) in code.match_indices("Result<") {
        let parts = parts_between_angles(&code[place + word.len()..]);
        if let [_, error] = parts[..] {
            types.push(error.to_owned());
        }
    }
    for rest in code.split("type Err = ").skip(1) {
        types.push(rest.split(';').next().unwrap_or_default().to_owned());
    }
    types
}

/// Returns what stands before the `>` that closes the text, in the pieces between its commas.
fn parts_between_angles(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut before) = (0, 0, ' ');
    let mut parts = Vec::new();
    for (place, sign) in text.char_indices() {
        match sign {
            '<' | '(' | '[' => depth += 1,
            // The arrow before what a function returns closes nothing.
            '>' if before == '-' => {}
            '>' | ')' | ']' if depth > 0 => depth -= 1,
            ',' | '>' if depth == 0 => {
                parts.push(text[start..place].trim());
                start = place + 1;
                if sign == '>' {
                    break;
                }
            }
            _ => {}
        }
        before = sign;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[test]
fn errors_below_the_screen_are_types() {
    let texts = ["String", "&str", "&'static str", "Cow<'static, str>"];
    let mut wrong = Vec::new();
    for (path, file) in files_below_the_screen() {
        for error in error_types(&code_of(&file)) {
            if texts.contains(&error.as_str()) {
                wrong.push(format!(
                    "{path} has a text for an error: make a type with a variant for each situation"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        error_types("fn a(to: Result<Vec<(u8, u8)>, String>) -> io::Result<String> {"),
        ["String"]
    );
    assert_eq!(error_types("type Err = String;"), ["String"]);
}

#[test]
fn every_error_type_implements_error() {
    let files = files_below_the_screen();
    let code: Vec<(&str, String)> = files
        .iter()
        .map(|(path, file)| (path.as_str(), code_of(file)))
        .collect();
    let implements =
        Regex::new(r"impl(?:<[^>]*>)? (?:std::error::)?Error for (\w+)").expect("a pattern");
    let mut errors = BTreeSet::new();
    for (_, text) in &code {
        errors.extend(
            implements
                .captures_iter(text)
                .map(|found| found[1].to_owned()),
        );
    }
    let mut wrong = Vec::new();
    for (path, text) in &code {
        for error in error_types(text) {
            let inner = error
                .strip_prefix("Box<")
                .and_then(|rest| rest.strip_suffix('>'))
                .unwrap_or(&error);
            let name = inner.rsplit("::").next().unwrap_or_default();
            let is_other = NOT_OUR_ERRORS.iter().any(|(other, _)| *other == name);
            if !is_other && !errors.contains(name) {
                wrong.push(format!(
                    "{path}: `{error}` does not implement `std::error::Error`"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(errors.len() > 8, "few errors are found: {errors:?}");
}

#[test]
fn public_errors_can_be_handed_on_by_a_question_mark() {
    /// Compiles for types that `?` turns into a `Box<dyn Error>`, or an `anyhow::Error`.
    fn check_error<E: std::error::Error + Send + Sync + 'static>() {}
    check_error::<mouche::book::site::SiteAddressError>();
    check_error::<mouche::cards::CardError>();
    check_error::<mouche::engine::InvalidActReason>();
    check_error::<mouche::engine::Refusal>();
    check_error::<mouche::engine::TooManyChips>();
    check_error::<mouche::rules::OptionError>();
    check_error::<mouche::scenario::diagnostic::Diagnostic>();
    check_error::<mouche::scenario::diagnostic::Diagnostics>();
}

#[test]
fn what_is_leaked_says_why() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let leak = Regex::new(r"\bleak\(").expect("a pattern");
    let mut found = Vec::new();
    collect_files(&source, &mut found);
    let (mut leaks, mut wrong) = (0, Vec::new());
    for file in found {
        let text = fs::read_to_string(&file).expect("a source file");
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            if !leak.is_match(line) || line.trim_start().starts_with("//") {
                continue;
            }
            leaks += 1;
            // A formatter may spread a statement over some lines below its comment.
            let before = &lines[index.saturating_sub(5)..index];
            if !before
                .iter()
                .any(|line| line.trim_start().starts_with("// Leaked"))
            {
                wrong.push(format!(
                    "{}, line {}: write above it `// Leaked because …`",
                    file.display(),
                    index + 1
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(leaks > 3, "few leaks are found");
}

/// The file whose functions hand addresses of memory to the script of a page, which reads and writes there.
const HANDS_OUT_ADDRESSES: &str = "web/mod.rs";

/// Returns the places of a file, as `file:line`, where the address of something in memory is asked for.
fn uses_of_addresses(file: &str, text: &str) -> Vec<String> {
    const ASKS: [&str; 4] = [".as_ptr()", ".as_ptr_range()", ".addr()", "offset_from("];
    let lines = text.lines().enumerate();
    let found = lines.filter(|(_, line)| ASKS.iter().any(|ask| line.contains(ask)));
    found
        .map(|(number, _)| format!("{file}:{}", number + 1))
        .collect()
}

/// Where a part of a text stands is counted and passed along. Pointers would say something only of parts of the same text.
#[test]
fn no_place_in_a_text_is_found_by_its_address() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    collect_files(&source, &mut all);
    let mut wrong = Vec::new();
    for path in all {
        let file = path
            .strip_prefix(&source)
            .expect("a file of the source")
            .to_string_lossy()
            .replace('\\', "/");
        let text = fs::read_to_string(&path).expect("a source file");
        let uses = uses_of_addresses(&file, &text);
        if file == HANDS_OUT_ADDRESSES {
            assert!(
                !uses.is_empty(),
                "{file} hands out no address: take it off this test"
            );
        } else {
            wrong.extend(uses);
        }
    }
    assert!(
        wrong.is_empty(),
        "pass the place along instead: {}",
        wrong.join(", ")
    );
    assert_eq!(
        uses_of_addresses("a.rs", "let at = 1;\nlet at = word.as_ptr() as usize;"),
        ["a.rs:2"]
    );
}
