//! `show` and `play` in a terminal of their own: what its screen says, and that it is given back as it was.
#![cfg(unix)]

use crate::small_book::small_book;
use crate::{golden, pictures};
use mouche::scenario::check;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const DENISE: &str = "scenarios/mouche-1718/denise-must-trump.md";

/// A program in a terminal that nobody sees.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    child: Box<dyn Child + Send + Sync>,
    before: String,
}

fn pty_size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        cols: columns,
        rows,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn non_zero(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("at least one")
}

impl Terminal {
    fn start(folder: &Path, arguments: &[&str], columns: u16, rows: u16) -> Terminal {
        let pair = native_pty_system()
            .openpty(pty_size(columns, rows))
            .expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_mouche"));
        command.args(arguments);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        let before = terminal_modes(&*pair.master);
        let child = pair.slave.spawn_command(command).expect("the program");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(
            non_zero(rows),
            non_zero(columns),
            1000,
        )));
        let (mut reader, seen) = (
            pair.master.try_clone_reader().expect("a reader"),
            screen.clone(),
        );
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                seen.lock().expect("the screen").process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().expect("a writer");
        Terminal {
            master: pair.master,
            keys,
            screen,
            child,
            before,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("a key");
        self.keys.flush().expect("a key");
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.screen
            .lock()
            .expect("the screen")
            .screen_mut()
            .set_size(non_zero(rows), non_zero(columns));
        self.master
            .resize(pty_size(columns, rows))
            .expect("another size");
    }

    fn text(&self) -> String {
        self.screen.lock().expect("the screen").screen().contents()
    }

    /// Waits until the screen says so.
    fn wait_for_text(&self, what: &str) {
        self.wait_until(what, |text| text.contains(what));
    }

    fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        let since = Instant::now();
        while !is_so(&self.text()) {
            assert!(
                since.elapsed() < Duration::from_secs(60),
                "not seen: {what}\n{}",
                self.text()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sends a signal by its name.
    fn send_signal(&self, name: &str) {
        let child = self.child.process_id().expect("a process").to_string();
        let kill = format!("kill -s {name} {child}");
        let sent = std::process::Command::new("sh")
            .args(["-c", &kill])
            .status()
            .expect("a shell");
        assert!(sent.success());
    }

    /// Waits for the end: the terminal's modes are as before, the screen is given back, the cursor is seen.
    fn wait_for_sane_end(&mut self) -> u32 {
        let since = Instant::now();
        let status = loop {
            match self.child.try_wait().expect("a process") {
                Some(status) => break status,
                None => assert!(
                    since.elapsed() < Duration::from_secs(60),
                    "it does not end\n{}",
                    self.text()
                ),
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let sane = |parser: &vt100::Parser| {
            !parser.screen().alternate_screen() && !parser.screen().hide_cursor()
        };
        while !sane(&self.screen.lock().expect("the screen")) {
            assert!(
                since.elapsed() < Duration::from_secs(60),
                "the screen is not given back"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(
            terminal_modes(&*self.master),
            self.before,
            "the terminal's modes"
        );
        status.exit_code()
    }
}

/// The modes of a terminal: whether it echoes, whether it reads lines, and all others.
fn terminal_modes(master: &dyn MasterPty) -> String {
    format!(
        "{:?}",
        master.get_termios().map(|modes| (
            modes.local_flags,
            modes.input_flags,
            modes.output_flags
        ))
    )
}

fn start_show(columns: u16, rows: u16) -> Terminal {
    Terminal::start(
        Path::new(env!("CARGO_MANIFEST_DIR")),
        &["show", DENISE],
        columns,
        rows,
    )
}

#[test]
fn a_hand_is_stepped_through_by_keys() {
    let mut terminal = start_show(80, 24);
    terminal.wait_for_text("The deal");
    terminal.wait_for_text("1/22");
    terminal.press("]]]]");
    terminal.wait_for_text("Claude leads A♠. [play.lead°]");
    terminal.press("\u{1b}[C");
    terminal.wait_for_text("Denise tries to play A♣, but cannot: a trump must be played, and Denise holds\n7♥. [play.trump]");
    terminal.wait_for_text(
        "× A♦            cannot be played: a trump must be played, and Denise holds 7♥\n                [play.trump]",
    );
    terminal.press("\u{1b}[D");
    terminal.wait_for_text("12/22");
    terminal.press("\u{1b}[F");
    terminal.wait_for_text("The pool pays Claude 3: 3 tricks × 5 ÷ 5 = 3 [pay.share]");
    terminal.press("\u{1b}[H");
    terminal.wait_for_text("1/22");
    terminal.press("s");
    terminal.wait_for_text("view from Anne");
    terminal.wait_until("hidden cards", |text| {
        text.contains("5 cards") && !text.contains("Q♥")
    });
    terminal.press("q");
    assert_eq!(terminal.wait_for_sane_end(), 0);
}

/// What `show` prints of a file where there is no screen.
fn print_of_show(file: &str) -> String {
    let mut call = std::process::Command::new(env!("CARGO_BIN_EXE_mouche"));
    let output = call
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["show", "--plain", file])
        .output();
    String::from_utf8(output.expect("the program").stdout).expect("words")
}

#[test]
fn a_printed_hand_has_the_signs_of_its_clauses_and_says_once_what_they_mean() {
    let text = print_of_show("scenarios/mery-1847/a-ceiling-of-forty.md");
    for told in [
        "[play.follow∗]",
        "may be led [play.lead∗°]",
        "[debt.make∗, debt.cap°†]",
    ] {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(told), "{told}");
    }
    let line = |(sign, says): &(&str, &str)| format!("\n{sign} {says}.");
    let (stand, others): (Vec<_>, Vec<_>) = mouche::rules::SIGNS
        .iter()
        .partition(|(sign, _)| *sign != "∼");
    assert!(
        text.trim_end()
            .ends_with(&stand.iter().copied().map(line).collect::<String>()),
        "{text}"
    );
    assert!(
        stand
            .into_iter()
            .all(|sign| text.matches(&line(sign)).count() == 1),
        "{text}"
    );
    assert!(
        others.into_iter().all(|sign| !text.contains(&line(sign))),
        "a sign that does not stand here: {text}"
    );
    let signs = |text: &str| {
        text.chars()
            .filter(|c| "∼∗°†".contains(*c))
            .collect::<String>()
    };
    let plain = print_of_show("tests/cli/explain.in/scenarios/mouche-1718/denise-must-trump.md");
    assert!(
        !signs(&plain).contains('∼') && plain.contains("[play.trump]"),
        "what a source says has no sign: {plain}"
    );
}

/// The picture in the chapter "In the terminal" is the screen as it is; `UPDATE=1` makes it anew.
#[test]
fn the_picture_in_the_book_is_the_screen() {
    let mut terminal = start_show(80, 17);
    terminal.wait_for_text("1/22");
    terminal.press("]]]]\u{1b}[C");
    terminal.wait_for_text("13/22");
    terminal.wait_for_text("Denise tries to play A♣");
    let rows: Vec<String> = terminal
        .screen
        .lock()
        .expect("the screen")
        .screen()
        .rows_formatted(0, 80)
        .collect();
    let printed = rows.join("\u{1b}[0m\n");
    terminal.press("q");
    terminal.wait_for_sane_end();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/in-the-terminal.svg");
    golden::hold_file(&file, &pictures::draw_terminal(&printed));
}

#[test]
fn another_size_is_another_screen_and_nothing_is_lost() {
    let mut terminal = start_show(80, 24);
    terminal.wait_for_text("1/22");
    terminal.resize(30, 12);
    terminal.wait_for_text("… more: ↓");
    terminal.wait_until("a short last line", |text| {
        text.lines()
            .last()
            .is_some_and(|last| last.contains("q quit"))
    });
    terminal.press("\u{1b}[B\u{1b}[B\u{1b}[6~\u{1b}[6~\u{1b}[6~");
    terminal.wait_for_text("8♠ Q♥ 7♥ A♦ A♣");
    terminal.resize(100, 40);
    terminal.wait_for_text("Four players use thirty-six cards.");
    terminal.wait_for_text("All             4000");
    terminal.press("q");
    assert_eq!(terminal.wait_for_sane_end(), 0);
}

#[test]
fn however_it_ends_the_terminal_is_given_back() {
    for how in ["\u{3}", "\u{4}", "\u{1b}", "INT", "TERM", "HUP"] {
        let mut terminal = start_show(80, 24);
        terminal.wait_for_text("1/22");
        if how.len() == 1 {
            terminal.press(how)
        } else {
            terminal.send_signal(how)
        }
        terminal.wait_for_sane_end();
    }
}

#[test]
fn it_can_be_stopped_for_a_while() {
    let mut terminal = start_show(80, 24);
    terminal.wait_for_text("1/22");
    for stop in ["key", "TSTP"] {
        if stop == "key" {
            terminal.press("\u{1a}")
        } else {
            terminal.send_signal(stop)
        }
        let given_back = |terminal: &Terminal| {
            !terminal
                .screen
                .lock()
                .expect("the screen")
                .screen()
                .alternate_screen()
        };
        let since = Instant::now();
        while !given_back(&terminal) || terminal_modes(&*terminal.master) != terminal.before {
            assert!(
                since.elapsed() < Duration::from_secs(60),
                "{stop}: the screen is not given back"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
        terminal.send_signal("CONT");
        terminal.wait_for_text("1/22");
        terminal.press("\u{1b}[F");
        terminal.wait_for_text("22/22");
        terminal.press("\u{1b}[H");
        terminal.wait_for_text("1/22");
    }
    terminal.press("q");
    assert_eq!(terminal.wait_for_sane_end(), 0);
}

/// A program in a window that can be closed.
fn start_in_window(
    folder: &Path,
    arguments: &[&str],
) -> (Box<dyn Child>, Box<dyn Read>, Box<dyn MasterPty>) {
    let pair = native_pty_system()
        .openpty(pty_size(80, 24))
        .expect("a terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_mouche"));
    command.args(arguments);
    command.cwd(folder);
    let child = pair.slave.spawn_command(command).expect("the program");
    (
        child,
        pair.master.try_clone_reader().expect("a reader"),
        pair.master,
    )
}

fn read_until(reader: &mut dyn Read, what: &str) {
    let (mut seen, mut bytes) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&seen).contains(what) {
        let count = reader.read(&mut bytes).expect("a screen");
        seen.extend_from_slice(&bytes[..count]);
    }
}

fn wait_for_end(child: &mut dyn Child) {
    let since = Instant::now();
    while child.try_wait().expect("a process").is_none() {
        if since.elapsed() > Duration::from_secs(30) {
            let _ = child.kill();
            panic!("it goes on without a window");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whoever closes the window does not leave the program behind.
#[test]
fn it_ends_with_its_window() {
    let (mut child, mut reader, master) =
        start_in_window(Path::new(env!("CARGO_MANIFEST_DIR")), &["show", DENISE]);
    read_until(&mut *reader, "1/22");
    drop((reader, master));
    wait_for_end(&mut *child);
}

fn start_play(folder: &Path, columns: u16) -> Terminal {
    let arguments = ["play", "--seed", "3", "--output", "mine.md"];
    let mut terminal = Terminal::start(folder, &arguments, columns, 24);
    terminal.wait_for_text("You may fold, may stand");
    terminal.press("stand\n");
    terminal.wait_for_text("On the table: Bertrand K♦. Your card?");
    terminal
}

/// However it is broken off, what was played of the hand is kept, and it ends as it was told.
#[test]
fn an_interrupt_loses_nothing() {
    for (signal, end) in [
        ("INT", "Interrupt"),
        ("TERM", "Terminated"),
        ("HUP", "Hangup"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut terminal = start_play(folder.path(), 80);
        terminal.press("jd\n");
        terminal.wait_for_text("Bertrand K♠");
        if signal == "INT" {
            terminal.press("\u{3}")
        } else {
            terminal.send_signal(signal)
        }
        terminal.wait_for_text("Saved: mine.md");
        let status = terminal.child.wait().expect("an end");
        assert_eq!(status.signal(), Some(end));
        let text = std::fs::read_to_string(folder.path().join("mine.md")).expect("what was played");
        assert!(
            text.contains("Anne     stands\n") && text.contains("1. Bertrand K♦, "),
            "{signal}: {text}"
        );
        assert!(
            check("mine.md", text.as_bytes()).holds(),
            "{signal}: {text}"
        );
        assert_eq!(
            std::fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "{signal} left more"
        );
    }
}

/// Nor does it where nobody is left to be told so.
#[test]
fn a_session_ends_with_its_window_and_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut child, mut reader, master) = start_in_window(
        folder.path(),
        &["play", "--seed", "3", "--output", "mine.md"],
    );
    let mut keys = master.take_writer().expect("a writer");
    keys.write_all(b"stand\njd\n").expect("keys");
    read_until(&mut *reader, "K♠. Your card?");
    drop((reader, keys, master));
    wait_for_end(&mut *child);
    let text = std::fs::read_to_string(folder.path().join("mine.md")).expect("what was played");
    assert!(
        text.contains("1. Bertrand K♦, ") && check("mine.md", text.as_bytes()).holds(),
        "{text}"
    );
}

/// A file is written once a hand is over, in one step; what is killed in the next loses no more than that.
#[test]
fn a_kill_loses_the_hand_under_way_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start_play(folder.path(), 80);
    let mine = folder.path().join("mine.md");
    for (card, then) in [
        ("jd", "Bertrand K♠"),
        ("1", "Bertrand 10♠"),
        ("1", "Bertrand A♣"),
        ("qc", "You lead."),
        ("1", "next deal"),
    ] {
        assert!(!mine.exists(), "written in the middle of a hand");
        terminal.press(&format!("{card}\n"));
        terminal.wait_for_text(then);
    }
    let first = std::fs::read_to_string(&mine).expect("the first hand");
    assert!(check("mine.md", first.as_bytes()).holds(), "{first}");
    terminal.press("\n");
    terminal.wait_for_text("Deal 2. The deal");
    terminal.press("stand\n");
    terminal.wait_for_text("On the table: Claude 9♣");
    terminal.send_signal("KILL");
    terminal.child.wait().expect("an end");
    assert_eq!(
        std::fs::read_to_string(&mine).expect("the first hand"),
        first
    );
}

#[test]
fn what_somebody_else_writes_is_left_to_him_and_what_cannot_be_saved_is_not_begun() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start_play(folder.path(), 80);
    std::fs::write(folder.path().join("mine.md"), "his own").expect("a file");
    terminal.press("jd\n");
    terminal.wait_for_text("Bertrand K♠");
    terminal.press("q\n");
    terminal.wait_for_text("Saved: mine-2.md");
    assert_eq!(terminal.wait_for_sane_end(), 0);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("mine.md"), "his own");
    assert!(check("mine-2.md", read("mine-2.md").as_bytes()).holds());
    for (arguments, why) in [
        (
            ["--output", "nowhere/x.md"],
            "the session cannot be saved as nowhere/x.md",
        ),
        (["--output", "mine.md"], "already exists"),
        (["--as", "\u{1b}[31mred"], "error"),
        (["--hands", "0"], "0 is not in 1.."),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mouche"));
        let done = command
            .arg("play")
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .expect("the program");
        let wrong = String::from_utf8(done.stderr).expect("words");
        assert!(
            done.status.code() == Some(2)
                && wrong.contains(why)
                && !wrong.contains("\u{1b}[31mred"),
            "{wrong}"
        );
        assert!(done.stdout.is_empty(), "nothing is begun");
    }
}

/// An option that changes nothing in the hands is no part of their story, and `check` has nothing to say.
#[test]
fn a_session_with_options_is_a_scenario_without_a_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mouche"));
    command.args([
        "play",
        "--edition",
        "boussac-1896",
        "--option",
        "credit=open",
        "--seed",
        "2",
        "--output",
        "mine.md",
    ]);
    command
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    child
        .stdin
        .take()
        .expect("its input")
        .write_all(b"stand\n".repeat(3).as_slice())
        .expect("answers");
    let said = child.wait_with_output().expect("an end");
    assert!(said.status.success());
    let text = std::fs::read(folder.path().join("mine.md")).expect("the session");
    let file = check("mine.md", &text);
    assert!(
        file.diagnostics.is_empty() && file.warnings.is_empty(),
        "{:?}",
        file.warnings
    );
}

#[test]
fn a_session_is_played_and_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = start_play(folder.path(), 80);
    terminal.press("js\n");
    terminal
        .wait_for_text("You try to play J♠, but cannot: diamonds were led and must be followed");
    terminal.press("why [mouche-1718/play.head]\n");
    terminal.wait_for_text("must beat the highest card so far");
    terminal.press("hint\n");
    terminal.wait_for_text("Its rule:");
    for (card, then) in [
        ("jd", "Bertrand K♠"),
        ("1", "Bertrand 10♠"),
        ("1", "Bertrand A♣"),
        ("qc", "You lead."),
        ("1", "Payout"),
    ] {
        terminal.press(&format!("{card}\n"));
        terminal.wait_for_text(then);
    }
    terminal.wait_for_text("The pool pays Anne 2: 2 tricks × 5 ÷ 5 = 2 [pay.share]");
    terminal.wait_for_text("Enter: next deal");
    let saved = folder.path().join("mine.md");
    assert!(saved.is_file(), "a hand that is over is saved at once");
    terminal.press("\n");
    terminal.wait_for_text("Deal 2. The deal");
    terminal.press("fold\n");
    terminal.wait_for_text("Deal 2. Payout");
    terminal.press("q\n");
    terminal.wait_for_text("Saved: mine.md");
    assert_eq!(terminal.wait_for_sane_end(), 0);
    let text = std::fs::read(&saved).expect("the session");
    let file = check("mine.md", &text);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    assert_eq!(
        (
            file.stories[0].proved.hands,
            file.stories[0].proved.refusals
        ),
        (2, 1)
    );
}

