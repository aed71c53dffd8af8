//! The words that a learner types, and the words with which they are asked.

use super::session_setup::SessionSetup;
use crate::cards::{Card, CardLanguage, CardSet, Rank, Seat, Suit, read_card};
use crate::engine::{DealStage, DealState, InvalidActReason, Move, Refusal, move_offers};
use crate::mus;
use crate::rules::{
    CommonRules, DealPhase, EngineKind, MoveOccasion, MusRules, PlayerMoveDetails, TrickRules, Verb,
};
use crate::scenario::{Code, PlayedDealRecord, VerbInflection, parse_move, write_move};
use std::error::Error;
use std::fmt;

/// A command at the table that is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableCommand {
    Help,
    Hint,
    May,
    Table,
    Quit,
}

/// The commands, each with its words and what it does. Help lists the first word only.
pub(crate) const TABLE_COMMANDS: [(TableCommand, &[&str], &str); 5] = [
    (
        TableCommand::May,
        &["may", "m"],
        "what you may and may not do, each with its clause",
    ),
    (
        TableCommand::Hint,
        &["hint", "h"],
        "what the book's strategy would do, and why",
    ),
    (
        TableCommand::Table,
        &["table", "t"],
        "the table, your cards and all chips",
    ),
    (TableCommand::Help, &["help", "?"], "this list"),
    (
        TableCommand::Quit,
        &["quit", "q", "exit"],
        "ends the session; what was played is saved",
    ),
];

/// The word before the id of a clause whose text is asked for: `why play.trump`.
pub(crate) const WHY: &str = "why";

/// The word for the move of a player who says nothing.
pub(crate) const PASS: &str = "pass";

/// The meaning of the words that a learner has typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LearnerInput {
    Nothing,
    Command(TableCommand),
    Why(String),
    Move(Move),
    /// The words mean nothing, or nothing at this table.
    Unclear(MoveInputError),
}

/// The reason why words are no move at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MoveInputError {
    /// They mean nothing at this table.
    NotUnderstood,
    /// A number that none of the cards held has, and how many are held.
    NoCardOfNumber { number: usize, held: usize },
    /// A word that is no card, or may be two, with the message of the reader of scenarios.
    Card(String),
    /// Cards to be drawn are named, although only the stock decides them.
    NamesDrawnCards,
    /// A card is named twice.
    CardTwice,
}

impl fmt::Display for MoveInputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveInputError::NotUnderstood => {
                f.write_str("I don't understand that; type help for the list.")
            }
            MoveInputError::NoCardOfNumber { number, held } => {
                write!(f, "You hold {held} cards: there is no card {number}.")
            }
            MoveInputError::Card(message) => write!(f, "{message}."),
            MoveInputError::NamesDrawnCards => f.write_str(
                "Name only the cards that you discard. The stock decides which cards you draw.",
            ),
            MoveInputError::CardTwice => f.write_str("You named a card twice."),
        }
    }
}

impl Error for MoveInputError {}

/// Reads a command, or the question for a clause; returns nothing if the words are neither.
pub(crate) fn read_command_or_clause_question(typed: &str) -> Option<LearnerInput> {
    let words = typed.trim().to_lowercase();
    if words.is_empty() {
        return Some(LearnerInput::Nothing);
    }
    for (command, names, _) in TABLE_COMMANDS {
        if names.contains(&words.as_str()) {
            return Some(LearnerInput::Command(command));
        }
    }
    let (WHY, clause) = words.split_once(' ')? else {
        return None;
    };
    // A clause may stand in brackets, or have its edition before it.
    let clause = clause.trim().trim_matches(['[', ']']);
    let topic = clause.rsplit('/').next().unwrap_or(clause);
    Some(LearnerInput::Why(topic.to_owned()))
}

