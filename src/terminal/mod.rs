//! A hand stepped through, and a session played, in a terminal: the facts of the page, from the same steps.

mod paper;
pub(crate) mod play;
pub(crate) mod show;
mod step;

pub(crate) use paper::{INDENT, Paper, Sight, width};
use std::io::{ErrorKind, Result, Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is printed. Whoever reads it may have seen enough and close it: what comes then is not printed, and all else is done.
pub(crate) struct Out<W>(W);

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Printed with colours on a terminal alone, or where they are asked for.
pub(crate) fn out() -> Out<anstream::AutoStream<Stdout>> {
    Out(anstream::stdout())
}

pub(crate) fn plain() -> Out<Stdout> {
    Out(stdout())
}

pub(crate) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// What came of it; where it is closed, as if all were done.
fn or_closed<T>(done: Result<T>, all: T) -> Result<T> {
    match done {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            CLOSED.store(true, Ordering::Relaxed);
            Ok(all)
        }
        done => done,
    }
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        or_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        or_closed(self.0.flush(), ())
    }
}
