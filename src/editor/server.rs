//! The conversation with an editor over the two pipes: what comes in, in its order, and what goes out.

use super::workspace::{Refused, Workspace};
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{Exit, Notification as _};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use lsp_types::{CodeActionKind, InitializeParams, PositionEncodingKind, TextDocumentSyncKind};
use serde_json::{Value, json};
use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

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
                messages.recv().ok()
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
