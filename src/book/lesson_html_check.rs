//! The tags in the Markdown of a lesson: mdBook refuses a page with one that is not closed, and a misspelt box would hide nothing.

use super::html_tokenizer::HtmlTag;
use super::{HtmlPiece, html_pieces};
use crate::scenario::{
    Diagnostic, LESSON_BOXES, can_lesson_show_fence, stray_end_tag_error, unclosed_tag_error,
    unknown_box_error, unread_markdown_after_tag_error,
};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// The boxes of a lesson, and what is wrong with its tags.
pub(super) struct LessonBoxesAndFaults {
    pub(super) boxes: Vec<LessonBox>,
    pub(super) wrong: Vec<Diagnostic>,
}

/// A part of a lesson in an element that has the class of a box.
pub(super) struct LessonBox {
    pub(super) class: &'static str,
    pub(super) span: Range<usize>,
}

/// An element of a page that is not closed yet.
enum UnclosedElement<'a> {
    /// An element that Markdown makes, such as a paragraph.
    Markdown,
    /// An element that a tag opens.
    Tag(OpenTag<'a>),
}

/// A tag that opens an element.
struct OpenTag<'a> {
    name: &'a str,
    place: Range<usize>,
    /// Its classes, each with its place.
    classes: Vec<(String, Range<usize>)>,
    /// Whether a fence of a lesson stands in the element.
    has_fence: bool,
}

/// Reads the tags of a text, and notes the boxes and what is wrong.
struct LessonTagChecker<'a> {
    text: &'a str,
    open: Vec<UnclosedElement<'a>>,
    tags: LessonBoxesAndFaults,
    /// Whether a text in the block of HTML that is read was noted as a fault. One is enough for a block.
    has_text_fault: bool,
}

/// Returns the boxes that a lesson's HTML tags make, and what is wrong with the tags.
pub(super) fn read_lesson_html_tags(text: &str) -> LessonBoxesAndFaults {
    let mut reader = LessonTagChecker {
        text,
        open: Vec::new(),
        tags: LessonBoxesAndFaults {
            boxes: Vec::new(),
            wrong: Vec::new(),
        },
        has_text_fault: false,
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    for (event, span) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::HtmlBlock) => reader.read_block(span),
            Event::InlineHtml(_) => reader.read_tags(span),
            Event::End(TagEnd::HtmlBlock) => {}
            Event::Start(tag) => {
                if let Tag::CodeBlock(CodeBlockKind::Fenced(words)) = tag
                    && can_lesson_show_fence(&words)
                {
                    reader.note_fence_in_open_elements();
                }
                reader.open.push(UnclosedElement::Markdown);
            }
            Event::End(_) => reader.close_markdown_and_report_unclosed(),
            _ => {}
        }
    }
    reader.close_markdown_and_report_unclosed();
    reader.tags
}

impl<'a> LessonTagChecker<'a> {
    /// Reads a block of HTML, which goes on to an empty line.
    fn read_block(&mut self, span: Range<usize>) {
        self.has_text_fault = false;
        self.read_tags(span);
    }

    /// Reads the tags in a stretch of the text.
    fn read_tags(&mut self, span: Range<usize>) {
        let mut last_tag = None;
        for piece in html_pieces(&self.text[span.clone()]) {
            match piece {
                HtmlPiece::Open(tag) => {
                    let place = span.start + tag.span().start..span.start + tag.span().end;
                    if !tag.is_void() && !tag.text.ends_with('/') {
                        let opened = OpenTag {
                            name: tag.name,
                            place: place.clone(),
                            classes: classes_of_tag(tag, &place),
                            has_fence: false,
                        };
                        self.open.push(UnclosedElement::Tag(opened));
                    }
                    last_tag = Some(place);
                }
                HtmlPiece::Close(tag) => {
                    let place = span.start + tag.span().start..span.start + tag.span().end;
                    self.close_tag(tag.name, &place);
                    last_tag = Some(place);
                }
                HtmlPiece::Text { text, .. } => {
                    if let Some(tag) = &last_tag
                        && self.is_markdown_expected()
                    {
                        self.note_unread_markdown_after_tag(text, tag);
                    }
                }
            }
        }
    }

