//! The header of a lesson: the lesson before it, and the terms and controls that it teaches.

use crate::cards::CardLanguage;
use crate::editions;
use crate::rules::{GlossaryTerm, Verb};
use crate::scenario::text::diagnostic::{Diagnostic, diagnose};
use crate::scenario::text::markdown_fences::{Fence, read_title_and_fences};
use crate::scenario::text::{FenceContent, FenceKind, header::near_keys, quote};
use crate::scenario::{Span, parsed_scenario::Spanned};
use toml::de::{DeTable, DeValue};

/// The keys of the header of a lesson, each with its meaning.
pub const LESSON_KEYS: [(&str, &str); 3] = [
    (
        "after",
        "the file of the lesson before this one, in the same folder; the first lesson of a course has none",
    ),
    (
        "terms",
        "the terms of the glossary that this lesson teaches",
    ),
    (
        "controls",
        "the buttons of the pages that this lesson teaches",
    ),
];

/// A lesson: a chapter of a book with a `toml lesson` fence.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The text of its first heading.
    pub title: String,
    /// The place of the whole fence of its header.
    pub header: Span,
    /// The place of the opening line of its header.
    pub opening: Span,
    /// The file of the lesson before it.
    pub after: Option<Spanned<String>>,
    /// The terms that it teaches.
    pub terms: Vec<Spanned<String>>,
    /// The controls that it teaches.
    pub controls: Vec<Spanned<String>>,
}

impl Lesson {
    /// Returns whether none of some diagnostics is about the header. What a lesson teaches is known only then.
    pub fn has_valid_header(&self, diagnostics: &[Diagnostic]) -> bool {
        let mut places = diagnostics.iter().map(|wrong| wrong.span.start);
        !places.any(|place| self.header.contains(&place))
    }
}

/// Returns the lesson in a text with what is wrong with its header; none if the text is no lesson.
pub fn read_lesson(text: &str) -> Option<(Lesson, Vec<Diagnostic>)> {
    if !text.contains("toml le") && !text.contains("```lesson") {
        return None;
    }
    let (title, fences) = read_title_and_fences(text);
    if fences.iter().any(is_scenario_header) {
        return None;
    }
    let mut headers = fences.iter().filter(|fence| is_lesson_header(fence));
    let mut half_named = fences
        .iter()
        .filter(|fence| is_lesson_without_toml(fence) || misspelt_lesson(fence).is_some());
    let header = headers.next().or_else(|| half_named.next())?;
    let mut reader = LessonHeaderReader {
        content: &header.content,
        lesson: Lesson {
            header: header.span.clone(),
            opening: header.opening.clone(),
            title: title.value,
            ..Lesson::default()
        },
        wrong: Vec::new(),
    };
    if reader.lesson.title.is_empty() {
        reader
            .wrong
            .push(diagnose!("lesson-title", &header.opening));
    }
    if is_lesson_without_toml(header)
        && let Some(word) = header.words.first()
    {
        let wrong = diagnose!("lesson-without-toml", &word.span);
        reader.wrong.push(wrong);
    }
    if let Some(word) = misspelt_lesson(header) {
        let written = quote(&format!("toml {}", word.value));
        let wrong = diagnose!("lesson-header-word", &word.span, written);
        reader.wrong.push(wrong);
    }
    reader.read_keys();
    let unknown_fences = fences.iter().filter_map(unknown_fence_error);
    reader.wrong.extend(unknown_fences);
    Some((reader.lesson, reader.wrong))
}

/// Returns whether a fence is the header of a scenario.
fn is_scenario_header(fence: &Fence) -> bool {
    fence.kind(CardLanguage::English) == Some(FenceKind::Header)
}

/// Returns whether a fence is the header of a lesson.
fn is_lesson_header(fence: &Fence) -> bool {
    let words: Vec<&str> = fence.words.iter().map(|word| word.value).collect();
    words == ["toml", "lesson"]
}

/// Returns whether the opening line of a fence is `lesson` alone, without `toml`.
fn is_lesson_without_toml(fence: &Fence) -> bool {
    matches!(&fence.words[..], [word] if word.value == "lesson")
}

