//! What a page consists of, without how it looks: for each heading and each step of a hand what stands below it. A page is held
//! to it in a kept file, so that a changed value, mark, link or heading is seen, and a renamed class is not.

use crate::golden::{is_renewed, show_difference};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// A tag with its name and its attributes, or a comment.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?s)<!--.*?-->|<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:[^>"]|"[^"]*")*)>"#)
        .expect("a pattern")
});

/// An attribute; its value may stand without quotation marks, or be missing.
static ATTRIBUTE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"([a-zA-Z-]+)(?:=(?:"([^"]*)"|([^\s"]+)))?"#).expect("a pattern")
});

/// The id of a step of a hand, such as `denise-must-trump-h1-t3-2`.
static STEP: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"-h\d+-").expect("a pattern"));

/// What tells the versions of a file apart in its name.
static VERSION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"-[0-9a-f]{8}\b").expect("a pattern"));

/// The changes from which a script restores a part of a hand.
static CHANGES: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#" data-diff=(?:"[^"]*"|'[^']*'|[^ >]*)"#).expect("a pattern"));

/// The size of the engine, which depends on how it was compiled.
static ENGINE_SIZE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"(data-engine-size=)"[0-9.]+ MB""#).expect("a pattern"));

/// The signs of clauses: ours, open, not known, taken over.
const MARKS: [char; 4] = ['°', '†', '∗', '∼'];

/// Attributes that say something to a reader, or to what reads a page aloud. Classes and styles do not.
const READ: [&str; 9] = [
    "alt",
    "colspan",
    "data-clause",
    "data-say",
    "lang",
    "open",
    "role",
    "scope",
    "title",
];

/// A heading or a step, with what stands below it up to the next one.
#[derive(Default)]
struct Section {
    name: String,
    /// Whether a step of a hand began it.
    is_step: bool,
    ids: Vec<String>,
    text: String,
    links: Vec<String>,
    /// Elements that are counted: lists, tables, controls, pictures, landmarks, cards.
    elements: BTreeMap<String, usize>,
    attributes: Vec<String>,
}

impl Section {
    fn named(name: String, is_step: bool) -> Section {
        Section {
            name,
            is_step,
            ..Section::default()
        }
    }

    /// Adds what a tag that opens says.
    fn add_tag(&mut self, name: &str, attributes: &str) {
        const COUNTED: [&str; 14] = [
            "aside", "button", "dl", "form", "header", "input", "li", "nav", "ol", "section",
            "select", "svg", "table", "tr",
        ];
        if COUNTED.contains(&name) {
            *self.elements.entry(name.to_owned()).or_default() += 1;
        }
        for attribute in ATTRIBUTE.captures_iter(attributes) {
            let value = attribute.get(2).or(attribute.get(3));
            let value = value.map_or("", |value| value.as_str());
            match &attribute[1] {
                "id" => self.ids.push(value.to_owned()),
                "href" | "src" => self
                    .links
                    .push(VERSION.replace_all(value, "-…").into_owned()),
                key if READ.contains(&key) || key.starts_with("aria-") => {
                    self.attributes.push(format!("{key}={value}"));
                }
                _ => {}
            }
        }
    }

    /// Returns the section in one line. Numbers are counts; what stands in brackets changes with what is counted.
    fn line(&self) -> String {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let mut line = format!("{}: {} words{}", self.name, words.len(), code(&words));
        for mark in MARKS {
            let count = self.text.matches(mark).count();
            if count > 0 {
                line += &format!(", {count}{mark}");
            }
        }
        if !self.links.is_empty() {
            line += &format!(", {} links{}", self.links.len(), code(&self.links));
        }
        if !self.ids.is_empty() {
            line += &format!(", {} ids{}", self.ids.len(), code(&self.ids));
        }
        for (element, count) in &self.elements {
            line += &format!(", {count} {element}");
        }
        let cards = self
            .attributes
            .iter()
            .filter(|attribute| attribute.contains(" of "));
        let cards: usize = cards
            .map(|attribute| attribute.matches(" of ").count())
            .sum();
        if cards > 0 {
            line += &format!(", {cards} cards");
        }
        if !self.attributes.is_empty() {
            line += &format!(", aria{}", code(&self.attributes));
        }
        line
    }
}

