//! `mouche install`: the style sheet, the script and the settings that any mdBook needs to show hands.

use super::file_writes_and_watch::{FileToWrite, print_changed_paths, write_all_or_undo};
use super::*;
use crate::book::{ASSET_FOLDER, GuestBookAsset, PREPROCESSOR_NAME, guest_style_and_script};
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

/// Add step-through hands to any mdBook: a style sheet, a script, and the missing lines of its `book.toml`
#[derive(Debug, Args)]
pub struct InstallIntoMdbookArguments {
    /// The book's folder, which holds `book.toml`
    dir: PathBuf,
    /// Replace files that were changed by hand, and extend lists that are on one line
    #[arg(long)]
    force: bool,
    /// Print the changes without making them
    #[arg(long)]
    dry_run: bool,
}

/// Writes all that a book needs, or nothing.
pub fn install_assets_and_settings(call: &InstallIntoMdbookArguments) -> Result<ExitCode> {
    let plan = plan_install(call)?;
    if !plan.refused.is_empty() {
        writeln!(
            std::io::stderr(),
            "{}\nerror: nothing was written",
            plan.refused.join("\n")
        )?;
        return Ok(ExitCode::FAILURE);
    }
    if !call.dry_run {
        write_all_or_undo(&[&call.dir], &plan.changes)?;
    }
    print_changed_paths(&plan.changes)?;
    let end = if plan.changes.is_empty() {
        "Nothing to do: the book already has everything that hands need."
    } else if call.dry_run {
        "Nothing was written: this was a dry run."
    } else {
        "To show a hand in a chapter, write a `hand` fence with the path of a scenario, or with the scenario inside."
    };
    writeln!(terminal::plain_output(), "{end}")?;
    Ok(ExitCode::SUCCESS)
}

/// The files to write, and why some cannot be written.
#[derive(Default)]
struct InstallPlan {
    changes: Vec<FileToWrite>,
    refused: Vec<String>,
}

fn plan_install(call: &InstallIntoMdbookArguments) -> Result<InstallPlan> {
    let settings = call.dir.join("book.toml");
    let dir = printable_path(&call.dir);
    ensure!(
        settings.is_file(),
        "{dir} has no book.toml; name the folder of an mdBook (`mdbook init` creates one)"
    );
    let mut plan = InstallPlan::default();
    for asset in guest_style_and_script() {
        let path = call.dir.join(ASSET_FOLDER).join(asset.name);
        match plan_asset(&path, &asset, call.force)? {
            FileInstallPlan::Unchanged => {}
            FileInstallPlan::Write(change) => plan.changes.push(change),
            FileInstallPlan::Refused(why) => plan
                .refused
                .push(format!("{} {why}", printable_path(&path))),
        }
    }
    let name = printable_path(&settings);
    let text = fs::read_to_string(&settings).with_context(|| format!("{name} cannot be read"))?;
    let additions = add_settings(&text, call.force).with_context(|| name.clone())?;
    for why in &additions.refused {
        plan.refused.push(format!("{name}: {why}"));
    }
    if additions.text != text {
        plan.changes.push(FileToWrite {
            path: settings,
            before: Some(text.into_bytes()),
            after: additions.text.into_bytes(),
            what: additions.added.join(", "),
        });
    }
    Ok(plan)
}

/// The change that a file of ours needs.
enum FileInstallPlan {
    /// The file is there as we would write it.
    Unchanged,
    Write(FileToWrite),
    /// The reason why the file cannot be written.
    Refused(&'static str),
}

/// Returns what is to be written at the place of a file. Only a file that is as we once wrote it is ours to replace.
fn plan_asset(path: &Path, asset: &GuestBookAsset, force: bool) -> Result<FileInstallPlan> {
    let mut change = FileToWrite {
        path: path.into(),
        before: None,
        after: asset.text.clone().into_bytes(),
        what: "new".into(),
    };
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(FileInstallPlan::Write(change));
        }
        Ok(kind) if !kind.is_file() => {
            return Ok(FileInstallPlan::Refused(
                "is not a regular file; move it away",
            ));
        }
        _ => {}
    }
    let before =
        fs::read(path).with_context(|| format!("{} cannot be read", printable_path(path)))?;
    if before == change.after {
        return Ok(FileInstallPlan::Unchanged);
    }
    let text = std::str::from_utf8(&before).unwrap_or_default();
    change.what = match GuestBookAsset::writer_version_if_unchanged(text) {
        Some(version) => format!("updated; version {version} wrote the old one"),
        None if force => "replaced".into(),
        None => {
            return Ok(FileInstallPlan::Refused(
                "was not written by mouche, or was changed later; save what you need from it, then run this again with --force",
            ));
        }
    };
    change.before = Some(before);
    Ok(FileInstallPlan::Write(change))
}

