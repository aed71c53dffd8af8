//! A file of Mus held against its machine.

pub mod deal;
pub mod payout;
pub mod says;
pub mod words;
