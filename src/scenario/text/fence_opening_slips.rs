//! Lines that look like the opening line of a fence of ours, but that Markdown reads as something else; and fences that were
//! pasted twice.

use super::markdown_fences::{Fence, FenceKind, fence_kind, is_in_block_prefix};
use super::{Diagnostic, Span, Spanned, diagnose};
use crate::cards::CardLanguage;

/// Characters that are typed or pasted instead of a backtick.
const LIKE_BACKTICKS: [char; 10] = ['‘', '’', '‛', '´', '′', '‵', 'ˋ', '\u{FF40}', '“', '”'];

/// Finds the first line that looks like the opening line of a fence of ours and is none. Everything after such a line would be
/// misread, so it is the only mistake to report.
pub fn find_mistyped_fence(text: &str, fences: &[Fence]) -> Option<Diagnostic> {
    let mut quoted = fences
        .iter()
        .filter(|fence| outlasts_quotation(text, fence));
    if let Some(fence) = quoted.next() {
        return Some(diagnose!("fence-leaves-quotation", &fence.opening));
    }
    let mut fences_left = fences.iter().peekable();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        while fences_left
            .next_if(|fence| fence.span.end <= start)
            .is_some()
        {}
        let is_in_fence = fences_left
            .peek()
            .is_some_and(|fence| fence.span.start < at);
        if is_in_fence {
            continue;
        }
        let line = Spanned {
            value: line.trim_end(),
            span: start..start + line.trim_end().len(),
        };
        let found = indented_fence_error(text, &line)
            .or_else(|| backtick_look_alike_error(text, &line))
            .or_else(|| {
                let next_is_wordless = fences_left
                    .peek()
                    .is_some_and(|fence| fence.words.is_empty());
                if next_is_wordless {
                    fence_after_prose_error(&line)
                } else {
                    None
                }
            });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns whether a fence of ours begins in a quotation that ends before the fence is closed.
fn outlasts_quotation(text: &str, fence: &Fence) -> bool {
    if fence.closed {
        return false;
    }
    let before = &text[..fence.opening.start];
    let line_start = match before.rfind('\n') {
        Some(at) => at + 1,
        None => 0,
    };
    let signs = text[fence.opening.clone()].trim_start_matches(['`', '~']);
    before[line_start..].trim_start().starts_with('>') && fence_kind_with_words(signs).is_some()
}

/// Returns the kind of fence that these words name, with the words themselves without spaces
/// around.
fn fence_kind_with_words(words: &str) -> Option<(FenceKind, &str)> {
    let words = words.trim();
    let mut parts = words.split_whitespace();
    let first = parts.next()?;
    let kind = fence_kind(
        first,
        parts.next().unwrap_or_default(),
        CardLanguage::French,
    )?;
    Some((kind, words))
}

/// Says that a line is indented by four spaces or more: Markdown reads it as code. The fix moves this line and the closing line
/// to the left.
fn indented_fence_error(text: &str, line: &Spanned<&str>) -> Option<Diagnostic> {
    let rest = line.value.trim_start_matches([' ', '\t']);
    let indent = &line.value[..line.value.len() - rest.len()];
    if !indent.contains('\t') && indent.len() < 4 {
        return None;
    }
    let (_, word) = fence_kind_with_words(rest.strip_prefix("```")?)?;
    let how = if indent.contains('\t') {
        "with a tab".to_owned()
    } else {
        format!("by {} spaces", indent.len())
    };
    let start = line.span.start + indent.len();
    let span = start..line.span.end;
    let mut wrong = diagnose!("indented-fence", &span, word, how)
        .with_fix_at(line.span.start..start, String::new());
    if let Some(closing) = closing_line_indent_span(text, line.span.end, indent) {
        wrong.repeated_at.push(closing);
    }
    Some(wrong)
}

/// Returns the indentation of the first line after a place that has closing signs, if it is the same as that of the opening line.
fn closing_line_indent_span(text: &str, search_start: usize, indent: &str) -> Option<Span> {
    let mut at = search_start;
    for line in text[search_start..].split_inclusive('\n') {
        let start = at;
        at += line.len();
        if line.trim() == "```" {
            let is_indented = line.starts_with(indent);
            return is_indented.then(|| start..start + indent.len());
        }
    }
    None
}

/// Returns the error for a line that opens a fence with signs that look like backticks. The fix
/// writes backticks for all such signs of the file.
fn backtick_look_alike_error(text: &str, line: &Spanned<&str>) -> Option<Diagnostic> {
    let body = line.value.trim_start_matches(is_in_block_prefix);
    let rest = body.trim_start_matches(is_backtick_look_alike);
    let signs = &body[..body.len() - rest.len()];
    let (_, word) = fence_kind_with_words(rest)?;
    let sign = signs.chars().next()?;
    let is_two_tildes = signs == "~~";
    if (signs.chars().count() < 3 && !is_two_tildes) || signs.starts_with("~~~") {
        return None;
    }
    let code = format!("U+{:04X}", u32::from(sign));
    let start = line.span.end - body.len();
    let span = start..start + signs.len();
    let mut wrong = if is_two_tildes {
        diagnose!("fence-of-two-tildes", &span, word)
    } else {
        diagnose!("fence-of-other-signs", &span, word, sign, code)
    };
    wrong.repeated_at = look_alike_fence_spans(text, span.end);
    Some(wrong.with_fix("```"))
}

fn is_backtick_look_alike(c: char) -> bool {
    LIKE_BACKTICKS.contains(&c) || c == '\'' || c == '~'
}

/// Returns the signs at the beginning of each later line that would open or close a fence if they were backticks.
fn look_alike_fence_spans(text: &str, search_start: usize) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = search_start;
    for line in text[search_start..].split_inclusive('\n') {
        let start = at;
        at += line.len();
        let rest = line.trim_start_matches(is_backtick_look_alike);
        let length = line.len() - rest.len();
        let count = line[..length].chars().count();
        let ends = rest.trim().is_empty() || fence_kind_with_words(rest).is_some();
        let is_sound_fence = line.starts_with("~~~");
        if ends && !is_sound_fence && (count >= 3 || &line[..length] == "~~") {
            found.push(start..start + length);
        }
    }
    found
}

