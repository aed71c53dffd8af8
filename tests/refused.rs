//! Files and cases that must fail or be warned of. A file in `tests/refused` has its diagnostics and what `check --fix`
//! makes of it beside it; `UPDATE=1` writes them anew. A file in a folder `slips` has one mistake, as authors make them, and
//! gives one message. A case is a base hand with a few lines changed (`tests/lines/cases.rs`).

#[path = "lines/cases.rs"]
mod cases;
#[path = "support/edition_data.rs"]
mod edition_data;
#[path = "support/golden.rs"]
mod golden;
#[path = "lines/mod.rs"]
mod lines;

use cases::BaseHand;
use libtest_mimic::{Arguments, Failed, Trial};
use mouche::scenario::diagnostic::{Code, Diagnostic};
use mouche::scenario::{
    BlessExtent, CheckedFile, EDITIONS_FOLDER, RewrittenFile, bless, check, find_markdown_files,
    is_edition_path, report,
};
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The fences that have a file of lines in `tests/lines`.
const FENCES: [&str; 8] = [
    "header",
    "deal",
    "deal-elsewhere",
    "script",
    "script-elsewhere",
    "payout",
    "payout-elsewhere",
    "task",
];

/// Returns what the checker says of a file, errors first. Each message must have a label and mark at most one line.
fn collect_messages(checked: &CheckedFile) -> Result<Vec<Diagnostic>, Failed> {
    let messages = [&checked.diagnostics[..], &checked.warnings].concat();
    for message in &messages {
        let marked = checked.text.get(message.span.clone()).unwrap_or("");
        if message.label.is_empty() || marked.contains('\n') {
            return Err(format!("{message:?} has no label, or marks more than a line").into());
        }
    }
    Ok(messages)
}

/// Fails unless one of the messages has the code that the name begins with, and a slip has only one message.
fn check_codes(name: &str, is_slip: bool, messages: &[Diagnostic]) -> Result<(), Failed> {
    let codes: Vec<&str> = messages.iter().map(|message| message.code.id()).collect();
    if !codes.iter().any(|code| name.starts_with(code)) {
        return Err(format!(
            "{name} should give the code its name begins with, but gave {codes:?}"
        )
        .into());
    }
    if is_slip && codes.len() > 1 {
        return Err(format!("{name} is one mistake, but has the messages {codes:?}").into());
    }
    Ok(())
}

/// Describes what `check --fix` changes in a file, and what is wrong with the file then. Empty if it changes nothing.
fn describe_fix(name: &str, bytes: &[u8]) -> Result<String, Failed> {
    let Ok(before) = std::str::from_utf8(bytes) else {
        return Ok(String::new());
    };
    let Some(RewrittenFile {
        text: after,
        changes,
        wrong,
    }) = bless(name, bytes, BlessExtent::Slips)
    else {
        return Ok(String::new());
    };
    if changes == 0 {
        return Ok(String::new());
    }
    let again = bless(name, after.as_bytes(), BlessExtent::Slips);
    // Of an edition that holds there is nothing to rewrite.
    let is_whole_edition =
        name.starts_with("editions/") && check(name, after.as_bytes()).diagnostics.is_empty();
    if !is_whole_edition && again.is_none_or(|again| again.changes > 0) {
        return Err(format!("--fix changes {name} again after it has changed it:\n{after}").into());
    }
    let mut description = format!("--fix mends {changes}:\n");
    for change in TextDiff::from_lines(before, &after).iter_all_changes() {
        if change.tag() != ChangeTag::Equal {
            description += &format!("{}{}\n", change.tag(), change.value().trim_end());
        }
    }
    let left: Vec<&str> = wrong.iter().map(|wrong| wrong.code.id()).collect();
    if left.is_empty() {
        description += "it holds\n";
    } else {
        description += &format!("left: {}\n", left.join(", "));
    }
    Ok(description)
}

/// Returns the name under which a file is checked. An edition file is one by its folder.
fn checked_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if is_edition_path(path) {
        format!("{EDITIONS_FOLDER}/{name}")
    } else {
        name.into_owned()
    }
}

fn file_stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Holds a file to the diagnostics and the fix that stand beside it.
fn check_refused_file(path: &Path) -> Result<(), Failed> {
    let (name, bytes) = (checked_name(path), std::fs::read(path)?);
    let checked = check(&name, &bytes);
    let messages = collect_messages(&checked)?;
    let report = report::FileDiagnostics {
        path: &checked.path,
        text: &checked.text,
        diagnostics: &messages,
    };
    let shown = report::render_full(&report, false, 120);
    let is_slip = path
        .parent()
        .is_some_and(|folder| folder.ends_with("slips"));
    if let Err(failed) = check_codes(&file_stem(path), is_slip, &messages) {
        let kept = std::fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
        return Err(format!(
            "{}\nas it is kept:\n{kept}as it is now:\n{shown}",
            failed.message().unwrap_or_default()
        )
        .into());
    }
    golden::hold_file(
        &path.with_extension("txt"),
        &(shown + &describe_fix(&name, &bytes)?),
    );
    Ok(())
}

/// Fails if there is a code that no file and no case shows.
fn check_every_code(files: &[PathBuf], bases: &[BaseHand]) -> Result<(), Failed> {
    let mut shown = BTreeSet::new();
    for file in files {
        let checked = check(&checked_name(file), &std::fs::read(file)?);
        shown.extend(
            collect_messages(&checked)?
                .iter()
                .map(|message| message.code),
        );
    }
    for base in bases {
        shown.extend(base.shown_codes());
    }
    let mut missing = Vec::new();
    for code in Code::ALL {
        if !shown.contains(code) {
            missing.push(code.id());
        }
    }
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("no file and no case shows {}", missing.join(", ")).into())
    }
}

/// Fails if two files or cases have the same name.
fn check_names(files: &[PathBuf], bases: &[BaseHand]) -> Result<(), Failed> {
    let mut names: Vec<String> = files.iter().map(|file| file_stem(file)).collect();
    for base in bases {
        names.extend(base.case_names());
    }
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name.clone()) {
            return Err(format!("two files or cases are named {name}").into());
        }
    }
    Ok(())
}

fn main() {
    edition_data::read_all();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused");
    let found = find_markdown_files(&folder).expect("the refused files");
    let files = [found.files, found.editions].concat();
    let bases = BaseHand::read_all();
    let mut trials: Vec<Trial> = Vec::new();
    for base in &bases {
        trials.extend(base.trials());
    }
    for path in files.clone() {
        trials.push(Trial::test(file_stem(&path), move || {
            check_refused_file(&path)
        }));
    }
    for fence in FENCES {
        trials.push(Trial::test(format!("lines of a {fence}"), move || {
            lines::hold_fence_file(fence)
        }));
    }
    trials.push(Trial::test(
        "an edit must fit its base hand",
        cases::check_edit_errors,
    ));
    let (all_files, all_bases) = (files.clone(), bases.clone());
    trials.push(Trial::test("every name is used once", move || {
        check_names(&all_files, &all_bases)
    }));
    trials.push(Trial::test("every code is shown", move || {
        check_every_code(&files, &bases)
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
