//! Norrlandsknack as Parlett has it: ten points to be rid of, and a promise of one trick.

use super::parlett::{JOIN, JOINING, told};
use super::words::{clause, not_there, parlett, practice, reading, settled};
use crate::cards::Rank::Two;
use crate::cards::Ranks;
use crate::rules::*;

const HEADING: &str = "Norrlandsknack";
const SAYS: Source = parlett(HEADING);
/// On the page after the one that we have in a copy.
const ENDS: Source = parlett("Norrlandsknack: its end");

/// Wikipedia says so, of Norseman's knock.
const KNOCK: Source = Source::Period { work: "wikipedia-knock" };

const fn bid(offers: &'static [RoleOf]) -> Round {
    Round { is: "the bid", asks: Asks::UntilOneBids, offers }
}

const KNOCKS: RoleOf = RoleOf(Verb::Knock, Some(Role::Bidding));
const FIRST: &Round = &bid(&[RoleOf(Verb::Fold, None), RoleOf(Verb::Lurk, None), KNOCKS]);
const LATER: &Round = &bid(&[RoleOf(Verb::Pass, None), KNOCKS]);
const DRAW: &Round = &Round {
    offers: &[RoleOf(Verb::Stand, None), RoleOf(Verb::Exchange, None), RoleOf(Verb::TakeTurnUp, None)],
    ..*EXCHANGE
};

