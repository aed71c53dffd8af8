//! The one door: what may be done now, why it may not, and what comes of it; and who chooses by chance what may be done.

use super::hand::{MusEvent, MusEventKind, MusStage, MusState, MusTable, push};
use super::{has, lance, settle};
use crate::cards::{Card, PerSeat, Seat, Seats, Set};
use crate::engine::{
    InvalidAct, Refusal, ensure, ensure_none, ensure_not_forbidden, expect_accepted,
};
use crate::rules::mus::{BettingPhase, MusAsk, MusSeen, Ordago};
use crate::rules::{ClauseId, Misdeal, Move, Ruleset, Verb};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MusAct {
    Deal(PerSeat<Set>),
    Misdeal,
    Seen,
    Does(Seat, Move),
    Serve(Set),
    /// The next phase is paid.
    Pay,
}

/// All that the mover may do, and the clause that says so. Declarations are no choice: they must be true.
pub fn legal_verbs(rules: &Ruleset, hand: &MusState) -> (&'static [Verb], ClauseId) {
    use Verb::{Accept, BeServed, BetPass, Discard, Envido, Mus, NoMus, Ordago, Raise, Refuse};
    const ANSWERS: &[Verb] = &[Accept, Refuse, Raise, Ordago];
    // So many of the last in each list are not open: an ordago, or that and a raise.
    let no_call = usize::from(!may_call(rules, hand));
    let no_raise = if !lance::turns(rules) || lance::may_raise(rules, hand) {
        no_call
    } else {
        2
    };
    match hand.stage {
        MusStage::Asked => (&[Mus, NoMus], ClauseId::MusAsk),
        MusStage::Laying => (&[Discard], ClauseId::MusDiscard),
        MusStage::Seen => (&[Discard, BeServed], ClauseId::MusSeen),
        MusStage::Betting if hand.bet.bettor.is_none() => {
            (&[BetPass, Envido, Ordago][..3 - no_call], ClauseId::BetOpen)
        }
        MusStage::Betting if hand.bet.ordago => (&ANSWERS[..2], ClauseId::BetOrdago),
        MusStage::Betting if lance::turns(rules) && hand.bet.round == 1 => {
            (&ANSWERS[..2], ClauseId::BetTurn)
        }
        MusStage::Betting if lance::turns(rules) && lance::is_level(hand, hand.mover) => (
            &[BetPass, Raise, Ordago][..3 - no_raise],
            ClauseId::BetRaise,
        ),
        MusStage::Betting => (&ANSWERS[..4 - no_raise], ClauseId::BetRaise),
        _ => (&[], ClauseId::BetTurn),
    }
}

/// With how many cards at most the mover may do something; 0 if with none.
pub fn most_cards(rules: &Ruleset, hand: &MusState, verb: Verb) -> u8 {
    if verb == Verb::Discard {
        rules
            .mus_discard
            .value
            .to
            .min(hand.held[hand.mover].len() as u8)
    } else {
        0
    }
}

/// Whether everything may be bet in this phase.
fn may_call(rules: &Ruleset, hand: &MusState) -> bool {
    let is_last = matches!(hand.lance, BettingPhase::Jeu | BettingPhase::Point);
    !(is_last && rules.bet_ordago.value == Ordago::LoserPicksUp { not_last: true })
}

/// The clause by which a seat may not do something, or none if it may. That it holds its cards is not asked.
pub fn refusing_clause(
    rules: &Ruleset,
    hand: &MusState,
    seat: Seat,
    does: Move,
) -> Option<ClauseId> {
    let asked = |stage| hand.stage == stage && hand.mover == seat;
    let unless = |may: bool, clause| (!may).then_some(clause);
    let lays = rules.mus_discard.value;
    match does {
        Move::Mus | Move::NoMus => unless(
            asked(MusStage::Asked),
            if hand.is_served {
                ClauseId::MusSeen
            } else {
                ClauseId::MusAsk
            },
        ),
        Move::Discard(cards) => {
            let fits = (usize::from(lays.from)..=usize::from(lays.to)).contains(&cards.len());
            unless(
                fits && (asked(MusStage::Laying) || asked(MusStage::Seen)),
                ClauseId::MusDiscard,
            )
        }
        Move::BeServed => unless(asked(MusStage::Seen), ClauseId::MusSeen),
        _ if does.verb().topic() == ClauseId::Declare
            || does.verb().topic() == ClauseId::FaultLie =>
        {
            unless(asked(MusStage::Declaring), ClauseId::Declare)
        }
        _ => match hand.stage {
            MusStage::Declaring => Some(ClauseId::Declare),
            MusStage::Betting => why_no_bet(rules, hand, seat, does),
            MusStage::Paying | MusStage::Over => Some(ClauseId::BetTurn),
            _ if rules.mus_ask.value == MusAsk::Never => Some(ClauseId::MusDiscard),
            _ => Some(ClauseId::MusAsk),
        },
    }
}

