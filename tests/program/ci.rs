//! What the documentation tells a machine to do is done as it is written there.

use crate::repository_paths;
use crate::small_book::small_book;
use crate::test_extent;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use yaml_rust2::{Yaml, YamlLoader};

const TOLD: &str = include_str!("../../book/src/writing/publishing.md");

/// The fences of a word, in order.
fn fences(word: &str) -> Vec<String> {
    let opens = format!("```{word}\n");
    TOLD.split(&opens)
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next())
        .map(|text| format!("{text}\n"))
        .collect()
}

/// Runs a script with the program on its path and this folder as home.
pub fn run_script(folder: &Path, script: &str) -> Output {
    let program = repository_paths::program()
        .parent()
        .expect("its folder")
        .display()
        .to_string();
    let path = format!("{program}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell
        .arg("-ec")
        .arg(script)
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder);
    for (name, value) in [("NAME", "A"), ("EMAIL", "a@b.c")] {
        shell
            .env(format!("GIT_AUTHOR_{name}"), value)
            .env(format!("GIT_COMMITTER_{name}"), value);
    }
    shell.output().expect("a shell")
}

pub fn all_output(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &*String::from_utf8_lossy(&output.stderr)
}

/// Runs the steps of a workflow's first job one by one in a clean copy of a repository, as its machine does: without the
/// program, which one of them brings. What they hand on must be there. `more` is what the machine has besides.
fn run_workflow_with(
    repository: &Path,
    workflow: &str,
    more: &[(&str, String)],
) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let commit = "git init -q && git add . && git commit -q --allow-empty -m first && git clone -q . \"$OUT/copy\" && mkdir \"$OUT/temp\"";
    let done = run_script(repository, &format!("OUT={}\n{commit}", root.display()));
    assert!(done.status.success(), "{}", all_output(&done));
    let copy = root.join("copy");
    let workflow = yaml(&std::fs::read_to_string(copy.join(workflow)).expect(workflow));
    let paths = root.join("paths");
    std::fs::write(&paths, "").expect("a file");
    for step in jobs(&workflow)[0].1["steps"].as_vec().expect("steps") {
        for path in step["with"]["path"]
            .as_str()
            .into_iter()
            .flat_map(str::lines)
        {
            assert!(copy.join(path).exists(), "{path} is not there");
        }
        let Some(run) = step["run"].as_str() else {
            continue;
        };
        let known = std::fs::read_to_string(&paths)
            .expect("paths")
            .replace('\n', ":");
        let mut step = Command::new("bash");
        step.args([
            "-e",
            "-c",
            &run.replace(
                "${{ steps.pages.outputs.base_url }}",
                "https://example.org/mouche",
            ),
        ]);
        step.current_dir(&copy)
            .env("PATH", format!("{known}/usr/bin:/bin"))
            .env("CI", "true")
            .env("HOME", root);
        step.env("RUNNER_TEMP", root.join("temp"))
            .env("GITHUB_PATH", &paths)
            .env("GITHUB_STEP_SUMMARY", root.join("summary"));
        // The workflow alone decides about the engine.
        step.env_remove("MOUCHE_ENGINE");
        for (name, value) in more {
            step.env(name, value);
        }
        let done = step.output().expect("a shell");
        assert_eq!(done.status.code(), Some(0), "{run}: {}", all_output(&done));
    }
    folder
}

fn run_workflow(repository: &Path, workflow: &str) -> tempfile::TempDir {
    run_workflow_with(repository, workflow, &[])
}

/// The jobs of a workflow by their names, in order.
fn jobs(workflow: &Yaml) -> Vec<(&str, &Yaml)> {
    let jobs = workflow["jobs"].as_hash().expect("jobs");
    jobs.iter()
        .map(|(name, job)| (name.as_str().expect("a name"), job))
        .collect()
}

/// Whether the program says that it carries the engine for pages.
fn has_engine() -> bool {
    let output = Command::new(repository_paths::program())
        .arg("--version")
        .output();
    !String::from_utf8_lossy(&output.expect("mouche").stdout).contains("without the engine")
}

