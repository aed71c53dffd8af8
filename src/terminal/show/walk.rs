//! Where one stands in a hand, and what a key does.

use crate::scenario::story::{Step, Story};
use crate::terminal::Sight;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A walk through the stories of a file.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'a> {
    /// The file's title, in plain words.
    pub(crate) title: &'a str,
    /// What it came to, under each edition.
    pub(crate) stories: &'a [Story],
    /// Which edition is shown.
    pub(super) edition: usize,
    /// Which step of it.
    pub(super) at: usize,
    /// How many lines of the step have been scrolled away.
    pub(super) scrolled: usize,
    /// Whose cards are seen.
    pub(super) sight: Sight,
}

/// What is to be done after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Draw,
    /// Stops the program for a while.
    Rest,
    Leave,
}

impl<'a> Walk<'a> {
    /// A walk that begins at a step; each story has one at least.
    pub(crate) fn new(title: &'a str, stories: &'a [Story], at: usize, sight: Sight) -> Walk<'a> {
        Walk { title, stories, edition: 0, at, scrolled: 0, sight }
    }

    /// The story that is shown.
    pub(super) fn story(&self) -> &'a Story {
        &self.stories[self.edition]
    }

    /// Does what a key asks for. One that asks for nothing changes nothing.
    pub(super) fn press(&mut self, key: KeyEvent) -> Then {
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        let last = self.story().steps.len() - 1;
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => return Then::Leave,
            KeyCode::Char('z') if key.modifiers.contains(KeyModifiers::CONTROL) => return Then::Rest,
            KeyCode::Char('q') | KeyCode::Esc => return Then::Leave,
            KeyCode::Char(']') => self.go(self.later()),
            KeyCode::Char('[') => self.go(self.former()),
            KeyCode::Right if shift => self.go(self.later()),
            KeyCode::Left if shift => self.go(self.former()),
            KeyCode::Right | KeyCode::Char(' ') | KeyCode::Enter => self.go((self.at + 1).min(last)),
            KeyCode::Left | KeyCode::Backspace => self.go(self.at.saturating_sub(1)),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(last),
            KeyCode::Down => self.scrolled += 1,
            KeyCode::Up => self.scrolled = self.scrolled.saturating_sub(1),
            KeyCode::PageDown => self.scrolled += 10,
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_sub(10),
            KeyCode::Char('s') => self.sight = self.sight.next(self.story().players.len() as u8),
            KeyCode::Char('e') => self.turn(),
            _ => {}
        }
        Then::Draw
    }

    fn go(&mut self, at: usize) {
        (self.at, self.scrolled) = (at, 0);
    }

    /// The first step of the next part: a trick, the claims, the reckoning, the next deal.
    fn later(&self) -> usize {
        let steps = &self.story().steps;
        let here = part(&steps[self.at]);
        let next = steps[self.at..].iter().position(|step| part(step) != here);
        next.map_or(steps.len() - 1, |by| self.at + by)
    }

    /// The first step of this part; from there, that of the one before.
    fn former(&self) -> usize {
        let steps = &self.story().steps;
        let Some(before) = self.at.checked_sub(1) else { return 0 };
        let there = part(&steps[before]);
        steps[..before].iter().rposition(|step| part(step) != there).map_or(0, |at| at + 1)
    }

    /// The next edition, at the step of the same name, or the nearest before it.
    fn turn(&mut self) {
        let id = &self.story().steps[self.at].id;
        self.edition = (self.edition + 1) % self.stories.len();
        let steps = &self.story().steps;
        self.at = steps.iter().position(|step| step.id == *id).unwrap_or(self.at.min(steps.len() - 1));
        self.scrolled = 0;
    }
}

/// What parts steps: the hand, its phase, and the trick.
fn part(step: &Step) -> impl PartialEq {
    (step.hand, step.before.stage, step.kind.settles(), step.before.finished)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::check;

    fn ids(keys: &[KeyCode]) -> Vec<String> {
        let file = check("x.md", include_bytes!("../../../scenarios/mouche-1718/denise-must-trump.md"));
        let mut walk = Walk::new("x", &file.stories, 0, Sight::OPEN);
        let mut press = |key: &KeyCode| {
            walk.press(KeyEvent::new(*key, KeyModifiers::NONE));
            walk.story().steps[walk.at].id.clone()
        };
        keys.iter().map(&mut press).collect()
    }

    #[test]
    fn keys_go_where_they_say() {
        use KeyCode::{Char, End, Home, Left, Right};
        let keys = [Right, Right, Char(']'), Char(']'), Right, Char('['), Char('['), End, Right, Left, Home, Left];
        let went = [
            "h1-d1", "h1-d2", "h1-t1-1", "h1-t2-1", "h1-t2-2", "h1-t2-1", "h1-t1-1", "h1-pay", "h1-pay", "h1-t5-3",
            "h1-deal", "h1-deal",
        ];
        assert_eq!(ids(&keys), went);
    }

    #[test]
    fn another_edition_is_shown_at_the_same_step() {
        let file = check("x.md", include_bytes!("../../../scenarios/compared/one-line-of-1730.md"));
        let mut walk = Walk::new("x", &file.stories, file.stories[0].steps.len() - 1, Sight::OPEN);
        let id = walk.story().steps[walk.at].id.clone();
        walk.press(KeyEvent::new(KeyCode::Char('e'), KeyModifiers::NONE));
        assert_eq!((walk.edition, &walk.story().steps[walk.at].id), (1, &id));
    }
}
