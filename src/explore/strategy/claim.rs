//! A flush may be claimed.

use super::{Move, Occasion, Rule};

pub(super) const CLAIMING: Occasion =
    Occasion { title: "A flush", rules: &[Rule { text: "He claims it, always.", does: |_| Some(Move::Claim) }] };
