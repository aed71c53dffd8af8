//! Diagnostics as text: whole with their source, a line each, or as records for machines.

mod full;
pub mod junit;
mod line;
mod record;
mod source;

pub use full::{Look, full, full_as, plain};
pub use line::{Report, concise, github, under};
pub use record::{Record, Related, Write, records, records_in, sarif};
pub use source::{Place, Range};
