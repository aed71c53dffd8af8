//! Hands as a file tells them: those played, as a scenario with gaps to fill.

use super::canonical_format::format_in;
use super::moves_and_line_forms::{VerbInflection, spell_cards, write_move_in};
use super::{Diagnostic, FenceKind, FolderRules, Keyword};
use crate::cards::{CardLanguage, CardSet, PerSeat, Seat};
use crate::engine::{DealStage, DealState, DealtCards, Move, broken_duty, mover_duty_clause};
use crate::mus;
use crate::rules::{ClauseId, DealPhase, OptionValue, Ruleset, mus_values::MusAgreement};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use toml_writer::ToTomlValue;

/// How far a draft tells its last hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastStageInDraft {
    /// The cards alone, and what the first to speak may do.
    Deal,
    /// To the first card, and what may be led.
    Declarations,
    /// Behind the payout.
    End,
}

/// The header of a scenario file that is written from hands that were played.
#[derive(Clone, Copy, Debug)]
pub struct DraftHeader<'a> {
    /// The title of the file.
    pub title: &'a str,
    /// The rules by which the hands were played.
    pub rules: &'a Ruleset,
    /// The names of the players, in playing order.
    pub players: &'a [String],
    /// Clauses that its header promises. Where one binds or refuses, the script asks for it.
    pub shows: &'a [ClauseId],
    /// Options agreed before play, which the rules have already.
    pub options: &'a BTreeMap<String, OptionValue>,
    /// The chips with which each player starts, by seat; empty where the edition says it.
    pub chips: &'a [i64],
    /// The letters of its cards, and the language of its words.
    pub letters: CardLanguage,
    /// The language in which its book reads files that name none; none if it can go into any book, and has to name its own.
    pub book_language: Option<CardLanguage>,
    /// The place at which the last hand ends.
    pub until: LastStageInDraft,
}

/// A deal that was played, with its moves and the attempts that were refused.
#[derive(Clone, Debug)]
pub struct PlayedDealRecord<H = DealState, D = DealtCards> {
    /// The prose before its cards, as Markdown; may be empty.
    pub narration: String,
    /// The cards; none if those words tell them, and what was done before the moves.
    pub deal: Option<D>,
    /// Each move after the deal, and the hand before it.
    pub moves: Vec<(H, Move)>,
    /// Moves that the mover tried in vain, each with the number of moves before it.
    pub tries: Vec<(usize, Move)>,
    /// The hand as it stands after the last act. One that is not over is told so far, and the file ends with it.
    pub end: H,
}

/// A deal of Mus that was played, with the cards of all.
pub type PlayedMusHand = PlayedDealRecord<mus::MusState, PerSeat<CardSet>>;

/// A hand that a draft can write.
pub trait DraftableHand {
    /// Returns its fences, with what is told before them.
    fn to_markdown(&self, draft: &DraftHeader) -> String;
}

