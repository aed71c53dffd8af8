//! What else could have been done at a step: a line for all that comes to the same, under the editions in which it does. And
//! "Should I go in?" at a declaration: what each way to declare comes to, where the hand's author asks for it.
//!
//! Figures of hands known when the program was made lie in a file, by what they rest on; those of other hands are
//! worked out when the page is made, and come out the same.

use super::{Place, Row, Told, alike, names, one_line};
use crate::cards::{InsertionSort, PerSeat};
use crate::engine::Stage;
use crate::explore::{Advice, OutcomeRange, Plan, PublicDeclaration, TrickTakers, advise, key};
use crate::narrate::choice::{Choice, Course, courses_at, label};
use crate::narrate::sentence::{name, signed, tricks};
use crate::narrate::{grouped, mean, share};
use crate::rules::{Phase, Ruleset, Verb};
use crate::scenario::Checked;
use crate::scenario::story::{Kind, Step, Story};
use anyhow::Result;
use askama::Template;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Where it is said what is counted, and what playing one's best means.
const PAGE: &str = "reading-a-hand.html#what-if";

pub(crate) struct Alternatives {
    pub(crate) about: String,
    /// What they are: `card`, `declaration`, `word`, or else `choice`.
    pub(crate) kind: &'static str,
    /// Those that bring most come first.
    pub(crate) lines: Vec<Line>,
    pub(crate) href: String,
}

pub(crate) struct Line {
    pub(crate) what: String,
    courses: Vec<Course>,
    pub(crate) is_taken: bool,
    /// What it brings if all play their best, in chips, or in stones.
    pub(crate) brings: i64,
    /// The same in words: `+2, 2 tricks`.
    pub(crate) best: String,
    /// How little and how much it can bring, or that it brings no less and no more.
    pub(crate) range: String,
    /// Who takes the trick, in a sentence; nothing if it is no card.
    pub(crate) takers: String,
}

impl Alternatives {
    pub(crate) fn new(
        story: &Story,
        step: &Step,
        courses: &[Course],
        place: Place,
    ) -> Option<Alternatives> {
        let mover = step.mover.filter(|_| !courses.is_empty())?;
        let kind = match step.before.stage {
            Stage::In(Phase::Tricks) => "card",
            Stage::In(Phase::Round(_)) => "declaration",
            _ => "choice",
        };
        let key = |course: &Course| (course.does.verb(), course.prospect, course.takers);
        let mut groups = alike(courses.iter().map(|course| (key(course), *course)));
        groups.insertion_sort_by_key(|((_, prospect, _), _)| {
            Reverse((prospect.best_chips, prospect.best_tricks))
        });
        let line = |((_, prospect, takers), courses): (
            (Verb, OutcomeRange, Option<TrickTakers>),
            Vec<Course>,
        )| {
            Line {
                what: what(&courses),
                is_taken: courses.iter().any(|course| course.is_taken),
                courses,
                brings: prospect.best_chips,
                best: format!(
                    "{}, {}",
                    signed(prospect.best_chips),
                    tricks(prospect.best_tricks)
                ),
                range: range(&prospect),
                takers: takers.map_or(String::new(), |takers| who(story, takers)),
            }
        };
        let about = format!("Chips for {} if all play their best", name(story, mover));
        Some(Alternatives {
            about,
            kind,
            lines: groups.into_iter().map(line).collect(),
            href: place.to(PAGE),
        })
    }

    /// Whether no other line brings more than this one, and some bring less.
    pub(super) fn is_best(&self, line: &Line) -> bool {
        matches!(&self.lines[..], [most, .., least] if most.brings == line.brings && least.brings < line.brings)
    }

    /// The most that a choice brings, in chips.
    pub(super) fn best(&self, choice: &Choice) -> Option<i64> {
        let made = self
            .lines
            .iter()
            .find(|line| line.courses.iter().any(|course| course.makes(choice)));
        made.map(|line| line.brings)
    }
}

fn what(group: &[Course]) -> String {
    let card = |course: &Course| {
        course
            .does
            .what()
            .card
            .map_or_else(String::new, |card| card.to_string())
    };
    let cards = group.iter().map(card).collect::<Vec<_>>().join(", ");
    match group[0].does.verb() {
        Verb::Play => cards,
        // Of all that could be laid down, the cards that were.
        Verb::Exchange => label(Verb::Exchange) + " so",
        verb @ Verb::TakeTurnUp => format!("{} for {cards}", label(verb)),
        verb => label(verb),
    }
}