/// Says that the signs of a fence stand behind prose on one line. The fix puts them on a line of their own.
fn fence_after_prose_error(line: &Spanned<&str>) -> Option<Diagnostic> {
    let at = line.value.find("```")?;
    let before = line.value[..at].trim_end();
    let (_, word) = fence_kind_with_words(&line.value[at + 3..])?;
    if before.is_empty() || line.value.matches('`').count() != 3 {
        return None;
    }
    let start = line.span.start + at;
    let span = start..line.span.end;
    let blank = line.span.start + before.len()..start;
    Some(diagnose!("fence-after-prose", &span, word).with_fix_at(blank, "\n\n"))
}

/// Says that a deal, a script or a payout is the same as the one before it.
pub fn pasted_twice_error(text: &str, word: &str, fence: &Span, first: &Span) -> Diagnostic {
    let line = text[..first.start].matches('\n').count() + 1;
    diagnose!("fence-pasted-twice", fence, word, line).with_related(first.clone(), "first here")
}

/// Returns whether two fences have the same text, of more than one line.
pub fn are_multiline_texts_equal(text: &str, first: &Span, second: &Span) -> bool {
    let first = trimmed_nonempty_lines(text, first);
    first.len() > 1 && first == trimmed_nonempty_lines(text, second)
}

/// Returns the lines of a stretch of the file that are not empty, without blanks around them.
fn trimmed_nonempty_lines<'a>(text: &'a str, span: &Span) -> Vec<&'a str> {
    let content = text.get(span.clone()).unwrap_or_default();
    let lines = content.lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).collect()
}
