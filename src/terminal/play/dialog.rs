//! The talk at the table: what has happened is told, what is asked is asked, what is answered is done or refused.

use super::aside::misused;
use super::order::{Aside, Order, aside, order};
use super::sitting::Sitting;
use crate::cards::{Card, Seat};
use crate::engine::Refusal;
use crate::narrate::scene::Scene;
use crate::rules::Marks;
use crate::scenario::story::{Kind, Step, Story};
use crate::terminal::{INDENT, Paper, Sight, step, table};
use anyhow::{Context, Result};
use std::io::{BufRead, Write};

/// Keeps the session, which is a scenario at every moment.
pub(crate) trait Keep {
    /// Writes it where it is kept.
    ///
    /// # Errors
    /// A place that cannot be written.
    fn keep(&mut self, text: &str) -> Result<()>;
}

/// A talk between the table and one who answers in lines.
pub(crate) struct Dialog<'a> {
    /// The session.
    pub(crate) sitting: Sitting,
    /// Where answers come from.
    pub(crate) answers: &'a mut dyn BufRead,
    /// Where the table speaks.
    pub(crate) out: &'a mut dyn Write,
    /// Who keeps the session.
    pub(crate) keeper: &'a mut dyn Keep,
    /// How wide the paper is, in columns, at each moment.
    pub(crate) width: fn() -> usize,
    /// After how many hands the session ends, if it does not end before.
    pub(crate) most: Option<usize>,
    /// How far the session has been told.
    pub(crate) told: Told,
}

/// How far a session has been told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    /// How many steps.
    steps: usize,
    /// The cards of the trick on the table, in the order played.
    pub(super) trick: Vec<(Seat, Card)>,
    /// The signs whose meaning has been told.
    signs: Marks,
}

impl Dialog<'_> {
    /// Plays until the rules, the learner, or the end of the answers ends the session.
    ///
    /// # Errors
    /// A terminal that is closed, or a session that cannot be kept.
    pub(crate) fn run(mut self) -> Result<()> {
        let greeting =
            format!("{}: you are {}. help tells what you may say.", self.sitting.company.title, self.sitting.learner());
        self.say(&|paper| paper.paragraph(&greeting))?;
        while self.most.is_none_or(|most| self.sitting.dealt() < most) {
            if !self.sitting.deal().ok().context("the pool is past all counting")? {
                self.say(&|paper| paper.paragraph("The session is over by its rules."))?;
                break;
            }
            if !self.hand()? || !self.another()? {
                break;
            }
        }
        self.keep()
    }

    /// Plays a hand; false if the learner leaves in the middle of it.
    fn hand(&mut self) -> Result<bool> {
        loop {
            self.sitting.go_on();
            self.tell()?;
            if self.sitting.asks_learner().is_none() {
                break;
            }
            if !self.ask()? {
                return Ok(false);
            }
            self.keep()?;
        }
        self.sitting.close();
        self.keep()?;
        Ok(true)
    }

    fn keep(&mut self) -> Result<()> {
        self.sitting.scenario()?.map_or(Ok(()), |text| self.keeper.keep(&text))
    }

    /// Whether another hand is wanted; not asked where none may follow.
    fn another(&mut self) -> Result<bool> {
        if self.most.is_some_and(|most| self.sitting.dealt() >= most) {
            return Ok(true);
        }
        loop {
            let Some(typed) = self.answer("Enter deals the next hand, q ends the session> ")? else { return Ok(false) };
            match (aside(&typed), self.sitting.hand().copied()) {
                (Some(Order::Nothing), _) => return Ok(true),
                (Some(Order::Aside(Aside::Quit)), _) => return Ok(false),
                (Some(Order::Aside(Aside::Help)), Some(hand)) => self.aside(Aside::Help, &hand)?,
                (Some(Order::Why(clause)), _) => self.why(&clause)?,
                _ => self.say(&|paper| paper.paragraph("The hand is over. help and why CLAUSE are answered here."))?,
            }
        }
    }

    /// Tells the steps that have not been told.
    fn tell(&mut self) -> Result<()> {
        let story = self.sitting.story()?;
        let sight = Sight(Some(self.sitting.company.learner));
        let mut paper = self.paper();
        for one in story.steps.iter().skip(self.told.steps) {
            happened(&mut paper, &story, one, sight);
        }
        self.told.steps = story.steps.len();
        let lies = self.sitting.hand().is_some_and(|hand| hand.trick.is_some());
        self.told.trick = story.steps.last().filter(|_| lies).map_or(Vec::new(), |last| last.trick.clone());
        self.print(&paper)
    }

    /// Asks the learner until a move is made; false if the session is to end.
    fn ask(&mut self) -> Result<bool> {
        loop {
            self.question()?;
            let Some(typed) = self.answer("> ")? else { return Ok(false) };
            let Some(hand) = self.sitting.asks_learner().copied() else { return Ok(true) };
            match order(&typed, &self.sitting.company.rules, &hand) {
                Order::Nothing => {}
                Order::Aside(Aside::Quit) => return Ok(false),
                Order::Aside(aside) => self.aside(aside, &hand)?,
                Order::Why(clause) => self.why(&clause)?,
                Order::Unclear(why) => self.say(&|paper| paper.cards(&why))?,
                Order::Do(to) => match self.sitting.play(to) {
                    Ok(()) => return Ok(true),
                    Err(refusal) => self.refuse(refusal)?,
                },
            }
        }
    }

    /// Says why a move is not made. What a clause refuses is a step of the session, and told as such.
    fn refuse(&mut self, refusal: Refusal) -> Result<()> {
        if let Refusal::Misuse(misuse) = refusal {
            return self.say(&|paper| paper.cards(&misused(misuse)));
        }
        let before = self.told.steps;
        self.tell()?;
        if let Some(clause) = refusal.clause().filter(|_| self.told.steps == before) {
            let rules = self.sitting.company.rules;
            self.say(&|paper| {
                let told = format!("That is refused: {}. [{}]", rules.title(clause), paper.refer(&rules, clause));
                paper.cards(&told);
            })?;
        }
        Ok(())
    }

    /// The next answer; none at the end of the answers.
    fn answer(&mut self, prompt: &str) -> Result<Option<String>> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut line = Vec::new();
        if self.answers.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    /// An empty page.
    pub(super) fn paper(&self) -> Paper {
        Paper::wide((self.width)(), INDENT)
    }

    fn say(&mut self, what: &dyn Fn(&mut Paper)) -> Result<()> {
        let mut paper = self.paper();
        what(&mut paper);
        self.print(&paper)
    }

    /// Prints a page, and behind it what its signs mean, each where it stands for the first time.
    pub(super) fn print(&mut self, paper: &Paper) -> Result<()> {
        let mut legend = self.paper();
        legend.legend(paper.marks().but(self.told.signs));
        self.told.signs = self.told.signs.and(paper.marks());
        self.out.write_all(paper.text().as_bytes())?;
        Ok(self.out.write_all(legend.text().as_bytes())?)
    }
}

/// A step as it is told at the table: what was done is said, chips that moved are reckoned.
fn happened(paper: &mut Paper, story: &Story, one: &Step, sight: Sight) {
    let scene = Scene::new(story, one);
    if one.kind == Kind::Deal || one.kind.settles() {
        paper.gap();
        paper.heading(&step::name(story, one));
    }
    step::said(paper, &story.rules, one, &scene, sight);
    step::chips(paper, story, one, &scene);
    if one.kind == Kind::Deal {
        table::lay(paper, story, one, sight);
    }
}
