//! Styles and scripts: one sheet instead of many, the packed engine, and nothing that no page asks for.

use super::check::{files, scan};
use super::resolved;
use crate::explore;
use crate::scenario::shown;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Writes a file under a name that changes with what it holds; the name.
pub(super) fn write_named(site: &Path, stem: &str, ending: &str, text: &str) -> Result<String> {
    let name = format!("{stem}-{:08x}.{ending}", fingerprint(text));
    std::fs::write(site.join(&name), text).with_context(|| format!("{name} cannot be written"))?;
    Ok(name)
}

/// The fingerprint of a text, folded to 32 bits.
pub(in crate::book) fn fingerprint(text: &str) -> u32 {
    let hash = explore::fingerprint(text);
    ((hash >> 32) ^ (hash & 0xffff_ffff)) as u32
}

/// Makes one sheet of those that these links of a page at the root of the site name, in their order; its name there.
pub(super) fn one_sheet(site: &Path, name: &str, links: &str) -> Result<String> {
    let links = links.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let sheets = links.map(|link| {
        let text = std::fs::read_to_string(site.join(link)).with_context(|| format!("{link} cannot be read"))?;
        // The pictures of a sheet in a folder lie one folder less away from the root.
        Ok(text.replace("url(\"../", "url(\"") + "\n")
    });
    write_named(site, name, "css", &compact(&sheets.collect::<Result<String>>()?))
}

/// A sheet without its comments, and with one space where there is white space. What stands in quotes stays.
fn compact(sheet: &str) -> String {
    let (mut out, mut rest) = (String::new(), sheet);
    while let Some(first) = rest.chars().next() {
        let (is_comment, is_blank) = (rest.starts_with("/*"), first.is_whitespace());
        let end = match first {
            '"' | '\'' => rest[1..].find(first).map(|end| end + 2),
            _ if is_comment => rest.find("*/").map(|end| end + 2),
            _ if is_blank => rest.find(|c: char| !c.is_whitespace()),
            _ => Some(first.len_utf8()),
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
    for file in files(site)?.iter().filter(|file| file.extension().is_some_and(|ending| ending == "js")) {
        let path = site.join(file);
        let text = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", shown(file)))?;
        std::fs::write(path, thin(&text)).with_context(|| format!("{} cannot be written", shown(file)))?;
    }
    Ok(())
}

/// A script without the comments that begin a line, and without what is blank before a line. One in which a text goes on
/// over the end of a line stays as it is: what is blank there may be meant.
fn thin(script: &str) -> String {
    let goes_on = |line: &str| line.ends_with('\\') || line.matches('`').count() % 2 == 1;
    if script.lines().any(goes_on) {
        return script.to_string();
    }
    let (mut out, mut rest) = (String::new(), script.trim_start());
    while !rest.is_empty() {
        let is_comment = rest.starts_with("/*");
        let (line, after) = rest.split_once(if is_comment { "*/" } else { "\n" }).unwrap_or((rest, ""));
        if !is_comment && !line.starts_with("//") {
            out.extend([line.trim_end(), "\n"]);
        }
        rest = after.trim_start();
    }
    out
}

/// The files that a page asks for above its text, where mdBook asks for what it ships.
pub(super) fn asked_for(page: &str, html: &str) -> impl Iterator<Item = PathBuf> {
    let above = html.split("<main").next().unwrap_or_default();
    scan(above).links.into_iter().filter_map(move |link| resolved(Path::new(page), &link))
}

/// Removes what mdBook ships and no page asks for. What lies in the book's own folder of prose stays.
pub(super) fn sweep(site: &Path, prose: &Path, asked: &BTreeSet<PathBuf>) -> Result<()> {
    for file in files(site)? {
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_asset = matches!(ending, "css" | "js" | "png" | "svg" | "woff2" | "txt");
        if is_asset && !asked.contains(&file) && !prose.join(&file).exists() {
            std::fs::remove_file(site.join(&file)).with_context(|| format!("{} cannot be removed", shown(&file)))?;
        }
    }
    // A folder goes if it is empty now.
    ["css", "fonts", "theme"].iter().for_each(|name| drop(std::fs::remove_dir(site.join(name))));
    Ok(())
}

/// gzip in base64; empty in a program that carries none.
const ENGINE: &str = include_str!(concat!(env!("OUT_DIR"), "/engine.txt"));

/// Writes the engine into a site, as a script that hands it over; its name, or nothing where there is none.
pub(super) fn write_engine(site: &Path) -> Result<String> {
    if ENGINE.is_empty() {
        return Ok(String::new());
    }
    write_named(site, "engine", "js", &format!("window.mouche.packed='{ENGINE}';\n"))
}
