//! Words that are said more than once, each kept once.

use std::collections::HashMap;
use std::hash::Hash;

/// A list without repetition; what is in it is known by its place.
#[derive(Debug)]
pub(super) struct Words<T> {
    list: Vec<T>,
    known: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Words<T> {
    /// An empty list.
    pub(super) fn new() -> Words<T> {
        Words { list: Vec::new(), known: HashMap::new() }
    }

    /// The place of this in the list, at the end of which it is put if it is new.
    pub(super) fn place(&mut self, one: T) -> usize {
        let list = &mut self.list;
        *self.known.entry(one).or_insert_with_key(|one| {
            list.push(one.clone());
            list.len() - 1
        })
    }

    /// The list.
    pub(super) fn list(self) -> Vec<T> {
        self.list
    }
}
