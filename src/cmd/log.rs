//! A plain log of a deal as a scenario: `mouche new --deal FILE`. It is put into a file line by line, and read as that; what is
//! wrong is told of the line of the log that it came from, what holds is told in tricks.

use super::*;
use crate::scenario::story::Kind;
use crate::scenario::{
    Diagnostic, Replacement, Span, apply_replacements, bless, check, format,
    without_byte_order_mark,
};
use toml_writer::ToTomlValue;

const PAYOUT: &str = "\n```payout\n?\n```\n";

/// What a log came to.
pub(super) struct LogReading {
    /// The log as it was read: spellings that can mean one thing only are written as scenarios write them.
    pub(super) log: String,
    /// How many such spellings there were.
    pub(super) respelled: usize,
    /// The scenario; or what is wrong with the log, by its places.
    pub(super) scenario: Result<String, Vec<Diagnostic>>,
}

/// How often a log is read again with more spellings written out: one may hide another.
const MOST_READINGS: usize = 50;

/// Makes a scenario of a log. Other spellings of cards are taken only if the whole log then holds; otherwise what is wrong is
/// told of the log as it stands.
pub(super) fn read_log(log: &str, edition: &str) -> Result<LogReading> {
    let log = without_times(without_byte_order_mark(log));
    let first = match scenario_from_log(&log, edition)? {
        Ok(scenario) => {
            return Ok(LogReading {
                log,
                respelled: 0,
                scenario: Ok(scenario),
            });
        }
        Err(wrong) => wrong,
    };
    let mut spelled = log.clone();
    let mut wrong = first.clone();
    let mut respelled = 0;
    for _ in 0..MOST_READINGS {
        let edits = spelling_fixes(&wrong);
        if edits.is_empty() {
            break;
        }
        respelled += edits.len();
        spelled = apply_replacements(&spelled, &edits);
        wrong = match scenario_from_log(&spelled, edition)? {
            Ok(scenario) => {
                return Ok(LogReading {
                    log: spelled,
                    respelled,
                    scenario: Ok(scenario),
                });
            }
            Err(wrong) => wrong,
        };
    }
    Ok(LogReading {
        log,
        respelled: 0,
        scenario: Err(first),
    })
}

