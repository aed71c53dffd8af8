//! Sessions: `mouche play`, against the documented strategy in the terminal; `mouche simulate`, random ones counted and timed.

use super::file_writes_and_watch::create_or_replace_if_unchanged;
use super::mus_simulation::{MusMatchCall, run_mus_simulation, simulate_mus_match};
use super::*;
use crate::book::{TerminationSignal, react_to_first_signal, remove_temporary_paths_and_end};
use crate::cards::count_of;
use crate::explore::{
    self, ComputerLevel, MatchChipMeans, MatchPlayerKind, RandomSessionCounts, play_duplicate_match,
};
use crate::rules::{CertaintyMarkSet, Ruleset};
use crate::session::{Session, SessionSetup};
use crate::terminal::terminal_session::TerminalSession;
use cpu_time::ProcessTime;
use std::io::{BufRead, stdin};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// Play a session in the terminal against the computer
///
/// Type your moves: 7h, fold, stand, exchange 8d 7d; help lists the others. The session is saved after each
/// deal and when you quit, as a scenario that holds, with the moves that were refused.
#[derive(Debug, Args)]
pub struct PlayArguments {
    #[command(flatten)]
    setup: TableArguments,
    /// The seed of the cards: the same seed and the same answers give the same session [default: from the clock]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// How well the others play: by-the-book, fair or sharp [default: by-the-book; at Mus fair]
    #[arg(long, value_name = "LEVEL", value_parser = parse_level)]
    level: Option<ComputerLevel>,
    /// Your name in the story
    #[arg(long = "as", value_name = "NAME", default_value = NAMES[0])]
    name: String,
    /// Stop after this many deals
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    hands: Option<u32>,
    /// File to save the session in [default: session-SEED.md in this folder]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Reads the name of a level.
fn parse_level(written: &str) -> Result<ComputerLevel> {
    ComputerLevel::from_name(written).context("the levels are by-the-book, fair and sharp")
}

/// Plays a session in the terminal, and saves it.
pub fn play_session(call: &PlayArguments) -> Result<ExitCode> {
    let input = start_input_threads();
    let rules = call.setup.rules()?;
    // A seed that nobody chose is printed, so that the session can be played again.
    let seed = call.seed.unwrap_or_else(seed_of_clock);
    let mut file = SessionFile {
        path: free_session_path(call, seed)?,
        written: None,
    };
    let session = Session::new(new_setup(call, rules, &file.path, seed), seed)?;
    print_paragraph(&format!(
        "The session is saved after each deal: {}",
        printable_path(&file.path)
    ))?;
    let mut signal = None;
    let dialog = TerminalSession {
        session,
        read_answer: &mut || match input.recv()? {
            LineOrSignal::Answer(line) => Ok(line.transpose()?),
            LineOrSignal::Signal(received) => {
                signal = Some(received);
                Ok(None)
            }
        },
        save: &mut |text| file.save_sparing_changes_by_others(text),
        max_hands: call.hands.map(|most| most as usize),
        story: Story::without_steps(rules, Vec::new()),
        printed_steps: 0,
        explained_marks: CertaintyMarkSet::default(),
    };
    let played = dialog.run_and_save().and_then(|()| print_saved(&file));
    if let Some(signal) = signal {
        remove_temporary_paths_and_end(signal);
    }
    played.map(|()| ExitCode::SUCCESS)
}

fn seed_of_clock() -> u64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_secs() % 1_000_000,
        Err(_) => 1,
    }
}

/// Returns the learner and the others at the table. Nobody has the learner's name.
fn new_setup(call: &PlayArguments, rules: Ruleset, path: &Path, seed: u64) -> SessionSetup {
    let mut names = vec![call.name.clone()];
    for name in NAMES {
        if name != call.name {
            names.push(name.to_owned());
        }
    }
    names.truncate(usize::from(call.setup.players));
    let options = call.setup.options.iter().cloned().collect();
    let mut setup = SessionSetup::new(rules, options, names, Seat(0), seed);
    setup.level = call
        .level
        .unwrap_or_else(|| ComputerLevel::usual_opponents(rules.family()));
    setup.is_abroad = match house_rules_of(path).house_table_rules() {
        Some(here) => here.id != rules.id,
        None => true,
    };
    setup
}

