//! The extension for VS Code: its grammar, which the words of the program make, and a session under Node.

use mouche::cards::CardLanguage;
use mouche::scenario::{FenceKind, Keyword, KeywordPlace};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const DENISE: &str = include_str!("../../held/denise-must-trump.md");
const GRAMMAR: &str = "editors/vscode/syntaxes/mouche.tmLanguage.json";
const SESSION: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/all/lsp/vscode_session.js"
);

fn extension() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode")
}

/// Returns a pattern that matches any of these words, the longest first.
fn any_of(words: &BTreeSet<&str>) -> String {
    let mut words: Vec<String> = words.iter().map(|word| regex::escape(word)).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.join("|")
}

/// Returns the words that open fences, in all languages.
fn fence_words() -> BTreeSet<&'static str> {
    let mut words = BTreeSet::new();
    for kind in FenceKind::ALL.iter().copied() {
        if kind != FenceKind::Header {
            words.extend(CardLanguage::LANGUAGES.map(|letters| kind.spelling(letters)));
        }
    }
    words
}

/// Returns the words of the grammar, in all languages.
fn keywords() -> BTreeSet<&'static str> {
    let mut words: BTreeSet<&str> = BTreeSet::new();
    for keyword in Keyword::all() {
        words.insert(keyword.spelling());
        for letters in CardLanguage::LANGUAGES {
            words.extend(keyword.spellings_in(letters));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the grammar of the fences as VS Code reads it.
fn grammar() -> Value {
    let open = r"(^|\G)(\s*)(`{3,}|~{3,})\s*";
    let end = r"(^|\G)(\2|\s{0,3})(\3)\s*$";
    let captures = json!({
        "3": { "name": "punctuation.definition.markdown" },
        "4": { "name": "fenced_code.block.language.markdown" },
    });
    let block = |word: &str, content: &str, patterns: Value| {
        json!({
            "name": "markup.fenced_code.block.markdown",
            "begin": format!("{open}({word})(?=\\s|$)[^`]*$"),
            "end": end,
            "beginCaptures": captures,
            "endCaptures": { "3": { "name": "punctuation.definition.markdown" } },
            "contentName": content,
            "patterns": patterns,
        })
    };
    let words = [
        ("comment.line.number-sign.mouche", "#.*$".to_owned()),
        (
            "constant.character.card.mouche",
            r"(?<![\p{L}\d])(?:10|\p{Lu}|[2-9])[♥♦♣♠]".to_owned(),
        ),
        ("constant.numeric.trick.mouche", r"^\s*\d+\s*\.".to_owned()),
        (
            "entity.name.function.clause.mouche",
            r"\b[a-z]+\.[a-z_.]+\b".to_owned(),
        ),
        ("keyword.operator.mouche", r"->|→|\?".to_owned()),
        (
            "keyword.other.mouche",
            format!(
                r"(?<![\p{{L}}\d])(?:{})(?![\p{{L}}\d])",
                any_of(&keywords())
            ),
        ),
        (
            "constant.numeric.mouche",
            r"(?<![\p{L}\d])-?\d+(?![\p{L}\d])".to_owned(),
        ),
    ];
    let statement: Vec<Value> = words
        .iter()
        .map(|(name, pattern)| json!({ "name": name, "match": pattern }))
        .collect();
    json!({
        "scopeName": "markdown.mouche.codeblock",
        "injectionSelector": "L:text.html.markdown",
        "patterns": [{ "include": "#header" }, { "include": "#fence" }],
        "repository": {
            "header": block("toml scenario", "meta.embedded.block.toml", json!([{ "include": "source.toml" }])),
            "fence": block(&any_of(&fence_words()), "meta.embedded.block.mouche", json!([{ "include": "#statement" }])),
            "statement": { "patterns": statement },
        },
    })
}

#[test]
fn the_grammar_of_the_extension_has_all_words() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GRAMMAR);
    let expected = serde_json::to_string_pretty(&grammar()).expect("JSON") + "\n";
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    if found != expected && std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, &expected).expect("the grammar");
        return;
    }
    assert!(
        found == expected,
        "{GRAMMAR} lacks words; run UPDATE=1 cargo test --test all vscode::"
    );
    for (place, word) in [
        (KeywordPlace::Move, "tries"),
        (KeywordPlace::Deal, "dealer"),
    ] {
        let keyword = Keyword::all_at(place).find(|keyword| keyword.spelling() == word);
        assert!(keyword.is_some() && expected.contains(word), "{word}");
    }
}

#[test]
fn the_extension_names_what_it_has() {
    let text = std::fs::read_to_string(extension().join("package.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    let commands = manifest["contributes"]["commands"]
        .as_array()
        .expect("commands");
    let named: Vec<&str> = commands
        .iter()
        .map(|command| command["command"].as_str().expect("a name"))
        .collect();
    let capabilities = include_str!("../../../templates/capabilities.json");
    let capabilities: Value = serde_json::from_str(capabilities).expect("JSON");
    let served = &capabilities["capabilities"]["executeCommandProvider"]["commands"];
    assert_eq!(
        json!(named),
        *served,
        "each command of the server is in the palette"
    );
    for path in [
        &manifest["main"],
        &manifest["contributes"]["grammars"][0]["path"],
    ] {
        let path = extension().join(path.as_str().expect("a path"));
        assert!(path.is_file(), "{}", path.display());
    }
}

#[test]
fn the_extension_starts_the_server_and_shows_a_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let hand = folder.path().join("scenarios/denise.md");
    std::fs::create_dir_all(hand.parent().expect("a folder")).expect("a folder");
    std::fs::write(&hand, DENISE).expect("a hand");
    let ran = Command::new("node")
        .arg(SESSION)
        .arg(extension().join("extension.js"))
        .arg(&hand)
        .env("MOUCHE", env!("CARGO_BIN_EXE_mouche"))
        .output()
        .unwrap_or_else(|error| panic!("Node cannot be run ({error}): tests/run installs it, or on Debian `apt-get install nodejs`"));
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{errors}");
    let told: Value = serde_json::from_slice(&ran.stdout).expect("what was told is JSON");
    assert_eq!(
        told["commands"],
        json!(["mouche.previewHand", "mouche.showStep"])
    );
    let page = told["page"].as_str().expect("a page");
    assert!(page.contains(">Denise must trump</h1>"), "{page}");
    let second = told["second_page"].as_str().expect("a page");
    assert!(
        second.contains(">Denise cannot pass</h1>"),
        "an edit changes the page"
    );
    assert_eq!(told["step"]["heading"], "Trick 1, card 1");
    assert!(
        told["step"]["detail"]
            .as_str()
            .is_some_and(|text| text.contains("Claude leads A♥"))
    );
    assert_eq!(
        told["warning"],
        "this hand has no page yet: correct its mistakes first"
    );
    assert!(
        told["failure"]
            .as_str()
            .is_some_and(|text| text.contains("set mouche.path"))
    );
}