/// Returns the second word of a fence `toml` that is almost `lesson`.
fn misspelt_lesson<'f, 't>(fence: &'f Fence<'t>) -> Option<&'f Spanned<&'t str>> {
    match &fence.words[..] {
        [first, word] if first.value == "toml" && word.value != "lesson" => {
            (!near_keys(word.value, &["lesson"]).is_empty()).then_some(word)
        }
        _ => None,
    }
}

/// The first words of the fences that a lesson shows.
const FENCE_WORDS: [&str; 5] = ["hand", "task", "question", "deal", "practice"];

/// Returns whether the words after the backticks of a fence are those of a fence that a lesson shows.
pub fn can_lesson_show_fence(words: &str) -> bool {
    let first = words.split_whitespace().next();
    first.is_some_and(|word| FENCE_WORDS.contains(&word))
}

/// The first words of the fences of a lesson that name a file, and of those that show the text of one.
const WORDS_BEFORE_PATH: [&str; 7] = ["hand", "task", "question", "deal", "markdown", "md", "text"];

/// Says that a fence names a file as a fence of a lesson does, or has a word like that of such a fence, but begins with another word.
fn unknown_fence_error(fence: &Fence) -> Option<Diagnostic> {
    let [word, path, ..] = &fence.words[..] else {
        return None;
    };
    let is_known = WORDS_BEFORE_PATH.contains(&word.value) || FENCE_WORDS.contains(&word.value);
    let near = near_keys(word.value, &FENCE_WORDS);
    if is_known || near.is_empty() && !path.value.ends_with(".md") {
        return None;
    }
    let written = quote(word.value);
    let wrong = diagnose!("lesson-fence-unknown", &word.span, written);
    Some(wrong.with_suggestions(&near, str::to_owned))
}

/// Returns the names of the controls that a lesson can teach, as their buttons are labelled.
pub fn teachable_control_names() -> Vec<String> {
    let mut names = vec![NEXT.to_owned(), CHECK.to_owned()];
    names.extend(DEAL_CONTROLS.map(str::to_owned));
    names.extend(Verb::ALL.iter().map(|verb| move_button_name(*verb)));
    names
}

/// Returns the control of a button with these words; none if the pages have no such button. The button of an exchange and of a
/// discard counts the cards.
pub fn control_name_of_button(words: &str) -> Option<String> {
    let names = teachable_control_names();
    if let Some(name) = names.into_iter().find(|name| name == words) {
        return Some(name);
    }
    let (verb, counted) = words.split_once(' ')?;
    let count = counted
        .strip_suffix("cards")
        .or_else(|| counted.strip_suffix("card"))?;
    let is_count = count.trim().chars().all(|c| c.is_ascii_digit());
    let mut counting = [Verb::Exchange, Verb::Discard]
        .map(move_button_name)
        .into_iter();
    counting.find(|control| is_count && control == verb)
}

/// Returns the name of the button of a move.
pub fn move_button_name(verb: Verb) -> String {
    let mut letters = verb.button_label().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The button that leads from one step of a hand to the next.
pub const NEXT: &str = "Next";

/// The button that takes all answers to a question at once.
pub const CHECK: &str = "Check";

/// The buttons beside every deal that a reader plays.
pub const DEAL_CONTROLS: [&str; 2] = ["Hint", "Undo"];

/// Reads the keys of a lesson's header.
struct LessonHeaderReader<'a> {
    content: &'a FenceContent,
    lesson: Lesson,
    wrong: Vec<Diagnostic>,
}

