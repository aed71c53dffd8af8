//! A scenario file from its text: Markdown, header, hands. Nothing here asks whether what it says is true.

use super::diagnostic::{Code, Diagnostic, sort};
use super::fence::{self, Word};
use super::lex::Token;
use super::markdown::{Content, Fence, Markdown, read};
use super::names::Names;
use super::reader::{Reader, Want};
use super::syntax::{Header, Scenario, Span};
use super::{hands, header, script, table};
use crate::cards::Letters::{self, English};

/// What a file says, and what is wrong with how it says it.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Whether it has a `toml scenario` fence. A file without one may still have diagnostics: it was meant to be one.
    pub is_scenario: bool,
    /// The scenario, unless its players or editions are unknown.
    pub scenario: Option<Scenario>,
    /// What is wrong, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// The text of a file's bytes.
///
/// # Errors
/// [`Code::NotUtf8`]; its place is that of the first replacement character in [`String::from_utf8_lossy`].
#[expect(clippy::result_large_err, reason = "it is built once a file at most")]
pub fn decode(bytes: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let wrong = Code::NotUtf8.at(&(at..at + 3), "the file is not UTF-8").label("this byte begins no character");
        let sixteen = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
        wrong.help(if sixteen { "it looks like UTF-16: save it as UTF-8" } else { "save it as UTF-8" })
    })
}

/// Reads a whole file. It reports every line that it cannot read, and never fails otherwise.
///
/// ```
/// use mouche::scenario::load;
///
/// let text = "# A deal\n\n```toml scenario\nedition = \"e\"\nplayers = [\"Anne\", \"Bo\"]\n```\n\n```deal\ndealr Anne\n```\n";
/// let loaded = load(text);
/// assert_eq!(loaded.scenario.map(|scenario| scenario.title).as_deref(), Some("A deal"));
/// assert_eq!(loaded.diagnostics[0].fix.as_deref(), Some("dealer"));
/// assert_eq!(&text[loaded.diagnostics[0].span.clone()], "dealr");
/// ```
pub fn load(text: &str) -> Loaded {
    let markdown = read(text);
    let mut loaded = match markdown.fences.iter().position(|fence| fence::word(fence, English) == Some(Word::Header)) {
        Some(header) => scenario(text, &markdown, header),
        None => Loaded { diagnostics: stray(&markdown), ..Loaded::default() },
    };
    sort(&mut loaded.diagnostics, |wrong| (wrong.span.start, 0));
    loaded
}

/// A fence of ours, whatever is wrong with what it says.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it holds.
    pub word: Word,
    /// Its opening line, without what follows its words.
    pub opening: Span,
    /// From its first sign to its last.
    pub span: Span,
    /// Its text.
    pub content: Content,
    /// Whether it has a closing line.
    pub closed: bool,
}

/// The fences of ours in a file, and what its header says as far as it can be read.
pub fn blocks(text: &str) -> (Option<Header>, Vec<Block>) {
    let fences = read(text).fences;
    let head = fences.iter().find(|fence| fence::word(fence, English) == Some(Word::Header));
    let header = head.map(|head| header::read(&head.content, head.span.clone(), head.opening.clone()).0);
    let letters = header.as_ref().map_or(English, |header| header.letters);
    let ours = |fence: Fence| {
        let word = fence::word(&fence, letters)?;
        let Fence { opening, span, content, closed, .. } = fence;
        Some(Block { word, opening, span, content, closed })
    };
    (header, fences.into_iter().filter_map(ours).collect())
}

/// What each fence of ours holds, in the order of the file.
pub fn contents(text: &str) -> Vec<(Word, Content)> {
    blocks(text).1.into_iter().map(|block| (block.word, block.content)).collect()
}

/// A file without a header says nothing wrong, unless it was meant to have one.
fn stray(markdown: &Markdown) -> Vec<Diagnostic> {
    let near = |fence: &&Fence| fence::near(fence, English) == Some(Word::Header) || fence::is_headlike(fence);
    if let Some(fence) = markdown.fences.iter().find(near) {
        return vec![fence::unknown(fence, Word::Header, English)];
    }
    let ours = markdown.fences.iter().find(|fence| fence::word(fence, English).is_some());
    let wrong = ours.map(|fence| {
        let wrong = Code::MisplacedFence.at(&fence.opening, "this file has no header, so its hands are not read");
        wrong.label("not read").help("begin the file with a fence ```toml scenario")
    });
    wrong.into_iter().collect()
}

fn scenario(text: &str, markdown: &Markdown, place: usize) -> Loaded {
    let fence = &markdown.fences[place];
    let (header, mut diagnostics) = header::read(&fence.content, fence.span.clone(), fence.opening.clone());
    if let Some(word) = fence.words.get(2) {
        let wrong = Code::Header.at(&word.span, "nothing may follow `toml scenario`");
        diagnostics.push(wrong.label("remove this"));
    }
    let sound = diagnostics.is_empty();
    diagnostics.extend(untitled(text, markdown));
    let bad_name = diagnostics.iter().any(|found| found.code == Code::BadName);
    let (mut hands, mut found) = hands::read(text, markdown, place, &header);
    // A name that cannot be read in the header is then unknown in each line: that was told once.
    hands::told_once(text, &header, &hands, &mut found);
    found.retain(|found| !(bad_name && found.code == Code::UnknownName));
    diagnostics.extend(found);
    for hand in &mut hands {
        hand.broken |= !sound;
    }
    let title = markdown.title.as_ref().map_or_else(String::new, |title| title.value.clone());
    let is_known = !header.editions.is_empty() && !header.players.is_empty();
    let scenario = is_known.then_some(Scenario { title, header, hands });
    Loaded { is_scenario: true, scenario, diagnostics }
}

fn untitled(text: &str, markdown: &Markdown) -> Option<Diagnostic> {
    let (span, message): (Span, _) = match &markdown.title {
        Some(title) if !title.value.is_empty() => return None,
        Some(title) => (title.span.clone(), "the title is empty"),
        None => {
            let start = text.len() - text.trim_start_matches('\u{FEFF}').len();
            (start..start, "the file has no title")
        }
    };
    let wrong = Code::MissingTitle.at(&span, message).label("write a title here");
    Some(wrong.help("begin with a line such as `# Denise must trump`"))
}

/// What the grammar would take after these tokens of a line of such a fence; nothing where it cannot read as far.
pub fn wanted(word: Word, tokens: &[Token], names: &Names, letters: Letters) -> Vec<Want> {
    let mut reader = Reader::new(tokens.to_vec(), names, letters);
    // Whether the line is whole is not asked: it is being written.
    let _unfinished = match word {
        Word::Header => return Vec::new(),
        Word::Deal => table::read_deal_line(&mut reader).err(),
        Word::Script => script::read_line(&mut reader).err(),
        Word::Payout => table::read_payout_line(&mut reader).err(),
        Word::Task => hands::answers(&mut reader).err(),
    };
    reader.wants()
}
