//! `mouche show`: a hand stepped through in the terminal.

use super::Exit;
use crate::cards::Seat;
use crate::page::markdown::plain;
use crate::scenario::render::{Report, full};
use crate::scenario::{Checked, check, nearest, read, shown, visible};
use crate::terminal::{self, Paper, Sight, show};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs::File;
use std::io::IsTerminal;
use std::path::PathBuf;

/// Step through a hand in the terminal: cards, verdicts, clauses, and every payment
///
/// In a terminal: ← and → step, with Shift trick by trick; Home and End go to the first and the last step, ↑ and ↓ scroll, s
/// changes the seat, e the edition, q quits. Elsewhere all steps are printed as plain text.
#[derive(Debug, Args)]
pub struct Show {
    /// The scenario file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print all steps as plain text, even in a terminal
    #[arg(long)]
    plain: bool,
    /// Id of the step to start at: t3-2, or h2-t3-2 in a second hand
    #[arg(long, value_name = "STEP")]
    step: Option<String>,
    /// Show only this player's cards
    #[arg(long, value_name = "NAME")]
    seat: Option<String>,
}

pub fn run(call: &Show) -> Result<Exit> {
    let shown = shown(&call.file);
    let bytes = File::open(&call.file).and_then(read).with_context(|| format!("{shown} cannot be read"))?;
    let file = check(&call.file.display().to_string(), &bytes);
    if !file.is_scenario && file.diagnostics.is_empty() {
        bail!("{shown} is no scenario: it has no ```toml scenario fence");
    }
    if !file.holds() || file.stories.is_empty() {
        // It has no hand to show: what is wrong with it is told as `check` tells it.
        let report = Report { path: &file.path, text: &file.text, diagnostics: &file.diagnostics };
        anstream::eprint!("{}", full(&report, true, terminal::width()));
        return Ok(Exit::Fails);
    }
    let (title, sight) = (plain(&file.title), sight(call, &file)?);
    let first = first(call, &file)?;
    // A terminal that can be written all over.
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let has_screen = !is_dumb && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !call.plain && has_screen {
        show::show(show::Walk::new(&title, &file.stories, first, sight))?;
        return Ok(Exit::Holds);
    }
    let mut paper = Paper::new(terminal::INDENT);
    for (at, story) in file.stories.iter().enumerate() {
        if at > 0 {
            paper.gap();
        }
        show::whole(&mut paper, &title, story, first, sight);
    }
    paper.legend(paper.marks());
    paper.print()?;
    Ok(Exit::Holds)
}

fn sight(call: &Show, file: &Checked) -> Result<Sight> {
    let Some(name) = &call.seat else { return Ok(Sight::OPEN) };
    let players = &file.stories[0].players;
    let seat = players.iter().position(|player| player == name).with_context(|| {
        let near = meant(name, players.iter());
        format!("no player is called {}; there are {}{near}", visible(name), players.join(", "))
    })?;
    Ok(Sight(Some(Seat(seat as u8))))
}

fn meant<'a>(name: &str, all: impl Iterator<Item = &'a String>) -> String {
    nearest(name, all.map(String::as_str)).map_or(String::new(), |near| format!("; did you mean {near}?"))
}

/// The place of the step that is asked for.
fn first(call: &Show, file: &Checked) -> Result<usize> {
    let Some(id) = &call.step else { return Ok(0) };
    let steps = || file.stories[0].frames();
    let full = format!("h1-{id}");
    let found = steps().position(|step| step.id == *id || step.id == full);
    found.with_context(|| {
        let near = meant(id, steps().map(|step| &step.id));
        format!("no step of this hand is called {}{near}", visible(id))
    })
}