impl LessonHeaderReader<'_> {
    fn read_keys(&mut self) {
        let (table, errors) = DeTable::parse_recoverable(self.content.text());
        if let Some(error) = errors.first() {
            let span = match error.span() {
                Some(span) => cut_to_first_line(self.content.text(), span),
                None => 0..0,
            };
            let what = error.message();
            let span = self.content.span_of(span);
            self.wrong.push(diagnose!("lesson-toml", &span, what));
            return;
        }
        for (key, value) in table.get_ref().iter() {
            match key.get_ref().as_ref() {
                "after" => self.lesson.after = self.read_file_name(value),
                "terms" => {
                    self.lesson.terms = self.read_names("terms", value);
                    self.check_terms();
                }
                "controls" => {
                    self.lesson.controls = self.read_names("controls", value);
                    self.check_controls();
                }
                written => {
                    let known = LESSON_KEYS.map(|(name, _)| name);
                    let near = near_keys(written, &known);
                    let span = self.content.span_of(key.span());
                    let written = quote(written);
                    let wrong = diagnose!("lesson-key", &span, written);
                    self.wrong
                        .push(wrong.with_suggestions(&near, str::to_owned));
                }
            }
        }
    }

    /// Reads the name of a file.
    fn read_file_name(&mut self, value: &toml::Spanned<DeValue>) -> Option<Spanned<String>> {
        let name = self.read_text(value);
        if name.is_none() {
            let span = self.first_line_span(value);
            let expected = "the name of a file in quotation marks";
            self.wrong
                .push(diagnose!("lesson-value", &span, key = "after", expected));
        }
        name
    }

    /// Reads a list of names.
    fn read_names(&mut self, key: &str, value: &toml::Spanned<DeValue>) -> Vec<Spanned<String>> {
        let mut names = Vec::new();
        let items = value.get_ref().as_array();
        for item in items.into_iter().flat_map(|items| items.iter()) {
            names.extend(self.read_text(item));
        }
        if items.is_none_or(|items| items.len() != names.len()) {
            let span = self.first_line_span(value);
            let expected = "a list of names in quotation marks";
            self.wrong
                .push(diagnose!("lesson-value", &span, key, expected));
        }
        names
    }

    /// Reads a text.
    fn read_text(&self, value: &toml::Spanned<DeValue>) -> Option<Spanned<String>> {
        Some(Spanned {
            value: value.get_ref().as_str()?.to_owned(),
            span: self.first_line_span(value),
        })
    }

    /// Returns the place of a value in the file, up to the end of its first line.
    fn first_line_span(&self, value: &toml::Spanned<DeValue>) -> Span {
        let span = cut_to_first_line(self.content.text(), value.span());
        self.content.span_of(span)
    }

    /// Notes each term that the glossary does not have.
    fn check_terms(&mut self) {
        let terms = editions::TERMS.iter();
        let known: Vec<&str> = terms
            .flat_map(|term| term.forms.iter().chain([&term.name]))
            .copied()
            .collect();
        for term in &self.lesson.terms {
            if term_called(&term.value).is_none() {
                let near = near_keys(&term.value, &known);
                let written = quote(&term.value);
                let wrong = diagnose!("lesson-term", &term.span, written);
                self.wrong.push(wrong.with_suggestions(&near, quote_word));
            }
        }
    }

    /// Notes each control that the pages do not have.
    fn check_controls(&mut self) {
        let mut names = teachable_control_names();
        names.push(format!("{} cards", move_button_name(Verb::Exchange)));
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        for control in &self.lesson.controls {
            if control_name_of_button(&control.value).is_none() {
                let near = near_keys(&control.value, &known);
                let written = quote(&control.value);
                let wrong = diagnose!("lesson-control", &control.span, written);
                self.wrong.push(wrong.with_suggestions(&near, quote_word));
            }
        }
    }
}

/// Returns the term of the glossary that has a word as its name or as one of its forms.
pub fn term_called(word: &str) -> Option<&'static GlossaryTerm> {
    editions::TERMS
        .iter()
        .find(|term| term.name == word || term.forms.contains(&word))
}

fn quote_word(word: &str) -> String {
    format!("\"{word}\"")
}

/// Returns a place cut off at the end of its first line.
fn cut_to_first_line(text: &str, span: Span) -> Span {
    let marked = text.get(span.clone()).unwrap_or_default();
    let length = marked.find(['\n', '\r']).unwrap_or(marked.len());
    span.start..span.start + length
}
