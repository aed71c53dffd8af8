//! What a step says, in words. One place writes it: for the page, the live region and paper alike.

use super::spelled;
use crate::cards::{Seat, Set, count_in_words};
use crate::engine::{Account, DealState, Event, EventKind, Move};
use crate::rules::{ClauseId, LonePlayerShare, MoveKind, Ruleset, Verb};
use crate::scenario::refusal::{RefusalReason, RefusedAct, refusal_sentence};
pub(crate) use crate::scenario::story::number;
use crate::scenario::story::{AnyStep, Kind, Step, Story};
use crate::scenario::{Mood, mus, written};
use askama::Template;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    pub(crate) clause: Option<ClauseId>,
    /// What one is told who does not see the cards of others, if it is less.
    pub(crate) closed: Option<String>,
}

pub(crate) fn sentences(story: &Story, step: &Step) -> Vec<Sentence> {
    let happened = |event: &Event| {
        told(Some(event.clause), &|sees| {
            Happened {
                story,
                step,
                event,
                sees,
            }
            .render()
        })
    };
    let all = step.events.iter().filter_map(happened);
    match &step.kind {
        Kind::Deal => std::iter::once(stakes(story, step)).chain(all).collect(),
        Kind::Refused {
            seat,
            verb,
            attempt,
            clause,
            ..
        } => vec![refused(story, step, *seat, *verb, attempt, *clause)],
        Kind::Payment => all.chain(next_pool(&story.rules, step)).collect(),
        Kind::End => end(
            step,
            step.events
                .iter()
                .filter(|event| event.clause == ClauseId::Credit)
                .filter_map(happened),
        ),
        _ => all.collect(),
    }
}

/// What words tell to one who sees the cards of all, and to one who does not; none where they tell nothing.
pub(super) fn told(
    clause: Option<ClauseId>,
    words: &dyn Fn(bool) -> askama::Result<String>,
) -> Option<Sentence> {
    let [text, closed] = [true, false].map(|sees| words(sees).expect("text has room"));
    let closed = Some(closed).filter(|closed| *closed != text);
    (!text.is_empty()).then_some(Sentence {
        text,
        clause,
        closed,
    })
}

pub(super) fn rests(text: String, clause: ClauseId) -> Sentence {
    Sentence {
        text,
        clause: Some(clause),
        closed: None,
    }
}

/// Chips won or lost: `+6`, `−5`, `0`.
pub(crate) fn signed(chips: i64) -> String {
    if chips > 0 {
        format!("+{}", number(chips))
    } else {
        number(chips)
    }
}

pub(crate) fn chips(count: i64) -> String {
    if count == 1 {
        "1 chip".into()
    } else {
        format!("{} chips", number(count))
    }
}

pub(crate) fn tricks(number: u8) -> String {
    count_in_words(number.into(), "trick")
}

pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

pub(crate) fn name(story: &Story, seat: Seat) -> &str {
    story
        .players
        .get(usize::from(seat.0))
        .map_or("?", String::as_str)
}

/// Why a card is played under a clause, or may be: behind `plays 9♥`, and behind `may be played`. None where it is led.
pub(super) fn grounds(hand: &DealState, clause: ClauseId) -> Option<[String; 2]> {
    let (trick, suit) = (
        hand.trick.filter(|_| clause != ClauseId::PlayLead)?,
        hand.suit_led()?,
    );
    let led = suit.name();
    let sign = suit.sign();
    let best = trick.best;
    let trumps = hand.trumps.all;
    Some(match clause {
        ClauseId::PlayFollow => [
            format!("bound to follow in {led}"),
            format!("it follows {sign}"),
        ],
        ClauseId::PlayHead => ["bound to head the trick".into(), format!("it beats {best}")],
        ClauseId::PlayTrump => ["bound to trump".into(), "it is a trump".into()],
        ClauseId::PlayOvertrump => ["bound to overtrump".into(), format!("it beats {best}")],
        ClauseId::PlayFree => [
            "free to throw any card under a higher trump".into(),
            format!("no trump here beats {best}"),
        ],
        _ if trumps.has(trick.led) => ["having no trump".into(), "no trump here".into()],
        _ if (hand.held[hand.mover] & trumps).is_empty() => [
            format!("having neither {led} nor a trump"),
            format!("no {sign} here, no trump"),
        ],
        _ => [format!("having no {led}"), format!("no {sign} here")],
    })
}

/// An event in words, to one who sees the cards of all or not. Nothing where it is told at another place.
#[derive(Template)]
#[template(path = "happened.txt")]
struct Happened<'a> {
    story: &'a Story,
    step: &'a Step,
    event: &'a Event,
    sees: bool,
}

