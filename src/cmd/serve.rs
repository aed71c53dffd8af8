//! `mouche serve`: the book on this machine, made and shown again as its files change.

use super::files::FileWatcher;
use super::*;
use crate::book::site::list_files;
use crate::book::{BrokenScenarios, missing_engine_note, render_failing_page};
use crate::page::{escape_html, page_path_of};
use http_body_util::Full;
use hyper::body::{Buf, Bytes};
use hyper::header::{
    CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderValue, LOCATION, X_CONTENT_TYPE_OPTIONS,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use memchr::memmem::rfind;
use percent_encoding::percent_decode_str;
use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::time::sleep;

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

pub fn run(root: &Path, call: &Serve) -> Result<ExitCode> {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, call.port));
    let port = port.with_context(|| format!("port {} cannot be served at", call.port))?;
    let address = format!("http://{}/", port.local_addr()?);
    let watched = ["book", "scenarios"].map(|folder| root.join(folder));
    let mut changes = FileWatcher::watching(&watched, root, std::iter::empty())?;
    let shown = Arc::new(RwLock::new(ServedSite::build(root, Arc::default(), 1)));
    print_problems(&shown)?;
    writeln!(
        std::io::stdout(),
        "The book is at {address}; Ctrl-C ends it."
    )?;
    std::io::stdout().flush()?;
    if let Some(missing) = missing_engine_note() {
        writeln!(anstream::stderr(), "warning: {missing}")?;
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let ours = Arc::clone(&shown);
    std::thread::spawn(move || runtime.block_on(serve_clients(port, ours)));
    if call.open {
        opener::open(&address)?;
    }
    let mut changed = changes.wait_for_changes()?;
    loop {
        let mut next = shown.read().unwrap_or_else(PoisonError::into_inner).clone();
        let before = Arc::clone(&next.site);
        next.refresh_edited(root, &changed);
        let version = next.version + 1;
        show_site(&shown, next);
        let made = ServedSite::build(root, before, version);
        changed = match changes.pending_changes()? {
            // A file that changed as it was read may have been read by half: this book is not shown, and made once more.
            Some(more) => more,
            None => {
                show_site(&shown, made);
                print_problems(&shown)?;
                changes.wait_for_changes()?
            }
        };
    }
}

fn print_problems(shown: &RwLock<ServedSite>) -> Result<()> {
    let Ok(shown) = shown.read() else {
        return Ok(());
    };
    for wrong in shown
        .broken
        .values()
        .map(|failing| &failing.report)
        .chain(&shown.problem)
    {
        writeln!(std::io::stderr(), "{}", wrong.trim_end())?;
    }
    for note in &shown.notes {
        writeln!(std::io::stderr(), "note: {note}")?;
    }
    Ok(())
}

/// Shows this from now on. What was shown goes away when nobody waits for it.
fn show_site(shown: &RwLock<ServedSite>, next: ServedSite) {
    drop(
        shown
            .write()
            .ok()
            .map(|mut shown| std::mem::replace(&mut *shown, next)),
    );
}

/// What every request for a file is answered from, by its path: no client has more of it than a share.
type SiteFiles = BTreeMap<String, Bytes>;

#[derive(Clone, Default)]
struct ServedSite {
    /// A number that no site had before, so that a page knows whether it is still the one shown.
    version: u64,
    /// The site, as it could last be made. It is served until the next one stands.
    site: Arc<SiteFiles>,
    /// The pages of hands that were edited since: they were made at once, and the rest follows with the next site.
    fresh: SiteFiles,
    /// By page, what is wrong with the scenario that it would show.
    broken: BTreeMap<String, Failing>,
    /// Why no site could be made of the files as they are.
    problem: Option<String>,
    /// What the author should know of a site that was made.
    notes: Vec<String>,
}

/// A scenario that does not hold.
#[derive(Clone)]
struct Failing {
    report: String,
    /// What its author wrote, with the report at its place.
    html: String,
}

impl ServedSite {
    /// The site of the files as they are, or the one before with the reason why there is no other.
    fn build(root: &Path, before: Arc<SiteFiles>, version: u64) -> ServedSite {
        let mut shown = ServedSite {
            version,
            site: before,
            ..ServedSite::default()
        };
        match shown.render_files(root) {
            Ok(site) => shown.site = Arc::new(site),
            Err(error) => shown.problem = Some(format!("error: {error:#}")),
        }
        shown
    }

