//! La Mouche and its cousins, from 1718 on: a rules engine, scenario files held against it, and a book made of both.
//!
//! Data flows one way: text → scenario → engine → verdict → page. `ARCHITECTURE.md` has the picture, what each room holds,
//! and where to change what; `tests/architecture.rs` has who may use whom.
//!
//! `examples/` plays a deal at random, asks why a card is refused, and reads an edition.
//!
//! # A file, held against the engine and stepped through
//!
//! ```
//! use mouche::scenario::check;
//!
//! let file = std::fs::read("scenarios/mouche-1718/denise-must-trump.md")?;
//! let checked = check("denise-must-trump.md", &file);
//! assert!(checked.holds());
//! for step in checked.stories[0].trick_steps() {
//!     let events: Vec<_> = step.events.iter().map(|event| (event.clause.id(), event.details)).collect();
//!     println!("{}: {events:?}", step.id);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

// A function that breaks one of these cannot be read at first sight. Tests may be longer.
#![cfg_attr(
    not(test),
    warn(
        clippy::cognitive_complexity,
        clippy::fn_params_excessive_bools,
        clippy::shadow_unrelated,
        clippy::too_many_lines,
        clippy::type_complexity
    )
)]
#![cfg_attr(
    not(feature = "cli"),
    expect(
        dead_code,
        unused_imports,
        reason = "the engine in a page leaves much to the commands and the book"
    )
)]

mod author;
#[cfg(feature = "cli")]
pub mod book;
pub mod cards;
#[cfg(feature = "cli")]
pub mod cmd;
pub mod editions;
#[cfg(feature = "cli")]
mod editor;
pub mod engine;
pub mod explore;
pub mod mus;
mod narrate;
pub mod page;
pub mod rules;
pub mod scenario;
mod session;
#[cfg(feature = "cli")]
mod terminal;
pub mod web;