impl Happened<'_> {
    fn name(&self, seat: &Seat) -> &str {
        name(self.story, *seat)
    }

    fn cards(&self, set: &Set) -> String {
        spelled(&self.story.rules, *set)
    }

    /// How many are dealt. The signs follow the sentence, behind the name of the clause.
    fn cards_each(&self) -> u8 {
        self.story
            .rules
            .deal_packets
            .read()
            .render(|packets, _| packets.hand)
    }

    /// A move as a file has it, after the name of the one who makes it.
    fn written(&self) -> String {
        let does = self.event.fact.as_move().map(|(_, does)| does);
        does.and_then(|does| written(&self.story.rules, does, Mood::Does))
            .unwrap_or_default()
    }

    fn best_flushes(&self) -> usize {
        self.step
            .events
            .iter()
            .filter(|event| matches!(event.fact, EventKind::BestFlush(_)))
            .count()
    }

    /// Whether chips that move are told of here: not those that make the pool, and what is only settled later.
    fn is_told(&self) -> bool {
        match (&self.step.kind, self.event.clause) {
            (Kind::Payment | Kind::End, _) | (_, ClauseId::PamTurned) => true,
            (Kind::Deal, clause) => clause == ClauseId::PoolCap,
            (_, clause) => matches!(
                clause,
                ClauseId::PamFee | ClauseId::PayPremium | ClauseId::FlushRedeal
            ),
        }
    }
}

fn stakes(story: &Story, step: &Step) -> Sentence {
    let pool = chips(step.before.pool);
    let stakes = match step
        .events
        .iter()
        .filter(|event| event.clause == ClauseId::Stake)
        .count()
    {
        0 => format!("The pool holds {pool}."),
        1 => format!(
            "{} stakes, and the pool holds {pool}.",
            name(story, step.after.dealer)
        ),
        _ => format!("Each stakes, and the pool holds {pool}."),
    };
    rests(stakes, ClauseId::Stake)
}

/// Says what a seat tries and why it is refused.
fn refused(
    story: &Story,
    step: &Step,
    seat: Seat,
    verb: Verb,
    tries: &str,
    clause: ClauseId,
) -> Sentence {
    // A card that is played is seen, even if it must be taken back.
    let is_hidden = matches!(verb, Verb::Exchange | Verb::TakeTurnUp);
    let hidden = format!("to {}", verb.label());
    let text = attempt_sentence(story, step, seat, tries, clause, true);
    let closed = attempt_sentence(
        story,
        step,
        seat,
        if is_hidden { &hidden } else { tries },
        clause,
        false,
    );
    let closed = Some(closed).filter(|closed| *closed != text);
    Sentence {
        closed,
        ..rests(text, clause)
    }
}

fn attempt_sentence(
    story: &Story,
    step: &Step,
    seat: Seat,
    tries: &str,
    clause: ClauseId,
    shows_hand: bool,
) -> String {
    let name = name(story, seat);
    let reason = RefusalReason {
        rules: &story.rules,
        hand: &step.before,
        seat,
        name,
        clause,
        shows_hand,
    };
    refusal_sentence(&RefusedAct::Attempt { name, tries }, &reason.in_words()) + "."
}

/// Says what the mover of a step cannot do, and why: `Denise cannot fold: hearts are trumps, and everyone must play.`
pub(crate) fn refused_move(story: &Story, step: AnyStep, does: Move, clause: ClauseId) -> String {
    let seat = step.mover.unwrap_or_default();
    let verb = does.verb();
    let name = name(story, seat);
    let reason = match step {
        AnyStep::Tricks(step) => {
            let rules = &story.rules;
            let hand = &step.before;
            RefusalReason {
                rules,
                hand,
                seat,
                name,
                clause,
                shows_hand: true,
            }
            .in_words()
        }
        AnyStep::Mus(step) => mus::why(&story.rules, &step.before, seat, verb, clause, &|seat| {
            self::name(story, seat).to_owned()
        }),
    };
    let act = match does {
        Move::Play(card) => RefusedAct::Card(card),
        _ => RefusedAct::Move {
            name,
            does: verb.row().may,
        },
    };
    refusal_sentence(&act, &reason) + "."
}

fn next_pool(rules: &Ruleset, step: &Step) -> Option<Sentence> {
    let next = step.next.as_ref()?;
    let waits = |count: i64, words: [&str; 2]| match count {
        1.. => format!("{}{}{}", words[0], chips(count), words[1]),
        _ => String::new(),
    };
    let waiting = waits(next.waiting_chips(rules), [", and ", " wait"])
        + &waits(next.next_side_pot(rules), ["; ", " wait beside it"]);
    let clause = if rules.has(ClauseId::DebtEnter) {
        ClauseId::DebtEnter
    } else {
        ClauseId::Stake
    };
    Some(rests(
        format!(
            "The next pool will hold {}{waiting}.",
            chips(next.next_pool(rules))
        ),
        clause,
    ))
}

fn end(step: &Step, bought: impl Iterator<Item = Sentence>) -> Vec<Sentence> {
    let moved = || {
        step.events
            .iter()
            .filter_map(|event| event.fact.as_transfer())
    };
    let left: i64 = moved()
        .filter(|one| one.to == Account::Pool)
        .map(|one| one.chips)
        .sum();
    let mut said = vec![rests("The session is over.".into(), ClauseId::End)];
    if left > 0 {
        said.extend(bought);
        let is_beside = moved().any(|one| one.from == Account::SidePot);
        let what = if is_beside {
            "What waits and is owed"
        } else {
            "The debts that are left"
        };
        let shared = format!(
            "{what}, {} in all, are paid in and shared equally.",
            chips(left)
        );
        said.push(rests(shared, ClauseId::End));
    }
    said
}
