//! The words for rights to declare and duties of play. A right depends on other clauses, and a duty is named after its clause.

use super::{
    ClauseId, DealCondition, DealPhase, DeclarationRight, DeclarationRound, Duty, LastButOneDuty,
    RoundSpeakers, Ruleset, TrickRules, Verb,
};

impl Ruleset {
    /// Returns the value of a clause in words, if it is a right to declare or a duty of play.
    pub(super) fn describe_right_or_duty(&self, topic: ClauseId) -> Option<String> {
        let rules = self.tricks()?;
        match topic {
            ClauseId::DeclFold => describe_right(rules.decl_fold.value, rules, Verb::Fold),
            ClauseId::DeclStand => describe_right(rules.decl_stand.value, rules, Verb::Stand),
            ClauseId::DeclExchange => {
                describe_right(rules.decl_exchange.value, rules, Verb::Exchange)
            }
            ClauseId::PlayFollow => describe_duty(topic, rules.play_follow.value),
            ClauseId::PlayHead => describe_duty(topic, rules.play_head.value),
            ClauseId::PlayTrump => describe_duty(topic, rules.play_trump.value),
            ClauseId::PlayOvertrump => describe_duty(topic, rules.play_overtrump.value),
            _ => None,
        }
    }
}

/// Returns the words for a duty that binds, by its clause; none if the clause is about something else.
pub fn words_of_binding_duty(topic: ClauseId) -> Option<String> {
    describe_duty(topic, Duty::Binding)
}

fn describe_duty(topic: ClauseId, duty: Duty) -> Option<String> {
    let act = match topic {
        ClauseId::PlayFollow => "follow suit",
        ClauseId::PlayHead => "beat the highest card so far",
        ClauseId::PlayTrump => "trump",
        ClauseId::PlayOvertrump => "overtrump",
        _ => return None,
    };
    Some(match duty {
        Duty::Binding => format!("players must {act} if they can"),
        Duty::Waived => format!("players need not {act}"),
    })
}

/// Returns who may make a declaration, and in which deals; none if nobody may.
fn describe_right(right: DeclarationRight, rules: &TrickRules, verb: Verb) -> Option<String> {
    if right == DeclarationRight::Closed {
        return None;
    }
    let mut words = DeclarationRight::Open.words().to_string();
    if verb == Verb::Fold {
        words += &limits_of_folding(rules);
    } else if is_offered_in_first_deal_only(rules, verb) {
        words += " in the first deal of a game";
    }
    Some(words)
}

/// Returns who may not fold, and in which deals nobody may.
fn limits_of_folding(rules: &TrickRules) -> String {
    let mut limits = String::new();
    if is_bidder_never_asked(rules) {
        limits += " but the bidder";
    }
    for condition in rules.forced.value.0 {
        limits += &match condition {
            DealCondition::SimplePool => " when a debt lies in the pool".into(),
            DealCondition::Trump(suit) => format!(", unless {} are trump", suit.name()),
            DealCondition::BareStake => ", unless the pool holds only the stake".into(),
            DealCondition::FirstHand => ", except in the first deal of a game".into(),
        };
    }
    limits += match rules.forced_last.value {
        LastButOneDuty::Free => "",
        LastButOneDuty::MustPlay => {
            "; not to the player before the dealer, if all before them have folded"
        }
        LastButOneDuty::Dealer => "; not to the dealer, if only one player before them plays",
    };
    limits
}

/// Returns whether players fold only in a round that does not ask the bidder.
fn is_bidder_never_asked(rules: &TrickRules) -> bool {
    let rounds = rounds_offering(rules.decl_order.value.later, Verb::Fold);
    let is_of_others = |round: &&DeclarationRound| round.asks == RoundSpeakers::AfterTheBidder;
    !rounds.is_empty() && rounds.iter().all(is_of_others)
}

fn is_offered_in_first_deal_only(rules: &TrickRules, verb: Verb) -> bool {
    let phases = rules.decl_order.value;
    !rounds_offering(phases.first, verb).is_empty()
        && rounds_offering(phases.later, verb).is_empty()
}

/// Returns the rounds of a deal that offer a move.
fn rounds_offering(phases: &'static [DealPhase], verb: Verb) -> Vec<&'static DeclarationRound> {
    let mut rounds = Vec::new();
    for phase in phases {
        if let DealPhase::Round(round) = phase
            && round.offers.iter().any(|offered| offered.0 == verb)
        {
            rounds.push(*round);
        }
    }
    rounds
}