fn why_no_bet(rules: &Ruleset, hand: &MusState, seat: Seat, does: Move) -> Option<ClauseId> {
    let (bet, is_first) = (&hand.bet, hand.bet.bettor.is_none());
    let (choices, clause) = legal_verbs(rules, hand);
    let may = match does {
        Move::PassBoth => choices.contains(&Verb::BetPass),
        Move::RefuseBoth => choices.contains(&Verb::Refuse),
        _ => choices.contains(&does.verb()),
    };
    match does {
        _ if hand
            .players
            .minus(hand.through)
            .minus(hand.in_lance())
            .has(seat) =>
        {
            Some(ClauseId::Declare)
        }
        _ if bet.out.has(seat) => Some(ClauseId::BetPass),
        _ if hand.mover != seat => Some(ClauseId::BetTurn),
        Move::Ordago if !may_call(rules, hand) => Some(ClauseId::BetOrdago),
        Move::Envido(number) if is_first => {
            let means = hand.means(rules, seat);
            let fitting = rules.bet_open.value.least.min(means)..=means;
            (!fitting.contains(&lance::opening(rules, number))).then_some(ClauseId::BetOpen)
        }
        Move::Raise(number) if may => {
            let sum = lance::raised(rules, bet.standing, number);
            (sum <= bet.standing || sum > hand.means(rules, seat)).then_some(ClauseId::BetRaise)
        }
        _ if may => None,
        _ if bet.ordago || is_first => Some(clause),
        Move::BetPass | Move::PassBoth => Some(ClauseId::BetPass),
        Move::Envido(_) => Some(ClauseId::BetRaise),
        Move::Accept | Move::Refuse | Move::RefuseBoth => Some(ClauseId::BetTurn),
        _ => Some(clause),
    }
}

/// Makes an act; what happens is added to the events. A refused one changes nothing.
pub fn apply(
    rules: &Ruleset,
    hand: &mut MusState,
    act: MusAct,
    events: &mut Vec<MusEvent>,
) -> Result<(), Refusal> {
    match act {
        MusAct::Deal(cards) if hand.stage == MusStage::Open => deal(rules, hand, cards, events)?,
        MusAct::Misdeal if hand.stage == MusStage::Open => {
            ensure(
                rules.fault_misdeal.value == Misdeal::DealAgain,
                Refusal::Act(ClauseId::FaultMisdeal),
            )?;
            push(
                events,
                ClauseId::FaultMisdeal,
                MusEventKind::Misdealt(hand.dealer),
            );
            hand.stage = MusStage::Over;
        }
        MusAct::Seen if rules.mus_seen.value == MusSeen::None => {
            return Err(Refusal::Act(ClauseId::MusSeen));
        }
        // Nobody has answered since cards were dealt or served: a card can have been seen.
        MusAct::Seen if hand.stage == MusStage::Asked && hand.due == hand.players => {
            push(events, ClauseId::MusSeen, MusEventKind::Seen);
            lance::ask(hand, MusStage::Seen);
        }
        MusAct::Serve(cards) if hand.stage == MusStage::Serving => {
            lance::serve(rules, hand, cards, events)?
        }
        MusAct::Pay if hand.stage == MusStage::Paying => settle::pay_next(rules, hand, events),
        MusAct::Does(seat, does) => make(rules, hand, seat, does, events)?,
        _ => return Err(InvalidAct::NotNow.into()),
    }
    Ok(())
}

