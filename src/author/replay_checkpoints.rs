//! The replays of the first deals of a file. A question about a deal is answered by playing that deal, and not the whole file.

use super::{Document, line_start};
use crate::scenario::{CheckedFile, FenceKind, FileReplayByEdition};
use std::ops::Range;

/// The number of deals from one replay that is kept to the next. So many are played at most before the one that is asked about.
const DEALS_PER_REPLAY: usize = 8;

/// The replays of a file that are kept: before its first deal, and before each [`DEALS_PER_REPLAY`]th deal after it.
#[derive(Clone, Default)]
pub(crate) struct ReplayCheckpoints {
    kept: Vec<ReplayCheckpoint>,
}

/// A replay, and the byte at which the next deal begins.
#[derive(Clone)]
struct ReplayCheckpoint {
    start: usize,
    replay: FileReplayByEdition,
}

impl ReplayCheckpoints {
    /// Returns the replays that hold for another version of the text: those of the deals before the first change.
    pub(crate) fn for_changed_text(mut self, old: &str, new: &str) -> ReplayCheckpoints {
        let same = old.bytes().zip(new.bytes());
        let unchanged = same.take_while(|(byte, other)| byte == other).count();
        self.kept.retain(|kept| kept.start <= unchanged);
        self
    }
}

/// A deal that was checked apart from the other deals of its file.
pub(crate) struct SeparatelyCheckedDeal {
    pub(crate) checked: CheckedFile,
    /// The number of bytes before the deal that were left out: what stands in its text stands so much later in the file.
    pub(crate) left_out: usize,
}

/// Checks the deal that holds a byte, in a text that differs from the file only within that deal, or ends in it. Returns nothing
/// where the deal cannot be told apart from the rest.
pub(crate) fn check_deal_at(
    document: &Document,
    text: &str,
    byte: usize,
) -> Option<SeparatelyCheckedDeal> {
    let starts = deal_starts(document);
    let deals_before = starts
        .partition_point(|start| *start <= byte)
        .checked_sub(1)?;
    let start = starts[deals_before];
    let mut end = text.len();
    if let Some(next) = starts.get(deals_before + 1) {
        let later_deals = &document.text[*next..];
        if text.ends_with(later_deals) {
            end -= later_deals.len();
        }
    }
    let header = &document.text[..starts[0]];
    let deal = text.get(start..end)?;
    let replay = replay_before(document, &starts, deals_before)?;
    let checked = replay.check_next_deals(&document.path, format!("{header}{deal}"));
    if checked.scenario.as_ref()?.hands.len() != 1 {
        return None;
    }
    Some(SeparatelyCheckedDeal {
        checked,
        left_out: start - header.len(),
    })
}

/// Plays all deals of a file once, so that no question has to.
pub(super) fn prepare_replays(document: &Document) {
    let starts = deal_starts(document);
    if let Some(last) = starts.len().checked_sub(1) {
        // A file that cannot be played has no replays.
        let _replay = replay_before(document, &starts, last);
    }
}

/// Returns the bytes at which the lines begin that open deals.
fn deal_starts(document: &Document) -> Vec<usize> {
    let mut starts = Vec::new();
    for block in &document.structure().blocks {
        if block.word == FenceKind::Deal {
            starts.push(line_start(&document.text, block.opening.start));
        }
    }
    starts
}

/// Returns the replay of a number of deals of a file, and keeps those on the way.
fn replay_before(
    document: &Document,
    starts: &[usize],
    deal_count: usize,
) -> Option<FileReplayByEdition> {
    let text = &document.text;
    let kept = &mut document.replay_checkpoints.borrow_mut().kept;
    let mut numbers = 0..kept.len();
    let first_wrong =
        numbers.find(|at| starts.get(at * DEALS_PER_REPLAY) != Some(&kept[*at].start));
    kept.truncate(first_wrong.unwrap_or(kept.len()));
    if kept.is_empty() {
        kept.push(ReplayCheckpoint {
            start: starts[0],
            replay: FileReplayByEdition::open(document.house, &text[..starts[0]])?,
        });
    }
    while kept.len() <= deal_count / DEALS_PER_REPLAY {
        let to = kept.len() * DEALS_PER_REPLAY;
        let mut replay = kept.last()?.replay.clone();
        let next_deals = deals_with_header(text, starts, to - DEALS_PER_REPLAY..to);
        replay.replay_deals(&next_deals, DEALS_PER_REPLAY)?;
        kept.push(ReplayCheckpoint {
            start: starts[to],
            replay,
        });
    }
    let at = deal_count / DEALS_PER_REPLAY;
    let mut replay = kept[at].replay.clone();
    let from = at * DEALS_PER_REPLAY;
    if from < deal_count {
        replay.replay_deals(
            &deals_with_header(text, starts, from..deal_count),
            deal_count - from,
        )?;
    }
    Some(replay)
}

/// Returns the text of some deals by their numbers, with all that stands before the first deal of the file.
fn deals_with_header(text: &str, starts: &[usize], deals: Range<usize>) -> String {
    let header = &text[..starts[0]];
    let told = &text[starts[deals.start]..starts[deals.end]];
    format!("{header}{told}")
}

#[cfg(test)]
#[path = "../../tests/unit/author_replay_checkpoints.rs"]
mod tests;
