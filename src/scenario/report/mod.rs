//! Diagnostics as text: whole with their source, a line each, or as records for machines.

mod full;
mod record;
mod source;

pub use full::{Look, Report, concise, full, full_as, github, plain, under};
#[cfg(feature = "cli")]
pub(crate) use record::told;
pub use record::{Record, Related, Suite, Write, junit, records_in, sarif, suite, unreadable};
pub use source::{Place, Range};