#[test]
fn a_narrow_terminal_that_changes_and_ends_is_sane_and_the_hands_played_are_there() {
    for (how, code) in [("\u{4}", Some(0)), ("\u{3}", None)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut terminal = start_play(folder.path(), 40);
        for (card, then) in [
            ("jd", "Bertrand K♠"),
            ("1", "Bertrand 10♠"),
            ("1", "Bertrand A♣"),
            ("qc", "You lead."),
            ("1", "next deal"),
        ] {
            terminal.press(&format!("{card}\n"));
            terminal.wait_for_text(then);
        }
        terminal.resize(24, 10);
        terminal.press("\n");
        terminal.wait_for_text("may stand");
        let widest = terminal
            .text()
            .lines()
            .map(|line| line.chars().count())
            .max();
        assert!(widest <= Some(24), "{}", terminal.text());
        terminal.press(how);
        let ended = terminal.wait_for_sane_end();
        assert!(code.is_none_or(|code| code == ended), "{how:?}: {ended}");
        let text = std::fs::read(folder.path().join("mine.md")).expect("the hand that was played");
        assert!(check("mine.md", &text).holds());
    }
}

/// A session ends up among the scenarios of a book, and gets a page that tells what was tried in vain.
#[test]
fn a_session_has_a_page_in_the_book() {
    let folder = small_book();
    let run = |arguments: &[&str], answers: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mouche"));
        command
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program");
        child
            .stdin
            .take()
            .expect("its input")
            .write_all(answers.as_bytes())
            .expect("answers");
        let done = child.wait_with_output().expect("an end");
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        String::from_utf8(done.stdout).expect("words")
    };
    let answers = "stand\njs\njd\n1\n1\nqc\n1\nq\n";
    // Nowhere but here, unless it is asked for.
    assert!(run(&["play", "--seed", "3"], answers).contains("Saved: session-3.md"));
    assert!(
        run(&["play", "--seed", "3"], answers).contains("Saved: session-3-2.md"),
        "no file is written over"
    );
    let place = "scenarios/mouche-1718/session-3.md";
    assert!(!folder.path().join(place).exists());
    assert!(
        run(&["play", "--seed", "3", "--output", place], answers)
            .contains(&format!("Saved: {place}"))
    );
    let texts = ["session-3-2.md", place]
        .map(|name| std::fs::read_to_string(folder.path().join(name)).expect("a session"));
    assert_eq!(texts[0], texts[1], "the same answers");
    run(&["check", "--deny-warnings"], "");
    run(&["build"], "");
    let page = std::fs::read_to_string(
        folder
            .path()
            .join("target/book/hands/mouche-1718/session-3.html"),
    );
    assert!(
        page.expect("its page")
            .contains("Anne tries to play J♠, but cannot")
    );
}

