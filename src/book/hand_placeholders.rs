//! Placeholders in chapters, where hands stand that are already HTML. mdBook reads the placeholders
//! instead of the hands, because parsing all hands of a book takes long; afterwards the hands are put
//! back.

use anyhow::{Context, Result};
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The beginning and the end of a hand, which stands in a chapter as one line of HTML.
const HAND_START: &str = "<section class=\"hand\"";
const HAND_END: &str = "</section>";

/// The attribute of an element that needs the engine, before the address of the engine is known.
pub(super) const UNKNOWN_ENGINE: &str = "data-engine=\"\"";

/// The beginning and the end of a placeholder. The number of the hand stands between them.
const PLACEHOLDER_START: &str = "<!--[hand ";
const PLACEHOLDER_END: &str = "]-->";

/// The hands that were taken out of chapters, by the numbers in their placeholders.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExtractedHands(Arc<Mutex<TemporaryHandStore>>);

/// Hands in a temporary file: those of a book of thousands of hands take more memory than everything else.
#[derive(Debug, Default)]
struct TemporaryHandStore {
    file: Option<File>,
    /// The length of the file.
    length: u64,
    hands: Vec<StoredHandLocation>,
}

/// The place of a hand in the store: not made yet, in the file, or in memory.
#[derive(Clone, Debug)]
enum StoredHandLocation {
    /// A hand that is made when it is asked for: the last site may have its page.
    Unmade(HandChapterMaker),
    /// The place and the length in the file.
    InFile(u64, usize),
    /// The hand itself, where the file could not be written.
    InMemory(String),
}

/// Makes the chapter of a hand.
#[derive(Clone)]
pub(super) struct HandChapterMaker(pub(super) Arc<dyn Fn() -> Result<String> + Send + Sync>);

impl fmt::Debug for HandChapterMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HandChapterMaker")
    }
}

impl TemporaryHandStore {
    /// Keeps a hand, and returns its number.
    fn add(&mut self, hand: &str) -> usize {
        let stored = match self.append(hand) {
            Ok(start) => StoredHandLocation::InFile(start, hand.len()),
            Err(_) => StoredHandLocation::InMemory(hand.to_owned()),
        };
        self.add_stored(stored)
    }

    fn add_stored(&mut self, stored: StoredHandLocation) -> usize {
        self.hands.push(stored);
        self.hands.len() - 1
    }

    /// Writes a hand at the end of the file, and returns where it begins.
    fn append(&mut self, hand: &str) -> io::Result<u64> {
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

    /// Reads a hand from the file.
    fn read_from_file(&mut self, start: u64, length: usize) -> io::Result<String> {
        let mut hand = String::new();
        if let Some(file) = &mut self.file {
            file.seek(SeekFrom::Start(start))?;
            file.take(length as u64).read_to_string(&mut hand)?;
        }
        Ok(hand)
    }
}

impl ExtractedHands {
    /// Returns the hands, for this thread alone.
    fn lock_hands(&self) -> MutexGuard<'_, TemporaryHandStore> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a chapter with a placeholder for each hand, and keeps the hands.
    pub(super) fn set_aside(&self, chapter: &str) -> String {
        let mut hands = self.lock_hands();
        let mut marked = String::new();
        for line in chapter.split_inclusive('\n') {
            let hand = line.trim_end();
            if is_hand_html_line(hand) {
                let number = hands.add(hand);
                marked += &format!("{PLACEHOLDER_START}{number}{PLACEHOLDER_END}\n");
            } else {
                marked += line;
            }
        }
        marked
    }

    /// Keeps a hand that is not made yet, and returns its placeholder.
    pub(super) fn defer(&self, chapter: HandChapterMaker) -> String {
        let number = self
            .lock_hands()
            .add_stored(StoredHandLocation::Unmade(chapter));
        format!("{PLACEHOLDER_START}{number}{PLACEHOLDER_END}")
    }

