//! The theme of our own book, with its fonts and pictures. The program carries these files.

use super::style_sheet_joiner::inline_imports;
use include_dir::{Dir, include_dir};

/// The templates, style sheets and scripts.
pub(super) static THEME: Dir = include_dir!("$CARGO_MANIFEST_DIR/book/theme");
/// The pictures of the cards of a French pack.
pub(super) const DECK: &str = include_str!("../../book/src/cards.svg");
/// The pictures of the cards of a Spanish pack.
pub(super) const SPANISH_DECK: &str = include_str!("../../book/src/spanish.svg");
/// The fonts of text and of signs, with their licences.
pub(super) static FONTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/book/src/fonts");
/// The font of suits and marks. A guest book gets it inside our style sheet.
pub(super) const SIGN_FONT: &[u8] = include_bytes!("../../book/src/fonts/signs.woff2");

/// Returns the text of a file of the theme.
pub(super) fn theme_text(name: &str) -> &'static str {
    THEME
        .get_file(name)
        .and_then(|file| file.contents_utf8())
        .unwrap_or_default()
}

/// Returns the text of a style sheet of the theme, with the parts that it imports.
pub(super) fn theme_sheet(name: &str) -> String {
    inline_imports(theme_text(name), |part| Some(theme_text(part).to_owned()))
}
