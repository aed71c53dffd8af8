//! The modern Mistigri as Grupp has it in 1975, after Wikipedia's summary: everyone stakes, and the jack of clubs names trumps.

use super::mouche_1718::MOUCHE_1718;
use super::words::{absent, clause, open, practice, reading, settled, untold};
use crate::cards::Rank::{Seven, Two};
use crate::cards::Ranks;
use crate::rules::*;

/// Grupp says so, as Wikipedia sums him up under this heading.
const fn grupp(section: &'static str) -> Source {
    Source::Says { work: "grupp", section }
}

const GOING_IN: &Round = &Round {
    is: "going in",
    asks: Asks::Everyone,
    offers: &[RoleOf(Verb::Fold, None), RoleOf(Verb::Join, Some(Role::Playing))],
};

/// The edition.
pub(super) const MISTIGRI_1975: Ruleset = Ruleset {
    id: "mistigri-1975",
    name: "Grupp's Mistigri, 1975",
    short: "Grupp",
    year: Some(1975),
    about: "The modern game of the German card table. Everyone stakes; one goes in first and exchanges later; a flush, called Fliege, takes the pool and costs the others a stake; and whoever plays the jack of clubs may name another trump. The year is that of Grupp's book, and not the age of the game; and the book is known here by Wikipedia's summary alone.",
    terms: Terms { flush: "Fliege", no_trick: "pays the stake", top_card: "Mistigri" },
    players: clause! { PlayerCount { from: 3, to: 6 }, grupp("Cards, and the opening");
        "Three or four play as a rule, for small stakes, and children of twelve may join them. More may play with a larger pack: up to six, by our reading.";
        reading "AGRU-10" "How many more?"
            "Two: up to six play." "The source sets no limit. For six the larger pack leaves a stock of twenty-one cards; and nobody has told how more would sit down to it.";
    },
    pack: clause! { PackTable::of(Ranks::from(Seven)).and_for(5, Ranks::from(Two)), grupp("Cards"); "Three or four play with 32 cards, from the ace to the seven, of a German pack. More than four take the 52 cards of a French one." },
    rank: clause! { RankOrder::ACE_HIGH, grupp("Cards");
        "In every suit the ace is highest, then king, queen, jack, ten and so down to the lowest card of the pack. In a German pack the queen is the *Ober* and the jack the *Unter*.";
        settled "AGRU-11" "And in the pack of 52?"
            "The same, down to the two." "The order that is told ends with the seven, as the smaller pack does.";
    },
    chips_kinds: untold(ChipKinds(&[]), "Of kinds of chips the source is silent: a stake is a chip, or a coin."),
    chips_start: clause! { Chips(25), Source::Silent; "Each begins with twenty-five chips.";
        practice "AGRU-12" "How many chips does one begin with?"
            "Twenty-five." "Of Grupp's game no number is told; in the Mönch of Kastner and Folkvord each has so many.";
    },
    seat_draw: untold(Custom, "Of seats the source is silent."),
    deal_first: clause! { Custom, Source::Silent; "The lot says who deals first.";
        reading "AGRU-13" "Who deals first?"
            "Whoever the lot falls on." "The source begins with the deal, and tells of no choice.";
    },
    deal_next: clause! { NextDealer::Eldest, Source::Silent; "Forehand, who sat at the dealer's left, deals the next hand.";
        reading "AGRU-14" "Who deals next?"
            "Forehand." "Deal, speech and play all begin with forehand, and so the deal goes round as they do.";
    },
    direction: clause! { Direction::Left, grupp("Preliminaries"); "Deal, speech and play all go to the left, clockwise." },
    deal_cut: untold(Custom, "Of shuffling and cutting the source is silent."),
    deal_packets: clause! { Packets { hand: 5, ways: &[&[3, 2]], turn_after: None }, grupp("Preliminaries"); "Beginning with forehand, at their left, the dealer gives five cards to each, three and then two." },
    stake: clause! { Stake { by: StakeBy::Each, chips: 5, once: false }, grupp("Preliminaries");
        "Before the deal everyone puts the stake that was agreed, a chip or a coin, into the pool. By our reading it is five chips.";
        practice "AGRU-01" "Three or four stakes do not divide by five. How large is a stake?"
            "Five chips: every fifth of the pool is then a whole number."
            "The source leaves it to the players. In the Mönch of Kastner and Folkvord it is five."
            .or("stake");
    },
    pool_cap: absent(Limit(None), "The pool may grow as it likes."),
    turn_card: clause! { TurnCard::TopOfStock, grupp("Preliminaries"); "When all have five cards the next is turned. Its suit is trump." },
    turn_owner: clause! { TurnOwner::Nobody, Source::Silent;
        "The card turned up belongs to nobody and stays where it lies.";
        practice "AGRU-15" "Whose is the card turned up?"
            "Nobody's." "No right to it is told. In la Mouche, too, it lies dead.";
    },
    forced: clause! { Forced::NEVER, grupp("Preliminaries");
        "Nobody has to play: on any hand anyone may pass.";
        settled "AGRU-16" "Is anyone ever forced to play?"
            "Never." "To pass or to go in is left to each, and no exception is told.";
    },
    decl_order: clause! {
        Phases::always(&[Phase::Round(GOING_IN), Phase::Naming, Phase::Round(EXCHANGE), Phase::Claims, Phase::Tricks]),
        grupp("Preliminaries");
        "There are two rounds, both from forehand to the left, the dealer last. In the first each says whether they go in. In the second those who are in exchange.";
    },
    decl_join: clause! { Apart::Asked, grupp("Preliminaries"); "Whoever plays says so: *ich gehe mit* or *je m'y tiens*, “I am in”, or *c'est bon*." },
    decl_final: clause! { Custom, Source::Silent; "A declaration cannot be taken back.";
        practice "AGRU-17" "May one change one's mind?"
            "No." "No word is told of it. The rule of 1718 fits: the next has spoken on the strength of it.";
    },
    decl_fold: clause! { Offer::Open, grupp("Preliminaries");
        "Whoever passes, *ich passe* or *je passe*, because their hand is poor or for any other reason, is out of this hand and, by our reading, owes nothing for it.";
        reading "AGRU-18" "Is a pass free?"
            "Yes: it costs the stake that lies in the pool already." "No price is told.";
    },
    decl_stand: clause! { Offer::Open, grupp("Preliminaries"); "Nobody in the hand has to exchange: one may keep the five cards that one was dealt." },
    decl_exchange: clause! { Offer::Open, grupp("Preliminaries"); "Whoever exchanges lays cards face down and is given as many from the stock: to make a Fliege, or else to come by high cards and trumps." },
    exchange_once: clause! { Exchange { most: 5 }, grupp("Preliminaries");
        "One exchange a hand, of as many cards as one likes: one to five.";
        settled "AGRU-19" "How often may one exchange?"
            "Once." "The exchange goes round as the going in did, and then the play begins.";
    },
    flush_what: clause! { FlushKind::OneSuit, grupp("Fliege"); "Five cards of one suit are the *Fliege*, or *mouche*: the fly. They need not be in sequence." },
    flush_wild: clause! { WildCard::TopCard, grupp("Mistigri"); "The Mistigri is a wild card: with four cards of one suit it may count as the fifth." },
    flush_pat: clause! { Obtained::Anyhow, grupp("Preliminaries");
        "The Fliege counts as dealt, and as made by exchange: that is what one exchanges for.";
        settled "AGRU-20" "Must it be dealt, as in la Mouche?"
            "No." "To make one is told as the first aim of the exchange." .or("flush_must_be_dealt");
    },
    flush_claim: clause! { Claiming::Prompt, grupp("Fliege");
        "Whoever has the Fliege wins at once, by our reading as soon as everyone has exchanged. They show it, or let it pass and play.";
        open "AGRU-21" "At once: before the others have exchanged?"
            "No: when all have."
            "The words fit a Fliege that is shown the moment it is made. But rules are told for two of them; and if the first took the pool on the spot, there would be no second.";
        practice "AGRU-22" "Must it be shown?"
            "No: its holder may let it pass." "No duty is told, and in la Mouche there is none.";
    },
    flush_take: clause! { FlushPrize::Pool, grupp("Fliege, Play"); "The Fliege takes the whole pool. Tricks are played only where nobody has one, or shows it." },
    flush_owe: clause! { FlushDebt { amount: Amount::Stake(1), ..FlushDebt::POOL }, grupp("Fliege");
        "The other players pay a stake more: those in the hand, by our reading, and into the next pool.";
        open "AGRU-02" "Who are the other players: those in the hand, or everyone at the table?"
            "Those in the hand."
            "Whoever passed has dropped out of it, and fears nothing from it any more. The words fit both."
            .or("flush_payers");
        settled "AGRU-23" "Into which pool?"
            "The next." "The Fliege has just emptied this one.";
        settled "AGRU-24" "Is the holder of a beaten Fliege spared?"
            "No." "The others pay, and none of them is excepted. The Mönch of Kastner and Folkvord excepts this one."
            .or("losing_flush_exempt");
        = MOUCHE_1718.flush_owe.readings[1];
        settled "AGRU-25" "Is the holder of the Mistigri spared?"
            "No." "The others pay, and none of them is excepted. The Mönch of Kastner and Folkvord excepts this one too."
            .or("pam_holder_exempt");
        reading "AGRU-26" "If all at the table are to pay: is one spared for a Fliege or a Mistigri that they folded?"
            "No." "A hand that was folded is not shown. Nobody knows what is in it, and its holder gave it up.";
    },
    flush_tie: clause! { TieBreaks { top_card_first: false, best_alone: false, then: TieBreaks::BY_POINTS }, grupp("Fliege");
        "Of two Fliegen, one of trumps wins. If neither is of trumps, the greater number of points wins; then, by our reading, the seat nearest the dealer's left.";
        practice "AGRU-27" "And if their points are equal?"
            "The one nearest forehand wins." "The source goes no further. La Mouche decides so, and no two seats are alike.";
    },
    flush_points: clause! { Points([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]), grupp("Cards, Fliege");
        "The ace counts eleven; king, queen and jack count ten each, like the ten; the other cards count their pips. Points decide between two Fliegen and are good for nothing else.";
        reading "AGRU-06" "What does the Mistigri count in a Fliege, and of what suit is it there?"
            "Ten points, and it is of the suit of the other four: with four trumps it makes a Fliege of trumps."
            "It keeps the points of the jack that it is, and stands in for the fifth card.";
    },
    table_talk: untold(Custom, "Of talk at the table the source is silent."),
    play_lead: clause! { Lead::Eldest, grupp("Play");
        "Forehand leads to the first trick, any card. The winner of a trick leads to the next.";
        reading "AGRU-07" "Who leads if forehand passed?"
            "The next to the left who is in." "The source does not think of it; the lead goes as the deal and the speech go.";
    },
    play_follow: clause! { Duty::Binding, grupp("Play"); "Whoever has a card of the suit led must follow: *Farbzwang*." },
    play_head: clause! { Duty::Binding, grupp("Play"); "Whoever can beat the highest card so far must do so: *Stichzwang*. It binds those who follow suit, and those who trump." },
    play_trump: clause! { Duty::Binding, grupp("Play"); "Whoever has no card of the suit led must trump: *Trumpfzwang*." },
    play_overtrump: clause! { Duty::Binding, grupp("Play");
        "If the trick has been trumped, whoever must trump must also beat that trump, if they can.";
        settled "AGRU-28" "Does the source say so?"
            "It follows." "Whoever can head the trick must; and the trump heads it.";
    },
    play_free: clause! { WhenTrumped::Undertrump, grupp("Play");
        "Whoever has no card of the suit led, and no trump that beats the trump in the trick, must play a trump all the same, by our reading.";
        open "AGRU-04" "Must a losing trump be played?"
            "Yes."
            "The duty to trump is told of everyone who cannot follow. That it should end where no trump wins, as in la Mouche, the words neither say nor shut out."
            .or("play_obligation");
    },
    play_discard: clause! { Discard::Any, grupp("Play");
        "Whoever has neither the suit led nor a trump plays any card.";
        settled "AGRU-29" "Does the source say so?"
            "It follows." "Every duty is one of those who have the suit, or trumps.";
    },
    trick_win: clause! { TrickWinner::HighestTrump, Source::Silent;
        "The highest trump wins the trick; if there is none, the highest card of the suit led.";
        reading "AGRU-30" "Who wins a trick?"
            "As in all games of this kind." "The source gives the order of the cards, and takes the rest for known.";
    },
    pam_card: clause! { TopCard::JACK_OF_CLUBS, grupp("Mistigri"); "The jack of clubs, in a German pack the *Unter* of acorns, is the *Mistigri*: whatever suit is trump, it is the highest trump." },
    pam_trump: clause! { TopCardPlay::Bound, grupp("Mistigri");
        "In play the Mistigri is always a trump, and the duties of a trump bind it.";
        open "AGRU-09" "Must it be played when it is the only trump that can serve?"
            "Yes."
            "It is called a trump, and so it is bound like one; the words fit a card that may be played when one likes, too. An English Hoyle frees Pam from all duties."
            .or("pam_subject_to_obligations");
    },
    pam_fee: absent(Fee::NONE, "Nobody pays for the Mistigri."),
    pam_turned: absent(TurnedFee::Never, "Nobody pays for turning it up."),
    pam_names: clause! { TurnedTrump::OwnSuit, Source::Silent;
        "If the Mistigri is turned up, clubs are trump.";
        reading "AGRU-31" "The Mistigri is turned up. What then?"
            "Clubs are trump, nobody names another suit, and the Mistigri is in nobody's hand."
            "The source does not think of it. To name a suit is told of one who plays the card; and the card turned up is nobody's.";
    },
    pam_absent: absent(Substitute::None, "If the Mistigri is in no hand, no card takes its place."),
    pam_civil: absent(Civility(None), "Nobody can ask that the Mistigri keep still."),
    pam_calls: clause! { Calls::OnPlay, grupp("Mistigri");
        "Whoever plays the Mistigri may name any suit with it: that suit is trump, by our reading from this card on. Led, the Mistigri asks for the suit that was named, and without a name for trumps; played to a lead, it leaves the suit led what it was.";
        practice "AGRU-03" "From when is the new suit trump?"
            "From the Mistigri on. Cards that lie in the trick keep their rank, and their suit is plain now; the Mistigri has won the trick anyhow."
            "The name is said with the card. German Wikipedia has it as a right of the holder, which would be used before the exchange."
            .or("mistigri_call");
        reading "AGRU-32" "The Mistigri is led and a suit is named. What must the others follow?"
            "The suit that was named." "It is the highest trump, and a trump asks for trumps.";
        reading "AGRU-33" "It is played to a lead. What binds those who play after it?"
            "The suit that was led; and whoever is void of that must play a trump of the new suit, in vain."
            "What was led is not changed by what is trump, and the duties are those of every trick.";
        settled "AGRU-34" "Must a suit be named?"
            "No: trumps then stay as they are." "It is told as something that its player may do.";
        reading "AGRU-08" "May the suit be named that is trump already?"
            "Yes: it says that nothing changes." "Any suit may be named, and it spares one a silence that tells too much.";
        reading "AGRU-35" "Until when may it be named, and in which trick?"
            "Until the next card; and not in the last trick, where it could change nothing."
            "The name goes with the card.";
    },
    pay_share: clause! { Shares::a_trick(5), grupp("Winnings"); "Each trick earns a fifth of the pool." },
    debt_make: clause! { Penalties::STAKE, grupp("Winnings");
        "A player in the hand who wins no trick pays the basic stake, however large the pool, and by our reading into the next one.";
        reading "AGRU-36" "To whom is it paid?"
            "Into the next pool." "It is called a penalty, and no more is told. This pool has been shared by then; and what a Fliege costs goes into a pool as well.";
    },
    debt_enter: clause! { Entry::AtOnce, Source::Silent;
        "What a hand costs is put in with the next stakes.";
        reading "AGRU-37" "When is a penalty put in?"
            "With the next stakes, all of them at once." "The source tells of no debt that waits.";
    },
    debt_cap: absent(Ceiling(None), "No penalty is larger than a stake, and so none is limited."),
    debt_sweep: absent(Sweep { by_flush: false, by_vole: false }, "No debts wait: all go into the next pool."),
    alone: clause! { ..MOUCHE_1718.alone;
        reading "AGRU-38" "What if only one goes in?"
            "They take the pool." "The source does not think of it. Nobody is left to play against.";
    },
    allfold: clause! { AllFold::DealerTakes, Source::Silent;
        "If all others pass, the dealer is not asked and takes the pool.";
        practice "AGRU-05" "All pass before the dealer. What then?"
            "The dealer takes the pool."
            "The source does not think of it. If they were asked, they would go in, and have it as a lone player; and in la Mouche the dealer takes it."
            .or_one_of("all_pass", &["dealer_takes", "void"]);
    },
    ..MOUCHE_1718
};
