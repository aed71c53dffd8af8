//! Clauses that no hand has to show: none of those by which the engine does or refuses something in a game that has them.

use crate::test_extent;
use mouche::cards::{Card, CardSet, Rank, Seat, Suit};
use mouche::editions;
use mouche::engine::{DealState, edition_has_move, refusing_clause};
use mouche::explore::{PlayedExample, RandomPlayer, play_example};
use mouche::mus::{self, MusAct, MusStage, RandomMusPlayer};
use mouche::rules::{
    ClauseId, ClauseLookup, ClausePresence, Move, MusRules, PlayerMoveDetails, Ruleset, TrickRules,
    Verb,
};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Returns a move of each kind, with cards that a seat holds.
fn possible_attempts(held: CardSet) -> impl Iterator<Item = Move> {
    let card = held.nth(0).unwrap_or(Card::new(Rank::Seven, Suit::Hearts));
    let laid = Some(CardSet::from(card));
    let what = PlayerMoveDetails {
        laid,
        drawn: Some(CardSet::EMPTY),
        card: Some(card),
        suit: Some(Suit::Hearts),
        number: Some(1),
    };
    Verb::ALL
        .iter()
        .filter_map(move |verb| verb.with_args(what))
}

/// Notes the clauses under which each seat is refused something at this point of a hand.
fn note_refusals(rules: &TrickRules, hand: &DealState, refused: &mut BTreeSet<ClauseId>) {
    for seat in (0..hand.seats).map(Seat) {
        let known = possible_attempts(hand.hands[seat])
            .filter(|attempt| edition_has_move(rules, attempt.verb()));
        refused.extend(known.filter_map(|attempt| refusing_clause(rules, hand, seat, attempt)));
    }
}

fn note_refusals_at_mus(rules: &MusRules, hand: &mus::MusState, refused: &mut BTreeSet<ClauseId>) {
    for seat in hand.players.iter() {
        let known = possible_attempts(hand.hands[seat])
            .filter(|attempt| rules.has_subject_of(attempt.verb().topic()));
        refused
            .extend(known.filter_map(|attempt| mus::refusing_clause(rules, hand, seat, attempt)));
    }
}

/// Checks that hands have to show each of these clauses: a reader is never told that there is nothing to show. What the edition
/// lacks need not be shown, though an attempt at it is refused.
fn assert_to_be_shown(rules: &Ruleset, topics: &BTreeSet<ClauseId>) {
    for topic in topics {
        let clause = rules.clause(*topic).expect("a clause");
        if clause.presence == ClausePresence::Present {
            assert_eq!(clause.unseen, None, "{}/{topic}", rules.id);
        }
    }
}

fn seeds_to_try() -> u64 {
    if test_extent::are_all_wanted() {
        200
    } else {
        12
    }
}

#[test]
fn what_the_engine_does_or_refuses_has_to_be_shown() {
    for rules in editions::built_in_trick_editions() {
        let mut topics = BTreeSet::new();
        let seats = (3..=5)
            .find(|seats| rules.players.value.allows(*seats))
            .expect("a number of players");
        for seed in 0..seeds_to_try() {
            let played = play_example(rules, seats as u8, RandomPlayer::new(seed)).expect("a hand");
            let PlayedExample {
                moves,
                end,
                clauses,
                ..
            } = played;
            topics.extend(clauses);
            moves
                .iter()
                .for_each(|(hand, _)| note_refusals(rules, hand, &mut topics));
            note_refusals(rules, &end, &mut topics);
        }
        assert!(topics.contains(&ClauseId::DeclFinal), "{}", rules.id);
        assert_to_be_shown(&Ruleset::from(*rules), &topics);
    }
}

#[test]
fn what_the_engine_of_mus_does_or_refuses_has_to_be_shown() {
    for rules in editions::mus_editions() {
        let mut topics = BTreeSet::new();
        for seed in 0..seeds_to_try() {
            let mut hand =
                mus::open_deal(rules, &mus::MusTableBetweenDeals::new(rules, 4, Seat(3)));
            let (mut chance, mut events) = (RandomMusPlayer::new(seed), Vec::new());
            let cards = chance.deal_cards(rules, &hand);
            mus::apply(rules, &mut hand, MusAct::Deal(cards), &mut events).expect("a deal");
            while hand.stage != MusStage::Over {
                note_refusals_at_mus(rules, &hand, &mut topics);
                let act = chance.choose_act(rules, &hand);
                mus::apply(rules, &mut hand, act, &mut events).expect("a move");
            }
            topics.extend(events.iter().map(|event| event.clause));
        }
        assert_to_be_shown(&Ruleset::from(*rules), &topics);
    }
}

#[test]
fn explain_says_what_the_engine_refuses_and_whether_it_looked_at_hands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let elsewhere = tempfile::tempdir().expect("a folder");
    let explained = |folder: &Path, name: &str| {
        let call = Command::new(env!("CARGO_BIN_EXE_mouche"))
            .current_dir(folder)
            .args(["explain", name])
            .output();
        String::from_utf8(call.expect("the program").stdout).expect("words")
    };
    let of_ours = explained(root, "mouche-1718/decl.final");
    assert!(
        of_ours.contains("a second declaration is refused"),
        "{of_ours}"
    );
    assert!(
        of_ours.contains("refused in") && !of_ours.contains("no use for it"),
        "{of_ours}"
    );
    for name in ["mouche-1718/decl.final", "mouche-1718"] {
        let of_none = explained(elsewhere.path(), name);
        assert!(
            of_none.contains("not known: no folder `scenarios` with hands is here"),
            "{of_none}"
        );
        assert!(!of_none.contains("no hand"), "{of_none}");
    }
    // A folder that has no hands yet is another thing.
    std::fs::create_dir(elsewhere.path().join("scenarios")).expect("a folder");
    for name in ["mouche-1718/decl.final", "mouche-1718"] {
        let of_none = explained(elsewhere.path(), name);
        let words = "no hand: the folder `scenarios` has none yet";
        assert!(of_none.contains(words), "{of_none}");
    }
}
