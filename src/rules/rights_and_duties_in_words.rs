//! The words for rights to declare and duties of play. A right depends on other clauses, and a duty is named after its clause.

use super::{
    ClauseId, DealCondition, DealPhase, DeclarationRight, Duty, LastButOneDuty, RoundSpeakers,
    Ruleset, TrickRules, Verb,
};

impl Ruleset {
    /// Returns the value of a clause in words, if it is a right to declare or a duty of play. The engine for pages does without these
    /// words, which would add two thousand bytes to it: pages are printed by the program.
    #[inline(never)]
    pub(super) fn describe_right_or_duty(&self, topic: ClauseId) -> Option<String> {
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let rules = self.tricks()?;
        let duty = match topic {
            ClauseId::DeclFold => return describe_right(rules.decl_fold.value, rules, Verb::Fold),
            ClauseId::DeclStand => {
                return describe_right(rules.decl_stand.value, rules, Verb::Stand);
            }
            ClauseId::DeclExchange => {
                return describe_right(rules.decl_exchange.value, rules, Verb::Exchange);
            }
            ClauseId::PlayFollow => rules.play_follow.value,
            ClauseId::PlayHead => rules.play_head.value,
            ClauseId::PlayTrump => rules.play_trump.value,
            ClauseId::PlayOvertrump => rules.play_overtrump.value,
            _ => return None,
        };
        Some(words_of_duty(topic, duty)?.to_owned())
    }
}

/// Returns the words for a duty; none if the clause is about something else.
pub fn words_of_duty(topic: ClauseId, duty: Duty) -> Option<&'static str> {
    Some(match (topic, duty) {
        (ClauseId::PlayFollow, Duty::Binding) => "players must follow suit if they can",
        (ClauseId::PlayFollow, Duty::Waived) => "players need not follow suit",
        (ClauseId::PlayHead, Duty::Binding) => {
            "players must beat the highest card so far if they can"
        }
        (ClauseId::PlayHead, Duty::Waived) => "players need not beat the highest card so far",
        (ClauseId::PlayTrump, Duty::Binding) => "players without the suit must trump if they can",
        (ClauseId::PlayTrump, Duty::Waived) => "players without the suit need not trump",
        (ClauseId::PlayOvertrump, Duty::Binding) => "players must overtrump if they can",
        (ClauseId::PlayOvertrump, Duty::Waived) => "players need not overtrump",
        _ => return None,
    })
}

/// Returns who may make a declaration, and in which deals; none if nobody may.
#[inline(never)]
fn describe_right(right: DeclarationRight, rules: &TrickRules, verb: Verb) -> Option<String> {
    if right == DeclarationRight::Closed {
        return None;
    }
    let phases = rules.decl_order.value;
    let is_bidder_asked = is_offered(phases.later, verb, RoundSpeakers::Everyone)
        || is_offered(phases.later, verb, RoundSpeakers::UntilOneBids);
    let are_others_asked = is_offered(phases.later, verb, RoundSpeakers::AfterTheBidder);
    let mut words = String::from(right.words());
    if verb == Verb::Fold {
        if are_others_asked && !is_bidder_asked {
            words.push_str(" but the bidder");
        }
        add_limits_of_folding(&mut words, rules);
    } else if !are_others_asked
        && !is_bidder_asked
        && is_offered(phases.first, verb, RoundSpeakers::Everyone)
    {
        words.push_str(" in the first deal of a game");
    }
    Some(words)
}

/// Adds in which deals nobody may fold, and who may not fold alone.
fn add_limits_of_folding(words: &mut String, rules: &TrickRules) {
    for condition in rules.forced.value.0 {
        let limit = match condition {
            DealCondition::SimplePool => " when a debt lies in the pool",
            DealCondition::BareStake => ", unless the pool holds only the stake",
            DealCondition::FirstHand => ", except in the first deal of a game",
            DealCondition::Trump(suit) => {
                words.push_str(", unless trumps are ");
                suit.name()
            }
        };
        words.push_str(limit);
    }
    words.push_str(match rules.forced_last.value {
        LastButOneDuty::Free => "",
        LastButOneDuty::MustPlay => {
            "; not to the player before the dealer, if all before them have folded"
        }
        LastButOneDuty::Dealer => "; not to the dealer, if only one player before them plays",
    });
}

/// Returns whether a round of a deal that asks these players offers a move.
fn is_offered(phases: &[DealPhase], verb: Verb, speakers: RoundSpeakers) -> bool {
    for phase in phases {
        if let DealPhase::Round(round) = phase
            && round.asks == speakers
            && round.offers.iter().any(|offered| offered.0 == verb)
        {
            return true;
        }
    }
    false
}
