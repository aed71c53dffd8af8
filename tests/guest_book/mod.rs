//! A book of another's: as `mdbook init` makes it, with `mouche install` and some hands, built by mdbook.

use crate::made_once::Once;
use crate::repository_paths::{program, root};
use crate::test_extent::are_all_wanted;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub const DENISE: &str = include_str!("../held/denise-must-trump.md");
pub const JACK: &str = include_str!("../../scenarios/compared/the-jack-of-clubs.md");

/// The version that `tests/mdbook` provides.
const VERSION: &str = "mdbook v0.5.4";

/// The real mdbook, on the path or where `tests/mdbook` puts it; the whole of the tests asks for it. A sample is content with
/// its own library, called as it does: `mdbook.rs` beside this.
fn path_of_mdbook() -> PathBuf {
    let root = root();
    let is_it = |program: &PathBuf| {
        let said = Command::new(program).arg("--version").output();
        said.is_ok_and(|said| String::from_utf8_lossy(&said.stdout).trim() == VERSION)
    };
    let real = [
        PathBuf::from("mdbook"),
        root.join("target/mdbook-program/bin/mdbook"),
    ]
    .into_iter()
    .find(is_it);
    let library = || LIBRARY.clone();
    real.or_else(|| (!are_all_wanted()).then(library))
        .expect("the real mdbook: run tests/mdbook, which compiles it")
}

/// The program beside this, compiled if it is not yet.
static LIBRARY: Once<PathBuf> = Once::new("library of mdbook", || {
    let mut call = Command::new(env!("CARGO"));
    call.args(["build", "--quiet", "--example", "mdbook"])
        .current_dir(root());
    assert!(
        call.status().expect("cargo").success(),
        "mdbook's library cannot be called"
    );
    program().with_file_name("examples").join("mdbook")
});

/// A book in a folder that goes with it.
pub struct GuestBook {
    folder: TempDir,
}

impl GuestBook {
    /// As `mdbook init` makes it.
    pub fn new() -> GuestBook {
        let book = GuestBook {
            folder: tempfile::tempdir().expect("a folder"),
        };
        let made = Command::new(path_of_mdbook())
            .args(["init", "--force", "--title", "Guest", "--ignore", "none"])
            .current_dir(book.root())
            .output()
            .expect("mdbook");
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        book
    }

    /// The same with three chapters: a hand by its path, the same again beside one that stands inside, and none.
    pub fn with_hands() -> GuestBook {
        let book = GuestBook::new();
        assert!(book.mouche(&["install", "."]).status.success());
        book.write("scenarios/denise-must-trump.md", DENISE);
        book.write(
            "src/SUMMARY.md",
            "# Summary\n\n- [One](one.md)\n- [Two](deep/two.md)\n- [Three](three.md)\n",
        );
        book.write(
            "src/one.md",
            "# One\n\n```hand denise-must-trump.md\n```\n\n## Afterwards\n\nMore words.\n",
        );
        let again = "```hand denise-must-trump.md\n```\n";
        book.write(
            "src/deep/two.md",
            &format!("# Two\n\n````hand\n{JACK}````\n\nThe other again.\n\n{again}"),
        );
        book.write("src/three.md", "# Three\n\nNo hand is here.\n");
        book
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Where mdbook puts the pages.
    pub fn site(&self) -> PathBuf {
        self.root().join("book")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// Runs mouche in the folder of the book.
    pub fn mouche(&self, arguments: &[&str]) -> Output {
        let mut call = Command::new(program());
        call.args(arguments)
            .current_dir(self.root())
            .output()
            .expect("mouche")
    }

    /// Runs `mdbook build`, which finds mouche on its path.
    pub fn build(&self) -> Output {
        let program = program();
        let own = program.parent().expect("its folder");
        let path = format!(
            "{}:{}",
            own.display(),
            std::env::var("PATH").unwrap_or_default()
        );
        Command::new(path_of_mdbook())
            .arg("build")
            .current_dir(self.root())
            .env("PATH", path)
            .output()
            .expect("mdbook")
    }

    /// The same, and it succeeds.
    pub fn build_or_panic(self) -> GuestBook {
        let done = self.build();
        assert!(done.status.success(), "{}", printed_text(&done));
        self
    }
}

/// All that a program said.
pub fn printed_text(output: &Output) -> String {
    [&output.stdout, &output.stderr]
        .map(|said| String::from_utf8_lossy(said).into_owned())
        .concat()
}
