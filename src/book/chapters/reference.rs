//! What the program goes by, printed from its own tables: for authors those by which it reads scenarios, in fences whose
//! word is `reference`; for players the rules of its strategy.

use super::clause::{Agreeable, in_words, named, players};
use super::practice::is_drilled;
use crate::book::scope::Games;
use crate::book::sign::legend_of;
use crate::cards::Letters;
use crate::editions::{self, GAMES, STRANGERS};
use crate::explore::strategy::{OCCASIONS, Occasion, Rule};
use crate::page::markdown::{escaped, one_line};
use crate::page::{Place, seated};
use crate::rules::{Agreed, Game, MOST_CHIPS, Machine, Ruleset, SIGNS, Work};
use crate::scenario::reference::{FORMS, Form, KEYS, Key, Keyword, LONGEST_NAME, TABLE_KEYS, Word};
use crate::scenario::{Code, LONGEST_FILE, MOST_HANDS, Report, check, full};
use crate::session::{DRILLS, Drill, NAMES};
use anyhow::{Result, bail};
use askama::Template;
use include_dir::{Dir, include_dir};
use std::path::Path;

/// A file for each message, held by the tests.
static EXAMPLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/tests/refused");

/// What is told of what else could have been played.
pub(super) const WHAT_IF: &str = include_str!("../../../templates/what_if.md");

/// How wide an example may be, in characters.
const WIDTH: usize = 90;

pub(in crate::book) fn reference(name: &str) -> Result<String> {
    Ok(match name {
        "keys" => keys("In the header", &KEYS),
        "table" => keys("In the table", &TABLE_KEYS),
        "fences" => table(&["Fence", "in French", "What it tells"], Word::ALL.iter().copied().map(fence)),
        "deal" => forms(Word::Deal),
        "script" => forms(Word::Script),
        "payout" => forms(Word::Payout),
        "task" => forms(Word::Task),
        "french" => table(&["English", "French"], FORMS.iter().map(|form| [code(&form.english), code(&form.french)])),
        "words" => table(&["English", "French"], words()),
        "limits" => table(&["What", "How many"], limits()),
        "play" => play(at_the_table(), &DRILLS, true)?,
        "what-if" => WHAT_IF.into(),
        "playground" => one_line(&Playground { games: with_tricks(), legend: legend_of(&signs()) }.render()?),
        "options" => table(&["Option", "In words", "What it takes"], Agreed::all().filter_map(option)),
        "messages" => Code::ALL.iter().map(|code| message(*code)).collect::<Vec<_>>().join("\n"),
        _ => bail!(
            "no table is called `{name}`; write keys, table, fences, deal, script, payout, task, french, words, limits, options, messages, what-if, play or playground"
        ),
    })
}

/// A table for a reader who sits down: what is played, and by how many.
#[derive(Template)]
#[template(path = "play.html")]
struct Play<'a> {
    games: Games,
    names: &'a [&'static str],
    drills: &'a [Drill],
    /// Whether a chapter tells of the terminal.
    has_terminal: bool,
    /// What the signs mean that may come with a step.
    legend: String,
}

/// A text for a reader who writes: what is played.
#[derive(Template)]
#[template(path = "playground.html")]
struct Playground {
    games: Vec<(&'static Game, Vec<&'static Ruleset>)>,
    /// What the signs mean that may come with a step.
    legend: String,
}

/// The page of an author's book on which one plays: there are no lessons, so nothing is drilled.
pub(super) fn play_page(games: Games) -> Result<String> {
    Ok(include_str!("../../../book/src/play.md").replace("```reference play\n```", &play(games, &[], false)?))
}

fn play(games: Games, drills: &[Drill], has_terminal: bool) -> Result<String> {
    Ok(one_line(&Play { games, names: &NAMES, drills, has_terminal, legend: legend_of(&signs()) }.render()?))
}

fn keys(title: &str, keys: &[Key]) -> String {
    table(&[title, "What it says"], keys.iter().map(|key| [code(key.example), key.says.into()]))
}

/// Those of them that a hand is dealt of to be told.
fn with_tricks() -> Games {
    let mut games = at_the_table();
    games.retain(|(_, editions)| editions[0].machine == Machine::Tricks);
    games
}

/// The games that one sits down to here.
fn at_the_table() -> Games {
    let mut games = editions::played();
    games.retain(|(_, editions)| is_drilled(editions));
    games
}

fn signs() -> String {
    SIGNS.iter().map(|(sign, _)| *sign).collect()
}

impl Play<'_> {
    fn agreeable(&self, rules: &Ruleset) -> impl Iterator<Item = Agreeable> {
        Agreed::known_to(rules).map(|option| Agreeable::new(rules, option))
    }

    fn with(&self, drill: &Drill) -> impl Iterator<Item = &Ruleset> {
        self.games.iter().flat_map(|(_, editions)| editions).copied().filter(|rules| drill.fits(rules))
    }
}

