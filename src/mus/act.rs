//! The one door: what may be done now, why it may not, and what comes of it.

use super::compare::has;
use super::hand::{Event, Fact, Hand, Stage, Table, push};
use super::{bet, lance, settle};
use crate::cards::{PerSeat, Seat, Seats, Set};
use crate::engine::{Misuse, Refusal, ensure, ensure_free, ensure_none};
use crate::rules::mus::{Lance, MusAsk, MusSeen, Ordago};
use crate::rules::{Misdeal, Move, Ruleset, Topic, Verb};

/// Something that is done at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Cards for each who plays.
    Deal(PerSeat<Set>),
    /// A deal that failed.
    Misdeal,
    /// A card was seen.
    Seen,
    /// A seat does this.
    Does(Seat, Move),
    /// The mover is served these.
    Serve(Set),
    /// The next phase is paid.
    Pay,
}

/// All that the mover may do, and the clause that says so. Declarations are no choice: they must be true.
pub fn choices(rules: &Ruleset, hand: &Hand) -> (&'static [Verb], Topic) {
    use Verb::{Accept, BeServed, BetPass, Discard, Envido, Mus, NoMus, Ordago, Raise, Refuse};
    const ANSWERS: &[Verb] = &[Accept, Refuse, Raise, Ordago];
    let all_but_ordago = |all: &'static [Verb]| &all[..all.len() - usize::from(!may_call(rules, hand))];
    let with_raises = |all: &'static [Verb]| {
        if !bet::turns(rules) || bet::may_raise(rules, hand) { all_but_ordago(all) } else { &all[..all.len() - 2] }
    };
    match hand.stage {
        Stage::Asked => (&[Mus, NoMus], Topic::MusAsk),
        Stage::Laying => (&[Discard], Topic::MusDiscard),
        Stage::Seen => (&[Discard, BeServed], Topic::MusSeen),
        Stage::Betting if hand.bet.bettor.is_none() => (all_but_ordago(&[BetPass, Envido, Ordago]), Topic::BetOpen),
        Stage::Betting if hand.bet.ordago => (&ANSWERS[..2], Topic::BetOrdago),
        Stage::Betting if bet::turns(rules) && hand.bet.round == 1 => (&ANSWERS[..2], Topic::BetTurn),
        Stage::Betting if bet::turns(rules) && bet::is_level(hand, hand.mover) => {
            (with_raises(&[BetPass, Raise, Ordago]), Topic::BetRaise)
        }
        Stage::Betting => (with_raises(ANSWERS), Topic::BetRaise),
        _ => (&[], Topic::BetTurn),
    }
}

/// With how many cards at most the mover may do something; 0 if with none.
pub fn most(rules: &Ruleset, hand: &Hand, verb: Verb) -> u8 {
    if verb == Verb::Discard { rules.mus_discard.value.to.min(hand.held[hand.mover].len() as u8) } else { 0 }
}

/// Whether everything may be bet in this phase.
fn may_call(rules: &Ruleset, hand: &Hand) -> bool {
    let is_last = matches!(hand.lance, Lance::Jeu | Lance::Point);
    !(is_last && rules.bet_ordago.value == Ordago::LoserPicksUp { not_last: true })
}

/// The clause by which a seat may not do something, or none if it may. That it holds its cards is not asked.
pub fn why_not(rules: &Ruleset, hand: &Hand, seat: Seat, does: Move) -> Option<Topic> {
    let asked = |stage| hand.stage == stage && hand.mover == seat;
    let unless = |may: bool, clause| (!may).then_some(clause);
    let lays = rules.mus_discard.value;
    match does {
        Move::Mus | Move::NoMus => {
            unless(asked(Stage::Asked), if hand.is_served { Topic::MusSeen } else { Topic::MusAsk })
        }
        Move::Discard(cards) => {
            let fits = (usize::from(lays.from)..=usize::from(lays.to)).contains(&cards.len());
            unless(fits && (asked(Stage::Laying) || asked(Stage::Seen)), Topic::MusDiscard)
        }
        Move::BeServed => unless(asked(Stage::Seen), Topic::MusSeen),
        _ if does.verb().topic() == Topic::Declare || does.verb().topic() == Topic::FaultLie => {
            unless(asked(Stage::Declaring), Topic::Declare)
        }
        _ => match hand.stage {
            Stage::Declaring => Some(Topic::Declare),
            Stage::Betting => why_no_bet(rules, hand, seat, does),
            Stage::Paying | Stage::Over => Some(Topic::BetTurn),
            _ if rules.mus_ask.value == MusAsk::Never => Some(Topic::MusDiscard),
            _ => Some(Topic::MusAsk),
        },
    }
}

/// The first clause that forbids a bet or an answer.
fn why_no_bet(rules: &Ruleset, hand: &Hand, seat: Seat, does: Move) -> Option<Topic> {
    let (bet, is_first) = (&hand.bet, hand.bet.bettor.is_none());
    let (choices, clause) = choices(rules, hand);
    let may = match does {
        Move::PassBoth => choices.contains(&Verb::BetPass),
        Move::RefuseBoth => choices.contains(&Verb::Refuse),
        _ => choices.contains(&does.verb()),
    };
    match does {
        _ if hand.players.minus(hand.through).minus(hand.in_lance()).has(seat) => Some(Topic::Declare),
        _ if bet.out.has(seat) => Some(Topic::BetPass),
        _ if hand.mover != seat => Some(Topic::BetTurn),
        Move::Ordago if !may_call(rules, hand) => Some(Topic::BetOrdago),
        Move::Envido(number) if is_first => {
            let means = hand.means(rules, seat);
            let fitting = rules.bet_open.value.least.min(means)..=means;
            (!fitting.contains(&bet::opening(rules, number))).then_some(Topic::BetOpen)
        }
        Move::Raise(number) if may => {
            let sum = bet::raised(rules, bet.standing, number);
            (sum <= bet.standing || sum > hand.means(rules, seat)).then_some(Topic::BetRaise)
        }
        _ if may => None,
        _ if bet.ordago || is_first => Some(clause),
        Move::BetPass | Move::PassBoth => Some(Topic::BetPass),
        Move::Envido(_) => Some(Topic::BetRaise),
        Move::Accept | Move::Refuse | Move::RefuseBoth => Some(Topic::BetTurn),
        _ => Some(clause),
    }
}

