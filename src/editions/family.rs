//! The family of la Mouche: its games, who says that they are kin, when each was first in print, and what else is named
//! beside them.

use crate::rules::{Certainty::*, Game, Kin, Neighbour, Print, Relation::*, Rests, Standing, Work, works};

const fn rests(work: &'static Work, section: &'static str) -> Rests {
    Rests { work, section }
}

/// A summary of a neighbouring article, which stands in the copy of the article Mistigri alone.
const fn summary(of: &'static str) -> Rests {
    rests(&works::WIKIPEDIA_MISTIGRI, of)
}

const fn relatives(article: &'static str) -> Rests {
    rests(&works::WIKIPEDIA_RELATIVES, article)
}

const LALANNE: Rests = rests(&works::LALANNE, "La Mouche, introduction");
const PAMPHILE: Rests = rests(&works::LALANNE, "Le Pamphile, introduction and §8");
const INFOBOX: Rests = rests(&works::WIKIPEDIA_MISTIGRI, "related games");
const NAME: Rests = rests(&works::WIKIPEDIA_MISTIGRI, "Name");
const HISTORY: Rests = rests(&works::WIKIPEDIA_MISTIGRI, "History");
const GRUPP: Rests = rests(&works::WIKIPEDIA_MISTIGRI, "Playing, Mistigri");
const MOENCH: Rests = rests(&works::WIKIPEDIA_MISTIGRI, "Mönch");
const BETE: Rests = summary("the copy’s summary of Bête");
const BESTER_BUBE: Rests = summary("the copy’s summary of Bester Bube");
const LANTERLOO: Rests = summary("the copy’s summary of Lanterloo");
const MOUCHE: Rests = summary("the copy’s summary of Mouche");
const RAMS_SUMMARY: Rests = summary("the copy’s summary of Rams");
const RAMSCHELN: Rests = summary("the copy’s summary of Ramscheln");
const TIPPEN: Rests = summary("the copy’s summary of Tippen");
const RECORDED: Rests = rests(&works::WIKIPEDIA_MOUCHE, "History");
const LANTERLOO_HISTORY: Rests = rests(&works::WIKIPEDIA_LANTERLOO, "History");
const OED: Rests = rests(&works::OED, "lanterloo");
const CHATTO: Rests = rests(&works::CHATTO, "note 168");
const TRIOMPHE: Rests = relatives("Triomphe");
const LOO: Rests = rests(&works::PARLETT, "Five-card Loo");
const BOUSSAC: Rests = rests(&works::BOUSSAC, "opening");
const RAMS: Rests = rests(&works::PARLETT, "Rams");
const MAUSCHELN: Rests = rests(&works::PARLETT, "Mauscheln, Mousel");
const KNACK: Rests = rests(&works::PARLETT, "Norrlandsknack");
const BOURRE: Rests = rests(&works::BOURRE, "bourre and bourré");

const fn game(
    id: &'static str,
    name: &'static str,
    generation: usize,
    when: &'static str,
    about: &'static str,
    rests_on: &'static [Rests],
    editions: &'static [&'static str],
) -> Game {
    Game { id, name, generation, when, about, rests_on, editions }
}

