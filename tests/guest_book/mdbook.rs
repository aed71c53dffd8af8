//! `mdbook init` and `mdbook build` in the folder where it runs, by mdbook's own library: what its program does for these two.
//! The program itself takes a minute to compile; `tests/run --all` has it.

use mdbook::MDBook;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["init", "--force", "--title", title, "--ignore", "none"] => {
            let mut config = mdbook_preprocessor::config::Config::default();
            config.book.title = Some(title.into());
            MDBook::init(".").with_config(config).build().map(drop)
        }
        ["build"] => MDBook::load(".").and_then(|book| book.build()),
        _ => panic!("only what the tests ask for: {arguments:?}"),
    };
    let Err(error) = done else {
        return ExitCode::SUCCESS;
    };
    eprintln!("{error:#}");
    ExitCode::from(101)
}
