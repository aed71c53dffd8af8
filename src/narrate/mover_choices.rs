//! The choices of a mover, each card or declaration with its verdict; and the results that each could bring.

use super::changed_clause_behind_duty::changed_clause_behind;
use super::player_naming::PlayerNamesForReader;
use super::step_sentences::{capitalize, play_reasons};
use super::translation::translate_verdict;
use super::{CardFace, foreign_language};
use crate::cards::{Card, CardLanguage, InsertionSort, Seat, count_of_or_no};
use crate::engine::{
    DealStage, DealState, Move, MoveAvailability, TrickAct, apply, broken_duty, legal_moves,
    move_offers, playable_cards,
};
use crate::explore::{
    MovesBeforeFirstCard, PossibleAndBestPlayWinners, SeatOutcomeRange, Solver,
    with_unlimited_purses,
};
use crate::rules::{ClauseId, DealPhase, LanguageWords, TopCardPlay, TrickRules, Verb};
use crate::scenario::refusal_in_words::{RefusalReason, RefusalSentenceSubject, refusal_sentence};
use crate::scenario::story::{Step, StepKind, Story};
use crate::scenario::{Keyword, respell_cards, write_object_of_verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChoiceWithLegality {
    /// The card, if it is one; else the choice is in the words alone.
    pub(crate) face: Option<CardFace>,
    pub(crate) verb: Verb,
    pub(crate) verdict: String,
    pub(crate) clause: ClauseId,
    /// A second clause on which the verdict rests, because with another value of it the verdict would be another.
    pub(crate) also: Option<ClauseId>,
    pub(crate) is_allowed: bool,
    pub(crate) is_taken: bool,
    /// The language of the verdict, if it is not English.
    pub(crate) language: Option<&'static str>,
}

impl ChoiceWithLegality {
    /// Returns the choice of a move without a card. `taken` is the verb of the move that was made, or tried.
    pub(super) fn without_card(
        verb: Verb,
        verdict: String,
        clause: ClauseId,
        is_allowed: bool,
        taken: Option<Verb>,
    ) -> ChoiceWithLegality {
        ChoiceWithLegality {
            face: None,
            verb,
            verdict,
            clause,
            also: None,
            is_allowed,
            is_taken: taken == Some(verb),
            language: None,
        }
    }

    pub(crate) fn verdict_head(&self) -> &str {
        match self.verdict.split_once(": ") {
            Some((head, _)) => head.trim_end(),
            None => &self.verdict,
        }
    }

    /// Returns why; empty where the verdict says no more than its head.
    pub(crate) fn reason(&self) -> &str {
        match self.verdict.split_once(": ") {
            Some((_, reason)) => reason,
            None => "",
        }
    }

    /// Writes the verdict in the language of the hand, as far as the program has its words; in it, cards are always as a file
    /// of this language writes them.
    pub(super) fn put_in_language_of_hand(&mut self, reader_story: PlayerNamesForReader) {
        let letters = reader_story.story.letters;
        let has_foreign_head = self.face.is_none() && self.verb.words(letters).is_some();
        if let Some(verdict) = translate_verdict(reader_story, &self.verdict, has_foreign_head) {
            self.verdict = verdict;
            self.language = foreign_language(letters);
        } else if letters != CardLanguage::English {
            self.verdict = respell_cards(&self.verdict, letters);
        }
    }

    pub(crate) fn clauses(&self) -> Vec<ClauseId> {
        std::iter::once(self.clause).chain(self.also).collect()
    }
}

/// Returns what the mover of a step might do: each card with its verdict, or each declaration.
pub(super) fn trick_choices(
    reader_story: PlayerNamesForReader,
    step: &Step,
) -> Vec<ChoiceWithLegality> {
    let Some(mover) = step.mover else {
        return Vec::new();
    };
    let hand = &step.before;
    if mover != hand.mover {
        // A bid before all others and an announcement of a flush answer no question.
        return Vec::new();
    }
    let tried = if let StepKind::Refused { card, .. } = step.kind {
        card
    } else {
        None
    };
    let asks_for_card = step.kind == StepKind::Play || tried.is_some();
    let done = step.first_made_move().map(Move::verb);
    let mut plays = step
        .events
        .iter()
        .filter_map(|event| event.details.as_card_played());
    let taken = plays.next().map(|(_, card)| card).or(tried);
    let mut choices = Vec::new();
    for offer in move_offers(&step.rules, hand) {
        // It changes nothing then, so it is shown only where a player made it.
        if offer.verb == Verb::DemandCivility
            && hand.mover_sees_top_card()
            && done != Some(offer.verb)
        {
            continue;
        }
        if offer.verb != Verb::Play {
            let verdict = offer_verdict(reader_story, step, &offer);
            let is_open = offer.is_open;
            choices.push(ChoiceWithLegality::without_card(
                offer.verb,
                verdict,
                offer.clause,
                is_open,
                done,
            ));
        } else if asks_for_card {
            choices.extend(card_choices(reader_story, step, mover, taken));
        }
    }
    choices
}

/// Says whether something may be declared: `may exchange 1 to 3 cards`, `cannot exchange: the stock is empty`.
fn offer_verdict(
    reader_story: PlayerNamesForReader,
    step: &Step,
    offer: &MoveAvailability,
) -> String {
    let story = reader_story.story;
    if !offer.is_open {
        let reason = refusal_reason(reader_story, step, offer.clause);
        let language = LanguageWords::for_letters(story.letters);
        let cannot = language.map(|words| words.cannot).unwrap_or_default();
        let refused = MoveWithCardLimits {
            verb: offer.verb,
            least_cards: 0,
            max_cards: 0,
        };
        if let Some(sentence) = foreign_permission(story, cannot, &refused) {
            return format!("{sentence}: {reason}");
        }
        let does = offer.verb.info().may;
        return refusal_sentence(&RefusalSentenceSubject::MoveShown { does }, &reason);
    }
    // Of other moves with cards, the number is no choice.
    let max_cards = match offer.verb {
        Verb::Exchange => offer.max_cards,
        _ => 0,
    };
    let offered = MoveWithCardLimits {
        verb: offer.verb,
        least_cards: 1,
        max_cards,
    };
    permission_sentence(story, &offered)
}

/// A move on offer, and between which numbers of cards the mover may choose.
pub(super) struct MoveWithCardLimits {
    pub(super) verb: Verb,
    pub(super) least_cards: u8,
    /// The most cards; 0 if the move has none.
    pub(super) max_cards: u8,
}

/// Says that a move may be made, in the language of the hand: `may fold`, `may discard 1 to 4 cards`, `puede descartar de 1 a 4
/// cartas`.
pub(super) fn permission_sentence(story: &Story, offer: &MoveWithCardLimits) -> String {
    let may = Keyword::May.spelling_in(story.letters);
    if let Some(sentence) = foreign_permission(story, may, offer) {
        return sentence;
    }
    let least = offer.least_cards;
    let does = offer.verb.info().may;
    match offer.max_cards {
        0 => format!("may {does}"),
        most if most <= least => format!("may {does} {}", count_of_or_no(most.into(), "card")),
        most => format!("may {does} {least} to {most} cards"),
    }
}

/// Says what a player may or may not do, in the language of the hand: `darf die Ersatzhand nehmen`, `darf nicht aussteigen`,
/// `peut changer de 1 à 4 cartes`. None in English, and for a move that no script writes.
fn foreign_permission(story: &Story, modal: &str, offer: &MoveWithCardLimits) -> Option<String> {
    let letters = story.letters;
    foreign_language(letters)?;
    let language = LanguageWords::for_letters(letters)?;
    let words = offer.verb.words(letters)?;
    let (verb, object) = match words.choice.or(words.tried) {
        Some(phrase) => (phrase, String::new()),
        None => {
            let flush = story.rules.terms.flush;
            let object = write_object_of_verb(offer.verb, letters, flush);
            (words.bare(), object)
        }
    };
    let cards = card_number_in_words(language, offer);
    let mut parts = vec![modal, verb, &object, &cards];
    if language.has_verb_last {
        let (may, not) = modal.split_once(' ').unwrap_or((modal, ""));
        let article = Keyword::The.spelling();
        let is_definite = offer.verb.info().object.starts_with(article);
        parts = if is_definite {
            vec![may, &object, not, &cards, verb]
        } else {
            vec![may, not, &object, &cards, verb]
        };
    }
    parts.retain(|part| !part.is_empty());
    Some(parts.join(" "))
}

/// Returns the number of cards that a player may choose: `1 bis 4 Karten`; empty if the move has none.
fn card_number_in_words(language: &LanguageWords, offer: &MoveWithCardLimits) -> String {
    let least = offer.least_cards;
    let most = offer.max_cards;
    if most == 0 {
        String::new()
    } else if most <= least {
        let noun = language.card.0.get(usize::from(most != 1));
        format!("{most} {}", noun.unwrap_or(&""))
    } else {
        let range = language.card_range.replace("LEAST", &least.to_string());
        range.replace("MOST", &most.to_string())
    }
}

/// Says why a clause refuses something to the mover of a step.
fn refusal_reason(reader_story: PlayerNamesForReader, step: &Step, clause: ClauseId) -> String {
    let hand = &step.before;
    let seat = hand.mover;
    RefusalReason {
        rules: &step.rules,
        hand,
        seat,
        holder: &reader_story.player_holds_phrase(&seat),
        clause,
        shows_hand: true,
    }
    .in_words()
}

/// Returns each card that the mover holds, with the verdict on it.
fn card_choices(
    reader_story: PlayerNamesForReader,
    step: &Step,
    mover: Seat,
    taken: Option<Card>,
) -> Vec<ChoiceWithLegality> {
    let rules = &step.rules;
    let hand = &step.before;
    let playable = playable_cards(rules, hand);
    let mut rules_at_will = **rules;
    rules_at_will.pam_trump.value = TopCardPlay::AtWill;
    let playable_at_will = playable_cards(&rules_at_will, hand);
    let mut choices = Vec::new();
    for card in rules.rank.value.sort_cards_by_suit(hand.hands[mover]) {
        let broken = broken_duty(rules, hand, card);
        let verdict = match broken {
            Some(clause) => {
                let reason = refusal_reason(reader_story, step, clause);
                refusal_sentence(&RefusalSentenceSubject::CardShown, &reason)
            }
            None => describe_permission(rules, hand, playable.clause, card),
        };
        let depends_on_top_card = if hand.trumps.top.has(card) {
            playable_at_will.clause != playable.clause
        } else {
            playable_at_will.cards.has(card) != playable.cards.has(card)
        };
        let clause = broken.unwrap_or(playable.clause);
        let also = if depends_on_top_card {
            Some(ClauseId::PamTrump)
        } else {
            changed_clause_behind(rules, hand, clause, card)
        };
        choices.push(ChoiceWithLegality {
            face: Some(CardFace::new(reader_story.story, card)),
            verb: Verb::Play,
            verdict,
            clause,
            also,
            is_allowed: broken.is_none(),
            is_taken: taken == Some(card),
            language: None,
        });
    }
    choices
}

/// Says that a card may be played, and why a clause lets it be.
fn describe_permission(
    rules: &TrickRules,
    hand: &DealState,
    clause: ClauseId,
    card: Card,
) -> String {
    match play_reasons(rules, hand, clause, card) {
        Some([_, why]) => format!("may be played: {why}"),
        None => "may be led".into(),
    }
}

/// A move that the mover of a step could make, and what can come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MoveWithOutcomes {
    pub(crate) does: Move,
    pub(crate) is_taken: bool,
    /// The players who can win the trick, if the move plays a card.
    pub(crate) takers: Option<PossibleAndBestPlayWinners>,
    /// The range of what can come of it for the mover. Chips are counted from this step.
    pub(crate) prospect: SeatOutcomeRange,
}