/// `; possible are +1 to +4, 1 to 4 tricks`.
fn range(prospect: &OutcomeRange) -> String {
    let ((few, many), (least, most)) = (prospect.tricks, prospect.chips);
    let fewest = if few == 0 {
        tricks(few)
    } else {
        few.to_string()
    };
    let tricks = if few == many {
        tricks(few)
    } else {
        format!("{fewest} to {}", tricks(many))
    };
    match least == most {
        true if few == many => ", for sure".into(),
        true => format!("; possible are {}, {tricks}", signed(least)),
        false => format!(
            "; possible are {} to {}, {tricks}",
            signed(least),
            signed(most)
        ),
    }
}

/// Who takes the trick if all play their best, and in brackets who else can: `Anne takes this one (or Claude).`
fn who(story: &Story, takers: TrickTakers) -> String {
    let best = takers.best.map_or("", |best| name(story, best));
    let others = takers.all.iter().filter(|seat| takers.best != Some(*seat));
    match others.map(|seat| name(story, seat)).collect::<Vec<_>>()[..] {
        [] => format!("{best} takes this one."),
        ref others => format!("{best} takes this one (or {}).", others.join(", ")),
    }
}

pub(super) struct Answer {
    /// The places of these editions in the header of the file.
    pub(super) members: Vec<usize>,
    /// Their names; nothing if there is no other answer beside this one.
    pub(super) names: String,
    pub(super) instead: Alternatives,
}

/// The answer to what else could be played at a step of one's own, where nobody else is asked.
#[derive(Template)]
#[template(path = "what_if.html")]
struct WhatIf {
    otherwise: Vec<Answer>,
    whose: &'static str,
}

/// What each card comes to that the mover of a step may play, worked out now, as HTML on one line; none if it is one alone.
pub fn instead(story: &Story, step: &Step, place: Place) -> Result<Option<String>> {
    Alternatives::new(story, step, &courses_at(&story.rules, step), place)
        .map(alone)
        .transpose()
}

/// What each word comes to that may be said at Mus: the word, the stones, and those in a sentence; as HTML on one line.
pub(crate) fn words_instead(
    mover: &str,
    courses: Vec<(String, i64, String)>,
    place: Place,
) -> Result<String> {
    let mut groups = alike(
        courses
            .into_iter()
            .map(|(word, stones, best)| ((stones, best), word)),
    );
    groups.insertion_sort_by_key(|((stones, _), _)| Reverse(*stones));
    let line = |((brings, best), words): (_, Vec<String>)| {
        let (courses, range, takers) = Default::default();
        Line {
            what: words.join(", "),
            courses,
            is_taken: false,
            brings,
            best,
            range,
            takers,
        }
    };
    let about = format!(
        "What the deal still comes to for {mover} if all then play by the strategy of the book"
    );
    let lines = groups.into_iter().map(line).collect();
    alone(Alternatives {
        about,
        kind: "word",
        lines,
        href: place.to(PAGE),
    })
}

fn alone(instead: Alternatives) -> Result<String> {
    let otherwise = vec![Answer {
        members: vec![0],
        names: String::new(),
        instead,
    }];
    Ok(one_line(
        &WhatIf {
            otherwise,
            whose: "",
        }
        .render()?,
    ))
}

/// The answers of those editions of a file that tell a step alike, each once.
pub(super) fn otherwise(told: &Told, row: &Row, members: &[usize], place: Place) -> Vec<Answer> {
    let stories = &told.file.stories;
    let courses =
        |index: &usize| row[*index].map_or(&[][..], |at| told.courses(&stories[*index], at));
    let groups = alike(members.iter().map(|index| (courses(index), *index)));
    let several = groups.len() > 1;
    let one = |(courses, members): (&[Course], Vec<usize>)| {
        let story = &stories[members[0]];
        let instead = Alternatives::new(story, story.steps.get(row[members[0]]?)?, courses, place)?;
        let rules: Vec<&Ruleset> = members.iter().map(|index| &stories[*index].rules).collect();
        let names = if several {
            names(&rules)
        } else {
            String::new()
        };
        Some(Answer {
            members,
            names,
            instead,
        })
    };
    groups.into_iter().filter_map(one).collect()
}

/// Play-outs of each way to declare.
const TIMES: u64 = 2_000;
/// Where their random numbers begin.
const SEED: u64 = 1;

type Known = BTreeMap<String, Vec<Advice>>;

static KNOWN: LazyLock<Known> =
    LazyLock::new(|| serde_json::from_str(include_str!("advice/known.json")).unwrap_or_default());

pub(super) struct AdviceView {
    pub(super) edition: &'static str,
    pub(super) mover: String,
    pub(super) whose: String,
    /// Each way to declare, what it brings, and how often nothing is owed after it.
    pub(super) rows: Vec<(String, String, String)>,
    pub(super) verdict: String,
    pub(super) times: String,
    pub(super) strategy: String,
}

