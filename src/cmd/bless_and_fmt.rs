//! Scenario files written anew: `mouche bless` fills in what the program can compute, `mouche fmt` spells canonically.

use super::command_files::{
    InputFileOrStdin, NO_SCENARIO, find_targets, is_table_or_edition, nothing_found_message,
};
use super::file_writes_and_watch::create_or_replace_if_unchanged;
use super::*;
use crate::scenario::{SkippedFile, bless_in, format_in, list_first_paths};
use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

/// Replace each `?` in scenario files with what the engine finds, and nothing else
#[derive(Debug, Args)]
pub struct BlessArguments {
    #[command(flatten)]
    which: RewriteArguments,
    /// Also replace wrong winners, choices, refusals and payouts
    #[arg(long)]
    all: bool,
}

pub fn bless_files(call: &BlessArguments, scenarios: &Path) -> Result<ExitCode> {
    let ci = std::env::var_os("CI").is_some_and(|set| !set.is_empty());
    ensure!(
        !ci || call.which.check || call.which.is_stdin_only(),
        "`mouche bless` does not write while the variable CI is set; run `mouche bless --check` instead"
    );
    let fill = if call.all {
        BlessExtent::WrongExpectations
    } else {
        BlessExtent::OpenValues
    };
    let done = if call.all {
        "filled or replaced"
    } else {
        "filled"
    };
    FileRewriteRun::new(&call.which, done, &|path, bytes| {
        bless_in(house_rules_of(Path::new(path)), path, bytes, fill)
    })
    .rewrite_all(scenarios)
}

pub fn format_files(which: &RewriteArguments, scenarios: &Path) -> Result<ExitCode> {
    FileRewriteRun::new(which, "lines formatted", &|path, bytes| {
        format_in(house_rules_of(Path::new(path)), bytes)
    })
    .rewrite_all(scenarios)
}

// RewriteArgs files are rewritten, and whether they are: no doc, which clap would print as help.
#[derive(Debug, Args)]
pub struct RewriteArguments {
    /// Files and folders; `-` for standard input to standard output [default: `scenarios`]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print the changes without writing them; exit code 1 if there are any
    #[arg(long)]
    check: bool,
}

impl RewriteArguments {
    /// Returns whether only standard input is named: no file can be written.
    fn is_stdin_only(&self) -> bool {
        self.paths.iter().all(|path| path.as_os_str() == "-") && !self.paths.is_empty()
    }
}

/// A run that rewrites files and counts them.
struct FileRewriteRun<'a> {
    which: &'a RewriteArguments,
    /// The words after a number of changes.
    done: &'static str,
    rewrite: &'a dyn Fn(&str, &[u8]) -> Option<RewrittenFile>,
    counts: FileRewriteCounts,
    is_unusable: bool,
    /// The files without a header.
    skipped: Vec<String>,
    /// The files that were not read.
    passed_over: Vec<SkippedFile>,
}

/// The number of files that came out in each way.
#[derive(Default)]
struct FileRewriteCounts {
    written: usize,
    unchanged: usize,
    refused: usize,
    with_errors_left: usize,
    skipped: usize,
}

