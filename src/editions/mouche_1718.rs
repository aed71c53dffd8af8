//! La Mouche as the Académie of 1718 has it, after Lalanne's account.

use super::words::{absent, lalanne, or, practice, reading, repair, settled, untold};
use crate::cards::Rank::*;
use crate::rules::*;

/// The edition.
pub(super) const MOUCHE_1718: Ruleset = Ruleset {
    id: "mouche-1718",
    name: "La Mouche, 1718",
    year: 1718,
    about: "The oldest rules we have of it: a game of five tricks with a trump turned up, a pool that grows with every player who wins no trick, and a flush that takes it all.",
    terms: Terms { flush: "mouche", no_trick: "makes the mouche", top_card: "Pamphile" },
    players: Clause {
        text: "Three to six play, each for himself.",
        value: PlayerCount { from: 3, to: 6 },
        source: lalanne("§1"),
        readings: &[or(
            settled(reading(
                "A1718-14",
                "May two play?",
                "No.",
                "The source counts from three. English Wikipedia says two in one place and three in another.",
            )),
            "allow_two",
        )],
    },
    pack: Clause {
        text: "The pack grows with the company: 28 cards for three (the piquet pack without its sevens), 36 for four (with sixes), 48 for five (all but the twos), 52 for six.",
        value: PackTable([Eight, Eight, Six, Three, Two]),
        source: lalanne("§1"),
        readings: &[or(
            practice(reading(
                "19c.pack.more",
                "Is this the only table of packs?",
                "It is that of 1718.",
                "Unsigned rules that look like those of a nineteenth-century manual size the pack so that each may draw three cards: 44 cards are then enough for five.",
            )),
            "pack_table",
        )],
    },
    rank: Clause {
        text: "In every suit, trump or plain, the king is highest, then queen, jack, ace, ten and so down to the lowest card of the pack.",
        value: RankOrder::new([King, Queen, Jack, Ace, Ten, Nine, Eight, Seven, Six, Five, Four, Three, Two]),
        source: lalanne("§2"),
        readings: &[repair(reading(
            "A1718-01",
            "The list of the long suit goes from the four to the two. Is there a three?",
            "Yes, between them.",
            "A pack of 48 without twos, and one of 52, both need it.",
        ))],
    },
    chips_kinds: Clause {
        text: "There are three kinds of chips: the jeton; the fiche, worth five jetons; and the contrat, worth twenty fiches.",
        value: ChipKinds(&[
            ChipKind { name: "jeton", chips: 1 },
            ChipKind { name: "fiche", chips: 5 },
            ChipKind { name: "contrat", chips: 100 },
        ]),
        source: lalanne("§3"),
        readings: &[],
    },
    chips_start: Clause {
        text: "Each takes twenty jetons, sixteen fiches and nine contrats: a thousand in all. The company may agree on another sum.",
        value: Chips(1000),
        source: lalanne("§3"),
        readings: &[],
    },
    seat_draw: Clause {
        text: "As many cards as there are players, from a king downwards, are shuffled and drawn. The king chooses his seat; the queen sits at his right, the jack at hers, and so on.",
        value: Custom,
        source: lalanne("§4"),
        readings: &[],
    },
    deal_first: Clause {
        text: "Whoever drew the king deals first.",
        value: Custom,
        source: lalanne("§4"),
        readings: &[],
    },
    deal_next: Clause {
        text: "The eldest of one hand, who sat at the dealer's right, deals the next.",
        value: NextDealer::Eldest,
        source: lalanne("§4"),
        readings: &[],
    },
    direction: Clause {
        text: "Deal, speech and play all go to the right.",
        value: Direction::Right,
        source: lalanne("§4, §5, §8"),
        readings: &[],
    },
    deal_cut: Clause {
        text: "The dealer's left neighbour cuts.", value: Custom, source: lalanne("§4"), readings: &[]
    },
    deal_packets: Clause {
        text: "From his right, the dealer gives five cards to each, three and then two or two and then three.",
        value: Packets { hand: 5, ways: &[&[3, 2], &[2, 3]] },
        source: lalanne("§4"),
        readings: &[],
    },
    stake: Clause {
        text: "Before he deals, the dealer puts five chips into the pool. The others put in nothing.",
        value: Stake { by: StakeBy::Dealer, chips: 5 },
        source: lalanne("§4, §6"),
        readings: &[],
    },
    fille_deal: absent(SpareHand::None, "There is no spare hand."),
    turn_card: Clause {
        text: "The top card of the stock is turned. Its suit is trump.",
        value: TurnCard::TopOfStock,
        source: lalanne("§4"),
        readings: &[],
    },
    turn_owner: Clause {
        text: "The card turned up belongs to nobody and stays where it lies.",
        value: TurnOwner::Nobody,
        source: lalanne("§4"),
        readings: &[settled(reading(
            "A1718-16",
            "May four of a suit and the card turned up make a flush?",
            "No.",
            "Nobody may use the card turned up.",
        ))],
    },
    forced: Clause {
        text: "Nobody has to play: on any hand anyone may fold.",
        value: Forced::Never,
        source: Source::Silent,
        readings: &[reading(
            "1718.forced",
            "Is anyone ever forced to play?",
            "Never.",
            "Folding is described as open to each, and no exception is told.",
        )],
    },
    forced_last: absent(LastButOne::Free, "The last but one to speak is as free as the others."),
    decl_order: Clause {
        text: "Each declares once, from the eldest to the right, the dealer last.",
        value: Phases::PLAIN,
        source: lalanne("§5"),
        readings: &[],
    },
    decl_final: Clause {
        text: "A declaration cannot be taken back.",
        value: Custom,
        source: lalanne("§5"),
        readings: &[],
    },
    decl_fold: Clause {
        text: "Whoever folds lays his hand face down at once. He is out of this hand and owes nothing for it.",
        value: Offer::Open,
        source: lalanne("§5, §12"),
        readings: &[],
    },
    decl_stand: Clause {
        text: "Whoever stands keeps his five cards.",
        value: Offer::Open,
        source: lalanne("§5"),
        readings: &[],
    },
    decl_exchange: Clause {
        text: "Whoever exchanges names a number, lays down so many cards unseen, and is given as many from the stock there and then.",
        value: Offer::Open,
        source: lalanne("§5"),
        readings: &[],
    },
    decl_fille: absent(Offer::Closed, "With no spare hand dealt, there is none to take."),
    exchange_once: Clause {
        text: "One exchange a hand, of one to five cards.",
        value: Exchange { most: 5 },
        source: lalanne("§5"),
        readings: &[],
    },
    exchange_short: Clause {
        text: "The stock is served in turn while it lasts. Nobody may ask for more cards than remain, and nothing is shuffled again.",
        value: ShortStock::FirstCome,
        source: Source::Silent,
        readings: &[or(
            reading(
                "A1718-05",
                "The stock cannot serve everyone. What then?",
                "First come, first served.",
                "Balzac's players empty the stock so. The Mönch of Kastner and Folkvord shuffles the discards. Unsigned rules that look like a later manual's size the pack so that each may draw three; a limit of three each is our own reading of that.",
            ),
            "stock_short",
        )],
    },
    flush_what: Clause {
        text: "Five cards of one suit are the mouche.",
        value: FlushKind::OneSuit,
        source: lalanne("§9"),
        readings: &[],
    },
    flush_wild: absent(WildCard::None, "No card stands for another."),
    flush_pat: Clause {
        text: "The mouche counts only as it was dealt. A player who exchanged cannot have it.",
        value: Obtained::Dealt,
        source: lalanne("§9"),
        readings: &[or(
            settled(reading(
                "A1718-22",
                "What of five cards of a suit after an exchange?",
                "They are no mouche: the hand is played.",
                "The source asks for the cards as dealt.",
            )),
            "flush_must_be_dealt",
        )],
    },
    flush_claim: Clause {
        text: "The mouche need not be announced before everyone has spoken, nor at all. Announcing it does not end the declarations.",
        value: Claiming::Prompt,
        source: lalanne("§10"),
        readings: &[
            or(
                reading(
                    "A1718-08",
                    "Until when may it be claimed?",
                    "Until the first card is led.",
                    "Play begins if nobody has it; a mouche that is not claimed is played as an ordinary hand.",
                ),
                "flush_claim",
            ),
            settled(reading(
                "A1718-09",
                "If one announces early, may a second still come in?",
                "Yes: the best is found after the last declaration.",
                "Announcing does not end the declarations.",
            )),
        ],
    },
    flush_take: Clause {
        text: "A claimed mouche takes the whole pool. No trick is played.",
        value: FlushPrize::Pool,
        source: lalanne("§9"),
        readings: &[],
    },
    flush_owe: Clause {
        text: "When a mouche is claimed, every other player who did not fold owes as much as the pool holds.",
        value: FlushDebt { losing_flush_exempt: false, top_card_exempt: false },
        source: lalanne("§9"),
        readings: &[or(
            reading(
                "A1718-07",
                "Do the holders of beaten mouches owe?",
                "Yes.",
                "Those who took part make it, and no exception is told. Later relatives exempt them.",
            ),
            "losing_flush_exempt",
        )],
    },
    flush_tie: Clause {
        text: "Of several mouches, trumps beat a plain suit; then the greater number of points wins; then the seat nearest the dealer's right. If the best is let pass, the best of those claimed takes the pool.",
        value: TieBreaks { top_card_first: false, then: TieBreaks::BY_POINTS },
        source: lalanne("§9"),
        readings: &[or(
            settled(reading(
                "A1718-06",
                "What if suit and points both tie?",
                "The seat decides.",
                "It is the third criterion, and no two seats are alike.",
            )),
            "flush_tie",
        )],
    },
    flush_points: Clause {
        text: "King, queen, jack, ace and ten count ten each. The other cards count their pips.",
        value: Points([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10]),
        source: lalanne("§9"),
        readings: &[],
    },
    table_talk: Clause {
        text: "One who stands may be asked, without pressing, whether he has the mouche. He answers evasively or not at all; but a plain yes or no must be true.",
        value: Custom,
        source: lalanne("§10"),
        readings: &[or(
            reading(
                "A1718-20",
                "Does silence mean yes?",
                "No: talk has no force, but a plain answer must be true.",
                "The account of the Leiden edition of 1721 says yes; the source of 1718 allows silence and draws nothing from it.",
            ),
            "silence_means_yes",
        )],
    },
    play_lead: Clause {
        text: "The eldest leads to the first trick, any card. The winner of a trick leads to the next.",
        value: Lead::Eldest,
        source: lalanne("§8"),
        readings: &[reading(
            "com.lead",
            "Who leads if the eldest folded?",
            "The next player to the right who did not.",
            "No source speaks; the lead goes as the deal and the speech go.",
        )],
    },
    play_follow: Clause {
        text: "Whoever has a card of the suit led must play one, be it trump or plain.",
        value: Duty::Binding,
        source: lalanne("§8"),
        readings: &[],
    },
    play_head: Clause {
        text: "Whoever follows suit must beat the highest card so far, if he can.",
        value: Duty::Binding,
        source: lalanne("§8"),
        readings: &[settled(reading(
            "A1718-02",
            "Must a follower play high when the trick has been trumped?",
            "No: any card of the suit will do.",
            "A plain card cannot beat a trump.",
        ))],
    },
    play_trump: Clause {
        text: "Whoever has no card of the suit led must trump.",
        value: Duty::Binding,
        source: lalanne("§8"),
        readings: &[settled(reading(
            "A1718-04",
            "Must the first trump in a trick be his highest?",
            "No, any trump.",
            "The source asks only that one trump.",
        ))],
    },
    play_overtrump: Clause {
        text: "If the trick has been trumped, whoever must trump must also beat that trump, if he can.",
        value: Duty::Binding,
        source: lalanne("§8"),
        readings: &[],
    },
    play_free: Clause {
        text: "Whoever has no card of the suit led, and no trump that beats the trump in the trick, plays what he likes.",
        value: WhenTrumped::Free,
        source: lalanne("§8"),
        readings: &[or(
            settled(reading(
                "A1718-03",
                "Must a losing trump be played?",
                "No.",
                "The source says so, and that it comes from la Bête.",
            )),
            "play_obligation",
        )],
    },
    play_discard: Clause {
        text: "Whoever has neither the suit led nor a trump plays any card.",
        value: AnyCard,
        source: lalanne("§8"),
        readings: &[],
    },
    trick_win: Clause {
        text: "The highest trump wins the trick; if there is none, the highest card of the suit led.",
        value: TrickWinner::HighestTrump,
        source: lalanne("§8"),
        readings: &[],
    },
    pam_card: absent(TopCard(None), "No card stands above its suit: the jack of clubs is a jack."),
    pam_trump: absent(TopCardPlay::Bound, "There is no Pamphile to be played."),
    pam_fee: absent(Fee::NONE, "There is no Pamphile to be paid."),
    pam_turned: absent(TurnedFee::Never, "There is no Pamphile to be turned up."),
    pam_names: absent(TurnedTrump::OwnSuit, "Trump is always the suit turned up."),
    pam_absent: absent(Substitute::None, "There is no Pamphile to be missed."),
    pay_share: Clause {
        text: "Each trick earns a fifth of the pool, paid when the hand is over.",
        value: Shares { parts: 5 },
        source: lalanne("§7"),
        readings: &[
            reading(
                "A1718-10",
                "Does one who wins all five tricks get more than the pool?",
                "No: he takes five fifths, and everyone else who played owes.",
                "The source calls it taking the mouche, and names no other prize.",
            ),
            settled(reading(
                "A1718-11",
                "Is the pool always a multiple of five?",
                "Yes.",
                "It begins with five, and each debt repeats an earlier pool; ceilings must be multiples of the stake.",
            )),
        ],
    },
    pay_double: absent(Double::None, "Every trick is worth the same."),
    debt_make: Clause {
        text: "A player who did not fold and wins no trick makes the mouche: he owes as much as the pool holds.",
        value: NoTrick::OwesPool,
        source: lalanne("§7"),
        readings: &[reading(
            "A1718-21",
            "Does one who stood owe too, or only one who exchanged?",
            "Both.",
            "The source speaks of any player without a trick; the Encyclopédie's short definition speaks of those who took cards.",
        )],
    },
    debt_enter: Clause {
        text: "All debts of a hand go into the next pool, with the next dealer's five. The company may agree to put them in one after another, and to write down those that wait.",
        value: Entry::AtOnce,
        source: lalanne("§6, §13"),
        readings: &[
            or(
                reading(
                    "A1718-17",
                    "Staged debts: in what order?",
                    "The largest first; equals as they were made.",
                    "The source leaves it open and thinks this best; Balzac's players do so, and lines of Parlett, of la Bête as it seems, say the same.",
                ),
                "staged_order",
            ),
            or(
                settled(reading(
                    "1718.debt.staged",
                    "At once, or one by one?",
                    "At once, unless the company agrees to stage them.",
                    "The source states the one as the rule and offers the other.",
                )),
                "debts",
            ),
            reading(
                "A1718-19",
                "How many enter with a stake when they are staged?",
                "One.",
                "They are put in one after another.",
            ),
            reading(
                "A1718-18",
                "When is the money of a debt laid down?",
                "When it enters a pool, is swept, or the session ends.",
                "Until then it is a note on paper.",
            ),
        ],
    },
    debt_cap: Clause {
        text: "There is no ceiling on debts.",
        value: None,
        source: Source::Silent,
        readings: &[or(
            reading(
                "AMERY-05",
                "May the company set one?",
                "Yes, if it does not stage its debts.",
                "Méry proposes it in 1847, in place of staging.",
            ),
            "debt_cap",
        )],
    },
    debt_sweep: Clause {
        text: "Debts that wait stay where they are, whoever takes the pool.",
        value: Sweep { by_flush: false, by_vole: false },
        source: Source::Silent,
        readings: &[reading(
            "A1730-03",
            "Does anyone take the debts that wait?",
            "No.",
            "The rule that someone does is told of 1730 alone.",
        )],
    },
    alone: Clause {
        text: "If only one player has not folded, he takes the pool without play, and nobody owes.",
        value: Alone::TakesPool,
        source: Source::Silent,
        readings: &[reading(
            "A1718-12",
            "What if the one who is left is not the dealer?",
            "He takes the pool.",
            "The source speaks of the dealer alone; the same reason holds for another.",
        )],
    },
    allfold: Clause {
        text: "If all others fold, the dealer takes the pool. The others did not play and owe nothing.",
        value: AllFold::DealerTakes,
        source: lalanne("§12"),
        readings: &[or(
            practice(reading(
                "1718.allfold",
                "Must the dealer be the one to gain?",
                "Yes, in 1718.",
                "Garraud, in 1984, calls such a hand void and lets the next player deal. That the stake stays in the pool is our reading of it: he is not reported to say what becomes of it.",
            )),
            "all_pass",
        )],
    },
    credit: Clause {
        text: "A purse may go below nothing.",
        value: Credit::Open,
        source: Source::Silent,
        readings: &[or(
            reading(
                "A1718-15",
                "What if a player cannot pay?",
                "He stays in, and in debt.",
                "The source lets the company choose its sums, and says nothing of a player without chips.",
            ),
            "credit",
        )],
    },
    end: Clause {
        text: "The game ends after three tours, in each of which everyone has dealt once. Debts that are left are paid into a last pool and shared equally.",
        value: Session { finish: Finish::Tours(3), debts: FinalDebts::Shared },
        source: Source::Silent,
        readings: &[
            or(
                reading(
                    "A1718-13",
                    "When does the game end?",
                    "After three tours, unless the company agrees otherwise.",
                    "The Académie measures by the tour, in which each has dealt once. Michèle, in 2011, ends when all have dealt equally often; Boussac gives the reason, that all then stake equally often. That it is three is ours.",
                ),
                "end",
            ),
            or(
                reading(
                    "A1718-13",
                    "And the debts that are left?",
                    "They are paid into a last pool and shared equally; a chip that cannot be shared goes to the first from the last dealer's right.",
                    "No source speaks; nobody should gain from owing.",
                ),
                "final_debts",
            ),
        ],
    },
    fault_misdeal: untold(Misdeal::Untold, "Of misdeals the source is silent; the engine deals rightly."),
    fault_cards: untold(Fault::Untold, "Of wrong hands the source is silent; the engine counts."),
    fault_show: untold(Fault::Untold, "Of hands shown the source is silent."),
    fault_turn: untold(Fault::Untold, "Of speech out of turn the source is silent; the engine asks in turn."),
};
