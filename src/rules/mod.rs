//! What an edition can decide: topics, clauses with their sources, and the values an engine reads. No edition is named here.

mod clause;
mod deal;
mod debts;
mod declare;
mod flush;
mod options;
mod pack;
mod pay;
mod play;
mod ruleset;
mod source;

pub use clause::{Absent, Clause, ClauseView, Custom, Reading, Value};
pub use deal::{Direction, NextDealer, Packets, Stake, StakeBy, TurnCard, TurnOwner};
pub use debts::{AllFold, Alone, Credit, Entry, FinalDebts, Finish, NoTrick, Session, StagedOrder, Sweep};
pub use declare::{Exchange, Forced, Offer, Phase, Phases, ShortStock};
pub use flush::{Claiming, FlushDebt, FlushKind, FlushPrize, Obtained, Points, TieBreak, TieBreaks};
pub use options::{Agreed, OptionError, Setting};
pub use pack::{ChipKind, ChipKinds, Chips, PackTable, PlayerCount, RankOrder};
pub use pay::{MOST_CHIPS, Shares};
pub use play::{Duty, Lead, TrickWinner, WhenTrumped};
pub use ruleset::{Ruleset, Topic};
pub use source::{Source, Work, works};