impl DraftHeader<'_> {
    /// Returns the file with these hands, the first of a session first, canonically spelled.
    ///
    /// # Errors
    /// A name that no player may have is an error.
    pub fn write_file<D: DraftableHand>(&self, hands: &[D]) -> Result<String, Box<Diagnostic>> {
        let mut file = format!("# {}\n", self.title);
        file += &self.write_header();
        for hand in hands {
            file += &hand.to_markdown(self);
        }
        match format_in(self.folder_rules(), file.as_bytes()) {
            Some(rewritten) => rewritten.into_sound_text(),
            None => Ok(file),
        }
    }

    /// Returns the rules of the folder in which the file can be read.
    pub(crate) fn folder_rules(&self) -> FolderRules {
        FolderRules {
            language: self.book_language.unwrap_or_default(),
            ..FolderRules::house_table_of_rules(self.rules)
        }
    }

    fn player_name(&self, seat: Seat) -> &str {
        match self.players.get(usize::from(seat.0)) {
            Some(name) => name,
            None => "?",
        }
    }

    fn spell_keyword(&self, keyword: Keyword) -> &'static str {
        keyword.spelling_in(self.letters)
    }

    fn write_move(&self, player_move: Move, mood: VerbInflection) -> Option<String> {
        write_move_in(self.letters, self.rules, player_move, mood)
    }

    /// Returns a statement that asks what a player may do.
    fn open_may_statement(&self, seat: Seat) -> String {
        format!(
            "{} {} ? (?)",
            self.player_name(seat),
            self.spell_keyword(Keyword::May)
        )
    }

    /// Returns a statement that asks which clause refuses an attempt, and at wish what is legal instead.
    fn tries_statement(&self, seat: Seat, attempt: &str, asks_what_is_legal: bool) -> String {
        let [tries, refused, legal] =
            [Keyword::Tries, Keyword::Refused, Keyword::Legal].map(|word| self.spell_keyword(word));
        let legal = if asks_what_is_legal {
            format!("; {legal}: ?")
        } else {
            String::new()
        };
        format!(
            "{} {tries} {attempt} ({refused}: ?{legal})",
            self.player_name(seat)
        )
    }

    fn write_fence(&self, kind: FenceKind, lines: &[impl Borrow<str>]) -> String {
        fence_unless_empty(kind.spelling(self.letters), lines)
    }

    fn dealt_lines(
        &self,
        dealer: Seat,
        seats: impl Iterator<Item = Seat>,
        cards: PerSeat<CardSet>,
    ) -> Vec<String> {
        let mut lines = vec![format!(
            "{} {}",
            self.spell_keyword(Keyword::Dealer),
            self.player_name(dealer)
        )];
        for seat in seats {
            let cards = spell_cards(self.rules, cards[seat]);
            lines.push(format!("{} {cards}", self.player_name(seat)));
        }
        lines
    }

    fn write_header(&self) -> String {
        let mut lines = vec![format!("edition = {}", self.rules.id.to_toml_value())];
        let players: Vec<String> = self
            .players
            .iter()
            .map(|name| name.to_toml_value())
            .collect();
        push_nonempty_list_line(&mut lines, "players = [", &players, "]");
        let mut shows = Vec::new();
        for topic in self.shows {
            shows.push(topic.id().to_toml_value());
        }
        push_nonempty_list_line(&mut lines, "shows   = [", &shows, "]");
        let mut chips = Vec::new();
        for (name, held) in self.players.iter().zip(self.chips) {
            chips.push(format!("{} = {held}", name.to_toml_value()));
        }
        push_nonempty_list_line(&mut lines, "chips = { ", &chips, " }");
        let mut options = Vec::new();
        for (name, value) in self.options {
            options.push(format!("{name} = {value}"));
        }
        push_nonempty_list_line(&mut lines, "options = { ", &options, " }");
        let language = self.letters.language();
        if self.book_language.map(CardLanguage::language) != Some(language) {
            lines.push(format!("lang = {}", language.to_toml_value()));
        }
        fence_unless_empty("toml scenario", &lines)
    }
}

/// Adds a line with a list, unless the list is empty.
fn push_nonempty_list_line(lines: &mut Vec<String>, opening: &str, values: &[String], end: &str) {
    if !values.is_empty() {
        lines.push([opening, &values.join(", "), end].concat());
    }
}

impl DraftableHand for PlayedDealRecord {
    fn to_markdown(&self, draft: &DraftHeader) -> String {
        let first_card = self.first_move_at(|stage| stage == DealStage::In(DealPhase::Tricks));
        // The first act that is not told, if the hand is not told to its end.
        let stop = match draft.until {
            LastStageInDraft::Deal => self.first_move_at(|stage| {
                matches!(
                    stage,
                    DealStage::In(DealPhase::Round(_) | DealPhase::Tricks)
                )
            }),
            LastStageInDraft::Declarations => first_card,
            LastStageInDraft::End if self.end.awaits_move() => Some(self.moves.len()),
            LastStageInDraft::End => None,
        };
        let mut script = ScenarioScriptWriter::new(draft);
        for at in 0..stop.unwrap_or(self.moves.len()) {
            if Some(at) == first_card {
                script.lines.push(String::new());
                script.is_open = false;
            }
            script.write_move_with_asides(self, at);
        }
        if let Some(at) = stop {
            let hand = self.state_before(at);
            let is_play = hand.stage == DealStage::In(DealPhase::Tricks);
            let is_asked = is_play || matches!(hand.stage, DealStage::In(DealPhase::Round(_)));
            let tried = self.refused_attempts(draft, at, hand.mover, is_play);
            let asked = if is_asked { Some(hand.mover) } else { None };
            let trick = if is_play && hand.trick.is_none() {
                Some(hand.tricks_finished + 1)
            } else {
                None
            };
            script.end_at_question(tried, asked, trick);
        }
        let deal_lines = self.deal.as_ref().map(|deal| self.deal_lines(draft, deal));
        self.narration_and_fences(draft, deal_lines, &script.lines, stop.is_none())
    }
}

