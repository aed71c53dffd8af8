//! Links and pictures in the prose of a scenario: where each stands, what it leads to, and what is wrong with it.

use super::disk_files::{
    has_smart_punctuation, preprocessor_settings, read_book_settings, source_folder,
};
use super::mdbook_page_ids::PageIds;
use super::replay::check_and_prove_fixes::{check_in, moved_into_chapter};
use super::replay::checked_file::CheckedFile;
use super::text::chapter_hand_fences::hand_fences_of_chapter;
use super::text::diagnostic::sort_by_place;
use super::text::prose_links_and_pictures::{LinkOrPictureAddress, find_references, is_external};
use super::text::scenario_loader::header_and_scenario_fences;
use super::text::{Diagnostic, Span, diagnose, quote};
use super::{house_rules_of, is_markdown, list_first_paths, printable_path, read_scenario_bytes};
use percent_encoding::percent_decode_str;
use std::fs::File;
use std::path::{Component, Path, PathBuf};

/// The file that an address in prose leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProseLinkTarget {
    /// A place that is not looked after here: another site, a page of the book by its address, a place of the same page.
    Elsewhere,
    /// Another scenario, and a step of it or nothing.
    Scenario(PathBuf, String),
    /// A chapter of the book, by its path in `book/src`, and a heading of it or nothing.
    Chapter(PathBuf, String),
    /// A picture, and its path from the folder that is published: of scenarios, or of chapters in a book of mdBook's.
    Picture(PathBuf, PathBuf),
}

/// Adds to a checked file what is wrong with the links and the pictures of its prose. The hands inside a chapter are looked at
/// if the chapter belongs to a book of mdBook's.
pub fn check_links_and_pictures(checked: &mut CheckedFile) {
    let file = std::path::absolute(&checked.path).unwrap_or_default();
    let wrong = if checked.chapter.is_some() {
        inline_hand_link_faults(&file, &checked.text)
    } else if checked.is_scenario && checked.scenario.is_some() {
        link_faults_in_prose(&file, &checked.text, &LinkableBookFolders::for_file(&file))
    } else {
        Vec::new()
    };
    checked.diagnostics.extend(wrong);
    sort_by_place(&mut checked.diagnostics, |found| (found.span.start, 0));
}

/// Returns the faults of links and pictures in the prose of hands that stand inside a chapter.
fn inline_hand_link_faults(file: &Path, text: &str) -> Vec<Diagnostic> {
    let Some(folders) = LinkableBookFolders::for_chapter(file) else {
        return Vec::new();
    };
    let mut wrong = Vec::new();
    for fence in hand_fences_of_chapter(text)
        .iter()
        .filter(|fence| fence.path.is_none())
    {
        let is_exact = fence.span_if_verbatim(text).is_some();
        let faults = link_faults_in_prose(file, fence.content.text(), &folders);
        wrong.extend(
            faults
                .iter()
                .map(|fault| moved_into_chapter(fault, fence, is_exact)),
        );
    }
    wrong
}

/// Returns what is wrong with the links and the pictures of a file's prose.
fn link_faults_in_prose(file: &Path, text: &str, folders: &LinkableBookFolders) -> Vec<Diagnostic> {
    find_references(text)
        .iter()
        .filter_map(|reference| find_fault(file, reference, folders))
        .collect()
}

fn find_fault(
    file: &Path,
    reference: &LinkOrPictureAddress,
    folders: &LinkableBookFolders,
) -> Option<Diagnostic> {
    let (chapter, heading) = match resolve_reference_in(file, reference, folders) {
        Ok(ProseLinkTarget::Chapter(chapter, heading)) if folders.has_whole_chapters => {
            (chapter, heading)
        }
        Ok(_) => return None,
        Err(fault) => return Some(fault),
    };
    let bytes = File::open(folders.chapters.as_ref()?.join(chapter))
        .and_then(read_scenario_bytes)
        .ok()?;
    let text = String::from_utf8_lossy(&bytes);
    // Only the build knows the headings of what a chapter includes.
    if text.contains("{{#") {
        return None;
    }
    check_link_fragment(reference, &heading, &text, folders.has_smart_punctuation).err()
}

/// Checks that the page of a chapter has the place that a link names after `#`: a heading, a footnote, what its HTML names, or a
/// step of a hand that it shows.
///
/// # Errors
/// There is no such place.
#[expect(clippy::result_large_err, reason = "few addresses are wrong")]
pub fn check_link_fragment(
    reference: &LinkOrPictureAddress,
    fragment: &str,
    chapter: &str,
    has_smart_punctuation: bool,
) -> Result<(), Diagnostic> {
    let id = percent_decode_str(fragment).decode_utf8_lossy();
    if id.is_empty() || (looks_like_hand_id(&id) && !hand_fences_of_chapter(chapter).is_empty()) {
        return Ok(());
    }
    let anchors = PageIds::of_chapter(chapter, has_smart_punctuation);
    if anchors.has_id(&id) {
        return Ok(());
    }
    let span = &reference.span;
    let written = quote(without_fragment(&reference.address));
    let heading = quote(&id);
    if anchors.headings.is_empty() {
        return Err(diagnose!(
            "link-to-chapter-without-headings",
            span,
            written,
            heading
        ));
    }
    Err(diagnose!(
        "link-to-no-heading",
        span,
        written,
        heading,
        headings = list_first_paths(anchors.headings.iter())
    ))
}

