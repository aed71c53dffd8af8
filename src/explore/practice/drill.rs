//! What a practice deal drills, and whether its cards do.

#[cfg(test)]
use super::PracticeDeal;
use super::{Lines, Point};
use crate::engine::{Hand, Move, Stage, breach, legal};
#[cfg(test)]
use crate::engine::{apply, may_claim, may_take_turn_up};
use crate::rules::{Phase, Ruleset, Topic};

/// What is drilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Drill {
    /// To follow suit.
    Following,
    /// To head the trick.
    Heading,
    /// To trump when void.
    Trumping,
    /// To overtrump.
    Overtrumping,
    /// To fold.
    Folding,
    /// To choose what to lay down.
    Exchanging,
    /// To stand on a flush, and claim it.
    Flush,
    /// To take the spare hand.
    Fille,
    /// To take the turn-up.
    TurnUp,
    /// To see what a debt costs: the hand can be won, and lost.
    Bete,
}

impl Drill {
    /// All of them, from the plainest.
    pub const ALL: [Drill; 10] = [
        Drill::Following,
        Drill::Heading,
        Drill::Trumping,
        Drill::Overtrumping,
        Drill::Folding,
        Drill::Exchanging,
        Drill::Bete,
        Drill::Flush,
        Drill::Fille,
        Drill::TurnUp,
    ];

    /// Its id in a page.
    pub fn id(self) -> &'static str {
        self.words().0
    }

    /// What it is called.
    pub fn title(self) -> &'static str {
        self.words().1
    }

    /// What the learner is to look out for.
    pub fn brief(self) -> &'static str {
        self.words().2
    }

    /// The clause it turns on.
    pub fn topic(self) -> Topic {
        self.words().3
    }

    fn words(self) -> (&'static str, &'static str, &'static str, Topic) {
        match self {
            Drill::Following => ("following", "Following suit", "A suit is led that you hold.", Topic::PlayFollow),
            Drill::Heading => {
                ("heading", "Heading the trick", "You can beat what lies there, and so you must.", Topic::PlayHead)
            }
            Drill::Trumping => {
                ("trumping", "Trumping", "A suit is led that you lack, and you hold a trump.", Topic::PlayTrump)
            }
            Drill::Overtrumping => {
                ("overtrumping", "Overtrumping", "Somebody has trumped before you.", Topic::PlayOvertrump)
            }
            Drill::Folding => ("folding", "When to fold", "A dear pool and poor cards.", Topic::DeclFold),
            Drill::Exchanging => (
                "exchanging",
                "What to lay down",
                "Some cards are worth more than what the stock may give.",
                Topic::DeclExchange,
            ),
            Drill::Bete => (
                "debt",
                "What a debt costs",
                "This hand can win chips, and it can cost the whole pool.",
                Topic::DebtMake,
            ),
            Drill::Flush => {
                ("flush", "Five of one suit", "Look at your cards before you change any.", Topic::FlushWhat)
            }
            Drill::Fille => ("fille", "The spare hand", "Five unseen cards lie beside yours.", Topic::DeclFille),
            Drill::TurnUp => {
                ("turn-up", "The dealer's turn-up", "You deal, and the card you turned may be yours.", Topic::TurnOwner)
            }
        }
    }

    /// Whether a deal can drill it at all, before any line is worked out.
    #[cfg(test)]
    pub fn may_be_in(self, rules: &Ruleset, deal: &PracticeDeal) -> bool {
        let Some((hand, act, _)) = deal.dealt(rules) else { return false };
        let Ok(hand) = apply(rules, &hand, act, &mut Vec::new()) else { return false };
        match self {
            Drill::Flush => may_claim(rules, &hand, deal.learner()),
            Drill::Fille => !hand.fille.is_empty(),
            Drill::TurnUp => hand.dealer == deal.learner() && may_take_turn_up(rules, &hand),
            _ => true,
        }
    }

    /// Whether the lines of a deal drill it: the learner comes to it by playing his best, and it makes a difference.
    pub fn is_in(self, rules: &Ruleset, lines: &Lines) -> bool {
        match self {
            Drill::Following => duty(rules, lines, Topic::PlayFollow),
            Drill::Heading => duty(rules, lines, Topic::PlayHead),
            Drill::Trumping => duty(rules, lines, Topic::PlayTrump),
            Drill::Overtrumping => duty(rules, lines, Topic::PlayOvertrump),
            Drill::Folding => declares(lines, |does| does == Move::Fold),
            Drill::Exchanging => exchanges(lines),
            Drill::Bete => can_owe(lines),
            Drill::Flush => lines.main().iter().any(|point| point.hand.stage == Stage::In(Phase::Claims)),
            Drill::Fille => declares(lines, |does| does == Move::TakeSpare),
            Drill::TurnUp => takes_turn_up(lines),
        }
    }
}