/// The fixes among some diagnostics that only spell a card or a word otherwise, without those that meet another.
fn spelling_fixes(wrong: &[Diagnostic]) -> Vec<Replacement> {
    let mut edits: Vec<Replacement> = Vec::new();
    for wrong in wrong
        .iter()
        .filter(|wrong| wrong.is_certain() || wrong.code == Code::BadCard)
    {
        if let Some(text) = wrong.fix.as_ref().filter(|_| !wrong.span.is_empty()) {
            edits.push(Replacement {
                span: wrong.span_to_replace().clone(),
                text: text.clone(),
            });
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    edits.dedup_by(|next, edit| next.span.start <= edit.span.end);
    edits
}

/// A log without the times that some programs write before each line: `12:31:05 Nora: AH`, `[12:31] Nora: AH`.
fn without_times(log: &str) -> String {
    log.split_inclusive('\n').map(without_time).collect()
}

fn without_time(line: &str) -> &str {
    let open = line.trim_start();
    let inside = open.strip_prefix(['[', '(']).unwrap_or(open);
    let end = inside
        .find(|c: char| !c.is_ascii_digit() && !":.-TZ/".contains(c))
        .unwrap_or(inside.len());
    let (mut time, mut rest) = inside.split_at(end);
    // A date may stand before the time.
    let after = rest.trim_start_matches(' ');
    let next = after
        .find(|c: char| !c.is_ascii_digit() && !":.Z".contains(c))
        .unwrap_or(after.len());
    if is_date(time) && is_time(&after[..next]) {
        (time, rest) = after.split_at(next);
    }
    let rest = rest.strip_prefix([']', ')']).unwrap_or(rest);
    let is_apart = rest.starts_with([' ', '\t']);
    if is_apart && is_time(time) {
        rest.trim_start_matches([' ', '\t', '-'])
    } else {
        line
    }
}

fn is_date(text: &str) -> bool {
    text.len() >= 8
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"-/.".contains(&byte))
}

/// Whether a text is a time of day, with a date before it or none: `12:31`, `12:31:05.250`, `2026-11-28T12:31:05Z`.
fn is_time(text: &str) -> bool {
    let clock = text
        .rsplit('T')
        .next()
        .unwrap_or_default()
        .trim_end_matches('Z');
    let mut parts = clock.split(':');
    let is_number = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let is_clock = clock.contains(':') && parts.all(is_number);
    let date = text.split_once('T').map(|(date, _)| date);
    is_clock && date.is_none_or(is_date)
}

/// The scenario that a log tells; or what is wrong with the log, by its places.
fn scenario_from_log(log: &str, edition: &str) -> Result<Result<String, Vec<Diagnostic>>> {
    let read = LogDraft::read(log, edition);
    let file = check("log", read.text.as_bytes());
    // What is missing of a log as a scenario is filled in.
    let is_wrong =
        |wrong: &&Diagnostic| !matches!(wrong.code, Code::Unfilled | Code::ProvesNothing);
    let wrong = file
        .diagnostics
        .iter()
        .filter(is_wrong)
        .cloned()
        .map(|wrong| read.diagnostic_in_log(wrong));
    let wrong: Vec<Diagnostic> = wrong.collect();
    if !wrong.is_empty() {
        return Ok(Err(wrong));
    }
    let story = file.stories.first().context("it tells no deal")?;
    ensure!(
        !story.steps.is_empty(),
        "logs of {} are not read; write the deal by hand",
        story.rules.name
    );
    let text = read.text_in_tricks(&file, story);
    let spelled = format(text.as_bytes())
        .context("it tells no deal")?
        .into_sound_text()?;
    let filled =
        bless("log", spelled.as_bytes(), FillMode::OpenValues).context("it tells no deal")?;
    Ok(Ok(filled.into_sound_text()?))
}

/// A log as a scenario, and where each stretch of it came from.
#[derive(Default)]
struct LogDraft {
    text: String,
    /// Where a stretch begins in the text, where it does in the log, and how long it is.
    stretches: Vec<(usize, usize, usize)>,
    script: Vec<Span>,
    /// Up to where the text is as it should be: the header, and the deal.
    head: [usize; 2],
}

/// A stretch of a log, and where it begins there, in bytes.
#[derive(Clone, Copy)]
struct LogSpan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> LogSpan<'a> {
    fn trim_start(self) -> LogSpan<'a> {
        let text = self.text.trim_start();
        LogSpan {
            text,
            at: self.at + self.text.len() - text.len(),
        }
    }

    fn trim(self) -> LogSpan<'a> {
        let stretch = self.trim_start();
        LogSpan {
            text: stretch.text.trim_end(),
            ..stretch
        }
    }

    fn split_at(self, length: usize) -> (LogSpan<'a>, LogSpan<'a>) {
        let (before, after) = self.text.split_at(length);
        (
            LogSpan {
                text: before,
                ..self
            },
            LogSpan {
                text: after,
                at: self.at + length,
            },
        )
    }

    /// Returns the parts that this character ends, each with it, and what follows the last.
    fn split_after(self, separator: char) -> impl Iterator<Item = LogSpan<'a>> {
        let mut at = self.at;
        self.text.split_inclusive(separator).map(move |text| {
            at += text.len();
            LogSpan {
                text,
                at: at - text.len(),
            }
        })
    }

    /// Returns what is listed here: parts between commas, or between spaces where there is no comma.
    fn list_items(self) -> impl Iterator<Item = LogSpan<'a>> {
        let separator = if self.text.contains(',') { ',' } else { ' ' };
        let without_separator = move |part: LogSpan<'a>| LogSpan {
            text: part.text.trim_end_matches(separator),
            ..part
        };
        let parts = self
            .split_after(separator)
            .map(without_separator)
            .map(LogSpan::trim);
        parts.filter(|part| !part.text.is_empty())
    }
}

/// A line of a log: a player, or its first word, and what follows after a colon or none.
#[derive(Clone, Copy)]
struct LogLine<'a> {
    first: LogSpan<'a>,
    rest: LogSpan<'a>,
}

