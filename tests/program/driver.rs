//! A browser for a test, and a book built for it.

use crate::printed_lines::lines_of;
use crate::shared;
use crate::small_book::small_book;
use serde_json::{Value, json};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tempfile::TempDir;
use thirtyfour::common::capabilities::firefox::FirefoxPreferences;
use thirtyfour::common::command::FormatRequestData;
use thirtyfour::prelude::*;
use thirtyfour::{RequestData, SessionId};

const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Fewer processes, which begin and end sooner.
    "--no-zygote",
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    // Steps stand still at once; what moves has a test of its own.
    "--force-prefers-reduced-motion",
];

/// A browser with its driver.
pub struct Browser {
    is_firefox: bool,
    process: Process,
    // Where a test fails its client is left alone: it would wait two minutes for the answer of a browser that has ended.
    pub driver: ManuallyDrop<WebDriver>,
}

/// The driver, and where its browser keeps its profile. Both end when its input does, at the latest with the tests.
struct Process {
    watched: Child,
    profile: PathBuf,
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.watched.stdin.take());
        let _ = self.watched.wait();
    }
}

/// Starts a driver with a folder for profiles, and waits for the end of its own input to take it down again. A browser outlives
/// a driver that is killed; it is known by its profile.
const WATCH: &str = "trap '' INT; \"$1\" --port=0 $2 2>&1 & cat; kill $!; \
     pkill -KILL -f -- \"(user-data-dir=|-profile )$0\"; rm -rf \"$0\"";

/// Chromium without a window, which starts and draws in half the time; where it is not, the whole Chromium serves.
const SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

/// How large the window is when a browser opens.
const WINDOW: (u32, u32) = (1000, 800);

/// The Chromiums that tests have closed. Half of what a short test takes is the start of its browser, so the next test uses it again.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

impl Browser {
    /// Returns a Chromium with an empty tab and no stored data, with scripts or without.
    pub async fn open(scripts: bool) -> WebDriverResult<Browser> {
        let idle = idle_browsers().pop();
        let browser = match idle {
            Some(browser) => browser,
            None => Browser::start_chromium().await?,
        };
        if !scripts {
            browser
                .driver
                .cdp()
                .send_raw(
                    "Emulation.setScriptExecutionDisabled",
                    json!({ "value": true }),
                )
                .await?;
        }
        Ok(browser)
    }

    async fn start_chromium() -> WebDriverResult<Browser> {
        let (process, address) = start_driver("chromedriver", "");
        let mut wanted = DesiredCapabilities::chrome();
        if let Some(shell) = Some(Path::new(SHELL)).filter(|shell| shell.exists()) {
            wanted.set("browserName", "chrome-headless-shell")?;
            wanted.set_binary(&shell.display().to_string())?;
        }
        for flag in FLAGS {
            wanted.add_arg(flag)?;
        }
        wanted.add_arg(&format!("--user-data-dir={}", process.profile.display()))?;
        // What a test downloads goes with the browser, and does not stay beside the tests.
        let settings = json!({ "download.default_directory": process.profile });
        wanted.add_experimental_option("prefs", settings)?;
        // Each test has a runtime of its own: a connection that one test keeps would be dead in the next.
        let driver = WebDriver::builder(address, wanted)
            .keep_alive(false)
            .connect()
            .await?;
        Browser::begin_session(process, driver, false).await
    }

    /// A Firefox, with scripts or without.
    pub async fn firefox(scripts: bool) -> WebDriverResult<Browser> {
        let (process, address) = start_driver(GECKODRIVER, "--allow-system-access --profile-root");
        let mut wanted = DesiredCapabilities::firefox();
        wanted.set_headless()?;
        wanted.set_firefox_binary("firefox-esr")?;
        let mut set = FirefoxPreferences::new();
        set.set("ui.prefersReducedMotion", 1)?;
        set.set("javascript.enabled", scripts)?;
        wanted.set_preferences(set)?;
        Browser::begin_session(process, WebDriver::new(address, wanted).await?, true).await
    }

