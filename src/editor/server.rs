//! The conversation: what comes in, in its order, and what goes out.

use super::desk::Desk;
use super::wire::{Gone, Wire, log};
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{Exit, Notification as _};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How the conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The editor asked for it.
    Asked,
    /// The editor left without a word.
    Abruptly,
}

/// Where the conversation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Begun,
    Agreed,
    Closing,
}

/// Answers an editor over standard input and output until it leaves. `book` is the address of the published book, or
/// empty.
///
/// # Errors
/// Standard output that is closed.
pub(crate) fn serve(book: &str) -> io::Result<Ended> {
    let mut server = Server { wire: Wire::stdio(), desk: Desk::new(book), stage: Stage::Begun };
    loop {
        let message = match server.wire.waiting() {
            Ok(Some(message)) => Ok(message),
            // Only what is left when nothing more is to be read is worth checking: of three keystrokes, the last.
            Ok(None) => {
                server.publish()?;
                server.wire.next()
            }
            Err(Gone) => Err(Gone),
        };
        match message {
            Ok(Message::Notification(told)) if told.method == Exit::METHOD => return Ok(server.ended()),
            Ok(message) => server.take(message)?,
            Err(Gone) => return Ok(Ended::Abruptly),
        }
    }
}

struct Server {
    wire: Wire,
    desk: Desk,
    stage: Stage,
}

impl Server {
    fn ended(&self) -> Ended {
        if self.stage == Stage::Closing { Ended::Asked } else { Ended::Abruptly }
    }

    fn take(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Request(asked) => {
                let answer = self.answer(asked);
                self.wire.send(answer)
            }
            Message::Notification(told) if self.stage == Stage::Agreed => self.heed(told),
            // Nothing is asked of the editor, so nothing is answered by it.
            Message::Notification(_) | Message::Response(_) => Ok(()),
        }
    }

    fn answer(&mut self, asked: Request) -> Response {
        let refuse = |code: ErrorCode, words: &str| Response::new_err(asked.id.clone(), code as i32, words.to_owned());
        match (self.stage, asked.method.as_str()) {
            (Stage::Begun, Initialize::METHOD) => {
                self.stage = Stage::Agreed;
                Response::new_ok(asked.id, self.desk.agree(asked.params))
            }
            (Stage::Begun, _) => refuse(ErrorCode::ServerNotInitialized, "the first request is `initialize`"),
            (_, Initialize::METHOD) => refuse(ErrorCode::InvalidRequest, "`initialize` was asked before"),
            (Stage::Closing, _) => refuse(ErrorCode::InvalidRequest, "a shutdown was asked for"),
            (Stage::Agreed, Shutdown::METHOD) => {
                self.stage = Stage::Closing;
                Response::new_ok(asked.id, ())
            }
            (Stage::Agreed, _) => {
                let id = asked.id.clone();
                let answer = safely(&asked.method, || self.desk.answer(&asked.method, asked.params.clone()));
                match answer.unwrap_or(Err((ErrorCode::InternalError, "this could not be worked out".to_owned()))) {
                    Ok(value) => Response::new_ok(id, value),
                    Err((code, words)) => refuse(code, &words),
                }
            }
        }
    }

    fn heed(&mut self, told: Notification) -> io::Result<()> {
        let sent = safely(&told.method, || self.desk.heed(&told.method, told.params.clone())).unwrap_or_default();
        sent.into_iter().try_for_each(|note| self.wire.send(note))
    }

    fn publish(&mut self) -> io::Result<()> {
        while let Some(next) = self.desk.unpublished() {
            if let Some(note) = safely("checking", || self.desk.published(&next)).flatten() {
                self.wire.send(note)?;
            }
        }
        Ok(())
    }
}

/// What some work comes to; none if it panics, which is a mistake of ours that shall not cost the author the session.
fn safely<T>(what: &str, work: impl FnOnce() -> T) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(work)).ok();
    if done.is_none() {
        log(&format!("{what} failed; please report it with the file that was open"));
    }
    done
}