    /// Returns the hand of a number; none if there is no such hand.
    fn hand(&self, number: usize) -> Result<Option<String>> {
        let stored = self.lock_hands().hands.get(number).cloned();
        let hand = match stored {
            None => return Ok(None),
            Some(StoredHandLocation::InMemory(hand)) => hand,
            Some(StoredHandLocation::InFile(start, length)) => {
                self.lock_hands().read_from_file(start, length)?
            }
            // Other threads make other hands meanwhile.
            Some(StoredHandLocation::Unmade(HandChapterMaker(make))) => {
                let chapter = make()?;
                let mut lines = chapter.lines().map(str::trim_end);
                let made = lines.find(|line| is_hand_html_line(line));
                made.context("a chapter without its hand")?.to_owned()
            }
        };
        Ok(Some(hand))
    }

    /// Returns a page with an empty hand in the place of each placeholder.
    pub(super) fn with_empty_hands(&self, page: &str) -> Result<String> {
        let count = self.lock_hands().hands.len();
        fill_placeholders(page, |number| {
            Ok((number < count).then(|| format!("{HAND_START}>{HAND_END}")))
        })
    }

    /// Returns a page with its hands in the place of their placeholders. A placeholder of no hand stays,
    /// because an author wrote it.
    ///
    /// # Errors
    /// The temporary file of the hands cannot be read, or a hand cannot be made.
    pub(super) fn put_back(&self, page: &str) -> Result<String> {
        fill_placeholders(page, |number| self.hand(number))
    }
}

/// Returns whether a line of a chapter is the HTML of one hand.
fn is_hand_html_line(line: &str) -> bool {
    line.starts_with(HAND_START) && line.ends_with(HAND_END)
}

/// Splits a chapter with one placeholder into what stands before and after it; none if it has another number of them.
pub(super) fn split_at_placeholder(chapter: &str) -> Option<[String; 2]> {
    let (before, rest) = chapter.split_once(PLACEHOLDER_START)?;
    let (_, after) = rest.split_once(PLACEHOLDER_END)?;
    let is_only_one = !after.contains(PLACEHOLDER_START);
    is_only_one.then(|| [before.to_owned(), after.to_owned()])
}

/// Returns a page whose placeholders have no numbers: these depend on the order in which chapters are made.
pub(in crate::book) fn without_placeholder_numbers(page: &str) -> String {
    let mut pieces = page.split(PLACEHOLDER_START);
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        plain += PLACEHOLDER_START;
        plain += piece.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    plain
}

/// Returns a page with the hands of their numbers in the place of the placeholders.
fn fill_placeholders(
    page: &str,
    hand_of_number: impl Fn(usize) -> Result<Option<String>>,
) -> Result<String> {
    let mut pieces = page.split(PLACEHOLDER_START);
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        if let Some((number, rest)) = piece.split_once(PLACEHOLDER_END)
            && let Ok(number) = number.parse::<usize>()
            && let Some(hand) = hand_of_number(number)?
        {
            whole += &hand;
            whole += rest;
        } else {
            whole += PLACEHOLDER_START;
            whole += piece;
        }
    }
    Ok(whole)
}

/// Returns a finished page with this hand in the place of its own, at the same address of the engine; none if the page has
/// no hand.
pub(super) fn replace_hand(page: &str, hand: &str) -> Option<String> {
    let start = page.find(HAND_START)?;
    let end = start + page[start..].find(HAND_END)? + HAND_END.len();
    let hand = copy_engine_address(&page[start..end], hand);
    Some([&page[..start], &hand, &page[end..]].concat())
}

/// Returns `hand` with the address and the size of the engine that the finished hand has, if it has
/// them.
fn copy_engine_address(finished_hand: &str, hand: &str) -> String {
    let start = finished_hand.find("data-engine=\"");
    let attributes = start.map(|start| &finished_hand[start..]);
    let Some(attributes) = attributes.filter(|text| !text.starts_with(UNKNOWN_ENGINE)) else {
        return hand.to_owned();
    };
    // Two attributes have four quotation marks.
    match attributes.match_indices('"').nth(3) {
        Some((end, _)) => hand.replacen(UNKNOWN_ENGINE, &attributes[..=end], 1),
        None => hand.to_owned(),
    }
}
