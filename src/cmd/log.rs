//! A plain log of a deal as a scenario: `mouche new --deal FILE`.
//!
//! The log is put into a file line by line, and read as that; what is wrong is told of the line of the log that it came from.
//! What holds is then told in tricks.

use crate::cards::Seat;
use crate::scenario::story::{Kind, Step, Story};
use crate::scenario::{Checked, Code, Diagnostic, Fill, Span, bless, check, format};
use anyhow::{Context, Error, Result, ensure};
use toml_writer::ToTomlValue;

/// The lines of a log that its header is made of, whatever they are about.
const KEYS: [&str; 5] = ["title", "edition", "players", "lang", "option"];

/// What is missing of a log as a scenario, and is filled in.
const OPEN: [Code; 2] = [Code::Unfilled, Code::ProvesNothing];

/// The scenario that a log tells; or what is wrong with the log, by its places.
pub(super) fn told(log: &str, edition: &str) -> Result<Result<String, Vec<Diagnostic>>> {
    let read = Log::read(log, edition);
    let file = check("log", read.text.as_bytes());
    let wrong: Vec<Diagnostic> = file.diagnostics.iter().filter(|wrong| !OPEN.contains(&wrong.code)).cloned().collect();
    if !wrong.is_empty() {
        return Ok(Err(wrong.into_iter().map(|wrong| read.placed(wrong)).collect()));
    }
    let story = file.stories.first().context("it tells no deal")?;
    ensure!(!story.steps.is_empty(), "logs of {} are not read; write the deal by hand", story.rules.name);
    let text = read.in_tricks(&file, story);
    let spelled = format(text.as_bytes()).context("it tells no deal")?.sound().map_err(Error::msg)?;
    let filled = bless("log", spelled.as_bytes(), Fill::Holes).context("it tells no deal")?;
    Ok(Ok(filled.sound().map_err(Error::msg)?))
}

/// A log as a scenario, and where each stretch of it came from.
struct Log {
    title: String,
    text: String,
    /// Where a stretch begins in the text, where it does in the log, and how long it is.
    stretches: Vec<(usize, usize, usize)>,
    /// The lines of the script, in the text.
    script: Vec<Span>,
    /// Up to where the text is as it should be: the header, and the deal.
    head: [usize; 2],
}

/// A line of a log.
struct Row<'a> {
    /// A player, or its first word.
    first: &'a str,
    begins: usize,
    /// What follows that, after a colon or none.
    rest: &'a str,
    at: usize,
}

