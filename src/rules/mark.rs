//! How sure a clause is: the marks that go with its words and its value wherever they are printed.
//!
//! [`Marked`] holds what a clause says and lets it out in two ways only: printed with its signs, or together with its
//! marks to whoever sets them in type. So a page cannot print a value and forget that it is our reading.

use std::fmt::{Display, Formatter};

macro_rules! marks {
    ($($(#[$doc:meta])+ $mark:ident $sign:literal $says:literal;)+) => {
        /// What there is to say of how sure a clause is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum Mark { $($(#[$doc])+ $mark,)+ }

        impl Mark {
            /// All of them, in the order in which signs stand.
            pub const ALL: &'static [Mark] = &[$(Mark::$mark,)+];

            /// The sign behind what is marked so; empty where words say it, or nothing has to be said. None means anything in
            /// Markdown: a tilde and an asterisk are those of mathematics.
            pub const fn sign(self) -> &'static str {
                match self { $(Mark::$mark => $sign,)+ }
            }

            /// It in a few words.
            pub const fn says(self) -> &'static str {
                match self { $(Mark::$mark => $says,)+ }
            }
        }
    };
}

marks! {
    /// The source of the edition says so, or tells the game without the thing.
    Said "" "the source says so";
    /// The source says that it is as in another edition.
    TakenOver "" "said to be as in another edition";
    /// It is taken from another edition, and nobody tells it again of this one.
    NotToldAgain "∼" "taken from another edition, not told again";
    /// It is played as in another edition, and not known to be this one's.
    NotKnown "∗" "not known, played as in another edition";
    /// The source is silent, and nothing is decided.
    Silent "" "the source is silent";
    /// It is our reading, since no source of the edition says it.
    Ours "°" "our reading";
    /// In part it is our reading: beside what the source says, a question is answered that it leaves open.
    PartlyOurs "°" "in part our reading";
    /// The source speaks in words that fit more than one answer, and the choice is ours.
    Open "†" "an open question, the choice is ours";
}

/// The signs, and what each means wherever it stands.
pub const SIGNS: &[(&str, &str)] = &[
    (Mark::NotToldAgain.sign(), "taken from an earlier edition: nobody tells it again of this one"),
    (Mark::NotKnown.sign(), "not known to be this edition’s: played as in an earlier one"),
    (Mark::Ours.sign(), "in whole or in part our reading, since the source leaves it open"),
    (Mark::Open.sign(), "the source’s words fit more than one answer: the choice is ours"),
];

/// The marks of a clause, or of what is made of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    pub(super) const NONE: Marks = Marks(0);

    /// Those of a clause that another edition takes over: what its own source says is not said of the other.
    pub(super) const fn taken_over(self) -> Marks {
        let lost = Marks::NONE.with(Mark::Said).with(Mark::TakenOver);
        Marks(self.0 & !lost.0)
    }

    pub(super) const fn with(self, mark: Mark) -> Marks {
        Marks(self.0 | 1 << mark as u8)
    }

    /// These and others.
    pub const fn and(self, others: Marks) -> Marks {
        Marks(self.0 | others.0)
    }

    /// These without those that have a sign of others'.
    pub fn but(self, others: Marks) -> Marks {
        let told = others.signs();
        self.signed().filter(|mark| !told.contains(mark.sign())).fold(Marks::NONE, Marks::with)
    }

    /// Whether this is among them. What is ours in whole is not ours in part besides; and what is not known of an edition
    /// may or may not be told again of the one between.
    pub fn has(self, mark: Mark) -> bool {
        let is_in = |mark: Mark| self.0 & (1 << mark as u8) != 0;
        is_in(mark)
            && match mark {
                Mark::PartlyOurs => !is_in(Mark::Ours),
                Mark::NotToldAgain => !is_in(Mark::NotKnown),
                _ => true,
            }
    }

    /// Whether some or all of it is our choice, or not known to be the edition's.
    pub fn is_ours(self) -> bool {
        [Mark::Ours, Mark::PartlyOurs, Mark::Open].into_iter().any(|mark| self.has(mark))
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.iter().copied().filter(move |mark| self.has(*mark))
    }

    fn signed(self) -> impl Iterator<Item = Mark> {
        self.iter().filter(|mark| !mark.sign().is_empty())
    }

    /// Their signs, one behind the other.
    pub fn signs(self) -> String {
        self.iter().map(Mark::sign).collect()
    }

    /// The signs with what they say, a line of plain text: `°: our reading`. Nothing where there are none.
    pub fn explained(self) -> Option<String> {
        let each: Vec<String> = self.signed().map(|mark| format!("{}: {}", mark.sign(), mark.says())).collect();
        (!each.is_empty()).then(|| each.join("; "))
    }

    /// Their signs with what each means wherever it stands, whatever it stands behind there.
    pub fn meanings(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let signs = self.signs();
        SIGNS.iter().copied().filter(move |(sign, _)| signs.contains(sign))
    }

    /// Those among them that say that it is known of another edition alone.
    pub const fn from_elsewhere(self) -> Marks {
        Marks(self.0 & Marks::NONE.with(Mark::NotToldAgain).with(Mark::NotKnown).0)
    }

    /// What the signs say, in words.
    pub fn words(self) -> String {
        self.signed().map(Mark::says).collect::<Vec<_>>().join("; ")
    }
}

/// Something that a clause says, with the marks of the clause. It cannot be printed without them.
///
/// ```
/// // No source of 1718 says what becomes of one who cannot pay: the sign says that the answer is ours.
/// let edition = mouche::editions::ALL[0];
/// assert_eq!(edition.credit.read().map(|credit| credit.words()).to_string(), "open: a purse may go below nothing°");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked<T> {
    said: T,
    marks: Marks,
}

impl<T> Marked<T> {
    pub(super) const fn new(said: T, marks: Marks) -> Marked<T> {
        Marked { said, marks }
    }

    /// Its marks.
    pub fn marks(&self) -> Marks {
        self.marks
    }

    /// What is made of it, which rests on the same.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Marked<U> {
        Marked { said: make(self.said), marks: self.marks }
    }

    /// It and another: what is made of both rests on both.
    pub fn and<U>(self, other: Marked<U>) -> Marked<(T, U)> {
        Marked { said: (self.said, other.said), marks: self.marks.and(other.marks) }
    }

    /// Sets it in type: what it is and its marks are given together.
    pub fn set<R>(&self, setter: impl FnOnce(&T, Marks) -> R) -> R {
        setter(&self.said, self.marks)
    }
}

impl<T: Display> Display for Marked<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.said, self.marks.signs())
    }
}
