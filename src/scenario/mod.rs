//! Scenario files: `text` reads and writes them, `replay` holds them against the engine, `report` tells what is wrong.
//!
//! [`check`] reads one file and plays it under each edition it names; [`find_markdown_files`] finds the files. [`bless`] fills in what the
//! program can compute: `?` becomes the value that a diagnostic found, and nothing else changes.

#[cfg(feature = "cli")]
mod disk_files;
mod lesson;
#[cfg(feature = "cli")]
mod mdbook_page_ids;
mod replay;
pub mod report;
#[cfg(feature = "cli")]
mod scenario_prose_links;
mod session_scenario;
mod text;

use crate::cards::InsertionSort;
pub(crate) use coverage::StoryWithFile;
pub(crate) use diagnostic::{Code, Diagnostic};
#[cfg(feature = "cli")]
pub use disk_files::{
    FileSkipReason, FilesByPageName, FoundFiles, MAX_FILE_MEGABYTES, SkippedFile, broken_table_for,
    check_named_hand_files, check_with_named_hands, describe_skipped, find_markdown_files,
    find_markdown_files_except, find_named_hand, house_rules_of, is_markdown, is_too_long,
    list_first_paths, named_hand_span, note_book_of_hands, printable_path, read_scenario_bytes,
    read_tables, register_editions_of_folders, table_file_for, tables_with_same_name,
    too_long_message, trust_house_table_in,
};
#[cfg(feature = "cli")]
pub use lesson::{
    AllowedTermsAndControls, CHECK, DEAL_CONTROLS, LESSON_BOXES, LESSON_KEYS, LESSONS_FOLDER,
    Lesson, LessonFile, NEXT, TextShownByFence, UntaughtWords, can_lesson_show_fence,
    earlier_lessons_nearest_first, find_lessons, move_button_name, read_lesson,
    repeated_fence_error, stray_end_tag_error, teachable_control_names, unclosed_tag_error,
    unfillable_fence_error, unknown_box_error, unread_markdown_after_tag_error,
};
pub(crate) use parsed_scenario::{
    PayoutSubject, ScriptOrPayoutContent, Span, TaskAnswer, TaskQuestion,
};
pub use replay::check_and_prove_fixes::{check, check_in};
pub use replay::checked_file::{ChapterHands, CheckedFile};
#[cfg(feature = "cli")]
pub use replay::edition_file_check::{
    EDITIONS_FOLDER, has_edition_key_or_unreadable, is_edition_path, why_edition_id_refused,
};
#[cfg(test)]
pub(crate) use replay::hands_replayed_by_thread;
#[cfg(feature = "cli")]
pub(crate) use replay::replay_up_to_deal::FileReplayByEdition;
pub use replay::{coverage, story, task_check};
pub(crate) use replay::{
    mus, refusal_in_words, session_replay::SessionReplay, shared_diagnostics::TO_SHOW,
};
#[cfg(feature = "cli")]
pub(crate) use report::{FileDiagnostics, render_full};
#[cfg(feature = "cli")]
pub(crate) use scenario_prose_links::join_normalized_path;
#[cfg(feature = "cli")]
pub use scenario_prose_links::{
    LinkableBookFolders, ProseLinkTarget, check_link_fragment, check_links_and_pictures,
    missing_chapter_error, missing_hand_error, resolve_reference, resolve_reference_in,
    scenarios_or_own_folder,
};
pub(crate) use session_scenario::SessionScenario;
use std::collections::BTreeSet;
pub(crate) use story::{PosedTask, Story, TaskAnswerVerdict};
pub use text::canonical_format::{RewrittenFile, fit_lines_at};
pub(crate) use text::canonical_format::{TextReplacement, apply_replacements};
use text::chapter_hand_fences::hand_fences_of_chapter;
use text::diagnose;
#[cfg(feature = "cli")]
pub use text::edition_file_json_schema::{
    HOUSE_RULE_REASON, HOUSE_RULE_TEXT, edition_schema, table_file_schema,
};
#[cfg(feature = "cli")]
pub(crate) use text::keyword::definite_article;
pub(crate) use text::prose_links_and_pictures::{LinkOrPictureAddress, PROSE_OPTIONS};
#[cfg(feature = "cli")]
pub(crate) use text::prose_links_and_pictures::{
    find_references, link_definitions, replace_addresses,
};
pub use text::scenario_draft::{
    DraftHeader, DraftableHand, LastStageInDraft, PlayedDealRecord, PlayedMusHand,
};
pub use text::scenario_loader::{
    LoadedScenarioFile, MAX_HANDS, ScenarioFence, header_and_scenario_fences, load,
    possible_continuations,
};
pub use text::{
    EditionWithOptionVariants, FenceContent, FenceKind, FileVocabulary, FolderRules, GrammarRow,
    HEADER_KEYS, Keyword, KeywordPlace, LINE_FORMS, LineForm, MAX_NAME_LENGTH, PossibleToken,
    TABLE_KEYS, Token, TokenKind, diagnostic, header::TABLE_FILE, header::parse_option_value,
    header_schema, moves_and_line_forms::parse_move, name_hidden_characters, near_candidates,
    parsed_scenario, slip_mending::tokenize_line, unique_nearest_candidate,
};
pub(crate) use text::{
    VerbInflection, diagnostic::respell_cards, fences_before_place::fences_up_to,
    file_vocabulary::odd_name_reason, header::table_edition_id, is_combining_mark,
    is_unsafe_in_prose, moves_and_line_forms::write_move, moves_and_line_forms::write_move_in,
    moves_and_line_forms::write_object_of_verb, moves_and_line_forms::write_verb_with_object,
    to_nfc, without_byte_order_mark,
};

