//! The verbs of the program, one a file.

pub mod bless;
pub mod build;
mod changes;
pub mod check;
mod color;
mod company;
pub mod completions;
pub mod coverage;
mod difference;
pub mod editions;
mod exit;
pub mod explain;
pub mod fmt;
mod format;
pub mod init;
pub mod install;
pub mod lsp;
pub mod man;
pub mod new;
pub mod odds;
mod overwrite;
pub mod play;
pub mod preprocess;
mod progress;
mod rewriting;
mod root;
pub mod schema;
pub mod serve;
pub mod show;
pub mod simulate;
mod together;

pub use color::Color;
pub use exit::Exit;
pub use root::find_root;
