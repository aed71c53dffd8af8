//! What a step says, in words. One place writes it: for the page, the live region and paper alike.

use super::spelled;
use crate::cards::{Seat, Set, Suit, many};
use crate::engine::{Account, Event, Fact, Hand, Move, Transfer, legal};
use crate::rules::{Alone, LastButOne, Ruleset, Sort, Topic, TurnOwner, Verb, When};
pub(crate) use crate::scenario::story::number;
use crate::scenario::story::{Kind, Step, Story};
use crate::scenario::{Mood, written};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    pub(crate) clause: Option<Topic>,
    /// What one is told who does not see the cards of others, if it is less.
    pub(crate) closed: Option<String>,
}

pub(crate) fn sentences(story: &Story, step: &Step) -> Vec<Sentence> {
    let teller = Teller { story, step };
    let told = step.events.iter().filter_map(|event| teller.told(event));
    match &step.kind {
        Kind::Deal => std::iter::once(teller.stakes()).chain(told).collect(),
        Kind::Refused { seat, verb, attempt, clause, .. } => vec![teller.refused(*seat, *verb, attempt, *clause)],
        Kind::Payment => told.chain(teller.next_pool()).collect(),
        Kind::End => teller.end(),
        _ => told.collect(),
    }
}

/// Chips won or lost: `+6`, `−5`, `0`.
pub(crate) fn signed(chips: i64) -> String {
    if chips > 0 { format!("+{}", number(chips)) } else { number(chips) }
}

pub(crate) fn chips(count: i64) -> String {
    if count == 1 { "1 chip".into() } else { format!("{} chips", number(count)) }
}

pub(crate) fn tricks(number: u8) -> String {
    many(number.into(), "trick")
}

pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

pub(crate) fn name(story: &Story, seat: Seat) -> &str {
    story.players.get(usize::from(seat.0)).map_or("?", String::as_str)
}

/// The suit that must be followed: a top card that is led asks for trumps.
pub(crate) fn suit_led(hand: &Hand) -> Option<Suit> {
    let led = hand.trick?.led;
    Some(if hand.trumps.all().has(led) { hand.trump } else { led.suit() })
}

/// Why a card is played under a clause, or may be: behind `plays 9♥`, and behind `may be played`. None where it is led.
pub(super) fn grounds(hand: &Hand, clause: Topic) -> Option<[String; 2]> {
    let (trick, suit) = (hand.trick.filter(|_| clause != Topic::PlayLead)?, suit_led(hand)?);
    let (led, sign, best, trumps) = (suit.name(), suit.sign(), trick.best, hand.trumps.all());
    Some(match clause {
        Topic::PlayFollow => [format!("bound to follow in {led}"), format!("it follows {sign}")],
        Topic::PlayHead => ["bound to head the trick".into(), format!("it beats {best}")],
        Topic::PlayTrump => ["bound to trump".into(), "it is a trump".into()],
        Topic::PlayOvertrump => ["bound to overtrump".into(), format!("it beats {best}")],
        Topic::PlayFree => {
            ["free to throw any card under a higher trump".into(), format!("no trump here beats {best}")]
        }
        _ if trumps.has(trick.led) => ["having no trump".into(), "no trump here".into()],
        _ if (hand.held[hand.mover] & trumps).is_empty() => {
            [format!("having neither {led} nor a trump"), format!("no {sign} here, no trump")]
        }
        _ => [format!("having no {led}"), format!("no {sign} here")],
    })
}

/// One who tells a step, whatever is played.
pub(super) struct Teller<'a, S> {
    pub(super) story: &'a Story,
    pub(super) step: &'a S,
}

impl<'a, S> Teller<'a, S> {
    pub(super) fn name(&self, seat: Seat) -> &'a str {
        name(self.story, seat)
    }

    pub(super) fn rules(&self) -> &'a Ruleset {
        &self.story.rules
    }
}

