//! How many threads `mouche check` takes.

use super::thread_count;
use std::num::NonZeroUsize;

#[test]
fn no_more_threads_are_asked_for_than_there_are_files() {
    assert_eq!(thread_count(NonZeroUsize::new(usize::MAX), 3), 3);
    assert_eq!(thread_count(NonZeroUsize::new(2), 3), 2);
    assert_eq!(
        thread_count(NonZeroUsize::new(4), 0),
        1,
        "0 would leave the number to the machine"
    );
    assert_eq!(thread_count(None, 3), 0);
}
