//! The chapters on writing a hand, a lesson and an edition, done as they are written: their files are written, their changes made,
//! their commands run, and what these print is what stands there. `UPDATE=1` puts in what they print now; read the difference.
//!
//! A fence `markdown` is a whole file, `diff` changes lines of a file (each may name its file; otherwise it is that of the chapter), `console` holds commands with what they print, `log` is the file `evening.log`. A
//! picture after one shows what its last command prints in colour, and has the same in plain words.

use crate::{golden, pictures, shared};
use mouche::book::missing_engine_note;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A chapter, and the files that are written in it.
struct ChapterWithFiles {
    name: &'static str,
    /// The file of a fence `markdown`.
    hand: &'static str,
    /// The file that a fence `diff` changes.
    changed: &'static str,
}

impl ChapterWithFiles {
    fn path(&self) -> PathBuf {
        let chapters = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/writing");
        chapters.join(self.name)
    }
}

/// A piece of the chapter.
enum Piece {
    /// A line.
    Prose(String),
    Fence {
        opening: String,
        word: String,
        text: String,
    },
}

fn split_chapter(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        let ticks = line.chars().take_while(|c| *c == '`').count();
        if ticks < 3 {
            pieces.push(Piece::Prose(line.to_owned()));
            continue;
        }
        let (mark, word) = line.trim_end().split_at(ticks);
        let text: String = lines
            .by_ref()
            .take_while(|line| line.trim_end() != mark)
            .collect();
        pieces.push(Piece::Fence {
            opening: mark.to_owned(),
            word: word.to_owned(),
            text,
        });
    }
    pieces
}

/// What a command prints, all of it, in a shell that has the program.
fn run_in_shell(folder: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_mouche"))
        .parent()
        .expect("its folder")
        .display()
        .to_string();
    let path = format!("{program}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("CI")
        .env_remove("NO_COLOR");
    let output = shell.output().expect("a shell");
    let said = String::from_utf8(output.stdout).expect("text")
        + &String::from_utf8(output.stderr).expect("text");
    // Readers have a program with the engine; that of a test may be without, and says so.
    missing_engine_note().map_or(said.clone(), |missing| {
        said.replace(&format!("warning: {missing}\n"), "")
    })
}

/// The commands of a console, with what they print now.
fn renew_console(folder: &Path, text: &str) -> (String, String) {
    let (mut now, mut last) = (String::new(), "");
    for command in text.lines().filter_map(|line| line.strip_prefix("$ ")) {
        now += &format!("$ {command}\n{}", run_in_shell(folder, command));
        last = command;
    }
    (now.trim_end().to_owned() + "\n", last.to_owned())
}

/// The lines of a change, made in the file.
fn apply_diff(file: &Path, diff: &str) {
    let of = |sign: char| {
        diff.lines()
            .filter_map(|line| line.strip_prefix(sign))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let text = std::fs::read_to_string(file).expect("a file");
    assert_eq!(
        text.matches(&of('-')).count(),
        1,
        "{diff}\nis no change of\n{text}"
    );
    std::fs::write(file, text.replace(&of('-'), &of('+'))).expect("a file");
}

/// The line that shows a picture of what a command prints; the picture is written, or must be there.
fn renew_picture(chapter: &ChapterWithFiles, folder: &Path, line: &str, command: &str) -> String {
    let name = line
        .trim_end()
        .trim_end_matches(')')
        .rsplit('(')
        .next()
        .expect("a picture's name");
    let coloured = run_in_shell(folder, &format!("{command} --color always"));
    // The last line is the summary.
    let diagnostic = coloured
        .rsplit_once("\n\n")
        .map_or(coloured.as_str(), |(diagnostic, _)| diagnostic);
    golden::hold_file(
        &chapter.path().with_file_name(name),
        &pictures::draw_terminal(diagnostic),
    );
    let plain = run_in_shell(folder, &format!("{command} --quiet --format plain"));
    let words = plain
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(['[', ']', '*', '_'], "");
    format!("[![{words}]({name})]({name})\n")
}

/// Does what a chapter says in this folder, and compares it with what it prints.
fn follow_chapter(chapter: &ChapterWithFiles, folder: &Path) {
    let told = std::fs::read_to_string(chapter.path()).expect("the chapter");
    shared::copy_cache(folder);
    let (mut now, mut pending) = (String::new(), None);
    let pieces = split_chapter(&told);
    let is_picture = |piece: &Piece| matches!(piece, Piece::Prose(line) if line.starts_with("[!["));
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Prose(line) if line.starts_with("[![") => {
                let command: String = pending.take().expect("a command before the picture");
                now += &renew_picture(chapter, folder, line, &command);
            }
            Piece::Prose(line) => now += line,
            Piece::Fence {
                opening,
                word,
                text,
            } => {
                let mut text = text.clone();
                let (kind, file) = word.split_once(' ').unwrap_or((word, ""));
                let named = |usual: &str| folder.join(if file.is_empty() { usual } else { file });
                match kind {
                    "markdown" => std::fs::write(named(chapter.hand), &text).expect("a file"),
                    // An example that the file of the chapter does not have.
                    "toml" => {}
                    "log" => std::fs::write(named("evening.log"), &text).expect("a file"),
                    "diff" => apply_diff(&named(chapter.changed), &text),
                    "console" => {
                        let (printed, last) = renew_console(folder, &text);
                        // What a picture shows is not printed twice.
                        let pictured = pieces.get(at + 2).is_some_and(is_picture);
                        text = if pictured {
                            format!("$ {last}\n")
                        } else {
                            printed
                        };
                        pending = Some(last);
                    }
                    other => panic!("a fence `{other}` is not run"),
                }
                let mark = if text.contains(opening) {
                    "`".repeat(opening.len() + 1)
                } else {
                    opening.clone()
                };
                now += &format!("{mark}{word}\n{text}{mark}\n");
            }
        }
    }
    golden::hold_file(&chapter.path(), &now);
}

