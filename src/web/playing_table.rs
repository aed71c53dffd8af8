//! A table at which the reader sits down, the others playing by the strategy of the book.

use super::move_buttons::render_move_buttons;
use super::page_answers::TableAnswer;
use super::review_answer::deal_review;
use super::standing_answer::session_standing;
use crate::cards::Seat;
use crate::editions::{self, house_table};
use crate::engine::{DealStage, Refusal};
use crate::explore::ComputerLevel;
use crate::explore::mus_strategy::bet_result_by_strategy;
use crate::narrate::{describe_deal_result, task_words};
use crate::page::{
    self, HomeOrGuestPage, MoveProspectsByStory, MusAlternativeWithStones, escape_html,
};
use crate::rules::{DealPhase, OptionValue, Ruleset, options_by_name};
use crate::scenario::story::{StepKind, Story};
use crate::scenario::{FolderRules, odd_name_reason, respell_cards, table_edition_id};
use crate::session::{
    AnyLearnerTurn, CARD_PUZZLE, Drill, LearnerInput, MOST_DEALS, MoveInputError, MusLearnerTurn,
    NAMES, PUZZLE, Puzzle, Session, SessionSetup, StepToPlayFrom, TrickLearnerTurn,
    explain_invalid_act, find_puzzle, move_words, move_words_with_spanish, parse_option,
    partner_seat, rules_of_table, sample_mus_moves,
};
use anyhow::{Context, Result, anyhow, ensure};
use askama::Template;
use schemars::JsonSchema;
use serde::Deserialize;
use std::cell::Cell;

/// The word with which a learner asks for the next deal.
const DEAL: &str = "deal";

/// The answer if no deal has a decision that is clear.
const NO_PUZZLE: &str = "the program found no puzzle at this table";

/// A table by its name, and all that the learner has said: an edition with options as `debts=staged`, or a hand begun.
#[derive(Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct TableRequest {
    edition: String,
    options: Vec<String>,
    /// The name of a house table; empty for a table that is described by its edition and options.
    #[serde(rename = "table")]
    house: String,
    players: u8,
    begun: Option<StepToPlayFrom>,
    /// The seat of the learner; in a drill, the seat that is dealt to.
    seat: u8,
    seed: u64,
    /// The id of a drill that the first deal from this seed on practises, or `puzzle` or `card-puzzle`; empty for the deal of the seed itself.
    drill: String,
    /// The level of the other players; empty for the strategy of the book. `line` in a hand that was begun: after the words of the
    /// learner everybody plays their best with open cards.
    level: String,
    /// The number of deals after which the session ends; 0 for one that ends by its rules alone.
    deals: usize,
    words: Vec<String>,
    from: usize,
    hint: bool,
    account: bool,
    /// True if the result of each card is wanted.
    what_if: bool,
    save: bool,
    verdicts: bool,
}

thread_local! {
    /// The last question and its session: a question about the same table goes on from there.
    static LAST: Cell<Option<(TableRequest, TableSession)>> = const { Cell::new(None) };
}

impl TableRequest {
    /// Returns the state of the table after all words of the learner.
    pub(super) fn state_after_words(self) -> Result<TableAnswer> {
        let mut applied = 0;
        let mut session = match LAST.take() {
            Some((before, session)) if self.is_continuation_of(&before) => {
                applied = before.words.len();
                session
            }
            _ => TableSession::start_before_learner_moves(&self)?,
        };
        let mut unclear = None;
        for (at, words) in self.words.iter().enumerate().skip(applied) {
            // Only the last words get a verdict: those before it got theirs when they were said.
            let wants_verdict = self.verdicts && at + 1 == self.words.len();
            unclear = session.try_words_as_move(words, at, wants_verdict)?;
        }
        let answer = session.answer(&self, unclear)?;
        if answer.unclear.is_none() {
            // The page names the seat and the seed of the answer from now on.
            let asked = TableRequest {
                seat: answer.seat,
                seed: answer.seed,
                ..self
            };
            LAST.set(Some((asked, session)));
        }
        Ok(answer)
    }

    /// Returns how well the other players play. In a drill they follow the strategy, because its deal was found by that.
    fn opponents(&self) -> Result<ComputerLevel> {
        if self.level.is_empty() || !self.drill.is_empty() {
            return Ok(ComputerLevel::ByTheBook);
        }
        let named = ComputerLevel::from_name(&self.level);
        named.with_context(|| {
            format!(
                "no level is called {}; the levels are by-the-book, fair and sharp",
                self.level
            )
        })
    }

    /// Returns the options of the table with their values.
    fn agreed_options(&self) -> Result<Vec<(String, OptionValue)>> {
        let mut options = Vec::new();
        for written in &self.options {
            options.push(parse_option(written).map_err(|error| anyhow!("{written}: {error}"))?);
        }
        Ok(options)
    }

