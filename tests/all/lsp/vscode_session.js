// Activates the extension under Node, without VS Code: a few lines stand in for the editor and for the client of the protocol.
// The server is the real one. Prints what the editor was asked to show.
//
//   node vscode_session.js EXTENSION HAND      with MOUCHE, the program
'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const Module = require('node:module');
const { pathToFileURL } = require('node:url');

const [extensionPath, handPath] = process.argv.slice(2);
const address = pathToFileURL(handPath).href;
const told = {};
let changeListener;
let panel;
let pageListener;

/** A client of the protocol: it sends requests to a process, and reads the answers. */
class LanguageClient {
    constructor(id, name, serverOptions, clientOptions) {
        this.serverOptions = serverOptions;
        this.clientOptions = clientOptions;
        this.waiting = new Map();
        this.count = 0;
        this.input = Buffer.alloc(0);
    }

    async start() {
        const { command, args } = this.serverOptions;
        this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
        await once(this.process, 'spawn');
        this.process.stdout.on('data', (bytes) => this.receive(bytes));
        const { initializationOptions } = this.clientOptions;
        const params = { capabilities: {}, initializationOptions };
        const { capabilities } = await this.sendRequest('initialize', params);
        told.commands = capabilities.executeCommandProvider.commands;
        this.notify('initialized', {});
    }

    async stop() {
        await this.sendRequest('shutdown');
        this.notify('exit');
        await once(this.process, 'exit');
    }

    send(message) {
        const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
        this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
        this.process.stdin.write(body);
    }

    notify(method, params) {
        this.send({ method, params });
    }

    sendRequest(method, params) {
        this.count += 1;
        const id = this.count;
        this.send({ id, method, params });
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    receive(bytes) {
        this.input = Buffer.concat([this.input, bytes]);
        for (;;) {
            const headerEnd = this.input.indexOf('\r\n\r\n');
            if (headerEnd < 0) {
                return;
            }
            const length = Number(/Content-Length: (\d+)/u.exec(this.input.toString('latin1', 0, headerEnd))[1]);
            const end = headerEnd + 4 + length;
            if (this.input.length < end) {
                return;
            }
            const message = JSON.parse(this.input.toString('utf8', headerEnd + 4, end));
            this.input = this.input.subarray(end);
            const waiting = this.waiting.get(message.id);
            if (waiting && message.error) {
                waiting.reject(new Error(message.error.message));
            } else if (waiting) {
                waiting.resolve(message.result);
            }
        }
    }

    /** Runs a command as the editor does: through the extension. */
    runCommand(command, ...args) {
        const next = (name, given) => this.sendRequest('workspace/executeCommand', { command: name, arguments: given });
        return this.clientOptions.middleware.executeCommand(command, args, next);
    }
}

let program = process.env.MOUCHE;
const settings = { path: () => program, bookUrl: () => '' };

/** What the extension uses of VS Code. */
const vscode = {
    ViewColumn: { Beside: -2 },
    workspace: {
        getConfiguration: () => ({ get: (name) => settings[name]() }),
        onDidChangeTextDocument(listener) {
            changeListener = listener;
            return { dispose() {} };
        },
    },
    window: {
        activeTextEditor: undefined,
        createWebviewPanel() {
            const webview = {
                set html(page) {
                    pageListener(page);
                },
            };
            panel = { webview, onDidDispose(listener) { panel.close = listener; } };
            return panel;
        },
        showWarningMessage(text) { told.warning = text; },
        showErrorMessage(text) { told.failure = text; },
        showInformationMessage(heading, { detail }) { told.step = { heading, detail }; },
    },
};

const clients = [];
const modules = {
    vscode,
    'vscode-languageclient/node': {
        LanguageClient: class extends LanguageClient {
            constructor(...options) {
                super(...options);
                clients.push(this);
            }
        },
    },
};
const load = Module._load;
Module._load = (name, ...rest) => modules[name] ?? load(name, ...rest);

function nextPage() {
    return new Promise((resolve) => { pageListener = resolve; });
}

async function runSession() {
    const extension = require(extensionPath);
    const subscriptions = [];
    await extension.activate({ subscriptions });
    const [client] = clients;
    let text = fs.readFileSync(handPath, 'utf8');
    client.notify('textDocument/didOpen', {
        textDocument: { uri: address, languageId: 'markdown', version: 1, text },
    });

    // The palette: the file is that of the active editor.
    const line = text.split('\n').findIndex((written) => written.startsWith('1. Claude'));
    vscode.window.activeTextEditor = {
        document: { uri: address },
        selection: { active: { line, character: 5 } },
    };
    await client.runCommand('mouche.showStep');

    let page = nextPage();
    await client.runCommand('mouche.previewHand');
    told.page = await page;

    page = nextPage();
    text = text.replace('# Denise must trump', '# Denise cannot pass');
    client.notify('textDocument/didChange', {
        textDocument: { uri: address, version: 2 },
        contentChanges: [{ text }],
    });
    changeListener({ document: { uri: address } });
    told.second_page = await page;
    panel.close();

    client.notify('textDocument/didChange', {
        textDocument: { uri: address, version: 3 },
        contentChanges: [{ text: text.replace('Bertrand folds', 'Bertrand dreams') }],
    });
    await client.runCommand('mouche.previewHand', address);
    await extension.deactivate();

    program = '/nothing/is/here';
    await extension.activate({ subscriptions });
    process.stdout.write(JSON.stringify(told));
}

runSession().catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
});