    /// Makes the pages of the scenarios that were edited, by themselves. Whatever cannot be done so is left to the next site.
    fn refresh_edited(&mut self, root: &Path, changed: &BTreeSet<PathBuf>) {
        let Ok(root) = std::path::absolute(root) else {
            return;
        };
        // An editor's copy beside a scenario is none itself.
        let edited = Library::read_matching(
            &root,
            &root.join("scenarios"),
            |path| changed.contains(path),
            || (),
        );
        let Some(mut library) = edited.ok().filter(|library| !library.files.is_empty()) else {
            return;
        };
        library
            .files
            .iter()
            .for_each(|file| drop(self.broken.remove(&page_path_of(file))));
        self.note_failures(&library);
        library.files.retain(Checked::holds);
        library.add_alternatives(Cache::for_book(&root).as_ref());
        let page = |address: &str| {
            self.site
                .get(address)
                .map(|page| String::from_utf8_lossy(page).into_owned())
        };
        let pages = library.refreshed_pages(page).unwrap_or_default();
        self.fresh.extend(
            pages
                .into_iter()
                .map(|(address, page)| (address, page.into())),
        );
        self.version += 1;
    }

    /// Notes what is wrong with scenarios, each for its page; the same by the paths of their files.
    fn note_failures(&mut self, library: &Library) -> BrokenScenarios {
        let mut broken = BrokenScenarios::new();
        for file in library.failures() {
            let report = Report {
                path: &file.path,
                text: &file.text,
                diagnostics: &file.diagnostics,
            };
            let why = render_full(&report, false, 100);
            self.broken.insert(
                page_path_of(file),
                Failing {
                    html: render_failing_page(file, &why),
                    report: why.clone(),
                },
            );
            broken.insert(file.path.clone(), why);
        }
        broken
    }

    fn render_files(&mut self, root: &Path) -> Result<SiteFiles> {
        let mut library = Library::read(root, &root.join("scenarios"), || ())?;
        let broken = self.note_failures(&library);
        library.files.retain(Checked::holds);
        let scratch = TemporaryPath::create_folder()?;
        let cache = Cache::for_book(root);
        let folder = scratch.path().join("new");
        let with = RenderOptions {
            cache: cache.as_ref(),
            broken: Some(broken),
            ..RenderOptions::default()
        };
        let passed_over = describe_skipped(&library.passed_over);
        let mut notes = render(&root.join("book"), library, &folder, with)?;
        notes.extend(
            Some(passed_over.trim_start_matches("; ").to_owned()).filter(|note| !note.is_empty()),
        );
        self.notes = notes;
        let addressed = |file: &PathBuf| {
            // As a page names it, on every system.
            let address: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
            Ok((address.join("/"), fs::read(folder.join(file))?.into()))
        };
        list_files(&folder)?.iter().map(addressed).collect()
    }

    /// What a folder of the site is shown by: its index, by whatever name.
    fn index_of_folder(&self, folder: &str) -> Option<&str> {
        let is_folder = folder.is_empty() || folder.ends_with('/');
        let named = format!("{folder}index");
        let inside = || {
            self.site
                .range(named.clone()..)
                .next()
                .filter(|(path, _)| path.starts_with(&named))
        };
        let beside = || {
            self.site
                .get_key_value(&format!("{}.html", folder.trim_end_matches('/')))
        };
        is_folder
            .then(|| inside().or_else(beside))
            .flatten()
            .map(|(path, _)| path.as_str())
    }
}

/// Answers each client in a task of its own, until the program ends.
async fn serve_clients(port: TcpListener, shown: Arc<RwLock<ServedSite>>) -> std::io::Result<()> {
    port.set_nonblocking(true)?;
    let port = tokio::net::TcpListener::from_std(port)?;
    loop {
        let Ok((stream, _)) = port.accept().await else {
            // It has gone again, or there are no more handles for files: other clients are still answered.
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        let shown = Arc::clone(&shown);
        tokio::spawn(async move {
            let respond = service_fn(|request| {
                let answer = shown.read().map(|shown| respond(&request, &shown));
                std::future::ready(Ok::<_, Infallible>(
                    answer.unwrap_or_else(|_| text_response(500, "the book is in pieces")),
                ))
            });
            // A browser that has gone away is no fault.
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), respond)
                .await;
        });
    }
}

type PageResponse = Response<Full<Box<dyn Buf + Send>>>;

