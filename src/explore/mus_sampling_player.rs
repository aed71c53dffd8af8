//! A player of Mus who samples. The cards that the player cannot see are dealt a number of times, as the declarations and the bets
//! allow. The share of these deals in which the player's side has the best cards decides on bets and on cards.

use super::mus_strategy::choose_rule;
use crate::cards::{CardSet, Seat, SeatSet};
use crate::mus::{
    MusStage, MusState, MusTableBetweenDeals, RandomMusPlayer, best_player, hand_strength,
    qualifies_for, refusing_clause,
};
use crate::rules::mus_values::{BettingPhase, MusAgreement, RefuserStatus};
use crate::rules::{Move, MusRules, SessionEndEvent};

/// The number of cards that a player bets on.
const HAND_SIZE: usize = 4;
/// The most hands that are drawn for a player, in search of one that fits what the player has declared.
const MOST_DRAWS: u32 = 60;
/// How many hands are drawn for a player who has bet, raised or called an órdago, where pairs play for a game; the player gets the
/// strongest.
const HANDS_FOR_BET: u32 = 4;
const HANDS_FOR_RAISE: u32 = 5;
const HANDS_FOR_ORDAGO: u32 = 6;
/// The same after a bet of all their stones, where players have purses. Their other bets may come with any hand: how often they are
/// answered follows from the stakes.
const HANDS_FOR_ALL_STONES: u32 = 2;

/// The worth of cards from which a player wants no others.
const WORTH_TO_STAND: f64 = 0.1;
/// The least chance with which a player bets, and with which they bet or raise by five.
const CHANCE_TO_BET: f64 = 0.37;
const CHANCE_TO_BET_FIVE: f64 = 0.84;
/// With this much less chance a player bets for each stone of the prize of the phase, because others may refuse.
const BLUFF_FOR_PRIZE: f64 = 0.05;
/// The share of the game that accepting a bet must bring more than a refusal.
const GAIN_TO_ACCEPT: f64 = 0.02;
/// A player calls an órdago with this chance at least, and more as their share of the game is larger.
const CHANCE_TO_CALL: f64 = 0.5;
const CHANCE_TO_CALL_BY_SHARE: f64 = 1.6;
/// The least chance with which a player stakes all their stones, where they have a purse, and the number of deals for it: few deals
/// would not say that the chance is above 65 %.
const CHANCE_TO_STAKE_ALL: f64 = 0.68;
const SAMPLES_TO_STAKE_ALL: u32 = 1_000;
/// A player with a purse answers with this share of the hands that would take a bluff all its profit. A bluff that is answered can
/// still win, and few players bluff as often as they could.
const SHARE_OF_DEFENCE: f64 = 0.8;
/// The share of the answering hands with which they raise.
const SHARE_TO_RAISE: f64 = 0.6;

/// A player of Mus who samples the cards that they cannot see.
///
/// ```
/// use mouche::explore::SamplingMusPlayer;
/// use mouche::explore::mus_strategy::play_example;
///
/// let rules = mouche::editions::mus_edition("mus-pairs").expect("an edition");
/// let (state, _) = play_example(rules, 4, 1, false).moves[0];
/// let player = SamplingMusPlayer::new(12);
/// assert!(player.choose_move(rules, &state).is_some());
/// assert_eq!(player.choose_move(rules, &state), player.choose_move(rules, &state));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SamplingMusPlayer {
    samples: u32,
}

impl SamplingMusPlayer {
    /// Returns a player who deals the unseen cards this number of times.
    pub fn new(samples: u32) -> SamplingMusPlayer {
        SamplingMusPlayer { samples }
    }

    /// Returns the mover's move; `None` if nobody has to choose. It depends on what the mover knows, and on nothing else.
    pub fn choose_move(self, rules: &MusRules, state: &MusState) -> Option<Move> {
        let (_, by_the_book) = choose_rule(rules, state)?;
        let wishes = if state.stage == MusStage::Betting {
            self.preferred_bets(rules, state)
        } else {
            self.wished_moves_before_betting(rules, state)
        };
        for wish in wishes {
            if refusing_clause(rules, state, state.mover, wish).is_none() {
                return Some(wish);
            }
        }
        Some(by_the_book)
    }

    /// Returns what the mover would bet or answer, the best first. A small chance is not worth all their stones.
    fn preferred_bets(self, rules: &MusRules, state: &MusState) -> Vec<Move> {
        if !MusTableBetweenDeals::sheds_stones(rules) {
            return wished_bets(rules, state, self.chance_of_best_cards(rules, state));
        }
        let mut unbet = *state;
        unbet.bet.bettor = None;
        let chance = self.chance_of_best_cards(rules, &unbet);
        let mut wishes = wished_bets_from_purse(rules, state, chance);
        if wishes.iter().any(|wish| stakes_all(rules, state, *wish)) {
            let exact = SamplingMusPlayer::new(SAMPLES_TO_STAKE_ALL);
            if exact.chance_of_best_cards(rules, state) < CHANCE_TO_STAKE_ALL {
                wishes.retain(|wish| !stakes_all(rules, state, *wish));
            }
        }
        wishes
    }

