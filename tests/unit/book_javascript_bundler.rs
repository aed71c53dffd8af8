//! Tests of `src/book/javascript_bundler.rs`, from within.

use super::*;

fn modules_of_files(files: &[(&str, &str)]) -> ScriptModules {
    files
        .iter()
        .map(|(path, text)| (path.to_string(), text.to_string()))
        .collect()
}

fn bundling_error(files: &[(&str, &str)]) -> String {
    format!(
        "{:#}",
        bundle_scripts(&modules_of_files(files)).expect_err("it cannot be bundled")
    )
}

#[test]
fn modules_of_a_folder_stand_in_its_script_in_the_order_of_their_imports() {
    let files = [
        (
            "book.js",
            "import { second } from './book/a.js';\nsecond();\n",
        ),
        (
            "book/a.js",
            "/* Why. */\nimport { first } from './b.js';\n\nexport function second() {\n    first();\n}\n",
        ),
        ("book/b.js", "export const first = () => 1;\n"),
    ];
    let bundled = bundle_scripts(&modules_of_files(&files)).expect("bundled");
    assert_eq!(bundled.keys().collect::<Vec<_>>(), ["book.js"]);
    assert_eq!(
        bundled["book.js"],
        "(() => {\n'use strict';\nwindow.mouche ??= {};\nconst first = () => 1;\n/* Why. */\n\nfunction second() {\n    first();\n}\n\
         second();\n})();\n"
    );
}

#[test]
fn what_another_script_exports_is_found_in_the_page() {
    let files = [
        ("book/keys.js", "export async function press() {}\n"),
        ("book.js", ""),
        (
            "hand.js",
            "import { press } from './book/keys.js';\nexport class Hand {}\npress();\n",
        ),
        ("tools.js", ""),
        (
            "tools/copy.js",
            "import { press } from '../book/keys.js';\nexport function copy() { press(); }\n",
        ),
    ];
    let bundled = bundle_scripts(&modules_of_files(&files)).expect("bundled");
    assert!(
        bundled["book.js"]
            .contains("async function press() {}\nObject.assign(window.mouche, { press });")
    );
    assert!(
        !bundled["tools.js"].contains("Object.assign"),
        "no other script imports `copy`"
    );
    let hand = "const { press } = window.mouche;\nclass Hand {}\npress();\nObject.assign(window.mouche, { Hand });\n";
    assert!(bundled["hand.js"].contains(hand), "{}", bundled["hand.js"]);
    assert!(
        bundled["tools.js"].contains("const { press } = window.mouche;\nfunction copy()"),
        "{}",
        bundled["tools.js"]
    );
}

#[test]
fn a_script_that_is_no_module_stays_as_it_is() {
    let own = "var mine = 1;\nconst { a } = b;";
    assert_eq!(
        bundle_scripts(&modules_of_files(&[("own.js", own)])).expect("bundled")["own.js"],
        own
    );
}

#[test]
fn what_cannot_be_bundled_is_refused_with_its_place() {
    let export = |text| bundling_error(&[("a.js", text)]);
    assert!(export("export default 1;").contains("theme/a.js: line 1: `export` stands before"));
    assert!(export("export { a };").contains("line 1: `export` stands before"));
    assert!(
        export("export const a = 1;\nconst { b } = a;")
            .contains("line 2: write `export`, `const` and `let`")
    );
    assert!(
        export("export const a = 1;\nimport { b } from './b.js';")
            .contains("line 2: imports stand at the head")
    );
    assert!(
        export("export const a = () => import('./b.js');").contains("line 1: use `loadScript`")
    );
    for import in [
        "import b from './b.js';",
        "import { b as c } from './b.js';",
        "import { b } from 'b';",
        "import './b.js';",
    ] {
        assert!(
            export(import).contains("line 1: write it as `import { name }"),
            "{import}"
        );
    }
    assert!(
        export("import { b } from './b.js';")
            .contains("theme/a.js, line 1: there is no theme/b.js")
    );
    let missing = bundling_error(&[
        ("a.js", "import { c } from './b.js';"),
        ("b.js", "export const b = 1;"),
    ]);
    assert!(
        missing.contains("theme/b.js does not export `c`"),
        "{missing}"
    );
    let twice = bundling_error(&[
        ("a.js", "export const b = 1;"),
        ("b.js", "export const b = 1;"),
    ]);
    assert!(
        twice.contains("theme/a.js and theme/b.js both export `b`"),
        "{twice}"
    );
    let same = bundling_error(&[("a.js", "const b = 1;"), ("a/c.js", "const b = 2;")]);
    assert!(
        same.contains("theme/a/c.js and theme/a.js both declare `b`"),
        "{same}"
    );
    let circle = [
        ("a.js", ""),
        ("a/b.js", "import { c } from './c.js';\nexport const b = 1;"),
        ("a/c.js", "import { b } from './b.js';\nexport const c = 1;"),
    ];
    assert!(
        bundling_error(&circle).contains("a/b.js, a/c.js import each other in a circle"),
        "{}",
        bundling_error(&circle)
    );
}
