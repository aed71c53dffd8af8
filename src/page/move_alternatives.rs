//! What else could have been done at a step: a line for all that comes to the same, under the
//! editions in which it does. And "Should I go in?" at a declaration: what each way to declare
//! comes to, where the hand's author asks for it.
//!
//! Figures of hands known when the program was made lie in a file, by what they rest on; those of
//! other hands are worked out when the page is made, and come out the same.

use super::{
    AlignedStep, HandUnderEdition, HomeOrGuestPage, edition_names, group_by_key, join_lines,
};
use crate::cards::{CardLanguage, InsertionSort, PerSeat, spell_card};
use crate::engine::DealStage;
use crate::explore::{
    DeclarationAsHeard, DeclarationPlan, DeclarationPlanForecast, PossibleAndBestPlayWinners,
    SeatOutcomeRange, advise_declaration, hash_in_hex,
};
use crate::narrate::mover_choices::{
    ChoiceWithLegality, MoveWithOutcomes, button_label, outcomes_at_step,
};
use crate::narrate::player_name;
use crate::narrate::step_sentences::{signed_chips, tricks_in_words};
use crate::narrate::{format_mean_with_margin, format_share_with_interval, group_thousands};
use crate::rules::{DealPhase, Ruleset, TrickRules, Verb};
use crate::scenario::CheckedFile;
use crate::scenario::story::{Step, StepKind, Story};
use anyhow::Result;
use askama::Template;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The section that says what is counted, and what playing one's best means.
const PAGE: &str = "reading-a-hand.html#what-if";

/// The other moves that could have been made at a step, a line for all that come to the same.
pub(crate) struct MoveAlternativesView {
    pub(crate) about: String,
    /// The kind of the moves: `card`, `declaration`, `word`, or else `choice`.
    pub(crate) kind: &'static str,
    /// The lines, those that bring most first.
    pub(crate) lines: Vec<EquivalentMoves>,
    pub(crate) href: String,
}

/// Moves that come to the same.
pub(crate) struct EquivalentMoves {
    pub(crate) label: String,
    outcomes: Vec<MoveWithOutcomes>,
    pub(crate) is_taken: bool,
    /// The chips, or stones, that the moves bring if all play their best.
    pub(crate) expected_chips: i64,
    /// The result that they bring, in words: `+2, 2 tricks`.
    pub(crate) best_result: String,
    /// The range of what they can bring, or that they bring no less and no more.
    pub(crate) outcome_range: String,
    /// The players who can take the trick, in a sentence; empty if the moves play no card.
    pub(crate) trick_winners: String,
}

impl EquivalentMoves {
    fn new(story: &Story, outcomes: Vec<MoveWithOutcomes>) -> EquivalentMoves {
        let MoveWithOutcomes {
            prospect, takers, ..
        } = outcomes[0];
        let chips = signed_chips(prospect.best_chips);
        EquivalentMoves {
            label: list_moves(&outcomes, story.letters),
            is_taken: outcomes.iter().any(|outcome| outcome.is_taken),
            outcomes,
            expected_chips: prospect.best_chips,
            best_result: format!("{chips}, {}", tricks_in_words(prospect.best_tricks)),
            outcome_range: describe_range(&prospect),
            trick_winners: match takers {
                Some(takers) => describe_who_can_win(story, takers),
                None => String::new(),
            },
        }
    }
}

impl MoveAlternativesView {
    /// Returns the alternatives at a step of which these outcomes are known; none if there are no
    /// outcomes.
    pub(crate) fn new(
        story: &Story,
        step: &Step,
        outcomes: &[MoveWithOutcomes],
        place: HomeOrGuestPage,
    ) -> Option<MoveAlternativesView> {
        let mover = step.mover?;
        if outcomes.is_empty() {
            return None;
        }
        let kind = match step.before.stage {
            DealStage::In(DealPhase::Tricks) => "card",
            DealStage::In(DealPhase::Round(_)) => "declaration",
            _ => "choice",
        };
        let mut keyed = Vec::new();
        for outcome in outcomes {
            let key = (outcome.does.verb(), outcome.prospect, outcome.takers);
            keyed.push((key, *outcome));
        }
        let mut groups = group_by_key(keyed);
        groups.insertion_sort_by_key(|((_, prospect, _), _)| {
            Reverse((prospect.best_chips, prospect.best_tricks))
        });
        let groups = groups.into_iter();
        Some(MoveAlternativesView {
            about: format!(
                "Chips for {} if all play their best",
                player_name(story, mover)
            ),
            kind,
            lines: groups
                .map(|(_, alike)| EquivalentMoves::new(story, alike))
                .collect(),
            href: place.link_to(PAGE),
        })
    }

