//! What an editor draws over the text of a file: colours, notes between the words, and the stretches that can be folded.

use super::open_file::{LinePositions, OpenFile};
use super::{LspResultJson, RequestError, Server, parse_params};
use crate::author::{
    FileWord, WordMeaning, list_file_words, list_folds, list_inlay_notes, words_of_fences_touching,
};
use lsp_server::ErrorCode;
use lsp_types::request::{self, Request as _};
use lsp_types::*;
use serde::Serialize;
use serde_json::{Value, json};

impl Server<'_> {
    /// Returns the result of a request for what is drawn over a file.
    pub(super) fn annotation_or_workspace_result(
        &self,
        method: &str,
        params: Value,
    ) -> Result<LspResultJson, RequestError> {
        match method {
            request::FoldingRangeRequest::METHOD => {
                let params: FoldingRangeParams = parse_params(params)?;
                LspResultJson::from_result(&folding_ranges(
                    self.open_file(&params.text_document.uri)?,
                ))
            }
            request::SemanticTokensFullRequest::METHOD => {
                let params: SemanticTokensParams = parse_params(params)?;
                let file = self.open_file(&params.text_document.uri)?;
                LspResultJson::from_result(&semantic_tokens(file, list_file_words(&file.document)))
            }
            request::SemanticTokensRangeRequest::METHOD => {
                let params: SemanticTokensRangeParams = parse_params(params)?;
                let file = self.open_file(&params.text_document.uri)?;
                let stretch = file.lines().span_of_range(params.range);
                let mut words = words_of_fences_touching(&file.document, &stretch);
                words.retain(|word| {
                    word.span.start <= stretch.end && stretch.start <= word.span.end
                });
                LspResultJson::from_result(&semantic_tokens(file, &words))
            }
            request::InlayHintRequest::METHOD => {
                let params: InlayHintParams = parse_params(params)?;
                let file = self.open_file(&params.text_document.uri)?;
                LspResultJson::from_result(&inlay_hints(file, params.range))
            }
            request::CodeLensRequest::METHOD => {
                LspResultJson::from_result(&self.code_lenses(params)?)
            }
            request::ExecuteCommand::METHOD => {
                LspResultJson::from_result(&self.run_command(params)?)
            }
            request::WorkspaceSymbolRequest::METHOD => {
                LspResultJson::from_result(&self.workspace_symbols(params)?)
            }
            _ => Err(RequestError::new(
                ErrorCode::MethodNotFound,
                format!("unsupported request: {method}"),
            )),
        }
    }
}

fn folding_ranges(file: &OpenFile) -> Value {
    let lines = file.lines();
    let mut ranges = Vec::new();
    for span in list_folds(&file.document) {
        let start = lines.position_of_byte(span.start).line;
        let text = &file.document.text[span.clone()];
        let end = lines
            .position_of_byte(span.start + text.trim_end().len())
            .line;
        if start < end {
            ranges.push(json!({ "startLine": start, "endLine": end, "kind": "region" }));
        }
    }
    ranges.into()
}

/// The words of a file with their kinds, as the protocol has them.
#[derive(Serialize)]
struct SemanticTokenData {
    /// Five numbers for each word.
    data: Vec<u32>,
}

/// Returns words with their kinds.
fn semantic_tokens(file: &OpenFile, words: &[FileWord]) -> SemanticTokenData {
    let lines = file.lines();
    let mut numbers = Vec::new();
    let mut last = Position::new(0, 0);
    for word in words {
        let text = &file.document.text[word.span.clone()];
        let start = lines.position_of_byte(word.span.start);
        // Words are listed in their order; a name that the end of a line cuts is left out.
        if text.contains(['\r', '\n']) || start < last {
            continue;
        }
        let is_same_line = start.line == last.line;
        let column = if is_same_line {
            start.character - last.character
        } else {
            start.character
        };
        numbers.extend([
            start.line - last.line,
            column,
            lines.length_in_encoding_units(text) as u32,
            token_type(&word.meaning),
            0,
        ]);
        last = start;
    }
    SemanticTokenData { data: numbers }
}

/// Returns the number of a kind of word in the legend of `capabilities.json`.
fn token_type(meaning: &WordMeaning) -> u32 {
    match meaning {
        WordMeaning::FenceName => 0,
        WordMeaning::HeaderKey => 1,
        WordMeaning::Player(_) => 2,
        WordMeaning::Edition(_) => 3,
        WordMeaning::Clause(_) => 4,
        WordMeaning::Option(_) => 5,
        WordMeaning::Card(_) => 6,
        WordMeaning::TrickNumber | WordMeaning::Amount => 7,
        WordMeaning::Keyword => 8,
        WordMeaning::Gap => 9,
        WordMeaning::Comment => 10,
    }
}

fn inlay_hints(file: &OpenFile, range: Range) -> Value {
    let lines: LinePositions = file.lines();
    let stretch = lines.span_of_range(range);
    let mut hints = Vec::new();
    for note in list_inlay_notes(&file.document, &stretch) {
        hints.push(json!({
            "position": lines.position_of_byte(note.place),
            "label": note.text,
            "paddingLeft": true,
        }));
    }
    hints.into()
}
