//! The tables of the program that pages of reference print: how it reads scenarios, what a table
//! may agree on, and the rules of its strategy.

use super::juego_order::render_juego_orders;
use super::message_remedies::{example_message, remedies_of};
use crate::book::book_contents::{GamesWithEditions, has_drills};
use crate::book::chapter_signs::legend_html;
use crate::cards::{CardLanguage, Rank, Suit};
use crate::editions;
use crate::explore::ComputerLevel;
use crate::explore::strategy::{OCCASIONS, StrategyRule, StrategyRulesForOccasion};
use crate::page::safe_markdown::{escape_markdown, join_lines};
use crate::page::{HomeOrGuestPage, level_value, table_query, usual_level_value};
use crate::rules::mus_values::BettingPhase;
use crate::rules::{
    EngineKind, LanguageWords, MOST_CHIPS, OptionDef, OptionValue, Ruleset, SIGNS, Work,
    value_pattern_in_words,
};
use crate::scenario::{
    Code, EditionWithOptionVariants, FenceKind, HEADER_KEYS, Keyword, LINE_FORMS, LineForm,
    MAX_FILE_MEGABYTES, MAX_HANDS, MAX_NAME_LENGTH, TABLE_KEYS,
};
use crate::session::{DRILLS, Drill, NAMES, allowed_player_counts};
use anyhow::{Context, Result, bail};
use askama::Template;

/// The text on what else could have been played.
pub(super) const WHAT_IF: &str = include_str!("../../../templates/what_if.md");

/// A table for authors, by its name. The name of a fence stands for the table of its lines.
#[derive(Template)]
#[template(path = "reference.md")]
struct ReferenceTable<'a> {
    name: &'a str,
}

const TABLES: &str = "keys, table, fences, deal, script, payout, task, cards, French, German, Spanish, words, limits, options, messages";

/// Returns a table by its name, as Markdown.
///
/// # Errors
/// Fails if there is no table of this name.
pub(in crate::book) fn reference_table(table_name: &str) -> Result<String> {
    if TABLES.split(", ").any(|table| table == table_name) {
        return Ok(ReferenceTable { name: table_name }.render()?);
    }
    match table_name {
        "what-if" => Ok(WHAT_IF.into()),
        "juego-order" => {
            let orders = editions::printed_editions().find_map(render_juego_orders);
            orders.context("no edition has a choice of this order")?
        }
        "play" => {
            let form = PlaySetupForm {
                games: drilled_games(),
                drills: &DRILLS,
                has_terminal: true,
            };
            Ok(join_lines(&form.render()?))
        }
        "playground" => {
            let mut games = drilled_games();
            games.retain(|(_, editions)| editions[0].family() == EngineKind::Tricks);
            let has_guide = true;
            Ok(join_lines(&PlaygroundForm { games, has_guide }.render()?))
        }
        _ => {
            bail!(
                "no table is called `{table_name}`; write {TABLES}, what-if, juego-order, play or playground"
            )
        }
    }
}

impl ReferenceTable<'_> {
    /// Returns the lines of a fence: those of every game, and those of some games only.
    fn general_and_special_forms(&self) -> (Vec<&'static LineForm>, Vec<&'static LineForm>) {
        let mut of_every_game = Vec::new();
        let mut of_some_games = Vec::new();
        for form in LINE_FORMS.iter() {
            if form.fence.spelling(CardLanguage::English) != self.name {
                continue;
            }
            if editions::printed_trick_editions().all(|edition| form.is_allowed_in(edition)) {
                of_every_game.push(form);
            } else {
                of_some_games.push(form);
            }
        }
        (of_every_game, of_some_games)
    }
}

/// Returns the printed editions of games with tricks, with what their options change.
fn trick_editions_with_options() -> Vec<EditionWithOptionVariants> {
    editions::printed_trick_editions()
        .map(EditionWithOptionVariants::new)
        .collect()
}

/// Returns the ids of the editions that know a line, as a header has them, each with the option
/// that it needs.
fn editions_of_form(form: &LineForm, editions: &[EditionWithOptionVariants]) -> String {
    let mut ids = Vec::new();
    for edition in editions {
        let id = edition.rules.id;
        if let Some(option) = form.enabling_option(edition) {
            ids.push(format!("`{id}` (with `{}`)", option.name));
        } else if form.is_allowed_in(edition.rules) {
            ids.push(format!("`{id}`"));
        }
    }
    ids.join(", ")
}

/// Returns the word of a fence in each language, English first.
fn fence_spellings(kind: &FenceKind) -> [&'static str; 4] {
    CardLanguage::LANGUAGES.map(|letters| kind.spelling(letters))
}

/// How cards are called in the files of a language, for a row of a table.
struct CardNamesInLanguage {
    language: &'static str,
    suits: String,
    courts: String,
    letters: String,
}

