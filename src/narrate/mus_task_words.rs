//! What a task of Mus asks, and why an answer to it is right or not, in words.

use super::mus_step_words::{mus_choices, side_names};
use super::player_naming::PlayerNamesForReader;
use super::task_answer_explanation::{clauses_of_choice, explain_choice_legality};
use super::{capitalize, foreign_language, mover_name, player_name};
use crate::cards::{CardSet, Seat};
use crate::mus::{MusState, comparison_clause, hand_strength};
use crate::rules::mus_values::{BettingPhase, Sides, TieWinner};
use crate::rules::{ClauseId, MusRules, Verb};
use crate::scenario::parsed_scenario::{TaskAnswer, TaskQuestion};
use crate::scenario::story::{MusStep, PossibleAnswer, Story, TaskAnswerVerdict};
use crate::scenario::task_check::stones_taken_or_shed_by_phase;
use crate::scenario::{mus, respell_cards};
use askama::Template;
use std::cmp::Ordering;

/// The plain text of a task of Mus: what it asks; or why an answer to it is right or wrong.
#[derive(Template)]
#[template(path = "task_at_mus.txt")]
struct MusTaskText<'a> {
    story: &'a Story,
    step: &'a MusStep,
    mover: &'a str,
    asks: TaskQuestion,
    plays_in_pairs: bool,
    answered: Option<&'a PossibleAnswer>,
}

impl MusTaskText<'_> {
    fn refusal(&self, verb: &Verb, clause: &ClauseId) -> String {
        let seat = self.step.before.mover;
        let reader_story = PlayerNamesForReader::new(self.story, None);
        let reason = mus_refusal_reason(reader_story, self.step, seat, *verb, *clause);
        capitalize(&reason)
    }

    fn explain_choice_legality(&self, answer: &TaskAnswer) -> String {
        explain_choice_legality(
            self.story,
            self.mover,
            mus_choices(self.story, self.step),
            *answer,
        )
    }
}

/// Says what a task of Mus asks; or why an answer to it is right or not.
pub(super) fn mus_question_or_explanation(
    story: &Story,
    step: &MusStep,
    asks: TaskQuestion,
    answered: Option<&PossibleAnswer>,
) -> String {
    let task = MusTaskText {
        story,
        step,
        mover: mover_name(story, step),
        asks,
        plays_in_pairs: step.rules.sides.value == Sides::Pairs,
        answered,
    };
    task.render().expect("text has room")
}

/// Returns the clauses that decide whether an answer to a task of Mus is right.
pub(super) fn mus_answer_clauses(
    story: &Story,
    step: &MusStep,
    asks: TaskQuestion,
    answer: &PossibleAnswer,
) -> Vec<ClauseId> {
    match (asks, answer.verdict) {
        (TaskQuestion::Wins, _) => vec![comparison_clause(step.before.phase)],
        (_, TaskAnswerVerdict::Forbidden(clause)) => vec![clause],
        (TaskQuestion::Takes(_), _) => vec![ClauseId::PayOrder],
        _ => clauses_of_choice(mus_choices(story, step), answer.answer),
    }
}

/// Says why a clause refuses a move to the mover.
pub(super) fn mus_refusal_reason(
    reader_story: PlayerNamesForReader,
    step: &MusStep,
    seat: Seat,
    verb: Verb,
    clause: ClauseId,
) -> String {
    mus::explain_mus_refusal(&step.rules, &step.before, seat, verb, clause, &|other| {
        reader_story.name(&other).to_owned()
    })
}

/// Returns what cards are worth in a phase, in an English hand as pages write the cards. Other languages are translated later.
fn written_hand_worth(
    story: &Story,
    rules: &MusRules,
    lance: BettingPhase,
    cards: CardSet,
) -> String {
    let worth = mus::describe_hand_worth(rules, lance, cards);
    if foreign_language(story.letters).is_some() {
        return worth;
    }
    respell_cards(&worth, story.letters)
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
    let worth_of = |player: Seat| written_hand_worth(story, rules, lance, hand.hands[player]);
    let worth = worth_of(seat);
    let side = MusState::first_seat_of_side(rules, seat);
    let liars = hand.liars[lance.place()];
    if liars.has(seat) {
        return format!("{who} has {worth}. The claim was false, so this side loses the phase.");
    }
    for liar in liars.iter() {
        if MusState::first_seat_of_side(rules, liar) == side {
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
                worth_of(winner)
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
    let payments = stones_taken_or_shed_by_phase(story, step, *seat);
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
