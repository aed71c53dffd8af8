//! The screen of a terminal: taken while a hand is shown, and given back however that ends.

use super::walk::{Then, Walk};
use super::{heading, page};
use crate::telling::sentence::name;
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{Event, KeyEventKind, poll, read};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use std::io::{Result, Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a request to end is looked for while no key is pressed.
const PATIENCE: Duration = Duration::from_millis(100);

/// Shows a hand until one leaves it.
///
/// # Errors
/// A terminal that cannot be read or written.
pub(crate) fn show(mut walk: Walk) -> Result<()> {
    let ended = requests_to_end()?;
    let _taken = Taken::take()?;
    loop {
        draw(&mut walk)?;
        while !poll(PATIENCE)? {
            if ended.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        match read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release && walk.press(key) == Then::Leave => return Ok(()),
            _ => {}
        }
    }
}

/// Set when the system asks the program to end, so that the screen is given back first.
fn requests_to_end() -> Result<Arc<AtomicBool>> {
    let ended = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, ended.clone())?;
    }
    Ok(ended)
}

/// The screen, taken.
struct Taken;

impl Taken {
    fn take() -> Result<Taken> {
        enable_raw_mode()?;
        let taken = Taken;
        execute!(stdout(), EnterAlternateScreen, Hide)?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let _ = execute!(stdout(), Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

fn draw(walk: &mut Walk) -> Result<()> {
    let (columns, rows) = size()?;
    let mut out = stdout().lock();
    let plain = AutoStream::choice(&out) == ColorChoice::Never;
    queue!(out, MoveTo(0, 0))?;
    for line in frame(walk, usize::from(columns), usize::from(rows)) {
        write!(out, "{}", if plain { strip_str(&line).to_string() } else { line })?;
        queue!(out, Clear(ClearType::UntilNewLine))?;
        write!(out, "\r\n")?;
    }
    write!(out, "{}", cut(&keys(walk), usize::from(columns)))?;
    queue!(out, Clear(ClearType::UntilNewLine))?;
    out.flush()
}

/// The lines of a screen but for its last: the heading, and as much of the step as there is room for.
fn frame(walk: &mut Walk, columns: usize, rows: usize) -> Vec<String> {
    let story = walk.story();
    let paper = page(story, walk.at, walk.sight, columns);
    let lines: Vec<&str> = paper.text().lines().collect();
    let room = rows.saturating_sub(2).max(1);
    walk.scrolled = walk.scrolled.min(lines.len().saturating_sub(room));
    let shown = lines.iter().skip(walk.scrolled).take(room);
    let mut all = vec![cut(&heading(walk.title, story), columns)];
    all.extend(shown.map(|line| (*line).to_owned()));
    all.resize(room + 1, String::new());
    if lines.len() > walk.scrolled + room {
        all[room] = cut("… more: ↓", columns);
    }
    all
}

/// Where one is, and the keys.
fn keys(walk: &Walk) -> String {
    let story = walk.story();
    let seat = walk.sight.0.map_or("all cards".to_owned(), |seat| format!("seat of {}", name(story, seat)));
    let editions = if walk.stories.len() > 1 { " · e edition" } else { "" };
    format!("{}/{} · ← → step · q quit · [ ] trick · s {seat}{editions}", walk.at + 1, story.steps.len())
}

/// A line cut to a number of columns.
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
