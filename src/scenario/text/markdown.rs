//! The title and the fences of a Markdown file, each with its place; and which fences mean something here, or nearly do.

use super::reader::{Reader, in_french};
use super::syntax::{At, Span};
use super::{Diagnostic, Kind, Names, Place, misspelt, quoted, say, tokens, without_mark};
use crate::cards::Letters;
use crate::rules::choices;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Fence<'a> {
    pub span: Span,
    /// Its opening line, without what follows its words.
    pub opening: Span,
    /// The words after the opening signs, as written.
    pub words: Vec<At<&'a str>>,
    pub content: Content,
    pub closed: bool,
}

/// The text of a file's first `#` heading, and where the whole heading stands (an empty place where there is none); and its
/// fences. A byte order mark is passed over, and counted in every place.
pub fn read(text: &str) -> (At<String>, Vec<Fence<'_>>) {
    let mark = text.len() - without_mark(text).len();
    let start = text.len() - text.trim_start_matches('\u{FEFF}').len();
    let (mut title, mut fences) = (
        At {
            value: String::new(),
            span: start..start,
        },
        Vec::new(),
    );
    let mut open_fence: Option<Fence> = None;
    // Where the inside of the title stands, as far as it is read.
    let mut heading: Option<Span> = None;
    let options =
        Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    for (event, range) in Parser::new_ext(&text[mark..], options).into_offset_iter() {
        let span = range.start + mark..range.end + mark;
        match (event, &mut open_fence) {
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))), _) => {
                open_fence = Some(open(text, span))
            }
            (Event::End(TagEnd::CodeBlock), _) => {
                fences.extend(open_fence.take().map(|fence| {
                    let inside = fence
                        .content
                        .whole()
                        .end
                        .max(fence.opening.end)
                        .min(fence.span.end);
                    Fence {
                        closed: text[inside..fence.span.end].contains(['`', '~']),
                        ..fence
                    }
                }));
            }
            (Event::Text(piece), Some(fence)) => {
                fence.content.push(&piece, &text[span.clone()], span)
            }
            (
                Event::Start(Tag::Heading {
                    level: HeadingLevel::H1,
                    ..
                }),
                _,
            ) if title.span.is_empty() => {
                heading = Some(span.end..span.start);
            }
            (Event::End(TagEnd::Heading(_)), _) => {
                if let Some(inside) = heading.take() {
                    let said = text.get(inside).unwrap_or("");
                    let value = said.split_whitespace().collect::<Vec<_>>().join(" ");
                    let line = text
                        .get(span.clone())
                        .map_or(0, |heading| heading.trim_end().len());
                    title = At {
                        value,
                        span: span.start..span.start + line,
                    };
                }
            }
            _ => {
                heading =
                    heading.map(|inside| inside.start.min(span.start)..inside.end.max(span.end))
            }
        }
    }
    (title, fences)
}

/// A fence as its opening line says. Its words are read from the file: Markdown decodes them and loses their place.
fn open(text: &str, span: Span) -> Fence<'_> {
    let line = text[span.clone()].lines().next().unwrap_or("");
    let signs = line
        .bytes()
        .take_while(|byte| matches!(byte, b'`' | b'~'))
        .count();
    let words = placed_words(&line[signs..], span.start + signs);
    let end = words
        .last()
        .map_or(span.start + signs, |word| word.span.end);
    let inside = (span.start + line.len() + 1).min(span.end);
    let content = Content::new(if text.is_char_boundary(inside) {
        inside
    } else {
        span.end
    });
    Fence {
        opening: span.start..end,
        span,
        words,
        content,
        closed: false,
    }
}

/// Returns the words of a text, which white space and commas part, each with its place. `start` is the place of the text.
fn placed_words(text: &str, start: usize) -> Vec<At<&str>> {
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    let mut words = Vec::new();
    let mut at = start;
    for part in text.split_inclusive(is_separator) {
        let word = part.trim_end_matches(is_separator);
        if !word.is_empty() {
            words.push(At {
                value: word,
                span: at..at + word.len(),
            });
        }
        at += part.len();
    }
    words
}

/// The text of a fence without the marks of quotations and lists around it.
#[derive(Clone, Debug, Default)]
pub struct Content {
    text: String,
    pieces: Vec<Piece>,
    start: usize,
}

/// A stretch of the text and the stretch of the file it came from.
#[derive(Clone, Debug)]
struct Piece {
    text: usize,
    file: Span,
    /// Markdown put other characters in its place: spaces for half a tab.
    replaced: bool,
}

impl Content {
    pub fn new(start: usize) -> Content {
        Content {
            start,
            ..Content::default()
        }
    }

