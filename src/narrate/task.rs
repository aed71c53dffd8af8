//! What a task asks, and why an answer to it is right or not, in words: the author's where they wrote any.

use super::{Choice, Face, capital, choices, label, mus::joined, name, tricks};
use crate::cards::{Card, Seat};
use crate::engine::{Event, EventKind};
use crate::mus::{MusState, compared_by, strength};
use crate::rules::mus::{Sides, Tie};
use crate::rules::{ClauseId, Verb};
use crate::scenario::mus;
use crate::scenario::story::{
    AnyStep, MusStep, Posed, Possible, Step, Story, Verdict, payment, sum,
};
use crate::scenario::syntax::{About, Answer, Asks};
use crate::scenario::task::stone_payments;
use askama::Template;
use std::cmp::Ordering;

/// What is asked; or why an answer to it is right or not.
#[derive(Template)]
#[template(path = "task.txt")]
struct Words<'a> {
    story: &'a Story,
    step: AnyStep<'a>,
    mover: &'a str,
    asks: Asks,
    sides: Sides,
    answered: Option<&'a Possible>,
}

fn said(story: &Story, step: AnyStep, asks: Asks, answered: Option<&Possible>) -> String {
    let (mover, sides) = (
        step.mover.map_or("", |seat| name(story, seat)),
        story.rules.sides.value,
    );
    Words {
        story,
        step,
        mover,
        asks,
        sides,
        answered,
    }
    .render()
    .expect("text has room")
}

/// What is asked, in the author's words or in ours.
pub(crate) fn question(story: &Story, step: AnyStep, posed: &Posed) -> String {
    let own = Some(&posed.task.question)
        .filter(|own| !own.is_empty())
        .cloned();
    own.unwrap_or_else(|| said(story, step, posed.task.asks, None))
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
    let good = posed
        .task
        .reasons
        .iter()
        .find(|(answer, _)| answer.value == Answer::Good)
        .map(|(_, said)| said);
    let own = one
        .reason
        .as_ref()
        .or(good.filter(|_| one.verdict == Verdict::Good));
    own.cloned()
        .unwrap_or_else(|| said(story, step, posed.task.asks, Some(one)))
}

