//! Values of the header with their places in the file, and what is wrong with them.

use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::load::Content;
use crate::scenario::syntax::{At, Span};
use std::ops::Range;
use toml::Spanned;
use toml::de::DeValue;

/// The text of a header, and what was found wrong with it.
pub(super) struct Values<'a> {
    content: &'a Content,
    told: Vec<Diagnostic>,
}

impl<'a> Values<'a> {
    pub(super) fn new(content: &'a Content) -> Values<'a> {
        Values { content, told: Vec::new() }
    }

    /// What was found wrong.
    pub(super) fn told(self) -> Vec<Diagnostic> {
        self.told
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.told.push(diagnostic);
    }

    /// Tells of a range of the header's text.
    pub(super) fn tell(&mut self, code: Code, range: Range<usize>, message: impl Into<String>, label: &str) {
        let span = self.content.span(range);
        self.told.push(Diagnostic::new(code, span, message).label(label));
    }

    /// The place in the file of a range of the header's text.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        self.content.span(range)
    }

    /// The range, or the word that begins there if it is empty: never more than its line.
    pub(super) fn token(&self, range: Range<usize>) -> Range<usize> {
        let rest = self.content.text().get(range.start..).unwrap_or("");
        let ends = |c: char| c.is_whitespace() || matches!(c, '=' | ',' | ']' | '}');
        let line = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let word = rest.find(ends).unwrap_or(rest.len());
        range.start..range.end.max(range.start + word).min(range.start + line)
    }

    /// A string; its place includes its quotation marks.
    pub(super) fn text(&mut self, value: &Spanned<DeValue>, expected: &str) -> Option<At<String>> {
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(value, expected);
            return None;
        };
        Some(At { value: text.to_owned(), span: self.span(value.span()) })
    }

    /// A list of strings; the first that is none is told, and all such are left out.
    pub(super) fn texts(&mut self, value: &Spanned<DeValue>) -> Vec<At<String>> {
        let Some(list) = value.get_ref().as_array() else {
            self.wrong_type(value, "a list of strings, such as [\"…\"]");
            return Vec::new();
        };
        let is_text = |value: &&Spanned<DeValue>| value.get_ref().as_str().is_some();
        if let Some(other) = list.iter().find(|value| !is_text(value)) {
            self.wrong_type(other, "a string");
        }
        list.iter().filter(is_text).filter_map(|value| self.text(value, "a string")).collect()
    }

    /// The value is of another type than it should be.
    pub(super) fn wrong_type(&mut self, value: &Spanned<DeValue>, expected: &str) {
        let found = value.get_ref().type_str();
        let message =
            format!("expected {expected}, found {} {found}", if found.starts_with(['a', 'i']) { "an" } else { "a" });
        self.tell(Code::Header, value.span(), message, "another type");
    }
}

/// A whole number, if the value is one that can be held.
pub(super) fn integer(value: &DeValue) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}
