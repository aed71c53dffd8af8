//! Sessions that go on from a step of a scenario, or begin with the first deal, from a seed on, that drills something.

use super::{Company, GameDeals, Session};
use crate::cards::{Card, CardSet, Seat, deduplicated};
use crate::engine::{DealState, Game, Move, Stage, broken_duty, move_offer, playable_cards};
use crate::mus::{MusEvent, MusEventKind};
use crate::rules::from_toml::{parse_file, text};
use crate::rules::{
    ClauseId, DealCondition, Duty, GameFamily, MoveKind, Obtained, Phase, Ruleset, TurnOwner, Verb,
};
use crate::rules::{by_name, data};
use crate::scenario::story::{Frame, Kind, Step, Story};
use crate::scenario::syntax::Scenario;
use crate::scenario::{HouseRules, PlayedHand, check_in, fences_up_to};
use anyhow::{Context, Result, bail, ensure};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::LazyLock;

const OVER: &str =
    "The hand is over here, and nobody is asked anything more. Take a seat at an earlier step.";

/// A scenario, and the step of it by its id at which somebody sits down, under an edition by its place in the header.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub(crate) struct Begun {
    text: String,
    step: String,
    edition: usize,
}

impl Session {
    /// A session that goes on from a step of a file, before it is made, or after the deal; or why nobody can sit down there.
    /// At Mus what comes before the next choice is as the file tells it.
    pub(crate) fn begun(
        begun: &Begun,
        house: HouseRules,
        learner: Seat,
        seed: u64,
    ) -> Result<Session> {
        let Begun {
            text,
            step,
            edition,
        } = begun;
        let file = check_in(house, "session", text.as_bytes());
        if let Some(wrong) = file.diagnostics.first() {
            bail!(
                "Nobody can sit down to this hand, because it does not hold: {}.",
                wrong.message
            );
        }
        let scenario = file
            .scenario
            .as_ref()
            .context("Nobody can sit down here: this is no hand.")?;
        let story = file
            .stories
            .get(*edition)
            .context("This hand is not told under so many editions.")?;
        let at = story.frames().position(|one| one.id == *step);
        let at = at.with_context(|| {
            format!(
                "{} does not come to this step. Choose another.",
                story.rules.name
            )
        })?;
        let name = story
            .players
            .get(usize::from(learner.0))
            .context("Nobody sits on this seat.")?;
        let is_out =
            || format!("{name} is out of this hand. Take another seat, or an earlier step.");
        let header = &scenario.header;
        let options = by_name(
            header
                .options
                .iter()
                .map(|(name, at)| (name.clone(), at.value.clone())),
        );
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
            let told = fences_up_to(text, scenario, story.rules.id, frame.hand, place);
            format!("{}\n\n{from_here}\n", told.trim())
        };
        let tricks = match &mut session.game {
            GameDeals::Tricks(tricks) => tricks,
            GameDeals::Mus(mus) => {
                let number = story.mus_steps()[at].hand;
                let mut later = story.mus_steps()[at..]
                    .iter()
                    .take_while(|step| step.hand == number);
                let step = later.find(|step| found(step).awaits_move()).context(OVER)?;
                let hand = *found(step);
                ensure!(hand.players.has(learner), is_out());
                let from = told_of_stock(scenario, number).filter(|card| hand.stock.has(*card));
                let served = |event: &MusEvent| {
                    if let MusEventKind::Served(_, cards) = event.kind {
                        cards
                    } else {
                        CardSet::EMPTY
                    }
                };
                mus.chance.preset_draws(deduplicated(
                    from.chain(later.flat_map(|step| &step.events).flat_map(served)),
                ));
                mus.all
                    .push(PlayedHand::new(told(step, step.place.start), None, hand));
                return Ok(session);
            }
        };
        let step = &story.trick_steps()[at];
        let hand = *found(step);
        ensure!(hand.awaits_move() && !step.kind.settles(), OVER);
        // Who has folded may be asked all the same: for the pack.
        ensure!(hand.active.has(learner) || hand.mover == learner, is_out());
        tricks.deals.table = story
            .tables
            .get(step.hand - 1)
            .context("This hand has no table.")?
            .clone();
        let (stock, rest) = stock(scenario, story, at, &hand);
        tricks.deals.chance.preset_draws(&stock, rest);
        // What silence says stands at the place of what was said before it.
        let before = at.checked_sub(1).map(|before| &story.trick_steps()[before]);
        let has_its_place =
            |before: &Step| (before.hand, &before.place) == (step.hand, &step.place);
        let is_silent = step.kind == Kind::Claims && before.is_some_and(has_its_place);
        let words = told(
            step,
            if is_silent {
                step.place.end
            } else {
                step.place.start
            },
        );
        tricks.deals.all.push(PlayedHand::new(words, None, hand));
        let posed = story.trick_steps()[at..]
            .iter()
            .flat_map(|step| step.tasks.iter().map(|task| (step.before, task.clone())));
        tricks.posed = posed.collect();
        Ok(session)
    }
}