/// The program as an archive or an installation has it. One without the engine cannot make the whole book, which a
/// workflow asks for: this one does what it can.
pub fn portable_program() -> String {
    let mouche = repository_paths::program().display().to_string();
    if has_engine() {
        return format!("#!/bin/sh\nexec {mouche} \"$@\"\n");
    }
    format!("#!/bin/bash\nexec {mouche} \"${{@/--require-play/--color=auto}}\"\n")
}

/// The address of an archive such as a release has, in this folder; its checksum stands beside it.
fn make_archive(folder: &Path) -> String {
    std::fs::create_dir(folder.join("mouche-0")).expect("a folder");
    std::fs::write(folder.join("mouche-0/mouche"), portable_program()).expect("a program");
    let pack = "chmod +x mouche-0/mouche && tar -czf mouche.tar.gz mouche-0 && sha256sum mouche.tar.gz nothing > SHA256SUMS";
    let done = run_script(folder, &format!("touch nothing && {pack} && rm nothing"));
    assert!(done.status.success(), "{}", all_output(&done));
    format!("file://{}/mouche.tar.gz", folder.display())
}

#[test]
fn what_init_writes_runs_as_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = make_archive(folder.path());
    for (name, below) in [("alone", ""), ("whole", "hands")] {
        let root = folder.path().join(name);
        std::fs::create_dir(&root).expect("a folder");
        if !below.is_empty() {
            assert!(run_script(&root, "git init -q").status.success());
        }
        let done = run_script(
            &root,
            &format!("mouche init {below} --source {source} --pages"),
        );
        assert!(done.status.success(), "{}", all_output(&done));
        assert_eq!(
            all_output(&done).contains("This folder is part of a repository."),
            !below.is_empty(),
            "{}",
            all_output(&done)
        );
        assert!(below.is_empty() || !root.join(below).join(".github").exists());
        let checked = run_workflow(&root, ".github/workflows/scenarios.yml");
        let report =
            std::fs::read_to_string(checked.path().join("copy/junit.xml")).expect("a report");
        assert!(report.contains("first-hand.md"), "{report}");
        let summary = std::fs::read_to_string(checked.path().join("summary")).expect("a summary");
        assert!(
            summary.starts_with("### mouche check\n\n1 scenario, "),
            "{summary}"
        );
        let built = run_workflow(&root, ".github/workflows/book.yml");
        assert!(
            built
                .path()
                .join("copy/site/hands/mouche-1718/first-hand.html")
                .is_file()
        );
    }
}

/// Another archive in the place of the one that was looked at.
#[test]
fn a_workflow_refuses_an_archive_with_another_checksum() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = make_archive(folder.path());
    let sums = std::fs::read_to_string(folder.path().join("SHA256SUMS")).expect("checksums");
    let right = sums.split(' ').next().expect("a checksum").to_owned();
    let install = |arguments: &str| {
        let root = tempfile::tempdir().expect("a folder");
        let done = run_script(
            root.path(),
            &format!("mouche init --source {source} {arguments}"),
        );
        assert!(done.status.success(), "{}", all_output(&done));
        let script = install_script(root.path(), "scenarios.yml");
        let paths = root.path().join("paths").display().to_string();
        run_script(
            root.path(),
            &format!("mkdir temp; RUNNER_TEMP=$PWD/temp GITHUB_PATH={paths}\n{script}"),
        )
    };
    let pinned = install(&format!("--sha256 {right}"));
    assert!(
        pinned.status.success() && all_output(&pinned).contains("mouche.tar.gz: OK"),
        "{}",
        all_output(&pinned)
    );
    assert!(
        !install(&format!("--sha256 {}", "0".repeat(64)))
            .status
            .success()
    );
    assert!(install("").status.success());
    std::fs::write(
        folder.path().join("SHA256SUMS"),
        sums.replace(&right, &"1".repeat(64)),
    )
    .expect("checksums");
    assert!(!install("").status.success());
    std::fs::write(folder.path().join("SHA256SUMS"), "").expect("checksums");
    assert!(
        !install("").status.success(),
        "an archive that is not listed"
    );
    assert!(
        install(&format!("--sha256 {right}")).status.success(),
        "it does not depend on that file"
    );
    let told = |arguments: &str| {
        all_output(&run_script(
            folder.path(),
            &format!("mouche init new {arguments}"),
        ))
    };
    assert!(
        told("--source https://example.org/a.tar.gz --sha256 12")
            .contains("has 64 hexadecimal digits")
    );
    assert!(
        told(&format!("--source https://example.org/a --sha256 {right}"))
            .contains("--sha256 needs an archive")
    );
    assert!(!folder.path().join("new").exists());
}

