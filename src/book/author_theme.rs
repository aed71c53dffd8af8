//! The theme folder of an author's book. Each file in it is added to ours, replaces ours, or is
//! refused.

use super::prose_file_links::with_slashes;
use crate::scenario::printable_path;
use anyhow::{Context, Result, ensure};
use include_dir::{Dir, File};
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// What is done with a file of an author's theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThemeFileMerge {
    /// The file is appended to ours, so that it overrides what ours says.
    Append,
    /// The file replaces ours, or is added if we have none of that name.
    Replace,
    /// The file is a template of a whole page. It replaces ours if it was made from ours: then it
    /// contains this mark.
    ReplaceIfMarked(&'static str),
    /// The file would replace a script that the pages need.
    Refuse,
    /// No page asks for the file.
    Ignore,
}

/// The templates of whole pages, each with a mark that our template has and mdBook's does not.
const PAGE_TEMPLATES: [(&str, &str); 2] = [
    ("index.hbs", "<!--[foot]-->"),
    ("toc.html.hbs", "<!--[chapters]-->"),
];

/// The files that mdBook's own pages ask for and ours do not.
const UNUSED_FILES: [&str; 9] = [
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

impl ThemeFileMerge {
    /// Returns what is done with a file, by its path in the theme folder.
    fn of_file(path: &str, ours: &Dir) -> ThemeFileMerge {
        if let Some((_, mark)) = PAGE_TEMPLATES.iter().find(|(name, _)| *name == path) {
            return ThemeFileMerge::ReplaceIfMarked(mark);
        }
        if UNUSED_FILES.contains(&path) {
            return ThemeFileMerge::Ignore;
        }
        if ours.get_file(path).is_none() {
            return ThemeFileMerge::Replace;
        }
        let is_sheet = path.ends_with(".css");
        if is_sheet || path == "head.hbs" || path == "header.hbs" {
            ThemeFileMerge::Append
        } else if path.ends_with(".js") {
            ThemeFileMerge::Refuse
        } else {
            ThemeFileMerge::Replace
        }
    }
}

/// Returns whether a theme has a file for each of ours. Such a theme replaces ours.
fn is_complete(theme: &Path, ours: &Dir) -> bool {
    ours.files().all(|file| theme.join(file.path()).is_file())
}

/// Adds an author's theme to ours, which is in the folder `target` already, and returns notes on
/// files that are not used.
///
/// # Errors
/// A file would leave the pages without styles or scripts.
pub(super) fn add_author_theme(theme: &Path, target: &Path, ours: &Dir) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    if !theme.is_dir() {
        return Ok(notes);
    }
    let is_complete = is_complete(theme, ours);
    for entry in WalkDir::new(theme).sort_by_file_name() {
        let entry = entry.with_context(|| format!("{} cannot be read", printable_path(theme)))?;
        if !entry.file_type().is_file() {
            continue;
        }
        let file = AuthorThemeFile::new(theme, entry.into_path())?;
        let file_use = if is_complete {
            ThemeFileMerge::Replace
        } else {
            ThemeFileMerge::of_file(&file.name, ours)
        };
        let our_text = ours.get_file(&file.name).and_then(File::contents_utf8);
        notes.extend(file.write(file_use, our_text.unwrap_or_default(), target)?);
    }
    if !is_complete {
        link_pages_to_png_icon(theme, target)?;
    }
    Ok(notes)
}

/// A file of an author's theme.
struct AuthorThemeFile {
    path: PathBuf,
    /// The path in the theme folder, with slashes.
    name: String,
    /// The path in messages: `theme/head.hbs`.
    shown_path: PathBuf,
}

impl AuthorThemeFile {
    fn new(theme: &Path, path: PathBuf) -> Result<AuthorThemeFile> {
        let name = with_slashes(path.strip_prefix(theme)?);
        let shown_path = Path::new("theme").join(&name);
        Ok(AuthorThemeFile {
            path,
            name,
            shown_path,
        })
    }

    /// Reads the text of the file.
    fn read_text(&self) -> Result<String> {
        fs::read_to_string(&self.path)
            .with_context(|| format!("{} cannot be read", printable_path(&self.path)))
    }

