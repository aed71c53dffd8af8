//! Style sheets, scripts and the engine as files of the site. Their names contain the fingerprints
//! of their texts, so that browsers may keep them.

use super::list_files;
use super::script_minifier::thin_script;
use crate::book::court_letter_pictures::keep_letter_decks;
use crate::book::edition_files_for_engine::edition_tomls_for_pages;
use crate::cards::CardLanguage;
use crate::explore;
use crate::scenario::printable_path;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The engine, compressed with gzip, in base64; empty if the program was compiled without it.
pub(super) const PACKED_ENGINE: &str = include_str!(concat!(env!("OUT_DIR"), "/engine.txt"));

/// The script of a page that has moved. mdBook cannot link to it from such a page, so it is not
/// among the scripts of the theme.
const MOVED_SCRIPT: &str = include_str!("../../../book/theme/moved.js");

/// Returns whether this program was compiled with the engine for books.
pub(in crate::book) fn has_packed_engine() -> bool {
    !PACKED_ENGINE.is_empty()
}

/// Writes the engine into the site, with the editions of authors that it reads at its start, and returns the name of its file.
pub(super) fn write_engine(site: &Path) -> Result<String> {
    let mut script = format!("window.mouche.packed='{PACKED_ENGINE}';\n");
    let editions = edition_tomls_for_pages()?;
    if !editions.is_empty() {
        let texts = serde_json::to_string(&editions)?;
        script += &format!("window.mouche.editions={texts};\n");
    }
    write_fingerprinted(site, "engine", "js", &script)
}

/// Writes the script that leads from an old address to the new one, and returns the name of its
/// file.
pub(super) fn write_moved_script(site: &Path) -> Result<String> {
    write_fingerprinted(site, "moved", "js", &thin_script(MOVED_SCRIPT))
}

/// Returns the size of a text, as `0.8 MB`.
pub(super) fn megabytes(text: &str) -> String {
    format!("{:.1} MB", text.len() as f64 / 1e6)
}

/// Writes a file under a name that contains the fingerprint of its text, and returns the name.
pub(super) fn write_fingerprinted(
    site: &Path,
    stem: &str,
    extension: &str,
    text: &str,
) -> Result<String> {
    let name = format!("{stem}-{:08x}.{extension}", fingerprint(text));
    std::fs::write(site.join(&name), text).with_context(|| format!("{name} cannot be written"))?;
    Ok(name)
}

/// Returns the fingerprint of a text, folded to 32 bits.
pub(in crate::book) fn fingerprint(text: &str) -> u32 {
    let hash = explore::fingerprint(text);
    ((hash >> 32) ^ (hash & 0xffff_ffff)) as u32
}

/// Joins the style sheets that some links of the front page name, in their order, and returns the
/// name of the joined sheet. It names the pictures of cards for these languages.
pub(super) fn join_sheets_into_file(
    site: &Path,
    name: &str,
    links: &str,
    languages: &[CardLanguage],
) -> Result<String> {
    let mut joined = String::new();
    for rest in links.split("href=\"").skip(1) {
        let link = rest.split('"').next().unwrap_or_default();
        let text = std::fs::read_to_string(site.join(link))
            .with_context(|| format!("{link} cannot be read"))?;
        // The sheets are in folders of the site, and the joined sheet is at its root.
        joined += &text.replace("url(\"../", "url(\"");
        joined.push('\n');
    }
    let joined = keep_letter_decks(&joined, languages);
    write_fingerprinted(site, name, "css", &compact_sheet(&joined))
}

/// Returns a style sheet without comments, and without the white space and the semicolons that it does not need. What stands
/// between quotation marks stays as it is.
fn compact_sheet(sheet: &str) -> String {
    let mut out = String::new();
    let mut rest = sheet;
    while let Some(first) = rest.chars().next() {
        let is_comment = rest.starts_with("/*");
        let is_blank = first.is_whitespace();
        let end = if is_comment {
            rest.find("*/").map(|end| end + 2)
        } else if is_blank {
            rest.find(|c: char| !c.is_whitespace())
        } else if matches!(first, '"' | '\'') {
            rest[1..].find(first).map(|end| end + 2)
        } else {
            Some(first.len_utf8())
        };
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        if !is_comment && !is_blank {
            let is_needless = match piece {
                "{" => out.ends_with(' '),
                "}" => out.ends_with([' ', ';']),
                _ => false,
            };
            if is_needless {
                out.pop();
            }
            out += piece;
        } else if !out.ends_with([' ', '{', '}', ';', ',', ':']) {
            // After these characters no space is needed.
            out.push(' ');
        }
    }
    out
}

/// Removes comments and indentation from all scripts of a site.
pub(super) fn thin_all_scripts(site: &Path) -> Result<()> {
    for file in list_files(site)? {
        if file.extension().is_none_or(|ending| ending != "js") {
            continue;
        }
        let path = site.join(&file);
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("{} cannot be read", printable_path(&file)))?;
        std::fs::write(path, thin_script(&text))
            .with_context(|| format!("{} cannot be written", printable_path(&file)))?;
    }
    Ok(())
}

/// Removes the files that mdBook adds and no page needs. Files of the folder of prose stay.
pub(super) fn remove_unused_assets(
    site: &Path,
    prose_folder: &Path,
    needed: &BTreeSet<PathBuf>,
) -> Result<()> {
    for file in list_files(site)? {
        let ending = file.extension().and_then(|ending| ending.to_str());
        let is_asset = matches!(ending, Some("css" | "js" | "png" | "svg" | "woff2" | "txt"));
        if is_asset && !needed.contains(&file) && !prose_folder.join(&file).exists() {
            std::fs::remove_file(site.join(&file))
                .with_context(|| format!("{} cannot be removed", printable_path(&file)))?;
        }
    }
    for name in ["css", "fonts", "theme"] {
        // Only an empty folder can be removed. The others stay.
        let _ = std::fs::remove_dir(site.join(name));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compact_sheet_says_the_same() {
        let sheet = ".a :is(.b, i)::before {\n    /* The sign. */\n    content: \"a: {b; }\";\n    color: red;\n}\n\n@media (min-width: 9em) {\n    .c { margin: 0 1em; }\n}\n";
        assert_eq!(
            compact_sheet(sheet),
            ".a :is(.b,i)::before{content:\"a: {b; }\";color:red}@media (min-width:9em){.c{margin:0 1em}}"
        );
    }
}