/// Makes an act; what happens is added to the events. A refused one changes nothing.
pub fn apply(rules: &Ruleset, hand: &mut Hand, act: Act, events: &mut Vec<Event>) -> Result<(), Refusal> {
    match act {
        Act::Deal(cards) if hand.stage == Stage::Open => deal(rules, hand, cards, events)?,
        Act::Misdeal if hand.stage == Stage::Open => {
            ensure(rules.fault_misdeal.value == Misdeal::DealAgain, Refusal::Act(Topic::FaultMisdeal))?;
            push(events, Topic::FaultMisdeal, Fact::Misdealt(hand.dealer));
            hand.stage = Stage::Over;
        }
        Act::Seen if rules.mus_seen.value == MusSeen::None => return Err(Refusal::Act(Topic::MusSeen)),
        // Nobody has answered since cards were dealt or served: a card can have been seen.
        Act::Seen if hand.stage == Stage::Asked && hand.due == hand.players => {
            push(events, Topic::MusSeen, Fact::Seen);
            lance::ask(hand, Stage::Seen);
        }
        Act::Serve(cards) if hand.stage == Stage::Serving => lance::serve(rules, hand, cards, events)?,
        Act::Pay if hand.stage == Stage::Paying => settle::pay_next(rules, hand, events),
        Act::Does(seat, does) => make(rules, hand, seat, does, events)?,
        _ => return Err(Misuse::NotNow.into()),
    }
    Ok(())
}

fn make(rules: &Ruleset, hand: &mut Hand, seat: Seat, does: Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    ensure_free(why_not(rules, hand, seat, does))?;
    if let Move::Discard(cards) = does {
        ensure_none(cards - hand.held[seat], Misuse::NotHeld)?;
    }
    let is_false = matches!(does, Move::FalseCouples | Move::FalseJeu | Move::FalseNone);
    let says = match (does, hand.lance) {
        (Move::HasCouples | Move::FalseCouples, Lance::Couples) | (Move::HasJeu | Move::FalseJeu, Lance::Jeu) => {
            Some(true)
        }
        (Move::HasNone | Move::FalseNone, _) => Some(false),
        _ => None,
    };
    if hand.stage == Stage::Declaring {
        let is_so = says.ok_or(Refusal::Act(Topic::Declare))? == has(rules, hand.lance, hand.held[seat]);
        ensure(is_so != is_false, Misuse::Untrue)?;
    }
    let stays = does == Move::BetPass && hand.bet.bettor.is_some();
    let clause = match does {
        Move::BetPass if stays => Topic::BetTurn,
        Move::Refuse | Move::RefuseBoth => Topic::BetPass,
        _ => does.verb().topic(),
    };
    push(events, clause, Fact::Did(seat, does));
    let for_both = matches!(does, Move::PassBoth | Move::RefuseBoth);
    let those = if for_both { hand.of_side(rules, seat) } else { Seats::NONE.with(seat) };
    match does {
        Move::Mus => lance::mus(hand),
        Move::NoMus => lance::enter(rules, hand, events),
        Move::Discard(cards) => lance::lay(rules, hand, cards, events),
        Move::BeServed => {
            hand.is_served = true;
            lance::answered(rules, hand, events);
        }
        Move::BetPass if stays => bet::stay(rules, hand, events),
        Move::BetPass | Move::PassBoth => bet::pass(rules, hand, those, events),
        Move::Envido(number) => bet::bet(rules, hand, bet::opening(rules, number), false, events),
        Move::Raise(number) => bet::bet(rules, hand, bet::raised(rules, hand.bet.standing, number), false, events),
        Move::Ordago => bet::bet(rules, hand, hand.bet.standing, true, events),
        Move::Accept => bet::accept(rules, hand, events),
        Move::Refuse | Move::RefuseBoth => bet::refuse(rules, hand, those, events),
        _ => lance::declare(rules, hand, says == Some(true), is_false, events),
    }
    Ok(())
}

fn deal(rules: &Ruleset, hand: &mut Hand, cards: PerSeat<Set>, events: &mut Vec<Event>) -> Result<(), Misuse> {
    let players = hand.table.players(rules);
    ensure(!Table::sheds(rules) || players.len() > 1, Misuse::NotNow)?;
    let mut stock = rules.pack.value.pack(hand.table.seats);
    for seat in Seats::all(hand.table.seats).each() {
        let size = if players.has(seat) { usize::from(rules.deal_packets.value.hand) } else { 0 };
        ensure(cards[seat].len() == size, Misuse::HandSize(seat, cards[seat].len()))?;
        ensure_none(cards[seat] - stock, Misuse::Twice)?;
        stock = stock - cards[seat];
    }
    (hand.players, hand.held, hand.stock) = (players, cards, stock);
    let dealt = |seat| Event { clause: Topic::DealPackets, fact: Fact::Dealt(seat, cards[seat]) };
    events.extend(players.in_turn(hand.dealer).map(dealt));
    lance::begin(rules, hand);
    Ok(())
}
