//! What a step of a deal of Mus says, in words; the table after it, and the payout so far.

use super::chip_lines::{BalanceRow, StepChipsByEdition};
use super::mover_choices::{MoveWithCardLimits, permission_sentence};
use super::player_naming::{PlayerNamesForReader, player_name};
use super::step_sentences::{
    self, RefusedAttempt, StepSentence, capitalize, format_with_true_minus, mover_name,
    sentence_on_clause,
};
use super::table_after_step::{BettingStatus, LastActView, SeatView, SideScore, TableView};
use super::{ChoiceWithLegality, card_list, foreign_language};
use crate::cards::{CardSet, Seat, SeatSet, count_of_or_no};
use crate::mus::{self, BettingEnd, MusEvent, MusEventDetails, MusStage, MusState};
use crate::rules::mus_values::{BettingPhase, Sides, TieWinner};
use crate::rules::{ClauseId, Move, MusRules, SessionEndEvent, Verb};
use crate::scenario::mus::{
    describe_hand_worth, explain_mus_refusal, name_side_players, stones_in_words,
};
use crate::scenario::story::{MusStep, StepKind, Story};
use crate::scenario::{VerbInflection, write_move, write_move_in};
use askama::Template;

/// Returns the name of the part of a deal to which a step belongs: `Grande`, `Mus`.
pub(super) fn deal_part_name(step: &MusStep) -> &'static str {
    match (&step.kind, step.before.stage) {
        (StepKind::Deal, _) => "The deal",
        (StepKind::Payment, _) => "Payout",
        (_, MusStage::Declaring | MusStage::Betting) => step.before.phase.words(),
        _ => "Mus",
    }
}

pub(super) fn step_title(story: &Story, step: &MusStep) -> String {
    let who = mover_name(story, step);
    let phase = step.before.phase.words();
    match (&step.kind, step.before.stage) {
        (StepKind::Refused { .. }, MusStage::Declaring | MusStage::Betting) => {
            format!("{phase}: refused")
        }
        (StepKind::Refused { .. }, _) => "Refused".into(),
        (StepKind::Payment, _) => match paid_phase(step) {
            Some(lance) => format!("{} is paid", lance.words()),
            None => "The cards are shown".into(),
        },
        (_, MusStage::AskingMus) if step.mover.is_some() => format!("Mus or no mus: {who}"),
        (_, MusStage::Discarding | MusStage::AfterCardSeen) if step.mover.is_some() => {
            format!("Discarding: {who}")
        }
        (_, MusStage::Serving) => format!("Drawing: {who}"),
        (_, MusStage::Declaring) => format!("Declaring {phase}: {who}"),
        (_, MusStage::Betting) => format!("{phase}: {who}"),
        (StepKind::Deal, _) => deal_part_name(step).into(),
        _ => "A card is exposed".into(),
    }
}

/// Returns the phase that a step pays; none where cards are only shown.
pub(super) fn paid_phase(step: &MusStep) -> Option<BettingPhase> {
    if step.before.stage == MusStage::Paying && step.after != step.before {
        mus::next_phase_to_pay(&step.rules, &step.before)
    } else {
        None
    }
}

/// Returns what the mover of a step might do; nothing where they only say what they hold, or are served.
pub(super) fn mus_choices(story: &Story, step: &MusStep) -> Vec<ChoiceWithLegality> {
    let hand = &step.before;
    if step.mover != Some(hand.mover)
        || matches!(hand.stage, MusStage::Declaring | MusStage::Serving)
    {
        return Vec::new();
    }
    let made = step.events.iter().find_map(move_of_event);
    // A move for both players of a side is on offer as the move of one.
    let taken = made.map(|(_, does)| match does.verb() {
        Verb::PassBoth => Verb::BetPass,
        Verb::RefuseBoth => Verb::Refuse,
        verb => verb,
    });
    let (verbs, clause) = mus::legal_verbs(&step.rules, hand);
    let mut choices = Vec::new();
    for verb in verbs {
        let offer = MoveWithCardLimits {
            verb: *verb,
            least_cards: step.rules.mus_discard.value.from,
            max_cards: mus::max_cards(&step.rules, hand, *verb),
        };
        choices.push(ChoiceWithLegality::without_card(
            *verb,
            permission_sentence(story, &offer),
            clause,
            true,
            taken,
        ));
    }
    choices
}

