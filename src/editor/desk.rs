//! The files that are open, and what is asked about them.

use super::document::Document;
use super::position::Encoding;
use super::{abilities, diagnostics};
use lsp_server::{ErrorCode, Notification};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeParams,
    PublishDiagnosticsParams, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Why something asked is not answered.
pub(super) type Refused = (ErrorCode, String);

/// The open files.
pub(super) struct Desk {
    pub(super) book: String,
    encoding: Encoding,
    documents: BTreeMap<Uri, Document>,
    unpublished: BTreeSet<Uri>,
}

impl Desk {
    /// No file is open yet.
    pub(super) fn new(book: &str) -> Desk {
        let (documents, unpublished) = Default::default();
        Desk { book: book.to_owned(), encoding: Encoding::default(), documents, unpublished }
    }

    /// What is agreed with the editor: what columns count, and what it may ask.
    pub(super) fn agree(&mut self, params: Value) -> Value {
        let offered = serde_json::from_value::<InitializeParams>(params).ok();
        let offered = offered.and_then(|params| params.capabilities.general?.position_encodings);
        self.encoding = Encoding::agreed(&offered.unwrap_or_default());
        abilities::told(self.encoding)
    }

    /// Takes what the editor tells; gives what it is told at once.
    pub(super) fn heed(&mut self, method: &str, params: Value) -> Vec<Notification> {
        match method {
            DidOpenTextDocument::METHOD => self.open(params),
            DidChangeTextDocument::METHOD => self.change(params),
            DidCloseTextDocument::METHOD => return self.close(params),
            _ => {}
        }
        Vec::new()
    }

    fn open(&mut self, params: Value) {
        let Some(DidOpenTextDocumentParams { text_document: opened }) = read(params) else { return };
        let document = Document::new(opened.uri.clone(), opened.version, opened.text, self.encoding);
        self.documents.insert(opened.uri.clone(), document);
        self.unpublished.insert(opened.uri);
    }

    fn change(&mut self, params: Value) {
        let Some(DidChangeTextDocumentParams { text_document: changed, content_changes }) = read(params) else {
            return;
        };
        if let Some(document) = self.documents.get_mut(&changed.uri) {
            document.change(changed.version, content_changes);
            self.unpublished.insert(changed.uri);
        }
    }

    /// A file that is closed has no mistakes any more.
    fn close(&mut self, params: Value) -> Vec<Notification> {
        let Some(DidCloseTextDocumentParams { text_document: closed }) = read(params) else { return Vec::new() };
        self.documents.remove(&closed.uri);
        self.unpublished.remove(&closed.uri);
        vec![note(PublishDiagnosticsParams::new(closed.uri, Vec::new(), None))]
    }

    /// A file whose mistakes have not been told since it changed.
    pub(super) fn unpublished(&mut self) -> Option<Uri> {
        self.unpublished.pop_first()
    }

    /// What is wrong with it now.
    pub(super) fn published(&self, uri: &Uri) -> Option<Notification> {
        let document = self.documents.get(uri)?;
        Some(note(diagnostics::published(document, &self.book)))
    }

    /// The file of this address, if it is open.
    pub(super) fn document(&self, uri: &Uri) -> Result<&Document, Refused> {
        let unknown = || (ErrorCode::InvalidParams, "this file is not open".to_owned());
        self.documents.get(uri).ok_or_else(unknown)
    }
}

fn note(params: PublishDiagnosticsParams) -> Notification {
    Notification::new(PublishDiagnostics::METHOD.to_owned(), params)
}

fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).map_err(|wrong| super::wire::log(&wrong.to_string())).ok()
}
