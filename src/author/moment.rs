//! The table as it is before a place of a script: the text up to it is played, and nothing after it is read.

use super::document::Document;
use crate::cards::Seat;
use crate::engine::{Act, Hand, Stage, apply};
use crate::narrate::choice::{Choice, choices};
use crate::rules::Phase;
use crate::scenario::reference::{Keyword, Word};
use crate::scenario::story::{Kind, Step, Story};
use crate::scenario::{Block, check, lines_at};

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
        let stop = format!("\n{}", Keyword::Stop.word(document.outline().letters));
        before += &lines_at(text, place, &stop);
    }
    let checked = check(&document.path, ended(text, block, &before).as_bytes());
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
        let kind = if self.plays() { Kind::Play } else { Kind::Declaration };
        let step = Step::new(kind, self.hand, self.hand, Vec::new(), Vec::new());
        Step { mover: self.mover(), ..step }
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
