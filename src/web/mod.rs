//! The door for a page: a question in, an answer out, both JSON; what is to be shown comes as HTML. An answer follows from its
//! question alone, so that an address is a session, an undo a shorter one, and nothing is lost when a worker ends.
//! Places in a text are counted in units of UTF-16, as scripts count them.

mod move_buttons;
mod page_answers;
mod playing_table;
mod review_answer;
mod standing_answer;

use crate::author::{
    Document, FILE_OFFERS, OfferedFileChange, ProposedFix, WholeFileChangeOccasion, complete_at,
    diagnostic_text, diagnostics_of, explain_at, quick_fix,
};
use crate::cards::CardLanguage;
use crate::editions;
use crate::editions::author_editions::{AuthorEdition, register_editions};
use crate::explore::{RandomPlayer, play_example};
use crate::page::{self, HomeOrGuestPage, MoveProspectsByStory, safe_markdown};
use crate::rules::{Ruleset, letters_with_suits_of_game};
use crate::scenario::{
    Code, Diagnostic, DraftHeader, FolderRules, LastStageInDraft, PlayedDealRecord, Span,
};
use crate::session::{NAMES, require_tricks, rules_of_table};
use anyhow::{Context, Error, Result};
use page_answers::{
    AuthorEditionsAnswer, CursorAnswer, DiagnosticForPage, PageAnswer, PageRequestFailure,
    ScenarioCheckForPage, ScenarioDraftAnswer,
};
use playing_table::TableRequest;
use schemars::JsonSchema;
#[cfg(feature = "cli")]
use schemars::{Schema, generate::SchemaSettings};
use serde::Deserialize;

/// A question of a page.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum PageRequest {
    /// Asks for the state of a table.
    Table(TableRequest),
    /// Asks for the check of a text. `lang` is the language of the book, in which a text is written that does not say one.
    Text {
        text: String,
        #[serde(default)]
        lang: String,
    },
    /// Asks for the explanation of a place in a text, and for completions.
    At {
        text: String,
        at: usize,
        #[serde(default)]
        lang: String,
    },
    /// Asks for the beginning of a scenario of an edition, in the language of the book.
    Beginning {
        edition: String,
        seed: u64,
        #[serde(default)]
        lang: String,
    },
    /// Tells the engine the edition files of authors that the book has, each after those that it is based on.
    Editions { texts: Vec<String> },
}

/// Returns the answer to a question, both as JSON.
///
/// ```
/// let table = r#"{ "edition": "mouche-1718", "players": 3, "seat": 0, "seed": 7, "words": [] }"#;
/// let answer = mouche::web::answer(format!(r#"{{ "table": {table} }}"#).as_bytes());
/// assert!(answer.starts_with(r#"{"html":"#), "{answer}");
/// assert_eq!(mouche::web::answer(b"?"), r#"{"failed":"this is not a question that the engine knows: expected value at line 1 column 1"}"#);
/// ```
pub fn answer(question: &[u8]) -> String {
    let answer = answer_question(question).unwrap_or_else(|error| {
        PageAnswer::Failed(PageRequestFailure {
            failed: format!("{error:#}"),
        })
    });
    serde_json::to_string(&answer).expect("texts, numbers and lists of them")
}

/// Reads a question and answers it.
fn answer_question(question: &[u8]) -> Result<PageAnswer> {
    let question =
        serde_json::from_slice(question).context("this is not a question that the engine knows")?;
    Ok(match question {
        PageRequest::Table(table) => PageAnswer::Table(Box::new(table.state_after_words()?)),
        PageRequest::Text { text, lang } => {
            PageAnswer::Text(check_and_show_text(&document_in_book(text, &lang))?)
        }
        PageRequest::At { text, at, lang } => {
            PageAnswer::Cursor(explain_and_complete(&document_in_book(text, &lang), at))
        }
        PageRequest::Beginning {
            edition,
            seed,
            lang,
        } => {
            let text = write_deal_to_fill_in(&edition, seed, language_of_book(&lang))?;
            PageAnswer::BegunText(ScenarioDraftAnswer { text })
        }
        PageRequest::Editions { texts } => PageAnswer::Editions(register_author_editions(texts)?),
    })
}

/// Reads the edition files of authors, so that later questions can name these editions.
fn register_author_editions(texts: Vec<String>) -> Result<AuthorEditionsAnswer> {
    let mut read: Vec<AuthorEdition> = Vec::new();
    for text in texts {
        // Leaked because rules are used until the program ends; a page tells each edition once.
        let text: &'static str = text.leak();
        let rules = Ruleset::read(text, &editions::built_in_or_author_edition)?;
        // Leaked for the same reason.
        let rules: &'static Ruleset = Box::leak(Box::new(rules));
        read.push(AuthorEdition { rules, text });
        // The next one may be based on this.
        register_editions(BOOK, &read);
    }
    let editions = read.iter().map(|edition| edition.rules.id).collect();
    Ok(AuthorEditionsAnswer { editions })
}