    /// Returns the chance that the mover's side has the best cards of those who are still in the current phase.
    pub fn chance_of_best_cards(self, rules: &MusRules, state: &MusState) -> f64 {
        let mut players = state.phase_players();
        if rules.bet_pass.value.dropped != RefuserStatus::Count {
            players = players.minus(state.bet.dropped);
        }
        let mut won = 0;
        for time in 0..self.samples {
            let dealt = deal_unseen(rules, state, &mut random_of_sample(time));
            let best = best_player(rules, &dealt, state.phase, players);
            won += u32::from(is_own_side(rules, state, best));
        }
        f64::from(won) / f64::from(self.samples)
    }

    /// Returns what the mover would do before the betting, the best first.
    fn wished_moves_before_betting(self, rules: &MusRules, state: &MusState) -> Vec<Move> {
        let mut wishes = Vec::new();
        let can_stand = state.hands[state.mover].len() <= HAND_SIZE;
        if can_stand && self.worth_after_discard(rules, state, CardSet::EMPTY) >= WORTH_TO_STAND {
            wishes.extend([Move::NoMus, Move::BeServed]);
        }
        wishes.push(Move::Mus);
        if state.stage != MusStage::AskingMus {
            wishes.push(Move::Discard(self.best_discard(rules, state)));
        }
        wishes
    }

    fn best_discard(self, rules: &MusRules, state: &MusState) -> CardSet {
        let hand = state.hands[state.mover];
        let mut best = (f64::MIN, hand);
        for chosen in 1_u32..1 << hand.len() {
            let places = hand.into_iter().enumerate();
            let laid = places.filter(|(place, _)| chosen >> place & 1 == 1);
            let laid: CardSet = laid.map(|(_, card)| card).collect();
            if refusing_clause(rules, state, state.mover, Move::Discard(laid)).is_none() {
                let worth = self.worth_after_discard(rules, state, laid);
                if worth > best.0 {
                    best = (worth, laid);
                }
            }
        }
        best.1
    }

    /// Returns the worth of the mover's cards after a discard: the weights of the phases that their side wins, less those that it
    /// loses, on average.
    fn worth_after_discard(self, rules: &MusRules, state: &MusState, laid: CardSet) -> f64 {
        let kept = state.hands[state.mover] - laid;
        let mut worth = 0.0;
        for time in 0..self.samples {
            let mut random = random_of_sample(time);
            let mut dealt = deal_unseen(rules, state, &mut random);
            if rules.mus_ask.value != MusAgreement::Never {
                let drawn = random.random_subset(dealt.stock, HAND_SIZE - kept.len());
                dealt.hands[state.mover] = kept | drawn;
            } else {
                dealt.hands[state.mover] = kept;
            }
            for phase in rules.phase_order.value.0 {
                let weight = 1.0 + prize_of_phase(rules, *phase) / 3.0;
                let is_won = is_own_side(rules, state, phase_winner(rules, &dealt, *phase));
                worth += if is_won { weight } else { -weight };
            }
        }
        worth / f64::from(self.samples)
    }
}

/// Returns the random numbers of a sample. Each choice is judged with the same cards of the others.
fn random_of_sample(sample_index: u32) -> RandomMusPlayer {
    RandomMusPlayer::new(sample_index.into())
}

fn is_own_side(rules: &MusRules, state: &MusState, seat: Option<Seat>) -> bool {
    let own = MusState::first_seat_of_side(rules, state.mover);
    seat.is_some_and(|seat| MusState::first_seat_of_side(rules, seat) == own)
}

/// Returns the deal with other cards where the mover cannot see them. The stock has what nobody holds.
fn deal_unseen(rules: &MusRules, state: &MusState, random: &mut RandomMusPlayer) -> MusState {
    let mut dealt = *state;
    dealt.stock = rules.pack.value.pack(state.table.seats) - state.hands[state.mover];
    for seat in state.players.without(state.mover).iter() {
        dealt.hands[seat] = draw_plausible_hand(rules, state, seat, dealt.stock, random);
        dealt.stock = dealt.stock - dealt.hands[seat];
    }
    dealt
}