/// What the step of a written workflow runs that installs the program.
fn install_script(root: &Path, name: &str) -> String {
    let workflow = yaml(
        &std::fs::read_to_string(root.join(".github/workflows").join(name)).expect("a workflow"),
    );
    let steps = jobs(&workflow)[0].1["steps"].as_vec().expect("steps");
    let installs = steps
        .iter()
        .find(|step| step["name"].as_str() == Some("Install mouche"))
        .expect("a step");
    installs["run"]
        .as_str()
        .expect("commands")
        .trim_end()
        .to_owned()
}

/// Removes what cargo kept of the program itself, so that only other packages are taken from an earlier run.
///
/// Cargo takes the files of a git repository to be always the same, and runs the build script of an older commit again.
fn remove_own_builds(profile: &Path) {
    for folder in ["build", ".fingerprint"] {
        let Ok(entries) = std::fs::read_dir(profile.join(folder)) else {
            continue;
        };
        for entry in entries.flatten() {
            if entry.file_name().to_string_lossy().starts_with("mouche-") {
                std::fs::remove_dir_all(entry.path()).expect("a folder of an earlier run");
            }
        }
    }
}

/// From a git repository cargo compiles the program, which takes minutes: with `ALL=1` it does, else a shorter program
/// notes what it is asked to do.
#[test]
fn a_workflow_compiles_the_program_of_a_git_repository() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = repository_paths::root().display();
    let root = folder.path().join("hands");
    std::fs::create_dir(&root).expect("a folder");
    let done = run_script(&root, &format!("mouche init --source file://{own} --pages"));
    assert!(done.status.success(), "{}", all_output(&done));
    let tools = folder.path().join("tools");
    let installed = folder.path().join("installed");
    std::fs::create_dir_all(installed.join("bin")).expect("a folder");
    let environment = if test_extent::are_all_wanted() {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("installed");
        remove_own_builds(&target.join("release"));
        let real = |name: &str, folder: &str| {
            let home = std::env::home_dir().expect("a home").join(folder);
            std::env::var(name).unwrap_or_else(|_| home.display().to_string())
        };
        let cargo = Path::new(env!("CARGO"))
            .parent()
            .expect("a folder")
            .display()
            .to_string();
        vec![
            ("CARGO_HOME", real("CARGO_HOME", ".cargo")),
            ("RUSTUP_HOME", real("RUSTUP_HOME", ".rustup")),
            ("CARGO_INSTALL_ROOT", installed.display().to_string()),
            ("CARGO_TARGET_DIR", target.display().to_string()),
            (
                "PATH",
                format!(
                    "{}/bin:{}/bin:{cargo}:/usr/bin:/bin",
                    installed.display(),
                    real("CARGO_HOME", ".cargo")
                ),
            ),
        ]
    } else {
        std::fs::create_dir(&tools).expect("a folder");
        for name in ["cargo", "rustup"] {
            let note = format!(
                "echo \"{name} $* engine=$MOUCHE_ENGINE\" >> {}/calls",
                folder.path().display()
            );
            let brings = format!("cp {0}/mouche {0}/bin/mouche", installed.display());
            std::fs::write(tools.join(name), format!("#!/bin/sh\n{note}\n{brings}\n"))
                .expect("a program");
            std::fs::set_permissions(tools.join(name), std::fs::Permissions::from_mode(0o755))
                .expect("its mode");
        }
        let mouche = installed.join("mouche");
        std::fs::write(&mouche, portable_program()).expect("a program");
        std::fs::set_permissions(&mouche, std::fs::Permissions::from_mode(0o755))
            .expect("its mode");
        vec![(
            "PATH",
            format!(
                "{}/bin:{}:/usr/bin:/bin",
                installed.display(),
                tools.display()
            ),
        )]
    };
    run_workflow_with(&root, ".github/workflows/scenarios.yml", &environment);
    if test_extent::are_all_wanted() {
        // The next workflow runs on a machine of its own, where no program is installed yet.
        std::fs::remove_dir_all(&installed).expect("what was installed");
    }
    let built = run_workflow_with(&root, ".github/workflows/book.yml", &environment);
    let site = built.path().join("copy/site");
    assert!(site.join("hands/mouche-1718/first-hand.html").is_file());
    if test_extent::are_all_wanted() {
        let mut names = std::fs::read_dir(&site)
            .expect("the site")
            .map(|file| file.expect("a file").file_name());
        assert!(
            names.any(|name| name.to_string_lossy().starts_with("engine-")),
            "no Play"
        );
        return;
    }
    let install = format!("cargo install --locked --git file://{own} mouche");
    let calls = std::fs::read_to_string(folder.path().join("calls")).expect("calls");
    let wanted = format!(
        "{install} engine=0\nrustup target add wasm32-unknown-unknown engine=\n{install} engine=\n"
    );
    assert_eq!(calls, wanted);
}

