//! What a step says, in words. One place writes it: for the page, the live region and paper alike.

use super::face::spelled;
use crate::cards::{Card, Seat, Suit};
use crate::engine::{Account, Event, Fact};
use crate::rules::{Ruleset, Topic};
use crate::scenario::story::{Kind, Step, Story};

/// One sentence, and the clause it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// Its words, with the signs of cards.
    pub(super) text: String,
    /// The clause.
    pub(super) clause: Option<Topic>,
}

/// What a step says: a sentence for each thing that happened.
pub(super) fn sentences(story: &Story, step: &Step) -> Vec<Sentence> {
    let teller = Teller { story, step };
    match &step.kind {
        Kind::Deal => teller.deal(),
        Kind::Declaration | Kind::Claims | Kind::Play => teller.facts(),
        Kind::Refused { seat, attempt, clause, .. } => vec![teller.refused(*seat, attempt, *clause)],
        Kind::Payment => teller.payment(),
    }
}

/// All of it as one line.
pub(super) fn whole(sentences: &[Sentence]) -> String {
    sentences.iter().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// A number of chips.
pub(super) fn chips(count: i64) -> String {
    if count == 1 { "1 chip".into() } else { format!("{} chips", number(count)) }
}

/// A number with a true minus.
pub(super) fn number(count: i64) -> String {
    if count < 0 { format!("−{}", count.unsigned_abs()) } else { count.to_string() }
}

/// A player's name.
pub(super) fn name(story: &Story, seat: Seat) -> &str {
    story.players.get(usize::from(seat.0)).map_or("?", String::as_str)
}

struct Teller<'a> {
    story: &'a Story,
    step: &'a Step,
}