/// The edition.
pub(super) const NORRLANDSKNACK_2008: Ruleset = Ruleset {
    id: "norrlandsknack-2008",
    name: "Parlett's Norrlandsknack, 2008",
    short: "Norrlandsknack",
    year: Some(2008),
    about: "The knock of the north country, from Sweden. Each has ten points to be rid of, one a trick, and whoever has none left first takes a pool into which every broken promise has paid a chip. Cards are changed in the first deal only, and nothing need be beaten. The year is that of the book, David Parlett's, which we take to be its revision of 2008; the game is older.",
    terms: Terms { flush: "", no_trick: "is loafed", top_card: "" },
    players: clause! { PlayerCount { from: 3, to: 5 }, SAYS; "Three to five play." },
    pack: clause! { PackTable::of(Ranks::from(Two)), SAYS; "Fifty-two cards." },
    chips_start: clause! { Chips(10), Source::Silent; "Each takes ten chips.";
        reading "nor.chips" "How many chips does each take?"
            "Ten." "The book names no sum. One is staked, and few more are lost in a game.";
        reading "nor.purses" "A file begins with a later deal. What lies in the purses then?"
            "What each took at the start, unless the file says what they hold; what lies in the pool has come from before."
            "The book tells of no game that is joined in the middle, and who has paid what into its pool cannot be seen from it.";
    },
    score: clause! { Score(Some(Countdown { start: 10, a_trick: 1, loaf: 5 })), ENDS;
        "Each has ten points when a game begins, and takes one off for every trick, down to nothing. Who is loafed has five more, up to ten.";
        settled "ANOR-01" "One has seven points and is loafed. How many then?"
            "Ten." "Five are added, and ten is the most that anyone can have.";
        reading "ANOR-05" "One wins more tricks than they have points. What then?"
            "They stop at nothing." "The book does not think of it; who has no points left has won.";
        reading "nor.points" "Must it be ten?"
            "Ten, unless the company agrees otherwise." "The book knows no other number; a short evening may want one."
            .or("points");
    },
    deal_next: clause! { NextDealer::SameIfVoid, SAYS;
        "The eldest of one hand deals the next. After a hand that nobody bids on, the same dealer deals again; after three of them running, the deal goes on.";
        practice "nor.lurk" "All lurk in the first deal. Who deals next?"
            "The same dealer, and it is the first deal still. Such a hand counts among the three."
            "Parlett tells it of passes. In Wikipedia's Norseman's knock the cards are dealt again when all have lurked.";
        reading "nor.next" "And when a hand was played?"
            "The eldest of that hand deals, and the count begins anew."
            "The book does not say; the deal goes round as the speech does.";
    },
    direction: clause! { Direction::Left, KNOCK;
        "Deal, speech and play all go to the left.";
        practice "nor.direction" "Which way do they go?"
            "To the left." "Parlett does not say. Wikipedia's Norseman's knock goes clockwise.";
    },
    deal_packets: clause! { Packets { hand: 5, ways: &[&[3, 2]], turn_after: Some(3) }, SAYS;
        "From their left, the dealer gives three cards to each, turns one up, and gives two more to each.";
        settled "nor.three" "Do all see five cards before they bid?"
            "Yes, unless the company agrees to bid on three."
            "That is told as a custom: three are dealt and one is turned, all bid and join, and then the last two are given."
            .or("bid_on_three");
    },
    stake: clause! { Stake { by: StakeBy::Each, chips: 1, once: true }, SAYS; "When a game begins, each puts one chip into the pool. Nobody puts in a stake later." },
    turn_card: clause! { TurnCard::TopOfStock, SAYS; "When each has three cards the next is turned. Its suit is trump." },
    turn_owner: clause! { TurnOwner::DealerAtFirst { later: false }, SAYS;
        "In the first deal the dealer must take the card turned up, for one of theirs, before they exchange; so they draw one card fewer than they lay down. Later it belongs to nobody, by our reading.";
        practice "ANOR-03" "Whose is the card turned up after the first deal?"
            "Nobody's." "Parlett gives it to the dealer in the draw, which the first deal alone has. Wikipedia's Norseman's knock gives it to the dealer, and we saw no word on when."
            .or("turn_up_later");
        reading "nor.turn" "If a company gives it to the dealer later too, when do they take it?"
            "When the joining is over, if they are in and not alone. They may leave it."
            "There is no draw then in which they must.";
    },
    forced: clause! { Forced(&[When::FirstHand]), SAYS; "In the first deal nobody can drop out." },
    decl_order: clause! {
        Phases {
            first: &[Phase::Round(FIRST), Phase::Round(DRAW), Phase::Tricks],
            later: &[Phase::Round(LATER), Phase::Round(JOIN), Phase::TurnUp, Phase::Tricks],
        },
        SAYS;
        "From the eldest on each is asked for a bid, the dealer last. When one has bid, in the first deal all exchange, from the eldest; later each of the others joins or folds.";
    },
    decl_bid: clause! { Apart::Asked, SAYS;
        "Each may *knock*, and undertake a trick. Who does not *lurks* in the first deal, and promises nothing; later they pass. The first who knocks ends the bidding.";
        reading "nor.unasked" "What has one promised who was not asked any more, in the first deal?"
            "Nothing, like one who lurks." "The book asks no more after a knock, and nobody can be held to what they have not said.";
    },
    decl_join: clause! { Apart::Asked, SAYS;
        "After the first deal, when one has knocked, each of the others joins, and undertakes a trick, or folds; those too who have passed.";
        = JOINING;
    },
    decl_fold: clause! { Offer::Open, SAYS; "Whoever does not join folds: they are out of this hand. The one who knocked cannot, and in the first deal nobody." },
    decl_stand: clause! { Offer::Open, SAYS; "In the exchange one may keep the cards that one was dealt." },
    decl_exchange: clause! { Offer::Open, SAYS; "In the first deal, when one has knocked, each may lay down cards and is given as many from the stock. Later nobody exchanges." },
    undertake: clause! { Undertaking { waiting: 0, playing: 1, bidding: 1 }, SAYS; "Whoever knocks or joins undertakes one trick; whoever lurks, none." },
    exchange_once: clause! { Exchange { most: 5 }, SAYS; "In the first deal, one exchange of one to five cards." },
    exchange_short: not_there(ShortStock::FirstCome),
    play_lead: clause! { ..told(HEADING).play_lead;
        reading "com.lead" "Who leads if the eldest folded?"
            "The next player to the left who did not." "The book speaks of the eldest; the lead goes as the deal and the speech go.";
    },
    lead_duty: clause! { LeadDuties(&[MustLead::AceFirst, MustLead::TrumpAtOne]), SAYS;
        "Whoever leads to the first trick and holds the ace of trumps must lead it. In a hand that opens with a player at one point, every lead must be a trump, if the leader has one.";
        settled "ANOR-02" "Must the ace be led in every deal?"
            "Yes, in the first trick." "It is told of the play, which is the same in all deals.";
        reading "ANOR-07" "When is it looked at whether someone has one point?"
            "When the hand opens." "Points are written down after a deal, and it must be announced.";
        settled "ANOR-08" "What if one leads another card?"
            "The engine refuses it."
            "At a table that goes unnoticed whoever does so is loafed; here it cannot.";
    },
    play_head: clause! { Duty::Waived, SAYS; "Nobody need beat a card: any card of the suit led will do." },
    play_trump: clause! { Duty::Waived, SAYS; "Whoever has no card of the suit led need not trump, nor beat a trump that lies there." },
    play_overtrump: not_there(Duty::Waived),
    play_free: not_there(WhenTrumped::Free),
    play_discard: clause! { Discard::Any, SAYS; "Whoever has no card of the suit led plays any card." },
    trick_win: clause! { TrickWinner::HighestTrump, SAYS; "The highest trump wins the trick; if there is none, the highest card of the suit led." },
    pay_share: clause! { Shares { parts: 1, earner: Earner::Nobody }, SAYS; "No trick is paid for: each takes a point off its winner's score." },
    pay_rest: clause! { Rest::First, Source::Silent;
        "Chips that cannot be divided go to the first of the winners from the dealer's left.";
        reading "nor.rest" "Several have no points left, and the pool does not divide. Who has what is over?"
            "The first of them from the dealer's left." "The book has them divide it, and does not say how.";
    },
    debt_make: clause! { Penalties(&[Penalty::of(Amount::Chips(1), Payee::ThisPool)]), ENDS;
        "Whoever undertook a trick and wins none is *loafed*: beside the points it costs a chip, into the pool.";
        settled "nor.loaf" "Who can be loafed?"
            "Who knocked; and after the first deal, who joined."
            "Who lurks plays in hope of a trick, and it costs nothing to be wrong.";
        reading "ANOR-09" "Does the chip count in the deal in which the game ends?"
            "Yes: it is paid before the pool is taken." "The book does not say; the promise was broken before anyone counted.";
    },
    debt_enter: not_there(Entry::AtOnce),
    alone: clause! { Alone::WinsTricks(5), Source::Silent;
        "If nobody joins, the one who knocked wins five tricks without play, for five points.";
        reading "ANOR-06" "Nobody joins. What does the knock earn?"
            "All five tricks." "The book does not say. Nobody is left to win one." .or("lone_knock");
    },
    allfold: clause! { AllFold::Void, SAYS; "If nobody knocks, there is no play, and the pool stays." },
    credit: clause! { Credit::Open, Source::Silent; "A purse may go below nothing.";
        reading "nor.credit" "What if a player has no chip left for a loaf?"
            "They stay in, and owe it." "The book says nothing of a player without chips.";
    },
    end: clause! { Session { finish: Finish::Points, debts: FinalDebts::Shared }, ENDS;
        "Whoever has no points left takes the pool, and the game is over.";
        settled "ANOR-04" "Several come to nothing in one deal. Who wins?"
            "They divide the pool, however many tricks each could have spared."
            "The pool is told to be won, or shared, by the first to come to nothing; all of them do so in the same deal.";
    },
    ..told(HEADING)
};
