//! Tasks: about which step each is asked, what may be answered, what of it is good, and what its author must give a reason for.

use super::story::{AnyStep, Kind, MusStep, Posed, Possible, Step, Story, Verdict, payment};
use crate::cards::{CardSet, InsertionSort, Letters, Seat};
use crate::engine::{DealState, Move, broken_duty, move_offers};
use crate::explore::strategy::STRATEGY;
use crate::explore::{PlayerView, mark_near_best, weigh_moves};
use crate::mus;
use crate::rules::mus::BettingPhase;
use crate::rules::{ClauseId, GameFamily, MoveArgs, Ruleset, Verb};
use crate::scenario::text::{
    Diagnostic, PayoutSubject, Spanned, Task, TaskAnswer, TaskQuestion, VerbForm, diagnose,
    write_verb,
};

/// Whether a task can be asked of a step of this kind, with so many cards in its trick.
pub fn fits_trick_step(task: &Task, kind: &Kind, mover: Option<Seat>, cards: usize) -> bool {
    match task.asks {
        TaskQuestion::Wins => *kind == Kind::Play && cards > 1,
        TaskQuestion::May => *kind == Kind::Play,
        TaskQuestion::Plays => mover.is_some() && !kind.settles(),
        TaskQuestion::Owes | TaskQuestion::Takes(_) => *kind == Kind::Payment,
    }
}

/// Whether it can be asked of such a step of a deal of Mus.
pub fn fits_mus_step(task: &Task, stage: mus::MusStage, is_answer: bool) -> bool {
    match task.asks {
        TaskQuestion::Wins | TaskQuestion::May => is_answer && stage == mus::MusStage::Betting,
        TaskQuestion::Plays => {
            is_answer && !matches!(stage, mus::MusStage::Declaring | mus::MusStage::Serving)
        }
        TaskQuestion::Owes | TaskQuestion::Takes(_) => false,
    }
}

/// A task that cannot be asked of the step that follows it.
pub fn misplaced_error(task: &Task, machine: GameFamily) -> Diagnostic {
    let before = match task.asks {
        TaskQuestion::Wins | TaskQuestion::May if machine == GameFamily::Mus => {
            "a bet, or what is said to it"
        }
        TaskQuestion::Plays if machine == GameFamily::Mus => "what somebody is asked",
        TaskQuestion::Wins => "a card that is not the first of its trick",
        TaskQuestion::May => "a card",
        TaskQuestion::Plays => "a card or a declaration",
        TaskQuestion::Owes | TaskQuestion::Takes(_) => "a payout",
    };
    diagnose!("misplaced-task", &task.opening, before)
}

/// What was done in the hand of a step before it, each move with the hand as it stood.
pub fn past(story: &Story, at: usize) -> Vec<(DealState, Move)> {
    let hand = story.steps[at].hand;
    let steps = story.steps[..at].iter().filter(|step| step.hand == hand);
    steps
        .flat_map(|step| {
            step.events
                .iter()
                .filter_map(|event| Some((step.before, event.kind.as_move()?.1)))
        })
        .collect()
}

/// Works out what each task may be answered, and what is wrong with it; not in a page, where each key would wait.
pub fn pose_tasks(story: &mut Story, asked: Vec<(usize, Task)>) {
    for (at, task) in asked {
        let mut posed = Posed {
            task,
            answers: Vec::new(),
        };
        if cfg!(feature = "cli") {
            let all = match story.mus.get(at) {
                Some(step) => bidding(story, step, &posed.task),
                None => answers(story, at, &posed.task),
            };
            let possible = |(answer, verdict)| Possible {
                answer,
                verdict,
                reason: None,
            };
            posed.answers = all.into_iter().map(possible).collect();
            for (answer, reason) in &posed.task.reasons {
                let is_it = |one: &&mut Possible| one.answer == read_as(one.answer, answer.value);
                if let Some(one) = posed.answers.iter_mut().find(is_it) {
                    one.reason = Some(reason.clone());
                }
            }
            story.diagnostics.extend(wrong(story, at, &posed));
        }
        story.frame_mut(at).tasks.push(posed);
    }
}

fn is_it(is_so: bool) -> Verdict {
    if is_so { Verdict::Good } else { Verdict::Wrong }
}

