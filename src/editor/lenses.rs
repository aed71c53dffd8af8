//! The commands that an editor offers above a fence: to show the page of the hand, and to show what happens in a step.

use super::file_addresses::address_of_file;
use super::open_file::OpenFile;
use super::{RequestError, Server, parse_params};
use crate::author::{describe_step, find_step_at, list_fence_lenses};
use crate::scenario::CheckedFile;
use lsp_server::ErrorCode;
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::*;
use serde_json::{Value, json};

/// A function that makes the page of a hand, opened at a step.
pub(crate) type PreviewPageRenderer = fn(&CheckedFile, Option<&str>) -> anyhow::Result<String>;

/// The command that shows the page of a hand: its arguments are the address of the file, and a step.
const PREVIEW: &str = "mouche.previewHand";

/// The command that tells what happens in a step: its arguments are the address of the file, and a step or a position.
const SHOW_STEP: &str = "mouche.showStep";

impl Server<'_> {
    /// Returns the commands above the fences of a file.
    pub(super) fn code_lenses(&self, params: Value) -> Result<Value, RequestError> {
        let params: CodeLensParams = parse_params(params)?;
        let file = self.open_file(&params.text_document.uri)?;
        let lines = file.lines();
        let mut lenses = Vec::new();
        for lens in list_fence_lenses(&file.document) {
            let range = lines.range_of_span(&lens.span);
            let arguments = json!([file.uri, lens.step]);
            let mut commands = vec![("Show this step", SHOW_STEP)];
            if lens.is_deal {
                commands.insert(0, ("Preview this hand", PREVIEW));
            }
            for (title, command) in commands {
                let command = json!({ "title": title, "command": command, "arguments": arguments });
                lenses.push(json!({ "range": range, "command": command }));
            }
        }
        Ok(lenses.into())
    }

    /// Runs a command, and returns its result. An editor that does not use the result is sent a page or a message.
    pub(super) fn run_command(&self, params: Value) -> Result<Value, RequestError> {
        let params: ExecuteCommandParams = parse_params(params)?;
        let address = params.arguments.first().and_then(Value::as_str);
        let uri = address.unwrap_or_default().parse().map_err(|_| {
            RequestError::new(
                ErrorCode::InvalidParams,
                "the first argument must be the address of a file",
            )
        })?;
        let file = self.open_file(&uri)?;
        let step = named_step(file, params.arguments.get(1).unwrap_or(&Value::Null));
        match params.command.as_str() {
            PREVIEW => self.preview_hand(file, step.as_deref()),
            SHOW_STEP => self.show_step_text(file, step.as_deref()),
            other => Err(RequestError::new(
                ErrorCode::InvalidParams,
                format!("unknown command: {other}"),
            )),
        }
    }

    fn preview_hand(&self, file: &OpenFile, step: Option<&str>) -> Result<Value, RequestError> {
        let checked = file.document.checked();
        if !checked.holds() || checked.stories.is_empty() {
            let why = "this hand has no page yet: correct its mistakes first";
            self.show_message_unless_previewing(why);
            return Ok(json!({ "problem": why }));
        }
        let html = (self.preview_page)(checked, step)
            .map_err(|error| RequestError::new(ErrorCode::InternalError, error.to_string()))?;
        if !self.abilities.shows_previews {
            let path = self.rules.write_file("preview.html", &html);
            match path.as_deref().and_then(address_of_file) {
                Some(page) if self.abilities.shows_documents => {
                    let params = json!({ "uri": page, "external": true });
                    self.send_later(request::ShowDocument::METHOD, params);
                }
                Some(page) => self.show_message_unless_previewing(&format!(
                    "The page of this hand: {}",
                    page.as_str()
                )),
                None => {
                    self.show_message_unless_previewing("the page of this hand cannot be written")
                }
            }
        }
        Ok(json!({ "html": html }))
    }

    fn show_step_text(&self, file: &OpenFile, step: Option<&str>) -> Result<Value, RequestError> {
        let text = step.and_then(|step| describe_step(&file.document, step));
        let text = text.unwrap_or_else(|| "no step is played here".to_owned());
        if !self.abilities.shows_previews {
            self.show_message_unless_previewing(&text);
        }
        Ok(json!({ "text": text, "step": step }))
    }

    /// Has the editor show a message, unless the editor shows previews.
    fn show_message_unless_previewing(&self, message: &str) {
        if self.abilities.shows_previews {
            return;
        }
        let params = json!({ "type": MessageType::INFO, "message": message });
        let method = notification::ShowMessage::METHOD.to_owned();
        let sent = lsp_server::Notification::new(method, params);
        self.outbox.borrow_mut().push(sent.into());
    }
}

/// Returns the step that an argument of a command names by its id or by a position.
fn named_step(file: &OpenFile, argument: &Value) -> Option<String> {
    if let Some(id) = argument.as_str() {
        return Some(id.to_owned());
    }
    let position: Position = serde_json::from_value(argument.clone()).ok()?;
    let byte = file.lines().byte_of_position(position);
    find_step_at(&file.document, byte)
}
