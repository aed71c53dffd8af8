//! Playing a card: what may be played, by which clause, which clause a card breaks, and who wins the trick.

use super::{
    Account, DealState, Event, EventKind, InvalidAct, MoveOffer, PlayableCards, Refusal, Stage,
    Transfer, Trick,
};
use super::{deal, ensure, ensure_not_forbidden, settle};
use crate::cards::{Card, Rank, Set};
use crate::rules::Duty::Binding;
use crate::rules::{
    Calls, ClauseId, FeeWhen, Move, MustLead, Phase, Premium, Ruleset, TopCardPlay, Verb,
    WhenTrumped,
};

struct Duty {
    clause: ClauseId,
    /// The cards that it prefers; none where it does not bind, or cannot be met.
    prefers: fn(&Ruleset, &Asked) -> Set,
    /// The duty that it sharpens: a card that breaks that one breaks it first.
    sharpens: Option<ClauseId>,
}

struct Asked<'a> {
    hand: &'a DealState,
    /// The cards they hold, but for a top card that is played at will.
    held: Set,
    suit: Set,
    trumps: Set,
    /// Those that would win the trick as it lies; none before it is led.
    heading: Set,
    is_trumped: bool,
}

/// Duties, of which the first that can be met binds; where none can, any card may be played.
struct Duties {
    list: &'static [Duty],
    otherwise: ClauseId,
}

const LEADING: Duties = Duties {
    list: &[
        Duty {
            clause: ClauseId::PamCivil,
            prefers: to_ask,
            sharpens: Some(ClauseId::LeadDuty),
        },
        Duty {
            clause: ClauseId::LeadDuty,
            prefers: to_lead,
            sharpens: None,
        },
    ],
    otherwise: ClauseId::PlayLead,
};

const FOLLOWING: Duties = Duties {
    list: &[
        Duty {
            clause: ClauseId::PlayHead,
            prefers: to_head,
            sharpens: Some(ClauseId::PlayFollow),
        },
        Duty {
            clause: ClauseId::PlayFollow,
            prefers: to_follow,
            sharpens: None,
        },
        Duty {
            clause: ClauseId::PlayOvertrump,
            prefers: to_overtrump,
            sharpens: Some(ClauseId::PlayTrump),
        },
        Duty {
            clause: ClauseId::PlayFree,
            prefers: free,
            sharpens: None,
        },
        Duty {
            clause: ClauseId::PlayTrump,
            prefers: to_trump,
            sharpens: None,
        },
    ],
    otherwise: ClauseId::PlayDiscard,
};

fn set_if(holds: bool, set: Set) -> Set {
    if holds { set } else { Set::EMPTY }
}

fn to_lead(rules: &Ruleset, asked: &Asked) -> Set {
    let leads = rules.lead_duty.value.0.iter().map(|duty| match duty {
        MustLead::TrumpLater => set_if(asked.hand.finished > 0, asked.trumps),
        MustLead::TrumpAtOne => set_if(is_one_at_one(rules, asked.hand), asked.trumps),
        MustLead::AceFirst => set_if(
            asked.hand.finished == 0,
            asked.held & ace_of_trumps(asked.hand).into(),
        ),
    });
    leads
        .into_iter()
        .find(|cards| !cards.is_empty())
        .unwrap_or_default()
}

#[cold]
fn is_one_at_one(rules: &Ruleset, hand: &DealState) -> bool {
    rules
        .score
        .value
        .0
        .is_some_and(|score| hand.in_turn().any(|seat| score.start - hand.off[seat] == 1))
}

/// Who has asked that the top card keep still leads the ace of trumps.
fn to_ask(_: &Ruleset, asked: &Asked) -> Set {
    set_if(
        asked.hand.is_civil,
        asked.held & ace_of_trumps(asked.hand).into(),
    )
}

fn ace_of_trumps(hand: &DealState) -> Card {
    Card::new(Rank::Ace, hand.trump)
}

fn to_head(rules: &Ruleset, asked: &Asked) -> Set {
    set_if(rules.play_head.value == Binding, asked.suit & asked.heading)
}

fn to_follow(rules: &Ruleset, asked: &Asked) -> Set {
    set_if(rules.play_follow.value == Binding, asked.suit)
}

fn to_trump(rules: &Ruleset, asked: &Asked) -> Set {
    set_if(
        rules.play_trump.value == Binding && asked.suit.is_empty(),
        asked.trumps,
    )
}

fn to_overtrump(rules: &Ruleset, asked: &Asked) -> Set {
    set_if(
        rules.play_overtrump.value == Binding && asked.is_trumped,
        to_trump(rules, asked) & asked.heading,
    )
}

/// They are void, and a trump lies in the trick that none of theirs beats.
fn free(rules: &Ruleset, asked: &Asked) -> Set {
    let trumps = to_trump(rules, asked);
    let is_in_vain = asked.is_trumped && !trumps.is_empty() && (trumps & asked.heading).is_empty();
    set_if(
        is_in_vain && rules.play_free.value == WhenTrumped::Free,
        asked.held,
    )
}