/// The games. Those of one generation are drawn from left to right in this order.
pub static GAMES: &[Game] = &[
    game(
        "triomphe",
        "Triomphe",
        0,
        "",
        "The old game of tricks and trumps from which la Bête came. La Mouche and lanterloo, too, are probably from it, says Wikipedia; by which way is not said, and no line is drawn.",
        &[LALANNE, RECORDED],
        &[],
    ),
    game(
        "ombre",
        "Ombre",
        0,
        "Spain, 16th century",
        "“The man”: the game of one player who bids against the others.",
        &[BETE],
        &[],
    ),
    game(
        "bete",
        "La Bête",
        1,
        "France, by 1626",
        "At first l'Homme, “the man”: Triomphe for three to five, in which players first bid. Its rules are in a book of dialogues of 1626 and in *la Maison académique* of 1659, says Wikipedia.",
        &[TRIOMPHE, BETE],
        &[],
    ),
    game(
        "kauflabet",
        "Kauflabet",
        2,
        "Germany",
        "Also Labet, for three to five, once the game of women's circles. Labet is a name of Tippen too.",
        &[summary("the copy’s summary of Kauflabet"), TIPPEN],
        &[],
    ),
    game(
        "mouche",
        "La Mouche",
        2,
        "in print: Paris, 1718",
        "Also lenturlu: five cards, a pool shared by tricks, and a flush that takes it. Paris printed it; it was then, says the summary of an edition of 1721, a game of the provinces. In Perche it went by the name of bête.",
        &[LALANNE, RECORDED, rests(&works::VAN_DER_AA, "")],
        &["mouche-1718", "mouche-1730", "mery-1847"],
    ),
    game(
        "lanterlu",
        "Lanterlu",
        2,
        "Dutch, about 1648",
        "Also lanterluy; in north Germany Lenter or Lenterspiel. In 1648 or so a Dutch pamphlet has it in its title; of its rules we saw none.",
        &[CHATTO, relatives("Bester Bube")],
        &[],
    ),
    game(
        "bester-bube",
        "Bester Bube",
        2,
        "Germany",
        "Also Fünfkart: five cards, two jacks on top, and the right to drop out before play.",
        &[BESTER_BUBE, relatives("Bester Bube")],
        &[],
    ),
    game(
        "rams",
        "Rams",
        3,
        "Belgium to Austria",
        "Also rems, rammes, Ramsch and Ramsen: five tricks, and a spare hand that one player may take. A simple pool obliges everyone to play. Parlett gives it to Belgium and Alsace; Wikipedia to Belgium, France, Germany and Austria, and to America as Rounce. An unsigned French page has the name from a word of western France for gathering up.",
        &[RAMS, RAMS_SUMMARY, BOURRE],
        &[],
    ),
    game(
        "pamphile",
        "Le Pamphile",
        3,
        "in print: 1758",
        "La Mouche with the jack of clubs above all trumps, printed at Amsterdam. Méry has it too, and calls it Mistigri as well: his edition plays it where a company agrees to.",
        &[PAMPHILE],
        &["pamphile-1758", "mery-1847"],
    ),
    game(
        "five-card-loo",
        "Five-card loo",
        3,
        "England, by 1668",
        "Also lanterloo: the jack of clubs is Pam, and a flush takes the pool without play. English print names it in 1668, has rules in 1674 and Pam in 1685.",
        &[LOO, OED, LANTERLOO_HISTORY],
        &[],
    ),
    game(
        "mosca",
        "La mosca",
        3,
        "Spain, Argentina",
        "“The fly”: the modern game of la Mouche, told in Spanish.",
        &[rests(&works::MOSCA, "")],
        &[],
    ),
    game("rounce", "Rounce", 4, "America, 19th century", "Rams with 52 cards.", &[RAMS_SUMMARY], &[]),
    game("bierspiel", "Bierspiel", 4, "", "Rams in which a seven is always the second-best trump.", &[RAMS], &[]),
    game(
        "mistigri",
        "Le Mistigri",
        4,
        "Burgundy, 1896",
        "Also le Cascaret: the jack of clubs on top, a spare hand called *la fille*, a sixth share for the Mistigri's trick. This is Boussac's game.",
        &[BOUSSAC],
        &["boussac-1896"],
    ),
    game(
        "mistigri-1975",
        "Mistigri, modern",
        4,
        "Grupp, 1975",
        "Another game than Boussac's: everybody puts in a stake, a flush may be sought in the exchange, and whoever plays the jack of clubs may name another trump. No spare hand, no double trick. Grupp also gives it the French name *trente et un*, thirty-one.",
        &[GRUPP, NAME],
        &[],
    ),
    game(
        "three-card-loo",
        "Three-card loo",
        4,
        "",
        "Loo with three cards; Parlett keeps it apart from the game with five.",
        &[HISTORY],
        &[],
    ),
    game(
        "la-bourre",
        "La bourre",
        5,
        "France",
        "Three cards, a spare hand called *la demoiselle*, and a first trick that is paid more than the last.",
        &[BOURRE],
        &[],
    ),
    game(
        "bourre",
        "Bourré",
        5,
        "Louisiana",
        "Five cards of fifty-two, for money; who has most tricks takes the pool. Wikipedia calls it what the game became in France; the name is French, and the game that is played is Louisiana's.",
        &[BOURRE, HISTORY],
        &[],
    ),
    game("irish-loo", "Irish loo", 5, "Ireland", "What came of it in Ireland, built on loo.", &[HISTORY], &[]),
    game(
        "julepe",
        "Julepe",
        5,
        "Spain",
        "Two tricks must be won; a player who folded may defend the pack.",
        &[rests(&works::PARLETT, "Julep")],
        &[],
    ),
    game(
        "tippen",
        "Tippen",
        5,
        "Germany, by 1790",
        "Also Dreiblatt or Labet: three cards, played for money, and forbidden in some places.",
        &[relatives("Tippen")],
        &[],
    ),
    game(
        "moench",
        "Mönch",
        6,
        "Germany",
        "The modern Mistigri as Kastner and Folkvord describe it: a limit on the pot, and an ace of trumps that keeps the jack still. The word is German for monk; Wikipedia thinks that it may be *mouche*, misheard.",
        &[MOENCH, NAME],
        &[],
    ),
    game(
        "norrlandsknack",
        "Norrlandsknack",
        6,
        "Sweden",
        "Norseman's knock: ten points to be rid of, one a trick. The Finns play much the same as Ramina.",
        &[KNACK],
        &[],
    ),
    game(
        "mauscheln",
        "Mauscheln",
        6,
        "Germany",
        "Four cards; the declarer promises two tricks, the others one. The Danes call their form Mousel.",
        &[MAUSCHELN],
        &[],
    ),
    game(
        "zwicken",
        "Zwicken",
        6,
        "Austria, by 1783",
        "Three cards, and the seven of diamonds second among trumps. Now and then the deal hops to another player.",
        &[relatives("Zwicken")],
        &[],
    ),
    game(
        "lupfen",
        "Lupfen",
        6,
        "Austria, Bavaria",
        "Three cards of twenty, with hands that win by their cards alone.",
        &[relatives("Lupfen")],
        &[],
    ),
    game(
        "knack",
        "Knack",
        6,
        "Sweden",
        "Three cards. Köpknack is a development of it; the Danes' Trekort is simpler, and may be older.",
        &[summary("the copy’s summaries of Tippen and Köpknack")],
        &[],
    ),
    game("ramscheln", "Ramscheln", 7, "Germany", "For three to five, for small stakes.", &[RAMSCHELN], &[]),
    game(
        "kratzen",
        "Kratzen",
        7,
        "Austria",
        "Chratze, a game of the Swiss and of Bavaria, appears to be related to it.",
        &[summary("the copy’s summary of Chratze")],
        &[],
    ),
];

