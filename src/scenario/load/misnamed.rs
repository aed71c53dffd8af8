//! A player whose name is misspelt in the header is unknown in every line: that is told once, where it was written.

use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::{At, HandText, Header};
use crate::scenario::words::{composed, quoted};
use std::collections::BTreeMap;

/// Puts one diagnostic in the place of all about a name that stands in many lines, if one player stands in none.
pub(super) fn told_once(text: &str, header: &Header, hands: &[HandText], found: &mut Vec<Diagnostic>) {
    let Some(absent) = only_absent(header, hands) else { return };
    let name = |wrong: &Diagnostic| composed(text.get(wrong.span.clone()).unwrap_or("")).into_owned();
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for wrong in found.iter().filter(|wrong| wrong.code == Code::UnknownName) {
        *lines.entry(name(wrong)).or_default() += 1;
    }
    let Some((known, times)) = lines.into_iter().max_by_key(|(_, times)| *times).filter(|(_, times)| *times > 1) else {
        return;
    };
    let first = found.iter().find(|wrong| name(wrong) == known).map_or(0..0, |wrong| wrong.span.clone());
    found.retain(|wrong| wrong.code != Code::UnknownName || name(wrong) != known);
    found.push(misnamed(absent, &known, times).related(first, "here first"));
}

fn misnamed(absent: &At<String>, known: &str, times: usize) -> Diagnostic {
    let (name, known) = (quoted(&absent.value), crate::scenario::words::visible(known));
    let message =
        format!("{name} is dealt no cards in this file, and `{known}`, who is named {times} times, is no player");
    Diagnostic::new(Code::UnknownName, absent.span.clone(), message)
        .label(format!("probably `{known}`"))
        .fix(format!("\"{known}\""))
}

/// The one player who is dealt nothing, if all others are dealt something.
fn only_absent<'a>(header: &'a Header, hands: &[HandText]) -> Option<&'a At<String>> {
    let dealt =
        |seat: usize| hands.iter().flat_map(|hand| &hand.deal.hands).any(|(at, _)| usize::from(at.value.0) == seat);
    let mut absent = header.players.iter().enumerate().filter(|(seat, _)| !dealt(*seat)).map(|(_, player)| player);
    match (absent.next(), absent.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}