impl PlayedDealRecord {
    /// Returns the number of the first move that is made at such a stage.
    fn first_move_at(&self, is_stage: fn(DealStage) -> bool) -> Option<usize> {
        self.moves.iter().position(|(hand, _)| is_stage(hand.stage))
    }

    /// Returns the lines of its deal fence.
    fn deal_lines(&self, draft: &DraftHeader, deal: &DealtCards) -> Vec<String> {
        let mut lines = draft.dealt_lines(self.end.dealer, self.end.seats_in_turn(), deal.hands);
        if !deal.spare_hand.is_empty() {
            let cards = spell_cards(draft.rules, deal.spare_hand);
            lines.push(format!("{} {cards}", draft.spell_keyword(Keyword::Fille)));
        }
        lines.push(format!(
            "{} {}",
            draft.spell_keyword(Keyword::Turn),
            deal.turned_card
        ));
        lines
    }
}

impl<H, D> PlayedDealRecord<H, D> {
    /// Returns a hand in which nothing is done yet after its deal, or after what its narration tells.
    pub fn new(words: String, deal: Option<D>, end: H) -> PlayedDealRecord<H, D> {
        PlayedDealRecord {
            narration: words,
            deal,
            moves: Vec::new(),
            tries: Vec::new(),
            end,
        }
    }

    /// Returns its narration and its fences. An empty line separates two scripts.
    fn narration_and_fences(
        &self,
        draft: &DraftHeader,
        deal_lines: Option<Vec<String>>,
        script: &[String],
        is_over: bool,
    ) -> String {
        let words = if self.narration.is_empty() {
            String::new()
        } else {
            format!("\n{}\n", self.narration)
        };
        let dealt = match deal_lines {
            Some(lines) => draft.write_fence(FenceKind::Deal, &lines),
            None => String::new(),
        };
        let scripts = script
            .split(String::is_empty)
            .map(|lines| draft.write_fence(FenceKind::Script, lines))
            .collect();
        let payout = if is_over {
            draft.write_fence(FenceKind::Payout, &["?"])
        } else {
            String::new()
        };
        [words, dealt, scripts, payout].concat()
    }

    /// Returns the hand before an act; past the last, as it stands.
    fn state_before(&self, move_index: usize) -> &H {
        match self.moves.get(move_index) {
            Some((hand, _)) => hand,
            None => &self.end,
        }
    }

    /// Returns the attempts of the mover that were refused before an act. `asks_what_is_legal` adds to each what is legal instead.
    fn refused_attempts(
        &self,
        draft: &DraftHeader,
        move_index: usize,
        mover: Seat,
        asks_what_is_legal: bool,
    ) -> Vec<String> {
        let tried = self
            .tries
            .iter()
            .filter(|(before, _)| *before == move_index);
        let tried = tried.filter_map(|(_, act)| draft.write_move(*act, VerbInflection::Infinitive));
        tried
            .map(|what| draft.tries_statement(mover, &what, asks_what_is_legal))
            .collect()
    }
}

/// Returns a fence after a blank line, or nothing if it would be empty.
pub(super) fn fence_unless_empty(word: &str, lines: &[impl Borrow<str>]) -> String {
    if lines.is_empty() {
        String::new()
    } else {
        format!("\n```{word}\n{}\n```\n", lines.join("\n"))
    }
}

