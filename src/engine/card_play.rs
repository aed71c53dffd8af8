//! Playing a card: which cards may be played, by which clause, which clause a card breaks, and who wins the trick.

use super::{
    Account, DealStage, DealState, Event, EventDetails, InvalidActReason, MoveAvailability,
    PlayableCards, Refusal, Transfer, TrickInProgress,
};
use super::{deal_and_turn_up, ensure, ensure_not_forbidden, settle};
use crate::cards::{Card, CardSet, Rank, Seat};
use crate::rules::Duty::Binding;
use crate::rules::{
    CardLostToAcePremium, ClauseId, DealPhase, FeeWhen, LeadDuty, Move, TopCardPlay, TrickRules,
    TrumpNaming, Verb, WhenTrumped,
};

/// Returns the cards that the mover may play: those that the first duty prefers that can be met, and a top card that may
/// be played at will.
///
/// ```
/// use mouche::engine::{Move, broken_duty, playable_cards, refusing_clause};
/// use mouche::rules::ClauseId;
///
/// # let file = std::fs::read("tests/held/a-last-debt-that-does-not-divide.md")?;
/// # let story = mouche::scenario::check("a.md", &file).stories.remove(0);
/// # let step = story.trick_steps().iter().find(|step| step.id == "h1-t3-2").expect("a step");
/// # let (rules, state) = (&step.rules, &step.before);
/// // Denise is to play in the third trick, and has no card of the suit led.
/// let playable = playable_cards(rules, state);
/// assert_eq!((playable.cards.to_string().as_str(), playable.clause.id()), ("7♥", "play.trump"));
/// for card in state.hands[state.mover] {
///     assert_eq!(broken_duty(rules, state, card).is_none(), playable.cards.has(card), "{card}");
/// }
/// assert_eq!(refusing_clause(rules, state, state.mover, Move::Claim), Some(ClauseId::FlushClaim));
/// assert_eq!(refusing_clause(rules, state, state.mover, Move::Fold), Some(ClauseId::DeclFinal));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn playable_cards(rules: &TrickRules, state: &DealState) -> PlayableCards {
    let context = play_context(rules, state);
    // Two calls, so that the compiler knows each list where it is walked.
    let playable = if state.trick.is_some() {
        FOLLOWING.playable_cards(rules, &context)
    } else {
        LEADING.playable_cards(rules, &context)
    };
    PlayableCards {
        cards: playable.cards | context.top_card_at_will,
        ..playable
    }
}

/// Returns the first duty that the mover breaks by playing this card; `None` if the card may be played.
pub fn broken_duty(rules: &TrickRules, state: &DealState, card: Card) -> Option<ClauseId> {
    if withheld_top_card(rules, state).has(card) {
        return Some(ClauseId::PamCivil);
    }
    let context = play_context(rules, state);
    if context.top_card_at_will.has(card) {
        return None;
    }
    let duties = if state.trick.is_some() {
        &FOLLOWING
    } else {
        &LEADING
    };
    duties.broken_duty(rules, &context, card)
}

/// A duty of a player who plays a card.
struct PlayDuty {
    clause: ClauseId,
    /// Returns the cards that the duty prefers; none if it does not apply or cannot be met.
    preferred: fn(&TrickRules, &PlayContext) -> CardSet,
    /// The coarser duty that this duty refines. A card that breaks both breaks the coarser one first.
    refines: Option<ClauseId>,
}

/// A list of duties. The first duty that can be met binds; if none can, any card may be played.
struct DutiesByPrecedence {
    duties: &'static [PlayDuty],
    otherwise: ClauseId,
}

/// The facts on which a duty depends.
struct PlayContext<'a> {
    state: &'a DealState,
    /// The top card if the mover holds it and may play it at any time.
    top_card_at_will: CardSet,
    /// The cards of the mover, without a top card that may be played at will or is banned.
    held: CardSet,
    /// Those of them that follow the lead.
    following: CardSet,
    /// Those of them that are trumps.
    trumps: CardSet,
    /// All cards that beat the best card of the trick; none before a lead.
    beating: CardSet,
    /// True if a trump is the best card of the trick.
    is_trumped: bool,
}

const LEADING: DutiesByPrecedence = DutiesByPrecedence {
    duties: &[
        PlayDuty {
            clause: ClauseId::PamCivil,
            preferred: ace_after_civility_demand,
            refines: Some(ClauseId::LeadDuty),
        },
        PlayDuty {
            clause: ClauseId::LeadDuty,
            preferred: cards_of_lead_duty,
            refines: None,
        },
    ],
    otherwise: ClauseId::PlayLead,
};