/// Returns the schemas of questions and of answers. The types of the scripts are made from them.
#[cfg(feature = "cli")]
pub fn question_and_answer_schemas() -> [Schema; 2] {
    let settings = SchemaSettings::draft2020_12();
    let questions = settings.clone().for_deserialize().into_generator();
    let answers = settings.for_serialize().into_generator();
    [
        questions.into_root_schema_for::<PageRequest>(),
        answers.into_root_schema_for::<PageAnswer>(),
    ]
}

/// The path that a text of the page gets. The checker reports a missing header only in a folder of scenarios.
const PATH: &str = "scenarios/hand.md";

/// The address of the book around the page, which stands at the root.
const BOOK: &str = ".";

/// The places of a text as scripts count them, found without counting from its beginning each time.
struct Utf16Positions<'a> {
    text: &'a str,
    marks: Vec<Utf16Checkpoint>,
}

/// A byte of a text, with the number of UTF-16 units and of ends of lines before it.
#[derive(Clone, Copy, Default)]
struct Utf16Checkpoint {
    byte: usize,
    units: usize,
    lines: usize,
}

impl Utf16Checkpoint {
    /// Returns the mark behind a piece of text that begins at this one.
    fn mark_after(self, piece: &str) -> Utf16Checkpoint {
        let lines = piece.bytes().filter(|byte| *byte == b'\n').count();
        Utf16Checkpoint {
            byte: self.byte + piece.len(),
            units: self.units + piece.encode_utf16().count(),
            lines: self.lines + lines,
        }
    }
}

/// Returns how many of the first bytes of a text belong to characters that are whole within them.
fn whole_characters(text: &str, bytes: usize) -> usize {
    let within = bytes.min(text.len());
    (0..=within)
        .rev()
        .find(|byte| text.is_char_boundary(*byte))
        .unwrap_or(0)
}

impl<'a> Utf16Positions<'a> {
    /// The number of bytes between two marks.
    const DISTANCE: usize = 256;

    fn new(text: &'a str) -> Utf16Positions<'a> {
        let mut last = Utf16Checkpoint::default();
        let mut marks = vec![last];
        while text.len() - last.byte > Utf16Positions::DISTANCE {
            let rest = &text[last.byte..];
            last = last.mark_after(&rest[..whole_characters(rest, Utf16Positions::DISTANCE)]);
            marks.push(last);
        }
        Utf16Positions { text, marks }
    }

    /// Returns the checkpoint at a byte; of a byte within a character, that at the character.
    fn checkpoint_at_byte(&self, byte: usize) -> Utf16Checkpoint {
        let byte = whole_characters(self.text, byte);
        let mark = self.marks[self.marks.partition_point(|mark| mark.byte <= byte) - 1];
        mark.mark_after(&self.text[mark.byte..byte])
    }

    /// Returns the number of UTF-16 units before a byte.
    fn units_before(&self, byte: usize) -> usize {
        self.checkpoint_at_byte(byte).units
    }
}

/// Returns the byte at which so many UTF-16 units end; within a character, the beginning of the character.
fn byte_after_units(text: &str, units: usize) -> usize {
    let mut left = units;
    for (byte, character) in text.char_indices() {
        if left < character.len_utf16() {
            return byte;
        }
        left -= character.len_utf16();
    }
    text.len()
}

/// Returns the language in which a book reads files that name none; `lang` is as its pages have it: `fr-CA`.
fn language_of_book(lang: &str) -> CardLanguage {
    let primary = lang.split('-').next().unwrap_or_default();
    CardLanguage::french_suited_of_language(primary).unwrap_or_default()
}

/// Returns a text of the page, as a file of a book in a language.
fn document_in_book(text: String, lang: &str) -> Document {
    let rules = FolderRules {
        language: language_of_book(lang),
        ..FolderRules::NONE
    };
    Document::new(PATH.to_owned(), text, rules)
}

/// Checks a text, and shows the hand that it tells.
fn check_and_show_text(document: &Document) -> Result<ScenarioCheckForPage> {
    let checked = document.checked();
    let places = Utf16Positions::new(&document.text);
    let alternatives = MoveProspectsByStory::default();
    let views = page::hand_views_by_edition(std::slice::from_ref(checked), &alternatives);
    let mut hand = None;
    let mut steps = Vec::new();
    if let Some(view) = views.first()
        && view.story.step_count() > 0
    {
        let html = page::render_hand(view, HomeOrGuestPage::Home(0))?;
        hand = Some(mark_external_links_untrusted(&html));
        let slug = view.slug();
        for step in view.story.frames() {
            let start = places.units_before(step.place.start);
            steps.push((format!("{slug}-{}", step.id), start));
        }
    }
    Ok(ScenarioCheckForPage {
        messages: diagnostics_of(document)
            .map(|wrong| checker_message(document, &places, wrong))
            .collect(),
        offers: FILE_OFFERS
            .iter()
            .filter_map(|offer| fix_from_offer(document, offer))
            .collect(),
        hand,
        steps,
        holds: checked.holds(),
    })
}

/// Returns the change of the text that an offer makes, if it changes anything.
fn fix_from_offer(document: &Document, offer: &OfferedFileChange) -> Option<ProposedFix> {
    Some(ProposedFix {
        title: offer.title.to_owned(),
        text: (offer.new)(document)?,
        // Filling in what was left open is as certain as the fix of a message.
        is_certain: offer.occasion != WholeFileChangeOccasion::Source,
    })
}

/// Returns HTML in which each link to another site is marked as not ours, because anybody may have sent the text.
fn mark_external_links_untrusted(html: &str) -> String {
    const LINK: &str = "<a href=\"";
    let mut parts = html.split(LINK);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let address = part.get(..8).unwrap_or(part).to_ascii_lowercase();
        let is_foreign = address.starts_with("http:") || address.starts_with("https:");
        out += if is_foreign {
            "<a rel=\"nofollow ugc noopener noreferrer\" href=\""
        } else {
            LINK
        };
        out += part;
    }
    out
}

