//! The files that are open, and what is asked about them, each thing answered by its own module.

use super::open::{Lines, Open, actions, edits, published};
use crate::author::{Item, Part, Thing, complete, hands, hover, spelled};
use lsp_server::{ErrorCode, Notification};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{CodeActionRequest, Completion, DocumentSymbolRequest, Formatting, HoverRequest, Request};
use lsp_types::{
    CodeActionParams, CompletionItem, CompletionItemKind, CompletionParams, CompletionTextEdit,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingParams,
    DocumentSymbol, DocumentSymbolParams, Documentation, Hover, HoverContents, HoverParams, MarkupContent, MarkupKind,
    PositionEncodingKind, PublishDiagnosticsParams, Range, SymbolKind, TextEdit, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Why something asked is not answered.
pub(super) type Refused = (ErrorCode, String);

pub(super) struct Workspace {
    book: String,
    pub(super) encoding: PositionEncodingKind,
    files: BTreeMap<Uri, Open>,
    unpublished: BTreeSet<Uri>,
}

impl Workspace {
    pub(super) fn new(book: &str) -> Workspace {
        let (files, unpublished) = Default::default();
        Workspace { book: book.to_owned(), encoding: PositionEncodingKind::UTF16, files, unpublished }
    }

    /// Takes what the editor tells; gives what it is told at once.
    pub(super) fn take(&mut self, method: &str, params: Value) -> Result<Option<Notification>, Refused> {
        match method {
            DidOpenTextDocument::METHOD => {
                let DidOpenTextDocumentParams { text_document: opened } = read(params)?;
                let file = Open::new(opened.uri.clone(), opened.version, opened.text, self.encoding.clone());
                self.files.insert(opened.uri.clone(), file);
                self.unpublished.insert(opened.uri);
            }
            DidChangeTextDocument::METHOD => {
                let DidChangeTextDocumentParams { text_document: changed, content_changes } = read(params)?;
                if let Some(file) = self.files.get_mut(&changed.uri) {
                    file.change(changed.version, content_changes);
                    self.unpublished.insert(changed.uri);
                }
            }
            DidCloseTextDocument::METHOD => {
                let DidCloseTextDocumentParams { text_document: closed } = read(params)?;
                self.files.remove(&closed.uri);
                self.unpublished.remove(&closed.uri);
                // A file that is closed has no mistakes any more.
                return Ok(Some(note(PublishDiagnosticsParams::new(closed.uri, Vec::new(), None))));
            }
            _ => {}
        }
        Ok(None)
    }

    /// A file whose mistakes have not been told since it changed.
    pub(super) fn unpublished(&mut self) -> Option<Uri> {
        self.unpublished.pop_first()
    }

    pub(super) fn published(&self, uri: &Uri) -> Option<Notification> {
        Some(note(published(self.files.get(uri)?, &self.book)))
    }

    pub(super) fn answer(&self, method: &str, params: Value) -> Result<Value, Refused> {
        Ok(match method {
            HoverRequest::METHOD => json!(self.hovered(read(params)?)?),
            Completion::METHOD => json!(self.completed(read(params)?)?),
            CodeActionRequest::METHOD => {
                let params: CodeActionParams = read(params)?;
                json!(actions(self.file(&params.text_document.uri)?, &params, &self.book))
            }
            DocumentSymbolRequest::METHOD => {
                let params: DocumentSymbolParams = read(params)?;
                let file = self.file(&params.text_document.uri)?;
                let symbol = |part: &Part, kind, children| symbol(&file.lines(), part, kind, children);
                let symbols = hands(&file.document).into_iter().map(|(hand, parts)| {
                    let parts = parts.iter().map(|part| symbol(part, SymbolKind::EVENT, None)).collect();
                    symbol(&hand, SymbolKind::NAMESPACE, Some(parts))
                });
                json!(symbols.collect::<Vec<_>>())
            }
            Formatting::METHOD => {
                let params: DocumentFormattingParams = read(params)?;
                let file = self.file(&params.text_document.uri)?;
                json!(spelled(&file.document).map(|text| edits(file, &text)))
            }
            _ => return Err((ErrorCode::MethodNotFound, format!("unsupported request: {method}"))),
        })
    }

    fn completed(&self, params: CompletionParams) -> Result<Option<Vec<CompletionItem>>, Refused> {
        let at = params.text_document_position;
        let file = self.file(&at.text_document.uri)?;
        let lines = file.lines();
        Ok(complete(&file.document, lines.byte(at.position)).map(|(items, span)| {
            items.into_iter().enumerate().map(|(place, item)| completion(item, place, lines.range(&span))).collect()
        }))
    }

    fn hovered(&self, params: HoverParams) -> Result<Option<Hover>, Refused> {
        let at = params.text_document_position_params;
        let file = self.file(&at.text_document.uri)?;
        let lines = file.lines();
        Ok(hover(&file.document, lines.byte(at.position), &self.book).map(|(said, span)| {
            let contents = MarkupContent { kind: MarkupKind::Markdown, value: said.join("\n\n---\n\n") };
            Hover { contents: HoverContents::Markup(contents), range: Some(lines.range(&span)) }
        }))
    }

    fn file(&self, uri: &Uri) -> Result<&Open, Refused> {
        self.files.get(uri).ok_or_else(|| (ErrorCode::InvalidParams, "this file is not open".to_owned()))
    }
}

/// The item as an editor takes it, the one of this place in the list, to be written instead of a range.
fn completion(item: Item, place: usize, range: Range) -> CompletionItem {
    let kind = match item.thing {
        Thing::Word => CompletionItemKind::KEYWORD,
        Thing::Name => CompletionItemKind::VARIABLE,
        Thing::Sign => CompletionItemKind::OPERATOR,
        Thing::Value => CompletionItemKind::VALUE,
        Thing::Member => CompletionItemKind::ENUM_MEMBER,
        Thing::Clause => CompletionItemKind::REFERENCE,
        Thing::Key => CompletionItemKind::FIELD,
        Thing::Option => CompletionItemKind::PROPERTY,
    };
    let documentation = Some(item.more)
        .filter(|more| !more.is_empty())
        .map(|value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }));
    CompletionItem {
        label: item.text.replace('\n', ", "),
        filter_text: (!item.also.is_empty()).then(|| format!("{} {}", item.text, item.also)),
        sort_text: Some(format!("{place:03}")),
        documentation,
        detail: Some(item.detail).filter(|detail| !detail.is_empty()),
        kind: Some(kind),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, item.text))),
        ..CompletionItem::default()
    }
}

fn symbol(lines: &Lines, part: &Part, kind: SymbolKind, children: Option<Vec<DocumentSymbol>>) -> DocumentSymbol {
    let (name, detail, tags, range) = (part.name.clone(), None, None, lines.range(&part.span));
    let selection_range = Range::new(range.start, range.start);
    #[expect(deprecated, reason = "the protocol's type has this field, and no other way to make one")]
    DocumentSymbol { name, detail, kind, tags, deprecated: None, range, selection_range, children }
}

fn note(params: PublishDiagnosticsParams) -> Notification {
    Notification::new(PublishDiagnostics::METHOD.to_owned(), params)
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refused> {
    serde_json::from_value(params).map_err(|wrong| (ErrorCode::InvalidParams, wrong.to_string()))
}
