//! The two pipes to the editor. What cannot be read as a message is passed over, and said on standard error.

use lsp_server::Message;
use std::io::{self, ErrorKind, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Messages from the editor, and to it.
pub(super) struct Wire {
    from: Receiver<Message>,
}

impl Wire {
    /// Standard input and output.
    pub(super) fn stdio() -> Wire {
        let (sender, from) = channel();
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                match Message::read(&mut input) {
                    Ok(Some(message)) => {
                        if sender.send(message).is_err() {
                            return;
                        }
                    }
                    Ok(None) => return,
                    Err(wrong) if wrong.kind() == ErrorKind::InvalidData => log(&wrong.to_string()),
                    Err(_) => return,
                }
            }
        });
        Wire { from }
    }

    /// The next message, if one is there already; nothing, for good, once the editor has gone.
    pub(super) fn waiting(&self) -> Result<Option<Message>, Gone> {
        match self.from.try_recv() {
            Ok(message) => Ok(Some(message)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Gone),
        }
    }

    /// The next message, however long it takes.
    pub(super) fn next(&self) -> Result<Message, Gone> {
        self.from.recv().map_err(|_| Gone)
    }

    /// Sends a message.
    pub(super) fn send(&self, message: impl Into<Message>) -> io::Result<()> {
        let mut output = io::stdout().lock();
        message.into().write(&mut output)?;
        output.flush()
    }
}

/// The editor has closed its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gone;

/// A line for whoever reads the editor's log of its servers.
pub(super) fn log(words: &str) {
    let words: String = words.chars().take(400).collect();
    // Nobody may be reading.
    let _unread = writeln!(io::stderr(), "mouche lsp: {}", crate::scenario::visible(&words));
}
