//! What the mover might do: each card with its verdict, or each declaration.

use super::course::Deed;
use super::face::Face;
use crate::cards::{Card, Seat};
use crate::engine::{Fact, Hand, Offers, Stage, breach, legal, offers, why_no_exchange};
use crate::rules::{Phase, Ruleset, Topic};
use crate::scenario::story::{Kind, Step, Story};

/// One thing that the mover might do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The card, if it is one; else the choice is in the words alone.
    pub(crate) face: Option<Face>,
    /// What it is.
    pub(crate) deed: Deed,
    /// The verdict in words.
    pub(crate) verdict: String,
    /// The clause it rests on.
    pub(crate) clause: Topic,
    /// Whether it is allowed.
    pub(crate) is_allowed: bool,
    /// Whether this is what is done, or tried, in this step.
    pub(crate) is_taken: bool,
}

/// What the mover of a step might have done.
pub(crate) fn choices(story: &Story, step: &Step) -> Vec<Choice> {
    let Some(mover) = step.mover else { return Vec::new() };
    if let Some(offers) = offers(&story.rules, &step.before) {
        return declarations(&story.rules, &offers, step);
    }
    match step.kind {
        _ if step.before.stage == Stage::In(Phase::TurnUp) => may(step, Topic::TurnOwner, TURN_UP),
        _ if step.before.stage == Stage::In(Phase::Naming) => may(step, Topic::PamNames, NAMING),
        _ if step.before.stage == Stage::In(Phase::Claims) => may(step, Topic::FlushClaim, CLAIMING),
        Kind::Play => cards(&story.rules, &step.before, mover, played(step)),
        Kind::Refused { card: card @ Some(_), .. } => cards(&story.rules, &step.before, mover, card),
        _ => Vec::new(),
    }
}

/// What the dealer may do once all have declared, the thing that makes a step first.
const TURN_UP: &[(Deed, &str)] = &[(Deed::TakeTurnUp, "may take the turn-up"), (Deed::LeaveTurnUp, "may leave it")];

/// What a player may do who was dealt a flush.
const CLAIMING: &[(Deed, &str)] = &[(Deed::Claim, "may claim it"), (Deed::LetPass, "may let it pass")];

/// What the dealer may do who has turned the top card.
const NAMING: &[(Deed, &str)] = &[(Deed::Name, "may name any suit trumps")];

/// Choices that one clause allows, the first of which is done by an act under that clause.
fn may(step: &Step, clause: Topic, choices: &[(Deed, &str)]) -> Vec<Choice> {
    let done = step.events.first().is_some_and(|event| event.clause == clause);
    let one = |(at, (deed, words)): (usize, &(Deed, &str))| Choice {
        face: None,
        deed: *deed,
        verdict: (*words).into(),
        clause,
        is_allowed: true,
        is_taken: done && at == 0,
    };
    choices.iter().enumerate().map(one).collect()
}

fn played(step: &Step) -> Option<Card> {
    step.events.iter().find_map(|event| match event.fact {
        Fact::Played(_, card) => Some(card),
        _ => None,
    })
}

fn cards(rules: &Ruleset, hand: &Hand, mover: Seat, taken: Option<Card>) -> Vec<Choice> {
    let binding = legal(rules, hand).clause;
    let one = |card: Card| {
        let broken = breach(rules, hand, card);
        let clause = broken.unwrap_or(binding);
        Choice {
            face: Some(Face::new(rules, card)),
            deed: Deed::Play(card),
            verdict: if broken.is_some() { refusal(hand, clause) } else { permission(hand, clause) },
            clause,
            is_allowed: broken.is_none(),
            is_taken: taken == Some(card),
        }
    };
    rules.rank.value.sorted(hand.held[mover]).into_iter().map(one).collect()
}

fn permission(hand: &Hand, clause: Topic) -> String {
    let (Some(trick), false) = (hand.trick, clause == Topic::PlayLead) else { return "may be led".into() };
    match clause {
        Topic::PlayFollow => format!("may go: it follows {}", led(hand)),
        Topic::PlayHead | Topic::PlayOvertrump => format!("may go: it beats {}", trick.best),
        Topic::PlayTrump => "may go: it is a trump".into(),
        Topic::PlayFree => format!("may go: no trump here beats {}", trick.best),
        _ if hand.trumps.all().has(trick.led) => "may go: no trump here".into(),
        _ => format!("may go: no {} here, no trump", led(hand)),
    }
}

