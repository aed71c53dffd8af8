//! A hand stepped through: on paper, or on the screen of a terminal, which is given back however that ends. What a step tells:
//! what was done and why, what might have been done, every chip that moved, and the table.

use super::flush_point_words::describe_flush_points;
use super::{INDENT, MOST_NARROW, TerminalPage, plain_text_blocks};
use crate::cards::{Seat, count_of_or_no};
use crate::narrate::chip_lines::LedgerEntry;
use crate::narrate::{
    self, CardFace, EditionStepText, SeatView, chips_after, player_name, seats_with_open_cards,
    table_after,
};
use crate::rules::{ClauseId, Ruleset};
use crate::scenario::story::{AnyStep, CommonStepParts, StepKind, Story};
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use crossterm::{execute, queue};
use std::io::{Result, Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Returns the heading of a hand: its title, with its edition if the title does not name it.
pub(crate) fn title_with_edition(title: &str, story: &Story) -> String {
    if title.contains(story.rules.name) {
        title.to_owned()
    } else {
        format!("{title} ({})", story.rules.name)
    }
}

/// Writes a hand from a step on, step after step; the table stands where the cards are dealt.
pub(crate) fn write_hand(
    paper: &mut TerminalPage,
    title: &str,
    story: &Story,
    first_step: usize,
    sight: Option<Seat>,
) {
    paper.write_heading(&title_with_edition(title, story));
    for one in story.all_steps().skip(first_step) {
        paper.write_blank_line();
        paper.write_heading(&step_heading_with_deal(story, one));
        write_step(paper, story, one, sight);
        if one.kind == StepKind::Deal {
            write_table(paper, story, one, sight);
        }
    }
}

/// A function that writes a part of a step to a page.
type TerminalStepPartWriter = fn(&mut TerminalPage, &Story, AnyStep, Option<Seat>);

/// Returns a step and its table, for a screen of this size. The table comes first if all of it is then seen.
fn step_and_table_page(
    story: &Story,
    step_index: usize,
    sight: Option<Seat>,
    columns: usize,
    lines: usize,
) -> TerminalPage {
    let paper = page_of_step_parts(story, step_index, sight, columns, [write_table, write_step]);
    if paper.text.lines().count() <= lines {
        paper
    } else {
        page_of_step_parts(story, step_index, sight, columns, [write_step, write_table])
    }
}

/// Returns two parts of a step, one below the other.
fn page_of_step_parts(
    story: &Story,
    step_index: usize,
    sight: Option<Seat>,
    columns: usize,
    halves: [TerminalStepPartWriter; 2],
) -> TerminalPage {
    let step = story.step(step_index);
    let [first, second] = halves;
    let mut paper = TerminalPage::with_width(columns, INDENT);
    paper.write_heading(&step_heading_with_deal(story, step));
    first(&mut paper, story, step, sight);
    paper.write_blank_line();
    second(&mut paper, story, step, sight);
    paper.write_legend(paper.marks);
    paper
}

/// The state of the screen on which a hand is stepped through.
struct TerminalStepViewer<'a> {
    title: &'a str,
    stories: &'a [Story],
    edition: usize,
    at: usize,
    scrolled: usize,
    /// The seat whose cards alone are seen, if not those of all.
    sight: Option<Seat>,
}

