//! Short lists: sorted, and without duplicates.

/// Sorts a short list by insertion. The sort of the standard library adds about 4 kB to the engine for pages for each type.
pub(crate) trait InsertionSort<T> {
    /// Sorts by a key and keeps the order of items with equal keys.
    fn insertion_sort_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

/// Returns the items without duplicates, each at its first place.
pub(crate) fn deduplicated<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut unique = Vec::new();
    for item in items {
        if !unique.contains(&item) {
            unique.push(item);
        }
    }
    unique
}

impl<T> InsertionSort<T> for [T] {
    fn insertion_sort_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        for end in 1..self.len() {
            let mut at = end;
            while at > 0 && key(&self[at - 1]) > key(&self[at]) {
                self.swap(at - 1, at);
                at -= 1;
            }
        }
    }
}
