//! What a step of a deal of Mus says, in words; the table after it, and the reckoning so far.

use super::Choice;
use super::money::{Chips, Held};
use super::sentence::{self, Sentence, capital, name, number, rests};
use super::spelled;
use super::table::{Laid, Middle, Place, Score, Table};
use crate::cards::{Seat, Seats, Set, count_in_words};
use crate::mus::{self, DealEnd, MusEvent, MusEventKind, MusStage, MusState, PhaseResult};
use crate::rules::mus::{BettingPhase, Sides};
use crate::rules::{ClauseId, Finish, Marks, Move, Ruleset, Verb};
use crate::scenario::mus::{side, stones, why, worth};
use crate::scenario::refusal::{RefusedAct, refusal_sentence};
use crate::scenario::story::{Kind, MusStep, Story, added};
use crate::scenario::{Mood, written};
use askama::Template;

pub(super) fn part(step: &MusStep) -> &'static str {
    match (&step.kind, step.before.stage) {
        (Kind::Deal, _) => "The deal",
        (Kind::Payment, _) => "The reckoning",
        (_, MusStage::Declaring | MusStage::Betting) => step.before.lance.words(),
        _ => "Mus",
    }
}

pub(super) fn title(story: &Story, step: &MusStep) -> String {
    let who = step.mover.map_or("", |seat| name(story, seat));
    let phase = step.before.lance.words();
    match (&step.kind, step.before.stage) {
        (Kind::Refused { .. }, MusStage::Declaring | MusStage::Betting) => {
            format!("{phase}: refused")
        }
        (Kind::Refused { .. }, _) => "Refused".into(),
        (Kind::Payment, _) => paid(story, step).map_or("The cards are shown".into(), |lance| {
            format!("{} is paid", lance.words())
        }),
        (_, MusStage::Asked) if step.mover.is_some() => format!("Mus or no mus: {who}"),
        (_, MusStage::Laying | MusStage::Seen) if step.mover.is_some() => {
            format!("Laying down: {who}")
        }
        (_, MusStage::Serving) => format!("Other cards: {who}"),
        (_, MusStage::Declaring) => format!("Who has {phase}: {who}"),
        (_, MusStage::Betting) => format!("{phase}: {who}"),
        (Kind::Deal, _) => part(step).into(),
        _ => "A card is seen".into(),
    }
}

/// The phase that a step pays; none where cards are only shown.
fn paid(story: &Story, step: &MusStep) -> Option<BettingPhase> {
    let is_paid = step.before.stage == MusStage::Paying && step.after != step.before;
    mus::payable(&story.rules, &step.before).filter(|_| is_paid)
}

pub(super) fn choices(story: &Story, step: &MusStep) -> Vec<Choice> {
    if step.mover != Some(step.before.mover)
        || matches!(step.before.stage, MusStage::Declaring | MusStage::Serving)
    {
        return Vec::new();
    }
    let taken = step
        .events
        .iter()
        .find_map(did)
        .map(|(_, does)| match does.verb() {
            Verb::PassBoth => Verb::BetPass,
            Verb::RefuseBoth => Verb::Refuse,
            verb => verb,
        });
    let (all, clause) = mus::legal_verbs(&story.rules, &step.before);
    let one = |verb: &Verb| {
        let verdict = match (
            mus::most_cards(&story.rules, &step.before, *verb),
            story.rules.mus_discard.value.from,
        ) {
            (0, _) => format!("may {}", verb.row().may),
            (most, from) if most <= from => {
                format!("may lay {} down", count_in_words(most.into(), "card"))
            }
            (most, from) => format!("may lay {from} to {most} cards down"),
        };
        Choice::said(*verb, verdict, clause, true, taken)
    };
    all.iter().map(one).collect()
}

fn did(event: &MusEvent) -> Option<(Seat, Move)> {
    if let MusEventKind::Did(seat, does) = event.fact {
        Some((seat, does))
    } else {
        None
    }
}

