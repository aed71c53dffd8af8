//! The place of the cursor in a file of TOML, which may not be valid yet: the keys that lead to it, and what can be written
//! there.

use crate::scenario::Span;

/// The place of the cursor.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TomlCursor {
    /// The keys of the heading of the table, then those of the line.
    pub(super) path: Vec<TomlPathPart>,
    /// What can be written at the place.
    pub(super) awaits: AwaitedTomlPart,
    /// The word at the place, with its quotation marks; empty if there is none.
    pub(super) word: Span,
}

/// A step on the way to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TomlPathPart {
    /// A key of a table.
    Key(String),
    /// An item of a list, by its index.
    Item(usize),
}

/// What can be written at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum AwaitedTomlPart {
    /// The name of a table in its heading.
    Heading,
    /// A key of a table.
    #[default]
    Key,
    /// A value.
    Value,
    /// Nothing: a value stands there already.
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TomlTokenKind {
    /// A key or a value without quotation marks.
    Bare,
    /// A text in quotation marks.
    Quoted,
    /// A sign: `=`, a comma or a bracket.
    Sign(char),
    LineEnd,
    Comment,
}

struct TomlToken {
    kind: TomlTokenKind,
    span: Span,
}

/// A bracket that is open, with the length of the path before it.
struct OpenBracket {
    sign: char,
    depth: usize,
}

/// The tokens that were read so far, as far as they matter for the next one.
#[derive(Default)]
struct TomlReadSoFar {
    heading: Vec<String>,
    statement: Vec<TomlPathPart>,
    /// The key before the next `=`.
    pending: Vec<String>,
    brackets: Vec<OpenBracket>,
    awaits: AwaitedTomlPart,
}

impl TomlCursor {
    /// Returns the place of a byte; none if it lies in a comment.
    pub(super) fn at_byte(text: &str, byte: usize) -> Option<TomlCursor> {
        let mut read = TomlReadSoFar::default();
        let mut word = byte..byte;
        let mut start = 0;
        while let Some(token) = next_token(text, start) {
            if token.span.start > byte {
                break;
            }
            let is_word = matches!(token.kind, TomlTokenKind::Bare | TomlTokenKind::Quoted);
            if is_word && byte <= token.span.end {
                word = token.span;
                break;
            }
            if token.span.start == byte {
                break;
            }
            if token.kind == TomlTokenKind::Comment && byte <= token.span.end {
                return None;
            }
            read.take(&token, text);
            start = token.span.end;
        }
        let mut path: Vec<TomlPathPart> = read.heading.into_iter().map(TomlPathPart::Key).collect();
        path.extend(read.statement);
        Some(TomlCursor {
            path,
            awaits: read.awaits,
            word,
        })
    }

    /// Returns the word at the place without its quotation marks.
    pub(super) fn word_in<'a>(&self, text: &'a str) -> &'a str {
        text[self.word.clone()].trim_matches(['"', '\''])
    }

    /// Returns the last key of the path, if the place is no item of a list.
    pub(super) fn last_key(&self) -> Option<&str> {
        match self.path.last()? {
            TomlPathPart::Key(key) => Some(key),
            TomlPathPart::Item(_) => None,
        }
    }
}

/// Returns the next token from a byte on; spaces are left out.
fn next_token(text: &str, from: usize) -> Option<TomlToken> {
    let rest = text[from..].trim_start_matches([' ', '\t', '\r']);
    let start = text.len() - rest.len();
    let first = rest.chars().next()?;
    let (kind, length) = match first {
        '\n' => (TomlTokenKind::LineEnd, 1),
        '#' => (
            TomlTokenKind::Comment,
            rest.find('\n').unwrap_or(rest.len()),
        ),
        '=' | ',' | '{' | '}' | '[' | ']' => (TomlTokenKind::Sign(first), 1),
        '"' | '\'' => (TomlTokenKind::Quoted, quoted_length(rest, first)),
        _ => {
            let end = rest.find(|c: char| c.is_whitespace() || "=,{}[]#\"'".contains(c));
            (TomlTokenKind::Bare, end.unwrap_or(rest.len()))
        }
    };
    Some(TomlToken {
        kind,
        span: start..start + length,
    })
}

