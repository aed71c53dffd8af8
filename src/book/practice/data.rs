//! All lines of a practice deal, as the script in the page reads them.

use super::COMPANY;
use super::words::Words;
use crate::cards::{Card, Seat, Set};
use crate::engine::{Event, Hand, Move};
use crate::explore::practice::{Happening, Line, Lines, Point, PracticeDeal};
use crate::narrate::choice::{Choice, choices};
use crate::narrate::course::label;
use crate::narrate::face::Face;
use crate::narrate::ledger::ledger;
use crate::narrate::sentence::{Sentence, sentences};
use crate::page::Place;
use crate::rules::{Ruleset, Topic, Verb};
use crate::scenario::story::{Kind, Step, Story};
use serde::Serialize;

/// A deal.
#[derive(Debug, Serialize)]
pub(super) struct Data {
    /// Names by seat.
    pub(super) names: Vec<String>,
    /// The learner's seat.
    pub(super) me: u8,
    /// The dealer's seat.
    dealer: u8,
    /// Chips in the pool.
    pool: i64,
    /// The card turned up, as its place among the faces.
    turned: usize,
    /// What happens before the learner is asked.
    pub(super) opening: Vec<usize>,
    /// Points, the first first.
    pub(super) points: Vec<Asked>,
    /// Moves: what happens, as places in `told`, and the point they lead to.
    pub(super) lines: Vec<(Vec<usize>, usize)>,
    /// What happens on the lines.
    pub(super) told: Vec<Told>,
    /// Cards: text, name, classes.
    pub(super) faces: Vec<(String, String, String)>,
    /// Sentences, verdicts and labels.
    pub(super) words: Vec<String>,
    /// Clauses: title and address.
    clauses: Vec<(String, String)>,
}

/// A sentence and its clause, as places.
pub(super) type Said = (usize, usize);

/// Something that happened: who acted, his card on the table (from 1, 0 for none), who won the trick (from 1, 0 for
/// nobody), whether he is out, and what is said.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(super) struct Told(u8, usize, u8, u8, pub(super) Vec<Said>);

/// What the learner is asked at a point.
#[derive(Debug, Serialize)]
pub(super) struct Asked {
    /// His cards.
    pub(super) held: Vec<usize>,
    /// The suit of trumps, in words.
    trump: usize,
    /// What he may do and may not.
    pub(super) may: Vec<May>,
    /// The most he can still come to, in chips.
    pub(super) best: i64,
    /// Every purse, and the pool last, in chips, where the hand is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<Vec<i64>>,
}

/// A choice: its deed, its label, its card (from 1, 0 for none), its verdict with the clause, and the lines it opens, each
/// with the cards that it takes, as bits of their places in the hand.
#[derive(Debug, Serialize)]
pub(super) struct May(&'static str, usize, usize, Said, pub(super) Vec<(u32, usize)>);

impl Data {
    /// The lines of a deal, for a page at this place.
    pub(super) fn new(rules: &'static Ruleset, deal: &PracticeDeal, lines: &Lines, place: Place) -> Data {
        let players = COMPANY[..usize::from(deal.players)].iter().map(|name| (*name).to_string()).collect();
        let mut teller = Teller {
            story: Story::of(*rules, players),
            lines,
            place,
            told: Words::new(),
            moves: Vec::new(),
            faces: Words::new(),
            words: Words::new(),
            clauses: Words::new(),
        };
        let first = &lines.points[0].hand;
        let opening = teller.all(&lines.opening, &[]);
        let points: Vec<Asked> = lines.points.iter().map(|point| teller.asked(point)).collect();
        Data {
            me: lines.learner.0,
            dealer: first.dealer.0,
            pool: lines.opening[0].before.pool,
            turned: teller.face(first.turned),
            opening,
            points,
            names: teller.story.players,
            lines: teller.moves,
            told: teller.told.list(),
            faces: teller.faces.list(),
            words: teller.words.list(),
            clauses: teller.clauses.list(),
        }
    }
}

struct Teller<'a> {
    story: Story,
    lines: &'a Lines,
    place: Place,
    told: Words<Told>,
    moves: Vec<(Vec<usize>, usize)>,
    faces: Words<(String, String, String)>,
    words: Words<String>,
    clauses: Words<(String, String)>,
}

