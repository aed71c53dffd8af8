//! The page of one hand in a single file, as an editor shows it beside the text.

use super::html_with_rule_list;
use crate::book::book_contents::PREPROCESSOR_NAME;
use crate::book::guest_assets::guest_style_and_script;
use crate::page::{
    HomeOrGuestPage, MoveProspectsByStory, escape_html, hand_views_by_edition, render_hand,
};
use crate::scenario::CheckedFile;
use anyhow::{Context, Result};
use askama::Template;

/// The page of a hand with its style sheet and its script.
#[derive(Template)]
#[template(path = "preview.html")]
struct PreviewTemplate {
    title: String,
    sheet: String,
    script: String,
    class: &'static str,
    hand: String,
    /// The id of the step at which the page is opened; or empty.
    opened: String,
}

/// Returns the page of a hand, opened at a step if one is named. The clauses are listed below the hand.
///
/// # Errors
/// The file has no hand that is played, or a template cannot be filled.
pub fn render_preview(file: &CheckedFile, step: Option<&str>) -> Result<String> {
    let alternatives = MoveProspectsByStory::default();
    let views = hand_views_by_edition(std::slice::from_ref(file), &alternatives);
    let view = views.first().context("no hand of this file is played")?;
    let html = render_hand(view, HomeOrGuestPage::Guest)?;
    let [sheet, script] = guest_style_and_script().map(|asset| asset.text);
    let template = PreviewTemplate {
        title: escape_html(&view.title()),
        sheet,
        script,
        class: PREPROCESSOR_NAME,
        hand: html_with_rule_list(view, &html)?,
        opened: match step {
            Some(step) => format!("{}-{step}", view.slug()),
            None => String::new(),
        },
    };
    Ok(template.render()?)
}