/// Returns a row for each language and pack.
fn card_rows() -> Vec<CardNamesInLanguage> {
    let mut rows = Vec::new();
    for letters in CardLanguage::ALL {
        let suits = Suit::ALL.map(|suit| format!("{} {}", suit.sign(), letters.suit_name(suit)));
        let courts = [Rank::King, Rank::Queen, Rank::Jack].map(|rank| letters.rank_name(rank));
        let signs = Suit::ALL.map(Suit::sign);
        let suit_letters = letters
            .suit_letters_or_signs()
            .into_iter()
            .filter(|letter| !signs.contains(letter));
        let suit_letters: Vec<String> = suit_letters.map(String::from).collect();
        rows.push(CardNamesInLanguage {
            language: LanguageWords::language_name(letters),
            suits: suits.join(", "),
            courts: courts.join(", "),
            letters: format!(
                "{}; {}",
                letters.court_letters().join(" "),
                suit_letters.join(" ")
            ),
        });
    }
    rows
}

/// Returns each English word of a script with all that it may be in each other language: the phases of Mus, and the keywords.
/// The same word may be several verbs.
fn keyword_spellings() -> Vec<(&'static str, [Vec<&'static str>; 3])> {
    let mut rows: Vec<(&'static str, [Vec<&'static str>; 3])> = Vec::new();
    for phase in BettingPhase::ALL.iter().copied() {
        let others = [1, 2, 3].map(|at| vec![phase.word_in(CardLanguage::LANGUAGES[at])]);
        rows.push((phase.word(), others));
    }
    for keyword in Keyword::in_playable_editions() {
        let at = rows
            .iter()
            .position(|(english, _)| *english == keyword.spelling());
        let at = at.unwrap_or_else(|| {
            rows.push((keyword.spelling(), Default::default()));
            rows.len() - 1
        });
        for (words, letters) in rows[at].1.iter_mut().zip(&CardLanguage::LANGUAGES[1..]) {
            for word in keyword.spellings_in(*letters) {
                if !words.contains(word) {
                    words.push(word);
                }
            }
        }
    }
    rows
}

/// Returns each line of the grammar in English and in the language that a table of a chapter names: `French`.
fn grammar_lines_with_translation(language_name: &str) -> Option<Vec<(&'static str, String)>> {
    let letters = CardLanguage::LANGUAGES.into_iter().find(|letters| {
        LanguageWords::for_letters(*letters).is_some_and(|table| table.name == language_name)
    })?;
    let lines = LINE_FORMS
        .iter()
        .map(|form| (form.english.as_str(), form.text_in(letters)));
    Some(lines.collect())
}

/// An option with all values that it takes, as a file has them, each with its meaning.
type OptionWithMeanings = (&'static OptionDef, Vec<(String, String)>);

/// Returns each option that an edition of the book knows, with all values that it takes in any of
/// them.
fn options_with_values() -> Vec<OptionWithMeanings> {
    let mut options = Vec::new();
    let offered = editions::printed_editions().flat_map(|edition| edition.options);
    for option in OptionDef::all_of_program().chain(offered) {
        let widest = editions::printed_editions()
            .filter(|edition| option.is_known_to(edition))
            .max_by_key(|edition| option.number_forms(edition).count());
        if let Some(edition) = widest {
            let mut values = Vec::new();
            for value in option.fixed_values() {
                values.push((value.to_string(), option.value_in_words(&value)));
            }
            for pattern in option.number_forms(edition) {
                values.push((pattern.to_owned(), value_pattern_in_words(pattern)));
            }
            options.push((option, values));
        }
    }
    options
}

/// The form by which a reader sits down to play.
#[derive(Template)]
#[template(path = "play.html")]
struct PlaySetupForm<'a> {
    games: GamesWithEditions,
    drills: &'a [Drill],
    has_terminal: bool,
}

/// The desk on which a reader writes a hand.
#[derive(Template)]
#[template(path = "playground.html")]
struct PlaygroundForm {
    games: GamesWithEditions,
    /// True if the book has the chapter that says how to write a hand.
    has_guide: bool,
}

/// Returns the page of an author's book on which a reader plays, as Markdown. It offers drills if the book has their pages.
pub(super) fn author_book_play_page(
    games: GamesWithEditions,
    has_drill_pages: bool,
) -> Result<String> {
    let form = PlaySetupForm {
        games,
        drills: if has_drill_pages { &DRILLS } else { &[] },
        has_terminal: false,
    };
    let form = join_lines(&form.render()?);
    Ok(include_str!("../../../book/src/play.md").replace("```reference play\n```", &form))
}

/// The link of our Playground to the chapter that says how to write a hand.
const GUIDE_SENTENCE: &str =
    " [Writing a hand](writing/writing-a-hand.md) explains what a file may contain.";