fn make(
    rules: &Ruleset,
    hand: &mut MusState,
    seat: Seat,
    does: Move,
    events: &mut Vec<MusEvent>,
) -> Result<(), Refusal> {
    ensure_not_forbidden(refusing_clause(rules, hand, seat, does))?;
    if let Move::Discard(cards) = does {
        ensure_none(cards - hand.held[seat], InvalidAct::NotHeld)?;
    }
    let is_false = matches!(does, Move::FalseCouples | Move::FalseJeu | Move::FalseNone);
    let says = match (does, hand.lance) {
        (Move::HasCouples | Move::FalseCouples, lance) => {
            (lance == BettingPhase::Couples).then_some(true)
        }
        (Move::HasJeu | Move::FalseJeu, lance) => (lance == BettingPhase::Jeu).then_some(true),
        (Move::HasNone | Move::FalseNone, _) => Some(false),
        _ => None,
    };
    if hand.stage == MusStage::Declaring {
        let is_so =
            says.ok_or(Refusal::Act(ClauseId::Declare))? == has(rules, hand.lance, hand.held[seat]);
        ensure(is_so != is_false, InvalidAct::Untrue)?;
    }
    let stays = does == Move::BetPass && hand.bet.bettor.is_some();
    let clause = match does {
        Move::BetPass if stays => ClauseId::BetTurn,
        Move::Refuse | Move::RefuseBoth => ClauseId::BetPass,
        _ => does.verb().topic(),
    };
    push(events, clause, MusEventKind::Did(seat, does));
    let for_both = matches!(does, Move::PassBoth | Move::RefuseBoth);
    let those = if for_both {
        hand.of_side(rules, seat)
    } else {
        Seats::NONE.with(seat)
    };
    match does {
        Move::Mus => lance::mus(hand),
        Move::NoMus => lance::enter(rules, hand, events),
        Move::Discard(cards) => lance::lay(rules, hand, cards, events),
        Move::BeServed => {
            hand.is_served = true;
            lance::answered(rules, hand, events);
        }
        Move::BetPass if stays => lance::stay(rules, hand, events),
        Move::BetPass | Move::PassBoth => lance::pass(rules, hand, those, events),
        Move::Envido(number) => {
            lance::bet(rules, hand, lance::opening(rules, number), false, events)
        }
        Move::Raise(number) => lance::bet(
            rules,
            hand,
            lance::raised(rules, hand.bet.standing, number),
            false,
            events,
        ),
        Move::Ordago => lance::bet(rules, hand, hand.bet.standing, true, events),
        Move::Accept => lance::accept(rules, hand, events),
        Move::Refuse | Move::RefuseBoth => lance::refuse(rules, hand, those, events),
        _ => lance::declare(rules, hand, says == Some(true), is_false, events),
    }
    Ok(())
}

fn deal(
    rules: &Ruleset,
    hand: &mut MusState,
    cards: PerSeat<Set>,
    events: &mut Vec<MusEvent>,
) -> Result<(), InvalidAct> {
    let players = hand.table.players(rules);
    ensure(
        !MusTable::sheds(rules) || players.len() > 1,
        InvalidAct::NotNow,
    )?;
    let mut stock = rules.pack.value.pack(hand.table.seats);
    for seat in Seats::all(hand.table.seats).iter() {
        let size = if players.has(seat) {
            usize::from(rules.deal_packets.value.hand)
        } else {
            0
        };
        ensure(
            cards[seat].len() == size,
            InvalidAct::HandSize(seat, cards[seat].len()),
        )?;
        ensure_none(cards[seat] - stock, InvalidAct::Twice)?;
        stock = stock - cards[seat];
    }
    (hand.players, hand.held, hand.stock) = (players, cards, stock);
    let dealt = |seat| MusEvent {
        clause: ClauseId::DealPackets,
        fact: MusEventKind::Dealt(seat, cards[seat]),
    };
    events.extend(players.in_turn(hand.dealer).map(dealt));
    lance::begin(rules, hand);
    Ok(())
}

