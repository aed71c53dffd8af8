//! Every scenario is a test of its own: it must hold, and nothing is to be said of it. So is every file of `tests/held`,
//! which holds what is no page of the book: the corners of the rules.

#[path = "support/edition_data.rs"]
mod edition_data;

use libtest_mimic::{Arguments, Failed, Trial};
use mouche::scenario::{check, find_markdown_files, report};
use std::path::Path;

fn check_scenario(name: &str, path: &Path) -> Result<(), Failed> {
    let checked = check(name, &std::fs::read(path)?);
    let told = [&checked.diagnostics[..], &checked.warnings].concat();
    if checked.is_scenario && told.is_empty() {
        return Ok(());
    }
    let report = report::FileDiagnostics {
        path: &checked.path,
        text: &checked.text,
        diagnostics: &told,
    };
    Err(report::render_full(&report, false, 120).into())
}

fn main() {
    edition_data::read_all();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ["scenarios", "tests/held"].map(|folder| {
        let files = find_markdown_files(&root.join(folder))
            .expect("the scenarios")
            .files;
        assert!(
            files.len() >= 12,
            "only {} scenarios were found in {folder}",
            files.len()
        );
        files
    });
    let trial = |path: std::path::PathBuf| {
        let name = path
            .strip_prefix(root)
            .unwrap_or(&path)
            .display()
            .to_string();
        Trial::test(name.clone(), move || check_scenario(&name, &path))
    };
    libtest_mimic::run(
        &Arguments::from_args(),
        files.into_iter().flatten().map(trial).collect(),
    )
    .exit();
}
