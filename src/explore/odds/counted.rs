//! The chances that are counted, each with its name.

use super::{Chance, Dealing};
use crate::rules::{Ruleset, WildCard};

/// Something that may be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A flush, to one player.
    Flush,
    /// The same, if the top card is of every suit where the edition says it is not, or the other way round.
    FlushOtherwise,
    /// A flush, to one or more of the players.
    FlushAtTable,
    /// A flush of the suit turned up, to one player.
    FlushOfTrumps,
    /// So many trumps, to one player.
    Trumps(usize),
}

/// It, and its chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// What may be dealt.
    pub what: What,
    /// How likely it is.
    pub chance: Chance,
}

impl What {
    /// What it is, in the words of an edition.
    pub fn says(self, rules: &Ruleset) -> String {
        let flush = rules.terms.flush;
        match self {
            What::Flush => format!("a {flush} dealt to one player"),
            What::FlushOtherwise if rules.flush_wild.value == WildCard::TopCard => {
                format!("the same, were the {} of one suit only", rules.terms.top_card)
            }
            What::FlushOtherwise => format!("the same, were the {} of every suit", rules.terms.top_card),
            What::FlushAtTable => format!("a {flush} dealt to anyone at the table"),
            What::FlushOfTrumps => format!("a {flush} of the suit turned up, to one player"),
            What::Trumps(0) => "no trump in a hand".into(),
            What::Trumps(1) => "1 trump in a hand".into(),
            What::Trumps(trumps) => format!("{trumps} trumps in a hand"),
        }
    }
}

/// All that is counted of an edition for so many players.
pub fn counted(rules: &Ruleset, seats: u8) -> Vec<Counted> {
    let dealing = Dealing::new(rules, seats);
    let otherwise = dealing.with_wild(rules.flush_wild.value != WildCard::TopCard);
    let one = |what, chance| Counted { what, chance };
    let mut all = vec![one(What::Flush, dealing.flush())];
    all.extend(dealing.has_top().then(|| one(What::FlushOtherwise, otherwise.flush())));
    all.push(one(What::FlushAtTable, dealing.flush_at_table()));
    all.push(one(What::FlushOfTrumps, dealing.flush_of_trumps()));
    let most = usize::from(rules.deal_packets.value.hand);
    all.extend((0..=most).map(|trumps| one(What::Trumps(trumps), dealing.trumps(trumps))));
    all
}
