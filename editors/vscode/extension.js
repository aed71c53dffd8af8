// Starts `mouche lsp`, and shows the page of a hand beside its text.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const PREVIEW_COMMAND = 'mouche.previewHand';
const STEP_COMMAND = 'mouche.showStep';

// How long the preview waits after an edit, in milliseconds.
const PREVIEW_DELAY = 400;

/** The connection to the server. */
let client;

/** The preview that is open: its panel, and the address of its file. */
let preview;

/** The timer of the next update of the preview. */
let updateTimer;

/** Returns the command line of the server. */
function serverOptions() {
    const settings = vscode.workspace.getConfiguration('mouche');
    const bookUrl = settings.get('bookUrl', '');
    const args = ['lsp'];
    if (bookUrl) {
        args.push('--book-url', bookUrl);
    }
    return { command: settings.get('path', 'mouche'), args };
}

/** Returns the address of the file in the active editor and the position of its cursor; nothing where no file is open. */
function argumentsAtCursor() {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
        return undefined;
    }
    const { line, character } = editor.selection.active;
    return [editor.document.uri.toString(), { line, character }];
}

/** Runs a command of the server, and shows its result. */
async function runCommand(command, given, next) {
    const args = given.length > 0 ? given : argumentsAtCursor();
    if (!args) {
        return undefined;
    }
    const result = await next(command, args);
    if (command === PREVIEW_COMMAND) {
        showPreview(args[0], result);
    } else if (command === STEP_COMMAND) {
        showStep(result);
    }
    return result;
}

/** Shows the page of a hand beside its text. */
function showPreview(address, result) {
    if (result.problem) {
        vscode.window.showWarningMessage(result.problem);
        return;
    }
    if (!preview) {
        const panel = vscode.window.createWebviewPanel(
            'mouche.preview',
            'Preview of the hand',
            { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
            { enableScripts: true },
        );
        preview = { panel, address };
        panel.onDidDispose(closePreview);
    }
    preview.address = address;
    preview.panel.webview.html = result.html;
}

function closePreview() {
    clearTimeout(updateTimer);
    preview = undefined;
}

/** Shows what happens in a step: its heading, and the sentences below it. */
function showStep(result) {
    const [heading, ...sentences] = result.text.split('\n');
    const detail = sentences.join('\n');
    vscode.window.showInformationMessage(heading, { modal: true, detail });
}

/** Updates the preview some time after the last edit of its file. */
function updatePreviewLater(event) {
    if (!preview || event.document.uri.toString() !== preview.address) {
        return;
    }
    clearTimeout(updateTimer);
    updateTimer = setTimeout(updatePreview, PREVIEW_DELAY);
}

/** Updates the preview. While the file has mistakes, the preview keeps the last page. */
async function updatePreview() {
    const { address } = preview;
    const params = { command: PREVIEW_COMMAND, arguments: [address] };
    const result = await client.sendRequest('workspace/executeCommand', params);
    if (preview && preview.address === address && result.html) {
        preview.panel.webview.html = result.html;
    }
}

async function activate(context) {
    const server = serverOptions();
    client = new LanguageClient('mouche', 'Mouche', server, {
        documentSelector: [
            { language: 'markdown' },
            { pattern: '**/mouche.toml' },
            { pattern: '**/editions/*.toml' },
        ],
        initializationOptions: { preview: 'inline' },
        middleware: { executeCommand: runCommand },
    });
    context.subscriptions.push(vscode.workspace.onDidChangeTextDocument(updatePreviewLater));
    try {
        await client.start();
    } catch (error) {
        vscode.window.showErrorMessage(
            `Could not start \`${server.command} lsp\`: ${error.message}. Install mouche, or set mouche.path to its path.`,
        );
    }
}

function deactivate() {
    clearTimeout(updateTimer);
    return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
