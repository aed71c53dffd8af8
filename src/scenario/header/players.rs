//! The players' names: what a name may be, so that a line can be read in one way.

use super::value::Values;
use crate::cards::{CardError, Letters, read_card, read_suit};
use crate::editions::MOST_PLAYERS;
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::At;
use crate::scenario::words::{Keyword, composed, is_hidden, quoted, visible};
use toml::Spanned;
use toml::de::DeValue;
use unicode_normalization::char::is_combining_mark;

const _: () = assert!(MOST_PLAYERS == 6, "the label of a wrong number says six");

/// The longest name, in characters.
pub const LONGEST: usize = 40;

/// Reads the players. A number of them that no table has leaves none.
pub(super) fn read(value: &Spanned<DeValue>, letters: Letters, values: &mut Values) -> Vec<At<String>> {
    let mut players = values.texts(value);
    let Some(written) = value.get_ref().as_array().map(|list| list.iter().count()) else {
        return Vec::new();
    };
    if !(2..=MOST_PLAYERS).contains(&written) {
        let message = format!("{written} players cannot sit at a table");
        let diagnostic = Diagnostic::new(Code::PlayerCount, values.span(value.span()), message)
            .label("two to six should stand here");
        values.push(diagnostic);
        return Vec::new();
    }
    for player in &mut players {
        player.value = composed(&player.value).into_owned();
    }
    check(&players, letters, values);
    if players.len() == written { players } else { Vec::new() }
}

fn check(players: &[At<String>], letters: Letters, values: &mut Values) {
    for (at, player) in players.iter().enumerate() {
        if let Some(wrong) = wrong(&player.value, letters) {
            let message = format!("{} cannot be a player's name: {wrong}", quoted(&player.value));
            values.push(bad(player, message).label("not a name"));
        } else if let Some(before) = players[..at].iter().find(|before| before.value == player.value) {
            let message = format!("two players are called {}", quoted(&player.value));
            values.push(bad(player, message).label("again here").related(before.span.clone(), "first here"));
        }
    }
}

fn bad(player: &At<String>, message: String) -> Diagnostic {
    let rule = "a name begins with a letter and has letters, digits, spaces, ' . and -, at most 40";
    Diagnostic::new(Code::BadName, player.span.clone(), message).help(rule)
}

/// Why a text is no name.
fn wrong(name: &str, letters: Letters) -> Option<String> {
    if let Some(strange) = name.chars().find(|c| !may_have(*c)) {
        return Some(format!("it has {}", described(strange)));
    }
    if !name.starts_with(char::is_alphabetic) {
        return Some("it does not begin with a letter".to_owned());
    }
    if name.ends_with(' ') || name.contains("  ") {
        return Some("it has a space too many".to_owned());
    }
    if name.chars().count() > LONGEST {
        return Some(format!("it has {} characters, and at most {LONGEST} may be", name.chars().count()));
    }
    is_taken(name, letters).map(str::to_owned)
}

fn may_have(character: char) -> bool {
    let is_named =
        character.is_alphanumeric() || is_combining_mark(character) || matches!(character, ' ' | '\'' | '.' | '-');
    is_named && !is_hidden(character)
}

fn described(strange: char) -> String {
    let shown = visible(&strange.to_string());
    match strange {
        '\u{2019}' => "`’`: write `'`".to_owned(),
        _ if is_hidden(strange) => shown,
        _ => format!("`{shown}`"),
    }
}

/// What a name already means elsewhere.
fn is_taken(name: &str, letters: Letters) -> Option<&'static str> {
    if Keyword::of(name, letters).is_some() {
        return Some("it is a word of the grammar");
    }
    if read_suit(name).is_some() {
        return Some("it is a suit");
    }
    match read_card(name, letters) {
        Ok(_) | Err(CardError::Ambiguous { .. }) => Some("it is a card"),
        Err(CardError::NotACard) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_names_are_taken() {
        let marked = "x\u{0301}".to_owned();
        for name in ["Anne", "Mme de Sévigné", "O'Neil", "J.-P. 2", "May", "שרה", "Łukasz", &marked] {
            assert_eq!(wrong(name, Letters::English), None, "{name}");
        }
    }

    #[test]
    fn bad_names_are_told() {
        let long = "a".repeat(41);
        for name in [
            "",
            " Anne",
            "Anne ",
            "A  B",
            "2pac",
            "-a",
            "folds",
            "turn-up",
            "KC",
            "RC",
            "hearts",
            "A,B",
            "a\u{202e}",
            "a\u{1b}[0m",
            "a\u{200b}",
            "a\u{a0}b",
            "a?",
            "A’B",
            &long,
        ] {
            assert!(wrong(name, Letters::English).is_some(), "{name:?}");
        }
        assert_eq!(wrong("a\u{202e}b", Letters::English).as_deref(), Some("it has U+202E"));
    }
}
