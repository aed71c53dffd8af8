//! The hands of all fences of a guest book, read and checked, with links that lead to pages of that
//! book.

use super::fence_scenario::{GuestBookFolders, read_fence, real_path};
use super::guest_hand_prose_links::{
    GuestBookLinkTargets, HandFileAndPage, LinkableChapter, fence_message, link_prose_to_pages,
};
use crate::book::ScenarioLibrary;
use crate::book::book_contents::PREPROCESSOR_NAME;
use crate::book::fence_filling::{ChapterDirectiveFence, find_fences};
use crate::page::{plain_text, to_slug};
use crate::scenario::{CheckedFile, LinkableBookFolders};
use anyhow::{Result, ensure};
use mdbook_preprocessor::PreprocessorContext;
use mdbook_preprocessor::book::{Book, Chapter};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The hands of a guest book.
pub(super) struct GuestHands {
    pub(super) indices: HandsByFence,
    pub(super) library: ScenarioLibrary,
}

/// The index of each hand in the library, by the chapter and the line of its fence.
#[derive(Default)]
pub(super) struct HandsByFence(BTreeMap<(PathBuf, usize), usize>);

impl HandsByFence {
    /// Returns the index of the hand of a fence on a page.
    pub(super) fn of_fence(&self, page: &Path, fence: &ChapterDirectiveFence) -> Option<usize> {
        self.0.get(&(page.to_owned(), fence.line)).copied()
    }
}

/// Reads the hands of all fences of a guest book.
///
/// # Errors
/// A fence has no scenario that holds, or a hand links to a page that the book does not have. The
/// error names all of these.
pub(super) fn read_guest_hands(context: &PreprocessorContext, book: &Book) -> Result<GuestHands> {
    let folders = read_folders(context)?;
    let mut reader = HandFenceCollector::default();
    for chapter in book.chapters() {
        reader.read_chapter_hands(chapter, &folders);
    }
    let links = GuestBookLinkTargets {
        folders: LinkableBookFolders {
            scenarios: real_path(&folders.scenarios),
            chapters: Some(real_path(&folders.chapters)),
            is_guest: true,
            has_whole_chapters: true,
            has_smart_punctuation: context
                .config
                .get("output.html.smart-punctuation")?
                .unwrap_or(true),
        },
        chapters: chapters_by_real_path(book, &folders.chapters),
    };
    let broken_links = link_prose_to_pages(&mut reader.files, &reader.origins, &links);
    reader.errors.extend(broken_links);
    ensure!(reader.errors.is_empty(), "{}", reader.errors.join("\n"));
    Ok(GuestHands {
        indices: reader.indices,
        library: ScenarioLibrary::from_files(reader.files),
    })
}

/// Returns the folders of a guest book. Its scenarios are in the folder `scenarios` beside
/// `book.toml`, unless a setting names another.
fn read_folders(context: &PreprocessorContext) -> Result<GuestBookFolders> {
    let setting = format!("preprocessor.{PREPROCESSOR_NAME}.scenarios");
    let scenarios = context.config.get::<PathBuf>(&setting)?;
    let scenarios = scenarios.unwrap_or_else(|| "scenarios".into());
    Ok(GuestBookFolders {
        root: context.root.clone(),
        scenarios: context.root.join(scenarios),
        chapters: context.root.join(&context.config.book.src),
    })
}

/// Returns the chapters of a book, by the real paths of their files.
fn chapters_by_real_path<'a>(
    book: &'a Book,
    folder: &Path,
) -> BTreeMap<PathBuf, LinkableChapter<'a>> {
    let mut chapters = BTreeMap::new();
    for chapter in book.chapters() {
        let linked = LinkableChapter {
            page: chapter.path.clone().unwrap_or_default(),
            text: &chapter.content,
        };
        chapters.insert(real_path(&file_of_chapter(chapter, folder)), linked);
    }
    chapters
}

/// Returns the file of a chapter in the folder of chapters.
fn file_of_chapter(chapter: &Chapter, folder: &Path) -> PathBuf {
    folder.join(chapter.source_path.as_deref().unwrap_or(Path::new("")))
}

/// Reads the fences of a book, one chapter after another.
#[derive(Default)]
struct HandFenceCollector {
    indices: HandsByFence,
    files: Vec<CheckedFile>,
    /// The origin of each file, in the same order.
    origins: Vec<HandFileAndPage>,
    errors: Vec<String>,
}

impl HandFenceCollector {
    /// Reads the hands of the fences in a chapter.
    fn read_chapter_hands(&mut self, chapter: &Chapter, folders: &GuestBookFolders) {
        let page = chapter.path.as_deref().unwrap_or(Path::new(""));
        let chapter_file = file_of_chapter(chapter, &folders.chapters);
        for fence in find_fences(&chapter.content, &["hand"]) {
            match read_fence(&fence, page, &chapter_file, folders) {
                Ok(source) => self.add_hand(source.file, source.path, page, &fence),
                Err(error) => self.errors.push(fence_message(page, fence.line, &error)),
            }
        }
    }

    /// Adds the hand of a fence. `path` is the file that its prose is written in.
    fn add_hand(
        &mut self,
        mut file: CheckedFile,
        path: PathBuf,
        page: &Path,
        fence: &ChapterDirectiveFence,
    ) {
        self.origins.push(HandFileAndPage {
            file: path_in_real_folder(&path),
            name_in_messages: file.path.clone(),
            is_inline: fence.path.is_empty(),
            is_part: !fence.path_and_steps().1.is_empty(),
            page: page.to_owned(),
            line: fence.line,
        });
        file.path = self.unique_hand_name(&file, fence);
        let place = (page.to_owned(), fence.line);
        self.indices.0.insert(place, self.files.len());
        self.files.push(file);
    }

    /// Returns a file name that no other hand of the book has. It is made of the file's own name,
    /// or of the title of a scenario inside a fence.
    fn unique_hand_name(&self, file: &CheckedFile, fence: &ChapterDirectiveFence) -> String {
        let name = if fence.path.is_empty() {
            to_slug(&plain_text(&file.title).to_lowercase())
        } else {
            let stem = Path::new(&file.path).file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        };
        let mut name = name.trim_matches('-');
        if name.is_empty() {
            name = "hand";
        }
        let mut unused = format!("{name}.md");
        let mut number = 2;
        while self.files.iter().any(|other| other.path == unused) {
            unused = format!("{name}-{number}.md");
            number += 1;
        }
        unused
    }
}

/// Returns the path of a file in its real folder, from which relative addresses in the file are
/// read.
fn path_in_real_folder(file: &Path) -> PathBuf {
    let folder = real_path(file.parent().unwrap_or(Path::new("")));
    folder.join(file.file_name().unwrap_or_default())
}
