//! A file of Mus held against its machine; and in words, who is asked, why something may not be done, what cards are worth.

pub mod mus_answers;
pub mod mus_expectations;
pub mod mus_payout;
pub mod mus_step_recording;
pub mod scripted_mus_deal;
pub mod scripted_mus_moves;

use super::awaited_move_words::AwaitedMoveWords;
use super::named_and_drawn_cards::ExpectedDrawnCards;
use super::replay_state::{Replay, ReplayableGame};
use super::story::{MusStep, StorySteps};
use crate::cards::{Card, CardSet, InsertionSort, PerSeat, Rank, Seat, count_of_or_no};
use crate::mus::{
    MusGame, MusStage, MusState, MusTableBetweenDeals, PairKind, card_total, couple_in,
    legal_verbs, max_cards, open_deal, true_declaration,
};
use crate::rules::mus_values::BettingPhase;
use crate::rules::{ClauseId, MusRules, Verb};
use crate::scenario::text::{DeclarationChoice, MoveChoices, Span};
use askama::Template;

pub type NameOfSeat<'a> = &'a dyn Fn(Seat) -> String;

/// The facts about a deal of Mus that a replay keeps besides its state.
#[derive(Clone, Default)]
pub struct MusReplayNotes {
    /// The cards that the discarding players of this round are served, in their order, and where the file names them.
    pub served: Vec<(Seat, Option<ExpectedDrawnCards>, Span)>,
    /// True if some of the declarations that are asked for were written.
    pub is_declared: bool,
    /// The phases that the last statement closed, and who won each.
    pub closed: Vec<(BettingPhase, Option<Seat>)>,
    /// The numbers of which ids are made: rounds of mus, bets of the phase.
    pub rounds: usize,
    pub said: usize,
}

/// A replay of Mus.
pub type MusReplay<'a> = Replay<'a, MusGame>;

impl ReplayableGame for MusGame {
    type Notes = MusReplayNotes;

    const WORD_FOR_DEAL: &'static str = "deal";
    const WORD_FOR_TURN: &'static str = "deal";

    fn first_table(rules: &MusRules, purses: PerSeat<i64>, seats: u8) -> MusTableBetweenDeals {
        let mut table = MusTableBetweenDeals::new(rules, seats, Seat(0));
        table.purses = purses;
        table
    }

    fn unopened_deal_state(rules: &MusRules, table: &MusTableBetweenDeals) -> MusState {
        open_deal(rules, table)
    }

    fn player_asked_now_or_last(state: &MusState) -> Seat {
        state.mover
    }

    fn cards_held(state: &MusState, seat: Seat) -> CardSet {
        state.hands[seat]
    }

    fn pending_move(replay: &MusReplay) -> AwaitedMoveWords {
        pending_move_of(replay)
    }

    fn describe_place_of(_session: &MusReplay, _card: Card) -> String {
        "not in this player's hand".to_owned()
    }

    fn story_steps(steps: Vec<MusStep>) -> StorySteps {
        StorySteps::Mus(steps)
    }
}

/// Returns the move that the deal waits for now.
pub fn pending_move_of(replay: &MusReplay) -> AwaitedMoveWords {
    let deal = &replay.deal;
    let phase = deal.phase.words();
    let phase_id = deal.phase.word();
    let name = replay.name(deal.mover);
    let round = replay.own.rounds.max(1);
    let said = replay.own.said + 1;
    match deal.stage {
        MusStage::Open => AwaitedMoveWords::new("deal", "the cards are not dealt yet"),
        MusStage::AskingMus => AwaitedMoveWords::new(
            format!("mus{round}-{said}"),
            format!("{name} must say mus or no mus"),
        ),
        MusStage::Discarding => {
            AwaitedMoveWords::new(format!("lay{round}-{said}"), format!("{name} must discard"))
        }
        MusStage::AfterCardSeen => AwaitedMoveWords::new(
            format!("lay{round}-{said}"),
            format!("{name} must discard or be served"),
        ),
        MusStage::Serving => {
            AwaitedMoveWords::new(format!("serve{round}-{said}"), format!("{name} must draw"))
        }
        MusStage::Declaring => AwaitedMoveWords::new(
            format!("{phase_id}-says-{said}"),
            format!("{name} must declare whether they have {phase}"),
        ),
        MusStage::Betting => AwaitedMoveWords::new(
            format!("{phase_id}-{said}"),
            format!("{name} must speak at {phase}"),
        ),
        MusStage::Paying => AwaitedMoveWords::new("show", "the phases must be paid"),
        MusStage::Over => AwaitedMoveWords::new("show", "the deal is over"),
    }
}

/// Returns a number of stones in words.
pub fn stones_in_words(number: i64) -> String {
    count_of_or_no(number.unsigned_abs() as usize, "stone")
}

/// Returns the names of the players of a side, joined: `Ana and Carlos`.
pub fn name_side_players(
    rules: &MusRules,
    hand: &MusState,
    seat: Seat,
    name: NameOfSeat,
) -> String {
    let names: Vec<String> = hand.side_players(rules, seat).iter().map(name).collect();
    names.join(" and ")
}

