//! "Should I go in?" at a declaration: what each way to declare comes to, where the hand's author asks for it.
//!
//! Figures of hands known when the program was made lie in a file, by what they rest on; those of other hands are
//! worked out when the page is made, and come out the same.

use super::Place;
use crate::cards::{InOrder, PerSeat};
use crate::engine::Stage;
use crate::explore::{Advice, Heard, Plan, advise, key};
use crate::narrate::{grouped, mean, name, share};
use crate::rules::{Phase, Ruleset};
use crate::scenario::Checked;
use crate::scenario::story::{Kind, Step, Story};
use anyhow::Result;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Play-outs of each way to declare.
const TIMES: u64 = 2_000;
/// Where their random numbers begin.
const SEED: u64 = 1;

type Known = BTreeMap<String, Vec<Advice>>;

static KNOWN: LazyLock<Known> =
    LazyLock::new(|| serde_json::from_str(include_str!("advice/known.json")).unwrap_or_default());

pub(super) struct AdviceView {
    pub(super) edition: &'static str,
    pub(super) mover: String,
    pub(super) whose: String,
    /// Each way to declare, what it brings, and how often nothing is owed after it.
    pub(super) rows: Vec<(String, String, String)>,
    pub(super) verdict: String,
    pub(super) times: String,
    pub(super) strategy: String,
}

/// What may be said at a step of a story. Nothing where its author does not ask, or nobody declares.
pub(super) fn advice(story: &Story, at: usize, place: Place) -> Option<AdviceView> {
    let (asked, mover) = (Asked::at(story, at).filter(|_| story.advice)?, story.steps[at].mover?);
    // The engine in a page works all out: there the file would weigh more than the wait.
    let known = if cfg!(target_arch = "wasm32") { None } else { KNOWN.get(&asked.key()).cloned() };
    let found = known.unwrap_or_else(|| asked.work_out());
    let row = |one: &Advice| (way(one), mean(one.gained, 2), share(one.spared));
    Some(AdviceView {
        edition: story.rules.name,
        mover: name(story, mover).into(),
        whose: format!("m{}", mover.0),
        rows: found.iter().map(row).collect(),
        verdict: verdict(&found),
        times: grouped(TIMES as i64),
        strategy: place.to("strategy.html"),
    })
}

fn way(one: &Advice) -> String {
    match (one.plan, one.laid) {
        (Plan::Losers, 1) => "change the one plain loser".into(),
        (Plan::Losers, laid) => format!("change {laid} plain losers"),
        (Plan::All, laid) => format!("change all {laid} cards"),
        (plan, _) => plan.name().into(),
    }
}

fn verdict(found: &[Advice]) -> String {
    let mut ways: Vec<&Advice> = found.iter().collect();
    ways.in_order_of(|one| found.iter().filter(|other| other.gained.found() > one.gained.found()).count());
    match ways[..] {
        [] => String::new(),
        [one] => format!("There is no other way than to {}.", way(one)),
        [best, next, ..] if best.gained.found() - best.gained.within() > next.gained.found() + next.gained.within() => {
            format!("Best on average: {}.", way(best))
        }
        [best, next, ..] => {
            format!("To {} and to {} come out too near each other to tell which is better.", way(best), way(next))
        }
    }
}

struct Asked<'a> {
    rules: &'a Ruleset,
    step: &'a Step,
    first: &'a Step,
    said: Vec<Heard>,
}

impl Asked<'_> {
    /// The declaration at a place of a story. None where something else than declarations went before it in its round.
    fn at(story: &Story, at: usize) -> Option<Asked<'_>> {
        let step = story.steps.get(at)?;
        let is_round =
            |step: &&Step| step.kind == Kind::Declaration && matches!(step.before.stage, Stage::In(Phase::Round(_)));
        let hand = story.steps[..=at].iter().filter(|other| other.hand == step.hand);
        let round: Vec<&Step> = hand.filter(is_round).collect();
        let first = round.first().filter(|_| is_round(&step))?;
        let said: Vec<Heard> = round[..round.len() - 1].iter().filter_map(|step| step.did()).map(Heard::of).collect();
        let in_turn = step.before.in_turn().nth(said.len()) == step.mover;
        in_turn.then_some(Asked { rules: &story.rules, step, first, said })
    }

    /// What the figures rest on, in sixteen letters: the rules, what the mover knows, and how it is played out.
    fn key(&self) -> String {
        let hand = &self.first.before;
        let clauses = self.rules.clauses();
        let values: Vec<&str> = clauses.iter().map(|clause| clause.key()).collect();
        let mover = self.step.before.mover;
        let known = (mover, hand.dealer, hand.seats, hand.held[mover], hand.turned, hand.trump, &self.said);
        let each = |chips: &PerSeat<i64>| chips.iter().copied().take(usize::from(hand.seats)).collect::<Vec<_>>();
        let chips = (hand.pool, each(&hand.purses), each(&hand.waiting), hand.simple, hand.fee_paid);
        let text = format!("{values:?} {known:?} {chips:?} {TIMES} {SEED}");
        key(&text)
    }

    fn work_out(&self) -> Vec<Advice> {
        advise(self.rules, &self.first.before, &self.said, TIMES, SEED)
    }
}

/// All figures of these files as they stand in the file, worked out anew.
pub fn known(files: &[Checked]) -> Result<String> {
    let stories = files.iter().flat_map(|file| &file.stories).filter(|story| story.advice);
    let asked = stories.flat_map(|story| (0..story.steps.len()).filter_map(|at| Asked::at(story, at)));
    let known: Known = asked.map(|asked| (asked.key(), asked.work_out())).collect();
    Ok(serde_json::to_string(&known)?.replace("],\"", "],\n\"") + "\n")
}
