//! What the documentation tells a machine to do is done as it is written there.

use crate::small_book::small_book;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use yaml_rust2::{Yaml, YamlLoader};

const TOLD: &str = include_str!("../../book/src/writing/publishing.md");

/// The fences of a word, in order.
fn fences(word: &str) -> Vec<String> {
    let opens = format!("```{word}\n");
    TOLD.split(&opens).skip(1).filter_map(|rest| rest.split("\n```").next()).map(|text| format!("{text}\n")).collect()
}

/// Runs a script with the program on its path and this folder as home.
fn sh(folder: &Path, script: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_mouche")).parent().expect("its folder").display().to_string();
    let path = format!("{program}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.arg("-ec").arg(script).current_dir(folder).env("PATH", path).env("HOME", folder);
    for (name, value) in [("NAME", "A"), ("EMAIL", "a@b.c")] {
        shell.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
    }
    shell.output().expect("a shell")
}

fn all(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Runs the steps of a workflow one by one in a clean copy of a repository, as its machine does: without the program, which
/// the first of them brings. What they hand on must be there.
fn runs(repository: &Path, workflow: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let commit = "git init -q && git add . && git commit -q --allow-empty -m first && git clone -q . \"$OUT/copy\" && mkdir \"$OUT/temp\"";
    let done = sh(repository, &format!("OUT={}\n{commit}", root.display()));
    assert!(done.status.success(), "{}", all(&done));
    let copy = root.join("copy");
    let workflow = yaml(&std::fs::read_to_string(copy.join(workflow)).expect(workflow));
    let paths = root.join("paths");
    std::fs::write(&paths, "").expect("a file");
    for step in
        workflow["jobs"].as_hash().and_then(|jobs| jobs.front()).expect("a job").1["steps"].as_vec().expect("steps")
    {
        for path in step["with"]["path"].as_str().into_iter().flat_map(str::lines) {
            assert!(copy.join(path).exists(), "{path} is not there");
        }
        let Some(run) = step["run"].as_str() else { continue };
        let known = std::fs::read_to_string(&paths).expect("paths").replace('\n', ":");
        let mut step = Command::new("bash");
        step.args(["-e", "-c", &run.replace("${{ steps.pages.outputs.base_url }}", "https://example.org/mouche")]);
        step.current_dir(&copy).env("PATH", format!("{known}/usr/bin:/bin")).env("CI", "true").env("HOME", root);
        let done = step.env("RUNNER_TEMP", root.join("temp")).env("GITHUB_PATH", &paths).output().expect("a shell");
        assert_eq!(done.status.code(), Some(0), "{run}: {}", all(&done));
    }
    folder
}

/// The address of an archive such as a release has, in this folder.
fn archive(folder: &Path) -> String {
    let script = format!("#!/bin/sh\nexec {} \"$@\"\n", env!("CARGO_BIN_EXE_mouche"));
    std::fs::create_dir(folder.join("mouche-0")).expect("a folder");
    std::fs::write(folder.join("mouche-0/mouche"), script).expect("a program");
    let done = sh(folder, "chmod +x mouche-0/mouche && tar -czf mouche.tar.gz mouche-0");
    assert!(done.status.success(), "{}", all(&done));
    format!("file://{}/mouche.tar.gz", folder.display())
}

#[test]
fn what_init_writes_runs_as_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = archive(folder.path());
    for (name, below) in [("alone", ""), ("whole", "hands")] {
        let root = folder.path().join(name);
        std::fs::create_dir(&root).expect("a folder");
        if !below.is_empty() {
            assert!(sh(&root, "git init -q").status.success());
        }
        let done = sh(&root, &format!("mouche init {below} --source {source} --pages"));
        assert!(done.status.success(), "{}", all(&done));
        assert_eq!(all(&done).contains("This folder is part of a repository."), !below.is_empty(), "{}", all(&done));
        assert!(below.is_empty() || !root.join(below).join(".github").exists());
        let checked = runs(&root, ".github/workflows/scenarios.yml");
        let report = std::fs::read_to_string(checked.path().join("copy/junit.xml")).expect("a report");
        assert!(report.contains("first-hand.md"), "{report}");
        let built = runs(&root, ".github/workflows/book.yml");
        assert!(built.path().join("copy/site/hands/mouche-1718/first-hand.html").is_file());
    }
}

#[test]
fn a_workflow_has_the_program_from_where_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let step = |source: &str| {
        let path = folder.path().join(".github/workflows/scenarios.yml");
        drop(std::fs::remove_file(&path));
        let done = sh(folder.path(), &format!("mouche init --source '{source}'"));
        let workflow = std::fs::read_to_string(&path);
        workflow.map(|text| text.lines().nth(9).expect("a step").trim().to_owned()).map_err(|_| all(&done))
    };
    let git = step("https://example.org/mouche#v0.2").expect("a workflow");
    assert_eq!(git, "- run: cargo install --locked --git https://example.org/mouche --rev v0.2");
    let archive = step("https://example.org/a.tar.gz").expect("a workflow");
    assert!(archive.starts_with("- run: curl -fsSL https://example.org/a.tar.gz | tar"), "{archive}");
    for strange in ["mouche", "https://example.org/$(id)", "https://a b", "https://a\n- run: id", "://x"] {
        let told = step(strange).expect_err("no workflow");
        assert!(told.contains("it is no address such as https://"), "{told}");
    }
    assert!(all(&sh(folder.path(), "mouche init")).contains("name with --source where it has mouche from"));
    assert!(!folder.path().join(".github/workflows/scenarios.yml").exists());
}