const fn kin(
    of: &'static str,
    relation: crate::rules::Relation,
    to: &'static str,
    rests_on: Rests,
    note: &'static str,
) -> Kin {
    Kin { of, relation, to, certainty: Said, rests_on, also: &[], note }
}

const fn with(kin: Kin, also: &'static [Rests]) -> Kin {
    Kin { also, ..kin }
}

const fn perhaps(kin: Kin) -> Kin {
    Kin { certainty: Suggested, ..kin }
}

const fn against_dates(kin: Kin) -> Kin {
    Kin { certainty: AgainstDates, ..kin }
}

/// The lines between them.
pub static KINSHIP: &[Kin] = &[
    with(kin("bete", Descends, "triomphe", LALANNE, "La Bête is said to descend from Triomphe."), &[BETE]),
    kin("bete", Descends, "ombre", BETE, "Its first name, l'Homme, is said to give away that it comes from Ombre."),
    with(
        perhaps(kin(
            "mouche",
            Descends,
            "bete",
            MOUCHE,
            "Wikipedia has la Mouche come from la Bête; Lalanne says only that the two are related.",
        )),
        &[LALANNE],
    ),
    perhaps(kin(
        "kauflabet",
        Descends,
        "bete",
        TRIOMPHE,
        "Wikipedia has la Bête become Labet and Kauflabet in Germany.",
    )),
    with(
        perhaps(kin(
            "lanterlu",
            Related,
            "bete",
            CHATTO,
            "The pamphlet calls labate and lanterluy one game. Wikipedia has it as the Dutch name of Pamphile.",
        )),
        &[TRIOMPHE],
    ),
    kin("pamphile", Variant, "mouche", PAMPHILE, "Le Pamphile adds a top trump and its fee to the rules of la Mouche."),
    kin("mosca", Variant, "mouche", rests(&works::MOSCA, ""), "The same modern game in another language."),
    with(
        kin(
            "mistigri",
            Variant,
            "pamphile",
            BOUSSAC,
            "Boussac says that they are the same game, or almost; and Méry, as Lalanne reports him, calls Pamphile and Mistigri one. Boussac's rules differ in much, so we draw them apart.",
        ),
        &[PAMPHILE],
    ),
    kin(
        "mistigri",
        Variant,
        "rams",
        BOUSSAC,
        "Boussac calls le Cascaret a variety of rams, and its spare hand is that of rams.",
    ),
    kin(
        "mistigri-1975",
        Variant,
        "pamphile",
        HISTORY,
        "Wikipedia, which leans on Méry here, says that it was first called Pamphile, and is the same game.",
    ),
    with(
        kin(
            "mistigri-1975",
            Descends,
            "mouche",
            HISTORY,
            "Wikipedia has it develop from la Mouche in the course of the 18th century.",
        ),
        &[NAME],
    ),
    with(
        against_dates(kin(
            "five-card-loo",
            Descends,
            "mouche",
            LOO,
            "Parlett calls la Mouche an earlier form, without Pam, and takes the name lanterloo from lenturlu. The earliest print of each runs the other way: lanterloo in 1668, its rules in 1674, Pam in 1685; la Mouche in 1718. That la Mouche is the elder is an inference, from its terms.",
        )),
        &[HISTORY, RECORDED, OED],
    ),
    with(
        perhaps(kin(
            "five-card-loo",
            Related,
            "pamphile",
            HISTORY,
            "Pam has his name from Pamphile, says Wikipedia; and elsewhere, that a Pamphile or lenturlu with a top jack is of the middle of the 17th century. Of that we saw no witness: Pam is in print in 1685, Pamphile in 1758.",
        )),
        &[TRIOMPHE, OED],
    ),
    perhaps(kin(
        "five-card-loo",
        Descends,
        "lanterlu",
        LANTERLOO_HISTORY,
        "From France with the Restoration of 1660 is Wikipedia's first guess; from Holland or north Germany the second.",
    )),
    with(
        perhaps(kin(
            "five-card-loo",
            Descends,
            "bester-bube",
            BESTER_BUBE,
            "Wikipedia thinks it possible that the English game came out of Bester Bube.",
        )),
        &[relatives("Bester Bube")],
    ),
    perhaps(kin(
        "bester-bube",
        Related,
        "lanterlu",
        relatives("Bester Bube"),
        "The names Lenter, Lenterspiel and lanterlu are sometimes given to it, after its flush.",
    )),
    with(
        kin(
            "rams",
            Related,
            "five-card-loo",
            RAMS,
            "Rams is to Belgium and Alsace, says Parlett, what five-card loo is to England.",
        ),
        &[RAMS_SUMMARY],
    ),
    kin("rounce", Variant, "rams", RAMS, "Rams with the whole pack."),
    kin("bierspiel", Variant, "rams", RAMS, "Rams with a privileged seven."),
    kin("la-bourre", Variant, "rams", BOURRE, "Called a sort of rams with three cards."),
    with(
        perhaps(kin(
            "three-card-loo",
            Related,
            "five-card-loo",
            HISTORY,
            "Wikipedia treats the two as forms of loo; Parlett warns against confusing them.",
        )),
        &[LOO],
    ),
    perhaps(kin(
        "irish-loo",
        Descends,
        "mistigri-1975",
        HISTORY,
        "Wikipedia says that the game developed into it in Ireland, in a passage on Mistigri and loo; which is meant is not plain.",
    )),
    perhaps(kin(
        "irish-loo",
        Related,
        "five-card-loo",
        HISTORY,
        "It is built on loo, says the same passage, and not on which of its forms.",
    )),
    perhaps(kin(
        "bourre",
        Descends,
        "mistigri-1975",
        HISTORY,
        "“It developed into” is said in a passage on Mistigri and loo; which of the two is meant is not plain.",
    )),
    kin("bourre", Related, "five-card-loo", LOO, "Parlett calls loo the English equivalent of Bourré."),
    perhaps(kin("julepe", Descends, "mistigri-1975", HISTORY, "Said in the same passage, and as plain.")),
    with(
        perhaps(kin(
            "norrlandsknack",
            Related,
            "mistigri-1975",
            HISTORY,
            "Wikipedia lists Norseman's knock among further variants of the game; Parlett makes it a Swedish member of the family.",
        )),
        &[KNACK],
    ),
    kin("tippen", Related, "mistigri-1975", NAME, "Related, after Meyers of 1908."),
    perhaps(kin("tippen", Related, "three-card-loo", TIPPEN, "They appear to be related, says Wikipedia.")),
    kin("moench", Variant, "mistigri-1975", MOENCH, "A few variations on Mistigri as Grupp gives it."),
    with(
        kin("mauscheln", Related, "five-card-loo", MAUSCHELN, "Parlett calls Mauscheln the German equivalent of loo."),
        &[HISTORY],
    ),
    kin(
        "mauscheln",
        Related,
        "tippen",
        summary("the copy’s summary of Mauscheln"),
        "Mauscheln is said to resemble Tippen.",
    ),
    with(
        kin(
            "zwicken",
            Related,
            "tippen",
            relatives("Zwicken"),
            "Called a more intense Tippen. Mistigri's article lists it as kin.",
        ),
        &[INFOBOX],
    ),
    with(
        kin(
            "lupfen",
            Related,
            "tippen",
            relatives("Lupfen"),
            "It resembles Tippen. Mistigri's article lists it as kin.",
        ),
        &[INFOBOX],
    ),
    kin("knack", Variant, "tippen", TIPPEN, "Knack and Köpknack are called more elaborate Swedish forms of Tippen."),
    with(
        kin(
            "ramscheln",
            Variant,
            "moench",
            RAMSCHELN,
            "Ramscheln is called a variant of Mönch. Another summary calls it the modern German rams.",
        ),
        &[RAMS_SUMMARY],
    ),
    with(
        kin(
            "kratzen",
            Related,
            "zwicken",
            relatives("Zwicken"),
            "The hop of the deal is common to both. Mistigri's article lists it as kin.",
        ),
        &[INFOBOX],
    ),
];