/// Writes the script of a played deal line by line.
struct ScenarioScriptWriter<'a> {
    draft: &'a DraftHeader<'a>,
    /// Promised clauses that have not been asked for.
    unasked: Vec<ClauseId>,
    lines: Vec<String>,
    /// True if the next statement goes on the last line.
    is_open: bool,
}

impl<'a> ScenarioScriptWriter<'a> {
    fn new(draft: &'a DraftHeader<'a>) -> ScenarioScriptWriter<'a> {
        ScenarioScriptWriter {
            draft,
            unasked: draft.shows.to_vec(),
            lines: Vec::new(),
            is_open: false,
        }
    }

    /// Writes a move, what was tried in vain before it, and what is asked about it.
    fn write_move_with_asides(&mut self, played: &PlayedDealRecord, move_index: usize) {
        let (hand, act) = played.moves[move_index];
        let tried = played.refused_attempts(
            self.draft,
            move_index,
            hand.mover,
            hand.stage == DealStage::In(DealPhase::Tricks),
        );
        let asides = [self.take_promised_clause_statements(&hand), tried].concat();
        let mover = self.draft.player_name(hand.mover);
        let statement = self
            .draft
            .write_move(act, VerbInflection::ThirdPerson)
            .map(|words| format!("{mover} {words}"));
        if !matches!(act, Move::Play(_)) && hand.trick.is_none() {
            self.lines.extend(asides);
            self.lines.extend(statement);
            return;
        }
        let mut number = if hand.trick.is_none() {
            format!("{}. ", hand.tricks_finished + 1)
        } else {
            String::new()
        };
        for aside in asides {
            self.lines.push(std::mem::take(&mut number) + &aside);
            self.is_open = false;
        }
        // A player who leaves trumps as they are says nothing.
        if let Some(statement) = statement {
            self.add_statement(&(number + &statement));
        }
        if played.state_before(move_index + 1).tricks_finished > hand.tricks_finished {
            if let Some(line) = self.lines.last_mut() {
                line.push_str(" -> ?");
            }
            self.is_open = false;
        }
    }

    /// Ends the file where somebody is asked; what they may do is left to be filled in, if it can be. `trick_to_lead` is the number of a
    /// trick that they would lead: with it, all who may claim a flush have let it pass.
    fn end_at_question(
        &mut self,
        refused_attempts: Vec<String>,
        asked: Option<Seat>,
        trick_to_lead: Option<u8>,
    ) {
        self.lines.extend(refused_attempts);
        if let Some(mover) = asked {
            let may = self.draft.open_may_statement(mover);
            self.lines.push(match trick_to_lead {
                Some(trick) => format!("{trick}. {may}"),
                None => may,
            });
        }
        self.lines
            .push(self.draft.spell_keyword(Keyword::Stop).to_owned());
    }

    /// Adds a statement to the line that goes on, or as a line of its own.
    fn add_statement(&mut self, statement: &str) {
        if self.is_open
            && let Some(line) = self.lines.last_mut()
        {
            line.push_str(", ");
            line.push_str(statement);
        } else {
            self.lines.push(statement.to_owned());
        }
        self.is_open = true;
    }

    /// Returns statements about what the mover may do, and may not, the first time that a promised clause decides it.
    fn take_promised_clause_statements(&mut self, hand: &DealState) -> Vec<String> {
        let Some(rules) = self.draft.rules.tricks() else {
            return Vec::new();
        };
        let is_told = matches!(
            hand.stage,
            DealStage::In(DealPhase::Round(_) | DealPhase::Tricks)
        );
        let binding = if is_told {
            mover_duty_clause(rules, hand)
        } else {
            None
        };
        let may_play = if hand.stage == DealStage::In(DealPhase::Tricks) {
            hand.hands[hand.mover]
        } else {
            CardSet::EMPTY
        };
        let held = rules.rank.value.sort_cards_by_suit(may_play);
        let mut asides = Vec::new();
        self.unasked.retain(|topic| {
            let before = asides.len();
            if binding == Some(*topic) {
                asides.push(self.draft.open_may_statement(hand.mover));
            }
            let refused = held
                .iter()
                .find(|card| broken_duty(rules, hand, **card) == Some(*topic));
            if let Some(card) = refused {
                asides.push(
                    self.draft
                        .tries_statement(hand.mover, &card.to_string(), true),
                );
            }
            asides.len() == before
        });
        asides
    }
}

