//! Mönch as Kastner and Folkvord have it in 2005, after Wikipedia's summary: what it has otherwise than Grupp's Mistigri.

use super::mistigri_1975::MISTIGRI_1975;
use super::mouche_1718::MOUCHE_1718;
use super::words::{clause, open, practice, reading, settled};
use crate::cards::Rank::{Six, Two};
use crate::cards::{Ranks, Suit};
use crate::rules::*;

const FROM_GRUPP: Heritage = Heritage {
    edition: MISTIGRI_1975.id,
    why: "Wikipedia tells of Mönch what it has otherwise than Grupp's Mistigri. Of this nothing is told; we take it from there.",
    taken: TakenOver::NotToldAgain,
};

/// Kastner and Folkvord say so, as Wikipedia sums them up under this heading.
const fn kastner(section: &'static str) -> Source {
    Source::Says { work: "kastner-folkvord", section }
}

/// The edition.
pub(super) const MOENCH_2005: Ruleset = Ruleset {
    id: "moench-2005",
    name: "Mönch, 2005",
    short: "Mönch",
    year: Some(2005),
    about: "Grupp's Mistigri with refinements. The pool has a limit, nobody may pass when clubs are trump, the discards come round again, and an ace of trumps may make the jack of clubs keep still: here it is the Mönch, the monk, though clauses that are taken from Grupp call it the Mistigri still. The year is that of the book of Kastner and Folkvord, and not the age of the game; and the book is known here by Wikipedia's paragraph alone.",
    terms: Terms { flush: "Fliege", no_trick: "pays the stake", top_card: "Mönch" },
    pack: clause! { PackTable::of(Ranks::from(Six)).and_for(5, Ranks::from(Two)), kastner("Mönch");
        "The pack goes by the number of players: 36 cards, from the ace to the six, for three or four, and 52 for more, by our reading.";
        reading "AMOE-01" "How many play with 36 cards, and how many with 52?"
            "Up to four with 36, five and six with 52."
            "The source names the two packs and not where they part. Grupp's larger pack, too, begins with the fifth player."
            .or_one_of("pack_table", &["source", "always_52"]);
    },
    chips_start: clause! { Chips(25), kastner("Mönch"); "Each begins with twenty-five chips." },
    stake: clause! { MISTIGRI_1975.stake.value, kastner("Mönch");
        "Before the deal everyone, by our reading, puts the basic stake into the pool: five chips.";
        practice "AMOE-04" "Who stakes: everyone, or the dealer?"
            "Everyone." "The source gives the amount alone. In Grupp's Mistigri each player pays.";
    },
    pool_cap: clause! { Limit(Some(40)), kastner("Mönch");
        "The pool has a limit of forty chips. What is over goes into a side pot, which fills the pool up again when it falls below forty.";
        reading "AMOE-08" "Is it measured in the middle of a hand?"
            "No: when a hand is opened."
            "In between nothing is played for. All that is due then comes together with the side pot: forty of it are the pool, or all where there is less, and the rest is the side pot. Whether stakes or side pot are counted first makes no difference."
            .or("pot_limit");
        reading "AMOE-10" "The pool stayed, and is full. Where do the next stakes go?"
            "Into the side pot." "The limit knows no exception.";
        reading "AMOE-11" "A reckoning tells of the side pot, and a deal may. Is it the same sum?"
            "Not always: a reckoning tells what will wait once the next hand is opened, a deal what waits before that."
            "The one looks ahead, as it does with the next pool; the other begins with what was left, as it does with the pool.";
    },
    forced: clause! { Forced(&[When::Trump(Suit::Clubs)]), kastner("Mönch");
        "When clubs are trump nobody may pass.";
        settled "AMOE-12" "And if clubs are made trump with the Mönch, later on?"
            "That binds nobody: who passed has passed." "It is the right to drop out that is taken away, and by then nobody has it any more.";
        settled "AMOE-13" "Must it be so?"
            "Yes, unless the company agrees otherwise." "It is told without a condition. Parlett's loo has it as a variant."
            .or("clubs_forces_play");
    },
    exchange_once: clause! { Exchange { most: 4 }, kastner("Mönch");
        "One exchange a hand, of one to four cards.";
        = MISTIGRI_1975.exchange_once.readings[0];
    },
    exchange_short: clause! { ShortStock::Then(&[Supply::Discards]), kastner("Mönch");
        "When the stock is used up, the cards that others have laid down are shuffled and serve on.";
        reading "AMOE-05" "May one get back what one has laid down oneself?"
            "No." "They are shuffled for others to draw from; one who might draw their own cards would not have exchanged them."
            .or("stock_short");
        = MOUCHE_1718.exchange_short.readings[1];
    },
    flush_wild: clause! { WildCard::TopCard, kastner("Name"); "The Mönch is a wild card: with four cards of one suit it may count as the fifth." },
    flush_owe: clause! {
        FlushDebt { losing_flush_exempt: true, top_card_exempt: true, ..MISTIGRI_1975.flush_owe.value },
        kastner("Mönch");
        "The other players in the hand pay a stake more into the next pool; but neither one who has shown a lower Fliege nor the holder of the Mönch pays.";
        = MISTIGRI_1975.flush_owe.readings[0];
        settled "AMOE-14" "Is the holder of a lower Fliege always spared?"
            "Yes, unless the company agrees otherwise." "The source says so." .or("losing_flush_exempt");
        settled "AMOE-15" "And the holder of the Mönch?"
            "They too, whatever else they hold." "The source says so in the same breath." .or("pam_holder_exempt");
        reading "AMOE-16" "Is one spared who let a Fliege pass?"
            "No." "It was not shown, so that nobody can tell that there was one. Only two Fliegen that are known can be compared.";
        = MISTIGRI_1975.flush_owe.readings[5];
    },
    pam_card: clause! { TopCard::JACK_OF_CLUBS, kastner("Name"); "The jack of clubs, in a German pack the *Unter* of acorns, is the *Mönch*: whatever suit is trump, it is the highest trump." },
    pam_civil: clause! { Civility(Some(Civil { by_forehand: true, in_first_trick: true, even_alone: true })), kastner("Mönch");
        "Forehand, if they lead the ace of trumps to the first trick, may insist that the Mönch keep still (*still hält*): then it is not played to that trick. They say so before the ace.";
        open "AMOE-03" "And if its holder has no other trump?"
            "It stays in the hand all the same: they play as if they had no trump."
            "The source puts no condition, and compares the rule to one of loo, which has one."
            .or("still");
        settled "AMOE-17" "Forehand has passed. Has the next one who leads the right?"
            "No, nobody." "It is told of forehand alone.";
        reading "AMOE-18" "Until when may it be said?"
            "Before the ace is played; and then the ace must be led." "Who hears it too late has shown what they would play.";
    },
    pam_calls: clause! { ..FROM_GRUPP.same(MISTIGRI_1975.pam_calls);
        = MISTIGRI_1975.pam_calls.readings[0];
        = MISTIGRI_1975.pam_calls.readings[1];
        = MISTIGRI_1975.pam_calls.readings[2];
        = MISTIGRI_1975.pam_calls.readings[3];
        = MISTIGRI_1975.pam_calls.readings[4];
        = MISTIGRI_1975.pam_calls.readings[5];
        practice "AMOE-09" "Does the Mönch name trumps, as Grupp's Mistigri does?"
            "Yes." "Wikipedia tells of Mönch as Grupp's game with a few variations, and does not say that this right is dropped.";
    },
    debt_make: clause! { ..FROM_GRUPP.same(MISTIGRI_1975.debt_make);
        = MISTIGRI_1975.debt_make.readings[0];
        practice "AMOE-07" "How much is paid for no trick?"
            "The stake, five chips." "Of Mönch it is not told. Grupp has the basic stake for it, and here that is five.";
    },
    allfold: clause! { AllFold::LastPays, kastner("Mönch");
        "If all others pass, the dealer is not asked, and has five chips from rearhand: from the player at their right, by our reading. The pool stays for the next hand.";
        practice "AMOE-02" "Who is rearhand?"
            "The dealer's right neighbour, the last to pass." "Parlett's rams has the same rule, and names the neighbour.";
        reading "AMOE-19" "And the pool?"
            "It stays where it is, and the next stakes are added." "The dealer's gain is told, and is not the pool. What the limit cuts off goes into the side pot.";
        settled "AMOE-20" "Five chips, and nothing else?"
            "Yes, unless the company agrees otherwise." "The source says so. In la Mouche the dealer takes the pool; Garraud, in 1984, calls such a hand void."
            .or("all_pass");
    },
    end: clause! { Session { finish: Finish::Target(50), debts: FinalDebts::Shared }, kastner("Mönch");
        "The game is over when someone has so many points, here fifty; or after a number of deals that was agreed. By our reading a point is a chip. What is left beside and in the pool, and owed to it, is then shared equally.";
        open "AMOE-06" "What are the fifty points?"
            "Chips in hand: at the reckoning someone has fifty."
            "Nothing is told that would earn points, and each begins with twenty-five chips, half of that. Chips that one owes count as long as they have not been laid down."
            .or("end");
        reading "AMOE-21" "Two have fifty at the same reckoning. Who has won?"
            "The one who has more; of equals the first after the dealer." "Nobody says. More chips are more points.";
        reading "AMOE-22" "Is the hand that brings someone to fifty paid out in full?"
            "Yes: the reckoning is finished first, and all of it counts. What is shared out afterwards decides nothing."
            "The pool of that hand is earned as every other. The last shares are no gain of anybody's play.";
        reading "AMOE-23" "What becomes of the side pot when the game is over?"
            "It is shared equally, with all that is left and owed." "Everyone's stakes are in it, and no hand follows that could win it."
            .or("final_debts");
        = MOUCHE_1718.end.readings[2];
        = MOUCHE_1718.end.readings[3];
    },
    ..FROM_GRUPP.heir(MISTIGRI_1975)
};
