//! A folder with a table of its own.

use crate::repository_paths::program;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const FIRST: &str = include_str!("../../templates/init/first-hand.md");
pub const MARIE: &str = "[table]\nname = \"Chez Marie\"\nedition = \"mouche-1718\"\noptions = { debts = \"staged\", allow_two = true }\n";

/// A hand that is played by the table of its folder: of two debts one waits.
pub fn hand_at_house_table() -> String {
    let own = FIRST.lines().filter(|line| !line.starts_with("edition"));
    let own = own
        .collect::<Vec<_>>()
        .join("\n")
        .replace("# A king", "# Here a king")
        .replace(
            "dealer   Anne\n",
            "dealer   Anne\ndebt     Anne 5\ndebt     Bertrand 5\n",
        );
    own.replace(
        "pool 5\nAnne takes 1, Bertrand takes 2, Claude takes 2\nnext pool 5",
        "pool 10\nAnne takes 2, Bertrand takes 4, Claude takes 4\nnext pool 10",
    )
}

/// The program in this folder, as at somebody's desk: where `CI` is set it blesses nothing.
pub fn run_mouche(folder: &Path, arguments: &[&str]) -> Output {
    let mut mouche = Command::new(program());
    mouche
        .args(arguments)
        .current_dir(folder)
        .env_remove("CI")
        .output()
        .expect("mouche")
}

/// A folder with the hand that `init` writes, and one at a table of its own.
pub fn write_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run_mouche(folder.path(), &["init"]).status.success());
    let table = folder.path().join("scenarios/chez-marie");
    fs::create_dir_all(table.join("deep")).expect("folders");
    fs::write(table.join("mouche.toml"), MARIE).expect("a table");
    fs::write(table.join("deep/here-a-king.md"), hand_at_house_table()).expect("a hand");
    folder
}