const fn print(year: u16, what: &'static str, rests_on: Rests) -> Print {
    Print { year, is_about: false, what, rests_on }
}

/// The years that are given for the games, the editions and the works, the oldest on top.
pub static PRINTS: &[Print] = &[
    print(1626, "Rules of la Bête, in French dialogues printed at Strasbourg", TRIOMPHE),
    Print {
        is_about: true,
        ..print(1648, "The name lanterluy, in the title of a Dutch pamphlet without a date", CHATTO)
    },
    print(1659, "Rules of la Bête, in *la Maison académique*", TRIOMPHE),
    print(1668, "The name lanterloo, in Etherege's comedy *She Would if She Could*", OED),
    print(1674, "Rules of lanterloo, in Cotton's *Compleat Gamester*", LANTERLOO_HISTORY),
    print(1678, "Lanterlu is the fashion, in a Dutch list of games", LANTERLOO_HISTORY),
    print(1679, "Lang-trilloo, in Shadwell's *True Widow*", OED),
    print(1685, "Pam, the jack that takes all, at lantereloo: in Crowne's *Sir Courtly Nice*", OED),
    print(1714, "“The fights of Lu”, in Pope's *Rape of the Lock*", rests(&works::POPE, "canto III")),
    print(1718, "**Rules of la Mouche, in the *Académie universelle des jeux*, Paris**", RECORDED),
    print(
        1721,
        "La Mouche, a game of the provinces, in the *Académie* that van der Aa printed at Leiden",
        rests(&works::VAN_DER_AA, ""),
    ),
    print(
        1730,
        "La Mouche again, with a rule more: the mouche takes the debts that wait",
        rests(&works::LALANNE, "§13"),
    ),
    print(1758, "Rules of le Pamphile, and the word lenturlu in them, in the *Académie* of Amsterdam", PAMPHILE),
    print(1765, "The article on la Mouche in the *Encyclopédie*", rests(&works::ENCYCLOPEDIE, "")),
    print(1783, "Zwicken, by then at the latest", relatives("Zwicken")),
    print(1790, "Tippen, by then at the latest", relatives("Tippen")),
    print(1827, "The word mistigri, in Lebrun's manual", rests(&works::TLFI, "mistigri")),
    print(1839, "A table that plays la Mouche, in Balzac's *Béatrix*", rests(&works::BALZAC, "")),
    print(1847, "Rules of la Mouche and le Pamphile, also called Lenturlu and Mistigri, in Méry", PAMPHILE),
    print(1848, "Chatto's note on the Dutch pamphlet", CHATTO),
    print(1896, "Rules of le Mistigri with a spare hand, in Boussac", BOUSSAC),
    print(1908, "Tippen called kin of Mistigri, in Meyers' encyclopedia", NAME),
    print(1975, "Rules of the modern Mistigri, in Grupp", GRUPP),
    print(1984, "Rules of the modern mouche, in Garraud", rests(&works::GARRAUD, "")),
    print(2005, "Lalanne's account of la Mouche and le Pamphile, put online", rests(&works::LALANNE, "")),
    print(2005, "Rules of Mönch, in Kastner and Folkvord", MOENCH),
    print(2011, "Rules of the modern mouche, in Michèle", rests(&works::MICHELE, "")),
];

