//! What concerns the folders of an editor: the search for hands, and files that other programs change.

use super::file_addresses::address_of_file;
use super::open_file::{LinePositions, document_with_table};
use super::{RequestError, Server, parse_params};
use crate::author::{Document, FoundHand, match_hand_by_words};
use crate::scenario::{find_markdown_files_except, read_scenario_bytes};
use lsp_types::request::{self, Request as _};
use lsp_types::*;
use serde_json::{Value, json};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The most hands that a search returns.
const MOST_HANDS: usize = 200;

impl Server<'_> {
    /// Asks the editor to say when a file changes on which open files depend.
    pub(super) fn register_watchers(&self) {
        if !self.abilities.watches_files {
            return;
        }
        let globs = [
            "**/mouche.toml",
            "**/book.toml",
            "**/editions/*.toml",
            "**/*.md",
        ];
        let watchers = globs.map(|glob| json!({ "globPattern": glob }));
        let registration = json!({
            "id": "mouche-files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        let params = json!({ "registrations": [registration] });
        self.send_later(request::RegisterCapability::METHOD, params);
    }

    /// Checks the open files again after files have changed on the disk.
    pub(super) fn recheck_after_file_changes(&mut self, changed: &DidChangeWatchedFilesParams) {
        for (uri, file) in &mut self.files {
            let mut others = changed.changes.iter();
            if others.any(|change| change.uri != *uri) {
                file.reread_text();
                self.unpublished.insert(uri.clone());
                self.needs_refresh = true;
            }
        }
    }

    /// Returns the hands in the editor's folders that a search means.
    pub(super) fn workspace_symbols(&self, params: Value) -> Result<Value, RequestError> {
        let params: WorkspaceSymbolParams = parse_params(params)?;
        let mut symbols = Vec::new();
        for path in self.workspace_markdown_files() {
            if symbols.len() == MOST_HANDS {
                break;
            }
            symbols.extend(self.find_hand(&path, &params.query));
        }
        Ok(symbols.into())
    }

    /// Returns the Markdown files of the editor's folders.
    fn workspace_markdown_files(&self) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for folder in &self.folders {
            if let Ok(found) = find_markdown_files_except(folder, &[]) {
                paths.extend(found.files);
            }
        }
        paths.dedup();
        paths
    }

    /// Returns the hand of a file as a symbol, if a search means it. Of an open file the editor's text counts.
    fn find_hand(&self, path: &Path, query: &str) -> Option<Value> {
        let uri = address_of_file(path)?;
        if let Some(file) = self.files.get(&uri) {
            let found = match_hand_by_words(&file.document, query)?;
            return Some(self.hand_symbol(&uri, &file.document, &found));
        }
        let bytes = File::open(path).and_then(read_scenario_bytes).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        if !text.contains("toml scenario") {
            return None;
        }
        let document = document_with_table(path.to_str()?.to_owned(), text);
        let found = match_hand_by_words(&document, query)?;
        Some(self.hand_symbol(&uri, &document, &found))
    }

    fn hand_symbol(&self, uri: &Uri, document: &Document, found: &FoundHand) -> Value {
        let lines = LinePositions::new(&document.text, &self.encoding);
        let location = Location::new(uri.clone(), lines.range_of_span(&found.span));
        json!({
            "name": found.title,
            "kind": SymbolKind::CLASS,
            "containerName": found.about,
            "location": location,
        })
    }
}