impl MoveWithOutcomes {
    /// Returns whether the move is a choice, or one way to make it.
    pub(crate) fn is_way_to_make(&self, choice: &ChoiceWithLegality) -> bool {
        self.does.verb() == choice.verb
            && choice
                .face
                .as_ref()
                .is_none_or(|face| self.does == Move::Play(face.card))
    }
}

/// Returns what a button for a move says: `Let it pass`.
pub(crate) fn button_label(verb: Verb) -> String {
    capitalize(verb.button_label())
}

/// Returns for each step what each move of its mover can bring; nothing where there is no choice, or too little is known.
pub(crate) fn outcomes_by_step(story: &Story) -> Vec<Vec<MoveWithOutcomes>> {
    let Some(first) = story.trick_steps().first() else {
        return Vec::new();
    };
    let mut play = PlayedHandSolver {
        rules: &first.rules,
        position: None,
    };
    let mut outcomes = Vec::with_capacity(story.trick_steps().len());
    for step in story.trick_steps() {
        let is_declaration = matches!(
            step.kind,
            StepKind::Declaration | StepKind::Claims | StepKind::Refused { .. }
        );
        if is_card_play_stage(&step.before) {
            outcomes.push(play.solve_and_follow_step(step));
        } else if is_declaration {
            outcomes.push(declaration_outcomes(story, step, &mut play.position));
        } else {
            outcomes.push(Vec::new());
        }
    }
    outcomes
}

