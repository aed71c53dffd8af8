//! `mouche check` as other programs meet it: pipes, reports, threads, and files that change while it watches.

use crate::printed_lines::lines_of;
use crate::{repository_paths, test_extent};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Duration;

const HELD: &str = include_str!("../held/denise-must-trump.md");
const TWO: &str = include_str!("../../scenarios/compared/one-line-of-1730.md");

fn mouche_command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(repository_paths::program());
    command
        .current_dir(folder)
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE");
    command
}

fn run_mouche(folder: &Path, arguments: &[&str]) -> Output {
    mouche_command(folder, arguments)
        .output()
        .expect("the program")
}

fn printed_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder with two scenarios that hold, three that do not, and a note.
fn write_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("a.md", HELD);
    write(
        "b<&\".md",
        &HELD
            .replace("Anne owes 5", "Anne owes 6")
            .replace("takes 2", "takes 9"),
    );
    write("c.md", &TWO.replacen("Lise takes 20", "Lise takes 15", 1));
    write("d.md", TWO);
    write(
        "e.md",
        &HELD.replace("Bertrand folds", "Bertrand \u{1b}[31m"),
    );
    write("note.md", "# A note\n");
    folder
}

#[test]
fn standard_input_is_checked_under_its_name() {
    let folder = write_folder();
    let text = HELD.replace("Anne owes 5", "Anne owes 6");
    let with = |arguments: &[&str]| {
        let mut child = mouche_command(folder.path(), arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it");
        child
            .stdin
            .take()
            .expect("its input")
            .write_all(text.as_bytes())
            .expect("a pipe");
        child.wait_with_output().expect("its end")
    };
    let found = with(&[
        "check",
        "-",
        "--format",
        "concise",
        "--stdin-name",
        "draft.md",
    ]);
    assert!(
        printed_text(&found).starts_with("draft.md:"),
        "{}",
        printed_text(&found)
    );
    assert!(
        printed_text(&found).contains(
            "error[wrong-payout] Anne owes 5, not 6: as much as the pool held: 5 (debt.make)\n"
        ),
        "{}",
        printed_text(&found)
    );
    assert_eq!(found.status.code(), Some(1));
    assert!(printed_text(&with(&["check", "-", "--format", "concise"])).starts_with("stdin.md:"));
}

/// A pipe that nobody reads from, from the first.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let folder = write_folder();
    for format in ["full", "concise", "json", "github", "plain"] {
        let mut child = mouche_command(folder.path(), &["check", ".", "--format", format])
            .stdout(closed_pipe())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it");
        let mut err = String::new();
        child
            .stderr
            .take()
            .expect("its errors")
            .read_to_string(&mut err)
            .expect("text");
        let end = child.wait().expect("its end");
        assert_eq!((err.as_str(), end.code()), ("", Some(1)), "{format}");
    }
}

/// Who reads only the beginning learns from the code what there is, and all that was asked for is written.
#[test]
fn a_closed_pipe_changes_no_verdict_and_no_file() {
    let folder = write_folder();
    let closed = |arguments: &[&str]| {
        mouche_command(folder.path(), arguments)
            .stdout(closed_pipe())
            .status()
            .expect("it")
    };
    assert_eq!(
        closed(&[
            "check",
            ".",
            "--report",
            "junit=j.xml",
            "--report",
            "sarif=s.sarif"
        ])
        .code(),
        Some(1)
    );
    assert!(
        ["j.xml", "s.sarif"]
            .iter()
            .all(|report| folder.path().join(report).exists())
    );
    let careless = HELD.replace("K♦ 10♦", "KD 10D");
    let files =
        ["one.md", "two.md", "three.md"].map(|name| folder.path().join("careless").join(name));
    std::fs::create_dir(folder.path().join("careless")).expect("a folder");
    files
        .iter()
        .for_each(|file| std::fs::write(file, &careless).expect("a file"));
    assert_eq!(closed(&["fmt", "careless", "--check"]).code(), Some(1));
    assert_eq!(closed(&["fmt", "careless"]).code(), Some(0));
    for file in files {
        assert!(
            std::fs::read_to_string(file)
                .expect("a file")
                .contains("K♦ 10♦"),
            "a file was left"
        );
    }
}

