//! Answers to requests.

use super::address::{file, is_local, kind, within};
use super::shown::Shown;
use std::sync::{Arc, RwLock};
use tiny_http::{Header, Method, Request, Response, Server};

/// The script that keeps a page fresh.
const RELOAD: &str = include_str!("reload.js");

/// What is sent back.
struct Answer {
    status: u16,
    kind: &'static str,
    body: Vec<u8>,
}

/// Answers until the program ends, each request in a thread of its own.
pub(super) fn all(server: Server, shown: &Arc<RwLock<Shown>>) {
    for request in server.incoming_requests() {
        let shown = Arc::clone(shown);
        std::thread::spawn(move || one(request, &shown));
    }
}

fn one(request: Request, shown: &RwLock<Shown>) {
    let found = match shown.read() {
        Ok(shown) => answer(&request, &shown),
        Err(_) => text(500, "the book is in pieces"),
    };
    let mut response = Response::from_data(found.body).with_status_code(found.status);
    // A page that was kept could not be told from the one shown.
    for (name, value) in
        [("Content-Type", found.kind), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")]
    {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    // A browser that has gone away is no fault.
    let _ = request.respond(response);
}

fn answer(request: &Request, shown: &Shown) -> Answer {
    let host = request.headers().iter().find(|header| header.field.equiv("Host"));
    if !host.is_some_and(|host| is_local(host.value.as_str())) {
        return text(403, "this book is for this machine alone");
    }
    if !matches!(request.method(), Method::Get | Method::Head) {
        return text(405, "this book is only to be read");
    }
    match within(request.url()) {
        None => text(404, "there is no such page"),
        Some(path) if path == "_serve/reload.js" => {
            Answer { status: 200, kind: kind(&path), body: RELOAD.as_bytes().to_vec() }
        }
        Some(path) if path == "_serve/since.js" => since(request.url(), shown),
        Some(path) => page(&path, shown),
    }
}

/// A script that loads the page again, if the version asked about is not the one shown; an empty one otherwise.
fn since(url: &str, shown: &Shown) -> Answer {
    let same = url.split_once('?').is_some_and(|(_, have)| have == shown.version.to_string());
    let body = if same { "" } else { "location.reload();" };
    Answer { status: 200, kind: kind("since.js"), body: body.into() }
}

fn page(path: &str, shown: &Shown) -> Answer {
    let is_page = path.ends_with(".html");
    if let Some(wrong) = shown.broken.get(path).or(shown.problem.as_ref().filter(|_| is_page)) {
        return html(500, instead(shown, wrong), shown);
    }
    let read = |path: &str| shown.site.as_ref().and_then(|site| std::fs::read(file(site.path(), path)?).ok());
    match (read(path), is_page) {
        (Some(body), true) => html(200, String::from_utf8_lossy(&body).into_owned(), shown),
        (Some(body), false) => Answer { status: 200, kind: kind(path), body },
        (None, _) => html(404, instead(shown, "there is no such page"), shown),
    }
}

/// A page of the book with this text in the place of its own.
fn instead(shown: &Shown, words: &str) -> String {
    let words = format!("<main><pre>{}</pre></main>", escaped(words));
    let shell = shown.site.as_ref().and_then(|site| std::fs::read_to_string(site.path().join("index.html")).ok());
    let shell = shell.as_deref().and_then(|page| {
        let (before, rest) = page.split_once("<main")?;
        let (_, after) = rest.split_once("</main>")?;
        // Its links are those of a page at the root.
        Some(format!("{}{words}{after}", before.replacen("<head>", "<head><base href=\"/\">", 1)))
    });
    shell.unwrap_or_else(|| {
        format!("<!DOCTYPE html><html lang=\"en\"><head><title>Not shown</title></head><body>{words}</body></html>")
    })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A page that asks whether it is still the one shown.
fn html(status: u16, page: String, shown: &Shown) -> Answer {
    let script = format!("<script src=\"/_serve/reload.js\" data-version=\"{}\"></script>", shown.version);
    let body = match page.rfind("</body>") {
        Some(end) => format!("{}{script}{}", &page[..end], &page[end..]),
        None => page + &script,
    };
    Answer { status, kind: kind("page.html"), body: body.into_bytes() }
}

fn text(status: u16, words: &str) -> Answer {
    Answer { status, kind: kind("words.txt"), body: format!("{words}\n").into_bytes() }
}
