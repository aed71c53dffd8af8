//! A table at which the reader sits down, the others playing by the strategy of the book.

use super::answer::{DealReview, ReviewedMistake, TableAnswer};
use crate::cards::{Card, Seat, Suit};
use crate::editions::{self, house};
use crate::engine::{DealState, Move, Refusal, Stage};
use crate::explore::mus::move_result;
use crate::narrate::sentence::{chips_in_words, signed_chips};
use crate::narrate::{
    MoveChoice, button_label, capitalize, describe_result, move_choices, step_title, task,
};
use crate::page::{self, Alternatives, PageLocation, WordOutcome, escape_html};
use crate::rules::{Offer, OptionValue, Phase, Ruleset, Verb, by_name};
use crate::scenario::story::{Kind, Step, Story};
use crate::scenario::{HouseRules, odd_name_reason, table_edition_id};
use crate::session::{
    Begun, Company, Drill, MOST_DEALS, Mistake, NAMES, Order, OrderError, PASS, Session, alone,
    in_both, in_words,
};
use crate::session::{is_laying, misused, option, rules, sayable, stands};
use anyhow::{Context, Result, anyhow, ensure};
use askama::Template;
use schemars::JsonSchema;
use serde::Deserialize;
use std::cell::Cell;

const DEAL: &str = "deal";

/// A table by its name, and all that the learner has said: an edition with options as `debts=staged`, or a hand begun.
#[derive(Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct TableQuestion {
    edition: String,
    options: Vec<String>,
    /// What a company calls it; nothing where edition and options say all.
    #[serde(rename = "table")]
    house: String,
    players: u8,
    begun: Option<Begun>,
    /// Where the learner sits; of a deal that drills something, where it is dealt to.
    seat: u8,
    seed: u64,
    /// What the first deal from this seed on is to drill; nothing for the deal of the seed itself.
    drill: String,
    words: Vec<String>,
    from: usize,
    hint: bool,
    account: bool,
    /// Whether it is worked out what each card comes to.
    what_if: bool,
    save: bool,
    verdicts: bool,
}

thread_local! {
    /// The table that was asked for last, with its session: a question of the same table goes on from there.
    static LAST: Cell<Option<(TableQuestion, Sitting)>> = const { Cell::new(None) };
}

impl TableQuestion {
    pub(super) fn answer(self) -> Result<TableAnswer> {
        let known = LAST.take().filter(|(before, _)| self.continues(before));
        let (done, mut sitting) = match known {
            Some((before, sitting)) => (before.words.len(), sitting),
            None => (0, Sitting::for_question(&self)?),
        };
        let mut unclear = None;
        for (at, words) in self.words.iter().enumerate().skip(done) {
            // Only the last is looked at: what was said before it was judged when it was said.
            unclear =
                sitting.apply_words(words, at, self.verdicts && at + 1 == self.words.len())?;
        }
        let answer = sitting.answer(&self, unclear)?;
        if answer.unclear.is_none() {
            LAST.set(Some((self, sitting)));
        }
        Ok(answer)
    }

    fn agreed_options(&self) -> Result<Vec<(String, OptionValue)>> {
        self.options
            .iter()
            .map(|one| option(one).map_err(|why| anyhow!("{one}: {why}")))
            .collect()
    }

    /// The table of a company, which is seated so that what is told may name it.
    fn house_rules(&self) -> Result<HouseRules> {
        if self.house.is_empty() {
            return Ok(HouseRules::None);
        }
        let name = &self.house;
        ensure!(odd_name_reason(name).is_none(), "no table is called so");
        let base = editions::printed_by_id(&self.edition);
        let base = base.with_context(|| format!("no edition is called {}", self.edition))?;
        let rules = house::settle_table(
            &table_edition_id(name),
            name,
            base,
            &by_name(self.agreed_options()?),
        )
        .ok();
        house::register_house_rules("", rules);
        rules
            .and_then(|rules| editions::by_id(rules.id))
            .map(HouseRules::Table)
            .context("this cannot be agreed")
    }

    fn continues(&self, before: &TableQuestion) -> bool {
        let TableQuestion {
            from,
            hint,
            what_if,
            account,
            save,
            ..
        } = *self;
        let words = self.words.clone();
        let same = TableQuestion {
            words,
            from,
            hint,
            what_if,
            account,
            save,
            ..before.clone()
        };
        *self == same && self.words.starts_with(&before.words)
    }
}

struct Sitting {
    session: Session,
    is_over: bool,
    drill: Option<&'static Drill>,
    seed: u64,
    /// For each of the learner's choices in this deal, how many words they had said before it.
    words_before_choices: Vec<usize>,
    /// The same for a choice that is half made.
    before_choice: Option<usize>,
    verdict: Option<String>,
}