/// A hand as one finds it who sits down at a step: as it is before the step, or after the deal.
fn found<G: Game>(step: &Step<G>) -> &G::State {
    if step.kind == Kind::Deal {
        &step.after
    } else {
        &step.before
    }
}

fn told_of_stock(scenario: &Scenario, number: usize) -> impl Iterator<Item = Card> {
    let deal = scenario.hands.get(number - 1).map(|hand| &hand.deal);
    deal.into_iter()
        .flat_map(|deal| deal.stock.iter().map(|card| card.value))
}

/// The stock as the file tells it, in a line of the deal or by what was drawn later; and what else it may give.
fn stock(scenario: &Scenario, story: &Story, at: usize, hand: &DealState) -> (Vec<Card>, CardSet) {
    let number = story.trick_steps()[at].hand;
    let mut told: Vec<Card> = told_of_stock(scenario, number)
        .filter(|card| hand.stock.has(*card))
        .collect();
    // What an offender held too many came from its top, and is not there to be drawn.
    let astray: CardSet = told
        .drain(..usize::from(hand.missing_from_stock).min(told.len()))
        .collect();
    let rest = hand.stock - astray;
    let drawn = |step: &Step| {
        if let Some(Move::Exchange(_, drawn)) = step.did() {
            drawn
        } else {
            CardSet::EMPTY
        }
    };
    let later = story.trick_steps()[at..]
        .iter()
        .take_while(|step| step.hand == number)
        .flat_map(drawn);
    (
        deduplicated(told.into_iter().chain(later.filter(|card| rest.has(*card)))),
        rest,
    )
}

