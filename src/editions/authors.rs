//! The editions of authors: those whose files lie beside hands, in a folder `editions`.

use crate::rules::Ruleset;
use std::sync::{PoisonError, RwLock};

/// An edition of an author, and the text of its file.
#[derive(Clone, Copy, Debug)]
pub struct AuthorEdition {
    /// The rules.
    pub rules: &'static Ruleset,
    /// The text of the file, from which the engine in a page reads the rules again.
    pub text: &'static str,
}

/// The editions that were registered, each with its folder: the one that holds `editions`.
static REGISTERED: RwLock<Vec<(String, AuthorEdition)>> = RwLock::new(Vec::new());

/// Registers the editions of a folder in place of those before.
pub fn register_editions(folder: &str, editions: &[AuthorEdition]) {
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    registered.retain(|(other, _)| other != folder);
    for edition in editions {
        registered.push((folder.to_owned(), *edition));
    }
}

/// Returns the rules of the registered editions, the oldest first.
pub fn registered_editions() -> Vec<&'static Ruleset> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    registered
        .iter()
        .map(|(_, edition)| edition.rules)
        .collect()
}
