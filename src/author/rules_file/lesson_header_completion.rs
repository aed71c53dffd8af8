//! Completion in the header of a lesson: its keys, and the lessons, terms and controls that it can name.

use super::toml_cursor::{AwaitedTomlPart, TomlCursor, TomlPathPart};
use crate::author::Document;
use crate::author::completion::{Completion, CompletionKind};
use crate::editions::TERMS;
use crate::scenario::{LESSON_KEYS, Lesson, Span, find_lessons, teachable_control_names};
use std::path::Path;

/// Returns what can be written at a byte in the header of a lesson, and the stretch that it replaces; none outside a header.
pub(super) fn complete_lesson_header(
    document: &Document,
    byte: usize,
) -> Option<(Vec<Completion>, Span)> {
    let lesson = document.checked().chapter.as_ref()?.lesson.as_ref()?;
    let text = document.text.get(lesson.header.clone())?;
    let start = lesson.header.start + text.find('\n')? + 1;
    let content = document.text.get(start..lesson.header.end)?;
    let at = byte.checked_sub(start)?;
    if at > content.rfind(['`', '~'])? {
        return None;
    }
    let cursor = TomlCursor::at_byte(content, at)?;
    let items = match cursor.awaits {
        AwaitedTomlPart::Key => keys(lesson),
        AwaitedTomlPart::Value => values(document, &cursor),
        AwaitedTomlPart::Heading | AwaitedTomlPart::Nothing => Vec::new(),
    };
    let word = cursor.word.start + start..cursor.word.end + start;
    Some((items, word))
}

/// Returns the keys of a header.
fn keys(lesson: &Lesson) -> Vec<Completion> {
    let mut items = Vec::new();
    for (key, meaning) in LESSON_KEYS {
        if key != "after" || lesson.after.is_none() {
            let text = format!("{key} = ");
            items.push(Completion::new(CompletionKind::Key, text, meaning));
        }
    }
    items
}

/// Returns the values of the key of a line.
fn values(document: &Document, cursor: &TomlCursor) -> Vec<Completion> {
    let Some(TomlPathPart::Key(key)) = cursor.path.first() else {
        return Vec::new();
    };
    let mut values = Vec::new();
    match key.as_str() {
        "terms" => {
            for term in TERMS.iter() {
                values.push((term.name.to_owned(), term.brief.to_owned()));
            }
        }
        "controls" => {
            for name in teachable_control_names() {
                values.push((name, String::new()));
            }
        }
        "after" => values = other_lessons(Path::new(&document.path)),
        _ => {}
    }
    let mut items = Vec::new();
    for (name, meaning) in values {
        let text = format!("\"{name}\"");
        items.push(Completion::new(CompletionKind::Member, text, meaning));
    }
    items
}

/// Returns the other lessons in the folder of a lesson, each as file name and title.
fn other_lessons(path: &Path) -> Vec<(String, String)> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut others = Vec::new();
    for file in find_lessons(folder).unwrap_or_default() {
        if file.path != path {
            others.push((file.name(), file.lesson.title));
        }
    }
    others
}

#[cfg(test)]
#[path = "../../../tests/unit/author_lesson_header_completion.rs"]
mod tests;
