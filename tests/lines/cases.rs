//! Cases: a base hand with a few lines changed, and what the checker then says of it.
//!
//! `tests/lines/denise.md` is a base hand, and each file in `tests/lines/denise` has cases of it. A case begins with
//! `## slip NAME`, which has one mistake and must give one message, or with `## case NAME`. The lines that change follow:
//!
//! ```text
//! = a line of the base hand that stays, to show the place
//! - a line of the base hand that is removed
//! + a line that is added
//! … parts this place from the next
//! ```
//!
//! The lines of a place that stay or are removed must occur exactly once. After an empty line comes the expected answer, which
//! `UPDATE=1` writes anew. A line `code line:column‹marked text›: message` begins a diagnostic, and its details are indented.

use crate::{check_codes, collect_messages, describe_fix, golden};
use libtest_mimic::{Failed, Trial};
use mouche::scenario::diagnostic::{Code, Diagnostic};
use mouche::scenario::{CheckedFile, check, name_hidden_characters, report};
use std::path::{Path, PathBuf};

/// What stands alone on a line between two places of an edit.
const NEXT_PLACE: &str = "…";

/// A hand that holds, with its cases.
#[derive(Clone)]
pub struct BaseHand {
    /// Its file, from the root of the repository.
    path: String,
    text: String,
    /// What is wrong with it; `None` if it holds.
    failure: Option<String>,
    cases: Vec<Case>,
}

#[derive(Clone)]
struct Case {
    /// Begins with the code that the case must give.
    name: String,
    /// The file and the line of its heading.
    place: String,
    /// Whether it is one mistake, which must give one message.
    is_slip: bool,
    /// The lines that change, with their signs.
    edit: String,
    expected: String,
}

impl BaseHand {
    /// Reads every base hand with its cases. With `UPDATE=1`, writes the expected answers anew first.
    pub fn read_all() -> Vec<BaseHand> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lines");
        let mut bases = Vec::new();
        for path in list_files(&folder, "md") {
            bases.push(BaseHand::read(&path));
        }
        assert!(!bases.is_empty(), "no base hand was found in tests/lines");
        bases
    }

    fn read(path: &Path) -> BaseHand {
        let text = std::fs::read_to_string(path).expect("a base hand");
        let path_shown = shorten_path(path);
        let failure = find_failure(&path_shown, &text);
        let mut cases = Vec::new();
        for file in list_files(&path.with_extension(""), "txt") {
            if golden::is_renewed() && failure.is_none() {
                renew_answers(&text, &file);
            }
            cases.extend(read_cases(&file));
        }
        BaseHand {
            path: path_shown,
            text,
            failure,
            cases,
        }
    }

    /// Returns a trial for the base hand and one for each case. If the base hand does not hold, the cases are not run: one
    /// ignored trial stands for all of them.
    pub fn trials(&self) -> Vec<Trial> {
        let mut trials = vec![self.base_trial()];
        if self.failure.is_some() {
            let reason = format!("not run: the base hand {} does not hold", self.path);
            let name = format!("{} cases {reason}", self.cases.len());
            trials.push(Trial::test(name, move || Err(reason.into())).with_ignored_flag(true));
            return trials;
        }
        for case in &self.cases {
            let (base, case) = (self.text.clone(), case.clone());
            trials.push(Trial::test(case.name.clone(), move || {
                check_case(&base, &case)
            }));
        }
        trials
    }

    fn base_trial(&self) -> Trial {
        let failure = self.failure.clone();
        Trial::test(format!("base hand {}", self.path), move || match failure {
            Some(failure) => Err(failure.into()),
            None => Ok(()),
        })
    }

    pub fn case_names(&self) -> Vec<String> {
        self.cases.iter().map(|case| case.name.clone()).collect()
    }

    /// Returns the codes that the cases give; none if the base hand does not hold.
    pub fn shown_codes(&self) -> Vec<Code> {
        let mut codes = Vec::new();
        for case in &self.cases {
            let Ok(text) = apply_edit(&self.text, &case.edit) else {
                continue;
            };
            if self.failure.is_none() {
                let checked = check(&case.file_name(), text.as_bytes());
                codes.extend(
                    checked
                        .diagnostics
                        .iter()
                        .chain(&checked.warnings)
                        .map(|wrong| wrong.code),
                );
            }
        }
        codes
    }
}