fn print_saved(file: &SessionFile) -> Result<()> {
    if file.written.is_none() {
        return print_paragraph("Nothing was played, so nothing was saved.");
    }
    let path = printable_path(&file.path);
    print_paragraph(&format!("Saved: {path}\nmouche show {path}"))
}

fn print_paragraph(words: &str) -> Result<()> {
    let mut paper = TerminalPage::new(0);
    paper.write_wrapped_text(words);
    Ok(paper.print_text()?)
}

/// What the terminal session receives: a typed line, or a signal to end.
enum LineOrSignal {
    /// A line that is typed; none when there will be no more.
    Answer(Option<std::io::Result<Vec<u8>>>),
    /// The program is told to end: what was played so far is then saved as at any other end.
    Signal(i32),
}

/// Starts the threads that read what is typed and receive signals, and returns what comes from them.
fn start_input_threads() -> Receiver<LineOrSignal> {
    let (answer_sender, input) = sync_channel(0);
    let signal_sender = answer_sender.clone();
    let signals = &[
        TerminationSignal::Interrupt,
        TerminationSignal::Terminate,
        TerminationSignal::HangUp,
    ];
    react_to_first_signal(signals, move |signal| {
        drop(signal_sender.send(LineOrSignal::Signal(signal)));
    });
    thread::spawn(move || {
        for line in stdin().lock().split(b'\n').map(Some).chain([None]) {
            // When the session is over, nobody receives more.
            if answer_sender.send(LineOrSignal::Answer(line)).is_err() {
                break;
            }
        }
    });
    input
}

/// Returns the file in which the session is saved: no file is there yet, and one can be.
fn free_session_path(call: &PlayArguments, seed: u64) -> Result<PathBuf> {
    let path = match &call.output {
        Some(path) => path.clone(),
        None => free_path(Path::new(&format!("session-{seed}.md")))?,
    };
    let shown = printable_path(&path);
    ensure!(is_free(&path), "{shown} already exists; name another file");
    ensure!(
        path.extension().is_some_and(|end| end == "md"),
        "{shown} must end in .md, because a scenario is a Markdown file"
    );
    TemporaryPath::create_file_beside(&path)
        .with_context(|| format!("the session cannot be saved as {shown}"))?;
    Ok(path)
}

/// Returns this name, or the first of its kind that no file has: `session-3-2.md`.
fn free_path(path: &Path) -> Result<PathBuf> {
    if is_free(path) {
        return Ok(path.to_path_buf());
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    for number in 2..10_000 {
        let name = path.with_file_name(format!("{stem}-{number}.md"));
        if is_free(&name) {
            return Ok(name);
        }
    }
    bail!("no free name is left for the file of the session")
}

/// Returns whether nothing has this name, not even a link that leads nowhere.
fn is_free(path: &Path) -> bool {
    path.symlink_metadata()
        .is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// The file in which a session is saved.
struct SessionFile {
    path: PathBuf,
    /// The text that was saved last.
    written: Option<String>,
}

impl SessionFile {
    /// Saves the session. A file that somebody else has changed meanwhile is left to them: it goes on in another.
    fn save_sparing_changes_by_others(&mut self, text: &str) -> Result<()> {
        if let Some(before) = &self.written {
            if before == text {
                return Ok(());
            }
            if create_or_replace_if_unchanged(&self.path, Some(before.as_bytes()), text.as_bytes())
                .is_ok()
            {
                self.written = Some(text.to_owned());
                return Ok(());
            }
        }
        self.path = free_path(&self.path)?;
        create_or_replace_if_unchanged(&self.path, None, text.as_bytes())
            .with_context(|| format!("{} cannot be written", printable_path(&self.path)))?;
        self.written = Some(text.to_owned());
        Ok(())
    }
}

/// Play random sessions and count what happens
#[derive(Debug, Args)]
pub struct SimulateArguments {
    #[command(flatten)]
    setup: TableArguments,
    /// How many deals to play [default: 100000, or 500 with --strategies]; with --strategies at Mus how many games [default: 100]
    #[arg(long, value_name = "N")]
    hands: Option<u64>,
    /// Random seed; the same seed gives the same deals
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Compare two ways to play with the same cards: by-the-book, fair, sharp, or open-cards, which sees all cards (not at Mus)
    #[arg(long, value_name = "A,B", value_parser = parse_strategies)]
    strategies: Option<[MatchPlayerKind; 2]>,
    /// How often a strategy deals the cards that it does not see, before each move [default: its own number]
    #[arg(long, value_name = "N", requires = "strategies", value_parser = clap::value_parser!(u32).range(1..))]
    samples: Option<u32>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = TextOrJsonFormat::Full)]
    format: TextOrJsonFormat,
}

