//! The pages of hands that a new build takes over from the site that it replaces. A build takes over a page if the file of
//! the hand, the rules, and what the book puts around the hand are the same as in the last build.

use super::BuildResultCache;
use crate::explore::fingerprint_in_hex;
use crate::rules::ClauseId;
use crate::scenario::CheckedFile;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A page of a hand as the last build made it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct KeptPage {
    /// The fingerprint of all that decides what its chapter says.
    chapter_key: String,
    /// The chapter before the hand and after it.
    around_hand: [String; 2],
    /// The fingerprint of all that decides what the finished page contains.
    page_key: String,
}

/// What is kept of a build for the next one.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct KeptBuild {
    /// The fingerprint of the list of all files in its site.
    site: String,
    /// The name of the index of its search, which stands in every page.
    index: String,
    /// Its pages of hands, by their paths.
    pages: BTreeMap<String, KeptPage>,
    /// The ids of the clauses that each story of a file shows, by the fingerprint of the file and the rules.
    shown: BTreeMap<String, Vec<Vec<String>>>,
}

/// The pages of hands that this build can take over from the last build, and those that it keeps for the next build.
#[derive(Debug)]
pub struct KeptPages {
    /// The folder of the last site, if nobody has changed it.
    old_site: Option<PathBuf>,
    old: KeptBuild,
    new: Mutex<KeptBuild>,
    entry: PathBuf,
    /// The fingerprint of this program and of all files with rules.
    rules_key: String,
    /// True if a page was taken over.
    has_taken_over: AtomicBool,
}

impl KeptPages {
    /// Reads what the cache keeps of the last build of a book. `book` is the name of its entry, `site_key` the fingerprint of
    /// the site in `folder`, and `rules` the text of all files with rules.
    pub fn load(
        cache: &BuildResultCache,
        book: &str,
        folder: &Path,
        site_key: Option<&str>,
        rules: &str,
    ) -> KeptPages {
        let entry = cache.use_entry_path(&("kept pages", book));
        let kept = cache.read_sealed(&entry);
        let old: KeptBuild = kept
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        let is_same_site = site_key.is_some_and(|key| key == old.site);
        KeptPages {
            old_site: is_same_site.then(|| folder.to_path_buf()),
            old,
            new: Mutex::default(),
            entry,
            has_taken_over: AtomicBool::default(),
            rules_key: fingerprint_in_hex(&format!("{} {rules}", env!("MOUCHE_MADE_FROM"))),
        }
    }

    fn lock_new(&self) -> MutexGuard<'_, KeptBuild> {
        self.new.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the pages of this build for the next build. `site_key` is the fingerprint of the site of this build.
    pub fn store(&self, cache: &BuildResultCache, site_key: &str) {
        let mut new = self.lock_new();
        site_key.clone_into(&mut new.site);
        new.pages.retain(|_, page| !page.page_key.is_empty());
        if let Ok(text) = serde_json::to_string(&*new) {
            // A folder that cannot be written to keeps nothing.
            drop(cache.write_sealed(&self.entry, &text));
        }
    }

    /// Forgets the steps of a checked file, and keeps which clauses its stories show. The clauses
    /// that its stories show are those of the last build, if the file and the rules are the same.
    pub fn replace_steps_by_clauses(&self, file: &mut CheckedFile) {
        if !file.holds() {
            return file.replace_steps_by_clauses(Vec::new());
        }
        let key = fingerprint_in_hex(&format!("{} {}", self.rules_key, file.text));
        let known = self
            .old
            .shown
            .get(&key)
            .map(|stories| clauses_if_all_known(stories));
        file.replace_steps_by_clauses(known.unwrap_or_default());
        let mut shown = Vec::new();
        for story in &file.stories {
            let topics = file.clauses_shown(story);
            shown.push(topics.iter().map(|topic| topic.id().to_owned()).collect());
        }
        self.lock_new().shown.insert(key, shown);
    }

    /// Returns the fingerprint of everything from which the chapter of a hand is made. `links_below_hand` is the text of the links that
    /// stand below the hand.
    pub(super) fn chapter_key(
        &self,
        file: &CheckedFile,
        language: &str,
        links_below_hand: &str,
    ) -> String {
        let mut source = format!(
            "{}\0{language}\0{links_below_hand}\0{}\0{}\0",
            self.rules_key, file.path, file.text
        );
        for story in &file.stories {
            let outline = story.outline();
            source += &format!(
                "{:?}\0{:?}\0{:?}\0",
                story.letters, outline.narrations, outline.closing
            );
        }
        fingerprint_in_hex(&source)
    }

    /// Returns the chapter of a page around its hand, if it is the same as in the last build.
    pub(super) fn unchanged_chapter_around_hand(
        &self,
        page: &str,
        chapter_key: &str,
    ) -> Option<[String; 2]> {
        self.old_site.as_ref()?;
        let kept = self.old.pages.get(page)?;
        (kept.chapter_key == chapter_key).then(|| kept.around_hand.clone())
    }

    /// Remembers the chapter of a page.
    pub(super) fn note_chapter(&self, page: &str, chapter_key: String, around_hand: [String; 2]) {
        let kept = KeptPage {
            chapter_key,
            around_hand,
            page_key: String::new(),
        };
        self.lock_new().pages.insert(page.to_owned(), kept);
    }

    /// Returns the fingerprint of all that decides what a finished page contains, with its chapter; none if it is not the
    /// page of a hand. `around` is everything that the site puts around it.
    pub(super) fn hand_page_key(&self, page: &str, around: &str) -> Option<String> {
        let new = self.lock_new();
        let chapter_key = &new.pages.get(page)?.chapter_key;
        Some(fingerprint_in_hex(&format!("{chapter_key}\0{around}")))
    }

    /// Returns the page of the last site with the new index's name in it, if its key is unchanged.
    pub(super) fn unchanged_page_with_index(
        &self,
        page: &str,
        page_key: &str,
        index: &str,
    ) -> Option<String> {
        let site = self.old_site.as_ref()?;
        if self.old.pages.get(page)?.page_key != page_key || self.old.index.is_empty() {
            return None;
        }
        let text = fs::read_to_string(site.join(page)).ok()?;
        self.has_taken_over.store(true, Ordering::Relaxed);
        Some(text.replacen(&self.old.index, index, 1))
    }

    /// Returns whether a page was taken over. Such a build does not ask for all that the cache keeps.
    pub(super) fn has_reused_page(&self) -> bool {
        self.has_taken_over.load(Ordering::Relaxed)
    }

    /// Remembers the fingerprint of a finished page.
    pub(super) fn note_page(&self, page: &str, page_key: String) {
        if let Some(kept) = self.lock_new().pages.get_mut(page) {
            kept.page_key = page_key;
        }
    }

    /// Remembers the name of the index of the search.
    pub(super) fn note_search_index_name(&self, index: &str) {
        index.clone_into(&mut self.lock_new().index);
    }
}

/// Returns the clauses of these ids; none if one is unknown.
fn clauses_if_all_known(stories: &[Vec<String>]) -> Vec<BTreeSet<ClauseId>> {
    let mut read = Vec::new();
    for ids in stories {
        let topics: Option<BTreeSet<ClauseId>> = ids.iter().map(|id| ClauseId::by_id(id)).collect();
        match topics {
            Some(topics) => read.push(topics),
            None => return Vec::new(),
        }
    }
    read
}
