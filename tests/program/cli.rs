//! The program as a shell sees it: what it prints, and how it ends; `UPDATE=1` writes it anew.

use crate::golden;
use crate::repository_paths::{program, root};
use std::process::Command;

#[test]
fn the_program_says_what_it_said() {
    // What holds them takes the word from the environment alone, and by another name.
    if golden::is_renewed() && std::env::var_os("TRYCMD").is_none() {
        let own = std::env::current_exe().expect("the tests");
        let renewed = Command::new(own)
            .args(["the_program_says_what_it_said"])
            .env("TRYCMD", "overwrite")
            .status();
        assert!(renewed.is_ok_and(|status| status.success()));
    }
    // Where CI is set, `bless` writes nothing; these cases are about what it writes.
    trycmd::TestCases::new()
        .register_bin("mouche", trycmd::schema::Bin::Path(program()))
        .env("CI", "")
        .case(root().join("tests/cli/*.md"));
}
