//! A session of a game with tricks: the learner's moves, the cards drawn for the pack, and verdicts on moves.

use super::deal_review::{ChoiceAgainstHint, ChoiceKeptForReview, DealToReview};
use super::session_deals::SessionDeals;
use super::session_setup::SessionSetup;
use super::table_input::{move_words, must_lay_drawn_card, record_refusal};
use crate::cards::{Card, Seat};
use crate::engine::{
    DealStage, DealState, InvalidActReason, Move, Refusal, TooManyChips, TrickAct, TrickGame,
    apply_to_copy, refusing_clause,
};
use crate::explore::strategy::STRATEGY;
use crate::explore::{
    PlayerView, RandomPlayer, Solver, chips_gained, fill_random_draws, with_unlimited_purses,
};
use crate::rules::{ClauseLookup, DealPhase, TrickRules};
use crate::scenario::task_check::judge_choices;
use crate::scenario::{PosedTask, TaskAnswer, TaskAnswerVerdict, TaskQuestion};
use std::sync::Arc;

/// The deals of a session of a game with tricks, and what is known of the last.
pub(super) struct TrickSessionDeals {
    pub(super) deals: SessionDeals<TrickGame>,
    /// The tasks of the scenario from which the session goes on, each with the state before it.
    pub(super) posed: Vec<(DealState, PosedTask)>,
    /// The hand with the cards that the learner has drawn for the pack, before they lay one down.
    drawn: Option<DealState>,
    /// The random numbers before those cards were drawn.
    chance_before_draw: Option<RandomPlayer>,
    /// The learner's choices in the current deal, in the order of play.
    own_choices: Vec<ChoiceKeptForReview>,
}

impl TrickSessionDeals {
    pub(super) fn new(deals: SessionDeals<TrickGame>) -> TrickSessionDeals {
        TrickSessionDeals {
            deals,
            posed: Vec::new(),
            drawn: None,
            chance_before_draw: None,
            own_choices: Vec::new(),
        }
    }

    /// Returns the current deal if the learner is asked in it, with the cards that they have drawn.
    pub(super) fn current_deal_asking_learner(&self, setup: &SessionSetup) -> Option<&DealState> {
        let hand = self.drawn.as_ref().or(self.deals.last_deal_state())?;
        if hand.awaits_move() && hand.mover == setup.learner {
            Some(hand)
        } else {
            None
        }
    }

    /// Returns what the learner has gained in the last deal, in chips, if it is over. A debt counts as lost.
    pub(super) fn last_deal_gain(&self, setup: &SessionSetup) -> Option<i64> {
        let played = self.deals.finished_deal()?;
        Some(chips_gained(
            &played.moves.first()?.0,
            &played.end,
            setup.learner,
        ))
    }

    /// Returns what each finished deal changed in the learner's chips, with stakes and debts. A debt that enters the pool was
    /// counted in the deal that made it.
    pub(super) fn learner_net_results(&self, setup: &SessionSetup) -> Vec<i64> {
        let learner = setup.learner;
        let rules = &self.deals.rules;
        let mut chips_before = rules.chips_start.value.0;
        let mut results = Vec::new();
        for played in &self.deals.all {
            if played.end.stage != DealStage::Over {
                break;
            }
            // What earlier deals of a scenario have changed belongs to none of the session.
            if played.deal.is_none()
                && let Some((begun, _)) = played.moves.first()
            {
                chips_before = chips_less_debts(begun, learner) + paid_stake(rules, begun, learner);
            }
            let chips = chips_less_debts(&played.end, learner);
            results.push(chips - chips_before);
            chips_before = chips;
        }
        results
    }

    /// Returns the number of choices that the learner has made in the current deal.
    pub(super) fn deal_choice_count(&self) -> usize {
        self.own_choices.len()
    }

    /// Returns the learner's choices in the last deal where the hint advised another move, in the order of play; none while it is
    /// under way.
    pub(super) fn differing_choices(&self, setup: &SessionSetup) -> Vec<ChoiceAgainstHint> {
        let Some(played) = self.deals.finished_deal() else {
            return Vec::new();
        };
        DealToReview {
            rules: &self.deals.rules,
            learner: setup.learner,
            level: setup.level,
            moves: &played.moves,
            choices: &self.own_choices,
        }
        .differing_choices()
    }

    /// Returns the move that lays down the lowest of the cards that the learner has drawn for the pack, if one must be laid down.
    pub(super) fn move_laying_drawn_card(&self, setup: &SessionSetup) -> Option<Move> {
        let hand = self.current_deal_asking_learner(setup)?;
        if !must_lay_drawn_card(hand) {
            return None;
        }
        let view = PlayerView::new(&self.deals.rules, hand);
        view.lowest_card(hand.hands[hand.mover]).map(Move::Play)
    }

