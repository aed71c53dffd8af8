//! Five-card loo, as Parlett describes it in the revision of 2008 of his book. Our copy breaks off before the last lines.

use super::mouche_1718::MOUCHE_1718;
use super::words::{absent, clause, not_there, open, original, parlett, practice, reading, settled, untold};
use crate::cards::Rank::Two;
use crate::cards::Ranks;
use crate::rules::*;

const PRELIMINARIES: Source = parlett("Five-card Loo, Preliminaries");
const FLUSH: Source = parlett("Five-card Loo, Pam and flush");
const BIDDING: Source = parlett("Five-card Loo, Bidding");
const PLAY: Source = parlett("Five-card Loo, Play");

/// What a book on another loo says, or another book on this one.
const fn told_by(work: &'static str) -> Source {
    Source::Period { work }
}

/// The edition.
pub(super) const LOO_2008: Ruleset = Ruleset {
    id: "loo-2008",
    name: "Five-card loo, 2008",
    short: "loo",
    year: Some(2008),
    about: "The English game, long out of use, as David Parlett describes it: 2008 is the year of his book's revision, and the game is of the 17th century. The jack of clubs is Pam, who may be asked to be civil; a flush takes the pool, and who holds Pam or a flush of their own is spared. Our copy breaks off before it says what a player without a trick pays: that is supplied from older English books.",
    terms: Terms { flush: "flush", no_trick: "is looed", top_card: "Pam" },
    players: clause! { PlayerCount { from: 3, to: 10 }, parlett("Five-card Loo"); "Three to ten play, each for themselves.";
        practice "loo.players" "Is it a game for ten?"
            "Ten may sit down to it." "*Round Games* advises no more than six. With ten players a single card is left in the stock.";
    },
    pack: clause! { PackTable::of(Ranks::from(Two)), parlett("Five-card Loo"); "Fifty-two cards, for any number of players." },
    rank: clause! { RankOrder::ACE_HIGH, PRELIMINARIES; "In every suit, trump or plain, the ace is highest, then king, queen, jack, ten and so down to the two." },
    chips_kinds: untold(ChipKinds(&[]), "Of kinds of chips the source is silent."),
    chips_start: clause! { Chips(100), Source::Silent; "Each takes a hundred chips.";
        reading "loo.chips" "How many chips does each take?" "A hundred." "The source does not say. Twenty stakes will see a company through its tours.";
    },
    seat_draw: untold(Custom, "Of seats the source is silent."),
    deal_first: clause! { Custom, Source::Silent; "The first dealer is found by lot.";
        reading "com.dealer.first" "Who deals first?" "Whoever the lot falls on." "The source does not say. It changes nothing in play.";
    },
    deal_next: clause! { NextDealer::Eldest, Source::Silent; "The eldest of one hand deals the next.";
        reading "com.dealer.next" "Who deals next?" "The eldest of this hand." "The source does not say; the deal goes round as the play does.";
    },
    direction: clause! { Direction::Left, Source::Silent; "Deal, speech and play all go to the left.";
        practice "loo.dir" "Left or right?" "To the left." "Parlett does not say it of loo. He says it of rams and Mauscheln on the next page; *Hoyle's Games Modernized* goes to the left in three-card loo.";
    },
    deal_cut: untold(Custom, "Of the cut the source is silent."),
    deal_packets: clause! { MOUCHE_1718.deal_packets.value, PRELIMINARIES; "The dealer gives five cards to each, three and then two or two and then three." },
    stake: clause! { MOUCHE_1718.stake.value, PRELIMINARIES; MOUCHE_1718.stake.text },
    turn_card: clause! { TurnCard::TopOfStock, PRELIMINARIES; "The next card is turned. Its suit is trump." },
    turn_owner: clause! { TurnOwner::Nobody, Source::Silent; MOUCHE_1718.turn_owner.text;
        reading "loo.turn" "May the dealer take it?" "No." "Parlett gives it to the dealer in rams and does not say so here.";
    },
    forced: clause! { Forced::NEVER, BIDDING; "Nobody has to play: on any hand anyone may fold. A company may agree that nobody folds when clubs are trump.";
        settled "loo.clubs" "Must everyone play when clubs are trump?" "Only where it is agreed." "Parlett gives it as a variant. Enquire Within calls it club law." .or("clubs_forces_play");
    },
    decl_order: clause! { Phases::PLAIN, BIDDING; "Each declares once, from the dealer's left, the dealer last, and whoever exchanges is served at once. When all have spoken, flushes are claimed.";
        open "ALOO-08" "Does one exchange in the same turn, or when all have spoken?" "In the same turn."
            "Parlett tells of passing and playing first and of discards after it, which fits one round as well as two. *Round Games* and *Hoyle's Games Improved* have one."
            .turning_on(original("Each in turn may pass or play", "en", "Parlett, Five-card Loo"));
    },
    decl_final: clause! { Custom, Source::Silent; "A declaration cannot be taken back. Whoever has exchanged cards must play, and a card that was put out does not come back.";
        practice "com.decl.final" "May one change one's mind?" "No." "Parlett says nothing of it. *Round Games* has it so of one who has exchanged, and in 1718 every declaration is final.";
    },
    decl_fold: clause! { Offer::Open, BIDDING; "Whoever folds lays their hand down and is out of it, and owes nothing for it.";
        settled "loo.fold" "Does one who has folded owe anything?" "Nothing." "To play is to undertake a trick, and who passes undertakes none. What a flush costs is asked below.";
    },
    decl_stand: clause! { Offer::Open, BIDDING; "Whoever plays undertakes to win at least one trick. They may keep their five cards." },
    decl_exchange: clause! { Offer::Open, BIDDING; "Or they lay down as many as they like, and are given as many from the top of the stock." },
    exchange_once: clause! { Exchange { most: 5 }, BIDDING; MOUCHE_1718.exchange_once.text;
        practice "loo.exchange.once" "May one exchange a second time?" "No." "Parlett does not say. *Round Games* allows no second exchange.";
    },
    exchange_short: clause! { ShortStock::FirstCome, Source::Silent; MOUCHE_1718.exchange_short.text;
        reading "ALOO-04" "Ten players, and one card in the stock. Who is served?" "First come, first served." "The source does not think of it. Ten players may all want five cards." .or("stock_short");
        = MOUCHE_1718.exchange_short.readings[1];
    },
    flush_what: clause! { FlushKind::OneSuit, FLUSH; "Five cards of one suit are a *flush*, or four of a suit and Pam." },
    flush_wild: clause! { WildCard::TopCard, FLUSH; "In a flush Pam is of any suit: with four cards of a suit he makes the fifth." },
    flush_pat: clause! { Obtained::Anyhow, FLUSH; "A flush counts as it was dealt, and as well when it was made by an exchange.";
        settled "loo.flush.pat" "Must a flush be dealt, as the mouche of 1718 must?" "No." "It is said to count before the exchange and after it. A company may agree on the older rule." .or("flush_must_be_dealt");
    },
    flush_claim: clause! { Claiming::Prompt, FLUSH; "Whoever holds a flush claims it when all have declared, by our reading, or lets it pass.";
        open "ALOO-09" "When is it shown?" "When all have declared."
            "Parlett has it pay at once, whether it came before the exchange or after. That fits a holder who shows it in their own turn, and one who waits. A modern page (pokerwiner) shows it at once; *Round Games* waits until all have spoken."
            .turning_on(original("immediately", "en", "Parlett, Five-card Loo"));
        reading "loo.flush.quiet" "Must it be claimed?" "No: its holder may play the hand instead." "The source does not say; in 1718 one may.";
    },
    flush_take: clause! { FlushPrize::Pool, FLUSH; "The best flush that is claimed *looes the board*: it is taken to have won all five tricks. It takes the pool, and no card is played." },
    flush_owe: clause! {
        FlushDebt {
            payers: Payers::Active,
            amount: Amount::Stake(1),
            to: Payee::Winner,
            losing_flush_exempt: true,
            quiet_flush_exempt: true,
            top_card_exempt: true,
        }, FLUSH;
        "Every other player in the hand who holds neither Pam nor a flush pays a loo to the holder, at once. The next pool is the next stake alone.";
        open "ALOO-05" "Who pays: those in the hand, or all at the table?" "Those in the hand." "“Anyone” may be either; and he gives the flush all five tricks, which only those who play can lose. *Round Games* makes all at the table pay." .turning_on(original("paid by anyone", "en", "Parlett, Five-card Loo")).or("flush_payers");
        open "ALOO-05a" "To whom?" "To the holder." "“Paid” hardly means a debt to a pool, and it can. *Hoyle's Games Improved* puts the sum into the next pool; Enquire Within has it either way." .turning_on(original("appropriately paid", "en", "Parlett, Five-card Loo")).or("flush_paid");
        practice "ALOO-05b" "How much?" "A loo: as much as a player without a trick owes." "Parlett says only that it is appropriate. *Round Games* names a loo.";
        settled "loo.flush.beaten" "Do the holders of beaten flushes pay?" "No, and no more does one who let theirs pass: it is shown." "Whoever holds a flush is spared; that it be claimed is not asked." .or("losing_flush_exempt");
        settled "loo.flush.pam" "Does Pam's holder pay?" "No." "It is said so." .or("pam_holder_exempt");
        reading "loo.flush.folded" "All at the table are to pay. Is one spared who folded Pam, or a flush?" "No." "A hand that was folded lies face down, and nobody sees what was in it. The source does not think of it, since by our reading only those pay who play; a company that wants it otherwise would have to turn up what was folded, and there is no option.";
    },
    flush_tie: clause! { TieBreaks { top_card_first: true, best_alone: false, then: TieBreaks::BY_CARDS_DOWN }, FLUSH;
        "Of several flushes one with Pam goes first, then one in trumps, then a plain one. Of two alike the one with the higher top card, then the next, and so on down to the fifth; then the elder hand.";
        open "loo.tie.down" "How far down does one compare?" "To the fifth card." "One top card decides, or more than one: the words leave it open how many." .turning_on(original("highest top card or cards", "en", "Parlett, Five-card Loo"));
        practice "ALOO-03" "Two plain flushes have the same five ranks. Which is better?" "That of the elder hand." "Parlett does not think of it. *Hoyle's Games Improved* and the *British Encyclopedia* name the elder; a modern page (pokerwiner) divides the pool. If it is divided, the odd chip goes to the elder, of the pool and of each loo, by our reading." .or("flush_tie_final");
        reading "loo.tie.trumps" "And two flushes in trumps?" "By their cards, as plain ones." "The source compares only plain ones so. Two in trumps never tie to the last card.";
        reading "loo.tie.quiet" "The best flush is kept quiet. May a lesser one take the pool?" "Yes: the best of those that are claimed." "The source does not think of it. So we read 1718, too.";
    },
    flush_points: not_there(MOUCHE_1718.flush_points.value),
    table_talk: untold(Custom, "Of talk at the table the source is silent."),
    play_lead: clause! { Lead::Eldest, PLAY; "The eldest leads to the first trick, any card. The winner of a trick leads to the next.";
        reading "loo.lead" "Who leads if the eldest folded?" "The next to the left who did not." "Parlett says so of rams, and not of loo.";
    },
    lead_duty: clause! { LeadDuties(&[MustLead::TrumpLater]), PLAY; "Whoever has won a trick must lead a trump to the next, if they have one.";
        settled "loo.lead.pam" "Is Pam such a trump?" "Yes. A winner whose only trump is Pam must lead him." "He is called the top trump.";
    },
    play_follow: clause! { Duty::Binding, PLAY; MOUCHE_1718.play_follow.text },
    play_head: clause! { Duty::Binding, PLAY; MOUCHE_1718.play_head.text; = MOUCHE_1718.play_head.readings[0]; },
    play_trump: clause! { Duty::Binding, PLAY; MOUCHE_1718.play_trump.text; = MOUCHE_1718.play_trump.readings[0]; },
    play_overtrump: clause! { Duty::Binding, PLAY; MOUCHE_1718.play_overtrump.text },
    play_free: clause! { WhenTrumped::Undertrump, PLAY; "Whoever has no card of the suit led, and no trump that beats the trump in the trick, must play a trump all the same.";
        settled "com.undertrump" "Must a trump be played that cannot win?" "Yes." "To discard is for those who can neither follow nor trump." .or("play_obligation");
    },
    play_discard: clause! { Discard::Any, PLAY; MOUCHE_1718.play_discard.text },
    trick_win: clause! { TrickWinner::HighestTrump, PLAY; "The highest trump wins the trick; if there is none, the highest card of the suit led." },
    pam_card: clause! { TopCard::JACK_OF_CLUBS, FLUSH; "The jack of clubs is *Pam*. Whatever suit is trump, he is the highest card in play, above the ace of trumps." },
    pam_trump: clause! { TopCardPlay::Bound, parlett("Five-card Loo");
        "In play Pam is the top trump and never a plain club, and the duties of a trump bind him.";
        open "ALOO-02" "Must he be played when only he can follow, head or trump?" "Yes." "Parlett calls him the top trump. Whether he shares a trump's duties the words leave open; but to be civil would be no favour if he could always stay back. An English Hoyle subjects him to no law." .turning_on(original("denoting the top trump", "en", "Parlett, Five-card Loo")).or("pam_subject_to_obligations");
        practice "loo.pam.club" "Is he ever a club in play?" "No." "Parlett says nothing of it. The Pamphile of 1758 is always a trump.";
    },
    pam_fee: absent(Fee::NONE, "Nobody pays for Pam."),
    pam_turned: absent(TurnedFee::Never, "Nobody pays a dealer who turns Pam up."),
    pam_names: clause! { TurnedTrump::OwnSuit, Source::Silent; "If Pam is turned up, clubs are trump, and there is no Pam in play.";
        reading "ALOO-07" "Pam is turned up. What is trump?" "Clubs, and nobody has the use of him." "The source does not think of it. It lets nobody name trumps, and gives the card turned up to nobody; there is no option, since a company could settle it in many ways and none is told.";
    },
    pam_absent: absent(Substitute::None, "If Pam is in no hand, no card takes his place."),
    pam_civil: clause! { Civility(Some(Civil { by_forehand: false, in_first_trick: false, even_alone: false })), PLAY;
        "Whoever leads the ace of trumps, to whatever trick, may say “Pam be civil”. Then Pam may not be played to that trick, if his holder has another trump.";
        open "ALOO-10" "When is it said?" "With the lead, before another card is played. Whoever has said it must lead the ace." "The words set in when the ace is led, and name no end. There is no option: said later, it would tell the next players what the trick already shows." .turning_on(original("If the trump Ace is led", "en", "Parlett, Five-card Loo"));
        settled "loo.civil.alone" "And if Pam is the only trump that his holder has?" "He is played under a trump's duties, and wins." "He is held back by another trump alone.";
        settled "loo.civil.may" "Must one who leads the ace ask it?" "No. The request stands beside the cards that may be led, and takes none of them away." "The leader *may* say it.";
    },
    pay_share: clause! { Shares::a_trick(5), parlett("Five-card Loo, Pay-off"); MOUCHE_1718.pay_share.text;
        reading "loo.pay.whole" "Can the pool always be shared by five?" "Yes: it is made of stakes of five, and of loos of five or of whole pools." "The source does not say. Where a flush is divided, what is over goes to the elder.";
    },
    debt_make: clause! { Penalties::STAKE, told_by("hoyle");
        "A player in the hand who wins no trick *is looed*: they owe a loo of five chips. What Parlett says of it is lost with the last lines of his page.";
        practice "ALOO-01" "What does a player without a trick pay?" "As much as the stake. In the unlimited game it is as much as the pool holds, and for a flush as well."
            "The page breaks off before it says so. *Hoyle's Games Improved* and Enquire Within put in a stake, and say that a table may agree on the sum that lies there. Parlett's own page on loo knows both games, and prefers neither." .or("loo");
        practice "loo.dealer" "Does a dealer pay more?" "No." "The *British Encyclopedia* has a dealer who is looed pay twice. *Hoyle's Games Improved* does not say so, and our clause is its.";
        practice "ALOO-06" "Is Pam's holder ever looed for want of a trick?" "It cannot be: Pam wins whatever trick he is played to." "An English Hoyle and the *British Encyclopedia* spare his holder; a company may say it beforehand, and nothing changes." .or("pam_never_looed");
    },
    debt_enter: clause! { Entry::AtOnce, told_by("hoyle"); "All loos of a hand go into the next pool, with the next dealer's five." },
    debt_cap: not_there(Ceiling(None)),
    debt_sweep: not_there(MOUCHE_1718.debt_sweep.value),
    alone: clause! { Alone::TakesPool, Source::Silent; MOUCHE_1718.alone.text;
        reading "com.alone" "What if only one goes in, and it is not the dealer?" "They take the pool." "The source does not think of it. Nobody is left who could win a trick.";
    },
    allfold: clause! { AllFold::DealerTakes, told_by("hoyle-modernized");
        "If all others fold, the dealer is not asked and takes the pool. Nobody owes.";
        practice "loo.allfold" "All before the dealer fold. What then?" "The dealer takes the pool." "Parlett does not say. *Hoyle's Games Modernized* has it so of three-card loo." .or_one_of("all_pass", &["dealer_takes", "void"]);
        = MOUCHE_1718.allfold.readings[1];
    },
    credit: clause! { Credit::Open, Source::Silent; MOUCHE_1718.credit.text;
        reading "com.credit" "What if a player cannot pay?" "They stay in, and in debt." "The source does not think of it." .or("credit");
    },
    end: clause! { MOUCHE_1718.end.value, Source::Silent; MOUCHE_1718.end.text;
        reading "com.end" "When does the game end?" "After three tours, unless the company agrees otherwise." "The source does not say. When all have dealt equally often, all have staked equally often; that it is three is ours." .or("end");
        reading "com.end.debts" "And the debts that are left?" "They are paid into a last pool and shared equally." "The source does not say; nobody should gain from owing." .or("final_debts");
        = MOUCHE_1718.end.readings[2];
        = MOUCHE_1718.end.readings[3];
        = MOUCHE_1718.end.readings[4];
        = MOUCHE_1718.end.readings[5];
    },
    // What no edition has, and what none is told of, is said once.
    ..MOUCHE_1718
};

/// The play of the cards, of which he says the same in several of these games.
pub(super) const fn played_as_in_loo(play: Source) -> Ruleset {
    Ruleset {
        play_follow: Clause { source: play, ..LOO_2008.play_follow },
        play_head: Clause { source: play, ..LOO_2008.play_head },
        play_trump: Clause { source: play, ..LOO_2008.play_trump },
        play_overtrump: Clause { source: play, ..LOO_2008.play_overtrump },
        play_free: Clause { source: play, ..LOO_2008.play_free },
        play_discard: Clause { source: play, ..LOO_2008.play_discard },
        trick_win: Clause { source: play, ..LOO_2008.trick_win },
        ..LOO_2008
    }
}