/// Returns a short code of texts (FNV-1a), which differs when they do. The hashes of the standard library may change with it.
fn code(texts: &[impl AsRef<str>]) -> String {
    let bytes = texts
        .iter()
        .flat_map(|text| text.as_ref().bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!(" [{:06x}]", hash & 0xff_ffff)
}

/// Returns a text in which the names of files do not tell their versions, and the engine has no size: a page is kept once, for the
/// engine as the tests compile it and as it is released.
pub fn without_versions(text: &str) -> String {
    let text = VERSION.replace_all(text, "-…");
    ENGINE_SIZE.replace_all(&text, "$1\"…\"").into_owned()
}

/// Returns a page without the changes from which a script restores parts of its hands.
fn without_changes(html: &str) -> String {
    CHANGES.replace_all(html, " data-diff").into_owned()
}

/// Returns what a page consists of, a line for each heading and each step.
pub fn summarize_page(html: &str) -> String {
    let html = &without_changes(html);
    let mut sections = vec![Section::named("top".to_owned(), false)];
    let mut read_to = 0;
    // The heading that is open: its words are part of the name of its section.
    let mut heading = false;
    for tag in TAG.captures_iter(html) {
        let whole = tag.get(0).expect("a match");
        let section = sections.last_mut().expect("a section");
        let text = &html[read_to..whole.start()];
        section.text += text;
        if heading {
            section.name += text;
        }
        read_to = whole.end();
        let Some(name) = tag.get(2).map(|name| name.as_str()) else {
            continue;
        };
        let is_heading = matches!(name.as_bytes(), [b'h', b'1'..=b'6']);
        if &tag[1] == "/" {
            heading &= !is_heading;
            continue;
        }
        // Words of two blocks are two words, and those of one block may be parted by a tag.
        if ![
            "a", "abbr", "b", "em", "i", "small", "span", "strong", "sup",
        ]
        .contains(&name)
        {
            section.text.push(' ');
        }
        let id = ATTRIBUTE
            .captures_iter(&tag[3])
            .find(|attribute| &attribute[1] == "id");
        let id = id
            .and_then(|id| id.get(2).or(id.get(3)))
            .map_or("", |id| id.as_str());
        if is_heading || STEP.is_match(id) {
            let title = if id.is_empty() {
                format!("{name} ")
            } else {
                format!("{name} #{id} ")
            };
            let last = sections.last_mut().expect("a section");
            // The heading of a step is its name.
            if is_heading && last.is_step && last.text.trim().is_empty() {
                last.name += &title;
            } else {
                sections.push(Section::named(title, !is_heading));
            }
        }
        heading |= is_heading;
        sections
            .last_mut()
            .expect("a section")
            .add_tag(name, &tag[3]);
    }
    sections
        .iter()
        .map(|section| section.line() + "\n")
        .collect()
}

/// Returns the pages of a kept file with what each consists of: a page begins with `==`.
fn read_kept(file: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let pages = text.split("== ").skip(1);
    let parted = pages.filter_map(|page| page.split_once('\n'));
    parted
        .map(|(name, lines)| (name.to_owned(), lines.to_owned()))
        .collect()
}

/// Holds pages, by their names, to a kept file; `UPDATE=1` writes it anew. Pages that `may_be_missing` stay in it when they are
/// not among these.
pub fn hold_pages(
    file: &Path,
    pages: &BTreeMap<String, String>,
    may_be_missing: impl Fn(&str) -> bool,
) {
    let kept = read_kept(file);
    let mut now: BTreeMap<String, String> = kept.clone();
    now.retain(|name, _| may_be_missing(name));
    now.extend(
        pages
            .iter()
            .map(|(name, html)| (name.clone(), summarize_page(html))),
    );
    if now == kept {
        return;
    }
    let joined = |pages: &BTreeMap<String, String>| -> String {
        pages
            .iter()
            .map(|(name, lines)| format!("== {name}\n{lines}"))
            .collect()
    };
    if is_renewed() {
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, joined(&now)).expect("a kept file");
        return;
    }
    let mut message = format!(
        "pages are not what {} says; UPDATE=1 writes it anew",
        file.display()
    );
    for page in kept.keys().chain(now.keys()).collect::<BTreeSet<_>>() {
        let [before, after] = [&kept, &now].map(|pages| pages.get(page).map_or("", String::as_str));
        if before != after {
            message += &format!("\n== {page}\n{}", show_difference(before, after));
        }
    }
    panic!("{message}");
}
