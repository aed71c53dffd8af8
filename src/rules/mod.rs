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

mod all_clauses;
mod clause;
mod clause_sources;
mod clause_value;
mod data_error;
mod deal_and_table_values;
mod edition_keys;
mod exclusions;
mod file_language_words;
pub(crate) mod from_toml;
mod game_lore;
pub mod mus_values;
mod options;
mod payment_values;
mod phase_and_declaration_values;
mod play_values;
mod rights_and_duties_in_words;
mod ruleset;
mod ruleset_reader;
mod spellings;
mod value_form;
mod verbs;

pub use all_clauses::{
    ClauseId, CommonRules, MusRules, PartUnusedByEngine, TrickRules, clause_address_in_book,
};
pub use clause::{
    AmbiguousSourceWords, AnyClause, Clause, ClausePresence, EditionClauseInWords, Quotation,
    ReadingAnswerOrigin, SourceReading, SuggestedTableCustom,
};
pub use clause_sources::{
    CertaintyMarkSet, Citation, ClauseSource, InheritedClauseCertainty, Mark, MarkedWithCertainty,
    ReadExtent, SIGNS, WORKS, Work,
};
pub use clause_value::{ClauseValue, UnenforcedCustom};
pub(crate) use clause_value::{all_except, choice_words, choices, data, values_with_one_change};
pub use data_error::{DataError, DataProblem};
pub use edition_keys::edition_form;
#[cfg(feature = "cli")]
pub(crate) use edition_keys::{clauses_reviewed_by_author, inherited_clauses_tables};
pub use exclusions::Exclusion;
pub use file_language_words::{
    KeywordTable, LanguageWords, Synonym, letters_on_pages, letters_with_suits_of_game,
};
pub use options::{
    AuthorOptionChoice, AuthorOptionWords, OptionDef, OptionError, OptionValue,
    WHEN_TRUMPS_ARE_NAMED,
};
pub(crate) use options::{options_by_name, value_pattern_in_words, without_option};
pub use rights_and_duties_in_words::words_of_duty;
use ruleset::CommonOrGameRules;
pub use ruleset::{ClauseLookup, EditionTerms, EngineKind, Ruleset, RulesetMutant, SuitSystem};
pub use ruleset_reader::FindRuleset;
pub use spellings::Spellings;
pub use value_form::{AllowedValueWord, IdKind, TableKeyForm, ValueForm};
pub use verbs::{Move, MoveArgKind, MoveOccasion, PlayerMoveDetails, Verb, VerbInfo, VerbWords};
pub use {
    deal_and_table_values::*, game_lore::*, payment_values::*, phase_and_declaration_values::*,
    play_values::*,
};
