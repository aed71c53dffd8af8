//! The talk at a table in a terminal, line by line, as a screen reader reads and a pipe carries it.

use super::{INDENT, Paper, step};
use crate::cards::{Card, Rank, Seat, Set, Suit};
use crate::editions;
use crate::engine::{Hand, Refusal, Stage, may_claim, offer};
use crate::narrate::{Scene, capital, choices, faces, open, part};
use crate::rules::{Machine, Marks, Move, Phase, Ruleset, Sort, Topic, Verb};
use crate::scenario::story::{AnyStep, Kind, Step, Story};
use crate::scenario::visible;
use crate::session::mus as at_mus;
use crate::session::{ASIDES, Aside, Order, PASS, Session, WHY, aside, exchange, in_words, is_laying, misused};
use anyhow::{Context, Result};
use std::io::Write;

pub(crate) struct Dialog<'a> {
    pub(crate) session: Session,
    pub(crate) answers: &'a mut dyn FnMut() -> Result<Option<Vec<u8>>>,
    pub(crate) out: &'a mut dyn Write,
    /// Keeps the session, which is a scenario at every moment, whenever a hand is over, and at its end.
    pub(crate) keep: &'a mut dyn FnMut(&str) -> Result<()>,
    pub(crate) width: fn() -> usize,
    /// After how many hands the session ends, if it does not end before.
    pub(crate) most: Option<usize>,
    pub(crate) told: Told,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    steps: usize,
    trick: Vec<(Seat, Card)>,
    /// The signs whose meaning has been told.
    signs: Marks,
}

