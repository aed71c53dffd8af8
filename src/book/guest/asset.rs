//! What a hand needs beside it in another's book: one style sheet and one script, made of those of our theme.

use super::scope::scoped;
use crate::book::furnish::{DECK, theme};
use crate::book::site::fingerprint;

/// The folder, beside `book.toml`, that they lie in.
pub const FOLDER: &str = super::NAME;

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
    pub fn version_of(text: &str) -> Option<&str> {
        let (mark, rest) = text.split_once('\n')?;
        let (version, after) = mark.strip_prefix(WRITTEN)?.split_once(" (")?;
        let (print, _) = after.split_once(')')?;
        (u32::from_str_radix(print, 16) == Ok(fingerprint(rest))).then_some(version)
    }
}

/// Our sheets, kept to the hands; then what another's page makes necessary.
fn styles() -> String {
    let ours: String = ["css/variables.css", "card.css", "hand.css"].map(theme).map(scoped).concat();
    ours.replace("../cards.svg", &picture(DECK)) + theme("guest.css")
}

fn script() -> String {
    ["turns.js", "quiz.js", "hand.js", "view.js"].map(theme).concat()
}

/// A picture as an address that holds it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_knows_whether_it_is_as_it_was_written() {
        for asset in assets() {
            assert_eq!(Asset::version_of(&asset.text), Some(env!("CARGO_PKG_VERSION")));
            assert_eq!(Asset::version_of(&(asset.text + "x")), None);
        }
        assert_eq!(Asset::version_of("body {}"), None);
    }

    #[test]
    fn every_rule_of_the_sheet_stays_in_the_box() {
        let sheet = styles();
        assert!(sheet.len() > 30_000 && !sheet.contains("../") && !sheet.contains("url(\"cards"));
        let opens = |line: &&str| line.trim_end().ends_with('{') && !line.trim_start().starts_with('@');
        let mut heads = Vec::new();
        for line in sheet.lines().filter(opens) {
            heads.push(line);
            let is_nested =
                [".hand-slider", "[data-go"].iter().any(|inner| line.starts_with(&format!("        {inner}")));
            assert!(line.contains(".mouche") || is_nested || line.contains("from"), "{line}");
        }
        assert!(heads.len() > 100);
    }
}
