//! How the code is written: constructs that are hard to read are counted, and may not become more.
//!
//! The source is read as rustfmt leaves it, so that the first line of each construct tells what it is.

use super::collect_files;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The most lines that a closure bound by `let` should have. A longer one becomes a function with a name.
const MOST_CLOSURE_LINES: usize = 3;

/// The most lines that a file of the source should have.
const MOST_FILE_LINES: usize = 600;

/// A construct, how many places of it the source may have, and how many it shall have in the end.
///
/// `most` is lowered as rooms are rewritten. It is never raised.
struct Limit {
    what: &'static str,
    most: usize,
    goal: usize,
}

const CLOSURES: Limit = Limit {
    what: "closures bound by `let`",
    most: 35,
    goal: 200,
};
const LONG_CLOSURES: Limit = Limit {
    what: "closures of more than three lines bound by `let`",
    most: 0,
    goal: 0,
};
const TUPLE_LETS: Limit = Limit {
    what: "statements `let (a, b) = (x, y)`",
    most: 3,
    goal: 100,
};
const TUPLE_ASSIGNMENTS: Limit = Limit {
    what: "assignments `(a, b) = (x, y)`",
    most: 0,
    goal: 0,
};
const MAP_ORS: Limit = Limit {
    what: "calls of `map_or`",
    most: 20,
    goal: 100,
};
const FIRST_CONDITIONS: Limit = Limit {
    what: "matches whose first arm is `_ if`",
    most: 0,
    goal: 0,
};
const LONG_FILES: Limit = Limit {
    what: "files of more than 600 lines",
    most: 0,
    goal: 0,
};
const SHARED_TYPE_NAMES: Limit = Limit {
    what: "names of types that are shared by several files",
    most: 0,
    goal: 0,
};

impl Limit {
    /// Fails if there are more places than may be, and names them all.
    fn check(&self, places: &[String]) {
        let Limit { what, most, goal } = self;
        assert!(
            places.len() <= *most,
            "{} {what}; at most {most}, and {goal} in the end:\n{}",
            places.len(),
            places.join("\n")
        );
    }
}

/// A file of the source: its path below `src`, and its lines without its tests.
struct SourceFile {
    path: String,
    lines: Vec<String>,
}

fn source_files() -> Vec<SourceFile> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect_files(&source, &mut paths);
    paths.sort();
    let mut read = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a source file");
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let path = path.strip_prefix(&source).expect("in it");
        read.push(SourceFile {
            path: path.to_string_lossy().replace('\\', "/"),
            lines: code.lines().map(str::to_owned).collect(),
        });
    }
    assert!(read.len() > 150, "only {} files were read", read.len());
    read
}

impl SourceFile {
    /// Returns the lines that are no comments, each with its number from 1.
    fn code_lines(&self) -> Vec<(usize, &str)> {
        let mut code = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            if !line.trim_start().starts_with("//") {
                code.push((at + 1, line.as_str()));
            }
        }
        code
    }

    /// Returns the number of lines of the statement that begins in this line: to the first line of no deeper indent that
    /// ends with a semicolon.
    fn statement_lines(&self, first: usize) -> usize {
        let indent = indent_of(&self.lines[first - 1]);
        for (at, line) in self.lines.iter().enumerate().skip(first - 1) {
            let is_inside = at + 1 > first && indent_of(line) > indent;
            if !is_inside && line.ends_with(';') {
                return at + 2 - first;
            }
        }
        1
    }
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Finds the places of a pattern in the whole source, as `path:line`.
fn places_of(pattern: &str) -> Vec<String> {
    let pattern = Regex::new(pattern).expect("a pattern");
    let mut places = Vec::new();
    for file in source_files() {
        for (number, line) in file.code_lines() {
            for _ in pattern.find_iter(line) {
                places.push(format!("{}:{number}", file.path));
            }
        }
    }
    places
}

#[test]
fn closures_bound_by_let_are_few_and_short() {
    let closure = Regex::new(r"^\s*let (mut )?\w+(: [^=]+)? = (move )?\|").expect("a pattern");
    let mut all = Vec::new();
    let mut long = Vec::new();
    for file in source_files() {
        for (number, line) in file.code_lines() {
            if closure.is_match(line) {
                let place = format!("{}:{number}", file.path);
                if file.statement_lines(number) > MOST_CLOSURE_LINES {
                    long.push(place.clone());
                }
                all.push(place);
            }
        }
    }
    CLOSURES.check(&all);
    LONG_CLOSURES.check(&long);
}

#[test]
fn statements_bind_one_value() {
    TUPLE_LETS.check(&places_of(r"^\s*let \(.*\)(: .*)? = \((|.*\);)$"));
    TUPLE_ASSIGNMENTS.check(&places_of(r"^\s*\([\w.*\[\]]+, .*\) = \("));
}

#[test]
fn choices_are_written_as_choices() {
    MAP_ORS.check(&places_of(r"\.map_or(_else)?\("));
    let mut places = Vec::new();
    for file in source_files() {
        let mut begins_match = false;
        for (number, line) in file.code_lines() {
            if begins_match && line.trim_start().starts_with("_ if ") {
                places.push(format!("{}:{number}", file.path));
            }
            begins_match = line.contains("match ") && line.ends_with('{');
        }
    }
    FIRST_CONDITIONS.check(&places);
}

#[test]
fn files_are_short_enough_to_read() {
    let mut long = Vec::new();
    for file in source_files() {
        if file.lines.len() > MOST_FILE_LINES {
            long.push(format!("{}: {} lines", file.path, file.lines.len()));
        }
    }
    LONG_FILES.check(&long);
}

#[test]
fn each_name_of_a_type_is_one_type() {
    let definition = Regex::new(r"^(pub(\([a-z]+\))? )?(struct|enum|union|trait|type) (\w+)");
    let definition = definition.expect("a pattern");
    let mut defined: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in source_files() {
        for (_, line) in file.code_lines() {
            if let Some(found) = definition.captures(line) {
                let name = found[4].to_owned();
                defined.entry(name).or_default().insert(file.path.clone());
            }
        }
    }
    let mut shared = Vec::new();
    for (name, paths) in &defined {
        if paths.len() > 1 {
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            shared.push(format!("{name}: {}", paths.join(", ")));
        }
    }
    SHARED_TYPE_NAMES.check(&shared);
}
