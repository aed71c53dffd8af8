//! What a task asks, and why an answer to it is right or not, in words: the author's where they wrote any.

use super::{Choice, Face, capital, choices, label, name, tricks};
use crate::cards::{Card, Seat};
use crate::engine::{Event, Fact};
use crate::mus::compared_by;
use crate::rules::mus::Sides;
use crate::rules::{Topic, Verb};
use crate::scenario::story::{AnyStep, MusStep, Payment, Posed, Possible, Step, Story, Verdict, sum};
use crate::scenario::syntax::{Answer, Asks};
use crate::scenario::task::stones;
use crate::scenario::words;

/// What is asked, in the author's words or in ours.
pub(crate) fn question(story: &Story, step: AnyStep, posed: &Posed) -> String {
    if !posed.task.question.is_empty() {
        return posed.task.question.clone();
    }
    let mover = step.mover.map_or("", |seat| name(story, seat));
    let side = |seat| match step {
        AnyStep::Mus(step) => words::side(&story.rules, &step.after, seat, &|seat| name(story, seat).into()),
        AnyStep::Tricks(_) => name(story, seat).into(),
    };
    match (posed.task.asks, step) {
        (Asks::Wins, AnyStep::Mus(step)) => format!("Who wins {}?", step.before.lance.words()),
        (Asks::May, AnyStep::Mus(_)) => format!("It is {mover}’s turn. What may be done?"),
        (Asks::Takes(seat), AnyStep::Mus(_)) if story.rules.sides.value == Sides::Pairs => {
            format!("How many stones do {} take in this deal?", side(seat))
        }
        (Asks::Takes(seat), AnyStep::Mus(_)) => format!("How many stones does {} shed in this deal?", side(seat)),
        (asks, _) => of_tricks(story, asks, mover, matches!(step, AnyStep::Tricks(step) if step.after.trick.is_some())),
    }
}

fn of_tricks(story: &Story, asks: Asks, mover: &str, is_open: bool) -> String {
    match asks {
        Asks::Wins if is_open => "Which card is the best so far?".into(),
        Asks::Wins => "Which card wins the trick?".into(),
        Asks::May => format!("It is {mover}’s turn. Which cards may be played?"),
        Asks::Plays => format!("It is {mover}’s turn. What would you do?"),
        Asks::Owes => "Who makes a debt in this hand?".into(),
        Asks::Takes(seat) => format!("How many chips does {} take?", name(story, seat)),
    }
}

/// The kind of a task, as an address has it.
pub(crate) fn kind(asks: Asks) -> &'static str {
    match asks {
        Asks::Wins => "wins",
        Asks::May => "may",
        Asks::Plays => "plays",
        Asks::Owes => "owes",
        Asks::Takes(_) => "takes",
    }
}

/// Whether every right answer is asked for.
pub(crate) fn wants_all(asks: Asks) -> bool {
    matches!(asks, Asks::May | Asks::Owes)
}

pub(crate) fn called(story: &Story, answer: Answer) -> String {
    match answer {
        Answer::Does(verb) => label(verb),
        Answer::Seat(seat) => name(story, seat).into(),
        Answer::Chips(chips) => chips.to_string(),
        Answer::Card(card) => card.to_string(),
        Answer::Good => String::new(),
    }
}

pub(crate) fn face(story: &Story, answer: Answer) -> Option<Face> {
    if let Answer::Card(card) = answer { Some(Face::new(&story.rules, card)) } else { None }
}

pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "Good.",
        Verdict::Worse => "Allowed, but …",
        Verdict::Forbidden(_) => "Not allowed.",
        Verdict::Wrong => "No.",
    }
}

pub(crate) fn why(story: &Story, step: AnyStep, posed: &Posed, one: &Possible) -> String {
    let good = posed.task.reasons.iter().find(|(answer, _)| answer.value == Answer::Good).map(|(_, said)| said);
    let own = one.reason.as_ref().or(good.filter(|_| one.verdict == Verdict::Good));
    own.cloned().unwrap_or_else(|| match step {
        AnyStep::Tricks(step) => derived(story, step, posed.task.asks, one),
        AnyStep::Mus(step) => of_bidding(story, step, posed.task.asks, one),
    })
}

