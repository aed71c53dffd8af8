//! Options: what players may agree before play. One name, one switch, one clause.

use super::*;
use std::collections::BTreeMap;

/// A value given to an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `"staged"`.
    Word(String),
    /// `true`.
    Flag(bool),
    /// `20`.
    Number(i64),
    /// `{ tours = 3 }`.
    Table(String, i64),
}

impl std::fmt::Display for Setting {
    /// As it is written in a header.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Word(word) => write!(f, "{word:?}"),
            Setting::Flag(flag) => write!(f, "{flag}"),
            Setting::Number(number) => write!(f, "{number}"),
            Setting::Table(name, number) => write!(f, "{{ {name} = {number} }}"),
        }
    }
}

/// Why an option cannot be agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// The edition knows no option of this name.
    Unknown {
        /// What was written.
        name: String,
        /// What it knows.
        known: &'static [&'static str],
    },
    /// The option does not take this value.
    Value {
        /// The option.
        name: String,
        /// What it takes.
        takes: &'static str,
    },
    /// Two things that exclude each other.
    Conflict {
        /// The option that does not fit.
        name: String,
        /// Why not, and what would.
        why: &'static str,
    },
}

/// An option: its name, the clause it changes, what it takes, the change, and how a ruleset has it now.
pub struct Agreed {
    /// Its name.
    pub name: &'static str,
    /// The clause it changes.
    pub topic: Topic,
    /// The values it takes, in words, the default of 1718 first.
    pub takes: &'static str,
    set: fn(&mut Ruleset, &Setting) -> Option<()>,
    get: fn(&Ruleset) -> Option<Setting>,
}

type Words<T> = &'static [(&'static str, T)];

const ALL_PASS: Words<AllFold> = &[("dealer_takes", AllFold::DealerTakes), ("void", AllFold::Void)];
const CREDIT: Words<Credit> = &[("open", Credit::Open), ("cash", Credit::Cash)];
const DEBTS: Words<Entry> = &[("at_once", Entry::AtOnce), ("staged", Entry::OneByOne(StagedOrder::Largest))];
const FINAL_DEBTS: Words<FinalDebts> = &[("shared", FinalDebts::Shared), ("last_hand", FinalDebts::LastHand)];
const FLUSH_CLAIM: Words<Claiming> = &[("prompt", Claiming::Prompt), ("automatic", Claiming::Automatic)];
const FLUSH_TIE: Words<TieBreaks> = &[("points", TieBreaks::BY_POINTS), ("high_card", TieBreaks::BY_HIGH_CARD)];
const LATER_PACK: PackTable = {
    use crate::cards::Rank::{Eight, Four, Six, Two};
    PackTable([Eight, Eight, Six, Four, Two])
};
const PLAY_OBLIGATION: Words<WhenTrumped> = &[("bete", WhenTrumped::Free), ("strict", WhenTrumped::Undertrump)];
const STAGED_ORDER: Words<StagedOrder> =
    &[("largest", StagedOrder::Largest), ("oldest", StagedOrder::Oldest), ("smallest", StagedOrder::Smallest)];
const STOCK_SHORT: Words<ShortStock> = &[
    ("first_come", ShortStock::FirstCome),
    ("reshuffle_discards", ShortStock::ReshuffleDiscards),
    ("cap_3", ShortStock::CapPerPlayer(3)),
];

/// All options, by name.
static ALL: &[Agreed] = &[
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
        set: |rules, to| word(to, FLUSH_TIE).map(|value| rules.flush_tie.value = value),
        get: |rules| spelling(rules.flush_tie.value, FLUSH_TIE),
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

impl Agreed {
    /// The option of this name.
    pub fn by_name(name: &str) -> Option<&'static Agreed> {
        ALL.iter().find(|option| option.name == name)
    }

    /// What a ruleset has agreed already; of an edition, its default. None where the option has nothing to say: an
    /// order of staged debts, when debts are not staged.
    pub fn now(&self, rules: &Ruleset) -> Option<Setting> {
        (self.get)(rules)
    }
}

impl Ruleset {
    /// This edition with options agreed before play.
    ///
    /// # Errors
    /// An option the edition does not know, a value it does not take, or two that exclude each other.
    pub fn with(&self, options: &BTreeMap<String, Setting>) -> Result<Ruleset, OptionError> {
        let mut rules = *self;
        // By name: `debts` stands before `staged_order`, which needs it.
        for (name, to) in options {
            let option = Agreed::by_name(name)
                .filter(|option| self.options.contains(&option.name))
                .ok_or_else(|| OptionError::Unknown { name: name.clone(), known: self.options })?;
            (option.set)(&mut rules, to)
                .ok_or_else(|| OptionError::Value { name: name.clone(), takes: option.takes })?;
        }
        conflict(&rules, options).map_or(Ok(rules), |(name, why)| Err(OptionError::Conflict { name: name.into(), why }))
    }
}

fn conflict(rules: &Ruleset, options: &BTreeMap<String, Setting>) -> Option<(&'static str, &'static str)> {
    let staged = matches!(rules.debt_enter.value, Entry::OneByOne(_));
    let sweep = rules.debt_sweep.value;
    if staged && rules.debt_cap.value.is_some() {
        return Some(("debt_cap", "a ceiling and staged debts are alternatives; leave one of them out"));
    }
    if !staged && options.contains_key("staged_order") {
        return Some(("staged_order", "debts are put in all at once here; write `debts = \"staged\"` as well"));
    }
    if !staged && (sweep.by_flush || sweep.by_vole) {
        return Some(("debts", "this edition sweeps waiting debts, so they must be staged"));
    }
    None
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
