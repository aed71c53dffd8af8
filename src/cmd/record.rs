//! A hand as data: what `mouche show --format json` prints.

use crate::cards::Seat;
use crate::engine::{Account, Fact};
use crate::narrate::money::settled;
use crate::narrate::sentence::name;
use crate::narrate::table::{self, Laid, table};
use crate::narrate::{Face, Scene, title};
use crate::page::{kind, plain};
use crate::rules::Topic;
use crate::scenario::story::{Step, Story};
use crate::scenario::{Checked, visible};
use schemars::JsonSchema;
use serde::Serialize;

/// The hands of a file, for a machine. Cards are written as in files: `10♥`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// The version of this form.
    version: u32,
    /// The file, as it was named.
    file: String,
    /// Its title, without markup.
    title: String,
    /// What it came to under each of its editions.
    editions: Vec<Told>,
}

/// The hands of a file under one edition.
#[derive(Serialize, JsonSchema)]
struct Told {
    /// The edition's id.
    edition: &'static str,
    /// The players, in playing order.
    players: Vec<String>,
    /// The steps of all hands.
    steps: Vec<Record>,
}

/// What was asked, what was done, and what came of it.
#[derive(Serialize, JsonSchema)]
struct Record {
    /// The number of the hand in its file, from 1.
    hand: usize,
    /// Its id within the file: `h1-t3-2`.
    id: String,
    /// `deal`, `declaration`, `fault`, `claims`, `play`, `refused`, `payment` or `end`.
    kind: &'static str,
    /// What it is called.
    title: String,
    /// The author's words before it, as Markdown.
    narration: String,
    /// Those after the last step.
    closing: String,
    /// Who is asked, if someone is.
    mover: Option<String>,
    /// What happens, in sentences.
    said: Vec<Said>,
    /// What the mover may do, and what not.
    verdicts: Vec<Verdict>,
    /// The chips that move, and the debts that are made.
    payments: Vec<Payment>,
    table: Lies,
}

/// A sentence, and the clauses that it rests on.
#[derive(Serialize, JsonSchema)]
struct Said {
    text: String,
    /// As `mouche-1718/play.trump`.
    clauses: Vec<String>,
}

/// One thing that the mover might do.
#[derive(Serialize, JsonSchema)]
struct Verdict {
    /// The card, if it is one.
    card: Option<String>,
    /// What: `play`, `fold`.
    does: &'static str,
    /// Whether they may.
    is_allowed: bool,
    /// Whether this is what is done or tried.
    is_taken: bool,
    /// Why, in words.
    verdict: String,
    clauses: Vec<String>,
}

/// Chips that move, or that are owed.
#[derive(Serialize, JsonSchema)]
struct Payment {
    from: Purse,
    to: Purse,
    chips: i64,
    /// Whether it is a debt made, of which no chip moves yet.
    is_debt: bool,
    /// How the number came about: `3 tricks × 15 ÷ 5 = 9`.
    sum: String,
    clauses: Vec<String>,
}

/// Where chips lie.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Purse {
    Player(String),
    Pool,
    SidePot,
    Cash,
    /// Where a debt will go.
    LaterPool,
}

/// The table after a step. What the last act settles lies as before until the reckoning.
#[derive(Serialize, JsonSchema)]
struct Lies {
    /// In chips.
    pool: i64,
    /// Beside it, in chips.
    side_pot: i64,
    /// The card turned up, while it lies there.
    turned: Option<String>,
    /// The trump suit, if there is one.
    trump: Option<&'static str>,
    /// How many cards the stock has left.
    stock: usize,
    seats: Vec<Place>,
    /// The debts that have not entered a pool, in the order made.
    debts: Vec<Debt>,
    /// What the next pool will hold, in chips, once that is known.
    next_pool: Option<i64>,
}

/// A seat of the table.
#[derive(Serialize, JsonSchema)]
struct Place {
    player: String,
    /// The cards held that are seen.
    cards: Vec<String>,
    /// How many more are held.
    unseen: usize,
    /// The card in the trick on the table.
    laid: Option<String>,
    tricks: u8,
    /// In the purse.
    chips: i64,
    /// What is to be said of them: `dealer`, `out`, `stands`.
    marks: Vec<&'static str>,
}