    /// Writes the file into the folder `target` according to its use. Returns a note for the
    /// author, if there is one.
    fn write(
        &self,
        file_use: ThemeFileMerge,
        our_text: &str,
        target: &Path,
    ) -> Result<Option<String>> {
        let target = target.join(&self.name);
        match file_use {
            ThemeFileMerge::Append => return self.append_to_our_text(our_text, &target),
            ThemeFileMerge::Replace => {
                let bytes = fs::read(&self.path).with_context(|| {
                    format!("{} cannot be read", printable_path(&self.shown_path))
                })?;
                write_file_with_folder(&target, bytes)?;
            }
            ThemeFileMerge::ReplaceIfMarked(mark) => {
                write_file_with_folder(&target, self.read_text_requiring_mark(mark)?)?
            }
            ThemeFileMerge::Refuse => self.ensure_same_as_ours(our_text)?,
            ThemeFileMerge::Ignore => {
                let path = printable_path(&self.shown_path);
                return Ok(Some(format!("{path} is not used: no page asks for it")));
            }
        }
        Ok(None)
    }

    /// Writes our text and, below it, the author's text, if the two differ, and returns a note on
    /// addresses of other sites in it.
    fn append_to_our_text(&self, our_text: &str, target: &Path) -> Result<Option<String>> {
        let theirs = self.read_text()?;
        if theirs == our_text {
            return Ok(None);
        }
        let added = theirs.trim_start_matches('\u{FEFF}');
        write_file_with_folder(target, format!("{our_text}\n{added}"))?;
        Ok(note_on_remote_files(&self.shown_path, &theirs))
    }

    /// Returns the text of a template, or an error if it does not contain the mark.
    fn read_text_requiring_mark(&self, mark: &str) -> Result<String> {
        let theirs = self.read_text()?;
        ensure!(
            theirs.contains(mark),
            "{} would leave the pages without styles: it is not made from the template of mouche; \
             put what you add into theme/head.hbs or theme/header.hbs, and remove this file",
            printable_path(&self.shown_path)
        );
        Ok(theirs)
    }

    /// Refuses a script that differs from ours.
    fn ensure_same_as_ours(&self, our_text: &str) -> Result<()> {
        ensure!(
            self.read_text()? == our_text,
            "{} would replace a script that the pages need; give your script another name, and list it \
             in `additional-js` under [output.html] in book.toml",
            printable_path(&self.shown_path)
        );
        Ok(())
    }
}

/// Writes a file, and makes its folder if there is none.
fn write_file_with_folder(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes).with_context(|| format!("{} cannot be written", printable_path(path)))
}

/// The line of our `head.hbs` that links to the icon.
const ICON: &str = r#"<link rel="icon" href="{{ resource "favicon.svg" }}" type="image/svg+xml">"#;

/// Links the pages to an author's `favicon.png`, unless the author has a `favicon.svg` too.
fn link_pages_to_png_icon(theme: &Path, target: &Path) -> Result<()> {
    if !theme.join("favicon.png").is_file() || theme.join("favicon.svg").is_file() {
        return Ok(());
    }
    let head = target.join("head.hbs");
    let png = r#"<link rel="icon" href="{{ resource "favicon.png" }}" type="image/png">"#;
    write_file_with_folder(&head, fs::read_to_string(&head)?.replace(ICON, png))
}

/// Returns a note if a text asks for files of another site, because browsers will not load them for
/// our pages.
fn note_on_remote_files(path: &Path, text: &str) -> Option<String> {
    const REQUESTS: [&str; 6] = [
        "src=\"http",
        "src='http",
        "src=\"//",
        "url(http",
        "url(\"http",
        "@import",
    ];
    let links_sheet = text.contains("stylesheet") && text.contains("href=\"http");
    if !links_sheet && !REQUESTS.iter().any(|request| text.contains(request)) {
        return None;
    }
    Some(format!(
        "{} asks for files of another site, which browsers will not load: the pages allow only files of the book; \
         put a copy into the book",
        printable_path(path)
    ))
}