fn move_of_event(event: &MusEvent) -> Option<(Seat, Move)> {
    if let MusEventDetails::MadeMove(seat, does) = event.details {
        Some((seat, does))
    } else {
        None
    }
}

pub(super) fn mus_sentences(
    reader_story: PlayerNamesForReader,
    step: &MusStep,
) -> Vec<StepSentence> {
    if let StepKind::Refused {
        seat,
        verb,
        attempt,
        clause,
        ..
    } = &step.kind
    {
        let reason =
            explain_mus_refusal(&step.rules, &step.before, *seat, *verb, *clause, &|other| {
                reader_story.name(&other).into()
            });
        let attempt = RefusedAttempt {
            seat: *seat,
            words: attempt,
            hidden_verb: None,
            clause: *clause,
        };
        return attempt.sentences(reader_story, &reason, &reason);
    }
    let mut said: Vec<StepSentence> = step
        .events
        .iter()
        .filter_map(|event| event_sentence(reader_story, step, event))
        .collect();
    if step.kind == StepKind::Payment && step.events.is_empty() && paid_phase(step).is_none() {
        said.push(sentence_on_clause(
            "All players show their cards. The phases are paid in order.".into(),
            ClauseId::PayOrder,
        ));
    } else if step.before.phase == BettingPhase::Jeu
        && step.after.phase == BettingPhase::Point
        && step.kind == StepKind::Declaration
    {
        said.push(sentence_on_clause(
            "Nobody has Juego, so the players bet on Punto.".into(),
            ClauseId::PhaseOrder,
        ));
    }
    if said.is_empty() {
        let phase = paid_phase(step).unwrap_or(step.before.phase).words();
        said.push(sentence_on_clause(
            format!("{} brings nothing more.", capitalize(phase)),
            ClauseId::PayOrder,
        ));
    }
    said
}

/// Returns a move as the others hear it, who do not know whether what is said is true.
fn move_with_lie_hidden(said_move: Move) -> Move {
    match said_move {
        Move::FalseCouples => Move::HasCouples,
        Move::FalseJeu => Move::HasJeu,
        Move::FalseNone => Move::HasNone,
        does => does,
    }
}

/// Returns what a player declares to have in a phase, as others hear it: `has Pares`, `has no Juego`. None for another move.
fn declaration_in_words(phase: BettingPhase, does: Move) -> Option<String> {
    let holding = phase.words();
    match move_with_lie_hidden(does) {
        Move::HasCouples | Move::HasJeu => Some(format!("has {holding}")),
        Move::HasNone => Some(format!("has no {holding}")),
        _ => None,
    }
}

/// Returns whether players shed stones, rather than take them.
pub(super) fn is_stone_shedding(rules: &MusRules) -> bool {
    rules.sides.value == Sides::Single
}

/// Returns an event in words, with the clause that it rests on where that has to be named.
fn event_sentence(
    reader_story: PlayerNamesForReader,
    step: &MusStep,
    event: &MusEvent,
) -> Option<StepSentence> {
    let clause = match event.details {
        MusEventDetails::PhaseClosed(_, BettingEnd::Void | BettingEnd::Unbet) => {
            Some(ClauseId::Declare)
        }
        MusEventDetails::PhaseClosed(..) => None,
        // A player who tells the truth and bets says both with the bet.
        MusEventDetails::MadeMove(..)
            if step.before.stage == MusStage::Declaring
                && event.clause == ClauseId::Declare
                && step.events.len() != 1 =>
        {
            None
        }
        _ => Some(event.clause),
    };
    let sentence = step_sentences::render_full_and_public(clause, &|sees| {
        MusEventTemplate {
            reader_story,
            story: reader_story.story,
            step,
            event,
            sees,
        }
        .render()
    })?
    .in_language_of_hand(reader_story);
    Some(match move_of_event(event) {
        Some((seat, does)) => translate_move_sentence(sentence, reader_story.story, seat, does),
        None => sentence,
    })
}

