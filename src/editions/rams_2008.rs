//! Rams, as Parlett describes it in the revision of 2008 of his book; with Rounce and Bierspiel, which he names beside it.

use super::loo_2008::{LOO_2008, played_as_in_loo};
use super::words::{absent, clause, not_there, open, original, parlett, practice, reading, repair, settled};
use crate::cards::Rank::Seven;
use crate::cards::Ranks;
use crate::rules::*;

const PRELIMINARIES: Source = parlett("Rams, Preliminaries");
const PLAY: Source = parlett("Rams, Play");
const SCORE: Source = parlett("Rams, Score");

/// The edition.
pub(super) const RAMS_2008: Ruleset = Ruleset {
    id: "rams-2008",
    name: "Rams, 2008",
    short: "rams",
    year: Some(2008),
    about: "The game of Belgium and Alsace, as David Parlett describes it: 2008 is the year of his book's revision, and the game is older. No flush and no exchange; a spare hand that one player may take unseen, a bare pool that lets nobody fold, and *rams*, a bid to win all five tricks. Rounce, with the whole pack, and Bierspiel, with a privileged seven, are played by agreement.",
    terms: Terms { flush: "", no_trick: "makes no trick", top_card: "" },
    players: clause! { PlayerCount { from: 3, to: 5 }, parlett("Rams"); "Three to five play, each for themselves." },
    pack: clause! { PackTable::of(Ranks::from(Seven)), parlett("Rams");
        "Thirty-two cards, from the ace to the seven, for any number of players. Rounce has fifty-two.";
        practice "ARAM-12" "Is Rounce another game but for its pack?" "Not here: only the pack changes." "Parlett says nothing else of it. Wikipedia has it played in America without the bid of all the tricks, and without a pool that obliges everyone to play." .or_one_of("pack_table", &["source", "rounce"]);
    },
    rank: clause! { RankOrder::ACE_HIGH, parlett("Rams"); "In every suit, trump or plain, the ace is highest, then king, queen, jack, ten, nine, eight and seven." },
    rank_promoted: clause! { Promoted(None), SCORE;
        "Every card stands in its suit. Only in Bierspiel one is promoted: the seven of diamonds is a trump whatever suit is turned, and stands below the ace of trumps and above the king.";
        repair "ARAM-11" "Bierspiel promotes a seven, and in our copy the sign of its suit is lost. Which is it?" "That of diamonds." "Wikipedia has it so of the game that it calls the modern German one." .or("seven");
        reading "ram.seven.suit" "What is it when diamonds are trump?" "The same: second to the ace, and above the king." "The source does not think of it. It is always the second-highest trump.";
    },
    chips_start: clause! { Chips(50), Source::Silent; "Each takes fifty chips.";
        reading "ram.chips" "How many chips does each take?" "Fifty." "The source does not say. Ten stakes will see a company through its tours: debts are of five.";
    },
    direction: clause! { Direction::Left, PLAY; "Deal, speech and play all go to the left.";
        practice "ARAM-03" "Left or right?" "To the left." "Parlett lets the first at the dealer's left lead, and does not say which way the deal and the speech go. In French rams all go to the right.";
    },
    deal_packets: clause! { Packets { hand: 5, ways: &[&[3, 2]], turn_after: None }, PRELIMINARIES; "The dealer gives five cards to each, three and then two." },
    stake: clause! { LOO_2008.stake.value, PRELIMINARIES; LOO_2008.stake.text;
        practice "ARAM-01" "Who puts it in?" "The dealer." "Parlett does not say. Modern pages on rams (denexa, gambiter) have the dealer do it." .turning_on(original("Ante five to the pool", "en", "Parlett, Rams"));
    },
    fille_deal: clause! { SpareHand::BeforeDealer, PRELIMINARIES; "Beside the players' cards a spare hand of five is dealt, by our reading just before the dealer's own.";
        practice "ram.fille.place" "When is it served?" "Just before the dealer." "Parlett does not say. Modern pages on rams, in French, serve it there; so does Boussac.";
    },
    turn_card: clause! { TurnCard::TopOfStock, PRELIMINARIES; LOO_2008.turn_card.text },
    turn_owner: clause! { TurnOwner::Dealer { after_exchange: false }, PRELIMINARIES;
        "A dealer who plays may take the card turned up, and lay down one of their own; but not, by our reading, if they took the spare hand.";
        practice "ARAM-05" "May a dealer who took the spare hand take it too?" "No." "Parlett does not say. Boussac lets no dealer have both rights.";
    },
    forced: clause! { Forced(&[When::BareStake]), PRELIMINARIES; "While the pool holds five chips and no more, nobody may fold.";
        settled "ram.forced" "Five chips were left over, and five are staked. Must everyone play?" "No: ten lie there." "It goes by what the pool contains, and not by where it comes from.";
    },
    forced_last: clause! { LastButOne::Dealer, PRELIMINARIES; "If only one player before the dealer is in, the dealer may not fold." },
    decl_order: clause! { Phases::always(&[Phase::Round(DECLARATIONS), Phase::TurnUp, Phase::Tricks]), PRELIMINARIES;
        "Each declares once, from the dealer's left, the dealer last; and the dealer may take the card turned up.";
        reading "ram.turn.when" "When does the dealer take it?" "With their declaration." "The source does not say.";
    },
    decl_fold: clause! { Offer::Open, PRELIMINARIES; "Whoever folds lays their hand down and is out of it, unless somebody bids rams. They owe nothing for it." },
    decl_stand: clause! { Offer::Open, PRELIMINARIES; "Whoever plays undertakes to win at least one trick." },
    decl_exchange: absent(Offer::Closed, "Nobody changes cards with the stock."),
    decl_fille: clause! { Offer::Open, PRELIMINARIES; "One player, the first who wants it, may change all five cards for the spare hand. They take it unseen, and must then play." },
    decl_all: clause! { BidAll::InTurn, PRELIMINARIES;
        "*Rams* is a bid to win all five tricks. Everyone must then play, and those who have folded take up their cards again.";
        open "ARAM-02" "When is it bid?" "In one's turn, in place of standing; the declarations are then over." "He tells of it among the declarations, and names no moment. A modern page on rams (gambiter) has it called out before anyone speaks." .turning_on(original("obliges everyone else to play", "en", "Parlett, Rams")).or("rams_bid");
        reading "ram.all.first" "Rams is to be bid before all else. Must the eldest, who speaks first, do it before their turn?" "No: as long as nobody has declared, their first word may be a bid like anyone's." "The source does not think of it. Nobody has spoken then, whichever it is.";
        reading "ram.all.cards" "May anyone take the spare hand or the card turned up after it?" "No. Who took the spare hand before, keeps it." "The source does not say. Whoever bids has counted on what the others held.";
        reading "ram.all.fille" "May it be bid on the spare hand?" "No." "The source does not think of it. To take the spare hand was the declaration, and each makes one.";
        settled "ram.all.forced" "May it be bid where nobody may fold?" "Yes." "A bare pool forbids to pass, and nothing else.";
    },
    exchange_once: not_there(LOO_2008.exchange_once.value),
    exchange_short: not_there(LOO_2008.exchange_short.value),
    flush_what: absent(FlushKind::None, "There is no flush: five cards of a suit are played like any others."),
    flush_wild: not_there(WildCard::None),
    flush_pat: not_there(LOO_2008.flush_pat.value),
    flush_claim: not_there(LOO_2008.flush_claim.value),
    flush_take: not_there(LOO_2008.flush_take.value),
    flush_owe: not_there(LOO_2008.flush_owe.value),
    flush_tie: not_there(LOO_2008.flush_tie.value),
    play_lead: clause! { Lead::Eldest, PLAY; "The first from the dealer's left who is in the hand leads to the first trick, any card. The winner of a trick leads to the next.";
        settled "ARAM-06" "Does one who has bid rams lead?" "No: the eldest does, since everyone plays." "The rule on the lead makes no exception.";
    },
    lead_duty: not_there(LeadDuties(&[])),
    pam_card: absent(TopCard(None), "No card stands above its suit: the jack of clubs is a jack."),
    pam_trump: not_there(TopCardPlay::Bound),
    pam_fee: not_there(Fee::NONE),
    pam_turned: not_there(TurnedFee::Never),
    pam_names: not_there(TurnedTrump::OwnSuit),
    pam_absent: not_there(Substitute::None),
    pam_civil: not_there(Civility(None)),
    pay_share: clause! { Shares::a_trick(5), SCORE; LOO_2008.pay_share.text;
        reading "ram.pay.whole" "Can the pool always be shared by five?" "Yes: it is made of stakes of five, of debts of five, and of what a lost bid adds, which is as much as lies there." "The source does not say.";
    },
    pay_all: clause! { AllPay(Some(5)), SCORE;
        "Who bids rams and wins all five tricks takes the pool, and five chips from each of the others. With the first trick that the bidder does not win play stops, and no trick earns anything: they owe as much as the pool holds, and pay five to each of the others.";
        settled "ARAM-04" "The bid is lost. What becomes of the pool?" "It stays, and the bidder's debt doubles it." "The bidder is said to double the pool, and nobody to win it.";
        settled "ARAM-09" "The bid is made. Do the others owe for want of a trick besides?" "No: five each is all." "That is what is told of a successful bid.";
        reading "ARAM-10" "Does a bidder who lost put the sum in at once?" "With the next stake, like every debt." "The source does not say. It lies in the same pool either way, so there is no option.";
        settled "ram.all.stopper" "Has the player who took that trick anything more?" "No." "It is said so.";
    },
    debt_make: clause! { Penalties::STAKE, SCORE; "A player in the hand who wins no trick owes five chips." },
    debt_enter: clause! { Entry::AtOnce, SCORE; "All debts of a hand go into the next pool, with the next dealer's five." },
    alone: not_there(Alone::TakesPool),
    allfold: clause! { AllFold::LastPays, PRELIMINARIES;
        "If all before the dealer fold, the last of them, who sits at the dealer's right, pays the dealer five chips. There is no play.";
        settled "ARAM-07" "What becomes of the pool?" "It stays, and the next dealer's stake is added." "There is no play in which it could be won.";
        open "ARAM-08" "Is the dealer asked?" "No." "If everybody passes, he says; by the letter the dealer is one of them. But a dealer who was asked would play alone for the pool, and never pass." .turning_on(original("If everybody passes", "en", "Parlett, Rams")).or_one_of("all_pass", &["five", "dealer_takes", "void"]);
        reading "ram.void" "Such a hand is to be void. Is anything paid?" "Nothing: the pool stays, and the dealer is not asked." "A void hand is nobody's, and the five would be a price of it.";
    },
    // What he leaves untold is the same in loo; and so is the play of the cards.
    ..played_as_in_loo(PLAY)
};
