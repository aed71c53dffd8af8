//! `mouche check`: scenario files held against the engine, and what is printed of them.

mod check_arguments;
mod check_run;
mod check_summary;
mod edition_clause_tally;

use super::command_files::{
    InputFileOrStdin, find_targets, is_house_table_file, nothing_found_message,
};
use super::file_writes_and_watch::{FileWatcher, read_own_file};
use super::git_changed::GitChanges;
use super::git_staged::enter_temporary_staged_copy;
use super::*;
use crate::book::check_fences_if_lesson;
use crate::scenario::report;
use crate::scenario::story::EngineCheckCounts;
use crate::scenario::{
    LESSONS_FOLDER, broken_table_for, check_links_and_pictures, check_with_named_hands,
    find_lessons, tables_with_same_name,
};
pub use check_arguments::CheckArguments;
use check_arguments::{FileCheckOutcome, ReportKind};
pub(super) use check_run::CheckJson;
use check_run::CheckRun;
use edition_clause_tally::UnshownClausesByEdition;
pub(super) use edition_clause_tally::{command_to_find_hand, describe_clause_origins};
use rayon::prelude::*;
use std::num::NonZeroUsize;

/// Runs `mouche check` once, or again whenever a file changes.
pub fn run_check(call: &CheckArguments, scenarios: &Path) -> Result<ExitCode> {
    let paths = if call.paths.is_empty() {
        default_paths_to_check(scenarios)
    } else {
        call.paths.clone()
    };
    ensure!(
        !call.fix || paths.iter().all(|path| path.as_os_str() != "-"),
        "--fix changes files, and standard input is not a file"
    );
    for report in &call.reports {
        let replaced = read_own_file(&report.file, |held| report.kind.is_report(held));
        replaced.with_context(|| format!("{} cannot be written", printable_path(&report.file)))?;
    }
    if call.staged {
        return check_once(call, &enter_temporary_staged_copy(&paths)?.paths);
    }
    if !call.watch {
        return check_once(call, &paths);
    }
    let above = paths[0].parent().unwrap_or(Path::new(""));
    let reports = call.reports.iter().map(|report| report.file.clone());
    let mut changes = FileWatcher::watch_paths(&paths, above, reports, call.poll)?;
    loop {
        let mut out = std::io::stdout();
        if out.is_terminal() {
            // Clear the screen and what was scrolled away, and begin at its top.
            write!(out, "\u{1b}[2J\u{1b}[3J\u{1b}[H")?;
        }
        out.flush()?;
        let exit = check_once(call, &paths)?;
        if terminal::is_output_closed() {
            return Ok(exit);
        }
        let source = changes.source;
        writeln!(
            std::io::stderr(),
            "Watching for changes {source}; Ctrl-C ends it."
        )?;
        changes.wait_for_changes()?;
    }
}

/// Returns the paths that are checked if a call names none: the folder of scenarios, and that of lessons if there is one.
fn default_paths_to_check(scenarios: &Path) -> Vec<PathBuf> {
    let root = scenarios.parent().unwrap_or(Path::new(""));
    let mut paths = vec![scenarios.to_path_buf()];
    let lessons = root.join(LESSONS_FOLDER);
    if lessons.is_dir() {
        paths.push(lessons);
    }
    paths
}

/// Checks all files under these paths, and prints and writes what is wrong.
fn check_once(call: &CheckArguments, paths: &[PathBuf]) -> Result<ExitCode> {
    let mut run = CheckRun::new(call);
    let mut found = collect_targets(&mut run, call, paths)?;
    let broken_tables = broken_tables_above(&found);
    found.splice(0..0, broken_tables);
    let tables = table_files(&found);
    let has_files = !found.is_empty();
    if let Some(base) = &call.changed {
        let changes = GitChanges::find_since(base)?;
        let all = found.len();
        found.retain(|target| changes.can_change_verdict(target));
        run.output.summary.unchanged = all - found.len();
    }
    if !call.staged && call.partition.is_none() && call.changed.is_none() {
        run.editions = UnshownClausesByEdition::of_edition_files(&found, paths);
    }
    // A share may be empty, if there was anything to share; and a commit may have no scenario in it.
    let is_share = call.partition.is_some() || call.changed.is_some();
    let may_be_empty = call.staged || has_files && is_share;
    let share = match &call.partition {
        Some(share) => {
            let found = found.into_iter().skip(share.part - 1);
            found.step_by(share.parts).collect()
        }
        None => found,
    };
    if call.fix {
        for target in &share {
            run.write_certain_fixes(target)?;
        }
    }
    for twin in tables_with_same_name(&tables) {
        run.record_verdict(&twin, EngineCheckCounts::default())?;
    }
    let editions = std::mem::take(&mut run.editions);
    let junit = run.has_report(ReportKind::Junit);
    let outcomes = check_in_parallel(&share, call.jobs, junit, &editions)?;
    for (target, outcome) in share.iter().zip(outcomes) {
        run.record_outcome(target, outcome)?;
        if call.fail_fast && run.has_failed() {
            break;
        }
    }
    run.editions = editions;
    run.write_reports()?;
    let summary = &run.output.summary;
    if summary.scenarios + summary.chapters + summary.editions == 0
        && !run.is_unusable
        && !may_be_empty
    {
        run.print_and_mark_unusable(&nothing_found_message(paths))?;
    }
    run.print_final_output()
}

