//! All scenarios of a folder, read and checked, and what their players could have done instead.

use super::hand_placeholders::replace_hand;
use super::prose_file_links::rewrite_addresses_and_list_pictures;
use super::{BuildResultCache, KeptPages, pack_hands};
use crate::narrate::mover_choices::{MoveWithOutcomes, outcomes_by_step};
use crate::page::{
    HandUnderEdition, HomeOrGuestPage, MoveProspectsByStory, hand_views_by_edition, page_path_of,
    render_hand,
};
use crate::rules::{Ruleset, letters_on_pages};
use crate::scenario::story::{StepKind, Story, StorySteps};
use crate::scenario::{
    CheckedFile, FilesByPageName, SkippedFile, TABLE_FILE, check_in, check_links_and_pictures,
    find_markdown_files, house_rules_of, printable_path, read_scenario_bytes, read_tables,
    register_editions_of_folders, tables_with_same_name, trust_house_table_in,
};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The scenarios of a folder, in the order of their paths.
#[derive(Clone, Debug, Default)]
pub struct ScenarioLibrary {
    /// The files that are scenarios, or were meant to be.
    pub files: Vec<CheckedFile>,
    /// The rules of the tables in the folders.
    pub tables: Vec<&'static Ruleset>,
    /// The files of the folder that are not read, each with the reason.
    pub passed_over: Vec<SkippedFile>,
    /// The pictures in the prose of the files, by their places in the site.
    pub pictures: BTreeMap<String, PathBuf>,
    ahead: MoveProspectsByStory,
    /// The folder from which the paths of the files are shown.
    root: PathBuf,
    /// The language of the book, if its hands follow it.
    language: Option<String>,
    /// The results that are kept from one build to the next.
    cache: Option<BuildResultCache>,
}

impl ScenarioLibrary {
    /// Reads and plays every scenario under a folder. Paths are shown as they stand from `root`.
    pub fn read(
        root: &Path,
        scenarios: &Path,
        before_each_file: impl Fn() + Sync,
    ) -> Result<ScenarioLibrary> {
        ScenarioLibrary::read_matching(root, scenarios, |_| true, before_each_file)
    }

    /// Reads and plays every scenario under a folder as [`ScenarioLibrary::read`] does, and forgets the steps of each: those of
    /// thousands of hands take more memory than everything else. A hand is played again when its steps are needed. `kept` knows
    /// what the last build has found.
    pub fn read_forgetting_steps(
        root: &Path,
        scenarios: &Path,
        kept: Option<&KeptPages>,
        before_each_file: impl Fn() + Sync,
    ) -> Result<ScenarioLibrary> {
        read_folder(
            root,
            scenarios,
            |_| true,
            |file| match kept {
                Some(kept) => kept.replace_steps_by_clauses(file),
                None => file.replace_steps_by_clauses(Vec::new()),
            },
            before_each_file,
        )
    }

    /// Returns the language of the book, if its hands follow it.
    pub(super) fn language(&self) -> &str {
        self.language.as_deref().unwrap_or_default()
    }

    /// Returns the place of a hand in this library: that of its file, and of its story in the file.
    pub(super) fn place_of(&self, view: &HandUnderEdition) -> Option<(usize, usize)> {
        let mut files = self.files.iter();
        let file = files.position(|file| std::ptr::eq(file, view.file))?;
        Some((file, story_index(view)?))
    }

