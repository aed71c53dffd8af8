//! The budget of words of a lesson: it may use only the terms and controls that it or a lesson before it teaches.

use super::game_names::is_meant_as_game;
use super::glossary_terms_in_lesson::{find_terms, uses_word};
use super::lesson_path::has_sound_path;
use super::{
    Lesson, LessonFile, control_name_of_button, earlier_lessons_nearest_first, find_lessons,
    term_called,
};
use crate::editions::glossary_terms_in_text::TermInText;
use crate::scenario::Span;
use crate::scenario::text::diagnostic::{Diagnostic, diagnose};
use crate::scenario::text::prose_links_and_pictures::PROSE_OPTIONS;
use crate::scenario::text::quote;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The terms and controls that a lesson may use, and the lessons that teach others.
pub struct AllowedTermsAndControls {
    /// The ids of the terms.
    terms: BTreeSet<&'static str>,
    controls: BTreeSet<String>,
    others: Vec<LessonFile>,
    /// Those of the other lessons that do not come after this one, if the lesson names none before it.
    possible_predecessors: Vec<LessonFile>,
}

/// The text that a fence of a lesson shows, with ways to show less of it.
pub struct TextShownByFence<'a> {
    /// The place of the opening line of the fence.
    pub opening: Span,
    /// The text, a paragraph on each line.
    pub text: &'a str,
    /// What an author can do so that the fence shows less, up to *or*: `show another step, or `.
    pub way: &'a str,
    /// Returns each box that an author can put around it, with the text that is left then.
    pub in_boxes: &'a dyn Fn() -> Vec<(&'static str, String)>,
}

/// The untaught words of the fences of a lesson, each with its diagnostic at the first fence that shows it.
#[derive(Default)]
pub struct UntaughtWords {
    by_word: BTreeMap<String, Diagnostic>,
}

impl UntaughtWords {
    /// Adds a word that a fence shows. Another fence that shows it is noted at the first.
    fn add(&mut self, word: &str, opening: &Span, diagnose_word: impl FnOnce() -> Diagnostic) {
        match self.by_word.remove(word) {
            Some(known) => {
                let wrong = known.with_related(opening.clone(), "shown here too");
                self.by_word.insert(word.to_owned(), wrong);
            }
            None => {
                self.by_word.insert(word.to_owned(), diagnose_word());
            }
        }
    }

    /// Returns the diagnostics.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.by_word.into_values().collect()
    }
}

