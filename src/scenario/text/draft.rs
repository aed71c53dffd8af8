//! Hands as a file tells them: those played, as a scenario with holes to fill; and a file up to one of its statements.

use super::format::{Rewritten, format_in};
use super::notation::{Mood, spelled, written_in};
use super::{Body, Diagnostic, House, Keyword, LANGUAGES, Scenario, Span, Word};
use crate::cards::{Letters, PerSeat, Seat, Set};
use crate::engine::{Deal, Hand, Move, Stage, binding, breach};
use crate::mus;
use crate::rules::{Phase, Ruleset, Setting, Topic, mus::MusAsk};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use toml_writer::ToTomlValue;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The cards alone, and what the first to speak may do.
    Deal,
    /// To the first card, and what may be led.
    Declarations,
    End,
}

#[derive(Clone, Copy, Debug)]
pub struct Draft<'a> {
    pub title: &'a str,
    pub rules: &'a Ruleset,
    pub players: &'a [String],
    /// Clauses that its header promises. Where one binds or refuses, the script asks for it.
    pub shows: &'a [Topic],
    /// Options agreed before play, which the rules have already.
    pub options: &'a BTreeMap<String, Setting>,
    /// What each starts with, in chips, by seat; empty when the edition says.
    pub chips: &'a [i64],
    /// The letters of its cards, and the language of its words.
    pub letters: Letters,
    pub until: Until,
}

#[derive(Clone, Debug)]
pub struct Played<H = Hand, D = Deal> {
    /// What is told before its cards, as Markdown; may be nothing.
    pub words: String,
    /// The cards; none if those words tell them, and what was done before the moves.
    pub deal: Option<D>,
    /// Each move after the deal, and the hand before it.
    pub moves: Vec<(H, Move)>,
    /// Moves that the mover tried in vain, each with the number of moves before it.
    pub tries: Vec<(usize, Move)>,
    /// The hand as it stands after the last act. One that is not over is told so far, and the file ends with it.
    pub end: H,
}

/// A deal of Mus that was played, with the cards of all.
pub type DealOfMus = Played<mus::Hand, PerSeat<Set>>;

pub trait Told: Sized {
    /// The fences of it, with what is told before them.
    fn told(&self, draft: &Draft) -> String;
}

impl Draft<'_> {
    /// The file with these hands, the first of a session first, canonically spelled.
    ///
    /// # Errors
    /// If something in it is wrong: a name that is none.
    pub fn write(&self, hands: &[impl Told]) -> Result<String, Box<Diagnostic>> {
        let hands = hands.iter().map(|played| played.told(self)).collect();
        let file = [format!("# {}\n", self.title), self.header(), hands].concat();
        format_in(House::at(self.rules), file.as_bytes()).map_or(Ok(file), Rewritten::sound)
    }

    fn name(&self, seat: Seat) -> &str {
        self.players
            .get(usize::from(seat.0))
            .map_or("?", String::as_str)
    }

    fn word(&self, keyword: Keyword) -> &'static str {
        keyword.word(self.letters)
    }

    fn written(&self, does: Move, mood: Mood) -> Option<String> {
        written_in(self.letters, self.rules, does, mood)
    }

    /// Returns a statement that asks what a player may do.
    fn may(&self, seat: Seat) -> String {
        format!("{} {} ? (?)", self.name(seat), self.word(Keyword::May))
    }

    /// Returns a statement that asks which clause refuses an attempt, and at wish what is legal instead.
    fn tries(&self, seat: Seat, what: &str, asks_what_is_legal: bool) -> String {
        let [tries, refused, legal] =
            [Keyword::Tries, Keyword::Refused, Keyword::Legal].map(|word| self.word(word));
        let legal = if asks_what_is_legal {
            format!("; {legal}: ?")
        } else {
            String::new()
        };
        format!("{} {tries} {what} ({refused}: ?{legal})", self.name(seat))
    }

    fn fence(&self, word: Word, lines: &[impl Borrow<str>]) -> String {
        fence(word.spelling(self.letters), lines)
    }

    fn dealt(
        &self,
        dealer: Seat,
        seats: impl Iterator<Item = Seat>,
        cards: PerSeat<Set>,
    ) -> Vec<String> {
        let hand = |seat| format!("{} {}", self.name(seat), spelled(self.rules, cards[seat]));
        let dealer = format!("{} {}", self.word(Keyword::Dealer), self.name(dealer));
        std::iter::once(dealer).chain(seats.map(hand)).collect()
    }

    fn header(&self) -> String {
        let line = |open: &str, all: Vec<String>, end| {
            (!all.is_empty()).then(|| [open, &all.join(", "), end].concat())
        };
        let chips = self
            .players
            .iter()
            .zip(self.chips)
            .map(|(who, held)| format!("{} = {held}", who.to_toml_value()));
        let options = self
            .options
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        let lang = LANGUAGES
            .iter()
            .find(|(_, letters)| *letters == self.letters && *letters != Letters::default());
        let lines = [
            Some(format!("edition = {}", self.rules.id.to_toml_value())),
            line(
                "players = [",
                self.players
                    .iter()
                    .map(|name| name.to_toml_value())
                    .collect(),
                "]",
            ),
            line(
                "shows   = [",
                self.shows
                    .iter()
                    .map(|topic| topic.id().to_toml_value())
                    .collect(),
                "]",
            ),
            line("chips = { ", chips.collect(), " }"),
            line("options = { ", options.collect(), " }"),
            lang.map(|(lang, _)| format!("lang = {}", lang.to_toml_value())),
        ];
        fence(
            "toml scenario",
            &lines.into_iter().flatten().collect::<Vec<_>>(),
        )
    }
}

