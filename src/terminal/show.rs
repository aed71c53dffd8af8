//! A hand stepped through: on paper, or on the screen of a terminal, which is given back however that ends. What a step tells:
//! what was done and why, what might have been done, every chip that moved, and the table.

use super::{INDENT, MOST_NARROW, Paper, paragraphs};
use crate::cards::{Seat, count_in_words};
use crate::narrate::{self, Choice, Face, Laid, Place, Scene, counted, name, open, table, title};
use crate::rules::{ClauseId, Ruleset};
use crate::scenario::story::{AnyStep, Frame, Kind, Story};
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

pub(crate) fn heading(title: &str, story: &Story) -> String {
    if title.contains(story.rules.name) {
        title.to_owned()
    } else {
        format!("{title} ({})", story.rules.name)
    }
}

/// The whole hand from a step on, step after step; the table stands where the cards are dealt.
pub(crate) fn whole(
    paper: &mut Paper,
    title: &str,
    story: &Story,
    first: usize,
    sight: Option<Seat>,
) {
    paper.heading(&heading(title, story));
    for one in story.all().skip(first) {
        paper.gap();
        paper.heading(&heading_of(story, one));
        tell(paper, story, one, sight);
        if one.kind == Kind::Deal {
            lay(paper, story, one, sight);
        }
    }
}

type Half = fn(&mut Paper, &Story, AnyStep, Option<Seat>);

/// One step and its table, for a screen of so many columns and lines. The table comes first if all of it is then seen.
fn page(story: &Story, at: usize, sight: Option<Seat>, (columns, lines): (usize, usize)) -> Paper {
    let one = story.step(at);
    let ordered = |[first, then]: [Half; 2]| {
        let mut paper = Paper::wide(columns, INDENT);
        paper.heading(&heading_of(story, one));
        first(&mut paper, story, one, sight);
        paper.gap();
        then(&mut paper, story, one, sight);
        paper.legend(paper.marks);
        paper
    };
    let paper = ordered([lay, tell]);
    if paper.text.lines().count() <= lines {
        paper
    } else {
        ordered([tell, lay])
    }
}

struct Walk<'a> {
    title: &'a str,
    stories: &'a [Story],
    edition: usize,
    at: usize,
    scrolled: usize,
    /// Whose cards alone are seen, if not those of all.
    sight: Option<Seat>,
}

impl<'a> Walk<'a> {
    fn story(&self) -> &'a Story {
        &self.stories[self.edition]
    }

    /// Does what a key asks for; false if that is to leave.
    fn press(&mut self, key: KeyEvent) -> Result<bool> {
        if key.kind == KeyEventKind::Release {
            return Ok(true);
        }
        let [shift, control] =
            [KeyModifiers::SHIFT, KeyModifiers::CONTROL].map(|held| key.modifiers.contains(held));
        let story = self.story();
        let at = self.at;
        let last = story.count() - 1;
        // The first step of each part: a trick, the claims, the reckoning, the next deal.
        let begins = |at: &usize| *at == 0 || part(story.step(*at)) != part(story.step(at - 1));
        let later = || (at + 1..last).find(begins).unwrap_or(last);
        let former = || (0..at).rfind(begins).unwrap_or(0);
        match key.code {
            KeyCode::Char('c' | 'd') if control => return Ok(false),
            // As the shell's own programs do.
            #[cfg(unix)]
            KeyCode::Char('z') if control => {
                signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?
            }
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Char(']') => self.go(later()),
            KeyCode::Char('[') => self.go(former()),
            KeyCode::Right if shift => self.go(later()),
            KeyCode::Left if shift => self.go(former()),
            KeyCode::Right | KeyCode::Char(' ') | KeyCode::Enter => self.go((at + 1).min(last)),
            KeyCode::Left | KeyCode::Backspace => self.go(at.saturating_sub(1)),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(last),
            KeyCode::Down => self.scrolled += 1,
            KeyCode::Up => self.scrolled = self.scrolled.saturating_sub(1),
            KeyCode::PageDown => self.scrolled += 10,
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_sub(10),
            // Open, and then each seat in turn.
            KeyCode::Char('s') => {
                let next = self.sight.map_or(0, |Seat(at)| at + 1);
                self.sight = Some(Seat(next)).filter(|_| usize::from(next) < story.players.len());
            }
            KeyCode::Char('e') => self.turn(),
            _ => {}
        }
        Ok(true)
    }

    fn go(&mut self, at: usize) {
        self.at = at;
        self.scrolled = 0;
    }

    /// The next edition, at the step of the same name, or the nearest before it.
    fn turn(&mut self) {
        let id = &self.story().step(self.at).frame().id;
        self.edition = (self.edition + 1) % self.stories.len();
        let mut steps = self.story().frames();
        self.go(steps
            .position(|step| step.id == *id)
            .unwrap_or(self.at.min(self.story().count() - 1)));
    }
}

fn part(step: AnyStep) -> impl PartialEq {
    (step.hand, narrate::part(step), step.kind.settles())
}

