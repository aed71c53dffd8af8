//! The table of all options.

use super::*;

type Words<T> = &'static [(&'static str, T)];

const ABSENT: Words<Missing> = &[("anywhere", Missing::Anywhere), ("fille_or_stock", Missing::Undealt)];
const ALL_PASS: Words<AllFold> = &[("dealer_takes", AllFold::DealerTakes), ("void", AllFold::Void)];
const CREDIT: Words<Credit> = &[("open", Credit::Open), ("cash", Credit::Cash)];
const DEBTS: Words<Entry> = &[("at_once", Entry::AtOnce), ("staged", Entry::OneByOne(StagedOrder::Largest))];
const FEE_PAYERS: Words<FeePayers> = &[("all", FeePayers::All), ("active", FeePayers::Active)];
const FEE_WHEN: Words<FeeWhen> = &[("played", FeeWhen::Played), ("shown_after_declarations", FeeWhen::Shown)];
const FINAL_DEBTS: Words<FinalDebts> = &[("shared", FinalDebts::Shared), ("last_hand", FinalDebts::LastHand)];
const FLUSH_CLAIM: Words<Claiming> = &[("prompt", Claiming::Prompt), ("automatic", Claiming::Automatic)];
const FLUSH_TIE: Words<&[TieBreak]> = &[("points", TieBreaks::BY_POINTS), ("high_card", TieBreaks::BY_HIGH_CARD)];
const LATER_PACK: PackTable = {
    use crate::cards::Rank::{Eight, Four, Six, Two};
    PackTable([Eight, Eight, Six, Four, Two])
};
const ORPHAN: Words<Orphan> =
    &[("dealer", Orphan::Dealer), ("carry", Orphan::Carried), ("last_trick", Orphan::LastTrick)];
const PLAY_OBLIGATION: Words<WhenTrumped> = &[("bete", WhenTrumped::Free), ("strict", WhenTrumped::Undertrump)];
const STAGED_ORDER: Words<StagedOrder> =
    &[("largest", StagedOrder::Largest), ("oldest", StagedOrder::Oldest), ("smallest", StagedOrder::Smallest)];
const STOCK_SHORT: Words<ShortStock> = &[
    ("first_come", ShortStock::FirstCome),
    ("reshuffle_discards", ShortStock::ReshuffleDiscards),
    ("cap_3", ShortStock::CapPerPlayer(3)),
];
const TURNED_FEE: Words<TurnedFee> =
    &[("always", TurnedFee::Always), ("if_not_folded", TurnedFee::IfNotFolded), ("never", TurnedFee::Never)];