    /// Adds a piece; `source` is what the file has at `file`.
    pub fn push(&mut self, piece: &str, source: &str, file: Span) {
        self.pieces.push(Piece {
            text: self.text.len(),
            file,
            replaced: piece != source,
        });
        self.text.push_str(piece);
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn whole(&self) -> Span {
        match (self.pieces.first(), self.pieces.last()) {
            (Some(first), Some(last)) => first.file.start..last.file.end,
            _ => self.start..self.start,
        }
    }

    /// The place in the file of a range of the text.
    pub fn span(&self, range: Range<usize>) -> Span {
        let start = self.place(range.start, false);
        let end = if range.is_empty() {
            start
        } else {
            self.place(range.end - 1, true)
        };
        start..end.max(start)
    }

    fn place(&self, at: usize, end: bool) -> usize {
        let after = self.pieces.partition_point(|piece| piece.text <= at);
        let Some(piece) = self.pieces[..after].last() else {
            return self.start;
        };
        match (piece.replaced, end) {
            (true, true) => piece.file.end,
            (true, false) => piece.file.start,
            (false, _) => {
                (piece.file.start + at - piece.text + usize::from(end)).min(piece.file.end)
            }
        }
    }

    /// Its lines, each with where it begins in the text.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut at = 0;
        self.text.split_inclusive('\n').map(move |line| {
            at += line.len();
            (at - line.len(), line)
        })
    }
}

/// The beginning of the line, if only marks of quotations and lists stand before this place.
pub fn line_start(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let marks = |c: char| {
        c.is_whitespace() || c.is_ascii_digit() || matches!(c, '>' | '-' | '*' | '+' | '.' | ')')
    };
    if text[start..at].chars().all(marks) {
        start
    } else {
        at
    }
}

/// The text without blank lines around it, those of a quotation included.
pub fn trimmed(text: &str) -> &str {
    let is_said = |c: char| !c.is_whitespace() && c != '>';
    let start = text.find(is_said).map_or(text.len(), |at| {
        text[..at].rfind('\n').map_or(0, |end| end + 1)
    });
    let end = text.rfind(is_said).map_or(start, |at| {
        text[at..].find('\n').map_or(text.len(), |end| at + end)
    });
    text[start..end].trim()
}

choices! {
    /// What a fence of ours holds.
    Word { Header "toml scenario", Deal "deal", Script "script", Payout "payout", Task "task" }
}

/// Words of other people's fences that are within two letters of ours.
const OTHERS: &str = "al as bash css d dal daml dax dcl dhall diff dot el hcl html json lean markdown md nasm perl rust \
    sas sh shell sml sql tap tasm tcsh text tk toml txt wasm xml yaml zeal";

impl Word {
    pub fn spelling(self, letters: Letters) -> &'static str {
        let french = ["toml scenario", "donne", "jeu", "paiement", "exercice"];
        if letters == Letters::French {
            french[self as usize]
        } else {
            Word::NAMES[self as usize].0
        }
    }
}

/// Those that stand after the header.
const HANDS: [Word; 4] = [Word::Deal, Word::Script, Word::Payout, Word::Task];

