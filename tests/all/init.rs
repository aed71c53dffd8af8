//! `mouche init`: all that it writes works, and nothing that is there is touched.

use crate::shared;
use mouche::book::site::list_files;
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run_mouche(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mouche"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("mouche")
}

fn printed_text(output: &Output) -> String {
    [&output.stdout, &output.stderr]
        .map(|said| String::from_utf8_lossy(said).into_owned())
        .concat()
}

fn init_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let done = run_mouche(folder.path(), &["init", "."]);
    assert!(done.status.success(), "{}", printed_text(&done));
    folder
}

fn read_json(folder: &Path, path: &str) -> Value {
    let text = fs::read_to_string(folder.join(path)).expect(path);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn read_files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let found = list_files(folder).expect("a folder");
    found
        .into_iter()
        .map(|path| (path.clone(), fs::read(folder.join(path)).expect("a file")))
        .collect()
}

#[test]
fn the_first_scenario_holds_is_tidy_and_becomes_a_book() {
    let folder = init_folder();
    shared::copy_cache(folder.path());
    let checked = run_mouche(folder.path(), &["check", "--deny-warnings"]);
    assert!(checked.status.success(), "{}", printed_text(&checked));
    assert!(
        run_mouche(folder.path(), &["fmt", "--check"])
            .status
            .success()
    );
    let built = run_mouche(folder.path(), &["build", "--dest", "site"]);
    assert!(built.status.success(), "{}", printed_text(&built));
    assert!(
        folder
            .path()
            .join("site/hands/mouche-1718/first-hand.html")
            .is_file()
    );
}

#[test]
fn twice_changes_nothing_and_what_is_there_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(".gitignore"), "mine\n").expect("a file");
    let first = run_mouche(folder.path(), &["init"]);
    assert!(
        first.status.success()
            && printed_text(&first).contains(".gitignore: your file, not changed"),
        "{}",
        printed_text(&first)
    );
    assert_eq!(
        fs::read_to_string(folder.path().join(".gitignore")).expect("a file"),
        "mine\n"
    );
    let before = read_files(folder.path());
    assert!(before.len() == 13, "{:?}", before.keys());
    let again = run_mouche(folder.path(), &["init"]);
    assert!(
        again.status.success() && printed_text(&again).matches(": already there").count() == 12,
        "{}",
        printed_text(&again)
    );
    assert!(before == read_files(folder.path()));
    // Of a file that several programs share the lines to add are printed.
    let ignored = "Add these lines to it:\n\n/target/\n/site/\n/junit.xml\n/mouche.sarif\n";
    assert!(
        printed_text(&again).contains(ignored),
        "{}",
        printed_text(&again)
    );
    let hooks = folder.path().join(".pre-commit-config.yaml");
    let hook = fs::read_to_string(&hooks)
        .expect("a file")
        .replace("repos:\n", "");
    fs::write(&hooks, "repos:\n  - repo: https://example.org/other\n").expect("a file");
    let beside = printed_text(&run_mouche(folder.path(), &["init"]));
    assert!(
        beside.contains(&format!(
            "Add these lines to it, below `repos:`:\n\n{hook}\n"
        )),
        "{beside}"
    );
    fs::write(
        &hooks,
        format!("repos:\n  - repo: https://example.org/other\n{hook}"),
    )
    .expect("a file");
    assert!(!printed_text(&run_mouche(folder.path(), &["init"])).contains("below `repos:`"));
    let new = run_mouche(folder.path(), &["init", "new/deep"]);
    assert!(
        printed_text(&new)
            .ends_with("Next: `mouche check new/deep`, then `mouche build new/deep --open`.\n"),
        "{}",
        printed_text(&new)
    );
    assert!(new.status.success() && folder.path().join("new/deep/.vscode/tasks.json").is_file());
}

#[test]
fn where_something_cannot_be_written_nothing_is() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(".vscode"), "a file").expect("a file");
    let done = run_mouche(folder.path(), &["init"]);
    assert_eq!(done.status.code(), Some(2), "{}", printed_text(&done));
    assert_eq!(read_files(folder.path()).len(), 1);
    assert!(!folder.path().join("scenarios").exists());
    assert_eq!(
        run_mouche(folder.path(), &["init", ".vscode"])
            .status
            .code(),
        Some(2)
    );
}

