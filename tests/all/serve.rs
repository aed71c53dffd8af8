//! `mouche serve`, asked as a browser asks: pages, scripts, paths that lead elsewhere, and a scenario that breaks.

use crate::house_table_folder::{MARIE, write_folder};
use crate::small_book::small_book;
use mouche::book::ScenarioLibrary;
use regex::Regex;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A server that ends with its test.
struct TestServer {
    child: Child,
    address: String,
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start_server(root: &Path) -> TestServer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mouche"))
        .args(["serve", "--port", "0"])
        .arg(root)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output"))
        .read_line(&mut line)
        .expect("a line");
    let address = line
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split('/').next())
        .expect("an address")
        .to_owned();
    TestServer { child, address }
}

impl TestServer {
    /// The status and the whole answer to a request.
    fn request(&self, method: &str, path: &str, host: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .unwrap_or(0);
        (status, answer)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.request("GET", path, "localhost")
    }

    /// Asks again until the answer has these words.
    fn wait_for_words(&self, path: &str, words: &str) -> (u16, String) {
        let begun = Instant::now();
        loop {
            let found = self.get(path);
            if found.1.contains(words) || begun.elapsed() > Duration::from_secs(90) {
                return found;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
    }
}

/// The number of the site that a page belongs to.
fn version_of(page: &str) -> &str {
    page.split("data-version=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a version")
}

#[test]
fn the_book_is_served_to_this_machine_and_follows_its_files() {
    let root = small_book();
    let served = start_server(root.path());
    assert!(
        served.address.starts_with("127.0.0.1:"),
        "{}",
        served.address
    );

    let hand = "/hands/mouche-1718/la-dame-entre-deux.html";
    let (status, page) = served.get(hand);
    assert_eq!(status, 200);
    assert!(
        page.contains("text/html; charset=utf-8") && page.contains("/_serve/reload.js"),
        "no page, or none that reloads"
    );
    assert_eq!(served.get("/").0, 200);
    assert_eq!(served.get("/nowhere.html").0, 404);
    assert!(
        served
            .get("/_serve/reload.js")
            .1
            .contains("/_serve/since.js?")
    );

    let away = r"/../book/book.toml /%2e%2e/book/book.toml /..%2f..%2fetc/passwd //etc/passwd /book.toml /hands/../../b
        /hands/.. /hands\..\b /index.html%00 /%ff index.html /%4";
    for path in away.split_whitespace() {
        let (status, answer) = served.get(path);
        assert_eq!(status, 404, "{path}");
        assert!(
            !answer.contains("[book]") && !answer.contains("root:"),
            "{path}"
        );
    }
    for host in [
        "evil.example",
        "evil.example:3000",
        "127.0.0.1.evil.example",
        "[::1].evil.example",
        "[::2]",
        "",
    ] {
        assert_eq!(served.request("GET", "/", host).0, 403, "{host}");
    }
    for host in [
        "LOCALHOST",
        "localhost.:3000",
        "127.0.0.1:80",
        "[::1]",
        "[::1]:3000",
    ] {
        assert_eq!(served.request("HEAD", "/", host).0, 200, "{host}");
    }
    for (folder, index) in [
        ("/hands/", "/hands/index-of-hands.html"),
        ("/rules/mouche-1718/", "/rules/mouche-1718.html"),
    ] {
        let (status, answer) = served.get(folder);
        assert!(
            status == 302
                && answer
                    .to_lowercase()
                    .contains(&format!("location: {index}\r\n")),
            "{answer}"
        );
        assert_eq!(served.get(index).0, 200);
    }
    assert_eq!(served.get("/fonts/").0, 404);
    assert_eq!(
        served
            .request("GET", "/%69ndex.html?a=/..#b", "127.0.0.1")
            .0,
        200
    );
    assert_eq!(served.request("POST", "/", "localhost").0, 405);

    let version = version_of(&page);
    assert!(
        !served
            .get(&format!("/_serve/since.js?{version}"))
            .1
            .contains("reload")
    );

    let file = root
        .path()
        .join("scenarios/mouche-1718/la-dame-entre-deux.md");
    let text = std::fs::read_to_string(&file).expect("a scenario");
    std::fs::write(&file, text.replacen("pool ", "pool 9", 1)).expect("a file");
    let (status, page) = served.wait_for_words(hand, "error[wrong-payout]");
    assert!(
        status == 500 && page.contains("la-dame-entre-deux.md"),
        "the mistake is not in the page: {status}"
    );
    assert!(
        page.contains("/_serve/reload.js"),
        "a broken page does not come back to life"
    );
    let title = text
        .lines()
        .find_map(|line| line.strip_prefix("# "))
        .expect("a title");
    let place = |piece: &str| {
        page.find(piece)
            .unwrap_or_else(|| panic!("{piece} is not in the page:\n{page}"))
    };
    let order = [
        place(&format!("<h1>{title}</h1>")),
        place("<p>"),
        place("```deal"),
        place("class=\"not-shown\""),
    ];
    assert!(
        order.is_sorted(),
        "title, prose and fences stand before what is wrong: {order:?}"
    );
    assert!(
        served
            .get(&format!("/_serve/since.js?{version}"))
            .1
            .contains("location.reload()")
    );
    assert_eq!(
        served.get("/hands/mouche-1718/denise-must-trump.html").0,
        200
    );

    std::fs::write(&file, text.replacen("# ", "# Retold: ", 1)).expect("a file");
    let (status, _) = served.wait_for_words(hand, "Retold: ");
    assert_eq!(status, 200);
    let (_, list) = served.wait_for_words("/hands/mouche-1718.html", "Retold: ");
    let versions: u64 = version_of(&list).parse().expect("a number");
    assert!(
        versions >= 4,
        "twice edited, shown {versions} times: an edited hand has to be shown before the rest is made"
    );

    let chapter = root.path().join("book/src/reading-a-hand.md");
    let prose = std::fs::read_to_string(&chapter).expect("a chapter");
    let broken = prose.replacen(
        "```hand mouche-1718/denise-must-trump.md",
        "```hand mouche-1718/no-such-hand.md",
        1,
    );
    std::fs::write(&chapter, broken).expect("a file");
    let (status, page) = served.wait_for_words("/reading-a-hand.html", "no-such-hand.md");
    assert!(
        status == 200 && page.contains("no scenario is at"),
        "{status}"
    );
    assert!(
        page.contains("How to read a hand") && page.contains("What a step shows"),
        "its prose is gone"
    );
    assert_eq!(served.get("/introduction.html").0, 200);
    assert_eq!(served.get(hand).0, 200);

    std::fs::write(&chapter, &prose).expect("a file");
    let denise = root
        .path()
        .join("scenarios/mouche-1718/denise-must-trump.md");
    let told = std::fs::read_to_string(&denise).expect("a scenario");
    std::fs::write(&denise, told.replace("Anne owes 5", "Anne owes 6")).expect("a file");
    let (status, page) = served.wait_for_words("/reading-a-hand.html", "error[wrong-payout]");
    assert!(
        status == 200 && page.contains("What a step shows"),
        "{status}"
    );
}

/// Though none of the files with hands has changed: the table of their folder has, or one that stands above them all.
#[test]
fn when_a_table_changes_its_hands_are_played_anew() {
    let root = write_folder();
    let [own, above] =
        ["scenarios/chez-marie/mouche.toml", "mouche.toml"].map(|table| root.path().join(table));
    let (hand, rules) = (
        "/hands/chez-marie/here-a-king.html",
        "/rules/chez-marie.html",
    );
    let served = start_server(root.path());
    assert_eq!(served.get(hand).0, 200);
    let other = MARIE.replace("staged", "at_once");
    for table in [own.clone(), above] {
        std::fs::write(&table, MARIE).expect("a table");
        if table != own {
            std::fs::remove_file(&own).expect("a table");
        }
        let (status, page) = served.wait_for_words(hand, "hand-step");
        assert!(
            status == 200 && served.get(rules).1.contains("id=\"debt.enter\""),
            "{}: {page}",
            table.display()
        );
        std::fs::write(&table, &other).expect("a table");
        let (status, page) = served.wait_for_words(hand, "the pool is 15, not 10");
        assert!(
            status == 500 && page.contains("here-a-king.md"),
            "{}: {status}",
            table.display()
        );
        std::fs::write(&table, MARIE).expect("a table");
        let (status, _) = served.wait_for_words(hand, "hand-step");
        assert_eq!(status, 200, "{}", table.display());
    }
}

#[test]
fn the_page_of_an_edited_hand_that_is_made_at_once_is_that_of_the_next_build() {
    let root = small_book();
    let built = |folder: &str| {
        let site = root.path().join(folder);
        let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
        assert!(
            call.arg("--root")
                .arg(root.path())
                .args(["build", "--dest"])
                .arg(&site)
                .status()
                .expect("mouche")
                .success()
        );
        site
    };
    let file = root
        .path()
        .join("scenarios/mouche-1718/la-dame-entre-deux.md");
    let text = std::fs::read_to_string(&file).expect("a scenario");
    let before = built("before");
    std::fs::write(
        &file,
        text.replacen("folds. M. d", "folds. Much is told *anew*. M. d", 1),
    )
    .expect("a file");
    let copy = file.with_extension("md~");
    std::fs::write(&copy, &text).expect("what an editor leaves beside it");
    let (shelves, changed) = (root.path().join("scenarios"), [file, copy]);
    let edited = ScenarioLibrary::read_matching(
        root.path(),
        &shelves,
        |path| changed.iter().any(|file| file == path),
        || (),
    );
    let mut edited = edited.expect("a scenario");
    edited.add_alternatives(None);
    let pages = edited
        .pages_with_current_hands(|address| std::fs::read_to_string(before.join(address)).ok())
        .expect("pages");
    let (address, page) = pages.first_key_value().expect("a page");
    assert_eq!(
        (address.as_str(), pages.len()),
        ("hands/mouche-1718/la-dame-entre-deux.html", 1)
    );
    let hand = |page: &str| {
        page.split("<main")
            .nth(1)
            .and_then(|main| main.split("</main>").next())
            .map(str::to_owned)
    };
    let after = std::fs::read_to_string(built("after").join(address)).expect("a page");
    assert!(page.contains("told <em>anew</em>") && hand(page).is_some());
    assert_eq!(hand(page), hand(&after));
}

/// Whether an answer has the end of a page, wherever the chunks are cut in which it comes.
fn is_whole_page(answer: &str) -> bool {
    let chunk = Regex::new("\r\n[0-9A-Fa-f]+\r\n").expect("an expression");
    chunk
        .replace_all(answer, "")
        .trim_end()
        .ends_with("</html>")
}

#[test]
fn while_the_book_is_made_anew_every_page_of_the_old_one_is_there() {
    let root = small_book();
    let served = start_server(root.path());
    let hand = "/hands/mouche-1718/la-dame-entre-deux.html";
    let file = root
        .path()
        .join("scenarios/mouche-1718/la-dame-entre-deux.md");
    let text = std::fs::read_to_string(&file).expect("a scenario");
    let done = AtomicBool::new(false);
    let (asked, wrong) = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let (mut asked, mut wrong) = (0, Vec::new());
            while !done.load(Ordering::Relaxed) {
                for path in ["/index.html", hand, "/rules/mouche-1718.html"] {
                    let (status, page) = served.get(path);
                    let whole = is_whole_page(&page);
                    wrong.extend(
                        (status != 200 || !whole)
                            .then(|| format!("{path}: {status}, whole: {whole}")),
                    );
                    asked += 1;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            (asked, wrong)
        });
        for told in ["# Once more: ", "# At last: "] {
            let write = |text: &str| std::fs::write(&file, text).expect("a file");
            let text = text.replacen("# ", told, 1);
            write(&text);
            std::thread::sleep(Duration::from_millis(150));
            // The change has been heard of; and while the book is made, the file is empty most of the time.
            for _ in 0..40 {
                write("");
                std::thread::sleep(Duration::from_millis(30));
                write(&text);
            }
            let (_, page) = served.wait_for_words(hand, &told[2..]);
            assert!(
                page.contains(&told[2..]),
                "the page does not follow its file"
            );
        }
        done.store(true, Ordering::Relaxed);
        reader.join().expect("a reader")
    });
    assert!(asked > 20, "asked {asked} times only");
    assert!(
        wrong.is_empty(),
        "{} of {asked}: {:?}",
        wrong.len(),
        wrong.first()
    );
}