#[test]
fn pre_commit_is_told_to_look_at_what_is_committed() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(sh(folder.path(), "git init -q && mouche init hands").status.success());
    let config = yaml(&std::fs::read_to_string(folder.path().join(".pre-commit-config.yaml")).expect("settings"));
    let hook = &config["repos"][0]["hooks"][0];
    let files = regex::Regex::new(hook["files"].as_str().expect("a pattern")).expect("a pattern");
    let hand = "hands/scenarios/mouche-1718/first-hand.md";
    assert!(files.is_match(hand) && !files.is_match("scenarios/a.md") && !files.is_match("hands/README.md"));
    let entry = format!("{} {hand}", hook["entry"].as_str().expect("a command"));
    assert!(sh(folder.path(), &entry).status.success());
    assert!(sh(folder.path(), &format!("sed -i 's/Anne takes 1/Anne takes 2/' {hand}")).status.success());
    assert_eq!(sh(folder.path(), &entry).status.code(), Some(1));
    let own = yaml(include_str!("../../.pre-commit-hooks.yaml"));
    assert_eq!((own[0]["id"].as_str(), own[0]["entry"].as_str()), (hook["id"].as_str(), hook["entry"].as_str()));
}

#[test]
fn the_book_has_every_message() {
    let folder = small_book();
    let done = sh(folder.path(), "mouche build --dest site");
    assert_eq!(done.status.code(), Some(0), "{}", all(&done));
    let messages = std::fs::read_to_string(folder.path().join("site/writing/messages.html")).expect("a page");
    for code in mouche::scenario::diagnostic::Code::ALL {
        assert!(messages.contains(&format!("<h2 id=\"{0}\">", code.id())), "{}", code.id());
    }
}

#[test]
fn the_hook_keeps_what_does_not_hold_out() {
    let folder = small_book();
    assert!(sh(folder.path(), "git init -q && git add . && git commit -qm first").status.success());
    let hook = folder.path().join(".git/hooks/pre-commit");
    std::fs::write(&hook, &fences("sh")[0]).expect("a hook");
    std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).expect("its mode");
    let change = |from: &str, to: &str| {
        let script = format!(
            "sed -i 's/{from}/{to}/' scenarios/mouche-1718/denise-must-trump.md && git add . && git commit -qm change"
        );
        sh(folder.path(), &script)
    };
    let wrong = change("Anne owes 5", "Anne owes 6");
    assert!(!wrong.status.success());
    assert!(
        all(&wrong).contains("denise-must-trump.md:") && all(&wrong).contains("error[wrong-payout]"),
        "{}",
        all(&wrong)
    );
    let right = change("Anne owes 6", "Anne  owes 5");
    assert!(right.status.success(), "{}", all(&right));
}

