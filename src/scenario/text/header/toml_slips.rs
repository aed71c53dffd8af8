//! Mistakes in the TOML of a header for which the line to write is evident: a colon, text without quotation marks, a key
//! twice, curly quotation marks.

use super::super::{Diagnostic, FenceContent, Span, diagnose, quote};
use std::ops::Range;

/// Quotation marks that TOML does not know.
pub(super) const CURLY: [char; 5] = ['“', '”', '„', '«', '»'];

/// Returns a line with straight quotation marks. The blanks that French sets inside its marks are left out.
pub(super) fn with_straight_marks(line: &str) -> String {
    let mut straight = line.to_owned();
    for blank in [' ', '\u{A0}', '\u{202F}'] {
        straight = straight
            .replace(&format!("«{blank}"), "«")
            .replace(&format!("{blank}»"), "»");
    }
    straight.replace(CURLY, "\"")
}

/// A line of the header that TOML cannot read.
pub(super) struct BrokenTomlLine<'a> {
    pub content: &'a FenceContent,
    /// The words for the header: "the header".
    pub called: &'static str,
    /// Where the line begins in the text.
    pub at: usize,
    pub line: &'a str,
    /// The place of the error in the text.
    pub range: Range<usize>,
}

impl BrokenTomlLine<'_> {
    /// Says what is wrong with the line, if the correction is evident.
    pub(super) fn find_slip(&self, message: &str) -> Option<Diagnostic> {
        if message.starts_with("duplicate key") {
            return self.key_twice_error();
        }
        if message.starts_with("missing comma") {
            return self.missing_comma_error();
        }
        self.semicolon_or_comma_end_error()
            .or_else(|| self.inline_table_error())
            .or_else(|| self.colon_for_equals_error())
            .or_else(|| self.unquoted_text_error())
            .or_else(|| self.bare_list_error())
            .or_else(|| self.unclosed_quote_error())
    }

    /// Says that a semicolon or a comma stands at the end of the line, where TOML has none.
    fn semicolon_or_comma_end_error(&self) -> Option<Diagnostic> {
        let place = self.line.get(self.range.start - self.at..)?;
        let sign = place.trim_end();
        if sign != ";" && sign != "," {
            return None;
        }
        let start = self.range.start - self.at;
        let span = self.span_in_line(self.at, &(start..start + 1));
        Some(diagnose!("toml-sign-at-end", &span, sign).with_fix(""))
    }

    /// Says that a pair in braces has a colon, or a value without quotation marks.
    fn inline_table_error(&self) -> Option<Diagnostic> {
        let (_, value) = self.line.split_once('=')?;
        let inner = value.trim().strip_prefix('{')?.strip_suffix('}')?;
        let mut pairs = Vec::new();
        let mut has_truth = false;
        for pair in inner.split(',') {
            let at = pair.find(['=', ':'])?;
            let key = pair[..at].trim();
            let written = pair[at + 1..].trim();
            let truth = toml_bool_for_word(written);
            has_truth |= truth.is_some();
            let quoted = truth
                .map(str::to_owned)
                .or_else(|| add_missing_quotes(written));
            pairs.push(format!("{key} = {}", quoted.as_deref().unwrap_or(written)));
        }
        let braces = format!("{{ {} }}", pairs.join(", "));
        let start = self.line.find('{')?;
        let span = self.span_in_line(self.at, &(start..start + value.trim().len()));
        let wrong = if inner.contains(':') && !inner.contains('=') {
            diagnose!("toml-colon", &span)
        } else if has_truth {
            diagnose!("toml-truth", &span, quoted = braces)
        } else {
            diagnose!(
                "toml-without-quotes",
                &span,
                called = self.called,
                quoted = braces
            )
        };
        Some(wrong.with_label(format!("write {braces}")).with_fix(braces))
    }

    /// Says that several texts stand behind a key, and no square brackets around them.
    fn bare_list_error(&self) -> Option<Diagnostic> {
        let (value, span) = self.quoted_value_with_span()?;
        if !value.ends_with('"') || !value.contains("\",") || value.matches('"').count() % 2 == 1 {
            return None;
        }
        let list = format!("[{value}]");
        Some(diagnose!("toml-list-without-brackets", &span, list))
    }

    /// Says that a text has no closing quotation mark.
    fn unclosed_quote_error(&self) -> Option<Diagnostic> {
        let (value, span) = self.quoted_value_with_span()?;
        if value.matches('"').count() != 1 {
            return None;
        }
        let text = format!("{value}\"");
        Some(diagnose!("toml-open-text", &span, text))
    }

    /// Returns the value of the line, if it begins with a quotation mark, and its place in the file.
    fn quoted_value_with_span(&self) -> Option<(&str, Span)> {
        let equals = self.line.find('=')?;
        key_of_line(self.line)?;
        let value = self.line[equals + 1..].trim();
        let start = equals + 1 + self.line[equals + 1..].find('"')?;
        let span = self.span_in_line(self.at, &(start..start + value.len()));
        value.starts_with('"').then_some((value, span))
    }

    /// Says that a key stands twice.
    fn key_twice_error(&self) -> Option<Diagnostic> {
        let key = key_of_line(self.line)?;
        let (first_at, first) = self
            .content
            .lines()
            .find(|(at, line)| *at < self.at && key_of_line(line) == Some(key))?;
        let indent = first.len() - first.trim_start().len();
        let first_place = first_at + indent..first_at + indent + key.len();
        let span = self.content.span_of(self.range.clone());
        let wrong = diagnose!(
            "key-twice",
            &span,
            called = self.called,
            written = quote(key)
        );
        Some(wrong.with_related(self.content.span_of(first_place), "first here"))
    }

    /// Says that a comma is missing before an item of a list, or that the list is not closed before the next key.
    fn missing_comma_error(&self) -> Option<Diagnostic> {
        let span = self.content.span_of(self.range.clone());
        let indent = self.line.len() - self.line.trim_start().len();
        if key_of_line(self.line).is_some() && self.range.start == self.at + indent {
            let end = self.content.text()[..self.at].trim_end().len();
            let place = self.content.span_of(end..end);
            return Some(diagnose!("toml-open-list", &span).with_fix_at(place, "]"));
        }
        if !self.line.contains("\" \"") {
            return None;
        }
        let place = self.span_in_line(self.at, &(0..self.line.len()));
        let wrong = diagnose!("toml-missing-comma", &span);
        Some(wrong.with_fix_at(place, self.line.replace("\" \"", "\", \"")))
    }

    /// Says that a colon stands where TOML has `=`. The fix is for all such lines.
    fn colon_for_equals_error(&self) -> Option<Diagnostic> {
        let colon = colon_separator_range(self.line)?;
        let sign_at = self.line.find(':')?;
        let sign = self.span_in_line(self.at, &(sign_at..sign_at + 1));
        let value = self.line[colon.end..].trim_end();
        if let Some(quoted) = add_missing_quotes(value) {
            let place = self.span_in_line(self.at, &(colon.start..colon.end + value.len()));
            return Some(diagnose!("toml-colon", &sign).with_fix_at(place, format!(" = {quoted}")));
        }
        let mut wrong =
            diagnose!("toml-colon", &sign).with_fix_at(self.span_in_line(self.at, &colon), " = ");
        for (at, line) in self.content.lines() {
            if at != self.at
                && let Some(other) = colon_separator_range(line)
            {
                wrong.repeated_at.push(self.span_in_line(at, &other));
            }
        }
        Some(wrong)
    }

    /// Returns where a range of the line that begins at this place of the text stands in the file.
    fn span_in_line(&self, line_start: usize, range: &Range<usize>) -> Span {
        self.content
            .span_of(line_start + range.start..line_start + range.end)
    }

    /// Says that text stands without quotation marks, alone or in a list.
    fn unquoted_text_error(&self) -> Option<Diagnostic> {
        let equals = self.line.find('=')?;
        key_of_line(self.line)?;
        let value = self.line[equals + 1..].trim();
        let value = value.split(" #").next().unwrap_or_default().trim_end();
        let truth = toml_bool_for_word(value);
        let quoted = truth
            .map(str::to_owned)
            .or_else(|| add_missing_quotes(value))?;
        let start = self.at + equals + 1 + self.line[equals + 1..].find(value)?;
        let span = self.content.span_of(start..start + value.len());
        if truth.is_some() {
            return Some(diagnose!("toml-truth", &span, quoted).with_fix(quoted.clone()));
        }
        let called = self.called;
        Some(diagnose!("toml-without-quotes", &span, called, quoted).with_fix(quoted.clone()))
    }
}

