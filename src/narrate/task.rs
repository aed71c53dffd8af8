//! What a task asks, and why an answer to it is right or not, in words: the author's where they wrote any.

use super::{
    Face, MoveChoice, button_label, capitalize, move_choices, mover_name, mus::side_names,
    player_name, tricks_in_words,
};
use crate::cards::{Card, Seat};
use crate::engine::{Event, EventKind};
use crate::mus::{MusState, comparison_clause, hand_strength};
use crate::rules::mus::{Sides, TieWinner};
use crate::rules::{ClauseId, MusRules, Verb};
use crate::scenario::mus;
use crate::scenario::story::{
    AnyStep, MusStep, PosedTask, PossibleAnswer, Step, Story, Verdict, describe_sum,
    payout_of_event,
};
use crate::scenario::syntax::{PayoutSubject, TaskAnswer, TaskQuestion};
use crate::scenario::task::stone_payments;
use askama::Template;
use std::cmp::Ordering;

/// Writes what a task asks; or why an answer to it is right or not.
#[derive(Template)]
#[template(path = "task.txt")]
struct TaskTemplate<'a> {
    story: &'a Story,
    step: AnyStep<'a>,
    mover: &'a str,
    asks: TaskQuestion,
    plays_in_pairs: bool,
    answered: Option<&'a PossibleAnswer>,
}

fn render_task(
    story: &Story,
    step: AnyStep,
    asks: TaskQuestion,
    answered: Option<&PossibleAnswer>,
) -> String {
    let task = TaskTemplate {
        story,
        step,
        mover: mover_name(story, &step),
        asks,
        plays_in_pairs: story
            .rules
            .mus()
            .is_some_and(|rules| rules.sides.value == Sides::Pairs),
        answered,
    };
    task.render().expect("text has room")
}

/// Returns what is asked, in the author's words or in ours.
pub(crate) fn question_text(story: &Story, step: AnyStep, posed: &PosedTask) -> String {
    if posed.task.question.is_empty() {
        render_task(story, step, posed.task.asks, None)
    } else {
        posed.task.question.clone()
    }
}

/// Returns the kind of a task, as an address has it.
pub(crate) fn task_kind(asks: TaskQuestion) -> &'static str {
    match asks {
        TaskQuestion::Wins => "wins",
        TaskQuestion::May => "may",
        TaskQuestion::Plays => "plays",
        TaskQuestion::Owes => "owes",
        TaskQuestion::Takes(_) => "takes",
    }
}

/// Returns the face of an answer, if it is a card, and what the answer is called.
pub(crate) fn answer_label(story: &Story, answer: TaskAnswer) -> (Option<Face>, String) {
    match answer {
        TaskAnswer::Move(verb) => (None, button_label(verb)),
        TaskAnswer::Seat(seat) => (None, player_name(story, seat).into()),
        TaskAnswer::Chips(chips) => (None, chips.to_string()),
        TaskAnswer::Card(card) => (Some(Face::new(&story.rules, card)), card.to_string()),
        TaskAnswer::Good => (None, String::new()),
    }
}

/// Returns the class by which an answer is shown, and the verdict on it in a word or two.
pub(crate) fn verdict_label(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Good => ("may", "Good."),
        Verdict::Worse => ("may but", "Allowed, but …"),
        Verdict::Forbidden(_) => ("may-not", "Not allowed."),
        Verdict::Wrong => ("may-not", "No."),
    }
}

/// Returns why an answer is right or not, in the author's words or in ours.
pub(crate) fn answer_reason(
    story: &Story,
    step: AnyStep,
    posed: &PosedTask,
    one: &PossibleAnswer,
) -> String {
    if let Some(reason) = &one.reason {
        return reason.clone();
    }
    if one.verdict == Verdict::Good {
        for (answer, reason) in &posed.task.reasons {
            if answer.value == TaskAnswer::Good {
                return reason.clone();
            }
        }
    }
    render_task(story, step, posed.task.asks, Some(one))
}

/// Returns the clauses that decide whether an answer is right.
pub(crate) fn answer_clauses(
    story: &Story,
    step: AnyStep,
    posed: &PosedTask,
    one: &PossibleAnswer,
) -> Vec<ClauseId> {
    match (step, posed.task.asks, one.verdict) {
        (AnyStep::Mus(step), TaskQuestion::Wins, _) => vec![comparison_clause(step.before.phase)],
        (_, TaskQuestion::Wins, _) => vec![ClauseId::TrickWin],
        (AnyStep::Mus(_), _, Verdict::Forbidden(clause)) => vec![clause],
        (AnyStep::Mus(_), TaskQuestion::Takes(_), _) => vec![ClauseId::PayOrder],
        // A flush is paid for by other clauses than tricks are.
        (AnyStep::Tricks(step), TaskQuestion::Takes(seat), _) => {
            clause_of_first_event(step, &|event| {
                payout_of_event(event)
                    .is_some_and(|(subject, _)| subject == PayoutSubject::Takes(seat))
            })
        }
        (AnyStep::Tricks(step), TaskQuestion::Owes, _) => {
            clause_of_first_event(step, &|event| matches!(event.kind, EventKind::DebtMade(..)))
        }
        _ => match choice_of_answer(story, step, one.answer) {
            Some(choice) => choice.clauses(),
            None => Vec::new(),
        },
    }
}

/// Returns the clause of the first event of a step that `is_meant`, if there is one.
fn clause_of_first_event(step: &Step, is_meant: &dyn Fn(&Event) -> bool) -> Vec<ClauseId> {
    match step.events.iter().find(|event| is_meant(event)) {
        Some(event) => vec![event.clause],
        None => Vec::new(),
    }
}

