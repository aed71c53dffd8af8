//! Le Mistigri of Burgundy and its neighbours, as Boussac has it in 1896.
//!
//! His French was seen as far as the deal. From there on an English translation is read, which is credited to Lydie M. and
//! garbled in places; that it reads like a machine's is our judgement. A reading says so wherever the sense had to be
//! restored.

use super::mouche_1718::MOUCHE_1718;
use super::words::{absent, boussac, clause, open, original, practice, reading, repair, settled, translated, untold};
use crate::cards::Rank::*;
use crate::cards::Ranks;
use crate::rules::*;

const RAMS: Reading = practice(
    "ABOU-01",
    "What are the duties in play?",
    "Those of rams: follow, beat, trump, overtrump, and trump even in vain.",
    "Boussac states none, and calls the game a variety of rams. Parlett and other modern accounts of rams have all of these.",
)
.turning_on(original("une variété du rams", "fr", "Boussac, opening of the chapter"));

/// The edition.
pub(super) const BOUSSAC_1896: Ruleset = Ruleset {
    id: "boussac-1896",
    name: "Boussac's Mistigri, 1896",
    short: "1896",
    year: Some(1896),
    about: "Le Mistigri or Cascaret, as it was played in Burgundy and in parts of the Nivernais and the Bourbonnais: a livelier rams. There is a spare hand to be had, everyone must play while the pool is simple, and the trick of the jack of clubs is paid twice.",
    terms: Terms { flush: "lanturlu", no_trick: "is bête", top_card: "Mistigri" },
    players: clause! { PlayerCount { from: 3, to: 5 }, boussac("on the number of players (French seen)");
        "The game is at its best with four players. Five may play; and three, by our reading.";
        reading "ABOU-17" "May three play?"
            "Yes." "He calls four the prettiest game and tells of five; he does not shut three out."
            .turning_on(original("la plus jolie partie", "fr", "Boussac, opening of the chapter"));
    },
    pack: clause! { PackTable::of(Ranks::from(Seven)), boussac("on the order of the cards");
        "Thirty-two cards, from the king to the seven, for any number of players.";
        settled "bou.pack" "Does he give the number of cards?"
            "It follows from his list."
            "He ends each suit with the seven, and counts nine cards in the trump suit with the Mistigri, or eight when clubs are trump.";
    },
    rank: clause! { MOUCHE_1718.rank.value, boussac("on the order of the cards"); "Below the Mistigri, every suit runs king, queen, jack, ace, ten, nine, eight, seven." },
    chips_kinds: clause! { ChipKinds(&[]), Source::Silent; "Of kinds of chips he says nothing: each takes thirty." },
    chips_start: clause! { Chips(30), boussac("on chips (French seen)"); "Each takes thirty chips, of a value agreed upon. The money that backs them is put aside, and at the end each is paid for the chips they hold; one who has none left is paid nothing." },
    seat_draw: clause! { Custom, boussac("on places (French seen)");
        "Places are drawn by lot. A weak player at one's left is worth having, and a skilful one there is dearly bought.";
        reading "bou.seats" "How are places drawn?"
            "As in 1718, with as many cards as there are players."
            "He says that they are drawn, and not how. It changes nothing in play, so there is no option.";
    },
    deal_first: clause! { Custom, boussac("on the first deal (French seen)"); "Whoever draws the lowest card deals first. All take note who it was: late in a long game nobody remembers, and the last tour must end with the same player." },
    deal_next: clause! { NextDealer::Eldest, boussac("on tours (French seen)"); "The deal goes round to the right, and a tour is over when it comes back to the first dealer." },
    direction: clause! { Direction::Right, boussac("on the deal (French seen) and on speaking");
        "Deal and speech go to the right; and so does play, by our reading.";
        reading "bou.dir" "Which way does play go?"
            "To the right."
            "He says it of the deal, and speaks in that order; the cards are played as the deal and the speech go.";
    },
    deal_cut: clause! { Custom, boussac("on the deal (French seen)"); MOUCHE_1718.deal_cut.text },
    deal_packets: clause! { Packets { hand: 5, ways: &[&[2, 3]], turn_after: None }, boussac("on the deal (French seen)");
        "From their right, the dealer gives five cards to each: two in the first round, three in the second.";
        settled "ABOU-04" "Is that 2 and 3, or otherwise?"
            "2, then 3."
            "The translation can be misread; the French says two at the first round and three at the second."
            .turning_on(original("deux par deux à la première donnée", "fr", "Boussac, opening of the chapter"));
    },
    stake: clause! { Stake { by: StakeBy::Dealer, chips: 6, once: false }, boussac("on the stake, and on payment");
        "Before dealing, the dealer puts six chips into the pool: one for each trick, and one more since the Mistigri's trick is paid twice. The others put in nothing.";
        settled "ABOU-15" "Is the pool always a multiple of six?"
            "Yes, unless something of an earlier pool stays in it."
            "It begins with six, and each debt repeats an earlier pool; ceilings must be multiples of the stake. Two things may stay, by our readings: a share that nobody earns, where a company agrees on that, and what was not won when faults leave nobody in the hand. What such a pool pays is answered under the trick paid twice.";
    },
    fille_deal: clause! { SpareHand::BeforeDealer, boussac("on the deal"); "One hand more is dealt than there are players: the *fille*, or *mort*. It is served last but one, just before the dealer's." },
    turn_card: clause! { TurnCard::TopOfStock, boussac("on the deal");
        "When all have five cards the dealer turns the next. Its suit is trump.";
        repair "ABOU-03" "The translation has the dealer turn the thirtieth card. Which is it?"
            "The next after the deal: the 21st, 26th or 31st, with three, four or five players."
            "The thirtieth fits no number of players; we take it for a slip."
            .turning_on(translated("returns the thirtieth", "Boussac, on the deal"));
    },
    turn_owner: clause! { TurnOwner::Dealer { after_exchange: true }, boussac("on the deal, and on speaking");
        "The card turned up is the dealer's by right. Having spoken, they may take it, and lay down one of their own; but not if they took the fille.";
        open "ABOU-09" "May the dealer take it after an exchange?"
            "Yes, and ends with five."
            "The right is denied to a dealer who took the fille, who may not add one right to the other. Whether one who did not take her has it beside drawn cards or in their place, the words leave open."
            .turning_on(translated("has only the rights that this girl had", "Boussac, on speaking")).or("dealer_draw_and_turn");
        reading "ABOU-10" "May the dealer take it when it is the Mistigri?"
            "Yes. If they leave it, the Mistigri is absent." "The right is not limited to other cards.";
    },
    forced: clause! { Forced::SIMPLE_POOL, boussac("on the first deal, and on Lanturlu");
        "While no debt lies in the pool, everyone must play.";
        reading "ABOU-28" "Is a pool simple that holds what an earlier one left over?"
            "Only if that one was."
            "What is left of a pool with debts in it is debt still. Boussac tells of no pool that leaves anything over. It has no option, since it comes up only after faults, or where a company lets a share wait.";
        settled "ABOU-20" "On the first deal only, or on every simple pool?"
            "On every simple pool."
            "He gives the reason, and gives it again of the lanturlu: no debt lies in it. The translation says beasts, casks or cattle for debts; the French can only have bêtes."
            .turning_on(translated("the setting being simple", "Boussac, on the first deal"));
    },
    forced_last: clause! { LastButOne::Free, boussac("on folding");
        "When all before have folded, the last but one to speak may fold too. In some places they may not: they play their hand as it is, or take the fille.";
        settled "bou.allpass.region" "Must the last but one play?"
            "Not unless it is agreed." "He tells it of some places, and thinks it harsh when the pool is large."
            .or("last_but_one_must_play");
        reading "ABOU-32" "And if it is agreed, but others are out by a fault?"
            "They do not count: the duty falls on the one who alone is left against the dealer."
            "It keeps the dealer from taking the pool unopposed, and who is out opposes nobody.";
    },
    decl_order: clause! {
        Phases::always(&[Phase::Naming, Phase::Round(DECLARATIONS), Phase::TurnUp, Phase::Claims, Phase::Tricks]),
        boussac("on speaking, and on the Mistigri turned up");
        "If the Mistigri was turned, the dealer names trumps, by our reading before anyone speaks. Then each declares once, from the dealer's right, the dealer last; and the dealer may take the card turned up.";
        reading "ABOU-45" "When are trumps named?"
            "Before the first player speaks."
            "He does not say. Nobody could tell what to ask for before the trump is known.";
    },
    decl_final: clause! { Custom, Source::Silent; "A declaration cannot be taken back.";
        practice "bou.decl.final" "May one change one's mind?"
            "No." "Boussac says nothing of it. The rule of 1718 fits: the next has spoken on the strength of it.";
    },
    decl_fold: clause! { Offer::Open, boussac("on folding"); "When a debt lies in the pool, a player may fold. They lay down their hand in turn, never before, and owe nothing." },
    decl_stand: clause! { Offer::Open, boussac("on speaking"); "Whoever hopes for a trick plays the hand they were dealt." },
    decl_exchange: clause! { Offer::Open, boussac("on speaking");
        "Whoever exchanges asks for cards from the stock, and lays down as many.";
        repair "bou.decl.exchange" "The translation lets a player ask for maps. What are they?"
            "Cards." "The French word can only be cartes, which means both."
            .turning_on(translated("request maps", "Boussac, on speaking"));
    },
    decl_fille: clause! { Offer::Open, boussac("on speaking");
        "Whoever takes the fille gives up their five cards for hers. Only the first who asks may have her.";
        reading "ABOU-07" "May her taker change cards as well?"
            "No, nobody."
            "A dealer who takes her has only the rights that go with her. Of the others it is not said; each is told to do the one or the other. There is no option: each declares once, and has no second turn to exchange in.";
        practice "ABOU-08" "May one look at her first?"
            "No; and one must play what one finds." "Boussac does not say. In Parlett's rams she is taken unseen.";
    },
    exchange_once: clause! { Exchange { most: 5 }, boussac("on speaking"); "One exchange a hand, of one to five cards.";
        practice "bou.exchange.once" "May one exchange a second time?"
            "No." "He lets a player ask for up to five cards, and does not say how often. The rule of 1718 is once.";
    },
    exchange_short: clause! { ShortStock::FirstCome, boussac("on speaking");
        "Each may ask for as many cards as the stock still has. With a fille dealt that is not many: 11 cards for three players, 6 for four, 1 for five.";
        settled "ABOU-16" "The stock cannot serve everyone. What then?"
            "First come, first served." "Each is served within the limits of what the earlier ones left."
            .turning_on(translated("in the limit of what remains", "Boussac, on speaking")).or("stock_short");
        = MOUCHE_1718.exchange_short.readings[1];
    },
    flush_what: clause! { FlushKind::OneSuit, boussac("on Lanturlu"); "Five cards of one suit, in whatever order, are the *lanturlu*." },
    flush_wild: clause! { WildCard::TopCard, boussac("on Lanturlu"); "In the lanturlu the Mistigri has no suit of its own and is of all: with four cards of one suit it makes the fifth." },
    flush_pat: clause! { Obtained::Anyhow, boussac("on Lanturlu");
        "The lanturlu counts as dealt, as found in the fille, and when made with the card turned up; and, by our reading, when drawn.";
        repair "ABOU-05" "The translation says that a holder who was served could not win. Is that so?"
            "No: a holder wins, served or not."
            "The words that follow let the holder be served, and win; perhaps a negation was lost. They can be read otherwise: that one who was given cards does not win, and the holder therefore always plays the hand as it was dealt. Then the fille and the card turned up are exceptions, and the words on the fille, which give her taker the rights of a first hand, fit that well."
            .turning_on(translated("has been served, he could not win", "Boussac, on Lanturlu"));
        open "ABOU-29" "Does a drawn lanturlu count?"
            "Yes."
            "The garbled sentence fits either answer: by our repair of it a drawn one counts, since we make no difference where the fille and the card turned up count; by the other reading it does not. That one has no option of its own: a company that wants it can agree on the stricter rule of 1718."
            .turning_on(translated("in his first game", "Boussac, on faults"));
        settled "ABOU-37" "Must a lanturlu be dealt, as the mouche of 1718 must?"
            "No."
            "He lets the fille and the card turned up make one. A company may agree on the rule of 1718 all the same: it is stricter than either reading of his words, for then neither of these counts, and no drawn card."
            .or("flush_must_be_dealt");
    },
    flush_claim: clause! { Claiming::Prompt, boussac("on Lanturlu");
        "Whoever has the lanturlu goes in like the others, and shows it when all have spoken.";
        reading "bou.flush.show" "Is it shown at once when all must play?"
            "After the declarations, as otherwise."
            "He says only that it is shown. Where one may fold, waiting lets the others commit themselves."
            .or("flush_claim");
        open "bou.flush.last" "And if its holder is the last to speak?"
            "It is shown all the same, when all have spoken."
            "The translation lets a holder go in first and show the cards later, the last to speak apart. We take it that then all others have spoken, and nothing is left to wait for."
            .turning_on(translated("if it is not the last to speak", "Boussac, on Lanturlu"));
    },
    flush_take: clause! { FlushPrize::Pool, boussac("on Lanturlu");
        "The lanturlu takes the whole pool. No trick is played, by our reading.";
        reading "bou.flush.take" "Are tricks played after it?"
            "No." "He gives the whole pool to the lanturlu, so that nothing is left to win.";
    },
    flush_owe: clause! { FlushDebt::POOL, boussac("on Lanturlu");
        "When a lanturlu is shown, every other player in the hand is bête: all of them where all had to play, otherwise those who went in.";
        open "ABOU-38" "Is the holder of a beaten lanturlu bête?"
            "Yes."
            "He exempts the one who shows a lanturlu, and thinks of one alone. A second who shows theirs might claim the same words."
            .turning_on(translated("who would have shown Lanlurlu", "Boussac, on Lanturlu")).or("losing_flush_exempt");
        = MOUCHE_1718.flush_owe.readings[1];
        settled "ABOU-41" "Is the holder of the Mistigri bête?"
            "Yes." "He exempts nobody but the one who shows a lanturlu. The later Mönch exempts the holder."
            .or("pam_holder_exempt");
    },
    flush_tie: clause! { MOUCHE_1718.flush_tie.value, Source::Silent;
        "Of several lanturlus, trumps beat a plain suit; then the greater number of points wins; then the seat nearest the dealer's right.";
        practice "ABOU-06a" "Two have the lanturlu. Who takes the pool?"
            "As in 1718." "Boussac does not think of it; the older rule leaves no tie." .or("flush_tie");
        reading "ABOU-39" "The best lanturlu is not shown. May a lesser one take the pool?"
            "Yes: the best of those that are shown." "Boussac thinks of one alone.";
        = MOUCHE_1718.flush_tie.readings[2];
        reading "ABOU-31" "If the highest card is to decide: does the Mistigri rank as one?"
            "Yes, above the king." "He puts it at the head of his order of the cards.";
        reading "ABOU-40" "Does a lanturlu with the Mistigri go before one without?"
            "No." "Nothing is said of it; English books on loo have that rule." .or("pam_flush_best");
    },
    flush_points: clause! { MOUCHE_1718.flush_points.value, Source::Silent;
        "King, queen, jack, ace and ten count ten each, the Mistigri too. The other cards count their pips.";
        practice "ABOU-06b" "What do the cards count between two lanturlus?"
            "What they count in 1718." "Boussac does not think of it. The Mistigri counts as the jack that it is.";
    },
    table_talk: untold(Custom, "Of talk at the table he is silent."),
    play_lead: clause! { Lead::Eldest, Source::Silent;
        "The first player from the dealer's right who has not folded leads to the first trick, any card. The winner of a trick leads to the next.";
        reading "ABOU-02" "Who leads?"
            "The first to the dealer's right who is in the hand."
            "Boussac does not say; the lead goes as the deal and the speech go.";
    },
    play_follow: clause! { Duty::Binding, Source::Silent; "Whoever has a card of the suit led must play one.";
        = RAMS;
    },
    play_head: clause! { Duty::Binding, Source::Silent;
        "Whoever follows suit must beat the highest card so far, if they can.";
        = RAMS;
    },
    play_trump: clause! { Duty::Binding, Source::Silent; "Whoever has no card of the suit led must trump.";
        = RAMS;
    },
    play_overtrump: clause! { Duty::Binding, Source::Silent;
        "If the trick has been trumped, whoever must trump must also beat that trump, if they can.";
        = RAMS;
    },
    play_free: clause! { WhenTrumped::Undertrump, Source::Silent;
        "Whoever has no card of the suit led, and no trump that beats the trump in the trick, must play a trump all the same.";
        = RAMS.or("play_obligation");
    },
    play_discard: clause! { Discard::Any, Source::Silent;
        "Whoever has neither the suit led nor a trump plays any card.";
        = RAMS;
    },
    trick_win: clause! { TrickWinner::HighestTrump, Source::Silent;
        "The highest trump wins the trick; if there is none, the highest card of the suit led.";
        reading "bou.trick.win" "Who wins a trick?"
            "As in all games of this kind." "Boussac gives the strength of the cards, and takes the rest for known.";
    },
    pam_card: clause! { TopCard::JACK_OF_CLUBS, boussac("on the order of the cards"); "The jack of clubs is the Mistigri, also called Cascaret or Pamphile. Whatever suit is trump, it is the strongest card." },
    pam_trump: clause! { TopCardPlay::Bound, Source::Silent;
        "In play the Mistigri is the highest trump, and the duties of a trump bind it.";
        reading "ABOU-23" "Must it be played when only it can follow, beat or trump?"
            "Yes." "Boussac counts it among the cards of the trump suit, and tells of no freedom."
            .or("pam_subject_to_obligations");
    },
    pam_fee: absent(Fee::NONE, "Nobody pays for the Mistigri: its trick is paid twice instead."),
    pam_turned: untold(TurnedFee::Never, "Of a payment to a dealer who turns the Mistigri up he says nothing."),
    pam_names: clause! { TurnedTrump::DealerNames, boussac("on the Mistigri turned up"); "If the Mistigri is turned up, the dealer looks at their cards and names trumps." },
    pam_absent: clause! { Substitute::HighestTrump { missing: Missing::Anywhere, wild: false }, boussac("last paragraph");
        "If the Mistigri is absent, the king of trumps has all its privileges; without him the queen, then the jack, the ace and so on.";
        open "ABOU-11" "When is it absent?"
            "When no player in the hand holds it or has played it."
            "He names the fille that nobody took and the stock, which the translation calls the heel. A Mistigri laid down, or folded with a hand, is as much out of play; by the letter it is not meant."
            .turning_on(translated("or at the heel", "Boussac, last paragraph")).or("absent");
        reading "ABOU-12" "How do the players know?"
            "They do not, and need not: when the hand is over, the highest trump that was played has earned the double share."
            "The king of trumps is the highest card anyhow when the Mistigri is away.";
        open "ABOU-13" "Is the king of trumps of any suit in a lanturlu, then?"
            "No."
            "By the letter all privileges go to him; but when a lanturlu is shown nobody knows yet that the Mistigri is away."
            .turning_on(translated("in all his prerogatives", "Boussac, last paragraph")).or("substitute_wild");
    },
    pay_share: clause! { Shares::a_trick(6), boussac("on payment");
        "Each trick earns a sixth of the pool. It is paid when the hand is over, by our reading.";
        practice "bou.pay.when" "When is it paid?"
            "When the hand is over." "He does not say; the rule of 1718 does.";
        repair "bou.pay" "The translation pays for raising and lifting. What are they?"
            "Tricks." "The French word can only be levée, which means both.";
    },
    pay_double: clause! { Double::TopCard { orphan: Orphan::Dealer }, boussac("on payment");
        "The trick that the Mistigri wins earns two shares.";
        reading "ABOU-14" "Nobody in the hand has a trump. Who gets the sixth share?"
            "The dealer." "Boussac does not think of it; the dealer put the sixth chip in." .or("orphan_share");
        reading "ABOU-27" "Something stays in the pool, a share or what faults left unwon: what is a share of the next, if six does not divide it?"
            "A sixth of it, and what six does not divide out stays in its turn."
            "Boussac tells of no such pool: he thinks neither of a share that nobody earns nor of a hand in which nobody is left.";
        settled "ABOU-22" "And if the Mistigri is played and beaten?"
            "That cannot be." "No card is stronger.";
    },
    debt_make: clause! { Penalties::POOL, boussac("on payment");
        "A player who is in the hand and wins no trick is *bête*: they owe as much as the pool holds.";
        repair "bou.vocab" "The translation calls such players beasts, stupid or silly. What are they?"
            "Bêtes: players without a trick, and what they owe."
            "The French word can only be bête, the name of an older game, which means all of these.";
    },
    debt_enter: clause! { Entry::AtOnce, boussac("on payment"); "All debts of a hand go into the next pool, with the next dealer's six, put in as if the dealer were bête too." },
    debt_cap: clause! { Ceiling(None), Source::Silent; "There is no ceiling on debts.";
        practice "ABOU-44" "May the company set one?"
            "Yes, in multiples of the stake."
            "Méry proposed it in 1847 for la Mouche. Boussac does not know it, though he pities a player who must face a large pool."
            .or("debt_cap");
        reading "ABOU-33" "Does it hold for what a fault costs?"
            "Yes: no debt is larger."
            "Who is at fault is bête, and owes no more than one who is so without a fault.";
    },
    debt_sweep: absent(Sweep { by_flush: false, by_vole: false }, "No debts wait: all go into the next pool."),
    alone: clause! { Alone::TakesPool, Source::Silent;
        "If only one player has not folded, they take the pool without play, and nobody owes.";
        reading "ABOU-19" "What if only one goes in, and it is not the dealer?"
            "They take the pool." "Boussac speaks of the dealer alone; the same reason holds for another.";
    },
    allfold: clause! { AllFold::DealerTakes, boussac("on folding"); "If all others fold, the dealer takes the pool." },
    credit: clause! { Credit::Cash, boussac("on credit");
        "There is no credit. A player out of chips buys from the winners, and pays at once.";
        reading "ABOU-26" "Who sells to them?"
            "A cash account stands for the winners." "Which winner sells changes nothing but who holds the money."
            .or("credit");
        repair "bou.cash" "The translation speaks of one who is reloaded, and of buying back cards. What is meant?"
            "One who has no chips left, and buys some."
            "We cannot tell which French word was misread; but the winners have chips to sell, and nothing else."
            .turning_on(translated("as soon as you are reload", "Boussac, on credit"));
    },
    end: clause! { Session { finish: Finish::Tours(3), debts: FinalDebts::Shared }, boussac("on tours (French seen)");
        "The game goes by tours, and a tour begun is finished, so that all have dealt, and staked, equally often. By our reading it ends after three, and debts that are left are paid into a last pool and shared equally.";
        reading "ABOU-42" "After how many tours?"
            "Three, unless the company agrees otherwise." "He gives no number." .or("end");
        reading "ABOU-43" "And the debts that are left?"
            "They are paid into a last pool and shared equally." "He does not say; nobody should gain from owing."
            .or("final_debts");
        = MOUCHE_1718.end.readings[2];
        = MOUCHE_1718.end.readings[3];
        = MOUCHE_1718.end.readings[4];
        = MOUCHE_1718.end.readings[5];
    },
    fault_misdeal: clause! { Misdeal::DealOr(6), boussac("on faults");
        "Whoever misdeals loses the deal: the next deals in their place, and the stake stays. Or they put in six chips more, and keep it.";
        reading "ABOU-21" "Does a lost deal count in the tour?"
            "Yes, as that player's deal." "Their stake stays in the pool, and the deal goes on.";
        reading "ABOU-25" "What does the pool hold then?"
            "Both stakes: the lost one and the next dealer's, or the same dealer's two."
            "It is still simple: no debt has entered, and everyone must play.";
        repair "bou.irr.misdeal" "The translation fines a misgiving. What is it?"
            "A misdeal." "The French word is doubtless maldonne."
            .turning_on(translated("makes the misgiving", "Boussac, on faults"));
    },
    fault_cards: clause! { Fault::OutOwingInPlay, boussac("on faults");
        "Whoever has exchanged must count the cards. One who has too few or too many is out of the hand. Whoever plays on with them is bête.";
        reading "ABOU-18" "How much do they owe?"
            "As much as the pool holds." "That is what being bête costs without a fault.";
        settled "ABOU-24a" "And if it is noticed before a card is played?"
            "They are out, and owe nothing."
            "Boussac puts them out of the hand, and makes them bête only if they play on.";
        reading "ABOU-34" "A player is out, for whatever fault, and a card of theirs lies in the trick. Does it count?"
            "Yes. It stays, and may win; the next to the right who is in the hand then leads."
            "It was played before the fault was told, and others may have answered to it. A fault in the middle of a trick is so rare that no option is made of it: a table would settle it when it comes.";
    },
    fault_show: clause! { Fault::OutOwing, boussac("on faults"); "A player who shows their hand is bête.";
        reading "ABOU-24b" "What becomes of the hand that was shown?"
            "They lay their cards down and are out, are paid for tricks they have won, and owe the pool once. The others play on."
            "Boussac names the price and no more.";
        reading "ABOU-35" "Faults leave one player in the hand. What then?"
            "Before the first lead they take the pool, and are not asked to speak. After it they play their cards out, and win every trick that is left."
            "A lone player takes the pool without play. Once tricks have been won, each of the five has its share. There is no option: before the lead the rule for a lone player decides it already, and after it the cards that are left can lose to nobody's.";
        reading "ABOU-36" "And if even that one is at fault?"
            "The tricks that were won are paid. What no trick has earned stays in the pool."
            "Nobody is left who could win it. There is no option: any other answer would pay somebody who folded or is out.";
    },
    fault_turn: clause! { Fault::OutOwing, boussac("on faults"); "A player who speaks out of turn is bête.";
        reading "ABOU-24c" "What becomes of the hand of one who spoke too soon?"
            "They lay their cards down and are out, and owe the pool once. The others play on."
            "Boussac names the price and no more.";
    },
    // What no edition has is said once.
    ..MOUCHE_1718
};
