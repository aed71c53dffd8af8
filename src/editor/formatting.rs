//! Edits that spell a file canonically: all of it, some lines of it, or the line that was just written.

use super::open_file::{OpenFile, text_edits};
use super::{RequestError, Server, parse_params};
use crate::author::{format_hands_in, formatted_text_if_different};
use lsp_types::*;
use serde_json::{Value, json};
use std::ops::RangeInclusive;

impl Server<'_> {
    pub(super) fn format_file(&self, params: Value) -> Result<Value, RequestError> {
        let params: DocumentFormattingParams = parse_params(params)?;
        let file = self.open_file(&params.text_document.uri)?;
        Ok(json!(
            formatted_text_if_different(&file.document).map(|text| text_edits(file, text))
        ))
    }

    pub(super) fn format_range(&self, params: Value) -> Result<Value, RequestError> {
        let params: DocumentRangeFormattingParams = parse_params(params)?;
        let file = self.open_file(&params.text_document.uri)?;
        let Range { start, end } = params.range;
        // A range that ends where a line begins does not include this line.
        let last = if end.character == 0 && end.line > start.line {
            end.line - 1
        } else {
            end.line
        };
        Ok(json!(canonical_spelling_edits(file, start.line..=last)))
    }

    /// Formats the line before the one that was just begun.
    pub(super) fn format_line_before(&self, params: Value) -> Result<Value, RequestError> {
        let params: DocumentOnTypeFormattingParams = parse_params(params)?;
        let place = params.text_document_position;
        let file = self.open_file(&place.text_document.uri)?;
        let Some(line) = place.position.line.checked_sub(1) else {
            return Ok(Value::Null);
        };
        Ok(json!(canonical_spelling_edits(file, line..=line)))
    }
}

/// Returns the edits that spell these lines canonically. If their deals would have other lines, none are returned.
fn canonical_spelling_edits(file: &OpenFile, wanted: RangeInclusive<u32>) -> Vec<TextEdit> {
    let lines = file.lines();
    let first = Position::new(*wanted.start(), 0);
    let last = Position::new(*wanted.end(), 0);
    let stretch = lines.byte_of_position(first)..lines.byte_of_position(last);
    let Some((hands, formatted)) = format_hands_in(&file.document, &stretch) else {
        return Vec::new();
    };
    let old_text = &file.document.text[hands.clone()];
    let old_lines: Vec<&str> = old_text.split_inclusive('\n').collect();
    let new_lines: Vec<&str> = formatted.split_inclusive('\n').collect();
    if old_lines.len() != new_lines.len() {
        return Vec::new();
    }
    let mut edits = Vec::new();
    let mut start = hands.start;
    let first_number = lines.position_of_byte(hands.start).line;
    for (number, (old, new)) in (first_number..).zip(old_lines.into_iter().zip(new_lines)) {
        if wanted.contains(&number) && old != new {
            let length = old.trim_end_matches(['\r', '\n']).len();
            let range = lines.range_of_span(&(start..start + length));
            let new_line = new.trim_end_matches(['\r', '\n']).to_owned();
            edits.push(TextEdit::new(range, new_line));
        }
        start += old.len();
    }
    edits
}
