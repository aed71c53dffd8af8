//! The finished site: what is put around its pages, and what is checked of them.

mod address;
mod assets;
mod check;
mod contents;
mod frame;
mod postprocess;
mod reading;
mod search;

pub use address::Address;
pub(super) use assets::fingerprint;
pub use check::{faults, files};
pub(super) use contents::{Part, parts};
pub(super) use frame::Imprint;
pub(super) use postprocess::{Around, origins, postprocess};
