//! The program as a shell sees it: what it prints, and how it ends; `TRYCMD=overwrite` writes it anew.

#[test]
fn the_program_says_what_it_said() {
    trycmd::TestCases::new().case("tests/cli/*.md");
}
