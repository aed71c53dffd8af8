//! The scenario that a fence asks for: a file, or what stands in the fence itself.

use crate::book::fence::Fence;
use crate::book::pages::NAME;
use crate::page::as_address;
use crate::page::markdown::plain;
use crate::scenario::render::{Report, full};
use crate::scenario::{Checked, check};
use anyhow::{Context, Result, bail, ensure};
use mdbook_preprocessor::PreprocessorContext;
use std::path::{Path, PathBuf};

/// How wide a diagnostic may be, in characters.
const WIDTH: usize = 120;

/// Where the scenarios of a book lie.
pub(super) struct Shelf {
    root: PathBuf,
    scenarios: PathBuf,
    prose: PathBuf,
}

impl Shelf {
    /// That of a book: the folder `scenarios` beside its `book.toml`, or another that is named there.
    ///
    /// # Errors
    /// A setting that is no path.
    pub(super) fn of(context: &PreprocessorContext) -> Result<Shelf> {
        let folder = context.config.get::<PathBuf>(&format!("preprocessor.{NAME}.scenarios"))?;
        let root = context.root.clone();
        let scenarios = root.join(folder.unwrap_or_else(|| "scenarios".into()));
        Ok(Shelf { scenarios, prose: root.join(&context.config.book.src), root })
    }

    /// What a fence asks for, under a name that no other hand of the book has. `folder` is that of its chapter.
    ///
    /// # Errors
    /// A scenario that is not there, or does not hold.
    pub(super) fn scenario(&self, fence: &Fence, page: &Path, folder: &Path, others: &[Checked]) -> Result<Checked> {
        let is_inline = fence.path.is_empty();
        let mut file = if is_inline { inline(fence, page)? } else { self.file(fence, folder)? };
        let stem = Path::new(&file.path).file_stem().unwrap_or_default().to_string_lossy();
        let name = if is_inline { as_address(&plain(&file.title).to_lowercase()) } else { stem.into_owned() };
        file.path = unlike(name.trim_matches('-'), others);
        Ok(file)
    }

    /// The file of a path: from the folder of scenarios, or from that of the chapter.
    fn file(&self, fence: &Fence, folder: &Path) -> Result<Checked> {
        let path = &fence.path;
        ensure!(fence.body.trim().is_empty(), "the fence has a path, `{path}`, and a scenario inside: leave out one");
        let places = [self.scenarios.join(path), self.prose.join(folder).join(path)];
        let Some(found) = places.iter().find(|place| place.is_file()) else {
            let [scenarios, chapter] = places.map(|place| self.shown(&place));
            bail!("no scenario is at `{path}`: neither {scenarios} nor {chapter} is a file");
        };
        let bytes = std::fs::read(found).with_context(|| format!("{} cannot be read", self.shown(found)))?;
        held(check(&self.shown(found), &bytes))
    }

    /// A path as it stands from the folder of the book.
    fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }
}

/// The scenario that stands in a fence. What is wrong with it is told by the lines of the chapter.
fn inline(fence: &Fence, page: &Path) -> Result<Checked> {
    ensure!(
        !fence.body.trim().is_empty(),
        "this hand has no scenario: write the path of one after the word `hand`, or the scenario itself inside"
    );
    let path = page.display().to_string();
    held(check(&path, fence.body.as_bytes())).or_else(|_| {
        let as_in_chapter = "\n".repeat(fence.line) + &fence.body;
        held(check(&path, as_in_chapter.as_bytes()))
    })
}

/// A file that is a scenario and holds.
fn held(file: Checked) -> Result<Checked> {
    ensure!(
        file.is_scenario || !file.diagnostics.is_empty(),
        "this is no scenario: it has no `toml scenario` fence. Around a scenario stand four backticks, since it has fences of its own"
    );
    let report = Report { path: &file.path, text: &file.text, diagnostics: &file.diagnostics };
    ensure!(file.holds(), "this hand does not hold\n{}", full(&report, false, WIDTH));
    Ok(file)
}

/// A path whose name none of the others has.
fn unlike(name: &str, others: &[Checked]) -> String {
    let name = if name.is_empty() { "hand" } else { name };
    let numbered = (2..).map(|number| format!("{name}-{number}.md"));
    let mut names = std::iter::once(format!("{name}.md")).chain(numbered);
    names.find(|path| others.iter().all(|other| other.path != *path)).unwrap_or_default()
}
