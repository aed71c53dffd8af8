//! `mouche play`: a session against the documented strategy, in the terminal.

use super::files::{beside, write};
use super::{Exit, Setup};
use crate::book::{go, when_told_to_end};
use crate::cards::Seat;
use crate::scenario::{house_of, shown, visible};
use crate::session::{Company, NAMES, Session};
use crate::terminal::play::{Dialog, Told};
use crate::terminal::{self, Paper};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::io::{BufRead, stdin};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// Play a session in the terminal against the computer
///
/// Type what you do: 7h, fold, stand, exchange 8d 7d; help lists the rest. The session is saved after
/// each hand, and when you leave or break off, as a scenario that holds, with what was refused.
#[derive(Debug, Args)]
pub struct Play {
    #[command(flatten)]
    setup: Setup,
    /// The seed of the cards: the same seed and the same answers give the same session [default: from the clock]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Your name in the story
    #[arg(long = "as", value_name = "NAME", default_value = NAMES[0])]
    name: String,
    /// Stop after this many hands
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    hands: Option<u32>,
    /// File to save the session in [default: session-SEED.md, here]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(call: &Play) -> Result<Exit> {
    let (heard, mut told) = (listen(), None);
    let rules = call.setup.rules()?;
    let options = call.setup.options.iter().cloned().collect();
    // A seed that nobody chose is told, so that the session can be played again.
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = call.seed.unwrap_or(now.map_or(1, |since| since.as_secs() % 1_000_000));
    let mut file = File { path: place(call, seed)?, written: None };
    // The learner's name, and those of the others: none sits there twice.
    let others = NAMES.iter().filter(|name| **name != call.name).map(|name| (*name).to_owned());
    let names = std::iter::once(call.name.clone()).chain(others).take(usize::from(call.setup.players));
    let mut company = Company::new(rules, options, names.collect(), Seat(0), seed);
    company.is_abroad = house_of(&file.path).rules().is_none_or(|here| here.id != rules.id);
    let session = Session::new(company, seed)?;
    let mut paper = Paper::new(0);
    paper.paragraph(&format!("It is saved after each hand: {}", shown(&file.path)));
    paper.print()?;
    let talk = Dialog {
        session,
        answers: &mut || match heard.recv()? {
            Heard::Answer(line) => Ok(line.transpose()?),
            Heard::Signal(signal) => {
                told = Some(signal);
                Ok(None)
            }
        },
        out: &mut anstream::stdout(),
        keep: &mut |text| file.keep(text),
        width: terminal::width,
        most: call.hands.map(|most| most as usize),
        told: Told::default(),
    };
    let played = talk.run().and_then(|()| file.tell());
    if let Some(signal) = told {
        go(signal);
    }
    played.map(|()| Exit::Holds)
}

enum Heard {
    /// What is typed; none when there will be no more.
    Answer(Option<std::io::Result<Vec<u8>>>),
    /// The program is told to end: what was played so far is then saved as at any other end.
    Signal(i32),
}

/// Listens to what is typed, and to what else may end a session.
fn listen() -> Receiver<Heard> {
    let (says, heard) = sync_channel(0);
    let tells = says.clone();
    when_told_to_end(move |signal| drop(tells.send(Heard::Signal(signal))));
    thread::spawn(move || {
        let lines = stdin().lock().split(b'\n').map(Some).chain([None]);
        // When the session is over, nobody hears more.
        lines.map(Heard::Answer).try_for_each(|line| says.send(line))
    });
    heard
}

/// Where the session is saved: no file is there yet, and one can be.
fn place(call: &Play, seed: u64) -> Result<PathBuf> {
    let path = match &call.output {
        Some(path) => {
            let shown = shown(path);
            ensure!(!path.try_exists()?, "{shown} already exists; name another file");
            let is_found = path.extension().is_some_and(|end| end == "md");
            ensure!(is_found, "{shown} must end in .md, to be found as a scenario");
            path.clone()
        }
        None => free(Path::new(&format!("session-{seed}.md")))?,
    };
    beside(&path).with_context(|| format!("nothing can be saved as {}", shown(&path)))?;
    Ok(path)
}

/// This name, or the first of its kind that no file has: `session-3-2.md`.
fn free(path: &Path) -> Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let named = |number: u32| path.with_file_name(format!("{stem}-{number}.md"));
    let names = std::iter::once(path.to_path_buf()).chain((2..10_000).map(named));
    names.into_iter().find(|path| !path.exists()).context("every name for the session is taken")
}

struct File {
    path: PathBuf,
    written: Option<String>,
}

impl File {
    fn tell(&self) -> Result<()> {
        let mut paper = Paper::new(0);
        if self.written.is_some() {
            let path = visible(&self.path.display().to_string());
            paper.paragraph(&format!("Saved: {path}"));
            paper.paragraph(&format!("mouche show {path}"));
        } else {
            paper.paragraph("Nothing was played, and nothing is saved.");
        }
        Ok(paper.print()?)
    }

    /// Writes the session. A file that somebody else has changed meanwhile is left to them: it goes on in another.
    fn keep(&mut self, text: &str) -> Result<()> {
        let before = self.written.as_deref();
        if before == Some(text) {
            return Ok(());
        }
        let again = before.map(|before| write(&self.path, Some(before.as_bytes()), text.as_bytes()));
        if again.is_none_or(|done| done.is_err()) {
            self.path = free(&self.path)?;
            write(&self.path, None, text.as_bytes())
                .with_context(|| format!("{} cannot be written", shown(&self.path)))?;
        }
        self.written = Some(text.to_owned());
        Ok(())
    }
}