/// The extent to which `bless` changes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlessExtent {
    /// Corrects spelling mistakes that can mean one thing only.
    Slips,
    /// Fills in each `?`.
    OpenValues,
    /// Fills in each `?`, and corrects each expectation that does not hold; never a play or a deal.
    WrongExpectations,
}

/// The number of times that a file is read again, each time with more filled in: one slip may hide another.
const MOST_READINGS: usize = 50;

/// Fills a scenario file; none if the file is no scenario. What else is wrong with it is left to
/// its author.
///
/// ```
/// use mouche::scenario::{BlessExtent, bless};
///
/// let file = std::fs::read_to_string("scenarios/mouche-1718/denise-must-trump.md")?;
/// let open = file.replace("refused: play.trump", "refused: ?");
/// let filled = bless("a.md", open.as_bytes(), BlessExtent::OpenValues).ok_or(std::fmt::Error)?;
/// assert_eq!((filled.text, filled.changes), (file, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bless(path: &str, bytes: &[u8], fill: BlessExtent) -> Option<RewrittenFile> {
    bless_in(FolderRules::NONE, path, bytes, fill)
}

/// Fills a file as [`bless`] does, in a folder with a table. In a chapter each hand that stands in it is filled.
pub fn bless_in(
    house: FolderRules,
    path: &str,
    bytes: &[u8],
    fill: BlessExtent,
) -> Option<RewrittenFile> {
    if let Some(chapter) = rewrite_hands_if_chapter(bytes, &|hand| {
        bless_scenario(FolderRules::NONE, path, hand, fill)
    }) {
        return Some(chapter);
    }
    bless_scenario(house, path, bytes, fill)
}

/// Fills a scenario that is a file of its own; none if it is no scenario.
fn bless_scenario(
    house: FolderRules,
    path: &str,
    bytes: &[u8],
    fill: BlessExtent,
) -> Option<RewrittenFile> {
    let checked = check_in(house, path, bytes);
    if !checked.is_scenario && checked.diagnostics.is_empty() {
        return None;
    }
    Some(fill_checked(checked, fill, &|text| {
        check_in(house, path, text.as_bytes())
    }))
}

/// Fills a text, which `check` reads and plays.
fn fill_text(
    text: String,
    fill: BlessExtent,
    check: &dyn Fn(String) -> CheckedFile,
) -> RewrittenFile {
    fill_checked(check(text), fill, check)
}

