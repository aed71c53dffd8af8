//! What the mover might do, each card with its verdict, or each declaration; and what would have come of it.

use super::Face;
use super::sentence::{capital, grounds, name};
use crate::cards::{Card, InsertionSort, Seat};
use crate::engine::{
    Act, DealState, Move, MoveOffer, Stage, apply_in_place, breach, legal, legal_moves, move_offers,
};
use crate::explore::{DeclarationLog, OutcomeRange, Solver, TrickTakers, on_credit};
use crate::rules::{ClauseId, Phase, Ruleset, TopCardPlay, Verb};
use crate::scenario::refusal::{RefusalReason, RefusedAct, refusal_sentence};
use crate::scenario::story::{Kind, Step, Story};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The card, if it is one; else the choice is in the words alone.
    pub(crate) face: Option<Face>,
    pub(crate) verb: Verb,
    pub(crate) verdict: String,
    pub(crate) clause: ClauseId,
    /// That of the top card in play, where the verdict would be another if that were played at will.
    pub(crate) also: Option<ClauseId>,
    pub(crate) is_allowed: bool,
    pub(crate) is_taken: bool,
}

impl Choice {
    /// A choice of words; `taken` is what was done, or tried.
    pub(super) fn said(
        verb: Verb,
        verdict: String,
        clause: ClauseId,
        is_allowed: bool,
        taken: Option<Verb>,
    ) -> Choice {
        Choice {
            face: None,
            verb,
            verdict,
            clause,
            also: None,
            is_allowed,
            is_taken: taken == Some(verb),
        }
    }

    /// Returns what the verdict says first: `may be played`, `cannot be played`.
    pub(crate) fn head(&self) -> &str {
        self.verdict
            .split_once(": ")
            .map_or(&self.verdict, |(head, _)| head)
    }

    /// Returns why; empty where the verdict says no more than its head.
    pub(crate) fn reason(&self) -> &str {
        self.verdict
            .split_once(": ")
            .map_or("", |(_, reason)| reason)
    }

    pub(crate) fn clauses(&self) -> Vec<ClauseId> {
        std::iter::once(self.clause).chain(self.also).collect()
    }
}

pub(super) fn of_tricks(story: &Story, step: &Step) -> Vec<Choice> {
    let (Some(mover), rules, hand) = (step.mover, &story.rules, &step.before) else {
        return Vec::new();
    };
    let tried = if let Kind::Refused { card, .. } = step.kind {
        card
    } else {
        None
    };
    let is_card = step.kind == Kind::Play || tried.is_some();
    let done = step.did().map(Move::verb);
    let played = step
        .events
        .iter()
        .find_map(|event| event.fact.as_card_played())
        .map(|(_, card)| card);
    let choice = |offer: MoveOffer| match offer.verb {
        Verb::Play if is_card => cards(story, hand, mover, played.or(tried)),
        Verb::Play => Vec::new(),
        verb => vec![Choice::said(
            verb,
            verdict(story, hand, &offer),
            offer.clause,
            offer.is_open,
            done,
        )],
    };
    move_offers(rules, hand).flat_map(choice).collect()
}

/// Says whether something may be declared: `may exchange 1 to 3 cards`, `cannot exchange: the stock is empty`.
fn verdict(story: &Story, hand: &DealState, offer: &MoveOffer) -> String {
    let does = offer.verb.row().may;
    if !offer.is_open {
        let reason = why_refused(story, hand, offer.clause);
        return refusal_sentence(&RefusedAct::MoveShown { does }, &reason);
    }
    match (offer.verb, offer.most) {
        (Verb::Exchange, 1) => format!("may {does} 1 card"),
        (Verb::Exchange, most @ 2..) => format!("may {does} 1 to {most} cards"),
        _ => format!("may {does}"),
    }
}

/// Says why a clause refuses something to the mover.
fn why_refused(story: &Story, hand: &DealState, clause: ClauseId) -> String {
    let seat = hand.mover;
    RefusalReason {
        rules: &story.rules,
        hand,
        seat,
        name: name(story, seat),
        clause,
        shows_hand: true,
    }
    .in_words()
}

