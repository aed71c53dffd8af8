//! What the learner is asked.

use super::dialog::Dialog;
use super::order::PASS;
use crate::cards::Seat;
use crate::engine::{Hand, Stage};
use crate::narrate::choice::choices;
use crate::narrate::face::faces;
use crate::rules::Phase;
use crate::scenario::story::{Kind, Step, Story};
use anyhow::Result;

impl Dialog<'_> {
    /// What is asked: the learner's cards, and in words what he may do.
    pub(super) fn question(&mut self) -> Result<()> {
        let company = &self.sitting.company;
        let Some(hand) = self.sitting.asks_learner() else { return Ok(()) };
        let held = faces(&company.rules, hand.held[company.learner]);
        let cards: Vec<String> = held.iter().zip(1..).map(|(face, at)| format!("{at} {}", face.text())).collect();
        let flush = company.rules.terms.flush;
        let ask = match hand.stage {
            Stage::In(Phase::Naming) => "Name trumps: name hearts, say.".to_owned(),
            Stage::In(Phase::Round(_)) => self.declarations(hand),
            Stage::In(Phase::TurnUp) => {
                format!("Take the turn-up, {}, for a card of yours (take the turn-up for 1), or {PASS}?", hand.turned)
            }
            Stage::In(Phase::Claims) if self.sitting.has_flush() => format!("You hold the {flush}: claim, or {PASS}?"),
            Stage::In(Phase::Claims) => format!("{PASS}: you hold no {flush}."),
            _ if hand.trick.is_none() => "You lead.".to_owned(),
            _ => format!("On the table: {}. Your card?", self.on_table()),
        };
        let trumps = if hand.has_trump() { format!(" (trumps {})", hand.trump.sign()) } else { String::new() };
        let mut paper = self.paper();
        paper.gap();
        paper.cards(&format!("Your cards{trumps}: {}", cards.join(" · ")));
        paper.cards(&ask);
        self.print(&paper)
    }

    /// `Bertrand K♦, Claude 7♦`
    fn on_table(&self) -> String {
        let name = |seat: &Seat| &self.sitting.company.players[usize::from(seat.0)];
        self.told.trick.iter().map(|(seat, card)| format!("{} {card}", name(seat))).collect::<Vec<_>>().join(", ")
    }

    /// `You may fold, may stand, may exchange 1 to 5 cards.`
    fn declarations(&self, hand: &Hand) -> String {
        let (story, asked) = self.asked(hand);
        let may = choices(&story, &asked);
        let allowed: Vec<&str> =
            may.iter().filter(|choice| choice.is_allowed).map(|choice| choice.verdict.as_str()).collect();
        match allowed.split_last() {
            Some((last, others)) if !others.is_empty() => format!("You {}, or {last}.", others.join(", ")),
            _ => format!("You {}.", allowed.concat()),
        }
    }

    /// What is asked of the learner, as a step that has not been made.
    pub(super) fn asked(&self, hand: &Hand) -> (Story, Step) {
        let company = &self.sitting.company;
        let mut step = Step::new(Kind::Play, *hand, *hand, Vec::new(), self.told.trick.clone());
        step.mover = Some(company.learner);
        (Story::of(company.rules, company.players.clone()), step)
    }
}