#[test]
fn a_workflow_has_the_program_from_where_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let step = |source: &str| {
        drop(std::fs::remove_dir_all(folder.path().join(".github")));
        let done = run_script(folder.path(), &format!("mouche init --source '{source}'"));
        if done.status.success() {
            Ok(install_script(folder.path(), "scenarios.yml"))
        } else {
            Err(all_output(&done))
        }
    };
    let git = step("https://example.org/mouche#v0.2").expect("a workflow");
    assert_eq!(
        git,
        "MOUCHE_ENGINE=0 cargo install --locked --git https://example.org/mouche --rev v0.2 mouche"
    );
    let archive = step("https://example.org/a.tar.gz").expect("a workflow");
    assert!(
        archive.contains("\ncurl -fsSLO https://example.org/a.tar.gz\n"),
        "{archive}"
    );
    assert!(
        archive.contains("\ncurl -fsSLO https://example.org/SHA256SUMS\nsha256sum --check"),
        "{archive}"
    );
    for strange in [
        "mouche",
        "https://example.org/$(id)",
        "https://a b",
        "https://a\n- run: id",
        "://x",
    ] {
        let told = step(strange).expect_err("no workflow");
        assert!(told.contains("it is not an address"), "{told}");
    }
    drop(std::fs::remove_dir_all(folder.path().join(".github")));
    assert!(
        all_output(&run_script(folder.path(), "mouche init"))
            .contains("say with --source where it gets mouche from")
    );
    assert!(
        !folder
            .path()
            .join(".github/workflows/scenarios.yml")
            .exists()
    );
}

/// A repository with a folder of hands below it, and the command that the written hook runs.
fn write_hooked_repository() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(
        run_script(
            folder.path(),
            "git init -q && mouche init hands && git add . && git commit -qm first"
        )
        .status
        .success()
    );
    let config = yaml(
        &std::fs::read_to_string(folder.path().join(".pre-commit-config.yaml")).expect("settings"),
    );
    let hook = &config["repos"][0]["hooks"][0];
    // It runs at every commit, whatever files are named: one that was deleted counts too.
    assert_eq!(
        (
            hook["always_run"].as_bool(),
            hook["pass_filenames"].as_bool()
        ),
        (Some(true), Some(false))
    );
    let entry = hook["entry"].as_str().expect("a command").to_owned();
    (folder, entry)
}

