//! Names that are no player's, gathered: each is reported once, with the player who is probably meant.

use super::diagnostic::{Code, Diagnostic};
use super::markdown_fences::FenceKind;
use super::own_fences::header_and_scenario_fences;
use super::{Header, Spanned, diagnose, name_hidden_characters, quote, to_nfc};
use crate::cards::read_card;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the names that are unknown also where a player has another name.
pub type FindStillUnknownNames<'a> = &'a dyn Fn(&Spanned<String>, &str) -> BTreeSet<String>;

/// Puts one diagnostic in the place of all about the same name. Where one player stands in no line, that name is probably theirs.
pub fn gather_unknown_names(
    text: &str,
    header: &Header,
    find_names_beside: FindStillUnknownNames,
    found: &mut Vec<Diagnostic>,
) {
    let mut by_name: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
    for wrong in found.extract_if(.., |wrong| wrong.code == Code::UnknownName) {
        let name = to_nfc(text.get(wrong.span.clone()).unwrap_or("")).into_owned();
        by_name.entry(name).or_default().push(wrong);
    }
    if let Some((names, wrong)) = joined_names_error(header, &by_name) {
        found.push(wrong);
        by_name = without_names(by_name, names);
    }
    if let Some(wrong) = player_names_case_error(header, &by_name) {
        found.push(wrong);
        return;
    }
    // Where several names are unknown, or the player is named elsewhere, it is not theirs.
    let is_one_name = by_name.len() == 1;
    let mut dealt_cards: Vec<(String, Diagnostic)> = Vec::new();
    for (name, mut repeated) in by_name {
        if repeated.len() == 1 {
            found.append(&mut repeated);
            continue;
        }
        let absent_player = only_undealt_player(text, header)
            .filter(|player| is_one_name && !is_named_elsewhere(text, header, player));
        let others = match absent_player {
            Some(player) => find_names_beside(player, &name),
            None => BTreeSet::new(),
        };
        if let Some(player) = absent_player
            && others.is_empty()
        {
            let absent = quote(&player.value);
            let known = name_hidden_characters(&name);
            let times = repeated.len();
            let wrong = diagnose!("name-for-another", &player.span, absent, known, times);
            found.push(wrong.with_related(repeated[0].span.clone(), "here first"));
        } else {
            let wrong = repeated_name_diagnostic(text, header, &name, &repeated, others);
            if is_name_before_cards(text, header, &repeated[0]) {
                dealt_cards.push((quote(&name), wrong));
            } else {
                found.push(wrong);
            }
        }
    }
    found.extend(names_missing_from_players_error(dealt_cards));
}

/// The words between two names that stand in one text.
const BETWEEN_NAMES: [&str; 6] = [" and ", " & ", " et ", " und ", " y ", ", "];

/// Returns the diagnostics about names without those about two names.
fn without_names(
    by_name: BTreeMap<String, Vec<Diagnostic>>,
    names: [&str; 2],
) -> BTreeMap<String, Vec<Diagnostic>> {
    let mut kept = BTreeMap::new();
    for (name, repeated) in by_name {
        if !names.contains(&name.as_str()) {
            kept.insert(name, repeated);
        }
    }
    kept
}