pub(crate) fn show(title: &str, stories: &[Story], at: usize, sight: Option<Seat>) -> Result<()> {
    let mut walk = Walk {
        title,
        stories,
        edition: 0,
        at,
        scrolled: 0,
        sight,
    };
    let resumed = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    notify_signals(resumed.clone())?;
    let _taken = Taken;
    take()?;
    loop {
        draw(&mut walk)?;
        // While no key is pressed, the screen may have to be drawn anew.
        while !poll(Duration::from_millis(100))? && !resumed.swap(false, Ordering::Relaxed) {}
        if poll(Duration::ZERO)?
            && let Event::Key(key) = read()?
            && !walk.press(key)?
        {
            return Ok(());
        }
    }
}

/// Lets the system end the program, or stop it for a while: the screen is given back first, and taken again after.
#[cfg(unix)]
fn notify_signals(resumed: Arc<AtomicBool>) -> Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGSTOP, SIGTERM, SIGTSTP};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            match signal {
                SIGTSTP => {
                    give_back();
                    let _ = signal_hook::low_level::raise(SIGSTOP);
                }
                SIGCONT => {
                    let _ = take();
                    resumed.store(true, Ordering::Relaxed);
                }
                _ => {
                    give_back();
                    std::process::exit(128 + signal);
                }
            }
        }
    });
    Ok(())
}

struct Taken;

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

/// Takes the screen. A shell may have changed the terminal's modes since it was taken last.
fn take() -> Result<()> {
    let _ = disable_raw_mode();
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Hide)
}

