//! A seat taken in the midst of a hand, through the door of the page: at every step one plays on, or is told why not.

use crate::library::LIBRARY;
use crate::test_extent;
use mouche::cards::{CardSet, Rank, Seat};
use mouche::engine::{DealStage, DealState};
use mouche::rules::DealPhase;
use mouche::scenario::story::{CommonStepParts, MusStep, Step, StepKind};
use mouche::scenario::{CheckedFile, check};
use mouche::web::answer;
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use std::ops::Deref;

/// A table that is begun with a step of a hand.
struct TakenSeat<'a, S = Step> {
    file: &'a CheckedFile,
    edition: usize,
    step: &'a S,
    seat: u8,
    words: Vec<String>,
}

impl<S: Deref<Target = CommonStepParts>> TakenSeat<'_, S> {
    fn ask(&self, from: u64, what_if: bool) -> Json {
        self.answer(json!({ "from": from, "hint": true, "what_if": what_if }))
    }

    /// The answer to a question that says this more.
    fn answer(&self, more: Json) -> Json {
        let begun =
            json!({ "text": self.file.text, "step": self.step.id, "edition": self.edition });
        let mut table =
            json!({ "begun": begun, "seat": self.seat, "seed": 7, "words": self.words });
        table
            .as_object_mut()
            .expect("a table")
            .extend(more.as_object().cloned().unwrap_or_default());
        serde_json::from_str(&answer(json!({ "table": table }).to_string().as_bytes()))
            .expect("JSON")
    }

    /// The session as a scenario, which must hold; none if nothing of it can be told yet.
    fn saved_session(&self) -> Option<CheckedFile> {
        let answer = self.answer(json!({ "save": true }));
        assert_eq!(
            answer.get("failed"),
            None,
            "{}, {:?}",
            self.place(),
            self.words
        );
        let text = answer["scenario"].as_str()?;
        let file = check("session.md", text.as_bytes());
        assert!(
            file.holds(),
            "{}: {:?}\n{text}",
            self.place(),
            file.diagnostics
        );
        Some(file)
    }

    fn place(&self) -> String {
        format!(
            "{}, edition {}, {}, seat {}",
            self.file.path, self.edition, self.step.id, self.seat
        )
    }
}

/// Every hand of the book, or a sample of them: those told under several editions, and every twentieth of the others.
fn sampled_hands() -> impl Iterator<Item = &'static CheckedFile> {
    let told = LIBRARY
        .iter()
        .filter(|file| !file.stories.is_empty())
        .enumerate();
    told.filter(|(at, file)| {
        test_extent::are_all_wanted() || at % 20 == 3 || file.stories.len() > 1
    })
    .map(|(_, file)| file)
}

/// Their steps, or every eighth under each of their editions, for its mover, or for who is asked next.
fn sampled_steps() -> Vec<TakenSeat<'static>> {
    let each = sampled_hands().flat_map(|file| {
        file.stories
            .iter()
            .enumerate()
            .map(move |story| (file, story))
    });
    let steps = each.flat_map(|(file, (edition, story))| {
        story
            .trick_steps()
            .iter()
            .map(move |step| (file, edition, step))
    });
    let taken = |(file, edition, step): (_, _, &'static Step)| {
        let seat = step.mover.unwrap_or(step.after.mover).0;
        TakenSeat {
            file,
            edition,
            step,
            seat,
            words: Vec::new(),
        }
    };
    steps
        .step_by(test_extent::sample_step(13))
        .map(taken)
        .collect()
}

/// The hand as the one who sits down finds it.
fn state_for_learner(step: &Step) -> &DealState {
    if step.kind == StepKind::Deal {
        &step.after
    } else {
        &step.before
    }
}

fn is_over(step: &Step) -> bool {
    step.kind.is_settlement() || !state_for_learner(step).awaits_move()
}

/// Does what the strategy hints at, once or to the end of the hand; the last that was told.
fn play_by_hints<S: Deref<Target = CommonStepParts>>(
    taken: &mut TakenSeat<S>,
    to_the_end: bool,
) -> Json {
    loop {
        let told = taken.ask(0, false);
        assert_eq!(told.get("failed"), None, "{}", taken.place());
        let Some(advised) = told["hint_move"]
            .as_str()
            .filter(|_| to_the_end || taken.words.is_empty())
        else {
            return told;
        };
        assert!(taken.words.len() < 500, "{}: {told}", taken.place());
        taken.words.push(advised.to_owned());
    }
}

