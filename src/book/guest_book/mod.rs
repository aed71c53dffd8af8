//! Fills the `hand` fences in a guest book: the mdBook of another author.
//!
//! A fence names the file of a scenario, or holds a scenario. Where a hand in our own book links to
//! one of our chapters, a hand in a guest book links to a list of its rules, or to a site that has
//! all our chapters.

mod fence_scenario;
mod guest_hand_prose_links;
mod guest_hands;
mod linked_rules_list;
mod preview;

use super::book_contents::PREPROCESSOR_NAME;
use super::chapter_signs::page_legend;
use super::fence_filling::{ChapterDirectiveFence, fill_chapters, fill_fences};
use super::prose_file_links::path_to_root;
use super::site::{ENGLISH, SiteAddress, is_english_or_unset, lang_attribute};
use crate::page::{HandUnderEdition, HomeOrGuestPage, PICTURES, escape_html, render_hand_parts};
use anyhow::{Context, Result, anyhow};
use guest_hands::{GuestHands, HandsByFence, read_guest_hands};
use linked_rules_list::{html_with_rule_list, own_link_prefix};
use mdbook_preprocessor::PreprocessorContext;
use mdbook_preprocessor::book::Book;
pub use preview::render_preview;
use std::path::Path;

/// Returns a guest book with a hand in the place of each `hand` fence.
///
/// # Errors
/// A setting cannot be read, or a fence has no scenario that holds.
pub(super) fn fill_embedded_hands(context: &PreprocessorContext, mut book: Book) -> Result<Book> {
    let settings = GuestBookSettings::read(context)?;
    let GuestHands {
        indices,
        mut library,
    } = read_guest_hands(context, &book)?;
    library.add_alternatives(None);
    let mut hands = library.hand_views();
    hands.retain(HandUnderEdition::is_first_edition);
    let filler = GuestBookFiller {
        settings,
        indices,
        hands,
    };
    fill_chapters(&mut book, |text, page| filler.fill_hand_fences(text, page))?;
    Ok(book)
}

/// Fills the fences of a guest book with its hands.
struct GuestBookFiller<'a> {
    settings: GuestBookSettings,
    indices: HandsByFence,
    hands: Vec<HandUnderEdition<'a>>,
}

impl GuestBookFiller<'_> {
    /// Returns the text of a chapter with its fences filled; none if it has no fence.
    fn fill_hand_fences(&self, text: &str, page: &Path) -> Result<Option<String>> {
        fill_fences(
            text,
            page,
            &["hand"],
            |fence| self.render_fence(fence, page),
            |_, error| Err(error),
        )
    }

    /// Returns the hand of a fence as HTML.
    fn render_fence(&self, fence: &ChapterDirectiveFence, page: &Path) -> Result<String> {
        let index = self.indices.of_fence(page, fence);
        let index = index.context("this hand was not there before")?;
        let (_, steps) = fence.path_and_steps();
        let steps: Vec<&str> = steps.split_whitespace().collect();
        self.settings.render_hand(&self.hands[index], &steps, page)
    }
}

/// The settings of a guest book that concern its hands.
struct GuestBookSettings {
    /// The address of the site that has our chapters, if the book names one.
    site: Option<SiteAddress>,
    is_english: bool,
}

impl GuestBookSettings {
    /// Reads the settings of a guest book.
    fn read(context: &PreprocessorContext) -> Result<GuestBookSettings> {
        let address = context
            .config
            .get::<String>(&format!("preprocessor.{PREPROCESSOR_NAME}.site-url"))?;
        let mut site = None;
        if let Some(address) = address {
            let parsed = address.parse::<SiteAddress>();
            site = Some(parsed.map_err(|why| {
                anyhow!("`site-url` in [preprocessor.{PREPROCESSOR_NAME}]: {why}")
            })?);
        }
        let language = context.config.book.language.as_deref();
        Ok(GuestBookSettings {
            site,
            is_english: is_english_or_unset(language.unwrap_or_default()),
        })
    }

    /// Returns a hand, or some steps of it, for a page of the book, as HTML in an element whose class keeps our style
    /// sheet to the hand. In a book in another language, the element says that it is in English.
    fn render_hand(&self, hand: &HandUnderEdition, steps: &[&str], page: &Path) -> Result<String> {
        // The pictures lie among the chapters. Prose cannot contain this text, because its
        // quotation marks are escaped.
        let pictures = format!("src=\"{PICTURES}");
        let pictures_from_page = format!("src=\"{}", path_to_root(page));
        let html = render_hand_parts(hand, steps, HomeOrGuestPage::Guest)?
            .replace(&pictures, &pictures_from_page);
        let html = match &self.site {
            Some(site) => {
                let legend = page_legend(&html);
                html.replace(&own_link_prefix(), &format!("href=\"{site}")) + &legend
            }
            None => html_with_rule_list(hand, &html)?,
        };
        let language = lang_attribute(hand.language());
        let name = escape_html(&hand.title());
        let english = lang_attribute((!self.is_english).then_some(ENGLISH));
        Ok(format!(
            "<figure class=\"{PREPROCESSOR_NAME}\"{english}><figcaption class=\"hand-name\"{language}>{name}</figcaption>{html}</figure>"
        ))
    }
}