pub(super) fn sentences(story: &Story, step: &MusStep) -> Vec<Sentence> {
    if let Kind::Refused {
        seat,
        verb,
        attempt,
        clause,
        ..
    } = &step.kind
    {
        let reason = why(&story.rules, &step.before, *seat, *verb, *clause, &|seat| {
            name(story, seat).into()
        });
        let act = RefusedAct::Attempt {
            name: name(story, *seat),
            tries: attempt,
        };
        return vec![rests(refusal_sentence(&act, &reason) + ".", *clause)];
    }
    let mut said: Vec<Sentence> = step
        .events
        .iter()
        .filter_map(|event| told(story, step, event))
        .collect();
    if step.kind == Kind::Payment && step.events.is_empty() && paid(story, step).is_none() {
        said.push(rests(
            "All show their cards, and the phases are paid in their order.".into(),
            ClauseId::PayOrder,
        ));
    } else if step.before.lance == BettingPhase::Jeu
        && step.after.lance == BettingPhase::Point
        && step.kind == Kind::Declaration
    {
        said.push(rests(
            "Nobody has Jeu: they bet on Point.".into(),
            ClauseId::PhaseOrder,
        ));
    }
    if said.is_empty() {
        let phase = paid(story, step).unwrap_or(step.before.lance).words();
        said.push(rests(
            format!("{} brings nothing more.", capital(phase)),
            ClauseId::PayOrder,
        ));
    }
    said
}

/// A move as the others hear it, who do not know whether what is said is true.
fn heard(does: Move) -> Move {
    match does {
        Move::FalseCouples => Move::HasCouples,
        Move::FalseJeu => Move::HasJeu,
        Move::FalseNone => Move::HasNone,
        does => does,
    }
}

/// Whether stones are shed, rather than taken.
fn sheds(rules: &Ruleset) -> bool {
    rules.sides.value == Sides::Single
}

fn told(story: &Story, step: &MusStep, event: &MusEvent) -> Option<Sentence> {
    let is_told = match event.fact {
        MusEventKind::Closed(_, way) => matches!(way, PhaseResult::Void | PhaseResult::Unbet),
        // Who tells the truth, and who bets, says it by what they do.
        MusEventKind::Did(..)
            if step.before.stage == MusStage::Declaring && event.clause == ClauseId::Declare =>
        {
            step.events.len() == 1
        }
        _ => true,
    };
    let clause = if matches!(event.fact, MusEventKind::Closed(..)) {
        ClauseId::Declare
    } else {
        event.clause
    };
    sentence::told(Some(clause).filter(|_| is_told), &|sees| {
        Happened {
            story,
            step,
            event,
            sees,
        }
        .render()
    })
}

/// An event in words, to one who sees the cards of all or not. Nothing where it is told at another place.
#[derive(Template)]
#[template(path = "happened_at_mus.txt")]
struct Happened<'a> {
    story: &'a Story,
    step: &'a MusStep,
    event: &'a MusEvent,
    sees: bool,
}

impl Happened<'_> {
    fn name(&self, seat: &Seat) -> &str {
        name(self.story, *seat)
    }

    fn side(&self, seat: &Seat) -> String {
        joined(self.story, &self.step.after, *seat)
    }

    fn cards(&self, set: &Set) -> String {
        if self.sees {
            spelled(&self.story.rules, *set)
        } else {
            count_in_words(set.len(), "card")
        }
    }

    /// What is asked, in a sentence.
    fn asked(&self) -> &str {
        if self.step.before.lance == BettingPhase::Couples {
            "couples"
        } else {
            "Jeu"
        }
    }

    fn standing(&self) -> i64 {
        let before = &self.step.before.bet;
        let after = &self.step.after.bet;
        if after.bettor.is_some() {
            after.standing
        } else {
            before.standing
        }
    }

    fn worth(&self, lance: BettingPhase, seat: &Seat) -> String {
        worth(&self.story.rules, lance, self.step.after.held[*seat])
    }

    fn written(&self, does: &Move) -> String {
        written(&self.story.rules, *does, Mood::Does).unwrap_or_default()
    }
}

/// The rows of what each side, or each player, has before a step and after it; none where nothing moves.
pub(super) fn running(story: &Story, step: &MusStep) -> Vec<Held> {
    let [before, after] = [&step.before.table, &step.after.table];
    let side = |seat| {
        Held::new(
            joined(story, &step.after, seat),
            before.score[seat],
            after.score[seat],
        )
    };
    let player = |seat| {
        Held::new(
            name(story, seat).into(),
            before.purses[seat],
            after.purses[seat],
        )
    };
    let basket = Held::new("The basket".into(), before.basket, after.basket);
    match sheds(&story.rules) {
        true if before.purses != after.purses => Seats::all(after.seats)
            .iter()
            .map(player)
            .chain([basket])
            .collect(),
        false if before.score != after.score => [0, 1].map(Seat).map(side).into(),
        _ => Vec::new(),
    }
}

/// Those of a side in words: `Ana and Carlos`.
pub(super) fn joined(story: &Story, hand: &MusState, seat: Seat) -> String {
    side(&story.rules, hand, seat, &|seat| name(story, seat).into())
}

