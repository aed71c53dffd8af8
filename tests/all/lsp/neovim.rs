//! The same in a real editor: Neovim without a screen, driven by `session.lua`.

use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const DENISE: &str = include_str!("../../held/denise-must-trump.md");
const SESSION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/lsp/session.lua");

/// What came of the session.
fn run_neovim(folder: &Path) -> Value {
    let (file, result) = (folder.join("scenarios/a hand.md"), folder.join("told.json"));
    std::fs::create_dir_all(folder.join("scenarios")).expect("a folder");
    std::fs::write(&file, DENISE).expect("a scenario");
    let mut nvim = Command::new("nvim");
    nvim.args(["--headless", "--clean", "-c", &format!("luafile {SESSION}")])
        .arg(&file)
        .current_dir(folder);
    // What the author of this machine has set for his own editor is not asked.
    for home in [
        "HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_STATE_HOME",
        "XDG_CACHE_HOME",
    ] {
        nvim.env(home, folder);
    }
    nvim.env("MOUCHE", env!("CARGO_BIN_EXE_mouche"))
        .env("RESULT", &result);
    let ran = nvim.output().unwrap_or_else(|error| {
        panic!("Neovim cannot be run ({error}): tests/run installs it, or on Debian `apt-get install neovim`")
    });
    let text = std::fs::read_to_string(&result);
    let text = text.unwrap_or_else(|_| {
        panic!(
            "nothing came of it: {}",
            String::from_utf8_lossy(&ran.stderr)
        )
    });
    serde_json::from_str(&text).expect("what was told is JSON")
}

#[test]
fn an_author_writes_in_neovim() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = run_neovim(folder.path());
    assert_eq!(
        (&told["wrong"], &told["waited_in_vain_for"]),
        (&Value::Null, &Value::Null),
        "{told}"
    );
    let hover = told["hover"].as_str().expect("words");
    assert!(
        hover.contains(
            "**cannot be played: a trump must be played, and Denise holds 7♥** (Denise's turn)"
        ),
        "{hover}"
    );
    assert_eq!(told["sound"], json!([]));
    let sum = "2 tricks × 5 ÷ 5 = 2 (pay.share)";
    let broken =
        format!("wrong-payout: Denise takes 2, not 4\n{sum}\nclause: mouche-1718/pay.share");
    assert_eq!(
        (&told["broken"], &told["underlined"]),
        (&json!([broken]), &json!("4"))
    );
    assert_eq!(
        (&told["action"], &told["fixed"]),
        (
            &json!("Write `2`"),
            &json!("Claude takes 3, Denise takes 2")
        )
    );
    assert_eq!(told["offered"], json!(["7♥", "A♦", "A♣"]));
    assert_eq!(
        told["said"],
        "cannot be played: a trump must be played, and Denise holds 7♥ (play.trump)"
    );
    assert_eq!(
        told["spelled"],
        "1. Claude A♥, Denise Q♥, Anne J♥ -> Denise"
    );
    let parts = [
        "The deal",
        "Declarations",
        "Trick 1",
        "Trick 2",
        "Trick 3",
        "Trick 4",
        "Trick 5",
        "Payout",
    ];
    assert_eq!(told["outline"], json!(parts));
    assert_eq!(told["exit"], 0, "{told}");
}
