//! What an editor asks about an open file, each thing by its own module.

use super::completion::complete;
use super::desk::{Desk, Refused};
use super::hover::hover;
use super::{actions, rewriting, symbols};
use lsp_server::ErrorCode;
use lsp_types::request::{CodeActionRequest, Completion, DocumentSymbolRequest, Formatting, HoverRequest, Request};
use lsp_types::{
    CodeActionParams, CompletionItem, CompletionParams, DocumentFormattingParams, DocumentSymbolParams, Hover,
    HoverContents, HoverParams, MarkupContent, MarkupKind,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

impl Desk {
    /// The answer to a request.
    pub(super) fn answer(&self, method: &str, params: Value) -> Result<Value, Refused> {
        match method {
            HoverRequest::METHOD => self.hovered(read(params)?),
            Completion::METHOD => self.completed(read(params)?),
            CodeActionRequest::METHOD => self.offered(read(params)?),
            DocumentSymbolRequest::METHOD => self.outlined(read(params)?),
            Formatting::METHOD => self.spelled(read(params)?),
            _ => Err((ErrorCode::MethodNotFound, format!("{method} is not understood here"))),
        }
    }

    fn completed(&self, params: CompletionParams) -> Result<Value, Refused> {
        let at = params.text_document_position;
        let document = self.document(&at.text_document.uri)?;
        let lines = document.lines();
        let Some((items, span)) = complete(document, lines.byte(at.position)) else { return Ok(Value::Null) };
        let items = items.into_iter().enumerate().map(|(place, item)| item.told(place, lines.range(&span)));
        Ok(json!(items.collect::<Vec<CompletionItem>>()))
    }

    fn offered(&self, params: CodeActionParams) -> Result<Value, Refused> {
        let document = self.document(&params.text_document.uri)?;
        Ok(json!(actions::actions(document, &params, &self.book)))
    }

    fn outlined(&self, params: DocumentSymbolParams) -> Result<Value, Refused> {
        let document = self.document(&params.text_document.uri)?;
        Ok(json!(symbols::symbols(document)))
    }

    fn spelled(&self, params: DocumentFormattingParams) -> Result<Value, Refused> {
        let document = self.document(&params.text_document.uri)?;
        Ok(json!(rewriting::spelled(document).map(|text| rewriting::edits(document, &text))))
    }

    fn hovered(&self, params: HoverParams) -> Result<Value, Refused> {
        let at = params.text_document_position_params;
        let document = self.document(&at.text_document.uri)?;
        let lines = document.lines();
        let said = hover(document, lines.byte(at.position), &self.book);
        Ok(json!(said.map(|(said, span)| Hover {
            contents: HoverContents::Markup(MarkupContent {
                kind: MarkupKind::Markdown,
                value: said.join("\n\n---\n\n"),
            }),
            range: Some(lines.range(&span)),
        })))
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refused> {
    serde_json::from_value(params).map_err(|wrong| (ErrorCode::InvalidParams, wrong.to_string()))
}