/// Returns the choice of the mover that an answer names.
fn choice_of_answer(story: &Story, step: AnyStep, answer: TaskAnswer) -> Option<MoveChoice> {
    let mut choices = move_choices(None, story, step).into_iter();
    match answer {
        TaskAnswer::Card(card) => choices.find(|choice| {
            let face = choice.face.as_ref();
            face.is_some_and(|face| face.card == card)
        }),
        TaskAnswer::Move(verb) if verb != Verb::Play => choices.find(|choice| choice.verb == verb),
        _ => None,
    }
}

/// Returns the first sentence of a clause, without marks of emphasis: it says why something may be declared, or may not. The
/// link to the clause stands after it, with the signs of what the clause rests on.
fn first_sentence_of_clause(story: &Story, clause: &ClauseId) -> String {
    let Some(clause) = story.rules.clause(*clause) else {
        return String::new();
    };
    let text = clause.text().render(|text, _| text.replace('*', ""));
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None => line,
    }
}

/// Says how the chips came about that a seat takes, a sentence each.
fn explain_chips_taken(step: &Step, seat: &Seat) -> String {
    let mut sentences = Vec::new();
    for (subject, moved) in step.events.iter().filter_map(payout_of_event) {
        if subject == PayoutSubject::Takes(*seat) {
            let sum = describe_sum(moved.reason, moved.chips, &[]);
            sentences.push(capitalize(&sum) + ".");
        }
    }
    sentences.join(" ")
}

fn mus_refusal_reason(story: &Story, step: &MusStep, verb: &Verb, clause: &ClauseId) -> String {
    let mover = step.before.mover;
    let reason =
        mus::explain_mus_refusal(&step.rules, &step.before, mover, *verb, *clause, &|seat| {
            player_name(story, seat).to_owned()
        });
    capitalize(&reason)
}

/// Returns the best card of a trick so far, and the one that was led.
fn best_and_led_cards(step: &Step) -> Option<(Card, Card)> {
    let mut wins = step
        .events
        .iter()
        .filter_map(|event| event.kind.as_trick_winner());
    let winner = wins.next();
    let (_, led) = step.own.trick.first()?;
    for (seat, card) in &step.own.trick {
        let is_best = step.after.trick.is_some_and(|trick| trick.best == *card);
        if Some(*seat) == winner || is_best {
            return Some((*card, *led));
        }
    }
    None
}

/// Says what a seat holds in the phase of a step, and why it wins the phase or does not.
fn explain_phase_result(story: &Story, step: &MusStep, seat: &Seat) -> String {
    let rules = &step.rules;
    let lance = step.before.phase;
    let seat = *seat;
    let mut steps = story.mus_steps().iter();
    let last = steps.rfind(|other| other.hand == step.hand).unwrap_or(step);
    let hand = &last.after;
    let strength_of = |player: Seat| hand_strength(rules, lance, hand.hands[player]);
    let who = player_name(story, seat);
    let worth = mus::describe_hand_worth(rules, lance, hand.hands[seat]);
    let side = MusState::side_of(rules, seat);
    let liars = hand.liars[lance.place()];
    if liars.has(seat) {
        return format!("{who} has {worth}. The claim was false, so this side loses the phase.");
    }
    for liar in liars.iter() {
        if MusState::side_of(rules, liar) == side {
            return format!(
                "{who} has {worth}, but {} made a false claim, so this side loses the phase.",
                player_name(story, liar)
            );
        }
    }
    let Some(winner) = hand.outcomes[lance.place()].winner else {
        return format!("{who} has {worth}. Nobody wins the phase.");
    };
    if seat != winner {
        let best = player_name(story, winner);
        return match strength_of(seat).cmp(&strength_of(winner)) {
            Ordering::Equal => format!(
                "{who} has {worth}, as {best} has. {}",
                explain_seat_decision(rules, best)
            ),
            Ordering::Less => format!(
                "{who} has {worth}. {best} has {}, which is better.",
                mus::describe_hand_worth(rules, lance, hand.hands[winner])
            ),
            Ordering::Greater => format!("{who} has {worth}, but refused the bet."),
        };
    }
    for other in hand.phase_players().iter() {
        if other != seat && strength_of(other) == strength_of(seat) {
            return format!(
                "{who} has {worth}, as {} has. {}",
                player_name(story, other),
                explain_seat_decision(rules, who)
            );
        }
    }
    match liars.iter().next() {
        Some(liar) => format!(
            "{who} has {worth}. {} made a false claim, so that side loses the phase.",
            player_name(story, liar)
        ),
        None => format!("{who} has {worth}, which nobody beats."),
    }
}

/// Says that a player wins against equal cards because of the seat.
fn explain_seat_decision(rules: &MusRules, winner: &str) -> String {
    match rules.tie.value {
        TieWinner::NearestTheHand => {
            format!("{winner} sits nearest to the first speaker, and therefore wins.")
        }
        TieWinner::FarthestFromTheHand => {
            format!("{winner} sits farthest from the first speaker, and therefore wins.")
        }
    }
}

/// Says how the stones came about that the side of a seat takes in a deal, or that a seat sheds.
fn explain_stones_taken(story: &Story, step: &MusStep, seat: &Seat) -> String {
    let payments = stone_payments(story, step, *seat);
    if payments.is_empty() {
        return format!(
            "{} wins no phase in this deal.",
            side_names(story, step, *seat)
        );
    }
    let parts: Vec<String> = payments
        .iter()
        .map(|(lance, count)| format!("{} {count}", lance.words()))
        .collect();
    let total = payments.iter().map(|(_, count)| count).sum();
    format!("{}: {}.", parts.join(" + "), mus::stones_in_words(total))
}
