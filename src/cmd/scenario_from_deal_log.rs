//! A plain log of a deal as a scenario: `mouche new --deal FILE`. It is put into a file line by line, and read as that; what is
//! wrong is told of the line of the log that it came from, what holds is told in tricks.

use super::*;
use crate::narrate::player_name;
use crate::scenario::story::StepKind;
use crate::scenario::{
    Diagnostic, Span, TextReplacement, apply_replacements, bless, check, format,
    without_byte_order_mark,
};
use toml_writer::ToTomlValue;

const PAYOUT: &str = "\n```payout\n?\n```\n";

/// The scenario of a log, or what is wrong with the log.
pub(super) struct DealLogConversion {
    /// The log as it was read: spellings that can mean one thing only are written as scenarios write them.
    pub(super) log: String,
    /// The number of such spellings.
    pub(super) respelled: usize,
    /// The scenario; or what is wrong with the log, by its places.
    pub(super) scenario: Result<String, Vec<Diagnostic>>,
}

/// The most times that a log is read again with more spellings written out: one may hide another.
const MOST_READINGS: usize = 50;

/// Makes a scenario of a log. Other spellings of cards are taken only if the whole log then holds; otherwise what is wrong is
/// told of the log as it stands.
pub(super) fn convert_and_respell_log(log: &str, edition: &str) -> Result<DealLogConversion> {
    let log = without_times(without_byte_order_mark(log));
    let first = match scenario_from_log(&log, edition)? {
        Ok(scenario) => {
            return Ok(DealLogConversion {
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
                return Ok(DealLogConversion {
                    log: spelled,
                    respelled,
                    scenario: Ok(scenario),
                });
            }
            Err(errors) => errors,
        };
    }
    Ok(DealLogConversion {
        log,
        respelled: 0,
        scenario: Err(first),
    })
}

/// Returns the fixes of diagnostics that only spell a card or a word otherwise, without those that overlap another.
fn spelling_fixes(diagnostics: &[Diagnostic]) -> Vec<TextReplacement> {
    let mut edits: Vec<TextReplacement> = Vec::new();
    for diagnostic in diagnostics {
        let is_spelling = diagnostic.has_certain_fix() || diagnostic.code == Code::BadCard;
        if is_spelling
            && !diagnostic.span.is_empty()
            && let Some(text) = &diagnostic.fix
        {
            edits.push(TextReplacement {
                span: diagnostic.span_to_replace().clone(),
                text: text.clone(),
            });
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    edits.dedup_by(|next, edit| next.span.start <= edit.span.end);
    edits
}

/// Returns a log without the times that some programs write before each line: `12:31:05 Nora: AH`, `[12:31] Nora: AH`.
fn without_times(log: &str) -> String {
    log.split_inclusive('\n').map(without_time).collect()
}

fn without_time(line: &str) -> &str {
    let open = line.trim_start();
    let inside = open.strip_prefix(['[', '(']).unwrap_or(open);
    let (mut time, mut rest) = split_leading_digits_and(inside, ":.-TZ/");
    // A date may stand before the time.
    let (next, after) = split_leading_digits_and(rest.trim_start_matches(' '), ":.Z");
    if is_date(time) && is_time_or_timestamp(next) {
        time = next;
        rest = after;
    }
    let rest = rest.strip_prefix([']', ')']).unwrap_or(rest);
    let is_separate = rest.starts_with([' ', '\t']);
    if is_separate && is_time_or_timestamp(time) {
        rest.trim_start_matches([' ', '\t', '-'])
    } else {
        line
    }
}

/// Splits a text where its first character stands that is neither a digit nor one of `signs`.
fn split_leading_digits_and<'a>(text: &'a str, signs: &str) -> (&'a str, &'a str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && !signs.contains(c));
    text.split_at(end.unwrap_or(text.len()))
}

fn is_date(text: &str) -> bool {
    text.len() >= 8
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"-/.".contains(&byte))
}

