//! `mouche serve`: the book on this machine, made and shown again as its files change.

use super::file_writes_and_watch::FileWatcher;
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
use percent_encoding::percent_decode_str;
use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::time::sleep;

/// Serve the book on this machine, and rebuild it when its files change
///
/// The program watches scenarios, prose and theme. It listens on 127.0.0.1 only. A scenario that does not hold shows its errors in place of its hand
#[derive(Debug, Args)]
pub struct ServeArguments {
    /// Folder that holds `book/` and `scenarios/` [default: that of --root]
    pub(super) dir: Option<PathBuf>,
    /// Port to serve at; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 3000)]
    port: u16,
    /// Look at the files every second, in place of waiting for events of the system
    #[arg(long)]
    poll: bool,
    /// Open it in a browser
    #[arg(long)]
    open: bool,
}

/// Serves the book, and makes it again whenever its files change.
pub fn serve_and_rebuild_book(root: &Path, call: &ServeArguments) -> Result<ExitCode> {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, call.port))
        .with_context(|| format!("port {} cannot be used", call.port))?;
    let address = format!("http://{}/", port.local_addr()?);
    let watched = ["book", "scenarios"].map(|folder| root.join(folder));
    let mut changes = FileWatcher::watch_paths(&watched, root, std::iter::empty(), call.poll)?;
    let shown = Arc::new(RwLock::new(ServedSiteState::build_or_keep_site(
        root,
        Arc::default(),
        1,
    )));
    print_problems(&shown)?;
    writeln!(
        std::io::stdout(),
        "The book is at {address}; Ctrl-C ends it. Watching for changes {}.",
        changes.source
    )?;
    std::io::stdout().flush()?;
    if let Some(missing) = missing_engine_note() {
        writeln!(anstream::stderr(), "warning: {missing}")?;
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let served = Arc::clone(&shown);
    std::thread::spawn(move || runtime.block_on(serve_clients(port, served)));
    if call.open {
        opener::open(&address)?;
    }
    let mut changed = changes.wait_for_changes()?;
    loop {
        let mut next = shown.read().unwrap_or_else(PoisonError::into_inner).clone();
        let before = Arc::clone(&next.site);
        next.rerender_edited_scenarios(root, &changed);
        let version = next.version + 1;
        show_site(&shown, next);
        let site = ServedSiteState::build_or_keep_site(root, before, version);
        changed = match changes.pending_changes()? {
            // A file that changed as it was read may have been read by half: this book is not shown, and made once more.
            Some(more) => more,
            None => {
                show_site(&shown, site);
                print_problems(&shown)?;
                changes.wait_for_changes()?
            }
        };
    }
}

/// Prints what is wrong with the site that is shown, and what its author should know.
fn print_problems(shown: &RwLock<ServedSiteState>) -> Result<()> {
    let Ok(shown) = shown.read() else {
        return Ok(());
    };
    let mut err = std::io::stderr();
    for failing in shown.broken.values() {
        writeln!(err, "{}", failing.report.trim_end())?;
    }
    if let Some(problem) = &shown.problem {
        writeln!(err, "{}", problem.trim_end())?;
    }
    for note in &shown.notes {
        writeln!(err, "note: {note}")?;
    }
    Ok(())
}

/// Shows a site from now on. The site that was shown goes away when no request waits for it.
fn show_site(shown: &RwLock<ServedSiteState>, next: ServedSiteState) {
    let Ok(mut current) = shown.write() else {
        return;
    };
    let before = std::mem::replace(&mut *current, next);
    // Requests wait no longer than they must: the old site is dropped after the lock.
    drop(current);
    drop(before);
}

/// The files that requests are answered from, by their paths. Clients share them.
type SiteFiles = BTreeMap<String, Bytes>;

/// The site that the server shows, with the pages that changed since it was built.
#[derive(Clone, Default)]
struct ServedSiteState {
    /// A number that no site had before, so that a page knows whether it is still the one shown.
    version: u64,
    /// The site, as it could last be made. It is served until the next one stands.
    site: Arc<SiteFiles>,
    /// The pages of hands that were edited since: they were made at once, and the rest follows with the next site.
    fresh: SiteFiles,
    /// By page, what is wrong with the scenario that it would show.
    broken: BTreeMap<String, FailingScenario>,
    /// The reason why no site could be made of the files as they are.
    problem: Option<String>,
    /// The notes for the author about a site that was made.
    notes: Vec<String>,
}

/// A scenario that does not hold.
#[derive(Clone)]
struct FailingScenario {
    report: String,
    /// The text of its author, with the report at its place.
    html: String,
}

