//! Bundles the JavaScript modules of the theme into classic scripts, because pages opened from a file cannot
//! load modules.
//!
//! The scripts of a theme are the files `*.js` in its folder. A module in a sub-folder belongs to
//! the script of that folder's name: `book/keys.js` is a part of `book.js`. A script that imports a
//! name from a module of another script finds it in `window.mouche`, where every script puts what
//! it exports, and what others import from its modules; the other script must run first.
//!
//! A small part of the language is enough for that, and everything else is refused: imports stand
//! at the head of a file, one to a line, as `import { name, other } from './book/keys.js';`; and
//! `export` stands before a `function`, `async function`, `class` or `const`. A name is exported by
//! one module only.

use anyhow::{Context, Result, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules of a theme, by their paths from its folder, as `book/keys.js`.
pub(super) type ScriptModules = BTreeMap<String, String>;

/// Reads the scripts and modules of a theme that lie in a folder, and in the folders directly in
/// it.
pub(super) fn read_modules(theme: &Path) -> Result<ScriptModules> {
    let mut modules = ScriptModules::new();
    for path in super::site::list_files(theme)? {
        let name = path.to_string_lossy().replace('\\', "/");
        if name.ends_with(".js") && name.matches('/').count() < 2 {
            let text = std::fs::read_to_string(theme.join(&path))
                .with_context(|| format!("{name} cannot be read"))?;
            modules.insert(name, text);
        }
    }
    Ok(modules)
}

/// Bundles every script of a theme. A file without imports and exports, and without modules of its
/// own, stays as it is.
///
/// # Errors
/// If a module is written in a way that cannot be bundled, with its line.
pub(super) fn bundle_scripts(modules: &ScriptModules) -> Result<BTreeMap<String, String>> {
    let mut parsed = BTreeMap::new();
    for (path, text) in modules
        .iter()
        .filter(|(path, _)| needs_bundling(path, modules))
    {
        parsed.insert(
            path.as_str(),
            parse_module(path, text).with_context(|| format!("theme/{path}"))?,
        );
    }
    check_exports_are_unique(&parsed)?;
    let mut scripts = BTreeMap::new();
    for (path, text) in modules.iter().filter(|(path, _)| !path.contains('/')) {
        let bundled = if needs_bundling(path, modules) {
            bundle_script(path, &parsed)?
        } else {
            text.clone()
        };
        scripts.insert(path.clone(), bundled);
    }
    Ok(scripts)
}

/// Returns whether this script must be bundled with its modules: it imports or exports
/// something, or has modules of its own. Any other script is left as it is.
fn needs_bundling(path: &str, modules: &ScriptModules) -> bool {
    let folder = own_modules_folder(path);
    let has_own = modules.keys().any(|other| other.starts_with(&folder));
    path.contains('/') || has_own || modules[path].lines().any(is_import_or_export)
}

/// Returns whether a line imports or exports something.
fn is_import_or_export(line: &str) -> bool {
    line.starts_with("import ") || line.starts_with("export ")
}

/// Returns the folder of the modules that belong to a script: `book/` for `book.js`.
fn own_modules_folder(script: &str) -> String {
    format!("{}/", script.trim_end_matches(".js"))
}

/// A module that was read.
#[derive(Debug)]
struct ScriptModule<'a> {
    imports: Vec<ModuleImport<'a>>,
    exports: Vec<&'a str>,
    /// The names that it declares at its top level, exported or not.
    declared: Vec<&'a str>,
    /// The text without imports and without the word `export`.
    body: String,
}

/// Names that are imported from a module, with the line where that is written.
#[derive(Debug)]
struct ModuleImport<'a> {
    names: Vec<&'a str>,
    /// The path of the module from the folder of the theme.
    path: String,
    line: usize,
}