/// A trick that has begun goes on in a script of its own.
#[test]
fn trumps_are_named_in_the_midst_of_a_trick_and_it_goes_on() {
    let file = LIBRARY
        .iter()
        .find(|file| file.path.ends_with("the-queen-he-could-keep.md"))
        .expect("a hand");
    let step = file.stories[0]
        .trick_steps()
        .iter()
        .find(|step| step.id == "h1-names")
        .expect("a step");
    let mut taken = TakenSeat {
        file,
        edition: 0,
        step,
        seat: step.before.mover.0,
        words: Vec::new(),
    };
    let html = taken.ask(0, false)["asks"].to_string();
    assert!(html.contains(">Name clubs<"), "{html}");
    play_by_hints(&mut taken, true);
    let kept = taken.saved_session().expect("a hand");
    assert!(
        kept.text
            .contains("names clubs\n```\n\n```script\n   Horst "),
        "{}",
        kept.text
    );
}

#[test]
fn a_seat_can_be_taken_at_every_step_and_what_is_saved_holds() {
    let taken = sampled_steps();
    assert!(taken.len() > 50, "{} steps", taken.len());
    let each = test_extent::sample_step(6);
    taken
        .into_par_iter()
        .enumerate()
        .step_by(each)
        .for_each(|(at, mut taken)| {
            let told = taken.ask(0, false);
            if is_over(taken.step) {
                let why = told["failed"].as_str().unwrap_or_default();
                assert!(
                    why.starts_with("The deal is over at this step"),
                    "{}: {told}",
                    taken.place()
                );
                return;
            }
            assert!(told["asks"].is_string(), "{}: {told}", taken.place());
            play_by_hints(&mut taken, at % 20 == 0);
            let Some(file) = taken.saved_session() else {
                return;
            };
            // The hand has come to the same: cards, purses, debts and all. Before the step something else may have
            // been done, such as a demand of civility; and a step that is not written out, such as trumps that stay,
            // is not found again.
            let is_same = |step: &&Step| step.id == taken.step.id && step.kind == taken.step.kind;
            let again = file.stories[0].trick_steps();
            if again.iter().any(|step| is_same(&step)) {
                let told = taken.file.stories[taken.edition].trick_steps();
                let place = told
                    .iter()
                    .position(|step| is_same(&step))
                    .expect("the step");
                assert_eq!(
                    state_for_learner(&again[place]),
                    state_for_learner(taken.step),
                    "{}\n{}",
                    taken.place(),
                    file.text
                );
            }
        });
}

/// The statement before it is told with it.
#[test]
fn a_seat_can_be_taken_where_silence_has_spoken() {
    let file = LIBRARY
        .iter()
        .find(|file| file.path.ends_with("the-mouche-nobody-claimed.md"))
        .expect("the hand");
    let step = file.stories[0]
        .trick_steps()
        .iter()
        .find(|step| step.id == "h1-claims")
        .expect("the step");
    let taken = TakenSeat {
        file,
        edition: 0,
        step,
        seat: 3,
        words: vec!["claim the mouche".to_owned()],
    };
    let kept = taken.saved_session().expect("a scenario");
    let again = kept.stories[0]
        .trick_steps()
        .iter()
        .find(|step| step.id == "h1-claims")
        .expect("the step");
    assert_eq!(state_for_learner(again), state_for_learner(step));
}

/// A deal of Mus as the one who sits down finds it.
fn mus_state_for_learner(step: &MusStep) -> mouche::mus::MusState {
    if step.kind == StepKind::Deal {
        step.after
    } else {
        step.before
    }
}

/// The step at which somebody is asked next, and the deal as it is found there; none if nobody is.
fn next_mus_question(taken: &TakenSeat<MusStep>) -> Option<(String, mouche::mus::MusState)> {
    let steps = taken.file.stories[taken.edition].mus_steps();
    let at = steps
        .iter()
        .position(|step| step.id == taken.step.id)
        .expect("a step");
    let later = steps[at..]
        .iter()
        .take_while(|step| step.hand == taken.step.hand);
    later
        .map(|step| (step.id.clone(), mus_state_for_learner(step)))
        .find(|(_, hand)| hand.awaits_move())
}

/// Every step of every deal of Mus, or a sample, for who is asked next.
fn sampled_mus_steps() -> impl Iterator<
    Item = (
        TakenSeat<'static, MusStep>,
        Option<(String, mouche::mus::MusState)>,
    ),
