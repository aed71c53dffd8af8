//! What each player starts with.

use super::value::{Values, integer};
use crate::rules::MOST_CHIPS;
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::At;
use crate::scenario::words::{Names, quoted};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads one amount for all, or a table of amounts by name. What cannot be read leaves none.
pub(super) fn read(value: &Spanned<DeValue>, players: &[At<String>], values: &mut Values) -> Vec<At<i64>> {
    match value.get_ref().as_table() {
        Some(table) => by_name(value, table, players, values),
        None => amount(value, values).map_or_else(Vec::new, |amount| vec![amount; players.len()]),
    }
}

fn by_name(whole: &Spanned<DeValue>, table: &DeTable, players: &[At<String>], values: &mut Values) -> Vec<At<i64>> {
    let names = Names::new(players);
    let mut chips = vec![None; players.len()];
    let mut all_known = true;
    for (name, value) in table {
        let amount = amount(value, values);
        match names.seat(name.get_ref()) {
            Some(seat) => chips[usize::from(seat.0)] = Some(amount),
            None if players.is_empty() => {}
            None => {
                let span = values.span(name.span());
                values.push(unknown(name.get_ref(), span, &names));
                all_known = false;
            }
        }
    }
    if let Some(without) = chips.iter().position(Option::is_none).filter(|_| all_known) {
        let message = format!("the chips of {} are missing", quoted(&players[without].value));
        values.tell(Code::MissingKey, whole.span(), message, "each player should stand here");
    }
    chips.into_iter().map(Option::flatten).collect::<Option<Vec<_>>>().unwrap_or_default()
}

fn unknown(name: &str, span: std::ops::Range<usize>, names: &Names) -> Diagnostic {
    let message = format!("{} is no player of this file", quoted(name));
    let diagnostic = Diagnostic::new(Code::UnknownName, span, message).label("no player has this name");
    match names.nearest(name) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).fix(format!("\"{near}\"")),
        None => diagnostic.help(format!("the players are {}", names.listed())),
    }
}

fn amount(value: &Spanned<DeValue>, values: &mut Values) -> Option<At<i64>> {
    let found = integer(value.get_ref()).filter(|chips| (-MOST_CHIPS..=MOST_CHIPS).contains(chips));
    if found.is_none() {
        let span = values.span(value.span());
        let diagnostic = Diagnostic::new(Code::BadAmount, span, "this is no number of chips").label("not an amount");
        values.push(diagnostic.help("`chips` is an amount for all, or `{ Anne = 1000, … }`; at most 1000000000000"));
    }
    found.map(|chips| At { value: chips, span: values.span(value.span()) })
}
