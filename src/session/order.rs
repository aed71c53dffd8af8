//! What the learner has said, and what is said to them at their turn.

use super::company::Company;
use crate::cards::{Card, CardSet, Letters, Rank, Seat, Suit, read_card};
use crate::engine::{DealState, InvalidAct, Move, Refusal, Stage, move_offers};
use crate::mus;
use crate::rules::{GameFamily, MoveArgs, MoveKind, Phase, Ruleset, Verb};
use crate::scenario::{Code, PlayedHand, VerbForm, parse_move, write_move};
use std::error::Error;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aside {
    Help,
    Hint,
    May,
    Table,
    Quit,
}

/// The words for it, the first of which is told, and what it does.
pub(crate) const ASIDES: [(Aside, &[&str], &str); 5] = [
    (
        Aside::May,
        &["may", "m"],
        "what you may do and may not, each with its clause",
    ),
    (
        Aside::Hint,
        &["hint", "h"],
        "what the book's strategy would do, and why",
    ),
    (
        Aside::Table,
        &["table", "t"],
        "the table, your cards and all chips",
    ),
    (Aside::Help, &["help", "?"], "these words"),
    (
        Aside::Quit,
        &["quit", "q", "exit"],
        "ends the session; what was played is saved",
    ),
];

/// TaskQuestion for the text of a clause: `why play.trump`.
pub(crate) const WHY: &str = "why";

pub(crate) const PASS: &str = "pass";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Nothing,
    Aside(Aside),
    Why(String),
    Do(Move),
    /// It could not be read, or is not said at this table.
    Unclear(OrderError),
}

/// Why words are no move at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OrderError {
    /// They mean nothing at this table.
    NotUnderstood,
    /// A number that none of the cards held has, and how many are held.
    NoCardOfNumber { number: usize, held: usize },
    /// A word that is no card, or may be two: what the reader of scenarios says of it.
    Card(String),
    /// Cards that are drawn are named, which only the stock decides.
    NamesDrawnCards,
    /// A card is named twice.
    CardTwice,
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::NotUnderstood => {
                f.write_str("I don't understand that; type help for the list.")
            }
            OrderError::NoCardOfNumber { number, held } => {
                write!(f, "You hold {held} cards: there is no card {number}.")
            }
            OrderError::Card(message) => write!(f, "{message}."),
            OrderError::NamesDrawnCards => {
                f.write_str("The stock gives what it gives: name the cards you lay down alone.")
            }
            OrderError::CardTwice => f.write_str("A card stands there twice."),
        }
    }
}

impl Error for OrderError {}

/// Reads what the learner has typed where no move is asked for; none if it is nothing that is known.
pub(crate) fn aside(typed: &str) -> Option<Order> {
    let words = typed.trim().to_lowercase();
    let aside = ASIDES
        .iter()
        .find(|(_, names, _)| names.contains(&words.as_str()));
    match (aside, words.split_once(' ')) {
        _ if words.is_empty() => Some(Order::Nothing),
        (Some((aside, ..)), _) => Some(Order::Aside(*aside)),
        (_, Some((WHY, clause))) => {
            // The topic of a clause that is told in brackets, or with its edition.
            let clause = clause.trim().trim_matches(['[', ']']);
            Some(Order::Why(
                clause.rsplit('/').next().unwrap_or(clause).to_owned(),
            ))
        }
        _ => None,
    }
}

pub(super) fn read(typed: &str, rules: &Ruleset, hand: &DealState) -> Result<Move, OrderError> {
    let words = plain(typed);
    // What is said by its name, without a card: a claim, a defence; or a pass, where that says something.
    let mut named = move_offers(rules, hand).filter(|offer| offer.verb.label() == words);
    let pass = hand.default_move().filter(|_| words == PASS);
    match pass.or_else(|| named.find_map(|offer| alone(offer.verb, hand))) {
        Some(does) => Ok(does),
        None => deed(
            &numbered(&words, rules, hand.hands[hand.mover])?,
            GameFamily::Tricks,
        ),
    }
}

/// What was typed without what makes no difference: commas, `and`, and the verb before a card.
fn plain(typed: &str) -> String {
    let lower = typed.replace(',', " ").to_lowercase();
    let words: Vec<&str> = lower
        .split_whitespace()
        .filter(|word| *word != "and")
        .collect();
    let is_verb = words
        .first()
        .is_some_and(|verb| [Verb::Play.label(), "lead"].contains(verb));
    words[usize::from(is_verb)..]
        .join(" ")
        .trim_end_matches('.')
        .to_owned()
}