#[test]
fn no_verb_minds_a_closed_pipe() {
    let folder = write_folder();
    let verbs: [&[&str]; 10] = [
        &["odds"],
        &["schema"],
        &["new", "--edition", "mouche-1718"],
        &["editions"],
        &["explain", "play.trump"],
        &["explain", "mouche-1718/play.trump", "--format", "json"],
        &["completions", "bash"],
        &["man"],
        &["simulate", "--edition", "mouche-1718", "--sessions", "2"],
        &["check", "."],
    ];
    for verb in verbs {
        let mut child = mouche_command(folder.path(), verb)
            .stdout(closed_pipe())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut err = String::new();
        child
            .stderr
            .take()
            .expect("its errors")
            .read_to_string(&mut err)
            .expect("text");
        let end = child.wait().expect("its end");
        assert!(
            !err.contains("panicked") && !err.contains("Broken pipe"),
            "{verb:?}: {err}"
        );
        assert!(end.code().is_some(), "{verb:?} was killed");
    }
}

#[test]
fn a_pipe_has_colours_only_if_asked() {
    let folder = write_folder();
    let colours =
        |arguments: &[&str]| printed_text(&run_mouche(folder.path(), arguments)).contains('\u{1b}');
    assert!(!colours(&["check", "."]));
    assert!(colours(&["check", ".", "--color", "always"]));
    let forced = mouche_command(folder.path(), &["check", "."])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .expect("it");
    assert!(printed_text(&forced).contains('\u{1b}'));
    for call in [&["check", "."][..], &["check", "--help"], &["nonsense"]] {
        let not_forced = mouche_command(folder.path(), call)
            .env("CLICOLOR_FORCE", "0")
            .output()
            .expect("it");
        assert!(
            !printed_text(&not_forced).contains('\u{1b}'),
            "0 forces nothing: {call:?}"
        );
    }
    let never = mouche_command(folder.path(), &["check", ".", "--color", "never"])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .expect("it");
    assert!(!printed_text(&never).contains('\u{1b}'));
    for call in [
        &["--color", "never", "--help"][..],
        &["check", "--color=never", "--fast"],
    ] {
        let told = mouche_command(folder.path(), call)
            .env("CLICOLOR_FORCE", "1")
            .output()
            .expect("it");
        assert!(
            ![told.stdout, told.stderr].concat().contains(&0x1b),
            "{call:?}"
        );
    }
}

#[test]
fn threads_change_no_byte() {
    let scenarios = repository_paths::root().join("scenarios");
    let some = if test_extent::are_all_wanted() {
        scenarios
    } else {
        scenarios.join("pamphile-1758")
    };
    let (folder, scenarios) = (write_folder(), some.display().to_string());
    for (format, jobs) in [("full", "2"), ("json", "7")] {
        let with = |jobs: &str| {
            run_mouche(
                folder.path(),
                &["check", ".", &scenarios, "-j", jobs, "--format", format],
            )
        };
        let one = with("1");
        assert!(one.stdout.len() > 1_000);
        let many = with(jobs);
        assert_eq!(
            (printed_text(&one), one.status.code()),
            (printed_text(&many), many.status.code())
        );
    }
}

