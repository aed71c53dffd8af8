//! What an edition can decide: topics, clauses with their sources, and the values an engine reads. No edition is named here.
//!
//! ```
//! use mouche::editions;
//! use mouche::rules::{ClauseId, Credit, OptionValue, Ruleset};
//! use std::collections::BTreeMap;
//!
//! let edition = editions::by_id("mouche-1718").expect("an edition");
//! let clause = edition.clause(ClauseId::Stake).expect("a clause");
//! assert_eq!(clause.value().to_string(), "5 chips from the dealer only");
//! assert_eq!(clause.source.to_string(), "Lalanne, La Mouche, §4, §6");
//!
//! let agreed = edition.with_options(&BTreeMap::from([("credit".into(), OptionValue::Word("cash".into()))])).expect("an option");
//! let credit = |edition: &Ruleset| edition.tricks().map(|rules| rules.credit.value);
//! assert_eq!((credit(edition), credit(&agreed)), (Some(Credit::Open), Some(Credit::Cash)));
//! ```

mod clause;
mod clause_list;
mod data_error;
mod deal;
mod declare;
mod exclusions;
pub(crate) mod from_toml;
mod lore;
pub mod mus;
mod options;
mod pay;
mod play;
mod ruleset;
mod ruleset_reader;
mod source;
mod value;
mod verbs;

pub use clause::{Answer, AnyClause, Clause, ClauseInfo, Phrase, Practice, Presence, Reading};
pub use clause_list::{ClauseId, CommonRules, MusRules, TrickRules, clause_page};
pub use data_error::{DataError, DataProblem};
pub use exclusions::Exclusion;
pub(crate) use options::by_name;
pub use options::{OptionDef, OptionError, OptionValue, WHEN_TRUMPS_ARE_NAMED};
use ruleset::RulesPart;
pub use ruleset::{GameFamily, GameRules, Mutant, Ruleset, Terms};
pub use ruleset_reader::FindRuleset;
pub use source::{
    Citation, Mark, Marked, Marks, ReadExtent, SIGNS, Source, TakenOver, WORKS, Work,
};
pub use value::{TableCustom, Value};
pub(crate) use value::{all_except, choice_words, choices, data, each_change};
pub use verbs::{ArgKind, Move, MoveArgs, MoveKind, Verb, VerbInfo, VerbWords};
pub use {deal::*, declare::*, lore::*, pay::*, play::*};