impl AllowedTermsAndControls {
    /// Returns the budget of a lesson in a file. It follows from the lesson and from those before it. There is none if one of these
    /// is missing or has a wrong header, because then nobody knows what is taught.
    pub fn of_lesson(path: &Path, lesson: &Lesson) -> Option<AllowedTermsAndControls> {
        if !has_sound_path(path, lesson) {
            return None;
        }
        let mut budget = AllowedTermsAndControls {
            terms: BTreeSet::new(),
            controls: BTreeSet::new(),
            others: Vec::new(),
            possible_predecessors: Vec::new(),
        };
        budget.add_lesson(lesson);
        for file in earlier_lessons_nearest_first(path, lesson) {
            budget.add_lesson(&file.lesson);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        budget.others = find_lessons(folder).unwrap_or_default();
        budget.others.retain(|file| file.path != path);
        if lesson.after.is_none() {
            budget.possible_predecessors = budget.others.clone();
            budget.possible_predecessors.retain(|file| {
                let mut before =
                    earlier_lessons_nearest_first(&file.path, &file.lesson).into_iter();
                before.all(|earlier| earlier.path != path)
            });
        }
        Some(budget)
    }

    fn add_lesson(&mut self, lesson: &Lesson) {
        self.terms.extend(taught_term_ids(lesson));
        self.controls.extend(taught_controls(lesson));
    }

    /// Returns the terms in a text that are not taught yet, each once. The name of a game is no term.
    fn untaught_terms(&self, text: &str) -> Vec<TermInText> {
        let mut found = find_terms(text);
        found.retain(|found| !self.terms.contains(found.term.id));
        found.retain(|found| !is_meant_as_game(text, &found.span));
        let mut known = BTreeSet::new();
        found.retain(|found| known.insert(found.term.id));
        found
    }

    /// Returns the diagnostic for a lesson whose header has no `after` although its prose uses several terms of other lessons.
    pub fn missing_predecessor_error(&self, text: &str, lesson: &Lesson) -> Option<Diagnostic> {
        let mut words: BTreeMap<&'static str, String> = BTreeMap::new();
        for (piece, _) in prose_pieces(text) {
            for found in self.untaught_terms(piece.words) {
                words
                    .entry(found.term.id)
                    .or_insert_with(|| quote(found.term.name));
            }
        }
        let mut best: Option<(&LessonFile, BTreeSet<&'static str>)> = None;
        for file in &self.possible_predecessors {
            let mut taught: BTreeSet<&'static str> = taught_term_ids(&file.lesson).collect();
            for earlier in earlier_lessons_nearest_first(&file.path, &file.lesson) {
                taught.extend(taught_term_ids(&earlier.lesson));
            }
            taught.retain(|id| words.contains_key(id));
            let is_better = match &best {
                Some((_, known)) => taught.len() > known.len(),
                None => taught.len() > 1,
            };
            if is_better {
                best = Some((file, taught));
            }
        }
        let (file, taught) = best?;
        words.retain(|id, _| taught.contains(id));
        let words = list_words(&words.into_values().collect::<Vec<_>>());
        let file = file.name();
        Some(diagnose!(
            "lesson-without-after",
            &lesson.opening,
            words,
            file
        ))
    }

    /// Returns the untaught terms and controls in the prose of a lesson, each at its first place; and those that the lesson teaches
    /// without a word about them.
    pub fn check_prose(&self, text: &str, lesson: &Lesson) -> Vec<Diagnostic> {
        let mut wrong = Vec::new();
        let mut prose = String::new();
        let mut known = BTreeSet::new();
        for (piece, span) in prose_pieces(text) {
            prose.push_str(piece.words);
            if piece.ends_line {
                prose.push('\n');
            }
            if piece.is_emphasis && self.is_untaught_control(piece.words) {
                wrong.push(self.untaught_control_error(&span, piece.words));
                continue;
            }
            for found in self.untaught_terms(piece.words) {
                if known.insert(found.term.id) {
                    let start = span.start + found.span.start;
                    let place = start..start + found.span.len();
                    let word = quote(&piece.words[found.span.clone()]);
                    let teacher = self.describe_term_teacher(&found);
                    wrong.push(diagnose!("untaught-term", &place, word, teacher));
                }
            }
        }
        wrong.extend(find_unused(lesson, &prose));
        wrong
    }

    /// Returns whether words are those of a control that is not taught yet.
    fn is_untaught_control(&self, words: &str) -> bool {
        control_name_of_button(words).is_some_and(|control| !self.controls.contains(&control))
    }

    /// Returns the diagnostic for a control in the prose of a lesson.
    fn untaught_control_error(&self, place: &Span, name: &str) -> Diagnostic {
        let teacher = self.describe_control_teacher(name);
        let word = quote(name);
        diagnose!("untaught-term", place, word, teacher)
    }

    /// Adds the untaught terms in the lines of text that a fence of a lesson shows.
    pub fn check_shown_text(&self, part: &TextShownByFence, words: &mut UntaughtWords) {
        let mut known = BTreeSet::new();
        for line in part.text.lines() {
            for found in self.untaught_terms(line) {
                if known.insert(found.term.id) {
                    words.add(found.term.id, &part.opening, || {
                        self.shown_term_error(part, line, &found)
                    });
                }
            }
        }
    }

    /// Returns the diagnostic for a term that a fence shows. If a box hides it, it names the one that hides least.
    fn shown_term_error(
        &self,
        part: &TextShownByFence,
        line: &str,
        found: &TermInText,
    ) -> Diagnostic {
        let word = quote(&line[found.span.clone()]);
        let sentence = sentence_around(line, &found.span);
        let teacher = self.describe_term_teacher(found);
        let way = part.way;
        let wrong = diagnose!(
            "untaught-term-shown",
            &part.opening,
            word,
            sentence,
            teacher,
            way
        );
        let mut boxes = (part.in_boxes)().into_iter();
        let hiding = boxes.find(|(_, left)| {
            let mut terms = left.lines().flat_map(|other| self.untaught_terms(other));
            terms.all(|other| other.term.id != found.term.id)
        });
        match hiding {
            Some((class, _)) => wrong.with_help(format!(
                "a box hides it: write `<div class=\"{class}\">` above this part of the lesson and `</div>` below it"
            )),
            None => wrong,
        }
    }

    /// Adds the untaught controls among those that a fence of a lesson shows, each with the step at which it appears.
    pub fn check_shown_controls(
        &self,
        part: &TextShownByFence,
        controls: &BTreeMap<String, String>,
        words: &mut UntaughtWords,
    ) {
        for (name, step) in controls {
            if self.controls.contains(name) {
                continue;
            }
            words.add(&format!("button {name}"), &part.opening, || {
                let teacher = self.describe_control_teacher(name);
                let word = quote(name);
                let (place, way) = if step.is_empty() {
                    (String::new(), "")
                } else {
                    (format!(" at step `{step}`"), part.way)
                };
                diagnose!(
                    "untaught-control-shown",
                    &part.opening,
                    word,
                    place,
                    teacher,
                    way
                )
            });
        }
    }

    /// Says which lesson teaches a term.
    fn describe_term_teacher(&self, found: &TermInText) -> String {
        let term = found.term;
        self.describe_teacher(&format!("the term {}", quote(term.name)), |lesson| {
            taught_term_ids(lesson).any(|id| id == term.id)
        })
    }

    /// Says which lesson teaches a control.
    fn describe_control_teacher(&self, name: &str) -> String {
        self.describe_teacher("it", |lesson| {
            taught_controls(lesson).any(|own| own == name)
        })
    }

    fn describe_teacher(&self, subject: &str, teaches: impl Fn(&Lesson) -> bool) -> String {
        match self.others.iter().find(|file| teaches(&file.lesson)) {
            Some(file) => format!("{} teaches {subject}", file.name()),
            None => format!("no lesson teaches {subject}"),
        }
    }
}

/// Returns the ids of the terms that a lesson teaches.
fn taught_term_ids(lesson: &Lesson) -> impl Iterator<Item = &'static str> {
    let terms = lesson.terms.iter();
    terms.filter_map(|term| Some(term_called(&term.value)?.id))
}

/// Returns the controls that a lesson teaches, by their usual names.
fn taught_controls(lesson: &Lesson) -> impl Iterator<Item = String> {
    let controls = lesson.controls.iter();
    controls.filter_map(|control| control_name_of_button(&control.value))
}

/// Returns some words in a list; of many, the first with the number of the others.
fn list_words(words: &[String]) -> String {
    const SHOWN: usize = 4;
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [others @ .., last] if words.len() <= SHOWN => {
            format!("{} and {last}", others.join(", "))
        }
        _ => {
            let others = words.len() - (SHOWN - 1);
            format!("{} and {others} more words", words[..SHOWN - 1].join(", "))
        }
    }
}

