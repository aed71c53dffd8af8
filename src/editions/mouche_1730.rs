//! La Mouche with the rule of 1730: debts wait, and the flush takes them.

use super::mouche_1718::MOUCHE_1718;
use super::words::{clause, lalanne, open, reading, settled, translated};
use crate::rules::*;

const FROM_1718: Heritage = Heritage {
    edition: MOUCHE_1718.id,
    why: "Of 1730 one rule is told, about debts that wait. The rest we take from 1718.",
    taken: TakenOver::NotToldAgain,
};

/// The edition.
pub(super) const MOUCHE_1730: Ruleset = Ruleset {
    id: "mouche-1730",
    name: "La Mouche, 1730",
    short: "1730",
    year: Some(1730),
    about: "The game of 1718 with a prize the more where a company stages its debts, as here: they go in one after another, and whoever has the mouche takes every debt that waits.",
    terms: MOUCHE_1718.terms,
    debt_enter: clause! { Entry::OneByOne(StagedOrder::Largest), lalanne("§13");
        "Where a company stages its debts, as here, one enters with each stake, the largest first by our reading; the others wait on paper.";
        open "1730.requires" "Does the rule of 1730 hold where all debts go in at once?"
            "No: it needs debts that wait."
            "Lalanne tells it of companies that have agreed, as 1718 lets them, to stage their debts. Neither year makes it a duty. Here they have agreed."
            .or("debts");
        = MOUCHE_1718.debt_enter.readings[0];
        = MOUCHE_1718.debt_enter.readings[1];
        = MOUCHE_1718.debt_enter.readings[2];
        = MOUCHE_1718.debt_enter.readings[3];
    },
    debt_sweep: clause! { Sweep { by_flush: true, by_vole: false }, lalanne("§13");
        "Whoever claims the mouche takes the pool and every debt that still waits.";
        open "A1730-01" "Do the beaten owe the pool, or the pool and what waited?"
            "The pool in play."
            "The rule of 1730 says what is taken, not what is owed. In 1718 the beaten owe what is taken, which is also what was in play; here the two part, and the words fit either. No option takes the other answer: a player would owe more than lay in the pool they played for."
            .turning_on(translated("for the same amount", "Lalanne, §9"));
        reading "A1730-02" "Does one who wins all five tricks sweep too?"
            "No." "Only having the mouche is spoken of. In la Bête, winning all the tricks does it."
            .turning_on(translated("who has the mouche", "Lalanne, §13")).or("vole_takes_pending");
        reading "A1730-03" "Does the dealer sweep when all others fold?"
            "No, they take the pool in play."
            "The rule on folding (§12) gives them the pool, and nothing is told of them that would give them more, unless they have a mouche: see the next question.";
        open "A1730-04" "Does a lone player with a mouche sweep?"
            "No: they take the pool in play."
            "By the letter they have the mouche, and might take all that waits. But the rule on folding (§12) gives the last player the pool in play, and we let it go before."
            .turning_on(translated("all those that are pending", "Lalanne, §13"));
        settled "A1730-05" "Whose debts are swept?"
            "All that wait, the taker's own too: they pay it to themselves."
            "All that are pending are taken, and none is excepted.";
    },
    ..FROM_1718.heir(MOUCHE_1718)
};