const FOLLOWING: DutiesByPrecedence = DutiesByPrecedence {
    duties: &[
        PlayDuty {
            clause: ClauseId::PlayHead,
            preferred: cards_of_head_duty,
            refines: Some(ClauseId::PlayFollow),
        },
        PlayDuty {
            clause: ClauseId::PlayFollow,
            preferred: cards_of_follow_duty,
            refines: None,
        },
        PlayDuty {
            clause: ClauseId::PlayOvertrump,
            preferred: cards_of_overtrump_duty,
            refines: Some(ClauseId::PlayTrump),
        },
        PlayDuty {
            clause: ClauseId::PlayFree,
            preferred: free_cards_when_overtrumped,
            refines: None,
        },
        PlayDuty {
            clause: ClauseId::PlayTrump,
            preferred: trumps_owed_when_void,
            refines: None,
        },
    ],
    otherwise: ClauseId::PlayDiscard,
};

impl DutiesByPrecedence {
    /// Returns the first duty that can be met, and the cards that it prefers.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn binding_duty(
        &self,
        rules: &TrickRules,
        context: &PlayContext,
    ) -> Option<(&PlayDuty, CardSet)> {
        for duty in self.duties {
            let preferred = (duty.preferred)(rules, context);
            if !preferred.is_empty() {
                return Some((duty, preferred));
            }
        }
        None
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn playable_cards(&self, rules: &TrickRules, context: &PlayContext) -> PlayableCards {
        match self.binding_duty(rules, context) {
            Some((duty, cards)) => PlayableCards {
                cards,
                clause: duty.clause,
            },
            None => PlayableCards {
                cards: context.held,
                clause: self.otherwise,
            },
        }
    }

    fn broken_duty(
        &self,
        rules: &TrickRules,
        context: &PlayContext,
        card: Card,
    ) -> Option<ClauseId> {
        let (binding, preferred) = self.binding_duty(rules, context)?;
        if preferred.has(card) {
            return None;
        }
        for duty in self.duties {
            if Some(duty.clause) == binding.refines {
                let coarsely_preferred = (duty.preferred)(rules, context);
                if !coarsely_preferred.is_empty() && !coarsely_preferred.has(card) {
                    return Some(duty.clause);
                }
            }
        }
        Some(binding.clause)
    }
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn play_context<'a>(rules: &TrickRules, state: &'a DealState) -> PlayContext<'a> {
    let allowed = state.hands[state.mover] - withheld_top_card(rules, state);
    let top_card_at_will = freely_playable_top_card(rules, state, allowed);
    let held = allowed - top_card_at_will;
    let trumps = held & state.trumps.cards;
    match &state.trick {
        Some(trick) => PlayContext {
            state,
            top_card_at_will,
            held,
            following: held & trick.following_cards,
            trumps,
            beating: trick.beating_cards,
            is_trumped: state.trumps.cards.has(trick.best),
        },
        None => PlayContext {
            state,
            top_card_at_will,
            held,
            following: CardSet::EMPTY,
            trumps,
            beating: CardSet::EMPTY,
            is_trumped: false,
        },
    }
}

fn set_if(condition: bool, set: CardSet) -> CardSet {
    if condition { set } else { CardSet::EMPTY }
}

fn cards_of_lead_duty(rules: &TrickRules, context: &PlayContext) -> CardSet {
    let state = context.state;
    for duty in rules.lead_duty.value.0 {
        let cards = match duty {
            LeadDuty::TrumpLater => set_if(state.tricks_finished > 0, context.trumps),
            LeadDuty::TrumpAtOne => set_if(has_player_at_one_point(rules, state), context.trumps),
            LeadDuty::AceFirst => set_if(
                state.tricks_finished == 0,
                context.held & ace_of_trumps(state).into(),
            ),
        };
        if !cards.is_empty() {
            return cards;
        }
    }
    CardSet::EMPTY
}

/// Returns whether some player has one point left until 0.
#[cold]
fn has_player_at_one_point(rules: &TrickRules, state: &DealState) -> bool {
    let Some(score) = rules.score.value.0 else {
        return false;
    };
    state
        .seats_in_turn()
        .any(|seat| score.start - state.points_down[seat] == 1)
}

/// Returns the ace of trumps for a leader who has demanded that the top card keep still.
fn ace_after_civility_demand(_: &TrickRules, context: &PlayContext) -> CardSet {
    let ace = ace_of_trumps(context.state);
    set_if(
        context.state.is_civility_demanded,
        context.held & ace.into(),
    )
}