/// A move that needs no card or suit of the mover's; what is drawn for it comes later, and what is laid down of that.
pub(crate) fn alone(verb: Verb, hand: &DealState) -> Option<Move> {
    let card = Some(hand.turned_card).filter(|_| verb == Verb::Defend);
    verb.with_args(MoveArgs {
        drawn: Some(CardSet::EMPTY),
        card,
        ..MoveArgs::default()
    })
}

/// The words with each card in its place that is told by its number, or by its name.
fn numbered(words: &str, rules: &Ruleset, held: CardSet) -> Result<String, OrderError> {
    let held = rules.rank.value.sort_cards(held);
    if let Some(card) = held.iter().find(|card| card.name() == words) {
        return Ok(card.to_string());
    }
    let card = |word: &str| match word.parse::<usize>() {
        Err(_) => Ok(word.to_owned()),
        Ok(number) => {
            let card = number
                .checked_sub(1)
                .and_then(|at| held.get(at))
                .map(Card::to_string);
            card.ok_or(OrderError::NoCardOfNumber {
                number,
                held: held.len(),
            })
        }
    };
    Ok(words
        .split(' ')
        .map(card)
        .collect::<Result<Vec<_>, _>>()?
        .join(" "))
}

fn deed(words: &str, machine: GameFamily) -> Result<Move, OrderError> {
    let deed = parse_move(words, machine).map_err(|wrong| match wrong.code {
        Code::BadCard | Code::AmbiguousCard => OrderError::Card(wrong.message),
        _ => OrderError::NotUnderstood,
    })?;
    let laid: CardSet = deed.cards.iter().map(|card| card.value).collect();
    match deed.to_move() {
        _ if deed.drawn.is_some() => Err(OrderError::NamesDrawnCards),
        _ if laid.len() < deed.cards.len() => Err(OrderError::CardTwice),
        Some(does) if does.verb().kind() != MoveKind::Fault => Ok(does),
        _ => Err(OrderError::NotUnderstood),
    }
}

pub(crate) fn exchange() -> Move {
    Move::exchange_of(
        [Rank::Eight, Rank::Seven]
            .map(|rank| Card::new(rank, Suit::Diamonds))
            .into_iter()
            .collect(),
    )
}

/// A move as it is said; a pass where nothing is said. What is drawn for it is not known yet.
pub(crate) fn in_words(rules: &Ruleset, does: Move) -> String {
    let bare =
        matches!(does, Move::Defend(..) | Move::ThrowIn(_)).then(|| does.verb().label().to_owned());
    let said =
        || write_move(rules, does, VerbForm::Imperative).map(|words| words.trim().to_owned());
    bare.or_else(said).unwrap_or_else(|| PASS.to_owned())
}

/// Keeps with a hand what a clause has refused.
pub(super) fn keep_try<H, D>(
    played: Option<&mut PlayedHand<H, D>>,
    does: Move,
    made: &Result<(), Refusal>,
) {
    if made.is_err_and(|refusal| refusal.clause().is_some())
        && let Some(PlayedHand { moves, tries, .. }) = played
        && !tries.contains(&(moves.len(), does))
    {
        tries.push((moves.len(), does));
    }
}

/// Whether a hand is shown with the cards that its mover has drawn for the pack, one of which they lay down.
pub(crate) fn is_laying(hand: &DealState) -> bool {
    hand.stage == Stage::In(Phase::Defence) && hand.active.has(hand.mover)
}

pub(crate) fn misused(rules: &Ruleset, misuse: InvalidAct) -> String {
    match misuse {
        InvalidAct::NotHeld(card) => format!("You do not hold {card}."),
        InvalidAct::NotInPack(_) => format!("{misuse}."),
        InvalidAct::UnequalExchange => format!(
            "Name the cards you lay down: {}.",
            in_words(rules, exchange())
        ),
        _ => "That is not asked now.".to_owned(),
    }
}

