//! How a session stands, in words: the result of a deal, and the ranking at the end.

use super::page_answers::{LearnerDealResult, SessionStanding};
use crate::cards::Seat;
use crate::narrate::describe_deal_result;
use crate::narrate::step_sentences::{chips_in_words, signed_chips, tricks_in_words};
use crate::rules::{Ruleset, TrickRules};
use crate::scenario::mus::stones_in_words;
use crate::session::{LearnerTrickGameResult, RankedPlayerOrSide, Session, SessionScore};
use anyhow::Result;
use askama::Template;

#[derive(Template)]
#[template(path = "session_end.html")]
struct SessionEndTemplate {
    winner: String,
    deals: String,
    rows: Vec<SessionRankingRow>,
}

/// A line of the ranking of a session: the players of a side, and their score.
struct SessionRankingRow {
    names: String,
    score: String,
    is_learner: bool,
}

/// Returns how the session stands. `is_over` says that no further deal follows.
pub(super) fn session_standing(session: &Session, is_over: bool) -> Result<SessionStanding> {
    let ranking = session.ranking();
    let learner = session.setup.learner;
    let own = ranking.iter().find(|side| side.seats.contains(&learner));
    let ending = if is_over {
        Some(render_ending(session, &ranking)?)
    } else {
        None
    };
    Ok(SessionStanding {
        deal: session.deal_count(),
        score: own.map(|side| score_in_words(side.score)),
        results: session.learner_results(),
        outcome: deal_outcome(session),
        ending,
    })
}

/// Returns the result of the last deal for the learner, if it is over.
fn deal_outcome(session: &Session) -> Option<LearnerDealResult> {
    let result = session.last_deal_gain()?;
    let words = match &session.setup.rules {
        Ruleset::Mus(rules) => format!("This deal: {}.", describe_deal_result(rules, result)),
        Ruleset::Tricks(rules) => {
            let what = describe_trick_result(rules, &session.last_trick_deal_result()?);
            let net = *session.learner_results().last()?;
            // Before the deal the learner can only have paid into the pool.
            let parts = result_with_stake_or_debt(result, result - net, session.last_deal_debt());
            format!("{what}: {}{parts}.", signed_chips_in_words(net))
        }
    };
    Some(LearnerDealResult { words, result })
}

/// Returns the parts of the result of a deal: what the learner won or paid in it, a stake that was paid before it, and a debt
/// that was made in it. Returns nothing if there is neither a stake nor a debt.
fn result_with_stake_or_debt(result: i64, stake: i64, debt: i64) -> String {
    let losses = match (stake, debt) {
        (0, 0) => return String::new(),
        (_, 0) => format!("your stake of {stake}"),
        (0, _) => format!("your new debt of {debt}"),
        (_, _) => format!("your stake of {stake} and your new debt of {debt}"),
    };
    match result + debt {
        0 => format!(" ({losses})"),
        gain => format!(" ({}, less {losses})", signed_chips(gain)),
    }
}

/// Returns what the learner did in a deal with tricks: `You won 2 tricks`.
fn describe_trick_result(rules: &TrickRules, deal: &LearnerTrickGameResult) -> String {
    if deal.has_folded {
        "You folded".to_owned()
    } else if deal.took_pool_by_flush {
        format!("You took the pool with your {}", rules.terms.flush)
    } else if deal.was_left_alone {
        "All others folded".to_owned()
    } else {
        format!("You won {}", tricks_in_words(deal.tricks))
    }
}

/// Returns a number of chips with its sign: `+6 chips`.
fn signed_chips_in_words(chips: i64) -> String {
    let noun = if chips.abs() == 1 { "chip" } else { "chips" };
    format!("{} {noun}", signed_chips(chips))
}

fn render_ending(session: &Session, ranking: &[RankedPlayerOrSide]) -> Result<String> {
    let mut rows = Vec::new();
    for side in ranking {
        rows.push(SessionRankingRow {
            names: names_marking_learner(session, &side.seats),
            score: score_in_words(side.score),
            is_learner: side.seats.contains(&session.setup.learner),
        });
    }
    let best = ranking.first().map(|side| side.score);
    let winners: Vec<&RankedPlayerOrSide> = ranking
        .iter()
        .filter(|side| Some(side.score) == best)
        .collect();
    let winner = match winners[..] {
        [side] => winner_sentence(session, side),
        _ => {
            let names: Vec<String> = winners
                .iter()
                .map(|side| names_marking_learner(session, &side.seats))
                .collect();
            format!("{} share first place.", names.join(" and "))
        }
    };
    let deals = match session.deal_count() {
        1 => "1 deal".to_owned(),
        count => format!("{count} deals"),
    };
    Ok(SessionEndTemplate {
        winner,
        deals,
        rows,
    }
    .render()?)
}

fn winner_sentence(session: &Session, side: &RankedPlayerOrSide) -> String {
    let score = score_in_words(side.score);
    if side.seats == [session.setup.learner] {
        return format!("You win with {score}.");
    }
    let names = names_marking_learner(session, &side.seats);
    if side.seats.len() > 1 {
        format!("{names} win with {score}.")
    } else {
        format!("{names} wins with {score}.")
    }
}

/// Returns the names of the players of a side: `Anne and Claude`. The learner's name says that it is theirs.
fn names_marking_learner(session: &Session, seats: &[Seat]) -> String {
    let mut names = Vec::new();
    for seat in seats {
        let name = session.setup.name(*seat);
        if *seat == session.setup.learner {
            names.push(format!("{name} (you)"));
        } else {
            names.push(name.to_owned());
        }
    }
    names.join(" and ")
}

fn score_in_words(score: SessionScore) -> String {
    match score {
        SessionScore::Chips(chips) => chips_in_words(chips),
        SessionScore::Games { games: 0, stones } => stones_in_words(stones),
        SessionScore::Games { games, stones } => {
            let noun = if games == 1 { "game" } else { "games" };
            format!("{games} {noun} and {}", stones_in_words(stones))
        }
        SessionScore::Losses { rounds, stones } => {
            let noun = if rounds == -1 { "round" } else { "rounds" };
            format!(
                "{} {noun} lost and {} left",
                -rounds,
                stones_in_words(stones)
            )
        }
    }
}