/// Reads a module line by line.
fn parse_module<'a>(path: &str, text: &'a str) -> Result<ScriptModule<'a>> {
    let mut module = ScriptModule {
        imports: Vec::new(),
        exports: Vec::new(),
        declared: Vec::new(),
        body: String::new(),
    };
    let mut is_in_comment = false;
    for (at, line) in text.lines().enumerate() {
        if is_in_comment || line.starts_with("/*") {
            is_in_comment = !line.contains("*/");
            module.add_body_line(line);
        } else {
            module.parse_line(path, line, at + 1)?;
        }
    }
    Ok(module)
}

impl<'a> ScriptModule<'a> {
    /// Adds a line to the body.
    fn add_body_line(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// Reads a line that is no comment.
    fn parse_line(&mut self, path: &str, text: &'a str, line: usize) -> Result<()> {
        ensure!(
            !text.contains("import("),
            "line {line}: use `loadScript`, because pages from a file cannot import"
        );
        if text.starts_with("import") {
            ensure!(
                self.declared.is_empty(),
                "line {line}: imports stand at the head of a module"
            );
            self.imports.push(parse_import(path, text, line)?);
            return Ok(());
        }
        if let Some(declaration) = text.strip_prefix("export ") {
            let name = declared_name(declaration).with_context(|| {
                format!("line {line}: `export` stands before a function, a class or a constant")
            })?;
            self.exports.push(name);
            self.declared.push(name);
            self.add_body_line(declaration);
            return Ok(());
        }
        if let Some(name) = declared_name(text) {
            self.declared.push(name);
        } else {
            let refused = ["export", "var ", "const {", "const [", "let {", "let ["];
            ensure!(
                !refused.iter().any(|start| text.starts_with(start)),
                "line {line}: write `export`, `const` and `let` before one name at the top level"
            );
        }
        self.add_body_line(text);
        Ok(())
    }
}

/// Reads `import { one, other } from './folder/file.js';`.
fn parse_import<'a>(importer: &str, text: &'a str, line: usize) -> Result<ModuleImport<'a>> {
    let wanted = "write it as `import { name } from './folder/file.js';`, on one line";
    let parts = text
        .strip_prefix("import { ")
        .and_then(|rest| rest.strip_suffix("';"));
    let parts = parts.and_then(|rest| rest.split_once(" } from '"));
    let (names, path) = parts.with_context(|| format!("line {line}: {wanted}"))?;
    let names: Vec<&str> = names.split(", ").collect();
    ensure!(
        names.iter().all(|name| is_javascript_name(name)),
        "line {line}: {wanted}"
    );
    let folder = match importer.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/"),
        None => String::new(),
    };
    let path = match (path.strip_prefix("../"), path.strip_prefix("./")) {
        (Some(path), _) if !folder.is_empty() => path.to_string(),
        (_, Some(path)) => folder + path,
        _ => bail!("line {line}: {wanted}"),
    };
    Ok(ModuleImport { names, path, line })
}

/// Returns the name that a line declares, if it begins a declaration.
fn declared_name(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let rest = ["function ", "class ", "const ", "let "]
        .iter()
        .find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !is_name_char(c)).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| is_javascript_name(name))
}

/// Returns whether a text can be a name in JavaScript.
fn is_javascript_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(is_name_char)
        && !text.starts_with(|c: char| c.is_ascii_digit())
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Refuses two exports of the same name, because all exports share one namespace, `window.mouche`.
fn check_exports_are_unique(modules: &BTreeMap<&str, ScriptModule>) -> Result<()> {
    let mut exported = BTreeMap::new();
    for (path, module) in modules {
        for name in &module.exports {
            if let Some(other) = exported.insert(*name, *path) {
                bail!(
                    "theme/{other} and theme/{path} both export `{name}`: give one of them another name"
                );
            }
        }
    }
    Ok(())
}