#[test]
fn pre_commit_is_told_to_look_at_what_is_committed() {
    let (folder, entry) = write_hooked_repository();
    let after = |change: &str| run_script(folder.path(), &format!("{change}\n{entry}"));
    let hand = "hands/scenarios/mouche-1718/first-hand.md";
    assert_eq!(after("").status.code(), Some(0));
    let wrong = format!("sed -i 's/Anne takes 1/Anne takes 2/' {hand}");
    assert_eq!(after(&wrong).status.code(), Some(0), "it is not staged");
    let staged = after("git add .");
    assert_eq!(staged.status.code(), Some(1));
    assert!(
        all_output(&staged).contains(&format!("{hand}:")),
        "{}",
        all_output(&staged)
    );
    let own = yaml(include_str!("../../.pre-commit-hooks.yaml"));
    let without_folder = entry.replace("hands/", "");
    assert_eq!(
        (own[0]["id"].as_str(), own[0]["entry"].as_str()),
        (Some("mouche"), Some(without_folder.as_str()))
    );
    assert_eq!(
        (
            own[0]["always_run"].as_bool(),
            own[0]["pass_filenames"].as_bool()
        ),
        (Some(true), Some(false))
    );
}

#[test]
fn a_hook_sees_the_table_and_minds_no_notes() {
    let (folder, entry) = write_hooked_repository();
    let after = |change: &str| run_script(folder.path(), &format!("{change}\ngit add -A\n{entry}"));
    let holds = |change: &str| {
        let done = after(change);
        assert_eq!(
            done.status.code(),
            Some(0),
            "{change}: {}",
            all_output(&done)
        );
    };
    let fails = |change: &str, words: &str| {
        let done = after(change);
        assert!(
            done.status.code() == Some(1) && all_output(&done).contains(words),
            "{change}: {}",
            all_output(&done)
        );
    };
    // Notes among the hands, and a picture.
    holds("echo 'Notes' > hands/scenarios/README.md; touch hands/scenarios/a.png");
    // A table on which a hand rests: broken, and taken away.
    let table = "hands/scenarios/mouche.toml";
    let lends =
        format!("printf '[table]\\nname = \"Ana\"\\nedition = \"mouche-1718\"\\n' > {table}");
    holds(&format!(
        "{lends}; sed -i '/^edition/d' hands/scenarios/mouche-1718/first-hand.md"
    ));
    fails(
        &format!("sed -i 's/mouche-1718/mouche-17/' {table}"),
        "hands/scenarios/",
    );
    holds(&lends);
    fails(&format!("rm {table}"), "first-hand.md:");
    // A table where the repository begins counts too.
    holds(&lends.replace(table, "mouche.toml"));
    holds("rm mouche.toml; git checkout -q HEAD -- hands");
    // A hand in a chapter.
    let chapter = "mkdir -p hands/book/src; printf '# A\\n\\n```hand mouche-1718/HAND.md\\n```\\n' > hands/book/src/a.md";
    holds(&chapter.replace("HAND", "first-hand"));
    fails(&chapter.replace("HAND", "nowhere"), "hands/book/src/a.md:");
    holds("rm -r hands/book");
    // Links and pictures in the prose of a hand: what they lead to must be staged too.
    let link = "printf '\\n[There](PLACE)\\n' >> hands/scenarios/mouche-1718/first-hand.md";
    fails(&link.replace("PLACE", "nowhere.md"), "first-hand.md:");
    holds("git checkout -q HEAD -- hands");
    let second =
        "cp hands/scenarios/mouche-1718/first-hand.md hands/scenarios/mouche-1718/second.md";
    let unstaged = format!(
        "{second}; {}; git add -u; {entry}",
        link.replace("PLACE", "second.md")
    );
    let unstaged = run_script(folder.path(), &unstaged);
    assert!(
        unstaged.status.code() == Some(1) && all_output(&unstaged).contains("first-hand.md:"),
        "{}",
        all_output(&unstaged)
    );
    holds("true");
    holds("git reset -q; rm hands/scenarios/mouche-1718/second.md; git checkout -q HEAD -- hands");
    // What is half written and not staged.
    let half_written = format!("echo '```toml scenario' > hands/scenarios/b.md\n{entry}");
    assert!(run_script(folder.path(), &half_written).status.success());
    // A commit without any hand, and without the folder.
    holds("rm -r hands/scenarios/mouche-1718 hands/scenarios/b.md hands/book/src/learn");
    holds("rm -r hands/scenarios");
}

