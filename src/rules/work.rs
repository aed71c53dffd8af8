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
    /// Where it was seen, what bears most of the weight first; empty for what has no address, or none that may be given.
    pub addresses: &'static [&'static str],
    /// What there is to add on how it was read, in sentences; empty if nothing.
    pub how: &'static str,
    /// Private, so that a work outside the list does not compile.
    listed: (),
}

/// How much of a work was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    /// All of it in a translation, and a part in its own language.
    Translated,
    /// All of it, in a copy.
    Copied,
    /// A part: what it does not say proves nothing.
    Part,
    /// Only what others report of it.
    Reported,
}

impl Seen {
    /// In words, as a sentence.
    pub fn says(self) -> &'static str {
        match self {
            Seen::Translated => "We read all of it in an English translation, and only its opening in French.",
            Seen::Copied => "We read a copy of it, not the page itself.",
            Seen::Part => "We read a part of it: its silence proves nothing.",
            Seen::Reported => "We have not seen it, and know it by report.",
        }
    }
}

macro_rules! works {
    ($($name:ident $id:literal $short:literal $seen:ident $(called $($called:literal)or+)? $(at $($address:literal)and+)? { $full:literal, $good_for:literal $(, $how:literal)? })*) => {
        /// All works, in the order of the chapter of sources.
        pub mod works {
            use super::{Seen, Work};

            $(
                #[doc = $full]
                pub static $name: Work =
                    Work { id: $id, short: $short, full: $full, seen: Seen::$seen, good_for: $good_for, called: &[$($($called),+)?], addresses: &[$($($address),+)?], how: concat!($($how)?), listed: () };
            )*

            /// The whole list.
            pub static ALL: &[&Work] = &[$(&$name,)*];
        }
    };
}