/// Returns the page of an author's book on which a reader writes a hand, as Markdown. It deals examples of the games with tricks
/// that the book has. A text cannot name a house table.
pub(super) fn author_book_playground_page(
    mut games: GamesWithEditions,
    has_guide: bool,
) -> Result<String> {
    for (_, editions) in &mut games {
        editions.retain(|rules| rules.base.is_none() && rules.family() == EngineKind::Tricks);
    }
    games.retain(|(_, editions)| !editions.is_empty());
    let form = join_lines(&PlaygroundForm { games, has_guide }.render()?);
    let mut page = include_str!("../../../book/src/playground.md")
        .replace("```reference playground\n```", &form);
    if !has_guide {
        page = page.replace(GUIDE_SENTENCE, "");
    }
    Ok(page)
}

/// Returns as HTML the legend of all signs that can stand at a step.
fn step_sign_legend_html() -> String {
    let signs: String = SIGNS.iter().map(|(sign, _)| *sign).collect();
    legend_html(&signs)
}

/// Returns the games that have a drill.
fn drilled_games() -> GamesWithEditions {
    let mut games = editions::playable_games();
    games.retain(|(_, editions)| has_drills(editions));
    games
}

/// Returns the values that an option takes besides the current one. A value that changes how many
/// may play has the new numbers of players.
fn other_values_with_player_counts(
    rules: &Ruleset,
    option: &OptionDef,
) -> Vec<(OptionValue, Option<String>)> {
    let current = option.value_if_applicable(rules);
    let usual = option.agreeable_usual_numbers(rules);
    let mut values = Vec::new();
    for value in option
        .agreeable_fixed_values(rules)
        .into_iter()
        .chain(usual)
    {
        if Some(&value) == current.as_ref() {
            continue;
        }
        let chosen = [(option.name.to_owned(), value.clone())].into();
        let players = match rules.with_options(&chosen) {
            Ok(agreed) => Some(player_counts_value(&agreed)),
            Err(_) => None,
        };
        let players = players.filter(|players| *players != player_counts_value(rules));
        values.push((value, players));
    }
    values
}

/// Returns the numbers of players that an edition allows, for the attribute `data-players`: `3 4 5`.
fn player_counts_value(rules: &Ruleset) -> String {
    let counts: Vec<String> = allowed_player_counts(rules)
        .map(|players| players.to_string())
        .collect();
    counts.join(" ")
}

/// Returns the levels of opponents, each as an address names it and in words.
fn opponent_levels() -> impl Iterator<Item = (&'static str, String)> {
    let levels = ComputerLevel::ALL.iter();
    levels.map(|level| (level_value(*level), level.title().to_lowercase()))
}

impl PlaySetupForm<'_> {
    /// Returns the ids of the editions that have a drill, each with a space after it.
    fn editions_with(&self, drill: &Drill) -> String {
        let mut ids = String::new();
        for (_, editions) in &self.games {
            for rules in editions.iter().filter(|rules| drill.fits_rules(rules)) {
                ids += rules.id;
                ids.push(' ');
            }
        }
        ids
    }
}

/// The chapter on the strategy of the program.
#[derive(Template)]
#[template(path = "strategy.md")]
struct ComputerStrategyChapter {
    place: HomeOrGuestPage,
}

impl ComputerStrategyChapter {
    /// Returns the rules of an occasion that concern any edition, each with the words that limit it
    /// to some editions.
    fn rules_with_edition_limits(
        &self,
        occasion: &'static StrategyRulesForOccasion,
    ) -> Vec<(&'static str, String)> {
        let mut rules = Vec::new();
        for rule in occasion.rules {
            if let Some(limits) = edition_limits_in_words(rule) {
                rules.push((rule.text, limits));
            }
        }
        rules
    }
}

/// Returns the words that limit a rule to some editions: empty if it concerns all, none if it
/// concerns no edition.
fn edition_limits_in_words(rule: &StrategyRule) -> Option<String> {
    let mut concerned = Vec::new();
    let mut others = Vec::new();
    for rules in editions::printed_trick_editions() {
        if rule.applies_to(rules) {
            concerned.push(rules.name);
        } else {
            others.push(rules.name);
        }
    }
    if concerned.is_empty() {
        None
    } else if others.is_empty() {
        Some(String::new())
    } else if others.len() < concerned.len() {
        Some(format!(" *(Not in {}.)*", others.join("; ")))
    } else {
        Some(format!(" *(In {}.)*", concerned.join("; ")))
    }
}

/// Returns the chapter on the strategy of the program, as Markdown.
pub(super) fn strategy_chapter(place: HomeOrGuestPage) -> Result<String> {
    Ok(ComputerStrategyChapter { place }.render()?)
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_reference_tables.rs"]
mod tests;
