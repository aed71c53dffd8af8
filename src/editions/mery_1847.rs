//! What is known of Méry's rules of 1847: one ceiling on debts, at second hand.

use super::mouche_1718::MOUCHE_1718;
use super::pamphile_1758::PAMPHILE_1758;
use super::words::{clause, lalanne, open, practice, reading, settled, translated};
use crate::rules::*;

const FROM_1718: Heritage = Heritage {
    edition: MOUCHE_1718.id,
    why: "Méry's own chapter is not at hand. Its rules are said to differ somewhat, but not how: where nothing of his is told, la Mouche is played here as in 1718.",
    taken: TakenOver::NotAtHand,
};

const FROM_1758: Heritage = Heritage {
    edition: PAMPHILE_1758.id,
    why: "His chapter on the Pamphile, or Mistigri, is not at hand either. Where a company plays it, its rules are taken from 1758.",
    taken: TakenOver::NotAtHand,
};

/// The edition.
pub(super) const MERY_1847: Ruleset = Ruleset {
    id: "mery-1847",
    name: "Méry, 1847",
    short: "1847",
    year: Some(1847),
    about: "Joseph Méry's chapters were not found. Lalanne, who calls him Jules in one place and Joseph in another, reports one thing of his, a ceiling on debts in place of staging them, and that le Lenturlu is to him the same game as la Mouche, and le Mistigri the same as le Pamphile. The rest is taken from 1718, and for the Pamphile from 1758: it is not known to be his.",
    terms: MOUCHE_1718.terms,
    players: clause! { ..FROM_1718.same(MOUCHE_1718.players);
        practice "19c.players" "How many played in his century?"
            "Three to six."
            "Unsigned rules that look like a manual of the century say so, as those of 1718 do. They are not his.";
    },
    pack: clause! { ..FROM_1718.same(MOUCHE_1718.pack);
        practice "19c.pack.3" "Twenty-eight cards for three, or thirty-two?"
            "Twenty-eight, as in 1718."
            "Unsigned rules that look like a manual of the century take the piquet pack, often without its sevens. They are not his.";
        practice "AMERY-07" "Which packs did his century use?"
            "We keep those of 1718; the option has 44 cards for five."
            "Unsigned rules that look like a manual of the century, not his, size the pack so that each may draw three cards. A modern list (jeux-de-cartes.com), 40 cards for five and 44 for six, does not leave so many."
            .or_one_of("pack_table", &["source", "nineteenth_century"]);
    },
    deal_packets: clause! { ..FROM_1718.same(MOUCHE_1718.deal_packets);
        practice "19c.deal" "How did his century deal?"
            "As in 1718: cut to the left, dealt to the right, three and two or two and three."
            "Unsigned rules that look like a manual of the century say so, and leave the card turned up face up. They are not his.";
    },
    stake: clause! { ..FROM_1718.same(MOUCHE_1718.stake);
        practice "AMERY-06" "Five chips, or a chip for each player?"
            "Five."
            "The example told of his ceiling counts five. Unsigned rules that look like a manual of his century say a chip a player, which five tricks do not divide.";
    },
    exchange_once: clause! { ..FROM_1718.same(MOUCHE_1718.exchange_once);
        practice "19c.decl" "How often did one exchange in his century?"
            "Once, as many cards as one liked."
            "Unsigned rules that look like a manual of the century say so. They are not his.";
    },
    flush_what: Clause { readings: &[PAMPHILE_1758.flush_what.readings[0]], ..FROM_1718.same(MOUCHE_1718.flush_what) },
    flush_wild: FROM_1758.same(PAMPHILE_1758.flush_wild),
    flush_pat: clause! { ..FROM_1718.same(MOUCHE_1718.flush_pat);
        = MOUCHE_1718.flush_pat.readings[0];
        practice "19c.flush.late" "Must it be dealt in later times too?"
            "Here, yes." "Garraud, in 1984, asks only that it be shown before the first lead. That is not his."
            .or("flush_must_be_dealt");
    },
    flush_owe: FROM_1758.same(PAMPHILE_1758.flush_owe),
    flush_tie: clause! { ..FROM_1758.same(PAMPHILE_1758.flush_tie);
        = PAMPHILE_1758.flush_tie.readings[0];
        = PAMPHILE_1758.flush_tie.readings[1];
        = PAMPHILE_1758.flush_tie.readings[2];
        = PAMPHILE_1758.flush_tie.readings[3];
        = PAMPHILE_1758.flush_tie.readings[4];
        practice "19c.tie" "Points, or the highest card?"
            "Points, as in 1718." "Garraud, in 1984, goes by the highest card. That is not his." .or("flush_tie");
    },
    pam_card: clause! { TopCard(None), lalanne("Pamphile, introduction and §8");
        "In la Mouche, which he also calls Lenturlu, the jack of clubs is a jack. In le Pamphile, which he also calls Mistigri, it stands above all: a company that plays it says so beforehand.";
        reading "mery.identity" "Which of his games is played here?"
            "La Mouche." "He has both, and calls the one a variant of the other; which to play is our choice."
            .or("pamphile");
    },
    pam_trump: FROM_1758.same(PAMPHILE_1758.pam_trump),
    pam_fee: FROM_1758.same(PAMPHILE_1758.pam_fee),
    pam_turned: FROM_1758.same(PAMPHILE_1758.pam_turned),
    pam_names: FROM_1758.same(PAMPHILE_1758.pam_names),
    pam_absent: FROM_1758.same(PAMPHILE_1758.pam_absent),
    debt_cap: clause! { Ceiling(Some(20)), lalanne("§13");
        "Instead of staging debts, he proposes, the company may agree at the start on a ceiling: no debt is larger. All debts still go in at once, so the pool itself may be larger; and nothing need be written down, which makes it the best remedy in Lalanne's eyes. Here one is agreed, of twenty chips.";
        open "mery.cap" "Is twenty his figure?"
            "Not that we know. It is that of the one example at hand, which may be Lalanne's own."
            "The ceiling is whatever the company agrees. With no other figure to go by, we take this one."
            .turning_on(translated("a value agreed at the start", "Lalanne, §13")).or("debt_cap");
        reading "mery.cap.when" "Does he always play with a ceiling?"
            "Here, yes."
            "It is an alternative that he proposes, and not told as the rule of his game. We play it since it is all that is told of him."
            .turning_on(translated("as another alternative", "Lalanne, §13")).or("debt_cap");
        reading "AMERY-01" "What else is different in his rules?"
            "We do not know." "They are said to differ somewhat from 1718 and 1758, and only the ceiling is told.";
        settled "mery.legend" "Is the game with a real fly, of Colbert's time, played here?"
            "No."
            "Méry himself tells of it, in his poem on games, which we read in part: it is another game. Lalanne, too, says that it has nothing to do with la Mouche.";
        settled "AMERY-02" "Does the ceiling hold the debt or the pool?"
            "The debt." "In the example the pool rises to 85, and who makes the mouche on it owes 20.";
        reading "AMERY-03" "May the ceiling be any number?"
            "A multiple of the stake." "Otherwise the pool could not be shared by five tricks." .or("debt_cap");
        settled "AMERY-04" "Does it hold for debts made by a flush?"
            "Yes." "The example is just that: four players beaten by a flush put in 20 each.";
        settled "AMERY-05" "A ceiling and staged debts together?"
            "No: to stage debts, agree on no ceiling." "He proposes the one in place of the other." .or("debt_cap");
    },
    allfold: clause! { ..FROM_1718.same(MOUCHE_1718.allfold);
        practice "19c.allpass" "Is a hand that nobody plays void?"
            "No: the dealer takes the pool, as in 1718."
            "Garraud, in 1984, and modern Spanish accounts of la mosca call it void, and the next player deals. That is not his."
            .or_one_of("all_pass", &["dealer_takes", "void"]);
        = MOUCHE_1718.allfold.readings[1];
    },
    fault_misdeal: clause! { Misdeal::Untold, Source::Period { work: "period-rules" };
        "Of misdeals nothing of his is at hand. In rules that look like a manual of his century, the same dealer deals again without penalty; the engine deals rightly.";
        practice "19c.irr.misdeal" "Is that his?"
            "We do not know." "Unsigned rules say it, and neither their date nor their author is proved.";
        practice "19c.irr.faced" "And if a card is seen in the deal?"
            "It is no reason to deal again." "The same unsigned rules say so. They are not his.";
    },
    fault_cards: clause! { Fault::Untold, Source::Period { work: "period-rules" };
        "Of wrong hands nothing of his is at hand. In rules that look like a manual of his century, a false pack makes the hand in progress void, and no earlier one; the engine counts.";
        practice "19c.irr.pack" "Is that his?"
            "We do not know." "Unsigned rules say it, and neither their date nor their author is proved.";
    },
    ..FROM_1718.heir(MOUCHE_1718)
};
