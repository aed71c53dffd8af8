//! The talk at a table in a terminal, line by line, as a screen reader reads and a pipe carries it.

use super::{INDENT, TerminalPage, page_width, step_viewer};
use crate::cards::{Card, Rank, Suit};
use crate::editions;
use crate::engine::{DealStage, Refusal, can_claim_flush, move_offer};
use crate::narrate::{
    EditionStepText, button_label, has_deal_part_heading, part_name, refused_move_sentence,
    seats_with_open_cards,
};
use crate::rules::{
    CertaintyMarkSet, ClauseId, DealPhase, EngineKind, Move, MoveOccasion, Ruleset, Verb,
};
use crate::scenario::name_hidden_characters;
use crate::scenario::story::{AnyStep, StepKind, Story};
use crate::session::{
    AnyLearnerTurn, LearnerInput, PASS, Session, SessionSetup, TABLE_COMMANDS, TableCommand, WHY,
    describe_bet_and_answers, example_exchange, explain_invalid_act, move_words,
    move_words_with_spanish, mus_move_without_arguments, must_lay_drawn_card, partner_of_learner,
    read_command_or_clause_question,
};
use anyhow::Result;
use askama::Template;
use std::io::Write;

/// A session that a learner plays in a terminal.
pub(crate) struct TerminalSession<'a> {
    pub(crate) session: Session,
    /// Reads a line of the learner's; none when there will be no more.
    pub(crate) read_answer: &'a mut dyn FnMut() -> Result<Option<Vec<u8>>>,
    /// Saves the session, which is a scenario at every moment, whenever a hand is over, and at its end.
    pub(crate) save: &'a mut dyn FnMut(&str) -> Result<()>,
    /// After how many hands the session ends, if it does not end before.
    pub(crate) max_hands: Option<usize>,
    /// The last steps of the session that were printed.
    pub(crate) story: Story,
    /// The number of all steps that were printed.
    pub(crate) printed_steps: usize,
    /// The marks whose signs have been explained.
    pub(crate) explained_marks: CertaintyMarkSet,
}