    /// Returns the house table that the question names, and registers its rules under its name.
    fn register_house_table(&self) -> Result<FolderRules> {
        if self.house.is_empty() {
            return Ok(FolderRules::NONE);
        }
        let name = &self.house;
        ensure!(odd_name_reason(name).is_none(), "no table has this name");
        let base = editions::built_in_or_author_edition(&self.edition);
        let base = base.with_context(|| format!("no edition is called {}", self.edition))?;
        let rules = house_table::house_table_rules(
            &table_edition_id(name),
            name,
            base,
            &options_by_name(self.agreed_options()?),
        )
        .ok();
        house_table::register_house_rules("", rules);
        rules
            .and_then(|rules| editions::by_id(rules.id))
            .map(FolderRules::of_table)
            .context("the players cannot agree on these options")
    }

    /// Returns whether the question is about the same table as another, with more words at most.
    fn is_continuation_of(&self, earlier: &TableRequest) -> bool {
        let same_table = TableRequest {
            words: self.words.clone(),
            from: self.from,
            hint: self.hint,
            what_if: self.what_if,
            account: self.account,
            save: self.save,
            ..earlier.clone()
        };
        *self == same_table && self.words.starts_with(&earlier.words)
    }
}

/// A session at a table, as far as it was played.
struct TableSession {
    session: Session,
    is_over: bool,
    /// The number of deals after which the session ends; 0 for one that ends by its rules alone.
    most_deals: usize,
    drill: Option<&'static Drill>,
    /// The puzzle with which the session began.
    puzzle: Option<Puzzle>,
    seed: u64,
    /// The number of words that the learner had said before each choice in this deal.
    words_before_choices: Vec<usize>,
    /// The number of words before a choice that is half made.
    words_before_open_choice: Option<usize>,
    /// The verdict on the last choice, as HTML.
    verdict: Option<String>,
    /// True if everybody plays their best with open cards after the learner's words.
    is_line: bool,
}

impl TableSession {
    fn new(session: Session, drill: Option<&'static Drill>, seed: u64) -> TableSession {
        TableSession {
            session,
            is_over: false,
            most_deals: 0,
            drill,
            puzzle: None,
            seed,
            words_before_choices: Vec::new(),
            words_before_open_choice: None,
            verdict: None,
            is_line: false,
        }
    }

    /// Returns the session at which the learner has not said anything yet.
    fn start_before_learner_moves(table: &TableRequest) -> Result<TableSession> {
        match &table.begun {
            Some(begun) => TableSession::from_step(table, begun),
            None => TableSession::with_first_deal(table),
        }
    }

    /// Returns a session that goes on from a step of a scenario.
    fn from_step(table: &TableRequest, start: &StepToPlayFrom) -> Result<TableSession> {
        let learner = Seat(table.seat);
        let is_line = table.level == "line";
        let level = if is_line {
            None
        } else {
            Some(table.opponents()?)
        };
        let mut session = Session::from_step(
            start,
            table.register_house_table()?,
            learner,
            level,
            table.seed,
        )?;
        if !is_line {
            session.play_others();
        }
        ensure!(
            session.is_asked(),
            "{} has no more choices in this deal. Choose another seat, or an earlier step.",
            session.learner()
        );
        let mut session = TableSession::new(session, None, table.seed);
        session.is_line = is_line;
        Ok(session)
    }

    /// Returns a session with its first deal; for a drill, the first deal from the seed on that practises it.
    fn with_first_deal(table: &TableRequest) -> Result<TableSession> {
        let mut seed = table.seed;
        let mut learner = Seat(table.seat);
        let options = table.agreed_options()?;
        let seats = usize::from(table.players);
        let rules = rules_of_table(&table.edition, seats, &options)?;
        let (rules, options) = match table.register_house_table()?.house_table_rules() {
            Some(house) => (*house, Vec::new()),
            None => (rules, options),
        };
        ensure!(
            seats <= NAMES.len() && table.seat < table.players,
            "there is no player at seat {} of {seats}",
            table.seat
        );
        let players = NAMES[..seats]
            .iter()
            .map(|name| (*name).to_owned())
            .collect();
        let mut setup = SessionSetup::new(rules, options_by_name(options), players, learner, seed);
        let has_folding = table.drill == PUZZLE;
        if has_folding || table.drill == CARD_PUZZLE {
            let found = find_puzzle(&setup, seed, has_folding);
            let (mut session, puzzle) = found.context(NO_PUZZLE)?;
            session.setup.level = ComputerLevel::Sharp;
            return Ok(TableSession {
                puzzle: Some(puzzle),
                ..TableSession::new(session, None, seed)
            });
        }
        let drill = Drill::by_id(&table.drill).filter(|drill| drill.fits_rules(&rules));
        ensure!(
            drill.is_some() || table.drill.is_empty(),
            "{} has no practice of {}",
            rules.name,
            table.drill
        );
        setup.level = table.opponents()?;
        if let Some(drill) = drill {
            let found = drill.find_seed_and_seat(&setup, seed, MOST_DEALS);
            (seed, learner) = found.context(
                "the program found no deal to practise this at this table: try another number of players",
            )?;
            setup = SessionSetup::new(rules, setup.options, setup.players, learner, seed);
        }
        let mut session = TableSession::new(Session::new(setup, seed)?, drill, seed);
        session.most_deals = table.deals;
        session.deal_and_play_others()?;
        Ok(session)
    }

