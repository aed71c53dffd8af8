//! What is to be thought of a choice of the learner's: by the rules, by what it comes to over all the cards that they cannot
//! see, and in the words of whoever rigged the deal, where they foresaw it.

use super::Session;
use crate::engine::{Hand, Move, why_not};
use crate::explore::strategy::STRATEGY;
use crate::scenario::story::{Posed, Verdict};
use crate::scenario::syntax::{Answer, Asks};
use crate::scenario::task::verdicts;

impl Session {
    /// The verdict on a move of the learner's that is not made yet, and why. None where all that they may do is as good.
    pub(crate) fn verdict(&self, does: Move) -> Option<(Verdict, String)> {
        let (rules, hand) = (&self.company.rules, self.asks_learner()?);
        let answer = if let Move::Play(card) = does { Answer::Card(card) } else { Answer::Does(does.verb()) };
        let verdict = match why_not(rules, hand, hand.mover, does) {
            Some(clause) => Verdict::Forbidden(clause),
            None => {
                let all = verdicts(rules, &self.hands.last()?.moves, hand, Some(does));
                let is_open = |verdict: &Verdict| matches!(verdict, Verdict::Good | Verdict::Worse);
                let open: Vec<_> = all.into_iter().filter(|(_, verdict)| is_open(verdict)).collect();
                let is_asked = open.len() > 1 && open.iter().any(|(_, verdict)| *verdict == Verdict::Worse);
                open.iter().find(|(one, _)| is_asked && *one == answer)?.1
            }
        };
        let rule = || STRATEGY.rule(rules, hand).filter(|_| verdict == Verdict::Worse).map(|rule| rule.text.into());
        Some((verdict, self.said_of(hand, answer, verdict).or_else(rule).unwrap_or_default()))
    }

    /// What the author of a hand says of an answer where it stands so.
    fn said_of(&self, hand: &Hand, answer: Answer, verdict: Verdict) -> Option<String> {
        let stands_so = |before: &Hand| {
            (before.stage, before.mover, before.trick) == (hand.stage, hand.mover, hand.trick)
                && before.held[hand.mover] == hand.held[hand.mover]
        };
        let of = |posed: &Posed| {
            let answer = if verdict == Verdict::Good { Answer::Good } else { answer };
            let found = posed.task.reasons.iter().find(|(one, _)| one.value == answer);
            found.filter(|_| matches!(posed.task.asks, Asks::Plays | Asks::May)).map(|(_, reason)| reason.clone())
        };
        let posed = self.posed.iter().filter(|(before, _)| stands_so(before));
        posed.into_iter().find_map(|(_, posed)| of(posed))
    }
}