impl Sitting {
    fn for_question(table: &TableQuestion) -> Result<Sitting> {
        let mut seed = table.seed;
        let mut learner = Seat(table.seat);
        let sitting = |session, drill, seed| Sitting {
            session,
            is_over: false,
            drill,
            seed,
            words_before_choices: Vec::new(),
            before_choice: None,
            verdict: None,
        };
        if let Some(begun) = &table.begun {
            let mut session = Session::begun(begun, table.house_rules()?, learner, seed)?;
            session.go_on();
            ensure!(
                session.is_asked(),
                "{} is not asked anything more in this hand. Take another seat, or an earlier step.",
                session.learner()
            );
            return Ok(sitting(session, None, seed));
        }
        let options = table.agreed_options()?;
        let seats = usize::from(table.players);
        let rules = rules(&table.edition, seats, &options)?;
        let (rules, options) = match table.house_rules()?.ruleset() {
            Some(house) => (*house, Vec::new()),
            None => (rules, options),
        };
        ensure!(
            seats <= NAMES.len() && table.seat < table.players,
            "nobody sits on seat {} of {seats}",
            table.seat
        );
        let drill = Drill::by_id(&table.drill).filter(|drill| drill.fits(&rules));
        ensure!(
            drill.is_some() || table.drill.is_empty(),
            "{} has nothing that drills {}",
            rules.name,
            table.drill
        );
        let players = NAMES[..seats]
            .iter()
            .map(|name| (*name).to_owned())
            .collect();
        let mut company = Company::new(rules, by_name(options), players, learner, seed);
        if let Some(drill) = drill {
            let found = drill.deal(&company, seed, MOST_DEALS);
            (seed, learner) = found.context(
                "no deal near drills that at such a table: try another number of players",
            )?;
            company = Company::new(rules, company.options, company.players, learner, seed);
        }
        let mut sitting = sitting(Session::new(company, seed)?, drill, seed);
        sitting.deal()?;
        Ok(sitting)
    }

    fn deal(&mut self) -> Result<()> {
        self.words_before_choices.clear();
        self.is_over = !self.session.deal()?;
        if !self.is_over {
            self.session.go_on();
        }
        Ok(())
    }

    /// Does what the learner says; why not, if it is no move. A move that a clause refuses is a step.
    fn apply_words(
        &mut self,
        words: &str,
        before: usize,
        verdicts: bool,
    ) -> Result<Option<String>> {
        self.verdict = None;
        let Some(order) = self.session.order(words) else {
            if words == DEAL && !self.is_over {
                self.deal()?;
            }
            return Ok(None);
        };
        let does = match order {
            Order::Do(does) => does,
            Order::Unclear(OrderError::NotUnderstood) => {
                let why = format!(
                    "“{words}” cannot be said at this table. Choose one of the buttons, or one of your cards."
                );
                return Ok(Some(why));
            }
            Order::Unclear(why) => return Ok(Some(why.to_string())),
            _ => return Ok(Some("That is not asked now.".into())),
        };
        let verdict = if verdicts {
            self.session.verdict(does)
        } else {
            None
        };
        let made = self.session.play(does);
        if let Err(Refusal::Invalid(misuse)) = made {
            return Ok(Some(misused(&self.session.company.rules, misuse)));
        }
        self.verdict = verdict.map(|(verdict, reason)| {
            let ((class, head), reason) = (task::verdict_label(verdict), escape_html(&reason));
            format!(
                "<p class=\"{class}\"><strong class=\"asked-verdict\">{head}</strong> {reason}</p>"
            )
        });
        if made.is_ok() {
            self.note_choice(before);
            self.session.go_on();
        }
        Ok(None)
    }

    /// Notes how many words were said before a choice, at its first word: a defence of the pack takes two.
    fn note_choice(&mut self, before: usize) {
        let first = *self.before_choice.get_or_insert(before);
        if self.session.is_mus()
            || self.session.own_choice_count() > self.words_before_choices.len()
        {
            self.words_before_choices.push(first);
            self.before_choice = None;
        }
    }

    fn table_note(&self, table: &TableQuestion) -> Option<String> {
        if table.from > 0 {
            return None;
        }
        let Company { title, rules, .. } = &self.session.company;
        if table.begun.is_none() {
            let base = rules.base?;
            return Some(format!(
                "You sit at {}, which plays {} in its own way.",
                rules.name, base.name
            ));
        }
        Some(format!(
            "{} by the rules of {}: you sit with {}. Cards that the hand does not tell are dealt from seed {}.",
            page::markdown::plain_text(title),
            rules.name,
            self.session.learner(),
            table.seed
        ))
    }

