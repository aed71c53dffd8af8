//! `mouche show`: a hand stepped through in the terminal, or given away as data or as a picture.

use super::*;
use crate::book::draw_step;
use crate::cards::Seats;
use crate::engine::{Account, EventKind, PendingDebt};
use crate::narrate::money::{LedgerEntry, state_of_chips};
use crate::narrate::scene::open_seats;
use crate::narrate::sentence::{Sentence, player_name};
use crate::narrate::{self, Face, MoveChoice, Scene, step_title, table_after};
use crate::page::step_kind;
use crate::rules::mus::{BettingPhase, Sides};
use crate::scenario::story::{AnyStep, MusStep};
use crate::terminal::show;

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
    #[arg(long, value_enum, default_value_t = ShowFormat::Full)]
    format: ShowFormat,
    /// Id of the step to start at: t3-2, or h2-t3-2 in a second hand; of a picture, the step that is drawn
    #[arg(long, value_name = "STEP", required_if_eq("format", "svg"))]
    step: Option<String>,
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

pub fn run(call: &Show) -> Result<ExitCode> {
    let shown = display_path(&call.file);
    let bytes = File::open(&call.file)
        .and_then(read_scenario_bytes)
        .with_context(|| format!("{shown} cannot be read"))?;
    let file = check_in(
        house_rules_of(&call.file),
        &call.file.display().to_string(),
        &bytes,
    );
    if !file.is_scenario && file.diagnostics.is_empty() {
        bail!("{shown} is no scenario: it has no ```toml scenario fence");
    }
    if !file.holds() || file.stories.is_empty() {
        // It has no hand to show: what is wrong with it is told as `check` tells it.
        let report = Report {
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
    match call.format {
        ShowFormat::Json => return print_json(&Output::from((&file, first, sight))),
        ShowFormat::Svg => {
            let drawn = draw_step(
                &show::hand_heading(&title, story),
                story,
                story.step(first),
                sight,
            )?;
            terminal::plain_output().write_all(drawn.as_bytes())?;
        }
        ShowFormat::Full if has_screen && !call.plain => {
            show::run_viewer(&title, &file.stories, first, sight)?
        }
        ShowFormat::Full => {
            let mut paper = Paper::new(terminal::INDENT);
            for (at, story) in file.stories.iter().enumerate() {
                if at > 0 {
                    paper.write_blank_line();
                }
                show::write_hand(&mut paper, &title, story, first, sight);
            }
            paper.write_legend(paper.marks);
            paper.print()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn viewing_seat(call: &Show, story: &Story) -> Result<Option<Seat>> {
    let Some(name) = &call.seat else {
        return Ok(None);
    };
    let seat = story
        .players
        .iter()
        .position(|player| player == name)
        .with_context(|| {
            let near = did_you_mean(name, story.players.iter());
            format!(
                "no player is called {}; there are {}{near}",
                escape_hidden(name),
                story.players.join(", ")
            )
        })?;
    Ok(Some(Seat(seat as u8)))
}

fn did_you_mean<'a>(name: &str, all: impl Iterator<Item = &'a String>) -> String {
    nearest_candidate(name, all.map(String::as_str))
        .map_or(String::new(), |near| format!("; did you mean {near}?"))
}

fn first_step(call: &Show, story: &Story) -> Result<usize> {
    let Some(id) = &call.step else { return Ok(0) };
    let found = story
        .frames()
        .position(|step| step.id == *id || step.id == format!("h1-{id}"));
    found.with_context(|| {
        let near = did_you_mean(id, story.frames().map(|step| &step.id));
        format!("no step of this hand is called {}{near}", escape_hidden(id))
    })
}

told! {
    /// The hands of a file, for a machine. Cards are written as in files: `10♥`.
    pub(super) Output of (file, first, seat), (&Checked, usize, Option<Seat>) {
        /// The version of this form.
        version: u32 = 1;
        /// The file, as it was named.
        file: String = escape_hidden(&file.path);
        /// Its title, without markup.
        title: String = plain_text(&file.title);
        /// What it came to under each of its editions.
        editions: Vec<Told> = file.stories.iter().map(|story| (story, first, seat).into()).collect();
    }

    /// The hands of a file under one edition.
    pub(super) Told of (story, first, seat), (&Story, usize, Option<Seat>) {
        /// The edition's id.
        edition: &'static str = story.rules.id;
        /// The players, in playing order.
        players: Vec<String> = story.players.clone();
        /// The steps of all hands.
        steps: Vec<Record> = story.all().skip(first).map(|step| (story, step, seat).into()).collect();
    }

    /// What was asked, what was done, and what came of it.
    pub(super) Record of (story, step, seat), (&Story, AnyStep<'_>, Option<Seat>) where {
        let scene = Scene::new(story, step).seen_by(seat, &step);
        let (tricks, mus) = match step {
            AnyStep::Tricks(step) => (Some(step), None),
            AnyStep::Mus(step) => (None, Some(step)),
        };
        let moved = tricks.into_iter().flat_map(|step| &step.events).filter_map(|event| chips_moved(story, event.kind));
    } {
        /// The number of the hand in its file, from 1.
        hand: usize = step.hand;
        /// Its id within the file: `h1-t3-2`.
        id: String = step.id.clone();
        /// `deal`, `declaration`, `fault`, `claims`, `play`, `refused`, `payment` or `end`.
        kind: &'static str = step_kind(&step.kind);
        /// What it is called.
        title: String = step_title(story, step);
        /// The author's words before it, as Markdown.
        narration: String = step.narration.clone();
        /// Those after the last step.
        closing: String = step.closing.clone();
        /// Who is asked, if someone is.
        mover: Option<String> = step.mover.map(|seat| player_name(story, seat).to_owned());
        /// What happens, in sentences.
        said: Vec<Said> = scene.sentences_with_clauses().into_iter().map(|(one, on)| (story, one, on).into()).collect();
        /// What the mover may do, and what not.
        verdicts: Vec<Verdict> = scene.choices.iter().map(|choice| (story, choice).into()).collect();
        /// The chips that move, and the debts that are made.
        payments: Vec<Payment> = scene.ledger.iter().zip(moved).map(|(entry, moved)| (story, entry, moved).into()).collect();
        /// Where tricks are played.
        table unless "Option::is_none": Option<Lies> = tricks.map(|step| (story, step, seat).into());
        /// Where bids are made.
        bids unless "Option::is_none": Option<Bids> = mus.map(|step| (story, step, seat).into());
    }

    /// A sentence, and the clauses that it rests on.
    pub(super) Said of (story, one, on), (&Story, &Sentence, Vec<ClauseId>) {
        text: String = one.text.clone();
        /// As `mouche-1718/play.trump`.
        clauses: Vec<String> = clause_ids(story, &on);
    }

    /// One thing that the mover might do.
    pub(super) Verdict of (story, choice), (&Story, &MoveChoice) {
        /// The card, if it is one.
        card: Option<String> = choice.face.as_ref().map(Face::text);
        /// What: `play`, `fold`.
        does: &'static str = choice.verb.label();
        /// Whether they may.
        is_allowed: bool = choice.is_allowed;
        /// Whether this is what is done or tried.
        is_taken: bool = choice.is_taken;
        /// Why, in words.
        verdict: String = choice.verdict.clone();
        clauses: Vec<String> = clause_ids(story, &choice.clauses());
    }

    /// Chips that move, or that are owed.
    pub(super) Payment of (story, entry, (from, to, chips)), (&Story, &LedgerEntry, (Purse, Purse, i64)) {
        from: Purse = from;
        to: Purse = to;
        chips: i64 = chips;
        /// Whether it is a debt made, of which no chip moves yet.
        is_debt: bool = entry.is_debt;
        /// How the number came about: `3 tricks × 15 ÷ 5 = 9`.
        sum: String = entry.sum.clone();
        clauses: Vec<String> = clause_ids(story, &entry.clauses);
    }

    /// The table after a step. What the last act settles lies as before until the reckoning.
    pub(super) Lies of (story, step, seat), (&Story, &Step, Option<Seat>) where {
        let table = table_after(story, step).seen_by(seat, open_seats(step.into()));
        let hand = state_of_chips(step);
        let debts = step.next.as_ref().map_or(&step.waiting, |next| &next.debts);
    } {
        /// In chips.
        pool: i64 = hand.pool;
        /// Beside it, in chips.
        side_pot: i64 = hand.side_pot;
        /// The card turned up, while it lies there.
        turned: Option<String> = table.turned.as_ref().map(Face::text);
        /// The trump suit, if there is one.
        trump: Option<&'static str> = step.after.is_trump_known().then(|| step.after.trump.name());
        /// How many cards the stock has left.
        stock: usize = step.after.available_stock();
        seats: Vec<Place> = table.seats.into_iter().map(|place| (place, Some(&hand.purses)).into()).collect();
        /// The debts that have not entered a pool, in the order made.
        debts: Vec<Debt> = debts.iter().map(|debt| (story, debt).into()).collect();
        /// What the next pool will hold, in chips, once that is known.
        next_pool: Option<i64> = step.next.as_ref().map(|next| next.next_pool(&story.rules));
    }

    /// The table after a step of Mus.
    pub(super) Bids of (story, step, seat), (&Story, &MusStep, Option<Seat>) where {
        let hand = &step.after;
        let table = table_after(story, step).seen_by(seat, open_seats(step.into()));
        let is_single = story.rules.sides.value == Sides::Single;
        let of_sides = |held: &PerSeat<i64>| if is_single { Vec::new() } else { vec![held[Seat(0)], held[Seat(1)]] };
    } {
        /// What is bid on: `Grande`.
        phase: &'static str = hand.phase.words();
        /// What is offered, in stones; none where nothing is.
        offered: i64 = hand.bet.standing;
        /// Of that, what was agreed before.
        agreed: i64 = hand.bet.agreed;
        /// Whether all is offered.
        ordago: bool = hand.bet.is_ordago;
        /// Who offers it.
        bettor: Option<String> = hand.bet.bettor.map(|seat| player_name(story, seat).to_owned());
        /// The stones of the first player's side and of the second's, where they play in pairs.
        score: Vec<i64> = of_sides(&hand.table.score);
        /// The games that each side has won.
        games: Vec<i64> = of_sides(&hand.table.games_won);
        /// The stones that were shed, where each plays alone.
        basket: Option<i64> = is_single.then_some(hand.table.basket);
        /// What each has staked on each phase and has not got back yet, where each plays alone.
        heaps: Vec<Heap> = heaps(story, step);
        seats: Vec<Place> =
            table.seats.into_iter().map(|place| (place, is_single.then_some(&hand.table.purses)).into()).collect();
    }

    /// What a player has staked on a phase, in stones.
    pub(super) Heap of (story, lance, seat, stones), (&Story, BettingPhase, Seat, i64) {
        phase: &'static str = lance.words();
        player: String = player_name(story, seat).to_owned();
        stones: i64 = stones;
    }

    /// A seat of the table.
    pub(super) Place of (place, purses), (narrate::SeatView, Option<&PerSeat<i64>>) where {
        let (card, said) = place.last_act.map_or((None, String::new()), |laid| (laid.face, laid.said));
    } {
        player: String = place.name;
        /// The cards held that are seen.
        cards: Vec<String> = place.cards.iter().map(Face::text).collect();
        /// How many more are held.
        unseen: usize = place.unseen;
        /// The card in the trick on the table.
        laid: Option<String> = card.as_ref().map(Face::text);
        /// What was said last of what is asked.
        said unless "String::is_empty": String = said;
        tricks: u8 = place.tricks;
        /// In the purse, if it has one.
        chips unless "Option::is_none": Option<i64> = purses.map(|purses| purses[Seat(place.seat)]);
        /// What is to be said of them: `dealer`, `out`, `stands`.
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

/// Where chips lie.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Purse {
    Player(String),
    Pool,
    SidePot,
    Cash,
    /// Where a debt will go.
    LaterPool,
}

fn heaps(story: &Story, step: &MusStep) -> Vec<Heap> {
    let hand = &step.after;
    let staked = |lance: &'static BettingPhase| {
        let heap = &hand.stakes[lance.place()];
        Seats::all(hand.table.seats)
            .iter()
            .map(move |seat| (story, *lance, seat, heap[seat]))
    };
    let heaps = BettingPhase::ALL
        .iter()
        .flat_map(staked)
        .filter(|(.., stones)| *stones > 0);
    heaps.map(Heap::from).collect()
}

fn clause_ids(story: &Story, topics: &[ClauseId]) -> Vec<String> {
    topics
        .iter()
        .map(|topic| story.rules.clause_id(*topic))
        .collect()
}

fn chips_moved(story: &Story, fact: EventKind) -> Option<(Purse, Purse, i64)> {
    let purse = |account| match account {
        Account::Seat(seat) => Purse::Player(player_name(story, seat).to_owned()),
        Account::Pool => Purse::Pool,
        Account::SidePot => Purse::SidePot,
        Account::Cash => Purse::Cash,
    };
    match fact {
        EventKind::Transferred(moved) => Some((purse(moved.from), purse(moved.to), moved.chips)),
        EventKind::DebtMade(seat, chips, _) => {
            Some((purse(Account::Seat(seat)), Purse::LaterPool, chips))
        }
        _ => None,
    }
}
