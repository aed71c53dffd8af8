//! Scripts as they are sent: without comments, and without blanks that mean nothing.
//!
//! Only what is certainly code is changed: texts, templates, and all that follows the first `/` of a line stay as they are,
//! because a `/` may begin a comment or a regular expression.

/// Signs that need no blank beside them. `<`, `!`, `+` and `-` do, where another of them follows.
const PUNCTUATION: &str = "=(){},;:?&|>*[]";

/// Returns a script without comment lines, indentation, and blanks beside punctuation; as it is, if a text goes on over the
/// end of a line, because its blanks are meant.
pub(super) fn thin_script(script: &str) -> String {
    if script.lines().any(goes_on) {
        return script.to_owned();
    }
    let mut out = String::new();
    let mut rest = script.trim_start();
    while !rest.is_empty() {
        let is_comment = rest.starts_with("/*");
        let end = if is_comment { "*/" } else { "\n" };
        let (line, after) = rest.split_once(end).unwrap_or((rest, ""));
        if !is_comment && !line.starts_with("//") {
            push_line(line.trim_end(), &mut out);
        }
        rest = after.trim_start();
    }
    out
}

/// Whether a text of a script goes on over the end of this line.
fn goes_on(line: &str) -> bool {
    line.ends_with('\\') || line.matches('`').count() % 2 == 1
}

/// Adds a line without the blanks that mean nothing. The next line follows at once where a sign allows that.
fn push_line(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find(['\'', '"', '`', '/', '\\']) {
        push_code(&rest[..at], out);
        rest = &rest[at..];
        let Some(length) = text_length(rest) else {
            out.push_str(rest);
            out.push('\n');
            return;
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    push_code(rest, out);
    if !rest.ends_with(['{', ';', ',']) {
        out.push('\n');
    }
}

/// Returns the bytes of the text that begins here, with its quotes. There is none if it is hard to say where the text ends: it
/// has escapes, or it is a template in a template.
fn text_length(code: &str) -> Option<usize> {
    let quote = code.chars().next()?;
    if !matches!(quote, '\'' | '"' | '`') || (quote == '`' && code.matches('`').count() > 2) {
        return None;
    }
    let length = code[1..].find(quote)? + 2;
    if code[..length].contains('\\') {
        return None;
    }
    Some(length)
}

/// Adds code in which there are no texts.
fn push_code(code: &str, out: &mut String) {
    let mut blanks = "";
    for word in code.split_inclusive(' ') {
        let trimmed = word.trim_end_matches(' ');
        if trimmed.is_empty() {
            blanks = " ";
            continue;
        }
        if !blanks.is_empty()
            && !out.ends_with(is_punctuation)
            && !trimmed.starts_with(is_punctuation)
        {
            out.push(' ');
        }
        out.push_str(trimmed);
        blanks = if trimmed.len() < word.len() { " " } else { "" };
    }
    if !blanks.is_empty() && !out.ends_with(is_punctuation) {
        out.push(' ');
    }
}

fn is_punctuation(sign: char) -> bool {
    PUNCTUATION.contains(sign)
}

#[cfg(test)]
#[path = "../../../tests/unit/book_site_thinning.rs"]
mod tests;
