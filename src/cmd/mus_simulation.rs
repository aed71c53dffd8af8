//! `mouche simulate` for Mus: sessions of the computer against itself, counted, and matches of two strategies.

use super::*;
use crate::cards::{Seat, count_of};
use crate::explore::odds::Mean;
use crate::explore::{
    ComputerLevel, MatchPlayerKind, MusPhaseCounts, MusSessionCounts, first_seat_of_each_side,
    play_levels_at_mus, simulate_computer_mus_sessions,
};
use crate::rules::MusRules;
use crate::rules::mus_values::BettingPhase;

/// Sessions of Mus counted, for a machine.
#[derive(Serialize, JsonSchema, Template)]
#[template(path = "simulate_mus.txt")]
#[schemars(rename = "MusFigures")]
pub(super) struct MusSimulationJson {
    /// The version of this form.
    version: u32,
    /// The edition's id.
    edition: &'static str,
    /// The number of players.
    players: u8,
    /// The seed of the random numbers.
    seed: u64,
    /// The number of deals.
    hands: u64,
    /// The number of sessions that were begun. The last session may be unfinished.
    sessions: u64,
    /// The results of each side, or of each player where players play singly.
    sides: Vec<SideSessionCounts>,
    /// What happened in each phase.
    phases: Vec<PhaseFigures>,
    #[serde(skip)]
    name: &'static str,
}

/// The sessions, games and rounds that a side won or lost in a simulation.
#[derive(Serialize, JsonSchema)]
struct SideSessionCounts {
    /// The places of its players at the table, from 1.
    seats: Vec<u8>,
    /// The number of sessions that it won.
    sessions_won: u64,
    /// The number of games that it won; 0 where a session has none.
    games_won: u64,
    /// The number of rounds that it lost; 0 where players shed no stones.
    rounds_lost: u64,
}

/// What happened in one phase of all deals.
#[derive(Serialize, JsonSchema)]
struct PhaseFigures {
    /// The name of the phase.
    phase: &'static str,
    /// How often all passed.
    passed: u64,
    /// How often a bet was refused.
    refused: u64,
    /// How often a bet was accepted.
    accepted: u64,
    /// How often an órdago was accepted.
    ordagos: u64,
    /// The stones that were paid for the phase.
    stones: i64,
}

impl SideSessionCounts {
    fn new(
        rules: &MusRules,
        players: u8,
        side: Seat,
        counts: &MusSessionCounts,
    ) -> SideSessionCounts {
        let sides = first_seat_of_each_side(rules, players).len();
        let seats = (side.0..players).step_by(sides).map(|seat| seat + 1);
        SideSessionCounts {
            seats: seats.collect(),
            sessions_won: counts.sessions_won[side],
            games_won: counts.games_won[side],
            rounds_lost: counts.rounds_lost[side],
        }
    }

    /// Returns the players of the side: `players 1, 3`.
    fn players_in_words(&self) -> String {
        let seats: Vec<String> = self.seats.iter().map(u8::to_string).collect();
        let noun = if seats.len() == 1 {
            "player"
        } else {
            "players"
        };
        format!("{noun} {}", seats.join(", "))
    }

    /// Returns what the side won and lost: `won 3 sessions and 10 games`.
    fn in_words(&self) -> String {
        let mut words = format!("won {}", count_of_u64(self.sessions_won, "session"));
        if self.games_won > 0 {
            words += &format!(" and {}", count_of_u64(self.games_won, "game"));
        }
        if self.rounds_lost > 0 {
            words += &format!(", lost {}", count_of_u64(self.rounds_lost, "round"));
        }
        words
    }
}

impl PhaseFigures {
    fn new(phase: BettingPhase, counts: &MusPhaseCounts) -> PhaseFigures {
        PhaseFigures {
            phase: phase.words(),
            passed: counts.passed,
            refused: counts.refused,
            accepted: counts.accepted,
            ordagos: counts.ordagos,
            stones: counts.stones,
        }
    }
}

impl MusSimulationJson {
    fn player_count_in_words(&self) -> String {
        count_of(self.players.into(), "player")
    }

    fn sessions_in_words(&self) -> String {
        count_of_u64(self.sessions, "session")
    }
}