#[test]
fn shares_together_are_the_whole() {
    let folder = write_folder();
    let lines = |share: &str| {
        let found = printed_text(&run_mouche(
            folder.path(),
            &[
                "check",
                ".",
                "-q",
                "--format",
                "concise",
                "--partition",
                share,
            ],
        ));
        found.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut parts: Vec<String> = ["1/3", "2/3", "3/3"]
        .iter()
        .flat_map(|share| lines(share))
        .collect();
    parts.sort();
    assert_eq!((parts.len(), &parts), (lines("1/1").len(), &lines("1/1")));
    for share in ["", "2", "0/3", "4/3", "a/b", "1/0", "-1/2"] {
        let refused = run_mouche(
            folder.path(),
            &["check", ".", &format!("--partition={share}")],
        );
        assert_eq!(refused.status.code(), Some(2), "{share}");
    }
}

#[test]
fn reports_are_written_beside_what_is_printed() {
    let folder = write_folder();
    let found = run_mouche(
        folder.path(),
        &[
            "check",
            ".",
            "--format",
            "concise",
            "--report",
            "junit=j.xml",
            "--report",
            "sarif=s.sarif",
            "--book-url",
            "https://b.org",
        ],
    );
    assert!(
        printed_text(&found).contains("3 of 5 scenarios do not hold, with 4 errors; "),
        "{}",
        printed_text(&found)
    );
    assert!(
        printed_text(&found).ends_with("met; 1 file skipped: ./note.md\n"),
        "{}",
        printed_text(&found)
    );
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a report");
    assert_sarif_is_sound(&read("s.sarif"));
    assert_junit_is_sound(&read("j.xml"));
}

/// What SARIF 2.1.0 has of what is written: each thing with what it must have, and what it may. Nothing else may stand there.
fn sarif_schema() -> Value {
    let object = |must: &[&str], may: Value| json!({ "type": "object", "required": must, "properties": may, "additionalProperties": false });
    let many = |of: &str| json!({ "type": "array", "items": { "$ref": format!("#/$defs/{of}") } });
    let one = |of: &str| json!({ "$ref": format!("#/$defs/{of}") });
    let (text, count) = (
        json!({ "type": "string" }),
        json!({ "type": "integer", "minimum": 0 }),
    );
    let place = json!({ "type": "integer", "minimum": 1 });
    let level = json!({ "enum": ["none", "note", "warning", "error"] });
    let mut log = object(
        &["version", "runs"],
        json!({ "$schema": text, "version": { "const": "2.1.0" }, "runs": many("run") }),
    );
    log["$defs"] = json!({
        "run": object(&["tool"], json!({
            "tool": object(&["driver"], json!({ "driver": one("driver") })),
            "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
            "originalUriBaseIds": { "type": "object", "additionalProperties": one("artifact") },
            "invocations": many("invocation"),
            "results": many("result"),
        })),
        "driver": object(&["name"], json!({ "name": text, "version": text, "rules": many("rule") })),
        "rule": object(&["id"], json!({
            "id": text, "name": text, "shortDescription": one("message"), "help": one("message"),
            "helpUri": { "type": "string", "format": "uri" }, "defaultConfiguration": object(&[], json!({ "level": level })),
        })),
        "message": object(&["text"], json!({ "text": text })),
        "invocation": object(&["executionSuccessful"], json!({
            "executionSuccessful": { "type": "boolean" },
            "toolExecutionNotifications": many("notification"),
        })),
        "notification": object(&["message"], json!({
            "level": level, "message": one("message"), "locations": many("location"),
        })),
        "result": object(&["message"], json!({
            "ruleId": text, "ruleIndex": count, "level": level, "message": one("message"),
            "locations": many("location"), "relatedLocations": many("location"), "fixes": many("fix"),
            "partialFingerprints": { "type": "object", "additionalProperties": text },
            "properties": { "type": "object" },
        })),
        "location": object(&[], json!({ "id": count, "physicalLocation": one("physical"), "message": one("message") })),
        "physical": object(&["artifactLocation"], json!({ "artifactLocation": one("artifact"), "region": one("region") })),
        "artifact": object(&[], json!({
            "uri": { "type": "string", "format": "uri-reference" }, "uriBaseId": text, "description": one("message"),
        })),
        "region": object(&[], json!({ "startLine": place, "startColumn": place, "endLine": place, "endColumn": place })),
        "fix": object(&["artifactChanges"], json!({
            "description": one("message"), "artifactChanges": many("change"), "properties": { "type": "object" },
        })),
        "change": object(&["artifactLocation", "replacements"], json!({
            "artifactLocation": one("artifact"), "replacements": many("replacement"),
        })),
        "replacement": object(&["deletedRegion"], json!({ "deletedRegion": one("region"), "insertedContent": one("message") })),
    });
    log
}

/// Reads a log, which must be what SARIF allows.
fn allowed_sarif(text: &str) -> Value {
    let ours: Value = serde_json::from_str(text).expect("a SARIF log");
    let schema = sarif_schema();
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("a schema");
    let faults: Vec<String> = validator
        .iter_errors(&ours)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(faults, Vec::<String>::new());
    ours
}

/// The log is what SARIF allows; and it says what we mean.
fn assert_sarif_is_sound(text: &str) {
    let ours = allowed_sarif(text);
    let results = ours["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 4);
    assert_eq!(ours["runs"][0]["columnKind"], "unicodeCodePoints");
    let first = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(first["artifactLocation"]["uri"], "b%3C%26%22.md");
    assert_eq!(
        results[0]["properties"]["page"],
        "https://b.org/rules/mouche-1718.html#pay.share"
    );
    let prints: std::collections::BTreeSet<&str> = results
        .iter()
        .filter_map(|result| result["partialFingerprints"]["mouche/v1"].as_str())
        .collect();
    assert_eq!(prints.len(), 4);
    let rules = &ours["runs"][0]["tool"]["driver"]["rules"];
    for rule in rules.as_array().expect("rules") {
        let id = rule["id"].as_str().expect("an id");
        let page = format!("https://b.org/writing/messages.html#{id}");
        assert_eq!(rule["helpUri"].as_str(), Some(page.as_str()));
        let help = rule["help"]["text"].as_str().expect("help");
        assert!(help.contains(&format!("`mouche explain {id}`")), "{help}");
    }
    for result in results {
        let (id, index) = (
            result["ruleId"].as_str(),
            result["ruleIndex"].as_u64().unwrap_or(999),
        );
        assert_eq!(
            ours["runs"][0]["tool"]["driver"]["rules"][index as usize]["id"].as_str(),
            id
        );
    }
}

/// What JUnit's schema asks for: one root, names, counts that are those of the cases, and no raw control character.
fn assert_junit_is_sound(text: &str) {
    assert!(
        !text
            .chars()
            .any(|c| c.is_control() && !matches!(c, '\n' | '\t')),
        "{text}"
    );
    let mut open: Vec<&str> = Vec::new();
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for piece in text.split('<').skip(1) {
        let (tag, rest) = piece.split_once('>').expect("a tag's end");
        assert!(!rest.contains('>'), "a bare sign in {rest}");
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap_or("");
        match tag {
            _ if tag.starts_with('?') => {}
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name)),
            _ => {
                let parent = match name {
                    "testsuites" => None,
                    "testsuite" => Some("testsuites"),
                    "testcase" => Some("testsuite"),
                    "failure" | "error" | "skipped" => Some("testcase"),
                    _ => panic!("JUnit has no {name}"),
                };
                assert_eq!(open.last().copied(), parent);
                assert!(
                    matches!(name, "failure" | "error" | "skipped") || tag.contains(" name=\""),
                    "{tag}"
                );
                *counts.entry(name).or_default() += 1;
                if !tag.ends_with('/') {
                    open.push(name);
                }
            }
        }
    }
    assert!(open.is_empty());
    let count = |name: &str| counts.get(name).copied().unwrap_or(0);
    let root = text.lines().nth(1).expect("a root");
    assert!(
        root.contains(&format!(
            "tests=\"{}\" failures=\"{}\"",
            count("testcase"),
            count("failure")
        )),
        "{root}"
    );
    // Three files of one hand, and two of two hands under two editions.
    assert_eq!(
        (count("testsuite"), count("testcase"), count("failure")),
        (5, 11, 3)
    );
}

