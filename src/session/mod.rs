//! A session under way: the table, the cards, and all that was done, which is a scenario at every moment.

mod beginning;
mod company;
mod order;
mod past;
mod review;

use crate::cards::{Card, PerSeat, Seat};
use crate::engine::{
    Act, DealState, InvalidAct, Move, Refusal, Stage, TableState, TooManyChips, apply,
    apply_to_copy, check_session_end, close_deal, expect_accepted, open_deal, refusing_clause,
};
use crate::explore::mus::{decide, gained};
use crate::explore::strategy::STRATEGY;
use crate::explore::{self, PlayerView, RandomPlayer, act, result};
use crate::mus;
use crate::rules::{GameFamily, MoveKind, Phase, Ruleset};
use crate::scenario::story::Story;
use crate::scenario::task::verdicts;
use crate::scenario::{PlayedHand, PlayedMusHand, Posed, TaskAnswer, TaskQuestion, Verdict};
use anyhow::Result;
pub(crate) use beginning::{Begun, DRILLS, Drill, MOST_DEALS};
use company::passed_on;
pub(crate) use company::{Company, NAMES, companies, of_tricks, option, rules};
use order::keep_try;
pub(crate) use order::{
    ASIDES, Aside, Order, OrderError, PASS, WHY, alone, aside, exchange, in_words, is_laying,
    misused,
};
pub(crate) use order::{alone_at_mus, in_both, partner, question, sayable, stands};
pub(crate) use past::RecentSteps;
use past::{PastDeals, has_tellable_part};
pub(crate) use review::Mistake;
use review::{OwnChoice, Review};

pub(crate) struct Session {
    pub(crate) company: Company,
    table: TableState,
    cards: RandomPlayer,
    hands: Vec<PlayedHand>,
    /// What the author of a hand that was begun asks in it, each with the hand before.
    posed: Vec<(DealState, Posed)>,
    /// The hand with the cards that the learner has drawn for the pack, before they lay one down.
    drawn: Option<DealState>,
    /// What those cards were drawn from.
    chance_before_draw: Option<RandomPlayer>,
    /// The learner's choices in the current deal, in the order of play. At Mus none are kept.
    own_choices: Vec<OwnChoice>,
    pub(crate) mus: Option<Deals>,
    past: PastDeals,
}

/// Deals of Mus; a card that nobody has named comes from the seed.
pub(crate) struct Deals {
    table: mus::MusTable,
    chance: mus::RandomMusPlayer,
    all: Vec<PlayedMusHand>,
}

impl Deals {
    fn make(
        &mut self,
        rules: &Ruleset,
        hand: &mus::MusState,
        done: mus::MusAct,
    ) -> Result<(), Refusal> {
        let mut after = *hand;
        mus::apply(rules, &mut after, done, &mut Vec::new())?;
        if let Some(played) = self.all.last_mut() {
            let does = if let mus::MusAct::Move(_, does) = done {
                Some(does)
            } else {
                None
            };
            played.moves.extend(
                does.filter(|_| hand.awaits_move())
                    .map(|does| (*hand, does)),
            );
            played.end = after;
        }
        Ok(())
    }
}

impl Session {
    /// A table at which nobody has dealt yet. An error if no scenario could tell of this company.
    pub(crate) fn new(company: Company, seed: u64) -> Result<Session> {
        let session = Session::of(company, seed);
        session.company.check_names()?;
        Ok(session)
    }

    fn of(company: Company, seed: u64) -> Session {
        let (rules, seats) = (&company.rules, company.players.len() as u8);
        let table = TableState::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
        let mus = (rules.machine == GameFamily::Mus).then(|| Deals {
            table: mus::MusTable::new(rules, seats, Seat(0)),
            chance: mus::RandomMusPlayer::new(seed),
            all: Vec::new(),
        });
        Session {
            company,
            table,
            cards: RandomPlayer::new(seed),
            hands: Vec::new(),
            posed: Vec::new(),
            drawn: None,
            chance_before_draw: None,
            own_choices: Vec::new(),
            mus,
            past: PastDeals::default(),
        }
    }