/// Plays sessions of Mus by the computer's strategy and prints the counts.
pub(super) fn run_mus_simulation(
    rules: &MusRules,
    players: u8,
    deals: u64,
    seed: u64,
    format: TextOrJsonFormat,
) -> Result<ExitCode> {
    let bar = delayed_spinner();
    let counts = simulate_computer_mus_sessions(rules, players, deals, seed, |dealt| {
        if dealt % 1024 == 0 {
            bar.set_message(format!("{dealt} of {}", count_of_u64(deals, "deal")));
        }
    });
    bar.finish_and_clear();
    let mut sides = Vec::new();
    for side in first_seat_of_each_side(rules, players) {
        sides.push(SideSessionCounts::new(rules, players, side, &counts));
    }
    let mut phases = Vec::new();
    for phase in BettingPhase::ALL {
        phases.push(PhaseFigures::new(*phase, &counts.phases[phase.place()]));
    }
    let output = MusSimulationJson {
        version: 1,
        edition: rules.id,
        players,
        seed,
        hands: counts.deals,
        sessions: counts.sessions,
        sides,
        phases,
        name: rules.name,
    };
    print_output(format, &output)
}

/// The number of games of a match if the call does not say.
const MATCH_GAMES: u64 = 100;

/// A match of two strategies at Mus, for a machine.
#[derive(Serialize, JsonSchema, Template)]
#[template(path = "mus_match.txt")]
#[schemars(rename = "MusMatch")]
pub(super) struct MusMatchJson {
    /// The version of this form.
    version: u32,
    /// The edition's id.
    edition: &'static str,
    /// The number of players.
    players: u8,
    /// The seed of the random numbers.
    seed: u64,
    /// The names of the two strategies.
    strategies: [&'static str; 2],
    /// The share of games that the first strategy wins, or of rounds that it does not lose where players play singly. A game counts
    /// as one result: the mean over its sides.
    share: Mean,
    /// The share if both strategies were equally strong.
    equal_share: f64,
    #[serde(skip)]
    has_pairs: bool,
    #[serde(skip)]
    name: &'static str,
}

impl MusMatchJson {
    fn player_count_in_words(&self) -> String {
        count_of(self.players.into(), "player")
    }

    /// Returns what was played: `100 games, each once for each side`.
    fn games_played_in_words(&self) -> String {
        let noun = if self.has_pairs { "game" } else { "round" };
        let side = if self.has_pairs { "side" } else { "player" };
        let games = count_of_u64(self.share.of, noun);
        format!("{games}, each once for each {side}")
    }

    /// Returns the result of the first strategy, with the margin in which it lies 95 times of 100.
    fn first_strategy_result_in_words(&self) -> String {
        let verb = if self.has_pairs {
            "wins"
        } else {
            "does not lose"
        };
        let [share, margin] = [self.share.estimate(), self.share.margin()].map(|part| 100.0 * part);
        let equal_share = 100.0 * self.equal_share;
        format!("{verb} {share:.1} ± {margin:.1} % (equally strong: {equal_share:.1} %)")
    }
}

/// Returns the level of a player of a match at Mus.
fn level_at_mus(player: MatchPlayerKind) -> Result<ComputerLevel> {
    match player {
        MatchPlayerKind::Level(level, _) => Ok(level),
        MatchPlayerKind::OpenCards(_) => {
            bail!("at Mus no strategy is called open-cards: name by-the-book, fair or sharp")
        }
    }
}

/// What the call of a match at Mus says.
pub(super) struct MusMatchCall {
    pub(super) players: u8,
    pub(super) seed: u64,
    /// The number of games, if the call says it.
    pub(super) games: Option<u64>,
    /// How often a strategy deals the unseen cards, if the call says it.
    pub(super) samples: Option<u32>,
    pub(super) format: TextOrJsonFormat,
}

/// Plays a match of two strategies at Mus, and prints its result.
pub(super) fn simulate_mus_match(
    call: &MusMatchCall,
    rules: &MusRules,
    strategies: [MatchPlayerKind; 2],
) -> Result<ExitCode> {
    let players = call.players;
    let levels = [level_at_mus(strategies[0])?, level_at_mus(strategies[1])?];
    let games = call.games.unwrap_or(MATCH_GAMES);
    let bar = delayed_spinner();
    let mut share = Mean::default();
    for game in 0..games {
        // The games of two neighbouring seeds have nothing in common.
        let seed = (call.seed.rotate_left(24) >> 1) ^ game;
        let played = play_levels_at_mus(rules, players, levels, call.samples, seed..seed + 1);
        share.add_result(played.estimate());
        bar.set_message(format!("{} of {}", share.of, count_of_u64(games, "game")));
    }
    bar.finish_and_clear();
    let has_pairs = first_seat_of_each_side(rules, players).len() < usize::from(players);
    let output = MusMatchJson {
        version: 1,
        edition: rules.id,
        players,
        seed: call.seed,
        strategies: levels.map(ComputerLevel::name),
        share,
        equal_share: if has_pairs {
            0.5
        } else {
            1.0 - 1.0 / f64::from(players)
        },
        has_pairs,
        name: rules.name,
    };
    print_output(call.format, &output)
}
