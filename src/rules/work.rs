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
    pub called: &'static [&'static str],
    /// Where it can be read; empty for what has no address, or none that may be given.
    pub address: &'static str,
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
    ($($name:ident $id:literal $short:literal $seen:ident $(called $($called:literal)or+)? $(at $address:literal)? { $full:literal, $good_for:literal })*) => {
        /// All works, in the order of the chapter of sources.
        pub mod works {
            use super::{Seen, Work};

            $(
                #[doc = $full]
                pub static $name: Work =
                    Work { id: $id, short: $short, full: $full, seen: Seen::$seen, good_for: $good_for, called: &[$($($called),+)?], address: [$($address,)? ""][0], listed: () };
            )*

            /// The whole list.
            pub static ALL: &[&Work] = &[$(&$name,)*];
        }
    };
}

works! {
    LALANNE "lalanne" "Lalanne, La Mouche" Whole at "https://salondesjeux.fr/mouche.htm" {
        "Philippe Lalanne, La Mouche and Le Pamphile, salondesjeux.fr: an account of the rules in the Académie universelle des jeux of 1718 and later editions",
        "The only complete account at hand of the rules of 1718 and of the Pamphile of 1758. It also reports the rule that 1730 added, and the ceiling on debts that Méry proposed."
    }
    BOUSSAC "boussac" "Boussac 1896" Translated called "Boussac" at "https://jouerenlignefr.org/encyclopedie/le-mistigri" {
        "Jean Boussac's encyclopedia of card games (1896), the chapter on le Mistigri or le Cascaret, pages 175–181",
        "The only complete rules of le Mistigri as Burgundy and its neighbours played it. Where the translation is garbled, the French opening repairs the first third; the rest is read with the vocabulary of rams."
    }
    ENCYCLOPEDIE "encyclopedie" "Encyclopédie X" Part called "Encyclopédie" at "https://fr.m.wikisource.org/wiki/Page:Diderot_-_Encyclopedie_1ere_edition_tome_10.djvu/777" {
        "Encyclopédie, volume X (1765), article Mouche, page 777 (only its last two definitions were seen)",
        "Two definitions: what it is to save the mouche, and who makes it."
    }
    BALZAC "balzac" "Balzac, Béatrix" Part called "Balzac" at "https://fr.m.wikisource.org/wiki/Page:%C5%92uvres_compl%C3%A8tes_de_H._de_Balzac,_III.djvu/322" {
        "Balzac, Béatrix (1839): the game of mouche at Guérande",
        "Practice at a table in the provinces, independent of the printed rules: debts put in one by one, the largest first; a stock that may run out; a sum at which one stops."
    }
    ACADEMIE "academie" "Académie universelle des jeux" Part called "The Académie" at "https://books.google.co.kr/books?id=PAYVAAAAYAAJ&pg=PA52&output=html_text" {
        "Académie universelle des jeux, chapter before la Tontine: what a tour is",
        "The measure of a session: a tour is over when each player has dealt once."
    }
    VAN_DER_AA "van-der-aa" "van der Aa 1721" Reported called "Leiden edition of 1721" at "https://wikisum.wiki/wiki/Mouche_(card_game)" {
        "The Académie universelle des jeux that van der Aa printed at Leiden in 1721, as the English Wikipedia's article Mouche (card game) summarises it",
        "Silence under questioning counts as a yes; where the discards lie; a game of the provinces, not yet of Paris."
    }
    PERIOD_RULES "period-rules" "19th-century rules, unsigned" Part called "Unsigned rules" or "unsigned rules" at "http://www.adpoker.fr/mouche.html" {
        "Rules of “la mouche ou lanturlu” on adpoker.fr, unsigned; their wording looks like a manual of the 19th century, which is our judgement",
        "Practice that looks like the 19th century's: packs sized so that each may draw three cards, misdeals, exposed cards, false packs. Not any named author's rules."
    }
    GARRAUD "garraud" "Garraud 1984" Reported called "Garraud" at "https://github.com/mondary/PKcards" {
        "C. Garraud, 1984, page 307, as summarised in the public repository mondary/PKcards",
        "The modern game: one chip a trick, a flush that need only be shown before the first lead, and a void hand when all fold."
    }
    MICHELE "michele" "Michèle 2011" Reported called "Michèle" at "https://github.com/mondary/PKcards" {
        "D. Michèle, 2011, a book of games for thirty-two cards, as summarised in the public repository mondary/PKcards",
        "A division of a pool that is worked out, 3–2–0–0; and an end when all have dealt equally often."
    }
    MOSCA "mosca" "La mosca" Part called "la mosca" at "https://q2a.es/como-se-juega-a-la-mosca-con-naipes-espaoles.html" {
        "La mosca, modern Spanish accounts of la Mouche: q2a.es and diariopopular.com.ar",
        "All fold: the next player deals."
    }
    JEUX_DE_CARTES "jeux-de-cartes" "jeux-de-cartes.com" Part called "jeux-de-cartes.com" at "http://www.jeux-de-cartes.com/jeux-de-cartes/mouche/" {
        "The page on mouche at jeux-de-cartes.com, a modern account",
        "Other sizes of the pack for five and six players."
    }
    MERY "mery" "Méry 1847" Reported called "Méry" at "https://salondesjeux.fr/Mery_arbitre_des_jeux.htm" {
        "Joseph Méry, L'Arbitre des jeux, 1847: his chapters on these games were not found; Lalanne reports a ceiling on debts. The address is of his poem on games",
        "The ceiling on debts, at second hand."
    }
    LEBRUN "lebrun" "Lebrun 1827" Part at "http://www.youscribe.com/catalogue/livres/litterature/manuel-des-jeux-de-calcul-et-de-hasard-ou-nouvelle-academie-des-jeux-2079994" {
        "Lebrun, Manuel des jeux, Roret, 1827: the title page alone was seen",
        "La mouche and le lenturlu stand apart on its title page, so the two names need not have meant one game to him."
    }
    PARLETT "parlett" "Parlett, Penguin Book" Part called "Parlett" {
        "David Parlett, The Penguin Book of Card Games: the pages on five-card loo, rams, Mauscheln and Norrlandsknack",
        "The relatives: how each is played, and which of them he calls equivalents of one another."
    }
    PARLETT_SIDE_POTS "parlett-side-pots" "Parlett, side pots" Part called "lines of Parlett" {
        "David Parlett, The Penguin Book of Card Games: the lines on side pots just before his entry on Sixte, which we take to end his Bête; the heading was not seen",
        "Debts kept apart and played for one after another, the largest first."
    }
    HOYLE "hoyle" "Hoyle’s Games" Part called "English Hoyle" or "English books on loo" at "https://books.google.ch/books?id=AEAVAAAAYAAJ&pg=PA140&output=html_text" {
        "“Pam-loo” in an English Hoyle, undated; with Hoyle’s Games Improved on five-card loo",
        "Pam bound by no duties; his holder never looed."
    }
    LANTERLOO "lanterloo" "British Encyclopedia, Lanterloo" Part called "English books on loo" at "http://gluedideas.com/content-collection/british-encyclopedia/or-Lnnterloo.html" {
        "British Encyclopedia, article Lanterloo: older rules, apparently Cotton’s",
        "Pam saves his holder; the eldest wins among flushes."
    }
    WIKIPEDIA_MISTIGRI "wikipedia-mistigri" "Wikipedia, Mistigri" Whole called "Mönch" at "https://en.wikipedia.org/wiki/Mistigri_(card_game)" {
        "English Wikipedia, Mistigri (card game): Grupp 1975 and Kastner and Folkvord 2005, as summarised there",
        "The modern Mistigri of Grupp, and Mönch, a variant of it."
    }
    WIKIPEDIA_BETE "wikipedia-bete" "Wikipedia, Bête" Part called "In la Bête" at "https://www.wiki3.en-us.nina.az/B%C3%AAte.html" {
        "English Wikipedia, Bête, in a scrambled copy",
        "In la Bête, whoever wins all the tricks takes every debt, those not in play included."
    }
    WIKIPEDIA_MOUCHE "wikipedia-mouche" "Wikipedia, Mouche" Part called "English Wikipedia" at "https://en.wikipedia.org/wiki/Mouche_(card_game)" {
        "English Wikipedia, Mouche (card game), in copies that show its beginning",
        "Two numbers of players that contradict each other."
    }
    LITTRE "littre" "Littré" Part at "http://edicu.com/?mot=LANTURELU%20ou%20LANTURLU" {
        "Émile Littré, Dictionnaire de la langue française, article lanturlu",
        "Three senses of lanturlu at cards."
    }
    TLFI "tlfi" "Trésor de la langue française" Part at "https://www.languefrancaise.net/Bob/31056" {
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
