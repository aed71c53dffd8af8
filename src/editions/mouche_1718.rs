//! La Mouche as the Académie of 1718 has it, after Lalanne's account.

use super::words::{
    absent, clause, lalanne, not_there, open, original, practice, reading, repair, settled, translated, untold,
};
use crate::cards::Rank::{Eight, Six, Three, Two};
use crate::cards::Ranks;
use crate::rules::*;

/// The edition.
pub(super) const MOUCHE_1718: Ruleset = Ruleset {
    id: "mouche-1718",
    name: "La Mouche, 1718",
    short: "1718",
    year: Some(1718),
    about: "The oldest rules we have of it: a game of five tricks with a trump turned up, a pool that grows with every player who wins no trick, and a flush that takes it all.",
    terms: Terms { flush: "mouche", no_trick: "makes the mouche", top_card: "Pamphile" },
    players: clause! { PlayerCount { from: 3, to: 6 }, lalanne("§1"); "Three to six play, each for themselves.";
        settled "A1718-14" "May two play?"
            "No." "The source counts from three. English Wikipedia says two in one place and three in another."
            .or("allow_two");
    },
    pack: clause! {
        PackTable::of(Ranks::from(Eight))
            .and_for(4, Ranks::from(Six))
            .and_for(5, Ranks::from(Three))
            .and_for(6, Ranks::from(Two)),
        lalanne("§1");
        "The pack grows with the company: 28 cards for three (the piquet pack without its sevens), 36 for four (with sixes), 48 for five (all but the twos), 52 for six.";
        settled "19c.pack.more" "Is this the only table of packs?"
            "It is that of 1718."
            "Unsigned rules that look like those of a nineteenth-century manual size the pack so that each may draw three cards: 44 cards are then enough for five."
            .or_one_of("pack_table", &["source", "nineteenth_century"]);
    },
    rank: clause! { RankOrder::KING_HIGH, lalanne("§2");
        "In every suit, trump or plain, the king is highest, then queen, jack, ace, ten and so down to the lowest card of the pack.";
        repair "A1718-01" "Lalanne lists a short suit and a long one, and the long one goes from the four to the two. Is there a three?"
            "Yes, between them."
            "A pack of 48 without twos, and one of 52, both need it. His French page has the same gap, so it is no translator's."
            .turning_on(original("5, 4, 2", "fr", "Lalanne, §2"));
    },
    rank_promoted: not_there(Promoted(None)),
    chips_kinds: clause! {
        ChipKinds(&[
            ChipKind { name: "jeton", chips: 1 },
            ChipKind { name: "fiche", chips: 5 },
            ChipKind { name: "contrat", chips: 100 },
        ]),
        lalanne("§3");
        "There are three kinds of chips: the jeton, which is round; the fiche, long and oblong, worth five jetons; and the contrat, short and oblong, worth twenty fiches.";
    },
    chips_start: clause! { Chips(1000), lalanne("§3"); "Each takes twenty jetons, sixteen fiches and nine contrats: a thousand in all. The company may agree on another sum." },
    score: not_there(Score(None)),
    seat_draw: clause! { Custom, lalanne("§4"); "As many cards as there are players, from a king downwards (for four: king, queen, jack and ace), are shuffled and drawn. Whoever has the king chooses a seat; whoever has the queen sits at the king's right, the jack at the queen's, and so on." },
    deal_first: clause! { Custom, lalanne("§4"); "Whoever drew the king deals first." },
    deal_next: clause! { NextDealer::Eldest, lalanne("§4"); "The eldest of one hand, who sat at the dealer's right, gathers the cards and deals the next." },
    direction: clause! { Direction::Right, lalanne("§4, §5, §8"); "Deal, speech and play all go to the right." },
    deal_cut: clause! { Custom, lalanne("§4"); "The dealer shuffles the cards, and their left neighbour cuts." },
    deal_packets: clause! { Packets { hand: 5, ways: &[&[3, 2], &[2, 3]], turn_after: None }, lalanne("§4"); "From their right, the dealer gives five cards to each, three and then two or two and then three." },
    stake: clause! { Stake { by: StakeBy::Dealer, chips: 5, once: false }, lalanne("§4, §6"); "Before dealing, the dealer puts five chips into the pool. The others put in nothing." },
    pool_cap: not_there(Limit(None)),
    fille_deal: absent(SpareHand::None, "There is no spare hand."),
    turn_card: clause! { TurnCard::TopOfStock, lalanne("§4"); "The top card of the stock is turned. Its suit is trump. The stock lies at the dealer's right." },
    turn_owner: clause! { TurnOwner::Nobody, lalanne("§4");
        "The card turned up belongs to nobody and stays where it lies.";
        settled "A1718-16" "May four of a suit and the card turned up make a flush?"
            "No." "Nobody may use the card turned up.";
    },
    forced: clause! { Forced::NEVER, lalanne("§5"); "Nobody has to play: on any hand anyone may fold.";
        settled "1718.forced" "Is anyone ever forced to play?"
            "Never." "To fold is one of three things that each may do in turn, and no exception is told.";
    },
    forced_last: absent(LastButOne::Free, "The last but one to speak is as free as the others."),
    decl_order: clause! { Phases::PLAIN, lalanne("§5"); "Each declares once, from the eldest to the right, the dealer last." },
    decl_bid: not_there(Apart::None),
    decl_join: not_there(Apart::None),
    decl_final: clause! { Custom, lalanne("§5"); "A declaration cannot be taken back." },
    decl_fold: clause! { Offer::Open, lalanne("§5, §12"); "Whoever folds lays their hand face down at once. They are out of this hand and owe nothing for it." },
    decl_stand: clause! { Offer::Open, lalanne("§5"); "Whoever stands says so, or says that all is well, and keeps their five cards." },
    decl_exchange: clause! { Offer::Open, lalanne("§5");
        "Whoever exchanges names a number, lays down so many cards unseen, and is given as many from the stock there and then.";
        settled "1718.decl.exchange" "When are the cards given?"
            "At once, before the next player declares."
            "Laying down and drawing are told as a part of the declaration, and the others declare after it in the same way.";
        practice "1718.stock.place" "Where do the cards laid down lie?"
            "Face down, where the table likes."
            "The source asks only that they be not shown. The account of the Leiden edition of 1721 puts them at the dealer's right, where in 1718 the stock lies.";
    },
    decl_fille: absent(Offer::Closed, "With no spare hand dealt, there is none to take."),
    decl_blind: not_there(Blind(&[])),
    decl_defend: not_there(Defence(None)),
    undertake: not_there(Undertaking::ONE),
    decl_all: not_there(BidAll::None),
    exchange_once: clause! { Exchange { most: 5 }, lalanne("§5"); "One exchange a hand, of one to five cards.";
        settled "1718.exchange.once" "How often may one exchange, and how many cards?"
            "Once, and as many as one holds."
            "A declaration is final, and a hand has five cards. The source sets no other number.";
    },
    exchange_short: clause! { ShortStock::FirstCome, Source::Silent;
        "The stock is served in turn while it lasts. Nobody may ask for more cards than remain, and nothing is shuffled again.";
        practice "A1718-05" "The stock cannot serve everyone. What then?"
            "First come, first served."
            "Balzac's players empty the stock so. The Mönch of Kastner and Folkvord shuffles the discards. Unsigned rules that look like a later manual's size the pack so that each may draw three; a limit of three each is our own reading of that."
            .or("stock_short");
        practice "A1718-31" "If the discards are to be shuffled again, do the hands of those who folded go with them?"
            "No: only cards that others have changed."
            "Kastner and Folkvord shuffle the discards. A hand that was folded has been laid down unseen, and stays so.";
    },
    flush_what: clause! { FlushKind::OneSuit, lalanne("§9"); "Five cards of one suit are the mouche." },
    flush_redeal: not_there(Redeal(None)),
    flush_wild: absent(WildCard::None, "No card stands for another."),
    flush_pat: clause! { Obtained::Dealt, lalanne("§9");
        "The mouche counts only as it was dealt. A player who exchanged cannot have it.";
        settled "A1718-22" "What of five cards of a suit after an exchange?"
            "They are no mouche: the hand is played." "The source asks for the cards as dealt."
            .or("flush_must_be_dealt");
    },
    flush_claim: clause! { Claiming::Prompt, lalanne("§10");
        "The mouche need not be announced before everyone has spoken. Announcing it does not end the declarations.";
        open "A1718-08" "Until when may it be claimed?"
            "Until the first card is led."
            "The cards are played where nobody has it; so we take the first lead for the end of all claims."
            .turning_on(translated("If nobody has the mouche", "Lalanne, §10")).or("flush_claim");
        open "A1718-24" "Must it be claimed at all?"
            "No: its holder may let it pass, and play it as an ordinary hand."
            "The source frees its holder right after the deal and during the declarations, and says no more. In another place (§9) whoever has it takes the pool, and no card is played: that it must be claimed in the end fits these words as well."
            .turning_on(translated("not obliged to announce it", "Lalanne, §10")).or("flush_claim");
        settled "A1718-09" "If one announces early, may a second still come in?"
            "Yes: the best is found after the last declaration." "Announcing does not end the declarations.";
    },
    flush_take: clause! { FlushPrize::Pool, lalanne("§9"); "A claimed mouche takes the whole pool. No trick is played." },
    flush_owe: clause! { FlushDebt::POOL, lalanne("§9");
        "When a mouche is claimed, every other player who did not fold owes as much as the pool holds.";
        open "A1718-07" "Do the holders of beaten mouches owe?"
            "Yes."
            "They took part, and no exception is told; but this is said before several mouches are thought of. Later relatives exempt them."
            .turning_on(translated("took part in the hand", "Lalanne, §9")).or("losing_flush_exempt");
        reading "A1718-32" "If holders of beaten flushes are to be spared, is one spared who let it pass?"
            "No, only those who claimed." "The others were told of no flush, and none of theirs was beaten.";
    },
    flush_tie: clause! { TieBreaks { top_card_first: false, best_alone: false, then: TieBreaks::BY_POINTS }, lalanne("§9");
        "Of several mouches, trumps beat a plain suit; then the greater number of points wins; then the seat nearest the dealer's right.";
        settled "A1718-06" "What if suit and points both tie?"
            "The seat decides." "It is the third criterion, and no two seats are alike." .or("flush_tie");
        open "A1718-23" "The best mouche is kept quiet. May a lesser one be claimed?"
            "Yes: the best of those that are claimed takes the pool."
            "By the letter only the best may be claimed. The source does not think of one who keeps silent; nobody could then take a pool at a table where a better mouche lies hidden."
            .turning_on(translated("only one may claim it", "Lalanne, §9")).or("only_best_claims");
        practice "A1718-33" "If the highest card is to decide: what if those tie?"
            "The seat decides, as it does when the points tie."
            "Garraud, in 1984, is reported to go by the highest card and no further. Parlett's five-card loo goes by the top cards; the option can follow them down, one after another."
            .or("flush_tie");
    },
    flush_points: clause! { Points([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10]), lalanne("§9"); "King, queen, jack, ace and ten count ten each. The other cards count their pips." },
    table_talk: clause! { Custom, lalanne("§10");
        "One who stands may be asked, without pressing, whether they have the mouche, or whether they really stand; and the others watch their face. They answer evasively or not at all; but a plain yes or no must be true.";
        practice "A1718-20" "Does silence mean yes?"
            "No: talk has no force, but a plain answer must be true."
            "The source of 1718 allows silence and draws nothing from it; the account of the Leiden edition of 1721 says yes."
            .turning_on(translated("or refrain from answering", "Lalanne, §10")).or("silence_means_yes");
    },
    play_lead: clause! { Lead::Eldest, lalanne("§8");
        "The eldest leads to the first trick, any card. The winner of a trick leads to the next.";
        reading "com.lead" "Who leads if the eldest folded?"
            "The next player to the right who did not."
            "No source speaks; the lead goes as the deal and the speech go.";
        settled "1718.play.lead" "May any card be led?"
            "Yes." "All duties are told of those who play after the first.";
    },
    lead_duty: not_there(LeadDuties(&[])),
    play_follow: clause! { Duty::Binding, lalanne("§8"); "Whoever has a card of the suit led must play one, be it trump or plain." },
    play_head: clause! { Duty::Binding, lalanne("§8");
        "Whoever follows suit must beat the highest card so far, if they can.";
        settled "A1718-02" "Must a follower play high when the trick has been trumped?"
            "No: any card of the suit will do." "A plain card cannot beat a trump.";
    },
    play_trump: clause! { Duty::Binding, lalanne("§8"); "Whoever has no card of the suit led must trump.";
        settled "A1718-04" "Must the first trump in a trick be the player's highest?"
            "No, any trump." "The source asks only that one trump.";
    },
    play_overtrump: clause! { Duty::Binding, lalanne("§8"); "If the trick has been trumped, whoever must trump must also beat that trump, if they can." },
    play_free: clause! { WhenTrumped::Free, lalanne("§8");
        "Whoever has no card of the suit led, and no trump that beats the trump in the trick, plays what they like.";
        settled "A1718-03" "Must a losing trump be played?"
            "No." "The source says so, and that it comes from la Bête." .or("play_obligation");
    },
    play_discard: clause! { Discard::Any, lalanne("§8"); "Whoever has neither the suit led nor a trump plays any card.";
        settled "1718.play.discard" "Does the source say so?"
            "It follows."
            "Every duty is one of those who have the suit, or trumps. Garraud and Michèle say it in so many words.";
    },
    trick_win: clause! { TrickWinner::HighestTrump, lalanne("§8"); "The highest trump wins the trick; if there is none, the highest card of the suit led. Its winner stacks it face down in front of them." },
    pam_card: absent(TopCard(None), "No card stands above its suit: the jack of clubs is a jack."),
    pam_trump: absent(TopCardPlay::Bound, "There is no Pamphile to be played."),
    pam_fee: absent(Fee::NONE, "There is no Pamphile to be paid."),
    pam_turned: absent(TurnedFee::Never, "There is no Pamphile to be turned up."),
    pam_names: absent(TurnedTrump::OwnSuit, "Trump is always the suit turned up."),
    pam_absent: absent(Substitute::None, "There is no Pamphile to be missed."),
    pam_civil: not_there(Civility(None)),
    pam_calls: not_there(Calls::None),
    pay_share: clause! { Shares::a_trick(5), lalanne("§7");
        "Each trick earns a fifth of the pool, paid when the hand is over.";
        settled "A1718-10" "Does one who wins all five tricks get more than the pool?"
            "No: they take five fifths, and everyone else who played owes."
            "The source calls it taking the mouche (§11), and names no other prize.";
        settled "A1718-11" "Is the pool always a multiple of five?"
            "Yes."
            "The source says so. A ceiling, where a company agrees on one, must be a multiple of the stake, by our reading."
            .turning_on(translated("always a multiple of 5", "Lalanne, §6"));
    },
    pay_double: absent(Double::None, "Every trick is worth the same."),
    pay_all: not_there(AllPay(None)),
    pay_premium: not_there(Premiums(None)),
    pay_rest: not_there(Rest::CannotArise),
    debt_make: clause! { Penalties::POOL, lalanne("§7");
        "A player who did not fold and wins no trick makes the mouche: they owe as much as the pool holds.";
        settled "A1718-21" "Does one who stood owe too, or only one who exchanged?"
            "Both."
            "The source speaks of any player without a trick; the Encyclopédie's short definition speaks of those who took cards.";
    },
    debt_enter: clause! { Entry::AtOnce, lalanne("§6, §13");
        "All debts of a hand go into the next pool, with the next dealer's five. Since the pool may grow frightening so, the company may agree to put them in one after another, and to write down those that wait.";
        practice "A1718-17" "Staged debts: in what order?"
            "The largest first; equals as they were made."
            "The rules leave it open. Lalanne thinks the largest first best, since debts of the same rank then multiply less; Balzac's players do so, and lines of Parlett, of la Bête as it seems, say the same. Of equals nobody speaks."
            .turning_on(translated("not specified in the rules", "Lalanne, §13")).or("staged_order");
        settled "1718.debt.staged" "At once, or one by one?"
            "At once, unless the company agrees to stage them."
            "The source states the one as the rule and offers the other." .or("debts");
        settled "A1718-19" "How many enter with a stake when they are staged?"
            "One." "They are put in one after another.";
        reading "A1718-18" "When is the money of a debt laid down?"
            "When it enters a pool, is swept, or the session ends." "Until then it is a note on paper.";
    },
    debt_cap: clause! { Ceiling(None), Source::Silent; "There is no ceiling on debts.";
        practice "A1718-40" "May the company set one?"
            "Yes, if it does not stage its debts." "Méry proposes it in 1847, in place of staging." .or("debt_cap");
    },
    debt_sweep: clause! { Sweep { by_flush: false, by_vole: false }, Source::Silent;
        "Debts that wait stay where they are, whoever takes the pool.";
        reading "A1718-39" "Does anyone take the debts that wait?"
            "No." "The rule that someone does is told of 1730 alone.";
    },
    alone: clause! { Alone::TakesPool, Source::Silent;
        "If only one player has not folded, they take the pool without play, and nobody owes.";
        reading "A1718-12" "What if the one who is left is not the dealer?"
            "They take the pool." "The source speaks of the dealer alone; the same reason holds for another.";
    },
    allfold: clause! { AllFold::DealerTakes, lalanne("§12");
        "If all others fold, the dealer takes the pool. The others did not play and owe nothing.";
        settled "1718.allfold" "Must the dealer be the one to gain?"
            "Yes, in 1718."
            "The source says so. Garraud, in 1984, calls such a hand void and lets the next player deal."
            .or_one_of("all_pass", &["dealer_takes", "void"]);
        reading "A1718-34" "If such a hand is to be void, where does the pool go?"
            "It stays, and the next dealer's stake is added."
            "Garraud is not reported to say. Debts may lie in it beside the stake, and nobody has won them. There is no option: any other answer would pay out a hand that is void.";
    },
    credit: clause! { Credit::Open, Source::Silent; "A purse may go below nothing.";
        reading "A1718-15" "What if a player cannot pay?"
            "They stay in, and in debt."
            "The source lets the company choose its sums, and says nothing of a player without chips." .or("credit");
    },
    end: clause! { Session { finish: Finish::Tours(3), debts: FinalDebts::Shared }, Source::Silent;
        "The game ends after three tours, in each of which everyone has dealt once. Debts that are left are paid into a last pool and shared equally.";
        practice "A1718-13a" "When does the game end?"
            "After three tours, unless the company agrees otherwise."
            "A page of an Académie universelle des jeux, of an edition that we cannot tell and on another game, counts by the tour, in which each has dealt once. Michèle, in 2011, ends when all have dealt equally often; Boussac gives the reason, that all then stake equally often. That it is three is ours."
            .or("end");
        reading "A1718-13b" "And the debts that are left?"
            "They are paid into a last pool and shared equally." "No source speaks; nobody should gain from owing."
            .or("final_debts");
        reading "A1718-35" "What if they cannot be shared equally?"
            "All that is over goes to the first after the last dealer."
            "Somebody must have it, and the deal begins there too.";
        reading "A1718-36" "Do debts made in the last hand count?"
            "Yes: they are shared with the others, even if that hand was played for the debts."
            "No hand follows into which they could go, and one more might make more of them. There is no option, since the other answer would forgive the debts of one hand and of no other.";
        reading "A1718-37" "Is the last hand paid out before they are shared?"
            "Yes, like every other: what a payout says that a player has is without them."
            "They belong to the end of the session, and to no hand.";
        reading "A1718-38" "If the game is to end when someone is bankrupt: at nothing, or below?"
            "At nothing. Debts on paper do not count."
            "Who has no chip left cannot stake the next deal; and a debt is not laid down before it enters a pool. It needs no option: a company that would play on below nothing agrees on another end.";
    },
    fault_misdeal: untold(Misdeal::Untold, "Of misdeals the source is silent; the engine deals rightly."),
    fault_cards: untold(Fault::Untold, "Of wrong hands the source is silent; the engine counts."),
    fault_show: untold(Fault::Untold, "Of hands shown the source is silent."),
    fault_turn: untold(Fault::Untold, "Of speech out of turn the source is silent; the engine asks in turn."),
};