/// Deals cards and chooses moves, the same for the same seed.
pub struct RandomMusPlayer {
    random: ChaCha8Rng,
    pack: Vec<Card>,
    /// Cards that are served before any that come by chance, in their order.
    told: Vec<Card>,
}

impl RandomMusPlayer {
    pub fn new(seed: u64) -> RandomMusPlayer {
        RandomMusPlayer {
            random: ChaCha8Rng::seed_from_u64(seed),
            pack: Vec::new(),
            told: Vec::new(),
        }
    }

    /// Lets these cards be served first, in this order, as long as they lie in the stock; until cards are dealt again.
    pub fn take_over(&mut self, told: Vec<Card>) {
        self.told = told;
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound.max(1) as u32) as usize
    }

    pub fn some(&mut self, from: Set, number: usize) -> Set {
        let mut drawn = Set::EMPTY;
        for _ in 0..number.min(from.len()) {
            let left = from - drawn;
            drawn = drawn
                | left
                    .nth(self.below(left.len()))
                    .map_or(Set::EMPTY, Set::from);
        }
        drawn
    }

    pub fn deal(&mut self, rules: &Ruleset, hand: &MusState) -> PerSeat<Set> {
        self.told.clear();
        self.pack.clear();
        self.pack.extend(rules.pack.value.pack(hand.table.seats));
        let mut cards = PerSeat::all(Set::EMPTY);
        for seat in hand.table.players(rules).iter() {
            for _ in 0..rules.deal_packets.value.hand {
                let at = self.below(self.pack.len());
                cards[seat] = cards[seat].with(self.pack.swap_remove(at));
            }
        }
        cards
    }

    pub fn act(&mut self, rules: &Ruleset, hand: &MusState) -> MusAct {
        let mover = hand.mover;
        match hand.stage {
            MusStage::Open => return MusAct::Deal(self.deal(rules, hand)),
            MusStage::Paying | MusStage::Over => return MusAct::Pay,
            MusStage::Declaring => {
                return MusAct::Does(mover, lance::true_declaration(rules, hand));
            }
            MusStage::Serving => {
                let (mut cards, from) = lance::may_draw(rules, hand);
                let number = hand.lays[mover].len();
                while cards.len() < number
                    && let Some(at) = self.told.iter().position(|card| from.has(*card))
                {
                    cards = cards.with(self.told.remove(at));
                }
                return MusAct::Serve(cards | self.some(from - cards, number - cards.len()));
            }
            _ => {}
        }
        let (choices, _) = legal_verbs(rules, hand);
        let verb = choices[self.below(choices.len())];
        MusAct::Does(mover, self.of(rules, hand, verb))
    }

    fn of(&mut self, rules: &Ruleset, hand: &MusState, verb: Verb) -> Move {
        let means = hand.means(rules, hand.mover);
        match verb {
            Verb::Discard => {
                let most = usize::from(most_cards(rules, hand, verb));
                let least = usize::from(rules.mus_discard.value.from).min(most);
                let number = least + self.below(most - least + 1);
                Move::Discard(self.some(hand.held[hand.mover], number))
            }
            Verb::Envido => {
                let least = rules.bet_open.value.least.min(means);
                Move::Envido(least + self.below((means - least).clamp(0, 5) as usize + 1) as i64)
            }
            Verb::Raise => {
                let by = 1 + self.below((means - hand.bet.standing).clamp(1, 5) as usize) as i64;
                let sum = hand.bet.standing + by;
                Move::Raise(if lance::raised(rules, hand.bet.standing, by) == sum {
                    by
                } else {
                    sum
                })
            }
            verb => verb.with(Default::default()).unwrap_or(Move::BetPass),
        }
    }

    pub fn play(&mut self, rules: &Ruleset, hand: &mut MusState, events: &mut Vec<MusEvent>) {
        while hand.stage != MusStage::Over {
            let act = self.act(rules, hand);
            expect_accepted(apply(rules, hand, act, events), "what may be done");
        }
    }

    pub fn dealer(&mut self, seats: u8) -> Seat {
        Seat(self.below(seats.into()) as u8)
    }
}