/// Fills a file that was read and played, and has it read and played anew by `check` each time that more is filled in.
fn fill_checked(
    mut checked: CheckedFile,
    fill: BlessExtent,
    check: &dyn Fn(String) -> CheckedFile,
) -> RewrittenFile {
    let mut changes = 0;
    let mut seen = BTreeSet::new();
    let first_text = checked.text.clone();
    loop {
        let (edits, disagreements) = replacements_and_disagreements(&checked, fill);
        if edits.is_empty() {
            return filled_file_with_disagreements(checked, changes, disagreements);
        }
        let new = apply_replacements(&checked.text, &edits);
        // If a text comes back, the fixes go in a circle: then nothing is changed.
        if !seen.insert(std::mem::take(&mut checked.text)) || seen.len() > MOST_READINGS {
            break;
        }
        changes += edits.len();
        checked = check(new);
    }
    let unchanged = check(first_text);
    let (_, disagreements) = replacements_and_disagreements(&unchanged, fill);
    filled_file_with_disagreements(unchanged, 0, disagreements)
}

/// Returns a filled file, with the places where editions disagree among its diagnostics.
fn filled_file_with_disagreements(
    checked: CheckedFile,
    changes: usize,
    disagreements: Vec<Diagnostic>,
) -> RewrittenFile {
    let mut wrong = checked.diagnostics;
    for disagreement in disagreements {
        wrong.retain(|found| {
            let can_be_filled = found.code == Code::Unfilled || found.fix.is_some();
            found.span != disagreement.span || !can_be_filled
        });
        wrong.push(disagreement);
    }
    RewrittenFile {
        text: checked.text,
        changes,
        wrong,
    }
}

/// Spells a file canonically; none if it is no scenario. It reads as before, and spelling it once more changes nothing.
///
/// ```
/// use mouche::scenario::format;
///
/// let file = std::fs::read_to_string("scenarios/mouche-1718/denise-must-trump.md")?;
/// let spelled = format(file.replace("9♥", "9H").as_bytes()).ok_or(std::fmt::Error)?;
/// assert!(spelled.changes > 0 && spelled.text.contains("9♥") && !spelled.text.contains("9H"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format(bytes: &[u8]) -> Option<RewrittenFile> {
    format_in(FolderRules::NONE, bytes)
}

/// Spells a file as [`format()`] does, in a folder with a table. In a chapter each hand that stands in it is spelled.
pub fn format_in(house: FolderRules, bytes: &[u8]) -> Option<RewrittenFile> {
    rewrite_hands_if_chapter(bytes, &|hand| {
        text::canonical_format::format_in(FolderRules::NONE, hand)
    })
    .or_else(|| text::canonical_format::format_in(house, bytes))
}

/// Rewrites each hand that stands in a chapter word by word; returns none if the file is no
/// chapter.
fn rewrite_hands_if_chapter(
    bytes: &[u8],
    rewrite: &dyn Fn(&[u8]) -> Option<RewrittenFile>,
) -> Option<RewrittenFile> {
    // The engine in a page is given hands alone.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let fences = hand_fences_of_chapter(text);
    if fences.is_empty() {
        return None;
    }
    let mut edits = Vec::new();
    let mut changes = 0;
    for fence in fences.iter().filter(|fence| fence.path.is_none()) {
        let Some(span) = fence.span_if_verbatim(text) else {
            continue;
        };
        let Some(hand) = rewrite(fence.content.text().as_bytes()) else {
            continue;
        };
        // A fence that would end early, or not at all, is left as it is.
        if hand.text != fence.content.text()
            && hand_fences_of_chapter(&replace_span(text, &span, &hand.text)).len() == fences.len()
        {
            changes += hand.changes;
            edits.push(TextReplacement {
                span,
                text: hand.text,
            });
        }
    }
    let new = apply_replacements(text, &edits);
    let wrong = check_in(FolderRules::NONE, "", new.as_bytes()).diagnostics;
    Some(RewrittenFile {
        text: new,
        changes,
        wrong,
    })
}

