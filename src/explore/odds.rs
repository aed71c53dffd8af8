//! Chances: counted where they can be counted, played out where they cannot.

mod counted;
mod dealing;
mod evening;
mod interval;
mod trial;
mod ways;

pub use counted::{Counted, What, counted};
pub use dealing::Dealing;
pub use evening::{Evening, evenings};
pub use interval::{Mean, Share};
pub use trial::{Row, Trial, trial};
pub use ways::{Chance, choose};
