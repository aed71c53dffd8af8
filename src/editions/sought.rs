//! Texts that would settle a question, and were not found.

use crate::rules::Sought;

const fn sought(what: &'static str, instead: &'static str) -> Sought {
    Sought { what, instead }
}

/// What was looked for, the most wanted first.
pub static SOUGHT: &[Sought] = &[
    sought(
        "The chapter on la Mouche in any *Académie universelle des jeux*: 1718, 1725, 1730, 1739 or 1765",
        "Other chapters turned up, this one never. The rules of 1718 and the addition of 1730 are told after Lalanne.",
    ),
    sought(
        "The chapter on le Pamphile in the Amsterdam edition of 1758",
        "It too is told after Lalanne, who says where the printed rule is silent.",
    ),
    sought(
        "Méry's own chapters on la Mouche, Lenturlu, Pamphile and Mistigri, of 1847",
        "Only his poem about games was found. Lalanne says that his rules differ somewhat, and names one difference: the ceiling on debts. We claim no other.",
    ),
    sought(
        "Boussac's chapter in French after its first third, and his chapter on rams",
        "The rest is read in a translation that reads like a machine's, and each repair of it is marked as a reading. Duties of play, on which the chapter is silent, are taken from rams as others tell it.",
    ),
    sought(
        "The Leiden edition of 1721 itself",
        "An abridged copy of Wikipedia's article says after it that silence under questioning means yes, and where the discards lie. Its exact words were not seen.",
    ),
    sought(
        "The beginning of the *Encyclopédie*'s article on the game, and any article of its own on Pamphile or Lenturlu",
        "The copy seen broke off at its first words, and went on with the last two definitions. Its index names a Pamphile only as a painter, which suggests that there is no such article and does not prove it.",
    ),
    sought(
        "Lebrun's chapter of 1827, and the manuals that followed his",
        "Unsigned rules whose wording looks like such a manual are used as practice that may be the century's. That they are Lebrun's, or van Tenac's, is likely, and not shown. Van Tenac, Quinola, Richard and the edition of 1840 were not found either.",
    ),
    sought(
        "Grupp's book of 1975, and that of Kastner and Folkvord of 2005",
        "Wikipedia's summaries of both stand in for them, for the family alone: no edition here is taken from them.",
    ),
    sought(
        "The *Dictionnaire des jeux* of the *Encyclopédie méthodique*, 1792",
        "Only the later volume on parlour games is indexed where we looked.",
    ),
    sought(
        "The section on rules in the English Wikipedia's article on Mouche",
        "Two copies show the beginning. A third abridges the article to single sentences, some of them of its rules; what is told of the Leiden edition comes from there.",
    ),
    sought(
        "Cotton's *Compleat Gamester* of 1674, its chapter on lanterloo",
        "That it has one is told after Wikipedia. An encyclopedia of the 19th century prints what are apparently its rules, a flush that sweeps the board and Pam among them; Cotton's own words were not seen.",
    ),
    sought(
        "Any witness of a lenturlu or Pamphile in France before 1718, above all *la Maison académique* of 1659",
        "Wikipedia says that the Maison académique has la Bête, and that lenturlu is of the middle of that century. Neither was seen. Without such a witness the seniority of la Mouche stays an inference.",
    ),
    sought(
        "What Depaulis or Dummett write on any game of the family",
        "Nothing of it was found, and nothing stands in for it.",
    ),
    sought(
        "The whole of Wikipedia's article on Lanterloo, and the Dutch texts of about 1648 and of 1678 that it names",
        "Its beginning was seen in copies, and the words of the older text in Chatto's note.",
    ),
    sought(
        "Meyers' encyclopedia of 1908, page 907; the pages of pagat.com on any game of the family, that on the Rams group first; and Cotgrave's dictionary",
        "Meyers is told after Wikipedia's article on Mistigri. Nothing stands in for the other two.",
    ),
    sought(
        "The page of Parlett's book on which Julep begins, and what he says of la Mouche beyond his entry on loo",
        "The end of his chapter was seen. Its relatives on the same pages were seen whole, but for the last lines of five-card loo.",
    ),
];