/// Reads a move in a game with tricks.
pub(super) fn read_trick_move(
    typed: &str,
    rules: &TrickRules,
    hand: &DealState,
) -> Result<Move, MoveInputError> {
    let words = words_without_play_verb(typed);
    if words == PASS
        && let Some(pass) = hand.move_by_silence()
    {
        return Ok(pass);
    }
    // Some moves are said by their names alone: a claim, a defence.
    let mut named = move_offers(rules, hand).filter(|offer| offer.verb.button_label() == words);
    if let Some(does) = named.find_map(|offer| move_without_card(offer.verb, hand)) {
        return Ok(does);
    }
    let words = replace_card_numbers(&words, rules, hand.hands[hand.mover])?;
    read_move_words(&words, EngineKind::Tricks)
}

/// Returns typed words in small letters, without commas, full stop, `and`, and a leading `play` or
/// `lead`.
fn words_without_play_verb(typed: &str) -> String {
    let lower = typed.replace(',', " ").to_lowercase();
    let words: Vec<&str> = lower
        .split_whitespace()
        .filter(|word| *word != "and")
        .collect();
    let is_verb = words
        .first()
        .is_some_and(|verb| [Verb::Play.button_label(), "lead"].contains(verb));
    words[usize::from(is_verb)..]
        .join(" ")
        .trim_end_matches('.')
        .to_owned()
}

/// Returns the move of a verb that needs no card or suit of the mover's. Cards for it are drawn and laid down later.
pub(crate) fn move_without_card(verb: Verb, hand: &DealState) -> Option<Move> {
    let card = if verb == Verb::Defend {
        Some(hand.turned_card)
    } else {
        None
    };
    verb.with_args(PlayerMoveDetails {
        drawn: Some(CardSet::EMPTY),
        card,
        ..PlayerMoveDetails::default()
    })
}

/// Returns the words with the sign of a card in the place of its number in the hand, or of its name.
fn replace_card_numbers(
    words: &str,
    rules: &CommonRules,
    held: CardSet,
) -> Result<String, MoveInputError> {
    let held = rules.rank.value.sort_cards_by_suit(held);
    if let Some(card) = held.iter().find(|card| card.name() == words) {
        return Ok(card.to_string());
    }
    let mut replaced = Vec::new();
    for word in words.split(' ') {
        let Ok(number) = word.parse::<usize>() else {
            replaced.push(word.to_owned());
            continue;
        };
        let card = number.checked_sub(1).and_then(|index| held.get(index));
        let Some(card) = card else {
            return Err(MoveInputError::NoCardOfNumber {
                number,
                held: held.len(),
            });
        };
        replaced.push(card.to_string());
    }
    Ok(replaced.join(" "))
}

/// Reads the words of a move, as a scenario has them.
fn read_move_words(words: &str, family: EngineKind) -> Result<Move, MoveInputError> {
    let move_text = parse_move(words, family).map_err(|wrong| match wrong.code {
        Code::BadCard | Code::AmbiguousCard => MoveInputError::Card(wrong.message),
        _ => MoveInputError::NotUnderstood,
    })?;
    if move_text.drawn.is_some() {
        return Err(MoveInputError::NamesDrawnCards);
    }
    let laid: CardSet = move_text.cards.iter().map(|card| card.value).collect();
    if laid.len() < move_text.cards.len() {
        return Err(MoveInputError::CardTwice);
    }
    match move_text.to_move_without_drawn() {
        Some(does) if does.verb().kind() != MoveOccasion::Fault => Ok(does),
        _ => Err(MoveInputError::NotUnderstood),
    }
}

/// Returns an exchange that shows how one is typed.
pub(crate) fn example_exchange() -> Move {
    Move::exchange_of(
        [Rank::Eight, Rank::Seven]
            .map(|rank| Card::new(rank, Suit::Diamonds))
            .into_iter()
            .collect(),
    )
}