/// Returns the files under these paths, and notes those that are passed over.
fn collect_targets(
    run: &mut CheckRun,
    call: &CheckArguments,
    paths: &[PathBuf],
) -> Result<Vec<InputFileOrStdin>> {
    let mut found = Vec::new();
    for path in paths {
        let in_path = find_targets(path, &call.stdin_name, &call.exclude)?;
        found.extend(in_path.targets);
        run.passed_over.extend(in_path.passed_over);
    }
    run.output.summary.passed_over = run.passed_over.len();
    put_lessons_in_path_order(&mut found)?;
    Ok(found)
}

/// Puts the lessons of a book among some files in the order of their path, so that a mistake comes before what follows from it.
fn put_lessons_in_path_order(targets: &mut [InputFileOrStdin]) -> Result<()> {
    let Some(folder) = targets.iter().find_map(|target| lessons_folder_of(target)) else {
        return Ok(());
    };
    let folder = folder.to_path_buf();
    let mut ranks = BTreeMap::new();
    for (rank, lesson) in find_lessons(&folder)?.into_iter().enumerate() {
        ranks.insert(lesson.path, rank);
    }
    for files in targets.chunk_by_mut(|one, next| lessons_folder_of(one) == lessons_folder_of(next))
    {
        if lessons_folder_of(&files[0]) == Some(&folder) {
            files.sort_by_key(|file| rank_of_lesson(file, &ranks));
        }
    }
    Ok(())
}

/// Returns the place of a lesson on its path; other files come last.
fn rank_of_lesson(target: &InputFileOrStdin, ranks: &BTreeMap<PathBuf, usize>) -> usize {
    let Ok(path) = &target.source else {
        return usize::MAX;
    };
    ranks.get(path).copied().unwrap_or(usize::MAX)
}

/// Returns the folder of lessons in which a file lies directly.
fn lessons_folder_of(target: &InputFileOrStdin) -> Option<&Path> {
    let folder = target.source.as_ref().ok()?.parent()?;
    folder.ends_with(LESSONS_FOLDER).then_some(folder)
}

/// Returns the `mouche.toml` files with an error that apply to some targets and are not among them: those of folders above.
fn broken_tables_above(targets: &[InputFileOrStdin]) -> Vec<InputFileOrStdin> {
    let known: BTreeSet<PathBuf> = table_files(targets).into_iter().collect();
    let mut folders = BTreeSet::new();
    let mut broken = BTreeMap::new();
    for target in targets {
        let Ok(path) = &target.source else { continue };
        // The files of a folder have the same table.
        if !folders.insert(path.parent()) {
            continue;
        }
        if let Some(table) = broken_table_for(path)
            && !known.contains(&table)
        {
            let name = table.display().to_string();
            broken.insert(
                name.clone(),
                InputFileOrStdin {
                    name,
                    is_named: false,
                    source: Ok(table),
                },
            );
        }
    }
    broken.into_values().collect()
}

/// Returns the files that may give their folders a table.
fn table_files(targets: &[InputFileOrStdin]) -> Vec<PathBuf> {
    let mut tables = Vec::new();
    for target in targets {
        if let Ok(path) = &target.source
            && is_house_table_file(path)
        {
            tables.push(path.clone());
        }
    }
    tables
}

/// Checks targets with this many threads, and returns the outcomes in their order; `junit` asks for the cases of a JUnit
/// report, and the editions note what hands show.
fn check_in_parallel(
    targets: &[InputFileOrStdin],
    jobs: Option<NonZeroUsize>,
    wants_junit: bool,
    editions: &UnshownClausesByEdition,
) -> Result<impl Iterator<Item = FileCheckOutcome>> {
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(thread_count(jobs, targets.len()))
        .build()?;
    // This many outcomes are held in memory before they are printed.
    let batches = targets.chunks(256);
    Ok(batches.flat_map(move |batch| {
        threads.install(|| {
            let files = batch.par_iter();
            let checked = files.map(|target| check_target(target, wants_junit, editions));
            checked.collect::<Vec<_>>()
        })
    }))
}

/// Returns how many threads check this many files: as many as are asked for, and no more than there are files, because each
/// further thread costs time and does nothing. 0 leaves the number to the machine.
fn thread_count(jobs: Option<NonZeroUsize>, files: usize) -> usize {
    match jobs {
        Some(jobs) => jobs.get().min(files.max(1)),
        None => 0,
    }
}

/// Checks a file, notes which clauses of the editions it shows, and forgets the steps that it was played in. `wants_junit` asks for
/// the cases of a JUnit report.
fn check_target(
    target: &InputFileOrStdin,
    wants_junit: bool,
    editions: &UnshownClausesByEdition,
) -> FileCheckOutcome {
    let name = &target.name;
    let mut outcome = FileCheckOutcome {
        verdict: Err(String::new()),
        suite: None,
    };
    match target.read() {
        Ok(bytes) => {
            let mut checked = check_with_named_hands(name, &bytes);
            if target.source.is_ok() {
                check_links_and_pictures(&mut checked);
                check_fences_if_lesson(&mut checked);
            }
            if wants_junit {
                outcome.suite = Some(report::junit_suite(&checked));
            }
            editions.note_shown(&checked);
            let proved = checked.total_counts();
            checked.stories = Vec::new();
            outcome.verdict = Ok((checked, proved));
        }
        Err(why) => {
            if wants_junit {
                outcome.suite = Some(report::unreadable_suite(name, &why));
            }
            outcome.verdict = Err(why);
        }
    }
    outcome
}

#[cfg(test)]
#[path = "../../tests/unit/cmd_check.rs"]
mod tests;
