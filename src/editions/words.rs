//! The words that every edition's data are written with.

use crate::rules::{Clause, Reading, Source, works};

/// Lalanne's account says so. Its first half is la Mouche, its second le Pamphile.
pub(super) const fn lalanne(section: &'static str) -> Source {
    Source::Says { work: &works::LALANNE, section }
}

/// Boussac says so.
pub(super) const fn boussac(section: &'static str) -> Source {
    Source::Says { work: &works::BOUSSAC, section }
}

/// A question the source leaves open, and our answer.
pub(super) const fn reading(
    id: &'static str,
    question: &'static str,
    ruling: &'static str,
    why: &'static str,
) -> Reading {
    Reading { id, question, ruling, why, option: None }
}

/// The reading, with the option that answers otherwise.
pub(super) const fn or(reading: Reading, option: &'static str) -> Reading {
    Reading { option: Some(option), ..reading }
}

/// A thing the edition does not have, and of which its source says nothing.
pub(super) const fn absent<T: Copy>(value: T, text: &'static str) -> Clause<T> {
    Clause { text, value, source: Source::Silent, readings: &[] }
}
