//! What is told of a scenario file while it is being written, by its places as bytes. Nothing is worked out here: what is wrong
//! comes from [`crate::scenario::check`], what may stand at the cursor from the parser, and what may be done from the engine.

mod completion;
mod cursor;
mod hover;
#[cfg(feature = "cli")]
mod outline;

use crate::cards::read_card;
use crate::scenario::report::editions_in_words;
use crate::scenario::syntax::{Header, Span};
use crate::scenario::{
    Checked, Code, Diagnostic, FenceKind, FillMode, HouseRules, Keyword, RewrittenFile,
    ScenarioFence, TO_SHOW, Vocabulary, bless_in, check_in, escape_hidden, fit_lines_at, format_in,
    scenario_fences,
};
#[cfg(feature = "cli")]
use crate::scenario::{check_links, check_references};
pub(crate) use completion::{Item, complete};
pub(crate) use hover::hover;
use schemars::JsonSchema;
use serde::Serialize;
use std::cell::OnceCell;
#[cfg(feature = "cli")]
pub(crate) use {
    completion::ItemKind,
    outline::{OutlineItem, outline_hands},
};

/// A file and its path; what it comes to is worked out when first asked for.
#[derive(Default)]
pub(crate) struct Document {
    pub(crate) path: String,
    pub(crate) text: String,
    /// The table of its folder.
    pub(crate) house: HouseRules,
    checked: OnceCell<Checked>,
    structure: OnceCell<Structure>,
}

struct Structure {
    /// What its header says, as far as it can be read.
    header: Option<Header>,
    blocks: Vec<ScenarioFence>,
    names: Vocabulary,
}

impl Document {
    pub(crate) fn new(path: String, text: String, house: HouseRules) -> Document {
        Document {
            path,
            text,
            house,
            checked: OnceCell::new(),
            structure: OnceCell::new(),
        }
    }

    pub(crate) fn checked(&self) -> &Checked {
        self.checked.get_or_init(|| {
            let checked = check_in(self.house, &self.path, self.text.as_bytes());
            #[cfg(feature = "cli")]
            let checked = {
                let mut checked = checked;
                check_links(&mut checked);
                // A file that was never saved lies nowhere: no path can be followed from it.
                if std::path::Path::new(&self.path).is_absolute() {
                    check_references(&mut checked);
                }
                checked
            };
            checked
        })
    }

    fn structure(&self) -> &Structure {
        self.structure.get_or_init(|| {
            let (header, blocks) = scenario_fences(self.house, &self.text);
            let names = header
                .as_ref()
                .map_or_else(Vocabulary::default, Vocabulary::of_header);
            Structure {
                header,
                blocks,
                names,
            }
        })
    }

