//! The finished site: what is put around its pages, and what is checked of them.

mod address;
mod assets;
mod check;
mod frame;
mod postprocess;
mod search;

pub use address::Address;
pub(super) use assets::fingerprint;
pub use check::{faults, files};
pub(super) use frame::{Imprint, Part, parts};
pub(super) use postprocess::{Around, origins, postprocess};