/// Returns whether a text is a time of day, with or without a date before it: `12:31`, `12:31:05.250`,
/// `2026-11-28T12:31:05Z`.
fn is_time_or_timestamp(text: &str) -> bool {
    let (date, clock) = match text.split_once('T') {
        Some((date, _)) => (Some(date), text.rsplit('T').next().unwrap_or_default()),
        None => (None, text),
    };
    let clock = clock.trim_end_matches('Z');
    clock.contains(':') && clock.split(':').all(is_clock_number) && date.is_none_or(is_date)
}

/// Returns whether a text can be one number of a clock time: only digits and full stops.
fn is_clock_number(part: &str) -> bool {
    let mut bytes = part.bytes();
    !part.is_empty() && bytes.all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// A script whose cards are put together in tricks.
#[derive(Default)]
struct ScriptGroupedByTricks {
    /// The lines before the first trick.
    before: Vec<String>,
    /// The lines from the first trick on.
    tricks: Vec<String>,
    /// The trick that is not over yet.
    trick: String,
}

impl ScriptGroupedByTricks {
    /// Adds a line that plays no card.
    fn put_line_between_tricks(&mut self, words: &str, story: &Story) {
        self.end_trick();
        let lines = if self.tricks.is_empty() {
            &mut self.before
        } else {
            &mut self.tricks
        };
        if words == "stop"
            && let Some(last) = story.trick_steps().last()
            && last.after.awaits_move()
        {
            let mover = player_name(story, last.after.mover);
            lines.push(format!("{mover} may ? (?)"));
        }
        lines.push(words.to_owned());
    }

    /// Adds a card of a trick, and ends the trick if it is its last.
    fn put_card(&mut self, words: &str, step: &Step) {
        if !self.trick.is_empty() {
            self.trick += ", ";
        } else if step.before.trick.is_none() {
            self.trick += &format!("{}. ", step.before.tricks_finished + 1);
        }
        self.trick += words;
        if step.after.tricks_finished > step.before.tricks_finished {
            self.trick += " -> ?";
            self.end_trick();
        }
    }

    /// Ends a trick, whether or not all have played to it.
    fn end_trick(&mut self) {
        if !self.trick.is_empty() {
            self.tricks.push(std::mem::take(&mut self.trick));
        }
    }
}

/// Returns whether a step plays a card, or says something in the middle of a trick.
fn is_part_of_trick(step: &Step) -> bool {
    step.kind == StepKind::Play || step.before.trick.is_some() && step.kind == StepKind::Declaration
}

/// Returns the scenario of a log; or what is wrong with the log, by its places.
fn scenario_from_log(log: &str, edition: &str) -> Result<Result<String, Vec<Diagnostic>>> {
    let draft = ScenarioFromLog::read_log_text(log, edition);
    let file = check("log", draft.text.as_bytes());
    let mut wrong = Vec::new();
    for diagnostic in &file.diagnostics {
        // What a log lacks as a scenario is filled in.
        if !matches!(diagnostic.code, Code::Unfilled | Code::ProvesNothing) {
            wrong.push(draft.diagnostic_in_log(diagnostic.clone()));
        }
    }
    if !wrong.is_empty() {
        return Ok(Err(wrong));
    }
    let story = file.stories.first().context("it contains no deal")?;
    ensure!(
        !story.trick_steps().is_empty(),
        "logs of {} cannot be read; write the scenario by hand",
        story.rules.name
    );
    let text = draft.text_in_tricks(&file, story);
    let spelled = format(text.as_bytes())
        .context("it contains no deal")?
        .into_sound_text()?;
    let filled =
        bless("log", spelled.as_bytes(), BlessExtent::OpenValues).context("it contains no deal")?;
    Ok(Ok(filled.into_sound_text()?))
}

/// A log as a scenario, and where each stretch of it came from.
#[derive(Default)]
struct ScenarioFromLog {
    text: String,
    stretches: Vec<StretchCopiedFromLog>,
    /// The lines of the script in the text.
    script: Vec<Span>,
    /// The end of the header in the text.
    header_end: usize,
    /// The end of the deal in the text. All up to it is as it should be.
    deal_end: usize,
}

/// A stretch of the text that stands in the log too.
struct StretchCopiedFromLog {
    /// The place where it begins in the text.
    start: usize,
    /// The place where it begins in the log.
    log_start: usize,
    length: usize,
}

impl StretchCopiedFromLog {
    fn end(&self) -> usize {
        self.start + self.length
    }
}

/// A stretch of a log, and where it begins there, in bytes.
#[derive(Clone, Copy)]
struct DealLogExcerpt<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> DealLogExcerpt<'a> {
    fn trim_start(self) -> DealLogExcerpt<'a> {
        let text = self.text.trim_start();
        DealLogExcerpt {
            text,
            at: self.at + self.text.len() - text.len(),
        }
    }

    fn trim(self) -> DealLogExcerpt<'a> {
        let stretch = self.trim_start();
        DealLogExcerpt {
            text: stretch.text.trim_end(),
            ..stretch
        }
    }

    fn split_at(self, length: usize) -> (DealLogExcerpt<'a>, DealLogExcerpt<'a>) {
        let (before, after) = self.text.split_at(length);
        (
            DealLogExcerpt {
                text: before,
                ..self
            },
            DealLogExcerpt {
                text: after,
                at: self.at + length,
            },
        )
    }

    /// Returns the parts that this character ends, each with it, and what follows the last.
    fn split_after(self, separator: char) -> impl Iterator<Item = DealLogExcerpt<'a>> {
        let mut at = self.at;
        self.text.split_inclusive(separator).map(move |text| {
            at += text.len();
            DealLogExcerpt {
                text,
                at: at - text.len(),
            }
        })
    }

    /// Returns what is listed here: parts between commas, or between spaces where there is no comma.
    fn split_at_commas_or_spaces(self) -> Vec<DealLogExcerpt<'a>> {
        let separator = if self.text.contains(',') { ',' } else { ' ' };
        let mut items = Vec::new();
        for part in self.split_after(separator) {
            let item = DealLogExcerpt {
                text: part.text.trim_end_matches(separator),
                ..part
            };
            let item = item.trim();
            if !item.text.is_empty() {
                items.push(item);
            }
        }
        items
    }
}

