//! What is told of a scenario file while it is being written, by its places as bytes. Nothing is worked out here: what is wrong
//! comes from [`crate::scenario::check`], what may stand at the cursor from the parser, and what may be done from the engine.

#[cfg(feature = "cli")]
mod cached_formatting;
mod completion;
mod cursor;
#[cfg(feature = "cli")]
mod definitions;
#[cfg(feature = "cli")]
mod file_folds;
#[cfg(feature = "cli")]
mod file_outline;
#[cfg(feature = "cli")]
mod file_words;
#[cfg(feature = "cli")]
mod hand_title_search;
mod hover;
#[cfg(feature = "cli")]
mod inlay_notes;
#[cfg(feature = "cli")]
mod replay_checkpoints;
#[cfg(feature = "cli")]
mod rules_file;
#[cfg(feature = "cli")]
mod snippets;
#[cfg(feature = "cli")]
mod step_lenses;
#[cfg(feature = "cli")]
mod word_uses;

use crate::cards::read_card;
use crate::scenario::parsed_scenario::{Header, Span};
use crate::scenario::report::editions_in_words;
use crate::scenario::{
    BlessExtent, CheckedFile, Code, Diagnostic, FenceKind, FileVocabulary, FolderRules, Keyword,
    RewrittenFile, ScenarioFence, TO_SHOW, bless_in, check_in, fit_lines_at, format_in,
    header_and_scenario_fences, name_hidden_characters,
};
#[cfg(feature = "cli")]
use crate::scenario::{
    TABLE_FILE, check_links_and_pictures, check_named_hand_files, is_edition_path,
};
pub(crate) use completion::{Completion, complete_at};
pub(crate) use hover::explain_at;
#[cfg(feature = "cli")]
pub(crate) use rules_file::{complete_scenario_or_rules, explain_in_any_file};
use schemars::JsonSchema;
use serde::Serialize;
use std::cell::OnceCell;
#[cfg(feature = "cli")]
use std::cell::RefCell;
#[cfg(feature = "cli")]
pub(crate) use {
    cached_formatting::{
        format_hands_in, formatted_text_if_different, is_formatting_cached, precompute_slow_parts,
    },
    completion::CompletionKind,
    definitions::{
        ClauseOrEditionPlace, Definition, LinkInFile, LinkTarget, find_definition, list_links,
        rules_as_markdown,
    },
    file_folds::list_folds,
    file_outline::{OutlineItem, outline_hands},
    file_words::{FileWord, WordMeaning, list_file_words, words_of_fences_touching},
    hand_title_search::{FoundHand, match_hand_by_words},
    inlay_notes::list_inlay_notes,
    replay_checkpoints::{ReplayCheckpoints, check_deal_at},
    snippets::{complete_snippets, fill_in_snippet},
    step_lenses::{describe_step, find_step_at, list_fence_lenses},
    word_uses::{NameEdit, WordUse, find_renamable_player, find_uses, rename_player},
};

/// A file and its path. It is checked when its diagnostics are first asked for.
#[derive(Default)]
pub(crate) struct Document {
    pub(crate) path: String,
    pub(crate) text: String,
    /// The table of its folder.
    pub(crate) house: FolderRules,
    checked: OnceCell<CheckedFile>,
    structure: OnceCell<HeaderAndFences>,
    #[cfg(feature = "cli")]
    words: OnceCell<Vec<FileWord>>,
    #[cfg(feature = "cli")]
    prose_names: OnceCell<Vec<FileWord>>,
    #[cfg(feature = "cli")]
    formatted: OnceCell<Option<String>>,
    #[cfg(feature = "cli")]
    replay_checkpoints: RefCell<ReplayCheckpoints>,
}

/// The header and the fences of a file, as far as they can be read.
struct HeaderAndFences {
    header: Option<Header>,
    blocks: Vec<ScenarioFence>,
    names: FileVocabulary,
}

