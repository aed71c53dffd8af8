//! A finished site: what is wrong in its pages, and what is made of prose, sheets and scripts that are not ours.

use crate::golden;
use crate::shared;
use crate::structure;
use mouche::book::site::{SiteAddress, find_faults, list_files};
use mouche::book::{
    BookRenderOptions, BuildResultCache, ScenarioLibrary, render_into_emptied_site,
};
use mouche::editions;
use mouche::page::certainty_signs::{legend_html, signs_html, words_html_with_signs};
use mouche::rules::{ClauseId, ClauseLookup, Ruleset};
use mouche::scenario::check;
use std::fs;
use std::path::Path;

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
}

/// What is wrong with a site of these pages.
fn faults_of_pages(pages: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), pages);
    find_faults(folder.path()).expect("read")
}

#[test]
fn each_wrong_thing_is_named_and_nothing_else() {
    let a = r##"<p id="é x"></p><a href="#%C3%A9%20x">a</a><a href="b/c.html#play.trump">b</a><a href="https://x.org">c</a>"##;
    let b = r#"<h2 id="play.trump"></h2><a href="../a.html">up</a><script type="application/json">"<a href='no.html'>"</script><!-- <a href="no"> -->"#;
    assert_eq!(faults_of_pages(&[("a.html", a), ("b/c.html", b)]), [""; 0]);
    let wrong = r##"<p id=x><p id='x'><a href="#y"></a><img src="no.png"><a href="../../etc/passwd"><p style='color:red'>"##;
    let found = [
        "a.html: the id `x` stands twice",
        "a.html: `#y` leads nowhere",
        "a.html: `../../etc/passwd` leads nowhere",
        "a.html: `no.png` leads nowhere",
        "a.html: a style or script stands in the page: <p style='color:red'>",
    ];
    assert_eq!(faults_of_pages(&[("a.html", wrong)]), found);
    let one = r#"<b id="frame"></b><i id="x"></i><b aria-controls="frame"></b><b aria-labelledby="x lost"></b>"#;
    let two = [
        ("a.html", one),
        ("b.html", r#"<b id="frame"></b><i id="x"></i>"#),
        ("c.html", "<b id=frame>"),
    ];
    let found = [
        "a.html: there is no `lost` here",
        "a.html: `x` is an id on other pages too, and gets lost where all are one page",
    ];
    assert_eq!(faults_of_pages(&two), found);
}

#[test]
fn attributes_are_read_as_browsers_read_them_and_what_works_by_itself_is_seen() {
    let odd = r##"<a id=x href='a>b.html' title="<p id=no>" alt><br/><use href="#x"/><label for="x"><base href="/"></p ><a href="#no">"##;
    assert_eq!(
        faults_of_pages(&[("a.html", odd)]),
        [
            "a.html: `#no` leads nowhere",
            "a.html: `a>b.html` leads nowhere"
        ]
    );
    for alone in [
        "<script>x</script>",
        "<style>p{}</style>",
        "<p onclick='x'>",
        "<a href=' javascript:x'>",
    ] {
        let inline = |fault: &&String| fault.contains("a style or script stands in the page");
        assert_eq!(
            faults_of_pages(&[("a.html", alone)])
                .iter()
                .filter(inline)
                .count(),
            1,
            "{alone}"
        );
    }
    let quiet = "<script src='a.js'></script><script type='application/json'>{}</script><p>style='x' &lt;</p>";
    assert_eq!(faults_of_pages(&[("a.html", quiet), ("a.js", "")]), [""; 0]);
}

/// A clause that is in part our reading, and one that is the source's alone.
fn example_clauses() -> [(&'static Ruleset, ClauseId); 2] {
    let all = || {
        editions::ALL
            .iter()
            .flat_map(|rules| editions::clause_ids_in_use().map(move |topic| (*rules, *topic)))
    };
    let find = |wanted: &str| all().find(|(rules, topic)| rules.marks(*topic).signs() == wanted);
    [
        find("°").expect("a reading of ours"),
        find("").expect("a rule of a source"),
    ]
}

#[test]
fn what_names_or_tells_a_clause_without_its_sign_is_wrong() {
    let [ours, told] =
        example_clauses().map(|(rules, topic)| format!("rules/{}.html#{topic}", rules.id));
    let (rules, topic) = example_clauses()[0];
    let (id, clause) = (
        rules.full_clause_id(topic),
        rules.clause(topic).expect("a clause"),
    );
    let (legend, sign) = (legend_html("°"), signs_html(clause.marks()));
    let (untold, lacks) = (
        "the sign ° stands here and is not explained",
        "lacks its sign °",
    );
    let holds = |page: &str, html: String, wrong: &str| {
        let html = html.replace(
            "rules/",
            &format!("{}rules/", "../".repeat(page.matches('/').count())),
        );
        let found = faults_of_pages(&[(&format!("{page}.html"), &format!("<main>{html}</main>"))]);
        let found: Vec<&String> = found.iter().filter(|one| one.contains("sign")).collect();
        let is_right = found.len() == usize::from(!wrong.is_empty())
            && found.iter().all(|one| one.ends_with(wrong));
        assert!(is_right, "{page}: {html}: {found:?}");
    };
    holds(
        "x",
        format!(
            r#"<p data-clause="{id}">{}</p>{legend}"#,
            words_html_with_signs(&clause.value())
        ),
        "",
    );
    holds(
        "x",
        format!(
            r#"<p data-clause="{id}">{}</p>"#,
            words_html_with_signs(&clause.value())
        ),
        untold,
    );
    holds(
        "x",
        format!(r#"<p data-clause="{id}">x</p>"#),
        "is printed without its sign °",
    );
    holds(
        "learn/x",
        format!(r#"<p><a href="{ours}">x</a>.</p>"#),
        lacks,
    );
    holds(
        "learn/x",
        format!(r#"<p><a href="{ours}">x</a>{sign}.</p>"#),
        untold,
    );
    holds("learn/x", format!(r#"<p><a href="{told}">x</a>.</p>"#), "");
    let named = |link: &str, signs: &str, class: &str| {
        format!(r#"<p class="{class}"><a class="clause" href="{link}">x{signs}</a> y</p>"#)
    };
    for class in ["asked", "glossary", "hand", "practice-clause"] {
        holds("hands/a/x", named(&ours, "", class), lacks);
        holds("hands/a/x", named(&ours, "°", class), untold);
        holds("hands/a/x", named(&told, "", class), "");
    }
    holds("hands/a/x", named(&ours, "", "a list of clauses"), "");
}

#[test]
fn the_page_that_holds_all_chapters_is_looked_through_like_each_of_them() {
    let page = |sign: &str, legend: &str| {
        faults_of_pages(&[(
            "print.html",
            &format!(r#"<main><p data-clause="mouche-1718/end">x{sign}</p>{legend}</main>"#),
        )])
    };
    let (sign, legend) = (r#"<span class="sign">°</span>"#, legend_html("°"));
    assert_eq!(page(sign, &legend), [""; 0]);
    assert_eq!(
        page(sign, &(legend_html("∗") + &legend)),
        [""; 0],
        "each chapter in it has its own"
    );
    assert_eq!(
        page("", &legend),
        ["print.html: mouche-1718/end is printed without its sign °"]
    );
    assert_eq!(
        page(sign, ""),
        ["print.html: the sign ° stands here and is not explained"]
    );
}

#[test]
fn what_is_no_address_is_refused() {
    for text in [
        "",
        "x.org",
        "ftp://x.org",
        "https://",
        "https:///a",
        "https://x.org/\"><b>",
        "https://x.org/?a",
    ] {
        assert!(text.parse::<SiteAddress>().is_err(), "{text}");
    }
}

/// Prose that has of everything: fences, words to be linked, clauses, tables, styles of mdBook's, marks of ours.
const ODD: &str = "# Odd & end

Heading of mine.

```hand mouche-1718/denise-must-trump.md h1-t3 h1-pay
```

````
```hand nowhere.md
```
````

| left | right |
|:--|--:|
| a | b |

<br style=\"clear: both\">

style=\"clear: both\" <!--[hand 7]--> [a rule](OURS), [another](THEIRS) and [a page](told.md).

## A heading
";

/// A book of another's prose: settings and typeface are ours, and the theme where it has nothing of its own.
#[test]
fn prose_of_anothers_is_as_it_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let (book, site) = (folder.path().join("book"), folder.path().join("site"));
    let [ours, theirs] =
        example_clauses().map(|(rules, topic)| format!("../rules/{}.html#{topic}", rules.id));
    let legend = legend_html("°");
    let script = "/* What\n   and why. */\n(() => {\n    // So.\n    /* Or so. */ go(\"/* a */  // b\");\n\n    return\n    1; // c\n})();\n";
    let sheet =
        "/* Why. */\n.a  .b,\n.c {\n    content: \"a  /* b */ {\";\n    margin: 0 auto;\n}\n";
    // As ours is set, but for our old addresses.
    let settings = include_str!("../../book/book.toml")
        .lines()
        .filter(|line| !line.starts_with("\"/"));
    let settings: String = settings.map(|line| format!("{line}\n")).collect();
    let settings = settings.replace("additional-js = [", "additional-js = [\"theme/own.js\", ");
    write(
        &book,
        &[
            ("book.toml", &settings),
            (
                "src/SUMMARY.md",
                "# S\n\n[First](first.md)\n\n# Learn\n\n- [Odd](learn/odd.md)\n  - [Below](learn/below.md)\n- [Told](learn/told.md)\n\n# For authors\n\n- [Writing](writing.md)\n",
            ),
            ("src/first.md", "# First\n\nA beginning.\n"),
            (
                "src/learn/odd.md",
                &ODD.replace("OURS", &ours).replace("THEIRS", &theirs),
            ),
            ("src/learn/below.md", "# Below\n\nBelow it.\n"),
            (
                "src/learn/told.md",
                &format!("# Told\n\n[a rule]({ours})\n\n{legend}\n"),
            ),
            ("src/writing.md", "# Writing\n\nFor authors.\n"),
            ("theme/own.js", script),
            ("theme/card.css", sheet),
        ],
    );
    let path = "scenarios/mouche-1718/denise-must-trump.md";
    let denise = check(path, include_bytes!("../held/denise-must-trump.md"));
    shared::copy_cache(folder.path());
    let cache = BuildResultCache::for_book(folder.path());
    let with = BookRenderOptions {
        cache: cache.as_ref(),
        ..BookRenderOptions::default()
    };
    render_into_emptied_site(
        &book,
        ScenarioLibrary::from_files(vec![denise]),
        &site,
        with,
    )
    .expect("rendered");
    let [number, hand] = [
        r"-[0-9a-f]{8}\b",
        r"(<section class=.hand.[^>]*>).*</section>",
    ]
    .map(|pattern| regex::Regex::new(pattern).expect("a pattern"));
    let read = |page: &str| {
        let html = fs::read_to_string(site.join(page).with_extension("html")).expect("a page");
        hand.replace(&number.replace_all(&html, "-…"), "$1…</section>")
            .into_owned()
    };
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    let told = read("learn/told");
    let told = told.trim().replace("> <", ">\n <").replace("><", ">\n<") + "\n";
    golden::hold_file(&kept.join("site/learn-told.html"), &told);
    let others = ["learn/odd", "index"].map(|page| (page.to_owned(), read(page)));
    structure::hold_pages(
        &kept.join("structure/prose-of-anothers.txt"),
        &others.into(),
        |_| false,
    );
    let shipped = |ending: &str, text: &str| {
        let files = list_files(&site)
            .expect("a site")
            .into_iter()
            .filter(|file| file.to_string_lossy().ends_with(ending));
        files.into_iter().any(|file| {
            fs::read_to_string(site.join(file))
                .expect("a file")
                .contains(text)
        })
    };
    assert!(shipped(
        ".js",
        "(()=>{go(\"/* a */  // b\");return\n1;// c\n})();"
    ));
    assert!(shipped(
        ".css",
        ".a .b,.c{content:\"a  /* b */ {\";margin:0 auto}"
    ));
    assert!(
        !shipped(".css", "/* Why. */") && !shipped(".js", "/* What\n   and why. */"),
        "a comment is sent"
    );
}
