//! The addresses of files as the protocol has them; and a folder for the rules that the program carries and no file has.

use super::open_file::LinePositions;
use crate::author::{ClauseOrEditionPlace, Document, rules_as_markdown};
use lsp_types::{Location, PositionEncodingKind, Range, Uri};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The characters that the path of an address cannot have as they are.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// Returns the address of a file.
pub(super) fn address_of_file(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let root = if path.starts_with('/') { "" } else { "/" };
    let path = utf8_percent_encode(&path, ENCODED);
    format!("file://{root}{path}").parse().ok()
}

/// Returns the path that a `file://` address names on this machine.
pub(super) fn path_of_file_url(address: &str) -> Option<PathBuf> {
    let path = address.strip_prefix("file://")?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    Some(PathBuf::from(path.as_ref()))
}

/// A temporary folder for the rules of editions and for previews. It is made when it is first used,
/// and removed at the end of the session.
#[derive(Default)]
pub(super) struct EditorSessionTempFolder {
    folder: OnceCell<Option<TempDir>>,
}

impl EditorSessionTempFolder {
    /// Writes the rules of an edition into a file, and returns the place of a clause in it.
    pub(super) fn write_and_locate_rules(
        &self,
        document: &Document,
        place: &ClauseOrEditionPlace,
        encoding: &PositionEncodingKind,
    ) -> Option<Location> {
        let (text, span) = rules_as_markdown(document, place)?;
        let path = self.write_file(&format!("{}.md", place.edition), &text)?;
        let range = LinePositions::new(&text, encoding).range_of_span(&span);
        Some(Location::new(address_of_file(&path)?, range))
    }

    /// Writes a file into the folder, and returns its path.
    pub(super) fn write_file(&self, name: &str, text: &str) -> Option<PathBuf> {
        let folder = self.folder.get_or_init(make_folder).as_ref()?;
        let path = folder.path().join(name);
        // A file that is the same already is open in the editor, perhaps.
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(&path, text).ok()?;
        }
        Some(path)
    }
}

fn make_folder() -> Option<TempDir> {
    tempfile::Builder::new()
        .prefix("mouche-lsp-")
        .tempdir()
        .ok()
}

/// Returns a stretch of a file as the protocol has it.
pub(super) fn location_in_file(
    path: &Path,
    text: &str,
    span: &crate::scenario::Span,
    encoding: &PositionEncodingKind,
) -> Option<Location> {
    let range: Range = LinePositions::new(text, encoding).range_of_span(span);
    Some(Location::new(address_of_file(path)?, range))
}