impl<'a> TerminalStepViewer<'a> {
    fn story(&self) -> &'a Story {
        &self.stories[self.edition]
    }

    /// Does what a key asks for, and returns false if that is to leave.
    fn handle_key(&mut self, key: KeyEvent) -> Result<bool> {
        if key.kind == KeyEventKind::Release {
            return Ok(true);
        }
        let has_shift = key.modifiers.contains(KeyModifiers::SHIFT);
        let has_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let at = self.at;
        let last = self.story().step_count() - 1;
        match key.code {
            KeyCode::Char('c' | 'd') if has_control => return Ok(false),
            // As the shell's own programs do.
            #[cfg(unix)]
            KeyCode::Char('z') if has_control => {
                signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?
            }
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Char(']') => self.go_to_step(self.next_part_start()),
            KeyCode::Char('[') => self.go_to_step(self.previous_part()),
            KeyCode::Right if has_shift => self.go_to_step(self.next_part_start()),
            KeyCode::Left if has_shift => self.go_to_step(self.previous_part()),
            KeyCode::Right | KeyCode::Char(' ') | KeyCode::Enter => {
                self.go_to_step((at + 1).min(last))
            }
            KeyCode::Left | KeyCode::Backspace => self.go_to_step(at.saturating_sub(1)),
            KeyCode::Home => self.go_to_step(0),
            KeyCode::End => self.go_to_step(last),
            KeyCode::Down => self.scrolled += 1,
            KeyCode::Up => self.scrolled = self.scrolled.saturating_sub(1),
            KeyCode::PageDown => self.scrolled += 10,
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_sub(10),
            KeyCode::Char('s') => self.show_next_seat(),
            KeyCode::Char('e') => self.show_next_edition(),
            _ => {}
        }
        Ok(true)
    }

    /// Returns the first step of the next part, or the last step: a part is a trick, the claims, the payout, the next deal.
    fn next_part_start(&self) -> usize {
        let last = self.story().step_count() - 1;
        for at in self.at + 1..last {
            if self.begins_part(at) {
                return at;
            }
        }
        last
    }

    /// Returns the first step of the nearest part before this step.
    fn previous_part(&self) -> usize {
        for at in (0..self.at).rev() {
            if self.begins_part(at) {
                return at;
            }
        }
        0
    }

    fn begins_part(&self, step_index: usize) -> bool {
        let story = self.story();
        step_index == 0 || part_key(story.step(step_index)) != part_key(story.step(step_index - 1))
    }

    /// Shows the cards of all, and then of each seat in turn.
    fn show_next_seat(&mut self) {
        let next = match self.sight {
            Some(Seat(seat)) => seat + 1,
            None => 0,
        };
        self.sight = if usize::from(next) < self.story().players.len() {
            Some(Seat(next))
        } else {
            None
        };
    }

    fn go_to_step(&mut self, step_index: usize) {
        self.at = step_index;
        self.scrolled = 0;
    }

    /// Shows the next edition, at the step of the same name, or the nearest before it.
    fn show_next_edition(&mut self) {
        let id = &self.story().step(self.at).frame().id;
        self.edition = (self.edition + 1) % self.stories.len();
        let mut steps = self.story().frames();
        self.go_to_step(
            steps
                .position(|step| step.id == *id)
                .unwrap_or(self.at.min(self.story().step_count() - 1)),
        );
    }
}

fn part_key(step: AnyStep) -> impl PartialEq {
    (
        step.hand,
        narrate::part_name(step),
        step.kind.is_settlement(),
    )
}

pub(crate) fn run_viewer(
    title: &str,
    stories: &[Story],
    first_step: usize,
    sight: Option<Seat>,
) -> Result<()> {
    let mut walk = TerminalStepViewer {
        title,
        stories,
        edition: 0,
        at: first_step,
        scrolled: 0,
        sight,
    };
    let resumed = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    restore_screen_on_signals(resumed.clone())?;
    let _taken = ScreenGuard;
    take_screen()?;
    loop {
        draw_screen(&mut walk)?;
        // While no key is pressed, the screen may have to be drawn anew.
        while !poll(Duration::from_millis(100))? && !resumed.swap(false, Ordering::Relaxed) {}
        if poll(Duration::ZERO)?
            && let Event::Key(key) = read()?
            && !walk.handle_key(key)?
        {
            return Ok(());
        }
    }
}

/// Lets the system end the program, or stop it for a while: the screen is given back first, and taken again after.
#[cfg(unix)]
fn restore_screen_on_signals(resumed: Arc<AtomicBool>) -> Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGSTOP, SIGTERM, SIGTSTP};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            match signal {
                SIGTSTP => {
                    restore_screen();
                    let _ = signal_hook::low_level::raise(SIGSTOP);
                }
                SIGCONT => {
                    let _ = take_screen();
                    resumed.store(true, Ordering::Relaxed);
                }
                _ => {
                    restore_screen();
                    std::process::exit(128 + signal);
                }
            }
        }
    });
    Ok(())
}

/// Gives the screen back when it is dropped.
struct ScreenGuard;

impl Drop for ScreenGuard {
    fn drop(&mut self) {
        restore_screen();
    }
}

/// Takes the screen. A shell may have changed the terminal's modes since it was taken last.
fn take_screen() -> Result<()> {
    let _ = disable_raw_mode();
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Hide)
}

