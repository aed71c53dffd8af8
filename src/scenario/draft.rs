//! A played hand as a scenario with holes, for someone to tell.

use super::format::format;
use super::rewritten::Rewritten;
use crate::cards::{Card, Seat, Set};
use crate::engine::{Act, Deal, Hand, Stage, breach, legal, offers};
use crate::rules::{Phase, Ruleset, Setting, Topic};
use std::collections::{BTreeMap, BTreeSet};

/// How far a draft plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The cards alone, and what the first to speak may do.
    Deal,
    /// To the first card, and what may be led.
    Declarations,
    /// To the reckoning.
    End,
}

/// What is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Draft<'a> {
    /// Its title.
    pub title: &'a str,
    /// The edition.
    pub rules: &'a Ruleset,
    /// Names by seat; the first deals.
    pub players: &'a [String],
    /// Clauses that its header promises. Where one binds or refuses, the script asks for it.
    pub shows: &'a [Topic],
    /// Options agreed before play, which the rules have already.
    pub options: &'a BTreeMap<String, Setting>,
    /// How far it plays.
    pub until: Until,
    /// The cards.
    pub deal: Deal,
    /// Each act after the deal, and the hand before it.
    pub moves: &'a [(Hand, Act)],
    /// The hand when it is over.
    pub end: Hand,
}

impl Draft<'_> {
    /// The file, canonically spelled; refused if a name is none.
    pub fn write(&self) -> Rewritten {
        let (stop, tricks) = (self.stop(), self.place(|stage| stage == Stage::In(Phase::Tricks)));
        let told = &self.moves[..stop.unwrap_or(self.moves.len())];
        let mut script = Script { draft: self, asked: BTreeSet::new(), lines: Vec::new(), line: String::new() };
        for (at, (hand, act)) in told.iter().enumerate() {
            if Some(at) == tricks {
                script.lines.push(String::new());
            }
            script.tell(hand, *act, self.after(at));
        }
        if let Some(stop) = stop {
            let mover = self.moves[stop].0.mover;
            script.lines.extend([format!("{} may ? (?)", self.name(mover)), "stop".to_owned()]);
        }
        format(self.whole(&script.lines, stop.is_some()).as_bytes())
    }

    /// The first act that is not told, if the hand is not told to its end.
    fn stop(&self) -> Option<usize> {
        match self.until {
            Until::Deal => self.place(|stage| matches!(stage, Stage::In(Phase::Declarations | Phase::Tricks))),
            Until::Declarations => self.place(|stage| stage == Stage::In(Phase::Tricks)),
            Until::End => None,
        }
    }

    fn place(&self, is_there: impl Fn(Stage) -> bool) -> Option<usize> {
        self.moves.iter().position(|(hand, _)| is_there(hand.stage))
    }

    fn after(&self, at: usize) -> &Hand {
        self.moves.get(at + 1).map_or(&self.end, |(hand, _)| hand)
    }

    fn name(&self, seat: Seat) -> &str {
        self.players.get(usize::from(seat.0)).map_or("?", String::as_str)
    }

    fn cards(&self, set: Set) -> String {
        self.rules.rank.value.sorted(set).iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
    }

    fn whole(&self, script: &[String], stops: bool) -> String {
        let script: String = script.split(String::is_empty).map(|lines| fence("script", lines)).collect();
        let payout = if stops { String::new() } else { fence("payout", &["?".to_owned()]) };
        [format!("# {}\n", self.title), self.header(), self.dealt(), script, payout].concat()
    }

    fn header(&self) -> String {
        let list = |words: Vec<&str>| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ");
        let mut lines = vec![
            format!("edition = {}", quoted(self.rules.id)),
            format!("players = [{}]", list(self.players.iter().map(String::as_str).collect())),
        ];
        if !self.shows.is_empty() {
            lines.push(format!("shows   = [{}]", list(self.shows.iter().map(|topic| topic.id()).collect())));
        }
        if !self.options.is_empty() {
            let option = |(name, value): (&String, &Setting)| format!("{name} = {value}");
            lines.push(format!("options = {{ {} }}", self.options.iter().map(option).collect::<Vec<_>>().join(", ")));
        }
        fence("toml scenario", &lines)
    }

    fn dealt(&self) -> String {
        let mut lines = vec![format!("dealer {}", self.name(self.end.dealer))];
        let hand = |seat| format!("{} {}", self.name(seat), self.cards(self.deal.hands[seat]));
        lines.extend(self.end.in_turn().map(hand));
        if !self.deal.fille.is_empty() {
            lines.push(format!("fille {}", self.cards(self.deal.fille)));
        }
        lines.push(format!("turn {}", self.deal.turned));
        fence("deal", &lines)
    }
}

