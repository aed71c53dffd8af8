//! The tags in the Markdown of a lesson: mdBook refuses a page with one that is not closed, and a misspelt box would hide nothing.

use super::html::HtmlTag;
use super::{HtmlPiece, html_pieces};
use crate::scenario::{Diagnostic, misspelt_box_error, stray_end_tag_error, unclosed_tag_error};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// An element of a page that is not closed yet.
enum UnclosedElement<'a> {
    /// An element that Markdown makes, such as a paragraph.
    Markdown,
    /// An element that a tag opens, with its name and the place of the tag.
    Tag(&'a str, Range<usize>),
}

/// Reads the tags of a text, and notes what is wrong with them.
struct TagReader<'a> {
    text: &'a str,
    open: Vec<UnclosedElement<'a>>,
    wrong: Vec<Diagnostic>,
}

/// Returns what is wrong with the tags of a chapter.
pub(super) fn check_tags(text: &str) -> Vec<Diagnostic> {
    let mut reader = TagReader {
        text,
        open: Vec::new(),
        wrong: Vec::new(),
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    for (event, span) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => reader.read_tags(span),
            Event::End(TagEnd::HtmlBlock) => {}
            Event::Start(_) => reader.open.push(UnclosedElement::Markdown),
            Event::End(_) => reader.close_markdown(),
            _ => {}
        }
    }
    reader.close_markdown();
    reader.wrong
}

impl<'a> TagReader<'a> {
    /// Reads the tags in a stretch of the text.
    fn read_tags(&mut self, span: Range<usize>) {
        for piece in html_pieces(&self.text[span.clone()]) {
            match piece {
                HtmlPiece::Open(tag) => {
                    let place = span.start + tag.span().start..span.start + tag.span().end;
                    self.check_box(tag, &place);
                    if !tag.is_void() && !tag.text.ends_with('/') {
                        self.open.push(UnclosedElement::Tag(tag.name, place));
                    }
                }
                HtmlPiece::Close(tag) => {
                    let place = span.start + tag.span().start..span.start + tag.span().end;
                    self.close_tag(tag.name, &place);
                }
                HtmlPiece::Text { .. } => {}
            }
        }
    }

    /// Notes a class that is almost that of a box.
    fn check_box(&mut self, tag: HtmlTag, place: &Range<usize>) {
        for attribute in tag
            .attributes()
            .filter(|attribute| attribute.name == "class")
        {
            let Some(at) = attribute.value_at else {
                continue;
            };
            // The place of the value counts from the beginning of the stretch, as that of the tag does.
            let start = place.start + at - tag.span().start;
            let mut begin = start;
            for class in attribute.value.split(' ') {
                let span = begin..begin + class.len();
                self.wrong.extend(misspelt_box_error(&span, class));
                begin = span.end + 1;
            }
        }
    }

    /// Closes the element of a tag, and those inside it that are still open.
    fn close_tag(&mut self, name: &str, place: &Range<usize>) {
        let outside = self
            .open
            .iter()
            .rposition(|element| matches!(element, UnclosedElement::Markdown));
        let inside = match outside {
            Some(at) => at + 1,
            None => 0,
        };
        let opener = self.open[inside..].iter().rposition(
            |element| matches!(element, UnclosedElement::Tag(open, _) if open.eq_ignore_ascii_case(name)),
        );
        match opener {
            Some(at) => {
                let unclosed = self.open.split_off(inside + at + 1);
                self.open.pop();
                self.report_unclosed(unclosed);
            }
            None => self.wrong.push(stray_end_tag_error(place, name)),
        }
    }

    /// Closes the innermost element of Markdown, or the page: a tag inside it must be closed before.
    fn close_markdown(&mut self) {
        let mut unclosed = Vec::new();
        while let Some(element) = self.open.pop() {
            if matches!(element, UnclosedElement::Markdown) {
                break;
            }
            unclosed.push(element);
        }
        self.report_unclosed(unclosed);
    }

    fn report_unclosed(&mut self, elements: Vec<UnclosedElement<'a>>) {
        for element in elements {
            if let UnclosedElement::Tag(name, place) = element {
                self.wrong.push(unclosed_tag_error(&place, name));
            }
        }
    }
}
