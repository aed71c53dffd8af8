//! Writes a text as changes to another text that has most of its words. A script of the pages reads
//! them (`book/theme/hand/changes.js`).

/// The sign between two changes.
const SEPARATOR: char = '~';

/// Words that are shorter than this together are not kept, because their number takes as much room.
const SHORTEST_KEPT: usize = 5;

/// Returns the changes that make a new text of an old one; none if the new text contains the sign
/// that separates changes. A change is how many words are kept, how many are dropped, and the text
/// that takes their place: `12-1 mover">`.
pub(super) fn encode_word_changes(old: &str, new: &str) -> Option<String> {
    if new.contains(SEPARATOR) {
        return None;
    }
    let old = split_at_html_signs(old);
    let new = split_at_html_signs(new);
    let mut runs = equal_runs(&old, &new);
    runs.retain(|run| byte_length_of_words(&old[run.old..run.old_end()]) >= SHORTEST_KEPT);
    runs.push(CommonWordRun {
        old: old.len(),
        new: new.len(),
        length: 0,
        before: None,
    });
    let mut changes = Vec::new();
    let mut kept = 0;
    let mut old_at = 0;
    let mut new_at = 0;
    for run in runs {
        if run.old > old_at || run.new > new_at {
            let dropped = run.old - old_at;
            let added = new[new_at..run.new].concat();
            changes.push(format!("{kept}-{dropped}{added}"));
            kept = 0;
        }
        kept += run.length;
        old_at = run.old_end();
        new_at = run.new + run.length;
    }
    Some(changes.join(&SEPARATOR.to_string()))
}

/// Returns the words of a text. Each but the first begins with one of some signs of HTML.
fn split_at_html_signs(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if at > 0 && matches!(byte, b' ' | b'<' | b'"' | b'=' | b';' | b'-') {
            words.push(&text[start..at]);
            start = at;
        }
    }
    words.push(&text[start..]);
    words
}

/// Returns the bytes that the words have together, without any spaces between them.
fn byte_length_of_words(words: &[&str]) -> usize {
    words.iter().map(|word| word.len()).sum()
}

/// A run of words that two lists have in common, with the number of the run before it.
#[derive(Clone, Copy)]
struct CommonWordRun {
    old: usize,
    new: usize,
    length: usize,
    before: Option<usize>,
}

impl CommonWordRun {
    fn old_end(&self) -> usize {
        self.old + self.length
    }
}

/// The path that has come furthest on a diagonal of the comparison: its place in the old list, and
/// its last run.
#[derive(Clone, Copy, Default)]
struct FurthestEditPath {
    old: usize,
    run: Option<usize>,
}

/// The longest paths so far. The path on diagonal `o - n` ends before word `o` of the old list and
/// before word `n` of the new one. Two similar texts need few diagonals, so the list grows with
/// their number: those at the right and those at the left of the first one stand in turn.
#[derive(Default)]
struct FurthestEditPaths(Vec<FurthestEditPath>);

impl FurthestEditPaths {
    /// Returns the path on a diagonal, which is empty if there is none yet.
    fn path_on(&self, diagonal: isize) -> FurthestEditPath {
        let place = FurthestEditPaths::place_of(diagonal);
        self.0.get(place).copied().unwrap_or_default()
    }

    /// Sets the path on a diagonal.
    fn set_path(&mut self, diagonal: isize, path: FurthestEditPath) {
        let place = FurthestEditPaths::place_of(diagonal);
        if place >= self.0.len() {
            self.0.resize(place + 1, FurthestEditPath::default());
        }
        self.0[place] = path;
    }

    /// Returns the place of a diagonal in the list.
    fn place_of(diagonal: isize) -> usize {
        2 * diagonal.unsigned_abs() + usize::from(diagonal < 0)
    }
}

/// Returns the runs of words that two lists share in the same order, with the fewest words between
/// them (Myers, *An O(ND) Difference Algorithm and Its Variations*, 1986).
fn equal_runs(old: &[&str], new: &[&str]) -> Vec<CommonWordRun> {
    let mut runs = Vec::new();
    let most_edits = old.len() + new.len() + 1;
    let mut paths = FurthestEditPaths::default();
    for edits in 0..most_edits.cast_signed() {
        for diagonal in (-edits..=edits).step_by(2) {
            let mut path = match edits {
                0 => FurthestEditPath::default(),
                _ => longer_path(
                    paths.path_on(diagonal - 1),
                    paths.path_on(diagonal + 1),
                    diagonal == edits,
                ),
            };
            let new_at = path.old.wrapping_add_signed(-diagonal);
            let run = CommonWordRun {
                old: path.old,
                new: new_at,
                length: common_length(old, path.old, new, new_at),
                before: path.run,
            };
            if run.length > 0 {
                path = FurthestEditPath {
                    old: run.old_end(),
                    run: Some(runs.len()),
                };
                runs.push(run);
            }
            paths.set_path(diagonal, path);
            if path.old >= old.len() && run.new + run.length >= new.len() {
                return equal_runs_on_path(&runs, path);
            }
        }
    }
    Vec::new()
}

/// Returns the path that comes further: one that drops a word of the old list, or one that adds a
/// word of the new list.
fn longer_path(
    dropping: FurthestEditPath,
    adding: FurthestEditPath,
    is_last: bool,
) -> FurthestEditPath {
    if !is_last && adding.old > dropping.old {
        adding
    } else {
        FurthestEditPath {
            old: dropping.old + 1,
            run: dropping.run,
        }
    }
}

/// Returns how many words are equal in two lists from these positions on.
fn common_length(old: &[&str], old_at: usize, new: &[&str], new_at: usize) -> usize {
    let old = old.get(old_at..).unwrap_or_default();
    let new = new.get(new_at..).unwrap_or_default();
    old.iter().zip(new).take_while(|(a, b)| a == b).count()
}

/// Returns the runs of equal words on a path, in their order.
fn equal_runs_on_path(runs: &[CommonWordRun], path: FurthestEditPath) -> Vec<CommonWordRun> {
    let mut found = Vec::new();
    let mut next = path.run;
    while let Some(run) = next {
        found.push(runs[run]);
        next = runs[run].before;
    }
    found.reverse();
    found
}

#[cfg(test)]
#[path = "../../tests/unit/book_word_change_encoding.rs"]
mod tests;