/// Returns the sentence about a move in the language of a hand. A reader who does not see that a declaration is false
/// reads the sentence about a true one.
fn translate_move_sentence(
    sentence: StepSentence,
    story: &Story,
    seat: Seat,
    said_move: Move,
) -> StepSentence {
    let public_move = move_with_lie_hidden(said_move);
    if sentence.language.is_some() {
        return sentence;
    }
    let is_lie = public_move != said_move;
    let public_sentence = sentence.clone().in_words_of_file(story, seat, public_move);
    let mut translated = sentence.in_words_of_file(story, seat, said_move);
    if is_lie && translated.language.is_some() {
        translated.public_text = Some(public_sentence.text);
        translated.public_language = translated.language;
    }
    translated
}

/// Writes an event in words, for a reader who sees the cards of all or does not; nothing where the event needs no words here.
#[derive(Template)]
#[template(path = "happened_at_mus.txt")]
struct MusEventTemplate<'a> {
    reader_story: PlayerNamesForReader<'a>,
    story: &'a Story,
    step: &'a MusStep,
    event: &'a MusEvent,
    sees: bool,
}

impl MusEventTemplate<'_> {
    fn cards_or_count(&self, set: &CardSet) -> String {
        if self.sees {
            card_list(&self.story.rules, *set)
        } else {
            count_of_or_no(set.len(), "card")
        }
    }

    /// Returns what a player declares to have, as others hear it; nothing for another move.
    fn declaration(&self) -> String {
        move_of_event(self.event)
            .and_then(|(_, does)| declaration_in_words(self.step.before.phase, does))
            .unwrap_or_default()
    }

    /// Returns the holding that players declare, as a sentence has it.
    fn declared_holding(&self) -> &str {
        self.step.before.phase.words()
    }

    fn standing_bet(&self) -> i64 {
        let before = &self.step.before.bet;
        let after = &self.step.after.bet;
        if after.bettor.is_some() {
            after.standing
        } else {
            before.standing
        }
    }

    fn worth(&self, lance: BettingPhase, seat: &Seat) -> String {
        describe_hand_worth(&self.step.rules, lance, self.step.after.hands[*seat])
    }

    fn move_in_words(&self, player_move: &Move) -> String {
        write_move(&self.story.rules, *player_move, VerbInflection::ThirdPerson).unwrap_or_default()
    }
}

/// Returns what each side, or each player, has before a step and after it; no rows where nothing moves.
pub(super) fn mus_balance_rows(story: &Story, step: &MusStep) -> Vec<BalanceRow> {
    let before = &step.before.table;
    let after = &step.after.table;
    let mut rows = Vec::new();
    if is_stone_shedding(&step.rules) {
        if before.purses != after.purses {
            for seat in SeatSet::all(after.seats).iter() {
                let owner = player_name(story, seat).into();
                let [held, holds] = [before.purses[seat], after.purses[seat]];
                rows.push(BalanceRow::new(owner, held, holds));
            }
            let owner = "The basket".into();
            rows.push(BalanceRow::new(owner, before.basket, after.basket));
        }
    } else if before.score != after.score {
        for side in [0, 1].map(Seat) {
            let owner = side_names(story, step, side);
            let [had, has] = [before.score[side], after.score[side]];
            rows.push(BalanceRow::new(owner, had, has));
        }
    }
    rows
}

