//! A server of one's own for a finished site: fast, or so slow that a page arrives in pieces.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How much of a page a slow server sends at once, in bytes, and how long it then waits.
const PIECE: usize = 6_000;
const PAUSE: Duration = Duration::from_millis(40);

/// How a server answers for a path.
pub enum ServerAnswer {
    /// With the file of that path.
    File,
    /// With the file of another path.
    FileAt(String),
    /// With the file and one more header.
    With(&'static str),
    Missing,
    /// With a way to another address.
    Moved(String),
    /// Not at all: the connection stays open.
    Never,
    /// Not at all: the connection ends, as if there were none.
    Closed,
}

/// Serves a folder until the tests end; the address of its root.
pub fn serve(site: &Path, is_slow: bool) -> String {
    serve_by(site, is_slow, |_| ServerAnswer::File)
}

/// Serves a folder as a host that answers in its own way; the address of its root.
pub fn serve_by(
    site: &Path,
    is_slow: bool,
    answers: impl Fn(&str) -> ServerAnswer + Send + Sync + 'static,
) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/", listener.local_addr().expect("its number"));
    let site = site.to_path_buf();
    let answers = Arc::new(answers);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (site, answers) = (site.clone(), Arc::clone(&answers));
            std::thread::spawn(move || answer_call(stream, site, is_slow, &*answers));
        }
    });
    address
}

/// Answers one call; a browser that goes away is no fault.
fn answer_call(
    mut stream: TcpStream,
    site: PathBuf,
    is_slow: bool,
    answers: &dyn Fn(&str) -> ServerAnswer,
) {
    let mut call = [0; 4096];
    let read = stream.read(&mut call).unwrap_or(0);
    let call = String::from_utf8_lossy(&call[..read]).into_owned();
    let path = call
        .split(' ')
        .nth(1)
        .unwrap_or("/")
        .split('?')
        .next()
        .unwrap_or_default()
        .trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let (mut file, mut more) = (Some(path.to_string()), String::new());
    match answers(path) {
        ServerAnswer::File => {}
        ServerAnswer::FileAt(other) => file = Some(other),
        ServerAnswer::With(header) => more = format!("{header}\r\n"),
        ServerAnswer::Missing => file = None,
        ServerAnswer::Moved(to) => {
            let _ = stream.write_all(format!("HTTP/1.1 308 Permanent Redirect\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").as_bytes());
            return;
        }
        ServerAnswer::Closed => return,
        ServerAnswer::Never => {
            // Until the browser gives up.
            let _ = stream.read(&mut [0; 64]);
            return;
        }
    }
    let path = file.clone().unwrap_or_default();
    let (status, body) = match file.and_then(|file| std::fs::read(site.join(file)).ok()) {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{more}Connection: close\r\n\r\n",
        content_type(&path),
        body.len()
    );
    let _ = stream.write_all(head.as_bytes());
    if is_slow && path.ends_with(".js") {
        std::thread::sleep(PAUSE * 8); // What the page looks like before its scripts is painted.
    }
    let is_slow = is_slow && path.ends_with(".html");
    for piece in body.chunks(if is_slow { PIECE } else { body.len().max(1) }) {
        if stream
            .write_all(piece)
            .and_then(|()| stream.flush())
            .is_err()
        {
            return;
        }
        if is_slow {
            std::thread::sleep(PAUSE);
        }
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