    pub(crate) fn learner(&self) -> &str {
        self.company.name(self.company.learner)
    }

    pub(crate) fn hand(&self) -> Option<&DealState> {
        self.hands.last().map(|played| &played.end)
    }

    pub(crate) fn asks_learner(&self) -> Option<&DealState> {
        self.drawn
            .as_ref()
            .or(self.hand())
            .filter(|hand| hand.awaits_move() && hand.mover == self.company.learner)
    }

    /// What the learner has gained in the last hand since its pool was made, in chips, if it is over; a debt counts as lost.
    /// At Mus, in stones: what their side took beyond the other, or what they shed.
    pub(crate) fn result(&self) -> Option<i64> {
        let Company { rules, learner, .. } = &self.company;
        if let Some(mus) = &self.mus {
            let played = mus
                .all
                .last()
                .filter(|played| played.end.stage == mus::MusStage::Over)?;
            return Some(gained(
                rules,
                &played.moves.first()?.0,
                &played.end,
                *learner,
            ));
        }
        let played = self
            .hands
            .last()
            .filter(|played| !played.end.awaits_move())?;
        Some(result(&played.moves.first()?.0, &played.end, *learner))
    }

    /// Returns the number of choices that the learner has made in the current deal.
    pub(crate) fn own_choice_count(&self) -> usize {
        self.own_choices.len()
    }

    /// Returns the learner's mistakes in the current deal, in the order of play; none while it is under way, and none at Mus.
    pub(crate) fn mistakes(&self) -> Vec<Mistake> {
        let (Some(result), Some(played)) = (self.result(), self.hands.last()) else {
            return Vec::new();
        };
        let Company { rules, learner, .. } = &self.company;
        Review {
            rules,
            learner: *learner,
            moves: &played.moves,
            choices: &self.own_choices,
            result,
        }
        .mistakes()
    }

    pub(crate) fn asks_at_mus(&self) -> Option<&mus::MusState> {
        let hand = &self.mus.as_ref()?.all.last()?.end;
        Some(hand).filter(|hand| hand.awaits_move() && hand.mover == self.company.learner)
    }

    pub(crate) fn is_asked(&self) -> bool {
        self.asks_learner().is_some() || self.asks_at_mus().is_some()
    }

    pub(crate) fn order(&self, typed: &str) -> Option<Order> {
        let rules = &self.company.rules;
        let read = || match self.asks_learner() {
            Some(hand) => Some(order::read(typed, rules, hand)),
            None => Some(order::read_at_mus(typed, rules, self.asks_at_mus()?)),
        };
        let aside = aside(typed).filter(|_| self.is_asked());
        aside.or_else(|| Some(read()?.map_or_else(Order::Unclear, Order::Do)))
    }

    /// What the book's strategy would do where they are asked, and why, in a sentence or two.
    pub(crate) fn hint(&self) -> Option<String> {
        let (rules, (mut to, rule)) = (&self.company.rules, self.planned()?);
        // The cards for the pack are drawn: one of them is laid down.
        if let Some(hand) = self.asks_learner().filter(|hand| is_laying(hand)) {
            to = Move::Play(PlayerView::new(rules, hand).lowest(hand.hands[hand.mover])?);
        }
        Some(format!(
            "The book's strategy: {}. Its rule: {rule}",
            in_words(rules, to)
        ))
    }

    /// What the book's strategy would do, and the words of its rule.
    fn planned(&self) -> Option<(Move, &'static str)> {
        let rules = &self.company.rules;
        let at_mus = || decide(rules, self.asks_at_mus()?).map(|(rule, does)| (does, rule.text));
        let of_tricks = |hand| {
            STRATEGY
                .decide(rules, hand)
                .map(|(rule, does)| (does, rule.text))
        };
        self.asks_learner().map_or_else(at_mus, of_tricks)
    }

