//! The words that every edition's data are written with; and what is told across them, from the files of data beside: the
//! words of the game, its family, and what was sought in vain.

use crate::rules::{Answer, Clause, Game, Kin, Neighbour, Phrase, Print, Reading, Ruleset, Sought, Source, Term, data};
use serde::Deserialize;
use std::sync::LazyLock;

/// A clause: its value and what it rests on, its words, and the questions that are answered beside it; or one that is taken
/// over, with other questions. Of an answer the kind, the id, what is asked, what we rule and why; `=` takes one over.
macro_rules! clause {
    (..$same:expr; $($rows:tt)*) => { Clause { readings: clause!(@ $($rows)*), ..$same } };
    (@) => { &[] };
    (@ $(
        $($kind:ident $id:literal $question:literal $ruling:literal $why:literal $(.$more:ident($($with:expr),+))*)?
        $(= $same:expr)?
    );*) => {
        &[$($($kind($id, $question, $ruling, $why)$(.$more($($with),+))*,)? $($same,)?)*]
    };
    ($value:expr, $source:expr; $text:expr $(; $($rows:tt)*)?) => {
        Clause { text: $text, value: $value, source: $source, readings: clause!(@ $($($rows)*)?) }
    };
}
pub(super) use clause;

/// Lalanne's account says so. Its first half is la Mouche, its second le Pamphile.
pub(super) const fn lalanne(section: &'static str) -> Source {
    Source::Says { work: "lalanne", section }
}

/// Boussac says so.
pub(super) const fn boussac(section: &'static str) -> Source {
    Source::Says { work: "boussac", section }
}

/// Parlett says so.
pub(super) const fn parlett(section: &'static str) -> Source {
    Source::Says { work: "parlett", section }
}

type Words = &'static str;

/// What stands in pages already: the engine that runs there goes without.
const fn printed(words: [Words; 3]) -> [Words; 3] {
    if cfg!(target_arch = "wasm32") { [""; 3] } else { words }
}

/// A question that is answered so, the kind of its answer, and how the kind is called here.
macro_rules! readings {
    ($($(#[$doc:meta])* $name:ident $kind:ident;)+) => { $(
        $(#[$doc])*
        pub(super) const fn $name(id: Words, question: Words, ruling: Words, why: Words) -> Reading {
            let [question, ruling, why] = printed([question, ruling, why]);
            Reading { id, question, ruling, why, option: None, among: &[], kind: Answer::$kind, turns_on: None }
        }
    )+ };
}

readings! {
    /// A question the source leaves open, and our answer.
    reading Silence;
    /// One which the source settles, or which follows from what it says.
    settled Settled;
    /// One to which the source speaks in words that fit more than one answer.
    open Open;
    /// One which mends a garbled word or a slip.
    repair Repair;
    /// One answered with the practice of another time or author in view.
    practice Practice;
}

/// Words of a source in its own language.
pub(super) const fn original(words: &'static str, lang: &'static str, place: &'static str) -> Phrase {
    Phrase { words, lang, translated: false, place }
}

/// A translator's words, in English, where the original was not seen.
pub(super) const fn translated(words: &'static str, place: &'static str) -> Phrase {
    Phrase { words, lang: "en", translated: true, place }
}

/// A thing that the edition does not have: its source tells the game without it.
pub(super) const fn absent<T: Copy>(value: T, text: &'static str) -> Clause<T> {
    Clause { text, value, source: Source::Without, readings: &[] }
}

/// A thing that does not arise in the whole game: no page speaks of it.
pub(super) const fn not_there<T: Copy>(value: T) -> Clause<T> {
    absent(value, "")
}

/// A thing of which the edition's source does not speak, and of which the game has no need.
pub(super) const fn untold<T: Copy>(value: T, text: &'static str) -> Clause<T> {
    Clause { text, value, source: Source::Silent, readings: &[] }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "'de: 'static")]
struct Family {
    game: Vec<Game>,
    kin: Vec<Kin>,
    print: Vec<Print>,
    neighbour: Vec<Neighbour>,
}

static FAMILY: LazyLock<Family> = LazyLock::new(|| data("family.toml", include_str!("family.toml")));

/// The games. Each has its box in `src/book/drawing.toml`.
pub static GAMES: LazyLock<&'static [Game]> = LazyLock::new(|| &FAMILY.game);

/// The lines between them.
pub static KINSHIP: LazyLock<&'static [Kin]> = LazyLock::new(|| &FAMILY.kin);

/// The years that are given for the games, the editions and the works, the oldest on top.
pub static PRINTS: LazyLock<&'static [Print]> = LazyLock::new(|| &FAMILY.print);

/// What the sources name beside these, and what we make of it.
pub static NEIGHBOURS: LazyLock<&'static [Neighbour]> = LazyLock::new(|| &FAMILY.neighbour);

/// The words of the game, each tongue in the order of the alphabet.
pub static TERMS: LazyLock<Vec<Term>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, bound = "'de: 'static")]
    struct Glossary {
        term: Vec<Term>,
    }
    data::<Glossary>("glossary.toml", include_str!("glossary.toml")).term
});

/// What was looked for and not found, the most wanted first.
pub static SOUGHT: LazyLock<Vec<Sought>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, bound = "'de: 'static")]
    struct Wanted {
        sought: Vec<Sought>,
    }
    data::<Wanted>("sought.toml", include_str!("sought.toml")).sought
});

/// The game of this id.
pub fn game_by_id(id: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.id == id)
}

/// The game of an edition: the first that names it.
pub fn game_of(edition: &Ruleset) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.editions.contains(&edition.id))
}

/// The games that can be played, in the order of their first editions, each with its editions. One that another game names
/// first is not among them.
///
/// ```
/// let games = mouche::editions::played();
/// let ids = |at: usize| games[at].1.iter().map(|edition| edition.id).collect::<Vec<_>>();
/// assert_eq!((games[0].0.name, ids(0)), ("La Mouche", vec!["mouche-1718", "mouche-1730", "mery-1847"]));
/// ```
pub fn played() -> Vec<(&'static Game, Vec<&'static Ruleset>)> {
    let mut games: Vec<(&Game, Vec<&Ruleset>)> = Vec::new();
    for edition in super::ALL {
        let Some(game) = game_of(edition) else { continue };
        match games.iter_mut().find(|(other, _)| other.id == game.id) {
            Some((_, editions)) => editions.push(edition),
            None => games.push((game, vec![edition])),
        }
    }
    games
}

/// The word that text uses in this form.
pub fn term_of(form: &str) -> Option<&'static Term> {
    TERMS.iter().find(|term| term.forms.contains(&form))
}
