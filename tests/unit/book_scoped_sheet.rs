//! Tests of `src/book/scoped_sheet.rs`, from within.

use super::*;

#[test]
fn a_rule_ends_in_the_box() {
    for (sheet, boxed) in [
        (".card { a: b }", ".card:where(.mouche *) { a: b }"),
        (
            ".a,\n.b > c::after { x: y; }",
            ".a:where(.mouche *), .b > c:where(.mouche *)::after { x: y; }",
        ),
        (
            ".a:not(.b, .c) :is(d, e f) {}",
            ".a:not(.b, .c) :is(d, e f):where(.mouche *) {}",
        ),
        (
            "/* a { */ html.js .step {}",
            "html.js .step:where(.mouche *) {}",
        ),
        // What is of the page is of the box.
        (":root { --a: b }", ":root :where(.mouche) { --a: b }"),
        (
            ":is(.ayu, .coal) { --a: b }",
            ":is(.ayu, .coal) :where(.mouche) { --a: b }",
        ),
        (
            "@media print { html[class] { --a: b } }",
            "@media print {\nhtml[class] :where(.mouche) { --a: b }\n}",
        ),
        // Nested rules and frames stay as they are.
        (
            "a { x: y; b { z: 0 } }",
            "a:where(.mouche *) { x: y; b { z: 0 } }",
        ),
        (
            "@keyframes lay { from { x: 0 } }",
            "@keyframes lay { from { x: 0 } }",
        ),
        (
            "::view-transition-group(*) { a: b }",
            "::view-transition-group(*) { a: b }",
        ),
    ] {
        assert_eq!(scope_sheet(sheet).trim(), boxed);
    }
}
