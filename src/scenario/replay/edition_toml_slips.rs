//! Mistakes in the TOML of an edition file for which the correction is evident: a long text, an apostrophe, a table twice.

use crate::rules::{ClauseId, Ruleset};
use crate::scenario::text::{Diagnostic, Span, diagnose};

/// Returns what is wrong at a place of a file that is no TOML, if the correction is evident. `parser_message` are the words of the parser.
pub(super) fn find_edition_toml_slip(
    text: &str,
    span: &Span,
    parser_message: &str,
) -> Option<Diagnostic> {
    let at = line_start(text, span.start)?;
    let line = text[at..].lines().next()?;
    if parser_message.starts_with("duplicate key") {
        return table_twice_error(text, at, line)
            .or_else(|| key_under_commented_clause_error(text, at, line));
    }
    // The parser may stop only in the line after the mistake.
    let before = line_start(text, at.saturating_sub(1))?;
    [before, at].into_iter().find_map(|start| {
        let near_line = text[start..].lines().next()?;
        text_over_lines_error(text, start, near_line)
            .or_else(|| apostrophe_in_quotes_error(start, near_line))
    })
}

/// Returns where the line of a place begins.
fn line_start(text: &str, place: usize) -> Option<usize> {
    let before = text.get(..place)?;
    match before.rfind('\n') {
        Some(at) => Some(at + 1),
        None => Some(0),
    }
}

/// Says that the line of a table stands twice.
fn table_twice_error(text: &str, start: usize, line: &str) -> Option<Diagnostic> {
    let table = line.trim_end();
    if !table.starts_with('[') {
        return None;
    }
    let mut at = 0;
    for earlier in text[..start].split_inclusive('\n') {
        if earlier.trim_end() == table {
            let again = start..start + table.len();
            let wrong = diagnose!("table-twice", &again, table);
            return Some(wrong.with_related(at..at + table.len(), "first here"));
        }
        at += earlier.len();
    }
    None
}

/// Says that a key stands twice because a line between the two, with the name of a clause, is a comment.
fn key_under_commented_clause_error(text: &str, start: usize, line: &str) -> Option<Diagnostic> {
    let key = line.split_once('=')?.0.trim();
    let mut at = start;
    let mut commented = None;
    for earlier in text[..start].split_inclusive('\n').rev() {
        at -= earlier.len();
        let uncommented = earlier.trim_end().strip_prefix('#');
        if let Some(table) = uncommented.filter(|name| is_table_of_edition(name)) {
            commented = commented.or(Some((at, table)));
        } else if earlier
            .split_once('=')
            .is_some_and(|(before, _)| before.trim() == key)
        {
            let (table_at, table) = commented?;
            let written = format!("`{key}`");
            let mark = start..start + key.len();
            let wrong = diagnose!("key-under-comment", &mark, written, table);
            return Some(wrong.with_related(table_at..table_at + 1, "still a comment"));
        }
    }
    None
}

/// Returns the opening marks of a text in which the next clause or table begins: the text is not closed.
pub(super) fn find_unclosed_text(text: &str) -> Option<Span> {
    const MARKS: &str = "\"\"\"";
    let mut opened: Option<usize> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some(mark) = opened
            && begins_next_part(line)
        {
            return Some(mark..mark + MARKS.len());
        }
        if opened.is_some() || !line.starts_with('#') {
            for (place, _) in line.match_indices(MARKS) {
                opened = match opened {
                    Some(_) => None,
                    None => Some(at + place),
                };
            }
        }
        at += line.len();
    }
    opened.map(|mark| mark..mark + MARKS.len())
}

/// Returns whether a line begins a clause or another part of an edition file, also as a comment of the template.
fn begins_next_part(line: &str) -> bool {
    let line = line.trim_end();
    let Some(commented) = line.strip_prefix('#') else {
        return is_table_of_edition(line);
    };
    let key = commented.split_once('=').map(|(key, _)| key.trim_end());
    is_table_of_edition(commented) || key.is_some_and(|key| Ruleset::CLAUSE_KEYS.contains(&key))
}

/// Returns whether a line is that of a table of an edition file: a clause, a work, an option or another list.
fn is_table_of_edition(line: &str) -> bool {
    let inner = line
        .strip_prefix('[')
        .and_then(|inner| inner.strip_suffix(']'));
    let Some(inner) = inner else {
        return false;
    };
    let name = inner.trim_start_matches('[').trim_end_matches(']');
    let clause = name.strip_suffix(".reading").unwrap_or(name);
    Ruleset::HEAD_KEYS.contains(&name) || ClauseId::by_id(clause).is_some()
}

/// Says that a text between two quotation marks goes over several lines.
fn text_over_lines_error(text: &str, start: usize, line: &str) -> Option<Diagnostic> {
    let value_at = line.find('=')? + 1;
    let value = line[value_at..].trim();
    let is_open = value.starts_with('"') && value.matches('"').count() == 1;
    let rest = text[start..].split_once('\n')?.1;
    let end = rest.lines().take_while(|next| !next.contains(" = "));
    let is_closed_later = end.take(20).any(|next| next.contains('"'));
    if !is_open || !is_closed_later {
        return None;
    }
    let mark = start + value_at + line[value_at..].find('"')?;
    Some(diagnose!("toml-long-text", &(mark..mark + 1)))
}

/// Returns the error for an apostrophe that ends a text in single quotation marks too early.
fn apostrophe_in_quotes_error(start: usize, line: &str) -> Option<Diagnostic> {
    let value_at = line.find('=')? + 1;
    let value = line[value_at..].trim();
    let inner = value.strip_prefix('\'')?.strip_suffix('\'')?;
    if !inner.contains('\'') || inner.contains(['"', '\\']) {
        return None;
    }
    let at = start + value_at + line[value_at..].find('\'')?;
    let quoted = format!("\"{inner}\"");
    Some(diagnose!(
        "toml-apostrophe",
        &(at..at + value.len()),
        quoted
    ))
}
