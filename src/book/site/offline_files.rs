//! What a browser needs to keep a book for readers without a connection: a manifest, and a service worker that knows the files.

use super::list_files;
use super::script_minifier::thin_script;
use super::site_assets::fingerprint;
use crate::book::prose_file_links::with_slashes;
use anyhow::{Context, Result};
use serde_json::json;
use std::path::Path;

/// The name of the service worker. It stays the same in all versions of a book, because browsers look for the new version of a
/// worker at its address.
const WORKER: &str = "offline-worker.js";

/// The service worker, without the list of the files.
const WORKER_SCRIPT: &str = include_str!("../../../book/theme/offline-worker.js");

/// The parts of a page policy that allow a manifest.
const MANIFEST_POLICY: (&str, &str) = (
    "connect-src 'self'",
    "connect-src 'self'; manifest-src 'self'",
);

/// The folders whose pages are kept only once a reader has opened them: they are too many to be fetched at the first visit.
const LARGE_FOLDERS: [&str; 1] = ["hands/"];

/// Returns a page with a table, marked so that its script installs the service worker, and with a policy that allows the
/// manifest. Other pages stay as they are, and weigh no more.
pub(super) fn mark_table_page_for_offline(html: &str) -> String {
    if !html.contains("class=\"play\"") {
        return html.to_owned();
    }
    let (written, allowed) = MANIFEST_POLICY;
    html.replacen(written, allowed, 1)
        .replacen("<body ", "<body data-offline ", 1)
}

/// Writes the manifest and the service worker of a finished site.
pub(super) fn write_offline_files(site: &Path, title: &str) -> Result<()> {
    let mut files = vec!["./".to_owned()];
    let mut icons = Vec::new();
    let mut contents = String::new();
    for file in list_files(site)? {
        let name = with_slashes(&file);
        if name.starts_with("favicon-") && name.ends_with(".svg") {
            icons.push(json!({ "src": name, "sizes": "any", "type": "image/svg+xml" }));
        }
        let size = std::fs::metadata(site.join(&file)).map_or(0, |data| data.len());
        contents += &format!("{name} {size}\n");
        if is_cached_initially(&name) {
            files.push(name);
        }
    }
    let script = format!(
        "const VERSION = '{:08x}';\nconst FILES = {};\n{}",
        fingerprint(&contents),
        serde_json::to_string(&files)?,
        thin_script(WORKER_SCRIPT)
    );
    let manifest = json!({
        "name": title,
        "short_name": title,
        "start_url": "./",
        "scope": "./",
        "display": "minimal-ui",
        "icons": icons,
    });
    for (name, text) in [
        (WORKER, script),
        ("manifest.webmanifest", manifest.to_string()),
    ] {
        std::fs::write(site.join(name), text)
            .with_context(|| format!("{name} cannot be written"))?;
    }
    Ok(())
}

/// Returns whether a site file is kept for offline reading at a reader's first visit.
fn is_cached_initially(name: &str) -> bool {
    let is_large = LARGE_FOLDERS.iter().any(|folder| name.starts_with(folder));
    let is_letter_deck = name.starts_with("cards-") && name.ends_with(".svg");
    let is_extra = matches!(name, "index.html" | "404.html") || is_letter_deck;
    let endings = [".html", ".js", ".css", ".svg", ".woff2"];
    !is_large && !is_extra && endings.iter().any(|ending| name.ends_with(ending))
}