impl Told for Played {
    fn told(&self, draft: &Draft) -> String {
        let place = |is_there: fn(Stage) -> bool| {
            self.moves.iter().position(|(hand, _)| is_there(hand.stage))
        };
        let tricks = place(|stage| stage == Stage::In(Phase::Tricks));
        // The first act that is not told, if the hand is not told to its end.
        let stop = match draft.until {
            Until::Deal => {
                place(|stage| matches!(stage, Stage::In(Phase::Round(_) | Phase::Tricks)))
            }
            Until::Declarations => tricks,
            Until::End => self.end.asks().then_some(self.moves.len()),
        };
        let mut script = Script {
            draft,
            unasked: draft.shows.to_vec(),
            lines: Vec::new(),
            is_open: false,
        };
        for at in 0..stop.unwrap_or(self.moves.len()) {
            if Some(at) == tricks {
                script.lines.push(String::new());
                script.is_open = false;
            }
            script.tell(self, at);
        }
        if let Some(at) = stop {
            let hand = self.before(at);
            let is_play = hand.stage == Stage::In(Phase::Tricks);
            let is_asked = is_play || matches!(hand.stage, Stage::In(Phase::Round(_)));
            let trick = if is_play && hand.trick.is_none() {
                Some(hand.finished + 1)
            } else {
                None
            };
            script.stop(
                self.in_vain(draft, at, hand.mover, is_play),
                Some(hand.mover).filter(|_| is_asked),
                trick,
            );
        }
        let dealt = self.deal.as_ref().map(|deal| {
            let mut lines = draft.dealt(self.end.dealer, self.end.in_turn(), deal.hands);
            if !deal.fille.is_empty() {
                lines.push(format!(
                    "{} {}",
                    draft.word(Keyword::Fille),
                    spelled(draft.rules, deal.fille)
                ));
            }
            lines.push(format!("{} {}", draft.word(Keyword::Turn), deal.turned));
            lines
        });
        self.fences(draft, dealt, &script.lines, stop.is_none())
    }
}

impl<H, D> Played<H, D> {
    /// One in which nothing is done yet after its deal, or after what its words tell.
    pub fn new(words: String, deal: Option<D>, end: H) -> Played<H, D> {
        Played {
            words,
            deal,
            moves: Vec::new(),
            tries: Vec::new(),
            end,
        }
    }

    /// Its fences, and what is told before them. An empty line parts two scripts.
    fn fences(
        &self,
        draft: &Draft,
        dealt: Option<Vec<String>>,
        script: &[String],
        is_over: bool,
    ) -> String {
        let words = if self.words.is_empty() {
            String::new()
        } else {
            format!("\n{}\n", self.words)
        };
        let dealt = dealt.map_or_else(String::new, |lines| draft.fence(Word::Deal, &lines));
        let scripts = script
            .split(String::is_empty)
            .map(|lines| draft.fence(Word::Script, lines))
            .collect();
        let payout = if is_over {
            draft.fence(Word::Payout, &["?"])
        } else {
            String::new()
        };
        [words, dealt, scripts, payout].concat()
    }

    /// The hand before an act; past the last, as it stands.
    fn before(&self, at: usize) -> &H {
        self.moves.get(at).map_or(&self.end, |(hand, _)| hand)
    }