    /// Returns whether the innermost open element is a box, or none is open: there Markdown is expected.
    fn is_markdown_expected(&self) -> bool {
        match self.open.last() {
            Some(UnclosedElement::Tag(tag)) => tag.has_box(),
            Some(UnclosedElement::Markdown) => false,
            None => true,
        }
    }

    /// Notes a text that follows a tag on the next line, and is not read as Markdown there.
    fn note_unread_markdown_after_tag(&mut self, text: &str, tag: &Range<usize>) {
        let Some((_, after)) = text.split_once('\n') else {
            return;
        };
        let line = after.trim_start();
        if line.is_empty() || self.has_text_fault {
            return;
        }
        self.has_text_fault = true;
        let found = tag.end + self.text[tag.end..].find(line).unwrap_or_default();
        let length = line.lines().next().unwrap_or_default().trim_end().len();
        let tag = &self.text[tag.clone()];
        let wrong = unread_markdown_after_tag_error(&(found..found + length), tag);
        self.tags.wrong.push(wrong);
    }

    /// Notes that a fence of a lesson stands in the open elements.
    fn note_fence_in_open_elements(&mut self) {
        for element in &mut self.open {
            if let UnclosedElement::Tag(tag) = element {
                tag.has_fence = true;
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
            |element| matches!(element, UnclosedElement::Tag(open) if open.name.eq_ignore_ascii_case(name)),
        );
        let Some(at) = opener else {
            self.tags.wrong.push(stray_end_tag_error(place, name));
            return;
        };
        let unclosed = self.open.split_off(inside + at + 1);
        if let Some(UnclosedElement::Tag(tag)) = self.open.pop() {
            self.note_boxes_of_closed_element(&tag, place.end);
        }
        self.report_unclosed(unclosed);
    }

    /// Notes the boxes of an element that ends at a place, and its classes that are no boxes but should be.
    fn note_boxes_of_closed_element(&mut self, tag: &OpenTag, end: usize) {
        for (class, place) in &tag.classes {
            if let Some(class) = LESSON_BOXES.into_iter().find(|known| known == class) {
                let span = tag.place.start..end;
                self.tags.boxes.push(LessonBox { class, span });
            } else {
                let wrong = unknown_box_error(place, class, tag.has_fence);
                self.tags.wrong.extend(wrong);
            }
        }
    }

    /// Closes the innermost element of Markdown, or the page: a tag inside it must be closed before.
    fn close_markdown_and_report_unclosed(&mut self) {
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
            if let UnclosedElement::Tag(tag) = element {
                let wrong = unclosed_tag_error(&tag.place, tag.name);
                self.tags.wrong.push(wrong);
            }
        }
    }
}

impl OpenTag<'_> {
    /// Returns whether one of its classes is that of a box.
    fn has_box(&self) -> bool {
        let mut classes = self.classes.iter();
        classes.any(|(class, _)| LESSON_BOXES.contains(&class.as_str()))
    }
}

/// Returns the classes of a tag at a place, each with its place.
fn classes_of_tag(tag: HtmlTag, place: &Range<usize>) -> Vec<(String, Range<usize>)> {
    let mut classes = Vec::new();
    for attribute in tag.attributes() {
        let Some(at) = attribute.value_at else {
            continue;
        };
        if attribute.name != "class" {
            continue;
        }
        // The place of the value counts from the beginning of the stretch, as that of the tag does.
        let mut begin = place.start + at - tag.span().start;
        for class in attribute.value.split(' ') {
            let span = begin..begin + class.len();
            begin = span.end + 1;
            if !class.is_empty() {
                classes.push((class.to_owned(), span));
            }
        }
    }
    classes
}