    async fn begin_session(
        process: Process,
        driver: WebDriver,
        is_firefox: bool,
    ) -> WebDriverResult<Browser> {
        driver.set_window_rect(0, 0, WINDOW.0, WINDOW.1).await?;
        Ok(Browser {
            is_firefox,
            process,
            driver: ManuallyDrop::new(driver),
        })
    }

    /// What its pages have complained of: of Chromium's the one that is open, if somebody listens; of Firefox's all.
    pub async fn complaints(&self) -> WebDriverResult<Value> {
        if !self.is_firefox {
            return Ok(self
                .driver
                .execute("return window.heard", vec![])
                .await?
                .json()
                .clone());
        }
        self.driver.handle().cmd(Context("chrome")).await?;
        let heard = self.driver.execute(CONSOLE, vec![]).await;
        self.driver.handle().cmd(Context("content")).await?;
        Ok(heard?.json().clone())
    }

    /// Ends a test's use of the browser. A Chromium that shows a file at the end is emptied and kept for the next test.
    pub async fn close(self) -> WebDriverResult<()> {
        if !self.is_firefox && self.is_on_file().await? {
            self.empty().await?;
            idle_browsers().push(self);
            return Ok(());
        }
        let Browser {
            process, driver, ..
        } = self;
        ManuallyDrop::into_inner(driver).quit().await?;
        drop(process);
        Ok(())
    }

    /// Returns whether the page that is open is a file. What pages of a server have stored would stay for the next server at the same
    /// port.
    async fn is_on_file(&self) -> WebDriverResult<bool> {
        let scheme = self.driver.current_url().await?.scheme().to_owned();
        Ok(["file", "data", "about"].contains(&scheme.as_str()))
    }

    /// Closes all tabs but a new one, and deletes what pages have stored. What a test has set for its tab ends with the tab.
    async fn empty(&self) -> WebDriverResult<()> {
        let old_tabs = self.driver.windows().await?;
        let new_tab = self.driver.new_tab().await?;
        for tab in old_tabs {
            self.driver.switch_to_window(tab).await?;
            self.driver.close_window().await?;
        }
        self.driver.switch_to_window(new_tab).await?;
        let everything = json!({ "origin": "file://", "storageTypes": "all" });
        self.driver
            .cdp()
            .send_raw("Storage.clearDataForOrigin", everything)
            .await?;
        self.driver
            .set_window_rect(0, 0, WINDOW.0, WINDOW.1)
            .await?;
        Ok(())
    }
}

/// Returns the browsers that no test uses.
fn idle_browsers() -> MutexGuard<'static, Vec<Browser>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whose scripts are run: those of the page, or of the browser.
#[derive(Debug)]
struct Context(&'static str);

impl FormatRequestData for Context {
    fn format_request(&self, session: &SessionId) -> RequestData {
        let method = "POST".parse().expect("a method");
        RequestData::new(method, format!("/session/{session}/moz/context"))
            .add_body(json!({ "context": self.0 }))
    }
}

/// Errors and warnings that Firefox tells of pages from a server of ours or a file.
const CONSOLE: &str = "return Services.console.getMessageArray().filter(one => one instanceof Ci.nsIScriptError \
     && /^(http:..127|file:)/.test(one.sourceName)).map(String)";

/// Where `tests/run` puts the driver of Firefox.
const GECKODRIVER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../target/geckodriver/bin/geckodriver"
);

/// Starts a driver, waits until it can be asked, and returns it with its address. The last of its flags is given the folder for
/// profiles. A driver that does not listen is started again, twice at most: it may find the port that it chose taken.
fn start_driver(program: &str, flags: &str) -> (Process, String) {
    let mut reasons = Vec::new();
    for _ in 0..3 {
        match try_to_start_driver(program, flags) {
            Ok(started) => return started,
            Err(reason) => reasons.push(reason),
        }
    }
    panic!(
        "no {program}: tests/run installs it\n{}",
        reasons.join("\n")
    );
}

