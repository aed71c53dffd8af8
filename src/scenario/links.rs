//! Links and pictures in the prose of a scenario: where each stands, what it leads to, and what is wrong with it.

use super::files::source_folder;
use super::replay::check::Checked;
use super::replay::file::check_in;
use super::text::diagnostic::sort;
use super::text::load::blocks;
use super::text::prose::{Reference, is_foreign, references};
use super::text::{Diagnostic, Span, quoted, say};
use super::{house_of, is_markdown, read, shown};
use percent_encoding::percent_decode_str;
use std::fs::File;
use std::path::{Component, Path, PathBuf};

/// The file that an address in prose leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A place that is not looked after here: another site, a page of the book by its address, a place of the same page.
    Elsewhere,
    /// Another scenario, and a step of it or nothing.
    Scenario(PathBuf, String),
    /// A chapter of the book, by its path in `book/src`, and a heading of it or nothing.
    Chapter(PathBuf, String),
    /// A picture, and its path from the folder that is published: of scenarios, or of chapters in a book of mdBook's.
    Picture(PathBuf, PathBuf),
}

/// Adds to a checked file what is wrong with the links and the pictures of its prose.
pub fn check_references(checked: &mut Checked) {
    if !checked.is_scenario || checked.scenario.is_none() {
        return;
    }
    let file = std::path::absolute(&checked.path).unwrap_or_default();
    let wrong: Vec<Diagnostic> =
        references(&checked.text).iter().filter_map(|reference| destination(&file, reference).err()).collect();
    checked.diagnostics.extend(wrong);
    sort(&mut checked.diagnostics, |wrong| (wrong.span.start, 0));
}

/// The folders of a book in which its hands may name files.
#[derive(Clone, Debug)]
pub struct BookFolders {
    /// The folder of scenarios, or that of a file that lies in none.
    pub scenarios: PathBuf,
    /// The folder of the chapters, if there is a book.
    pub chapters: Option<PathBuf>,
    /// Whether the book is built by mdBook itself, which publishes the files among its chapters and no others.
    pub is_guest: bool,
}

impl BookFolders {
    /// Returns the folders of the book that a file belongs to: `book/src` beside the folder of scenarios; or the folder of
    /// chapters that the nearest `book.toml` above names.
    pub fn for_file(file: &Path) -> BookFolders {
        let scenarios = tree_of(file);
        let own = scenarios.parent().map(|root| root.join("book")).unwrap_or_default();
        let mut above = scenarios.ancestors().skip(1);
        let guest =
            above.find(|folder| folder.join("book.toml").is_file()).filter(|_| !own.join("book.toml").is_file());
        match guest {
            Some(root) => BookFolders { chapters: Some(root.join(source_folder(root))), scenarios, is_guest: true },
            None => BookFolders { chapters: Some(own.join("src")), scenarios, is_guest: false },
        }
    }
}

/// Returns where an address in a file leads, or what is wrong with it.
#[expect(clippy::result_large_err, reason = "few addresses are wrong")]
pub fn destination(file: &Path, reference: &Reference) -> Result<Destination, Diagnostic> {
    destination_in(file, reference, &BookFolders::for_file(file))
}

