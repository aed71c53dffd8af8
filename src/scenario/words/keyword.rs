//! The words that the grammar knows: one table, so that what a name may not be and what a suggestion offers agree.

/// Where a keyword may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// First in a line of a deal.
    Deal,
    /// First in a line of a script.
    Script,
    /// First in an entry of a payout.
    Payout,
    /// After a name in a script.
    Deed,
    /// After `tries to`.
    Try,
    /// After `may` or `legal:`.
    Choice,
    /// After a name in a payout.
    Payment,
    /// After `claims the`.
    Flush,
    /// Inside a statement.
    Inside,
}

macro_rules! keywords {
    ($($name:ident $spelling:literal $($place:ident)+;)*) => {
        /// A word of the grammar.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword { $(#[doc = concat!("`", $spelling, "`")] $name,)* }

        impl Keyword {
            /// All of them.
            pub const ALL: &'static [Keyword] = &[$(Keyword::$name,)*];

            /// The keyword of this spelling.
            pub fn of(word: &str) -> Option<Keyword> {
                match word { $($spelling => Some(Keyword::$name),)* _ => None }
            }

            /// How it is written.
            pub fn spelling(self) -> &'static str {
                match self { $(Keyword::$name => $spelling,)* }
            }

            fn places(self) -> &'static [Place] {
                match self { $(Keyword::$name => &[$(Place::$place),+],)* }
            }
        }
    };
}

keywords! {
    Dealer "dealer" Deal;
    Turn "turn" Deal Inside;
    Stock "stock" Deal;
    Fille "fille" Deal Inside;
    Debt "debt" Deal;
    Stake "stake" Deal;
    Misdeal "misdeal" Deal;
    Loses "loses" Inside;
    Stop "stop" Script;
    Folds "folds" Deed;
    Stands "stands" Deed;
    Exchanges "exchanges" Deed;
    Takes "takes" Deed Payment;
    Names "names" Deed;
    Claims "claims" Deed;
    May "may" Deed;
    Tries "tries" Deed;
    Shows "shows" Deed;
    Speaks "speaks" Deed;
    Holds "holds" Deed;
    Fold "fold" Try Choice;
    Stand "stand" Try Choice;
    Exchange "exchange" Try Choice;
    Take "take" Try Choice;
    Name "name" Try;
    Claim "claim" Try;
    Mouche "mouche" Flush;
    Lenturlu "lenturlu" Flush;
    Lanturlu "lanturlu" Flush;
    Pool "pool" Payout Inside;
    Next "next" Payout;
    Waiting "waiting" Payout;
    Owes "owes" Payment;
    Has "has" Payment;
    Pays "pays" Payment Inside;
    For "for" Inside;
    To "to" Inside;
    Or "or" Inside;
    The "the" Inside;
    TurnUp "turn-up" Inside;
    Refused "refused" Inside;
    Legal "legal" Inside;
    Hand "hand" Inside;
    Out "out" Inside;
    Of "of" Inside;
    Cards "cards" Inside;
    Deal "deal" Inside;
}

impl Keyword {
    /// Those that may stand at a place, in the order of the table.
    pub fn at(place: Place) -> impl Iterator<Item = Keyword> {
        Keyword::ALL.iter().copied().filter(move |keyword| keyword.is_at(place))
    }

    /// Whether it may stand at a place.
    pub fn is_at(self, place: Place) -> bool {
        self.places().contains(&place)
    }
}

impl Place {
    /// The keywords of this place as a list for a message.
    pub fn listed(self) -> String {
        Keyword::at(self).map(Keyword::spelling).collect::<Vec<_>>().join(", ")
    }

    /// The keyword of this place that is nearest to a word.
    pub fn nearest(self, word: &str) -> Option<&'static str> {
        super::nearest(word, Keyword::at(self).map(Keyword::spelling))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_keyword_is_read_as_itself() {
        for keyword in Keyword::ALL {
            assert_eq!(Keyword::of(keyword.spelling()), Some(*keyword));
        }
    }

    #[test]
    fn suggestions_know_their_place() {
        assert_eq!(Place::Deed.nearest("fold"), Some("folds"));
        assert_eq!(Place::Try.nearest("folds"), Some("fold"));
        assert_eq!(Place::Payout.nearest("folds"), None);
    }
}