impl Teller<'_, Step> {
    fn stakes(&self) -> Sentence {
        let pool = chips(self.step.before.pool);
        let stakes = match self.step.events.iter().filter(|event| event.clause == Topic::Stake).count() {
            0 => format!("The pool holds {pool}."),
            1 => format!("{} stakes, and the pool holds {pool}.", self.name(self.step.after.dealer)),
            _ => format!("Each stakes, and the pool holds {pool}."),
        };
        rests(stakes, Topic::Stake)
    }

    fn told(&self, event: &Event) -> Option<Sentence> {
        let (hand, terms, clause) = (&self.step.after, &self.rules().terms, event.clause);
        let dealer = self.name(hand.dealer);
        let text = match (&self.step.kind, event.fact) {
            (Kind::Deal, Fact::Dealt(seat, _)) if seat == hand.dealer => {
                // The signs follow the sentence, behind the name of the clause.
                let size = self.rules().deal_packets.read().set(|packets, _| packets.hand);
                format!("{dealer} deals {size} cards to each.")
            }
            (Kind::Deal, Fact::FilleDealt(_)) => "A spare hand, the fille, is served before the dealer's.".into(),
            (Kind::Deal, Fact::Turned(turned)) if hand.has_trump() => {
                format!("The turn-up is {turned}: {} are trumps.", hand.trump.name())
            }
            (Kind::Deal, Fact::Turned(turned)) => {
                format!("The turn-up is {turned}, {}: {dealer} is to name trumps.", terms.top_card)
            }
            (Kind::Deal, Fact::Misdealt(_, true)) => format!("{dealer} misdeals, and pays to deal again."),
            (Kind::Deal, Fact::Misdealt(_, false)) => format!("{dealer} misdeals and loses the deal. The stake stays."),
            (_, Fact::Moved(transfer)) => self.moved(clause, transfer)?,
            (Kind::Payment | Kind::End, Fact::Owes(seat, count, _)) => {
                let why = if clause == Topic::PayAll { "loses the bid" } else { terms.no_trick };
                format!("{} {why} and owes {}.", self.name(seat), chips(count))
            }
            (Kind::Payment | Kind::End, Fact::Scored(seat, points)) => {
                format!("{} has {} left.", self.name(seat), many(points.into(), "point"))
            }
            (Kind::Deal | Kind::Payment | Kind::End, _) => return None,
            (_, Fact::Did(seat, does, got)) => format!("{} {}.", self.name(seat), self.did(does, got, clause, true)),
            (_, Fact::BestFlush(seat)) => {
                let best = self.step.events.iter().filter(|event| matches!(event.fact, Fact::BestFlush(_)));
                let says = match (best.count(), hand.claimed.len()) {
                    (2.., _) => "is as good as any, and shares the pool",
                    (_, 2..) => "is the best and takes the pool",
                    _ => "takes the pool",
                };
                format!("{}'s {} {says}.", self.name(seat), terms.flush)
            }
            (_, Fact::Alone(seat)) => match self.rules().alone.value {
                Alone::TakesPool => format!("{} is left alone and takes the pool.", self.name(seat)),
                Alone::WinsTricks(won) => {
                    format!("{} is left alone, and it counts as {} won.", self.name(seat), tricks(won))
                }
            },
            (_, Fact::Void) => "The hand is void, and the pool stays.".into(),
            (_, Fact::Won(seat, trick)) => format!("{} wins trick {trick}.", self.name(seat)),
            _ => return None,
        };
        let closed = match event.fact {
            Fact::Did(seat, does, got) => Some(format!("{} {}.", self.name(seat), self.did(does, got, clause, false))),
            _ => None,
        };
        Some(Sentence { closed: closed.filter(|closed| *closed != text), ..rests(text, clause) })
    }

    /// A move after the name of the one who makes it, told to one who sees their cards or not: what is written of it, where
    /// that is all there is to tell.
    fn did(&self, does: Move, got: Set, clause: Topic, sees: bool) -> String {
        let flush = self.rules().terms.flush;
        let cards = |set| spelled(self.rules(), set);
        let written = || written(self.rules(), does, Mood::Does).unwrap_or_default();
        match does {
            Move::Name(_) => format!("{} as trumps", written()),
            Move::Exchange(laid, _) if !sees => format!("exchanges {}", many(laid.len(), "card")),
            Move::Exchange(laid, drawn) => format!("exchanges {} for {}", cards(laid), cards(drawn)),
            Move::TakeSpare if sees => format!("{} and finds {}", written(), cards(got)),
            Move::TakeTurnUp(_) if !sees => format!("takes the turn-up, {}", cards(got)),
            Move::TakeTurnUp(laid) => format!("takes the turn-up, {}, for {laid}", cards(got)),
            Move::LetPass if !sees => "claims nothing".into(),
            Move::LetPass => format!("has the {flush}, and lets it pass"),
            Move::ThrowIn(_) if !sees => format!("throws in a {flush}, and is given a new hand"),
            Move::ThrowIn(drawn) => {
                let laid = cards(self.step.before.held[self.step.before.mover]);
                format!("throws in a {flush}, {laid}, and is given {}", cards(drawn))
            }
            Move::Defend(drawn, _) if !sees => {
                format!("defends the pack with {} cards, and lays one down", drawn.len())
            }
            Move::Defend(drawn, laid) => format!("defends the pack with {}, and lays {laid} down", cards(drawn)),
            Move::BidAll => format!("{}: all play, and nobody declares any more", written()),
            Move::DemandCivility => format!("{} of {}", written(), self.rules().terms.top_card),
            Move::HoldCards(1) => "holds 1 card, and is out of this hand".into(),
            does if does.verb().sort() == Sort::Fault => format!("{}, and is out of this hand", written()),
            Move::Play(card) => match grounds(&self.step.before, clause) {
                Some([why, _]) => format!("plays {card}, {why}"),
                None => format!("leads {card}"),
            },
            _ => written(),
        }
    }

    fn refused(&self, seat: Seat, verb: Verb, attempt: &str, clause: Topic) -> Sentence {
        let why = why(self.rules(), &self.step.before, seat, clause);
        let told = |what: &str| format!("{} tries {what}, and may not: {why}.", self.name(seat));
        // A card that is played is seen, even if it must be taken back.
        let is_hidden = matches!(verb, Verb::Exchange | Verb::TakeTurnUp);
        let closed = is_hidden.then(|| told(&format!("to {}", verb.label())));
        Sentence { closed, ..rests(told(attempt), clause) }
    }

    fn next_pool(&self) -> Option<Sentence> {
        let (rules, next) = (self.rules(), self.step.next.as_ref()?);
        let waits = |count: i64, words: [&str; 2]| match count {
            1.. => format!("{}{}{}", words[0], chips(count), words[1]),
            _ => String::new(),
        };
        let waiting = waits(next.waiting(rules), [", and ", " wait"])
            + &waits(next.next_side_pot(rules), ["; ", " wait beside it"]);
        let clause = if rules.has(Topic::DebtEnter) { Topic::DebtEnter } else { Topic::Stake };
        Some(rests(format!("The next pool will hold {}{waiting}.", chips(next.next_pool(rules))), clause))
    }

    fn end(&self) -> Vec<Sentence> {
        let moved = || self.step.events.iter().filter_map(|event| event.fact.moved());
        let left: i64 = moved().filter(|one| one.to == Account::Pool).map(|one| one.chips).sum();
        let mut said = vec![rests("The session is over.".into(), Topic::End)];
        if left > 0 {
            let bought = self.step.events.iter().filter(|event| event.clause == Topic::Credit);
            said.extend(bought.filter_map(|event| self.told(event)));
            let is_beside = moved().any(|one| one.from == Account::SidePot);
            let what = if is_beside { "What waits and is owed" } else { "The debts that are left" };
            let shared = format!("{what}, {} in all, are paid in and shared equally.", chips(left));
            said.push(rests(shared, Topic::End));
        }
        said
    }

    /// Chips that move: those that make the pool, and what is only settled later, are told of at another place.
    fn moved(&self, clause: Topic, transfer: Transfer) -> Option<String> {
        let is_told = match (&self.step.kind, clause) {
            (Kind::Payment | Kind::End, _) | (_, Topic::PamTurned) => true,
            (Kind::Deal, _) => clause == Topic::PoolCap,
            _ => matches!(clause, Topic::PamFee | Topic::PayPremium | Topic::FlushRedeal),
        };
        let (count, is_over) = (chips(transfer.chips), self.step.kind.settles());
        Some(match (transfer.from, transfer.to) {
            _ if !is_told => return None,
            (Account::Pool, Account::Seat(seat)) => format!("{} takes {count}.", self.name(seat)),
            (Account::Seat(from), Account::Seat(to))
                if is_over && matches!(clause, Topic::PamFee | Topic::PamTurned) =>
            {
                format!("{} has paid {} {count}.", self.name(from), self.name(to))
            }
            (Account::Seat(from), Account::Seat(to)) if from == to => {
                format!("{} takes back a waiting debt of {count}.", self.name(to))
            }
            (Account::Seat(from), Account::Seat(to)) => format!("{} pays {} {count}.", self.name(from), self.name(to)),
            (Account::Seat(from), Account::Pool) if is_over && clause == Topic::DebtMake => {
                format!("{} {} and pays {count} into the pool.", self.name(from), self.rules().terms.no_trick)
            }
            (Account::Seat(from), Account::Pool) => format!("{} pays {count} into the pool.", self.name(from)),
            (Account::Cash, Account::Seat(to)) => format!("{} buys {count}.", self.name(to)),
            (Account::Pool, Account::SidePot) => format!("{count} of them wait beside it."),
            (Account::SidePot, Account::Pool) => format!("{count} come back to it from beside."),
            _ => return None,
        })
    }
}