    pub(crate) fn dealt(&self) -> usize {
        self.mus
            .as_ref()
            .map_or(self.hands.len(), |mus| mus.all.len())
    }

    /// Deals the next hand; false if the session is over by its rules.
    pub(crate) fn deal(&mut self) -> Result<bool, TooManyChips> {
        let rules = &self.company.rules;
        if let Some(Deals { table, chance, all }) = &mut self.mus {
            if table.is_session_over(rules) {
                return Ok(false);
            }
            let mut hand = mus::open_deal(rules, table);
            let cards = chance.deal_cards(rules, &hand);
            let dealt = mus::apply(rules, &mut hand, mus::MusAct::Deal(cards), &mut Vec::new());
            expect_accepted(dealt, "a deal from the pack");
            let words = passed_on(
                &self.company,
                all.last().map(|last| last.end.dealer),
                hand.dealer,
            );
            all.push(PlayedHand::new(words, Some(cards), hand));
            return Ok(true);
        }
        if check_session_end(rules, &mut self.table) {
            return Ok(false);
        }
        let mut hand = open_deal(rules, &mut self.table, &mut Vec::new())?;
        let dealt = self.cards.deal(rules, self.table.seats);
        let Act::Deal(deal) = dealt else {
            return Ok(false);
        };
        expect_accepted(
            apply(rules, &mut hand, dealt, &mut Vec::new()),
            "a deal from the pack",
        );
        let words = passed_on(
            &self.company,
            self.hand().map(|last| last.dealer),
            hand.dealer,
        );
        self.hands.push(PlayedHand::new(words, Some(deal), hand));
        self.own_choices.clear();
        Ok(true)
    }

    /// Lets the others play until the learner is asked, or the hand is over: then the table has what came of it.
    pub(crate) fn go_on(&mut self) {
        if let Some(mus) = &mut self.mus {
            let Company { rules, learner, .. } = &self.company;
            while let Some(hand) = mus
                .all
                .last()
                .map(|last| last.end)
                .filter(|hand| hand.stage != mus::MusStage::Over)
            {
                if hand.awaits_move() && hand.mover == *learner {
                    return;
                }
                let done = explore::mus::act(rules, &hand, &mut mus.chance);
                expect_accepted(mus.make(rules, &hand, done), "a move of the strategy");
            }
            if let Some(last) = mus.all.last() {
                mus::close_deal(rules, &last.end, &mut mus.table);
            }
            return;
        }
        while let Some(hand) = self
            .hand()
            .filter(|hand| hand.awaits_move() && hand.mover != self.company.learner)
            .copied()
        {
            let Some(to) = STRATEGY.choose(&self.company.rules, &hand) else {
                break;
            };
            let done = act(&self.company.rules, &hand, to, &mut self.cards);
            expect_accepted(self.make(&hand, done), "a move of the strategy");
        }
        if let Some(played) = self.hands.last().filter(|_| !self.is_asked()) {
            close_deal(&self.company.rules, &played.end, &mut self.table);
        }
    }

