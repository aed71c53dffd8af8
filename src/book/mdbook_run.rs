//! Renders a book: runs mdBook inside this program with our preprocessor, and finishes the site
//! that mdBook writes.

use super::author_book_completion::copy_book_with_defaults;
use super::book_outline::ChaptersByPage;
use super::mdbook_warnings_as_errors::run_failing_on_warnings;
use super::page_batches::ChapterBatchRenderer;
use super::preprocessor::{BookPreprocessor, BrokenScenarios, SiteOutline};
use super::site::{
    SiteAddress, SiteContext, finish_and_prune_site, has_packed_engine, scenarios_by_page,
};
use super::social_picture::write_social_pictures;
use super::{BookGamesAndPages, BuildResultCache, ExtractedHands, KeptPages, ScenarioLibrary};
use crate::scenario::printable_path;
use anyhow::{Context, Result, anyhow};
use mdbook::MDBook;
use mdbook::config::Config;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The options for rendering a book.
#[derive(Default)]
pub struct BookRenderOptions<'a> {
    /// The address of the site, if it is known.
    pub address: Option<&'a SiteAddress>,
    /// The results that are kept from one build to the next.
    pub cache: Option<&'a BuildResultCache>,
    /// The last build, from which pages of hands that are the same again are taken over.
    pub kept: Option<Arc<KeptPages>>,
    /// The scenarios that do not hold. If it is set, the book shows what is wrong with a scenario
    /// in the place of its hand.
    pub broken: Option<BrokenScenarios>,
    /// Leaves the engine out, even if this program has one, together with everything in the book
    /// that needs the engine.
    pub without_engine: bool,
}

/// Renders the book in a folder, with its rules and hands, into the folder `site`, which mdBook
/// empties first. Returns notes for the author on settings and files that change nothing.
///
/// # Errors
/// Everything that mdBook finds wrong, its warnings included.
pub fn render_into_emptied_site(
    book: &Path,
    mut library: ScenarioLibrary,
    site: &Path,
    options: BookRenderOptions,
) -> Result<Vec<String>> {
    let has_engine = !options.without_engine && has_packed_engine();
    library.add_alternatives(options.cache);
    library.precompute_shown_clauses();
    let completed = copy_book_with_defaults(book)?;
    let folder = completed.folder.as_path();
    let mut config = read_config_ignoring_environment(folder, site, options.address)?;
    if let Some(language) = &config.book.language {
        library.note_language(language);
    }
    // mdBook would write a page of the whole book, which no browser prints. The booklets are for paper.
    config.set("output.html.print.enable", false)?;
    let origins = scenarios_by_page(&library);
    let pictures = std::mem::take(&mut library.pictures);
    let BookGamesAndPages {
        imprint,
        mut left_out,
        ..
    } = BookGamesAndPages::read(&config, &library.hand_views(), &library.tables)?;
    let library = Arc::new(library);
    let pictured_library = options.address.map(|_| Arc::clone(&library));
    let hand_placeholders = ExtractedHands::default();
    let preprocessor = BookPreprocessor {
        library: Some(library),
        kept: options.kept.clone(),
        broken: options.broken,
        hand_placeholders: Some(hand_placeholders.clone()),
        lacks_engine: !has_engine,
        ..BookPreprocessor::default()
    };
    let SiteOutline {
        parts,
        mut engine_pages,
    } = run_mdbook(folder, config, preprocessor)?;
    left_out.append(&mut engine_pages);
    let context = SiteContext {
        book: folder,
        chapters_by_page: ChaptersByPage::of_parts(&parts),
        parts,
        origins,
        imprint,
        address: options.address,
        hand_placeholders,
        kept: options.kept,
        left_out,
        has_engine,
    };
    finish_and_prune_site(site, &context)?;
    if let Some(pictured) = pictured_library {
        write_social_pictures(&pictured, &context, site)?;
    }
    copy_pictures(&pictures, site)?;
    if let Some(cache) = options.cache {
        remove_unused_results(cache, context.kept.as_deref());
    }
    let mut notes = completed.notes;
    notes.sort();
    Ok(notes)
}

/// Removes the results that this build did not use. If it took pages over from the last build, their results are kept too.
fn remove_unused_results(cache: &BuildResultCache, kept: Option<&KeptPages>) {
    let has_taken_over = kept.is_some_and(KeptPages::has_reused_page);
    if !has_taken_over {
        cache.remove_unused();
    }
}

/// Reads the settings of a book for a site in this folder and at this address. No `MDBOOK_…`
/// variable of the environment changes them, because `MDBook::load`, which would read these
/// variables, is not used.
fn read_config_ignoring_environment(
    book: &Path,
    site: &Path,
    address: Option<&SiteAddress>,
) -> Result<Config> {
    let path = book.join("book.toml");
    let mut config = Config::from_disk(&path)
        .with_context(|| format!("{} cannot be read", printable_path(&path)))?;
    config.build.build_dir = std::path::absolute(site)?;
    if let Some(address) = address {
        config.set("output.html.site-url", address.path())?;
    }
    Ok(config)
}

/// The number of pages that mdBook renders at a time.
const PAGES_IN_BATCH: usize = 250;

/// Runs mdBook, and returns what the preprocessor found in the book.
fn run_mdbook(book: &Path, config: Config, preprocessor: BookPreprocessor) -> Result<SiteOutline> {
    let prose = book.join(&config.book.src);
    let preprocessed = preprocessor.preprocessed.clone();
    run_failing_on_warnings(&prose, || {
        let mut mdbook = MDBook::load_with_config(book, config)?;
        mdbook.with_preprocessor(preprocessor);
        mdbook.with_renderer(ChapterBatchRenderer {
            batch_size: PAGES_IN_BATCH,
        });
        catch_unwind(AssertUnwindSafe(|| mdbook.build()))
            .unwrap_or_else(|_| Err(anyhow!("mdBook panicked")))
    })?;
    Ok(preprocessed.take_leaving_empty())
}

/// Copies the pictures in the prose of hands to their places in a site.
fn copy_pictures(pictures: &BTreeMap<String, PathBuf>, site: &Path) -> Result<()> {
    for (place, picture) in pictures {
        let target = site.join(place);
        std::fs::create_dir_all(target.parent().unwrap_or(site))?;
        std::fs::copy(picture, target)
            .with_context(|| format!("{} cannot be copied", printable_path(picture)))?;
    }
    Ok(())
}
