//! The buttons with which a learner answers the question of a table.

use crate::cards::Suit;
use crate::engine::{DealStage, DealState, Move};
use crate::narrate::{button_label, capitalize, move_choices};
use crate::rules::{CommonRules, DealPhase, DeclarationRight, TrickRules, Verb};
use crate::scenario::story::{StepKind, Story};
use crate::session::{
    AnyLearnerTurn, PASS, Session, TrickLearnerTurn, describe_bet, move_without_card, move_words,
    move_words_with_spanish, must_lay_drawn_card, sample_mus_moves,
};
use anyhow::Result;
use askama::Template;

/// The buttons with which a learner answers a question.
#[derive(Template)]
#[template(path = "asks.html")]
struct MoveButtonsTemplate {
    /// True if the learner is to play a card.
    plays: bool,
    /// The bet that stands at Mus, in words.
    stands: String,
    buttons: Vec<MoveButton>,
}

/// A button for a move.
struct MoveButton {
    /// The words that the learner says with it.
    says: String,
    label: String,
    /// The number of cards that are chosen with it: `none`, `one` or `some`.
    cards: &'static str,
    /// The verb before the number of cards, if several are chosen with it.
    counted: String,
    /// True if a clause refuses the move now. The learner may still make it, and is told the clause.
    is_refused: bool,
}

impl MoveButton {
    /// Returns a button for a move that is allowed and that goes with no card.
    fn new(typed_words: String, label: String) -> MoveButton {
        MoveButton {
            says: typed_words,
            label,
            cards: "none",
            counted: String::new(),
            is_refused: false,
        }
    }
}

/// Returns the buttons for all that the learner may do; none where they are not asked.
pub(super) fn render_move_buttons(session: &Session, story: &Story) -> Result<Option<String>> {
    let question = match session.asked_deal() {
        Some(AnyLearnerTurn::Tricks(asked)) => MoveButtonsTemplate {
            plays: asked.state.stage == DealStage::In(DealPhase::Tricks),
            stands: String::new(),
            buttons: declaration_or_discard_buttons(story, &asked),
        },
        Some(AnyLearnerTurn::Mus(asked)) => MoveButtonsTemplate {
            plays: false,
            stands: describe_bet(&session.setup, asked.state),
            buttons: mus_buttons(asked.rules, sample_mus_moves(asked.rules, asked.state)),
        },
        None => return Ok(None),
    };
    Ok(Some(question.render()?))
}

/// Returns a button for each of these moves of Mus.
fn mus_buttons(rules: &CommonRules, moves: Vec<Move>) -> Vec<MoveButton> {
    let mut buttons = Vec::new();
    for does in moves {
        let mut button = MoveButton::new(
            move_words(rules, does),
            move_words_with_spanish(rules, does),
        );
        if does.args().laid.is_some() {
            button.cards = "some";
            button.counted = button_label(Verb::Discard);
        }
        buttons.push(button);
    }
    buttons
}

/// Returns a button for each declaration of a game with tricks; or for each card that may be laid down for the pack.
fn declaration_or_discard_buttons(story: &Story, turn: &TrickLearnerTurn) -> Vec<MoveButton> {
    let rules = turn.rules;
    let hand = turn.state;
    let mut buttons = Vec::new();
    if must_lay_drawn_card(hand) {
        for card in rules.rank.value.sort_cards_by_suit(hand.hands[hand.mover]) {
            buttons.push(MoveButton::new(card.to_string(), format!("Discard {card}")));
        }
        return buttons;
    }
    for choice in move_choices(None, story, &turn.step(StepKind::Declaration)) {
        // A declaration that is refused now is offered, so that the learner can ask why. One that the game lacks is not.
        if choice.is_allowed || has_declaration(rules, choice.verb) {
            let mut offered = declaration_buttons(rules, hand, choice.verb);
            if !choice.is_allowed {
                for button in &mut offered {
                    make_button_refused(button, rules, hand);
                }
            }
            buttons.extend(offered);
        }
    }
    buttons
}

/// Makes a button one of a refused move: it needs no card that the learner would choose in vain.
fn make_button_refused(button: &mut MoveButton, rules: &TrickRules, deal: &DealState) {
    button.is_refused = true;
    if button.cards == "none" {
        return;
    }
    button.cards = "none";
    button.counted.clear();
    let held = rules.rank.value.sort_cards_by_suit(deal.hands[deal.mover]);
    if let Some(card) = held.first() {
        button.says += &format!(" {card}");
    }
}

/// Returns whether a game has a declaration at all.
fn has_declaration(rules: &TrickRules, verb: Verb) -> bool {
    let offer = match verb {
        Verb::Fold => rules.decl_fold.value,
        Verb::Stand => rules.decl_stand.value,
        Verb::Exchange => rules.decl_exchange.value,
        _ => return true,
    };
    offer == DeclarationRight::Open
}

/// Returns the buttons for a declaration: one for each suit where a suit is named, else one.
fn declaration_buttons(rules: &CommonRules, deal: &DealState, verb: Verb) -> Vec<MoveButton> {
    if verb == Verb::Name {
        let mut buttons = Vec::new();
        for suit in Suit::ALL {
            let says = move_words(rules, Move::Name(suit));
            let label = capitalize(&says);
            buttons.push(MoveButton::new(says, label));
        }
        return buttons;
    }
    let is_default = deal
        .move_by_silence()
        .is_some_and(|does| does.verb() == verb);
    let (says, cards) = match verb {
        Verb::Exchange => (verb.button_label().into(), "some"),
        Verb::TakeTurnUp => (format!("{} for", verb.button_label()), "one"),
        _ if is_default => (PASS.into(), "none"),
        _ if move_without_card(verb, deal).is_some() => (verb.button_label().into(), "none"),
        _ => return Vec::new(),
    };
    let label = button_label(verb);
    let counted = if cards == "some" {
        label.clone()
    } else {
        String::new()
    };
    vec![MoveButton {
        cards,
        counted,
        ..MoveButton::new(says, label)
    }]
}
