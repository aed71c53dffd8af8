//! Leads, duties in play, and who wins a trick.

use super::value::{Value, choices};

choices! {
    /// Who leads; they may lead any card.
    Lead { Eldest = "the first active player from the dealer's right, then the winner of each trick"; }

    /// What one who leads must lead, if they can.
    MustLead { TrumpLater = "a trump, from the second trick"; }

    /// Whether a duty is laid on those who can obey it.
    Duty {
        Binding = "binding";
        Waived = "not asked";
    }

    /// What one may play who has neither the suit led nor a trump.
    Discard { Any = "any card may be played"; }

    /// What binds one who is void, whose trumps are all beaten by a trump in the trick.
    WhenTrumped {
        Free "bete" = "any card may be played";
        Undertrump "strict" = "a trump must be played all the same";
    }

    /// Who wins a trick.
    TrickWinner { HighestTrump = "the highest trump, else the highest card of the suit led"; }
}

/// The duties of one who leads; the first that can be met binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadDuties(pub &'static [MustLead]);

impl Value for LeadDuties {
    fn says(&self) -> String {
        if self.is_absent() { "none".into() } else { self.0.iter().map(MustLead::says).collect::<Vec<_>>().join("; ") }
    }

    fn is_absent(&self) -> bool {
        self.0.is_empty()
    }
}