/// Returns a diagnostic as a message about a place in the text.
fn checker_message(
    document: &Document,
    places: &Utf16Positions,
    diagnostic: &Diagnostic,
) -> DiagnosticForPage {
    let Span { start, end } = diagnostic.span;
    let replaced = diagnostic.span_to_replace();
    DiagnosticForPage {
        from: places.units_before(start),
        to: places.units_before(end.max(start)),
        line: places.checkpoint_at_byte(start).lines + 1,
        severity: diagnostic.code.severity(),
        is_blank: diagnostic.code == Code::Unfilled,
        words: diagnostic_text(diagnostic),
        page: diagnostic.clause_or_message_page(BOOK),
        fixes: Vec::from_iter(quick_fix(document, diagnostic)),
        instead: [
            places.units_before(replaced.start),
            places.units_before(replaced.end),
        ],
    }
}

/// Explains the word at a place of the text, and lists what may be written there.
fn explain_and_complete(document: &Document, utf16_offset: usize) -> CursorAnswer {
    let at = byte_after_units(&document.text, utf16_offset);
    let (items, span) = complete_at(document, at).unwrap_or((Vec::new(), at..at));
    let explained = explain_at(document, at, BOOK);
    let places = Utf16Positions::new(&document.text);
    CursorAnswer {
        from: places.units_before(span.start),
        to: places.units_before(span.end),
        items,
        says: explained.map(|(words, _)| safe_markdown::prose_to_html(&words.join("\n\n---\n\n"))),
    }
}

/// Writes a deal, and leaves open what the first speaker does.
fn write_deal_to_fill_in(edition: &str, seed: u64, language: CardLanguage) -> Result<String> {
    let count = match editions::by_id(edition) {
        Some(rules) => {
            let players = rules.players.read();
            players.render(|allowed, _| allowed.to.min(4).max(allowed.from))
        }
        None => 4,
    };
    let players = &NAMES.map(str::to_owned)[..usize::from(count)];
    let rules = &rules_of_table(edition, players.len(), &[])?;
    let hand = play_example(
        require_tricks(rules)?,
        players.len() as u8,
        RandomPlayer::with_sensible_declarations(seed),
    )
    .context("no such deal")?;
    let hands = &[PlayedDealRecord {
        moves: hand.moves,
        ..PlayedDealRecord::new(String::new(), Some(hand.deal), hand.end)
    }];
    let title = "A deal to write down";
    let shows = &[];
    let chips = &[];
    let until = LastStageInDraft::Deal;
    let options = &Default::default();
    let letters = letters_with_suits_of_game(language, &[rules]);
    let book_language = Some(language);
    DraftHeader {
        title,
        rules,
        players,
        shows,
        chips,
        options,
        letters,
        book_language,
        until,
    }
    .write_file(hands)
    .map_err(Error::msg)
}

/// The three functions that a script calls. The page writes into a buffer of this module and reads from it: no pointer of the
/// page is followed, and no block here is unsafe; only the names are exported as they are written.
#[cfg(target_arch = "wasm32")]
#[expect(unsafe_code, reason = "a name that is exported as it is written")]
mod door {
    use std::sync::{Mutex, MutexGuard, PoisonError};

    static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

    fn lock_buffer() -> MutexGuard<'static, Vec<u8>> {
        BUFFER.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room for a question of so many bytes, and returns the address where the page writes it.
    #[unsafe(export_name = "room")]
    extern "C" fn allocate_question(bytes: usize) -> *const u8 {
        let mut buffer = lock_buffer();
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_ptr()
    }

    /// Answers the question in the buffer, and returns the length of the answer in bytes.
    #[unsafe(export_name = "ask")]
    extern "C" fn answer_question() -> usize {
        let mut buffer = lock_buffer();
        *buffer = super::answer(&buffer).into_bytes();
        buffer.len()
    }

    /// Returns the address from which the page reads the answer.
    #[unsafe(export_name = "at")]
    extern "C" fn answer_address() -> *const u8 {
        lock_buffer().as_ptr()
    }
}
