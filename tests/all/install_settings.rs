//! What `mouche install` adds to the settings of a book, which keep their author's lines.

use std::fs;
use std::process::Command;

const PLAIN: &str = "[book]\ntitle = \"A\"\n";

/// The settings afterwards, and what was printed; the same if nothing was written.
fn install_with_flags(text: &str, flags: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("book.toml");
    fs::write(&settings, text).expect("settings");
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    let done = call
        .arg("install")
        .args(flags)
        .arg(folder.path())
        .output()
        .expect("mouche");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    (fs::read_to_string(&settings).expect("settings"), told)
}

/// The settings with what was added, and nothing of theirs changed.
fn install_into(text: &str) -> String {
    let (more, told) = install_with_flags(text, &[]);
    assert_eq!(told, "");
    let mut lines = more.lines();
    text.lines().for_each(|line| {
        assert!(
            lines.any(|other| other == line),
            "{line} is gone from {more}"
        )
    });
    assert_eq!(install_with_flags(&more, &[]).0, more, "twice");
    more
}

#[test]
fn lines_are_put_where_they_belong() {
    assert_eq!(
        install_into(PLAIN),
        "[book]\ntitle = \"A\"\n\n[preprocessor.mouche]\ncommand = \"mouche preprocess\"\nafter = [\"links\"]\n\n\
         [output.html]\nadditional-css = [\"mouche/mouche.css\"]\nadditional-js = [\"mouche/mouche.js\"]\n"
    );
    let css = "additional-css = [\"mouche/mouche.css\"]\nadditional-js";
    for (text, more) in [
        ("", "[preprocessor.mouche]\n"),
        ("[book]\ntitle = \"A\"", "[book]\ntitle = \"A\"\n\n[pre"),
        (
            "[output.html] # a\n# kept\n\n[output.html.search]\n",
            &format!("[output.html] # a\n{css}"),
        ),
        (
            "[output.html.search]\n[preprocessor.mouche]\nx = 1\n",
            "[preprocessor.mouche]\nx = 1\ncommand = \"mouche p",
        ),
        (
            "[preprocessor.mouche]\ncommand = '/opt/mouche preprocess'\n",
            "'/opt/mouche preprocess'\nafter",
        ),
        (
            "title = \"\"\"\n[output.html]\n\"\"\"\n",
            "\n[output.html]\nadditional-css",
        ),
        (
            "output.html.theme = 'x'\n",
            "output.html.additional-js = [\"mouche/mouche.js\"]\n",
        ),
    ] {
        assert!(
            install_into(text).contains(more),
            "{more} in {}",
            install_into(text)
        );
    }
    for list in [
        "\n    \"a.css\",\n",
        "\n    \"a.css\"\n",
        "\n  \"a.css\", # ,\n  # b\n",
        "\n\n",
        " \"a\"\n # , \n\t",
    ] {
        let more = install_into(&format!(
            "[output.html]\nadditional-css = [{list}] # end\nadditional-js = [\n]\n"
        ));
        assert!(more.contains("\"mouche/mouche.css\""), "{more}");
    }
    let windows = install_into(&PLAIN.replace('\n', "\r\n"));
    assert_eq!(
        windows.matches('\n').count(),
        windows.matches("\r\n").count()
    );
}

#[test]
fn a_line_of_theirs_is_its_authors() {
    for (list, forced) in [
        ("[\"a.css\"]", "[\"a.css\", \"mouche/mouche.css\"]"),
        ("[ ]", "[\"mouche/mouche.css\" ]"),
        ("[\"a\",]", "[\"a\", \"mouche/mouche.css\",]"),
    ] {
        let text = format!("[output.html]\nadditional-css = {list} # end\n");
        let (same, told) = install_with_flags(&text, &[]);
        assert!(
            same == text && told.contains("\"mouche/mouche.css\"]\n"),
            "{told}"
        );
        let (more, told) = install_with_flags(&text, &["--force"]);
        assert!(
            told.is_empty() && more.contains(&format!("additional-css = {forced} # end\n")),
            "{more}{told}"
        );
    }
    let inline = "output = { html = { } }\n";
    let (same, told) = install_with_flags(inline, &[]);
    assert_eq!(
        (
            same.as_str(),
            told.matches("one of your lines must change").count()
        ),
        (inline, 2),
        "{told}"
    );
    assert!(
        install_with_flags(inline, &["--force"])
            .0
            .contains("\"mouche/mouche.css\"")
    );
}

#[test]
fn settings_of_another_type_are_told_and_stay() {
    for (text, words) in [
        (
            "output = 5\n",
            "output must be a table, but its type is integer",
        ),
        (
            "[output]\nhtml = \"x\"\n",
            "html must be a table, but its type is string",
        ),
        (
            "preprocessor = []\n",
            "preprocessor must be a table, but its type is array",
        ),
        (
            "[output.html]\nadditional-css = \"x\"\n",
            "additional-css in [output.html] must have the type array",
        ),
        (
            "[preprocessor.mouche]\ncommand = 5\n",
            "command in [preprocessor.mouche] must have the type string",
        ),
        (
            "[preprocessor.mouche]\nafter = \"links\"\n",
            "after in [preprocessor.mouche] must have the type array",
        ),
    ] {
        for flags in [&[][..], &["--force"]] {
            let (same, told) = install_with_flags(text, flags);
            assert!(same == text && told.contains(words), "{told}");
        }
    }
}