/// A line of a log: a player, or its first word, and what follows after a colon or none.
#[derive(Clone, Copy)]
struct DealLogLine<'a> {
    first: DealLogExcerpt<'a>,
    rest: DealLogExcerpt<'a>,
}

impl<'a> DealLogLine<'a> {
    /// Returns whether the line says that the log ends before the deal does.
    fn is_early_end(&self) -> bool {
        self.first.text == "stop"
    }
    /// Reads a line of a log with these players: a name may have several words.
    fn split_off_first_name(line: DealLogExcerpt<'a>, players: &[&str]) -> DealLogLine<'a> {
        let mut first_length = 0;
        for name in players {
            if line.text.strip_prefix(name).is_some_and(ends_word) {
                first_length = first_length.max(name.len());
            }
        }
        if first_length == 0 {
            first_length = line.text.find(WORD_ENDS).unwrap_or(line.text.len());
        }
        let (first, after) = line.split_at(first_length);
        let after = after.trim_start();
        let rest = if after.text.starts_with(':') {
            after.split_at(1).1.trim_start()
        } else {
            after
        };
        DealLogLine { first, rest }
    }
}

/// The characters that end the first word of a line.
const WORD_ENDS: [char; 3] = [':', ' ', '\t'];

fn ends_word(rest: &str) -> bool {
    rest.starts_with(WORD_ENDS)
}

/// Returns the lines of a log with these players that are not blank.
fn read_nonblank_lines<'a>(log: &'a str, players: &[&str]) -> Vec<DealLogLine<'a>> {
    let log = DealLogExcerpt { text: log, at: 0 };
    let mut lines = Vec::new();
    for line in log.split_after('\n') {
        let line = line.trim();
        if !line.text.is_empty() {
            lines.push(DealLogLine::split_off_first_name(line, players));
        }
    }
    lines
}