/// Returns a text with another in the place of one stretch.
fn replace_span(text: &str, span: &Span, replacement: &str) -> String {
    apply_replacements(
        text,
        &[TextReplacement {
            span: span.clone(),
            text: replacement.to_owned(),
        }],
    )
}

/// Returns the replacements that fill a file, and the places where editions do not agree on them.
fn replacements_and_disagreements(
    checked: &CheckedFile,
    fill: BlessExtent,
) -> (Vec<TextReplacement>, Vec<Diagnostic>) {
    let wanted: Vec<Diagnostic> = checked
        .diagnostics
        .iter()
        .filter(|diagnostic| is_filled_in_mode(fill, diagnostic))
        .cloned()
        .collect();
    let mut edits = Vec::new();
    let mut disagreements = Vec::new();
    for group in wanted.chunk_by(share_place_across_editions) {
        let first = &group[0];
        let agree = group.iter().all(|other| other.fix == first.fix);
        if let Some(fix) = &first.fix
            && agree
            && concerns_all_editions(checked, group)
        {
            for span in std::iter::once(first.span_to_replace()).chain(&first.repeated_at) {
                edits.push(TextReplacement {
                    text: fit_lines_at(&checked.text, span.start, fix),
                    span: span.clone(),
                });
            }
        } else {
            let mut disagreement = diagnose!("editions-disagree", &first.span);
            disagreement
                .help
                .splice(0..0, group.iter().map(fix_with_editions));
            disagreements.push(disagreement);
        }
    }
    edits.insertion_sort_by_key(|edit| edit.span.start);
    // Of two edits that meet, one waits for the next reading.
    edits.dedup_by(|next, edit| next.span.start <= edit.span.end);
    (edits, disagreements)
}

/// Returns whether a diagnostic is filled in this mode.
fn is_filled_in_mode(fill: BlessExtent, diagnostic: &Diagnostic) -> bool {
    let has_fix = diagnostic.fix.is_some();
    let is_open = diagnostic.code == Code::Unfilled;
    match fill {
        BlessExtent::Slips => diagnostic.has_certain_fix(),
        BlessExtent::OpenValues => has_fix && is_open,
        BlessExtent::WrongExpectations => {
            has_fix && (is_open || diagnostic.code.is_failed_expectation())
        }
    }
}

/// Returns whether two diagnostics are about the same place under two editions.
fn share_place_across_editions(first: &Diagnostic, second: &Diagnostic) -> bool {
    if first.span != second.span || first.editions.is_empty() {
        return false;
    }
    let share_edition = second
        .editions
        .iter()
        .any(|edition| first.editions.contains(edition));
    !first.span.is_empty() || !share_edition
}

/// Returns the fix of a diagnostic with its editions, as a line of help.
fn fix_with_editions(diagnostic: &Diagnostic) -> String {
    let fix = diagnostic.fix.as_deref().unwrap_or("").replace('\n', ", ");
    format!("under {}: {fix}", diagnostic.editions.join(" and "))
}

/// Returns whether an expectation is wrong under every edition that reads its fence. If it is not, a fix would make it wrong
/// under another edition.
fn concerns_all_editions(checked: &CheckedFile, group: &[Diagnostic]) -> bool {
    let Some(scenario) = &checked.scenario else {
        return true;
    };
    let first = &group[0];
    let editions = &scenario.header.editions;
    if editions.len() < 2 || !first.code.is_failed_expectation() {
        return true;
    }
    let parts = scenario
        .hands
        .iter()
        .flat_map(|hand| hand.parts.iter().map(move |part| (hand, part)));
    let mut around = parts.filter(|(_, part)| {
        part.opening.start <= first.span.start && first.span.start <= part.span.end
    });
    let Some((hand, part)) = around.next_back() else {
        return true;
    };
    let found: Vec<&String> = group.iter().flat_map(|wrong| &wrong.editions).collect();
    editions.iter().all(|edition| {
        let read_parts = hand.parts_for_edition(&edition.value);
        let is_concerned = read_parts.iter().any(|read| read.opening == part.opening);
        !is_concerned || found.contains(&&edition.value)
    })
}