    /// Returns the hand at a place.
    pub(super) fn hand_at(&self, (file, story): (usize, usize)) -> HandUnderEdition<'_> {
        let file = &self.files[file];
        HandUnderEdition {
            file,
            story: &file.stories[story],
            alternatives: &self.ahead,
            seat: None,
        }
    }

    /// Calls `render` with a hand of this library. If its steps were forgotten, it is played again for that.
    pub(super) fn with_steps<T>(
        &self,
        view: &HandUnderEdition,
        render: impl FnOnce(&HandUnderEdition) -> Result<T>,
    ) -> Result<T> {
        let Some(at) = forgotten_story_index(view) else {
            return render(view);
        };
        let files = [self.play_file_again(view.file)];
        let alternatives = MoveProspectsByStory::compute_with(&files, |stories| {
            let cache = self.cache.as_ref();
            stories
                .iter()
                .map(|story| cached_or_computed_courses(story, cache))
                .collect()
        });
        render(&HandUnderEdition {
            file: &files[0],
            story: &files[0].stories[at],
            alternatives: &alternatives,
            seat: view.seat,
        })
    }

    /// Calls `render` with a hand that has its steps, but not the results of other moves, which
    /// take long to find.
    pub(super) fn with_steps_without_alternatives<T>(
        &self,
        view: &HandUnderEdition,
        render: impl FnOnce(&HandUnderEdition) -> Result<T>,
    ) -> Result<T> {
        let Some(at) = forgotten_story_index(view) else {
            return render(view);
        };
        let file = self.play_file_again(view.file);
        render(&HandUnderEdition {
            file: &file,
            story: &file.stories[at],
            alternatives: &MoveProspectsByStory::default(),
            seat: view.seat,
        })
    }

    /// Returns a file of this library with the steps of its hands.
    fn play_file_again(&self, known: &CheckedFile) -> CheckedFile {
        let path = self.root.join(&known.path);
        let mut files = [check_bytes(&path, &self.root, known.text.as_bytes())];
        rewrite_addresses_and_list_pictures(&mut files, &self.root);
        name_cards_as_drawn(&mut files);
        let [file] = files;
        file
    }

    /// Notes the language of the book, in which hands were read whose header does not say one.
    pub fn note_language(&mut self, language: &str) {
        self.language = Some(language.to_owned());
    }

    /// Reads and plays those scenarios under a folder that are wanted. Calls `before_each_file` before each
    /// file.
    pub fn read_matching(
        root: &Path,
        scenarios: &Path,
        is_wanted: impl Fn(&Path) -> bool,
        before_each_file: impl Fn() + Sync,
    ) -> Result<ScenarioLibrary> {
        read_folder(
            root,
            scenarios,
            is_wanted,
            shrink_step_lists,
            before_each_file,
        )
    }

    /// Returns a library of files that were read already. Cards are named as pages draw them.
    pub fn from_files(mut files: Vec<CheckedFile>) -> ScenarioLibrary {
        name_cards_as_drawn(&mut files);
        ScenarioLibrary {
            files,
            ..ScenarioLibrary::default()
        }
    }

    /// Computes for every hand what its players could have done instead, for its page.
    pub fn add_alternatives(&mut self, cache: Option<&BuildResultCache>) {
        self.cache = cache.cloned();
        self.ahead = MoveProspectsByStory::compute_with(&self.files, |stories| {
            stories
                .par_iter()
                .map(|story| cached_or_computed_courses(story, cache))
                .collect()
        });
    }

    /// Finds the clauses that each hand shows, on all processors. Later questions for them are then answered at once.
    pub fn precompute_shown_clauses(&self) {
        self.files.par_iter().for_each(|file| {
            for story in &file.stories {
                file.clauses_shown(story);
            }
        });
    }

    /// Returns the files that do not hold.
    pub fn failures(&self) -> impl Iterator<Item = &CheckedFile> {
        self.files.iter().filter(|file| !file.holds())
    }

    /// Returns the pages of a site that show hands of this library, by their addresses, with the
    /// hands as they are now. `old_page` returns the page that is at an address.
    pub fn pages_with_current_hands(
        &self,
        old_page: impl Fn(&str) -> Option<String>,
    ) -> Result<BTreeMap<String, String>> {
        let mut pages = BTreeMap::new();
        for view in self
            .hand_views()
            .iter()
            .filter(|view| view.is_first_edition())
        {
            let address = view.page_path("html");
            let Some(old_page) = old_page(&address) else {
                continue;
            };
            let hand = render_hand(view, HomeOrGuestPage::home_at_path(Path::new(&address)))?;
            if let Some(page) = replace_hand(&old_page, &hand) {
                pages.insert(address, pack_hands(&page));
            }
        }
        Ok(pages)
    }

    /// Returns every scenario under each of its editions, in the order of the paths.
    pub(super) fn hand_views(&self) -> Vec<HandUnderEdition<'_>> {
        hand_views_by_edition(&self.files, &self.ahead)
    }
}

/// Returns the index of the story of a hand in its file, if the steps of the story were forgotten.
fn forgotten_story_index(view: &HandUnderEdition) -> Option<usize> {
    if view.story.has_forgotten_steps() {
        story_index(view)
    } else {
        None
    }
}

/// Returns the index of the story of a hand in its file.
fn story_index(view: &HandUnderEdition) -> Option<usize> {
    let mut stories = view.file.stories.iter();
    stories.position(|story| std::ptr::eq(story, view.story))
}

