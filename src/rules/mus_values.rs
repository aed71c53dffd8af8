//! The values of clauses of Mus: sides, exchanges, bets, the winners of the phases, and payments.

use super::LanguageWords;
use super::clause_value::{all_except, choices, data, values_with_one_change};
use crate::cards::{CardLanguage, amount_of, count_of};

choices! {
    Sides "Whether partners play together, or each for themselves." { Pairs, Single }
    #[derive(Default)]
    BettingPhase "A phase of a deal, in which players bet on one quality of their hands."
        { #[default] Grande "grande", Petite "petite", Couples "couples", Jeu "jeu", Point "point" }
    MusAgreement "The agreement by which cards are exchanged." { UntilOneRefuses, Never absent }
    FacedCardRule "The consequence of a card that is faced in dealing." { ExchangeOrServed, None absent }
    PhaseDeclarations "The declarations before Couples and Jeu." { TruthInTurn }
    BetAnswerOrder "The players who answer a bet, and their order." { SidesAnswer, TurningRounds }
    RefuserStatus "The lot of a player who refuses a bet that another accepts." { Count "count", Dead "dead", HeapBack apart }
    BareRaise "The amount that `raises` without a number adds." { Two "two", Double "double" }
    RaiseNumber "The meaning of a number after `raises`." { By "by", To "to" }
    PhaseHandOrder "The order of hands for Grande, Petite or Point." { HighestFirst, LowestFirst, HighestTo30 }
    CoupleOrder "The order of hands for Couples." { NoKicker, Kicker }
    JeuOrder "The order of totals from 31 up." { Source "source", Standard "standard" }
    RoyalThirtyOne "The 31 that beats other ones: three sevens, and what with them." { None "none", King "king", Figure "figure" }
    TieWinner "The winner among players with equal hands." { NearestTheHand, FarthestFromTheHand }
    PrizeEarners "The players whose Couples and Jeu are paid." { EachPartner, Winner }
    PayOrder "The order of payments, and where they end." { CapAtTarget, ShedFromPurse }
    LiePrice "The price of an untrue declaration." { LosesPhase }
}

impl BettingPhase {
    /// Returns the number of the phase: 0 for Grande.
    pub const fn place(self) -> usize {
        self as usize
    }

    /// Returns the word for the phase in an English script, and in ids.
    pub const fn word(self) -> &'static str {
        BettingPhase::NAMES[self.place()].0
    }

    /// Returns the word for the phase in a script of these letters: `chica`.
    pub fn word_in(self, letters: CardLanguage) -> &'static str {
        match LanguageWords::for_letters(letters) {
            Some(language) => language.phases.0[self.place()],
            None => self.word(),
        }
    }
}

