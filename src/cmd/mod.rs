//! The verbs of the program, one a file.

pub mod build;
pub mod check;
mod exit;
pub mod preprocess;
mod root;
pub mod simulate;

pub use exit::Exit;
pub use root::find_root;
