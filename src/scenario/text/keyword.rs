//! The words that the grammar knows: one table, so that what a name may not be and what a suggestion offers agree.

use super::lex::composed;
use crate::cards::{InOrder, Letters};
use crate::editions;
use crate::rules::{Sort, Verb, Words};
use std::sync::LazyLock;

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
    /// After `task`.
    Task,
    /// After `claims the`.
    Flush,
    /// Inside a statement.
    Inside,
}

macro_rules! keywords {
    ($($name:ident $spelling:literal [$($french:literal)+] $($place:ident)+;)*) => {
        /// A word of the grammar.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword {
            $(#[doc = concat!("`", $spelling, "`")] $name,)*
            /// A verb as it is told: `folds`. Of verbs with the same word the first.
            Does(Verb),
            /// A verb as it is tried or expected: `fold`.
            Bare(Verb),
            /// What an edition calls its flush: `mouche`.
            Flush(&'static str),
        }

        /// Those that are neither verbs nor words of an edition.
        const GRAMMAR: &[Keyword] = &[$(Keyword::$name,)*];

        impl Keyword {
            fn english(word: &str) -> Option<Keyword> {
                Keyword::verb(word).or(match word {
                    $($spelling => Some(Keyword::$name),)*
                    _ => editions::flushes().iter().map(|flush| Keyword::Flush(flush)).find(|flush| flush.is(word, Letters::English)),
                })
            }

            /// How it is written in English.
            pub fn spelling(self) -> &'static str {
                match self {
                    $(Keyword::$name => $spelling,)*
                    Keyword::Flush(word) => word,
                    _ => self.forms(Letters::English)[0],
                }
            }

            /// How it may be written in a French file, what messages call it first.
            pub fn french(self) -> &'static [&'static str] {
                match self {
                    $(Keyword::$name => &[$($french),+],)*
                    _ => self.forms(Letters::French),
                }
            }

            pub(super) fn places(self) -> &'static [Place] {
                match self {
                    $(Keyword::$name => &[$(Place::$place),+],)*
                    Keyword::Flush(_) => &[Place::Flush],
                    Keyword::Does(_) => &[Place::Deed],
                    Keyword::Bare(verb) if verb.sort() <= Sort::Right => &[Place::Try, Place::Choice],
                    Keyword::Bare(_) => &[Place::Try],
                }
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
    Points "points" ["points"] Deal Inside;
    Point "point" ["point"] Inside;
    Side "side" ["second"] Deal Payout;
    Pot "pot" ["pot"] Inside;
    Loses "loses" ["perd"] Inside;
    Stop "stop" ["arrêt"] Script;
    May "may" ["peut"] Deed Task;
    Tries "tries" ["tente"] Deed;
    Pool "pool" ["poule"] Payout Inside;
    Next "next" ["prochaine"] Payout;
    Waiting "waiting" ["attend"] Payout;
    Takes "takes" ["prend"] Payment Task;
    Owes "owes" ["doit"] Payment Task;
    Has "has" ["a"] Payment;
    Pays "pays" ["paie" "paye"] Payment Inside;
    For "for" ["contre" "pour"] Inside;
    To "to" ["de" "à"] Inside;
    Or "or" ["ou"] Inside;
    The "the" ["la" "le" "son"] Inside;
    TurnUp "turn-up" ["retourne"] Inside;
    Refused "refused" ["refusé"] Inside;
    Legal "legal" ["permis"] Inside;
    Hand "hand" ["main" "jeu"] Deal Inside;
    Out "out" ["hors"] Inside;
    Of "of" ["de"] Inside;
    Cards "cards" ["cartes"] Inside;
    Deal "deal" ["donne"] Inside;
    Wins "wins" ["gagne"] Task;
    Plays "plays" ["joue"] Task;
    Good "good" ["bon"] Inside;
    Rams "rams" ["rams"] Inside;
    Civility "civility" ["grâce"] Inside;
    Blind "blind" ["aveugle"] Inside;
    With "with" ["avec"] Inside;
    Laying "laying" ["laissant"] Inside;
}

/// All of them: verbs where `may` stands, by when they are made.
static ALL: LazyLock<Vec<Keyword>> = LazyLock::new(|| {
    let mut verbs: Vec<Verb> = Verb::ALL.iter().copied().filter(|verb| leads(*verb)).collect();
    verbs.in_order_of(|verb| verb.sort());
    let (faults, moves): (Vec<Verb>, Vec<Verb>) = verbs.into_iter().partition(|verb| verb.sort() == Sort::Fault);
    let bare = moves.iter().map(|verb| Keyword::Bare(*verb));
    let (before, rest) = GRAMMAR.split_at(GRAMMAR.iter().position(|word| *word == Keyword::May).unwrap_or_default());
    let (expected, after) = rest.split_at(2);
    let told = moves.iter().map(|verb| Keyword::Does(*verb)).chain(expected.iter().copied());
    let told = told.chain(faults.iter().map(|verb| Keyword::Does(*verb)));
    let flushes = editions::flushes().iter().map(|word| Keyword::Flush(word));
    before.iter().copied().chain(told).chain(bare).chain(flushes).chain(after.iter().copied()).collect()
});

/// Whether a verb has words, and is the first with them.
fn leads(verb: Verb) -> bool {
    let english = |verb: Verb| verb.words(Letters::English);
    english(verb).is_some() && Verb::ALL.iter().find(|other| english(**other) == english(verb)) == Some(&verb)
}

impl Keyword {
    /// All of them.
    pub fn all() -> &'static [Keyword] {
        &ALL
    }

    fn verb(word: &str) -> Option<Keyword> {
        let found = Verb::ALL.iter().find_map(|verb| {
            let words = verb.words(Letters::English)?;
            let bare = (verb.sort() != Sort::Fault && words.bare == word).then_some(Keyword::Bare(*verb));
            if words.does == word { Some(Keyword::Does(*verb)) } else { bare }
        });
        found.filter(|_| !word.is_empty())
    }

    /// How a verb is written in a file of these letters.
    fn forms(self, letters: Letters) -> &'static [&'static str] {
        let form: fn(&Words) -> &&'static str = match self {
            Keyword::Does(_) => |words| &words.does,
            _ => |words| &words.bare,
        };
        if let Keyword::Flush(word) = self {
            let is = |flush: &&&'static str| **flush == word;
            return editions::flushes().iter().find(is).map_or(&[], std::slice::from_ref);
        }
        let words = self.verbs().next().and_then(|verb| verb.words(letters));
        words.map_or(&[], |words| std::slice::from_ref(form(words)))
    }

    /// The verbs that it may begin; none if it is no verb.
    pub fn verbs(self) -> impl Iterator<Item = Verb> {
        let words = |verb: Verb| verb.words(Letters::English);
        let first = match self {
            Keyword::Does(verb) | Keyword::Bare(verb) => words(verb),
            _ => None,
        };
        Verb::ALL.iter().copied().filter(move |verb| first.is_some() && words(*verb) == first)
    }

    /// The word of this English spelling that stands inside a statement.
    pub fn inside(word: &str) -> Keyword {
        let is = |keyword: &&Keyword| keyword.is_at(Place::Inside) && keyword.spelling() == word;
        GRAMMAR.iter().find(is).copied().unwrap_or(Keyword::The)
    }

    /// The keyword of this spelling. A French file may have French words and English ones; where one French word has
    /// two meanings, the first of the table.
    pub fn of(word: &str, letters: Letters) -> Option<Keyword> {
        Keyword::english(word).or_else(|| (letters == Letters::French).then(|| Keyword::of_french(word)).flatten())
    }

    /// The keyword of this French spelling.
    pub fn of_french(word: &str) -> Option<Keyword> {
        let word = composed(word);
        Keyword::all().iter().copied().find(|keyword| keyword.french().contains(&word.as_ref()))
    }

    /// Whether it may follow a name, or stand where one may: others may be a piece of one, as `de` is in French.
    pub fn begins_something(self) -> bool {
        self.places() != [Place::Inside]
    }

    /// The French spelling of two words, if these two are one.
    pub fn phrase(first: &str, second: &str) -> Option<&'static str> {
        let spellings = Keyword::all().iter().flat_map(|keyword| keyword.french());
        spellings.copied().find(|phrase| phrase.split_once(' ') == Some((first, second)))
    }

    /// Whether a word spells it.
    pub fn is(self, word: &str, letters: Letters) -> bool {
        if let Keyword::Flush(flush) = self {
            return flush.eq_ignore_ascii_case(word);
        }
        word == self.spelling() || (letters == Letters::French && self.french().contains(&composed(word).as_ref()))
    }

    /// How it is written in a file of these letters.
    pub fn word(self, letters: Letters) -> &'static str {
        match letters {
            Letters::English => self.spelling(),
            Letters::French => self.french().first().copied().unwrap_or(self.spelling()),
        }
    }

    /// The same inside a statement: where it opens a line of a deal as well, the French of that comes first.
    pub fn word_inside(self, letters: Letters) -> &'static str {
        match (letters, self.is_at(Place::Deal)) {
            (Letters::French, true) => self.french().last().copied().unwrap_or(self.spelling()),
            _ => self.word(letters),
        }
    }

    /// Those that may stand at a place, in the order of the table.
    pub fn at(place: Place) -> impl Iterator<Item = Keyword> {
        Keyword::all().iter().copied().filter(move |keyword| keyword.is_at(place))
    }

    /// Whether it may stand at a place.
    pub fn is_at(self, place: Place) -> bool {
        self.places().contains(&place)
    }
}
