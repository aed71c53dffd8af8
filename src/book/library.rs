//! All scenarios of a folder, read and checked; and what could have been in them, kept from build to build. An entry
//! that is missing, spoiled or of another program, which is known by what it was made from, is worked out again.

use super::links::link_hands_to_pages;
use super::{minify_hand_steps, prose};
use crate::narrate::choice::{MoveOutcome, outcomes_by_step};
use crate::page::{Alternatives, HandView, PageLocation, hand_views, page_path_of, render_hand};
use crate::rules::Ruleset;
use crate::scenario::story::{Kind, Story};
use crate::scenario::{
    Checked, PageNames, SkippedFile, TABLE_FILE, check_in, check_references, display_path,
    find_scenarios, house_rules_of, note_named_folder, read_scenario_bytes, read_tables,
    tables_with_same_name,
};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::fs::File;
use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The scenarios of a folder, in the order of their paths.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The files that are scenarios, or were meant to be.
    pub files: Vec<Checked>,
    /// The rules of the tables of its folders.
    pub tables: Vec<&'static Ruleset>,
    /// What of the folder is not read, and why.
    pub passed_over: Vec<SkippedFile>,
    /// The pictures in the prose of its files, by their places in the site.
    pub pictures: BTreeMap<String, PathBuf>,
    ahead: Alternatives,
}

impl Library {
    /// Reads and plays every scenario under a folder. Paths are shown as they stand from `root`.
    pub fn read(root: &Path, scenarios: &Path, at_each: impl Fn() + Sync) -> Result<Library> {
        Library::read_matching(root, scenarios, |_| true, at_each)
    }

    /// Reads and plays those scenarios under a folder that are wanted.
    pub fn read_matching(
        root: &Path,
        scenarios: &Path,
        is_wanted: impl Fn(&Path) -> bool,
        at_each: impl Fn() + Sync,
    ) -> Result<Library> {
        note_named_folder(root);
        let found = find_scenarios(scenarios)
            .with_context(|| format!("{} cannot be read", display_path(scenarios)))?;
        // A table that stands above them all is theirs too.
        let above = house_rules_of(&scenarios.join(TABLE_FILE)).ruleset();
        let mut tables = read_tables(&found.tables);
        tables.extend(above.filter(|above| tables.iter().all(|rules| rules.id != above.id)));
        let wanted: Vec<_> = found
            .tables
            .iter()
            .chain(&found.files)
            .filter(|path| is_wanted(path))
            .collect();
        let one = |path: &PathBuf| {
            at_each();
            let bytes = File::open(path)
                .and_then(read_scenario_bytes)
                .with_context(|| format!("{} cannot be read", display_path(path)))?;
            let mut checked = check_in(house_rules_of(path), &path.display().to_string(), &bytes);
            check_references(&mut checked);
            checked.path = path
                .strip_prefix(root)
                .unwrap_or(path)
                .display()
                .to_string();
            Ok(checked)
        };
        let mut files = wanted
            .into_par_iter()
            .map(one)
            .collect::<Result<Vec<_>>>()?;
        files.retain(|file| file.is_scenario || !file.diagnostics.is_empty());
        let mut pages = PageNames::default();
        files
            .iter_mut()
            .for_each(|file| pages.claim_page(&page_path_of(file), file));
        files.extend(tables_with_same_name(&found.tables));
        let pictures = link_hands_to_pages(&mut files, root);
        Ok(Library {
            tables,
            passed_over: found.skipped,
            pictures,
            ..Library::from_files(files)
        })
    }

    /// Files that were read already.
    pub fn from_files(files: Vec<Checked>) -> Library {
        Library {
            files,
            ..Library::default()
        }
    }

    /// Works out for every hand what else could have been done in it, for its page to tell.
    pub fn add_alternatives(&mut self, cache: Option<&Cache>) {
        self.ahead = Alternatives::work_out_with(&self.files, |stories| {
            stories
                .par_iter()
                .map(|story| cached_courses(story, cache))
                .collect()
        });
    }

    /// The files that do not hold.
    pub fn failures(&self) -> impl Iterator<Item = &Checked> {
        self.files.iter().filter(|file| !file.holds())
    }

    /// The pages of a site, by their addresses in it, with the hands of this library in place of what they were.
    pub fn refreshed_pages(
        &self,
        page: impl Fn(&str) -> Option<String>,
    ) -> Result<BTreeMap<String, String>> {
        let mut pages = BTreeMap::new();
        for told in self
            .hand_views()
            .iter()
            .filter(|told| told.is_first_edition())
        {
            let address = told.page_path("html");
            let Some(page) = page(&address) else { continue };
            let hand = render_hand(told, PageLocation::of_page(Path::new(&address)))?;
            pages.extend(
                prose::replace_hand(&page, &hand).map(|page| (address, minify_hand_steps(&page))),
            );
        }
        Ok(pages)
    }