pub(crate) fn clauses(
    story: &Story,
    step: AnyStep,
    posed: &Posed,
    one: &Possible,
) -> Vec<ClauseId> {
    match (step, posed.task.asks, one.verdict) {
        (AnyStep::Mus(step), Asks::Wins, _) => vec![compared_by(step.before.lance)],
        (_, Asks::Wins, _) => vec![ClauseId::TrickWin],
        (AnyStep::Mus(_), _, Verdict::Forbidden(clause)) => vec![clause],
        (AnyStep::Mus(_), Asks::Takes(_), _) => vec![ClauseId::PayOrder],
        // A flush is paid for by other clauses than tricks are.
        (AnyStep::Tricks(step), asks @ (Asks::Owes | Asks::Takes(_)), _) => {
            let is_it = |event: &&Event| match asks {
                Asks::Takes(seat) => payment(event).is_some_and(|(it, _)| it == About::Takes(seat)),
                _ => matches!(event.fact, EventKind::Owes(..)),
            };
            step.events
                .iter()
                .find(is_it)
                .map(|event| event.clause)
                .into_iter()
                .collect()
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

/// The first sentence of a clause, without marks of emphasis: it says why something may be declared, or may not. The link to
/// the clause stands behind it, with the signs of what the clause rests on.
fn first_sentence(story: &Story, clause: &ClauseId) -> String {
    let text = story
        .rules
        .clause(*clause)
        .text()
        .render(|text, _| text.replace('*', ""));
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None => line,
    }
}

/// How the chips came about that a seat takes, a sentence each.
fn taken(step: &Step, seat: &Seat) -> String {
    let taken = step
        .events
        .iter()
        .filter_map(payment)
        .filter(|(it, _)| *it == About::Takes(*seat));
    taken
        .map(|(_, moved)| capital(&sum(moved.sum, moved.chips, &[])) + ".")
        .collect::<Vec<_>>()
        .join(" ")
}

fn refused(story: &Story, step: &MusStep, verb: &Verb, clause: &ClauseId) -> String {
    let named = |seat| name(story, seat).to_owned();
    capital(&mus::why(
        &story.rules,
        &step.before,
        step.before.mover,
        *verb,
        *clause,
        &named,
    ))
}

/// The best card of a trick so far, and the one that was led.
fn best_and_led(step: &Step) -> Option<(Card, Card)> {
    let won = step
        .events
        .iter()
        .find_map(|event| event.fact.as_trick_winner());
    let is_best = |(seat, laid): &&(Seat, Card)| {
        Some(*seat) == won || step.after.trick.is_some_and(|trick| trick.best == *laid)
    };
    Some((step.trick.iter().find(is_best)?.1, step.trick.first()?.1))
}

/// Says what a seat holds in the phase of a step, and why it wins the phase or does not.
fn phase_result(story: &Story, step: &MusStep, seat: &Seat) -> String {
    let rules = &story.rules;
    let lance = step.before.lance;
    let seat = *seat;
    let last = story
        .mus
        .iter()
        .rfind(|other| other.hand == step.hand)
        .unwrap_or(step);
    let hand = &last.after;
    let outcome = hand.outcomes[lance.place()];
    let strength = |seat: Seat| strength(rules, lance, hand.held[seat]);
    let who = name(story, seat);
    let worth = mus::worth(rules, lance, hand.held[seat]);
    let liars = hand.liars[lance.place()];
    if liars.has(seat) {
        return format!("{who} has {worth}. The claim was false, so this side loses the phase.");
    }
    if let Some(liar) = liars
        .iter()
        .find(|liar| MusState::side(rules, *liar) == MusState::side(rules, seat))
    {
        return format!(
            "{who} has {worth}, but {} made a false claim, so this side loses the phase.",
            name(story, liar)
        );
    }
    let Some(winner) = outcome.winner else {
        return format!("{who} has {worth}. Nobody wins the phase.");
    };
    if seat == winner {
        return match hand
            .in_lance()
            .iter()
            .find(|other| *other != seat && strength(*other) == strength(seat))
        {
            Some(other) => format!(
                "{who} has {worth}, as {} has. {}",
                name(story, other),
                decided_by_seat(story, who)
            ),
            None => match liars.iter().next() {
                Some(liar) => format!(
                    "{who} has {worth}. {} made a false claim, so that side loses the phase.",
                    name(story, liar)
                ),
                None => format!("{who} has {worth}, which nobody beats."),
            },
        };
    }
    let best = name(story, winner);
    match strength(seat).cmp(&strength(winner)) {
        Ordering::Equal => format!(
            "{who} has {worth}, as {best} has. {}",
            decided_by_seat(story, best)
        ),
        Ordering::Less => {
            format!(
                "{who} has {worth}. {best} has {}, which is better.",
                mus::worth(rules, lance, hand.held[winner])
            )
        }
        Ordering::Greater => format!("{who} has {worth}, but refused the bet."),
    }
}

/// Says that a player wins against equal cards because of the seat.
fn decided_by_seat(story: &Story, winner: &str) -> String {
    match story.rules.tie.value {
        Tie::NearestTheHand => {
            format!("{winner} sits nearest to the first speaker, and therefore wins.")
        }
        Tie::FarthestFromTheHand => {
            format!("{winner} sits farthest from the first speaker, and therefore wins.")
        }
    }
}

/// Says how the stones came about that the side of a seat takes in a deal, or that a seat sheds.
fn stones_taken(story: &Story, step: &MusStep, seat: &Seat) -> String {
    let payments = stone_payments(story, step, *seat);
    if payments.is_empty() {
        return format!(
            "{} wins no phase in this deal.",
            joined(story, &step.after, *seat)
        );
    }
    let parts: Vec<String> = payments
        .iter()
        .map(|(lance, count)| format!("{} {count}", lance.words()))
        .collect();
    let total = payments.iter().map(|(_, count)| count).sum();
    format!("{}: {}.", parts.join(" + "), mus::stones(total))
}