/// Returns whether a card is to be played, or trumps are named by one that was.
fn is_card_play_stage(hand: &DealState) -> bool {
    hand.stage == DealStage::In(DealPhase::Tricks) || (hand.awaits_move() && hand.trick.is_some())
}

/// Returns what each move of the mover of a step can bring, worked out for this step alone.
pub(crate) fn outcomes_at_step(step: &Step) -> Vec<MoveWithOutcomes> {
    let mut play = PlayedHandSolver {
        rules: &step.rules,
        position: None,
    };
    play.solve_and_follow_step(step)
}

/// A hand in play, followed from card to card; and before that what its play will be.
struct PlayedHandSolver<'a> {
    rules: &'a TrickRules,
    position: Option<(Solver<'a>, DealState)>,
}

impl PlayedHandSolver<'_> {
    fn solve_and_follow_step(&mut self, step: &Step) -> Vec<MoveWithOutcomes> {
        if !self.is_at_step(step) {
            let hand = with_unlimited_purses(&step.before);
            self.position = Solver::new(self.rules, &hand).map(|solver| (solver, hand));
        }
        let Some((solver, hand)) = &mut self.position else {
            return Vec::new();
        };
        let done = step.first_made_move();
        let cards = self
            .rules
            .rank
            .value
            .sort_cards_by_suit(hand.hands[hand.mover]);
        let mut moves = legal_moves(self.rules, hand);
        moves.insertion_sort_by_key(|does| {
            let mut cards = cards.iter();
            let place = cards.position(|card| Move::Play(*card) == *does);
            place.unwrap_or(usize::MAX)
        });
        let mut outcomes = Vec::new();
        if moves.len() > 1 {
            for does in moves {
                let takers = if does.verb() == Verb::Play {
                    Some(solver.trick_winners(hand, does))
                } else {
                    None
                };
                if let Some(prospect) = solver.move_outcome(hand, does) {
                    outcomes.push(MoveWithOutcomes {
                        does,
                        is_taken: Some(does) == done,
                        takers,
                        prospect,
                    });
                }
            }
        }
        if let Some(does) = done {
            let act = TrickAct::Move(hand.mover, does);
            if apply(self.rules, hand, act, &mut Vec::new()).is_err() {
                self.position = None;
            }
        }
        outcomes
    }

    /// Returns whether the play that is followed stands at a step. Purses do not count: the solver plays on credit.
    fn is_at_step(&self, step: &Step) -> bool {
        let Some((_, hand)) = &self.position else {
            return false;
        };
        let before = DealState {
            purses: hand.purses,
            ..step.before
        };
        before == *hand
    }
}