/// The reckoning as far as a step has it: of the sides, or of those who play.
pub(crate) struct Reckoning {
    pub(crate) sides: Vec<String>,
    /// What each phase brought them, as `1 + 1 = 2`, and when: `now`, in this step, `later`, `never`, or nothing if before.
    pub(crate) phases: Vec<(&'static str, Vec<String>, &'static str)>,
    /// What each has then, and in how many of which kinds of stones.
    pub(crate) last: (&'static str, Vec<String>),
    pub(crate) stops: Option<&'static str>,
}

pub(crate) fn reckoning(story: &Story, step: &MusStep) -> Option<Reckoning> {
    let hand = &step.after;
    if step.kind != Kind::Payment && (hand.stage != MusStage::Over || step.kind == Kind::Deal) {
        return None;
    }
    let rules = &story.rules;
    let is_single = sheds(&story.rules);
    let seats: Vec<Seat> = if is_single {
        hand.players.iter().collect()
    } else {
        [0, 1].map(Seat).into()
    };
    let of_deal = || {
        upto(story, step)
            .iter()
            .filter(|other| other.hand == step.hand)
    };
    let now = paid(story, step);
    let order = rules.phase_order.value.0.iter().map(|lance| match lance {
        BettingPhase::Jeu
            if hand.says[lance.place()].is_empty()
                && hand.outcomes[BettingPhase::Point.place()].way != PhaseResult::Void =>
        {
            BettingPhase::Point
        }
        lance => *lance,
    });
    let phase = |lance: BettingPhase| {
        let sum = |seat: &Seat| {
            let paid = of_deal()
                .flat_map(|other| &other.events)
                .filter_map(|event| match event.fact {
                    MusEventKind::Paid(of, who, count)
                        if of == lance && MusState::side(rules, who) == *seat =>
                    {
                        Some(count)
                    }
                    _ => None,
                });
            let paid: Vec<i64> = paid.collect();
            if paid.is_empty() {
                String::new()
            } else {
                added(&paid, paid.iter().sum())
            }
        };
        let when = if now == Some(lance) {
            "now"
        } else if of_deal().any(|other| paid(story, other) == Some(lance)) {
            ""
        } else if matches!(hand.stage, MusStage::Over) {
            "never"
        } else {
            "later"
        };
        (lance.words(), seats.iter().map(sum).collect(), when)
    };
    let (held, what) = match is_single {
        true => (&hand.table.purses, "In the purse"),
        false => (&hand.table.score, "The score"),
    };
    Some(Reckoning {
        sides: seats
            .iter()
            .map(|seat| joined(story, hand, *seat))
            .collect(),
        phases: order.map(phase).collect(),
        last: (what, seats.iter().map(|seat| number(held[*seat])).collect()),
        stops: hand.ended.map(|ended| match ended {
            DealEnd::Game(_) => "The game is won: nothing more is paid.",
            DealEnd::Round(_) => "The round is lost: nothing more is paid.",
        }),
    })
}

fn upto<'a>(story: &'a Story, step: &MusStep) -> &'a [MusStep] {
    &story.mus[..story
        .mus
        .iter()
        .position(|other| other.id == step.id)
        .map_or(0, |at| at + 1)]
}

pub(super) fn table(story: &Story, step: &MusStep) -> Table {
    let places = Seats::all(step.after.table.seats)
        .iter()
        .map(|seat| place(story, step, seat));
    Table {
        turned: None,
        trump: String::new(),
        places: places.collect(),
        middle: Some(middle(story, step)),
    }
}

fn place(story: &Story, step: &MusStep, seat: Seat) -> Place {
    let hand = &step.after;
    let is_asked = hand.stage == MusStage::Betting;
    let is_out = !hand.players.has(seat)
        || (is_asked && (!hand.in_lance().has(seat) || hand.bet.out.has(seat)));
    let staked: i64 = hand.heaps.iter().map(|heap| heap[seat]).sum();
    let marks = [
        (hand.dealer == seat, "dealer"),
        (hand.eldest() == seat && hand.players.has(seat), "the hand"),
        (!hand.players.has(seat) && !hand.players.is_empty(), "safe"),
        (hand.bet.out.has(seat), "has refused"),
        (
            hand.says[BettingPhase::Couples.place()].has(seat),
            "couples",
        ),
        (hand.says[BettingPhase::Jeu.place()].has(seat), "Jeu"),
    ];
    let mut place = Place::new(story, step, seat, &marks, hand.held[seat]);
    place
        .marks
        .extend((staked > 0).then(|| format!("{} staked", number(staked))));
    Place {
        is_out,
        laid: said(story, step, seat),
        ..place
    }
}