/// Says that the header has the names of two players in one text, if the file uses both of them. Returns the two names with it.
fn joined_names_error<'a>(
    header: &'a Header,
    by_name: &BTreeMap<String, Vec<Diagnostic>>,
) -> Option<([&'a str; 2], Diagnostic)> {
    for player in &header.players {
        for between in BETWEEN_NAMES {
            let Some((first, second)) = player.value.split_once(between) else {
                continue;
            };
            if by_name.contains_key(first) && by_name.contains_key(second) {
                let names = [first, second];
                let written = quote(&player.value);
                let list = names.map(|name| format!("\"{}\"", name_hidden_characters(name)));
                let list = list.join(", ");
                let wrong = diagnose!("two-names-in-one", &player.span, written, list);
                return Some((names, wrong));
            }
        }
    }
    None
}

/// Says that the header writes names with other capitals than the file, if there are at least two, and no other name is unknown.
fn player_names_case_error(
    header: &Header,
    by_name: &BTreeMap<String, Vec<Diagnostic>>,
) -> Option<Diagnostic> {
    let mut names = Vec::new();
    let mut first = None;
    for player in &header.players {
        let lower = player.value.to_lowercase();
        if let Some(name) = by_name.keys().find(|name| name.to_lowercase() == lower) {
            names.push(name.as_str());
            first.get_or_insert((player, name));
        }
    }
    let (player, found) = first?;
    let found = name_hidden_characters(found);
    if names.len() < 2 || names.len() != by_name.len() {
        return None;
    }
    let written = quote(&player.value);
    let names = name_hidden_characters(&names.join(", "));
    Some(diagnose!(
        "names-in-other-case",
        &player.span,
        found,
        written,
        names
    ))
}

/// Returns one diagnostic for all names that are dealt cards: the list of players lacks them.
fn names_missing_from_players_error(dealt: Vec<(String, Diagnostic)>) -> Option<Diagnostic> {
    let names: Vec<String> = dealt.iter().map(|(name, _)| name.clone()).collect();
    let (last, before) = names.split_last()?;
    let mut places = dealt.into_iter().map(|(_, wrong)| wrong);
    let mut joined = places.next()?;
    if before.is_empty() {
        return Some(joined);
    }
    let before = before.join(", ");
    joined.message = format!("{before} and {last} are dealt cards, but are not in `players`");
    joined.related.clear();
    joined.help.pop();
    for other in places {
        joined = joined.with_related(other.span, "nor this name");
    }
    Some(joined)
}

/// Returns whether an unknown name stands before cards, and nothing else can be meant by it.
fn is_name_before_cards(text: &str, header: &Header, wrong: &Diagnostic) -> bool {
    let rest = text.get(wrong.span.end..).unwrap_or_default();
    let after = rest.split_whitespace().next().unwrap_or_default();
    read_card(after, header.letters).is_ok() && wrong.fix.is_none()
}

/// Returns one diagnostic for an unknown name that is written several times. `others` are the names
/// that are unknown besides.
fn repeated_name_diagnostic(
    text: &str,
    header: &Header,
    name: &str,
    repeated: &[Diagnostic],
    others: BTreeSet<String>,
) -> Diagnostic {
    let first = &repeated[0];
    let times = repeated.len();
    let mut once = first.clone();
    // The same fix in each place, if it is one.
    let is_one_fix = repeated
        .iter()
        .all(|other| other.fix == first.fix && other.replaced_span.is_none());
    if is_one_fix {
        once.repeated_at = repeated[1..]
            .iter()
            .map(|other| other.span.clone())
            .collect();
    }
    if is_name_before_cards(text, header, first) {
        once.message = format!("{} is dealt cards, but is not in `players`", quote(name));
    }
    for other in others {
        once = once.with_help(format!("{} is not in `players` either", quote(&other)));
    }
    once.with_help(format!("it is written {times} times in this file"))
        .with_related(repeated[1].span.clone(), "again here")
}

/// Returns whether a player's name stands outside the header, in a fence or in prose.
fn is_named_elsewhere(text: &str, header: &Header, player: &Spanned<String>) -> bool {
    let before = &text[..header.span.start];
    let after = text.get(header.span.end..).unwrap_or_default();
    has_whole_word(&to_nfc(before), &player.value) || has_whole_word(&to_nfc(after), &player.value)
}

/// Returns whether a word stands in a text, and not within a longer one.
fn has_whole_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Returns the one player whom no line of a deal names, if it names all others.
fn only_undealt_player<'a>(text: &str, header: &'a Header) -> Option<&'a Spanned<String>> {
    let mut deals = Vec::new();
    for block in header_and_scenario_fences(header.house, text).1 {
        if block.word == FenceKind::Deal {
            deals.push(to_nfc(block.content.text()).into_owned());
        }
    }
    let mut absent = header
        .players
        .iter()
        .filter(|player| !is_dealt_to(&deals, &player.value));
    let player = absent.next()?;
    if absent.next().is_none() {
        Some(player)
    } else {
        None
    }
}

/// Returns whether a line of these deals begins with a name.
fn is_dealt_to(deals: &[String], name: &str) -> bool {
    deals.iter().flat_map(|deal| deal.lines()).any(|line| {
        line.trim_start()
            .strip_prefix(name)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}
