//! `mouche show`: a hand stepped through in the terminal, or given away as data or as a picture.

use super::record::Output;
use super::{Exit, print_json};
use crate::book::picture_of_step;
use crate::cards::Seat;
use crate::page::markdown::plain;
use crate::scenario::render::{Report, full};
use crate::scenario::{Checked, check_in, house_of, nearest, read, shown, visible};
use crate::terminal::{self, Paper, Sight, show};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// Step through a hand in the terminal: cards, verdicts, clauses, and every payment; or print it as data, or a step as a picture
///
/// In a terminal: ← and → step, with Shift trick by trick; Home and End go to the first and the last step, ↑ and ↓ scroll, s
/// changes the seat, e the edition, q quits. Elsewhere all steps are printed as plain text.
#[derive(Debug, Args)]
pub struct Show {
    /// The scenario file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print all steps as plain text, even in a terminal
    #[arg(long, conflicts_with = "format")]
    plain: bool,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Shape::Full)]
    format: Shape,
    /// Id of the step to start at: t3-2, or h2-t3-2 in a second hand; of a picture, the step that is drawn
    #[arg(long, value_name = "STEP", required_if_eq("format", "svg"))]
    step: Option<String>,
    /// Show only this player's cards
    #[arg(long, value_name = "NAME")]
    seat: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// Step by step in a terminal; elsewhere all steps as plain text
    Full,
    /// All steps as one JSON object, with verdicts and payments
    Json,
    /// The table after one step as an SVG picture, under the first edition of the file
    Svg,
}

pub fn run(call: &Show) -> Result<Exit> {
    let shown = shown(&call.file);
    let bytes = File::open(&call.file).and_then(read).with_context(|| format!("{shown} cannot be read"))?;
    let file = check_in(house_of(&call.file), &call.file.display().to_string(), &bytes);
    if !file.is_scenario && file.diagnostics.is_empty() {
        bail!("{shown} is no scenario: it has no ```toml scenario fence");
    }
    if !file.holds() || file.stories.is_empty() {
        // It has no hand to show: what is wrong with it is told as `check` tells it.
        let report = Report { path: &file.path, text: &file.text, diagnostics: &file.diagnostics };
        anstream::eprint!("{}", full(&report, true, terminal::width()));
        return Ok(Exit::Fails);
    }
    let has_steps = !file.stories[0].steps.is_empty();
    let game = file.stories[0].rules.name;
    ensure!(
        has_steps || call.format == Shape::Full,
        "{shown} is a hand of {game}, of which there is plain text alone so far"
    );
    let (title, sight) = (plain(&file.title), sight(call, &file)?);
    let first = first(call, &file)?;
    match call.format {
        Shape::Full => {}
        Shape::Json => return print_json(&Output::from((&file, first, sight.0))).map(|()| Exit::Holds),
        Shape::Svg => {
            let story = &file.stories[0];
            let drawn = picture_of_step(&show::heading(&title, story), story, story.step(first), sight.0)?;
            return terminal::plain().write_all(drawn.as_bytes()).map(|()| Exit::Holds).map_err(Into::into);
        }
    }
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
