//! What an editor may ask.

use super::position::Encoding;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions, HoverProviderCapability,
    InitializeResult, OneOf, ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions,
};
use serde_json::{Value, json};

/// What is typed before something that can be completed: each sign that parts the words of the grammar, and of TOML.
const SIGNS: [&str; 11] = [" ", ",", "(", ":", ";", ">", "`", "\"", "=", "{", "["];

/// The answer to `initialize`.
pub(super) fn told(encoding: Encoding) -> Value {
    let capabilities = ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(SIGNS.map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE]),
            ..CodeActionOptions::default()
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    };
    let server_info = ServerInfo { name: "mouche".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
    json!(InitializeResult { capabilities, server_info: Some(server_info) })
}