/// Returns the length of a text in quotation marks. One that is not closed ends with its line.
fn quoted_length(rest: &str, mark: char) -> usize {
    let three = mark.to_string().repeat(3);
    if let Some(inner) = rest.strip_prefix(&three) {
        return match inner.find(&three) {
            Some(end) => end + 2 * three.len(),
            None => rest.len(),
        };
    }
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' if mark == '"' => is_escaped = true,
            _ if c == mark => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

impl TomlReadSoFar {
    /// Takes a token that stands before the place.
    fn take(&mut self, token: &TomlToken, text: &str) {
        match token.kind {
            TomlTokenKind::Comment => {}
            TomlTokenKind::LineEnd => self.take_line_end(),
            TomlTokenKind::Sign(sign) => self.take_punctuation(sign),
            TomlTokenKind::Bare => {
                let keys = text[token.span.clone()].split('.').map(str::to_owned);
                self.take_awaited_word(keys.collect());
            }
            TomlTokenKind::Quoted => {
                let word = text[token.span.clone()].trim_matches(['"', '\'']);
                self.take_awaited_word(vec![word.to_owned()]);
            }
        }
    }

    /// Takes the next word, given as its keys, for the heading, key or value that is awaited.
    fn take_awaited_word(&mut self, keys: Vec<String>) {
        match self.awaits {
            AwaitedTomlPart::Heading => self.heading.extend(keys),
            AwaitedTomlPart::Key => self.pending = keys,
            AwaitedTomlPart::Value => self.awaits = AwaitedTomlPart::Nothing,
            AwaitedTomlPart::Nothing => {}
        }
    }

    /// Ends a line. Only a list goes on in the next one.
    fn take_line_end(&mut self) {
        if self.brackets.last().is_some_and(|open| open.sign == '[') {
            return;
        }
        self.brackets.clear();
        self.statement.clear();
        self.pending.clear();
        self.awaits = AwaitedTomlPart::Key;
    }

    fn take_punctuation(&mut self, sign: char) {
        match (sign, self.awaits) {
            ('[', AwaitedTomlPart::Key) if self.brackets.is_empty() => {
                self.heading.clear();
                self.awaits = AwaitedTomlPart::Heading;
            }
            (']', AwaitedTomlPart::Heading) => self.awaits = AwaitedTomlPart::Nothing,
            ('=', AwaitedTomlPart::Key) => {
                let keys = self.pending.drain(..);
                self.statement.extend(keys.map(TomlPathPart::Key));
                self.awaits = AwaitedTomlPart::Value;
            }
            ('{' | '[', AwaitedTomlPart::Value) => self.open_array_or_table(sign),
            (',', _) => self.take_comma(),
            ('}' | ']', _) => {
                if let Some(open) = self.brackets.pop() {
                    self.statement.truncate(open.depth);
                }
                self.awaits = AwaitedTomlPart::Nothing;
            }
            _ => {}
        }
    }

    fn open_array_or_table(&mut self, bracket: char) {
        self.brackets.push(OpenBracket {
            sign: bracket,
            depth: self.statement.len(),
        });
        if bracket == '[' {
            self.statement.push(TomlPathPart::Item(0));
        } else {
            self.awaits = AwaitedTomlPart::Key;
        }
    }

    /// Goes on to the next key of a table, or to the next item of a list.
    fn take_comma(&mut self) {
        let Some(open) = self.brackets.last() else {
            return;
        };
        if open.sign == '{' {
            self.statement.truncate(open.depth);
            self.pending.clear();
            self.awaits = AwaitedTomlPart::Key;
            return;
        }
        self.statement.truncate(open.depth + 1);
        if let Some(TomlPathPart::Item(index)) = self.statement.last_mut() {
            *index += 1;
        }
        self.awaits = AwaitedTomlPart::Value;
    }
}
