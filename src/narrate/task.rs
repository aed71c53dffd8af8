//! What a task asks, and why an answer to it is right or not, in words: the author's where they wrote any.

use super::{Choice, Face, capital, choices, label, mus::joined, name, tricks};
use crate::cards::{Card, Seat};
use crate::engine::{Event, Fact};
use crate::mus::compared_by;
use crate::rules::mus::Sides;
use crate::rules::{Topic, Verb};
use crate::scenario::story::{AnyStep, MusStep, Posed, Possible, Step, Story, Verdict, payment, sum};
use crate::scenario::syntax::{About, Answer, Asks};
use crate::scenario::task::stones;
use crate::scenario::words;

/// What is asked, in the author's words or in ours.
pub(crate) fn question(story: &Story, step: AnyStep, posed: &Posed) -> String {
    if !posed.task.question.is_empty() {
        return posed.task.question.clone();
    }
    let mover = step.mover.map_or("", |seat| name(story, seat));
    match (posed.task.asks, step) {
        (Asks::Wins, AnyStep::Mus(step)) => format!("Who wins {}?", step.before.lance.words()),
        (Asks::Wins, AnyStep::Tricks(step)) if step.after.trick.is_some() => "Which card is the best so far?".into(),
        (Asks::Wins, _) => "Which card wins the trick?".into(),
        (Asks::May, AnyStep::Mus(_)) => format!("It is {mover}’s turn. What may be done?"),
        (Asks::May, _) => format!("It is {mover}’s turn. Which cards may be played?"),
        (Asks::Plays, _) => format!("It is {mover}’s turn. What would you do?"),
        (Asks::Owes, _) => "Who makes a debt in this hand?".into(),
        (Asks::Takes(seat), AnyStep::Tricks(_)) => format!("How many chips does {} take?", name(story, seat)),
        (Asks::Takes(seat), AnyStep::Mus(step)) => {
            let side = joined(story, &step.after, seat);
            match story.rules.sides.value {
                Sides::Pairs => format!("How many stones do {side} take in this deal?"),
                Sides::Single => format!("How many stones does {side} shed in this deal?"),
            }
        }
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

/// The face of an answer, if it is a card, and what it is called.
pub(crate) fn called(story: &Story, answer: Answer) -> (Option<Face>, String) {
    match answer {
        Answer::Does(verb) => (None, label(verb)),
        Answer::Seat(seat) => (None, name(story, seat).into()),
        Answer::Chips(chips) => (None, chips.to_string()),
        Answer::Card(card) => (Some(Face::new(&story.rules, card)), card.to_string()),
        Answer::Good => (None, String::new()),
    }
}

/// How an answer is shown, and the verdict in a word or two.
pub(crate) fn verdict(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Good => ("may", "Good."),
        Verdict::Worse => ("may but", "Allowed, but …"),
        Verdict::Forbidden(_) => ("may-not", "Not allowed."),
        Verdict::Wrong => ("may-not", "No."),
    }
}

pub(crate) fn why(story: &Story, step: AnyStep, posed: &Posed, one: &Possible) -> String {
    let good = posed.task.reasons.iter().find(|(answer, _)| answer.value == Answer::Good).map(|(_, said)| said);
    let own = one.reason.as_ref().or(good.filter(|_| one.verdict == Verdict::Good));
    own.cloned().unwrap_or_else(|| derived(story, step, posed.task.asks, one))
}

pub(crate) fn clauses(story: &Story, step: AnyStep, posed: &Posed, one: &Possible) -> Vec<Topic> {
    match (step, posed.task.asks, one.verdict) {
        (AnyStep::Mus(step), Asks::Wins, _) => vec![compared_by(step.before.lance)],
        (_, Asks::Wins, _) => vec![Topic::TrickWin],
        (AnyStep::Mus(_), _, Verdict::Forbidden(clause)) => vec![clause],
        (AnyStep::Mus(_), Asks::Takes(_), _) => vec![Topic::PayOrder],
        // A flush is paid for by other clauses than tricks are.
        (AnyStep::Tricks(step), asks @ (Asks::Owes | Asks::Takes(_)), _) => {
            let is_it = |event: &&Event| match asks {
                Asks::Takes(seat) => payment(event).is_some_and(|(it, _)| it == About::Takes(seat)),
                _ => matches!(event.fact, Fact::Owes(..)),
            };
            step.events.iter().find(is_it).map(|event| event.clause).into_iter().collect()
        }
        _ => choice(story, step, one.answer).map_or(Vec::new(), |choice| choice.clauses()),
    }
}

/// What the mover's choices say of an answer.
fn choice(story: &Story, step: AnyStep, answer: Answer) -> Option<Choice> {
    let is_it = |choice: &Choice| match answer {
        Answer::Card(card) => choice.face.as_ref().is_some_and(|face| face.card == card),
        Answer::Does(verb) => choice.verb == verb && verb != Verb::Play,
        _ => false,
    };
    choices(story, step).into_iter().find(is_it)
}

fn derived(story: &Story, step: AnyStep, asks: Asks, one: &Possible) -> String {
    let named = |seat: Seat| name(story, seat).to_owned();
    match (step, asks, one.answer, one.verdict) {
        (AnyStep::Tricks(step), Asks::Wins, Answer::Card(card), _) => beaten(step, card),
        (AnyStep::Tricks(step), _, Answer::Seat(seat), _) => match step.after.tricks[seat] {
            _ if !step.after.active.has(seat) => format!("{} is out of this hand.", named(seat)),
            won => format!("{} has won {}.", named(seat), tricks(won)),
        },
        (AnyStep::Tricks(step), Asks::Takes(seat), ..) => {
            let taken = step.events.iter().filter_map(payment).filter(|(it, _)| *it == About::Takes(seat));
            taken.map(|(_, moved)| capital(&sum(moved.sum, moved.chips, &[])) + ".").collect::<Vec<_>>().join(" ")
        }
        (AnyStep::Mus(MusStep { before: hand, .. }), Asks::Wins, Answer::Seat(seat), _) => {
            format!("{} has {}.", named(seat), words::worth(&story.rules, hand.lance, hand.held[seat]))
        }
        (AnyStep::Mus(MusStep { before: hand, .. }), _, Answer::Does(verb), Verdict::Forbidden(clause)) => {
            capital(&words::why(&story.rules, hand, hand.mover, verb, clause, &named)) + "."
        }
        (AnyStep::Mus(step), Asks::Takes(seat), ..) => {
            let parts: Vec<String> = stones(story, step, seat).iter().map(i64::to_string).collect();
            parts.join(" + ") + "."
        }
        _ => choice(story, step, one.answer).map_or(String::new(), |choice| match choice.face {
            Some(_) => capital(choice.verdict.trim_start_matches("refused: ")) + ".",
            None => format!("{} {}.", step.mover.map_or("", |seat| name(story, seat)), choice.verdict),
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