#[test]
fn in_an_empty_repository_the_hook_holds_and_elsewhere_it_says_what_it_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = "mouche check --staged --quiet --format concise scenarios book/src";
    let nowhere = run_script(folder.path(), check);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(
        all_output(&nowhere).contains("--staged needs a git repository"),
        "{}",
        all_output(&nowhere)
    );
    assert_eq!(
        run_script(folder.path(), &format!("git init -q\n{check}"))
            .status
            .code(),
        Some(0)
    );
    let below = "mkdir -p a/scenarios && echo '# Notes' > a/scenarios/b.md && git add . && cd a";
    assert_eq!(
        run_script(folder.path(), &format!("{below} && {check}"))
            .status
            .code(),
        Some(0)
    );
    assert_eq!(
        run_script(folder.path(), "mouche check --staged --fix")
            .status
            .code(),
        Some(2)
    );
}

/// pre-commit itself, as its own package index has it.
#[test]
fn pre_commit_runs_the_hook() {
    if !test_extent::are_all_wanted() {
        return;
    }
    let (folder, _) = write_hooked_repository();
    let install =
        "python3 -m venv venv && venv/bin/pip install -q pre-commit && echo /venv >> .gitignore";
    let done = run_script(folder.path(), install);
    assert!(done.status.success(), "{}", all_output(&done));
    let commit = "git add -A && venv/bin/pre-commit install >/dev/null && git commit -qm second";
    let right = run_script(
        folder.path(),
        &format!("echo Notes > hands/scenarios/README.md && {commit}"),
    );
    assert!(right.status.success(), "{}", all_output(&right));
    let wrong = run_script(
        folder.path(),
        &format!("echo '[table' > hands/scenarios/mouche.toml && {commit}"),
    );
    assert!(
        !wrong.status.success() && all_output(&wrong).contains("mouche check"),
        "{}",
        all_output(&wrong)
    );
}

#[test]
fn the_hook_keeps_what_does_not_hold_out() {
    let folder = small_book();
    assert!(
        run_script(
            folder.path(),
            "git init -q && git add . && git commit -qm first"
        )
        .status
        .success()
    );
    let hook = folder.path().join(".git/hooks/pre-commit");
    std::fs::write(&hook, &fences("sh")[0]).expect("a hook");
    std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).expect("its mode");
    let change = |from: &str, to: &str| {
        let script = format!(
            "sed -i 's/{from}/{to}/' scenarios/mouche-1718/denise-must-trump.md && git add . && git commit -qm change"
        );
        run_script(folder.path(), &script)
    };
    let wrong = change("Anne owes 5", "Anne owes 6");
    assert!(!wrong.status.success());
    assert!(
        all_output(&wrong).contains("denise-must-trump.md:")
            && all_output(&wrong).contains("error[wrong-payout]"),
        "{}",
        all_output(&wrong)
    );
    let right = change("Anne owes 6", "Anne  owes 5");
    assert!(right.status.success(), "{}", all_output(&right));
}

#[test]
fn completions_and_pages_are_put_where_they_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = run_script(folder.path(), &fences("sh")[1]);
    assert!(done.status.success(), "{}", all_output(&done));
    let read = |path: &str| {
        std::fs::read_to_string(folder.path().join(".local/share").join(path)).expect("a file")
    };
    assert!(read("bash-completion/completions/mouche").contains("--partition"));
    assert!(read("man/man1/mouche.1").contains("mouche\\-check(1)"));
    assert!(read("man/man1/mouche-check.1").contains("\\-\\-fail\\-fast"));
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        assert!(
            run_script(folder.path(), &format!("mouche completions {shell}"))
                .stdout
                .len()
                > 1_000,
            "{shell}"
        );
    }
}