/// A piece of the prose of a lesson.
struct LessonTextRun<'a> {
    words: &'a str,
    is_emphasis: bool,
    /// True if a line or a paragraph ends after it.
    ends_line: bool,
}

/// Returns the pieces of the prose of a lesson, each with its place; code is no prose.
fn prose_pieces(text: &str) -> Vec<(LessonTextRun<'_>, Span)> {
    let mut pieces: Vec<(LessonTextRun, Span)> = Vec::new();
    let mut is_code = false;
    let mut is_emphasis = false;
    for (event, span) in Parser::new_ext(text, PROSE_OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Start(Tag::Emphasis) => is_emphasis = true,
            Event::End(TagEnd::Emphasis) => is_emphasis = false,
            Event::Text(_) if !is_code => {
                let piece = LessonTextRun {
                    words: &text[span.clone()],
                    is_emphasis,
                    ends_line: false,
                };
                pieces.push((piece, span));
            }
            Event::SoftBreak | Event::End(TagEnd::Paragraph | TagEnd::Heading(_)) => {
                if let Some((last, _)) = pieces.last_mut() {
                    last.ends_line = true;
                }
            }
            _ => {}
        }
    }
    pieces
}

/// Returns the terms and controls in the header of a lesson that its prose does not use.
fn find_unused(lesson: &Lesson, prose: &str) -> Vec<Diagnostic> {
    let mut wrong = Vec::new();
    let used: BTreeSet<&str> = find_terms(prose)
        .iter()
        .map(|found| found.term.id)
        .collect();
    for term in &lesson.terms {
        let is_used = term_called(&term.value).is_none_or(|known| used.contains(known.id));
        if !is_used && !uses_word(prose, &term.value) {
            wrong.push(diagnose!(
                "taught-unused",
                &term.span,
                word = quote(&term.value)
            ));
        }
    }
    for control in &lesson.controls {
        if !prose.contains(&control.value) {
            let word = quote(&control.value);
            wrong.push(diagnose!("taught-unused", &control.span, word));
        }
    }
    wrong
}

/// Returns the sentence around a place in a text.
fn sentence_around<'a>(text: &'a str, span: &Span) -> &'a str {
    let before = text[..span.start].rsplit(ends_sentence).next();
    let after = text[span.end..].split(ends_sentence).next();
    let start = span.start - before.unwrap_or_default().len();
    let end = span.end + after.unwrap_or_default().len();
    text[start..end].trim()
}

/// Returns whether a sentence or a line ends with a character.
fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '?' | '!' | ':' | '\n')
}
