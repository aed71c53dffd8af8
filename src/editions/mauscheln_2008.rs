//! Mauscheln as Parlett has it: one undertakes two of four tricks, the others join for one, and all change cards after that.

use super::parlett::{JOIN, JOINING, told};
use super::words::{clause, open, parlett, practice, reading, settled};
use crate::cards::Rank::Seven;
use crate::cards::Ranks;
use crate::rules::*;

const HEADING: &str = "Mauscheln, Mousel";
const SAYS: Source = parlett(HEADING);
const VARIANTS: Source = parlett("Mauscheln, Mousel: variants");

const BID: &Round = &Round {
    is: "the bid",
    asks: Asks::UntilOneBids,
    offers: &[
        RoleOf(Verb::Pass, None),
        RoleOf(Verb::Diddle, Some(Role::Bidding)),
        RoleOf(Verb::DiddleBlind, Some(Role::Bidding)),
    ],
};

const PREMIUM: Reading = reading(
    "AMAU-03",
    "How much is a premium, and who has it?",
    "A stake. That for Belli goes to the player of the ace; that for a flush into this pool, which is then shared, and owed, with it.",
    "He names no sum. A card is lost to somebody; a flush is lost to nobody, and all at the table are the worse for the new hand.",
);

/// The edition.
pub(super) const MAUSCHELN_2008: Ruleset = Ruleset {
    id: "mauscheln-2008",
    name: "Parlett's Mauscheln, 2008",
    short: "Mauscheln",
    year: Some(2008),
    about: "A German game of four tricks, in Denmark called Mousel. To *mauscheln* is to diddle, to swindle: whoever bids so undertakes two tricks, whoever joins undertakes one, and cards are changed only then. The year is that of the book, David Parlett's, which we take to be its revision of 2008; the game is older.",
    terms: Terms { flush: "flush", no_trick: "pays the pot", top_card: "" },
    players: clause! { PlayerCount { from: 3, to: 5 }, SAYS; "Three to five play; four are best." },
    pack: clause! { PackTable::of(Ranks::from(Seven)), SAYS;
        "Thirty-two cards, from the ace to the seven.";
        open "AMAU-10" "Thirty-two cards, or fifty-two?"
            "Thirty-two, unless the company agrees on the larger pack."
            "The heading has both numbers, and the rules under it ask for thirty-two; for whom the larger pack is meant, they leave open."
            .or_one_of("pack_table", &["source", "full"]);
    },
    rank_promoted: clause! { Promoted(None), VARIANTS;
        "No card is promoted. Where a company plays with *Belli*, it is in every hand the second-best trump, just below the ace.";
        practice "AMAU-06" "Which seven is Belli, and is it always a trump?"
            "The seven of diamonds, and always: it goes above the king of trumps, whatever is turned. Turned up, it is dead, and diamonds are trump."
            "Parlett says the seven, and the second-best trump. In Zwicken, as Wikipedia on its relatives has it, the second-best trump is the seven of diamonds, which are the bells of a German pack."
            .or("belli");
    },
    chips_start: clause! { Chips(40), Source::Silent; "Each takes forty chips.";
        reading "mau.chips" "How many chips does each take?"
            "Forty: ten stakes." "The book names no sum.";
    },
    direction: clause! { Direction::Left, SAYS; "Deal, speech and play all go to the left." },
    deal_packets: clause! { Packets { hand: 4, ways: &[&[2, 2]], turn_after: None }, SAYS;
        "From their left, the dealer gives four cards to each, two at a time.";
        practice "mau.turn" "Is the card turned between the packets?"
            "After both." "Wikipedia's Mauscheln turns it after the first two cards; that changes nothing in play.";
    },
    stake: clause! { Stake { by: StakeBy::Dealer, chips: 4, once: false }, SAYS;
        "Before dealing, the dealer puts a number of chips into the pool that four divides, by our reading four. The others put in nothing.";
        practice "mau.stake" "How many chips?"
            "Four, or as many times four as the company likes."
            "Parlett leaves the multiple open. In Wikipedia's Mauscheln the dealer puts in four." .or("stake");
    },
    turn_owner: clause! { TurnOwner::Nobody, Source::Silent;
        "The card turned up belongs to nobody, unless the dealer has bid unseen.";
        reading "mau.turn.owner" "Whose is the card turned up?"
            "Nobody's." "The book gives it to the dealer in one variant, and does not say whose it is otherwise.";
    },
    decl_order: clause! {
        Phases::always(&[
            Phase::ThrowIn,
            Phase::Round(BID),
            Phase::Round(JOIN),
            Phase::Round(EXCHANGE),
            Phase::TurnUp,
            Phase::Tricks,
        ]),
        SAYS;
        "From the eldest on each is asked for a bid, the dealer last. When one has bid, each of the others joins or folds. Then those who are in change cards, by our reading from the eldest.";
        reading "AMAU-05" "Who exchanges first?"
            "The eldest of those who are in." "The book names no order; the cards go round as they were dealt.";
    },
    decl_bid: clause! { Apart::Asked, SAYS; "Each passes or *diddles*: undertakes two tricks. The first who diddles ends the bidding." },
    decl_join: clause! { Apart::Asked, SAYS;
        "When one has diddled, each of the others joins, and undertakes one trick, or folds.";
        settled "AMAU-01" "May one join who passed before the bid?"
            "Yes." "Each is asked again; and only who passes now is told to drop out.";
        = JOINING;
    },
    decl_fold: clause! { Offer::Open, SAYS; "Whoever does not join folds: they are out of this hand and owe nothing for it. The bidder cannot." },
    decl_stand: clause! { Offer::Open, SAYS; "In the exchange one may keep the cards that one was dealt." },
    decl_exchange: clause! { Offer::Open, SAYS; "In the exchange one lays down as many cards as one likes, and is given as many from the stock." },
    decl_blind: clause! { Blind(&[]), VARIANTS;
        "All look at their cards before they bid. A company may let the dealer who turned up an ace, or another high card, diddle before they have looked, and take that card in their exchange.";
        open "AMAU-04" "Which other card is high?"
            "The king, where the company goes beyond the ace." "The book draws no line below the ace." .or("dealer_blind");
        reading "AMAU-08" "How does the dealer take the card turned up?"
            "In their exchange, for one of the cards that they lay down: beside three others at most, or alone. They may leave it."
            "It is told as one of the replacements, and not as a duty.";
    },
    undertake: clause! { Undertaking { waiting: 1, playing: 1, bidding: 2 }, SAYS; "The bidder undertakes two tricks, everyone else who plays one." },
    exchange_once: clause! { Exchange { most: 4 }, SAYS;
        "One exchange a hand, of one to four cards.";
        practice "mau.exchange" "How often may one exchange?"
            "Once." "Parlett tells one exchange, and says nothing of another. Wikipedia's Mauscheln allows one only.";
    },
    exchange_short: clause! { ShortStock::Then(&[Supply::Folded, Supply::Discards]), SAYS;
        "When the last card of the stock is given, the hands of those who folded are shuffled and serve on; and when they are used up, the cards that others have laid down.";
        settled "mau.short" "What is drawn first?"
            "All that the stock has, then all that was folded, and only then what was laid down."
            "A new stock is made when the old one has run out, and of discards only if that is necessary.";
    },
    flush_redeal: clause! { Redeal(None), VARIANTS;
        "Four cards of one suit are a hand like any other. Where a company agrees so, whoever is dealt them must pay a premium, throw them in, and is given four others.";
        reading "AMAU-09" "When are they thrown in, and what if the new hand is of one suit too?"
            "In turn, before anyone bids. The new hand is kept."
            "It is a duty of one who was dealt them, and nobody should bid on cards that must go." .or("flush_redeal");
        = PREMIUM;
        reading "mau.flush.belli" "Belli and three cards: are they of one suit?"
            "With three diamonds, whatever is trump; with three trumps of another suit, not."
            "The book does not think of it. Before the play a card is what it looks like; Belli is promoted in play.";
        reading "mau.flush.discards" "What becomes of a flush that was thrown in?"
            "It lies with the cards that were laid down, and may be drawn with them when they serve on, by anybody."
            "The book does not say; nobody can tell it any more from the other discards.";
    },
    play_lead: clause! { Lead::Bidder, SAYS;
        "The bidder leads to the first trick, any card. The winner of a trick leads to the next.";
        reading "mau.lead" "Who leads to the other tricks?"
            "The winner of the trick before." "Under this heading the book does not say; it does under others on the same pages.";
    },
    pay_share: clause! { Shares::a_trick(4), SAYS;
        "Each trick earns a quarter of the pool.";
        settled "mau.share" "Is the pool always a multiple of four?"
            "Yes." "The stake is one, and every debt repeats a pool, once or twice. A ceiling must be a multiple of the stake.";
    },
    pay_premium: clause! { Premiums(None), VARIANTS;
        "No card costs its player a premium. Where a company plays with Belli, whoever loses it to the ace of trumps pays one.";
        = PREMIUM.or("belli");
    },
    debt_make: clause! {
        Penalties(&[
            Penalty { undertook: Some(2), won: Some(0), ..Penalty::of(Amount::Pool(2), Payee::NextPool) },
            Penalty::of(Amount::Pool(1), Payee::NextPool),
        ]),
        SAYS;
        "Whoever joined and wins no trick pays what the pool held; so does a bidder who wins only one. A bidder who wins none pays twice as much.";
        reading "AMAU-02" "Into which pool?"
            "The next." "The book does not say; this one has been shared.";
        settled "AMAU-07" "Does a player with one trick pay because the bidder failed?"
            "No." "Each answers for what they undertook themselves.";
    },
    debt_cap: clause! { Ceiling(None), Source::Silent; "There is no ceiling on debts.";
        practice "mau.cap" "May the company set one?"
            "Yes, a multiple of the stake." "House rules of Mauscheln, at mauschelarsch.de, limit the pot." .or("debt_cap");
    },
    alone: clause! { Alone::TakesPool, SAYS; "If nobody joins, the bidder takes the pool without play." },
    allfold: clause! { AllFold::Void, SAYS;
        "If nobody bids, there is no play, and the next player deals. By our reading the pool stays, and the next stake is added.";
        practice "mau.allfold" "What becomes of the pool?"
            "It stays." "Parlett has the deal pass on. In Wikipedia's Mauscheln the next dealer puts in four and deals.";
    },
    ..told(HEADING)
};
