//! A hand of a scenario that somebody sits down to in its midst: what was played of it, and what it tells of the stock.

use super::Company;
use crate::cards::{Card, Seat, Set, once};
use crate::engine::{Hand, Move, Table};
use crate::rules::by_name;
use crate::scenario::story::{Kind, Posed, Step, Story};
use crate::scenario::syntax::Scenario;
use crate::scenario::{House, check_in, up_to};
use anyhow::{Context, Result, bail, ensure};

pub(crate) struct Beginning {
    pub(crate) company: Company,
    /// The table, once the pool of this hand was made.
    pub(crate) table: Table,
    pub(crate) hand: Hand,
    /// The file so far.
    pub(crate) told: String,
    /// What the stock gives first, as the file tells it.
    pub(crate) stock: Vec<Card>,
    /// What else it may give.
    pub(crate) rest: Set,
    /// What the author asks from here on, each with the hand before.
    pub(crate) posed: Vec<(Hand, Posed)>,
}

impl Beginning {
    /// At a step of a file, under one of its editions by its place in the header: before it is made, or after the deal.
    /// Whoever cannot sit down there is told why.
    pub(crate) fn at(
        house: House,
        text: &str,
        step: &str,
        edition: usize,
        learner: Seat,
        seed: u64,
    ) -> Result<Beginning> {
        let file = check_in(house, "session", text.as_bytes());
        if let Some(wrong) = file.diagnostics.first() {
            bail!("Nobody can sit down to this hand, because it does not hold: {}.", wrong.message);
        }
        let scenario = file.scenario().context("Nobody can sit down here: this is no hand.")?;
        let story = file.stories.get(edition).context("This hand is not told under so many editions.")?;
        let at = story.steps.iter().position(|one| one.id == step);
        let at = at.with_context(|| format!("{} does not come to this step. Choose another.", story.rules.name))?;
        let step = &story.steps[at];
        let hand = if step.kind == Kind::Deal { step.after } else { step.before };
        if step.kind.settles() || !hand.asks() {
            bail!("The hand is over here, and nobody is asked anything more. Take a seat at an earlier step.");
        }
        let name = story.players.get(usize::from(learner.0)).context("Nobody sits on this seat.")?;
        // Who has folded may be asked all the same: for the pack.
        let plays = hand.active.has(learner) || hand.mover == learner;
        ensure!(plays, "{name} is out of this hand. Take another seat, or an earlier step.");
        let table = story.tables.get(step.hand - 1).context("This hand has no table.")?.clone();
        let (stock, rest) = stock(scenario, story, at, &hand);
        let title = format!("{}, played on", file.title);
        let options = by_name(scenario.header.options.iter().map(|(name, at)| (name.clone(), at.value.clone())));
        let players = story.players.clone();
        let chips = scenario.header.chips.iter().map(|chips| chips.value).collect();
        let letters = scenario.header.letters;
        let company = Company { title, rules: story.rules, options, is_abroad: true, players, chips, letters, learner };
        let place = if step.kind == Kind::Deal { 0 } else { step.place.start };
        let told = up_to(text, scenario, story.rules.id, step.hand, place);
        let from_here = format!(
            "From here {name} plays on against the strategy of the book. Cards that the hand does not tell come from seed {seed}."
        );
        let told = format!("{}\n\n{from_here}\n", told.trim());
        let posed = story.steps[at..].iter().flat_map(|step| step.tasks.iter().map(|task| (step.before, task.clone())));
        Ok(Beginning { company, table, hand, told, stock, rest, posed: posed.collect() })
    }
}

/// The stock as the file tells it, in a line of the deal or by what was drawn later; and what else it may give.
fn stock(scenario: &Scenario, story: &Story, at: usize, hand: &Hand) -> (Vec<Card>, Set) {
    let number = story.steps[at].hand;
    let deal = scenario.hands.get(number - 1).map(|hand| &hand.deal);
    let told = deal.into_iter().flat_map(|deal| deal.stock.iter().map(|card| card.value));
    let mut told: Vec<Card> = told.filter(|card| hand.stock.has(*card)).collect();
    // What an offender held too many came from its top, and is not there to be drawn.
    let astray: Set = told.drain(..usize::from(hand.astray).min(told.len())).collect();
    let rest = hand.stock - astray;
    let later = story.steps[at..].iter().take_while(|step| step.hand == number).flat_map(drawn);
    (once(told.into_iter().chain(later.filter(|card| rest.has(*card)))), rest)
}

fn drawn(step: &Step) -> Set {
    let drawn = |does| if let Move::Exchange(_, drawn) = does { drawn } else { Set::EMPTY };
    step.events.iter().filter_map(|event| event.fact.did()).fold(Set::EMPTY, |all, (_, does)| all | drawn(does))
}