/// The summary of a check of `hands` below a folder, by somebody who lives in `home`.
fn summary_of_check(folder: &Path, home: &Path, arguments: &[&str]) -> String {
    let mut command = mouche_command(folder, &["check", "hands"]);
    command
        .args(arguments)
        .env("HOME", home)
        .env("USERPROFILE", home)
        .env_remove("XDG_CONFIG_HOME");
    printed_text(&command.output().expect("the program"))
}

#[test]
fn what_is_checked_is_what_the_folder_holds_whoever_checks_it() {
    let (folder, home) = (
        tempfile::tempdir().expect("a folder"),
        tempfile::tempdir().expect("a home"),
    );
    let write = |path: std::path::PathBuf, text: &str| {
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let ours = |name: &str| folder.path().join(name);
    [
        "hands/a.md",
        "hands/b.md",
        "hands/target/c.md",
        "hands/.old/d.md",
    ]
    .iter()
    .for_each(|name| write(ours(name), HELD));
    let two = summary_of_check(folder.path(), home.path(), &[]);
    assert_eq!(
        two,
        "2 scenarios, 2 deals, 30 plays, 2 refusals, 38 expectations hold\n"
    );

    let mine = home.path().join("mine");
    write(mine.clone(), "*.md\n");
    write(
        home.path().join(".gitconfig"),
        &format!("[core]\n\texcludesFile = {}\n", mine.display()),
    );
    for path in [
        home.path().join(".config/git/ignore"),
        ours(".gitignore"),
        ours(".scenarioignore"),
        ours(".ignore"),
    ] {
        write(path, "*.md\n");
    }
    write(ours(".git/info/exclude"), "*.md\n");
    write(ours("hands/.git/info/exclude"), "*.md\n");
    write(ours("hands/.ignore"), "*.md\n");
    assert_eq!(summary_of_check(folder.path(), home.path(), &[]), two);

    write(ours("hands/.gitignore"), "b.md\n");
    let one = "1 scenario, 1 deal, 15 plays, 1 refusal, 19 expectations hold; 1 file skipped because of a .gitignore or .scenarioignore: hands/b.md\n";
    assert_eq!(summary_of_check(folder.path(), home.path(), &[]), one);
    let whole: Value = serde_json::from_str(&summary_of_check(
        folder.path(),
        home.path(),
        &["--format", "json"],
    ))
    .expect("JSON");
    assert_eq!(whole["summary"]["passed_over"], 1);
}

#[test]
fn where_no_hands_are_it_says_what_makes_a_place_for_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = run_mouche(folder.path(), &["check"]);
    assert_eq!(found.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&found.stderr).contains("`mouche init` creates such a folder"),
        "{found:?}"
    );
}