/// The sign of the suit that must be followed: a top card that is led asks for trumps.
fn led(hand: &Hand) -> char {
    let led = hand.trick.map(|trick| trick.led.suit());
    let trumps = hand.trick.is_some_and(|trick| hand.trumps.all().has(trick.led));
    led.filter(|_| !trumps).unwrap_or(hand.trump).sign()
}

fn refusal(hand: &Hand, clause: Topic) -> String {
    match (clause, hand.trick) {
        (Topic::PlayFollow, _) => format!("refused: {} must be followed", led(hand)),
        (Topic::PlayHead | Topic::PlayOvertrump, Some(trick)) => format!("refused: {} must be beaten", trick.best),
        _ => "refused: a trump must go".into(),
    }
}

fn declarations(rules: &Ruleset, offers: &Offers, step: &Step) -> Vec<Choice> {
    let done = step.events.first().map(|event| event.clause);
    let offer = |deed: Deed, words: &str, topic: Topic, is_allowed| Choice {
        face: None,
        deed,
        verdict: words.into(),
        clause: topic,
        is_allowed,
        is_taken: done == Some(topic),
    };
    let mut fold =
        offer(Deed::Fold, if offers.fold { "may fold" } else { "may not fold" }, Topic::DeclFold, offers.fold);
    fold.clause = offers.why_no_fold().unwrap_or(fold.clause);
    let mut exchange = offer(Deed::Exchange, "", Topic::DeclExchange, offers.exchange > 0);
    exchange.clause = limit(rules, offers, step).unwrap_or(exchange.clause);
    exchange.verdict = how_many(offers.exchange, exchange.clause);
    let stand = offer(Deed::Stand, "may stand", Topic::DeclStand, offers.stand);
    let fille = offer(Deed::TakeFille, "may take the fille", Topic::DeclFille, offers.fille);
    let turn_up = offer(Deed::TakeTurnUp, "may take the turn-up", Topic::TurnOwner, offers.turn_up);
    let only_if = |choice: Choice| Some(choice).filter(|choice| choice.is_allowed);
    [Some(fold), Some(stand), Some(exchange), only_if(fille), only_if(turn_up)].into_iter().flatten().collect()
}

/// The clause that lets him exchange fewer cards than the rules allow at most.
fn limit(rules: &Ruleset, offers: &Offers, step: &Step) -> Option<Topic> {
    let fewer = offers.exchange < rules.exchange_once.value.most;
    why_no_exchange(rules, &step.before, usize::from(offers.exchange) + 1).filter(|_| fewer)
}

fn how_many(most: u8, limit: Topic) -> String {
    match most {
        0 if limit == Topic::ExchangeShort => "may not exchange: the stock is empty".into(),
        0 => "may not exchange".into(),
        1 => "may exchange 1 card".into(),
        _ => format!("may exchange 1 to {most} cards"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dealer_may_take_what_he_turned_and_name_what_he_likes() {
        let said = |text: &str, id: &str| {
            let file = crate::scenario::check("x.md", text.as_bytes());
            let story = &file.stories[0];
            let step = story.steps.iter().find(|step| step.id == id).expect("the step");
            let words = |choice: &Choice| format!("{} {} {}", choice.verdict, choice.clause.id(), choice.is_taken);
            choices(story, step).iter().map(words).collect::<Vec<_>>()
        };
        let swapped = include_str!("../../scenarios/boussac-1896/five-hearts-and-nothing-to-play.md");
        let words = ["may take the turn-up turn.owner true", "may leave it turn.owner false"];
        assert_eq!(said(swapped, "h1-turn-up"), words);
        let named = include_str!("../../scenarios/boussac-1896/denise-names-hearts.md");
        assert_eq!(said(named, "h1-names"), ["may name any suit trumps pam.names true"]);
    }

    #[test]
    fn each_card_has_its_verdict() {
        let file = crate::scenario::check("x.md", include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md"));
        let story = &file.stories[0];
        let step = story.steps.iter().find(|step| step.id == "h1-t3-2").expect("the step");
        let said: Vec<String> = choices(story, step)
            .iter()
            .map(|choice| {
                format!("{} {} {}", choice.face.as_ref().expect("a card").text(), choice.verdict, choice.is_taken)
            })
            .collect();
        let refused = "refused: a trump must go false";
        assert_eq!(
            said,
            ["7♥ may go: it is a trump true".to_string(), format!("A♦ {refused}"), format!("A♣ {refused}")]
        );
    }
}
