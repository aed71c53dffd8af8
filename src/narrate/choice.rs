//! What the mover might do: each card with its verdict, or each declaration.

use super::face::Face;
use super::sentence::{has_a_trump, suit_led};
use crate::cards::{Card, Seat};
use crate::engine::{Hand, Offered, breach, legal, offers};
use crate::rules::{Ruleset, TopCardPlay, Topic, Verb};
use crate::scenario::story::{Kind, Step, Story};

/// One thing that the mover might do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The card, if it is one; else the choice is in the words alone.
    pub(crate) face: Option<Face>,
    pub(crate) verb: Verb,
    pub(crate) verdict: String,
    pub(crate) clause: Topic,
    /// That of the top card in play, where the verdict would be another if that were played at will.
    pub(crate) also: Option<Topic>,
    pub(crate) is_allowed: bool,
    /// Whether this is what is done, or tried, in this step.
    pub(crate) is_taken: bool,
}

impl Choice {
    /// The clauses that its verdict rests on.
    pub(crate) fn clauses(&self) -> Vec<Topic> {
        std::iter::once(self.clause).chain(self.also).collect()
    }
}

/// What the mover of a step might have done.
pub(crate) fn choices(story: &Story, step: &Step) -> Vec<Choice> {
    let (Some(mover), rules, hand) = (step.mover, &story.rules, &step.before) else { return Vec::new() };
    let tried = match step.kind {
        Kind::Refused { card, .. } => card,
        _ => None,
    };
    let is_card = step.kind == Kind::Play || tried.is_some();
    let done = step.events.iter().find_map(|event| event.fact.did()).map(|(_, does)| does);
    let played = step.events.iter().find_map(|event| event.fact.played()).map(|(_, card)| card);
    let choice = |offer: Offered| match offer.verb {
        Verb::Play if is_card => cards(rules, hand, mover, played.or(tried)),
        Verb::Play => Vec::new(),
        verb => vec![Choice {
            face: None,
            verb,
            verdict: verdict(&offer),
            clause: offer.clause,
            also: None,
            is_allowed: offer.is_open,
            is_taken: done.is_some_and(|does| does.verb() == verb),
        }],
    };
    offers(rules, hand).flat_map(choice).collect()
}

fn verdict(offer: &Offered) -> String {
    let not = if offer.is_open { "" } else { "not " };
    let may = format!("may {not}{}", offer.verb.may());
    match (offer.verb, offer.most) {
        (Verb::Exchange, 0) if offer.clause == Topic::ExchangeShort => format!("{may}: the stock is empty"),
        (Verb::Exchange, 1) => format!("{may} 1 card"),
        (Verb::Exchange, most @ 2..) => format!("{may} 1 to {most} cards"),
        _ => may,
    }
}

fn cards(rules: &Ruleset, hand: &Hand, mover: Seat, taken: Option<Card>) -> Vec<Choice> {
    let binding = legal(rules, hand).clause;
    let mut at_will = *rules;
    at_will.pam_trump.value = TopCardPlay::AtWill;
    let free = legal(&at_will, hand);
    let hangs_on_it = |card| match hand.trumps.top().has(card) {
        true => free.clause != binding,
        false => free.cards.has(card) != legal(rules, hand).cards.has(card),
    };
    let one = |card: Card| {
        let broken = breach(rules, hand, card);
        let clause = broken.unwrap_or(binding);
        Choice {
            face: Some(Face::new(rules, card)),
            verb: Verb::Play,
            verdict: if broken.is_some() { refusal(hand, clause) } else { permission(hand, clause) },
            clause,
            also: hangs_on_it(card).then_some(Topic::PamTrump),
            is_allowed: broken.is_none(),
            is_taken: taken == Some(card),
        }
    };
    rules.rank.value.sorted(hand.held[mover]).into_iter().map(one).collect()
}

fn permission(hand: &Hand, clause: Topic) -> String {
    let (Some(trick), false) = (hand.trick, clause == Topic::PlayLead) else { return "may be led".into() };
    match clause {
        Topic::PlayFollow => format!("may be played: it follows {}", led(hand)),
        Topic::PlayHead | Topic::PlayOvertrump => format!("may be played: it beats {}", trick.best),
        Topic::PlayTrump => "may be played: it is a trump".into(),
        Topic::PlayFree => format!("may be played: no trump here beats {}", trick.best),
        _ if hand.trumps.all().has(trick.led) => "may be played: no trump here".into(),
        _ if has_a_trump(hand) => format!("may be played: no {} here", led(hand)),
        _ => format!("may be played: no {} here, no trump", led(hand)),
    }
}

/// The sign of the suit that must be followed.
fn led(hand: &Hand) -> char {
    suit_led(hand).unwrap_or(hand.trump).sign()
}

fn refusal(hand: &Hand, clause: Topic) -> String {
    match (clause, hand.trick) {
        (Topic::LeadDuty | Topic::PamCivil, None) => "refused: another card must be led".into(),
        (Topic::PamCivil, _) => "refused: it was asked to keep still".into(),
        (Topic::PlayFollow, _) => format!("refused: {} must be followed", led(hand)),
        (Topic::PlayHead | Topic::PlayOvertrump, Some(trick)) => format!("refused: {} must be beaten", trick.best),
        _ => "refused: a trump must be played".into(),
    }
}
