//! The family of la Mouche: its games, and who says that they are kin.

use crate::rules::{Certainty::*, Game, Kin, Relation::*, Rests, Work, works};

const fn rests(work: &'static Work, section: &'static str) -> Rests {
    Rests { work, section }
}

const LALANNE: Rests = rests(&works::LALANNE, "La Mouche, introduction");
const PAMPHILE: Rests = rests(&works::LALANNE, "Le Pamphile, introduction and §8");
const HISTORY: Rests = rests(&works::WIKIPEDIA_MISTIGRI, "History");
const NEIGHBOURS: Rests = rests(&works::WIKIPEDIA_MISTIGRI, "summaries of neighbouring articles");
const LOO: Rests = rests(&works::PARLETT, "Five-card Loo");
const BOUSSAC: Rests = rests(&works::BOUSSAC, "opening");
const RAMS: Rests = rests(&works::PARLETT, "Rams");
const MAUSCHELN: Rests = rests(&works::PARLETT, "Mauscheln, Mousel");
const KNACK: Rests = rests(&works::PARLETT, "Norrlandsknack");

const fn game(
    id: &'static str,
    name: &'static str,
    generation: usize,
    when: &'static str,
    about: &'static str,
    rests_on: Rests,
    editions: &'static [&'static str],
) -> Game {
    Game { id, name, generation, when, about, rests_on, editions }
}

