//! Placeholders in chapters, where hands stand that are already HTML. mdBook reads the placeholders
//! instead of the hands, because parsing all hands of a book takes long; afterwards the hands are put
//! back.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The beginning and the end of a hand, which stands in a chapter as one line of HTML.
const HAND_START: &str = "<section class=\"hand\"";
const HAND_END: &str = "</section>";

/// The beginning and the end of a placeholder. The number of the hand stands between them.
const PLACEHOLDER_START: &str = "<!--[hand ";
const PLACEHOLDER_END: &str = "]-->";

/// The hands that were taken out of chapters, by the numbers in their placeholders.
#[derive(Clone, Debug, Default)]
pub(crate) struct HandsTakenOut(Arc<Mutex<Vec<String>>>);

impl HandsTakenOut {
    /// Returns the hands, for this thread alone.
    fn lock_hands(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a chapter with a placeholder for each hand, and keeps the hands.
    pub(super) fn set_aside(&self, chapter: &str) -> String {
        let mut hands = self.lock_hands();
        let mut marked = String::new();
        for line in chapter.split_inclusive('\n') {
            let hand = line.trim_end();
            if hand.starts_with(HAND_START) && hand.ends_with(HAND_END) {
                marked += &format!("{PLACEHOLDER_START}{}{PLACEHOLDER_END}\n", hands.len());
                hands.push(hand.to_owned());
            } else {
                marked += line;
            }
        }
        marked
    }

    /// Returns a page with its hands in the place of their placeholders. A placeholder of no hand stays,
    /// because an author wrote it.
    pub(super) fn put_back(&self, page: &str) -> String {
        let hands = self.lock_hands();
        let mut pieces = page.split(PLACEHOLDER_START);
        let mut whole = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            if let Some((number, rest)) = piece.split_once(PLACEHOLDER_END)
                && let Ok(number) = number.parse::<usize>()
                && let Some(hand) = hands.get(number)
            {
                whole += hand;
                whole += rest;
            } else {
                whole += PLACEHOLDER_START;
                whole += piece;
            }
        }
        whole
    }
}

/// Returns a page with this hand in the place of its own; none if the page has no hand.
pub(super) fn replace_hand(page: &str, hand: &str) -> Option<String> {
    let start = page.find(HAND_START)?;
    let end = start + page[start..].find(HAND_END)? + HAND_END.len();
    Some([&page[..start], hand, &page[end..]].concat())
}
