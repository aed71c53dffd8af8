//! A session played in a terminal: one seat is the learner's, the others follow the documented strategy.
//!
//! [`Sitting`] is the session, [`Dialog`] the talk about it, line by line: what a screen reader reads, and a pipe carries.

mod aside;
mod dialog;
mod order;
mod question;
#[cfg(test)]
mod random;
mod sitting;

pub(crate) use dialog::{Dialog, Keep, Told};
pub(crate) use sitting::{Company, Sitting};
