//! What an editor asks about an open file, each thing by its own module.

use super::desk::{Desk, Refused};
use super::hover::hover;
use lsp_server::ErrorCode;
use lsp_types::request::{HoverRequest, Request};
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

impl Desk {
    /// The answer to a request.
    pub(super) fn answer(&self, method: &str, params: Value) -> Result<Value, Refused> {
        match method {
            HoverRequest::METHOD => self.hovered(read(params)?),
            _ => Err((ErrorCode::MethodNotFound, format!("{method} is not understood here"))),
        }
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
