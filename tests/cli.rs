//! The program as a shell sees it: what it prints, and how it ends; `TRYCMD=overwrite` writes it anew.

#[test]
fn the_program_says_what_it_said() {
    // Where CI is set, `bless` writes nothing; these cases are about what it writes.
    trycmd::TestCases::new().env("CI", "").case("tests/cli/*.md");
}