/// Whether the best line comes to a play that this duty binds, and to a card that it keeps back.
fn duty(rules: &Ruleset, lines: &Lines, topic: Topic) -> bool {
    let keeps_back =
        |hand: &Hand| hand.held[hand.mover].into_iter().any(|card| breach(rules, hand, card) == Some(topic));
    let is_play = |hand: &Hand| hand.stage == Stage::In(Phase::Tricks);
    let binds = |hand: &Hand| is_play(hand) && legal(rules, hand).clause == topic && keeps_back(hand);
    lines.main().iter().any(|point| binds(&point.hand))
}

/// Whether only declarations of a kind are best, all others costing at least a chip more.
fn declares(lines: &Lines, is_it: impl Fn(Move) -> bool) -> bool {
    let Some(point) = lines.main().into_iter().find(|point| matches!(point.hand.stage, Stage::In(Phase::Round(_))))
    else {
        return false;
    };
    is_better(lines, point, is_it)
}

/// Whether laying down some cards is best, and neither all that may be nor none.
fn exchanges(lines: &Lines) -> bool {
    declares(lines, |does| matches!(does, Move::Exchange(laid, _) if (2..=3).contains(&laid.len())))
}

/// Whether the learner, once he is in, may win chips or come to owe, by his cards alone.
fn can_owe(lines: &Lines) -> bool {
    let owes = |point: &Point| !point.hand.asks() && point.hand.owes[lines.learner] > 0;
    let first = lines.points.first();
    let enters = first.and_then(|point| lines.best(point)).is_some_and(|line| line.does != Move::Fold);
    enters && first.is_some_and(|point| point.best > 0) && lines.points.iter().filter(|point| owes(point)).count() > 1
}

/// Whether the learner, at some point of his best line, does better by taking the card turned up than without it.
fn takes_turn_up(lines: &Lines) -> bool {
    let takes = |does| matches!(does, Move::TakeTurnUp(_));
    lines.main().into_iter().any(|point| is_better(lines, point, takes))
}