data! {
    pub(crate) struct Drill {
        pub(crate) id: &'static str,
        pub(crate) title: &'static str,
        pub(crate) brief: &'static str,
        pub(crate) topic: ClauseId,
        /// The lesson it belongs to, by the name of its page; empty where none is about it.
        pub(crate) lesson: &'static str,
        is_met: Met,
    }

    /// How a deal shows that it drills something, where one plays it by the strategy.
    enum Met {
        /// The duty of its clause binds what is played, and keeps a card back.
        Bound,
        /// Folding is asked about, and its clause forbids it.
        Forced,
        /// The strategy makes one of these moves.
        Does(&'static [Verb]),
        /// It lays down one of these numbers of cards.
        Lays(&'static [usize]),
        /// It claims a flush, drawn or dealt.
        Claims { drawn: bool, },
        /// The learner has promised so many tricks at least, and wins no more than they have promised.
        Just(u8),
    }

    struct Drills {
        drill: &'static [Drill],
    }
}

pub(crate) static DRILLS: LazyLock<&[Drill]> =
    LazyLock::new(|| parse_file::<Drills>("drills.toml", text!("session/drills")).drill);

/// So many seeds are tried, one after the other. The rarest drill, a flush, comes once in some hundred deals.
pub(crate) const MOST_DEALS: u64 = 5_000;

impl Drill {
    pub(crate) fn by_id(id: &str) -> Option<&'static Drill> {
        DRILLS.iter().find(|drill| drill.id == id)
    }

    /// Whether an edition, as agreed, has what is drilled in the first hand of all.
    pub(crate) fn fits(&self, rules: &Ruleset) -> bool {
        let binds = |duty: Duty| duty == Duty::Binding;
        let is_possible = match self.topic {
            ClauseId::DeclFold => !rules
                .forced
                .value
                .0
                .iter()
                .any(|when| !matches!(when, DealCondition::Trump(_))),
            ClauseId::Forced => !rules.forced.value.0.is_empty(),
            ClauseId::TurnOwner => rules.turn_owner.value != TurnOwner::Nobody,
            ClauseId::FlushPat => rules.flush_pat.value == Obtained::Anyhow,
            ClauseId::Undertake => {
                rules
                    .undertake
                    .value
                    .playing
                    .max(rules.undertake.value.bidding)
                    > 1
            }
            ClauseId::PlayHead => binds(rules.play_head.value),
            ClauseId::PlayTrump => binds(rules.play_trump.value),
            ClauseId::PlayOvertrump => binds(rules.play_overtrump.value),
            _ => true,
        };
        // It is asked in a round of the first hand, where it is declared in one.
        let is_its =
            |verb: &Verb| verb.topic() == self.topic && verb.kind() == MoveKind::Declaration;
        let asks = |phase: &Phase| matches!(phase, Phase::Round(round) if round.offers.iter().any(|offer| is_its(&offer.0)));
        // At Mus all is asked in every deal.
        let is_asked = rules.machine == GameFamily::Mus
            || !Verb::ALL.iter().any(is_its)
            || rules.decl_order.value.for_deal(true).iter().any(asks);
        is_possible && rules.has(self.topic) && is_asked
    }

    /// The first of so many deals from this seed on that drills it, each dealt to the next seat.
    pub(crate) fn deal(&self, company: &Company, from: u64, most: u64) -> Option<(u64, Seat)> {
        let seats = company.players.len() as u64;
        let mut deals =
            (from..from.saturating_add(most)).map(|seed| (seed, Seat((seed % seats) as u8)));
        deals.find(|(seed, seat)| self.is_met(company, *seed, *seat).unwrap_or_default())
    }

    /// Whether one who plays the deal of a seed from a seat, by the strategy, comes to it.
    fn is_met(&self, company: &Company, seed: u64, learner: Seat) -> Option<bool> {
        let rules = &company.rules;
        let mut is_met = false;
        let is_bound = |hand: &DealState| {
            let binds = hand.stage == Stage::In(Phase::Tricks)
                && playable_cards(rules, hand).clause == self.topic;
            binds
                && hand.hands[hand.mover]
                    .into_iter()
                    .any(|card| broken_duty(rules, hand, card) == Some(self.topic))
        };
        let company = Company {
            learner,
            ..company.clone()
        };
        let session = play(company, seed, |session, does| {
            let hand = session.asks_learner();
            let forbids = |hand| {
                move_offer(rules, hand, Verb::Fold).is_some_and(|offer| offer.clause == self.topic)
            };
            is_met |= match self.is_met {
                Met::Bound => hand.is_some_and(is_bound),
                Met::Forced => hand.is_some_and(forbids),
                Met::Does(moves) => moves.contains(&does.verb()),
                Met::Lays(numbers) => {
                    matches!(does, Move::Exchange(laid, _) if numbers.contains(&laid.len()))
                }
                Met::Claims { drawn } => {
                    does == Move::Claim
                        && hand.is_some_and(|hand| hand.exchanged.has(hand.mover) == drawn)
                }
                Met::Just(_) => false,
            };
            is_met
        })?;
        let Met::Just(promised) = self.is_met else {
            return Some(is_met);
        };
        let (end, own) = session
            .hand()
            .map(|end| (end, end.tricks_undertaken[learner]))?;
        Some(end.tricks_finished > 0 && own >= promised && end.tricks_won[learner] == own)
    }

    /// The first such deal, played to its end by the strategy.
    pub(crate) fn worked(&self, company: &Company, from: u64) -> Option<Session> {
        // A page is not kept waiting for what may never come.
        let (seed, learner) = self.deal(company, from, 600)?;
        play(
            Company {
                learner,
                ..company.clone()
            },
            seed,
            |_, _| false,
        )
    }
}

/// A hand in which the learner too plays by the strategy, until they have seen enough of what they do.
fn play(
    company: Company,
    seed: u64,
    mut enough: impl FnMut(&Session, Move) -> bool,
) -> Option<Session> {
    let mut session = Session::of(company, seed);
    session.deal().ok()?;
    session.go_on();
    while session.is_asked() {
        let (does, _) = session.planned()?;
        if enough(&session, does) {
            break;
        }
        session.play(does).ok()?;
        session.go_on();
    }
    Some(session)
}
