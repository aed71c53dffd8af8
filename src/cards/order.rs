//! Short lists in order.

/// What puts a short list in order. The sort of the standard library is made anew for each kind of thing, some 4 kB each
/// time; the engine is sent to pages, and its lists hold a few cards, choices or messages.
pub(crate) trait InOrder<T> {
    /// Sorts by a key; what has the same key stays as it stood.
    fn in_order_of<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

impl<T> InOrder<T> for [T] {
    fn in_order_of<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        for end in 1..self.len() {
            let mut at = end;
            while at > 0 && key(&self[at - 1]) > key(&self[at]) {
                self.swap(at - 1, at);
                at -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_the_same_key_stays_as_it_stood() {
        let mut words = ["trick", "lead", "head", "void", "a", "follow"];
        words.in_order_of(|word| word.len());
        assert_eq!(words, ["a", "lead", "head", "void", "trick", "follow"]);
        let mut many: Vec<u32> = (0..100).map(|at| at * 37 % 101).collect();
        many.in_order_of(|one| *one);
        assert!(many.is_sorted());
    }
}