    /// What the mover tried in vain before an act, and whether it is asked what they may do instead.
    fn in_vain(&self, draft: &Draft, at: usize, mover: Seat, asks: bool) -> Vec<String> {
        let tried = self.tries.iter().filter(|(before, _)| *before == at);
        let tried = tried.filter_map(|(_, act)| draft.written(*act, Mood::Tries));
        tried.map(|what| draft.tries(mover, &what, asks)).collect()
    }
}

/// A fence after a blank line, or nothing if it would be empty.
fn fence(word: &str, lines: &[impl Borrow<str>]) -> String {
    if lines.is_empty() {
        String::new()
    } else {
        format!("\n```{word}\n{}\n```\n", lines.join("\n"))
    }
}

struct Script<'a> {
    draft: &'a Draft<'a>,
    /// Promised clauses that have not been asked for.
    unasked: Vec<Topic>,
    lines: Vec<String>,
    /// Whether the last line goes on.
    is_open: bool,
}

impl Script<'_> {
    fn tell(&mut self, played: &Played, at: usize) {
        let (hand, act) = played.moves[at];
        let tried = played.in_vain(
            self.draft,
            at,
            hand.mover,
            hand.stage == Stage::In(Phase::Tricks),
        );
        let asides = [self.asides(&hand), tried].concat();
        let said = self.draft.written(act, Mood::Does);
        let said = said.map(|said| format!("{} {said}", self.draft.name(hand.mover)));
        if !matches!(act, Move::Play(_)) && hand.trick.is_none() {
            self.lines.extend(asides);
            return self.lines.extend(said);
        }
        let mut number = if hand.trick.is_none() {
            format!("{}. ", hand.finished + 1)
        } else {
            String::new()
        };
        for aside in asides {
            self.lines.push(std::mem::take(&mut number) + &aside);
            self.is_open = false;
        }
        // Who leaves trumps as they are says nothing.
        if let Some(said) = said {
            self.put(&(number + &said));
        }
        if played.before(at + 1).finished > hand.finished {
            self.lines
                .last_mut()
                .into_iter()
                .for_each(|line| line.push_str(" -> ?"));
            self.is_open = false;
        }
    }

    /// Ends the file where somebody is asked; what they may do is left to be filled in, if it can be. `trick` is the number of a
    /// trick that they would lead: with it, all who may claim a flush have let it pass.
    fn stop(&mut self, tried: Vec<String>, asked: Option<Seat>, trick: Option<u8>) {
        self.lines.extend(tried);
        let number = trick.map_or_else(String::new, |trick| format!("{trick}. "));
        self.lines
            .extend(asked.map(|mover| number + &self.draft.may(mover)));
        self.lines.push(self.draft.word(Keyword::Stop).to_owned());
    }

    fn put(&mut self, said: &str) {
        match self.lines.last_mut().filter(|_| self.is_open) {
            Some(line) => *line += &[", ", said].concat(),
            None => self.lines.push(said.to_owned()),
        }
        self.is_open = true;
    }

    /// What the mover may do, and may not, the first time that a promised clause says so.
    fn asides(&mut self, hand: &Hand) -> Vec<String> {
        let rules = self.draft.rules;
        let is_told = matches!(hand.stage, Stage::In(Phase::Round(_) | Phase::Tricks));
        let binding = binding(rules, hand).filter(|_| is_told);
        let may_play = if hand.stage == Stage::In(Phase::Tricks) {
            hand.held[hand.mover]
        } else {
            Set::EMPTY
        };
        let held = rules.rank.value.sorted(may_play);
        let mut asides = Vec::new();
        self.unasked.retain(|topic| {
            let may = (binding == Some(*topic)).then(|| self.draft.may(hand.mover));
            let card = held
                .iter()
                .find(|card| breach(rules, hand, **card) == Some(*topic));
            let tries = card.map(|card| self.draft.tries(hand.mover, &card.to_string(), true));
            let is_asked = may.is_some() || tries.is_some();
            asides.extend(may.into_iter().chain(tries));
            !is_asked
        });
        asides
    }
}

