//! A file up to one of its statements, for someone to play on from there: cards and moves alone, in English, as one edition
//! reads them. Prose would tell what others hold, and what was expected may not be asked any more.

use super::draft::fence;
use super::notation::{Mood, Slots, phrase};
use super::syntax::{At, Body, DealText, Deed, HandText, Hole, Line, Misdeal, Scenario, Statement};
use crate::cards::{Card, Letters, Seat, Suit};
use crate::rules::Ruleset;
use std::ops::ControlFlow;

/// What a file tells up to the statement that begins at this place of its hand of this number: the hands before it whole.
pub fn up_to(scenario: &Scenario, rules: &Ruleset, hand: usize, place: usize) -> String {
    let begun = Begun { scenario, rules };
    let (before, rest) = scenario.hands.split_at(hand.saturating_sub(1).min(scenario.hands.len()));
    let whole = |(at, text): (usize, &HandText)| {
        begun.deal(&text.deal, at == 0) + &begun.script(text, usize::MAX) + &fence("payout", &["?".to_owned()])
    };
    let last = rest.first().map(|text| begun.deal(&text.deal, before.is_empty()) + &begun.script(text, place));
    before.iter().enumerate().map(whole).chain(last).collect()
}

struct Begun<'a> {
    scenario: &'a Scenario,
    rules: &'a Ruleset,
}

impl Begun<'_> {
    fn name(&self, seat: Seat) -> &str {
        self.scenario.header.players.get(usize::from(seat.0)).map_or("?", |name| name.value.as_str())
    }

    /// The deal. Debts and a stake are news in the first one only.
    fn deal(&self, deal: &DealText, is_first: bool) -> String {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(deal.dealer.as_ref().map(|dealer| format!("dealer {}", self.name(dealer.value))));
        lines.extend(deal.misdeal.as_ref().map(|misdeal| match misdeal.value {
            Misdeal::LosesTheDeal => "misdeal loses the deal".to_owned(),
            Misdeal::Pays(chips) => format!("misdeal pays {chips}"),
        }));
        lines.extend(deal.hands.iter().map(|(seat, cards)| format!("{} {}", self.name(seat.value), spelled(cards))));
        lines.extend((!deal.fille.is_empty()).then(|| format!("fille {}", spelled(&deal.fille))));
        lines.extend(deal.turn.as_ref().map(|turn| format!("turn {}", turn.value)));
        lines.extend((!deal.stock.is_empty()).then(|| format!("stock {}", spelled(&deal.stock))));
        if is_first {
            let debt =
                |(debtor, chips): &(At<Seat>, At<i64>)| format!("debt {} {}", self.name(debtor.value), chips.value);
            lines.extend(deal.debts.iter().map(debt));
            let points =
                |(seat, points): &(At<Seat>, At<i64>)| format!("points {} {}", self.name(seat.value), points.value);
            lines.extend(deal.points.iter().map(points));
            let counted = [("stake", &deal.stake), ("side pot", &deal.side_pot), ("hand", &deal.hand)];
            let counted =
                counted.into_iter().filter_map(|(what, told)| Some(format!("{what} {}", told.as_ref()?.value)));
            lines.extend(counted);
        }
        fence("deal", &lines)
    }

    /// What was done before a place.
    fn script(&self, text: &HandText, place: usize) -> String {
        let mut lines = Vec::new();
        let parts = text.read_by(self.rules.id).into_iter();
        let said = parts.filter_map(|part| if let Body::Script(lines) = &part.body { Some(lines) } else { None });
        let _ = said.flatten().try_for_each(|line| self.line(line, place, &mut lines));
        fence("script", &lines)
    }

    /// A line, if it does anything; it breaks off at the place.
    fn line(&self, line: &Line, place: usize, lines: &mut Vec<String>) -> ControlFlow<()> {
        let told: Vec<_> = line.statements.iter().take_while(|statement| statement.span.start < place).collect();
        let does: Vec<String> = told.iter().filter_map(|statement| self.does(&statement.value)).collect();
        let is_whole = told.len() == line.statements.len();
        let winner = line.winner.as_ref().filter(|_| is_whole).and_then(|winner| match winner.value {
            Hole::Known(seat) => Some(format!(" -> {}", self.name(seat))),
            Hole::Open => None,
        });
        if !does.is_empty() {
            let number = line.trick.as_ref().map_or_else(String::new, |number| format!("{}. ", number.value));
            lines.push(number + &does.join(", ") + &winner.unwrap_or_default());
        }
        if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// A move; none where something is only asked, or tried in vain.
    fn does(&self, statement: &Statement) -> Option<String> {
        let Statement::Does { seat, deed } = statement else { return None };
        Some(format!("{} {}", self.name(seat.value), self.deed(deed)?))
    }

    fn deed(&self, deed: &Deed) -> Option<String> {
        let drawn = deed.drawn.as_ref().map(|drawn| &drawn.value);
        let slots = Slots {
            cards: spelled(&deed.cards),
            drawn: if let Some(Hole::Known(cards)) = drawn { spelled(cards) } else { String::new() },
            suit: deed.suit.as_ref().map_or("", |suit: &At<Suit>| suit.value.name()).to_owned(),
            number: deed.number.as_ref().map_or_else(String::new, |number| number.value.to_string()),
            flush: self.rules.terms.flush,
        };
        phrase(deed.verb, Mood::Does, Letters::English, &slots)
    }
}

fn spelled(cards: &[At<Card>]) -> String {
    cards.iter().map(|card| card.value.to_string()).collect::<Vec<_>>().join(" ")
}