impl Document {
    pub(crate) fn new(path: String, text: String, house: FolderRules) -> Document {
        Document {
            path,
            text,
            house,
            checked: OnceCell::new(),
            structure: OnceCell::new(),
            #[cfg(feature = "cli")]
            words: OnceCell::new(),
            #[cfg(feature = "cli")]
            prose_names: OnceCell::new(),
            #[cfg(feature = "cli")]
            formatted: OnceCell::new(),
            #[cfg(feature = "cli")]
            replay_checkpoints: RefCell::default(),
        }
    }

    /// Returns the document with another text. The deals before the first change need not be played again.
    #[cfg(feature = "cli")]
    pub(crate) fn with_text(self, text: String) -> Document {
        let replays = self.replay_checkpoints.into_inner();
        let replays = replays.for_changed_text(&self.text, &text);
        let changed = Document::new(self.path, text, self.house);
        changed.replay_checkpoints.replace(replays);
        changed
    }

    pub(crate) fn checked(&self) -> &CheckedFile {
        self.checked.get_or_init(|| {
            let checked = check_in(self.house, &self.path, self.text.as_bytes());
            #[cfg(feature = "cli")]
            let checked = {
                let mut checked = checked;
                check_named_hand_files(&mut checked);
                // A file that was never saved lies nowhere: no path can be followed from it.
                if std::path::Path::new(&self.path).is_absolute() {
                    check_links_and_pictures(&mut checked);
                }
                checked
            };
            checked
        })
    }

    fn structure(&self) -> &HeaderAndFences {
        self.structure.get_or_init(|| {
            let (header, blocks) = header_and_scenario_fences(self.house, &self.text);
            let names = match &header {
                Some(header) => FileVocabulary::of_header(header),
                None => FileVocabulary::default(),
            };
            HeaderAndFences {
                header,
                blocks,
                names,
            }
        })
    }

    /// Returns whether the checker reports mistakes in the file: it is a scenario, or its folder holds scenarios.
    fn is_subject_to_check(&self) -> bool {
        #[cfg(feature = "cli")]
        if is_rules_file_path(&self.path) {
            return true;
        }
        let checked = self.checked();
        checked.is_scenario
            || checked.chapter.is_some()
            || self
                .path
                .split('/')
                .rev()
                .skip(1)
                .any(|folder| folder == "scenarios")
    }
}

impl HeaderAndFences {
    /// Returns the fence whose text, or whose opening line, holds a byte.
    fn fence_at(&self, byte: usize) -> Option<&ScenarioFence> {
        self.blocks
            .iter()
            .find(|block| fence_holds_byte(block, byte))
    }

    /// Returns the number of the hand that a byte belongs to: the number of deals that begin up to it.
    fn hand_number(&self, byte: usize) -> usize {
        let deals = self
            .blocks
            .iter()
            .filter(|block| block.word == FenceKind::Deal);
        deals.filter(|block| block.opening.start <= byte).count()
    }
}

/// Returns whether the opening line or the text of a fence holds a byte.
fn fence_holds_byte(block: &ScenarioFence, byte: usize) -> bool {
    let end = if block.closed {
        block.content.file_span().end
    } else {
        block.span.end + 1
    };
    block.opening.start <= byte && byte < end.max(block.opening.end + 1)
}

/// Returns whether a stretch holds a byte, its end included: a cursor behind a word still belongs to the word.
fn span_touches(span: &Span, byte: usize) -> bool {
    span.start <= byte && byte <= span.end
}

/// Returns whether a path is that of an edition file or of a house table.
#[cfg(feature = "cli")]
fn is_rules_file_path(path: &str) -> bool {
    let path = std::path::Path::new(path);
    is_edition_path(path) || path.file_name().is_some_and(|name| name == TABLE_FILE)
}

/// Returns the byte at which the line of a byte begins.
fn line_start(text: &str, byte: usize) -> usize {
    match text[..byte].rfind('\n') {
        Some(end) => end + 1,
        None => 0,
    }
}

/// Returns the stretch of the word at a byte, as headers and files of rules have words: a key, an edition, an option or a clause.
fn word_span_at(text: &str, byte: usize) -> Span {
    let (before, after) = text.split_at(byte);
    let start = before.trim_end_matches(is_header_word_character).len();
    let rest = after.trim_start_matches(is_header_word_character).len();
    start..text.len() - rest
}

