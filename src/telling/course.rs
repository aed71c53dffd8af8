//! What else could have been done at a step, and what would have come of it.

use crate::cards::{Card, Seat, Set};
use crate::engine::{Act, Event, Fact, Hand, Stage, advance, legal};
use crate::explore::strategy::Move;
use crate::explore::{Prospect, Record, Solver, Takers, moves, on_credit};
use crate::rules::{Phase, Ruleset};
use crate::scenario::story::{Kind, Step, Story};
use serde::{Deserialize, Serialize};

/// One thing that the mover of a step might have done, or did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Course {
    /// What.
    pub(crate) deed: Deed,
    /// Whether it is what was done.
    pub(crate) is_taken: bool,
    /// Who takes the trick, if it is a card.
    pub(crate) takers: Option<Takers>,
    /// What can come of it for the mover. Chips are counted from this step.
    pub(crate) prospect: Prospect,
}

/// What might be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Deed {
    Play(Card),
    Fold,
    Stand,
    Exchange,
    TakeFille,
    TakeTurnUp,
    /// To take it for this card.
    TakeTurnUpFor(Card),
    LeaveTurnUp,
    Name,
    Claim,
    LetPass,
}

impl From<Move> for Deed {
    fn from(does: Move) -> Deed {
        match does {
            Move::Name(_) => Deed::Name,
            Move::Fold => Deed::Fold,
            Move::Stand => Deed::Stand,
            Move::Exchange(_) => Deed::Exchange,
            Move::TakeFille => Deed::TakeFille,
            Move::TakeTurnUp(card) => Deed::TakeTurnUpFor(card),
            Move::LeaveTurnUp => Deed::LeaveTurnUp,
            Move::Claim => Deed::Claim,
            Move::LetPass => Deed::LetPass,
            Move::Play(card) => Deed::Play(card),
        }
    }
}

impl Deed {
    /// A word for it, by which a script knows it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Deed::Play(_) => "play",
            Deed::Fold => "fold",
            Deed::Stand => "stand",
            Deed::Exchange => "exchange",
            Deed::TakeFille => "take the fille",
            Deed::TakeTurnUp | Deed::TakeTurnUpFor(_) => "take the turn-up",
            Deed::LeaveTurnUp => "leave the turn-up",
            Deed::Name => "name trumps",
            Deed::Claim => "claim",
            Deed::LetPass => "let it pass",
        }
    }

    /// Whether it is a choice, or one way to make it.
    pub(crate) fn makes(self, choice: Deed) -> bool {
        self == choice || matches!((self, choice), (Deed::TakeTurnUpFor(_), Deed::TakeTurnUp))
    }

    /// The same as a label: `Let it pass`.
    pub(crate) fn label(self) -> String {
        let (first, rest) = self.word().split_at(1);
        first.to_uppercase() + rest
    }
}

/// For each step of a story the courses that its mover might have taken; none where he had no choice, or where the story
/// does not tell enough.
pub(crate) fn courses(story: &Story) -> Vec<Vec<Course>> {
    let mut play = Play { rules: &story.rules, at: None };
    let course = |step: &Step| match step.kind {
        _ if step.before.stage == Stage::In(Phase::Tricks) => play.courses(step),
        Kind::Declaration | Kind::Claims | Kind::Refused { .. } => declarations(story, step),
        _ => Vec::new(),
    };
    story.steps.iter().map(course).collect()
}

/// A hand in play, followed from card to card.
struct Play<'a> {
    rules: &'a Ruleset,
    at: Option<(Solver<'a>, Hand)>,
}

impl Play<'_> {
    fn courses(&mut self, step: &Step) -> Vec<Course> {
        let is_at = |(_, hand): &(Solver, Hand)| hand.held == step.before.held && hand.active == step.before.active;
        if !self.at.as_ref().is_some_and(is_at) {
            let hand = on_credit(&step.before);
            self.at = Solver::new(self.rules, &hand).map(|solver| (solver, hand));
        }
        let Some((solver, hand)) = &mut self.at else { return Vec::new() };
        let played = step.events.iter().find_map(played);
        let cards = self.rules.rank.value.sorted(legal(self.rules, hand).cards);
        let one = |card: Card| {
            Some(Course {
                deed: Deed::Play(card),
                is_taken: Some(card) == played,
                takers: Some(solver.takers(hand, card)),
                prospect: solver.had_he_played(hand, card)?,
            })
        };
        let courses = if cards.len() > 1 { cards.into_iter().filter_map(one).collect() } else { Vec::new() };
        let act = played.map(|card| Act::Play(hand.mover, card));
        if act.is_some_and(|act| advance(self.rules, hand, act, &mut Vec::new()).is_err()) {
            self.at = None;
        }
        courses
    }
}

fn played(event: &Event) -> Option<Card> {
    match event.fact {
        Fact::Played(_, card) => Some(card),
        _ => None,
    }
}

