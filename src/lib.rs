//! La Mouche and its cousins, from 1718 on: a rules engine, scenario files held against it, and a book made of both.
//!
//! Data flows one way: text → scenario → engine → verdict → page.
//!
//! - [`cards`]: cards, sets, seats. Knows no game.
//! - [`rules`]: what an edition can decide. Uses cards.
//! - [`editions`]: what each edition decides. Uses rules.
//! - [`engine`]: the machine that plays a hand under a ruleset. Uses rules; never names an edition.
//! - [`scenario`]: hands told in Markdown, held against the engine. Uses engine and editions.
//! - [`explore`]: what could be: random sessions, a written strategy, every way on from a position, and the odds. Uses engine
//!   and editions.
//! - `narrate`: what a step of a hand says, in words. Uses scenario, explore and editions.
//! - [`page`]: a step and a hand as HTML. Knows no mdBook. Uses narrate, scenario, explore and editions.
//! - [`book`]: chapters, and the site made of them. Uses page, session, narrate, scenario, explore and editions.
//! - `author`: what is told of a file while it is being written. Uses narrate, scenario and editions, and of the page its
//!   plain words.
//! - `editor`: the same, in the language that editors speak. Uses author.
//! - `session`: a session under way: who sits, what was said, what comes next. Uses scenario, explore and editions.
//! - `terminal`: a hand stepped through, and a session played, in a terminal. Uses session, narrate, scenario, explore and
//!   editions.
//! - [`web`]: the door for a page in which somebody plays or writes: a question in, an answer out. Uses author, page, session,
//!   narrate, scenario and editions.
//! - [`cmd`]: the verbs of the program. Uses all; nothing uses it.
//!
//! `ARCHITECTURE.md` has the picture, and where to change what.
//!
//! # A file, held against the engine and stepped through
//!
//! ```
//! use mouche::scenario::check;
//!
//! let file = std::fs::read("scenarios/mouche-1718/denise-must-trump.md")?;
//! let checked = check("denise-must-trump.md", &file);
//! assert!(checked.holds());
//! for step in &checked.stories[0].steps {
//!     let facts: Vec<_> = step.events.iter().map(|event| (event.clause.id(), event.fact)).collect();
//!     println!("{}: {facts:?}", step.id);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

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
mod narrate;
pub mod page;
pub mod rules;
pub mod scenario;
mod session;
#[cfg(feature = "cli")]
mod terminal;
pub mod web;