    /// Every scenario under each of its editions, in the order of the paths.
    pub(super) fn hand_views(&self) -> Vec<HandView<'_>> {
        hand_views(&self.files, &self.ahead)
    }
}

/// The courses of a story out of the cache, or else worked out, and put there.
fn cached_courses(story: &Story, cache: Option<&Cache>) -> Vec<Vec<MoveOutcome>> {
    let Some(cache) = cache else {
        return outcomes_by_step(story);
    };
    // What they follow from: the rules, how each hand began, and all that happened in it.
    let began = story
        .steps
        .iter()
        .filter(|step| step.kind == Kind::Deal)
        .map(|step| step.before);
    let happened = story
        .steps
        .iter()
        .map(|step| (step.hand, &step.kind, &step.events));
    let entry = cache.entry(&(
        &story.rules,
        began.collect::<Vec<_>>(),
        happened.collect::<Vec<_>>(),
    ));
    let kept = cache
        .read(&entry)
        .and_then(|kept| serde_json::from_str::<Vec<Vec<MoveOutcome>>>(&kept).ok());
    kept.filter(|kept| kept.len() == story.steps.len())
        .unwrap_or_else(|| {
            let courses = outcomes_by_step(story);
            // A folder that cannot be written to keeps nothing.
            drop(cache.write(&entry, &serde_json::to_string(&courses).unwrap_or_default()));
            courses
        })
}

const ENDING: &str = "kept";
/// How the first line of each entry begins; its seal follows.
const MARK: &str = "kept by mouche: ";

/// A folder of results, each named by what and by which program it was made, and sealed: no foreign one is read.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    secret: String,
    used: Mutex<BTreeSet<PathBuf>>,
}

impl Cache {
    /// The cache of the book of this root; none where the user has no place for a secret. Its folder is made when it is written to.
    pub fn for_book(root: &Path) -> Option<Cache> {
        Some(Cache {
            folder: root.join("target/mouche-cache"),
            secret: secret()?,
            used: Mutex::default(),
        })
    }

    fn seal(&self, text: &str) -> String {
        let mut hasher = DefaultHasher::new();
        [&self.secret, text]
            .iter()
            .for_each(|part| hasher.write(part.as_bytes()));
        format!("{:016x}", hasher.finish())
    }

    /// The entry for what is made from this, all of which its `Debug` form must tell.
    fn entry(&self, from: &impl Debug) -> PathBuf {
        let from = format!("{} {from:?}", env!("MOUCHE_MADE_FROM"));
        let path = self.folder.join(format!("{}.{ENDING}", self.seal(&from)));
        self.used
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(path.clone());
        path
    }

    /// Removes the entries that nobody asked for. Their first line tells that they are entries: other files stay, whatever
    /// their name.
    pub(super) fn remove_unused(&self) {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        for entry in std::fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
        {
            let path = entry.path();
            let is_named_so =
                path.extension().is_some_and(|ending| ending == ENDING) && !path.is_symlink();
            if is_named_so && !used.contains(&path) && is_entry(&path) {
                // Another build may have removed it, or may want it: either is only a matter of time.
                drop(std::fs::remove_file(path));
            }
        }
    }

    fn read(&self, entry: &Path) -> Option<String> {
        let text = std::fs::read_to_string(entry).ok()?;
        let (sum, kept) = text.strip_prefix(MARK)?.split_once('\n')?;
        (sum == self.seal(kept)).then(|| kept.to_string())
    }

    /// Keeps a text, in one move, so that whoever reads meanwhile finds the whole or nothing.
    fn write(&self, entry: &Path, text: &str) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(format!("{MARK}{}\n{text}", self.seal(text)).as_bytes())?;
        file.persist(entry)?;
        Ok(())
    }
}

/// Whether a file begins as entries do.
fn is_entry(path: &Path) -> bool {
    let mut beginning = [0; MARK.len()];
    File::open(path)
        .and_then(|mut file| file.read_exact(&mut beginning))
        .is_ok()
        && beginning == *MARK.as_bytes()
}

/// What this user alone can read, made when it is first asked for.
fn secret() -> Option<String> {
    let caches = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|folder| folder.is_absolute());
    let folder = caches.or_else(|| Some(std::env::home_dir()?.join(".cache")))?;
    let read = || std::fs::read_to_string(folder.join("mouche-secret")).ok();
    read().or_else(|| {
        std::fs::create_dir_all(&folder).ok()?;
        let mut file = tempfile::NamedTempFile::new_in(&folder).ok()?;
        write!(
            file,
            "{:016x}{:016x}",
            RandomState::new().hash_one(0),
            RandomState::new().hash_one(1)
        )
        .ok()?;
        // Another build may have been first.
        drop(file.persist_noclobber(folder.join("mouche-secret")));
        read()
    })
}
