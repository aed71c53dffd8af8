//! The words that the grammar knows: one table, so that what a name may not be and what a suggestion offers agree.

use super::composed;
use crate::cards::Letters;

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
    ($($name:ident $spelling:literal [$($french:literal)+] $($place:ident)+;)*) => {
        /// A word of the grammar.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword { $(#[doc = concat!("`", $spelling, "`")] $name,)* }

        impl Keyword {
            /// All of them.
            pub const ALL: &'static [Keyword] = &[$(Keyword::$name,)*];

            /// The keyword of this English spelling.
            fn english(word: &str) -> Option<Keyword> {
                match word { $($spelling => Some(Keyword::$name),)* _ => None }
            }

            /// How it is written in English.
            pub fn spelling(self) -> &'static str {
                match self { $(Keyword::$name => $spelling,)* }
            }

            /// How it may be written in a French file, what messages call it first.
            pub fn french(self) -> &'static [&'static str] {
                match self { $(Keyword::$name => &[$($french),+],)* }
            }

            fn places(self) -> &'static [Place] {
                match self { $(Keyword::$name => &[$(Place::$place),+],)* }
            }
        }
    };
}

keywords! {
    Dealer "dealer" ["donneur"] Deal;
    Turn "turn" ["retourne" "tour"] Deal Inside;
    Stock "stock" ["talon"] Deal;
    Fille "fille" ["fille"] Deal Inside;
    Debt "debt" ["dette"] Deal;
    Stake "stake" ["enjeu"] Deal;
    Misdeal "misdeal" ["maldonne"] Deal;
    Loses "loses" ["perd"] Inside;
    Stop "stop" ["arrêt"] Script;
    Folds "folds" ["passe"] Deed;
    Stands "stands" ["s'y tient"] Deed;
    Exchanges "exchanges" ["change"] Deed;
    Takes "takes" ["prend"] Deed Payment;
    Names "names" ["nomme"] Deed;
    Claims "claims" ["réclame"] Deed;
    May "may" ["peut"] Deed;
    Tries "tries" ["tente"] Deed;
    Shows "shows" ["montre"] Deed;
    Speaks "speaks" ["parle"] Deed;
    Holds "holds" ["tient"] Deed;
    Fold "fold" ["passer"] Try Choice;
    Stand "stand" ["s'y tenir"] Try Choice;
    Exchange "exchange" ["changer"] Try Choice;
    Take "take" ["prendre"] Try Choice;
    Name "name" ["nommer"] Try;
    Claim "claim" ["réclamer"] Try;
    Mouche "mouche" ["mouche"] Flush;
    Lenturlu "lenturlu" ["lenturlu"] Flush;
    Lanturlu "lanturlu" ["lanturlu"] Flush;
    Pool "pool" ["poule"] Payout Inside;
    Next "next" ["prochaine"] Payout;
    Waiting "waiting" ["attend"] Payout;
    Owes "owes" ["doit"] Payment;
    Has "has" ["a"] Payment;
    Pays "pays" ["paie" "paye"] Payment Inside;
    For "for" ["contre" "pour"] Inside;
    To "to" ["de" "à"] Inside;
    Or "or" ["ou"] Inside;
    The "the" ["la" "le" "son"] Inside;
    TurnUp "turn-up" ["retourne"] Inside;
    Refused "refused" ["refusé"] Inside;
    Legal "legal" ["permis"] Inside;
    Hand "hand" ["main" "jeu"] Inside;
    Out "out" ["hors"] Inside;
    Of "of" ["de"] Inside;
    Cards "cards" ["cartes"] Inside;
    Deal "deal" ["donne"] Inside;
}

impl Keyword {
    /// The keyword of this spelling. A French file may have French words and English ones; where one French word has
    /// two meanings, the first of the table.
    pub fn of(word: &str, letters: Letters) -> Option<Keyword> {
        Keyword::english(word).or_else(|| (letters == Letters::French).then(|| Keyword::of_french(word)).flatten())
    }

    /// The keyword of this French spelling.
    pub fn of_french(word: &str) -> Option<Keyword> {
        let word = composed(word);
        Keyword::ALL.iter().copied().find(|keyword| keyword.french().contains(&word.as_ref()))
    }

    /// Whether it may follow a name, or stand where one may: others may be a piece of one, as `de` is in French.
    pub(super) fn begins_something(self) -> bool {
        self.places() != [Place::Inside]
    }

    /// The French spelling of two words, if these two are one.
    pub(super) fn phrase(first: &str, second: &str) -> Option<&'static str> {
        let spellings = Keyword::ALL.iter().flat_map(|keyword| keyword.french());
        spellings.copied().find(|phrase| phrase.split_once(' ') == Some((first, second)))
    }

    /// Whether a word spells it.
    pub fn is(self, word: &str, letters: Letters) -> bool {
        word == self.spelling() || (letters == Letters::French && self.french().contains(&composed(word).as_ref()))
    }

    /// How it is written in a file of these letters.
    pub fn word(self, letters: Letters) -> &'static str {
        match letters {
            Letters::English => self.spelling(),
            Letters::French => self.french().first().copied().unwrap_or(self.spelling()),
        }
    }

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
    pub fn listed(self, letters: Letters) -> String {
        Keyword::at(self).map(|keyword| keyword.word(letters)).collect::<Vec<_>>().join(", ")
    }

    /// The keyword of this place that is nearest to a word.
    pub fn nearest(self, word: &str, letters: Letters) -> Option<&'static str> {
        super::nearest(word, Keyword::at(self).map(|keyword| keyword.word(letters)))
    }

    /// The English keyword that a French word of this place stands for.
    pub fn english_of(self, word: &str) -> Option<&'static str> {
        let word = composed(word);
        let is = |keyword: &Keyword| keyword.french().contains(&word.as_ref());
        Keyword::at(self).find(is).map(Keyword::spelling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_keyword_is_read_as_itself() {
        for keyword in Keyword::ALL {
            assert_eq!(Keyword::of(keyword.spelling(), Letters::English), Some(*keyword));
            assert!(keyword.french().iter().all(|word| keyword.is(word, Letters::French)));
        }
        assert_eq!(Keyword::of("passe", Letters::English), None);
        assert_eq!(Keyword::of("re\u{301}clame", Letters::French), Some(Keyword::Claims));
    }

    #[test]
    fn no_french_word_has_two_meanings_in_one_place() {
        for keyword in Keyword::ALL {
            for word in keyword.french() {
                let others = Keyword::ALL.iter().filter(|other| *other != keyword && other.french().contains(word));
                let inside = |place: &&Place| **place != Place::Inside;
                let clash = |other: &&Keyword| other.places().iter().filter(inside).any(|place| keyword.is_at(*place));
                assert_eq!(others.filter(clash).count(), 0, "{word}");
            }
        }
    }

    #[test]
    fn suggestions_know_their_place() {
        assert_eq!(Place::Deed.nearest("fold", Letters::English), Some("folds"));
        assert_eq!(Place::Try.nearest("folds", Letters::English), Some("fold"));
        assert_eq!(Place::Payout.nearest("folds", Letters::English), None);
        assert_eq!(Place::Deed.nearest("pase", Letters::French), Some("passe"));
        assert_eq!(Place::Deed.english_of("passe"), Some("folds"));
    }
}