fn give_back() {
    let _ = execute!(stdout(), Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}

fn draw(walk: &mut Walk) -> Result<()> {
    let (columns, rows) = size()?;
    let mut out = stdout().lock();
    let plain = AutoStream::choice(&out) == ColorChoice::Never;
    queue!(out, MoveTo(0, 0))?;
    for (at, line) in frame(walk, usize::from(columns), usize::from(rows))
        .into_iter()
        .enumerate()
    {
        write!(
            out,
            "{}{}",
            if at > 0 { "\r\n" } else { "" },
            if plain {
                strip_str(&line).to_string()
            } else {
                line
            }
        )?;
        queue!(out, Clear(ClearType::UntilNewLine))?;
    }
    out.flush()
}

/// The lines of a screen: what is shown, and below it where one is, and the keys.
fn frame(walk: &mut Walk, columns: usize, rows: usize) -> Vec<String> {
    let story = walk.story();
    let room = rows.saturating_sub(2).max(1);
    let paper = page(story, walk.at, walk.sight, (columns, room));
    let lines: Vec<&str> = paper.text.lines().collect();
    walk.scrolled = walk.scrolled.min(lines.len().saturating_sub(room));
    let shown = lines.iter().skip(walk.scrolled).take(room);
    let mut all = vec![cut(&heading(walk.title, story), columns)];
    all.extend(shown.map(|line| {
        if columns < MOST_NARROW {
            cut(line, columns)
        } else {
            (*line).to_owned()
        }
    }));
    all.resize(room + 1, String::new());
    if lines.len() > walk.scrolled + room {
        all[room] = cut("… more: ↓", columns);
    }
    let seat = walk.sight.map_or("all cards".to_owned(), |seat| {
        format!("seat of {}", name(story, seat))
    });
    let editions = if walk.stories.len() > 1 {
        " · e edition"
    } else {
        ""
    };
    let keys = format!(
        "{}/{} · ← → step · q quit · [ ] trick · s {seat}{editions}",
        walk.at + 1,
        story.count()
    );
    all.push(cut(&keys, columns));
    all
}

fn cut(line: &str, columns: usize) -> String {
    let mut left = columns;
    line.chars()
        .take_while(|c| {
            let width = unicode_width::UnicodeWidthChar::width(*c).unwrap_or(0);
            let fits = width <= left;
            left = left.saturating_sub(width);
            fits
        })
        .collect()
}

pub(crate) fn heading_of(story: &Story, step: AnyStep) -> String {
    let several = story.frames().next_back().is_some_and(|last| last.hand > 1);
    let who = step
        .mover
        .filter(|_| step.kind == Kind::Declaration && matches!(step, AnyStep::Tricks(_)));
    let of = who.map_or(String::new(), |seat| format!(" of {}", name(story, seat)));
    let title = title(story, step) + &of;
    if several {
        format!("Hand {}. {title}", step.hand)
    } else {
        title
    }
}

/// All that a step tells to one who sees so much, its table apart.
pub(crate) fn tell(paper: &mut Paper, story: &Story, step: AnyStep, sight: Option<Seat>) {
    prose(paper, &step.narration);
    let scene = Scene::new(story, step);
    said(paper, &story.rules, &step, &scene, sight);
    if step.mover.is_some() && sees(sight, &step) {
        choices(paper, &story.rules, &scene);
    }
    chips(paper, story, step, &scene);
    prose(paper, &step.closing);
}

pub(crate) fn chips(paper: &mut Paper, story: &Story, step: AnyStep, scene: &Scene) {
    for entry in &scene.ledger {
        let verb = if entry.is_debt { "owes" } else { "pays" };
        let sum = if entry.sum.is_empty() {
            ""
        } else {
            &format!(": {}", entry.sum)
        };
        let told = format!(
            "{} {verb} {} {}{sum}",
            entry.payer, entry.payee, entry.amount
        );
        let told = with(paper, &story.rules, &told, &entry.clauses);
        paper.paragraph(&told);
    }
    for row in &scene.running {
        let moved = if row.moved.is_empty() {
            ""
        } else {
            &format!("{} {} = ", row.before, row.moved)
        };
        paper.row(&row.whose, &format!("{moved}{}", row.after));
    }
    if step.kind == Kind::Deal || step.kind.settles() {
        debts(paper, story, step);
    }
}

fn prose(paper: &mut Paper, markdown: &str) {
    let told = paragraphs(markdown);
    told.iter().for_each(|words| paper.paragraph(words));
    if !told.is_empty() {
        paper.gap();
    }
}

/// Whether what the mover sees is seen.
fn sees(sight: Option<Seat>, step: &Frame) -> bool {
    sight.is_none() || step.mover.is_none() || sight == step.mover
}

pub(crate) fn said(
    paper: &mut Paper,
    rules: &Ruleset,
    step: &Frame,
    scene: &Scene,
    sight: Option<Seat>,
) {
    let sees = sees(sight, step);
    // What a payment says of chips that move, the ledger says with their sum.
    let paid = |topic: ClauseId| {
        step.kind.settles()
            && scene
                .ledger
                .iter()
                .any(|entry| !entry.is_debt && entry.clauses.contains(&topic))
    };
    let told = scene
        .said()
        .into_iter()
        .filter(|(sentence, _)| !sentence.clause.is_some_and(paid));
    for (sentence, clauses) in told {
        let words = sentence
            .closed
            .as_ref()
            .filter(|_| !sees)
            .unwrap_or(&sentence.text);
        let told = with(paper, rules, words, &clauses);
        paper.cards(&told);
    }
}

fn with(paper: &mut Paper, rules: &Ruleset, words: &str, clauses: &[ClauseId]) -> String {
    let clauses: Vec<String> = clauses
        .iter()
        .map(|clause| paper.refer(rules, *clause))
        .collect();
    if clauses.is_empty() {
        words.to_owned()
    } else {
        format!("{words} [{}]", clauses.join(", "))
    }
}

pub(crate) fn choices(paper: &mut Paper, rules: &Ruleset, scene: &Scene) {
    for choice in &scene.choices {
        let told = with(paper, rules, &choice.verdict, &choice.clauses());
        let mark = match choice {
            Choice { is_taken: true, .. } => '>',
            Choice {
                is_allowed: true, ..
            } => ' ',
            _ => '×',
        };
        paper.row(
            &format!(
                "{mark} {}",
                choice.face.as_ref().map_or(String::new(), Face::text)
            ),
            &told,
        );
    }
}

pub(crate) fn clause(paper: &mut Paper, rules: &Ruleset, topic: ClauseId) {
    let clause = rules.clause(topic);
    paper.heading(&format!("{topic}: {}", rules.title(topic)));
    clause.text().render(|text, marks| {
        let mut told = paragraphs(text);
        told.last_mut()
            .into_iter()
            .for_each(|last| last.push_str(&marks.signs()));
        told.extend(marks.legend());
        told.iter().for_each(|words| paper.paragraph(words));
    });
    paper.paragraph(&format!(
        "Its source and its hands: mouche explain {}",
        rules.clause_id(topic)
    ));
}

/// The table after a step, as one sees it who sees so much: a line for what lies in the middle, a line a seat.
pub(crate) fn lay(paper: &mut Paper, story: &Story, step: AnyStep, sight: Option<Seat>) {
    let table = table(story, step).seen_by(sight, open(step));
    let chips = counted(&[(story, step)]);
    paper.bear(
        table
            .middle
            .as_ref()
            .map_or(chips.marks, |middle| middle.marks),
    );
    paper.cards(&chips.middle(&table));
    for (place, purse) in chips.places(&table) {
        let mark = if place.is_mover { ">" } else { " " };
        paper.row(&format!("{mark} {}", place.name), &seat(place, purse));
    }
}

pub(crate) fn debts(paper: &mut Paper, story: &Story, step: AnyStep) {
    let chips = counted(&[(story, step)]);
    if let Some(debts) = chips.promises.filter(|debts| !debts.is_empty()) {
        paper.fact("Debts on paper", &debts);
    }
}

fn seat(place: &Place, purse: &str) -> String {
    let laid = place.laid.as_ref().map_or(
        String::new(),
        |Laid {
             face, said, mark, ..
         }| {
            let what = face.as_ref().map_or(said.clone(), Face::text);
            format!("[{}]", format!("{what} {mark}").trim_end())
        },
    );
    let cards = match place.unseen {
        0 => place
            .cards
            .iter()
            .map(Face::text)
            .collect::<Vec<_>>()
            .join(" "),
        unseen => count_in_words(unseen, "card"),
    };
    let parts = [&laid, &cards, &place.won(), &place.marks.join(" · "), purse];
    parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ")
}