/// Whether a point offers moves of this kind and others, and the best of the kind comes to at least a chip more.
fn is_better(lines: &Lines, point: &Point, is_it: impl Fn(Move) -> bool) -> bool {
    let best = |wanted: bool| {
        let of_kind = point.lines.iter().filter(|line| is_it(line.does) == wanted);
        of_kind.map(|line| lines.points[line.to].best).max()
    };
    best(false).is_some() && best(true) > best(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, Letters, PerSeat, Seat, Set, read_card};
    use crate::editions;
    use crate::engine::{Act, Deal, Table, open};
    use crate::explore::practice::Line;

    fn rules() -> &'static Ruleset {
        editions::by_id("mouche-1718").expect("an edition")
    }

    fn cards(words: &str) -> Vec<Card> {
        words.split(' ').map(|word| read_card(word, Letters::English).expect("a card")).collect()
    }

    /// Hearts are trumps; the first hand is the dealer's, the next leads. Where cards are played, all have stood.
    fn hand(hands: [&str; 3], played: &str) -> Hand {
        let mut table = Table::new(3, Seat(0), PerSeat::all(1000));
        let mut hand = open(rules(), &mut table, &mut Vec::new()).expect("a pool");
        let mut held = PerSeat::all(Set::EMPTY);
        hands.iter().zip(0..).for_each(|(words, seat)| held[Seat(seat)] = cards(words).into_iter().collect());
        let mut act = |act| hand = apply(rules(), &hand, act, &mut Vec::new()).expect("an act");
        act(Act::Deal(Deal { hands: held, fille: Set::EMPTY, turned: cards("9♥")[0] }));
        let play = if played.is_empty() { Vec::new() } else { cards(played) };
        if !play.is_empty() {
            [1, 2, 0].into_iter().for_each(|seat| act(Act::Does(Seat(seat), Move::Stand)));
        }
        play.into_iter().zip([1, 2]).for_each(|(card, seat)| act(Act::Does(Seat(seat), Move::Play(card))));
        hand
    }

    const ANY: [&str; 3] = ["A♣ K♣ Q♣ J♣ 10♣", "A♠ K♠ Q♠ J♠ 10♠", "A♦ K♦ Q♦ J♦ 10♦"];

    /// A point with moves, each with what it comes to and what is owed there.
    fn point(hand: Hand, moves: &[(Move, i64, i64)]) -> Lines {
        let line =
            |(at, (does, ..)): (usize, &(Move, i64, i64))| Line { does: *does, happened: Vec::new(), to: at + 1 };
        let most = moves.iter().map(|(_, best, _)| *best).max().unwrap_or_default();
        let first = Point { hand, trick: Vec::new(), lines: moves.iter().enumerate().map(line).collect(), best: most };
        let end = |(_, best, owes): &(Move, i64, i64)| {
            let mut hand = Hand { stage: Stage::Over, ..hand };
            hand.owes[hand.mover] = *owes;
            Point { hand, trick: Vec::new(), lines: Vec::new(), best: *best }
        };
        let points = std::iter::once(first).chain(moves.iter().map(end)).collect();
        Lines { learner: hand.mover, opening: Vec::new(), points }
    }

    #[test]
    fn each_duty_is_drilled_where_it_binds_and_keeps_a_card_back() {
        let follow = hand(["A♣ K♣ Q♣ J♣ 8♦", "K♠ Q♠ J♠ 9♠ 9♦", "10♠ A♥ A♦ K♦ Q♦"], "K♠");
        let head = hand(["A♣ K♣ Q♣ J♣ 8♦", "10♠ Q♦ J♦ 9♠ 10♦", "K♠ 8♠ A♥ A♦ K♦"], "10♠");
        let trump = hand(["A♣ K♣ Q♣ J♣ 8♦", "K♠ Q♠ J♠ 9♠ 9♦", "8♥ A♥ A♦ K♦ Q♦"], "K♠");
        let overtrump = hand(["K♥ 8♥ Q♣ J♣ 10♣", "K♠ Q♠ J♠ 10♠ 9♦", "10♥ A♦ K♦ Q♦ J♦"], "K♠ 10♥");
        // Here a duty binds, but all that is held may go.
        let mut free = follow;
        free.held[Seat(2)] = cards("10♠ 8♠").into_iter().collect();
        let drills = [Drill::Following, Drill::Heading, Drill::Trumping, Drill::Overtrumping];
        for (at, hand) in [follow, head, trump, overtrump, free].into_iter().enumerate() {
            let found = drills.map(|drill| drill.is_in(rules(), &point(hand, &[])));
            assert_eq!(found, [0, 1, 2, 3].map(|drill| drill == at), "{at}");
        }
        let declares = point(hand(ANY, ""), &[]);
        assert!(drills.iter().all(|drill| !drill.is_in(rules(), &declares)), "no card is asked for");
    }

    fn drills(drill: Drill, moves: &[(Move, i64, i64)]) -> bool {
        drill.is_in(rules(), &point(hand(ANY, ""), moves))
    }

    #[test]
    fn to_fold_is_drilled_where_all_else_costs_more() {
        let of = |stands| drills(Drill::Folding, &[(Move::Fold, 0, 0), (Move::Stand, stands, 0)]);
        assert_eq!([of(-5), of(0), of(3)], [true, false, false]);
        assert!(!drills(Drill::Folding, &[(Move::Fold, 0, 0)]), "it is no choice");
        let played = hand(["A♣ K♣ Q♣ J♣ 8♦", "K♠ Q♠ J♠ 9♠ 9♦", "10♠ A♥ A♦ K♦ Q♦"], "K♠");
        let late = point(played, &[(Move::Fold, 0, 0), (Move::Stand, -5, 0)]);
        assert!(!Drill::Folding.is_in(rules(), &late), "nothing is declared there");
    }

    #[test]
    fn to_exchange_is_drilled_where_two_or_three_cards_are_best() {
        let laid = |count| Move::lay(cards("A♠ K♠ Q♠ J♠ 10♠").into_iter().take(count).collect());
        let of = |best: Move, other| drills(Drill::Exchanging, &[(best, 4, 0), (other, 1, 0)]);
        assert_eq!([1, 2, 3, 4, 5].map(|count| of(laid(count), Move::Stand)), [false, true, true, false, false]);
        assert!(!of(Move::Stand, laid(2)) && !of(laid(2), laid(3)), "another is better, or none is worse");
    }

    #[test]
    fn the_fille_is_drilled_where_it_is_best() {
        let of = |fille| drills(Drill::Fille, &[(Move::Stand, 1, 0), (Move::TakeSpare, fille, 0)]);
        assert_eq!([of(2), of(1), of(0)], [true, false, false]);
    }

    #[test]
    fn what_a_debt_costs_is_drilled_where_a_hand_can_win_and_lose() {
        let of = |moves: &[(Move, i64, i64)]| drills(Drill::Bete, moves);
        let (fold, stand) = ((Move::Fold, 0, 0), |best, owes| (Move::Stand, best, owes));
        assert!(of(&[fold, stand(4, 0), stand(-5, 5), stand(-5, 5)]));
        assert!(!of(&[fold, stand(4, 0), stand(-5, 5)]), "too few ways to lose");
        assert!(!of(&[stand(0, 0), stand(-5, 5), stand(-5, 5)]), "nothing to win");
        assert!(!of(&[(Move::Fold, 9, 0), stand(4, 0), stand(-5, 5), stand(-5, 5)]), "he stays out");
    }

    #[test]
    fn the_turn_up_is_drilled_where_it_is_better_taken() {
        let takes = |best| (Move::TakeTurnUp(cards("A♠")[0]), best, 0);
        let of = |best| drills(Drill::TurnUp, &[(Move::LeaveTurnUp, 1, 0), takes(best)]);
        assert_eq!([of(2), of(1), of(-5)], [true, false, false]);
        assert!(!drills(Drill::TurnUp, &[takes(2)]), "it is no choice");
    }

    #[test]
    fn a_flush_is_drilled_where_it_may_be_claimed() {
        let hand = hand(ANY, "");
        let claims = Hand { stage: Stage::In(Phase::Claims), ..hand };
        let of = |hand| Drill::Flush.is_in(rules(), &point(hand, &[]));
        assert_eq!([of(claims), of(hand)], [true, false]);
    }

    #[test]
    fn a_deal_can_drill_only_what_its_cards_have() {
        let deal =
            |edition, place, seed| PracticeDeal { edition, players: 4, place, debt: 0, seed, drill: Drill::Fille };
        let boussac = editions::by_id("boussac-1896").expect("an edition");
        let may = |drill: Drill, place| drill.may_be_in(boussac, &deal("boussac-1896", place, 1));
        assert!(may(Drill::Fille, 1) && !Drill::Fille.may_be_in(rules(), &deal("mouche-1718", 1, 1)));
        assert!(may(Drill::TurnUp, 4) && !may(Drill::TurnUp, 1), "the dealer's alone");
        let flush = |seed| Drill::Flush.may_be_in(rules(), &deal("mouche-1718", 1, seed));
        let found = (0..3_000).filter(|seed| flush(*seed)).count();
        assert!((1..300).contains(&found), "{found} of 3,000 deals have a flush");
    }
}