data! {
    /// The worth of cards for Jeu and Point: a court card counts so much, an ace 1, the others their number. A card that is
    /// ranked as another counts as much as that.
    pub struct MusCardPoints { pub court: u8 }
    |points| says: format!("{} for a court card, 1 for an ace, any other its number", points.court),
    others: values_with_one_change(points, &[|points| points.court += 1]);

    /// The smallest and the largest number of cards that a player discards; `once` if each does so once in a deal, without
    /// asking for mus.
    pub struct DiscardLimits { pub from: u8, pub to: u8, pub once: bool }
    |lays| says: match (lays.from == lays.to, lays.once) {
        (true, true) => format!("each player discards {}, once", count_of(lays.to.into(), "card")),
        (_, once) => format!("{} to {} cards{}", lays.from, lays.to, if once { ", once" } else { "" }),
    },
    others: values_with_one_change(lays, &[
        |lays| lays.to = lays.to.saturating_sub(1).max(1),
        |lays| {
            lays.from += 1;
            lays.to = lays.to.max(2);
        },
    ]);

    /// The phases in their order. If nobody has Jeu, players bet on Point instead.
    pub struct PhaseOrder(pub &'static [BettingPhase]);
    |order| says: order.0.iter().map(|phase| phase.words()).collect::<Vec<_>>().join(", ") + "; Punto if nobody has Juego",
    others: all_except(order, &[PhaseOrder(&[BettingPhase::Petite, BettingPhase::Grande, BettingPhase::Couples, BettingPhase::Jeu])]);

    /// The first bet of a phase, in stones: `envido` without a number, and the least bet.
    pub struct MusOpeningBet { pub envido: i64, pub least: i64 }
    |open| says: format!("envido is {}; the smallest bet is {}", amount_of(open.envido, "stone"), open.least),
    others: values_with_one_change(open, &[|open| open.envido += 1, |open| open.least = 3 - open.least]);

    /// The lot of a player who passes or refuses.
    pub struct PassOrRefusalEffect { pub dropped: RefuserStatus }
    |pass| says: format!(
        "a player who passes before any bet may still answer one; a player who refuses a bet is {}", pass.dropped.words()
    ),
    others: match pass.dropped {
        RefuserStatus::HeapBack => Vec::new(),
        dropped => dropped.alternatives().map(|dropped| PassOrRefusalEffect { dropped }).collect(),
    };

    /// The meaning of a raise without and with a number; and whether nobody may raise once a player has staked all.
    pub struct MusRaiseRule { pub bare: BareRaise, pub number: RaiseNumber, pub all_in_bars: bool }
    |raise| says: format!(
        "without a number it adds {}; a number is {}{}", raise.bare.words(), raise.number.words(),
        if raise.all_in_bars { "; nobody raises when a player has staked all" } else { "" }
    ),
    others: values_with_one_change(raise, &[
        |raise| raise.bare = raise.bare.first_alternative(),
        |raise| raise.number = raise.number.first_alternative(),
        |raise| raise.all_in_bars = false,
    ]);

    /// The price of a refused bet: so many stones for the first bet of a phase; for a later one, what was agreed before.
    pub struct RefusedBetPrice { pub first: i64 }
    |price| says: format!("{} for the first bet of a phase; for a raise, the stones that were bet before it", amount_of(price.first, "stone")),
    others: values_with_one_change(price, &[|price| price.first += 1]);

    /// The prize of an ordago: the game; or the worst hand picks up the stones, but perhaps none in Jeu and Point.
    pub enum OrdagoPrize { WinsGame, LoserPicksUp { not_last: bool } }
    |ordago| says: match ordago {
        OrdagoPrize::WinsGame => "the side that wins the phase wins the game",
        OrdagoPrize::LoserPicksUp { not_last: false } => "the worst hand picks up the stones of the others",
        OrdagoPrize::LoserPicksUp { not_last: true } => "the worst hand picks up the stones of the others; there is no órdago in Juego and Punto",
    }.into(),
    others: match ordago {
        OrdagoPrize::WinsGame => Vec::new(),
        OrdagoPrize::LoserPicksUp { not_last } => vec![OrdagoPrize::LoserPicksUp { not_last: !not_last }],
    };

    /// The order of hands of 31 and more.
    pub struct JeuRanking { pub order: JeuOrder, pub royal: RoyalThirtyOne }
    |jeu| says: format!("{}; {}", jeu.order.words(), jeu.royal.words()),
    others: {
        let royal = jeu.royal.alternatives().map(|royal| JeuRanking { royal, ..*jeu });
        royal.chain(values_with_one_change(jeu, &[|jeu| jeu.order = jeu.order.first_alternative()]))
    };

    /// The stones for Grande and Petite, if nobody bet.
    pub struct UnbetPhasePrize(pub i64);
    |prize| says: format!("{} for each of the two, if all passed", amount_of(prize.0, "stone")),
    others: vec![UnbetPhasePrize(prize.0 + 1)];

    /// The stones for a pair, a moyenne (three alike) and a double (two pairs, or four alike), and the players paid.
    pub struct ParesPrize { pub pair: i64, pub moyenne: i64, pub double: i64, pub to: PrizeEarners }
    |prize| says: format!(
        "a pair: {}, three of a kind: {}, a double: {}, {}", prize.pair, prize.moyenne, prize.double, prize.to.words()
    ),
    others: values_with_one_change(prize, &[
        |prize| prize.to = PrizeEarners::Winner,
        |prize| prize.pair += 1,
        |prize| prize.moyenne += 1,
        |prize| prize.double += 1,
    ]);

    /// The stones for two special hands: a royal 31, and a 33 of 7, 6 and two tens.
    pub struct RoyalAndThirtyThreePrizes { pub royal: i64, pub thirty_three: i64 }

    /// The stones for 31, for any other Jeu and for Point, for the two special hands, and the players paid.
    pub struct JeuPrize { pub thirty_one: i64, pub other: i64, pub point: i64, pub rich: Option<RoyalAndThirtyThreePrizes>, pub to: PrizeEarners }
    |prize| says: {
        let rich = prize.rich.map_or(String::new(), |rich| {
            format!(", a royal 31: {}, a 33 of 7, 6 and two cards worth ten: {}", rich.royal, rich.thirty_three)
        });
        let thirty_one = amount_of(prize.thirty_one, "stone");
        format!("Juego of 31: {thirty_one}{rich}, any other Juego: {}, {}; Punto: {}", prize.other, prize.to.words(), prize.point)
    },
    others: values_with_one_change(prize, &[
        |prize| prize.to = PrizeEarners::Winner,
        |prize| prize.thirty_one += 1,
        |prize| prize.other += 1,
        |prize| prize.point += 1,
    ]);
}