impl Dialog<'_> {
    pub(crate) fn run(mut self) -> Result<()> {
        let played = self.hands();
        // Also where nobody is there any more to whom anything could be said.
        self.keep().and(played)
    }

    fn hands(&mut self) -> Result<()> {
        let (title, learner) = (&self.session.company.title, self.session.learner());
        let partner = at_mus::partner(&self.session.company);
        let with = partner.map_or_else(String::new, |name| format!(", and play with {name}"));
        let greeting = format!("{title}: you are {learner}{with}. Type help for what you may say.");
        self.say(&|paper| paper.paragraph(&greeting))?;
        while self.may_follow() {
            if !self.session.deal().ok().context("the pool is past all counting")? {
                return self.say(&|paper| paper.paragraph("The session is over by its rules."));
            }
            if !self.hand()? || !self.another()? {
                break;
            }
        }
        Ok(())
    }

    fn may_follow(&self) -> bool {
        self.most.is_none_or(|most| self.session.dealt() < most)
    }

    /// Plays a hand; false if the learner leaves in the middle of it.
    fn hand(&mut self) -> Result<bool> {
        loop {
            self.session.go_on();
            self.tell()?;
            if !self.session.is_asked() {
                return self.keep().map(|()| true);
            }
            if !self.ask()? {
                return Ok(false);
            }
        }
    }

    fn keep(&mut self) -> Result<()> {
        self.session.scenario()?.map_or(Ok(()), |text| (self.keep)(&text))
    }

    fn another(&mut self) -> Result<bool> {
        while self.may_follow() {
            let Some(typed) = self.answer("Enter deals the next hand, q ends the session> ")? else { return Ok(false) };
            match aside(&typed) {
                Some(Order::Nothing) => return Ok(true),
                Some(Order::Aside(Aside::Quit)) => return Ok(false),
                Some(Order::Aside(Aside::Help)) => self.aside(Aside::Help)?,
                Some(Order::Why(clause)) => self.why(&clause)?,
                _ => self.say(&|paper| paper.paragraph("The hand is over. help and why CLAUSE are answered here."))?,
            }
        }
        Ok(true)
    }

    fn tell(&mut self) -> Result<()> {
        let story = self.session.story()?;
        let sight = Some(self.session.company.learner);
        let mut paper = self.paper();
        // What was done is said, chips that moved are reckoned.
        for (at, one) in story.all().enumerate().skip(self.told.steps) {
            let scene = Scene::new(&story, one);
            let before = at.checked_sub(1).map(|at| story.step(at));
            // Another phase of a deal of Mus begins.
            let opens = matches!(one, AnyStep::Mus(_)) && before.is_some_and(|before| part(before) != part(one));
            let shows = before.is_some_and(|before| open(before).is_empty() && !open(one).is_empty());
            let heading = match one.kind {
                Kind::Deal | Kind::Payment | Kind::End => Some(step::name(&story, one)),
                _ => opens.then(|| part(one)),
            };
            if let Some(heading) = heading {
                paper.gap();
                paper.heading(&heading);
            }
            step::said(&mut paper, &story.rules, &one, &scene, sight);
            step::chips(&mut paper, &story, one, &scene);
            if one.kind == Kind::Deal || shows {
                step::lay(&mut paper, &story, one, sight);
            }
        }
        self.told.steps = story.count();
        let lies = self.session.hand().is_some_and(|hand| hand.trick.is_some());
        self.told.trick = story.steps.last().filter(|_| lies).map_or(Vec::new(), |last| last.trick.clone());
        self.print(paper)
    }

    /// Asks the learner until a move is made; false if the session is to end.
    fn ask(&mut self) -> Result<bool> {
        loop {
            self.question()?;
            let Some(typed) = self.answer("> ")? else { return Ok(false) };
            let Some(order) = self.session.order(&typed) else { return Ok(true) };
            match order {
                Order::Nothing => {}
                Order::Aside(Aside::Quit) => return Ok(false),
                Order::Aside(aside) => self.aside(aside)?,
                Order::Why(clause) => self.why(&clause)?,
                Order::Unclear(why) => self.say(&|paper| paper.cards(&why))?,
                Order::Do(to) => match self.session.play(to) {
                    Ok(()) => return Ok(true),
                    Err(refusal) => self.refuse(refusal)?,
                },
            }
        }
    }

    fn question(&mut self) -> Result<()> {
        let company = &self.session.company;
        if let Some(hand) = self.session.asks_at_mus() {
            return self.put(hand.held[hand.mover], "", &at_mus::question(company, hand));
        }
        let Some(hand) = self.session.asks_learner() else { return Ok(()) };
        let flush = company.rules.terms.flush;
        let or_pass = if hand.silent().is_some() { format!(", or {PASS}") } else { String::new() };
        let ask = match hand.stage {
            _ if is_laying(hand) => "You have drawn these: which one do you lay down?".to_owned(),
            Stage::In(Phase::Naming) => {
                let name = in_words(&company.rules, Move::Name(Suit::Hearts));
                format!("{}: {name}, say{or_pass}.", capital(Verb::Name.label()))
            }
            Stage::In(Phase::Round(_) | Phase::ThrowIn) => self.declarations(hand),
            Stage::In(Phase::Defence) => format!("{}{or_pass}?", capital(Verb::Defend.label())),
            Stage::In(Phase::TurnUp) => {
                let take = Verb::TakeTurnUp.label();
                format!("{}, {}, for a card of yours ({take} for 1){or_pass}?", capital(take), hand.turned)
            }
            Stage::In(Phase::Claims) if may_claim(&company.rules, hand, company.learner) => {
                format!("You hold the {flush}: {}{or_pass}?", Verb::Claim.label())
            }
            Stage::In(Phase::Claims) => format!("{PASS}: you hold no {flush}."),
            _ if hand.trick.is_none() => {
                let asks = offer(&company.rules, hand, Verb::DemandCivility);
                asks.map_or("You lead.".to_owned(), |asks| format!("You lead, or {}.", asks.verb.label()))
            }
            _ => {
                let played = |(seat, card): &(Seat, Card)| format!("{} {card}", company.name(*seat));
                let played: Vec<String> = self.told.trick.iter().map(played).collect();
                format!("On the table: {}. Your card?", played.join(", "))
            }
        };
        let trumps = if hand.has_trump() { format!(" (trumps {})", hand.trump.sign()) } else { String::new() };
        self.put(hand.held[company.learner], &trumps, &ask)
    }

    /// Puts a question below the learner's cards, each of which has its number.
    fn put(&mut self, held: Set, trumps: &str, ask: &str) -> Result<()> {
        let held = faces(&self.session.company.rules, held);
        let cards: Vec<String> = held.iter().zip(1..).map(|(face, at)| format!("{at} {}", face.text())).collect();
        self.say(&|paper| {
            paper.gap();
            paper.cards(&format!("Your cards{trumps}: {}", cards.join(" · ")));
            paper.cards(ask);
        })
    }

    /// `You may fold, may stand, may exchange 1 to 5 cards.`
    fn declarations(&self, hand: &Hand) -> String {
        let story = Story::of(self.session.company.rules, self.session.company.players.clone());
        let may = choices(&story, &self.as_step(hand)).into_iter();
        let may: Vec<String> = may.filter(|choice| choice.is_allowed).map(|choice| choice.verdict).collect();
        match &may[..] {
            [others @ .., last] if !others.is_empty() => format!("You {}, or {last}.", others.join(", ")),
            _ => format!("You {}.", may.concat()),
        }
    }

    fn as_step(&self, hand: &Hand) -> Step {
        let step = Step::asked(Kind::Declaration, Some(self.session.company.learner), *hand);
        Step { trick: self.told.trick.clone(), ..step }
    }

    /// The session with what is asked of the learner as its last step; none where nothing is asked.
    fn asked(&self) -> Result<Option<Story>> {
        let mut story = self.session.story()?;
        let number = story.frames().next_back().map_or(1, |last| last.hand);
        if let Some(hand) = self.session.asks_learner() {
            let waiting = story.steps.last().map_or(Vec::new(), |last| last.waiting.clone());
            story.steps.push(Step { waiting, ..self.as_step(hand) });
        } else if let Some(hand) = self.session.asks_at_mus() {
            story.mus.push(Step::asked(Kind::Declaration, Some(hand.mover), *hand));
        } else {
            return Ok(None);
        }
        story.frame_mut(story.count() - 1).hand = number;
        Ok(Some(story))
    }

    /// Says why a move is not made. What a clause refuses is a step of the session, and told as such.
    fn refuse(&mut self, refusal: Refusal) -> Result<()> {
        let rules = self.session.company.rules;
        if let Refusal::Misuse(misuse) = refusal {
            return self.say(&|paper| paper.cards(&misused(&rules, misuse)));
        }
        let before = self.told.steps;
        self.tell()?;
        let Some(clause) = refusal.clause().filter(|_| self.told.steps == before) else { return Ok(()) };
        self.say(&|paper| {
            let told = format!("That is refused: {}. [{}]", rules.title(clause), paper.refer(&rules, clause));
            paper.cards(&told);
        })
    }

    fn aside(&mut self, aside: Aside) -> Result<()> {
        let asked = self.asked()?;
        let now = asked.as_ref().map(|story| (story, story.step(story.count() - 1)));
        let (hint, rules) = (self.session.hint(), self.session.company.rules);
        self.say(&|paper| match (aside, now) {
            (Aside::Help, _) => help(paper, &rules),
            (Aside::Hint, _) => paper.cards(hint.as_deref().unwrap_or("There is no hint here.")),
            (Aside::May, Some((story, now))) => step::choices(paper, &story.rules, &Scene::new(story, now)),
            (Aside::Table, Some((story, now))) => {
                step::lay(paper, story, now, now.mover);
                step::debts(paper, story, now);
            }
            _ => {}
        })
    }

    fn why(&mut self, id: &str) -> Result<()> {
        let rules = self.session.company.rules;
        self.say(&|paper| match editions::topic(id) {
            Some(topic) => step::clause(paper, &rules, topic),
            None => {
                let (shown, other) = (visible(id), Topic::PlayFollow);
                let words = format!("No clause is called {shown}; {WHY} takes what stands in brackets: {WHY} {other}.");
                paper.paragraph(&words);
            }
        })
    }

    fn answer(&mut self, prompt: &str) -> Result<Option<String>> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let Some(line) = (self.answers)()? else { return Ok(writeln!(self.out).map(|()| None)?) };
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    fn paper(&self) -> Paper {
        Paper::wide((self.width)(), INDENT)
    }

    fn say(&mut self, what: &dyn Fn(&mut Paper)) -> Result<()> {
        let mut paper = self.paper();
        what(&mut paper);
        self.print(paper)
    }

    /// Prints a page, and behind it what its signs mean, each where it stands for the first time.
    fn print(&mut self, mut paper: Paper) -> Result<()> {
        paper.legend(paper.marks.but(self.told.signs));
        self.told.signs = self.told.signs.and(paper.marks);
        Ok(self.out.write_all(paper.text.as_bytes())?)
    }
}

