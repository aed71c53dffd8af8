//! The conversation with an editor over the two pipes: what comes in, in its order, and what goes out; the files that are
//! open, and what is asked about them.

use super::open::{Lines, Open, actions, edits, published};
use crate::author::{Item, Part, Thing, complete, hands, hover, spelled};
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, Formatting, HoverRequest, Initialize, Request as _, Shutdown,
};
use lsp_types::{
    CodeActionKind, CodeActionParams, CompletionItem, CompletionItemKind, CompletionParams, CompletionTextEdit,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingParams,
    DocumentSymbol, DocumentSymbolParams, Documentation, Hover, HoverContents, HoverParams, InitializeParams,
    MarkupContent, MarkupKind, PositionEncodingKind, PublishDiagnosticsParams, Range, SymbolKind, TextDocumentSyncKind,
    TextEdit, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

/// Answers an editor over standard input and output until it leaves; whether it asked for the end. `book` is the address of
/// the published book, or empty.
pub(crate) fn serve(book: &str) -> io::Result<bool> {
    let messages = messages();
    let mut server = Server { workspace: Workspace::new(book), stage: Stage::Begun };
    loop {
        let message = match messages.try_recv() {
            // Only what is left when nothing more is to be read is worth checking: of three keystrokes, the last.
            Err(TryRecvError::Empty) => {
                while let Some(next) = server.workspace.unpublished() {
                    if let Some(note) = safely("checking", || server.workspace.published(&next)).flatten() {
                        send(note)?;
                    }
                }
                match messages.recv_timeout(LOOKING) {
                    Err(RecvTimeoutError::Timeout) => {
                        server.workspace.reseat();
                        continue;
                    }
                    message => message.ok(),
                }
            }
            message => message.ok(),
        };
        match message {
            None => return Ok(false),
            Some(Message::Notification(told)) if told.method == Exit::METHOD => {
                return Ok(server.stage == Stage::Closing);
            }
            Some(Message::Request(asked)) => send(server.answer(asked))?,
            Some(Message::Notification(told)) if server.stage == Stage::Agreed => server.take(told)?,
            // Nothing is asked of the editor, so nothing is answered by it.
            Some(Message::Notification(_) | Message::Response(_)) => {}
        }
    }
}

/// How often it is looked whether a folder's table has changed: no editor opens that file with this server.
const LOOKING: Duration = Duration::from_secs(1);

/// Messages from the editor, until it closes its end. What cannot be read as one is passed over, which the connection of
/// `lsp_server` does not do.
fn messages() -> Receiver<Message> {
    let (sender, messages) = channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            match Message::read(&mut input) {
                Ok(Some(message)) => {
                    if sender.send(message).is_err() {
                        return;
                    }
                }
                Err(wrong) if wrong.kind() == ErrorKind::InvalidData => log(&wrong.to_string()),
                Ok(None) | Err(_) => return,
            }
        }
    });
    messages
}

fn send(message: impl Into<Message>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    message.into().write(&mut output)?;
    output.flush()
}

/// A line for whoever reads the editor's log of its servers.
fn log(words: &str) {
    let words: String = words.chars().take(400).collect();
    // Nobody may be reading.
    let _unread = writeln!(io::stderr(), "mouche lsp: {}", crate::scenario::visible(&words));
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Begun,
    Agreed,
    Closing,
}

struct Server {
    workspace: Workspace,
    stage: Stage,
}

impl Server {
    fn answer(&mut self, Request { id, method, params }: Request) -> Response {
        let refused = |code: ErrorCode, words: &str| Err((code, words.to_owned()));
        let answer = match (self.stage, method.as_str()) {
            (Stage::Begun, Initialize::METHOD) => {
                self.stage = Stage::Agreed;
                Ok(self.agree(params))
            }
            (Stage::Begun, _) => refused(ErrorCode::ServerNotInitialized, "the first request is `initialize`"),
            (_, Initialize::METHOD) => refused(ErrorCode::InvalidRequest, "`initialize` was asked before"),
            (Stage::Closing, _) => refused(ErrorCode::InvalidRequest, "a shutdown was asked for"),
            (Stage::Agreed, Shutdown::METHOD) => {
                self.stage = Stage::Closing;
                Ok(Value::Null)
            }
            (Stage::Agreed, _) => safely(&method, || self.workspace.answer(&method, params))
                .unwrap_or_else(|| refused(ErrorCode::InternalError, "this could not be worked out")),
        };
        answer.map_or_else(
            |(code, words): Refused| Response::new_err(id.clone(), code as i32, words),
            |value| Response::new_ok(id.clone(), value),
        )
    }

    /// What is agreed with the editor: what columns count, and what it may ask.
    fn agree(&mut self, params: Value) -> Value {
        let offered = serde_json::from_value::<InitializeParams>(params).ok();
        let offered = offered.and_then(|params| params.capabilities.general?.position_encodings);
        // Bytes if the editor offers them, for there is nothing to count then.
        if offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
            self.workspace.encoding = PositionEncodingKind::UTF8;
        }
        json!({
            "capabilities": {
                "positionEncoding": self.workspace.encoding,
                "textDocumentSync": { "openClose": true, "change": TextDocumentSyncKind::INCREMENTAL },
                "hoverProvider": true,
                "completionProvider": { "triggerCharacters": SIGNS },
                "codeActionProvider": { "codeActionKinds": [CodeActionKind::QUICKFIX, CodeActionKind::SOURCE] },
                "documentSymbolProvider": true,
                "documentFormattingProvider": true,
            },
            "serverInfo": { "name": "mouche", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    fn take(&mut self, told: Notification) -> io::Result<()> {
        let sent = safely(&told.method, || self.workspace.take(&told.method, told.params)).unwrap_or(Ok(None));
        let note = sent.map_err(|(_, wrong)| log(&wrong)).unwrap_or_default();
        note.map_or(Ok(()), send)
    }
}

/// What is typed before something that can be completed: each sign that parts the words of the grammar, and of TOML.
const SIGNS: [&str; 11] = [" ", ",", "(", ":", ";", ">", "`", "\"", "=", "{", "["];

/// What some work comes to; none if it panics, which is a mistake of ours that shall not cost the author the session.
fn safely<T>(what: &str, work: impl FnOnce() -> T) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(work)).ok();
    if done.is_none() {
        log(&format!("{what} failed; please report it with the file that was open"));
    }
    done
}

type Refused = (ErrorCode, String);

struct Workspace {
    book: String,
    encoding: PositionEncodingKind,
    files: BTreeMap<Uri, Open>,
    unpublished: BTreeSet<Uri>,
}

impl Workspace {
    fn new(book: &str) -> Workspace {
        let (files, unpublished) = Default::default();
        Workspace { book: book.to_owned(), encoding: PositionEncodingKind::UTF16, files, unpublished }
    }

    /// Takes what the editor tells; gives what it is told at once.
    fn take(&mut self, method: &str, params: Value) -> Result<Option<Notification>, Refused> {
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

    /// Finds the files whose folder has another table than before.
    fn reseat(&mut self) {
        let changed = self.files.iter_mut().filter_map(|(uri, file)| file.reseat().then(|| uri.clone()));
        self.unpublished.extend(changed);
    }

    /// A file whose mistakes have not been told since it changed.
    fn unpublished(&mut self) -> Option<Uri> {
        self.unpublished.pop_first()
    }

    fn published(&self, uri: &Uri) -> Option<Notification> {
        Some(note(published(self.files.get(uri)?, &self.book)))
    }

    fn answer(&self, method: &str, params: Value) -> Result<Value, Refused> {
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
