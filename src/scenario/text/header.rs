//! The `toml scenario` fence, and the `[table]` of a folder. Whether their editions, options and clauses exist is not asked here.

mod header_values;
mod toml_slips;

use super::moves_and_line_forms::{FORMAT, GrammarRow, HEADER_KEYS, TABLE_KEYS};
use super::slip_mending::foreign_comment_mark;
use super::{
    Code, Diagnostic, Fence, FenceContent, FolderRules, Header, Span, Spanned, diagnose,
    name_hidden_characters, near_candidates, quote, to_nfc,
};
use crate::editions;
use crate::rules::{OptionDef, OptionValue};
use std::ops::Range;
use toml::de::{DeTable, DeValue, Error};
use toml_slips::{BrokenTomlLine, CURLY, with_straight_marks};

type SpannedTomlValue<'a> = toml::Spanned<DeValue<'a>>;

/// The TOML table of a header, and the errors that the parser found in it.
type TomlTableAndErrors<'a> = (toml::Spanned<DeTable<'a>>, Vec<Error>);

/// Reads a header. Players or editions that cannot be known are left empty.
pub fn read_header(fence: &Fence, house: FolderRules) -> (Header, Vec<Diagnostic>) {
    let parsed = DeTable::parse_recoverable(fence.content.text());
    let empty_header = Header {
        house,
        span: fence.span.clone(),
        opening: fence.opening.clone(),
        ..Header::default()
    };
    let mut keys = HeaderReader::new(&parsed, &fence.content, "the header", empty_header);
    keys.known = HEADER_KEYS.iter().map(GrammarRow::toml_key).collect();
    keys.report_unknown_keys();
    keys.header.letters = keys.letters_of_lang_or_book();
    keys.header.prose = keys.prose_or_file_language();
    keys.header.players = keys.read_players();
    if let Some(format) = keys.get_key_or_option("format")
        && as_integer(format.get_ref()) != Some(FORMAT)
    {
        keys.report(format.span(), |span| {
            diagnose!("other-format", span, format = FORMAT)
        });
    }
    keys.header.editions = keys.read_editions();
    keys.header.shows = keys.read_texts("shows");
    for clause in &mut keys.header.shows {
        if let Some(topic) = strip_edition_from_clause(&keys.header.editions, &clause.value) {
            clause.value = topic;
        }
    }
    keys.read_options();
    keys.header.chips = keys.read_starting_chips();
    keys.header.advice = keys.read_advice();
    keys.header.machine = keys.game_family();
    let mut header = keys.header;
    let mut wrong = keys.wrong;
    if !parsed.1.is_empty() {
        // One slip in TOML makes many, and what is read after it may not be what was written.
        header.editions.clear();
        header
            .players
            .retain(|_| wrong.iter().all(|found| found.code != Code::BadName));
        wrong.truncate(1);
    }
    (header, wrong)
}

/// Returns the topic of a clause id that begins with an edition of the file: `play.trump` for
/// `mouche-1718/play.trump`.
fn strip_edition_from_clause(editions: &[Spanned<String>], clause: &str) -> Option<String> {
    for edition in editions {
        if let Some(rest) = clause.strip_prefix(&edition.value)
            && let Some(topic) = rest.strip_prefix('/')
        {
            return Some(topic.to_owned());
        }
    }
    None
}

/// The name of the file that gives its folder a table.
pub const TABLE_FILE: &str = "mouche.toml";

/// What messages call its keys below the line `[table]`.
const THE_TABLE: &str = "the table";

/// The key of that file that names the oldest version of the program that can check the folder.
const MIN_VERSION: &str = "min-version";

/// Reads a version of one to three numbers, such as `0.2`; none if it is anything else.
fn parse_version(text: &str) -> Option<[u32; 3]> {
    let mut version = [0; 3];
    let mut parts = text.split('.');
    for number in &mut version {
        let Some(part) = parts.next() else { break };
        *number = part.parse().ok()?;
    }
    if text.is_empty() || parts.next().is_some() {
        return None;
    }
    Some(version)
}

/// Reads a `mouche.toml`: the name of its table, if it has one, and what else that says, as a header would have it.
pub fn read_table_file(text: &str) -> (Option<(Spanned<String>, Header)>, Vec<Diagnostic>) {
    let mut content = FenceContent::new(0);
    content.push_piece(text, text, 0..text.len());
    let parsed = DeTable::parse_recoverable(text);
    let mut keys = HeaderReader::new(&parsed, &content, TABLE_FILE, Header::default());
    let name = if keys.whole {
        keys.read_house_table_keys()
    } else {
        None
    };
    (name.map(|name| (name, keys.header)), keys.wrong)
}

