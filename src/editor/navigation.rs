//! What an editor asks about one word: where it is defined, where it is used, and how to rename it; and the links of a file.

use super::file_addresses::{address_of_file, location_in_file};
use super::open_file::{LinePositions, OpenFile};
use super::{LspResultJson, RequestError, Server, parse_params};
use crate::author::{
    ClauseOrEditionPlace, Definition, LinkInFile, LinkTarget, NameEdit, WordUse, find_definition,
    find_renamable_player, find_uses, list_links, rename_player,
};
use lsp_server::ErrorCode;
use lsp_types::request::{self, Request as _};
use lsp_types::*;
use serde::Serialize;
use serde_json::{Value, json};

/// The name of the edits of a renaming that change prose.
const PROSE_EDITS: &str = "prose";

impl Server<'_> {
    /// Returns the result of a request about a word, or about the links of a file.
    pub(super) fn navigation_or_other_result(
        &self,
        method: &str,
        params: Value,
    ) -> Result<LspResultJson, RequestError> {
        match method {
            request::GotoDefinition::METHOD => {
                let (file, lines, byte) = self.requested_place(params)?;
                LspResultJson::from_result(&self.definition_location(file, &lines, byte))
            }
            request::References::METHOD => {
                let includes_definition = params["context"]["includeDeclaration"] != false;
                let (file, lines, byte) = self.requested_place(params)?;
                let mut uses = find_uses(&file.document, byte);
                uses.retain(|place| includes_definition || !place.is_definition);
                LspResultJson::from_result(&use_locations(file, &lines, &uses))
            }
            request::DocumentHighlightRequest::METHOD => {
                let (file, lines, byte) = self.requested_place(params)?;
                LspResultJson::from_result(&use_highlights(
                    &lines,
                    &find_uses(&file.document, byte),
                ))
            }
            request::PrepareRenameRequest::METHOD => {
                let (file, lines, byte) = self.requested_place(params)?;
                let found = find_renamable_player(&file.document, byte);
                LspResultJson::from_result(&found.map(|(span, name)| {
                    json!({ "range": lines.range_of_span(&span), "placeholder": name })
                }))
            }
            request::Rename::METHOD => {
                let new_name = params["newName"].as_str().unwrap_or_default().to_owned();
                let (file, lines, byte) = self.requested_place(params)?;
                let edits = rename_player(&file.document, byte, &new_name).map_err(|error| {
                    RequestError::new(ErrorCode::RequestFailed, error.to_string())
                })?;
                LspResultJson::from_result(&self.rename_edits(file, &lines, &edits))
            }
            request::DocumentLinkRequest::METHOD => {
                let params: DocumentLinkParams = parse_params(params)?;
                let file = self.open_file(&params.text_document.uri)?;
                let lines = file.lines();
                let links = list_links(&file.document, self.book);
                let links: Vec<Value> = links
                    .iter()
                    .filter_map(|link| document_link(file, &lines, link))
                    .collect();
                LspResultJson::from_result(&links)
            }
            request::DocumentLinkResolve::METHOD => {
                LspResultJson::from_result(&self.resolve_link(params)?)
            }
            _ => self.annotation_or_workspace_result(method, params),
        }
    }

    fn definition_location(
        &self,
        file: &OpenFile,
        lines: &LinePositions,
        byte: usize,
    ) -> Option<Location> {
        match find_definition(&file.document, byte)? {
            Definition::SameFile(span) => {
                Some(Location::new(file.uri.clone(), lines.range_of_span(&span)))
            }
            Definition::OtherFile { path, text, span } => {
                location_in_file(&path, &text, &span, &self.encoding)
            }
            Definition::Rules(place) => {
                self.rules
                    .write_and_locate_rules(&file.document, &place, &self.encoding)
            }
        }
    }

    /// Returns the edits of a renaming. If the editor can group edits, those of prose are a group of their own.
    fn rename_edits(
        &self,
        file: &OpenFile,
        lines: &LinePositions,
        name_edits: &[NameEdit],
    ) -> Value {
        let mut edits = Vec::new();
        for NameEdit { place, text } in name_edits {
            let range = lines.range_of_span(&place.span);
            let mut edit = json!({ "range": range, "newText": text });
            if self.abilities.annotates_changes && place.is_in_prose {
                edit["annotationId"] = PROSE_EDITS.into();
            }
            edits.push(edit);
        }
        if !self.abilities.annotates_changes {
            return json!({ "changes": { file.uri.as_str(): edits } });
        }
        json!({
            "documentChanges": [{
                "textDocument": { "uri": file.uri, "version": file.version },
                "edits": edits,
            }],
            "changeAnnotations": {
                PROSE_EDITS: { "label": "The name in the prose", "needsConfirmation": false },
            },
        })
    }

    /// Adds its address to a link to a clause, for which the rules of the edition are written out.
    fn resolve_link(&self, mut link: Value) -> Result<Value, RequestError> {
        let data = &link["data"];
        let uri = text_of(&data["file"])
            .parse()
            .map_err(|_| RequestError::new(ErrorCode::InvalidParams, "this link has no file"))?;
        let place = ClauseOrEditionPlace {
            edition: text_of(&data["edition"]).to_owned(),
            clause: Some(text_of(&data["clause"]).to_owned()),
        };
        let document = &self.open_file(&uri)?.document;
        if let Some(location) = self
            .rules
            .write_and_locate_rules(document, &place, &self.encoding)
        {
            let line = location.range.start.line + 1;
            link["target"] = format!("{}#L{line}", location.uri.as_str()).into();
        }
        Ok(link)
    }
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A place in an open file, whose address is written once for each and copied for none.
#[derive(Serialize)]
struct WordUseLocation<'a> {
    uri: &'a Uri,
    range: Range,
}

fn use_locations<'a>(
    file: &'a OpenFile,
    lines: &LinePositions,
    uses: &[WordUse],
) -> Vec<WordUseLocation<'a>> {
    let mut locations = Vec::new();
    for place in uses {
        locations.push(WordUseLocation {
            uri: &file.uri,
            range: lines.range_of_span(&place.span),
        });
    }
    locations
}

fn use_highlights(lines: &LinePositions, uses: &[WordUse]) -> Vec<DocumentHighlight> {
    let mut highlights = Vec::new();
    for place in uses {
        let kind = if place.is_definition {
            DocumentHighlightKind::WRITE
        } else if place.is_in_prose {
            DocumentHighlightKind::TEXT
        } else {
            DocumentHighlightKind::READ
        };
        highlights.push(DocumentHighlight {
            range: lines.range_of_span(&place.span),
            kind: Some(kind),
        });
    }
    highlights
}

/// Returns a link as the protocol has it. The address of a clause in the rules that are not published is found when it is asked
/// for.
fn document_link(file: &OpenFile, lines: &LinePositions, link: &LinkInFile) -> Option<Value> {
    let range = lines.range_of_span(&link.span);
    Some(match &link.target {
        LinkTarget::File(path) => json!({ "range": range, "target": address_of_file(path)? }),
        LinkTarget::Page(address) => json!({ "range": range, "target": address }),
        LinkTarget::Rules(place) => {
            let data = json!({
                "file": file.uri, "edition": place.edition, "clause": place.clause,
            });
            json!({ "range": range, "data": data })
        }
    })
}
