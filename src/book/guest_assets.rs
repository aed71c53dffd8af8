//! The style sheet and the script that hands need in the book of another author.

use super::book_contents::PREPROCESSOR_NAME;
use super::court_letter_pictures::keep_letter_decks;
use super::javascript_bundler::{ScriptModules, bundle_scripts};
use super::scoped_sheet::scope_sheet;
use super::site::fingerprint;
use super::theme_files::{DECK, SIGN_FONT, SPANISH_DECK, THEME, theme_sheet, theme_text};
use include_dir::Dir;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode, utf8_percent_encode};
use std::sync::LazyLock;

/// The folder of the style sheet and the script, beside `book.toml`.
pub const ASSET_FOLDER: &str = PREPROCESSOR_NAME;

/// A file that hands need in the book of another author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestBookAsset {
    /// The name of the file in its folder.
    pub name: &'static str,
    /// The text of the file. Its first line names the program that wrote it, with a fingerprint of
    /// the other lines.
    pub text: String,
}

/// The beginning of the first line of an asset.
const FIRST_LINE: &str = "/* Written by `mouche install`, version ";

impl GuestBookAsset {
    fn with_version_line(name: &'static str, text: &str) -> GuestBookAsset {
        let version = env!("CARGO_PKG_VERSION");
        let fingerprint = fingerprint(text);
        let first_line =
            format!("{FIRST_LINE}{version} ({fingerprint:08x}). Changes to this file are lost. */");
        GuestBookAsset {
            name,
            text: format!("{first_line}\n{text}"),
        }
    }

    /// Returns the version of the program that wrote a file; none if the file was changed since, or
    /// if another program wrote it.
    ///
    /// ```
    /// use mouche::book::{GuestBookAsset, guest_style_and_script};
    ///
    /// for asset in guest_style_and_script() {
    ///     assert_eq!(GuestBookAsset::writer_version_if_unchanged(&asset.text), Some(env!("CARGO_PKG_VERSION")));
    ///     assert_eq!(GuestBookAsset::writer_version_if_unchanged(&(asset.text + "x")), None, "somebody has changed it");
    /// }
    /// assert_eq!(GuestBookAsset::writer_version_if_unchanged("body {}"), None);
    /// ```
    pub fn writer_version_if_unchanged(text: &str) -> Option<&str> {
        let (first_line, rest) = text.split_once('\n')?;
        let (version, after) = first_line.strip_prefix(FIRST_LINE)?.split_once(" (")?;
        let (written, _) = after.split_once(')')?;
        let is_unchanged = u32::from_str_radix(written, 16) == Ok(fingerprint(rest));
        is_unchanged.then_some(version)
    }
}

/// The style sheet and the script. Joining their parts takes longer than a page.
static ASSETS: LazyLock<[GuestBookAsset; 2]> = LazyLock::new(|| {
    [
        GuestBookAsset::with_version_line("mouche.css", &guest_style_sheet()),
        GuestBookAsset::with_version_line("mouche.js", &guest_script()),
    ]
});

/// Returns the style sheet and the script.
pub fn guest_style_and_script() -> [GuestBookAsset; 2] {
    ASSETS.clone()
}

/// Returns our style sheets, which reach only inside hands here, with their pictures and the font
/// of signs inside. After them come the rules that the pages of other books need.
fn guest_style_sheet() -> String {
    let mut sheet = String::new();
    for name in ["css/variables.css", "card.css", "board.css", "hand.css"] {
        sheet += &scope_sheet(&keep_letter_decks(&theme_sheet(name), &[]));
    }
    let sheet = adjust_rem_to_mdbook(&sheet);
    let sheet = sheet
        .replace("../cards.svg", &picture_as_url(DECK))
        .replace("../spanish.svg", &picture_as_url(SPANISH_DECK))
        .replace("../fonts/signs.woff2", &font_as_url(SIGN_FONT));
    sheet + theme_text("guest.css")
}

/// The font size of the root of a book by mdBook, as a share of the reader's font size. In our book they are equal.
const ROOT_FONT_OF_MDBOOK: f64 = 0.625;

/// Returns a style sheet whose lengths in `rem` are as long in a book by mdBook as in ours. A media query measures by the reader's
/// font size in every book.
fn adjust_rem_to_mdbook(sheet: &str) -> String {
    let mut measured = String::new();
    for piece in sheet.split_inclusive('{') {
        let head = piece.find("@media").unwrap_or(piece.len());
        let (rules, media_query) = piece.split_at(head);
        measured += &enlarge_rem(rules);
        measured += media_query;
    }
    measured
}

fn is_of_number(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '.'
}

/// Returns rules of a style sheet in which each length in `rem` makes up for the smaller font of the root.
fn enlarge_rem(rules: &str) -> String {
    let mut pieces = rules.split("rem").peekable();
    let mut enlarged = String::new();
    while let Some(piece) = pieces.next() {
        let Some(next) = pieces.peek() else {
            enlarged += piece;
            break;
        };
        let words = piece.trim_end_matches(is_of_number);
        let is_unit = !next.starts_with(|c: char| c.is_ascii_alphanumeric());
        match piece[words.len()..].parse::<f64>() {
            Ok(length) if is_unit => {
                let length = (length / ROOT_FONT_OF_MDBOOK * 1e4).round() / 1e4;
                enlarged += &format!("{words}{length}rem");
            }
            _ => enlarged += &format!("{piece}rem"),
        }
    }
    enlarged
}

/// Returns a `data:` address that contains a picture.
fn picture_as_url(svg: &str) -> String {
    const ENCODED: &AsciiSet = &AsciiSet::EMPTY
        .add(b'"')
        .add(b'#')
        .add(b'%')
        .add(b'<')
        .add(b'>');
    let svg = svg.trim().replace('\n', " ");
    format!("data:image/svg+xml,{}", utf8_percent_encode(&svg, ENCODED))
}

/// Returns a `data:` address that contains a font.
fn font_as_url(woff2: &[u8]) -> String {
    let encoded = percent_encode(woff2, NON_ALPHANUMERIC);
    format!("data:font/woff2,{encoded}")
}

/// The scripts that a page with a hand needs, in the order in which they run.
const HAND_SCRIPTS: [&str; 9] = [
    "boot.js",
    "book.js",
    "tools.js",
    "motion.js",
    "hand.js",
    "view.js",
    "extras.js",
    "study.js",
    "quiz.js",
];

/// The scripts of the page around a hand. Another book has a page of its own, so only the modules
/// of these scripts are used.
const PAGE_SCRIPTS: [&str; 2] = ["boot.js", "book.js"];

/// Returns the scripts of a hand in one.
fn guest_script() -> String {
    let mut modules = ScriptModules::new();
    for file in THEME.files().chain(THEME.dirs().flat_map(Dir::files)) {
        let name = file.path().to_string_lossy().replace('\\', "/");
        if name.ends_with(".js") {
            modules.insert(name, file.contents_utf8().unwrap_or_default().to_string());
        }
    }
    for name in PAGE_SCRIPTS {
        modules.insert(name.to_string(), String::new());
    }
    let scripts =
        bundle_scripts(&modules).expect("the theme of this program is linked in its tests");
    HAND_SCRIPTS.map(|name| scripts[name].as_str()).concat()
}

#[cfg(test)]
#[path = "../../tests/unit/book_guest_assets.rs"]
mod tests;