/// What is printed where there is no terminal is plain, and says what the screen says.
#[test]
fn elsewhere_it_is_plain_text() {
    let run = |arguments: &[&str]| {
        let root = env!("CARGO_MANIFEST_DIR");
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_mouche"))
            .args(arguments)
            .current_dir(root)
            .output();
        let done = done.expect("the program");
        (
            done.status.code(),
            String::from_utf8(done.stdout).expect("words"),
            String::from_utf8(done.stderr).expect("words"),
        )
    };
    let (code, text, _) = run(&["show", DENISE]);
    assert_eq!(code, Some(0));
    assert!(
        !text.contains('\u{1b}') && text.matches("\nTrick ").count() == 16,
        "{text}"
    );
    let (_, one, _) = run(&["show", "--seat", "Claude", DENISE]);
    assert!(
        one.contains("Denise exchanges 1 card.")
            && !one.contains("8♠ for 9♣")
            && text.contains("8♠ for 9♣"),
        "{one}"
    );
    let (code, _, wrong) = run(&["show", "--seat", "Zoé", DENISE]);
    assert!(
        code == Some(2) && wrong.contains("the players are Anne, Bertrand, Claude, Denise"),
        "{wrong}"
    );
    let (code, out, wrong) = run(&["show", "tests/refused/illegal.md"]);
    assert!(
        code == Some(1) && out.is_empty() && wrong.contains("error"),
        "{code:?} {out} {wrong}"
    );
    let (code, _, wrong) = run(&["show", "book/src/SUMMARY.md"]);
    assert!(
        code == Some(2) && wrong.contains("not a scenario"),
        "{wrong}"
    );
}

