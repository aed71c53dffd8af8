//! What stands at a place of a fence: its line, cut as the parser cuts it; and the table before it, for which the text up
//! to it is played, and nothing after it is read.

use super::document::{Document, touches};
use crate::cards::Seat;
use crate::engine::{Act, Hand, Stage, apply};
use crate::narrate::choice::{Choice, choices};
use crate::rules::Phase;
use crate::scenario::story::{Kind as StepKind, Step, Story};
use crate::scenario::{Block, Keyword, Kind, Span, Token, Word, check_in, line_tokens, lines_at};

pub(super) struct Cursor<'a> {
    pub(super) block: &'a Block,
    /// The tokens of its line, without what stands in a comment.
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) line: usize,
    pub(super) byte: usize,
}

impl<'a> Cursor<'a> {
    /// The place, if it lies in the text of a fence and in no comment.
    pub(super) fn at(document: &'a Document, byte: usize) -> Option<Cursor<'a>> {
        let block = document.outline().block(byte)?;
        let (at, line) = line(block, byte)?;
        let start = block.content.span(at..at).start;
        let start = if line.is_empty() { byte } else { start };
        let is_comment = document.text.get(start..byte)?.contains('#');
        let mut tokens = line_tokens(&block.content, at, line, document.outline().names.letters);
        tokens.pop();
        (!is_comment).then_some(Cursor { block, tokens, line: start, byte })
    }

    /// The token that the place is at: of two, the one that begins here.
    pub(super) fn token(&self) -> Option<&Token<'a>> {
        self.tokens.iter().rev().find(|token| touches(&token.span, self.byte))
    }

    /// The tokens before the word that is being written, and where that word begins.
    pub(super) fn before(&self) -> (&[Token<'a>], usize) {
        let whole = self.tokens.iter().take_while(|token| token.span.end <= self.byte).count();
        let is_written = |token: &&Token| token.kind == Kind::Word && token.span.start < self.byte;
        match self.tokens.get(whole) {
            Some(token) if is_written(&token) => (&self.tokens[..whole], token.span.start),
            _ => match self.tokens[..whole].split_last() {
                Some((last, rest)) if last.span.end == self.byte && is_written(&last) => (rest, last.span.start),
                _ => (&self.tokens[..whole], self.byte),
            },
        }
    }

    /// Where the statement of a token begins, by its number: after the comma or the arrow before it, or with the line.
    pub(super) fn statement(&self, token: usize) -> usize {
        let parts = |token: &&Token| matches!(token.kind, Kind::Comma | Kind::Arrow);
        self.tokens[..token].iter().rev().find(parts).map_or(self.line, |token| token.span.start)
    }

    /// The tokens of the statement that holds a token, up to that one, without the trick's number.
    pub(super) fn said(&self, token: usize) -> &[Token<'a>] {
        let parts = |token: &Token| matches!(token.kind, Kind::Comma | Kind::Arrow | Kind::Number);
        let from = self.tokens[..token].iter().rposition(parts).map_or(0, |at| at + 1);
        &self.tokens[from..token]
    }

    /// The name that the place is at, and where it stands.
    pub(super) fn name(&self, document: &Document) -> Option<(Seat, Span)> {
        let names = &document.outline().names;
        let mut at = 0;
        while at < self.tokens.len() {
            let (seat, words) = names.at(&self.tokens[at..]).map_or((None, 1), |(seat, words)| (Some(seat), words));
            let span = self.tokens[at].span.start..self.tokens[at + words - 1].span.end;
            if let Some(seat) = seat.filter(|_| touches(&span, self.byte)) {
                return Some((seat, span));
            }
            at += words;
        }
        None
    }
}

/// The line of a fence that holds a byte of the file, and where it begins in the fence's text.
fn line(block: &Block, byte: usize) -> Option<(usize, &str)> {
    let whole = block.content.whole();
    let holds = |(at, line): &(usize, &str)| {
        let text = line.trim_end_matches(['\r', '\n']);
        touches(&block.content.span(*at..at + text.len()), byte)
    };
    let found = block.content.lines().find(holds);
    // The line after the last is one too, as long as nothing closes the fence.
    found.or_else(|| (!block.closed && byte >= whole.end).then_some((block.content.text().len(), "")))
}

pub(super) struct Moment {
    pub(super) story: Story,
    pub(super) hand: Hand,
}

/// The table before a place of a fence, under each edition under which the text before it can be played.
pub(super) fn moments(document: &Document, block: &Block, place: usize) -> Vec<Moment> {
    let text = document.text.as_str();
    let mut before = text[..place].trim_end().to_owned();
    if block.word == Word::Script {
        // It is stopped: what is not told is not let pass.
        let stop = format!("\n{}", Keyword::Stop.word(document.outline().names.letters));
        before += &lines_at(text, place, &stop);
    }
    let checked = check_in(document.house, &document.path, ended(text, block, &before).as_bytes());
    let number = document.outline().hand(block.opening.start);
    let moment = |story: Story| {
        let last = story.steps.iter().rev().find(|step| step.hand == number)?;
        let hand = last.after;
        Some(Moment { story, hand })
    };
    checked.stories.into_iter().filter_map(moment).collect()
}

/// A text that breaks off within a fence of a file, the fence closed and nothing after it.
pub(super) fn ended(text: &str, block: &Block, before: &str) -> String {
    let before = before.trim_end();
    if block.closed {
        return format!("{before}\n{}\n", &text[block.content.whole().end..block.span.end]);
    }
    let signs: String = text[block.opening.start..].chars().take_while(|c| matches!(c, '`' | '~')).collect();
    format!("{before}{}\n", lines_at(text, block.opening.start, &format!("\n{signs}")))
}

impl Moment {
    /// The table once all who might claim something have let it pass, as they do when a card is played.
    pub(super) fn passed(&self) -> Moment {
        let mut hand = self.hand;
        let mut events = Vec::new();
        while let Some(pass) = hand.silent() {
            match apply(&self.story.rules, &hand, Act::Does(hand.mover, pass), &mut events) {
                Ok(next) => hand = next,
                Err(_) => break,
            }
        }
        Moment { story: self.story.clone(), hand }
    }

    /// The step that would be made next, with nothing done yet.
    pub(super) fn step(&self) -> Step {
        let kind = if self.plays() { StepKind::Play } else { StepKind::Declaration };
        let mut step = Step::new(kind, self.hand, self.hand, Vec::new(), Vec::new());
        step.mover = self.mover();
        step
    }

    pub(super) fn mover(&self) -> Option<Seat> {
        self.hand.asks().then_some(self.hand.mover)
    }

    pub(super) fn plays(&self) -> bool {
        self.hand.stage == Stage::In(Phase::Tricks)
    }

    /// What the mover may do, each thing with its verdict.
    pub(super) fn choices(&self) -> Vec<Choice> {
        choices(&self.story, &self.step())
    }
}