/// Returns what each declaration on offer can bring, the one that was made last. Declarations that hang on cards which nobody
/// has seen are left out.
fn declaration_outcomes<'a>(
    story: &'a Story,
    step: &'a Step,
    played: &mut Option<(Solver<'a>, DealState)>,
) -> Vec<MoveWithOutcomes> {
    let rules = &step.rules;
    let hand = &step.before;
    let Some(log) = complete_declaration_log(story, step.hand) else {
        return Vec::new();
    };
    let Some(done) = declared_or_default_move(rules, step, &log) else {
        return Vec::new();
    };
    let mut moves = legal_moves(rules, hand);
    moves.retain(|does| *does != done && does.args().drawn.is_none() && does.verb() != Verb::Name);
    moves.push(done);
    let is_refused = matches!(step.kind, StepKind::Refused { .. });
    let mut outcomes = Vec::new();
    for does in moves {
        let position = if does == done {
            &mut *played
        } else {
            &mut None
        };
        if let Some(prospect) = log.outcome_with_declaration(rules, hand, does, position) {
            outcomes.push(MoveWithOutcomes {
                does,
                is_taken: does == done && !is_refused,
                takers: None,
                prospect,
            });
        }
    }
    if outcomes.len() > 1 {
        outcomes
    } else {
        Vec::new()
    }
}

/// Returns what the mover of a step declared: after a refusal what they declared instead, and otherwise what silence means.
fn declared_or_default_move(
    rules: &TrickRules,
    step: &Step,
    log: &MovesBeforeFirstCard,
) -> Option<Move> {
    let hand = &step.before;
    if !matches!(step.kind, StepKind::Refused { .. })
        && let Some(does) = step.first_made_move()
    {
        return Some(does);
    }
    let legal = legal_moves(rules, hand);
    for (seat, does) in &log.0 {
        if *seat == hand.mover && legal.iter().any(|open| open.is_same_before_draw(*does)) {
            return Some(*does);
        }
    }
    hand.move_by_silence()
}

/// Returns what was declared in a hand before the first card; none where a fault disturbed it, or not all have spoken.
fn complete_declaration_log(story: &Story, hand: usize) -> Option<MovesBeforeFirstCard> {
    let steps = story.trick_steps().iter().filter(|step| step.hand == hand);
    let mut moves = Vec::new();
    let mut is_before_play = true;
    let mut have_all_spoken = false;
    for step in steps {
        is_before_play &= !is_card_play_stage(&step.before);
        if is_before_play {
            if step.kind == StepKind::Fault {
                return None;
            }
            let events = step.events.iter();
            moves.extend(events.filter_map(|event| event.details.as_move()));
        }
        have_all_spoken |= is_card_play_stage(&step.after) || step.after.stage == DealStage::Over;
    }
    if have_all_spoken {
        Some(MovesBeforeFirstCard(moves))
    } else {
        None
    }
}