/// What may be said at a step of a story. Nothing where its author does not ask, or nobody declares.
pub(super) fn advice(story: &Story, at: usize, place: Place) -> Option<AdviceView> {
    let (asked, mover) = (
        Asked::at(story, at).filter(|_| story.advice)?,
        story.steps[at].mover?,
    );
    // The engine in a page works all out: there the file would weigh more than the wait.
    let known = if cfg!(target_arch = "wasm32") {
        None
    } else {
        KNOWN.get(&asked.key()).cloned()
    };
    let found = known.unwrap_or_else(|| asked.work_out());
    let row = |one: &Advice| (way(one), mean(one.gained, 2), share(one.spared));
    Some(AdviceView {
        edition: story.rules.name,
        mover: name(story, mover).into(),
        whose: format!("m{}", mover.0),
        rows: found.iter().map(row).collect(),
        verdict: verdict(&found),
        times: grouped(TIMES as i64),
        strategy: place.to("strategy.html"),
    })
}

fn way(one: &Advice) -> String {
    match (one.plan, one.laid) {
        (Plan::Losers, 1) => "change the one plain loser".into(),
        (Plan::Losers, laid) => format!("change {laid} plain losers"),
        (Plan::All, laid) => format!("change all {laid} cards"),
        (plan, _) => plan.name().into(),
    }
}

fn verdict(found: &[Advice]) -> String {
    let mut ways: Vec<&Advice> = found.iter().collect();
    ways.insertion_sort_by_key(|one| {
        found
            .iter()
            .filter(|other| other.gained.found() > one.gained.found())
            .count()
    });
    match ways[..] {
        [] => String::new(),
        [one] => format!("There is no other way than to {}.", way(one)),
        [best, next, ..]
            if best.gained.found() - best.gained.within()
                > next.gained.found() + next.gained.within() =>
        {
            format!("Best on average: {}.", way(best))
        }
        [best, next, ..] => {
            format!(
                "To {} and to {} come out too near each other to tell which is better.",
                way(best),
                way(next)
            )
        }
    }
}

struct Asked<'a> {
    rules: &'a Ruleset,
    step: &'a Step,
    first: &'a Step,
    said: Vec<PublicDeclaration>,
}

impl Asked<'_> {
    /// The declaration at a place of a story. None where something else than declarations went before it in its round.
    fn at(story: &Story, at: usize) -> Option<Asked<'_>> {
        let step = story.steps.get(at)?;
        let is_round = |step: &&Step| {
            step.kind == Kind::Declaration
                && matches!(step.before.stage, Stage::In(Phase::Round(_)))
        };
        let hand = story.steps[..=at]
            .iter()
            .filter(|other| other.hand == step.hand);
        let round: Vec<&Step> = hand.filter(is_round).collect();
        let first = round.first().filter(|_| is_round(&step))?;
        let said: Vec<PublicDeclaration> = round[..round.len() - 1]
            .iter()
            .filter_map(|step| step.did())
            .map(PublicDeclaration::of)
            .collect();
        let in_turn = step.before.in_turn().nth(said.len()) == step.mover;
        in_turn.then_some(Asked {
            rules: &story.rules,
            step,
            first,
            said,
        })
    }

    /// What the figures rest on, in sixteen letters: the rules, what the mover knows, and how it is played out.
    fn key(&self) -> String {
        let hand = &self.first.before;
        let clauses = self.rules.clauses();
        let values: Vec<&str> = clauses.iter().map(|clause| clause.value_key()).collect();
        let mover = self.step.before.mover;
        let known = (
            mover,
            hand.dealer,
            hand.seats,
            hand.held[mover],
            hand.turned,
            hand.trump,
            &self.said,
        );
        let each = |chips: &PerSeat<i64>| {
            chips
                .iter()
                .copied()
                .take(usize::from(hand.seats))
                .collect::<Vec<_>>()
        };
        let chips = (
            hand.pool,
            each(&hand.purses),
            each(&hand.waiting),
            hand.simple,
            hand.fee_paid,
        );
        let text = format!("{values:?} {known:?} {chips:?} {TIMES} {SEED}");
        key(&text)
    }

    fn work_out(&self) -> Vec<Advice> {
        advise(self.rules, &self.first.before, &self.said, TIMES, SEED)
    }
}

/// All figures of these files as they stand in the file, worked out anew.
pub fn known(files: &[Checked]) -> Result<String> {
    let stories = files
        .iter()
        .flat_map(|file| &file.stories)
        .filter(|story| story.advice);
    let asked =
        stories.flat_map(|story| (0..story.steps.len()).filter_map(|at| Asked::at(story, at)));
    let known: Known = asked.map(|asked| (asked.key(), asked.work_out())).collect();
    Ok(serde_json::to_string(&known)?.replace("],\"", "],\n\"") + "\n")
}
