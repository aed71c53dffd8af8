//! A book that is made without the engine: nothing in it leads to what needs one.

use crate::book_sample_prose::rewrite;
use crate::shared;
use crate::small_book::small_book_with_all_chapters;
use mouche::book::site::{SiteAddress, find_faults, list_files};
use mouche::book::{
    BookRenderOptions, BuildResultCache, ScenarioLibrary, render_into_emptied_site,
};
use mouche::scenario::check;
use std::fs;

/// What would be of no use: an address, a button, an invitation.
const DOORS: &[&str] = &[
    "play.html",
    "playground.html",
    "data-go=sit",
    "data-go=write",
    "data-part",
    "data-needs=engine",
    "Nobody can be played with here",
    "Nothing can be written here",
    ">Play a deal<",
];

#[test]
fn without_the_engine_nothing_is_offered_that_needs_it() {
    let root = small_book_with_all_chapters();
    let (book, site) = (root.path().join("book"), root.path().join("site"));
    let part = "```hand mouche-1718/denise-must-trump.md h1-t3\n```\n";
    let offer = "\n[Play a deal](play.md) or [write](playground.md#x).\n";
    rewrite(&book.join("src/introduction.md"), |text| {
        format!("{text}\n{part}{offer}")
    });
    // The redirects of our own book lead to hands that are not here.
    rewrite(&book.join("book.toml"), |text| {
        text.lines()
            .filter(|line| !line.starts_with("\"/"))
            .map(|line| format!("{line}\n"))
            .collect()
    });
    shared::copy_cache(root.path());
    let denise = check(
        "scenarios/mouche-1718/denise-must-trump.md",
        include_bytes!("../held/denise-must-trump.md"),
    );
    let address: SiteAddress = "https://example.org/".parse().expect("an address");
    let cache = BuildResultCache::for_book(root.path());
    let with = BookRenderOptions {
        cache: cache.as_ref(),
        address: Some(&address),
        without_engine: true,
        ..BookRenderOptions::default()
    };
    render_into_emptied_site(
        &book,
        ScenarioLibrary::from_files(vec![denise]),
        &site,
        with,
    )
    .expect("rendered");
    let all = list_files(&site).expect("a site");
    for file in ["play.html", "playground.html"] {
        assert!(!all.contains(std::path::Path::new(file)), "{file}");
    }
    let mut wrong = Vec::new();
    for file in &all {
        let name = file.to_string_lossy().into_owned();
        assert!(!name.starts_with("engine-"), "{name}");
        if name.ends_with(".html") || name.ends_with(".xml") || name.starts_with("search-index") {
            // The builder drops the quotes that are not needed.
            let text = fs::read_to_string(site.join(file))
                .expect("text")
                .replace('"', "");
            wrong.extend(
                DOORS
                    .iter()
                    .filter(|door| text.contains(**door))
                    .map(|door| format!("{name}: {door}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let found = find_faults(&site).expect("read");
    assert!(found.is_empty(), "{found:#?}");
    let introduction = fs::read_to_string(site.join("introduction.html"))
        .expect("a page")
        .replace('"', "");
    assert!(
        introduction.contains("Play a deal or write."),
        "what an author wrote stays, as words"
    );
    let tabs = introduction
        .split("class=bar-parts")
        .nth(1)
        .and_then(|rest| rest.split("</nav>").next());
    assert!(
        tabs.is_some_and(|tabs| tabs.contains(">Play</a>") && tabs.contains("href=practice/")),
        "{tabs:?}"
    );
}