    fn answer(&mut self, table: &TableQuestion, unclear: Option<String>) -> Result<TableAnswer> {
        let recent = self.session.steps_from(table.from)?;
        let scenario = if table.save {
            self.session.scenario()?
        } else {
            None
        };
        let session = &self.session;
        let learner = session.company.learner;
        let story = recent.story();
        let alternatives = Alternatives::default();
        let told = page::HandView {
            file: &recent.file,
            story,
            alternatives: &alternatives,
            seat: Some(learner),
        };
        let rules = &story.rules;
        let drilled = self
            .drill
            .map(|drill| DrillTemplate { drill, rules }.render());
        let mut answer = TableAnswer {
            html: page::render_steps_from(
                &told,
                table.from.saturating_sub(recent.steps_before),
                PLACE,
            )?,
            steps: recent.step_count(),
            asks: render_question(session, story)?,
            unclear,
            verdict: self.verdict.clone(),
            hint: None,
            note: self.table_note(table),
            what_if: None,
            is_tellable: session.is_tellable(),
            scenario,
            is_over: self.is_over,
            seat: learner.0,
            seed: self.seed,
            drill: drilled.transpose()?,
            account: None,
        };
        if table.hint {
            answer.hint = session.hint();
        }
        if table.what_if {
            answer.what_if = render_what_if(session, story)?;
        }
        if table.account {
            answer.account = deal_review(session, story, &self.words_before_choices)?;
        }
        Ok(answer)
    }
}

#[derive(Template)]
#[template(path = "drill.html")]
struct DrillTemplate<'a> {
    drill: &'static Drill,
    rules: &'a Ruleset,
}

#[derive(Template)]
#[template(path = "asks.html")]
struct QuestionTemplate {
    plays: bool,
    stands: String,
    ways: Vec<MoveButton>,
}

/// One thing that may be said: the words, what its button says, and how many cards go with it.
struct MoveButton {
    says: String,
    label: String,
    cards: &'static str,
}

fn render_question(session: &Session, story: &Story) -> Result<Option<String>> {
    let rules = &story.rules;
    let asks = if let Some(hand) = session.asks_at_mus() {
        let way = |does: Move| MoveButton {
            says: in_words(rules, does),
            label: in_both(rules, does),
            cards: if does.args().laid.is_some() {
                "some"
            } else {
                "none"
            },
        };
        let stands = stands(&session.company, hand);
        let ways = sayable(rules, hand).into_iter().map(way).collect();
        QuestionTemplate {
            plays: false,
            stands,
            ways,
        }
    } else if let Some(hand) = session.asks_learner() {
        let step = Step::asked(Kind::Declaration, Some(hand.mover), *hand);
        let plays = hand.stage == Stage::In(Phase::Tricks);
        let ways = if is_laying(hand) {
            let lay = |card: Card| MoveButton {
                says: card.to_string(),
                label: format!("Lay down {card}"),
                cards: "none",
            };
            rules
                .rank
                .value
                .sort_cards(hand.hands[hand.mover])
                .into_iter()
                .map(lay)
                .collect()
        } else {
            // What is refused here is offered, to say why; what this game does not have at all is not offered.
            let is_in_game =
                |choice: &MoveChoice| choice.is_allowed || has_declaration(rules, choice.verb);
            let offered = move_choices(story, &step).into_iter().filter(is_in_game);
            offered
                .flat_map(|choice| declaration_buttons(rules, hand, choice.verb))
                .collect()
        };
        QuestionTemplate {
            plays,
            stands: String::new(),
            ways,
        }
    } else {
        return Ok(None);
    };
    Ok(Some(asks.render()?))
}

/// What each card comes to if all play their best with open cards; at Mus each word, if all go on by the strategy.
fn render_what_if(session: &Session, story: &Story) -> Result<Option<String>> {
    if let Some(hand) = session.asks_at_mus() {
        // Where cards would still be drawn, a word has none.
        let course = |does: Move| {
            let stones = move_result(&story.rules, hand, does)?;
            Some(WordOutcome {
                word: in_both(&story.rules, does),
                stones,
                result: describe_result(&story.rules, stones),
            })
        };
        let courses: Vec<_> = sayable(&story.rules, hand)
            .into_iter()
            .filter_map(course)
            .collect();
        return Ok(Some(match courses.is_empty() {
            true => "This is worked out for bets only: what is drawn nobody knows.".into(),
            false => page::render_mus_alternatives(session.learner(), courses, PLACE)?,
        }));
    }
    let Some(hand) = session.asks_learner() else {
        return Ok(None);
    };
    if hand.stage != Stage::In(Phase::Tricks) {
        return Ok(Some(
            "This is worked out for cards only: what is drawn nobody knows.".into(),
        ));
    }
    let step = Step::asked(Kind::Play, Some(hand.mover), *hand);
    Ok(page::render_alternatives(story, &step, PLACE)?
        .or_else(|| Some("No other card may be played.".into())))
}