    /// Returns whether the checker reports mistakes in the file: it is a scenario, or its folder holds scenarios.
    fn is_checked(&self) -> bool {
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

impl Structure {
    /// Returns the fence whose text, or whose opening line, holds a byte.
    fn fence_at(&self, byte: usize) -> Option<&ScenarioFence> {
        let holds = |block: &&ScenarioFence| {
            let end = if block.closed {
                block.content.file_span().end
            } else {
                block.span.end + 1
            };
            block.opening.start <= byte && byte < end.max(block.opening.end + 1)
        };
        self.blocks.iter().find(holds)
    }

    /// Returns how many deals begin up to a byte: the number of the hand that it belongs to.
    fn hand_number(&self, byte: usize) -> usize {
        let deals = self
            .blocks
            .iter()
            .filter(|block| block.word == FenceKind::Deal);
        deals.filter(|block| block.opening.start <= byte).count()
    }
}

/// Returns whether a stretch holds a byte, its end included: the cursor behind a word is still at it.
fn touches(span: &Span, byte: usize) -> bool {
    span.start <= byte && byte <= span.end
}

/// Returns all that is wrong with a file, and what its author may want to know.
pub(crate) fn diagnostics_of(document: &Document) -> impl Iterator<Item = &Diagnostic> {
    let checked = document.is_checked().then(|| document.checked());
    checked
        .into_iter()
        .flat_map(|checked| checked.diagnostics.iter().chain(&checked.warnings))
}

/// Returns what is wrong, what is said under the token, and what was expected: a line each.
pub(crate) fn diagnostic_text(wrong: &Diagnostic) -> String {
    let under = editions_in_words(wrong)
        .map_or_else(String::new, |editions| format!(" (under {editions})"));
    let head = wrong.message.clone() + &under;
    let label = Some(&wrong.label).filter(|label| !label.is_empty());
    let lines = std::iter::once(&head).chain(label).chain(&wrong.help);
    let clause = wrong
        .clause
        .iter()
        .map(|clause| format!("clause: {clause}"));
    lines
        .cloned()
        .chain(clause)
        .map(|line| escape_hidden(&line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns what the program would write for the `?` at this place of a text: of each edition, if they do not agree.
fn found_values(
    document: &Document,
    text: &str,
    place: usize,
) -> impl Iterator<Item = Diagnostic> + use<> {
    let is_it = move |one: &Diagnostic| {
        one.code == Code::Unfilled && one.span.start == place && one.fix.is_some()
    };
    check_in(document.house, &document.path, text.as_bytes())
        .diagnostics
        .into_iter()
        .filter(is_it)
}

/// A change that a message proposes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Fix {
    pub(crate) title: String,
    pub(crate) text: String,
    /// Whether nothing else can be meant, and the file then holds there.
    pub(crate) is_certain: bool,
}

pub(crate) fn quick_fix(document: &Document, wrong: &Diagnostic) -> Option<Fix> {
    let Some(fix) = wrong.fix.as_deref() else {
        return refusal_fix(document, wrong);
    };
    let verb = if wrong.code == Code::Unfilled {
        "Fill in"
    } else {
        "Write"
    };
    let under = wrong.editions.first().filter(|_| wrong.editions.len() == 1);
    let under = under.map_or_else(String::new, |edition| format!(" (as under {edition})"));
    let shown = escape_hidden(&fix.trim().replace('\n', ", "));
    let text = fit_lines_at(&document.text, wrong.span_to_replace().start, fix);
    let title = if shown.is_empty() {
        "Leave this out".to_owned()
    } else {
        format!("{verb} `{shown}`{under}")
    };
    Some(Fix {
        title,
        text,
        is_certain: wrong.is_certain(),
    })
}

/// Returns what is refused, told as tried and refused: what the rule forbids is often what a hand is about.
fn refusal_fix(document: &Document, wrong: &Diagnostic) -> Option<Fix> {
    let letters = document.structure().names.letters;
    let tried = document
        .text
        .get(wrong.span.clone())
        .filter(|_| wrong.code == Code::Illegal)?;
    let text = if read_card(tried, letters).is_ok() {
        let (_, topic) = wrong.clause.as_ref()?.split_once('/')?;
        let [tries, refused] =
            [Keyword::Tries, Keyword::Refused].map(|keyword| keyword.spelling_in(letters));
        format!("{tries} {tried} ({refused}: {topic})")
    } else {
        // Of anything but a card the message has the whole statement.
        let mut whole = wrong
            .help
            .iter()
            .filter_map(|help| help.strip_prefix(TO_SHOW)?.strip_suffix('`'));
        whole.find(|text| !text.contains('…'))?.to_owned()
    };
    let title = format!("Show the refusal: `{text}`");
    Some(Fix {
        title,
        text: fit_lines_at(&document.text, wrong.span.start, &text),
        is_certain: false,
    })
}

pub(crate) struct FileOffer {
    pub(crate) title: &'static str,
    pub(crate) new: fn(&Document) -> Option<String>,
    pub(crate) occasion: OfferOccasion,
}

/// When an editor may do what is offered for a whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfferOccasion {
    /// At each save without asking.
    Save,
    /// When its author chooses it among changes of the text.
    Rewrite,
    /// When its author chooses it among what is done to whole files.
    Source,
}

pub(crate) const FILE_OFFERS: [FileOffer; 4] = [
    FileOffer {
        title: "Mend every slip whose fix is certain",
        new: |file| fill_document(file, FillMode::Slips),
        occasion: OfferOccasion::Save,
    },
    FileOffer {
        title: "Fill in every `?` of this file",
        new: |file| fill_document(file, FillMode::OpenValues),
        occasion: OfferOccasion::Rewrite,
    },
    FileOffer {
        title: "Write what the engine finds instead of what is expected",
        new: correct_document,
        occasion: OfferOccasion::Source,
    },
    FileOffer {
        title: "Spell the cards and align the fences",
        new: format_document,
        occasion: OfferOccasion::Source,
    },
];

/// Returns the file as the engine finds it, where more than `?`s is to be written.
fn correct_document(document: &Document) -> Option<String> {
    let mut is_wrong = diagnostics_of(document)
        .filter(|wrong| wrong.fix.is_some() && wrong.code != Code::Unfilled && !wrong.is_certain());
    is_wrong
        .next()
        .and_then(|_| fill_document(document, FillMode::WrongExpectations))
}

pub(crate) fn format_document(document: &Document) -> Option<String> {
    changed_text(
        document,
        format_in(document.house, document.text.as_bytes()),
    )
}

fn fill_document(document: &Document, fill: FillMode) -> Option<String> {
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

fn changed_text(document: &Document, rewritten: Option<RewrittenFile>) -> Option<String> {
    rewritten
        .filter(|new| new.changes > 0 && new.text != document.text)
        .map(|new| new.text)
}