/// Returns whether a character may be part of a key, a name of an edition or a clause in a header.
fn is_header_word_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// Returns all that is wrong with a file, and what its author may want to know.
pub(crate) fn diagnostics_of(document: &Document) -> impl Iterator<Item = &Diagnostic> {
    let checked = document.checked();
    let (diagnostics, warnings): (&[Diagnostic], &[Diagnostic]) = if document.is_subject_to_check()
    {
        (&checked.diagnostics, &checked.warnings)
    } else {
        (&[], &[])
    };
    diagnostics.iter().chain(warnings)
}

/// Returns the message of a diagnostic, its label, its help and its clause: a line each.
pub(crate) fn diagnostic_text(diagnostic: &Diagnostic) -> String {
    let mut head = diagnostic.message.clone();
    if let Some(editions) = editions_in_words(diagnostic) {
        head += &format!(" (under {editions})");
    }
    let mut lines = vec![name_hidden_characters(&head)];
    if !diagnostic.label.is_empty() {
        lines.push(name_hidden_characters(&diagnostic.label));
    }
    for help in &diagnostic.help {
        lines.push(name_hidden_characters(help));
    }
    if let Some(clause) = &diagnostic.clause {
        lines.push(name_hidden_characters(&format!("clause: {clause}")));
    }
    lines.join("\n")
}

/// Returns the diagnostics with the values that the program would write for the `?` at this place of a text: one for each
/// edition, if they do not agree.
fn gap_fill_diagnostics(
    document: &Document,
    text: &str,
    byte: usize,
) -> impl Iterator<Item = Diagnostic> + use<> {
    let (checked, left_out) = check_text_with_omitted_length(document, text, byte);
    checked.diagnostics.into_iter().filter(move |found| {
        found.code == Code::Unfilled && found.span.start + left_out == byte && found.fix.is_some()
    })
}

/// Checks a changed text, and returns with it how many bytes before the checked deal were left out.
fn check_text_with_omitted_length(
    document: &Document,
    text: &str,
    byte: usize,
) -> (CheckedFile, usize) {
    #[cfg(feature = "cli")]
    if let Some(deal) = check_deal_at(document, text, byte) {
        return (deal.checked, deal.left_out);
    }
    #[cfg(not(feature = "cli"))]
    let _ = byte;
    let checked = check_in(document.house, &document.path, text.as_bytes());
    (checked, 0)
}

/// A change that a message proposes.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fix")]
pub(crate) struct ProposedFix {
    pub(crate) title: String,
    pub(crate) text: String,
    /// True if nothing else can be meant, and the file then holds at this place.
    pub(crate) is_certain: bool,
}

/// Returns the change that a diagnostic proposes, if it proposes one.
pub(crate) fn quick_fix(document: &Document, wrong: &Diagnostic) -> Option<ProposedFix> {
    let Some(fix) = wrong.fix.as_deref() else {
        return fix_as_refused_attempt(document, wrong);
    };
    let verb = if wrong.code == Code::Unfilled {
        "Fill in"
    } else {
        "Write"
    };
    let edition = match &wrong.editions[..] {
        [edition] => format!(" (as under {edition})"),
        _ => String::new(),
    };
    let fix_in_title = name_hidden_characters(&fix.trim().replace('\n', ", "));
    let text = fit_lines_at(&document.text, wrong.span_to_replace().start, fix);
    let title = if fix_in_title.is_empty() {
        "Remove this".to_owned()
    } else {
        format!("{verb} `{fix_in_title}`{edition}")
    };
    Some(ProposedFix {
        title,
        text,
        is_certain: wrong.has_certain_fix(),
    })
}