#[test]
fn no_request_ends_the_server() {
    let root = small_book();
    let served = start_server(root.path());
    let long = "a".repeat(1 << 20);
    let length =
        |length: &str| format!("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
    for request in [
        length("99999999999999"),
        length("18446744073709551615"),
        length("-1"),
        format!("GET /{long} HTTP/1.1\r\nHost: x\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: x\r\nX: {long}\r\n\r\n"),
        "\0\0\0".to_owned(),
    ] {
        let mut stream = TcpStream::connect(&served.address).expect("a connection");
        // It may be closed before all of it is written.
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.shutdown(Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
        assert_eq!(
            served.get("/").0,
            200,
            "after {:?}",
            &request[..request.len().min(60)]
        );
    }
}

/// Git takes a folder away and brings it back when another branch is looked at.
#[test]
fn a_folder_that_went_and_came_back_is_still_followed() {
    let root = small_book();
    let (shelf, away) = (root.path().join("scenarios"), root.path().join("away"));
    let served = start_server(root.path());
    let hand = "/hands/mouche-1718/la-dame-entre-deux.html";
    std::fs::rename(&shelf, &away).expect("a move");
    let (status, page) = served.wait_for_words("/index.html", "scenarios cannot be read");
    assert_eq!(status, 500, "{page}");
    std::fs::rename(&away, &shelf).expect("a move");
    assert_eq!(served.wait_for_words(hand, "<h1").0, 200);
    let file = shelf.join("mouche-1718/la-dame-entre-deux.md");
    let text = std::fs::read_to_string(&file).expect("a scenario");
    std::fs::write(&file, text.replacen("# ", "# Retold: ", 1)).expect("a file");
    let (status, page) = served.wait_for_words(hand, "Retold: ");
    assert!(
        status == 200 && page.contains("Retold: "),
        "it does not follow its file"
    );
}

/// What a program has in memory, in kilobytes.
#[cfg(target_os = "linux")]
fn memory_in_kilobytes(program: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{program}/status")).expect("a program");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .expect("its memory");
    line.trim()
        .trim_end_matches(" kB")
        .parse()
        .expect("a number")
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_client_asks_for_and_does_not_fetch_takes_no_memory() {
    const TIMES: usize = 4_000;
    let root = small_book();
    let served = start_server(root.path());
    let page = "/hands/mouche-1718/la-dame-entre-deux.html";
    let size = served.get(page).1.len() as u64;
    let before = memory_in_kilobytes(served.child.id());
    let mut stream = TcpStream::connect(&served.address).expect("a connection");
    let request = format!("GET {page} HTTP/1.1\r\nHost: localhost\r\n\r\n").repeat(TIMES);
    stream.write_all(request.as_bytes()).expect("requests");
    let mut fetched = vec![0; size as usize * 20];
    stream.read_exact(&mut fetched).expect("twenty answers");
    assert_eq!(served.get(page).0, 200);
    let (all, grown) = (
        size * TIMES as u64 / 1024,
        memory_in_kilobytes(served.child.id()).saturating_sub(before),
    );
    assert!(
        all > 100_000 && grown < all / 10,
        "{grown} kB more for {all} kB that were asked for"
    );
}
