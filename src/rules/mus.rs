//! What is settled of Mus: who plays for whom, when cards are changed, how one bids in its phases, what wins each of them, and
//! what is paid.

use super::value::{all_except, choices, data, each_change};
use crate::cards::count_of;

choices! {
    Sides "Who plays for whom." { Pairs, Single }
    #[derive(Default)]
    BettingPhase "A phase of a deal, in which one thing is bid on."
        { #[default] Grande "grande", Petite "petite", Couples "couples", Jeu "jeu", Point "point" }
    MusAsk "Whether cards are changed by agreement." { UntilOneRefuses, Never absent }
    MusSeen "What a card faced in dealing leads to." { ExchangeOrServed, None absent }
    Declare "What is said before Couples and Jeu." { TruthInTurn }
    Speech "Who answers a bet, and in what order." { SidesAnswer, TurningRounds }
    Dropped "What becomes of one who refuses while another accepts." { Count "count", Dead "dead", HeapBack apart }
    Bare "What `raises` alone adds." { Two "two", Double "double" }
    Number "What a number after `raises` is." { By "by", To "to" }
    Compare "What wins Grande, Petite, Point." { HighestFirst, LowestFirst, HighestTo30 }
    CoupleOrder "What wins Couples." { NoKicker, Kicker }
    JeuOrder "How totals from 31 up go." { Source "source", Standard "standard" }
    Royal "Which 31 beats another: three sevens, and what with them." { None "none", King "king", Figure "figure" }
    Tie "Who wins of those who hold the same." { NearestTheHand, FarthestFromTheHand }
    Earners "Whose couples and Jeu are paid." { EachPartner, Winner }
    PayOrder "In what order stones move, and how far." { CapAtTarget, ShedFromPurse }
    Lie "What an untrue declaration costs." { LosesPhase }
}

impl BettingPhase {
    pub const fn place(self) -> usize {
        self as usize
    }

    /// The word of it in a script, in English and in French.
    pub const fn word(self) -> &'static str {
        BettingPhase::NAMES[self.place()].0
    }
}

