//! What the games of Parlett's pages have in common: the duties of play, which he tells in the same words of each; what he
//! leaves to the table, with our answers; and what none of them has.

use super::mouche_1718::MOUCHE_1718;
use super::words::{absent, clause, not_there, parlett, reading, settled, untold};
use crate::rules::*;

/// Where the joining begins, in a game in which one bids and the others join.
pub(super) const JOINING: Reading = reading(
    "com.joining",
    "With whom does the joining begin?",
    "With the player after the bidder, and so round to the one before.",
    "The book has each decide in turn, and does not say who begins.",
);

/// The round in which all but the bidder join or fold.
pub(super) const JOIN: &Round = &Round {
    is: "joining",
    asks: Asks::AfterTheBidder,
    offers: &[RoleOf(Verb::Fold, None), RoleOf(Verb::Join, Some(Role::Playing))],
};

/// A game that is told under this heading, as far as it is like its neighbours there.
pub(super) const fn told(heading: &'static str) -> Ruleset {
    let says = parlett(heading);
    let mut game = TOLD;
    (game.rank.source, game.turn_card.source, game.forced.source, game.play_lead.source) = (says, says, says, says);
    (game.play_follow.source, game.play_head.source, game.play_trump.source) = (says, says, says);
    (game.play_overtrump.source, game.play_free.source, game.play_discard.source) = (says, says, says);
    game
}

/// What is told of all of them, and what is told of none.
const TOLD: Ruleset = {
    let says = parlett("");
    Ruleset {
        rank: clause! { RankOrder::ACE_HIGH, says; "In every suit the ace is highest, then king, queen, jack, ten and so down to the lowest card of the pack." },
        turn_card: clause! { TurnCard::TopOfStock, says; "After the deal the next card is turned. Its suit is trump." },
        deal_first: clause! { Custom, Source::Silent; "Lots are drawn for the first deal.";
            reading "com.first" "Who deals first?"
                "Whoever the lot falls on." "The book does not say, and it is an even chance for all.";
        },
        deal_next: clause! { NextDealer::Eldest, Source::Silent; "The eldest of one hand deals the next.";
            reading "com.next" "Who deals next?"
                "The eldest of this hand." "The book does not say; the deal goes round as the speech does.";
        },
        forced: clause! { Forced::NEVER, says; "Nobody has to play: on any hand anyone may fold." },
        decl_final: clause! { Custom, Source::Silent; "A declaration cannot be taken back.";
            reading "com.final" "May one change one's mind?"
                "No." "The book does not say. The next has spoken on the strength of it.";
        },
        play_lead: clause! { Lead::Eldest, says;
            "The first player in the hand from the dealer's left leads to the first trick, any card. The winner of a trick leads to the next.";
        },
        play_follow: clause! { Duty::Binding, says; "Whoever has a card of the suit led must play one, be it trump or plain." },
        play_head: clause! { Duty::Binding, says;
            "Whoever follows suit must beat the highest card so far, if they can.";
            settled "com.head" "Must a follower play high when the trick has been trumped?"
                "No: any card of the suit will do." "A plain card cannot beat a trump.";
        },
        play_trump: clause! { Duty::Binding, says; "Whoever has no card of the suit led must trump." },
        play_overtrump: clause! { Duty::Binding, says; "If the trick has been trumped, whoever must trump must also beat that trump, if they can." },
        play_free: clause! { WhenTrumped::Undertrump, says;
            "Whoever has no card of the suit led, and no trump that beats the trump in the trick, must play a trump all the same.";
            settled "com.undertrump" "Must a losing trump be played?"
                "Yes." "Only one who can neither follow nor trump is let off. La Mouche lets one off sooner."
                .or("play_obligation");
        },
        play_discard: clause! { Discard::Any, says; "Whoever has neither the suit led nor a trump plays any card." },
        trick_win: clause! { TrickWinner::HighestTrump, Source::Silent;
            "The highest trump wins the trick; if there is none, the highest card of the suit led.";
            reading "com.trick" "Who wins a trick?"
                "As in all games of this kind."
                "Under this heading the book does not say; it does under others on the same pages.";
        },
        debt_enter: clause! { Entry::AtOnce, Source::Silent; "All debts of a hand go into the next pool, with the next stake.";
            reading "com.enter" "When are debts put in?"
                "All of them with the next stake." "The book does not say. No debt that waits is told of any of these games.";
        },
        credit: clause! { Credit::Open, Source::Silent; "A purse may go below nothing.";
            reading "com.credit" "What if a player cannot pay?"
                "They stay in, and in debt." "The book says nothing of a player without chips." .or("credit");
        },
        end: clause! { MOUCHE_1718.end.value, Source::Silent;
            "The game ends after three tours, in each of which everyone has dealt once. What is left in the pool, and the debts, are shared equally.";
            reading "com.end" "When does the game end?"
                "After three tours, unless the company agrees otherwise."
                "The book does not say. All have then dealt equally often." .or("end");
            reading "com.last" "And the debts that are left?"
                "They are paid into a last pool and shared equally, with what lies in it."
                "The book does not say; nobody should gain from owing." .or("final_debts");
            reading "com.odd" "What if they cannot be shared equally?"
                "All that is over goes to the first after the last dealer."
                "Somebody must have it, and the deal begins there too.";
            = MOUCHE_1718.end.readings[3];
            = MOUCHE_1718.end.readings[4];
            = MOUCHE_1718.end.readings[5];
        },
        ..SILENT
    }
};

/// What none of them has.
const SILENT: Ruleset = Ruleset {
    chips_kinds: untold(ChipKinds(&[]), "Of kinds of chips the book is silent."),
    seat_draw: untold(Custom, "Of seats the book is silent."),
    deal_cut: untold(Custom, "Of shuffling and cutting the book is silent."),
    fille_deal: absent(SpareHand::None, "There is no spare hand."),
    forced_last: not_there(LastButOne::Free),
    decl_fille: not_there(Offer::Closed),
    flush_what: absent(FlushKind::None, "No hand wins by being of one suit."),
    flush_wild: not_there(WildCard::None),
    flush_pat: not_there(Obtained::Anyhow),
    flush_claim: not_there(Claiming::Prompt),
    flush_take: not_there(FlushPrize::Pool),
    flush_owe: not_there(FlushDebt::POOL),
    flush_tie: not_there(MOUCHE_1718.flush_tie.value),
    flush_points: not_there(MOUCHE_1718.flush_points.value),
    table_talk: not_there(Custom),
    pam_card: absent(TopCard(None), "No card stands above its suit: the jack of clubs is a jack."),
    pam_trump: not_there(TopCardPlay::Bound),
    pam_fee: not_there(Fee::NONE),
    pam_turned: not_there(TurnedFee::Never),
    pam_names: not_there(TurnedTrump::OwnSuit),
    pam_absent: not_there(Substitute::None),
    pay_double: not_there(Double::None),
    debt_cap: not_there(Ceiling(None)),
    debt_sweep: not_there(Sweep { by_flush: false, by_vole: false }),
    ..MOUCHE_1718
};