/// Returns the players of a side in words: `Ana and Carlos`.
pub(super) fn side_names(story: &Story, step: &MusStep, seat: Seat) -> String {
    name_side_players(&step.rules, &step.after, seat, &|member| {
        player_name(story, member).into()
    })
}

/// Returns the steps of a story up to one of them.
pub(super) fn steps_through<'a>(story: &'a Story, step: &MusStep) -> &'a [MusStep] {
    match story
        .mus_steps()
        .iter()
        .position(|other| other.id == step.id)
    {
        Some(at) => &story.mus_steps()[..=at],
        None => &[],
    }
}

/// Returns the table after a step, as a reader sees it who sees all cards.
pub(super) fn mus_table_view(story: &Story, step: &MusStep) -> TableView {
    let seats = SeatSet::all(step.after.table.seats);
    let views = seats.iter().map(|seat| mus_seat_view(story, step, seat));
    TableView {
        turned: None,
        trump: String::new(),
        trump_language: None,
        seats: views.collect(),
        middle: Some(betting_status(story, step)),
        deck: story.letters.picture_deck_name(),
    }
}

fn mus_seat_view(story: &Story, step: &MusStep, seat: Seat) -> SeatView {
    let hand = &step.after;
    let is_asked = hand.stage == MusStage::Betting;
    let is_out = !hand.players.has(seat)
        || (is_asked && (!hand.phase_players().has(seat) || hand.bet.dropped.has(seat)));
    let staked: i64 = hand.stakes.iter().map(|heap| heap[seat]).sum();
    let marks = [
        (hand.dealer == seat, "dealer"),
        (
            hand.first_speaker() == seat && hand.players.has(seat),
            "first speaker",
        ),
        (!hand.players.has(seat) && !hand.players.is_empty(), "safe"),
        (hand.bet.dropped.has(seat), "has refused"),
        (
            hand.claims[BettingPhase::Couples.place()].has(seat),
            "Pares",
        ),
        (hand.claims[BettingPhase::Jeu.place()].has(seat), "Juego"),
    ];
    let mut place = SeatView::new(story, step, seat, &marks, hand.hands[seat]);
    if staked > 0 {
        place
            .marks
            .push(format!("{} staked", format_with_true_minus(staked)));
    }
    SeatView {
        is_out,
        last_act: last_statement(story, step, seat),
        ..place
    }
}

/// Returns what a seat said last in answer to the question of a step.
fn last_statement(story: &Story, step: &MusStep, seat: Seat) -> Option<LastActView> {
    for other in steps_through(story, step).iter().rev() {
        let has_same_question = other.hand == step.hand
            && other.before.stage == step.before.stage
            && other.before.phase == step.before.phase
            && other.kind != StepKind::Payment;
        if !has_same_question {
            return None;
        }
        if let Some((speaker, does)) = other.events.iter().find_map(move_of_event)
            && speaker == seat
        {
            if matches!(does, Move::Discard(_)) {
                return None;
            }
            return Some(LastActView {
                face: None,
                said: statement_at_table(story, other.before.phase, does)?,
                language: foreign_language(story.letters),
                mark: "",
                is_new: other.id == step.id,
            });
        }
    }
    None
}

/// Returns what a player says at the table, in the language of the hand.
fn statement_at_table(story: &Story, phase: BettingPhase, does: Move) -> Option<String> {
    if foreign_language(story.letters).is_none()
        && let Some(declaration) = declaration_in_words(phase, does)
    {
        return Some(declaration);
    }
    write_move_in(
        story.letters,
        &story.rules,
        move_with_lie_hidden(does),
        VerbInflection::ThirdPerson,
    )
}

