//! A plain log of a deal as a scenario: `mouche new --deal FILE`. It is put into a file line by line, and read as that; what is
//! wrong is told of the line of the log that it came from, what holds is told in tricks.

use super::*;
use crate::scenario::story::Kind;
use crate::scenario::{Diagnostic, Edit, Span, bless, check, format, splice, without_mark};
use toml_writer::ToTomlValue;

const PAYOUT: &str = "\n```payout\n?\n```\n";

/// What a log came to.
pub(super) struct FromLog {
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
pub(super) fn read_log(log: &str, edition: &str) -> Result<FromLog> {
    let log = without_times(without_mark(log));
    let first = match told(&log, edition)? {
        Ok(scenario) => return Ok(FromLog { log, respelled: 0, scenario: Ok(scenario) }),
        Err(wrong) => wrong,
    };
    let (mut spelled, mut wrong, mut respelled) = (log.clone(), first.clone(), 0);
    for _ in 0..MOST_READINGS {
        let edits = spellings(&wrong);
        if edits.is_empty() {
            break;
        }
        respelled += edits.len();
        spelled = splice(&spelled, &edits);
        wrong = match told(&spelled, edition)? {
            Ok(scenario) => return Ok(FromLog { log: spelled, respelled, scenario: Ok(scenario) }),
            Err(wrong) => wrong,
        };
    }
    Ok(FromLog { log, respelled: 0, scenario: Err(first) })
}

/// The fixes among some diagnostics that only spell a card or a word otherwise, without those that meet another.
fn spellings(wrong: &[Diagnostic]) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for wrong in wrong.iter().filter(|wrong| wrong.is_certain() || wrong.code == Code::BadCard) {
        if let Some(text) = wrong.fix.as_ref().filter(|_| !wrong.span.is_empty()) {
            edits.push(Edit { span: wrong.replaced().clone(), text: text.clone() });
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
    let end = inside.find(|c: char| !c.is_ascii_digit() && !":.-TZ/".contains(c)).unwrap_or(inside.len());
    let (mut time, mut rest) = inside.split_at(end);
    // A date may stand before the time.
    let after = rest.trim_start_matches(' ');
    let next = after.find(|c: char| !c.is_ascii_digit() && !":.Z".contains(c)).unwrap_or(after.len());
    if is_date(time) && is_time(&after[..next]) {
        (time, rest) = after.split_at(next);
    }
    let rest = rest.strip_prefix([']', ')']).unwrap_or(rest);
    let is_apart = rest.starts_with([' ', '\t']);
    if is_apart && is_time(time) { rest.trim_start_matches([' ', '\t', '-']) } else { line }
}

fn is_date(text: &str) -> bool {
    text.len() >= 8 && text.bytes().all(|byte| byte.is_ascii_digit() || b"-/.".contains(&byte))
}

/// Whether a text is a time of day, with a date before it or none: `12:31`, `12:31:05.250`, `2026-11-28T12:31:05Z`.
fn is_time(text: &str) -> bool {
    let clock = text.rsplit('T').next().unwrap_or_default().trim_end_matches('Z');
    let mut parts = clock.split(':');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_clock = clock.contains(':') && parts.all(is_number);
    let date = text.split_once('T').map(|(date, _)| date);
    is_clock && date.is_none_or(is_date)
}

/// The scenario that a log tells; or what is wrong with the log, by its places.
fn told(log: &str, edition: &str) -> Result<Result<String, Vec<Diagnostic>>> {
    let read = Log::read(log, edition);
    let file = check("log", read.text.as_bytes());
    // What is missing of a log as a scenario is filled in.
    let is_wrong = |wrong: &&Diagnostic| !matches!(wrong.code, Code::Unfilled | Code::ProvesNothing);
    let wrong = file.diagnostics.iter().filter(is_wrong).cloned().map(|wrong| read.placed(wrong));
    let wrong: Vec<Diagnostic> = wrong.collect();
    if !wrong.is_empty() {
        return Ok(Err(wrong));
    }
    let story = file.stories.first().context("it tells no deal")?;
    ensure!(!story.steps.is_empty(), "logs of {} are not read; write the deal by hand", story.rules.name);
    let text = read.in_tricks(&file, story);
    let spelled = format(text.as_bytes()).context("it tells no deal")?.sound()?;
    let filled = bless("log", spelled.as_bytes(), Fill::Holes).context("it tells no deal")?;
    Ok(Ok(filled.sound()?))
}

/// A log as a scenario, and where each stretch of it came from.
#[derive(Default)]
struct Log<'a> {
    log: &'a str,
    text: String,
    /// Where a stretch begins in the text, where it does in the log, and how long it is.
    stretches: Vec<(usize, usize, usize)>,
    script: Vec<Span>,
    /// Up to where the text is as it should be: the header, and the deal.
    head: [usize; 2],
}

/// A line of a log: a player, or its first word, and what follows after a colon or none.
type Row<'a> = (&'a str, &'a str);

/// The line, where these players are known: a name may have several words.
fn row<'a>(line: &'a str, players: &[&str]) -> Row<'a> {
    let ends = |rest: &str| rest.starts_with([':', ' ', '\t']);
    let named = players.iter().filter(|name| line.strip_prefix(**name).is_some_and(ends)).map(|name| name.len()).max();
    let (first, after) = line.split_at(named.or(line.find([':', ' ', '\t'])).unwrap_or(line.len()));
    (first, after.trim_start().strip_prefix(':').unwrap_or(after).trim_start())
}

