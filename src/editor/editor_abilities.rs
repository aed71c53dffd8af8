//! What an editor says that it can do.

use super::file_addresses::path_of_file_url;
use serde_json::Value;
use std::path::PathBuf;

/// What an editor says that it can do, and what it asks of the server, when a session begins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EditorAbilities {
    /// It groups the edits of a change by what they change.
    pub(super) annotates_changes: bool,
    /// It asks for diagnostics, and asks again when the server says that they have changed.
    pub(super) pulls_diagnostics: bool,
    /// It watches files if the server asks for it.
    pub(super) watches_files: bool,
    /// It opens addresses.
    pub(super) shows_documents: bool,
    /// It fills in the places of snippets.
    pub(super) fills_snippets: bool,
    /// It shows a preview itself, from the HTML that a command gives.
    pub(super) shows_previews: bool,
    /// It is VS Code, and the folder has the snippets that `mouche init` writes for it.
    pub(super) has_own_snippets: bool,
}

impl EditorAbilities {
    /// Reads the parameters of `initialize`.
    pub(super) fn of_params(params: &Value) -> EditorAbilities {
        let abilities = &params["capabilities"];
        let workspace = &abilities["workspace"];
        let text_document = &abilities["textDocument"];
        let edit = &workspace["workspaceEdit"];
        let completion_item = &text_document["completion"]["completionItem"];
        EditorAbilities {
            annotates_changes: edit["documentChanges"] == true
                && edit["changeAnnotationSupport"].is_object(),
            pulls_diagnostics: text_document["diagnostic"].is_object()
                && workspace["diagnostics"]["refreshSupport"] == true,
            watches_files: workspace["didChangeWatchedFiles"]["dynamicRegistration"] == true,
            shows_documents: abilities["window"]["showDocument"]["support"] == true,
            fills_snippets: completion_item["snippetSupport"] == true,
            shows_previews: params["initializationOptions"]["preview"] == "inline",
            has_own_snippets: workspace_has_vscode_snippets(params),
        }
    }
}

/// Returns whether the editor is VS Code and a workspace folder has our file of snippets. It would
/// list ours twice.
fn workspace_has_vscode_snippets(params: &Value) -> bool {
    let name = params["clientInfo"]["name"].as_str().unwrap_or_default();
    let is_vs_code = name.contains("Visual Studio Code") || name.contains("VSCodium");
    is_vs_code
        && workspace_folders(params)
            .iter()
            .any(|folder| folder.join(".vscode/mouche.code-snippets").is_file())
}

/// Returns the folders that an editor has open, from the parameters of `initialize`.
pub(super) fn workspace_folders(params: &Value) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    if let Some(listed) = params["workspaceFolders"].as_array() {
        for folder in listed {
            folders.extend(folder["uri"].as_str().and_then(path_of_file_url));
        }
    }
    if folders.is_empty() {
        folders.extend(params["rootUri"].as_str().and_then(path_of_file_url));
    }
    folders
}
