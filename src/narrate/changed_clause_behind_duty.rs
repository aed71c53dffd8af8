//! The clauses that the author of an edition changed and that decide a play, beside the duty that a step cites.

use crate::cards::Card;
use crate::engine::DealState;
use crate::rules::{ClauseId, Duty, RankOrder, TrickRules};

/// Returns the clause which an edition changed and which decides, together with a duty, whether a card may be played.
pub(super) fn changed_clause_behind(
    rules: &TrickRules,
    hand: &DealState,
    duty: ClauseId,
    card: Card,
) -> Option<ClauseId> {
    if duty == ClauseId::PlayTrump && need_not_overtrump(rules, hand, card) {
        return Some(ClauseId::PlayOvertrump);
    }
    let must_beat = matches!(duty, ClauseId::PlayHead | ClauseId::PlayOvertrump);
    let trick = hand.trick.filter(|_| must_beat)?;
    let beating_by_parent = hand
        .trumps
        .cards_beating(parent_ranks_if_different(rules)?, trick.best);
    if beating_by_parent.has(card) == trick.beating_cards.has(card) {
        None
    } else {
        Some(ClauseId::Rank)
    }
}

/// Returns whether the mover may play this card although another trump of theirs would beat the trump in the trick.
pub(super) fn need_not_overtrump(rules: &TrickRules, hand: &DealState, card: Card) -> bool {
    let Some(trick) = hand.trick else {
        return false;
    };
    let trumps = hand.hands[hand.mover] & hand.trumps.cards;
    rules.play_overtrump.value == Duty::Waived
        && hand.trumps.cards.has(trick.best)
        && trumps.has(card)
        && !trick.beating_cards.has(card)
        && !(trumps & trick.beating_cards).is_empty()
}

/// Returns the order of the ranks in the edition on which an author's edition is based, if it is another order.
pub(super) fn parent_ranks_if_different(rules: &TrickRules) -> Option<&'static RankOrder> {
    let parent = &rules.parent?.tricks()?.rank.value;
    if *parent == rules.rank.value {
        None
    } else {
        Some(parent)
    }
}