#[test]
fn however_much_is_wrong_what_is_said_has_a_bound() {
    let folder = tempfile::tempdir().expect("a folder");
    let many = 12 / test_extent::sample_step(12);
    let cards = HELD.replace(
        "Bertrand  K♦ 10♦ 9♦ 8♣ 7♠",
        &format!("Bertrand  {}", "K♦ ".repeat(2_000 * many)),
    );
    // Each is read as it was meant; the second is out of turn.
    let lines = HELD.replace("Bertrand folds", &"Bertrand flods\n".repeat(700 * many));
    let word = HELD.replace(
        "Bertrand folds",
        &format!("Bertrand {}", "x".repeat(1_000_000)),
    );
    for (text, errors) in [(cards, 2_000 * many), (lines, 700 * many + 1), (word, 1)] {
        std::fs::write(folder.path().join("a.md"), text).expect("a file");
        for format in ["full", "plain", "concise", "github", "json"] {
            let reports = ["--report", "junit=j.xml", "--report", "sarif=s.sarif"];
            let reports = if format == "full" { &reports[..] } else { &[] };
            let shown = printed_text(&run_mouche(
                folder.path(),
                &[&["check", "a.md", "--format", format], reports].concat(),
            ));
            assert!(shown.len() < 120_000, "{format}: {} bytes", shown.len());
            let not_told = if format == "json" {
                "\"not_told\": "
            } else {
                "a.md: "
            };
            let more = if errors > 100 {
                format!("{not_told}{}", errors - 100)
            } else {
                String::new()
            };
            assert!(
                shown.contains(&more),
                "{format}: {more} of {}",
                &shown[shown.len().saturating_sub(300)..]
            );
        }
        for report in ["j.xml", "s.sarif"] {
            let told = std::fs::read_to_string(folder.path().join(report)).expect("a report");
            assert!(told.len() < 250_000, "{report}: {} bytes", told.len());
            assert!(
                errors < 100 || told.contains(&format!("a.md: {} more errors", errors - 100)),
                "{report}"
            );
        }
    }
}

