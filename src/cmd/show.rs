//! `mouche show`: a hand stepped through in the terminal, or given away as data or as a picture.

use super::*;
use crate::book::draw_step_svg;
use crate::cards::SeatSet;
use crate::engine::{Account, EventDetails, PendingDebt};
use crate::narrate::chip_lines::{LedgerEntry, debts_after, state_showing_chips};
use crate::narrate::player_name;
use crate::narrate::step_sentences::StepSentence;
use crate::narrate::step_text::seats_with_open_cards;
use crate::narrate::{
    self, CardFace, ChoiceWithLegality, EditionStepText, step_title, table_after,
};
use crate::page::step_kind_name;
use crate::rules::mus_values::{BettingPhase, Sides};
use crate::scenario::story::{AnyStep, MusStep, PosedTask};
use crate::scenario::task_check::weigh_choices;
use crate::scenario::{TaskAnswer, TaskQuestion};
use crate::terminal::step_viewer;

/// Step through an example hand in the terminal, with cards, verdicts, clauses and payments; or print it as data, or one step as
/// a picture
///
/// In a terminal, ← and → move by one step, or with Shift by one trick; Home and End go to the first and the last step; ↑ and ↓
/// scroll; s changes the seat, e the edition; q quits. Elsewhere, all steps are printed as plain text.
#[derive(Debug, Args)]
pub struct ShowArguments {
    /// The scenario file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print all steps as plain text, even in a terminal
    #[arg(long, conflicts_with = "format")]
    plain: bool,
    /// How to show it
    #[arg(long, value_enum, default_value_t = ShowFormat::Full)]
    format: ShowFormat,
    /// Id of the step to start at: t3-2, or h2-t3-2 in a second deal; for a picture, the step to draw
    #[arg(long, value_name = "STEP", required_if_eq("format", "svg"))]
    step: Option<String>,
    /// Print what the choices of each `task plays` bring on average, in chips
    #[arg(long, conflicts_with = "format")]
    weigh: bool,
    /// Show only this player's cards
    #[arg(long, value_name = "NAME")]
    seat: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShowFormat {
    /// Step by step in a terminal; elsewhere all steps as plain text
    Full,
    /// All steps as one JSON object, with verdicts and payments
    Json,
    /// The table after one step as an SVG picture, under the first edition of the file
    Svg,
}

pub fn show_hand(call: &ShowArguments) -> Result<ExitCode> {
    let shown = printable_path(&call.file);
    let bytes = File::open(&call.file)
        .and_then(read_scenario_bytes)
        .with_context(|| format!("{shown} cannot be read"))?;
    let file = check_in(
        house_rules_of(&call.file),
        &call.file.display().to_string(),
        &bytes,
    );
    if !file.is_scenario && file.diagnostics.is_empty() {
        bail!("{shown} is not a scenario: it has no ```toml scenario fence");
    }
    if !file.holds() || file.stories.is_empty() {
        // It has no hand to show: what is wrong with it is told as `check` tells it.
        let report = FileDiagnostics {
            path: &file.path,
            text: &file.text,
            diagnostics: &file.diagnostics,
        };
        anstream::eprint!("{}", render_full(&report, true, terminal::page_width()));
        return Ok(ExitCode::FAILURE);
    }
    let story = &file.stories[0];
    let title = plain_text(&file.title);
    let sight = viewing_seat(call, story)?;
    let first = first_step(call, story)?;
    // A terminal that can be written all over.
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let has_screen = !is_dumb && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if call.weigh {
        return print_chips_of_choices(&file.stories, first);
    }
    match call.format {
        ShowFormat::Json => return print_json(&Output::from((&file, first, sight))),
        ShowFormat::Svg => {
            let drawn = draw_step_svg(
                &step_viewer::title_with_edition(&title, story),
                story,
                story.step(first),
                sight,
            )?;
            terminal::plain_output().write_all(drawn.as_bytes())?;
        }
        ShowFormat::Full if has_screen && !call.plain => {
            step_viewer::run_viewer(&title, &file.stories, first, sight)?
        }
        ShowFormat::Full => {
            let mut paper = TerminalPage::new(terminal::INDENT);
            for (at, other) in file.stories.iter().enumerate() {
                if at > 0 {
                    paper.write_blank_line();
                }
                step_viewer::write_hand(&mut paper, &title, other, first, sight);
            }
            paper.write_legend(paper.marks);
            paper.print_text()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns whether a task asks what to do.
fn asks_for_move(posed: &PosedTask) -> bool {
    posed.task.asks == TaskQuestion::Plays
}

/// Prints the chips that each choice of a task brings, from a step on; only of tasks that ask for a
/// move.
fn print_chips_of_choices(stories: &[Story], first_step: usize) -> Result<ExitCode> {
    let mut out = terminal::plain_output();
    let mut is_any = false;
    for story in stories {
        for (at, step) in story.trick_steps().iter().enumerate().skip(first_step) {
            let Some(mover) = step.mover.filter(|_| step.tasks.iter().any(asks_for_move)) else {
                continue;
            };
            is_any = true;
            let edition = story.rules.id;
            let name = player_name(story, mover);
            writeln!(out, "{} ({edition}), {name}:", step.id)?;
            for (answer, chips) in weigh_choices(story, at) {
                let what = match answer {
                    TaskAnswer::Card(card) => card.to_string(),
                    TaskAnswer::Move(verb) => verb.button_label().to_owned(),
                    _ => continue,
                };
                match chips {
                    Ok(chips) => writeln!(out, "  {what}: {chips:+.2} chips")?,
                    Err(clause) => writeln!(out, "  {what}: refused ({clause})")?,
                }
            }
        }
    }
    if !is_any {
        writeln!(out, "no `task plays` of a game with tricks is in this file")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the seat whose cards alone are shown, if the call names a player.
fn viewing_seat(call: &ShowArguments, story: &Story) -> Result<Option<Seat>> {
    let Some(name) = &call.seat else {
        return Ok(None);
    };
    let players = &story.players;
    match players.iter().position(|player| player == name) {
        Some(seat) => Ok(Some(Seat(seat as u8))),
        None => bail!(
            "no player is called {}; the players are {}{}",
            name_hidden_characters(name),
            players.join(", "),
            did_you_mean_suffix(name, players.iter())
        ),
    }
}

fn did_you_mean_suffix<'a>(name: &str, known: impl Iterator<Item = &'a String>) -> String {
    match unique_nearest_candidate(name, known.map(String::as_str)) {
        Some(near) => format!("; did you mean {near}?"),
        None => String::new(),
    }
}

/// Returns the step to begin at.
fn first_step(call: &ShowArguments, story: &Story) -> Result<usize> {
    let Some(id) = &call.step else { return Ok(0) };
    let in_first_hand = format!("h1-{id}");
    let mut frames = story.frames();
    match frames.position(|step| step.id == *id || step.id == in_first_hand) {
        Some(at) => Ok(at),
        None => bail!(
            "no step of this hand is called {}{}",
            name_hidden_characters(id),
            did_you_mean_suffix(id, story.frames().map(|step| &step.id))
        ),
    }
}

json_struct! {
    /// The hands of a file, for a machine. Cards are written as in files: `10♥`.
    pub(super) Output of (file, first, seat), (&CheckedFile, usize, Option<Seat>) {
        /// The version of this form.
        version: u32 = 1;
        /// The file, as it was named.
        file: String = name_hidden_characters(&file.path);
        /// Its title, without markup.
        title: String = plain_text(&file.title);
        /// The steps of its hands under each of its editions.
        editions: Vec<EditionSteps> = file.stories.iter().map(|story| (story, first, seat).into()).collect();
    }

    /// The hands of a file under one edition.
    #[schemars(rename = "Told")]
    pub(super) EditionSteps of (story, first, seat), (&Story, usize, Option<Seat>) {
        /// The edition's id.
        edition: &'static str = story.rules.id;
        /// The players, in playing order.
        players: Vec<String> = story.players.clone();
        /// The steps of all hands.
        steps: Vec<StepRecord> = story.all_steps().skip(first).map(|step| (story, step, seat).into()).collect();
    }

    /// A step: the question, the move and its results.
    #[schemars(rename = "Record")]
    pub(super) StepRecord of (story, step, seat), (&Story, AnyStep<'_>, Option<Seat>) where {
        let scene = EditionStepText::new(story, step).seen_by(seat, &step);
        let game = GameSpecificStepRecord::new(story, step, seat);
    } {
        /// The number of the hand in its file, from 1.
        hand: usize = step.hand;
        /// Its id within the file: `h1-t3-2`.
        id: String = step.id.clone();
        /// `deal`, `declaration`, `fault`, `claims`, `play`, `refused`, `payment` or `end`.
        kind: &'static str = step_kind_name(&step.kind);
        /// Its title.
        title: String = step_title(story, step);
        /// The author's words before it, as Markdown.
        narration: String = step.narration.clone();
        /// The author's words after the last step.
        closing: String = step.closing.clone();
        /// The player who is asked, if anybody is.
        mover: Option<String> = step.mover.map(|mover| player_name(story, mover).to_owned());
        /// The events, in sentences.
        said: Vec<CitedSentence> = scene.sentences_with_clauses().into_iter().map(|(one, on)| (story, one, on).into()).collect();
        /// The moves that the mover might make, each with its verdict.
        verdicts: Vec<Verdict> = scene.choices.iter().map(|choice| (story, choice).into()).collect();
        /// The chips that move, and the debts that are made.
        payments: Vec<Payment> = scene.ledger.iter().zip(game.moved).map(|(entry, moved)| (story, entry, moved).into()).collect();
        /// The table of a game with tricks.
        table unless "Option::is_none": Option<DealTricksTable> = game.table;
        /// The table of a deal of Mus.
        bids unless "Option::is_none": Option<BettingState> = game.bids;
    }

    /// A sentence, and the clauses that it rests on.
    #[schemars(rename = "Said")]
    pub(super) CitedSentence of (story, one, on), (&Story, &StepSentence, Vec<ClauseId>) {
        text: String = one.text.clone();
        /// Their ids with the edition: `mouche-1718/play.trump`.
        clauses: Vec<String> = clause_ids(story, &on);
    }

    /// A move that the mover might make.
    pub(super) Verdict of (story, choice), (&Story, &ChoiceWithLegality) {
        /// The card, if it is one.
        card: Option<String> = choice.face.as_ref().map(CardFace::code);
        /// Its verb: `play`, `fold`.
        does: &'static str = choice.verb.button_label();
        /// True if the mover may make it.
        is_allowed: bool = choice.is_allowed;
        /// True if it is the move that is made or tried.
        is_taken: bool = choice.is_taken;
        /// Why, in words.
        verdict: String = choice.verdict.clone();
        clauses: Vec<String> = clause_ids(story, &choice.clauses());
    }

    /// Chips that move, or that are owed.
    pub(super) Payment of (story, entry, moved), (&Story, &LedgerEntry, ChipsMoved) {
        from: ChipPlace = moved.from;
        to: ChipPlace = moved.to;
        chips: i64 = moved.chips;
        /// True for a debt that is made, for which no chip moves yet.
        is_debt: bool = entry.is_debt;
        /// The calculation: `3 tricks × 15 ÷ 5 = 9`.
        sum: String = entry.sum.clone();
        clauses: Vec<String> = clause_ids(story, &entry.clauses);
    }

    /// The table after a step. Chips that the last act settles lie as before until the payout.
    #[schemars(rename = "Lies")]
    pub(super) DealTricksTable of (story, step, seat), (&Story, &Step, Option<Seat>) where {
        let table = table_after(story, step).seen_by(seat, seats_with_open_cards(step.into()));
        let hand = state_showing_chips(step);
        let debts = debts_after(step);
    } {
        /// Its chips.
        pool: i64 = hand.pool;
        /// The chips beside the pool.
        side_pot: i64 = hand.side_pot;
        /// The card turned up, while it lies there.
        turned: Option<String> = table.turned.as_ref().map(CardFace::code);
        /// The trump suit, if there is one.
        trump: Option<&'static str> = step.after.is_trump_known().then(|| step.after.trump.name());
        /// The number of cards in the stock.
        stock: usize = step.after.available_stock();
        seats: Vec<Place> = table.seats.into_iter().map(|place| (place, Some(&hand.purses)).into()).collect();
        /// The debts that have not entered a pool, in the order made.
        debts: Vec<Debt> = debts.iter().map(|debt| (story, debt).into()).collect();
        /// The chips of the next pool, once they are known.
        next_pool: Option<i64> = step.own.next.as_ref().map(|next| next.next_pool(&step.rules));
    }

    /// The table after a step of Mus.
    #[schemars(rename = "Bids")]
    pub(super) BettingState of (story, step, seat), (&Story, &MusStep, Option<Seat>) where {
        let hand = &step.after;
        let table = table_after(story, step).seen_by(seat, seats_with_open_cards(step.into()));
        let is_single = step.rules.sides.value == Sides::Single;

    } {
        /// The phase that is bid on: `Grande`.
        phase: &'static str = hand.phase.words();
        /// The stones that are bet; 0 if nobody has bet.
        offered: i64 = hand.bet.standing;
        /// The stones among these that were agreed before.
        agreed: i64 = hand.bet.agreed;
        /// True if the bet is the whole game.
        ordago: bool = hand.bet.is_ordago;
        /// The player who has bet.
        bettor: Option<String> = hand.bet.bettor.map(|bettor| player_name(story, bettor).to_owned());
        /// The stones of the first player's side and of the second's, where they play in pairs.
        score: Vec<i64> = side_scores_unless_alone(&hand.table.score, is_single);
        /// The games that each side has won.
        games: Vec<i64> = side_scores_unless_alone(&hand.table.games_won, is_single);
        /// The stones that were shed, where each plays alone.
        basket: Option<i64> = is_single.then_some(hand.table.basket);
        /// The stakes of each player on each phase that are not returned yet, where each plays alone.
        heaps: Vec<PlayerPhaseStake> = player_phase_stakes(story, step);
        seats: Vec<Place> =
            table.seats.into_iter().map(|place| (place, is_single.then_some(&hand.table.purses)).into()).collect();
    }


    /// A seat of the table.
    pub(super) Place of (place, purses), (narrate::SeatView, Option<&PerSeat<i64>>) where {
        let (card, said) = match place.last_act {
            Some(act) => (act.face, act.said),
            None => (None, String::new()),
        };
    } {
        player: String = place.name;
        /// The cards held that are seen.
        cards: Vec<String> = place.cards.iter().map(CardFace::code).collect();
        /// The number of cards held that are not seen.
        unseen: usize = place.unseen;
        /// The card in the trick on the table.
        laid: Option<String> = card.as_ref().map(CardFace::code);
        /// The last answer to the question of the step.
        said unless "String::is_empty": String = said;
        tricks: u8 = place.tricks;
        /// The chips in the purse, if there is one.
        chips unless "Option::is_none": Option<i64> = purses.map(|purses| purses[Seat(place.seat)]);
        /// Remarks on the player: `dealer`, `out`, `stands`.
        marks: Vec<String> = place.marks;
    }

    /// A debt on paper.
    pub(super) Debt of (story, debt), (&Story, &PendingDebt) {
        player: String = player_name(story, debt.debtor).to_owned();
        chips: i64 = debt.chips;
        /// The hand in which it was made; 0 if before the file begins.
        hand: u32 = debt.deal;
    }
}

/// The stones that a player has staked on a phase.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Heap")]
pub(super) struct PlayerPhaseStake {
    phase: &'static str,
    player: String,
    stones: i64,
}

/// A place of chips.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ChipPlace {
    Player(String),
    Pool,
    SidePot,
    Cash,
    /// The pool that a debt will enter.
    LaterPool,
}

/// The parts of a step's record that depend on the game.
struct GameSpecificStepRecord {
    table: Option<DealTricksTable>,
    bids: Option<BettingState>,
    /// The chips that each entry of the ledger moves.
    moved: Vec<ChipsMoved>,
}

impl GameSpecificStepRecord {
    fn new(story: &Story, step: AnyStep, seat: Option<Seat>) -> GameSpecificStepRecord {
        match step {
            AnyStep::Tricks(step) => {
                let events = step.events.iter();
                let moved = events.filter_map(|event| chips_of_event(story, event.details));
                GameSpecificStepRecord {
                    table: Some((story, step, seat).into()),
                    bids: None,
                    moved: moved.collect(),
                }
            }
            AnyStep::Mus(step) => GameSpecificStepRecord {
                table: None,
                bids: Some((story, step, seat).into()),
                moved: Vec::new(),
            },
        }
    }
}

/// Returns what each player has staked on each phase.
fn player_phase_stakes(story: &Story, step: &MusStep) -> Vec<PlayerPhaseStake> {
    let hand = &step.after;
    let mut heaps = Vec::new();
    for lance in BettingPhase::ALL {
        for seat in SeatSet::all(hand.table.seats).iter() {
            let stones = hand.stakes[lance.place()][seat];
            if stones > 0 {
                heaps.push(PlayerPhaseStake {
                    phase: lance.words(),
                    player: player_name(story, seat).to_owned(),
                    stones,
                });
            }
        }
    }
    heaps
}

fn clause_ids(story: &Story, topics: &[ClauseId]) -> Vec<String> {
    topics
        .iter()
        .map(|topic| story.rules.full_clause_id(*topic))
        .collect()
}

/// Chips that an event moves, or that are owed by it.
pub(super) struct ChipsMoved {
    from: ChipPlace,
    to: ChipPlace,
    chips: i64,
}

/// Returns the chips that an event moves, or that are owed by it.
fn chips_of_event(story: &Story, kind: EventDetails) -> Option<ChipsMoved> {
    match kind {
        EventDetails::Transferred(moved) => Some(ChipsMoved {
            from: chip_place_of(story, moved.from),
            to: chip_place_of(story, moved.to),
            chips: moved.chips,
        }),
        EventDetails::DebtMade(seat, chips, _) => Some(ChipsMoved {
            from: chip_place_of(story, Account::Seat(seat)),
            to: ChipPlace::LaterPool,
            chips,
        }),
        _ => None,
    }
}

fn chip_place_of(story: &Story, account: Account) -> ChipPlace {
    match account {
        Account::Seat(seat) => ChipPlace::Player(player_name(story, seat).to_owned()),
        Account::Pool => ChipPlace::Pool,
        Account::SidePot => ChipPlace::SidePot,
        Account::Cash => ChipPlace::Cash,
    }
}

/// Returns the scores of both sides; nothing where each plays alone.
fn side_scores_unless_alone(scores: &PerSeat<i64>, is_each_alone: bool) -> Vec<i64> {
    if is_each_alone {
        Vec::new()
    } else {
        vec![scores[Seat(0)], scores[Seat(1)]]
    }
}
