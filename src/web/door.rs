//! The three functions that a script calls. The page writes into a buffer of ours and reads from it: no pointer of the page's
//! is followed, and no block here is unsafe; only the names are exported as they are written.
#![expect(unsafe_code, reason = "a name that is exported as it is written")]

use std::sync::{Mutex, MutexGuard, PoisonError};

static PAPER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn paper() -> MutexGuard<'static, Vec<u8>> {
    PAPER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a question of so many bytes, and says where.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *const u8 {
    let mut paper = paper();
    paper.clear();
    paper.resize(bytes, 0);
    paper.as_ptr()
}

/// Answers the question that was written there, and says how long the answer is, in bytes.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    let mut paper = paper();
    *paper = super::answer(&paper).into_bytes();
    paper.len()
}

#[unsafe(no_mangle)]
extern "C" fn at() -> *const u8 {
    paper().as_ptr()
}