impl ServedSiteState {
    /// Returns the site of the files as they are, or the one before with the reason why there is no other.
    fn build_or_keep_site(root: &Path, before: Arc<SiteFiles>, version: u64) -> ServedSiteState {
        let mut shown = ServedSiteState {
            version,
            site: before,
            ..ServedSiteState::default()
        };
        match shown.render_files(root) {
            Ok(site) => shown.site = Arc::new(site),
            Err(error) => shown.problem = Some(format!("error: {error:#}")),
        }
        shown
    }

    /// Makes the pages of the scenarios that were edited, by themselves. Whatever cannot be done so is left to the next site.
    fn rerender_edited_scenarios(&mut self, root: &Path, changed: &BTreeSet<PathBuf>) {
        let Ok(root) = std::path::absolute(root) else {
            return;
        };
        // An editor's copy beside a scenario is none itself.
        let edited = ScenarioLibrary::read_matching(
            &root,
            &root.join("scenarios"),
            |path| changed.contains(path),
            || (),
        );
        let Ok(mut library) = edited else { return };
        if library.files.is_empty() {
            return;
        }
        for file in &library.files {
            self.broken.remove(&page_path_of(file));
        }
        self.note_failures(&library);
        library.files.retain(CheckedFile::holds);
        library.add_alternatives(BuildResultCache::for_book(&root).as_ref());
        let pages = library.pages_with_current_hands(|address| {
            let page = self.site.get(address)?;
            Some(String::from_utf8_lossy(page).into_owned())
        });
        for (address, page) in pages.unwrap_or_default() {
            self.fresh.insert(address, page.into());
        }
        self.version += 1;
    }

    /// Notes what is wrong with scenarios, each for its page, and returns it by the paths of their files.
    fn note_failures(&mut self, library: &ScenarioLibrary) -> BrokenScenarios {
        let mut broken = BrokenScenarios::new();
        for file in library.failures() {
            let report = FileDiagnostics {
                path: &file.path,
                text: &file.text,
                diagnostics: &file.diagnostics,
            };
            let why = render_full(&report, false, 100);
            self.broken.insert(
                page_path_of(file),
                FailingScenario {
                    html: render_failing_page(file, &why),
                    report: why.clone(),
                },
            );
            broken.insert(file.path.clone(), why);
        }
        broken
    }

    /// Renders the book, and returns its files by their addresses.
    fn render_files(&mut self, root: &Path) -> Result<SiteFiles> {
        let mut library = ScenarioLibrary::read(root, &root.join("scenarios"), || ())?;
        let broken = self.note_failures(&library);
        library.files.retain(CheckedFile::holds);
        let scratch = TemporaryPath::create_folder()?;
        let cache = BuildResultCache::for_book(root);
        let folder = scratch.path().join("new");
        let with = BookRenderOptions {
            cache: cache.as_ref(),
            broken: Some(broken),
            ..BookRenderOptions::default()
        };
        let passed_over = describe_skipped(&library.passed_over);
        self.notes = render_into_emptied_site(&root.join("book"), library, &folder, with)?;
        if !passed_over.is_empty() {
            let note = passed_over.trim_start_matches("; ");
            self.notes.push(note.to_owned());
        }
        let mut files = SiteFiles::new();
        for file in list_files(&folder)? {
            // As a page names it, on every system.
            let address: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
            files.insert(address.join("/"), fs::read(folder.join(&file))?.into());
        }
        Ok(files)
    }

    /// Returns the page that is shown for a folder of the site: its index, by whatever name.
    fn index_of_folder(&self, folder: &str) -> Option<&str> {
        if !folder.is_empty() && !folder.ends_with('/') {
            return None;
        }
        let index = format!("{folder}index");
        if let Some((path, _)) = self.site.range(index.clone()..).next()
            && path.starts_with(&index)
        {
            return Some(path);
        }
        let beside = format!("{}.html", folder.trim_end_matches('/'));
        let (path, _) = self.site.get_key_value(&beside)?;
        Some(path)
    }
}

