//! What a table of a lesson says of the learner's own moves: hints, refusals and steps that the hand of the lesson does not have.

use super::practice_chapter::{drill_table, find_start_of_part};
use crate::cards::{Card, CardSet};
use crate::engine::{Move, playable_cards};
use crate::page::{
    HandUnderEdition, HomeOrGuestPage, MoveProspectsByStory, escape_html, render_steps_from,
};
use crate::scenario::house_rules_of;
use crate::session::{
    AnyLearnerTurn, Drill, MOST_DEALS, Session, StepToPlayFrom, TrickLearnerTurn,
};
use anyhow::Result;
use std::path::Path;

/// A learner makes no more moves than this in a deal that is looked at.
const MOST_MOVES: usize = 16;

/// A learner of a kind: which of the cards that may be played they choose.
#[derive(Clone, Copy)]
enum SimulatedLearnerKind {
    FollowsHint,
    PlaysFirstCard,
    PlaysLastCard,
}

const LEARNERS: [SimulatedLearnerKind; 3] = [
    SimulatedLearnerKind::FollowsHint,
    SimulatedLearnerKind::PlaysFirstCard,
    SimulatedLearnerKind::PlaysLastCard,
];

/// Returns as HTML what the table of a deal says to learners who go their own ways from a seat and a step on.
///
/// # Errors
/// Fails if the player or the step does not exist.
pub(in crate::book) fn render_own_moves_in_deal(
    view: &HandUnderEdition,
    seat_and_step: &str,
    place: HomeOrGuestPage,
) -> Result<String> {
    let (seat, first) = find_start_of_part(view, seat_and_step)?;
    let step = view.story.step(first).frame().id.clone();
    let start = StepToPlayFrom::of_first_edition(view.file.text.clone(), step);
    let mut html = String::new();
    for learner in LEARNERS {
        let house = house_rules_of(Path::new(&view.file.path));
        let level = Some(Default::default());
        // A hand with a mistake cannot be played on; its mistakes are reported elsewhere.
        if let Ok(session) = Session::from_step(&start, house, seat, level, 1) {
            html += &render_trying_every_card(session, learner, place)?;
        }
    }
    Ok(html)
}

/// Returns as HTML what the table of a drill says to learners who go their own ways in its first deal; nothing if there is none.
///
/// # Errors
/// Fails if no edition has this short name.
pub(in crate::book) fn render_own_moves_in_drill(
    edition_name: &str,
    id: &str,
    place: HomeOrGuestPage,
) -> Result<String> {
    let mut setup = drill_table(edition_name)?;
    let mut html = String::new();
    let drill = Drill::by_id(id);
    let Some((seed, seat)) =
        drill.and_then(|drill| drill.find_seed_and_seat(&setup, 1, MOST_DEALS))
    else {
        return Ok(html);
    };
    setup.learner = seat;
    for learner in LEARNERS {
        let mut session = Session::new(setup.clone(), seed)?;
        session.deal_next()?;
        html += &render_trying_every_card(session, learner, place)?;
    }
    Ok(html)
}

/// Plays a deal as a learner who tries each card that they hold, and renders its hints and its steps.
fn render_trying_every_card(
    mut session: Session,
    learner: SimulatedLearnerKind,
    place: HomeOrGuestPage,
) -> Result<String> {
    let mut html = String::new();
    session.play_others();
    for _ in 0..MOST_MOVES {
        let Some(hint) = session.hint() else {
            break;
        };
        html += &format!("<p>{}</p>", escape_html(&hint.words));
        let (card, refused) = match session.asked_deal() {
            Some(AnyLearnerTurn::Tricks(turn)) => chosen_and_refused_cards(&turn, learner),
            _ => (None, CardSet::EMPTY),
        };
        for held in refused {
            // The refusal becomes a step of the deal.
            let _ = session.apply_learner_move(Move::Play(held));
        }
        let chosen = match card {
            Some(card) => Move::Play(card),
            None => hint.advised,
        };
        if let Some((_, reason)) = session.verdict_on_move(chosen) {
            html += &format!("<p>{}</p>", escape_html(&reason));
        }
        if session.apply_learner_move(chosen).is_err() {
            break;
        }
        session.play_others();
    }
    let seat = Some(session.setup.learner);
    let steps = session.steps_from(0)?;
    let alternatives = MoveProspectsByStory::default();
    let view = HandUnderEdition {
        file: &steps.file,
        story: steps.story(),
        alternatives: &alternatives,
        seat,
    };
    Ok(html + &render_steps_from(&view, 0, place)?)
}

/// Returns the card that a learner of this kind chooses at a turn, unless they follow the hint, and the cards that are refused.
fn chosen_and_refused_cards(
    turn: &TrickLearnerTurn,
    learner: SimulatedLearnerKind,
) -> (Option<Card>, CardSet) {
    let playable = playable_cards(turn.rules, turn.state).cards;
    if playable.is_empty() {
        return (None, CardSet::EMPTY);
    }
    let mut cards = playable.into_iter();
    let card = match learner {
        SimulatedLearnerKind::FollowsHint => None,
        SimulatedLearnerKind::PlaysFirstCard => cards.next(),
        SimulatedLearnerKind::PlaysLastCard => cards.last(),
    };
    (card, turn.state.hands[turn.state.mover] - playable)
}