data! {
    /// What a card is worth towards Jeu and Point: a court card so much, the others their number, an ace 1; a card that
    /// is ranked as another is worth what that is.
    pub struct CardPoints { pub court: u8 }
    |points| says: format!("{} for a court card, 1 for an ace, any other its number", points.court),
    others: each_change(points, &[|points| points.court += 1]);

    /// How many cards one lays down; and whether each does so once in a deal, whatever anyone says.
    pub struct LayDown { pub from: u8, pub to: u8, pub once: bool }
    |lays| says: match (lays.from == lays.to, lays.once) {
        (true, true) => format!("each player discards {}, once", count_of(lays.to.into(), "card")),
        (_, once) => format!("{} to {} cards{}", lays.from, lays.to, if once { ", once" } else { "" }),
    },
    others: each_change(lays, &[
        |lays| lays.to = lays.to.saturating_sub(1).max(1),
        |lays| (lays.from, lays.to) = (lays.from + 1, lays.to.max(2)),
    ]);

    /// The phases, in their order. Where nobody has Jeu, Point is bid on in its place.
    pub struct PhaseOrder(pub &'static [BettingPhase]);
    |order| says: order.0.iter().map(|phase| phase.words()).collect::<Vec<_>>().join(", ") + "; Point if nobody has Jeu",
    others: all_except(order, &[PhaseOrder(&[BettingPhase::Petite, BettingPhase::Grande, BettingPhase::Couples, BettingPhase::Jeu])]);

    /// What a first bet is, in stones: `envido` alone, and the least that may be said.
    pub struct Opening { pub envido: i64, pub least: i64 }
    |open| says: format!("envido is {}; the least bet is {}", count_of(open.envido as usize, "stone"), open.least),
    others: each_change(open, &[|open| open.envido += 1, |open| open.least = 3 - open.least]);

    /// What becomes of one who passes or refuses.
    pub struct PassOut { pub dropped: Dropped }
    |pass| says: format!(
        "a player who passes before any bet may still answer one; a player who refuses a bet is {}", pass.dropped.words()
    ),
    others: match pass.dropped {
        Dropped::HeapBack => Vec::new(),
        dropped => dropped.alternatives().into_iter().map(|dropped| PassOut { dropped }).collect(),
    };

    /// What a raise is, alone and with a number; and whether nobody may raise one who has staked all.
    pub struct Raising { pub bare: Bare, pub number: Number, pub all_in_bars: bool }
    |raise| says: format!(
        "without a number it adds {}; a number is {}{}", raise.bare.words(), raise.number.words(),
        if raise.all_in_bars { "; nobody raises when a player has staked all" } else { "" }
    ),
    others: each_change(raise, &[
        |raise| raise.bare = raise.bare.alternatives()[0],
        |raise| raise.number = raise.number.alternatives()[0],
        |raise| raise.all_in_bars = false,
    ]);

    /// What a refused bet brings: so many stones for the first of a phase, for a later one what was agreed before it.
    pub struct RefusalPrice { pub first: i64 }
    |price| says: format!("{} for the first bet of a phase; later the sum that was agreed before", count_of(price.first as usize, "stone")),
    others: each_change(price, &[|price| price.first += 1]);

    /// What is won with an ordago: the game; or the worst picks up stones, and perhaps not in Jeu and Point.
    pub enum Ordago { WinsGame, LoserPicksUp { not_last: bool } }
    |ordago| says: match ordago {
        Ordago::WinsGame => "the side that wins the phase wins the game",
        Ordago::LoserPicksUp { not_last: false } => "the worst hand picks up the stones of the others",
        Ordago::LoserPicksUp { not_last: true } => "the worst hand picks up the stones of the others; none in Jeu and Point",
    }.into(),
    others: match ordago {
        Ordago::WinsGame => Vec::new(),
        Ordago::LoserPicksUp { not_last } => vec![Ordago::LoserPicksUp { not_last: !not_last }],
    };

    /// How hands of 31 and more compare.
    pub struct JeuRank { pub order: JeuOrder, pub royal: Royal }
    |jeu| says: format!("{}; {}", jeu.order.words(), jeu.royal.words()),
    others: {
        let royal = jeu.royal.alternatives().into_iter().map(|royal| JeuRank { royal, ..*jeu });
        royal.chain(each_change(jeu, &[|jeu| jeu.order = jeu.order.alternatives()[0]])).collect()
    };

    /// What Grande and Petite bring where nobody bet, in stones.
    pub struct PassedPrize(pub i64);
    |prize| says: format!("{} each, if all passed", count_of(prize.0 as usize, "stone")),
    others: vec![PassedPrize(prize.0 + 1)];

    /// What a pair, a moyenne (three alike) and a double (two pairs, or four alike) bring, in stones, and to whom.
    pub struct CouplesPrize { pub pair: i64, pub moyenne: i64, pub double: i64, pub to: Earners }
    |prize| says: format!(
        "a pair {}, a moyenne {}, a double {}, {}", prize.pair, prize.moyenne, prize.double, prize.to.words()
    ),
    others: each_change(prize, &[
        |prize| prize.to = Earners::Winner,
        |prize| prize.pair += 1,
        |prize| prize.moyenne += 1,
        |prize| prize.double += 1,
    ]);

    /// What two hands are worth besides, in stones: a royal 31, and a 33 of 7, 6 and two tens.
    pub struct Rich { pub royal: i64, pub thirty_three: i64 }

    /// What 31, any other Jeu, and Point to a side bring, in stones; what two hands bring instead; whose Jeu is paid.
    pub struct JeuPrize { pub thirty_one: i64, pub other: i64, pub point: i64, pub rich: Option<Rich>, pub to: Earners }
    |prize| says: {
        let rich = prize.rich.map_or(String::new(), |rich| {
            format!(", a royal 31 {}, a 33 of 7, 6 and two tens {}", rich.royal, rich.thirty_three)
        });
        let (thirty_one, point) = (count_of(prize.thirty_one as usize, "stone"), prize.point);
        format!("Jeu of 31: {thirty_one}{rich}, any other Jeu {}, {}; Point {point}", prize.other, prize.to.words())
    },
    others: each_change(prize, &[
        |prize| prize.to = Earners::Winner,
        |prize| prize.thirty_one += 1,
        |prize| prize.other += 1,
        |prize| prize.point += 1,
    ]);
}