impl Duties {
    /// The first that can be met, and what it leaves.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn first(&self, rules: &Ruleset, asked: &Asked) -> Option<(&Duty, Set)> {
        self.list
            .iter()
            .map(|duty| (duty, (duty.prefers)(rules, asked)))
            .find(|(_, cards)| !cards.is_empty())
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn legal(&self, rules: &Ruleset, asked: &Asked) -> PlayableCards {
        let free = PlayableCards {
            cards: asked.held,
            clause: self.otherwise,
        };
        self.first(rules, asked)
            .map_or(free, |(duty, cards)| PlayableCards {
                cards,
                clause: duty.clause,
            })
    }

    fn broken(&self, rules: &Ruleset, asked: &Asked, card: Card) -> Option<ClauseId> {
        let (binding, cards) = self.first(rules, asked)?;
        let breaks = |cards: Set| !cards.is_empty() && !cards.has(card);
        let mut coarse = self
            .list
            .iter()
            .filter(|duty| Some(duty.clause) == binding.sharpens);
        let coarse = coarse.find(|duty| breaks((duty.prefers)(rules, asked)));
        breaks(cards).then_some(coarse.unwrap_or(binding).clause)
    }
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn asked<'a>(rules: &Ruleset, hand: &'a DealState) -> Asked<'a> {
    let held = hand.held[hand.mover] - at_will(rules, hand) - banned(rules, hand);
    let trick = hand.trick.as_ref();
    let suit = trick.map_or(Set::EMPTY, |trick| held & trick.suit);
    let heading = trick.map_or(Set::EMPTY, |trick| trick.heading);
    let is_trumped = trick.is_some_and(|trick| hand.trumps.all.has(trick.best));
    Asked {
        hand,
        held,
        suit,
        trumps: held & hand.trumps.all,
        heading,
        is_trumped,
    }
}

/// The top card, where the mover holds it and plays it at will; not while it keeps still.
fn at_will(rules: &Ruleset, hand: &DealState) -> Set {
    match rules.pam_trump.value {
        TopCardPlay::Bound => Set::EMPTY,
        // Who has asked that it keep still leads the ace.
        TopCardPlay::AtWill if hand.is_civil && hand.trick.is_none() => Set::EMPTY,
        TopCardPlay::AtWill => (hand.held[hand.mover] & hand.trumps.top) - banned(rules, hand),
    }
}

/// The top card, where the mover holds it and it was asked to keep still: it is out of the hand before duties are read.
#[inline]
fn banned(rules: &Ruleset, hand: &DealState) -> Set {
    if !hand.is_civil {
        return Set::EMPTY;
    }
    let (held, top) = (hand.held[hand.mover], hand.trumps.top);
    let Some(civil) = rules.pam_civil.value.0.filter(|_| hand.trick.is_some()) else {
        return Set::EMPTY;
    };
    let others = if civil.even_alone {
        held - top
    } else {
        (held & hand.trumps.all) - top
    };
    set_if(!others.is_empty(), held & top)
}

/// Whether the mover may ask that the top card keep still, and if not, by which clause.
fn why_not_civil(rules: &Ruleset, hand: &DealState) -> Option<ClauseId> {
    let leads =
        hand.trick.is_none() && !hand.is_civil && legal(rules, hand).cards.has(ace_of_trumps(hand));
    let may = rules.pam_civil.value.0.is_some_and(|civil| {
        let is_forehand = hand.mover == hand.dealer.next(hand.seats);
        (!civil.by_forehand || is_forehand) && (!civil.in_first_trick || hand.finished == 0)
    });
    (!may || !leads).then_some(ClauseId::PamCivil)
}

/// What the mover may play: what the first duty prefers that can be met, and a top card that is played at will.
///
/// ```
/// use mouche::engine::{Move, breach, legal, refusing_clause};
/// use mouche::rules::ClauseId;
///
/// # let file = std::fs::read("tests/held/a-last-debt-that-does-not-divide.md")?;
/// # let story = mouche::scenario::check("a.md", &file).stories.remove(0);
/// # let step = story.steps.iter().find(|step| step.id == "h1-t3-2").expect("a step");
/// # let (rules, hand) = (&story.rules, &step.before);
/// // Denise is to play in the third trick, and has none of the suit led.
/// let may = legal(rules, hand);
/// assert_eq!((may.cards.to_string().as_str(), may.clause.id()), ("7♥", "play.trump"));
/// for card in hand.held[hand.mover] {
///     assert_eq!(breach(rules, hand, card).is_none(), may.cards.has(card), "{card}");
/// }
/// assert_eq!(refusing_clause(rules, hand, hand.mover, Move::Claim), Some(ClauseId::FlushClaim));
/// assert_eq!(refusing_clause(rules, hand, hand.mover, Move::Fold), Some(ClauseId::DeclFinal));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn legal(rules: &Ruleset, hand: &DealState) -> PlayableCards {
    let asked = asked(rules, hand);
    // Two calls, so that each list is known where it is walked, and nothing is looked up.
    let legal = if hand.trick.is_some() {
        FOLLOWING.legal(rules, &asked)
    } else {
        LEADING.legal(rules, &asked)
    };
    PlayableCards {
        cards: legal.cards | at_will(rules, hand),
        ..legal
    }
}