/// The games. Those of one generation are drawn from left to right in this order.
pub static GAMES: &[Game] = &[
    game("triomphe", "Triomphe", 0, "", "The old game of tricks and trumps from which la Bête came.", LALANNE, &[]),
    game(
        "bete",
        "La Bête",
        1,
        "France",
        "Also l'Homme: a game for three to five in which players first bid.",
        NEIGHBOURS,
        &[],
    ),
    game(
        "mouche",
        "La Mouche",
        2,
        "Paris, 1718",
        "Also lenturlu: five cards, a pool shared by tricks, and a flush that takes it.",
        LALANNE,
        &["mouche-1718", "mouche-1730", "mery-1847"],
    ),
    game(
        "bester-bube",
        "Bester Bube",
        2,
        "Germany",
        "Also Fünfkart: five cards, with the right to drop out before play.",
        NEIGHBOURS,
        &[],
    ),
    game(
        "rams",
        "Rams",
        3,
        "Belgium, Alsace",
        "Five tricks, and a spare hand that one player may take. A simple pool obliges everyone to play.",
        RAMS,
        &[],
    ),
    game(
        "pamphile",
        "Le Pamphile",
        3,
        "Amsterdam, 1758",
        "La Mouche with the jack of clubs above all trumps. Méry has it too, and calls it Mistigri as well: his edition plays it where a company agrees to.",
        PAMPHILE,
        &["pamphile-1758", "mery-1847"],
    ),
    game(
        "five-card-loo",
        "Five-card loo",
        3,
        "England",
        "Also lanterloo: the jack of clubs is Pam, and a flush takes the pool without play.",
        LOO,
        &[],
    ),
    game("rounce", "Rounce", 4, "America, 19th century", "Rams with 52 cards.", NEIGHBOURS, &[]),
    game("bierspiel", "Bierspiel", 4, "", "Rams in which a seven is always the second-best trump.", RAMS, &[]),
    game(
        "mistigri",
        "Le Mistigri",
        4,
        "Burgundy, 1896",
        "Also le Cascaret: the jack of clubs on top, a spare hand called *la fille*, a sixth share for the Mistigri's trick.",
        BOUSSAC,
        &["boussac-1896"],
    ),
    game(
        "three-card-loo",
        "Three-card loo",
        4,
        "",
        "Loo with three cards; Parlett keeps it apart from the game with five.",
        HISTORY,
        &[],
    ),
    game("irish-loo", "Irish loo", 5, "Ireland", "What came of it in Ireland, built on loo.", HISTORY, &[]),
    game(
        "mauscheln",
        "Mauscheln",
        6,
        "Germany",
        "Four cards; the declarer promises two tricks, the others one. The Danes call their form Mousel.",
        MAUSCHELN,
        &[],
    ),
    game(
        "moench",
        "Mönch",
        5,
        "Germany",
        "The Mistigri as Kastner and Folkvord describe it: a limit on the pot, and an ace of trumps that keeps the jack still.",
        rests(&works::WIKIPEDIA_MISTIGRI, "Mönch"),
        &[],
    ),
    game("bourre", "Bourré", 5, "France", "What the game became in France, says Wikipedia.", HISTORY, &[]),
    game(
        "julepe",
        "Julepe",
        5,
        "Spain",
        "Two tricks must be won; a player who folded may defend the pack.",
        rests(&works::PARLETT, "Julep"),
        &[],
    ),
    game(
        "norrlandsknack",
        "Norrlandsknack",
        5,
        "Sweden",
        "Norseman's knock: ten points to be rid of, one a trick.",
        KNACK,
        &[],
    ),
    game(
        "tippen",
        "Tippen",
        5,
        "Germany",
        "Also Dreiblatt: three cards, played for money, and forbidden in some places.",
        NEIGHBOURS,
        &[],
    ),
    game("ramscheln", "Ramscheln", 6, "Germany", "For three to five, for small stakes.", NEIGHBOURS, &[]),
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

/// The lines between them.
pub static KINSHIP: &[Kin] = &[
    kin("bete", Descends, "triomphe", LALANNE, "La Bête is said to descend from Triomphe."),
    with(
        perhaps(kin(
            "mouche",
            Descends,
            "bete",
            NEIGHBOURS,
            "Wikipedia has la Mouche come from la Bête; Lalanne says only that the two are related.",
        )),
        &[LALANNE],
    ),
    kin("pamphile", Variant, "mouche", PAMPHILE, "Le Pamphile adds a top trump and its fee to the rules of la Mouche."),
    with(
        kin(
            "mistigri",
            Variant,
            "pamphile",
            PAMPHILE,
            "Méry, as Lalanne reports him, calls the two one game; Boussac says they are the same, or almost; and Wikipedia that le Mistigri was first called Pamphile. Boussac's rules differ in much, so we draw them apart.",
        ),
        &[BOUSSAC, HISTORY],
    ),
    kin(
        "mistigri",
        Descends,
        "mouche",
        HISTORY,
        "Wikipedia has le Mistigri develop from la Mouche in the course of the 18th century.",
    ),
    kin(
        "mistigri",
        Variant,
        "rams",
        BOUSSAC,
        "Boussac calls le Cascaret a variety of rams, and its spare hand is that of rams.",
    ),
    with(
        kin(
            "five-card-loo",
            Descends,
            "mouche",
            LOO,
            "Parlett calls la Mouche an earlier form, without Pam, and takes the name lanterloo from lenturlu. Wikipedia derives loo from French lenturlu too.",
        ),
        &[HISTORY],
    ),
    with(
        perhaps(kin(
            "five-card-loo",
            Related,
            "pamphile",
            HISTORY,
            "Pam has his name from Pamphile, says Wikipedia, and loo is le Mistigri's cousin. Parlett gives both a namesake further back.",
        )),
        &[LOO],
    ),
    perhaps(kin(
        "five-card-loo",
        Descends,
        "bester-bube",
        NEIGHBOURS,
        "Wikipedia thinks it possible that the English game came out of Bester Bube.",
    )),
    kin(
        "rams",
        Related,
        "five-card-loo",
        RAMS,
        "Rams is to Belgium and Alsace, says Parlett, what five-card loo is to England.",
    ),
    kin("rounce", Variant, "rams", RAMS, "Rams with the whole pack."),
    kin("bierspiel", Variant, "rams", RAMS, "Rams with a privileged seven."),
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
        "mistigri",
        HISTORY,
        "Wikipedia says that the game developed into it in Ireland, in a passage on le Mistigri and loo; which is meant is not plain.",
    )),
    perhaps(kin(
        "irish-loo",
        Related,
        "five-card-loo",
        HISTORY,
        "It is built on loo, says the same passage, and not on which of its forms.",
    )),
    kin("mauscheln", Related, "five-card-loo", MAUSCHELN, "Parlett calls Mauscheln the German equivalent of loo."),
    kin(
        "moench",
        Variant,
        "mistigri",
        rests(&works::WIKIPEDIA_MISTIGRI, "Mönch"),
        "A few variations on le Mistigri as Grupp gives it.",
    ),
    perhaps(kin(
        "bourre",
        Descends,
        "mistigri",
        HISTORY,
        "“It developed into” is said in a passage on le Mistigri and loo; which of the two is meant is not plain.",
    )),
    kin("bourre", Related, "five-card-loo", LOO, "Parlett calls loo the English equivalent of Bourré."),
    perhaps(kin("julepe", Descends, "mistigri", HISTORY, "Said in the same passage, and as plain.")),
    with(
        perhaps(kin(
            "norrlandsknack",
            Related,
            "mistigri",
            HISTORY,
            "Wikipedia lists Norseman's knock among further variants of the game; Parlett makes it a Swedish member of the family.",
        )),
        &[KNACK],
    ),
    kin("tippen", Related, "mistigri", rests(&works::WIKIPEDIA_MISTIGRI, "Name"), "Related, after Meyers of 1908."),
    perhaps(kin("tippen", Related, "three-card-loo", NEIGHBOURS, "They appear to be related, says Wikipedia.")),
    kin("mauscheln", Related, "tippen", NEIGHBOURS, "Mauscheln is said to resemble Tippen."),
    kin("ramscheln", Variant, "moench", NEIGHBOURS, "Ramscheln is called a variant of Mönch."),
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
    fn every_edition_is_of_one_game() {
        for edition in crate::editions::ALL {
            let of = GAMES.iter().filter(|game| game.editions.contains(&edition.id)).count();
            // Méry has two.
            assert!((1..=2).contains(&of), "{} is of {of} games", edition.id);
        }
    }
}