> {
    let each = LIBRARY.iter().flat_map(|file| {
        file.stories
            .iter()
            .enumerate()
            .map(move |story| (file, story))
    });
    let steps = each.flat_map(|(file, (edition, story))| {
        story
            .mus_steps()
            .iter()
            .map(move |step| (file, edition, step))
    });
    steps
        .step_by(test_extent::sample_step(53))
        .map(|(file, edition, step)| {
            let mut taken = TakenSeat {
                file,
                edition,
                step,
                seat: 0,
                words: Vec::new(),
            };
            let next = next_mus_question(&taken);
            taken.seat = next.as_ref().map_or(0, |(_, hand)| hand.mover.0);
            (taken, next)
        })
}

#[test]
fn a_seat_can_be_taken_at_every_step_of_mus_and_what_is_saved_holds() {
    let steps: Vec<_> = sampled_mus_steps()
        .step_by(test_extent::sample_step(2))
        .collect();
    assert!(steps.len() > 10, "{} steps", steps.len());
    steps
        .into_par_iter()
        .enumerate()
        .for_each(|(at, (mut taken, next))| {
            let told = taken.ask(0, false);
            let Some((id, hand)) = next else {
                let why = told["failed"].as_str().unwrap_or_default();
                return assert!(
                    why.starts_with("The deal is over at this step"),
                    "{}: {told}",
                    taken.place()
                );
            };
            assert!(told["asks"].is_string(), "{}: {told}", taken.place());
            play_by_hints(&mut taken, at % 3 == 0);
            let file = taken.saved_session().expect("a session");
            // The deal has come to the same: cards, bets, purses and all.
            let again = file.stories[0]
                .mus_steps()
                .iter()
                .find(|step| step.id == id);
            if let Some(again) = again {
                assert_eq!(
                    mus_state_for_learner(again),
                    hand,
                    "{}\n{}",
                    taken.place(),
                    file.text
                );
            }
        });
}

#[test]
fn what_a_file_tells_of_the_stock_of_mus_is_served_to_who_sits_down() {
    // Who lays down what the file tells is served what it tells.
    let (mut served, mut told) = (0, 0);
    for (mut taken, next) in sampled_mus_steps() {
        let Some((id, hand)) =
            next.filter(|(_, hand)| hand.stage == mouche::mus::MusStage::Discarding)
        else {
            continue;
        };
        let steps = taken.file.stories[taken.edition].mus_steps();
        let own = steps
            .iter()
            .find(|step| step.id == id)
            .and_then(|step| step.events.first());
        let Some(mouche::mus::MusEventDetails::MadeMove(seat, does)) =
            own.map(|event| event.details)
        else {
            continue;
        };
        let laid = does.args().laid.expect("cards");
        let wanted = steps
            .iter()
            .skip_while(|step| step.id != id)
            .flat_map(|step| &step.events)
            .find_map(|event| {
                let mouche::mus::MusEventDetails::Served(to, cards) = event.details else {
                    return None;
                };
                (to == seat).then_some(cards)
            });
        let Some(wanted) = wanted else { continue };
        taken.words.push(
            laid.into_iter()
                .map(|card| card.to_string())
                .collect::<Vec<_>>()
                .join(" "),
        );
        let file = taken.saved_session().expect("a session");
        let events = file.stories[0]
            .mus_steps()
            .iter()
            .skip_while(|step| step.id != id)
            .flat_map(|step| &step.events);
        let mut came = events.filter_map(|event| match event.details {
            mouche::mus::MusEventDetails::Served(to, cards) if to == seat => Some(cards),
            _ => None,
        });
        told += 1;
        // Others before them may lay down more or less than the file tells.
        served += usize::from(came.next() == Some(wanted));
        assert_eq!(hand.mover, seat);
    }
    assert!(
        told > 0 && served > 0 && served * 2 >= told,
        "{served} of {told}"
    );
}