impl Case {
    fn file_name(&self) -> String {
        format!("{}.md", self.name)
    }
}

/// Returns the files of a folder that end in `.extension`, by name; none if there is no such folder.
fn list_files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == extension))
        .collect();
    files.sort();
    files
}

/// Returns the path from the root of the repository.
fn shorten_path(path: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    path.strip_prefix(root)
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Returns what is wrong with a base hand, or `None` if it holds.
fn find_failure(path: &str, text: &str) -> Option<String> {
    let checked = check(path, text.as_bytes());
    let messages = [&checked.diagnostics[..], &checked.warnings].concat();
    if checked.is_scenario && messages.is_empty() {
        return None;
    }
    let report = report::FileDiagnostics {
        path,
        text,
        diagnostics: &messages,
    };
    Some(format!(
        "the base hand {path} does not hold\n{}",
        report::render_full(&report, false, 120)
    ))
}

fn read_cases(file: &Path) -> Vec<Case> {
    let (text, path) = (
        std::fs::read_to_string(file).expect("a file of cases"),
        shorten_path(file),
    );
    let mut blocks: Vec<(usize, Vec<&str>)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("## ") {
            blocks.push((index + 1, Vec::new()));
        }
        let block = blocks
            .last_mut()
            .unwrap_or_else(|| panic!("{path} does not begin with the heading of a case"));
        block.1.push(line);
    }
    let mut cases = Vec::new();
    for (number, lines) in blocks {
        cases.push(read_case(&format!("{path}:{number}"), &lines));
    }
    cases
}

