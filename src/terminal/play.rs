//! The talk at a table in a terminal, line by line, as a screen reader reads and a pipe carries it.

use super::{INDENT, Paper, show, width};
use crate::cards::{Card, Rank, Suit};
use crate::editions;
use crate::engine::{Refusal, Stage, may_claim, move_offer};
use crate::narrate::{Scene, label, open, part, refused_move};
use crate::rules::{ClauseId, GameFamily, Marks, Move, MoveKind, Phase, Ruleset, Verb};
use crate::scenario::story::{AnyStep, Kind, Step, Story};
use crate::scenario::visible;
use crate::session::{
    ASIDES, Aside, Company, Order, PASS, Session, WHY, alone_at_mus, aside, exchange,
};
use crate::session::{in_both, in_words, is_laying, misused, partner, question};
use anyhow::Result;
use askama::Template;
use std::io::Write;

pub(crate) struct Dialog<'a> {
    pub(crate) session: Session,
    pub(crate) answers: &'a mut dyn FnMut() -> Result<Option<Vec<u8>>>,
    /// Keeps the session, which is a scenario at every moment, whenever a hand is over, and at its end.
    pub(crate) keep: &'a mut dyn FnMut(&str) -> Result<()>,
    /// After how many hands the session ends, if it does not end before.
    pub(crate) most: Option<usize>,
    /// The last steps of the session that were told.
    pub(crate) told: Story,
    /// The number of all steps that were told.
    pub(crate) told_count: usize,
    /// The signs whose meaning has been told.
    pub(crate) signs: Marks,
}