fn answers(story: &Story, at: usize, task: &Task) -> Vec<(TaskAnswer, Verdict)> {
    let (rules, step) = (&story.rules, &story.steps[at]);
    match task.asks {
        TaskQuestion::Wins => {
            let won = step
                .events
                .iter()
                .find_map(|event| event.kind.as_trick_winner());
            let best = step.after.trick.map(|trick| trick.best);
            let wins = |seat, card| is_it(Some(card) == best || Some(seat) == won);
            step.trick
                .iter()
                .map(|(seat, card)| (TaskAnswer::Card(*card), wins(*seat, *card)))
                .collect()
        }
        TaskQuestion::May => {
            let held = rules
                .rank
                .value
                .sort_cards(step.before.hands[step.before.mover]);
            let verdict = |card| {
                broken_duty(rules, &step.before, card).map_or(Verdict::Good, Verdict::Forbidden)
            };
            held.into_iter()
                .map(|card| (TaskAnswer::Card(card), verdict(card)))
                .collect()
        }
        TaskQuestion::Plays => {
            let (does, past) = (
                step.events.iter().find_map(|event| event.kind.as_move()),
                past(story, at),
            );
            verdicts(rules, &past, &step.before, does.map(|(_, does)| does))
        }
        TaskQuestion::Owes => step
            .after
            .seats_in_turn()
            .map(|seat| {
                (
                    TaskAnswer::Seat(seat),
                    is_it(step.after.debts_made[seat] > 0),
                )
            })
            .collect(),
        TaskQuestion::Takes(seat) => numbers(task, takes(step, seat)),
    }
}

/// The answers where a deal of Mus is played. What its author has a reason against is the worse choice.
fn bidding(story: &Story, step: &MusStep, task: &Task) -> Vec<(TaskAnswer, Verdict)> {
    let (rules, hand) = (&story.rules, &step.before);
    match task.asks {
        TaskQuestion::Wins => {
            let last = story
                .mus
                .iter()
                .rfind(|other| other.hand == step.hand)
                .unwrap_or(step);
            let winner = last.after.outcomes[hand.phase.place()].winner;
            hand.phase_players()
                .iter()
                .map(|seat| (TaskAnswer::Seat(seat), is_it(winner == Some(seat))))
                .collect()
        }
        TaskQuestion::May => {
            let may = |does| {
                mus::refusing_clause(rules, hand, hand.mover, does)
                    .map_or(Verdict::Good, Verdict::Forbidden)
            };
            let all = [
                Move::BetPass,
                Move::Envido(0),
                Move::Accept,
                Move::Refuse,
                Move::Raise(0),
                Move::Ordago,
            ];
            all.into_iter()
                .map(|does| (TaskAnswer::Move(does.verb()), may(does)))
                .collect()
        }
        TaskQuestion::Plays => {
            let is_against = |answer| {
                task.reasons
                    .iter()
                    .any(|(against, _)| against.value == answer)
            };
            let verdict = |answer| {
                if is_against(answer) {
                    Verdict::Worse
                } else {
                    Verdict::Good
                }
            };
            let all = mus::legal_verbs(rules, hand)
                .0
                .iter()
                .map(|verb| TaskAnswer::Move(*verb));
            all.map(|answer| (answer, verdict(answer))).collect()
        }
        TaskQuestion::Takes(seat) => numbers(
            task,
            stone_payments(story, step, seat)
                .iter()
                .map(|(_, count)| count)
                .sum(),
        ),
        TaskQuestion::Owes => Vec::new(),
    }
}

/// Returns what the side of a seat takes in the deal of a step, payment by payment with its phase, in stones; where each
/// player sheds stones, what the seat sheds.
pub fn stone_payments(story: &Story, step: &MusStep, seat: Seat) -> Vec<(BettingPhase, i64)> {
    let of_deal = story
        .mus
        .iter()
        .filter(|other| other.hand == step.hand)
        .flat_map(|other| &other.events);
    let side = mus::MusState::side_of(&story.rules, seat);
    let paid = of_deal.filter_map(|event| match event.kind {
        mus::MusEventKind::StonesPaid(lance, who, count)
            if mus::MusState::side_of(&story.rules, who) == side =>
        {
            Some((lance, count))
        }
        _ => None,
    });
    paid.collect()
}