/// Reads a case from its lines: the heading, the edit, and the expected answer, with an empty line before each of the two.
fn read_case(place: &str, lines: &[&str]) -> Case {
    let mut blocks = lines
        .split(|line| line.is_empty())
        .filter(|block| !block.is_empty());
    let mut next_block = || {
        blocks
            .next()
            .unwrap_or_default()
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let (heading, edit, expected) = (next_block(), next_block(), next_block());
    let words: Vec<&str> = heading.split_whitespace().collect();
    let ["##", kind @ ("slip" | "case"), name] = words[..] else {
        panic!(
            "{place}: a case begins with `## slip NAME` or `## case NAME`, not with `{}`",
            heading.trim()
        );
    };
    assert!(
        next_block().is_empty(),
        "{place}: {name} has an empty line within its edit or its answer"
    );
    Case {
        name: name.to_owned(),
        place: place.to_owned(),
        is_slip: kind == "slip",
        edit,
        expected,
    }
}

/// Writes the expected answers of a file of cases anew. A case that cannot be checked keeps its answer.
fn renew_answers(base: &str, file: &Path) {
    let mut cases = Vec::new();
    for case in read_cases(file) {
        let answer = find_answer(base, &case).unwrap_or_else(|_| case.expected.clone());
        let kind = if case.is_slip { "slip" } else { "case" };
        cases.push(format!(
            "## {kind} {}\n\n{}\n{answer}",
            case.name, case.edit
        ));
    }
    std::fs::write(file, cases.join("\n")).expect("a file of cases");
}

fn check_case(base: &str, case: &Case) -> Result<(), Failed> {
    let answer = find_answer(base, case)?;
    if answer == case.expected {
        return Ok(());
    }
    let difference = golden::show_difference(&case.expected, &answer);
    let edit = &case.edit;
    Err(format!(
        "{}: the answer to\n{edit}has changed; UPDATE=1 writes it anew\n{difference}",
        case.place
    )
    .into())
}

/// Returns the whole answer to a case: its diagnostics, and what `check --fix` makes of it.
fn find_answer(base: &str, case: &Case) -> Result<String, Failed> {
    let place = &case.place;
    let text =
        apply_edit(base, &case.edit).map_err(|error| format!("{place}: {}: {error}", case.name))?;
    let checked = check(&case.file_name(), text.as_bytes());
    let messages = collect_messages(&checked)?;
    let answer = describe_messages(&checked, &messages);
    if let Err(failed) = check_codes(&case.name, case.is_slip, &messages) {
        return Err(format!(
            "{place}: {}\nas it is kept:\n{}as it is now:\n{answer}",
            failed.message().unwrap_or_default(),
            case.expected
        )
        .into());
    }
    Ok(answer + &describe_fix(&case.file_name(), text.as_bytes())?)
}

/// Applies an edit to a base hand, one place after another.
fn apply_edit(base: &str, edit: &str) -> Result<String, String> {
    let mut text = base.to_owned();
    let (mut old, mut new) = (String::new(), String::new());
    for line in edit.lines() {
        if line == NEXT_PLACE {
            text = replace_once(&text, &old, &new)?;
            old.clear();
            new.clear();
            continue;
        }
        let (sign, rest) = line.split_at(line.chars().next().map_or(0, char::len_utf8));
        let content = rest.strip_prefix(' ').unwrap_or(rest);
        if !["=", "-", "+"].contains(&sign) {
            return Err(format!(
                "a line of an edit begins with `=`, `-`, `+` or `{NEXT_PLACE}`, not as `{line}`"
            ));
        }
        if sign != "+" {
            old += &format!("{content}\n");
        }
        if sign != "-" {
            new += &format!("{content}\n");
        }
    }
    replace_once(&text, &old, &new)
}

/// Replaces whole lines that must occur exactly once.
fn replace_once(text: &str, old: &str, new: &str) -> Result<String, String> {
    if old.is_empty() {
        return Err(
            "no line shows where the added lines belong; write `= ` before a line that stays"
                .into(),
        );
    }
    // With a line end before each line, a match begins where a line begins.
    let (text, old) = (format!("\n{text}"), format!("\n{old}"));
    let Some(first) = text.find(&old) else {
        return Err(format!("the base hand does not have these lines:{old}"));
    };
    if text.rfind(&old) != Some(first) {
        return Err(format!(
            "the base hand has these lines more than once:{old}"
        ));
    }
    Ok(format!(
        "{}{new}{}",
        &text[1..=first],
        &text[first + old.len()..]
    ))
}

/// Describes diagnostics: a line for each, and an indented line for each detail.
fn describe_messages(checked: &CheckedFile, messages: &[Diagnostic]) -> String {
    let report = report::FileDiagnostics {
        path: &checked.path,
        text: &checked.text,
        diagnostics: messages,
    };
    let mut answer = String::new();
    for record in report::diagnostic_records(&report, "") {
        let place = describe_place(&checked.text, &record.span);
        answer += &format!("{} {place}: {}\n", record.code, record.message);
        answer += &format!("  label: {}\n", record.label);
        for related in &record.related {
            answer += &format!(
                "  {}: {}\n",
                describe_place(&checked.text, &related.span),
                related.label
            );
        }
        for help in &record.help {
            answer += &format!("  help: {help}\n");
        }
        if let Some(clause) = &record.clause {
            answer += &format!("  clause: {clause}\n");
        }
        if !record.editions.is_empty() {
            answer += &format!("  editions: {}\n", record.editions.join(", "));
        }
        if let Some(fix) = &record.fix {
            answer += &format!("  write: ‹{}›", show_text(&fix.text));
            if fix.span != record.span {
                answer += &format!(" in place of {}", describe_place(&checked.text, &fix.span));
            }
            answer += "\n";
        }
    }
    if let Some(more) = report.omitted_summary() {
        answer += &format!("{more}\n");
    }
    answer
}

/// Fails if an edit that does not fit its base hand is applied, or refused without the reason.
pub fn check_edit_errors() -> Result<(), Failed> {
    let wrong = [
        ("- c\n", "the base hand does not have these lines:\nc\n"),
        (
            "- a\n+ b\n",
            "the base hand has these lines more than once:\na\n",
        ),
        ("+ b\n", "no line shows where the added lines belong"),
        (
            "a\n",
            "a line of an edit begins with `=`, `-`, `+` or `…`, not as `a`",
        ),
    ];
    for (edit, reason) in wrong {
        let error = apply_edit("a\na\nb\n", edit).err().unwrap_or_default();
        if !error.starts_with(reason) {
            return Err(
                format!("{edit:?} should be refused with `{reason}`, not with `{error}`").into(),
            );
        }
    }
    Ok(())
}

fn describe_place(text: &str, range: &report::LineColumnRange) -> String {
    let marked = text
        .get(range.start.byte..range.end.byte)
        .unwrap_or_default();
    format!(
        "{}:{}‹{}›",
        range.start.line,
        range.start.column,
        show_text(marked)
    )
}

/// Returns text on one line, with its line ends and hidden characters shown.
fn show_text(text: &str) -> String {
    name_hidden_characters(&text.replace('\n', "↵"))
}
