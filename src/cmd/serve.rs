//! `mouche serve`: the book on this machine, made and shown again as its files change.

use super::Exit;
use super::files::Changes;
use crate::book::{Broken, Cache, Library, With, page_of, render};
use crate::page::sign::escaped;
use crate::scenario::Checked;
use crate::scenario::render::{Report, full};
use anyhow::{Result, anyhow};
use clap::Args;
use percent_encoding::percent_decode_str;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};
use tempfile::TempDir;
use tiny_http::{Header, Method, Request, Response, Server};

/// Serve the book on this machine, and rebuild it when its files change
///
/// Scenarios, prose and theme are watched. Listens on 127.0.0.1 only. A scenario that does not hold shows what is wrong with it in the place of its hand
#[derive(Debug, Args)]
pub struct Serve {
    /// Folder that holds `book/` and `scenarios/` [default: that of --root]
    pub(super) dir: Option<PathBuf>,
    /// Port to serve at; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 3000)]
    port: u16,
    /// Open it in a browser
    #[arg(long)]
    open: bool,
}

/// Runs until it is stopped from outside.
pub fn run(root: &Path, call: &Serve) -> Result<Exit> {
    let server = Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, call.port)))
        .map_err(|error| anyhow!("port {} cannot be served at: {error}", call.port))?;
    let watched = ["book", "scenarios"].map(|folder| root.join(folder)).into_iter().filter(|folder| folder.exists());
    let changes = Changes::of(&watched.collect::<Vec<_>>(), std::iter::empty())?;
    let shown = Arc::new(RwLock::new(Shown::of(root, None)));
    tell(&shown)?;
    let address = format!("http://{}/", server.server_addr());
    writeln!(std::io::stdout(), "The book is at {address}; Ctrl-C ends it.")?;
    std::io::stdout().flush()?;
    let ours = Arc::clone(&shown);
    // Each request is answered in a thread of its own, until the program ends.
    std::thread::spawn(move || {
        for request in server.incoming_requests() {
            let shown = Arc::clone(&ours);
            std::thread::spawn(move || respond(request, &shown));
        }
    });
    if call.open {
        opener::open(&address)?;
    }
    loop {
        let changed = changes.wait()?;
        let Some(mut next) = shown.read().ok().map(|shown| shown.clone()) else { continue };
        let before = next.site.clone();
        if let Some(site) = &before {
            next.refresh(root, site.path(), &changed);
            replace(&shown, next);
        }
        replace(&shown, Shown::of(root, before));
        tell(&shown)?;
    }
}

/// Shows this from now on. What was shown goes away when nobody waits for it.
fn replace(shown: &RwLock<Shown>, next: Shown) {
    drop(shown.write().ok().map(|mut shown| std::mem::replace(&mut *shown, next)));
}

fn tell(shown: &RwLock<Shown>) -> Result<()> {
    let Ok(shown) = shown.read() else { return Ok(()) };
    let mut wrong = shown.broken.values().chain(&shown.problem);
    Ok(wrong.try_for_each(|wrong| writeln!(std::io::stderr(), "{}", wrong.trim_end()))?)
}

/// How wide a diagnostic may be, in characters.
const WIDTH: usize = 100;

/// A number that no site had before.
fn next_version() -> u64 {
    static VERSION: AtomicU64 = AtomicU64::new(1);
    VERSION.fetch_add(1, Ordering::Relaxed)
}

#[derive(Clone)]
struct Shown {
    /// A number of its own, so that a page knows whether it is still the one shown.
    version: u64,
    /// The site, as it could last be made. It is served until the next one stands.
    site: Option<Arc<TempDir>>,
    /// The pages of hands that were edited since: they were made at once, and the rest follows with the next site.
    fresh: BTreeMap<String, String>,
    /// By page, what is wrong with the scenario that it would show.
    broken: BTreeMap<String, String>,
    /// Why no site could be made of the files as they are.
    problem: Option<String>,
}

impl Shown {
    /// The site of the files as they are, or the one before with the reason why there is no other.
    fn of(root: &Path, before: Option<Arc<TempDir>>) -> Shown {
        let (fresh, broken) = (BTreeMap::new(), BTreeMap::new());
        let mut shown = Shown { version: next_version(), site: before, fresh, broken, problem: None };
        match shown.make(root) {
            Ok(site) => shown.site = Some(Arc::new(site)),
            Err(error) => shown.problem = Some(format!("error: {error:#}")),
        }
        shown
    }