    /// Returns whether no other line brings more than this one, and some bring less.
    pub(super) fn is_best(&self, line: &EquivalentMoves) -> bool {
        matches!(&self.lines[..], [most, .., least] if most.expected_chips == line.expected_chips && least.expected_chips < line.expected_chips)
    }

    /// Returns the most that a choice brings, in chips.
    pub(super) fn best_chips(&self, choice: &ChoiceWithLegality) -> Option<i64> {
        for line in &self.lines {
            if line
                .outcomes
                .iter()
                .any(|outcome| outcome.is_way_to_make(choice))
            {
                return Some(line.expected_chips);
            }
        }
        None
    }
}

/// Returns the names of some moves in words, with their cards as a file of these letters writes them.
fn list_moves(moves: &[MoveWithOutcomes], letters: CardLanguage) -> String {
    let cards = moves.iter().map(|outcome| match outcome.does.args().card {
        Some(card) => spell_card(card, letters),
        None => String::new(),
    });
    let cards = cards.collect::<Vec<_>>().join(", ");
    match moves[0].does.verb() {
        Verb::Play => cards,
        // Other discards would have drawn other cards, so an exchange is shown only as it was made.
        Verb::Exchange => button_label(Verb::Exchange) + " as made",
        verb @ Verb::TakeTurnUp => format!("{} for {cards}", button_label(verb)),
        verb => button_label(verb),
    }
}

/// Returns the range of what moves can bring: `; range +1 to +4, 1 to 4 tricks`.
fn describe_range(prospect: &SeatOutcomeRange) -> String {
    let (fewest, most) = prospect.tricks;
    let (least, greatest) = prospect.chips;
    if fewest == most && least == greatest {
        return ", for sure".into();
    }
    let mut tricks = tricks_in_words(most);
    if fewest < most {
        tricks = format!("{fewest} to {tricks}");
    }
    let mut chips = signed_chips(least);
    if least < greatest {
        chips += &format!(" to {}", signed_chips(greatest));
    }
    format!("; range {chips}, {tricks}")
}

/// Says who wins the trick if all play their best, and who else could:
/// `Anne wins this trick; Claude could.`
fn describe_who_can_win(story: &Story, takers: PossibleAndBestPlayWinners) -> String {
    let best = match takers.best {
        Some(seat) => player_name(story, seat),
        None => "",
    };
    let mut others = Vec::new();
    for seat in takers.all.iter() {
        if takers.best != Some(seat) {
            others.push(player_name(story, seat));
        }
    }
    if others.is_empty() {
        format!("{best} wins this trick.")
    } else {
        format!("{best} wins this trick; {} could.", others.join(" or "))
    }
}

/// The other moves at a step, with the editions for which they are the same.
pub(super) struct SharedMoveAlternatives {
    /// The places of these editions in the header of the file.
    pub(super) members: Vec<usize>,
    /// Their names; empty if the alternatives are the same in all.
    pub(super) names: String,
    pub(super) view: MoveAlternativesView,
}

/// The alternatives at a step of a hand in play, under its one edition.
#[derive(Template)]
#[template(path = "what_if.html")]
struct MoveAlternativesTemplate {
    alternatives: Vec<SharedMoveAlternatives>,
    mover_class: &'static str,
}

/// Returns what each card that the mover of a step may play comes to, worked out now, as HTML on
/// one line; none for one card.
pub fn render_card_outcomes(
    story: &Story,
    step: &Step,
    place: HomeOrGuestPage,
) -> Result<Option<String>> {
    let outcomes = outcomes_at_step(step);
    match MoveAlternativesView::new(story, step, &outcomes, place) {
        Some(view) => Ok(Some(render_alternatives_view(view)?)),
        None => Ok(None),
    }
}

/// A move that may be said at Mus, and the stones that it then comes to.
pub(crate) struct MusAlternativeWithStones {
    pub(crate) word: String,
    pub(crate) stones: i64,
    /// The stones in a sentence.
    pub(crate) result: String,
}

/// Returns what each word comes to that may be said at Mus, as HTML on one line.
pub(crate) fn render_mus_alternatives(
    mover: &str,
    outcomes: Vec<MusAlternativeWithStones>,
    place: HomeOrGuestPage,
) -> Result<String> {
    let keyed = outcomes
        .into_iter()
        .map(|outcome| ((outcome.stones, outcome.result), outcome.word));
    let mut groups = group_by_key(keyed);
    groups.insertion_sort_by_key(|((stones, _), _)| Reverse(*stones));
    let mut lines = Vec::new();
    for ((stones, result), words) in groups {
        lines.push(EquivalentMoves {
            label: words.join(", "),
            outcomes: Vec::new(),
            is_taken: false,
            expected_chips: stones,
            best_result: result,
            outcome_range: String::new(),
            trick_winners: String::new(),
        });
    }
    let about = format!(
        "Stones that {mover} still wins or loses in this deal if all players then follow the book’s strategy"
    );
    render_alternatives_view(MoveAlternativesView {
        about,
        kind: "word",
        lines,
        href: place.link_to(PAGE),
    })
}