/// Starts a driver as [`start_driver`] does, once. Returns what it printed if it does not listen. It takes a free port itself and
/// says which: a port that is chosen for it can be taken by others before it starts.
fn try_to_start_driver(program: &str, flags: &str) -> Result<(Process, String), String> {
    let profile = tempfile::tempdir()
        .expect("a folder for the profile")
        .keep();
    let flags = if flags.is_empty() {
        String::new()
    } else {
        format!("{flags} {}", profile.display())
    };
    let mut watched = Command::new("sh")
        .args(["-c", WATCH])
        .arg(&profile)
        .args([program, &flags])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let lines = lines_of(watched.stdout.take().expect("what the driver says"));
    let process = Process { watched, profile };
    let mut printed = Vec::new();
    loop {
        match lines.recv_timeout(Duration::from_secs(30)) {
            Ok(line) => match port_in_line(&line) {
                Some(port) => return Ok((process, format!("http://127.0.0.1:{port}"))),
                None => printed.push(line),
            },
            Err(reason) => return Err(format!("{}\n{reason}", printed.join("\n"))),
        }
    }
}

/// Returns the port at which a driver listens, if this line that it has printed says so.
fn port_in_line(line: &str) -> Option<u16> {
    let (_, after) = line
        .split_once("started successfully on port ")
        .or_else(|| line.split_once("Listening on 127.0.0.1:"))?;
    let digits = after.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// What a script returns.
pub async fn run_script(driver: &WebDriver, script: &str) -> WebDriverResult<Value> {
    Ok(driver.execute(script, vec![]).await?.json().clone())
}

/// Waits until a condition of the page holds.
pub async fn wait_until(driver: &WebDriver, holds: &str) -> WebDriverResult<()> {
    for _ in 0..200 {
        if run_script(driver, &format!("return Boolean({holds})")).await? == json!(true) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let says =
        "return [document.body.innerText, document.querySelector('textarea')?.value, window.heard]";
    panic!("never: {holds}: {}", run_script(driver, says).await?);
}

/// Gives the page a window of this size, which is a phone's if a side has less than 500 pixels.
pub async fn set_window(driver: &WebDriver, width: u32, height: u32) -> WebDriverResult<()> {
    let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width.min(height) < 500 });
    driver
        .cdp()
        .send_raw("Emulation.setDeviceMetricsOverride", size)
        .await?;
    Ok(())
}

/// Sets what the menu of a hand offers, and waits for it: its script is fetched when something is chosen for the first time.
pub async fn set_menu_control(
    driver: &WebDriver,
    control: &str,
    value: &str,
) -> WebDriverResult<()> {
    let script = "const [control, value, done] = arguments; const it = document.querySelector(`[data-set=${control}]`); \
         if (it.type === 'checkbox') { it.checked = value === 'true'; } else { it.value = value; } \
         it.dispatchEvent(new Event('change', { bubbles: true })); \
         mouche.loadPart('view').then(done)";
    driver
        .execute_async(script, vec![json!(control), json!(value)])
        .await
        .map(drop)
}

/// A finished site.
pub struct Book {
    site: PathBuf,
    _folder: Option<TempDir>,
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
pub fn own_book() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(|| Book {
        site: shared::own_site(),
        _folder: None,
    })
}

/// A book of another's, built once: its introduction is in French, and one of its two hands would do harm if it could.
pub fn foreign_book() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(|| {
        let folder = small_book();
        let words = "# Mots\n\nLe talon.\n\n## Écarté\n\nOn coupe de l’atout; le bœuf est d'un autre jeu.\n";
        std::fs::write(folder.path().join("book/src/introduction.md"), words).expect("an introduction");
        let harm = "<script>window.struck = 1</script> [a link](javascript:window.struck=1) <img src=x onerror='window.struck=1'>\n\n{{#include /etc/passwd}}\n\n</section><iframe src=x></iframe>\n\nFour players";
        let hostile = include_str!("../held/denise-must-trump.md").replacen("Four players", harm, 1);
        std::fs::write(folder.path().join("scenarios/mouche-1718/hostile.md"), hostile).expect("the scenario");
        let root = folder.path().to_path_buf();
        build(&root, folder)
    })
}

fn build(root: &Path, folder: TempDir) -> Book {
    let site = folder.path().join("site");
    let built = Command::new(crate::repository_paths::program())
        .arg("--root")
        .arg(root)
        .arg("build")
        .arg("--dest")
        .arg(&site)
        .output();
    let built = built.expect("mouche");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    Book {
        site,
        _folder: Some(folder),
    }
}