fn table<const N: usize>(head: &[&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let line = |cells: [String; N]| format!("| {} |\n", cells.join(" | "));
    let head = [head.map(str::to_owned), [(); N].map(|()| "---".to_owned())];
    head.into_iter().chain(rows).map(line).collect()
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn fence(word: Word) -> [String; 3] {
    let spelt = |letters| format!("`` ```{} ``", word.spelling(letters));
    [spelt(Letters::English), spelt(Letters::French), word.words().into()]
}

/// The lines of a fence: those of every game, and then those of some, with the games that have them.
fn forms(fence: Word) -> String {
    let has = |game: &Game, form: &Form| {
        game.editions.iter().filter_map(|id| editions::by_id(id)).any(|edition| form.is_told_by(edition))
    };
    let of_all = |form: &&Form| editions::ALL.iter().all(|edition| form.is_told_by(edition));
    let (all, some): (Vec<&Form>, Vec<&Form>) = FORMS.iter().filter(|form| form.fence == fence).partition(of_all);
    let all = table(&["Line", "What it says"], all.into_iter().map(|form| [code(&form.english), form.says.into()]));
    let row = |form: &Form| {
        let games: Vec<&str> =
            GAMES.iter().chain(*STRANGERS).filter(|game| has(game, form)).map(|game| game.name).collect();
        [code(&form.english), form.says.into(), games.join(", ")]
    };
    if some.is_empty() {
        return all;
    }
    let some = table(&["Line", "What it says", "Where"], some.into_iter().map(row));
    format!("{all}\nAnd where a game has what they are about:\n\n{some}")
}

fn words() -> impl Iterator<Item = [String; 2]> {
    let mut all: Vec<Keyword> = Vec::new();
    for word in Keyword::told() {
        if all.iter().all(|other| other.spelling() != word.spelling()) {
            all.push(word);
        }
    }
    let french = |word: &Keyword| word.french().iter().map(|word| code(word)).collect::<Vec<_>>().join(", ");
    all.into_iter().map(move |word| [code(word.spelling()), french(&word)])
}

/// An option that some edition of the book knows, and all that it takes in any of them.
fn option(option: &Agreed) -> Option<[String; 3]> {
    let knows = editions::every().filter(|edition| option.is_known_to(edition));
    let widest = knows.max_by_key(|edition| option.also(edition).count())?;
    let also = option.also(widest);
    Some([code(option.name), named(option), code(&Agreed::in_words(option.values(), also))])
}

fn limits() -> impl Iterator<Item = [String; 2]> {
    let rows = [
        ("Players", format!("2 to {}; each edition has its own bounds", editions::most_players())),
        ("Characters of a name", format!("at most {LONGEST_NAME}")),
        ("Chips in any amount", format!("at most {MOST_CHIPS}")),
        ("Hands in a file", format!("at most {MOST_HANDS}")),
        ("A file", format!("at most {LONGEST_FILE} MB")),
    ];
    rows.into_iter().map(|(what, many)| [what.to_owned(), many])
}

/// A kind of message: what it means, and how it looks.
fn message(code: Code) -> String {
    let kind = if code.is_warning() { "A warning. " } else { "" };
    let example = example(code).map_or(String::new(), |shown| format!("\n```text\n{}\n```\n", shown.trim_end()));
    format!("## {}\n\n{kind}{}\n{example}", code.id(), escaped(code.words()))
}

/// The message as it is printed of a file that has it.
fn example(code: Code) -> Option<String> {
    let name = format!("{}.md", code.id());
    let checked = check(&name, EXAMPLES.get_file(&name)?.contents());
    let told = checked.diagnostics.iter().chain(&checked.warnings).find(|told| told.code == code)?.clone();
    Some(full(&Report { path: &name, text: &checked.text, diagnostics: &[told] }, false, WIDTH))
}

#[derive(Template)]
#[template(path = "strategy.md")]
struct Strategy {
    occasions: &'static [Occasion],
    odds: String,
    lalanne: String,
    boussac: String,
}

impl Strategy {
    /// The rules of an occasion that concern any edition, each with those that it concerns, or does not, in words.
    fn told(&self, occasion: &'static Occasion) -> Vec<(&'static str, String)> {
        let names = |rule: &Rule, concerned: bool| -> Vec<&str> {
            editions::ALL.iter().filter(|rules| rule.concerns(rules) == concerned).map(|rules| rules.name).collect()
        };
        let only = |rule: &'static Rule| match (names(rule, true), names(rule, false)) {
            (_, none) if none.is_empty() => String::new(),
            (some, none) if none.len() < some.len() => format!(" *(Not in {}.)*", none.join("; ")),
            (some, _) => format!(" *(In {}.)*", some.join("; ")),
        };
        let rules = occasion.rules.iter().filter(|rule| !names(rule, true).is_empty());
        rules.map(|rule| (rule.text, only(rule))).collect()
    }
}

/// The chapter of the strategy: its rules in words, in the order in which they decide.
pub(super) fn strategy(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let (lalanne, boussac) = (place.work(Work::of("lalanne")), place.work(Work::of("boussac")));
    Ok(Strategy { occasions: OCCASIONS, odds: place.to("odds.html"), lalanne, boussac }.render()?)
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_reference.rs"]
mod tests;