#[test]
fn completions_and_pages_are_put_where_they_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = sh(folder.path(), &fences("sh")[1]);
    assert!(done.status.success(), "{}", all(&done));
    let read = |path: &str| std::fs::read_to_string(folder.path().join(".local/share").join(path)).expect("a file");
    assert!(read("bash-completion/completions/mouche").contains("--partition"));
    assert!(read("man/man1/mouche.1").contains("mouche\\-check(1)"));
    assert!(read("man/man1/mouche-check.1").contains("\\-\\-fail\\-fast"));
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        assert!(sh(folder.path(), &format!("mouche completions {shell}")).stdout.len() > 1_000, "{shell}");
    }
}

/// A folder with prose and scenarios alone: the program has the theme and the settings.
#[test]
fn prose_and_scenarios_are_enough_for_a_book() {
    let folder = small_book();
    std::fs::remove_dir_all(folder.path().join("book/theme")).expect("a theme");
    std::fs::remove_file(folder.path().join("book/book.toml")).expect("settings");
    let done = sh(folder.path(), "mouche build --dest site");
    assert_eq!(done.status.code(), Some(0), "{}", all(&done));
    let page =
        std::fs::read_to_string(folder.path().join("site/hands/mouche-1718/denise-must-trump.html")).expect("a page");
    assert!(page.contains("theme/hand"), "no theme");
}

/// The only document of a fence.
fn yaml(text: &str) -> Yaml {
    let mut documents = YamlLoader::load_from_str(text).expect("YAML");
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

/// The keys of a mapping; none of anything else.
fn keys(yaml: &Yaml) -> Vec<&str> {
    yaml.as_hash().into_iter().flatten().filter_map(|(key, _)| key.as_str()).collect()
}

/// What GitHub asks of a workflow, so far as it can be seen in the file: known keys, a runner for each job, and steps that
/// use an action at a version or run a command, and not both.
fn is_workflow(workflow: &Yaml) {
    let known = |yaml: &Yaml, known: &[&str]| {
        let strange: Vec<&str> = keys(yaml).into_iter().filter(|key| !known.contains(key)).collect();
        assert!(!keys(yaml).is_empty() && strange.is_empty(), "{strange:?} in {yaml:?}");
    };
    known(workflow, &["name", "on", "permissions", "concurrency", "jobs"]);
    assert!(!workflow["on"].is_badvalue() && workflow["permissions"]["contents"].as_str() == Some("read"));
    for (name, job) in workflow["jobs"].as_hash().expect("jobs") {
        known(job, &["runs-on", "environment", "steps"]);
        assert_eq!(job["runs-on"].as_str(), Some("ubuntu-latest"), "{name:?}");
        let steps = job["steps"].as_vec().expect("steps");
        assert!(steps[0]["uses"].as_str().is_some_and(|uses| uses.starts_with("actions/checkout@v")));
        for step in steps {
            known(step, &["name", "id", "if", "uses", "with", "run"]);
            match (step["uses"].as_str(), step["run"].as_str()) {
                (Some(uses), None) => {
                    let (action, version) = uses.split_once('@').expect("a version");
                    assert!(action.starts_with("actions/") && version.starts_with('v'), "{uses}");
                }
                (None, Some(run)) => assert!(step["with"].is_badvalue() && !run.is_empty()),
                _ => panic!("a step runs or uses: {step:?}"),
            }
        }
    }
}

/// What is asked for in `${{ … }}` of steps is there.
fn asks_only_for_what_is_there(workflow: &Yaml, text: &str) {
    let (_, job) = workflow["jobs"].as_hash().and_then(|jobs| jobs.front()).expect("a job");
    let ids: Vec<&str> = job["steps"].as_vec().expect("steps").iter().filter_map(|step| step["id"].as_str()).collect();
    for asked in text.split("${{ ").skip(1).filter_map(|rest| rest.split(" }}").next()) {
        let path: Vec<&str> = asked.split('.').collect();
        let there = match path[..] {
            ["steps", id, "outputs", _] => ids.contains(&id),
            _ => false,
        };
        assert!(there, "{asked}");
    }
}

#[test]
fn the_workflows_are_workflows() {
    let workflows = &fences("yaml")[..2];
    for text in workflows {
        is_workflow(&yaml(text));
        asks_only_for_what_is_there(&yaml(text), text);
    }
    let publish = yaml(&workflows[1]);
    for (right, given) in [("pages", "write"), ("id-token", "write")] {
        assert_eq!(publish["permissions"][right].as_str(), Some(given));
    }
}