/// The lines of a log that make the header of the scenario.
const HEADER_KEYS: [&str; 5] = ["title", "edition", "players", "lang", "option"];

/// Returns what follows a key in each line that begins with it.
fn values_of<'a>(lines: &[DealLogLine<'a>], key: &str) -> Vec<DealLogExcerpt<'a>> {
    let lines = lines.iter().filter(|line| line.first.text == key);
    lines.map(|line| line.rest).collect()
}

impl ScenarioFromLog {
    fn read_log_text(log: &str, edition: &str) -> ScenarioFromLog {
        let mut draft = ScenarioFromLog::default();
        let players = draft.put_header(&read_nonblank_lines(log, &[]), edition);
        let mut lines = read_nonblank_lines(log, &players);
        lines.retain(|line| !HEADER_KEYS.contains(&line.first.text));
        // A player who speaks a second time makes a move; and all that follows is the script.
        let mut deal_lines = 0;
        for (at, line) in lines.iter().enumerate() {
            let mut before = lines[..at].iter();
            if line.is_early_end() || before.any(|other| other.first.text == line.first.text) {
                break;
            }
            deal_lines += 1;
        }
        let (deal, script) = lines.split_at(deal_lines);
        draft.put_uncopied_words("\n```deal\n");
        for line in deal {
            draft.put_line_without_colon(line);
        }
        draft.put_uncopied_words("```\n");
        draft.deal_end = draft.text.len();
        if !script.is_empty() {
            draft.put_uncopied_words("\n```script\n");
            for line in script {
                let span = draft.put_line_without_colon(line);
                draft.script.push(span);
            }
            draft.put_uncopied_words("```\n");
        }
        if !lines.last().is_some_and(DealLogLine::is_early_end) {
            draft.put_uncopied_words(PAYOUT);
        }
        draft
    }