/// What a seat said last of what is asked.
fn said(story: &Story, step: &MusStep, seat: Seat) -> Option<Laid> {
    let asked = |hand: &MusState| (hand.stage, hand.lance);
    let here = upto(story, step).iter().rev().take_while(|other| {
        other.hand == step.hand
            && asked(&other.before) == asked(&step.before)
            && other.kind != Kind::Payment
    });
    let mut told = here.filter_map(|other| Some((other, other.events.iter().find_map(did)?)));
    let (other, (_, does)) = told.find(|(_, (who, _))| *who == seat)?;
    let said = written(&story.rules, heard(does), Mood::Does)
        .filter(|_| !matches!(does, Move::Discard(_)))?;
    Some(Laid {
        face: None,
        said,
        mark: "",
        is_new: other.id == step.id,
    })
}

fn middle(story: &Story, step: &MusStep) -> Middle {
    let hand = &step.after;
    let rules = &story.rules;
    let is_single = sheds(rules);
    let bet = &hand.bet;
    let bettor = bet.bettor.filter(|_| hand.stage == MusStage::Betting);
    let stands = if bet.ordago {
        "ordago".into()
    } else {
        number(bet.standing)
    };
    let agreed = if bet.agreed > 0 {
        format!("; {} agreed", number(bet.agreed))
    } else {
        String::new()
    };
    let (what, about) = match hand.stage {
        MusStage::Betting => (hand.lance.words(), "no bet yet"),
        MusStage::Declaring => (hand.lance.words(), "players say if they have any"),
        MusStage::Paying | MusStage::Over => (
            paid(story, step).map_or("Cards shown", BettingPhase::words),
            "",
        ),
        MusStage::Laying => ("Other cards", ""),
        _ => ("Mus?", ""),
    };
    let kinds = &rules.chips_kinds;
    let score = |seat: Seat| {
        let stones = hand.table.score[seat];
        let games = hand.table.games[seat];
        let counted = |kinds: &String, marks: Marks| match kinds.as_str() {
            "" => String::new(),
            kinds => format!("{kinds}{}", marks.signs()),
        };
        Score {
            whose: [seat, Seat(seat.0 + 2)]
                .map(|seat| name(story, seat))
                .join(" + "),
            stones: number(stones),
            kinds: kinds
                .read()
                .map(|kinds| kinds.count(stones))
                .render(counted),
            games: if games > 0 {
                count_in_words(games as usize, "game")
            } else {
                String::new()
            },
        }
    };
    let settled = BettingPhase::ALL
        .iter()
        .filter(|lance| hand.outcomes[lance.place()].way == PhaseResult::Accepted && !is_single);
    let settled = settled.map(|lance| {
        format!(
            "{} {}",
            lance.words(),
            number(hand.outcomes[lance.place()].stake)
        )
    });
    Middle {
        what,
        stands: bettor.map_or(String::new(), |_| stands),
        about: bettor.map_or(about.into(), |seat| {
            format!("offered by {}{agreed}", name(story, seat))
        }),
        settled: settled.collect::<Vec<_>>().join(", "),
        scores: if is_single {
            Vec::new()
        } else {
            [0, 1].map(Seat).map(score).into()
        },
        basket: is_single.then(|| number(hand.table.basket)),
        marks: kinds.marks(),
    }
}

/// What a deal came to for one who played it: `6 stones more than the other side`, `3 stones shed`.
pub(crate) fn came_to(rules: &Ruleset, result: i64) -> String {
    let all = stones(result.abs());
    match (sheds(rules), result.signum()) {
        (true, -1) => format!("{all} picked up"),
        (true, _) => format!("{all} shed"),
        (false, 0) => "as many stones as the other side".into(),
        (false, sign) => format!(
            "{all} {} than the other side",
            if sign > 0 { "more" } else { "fewer" }
        ),
    }
}

pub(super) fn chips(story: &Story, step: &MusStep) -> Chips {
    let hand = &step.after;
    let purse = |seat| {
        Some(if sheds(&story.rules) {
            stones(hand.table.purses[seat])
        } else {
            String::new()
        })
    };
    let purses = Seats::all(hand.table.seats).iter().map(purse).collect();
    Chips {
        purses,
        stock: Some(number(hand.stock.len() as i64)),
        ..Chips::default()
    }
}
