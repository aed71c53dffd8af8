//! A file of Mus held against its machine; and in words, who is asked, why something may not be done, what cards are worth.

pub mod deal;
pub mod expectations;
pub mod moves;
pub mod steps;

use crate::cards::{Card, CardSet, InsertionSort, Rank, Seat, count_in_words};
use crate::mus::{
    Couple, MusStage, MusState, MusTable, card_total, couple_in, legal_verbs, max_cards, open_deal,
    true_declaration,
};
use crate::rules::mus::BettingPhase;
use crate::rules::{ClauseId, Ruleset, Verb};
use crate::scenario::text::{Choices, DeclarationChoice, Expected, Span, Spanned};
use askama::Template;

pub type Name<'a> = &'a dyn Fn(Seat) -> String;

pub type Drawn = Spanned<Expected<Vec<Spanned<Card>>>>;

/// A table of Mus, and how far its deal has come.
#[derive(Clone)]
pub struct Bidding {
    pub table: MusTable,
    pub hand: MusState,
    /// What the laying players of this round are served, in their order, and where that is told.
    pub served: Vec<(Seat, Option<Drawn>, Span)>,
    /// Whether some of the declarations that are asked for were written.
    pub is_declared: bool,
    /// The phases that the last statement closed, and who won each.
    pub closed: Vec<(BettingPhase, Option<Seat>)>,
    /// What ids are made of: rounds of mus, bets of the phase.
    pub rounds: usize,
    pub said: usize,
}

impl Bidding {
    pub fn new(rules: &Ruleset, table: MusTable) -> Bidding {
        let (served, is_declared, closed, rounds, said) = Default::default();
        Bidding {
            hand: open_deal(rules, &table),
            table,
            served,
            is_declared,
            closed,
            rounds,
            said,
        }
    }

    /// Returns the question that is asked now: its id within the deal, and a phrase that names the player and the move.
    pub fn question_asked(&self, name: Name) -> (String, String) {
        let (hand, lance, phase) = (&self.hand, self.hand.phase.word(), self.hand.phase.words());
        let (name, round, said) = (name(hand.mover), self.rounds.max(1), self.said + 1);
        let (id, whom): (&str, &str) = match hand.stage {
            MusStage::Open => ("deal", "the cards are not dealt"),
            MusStage::AskingMus => (
                &format!("mus{round}-{said}"),
                &format!("{name} is asked for mus"),
            ),
            MusStage::Discarding => (
                &format!("lay{round}-{said}"),
                &format!("{name} is to lay cards down"),
            ),
            MusStage::AfterCardSeen => (
                &format!("lay{round}-{said}"),
                &format!("{name} is to lay cards down, or is served"),
            ),
            MusStage::Serving => (
                &format!("serve{round}-{said}"),
                &format!("{name} is to be served"),
            ),
            MusStage::Declaring => (
                &format!("{lance}-says-{said}"),
                &format!("{name} is to say whether they have {phase}"),
            ),
            MusStage::Betting => (
                &format!("{lance}-{said}"),
                &format!("{name} is asked at {phase}"),
            ),
            MusStage::Paying => ("show", "the phases are to be paid"),
            MusStage::Over => ("show", "the deal is over"),
        };
        (id.to_owned(), whom.to_owned())
    }
}

pub fn stones(number: i64) -> String {
    count_in_words(number.unsigned_abs() as usize, "stone")
}

/// Those of a side, joined: `Ana and Carlos`.
pub fn side(rules: &Ruleset, hand: &MusState, seat: Seat, name: Name) -> String {
    hand.side_players(rules, seat)
        .iter()
        .map(name)
        .collect::<Vec<_>>()
        .join(" and ")
}

/// Why a clause refuses what a seat tries at this point of a deal.
#[derive(Template)]
#[template(path = "why_at_mus.txt")]
struct Why<'a> {
    rules: &'a Ruleset,
    hand: &'a MusState,
    seat: Seat,
    verb: Verb,
    clause: ClauseId,
    name: Name<'a>,
}