impl TerminalSession<'_> {
    /// Plays the session until it ends or the learner ends it.
    pub(crate) fn run_and_save(mut self) -> Result<()> {
        let played = self.play_hands();
        // The session is saved even where nothing can be printed any more.
        self.save_session().and(played)
    }

    fn play_hands(&mut self) -> Result<()> {
        let title = &self.session.setup.title;
        let learner = self.session.learner();
        let partner = partner_of_learner(&self.session.setup);
        let with = match partner {
            Some(name) => format!(", and your partner is {name}"),
            None => String::new(),
        };
        let greeting =
            format!("{title}: you are {learner}{with}. Type help for a list of what you can type.");
        self.print_with(&|paper| paper.write_wrapped_text(&greeting))?;
        while self.can_deal_again() {
            if !self.session.deal_next()? {
                return self.print_with(&|paper| {
                    paper.write_wrapped_text("The session is over by its rules.")
                });
            }
            let mut is_over = false;
            while !is_over {
                self.session.play_others();
                self.print_new_steps()?;
                is_over = !self.session.is_asked();
                if is_over {
                    self.save_session()?;
                }
                if !self.ask_learner()? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn can_deal_again(&self) -> bool {
        self.max_hands
            .is_none_or(|most| self.session.deal_count() < most)
    }

    fn save_session(&mut self) -> Result<()> {
        match self.session.scenario_text()? {
            Some(text) => (self.save)(&text),
            None => Ok(()),
        }
    }

    /// Prints the steps that were made since the last time: what was done in sentences, and the chips that moved.
    fn print_new_steps(&mut self) -> Result<()> {
        let recent = self.session.steps_from(self.printed_steps)?;
        let printed_before = self.printed_steps - recent.steps_before;
        self.printed_steps = recent.session_step_count();
        let story = recent.into_story();
        let sight = Some(self.session.setup.learner);
        let mut paper = TerminalPage::with_width(page_width(), INDENT);
        for (at, step) in story.all_steps().enumerate().skip(printed_before) {
            let scene = EditionStepText::with_reader_as_you(sight, &story, step);
            let mut begins_phase = false;
            let mut opens_hands = false;
            if let Some(before) = at.checked_sub(1) {
                let before = story.step(before);
                begins_phase = has_deal_part_heading(step) && part_name(before) != part_name(step);
                opens_hands = seats_with_open_cards(before).is_empty()
                    && !seats_with_open_cards(step).is_empty();
            }
            let heading = match step.kind {
                StepKind::Deal | StepKind::Payment | StepKind::End => {
                    Some(step_viewer::step_heading_with_deal(&story, step))
                }
                _ if begins_phase => Some(part_name(step)),
                _ => None,
            };
            if let Some(heading) = heading {
                paper.write_blank_line();
                paper.write_heading(&heading);
            }
            step_viewer::write_sentences(&mut paper, &story.rules, &step, &scene, sight);
            step_viewer::write_payments_and_balances(&mut paper, &story, step, &scene);
            if step.kind == StepKind::Deal || opens_hands {
                step_viewer::write_table(&mut paper, &story, step, sight);
            }
        }
        self.story = story;
        self.print_with_new_legend(paper)
    }

    /// Asks the learner until they make a move, or want another deal; returns false if the session is to end.
    fn ask_learner(&mut self) -> Result<bool> {
        loop {
            let asked = self.story_with_question();
            let now = asked
                .as_ref()
                .map(|story| (story, story.step(story.step_count() - 1)));
            let prompt = match now {
                Some((story, step)) => self.print_cards_and_prompt(story, step).map(|()| "> ")?,
                None if self.can_deal_again() => "Enter: next deal, q: end the session> ",
                None => return Ok(true),
            };
            let Some(typed) = self.prompt_for_answer(prompt)? else {
                return Ok(false);
            };
            match self
                .session
                .read_input_if_asked(&typed)
                .or_else(|| read_command_or_clause_question(&typed))
            {
                Some(LearnerInput::Nothing) if now.is_none() => return Ok(true),
                Some(LearnerInput::Nothing) => {}
                Some(LearnerInput::Command(TableCommand::Quit)) => return Ok(false),
                Some(LearnerInput::Command(command))
                    if now.is_some() || command == TableCommand::Help =>
                {
                    self.run_table_command(command, now)?
                }
                Some(LearnerInput::Why(clause)) => self.explain_clause(&clause)?,
                Some(LearnerInput::Unclear(why)) => {
                    self.print_with(&|paper| paper.write_with_red_cards(&why.to_string()))?
                }
                Some(LearnerInput::Move(to)) => match self.session.apply_learner_move(to) {
                    Ok(()) => return Ok(true),
                    Err(refusal) => self.explain_refusal(to, refusal)?,
                },
                _ => self.print_with(&|paper| {
                    paper.write_wrapped_text(
                        "The deal is over. You can still type help or why CLAUSE.",
                    )
                })?,
            }
        }
    }

    /// Prints the learner's cards, each with its number, and below them what is asked.
    fn print_cards_and_prompt(&mut self, story: &Story, step: AnyStep) -> Result<()> {
        let asked = PromptTemplate {
            setup: &self.session.setup,
            scene: EditionStepText::new(story, step),
            step,
        }
        .render()?;
        self.print_with(&|paper| {
            paper.write_blank_line();
            paper.write_with_red_cards(&asked);
        })
    }

    /// Returns the story with what is asked of the learner as its last step; none where nothing is asked.
    fn story_with_question(&self) -> Option<Story> {
        let mut story = self.story.clone();
        let number = match story.frames().next_back() {
            Some(last) => last.hand,
            None => 1,
        };
        match self.session.asked_deal()? {
            AnyLearnerTurn::Tricks(asked) => {
                let mut step = asked.step(StepKind::Declaration);
                if let Some(last) = story.trick_steps().last() {
                    step.own.waiting = last.own.waiting.clone();
                    if asked.state.trick.is_some() {
                        step.own.trick = last.own.trick.clone();
                    }
                }
                story.push_trick_step(step);
            }
            AnyLearnerTurn::Mus(asked) => story.push_mus_step(asked.step(StepKind::Declaration)),
        }
        story.frame_mut(story.step_count() - 1).hand = number;
        Some(story)
    }

    /// Says why a move is not made. A move that a clause refuses is a step of the session, and is printed as one.
    fn explain_refusal(&mut self, tried: Move, refusal: Refusal) -> Result<()> {
        let rules = self.session.setup.rules;
        if let Refusal::Invalid(misuse) = refusal {
            return self.print_with(&|paper| {
                paper.write_with_red_cards(&explain_invalid_act(&rules, misuse))
            });
        }
        let printed_before = self.printed_steps;
        self.print_new_steps()?;
        let Some(clause) = refusal.clause() else {
            return Ok(());
        };
        let Some(story) = self.story_with_question() else {
            return Ok(());
        };
        if self.printed_steps > printed_before {
            return Ok(());
        }
        let sentence =
            refused_move_sentence(&story, story.step(story.step_count() - 1), tried, clause);
        self.print_with(&|paper| {
            let clause = paper.clause_id_with_marks(&rules, clause);
            paper.write_with_red_cards(&format!("{sentence} [{clause}]"));
        })
    }

    fn run_table_command(
        &mut self,
        command: TableCommand,
        question: Option<(&Story, AnyStep)>,
    ) -> Result<()> {
        let hint = self.session.hint().map(|hint| hint.words);
        let rules = self.session.setup.rules;
        self.print_with(&|paper| match (command, question) {
            (TableCommand::Help, _) => write_help(paper, &rules),
            (TableCommand::Hint, _) => {
                paper.write_with_red_cards(hint.as_deref().unwrap_or("There is no hint here."))
            }
            (TableCommand::May, Some((story, now))) => {
                step_viewer::write_choices(paper, &story.rules, &EditionStepText::new(story, now))
            }
            (TableCommand::Table, Some((story, now))) => {
                step_viewer::write_table(paper, story, now, now.mover);
                step_viewer::write_debts(paper, story, now);
            }
            _ => {}
        })
    }

    fn explain_clause(&mut self, id: &str) -> Result<()> {
        let rules = self.session.setup.rules;
        self.print_with(&|paper| match editions::clause_id_in_use(id) {
            Some(topic) => step_viewer::write_clause_text(paper, &rules, topic),
            None => {
                let shown = name_hidden_characters(id);
                let other = ClauseId::PlayFollow;
                let words = format!("No clause is called {shown}; type {WHY} and an id from the brackets: {WHY} {other}.");
                paper.write_wrapped_text(&words);
            }
        })
    }

    fn prompt_for_answer(&mut self, prompt: &str) -> Result<Option<String>> {
        let mut out = anstream::stdout();
        write!(out, "{prompt}")?;
        out.flush()?;
        let Some(line) = (self.read_answer)()? else {
            return Ok(writeln!(out).map(|()| None)?);
        };
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    fn print_with(&mut self, write_page: &dyn Fn(&mut TerminalPage)) -> Result<()> {
        let mut paper = TerminalPage::with_width(page_width(), INDENT);
        write_page(&mut paper);
        self.print_with_new_legend(paper)
    }

    /// Prints a page, and behind it what its signs mean, each where it stands for the first time.
    fn print_with_new_legend(&mut self, mut paper: TerminalPage) -> Result<()> {
        paper.write_legend(paper.marks.without_signs_of(self.explained_marks));
        self.explained_marks = self.explained_marks.union(paper.marks);
        Ok(anstream::stdout().write_all(paper.text.as_bytes())?)
    }
}

/// The learner's cards, and what is asked of them.
#[derive(Template)]
#[template(path = "question.txt")]
struct PromptTemplate<'a> {
    setup: &'a SessionSetup,
    scene: EditionStepText,
    step: AnyStep<'a>,
}

/// Writes what a player may type.
fn write_help(paper: &mut TerminalPage, rules: &Ruleset) {
    let say = "Type your move as in a script, in small or capital letters:";
    if rules.family() == EngineKind::Mus {
        let mut moves = Vec::new();
        for verb in Verb::ALL.iter() {
            if verb.said_at_spanish_table().is_some()
                && verb.kind() == MoveOccasion::Declaration
                && let Some(does) = mus_move_without_arguments(*verb)
            {
                moves.push(move_words_with_spanish(rules, does));
            }
        }
        paper.write_with_red_cards(&format!(
            "{say} {}. After a bet or a raise, you may add a number of stones. Name cards by their numbers.",
            moves.join(", ")
        ));
    } else {
        let take = Move::TakeTurnUp(Card::new(Rank::Seven, Suit::Hearts));
        let moves = [
            Move::Fold,
            Move::Stand,
            example_exchange(),
            Move::TakeSpare,
            take,
            Move::Name(Suit::Hearts),
        ];
        let moves = moves.map(|does| move_words(rules, does)).join(", ");
        let moves = moves.replace('♦', "d").replace('♥', "h");
        let claim = Verb::Claim.button_label();
        paper.write_with_red_cards(&format!(
            "{say} 7♥ or 7h, {moves}; {claim}, or {PASS}. You may name a card by its number."
        ));
    }
    for (_, names, what) in TABLE_COMMANDS {
        paper.write_labelled(&names.join(", "), what);
    }
    paper.write_labelled(
        &format!("{WHY} CLAUSE"),
        "the text of a clause whose id is in brackets",
    );
}