#[test]
fn keys_go_where_they_say_and_another_edition_is_shown_at_the_same_step() {
    let read = |path: &str| {
        check(
            "x.md",
            &std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file"),
        )
    };
    let story = &read(DENISE).stories[0];
    let mut terminal = start_show(80, 24);
    let [right, left, end, home] = ["\u{1b}[C", "\u{1b}[D", "\u{1b}[F", "\u{1b}[H"];
    let keys = [
        right, right, "]", "]", right, "[", "[", end, right, left, home, left,
    ];
    let went = "d1 d2 t1-1 t2-1 t2-2 t2-1 t1-1 pay pay t5-3 deal deal".split(' ');
    for (key, went) in keys.into_iter().zip(went) {
        let at = story
            .trick_steps()
            .iter()
            .position(|step| step.id == format!("h1-{went}"))
            .expect("a step");
        terminal.press(key);
        terminal.wait_for_text(&format!("{}/{} ·", at + 1, story.trick_steps().len()));
    }
    terminal.press("ssss");
    terminal.wait_for_text("view from Denise");
    terminal.press("s");
    terminal.wait_for_text("all cards");
    terminal.press("q");
    terminal.wait_for_sane_end();
    let path = "scenarios/compared/one-line-of-1730.md";
    let stories = read(path).stories;
    let mut terminal = Terminal::start(
        Path::new(env!("CARGO_MANIFEST_DIR")),
        &["show", path],
        80,
        24,
    );
    for (story, key) in stories.iter().zip([end, "e"]) {
        terminal.press(key);
        terminal.wait_for_text(&format!("({})", story.rules.name));
        terminal.wait_for_text(&format!("{0}/{0} ·", story.trick_steps().len()));
    }
    terminal.press("q");
    terminal.wait_for_sane_end();
}

#[test]
fn markup_of_prose_and_what_steers_a_terminal_are_not_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.md");
    let prose = "*Denise* must\ntrump.\n\n- one\n- two\u{1b}[31m\u{202e}\n\n<b>x</b>\n\n```deal\n";
    let denise = include_str!("../held/denise-must-trump.md").replacen("```deal\n", prose, 1);
    std::fs::write(&file, denise).expect("a scenario");
    let text = print_of_show(file.to_str().expect("a path"));
    assert!(
        text.contains("\nDenise must trump.\none\ntwo[31m\n<b>x</b>\n"),
        "{text}"
    );
}