const fn neighbour(
    id: &'static str,
    name: &'static str,
    standing: Standing,
    why: &'static str,
    rests_on: &'static [Rests],
) -> Neighbour {
    Neighbour { id, name, standing, why, rests_on }
}

/// What the sources name beside these, and what we make of it.
pub static NEIGHBOURS: &[Neighbour] = &[
    neighbour(
        "mus",
        "Le mus",
        Standing::Stranger,
        "A French account says that the name is pronounced *mouche*. The Basque game has neither tricks nor trumps: players bet on the high cards, the low cards, the pairs and the points in a hand of four.",
        &[rests(&works::MUS, "introduction")],
    ),
    neighbour(
        "poker",
        "Poker",
        Standing::Stranger,
        "Wikipedia finds that the bluff and the flush recall poker, which is much later. Nobody says that it came from la Mouche.",
        &[MOUCHE, HISTORY],
    ),
    neighbour(
        "old-maid",
        "Old maid, le pouilleux",
        Standing::Stranger,
        "Both translations of Boussac's chapter are headed with it. The chapter has nothing of it.",
        &[rests(&works::BOUSSAC, "the translations’ headings")],
    ),
    neighbour(
        "cucumber",
        "Cucumber",
        Standing::Doubtful,
        "Listed as a variant of Mistigri. Its own article tells of a game of about 1940 in which the last trick loses, and suits do not count.",
        &[HISTORY, relatives("Cucumber")],
    ),
    neighbour(
        "toepen",
        "Toepen",
        Standing::Doubtful,
        "Listed as a variant of Mistigri. Its own article tells of a Dutch game for the last of four tricks; one may drop out when the price is raised.",
        &[HISTORY, relatives("Toepen")],
    ),
    neighbour(
        "hasenpfeffer",
        "Hasenpfeffer",
        Standing::Doubtful,
        "Listed as a variant of Mistigri; of its rules we saw nothing.",
        &[HISTORY],
    ),
    neighbour(
        "contra",
        "Contra",
        Standing::Doubtful,
        "Listed as kin of Mistigri. Its own article tells of one player against three others, nobody dropping out. La Bête too is said to have become a Contra in Germany.",
        &[INFOBOX, relatives("Kontraspiel"), TRIOMPHE],
    ),
    neighbour(
        "nap",
        "Nap, euchre, maw",
        Standing::Kin,
        "Named with loo, rams and ombre as one line of games. How they hang together is not said.",
        &[LANTERLOO],
    ),
];

