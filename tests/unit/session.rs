use super::transcript::TellableDeal;
use super::*;
use crate::cards::Seat;
use crate::editions::house_table;
use crate::scenario::{
    BlessExtent, Code, FolderRules, bless_in, check_in, hands_replayed_by_thread,
};

fn sit_down(edition: &str, options: &[(&str, &str)], seats: usize, seed: u64) -> Session {
    let options: Vec<_> = options
        .iter()
        .map(|(name, value)| parse_option(&format!("{name}={value}")).expect("an option"))
        .collect();
    let rules = rules_of_table(edition, seats, &options).expect("an edition");
    let names = NAMES[..seats].iter().map(|name| (*name).to_owned());
    let options = options.into_iter().collect();
    let setup = SessionSetup::new(rules, options, names.collect(), Seat(0), seed);
    Session::new(setup, seed).expect("a session")
}

/// Plays deals by the strategy, and calls `look` whenever the learner is asked and when a deal is over.
fn play_deals(session: &mut Session, deals: usize, look: &mut dyn FnMut(&mut Session)) {
    for _ in 0..deals {
        if !session.deal_next().expect("a deal") {
            return;
        }
        session.play_others();
        look(session);
        while session.is_asked() {
            let (planned, _) = session.strategy_move().expect("a choice of the strategy");
            session
                .apply_learner_move(planned)
                .expect("a move of the strategy");
            session.play_others();
            look(session);
        }
    }
}

/// An edition with options, and a number of players.
type TestTable = (&'static str, &'static [(&'static str, &'static str)], usize);

const TABLES: [TestTable; 6] = [
    ("mouche-1718", &[], 4),
    (
        "mouche-1718",
        &[
            ("allow_two", "true"),
            ("all_pass", "void"),
            ("debts", "staged"),
        ],
        5,
    ),
    ("mauscheln-2008", &[], 4),
    ("mistigri-1975", &[], 4),
    ("mus-pairs", &[], 4),
    ("mus-individual", &[], 3),
];

/// Everything that a page or the terminal shows of a story from a step on, but for the places of the steps in the text.
fn shown_steps(mut story: Story, from: usize) -> String {
    for at in 0..story.step_count() {
        story.frame_mut(at).place = 0..0;
    }
    let rest = (story.shown.clone(), story.proved, story.advice);
    let steps: Vec<String> = story
        .all_steps()
        .skip(from)
        .map(|step| format!("{step:#?}"))
        .collect();
    format!("{steps:#?}{rest:#?}")
}

#[test]
fn the_last_steps_of_a_session_are_those_of_the_session_replayed_at_once() {
    for (edition, options, seats) in TABLES {
        let mut session = sit_down(edition, options, seats, 7);
        let mut known = 0;
        play_deals(&mut session, 5, &mut |session| {
            let recent = session.steps_from(known).expect("steps");
            let (before, count) = (recent.steps_before, recent.session_step_count());
            assert!(
                before <= known && (known == 0 || before < known),
                "{edition}"
            );
            let whole = session.story().expect("a story");
            assert_eq!(whole.step_count(), count, "{edition}");
            assert!(
                shown_steps(recent.into_story(), 0) == shown_steps(whole, before),
                "{edition}"
            );
            known = count;
        });
        assert!(session.deal_count() > 1);
    }
}

/// Fills in the whole session at once, and leaves out one idle option after the other.
fn save_whole<D: TellableDeal>(setup: &SessionSetup, deals: &[D]) -> Option<String> {
    let (last, past) = deals.split_last()?;
    let mut told = past.to_vec();
    told.extend(last.tellable_part());
    if told.is_empty() {
        return None;
    }
    let (rules, mut options) = house_table::nameless_rules_and_options(&setup.rules)
        .unwrap_or_else(|| (setup.rules, setup.options.clone()));
    loop {
        let draft = setup
            .header_draft(&rules, &options)
            .write_file(&told)
            .expect("a draft");
        let house = FolderRules::house_table_of_rules(&rules);
        let filled = bless_in(house, "session", draft.as_bytes(), BlessExtent::OpenValues);
        let text = filled
            .expect("a scenario")
            .into_sound_text()
            .expect("it holds");
        let warnings = check_in(house, "session", text.as_bytes()).warnings;
        let idle = warnings.iter().find(|wrong| wrong.code == Code::IdleOption);
        let Some(idle) = idle else {
            return Some(text);
        };
        options.remove(&text[idle.span.clone()]);
    }
}

#[test]
fn a_session_saved_by_deals_is_the_session_saved_at_once() {
    for (edition, options, seats) in TABLES {
        let mut session = sit_down(edition, options, seats, 7);
        play_deals(&mut session, 3, &mut |session| {
            let saved = session.scenario_text().expect("a scenario");
            let whole = match &session.game {
                GameDeals::Tricks(tricks) => save_whole(&session.setup, &tricks.deals.all),
                GameDeals::Mus(mus) => save_whole(&session.setup, &mus.all),
            };
            assert_eq!(saved, whole, "{edition}");
        });
    }
}

#[test]
fn each_look_at_a_session_replays_the_current_deal_alone() {
    // The twelfth deal of this session is its last.
    for deals in [5, 10] {
        let mut session = sit_down("mouche-1718", &[], 4, 7);
        let (before, mut looks, mut known) = (hands_replayed_by_thread(), 0, 0);
        play_deals(&mut session, deals, &mut |session| {
            known = session
                .steps_from(known)
                .expect("steps")
                .session_step_count();
            looks += 1;
        });
        assert_eq!(session.deal_count(), deals);
        // Each deal but the last is replayed once more when the next is dealt.
        assert_eq!(hands_replayed_by_thread() - before, looks + deals - 1);
    }
}

#[test]
fn a_session_that_is_saved_after_each_deal_replays_no_deal_anew() {
    for (edition, options, seats) in TABLES {
        let replayed = |deals: usize| {
            let mut session = sit_down(edition, options, seats, 7);
            let before = hands_replayed_by_thread();
            play_deals(&mut session, deals, &mut |session| {
                if !session.is_asked() {
                    session.scenario_text().expect("a scenario");
                }
            });
            (session.deal_count(), hands_replayed_by_thread() - before)
        };
        let ((deals, some), (more_deals, more)) = (replayed(4), replayed(8));
        // A trial may begin later. Where each deal replayed all before it, there would be twice as many for each.
        assert!(
            more * deals <= (some + deals) * more_deals,
            "{edition}: {some} for {deals} deals, {more} for {more_deals}"
        );
    }
}
