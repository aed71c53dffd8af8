//! The engine for the pages on which one plays, as the build script has packed it.

use super::site::fingerprint;
use anyhow::{Context, Result};
use std::path::Path;

/// gzip in base64; empty in a program that carries none.
const ENGINE: &str = include_str!(concat!(env!("OUT_DIR"), "/engine.txt"));

/// Writes the engine into a site, as a script that hands it over; its name, or nothing where there is none.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn write(site: &Path) -> Result<String> {
    if ENGINE.is_empty() {
        return Ok(String::new());
    }
    let name = format!("engine-{:08x}.js", fingerprint(ENGINE));
    let script = format!("window.mouche.packed='{ENGINE}';\n");
    std::fs::write(site.join(&name), script).with_context(|| format!("{name} cannot be written"))?;
    Ok(name)
}