    /// Deals the next cards, and returns false if the session is over by its rules.
    pub(super) fn deal_next(&mut self, setup: &SessionSetup) -> Result<bool, TooManyChips> {
        let is_dealt = self.deals.deal_next(setup)?;
        if is_dealt {
            self.own_choices.clear();
        }
        Ok(is_dealt)
    }

    /// Makes a move of the learner, or shows what they draw for the pack.
    pub(super) fn apply_learner_move(
        &mut self,
        setup: &SessionSetup,
        chosen_move: Move,
    ) -> Result<(), Refusal> {
        let Some(asked) = self.current_deal_asking_learner(setup).copied() else {
            return Ok(());
        };
        let Some(hand) = self.deals.last_deal_state().copied() else {
            return Ok(());
        };
        let chance = match &self.chance_before_draw {
            Some(before) => before.clone(),
            None => self.deals.chance.clone(),
        };
        let made = match chosen_move {
            Move::Play(laid) if self.drawn.is_some() => {
                let defends = Move::Defend(asked.hands[asked.mover], laid);
                self.apply_defence_with_shown_draw(&hand, defends)
            }
            _ if self.drawn.is_some() => Err(InvalidActReason::NotNow.into()),
            _ => self.apply_or_draw_defence(&hand, chosen_move),
        };
        if made.is_ok() {
            self.keep_choice_for_review(chance);
        }
        // No file of this edition can tell of what it does not speak of.
        let is_told = self.deals.rules.has_clause_on(chosen_move.verb().topic())
            && matches!(
                hand.stage,
                DealStage::In(DealPhase::Round(_) | DealPhase::Tricks)
            );
        if is_told {
            record_refusal(self.deals.all.last_mut(), chosen_move, &made);
        }
        made
    }

    /// Plays the deal to its end if cards are played: each player makes the best move with open
    /// cards.
    pub(super) fn play_best_moves(&mut self) {
        let rules = Arc::clone(&self.deals.rules);
        let mut solver = None;
        while let Some(state) = self.deals.last_deal_state().copied() {
            let rich = with_unlimited_purses(&state);
            if solver.is_none() {
                solver = Solver::new(&rules, &rich);
            }
            let Some(best) = solver.as_mut().and_then(|solver| solver.best_move(&rich)) else {
                return;
            };
            let act = TrickAct::Move(state.mover, best);
            if self.deals.apply_act(&state, &act).is_err() {
                return;
            }
        }
    }

    /// Makes a defence of which the drawn cards have been shown, and forgets these cards.
    fn apply_defence_with_shown_draw(
        &mut self,
        hand: &DealState,
        defence: Move,
    ) -> Result<(), Refusal> {
        self.deals
            .apply_act(hand, &TrickAct::Move(hand.mover, defence))?;
        self.drawn = None;
        Ok(())
    }

    /// Keeps the choice that the learner has just made for the review; a defence of the pack once its card is laid down.
    fn keep_choice_for_review(&mut self, chance: RandomPlayer) {
        if self.drawn.is_some() {
            self.chance_before_draw = Some(chance);
            return;
        }
        self.chance_before_draw = None;
        if let Some(played) = self.deals.all.last()
            && let Some(move_index) = played.moves.len().checked_sub(1)
        {
            self.own_choices
                .push(ChoiceKeptForReview { move_index, chance });
        }
    }

    /// Makes a move, or shows the mover the cards drawn to defend the pack. Nothing is drawn for an
    /// exchange or a defence that is refused.
    fn apply_or_draw_defence(
        &mut self,
        hand: &DealState,
        chosen_move: Move,
    ) -> Result<(), Refusal> {
        let rules = &self.deals.rules;
        match chosen_move {
            Move::Exchange(laid, _)
                if !matches!(hand.stage, DealStage::In(DealPhase::Round(_))) =>
            {
                apply_to_copy(
                    rules,
                    hand,
                    TrickAct::Move(hand.mover, Move::Exchange(laid, laid)),
                    &mut Vec::new(),
                )?;
            }
            Move::Exchange(..) | Move::Defend(..) => {
                // A card that one does not hold is no move.
                if let Move::Exchange(laid, _) = chosen_move
                    && let Some(card) = (laid - hand.hands[hand.mover]).nth(0)
                {
                    return Err(InvalidActReason::NotHeld(card).into());
                }
                if let Some(clause) = refusing_clause(rules, hand, hand.mover, chosen_move) {
                    return Err(Refusal::Forbidden(clause));
                }
            }
            _ => {}
        }
        let done = fill_random_draws(rules, hand, chosen_move, &mut self.deals.chance);
        let (Move::Defend(..), TrickAct::Move(seat, Move::Defend(drawn, _))) = (chosen_move, done)
        else {
            return self.deals.apply_act(hand, &done);
        };
        let shown = self.drawn.insert(*hand);
        shown.hands[seat] = drawn;
        shown.active = hand.active.with(seat);
        Ok(())
    }

