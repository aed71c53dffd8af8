//! Sessions answered at random: each ends in a file that holds, whatever was said.

use super::play::{Dialog, Told};
use crate::cards::Seat;
use crate::editions;
use crate::rules::Ruleset;
use crate::scenario::check;
use crate::session::{Company, NAMES, Session};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// What may be said, sense and nonsense.
const WORDS: &str = "1|2|3|4|5|1|2|3|4|5|stand|exchange 1|exchange 2 4|Exchange 1 2 3|fold|exchange 1 2 3 4 5|exchange 1 1|\
    exchange 7h|take the fille|take the turn-up for 2|names hearts|name ♠|claim|pass|claims the mouche|7h|q♦|hint|may|\
    table|help|why play.trump|why zzz||dance|stop|Anne folds|\u{1b}[2J|exchange|10h 9h|?";

/// What a session of so many players from a seed has printed, and the file it left.
fn session(rules: &Ruleset, seats: u8, seed: u64, answers: usize) -> (String, Option<String>) {
    let players = NAMES.iter().take(usize::from(seats)).map(|name| (*name).to_owned()).collect();
    let company = Company::new(*rules, BTreeMap::new(), players, Seat(0), seed);
    let words: Vec<&str> = WORDS.split('|').collect();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut any = || words[random.random_range(0..words.len() as u32) as usize];
    let answers: String = (0..answers).map(|_| format!("{}\n", any())).collect();
    let (mut kept, mut out) = (None, Vec::new());
    let talk = Dialog {
        session: Session::new(company, seed).expect("names"),
        answers: &mut answers.as_bytes(),
        out: &mut out,
        keep: &mut |text| {
            kept = Some(text.to_owned());
            Ok(())
        },
        width: || 60,
        most: None,
        told: Told::default(),
    };
    talk.run().expect("a session");
    (String::from_utf8(out).expect("words"), kept)
}

/// Sessions of each edition, over its numbers of players: more of them where everything is asked for.
#[test]
fn sessions_hold() {
    editions::ALL.par_iter().for_each(|rules| {
        let is_whole = std::env::var_os("ALL").is_some_and(|set| set == "1");
        let sessions: u64 = if is_whole { 1000 } else { 40 };
        let id = rules.id;
        let sizes: Vec<u8> = (2..=6).filter(|players| rules.players.value.allows(usize::from(*players))).collect();
        let (mut hands, mut refusals) = (0, 0);
        for seed in 0..sessions {
            let (said, kept) = session(rules, sizes[seed as usize % sizes.len()], seed, 20 + seed as usize % 50);
            assert!(!said.contains("\u{1b}[2J"), "what was typed steers the terminal");
            let Some(text) = kept else { continue };
            let file = check("session.md", text.as_bytes());
            let wrong = file.diagnostics.iter().chain(&file.warnings).collect::<Vec<_>>();
            assert!(wrong.is_empty(), "{id}, seed {seed}: {wrong:?}\n{text}\n{said}");
            hands += file.stories[0].proved.hands;
            refusals += file.stories[0].proved.refusals;
        }
        assert!(2 * hands as u64 > sessions && refusals as u64 > sessions, "{hands} hands, {refusals} refusals");
    });
}

#[test]
fn the_same_answers_give_the_same_session() {
    let rules = editions::by_id("boussac-1896").expect("an edition");
    assert_eq!(session(rules, 4, 7, 40), session(rules, 4, 7, 40));
}