    pub(crate) fn play(&mut self, to: Move) -> Result<(), Refusal> {
        if let Some(mus) = &mut self.mus {
            let Company { rules, learner, .. } = &self.company;
            let Some(hand) = mus.all.last().map(|last| last.end) else {
                return Ok(());
            };
            // What one has is said for one, and is true; a card that one does not hold is no move.
            let for_both =
                matches!(to, Move::PassBoth | Move::RefuseBoth) && partner(&self.company).is_some();
            if to.verb().sort() == MoveKind::Answer && !for_both {
                return Err(InvalidAct::NotNow.into());
            }
            if let Some(card) = to
                .what()
                .laid
                .and_then(|laid| (laid - hand.hands[*learner]).nth(0))
            {
                return Err(InvalidAct::NotHeld(card).into());
            }
            let made = mus.make(rules, &hand, mus::MusAct::Move(*learner, to));
            let is_told = rules.has(to.verb().topic()) && to.verb().sort() == MoveKind::Declaration;
            keep_try(mus.all.last_mut().filter(|_| is_told), to, &made);
            return made;
        }
        let (Some(asked), Some(hand)) = (self.asks_learner().copied(), self.hand().copied()) else {
            return Ok(());
        };
        let drawn = asked.hands[asked.mover];
        let chance = self
            .chance_before_draw
            .clone()
            .unwrap_or_else(|| self.cards.clone());
        let made = match to {
            Move::Play(laid) if self.drawn.is_some() => self
                .make(&hand, Act::Move(hand.mover, Move::Defend(drawn, laid)))
                .map(|()| self.drawn = None),
            _ if self.drawn.is_some() => Err(InvalidAct::NotNow.into()),
            _ => self.act(&hand, to),
        };
        if made.is_ok() {
            self.keep_choice(chance);
        }
        // No file of this edition can tell of what it does not speak of.
        let is_told = self.company.rules.has_clause_on(to.verb().topic())
            && matches!(hand.stage, Stage::In(Phase::Round(_) | Phase::Tricks));
        keep_try(self.hands.last_mut().filter(|_| is_told), to, &made);
        made
    }

    /// Keeps the choice that the learner has just made for the review; a defence of the pack once its card is laid down.
    fn keep_choice(&mut self, chance: RandomPlayer) {
        if self.drawn.is_some() {
            self.chance_before_draw = Some(chance);
            return;
        }
        self.chance_before_draw = None;
        let move_index = self
            .hands
            .last()
            .and_then(|played| played.moves.len().checked_sub(1));
        self.own_choices
            .extend(move_index.map(|move_index| OwnChoice { move_index, chance }));
    }

    /// Makes a move, or shows what is drawn for the pack. Nothing is drawn for an exchange or a defence that is refused.
    fn act(&mut self, hand: &DealState, to: Move) -> Result<(), Refusal> {
        let rules = &self.company.rules;
        match to {
            Move::Exchange(laid, _) if !matches!(hand.stage, Stage::In(Phase::Round(_))) => {
                apply_to_copy(
                    rules,
                    hand,
                    Act::Move(hand.mover, Move::Exchange(laid, laid)),
                    &mut Vec::new(),
                )?;
            }
            Move::Exchange(..) | Move::Defend(..) => {
                // A card that one does not hold is no move.
                if let Move::Exchange(laid, _) = to
                    && let Some(card) = (laid - hand.hands[hand.mover]).nth(0)
                {
                    return Err(InvalidAct::NotHeld(card).into());
                }
                if let Some(clause) = refusing_clause(rules, hand, hand.mover, to) {
                    return Err(Refusal::Forbidden(clause));
                }
            }
            _ => {}
        }
        let done = act(rules, hand, to, &mut self.cards);
        let (Move::Defend(..), Act::Move(seat, Move::Defend(drawn, _))) = (to, done) else {
            return self.make(hand, done);
        };
        let shown = self.drawn.insert(*hand);
        (shown.hands[seat], shown.active) = (drawn, hand.active.with(seat));
        Ok(())
    }

    fn make(&mut self, hand: &DealState, done: Act) -> Result<(), Refusal> {
        let mut after = *hand;
        apply(&self.company.rules, &mut after, done, &mut Vec::new())?;
        if let Some(played) = self.hands.last_mut() {
            played
                .moves
                .extend(done.as_move().map(|does| (*hand, does)));
            played.end = after;
        }
        Ok(())
    }

    /// Returns the steps of the session from one on, and at least those of its last deal. `from` is the number of steps before it.
    /// Only the last deal is replayed, unless earlier steps are asked for.
    pub(crate) fn steps_from(&mut self, from: usize) -> Result<RecentSteps> {
        match &self.mus {
            Some(mus) => self.past.steps_from(&self.company, &mus.all, from),
            None => self.past.steps_from(&self.company, &self.hands, from),
        }
    }

    /// Returns the story of the whole session.
    pub(crate) fn story(&mut self) -> Result<Story> {
        Ok(self.steps_from(0)?.into_story())
    }

