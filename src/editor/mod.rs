//! What an editor asks of a scenario file while it is being written, and what it is told: the Language Server Protocol.
//!
//! Nothing is worked out here. What is wrong comes from [`crate::scenario::check`], what may stand at the cursor from the
//! parser, what may be done from the engine by way of [`crate::narrate`], and what a clause says from the editions.

mod clause;
mod completion;
mod cursor;
mod diagnostics;
mod document;
mod hover;
mod moment;
mod server;
mod symbols;
mod workspace;

pub(crate) use server::serve;
