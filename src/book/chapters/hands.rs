//! The chapters that list hands: the shelf of an edition, that of the hands told under several, and the index.

use super::clause::{LISTS, by_subject, in_words, named, subject, title};
use crate::book::site::lang_attribute;
use crate::book::{BookConfig, game_page};
use crate::cards::count_of;
use crate::editions;
use crate::page::markdown::with_spaces_of;
use crate::page::{Place, Told, one_line, plain};
use crate::rules::{ClauseId, OptionDef, Ruleset};
use crate::scenario::story::Kind;
use anyhow::Result;
use askama::Template;
use std::collections::BTreeMap;

/// A hand in a list, and what is said of it beside its title: where else it is told, under which editions.
type Listed<'a> = (&'a Told<'a>, String);

#[derive(Template)]
#[template(path = "shelf.html")]
struct Shelf<'a> {
    place: Place,
    groups: Vec<(&'static str, Vec<Listed<'a>>)>,
}

/// Lists hands in the order in which the game is learnt, as HTML on one line.
fn shelved(place: Place, hands: Vec<Listed>) -> Result<String> {
    let groups = in_learning_order(hands, |(told, _)| told);
    Ok(one_line(&Shelf { place, groups }.render()?))
}

/// Groups hands by the subject of the first clause that each says it shows, in the order in which the game is learnt; in a
/// group the plain and short hands come first.
pub(super) fn in_learning_order<'a, T>(
    mut hands: Vec<T>,
    told: impl Fn(&T) -> &'a Told<'a>,
) -> Vec<(&'static str, Vec<T>)> {
    hands.sort_by_key(|hand| {
        let told = told(hand);
        (
            told.is_compared(),
            !agreed(told).is_empty(),
            told.story.count(),
        )
    });
    let mut groups: Vec<(&'static str, Vec<T>)> = LISTS
        .subjects
        .iter()
        .map(|(title, _)| (*title, Vec::new()))
        .collect();
    for hand in hands {
        let subject = told(&hand)
            .file
            .about()
            .next()
            .map_or("Empty hands, credit and the end", subject);
        if let Some((_, group)) = groups.iter_mut().find(|(title, _)| *title == subject) {
            group.push(hand);
        }
    }
    groups.retain(|(_, group)| !group.is_empty());
    groups
}

/// Says on the page of a hand to which group of the list of its shelf it belongs, and which hand of that group it is.
pub(super) fn group_line(
    place: Place,
    shelf: &str,
    group: &str,
    number: usize,
    count: usize,
) -> String {
    let href = place.to(&format!("hands/{shelf}.html#{}", anchor(group)));
    format!(
        "<p class=\"page-nav hand-group\"><a href=\"{href}\">{group}</a>: hand {number} of {count}</p>\n\n"
    )
}

/// What a hand is about, in a line: the first sentence that is told of it, or two if that is short.
fn opening(told: &Told) -> String {
    let language = told.language();
    let told = told
        .story
        .frames()
        .map(|step| plain(&step.narration))
        .find(|told| !told.is_empty());
    let told = with_spaces_of(&told.unwrap_or_default(), language);
    // A sentence of fewer letters says too little by itself.
    let mut ends = told
        .match_indices(' ')
        .map(|(at, _)| at)
        .filter(|at| *at >= 40);
    let end = ends.find(|at| told[..*at].ends_with(['.', '?', '!', '…']));
    end.map_or(told.clone(), |end| told[..end].into())
}

fn anchor(title: &str) -> String {
    format!(
        "about-{}",
        title.replace(',', "").replace(' ', "-").to_lowercase()
    )
}

pub(super) fn shelf(
    edition: &Ruleset,
    told: &[Told],
    scope: &BookConfig,
    place: Place,
) -> Result<String> {
    let note = |told: &Told| match names(told, edition.id) {
        others if others.is_empty() => others,
        others => format!("compared with {others}"),
    };
    let hands = told.iter().filter(|told| told.story.rules.id == edition.id);
    let hands: Vec<Listed> = hands.map(|told| (told, note(told))).collect();
    let of_game = scope
        .games
        .iter()
        .find(|(_, editions)| editions.iter().any(|other| other.id == edition.id));
    let others = of_game
        .iter()
        .flat_map(|(_, editions)| editions)
        .filter(|other| other.id != edition.id);
    let others: String = others
        .map(|other| format!(" [{}]({}.html).", other.name, other.id))
        .collect();
    let head = format!(
        "# The hands: {}\n\n{} played by the [rules of {}]({}), in the order in which the game is learnt. \
         Every card and every chip in them was held against the engine. [All hands, by what they are about](index-of-hands.html).{others}\n\n",
        edition.name,
        count_of(hands.len(), "hand"),
        edition.short,
        place.rules(edition),
    );
    Ok(head + &shelved(place, hands)? + "\n")
}

pub(super) fn compared_shelf(told: &[&Told], place: Place) -> Result<String> {
    let hands = told
        .iter()
        .map(|told| (*told, format!("under {}", names(told, ""))))
        .collect();
    let head = "# The same deal under several editions\n\nThe same cards, held against the rules of several editions at once. A step that they tell alike stands once; \
         where they part, each has a column of its own, and the clauses in it are its own. At the end stands what the hand comes to in each.\n\n";
    Ok(head.to_owned() + &shelved(place, hands)? + "\n")
}

/// The short names of the editions that a file is told under, without one.
fn names(told: &Told, without: &str) -> String {
    let rules = told
        .file
        .stories
        .iter()
        .map(|story| &story.rules)
        .filter(|rules| rules.id != without);
    rules
        .map(|rules| rules.short)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Tells how many play a hand, and how long it is: `4 players · 2 deals, 31 steps`.
fn size(told: &Told) -> String {
    let players = count_of(told.story.players.len(), "player");
    let steps = count_of(told.story.count(), "step");
    let deals = told.story.frames().next_back().map_or(0, |step| step.hand);
    if deals > 1 {
        format!("{players} · {}, {steps}", count_of(deals, "deal"))
    } else {
        format!("{players} · {steps}")
    }
}

fn has_refusal(told: &Told) -> bool {
    told.story
        .frames()
        .any(|step| matches!(step.kind, Kind::Refused { .. }))
}

/// The options that a hand was played with, and how they stand.
fn agreed(told: &Told) -> Vec<(&'static str, String)> {
    let Some(printed) = editions::by_id(told.story.rules.id) else {
        return Vec::new();
    };
    let settled = OptionDef::changed_options(&told.story.rules, printed);
    settled
        .map(|(option, now)| (option.name, in_words(&now)))
        .collect()
}

#[derive(Template)]
#[template(path = "hand_index.md")]
struct Index<'a> {
    place: Place,
    scope: &'a BookConfig,
    told: &'a [Told<'a>],
    /// Each file once, as its first edition tells it.
    files: Vec<&'a Told<'a>>,
}