/// Reads and plays those scenarios under a folder that are wanted. `finish` may change each file once it is checked.
fn read_folder(
    root: &Path,
    scenarios: &Path,
    is_wanted: impl Fn(&Path) -> bool,
    finish: impl Fn(&mut CheckedFile) + Sync,
    before_each_file: impl Fn() + Sync,
) -> Result<ScenarioLibrary> {
    trust_house_table_in(root);
    let found = find_markdown_files(scenarios)
        .with_context(|| format!("{} cannot be read", printable_path(scenarios)))?;
    register_editions_of_folders(&found.editions);
    let mut tables = read_tables(&found.tables);
    // The table of a folder above this one is the table of these files too.
    if let Some(above) = house_rules_of(&scenarios.join(TABLE_FILE)).house_table_rules()
        && tables.iter().all(|rules| rules.id != above.id)
    {
        tables.push(above);
    }
    let rules_files = found.editions.iter().chain(&found.tables);
    let mut wanted: Vec<&PathBuf> = rules_files.chain(&found.files).collect();
    wanted.retain(|path| is_wanted(path));
    let checked = wanted.into_par_iter().map(|path| {
        before_each_file();
        let mut file = read_and_check(path, root)?;
        let pictures = rewrite_addresses_and_list_pictures(std::slice::from_mut(&mut file), root);
        finish(&mut file);
        Ok((file, pictures))
    });
    let mut files = Vec::new();
    let mut pictures = BTreeMap::new();
    for (file, shown) in checked.collect::<Result<Vec<_>>>()? {
        if file.is_scenario || !file.diagnostics.is_empty() {
            files.push(file);
            pictures.extend(shown);
        }
    }
    let mut pages = FilesByPageName::default();
    for file in &mut files {
        pages.claim_page(&page_path_of(file), file);
    }
    files.extend(tables_with_same_name(&found.tables));
    Ok(ScenarioLibrary {
        tables,
        passed_over: found.skipped,
        pictures,
        root: root.to_path_buf(),
        ..ScenarioLibrary::from_files(files)
    })
}

/// Frees the room that the lists of steps of a file do not need. While a story is played, its list grows by doubling, and a
/// library keeps thousands of lists.
fn shrink_step_lists(file: &mut CheckedFile) {
    for story in &mut file.stories {
        match &mut story.steps {
            StorySteps::Tricks(steps) => steps.shrink_to_fit(),
            StorySteps::Mus(steps) => steps.shrink_to_fit(),
        }
    }
}

/// Names the cards of each hand as pages draw them.
fn name_cards_as_drawn(files: &mut [CheckedFile]) {
    for story in files.iter_mut().flat_map(|file| &mut file.stories) {
        story.letters = letters_on_pages(story.letters, &story.rules);
    }
}

/// Reads and checks a file. Its path is shown as it stands from `root`.
fn read_and_check(path: &Path, root: &Path) -> Result<CheckedFile> {
    let bytes = File::open(path)
        .and_then(read_scenario_bytes)
        .with_context(|| format!("{} cannot be read", printable_path(path)))?;
    Ok(check_bytes(path, root, &bytes))
}

/// Checks the content of a file. Its path is shown as it stands from `root`.
fn check_bytes(path: &Path, root: &Path, bytes: &[u8]) -> CheckedFile {
    let mut checked = check_in(house_rules_of(path), &path.display().to_string(), bytes);
    check_links_and_pictures(&mut checked);
    let path = path.strip_prefix(root).unwrap_or(path);
    checked.path = path.display().to_string();
    checked
}

/// Returns the courses of a story from the cache, or computes them and writes them there.
fn cached_or_computed_courses(
    story: &Story,
    cache: Option<&BuildResultCache>,
) -> Vec<Vec<MoveWithOutcomes>> {
    if story.step_count() == 0 {
        return Vec::new();
    }
    let Some(cache) = cache else {
        return outcomes_by_step(story);
    };
    // The courses follow from the rules, from the beginning of each hand, and from all that
    // happened in it.
    let mut beginnings = Vec::new();
    let mut events = Vec::new();
    for step in story.trick_steps() {
        if step.kind == StepKind::Deal {
            beginnings.push(step.before);
        }
        events.push((step.hand, &step.kind, &step.events));
    }
    let entry = cache.use_entry_path(&(&story.rules, beginnings, events));
    if let Some(text) = cache.read_sealed(&entry)
        && let Ok(kept) = serde_json::from_str::<Vec<Vec<MoveWithOutcomes>>>(&text)
        && kept.len() == story.trick_steps().len()
    {
        return kept;
    }
    let courses = outcomes_by_step(story);
    // A folder that cannot be written to keeps nothing.
    drop(cache.write_sealed(&entry, &serde_json::to_string(&courses).unwrap_or_default()));
    courses
}
