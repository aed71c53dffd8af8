//! From the path of a request to a file of the site.

use std::path::{Component, Path, PathBuf};

/// The path within the site that a request asks for, without its query; none if it leads anywhere else.
pub(super) fn within(url: &str) -> Option<String> {
    let path = decoded(url.split(['?', '#']).next()?)?;
    let path = path.strip_prefix('/')?;
    let inside = |part: Component| matches!(part, Component::Normal(_));
    let sound = !path.contains(['\0', '\\']) && Path::new(path).components().all(inside);
    let whole = if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    sound.then_some(whole)
}

/// The file of a path within a folder, if it is there and truly lies in it.
pub(super) fn file(folder: &Path, path: &str) -> Option<PathBuf> {
    let file = folder.join(path).canonicalize().ok()?;
    (file.starts_with(folder.canonicalize().ok()?) && file.is_file()).then_some(file)
}

/// Whether a request was meant for this machine: a page of another site that has our address under its own name was not.
pub(super) fn is_local(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "localhost" | "127.0.0.1")
}

/// `%C3%A9` as `é`; none if it is no UTF-8.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = path.bytes();
    let mut decoded = Vec::with_capacity(path.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'%' => {
                let digits = [bytes.next()?, bytes.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(decoded).ok()
}

/// The type of a file by its ending.
pub(super) fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        Some("xml") => "application/xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_the_site() {
        for path in [
            "/../a",
            "/a/../../b",
            "/%2e%2e/a",
            "/..%2fa",
            "//etc/passwd",
            "/a/..",
            "/a\\..\\b",
            "/a%00",
            "/%ff",
            "a",
            "/%4",
            "",
        ] {
            assert_eq!(within(path), None, "{path}");
        }
        assert_eq!(within("/").as_deref(), Some("index.html"));
        assert_eq!(within("/hands/x%C3%A9.html?a=/..#b").as_deref(), Some("hands/xé.html"));
    }

    #[test]
    fn only_this_machine_is_meant() {
        assert!(is_local("localhost:3000") && is_local("127.0.0.1"));
        assert!(!is_local("evil.example:3000") && !is_local("") && !is_local("127.0.0.1.evil.example"));
    }
}