impl<'a> LogLine<'a> {
    /// Reads a line where these players are known: a name may have several words.
    fn read(line: LogSpan<'a>, players: &[&str]) -> LogLine<'a> {
        let is_named = |name: &&str| line.text.strip_prefix(name).is_some_and(ends_word);
        let name = players.iter().copied().filter(is_named).map(str::len).max();
        let first_word = line.text.find(WORD_ENDS).unwrap_or(line.text.len());
        let (first, after) = line.split_at(name.unwrap_or(first_word));
        let after = after.trim_start();
        let rest = if after.text.starts_with(':') {
            after.split_at(1).1.trim_start()
        } else {
            after
        };
        LogLine { first, rest }
    }
}

/// What ends the first word of a line.
const WORD_ENDS: [char; 3] = [':', ' ', '\t'];

fn ends_word(rest: &str) -> bool {
    rest.starts_with(WORD_ENDS)
}

/// Returns the lines of a log that are not blank, where these players are known.
fn read_lines<'a>(log: &'a str, players: &[&str]) -> Vec<LogLine<'a>> {
    let lines = LogSpan { text: log, at: 0 }
        .split_after('\n')
        .map(LogSpan::trim);
    lines
        .filter(|line| !line.text.is_empty())
        .map(|line| LogLine::read(line, players))
        .collect()
}

impl LogDraft {
    fn read(log: &str, edition: &str) -> LogDraft {
        let mut read = LogDraft::default();
        let all = read_lines(log, &[]);
        let keys = |key| {
            all.iter()
                .filter(move |row| row.first.text == key)
                .map(|row| row.rest)
        };
        let key = |key| keys(key).next();
        let players: Vec<LogSpan> = key("players")
            .into_iter()
            .flat_map(LogSpan::list_items)
            .collect();
        let title = key("title").map_or("A deal from a log", |title| title.text);
        read.put(&format!("# {title}\n\n```toml scenario\nedition = "));
        if let Some(edition) = key("edition") {
            read.put_quoted(edition);
        } else {
            read.put(&edition.to_toml_value());
        }
        read.put("\nplayers = [");
        for (at, name) in players.iter().enumerate() {
            read.put(if at > 0 { ", " } else { "" });
            read.put_quoted(*name);
        }
        read.put("]\n");
        if let Some(letters) = key("lang") {
            read.put("lang = ");
            read.put_quoted(letters);
            read.put("\n");
        }
        let options: Vec<LogSpan> = keys("option").collect();
        for (at, option) in options.iter().enumerate() {
            read.put(if at > 0 { ", " } else { "options = { " });
            read.put_span(*option);
            read.put(if at + 1 == options.len() { " }\n" } else { "" });
        }
        read.put("```\n");
        read.head[0] = read.text.len();
        read.put("\n```deal\n");
        let names: Vec<&str> = players.iter().map(|name| name.text).collect();
        let mut lines = read_lines(log, &names);
        // The header is made of these, whatever they are about.
        lines.retain(|row| {
            !["title", "edition", "players", "lang", "option"].contains(&row.first.text)
        });
        // Who speaks a second time does something; so does all that follows.
        let spoken = |at: usize| {
            lines[..at]
                .iter()
                .any(|row| row.first.text == lines[at].first.text)
        };
        let is_stop = |row: &LogLine| row.first.text == "stop";
        let deal = (0..lines.len())
            .find(|at| spoken(*at) || is_stop(&lines[*at]))
            .unwrap_or(lines.len());
        for row in &lines[..deal] {
            read.put_line(row);
        }
        read.put("```\n");
        read.head[1] = read.text.len();
        if deal < lines.len() {
            read.put("\n```script\n");
            read.script = lines[deal..].iter().map(|row| read.put_line(row)).collect();
            read.put("```\n");
        }
        if !lines.last().is_some_and(is_stop) {
            read.put(PAYOUT);
        }
        read
    }

    /// Adds words that do not stand in the log.
    fn put(&mut self, words: &str) {
        self.text.push_str(words);
    }

    /// Adds a stretch of the log, and keeps where it stands there.
    fn put_span(&mut self, stretch: LogSpan) {
        self.stretches
            .push((self.text.len(), stretch.at, stretch.text.len()));
        self.text.push_str(stretch.text);
    }

    /// Adds a stretch of the log as a string of TOML.
    fn put_quoted(&mut self, stretch: LogSpan) {
        let quoted = stretch.text.to_toml_value();
        if quoted == format!("\"{}\"", stretch.text) {
            self.put("\"");
            self.put_span(stretch);
            self.put("\"");
        } else {
            self.put(&quoted);
        }
    }