fn ace_of_trumps(state: &DealState) -> Card {
    Card::new(Rank::Ace, state.trump)
}

fn cards_of_head_duty(rules: &TrickRules, context: &PlayContext) -> CardSet {
    set_if(
        rules.play_head.value == Binding,
        context.following & context.beating,
    )
}

fn cards_of_follow_duty(rules: &TrickRules, context: &PlayContext) -> CardSet {
    set_if(rules.play_follow.value == Binding, context.following)
}

fn trumps_owed_when_void(rules: &TrickRules, context: &PlayContext) -> CardSet {
    set_if(
        rules.play_trump.value == Binding && context.following.is_empty(),
        context.trumps,
    )
}

fn cards_of_overtrump_duty(rules: &TrickRules, context: &PlayContext) -> CardSet {
    set_if(
        rules.play_overtrump.value == Binding && context.is_trumped,
        trumps_owed_when_void(rules, context) & context.beating,
    )
}

/// Returns all cards of a void player whose trumps cannot beat the trump in the trick, if such a player is free.
fn free_cards_when_overtrumped(rules: &TrickRules, context: &PlayContext) -> CardSet {
    let trumps = trumps_owed_when_void(rules, context);
    let is_overtrumped =
        context.is_trumped && !trumps.is_empty() && (trumps & context.beating).is_empty();
    set_if(
        is_overtrumped && rules.play_free.value == WhenTrumped::Free,
        context.held,
    )
}

/// Returns the top card if it is among the cards that the mover need not keep and may be played at any time.
fn freely_playable_top_card(rules: &TrickRules, state: &DealState, allowed: CardSet) -> CardSet {
    if rules.pam_trump.value == TopCardPlay::Bound {
        return CardSet::EMPTY;
    }
    let must_lead_ace = state.is_civility_demanded && state.trick.is_none();
    if must_lead_ace {
        return CardSet::EMPTY;
    }
    allowed & state.trumps.top
}

/// Returns the top card if the mover holds it and must keep it, because the leader of the trick has demanded it.
#[inline]
fn withheld_top_card(rules: &TrickRules, state: &DealState) -> CardSet {
    if !state.is_civility_demanded || state.trick.is_none() {
        return CardSet::EMPTY;
    }
    let Some(civility) = rules.pam_civil.value.0 else {
        return CardSet::EMPTY;
    };
    let held = state.hands[state.mover];
    let top = state.trumps.top;
    let other_cards = if civility.even_alone {
        held - top
    } else {
        (held & state.trumps.cards) - top
    };
    set_if(!other_cards.is_empty(), held & top)
}

/// Returns the clause by which the mover may not demand that the top card keep still.
fn clause_against_demanding_civility(rules: &TrickRules, state: &DealState) -> Option<ClauseId> {
    let Some(civility) = rules.pam_civil.value.0 else {
        return Some(ClauseId::PamCivil);
    };
    let is_forehand = state.mover == state.dealer.next(state.seats);
    let can_demand = (!civility.by_forehand || is_forehand)
        && (!civility.in_first_trick || state.tricks_finished == 0)
        && state.trick.is_none()
        && !state.is_civility_demanded
        && playable_cards(rules, state).cards.has(ace_of_trumps(state));
    if can_demand {
        None
    } else {
        Some(ClauseId::PamCivil)
    }
}

/// Returns the offer of a kind of move in a trick; `None` if the mover is not asked for it.
pub(super) fn play_offer(
    rules: &TrickRules,
    state: &DealState,
    verb: Verb,
) -> Option<MoveAvailability> {
    match verb {
        Verb::Play => {
            let playable = playable_cards(rules, state);
            Some(MoveAvailability {
                clause: playable.clause,
                ..MoveAvailability::with_one_card(verb, playable.cards)
            })
        }
        Verb::DemandCivility if clause_against_demanding_civility(rules, state).is_none() => {
            Some(MoveAvailability::new(verb))
        }
        _ => None,
    }
}

