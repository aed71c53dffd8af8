//! The budget of words of a lesson: it may use only the terms and controls that it or a lesson before it teaches.

use super::{Lesson, LessonFile, control_names, find_lessons, lessons_before, term_called};
use crate::editions::glossary_terms_in_text::{TermInText, find_terms};
use crate::scenario::Span;
use crate::scenario::text::diagnostic::{Diagnostic, diagnose};
use crate::scenario::text::prose::PROSE_OPTIONS;
use crate::scenario::text::quote;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::path::Path;

/// The terms and controls that a lesson may use, and the lessons that teach others.
pub struct LessonVocabulary {
    /// The ids of the terms.
    terms: BTreeSet<&'static str>,
    controls: BTreeSet<String>,
    others: Vec<LessonFile>,
}

impl LessonVocabulary {
    /// Returns the budget of a lesson in a file. It follows from the lesson and from those before it.
    pub fn of_lesson(path: &Path, lesson: &Lesson) -> LessonVocabulary {
        let mut budget = LessonVocabulary {
            terms: BTreeSet::new(),
            controls: BTreeSet::new(),
            others: Vec::new(),
        };
        budget.add_lesson(lesson);
        let before = lessons_before(path, lesson);
        for file in &before {
            budget.add_lesson(&file.lesson);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        budget.others = find_lessons(folder).unwrap_or_default();
        budget.others.retain(|file| file.path != path);
        budget
    }

    fn add_lesson(&mut self, lesson: &Lesson) {
        self.terms.extend(taught_term_ids(lesson));
        let controls = lesson.controls.iter().map(|control| control.value.clone());
        self.controls.extend(controls);
    }

    /// Returns the terms in a text that are not taught yet, each once.
    fn untaught_terms(&self, text: &str) -> Vec<TermInText> {
        let mut found = find_terms(text);
        found.retain(|found| !self.terms.contains(found.term.id));
        let mut known = BTreeSet::new();
        found.retain(|found| known.insert(found.term.id));
        found
    }

    /// Returns the untaught terms and controls in the prose of a lesson, each at its first place; and those that the lesson teaches
    /// without a word about them.
    pub fn check_prose(&self, text: &str, lesson: &Lesson) -> Vec<Diagnostic> {
        let mut wrong = Vec::new();
        let mut prose = String::new();
        let mut known = BTreeSet::new();
        let mut is_code = false;
        let mut is_emphasis = false;
        for (event, span) in Parser::new_ext(text, PROSE_OPTIONS).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(_)) => is_code = true,
                Event::End(TagEnd::CodeBlock) => is_code = false,
                Event::Start(Tag::Emphasis) => is_emphasis = true,
                Event::End(TagEnd::Emphasis) => is_emphasis = false,
                Event::Text(_) if !is_code => {
                    let words = &text[span.clone()];
                    prose.push_str(words);
                    if is_emphasis && self.is_untaught_control(words) {
                        wrong.push(self.untaught_control_error(&span, words));
                        continue;
                    }
                    for found in self.untaught_terms(words) {
                        if known.insert(found.term.id) {
                            let start = span.start + found.span.start;
                            let place = start..start + found.span.len();
                            let word = quote(&words[found.span.clone()]);
                            let teacher = self.describe_term_teacher(&found);
                            wrong.push(diagnose!("untaught-term", &place, word, teacher));
                        }
                    }
                }
                Event::SoftBreak | Event::End(TagEnd::Paragraph | TagEnd::Heading(_)) => {
                    prose.push('\n');
                }
                _ => {}
            }
        }
        wrong.extend(find_unused(lesson, &prose));
        wrong
    }

    /// Returns whether words are those of a control that is not taught yet.
    fn is_untaught_control(&self, words: &str) -> bool {
        control_names().iter().any(|name| name == words) && !self.controls.contains(words)
    }

    /// Returns the diagnostic for a control in the prose of a lesson.
    fn untaught_control_error(&self, place: &Span, name: &str) -> Diagnostic {
        let teacher = self.describe_control_teacher(name);
        let word = quote(name);
        diagnose!("untaught-term", place, word, teacher)
    }

    /// Returns the untaught terms in the lines of text that a fence of a lesson shows, each once.
    pub fn check_shown_text(&self, opening: &Span, text: &str) -> Vec<Diagnostic> {
        let mut wrong = Vec::new();
        let mut known = BTreeSet::new();
        for line in text.lines() {
            for found in self.untaught_terms(line) {
                if !known.insert(found.term.id) {
                    continue;
                }
                let word = quote(&line[found.span.clone()]);
                let sentence = sentence_around(line, &found.span);
                let teacher = self.describe_term_teacher(&found);
                wrong.push(diagnose!(
                    "untaught-term-shown",
                    opening,
                    word,
                    sentence,
                    teacher
                ));
            }
        }
        wrong
    }

    /// Returns the untaught controls among those that a fence of a lesson shows.
    pub fn check_shown_controls(
        &self,
        opening: &Span,
        controls: &BTreeSet<String>,
    ) -> Vec<Diagnostic> {
        let mut wrong = Vec::new();
        for name in controls {
            if !self.controls.contains(name) {
                let teacher = self.describe_control_teacher(name);
                let word = quote(name);
                wrong.push(diagnose!("untaught-control-shown", opening, word, teacher));
            }
        }
        wrong
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
            lesson.controls.iter().any(|own| own.value == name)
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

/// Returns the terms and controls in the header of a lesson that its prose does not use.
fn find_unused(lesson: &Lesson, prose: &str) -> Vec<Diagnostic> {
    let mut wrong = Vec::new();
    let used: BTreeSet<&str> = find_terms(prose)
        .iter()
        .map(|found| found.term.id)
        .collect();
    for term in &lesson.terms {
        let is_used = term_called(&term.value).is_none_or(|known| used.contains(known.id));
        if !is_used && !prose.contains(&term.value) {
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