/// Returns what is bid on after a step, what is offered, and what both sides have.
fn betting_status(story: &Story, step: &MusStep) -> BettingStatus {
    let hand = &step.after;
    let rules = &step.rules;
    let is_single = is_stone_shedding(rules);
    let phase = hand.phase.words();
    let (what, about) = match hand.stage {
        MusStage::Betting => (phase, "no bet yet"),
        MusStage::Declaring => (phase, "players declare whether they have it"),
        MusStage::Paying | MusStage::Over => match paid_phase(step) {
            Some(lance) => (lance.words(), ""),
            None => ("Cards shown", ""),
        },
        MusStage::Discarding => ("Exchange", ""),
        _ => ("Mus?", ""),
    };
    let mut status = BettingStatus {
        what,
        stands: String::new(),
        about: about.into(),
        settled: String::new(),
        scores: Vec::new(),
        basket: None,
        marks: rules.chips_kinds.marks(),
    };
    let bet = &hand.bet;
    if hand.stage == MusStage::Betting
        && let Some(bettor) = bet.bettor
    {
        status.stands = if bet.is_ordago {
            "órdago".into()
        } else {
            format_with_true_minus(bet.standing)
        };
        status.about = format!("offered by {}", player_name(story, bettor));
        if bet.agreed > 0 {
            status.about += &format!("; {} agreed", format_with_true_minus(bet.agreed));
        }
    }
    if is_single {
        status.basket = Some(format_with_true_minus(hand.table.basket));
    } else {
        status.scores = [0, 1]
            .map(|side| side_score(story, hand, Seat(side)))
            .into();
        status.settled = accepted_bets(hand).join(", ");
    }
    status
}

/// Returns the phases whose bets were accepted, each with its stake: `Grande 2`.
fn accepted_bets(hand: &MusState) -> Vec<String> {
    let mut bets = Vec::new();
    for lance in BettingPhase::ALL {
        let outcome = &hand.outcomes[lance.place()];
        if outcome.result == BettingEnd::Accepted {
            bets.push(format!(
                "{} {}",
                lance.words(),
                format_with_true_minus(outcome.stake)
            ));
        }
    }
    bets
}

/// Returns the stones and games of a side, given the first player of the side.
fn side_score(story: &Story, hand: &MusState, seat: Seat) -> SideScore {
    let stones = hand.table.score[seat];
    let games = hand.table.games_won[seat];
    let players = [seat, Seat(seat.0 + 2)].map(|seat| player_name(story, seat));
    let kinds = story.rules.chips_kinds.read();
    let kinds = kinds.map(|kinds| kinds.count(stones));
    SideScore {
        whose: players.join(" + "),
        stones: format_with_true_minus(stones),
        kinds: kinds.render(|kinds, marks| {
            if kinds.is_empty() {
                String::new()
            } else {
                format!("{kinds}{}", marks.signs())
            }
        }),
        games: match games {
            1.. => count_of_or_no(games as usize, "game"),
            _ => String::new(),
        },
    }
}

/// Returns what a deal brought a player, in words: `6 stones more than the other side`, `3 stones shed`.
pub(crate) fn describe_deal_result(rules: &MusRules, result: i64) -> String {
    let count = stones_in_words(result.abs());
    match (is_stone_shedding(rules), result.signum()) {
        (true, -1) => format!("{count} picked up"),
        (true, _) => format!("{count} shed"),
        (false, 0) => "as many stones as the other side".into(),
        (false, 1) => format!("{count} more than the other side"),
        (false, _) => format!("{count} fewer than the other side"),
    }
}

/// Returns the purses and the number of cards in the stock after a step.
pub(super) fn mus_purses_and_stock(step: &MusStep) -> StepChipsByEdition {
    let hand = &step.after;
    let mut purses = Vec::new();
    for seat in SeatSet::all(hand.table.seats).iter() {
        purses.push(Some(if is_stone_shedding(&step.rules) {
            stones_in_words(hand.table.purses[seat])
        } else {
            String::new()
        }));
    }
    StepChipsByEdition {
        purses,
        stock: Some(format_with_true_minus(hand.stock.len() as i64)),
        ..StepChipsByEdition::default()
    }
}