/// Reads the names of two ways to play: `sharp,by-the-book`.
fn parse_strategies(written: &str) -> Result<[MatchPlayerKind; 2]> {
    let mut players = Vec::new();
    for name in written.split(',') {
        let player = MatchPlayerKind::from_name(name.trim());
        players.push(player.with_context(|| format!("no strategy is called {name}"))?);
    }
    let count = players.len();
    <[MatchPlayerKind; 2]>::try_from(players)
        .ok()
        .with_context(|| format!("name 2 strategies with a comma between them, not {count}"))
}

/// Random sessions counted, for a machine.
#[derive(Serialize, JsonSchema, Template)]
#[template(path = "simulate.txt")]
#[schemars(rename = "Figures")]
pub(super) struct SimulationJson<'a> {
    /// The version of this form.
    version: u32,
    /// The edition's id.
    edition: &'a str,
    /// The number of players.
    players: u8,
    /// The seed of the random numbers.
    seed: u64,
    #[serde(flatten)]
    tally: &'a RandomSessionCounts,
    /// Deals played in a second on the processor: a figure of this machine, not of the game.
    #[serde(skip)]
    hands_per_second: u64,
    #[serde(skip)]
    name: &'a str,
}

impl SimulationJson<'_> {
    fn share_of_hands(&self, count: &u64) -> String {
        format!(
            "{count} ({:.4} % of deals)",
            100.0 * *count as f64 / self.tally.hands.max(1) as f64
        )
    }

    fn player_count_in_words(&self) -> String {
        count_of(self.players.into(), "player")
    }

    fn sessions_in_words(&self) -> String {
        count_of_u64(self.tally.sessions, "session")
    }

    fn sessions_cut_in_words(&self) -> String {
        count_of_u64(self.tally.sessions_cut, "session")
    }

    fn largest_pool_in_words(&self) -> String {
        count_of_u64(self.tally.largest_pool.unsigned_abs(), "chip")
    }

    fn debts_per_hand(&self) -> String {
        format!(
            "{:.4}",
            self.tally.debts_made as f64 / self.tally.hands.max(1) as f64
        )
    }

    /// Returns for each power of ten how many hands had a pool of less than so many chips, and at least a tenth of them.
    fn hands_by_pool_size(&self) -> Vec<(String, u64)> {
        let mut sizes = Vec::new();
        for (power, count) in self.tally.pools.iter().enumerate() {
            if *count > 0 {
                sizes.push((format!("{:<7}", 10i64.pow(power as u32 + 1)), *count));
            }
        }
        sizes
    }
}

/// The number of random deals if the call does not say.
const RANDOM_DEALS: u64 = 100_000;
/// The number of deals of a match if the call does not say.
const MATCH_DEALS: u64 = 500;

/// A match of two strategies, for a machine.
#[derive(Serialize, JsonSchema, Template)]
#[template(path = "match.txt")]
#[schemars(rename = "Match")]
pub(super) struct StrategyMatchJson<'a> {
    /// The version of this form.
    version: u32,
    /// The edition's id.
    edition: &'a str,
    /// The number of players.
    players: u8,
    /// The seed of the random numbers.
    seed: u64,
    /// The names of the two strategies.
    strategies: [&'a str; 2],
    #[serde(flatten)]
    figures: MatchChipMeans,
    #[serde(skip)]
    name: &'a str,
}