impl Teller<'_> {
    fn name(&self, seat: Seat) -> &str {
        name(self.story, seat)
    }

    fn rules(&self) -> &Ruleset {
        &self.story.rules
    }

    fn deal(&self) -> Vec<Sentence> {
        let hand = &self.step.after;
        let size = self.rules().deal_packets.value.hand;
        let (dealer, turned) = (self.name(hand.dealer), hand.turned);
        let stakes = rests(format!("{dealer} stakes, and the pool holds {}.", chips(hand.pool)), Topic::Stake);
        let deals = rests(format!("{dealer} deals {size} cards to each."), Topic::DealPackets);
        let turns = rests(format!("The turn-up is {turned}: {} are trumps.", turned.suit().name()), Topic::TurnCard);
        vec![stakes, deals, turns]
    }

    fn facts(&self) -> Vec<Sentence> {
        self.step.events.iter().filter_map(|event| self.fact(event)).collect()
    }

    fn fact(&self, event: &Event) -> Option<Sentence> {
        let text = match event.fact {
            Fact::Moved(_) | Fact::Owes(..) | Fact::Dealt(..) | Fact::Turned(_) => return None,
            Fact::Folded(seat) => format!("{} folds.", self.name(seat)),
            Fact::Stood(seat) => format!("{} stands.", self.name(seat)),
            Fact::Exchanged(seat, laid, drawn) => {
                let (laid, drawn) = (spelled(self.rules(), laid), spelled(self.rules(), drawn));
                format!("{} exchanges {laid} for {drawn}.", self.name(seat))
            }
            Fact::Claimed(seat) => format!("{} claims the mouche.", self.name(seat)),
            Fact::LetPass(seat) => format!("{} has the mouche, and lets it pass.", self.name(seat)),
            Fact::BestFlush(seat) => self.best(seat),
            Fact::Alone(seat) => format!("{} is left alone and takes the pool.", self.name(seat)),
            Fact::Void => "The hand is void, and the pool stays.".into(),
            Fact::Played(seat, card) => self.played(seat, card, event.clause),
            Fact::Won(seat, trick) => format!("{} wins trick {trick}.", self.name(seat)),
        };
        Some(rests(text, event.clause))
    }

    fn best(&self, seat: Seat) -> String {
        let several = self.step.after.claimed.len() > 1;
        format!("{}'s mouche {}takes the pool.", self.name(seat), if several { "is the best and " } else { "" })
    }

    fn played(&self, seat: Seat, card: Card, clause: Topic) -> String {
        let name = self.name(seat);
        match (clause, self.led()) {
            (Topic::PlayLead, _) | (_, None) => format!("{name} leads {card}."),
            (Topic::PlayFollow, Some(led)) => format!("{name} plays {card}, bound to follow in {}.", led.name()),
            (Topic::PlayHead, _) => format!("{name} plays {card}, bound to head the trick."),
            (Topic::PlayTrump, _) => format!("{name} plays {card}, bound to trump."),
            (Topic::PlayOvertrump, _) => format!("{name} plays {card}, bound to overtrump."),
            (Topic::PlayFree, _) => format!("{name} plays {card}, free to throw any card under a higher trump."),
            (_, Some(led)) => format!("{name} plays {card}, having neither {} nor a trump.", led.name()),
        }
    }

    fn led(&self) -> Option<Suit> {
        self.step.before.trick.map(|trick| trick.led.suit())
    }

    fn refused(&self, seat: Seat, attempt: &str, clause: Topic) -> Sentence {
        let why = match (clause, self.step.before.trick) {
            (Topic::PlayFollow, Some(trick)) => format!("{} were led and must be followed", trick.led.suit().name()),
            (Topic::PlayHead | Topic::PlayOvertrump, Some(trick)) => format!("{} must be beaten", trick.best),
            (Topic::PlayTrump, _) => "a trump must be played".into(),
            (other, _) => format!("the clause “{}” forbids it", other.title()),
        };
        rests(format!("{} tries {attempt}, and may not: {why}.", self.name(seat)), clause)
    }

    fn payment(&self) -> Vec<Sentence> {
        let mut said: Vec<Sentence> = self.step.events.iter().filter_map(|event| self.paid(event)).collect();
        if let Some(next) = &self.step.next {
            let waiting = if next.waiting > 0 { format!(", and {} wait", chips(next.waiting)) } else { String::new() };
            said.push(rests(format!("The next pool will hold {}{waiting}.", chips(next.pool)), Topic::DebtEnter));
        }
        said
    }

    fn paid(&self, event: &Event) -> Option<Sentence> {
        let text = match event.fact {
            Fact::Owes(seat, count, _) => format!("{} makes the mouche and owes {}.", self.name(seat), chips(count)),
            Fact::Moved(transfer) => match (transfer.from, transfer.to) {
                (Account::Pool, Account::Seat(seat)) => format!("{} takes {}.", self.name(seat), chips(transfer.chips)),
                (Account::Seat(from), Account::Seat(to)) if from == to => {
                    format!("{} takes back a waiting debt of {}.", self.name(to), chips(transfer.chips))
                }
                (Account::Seat(from), Account::Seat(to)) => {
                    format!("{} pays {} {}.", self.name(from), self.name(to), chips(transfer.chips))
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(rests(text, event.clause))
    }
}

fn rests(text: String, clause: Topic) -> Sentence {
    Sentence { text, clause: Some(clause) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::check;

    fn said() -> Vec<String> {
        let file = check("x.md", include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md"));
        let story = &file.stories[0];
        story.steps.iter().map(|step| whole(&sentences(story, step))).collect()
    }

    #[test]
    fn a_hand_is_told_in_sentences() {
        let said = said();
        let has = |sentence: &str| assert!(said.iter().any(|said| said == sentence), "{sentence}\n{said:#?}");
        has(
            "Anne stakes, and the pool holds 5 chips. Anne deals 5 cards to each. The turn-up is 9♥: hearts are trumps.",
        );
        has("Claude exchanges 8♦ and 7♦ for J♠ and A♠.");
        has("Denise plays 7♥, bound to trump.");
        has("Denise tries to play A♣, and may not: a trump must be played.");
        has(
            "Claude takes 3 chips. Denise takes 2 chips. Anne makes the mouche and owes 5 chips. The next pool will hold 10 chips.",
        );
    }
}