impl DraftableHand for PlayedMusHand {
    fn to_markdown(&self, draft: &DraftHeader) -> String {
        let stop = match draft.until {
            LastStageInDraft::Deal => Some(0),
            LastStageInDraft::Declarations => self
                .moves
                .iter()
                .position(|(hand, _)| hand.stage == mus::MusStage::Betting),
            LastStageInDraft::End => None,
        };
        let stop = stop.unwrap_or(self.moves.len());
        let mut script = ScenarioScriptWriter::new(draft);
        for (at, (hand, _)) in self.moves.iter().enumerate().take(stop) {
            let tried = self.refused_attempts(draft, at, hand.mover, true);
            let begins = at == 0 || line_group_key(&self.moves[at - 1].0) != line_group_key(hand);
            script.is_open &=
                !begins && hand.stage != mus::MusStage::Discarding && tried.is_empty();
            script.lines.extend(tried);
            script.add_statement(&self.write_statement(draft, at, begins));
        }
        let end = self.state_before(stop);
        if end.awaits_move() {
            script.end_at_question(
                self.refused_attempts(draft, stop, end.mover, true),
                Some(end.mover),
                None,
            );
        }
        let deal_lines = self
            .deal
            .map(|cards| draft.dealt_lines(end.dealer, end.players.in_turn(end.dealer), cards));
        self.narration_and_fences(draft, deal_lines, &script.lines, !end.awaits_move())
    }
}

/// Returns what parts the lines of a script: moves of one round of mus, or of one phase, stand on one line.
fn line_group_key(hand: &mus::MusState) -> (mus::MusStage, usize, usize) {
    (hand.stage, hand.phase_index, hand.stock.len())
}

impl PlayedMusHand {
    /// Returns what is said or done, with its phase where that begins, and who wins it where it ends.
    fn write_statement(
        &self,
        draft: &DraftHeader,
        move_index: usize,
        begins_phase: bool,
    ) -> String {
        let (hand, does) = &self.moves[move_index];
        let mut statement = format!(
            "{} {}",
            draft.player_name(hand.mover),
            draft
                .write_move(*does, VerbInflection::ThirdPerson)
                .unwrap_or_default()
        );
        if let Move::Discard(laid) = does
            && let Some(served) = self.served_cards(draft, move_index, hand, *laid)
        {
            statement += &format!(
                " {} {}",
                Keyword::For.spelling_inside_statement(draft.letters),
                spell_cards(draft.rules, served)
            );
        }
        if hand.stage != mus::MusStage::Betting {
            return statement;
        }
        if begins_phase {
            statement = format!("{}: {statement}", hand.phase.word_in(draft.letters));
        }
        if line_group_key(self.state_before(move_index + 1)) != line_group_key(hand) {
            statement += " -> ?";
        }
        statement
    }

    /// Returns what a player was served for what they laid down; none as long as they are not, or if nothing is served.
    fn served_cards(
        &self,
        draft: &DraftHeader,
        move_index: usize,
        hand: &mus::MusState,
        laid: CardSet,
    ) -> Option<CardSet> {
        if draft.rules.mus()?.mus_ask.value == MusAgreement::Never {
            return None;
        }
        let kept = hand.hands[hand.mover] - laid;
        let later = self.moves[move_index..].iter().map(|(later, _)| later);
        let after = later
            .chain([&self.end])
            .find(|later| is_past_serving(later.stage))?;
        Some(after.hands[hand.mover] - kept)
    }
}

/// Returns whether what is laid down at a stage has been served.
fn is_past_serving(stage: mus::MusStage) -> bool {
    !matches!(
        stage,
        mus::MusStage::Discarding | mus::MusStage::AfterCardSeen | mus::MusStage::Serving
    )
}