/// What is on offer before the first card, but for what hangs on cards that nobody has seen; and what was done.
fn declarations(story: &Story, step: &Step) -> Vec<Course> {
    let (rules, hand) = (&story.rules, &step.before);
    let made = record(story, step.hand).and_then(|record| Some((done(&record, hand, step.mover?)?, record)));
    let Some((done, record)) = made else { return Vec::new() };
    let is_tried = matches!(step.kind, Kind::Refused { .. });
    let foreseen = |does: &Move| !matches!(does, Move::Exchange(_) | Move::Name(_));
    let acts = moves(rules, hand).into_iter().filter(foreseen).map(|does| does.act(hand.mover, |_| Set::EMPTY));
    let course = |act: Act| {
        let prospect = record.had_he(rules, hand, act)?;
        Some(Course { deed: deed(act)?, is_taken: act == done && !is_tried, takers: None, prospect })
    };
    let courses: Vec<Course> = acts.filter(|act| *act != done).chain([done]).filter_map(course).collect();
    if courses.len() > 1 { courses } else { Vec::new() }
}

/// What the mover of a hand did where it stands.
fn done(record: &Record, hand: &Hand, mover: Seat) -> Option<Act> {
    match hand.stage {
        Stage::In(Phase::Declarations) => record.declared[mover],
        Stage::In(Phase::TurnUp) => Some(record.turn_up.unwrap_or(Act::LeaveTurnUp(mover))),
        Stage::In(Phase::Claims) if record.silent.has(mover) => Some(Act::LetPass(mover)),
        Stage::In(Phase::Claims) => Some(Act::Claim(mover)),
        _ => None,
    }
}

fn deed(act: Act) -> Option<Deed> {
    match act {
        Act::Fold(_) => Some(Deed::Fold),
        Act::Stand(_) => Some(Deed::Stand),
        Act::Exchange(..) => Some(Deed::Exchange),
        Act::TakeFille(_) => Some(Deed::TakeFille),
        Act::TakeTurnUp(_, card) => Some(Deed::TakeTurnUpFor(card)),
        Act::LeaveTurnUp(_) => Some(Deed::LeaveTurnUp),
        Act::Claim(_) => Some(Deed::Claim),
        Act::LetPass(_) => Some(Deed::LetPass),
        _ => None,
    }
}

/// What was declared in a hand of a story. None where a fault disturbed it, or the story ends before all have spoken.
fn record(story: &Story, hand: usize) -> Option<Record> {
    let steps = || story.steps.iter().filter(|step| step.hand == hand);
    let before_play = || steps().take_while(|step| step.before.stage != Stage::In(Phase::Tricks));
    let told = |step: &Step| matches!(step.after.stage, Stage::In(Phase::Tricks) | Stage::Over);
    if before_play().any(|step| step.kind == Kind::Fault) || !steps().any(told) {
        return None;
    }
    let mut record = Record::default();
    for step in before_play() {
        let alone = step.before.stage == Stage::In(Phase::TurnUp);
        step.events.iter().for_each(|event| note(&mut record, event, alone));
    }
    Some(record)
}