impl Told for DealOfMus {
    fn told(&self, draft: &Draft) -> String {
        let stop = match draft.until {
            Until::Deal => Some(0),
            Until::Declarations => self
                .moves
                .iter()
                .position(|(hand, _)| hand.stage == mus::Stage::Betting),
            Until::End => None,
        };
        let stop = stop.unwrap_or(self.moves.len());
        let mut script = Script {
            draft,
            unasked: draft.shows.to_vec(),
            lines: Vec::new(),
            is_open: false,
        };
        for (at, (hand, _)) in self.moves.iter().enumerate().take(stop) {
            let tried = self.in_vain(draft, at, hand.mover, true);
            let begins = at
                .checked_sub(1)
                .is_none_or(|before| part(&self.moves[before].0) != part(hand));
            script.is_open &= !begins && hand.stage != mus::Stage::Laying && tried.is_empty();
            script.lines.extend(tried);
            script.put(&self.said(draft, at, begins));
        }
        let end = self.before(stop);
        if end.asks() {
            script.stop(
                self.in_vain(draft, stop, end.mover, true),
                Some(end.mover),
                None,
            );
        }
        let of = |cards| draft.dealt(end.dealer, end.players.in_turn(end.dealer), cards);
        self.fences(draft, self.deal.map(of), &script.lines, !end.asks())
    }
}

/// What stands on one line of a script: a round of mus, or a phase.
fn part(hand: &mus::Hand) -> (mus::Stage, usize, usize) {
    (hand.stage, hand.at, hand.stock.len())
}

impl DealOfMus {
    /// What is said or done, with its phase where that begins, and who wins it where it ends.
    fn said(&self, draft: &Draft, at: usize, begins: bool) -> String {
        let (hand, does) = &self.moves[at];
        let mut said = format!(
            "{} {}",
            draft.name(hand.mover),
            draft.written(*does, Mood::Does).unwrap_or_default()
        );
        if let Move::Discard(laid) = does
            && let Some(served) = self.served(draft, at, hand, *laid)
        {
            said = format!(
                "{said} {} {}",
                Keyword::For.word_inside(draft.letters),
                spelled(draft.rules, served)
            );
        }
        if hand.stage != mus::Stage::Betting {
            return said;
        }
        let phase = if begins {
            format!("{}: ", hand.lance.word())
        } else {
            String::new()
        };
        phase
            + &said
            + if part(self.before(at + 1)) == part(hand) {
                ""
            } else {
                " -> ?"
            }
    }

    /// What a player was served for what they laid down; none as long as they are not, or if nothing is served.
    fn served(&self, draft: &Draft, at: usize, hand: &mus::Hand, laid: Set) -> Option<Set> {
        let is_before = |stage| {
            matches!(
                stage,
                mus::Stage::Laying | mus::Stage::Seen | mus::Stage::Serving
            )
        };
        let mut later = self.moves[at..]
            .iter()
            .map(|(later, _)| later)
            .chain([&self.end]);
        let after = later.find(|later| !is_before(later.stage))?;
        (draft.rules.mus_ask.value != MusAsk::Never)
            .then(|| after.held[hand.mover] - (hand.held[hand.mover] - laid))
    }
}

/// What a file tells up to the statement that begins at this place of its hand of this number: the hands before it whole.
pub fn up_to(text: &str, scenario: &Scenario, edition: &str, hand: usize, place: usize) -> String {
    let letters = scenario.header.letters;
    let told = |word: Word, span: &Span, end: usize| {
        let lines = text.get(span.start..span.end.min(end)).unwrap_or_default();
        // What breaks off before its first statement has the number of a trick, or the word of a phase, not yet begun.
        let (before, last) = lines.rsplit_once('\n').unwrap_or(("", lines));
        let is_begun = end > span.end
            || (last.contains(char::is_alphabetic) && !last.trim_end().ends_with(':'));
        let lines = if is_begun { lines } else { before }.trim_end_matches([' ', ',', '\r', '\n']);
        fence(
            word.spelling(letters),
            &Vec::from_iter(Some(lines).filter(|lines| !lines.is_empty())),
        )
    };
    let mut all = String::new();
    for (at, one) in scenario.hands.iter().take(hand).enumerate() {
        let is_last = at + 1 == hand;
        let end = if is_last { place } else { usize::MAX };
        all += &told(Word::Deal, &one.deal.span, usize::MAX);
        for part in one
            .read_by(edition)
            .into_iter()
            .filter(|part| part.span.start < end)
        {
            let word = if let Body::Script(_) = part.body {
                Word::Script
            } else {
                Word::Payout
            };
            if word == Word::Script || !is_last {
                all += &told(word, &part.span, end);
            }
        }
    }
    all
}