/// The clauses that a verdict rests on.
pub(crate) fn clauses(story: &Story, step: AnyStep, posed: &Posed, one: &Possible) -> Vec<Topic> {
    let step = match (step, posed.task.asks, one.verdict) {
        (AnyStep::Tricks(step), ..) => step,
        (AnyStep::Mus(step), Asks::Wins, _) => return vec![compared_by(step.before.lance)],
        (_, _, Verdict::Forbidden(clause)) => return vec![clause],
        (_, Asks::Takes(_), _) => return vec![Topic::PayOrder],
        (AnyStep::Mus(step), ..) => {
            return choice(story, step, one.answer).map_or(Vec::new(), |choice| choice.clauses());
        }
    };
    match posed.task.asks {
        Asks::Wins => vec![Topic::TrickWin],
        // A flush is paid for by other clauses than tricks are.
        Asks::Owes | Asks::Takes(_) => {
            let is_it = |event: &&Event| match posed.task.asks {
                Asks::Takes(seat) => Payment::of(event).is_some_and(|(it, _)| it == Payment::Takes(seat)),
                _ => matches!(event.fact, Fact::Owes(..)),
            };
            step.events.iter().find(is_it).map(|event| event.clause).into_iter().collect()
        }
        Asks::May | Asks::Plays => choice(story, step, one.answer).map_or(Vec::new(), |choice| choice.clauses()),
    }
}

/// What the mover's choices say of an answer.
fn choice<'a>(story: &Story, step: impl Into<AnyStep<'a>>, answer: Answer) -> Option<Choice> {
    let is_it = |choice: &Choice| match answer {
        Answer::Card(card) => choice.face.as_ref().is_some_and(|face| face.card() == card),
        Answer::Does(verb) => choice.verb == verb && verb != Verb::Play,
        _ => false,
    };
    choices(story, step).into_iter().find(is_it)
}

/// Why, as the rules and the cards say.
fn derived(story: &Story, step: &Step, asks: Asks, one: &Possible) -> String {
    match (asks, one.answer) {
        (Asks::Wins, Answer::Card(card)) => beaten(step, card),
        (_, Answer::Seat(seat)) => match step.after.tricks[seat] {
            _ if !step.after.active.has(seat) => format!("{} is out of this hand.", name(story, seat)),
            0 => format!("{} has won no trick.", name(story, seat)),
            won => format!("{} has won {}.", name(story, seat), tricks(won)),
        },
        (Asks::Takes(seat), _) => {
            let taken = step.events.iter().filter_map(Payment::of).filter(|(it, _)| *it == Payment::Takes(seat));
            taken.map(|(_, moved)| capital(&sum(moved.sum, moved.chips, &[])) + ".").collect::<Vec<_>>().join(" ")
        }
        _ => choice(story, step, one.answer).map_or(String::new(), |choice| match choice.face {
            Some(_) => capital(choice.verdict.trim_start_matches("refused: ")) + ".",
            None => format!("{} {}.", step.mover.map_or("", |seat| name(story, seat)), choice.verdict),
        }),
    }
}

/// The same where a deal of Mus is played.
fn of_bidding(story: &Story, step: &MusStep, asks: Asks, one: &Possible) -> String {
    let (rules, hand) = (&story.rules, &step.before);
    let named = |seat: Seat| name(story, seat).to_owned();
    match (asks, one.answer, one.verdict) {
        (Asks::Wins, Answer::Seat(seat), _) => {
            format!("{} has {}.", named(seat), words::worth(rules, hand.lance, hand.held[seat]))
        }
        (_, Answer::Does(verb), Verdict::Forbidden(clause)) => {
            capital(&words::why(rules, hand, hand.mover, verb, clause, &named)) + "."
        }
        (Asks::Takes(seat), ..) => {
            let parts: Vec<String> = stones(story, step, seat).iter().map(i64::to_string).collect();
            format!("{}.", parts.join(" + "))
        }
        _ => choice(story, step, one.answer).map_or(String::new(), |choice| {
            format!("{} {}.", step.mover.map_or("", |seat| name(story, seat)), choice.verdict)
        }),
    }
}

/// What beats a card in a trick, or that nothing does.
fn beaten(step: &Step, card: Card) -> String {
    let trumps = step.before.trumps;
    let won = step.events.iter().find_map(|event| event.fact.won());
    let is_best =
        |(seat, laid): &&(Seat, Card)| Some(*seat) == won || step.after.trick.is_some_and(|trick| trick.best == *laid);
    let best = step.trick.iter().find(is_best);
    let (Some((_, best)), Some((_, led))) = (best, step.trick.first()) else { return String::new() };
    let suit = led.suit().name();
    if *best == card {
        format!("Nothing here beats {card}.")
    } else if trumps.suit_of(*best).has(card) {
        format!("{best} is higher.")
    } else if trumps.suit_of(*led).has(card) {
        format!("{best} is a trump, and beats all {suit}.")
    } else {
        format!("{} were led: {card} cannot win.", capital(suit))
    }
}