    /// Returns whether a file can tell anything of the session.
    pub(crate) fn is_tellable(&self) -> bool {
        match &self.mus {
            Some(mus) => has_tellable_part(&mus.all),
            None => has_tellable_part(&self.hands),
        }
    }

    /// Returns the session as a scenario that holds; nothing if nothing in it could be held against the engine.
    pub(crate) fn scenario(&mut self) -> Result<Option<String>> {
        match &self.mus {
            Some(mus) => self.past.scenario(&self.company, &mus.all),
            None => self.past.scenario(&self.company, &self.hands),
        }
    }

    /// The verdict on a move of the learner's that is not made yet, and why. None where all that they may do is as good.
    pub(crate) fn verdict(&self, does: Move) -> Option<(Verdict, String)> {
        let (rules, hand) = (
            &self.company.rules,
            self.asks_learner().filter(|_| self.drawn.is_none())?,
        );
        let answer = if let Move::Play(card) = does {
            TaskAnswer::Card(card)
        } else {
            TaskAnswer::Move(does.verb())
        };
        let verdict = match refusing_clause(rules, hand, hand.mover, does) {
            Some(clause) => Verdict::Forbidden(clause),
            None => {
                let all = verdicts(rules, &self.hands.last()?.moves, hand, Some(does));
                let is_open = |verdict: &Verdict| matches!(verdict, Verdict::Good | Verdict::Worse);
                let open: Vec<_> = all
                    .into_iter()
                    .filter(|(_, verdict)| is_open(verdict))
                    .collect();
                let is_asked =
                    open.len() > 1 && open.iter().any(|(_, verdict)| *verdict == Verdict::Worse);
                open.iter().find(|(one, _)| is_asked && *one == answer)?.1
            }
        };
        let mut reason = self.said_of(hand, answer, verdict);
        if reason.is_none() && verdict == Verdict::Worse {
            reason = explain_advice(rules, hand, does);
        }
        Some((verdict, reason.unwrap_or_default()))
    }

    fn said_of(&self, hand: &DealState, answer: TaskAnswer, verdict: Verdict) -> Option<String> {
        let stands_so = |before: &DealState| {
            (before.stage, before.mover, before.trick) == (hand.stage, hand.mover, hand.trick)
                && before.hands[hand.mover] == hand.hands[hand.mover]
        };
        let answer = if verdict == Verdict::Good {
            TaskAnswer::Good
        } else {
            answer
        };
        let tasks = self
            .posed
            .iter()
            .filter(|(before, _)| stands_so(before))
            .map(|(_, posed)| &posed.task);
        let asked =
            tasks.filter(|task| matches!(task.asks, TaskQuestion::Plays | TaskQuestion::May));
        asked
            .flat_map(|task| &task.reasons)
            .find(|(one, _)| one.value == answer)
            .map(|(_, reason)| reason.clone())
    }
}

/// Says what the strategy would do instead of a move, which cards it would have kept, and by which rule.
fn explain_advice(rules: &Ruleset, hand: &DealState, made: Move) -> Option<String> {
    let (rule, advised) = STRATEGY.decide(rules, hand)?;
    let mut words = format!("The computer would choose: {}.", in_words(rules, advised));
    if let (Some(laid), Some(advised_laid)) = (made.what().laid, advised.what().laid) {
        for card in rules.rank.value.sort_cards(laid - advised_laid) {
            words += &format!(" Keep {card}, {}.", worth_of_card(hand, card));
        }
    }
    Some(format!("{words} {}", rule.text))
}

/// Says why a card is worth keeping.
fn worth_of_card(hand: &DealState, card: Card) -> &'static str {
    if hand.trumps.top.has(card) {
        "the highest trump"
    } else if hand.trumps.cards.has(card) {
        "a trump"
    } else {
        "which may win a trick"
    }
}

#[cfg(test)]
#[path = "../../tests/unit/session.rs"]
mod tests;