/// Draws a hand that a player can hold after what they have declared and bet.
fn draw_plausible_hand(
    rules: &MusRules,
    state: &MusState,
    seat: Seat,
    cards: CardSet,
    random: &mut RandomMusPlayer,
) -> CardSet {
    let mut wanted = hands_sampled_for_seat(rules, state, seat);
    let mut strongest: Option<(u64, CardSet)> = None;
    for _ in 0..MOST_DRAWS {
        let hand = random.random_subset(cards, HAND_SIZE);
        if !fits_declarations(rules, state, seat, hand) {
            continue;
        }
        let strength = hand_strength(rules, state.phase, hand);
        if strongest.is_none_or(|(other, _)| strength > other) {
            strongest = Some((strength, hand));
        }
        wanted -= 1;
        if wanted == 0 {
            break;
        }
    }
    match strongest {
        Some((_, hand)) => hand,
        None => random.random_subset(cards, HAND_SIZE),
    }
}

/// Returns how many hands are sampled for a player, who is then given the strongest; 1 if they have
/// not bet in the phase.
fn hands_sampled_for_seat(rules: &MusRules, state: &MusState, seat: Seat) -> u32 {
    let bet = &state.bet;
    if state.stage != MusStage::Betting || bet.bettor != Some(seat) {
        return 1;
    }
    if MusTableBetweenDeals::sheds_stones(rules) {
        let has_staked_all = state.table.purses[seat] == 0 && !bet.is_ordago;
        if has_staked_all {
            HANDS_FOR_ALL_STONES
        } else {
            1
        }
    } else if bet.is_ordago {
        HANDS_FOR_ORDAGO
    } else if bet.agreed > 0 {
        HANDS_FOR_RAISE
    } else {
        HANDS_FOR_BET
    }
}

/// Returns whether a hand has what its player declared, and lacks what the player denied.
fn fits_declarations(rules: &MusRules, state: &MusState, seat: Seat, hand: CardSet) -> bool {
    if state.stage != MusStage::Betting || state.excluded.has(seat) {
        return true;
    }
    let phases = rules.phase_order.value.0.iter();
    phases.take(state.phase_index + 1).all(|phase| {
        !matches!(phase, BettingPhase::Couples | BettingPhase::Jeu)
            || qualifies_for(rules, *phase, hand) == state.claims[phase.place()].has(seat)
    })
}

/// Returns the player with the best cards in a phase; Point in place of a Jeu that nobody has.
fn phase_winner(rules: &MusRules, dealt: &MusState, phase: BettingPhase) -> Option<Seat> {
    let players = dealt.players.iter();
    let with_part: SeatSet = players
        .filter(|seat| qualifies_for(rules, phase, dealt.hands[*seat]))
        .collect();
    if with_part.is_empty() && phase == BettingPhase::Jeu {
        return best_player(rules, dealt, BettingPhase::Point, dealt.players);
    }
    best_player(rules, dealt, phase, with_part)
}

/// Returns about what the winner of a phase is paid for cards, beside bets.
fn prize_of_phase(rules: &MusRules, phase: BettingPhase) -> f64 {
    let prize = match phase {
        BettingPhase::Grande | BettingPhase::Petite => 0,
        BettingPhase::Couples => rules.prize_couples.value.moyenne,
        BettingPhase::Jeu => rules.prize_jeu.value.thirty_one,
        BettingPhase::Point => rules.prize_jeu.value.point,
    };
    prize as f64
}

/// Returns the stones that the mover's side needs to win, or must shed, and those of the others.
fn stones_to_go(rules: &MusRules, state: &MusState) -> [f64; 2] {
    let SessionEndEvent::Games { target, .. } = rules.end.value.finish else {
        let others = state.players.without(state.mover);
        let others = others
            .iter()
            .map(|seat| state.stones_in_purse_and_stake(seat));
        let own = state.stones_in_purse_and_stake(state.mover);
        return [own as f64, others.max().unwrap_or_default() as f64];
    };
    let own = usize::from(MusState::first_seat_of_side(rules, state.mover).0);
    [own, 1 - own].map(|side| (target - state.scores()[side]) as f64)
}

/// Returns about how often a side wins the game that needs so many stones, and whose opponents need so many.
fn chance_of_winning_game(own: f64, others: f64) -> f64 {
    let [own, others] = [own, others].map(|stones| stones.max(0.0));
    others * others / (own * own + others * others).max(1.0)
}