/// Finds the first place at which a whole file is not TOML. Messages call the file so.
pub fn find_toml_error(text: &str, file_description: &'static str) -> Option<Diagnostic> {
    let mut content = FenceContent::new(0);
    content.push_piece(text, text, 0..text.len());
    let parsed = DeTable::parse_recoverable(text);
    let mut wrong = HeaderReader::new(&parsed, &content, file_description, Header::default()).wrong;
    (!wrong.is_empty()).then(|| wrong.remove(0))
}

/// Returns what a table's edition is called in files: `chez-marie`.
pub fn table_edition_id(name: &str) -> String {
    let name = to_nfc(name).to_lowercase();
    let words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The keys of a header, what it says as far as they are read, and what was found wrong with them.
struct HeaderReader<'a> {
    table: &'a DeTable<'a>,
    content: &'a FenceContent,
    called: &'static str,
    known: Vec<&'static str>,
    header: Header,
    /// True if all of it could be read; if not, a key that is missing may be one that could not be read.
    whole: bool,
    wrong: Vec<Diagnostic>,
}

impl<'a> HeaderReader<'a> {
    fn new(
        parsed: &'a TomlTableAndErrors<'a>,
        content: &'a FenceContent,
        subject: &'static str,
        header: Header,
    ) -> HeaderReader<'a> {
        let mut keys = HeaderReader {
            table: parsed.0.get_ref(),
            content,
            called: subject,
            known: Vec::new(),
            header,
            whole: parsed.1.is_empty(),
            wrong: Vec::new(),
        };
        keys.report_first_toml_error(&parsed.1);
        keys
    }

    /// Reports the version that the folder asks for, if it is no version or this program is older.
    fn check_min_version(&mut self) {
        let Some(written) = self.get_key_or_option(MIN_VERSION) else {
            return;
        };
        let text = written.get_ref().as_str();
        let Some(version) =
            self.expect_type(written, text, "a version in numbers, such as `\"0.2\"`")
        else {
            return;
        };
        let Some(wanted) = parse_version(version) else {
            self.report(written.span(), |span| {
                diagnose!(
                    "bad-version",
                    span,
                    version = name_hidden_characters(version)
                )
            });
            return;
        };
        let own = env!("CARGO_PKG_VERSION");
        if parse_version(own).is_some_and(|own| own < wanted) {
            self.report(written.span(), |span| {
                diagnose!("old-program", span, version, own)
            });
        }
    }

    /// Reads the keys of a folder's house table from its file, and returns the table's name.
    fn read_house_table_keys(&mut self) -> Option<Spanned<String>> {
        self.known = vec!["table", MIN_VERSION];
        if !self.report_missing_table_line() {
            self.report_unknown_keys();
        }
        self.check_min_version();
        let (key, section) = self
            .table
            .iter()
            .find(|(key, _)| key.get_ref() == "table")?;
        let table = self.expect_type(
            section,
            section.get_ref().as_table(),
            "a line `[table]`, and its keys below it",
        )?;
        self.table = table;
        self.called = THE_TABLE;
        self.known = TABLE_KEYS.iter().map(GrammarRow::toml_key).collect();
        self.header.opening = self.content.span_of(key.span());
        self.report_unknown_keys();
        let name = self.read_table_name();
        let example = editions::default_id();
        let edition = self.require_key(
            "edition",
            &format!("`edition = \"{example}\"`; `mouche editions` lists them"),
        );
        if let Some(edition) = edition {
            let edition_name = self.expect_text(edition, "the name of one edition");
            self.header.editions.extend(edition_name);
        }
        self.read_options();
        name
    }

    /// Reports that a file has keys of a table but no line `[table]`, and returns whether it is so.
    fn report_missing_table_line(&mut self) -> bool {
        if self.table.contains_key("table") {
            return false;
        }
        let keys = self.table.keys();
        let of_table = keys.filter(|key| is_house_table_key(key.get_ref()));
        let Some(first) = of_table.min_by_key(|key| key.span().start) else {
            return false;
        };
        let start = self.content.span_of(first.span()).start;
        self.report(first.span(), |span| {
            diagnose!("no-line-for-table", span).with_fix_at(start..start, "[table]\n")
        });
        true
    }

    /// Returns the value of a key; TOML has those that stand below a line `[options]` among the options.
    fn get_key_or_option(&self, key: &str) -> Option<&'a SpannedTomlValue<'a>> {
        self.table
            .get(key)
            .or_else(|| self.table.get("options")?.get_ref().as_table()?.get(key))
    }

    fn report(&mut self, range: Range<usize>, make_diagnostic: impl FnOnce(&Span) -> Diagnostic) {
        self.wrong
            .push(make_diagnostic(&self.content.span_of(range)));
    }

    /// Reports the first error of a text that is not TOML.
    fn report_first_toml_error(&mut self, errors: &[Error]) {
        let first = errors
            .iter()
            .min_by_key(|error| error.span().unwrap_or(0..0).start);
        let Some(first) = first else {
            return;
        };
        let Range { start, end } = first.span().unwrap_or(0..0);
        let rest = self.content.text().get(start..).unwrap_or_default();
        if let Some((mark, says)) = foreign_comment_mark(rest) {
            let range = start..start + mark.len();
            self.report(range, |span| {
                Code::Header
                    .diagnostic_at(span, says)
                    .with_label("write `#`")
                    .with_fix("#")
            });
            return;
        }
        // The range, or the word that begins there if it is empty: never more than its line.
        let line_end = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let word_end = rest.find(ends_toml_word).unwrap_or(rest.len());
        let range = start..end.max(start + word_end).min(start + line_end);
        let called = self.called;
        if let Some((at, line)) = self.line_of(start) {
            if line.contains(CURLY) {
                let place = self.content.span_of(at..at + line.len());
                self.report(range, |span| {
                    diagnose!("curly-marks", span, called)
                        .with_fix_at(place, with_straight_marks(line))
                });
                return;
            }
            let broken = BrokenTomlLine {
                content: self.content,
                called,
                at,
                line,
                range: range.clone(),
            };
            if let Some(wrong) = broken.find_slip(first.message()) {
                self.wrong.push(wrong);
                return;
            }
        }
        if let Some((what, expected)) = first.message().split_once(", expected ")
            && !expected.is_empty()
        {
            let what = name_hidden_characters(&what.replace('\n', ", "));
            let expected = name_hidden_characters(expected);
            self.report(range, |span| {
                diagnose!("other-toml", span, called, what, expected)
            });
        } else {
            let message = first.message();
            let what = message.strip_suffix(", expected ").unwrap_or(message);
            let what = name_hidden_characters(&what.replace('\n', ", "));
            self.report(range, |span| diagnose!("not-toml", span, called, what));
        }
    }

    /// Returns the line of a place in the text, and where it begins.
    fn line_of(&self, place: usize) -> Option<(usize, &'a str)> {
        let (at, line) = self
            .content
            .lines()
            .find(|(at, line)| (*at..at + line.len()).contains(&place))?;
        Some((at, line.trim_end_matches(['\r', '\n'])))
    }

    /// Reports each key that is not one of those known.
    fn report_unknown_keys(&mut self) {
        for (key, value) in self.table {
            let name = key.get_ref();
            if self.known.contains(&name.as_ref()) {
                continue;
            }
            // The key that is missing is probably this one.
            self.whole = false;
            if self.known.contains(&"options") && OptionDef::by_name(name).is_some() {
                let wrong = self.option_as_key_error(key.span(), value.span());
                self.wrong.push(wrong);
                continue;
            }
            if *name == "options" && self.known.contains(&MIN_VERSION) {
                self.report(key.span(), |span| diagnose!("options-above-table", span));
                continue;
            }
            let list = match &self.known[..] {
                [only] => format!("its only key is {only}"),
                keys => format!("its keys are {}", keys.join(", ")),
            };
            let near = near_keys(name, &self.known);
            let span = self.content.span_of(key.span());
            let wrong = diagnose!(
                "unknown-key",
                &span,
                called = self.called,
                written = quote(name)
            );
            self.wrong
                .push(wrong.with_suggestions(&near, str::to_owned).with_help(list));
            if name == "title"
                && let Some(last) = self.wrong.last_mut()
            {
                let help = "the title of a file is its line that begins with `# `";
                last.help.push(help.to_owned());
            }
        }
    }

    /// Says that an option stands among the keys. The fix puts it into `options`, if nothing is there yet.
    fn option_as_key_error(&self, key: Range<usize>, value: Range<usize>) -> Diagnostic {
        let text = self.content.text();
        let name = &text[key.clone()];
        let option = format!("{name} = {}", &text[value.clone()]);
        let line = if self.table.contains_key("options") {
            format!("`{option}` inside the braces of `options`")
        } else {
            format!("`options = {{ {option} }}`")
        };
        let span = self.content.span_of(key.clone());
        let written = quote(name);
        let wrong = diagnose!("option-as-key", &span, written, called = self.called, line);
        if self.table.contains_key("options") || option.contains('\n') {
            return wrong;
        }
        let place = self.content.span_of(key.start..value.end);
        wrong.with_fix_at(place, format!("options = {{ {option} }}"))
    }

    /// Returns the value of a key that must be there.
    fn require_key(&mut self, key: &str, example_line: &str) -> Option<&'a SpannedTomlValue<'a>> {
        let value = self.get_key_or_option(key);
        if value.is_none() && self.whole {
            let place = if self.called == "the header" {
                "to this fence"
            } else {
                "below this"
            };
            self.wrong.push(diagnose!(
                "missing-key",
                &self.header.opening,
                called = self.called,
                key,
                place,
                line = example_line
            ));
        }
        value
    }

    /// Returns a string; its place includes its quotation marks.
    fn expect_text(&mut self, value: &SpannedTomlValue, expected: &str) -> Option<Spanned<String>> {
        let text = self.expect_type(value, value.get_ref().as_str(), expected);
        if text.is_none()
            && !value.get_ref().is_array()
            && !value.get_ref().is_table()
            && let Some(wrong) = self.wrong.last_mut()
        {
            let written = self.content.text().get(value.span()).unwrap_or_default();
            wrong
                .help
                .push(format!("write it in quotation marks: `\"{written}\"`"));
        }
        let text = text?;
        Some(Spanned {
            value: text.to_owned(),
            span: self.content.span_of(value.span()),
        })
    }

    /// Returns a list of strings, none where the key is missing; the first that is no string is reported, and all such are left out.
    fn read_texts(&mut self, key: &str) -> Vec<Spanned<String>> {
        let Some(value) = self.get_key_or_option(key) else {
            return Vec::new();
        };
        let list = self.expect_type(
            value,
            value.get_ref().as_array(),
            "a list of strings, such as [\"…\"]",
        );
        let Some(list) = list else {
            if let Some(text) = value.get_ref().as_str()
                && let Some(wrong) = self.wrong.last_mut()
            {
                let items = text.split(',').map(|item| format!("\"{}\"", item.trim()));
                let items = items.collect::<Vec<_>>().join(", ");
                wrong.label = format!("write [{items}]");
                wrong.fix = Some(format!("[{items}]"));
            }
            return Vec::new();
        };
        let (strings, others): (Vec<_>, Vec<_>) = list
            .iter()
            .partition(|item| item.get_ref().as_str().is_some());
        let first_other = others.into_iter().take(1);
        strings
            .into_iter()
            .chain(first_other)
            .filter_map(|item| self.expect_text(item, "a string"))
            .collect()
    }

    /// Returns what a value holds, and reports a value of another type than what is expected.
    fn expect_type<T>(
        &mut self,
        value: &SpannedTomlValue,
        typed: Option<T>,
        expected: &str,
    ) -> Option<T> {
        if typed.is_none() {
            let found = value.get_ref().type_str();
            let a = if found.starts_with(['a', 'i']) {
                "an"
            } else {
                "a"
            };
            self.report(value.span(), |span| {
                diagnose!("other-type", span, expected, a, found)
            });
        }
        typed
    }
}

