//! A hand of a scenario that somebody sits down to in its midst: what was played of it, and what it tells of the stock.

use super::{Company, Session};
use crate::cards::{Card, Seat, Set, once};
use crate::engine::{Hand, Move};
use crate::mus::Fact;
use crate::rules::by_name;
use crate::scenario::story::{Frame, Kind, Step, Story};
use crate::scenario::syntax::Scenario;
use crate::scenario::{House, Played, check_in, up_to};
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

const OVER: &str = "The hand is over here, and nobody is asked anything more. Take a seat at an earlier step.";

/// A scenario, and the step of it by its id at which somebody sits down, under an edition by its place in the header.
#[derive(Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Begun {
    text: String,
    step: String,
    edition: usize,
}

impl Session {
    /// A session that goes on from a step of a file, before it is made, or after the deal; or why nobody can sit down there.
    /// At Mus what comes before the next choice is as the file tells it.
    pub(crate) fn begun(begun: &Begun, house: House, learner: Seat, seed: u64) -> Result<Session> {
        let Begun { text, step, edition } = begun;
        let file = check_in(house, "session", text.as_bytes());
        if let Some(wrong) = file.diagnostics.first() {
            bail!("Nobody can sit down to this hand, because it does not hold: {}.", wrong.message);
        }
        let scenario = file.scenario.as_ref().context("Nobody can sit down here: this is no hand.")?;
        let story = file.stories.get(*edition).context("This hand is not told under so many editions.")?;
        let at = story.frames().position(|one| one.id == *step);
        let at = at.with_context(|| format!("{} does not come to this step. Choose another.", story.rules.name))?;
        let name = story.players.get(usize::from(learner.0)).context("Nobody sits on this seat.")?;
        let is_out = || format!("{name} is out of this hand. Take another seat, or an earlier step.");
        let header = &scenario.header;
        let options = by_name(header.options.iter().map(|(name, at)| (name.clone(), at.value.clone())));
        let company = Company {
            title: format!("{}, played on", file.title),
            chips: header.chips.iter().map(|chips| chips.value).collect(),
            letters: header.letters,
            ..Company::new(story.rules, options, story.players.clone(), learner, seed)
        };
        let mut session = Session::of(company, seed);
        let from_here = format!(
            "From here {name} plays on against the strategy of the book. Cards that the hand does not tell come from seed {seed}."
        );
        let told = |frame: &Frame, place: usize| {
            let place = if frame.kind == Kind::Deal { 0 } else { place };
            let told = up_to(text, scenario, story.rules.id, frame.hand, place);
            format!("{}\n\n{from_here}\n", told.trim())
        };
        if let Some(mus) = &mut session.mus {
            let number = story.mus[at].hand;
            let mut later = story.mus[at..].iter().take_while(|step| step.hand == number);
            let step = later.find(|step| found(step).asks()).context(OVER)?;
            let hand = *found(step);
            ensure!(hand.players.has(learner), is_out());
            let from = told_of_stock(scenario, number).filter(|card| hand.stock.has(*card));
            let served = later.flat_map(|step| &step.events).filter_map(|event| match event.fact {
                Fact::Served(_, cards) => Some(cards),
                _ => None,
            });
            mus.take_over(told(step, step.place.start), hand, once(from.chain(served.flatten())));
            return Ok(session);
        }
        let step = &story.steps[at];
        let hand = *found(step);
        ensure!(hand.asks() && !step.kind.settles(), OVER);
        // Who has folded may be asked all the same: for the pack.
        ensure!(hand.active.has(learner) || hand.mover == learner, is_out());
        session.table = story.tables.get(step.hand - 1).context("This hand has no table.")?.clone();
        let (stock, rest) = stock(scenario, story, at, &hand);
        session.cards.take_over(&stock, rest);
        // What silence says stands at the place of what was said before it.
        let before = at.checked_sub(1).map(|before| &story.steps[before]);
        let has_its_place = |before: &Step| (before.hand, &before.place) == (step.hand, &step.place);
        let is_silent = step.kind == Kind::Claims && before.is_some_and(has_its_place);
        let words = told(step, if is_silent { step.place.end } else { step.place.start });
        session.hands.push(Played::new(words, None, hand));
        let posed = story.steps[at..].iter().flat_map(|step| step.tasks.iter().map(|task| (step.before, task.clone())));
        session.posed = posed.collect();
        Ok(session)
    }
}

/// A hand as one finds it who sits down at a step: as it is before the step, or after the deal.
fn found<H, E>(step: &Step<H, E>) -> &H {
    if step.kind == Kind::Deal { &step.after } else { &step.before }
}

fn told_of_stock(scenario: &Scenario, number: usize) -> impl Iterator<Item = Card> {
    let deal = scenario.hands.get(number - 1).map(|hand| &hand.deal);
    deal.into_iter().flat_map(|deal| deal.stock.iter().map(|card| card.value))
}

/// The stock as the file tells it, in a line of the deal or by what was drawn later; and what else it may give.
fn stock(scenario: &Scenario, story: &Story, at: usize, hand: &Hand) -> (Vec<Card>, Set) {
    let number = story.steps[at].hand;
    let mut told: Vec<Card> = told_of_stock(scenario, number).filter(|card| hand.stock.has(*card)).collect();
    // What an offender held too many came from its top, and is not there to be drawn.
    let astray: Set = told.drain(..usize::from(hand.astray).min(told.len())).collect();
    let rest = hand.stock - astray;
    let drawn = |step: &Step| if let Some(Move::Exchange(_, drawn)) = step.did() { drawn } else { Set::EMPTY };
    let later = story.steps[at..].iter().take_while(|step| step.hand == number).flat_map(drawn);
    (once(told.into_iter().chain(later.filter(|card| rest.has(*card)))), rest)
}
