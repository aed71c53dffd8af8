//! The texts that rules, words and kinships are taken from: one list, and no text outside it.

/// A text that something in the book rests on. Only the list in [`works`] can make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::manual_non_exhaustive, reason = "`non_exhaustive` would let this crate make works outside the list")]
pub struct Work {
    /// Its anchor in the chapter of sources: `lalanne`.
    pub id: &'static str,
    /// Its name in a line of the book.
    pub short: &'static str,
    /// The whole reference.
    pub full: &'static str,
    /// How much of it was seen.
    pub seen: Seen,
    /// What it is good for.
    pub good_for: &'static str,
    /// What readings call it when they lean on it; empty if none does.
    pub called: &'static str,
    /// Private, so that a work outside the list does not compile.
    listed: (),
}

/// How much of a work was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    /// All that concerns these games.
    Whole,
    /// All of it in a machine's translation, and a part in its own tongue.
    Translated,
    /// A part: what it does not say proves nothing.
    Part,
    /// Only what others report of it.
    Reported,
}

impl Seen {
    /// In words, as a sentence.
    pub fn says(self) -> &'static str {
        match self {
            Seen::Whole => "We read all of it that concerns these games.",
            Seen::Translated => "We read all of it in a machine translation, and its opening in French.",
            Seen::Part => "We read a part of it: its silence proves nothing.",
            Seen::Reported => "We have not seen it, and know it by report.",
        }
    }
}

macro_rules! works {
    ($($name:ident $id:literal $short:literal $seen:ident $(called $called:literal)? { $full:literal, $good_for:literal })*) => {
        /// All works, in the order of the chapter of sources.
        pub mod works {
            use super::{Seen, Work};

            $(
                #[doc = $full]
                pub static $name: Work =
                    Work { id: $id, short: $short, full: $full, seen: Seen::$seen, good_for: $good_for, called: [$($called,)? ""][0], listed: () };
            )*

            /// The whole list.
            pub static ALL: &[&Work] = &[$(&$name,)*];
        }
    };
}

works! {
    LALANNE "lalanne" "Lalanne, La Mouche" Whole {
        "Philippe Lalanne, La Mouche and Le Pamphile, salondesjeux.fr: an account of the rules in the Académie universelle des jeux of 1718 and later editions",
        "The only complete account at hand of the rules of 1718 and of the Pamphile of 1758. It also reports the rule that 1730 added, and the ceiling on debts that Méry proposed."
    }
    BOUSSAC "boussac" "Boussac 1896" Translated {
        "Jean Boussac's encyclopedia of card games (1896), the chapter on le Mistigri or le Cascaret, pages 175–181",
        "The only complete rules of le Mistigri as Burgundy and its neighbours played it. Where the translation is garbled, the French opening repairs the first third; the rest is read with the vocabulary of rams."
    }
    ENCYCLOPEDIE "encyclopedie" "Encyclopédie X" Part called "Encyclopédie" {
        "Encyclopédie, volume X (1765), article Mouche, page 777 (only its last two definitions were seen)",
        "Two definitions: what it is to save the mouche, and who makes it."
    }
    BALZAC "balzac" "Balzac, Béatrix" Part called "Balzac" {
        "Balzac, Béatrix (1839): the game of mouche at Guérande",
        "Practice at a table in the provinces, independent of the printed rules: debts put in one by one, the largest first; a stock that may run out; a sum at which one stops."
    }
    ACADEMIE "academie" "Académie universelle des jeux" Part called "The Académie" {
        "Académie universelle des jeux, chapter before la Tontine: what a tour is",
        "The measure of a session: a tour is over when each player has dealt once."
    }
    VAN_DER_AA "van-der-aa" "van der Aa 1721" Reported called "Leiden edition of 1721" {
        "The Académie universelle des jeux that van der Aa printed at Leiden in 1721, as the English Wikipedia's article Mouche (card game) summarises it",
        "Silence under questioning counts as a yes; where the discards lie; a game of the provinces, not yet of Paris."
    }
    PERIOD_RULES "period-rules" "19th-century rules, unsigned" Part called "Unsigned rules" {
        "Rules of “la mouche ou lanturlu” on adpoker.fr, unsigned; their wording looks like a manual of the 19th century, which is our judgement",
        "Practice of the time: packs sized so that each may draw three cards, misdeals, exposed cards, false packs. Not any named author's rules."
    }
    GARRAUD "garraud" "Garraud 1984" Reported called "Garraud" {
        "C. Garraud, 1984, page 307, as summarised in the public repository mondary/PKcards",
        "The modern game: one chip a trick, and a division of a pool that is worked out."
    }
    JEUX_DE_CARTES "jeux-de-cartes" "jeux-de-cartes.com" Part called "jeux-de-cartes.com" {
        "The page on mouche at jeux-de-cartes.com, a modern account",
        "Other sizes of the pack for five and six players."
    }
    MERY "mery" "Méry 1847" Reported called "Méry" {
        "Joseph Méry, L'Arbitre des jeux, 1847: his chapters on these games were not found; Lalanne reports a ceiling on debts",
        "The ceiling on debts, at second hand."
    }
    LEBRUN "lebrun" "Lebrun 1827" Part {
        "Lebrun, Manuel des jeux, Roret, 1827: the title page alone was seen",
        "La mouche and le lenturlu stand apart on its title page, so the two names need not have meant one game to him."
    }
    PARLETT "parlett" "Parlett, Penguin Book" Part called "accounts of rams" {
        "David Parlett, The Penguin Book of Card Games: the pages on five-card loo, rams, Mauscheln and Norrlandsknack",
        "The relatives: how each is played, and which of them he calls equivalents of one another."
    }
    WIKIPEDIA_MISTIGRI "wikipedia-mistigri" "Wikipedia, Mistigri" Whole {
        "English Wikipedia, Mistigri (card game): Grupp 1975 and Kastner and Folkvord 2005, as summarised there",
        "The modern Mistigri of Grupp, and Mönch, a variant of it."
    }
    WIKIPEDIA_BETE "wikipedia-bete" "Wikipedia, Bête" Part called "In la Bête" {
        "English Wikipedia, Bête, in a scrambled copy",
        "In la Bête, whoever wins all the tricks takes every debt, those not in play included."
    }
    LITTRE "littre" "Littré" Part {
        "Émile Littré, Dictionnaire de la langue française, article lanturlu",
        "Three senses of lanturlu at cards."
    }
    TLFI "tlfi" "Trésor de la langue française" Part {
        "Trésor de la langue française informatisé, article mistigri, in a copy",
        "The first printed mistigri: Lebrun in 1827."
    }
}

#[cfg(test)]
mod tests {
    use super::works::ALL;

    #[test]
    fn ids_and_names_are_unique() {
        for (at, work) in ALL.iter().enumerate() {
            let namesake = |other: &&&super::Work| other.id == work.id || other.short == work.short;
            assert_eq!(ALL.iter().position(|other| namesake(&other)), Some(at), "{}", work.id);
            assert!(work.good_for.ends_with('.') && !work.full.ends_with('.'), "{}", work.id);
        }
    }
}