/// Returns the keys, or other names of a header, that a word may be meant as: another form of one, or one that is spelled
/// nearly so.
pub fn near_keys(word: &str, known: &[&str]) -> Vec<String> {
    for key in known {
        if key.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(*key) {
            return vec![(*key).to_owned()];
        }
    }
    near_candidates(word, known.iter().copied())
        .into_iter()
        .map(str::to_owned)
        .collect()
}

fn ends_toml_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '=' | ',' | ']' | '}')
}

/// Returns a whole number, if the value is one that can be held.
fn as_integer(value: &DeValue) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// Returns a value as a header has it, a word with or without its quotation marks; none if no option takes such a one.
///
/// ```
/// use mouche::rules::OptionValue;
/// assert_eq!(mouche::scenario::parse_option_value("20"), Some(OptionValue::Number(20)));
/// assert_eq!(mouche::scenario::parse_option_value("staged"), Some(OptionValue::Word("staged".to_owned())));
/// ```
pub fn parse_option_value(written: &str) -> Option<OptionValue> {
    let written = written.trim();
    match DeValue::parse(written) {
        Ok(value) => option_value(value.get_ref()),
        Err(_) => Some(OptionValue::Word(written.to_owned())),
    }
}

/// Returns the value of an option; none if it is of no shape that an option takes.
fn option_value(value: &DeValue) -> Option<OptionValue> {
    Some(match value {
        DeValue::String(word) => OptionValue::Word(word.to_string()),
        DeValue::Boolean(flag) => OptionValue::Flag(*flag),
        DeValue::Table(table) if table.len() == 1 => {
            let (name, number) = table.iter().next()?;
            OptionValue::Table(name.get_ref().to_string(), as_integer(number.get_ref())?)
        }
        other => OptionValue::Number(as_integer(other)?),
    })
}

/// Returns whether a key is one of a house table.
fn is_house_table_key(name: &str) -> bool {
    TABLE_KEYS.iter().any(|row| row.toml_key() == name)
}