#[test]
fn the_chapter_on_a_hand_is_as_it_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let chapter = ChapterWithFiles {
        name: "writing-a-hand.md",
        hand: "scenarios/rose-trusts-her-ace.md",
        changed: "scenarios/rose-trusts-her-ace.md",
    };
    follow_chapter(&chapter, folder.path());
    let page = "site/hands/mouche-1718/rose-trusts-her-ace.html";
    assert!(folder.path().join(page).is_file());
}

#[test]
fn the_chapter_on_a_lesson_is_as_it_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let chapter = ChapterWithFiles {
        name: "writing-a-lesson.md",
        hand: "",
        changed: "",
    };
    follow_chapter(&chapter, folder.path());
    let read = |page: &str| {
        let path = folder.path().join("site/learn").join(page);
        std::fs::read_to_string(path).expect(page)
    };
    let first = read("who-wins.html");
    assert!(!first.contains("toml lesson"), "the header is no text");
    assert!(first.contains("rel=\"next") && first.contains("the-queen.html"));
    let is_staged = |html: &str| html.contains("lesson-page stage") && !html.contains("[lesson]");
    assert!(is_staged(&first) && is_staged(&read("the-queen.html")));
    assert!(read("the-queen.html").contains("data-table="));
}

#[test]
fn the_chapter_on_an_edition_is_as_it_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let chapter = ChapterWithFiles {
        name: "writing-an-edition.md",
        hand: "scenarios/denise-trumps-low.md",
        changed: "scenarios/editions/lebrun-1827.toml",
    };
    follow_chapter(&chapter, folder.path());
    let page = std::fs::read_to_string(folder.path().join("site/rules/lebrun-1827.html"));
    let page = page.expect("the rules page");
    let (own, _) = page.split_once("id=\"the-rest\"").expect("two parts");
    for cited in [
        "Lebrun’s manual, p. 112",
        "Lebrun’s manual, p. 113",
        "Lebrun’s manual, p. 115",
    ] {
        assert!(own.contains(cited), "{cited}");
    }
    assert!(own.contains("id=\"play.overtrump\""));
}