/// The right number, and those that its author says something against.
fn numbers(task: &Task, right: i64) -> Vec<(TaskAnswer, Verdict)> {
    let said = |answer: TaskAnswer| {
        if let TaskAnswer::Chips(chips) = answer {
            Some(chips)
        } else {
            None
        }
    };
    let mut all: Vec<i64> = task
        .reasons
        .iter()
        .filter_map(|(answer, _)| said(answer.value))
        .chain([right])
        .collect();
    all.insertion_sort_by_key(|chips| *chips);
    all.dedup();
    all.into_iter()
        .map(|chips| (TaskAnswer::Chips(chips), is_it(chips == right)))
        .collect()
}

/// What a seat takes by a reckoning, in chips.
pub fn takes(step: &Step, seat: Seat) -> i64 {
    let taken = step
        .events
        .iter()
        .filter_map(payment)
        .filter(|(payment, _)| *payment == PayoutSubject::Takes(seat));
    taken.map(|(_, moved)| moved.chips).sum()
}

/// What the mover of a hand may do and what not, each with its verdict; an exchange is that `made`, or the strategy's.
pub fn verdicts(
    rules: &Ruleset,
    past: &[(DealState, Move)],
    hand: &DealState,
    made: Option<Move>,
) -> Vec<(TaskAnswer, Verdict)> {
    let choices = choices(rules, hand, made);
    let open = open(rules, hand, &choices);
    let means = if open.len() > 1 {
        weigh_moves(rules, past, hand, &open)
    } else {
        vec![0.0; open.len()]
    };
    let mut good = mark_near_best(&means);
    let verdict = |(answer, does): Choice| match does {
        Err(clause) => (answer, Verdict::Forbidden(clause)),
        Ok(_) if good.next().unwrap_or_default() => (answer, Verdict::Good),
        Ok(_) => (answer, Verdict::Worse),
    };
    choices.into_iter().map(verdict).collect()
}

/// Those of these choices that may be made, and what the strategy would do.
pub fn open(rules: &Ruleset, hand: &DealState, choices: &[Choice]) -> Vec<Move> {
    let mut open: Vec<Move> = choices.iter().filter_map(|(_, does)| does.ok()).collect();
    // Another exchange may be better than the one that is made.
    open.extend(
        STRATEGY
            .choose_move(rules, hand)
            .filter(|best| open.iter().all(|does| !does.is_choice(*best))),
    );
    open
}

/// An answer with its move, or with the clause that forbids it.
pub type Choice = (TaskAnswer, Result<Move, ClauseId>);

/// What the mover of a hand may do and what not.
pub fn choices(rules: &Ruleset, hand: &DealState, made: Option<Move>) -> Vec<Choice> {
    let mut choices = Vec::new();
    for offer in move_offers(rules, hand) {
        if offer.verb == Verb::Play {
            let card = |card| {
                (
                    TaskAnswer::Card(card),
                    broken_duty(rules, hand, card).map_or(Ok(Move::Play(card)), Err),
                )
            };
            choices.extend(
                rules
                    .rank
                    .value
                    .sort_cards(hand.hands[hand.mover])
                    .into_iter()
                    .map(card),
            );
        } else if !offer.is_open {
            choices.push((TaskAnswer::Move(offer.verb), Err(offer.clause)));
        } else if let Some(does) = one_such(rules, hand, offer.verb, made) {
            choices.push((TaskAnswer::Move(offer.verb), Ok(does)));
        }
    }
    choices
}

/// A move of this kind: what is made, or what the strategy would do, or with the cards that it prizes least.
fn one_such(rules: &Ruleset, hand: &DealState, verb: Verb, made: Option<Move>) -> Option<Move> {
    let strategy = STRATEGY.choose_move(rules, hand);
    if let Some(does) = made
        .into_iter()
        .chain(strategy)
        .find(|does| does.verb() == verb)
    {
        return Some(if let Move::Exchange(laid, _) = does {
            Move::exchange_of(laid)
        } else {
            does
        });
    }
    let view = PlayerView::new(rules, hand);
    let losers = view.lowest_cards(view.plain_losers(), view.max_exchange());
    let laid = if losers.is_empty() {
        view.lowest_cards(view.hand(), 1)
    } else {
        losers
    };
    let what = MoveArgs {
        laid: Some(laid),
        drawn: Some(CardSet::EMPTY),
        card: view.lowest_card(view.hand()),
        ..MoveArgs::default()
    };
    verb.with_args(what)
}

