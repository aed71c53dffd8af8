//! What an edition can decide: topics, clauses with their sources, and the values an engine reads. No edition is named here.
//!
//! ```
//! use mouche::editions;
//! use mouche::rules::{Credit, OptionValue, ClauseId};
//! use std::collections::BTreeMap;
//!
//! let edition = editions::by_id("mouche-1718").expect("an edition");
//! let clause = edition.clause(ClauseId::Stake);
//! assert_eq!(clause.value().to_string(), "5 chips from the dealer only");
//! assert_eq!(clause.source.to_string(), "Lalanne, La Mouche, §4, §6");
//!
//! let agreed = edition.with_options(&BTreeMap::from([("credit".into(), OptionValue::Word("cash".into()))])).expect("an option");
//! assert_eq!((edition.credit.value, agreed.credit.value), (Credit::Open, Credit::Cash));
//! ```

mod clause;
mod data_error;
mod deal;
mod declare;
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

pub(crate) use clause::AnyClause;
pub use clause::{Answer, Clause, ClauseInfo, Phrase, Presence, Reading};
pub(crate) use options::by_name;
pub use options::{OptionDef, OptionError, OptionValue, WHEN_TRUMPS_ARE_NAMED};
pub use ruleset::{ClauseId, GameFamily, Mutant, Ruleset, Terms, clause_page};
pub use source::{
    Citation, Mark, Marked, Marks, ReadExtent, SIGNS, Source, TakenOver, WORKS, Work,
};
pub use value::{TableCustom, Value};
pub(crate) use value::{all_except, choice_words, choices, data, each_change};
pub use verbs::{ArgKind, Move, MoveArgs, MoveKind, Verb, VerbInfo, VerbWords};
pub use {deal::*, declare::*, lore::*, pay::*, play::*};