/// Returns the change of an illegal move into an attempt that is refused: a hand is often about what a rule forbids.
fn fix_as_refused_attempt(document: &Document, wrong: &Diagnostic) -> Option<ProposedFix> {
    if wrong.code != Code::Illegal {
        return None;
    }
    let letters = document.structure().names.letters;
    let tried = document.text.get(wrong.span.clone())?;
    let text = if read_card(tried, letters).is_ok() {
        let (_, topic) = wrong.clause.as_ref()?.split_once('/')?;
        let [tries, refused] =
            [Keyword::Tries, Keyword::Refused].map(|keyword| keyword.spelling_in(letters));
        format!("{tries} {tried} ({refused}: {topic})")
    } else {
        // For a move without a card, the help has the whole statement.
        let mut statements = wrong
            .help
            .iter()
            .filter_map(|help| help.strip_prefix(TO_SHOW)?.strip_suffix('`'));
        statements.find(|text| !text.contains('…'))?.to_owned()
    };
    let title = format!("Show the refusal: `{text}`");
    Some(ProposedFix {
        title,
        text: fit_lines_at(&document.text, wrong.span.start, &text),
        is_certain: false,
    })
}

/// A change of a whole file that an editor offers.
pub(crate) struct OfferedFileChange {
    pub(crate) title: &'static str,
    /// The changed text; none where the change would leave the file as it is.
    pub(crate) new: fn(&Document) -> Option<String>,
    pub(crate) occasion: WholeFileChangeOccasion,
}

/// The occasion at which an editor makes or offers a change of a whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WholeFileChangeOccasion {
    /// At each save without asking.
    Save,
    /// When its author chooses it among changes of the text.
    Rewrite,
    /// When its author chooses it among what is done to whole files.
    Source,
}

pub(crate) const FILE_OFFERS: [OfferedFileChange; 4] = [
    OfferedFileChange {
        title: "Apply every fix that is certain",
        new: |file| document_with_fixes(file, BlessExtent::Slips),
        occasion: WholeFileChangeOccasion::Save,
    },
    OfferedFileChange {
        title: "Fill in every `?` in this file",
        new: |file| document_with_fixes(file, BlessExtent::OpenValues),
        occasion: WholeFileChangeOccasion::Rewrite,
    },
    OfferedFileChange {
        title: "Replace wrong expectations with what the engine finds",
        new: document_with_corrected_values,
        occasion: WholeFileChangeOccasion::Source,
    },
    OfferedFileChange {
        title: "Format the cards and the fences",
        new: formatted_document,
        occasion: WholeFileChangeOccasion::Source,
    },
];

/// Returns the file with the values that the engine finds, if an expectation is wrong.
fn document_with_corrected_values(document: &Document) -> Option<String> {
    let has_wrong_expectation = diagnostics_of(document).any(|wrong| {
        wrong.fix.is_some() && wrong.code != Code::Unfilled && !wrong.has_certain_fix()
    });
    if !has_wrong_expectation {
        return None;
    }
    document_with_fixes(document, BlessExtent::WrongExpectations)
}

/// Returns the file in canonical spelling, if that differs. The language server keeps it.
fn formatted_document(document: &Document) -> Option<String> {
    #[cfg(feature = "cli")]
    return formatted_text_if_different(document).map(str::to_owned);
    #[cfg(not(feature = "cli"))]
    format_document(document)
}

/// Returns the file in canonical spelling, if that differs.
fn format_document(document: &Document) -> Option<String> {
    changed_text(
        document,
        format_in(document.house, document.text.as_bytes()),
    )
}

/// Returns the file with fixes of a kind written into it, if there are any.
fn document_with_fixes(document: &Document, fill: BlessExtent) -> Option<String> {
    if !diagnostics_of(document).any(|wrong| wrong.fix.is_some()) {
        return None;
    }
    changed_text(
        document,
        bless_in(
            document.house,
            &document.path,
            document.text.as_bytes(),
            fill,
        ),
    )
}

/// Returns the text of a rewritten file, if it differs from the document.
fn changed_text(document: &Document, rewritten: Option<RewrittenFile>) -> Option<String> {
    let rewritten = rewritten?;
    if rewritten.changes > 0 && rewritten.text != document.text {
        Some(rewritten.text)
    } else {
        None
    }
}