#[derive(Template)]
#[template(path = "hand_index_entries.html")]
struct Entries<'a> {
    place: Place,
    heads: &'a [Head<'a>],
}

struct Head<'a> {
    id: String,
    words: String,
    /// What is compared where more is said of it.
    topic: ClauseId,
    games: Vec<(&'static str, Vec<Listed<'a>>)>,
}

impl<'a> Head<'a> {
    /// A head with hands game by game, those that are told under several editions last.
    fn new(id: String, words: String, topic: ClauseId, mut hands: Vec<Listed<'a>>) -> Head<'a> {
        let game = |told: &Told| match told.is_compared() {
            true => "Under several editions",
            false => editions::game_of(&told.story.rules).map_or("", |game| game.name),
        };
        let games = editions::playable_games();
        let place = |(told, _): &Listed| {
            games
                .iter()
                .position(|(one, _)| one.name == game(told))
                .unwrap_or(games.len())
        };
        hands.sort_by_key(place);
        let by_game = hands.chunk_by(|one, next| place(one) == place(next));
        Head {
            id,
            words,
            topic,
            games: by_game
                .map(|hands| (game(hands[0].0), hands.to_vec()))
                .collect(),
        }
    }
}

pub(super) fn index(told: &[Told], scope: &BookConfig, place: Place) -> Result<String> {
    let files = told.iter().filter(|told| told.is_first()).collect();
    Ok(Index {
        place,
        scope,
        told,
        files,
    }
    .render()?)
}

impl Index<'_> {
    /// Clauses, and the hands that say they are about them; with their editions, where their game has several.
    fn clauses(&self) -> Vec<(&'static str, Vec<Head<'_>>)> {
        let note = |told: &Told| match editions::game_of(&told.story.rules) {
            Some(game) if !told.is_compared() && game.editions.len() == 1 => String::new(),
            _ => names(told, ""),
        };
        let about = |topic: &ClauseId| {
            let about = self
                .files
                .iter()
                .filter(|told| told.file.about().any(|named| named == *topic));
            Head::new(
                format!("by-{topic}"),
                title(*topic),
                *topic,
                about.map(|told| (*told, note(told))).collect(),
            )
        };
        by_subject(
            editions::clause_ids()
                .map(about)
                .filter(|head| !head.games.is_empty())
                .collect(),
            |head| head.topic,
        )
    }

    /// Options in the order of their names, with what was agreed.
    fn agreed(&self) -> Vec<Head<'_>> {
        let mut by: BTreeMap<&'static str, Vec<Listed>> = BTreeMap::new();
        for told in self.told {
            for (name, setting) in agreed(told) {
                by.entry(name)
                    .or_default()
                    .push((told, format!("{}, {setting}", told.story.rules.short)));
            }
        }
        let head = |(name, hands)| {
            let option = OptionDef::by_name(name)?;
            Some(Head::new(
                format!("by-option-{name}"),
                named(option),
                option.topic,
                hands,
            ))
        };
        by.into_iter().filter_map(head).collect()
    }

    fn entries(&self, heads: &[Head]) -> askama::Result<String> {
        Ok(one_line(
            &Entries {
                place: self.place,
                heads,
            }
            .render()?,
        ))
    }

    fn count(&self, edition: &Ruleset) -> usize {
        self.told
            .iter()
            .filter(|told| told.story.rules.id == edition.id)
            .count()
    }
}
