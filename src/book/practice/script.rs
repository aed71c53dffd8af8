//! All lines of a practice deal, as the script in the page reads them; and the best of them in words, for those who cannot
//! play it.

use crate::cards::{Card, Seat, Set};
use crate::engine::{Event, Hand, Move};
use crate::explore::practice::{Happening, Line, Lines, Point, PracticeDeal};
use crate::narrate::choice::{Choice, choices};
use crate::narrate::course::label;
use crate::narrate::face::Face;
use crate::narrate::ledger::ledger;
use crate::narrate::sentence::signed;
use crate::narrate::sentence::{Sentence, sentences};
use crate::page::Place;
use crate::rules::{Ruleset, Topic, Verb};
use crate::scenario::story::{Kind, Step, Story};
use indexmap::IndexSet;
use serde::{Deserialize, Serialize};

/// Those who sit at a practice table, by seat; the first deals.
const COMPANY: [&str; 6] = ["Aubin", "Blaise", "Clarisse", "Denis", "Edmée", "Fanchon"];

#[derive(Debug, Serialize)]
pub(super) struct Data {
    pub(super) names: Vec<String>,
    pub(super) me: u8,
    dealer: u8,
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

/// Something that happened: who acted, their card on the table (from 1, 0 for none), who won the trick (from 1, 0 for
/// nobody), whether they are out, and what is said.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(super) struct Told(u8, usize, u8, u8, pub(super) Vec<Said>);

/// What the learner is asked at a point.
#[derive(Debug, Serialize)]
pub(super) struct Asked {
    pub(super) held: Vec<usize>,
    /// The suit of trumps, in words.
    trump: usize,
    pub(super) may: Vec<May>,
    /// The most they can still come to, in chips.
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
            told: IndexSet::new(),
            moves: Vec::new(),
            faces: IndexSet::new(),
            words: IndexSet::new(),
            clauses: IndexSet::new(),
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
            told: teller.told.into_iter().collect(),
            faces: teller.faces.into_iter().collect(),
            words: teller.words.into_iter().collect(),
            clauses: teller.clauses.into_iter().collect(),
        }
    }
}

struct Teller<'a> {
    story: Story,
    lines: &'a Lines,
    place: Place,
    told: IndexSet<Told>,
    moves: Vec<(Vec<usize>, usize)>,
    faces: IndexSet<(String, String, String)>,
    words: IndexSet<String>,
    clauses: IndexSet<(String, String)>,
}

impl Teller<'_> {
    /// What happened, one thing after another, in a trick that may have begun.
    fn all(&mut self, happened: &[Happening], trick: &[(Seat, Card)]) -> Vec<usize> {
        let mut trick = trick.to_vec();
        let mut told: Vec<Told> = happened.iter().map(|one| self.one(one, &mut trick)).collect();
        told.extend(happened.last().filter(|last| !last.after.asks()).map(|last| self.reckoning(last)));
        told.into_iter().map(|one| self.told.insert_full(one).0).collect()
    }

    /// The reckoning after the last thing that happened: each payment with its sum.
    fn reckoning(&mut self, last: &Happening) -> Told {
        let events = last.events.iter().copied().filter(Event::is_reckoned).collect();
        let step = Step::new(Kind::Payment, last.after, last.after, events, Vec::new());
        let said = ledger(&self.story, &step);
        let said = said
            .iter()
            .map(|entry| (self.words.insert_full(entry.told()).0, self.clause(&entry.clauses[..1])))
            .collect();
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

    /// A sentence as the learner hears it: of hidden cards, only of their own.
    fn said(&mut self, of: Seat, said: &Sentence) -> Said {
        let text = said.closed.clone().filter(|_| of != self.lines.learner).unwrap_or_else(|| said.text.clone());
        (self.words.insert_full(text).0, self.clause(said.clause.as_slice()))
    }

    /// What is said of clauses: their titles with their signs, and the place of the last.
    fn clause(&mut self, topics: &[Topic]) -> usize {
        let rules = &self.story.rules;
        let signed = |topic: &Topic| format!("{}{}", rules.title(*topic), rules.clause(*topic).marks().signs());
        let Some(last) = topics.last() else { return 0 };
        let words = topics.iter().map(signed).collect::<Vec<_>>().join("; ");
        self.clauses.insert_full((words, self.place.clause(rules.id, *last))).0
    }

    fn face(&mut self, card: Card) -> usize {
        let face = Face::new(&self.story.rules, card);
        self.faces.insert_full((face.text(), face.name(), face.class())).0
    }

    fn asked(&mut self, point: &Point) -> Asked {
        let hand = &point.hand;
        let held = self.story.rules.rank.value.sorted(hand.held[self.lines.learner]);
        let trump = if hand.has_trump() { format!("{} {}", hand.trump.sign(), hand.trump.name()) } else { "?".into() };
        let over = (!hand.asks()).then(|| chips(hand));
        let may = if hand.asks() { self.may(point, &held) } else { Vec::new() };
        Asked {
            held: held.iter().map(|card| self.face(*card)).collect(),
            trump: self.words.insert_full(trump).0,
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
        let verdict = (self.words.insert_full(choice.verdict.clone()).0, self.clause(&choice.clauses()));
        let named: Vec<_> = named.collect();
        let may = |(suit, line): (&str, usize)| {
            May(
                choice.verb.label(),
                self.words.insert_full(format!("{} {suit}", button(choice.verb))).0,
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
        let verdict = (self.words.insert_full(choice.verdict.clone()).0, self.clause(&choice.clauses()));
        May(choice.verb.label(), self.words.insert_full(button(choice.verb)).0, card, verdict, opened)
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

/// How a deal goes if the learner plays their best.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Worked {
    pub(super) name: String,
    /// Their cards when they are asked first.
    pub(super) held: String,
    /// What happens before they are asked.
    pub(super) opening: String,
    /// What they do and what follows, until they are asked again.
    pub(super) steps: Vec<String>,
    /// What it brings them, in chips: `+4`.
    pub(super) brings: String,
}

impl Data {
    /// The best line: of equals the first, as the page takes them.
    pub(super) fn worked(&self) -> Worked {
        let first = &self.points[0];
        let held: Vec<&str> = first.held.iter().map(|face| self.faces[*face].0.as_str()).collect();
        Worked {
            name: self.names[usize::from(self.me)].clone(),
            held: held.join(" "),
            opening: self.telling(&self.opening),
            steps: self.best_lines().map(|line| self.telling(&self.lines[line].0)).collect(),
            brings: signed(first.best),
        }
    }

    /// The lines from point to point that keep the most within reach.
    fn best_lines(&self) -> impl Iterator<Item = usize> {
        let best = |at: usize| {
            let point = &self.points[at];
            let mut opened = point.may.iter().flat_map(|may| &may.4).map(|(_, line)| *line);
            opened.find(|line| self.points[self.lines[*line].1].best == point.best)
        };
        std::iter::successors(best(0), move |line| best(self.lines[*line].1))
    }

    /// What happened, in sentences.
    fn telling(&self, told: &[usize]) -> String {
        let said = told.iter().flat_map(|one| &self.told[*one].4).map(|(words, _)| self.words[*words].as_str());
        let whole = |words: &str| if words.ends_with('.') { words.to_string() } else { format!("{words}.") };
        said.map(whole).collect::<Vec<_>>().join(" ")
    }
}
