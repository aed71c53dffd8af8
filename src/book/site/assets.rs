//! Style sheets, scripts and the engine as files of the site, under names that change with what they hold.

use super::list_files;
use super::thinning::thin_script;
use crate::explore;
use crate::scenario::display_path;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The engine, in a script that hands it over: gzip in base64; empty in a program that carries none.
pub(super) const PACKED: &str = include_str!(concat!(env!("OUT_DIR"), "/engine.txt"));

/// The script of a page that has moved. mdBook does not know where such a page lies, so it is not among its scripts.
const MOVED: &str = include_str!("../../../book/theme/moved.js");

/// Whether this program was compiled with an engine to put into books.
pub(in crate::book) fn has_packed_engine() -> bool {
    !PACKED.is_empty()
}

/// Writes the engine into the site, and returns the name of its file.
pub(super) fn write_engine(site: &Path) -> Result<String> {
    let script = format!("window.mouche.packed='{PACKED}';\n");
    write_named(site, "engine", "js", &script)
}

/// Writes the script that leads from an old address to the new one, and returns the name of its file.
pub(super) fn write_moved_script(site: &Path) -> Result<String> {
    write_named(site, "moved", "js", &thin_script(MOVED))
}

/// Returns the size of a text, as `0.8 MB`.
pub(super) fn megabytes(text: &str) -> String {
    format!("{:.1} MB", text.len() as f64 / 1e6)
}

/// Writes a file under a name that changes with what it holds, and returns the name.
pub(super) fn write_named(site: &Path, stem: &str, ending: &str, text: &str) -> Result<String> {
    let name = format!("{stem}-{:08x}.{ending}", fingerprint(text));
    std::fs::write(site.join(&name), text).with_context(|| format!("{name} cannot be written"))?;
    Ok(name)
}

/// Returns the fingerprint of a text, folded to 32 bits.
pub(in crate::book) fn fingerprint(text: &str) -> u32 {
    let hash = explore::fingerprint(text);
    ((hash >> 32) ^ (hash & 0xffff_ffff)) as u32
}

/// Makes one sheet of those that these links of a page at the root of the site name, in their order, and returns its name.
pub(super) fn join_sheets(site: &Path, name: &str, links: &str) -> Result<String> {
    let mut joined = String::new();
    for rest in links.split("href=\"").skip(1) {
        let link = rest.split('"').next().unwrap_or_default();
        let text = std::fs::read_to_string(site.join(link))
            .with_context(|| format!("{link} cannot be read"))?;
        // The pictures of a sheet in a folder lie one folder less away from the root.
        joined += &text.replace("url(\"../", "url(\"");
        joined.push('\n');
    }
    write_named(site, name, "css", &compact_sheet(&joined))
}

/// Returns a sheet without its comments, and with one space where there is white space. What stands in quotes stays.
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
            out += piece;
        } else if !out.ends_with([' ', '{', '}', ';', ',']) {
            // None where a sign stands before that needs none; what follows such a sign may keep its own.
            out.push(' ');
        }
    }
    out
}

/// Takes comments and indentation out of the scripts that were written so far.
pub(super) fn thin_scripts(site: &Path) -> Result<()> {
    for file in list_files(site)? {
        if file.extension().is_none_or(|ending| ending != "js") {
            continue;
        }
        let path = site.join(&file);
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("{} cannot be read", display_path(&file)))?;
        std::fs::write(path, thin_script(&text))
            .with_context(|| format!("{} cannot be written", display_path(&file)))?;
    }
    Ok(())
}

/// Removes what mdBook ships and no page asks for. What lies in the book's own folder of prose stays.
pub(super) fn remove_unused_assets(
    site: &Path,
    prose: &Path,
    asked: &BTreeSet<PathBuf>,
) -> Result<()> {
    for file in list_files(site)? {
        let ending = file.extension().and_then(|ending| ending.to_str());
        let is_asset = matches!(ending, Some("css" | "js" | "png" | "svg" | "woff2" | "txt"));
        if is_asset && !asked.contains(&file) && !prose.join(&file).exists() {
            std::fs::remove_file(site.join(&file))
                .with_context(|| format!("{} cannot be removed", display_path(&file)))?;
        }
    }
    for name in ["css", "fonts", "theme"] {
        // A folder goes if it is empty now; one that is not stays.
        let _ = std::fs::remove_dir(site.join(name));
    }
    Ok(())
}