/// Returns the words with which a player makes a move; "pass" for one that is not said. Cards to be drawn are not known yet.
pub(crate) fn move_words(rules: &CommonRules, chosen_move: Move) -> String {
    if matches!(chosen_move, Move::Defend(..) | Move::ThrowIn(_)) {
        return chosen_move.verb().button_label().to_owned();
    }
    match write_move(rules, chosen_move, VerbInflection::Imperative) {
        Some(words) => words.trim().to_owned(),
        None => PASS.to_owned(),
    }
}

/// Keeps a move that a clause has refused among the attempts of a deal.
pub(super) fn record_refusal<H, D>(
    played: Option<&mut PlayedDealRecord<H, D>>,
    chosen_move: Move,
    outcome: &Result<(), Refusal>,
) {
    if outcome.is_err_and(|refusal| refusal.clause().is_some())
        && let Some(PlayedDealRecord { moves, tries, .. }) = played
        && !tries.contains(&(moves.len(), chosen_move))
    {
        tries.push((moves.len(), chosen_move));
    }
}

/// Returns whether the mover has drawn cards for the pack, and has to lay one of them down.
pub(crate) fn must_lay_drawn_card(hand: &DealState) -> bool {
    hand.stage == DealStage::In(DealPhase::Defence) && hand.active.has(hand.mover)
}

/// Returns the reason why an act cannot be made at all, in words.
pub(crate) fn explain_invalid_act(rules: &CommonRules, reason: InvalidActReason) -> String {
    match reason {
        InvalidActReason::NotHeld(card) => format!("You do not hold {card}."),
        InvalidActReason::NotInPack(_) => format!("{reason}."),
        InvalidActReason::UnequalExchange => format!(
            "Name the cards that you discard: {}.",
            move_words(rules, example_exchange())
        ),
        _ => "You cannot do that now.".to_owned(),
    }
}

/// Reads a move at Mus, in any language. Where cards are laid down, their numbers suffice.
pub(super) fn read_mus_move(
    typed: &str,
    rules: &MusRules,
    hand: &mus::MusState,
) -> Result<Move, MoveInputError> {
    let words = words_without_play_verb(typed).replace(" y ", " ");
    if let Some(cards) = words_of_discarded_cards(&words, rules, hand) {
        let cards = replace_card_numbers(cards, rules, hand.hands[hand.mover])?;
        let discard = mus_verb_words(rules, Verb::Discard);
        return read_move_words(&format!("{discard} {cards}"), EngineKind::Mus);
    }
    if let Some(number) = words.strip_suffix(" más").or(words.strip_suffix(" mas")) {
        let raise = mus_verb_words(rules, Verb::Raise);
        return read_move_words(&format!("{raise} {number}"), EngineKind::Mus);
    }
    read_move_words(&words, EngineKind::Mus)
}

/// Returns the cards that some words lay down: those behind the verb in any language, or words that begin with a card where
/// cards may be laid down.
fn words_of_discarded_cards<'a>(
    words: &'a str,
    rules: &MusRules,
    hand: &mus::MusState,
) -> Option<&'a str> {
    for verb in Verb::Discard.words_in_every_language() {
        if let Some(rest) = words.strip_prefix(verb)
            && let Some(cards) = rest.strip_prefix(' ')
        {
            return Some(cards);
        }
    }
    let first = words.split(' ').next().unwrap_or_default();
    let is_number = first.parse::<u8>().is_ok();
    let is_card = is_number || read_card(&first.to_uppercase(), CardLanguage::English).is_ok();
    if is_card && mus::legal_verbs(rules, hand).0.contains(&Verb::Discard) {
        Some(words)
    } else {
        None
    }
}

/// Returns a verb of Mus as a player says it.
fn mus_verb_words(rules: &CommonRules, verb: Verb) -> String {
    match mus_move_without_arguments(verb) {
        Some(does) => move_words(rules, does),
        None => String::new(),
    }
}

