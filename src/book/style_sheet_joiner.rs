//! Joins a style sheet with the sheets that it imports, so that a page asks for one file instead of
//! many.

use std::path::Path;

/// The one sheet of the theme that is written in parts: `hand/step.css` is a part of `hand.css`.
const SHEET_IN_PARTS: &str = "hand.css";

/// Joins the sheet of a theme folder that is written in parts.
///
/// # Errors
/// If the sheet cannot be read or written.
pub(super) fn join_sheet_parts(theme: &Path) -> std::io::Result<()> {
    let sheet = theme.join(SHEET_IN_PARTS);
    let text = std::fs::read_to_string(&sheet)?;
    let joined = inline_imports(&text, |name| std::fs::read_to_string(theme.join(name)).ok());
    std::fs::write(&sheet, joined)
}

/// Returns a sheet with the text of each sheet that it imports, `@import "hand/step.css";`, in the
/// place of the import. An import that `read_part` cannot find stays as it is written.
///
/// An import stands on a line of its own. Unlike in a browser, it may follow other rules: its text
/// counts from where it stands.
pub(super) fn inline_imports(sheet: &str, read_part: impl Fn(&str) -> Option<String>) -> String {
    let mut joined = String::new();
    for line in sheet.split_inclusive('\n') {
        match imported_sheet(line).and_then(&read_part) {
            Some(part) => joined += &part,
            None => joined += line,
        }
    }
    joined
}

/// Returns the name in a line that imports a sheet.
fn imported_sheet(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix("@import \"")?;
    name.strip_suffix("\";")
}

#[cfg(test)]
mod tests {
    use super::inline_imports;

    #[test]
    fn a_part_stands_where_it_is_imported() {
        let read_part = |name: &str| (name == "hand/a.css").then(|| "b {}\n".to_owned());
        let sheet = "@import \"hand/a.css\";\n@import \"other.css\";\ni {}\n";
        let joined = inline_imports(sheet, read_part);
        assert_eq!(joined, "b {}\n@import \"other.css\";\ni {}\n");
    }
}
