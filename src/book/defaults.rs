//! What the program carries of its own book: what another folder lacks of theme, settings and prose; and what a hand needs
//! beside it in another's book, one style sheet and one script. That sheet reaches what stands in the box of a hand alone.

use super::TemporaryPath;
use super::book_config::PREPROCESSOR_NAME;
use super::scripts::{Modules, link_scripts, read_modules};
use super::sheets::{inline_imports, join_parts};
use super::site::fingerprint;
use super::source_files::SourceFiles;
use super::{settings, theme};
use crate::scenario::{display_path, without_byte_order_mark};
use anyhow::{Context, Result};
use include_dir::{Dir, include_dir};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode, utf8_percent_encode};
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

static THEME: Dir = include_dir!("$CARGO_MANIFEST_DIR/book/theme");
/// The pictures of the cards, which the theme asks for, and of those of a Spanish pack.
const DECK: &str = include_str!("../../book/src/cards.svg");
const SPANISH: &str = include_str!("../../book/src/spanish.svg");
/// The signs of suits and marks, for a book of another's, which has no file of ours beside its sheet.
const SIGNS: &[u8] = include_bytes!("../../book/src/fonts/signs.woff2");
/// The typeface, the signs, and their licences.
static FONTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/book/src/fonts");

fn theme_text(name: &str) -> &'static str {
    THEME
        .get_file(name)
        .and_then(|file| file.contents_utf8())
        .unwrap_or_default()
}

/// Returns a sheet of our theme with its parts.
fn theme_sheet(name: &str) -> String {
    inline_imports(theme_text(name), |part| Some(theme_text(part).to_owned()))
}

/// What a book is called that has no title of its own. It is the same in every folder, so that equal hands make equal books.
const TITLE: &str = "Example hands";

/// A folder that mdBook can make a book of, with what its author should know of it.
pub(super) struct CompletedBook {
    /// A copy of the author's folder with what it lacks.
    pub(super) folder: PathBuf,
    /// What the author set or wrote that changes nothing in the pages.
    pub(super) notes: Vec<String>,
    /// The copy, which is removed when this is dropped.
    _copy: TemporaryPath,
}

/// Completes a book with what it lacks of settings, theme and prose. There may be no such folder.
pub(super) fn complete_book(book: &Path) -> Result<CompletedBook> {
    let has_prose = book.join("src/SUMMARY.md").is_file();
    let own = match fs::read_to_string(book.join("book.toml")) {
        Ok(text) => without_byte_order_mark(&text)
            .parse::<Table>()
            .with_context(|| display_path(book.join("book.toml")))?,
        Err(_) => Table::new(),
    };
    let mut settings = usual_settings()?;
    let mut notes = settings::review(&own, &settings)?;
    lay(&own, &mut settings);
    // The theme of the copy has one place, whatever the author calls theirs.
    let theme_name = own
        .get("output")
        .and_then(|output| output.get("html")?.get("theme")?.as_str())
        .unwrap_or("theme");
    let theme_name = theme_name
        .trim_start_matches("./")
        .trim_end_matches('/')
        .to_owned();
    if let Some(html) = settings
        .get_mut("output")
        .and_then(|output| output.get_mut("html")?.as_table_mut())
    {
        html.remove("theme");
    }
    let contents = SourceFiles::of(book)?;
    let made = TemporaryPath::create_folder()?;
    let folder = made.path().join("book");
    extract(&FONTS, &folder.join("src/fonts"))?;
    // Of hands without prose around them: the chapters, and the first page.
    let introduction = include_str!("../../templates/introduction.md");
    let prose = [
        ("src/SUMMARY.md", "[Introduction](introduction.md)\n"),
        ("src/introduction.md", introduction),
    ];
    let prose = prose.into_iter().filter(|_| !has_prose);
    for (path, text) in [("src/cards.svg", DECK), ("src/spanish.svg", SPANISH)]
        .into_iter()
        .chain(prose)
    {
        fs::write(folder.join(path), text)?;
    }
    contents.copy_to(&folder)?;
    let (theme, mut own_theme) = (folder.join("theme"), folder.join(&theme_name));
    if own_theme == theme {
        own_theme = made.path().join("theme");
        if theme.is_dir() {
            fs::rename(&theme, &own_theme)?;
        }
    }
    extract(&THEME, &theme)?;
    notes.extend(theme::lay_over(&own_theme, &theme, &THEME)?);
    write_scripts(&theme)?;
    join_parts(&theme).context("theme/hand.css")?;
    fs::write(folder.join("book.toml"), settings.to_string())?;
    Ok(CompletedBook {
        folder,
        notes,
        _copy: made,
    })
}