/// Returns what the mover would bet or answer with this chance to win the phase, the best first.
fn wished_bets(rules: &MusRules, state: &MusState, chance: f64) -> Vec<Move> {
    let bet = &state.bet;
    let [own, others] = stones_to_go(rules, state);
    let prize = prize_of_phase(rules, state.phase);
    let price = bet.agreed.max(rules.bet_refuse.value.first) as f64;
    let stake = bet.standing as f64;
    let is_open = bet.bettor.is_none();
    let refused = if is_open {
        chance_of_winning_game(own, others)
    } else {
        chance_of_winning_game(own, others - price - prize)
    };
    let won = chance_of_winning_game(own - stake - prize, others);
    let lost = chance_of_winning_game(own, others - stake - prize);
    let mut wishes = Vec::new();
    if chance >= CHANCE_TO_CALL + CHANCE_TO_CALL_BY_SHARE * refused {
        wishes.push(Move::Ordago);
    }
    let with_bluff = chance + BLUFF_FOR_PRIZE * prize;
    if with_bluff >= CHANCE_TO_BET_FIVE {
        wishes.extend([Move::Envido(5), Move::Raise(5)]);
    }
    if with_bluff >= CHANCE_TO_BET {
        wishes.extend([Move::Envido(0), Move::Envido(1)]);
    }
    let gain = if bet.is_ordago {
        chance - refused
    } else {
        chance * won + (1.0 - chance) * lost - refused - GAIN_TO_ACCEPT
    };
    if gain >= 0.0 || others <= price {
        wishes.push(Move::Accept);
    }
    wishes.extend([Move::BetPass, Move::Refuse]);
    wishes
}

/// The stones that a player with a purse and the others still have to shed, and what a phase is worth.
#[derive(Clone, Copy)]
struct StoneSheddingRace {
    own: f64,
    others: f64,
    prize: f64,
    /// The stones that the winner sheds besides the prize if nobody bets.
    unbet: f64,
}

impl StoneSheddingRace {
    fn new(rules: &MusRules, state: &MusState) -> StoneSheddingRace {
        let [own, others] = stones_to_go(rules, state);
        let prize = prize_of_phase(rules, state.phase);
        let unbet = if prize > 0.0 { 0.0 } else { 1.0 };
        StoneSheddingRace {
            own,
            others,
            prize,
            unbet,
        }
    }

    /// Returns the player's share of the game after they shed some stones and the prize.
    fn share_if_won(&self, stones: f64) -> f64 {
        chance_of_winning_game(self.own - stones - self.prize, self.others)
    }

    /// Returns the share of hands with which the player must answer a bet or raise, so that a bluff brings the others nothing.
    fn needed_answering_share(&self, stake: f64, agreed: f64) -> f64 {
        let refused = chance_of_winning_game(self.own, self.others - agreed.max(1.0) - self.prize);
        let not_bluffed = self.share_if_won(agreed.max(self.unbet));
        let caught = self.share_if_won(stake);
        ((not_bluffed - refused) / (caught - refused)).clamp(0.0, 1.0)
    }

    /// Returns the race as the others see it.
    fn of_others(self) -> StoneSheddingRace {
        StoneSheddingRace {
            own: self.others,
            others: self.own,
            ..self
        }
    }
}

/// Returns what a mover with a purse would bet or answer, the best first. `chance` is that of the best cards, whatever was bet.
///
/// They bet one stone with any hand. It costs no more than a pass, because the winner of a phase sheds a stone without a bet too. A
/// refusal brings the prize, and a pass would tell the others that the cards are weak. The mover answers with as many hands as make
/// bluffs useless, and raises with the best of them.
fn wished_bets_from_purse(rules: &MusRules, state: &MusState, chance: f64) -> Vec<Move> {
    let bet = &state.bet;
    let race = StoneSheddingRace::new(rules, state);
    let [standing, agreed] = [bet.standing, bet.agreed].map(|stones| stones as f64);
    let hands_so_far = race.needed_answering_share(agreed.max(1.0), 0.0);
    let mut wishes = vec![Move::Envido(1)];
    for added in [5, 3, 2] {
        let stake = standing + added as f64;
        let answered = race.of_others().needed_answering_share(stake, standing);
        if chance >= 1.0 - hands_so_far * answered * SHARE_TO_RAISE {
            wishes.push(Move::Raise(added));
        }
    }
    let stake = if bet.is_ordago { race.own } else { standing };
    let answers = hands_so_far * race.needed_answering_share(stake, agreed) * SHARE_OF_DEFENCE;
    if chance >= 1.0 - answers || race.others <= agreed.max(1.0) {
        wishes.push(Move::Accept);
    }
    wishes.extend([Move::BetPass, Move::Refuse]);
    wishes
}

/// Returns whether a player with a purse stakes all of it by a move.
fn stakes_all(rules: &MusRules, state: &MusState, player_move: Move) -> bool {
    let bet = &state.bet;
    let stones = match player_move {
        Move::Envido(0) => rules.bet_open.value.envido,
        Move::Envido(number) => number,
        Move::Raise(number) => bet.standing + number,
        Move::Accept if !bet.is_ordago => bet.standing,
        Move::Accept | Move::Ordago => i64::MAX,
        _ => 0,
    };
    let seat = state.mover;
    let staked = state.stakes[state.phase.place()][seat];
    stones >= state.table.purses[seat] + staked
}
