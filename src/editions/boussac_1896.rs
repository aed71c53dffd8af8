//! Le Mistigri of Burgundy and its neighbours, as Boussac has it in 1896.
//!
//! His French was seen as far as the deal; from there on a machine translation is read with the words of rams. A reading
//! says so wherever the sense had to be restored.

use super::mouche_1718::MOUCHE_1718;
use super::words::{absent, boussac, or, reading, repair, settled, untold};
use crate::cards::Rank::*;
use crate::rules::*;

const RAMS: Reading = reading(
    "ABOU-01",
    "What are the duties in play?",
    "Those of rams: follow, beat, trump, overtrump, and trump even in vain.",
    "Boussac states none, and calls the game a variety of rams. Parlett and other modern accounts of rams have all of these.",
);

/// The edition.
pub(super) const BOUSSAC_1896: Ruleset = Ruleset {
    id: "boussac-1896",
    name: "Boussac's Mistigri, 1896",
    year: 1896,
    about: "Le Mistigri or Cascaret, as it was played in Burgundy and in parts of the Nivernais and the Bourbonnais: a livelier rams. There is a spare hand to be had, everyone must play while the pool is simple, and the trick of the jack of clubs is paid twice.",
    terms: Terms { flush: "lanturlu", no_trick: "is bête", top_card: "Mistigri" },
    players: Clause {
        text: "The game is at its best with four players. Five may play; and three, by our reading.",
        value: PlayerCount { from: 3, to: 5 },
        source: boussac("on the number of players (French seen)"),
        readings: &[reading(
            "ABOU-17",
            "May three play?",
            "Yes.",
            "He calls four the best game and tells of five; he does not shut three out.",
        )],
    },
    pack: Clause {
        text: "Thirty-two cards, from the king to the seven, for any number of players.",
        value: PackTable([Seven; 5]),
        source: boussac("on the order of the cards"),
        readings: &[settled(reading(
            "bou.pack",
            "Does he give the number of cards?",
            "It follows from his list.",
            "He ends each suit with the seven, and counts nine cards in the trump suit with the Mistigri, or eight when clubs are trump.",
        ))],
    },
    rank: Clause {
        text: "Below the Mistigri, every suit runs king, queen, jack, ace, ten, nine, eight, seven.",
        value: MOUCHE_1718.rank.value,
        source: boussac("on the order of the cards"),
        readings: &[],
    },
    chips_kinds: Clause {
        text: "Of kinds of chips he says nothing: each takes thirty.",
        value: ChipKinds(&[]),
        source: Source::Silent,
        readings: &[],
    },
    chips_start: Clause {
        text: "Each takes thirty chips. The money that backs them is put aside, and at the end each is paid for the chips he holds.",
        value: Chips(30),
        source: boussac("on chips (French seen)"),
        readings: &[],
    },
    seat_draw: Clause {
        text: "Places are drawn by lot. A weak player at one's left is worth having.",
        value: Custom,
        source: boussac("on places (French seen)"),
        readings: &[],
    },
    deal_first: Clause {
        text: "Whoever draws the lowest card deals first.",
        value: Custom,
        source: boussac("on the first deal (French seen)"),
        readings: &[],
    },
    deal_next: Clause {
        text: "The deal goes round to the right, and a tour is over when it comes back to the first dealer.",
        value: NextDealer::Eldest,
        source: boussac("on tours (French seen)"),
        readings: &[],
    },
    direction: Clause {
        text: "Deal and speech go to the right; and so does play, by our reading.",
        value: Direction::Right,
        source: boussac("on the deal (French seen) and on speaking"),
        readings: &[reading(
            "bou.dir",
            "Which way does play go?",
            "To the right.",
            "He says it of the deal, and speaks in that order; the cards are played as the deal and the speech go.",
        )],
    },
    deal_cut: Clause {
        text: "The dealer's left neighbour cuts.",
        value: Custom,
        source: boussac("on the deal (French seen)"),
        readings: &[],
    },
    deal_packets: Clause {
        text: "From his right, the dealer gives five cards to each: two in the first round, three in the second.",
        value: Packets { hand: 5, ways: &[&[2, 3]] },
        source: boussac("on the deal (French seen)"),
        readings: &[repair(reading(
            "ABOU-04",
            "Is that 2 and 3, or otherwise?",
            "2, then 3.",
            "The translation can be misread; the French says two at the first round and three at the second.",
        ))],
    },
    stake: Clause {
        text: "Before he deals, the dealer puts six chips into the pool: one for each trick, and one more since the Mistigri's trick is paid twice. The others put in nothing.",
        value: Stake { by: StakeBy::Dealer, chips: 6 },
        source: boussac("on the stake, and on payment"),
        readings: &[settled(reading(
            "ABOU-15",
            "Is the pool always a multiple of six?",
            "Yes, unless a company lets an unearned share stay in the pool.",
            "It begins with six, and each debt repeats an earlier pool; ceilings must be multiples of the stake. What happens to odd chips is answered under the trick paid twice.",
        ))],
    },
    fille_deal: Clause {
        text: "One hand more is dealt than there are players: the *fille*, or *mort*. It is served last but one, just before the dealer's.",
        value: SpareHand::BeforeDealer,
        source: boussac("on the deal"),
        readings: &[],
    },
    turn_card: Clause {
        text: "When all have five cards the dealer turns the next. Its suit is trump.",
        value: TurnCard::TopOfStock,
        source: boussac("on the deal"),
        readings: &[repair(reading(
            "ABOU-03",
            "The translation has him turn the thirtieth card. Which is it?",
            "The next after the deal: the 21st, 26th or 31st, with three, four or five players.",
            "The thirtieth fits no number of players; we take it for a slip.",
        ))],
    },
    turn_owner: Clause {
        text: "The card turned up is the dealer's by right. When he has spoken he may take it, and lays down one of his own; but not if he took the fille.",
        value: TurnOwner::Dealer { after_exchange: true },
        source: boussac("on the deal, and on speaking"),
        readings: &[
            or(
                reading(
                    "ABOU-09",
                    "May he take it when he has exchanged cards?",
                    "Yes, and ends with five.",
                    "The right is denied only to a dealer who took the fille.",
                ),
                "dealer_draw_and_turn",
            ),
            reading(
                "ABOU-10",
                "May he take it when it is the Mistigri?",
                "Yes. If he leaves it, the Mistigri is absent.",
                "His right is not limited to other cards.",
            ),
        ],
    },
    forced: Clause {
        text: "While no debt lies in the pool, everyone must play.",
        value: Forced::SimplePool,
        source: boussac("on the first deal, and on Lanturlu"),
        readings: &[
            reading(
                "ABOU-28",
                "Is a pool simple that holds what an earlier one left over?",
                "Only if that one was.",
                "What is left of a pool with debts in it is debt still. At Boussac's own table nothing is ever left over.",
            ),
            settled(reading(
                "ABOU-20",
                "On the first deal only, or on every simple pool?",
                "On every simple pool.",
                "He gives the reason: no debt lies in it. The translation says beasts, casks or cattle for debts; the French word is bête.",
            )),
        ],
    },
    forced_last: Clause {
        text: "When all before him have folded, the last but one to speak may fold too. In some places he may not: he plays his hand as it is, or takes the fille.",
        value: LastButOne::Free,
        source: boussac("on folding"),
        readings: &[or(
            settled(reading(
                "bou.allpass.region",
                "Must the last but one play?",
                "Not unless it is agreed.",
                "He tells it of some places, and thinks it harsh when the pool is large.",
            )),
            "last_but_one_must_play",
        )],
    },
    decl_order: Clause {
        text: "If the Mistigri was turned, the dealer first names trumps. Then each declares once, from the dealer's right, the dealer last; and he may take the card turned up.",
        value: Phases(&[Phase::Naming, Phase::Declarations, Phase::TurnUp, Phase::Claims, Phase::Tricks]),
        source: boussac("on speaking, and on the Mistigri turned up"),
        readings: &[],
    },
    decl_final: Clause {
        text: "A declaration cannot be taken back.",
        value: Custom,
        source: Source::Silent,
        readings: &[reading(
            "bou.decl.final",
            "May one change one's mind?",
            "No.",
            "Boussac says nothing of it. The rule of 1718 fits: the next has spoken on the strength of it.",
        )],
    },
    decl_fold: Clause {
        text: "When a debt lies in the pool, a player may fold. He lays down his hand in his turn, never before, and owes nothing.",
        value: Offer::Open,
        source: boussac("on folding"),
        readings: &[],
    },
    decl_stand: Clause {
        text: "Whoever hopes for a trick plays the hand he was dealt.",
        value: Offer::Open,
        source: boussac("on speaking"),
        readings: &[],
    },
    decl_exchange: Clause {
        text: "Whoever exchanges asks for cards from the stock, and lays down as many.",
        value: Offer::Open,
        source: boussac("on speaking"),
        readings: &[repair(reading(
            "bou.decl.exchange",
            "The translation lets him “request maps”. What are they?",
            "Cards.",
            "The French word is cartes.",
        ))],
    },
    decl_fille: Clause {
        text: "Whoever takes the fille gives up his five cards for hers. Only the first who asks may have her.",
        value: Offer::Open,
        source: boussac("on speaking"),
        readings: &[
            reading(
                "ABOU-07",
                "May her taker change cards as well?",
                "No, nobody.",
                "A dealer who takes her has only the rights that go with her.",
            ),
            reading(
                "ABOU-08",
                "May he look at her first?",
                "No; and he must play what he finds.",
                "Boussac does not say. In Parlett's rams she is taken unseen.",
            ),
        ],
    },
    exchange_once: Clause {
        text: "One exchange a hand, of one to five cards.",
        value: Exchange { most: 5 },
        source: boussac("on speaking"),
        readings: &[reading(
            "bou.exchange.once",
            "May one exchange a second time?",
            "No.",
            "He lets a player ask for up to five cards, and does not say how often. The rule of 1718 is once.",
        )],
    },
    exchange_short: Clause {
        text: "Each may ask for as many cards as the stock still has. With a fille dealt that is not many: 11 cards for three players, 6 for four, 1 for five.",
        value: ShortStock::FirstCome,
        source: boussac("on speaking"),
        readings: &[or(
            settled(reading(
                "ABOU-16",
                "The stock cannot serve everyone. What then?",
                "First come, first served.",
                "Each is served within the limits of what the earlier ones left.",
            )),
            "stock_short",
        )],
    },
    flush_what: Clause {
        text: "Five cards of one suit, in whatever order, are the *lanturlu*.",
        value: FlushKind::OneSuit,
        source: boussac("on Lanturlu"),
        readings: &[],
    },
    flush_wild: Clause {
        text: "In the lanturlu the Mistigri has no suit of its own and is of all: with four cards of one suit it makes the fifth.",
        value: WildCard::TopCard,
        source: boussac("on Lanturlu"),
        readings: &[],
    },
    flush_pat: Clause {
        text: "The lanturlu counts however it was come by: dealt, found in the fille, made with the card turned up, or drawn.",
        value: Obtained::Anyhow,
        source: boussac("on Lanturlu"),
        readings: &[or(
            repair(reading(
                "ABOU-05",
                "The translation says that one who was served could not win. Is that so?",
                "No: he wins all the same.",
                "The next sentences, and the cases of the fille and of the card turned up, say the contrary; a negation was lost. Of drawn cards he does not speak, and we make no difference.",
            )),
            "flush_must_be_dealt",
        )],
    },
    flush_claim: Clause {
        text: "Whoever has the lanturlu goes in like the others, and shows it when all have spoken.",
        value: Claiming::Prompt,
        source: boussac("on Lanturlu"),
        readings: &[or(
            reading(
                "bou.flush.show",
                "Is it shown at once when all must play?",
                "After the declarations, as otherwise.",
                "He says only that it is shown. Where one may fold, waiting lets the others commit themselves.",
            ),
            "flush_claim",
        )],
    },
    flush_take: Clause {
        text: "The lanturlu takes the whole pool. No trick is played, by our reading.",
        value: FlushPrize::Pool,
        source: boussac("on Lanturlu"),
        readings: &[reading(
            "bou.flush.take",
            "Are tricks played after it?",
            "No.",
            "He gives the whole pool to the lanturlu, so that nothing is left to win.",
        )],
    },
    flush_owe: Clause {
        text: "When a lanturlu is shown, every other player in the hand is bête: all of them where all had to play, otherwise those who went in.",
        value: FlushDebt { losing_flush_exempt: false, top_card_exempt: false },
        source: boussac("on Lanturlu"),
        readings: &[
            or(
                reading(
                    "A1718-07",
                    "Is the holder of a beaten lanturlu bête?",
                    "Yes.",
                    "He exempts only the one who takes the pool.",
                ),
                "losing_flush_exempt",
            ),
            or(
                reading(
                    "A1758-13",
                    "Is the holder of the Mistigri bête?",
                    "Yes.",
                    "He exempts only the one who takes the pool. The later Mönch exempts the holder.",
                ),
                "pam_holder_exempt",
            ),
        ],
    },
    flush_tie: Clause {
        text: "Of several lanturlus, trumps beat a plain suit; then the greater number of points wins; then the seat nearest the dealer's right.",
        value: MOUCHE_1718.flush_tie.value,
        source: Source::Silent,
        readings: &[
            or(
                reading(
                    "ABOU-06",
                    "Two have the lanturlu. Who takes the pool?",
                    "As in 1718.",
                    "Boussac does not think of it; the older rule leaves no tie.",
                ),
                "flush_tie",
            ),
            or(
                reading(
                    "A1758-12",
                    "Does a lanturlu with the Mistigri go before one without?",
                    "No.",
                    "Nothing is said of it; English books on loo have that rule.",
                ),
                "pam_flush_best",
            ),
        ],
    },
    flush_points: Clause {
        text: "King, queen, jack, ace and ten count ten each, the Mistigri too. The other cards count their pips.",
        value: MOUCHE_1718.flush_points.value,
        source: Source::Silent,
        readings: &[reading(
            "ABOU-06",
            "What do the cards count between two lanturlus?",
            "What they count in 1718.",
            "Boussac does not think of it. The Mistigri counts as the jack that it is.",
        )],
    },
    table_talk: untold(Custom, "Of talk at the table he is silent."),
    play_lead: Clause {
        text: "The first player from the dealer's right who has not folded leads to the first trick, any card. The winner of a trick leads to the next.",
        value: Lead::Eldest,
        source: Source::Silent,
        readings: &[reading(
            "ABOU-02",
            "Who leads?",
            "The first to the dealer's right who is in the hand.",
            "Boussac does not say; the lead goes as the deal and the speech go.",
        )],
    },
    play_follow: Clause {
        text: "Whoever has a card of the suit led must play one.",
        value: Duty::Binding,
        source: Source::Silent,
        readings: &[RAMS],
    },
    play_head: Clause {
        text: "Whoever follows suit must beat the highest card so far, if he can.",
        value: Duty::Binding,
        source: Source::Silent,
        readings: &[RAMS],
    },
    play_trump: Clause {
        text: "Whoever has no card of the suit led must trump.",
        value: Duty::Binding,
        source: Source::Silent,
        readings: &[RAMS],
    },
    play_overtrump: Clause {
        text: "If the trick has been trumped, whoever must trump must also beat that trump, if he can.",
        value: Duty::Binding,
        source: Source::Silent,
        readings: &[RAMS],
    },
    play_free: Clause {
        text: "Whoever has no card of the suit led, and no trump that beats the trump in the trick, must play a trump all the same.",
        value: WhenTrumped::Undertrump,
        source: Source::Silent,
        readings: &[or(RAMS, "play_obligation")],
    },
    play_discard: Clause {
        text: "Whoever has neither the suit led nor a trump plays any card.",
        value: AnyCard,
        source: Source::Silent,
        readings: &[RAMS],
    },
    trick_win: Clause {
        text: "The highest trump wins the trick; if there is none, the highest card of the suit led.",
        value: TrickWinner::HighestTrump,
        source: Source::Silent,
        readings: &[reading(
            "bou.trick.win",
            "Who wins a trick?",
            "As in all games of this kind.",
            "Boussac gives the strength of the cards, and takes the rest for known.",
        )],
    },
    pam_card: Clause {
        text: "The jack of clubs is the Mistigri, also called Cascaret or Pamphile. Whatever suit is trump, it is the strongest card.",
        value: TopCard::JACK_OF_CLUBS,
        source: boussac("on the order of the cards"),
        readings: &[],
    },
    pam_trump: Clause {
        text: "In play the Mistigri is the highest trump, and the duties of a trump bind it.",
        value: TopCardPlay::Bound,
        source: Source::Silent,
        readings: &[or(
            reading(
                "ABOU-23",
                "Must it be played when only it can follow, beat or trump?",
                "Yes.",
                "Boussac counts it among the cards of the trump suit, and tells of no freedom.",
            ),
            "pam_subject_to_obligations",
        )],
    },
    pam_fee: absent(Fee::NONE, "Nobody pays for the Mistigri: its trick is paid twice instead."),
    pam_turned: untold(TurnedFee::Never, "Of a payment to a dealer who turns the Mistigri up he says nothing."),
    pam_names: Clause {
        text: "If the Mistigri is turned up, the dealer looks at his cards and names trumps.",
        value: TurnedTrump::DealerNames,
        source: boussac("on the Mistigri turned up"),
        readings: &[],
    },
    pam_absent: Clause {
        text: "If the Mistigri is absent, the king of trumps has all its privileges; without him the queen, then the jack, the ace and so on.",
        value: Substitute::HighestTrump { missing: Missing::Anywhere, wild: false },
        source: boussac("last paragraph"),
        readings: &[
            or(
                reading(
                    "ABOU-11",
                    "When is it absent?",
                    "When no player in the hand holds it or has played it.",
                    "He names the fille that nobody took and the stock, which the translation calls the heel. A Mistigri laid down, or folded with a hand, is as much out of play.",
                ),
                "absent",
            ),
            reading(
                "ABOU-12",
                "How do the players know?",
                "They do not, and need not: when the hand is over, the highest trump that was played has earned the double share.",
                "The king of trumps is the highest card anyhow when the Mistigri is away.",
            ),
            or(
                reading(
                    "ABOU-13",
                    "Is the king of trumps of any suit in a lanturlu, then?",
                    "No.",
                    "All privileges go to him; but when a lanturlu is shown nobody knows yet that the Mistigri is away.",
                ),
                "substitute_wild",
            ),
        ],
    },
    pay_share: Clause {
        text: "Each trick earns a sixth of the pool. It is paid when the hand is over, by our reading.",
        value: Shares { parts: 6 },
        source: boussac("on payment"),
        readings: &[
            reading(
                "bou.pay.when",
                "When is it paid?",
                "When the hand is over.",
                "He does not say; the rule of 1718 does.",
            ),
            repair(reading(
                "bou.pay",
                "The translation pays for raising and lifting. What are they?",
                "Tricks.",
                "The French word is levée.",
            )),
        ],
    },
    pay_double: Clause {
        text: "The trick that the Mistigri wins earns two shares.",
        value: Double::TopCard { orphan: Orphan::Dealer },
        source: boussac("on payment"),
        readings: &[
            or(
                reading(
                    "ABOU-14",
                    "Nobody in the hand has a trump. Who gets the sixth share?",
                    "The dealer.",
                    "Boussac does not think of it; the dealer put the sixth chip in.",
                ),
                "orphan_share",
            ),
            reading(
                "ABOU-27",
                "A share that stays in the pool: what is a share of the next pool, which six no longer divides?",
                "A sixth of it, and what six does not divide out stays too, beside the share.",
                "Boussac has no such pool: at his table the sixth share is always somebody's.",
            ),
            settled(reading(
                "ABOU-22",
                "And if the Mistigri is played and beaten?",
                "That cannot be.",
                "No card is stronger.",
            )),
        ],
    },
    debt_make: Clause {
        text: "A player who is in the hand and wins no trick is *bête*: he owes as much as the pool holds.",
        value: NoTrick::OwesPool,
        source: boussac("on payment"),
        readings: &[repair(reading(
            "bou.vocab",
            "The translation calls such players beasts, stupid or silly. What are they?",
            "Bêtes: players without a trick, and what they owe.",
            "The French word is the name of an older game, and means all of these.",
        ))],
    },
    debt_enter: Clause {
        text: "All debts of a hand go into the next pool, with the next dealer's six.",
        value: Entry::AtOnce,
        source: boussac("on payment"),
        readings: &[],
    },
    debt_cap: Clause {
        text: "There is no ceiling on debts.",
        value: None,
        source: Source::Silent,
        readings: &[or(
            reading(
                "AMERY-05",
                "May the company set one?",
                "Yes, in multiples of the stake.",
                "Méry proposed it in 1847 for la Mouche. Boussac does not know it, though he pities a player who must face a large pool.",
            ),
            "debt_cap",
        )],
    },
    debt_sweep: absent(Sweep { by_flush: false, by_vole: false }, "No debts wait: all go into the next pool."),
    alone: Clause {
        text: "If only one player has not folded, he takes the pool without play, and nobody owes.",
        value: Alone::TakesPool,
        source: Source::Silent,
        readings: &[reading(
            "ABOU-19",
            "What if only one goes in, and he is not the dealer?",
            "He takes the pool.",
            "Boussac speaks of the dealer alone; the same reason holds for another.",
        )],
    },
    allfold: Clause {
        text: "If all others fold, the dealer takes the pool.",
        value: AllFold::DealerTakes,
        source: boussac("on folding"),
        readings: &[],
    },
    credit: Clause {
        text: "There is no credit. A player out of chips buys from the winners, and pays at once.",
        value: Credit::Cash,
        source: boussac("on credit"),
        readings: &[
            or(
                reading(
                    "ABOU-26",
                    "Who sells to him?",
                    "A cash account stands for the winners.",
                    "Which winner sells changes nothing but who holds the money.",
                ),
                "credit",
            ),
            repair(reading(
                "bou.cash",
                "The translation speaks of one who is reloaded, and of buying back cards. What is meant?",
                "One who has no chips left, and buys some.",
                "A word like “déchargé” must stand in the French; only chips can be bought.",
            )),
        ],
    },
    end: Clause {
        text: "The game goes by tours, and a tour begun is finished, so that all have dealt, and staked, equally often. By our reading it ends after three, and debts that are left are paid into a last pool and shared equally.",
        value: Session { finish: Finish::Tours(3), debts: FinalDebts::Shared },
        source: boussac("on tours (French seen)"),
        readings: &[
            or(
                reading(
                    "A1718-13",
                    "After how many tours?",
                    "Three, unless the company agrees otherwise.",
                    "He gives no number.",
                ),
                "end",
            ),
            or(
                reading(
                    "A1718-13",
                    "And the debts that are left?",
                    "They are paid into a last pool and shared equally; a chip that cannot be shared goes to the first from the last dealer's right.",
                    "He does not say; nobody should gain from owing.",
                ),
                "final_debts",
            ),
        ],
    },
    fault_misdeal: Clause {
        text: "Whoever misdeals loses the deal: the next deals in his place, and the stake stays. Or he puts in six chips more, and keeps it.",
        value: Misdeal::DealOr(6),
        source: boussac("on faults"),
        readings: &[
            reading(
                "ABOU-21",
                "Does a lost deal count in the tour?",
                "Yes, as that player's deal.",
                "His stake stays in the pool, and the deal goes on.",
            ),
            reading(
                "ABOU-25",
                "What does the pool hold then?",
                "Both stakes: the lost one and the next dealer's, or the same dealer's two.",
                "It is still simple: no debt has entered, and everyone must play.",
            ),
            repair(reading(
                "bou.irr.misdeal",
                "The translation fines a misgiving. What is it?",
                "A misdeal.",
                "The French word must be maldonne.",
            )),
        ],
    },
    fault_cards: Clause {
        text: "A player who has too few or too many cards after the exchange is out of the hand. If he plays on with them, he is bête.",
        value: Fault::OutOwingInPlay,
        source: boussac("on faults"),
        readings: &[
            reading(
                "ABOU-18",
                "How much does he owe?",
                "As much as the pool holds.",
                "That is what being bête costs without a fault.",
            ),
            settled(reading(
                "ABOU-24",
                "And if it is noticed before a card is played?",
                "He is out, and owes nothing.",
                "Boussac puts him out of the hand, and makes him bête only if he plays on.",
            )),
        ],
    },
    fault_show: Clause {
        text: "A player who shows his hand is bête.",
        value: Fault::OutOwing,
        source: boussac("on faults"),
        readings: &[reading(
            "ABOU-24",
            "What becomes of the hand?",
            "He lays his cards down and is out, is paid for tricks he has won, and owes the pool once. The others play on.",
            "Boussac names the price and no more.",
        )],
    },
    fault_turn: Clause {
        text: "A player who speaks before his turn is bête.",
        value: Fault::OutOwing,
        source: boussac("on faults"),
        readings: &[reading(
            "ABOU-24",
            "What becomes of the hand?",
            "He lays his cards down and is out, and owes the pool once. The others play on.",
            "Boussac names the price and no more.",
        )],
    },
};
