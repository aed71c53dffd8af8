//! An editor of a few lines: it speaks to the built program over its pipes, and keeps one file open.

use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::io::BufReader;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The address of the file that is open.
pub const FILE: &str = "file:///book/scenarios/mouche-1718/a%20hand.md";

/// How long an answer is waited for: a program that says nothing shall not hold up the tests.
const LONGEST: Duration = Duration::from_secs(60);

/// What the program says, as it comes.
fn receive_messages(output: ChildStdout) -> Receiver<Message> {
    let (sender, from) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        while let Ok(Some(message)) = Message::read(&mut output) {
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    from
}

pub struct Client {
    program: Child,
    to: Option<ChildStdin>,
    from: Receiver<Message>,
    asked: i32,
    version: i32,
    file: String,
    pub text: String,
}

impl Client {
    /// Starts the program; nothing is agreed yet.
    pub fn start(arguments: &[&str]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mouche"));
        command
            .arg("lsp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut program = command.spawn().expect("the program");
        let (to, from) = (
            program.stdin.take(),
            receive_messages(program.stdout.take().expect("its output")),
        );
        Client {
            program,
            to,
            from,
            asked: 0,
            version: 0,
            file: FILE.to_owned(),
            text: String::new(),
        }
    }

    /// Starts it, agrees on these units of columns, and opens a file.
    pub fn open(arguments: &[&str], encoding: &str, text: &str) -> Client {
        Client::open_at(FILE, arguments, encoding, text)
    }

    /// The same, the file at an address.
    pub fn open_at(file: &str, arguments: &[&str], encoding: &str, text: &str) -> Client {
        let capabilities = json!({ "general": { "positionEncodings": [encoding, "utf-16"] } });
        let (client, agreed) = Client::open_with(file, arguments, capabilities, text);
        assert_eq!(agreed["capabilities"]["positionEncoding"], encoding);
        client
    }

    /// Opens a file at an address in an editor that can do these things. Returns also what the program can do.
    pub fn open_with(
        file: &str,
        arguments: &[&str],
        capabilities: Value,
        text: &str,
    ) -> (Client, Value) {
        let mut client = Client::start(arguments);
        client.file = file.to_owned();
        let agreed = client.ask(
            "initialize",
            json!({ "capabilities": capabilities, "processId": null }),
        );
        client.notify("initialized", json!({}));
        client.text = text.to_owned();
        let opened =
            json!({ "uri": client.file, "languageId": "markdown", "version": 0, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": opened }));
        (client, agreed)
    }

    pub fn send(&mut self, message: impl Into<Message>) {
        message
            .into()
            .write(self.to.as_mut().expect("an open pipe"))
            .expect("a program that listens");
    }

    /// Bytes that are no message of any kind, perhaps.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        std::io::Write::write_all(self.to.as_mut().expect("an open pipe"), bytes)
            .expect("a program that listens");
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    pub fn next_message(&mut self) -> Message {
        self.from.recv_timeout(LONGEST).expect("an answer, in time")
    }

    /// The result of a request, or its error.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        self.send(Request::new(id.clone(), method.to_owned(), params));
        loop {
            if let Message::Response(answer) = self.next_message()
                && answer.id == id
            {
                return answer
                    .response_result
                    .unwrap_or_else(|wrong| json!({ "error": wrong.code }));
            }
        }
    }

    /// What is published next: the version, and what is wrong.
    pub fn next_diagnostics(&mut self) -> (Value, Vec<Value>) {
        loop {
            if let Message::Notification(told) = self.next_message()
                && told.method == "textDocument/publishDiagnostics"
            {
                assert_eq!(told.params["uri"], self.file);
                let all = told.params["diagnostics"]
                    .as_array()
                    .expect("a list")
                    .clone();
                return (told.params["version"].clone(), all);
            }
        }
    }

    /// Writes something in place of the only such piece of the text.
    pub fn replace(&mut self, piece: &str, other: &str) {
        assert_eq!(self.text.matches(piece).count(), 1, "{piece}");
        let at = self.text.find(piece).expect("counted");
        let range = json!({ "start": self.position(at), "end": self.position(at + piece.len()) });
        self.text.replace_range(at..at + piece.len(), other);
        self.change(json!([{ "range": range, "text": other }]));
    }

    pub fn change(&mut self, changes: Value) {
        self.version += 1;
        let file = json!({ "uri": self.file, "version": self.version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": file, "contentChanges": changes }),
        );
    }

    /// The place of a byte, columns in UTF-16.
    pub fn position(&self, byte: usize) -> Value {
        let line = self.text[..byte].rfind('\n').map_or(0, |end| end + 1);
        let column = self.text[line..byte].encode_utf16().count();
        json!({ "line": self.text[..line].matches('\n').count(), "character": column })
    }

    /// The byte of a place.
    pub fn byte(&self, place: &Value) -> usize {
        (0..=self.text.len())
            .find(|byte| self.text.is_char_boundary(*byte) && self.position(*byte) == *place)
            .expect("a place of the text")
    }

    /// The piece of the text that a range covers.
    pub fn text_in_range(&self, range: &Value) -> &str {
        &self.text[self.byte(&range["start"])..self.byte(&range["end"])]
    }

    /// Asks something about the place before the only `piece`, that many bytes into it.
    pub fn ask_at(&mut self, method: &str, piece: &str, into: usize) -> Value {
        assert_eq!(self.text.matches(piece).count(), 1, "{piece}");
        let at = self.position(self.text.find(piece).expect("counted") + into);
        self.ask(
            method,
            json!({ "textDocument": { "uri": self.file }, "position": at }),
        )
    }

    /// Asks something about the file as a whole.
    pub fn ask_of_file(&mut self, method: &str) -> Value {
        let file = json!({ "uri": self.file });
        self.ask(method, json!({ "textDocument": file }))
    }

    /// The text after edits of this file.
    pub fn apply_edits(&self, edits: &Value) -> String {
        let mut edits: Vec<&Value> = edits.as_array().expect("edits").iter().collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(self.byte(&edit["range"]["start"])));
        let mut text = self.text.clone();
        for edit in edits {
            let span = self.byte(&edit["range"]["start"])..self.byte(&edit["range"]["end"]);
            text.replace_range(span, edit["newText"].as_str().expect("a text"));
        }
        text
    }

    /// Closes the pipe to the program.
    pub fn close_input(&mut self) {
        self.to = None;
    }

    pub fn wait_for_end(mut self) -> (ExitStatus, String) {
        self.to = None;
        let output = self.program.wait_with_output().expect("an end");
        (
            output.status,
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    }
}
