//! The verbs of the program, one a file.

pub mod build;
pub mod check;
mod color;
pub mod coverage;
pub mod editions;
mod exit;
pub mod explain;
mod format;
mod paper;
pub mod preprocess;
mod root;
pub mod simulate;

pub use color::Color;
pub use exit::Exit;
pub use root::find_root;
