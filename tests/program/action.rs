//! The action of this repository: its steps are run as a machine of GitHub's runs them, in a clean folder.

use crate::ci::{all_output, portable_program, run_script, yaml};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use yaml_rust2::Yaml;

const ACTION: &str = include_str!("../../action.yml");
const HELD: &str = include_str!("../held/denise-must-trump.md");

/// The expression that stands for the address of the archives.
const SOURCE: &str = "${{ inputs.source || format('{0}/{1}/releases/download/v{2}', github.server_url, github.action_repository, inputs.version) }}";

/// A repository with a hand, and beside it a folder with an archive.
fn repository_and_release() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for inner in ["release/mouche-0", "hands/scenarios", "temp"] {
        std::fs::create_dir_all(root.join(inner)).expect("a folder");
    }
    std::fs::write(root.join("hands/scenarios/a.md"), HELD).expect("a hand");
    std::fs::write(root.join("release/mouche-0/mouche"), portable_program()).expect("a program");
    let name = "mouche-x86_64-unknown-linux-gnu.tar.gz";
    let pack = format!(
        "chmod +x mouche-0/mouche && tar -czf {name} mouche-0 && sha256sum {name} > SHA256SUMS"
    );
    let done = run_script(&root.join("release"), &pack);
    assert!(done.status.success(), "{}", all_output(&done));
    folder
}

/// Runs the commands of one step with these inputs.
fn run_step(root: &Path, step: &Yaml, inputs: &BTreeMap<&str, &str>) -> Output {
    assert_eq!(step["shell"].as_str(), Some("bash"));
    let paths = std::fs::read_to_string(root.join("paths")).unwrap_or_default();
    let mut shell = Command::new("bash");
    shell
        .args(["-e", "-c", step["run"].as_str().expect("commands")])
        .current_dir(root.join("hands"))
        .env(
            "PATH",
            format!("{}:/usr/bin:/bin", paths.replace('\n', ":")),
        )
        .env("RUNNER_TEMP", root.join("temp"))
        .env("GITHUB_PATH", root.join("paths"))
        .env("GITHUB_STEP_SUMMARY", root.join("summary"));
    for (name, value) in step["env"].as_hash().into_iter().flatten() {
        let value = value.as_str().expect("an expression");
        let value = match value {
            SOURCE => format!("file://{}/release", root.display()),
            "${{ runner.os }}" => "Linux".to_owned(),
            _ => {
                let input = value.strip_prefix("${{ inputs.").expect("an input");
                let input = input.strip_suffix(" }}").expect("an input");
                inputs[input].to_owned()
            }
        };
        shell.env(name.as_str().expect("a name"), value);
    }
    shell.output().expect("a shell")
}

/// Runs all steps whose condition holds, with these inputs in place of the defaults, up to the first that fails.
fn run_action(root: &Path, given: &[(&'static str, &'static str)]) -> Output {
    let action = yaml(ACTION);
    let mut inputs = BTreeMap::new();
    for (name, input) in action["inputs"].as_hash().expect("inputs") {
        let default = input["default"].as_str().expect("a default");
        inputs.insert(name.as_str().expect("a name"), default);
    }
    inputs.extend(given.iter().copied());
    let mut last = None;
    for step in action["runs"]["steps"].as_vec().expect("steps") {
        if step["uses"].as_str().is_some()
            || step["if"].as_str() == Some("inputs.book != ''") && inputs["book"].is_empty()
        {
            continue;
        }
        let done = run_step(root, step, &inputs);
        if !done.status.success() {
            return done;
        }
        last = Some(done);
    }
    last.expect("a step")
}

#[test]
fn the_action_installs_checks_and_builds() {
    let folder = repository_and_release();
    let root = folder.path();
    let done = run_action(root, &[("book", "site")]);
    assert!(done.status.success(), "{}", all_output(&done));
    assert!(root.join("hands/site/index.html").is_file());
    assert!(root.join("hands/mouche.sarif").is_file());
    let summary = std::fs::read_to_string(root.join("summary")).expect("a summary");
    assert!(
        summary.starts_with("### mouche check\n\n1 scenario, "),
        "{summary}"
    );
}

#[test]
fn the_action_fails_for_a_wrong_hand_and_a_wrong_checksum() {
    let folder = repository_and_release();
    let root = folder.path();
    let wrong = HELD.replace("Claude takes 3", "Claude takes 4");
    std::fs::write(root.join("hands/scenarios/a.md"), wrong).expect("a hand");
    let done = run_action(root, &[]);
    assert_eq!(done.status.code(), Some(1));
    assert!(
        all_output(&done).contains("::error title=wrong-payout,file="),
        "{}",
        all_output(&done)
    );
    let commit = "git init -q && git add scenarios && git commit -qm first";
    assert!(run_script(&root.join("hands"), commit).status.success());
    let done = run_action(root, &[("base", "HEAD")]);
    assert_eq!(done.status.code(), Some(0), "{}", all_output(&done));
    let other = "0000000000000000000000000000000000000000000000000000000000000000";
    let done = run_action(root, &[("sha256", other)]);
    assert!(!done.status.success());
}

/// A release of the program is one of the action too.
#[test]
fn the_action_installs_its_own_version() {
    let action = yaml(ACTION);
    let manifest = include_str!("../../Cargo.toml");
    let version = action["inputs"]["version"]["default"].as_str();
    let version = version.expect("a version");
    assert!(manifest.contains(&format!("\nversion = \"{version}\"\n")));
}