/// Returns the key with which a line begins, if something follows it.
fn key_of_line(line: &str) -> Option<&str> {
    let line = line.trim();
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-')?;
    if end == 0 { None } else { Some(&line[..end]) }
}

/// Returns the stretch from the end of the key of a line to the value, if a colon stands there.
fn colon_separator_range(line: &str) -> Option<Range<usize>> {
    let key = key_of_line(line)?;
    let indent = line.len() - line.trim_start().len();
    let start = indent + key.len();
    let rest = &line[start..];
    let after = rest.trim_start().strip_prefix(':')?.trim_start_matches(' ');
    if after.trim().is_empty() {
        return None;
    }
    Some(start..line.len() - after.len())
}

/// Returns what TOML writes for yes or no in other words; none for another word.
fn toml_bool_for_word(word: &str) -> Option<&'static str> {
    match word {
        "yes" | "on" | "True" | "TRUE" => Some("true"),
        "no" | "off" | "False" | "FALSE" => Some("false"),
        _ => None,
    }
}

/// Returns a value in quotation marks, alone or each item of a list, if it has none yet.
fn add_missing_quotes(value: &str) -> Option<String> {
    let value = value.trim();
    let is_plain = value.starts_with(|c: char| c.is_alphabetic() || c == '[');
    if !is_plain || value.contains(['"', '\'', '{', '}', '#']) || ["true", "false"].contains(&value)
    {
        return None;
    }
    let Some(list) = value.strip_prefix('[') else {
        return Some(format!("\"{value}\""));
    };
    let mut items = Vec::new();
    for item in list.strip_suffix(']')?.split(',') {
        if !item.trim().is_empty() {
            items.push(format!("\"{}\"", item.trim()));
        }
    }
    Some(format!("[{}]", items.join(", ")))
}
