//! What is answered to one who asks and makes no move, or a move that makes no sense.

use super::dialog::Dialog;
use super::order::{ASIDES, Aside, PASS, WHY};
use crate::editions;
use crate::engine::{Hand, Misuse};
use crate::explore::strategy::STRATEGY;
use crate::narrate::scene::Scene;
use crate::rules::{Ruleset, Topic};
use crate::scenario::story::{Kind, Step};
use crate::scenario::{Mood, visible, written};
use crate::terminal::{Paper, Sight, step, table};
use anyhow::Result;

impl Dialog<'_> {
    /// Answers it.
    pub(super) fn aside(&mut self, aside: Aside, hand: &Hand) -> Result<()> {
        let mut paper = self.paper();
        match aside {
            Aside::Help => help(&mut paper),
            Aside::Hint => {
                let hint = hint(&self.sitting.company.rules, hand);
                paper.cards(&hint.unwrap_or_else(|| "There is no hint here.".to_owned()));
            }
            Aside::May => {
                let (story, asked) = self.asked(hand);
                step::choices(&mut paper, &story.rules, &Scene::new(&story, &asked));
            }
            Aside::Table => {
                let mut story = self.sitting.story()?;
                let waiting = story.steps.last().map_or(Vec::new(), |last| last.waiting.clone());
                let number = story.steps.last().map_or(1, |last| last.hand);
                let (_, asked) = self.asked(hand);
                story.steps.push(Step { hand: number, waiting, kind: Kind::Declaration, ..asked });
                if let Some(now) = story.steps.last() {
                    table::lay(&mut paper, &story, now, Sight(now.mover));
                    table::debts(&mut paper, &story, now);
                }
            }
            Aside::Quit => {}
        }
        self.print(&paper)
    }

    /// The text of a clause.
    pub(super) fn why(&mut self, id: &str) -> Result<()> {
        let rules = self.sitting.company.rules;
        let mut paper = self.paper();
        match editions::topic(id) {
            Some(topic) => step::clause(&mut paper, &rules, topic),
            None => paper.paragraph(&format!(
                "No clause is called {}; {WHY} takes what stands in brackets: {WHY} {}.",
                visible(id),
                Topic::PlayFollow
            )),
        }
        self.print(&paper)
    }
}

fn help(paper: &mut Paper) {
    let said = "Say what you do as a script says it, in small letters or large: 7♥ or 7h, fold, stand, exchange 8d 7d, \
        take the fille, take the turn-up for 7h, name hearts; claim, or pass. A card may be told by its number.";
    paper.cards(said);
    for (_, names, what) in ASIDES {
        paper.fact(&names.join(", "), what);
    }
    paper.fact(&format!("{WHY} CLAUSE"), "the text of a clause, as in brackets");
}

/// What it would do and why, in a sentence or two.
pub(super) fn hint(rules: &Ruleset, hand: &Hand) -> Option<String> {
    let (to, rule) = (STRATEGY.choose(rules, hand)?, STRATEGY.rule(rules, hand)?);
    let words = written(rules, to, Mood::Says).unwrap_or_else(|| PASS.to_owned());
    Some(format!("The book's strategy: {words}. Its rule: {}", rule.text))
}

/// Why, in words. What is asked of him is asked again after them.
pub(super) fn misused(misuse: Misuse) -> String {
    match misuse {
        Misuse::NotHeld(card) => format!("You do not hold {card}."),
        Misuse::Foreign(card) => format!("{card} is not in the pack."),
        Misuse::Uneven => "Name the cards you lay down: exchange 8♦ 7♦.".to_owned(),
        _ => "That is not asked now.".to_owned(),
    }
}