fn cards(story: &Story, hand: &DealState, mover: Seat, taken: Option<Card>) -> Vec<Choice> {
    let rules = &story.rules;
    let binding = legal(rules, hand).clause;
    let mut at_will = *rules;
    at_will.pam_trump.value = TopCardPlay::AtWill;
    let free = legal(&at_will, hand);
    let hangs_on_it = |card| match hand.trumps.top.has(card) {
        true => free.clause != binding,
        false => free.cards.has(card) != legal(rules, hand).cards.has(card),
    };
    let permission = |clause| match grounds(hand, clause) {
        Some([_, why]) => format!("may be played: {why}"),
        None => "may be led".into(),
    };
    let one = |card: Card| {
        let broken = breach(rules, hand, card);
        let clause = broken.unwrap_or(binding);
        let face = Some(Face::new(rules, card));
        let verdict = if broken.is_some() {
            refusal_sentence(&RefusedAct::CardShown, &why_refused(story, hand, clause))
        } else {
            permission(clause)
        };
        let also = hangs_on_it(card).then_some(ClauseId::PamTrump);
        let is_taken = taken == Some(card);
        Choice {
            face,
            verb: Verb::Play,
            verdict,
            clause,
            also,
            is_allowed: broken.is_none(),
            is_taken,
        }
    };
    rules
        .rank
        .value
        .sort_cards(hand.held[mover])
        .into_iter()
        .map(one)
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Course {
    pub(crate) does: Move,
    pub(crate) is_taken: bool,
    pub(crate) takers: Option<TrickTakers>,
    /// What can come of it for the mover. Chips are counted from this step.
    pub(crate) prospect: OutcomeRange,
}

impl Course {
    /// Whether it is a choice, or one way to make it.
    pub(crate) fn makes(&self, choice: &Choice) -> bool {
        self.does.verb() == choice.verb
            && choice
                .face
                .as_ref()
                .is_none_or(|face| self.does == Move::Play(face.card))
    }
}

/// What a button for a move says: `Let it pass`.
pub(crate) fn label(verb: Verb) -> String {
    capital(verb.label())
}

/// For each step the courses that its mover might have taken; none without a choice, or where too little is told.
pub(crate) fn courses(story: &Story) -> Vec<Vec<Course>> {
    let mut play = Play {
        rules: &story.rules,
        at: None,
    };
    let mut courses = Vec::with_capacity(story.steps.len());
    for step in &story.steps {
        courses.push(if is_in_play(&step.before) {
            play.courses(step)
        } else if matches!(
            step.kind,
            Kind::Declaration | Kind::Claims | Kind::Refused { .. }
        ) {
            declarations(story, step, &mut play.at)
        } else {
            Vec::new()
        });
    }
    courses
}

/// Whether a card is to be played, or trumps are named by one that was.
fn is_in_play(hand: &DealState) -> bool {
    hand.stage == Stage::In(Phase::Tricks) || (hand.asks() && hand.trick.is_some())
}

pub(crate) fn courses_at(rules: &Ruleset, step: &Step) -> Vec<Course> {
    Play { rules, at: None }.courses(step)
}

/// A hand in play, followed from card to card; and before that what its play will be.
struct Play<'a> {
    rules: &'a Ruleset,
    at: Option<(Solver<'a>, DealState)>,
}

impl Play<'_> {
    fn courses(&mut self, step: &Step) -> Vec<Course> {
        let is_at = |(_, hand): &(Solver, DealState)| {
            DealState {
                purses: hand.purses,
                ..step.before
            } == *hand
        };
        if !self.at.as_ref().is_some_and(is_at) {
            let hand = on_credit(&step.before);
            self.at = Solver::new(self.rules, &hand).map(|solver| (solver, hand));
        }
        let Some((solver, hand)) = &mut self.at else {
            return Vec::new();
        };
        let done = step.did();
        let cards = self.rules.rank.value.sort_cards(hand.held[hand.mover]);
        let mut moves = legal_moves(self.rules, hand);
        moves.insertion_sort_by_key(|does| {
            cards
                .iter()
                .position(|card| Move::Play(*card) == *does)
                .unwrap_or(cards.len())
        });
        let one = |does: Move| {
            let takers = (does.verb() == Verb::Play).then(|| solver.takers(hand, does));
            Some(Course {
                does,
                is_taken: Some(does) == done,
                takers,
                prospect: solver.outcome_of(hand, does)?,
            })
        };
        let courses = if moves.len() > 1 {
            moves.into_iter().filter_map(one).collect()
        } else {
            Vec::new()
        };
        let act = done.map(|does| Act::Does(hand.mover, does));
        if act.is_some_and(|act| apply_in_place(self.rules, hand, &act, &mut Vec::new()).is_err()) {
            self.at = None;
        }
        courses
    }
}

/// What is on offer before the first card, but for what hangs on cards that nobody has seen; and what was done.
fn declarations<'a>(
    story: &'a Story,
    step: &Step,
    played: &mut Option<(Solver<'a>, DealState)>,
) -> Vec<Course> {
    let rules = &story.rules;
    let hand = &step.before;
    let Some(record) = record(story, step.hand) else {
        return Vec::new();
    };
    let is_tried = matches!(step.kind, Kind::Refused { .. });
    // What the mover did after something was refused.
    let later = || {
        let mut own = record
            .0
            .iter()
            .filter(|(seat, _)| *seat == hand.mover)
            .map(|(_, does)| *does);
        own.find(|does| {
            legal_moves(rules, hand)
                .iter()
                .any(|open| open.is_choice(*does))
        })
    };
    let made = step
        .did()
        .filter(|_| !is_tried)
        .or_else(later)
        .or_else(|| hand.silent_move());
    let Some(done) = made else { return Vec::new() };
    let foreseen = |does: &Move| does.what().drawn.is_none() && does.verb() != Verb::Name;
    let course = |does: Move| {
        let known = if does == done {
            &mut *played
        } else {
            &mut None
        };
        let prospect = record.had_they(rules, hand, does, known)?;
        Some(Course {
            does,
            is_taken: does == done && !is_tried,
            takers: None,
            prospect,
        })
    };
    let others = legal_moves(rules, hand)
        .into_iter()
        .filter(foreseen)
        .filter(|does| *does != done);
    let courses: Vec<Course> = others.chain([done]).filter_map(course).collect();
    if courses.len() > 1 {
        courses
    } else {
        Vec::new()
    }
}

/// What was done in a hand before the first card. None where a fault disturbed it, or not all have spoken.
fn record(story: &Story, hand: usize) -> Option<DeclarationLog> {
    let steps = || story.steps.iter().filter(|step| step.hand == hand);
    let before_play = || steps().take_while(|step| !is_in_play(&step.before));
    let told = |step: &Step| is_in_play(&step.after) || step.after.stage == Stage::Over;
    if before_play().any(|step| step.kind == Kind::Fault) || !steps().any(told) {
        return None;
    }
    Some(DeclarationLog(
        before_play()
            .flat_map(|step| &step.events)
            .filter_map(|event| event.fact.as_move())
            .collect(),
    ))
}