/// Answers each client in a task of its own, until the program ends.
async fn serve_clients(
    port: TcpListener,
    shown: Arc<RwLock<ServedSiteState>>,
) -> std::io::Result<()> {
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
            let service = service_fn(|request| {
                let response = match shown.read() {
                    Ok(shown) => respond_to(&request, &shown),
                    Err(_) => text_response(500, "the server has an internal error"),
                };
                std::future::ready(Ok::<_, Infallible>(response))
            });
            // A browser that has gone away is no fault.
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

/// A response of `mouche serve` to a browser.
type HttpResponse = Response<Full<Box<dyn Buf + Send>>>;

fn make_response(status: u16, kind: &'static str, body: impl Buf + Send + 'static) -> HttpResponse {
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

/// Returns the response to a request from this machine.
fn respond_to<B>(request: &Request<B>, shown: &ServedSiteState) -> HttpResponse {
    if !request
        .headers()
        .get(HOST)
        .is_some_and(|host| host.to_str().is_ok_and(is_local))
    {
        return text_response(403, "this book is served to this machine only");
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return text_response(405, "this book can only be read");
    }
    let asked = request.uri();
    let path = asked
        .path()
        .strip_prefix('/')
        .and_then(|path| percent_decode_str(path).decode_utf8().ok());
    match path.as_deref() {
        None => text_response(404, "there is no such page"),
        Some("_serve/reload.js") => make_response(
            200,
            content_type("reload.js"),
            include_bytes!("../../templates/reload.js").as_slice(),
        ),
        Some("_serve/since.js") => {
            // It loads the page again, if the version asked about is not the one shown.
            let same = asked
                .query()
                .is_some_and(|have| have == shown.version.to_string());
            make_response(
                200,
                content_type("since.js"),
                if same { "" } else { "location.reload();" }.as_bytes(),
            )
        }
        Some(path) => match shown.index_of_folder(path) {
            Some(index) if path.is_empty() || index.ends_with("/index.html") => {
                page_or_error_response(index, shown)
            }
            Some(index) => {
                let mut answer =
                    text_response(302, "the list of this folder is at another address");
                if let Ok(place) = HeaderValue::from_str(&format!("/{index}")) {
                    answer.headers_mut().insert(LOCATION, place);
                }
                answer
            }
            None => page_or_error_response(path, shown),
        },
    }
}

fn page_or_error_response(path: &str, shown: &ServedSiteState) -> HttpResponse {
    let is_page = path.ends_with(".html");
    if let Some(failing) = shown.broken.get(path) {
        return error_response(500, &failing.html, shown);
    }
    if is_page && let Some(problem) = &shown.problem {
        return error_response(500, &preformatted_html(problem), shown);
    }
    let body = shown.fresh.get(path).or_else(|| shown.site.get(path));
    match body.cloned() {
        Some(body) if is_page => with_reload_script(200, body, shown),
        Some(body) => make_response(200, content_type(path), body),
        None => error_response(404, &preformatted_html("there is no such page"), shown),
    }
}

fn error_response(status: u16, content: &str, shown: &ServedSiteState) -> HttpResponse {
    with_reload_script(status, error_page(shown, content), shown)
}

fn preformatted_html(words: &str) -> String {
    format!("<pre>{}</pre>", escape_html(words))
}

/// Returns a page of the book with this HTML in the place of its own.
fn error_page(shown: &ServedSiteState, content: &str) -> Bytes {
    let main = format!("<main id=\"book-text\" class=\"content\" tabindex=\"-1\">{content}</main>");
    if let Some(page) = shown.site.get("index.html")
        && let Ok(page) = std::str::from_utf8(page)
        && let Some((before, rest)) = page.split_once("<main")
        && let Some((_, after)) = rest.split_once("</main>")
    {
        // Its links are those of a page at the root.
        let before = before.replacen("<head>", "<head><base href=\"/\">", 1);
        return format!("{before}{main}{after}").into();
    }
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><title>Not shown</title></head><body>{main}</body></html>"
    )
    .into()
}

/// Returns a page with a script that asks whether it is still the one shown.
fn with_reload_script(status: u16, mut page: Bytes, shown: &ServedSiteState) -> HttpResponse {
    let script = format!(
        "<script src=\"/_serve/reload.js\" data-version=\"{}\"></script>",
        shown.version
    );
    const END: &[u8] = b"</body>";
    let body = page.windows(END.len()).rposition(|bytes| bytes == END);
    let end = page.split_off(body.unwrap_or(page.len()));
    make_response(
        status,
        content_type("page.html"),
        page.chain(Bytes::from(script)).chain(end),
    )
}

fn text_response(status: u16, words: &str) -> HttpResponse {
    make_response(
        status,
        content_type("words.txt"),
        Bytes::from(format!("{words}\n")),
    )
}

/// Returns whether a request was meant for this machine: a page of another site that has our address under its own name was not.
fn is_local(host_header: &str) -> bool {
    let host = host_header.to_ascii_lowercase();
    let mut name = host.as_str();
    if let Some((before, port)) = host.rsplit_once(':')
        && port.bytes().all(|digit| digit.is_ascii_digit())
    {
        name = before;
    }
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
