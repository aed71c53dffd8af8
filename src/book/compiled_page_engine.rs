//! Whether this program carries the engine for pages, as `build.rs` found it when it compiled the
//! program.

/// The reason why there is no engine, and what to do; empty in a program that carries one.
const WITHOUT_ENGINE: &str = env!("MOUCHE_WITHOUT_ENGINE");

/// The version, and below it whether the program carries the engine.
pub const LONG_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\n", env!("MOUCHE_ENGINE_NOTE"));

/// Returns what a book made by this program lacks, why, and what to do; `None` if the program
/// carries the engine.
pub fn missing_engine_note() -> Option<String> {
    if WITHOUT_ENGINE.is_empty() {
        return None;
    }
    Some(format!(
        "This book has no Play and no Playground, because this program was compiled without the engine: {WITHOUT_ENGINE} \
         Then build again. A program from `cargo install` has to be installed again, with `--force`."
    ))
}