/// Parts between commas, or between spaces where there is none.
fn parts(words: &str) -> impl Iterator<Item = &str> {
    words.split(if words.contains(',') { ',' } else { ' ' }).map(str::trim).filter(|part| !part.is_empty())
}

impl<'a> Log<'a> {
    fn read(log: &'a str, edition: &str) -> Log<'a> {
        let mut read = Log { log, ..Log::default() };
        let lines = log.lines().map(str::trim).filter(|line| !line.is_empty());
        let rows = |players: &[&str]| -> Vec<Row<'a>> { lines.clone().map(|line| row(line, players)).collect() };
        let all = rows(&[]);
        let keys = |key| all.iter().filter(move |(first, _)| *first == key).map(|(_, rest)| *rest);
        let key = |key| keys(key).next();
        let players: Vec<&str> = key("players").into_iter().flat_map(parts).collect();
        let title = key("title").unwrap_or("A deal from a log");
        read.put(&format!("# {title}\n\n```toml scenario\nedition = "));
        read.quoted(key("edition").unwrap_or(edition));
        read.put("\nplayers = [");
        for (at, name) in players.iter().enumerate() {
            read.put(if at > 0 { ", " } else { "" });
            read.quoted(name);
        }
        read.put("]\n");
        if let Some(letters) = key("lang") {
            read.put("lang = ");
            read.quoted(letters);
            read.put("\n");
        }
        let options: Vec<&str> = keys("option").collect();
        for (at, option) in options.iter().enumerate() {
            read.put(if at > 0 { ", " } else { "options = { " });
            read.put(option);
            read.put(if at + 1 == options.len() { " }\n" } else { "" });
        }
        read.put("```\n");
        read.head[0] = read.text.len();
        read.put("\n```deal\n");
        let mut lines = rows(&players);
        // The header is made of these, whatever they are about.
        lines.retain(|(first, _)| !["title", "edition", "players", "lang", "option"].contains(first));
        // Who speaks a second time does something; so does all that follows.
        let spoken = |at: usize| lines[..at].iter().any(|(first, _)| *first == lines[at].0);
        let deal = (0..lines.len()).find(|at| spoken(*at) || lines[*at].0 == "stop").unwrap_or(lines.len());
        for row in &lines[..deal] {
            read.row(row);
        }
        read.put("```\n");
        read.head[1] = read.text.len();
        if deal < lines.len() {
            read.put("\n```script\n");
            read.script = lines[deal..].iter().map(|row| read.row(row)).collect();
            read.put("```\n");
        }
        if lines.last().is_none_or(|(first, _)| *first != "stop") {
            read.put(PAYOUT);
        }
        read
    }

    /// Adds words; of those that are a stretch of the log it is kept where they stand there.
    fn put(&mut self, words: &str) {
        let place = (words.as_ptr() as usize).checked_sub(self.log.as_ptr() as usize);
        let place = place.filter(|place| place + words.len() <= self.log.len());
        self.stretches.extend(place.map(|place| (self.text.len(), place, words.len())));
        self.text.push_str(words);
    }

    fn quoted(&mut self, words: &str) {
        let quoted = words.to_toml_value();
        if quoted == format!("\"{words}\"") {
            ["\"", words, "\""].into_iter().for_each(|part| self.put(part));
        } else {
            self.put(&quoted);
        }
    }

    /// Takes a line without its colon; where it stands.
    fn row(&mut self, (first, rest): &Row) -> Span {
        let start = self.text.len();
        self.put(first);
        if !rest.is_empty() {
            self.put(" ");
            self.put(rest);
        }
        self.put("\n");
        start..self.text.len() - 1
    }

    /// Where a place of the text is in the log: in the stretch before it.
    fn place(&self, at: usize) -> usize {
        let before = self.stretches.iter().take_while(|(from, ..)| *from <= at).last();
        before.map_or(0, |(from, place, length)| place + (at - from).min(*length))
    }

    /// A span of the text in the log: what does not stand there is left out at its ends.
    fn span(&self, span: &Span) -> Span {
        let after = self.stretches.iter().find(|(from, _, length)| from + length > span.start && *from < span.end);
        let start = after.map_or(self.place(span.start), |(from, place, _)| place + span.start.saturating_sub(*from));
        start..self.place(span.end).max(start)
    }

    /// A diagnostic of the text as one of the log. A fix is kept where all that it replaces stands in the log.
    fn placed(&self, mut wrong: Diagnostic) -> Diagnostic {
        let replaced = wrong.replaced().clone();
        let holds = |(from, _, length): &(usize, _, usize)| *from <= replaced.start && replaced.end <= from + length;
        let stands = self.stretches.iter().any(holds);
        if wrong.code == Code::Unfinished {
            wrong.help = vec!["a log that breaks off here ends with a line `stop`".to_owned()];
        }
        wrong.span = self.span(&wrong.span);
        wrong.fix = wrong.fix.filter(|fix| stands && !fix.contains('\n'));
        wrong.instead = wrong.instead.map(|span| self.span(&span));
        wrong.related = wrong.related.into_iter().map(|(span, label)| (self.span(&span), label)).collect();
        wrong
    }

    /// The text with its cards in tricks, the winner of each left open.
    fn in_tricks(&self, file: &Checked, story: &Story) -> String {
        let is_trick = |step: &&Step| {
            step.kind == Kind::Play || step.before.trick.is_some() && matches!(step.kind, Kind::Declaration)
        };
        let name = |seat: Seat| &story.players[usize::from(seat.0)];
        let (mut before, mut tricks, mut trick) = (Vec::new(), Vec::new(), String::new());
        for line in &self.script {
            let steps = || story.steps.iter().filter(|step| line.contains(&step.place.start));
            if !steps().any(|step| is_trick(&step)) {
                let lines = if tricks.is_empty() && trick.is_empty() { &mut before } else { &mut tricks };
                lines.extend(Some(std::mem::take(&mut trick)).filter(|cards| !cards.is_empty()));
                let words = &file.text[line.clone()];
                let asked = story.steps.last().filter(|step| words == "stop" && step.after.asks());
                lines.extend(asked.map(|step| format!("{} may ? (?)", name(step.after.mover))));
                lines.push(words.to_owned());
            }
            for step in steps().filter(is_trick) {
                trick += &match (trick.is_empty(), step.before.trick) {
                    (true, None) => format!("{}. ", step.before.finished + 1),
                    (true, _) => String::new(),
                    _ => ", ".to_owned(),
                };
                trick += &file.text[step.place.clone()];
                if step.after.finished > step.before.finished {
                    tricks.push(std::mem::take(&mut trick) + " -> ?");
                }
            }
        }
        tricks.extend(Some(trick).filter(|cards| !cards.is_empty()));
        let scripts = [before, tricks].into_iter().filter(|lines| !lines.is_empty());
        let scripts: String = scripts.map(|lines| format!("\n```script\n{}\n```\n", lines.join("\n"))).collect();
        let [header, deal] = self.head;
        let prose = format!("\n{} deals.\n", name(story.steps[0].after.dealer));
        let payout = if self.text[deal..].contains(PAYOUT) { PAYOUT } else { "" };
        [&self.text[..header], &prose, &self.text[header..deal], &scripts, payout].concat()
    }
}
