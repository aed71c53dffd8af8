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

/// The commands of a workflow's steps.
fn steps(workflow: &str) -> Vec<&str> {
    workflow.lines().filter_map(|line| line.trim().strip_prefix("- run: ")).collect()
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

#[test]
fn the_check_of_every_change_runs_as_written() {
    let workflow = &fences("yaml")[0];
    let (install, checks) = steps(workflow).split_first().map(|(first, rest)| (*first, rest.to_vec())).expect("steps");
    assert_eq!((install, checks.len()), ("cargo install --locked --path .", 1));
    let folder = small_book();
    for share in ["1/2", "2/2"] {
        let done = sh(folder.path(), &checks[0].replace("${{ matrix.share }}", share));
        assert_eq!(done.status.code(), Some(0), "{}", all(&done));
        assert!(folder.path().join("junit.xml").is_file() && folder.path().join("mouche.sarif").is_file());
    }
}

#[test]
fn the_book_is_built_as_written() {
    let workflow = &fences("yaml")[1];
    let build = steps(workflow)[1].replace("${{ steps.pages.outputs.base_url }}", "https://example.org/mouche");
    let folder = small_book();
    let done = sh(folder.path(), &build);
    assert_eq!(done.status.code(), Some(0), "{build}\n{}", all(&done));
    assert!(folder.path().join("site/hands/mouche-1718/denise-must-trump.html").is_file());
    assert!(workflow.contains("path: site\n"));
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
        known(job, &["runs-on", "strategy", "environment", "steps"]);
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

/// What is asked for in `${{ … }}` of steps and of the matrix is there.
fn asks_only_for_what_is_there(workflow: &Yaml, text: &str) {
    let (_, job) = workflow["jobs"].as_hash().and_then(|jobs| jobs.front()).expect("a job");
    let ids: Vec<&str> = job["steps"].as_vec().expect("steps").iter().filter_map(|step| step["id"].as_str()).collect();
    for asked in text.split("${{ ").skip(1).filter_map(|rest| rest.split(" }}").next()) {
        let path: Vec<&str> = asked.split('.').collect();
        let there = match path[..] {
            ["matrix", name] => keys(&job["strategy"]["matrix"]).contains(&name),
            ["steps", id, "outputs", _] => ids.contains(&id),
            ["strategy", "job-index"] => !job["strategy"].is_badvalue(),
            _ => false,
        };
        assert!(there, "{asked}");
    }
}

#[test]
fn the_workflows_are_workflows() {
    let workflows = fences("yaml");
    assert_eq!(workflows.len(), 2);
    for text in &workflows {
        is_workflow(&yaml(text));
        asks_only_for_what_is_there(&yaml(text), text);
    }
    let publish = yaml(&workflows[1]);
    for (right, given) in [("pages", "write"), ("id-token", "write")] {
        assert_eq!(publish["permissions"][right].as_str(), Some(given));
    }
    let shares = &yaml(&workflows[0])["jobs"]["check"]["strategy"]["matrix"]["share"];
    let shares: Vec<&str> = shares.as_vec().expect("shares").iter().filter_map(Yaml::as_str).collect();
    let whole: Vec<String> = (1..=shares.len()).map(|share| format!("{share}/{}", shares.len())).collect();
    assert_eq!(shares, whole);
}
