//! What a hand needs beside it in another's book: one style sheet and one script, made of those of our theme. The sheet
//! reaches what stands in the box of a hand, and nothing else.

use crate::book::defaults::{DECK, SPANISH, theme};
use crate::book::scope::NAME;
use crate::book::site::fingerprint;

/// The folder, beside `book.toml`, that style sheet and script lie in.
pub const FOLDER: &str = NAME;

/// A file to be laid beside a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its name in the folder.
    pub name: &'static str,
    /// What it holds: in its first line who wrote it, and a fingerprint of the rest.
    pub text: String,
}

/// The style sheet and the script.
pub fn assets() -> [Asset; 2] {
    [Asset::new("mouche.css", &styles()), Asset::new("mouche.js", &script())]
}

const WRITTEN: &str = "/* Written by `mouche install`, version ";

impl Asset {
    fn new(name: &'static str, text: &str) -> Asset {
        let version = env!("CARGO_PKG_VERSION");
        let mark = format!("{WRITTEN}{version} ({:08x}). What is changed here is not kept. */\n", fingerprint(text));
        Asset { name, text: mark + text }
    }

    /// The version that wrote a file, if it is just as it was written.
    ///
    /// ```
    /// use mouche::book::{Asset, assets};
    ///
    /// for asset in assets() {
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

/// Our sheets, kept to the hands; then what another's page makes necessary.
fn styles() -> String {
    let ours: String = ["css/variables.css", "card.css", "board.css", "hand.css"].map(theme).map(scoped).concat();
    ours.replace("../cards.svg", &picture(DECK)).replace("../spanish.svg", &picture(SPANISH)) + theme("guest.css")
}

fn script() -> String {
    ["hand.js", "view.js", "quiz.js"].map(theme).concat()
}

fn picture(svg: &str) -> String {
    let mut out = String::from("data:image/svg+xml,");
    for c in svg.trim().chars() {
        match c {
            '"' | '#' | '%' | '<' | '>' => out += &format!("%{:02X}", u32::from(c)),
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// The colours that mdBook has, as classes of the whole page.
const COLOURS: [&str; 5] = ["light", "rust", "coal", "navy", "ayu"];

/// A sheet without comments whose every selector ends in the box. What is set for the whole page is set for the box. No
/// selector weighs more than before, so that the rules stand to each other as they did.
fn scoped(sheet: &str) -> String {
    let after = |piece: &str| piece.split_once("*/").map_or(String::new(), |(_, rest)| rest.to_string());
    let (before, commented) = sheet.split_once("/*").unwrap_or((sheet, ""));
    rules(&(before.to_string() + &commented.split("/*").map(after).collect::<String>()))
}

fn rules(sheet: &str) -> String {
    let (mut out, mut rest) = (String::new(), sheet.trim());
    // What moves is drawn over the whole page.
    let is_whole = |head: &str| head.starts_with("@keyframes") || head.starts_with("::view-transition");
    while let Some((head, after)) = rest.split_once('{') {
        let ((inside, after), head) = (block(after), head.trim());
        out += &match head {
            _ if is_whole(head) => format!("{head} {{{inside}}}\n"),
            _ if head.starts_with('@') => format!("{head} {{\n{}}}\n", rules(inside)),
            _ => format!("{} {{{inside}}}\n", parts(head, ',').map(selector).collect::<Vec<_>>().join(", ")),
        };
        rest = after.trim();
    }
    out
}

/// What stands up to the brace that shuts, and what follows it.
fn block(text: &str) -> (&str, &str) {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return (&text[..at], &text[at + 1..]);
        }
    }
    (text, "")
}

/// A selector of what it selected, so far as that stands in the box.
fn selector(whole: &str) -> String {
    let whole = whole.trim();
    let last = parts(whole, ' ').last().unwrap_or_default();
    let of_page = [":root", "html"].iter().any(|root| last.starts_with(root))
        || COLOURS.iter().any(|colour| last.contains(&format!(".{colour}")));
    if of_page {
        return format!("{whole} :where(.{NAME})");
    }
    let (element, pseudo) = whole.split_at(whole.rfind("::").unwrap_or(whole.len()));
    format!("{element}:where(.{NAME} *){pseudo}")
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
#[path = "../../../tests/unit/book_guest_assets.rs"]
mod tests;
