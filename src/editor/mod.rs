//! The Language Server Protocol: what an editor asks of a file, and what it is told, as [`crate::author`] works it out.

mod frame;
mod open_file;

use crate::author::{Item, ItemKind, OutlineItem, complete, format_document, hover, outline_hands};
use frame::read_message;
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::*;
use open_file::{LinePositions, OpenFile, code_actions, published_diagnostics, text_edits};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

/// Answers an editor until it leaves; whether it asked for the end. `book` is the address of the published book, or empty.
///
/// # Errors
/// Nothing more can be read from the editor, or written to it.
pub(crate) fn serve(book: &str) -> io::Result<bool> {
    let messages = receive_messages();
    let (files, unpublished) = Default::default();
    let mut server = Server {
        book,
        encoding: PositionEncodingKind::UTF16,
        stage: ServerStage::Begun,
        files,
        unpublished,
    };
    loop {
        let message = match messages.try_recv() {
            // Only what is left when nothing more is to be read is worth checking: of three keystrokes, the last.
            Err(TryRecvError::Empty) => {
                server.publish()?;
                // So often it is looked whether a folder's table has changed: no editor opens that file with this server.
                messages.recv_timeout(Duration::from_secs(1))
            }
            message => message.map_err(|_| RecvTimeoutError::Disconnected),
        };
        let message = match message {
            Ok(message) => Ok(message?),
            Err(error) => Err(error),
        };
        match message {
            Err(RecvTimeoutError::Timeout) => server.reload_changed_tables(),
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
            Ok(Message::Notification(told)) if told.method == notification::Exit::METHOD => {
                return Ok(server.stage == ServerStage::Closing);
            }
            Ok(Message::Request(asked)) => send(server.answer_request(asked))?,
            Ok(Message::Notification(told)) if server.stage == ServerStage::Agreed => {
                server.handle_notification(told)?
            }
            // Nothing is asked of the editor, so nothing is answered by it.
            Ok(_) => {}
        }
    }
}

/// Returns the messages from the editor, until it closes its end. Bytes that are not a message are passed over, which the
/// connection of `lsp_server` does not do. The last one is an error if nothing can be read after it.
fn receive_messages() -> Receiver<io::Result<Message>> {
    let (sender, messages) = channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let (message, is_last) = match read_message(&mut input) {
                Ok(None) => return,
                Ok(Some(message)) => (Ok(message), false),
                Err(error) if error.kind() == ErrorKind::InvalidData => {
                    log(&error.to_string());
                    continue;
                }
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return,
                Err(error) => (Err(error), true),
            };
            // Nobody listens any more when the program ends.
            if sender.send(message).is_err() || is_last {
                return;
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
    let _unread = writeln!(
        io::stderr(),
        "mouche lsp: {}",
        crate::scenario::escape_hidden(&words)
    );
}

/// Returns the result of some work; none if it panics, which is our mistake and must not end the author's session.
fn catch_panic<T>(what: &str, work: impl FnOnce() -> T) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(work)).ok();
    if done.is_none() {
        log(&format!(
            "{what} failed; please report it with the file that was open"
        ));
    }
    done
}

/// Why a request is not answered, as the protocol numbers it and in words.
#[derive(Debug)]
struct RequestError {
    code: ErrorCode,
    message: String,
}