impl Teller<'_> {
    /// What happened, one thing after another, in a trick that may have begun.
    fn all(&mut self, happened: &[Happening], trick: &[(Seat, Card)]) -> Vec<usize> {
        let mut trick = trick.to_vec();
        let mut told: Vec<Told> = happened.iter().map(|one| self.one(one, &mut trick)).collect();
        told.extend(happened.last().filter(|last| !last.after.asks()).map(|last| self.reckoning(last)));
        told.into_iter().map(|one| self.told.place(one)).collect()
    }

    /// The reckoning after the last thing that happened: each payment with its sum.
    fn reckoning(&mut self, last: &Happening) -> Told {
        let events = last.events.iter().copied().filter(Event::is_reckoned).collect();
        let step = Step::new(Kind::Payment, last.after, last.after, events, Vec::new());
        let said = ledger(&self.story, &step);
        let said =
            said.iter().map(|entry| (self.words.place(entry.told()), self.clause(&entry.clauses[..1]))).collect();
        Told(last.before.mover.0, 0, 0, 0, said)
    }

    fn one(&mut self, one: &Happening, trick: &mut Vec<(Seat, Card)>) -> Told {
        let seat = one.before.mover;
        let card = one.events.iter().find_map(|event| event.fact.played()).map(|(_, card)| card);
        trick.extend(card.map(|card| (seat, card)));
        let won = one.events.iter().find_map(|event| event.fact.won()).map(|winner| winner.0 + 1);
        let step = Step::of(one.act, one.before, one.after, one.events.clone(), trick.clone());
        let said = sentences(&self.story, &step).iter().map(|said| self.said(seat, said)).collect();
        if won.is_some() {
            trick.clear();
        }
        let is_out = one.before.active.has(seat) && !one.after.active.has(seat);
        Told(seat.0, card.map_or(0, |card| self.face(card) + 1), won.unwrap_or(0), u8::from(is_out), said)
    }

    /// A sentence as the learner hears it: of hidden cards he is told of his own alone.
    fn said(&mut self, of: Seat, said: &Sentence) -> Said {
        let text = said.closed.clone().filter(|_| of != self.lines.learner).unwrap_or_else(|| said.text.clone());
        (self.words.place(text), self.clause(said.clause.as_slice()))
    }

    /// What is said of clauses: their titles with their signs, and the place of the last.
    fn clause(&mut self, topics: &[Topic]) -> usize {
        let rules = &self.story.rules;
        let signed = |topic: &Topic| format!("{}{}", rules.title(*topic), rules.clause(*topic).marks().signs());
        let Some(last) = topics.last() else { return 0 };
        let words = topics.iter().map(signed).collect::<Vec<_>>().join("; ");
        self.clauses.place((words, self.place.clause(rules.id, *last)))
    }

    fn face(&mut self, card: Card) -> usize {
        let face = Face::new(&self.story.rules, card);
        self.faces.place((face.text(), face.name(), face.class()))
    }

    fn asked(&mut self, point: &Point) -> Asked {
        let hand = &point.hand;
        let held = self.story.rules.rank.value.sorted(hand.held[self.lines.learner]);
        let trump = if hand.has_trump() { format!("{} {}", hand.trump.sign(), hand.trump.name()) } else { "?".into() };
        let over = (!hand.asks()).then(|| chips(hand));
        let may = if hand.asks() { self.may(point, &held) } else { Vec::new() };
        Asked {
            held: held.iter().map(|card| self.face(*card)).collect(),
            trump: self.words.place(trump),
            may,
            best: point.best,
            over,
        }
    }

    fn may(&mut self, point: &Point, held: &[Card]) -> Vec<May> {
        let lines: Vec<(Move, usize)> = point.lines.iter().map(|line| (line.does, self.line(point, line))).collect();
        let mut step = Step::new(Kind::Play, point.hand, point.hand, Vec::new(), point.trick.clone());
        step.mover = Some(self.lines.learner);
        let choices = choices(&self.story, &step);
        choices.iter().flat_map(|choice| self.choices(choice, &lines, held)).collect()
    }

    /// A choice; of trumps to name, one for each suit.
    fn choices(&mut self, choice: &Choice, lines: &[(Move, usize)], held: &[Card]) -> Vec<May> {
        if choice.verb != Verb::Name {
            return vec![self.choice(choice, lines, held)];
        }
        let named = lines.iter().filter_map(|(does, line)| match does {
            Move::Name(suit) => Some((suit.name(), *line)),
            _ => None,
        });
        let verdict = (self.words.place(choice.verdict.clone()), self.clause(&choice.clauses()));
        let named: Vec<_> = named.collect();
        let may = |(suit, line): (&str, usize)| {
            May(
                choice.verb.label(),
                self.words.place(format!("{} {suit}", button(choice.verb))),
                0,
                verdict,
                vec![(0, line)],
            )
        };
        named.into_iter().map(may).collect()
    }

    fn choice(&mut self, choice: &Choice, lines: &[(Move, usize)], held: &[Card]) -> May {
        let bits = |cards: Set| {
            held.iter().enumerate().filter(|(_, card)| cards.has(**card)).map(|(at, _)| 1 << at).sum::<u32>()
        };
        let face = choice.face.as_ref().map(|face| face.card());
        let key = |does: Move| match does {
            _ if does.verb() != choice.verb => None,
            Move::Play(card) => (face == Some(card)).then_some(0),
            Move::Exchange(laid, _) => Some(bits(laid)),
            Move::TakeTurnUp(card) => Some(bits(card.into())),
            _ => Some(0),
        };
        let opened = lines.iter().filter_map(|(does, line)| key(*does).map(|key| (key, *line))).collect();
        let card = face.map_or(0, |card| self.face(card) + 1);
        let verdict = (self.words.place(choice.verdict.clone()), self.clause(&choice.clauses()));
        May(choice.verb.label(), self.words.place(button(choice.verb)), card, verdict, opened)
    }

    fn line(&mut self, point: &Point, line: &Line) -> usize {
        let told = self.all(&line.happened, &point.trick);
        self.moves.push((told, line.to));
        self.moves.len() - 1
    }
}

/// Every purse, and the pool.
fn chips(hand: &Hand) -> Vec<i64> {
    hand.purses.iter().copied().take(usize::from(hand.seats)).chain([hand.pool]).collect()
}

/// What a button for it says.
fn button(verb: Verb) -> String {
    let what = match verb {
        Verb::Exchange => " the cards you marked",
        Verb::TakeTurnUp => " for the card you marked",
        _ => "",
    };
    label(verb) + what
}