/// The first duty that this card of the mover's breaks, or none if it may be played.
pub fn breach(rules: &Ruleset, hand: &DealState, card: Card) -> Option<ClauseId> {
    let duties = if hand.trick.is_some() {
        &FOLLOWING
    } else {
        &LEADING
    };
    if banned(rules, hand).has(card) {
        return Some(ClauseId::PamCivil);
    }
    duties
        .broken(rules, &asked(rules, hand), card)
        .filter(|_| !at_will(rules, hand).has(card))
}

pub(super) fn offer(rules: &Ruleset, hand: &DealState, verb: Verb) -> Option<MoveOffer> {
    match verb {
        Verb::Play => {
            let PlayableCards { cards, clause } = legal(rules, hand);
            Some(MoveOffer {
                clause,
                ..MoveOffer::with_one_of(verb, cards)
            })
        }
        Verb::DemandCivility if rules.pam_civil.value.0.is_some() => why_not_civil(rules, hand)
            .is_none()
            .then(|| MoveOffer::of(verb)),
        _ => None,
    }
}

pub(super) fn make(
    rules: &Ruleset,
    hand: &mut DealState,
    card: Card,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let seat = hand.mover;
    ensure(hand.held[seat].has(card), InvalidAct::NotHeld(card))?;
    let legal = legal(rules, hand);
    if !legal.cards.has(card) {
        return Err(Refusal::Card(
            breach(rules, hand, card).unwrap_or(legal.clause),
            legal,
        ));
    }
    events.push(Event {
        clause: legal.clause,
        fact: EventKind::Did(seat, Move::Play(card), Set::EMPTY),
    });
    let is_top = hand.trumps.top.has(card);
    if is_top && rules.pam_fee.value.when == FeeWhen::Played {
        deal::fee(rules, hand, seat, ClauseId::PamFee, events);
    }
    if rules
        .pay_premium
        .value
        .0
        .is_some_and(|premium| premium.card == card)
    {
        hand.risks = Some(seat);
    }
    hand.held[seat] = hand.held[seat].without(card);
    let order = &rules.rank.value;
    match &mut hand.trick {
        None => hand.trick = Some(Trick::led_by(order, &hand.trumps, seat, card)),
        Some(trick) => trick.add(order, &hand.trumps, seat, card),
    }
    let is_last = hand.finished + 1 == rules.deal_packets.value.hand;
    if is_top && rules.pam_calls.value == Calls::OnPlay && !is_last {
        hand.stage = Stage::In(Phase::Naming);
    } else {
        next(rules, hand, events);
    }
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn next(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    hand.mover = hand.next_active(hand.mover);
    go_on(rules, hand, events);
}

/// What the mover says instead of playing a card: the leader asks that the top card keep still.
#[cold]
pub(super) fn say(
    rules: &Ruleset,
    hand: &mut DealState,
    does: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match does {
        Move::DemandCivility => ensure_not_forbidden(why_not_civil(rules, hand))?,
        Move::Name(_) => return Err(Refusal::Act(ClauseId::PamCalls)),
        _ => return Err(InvalidAct::NotNow.into()),
    }
    hand.is_civil = true;
    events.push(Event::of(hand.mover, *does));
    Ok(())
}

#[inline]
pub(super) fn go_on(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    if hand
        .trick
        .as_ref()
        .is_some_and(|trick| hand.active.minus(trick.played).is_empty())
    {
        won(rules, hand, events);
    }
}

#[inline(never)]
fn won(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    let Some(Trick { best, winner, .. }) = hand.trick.take() else {
        return;
    };
    hand.tricks[winner] += 1;
    hand.finished += 1;
    hand.is_civil = false;
    let higher = |card| hand.trumps.above(&rules.rank.value, card).has(best);
    if hand.trumps.all.has(best) && hand.best_trump.is_none_or(|(card, _)| higher(card)) {
        hand.best_trump = Some((best, winner));
    }
    hand.mover = if hand.active.has(winner) {
        winner
    } else {
        hand.next_active(winner)
    };
    events.push(Event {
        clause: ClauseId::TrickWin,
        fact: EventKind::Won(winner, hand.finished),
    });
    if let Some(loser) = hand.risks.take()
        && let Some(Premium { amount, .. }) = rules.pay_premium.value.0
        && best == ace_of_trumps(hand)
    {
        let chips = rules.amount_in_chips(amount, hand.pool);
        hand.pay(
            rules,
            ClauseId::PayPremium,
            Transfer::penalty(loser, Account::Seat(winner), chips),
            events,
        );
    }
    let is_lost = hand.bids_all(rules).is_some_and(|bidder| bidder != winner);
    if hand.finished == rules.deal_packets.value.hand || is_lost {
        settle::tricks(rules, hand, winner, events);
    }
}