impl RequestError {
    fn new(code: ErrorCode, message: impl Into<String>) -> RequestError {
        RequestError {
            code,
            message: message.into(),
        }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for RequestError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ServerStage {
    Begun,
    Agreed,
    Closing,
}

struct Server<'a> {
    book: &'a str,
    encoding: PositionEncodingKind,
    stage: ServerStage,
    files: BTreeMap<Uri, OpenFile>,
    /// The files whose mistakes have not been told since they changed.
    unpublished: BTreeSet<Uri>,
}

impl Server<'_> {
    fn answer_request(&mut self, Request { id, method, params }: Request) -> Response {
        let refused = |code: ErrorCode, words: &str| Err(RequestError::new(code, words));
        let answer = match (self.stage, method.as_str()) {
            (ServerStage::Begun, request::Initialize::METHOD) => {
                self.stage = ServerStage::Agreed;
                Ok(self.initialize(params))
            }
            (ServerStage::Begun, _) => refused(
                ErrorCode::ServerNotInitialized,
                "the first request is `initialize`",
            ),
            (_, request::Initialize::METHOD) => {
                refused(ErrorCode::InvalidRequest, "`initialize` was asked before")
            }
            (ServerStage::Closing, _) => {
                refused(ErrorCode::InvalidRequest, "a shutdown was asked for")
            }
            (ServerStage::Agreed, request::Shutdown::METHOD) => {
                self.stage = ServerStage::Closing;
                Ok(Value::Null)
            }
            (ServerStage::Agreed, _) => catch_panic(&method, || {
                self.request_result(&method, params)
            })
            .unwrap_or_else(|| refused(ErrorCode::InternalError, "this could not be worked out")),
        };
        match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(RequestError { code, message }) => Response::new_err(id, code as i32, message),
        }
    }

    fn initialize(&mut self, params: Value) -> Value {
        let offered = serde_json::from_value::<InitializeParams>(params).ok();
        let offered = offered.and_then(|params| params.capabilities.general?.position_encodings);
        // Bytes if the editor offers them, for there is nothing to count then.
        if offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
            self.encoding = PositionEncodingKind::UTF8;
        }
        // Files are synchronised piece by piece (2). Completion is triggered by each sign that parts words of the grammar, or of TOML.
        let capabilities = include_str!("../../templates/capabilities.json");
        let mut agreed: Value = serde_json::from_str(capabilities).expect("a file of JSON");
        agreed["capabilities"]["positionEncoding"] = json!(self.encoding);
        agreed["serverInfo"]["version"] = env!("CARGO_PKG_VERSION").into();
        agreed
    }

    /// Takes what the editor tells, and tells it what follows at once.
    fn handle_notification(
        &mut self,
        Notification { method, params }: Notification,
    ) -> io::Result<()> {
        match catch_panic(&method, || self.apply_notification(&method, params)) {
            Some(Ok(Some(params))) => send(diagnostics_notification(params))?,
            Some(Err(wrong)) => log(&wrong.to_string()),
            Some(Ok(None)) | None => {}
        }
        Ok(())
    }

    fn apply_notification(
        &mut self,
        method: &str,
        params: Value,
    ) -> Result<Option<PublishDiagnosticsParams>, RequestError> {
        match method {
            notification::DidOpenTextDocument::METHOD => {
                let DidOpenTextDocumentParams {
                    text_document: opened,
                } = parse_params(params)?;
                let file = OpenFile::new(
                    opened.uri.clone(),
                    opened.version,
                    opened.text,
                    self.encoding.clone(),
                );
                self.files.insert(opened.uri.clone(), file);
                self.unpublished.insert(opened.uri);
            }
            notification::DidChangeTextDocument::METHOD => {
                let DidChangeTextDocumentParams {
                    text_document: changed,
                    content_changes,
                } = parse_params(params)?;
                if let Some(file) = self.files.get_mut(&changed.uri) {
                    file.change(changed.version, content_changes);
                    self.unpublished.insert(changed.uri);
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                let DidCloseTextDocumentParams {
                    text_document: closed,
                } = parse_params(params)?;
                self.files.remove(&closed.uri);
                self.unpublished.remove(&closed.uri);
                // A file that is closed has no mistakes any more.
                return Ok(Some(PublishDiagnosticsParams::new(
                    closed.uri,
                    Vec::new(),
                    None,
                )));
            }
            _ => {}
        }
        Ok(None)
    }

    /// Finds the files whose folder has another table than before.
    fn reload_changed_tables(&mut self) {
        let changed = self
            .files
            .iter_mut()
            .filter_map(|(uri, file)| file.reload_if_table_changed().then(|| uri.clone()));
        self.unpublished.extend(changed);
    }

    fn publish(&mut self) -> io::Result<()> {
        while let Some(uri) = self.unpublished.pop_first() {
            let found = catch_panic("checking", || {
                Some(published_diagnostics(self.files.get(&uri)?, self.book))
            });
            found
                .flatten()
                .map_or(Ok(()), |found| send(diagnostics_notification(found)))?;
        }
        Ok(())
    }

    fn request_result(&self, method: &str, params: Value) -> Result<Value, RequestError> {
        if self.concerns_long_file(&params) {
            return Ok(Value::Null);
        }
        Ok(match method {
            request::HoverRequest::METHOD => {
                let (file, lines, byte) = self.requested_place(params)?;
                json!(hover(&file.document, byte, self.book).map(|(said, span)| {
                    let contents = HoverContents::Markup(markdown(said.join("\n\n---\n\n")));
                    Hover {
                        contents,
                        range: Some(lines.range(&span)),
                    }
                }))
            }
            request::Completion::METHOD => {
                let (file, lines, byte) = self.requested_place(params)?;
                json!(complete(&file.document, byte).map(|(items, span)| {
                    let item = |(at, item)| completion_item(item, at, lines.range(&span));
                    items.into_iter().enumerate().map(item).collect::<Vec<_>>()
                }))
            }
            request::CodeActionRequest::METHOD => {
                let params: CodeActionParams = parse_params(params)?;
                json!(code_actions(
                    self.open_file(&params.text_document.uri)?,
                    &params,
                    self.book
                ))
            }
            request::DocumentSymbolRequest::METHOD => {
                let params: DocumentSymbolParams = parse_params(params)?;
                let file = self.open_file(&params.text_document.uri)?;
                let symbol = |part: &OutlineItem, kind: SymbolKind| {
                    let range = file.lines().range(&part.span);
                    let start = Range::new(range.start, range.start);
                    json!({ "name": part.name, "kind": kind, "range": range, "selectionRange": start })
                };
                let symbols = outline_hands(&file.document)
                    .into_iter()
                    .map(|(hand, parts)| {
                        let mut whole = symbol(&hand, SymbolKind::NAMESPACE);
                        whole["children"] = parts
                            .iter()
                            .map(|part| symbol(part, SymbolKind::EVENT))
                            .collect();
                        whole
                    });
                symbols.collect()
            }
            request::Formatting::METHOD => {
                let params: DocumentFormattingParams = parse_params(params)?;
                let file = self.open_file(&params.text_document.uri)?;
                json!(format_document(&file.document).map(|text| text_edits(file, &text)))
            }
            _ => {
                return Err(RequestError::new(
                    ErrorCode::MethodNotFound,
                    format!("unsupported request: {method}"),
                ));
            }
        })
    }

    /// Returns whether something is asked of a file that is too long to be read.
    fn concerns_long_file(&self, params: &Value) -> bool {
        let uri = params["textDocument"]["uri"]
            .as_str()
            .and_then(|uri| uri.parse::<Uri>().ok());
        uri.and_then(|uri| self.files.get(&uri))
            .is_some_and(OpenFile::is_too_long)
    }

    fn open_file(&self, uri: &Uri) -> Result<&OpenFile, RequestError> {
        self.files
            .get(uri)
            .ok_or_else(|| RequestError::new(ErrorCode::InvalidParams, "this file is not open"))
    }

    fn requested_place(
        &self,
        params: Value,
    ) -> Result<(&OpenFile, LinePositions<'_>, usize), RequestError> {
        let at: TextDocumentPositionParams = parse_params(params)?;
        let file = self.open_file(&at.text_document.uri)?;
        let lines = file.lines();
        let byte = lines.byte(at.position);
        Ok((file, lines, byte))
    }
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}

