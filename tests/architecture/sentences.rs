//! The sentences that people read, each with its file.

use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// What a sentence is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// The rules of the editions, the glossary, the words of the program and its messages: `src/**/*.toml`.
    Data,
    /// The pieces of pages and of the output in a terminal: `templates`.
    Templates,
    /// The sentences in the Rust code of the program, and the help of its commands.
    Code,
    /// The sentences in the scripts of the pages.
    Scripts,
    /// The chapters of the book, and the documents at the top of the repository.
    Chapters,
    /// The stories of the example hands.
    Scenarios,
}

/// A sentence that somebody reads.
pub(crate) struct Sentence {
    pub(crate) source: Source,
    /// The file below the repository, with the key of a TOML file.
    pub(crate) place: String,
    pub(crate) text: String,
}

/// Keys of TOML files whose strings are no sentences of ours: names, addresses, works, words of sources.
const OTHER_KEYS: &[&str] = &[
    "id", "value", "source", "kind", "option", "among", "turns_on", "works", "forms", "rests_on",
    "topics", "of", "lang", "tongue", "address", "cite", "author", "editions", "title", "quote",
    "words",
];

/// Returns every sentence that book and program can print.
pub(crate) fn all_sentences() -> Vec<Sentence> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for (folder, ends, source) in [
        ("src", "toml", Source::Data),
        ("src", "rs", Source::Code),
        ("templates", "html md txt", Source::Templates),
        ("book/theme", "js", Source::Scripts),
        ("book/src", "md", Source::Chapters),
        ("scenarios", "md", Source::Scenarios),
    ] {
        for path in files_below(&root.join(folder), ends) {
            read_file(root, &path, source, &mut found);
        }
    }
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        read_file(root, &root.join(name), Source::Chapters, &mut found);
    }
    found
}

fn files_below(folder: &Path, ends: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if has_ending(&path, ends) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn has_ending(path: &Path, ends: &str) -> bool {
    let end = path.extension().and_then(|end| end.to_str());
    end.is_some_and(|end| ends.split(' ').any(|wanted| wanted == end))
}

fn read_file(root: &Path, path: &Path, source: Source, found: &mut Vec<Sentence>) {
    let text = fs::read_to_string(path).expect("a text");
    let name = path.strip_prefix(root).expect("in it").to_string_lossy();
    let texts = match source {
        Source::Data => texts_of_data(&text),
        Source::Code => texts_of_code(&text, name.ends_with("cmd/cli.rs")),
        Source::Scripts => texts_of_code(&text, false),
        Source::Templates | Source::Chapters | Source::Scenarios => texts_of_page(&text),
    };
    for text in texts {
        for sentence in split_sentences(&text) {
            found.push(Sentence {
                source,
                place: name.replace('\\', "/"),
                text: sentence,
            });
        }
    }
}

/// Returns the strings of a TOML file that have more than one word.
fn texts_of_data(text: &str) -> Vec<String> {
    let table: toml::Table = text.parse().expect("a file of TOML");
    let mut found = Vec::new();
    collect_strings(&toml::Value::Table(table), &mut found);
    found
}

fn collect_strings(value: &toml::Value, found: &mut Vec<String>) {
    match value {
        toml::Value::String(text) if text.trim().contains(' ') => found.push(text.clone()),
        toml::Value::Array(items) => {
            for item in items {
                collect_strings(item, found);
            }
        }
        toml::Value::Table(table) => {
            for (key, item) in table {
                if !OTHER_KEYS.contains(&key.as_str()) {
                    collect_strings(item, found);
                }
            }
        }
        _ => {}
    }
}

/// Returns the strings of code that have at least three words; with `has_help`, its doc comments too.
fn texts_of_code(text: &str, has_help: bool) -> Vec<String> {
    static STRING: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"'(?:[^'\\\n]|\\.)'|"((?:[^"\\]|\\.|\\\n)*)"|`([^`]*)`"#).expect("a pattern")
    });
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut code = String::new();
    let mut help = String::new();
    for line in text.lines() {
        let trimmed = line.trim_start();
        if let Some(comment) = trimmed.strip_prefix("/// ") {
            help += comment;
            help.push('\n');
        } else if !trimmed.starts_with("//") && !trimmed.starts_with('*') {
            help.push('\n');
            code += line;
            code.push('\n');
        }
    }
    let mut found = Vec::new();
    for string in STRING.captures_iter(&code) {
        let inner = string
            .get(1)
            .or(string.get(2))
            .map_or("", |inner| inner.as_str());
        let inner = inner.replace("\\\n", " ").replace("\\n", "\n\n");
        if inner.split_whitespace().count() >= 3 {
            found.push(inner);
        }
    }
    if has_help {
        found.extend(help.split("\n\n").map(str::to_owned));
    }
    found
}

/// Returns the paragraphs of Markdown or of a template, without its code, its tags and its links.
fn texts_of_page(text: &str) -> Vec<String> {
    static LEFT_OUT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?s)````.*?````|```.*?```|<!--.*?-->|<script.*?</script>|<style.*?</style>|\{%.*?%\}|\{#.*?#\}",
        )
        .expect("a pattern")
    });
    static CODE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?s)`[^`]*`|\{\{.*?\}\}").expect("a pattern"));
    static LINK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\[([^\]]*)\]\([^)]*\)").expect("a pattern"));
    static TAG: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)<[^>]*>").expect("a pattern"));
    let text = LEFT_OUT.replace_all(text, "");
    let text = CODE.replace_all(&text, "X");
    let text = LINK.replace_all(&text, "$1");
    let text = TAG.replace_all(&text, " ");
    let mut found = Vec::new();
    for paragraph in text.split("\n\n") {
        if paragraph.contains(' ') {
            found.push(paragraph.to_owned());
        }
    }
    found
}

/// Splits a text after full stops, question marks and exclamation marks.
pub(crate) fn split_sentences(text: &str) -> Vec<String> {
    static END: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#"[.!?][)"”’*]*\s+|\s*\|\s*"#).expect("a pattern"));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    let mut begin = 0;
    for end in END.find_iter(&text) {
        found.push(text[begin..end.end()].trim().to_owned());
        begin = end.end();
    }
    found.push(text[begin..].trim().to_owned());
    found.retain(|sentence| !sentence.is_empty());
    found
}
