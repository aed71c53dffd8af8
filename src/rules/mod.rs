//! What an edition can decide: topics, clauses with their sources, and the values an engine reads. No edition is named here.

mod clause;
mod deal;
mod debts;
mod declare;
mod family;
mod faults;
mod flush;
mod mark;
mod options;
mod pack;
mod pam;
mod pay;
mod play;
mod renamed;
mod ruleset;
mod sought;
mod source;
mod term;
mod verbs;
mod work;

use clause::but;
pub use clause::{Answer, Clause, ClauseView, Custom, Heritage, Phrase, Presence, Reading, Value};
pub use deal::{Direction, NextDealer, Packets, SpareHand, Stake, StakeBy, TurnCard, TurnOwner};
pub use debts::{
    AllFold, Alone, Amount, Credit, Entry, FinalDebts, Finish, Limit, Payee, Penalties, Penalty, Session, StagedOrder,
    Sweep,
};
pub use declare::{
    DECLARATIONS, Exchange, Forced, LastButOne, Offer, Phase, Phases, Round, ShortStock, Undertaking, When,
};
pub use family::{Certainty, Game, Kin, Neighbour, Print, Relation, Rests, Standing};
pub use faults::{Fault, Misdeal};
pub use flush::{Claiming, FlushDebt, FlushKind, FlushPrize, Obtained, Points, TieBreak, TieBreaks, WildCard};
pub use mark::{Mark, Marked, Marks, SIGNS};
pub use options::{Agreed, OptionError, Setting, WHEN_TRUMPS_ARE_NAMED};
pub use pack::{ChipKind, ChipKinds, Chips, PackTable, PlayerCount, Promoted, Promotion, RankOrder};
pub use pam::{Fee, FeePayers, FeeWhen, Missing, Substitute, TopCard, TopCardPlay, TurnedFee, TurnedTrump};
pub use pay::{Double, MOST_CHIPS, Orphan, Shares};
pub use play::{AnyCard, Duty, Lead, LeadDuties, MustLead, TrickWinner, WhenTrumped};
pub use ruleset::{Mutant, Ruleset, Terms, Topic, page};
pub use sought::Sought;
pub use source::{Source, TakenOver};
pub use term::{Term, Tongue};
pub use verbs::{Move, Sort, Verb, What, Words};
pub use work::{Seen, Work, works};