/// Returns whether an id looks like that of a hand on a page, of a step of it, or of a rule below it.
fn looks_like_hand_id(id: &str) -> bool {
    let is_step = id
        .split("-h")
        .skip(1)
        .any(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    is_step || id.ends_with("-hand") || id.contains("-rules-")
}

/// The folders of a book in which its hands may name files.
#[derive(Clone, Debug)]
pub struct LinkableBookFolders {
    /// The folder of scenarios, or that of a file that lies in none.
    pub scenarios: PathBuf,
    /// The folder of the chapters, if there is a book.
    pub chapters: Option<PathBuf>,
    /// True if mdBook itself builds the book: it publishes only files among its chapters.
    pub is_guest: bool,
    /// True if mdBook makes its chapters from their files alone, so that the files have all headings.
    pub has_whole_chapters: bool,
    /// True if mdBook writes curly quotation marks and dashes, which the ids of headings leave out.
    pub has_smart_punctuation: bool,
}

impl LinkableBookFolders {
    /// Returns the folders of the book that a file belongs to: `book/src` beside the folder of scenarios; or the folder of
    /// chapters that the nearest `book.toml` above names.
    pub fn for_file(file: &Path) -> LinkableBookFolders {
        let scenarios = scenarios_or_own_folder(file);
        let own = scenarios
            .parent()
            .map(|root| root.join("book"))
            .unwrap_or_default();
        let mut above = scenarios.ancestors().skip(1);
        let guest = above
            .find(|folder| folder.join("book.toml").is_file())
            .filter(|_| !own.join("book.toml").is_file());
        match guest {
            Some(root) => LinkableBookFolders::of_guest_book(
                root,
                &read_book_settings(root).unwrap_or_default(),
                scenarios.clone(),
            ),
            None => LinkableBookFolders {
                scenarios,
                chapters: Some(own.join("src")),
                is_guest: false,
                has_whole_chapters: false,
                has_smart_punctuation: true,
            },
        }
    }

    /// Returns the folders of the book that a chapter belongs to, if by the nearest `book.toml` above mdBook has mouche put
    /// hands into its chapters, and no chapters of ours beside them.
    fn for_chapter(chapter: &Path) -> Option<LinkableBookFolders> {
        let root = chapter
            .ancestors()
            .skip(1)
            .find(|folder| folder.join("book.toml").is_file())?;
        let settings = read_book_settings(root)?;
        let ours = preprocessor_settings(&settings)?;
        ours.get("command")?;
        let folder = ours
            .get("scenarios")
            .and_then(toml::Value::as_str)
            .unwrap_or("scenarios");
        let folders = LinkableBookFolders::of_guest_book(root, &settings, root.join(folder));
        Some(folders).filter(|folders| folders.has_whole_chapters)
    }

    fn of_guest_book(
        root: &Path,
        settings: &toml::Table,
        scenarios: PathBuf,
    ) -> LinkableBookFolders {
        let adds_chapters =
            preprocessor_settings(settings).and_then(|ours| ours.get("chapters")?.as_bool());
        LinkableBookFolders {
            scenarios,
            chapters: Some(root.join(source_folder(settings))),
            is_guest: true,
            has_whole_chapters: !adds_chapters.unwrap_or(false),
            has_smart_punctuation: has_smart_punctuation(settings),
        }
    }
}

/// Returns where an address in a file leads, or what is wrong with it.
#[expect(clippy::result_large_err, reason = "few addresses are wrong")]
pub fn resolve_reference(
    file: &Path,
    reference: &LinkOrPictureAddress,
) -> Result<ProseLinkTarget, Diagnostic> {
    resolve_reference_in(file, reference, &LinkableBookFolders::for_file(file))
}

/// Returns where an address in a file of a book with these folders leads, or what is wrong with it.
#[expect(clippy::result_large_err, reason = "few addresses are wrong")]
pub fn resolve_reference_in(
    file: &Path,
    reference: &LinkOrPictureAddress,
    folders: &LinkableBookFolders,
) -> Result<ProseLinkTarget, Diagnostic> {
    let LinkOrPictureAddress {
        address,
        span,
        is_picture,
    } = reference;
    if is_external(address) {
        // Of a picture of another site the check of the prose tells.
        return Ok(ProseLinkTarget::Elsewhere);
    }
    if *is_picture {
        return resolve_picture(file, address, span, folders);
    }
    let (path, fragment) = address.split_once('#').unwrap_or((address, ""));
    if path.is_empty() || !is_markdown(Path::new(path)) {
        return Ok(ProseLinkTarget::Elsewhere);
    }
    let written = quote(path);
    let Some(target) = join_relative_path(file, path).filter(|target| target.is_file()) else {
        return Err(diagnose!("link-to-nothing", span, written));
    };
    let chapter = folders
        .chapters
        .as_ref()
        .and_then(|chapters| target.strip_prefix(chapters).ok());
    let bytes = File::open(&target)
        .and_then(read_scenario_bytes)
        .unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let house = house_rules_of(&target);
    let (header, _) = header_and_scenario_fences(house, &text);
    let is_scenario = header.is_some();
    if let Some(chapter) = chapter
        && !(folders.is_guest && is_scenario)
    {
        return Ok(ProseLinkTarget::Chapter(
            chapter.to_path_buf(),
            fragment.to_owned(),
        ));
    }
    if chapter.is_none() && !is_within_after_symlinks(&target, &folders.scenarios) {
        return Err(diagnose!("link-out", span, written));
    }
    if !is_scenario {
        return Err(diagnose!("link-to-no-scenario", span, written));
    }
    if fragment.is_empty() {
        return Ok(ProseLinkTarget::Scenario(target, String::new()));
    }
    let checked = check_in(house, &target.display().to_string(), &bytes);
    match step_id(&checked, fragment) {
        Some(step) => Ok(ProseLinkTarget::Scenario(target, step)),
        // Of a file that does not hold the steps may be unknown.
        None if !checked.holds() => Ok(ProseLinkTarget::Scenario(target, String::new())),
        None => Err(diagnose!(
            "link-to-no-step",
            span,
            written,
            step = quote(fragment)
        )),
    }
}

/// Returns what is wrong with a link to a file that is no chapter of the book.
pub fn missing_chapter_error(reference: &LinkOrPictureAddress) -> Diagnostic {
    diagnose!(
        "link-to-no-chapter",
        &reference.span,
        written = quote(without_fragment(&reference.address))
    )
}

/// Returns what is wrong with a link to a hand that no chapter of the book shows.
pub fn missing_hand_error(reference: &LinkOrPictureAddress) -> Diagnostic {
    diagnose!(
        "link-to-no-embedded-hand",
        &reference.span,
        written = quote(without_fragment(&reference.address))
    )
}

/// Returns an address without its fragment.
fn without_fragment(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}

/// Returns the id of a step of a file, `h1-t3-2`, which may be written without its hand, or with the name of the file
/// before it.
fn step_id(checked: &CheckedFile, fragment: &str) -> Option<String> {
    let mut ids = checked
        .stories
        .iter()
        .flat_map(|story| story.frames().map(|step| step.id.as_str()));
    let id = ids.find(|id| {
        *id == fragment
            || id.strip_prefix("h1-") == Some(fragment)
            || fragment.ends_with(&format!("-{id}"))
    })?;
    Some(id.to_owned())
}

/// Returns the picture that an address leads to, if it is published.
#[expect(clippy::result_large_err, reason = "few addresses are wrong")]
fn resolve_picture(
    file: &Path,
    address: &str,
    span: &Span,
    folders: &LinkableBookFolders,
) -> Result<ProseLinkTarget, Diagnostic> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let written = quote(path);
    let Some(target) = join_relative_path(file, path).filter(|target| target.is_file()) else {
        return Err(diagnose!("link-to-nothing", span, written));
    };
    let published = match &folders.chapters {
        Some(chapters) if folders.is_guest => chapters,
        _ => &folders.scenarios,
    };
    match target.strip_prefix(published).map(Path::to_path_buf) {
        Ok(inside) if is_within_after_symlinks(&target, published) => {
            Ok(ProseLinkTarget::Picture(target, inside))
        }
        _ if folders.is_guest => Err(diagnose!(
            "picture-not-published",
            span,
            written,
            folder = quote(&printable_path(published))
        )),
        _ => Err(diagnose!("picture-out", span, written)),
    }
}