/// The reason why a clause refuses what a seat tries at this point of a deal.
#[derive(Template)]
#[template(path = "why_at_mus.txt")]
struct MusRefusalReason<'a> {
    rules: &'a MusRules,
    hand: &'a MusState,
    seat: Seat,
    verb: Verb,
    clause: ClauseId,
    name: NameOfSeat<'a>,
}

impl MusRefusalReason<'_> {
    fn name(&self, seat: &Seat) -> String {
        (self.name)(*seat)
    }

    /// Returns the player of their side who has bet.
    fn bettor_of_own_side(&self) -> Option<Seat> {
        let bettor = self.hand.bet.bettor?;
        let side = MusState::first_seat_of_side(self.rules, self.seat);
        (MusState::first_seat_of_side(self.rules, bettor) == side).then_some(bettor)
    }

    /// Returns whether raising is barred because a player has staked everything.
    fn is_raise_barred(&self) -> bool {
        if !self.rules.bet_raise.value.all_in_bars {
            return false;
        }
        let staked = &self.hand.stakes[self.hand.phase.place()];
        for player in self.hand.players.iter() {
            let has_nothing_left = staked[player] > 0 && self.hand.table.purses[player] == 0;
            if has_nothing_left && !self.hand.bet.dropped.has(player) {
                return true;
            }
        }
        false
    }
}

/// Says why a clause refuses what a seat tries at this point of a deal.
pub fn explain_mus_refusal(
    rules: &MusRules,
    hand: &MusState,
    seat: Seat,
    verb: Verb,
    clause: ClauseId,
    name: NameOfSeat,
) -> String {
    MusRefusalReason {
        rules,
        hand,
        seat,
        verb,
        clause,
        name,
    }
    .render()
    .expect("text has room")
}

/// Returns what the mover may say or do, and the clause that says so.
pub fn allowed_choices(rules: &MusRules, hand: &MusState) -> (MoveChoices, ClauseId) {
    let mut choices = Vec::new();
    if hand.stage == MusStage::Declaring {
        for verb in true_and_false_declaration(rules, hand) {
            choices.push(DeclarationChoice { verb, max_cards: 0 });
        }
        return (MoveChoices::Declarations(choices), ClauseId::Declare);
    }
    let (verbs, clause) = legal_verbs(rules, hand);
    for verb in verbs.iter().copied() {
        let max_cards = max_cards(rules, hand, verb);
        choices.push(DeclarationChoice { verb, max_cards });
    }
    (MoveChoices::Declarations(choices), clause)
}

/// Returns the two things that the mover can declare about their cards: the true one first, then the false one.
fn true_and_false_declaration(rules: &MusRules, hand: &MusState) -> [Verb; 2] {
    let truth = true_declaration(rules, hand).verb();
    let lie = match (truth, hand.phase) {
        (Verb::HasNone, BettingPhase::Couples) => Verb::FalseCouples,
        (Verb::HasNone, _) => Verb::FalseJeu,
        _ => Verb::FalseNone,
    };
    [truth, lie]
}

/// Returns what cards are worth in a phase: `K♠ K♥ 7♦ A♣`, `a pair of kings`, `31`.
pub fn describe_hand_worth(rules: &MusRules, lance: BettingPhase, cards: CardSet) -> String {
    let mut sorted = rules.rank.value.sort_cards_by_suit(cards);
    sorted.insertion_sort_by_key(|card| rules.rank.value.index_from_top(card.rank()));
    if lance == BettingPhase::Petite {
        sorted.reverse();
    }
    match lance {
        BettingPhase::Grande | BettingPhase::Petite => {
            let words: Vec<String> = sorted.iter().map(Card::to_string).collect();
            words.join(" ")
        }
        BettingPhase::Jeu | BettingPhase::Point => card_total(rules, cards).to_string(),
        BettingPhase::Couples => describe_couples(rules, cards, &sorted),
    }
}

/// Says what cards have of couples, given in the order of their ranks: `a pair of kings`.
fn describe_couples(rules: &MusRules, cards: CardSet, sorted: &[Card]) -> String {
    let mut ranks = Vec::new();
    for card in sorted {
        ranks.push(rules.rank.value.counts_as(card.rank()));
    }
    let mut alike = Vec::new();
    for run in ranks.chunk_by(|one, next| one == next) {
        if run.len() > 1 {
            alike.push(run[0]);
        }
    }
    match (couple_in(rules, cards), &alike[..]) {
        (Some(PairKind::Pair), [rank, ..]) => format!("a pair of {}", plural_of(*rank)),
        (Some(PairKind::Moyenne), [rank, ..]) => format!("three {}", plural_of(*rank)),
        (Some(PairKind::Double), [high, low]) => {
            format!("{} and {}", plural_of(*high), plural_of(*low))
        }
        (Some(PairKind::Double), [rank]) => format!("four {}", plural_of(*rank)),
        _ => "no equal cards".into(),
    }
}

/// Returns the plural of a rank: `kings`, `sixes`.
fn plural_of(rank: Rank) -> String {
    let ending = if rank == Rank::Six { "es" } else { "s" };
    format!("{}{ending}", rank.name())
}
