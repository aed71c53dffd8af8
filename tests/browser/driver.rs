//! A Chromium of one's own, and a book built for it.

use crate::prose::prose;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use thirtyfour::prelude::*;

const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// A browser with its driver; both end with it.
pub struct Browser {
    pub driver: WebDriver,
    _process: Process,
    _profile: TempDir,
}

/// The driver, and where its browser keeps its profile.
struct Process(Child, PathBuf);

impl Drop for Process {
    /// A browser outlives a driver that is killed: one whose test has failed before it was closed is known by its profile.
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
        let _ = Command::new("pkill").args(["-KILL", "-f", &format!("user-data-dir={}", self.1.display())]).status();
    }
}

impl Browser {
    /// Opens Chromium, with scripts or without.
    pub async fn open(scripts: bool) -> WebDriverResult<Browser> {
        let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its number").port();
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let process = Process(chromedriver(port), profile.path().to_path_buf());
        let mut wanted = DesiredCapabilities::chrome();
        for flag in FLAGS {
            wanted.add_arg(flag)?;
        }
        wanted.add_arg(&format!("--user-data-dir={}", profile.path().display()))?;
        if !scripts {
            let off = serde_json::json!({ "profile.managed_default_content_settings.javascript": 2 });
            wanted.add_experimental_option("prefs", off)?;
        }
        let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), wanted).await?;
        Ok(Browser { driver, _process: process, _profile: profile })
    }

    /// Ends the session.
    pub async fn close(self) -> WebDriverResult<()> {
        self.driver.clone().quit().await
    }
}

fn chromedriver(port: u16) -> Child {
    let child = Command::new("chromedriver")
        .arg(format!("--port={port}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver: install chromium and chromium-driver");
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(30));
    }
    child
}

/// A finished site.
pub struct Book {
    site: PathBuf,
    _folder: TempDir,
}

impl Book {
    pub fn url(&self, page: &str) -> String {
        format!("file://{}/{page}", self.site.display())
    }

    /// The folder it stands in.
    pub fn site(&self) -> &Path {
        &self.site
    }
}

/// Our own book, built once for all tests.
pub fn book() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(|| {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        build(Path::new(env!("CARGO_MANIFEST_DIR")), folder)
    })
}

const DENISE: &str = include_str!("../../scenarios/mouche-1718/denise-must-trump.md");

/// A folder with our prose and theme, and the scenario that the prose shows.
fn small() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    prose(&folder.path().join("book"));
    let hands = folder.path().join("scenarios/mouche-1718");
    std::fs::create_dir_all(&hands).expect("a folder for the scenario");
    std::fs::write(hands.join("denise-must-trump.md"), DENISE).expect("the scenario the prose shows");
    (folder, hands)
}

/// A book with an introduction of another's.
pub fn book_of(introduction: &str) -> Book {
    let (folder, _) = small();
    std::fs::write(folder.path().join("book/src/introduction.md"), introduction).expect("an introduction");
    let root = folder.path().to_path_buf();
    build(&root, folder)
}

/// A book with one scenario that would do harm if it could.
pub fn hostile_book() -> Book {
    let (folder, hands) = small();
    let denise = DENISE;
    let harm = "<script>window.struck = 1</script> [a link](javascript:window.struck=1) <img src=x onerror='window.struck=1'>\n\n{{#include /etc/passwd}}\n\n</section><iframe src=x></iframe>\n\nFour players,";
    std::fs::write(hands.join("hostile.md"), denise.replacen("Four players,", harm, 1)).expect("the scenario");
    let root = folder.path().to_path_buf();
    build(&root, folder)
}

fn build(root: &Path, folder: TempDir) -> Book {
    let site = folder.path().join("site");
    let built = Command::new(env!("CARGO_BIN_EXE_mouche"))
        .arg("--root")
        .arg(root)
        .arg("build")
        .arg("--dest")
        .arg(&site)
        .output();
    let built = built.expect("mouche");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    Book { site, _folder: folder }
}