/// Whether a game has a declaration at all.
fn has_declaration(rules: &Ruleset, verb: Verb) -> bool {
    let offer = match verb {
        Verb::Fold => rules.decl_fold.value,
        Verb::Stand => rules.decl_stand.value,
        Verb::Exchange => rules.decl_exchange.value,
        _ => return true,
    };
    offer == Offer::Open
}

fn declaration_buttons(rules: &Ruleset, hand: &DealState, verb: Verb) -> Vec<MoveButton> {
    let way = |says: String, cards| MoveButton {
        says,
        label: button_label(verb),
        cards,
    };
    match verb {
        Verb::Exchange => vec![way(verb.label().into(), "some")],
        Verb::TakeTurnUp => vec![way(format!("{} for", verb.label()), "one")],
        Verb::Name => {
            let name = |suit| in_words(rules, Move::Name(suit));
            Suit::ALL
                .map(|suit| MoveButton {
                    label: capitalize(&name(suit)),
                    says: name(suit),
                    cards: "none",
                })
                .into()
        }
        verb if hand.default_move().is_some_and(|does| does.verb() == verb) => {
            vec![way(PASS.into(), "none")]
        }
        verb => alone(verb, hand)
            .map(|_| way(verb.label().into(), "none"))
            .into_iter()
            .collect(),
    }
}

/// Tables stand on pages of the book's root.
const PLACE: PageLocation = PageLocation::Home(0);

#[derive(Template)]
#[template(path = "account.html")]
struct ReviewTemplate {
    result: String,
    /// None at Mus, where choices are not reviewed.
    mistakes: Option<Vec<MistakeView>>,
}

/// A mistake in words.
struct MistakeView {
    title: String,
    made: String,
    advised: String,
    result: String,
    replayed_result: String,
    /// How much better the replayed deal ends: `3 chips`.
    difference: String,
    /// How many words the learner had said before the choice.
    back: Option<usize>,
}

/// Returns the review of the last deal if it is over: as HTML, whether no mistake is named (nothing at Mus), the learner's
/// result in chips or stones, and each mistake as data. `said` counts the words before each of the learner's choices.
fn deal_review(session: &Session, story: &Story, said: &[usize]) -> Result<Option<DealReview>> {
    let Some(result) = session.result() else {
        return Ok(None);
    };
    if session.is_mus() {
        let html = ReviewTemplate {
            result: describe_result(&session.company.rules, result),
            mistakes: None,
        }
        .render()?;
        return Ok(Some(DealReview {
            html,
            is_best: None,
            result,
            mistakes: None,
        }));
    }
    let mistakes = session.mistakes();
    let in_data = mistakes
        .iter()
        .map(|mistake| reviewed_mistake(session, mistake))
        .collect();
    let views = mistakes
        .iter()
        .map(|mistake| MistakeView::new(session, story, mistake, result, said))
        .collect();
    let html = ReviewTemplate {
        result: signed_chips(result),
        mistakes: Some(views),
    }
    .render()?;
    Ok(Some(DealReview {
        html,
        is_best: Some(mistakes.is_empty()),
        result,
        mistakes: Some(in_data),
    }))
}

fn reviewed_mistake(session: &Session, mistake: &Mistake) -> ReviewedMistake {
    let rules = &session.company.rules;
    ReviewedMistake {
        choice: mistake.choice,
        made: in_words(rules, mistake.made),
        advised: in_words(rules, mistake.advised),
        result: mistake.replayed_result,
    }
}

impl MistakeView {
    fn new(
        session: &Session,
        story: &Story,
        mistake: &Mistake,
        result: i64,
        said: &[usize],
    ) -> MistakeView {
        let rules = &session.company.rules;
        let is_play = mistake.before.stage == Stage::In(Phase::Tricks);
        let kind = if is_play {
            Kind::Play
        } else {
            Kind::Declaration
        };
        let step = Step::asked(kind, Some(mistake.before.mover), mistake.before);
        MistakeView {
            title: step_title(story, &step),
            made: in_words(rules, mistake.made),
            advised: in_words(rules, mistake.advised),
            result: signed_chips(result),
            replayed_result: signed_chips(mistake.replayed_result),
            difference: chips_in_words(mistake.replayed_result - result),
            back: said.get(mistake.choice).copied(),
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/web_table.rs"]
mod tests;