/// Returns alternatives as HTML on one line.
fn render_alternatives_view(view: MoveAlternativesView) -> Result<String> {
    let answer = SharedMoveAlternatives {
        members: vec![0],
        names: String::new(),
        view,
    };
    let what_if = MoveAlternativesTemplate {
        alternatives: vec![answer],
        mover_class: "",
    };
    Ok(join_lines(&what_if.render()?))
}

/// Returns the alternatives under those editions of a file that tell a step alike, once for all in
/// which they are the same.
pub(super) fn alternatives_by_edition(
    hand: &HandUnderEdition,
    row: &AlignedStep,
    members: &[usize],
    place: HomeOrGuestPage,
) -> Vec<SharedMoveAlternatives> {
    let stories = &hand.file.stories;
    let mut keyed = Vec::new();
    for index in members {
        let outcomes = match row[*index] {
            Some(at) => hand.outcomes_at(&stories[*index], at),
            None => &[],
        };
        keyed.push((outcomes, *index));
    }
    let groups = group_by_key(keyed);
    let are_several = groups.len() > 1;
    let mut answers = Vec::new();
    for (outcomes, group) in groups {
        let story = &stories[group[0]];
        let step = row[group[0]].and_then(|at| story.trick_steps().get(at));
        let view = step.and_then(|step| MoveAlternativesView::new(story, step, outcomes, place));
        let Some(view) = view else { continue };
        let editions = group.iter().map(|index| &stories[*index].rules);
        answers.push(SharedMoveAlternatives {
            names: if are_several {
                edition_names(&editions.collect::<Vec<_>>())
            } else {
                String::new()
            },
            members: group,
            view,
        });
    }
    answers
}

/// The number of play-outs of each way to declare.
const TIMES: u64 = 2_000;
/// The seed of their random numbers.
const SEED: u64 = 1;

type KnownAdvice = BTreeMap<String, Vec<DeclarationPlanForecast>>;

static KNOWN: LazyLock<KnownAdvice> = LazyLock::new(|| {
    serde_json::from_str(include_str!("move_alternatives/known.json")).unwrap_or_default()
});

/// The ways to declare and what each comes to, under one edition.
pub(super) struct DeclarationAdviceView {
    pub(super) edition: &'static str,
    pub(super) mover: String,
    pub(super) mover_class: String,
    pub(super) rows: Vec<DeclarationAdviceRow>,
    pub(super) verdict: String,
    /// The number of times that each way was played out.
    pub(super) times: String,
    /// The address of the strategy.
    pub(super) strategy: String,
}

/// A way to declare, what it brings, and how often nothing is owed after it.
pub(super) struct DeclarationAdviceRow {
    pub(super) plan: String,
    pub(super) gained: String,
    pub(super) spared: String,
}

/// Returns what may be said at a step of a story; none where its author does not ask, or nobody
/// declares.
pub(super) fn advice_view(
    story: &Story,
    at: usize,
    place: HomeOrGuestPage,
) -> Option<DeclarationAdviceView> {
    if !story.advice {
        return None;
    }
    let context = DeclarationInRound::at_step(story, at)?;
    let mover = story.trick_steps()[at].mover?;
    // The engine in a page works all out: there the file would weigh more than the wait.
    let known = if cfg!(target_arch = "wasm32") {
        None
    } else {
        KNOWN.get(&context.figures_key()).cloned()
    };
    let found = known.unwrap_or_else(|| context.play_out_plans());
    let rows = found.iter().map(|advice| DeclarationAdviceRow {
        plan: plan_name(advice),
        gained: format_mean_with_margin(advice.gained, 2),
        spared: format_share_with_interval(advice.spared),
    });
    Some(DeclarationAdviceView {
        edition: story.rules.name,
        mover: player_name(story, mover).into(),
        mover_class: format!("m{}", mover.0),
        rows: rows.collect(),
        verdict: advice_verdict(&found),
        times: group_thousands(TIMES as i64),
        strategy: place.link_to("strategy.html"),
    })
}