/// The pattern of the task that checks, read as VS Code reads it.
fn problem_pattern(folder: &Path) -> (Regex, Value) {
    let tasks = read_json(folder, ".vscode/tasks.json");
    let tasks = tasks["tasks"].as_array().expect("tasks");
    let check = tasks
        .iter()
        .find(|task| task["label"] == "mouche: check")
        .expect("a task that checks");
    assert_eq!(
        check["args"],
        serde_json::json!(["check", "--format", "concise"])
    );
    let pattern = check["problemMatcher"]["pattern"].clone();
    (
        Regex::new(pattern["regexp"].as_str().expect("a pattern")).expect("a pattern"),
        pattern,
    )
}

#[test]
fn the_problem_matcher_reads_every_line_that_check_prints() {
    let folder = init_folder();
    let (regex, at) = problem_pattern(folder.path());
    let refused = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused");
    for entry in fs::read_dir(&refused)
        .expect("files")
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "md"))
    {
        fs::copy(
            entry.path(),
            folder.path().join("scenarios").join(entry.file_name()),
        )
        .expect("a copy");
    }
    let said = |format: &str| {
        let done = run_mouche(folder.path(), &["check", "--quiet", "--format", format]);
        String::from_utf8(done.stdout).expect("text")
    };
    let wanted: Value = serde_json::from_str(&said("json")).expect("JSON");
    let wanted = wanted["diagnostics"].as_array().expect("diagnostics");
    let lines = said("concise");
    assert!(
        wanted.len() > 100 && lines.lines().count() == wanted.len(),
        "{} of {}",
        lines.lines().count(),
        wanted.len()
    );
    for (line, wanted) in lines.lines().zip(wanted) {
        let found = regex
            .captures(line)
            .unwrap_or_else(|| panic!("not read: {line}"));
        let part = |name: &str| found[at[name].as_u64().expect("a group") as usize].to_string();
        assert!(folder.path().join(part("file")).is_file(), "{line}");
        assert_eq!(part("file"), wanted["file"].as_str().expect("a file"));
        assert_eq!(part("code"), wanted["code"].as_str().expect("a code"));
        assert_eq!(
            part("severity"),
            wanted["severity"].as_str().expect("a severity")
        );
        assert_eq!(
            part("line"),
            wanted["span"]["start"]["line"].to_string(),
            "{line}"
        );
        assert_eq!(
            part("column"),
            wanted["span"]["start"]["column"].to_string(),
            "{line}"
        );
        assert!(
            part("message").starts_with(wanted["message"].as_str().expect("a message")),
            "{line}"
        );
    }
}

#[test]
fn every_task_is_a_verb_and_settings_are_read() {
    let folder = init_folder();
    shared::copy_cache(folder.path());
    assert!(read_json(folder.path(), ".vscode/settings.json").is_object());
    let file = folder
        .path()
        .join("scenarios/mouche-1718/first-hand.md")
        .display()
        .to_string();
    for task in read_json(folder.path(), ".vscode/tasks.json")["tasks"]
        .as_array()
        .expect("tasks")
    {
        assert_eq!(task["command"], "mouche");
        let arguments = task["args"]
            .as_array()
            .expect("arguments")
            .iter()
            .map(|one| one.as_str().expect("a word"));
        let arguments: Vec<String> = arguments
            .filter(|one| *one != "--open")
            .map(|one| one.replace("${file}", &file))
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
        let done = call
            .args(&arguments)
            .current_dir(folder.path())
            .env_remove("CI")
            .output()
            .expect("mouche");
        assert!(
            done.status.success(),
            "{arguments:?}: {}",
            printed_text(&done)
        );
    }
}

/// A snippet with what it proposes in each of its places.
fn expand_snippet(snippet: &Value) -> String {
    let lines: Vec<&str> = snippet["body"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line.as_str().expect("a line"))
        .collect();
    let place = Regex::new(r"\$\{\d+:([^}]*)\}").expect("a pattern");
    place.replace_all(&lines.join("\n"), "$1").replace("$0", "")
}