#[test]
fn what_if_says_at_mus_what_each_word_comes_to() {
    let mut worked = 0;
    for (mut taken, next) in
        sampled_mus_steps().step_by(if test_extent::are_all_wanted() { 3 } else { 1 })
    {
        let Some((_, hand)) = next else { continue };
        let found = taken.ask(0, true)["what_if"]
            .as_str()
            .expect("an answer")
            .to_owned();
        if hand.stage != mouche::mus::MusStage::Betting {
            assert_eq!(
                found,
                "What if? works for bets only, because nobody knows which cards would be drawn."
            );
            continue;
        }
        assert!(
            found.contains("if all players then follow the book’s strategy"),
            "{found}"
        );
        for line in found.split("<li").skip(1) {
            let line = line.split_once('>').expect("an item").1;
            let (words, comes) = line.split_once(": ").expect("a word");
            let comes = comes.split('.').next().expect("what it comes to");
            for word in words.split(", ") {
                taken.words = vec![word.split(" (").next().expect("a word").to_owned()];
                play_by_hints(&mut taken, true);
                let account =
                    taken.answer(json!({ "account": true }))["account"]["html"].to_string();
                let is_so = account.contains(&format!("<strong>{comes}</strong>"));
                assert!(is_so, "{}, {word}: {line} {account}", taken.place());
                worked += 1;
            }
        }
        if worked > 12 && !test_extent::are_all_wanted() {
            return;
        }
    }
    assert!(worked > 10, "{worked}");
}

#[test]
fn who_cannot_sit_down_is_told_why() {
    let taken: Vec<TakenSeat> = sampled_steps()
        .into_iter()
        .filter(|taken| !is_over(taken.step))
        .collect();
    taken
        .into_par_iter()
        .step_by(if test_extent::are_all_wanted() { 1 } else { 7 })
        .for_each(|mut taken| {
            let hand = state_for_learner(taken.step);
            for seat in (0..hand.seats).map(Seat) {
                taken.seat = seat.0;
                let told = taken.ask(0, false);
                let why = told["failed"].as_str().unwrap_or_default();
                // Who is out may still be asked to defend the pack.
                match (hand.active.has(seat), told["asks"].as_str()) {
                    (false, Some(asks)) => assert!(
                        asks.contains("Defend the pack"),
                        "{}: {told}",
                        taken.place()
                    ),
                    (false, None) => assert!(
                        why.contains("is out of this deal"),
                        "{}: {told}",
                        taken.place()
                    ),
                    (true, Some(_)) => {}
                    (true, None) => {
                        assert!(
                            why.contains("has no more choices in this deal"),
                            "{}: {told}",
                            taken.place()
                        );
                    }
                }
            }
        });
    let refused = |text: &str, step: &str, edition: usize, seat: u8| {
        let begun = json!({ "text": text, "step": step, "edition": edition });
        let table = json!({ "begun": begun, "seat": seat, "seed": 7, "words": [] });
        answer(json!({ "table": table }).to_string().as_bytes())
    };
    let text = include_str!("../held/denise-must-trump.md");
    assert!(refused(text, "h1-t9-1", 0, 0).contains("does not have this step"));
    assert!(refused(text, "h1-deal", 1, 0).contains("has fewer editions"));
    assert!(refused(text, "h1-deal", 0, 9).contains("There is no player at this seat"));
    assert!(refused("# Nothing", "h1-deal", 0, 0).contains("this is not a hand"));
    assert!(
        refused(&text.replace("-> Denise", "-> Anne"), "h1-deal", 0, 0)
            .contains("the hand has an error: ")
    );
}

