//! The screen of a terminal: taken while a hand is shown, and given back however that ends.

use super::walk::{Then, Walk};
use super::{heading, page};
use crate::narrate::sentence::name;
use crate::terminal::paper::MOST_NARROW;
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

/// How often it is looked whether the screen must be drawn anew while no key is pressed.
const PATIENCE: Duration = Duration::from_millis(100);

/// Shows a hand until one leaves it.
///
/// # Errors
/// A terminal that cannot be read or written.
pub(crate) fn show(mut walk: Walk) -> Result<()> {
    let resumed = Arc::new(AtomicBool::new(false));
    heed_signals(resumed.clone())?;
    let _taken = Taken::take()?;
    loop {
        draw(&mut walk)?;
        while !poll(PATIENCE)? && !resumed.swap(false, Ordering::Relaxed) {}
        if !poll(Duration::ZERO)? {
            continue;
        }
        match read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => match walk.press(key) {
                Then::Draw => {}
                Then::Rest => rest()?,
                Then::Leave => return Ok(()),
            },
            _ => {}
        }
    }
}

/// Lets the system end the program, or stop it for a while: the screen is given back first, and taken again after.
#[cfg(unix)]
fn heed_signals(resumed: Arc<AtomicBool>) -> Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGSTOP, SIGTERM, SIGTSTP};
    let mut signals = signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
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

#[cfg(not(unix))]
fn heed_signals(_: Arc<AtomicBool>) -> Result<()> {
    Ok(())
}

/// Stops for a while, as the shell's own programs do.
fn rest() -> Result<()> {
    #[cfg(unix)]
    signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
    Ok(())
}

/// The screen, taken.
struct Taken;

impl Taken {
    fn take() -> Result<Taken> {
        let taken = Taken;
        take()?;
        Ok(taken)
    }
}

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
    let room = rows.saturating_sub(2).max(1);
    let paper = page(story, walk.at, walk.sight, (columns, room));
    let lines: Vec<&str> = paper.text().lines().collect();
    walk.scrolled = walk.scrolled.min(lines.len().saturating_sub(room));
    let shown = lines.iter().skip(walk.scrolled).take(room);
    let mut all = vec![cut(&heading(walk.title, story), columns)];
    all.extend(shown.map(|line| if columns < MOST_NARROW { cut(line, columns) } else { (*line).to_owned() }));
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