fn quoted(word: &str) -> String {
    toml::Value::from(word).to_string()
}

/// A fence after a blank line, or nothing if it would be empty.
fn fence(word: &str, lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!("\n```{word}\n{}\n```\n", lines.join("\n")) }
}

/// The lines of a script in the making.
struct Script<'a> {
    draft: &'a Draft<'a>,
    /// Promised clauses that have been asked for.
    asked: BTreeSet<Topic>,
    lines: Vec<String>,
    /// The cards of a trick so far.
    line: String,
}

impl Script<'_> {
    fn tell(&mut self, hand: &Hand, act: Act, after: &Hand) {
        let asides = self.asides(hand);
        let Some(said) = self.said(act) else { return };
        let said = format!("{} {said}", self.draft.name(hand.mover));
        let Act::Play(..) = act else {
            self.lines.extend(asides);
            return self.lines.push(said);
        };
        let mut number = if hand.trick.is_none() { format!("{}. ", hand.finished + 1) } else { String::new() };
        for aside in asides {
            self.break_line();
            self.put(std::mem::take(&mut number), &aside);
            self.break_line();
        }
        self.put(number, &said);
        if after.finished > hand.finished {
            self.line.push_str(" -> ?");
            self.break_line();
        }
    }

    /// Adds a statement to the line of a trick; a number stands before its first.
    fn put(&mut self, number: String, said: &str) {
        let comma = if self.line.is_empty() { "" } else { ", " };
        self.line.push_str(&[comma, &number, said].concat());
    }

    fn break_line(&mut self) {
        if !self.line.is_empty() {
            self.lines.push(std::mem::take(&mut self.line));
        }
    }

    fn said(&self, act: Act) -> Option<String> {
        Some(match act {
            Act::Name(_, suit) => format!("names {}", suit.name()),
            Act::Fold(_) => "folds".to_owned(),
            Act::Stand(_) => "stands".to_owned(),
            Act::Exchange(_, laid, drawn) => {
                format!("exchanges {} for {}", self.draft.cards(laid), self.draft.cards(drawn))
            }
            Act::TakeFille(_) => "takes the fille".to_owned(),
            Act::TakeTurnUp(_, card) => format!("takes the turn-up for {card}"),
            Act::Claim(_) => format!("claims the {}", self.draft.rules.terms.flush),
            Act::Play(_, card) => card.to_string(),
            // What is not written is left, or passes.
            _ => return None,
        })
    }

    /// What the mover may do, and what he may not, the first time that a promised clause says so.
    fn asides(&mut self, hand: &Hand) -> Vec<String> {
        let rules = self.draft.rules;
        let binding = match hand.stage {
            Stage::In(Phase::Tricks) => Some(legal(rules, hand).clause),
            _ => offers(rules, hand).map(|offers| offers.clause),
        };
        let name = self.draft.name(hand.mover);
        let mut asides = Vec::new();
        for topic in self.draft.shows.iter().filter(|topic| !self.asked.contains(topic)) {
            asides.extend((binding == Some(*topic)).then(|| (*topic, format!("{name} may ? (?)"))));
            let card = refused(rules, hand, *topic);
            asides.extend(card.map(|card| (*topic, format!("{name} tries {card} (refused: ?; legal: ?)"))));
        }
        self.asked.extend(asides.iter().map(|(topic, _)| *topic));
        asides.into_iter().map(|(_, aside)| aside).collect()
    }
}

/// A card of the mover's that this clause forbids him to play.
fn refused(rules: &Ruleset, hand: &Hand, topic: Topic) -> Option<Card> {
    let plays = hand.stage == Stage::In(Phase::Tricks);
    let held = rules.rank.value.sorted(if plays { hand.held[hand.mover] } else { Set::EMPTY });
    held.into_iter().find(|card| breach(rules, hand, *card) == Some(topic))
}