#[test]
fn it_checks_again_when_a_file_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.md");
    std::fs::write(&file, HELD).expect("a file");
    let mut child = mouche_command(
        folder.path(),
        &[
            "check",
            ".",
            "--watch",
            "--format",
            "concise",
            "--report",
            "junit=j.xml",
        ],
    )
    .stdout(Stdio::piped())
    .stderr(Stdio::null())
    .spawn()
    .expect("it");
    let lines = lines_of(child.stdout.take().expect("its output"));
    let next = || lines.recv_timeout(Duration::from_secs(60));
    let held = next();
    // The watch stands before the first check, so no change after it is missed.
    std::fs::write(&file, HELD.replace("Anne owes 5", "Anne owes 6")).expect("a file");
    let (wrong, failed) = (next(), next());
    let silence = lines.recv_timeout(Duration::from_millis(700));
    child.kill().expect("its end");
    child.wait().expect("its end");
    assert_eq!(
        held.as_deref(),
        Ok("1 scenario, 1 deal, 15 plays, 1 refusal, 19 expectations hold")
    );
    assert!(
        wrong
            .expect("an error")
            .contains("error[wrong-payout] Anne owes 5")
    );
    assert!(
        failed
            .expect("a summary")
            .starts_with("1 of 1 scenario does not hold, with 1 error; ")
    );
    assert!(
        silence.is_err(),
        "its own reading and writing woke it: {silence:?}"
    );
}

/// Where the system sends no events, the files are looked at again and again. A change within the
/// second of the one before it is seen too.
#[test]
fn changes_are_seen_by_polling_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.md");
    std::fs::write(&file, HELD).expect("a file");
    let call = ["check", ".", "--watch", "--poll", "--format", "concise"];
    let mut child = mouche_command(folder.path(), &call)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let notices = lines_of(child.stderr.take().expect("notices"));
    let reports = lines_of(child.stdout.take().expect("reports"));
    let next =
        |lines: &Receiver<String>| lines.recv_timeout(Duration::from_secs(60)).expect("a line");
    assert_eq!(
        next(&notices),
        "Watching for changes by looking at the files every second; Ctrl-C ends it."
    );
    assert!(next(&reports).ends_with("hold"));
    // Both changes carry one time, as two changes within a second do where times are whole seconds.
    let changed = std::fs::metadata(&file).and_then(|found| found.modified());
    std::fs::write(&file, HELD.replace("Anne owes 5", "Anne owes 66")).expect("a file");
    std::fs::File::options()
        .append(true)
        .open(&file)
        .and_then(|file| file.set_modified(changed.expect("a time")))
        .expect("the time of the change before");
    let found = next(&reports);
    child.kill().expect("an end");
    child.wait().expect("an end");
    assert!(found.contains("Anne owes 5, not 66"), "{found}");
}