impl Fence<'_> {
    fn named(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.value)
    }

    /// What the fence is, if it is one of ours. A French file may have the French words and the English ones.
    pub fn word(&self, letters: Letters) -> Option<Word> {
        if (self.named(0), self.named(1)) == ("toml", "scenario") {
            return Some(Word::Header);
        }
        HANDS.into_iter().find(|kind| {
            [Letters::English, letters]
                .iter()
                .any(|of| kind.spelling(*of) == self.named(0))
        })
    }

    /// What the fence was probably meant to be, if its word is nearly one of ours.
    pub fn near(&self, letters: Letters) -> Option<Word> {
        if self.word(letters).is_some() {
            return None;
        }
        let is_head = |second: &str| is_near(second, "scenario").then_some(Word::Header);
        match (self.named(0), self.named(1)) {
            ("toml", second) => is_head(second),
            (first, _) if is_other(first) => None,
            (first, _) if is_french(first) => HANDS
                .into_iter()
                .find(|kind| kind.spelling(Letters::French) == first),
            (_, "scenario") => Some(Word::Header),
            (first, second) if is_near(first, "toml") && is_head(second).is_some() => {
                Some(Word::Header)
            }
            (first, _) => {
                let near = HANDS
                    .into_iter()
                    .find(|kind| is_near(first, kind.spelling(letters)));
                is_head(first).or(near).or_else(|| called_otherwise(first))
            }
        }
    }

    /// Whether a fence of another word holds what only a header holds.
    pub fn is_headlike(&self) -> bool {
        let opens = |line: &str, key: &str| {
            line.trim_start()
                .strip_prefix(key)
                .is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let keyed = |key: &str| self.content.lines().any(|(_, line)| opens(line, key));
        let is_an_example = is_example(self.named(0));
        !is_an_example
            && self.word(Letters::English).is_none()
            && keyed("players")
            && (keyed("edition") || keyed("editions"))
    }

    /// What a fence of no word of ours holds, if it begins as a hand does: it was meant to be read. Code is left alone.
    pub fn held(&self, names: &Names) -> Option<Word> {
        if is_other(self.named(0)) {
            return None;
        }
        let lines = self
            .content
            .lines()
            .map(|(_, line)| Reader::new(tokens(line, &|range| range), names));
        let mut first = { lines }.find(|line| line.kind() != Kind::End)?;
        let numbered = first.take(Kind::Number);
        let named = first.name().is_ok();
        match first.keyword() {
            _ if numbered => named.then_some(Word::Script),
            Some(word) if named && word.is_at(Place::Payment) => Some(Word::Payout),
            Some(word) if named && word.is_at(Place::Deed) => Some(Word::Script),
            Some(word) if !named && word.is_at(Place::Deal) => Some(Word::Deal),
            Some(word) if !named && word.is_at(Place::Payout) => Some(Word::Payout),
            _ if named && first.is_card_like() => Some(if first.rest().len() > 4 {
                Word::Deal
            } else {
                Word::Script
            }),
            _ => None,
        }
    }

    pub fn unknown(&self, near: Word, letters: Letters) -> Diagnostic {
        let words = &self.words[..self
            .words
            .len()
            .min(if near == Word::Header { 2 } else { 1 })];
        let span = words
            .first()
            .zip(words.last())
            .map(|(first, last)| first.span.start..last.span.end);
        let text = words
            .iter()
            .map(|word| word.value)
            .collect::<Vec<_>>()
            .join(" ");
        let what = if words.is_empty() {
            "without a word".into()
        } else {
            quoted(&text)
        };
        let (ours, meant) = (
            HANDS.map(|kind| kind.spelling(letters)).join("`, `"),
            near.spelling(letters),
        );
        let is_french = is_french(&text) && letters != Letters::French;
        let help = if is_french {
            in_french(meant)
        } else {
            format!("did you mean `{meant}`?")
        };
        let wrong = say!(
            "unknown-fence",
            span.as_ref().unwrap_or(&self.opening),
            what,
            ours
        )
        .help(help);
        if words.is_empty() {
            wrong
        } else {
            wrong.fix(meant)
        }
    }

    /// The fence has no end, or not where it should: a line of signs within one of ours was meant to end it, or to open another.
    pub fn unclosed(&self, letters: Letters) -> Option<Diagnostic> {
        let is_signs = |line: &str| line.starts_with("```") || line.starts_with("~~~");
        let inner = self
            .content
            .lines()
            .find(|(_, line)| is_signs(line.trim_start()));
        let inner = inner.filter(|_| self.word(letters).is_some());
        let wrong = say!("unclosed-fence", &self.opening);
        let Some((at, line)) = inner else {
            return Some(wrong).filter(|_| !self.closed);
        };
        let indent = line.len() - line.trim_start().len();
        let span = self.content.span(at + indent..at + line.trim_end().len());
        Some(wrong.related(span, "another fence before its end"))
    }

    /// A fence that a line before it should have opened: two signs are too few.
    pub fn half_opened(&self, text: &str) -> Option<Diagnostic> {
        let before = text
            .get(..self.span.start)
            .filter(|_| self.words.is_empty())?;
        let at = before.rfind("\n``")? + 1;
        let word = before[at + 2..].lines().next()?.trim_end();
        let is_ours = Word::NAMES.iter().any(|(ours, _)| *ours == word) || is_french(word);
        is_ours.then(|| say!("two-backticks", &(at..at + 2)))
    }
}

/// Finds fences of ours that are not read because they stand inside another block: behind an opening line without its end, in
/// a block of HTML, or indented as code is. A longer fence, or one of the other signs, is meant to show them, and so is a comment.
pub fn swallowed_fences(text: &str, fences: &[Fence], letters: Letters) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // Fences are in the order of the text, and none is within another: one pass over the lines is enough.
    let mut later_fences = fences.iter().peekable();
    let mut is_in_comment = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + line.len() - without_marks(line).len();
        at += line.len();
        while later_fences
            .next_if(|fence| fence.span.end <= start)
            .is_some()
        {}
        let outer = later_fences
            .peek()
            .copied()
            .filter(|fence| fence.span.start <= start);
        let is_shown_in_comment = outer.is_none() && is_in_comment;
        is_in_comment = ends_in_comment(line, is_in_comment);
        let Some(word) = opened_word(&text[start..at], letters) else {
            continue;
        };
        if !is_shown_in_comment {
            found.extend(swallowed_fence(text, start, word, outer, letters));
        }
    }
    found
}