    /// Adds the title and the header, and returns the names of the players.
    fn put_header<'a>(&mut self, lines: &[DealLogLine<'a>], edition: &str) -> Vec<&'a str> {
        let title = match values_of(lines, "title").first() {
            Some(title) => title.text,
            None => "A deal from a log",
        };
        self.put_uncopied_words(&format!("# {title}\n\n```toml scenario\nedition = "));
        match values_of(lines, "edition").first() {
            Some(named) => self.put_toml_string(*named),
            None => self.put_uncopied_words(&edition.to_toml_value()),
        }
        let players = match values_of(lines, "players").first() {
            Some(players) => players.split_at_commas_or_spaces(),
            None => Vec::new(),
        };
        self.put_uncopied_words("\nplayers = [");
        for (at, name) in players.iter().enumerate() {
            self.put_uncopied_words(if at > 0 { ", " } else { "" });
            self.put_toml_string(*name);
        }
        self.put_uncopied_words("]\n");
        if let Some(letters) = values_of(lines, "lang").first() {
            self.put_uncopied_words("lang = ");
            self.put_toml_string(*letters);
            self.put_uncopied_words("\n");
        }
        let options = values_of(lines, "option");
        for (at, option) in options.iter().enumerate() {
            self.put_uncopied_words(if at > 0 { ", " } else { "options = { " });
            self.put_span(*option);
            self.put_uncopied_words(if at + 1 == options.len() { " }\n" } else { "" });
        }
        self.put_uncopied_words("```\n");
        self.header_end = self.text.len();
        players.iter().map(|name| name.text).collect()
    }

    /// Adds words that do not stand in the log.
    fn put_uncopied_words(&mut self, words: &str) {
        self.text.push_str(words);
    }

    /// Adds a span of the log, and notes where it stands there.
    fn put_span(&mut self, span: DealLogExcerpt) {
        self.stretches.push(StretchCopiedFromLog {
            start: self.text.len(),
            log_start: span.at,
            length: span.text.len(),
        });
        self.text.push_str(span.text);
    }

    /// Adds a stretch of the log as a string of TOML.
    fn put_toml_string(&mut self, stretch: DealLogExcerpt) {
        let quoted = stretch.text.to_toml_value();
        if quoted == format!("\"{}\"", stretch.text) {
            self.put_uncopied_words("\"");
            self.put_span(stretch);
            self.put_uncopied_words("\"");
        } else {
            self.put_uncopied_words(&quoted);
        }
    }

    /// Adds a line without its colon, and returns where it stands in the text.
    fn put_line_without_colon(&mut self, row: &DealLogLine) -> Span {
        let start = self.text.len();
        self.put_span(row.first);
        if !row.rest.text.is_empty() {
            self.put_uncopied_words(" ");
            self.put_span(row.rest);
        }
        self.put_uncopied_words("\n");
        start..self.text.len() - 1
    }

    /// Returns the place in the log of a place in the text: in the stretch before it.
    fn offset_in_log(&self, at: usize) -> usize {
        let mut offset = 0;
        for stretch in &self.stretches {
            if stretch.start > at {
                break;
            }
            offset = stretch.log_start + (at - stretch.start).min(stretch.length);
        }
        offset
    }

    /// Returns a span of the text in the log, without what does not stand there at its ends.
    fn span_in_log(&self, span: &Span) -> Span {
        let mut stretches = self.stretches.iter();
        let first = stretches.find(|one| one.end() > span.start && one.start < span.end);
        let start = match first {
            Some(first) => first.log_start + span.start.saturating_sub(first.start),
            None => self.offset_in_log(span.start),
        };
        start..self.offset_in_log(span.end).max(start)
    }

    /// Returns a diagnostic of the text as one of the log. A fix is kept where all that it replaces stands in the log.
    fn diagnostic_in_log(&self, mut wrong: Diagnostic) -> Diagnostic {
        let replaced = wrong.span_to_replace().clone();
        let mut stretches = self.stretches.iter();
        let is_in_log =
            stretches.any(|one| one.start <= replaced.start && replaced.end <= one.end());
        if wrong.code == Code::Unfinished {
            wrong.help = vec!["if the log ends here, add a line `stop`".to_owned()];
        }
        wrong.span = self.span_in_log(&wrong.span);
        wrong.fix = wrong.fix.filter(|fix| is_in_log && !fix.contains('\n'));
        wrong.replaced_span = wrong.replaced_span.map(|span| self.span_in_log(&span));
        for (span, _) in &mut wrong.related {
            *span = self.span_in_log(span);
        }
        wrong
    }

    /// Returns the text with its cards in tricks, the winner of each left open.
    fn text_in_tricks(&self, file: &CheckedFile, story: &Story) -> String {
        let mut script = ScriptGroupedByTricks::default();
        for line in &self.script {
            let steps = story.trick_steps().iter();
            let steps = steps.filter(|step| line.contains(&step.place.start));
            let steps: Vec<&Step> = steps.filter(|step| is_part_of_trick(step)).collect();
            if steps.is_empty() {
                script.put_line_between_tricks(&file.text[line.clone()], story);
            }
            for step in steps {
                script.put_card(&file.text[step.place.clone()], step);
            }
        }
        script.end_trick();
        let dealer = player_name(story, story.trick_steps()[0].after.dealer);
        let mut text = self.text[..self.header_end].to_owned();
        text += &format!("\n{dealer} deals.\n");
        text += &self.text[self.header_end..self.deal_end];
        for lines in [script.before, script.tricks] {
            if !lines.is_empty() {
                text += &format!("\n```script\n{}\n```\n", lines.join("\n"));
            }
        }
        if self.text[self.deal_end..].contains(PAYOUT) {
            text += PAYOUT;
        }
        text
    }
}
