//! Files to check, checked several at once and given in their order.

use crate::scenario::render::junit::{self, Suite};
use crate::scenario::story::Proved;
use crate::scenario::{Checked, Found, check, collect_but};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// One thing to check, and how it came to be checked.
pub(super) struct Target {
    name: String,
    /// Whether the caller named it, rather than a folder.
    is_named: bool,
    source: Source,
}

/// The file to read; or bytes that were read already, or the reason why there are none.
type Source = Result<PathBuf, Result<Vec<u8>, String>>;

/// What a path of the command line stands for, and how many files under it are passed over.
pub(super) fn targets(path: &Path, stdin_name: &str, exclude: &[String]) -> Result<(Vec<Target>, usize)> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("standard input cannot be read")?;
        return Ok((vec![Target { name: stdin_name.into(), is_named: true, source: Err(Ok(bytes)) }], 0));
    }
    let is_named = !path.is_dir();
    let name = path.display().to_string();
    if let Err(error) = std::fs::metadata(path) {
        return Ok((vec![Target { name, is_named, source: Err(Err(error.to_string())) }], 0));
    }
    let Found { files, passed_over, unreadable } = collect_but(path, exclude).context("--exclude")?;
    let broken = unreadable.into_iter().map(|error| (name.clone(), Err(Err(error.to_string()))));
    let read = files.into_iter().map(|file| (file.display().to_string(), Ok(file)));
    Ok((read.chain(broken).map(|(name, source)| Target { name, is_named, source }).collect(), passed_over))
}

/// A share of the files, for a matrix of jobs: part `k` of `n`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Partition {
    part: usize,
    parts: usize,
}

impl Partition {
    /// Each `parts`th thing from the `part`th on. Whatever the things, the shares of all parts are all of them, each
    /// once, and no two shares differ by more than one.
    pub(super) fn of<T>(self, things: Vec<T>) -> Vec<T> {
        things.into_iter().skip(self.part - 1).step_by(self.parts).collect()
    }
}

impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (part, parts) = text.split_once('/')?;
            let (part, parts) = (part.parse().ok()?, parts.parse().ok()?);
            (part > 0 && part <= parts).then_some(Partition { part, parts })
        };
        read().ok_or_else(|| format!("`{text}` is no share: write K/N, such as 1/3, with K from 1 to N"))
    }
}

/// A file that was checked, without the steps that it was played in.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) name: String,
    /// Whether the caller named it, rather than a folder.
    pub(super) is_named: bool,
    /// The file and what it proved; or why it cannot be read.
    pub(super) verdict: Result<(Checked, Proved), String>,
    /// The cases of a JUnit report, if there is to be one.
    pub(super) suite: Option<Suite>,
}

/// How many files are held in memory between two that are told.
const BATCH: usize = 256;

/// Checks targets with so many threads, and gives them in their order. Whatever the number of threads, what comes out
/// is the same. `junit` asks for the cases of a JUnit report.
pub(super) fn all(targets: &[Target], jobs: Option<NonZeroUsize>, junit: bool) -> Result<impl Iterator<Item = Held>> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(jobs.map_or(0, NonZeroUsize::get)).build()?;
    let batch = move |batch: &[Target]| {
        threads.install(|| batch.par_iter().map(|target| hold(target, junit)).collect::<Vec<_>>())
    };
    Ok(targets.chunks(BATCH).flat_map(batch))
}

fn hold(target: &Target, junit: bool) -> Held {
    let Target { name, is_named, source } = target;
    let bytes = match source {
        Ok(path) => std::fs::read(path).map_err(|error| error.to_string()),
        Err(read) => read.clone(),
    };
    let checked = bytes.map(|bytes| check(name, &bytes));
    let suite = junit.then(|| match &checked {
        Ok(checked) => junit::suite(checked),
        Err(why) => junit::unreadable(name, why),
    });
    let verdict = checked.map(|mut checked| {
        let proved = checked.proved();
        checked.stories = Vec::new();
        (checked, proved)
    });
    Held { name: name.clone(), is_named: *is_named, verdict, suite }
}