/// Says what is wrong with the line at `start`, which would open a fence of ours; nothing if it does open one, or if it stands
/// within a fence that shows it as text or that has a diagnostic of its own.
fn swallowed_fence(
    text: &str,
    start: usize,
    word: Word,
    outer: Option<&Fence>,
    letters: Letters,
) -> Option<Diagnostic> {
    let signs = sign_count(&text[start..]);
    let span = start..start + signs;
    let Some(outer) = outer else {
        return Some(say!(
            "fence-within-a-block",
            &span,
            word = word.spelling(letters)
        ));
    };
    if outer.span.start == start || !outer.closed || outer.word(letters).is_some() {
        return None;
    }
    let opening = &text[outer.span.start..];
    if opening.as_bytes().first() != text.as_bytes().get(start) || sign_count(opening) > signs {
        return None;
    }
    let wrong = say!("fence-within-a-fence", &span, word = word.spelling(letters));
    Some(wrong.related(outer.opening.clone(), "this fence holds it"))
}

/// Returns how often the first character of a text stands at its beginning.
fn sign_count(text: &str) -> usize {
    let Some(sign) = text.chars().next() else {
        return 0;
    };
    text.len() - text.trim_start_matches(sign).len()
}

/// Whether a comment is open at the end of a line, if one was or was not at its beginning.
fn ends_in_comment(line: &str, begins_in_comment: bool) -> bool {
    match (line.rfind("<!--"), line.rfind("-->")) {
        (Some(opened), Some(closed)) => opened > closed,
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (None, None) => begins_in_comment,
    }
}

/// Returns a line without the marks of quotations and lists before it.
fn without_marks(line: &str) -> &str {
    let is_mark = |c: char| {
        c.is_whitespace() || c.is_ascii_digit() || matches!(c, '>' | '-' | '*' | '+' | '.' | ')')
    };
    line.trim_start_matches(is_mark)
}

/// Returns what a line would open, if it opens one of our fences.
fn opened_word(line: &str, letters: Letters) -> Option<Word> {
    let rest = ['`', '~']
        .into_iter()
        .find_map(|sign| Some(line.trim_start_matches(sign)).filter(|rest| *rest != line))?;
    if line.len() - rest.len() < 3 {
        return None;
    }
    let mut words = rest
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty());
    let (first, second) = (words.next()?, words.next());
    if first == "toml" && second == Some("scenario") {
        return Some(Word::Header);
    }
    HANDS.into_iter().find(|kind| {
        [Letters::English, letters]
            .iter()
            .any(|of| kind.spelling(*of) == first)
    })
}

/// Whether a word of a fence is French alone.
fn is_french(word: &str) -> bool {
    HANDS
        .iter()
        .any(|kind| kind.spelling(Letters::French) == word)
}

/// Whether a file is in French, though its header does not say so: its fences are, all of them.
pub fn are_french(fences: &[Fence]) -> bool {
    let is_english = |fence: &Fence| {
        fence
            .word(Letters::English)
            .is_some_and(|word| word != Word::Header)
    };
    let is_french = |fence: &Fence| {
        fence
            .words
            .first()
            .is_some_and(|word| is_french(word.value))
    };
    fences.iter().any(is_french) && !fences.iter().any(is_english)
}

/// Whether a fence of this word shows an example, a whole file among others, and is not read.
fn is_example(word: &str) -> bool {
    [
        "hand", "markdown", "md", "console", "text", "txt", "sh", "shell", "bash", "html", "diff",
    ]
    .contains(&word)
}

fn is_other(word: &str) -> bool {
    OTHERS.split(' ').any(|other| other == word)
}

/// What other words for our fences mean.
const SYNONYMS: [(&str, Word); 6] = [
    ("deals", Word::Deal),
    ("scripts", Word::Script),
    ("pay-out", Word::Payout),
    ("payouts", Word::Payout),
    ("payment", Word::Payout),
    ("tasks", Word::Task),
];

fn called_otherwise(word: &str) -> Option<Word> {
    SYNONYMS
        .iter()
        .find(|(theirs, _)| *theirs == word.to_lowercase())
        .map(|(_, ours)| *ours)
}

fn is_near(word: &str, ours: &str) -> bool {
    !misspelt(word, [ours]).is_empty()
}
