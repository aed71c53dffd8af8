//! One line of a fence: its words in their canonical spelling, and where they are to stand.

use super::Spelling;
use crate::cards::{Letters, read_card, read_suit, spell_card};
use crate::scenario::words::{Keyword, Kind, Token, tokens};

/// A line, as written and as it will be.
pub(super) struct Row<'a> {
    /// Where it begins in the fence's text.
    pub at: usize,
    /// As written, without its end.
    pub line: &'a str,
    /// Whether its first word is a player's name.
    pub is_named: bool,
    /// Whether it begins a trick.
    pub is_numbered: bool,
    /// Whether it says who wins one.
    pub has_winner: bool,
    /// Spaces before its first word.
    pub indent: usize,
    /// Its first word, or the name that begins it.
    pub head: String,
    /// The words after it.
    pub body: String,
    /// How wide the first is made, in columns.
    pub head_width: usize,
    /// Its comment from `#` on.
    pub comment: Option<&'a str>,
    /// In which column that begins.
    pub comment_at: usize,
}

impl<'a> Row<'a> {
    pub(super) fn read(at: usize, line: &'a str, spelling: &Spelling) -> Row<'a> {
        let line = line.trim_end_matches(['\n', '\r']);
        let comment = line.find('#').map(|start| line[start..].trim_end());
        let words = words(line, spelling);
        let is = |kind| words.iter().any(|word| word.kind == kind);
        let (head, body) = words.split_at(words.len().min(1));
        Row {
            at,
            line,
            is_named: head.iter().any(|word| word.is_name),
            is_numbered: is(Kind::Number),
            has_winner: is(Kind::Arrow),
            indent: 0,
            head: joined(head),
            body: joined(body),
            head_width: 0,
            comment,
            comment_at: 0,
        }
    }

    /// Whether nothing but a comment stands on it.
    pub(super) fn is_bare(&self) -> bool {
        self.head.is_empty()
    }

    /// What it says, without its layout.
    pub(super) fn said(&self) -> String {
        [&self.head, " ", &self.body, " ", self.comment.unwrap_or("")].concat()
    }

    /// Its words as they will stand.
    pub(super) fn words(&self) -> String {
        let gap = self.head_width.saturating_sub(super::layout::width(&self.head));
        let head = format!("{:1$}{2}{3:4$}", "", self.indent, self.head, "", gap);
        if self.body.is_empty() { head.trim_end().to_owned() } else { format!("{head} {}", self.body) }
    }

    /// The line as it will stand.
    pub(super) fn written(&self) -> String {
        match self.comment {
            Some(_) if self.is_bare() => self.line.trim_end().to_owned(),
            Some(comment) => {
                let words = self.words();
                let gap = self.comment_at.saturating_sub(super::layout::width(&words));
                format!("{words}{:gap$}{comment}", "")
            }
            None => self.words(),
        }
    }
}

/// A word, a sign, or a whole name.
struct Word {
    kind: Kind,
    is_name: bool,
    text: String,
}

fn words(line: &str, spelling: &Spelling) -> Vec<Word> {
    let tokens = tokens(line, |range| range);
    let mut words = Vec::new();
    let mut at = 0;
    while tokens[at].kind != Kind::End {
        let name = spelling.names.at(&tokens[at..]).map(|(_, length)| length);
        let taken = &tokens[at..at + name.unwrap_or(1)];
        let text = match name {
            Some(_) => taken.iter().map(|token| token.text).collect::<Vec<_>>().join(" "),
            None => spelled(&tokens[..at], &tokens[at], spelling.letters),
        };
        words.push(Word { kind: tokens[at].kind, is_name: name.is_some(), text });
        at += taken.len();
    }
    words
}

fn spelled(before: &[Token], token: &Token, letters: Letters) -> String {
    match token.kind {
        Kind::Number => format!("{}.", token.text),
        Kind::Arrow => "->".to_owned(),
        Kind::Word if !names_a_clause(before, letters) => card_or_suit(token.text, letters),
        _ => token.text.to_owned(),
    }
}

/// A clause stands here; whatever it is called, it is no card.
fn names_a_clause(before: &[Token], letters: Letters) -> bool {
    match before {
        [.., refused, colon] if colon.kind == Kind::Colon => Keyword::Refused.is(refused.text, letters),
        [.., last] => last.kind == Kind::Open,
        [] => false,
    }
}

fn card_or_suit(word: &str, letters: Letters) -> String {
    let is_sign = !word.starts_with(char::is_alphanumeric);
    match (read_card(word, letters), read_suit(word).filter(|_| is_sign)) {
        (Ok(card), _) => spell_card(card, letters),
        (_, Some(suit)) => suit.sign().to_string(),
        _ => word.to_owned(),
    }
}

fn joined(words: &[Word]) -> String {
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        let glued = matches!(word.kind, Kind::Comma | Kind::Close | Kind::Semicolon | Kind::Colon)
            || words[..at].last().is_none_or(|before| before.kind == Kind::Open);
        text.push_str(if glued { "" } else { " " });
        text.push_str(&word.text);
    }
    text
}