/// What the learner has said at a point of a deal: in any language, and where cards are laid down their numbers alone.
pub(super) fn read_at_mus(
    typed: &str,
    rules: &Ruleset,
    hand: &mus::MusState,
) -> Result<Move, OrderError> {
    let words = plain(typed).replace(" y ", " ");
    let begins = words.split(' ').next().unwrap_or_default();
    let is_card =
        begins.parse::<u8>().is_ok() || read_card(&begins.to_uppercase(), Letters::English).is_ok();
    let laid = Verb::Discard
        .in_all()
        .find_map(|lays| words.strip_prefix(lays)?.strip_prefix(' '));
    let laid = laid.or(Some(words.as_str())
        .filter(|_| is_card && mus::legal_verbs(rules, hand).0.contains(&Verb::Discard)));
    let bare = |verb| alone_at_mus(verb).map_or_else(String::new, |does| in_words(rules, does));
    let said = match (
        laid,
        words.strip_suffix(" más").or(words.strip_suffix(" mas")),
    ) {
        (Some(laid), _) => format!(
            "{} {}",
            bare(Verb::Discard),
            numbered(laid, rules, hand.hands[hand.mover])?
        ),
        (_, Some(number)) => format!("{} {number}", bare(Verb::Raise)),
        _ => words.clone(),
    };
    deed(&said, GameFamily::Mus)
}

/// What stands: `Grande: Ben has bet, 9 in all; 4 are agreed.` Nothing before the phases.
pub(crate) fn stands(company: &Company, hand: &mus::MusState) -> String {
    let name = |seat: Seat| company.name(seat);
    let (lance, bet) = (hand.phase.words(), &hand.bet);
    let agreed = if bet.agreed > 0 {
        format!("; {} are agreed", bet.agreed)
    } else {
        String::new()
    };
    match (hand.stage, bet.bettor) {
        (mus::MusStage::Betting, None) => format!("{lance}: nobody has bet."),
        (mus::MusStage::Betting, Some(seat)) if bet.is_ordago => {
            format!("{lance}: {} has bet everything{agreed}.", name(seat))
        }
        (mus::MusStage::Betting, Some(seat)) => {
            format!(
                "{lance}: {} has bet, {} in all{agreed}.",
                name(seat),
                bet.standing
            )
        }
        _ => String::new(),
    }
}

/// What stands, and what the mover may say to it: in Spanish as well, and how many cards go with it.
pub(crate) fn question(company: &Company, hand: &mus::MusState) -> String {
    let rules = &company.rules;
    let told = |verb: &Verb| {
        let said = alone_at_mus(*verb).map_or_else(String::new, |does| in_both(rules, does));
        match mus::max_cards(rules, hand, *verb) {
            0 => said,
            1 => said + " and name a card",
            most => format!("{said} and name 1 to {most} cards"),
        }
    };
    let said: Vec<String> = mus::legal_verbs(rules, hand).0.iter().map(told).collect();
    format!(
        "{} You may say {}.",
        stands(company, hand),
        said.join(" or ")
    )
    .trim_start()
    .to_owned()
}

/// A move without what follows its verb.
pub(crate) fn alone_at_mus(verb: Verb) -> Option<Move> {
    verb.with_args(MoveArgs {
        laid: Some(CardSet::EMPTY),
        number: Some(0),
        ..MoveArgs::default()
    })
}

/// A move as one says it, and in brackets in Spanish, if that is said otherwise.
pub(crate) fn in_both(rules: &Ruleset, does: Move) -> String {
    let says = in_words(rules, does);
    let number = does.args().number.filter(|number| *number > 0);
    let number = number.map_or_else(String::new, |number| format!(" {number}"));
    let also = does
        .verb()
        .in_spanish()
        .map(|words| format!("{words}{number}"))
        .filter(|words| *words != says);
    also.map_or(says.clone(), |also| format!("{says} ({also})"))
}

/// What may be said: each verb, with some numbers of stones where a number may follow it.
pub(crate) fn sayable(rules: &Ruleset, hand: &mus::MusState) -> Vec<Move> {
    let of = |verb: &Verb| match verb {
        Verb::Envido => [0, 5, 10].map(Move::Envido).to_vec(),
        Verb::Raise => [0, 5, 10].map(Move::Raise).to_vec(),
        verb => Vec::from_iter(alone_at_mus(*verb)),
    };
    let all = mus::legal_verbs(rules, hand).0.iter().flat_map(of);
    let may = |does: &Move| {
        does.args().laid.is_some() || mus::refusing_clause(rules, hand, hand.mover, *does).is_none()
    };
    all.filter(may).collect()
}

/// Who sits with the learner, if anyone does.
pub(crate) fn partner(company: &Company) -> Option<&str> {
    let seat = Seat((company.learner.0 + 2) % company.players.len() as u8);
    let side = |seat: Seat| mus::MusState::side_of(&company.rules, seat);
    let is_with = seat != company.learner && side(seat) == side(company.learner);
    is_with.then(|| company.players[usize::from(seat.0)].as_str())
}
