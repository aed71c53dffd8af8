//! Mus: what is dealt, and what some cards are worth in each phase, as they are and once some of them are laid down.

use super::played::{Figures, Holding, Played};
use crate::book::picture::{one_in, table};
use crate::cards::{Card, Letters, Set, read_card};
use crate::editions;
use crate::explore::odds::{PHASES, Phases, Place, decimal};
use crate::narrate::percent;
use crate::narrate::sentence::capital;
use crate::rules::mus::Lance;
use crate::rules::{Machine, Marks, Ruleset, Topic};
use anyhow::{Context, Result};

/// Cards that are dealt, and what is laid down of them by those who change: kings without more, a pair of them, one of them,
/// aces, two pairs, and the best Point.
const HELD: [(&str, &str); 6] = [
    ("K♠ K♥ K♦ A♠", ""),
    ("K♠ K♥ 5♦ 4♠", "5♦ 4♠"),
    ("K♠ 7♥ 6♦ 4♠", "7♥ 6♦ 4♠"),
    ("A♠ A♥ 7♦ 6♠", "7♦ 6♠"),
    ("7♠ 7♥ 5♦ 5♠", "5♦ 5♠"),
    ("Q♠ J♥ 6♦ 4♠", "6♦ 4♠"),
];

/// The first edition of Mus.
fn mus() -> Result<&'static Ruleset> {
    editions::every().find(|rules| rules.machine == Machine::Mus).context("no edition of Mus is known")
}

/// What the cards of the chapter are worth, counted anew.
///
/// # Errors
/// Where no edition of Mus is known, or a card is none of its.
pub fn holdings() -> Result<Vec<Holding>> {
    let rules = mus()?;
    let all = Phases::new(rules);
    let card = |word: &str| read_card(word, Letters::English).ok().with_context(|| format!("{word} is no card"));
    let read = |text: &str| text.split_whitespace().map(card).collect::<Result<Vec<Card>>>();
    let named = |cards: &[Card]| cards.iter().map(|card| card.rank().name()).collect::<Vec<_>>().join(", ");
    let mut told = Vec::new();
    for (cards, laid) in HELD {
        let (cards, laid) = (read(cards)?, read(laid)?);
        let held: Set = cards.iter().copied().collect();
        let mut ways = vec![Vec::new(), laid];
        ways.dedup();
        for laid in ways {
            let gone: Set = laid.iter().copied().collect();
            let [last, first] = [Place::Last, Place::First].map(|place| all.changed(held, gone, place));
            let phases = last.into_iter().zip(first).map(|(last, first)| [decimal(last), decimal(first)]);
            told.push(Holding { cards: named(&cards), laid: named(&laid), phases: phases.collect() });
        }
    }
    Ok(told)
}

/// What a chance is of, with the signs of the clauses by which it is counted.
fn signed(rules: &Ruleset, what: &str, topics: &[Topic]) -> String {
    let marks = topics.iter().fold(Marks::default(), |marks, topic| marks.and(rules.clause(*topic).marks()));
    format!("{what}{}", marks.signs())
}

pub(super) fn phases(played: &Played) -> Result<Figures> {
    let rules = mus()?;
    let dealt = |(what, chance): (String, _)| {
        let share = decimal(chance);
        (capital(&what), vec![percent(share), one_in(share)])
    };
    let row = |held: &Holding| {
        let name = match held.laid.as_str() {
            "" => capital(&held.cards),
            laid => format!("… {laid} laid down"),
        };
        let cell = |[last, first]: &[f64; 2]| match [last, first].map(|share| format!("{:.0}", 100.0 * share)) {
            [last, first] if last == first => format!("{last} %"),
            [last, first] => format!("{last}–{first} %"),
        };
        (name, held.phases.iter().map(cell).collect())
    };
    let heads = PHASES.map(|phase| {
        let by: &[Topic] = match phase {
            Lance::Grande => &[Topic::Rank, Topic::GrandeCompare],
            Lance::Petite => &[Topic::Rank, Topic::PetiteCompare],
            Lance::Couples => &[Topic::Rank, Topic::CouplesCompare],
            Lance::Jeu | Lance::Point => &[Topic::Value, Topic::JeuCompare, Topic::PointCompare],
        };
        signed(rules, &capital(phase.word()), by)
    });
    let one = [signed(rules, "one player", &[Topic::Rank, Topic::Value]), String::new()];
    let dealt_table = table("What is dealt at Mus", one, Phases::new(rules).dealt().into_iter().map(dealt))?;
    let held = table("That nobody against you holds better", heads, played.mus.iter().map(row))?;
    Ok(Figures::from([("mus dealt", dealt_table), ("mus held", held)]))
}