    /// Adds a line without its colon, and returns where it stands in the text.
    fn put_line(&mut self, row: &LogLine) -> Span {
        let start = self.text.len();
        self.put_span(row.first);
        if !row.rest.text.is_empty() {
            self.put(" ");
            self.put_span(row.rest);
        }
        self.put("\n");
        start..self.text.len() - 1
    }

    /// Where a place of the text is in the log: in the stretch before it.
    fn offset_in_log(&self, at: usize) -> usize {
        let before = self
            .stretches
            .iter()
            .take_while(|(from, ..)| *from <= at)
            .last();
        before.map_or(0, |(from, place, length)| place + (at - from).min(*length))
    }

    /// A span of the text in the log: what does not stand there is left out at its ends.
    fn span_in_log(&self, span: &Span) -> Span {
        let after = self
            .stretches
            .iter()
            .find(|(from, _, length)| from + length > span.start && *from < span.end);
        let start = after.map_or(self.offset_in_log(span.start), |(from, place, _)| {
            place + span.start.saturating_sub(*from)
        });
        start..self.offset_in_log(span.end).max(start)
    }

    /// A diagnostic of the text as one of the log. A fix is kept where all that it replaces stands in the log.
    fn diagnostic_in_log(&self, mut wrong: Diagnostic) -> Diagnostic {
        let replaced = wrong.span_to_replace().clone();
        let holds = |(from, _, length): &(usize, _, usize)| {
            *from <= replaced.start && replaced.end <= from + length
        };
        let stands = self.stretches.iter().any(holds);
        if wrong.code == Code::Unfinished {
            wrong.help = vec!["a log that breaks off here ends with a line `stop`".to_owned()];
        }
        wrong.span = self.span_in_log(&wrong.span);
        wrong.fix = wrong.fix.filter(|fix| stands && !fix.contains('\n'));
        wrong.replaced_span = wrong.replaced_span.map(|span| self.span_in_log(&span));
        wrong.related = wrong
            .related
            .into_iter()
            .map(|(span, label)| (self.span_in_log(&span), label))
            .collect();
        wrong
    }

    /// The text with its cards in tricks, the winner of each left open.
    fn text_in_tricks(&self, file: &Checked, story: &Story) -> String {
        let is_trick = |step: &&Step| {
            step.kind == Kind::Play
                || step.before.trick.is_some() && matches!(step.kind, Kind::Declaration)
        };
        let name = |seat: Seat| &story.players[usize::from(seat.0)];
        let mut before = Vec::new();
        let mut tricks = Vec::new();
        let mut trick = String::new();
        for line in &self.script {
            let steps = || {
                story
                    .steps
                    .iter()
                    .filter(|step| line.contains(&step.place.start))
            };
            if !steps().any(|step| is_trick(&step)) {
                let lines = if tricks.is_empty() && trick.is_empty() {
                    &mut before
                } else {
                    &mut tricks
                };
                lines.extend(Some(std::mem::take(&mut trick)).filter(|cards| !cards.is_empty()));
                let words = &file.text[line.clone()];
                let asked = story
                    .steps
                    .last()
                    .filter(|step| words == "stop" && step.after.awaits_move());
                lines.extend(asked.map(|step| format!("{} may ? (?)", name(step.after.mover))));
                lines.push(words.to_owned());
            }
            for step in steps().filter(is_trick) {
                trick += &match (trick.is_empty(), step.before.trick) {
                    (true, None) => format!("{}. ", step.before.tricks_finished + 1),
                    (true, _) => String::new(),
                    _ => ", ".to_owned(),
                };
                trick += &file.text[step.place.clone()];
                if step.after.tricks_finished > step.before.tricks_finished {
                    tricks.push(std::mem::take(&mut trick) + " -> ?");
                }
            }
        }
        tricks.extend(Some(trick).filter(|cards| !cards.is_empty()));
        let scripts = [before, tricks]
            .into_iter()
            .filter(|lines| !lines.is_empty());
        let scripts: String = scripts
            .map(|lines| format!("\n```script\n{}\n```\n", lines.join("\n")))
            .collect();
        let [header, deal] = self.head;
        let prose = format!("\n{} deals.\n", name(story.steps[0].after.dealer));
        let payout = if self.text[deal..].contains(PAYOUT) {
            PAYOUT
        } else {
            ""
        };
        [
            &self.text[..header],
            &prose,
            &self.text[header..deal],
            &scripts,
            payout,
        ]
        .concat()
    }
}
