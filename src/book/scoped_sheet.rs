//! Limits a style sheet to the hands of a guest book: to the element with our class, and what is in
//! it.

use super::book_contents::PREPROCESSOR_NAME;

/// The colour themes of mdBook. Each is a class of the element that holds the whole page.
const COLOUR_THEMES: [&str; 5] = ["light", "rust", "coal", "navy", "ayu"];

/// The name of the font of suits and marks in our style sheets.
const SIGN_FONT_NAME: &str = "\"Mouche Signs\"";

/// Returns a style sheet without comments, whose selectors match only inside hands, with the same
/// specificity as before.
pub(super) fn scope_sheet(sheet: &str) -> String {
    scope_rules(&remove_comments(sheet))
}

/// Returns a style sheet without comments.
fn remove_comments(sheet: &str) -> String {
    let mut pieces = sheet.split("/*");
    let mut code = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        if let Some((_, after)) = piece.split_once("*/") {
            code += after;
        }
    }
    code
}

/// Scopes all rules of a sheet without comments. Rules inside a rule are not changed, because its
/// selector counts for them too.
fn scope_rules(sheet: &str) -> String {
    let mut scoped = String::new();
    let mut rest = sheet.trim();
    while let Some((head, after_brace)) = rest.split_once('{') {
        let (block, after) = split_at_closing_brace(after_brace);
        scoped += &scope_rule(head.trim(), block);
        rest = after.trim();
    }
    scoped
}

/// Scopes a rule with this head, `a, b` or `@media print`, and this block.
fn scope_rule(head: &str, block: &str) -> String {
    // Other fonts are files, which a guest book does not have.
    if head == "@font-face" && !block.contains(SIGN_FONT_NAME) {
        return String::new();
    }
    // Animations have no place in the page, and view transitions are drawn over the whole page.
    let is_unscoped = head == "@font-face"
        || head.starts_with("@keyframes")
        || head.starts_with("::view-transition");
    if is_unscoped {
        return format!("{head} {{{block}}}\n");
    }
    if head.starts_with('@') {
        return format!("{head} {{\n{}}}\n", scope_rules(block));
    }
    let selectors: Vec<String> = split_outside_brackets(head, ',')
        .map(scope_selector)
        .collect();
    format!("{} {{{block}}}\n", selectors.join(", "))
}

/// Splits a text, which follows an opening brace, at the closing brace. If there is none, the
/// second part is empty.
fn split_at_closing_brace(text: &str) -> (&str, &str) {
    let mut depth = 1;
    for (at, brace) in text.match_indices(['{', '}']) {
        depth += if brace == "{" { 1 } else { -1 };
        if depth == 0 {
            return (&text[..at], &text[at + 1..]);
        }
    }
    (text, "")
}

/// Returns a selector of the same elements as far as they are in a hand. A selector of the whole
/// page selects the element that holds the hand.
fn scope_selector(selector: &str) -> String {
    let selector = selector.trim();
    let last = split_outside_brackets(selector, ' ').last();
    if is_root_selector(last.unwrap_or_default()) {
        return format!("{selector} :where(.{PREPROCESSOR_NAME})");
    }
    let pseudo_element_at = selector.rfind("::").unwrap_or(selector.len());
    let (element, pseudo_element) = selector.split_at(pseudo_element_at);
    format!("{element}:where(.{PREPROCESSOR_NAME} *){pseudo_element}")
}

/// Returns whether the last part of a CSS selector is the root element of the page.
fn is_root_selector(part: &str) -> bool {
    let mut colour_themes = COLOUR_THEMES.iter();
    part.starts_with(":root")
        || part.starts_with("html")
        || colour_themes.any(|name| part.contains(&format!(".{name}")))
}

/// Returns the parts of a text between separators that are not in brackets.
fn split_outside_brackets(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c: char| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c == separator && depth == 0
    })
}

#[cfg(test)]
#[path = "../../tests/unit/book_scoped_sheet.rs"]
mod tests;