fn extract(dir: &Dir, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    Ok(dir.extract(to)?)
}

/// Puts the linked scripts of a theme in the place of those that were written.
fn write_scripts(theme: &Path) -> Result<()> {
    for (name, text) in link_scripts(&read_modules(theme)?)? {
        fs::write(theme.join(&name), text)
            .with_context(|| format!("theme/{name} cannot be written"))?;
    }
    Ok(())
}

/// Our settings, but for what our book says of itself and alone.
fn usual_settings() -> Result<Table> {
    let mut settings: Table = include_str!("../../book/book.toml")
        .parse()
        .context("our settings")?;
    let ours: [(&[&str], &[&str]); 3] = [
        (&["book"], &["description", "authors"]),
        (
            &["preprocessor", PREPROCESSOR_NAME],
            &["editions", "extra", "date"],
        ),
        (&["output", "html"], &["redirect"]),
    ];
    for (path, keys) in ours {
        let table = path.iter().try_fold(&mut settings, |table, key| {
            table.get_mut(*key)?.as_table_mut()
        });
        table
            .into_iter()
            .for_each(|table| table.retain(|key, _| !keys.contains(&key)));
    }
    settings["book"]["title"] = TITLE.into();
    Ok(settings)
}

/// Lays settings over others: tables over theirs, lists after theirs, and anything else in its place.
fn lay(over: &Table, below: &mut Table) {
    for (key, value) in over {
        match (below.get_mut(key), value) {
            (Some(Value::Table(below)), Value::Table(over)) => lay(over, below),
            (Some(Value::Array(below)), Value::Array(over)) => {
                let new: Vec<_> = over
                    .iter()
                    .filter(|one| !below.contains(one))
                    .cloned()
                    .collect();
                below.extend(new);
            }
            _ => drop(below.insert(key.clone(), value.clone())),
        }
    }
}

/// The folder, beside `book.toml`, that style sheet and script lie in.
pub const ASSET_FOLDER: &str = PREPROCESSOR_NAME;

/// A file to be laid beside a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its name in the folder.
    pub name: &'static str,
    /// What it holds: in its first line who wrote it, and a fingerprint of the rest.
    pub text: String,
}

/// The style sheet and the script. Our sheets are kept to the hands; what another's page makes necessary follows them.
pub fn embed_assets() -> [Asset; 2] {
    let sheets = ["css/variables.css", "card.css", "board.css", "hand.css"]
        .map(theme_sheet)
        .map(|sheet| scoped(&sheet))
        .concat();
    let sheets = sheets
        .replace("../cards.svg", &picture(DECK))
        .replace("../spanish.svg", &picture(SPANISH));
    let sheets = sheets.replace("../fonts/signs.woff2", &font(SIGNS));
    let script = guest_script();
    let version = env!("CARGO_PKG_VERSION");
    [
        ("mouche.css", sheets + theme_text("guest.css")),
        ("mouche.js", script),
    ]
    .map(|(name, text)| {
        let mark = format!(
            "{WRITTEN}{version} ({:08x}). What is changed here is not kept. */\n",
            fingerprint(&text)
        );
        Asset {
            name,
            text: mark + &text,
        }
    })
}

/// The scripts of a hand in one, for another's book. Of the page around it, it has the shared modules alone.
fn guest_script() -> String {
    let files = THEME.files().chain(THEME.dirs().flat_map(Dir::files));
    let texts = files.filter_map(|file| {
        Some((
            file.path().to_str()?.replace('\\', "/"),
            file.contents_utf8()?,
        ))
    });
    let mut modules: Modules = texts
        .filter(|(name, _)| name.ends_with(".js"))
        .map(|(n, t)| (n, t.to_string()))
        .collect();
    for page_script in ["boot.js", "book.js"] {
        modules.insert(page_script.to_string(), String::new());
    }
    let scripts = link_scripts(&modules).expect("the theme of this program is linked in its tests");
    [
        "boot.js",
        "book.js",
        "tools.js",
        "motion.js",
        "hand.js",
        "view.js",
        "quiz.js",
    ]
    .map(|name| scripts[name].as_str())
    .concat()
}

const WRITTEN: &str = "/* Written by `mouche install`, version ";