/// What an answer is where `one` is among those asked for: who does what no script writes stands.
fn read_as(one: TaskAnswer, written: TaskAnswer) -> TaskAnswer {
    match (one, written) {
        (TaskAnswer::Move(verb), TaskAnswer::Move(Verb::Stand))
            if verb.words(Letters::English).is_none() =>
        {
            one
        }
        _ => written,
    }
}

fn wrong(story: &Story, at: usize, posed: &Posed) -> Vec<Diagnostic> {
    let (task, step) = (&posed.task, story.step(at));
    let mut found = Vec::new();
    for (place, (answer, _)) in task.reasons.iter().enumerate() {
        let is_same = |(other, _): &&(Spanned<TaskAnswer>, String)| other.value == answer.value;
        let one = posed
            .answers
            .iter()
            .find(|one| one.answer == read_as(one.answer, answer.value));
        let what = said(story, answer.value);
        if let Some((first, _)) = task.reasons[..place].iter().find(is_same) {
            found.push(diagnose!("reason-twice", &answer.span, what).with_first_place(first));
        } else if answer.value == TaskAnswer::Good {
        } else if one.is_some_and(|one| one.verdict == Verdict::Good) {
            found.push(diagnose!("reason-of-a-right-answer", &answer.span, what));
        } else if one.is_none() {
            let all: Vec<String> = posed
                .answers
                .iter()
                .map(|one| said(story, one.answer))
                .collect();
            found.push(diagnose!(
                "no-such-answer",
                &answer.span,
                what,
                all = all.join(", ")
            ));
        }
    }
    let is_all_good = posed.answers.iter().all(|one| one.verdict == Verdict::Good);
    if is_all_good {
        found.push(match task.asks {
            TaskQuestion::Takes(_) => diagnose!("no-wrong-number", &task.opening),
            _ => diagnose!("all-is-good", &task.opening),
        });
    }
    let says_why_good = task
        .reasons
        .iter()
        .any(|(answer, _)| answer.value == TaskAnswer::Good);
    let must_say_why = task.asks == TaskQuestion::Plays
        || (task.asks == TaskQuestion::May && matches!(step, AnyStep::Mus(_)));
    if must_say_why && !says_why_good && !is_all_good {
        found.push(diagnose!("no-reason-for-good", &task.opening));
    }
    let unexplained = posed
        .answers
        .iter()
        .filter(|one| one.reason.is_none() && is_unexplained(step, one));
    found.extend(
        unexplained
            .map(|one| diagnose!("no-reason", &task.opening, what = said(story, one.answer))),
    );
    found
}

/// Whether nothing but its author can say why an answer is not good.
fn is_unexplained(step: AnyStep, one: &Possible) -> bool {
    match (one.verdict, one.answer, step) {
        (Verdict::Worse, ..) => true,
        (Verdict::Wrong, TaskAnswer::Seat(seat), AnyStep::Tricks(step)) => {
            step.after.active.has(seat) && step.after.tricks_won[seat] == 0
        }
        (Verdict::Wrong, TaskAnswer::Chips(_), _) => true,
        _ => false,
    }
}

fn said(story: &Story, answer: TaskAnswer) -> String {
    let word = |verb| {
        write_verb(
            verb,
            VerbForm::ThirdPerson,
            Letters::English,
            story.rules.terms.flush,
        )
    };
    match answer {
        TaskAnswer::Good => "good".into(),
        TaskAnswer::Card(card) => card.to_string(),
        TaskAnswer::Seat(seat) => story
            .players
            .get(usize::from(seat.0))
            .cloned()
            .unwrap_or_default(),
        TaskAnswer::Chips(chips) => chips.to_string(),
        TaskAnswer::Move(verb) => word(verb).or_else(|| word(Verb::Stand)).unwrap_or_default(),
    }
}