#[test]
fn the_snippets_make_a_scenario() {
    let folder = init_folder();
    let snippets = read_json(folder.path(), ".vscode/mouche.code-snippets");
    let of = |name: &str| expand_snippet(&snippets[name]);
    let [header, deal, script, payout] =
        ["a header", "a deal", "a script", "a payout"].map(|name| of(&format!("Scenario: {name}")));
    let checked = |text: String| {
        let file = mouche::scenario::check("a.md", text.as_bytes());
        assert!(file.holds(), "{text}\n{:?}", file.diagnostics);
    };
    let stopped = format!("# A\n\n{header}\n{deal}\n{script}");
    checked(stopped.clone());
    let line = |name: &str| of(&format!("Scenario: {name}"));
    let (trick, refused) = (line("a trick"), line("what is refused"));
    assert!(
        script.contains(&trick.replace(", Anne Q♥ -> Anne", ""))
            && payout.contains("```payout\n?\n```")
    );
    let open = stopped.replace(
        "Anne tries K♣ (refused: play.trump; legal: Q♥)",
        &format!("{}\n{refused}", line("what a player may do")),
    );
    assert_ne!(open, stopped);
    let filled = mouche::scenario::bless(
        "a.md",
        open.as_bytes(),
        mouche::scenario::BlessExtent::OpenValues,
    );
    checked(
        filled
            .expect("a scenario")
            .into_sound_text()
            .expect("what is filled"),
    );
    checked(stopped.replace("Anne stands\n", &format!("{}\n", line("an exchange"))));
    assert!(
        snippets["Book: a hand in a chapter"]["body"][0]
            .as_str()
            .is_some_and(|line| line.contains("mouche-1718/first-hand.md"))
    );
    for (name, snippet) in snippets.as_object().expect("snippets") {
        assert_eq!(snippet["scope"], "markdown", "{name}");
        assert!(
            snippet["description"].is_string() && !snippet["prefix"].is_null(),
            "{name}"
        );
    }
}

#[test]
fn the_server_is_started_by_every_editor() {
    let folder = init_folder();
    let read = |path: &str| fs::read_to_string(folder.path().join(path)).expect(path);
    let settings = read_json(folder.path(), ".vscode/settings.json");
    assert_eq!(settings["glspc.server.command"], "mouche");
    assert_eq!(
        settings["glspc.server.commandArguments"],
        serde_json::json!(["lsp"])
    );
    assert_eq!(
        read_json(folder.path(), ".vscode/extensions.json")["recommendations"][0],
        "zsol.vscode-glspc"
    );
    let helix: toml::Table = read(".helix/languages.toml").parse().expect("TOML");
    assert_eq!(
        helix["language-server"]["mouche"]["args"][0].as_str(),
        Some("lsp")
    );
    assert_eq!(
        helix["language"][0]["language-servers"][1].as_str(),
        Some("mouche")
    );
    assert_eq!(
        read_json(folder.path(), ".zed/settings.json")["lsp"]["marksman"]["binary"]["path"],
        "mouche"
    );
    let emacs = read(".dir-locals.el");
    assert!(
        emacs.contains("(\"mouche\" \"lsp\")")
            && emacs.matches('(').count() == emacs.matches(')').count()
    );
    // Neovim itself, where it is there: the server answers. Before version 0.8 it has to be started in two steps.
    let old = "lua vim.lsp.start = vim.lsp.start or function(one) \
               vim.lsp.buf_attach_client(0, vim.lsp.start_client(one)) end";
    let script = "lua vim.wait(5000, function() return #vim.lsp.get_active_clients() > 0 end) \
                  io.stdout:write((vim.lsp.get_active_clients()[1] or {}).name or 'none')";
    let program = Path::new(env!("CARGO_BIN_EXE_mouche"))
        .parent()
        .expect("its folder")
        .display()
        .to_string();
    let mut neovim = Command::new("nvim");
    neovim.args([
        "--headless",
        "--clean",
        "-c",
        old,
        "-c",
        "luafile .nvim.lua",
        "-c",
        "set ft=markdown",
        "-c",
        script,
        "-c",
        "qa!",
    ]);
    neovim
        .arg("scenarios/mouche-1718/first-hand.md")
        .current_dir(folder.path());
    neovim.env(
        "PATH",
        format!("{program}:{}", std::env::var("PATH").unwrap_or_default()),
    );
    if let Ok(done) = neovim.output() {
        assert!(
            printed_text(&done).contains("mouche"),
            "{}",
            printed_text(&done)
        );
    }
}