impl Asset {
    /// The version that wrote a file, if it is just as it was written.
    ///
    /// ```
    /// use mouche::book::{Asset, embed_assets};
    ///
    /// for asset in embed_assets() {
    ///     assert_eq!(Asset::version_of(&asset.text), Some(env!("CARGO_PKG_VERSION")));
    ///     assert_eq!(Asset::version_of(&(asset.text + "x")), None, "somebody has changed it");
    /// }
    /// assert_eq!(Asset::version_of("body {}"), None);
    /// ```
    pub fn version_of(text: &str) -> Option<&str> {
        let (mark, rest) = text.split_once('\n')?;
        let (version, after) = mark.strip_prefix(WRITTEN)?.split_once(" (")?;
        let (print, _) = after.split_once(')')?;
        (u32::from_str_radix(print, 16) == Ok(fingerprint(rest))).then_some(version)
    }
}

fn picture(svg: &str) -> String {
    const ENCODED: &AsciiSet = &AsciiSet::EMPTY
        .add(b'"')
        .add(b'#')
        .add(b'%')
        .add(b'<')
        .add(b'>');
    let svg = svg.trim().replace('\n', " ");
    format!("data:image/svg+xml,{}", utf8_percent_encode(&svg, ENCODED))
}

fn font(woff2: &[u8]) -> String {
    format!(
        "data:font/woff2,{}",
        percent_encode(woff2, NON_ALPHANUMERIC)
    )
}

/// The colours that mdBook has, as classes of the whole page.
const COLOURS: [&str; 5] = ["light", "rust", "coal", "navy", "ayu"];

/// A sheet without comments whose every selector ends in the box, and weighs no more than before.
fn scoped(sheet: &str) -> String {
    let after = |piece: &str| {
        piece
            .split_once("*/")
            .map_or(String::new(), |(_, rest)| rest.to_string())
    };
    let (before, commented) = sheet.split_once("/*").unwrap_or((sheet, ""));
    rules(&(before.to_string() + &commented.split("/*").map(after).collect::<String>()))
}

/// The name of the typeface of suits and marks in the sheet.
const SIGNS_FACE: &str = "\"Mouche Signs\"";

fn rules(sheet: &str) -> String {
    let (mut out, mut rest) = (String::new(), sheet.trim());
    // What moves is drawn over the whole page.
    let is_whole =
        |head: &str| head.starts_with("@keyframes") || head.starts_with("::view-transition");
    while let Some((head, after)) = rest.split_once('{') {
        let ((inside, after), head) = (block(after), head.trim());
        out += &match head {
            "@font-face" if inside.contains(SIGNS_FACE) => format!("{head} {{{inside}}}\n"),
            // The other typefaces are files, which such a book has not.
            "@font-face" => String::new(),
            _ if is_whole(head) => format!("{head} {{{inside}}}\n"),
            _ if head.starts_with('@') => format!("{head} {{\n{}}}\n", rules(inside)),
            _ => format!(
                "{} {{{inside}}}\n",
                parts(head, ',')
                    .map(selector)
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        rest = after.trim();
    }
    out
}

/// What stands up to the brace that shuts, and what follows it.
fn block(text: &str) -> (&str, &str) {
    let mut depth = 1;
    let shuts = |brace: &(usize, &str)| {
        depth += if brace.1 == "{" { 1 } else { -1 };
        depth == 0
    };
    let end = text.match_indices(['{', '}']).find(shuts);
    end.map_or((text, ""), |(at, _)| (&text[..at], &text[at + 1..]))
}

/// A selector of what it selected, so far as that stands in the box.
fn selector(whole: &str) -> String {
    let whole = whole.trim();
    let last = parts(whole, ' ').last().unwrap_or_default();
    let has_colour = COLOURS
        .iter()
        .any(|colour| last.contains(&format!(".{colour}")));
    if has_colour || [":root", "html"].iter().any(|root| last.starts_with(root)) {
        return format!("{whole} :where(.{PREPROCESSOR_NAME})");
    }
    let (element, pseudo) = whole.split_at(whole.rfind("::").unwrap_or(whole.len()));
    format!("{element}:where(.{PREPROCESSOR_NAME} *){pseudo}")
}

/// The parts between a sign that does not stand in brackets.
fn parts(text: &str, sign: char) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c: char| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c == sign && depth == 0
    })
}

#[cfg(test)]
#[path = "../../tests/unit/book_defaults.rs"]
mod tests;
