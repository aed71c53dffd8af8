//! Leads, duties in play, and who wins a trick.

use super::{Value, but};

/// Who leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// The first active player from the dealer's right; then the winner of the last trick. Any card.
    Eldest,
}

impl Value for Lead {
    fn says(&self) -> String {
        "the first active player from the dealer's right, then the winner of each trick".into()
    }
}

/// What one who leads must lead, if they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MustLead {
    /// A trump, to every trick but the first.
    TrumpLater,
    /// The highest trump of the trump suit, to the first trick.
    HighestTrumpFirst,
}

/// The duties of one who leads; the first that can be met binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadDuties(pub &'static [MustLead]);

impl Value for LeadDuties {
    fn says(&self) -> String {
        let one = |duty: &MustLead| match duty {
            MustLead::TrumpLater => "a trump, from the second trick",
            MustLead::HighestTrumpFirst => "the highest trump, to the first trick",
        };
        if self.is_absent() { "none".into() } else { self.0.iter().map(one).collect::<Vec<_>>().join("; ") }
    }

    fn is_absent(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether a duty is laid on those who can obey it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Yes.
    Binding,
    /// No.
    Waived,
}

impl Value for Duty {
    fn says(&self) -> String {
        match self {
            Duty::Binding => "binding".into(),
            Duty::Waived => "not asked".into(),
        }
    }

    fn others(&self) -> Vec<Duty> {
        but(self, &[Duty::Binding, Duty::Waived])
    }
}

/// That nothing binds one who has neither the suit led nor a trump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyCard;

impl Value for AnyCard {
    fn says(&self) -> String {
        "any card may go".into()
    }
}

/// What binds one who is void, whose trumps are all beaten by a trump in the trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenTrumped {
    /// Nothing: any card may go.
    Free,
    /// He must play a trump all the same.
    Undertrump,
}

impl Value for WhenTrumped {
    fn says(&self) -> String {
        match self {
            WhenTrumped::Free => "any card may go".into(),
            WhenTrumped::Undertrump => "a trump must go all the same".into(),
        }
    }

    fn others(&self) -> Vec<WhenTrumped> {
        but(self, &[WhenTrumped::Free, WhenTrumped::Undertrump])
    }
}

/// Who wins a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrickWinner {
    /// The highest trump, else the highest card of the suit led.
    HighestTrump,
}

impl Value for TrickWinner {
    fn says(&self) -> String {
        "the highest trump, else the highest card of the suit led".into()
    }
}