impl<'a> Row<'a> {
    /// The line at this place of the log, where these players are known: a name may have several words.
    fn of(line: &'a str, begins: usize, players: &[&str]) -> Row<'a> {
        let ends = |rest: &str| rest.starts_with([':', ' ', '\t']);
        let named =
            players.iter().filter(|name| line.strip_prefix(**name).is_some_and(ends)).map(|name| name.len()).max();
        let (first, after) = line.split_at(named.or(line.find([':', ' ', '\t'])).unwrap_or(line.len()));
        let rest = after.trim_start().strip_prefix(':').unwrap_or(after).trim_start();
        Row { first, begins, rest, at: begins + line.len() - rest.len() }
    }

    /// Its parts between commas, or between spaces where it has none, each with its place.
    fn parts(&self) -> impl Iterator<Item = (&'a str, usize)> {
        let between = if self.rest.contains(',') { ',' } else { ' ' };
        let at = |part: &str| self.at + part.as_ptr() as usize - self.rest.as_ptr() as usize;
        self.rest.split(between).map(str::trim).filter(|part| !part.is_empty()).map(move |part| (part, at(part)))
    }
}

impl Log {
    fn read(log: &str, edition: &str) -> Log {
        let title = "A deal from a log".to_owned();
        let mut read = Log { title, text: String::new(), stretches: Vec::new(), script: Vec::new(), head: [0; 2] };
        let lines = || {
            log.split_inclusive('\n').scan(0, |at, line| {
                let begins = *at + line.len() - line.trim_start().len();
                *at += line.len();
                Some((line.trim(), begins))
            })
        };
        let rows = |players: &[&str]| {
            lines()
                .filter(|(line, _)| !line.is_empty())
                .map(|(line, at)| Row::of(line, at, players))
                .collect::<Vec<_>>()
        };
        let all = rows(&[]);
        let key = |key: &str| all.iter().find(|row| row.first == key);
        let players: Vec<(&str, usize)> = key("players").into_iter().flat_map(Row::parts).collect();
        read.title = key("title").map_or(read.title, |row| row.rest.to_owned());
        read.put(&format!("# {}\n\n```toml scenario\nedition = ", read.title));
        read.quoted(key("edition").map_or(edition, |row| row.rest), key("edition").map(|row| row.at));
        read.put("\nplayers = [");
        for (at, (name, place)) in players.iter().enumerate() {
            read.put(if at > 0 { ", " } else { "" });
            read.quoted(name, Some(*place));
        }
        read.put("]\n");
        if let Some(row) = key("lang") {
            read.put("lang = ");
            read.quoted(row.rest, Some(row.at));
            read.put("\n");
        }
        let options: Vec<&Row> = all.iter().filter(|row| row.first == "option").collect();
        for (at, option) in options.iter().enumerate() {
            read.put(if at > 0 { ", " } else { "options = { " });
            read.take(option.rest, option.at);
            read.put(if at + 1 == options.len() { " }\n" } else { "" });
        }
        read.put("```\n");
        read.head[0] = read.text.len();
        read.put("\n```deal\n");
        let mut lines = rows(&players.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        lines.retain(|row| !KEYS.contains(&row.first));
        // Who speaks a second time does something; so does all that follows.
        let spoken = |at: usize| lines[..at].iter().any(|row| row.first == lines[at].first);
        let deal = (0..lines.len()).find(|at| spoken(*at) || lines[*at].first == "stop").unwrap_or(lines.len());
        for row in &lines[..deal] {
            read.row(row);
        }
        read.put("```\n");
        read.head[1] = read.text.len();
        if deal < lines.len() {
            read.put("\n```script\n");
            for row in &lines[deal..] {
                let line = read.row(row);
                read.script.push(line);
            }
            read.put("```\n");
        }
        if lines.last().is_none_or(|row| row.first != "stop") {
            read.put("\n```payout\n?\n```\n");
        }
        read
    }

    fn put(&mut self, words: &str) {
        self.text.push_str(words);
    }

    /// Takes a stretch of the log as it stands.
    fn take(&mut self, words: &str, at: usize) {
        self.stretches.push((self.text.len(), at, words.len()));
        self.put(words);
    }

    fn quoted(&mut self, words: &str, at: Option<usize>) {
        let quoted = words.to_toml_value();
        match at {
            Some(at) if quoted == format!("\"{words}\"") => {
                self.put("\"");
                self.take(words, at);
                self.put("\"");
            }
            _ => self.put(&quoted),
        }
    }

    /// Takes a line without its colon; where it stands.
    fn row(&mut self, row: &Row) -> Span {
        let start = self.text.len();
        self.take(row.first, row.begins);
        if !row.rest.is_empty() {
            self.put(" ");
            self.take(row.rest, row.at);
        }
        let line = start..self.text.len();
        self.put("\n");
        line
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
    fn placed(&self, wrong: Diagnostic) -> Diagnostic {
        let replaced = wrong.replaced();
        let stands = self.stretches.iter().any(|(from, _, length)| {
            (*from..=from + length).contains(&replaced.start) && replaced.end <= from + length
        });
        let help = match wrong.code {
            Code::Unfinished => vec!["a log that breaks off here ends with a line `stop`".to_owned()],
            _ => wrong.help.clone(),
        };
        Diagnostic {
            help,
            span: self.span(&wrong.span),
            fix: wrong.fix.clone().filter(|fix| stands && !fix.contains('\n')),
            instead: wrong.instead.as_ref().map(|span| self.span(span)),
            related: wrong.related.iter().map(|(span, label)| (self.span(span), label.clone())).collect(),
            ..wrong
        }
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
                let comma = match (trick.is_empty(), step.before.trick) {
                    (true, None) => format!("{}. ", step.before.finished + 1),
                    (true, _) => String::new(),
                    _ => ", ".to_owned(),
                };
                trick += &(comma + &file.text[step.place.clone()]);
                if step.after.finished > step.before.finished {
                    tricks.push(std::mem::take(&mut trick) + " -> ?");
                }
            }
        }
        tricks.extend(Some(trick).filter(|cards| !cards.is_empty()));
        let fence = |word: &str, lines: &[String]| match lines {
            [] => String::new(),
            lines => format!("\n```{word}\n{}\n```\n", lines.join("\n")),
        };
        let [header, deal] = self.head;
        let prose = format!("\n{} deals.\n", name(story.steps[0].after.dealer));
        let rest = match self.text[deal..].contains("```payout") {
            true => fence("payout", &["?".to_owned()]),
            false => String::new(),
        };
        [
            &self.text[..header],
            &prose,
            &self.text[header..deal],
            &fence("script", &before),
            &fence("script", &tricks),
            &rest,
        ]
        .concat()
    }
}