/// Returns the item as an editor takes it, the one of this place in the list, to be written instead of a range.
fn completion_item(item: Item, place: usize, range: Range) -> CompletionItem {
    let kind = match item.kind {
        ItemKind::Word => CompletionItemKind::KEYWORD,
        ItemKind::Name => CompletionItemKind::VARIABLE,
        ItemKind::Sign => CompletionItemKind::OPERATOR,
        ItemKind::Value => CompletionItemKind::VALUE,
        ItemKind::Member => CompletionItemKind::ENUM_MEMBER,
        ItemKind::Clause => CompletionItemKind::REFERENCE,
        ItemKind::Key => CompletionItemKind::FIELD,
        ItemKind::Option => CompletionItemKind::PROPERTY,
    };
    let said = |words: String| Some(words).filter(|words| !words.is_empty());
    CompletionItem {
        label: item.text.replace('\n', ", "),
        filter_text: said(item.also).map(|also| format!("{} {also}", item.text)),
        sort_text: Some(format!("{place:03}")),
        documentation: said(item.more).map(|more| Documentation::MarkupContent(markdown(more))),
        detail: said(item.detail),
        kind: Some(kind),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, item.text))),
        ..CompletionItem::default()
    }
}

fn diagnostics_notification(params: PublishDiagnosticsParams) -> Notification {
    Notification::new(notification::PublishDiagnostics::METHOD.to_owned(), params)
}

fn parse_params<T: DeserializeOwned>(params: Value) -> Result<T, RequestError> {
    serde_json::from_value(params)
        .map_err(|wrong| RequestError::new(ErrorCode::InvalidParams, wrong.to_string()))
}