/// The game of this id.
pub fn game_by_id(id: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_unique_and_every_line_joins_two_of_them_downwards() {
        for (at, game) in GAMES.iter().enumerate() {
            assert_eq!(GAMES.iter().position(|other| other.id == game.id), Some(at));
            assert!(KINSHIP.iter().any(|kin| kin.of == game.id || kin.to == game.id), "{} is nobody's kin", game.id);
        }
        for kin in KINSHIP {
            let (of, to) = (game_by_id(kin.of).expect(kin.of), game_by_id(kin.to).expect(kin.to));
            assert!(of.id != to.id, "{kin:?}");
            assert!(kin.relation == Related || of.generation > to.generation, "{} stands over {}", of.id, to.id);
        }
    }

    #[test]
    fn every_year_that_is_given_for_a_game_or_a_work_is_among_the_dates() {
        let told = GAMES.iter().flat_map(|game| [game.when, game.about]).chain(works::ALL.iter().map(|work| work.full));
        let words = told.flat_map(|told| told.split(|c: char| !c.is_ascii_digit()));
        let years = words.filter(|word| word.len() == 4).filter_map(|word| word.parse().ok());
        for year in years.chain(crate::editions::ALL.iter().filter_map(|edition| edition.year)) {
            assert!(PRINTS.iter().any(|print| print.year == year), "{year}");
        }
        assert!(PRINTS.is_sorted_by_key(|print| print.year));
    }

    #[test]
    fn every_edition_is_of_one_game() {
        for edition in crate::editions::ALL {
            let of = GAMES.iter().filter(|game| game.editions.contains(&edition.id)).count();
            // Méry has two.
            assert!((1..=2).contains(&of), "{} is of {of} games", edition.id);
        }
    }
}