/// A folder with prose and scenarios alone: the program has the theme and the settings.
#[test]
fn prose_and_scenarios_are_enough_for_a_book() {
    let folder = small_book();
    std::fs::remove_dir_all(folder.path().join("book/theme")).expect("a theme");
    std::fs::remove_file(folder.path().join("book/book.toml")).expect("settings");
    let done = run_script(folder.path(), "mouche build --dest site");
    assert_eq!(done.status.code(), Some(0), "{}", all_output(&done));
    let page = std::fs::read_to_string(
        folder
            .path()
            .join("site/hands/mouche-1718/denise-must-trump.html"),
    )
    .expect("a page");
    assert!(page.contains("theme/hand"), "no theme");
}

/// The only document of a fence.
pub fn yaml(text: &str) -> Yaml {
    let mut documents = YamlLoader::load_from_str(text).expect("YAML");
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

/// The keys of a mapping; none of anything else.
fn keys(yaml: &Yaml) -> Vec<&str> {
    yaml.as_hash()
        .into_iter()
        .flatten()
        .filter_map(|(key, _)| key.as_str())
        .collect()
}

/// What GitHub asks of a workflow, so far as it can be seen in the file: known keys, a runner for each job, and steps that
/// use an action at a version or run a command, and not both.
fn assert_is_workflow(workflow: &Yaml) {
    let known = |yaml: &Yaml, known: &[&str]| {
        let strange: Vec<&str> = keys(yaml)
            .into_iter()
            .filter(|key| !known.contains(key))
            .collect();
        assert!(
            !keys(yaml).is_empty() && strange.is_empty(),
            "{strange:?} in {yaml:?}"
        );
    };
    known(workflow, &["name", "on", "permissions", "jobs"]);
    assert!(!workflow["on"].is_badvalue());
    assert_eq!(
        (
            keys(&workflow["permissions"]),
            workflow["permissions"]["contents"].as_str()
        ),
        (vec!["contents"], Some("read"))
    );
    let jobs = jobs(workflow);
    assert!(
        jobs[0].1["steps"][0]["uses"]
            .as_str()
            .is_some_and(|uses| uses.starts_with("actions/checkout@"))
    );
    for (name, job) in &jobs {
        known(
            job,
            &[
                "runs-on",
                "if",
                "needs",
                "permissions",
                "environment",
                "concurrency",
                "steps",
            ],
        );
        assert_eq!(job["runs-on"].as_str(), Some("ubuntu-latest"), "{name}");
        assert!(
            job["needs"]
                .as_str()
                .is_none_or(|needed| jobs.iter().any(|(other, _)| *other == needed)),
            "{name}"
        );
        for step in job["steps"].as_vec().expect("steps") {
            known(
                step,
                &[
                    "name",
                    "id",
                    "if",
                    "uses",
                    "with",
                    "run",
                    "continue-on-error",
                ],
            );
            match (step["uses"].as_str(), step["run"].as_str()) {
                (Some(uses), None) => assert!(
                    uses.starts_with("actions/") || uses.starts_with("github/codeql-action/"),
                    "{uses}"
                ),
                (None, Some(run)) => assert!(step["with"].is_badvalue() && !run.is_empty()),
                _ => panic!("a step runs or uses: {step:?}"),
            }
        }
    }
}

/// What is asked for in `${{ … }}` of steps is there.
fn assert_expressions_resolve(workflow: &Yaml, text: &str) {
    let steps = jobs(workflow)
        .into_iter()
        .flat_map(|(_, job)| job["steps"].as_vec().expect("steps"));
    let ids: Vec<&str> = steps.filter_map(|step| step["id"].as_str()).collect();
    for asked in text
        .split("${{ ")
        .skip(1)
        .filter_map(|rest| rest.split(" }}").next())
    {
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
        assert_is_workflow(&yaml(text));
        assert_expressions_resolve(&yaml(text), text);
    }
}

/// What a job may write to.
fn written_rights(job: &Yaml) -> Vec<&str> {
    let rights = &job["permissions"];
    keys(rights)
        .into_iter()
        .filter(|right| rights[*right].as_str() == Some("write"))
        .collect()
}

/// A job that may publish runs nothing that a book or a repository names.
#[test]
fn what_publishes_builds_nothing() {
    let release = include_str!("../../.github/workflows/release.yml");
    for text in [&*fences("yaml")[0], &*fences("yaml")[1], release] {
        let workflow = yaml(text);
        assert_eq!(keys(&workflow["permissions"]), ["contents"]);
        for (name, job) in jobs(&workflow) {
            let steps = job["steps"].as_vec().expect("steps");
            let runs: Vec<&str> = steps
                .iter()
                .filter_map(|step| step["run"].as_str())
                .collect();
            match name {
                "deploy" => {
                    assert_eq!(
                        (keys(&job["permissions"]), written_rights(job)),
                        (vec!["pages", "id-token"], vec!["pages", "id-token"])
                    );
                    assert!(runs.is_empty() && steps.len() == 1, "{runs:?}");
                }
                "code-scanning" => {
                    assert_eq!(written_rights(job), ["security-events"]);
                    assert!(runs.is_empty(), "{runs:?}");
                }
                "publish" => {
                    assert_eq!(written_rights(job), ["contents"]);
                    let is_known = |run: &&str| {
                        run.starts_with("sha256sum ") || run.starts_with("gh release create ")
                    };
                    assert!(runs.iter().all(is_known), "{runs:?}");
                }
                _ => assert!(written_rights(job).is_empty(), "{name}"),
            }
        }
    }
}

/// A hash names one commit for ever; a tag can be moved. The same version has the same hash wherever it is used.
#[test]
fn every_action_is_pinned_by_a_commit() {
    let mut texts = vec![TOLD.to_owned(), include_str!("../../action.yml").to_owned()];
    let folder = repository_paths::root().join(".github/workflows");
    for entry in std::fs::read_dir(folder).expect("workflows") {
        texts.push(std::fs::read_to_string(entry.expect("a file").path()).expect("a workflow"));
    }
    let pinned =
        regex::Regex::new(r"^\s*(?:- )?uses: (actions/[a-z-]+|github/codeql-action/upload-sarif)@([0-9a-f]{40}) # v\d+\.\d+\.\d+$")
            .expect("a pattern");
    let mut known = std::collections::BTreeMap::new();
    for line in texts
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| line.contains("uses: "))
    {
        let found = pinned.captures(line).unwrap_or_else(|| panic!("{line}"));
        let hash = known
            .entry(found[1].to_owned())
            .or_insert_with(|| found[2].to_owned());
        assert_eq!(*hash, found[2], "{line}");
    }
    assert_eq!(known.len(), 8, "{known:?}");
}

#[test]
fn every_change_is_tested() {
    let tests = yaml(include_str!("../../.github/workflows/tests.yml"));
    assert_is_workflow(&tests);
    let events: Vec<&str> = tests["on"]
        .as_vec()
        .expect("events")
        .iter()
        .filter_map(Yaml::as_str)
        .collect();
    assert_eq!(events, ["push", "pull_request"]);
    let steps = jobs(&tests)[0].1["steps"].as_vec().expect("steps");
    assert!(
        steps
            .iter()
            .any(|step| step["run"].as_str() == Some(".ci/run"))
    );
}

/// Where a program comes from, one version is named.
#[test]
fn a_release_installs_known_versions() {
    let release = include_str!("../../.github/workflows/release.yml");
    let installs: Vec<&str> = release
        .lines()
        .filter(|line| line.contains("cargo install"))
        .collect();
    let version = regex::Regex::new(r"--locked [a-z-]+@\d+\.\d+\.\d+$").expect("a pattern");
    assert!(
        !installs.is_empty() && installs.iter().all(|line| version.is_match(line)),
        "{installs:?}"
    );
}