fn help(paper: &mut Paper, rules: &Ruleset) {
    let say = "Say what you do as a script says it, in small letters or large:";
    if rules.machine == Machine::Mus {
        let is_said = |verb: &&Verb| verb.in_spanish().is_some() && verb.sort() == Sort::Declaration;
        let moves = Verb::ALL.iter().filter(is_said).filter_map(|verb| at_mus::alone(*verb));
        let moves: Vec<String> = moves.map(|does| at_mus::in_both(rules, does)).collect();
        paper.cards(&format!(
            "{say} {}. A number of stones may follow a bet, and by how many one raises; cards are told by their numbers.",
            moves.join(", ")
        ));
    } else {
        let take = Move::TakeTurnUp(Card::new(Rank::Seven, Suit::Hearts));
        let moves = [Move::Fold, Move::Stand, exchange(), Move::TakeSpare, take, Move::Name(Suit::Hearts)];
        let moves = moves.map(|does| in_words(rules, does)).join(", ").replace('♦', "d").replace('♥', "h");
        let claim = Verb::Claim.label();
        paper.cards(&format!("{say} 7♥ or 7h, {moves}; {claim}, or {PASS}. A card may be told by its number."));
    }
    for (_, names, what) in ASIDES {
        paper.fact(&names.join(", "), what);
    }
    paper.fact(&format!("{WHY} CLAUSE"), "the text of a clause, as in brackets");
}