impl Why<'_> {
    fn name(&self, seat: &Seat) -> String {
        (self.name)(*seat)
    }

    /// Who of their side has bet.
    fn own_bettor(&self) -> Option<Seat> {
        let side = |seat| MusState::side_of(self.rules, seat);
        self.hand
            .bet
            .bettor
            .filter(|bettor| side(*bettor) == side(self.seat))
    }

    fn is_somebody_all_in(&self) -> bool {
        let (hand, staked) = (self.hand, &self.hand.stakes[self.hand.phase.place()]);
        let is_all_in = |one: Seat| {
            staked[one] > 0 && hand.table.purses[one] == 0 && !hand.bet.dropped.has(one)
        };
        self.rules.bet_raise.value.all_in_bars && hand.players.iter().any(is_all_in)
    }
}

pub fn why(
    rules: &Ruleset,
    hand: &MusState,
    seat: Seat,
    verb: Verb,
    clause: ClauseId,
    name: Name,
) -> String {
    Why {
        rules,
        hand,
        seat,
        verb,
        clause,
        name,
    }
    .render()
    .expect("text has room")
}

/// Returns what the mover may say or do, and the clause that says so.
pub fn allowed(rules: &Ruleset, hand: &MusState) -> (Choices, ClauseId) {
    if hand.stage == MusStage::Declaring {
        let choices =
            declarations(rules, hand).map(|verb| DeclarationChoice { verb, max_cards: 0 });
        return (Choices::Declarations(choices.to_vec()), ClauseId::Declare);
    }
    let (verbs, clause) = legal_verbs(rules, hand);
    let choice = |verb: &Verb| DeclarationChoice {
        verb: *verb,
        max_cards: max_cards(rules, hand, *verb),
    };
    (
        Choices::Declarations(verbs.iter().map(choice).collect()),
        clause,
    )
}

/// Returns the two things that the mover can declare about their cards: the true one first, then the false one.
fn declarations(rules: &Ruleset, hand: &MusState) -> [Verb; 2] {
    let truth = true_declaration(rules, hand).verb();
    let lie = match (truth, hand.phase) {
        (Verb::HasNone, BettingPhase::Couples) => Verb::FalseCouples,
        (Verb::HasNone, _) => Verb::FalseJeu,
        _ => Verb::FalseNone,
    };
    [truth, lie]
}

/// What cards are worth in a phase: `K♠ K♥ 7♦ A♣`, `a pair of kings`, `31`.
pub fn worth(rules: &Ruleset, lance: BettingPhase, cards: CardSet) -> String {
    let mut sorted = rules.rank.value.sort_cards(cards);
    sorted.insertion_sort_by_key(|card| rules.rank.value.index_from_top(card.rank()));
    if lance == BettingPhase::Petite {
        sorted.reverse();
    }
    match lance {
        BettingPhase::Grande | BettingPhase::Petite => sorted
            .iter()
            .map(Card::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        BettingPhase::Jeu | BettingPhase::Point => card_total(rules, cards).to_string(),
        BettingPhase::Couples => {
            let ranks: Vec<Rank> = sorted
                .iter()
                .map(|card| rules.rank.value.counts_as(card.rank()))
                .collect();
            let alike: Vec<&[Rank]> = ranks
                .chunk_by(|one, next| one == next)
                .filter(|run| run.len() > 1)
                .collect();
            match (couple_in(rules, cards), &alike[..]) {
                (Some(Couple::Pair), [one, ..]) => format!("a pair of {}", several(one[0])),
                (Some(Couple::Moyenne), [one, ..]) => format!("three {}", several(one[0])),
                (Some(Couple::Double), [one, other]) => {
                    format!("{} and {}", several(one[0]), several(other[0]))
                }
                (Some(Couple::Double), [one]) => format!("four {}", several(one[0])),
                _ => "nothing alike".into(),
            }
        }
    }
}

/// Several of a rank: `kings`, `sixes`.
fn several(rank: Rank) -> String {
    format!(
        "{}{}",
        rank.name(),
        if rank == Rank::Six { "es" } else { "s" }
    )
}
