//! The Language Server Protocol: what an editor asks of a file, and what it is told, as [`crate::author`] works it out.

mod annotations;
mod completion_items;
mod editor_abilities;
mod file_addresses;
mod formatting;
mod lenses;
mod message_frame;
mod navigation;
mod open_file;
mod outline_symbols;
mod workspace;

use crate::author::{explain_in_any_file, list_folds, precompute_slow_parts};
use editor_abilities::{EditorAbilities, workspace_folders};
use file_addresses::EditorSessionTempFolder;
pub(crate) use lenses::PreviewPageRenderer;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::*;
use message_frame::read_message;
use open_file::{LinePositions, OpenFile, code_actions, published_diagnostics};
use outline_symbols::document_symbols;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

/// Answers an editor until it leaves, and returns whether it had asked for a shutdown. `book` is the address of the published
/// book, or empty; `preview_page` makes the page of a hand.
///
/// # Errors
/// Nothing more can be read from the editor, or written to it.
pub(crate) fn serve_editor(book: &str, preview_page: PreviewPageRenderer) -> io::Result<bool> {
    let messages = receive_messages();
    let mut server = Server {
        book,
        encoding: PositionEncodingKind::UTF16,
        stage: ServerStage::Started,
        files: BTreeMap::new(),
        unpublished: BTreeSet::new(),
        rules: EditorSessionTempFolder::default(),
        abilities: EditorAbilities::default(),
        folders: Vec::new(),
        preview_page,
        outbox: RefCell::new(Vec::new()),
        requests_sent: Cell::new(0),
        needs_refresh: false,
    };
    loop {
        server.send_outbox()?;
        let message = match messages.try_recv() {
            // Files are checked when no message waits: of three keystrokes, only the last is checked.
            Err(TryRecvError::Empty) => {
                server.publish_or_refresh_diagnostics()?;
                server.send_outbox()?;
                messages.recv_timeout(server.time_until_idle_work())
            }
            message => message.map_err(|_| RecvTimeoutError::Disconnected),
        };
        let message = match message {
            Ok(message) => Ok(message?),
            Err(error) => Err(error),
        };
        match message {
            Err(RecvTimeoutError::Timeout) => server.use_idle_time(),
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
            Ok(Message::Notification(notification))
                if notification.method == notification::Exit::METHOD =>
            {
                return Ok(server.stage == ServerStage::ShuttingDown);
            }
            Ok(Message::Request(Request { id, method, params })) => {
                match server.handle_request(&method, params) {
                    Ok(result) => send_result(&id, &result)?,
                    Err(RequestError { code, message: why }) => {
                        send_message(Response::new_err(id, code as i32, why))?;
                    }
                }
            }
            Ok(Message::Notification(notification)) => {
                if server.stage == ServerStage::Initialized {
                    server.handle_notification(notification)?;
                }
            }
            // Whether an editor has watched a file or shown a page changes nothing here.
            Ok(Message::Response(_)) => {}
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
                    write_log(&error.to_string());
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

fn send_message(message: impl Into<Message>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    message.into().write(&mut output)?;
    output.flush()
}

/// Sends the result of a request. It is written by hand, because [`Response`] would build a value of a text that is JSON already.
fn send_result(id: &RequestId, result: &LspResultJson) -> io::Result<()> {
    let id = serde_json::to_string(id)?;
    let body = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{}}}",
        result.0
    );
    let mut output = io::stdout().lock();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

/// The result of a request, as JSON. Results can be long, so that each is written as it is made.
struct LspResultJson(String);

impl LspResultJson {
    /// Writes a result as JSON.
    fn from_result(result: &impl Serialize) -> Result<LspResultJson, RequestError> {
        match serde_json::to_string(result) {
            Ok(text) => Ok(LspResultJson(text)),
            Err(error) => Err(RequestError::new(
                ErrorCode::InternalError,
                error.to_string(),
            )),
        }
    }
}

/// Writes a line for the reader of the editor's log of its servers.
fn write_log(words: &str) {
    let words: String = words.chars().take(400).collect();
    // Nobody may be reading.
    let _unread = writeln!(
        io::stderr(),
        "mouche lsp: {}",
        crate::scenario::name_hidden_characters(&words)
    );
}

/// Returns the result of some work; none if it panics, which is our mistake and must not end the author's session.
fn catch_panic<T>(task_name: &str, work: impl FnOnce() -> T) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(work)).ok();
    if done.is_none() {
        write_log(&format!(
            "{task_name} failed; please report it with the file that was open"
        ));
    }
    done
}