/// Makes the mover play a card.
pub(super) fn play_card(
    rules: &TrickRules,
    state: &mut DealState,
    card: Card,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let seat = state.mover;
    ensure(state.hands[seat].has(card), InvalidActReason::NotHeld(card))?;
    let playable = playable_cards(rules, state);
    if !playable.cards.has(card) {
        let clause = broken_duty(rules, state, card).unwrap_or(playable.clause);
        return Err(Refusal::ForbiddenCard(clause, playable));
    }
    events.push(Event::new(
        playable.clause,
        EventDetails::MadeMove(seat, Move::Play(card), CardSet::EMPTY),
    ));
    let is_top_card = state.trumps.top.has(card);
    if is_top_card && rules.pam_fee.value.when == FeeWhen::Played {
        deal_and_turn_up::collect_top_card_fee_once(rules, state, seat, ClauseId::PamFee, events);
    }
    if let Some(premium) = rules.pay_premium.value.0
        && premium.card == card
    {
        state.premium_payer = Some(seat);
    }
    state.hands[seat] = state.hands[seat].without(card);
    let order = &rules.rank.value;
    match &mut state.trick {
        Some(trick) => trick.add_card(order, &state.trumps, seat, card),
        None => state.trick = Some(TrickInProgress::start(order, &state.trumps, seat, card)),
    }
    let is_last_trick = state.tricks_finished + 1 == rules.deal_packets.value.hand;
    if is_top_card && rules.pam_calls.value == TrumpNaming::OnPlay && !is_last_trick {
        state.stage = DealStage::In(DealPhase::Naming);
    } else {
        advance_turn_in_trick(rules, state, events);
    }
    Ok(())
}

/// Makes the leader demand that the holder of the top card keep it back. Refuses any other move but
/// playing a card.
#[cold]
pub(super) fn demand_top_card_civility(
    rules: &TrickRules,
    state: &mut DealState,
    player_move: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match player_move {
        Move::DemandCivility => {
            ensure_not_forbidden(clause_against_demanding_civility(rules, state))?
        }
        Move::Name(_) => return Err(Refusal::Forbidden(ClauseId::PamCalls)),
        _ => return Err(InvalidActReason::NotNow.into()),
    }
    state.is_civility_demanded = true;
    events.push(Event::move_made_without_cards(state.mover, *player_move));
    Ok(())
}

/// Asks the next player, after finishing the trick if all have played.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn advance_turn_in_trick(
    rules: &TrickRules,
    state: &mut DealState,
    events: &mut Vec<Event>,
) {
    state.mover = state.next_active_seat(state.mover);
    finish_full_trick(rules, state, events);
}

/// Finishes the trick if all players who are still in the deal have played to it.
#[inline]
pub(super) fn finish_full_trick(
    rules: &TrickRules,
    state: &mut DealState,
    events: &mut Vec<Event>,
) {
    if let Some(trick) = &state.trick
        && state.active.minus(trick.played).is_empty()
    {
        finish_trick_and_settle(rules, state, events);
    }
}

#[inline(never)]
fn finish_trick_and_settle(rules: &TrickRules, state: &mut DealState, events: &mut Vec<Event>) {
    let Some(TrickInProgress { best, winner, .. }) = state.trick.take() else {
        return;
    };
    state.tricks_won[winner] += 1;
    state.tricks_finished += 1;
    state.is_civility_demanded = false;
    if state.trumps.cards.has(best) {
        record_highest_winning_trump(rules, state, best, winner);
    }
    state.mover = if state.active.has(winner) {
        winner
    } else {
        state.next_active_seat(winner)
    };
    events.push(Event::new(
        ClauseId::TrickWin,
        EventDetails::TrickWon(winner, state.tricks_finished),
    ));
    if let Some(payer) = state.premium_payer.take()
        && let Some(CardLostToAcePremium { amount, .. }) = rules.pay_premium.value.0
        && best == ace_of_trumps(state)
    {
        let chips = rules.amount_in_chips(amount, state.pool);
        let premium = Transfer::penalty(payer, Account::Seat(winner), chips);
        state.transfer_buying_missing_chips(rules, ClauseId::PayPremium, premium, events);
    }
    let is_bid_lost = match state.all_tricks_bidder(rules) {
        Some(bidder) => bidder != winner,
        None => false,
    };
    if is_bid_lost || state.tricks_finished == rules.deal_packets.value.hand {
        settle::settle_played_deal(rules, state, winner, events);
    }
}

/// Remembers a trump that won a trick, if no higher trump has won one.
fn record_highest_winning_trump(
    rules: &TrickRules,
    state: &mut DealState,
    trump: Card,
    winner: Seat,
) {
    let is_highest = match state.best_trump {
        Some((highest, _)) => state
            .trumps
            .cards_beating(&rules.rank.value, highest)
            .has(trump),
        None => true,
    };
    if is_highest {
        state.best_trump = Some((trump, winner));
    }
}