/// Returns the text of a script that contains its modules.
fn bundle_script(path: &str, modules: &BTreeMap<&str, ScriptModule>) -> Result<String> {
    let script = &modules[path];
    let mut parts = Vec::new();
    let folder = own_modules_folder(path);
    for own in modules.keys().filter(|other| other.starts_with(&folder)) {
        add_module_in_order(own, &folder, modules, &mut parts, &mut Vec::new())?;
    }
    check_imports(path, modules)?;
    check_unique_names(path, &parts, modules)?;
    let imported = names_imported_from_elsewhere(path, &parts, &folder, modules);
    let head = if imported.is_empty() {
        "window.mouche ??= {};".to_string()
    } else {
        format!("const {{ {} }} = window.mouche;", join_names(imported))
    };
    let mut bundled = format!("(() => {{\n'use strict';\n{head}\n");
    for part in &parts {
        bundled += &modules[part].body;
    }
    // The modules of a script are known to others before its own statements run.
    bundled += &window_export_statement(names_imported_by_others(&parts, path, modules));
    bundled += &script.body;
    bundled += &window_export_statement(script.exports.iter().copied().collect());
    Ok(bundled + "})();\n")
}

/// Adds a module of a script after those of the same script that it imports.
fn add_module_in_order<'a>(
    path: &'a str,
    folder: &str,
    modules: &'a BTreeMap<&str, ScriptModule>,
    parts: &mut Vec<&'a str>,
    waiting: &mut Vec<&'a str>,
) -> Result<()> {
    if parts.contains(&path) {
        return Ok(());
    }
    ensure!(
        !waiting.contains(&path),
        "{} import each other in a circle",
        waiting.join(", ")
    );
    check_imports(path, modules)?;
    waiting.push(path);
    for import in modules[path]
        .imports
        .iter()
        .filter(|import| import.path.starts_with(folder))
    {
        add_module_in_order(&import.path, folder, modules, parts, waiting)?;
    }
    waiting.pop();
    parts.push(path);
    Ok(())
}

/// Refuses imports of what no module exports.
fn check_imports(path: &str, modules: &BTreeMap<&str, ScriptModule>) -> Result<()> {
    for import in &modules[path].imports {
        let place = format!("theme/{path}, line {}", import.line);
        let module = modules
            .get(import.path.as_str())
            .with_context(|| format!("{place}: there is no theme/{}", import.path))?;
        for name in &import.names {
            ensure!(
                module.exports.contains(name),
                "{place}: theme/{} does not export `{name}`",
                import.path
            );
        }
    }
    Ok(())
}

/// Refuses two declarations of the same name in a script and its modules, because they share one
/// scope.
fn check_unique_names(
    path: &str,
    parts: &[&str],
    modules: &BTreeMap<&str, ScriptModule>,
) -> Result<()> {
    let mut declared = BTreeMap::new();
    for part in parts.iter().copied().chain([path]) {
        for name in &modules[part].declared {
            if let Some(other) = declared.insert(*name, part) {
                bail!(
                    "theme/{other} and theme/{part} both declare `{name}` in one script: rename one of them"
                );
            }
        }
    }
    Ok(())
}

/// Returns the names that modules outside a script import from its own modules.
fn names_imported_by_others<'a>(
    parts: &[&str],
    script: &str,
    modules: &'a BTreeMap<&str, ScriptModule>,
) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    for (path, module) in modules {
        if *path == script || parts.contains(path) {
            continue;
        }
        for import in &module.imports {
            if parts.contains(&import.path.as_str()) {
                names.extend(import.names.iter().copied());
            }
        }
    }
    names
}

/// Returns the names that a script and its modules import from other scripts.
fn names_imported_from_elsewhere<'a>(
    path: &'a str,
    parts: &[&'a str],
    folder: &str,
    modules: &'a BTreeMap<&str, ScriptModule>,
) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    for part in parts.iter().copied().chain([path]) {
        for import in &modules[part].imports {
            if !import.path.starts_with(folder) {
                names.extend(import.names.iter().copied());
            }
        }
    }
    names
}

/// Returns the statement that adds names to `window.mouche` for other scripts; empty for no names.
fn window_export_statement(names: BTreeSet<&str>) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!(
        "Object.assign(window.mouche, {{ {} }});\n",
        join_names(names)
    )
}

/// Returns names with commas between them.
fn join_names(names: BTreeSet<&str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
#[path = "../../tests/unit/book_javascript_bundler.rs"]
mod tests;
