//! Julep as Parlett has it: two tricks are a win, and one who folded may play against a lone player. The beginning of his
//! entry is lost, and supplied here from Spanish accounts.

use super::parlett::told;
use super::words::{absent, clause, original, parlett, practice, reading, settled};
use crate::cards::Rank::{Eight, Nine, Ten, Two};
use crate::cards::Ranks;
use crate::rules::*;

const HEADING: &str = "Julep";
const SAYS: Source = parlett(HEADING);

/// What Parlett must have told as well, on a page that we do not have: Spanish accounts do.
const LOST: Source = Source::Period { work: "julepe" };

/// The edition.
pub(super) const JULEP_2008: Ruleset = Ruleset {
    id: "julep-2008",
    name: "Parlett's Julep, 2008",
    short: "Julep",
    year: Some(2008),
    about: "A Spanish game, *julepe*, of forty cards: everyone who plays undertakes two tricks, tricks are not paid for, and a lone player may find the pack itself against them. Of David Parlett's entry the beginning is lost: players, pack, order, stake, deal and declarations are supplied from Spanish accounts, and marked as such. The year is that of his book, which we take to be its revision of 2008; the game is older.",
    terms: Terms { flush: "", no_trick: "is given julep", top_card: "" },
    players: clause! { PlayerCount { from: 3, to: 6 }, LOST;
        "Three to six play.";
        practice "jul.players" "How many play?"
            "Three to six." "Spanish accounts call six the best number, and let seven sit down with one of them idle in turn. That is not offered here.";
    },
    pack: clause! { PackTable::of(Ranks::from(Two).without(Eight).without(Nine).without(Ten)), LOST; "Forty cards: the pack has no eight, nine or ten.";
        practice "AJUL-09" "Is there a joker?"
            "No." "One of the Spanish accounts, a club's, puts a joker between ace and three. The pack of forty has none.";
    },
    rank: clause! { RankOrder::SPANISH, LOST;
        "In every suit the ace is highest, then three, king, queen, jack, seven, six, five, four and two.";
        practice "AJUL-01" "In which order do the cards stand?"
            "As Spain has them: the three stands next to the ace."
            "Four Spanish accounts have it so. Of what Parlett said nothing is left; his other games have the order of today."
            .or("rank_order");
    },
    chips_start: clause! { Chips(40), Source::Silent; "Each takes forty chips.";
        reading "jul.chips" "How many chips does each take?"
            "Forty: ten stakes." "Nobody names a sum.";
    },
    direction: clause! { Direction::Right, SAYS;
        "Deal, speech and play all go to the right.";
        practice "jul.direction" "Does Parlett say so of deal and speech?"
            "In what is left of him, only of the lead." "The Spanish accounts have all of it go to the right.";
    },
    deal_packets: clause! { Packets { hand: 5, ways: &[&[3, 2]], turn_after: None }, LOST; "From their right, the dealer gives five cards to each, three and then two." },
    stake: clause! { Stake { by: StakeBy::Dealer, chips: 4, once: false }, LOST;
        "Before dealing, the dealer puts four chips into the pool. The others put in nothing.";
        reading "jul.stake" "How much is a stake, and how much a julep?"
            "Four chips each." "Parlett calls a julep an agreed stake, and an even number can be halved; the rest is ours."
            .or("stake");
    },
    turn_card: Clause { source: LOST, ..told(HEADING).turn_card },
    turn_owner: clause! { TurnOwner::Dealer { after_exchange: true }, LOST;
        "The dealer may take the card turned up, for a card of theirs, with their declaration or after it.";
        practice "AJUL-02" "Which right to the card turned up has the dealer?"
            "They may take it, at no price."
            "The last words of a sentence on it are all that is left of Parlett's. Spanish accounts let the dealer keep it; one of them at the price of a double julep, if they fail."
            .turning_on(original("turn-up)", "en", "Parlett, Julep")).or("dealer_turn_up");
    },
    forced: clause! { Forced::NEVER, SAYS; "Nobody has to play: on any hand anyone may fold." },
    decl_order: clause! {
        Phases::always(&[Phase::Round(DECLARATIONS), Phase::TurnUp, Phase::Defence, Phase::Tricks]),
        LOST;
        "Each declares once, from the eldest to the right, the dealer last. Then, if one alone is in, each of the others may defend the pack.";
        reading "AJUL-07" "Is the dealer asked when all others have folded?"
            "Yes; and a dealer who plays alone may find the pack defended."
            "One who plays alone is not safe of the pool in this game, whoever it is.";
        reading "AJUL-06" "Does a lone player exchange before they know whether the pack is defended?"
            "Yes: they exchange in their turn." "Nobody knows before the last has spoken that one will be alone.";
    },
    decl_fold: clause! { Offer::Open, SAYS; "Whoever folds lays their hand down. They owe nothing, and may yet defend the pack." },
    decl_stand: clause! { Offer::Open, LOST; "Whoever stands plays the five cards that they were dealt." },
    decl_exchange: clause! { Offer::Open, LOST; "Whoever exchanges lays down cards and is given as many from the stock." },
    decl_defend: clause! { Defence(Some(6)), SAYS;
        "If only one player is in, one who folded may *defend the pack*: they draw six cards, lay one of them down, and play with the other five.";
        reading "jul.defend" "Several would defend it. Who does?"
            "The first in turn from the dealer's right." "The book lets any one of them, and does not say which.";
    },
    undertake: clause! { Undertaking { waiting: 2, playing: 2, bidding: 2 }, SAYS; "Everyone who plays undertakes two tricks." },
    exchange_once: clause! { Exchange { most: 5 }, LOST; "One exchange a hand, of one to five cards." },
    exchange_short: clause! { ShortStock::Then(&[Supply::Folded]), SAYS;
        "When the stock does not suffice, the hands of those who folded are shuffled and serve on.";
        reading "jul.short" "And if they do not suffice either?"
            "Nobody may ask for more." "The book names no third source.";
        reading "jul.short.own" "Does a defender draw from the hand that they folded themselves?"
            "Yes." "All that was folded is shuffled into one stock, and it cannot be told apart any more.";
    },
    play_lead: clause! { Lead::Eldest, SAYS;
        "The first player in the hand from the dealer's right leads to the first trick, any card. The winner of a trick leads to the next.";
        reading "jul.lead" "Who leads to the other tricks?"
            "The winner of the trick before." "What is left under this heading does not say; the book does under others on the same pages.";
    },
    play_free: clause! { ..told(HEADING).play_free;
        practice "AJUL-08" "Must a losing trump be played?"
            "Yes." "By Parlett's words only one who can neither follow nor trump is let off. Of the Spanish accounts one says the same, and a club excuses it."
            .or("play_obligation");
    },
    pay_share: clause! { Shares { parts: 1, earner: Earner::Good }, SAYS;
        "Tricks are not paid for. Whoever wins two or more is *good*: one who alone is so takes the pool, two halve it, and if nobody is, it stays. If the pack was defended and both are good, the lone player takes half, and half stays.";
        settled "AJUL-05" "One wins three tricks, and one two. How is it shared?"
            "In halves, like two and two." "Both have what they undertook; two and two is named as the case of two who do.";
        settled "AJUL-04" "When has a defender won?"
            "If they are good, and the lone player is not." "The other cases are told apart: the defence lost, and both good.";
    },
    pay_rest: clause! { Rest::Stays, Source::Silent;
        "A chip that cannot be halved stays in the pool.";
        reading "AJUL-03" "The pool is odd. Who has the chip that is over?"
            "Nobody: it stays." "The book does not think of it. The next pool can use it.";
    },
    debt_make: clause! { Penalties::JULEP, SAYS;
        "Whoever plays and wins fewer than two tricks pays a *julep*, as much as the stake, into the pool before it is shared. A defender pays none.";
        reading "jul.julep" "Whose julep is whose, if several fail?"
            "All go into the pool, which is then won, halved or carried on."
            "Each is told to be won with the pool, shared with it, or paid into it.";
    },
    debt_enter: absent(Entry::AtOnce, "No debt waits for another hand: a julep is paid as soon as it is made."),
    alone: clause! { Alone::TakesPool, Source::Silent;
        "If one is in alone and nobody defends the pack, they take the pool without play.";
        reading "jul.alone" "One is in alone, and nobody defends the pack. What then?"
            "They take the pool." "The book tells only what becomes of a defence. There is nobody to play against.";
    },
    allfold: clause! { AllFold::DealerAsked, Source::Silent;
        "If all fold, the dealer too, there is no play: the pool stays, and the next stake is added.";
        reading "jul.allfold" "All fold. What becomes of the pool?"
            "It stays." "Nobody says it; nobody has won it.";
    },
    end: clause! { ..told(HEADING).end;
        = told(HEADING).end.readings[0];
        reading "jul.end" "What becomes of the chips in the pool when the game ends?"
            "They are shared equally." "Nobody says. No debts are left in this game, but a pool may be.";
        = told(HEADING).end.readings[2];
        = told(HEADING).end.readings[5];
    },
    ..told(HEADING)
};