fn note(record: &mut Record, event: &Event, alone: bool) {
    let (seat, act) = match event.fact {
        Fact::Folded(seat) => (seat, Act::Fold(seat)),
        Fact::Stood(seat) => (seat, Act::Stand(seat)),
        Fact::Exchanged(seat, laid, drawn) => (seat, Act::Exchange(seat, laid, drawn)),
        Fact::TookFille(seat, ..) => (seat, Act::TakeFille(seat)),
        Fact::TookTurnUp(seat, laid, _) if alone => return record.turn_up = Some(Act::TakeTurnUp(seat, laid)),
        Fact::TookTurnUp(seat, laid, _) => (seat, Act::TakeTurnUp(seat, laid)),
        Fact::LetPass(seat) => return record.silent = record.silent.with(seat),
        _ => return,
    };
    record.declared[seat] = Some(act);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::check;

    fn of(text: &str) -> (Story, Vec<Vec<Course>>) {
        let file = check("x.md", text.as_bytes());
        assert!(file.holds(), "{:?}", file.diagnostics);
        let story = file.stories[0].clone();
        let courses = courses(&story);
        (story, courses)
    }

    /// Each step, with the deeds told of it, the one that was done in brackets.
    fn told(text: &str) -> Vec<String> {
        let (story, courses) = of(text);
        let deed = |course: &Course| match course.deed {
            Deed::Play(card) => card.to_string(),
            Deed::TakeTurnUpFor(card) => format!("turn-up for {card}"),
            other => other.word().into(),
        };
        let mark = |course: &Course| if course.is_taken { format!("[{}]", deed(course)) } else { deed(course) };
        let step = |(step, courses): (&Step, &Vec<Course>)| {
            format!("{}: {}", step.id, courses.iter().map(mark).collect::<Vec<_>>().join(" "))
        };
        story.steps.iter().zip(&courses).filter(|(_, courses)| !courses.is_empty()).map(step).collect()
    }

    #[test]
    fn every_choice_is_told_and_nothing_where_there_is_none() {
        let told = told(include_str!("../../scenarios/mouche-1718/denise-must-trump.md"));
        assert_eq!(told[0], "h1-d1: stand [fold]");
        assert_eq!(told[1], "h1-d2: fold stand [exchange]");
        assert!(told.contains(&"h1-t1-1: J♠ A♠ [A♥] 8♥ Q♦".into()), "{told:?}");
        assert!(!told.iter().any(|line| line.starts_with("h1-t5") || line.starts_with("h1-t3-2")), "{told:?}");
    }

    #[test]
    fn what_was_tried_and_refused_has_the_choices_that_stood() {
        let told = told(include_str!("../../scenarios/mouche-1718/nicolas-at-a-stricter-table.md"));
        let at = told.iter().position(|line| line.contains("-try1")).expect("the try");
        let (tried, played) = (told[at].split_once(": "), told[at + 1].replace(['[', ']'], ""));
        assert_eq!(tried, Some(("h1-t3-3-try1", "10♥ 8♥")), "{told:?}");
        assert_eq!(played, "h1-t3-3: 10♥ 8♥", "and the try is not played");
    }

    #[test]
    fn the_turn_up_can_go_for_each_card_or_stay_and_a_flush_may_pass() {
        let told = told(include_str!("../../scenarios/boussac-1896/five-hearts-and-nothing-to-play.md"));
        assert!(told[3].starts_with("h1-d4: stand take the fille turn-up for "), "{told:?}");
        let (all, done) = told[4].split_once(" [").expect("what was done");
        assert_eq!((all.matches("turn-up for").count(), done), (4, "turn-up for 8♣]"), "{told:?}");
        assert!(all.starts_with("h1-turn-up: leave the turn-up "), "{told:?}");
        let claims = ["h1-claims-try1: let it pass claim", "h1-claims: let it pass [claim]"];
        assert_eq!(told[5..], claims.map(String::from));
    }

    #[test]
    fn trumps_named_otherwise_are_not_told() {
        let told = told(include_str!("../../scenarios/boussac-1896/denise-names-hearts.md"));
        assert!(told.len() > 5 && !told.iter().any(|line| line.contains("names")), "{told:?}");
    }

    /// A hand under one edition from each folder.
    const HANDS: &[&str] = &[
        include_str!("../../scenarios/mouche-1718/denise-must-trump.md"),
        include_str!("../../scenarios/mouche-1730/five-tricks-sweep-the-paper.md"),
        include_str!("../../scenarios/pamphile-1758/paid-and-gone.md"),
        include_str!("../../scenarios/mery-1847/a-ceiling-of-forty.md"),
        include_str!("../../scenarios/boussac-1896/eleven-cards-for-three.md"),
        include_str!("../../scenarios/boussac-1896/nicole-cannot-keep-a-secret.md"),
        include_str!("../../scenarios/boussac-1896/five-hearts-and-nothing-to-play.md"),
        include_str!("../../scenarios/boussac-1896/melanie-is-spared.md"),
    ];

    #[test]
    fn a_position_comes_to_the_same_whether_it_was_reached_or_begun_with() {
        for text in HANDS {
            let (story, courses) = of(text);
            for (step, courses) in
                story.steps.iter().zip(&courses).filter(|(step, _)| step.before.stage == Stage::In(Phase::Tricks))
            {
                let hand = on_credit(&step.before);
                let mut solver = Solver::new(&story.rules, &hand).expect("room");
                for course in courses {
                    let Deed::Play(card) = course.deed else { panic!("a card is played at {}", step.id) };
                    let fresh = solver.had_he_played(&hand, card);
                    assert_eq!(
                        (fresh, Some(solver.takers(&hand, card))),
                        (Some(course.prospect), course.takers),
                        "{}",
                        step.id
                    );
                }
            }
        }
    }

    #[test]
    fn what_happened_was_possible() {
        for text in HANDS {
            let (story, courses) = of(text);
            for (step, courses) in story.steps.iter().zip(&courses) {
                let end =
                    story.steps.iter().rfind(|end| end.hand == step.hand && end.kind != Kind::End).expect("an end");
                let disturbed = story.steps.iter().any(|other| other.hand == step.hand && other.kind == Kind::Fault);
                let (Some(mover), false, Stage::Over) = (step.mover, disturbed, end.after.stage) else { continue };
                let has = |hand: &Hand| hand.purses[mover] - hand.owes[mover];
                let came = has(&end.after) - has(&step.before);
                for Course { prospect, .. } in courses.iter().filter(|course| course.is_taken) {
                    assert!(
                        (prospect.chips.0..=prospect.chips.1).contains(&came),
                        "{}: {came} in {prospect:?}",
                        step.id
                    );
                    let tricks = end.after.tricks[mover];
                    assert!((prospect.tricks.0..=prospect.tricks.1).contains(&tricks), "{}", step.id);
                }
            }
        }
    }
}
