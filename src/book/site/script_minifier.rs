//! Makes scripts smaller: removes comments, and blanks and semicolons that mean nothing.
//!
//! Only text that is certainly code is changed. String literals, templates, and everything after
//! the first `/` of a line stay as they are, because a `/` may begin a comment or a regular
//! expression.

/// The characters that need no blank beside them.
const PUNCTUATION: &str = "=(){},;:?&|>*[]";

/// The characters that need no blank beside them, except between two of them, which could be read
/// as one operator.
const OPERATORS: &str = "<!+-";

/// Returns a script without comment lines, indentation, and blanks beside punctuation. A script
/// with a string literal of several lines stays as it is, because the blanks in the literal count.
pub(super) fn thin_script(script: &str) -> String {
    if script.lines().any(has_open_literal) {
        return script.to_owned();
    }
    let lines = code_lines(script);
    let can_drop_semicolons = has_no_empty_statement(&lines);
    let mut out = String::new();
    for line in lines {
        if can_drop_semicolons && line.starts_with('}') && out.ends_with(';') {
            out.pop();
        }
        push_thinned_line(line, &mut out);
    }
    out
}

/// Returns the lines of a script without comments, and without the blanks around each line.
fn code_lines(script: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = script.trim_start();
    while !rest.is_empty() {
        let is_comment = rest.starts_with("/*");
        let end = if is_comment { "*/" } else { "\n" };
        let (line, after) = rest.split_once(end).unwrap_or((rest, ""));
        if !is_comment && !line.starts_with("//") {
            lines.push(line.trim_end());
        }
        rest = after.trim_start();
    }
    lines
}

/// Returns whether a string literal continues after this line.
fn has_open_literal(line: &str) -> bool {
    line.ends_with('\\') || line.matches('`').count() % 2 == 1
}

/// Returns whether no line may end with an empty statement, as in `while (step());`. Before a closing brace, the semicolon of any
/// other statement means nothing.
fn has_no_empty_statement(lines: &[&str]) -> bool {
    lines.iter().all(|line| {
        let mut words = line.split(|sign: char| !sign.is_alphanumeric());
        let has_body = words.any(|word| ["if", "else", "for", "while", "with"].contains(&word));
        line.ends_with('{') || !has_body
    })
}

/// Adds a line without the blanks that mean nothing, and without its end if the last character
/// allows that.
fn push_thinned_line(line: &str, out: &mut String) {
    // Nothing needs a line end between two closing braces. A line with a `/` may end with a comment.
    if line.starts_with('}') && out.ends_with("}\n") {
        let last_line = out.trim_end().rsplit('\n').next();
        if last_line.is_some_and(|last_line| !last_line.contains('/')) {
            out.pop();
        }
    }
    let mut rest = line;
    while let Some(at) = rest.find(['\'', '"', '`', '/', '\\']) {
        push_code(&rest[..at], out);
        rest = &rest[at..];
        let Some(length) = simple_js_string_length(rest) else {
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

/// Returns the length in bytes of the string literal that begins here, with its quotes; none if its
/// end is hard to find, because it has escapes or is a template in a template.
fn simple_js_string_length(code: &str) -> Option<usize> {
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

/// Adds code without string literals.
fn push_code(code: &str, out: &mut String) {
    let mut blanks = "";
    for word in code.split_inclusive(' ') {
        let trimmed = word.trim_end_matches(' ');
        if trimmed.is_empty() {
            blanks = " ";
            continue;
        }
        if !blanks.is_empty() && needs_blank(out, trimmed) {
            out.push(' ');
        }
        out.push_str(trimmed);
        blanks = if trimmed.len() < word.len() { " " } else { "" };
    }
    if !blanks.is_empty() && !out.ends_with(is_punctuation) {
        out.push(' ');
    }
}

/// Returns whether a blank must stand between two pieces of code.
fn needs_blank(before: &str, after: &str) -> bool {
    let [has_before, has_after] = [
        before.ends_with(is_operator),
        after.starts_with(is_operator),
    ];
    let is_separated = before.ends_with(is_punctuation) || after.starts_with(is_punctuation);
    !is_separated && has_before == has_after
}

fn is_operator(sign: char) -> bool {
    OPERATORS.contains(sign)
}

fn is_punctuation(sign: char) -> bool {
    PUNCTUATION.contains(sign)
}

#[cfg(test)]
#[path = "../../../tests/unit/book_site_script_minifier.rs"]
mod tests;