/// A debt on paper.
#[derive(Serialize, JsonSchema)]
struct Debt {
    player: String,
    chips: i64,
    /// The hand in which it was made; 0 if before the file begins.
    hand: u32,
}

impl Output {
    /// The steps of a file from one on, as one sees them who sees the cards of this seat alone, or all.
    pub(super) fn of(file: &Checked, first: usize, seat: Option<Seat>) -> Output {
        let told = |story: &Story| Told {
            edition: story.rules.id,
            players: story.players.clone(),
            steps: story.steps.iter().skip(first).map(|step| record(story, step, seat)).collect(),
        };
        let (path, title) = (visible(&file.path), plain(&file.title));
        Output { version: 1, file: path, title, editions: file.stories.iter().map(told).collect() }
    }
}

fn record(story: &Story, step: &Step, seat: Option<Seat>) -> Record {
    let scene = Scene::new(story, step).seen_by(seat, step);
    let clauses = |topics: &[Topic]| topics.iter().map(|topic| story.rules.clause_id(*topic)).collect::<Vec<_>>();
    let said = scene.said().into_iter().map(|(one, on)| Said { text: one.text.clone(), clauses: clauses(&on) });
    let verdicts = scene.choices.iter().map(|choice| Verdict {
        card: choice.face.as_ref().map(Face::text),
        does: choice.verb.label(),
        is_allowed: choice.is_allowed,
        is_taken: choice.is_taken,
        verdict: choice.verdict.clone(),
        clauses: clauses(&choice.clauses()),
    });
    let player = |seat| Purse::Player(name(story, seat).to_owned());
    let purse = |account| match account {
        Account::Seat(seat) => player(seat),
        Account::Pool => Purse::Pool,
        Account::SidePot => Purse::SidePot,
        Account::Cash => Purse::Cash,
    };
    let moved = step.events.iter().filter_map(|event| match event.fact {
        Fact::Moved(moved) => Some((purse(moved.from), purse(moved.to), moved.chips)),
        Fact::Owes(seat, chips, _) => Some((player(seat), Purse::LaterPool, chips)),
        _ => None,
    });
    let payments = scene.ledger.iter().zip(moved).map(|(entry, (from, to, chips))| Payment {
        from,
        to,
        chips,
        is_debt: entry.is_debt,
        sum: entry.sum.clone(),
        clauses: clauses(&entry.clauses),
    });
    Record {
        hand: step.hand,
        id: step.id.clone(),
        kind: kind(&step.kind),
        title: title(step),
        narration: step.narration.clone(),
        closing: step.closing.clone(),
        mover: step.mover.map(|seat| name(story, seat).to_owned()),
        said: said.collect(),
        verdicts: verdicts.collect(),
        payments: payments.collect(),
        table: lies(story, step, seat),
    }
}

fn lies(story: &Story, step: &Step, seat: Option<Seat>) -> Lies {
    let (table, hand) = (table(story, step).seen_by(seat, &step.after), settled(step));
    let place = |place: table::Place| Place {
        player: place.name,
        cards: place.cards.iter().map(Face::text).collect(),
        unseen: place.unseen,
        laid: place.laid.map(|Laid { face, .. }| face.text()),
        tricks: place.tricks,
        chips: hand.purses[Seat(place.seat)],
        marks: place.marks,
    };
    let debts = step.next.as_ref().map_or(&step.waiting, |next| &next.debts);
    Lies {
        pool: hand.pool,
        side_pot: hand.side_pot,
        turned: table.turned.as_ref().map(Face::text),
        trump: step.after.has_trump().then(|| step.after.trump.name()),
        stock: step.after.left_in_stock(),
        seats: table.places.into_iter().map(place).collect(),
        debts: debts
            .iter()
            .map(|debt| Debt { player: name(story, debt.debtor).to_owned(), chips: debt.chips, hand: debt.hand })
            .collect(),
        next_pool: step.next.as_ref().map(|next| next.pool),
    }
}
