//! What an author's book has in its theme folder, and what becomes of it: a file is added to ours, replaces ours, or is refused.

use super::links::with_slashes;
use crate::scenario::display_path;
use anyhow::{Context, Result, ensure};
use include_dir::{Dir, File};
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// What happens with a file of a theme folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// It follows ours in the same file, so that what it says counts where both speak.
    Added,
    /// It stands in the place of ours, or beside it.
    Taken,
    /// It would break the pages, unless it was made from ours: then it has this mark in it.
    Frame(&'static str),
    /// It would take the place of a script of ours.
    Refused,
    /// Nothing in the pages asks for it.
    Unused,
}

/// Templates of whole pages, each with a mark that our template has and mdBook's has not.
const FRAMES: [(&str, &str); 2] = [
    ("index.hbs", "<!--[foot]-->"),
    ("toc.html.hbs", "<!--[chapters]-->"),
];

/// Files that mdBook's own pages ask for and ours do not.
const UNUSED: [&str; 9] = [
    "toc.js.hbs",
    "css/print.css",
    "highlight.js",
    "highlight.css",
    "clipboard.min.js",
    "tomorrow-night.css",
    "ayu-highlight.css",
    "fonts/fonts.css",
    "guest.css",
];

fn use_of(file: &str, ours: &Dir) -> Use {
    if let Some((_, mark)) = FRAMES.iter().find(|(name, _)| *name == file) {
        return Use::Frame(mark);
    }
    if UNUSED.contains(&file) {
        return Use::Unused;
    }
    if ours.get_file(file).is_none() {
        return Use::Taken;
    }
    match file.rsplit_once('.').map(|(_, ending)| ending) {
        Some("css") => Use::Added,
        Some("js") => Use::Refused,
        _ if matches!(file, "head.hbs" | "header.hbs") => Use::Added,
        _ => Use::Taken,
    }
}

/// Whether a theme folder has every file of ours: it is then a theme of its own, and used as it is.
fn is_complete(theme: &Path, ours: &Dir) -> bool {
    ours.files().all(|file| theme.join(file.path()).is_file())
}

/// Writes an author's theme over ours, which stands in the folder `to` already. Returns notes on what is not used. A theme
/// that is complete replaces ours file by file.
///
/// # Errors
/// A file that would leave the pages without styles or scripts.
pub(super) fn lay_over(theme: &Path, to: &Path, ours: &Dir) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    let is_complete = is_complete(theme, ours);
    if !theme.is_dir() {
        return Ok(notes);
    }
    for entry in WalkDir::new(theme).sort_by_file_name() {
        let entry = entry.with_context(|| format!("{} cannot be read", display_path(theme)))?;
        if !entry.file_type().is_file() {
            continue;
        }
        let file = ThemeFile::new(theme, entry.into_path())?;
        let file_use = if is_complete {
            Use::Taken
        } else {
            use_of(&file.name, ours)
        };
        let our_text = ours.get_file(&file.name).and_then(File::contents_utf8);
        notes.extend(file.lay_over(file_use, our_text.unwrap_or_default(), to)?);
    }
    if !is_complete {
        take_favicon(theme, to)?;
    }
    Ok(notes)
}

/// A file of an author's theme.
struct ThemeFile {
    path: PathBuf,
    /// Its path in the folder of the theme, with slashes.
    name: String,
    /// Its path as an author writes it: `theme/head.hbs`.
    place: PathBuf,
}

impl ThemeFile {
    fn new(theme: &Path, path: PathBuf) -> Result<ThemeFile> {
        let name = with_slashes(path.strip_prefix(theme)?);
        let place = Path::new("theme").join(&name);
        Ok(ThemeFile { path, name, place })
    }

    fn text(&self) -> Result<String> {
        fs::read_to_string(&self.path)
            .with_context(|| format!("{} cannot be read", display_path(&self.path)))
    }

    /// Puts the file to its use in the folder `to`. Returns a note on it for its author, if there is any.
    fn lay_over(&self, file_use: Use, our_text: &str, to: &Path) -> Result<Option<String>> {
        let target = to.join(&self.name);
        match file_use {
            Use::Added => return self.add_to(our_text, &target),
            Use::Taken => {
                let bytes = fs::read(&self.path)
                    .with_context(|| format!("{} cannot be read", display_path(&self.place)))?;
                write(&target, bytes)?;
            }
            Use::Frame(mark) => write(&target, self.frame(mark)?)?,
            Use::Refused => self.refuse_change(our_text)?,
            Use::Unused => {
                let place = display_path(&self.place);
                return Ok(Some(format!("{place} is not used: no page asks for it")));
            }
        }
        Ok(None)
    }

    /// Writes our text and, below it, the author's, if that is another.
    fn add_to(&self, our_text: &str, target: &Path) -> Result<Option<String>> {
        let theirs = self.text()?;
        if theirs == our_text {
            return Ok(None);
        }
        let added = theirs.trim_start_matches('\u{FEFF}');
        write(target, format!("{our_text}\n{added}"))?;
        Ok(note_on_policy(&self.place, &theirs))
    }

    /// Returns the text of a template, which must have our mark.
    fn frame(&self, mark: &str) -> Result<String> {
        let theirs = self.text()?;
        ensure!(
            theirs.contains(mark),
            "{} would leave the pages without styles: it is not made from the template of mouche; \
             put what you add into theme/head.hbs or theme/header.hbs, and remove this file",
            display_path(&self.place)
        );
        Ok(theirs)
    }

    /// Refuses a script that is not ours.
    fn refuse_change(&self, our_text: &str) -> Result<()> {
        ensure!(
            self.text()? == our_text,
            "{} would replace a script that the pages need; give your script another name, and list it \
             in `additional-js` under [output.html] in book.toml",
            display_path(&self.place)
        );
        Ok(())
    }
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes).with_context(|| format!("{} cannot be written", display_path(path)))
}

/// The line of our head that names the icon.
const ICON: &str = r#"<link rel="icon" href="{{ resource "favicon.svg" }}" type="image/svg+xml">"#;

/// Names an author's `favicon.png` in the head of the pages, where there is no `favicon.svg` of theirs beside it.
fn take_favicon(theme: &Path, to: &Path) -> Result<()> {
    if !theme.join("favicon.png").is_file() || theme.join("favicon.svg").is_file() {
        return Ok(());
    }
    let head: PathBuf = to.join("head.hbs");
    let png = r#"<link rel="icon" href="{{ resource "favicon.png" }}" type="image/png">"#;
    write(&head, fs::read_to_string(&head)?.replace(ICON, png))
}

/// A note where something that is added asks for files of another site: the pages let nothing in from there.
fn note_on_policy(path: &Path, text: &str) -> Option<String> {
    let asks = [
        "src=\"http",
        "src='http",
        "src=\"//",
        "url(http",
        "url(\"http",
        "@import",
    ]
    .iter();
    let asks = { asks }.any(|ask| text.contains(ask))
        || text.contains("stylesheet") && text.contains("href=\"http");
    asks.then(|| {
        format!(
            "{} asks for files of another site, which browsers will not load: the pages allow only files of the book; \
             put a copy into the book",
            display_path(path)
        )
    })
}