/// All options, by name.
pub(super) static ALL: &[Agreed] = &[
    Agreed {
        name: "absent",
        topic: Topic::PamAbsent,
        takes: "\"anywhere\" or \"fille_or_stock\"",
        set: |rules, to| {
            *missing(rules)? = word(to, ABSENT)?;
            Some(())
        },
        get: |rules| match rules.pam_absent.value {
            Substitute::HighestTrump { missing, .. } => spelling(missing, ABSENT),
            Substitute::None => None,
        },
    },
    Agreed {
        name: "all_pass",
        topic: Topic::Allfold,
        takes: "\"dealer_takes\" or \"void\"",
        set: |rules, to| word(to, ALL_PASS).map(|value| rules.allfold.value = value),
        get: |rules| spelling(rules.allfold.value, ALL_PASS),
    },
    Agreed {
        name: "allow_two",
        topic: Topic::Players,
        takes: "false or true",
        set: |rules, to| {
            rules.players.value.from = if flag(to)? { 2 } else { 3 };
            Some(())
        },
        get: |rules| Some(Setting::Flag(rules.players.value.from <= 2)),
    },
    Agreed {
        name: "credit",
        topic: Topic::Credit,
        takes: "\"open\" or \"cash\"",
        set: |rules, to| word(to, CREDIT).map(|value| rules.credit.value = value),
        get: |rules| spelling(rules.credit.value, CREDIT),
    },
    Agreed {
        name: "dealer_draw_and_turn",
        topic: Topic::TurnOwner,
        takes: "true or false",
        set: |rules, to| {
            rules.turn_owner.value = TurnOwner::Dealer { after_exchange: flag(to)? };
            Some(())
        },
        get: |rules| match rules.turn_owner.value {
            TurnOwner::Dealer { after_exchange } => Some(Setting::Flag(after_exchange)),
            TurnOwner::Nobody => None,
        },
    },
    Agreed {
        name: "debt_cap",
        topic: Topic::DebtCap,
        takes: "\"none\" or a multiple of the stake",
        set: |rules, to| {
            rules.debt_cap.value = match to {
                Setting::Word(none) if none == "none" => None,
                Setting::Number(cap) if *cap > 0 && *cap <= MOST_CHIPS && cap % rules.stake.value.chips == 0 => {
                    Some(*cap)
                }
                _ => return None,
            };
            Some(())
        },
        get: |rules| Some(rules.debt_cap.value.map_or(Setting::Word("none".into()), Setting::Number)),
    },
    Agreed {
        name: "debts",
        topic: Topic::DebtEnter,
        takes: "\"at_once\" or \"staged\"",
        set: |rules, to| word(to, DEBTS).map(|value| rules.debt_enter.value = value),
        get: |rules| match rules.debt_enter.value {
            // In whatever order: that is an option of its own.
            Entry::OneByOne(_) => spelling(Entry::OneByOne(StagedOrder::Largest), DEBTS),
            at_once => spelling(at_once, DEBTS),
        },
    },
    Agreed {
        name: "end",
        topic: Topic::End,
        takes: "{ tours = N }, { hands = N }, { target = N } or \"bankrupt\"",
        set: |rules, to| {
            rules.end.value.finish = match to {
                Setting::Word(bankrupt) if bankrupt == "bankrupt" => Finish::Bankrupt,
                Setting::Table(kind, count) if *count > 0 => match kind.as_str() {
                    "tours" => Finish::Tours(*count),
                    "hands" => Finish::Hands(*count),
                    "target" => Finish::Target(*count),
                    _ => return None,
                },
                _ => return None,
            };
            Some(())
        },
        get: |rules| {
            Some(match rules.end.value.finish {
                Finish::Tours(count) => Setting::Table("tours".into(), count),
                Finish::Hands(count) => Setting::Table("hands".into(), count),
                Finish::Target(count) => Setting::Table("target".into(), count),
                Finish::Bankrupt => Setting::Word("bankrupt".into()),
            })
        },
    },
    Agreed {
        name: "final_debts",
        topic: Topic::End,
        takes: "\"shared\" or \"last_hand\"",
        set: |rules, to| word(to, FINAL_DEBTS).map(|value| rules.end.value.debts = value),
        get: |rules| spelling(rules.end.value.debts, FINAL_DEBTS),
    },
    Agreed {
        name: "flush_claim",
        topic: Topic::FlushClaim,
        takes: "\"prompt\" or \"automatic\"",
        set: |rules, to| word(to, FLUSH_CLAIM).map(|value| rules.flush_claim.value = value),
        get: |rules| spelling(rules.flush_claim.value, FLUSH_CLAIM),
    },
    Agreed {
        name: "flush_must_be_dealt",
        topic: Topic::FlushPat,
        takes: "true or false",
        set: |rules, to| {
            rules.flush_pat.value = if flag(to)? { Obtained::Dealt } else { Obtained::Anyhow };
            Some(())
        },
        get: |rules| Some(Setting::Flag(rules.flush_pat.value == Obtained::Dealt)),
    },
    Agreed {
        name: "flush_tie",
        topic: Topic::FlushTie,
        takes: "\"points\" or \"high_card\"",
        set: |rules, to| word(to, FLUSH_TIE).map(|value| rules.flush_tie.value.then = value),
        get: |rules| spelling(rules.flush_tie.value.then, FLUSH_TIE),
    },
    Agreed {
        name: "last_but_one_must_play",
        topic: Topic::ForcedLast,
        takes: "false or true",
        set: |rules, to| {
            rules.forced_last.value = if flag(to)? { LastButOne::MustPlay } else { LastButOne::Free };
            Some(())
        },
        get: |rules| Some(Setting::Flag(rules.forced_last.value == LastButOne::MustPlay)),
    },
    Agreed {
        name: "losing_flush_exempt",
        topic: Topic::FlushOwe,
        takes: "false or true",
        set: |rules, to| {
            rules.flush_owe.value.losing_flush_exempt = flag(to)?;
            Some(())
        },
        get: |rules| Some(Setting::Flag(rules.flush_owe.value.losing_flush_exempt)),
    },
    Agreed {
        name: "orphan_share",
        topic: Topic::PayDouble,
        takes: "\"dealer\", \"carry\" or \"last_trick\"",
        set: |rules, to| {
            rules.pay_double.value = Double::TopCard { orphan: word(to, ORPHAN)? };
            Some(())
        },
        get: |rules| match rules.pay_double.value {
            Double::TopCard { orphan } => spelling(orphan, ORPHAN),
            Double::None => None,
        },
    },
    Agreed {
        name: "pack_table",
        topic: Topic::Pack,
        takes: "\"source\" or \"nineteenth_century\"",
        set: |rules, to| {
            rules.pack.value = word(to, &[("source", rules.pack.value), ("nineteenth_century", LATER_PACK)])?;
            Some(())
        },
        get: |rules| {
            let later = rules.pack.value == LATER_PACK;
            Some(Setting::Word(if later { "nineteenth_century" } else { "source" }.into()))
        },
    },
    Agreed {
        name: "pam_any_suit",
        topic: Topic::FlushWild,
        takes: "false or true",
        set: |rules, to| {
            rules.flush_wild.value = if flag(to)? { WildCard::TopCard } else { WildCard::None };
            Some(())
        },
        get: |rules| Some(Setting::Flag(rules.flush_wild.value == WildCard::TopCard)),
    },
    Agreed {
        name: "pam_fee_payers",
        topic: Topic::PamFee,
        takes: "\"all\" or \"active\"",
        set: |rules, to| word(to, FEE_PAYERS).map(|value| rules.pam_fee.value.payers = value),
        get: |rules| spelling(rules.pam_fee.value.payers, FEE_PAYERS),
    },
    Agreed {
        name: "pam_fee_when",
        topic: Topic::PamFee,
        takes: "\"played\" or \"shown_after_declarations\"",
        set: |rules, to| word(to, FEE_WHEN).map(|value| rules.pam_fee.value.when = value),
        get: |rules| spelling(rules.pam_fee.value.when, FEE_WHEN),
    },
    Agreed {
        name: "pam_flush_best",
        topic: Topic::FlushTie,
        takes: "false or true",
        set: |rules, to| {
            rules.flush_tie.value.top_card_first = flag(to)?;
            Some(())
        },
        get: |rules| Some(Setting::Flag(rules.flush_tie.value.top_card_first)),
    },
    Agreed {
        name: "pam_holder_exempt",
        topic: Topic::FlushOwe,
        takes: "false or true",
        set: |rules, to| {
            rules.flush_owe.value.top_card_exempt = flag(to)?;
            Some(())
        },
        get: |rules| Some(Setting::Flag(rules.flush_owe.value.top_card_exempt)),
    },
    Agreed {
        name: "pam_subject_to_obligations",
        topic: Topic::PamTrump,
        takes: "true or false",
        set: |rules, to| {
            rules.pam_trump.value = if flag(to)? { TopCardPlay::Bound } else { TopCardPlay::AtWill };
            Some(())
        },
        get: |rules| Some(Setting::Flag(rules.pam_trump.value == TopCardPlay::Bound)),
    },
    Agreed {
        name: "pam_turned_fee",
        topic: Topic::PamTurned,
        takes: "\"always\", \"if_not_folded\" or \"never\"",
        set: |rules, to| word(to, TURNED_FEE).map(|value| rules.pam_turned.value = value),
        get: |rules| spelling(rules.pam_turned.value, TURNED_FEE),
    },
    Agreed {
        name: "pamphile",
        topic: Topic::PamCard,
        takes: "false or true",
        set: |rules, to| {
            let (card, phases) =
                if flag(to)? { (TopCard::JACK_OF_CLUBS, Phases::NAMING) } else { (TopCard(None), Phases::PLAIN) };
            (rules.pam_card.value, rules.decl_order.value) = (card, phases);
            Some(())
        },
        get: |rules| Some(Setting::Flag(rules.pam_card.value != TopCard(None))),
    },
    Agreed {
        name: "play_obligation",
        topic: Topic::PlayFree,
        takes: "\"bete\" or \"strict\"",
        set: |rules, to| word(to, PLAY_OBLIGATION).map(|value| rules.play_free.value = value),
        get: |rules| spelling(rules.play_free.value, PLAY_OBLIGATION),
    },
    Agreed {
        name: "silence_means_yes",
        topic: Topic::TableTalk,
        takes: "false or true",
        set: |_, to| flag(to).map(|_| ()),
        get: |_| Some(Setting::Flag(false)),
    },
    Agreed {
        name: "staged_order",
        topic: Topic::DebtEnter,
        takes: "\"largest\", \"oldest\" or \"smallest\"",
        set: |rules, to| {
            let order = word(to, STAGED_ORDER)?;
            if let Entry::OneByOne(now) = &mut rules.debt_enter.value {
                *now = order;
            }
            Some(())
        },
        get: |rules| match rules.debt_enter.value {
            Entry::OneByOne(order) => spelling(order, STAGED_ORDER),
            Entry::AtOnce => None,
        },
    },
    Agreed {
        name: "stock_short",
        topic: Topic::ExchangeShort,
        takes: "\"first_come\", \"reshuffle_discards\" or \"cap_3\"",
        set: |rules, to| word(to, STOCK_SHORT).map(|value| rules.exchange_short.value = value),
        get: |rules| spelling(rules.exchange_short.value, STOCK_SHORT),
    },
    Agreed {
        name: "substitute_wild",
        topic: Topic::PamAbsent,
        takes: "false or true",
        set: |rules, to| {
            *substitute_wild(rules)? = flag(to)?;
            Some(())
        },
        get: |rules| match rules.pam_absent.value {
            Substitute::HighestTrump { wild, .. } => Some(Setting::Flag(wild)),
            Substitute::None => None,
        },
    },
    Agreed {
        name: "vole_takes_pending",
        topic: Topic::DebtSweep,
        takes: "false or true",
        set: |rules, to| {
            rules.debt_sweep.value.by_vole = flag(to)?;
            Some(())
        },
        get: |rules| Some(Setting::Flag(rules.debt_sweep.value.by_vole)),
    },
];

fn missing(rules: &mut Ruleset) -> Option<&mut Missing> {
    match &mut rules.pam_absent.value {
        Substitute::HighestTrump { missing, .. } => Some(missing),
        Substitute::None => None,
    }
}

fn substitute_wild(rules: &mut Ruleset) -> Option<&mut bool> {
    match &mut rules.pam_absent.value {
        Substitute::HighestTrump { wild, .. } => Some(wild),
        Substitute::None => None,
    }
}

fn word<T: Copy>(setting: &Setting, values: &[(&str, T)]) -> Option<T> {
    let Setting::Word(word) = setting else {
        return None;
    };
    values.iter().find(|(name, _)| name == word).map(|(_, value)| *value)
}

fn spelling<T: PartialEq>(value: T, values: &[(&str, T)]) -> Option<Setting> {
    values.iter().find(|(_, known)| *known == value).map(|(name, _)| Setting::Word((*name).into()))
}

fn flag(setting: &Setting) -> Option<bool> {
    let Setting::Flag(flag) = setting else {
        return None;
    };
    Some(*flag)
}