pub(super) fn rests(text: String, clause: Topic) -> Sentence {
    Sentence { text, clause: Some(clause), closed: None }
}

/// Why a clause refuses what a seat tries at this point of the hand.
pub(crate) fn why(rules: &Ruleset, hand: &Hand, seat: Seat, clause: Topic) -> String {
    let (flush, top, most) = (rules.terms.flush, rules.terms.top_card, rules.exchange_once.value.most);
    let has_to_take = matches!(rules.turn_owner.value, TurnOwner::DealerAtFirst { .. }) && hand.mover == hand.dealer;
    match (clause, hand.trick) {
        (Topic::LeadDuty, _) => match Vec::from_iter(legal(rules, hand).cards)[..] {
            [card] => format!("{card} must be led"),
            _ => "a trump must be led".into(),
        },
        (Topic::PamCivil, Some(_)) => format!("{top} was asked to keep still"),
        (Topic::PamCivil, None) if hand.is_civil => "who asked for civility leads the ace of trumps".into(),
        (Topic::PamCivil, None) => "civility cannot be demanded here".into(),
        (Topic::PlayFollow, _) => format!("{} were led and must be followed", suit_led(hand).map_or("", Suit::name)),
        (Topic::PlayHead | Topic::PlayOvertrump, Some(trick)) => format!("{} must be beaten", trick.best),
        (Topic::PlayTrump, _) => "a trump must be played".into(),
        (Topic::FlushWhat, _) => format!("these five cards are not a {flush}"),
        (Topic::FlushPat, _) => format!("a {flush} counts only as it was dealt"),
        (Topic::FlushClaim, _) => "it is not the time to claim".into(),
        (Topic::FlushRedeal, _) => format!("the {flush} must be thrown in first"),
        (Topic::Forced, _) => format!("{}, and everyone must play", forced(rules, hand)),
        (Topic::ForcedLast, _) if rules.forced_last.value == LastButOne::Dealer => {
            "one other plays, and the dealer must".into()
        }
        (Topic::ForcedLast, _) => "all before have folded, and the last but one must play".into(),
        (Topic::ExchangeShort, _) if hand.left_in_stock() == 0 => "the stock is empty".into(),
        (Topic::ExchangeShort, _) => format!("the stock holds {}", many(hand.left_in_stock(), "card")),
        (Topic::ExchangeOnce, _) if !hand.exchanged.has(seat) => format!("at most {most} cards may be exchanged"),
        (Topic::ExchangeOnce, _) => "only one exchange is allowed".into(),
        (Topic::DeclExchange, _) => "no cards are exchanged now".into(),
        (Topic::DeclFinal, _) => "a declaration stands".into(),
        (Topic::DeclBlind, _) if hand.is_blind => "the turn-up is taken for a card that was dealt".into(),
        (Topic::DeclBlind, _) => "only the dealer may bid unseen, and not on every card turned up".into(),
        (Topic::DeclAll, _) => "all the tricks cannot be bid any more".into(),
        (Topic::DeclDefend, _) => "there is no lone player to be played against".into(),
        (Topic::DeclFille, _) if hand.took_fille.is_empty() => "there is no fille to take".into(),
        (Topic::DeclFille, _) => "the fille is taken".into(),
        (Topic::DeclFold, _) if !hand.active.has(seat) => "whoever has folded is out of the hand".into(),
        (Topic::DeclOrder | Topic::DeclBid | Topic::DeclJoin | Topic::DeclFold | Topic::DeclStand, _) => {
            "that is not asked now".into()
        }
        (Topic::TurnOwner, _) if has_to_take => match hand.turn_taken {
            true => "the turn-up was taken, and counts as a card that was exchanged".into(),
            false => "the turn-up must be taken first".into(),
        },
        (Topic::TurnOwner, _) => "the turn-up cannot be taken".into(),
        (Topic::PamNames, _) => "trumps cannot be named".into(),
        (Topic::PamCalls, _) => format!("trumps cannot be named without {top}, or any more"),
        (other, _) => format!("the clause “{}” forbids it", rules.title(other)),
    }
}

fn forced(rules: &Ruleset, hand: &Hand) -> String {
    let forces = rules.forced.value.0.iter().find(|when| hand.is_when(rules, **when));
    match forces {
        Some(When::Trump(suit)) => format!("{} are trumps", suit.name()),
        Some(When::BareStake) => "the pool holds the stake alone".into(),
        Some(When::FirstHand) => "this is the first hand".into(),
        _ => "the pool is simple".into(),
    }
}