#[test]
fn a_watched_folder_that_went_and_came_back_is_watched_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |path: &str| folder.path().join(path);
    std::fs::create_dir_all(at("here/scenarios/deep")).expect("a folder");
    std::fs::write(at("here/scenarios/deep/a.md"), HELD).expect("a file");
    let mut child = mouche_command(&at("here"), &["check", "--watch", "--format", "concise"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it");
    let (out, err) = (
        lines_of(child.stdout.take().expect("one")),
        lines_of(child.stderr.take().expect("one")),
    );
    let until = |lines: &Receiver<String>, words: &str| {
        while !lines
            .recv_timeout(Duration::from_secs(60))
            .expect(words)
            .contains(words)
        {}
    };
    until(&out, "expectations hold");
    std::fs::rename(at("here/scenarios"), at("away")).expect("a move");
    until(&err, "scenarios cannot be read");
    std::fs::rename(at("away"), at("here/scenarios")).expect("a move");
    until(&out, "expectations hold");
    std::fs::write(
        at("here/scenarios/deep/a.md"),
        HELD.replace("Anne owes 5", "Anne owes 6"),
    )
    .expect("a file");
    until(&out, "error[wrong-payout] Anne owes 5");
    std::fs::rename(at("here"), at("there")).expect("a move");
    until(&err, "no longer exists, so nothing in it is watched");
    assert_eq!(child.wait().expect("an end").code(), Some(2));
}

#[test]
fn the_largest_number_of_jobs_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.md"), HELD).expect("a file");
    let done = mouche_command(
        folder.path(),
        &["check", "a.md", "--jobs", "18446744073709551615"],
    )
    .output()
    .expect("it");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// GitHub looks for the file of an annotation from the root of the repository, wherever the check ran.
#[test]
fn annotations_and_sarif_name_files_from_the_root_of_the_repository() {
    let folder = tempfile::tempdir().expect("a folder");
    let hands = folder.path().join("games/hands");
    std::fs::create_dir_all(&hands).expect("a folder");
    std::fs::create_dir(folder.path().join(".git")).expect("a folder");
    let wrong = HELD.replace("Anne owes 5", "Anne owes 6");
    std::fs::write(hands.join("a.md"), wrong).expect("a file");
    let call = ["check", ".", "../hands/a.md", "--format", "github"];
    let reports = ["--report", "sarif=s.sarif", "--report", "junit=j.xml"];
    let annotations = printed_text(&run_mouche(&hands, &[&call[..], &reports].concat()));
    assert_eq!(
        annotations.matches("file=games/hands/a.md,line=").count(),
        2,
        "{annotations}"
    );
    assert!(!annotations.contains("./"), "{annotations}");
    let log = allowed_sarif(&std::fs::read_to_string(hands.join("s.sarif")).expect("a report"));
    for result in log["runs"][0]["results"].as_array().expect("results") {
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        assert_eq!(place["uri"], "games/hands/a.md");
    }
    // Each message stands once in a case of JUnit, besides its attribute.
    let cases = std::fs::read_to_string(hands.join("j.xml")).expect("a report");
    let details = cases
        .split("type=\"wrong-payout\">")
        .nth(1)
        .expect("a failure");
    let details = details.split("</failure>").next().unwrap_or_default();
    assert_eq!(
        details.matches("Anne owes 5, not 6").count(),
        1,
        "{details}"
    );
}

#[test]
fn a_file_that_cannot_be_read_stands_in_every_report() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.md"), HELD).expect("a file");
    let check = |arguments: &[&str]| {
        let call = [
            &["check", "a.md", "gone.md", "--report", "sarif=s.sarif"],
            arguments,
        ]
        .concat();
        let done = mouche_command(folder.path(), &call).output().expect("it");
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(done.stdout).expect("text")
    };
    let json: Value = serde_json::from_str(&check(&["--format", "json"])).expect("JSON");
    assert_eq!(
        (&json["unreadable"][0]["file"], &json["summary"]["failed"]),
        (&"gone.md".into(), &1.into())
    );
    let annotations = check(&["--format", "github"]);
    assert!(
        annotations.contains("::error file=gone.md::gone.md cannot be read: "),
        "{annotations}"
    );
    let log = std::fs::read_to_string(folder.path().join("s.sarif")).expect("a report");
    let log = allowed_sarif(&log);
    let told = &log["runs"][0]["invocations"][0];
    assert_eq!(told["executionSuccessful"], false);
    let notification = &told["toolExecutionNotifications"][0];
    assert_eq!(notification["level"], "error");
    assert_eq!(
        notification["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
        "gone.md"
    );
}