/// A value that a table is to have: alone, or in a list.
struct SettingToInstall {
    table: [&'static str; 2],
    key: &'static str,
    value: Value,
    is_listed: bool,
}

/// Returns the settings that another book needs to show hands.
fn guest_book_settings() -> [SettingToInstall; 4] {
    let [css, js] =
        guest_style_and_script().map(|asset| Value::from(format!("{ASSET_FOLDER}/{}", asset.name)));
    [
        SettingToInstall {
            table: ["preprocessor", PREPROCESSOR_NAME],
            key: "command",
            value: format!("{PREPROCESSOR_NAME} preprocess").into(),
            is_listed: false,
        },
        SettingToInstall {
            table: ["preprocessor", PREPROCESSOR_NAME],
            key: "after",
            value: Array::from_iter(["links"]).into(),
            is_listed: false,
        },
        SettingToInstall {
            table: ["output", "html"],
            key: "additional-css",
            value: css,
            is_listed: true,
        },
        SettingToInstall {
            table: ["output", "html"],
            key: "additional-js",
            value: js,
            is_listed: true,
        },
    ]
}

/// Settings with what a book needs.
struct SettingsWithAddedLines {
    text: String,
    added: Vec<String>,
    /// The lines that may not be added: without `force` no line of the author's is changed.
    refused: Vec<String>,
}

/// Adds what a book needs to its settings.
fn add_settings(text: &str, force: bool) -> Result<SettingsWithAddedLines> {
    let mut settings: DocumentMut = text.parse().context("it is not TOML")?;
    let outputs = settings.get("output").and_then(Item::as_table_like);
    ensure!(
        outputs.is_none_or(|outputs| outputs.contains_key("html")),
        "the book has other [output] tables but no [output.html], and hands need HTML pages"
    );
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut result = SettingsWithAddedLines {
        text: text.to_owned(),
        added: Vec::new(),
        refused: Vec::new(),
    };
    for setting in guest_book_settings() {
        let mut more = settings.clone();
        let Some(line) = setting.add_if_missing(&mut more)? else {
            continue;
        };
        let table = setting.table.join(".");
        let new = more.to_string();
        let new = new.replace("\r\n", "\n").replace('\n', ending);
        if force || contains_lines_in_order(&result.text, &new) {
            result.added.push(format!("{} in [{table}]", setting.key));
            settings = more;
            result.text = new;
        } else {
            result.refused.push(format!(
                "one of your lines must change. In [{table}], write\n    {line}\nor run this again with --force to change it"
            ));
        }
    }
    Ok(result)
}

/// Returns whether a new text has all lines of an old one, in their order.
fn contains_lines_in_order(old: &str, new: &str) -> bool {
    let mut lines = new.lines();
    old.lines().all(|line| lines.any(|other| other == line))
}

impl SettingToInstall {
    /// Adds the value, unless it is there or another in its place, and returns the line that says so.
    ///
    /// # Errors
    /// Something of another type stands there.
    fn add_if_missing(&self, settings: &mut DocumentMut) -> Result<Option<String>> {
        let mut table: &mut dyn TableLike = settings.as_table_mut();
        for (name, is_shown) in self.table.into_iter().zip([false, true]) {
            let mut new = Table::new();
            new.set_implicit(!is_shown);
            let held = table.entry(name).or_insert(Item::Table(new));
            let found = held.type_name();
            let below = held.as_table_like_mut();
            table = below
                .with_context(|| format!("{name} must be a table, but its type is {found}"))?;
        }
        let Some(held) = table.get_mut(self.key) else {
            let value = self.value.clone();
            let value = if self.is_listed {
                Array::from_iter([value]).into()
            } else {
                value
            };
            let line = format!("{} = {value}", self.key);
            table.insert(self.key, value.into());
            return Ok(Some(line));
        };
        let expected = if self.is_listed {
            "array"
        } else {
            self.value.type_name()
        };
        let name = self.table.join(".");
        let found = held.type_name();
        ensure!(
            found == expected,
            "{} in [{name}] must have the type {expected}, but its type is {found}",
            self.key
        );
        if !self.is_listed {
            return Ok(None);
        }
        let Some(list) = held.as_array_mut() else {
            return Ok(None);
        };
        if list.iter().any(|one| one.as_str() == self.value.as_str()) {
            return Ok(None);
        }
        push_to_array(list, self.value.clone());
        let mut plain: Array = list.iter().cloned().collect();
        for value in plain.iter_mut() {
            value.decor_mut().clear();
        }
        Ok(Some(format!("{} = {plain}", self.key)))
    }
}

/// Adds a value at the end of a list: on a line of its own, where the list's end stands on one.
fn push_to_array(list: &mut Array, value: Value) {
    let is_open = list.is_empty() || list.trailing_comma();
    let mut end = list.trailing();
    if !is_open
        && let Some(last) = list.iter().last()
        && let Some(suffix) = last.decor().suffix()
    {
        end = suffix;
    }
    let end = end.as_str().unwrap_or_default().to_owned();
    let Some((above, indent)) = end.rsplit_once('\n') else {
        return list.push(value);
    };
    let above = format!("{above}\n{indent}    ");
    match list.iter_mut().last() {
        Some(last) if !is_open => {
            last.decor_mut().set_suffix(above);
            list.push(value);
        }
        _ => list.push_formatted(value.decorated(above, "")),
    }
    list.set_trailing(format!("\n{indent}"));
    list.set_trailing_comma(true);
}
