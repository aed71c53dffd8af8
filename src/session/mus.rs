//! What is said at a table of Mus: by the learner, and to them at their turn.

use super::company::Company;
use super::order::{deed, in_words, numbered, plain};
use crate::cards::{Letters, Seat, Set, read_card};
use crate::mus::{Hand, Stage, choices, most, why_not};
use crate::rules::{Machine, Move, Ruleset, Verb, What};

/// What the learner has said at a point of a deal: in any language, and where cards are laid down their numbers alone.
pub(super) fn read(typed: &str, rules: &Ruleset, hand: &Hand) -> Result<Move, String> {
    let words = plain(typed).replace(" y ", " ");
    let begins = words.split(' ').next().unwrap_or_default();
    let is_card = begins.parse::<u8>().is_ok() || read_card(&begins.to_uppercase(), Letters::English).is_ok();
    let laid = Verb::Discard.in_all().find_map(|lays| words.strip_prefix(lays)?.strip_prefix(' '));
    let laid = laid.or(Some(words.as_str()).filter(|_| is_card && choices(rules, hand).0.contains(&Verb::Discard)));
    let bare = |verb| alone(verb).map_or_else(String::new, |does| in_words(rules, does));
    let said = match (laid, words.strip_suffix(" más").or(words.strip_suffix(" mas"))) {
        (Some(laid), _) => format!("{} {}", bare(Verb::Discard), numbered(laid, rules, hand.held[hand.mover])?),
        (_, Some(number)) => format!("{} {number}", bare(Verb::Raise)),
        _ => words.clone(),
    };
    deed(&said, Machine::Mus)
}

/// What stands: `Grande: Ben has bet, 9 in all; 4 are agreed.` Nothing before the phases.
pub(crate) fn stands(company: &Company, hand: &Hand) -> String {
    let name = |seat: Seat| company.name(seat);
    let (lance, bet) = (hand.lance.words(), &hand.bet);
    let agreed = if bet.agreed > 0 { format!("; {} are agreed", bet.agreed) } else { String::new() };
    match (hand.stage, bet.bettor) {
        (Stage::Betting, None) => format!("{lance}: nobody has bet."),
        (Stage::Betting, Some(seat)) if bet.ordago => format!("{lance}: {} has bet everything{agreed}.", name(seat)),
        (Stage::Betting, Some(seat)) => format!("{lance}: {} has bet, {} in all{agreed}.", name(seat), bet.standing),
        _ => String::new(),
    }
}

/// What stands, and what the mover may say to it: in Spanish as well, and how many cards go with it.
pub(crate) fn question(company: &Company, hand: &Hand) -> String {
    let rules = &company.rules;
    let told = |verb: &Verb| {
        let said = alone(*verb).map_or_else(String::new, |does| in_both(rules, does));
        match most(rules, hand, *verb) {
            0 => said,
            1 => said + " and name a card",
            most => format!("{said} and name 1 to {most} cards"),
        }
    };
    let said: Vec<String> = choices(rules, hand).0.iter().map(told).collect();
    format!("{} You may say {}.", stands(company, hand), said.join(" or ")).trim_start().to_owned()
}

/// A move without what follows its verb.
pub(crate) fn alone(verb: Verb) -> Option<Move> {
    verb.with(What { laid: Some(Set::EMPTY), number: Some(0), ..What::default() })
}

/// A move as one says it, and in brackets in Spanish, if that is said otherwise.
pub(crate) fn in_both(rules: &Ruleset, does: Move) -> String {
    let says = in_words(rules, does);
    let number = does.what().number.filter(|number| *number > 0);
    let number = number.map_or_else(String::new, |number| format!(" {number}"));
    let also = does.verb().in_spanish().map(|words| format!("{words}{number}")).filter(|words| *words != says);
    also.map_or(says.clone(), |also| format!("{says} ({also})"))
}

/// What may be said: each verb, with some numbers of stones where a number may follow it.
pub(crate) fn sayable(rules: &Ruleset, hand: &Hand) -> Vec<Move> {
    let of = |verb: &Verb| match verb {
        Verb::Envido => [0, 5, 10].map(Move::Envido).to_vec(),
        Verb::Raise => [0, 5, 10].map(Move::Raise).to_vec(),
        verb => Vec::from_iter(alone(*verb)),
    };
    let all = choices(rules, hand).0.iter().flat_map(of);
    let may = |does: &Move| does.what().laid.is_some() || why_not(rules, hand, hand.mover, *does).is_none();
    all.filter(may).collect()
}

/// Who sits with the learner, if anyone does.
pub(crate) fn partner(company: &Company) -> Option<&str> {
    let seat = Seat((company.learner.0 + 2) % company.players.len() as u8);
    let side = |seat: Seat| Hand::side(&company.rules, seat);
    let is_with = seat != company.learner && side(seat) == side(company.learner);
    is_with.then(|| company.players[usize::from(seat.0)].as_str())
}
