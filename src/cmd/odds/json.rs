//! The odds for programs.

use super::{Figures, Played};
use crate::explore::Advice;
use crate::explore::odds::{Chance, Evening, Mean, Row, Share};
use serde_json::{Value, json};

pub(super) fn value(figures: &Figures) -> Value {
    let mut all = json!({
        "edition": figures.rules.id,
        "players": figures.players,
        "cards": figures.rules.pack.value.pack(figures.players).len(),
    });
    let mut put = |name: &str, value: Value| all.as_object_mut().map(|all| all.insert(name.into(), value));
    if !figures.counted.is_empty() {
        let one = |one: &crate::explore::odds::Counted| chance(&one.what.says(figures.rules), one.chance);
        put("counted", figures.counted.iter().map(one).collect());
    }
    if let Some(Played { trial, evenings: [careful, bold] }) = &figures.played {
        put("seed", figures.seed.into());
        put("hands", trial.hands.into());
        put("goes_in", share(trial.goes_in));
        put("by_trumps", trial.rows.iter().map(row).collect());
        put("evenings", evening(careful));
        put("evenings_without_folding", evening(bold));
    }
    if let Some(of) = &figures.holding {
        put("holding", of.cards.to_string().into());
        put("dealt", chance("dealt", of.dealt));
        if let Some(turn) = &of.turn {
            put("turn", turn.card.to_string().into());
            put("best", turn.best.iter().map(best).collect());
            put("seed", figures.seed.into());
            put("advice", turn.advice.iter().map(advice).collect());
        }
    }
    all
}

fn evening(evening: &Evening) -> Value {
    json!({
        "sessions": evening.sessions,
        "pools": evening.pools.iter().map(|pool| mean(*pool)).collect::<Vec<_>>(),
        "half": evening.half,
        "nine_in_ten": evening.nine_in_ten,
        "hands_with_a_debt": share(evening.owing),
        "debts_cut_by_a_ceiling": share(evening.cut),
        "largest_pool": evening.largest,
        "broken_off": evening.broken_off,
    })
}

/// A chance as a number from 0 to 1.
pub(super) fn decimal(chance: Chance) -> f64 {
    *chance.numer() as f64 / *chance.denom() as f64
}

fn chance(what: &str, chance: Chance) -> Value {
    json!({ "what": what, "exact": chance.to_string(), "chance": decimal(chance) })
}

fn best((card, is_trump, chance): &(crate::cards::Card, bool, Chance)) -> Value {
    json!({ "card": card.to_string(), "trump": is_trump, "exact": chance.to_string(), "chance": decimal(*chance) })
}

fn share(share: Share) -> Value {
    let (low, high) = share.interval();
    json!({ "hits": share.hits, "of": share.of, "share": share.found(), "low": low, "high": high })
}

fn mean(mean: Mean) -> Value {
    let within = Some(mean.within()).filter(|within| within.is_finite());
    json!({ "of": mean.of, "mean": mean.found(), "within": within })
}

fn row(row: &Row) -> Value {
    let Row { trumps, plan, gained, spared } = row;
    json!({ "trumps": trumps, "plan": plan, "gained_in_pools": mean(*gained), "owes_nothing": share(*spared) })
}

fn advice(one: &Advice) -> Value {
    let Advice { plan, laid, gained, spared } = one;
    json!({ "plan": plan, "laid": laid, "gained": mean(*gained), "owes_nothing": share(*spared) })
}