/// Returns where an address in a file of a book with these folders leads, or what is wrong with it.
#[expect(clippy::result_large_err, reason = "few addresses are wrong")]
pub fn destination_in(file: &Path, reference: &Reference, folders: &BookFolders) -> Result<Destination, Diagnostic> {
    let Reference { address, span, is_picture } = reference;
    if is_foreign(address) {
        // Of a picture of another site the check of the prose tells.
        return Ok(Destination::Elsewhere);
    }
    if *is_picture {
        return picture(file, address, span, folders);
    }
    let (path, fragment) = address.split_once('#').unwrap_or((address, ""));
    if path.is_empty() || !is_markdown(Path::new(path)) {
        return Ok(Destination::Elsewhere);
    }
    let written = quoted(path);
    let Some(target) = joined(file, path).filter(|target| target.is_file()) else {
        return Err(say!("link-to-nothing", span, written));
    };
    let chapter = folders.chapters.as_ref().and_then(|chapters| target.strip_prefix(chapters).ok());
    let bytes = File::open(&target).and_then(read).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let house = house_of(&target);
    let is_scenario = || blocks(house, &text).0.is_some();
    if let Some(chapter) = chapter
        && !(folders.is_guest && is_scenario())
    {
        return Ok(Destination::Chapter(chapter.to_path_buf(), fragment.to_owned()));
    }
    if chapter.is_none() && !is_within(&target, &folders.scenarios) {
        return Err(say!("link-out", span, written));
    }
    if !is_scenario() {
        return Err(say!("link-to-no-scenario", span, written));
    }
    if fragment.is_empty() {
        return Ok(Destination::Scenario(target, String::new()));
    }
    let checked = check_in(house, &target.display().to_string(), &bytes);
    match step_id(&checked, fragment) {
        Some(step) => Ok(Destination::Scenario(target, step)),
        // Of a file that does not hold the steps may be unknown.
        None if !checked.holds() => Ok(Destination::Scenario(target, String::new())),
        None => Err(say!("link-to-no-step", span, written, step = quoted(fragment))),
    }
}

/// Returns what is wrong with a link to a file that is no chapter of the book.
pub fn link_to_no_chapter(reference: &Reference) -> Diagnostic {
    say!("link-to-no-chapter", &reference.span, written = quoted(path_of(&reference.address)))
}

/// Returns what is wrong with a link to a hand that no chapter of the book shows.
pub fn link_to_no_embedded_hand(reference: &Reference) -> Diagnostic {
    say!("link-to-no-embedded-hand", &reference.span, written = quoted(path_of(&reference.address)))
}

fn path_of(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}

/// The id of a step of a file, `h1-t3-2`, which may be written without its hand, or with the name of the file before it.
fn step_id(checked: &Checked, fragment: &str) -> Option<String> {
    let mut ids = checked.stories.iter().flat_map(|story| story.frames().map(|step| step.id.as_str()));
    let is_it = |id: &&str| {
        *id == fragment || id.strip_prefix("h1-") == Some(fragment) || fragment.ends_with(&format!("-{id}"))
    };
    ids.find(is_it).map(str::to_owned)
}

#[expect(clippy::result_large_err, reason = "few addresses are wrong")]
fn picture(file: &Path, address: &str, span: &Span, folders: &BookFolders) -> Result<Destination, Diagnostic> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let written = quoted(path);
    let Some(target) = joined(file, path).filter(|target| target.is_file()) else {
        return Err(say!("link-to-nothing", span, written));
    };
    let published = match &folders.chapters {
        Some(chapters) if folders.is_guest => chapters,
        _ => &folders.scenarios,
    };
    match target.strip_prefix(published).map(Path::to_path_buf) {
        Ok(inside) if is_within(&target, published) => Ok(Destination::Picture(target, inside)),
        _ if folders.is_guest => Err(say!("picture-not-published", span, written, folder = quoted(&shown(published)))),
        _ => Err(say!("picture-out", span, written)),
    }
}

/// The folder of scenarios that a file lies in, or else its own folder.
pub fn tree_of(file: &Path) -> PathBuf {
    let mut folders = file.ancestors().skip(1);
    let own = file.parent().unwrap_or(Path::new("")).to_path_buf();
    folders.find(|folder| folder.file_name().is_some_and(|name| name == "scenarios")).map_or(own, Path::to_path_buf)
}

/// The file that a relative path means, read from another file.
fn joined(file: &Path, path: &str) -> Option<PathBuf> {
    let mut target = file.parent()?.to_path_buf();
    for part in Path::new(percent_decode_str(path).decode_utf8().ok()?.as_ref()).components() {
        match part {
            Component::Normal(name) => target.push(name),
            Component::ParentDir => target.pop().then_some(())?,
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(target)
}

/// Whether a file truly lies in a folder: no link leads out of it.
fn is_within(file: &Path, folder: &Path) -> bool {
    match (file.canonicalize(), folder.canonicalize()) {
        (Ok(file), Ok(folder)) => file.starts_with(folder),
        _ => false,
    }
}
