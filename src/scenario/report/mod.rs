//! Diagnostics as text: whole with their source, a line each, or as records for machines.

mod full;
pub mod junit;
mod record;
mod source;

pub use full::{Look, Report, concise, full, full_as, github, plain, under};
#[cfg(feature = "cli")]
pub(crate) use record::told;
pub use record::{Record, Related, Write, records_in, sarif};
pub use source::{Place, Range};
