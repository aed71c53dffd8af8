//! Placeholders in chapters, where hands stand that are already HTML. mdBook reads the placeholders
//! instead of the hands, because parsing all hands of a book takes long; afterwards the hands are put
//! back.

use std::fs::File;
use std::io::{Read, Result, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The beginning and the end of a hand, which stands in a chapter as one line of HTML.
const HAND_START: &str = "<section class=\"hand\"";
const HAND_END: &str = "</section>";

/// The beginning and the end of a placeholder. The number of the hand stands between them.
const PLACEHOLDER_START: &str = "<!--[hand ";
const PLACEHOLDER_END: &str = "]-->";

/// The hands that were taken out of chapters, by the numbers in their placeholders.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExtractedHands(Arc<Mutex<HandStore>>);

/// Hands in a temporary file: those of a book of thousands of hands take more memory than everything else.
#[derive(Debug, Default)]
struct HandStore {
    file: Option<File>,
    /// The length of the file.
    length: u64,
    hands: Vec<StoredHandLocation>,
}

#[derive(Debug)]
enum StoredHandLocation {
    /// The place and the length in the file.
    InFile(u64, usize),
    /// The hand itself, where the file could not be written.
    InMemory(String),
}

impl HandStore {
    /// Keeps a hand, and returns its number.
    fn add(&mut self, hand: &str) -> usize {
        let stored = match self.append(hand) {
            Ok(start) => StoredHandLocation::InFile(start, hand.len()),
            Err(_) => StoredHandLocation::InMemory(hand.to_owned()),
        };
        self.hands.push(stored);
        self.hands.len() - 1
    }

    /// Writes a hand at the end of the file, and returns where it begins.
    fn append(&mut self, hand: &str) -> Result<u64> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        file.seek(SeekFrom::Start(self.length))?;
        file.write_all(hand.as_bytes())?;
        let start = self.length;
        self.length += hand.len() as u64;
        Ok(start)
    }

    /// Adds the hand of a number to a text, and returns whether there is such a hand.
    fn write_hand(&mut self, number: usize, text: &mut String) -> Result<bool> {
        match (self.hands.get(number), &mut self.file) {
            (Some(StoredHandLocation::InMemory(hand)), _) => text.push_str(hand),
            (Some(StoredHandLocation::InFile(start, length)), Some(file)) => {
                file.seek(SeekFrom::Start(*start))?;
                file.take(*length as u64).read_to_string(text)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl ExtractedHands {
    /// Returns the hands, for this thread alone.
    fn lock_hands(&self) -> MutexGuard<'_, HandStore> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a chapter with a placeholder for each hand, and keeps the hands.
    pub(super) fn set_aside(&self, chapter: &str) -> String {
        let mut hands = self.lock_hands();
        let mut marked = String::new();
        for line in chapter.split_inclusive('\n') {
            let hand = line.trim_end();
            if hand.starts_with(HAND_START) && hand.ends_with(HAND_END) {
                let number = hands.add(hand);
                marked += &format!("{PLACEHOLDER_START}{number}{PLACEHOLDER_END}\n");
            } else {
                marked += line;
            }
        }
        marked
    }

    /// Returns a page with its hands in the place of their placeholders. A placeholder of no hand stays,
    /// because an author wrote it.
    ///
    /// # Errors
    /// The temporary file of the hands cannot be read.
    pub(super) fn put_back(&self, page: &str) -> Result<String> {
        let mut hands = self.lock_hands();
        let mut pieces = page.split(PLACEHOLDER_START);
        let mut whole = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            if let Some((number, rest)) = piece.split_once(PLACEHOLDER_END)
                && let Ok(number) = number.parse::<usize>()
                && hands.write_hand(number, &mut whole)?
            {
                whole += rest;
            } else {
                whole += PLACEHOLDER_START;
                whole += piece;
            }
        }
        Ok(whole)
    }
}

/// Returns a page with this hand in the place of its own; none if the page has no hand.
pub(super) fn replace_hand(page: &str, hand: &str) -> Option<String> {
    let start = page.find(HAND_START)?;
    let end = start + page[start..].find(HAND_END)? + HAND_END.len();
    Some([&page[..start], hand, &page[end..]].concat())
}