    /// Returns the verdict on a move of the learner's that is not made yet, and why; nothing where all that they may do is as good.
    pub(super) fn verdict_on_move(
        &self,
        setup: &SessionSetup,
        chosen_move: Move,
    ) -> Option<(TaskAnswerVerdict, String)> {
        if self.drawn.is_some() {
            return None;
        }
        let rules = &self.deals.rules;
        let hand = self.current_deal_asking_learner(setup)?;
        let answer = if let Move::Play(card) = chosen_move {
            TaskAnswer::Card(card)
        } else {
            TaskAnswer::Move(chosen_move.verb())
        };
        let verdict = match refusing_clause(rules, hand, hand.mover, chosen_move) {
            Some(clause) => TaskAnswerVerdict::Forbidden(clause),
            None => {
                let mut open = judge_choices(
                    rules,
                    &self.deals.all.last()?.moves,
                    hand,
                    Some(chosen_move),
                );
                open.retain(|(_, verdict)| {
                    matches!(verdict, TaskAnswerVerdict::Good | TaskAnswerVerdict::Worse)
                });
                let has_worse = open
                    .iter()
                    .any(|(_, verdict)| *verdict == TaskAnswerVerdict::Worse);
                if open.len() < 2 || !has_worse {
                    return None;
                }
                open.iter().find(|(other, _)| *other == answer)?.1
            }
        };
        let mut reason = self.author_reason(hand, answer, verdict);
        if reason.is_none() && verdict == TaskAnswerVerdict::Worse {
            reason = explain_better_move(rules, hand, chosen_move);
        }
        Some((verdict, reason.unwrap_or_default()))
    }

    /// Returns what the author of a hand that was begun says of an answer.
    fn author_reason(
        &self,
        hand: &DealState,
        answer: TaskAnswer,
        verdict: TaskAnswerVerdict,
    ) -> Option<String> {
        let answer = if verdict == TaskAnswerVerdict::Good {
            TaskAnswer::Good
        } else {
            answer
        };
        for (before, posed) in &self.posed {
            let is_asked = matches!(posed.task.asks, TaskQuestion::Plays | TaskQuestion::May);
            if !is_asked || !is_same_choice(before, hand) {
                continue;
            }
            for (judged, reason) in &posed.task.reasons {
                if judged.value == answer {
                    return Some(reason.clone());
                }
            }
        }
        None
    }
}

/// Returns the chips of a player less what the player owes.
fn chips_less_debts(state: &DealState, seat: Seat) -> i64 {
    state.purses[seat] - state.waiting_debts[seat] - state.debts_made[seat]
}

/// Returns the stake that a player has put into the pool of a deal.
fn paid_stake(rules: &TrickRules, state: &DealState, seat: Seat) -> i64 {
    let stake = rules.stake.value;
    let is_due = !stake.once || state.is_first_deal;
    if is_due && stake.is_paid_by(seat == state.dealer) {
        stake.chips
    } else {
        0
    }
}

/// Returns whether the mover of two states of a deal has the same choice in both.
fn is_same_choice(before: &DealState, hand: &DealState) -> bool {
    before.stage == hand.stage
        && before.mover == hand.mover
        && before.trick == hand.trick
        && before.hands[hand.mover] == hand.hands[hand.mover]
}

/// Says what the strategy would do instead of a move, which cards it would have kept, and by which rule.
fn explain_better_move(
    rules: &TrickRules,
    hand: &DealState,
    rejected_move: Move,
) -> Option<String> {
    let (rule, advised) = STRATEGY.choose_rule(rules, hand)?;
    let mut words = format!("The computer would choose: {}.", move_words(rules, advised));
    if let (Some(laid), Some(advised_laid)) = (rejected_move.args().laid, advised.args().laid) {
        for card in rules.rank.value.sort_cards_by_suit(laid - advised_laid) {
            words += &format!(" Keep {card}, {}.", reason_to_keep(hand, card));
        }
    }
    Some(format!("{words} {}", rule.text))
}

/// Says why a card is worth keeping.
fn reason_to_keep(hand: &DealState, card: Card) -> &'static str {
    if hand.trumps.top.has(card) {
        "the highest trump"
    } else if hand.trumps.cards.has(card) {
        "a trump"
    } else {
        "which may win a trick"
    }
}