#[test]
fn what_the_others_hold_is_nowhere_in_what_is_told() {
    let taken: Vec<TakenSeat> = sampled_steps()
        .into_iter()
        .filter(|taken| !is_over(taken.step))
        .collect();
    taken
        .into_par_iter()
        .step_by(if test_extent::are_all_wanted() { 1 } else { 7 })
        .for_each(|taken| {
            let told = taken.ask(0, false);
            let html = told["html"].as_str().unwrap_or_default();
            let more = told
                .as_object()
                .into_iter()
                .flatten()
                .filter(|(what, _)| *what != "html");
            let seen = more
                .filter_map(|(_, words)| words.as_str())
                .fold(html.to_owned(), |seen, words| seen + words);
            let (hand, seat) = (state_for_learner(taken.step), Seat(taken.seat));
            // A card that was turned up and taken, a flush that was claimed and a hand that was shown lay open once.
            let open = taken.file.stories[taken.edition]
                .trick_steps()
                .iter()
                .filter(|step| step.hand == taken.step.hand);
            let shown = open
                .clone()
                .any(|step| matches!(step.kind, StepKind::Claims | StepKind::Fault));
            let others = (0..hand.seats).map(Seat).filter(|other| *other != seat);
            let held = others.fold(CardSet::EMPTY, |all, other| all | hand.hands[other]);
            let unseen = if shown {
                hand.stock
            } else {
                (held | hand.stock) - CardSet::from(hand.turned_card)
            };
            let last = seen
                .rsplit("<div class=\"hand-deal")
                .next()
                .unwrap_or_default();
            // Earlier hands of the file had the same cards.
            let now = last
                .rfind(&format!("-h{}-deal\"", taken.step.hand))
                .map_or(last, |at| &last[at..]);
            // What they laid down and the stock has again they know.
            let before = open.take_while(|step| step.id != taken.step.id);
            let own = before.fold(hand.hands[seat], |own, step| {
                // A card that was tried, and taken back, was seen.
                let tried = if let StepKind::Refused {
                    card: Some(card), ..
                } = step.kind
                {
                    CardSet::from(card)
                } else {
                    CardSet::EMPTY
                };
                own | step.before.hands[seat] | step.after.hands[seat] | tried
            });
            for card in unseen - own {
                let name = card.name();
                // As a card, alone or among others, and in a sentence; not in the title of a hand.
                let named = [
                    format!(">{card}<"),
                    format!("\"{name}\""),
                    format!("\"{name};"),
                    format!("; {name}"),
                    format!("the {name}"),
                ];
                let drawn = format!(
                    "card {} r{}",
                    &card.suit().name()[..1],
                    Rank::ALL.len() - card.rank() as usize
                );
                let all = [
                    format!(" {card}"),
                    format!("{card},"),
                    format!("{drawn}\""),
                    format!("{drawn} "),
                ];
                let mut each = named.iter().chain(&all);
                assert!(
                    !each.any(|one| now.contains(one.as_str())),
                    "{}: {card} in {now}",
                    taken.place()
                );
            }
        });
}

/// Also where another is to move.
#[test]
fn what_another_tries_with_hidden_cards_is_told_without_them() {
    let tried = [
        (
            "mistigri-1975/three-apiece.md",
            "h1-d6",
            2,
            "tries to exchange, but cannot",
        ),
        (
            "boussac-1896/the-mistigri-he-could-not-have.md",
            "h1-t1-1",
            0,
            "tries to take the turn-up, but cannot",
        ),
    ];
    for (path, id, seat, says) in tried {
        let file = LIBRARY
            .iter()
            .find(|file| file.path.ends_with(path))
            .expect("a hand");
        let step = file.stories[0]
            .trick_steps()
            .iter()
            .find(|step| step.id == id)
            .expect("a step");
        let told = TakenSeat {
            file,
            edition: 0,
            step,
            seat,
            words: Vec::new(),
        }
        .ask(0, false);
        let html = told["html"].as_str().expect("a table");
        assert!(html.contains(says), "{html}");
        assert_eq!(
            html.matches("tries to").count(),
            html.matches(says).count(),
            "{html}"
        );
    }
}

#[test]
fn what_if_says_of_each_card_what_it_comes_to() {
    let text = include_str!("../held/denise-must-trump.md");
    let file = check("denise-must-trump.md", text.as_bytes());
    let plays = |step: &&Step| {
        step.kind == StepKind::Play
            && state_for_learner(step).stage == DealStage::In(DealPhase::Tricks)
    };
    let mut worked = 0;
    for step in file.stories[0].trick_steps().iter().filter(plays) {
        let seat = step.mover.expect("a mover").0;
        let taken = TakenSeat {
            file: &file,
            edition: 0,
            step,
            seat,
            words: Vec::new(),
        };
        let html = taken.ask(0, true)["what_if"]
            .as_str()
            .expect("an answer")
            .to_owned();
        if html != "You may not play any other card." {
            assert!(
                html.starts_with("<details class=\"hand-instead\">")
                    && html.contains("if all play their best")
            );
            worked += 1;
        }
        assert_eq!(taken.ask(0, false)["what_if"], Json::Null);
    }
    assert!(worked > 3, "{worked}");
    let step = &file.stories[0].trick_steps()[1];
    let taken = TakenSeat {
        file: &file,
        edition: 0,
        step,
        seat: step.mover.expect("a mover").0,
        words: Vec::new(),
    };
    assert!(
        taken.ask(0, true)["what_if"]
            .as_str()
            .is_some_and(|why| why.contains("for played cards only"))
    );
}
