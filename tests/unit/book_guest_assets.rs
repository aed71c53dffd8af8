use super::*;

/// Our theme measures in `rem`, and one of them is 16 pixels in our book and 10 in a book by mdBook.
#[test]
fn a_length_is_as_long_in_a_book_by_mdbook_as_in_ours() {
    let ours = ".a { width: 1rem; margin: -0.5rem .25rem; --premium: 3px } \
        @media (max-width: 45rem) { .b { gap: calc(2px + 2.1rem) } } \
        @container board (width >= 56rem) { .remark { top: 0 } }";
    let theirs = ".a { width: 1.6rem; margin: -0.8rem 0.4rem; --premium: 3px } \
        @media (max-width: 45rem) { .b { gap: calc(2px + 3.36rem) } } \
        @container board (width >= 89.6rem) { .remark { top: 0 } }";
    assert_eq!(adjust_rem_to_mdbook(ours), theirs);
}