/// The reason why a request is not answered, with the protocol's number for it.
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

/// The stage of a session with an editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ServerStage {
    Started,
    Initialized,
    ShuttingDown,
}

/// The state of a session with an editor.
struct Server<'a> {
    book: &'a str,
    encoding: PositionEncodingKind,
    stage: ServerStage,
    files: BTreeMap<Uri, OpenFile>,
    /// The files that have changed since their diagnostics were sent.
    unpublished: BTreeSet<Uri>,
    /// The rules of editions and the page of a hand, written out for an editor that shows them.
    rules: EditorSessionTempFolder,
    abilities: EditorAbilities,
    /// The folders that the editor has open.
    folders: Vec<PathBuf>,
    preview_page: PreviewPageRenderer,
    /// The messages that are sent once the work on the present one is done.
    outbox: RefCell<Vec<Message>>,
    requests_sent: Cell<i32>,
    /// True if the editor must ask for diagnostics again, because other files have changed.
    needs_refresh: bool,
}

impl Server<'_> {
    /// Returns the result of a request, if the session is at a stage in which it may be made.
    fn handle_request(
        &mut self,
        method: &str,
        params: Value,
    ) -> Result<LspResultJson, RequestError> {
        let is_initialize = method == request::Initialize::METHOD;
        let refusal = match self.stage {
            ServerStage::Started if is_initialize => {
                self.stage = ServerStage::Initialized;
                return LspResultJson::from_result(&self.answer_initialize(params));
            }
            ServerStage::Started => RequestError::new(
                ErrorCode::ServerNotInitialized,
                "the first request must be `initialize`",
            ),
            _ if is_initialize => RequestError::new(
                ErrorCode::InvalidRequest,
                "`initialize` was already requested",
            ),
            ServerStage::ShuttingDown => {
                RequestError::new(ErrorCode::InvalidRequest, "a shutdown was requested")
            }
            ServerStage::Initialized if method == request::Shutdown::METHOD => {
                self.stage = ServerStage::ShuttingDown;
                return LspResultJson::from_result(&Value::Null);
            }
            ServerStage::Initialized => {
                if let Some(result) = catch_panic(method, || self.request_result(method, params)) {
                    return result;
                }
                RequestError::new(ErrorCode::InternalError, "this request failed")
            }
        };
        Err(refusal)
    }

    /// Agrees with the editor on the encoding of positions, and returns what the server can do.
    fn answer_initialize(&mut self, params: Value) -> Value {
        self.abilities = EditorAbilities::of_params(&params);
        self.folders = workspace_folders(&params);
        // Bytes are chosen if the editor offers them, because there is nothing to count then.
        if let Ok(params) = serde_json::from_value::<InitializeParams>(params)
            && let Some(general) = params.capabilities.general
            && let Some(encodings) = general.position_encodings
            && encodings.contains(&PositionEncodingKind::UTF8)
        {
            self.encoding = PositionEncodingKind::UTF8;
        }
        // Files are synchronised piece by piece (2). Each sign between words of the grammar, or of TOML, triggers completion.
        let capabilities = include_str!("../../templates/capabilities.json");
        let mut result: Value = serde_json::from_str(capabilities).expect("a file of JSON");
        result["capabilities"]["positionEncoding"] = json!(self.encoding);
        result["serverInfo"]["version"] = env!("CARGO_PKG_VERSION").into();
        result
    }

    /// Handles a notification from the editor, and sends the diagnostics that follow from it at once.
    fn handle_notification(
        &mut self,
        Notification { method, params }: Notification,
    ) -> io::Result<()> {
        match catch_panic(&method, || self.apply_notification(&method, params)) {
            Some(Ok(Some(params))) => send_message(diagnostics_notification(params))?,
            Some(Err(wrong)) => write_log(&wrong.to_string()),
            Some(Ok(None)) | None => {}
        }
        Ok(())
    }

    /// Opens, changes or closes a file as a notification says. Returns the diagnostics of a file that was closed: none.
    fn apply_notification(
        &mut self,
        method: &str,
        params: Value,
    ) -> Result<Option<PublishDiagnosticsParams>, RequestError> {
        match method {
            notification::Initialized::METHOD => self.register_watchers(),
            notification::DidChangeWatchedFiles::METHOD => {
                self.recheck_after_file_changes(&parse_params(params)?);
            }
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
                    file.apply_changes(changed.version, content_changes);
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

    /// Returns how long the server waits for a message before it does something else. The tables of folders are looked at once
    /// a second, because no editor opens them with this server.
    fn time_until_idle_work(&self) -> Duration {
        if self.find_unprepared().is_some() {
            Duration::from_millis(100)
        } else {
            Duration::from_secs(1)
        }
    }

    /// Returns a file of which something that takes long is not known yet.
    fn find_unprepared(&self) -> Option<&OpenFile> {
        let mut files = self.files.values();
        files.find(|file| file.must_be_prepared())
    }

    /// Does what need not be done while messages come.
    fn use_idle_time(&mut self) {
        let Some(file) = self.find_unprepared() else {
            self.reload_files_of_changed_tables();
            return;
        };
        let is_done = catch_panic("preparing", || precompute_slow_parts(&file.document)).is_some();
        if !is_done {
            file.give_up_preparing();
        }
    }

    /// Reloads the files whose folder has another table than before.
    fn reload_files_of_changed_tables(&mut self) {
        for (uri, file) in &mut self.files {
            if file.reread_if_table_changed() {
                self.unpublished.insert(uri.clone());
                self.needs_refresh = true;
            }
        }
    }

    /// Has a request sent to the editor once the present message is answered.
    fn send_later(&self, method: &str, params: impl Serialize) {
        let number = self.requests_sent.get() + 1;
        self.requests_sent.set(number);
        let request = Request::new(number.into(), method.to_owned(), params);
        self.outbox.borrow_mut().push(request.into());
    }

    /// Sends the messages that have waited.
    fn send_outbox(&self) -> io::Result<()> {
        let messages = std::mem::take(&mut *self.outbox.borrow_mut());
        messages.into_iter().try_for_each(send_message)
    }

    /// Sends the diagnostics of the files that have changed; or tells an editor that asks for them itself to ask again.
    fn publish_or_refresh_diagnostics(&mut self) -> io::Result<()> {
        if self.abilities.pulls_diagnostics {
            self.unpublished.clear();
            if std::mem::take(&mut self.needs_refresh) {
                self.send_later(request::WorkspaceDiagnosticRefresh::METHOD, Value::Null);
            }
            return Ok(());
        }
        while let Some(uri) = self.unpublished.pop_first() {
            let Some(file) = self.files.get(&uri) else {
                continue;
            };
            let diagnostics = catch_panic("checking", || published_diagnostics(file, self.book));
            if let Some(diagnostics) = diagnostics {
                send_message(diagnostics_notification(diagnostics))?;
            }
            // The next request finds the fences read.
            list_folds(&file.document);
        }
        Ok(())
    }

    /// Returns the result of a request about an open file.
    fn request_result(&self, method: &str, params: Value) -> Result<LspResultJson, RequestError> {
        if method == request::DocumentDiagnosticRequest::METHOD {
            return LspResultJson::from_result(&self.diagnostic_report_or_unchanged(params)?);
        }
        if self.concerns_too_long_file(&params) {
            return LspResultJson::from_result(&Value::Null);
        }
        match method {
            request::HoverRequest::METHOD => {
                let (file, lines, byte) = self.requested_place(params)?;
                let hover = explain_in_any_file(&file.document, byte, self.book);
                LspResultJson::from_result(&hover.map(|(texts, span)| Hover {
                    contents: HoverContents::Markup(markdown_content(texts.join("\n\n---\n\n"))),
                    range: Some(lines.range_of_span(&span)),
                }))
            }
            request::Completion::METHOD => {
                let (file, lines, byte) = self.requested_place(params)?;
                LspResultJson::from_result(&self.completion_items(file, &lines, byte))
            }
            request::CodeActionRequest::METHOD => {
                let params: CodeActionParams = parse_params(params)?;
                let file = self.open_file(&params.text_document.uri)?;
                LspResultJson::from_result(&code_actions(file, &params, self.book))
            }
            request::DocumentSymbolRequest::METHOD => {
                let params: DocumentSymbolParams = parse_params(params)?;
                LspResultJson::from_result(&document_symbols(
                    self.open_file(&params.text_document.uri)?,
                ))
            }
            request::Formatting::METHOD => LspResultJson::from_result(&self.format_file(params)?),
            request::RangeFormatting::METHOD => {
                LspResultJson::from_result(&self.format_range(params)?)
            }
            request::OnTypeFormatting::METHOD => {
                LspResultJson::from_result(&self.format_line_before(params)?)
            }
            _ => self.navigation_or_other_result(method, params),
        }
    }

    /// Returns the diagnostics of a file for an editor that asks for them; or that they are those which it has.
    fn diagnostic_report_or_unchanged(&self, params: Value) -> Result<Value, RequestError> {
        let params: DocumentDiagnosticParams = parse_params(params)?;
        let file = self.open_file(&params.text_document.uri)?;
        let state = file.state_id();
        if params.previous_result_id.as_ref() == Some(&state) {
            return Ok(json!({ "kind": "unchanged", "resultId": state }));
        }
        let items = published_diagnostics(file, self.book).diagnostics;
        Ok(json!({ "kind": "full", "resultId": state, "items": items }))
    }

    /// Returns whether something is asked of a file that is too long to be read.
    fn concerns_too_long_file(&self, params: &Value) -> bool {
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let Ok(uri) = uri.parse::<Uri>() else {
            return false;
        };
        self.files.get(&uri).is_some_and(OpenFile::is_too_long)
    }

    /// Returns the open file of an address.
    fn open_file(&self, uri: &Uri) -> Result<&OpenFile, RequestError> {
        self.files
            .get(uri)
            .ok_or_else(|| RequestError::new(ErrorCode::InvalidParams, "this file is not open"))
    }

    /// Returns the file, its lines and the byte that a request is about.
    fn requested_place(
        &self,
        params: Value,
    ) -> Result<(&OpenFile, LinePositions<'_>, usize), RequestError> {
        let place: TextDocumentPositionParams = parse_params(params)?;
        let file = self.open_file(&place.text_document.uri)?;
        let lines = file.lines();
        let byte = lines.byte_of_position(place.position);
        Ok((file, lines, byte))
    }
}

fn markdown_content(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}

fn diagnostics_notification(params: PublishDiagnosticsParams) -> Notification {
    Notification::new(notification::PublishDiagnostics::METHOD.to_owned(), params)
}

fn parse_params<T: DeserializeOwned>(params: Value) -> Result<T, RequestError> {
    serde_json::from_value(params)
        .map_err(|wrong| RequestError::new(ErrorCode::InvalidParams, wrong.to_string()))
}
