//! The chapter "Writing a hand", done as it is written: its files are written, its changes made, its commands run, and what
//! they print is what stands there. `UPDATE=1` puts in what they print now; read the difference.
//!
//! A fence `markdown` is the whole file, `diff` changes lines of it, `console` holds commands with what they print, `log` is the file `evening.log`. A
//! picture after one shows what its last command prints in colour, and has the same in plain words.

use crate::{golden, pictures, shared};
use mouche::book::missing_engine_note;
use std::path::{Path, PathBuf};
use std::process::Command;

const SCENARIO: &str = "scenarios/rose-trusts-her-ace.md";

fn path_of_chapter() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/writing/writing-a-hand.md")
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
fn renew_picture(folder: &Path, line: &str, command: &str) -> String {
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
        &path_of_chapter().with_file_name(name),
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

#[test]
fn everything_in_the_chapter_is_as_it_says() {
    let told = std::fs::read_to_string(path_of_chapter()).expect("the chapter");
    let folder = tempfile::tempdir().expect("a folder");
    shared::copy_cache(folder.path());
    let file = folder.path().join(SCENARIO);
    let (mut now, mut pending) = (String::new(), None);
    let pieces = split_chapter(&told);
    let is_picture = |piece: &Piece| matches!(piece, Piece::Prose(line) if line.starts_with("[!["));
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Prose(line) if line.starts_with("[![") => {
                let command: String = pending.take().expect("a command before the picture");
                now += &renew_picture(folder.path(), line, &command);
            }
            Piece::Prose(line) => now += line,
            Piece::Fence {
                opening,
                word,
                text,
            } => {
                let mut text = text.clone();
                match word.as_str() {
                    "markdown" => std::fs::write(&file, &text).expect("a file"),
                    "log" => {
                        std::fs::write(folder.path().join("evening.log"), &text).expect("a file")
                    }
                    "diff" => apply_diff(&file, &text),
                    "console" => {
                        let (printed, last) = renew_console(folder.path(), &text);
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
    golden::hold_file(&path_of_chapter(), &now);
    assert!(
        folder
            .path()
            .join("site/hands/mouche-1718/rose-trusts-her-ace.html")
            .is_file()
    );
}