    /// Makes the pages of the scenarios that were edited, by themselves. Whatever cannot be done so is left to the next site.
    fn refresh(&mut self, root: &Path, site: &Path, changed: &BTreeSet<PathBuf>) {
        let Ok(root) = std::path::absolute(root) else { return };
        // An editor's copy beside a scenario is none itself.
        let edited = Library::read_if(&root, &root.join("scenarios"), |path| changed.contains(path));
        let Some(mut library) = edited.ok().filter(|library| !library.files.is_empty()) else { return };
        for file in &library.files {
            self.broken.remove(&page_of(file));
        }
        self.note_failures(&library);
        library.files.retain(Checked::holds);
        library.look_ahead(Some(&Cache::of(&root)));
        self.fresh.extend(library.refreshed(site).unwrap_or_default());
        self.version = next_version();
    }

    /// Notes what is wrong with scenarios, each for its page; the same by the paths of their files.
    fn note_failures(&mut self, library: &Library) -> Broken {
        let mut broken = Broken::new();
        for file in library.failures() {
            let report = Report { path: &file.path, text: &file.text, diagnostics: &file.diagnostics };
            let why = full(&report, false, WIDTH);
            self.broken.insert(page_of(file), why.clone());
            broken.insert(file.path.clone(), why);
        }
        broken
    }

    fn make(&mut self, root: &Path) -> Result<TempDir> {
        let mut library = Library::read(root, &root.join("scenarios"), || ())?;
        let broken = self.note_failures(&library);
        library.files.retain(Checked::holds);
        let site = TempDir::new()?;
        let cache = Some(Cache::of(root));
        let with = With { cache: cache.as_ref(), broken: Some(broken), ..With::default() };
        render(&root.join("book"), library, site.path(), with)?;
        Ok(site)
    }
}

const RELOAD: &str = include_str!("../../templates/reload.js");

type Answer = Response<Cursor<Vec<u8>>>;

fn answered(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Answer {
    let mut answer = Response::from_data(body).with_status_code(status);
    // A page that was kept could not be told from the one shown.
    for (name, value) in [("Content-Type", kind), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")]
    {
        if let Ok(header) = Header::from_bytes(name, value) {
            answer.add_header(header);
        }
    }
    answer
}

fn respond(request: Request, shown: &RwLock<Shown>) {
    let answer = match shown.read() {
        Ok(shown) => answer(&request, &shown),
        Err(_) => text(500, "the book is in pieces"),
    };
    // A browser that has gone away is no fault.
    let _ = request.respond(answer);
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
        Some(path) if path == "_serve/reload.js" => answered(200, kind(&path), RELOAD),
        Some(path) if path == "_serve/since.js" => {
            // It loads the page again, if the version asked about is not the one shown.
            let same = request.url().split_once('?').is_some_and(|(_, have)| have == shown.version.to_string());
            answered(200, kind(&path), if same { "" } else { "location.reload();" })
        }
        Some(path) => page(&path, shown),
    }
}

fn page(path: &str, shown: &Shown) -> Answer {
    let is_page = path.ends_with(".html");
    if let Some(wrong) = shown.broken.get(path).or(shown.problem.as_ref().filter(|_| is_page)) {
        return html(500, instead(shown, wrong), shown);
    }
    if let Some(fresh) = shown.fresh.get(path) {
        return html(200, fresh.clone(), shown);
    }
    let read = |path: &str| shown.site.as_ref().and_then(|site| std::fs::read(file(site.path(), path)?).ok());
    match (read(path), is_page) {
        (Some(body), true) => html(200, String::from_utf8_lossy(&body).into_owned(), shown),
        (Some(body), false) => answered(200, kind(path), body),
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

/// A page that asks whether it is still the one shown.
fn html(status: u16, page: String, shown: &Shown) -> Answer {
    let script = format!("<script src=\"/_serve/reload.js\" data-version=\"{}\"></script>", shown.version);
    let body = match page.rfind("</body>") {
        Some(end) => format!("{}{script}{}", &page[..end], &page[end..]),
        None => page + &script,
    };
    answered(status, kind("page.html"), body)
}

fn text(status: u16, words: &str) -> Answer {
    answered(status, kind("words.txt"), format!("{words}\n"))
}

/// The path within the site that a request asks for, without its query; none if it leads anywhere else.
fn within(url: &str) -> Option<String> {
    let path = percent_decode_str(url.split(['?', '#']).next()?).decode_utf8().ok()?;
    let path = path.strip_prefix('/')?;
    let inside = |part: Component| matches!(part, Component::Normal(_));
    let sound = !path.contains(['\0', '\\']) && Path::new(path).components().all(inside);
    let whole = if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    sound.then_some(whole)
}

/// The file of a path within a folder, if it is there and truly lies in it.
fn file(folder: &Path, path: &str) -> Option<PathBuf> {
    let file = folder.join(path).canonicalize().ok()?;
    (file.starts_with(folder.canonicalize().ok()?) && file.is_file()).then_some(file)
}

/// Whether a request was meant for this machine: a page of another site that has our address under its own name was not.
fn is_local(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "localhost" | "127.0.0.1")
}

fn kind(path: &str) -> &'static str {
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