/// Returns the folder of scenarios that a file lies in, or else its own folder.
pub fn scenarios_or_own_folder(file: &Path) -> PathBuf {
    let mut folders = file.ancestors().skip(1);
    let scenarios =
        folders.find(|folder| folder.file_name().is_some_and(|name| name == "scenarios"));
    let own = file.parent().unwrap_or(Path::new(""));
    scenarios.unwrap_or(own).to_path_buf()
}

/// Returns the file that a relative path means, read from another file.
fn join_relative_path(file: &Path, path: &str) -> Option<PathBuf> {
    let path = percent_decode_str(path).decode_utf8().ok()?;
    join_normalized_path(file.parent()?, Path::new(path.as_ref()))
}

/// Returns the path that a relative one means in a folder, without `.` and `..`; none if it is not relative, or leads above the
/// beginning of the folder's path.
pub(crate) fn join_normalized_path(folder: &Path, path: &Path) -> Option<PathBuf> {
    let mut target = folder.to_path_buf();
    for part in path.components() {
        match part {
            Component::Normal(name) => target.push(name),
            Component::ParentDir => {
                if !target.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(target)
}

/// Returns whether a file truly lies in a folder: no link leads out of it.
fn is_within_after_symlinks(file: &Path, folder: &Path) -> bool {
    match (file.canonicalize(), folder.canonicalize()) {
        (Ok(file), Ok(folder)) => file.starts_with(folder),
        _ => false,
    }
}