impl StrategyMatchJson<'_> {
    /// Returns the number of players in words: `3 players`.
    fn player_count_in_words(&self) -> String {
        count_of(self.players.into(), "player")
    }

    /// Returns the lines of results: each mean with the margin in which it lies 95 times of 100.
    fn result_lines(&self) -> Vec<String> {
        let figures = &self.figures;
        let mut lines = vec![format!("{:<17} {}", "deals", figures.difference.of)];
        let rows = [
            (self.strategies[0], figures.first),
            (self.strategies[1], figures.second),
            ("difference", figures.difference),
        ];
        for (label, mean) in rows {
            lines.push(format!(
                "{label:<17} {:+.3} ± {:.3} chips per deal",
                mean.estimate(),
                mean.margin()
            ));
        }
        lines.push(format!(
            "{:<17} {:.1} chips on average",
            "pool",
            figures.pool.estimate()
        ));
        lines
    }
}

fn show_progress(bar: &ProgressBar, deals: u64, all: u64) {
    bar.set_message(format!("{deals} of {}", count_of_u64(all, "deal")));
}

/// Plays a match of two strategies, and prints its result.
fn simulate_match(call: &SimulateArguments, strategies: [MatchPlayerKind; 2]) -> Result<ExitCode> {
    let table_rules = call.setup.rules()?;
    let rules = match &table_rules {
        Ruleset::Tricks(rules) => rules,
        Ruleset::Mus(rules) => {
            let mus_call = MusMatchCall {
                players: call.setup.players,
                seed: call.seed,
                games: call.hands,
                samples: call.samples,
                format: call.format,
            };
            return simulate_mus_match(&mus_call, rules, strategies);
        }
    };
    let players = call.setup.players;
    let bar = delayed_spinner();
    let all = call.hands.unwrap_or(MATCH_DEALS);
    let strategies = match call.samples {
        Some(samples) => strategies.map(|player| player.with_samples(samples)),
        None => strategies,
    };
    let played = play_duplicate_match(rules, players, strategies, all, call.seed, |deals| {
        show_progress(&bar, deals, all);
    });
    let figures = played
        .ok()
        .context("a strategy chose a move that is not allowed")?;
    bar.finish_and_clear();
    let output = StrategyMatchJson {
        version: 1,
        edition: rules.id,
        players,
        seed: call.seed,
        strategies: strategies.map(MatchPlayerKind::name),
        figures,
        name: rules.name,
    };
    print_output(call.format, &output)
}

/// Plays random sessions and prints the counts, or a match of two strategies and prints its result.
pub fn simulate_sessions_or_match(call: &SimulateArguments) -> Result<ExitCode> {
    if let Some(strategies) = call.strategies {
        return simulate_match(call, strategies);
    }
    let table_rules = call.setup.rules()?;
    let players = call.setup.players;
    let deals = call.hands.unwrap_or(RANDOM_DEALS);
    let rules = match &table_rules {
        Ruleset::Tricks(rules) => rules,
        Ruleset::Mus(rules) => {
            return run_mus_simulation(rules, players, deals, call.seed, call.format);
        }
    };
    let bar = delayed_spinner();
    // Time on the processor: other work on the machine does not count.
    let begun = ProcessTime::now();
    let tally = &explore::simulate_random_sessions(rules, players, deals, call.seed, |hands| {
        if hands % 1024 < 16 {
            let all = count_of_u64(deals, "deal");
            bar.set_message(format!("{hands} of {all}"));
        }
    });
    let seconds = begun.elapsed().as_secs_f64().max(1e-6);
    bar.finish_and_clear();
    let output = SimulationJson {
        version: 1,
        edition: rules.id,
        players,
        seed: call.seed,
        tally,
        hands_per_second: (tally.hands as f64 / seconds).round() as u64,
        name: rules.name,
    };
    print_output(call.format, &output)
}