fn response(status: u16, kind: &'static str, body: impl Buf + Send + 'static) -> PageResponse {
    let mut answer = Response::new(Full::new(Box::new(body) as Box<dyn Buf + Send>));
    *answer.status_mut() = StatusCode::from_u16(status).unwrap_or_default();
    // A page that was kept could not be told from the one shown.
    for (name, value) in [
        (CONTENT_TYPE, kind),
        (CACHE_CONTROL, "no-store"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        answer
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    answer
}

fn respond<B>(request: &Request<B>, shown: &ServedSite) -> PageResponse {
    if !request
        .headers()
        .get(HOST)
        .is_some_and(|host| host.to_str().is_ok_and(is_local))
    {
        return text_response(403, "this book is for this machine alone");
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return text_response(405, "this book is only to be read");
    }
    let asked = request.uri();
    let path = asked
        .path()
        .strip_prefix('/')
        .and_then(|path| percent_decode_str(path).decode_utf8().ok());
    match path.as_deref() {
        None => text_response(404, "there is no such page"),
        Some("_serve/reload.js") => response(
            200,
            content_type("reload.js"),
            include_bytes!("../../templates/reload.js").as_slice(),
        ),
        Some("_serve/since.js") => {
            // It loads the page again, if the version asked about is not the one shown.
            let same = asked
                .query()
                .is_some_and(|have| have == shown.version.to_string());
            response(
                200,
                content_type("since.js"),
                if same { "" } else { "location.reload();" }.as_bytes(),
            )
        }
        Some(path) => match shown.index_of_folder(path) {
            Some(index) if path.is_empty() || index.ends_with("/index.html") => {
                page_response(index, shown)
            }
            Some(index) => {
                let mut answer = text_response(302, "its list stands elsewhere");
                let place = HeaderValue::from_str(&format!("/{index}"));
                answer
                    .headers_mut()
                    .extend(place.ok().map(|place| (LOCATION, place)));
                answer
            }
            None => page_response(path, shown),
        },
    }
}

fn page_response(path: &str, shown: &ServedSite) -> PageResponse {
    let is_page = path.ends_with(".html");
    if let Some(failing) = shown.broken.get(path) {
        return with_reload_script(500, error_page(shown, &failing.html), shown);
    }
    if let Some(problem) = shown.problem.as_ref().filter(|_| is_page) {
        return with_reload_script(500, error_page(shown, &preformatted(problem)), shown);
    }
    match shown
        .fresh
        .get(path)
        .or_else(|| shown.site.get(path))
        .cloned()
    {
        Some(body) if is_page => with_reload_script(200, body, shown),
        Some(body) => response(200, content_type(path), body),
        None => with_reload_script(
            404,
            error_page(shown, &preformatted("there is no such page")),
            shown,
        ),
    }
}

fn preformatted(words: &str) -> String {
    format!("<pre>{}</pre>", escape_html(words))
}

/// A page of the book with this HTML in the place of its own.
fn error_page(shown: &ServedSite, content: &str) -> Bytes {
    let words =
        format!("<main id=\"book-text\" class=\"content\" tabindex=\"-1\">{content}</main>");
    let shell = shown.site.get("index.html").and_then(|page| {
        let (before, rest) = std::str::from_utf8(page).ok()?.split_once("<main")?;
        let (_, after) = rest.split_once("</main>")?;
        // Its links are those of a page at the root.
        Some(format!(
            "{}{words}{after}",
            before.replacen("<head>", "<head><base href=\"/\">", 1)
        ))
    });
    let alone = || {
        format!(
            "<!DOCTYPE html><html lang=\"en\"><head><title>Not shown</title></head><body>{words}</body></html>"
        )
    };
    shell.unwrap_or_else(alone).into()
}

/// A page that asks whether it is still the one shown.
fn with_reload_script(status: u16, mut page: Bytes, shown: &ServedSite) -> PageResponse {
    let script = format!(
        "<script src=\"/_serve/reload.js\" data-version=\"{}\"></script>",
        shown.version
    );
    let end = page.split_off(rfind(&page, b"</body>").unwrap_or(page.len()));
    response(
        status,
        content_type("page.html"),
        page.chain(Bytes::from(script)).chain(end),
    )
}

fn text_response(status: u16, words: &str) -> PageResponse {
    response(
        status,
        content_type("words.txt"),
        Bytes::from(format!("{words}\n")),
    )
}

/// Whether a request was meant for this machine: a page of another site that has our address under its own name was not.
fn is_local(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let before_port = host
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|digit| digit.is_ascii_digit()));
    let name = before_port.map_or(&*host, |(name, _)| name);
    matches!(
        name.strip_suffix('.').unwrap_or(name),
        "localhost" | "127.0.0.1" | "[::1]"
    )
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("webp") => "image/webp",
        Some("avif") => "image/avif",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        Some("xml") => "application/xml",
        _ => "application/octet-stream",
    }
}