    /// Deals the next cards, unless the session is over by its rules.
    fn deal_and_play_others(&mut self) -> Result<()> {
        self.words_before_choices.clear();
        self.is_over = !self.session.deal_next()?;
        if !self.is_over {
            self.play_others();
        }
        Ok(())
    }

    /// Lets the others play, and notes whether the session has ended.
    fn play_others(&mut self) {
        if self.is_line {
            self.session.finish_trick_deal_optimally();
        }
        self.session.play_others();
        let is_last = self.most_deals > 0 && self.session.deal_count() >= self.most_deals;
        self.is_over = self.session.is_deal_over() && (is_last || self.session.is_over_by_rules());
    }

    /// Makes the move that the learner's words mean, and returns the reason if they are no move. A
    /// move that a clause refuses becomes a step. `words_before` is the number of words before
    /// these.
    fn try_words_as_move(
        &mut self,
        words: &str,
        words_before: usize,
        wants_verdict: bool,
    ) -> Result<Option<String>> {
        self.verdict = None;
        let Some(input) = self.session.read_input_if_asked(words) else {
            if words == DEAL && !self.is_over {
                self.deal_and_play_others()?;
            }
            return Ok(None);
        };
        let does = match input {
            LearnerInput::Move(does) => does,
            LearnerInput::Unclear(MoveInputError::NotUnderstood) => {
                let why = format!(
                    "“{words}” cannot be said at this table. Choose one of the buttons, or one of your cards."
                );
                return Ok(Some(why));
            }
            LearnerInput::Unclear(why) => return Ok(Some(why.to_string())),
            _ => return Ok(Some("You cannot do that now.".into())),
        };
        let verdict = if wants_verdict {
            self.session.verdict_on_move(does)
        } else {
            None
        };
        let result = self.session.apply_learner_move(does);
        if let Err(Refusal::Invalid(invalid_act)) = result {
            return Ok(Some(explain_invalid_act(
                &self.session.setup.rules,
                invalid_act,
            )));
        }
        if let Some((verdict, reason)) = verdict {
            let (class, head) = task_words::verdict_class_and_label(verdict);
            let reason = escape_html(&reason);
            self.verdict = Some(format!(
                "<p class=\"{class}\"><strong class=\"asked-verdict\">{head}</strong> {reason}</p>"
            ));
        }
        if result.is_ok() {
            self.note_words_before_choice(words_before);
            self.play_others();
        }
        Ok(None)
    }

    /// Notes the number of words before a choice, at its first word: a defence of the pack takes two.
    fn note_words_before_choice(&mut self, words_before: usize) {
        let first = *self.words_before_open_choice.get_or_insert(words_before);
        let is_complete = self.session.is_mus()
            || self.session.deal_choice_count() > self.words_before_choices.len();
        if is_complete {
            self.words_before_choices.push(first);
            self.words_before_open_choice = None;
        }
    }

    /// Returns the note above the first steps: at a house table, or in a session that goes on from a step of a scenario.
    fn opening_note(&self, table: &TableRequest) -> Option<String> {
        if table.from > 0 {
            return None;
        }
        let SessionSetup { title, rules, .. } = &self.session.setup;
        if table.begun.is_none() {
            let base = rules.base?;
            return Some(format!(
                "You play at {}, a table that plays {} with its own options.",
                rules.name, base.name
            ));
        }
        Some(format!(
            "{} by the rules of {}: you play for {}. Cards that the hand does not name are dealt from seed {}.",
            page::safe_markdown::plain_text(title),
            rules.name,
            self.session.learner(),
            table.seed
        ))
    }

