//! Files that must fail or be warned of, each beside the diagnostics it must give and what `check --fix` makes of it; `UPDATE=1`
//! writes them anew. Those in `slips` have one mistake each, as authors make them, and one message.

#[path = "support/golden.rs"]
mod golden;
#[path = "lines/mod.rs"]
mod lines;

use libtest_mimic::{Arguments, Failed, Trial};
use mouche::scenario::diagnostic::Code;
use mouche::scenario::{Fill, Rewritten, bless, check, find, render};
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn report(path: &Path) -> Result<(Vec<Code>, String), Failed> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let checked = check(&name, &std::fs::read(path)?);
    let told = [&checked.diagnostics[..], &checked.warnings].concat();
    for wrong in &told {
        let place = checked.text.get(wrong.span.clone()).unwrap_or("");
        if wrong.label.is_empty() || place.contains('\n') {
            return Err(format!("{wrong:?} has no label, or marks more than a line").into());
        }
    }
    let report = render::Report { path: &checked.path, text: &checked.text, diagnostics: &told };
    let codes = told.iter().map(|wrong| wrong.code).collect();
    Ok((codes, render::full(&report, false, 120)))
}

/// What `check --fix` changes in a file, and what is wrong with it then; nothing where it changes nothing.
fn mended(path: &Path) -> Result<String, Failed> {
    let Ok(text) = String::from_utf8(std::fs::read(path)?) else { return Ok(String::new()) };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mended = bless(&name, text.as_bytes(), Fill::Slips).filter(|mended| mended.changes > 0);
    let Some(Rewritten { text: after, changes: count, wrong }) = mended else { return Ok(String::new()) };
    if bless(&name, after.as_bytes(), Fill::Slips).is_none_or(|again| again.changes > 0) {
        return Err(format!("{name} is mended and mended again:\n{after}").into());
    }
    let left: Vec<&str> = wrong.iter().map(|wrong| wrong.code.id()).collect();
    let diff = TextDiff::from_lines(text.as_str(), &after);
    let changes = diff.iter_all_changes().filter(|change| change.tag() != ChangeTag::Equal);
    let lines: String = changes.map(|change| format!("{}{}\n", change.tag(), change.value().trim_end())).collect();
    let end = if left.is_empty() { "it holds".to_owned() } else { format!("left: {}", left.join(", ")) };
    Ok(format!("--fix mends {count}:\n{lines}{end}\n"))
}

/// A file named `wrong-may.md`, or `wrong-may-2.md`, must give that error among its diagnostics.
fn refused(path: &Path) -> Result<(), Failed> {
    let (codes, found) = report(path)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if !codes.iter().any(|code| stem.starts_with(code.id())) {
        return Err(format!("{stem} gave {codes:?}\n{found}").into());
    }
    if path.parent().is_some_and(|folder| folder.ends_with("slips")) && codes.len() > 1 {
        return Err(format!("{stem} is one mistake, and has {} messages\n{found}", codes.len()).into());
    }
    golden::hold(&path.with_extension("txt"), &(found + &mended(path)?));
    Ok(())
}

/// No kind of error is without a file that shows it.
fn every_code(files: &[PathBuf]) -> Result<(), Failed> {
    let mut shown = BTreeSet::new();
    for file in files {
        shown.extend(report(file)?.0);
    }
    let missing: Vec<&str> = Code::ALL.iter().filter(|code| !shown.contains(code)).map(|code| code.id()).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no file shows {}", missing.join(", ")).into()) }
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused");
    let files = find(&folder).expect("the refused files").files;
    let mut trials: Vec<Trial> = Vec::new();
    for path in files.clone() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(Trial::test(name, move || refused(&path)));
    }
    trials.push(Trial::test("every code is shown", move || every_code(&files)));
    for fence in
        ["header", "deal", "deal-elsewhere", "script", "script-elsewhere", "payout", "payout-elsewhere", "task"]
    {
        trials.push(Trial::test(format!("lines of a {fence}"), move || lines::hold(fence)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