works! {
    LALANNE "lalanne" "Lalanne, La Mouche" Translated at "http://www.geocities.ws/jeux-oublies/mouche.htm" and "https://salondesjeux.fr/mouche.htm" {
        "Philippe Lalanne, La Mouche and Le Pamphile, salondesjeux.fr: an account of the rules in the Académie universelle des jeux of 1718 and later editions",
        "The only complete account at hand of the rules of 1718 and of the Pamphile of 1758. It also reports the rule that 1730 added, and the ceiling on debts that Méry proposed.",
        "The first address is an archive in English, made on July 1, 2026; who translated it is not said. The second is the French page, put online on March 18, 2005 and revised on November 19, 2021: of that we saw the packs, the order of the cards, the chips and some of the words, and nothing after §4. The books that he names are the Académie of Paris, Legras, 1718, and of Amsterdam, 1758; Méry, Paris, Gabriel de Gonet, 1847; and Lebrun, Paris, Roret, 1828."
    }
    BOUSSAC "boussac" "Boussac 1896" Translated called "Boussac" at "https://www.truebluecasinos.org/encyclopedia/mistigriorcascaret" and "https://jouerenlignefr.org/encyclopedie/le-mistigri" {
        "Jean Boussac, Encyclopédie des jeux de cartes: jeux de combinaisons, de ruse, de hasard, patiences (1896), the chapter on le Mistigri or le Cascaret, pages 175–181",
        "The only complete rules of le Mistigri as Burgundy and its neighbours played it. Where the translation is garbled, the French opening repairs the first third; the rest is read with the vocabulary of rams.",
        "The translation is credited to Lydie M.; that it reads like a machine's is our judgement. The second address has the French, of which we saw the first third. A second translation, at usa-review-casino.com, was seen in part; it agrees on the order in which the spare hand is served."
    }
    ENCYCLOPEDIE "encyclopedie" "Encyclopédie X" Part called "Encyclopédie" at "https://fr.m.wikisource.org/wiki/Page:Diderot_-_Encyclopedie_1ere_edition_tome_10.djvu/777" {
        "Encyclopédie, volume X (1765), article Mouche, page 777 (only its last two definitions were seen)",
        "Two definitions: what it is to save the mouche, and who makes it."
    }
    BALZAC "balzac" "Balzac, Béatrix" Part called "Balzac" at "https://fr.m.wikisource.org/wiki/Page:%C5%92uvres_compl%C3%A8tes_de_H._de_Balzac,_III.djvu/322" {
        "Balzac, Béatrix (1839): the game of mouche at Guérande",
        "Practice at a table in the provinces, independent of the printed rules: debts put in one by one, the largest first; a stock that may run out; a sum at which one stops."
    }
    ACADEMIE "academie" "Académie universelle des jeux" Part called "page of an Académie" at "https://books.google.co.kr/books?id=PAYVAAAAYAAJ&pg=PA52&output=html_text" {
        "Académie universelle des jeux, chapter before la Tontine: what a tour is",
        "The measure of a session: a tour is over when each player has dealt once."
    }
    VAN_DER_AA "van-der-aa" "van der Aa 1721" Reported called "Leiden edition of 1721" at "https://wikisum.wiki/wiki/Mouche_(card_game)" {
        "The Académie universelle des jeux that van der Aa printed at Leiden in 1721, as the English Wikipedia's article Mouche (card game) summarises it",
        "Silence under questioning counts as a yes; where the discards lie; a game of the provinces, not yet of Paris.",
        "The address has an abridgement of the article, a sentence here and a sentence there, also of its section on rules."
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
    MERY "mery" "Méry 1847" Reported called "Méry" {
        "Joseph Méry, L'Arbitre des jeux, Paris, Gabriel de Gonet, 1847: his chapters on these games were not found; Lalanne reports a ceiling on debts",
        "The ceiling on debts, at second hand.",
        "Of the book we saw, in part, only the poem on games, at salondesjeux.fr/Mery_arbitre_des_jeux.htm: it tells of a game with a real fly, and has no rules. Lalanne calls its author Jules in his introduction and Joseph in §13; we follow §13."
    }
    LEBRUN "lebrun" "Lebrun 1827" Part at "http://www.youscribe.com/catalogue/livres/litterature/manuel-des-jeux-de-calcul-et-de-hasard-ou-nouvelle-academie-des-jeux-2079994" {
        "Lebrun, Manuel des jeux de calcul et de hasard, ou Nouvelle Académie des jeux, Paris, Roret, 1827: the title page alone was seen",
        "La mouche and le lenturlu stand apart on its title page, so the two names need not have meant one game to him.",
        "Lalanne cites an edition of 1828; the one whose title page we saw is of 1827."
    }
    PARLETT "parlett" "Parlett, Penguin Book" Part called "Parlett" {
        "David Parlett, The Penguin Book of Card Games: the pages on Julep, five-card loo, rams, Mauscheln and Norrlandsknack",
        "The relatives: how each is played, and which of them he calls equivalents of one another. Also where he takes the names Pam and lanterloo from.",
        "Of Julep we have the end alone; five-card loo lacks its last lines."
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
        "A flush sweeps the board, and the eldest wins among flushes; Pam makes a suit with any cards, and saves his holder."
    }
    WIKIPEDIA_MISTIGRI "wikipedia-mistigri" "Wikipedia, Mistigri" Copied called "Mönch" at "https://wikimili.com/en/Mistigri_(card_game)" {
        "English Wikipedia, Mistigri (card game), in WikiMili's copy: Grupp 1975 and Kastner and Folkvord 2005, as summarised there",
        "The modern Mistigri of Grupp, and Mönch, a variant of it; what the names mean; and which games are thought to be kin.",
        "WikiMili sets summaries of neighbouring articles under it. They are not in the article itself; we cite each by the name of the article that it sums up."
    }
    WIKIPEDIA_BETE "wikipedia-bete" "Wikipedia, Bête" Part called "In la Bête" at "https://www.wiki3.en-us.nina.az/B%C3%AAte.html" {
        "English Wikipedia, Bête, in a scrambled copy",
        "In la Bête, whoever wins all the tricks takes every debt, those not in play included."
    }
    WIKIPEDIA_MOUCHE "wikipedia-mouche" "Wikipedia, Mouche" Part called "English Wikipedia" at "https://wikimili.com/en/Mouche_(card_game)" and "https://profilpelajar.com/article/Mouche_(card_game)" {
        "English Wikipedia, Mouche (card game), in copies of which we saw the beginning",
        "That la Mouche is first recorded in 1718; that Parlett implies, from its terms, that it is an ancestor of lanterloo, though Cotton had printed rules of that in 1674, and that both probably come from Triomphe. Its two numbers of players contradict each other."
    }
    OED "oed" "Oxford English Dictionary" Part at "https://www.wehd.com/52/Lanterloo.html" {
        "The Oxford English Dictionary, article lanterloo, in a copy",
        "The earliest lanterloo in English print: Etherege in 1668, Shadwell in 1679; and Crowne in 1685, with Pam. Its name is the French refrain of a song."
    }
    WIKIPEDIA_LANTERLOO "wikipedia-lanterloo" "Wikipedia, Lanterloo" Part at "https://gpedia.com/en/Lanterloo" and "https://wikisum.wiki/wiki/Lanterloo" {
        "English Wikipedia, Lanterloo, in copies of which we saw the beginning",
        "That Cotton printed rules in 1674; that lanterlu was the fashion in a Dutch list of 1678; and the guesses at how the game reached England."
    }
    CHATTO "chatto" "Chatto 1848" Part at "https://bitlit.ru/page/en/william-andrew-chatto/facts-and-speculations-on-the-origin-and-history-of-playing-cards/100" {
        "William Andrew Chatto, Facts and Speculations on the Origin and History of Playing Cards (1848), the note on a Dutch pamphlet, in a copy",
        "A Dutch pamphlet of about 1648, undated itself, that names lanterluy and equates it with labate."
    }
    POPE "pope" "Pope" Part at "https://books.google.ie/books?id=b-MOAAAAIAAJ&pg=PA188&output=html_text" and "https://rpo.library.utoronto.ca/poems/rape-lock-canto-3" {
        "Alexander Pope, The Rape of the Lock, canto III, in an edition with notes",
        "The game in English verse: “the fights of Lu”, in the passage that was added in 1714.",
        "In the pages seen the line before it, which should name Pam, is broken off."
    }
    WIKIPEDIA_RELATIVES "wikipedia-relatives" "Wikipedia, on relatives" Part at "https://en.wikipedia.org/wiki/Triomphe" and "https://en.wikipedia.org/wiki/Bester_Bube" and "https://en.wikipedia.org/wiki/Zwicken" and "https://en.wikipedia.org/wiki/Lupfen_(card_game)" and "https://en.wikipedia.org/wiki/Toepen" {
        "English Wikipedia, the beginnings of several articles, partly in copies: Triomphe, Bester Bube, Tippen, Zwicken, Lupfen, Kontraspiel, Toepen, Cucumber, Pamphilus de amore",
        "Which games are counted among the kin, and which seem not to be; the first rules of la Bête; the poem behind the word pamphlet.",
        "Of Triomphe we saw the passage on later games as a comparison of two versions."
    }
    BOURRE "bourre-pages" "Pages on rams and bourré" Part at "https://www.adpoker.fr/rams.html" and "https://www.adpoker.fr/bourre.html" and "https://boardgamewikia.com/bourre" {
        "Modern pages on rams and la bourre, French and unsigned, at adpoker.fr, and on bourré, American, at boardgamewikia.com",
        "Where rams may have its name from; that the French bourre has three cards and a spare hand; that bourré with five cards is Louisiana's."
    }
    MUS "mus" "Règles du Mus" Part {
        "Règles du Mus, a French account of the rules, unsigned",
        "That le mus is another game, and how its name is said."
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
    fn what_was_read_in_translation_says_which() {
        for work in ALL.iter().filter(|work| work.seen == super::Seen::Translated) {
            assert!(work.addresses.len() > 1 && work.how.contains("translat"), "{}", work.id);
        }
        for work in ALL.iter().filter(|work| work.seen == super::Seen::Reported) {
            assert!(!work.addresses.iter().any(|at| at.contains("Mery")), "{} was not seen", work.id);
        }
    }

    #[test]
    fn ids_and_names_are_unique() {
        for (at, work) in ALL.iter().enumerate() {
            let namesake = |other: &&&super::Work| other.id == work.id || other.short == work.short;
            assert_eq!(ALL.iter().position(|other| namesake(&other)), Some(at), "{}", work.id);
            assert!(work.good_for.ends_with('.') && !work.full.ends_with('.'), "{}", work.id);
            assert!(work.how.is_empty() || work.how.ends_with('.'), "{}", work.id);
        }
    }
}