/// Returns the bet that stands: `Grande: Ben has bet, 9 in all; 4 are agreed.` It is empty before the phases.
pub(crate) fn describe_bet(setup: &SessionSetup, hand: &mus::MusState) -> String {
    if hand.stage != mus::MusStage::Betting {
        return String::new();
    }
    let phase = hand.phase.words();
    let bet = &hand.bet;
    let Some(seat) = bet.bettor else {
        return format!("{phase}: nobody has bet.");
    };
    let name = setup.name(seat);
    let agreed = if bet.agreed > 0 {
        format!("; {} are agreed", bet.agreed)
    } else {
        String::new()
    };
    if bet.is_ordago {
        format!("{phase}: {name} has bet everything{agreed}.")
    } else {
        format!("{phase}: {name} has bet, {} in all{agreed}.", bet.standing)
    }
}

/// Returns the bet that stands and the words with which the mover may answer, in Spanish as well, with the number of cards
/// to name.
pub(crate) fn describe_bet_and_answers(setup: &SessionSetup, hand: &mus::MusState) -> String {
    let Some(rules) = setup.rules.mus() else {
        return String::new();
    };
    let mut answers = Vec::new();
    for verb in mus::legal_verbs(rules, hand).0.iter().copied() {
        let words = match mus_move_without_arguments(verb) {
            Some(does) => move_words_with_spanish(rules, does),
            None => String::new(),
        };
        answers.push(match mus::max_cards(rules, hand, verb) {
            0 => words,
            1 => words + " and name 1 card",
            most => format!("{words} and name 1 to {most} cards"),
        });
    }
    format!(
        "{} You may say {}.",
        describe_bet(setup, hand),
        answers.join(" or ")
    )
    .trim_start()
    .to_owned()
}

/// Returns the move of a verb of Mus, with no cards and the number 0.
pub(crate) fn mus_move_without_arguments(verb: Verb) -> Option<Move> {
    verb.with_args(PlayerMoveDetails {
        laid: Some(CardSet::EMPTY),
        number: Some(0),
        ..PlayerMoveDetails::default()
    })
}

/// Returns the words with which a player makes a move, and in brackets the Spanish words if they differ.
pub(crate) fn move_words_with_spanish(rules: &CommonRules, chosen_move: Move) -> String {
    let words = move_words(rules, chosen_move);
    let Some(spanish) = chosen_move.verb().said_at_spanish_table() else {
        return words;
    };
    let spanish = match chosen_move.args().number {
        Some(number) if number > 0 => format!("{spanish} {number}"),
        _ => spanish.to_owned(),
    };
    if spanish == words {
        words
    } else {
        format!("{words} ({spanish})")
    }
}

/// Returns the moves that may be made: each verb, with some numbers of stones where a number may follow it.
pub(crate) fn sample_mus_moves(rules: &MusRules, hand: &mus::MusState) -> Vec<Move> {
    let mut moves = Vec::new();
    for verb in mus::legal_verbs(rules, hand).0.iter().copied() {
        match verb {
            Verb::Envido => moves.extend([0, 5, 10].map(Move::Envido)),
            Verb::Raise => moves.extend([0, 5, 10].map(Move::Raise)),
            _ => moves.extend(mus_move_without_arguments(verb)),
        }
    }
    moves.retain(|does| {
        does.args().laid.is_some() || mus::refusing_clause(rules, hand, hand.mover, *does).is_none()
    });
    moves
}

/// Returns the name of the learner's partner, if there is one.
pub(crate) fn partner_of_learner(setup: &SessionSetup) -> Option<&str> {
    partner_seat(setup).map(|seat| setup.name(seat))
}

/// Returns the seat of the learner's partner, if there is one.
pub(crate) fn partner_seat(setup: &SessionSetup) -> Option<Seat> {
    let rules = setup.rules.mus()?;
    let opposite = Seat((setup.learner.0 + 2) % setup.players.len() as u8);
    let own_side = mus::MusState::first_seat_of_side(rules, setup.learner);
    if opposite == setup.learner || mus::MusState::first_seat_of_side(rules, opposite) != own_side {
        return None;
    }
    Some(opposite)
}
