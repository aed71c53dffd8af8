//! Tests of `src/book/page_batches.rs`, from within.

use super::*;
use mdbook_renderer::config::Config;
use std::collections::BTreeMap;

/// Renders seven chapters in batches of this size, and returns the pages by their names.
fn render_in_batches(batch_size: usize) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("src")).expect("a folder");
    let mut book = Book::new();
    for number in 1..=7 {
        let text = format!("# Chapter {number}\n\nText <!--[hand {number}]-->.\n");
        let path = format!("part/chapter-{number}.md");
        let mut chapter = Chapter::new(&format!("Chapter {number}"), text, path, Vec::new());
        if number == 3 {
            // A chapter without a page, with a chapter below it.
            chapter.path = None;
            let below = Chapter::new("Below", "# Below\n".to_owned(), "below.md", Vec::new());
            chapter.sub_items.push(BookItem::Chapter(below));
        }
        book.push_item(BookItem::Chapter(chapter));
    }
    let mut config = Config::default();
    // The default theme names its list of chapters by a hash.
    for setting in ["hash-files", "search.enable", "print.enable"] {
        let key = format!("output.html.{setting}");
        config.set(key, false).expect("a setting");
    }
    let site = folder.path().join("site");
    let context = RenderContext::new(folder.path(), book, config, &site);
    ChapterBatchRenderer { batch_size }
        .render(&context)
        .expect("a site");
    let mut pages = BTreeMap::new();
    for folder in [site.clone(), site.join("part")] {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.ends_with(".html") && name != "toc.html" {
                let page = std::fs::read_to_string(entry.path()).expect("a page");
                pages.insert(name, page);
            }
        }
    }
    pages
}

#[test]
fn pages_that_are_rendered_in_batches_are_as_those_of_the_whole_book() {
    let whole = render_in_batches(100);
    assert!(whole.len() > 7, "{:?}", whole.keys());
    assert!(whole["chapter-5.html"].contains("chapter-6.html"));
    for batch_size in [1, 2, 3, 6] {
        let batches = render_in_batches(batch_size);
        assert!(batches.keys().eq(whole.keys()), "{batch_size}");
        for (name, page) in &whole {
            assert!(batches[name] == *page, "{name} in batches of {batch_size}");
        }
    }
}
