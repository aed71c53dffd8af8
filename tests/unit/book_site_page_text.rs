//! Tests of `src/book/site/page_text.rs`, from within.

use super::*;

#[test]
fn a_page_is_read_by_its_titles() {
    let html = r#"<nav>no</nav><main id="x"><h1 id="t">Title</h1><aside class="infobox"><p>no<br>no</p></aside>
        <p>First <a href="x">words</a> (<em>mots</em>).</p><h2 id="a&amp;b"><a href="x">Of l’atout</a></h2><p>More &amp; more</p>
        <section class="hand"><p>no</p></section><dl><dt id="w"><dfn>mot</dfn></dt><dd>A word</dd></dl></main>no"#;
    let reading = read_page_text(html);
    let said: Vec<_> = reading
        .sections
        .iter()
        .map(|one| [&*one.anchor, &*one.title, &*one.prose])
        .collect();
    let expected = [
        ["", "Title", "First words (mots)."],
        ["a&b", "Of l’atout", "More & more"],
        ["w", "mot", "A word"],
    ];
    assert_eq!(said, expected);
    assert_eq!(reading.opening, "First words (mots).");
    let headings = reading.second_level_headings();
    let headings: Vec<_> = headings
        .iter()
        .map(|heading| (heading.anchor.as_str(), heading.title.as_str()))
        .collect();
    assert_eq!(headings, [("a&b", "Of l’atout")]);
}

#[test]
fn words_of_figures_tables_and_sources_are_found_but_not_shown() {
    let html = r#"<main><h1>Rules</h1><h3 id="a">Debts</h3><p>All at once.</p><figure><figcaption>The scale</figcaption></figure>
        <table><tr><td>3,905</td></tr></table><p>One by one.</p><p class="entry-facts">Source: Lalanne</p></main>"#;
    let reading = read_page_text(html);
    let section = &reading.sections[1];
    assert_eq!(section.prose, "All at once. One by one.");
    for word in ["The scale", "3,905", "Lalanne"] {
        assert!(section.apparatus.contains(word), "{word}");
    }
}