impl Dialog<'_> {
    pub(crate) fn run(mut self) -> Result<()> {
        let played = self.hands();
        // Also where nobody is there any more to whom anything could be said.
        self.keep().and(played)
    }

    fn hands(&mut self) -> Result<()> {
        let title = &self.session.company.title;
        let learner = self.session.learner();
        let partner = partner(&self.session.company);
        let with = partner.map_or_else(String::new, |name| format!(", and play with {name}"));
        let greeting = format!("{title}: you are {learner}{with}. Type help for what you may say.");
        self.say(&|paper| paper.paragraph(&greeting))?;
        while self.may_follow() {
            if !self.session.deal()? {
                return self.say(&|paper| paper.paragraph("The session is over by its rules."));
            }
            let mut is_over = false;
            while !is_over {
                self.session.go_on();
                self.tell()?;
                is_over = !self.session.is_asked();
                if is_over {
                    self.keep()?;
                }
                if !self.ask()? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn may_follow(&self) -> bool {
        self.most.is_none_or(|most| self.session.dealt() < most)
    }

    fn keep(&mut self) -> Result<()> {
        self.session
            .scenario()?
            .map_or(Ok(()), |text| (self.keep)(&text))
    }

    fn tell(&mut self) -> Result<()> {
        let recent = self.session.steps_from(self.told_count)?;
        let told_before = self.told_count - recent.steps_before;
        self.told_count = recent.step_count();
        let story = recent.into_story();
        let sight = Some(self.session.company.learner);
        let mut paper = Paper::wide(width(), INDENT);
        // What was done is said, chips that moved are reckoned.
        for (at, one) in story.all().enumerate().skip(told_before) {
            let scene = Scene::new(&story, one);
            let before = at.checked_sub(1).map(|at| story.step(at));
            // Another phase of a deal of Mus begins.
            let opens = matches!(one, AnyStep::Mus(_))
                && before.is_some_and(|before| part(before) != part(one));
            let shows =
                before.is_some_and(|before| open(before).is_empty() && !open(one).is_empty());
            let heading = match one.kind {
                Kind::Deal | Kind::Payment | Kind::End => Some(show::heading_of(&story, one)),
                _ => opens.then(|| part(one)),
            };
            if let Some(heading) = heading {
                paper.gap();
                paper.heading(&heading);
            }
            show::said(&mut paper, &story.rules, &one, &scene, sight);
            show::chips(&mut paper, &story, one, &scene);
            if one.kind == Kind::Deal || shows {
                show::lay(&mut paper, &story, one, sight);
            }
        }
        self.told = story;
        self.print(paper)
    }

    /// Asks the learner until they make a move, or after a hand want another; false if the session is to end.
    fn ask(&mut self) -> Result<bool> {
        loop {
            let asked = self.asked();
            let now = asked
                .as_ref()
                .map(|story| (story, story.step(story.count() - 1)));
            let prompt = match now {
                Some((story, step)) => self.question(story, step).map(|()| "> ")?,
                None if self.may_follow() => "Enter deals the next hand, q ends the session> ",
                None => return Ok(true),
            };
            let Some(typed) = self.answer(prompt)? else {
                return Ok(false);
            };
            match self.session.order(&typed).or_else(|| aside(&typed)) {
                Some(Order::Nothing) if now.is_none() => return Ok(true),
                Some(Order::Nothing) => {}
                Some(Order::Aside(Aside::Quit)) => return Ok(false),
                Some(Order::Aside(aside)) if now.is_some() || aside == Aside::Help => {
                    self.aside(aside, now)?
                }
                Some(Order::Why(clause)) => self.why(&clause)?,
                Some(Order::Unclear(why)) => self.say(&|paper| paper.cards(&why.to_string()))?,
                Some(Order::Do(to)) => match self.session.play(to) {
                    Ok(()) => return Ok(true),
                    Err(refusal) => self.refuse(to, refusal)?,
                },
                _ => self.say(&|paper| {
                    paper.paragraph("The hand is over. help and why CLAUSE are answered here.")
                })?,
            }
        }
    }

    /// Puts what is asked below the learner's cards, each of which has its number.
    fn question(&mut self, story: &Story, step: AnyStep) -> Result<()> {
        let asked = Question {
            company: &self.session.company,
            scene: Scene::new(story, step),
            step,
        }
        .render()?;
        self.say(&|paper| {
            paper.gap();
            paper.cards(&asked);
        })
    }

    /// What is told, with what is asked of the learner as its last step; none where nothing is asked.
    fn asked(&self) -> Option<Story> {
        let mut story = self.told.clone();
        let learner = Some(self.session.company.learner);
        let number = story.frames().next_back().map_or(1, |last| last.hand);
        if let Some(hand) = self.session.asks_learner() {
            let last = story.steps.last();
            let waiting = last.map_or(Vec::new(), |last| last.waiting.clone());
            let trick = last
                .filter(|_| hand.trick.is_some())
                .map_or(Vec::new(), |last| last.trick.clone());
            story.steps.push(Step {
                waiting,
                trick,
                ..Step::asked(Kind::Declaration, learner, *hand)
            });
        } else {
            story.mus.push(Step::asked(
                Kind::Declaration,
                learner,
                *self.session.asks_at_mus()?,
            ));
        }
        story.frame_mut(story.count() - 1).hand = number;
        Some(story)
    }

    /// Says why a move is not made. What a clause refuses is a step of the session, and told as such.
    fn refuse(&mut self, tried: Move, refusal: Refusal) -> Result<()> {
        let rules = self.session.company.rules;
        if let Refusal::Misuse(misuse) = refusal {
            return self.say(&|paper| paper.cards(&misused(&rules, misuse)));
        }
        let told_before = self.told_count;
        self.tell()?;
        let (Some(clause), Some(story)) = (refusal.clause(), self.asked()) else {
            return Ok(());
        };
        if self.told_count > told_before {
            return Ok(());
        }
        let sentence = refused_move(&story, story.step(story.count() - 1), tried, clause);
        self.say(&|paper| {
            let clause = paper.refer(&rules, clause);
            paper.cards(&format!("{sentence} [{clause}]"));
        })
    }

    fn aside(&mut self, aside: Aside, now: Option<(&Story, AnyStep)>) -> Result<()> {
        let hint = self.session.hint();
        let rules = self.session.company.rules;
        self.say(&|paper| match (aside, now) {
            (Aside::Help, _) => help(paper, &rules),
            (Aside::Hint, _) => paper.cards(hint.as_deref().unwrap_or("There is no hint here.")),
            (Aside::May, Some((story, now))) => {
                show::choices(paper, &story.rules, &Scene::new(story, now))
            }
            (Aside::Table, Some((story, now))) => {
                show::lay(paper, story, now, now.mover);
                show::debts(paper, story, now);
            }
            _ => {}
        })
    }

    fn why(&mut self, id: &str) -> Result<()> {
        let rules = self.session.company.rules;
        self.say(&|paper| match editions::clause_id(id) {
            Some(topic) => show::clause(paper, &rules, topic),
            None => {
                let shown = visible(id);
                let other = ClauseId::PlayFollow;
                let words = format!("No clause is called {shown}; {WHY} takes what stands in brackets: {WHY} {other}.");
                paper.paragraph(&words);
            }
        })
    }

    fn answer(&mut self, prompt: &str) -> Result<Option<String>> {
        let mut out = anstream::stdout();
        write!(out, "{prompt}")?;
        out.flush()?;
        let Some(line) = (self.answers)()? else {
            return Ok(writeln!(out).map(|()| None)?);
        };
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    fn say(&mut self, what: &dyn Fn(&mut Paper)) -> Result<()> {
        let mut paper = Paper::wide(width(), INDENT);
        what(&mut paper);
        self.print(paper)
    }

    /// Prints a page, and behind it what its signs mean, each where it stands for the first time.
    fn print(&mut self, mut paper: Paper) -> Result<()> {
        paper.legend(paper.marks.without(self.signs));
        self.signs = self.signs.and(paper.marks);
        Ok(anstream::stdout().write_all(paper.text.as_bytes())?)
    }
}

/// The learner's cards, and what is asked of them.
#[derive(Template)]
#[template(path = "question.txt")]
struct Question<'a> {
    company: &'a Company,
    scene: Scene,
    step: AnyStep<'a>,
}

fn help(paper: &mut Paper, rules: &Ruleset) {
    let say = "Say what you do as a script says it, in small letters or large:";
    if rules.machine == GameFamily::Mus {
        let is_said =
            |verb: &&Verb| verb.in_spanish().is_some() && verb.sort() == MoveKind::Declaration;
        let moves = Verb::ALL
            .iter()
            .filter(is_said)
            .filter_map(|verb| alone_at_mus(*verb));
        let moves: Vec<String> = moves.map(|does| in_both(rules, does)).collect();
        paper.cards(&format!(
            "{say} {}. A number of stones may follow a bet, and by how many one raises; cards are told by their numbers.",
            moves.join(", ")
        ));
    } else {
        let take = Move::TakeTurnUp(Card::new(Rank::Seven, Suit::Hearts));
        let moves = [
            Move::Fold,
            Move::Stand,
            exchange(),
            Move::TakeSpare,
            take,
            Move::Name(Suit::Hearts),
        ];
        let moves = moves
            .map(|does| in_words(rules, does))
            .join(", ")
            .replace('♦', "d")
            .replace('♥', "h");
        let claim = Verb::Claim.label();
        paper.cards(&format!(
            "{say} 7♥ or 7h, {moves}; {claim}, or {PASS}. A card may be told by its number."
        ));
    }
    ASIDES
        .iter()
        .for_each(|(_, names, what)| paper.fact(&names.join(", "), what));
    paper.fact(
        &format!("{WHY} CLAUSE"),
        "the text of a clause, as in brackets",
    );
}