/// Returns the name of a way to declare, in words.
fn plan_name(forecast: &DeclarationPlanForecast) -> String {
    match (forecast.plan, forecast.laid) {
        (DeclarationPlan::Losers, 1) => "change the one plain loser".into(),
        (DeclarationPlan::Losers, laid) => format!("change {laid} plain losers"),
        (DeclarationPlan::All, laid) => format!("change all {laid} cards"),
        (plan, _) => plan.label().into(),
    }
}

/// Says which way to declare is best, as far as the figures tell the ways apart.
fn advice_verdict(forecasts: &[DeclarationPlanForecast]) -> String {
    let mut ways: Vec<&DeclarationPlanForecast> = forecasts.iter().collect();
    ways.insertion_sort_by_key(|advice| {
        let better = forecasts
            .iter()
            .filter(|other| other.gained.estimate() > advice.gained.estimate());
        better.count()
    });
    let (best, next) = match ways[..] {
        [] => return String::new(),
        [only] => return format!("The only choice is to {}.", plan_name(only)),
        [best, next, ..] => (best, next),
    };
    let least = best.gained.estimate() - best.gained.margin();
    let most = next.gained.estimate() + next.gained.margin();
    let best = plan_name(best);
    if least > most {
        return format!("Best on average: {best}.");
    }
    format!(
        "The results of “{best}” and “{}” are too close to say which is better.",
        plan_name(next)
    )
}

/// A declaration, with the earlier ones of its round.
struct DeclarationInRound<'a> {
    rules: &'a TrickRules,
    step: &'a Step,
    /// The first declaration of the round.
    first: &'a Step,
    /// The declarations that went before it.
    earlier: Vec<DeclarationAsHeard>,
}

impl DeclarationInRound<'_> {
    /// Returns the declaration at a step; none if something other than a declaration went before it
    /// in its round.
    fn at_step(story: &Story, at: usize) -> Option<DeclarationInRound<'_>> {
        let step = story.trick_steps().get(at)?;
        if !is_round_declaration(step) {
            return None;
        }
        let mut first = None;
        let mut earlier = Vec::new();
        for other in &story.trick_steps()[..at] {
            if other.hand == step.hand && is_round_declaration(other) {
                first.get_or_insert(other);
                earlier.extend(other.first_made_move().map(DeclarationAsHeard::from_move));
            }
        }
        if step.before.seats_in_turn().nth(earlier.len()) != step.mover {
            return None;
        }
        Some(DeclarationInRound {
            rules: &step.rules,
            step,
            first: first.unwrap_or(step),
            earlier,
        })
    }

    /// Returns a key of sixteen letters for everything that the figures depend on: the rules, the
    /// knowledge of the mover, and the way of playing out.
    fn figures_key(&self) -> String {
        let hand = &self.first.before;
        let clauses = Ruleset::from(*self.rules).clauses();
        let values: Vec<&str> = clauses
            .iter()
            .map(|clause| clause.comparison_key())
            .collect();
        let mover = self.step.before.mover;
        let known = (
            mover,
            hand.dealer,
            hand.seats,
            hand.hands[mover],
            hand.turned_card,
            hand.trump,
            &self.earlier,
        );
        let chips = (
            hand.pool,
            chips_of_players(&hand.purses, hand.seats),
            chips_of_players(&hand.waiting_debts, hand.seats),
            hand.pool_has_no_debt,
            hand.is_fee_paid,
        );
        hash_in_hex((values, known, chips, TIMES, SEED))
    }

    /// Plays out each way to declare.
    fn play_out_plans(&self) -> Vec<DeclarationPlanForecast> {
        advise_declaration(self.rules, &self.first.before, &self.earlier, TIMES, SEED)
    }
}

/// Returns whether a step is a declaration in a round of declarations.
fn is_round_declaration(step: &Step) -> bool {
    step.kind == StepKind::Declaration
        && matches!(step.before.stage, DealStage::In(DealPhase::Round(_)))
}

/// Returns the chips of the players, without those of empty seats.
fn chips_of_players(chips: &PerSeat<i64>, players: u8) -> Vec<i64> {
    chips.iter().copied().take(usize::from(players)).collect()
}

/// Returns the advice of all hands in these files, worked out anew, as the file of known figures
/// has it.
pub fn recompute_advice_as_json(files: &[CheckedFile]) -> Result<String> {
    let mut known = KnownAdvice::new();
    for story in files.iter().flat_map(|file| &file.stories) {
        if story.advice {
            for at in 0..story.trick_steps().len() {
                if let Some(context) = DeclarationInRound::at_step(story, at) {
                    known.insert(context.figures_key(), context.play_out_plans());
                }
            }
        }
    }
    Ok(serde_json::to_string(&known)?.replace("],\"", "],\n\"") + "\n")
}
