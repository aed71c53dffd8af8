//! What an editor asks of a scenario file while it is being written, and what it is told, in the Language Server Protocol.
//! What is told is worked out in [`crate::author`].

mod open;
mod server;

pub(crate) use server::serve;
