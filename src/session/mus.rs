//! Deals of Mus at a table: the others play by the strategy, and a card that nobody has named comes from the seed.

use super::order::{Order, aside, deed, in_words, numbered, plain, rule_of};
use super::{Company, passed_on};
use crate::cards::{Letters, Seat, Set};
use crate::engine::Refusal;
use crate::explore::mus::{act, decide};
use crate::mus::{Act, Chance, Hand, Stage, Table, apply, choices};
use crate::rules::{Machine, Move, Ruleset, Verb, What};
use crate::scenario::DealOfMus;

pub(crate) struct Deals {
    table: Table,
    chance: Chance,
    pub(super) all: Vec<DealOfMus>,
}

impl Deals {
    pub(super) fn new(company: &Company, seed: u64) -> Deals {
        let table = Table::new(&company.rules, company.players.len() as u8, Seat(0));
        Deals { table, chance: Chance::new(seed), all: Vec::new() }
    }

    /// The deal as it stands; none before the first.
    pub(crate) fn hand(&self) -> Option<&Hand> {
        self.all.last().map(|played| &played.end)
    }

    /// Deals; false if the session is over by its rules.
    pub(super) fn deal(&mut self, company: &Company) -> bool {
        if self.table.is_over(&company.rules) {
            return false;
        }
        let mut hand = Hand::at(&company.rules, &self.table);
        let cards = self.chance.deal(&company.rules, &hand);
        let dealt = apply(&company.rules, &mut hand, Act::Deal(cards), &mut Vec::new());
        dealt.expect("a deal from the pack");
        let words = passed_on(company, self.hand().map(|last| last.dealer), hand.dealer);
        self.all.push(DealOfMus { words, deal: Some(cards), moves: Vec::new(), tries: Vec::new(), end: hand });
        true
    }

    /// Lets the others play until the learner is asked, or the deal is over.
    pub(super) fn go_on(&mut self, company: &Company) {
        while let Some(hand) = self.hand().copied().filter(|hand| hand.stage != Stage::Over) {
            if hand.asks() && hand.mover == company.learner {
                return;
            }
            let done = act(&company.rules, &hand, &mut self.chance);
            self.make(company, &hand, done).expect("a move of the strategy");
        }
    }

    /// Makes a move of the learner's. One that a clause refuses is kept with the deal.
    pub(super) fn play(&mut self, company: &Company, does: Move) -> Result<(), Refusal> {
        let Some(hand) = self.hand().copied() else { return Ok(()) };
        let made = self.make(company, &hand, Act::Does(company.learner, does));
        if made.is_err_and(|refusal| refusal.clause().is_some())
            && company.rules.tells(does.verb().topic())
            && let Some(played) = self.all.last_mut()
        {
            played.tries.push((played.moves.len(), does));
        }
        made
    }

    fn make(&mut self, company: &Company, hand: &Hand, done: Act) -> Result<(), Refusal> {
        let mut after = *hand;
        apply(&company.rules, &mut after, done, &mut Vec::new())?;
        let Some(played) = self.all.last_mut() else { return Ok(()) };
        if let Act::Does(_, does) = done
            && hand.asks()
        {
            played.moves.push((*hand, does));
        }
        played.end = after;
        Ok(())
    }

    pub(super) fn close(&mut self, company: &Company) {
        if let Some(last) = self.hand() {
            self.table = last.close(&company.rules);
        }
    }

    /// The deals as a file can tell them: one that is not over, as far as somebody was asked.
    pub(super) fn told(&self) -> Vec<DealOfMus> {
        let is_told = |last: &DealOfMus| last.end.stage == Stage::Over || !last.moves.is_empty();
        let told = self.all.iter().filter(|played| is_told(played));
        told.cloned().collect()
    }
}

/// What the learner has said at a point of a deal.
pub(super) fn order(typed: &str, rules: &Ruleset, hand: &Hand) -> Order {
    aside(typed).unwrap_or_else(|| {
        let words = plain(typed);
        let held = hand.held[hand.mover];
        let lays = Verb::Discard.words(Letters::English).is_some_and(|lays| words.starts_with(lays.bare));
        let words = if lays { numbered(&words, rules, held) } else { Ok(words) };
        words.map_or_else(Order::Unclear, |words| deed(&words, Machine::Mus))
    })
}

/// What the book's strategy would do and why.
pub(super) fn hint(rules: &Ruleset, hand: &Hand) -> Option<String> {
    decide(rules, hand).map(|(rule, does)| rule_of(rules, does, rule.text))
}

/// What is asked of the mover, and what they may say: `Grande: Ben has bet 2. accept, refuse, raise or ordago?`
pub(super) fn question(company: &Company, hand: &Hand) -> String {
    let rules = &company.rules;
    let name = |seat: Seat| &company.players[usize::from(seat.0)];
    let lance = hand.lance.words();
    let so_far = match (hand.stage, hand.bet.bettor) {
        (Stage::Betting, None) => format!("{lance}: nobody has bet. "),
        (Stage::Betting, Some(seat)) if hand.bet.ordago => format!("{lance}: {} has bet everything. ", name(seat)),
        (Stage::Betting, Some(seat)) => format!("{lance}: {} has bet, {} in all. ", name(seat), hand.bet.standing),
        _ => String::new(),
    };
    let said: Vec<String> = choices(rules, hand).0.iter().map(|verb| bare(rules, *verb)).collect();
    format!("{so_far}You may say {}.", said.join(" or "))
}

/// A verb as one says it, without what follows it.
pub(super) fn bare(rules: &Ruleset, verb: Verb) -> String {
    verb.with(What { laid: Some(Set::EMPTY), number: Some(0), ..What::default() })
        .map_or_else(String::new, |does| in_words(rules, does).trim().to_owned())
}