impl<'a> FileRewriteRun<'a> {
    fn new(
        which: &'a RewriteArguments,
        outcome_words: &'static str,
        rewrite: &'a dyn Fn(&str, &[u8]) -> Option<RewrittenFile>,
    ) -> FileRewriteRun<'a> {
        FileRewriteRun {
            which,
            done: outcome_words,
            rewrite,
            counts: FileRewriteCounts::default(),
            is_unusable: false,
            skipped: Vec::new(),
            passed_over: Vec::new(),
        }
    }

    fn rewrite_all(mut self, scenarios: &Path) -> Result<ExitCode> {
        let default = [scenarios.to_path_buf()];
        let paths = if self.which.paths.is_empty() {
            &default[..]
        } else {
            &self.which.paths[..]
        };
        for path in paths {
            let found = find_targets(path, "-", &[])?;
            self.passed_over.extend(found.passed_over);
            for target in &found.targets {
                self.rewrite_target(target)?;
            }
        }
        let files = self.counts.written + self.counts.unchanged + self.counts.refused;
        if files == 0 && !self.is_unusable {
            self.print_and_mark_unusable(&name_hidden_characters(&nothing_found_message(paths)))?;
        }
        if files > 0 && !self.which.is_stdin_only() {
            self.print_counts()?;
        }
        let counts = &self.counts;
        let fails =
            counts.refused + counts.with_errors_left > 0 || self.which.check && counts.written > 0;
        Ok(exit_code(self.is_unusable, fails))
    }

    fn print_counts(&self) -> Result<()> {
        let written = if self.which.check {
            "to be written"
        } else {
            "written"
        };
        let ways = [
            (self.counts.written, written),
            (self.counts.unchanged, "unchanged"),
            (self.counts.refused, "not written because of errors"),
            (self.counts.with_errors_left, "with errors left"),
            (self.counts.skipped, "skipped"),
        ];
        let mut counts = Vec::new();
        for (count, way) in ways {
            if count > 0 {
                counts.push(format!("{count} {way}"));
            }
        }
        let mut line = format!("files: {}", counts.join(", "));
        if !self.skipped.is_empty() {
            line += &format!(": {}", list_first_paths(self.skipped.iter()));
        }
        line += &describe_skipped(&self.passed_over);
        Ok(writeln!(terminal::plain_output(), "{line}")?)
    }

    /// Prints why the whole run cannot be used, and marks it so that it ends with 2.
    fn print_and_mark_unusable(&mut self, why: &str) -> Result<()> {
        self.is_unusable = true;
        Ok(writeln!(std::io::stderr(), "error: {why}")?)
    }

    fn rewrite_target(&mut self, target: &InputFileOrStdin) -> Result<()> {
        let name = &target.name;
        let shown = name_hidden_characters(name);
        let bytes = match target.read() {
            Ok(bytes) => bytes,
            Err(why) => {
                return self.print_and_mark_unusable(&format!("{shown} cannot be read: {why}"));
            }
        };
        let Some(rewritten) = (self.rewrite)(name, &bytes) else {
            return self.skip_or_refuse_file(target);
        };
        let RewrittenFile {
            text,
            changes,
            wrong,
        } = rewritten;
        let report = FileDiagnostics {
            path: name,
            text: &text,
            diagnostics: &wrong,
        };
        let report = render_full(&report, true, terminal::page_width());
        write!(anstream::stderr().lock(), "{report}")?;
        if changes == 0 && !wrong.is_empty() {
            self.counts.refused += 1;
            return Ok(());
        }
        if !wrong.is_empty() {
            self.counts.with_errors_left += 1;
        }
        let is_same = text.as_bytes() == bytes;
        if is_same {
            self.counts.unchanged += 1;
        } else {
            self.counts.written += 1;
        }
        if self.which.check {
            return print_diff(&shown, &bytes, &text);
        }
        let Ok(path) = &target.source else {
            return Ok(terminal::plain_output().write_all(text.as_bytes())?);
        };
        if is_same {
            return Ok(());
        }
        if let Err(error) = create_or_replace_if_unchanged(path, Some(&bytes), text.as_bytes()) {
            self.counts.written -= 1;
            return self.print_and_mark_unusable(&format!("{shown} cannot be written: {error}"));
        }
        let done = if changes == 1 {
            self.done.replace("lines", "line")
        } else {
            self.done.into()
        };
        let mut out = terminal::plain_output();
        Ok(writeln!(out, "{shown}: {changes} {done}")?)
    }

    /// Notes a file that is not a scenario. If the user named the file, it is reported as
    /// an error.
    fn skip_or_refuse_file(&mut self, target: &InputFileOrStdin) -> Result<()> {
        let name = &target.name;
        if target.is_named || !is_table_or_edition(Path::new(name)) {
            self.counts.skipped += 1;
            self.skipped.push(name.clone());
        }
        if target.is_named {
            self.print_and_mark_unusable(&format!(
                "{} {NO_SCENARIO}",
                name_hidden_characters(name)
            ))?;
        }
        Ok(())
    }
}

/// Prints a unified difference, if there is one; a terminal alone gets colours, and no character of the file steers it.
fn print_diff(path: &str, before: &[u8], after: &str) -> Result<()> {
    if before == after.as_bytes() {
        return Ok(());
    }
    let mut out = terminal::coloured_output();
    writeln!(out, "--- {path}\n+++ {path}")?;
    let diff = TextDiff::from_lines(std::str::from_utf8(before)?, after);
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        writeln!(out, "{}", hunk.header())?;
        for change in hunk.iter_changes() {
            let style = match change.tag() {
                ChangeTag::Delete => AnsiColor::Red.on_default(),
                ChangeTag::Insert => AnsiColor::Green.on_default(),
                ChangeTag::Equal => Style::new(),
            };
            let line = name_hidden_characters(change.value().trim_end_matches(['\n', '\r']));
            writeln!(out, "{style}{}{line}{style:#}", change.tag())?;
        }
    }
    Ok(())
}
