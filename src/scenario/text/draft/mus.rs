//! Deals of Mus that were played.

use super::{Draft, Played, Told, Until, fence};
use crate::cards::{PerSeat, Seat, Set};
use crate::mus::{Hand, Stage};
use crate::rules::Move;
use crate::rules::mus::MusAsk;
use crate::scenario::text::notation::{Mood, spelled, written};

/// A deal that was played, with the cards of all.
pub type DealOfMus = Played<Hand, PerSeat<Set>>;

impl Told for DealOfMus {
    fn told(&self, draft: &Draft) -> String {
        let dealt = self.deal.map_or_else(String::new, |cards| {
            let of = |seat| format!("{} {}", draft.name(seat), spelled(draft.rules, cards[seat]));
            let hands = self.end.players.in_turn(self.end.dealer).map(of);
            fence("deal", &Vec::from_iter([format!("dealer {}", draft.name(self.end.dealer))].into_iter().chain(hands)))
        });
        let mut script: Vec<String> = Vec::new();
        for (at, (hand, does)) in self.moves.iter().enumerate() {
            let tried = self.in_vain(draft, at);
            let before = at.checked_sub(1).map(|at| &self.moves[at].0);
            let is_new = before.is_none_or(|before| part(before) != part(hand)) || hand.stage == Stage::Laying;
            let said = self.said(draft, at, hand, *does);
            match script.last_mut().filter(|_| !is_new && tried.is_empty()) {
                Some(line) => *line = [line.as_str(), ", ", &said].concat(),
                None => script.extend(tried.into_iter().chain([said])),
            }
        }
        if self.end.asks() {
            script.extend(self.in_vain(draft, self.moves.len()));
            script.extend([format!("{} may ? (?)", draft.name(self.end.mover)), "stop".to_owned()]);
        }
        let payout = if self.end.asks() { String::new() } else { fence("payout", &["?".to_owned()]) };
        [self.before_it(), dealt, fence("script", &script), payout].concat()
    }
}

/// What stands on one line of a script: a round of mus, or a phase.
fn part(hand: &Hand) -> (Stage, usize, usize) {
    (hand.stage, hand.at, hand.stock.len())
}

impl DealOfMus {
    /// As much of it as was asked for: to the first question, to the first bet, or all.
    pub fn until(mut self, until: Until) -> DealOfMus {
        let stops = match until {
            Until::Deal => Some(0),
            Until::Declarations => self.moves.iter().position(|(hand, _)| hand.stage == Stage::Betting),
            Until::End => None,
        };
        if let Some((stops, end)) = stops.and_then(|stops| Some((stops, self.moves.get(stops)?.0))) {
            self.moves.truncate(stops);
            self.end = end;
        }
        self
    }

    /// What is said or done, with its phase where that begins, and who wins it where it ends.
    fn said(&self, draft: &Draft, at: usize, hand: &Hand, does: Move) -> String {
        let name = draft.name(hand.mover);
        let mut said = format!("{name} {}", written(draft.rules, does, Mood::Does).unwrap_or_default());
        if let Move::Discard(laid) = does
            && let Some(served) = self.served(draft, at, hand, laid)
        {
            said = format!("{said} for {}", spelled(draft.rules, served));
        }
        if hand.stage == Stage::Betting && part(self.before(at + 1)) != part(hand) {
            said += " -> ?";
        }
        let begins = at.checked_sub(1).is_none_or(|at| part(&self.moves[at].0) != part(hand));
        if hand.stage == Stage::Betting && begins { format!("{}: {said}", hand.lance.word()) } else { said }
    }

    /// What a player was served for what they laid down; none as long as they are not, or if nothing is served.
    fn served(&self, draft: &Draft, at: usize, hand: &Hand, laid: Set) -> Option<Set> {
        let (later, seat) = (self.moves[at..].iter().map(|(later, _)| later).chain([&self.end]), hand.mover);
        let is_served = |later: &&Hand| !matches!(later.stage, Stage::Laying | Stage::Seen | Stage::Serving);
        let after = later.into_iter().find(is_served)?;
        (draft.rules.mus_ask.value != MusAsk::Never).then(|| after.held[seat] - (hand.held[seat] - laid))
    }

    /// What the mover tried in vain before this.
    fn in_vain(&self, draft: &Draft, at: usize) -> Vec<String> {
        let name = |seat: Seat| draft.name(seat);
        let tried = self.tried(at).filter_map(|does| written(draft.rules, does, Mood::Tries));
        tried.map(|what| format!("{} tries {what} (refused: ?; legal: ?)", name(self.before(at).mover))).collect()
    }
}
