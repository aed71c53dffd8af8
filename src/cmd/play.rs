//! `mouche play`: a session against the documented strategy, in the terminal.

use super::files::{beside, write};
use super::{Exit, Setup};
use crate::cards::Seat;
use crate::scenario::{house_of, shown, visible};
use crate::session::{Company, NAMES, Session};
use crate::terminal::play::{Dialog, Told};
use crate::terminal::{self, Paper};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Play a session in the terminal against the computer
///
/// Type your moves as a script has them: 7h, fold, stand, exchange 8d 7d; help lists the rest. The session is saved after
/// each hand, and when you leave, as a scenario that holds, with what was refused.
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
        answers: &mut std::io::stdin().lock(),
        out: &mut anstream::stdout(),
        keep: &mut |text| file.keep(text),
        width: terminal::width,
        most: call.hands.map(|most| most as usize),
        told: Told::default(),
    };
    talk.run()?;
    let mut paper = Paper::new(0);
    if file.written.is_some() {
        let path = visible(&file.path.display().to_string());
        paper.paragraph(&format!("Saved: {path}"));
        paper.paragraph(&format!("mouche show {path}"));
    } else {
        paper.paragraph("Nothing was played, and nothing is saved.");
    }
    paper.print()?;
    Ok(Exit::Holds)
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
