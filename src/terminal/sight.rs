//! Whose eyes see the table.

use crate::cards::Seat;

/// What the one who watches sees: all cards, or those of one seat alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight(pub(crate) Option<Seat>);

impl Sight {
    /// All cards lie open.
    pub(crate) const OPEN: Sight = Sight(None);

    /// Whether the cards of a seat are seen.
    pub(crate) fn sees(self, seat: Seat) -> bool {
        self.0.is_none_or(|own| own == seat)
    }

    /// The next way to look, at a table of so many: open, then each seat in turn.
    pub(crate) fn next(self, seats: u8) -> Sight {
        match self.0 {
            None => Sight(Some(Seat(0))),
            Some(Seat(last)) if last + 1 >= seats => Sight::OPEN,
            Some(Seat(at)) => Sight(Some(Seat(at + 1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_goes_round() {
        let mut sight = Sight::OPEN;
        (0..4).for_each(|_| sight = sight.next(3));
        assert_eq!(sight, Sight::OPEN);
        assert!(sight.sees(Seat(2)) && !sight.next(3).sees(Seat(2)));
    }
}