fn restore_screen() {
    let _ = execute!(stdout(), Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}

fn draw_screen(viewer: &mut TerminalStepViewer) -> Result<()> {
    let (columns, rows) = size()?;
    let mut out = stdout().lock();
    let is_plain = AutoStream::choice(&out) == ColorChoice::Never;
    queue!(out, MoveTo(0, 0))?;
    let lines = screen_lines(viewer, usize::from(columns), usize::from(rows));
    for (at, line) in lines.iter().enumerate() {
        if at > 0 {
            write!(out, "\r\n")?;
        }
        if is_plain {
            write!(out, "{}", strip_str(line))?;
        } else {
            write!(out, "{line}")?;
        }
        queue!(out, Clear(ClearType::UntilNewLine))?;
    }
    out.flush()
}

/// Returns the lines of a screen: the heading, the step as far as there is room, and the keys.
fn screen_lines(viewer: &mut TerminalStepViewer, columns: usize, rows: usize) -> Vec<String> {
    let story = viewer.story();
    let room = rows.saturating_sub(2).max(1);
    let paper = step_and_table_page(story, viewer.at, viewer.sight, columns, room);
    let lines: Vec<&str> = paper.text.lines().collect();
    viewer.scrolled = viewer.scrolled.min(lines.len().saturating_sub(room));
    let heading = title_with_edition(viewer.title, story);
    let mut screen = vec![truncate_to_width(&heading, columns)];
    for line in lines.iter().skip(viewer.scrolled).take(room) {
        screen.push(if columns < MOST_NARROW {
            truncate_to_width(line, columns)
        } else {
            (*line).to_owned()
        });
    }
    screen.resize(room + 1, String::new());
    if lines.len() > viewer.scrolled + room {
        screen[room] = truncate_to_width("… more: ↓", columns);
    }
    let seat = match viewer.sight {
        Some(seat) => format!("view from {}", player_name(story, seat)),
        None => "all cards".to_owned(),
    };
    let editions = if viewer.stories.len() > 1 {
        " · e edition"
    } else {
        ""
    };
    let keys = format!(
        "{}/{} · ← → step · q quit · [ ] trick · s {seat}{editions}",
        viewer.at + 1,
        story.step_count()
    );
    screen.push(truncate_to_width(&keys, columns));
    screen
}

/// Returns as much of a line as fits into this many columns.
fn truncate_to_width(line: &str, columns: usize) -> String {
    let mut left = columns;
    let mut fitting = String::new();
    for c in line.chars() {
        let width = unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
        if width > left {
            break;
        }
        left -= width;
        fitting.push(c);
    }
    fitting
}

/// Returns the heading of a step: `Trick 3, card 2`, `Deal 2. Declaration of Denise`.
pub(crate) fn step_heading_with_deal(story: &Story, step: AnyStep) -> String {
    let title = narrate::standalone_step_title(story, step);
    let has_several_hands = story.frames().next_back().is_some_and(|last| last.hand > 1);
    if has_several_hands {
        format!("Deal {}. {title}", step.hand)
    } else {
        title
    }
}

/// Writes all that a step tells to a reader who sees the cards of a seat, or all; but not its table.
pub(crate) fn write_step(
    paper: &mut TerminalPage,
    story: &Story,
    step: AnyStep,
    sight: Option<Seat>,
) {
    write_prose(paper, &step.narration);
    let scene = EditionStepText::new(story, step);
    write_sentences(paper, &story.rules, &step, &scene, sight);
    if let Some(points) = describe_flush_points(story, step) {
        let clauses = [ClauseId::FlushTie, ClauseId::FlushPoints];
        let words = with_clauses(paper, &story.rules, &points, &clauses);
        paper.write_wrapped_text(&words);
    }
    if step.mover.is_some() && can_see_mover(sight, &step) {
        write_choices(paper, &story.rules, &scene);
    }
    write_payments_and_balances(paper, story, step, &scene);
    write_prose(paper, &step.closing);
}

/// Writes the chips that move in a step, what each player has then, and the debts.
pub(crate) fn write_payments_and_balances(
    paper: &mut TerminalPage,
    story: &Story,
    step: AnyStep,
    scene: &EditionStepText,
) {
    for entry in &scene.ledger {
        let LedgerEntry {
            payer,
            payee,
            amount,
            ..
        } = entry;
        let verb = if entry.is_debt { "owes" } else { "pays" };
        let mut words = format!("{payer} {verb} {payee} {amount}");
        if !entry.sum.is_empty() {
            words += &format!(": {}", entry.sum);
        }
        let words = with_clauses(paper, &story.rules, &words, &entry.clauses);
        paper.write_wrapped_text(&words);
    }
    for row in &scene.balances {
        let balance = if row.moved.is_empty() {
            row.after.clone()
        } else {
            format!("{} {} = {}", row.before, row.moved, row.after)
        };
        paper.write_words_beside_card(&row.owner, &balance);
    }
    if step.kind == StepKind::Deal || step.kind.is_settlement() {
        write_debts(paper, story, step);
    }
}

fn write_prose(paper: &mut TerminalPage, markdown: &str) {
    let paragraphs = plain_text_blocks(markdown);
    for words in &paragraphs {
        paper.write_wrapped_text(words);
    }
    if !paragraphs.is_empty() {
        paper.write_blank_line();
    }
}

/// Returns whether the cards of the mover of a step are seen.
fn can_see_mover(sight: Option<Seat>, step: &CommonStepParts) -> bool {
    sight.is_none() || step.mover.is_none() || sight == step.mover
}

/// Writes what happens in a step, with the clauses. What a payment says of chips that move, the ledger says with their sum.
pub(crate) fn write_sentences(
    paper: &mut TerminalPage,
    rules: &Ruleset,
    step: &CommonStepParts,
    scene: &EditionStepText,
    sight: Option<Seat>,
) {
    let sees = can_see_mover(sight, step);
    for (sentence, clauses) in scene.sentences_with_clauses() {
        if let Some(clause) = sentence.clause
            && step.kind.is_settlement()
            && has_payment_by_clause(scene, clause)
        {
            continue;
        }
        let words = with_clauses(paper, rules, sentence.text_for(sees), &clauses);
        paper.write_with_red_cards(&words);
    }
}

/// Returns whether the ledger has a payment by a clause.
fn has_payment_by_clause(scene: &EditionStepText, clause: ClauseId) -> bool {
    let mut ledger = scene.ledger.iter();
    ledger.any(|entry| !entry.is_debt && entry.clauses.contains(&clause))
}

/// Returns words with the ids of the clauses that they rest on in brackets.
fn with_clauses(
    paper: &mut TerminalPage,
    rules: &Ruleset,
    words: &str,
    clauses: &[ClauseId],
) -> String {
    if clauses.is_empty() {
        return words.to_owned();
    }
    let mut ids = Vec::new();
    for clause in clauses {
        ids.push(paper.clause_id_with_marks(rules, *clause));
    }
    format!("{words} [{}]", ids.join(", "))
}

/// Writes what the mover might do, each choice with its verdict.
pub(crate) fn write_choices(paper: &mut TerminalPage, rules: &Ruleset, scene: &EditionStepText) {
    for choice in &scene.choices {
        let verdict = with_clauses(paper, rules, &choice.verdict, &choice.clauses());
        let mark = if choice.is_taken {
            '>'
        } else if choice.is_allowed {
            ' '
        } else {
            '×'
        };
        let card = match &choice.face {
            Some(face) => face.text(),
            None => String::new(),
        };
        paper.write_words_beside_card(&format!("{mark} {card}"), &verdict);
    }
}

/// Writes the title and the text of a clause, if the game has it.
pub(crate) fn write_clause_text(paper: &mut TerminalPage, rules: &Ruleset, topic: ClauseId) {
    let Some(clause) = rules.clause(topic) else {
        return;
    };
    paper.write_heading(&format!("{topic}: {}", rules.title(topic)));
    clause.text().render(|text, marks| {
        let mut paragraphs = plain_text_blocks(text);
        if let Some(last) = paragraphs.last_mut() {
            last.push_str(&marks.signs());
        }
        for words in paragraphs.iter().chain(&marks.legend()) {
            paper.write_wrapped_text(words);
        }
    });
    paper.write_wrapped_text(&format!(
        "For its source and its example hands: mouche explain {}",
        rules.full_clause_id(topic)
    ));
}

/// Writes the table after a step, as a reader sees it who sees the cards of a seat, or all: a line for the middle, a line a seat.
pub(crate) fn write_table(
    paper: &mut TerminalPage,
    story: &Story,
    step: AnyStep,
    sight: Option<Seat>,
) {
    let table = table_after(story, step).seen_by(sight, seats_with_open_cards(step));
    let chips = chips_after(&[(story, step)]);
    paper.note_marks(match &table.middle {
        Some(middle) => middle.marks,
        None => chips.marks,
    });
    paper.write_with_red_cards(&chips.middle_text(&table));
    for (seat, purse) in chips.purses_by_seat(&table) {
        let mark = if seat.is_mover { ">" } else { " " };
        paper.write_words_beside_card(
            &format!("{mark} {}", seat.name),
            &seat_in_words(seat, purse),
        );
    }
}

/// Writes the debts that wait after a step, if there are any.
pub(crate) fn write_debts(paper: &mut TerminalPage, story: &Story, step: AnyStep) {
    let chips = chips_after(&[(story, step)]);
    if let Some(debts) = chips.debts_on_paper.filter(|debts| !debts.is_empty()) {
        paper.write_labelled("Debts that wait", &debts);
    }
}

/// Returns a seat in words: what was played or said last, the cards, the tricks, the marks and the purse.
fn seat_in_words(seat: &SeatView, purse: &str) -> String {
    let mut parts = Vec::new();
    if let Some(act) = &seat.last_act {
        let what = match &act.face {
            Some(face) => face.text(),
            None => act.said.clone(),
        };
        parts.push(format!("[{}]", format!("{what} {}", act.mark).trim_end()));
    }
    if seat.unseen == 0 {
        let cards: Vec<String> = seat.cards.iter().map(CardFace::text).collect();
        parts.push(cards.join(" "));
    } else {
        parts.push(count_of_or_no(seat.unseen, "card"));
    }
    parts.push(seat.tricks_won_in_words());
    parts.push(seat.marks.join(" · "));
    parts.push(purse.to_owned());
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}