    /// Returns the state of the table, and what else the question asks for.
    fn answer(&mut self, table: &TableRequest, unclear: Option<String>) -> Result<TableAnswer> {
        let mut recent = self.session.steps_from(table.from)?;
        recent.write_cards_as_drawn();
        let scenario = if table.save {
            self.session.scenario_text()?
        } else {
            None
        };
        let session = &self.session;
        let learner = session.setup.learner;
        let story = recent.story();
        let alternatives = MoveProspectsByStory::default();
        let view = page::HandUnderEdition {
            file: &recent.file,
            story,
            alternatives: &alternatives,
            seat: Some(learner),
        };
        let rules = &story.rules;
        let drill = if let Some(puzzle) = &self.puzzle {
            Some(PuzzleTemplate::new(rules, puzzle).render()?)
        } else if let Some(drill) = self.drill {
            Some(DrillIntroTemplate { drill, rules }.render()?)
        } else {
            None
        };
        let first_step = table.from.saturating_sub(recent.steps_before);
        let mut answer = TableAnswer {
            html: page::render_steps_from(&view, first_step, PLACE)?,
            steps: recent.session_step_count(),
            asks: render_move_buttons(session, story)?,
            unclear,
            verdict: self.verdict.clone(),
            hint: None,
            hint_move: None,
            note: self.opening_note(table),
            what_if: None,
            is_tellable: session.is_tellable(),
            scenario,
            is_over: self.is_over,
            standing: session_standing(session, self.is_over)?,
            seat: learner.0,
            partner: partner_seat(&session.setup).map(|seat| seat.0),
            seed: self.seed,
            drill,
            account: None,
        };
        if table.hint
            && let Some(hint) = session.hint()
        {
            answer.hint_move = Some(move_words(&session.setup.rules, hint.advised));
            answer.hint = Some(respell_cards(&hint.words, story.letters));
        }
        if table.what_if {
            answer.what_if = render_outcomes_of_turn(session, story)?;
        }
        if table.account {
            answer.account = deal_review(session, story, &self.words_before_choices)?;
        }
        Ok(answer)
    }
}

#[derive(Template)]
#[template(path = "drill.html")]
struct DrillIntroTemplate<'a> {
    drill: &'static Drill,
    rules: &'a Ruleset,
}

/// The two answers of a puzzle as the learner would say them, the place of the right one, and why it is right.
#[derive(Template)]
#[template(path = "puzzle.html")]
struct PuzzleTemplate {
    answers: [String; 2],
    right: usize,
    reason: String,
}

impl PuzzleTemplate {
    fn new(rules: &Ruleset, puzzle: &Puzzle) -> PuzzleTemplate {
        PuzzleTemplate {
            answers: puzzle
                .answers
                .map(|answer| move_words(rules, answer.player_move)),
            right: puzzle.right(),
            reason: puzzle.reason(rules),
        }
    }
}

/// Returns the result of each card if all play their best with open cards; at Mus of each word, if all go on by the strategy.
fn render_outcomes_of_turn(session: &Session, story: &Story) -> Result<Option<String>> {
    Ok(match session.asked_deal() {
        Some(AnyLearnerTurn::Tricks(asked)) => Some(trick_card_outcomes(story, &asked)?),
        Some(AnyLearnerTurn::Mus(asked)) => Some(mus_move_outcomes(session.learner(), &asked)?),
        None => None,
    })
}

/// Returns what each other card of the mover would bring, as HTML, or why nothing can be shown.
fn trick_card_outcomes(story: &Story, turn: &TrickLearnerTurn) -> Result<String> {
    if turn.state.stage != DealStage::In(DealPhase::Tricks) {
        return Ok(
            "What if? works for played cards only, because nobody knows which cards would be drawn."
                .into(),
        );
    }
    let alternatives = page::render_card_outcomes(story, &turn.step(StepKind::Play), PLACE)?;
    Ok(alternatives.unwrap_or_else(|| "You may not play any other card.".into()))
}

fn mus_move_outcomes(learner: &str, turn: &MusLearnerTurn) -> Result<String> {
    let rules = turn.rules;
    let hand = turn.state;
    let mut outcomes = Vec::new();
    for does in sample_mus_moves(rules, hand) {
        // A word after which cards would be drawn has no result.
        if let Some(stones) = bet_result_by_strategy(rules, hand, does) {
            outcomes.push(MusAlternativeWithStones {
                word: move_words_with_spanish(rules, does),
                stones,
                result: describe_deal_result(rules, stones),
            });
        }
    }
    if outcomes.is_empty() {
        return Ok(
            "What if? works for bets only, because nobody knows which cards would be drawn.".into(),
        );
    }
    page::render_mus_alternatives(learner, outcomes, PLACE)
}

/// Tables stand on pages of the book's root.
const PLACE: HomeOrGuestPage = HomeOrGuestPage::Home(0);

#[cfg(test)]
#[path = "../../tests/unit/web_playing_table.rs"]
mod tests;
