//! The chapter that compares all editions, topic by topic; and the comparison of editions in the chapter of a game.

use super::comparison_export::{compared_topics_by_subject, form_for_columns};
use super::edition_decision_words::{
    decision_html, decision_in_words, decision_noting_silence, has_contrary_source,
};
use super::shared_topic_groups::{LISTS, shared_title};
use crate::book::book_contents::GamesWithEditions;
use crate::book::{chapter_signs, game_page_path};
use crate::editions;
use crate::page::{COMPARISON, HandUnderEdition, HomeOrGuestPage, join_lines};
use crate::rules::{
    CertaintyMarkSet, ClauseId, ClauseLookup, ClausePresence, Duty, Ruleset, words_of_duty,
};
use anyhow::Result;
use askama::Template;

/// A table with a row for each topic, in which the editions that decide alike stand together.
#[derive(Template)]
#[template(path = "games.html")]
struct RulesComparison<'a> {
    title: &'a str,
    rows: Vec<ComparisonRow>,
}

/// A table with a column for each edition.
#[derive(Template)]
#[template(path = "comparison.html")]
struct EditionsComparison<'a> {
    place: HomeOrGuestPage,
    editions: &'a [&'static Ruleset],
    rows: Vec<ComparisonRow>,
}

/// A row of either table: one topic, or several under one title.
struct ComparisonRow {
    /// The topic of a row that is about one topic only.
    id: Option<ClauseId>,
    title: String,
    cells: Vec<AgreeingEditions>,
}

impl ComparisonRow {
    /// Returns whether all editions decide alike.
    fn is_same_everywhere(&self) -> bool {
        self.cells.len() == 1
    }

    /// Returns whether the sources of two editions decide differently.
    fn has_disagreeing_sources(&self) -> bool {
        self.cells.iter().any(|cell| !cell.differs.is_empty())
    }
}

/// The editions that decide alike, and their decision.
struct AgreeingEditions {
    /// The names of the editions as HTML, with their signs, as links to their clauses.
    names: Vec<String>,
    /// The decision of the editions, after the title of its topic if that is not the title of the
    /// row.
    says: Vec<(String, String)>,
    /// The short names of the earlier editions whose sources decide differently.
    differs: Vec<&'static str>,
}

/// An edition under the name that a table gives it.
type NamedEdition = (&'static str, &'static Ruleset);

const ABOUT: &str = "Rules that are the same in all of them are hidden until you ask for them. A sign after a rule says how certain it is. The sign – means that the matter does not arise in a game. All editions in one file:";

const ABOUT_GAMES: &str = "## How the games differ {#what-tells-them-apart}\n\nHere the first edition of each game stands for the game. Games that decide a topic alike share an entry.";

/// The title of the page that compares the editions of all games.
pub(super) const COMPARISON_TITLE: &str = "The games compared";

/// Returns the chapter that compares all editions, as Markdown. Without scripts each row lists the decisions with their
/// editions. `theme/compare.js` makes a column of each edition that the reader chooses.
pub(super) fn comparison_chapter(
    hands: &[HandUnderEdition],
    place: HomeOrGuestPage,
) -> Result<String> {
    let games = editions::playable_games();
    let files = ["csv", "json"].map(|ending| {
        let name = ending.to_uppercase();
        format!("[{name}]({COMPARISON}.{ending})")
    });
    let form = form_for_columns(&games, hands);
    let rules = links_to_all_rules(place);
    let differences = table_of_game_differences(&games, place)?;
    let lost = editions_and_lost_sources(&games, place);
    let tables = tables_by_subject(place)?;
    Ok(format!(
        "# {COMPARISON_TITLE}\n\nChoose two or more editions of any games, and read their rules side by side. {ABOUT} {}.\n\n{rules}\n\n{form}\n\n\
         {ABOUT_GAMES}\n\n{differences}\n\n## Sources, and what is lost {{#their-witnesses-and-what-is-lost}}\n\n{lost}{tables}\n",
        files.join(", ")
    ))
}

/// Returns links to the rules of all editions, as Markdown.
fn links_to_all_rules(place: HomeOrGuestPage) -> String {
    let links: Vec<String> = editions::printed_editions()
        .map(|edition| format!("[{}]({})", edition.name, place.link_to_rules(edition)))
        .collect();
    format!("Rules in full: {}.", links.join(" · "))
}

/// Returns the table of the topics that tell games apart, in which each game speaks by its first
/// edition.
fn table_of_game_differences(games: &GamesWithEditions, place: HomeOrGuestPage) -> Result<String> {
    let mut first_editions: Vec<NamedEdition> = Vec::new();
    for (game, editions) in games {
        first_editions.push((game.name, editions[0]));
    }
    let known: Vec<&ClauseId> = editions::clause_ids_in_use().collect();
    let mut rows = Vec::new();
    for (title, topics) in LISTS.game_differences {
        if topics.iter().any(|topic| known.contains(&topic)) {
            rows.push(row_merging_editions(title, topics, &first_editions, place));
        }
    }
    let title = "Topic";
    Ok(join_lines(&RulesComparison { title, rows }.render()?))
}

/// Returns the games with their editions, and which of their sources are lost, as a Markdown list.
fn editions_and_lost_sources(games: &GamesWithEditions, place: HomeOrGuestPage) -> String {
    let mut list = String::new();
    for (game, editions) in games {
        let names: Vec<String> = editions
            .iter()
            .map(|edition| format!("[{}]({})", edition.name, place.link_to_rules(edition)))
            .collect();
        list += &format!(
            "- **[{}]({})**: {}.",
            game.name,
            place.link_to(&game_page_path(game, "html")),
            names.join(", ")
        );
        if !game.lost.is_empty() {
            list += &format!(" Lost: {}", game.lost);
        }
        list.push('\n');
    }
    list
}

/// Returns a table of all editions for each subject, as Markdown with headings.
fn tables_by_subject(place: HomeOrGuestPage) -> Result<String> {
    let all_editions: Vec<NamedEdition> = editions::printed_editions()
        .map(|edition| (edition.short, edition))
        .collect();
    let mut tables = String::new();
    for (subject, topics) in compared_topics_by_subject() {
        let mut rows = Vec::new();
        for topic in topics {
            let title = shared_title(topic);
            let mut row = row_merging_editions(&title, &[topic], &all_editions, place);
            row.id = Some(topic);
            rows.push(row);
        }
        let title = subject;
        let table = join_lines(&RulesComparison { title, rows }.render()?);
        tables += &format!("\n\n## {subject}\n\n{table}");
    }
    Ok(tables)
}

/// Returns the row of some topics, in which the editions that decide them alike share a cell.
fn row_merging_editions(
    title: &str,
    topics: &[ClauseId],
    named_editions: &[NamedEdition],
    place: HomeOrGuestPage,
) -> ComparisonRow {
    let mut cells: Vec<AgreeingEditions> = Vec::new();
    for (name, edition) in named_editions {
        let says = titled_decisions(edition, topics);
        let name = name_linked_to_clause(name, edition, topics, place);
        match cells.iter_mut().find(|cell| cell.says == says) {
            Some(cell) => cell.names.push(name),
            None => cells.push(AgreeingEditions {
                names: vec![name],
                says,
                differs: Vec::new(),
            }),
        }
    }
    ComparisonRow {
        id: None,
        title: title.into(),
        cells,
    }
}

/// Returns the topics of a row that are printed for an edition: those that the edition has. If it
/// has none of them, one stands for all: the first that its source says something of, or else the
/// first.
fn printed_topics_or_one(edition: &Ruleset, topics: &[ClauseId]) -> Vec<ClauseId> {
    let mut known = topics.to_vec();
    known.retain(|topic| edition.has_clause_on(*topic));
    let mut printed = known.clone();
    printed.retain(|topic| edition.presence_of(*topic) != ClausePresence::Lacking);
    if printed.is_empty() {
        printed.push(*known.first().unwrap_or(&topics[0]));
    }
    printed
}

/// Returns what an edition decides on the topics of a row, each with the title that stands before
/// it. What the edition lacks is left out, unless it lacks them all.
fn titled_decisions(edition: &'static Ruleset, topics: &[ClauseId]) -> Vec<(String, String)> {
    let mut decisions = Vec::new();
    for topic in printed_topics_or_one(edition, topics) {
        decisions.push(titled_decision(edition, topic, topics));
    }
    decisions
}

/// Returns the title that stands before a decision in a row, and the decision of an edition on one
/// topic of the row.
fn titled_decision(
    edition: &'static Ruleset,
    topic: ClauseId,
    topics: &[ClauseId],
) -> (String, String) {
    if topics.len() == 1 {
        return (String::new(), decision_noting_silence(edition, topic));
    }
    let words = decision_in_words(edition, topic);
    if words_of_duty(topic, Duty::Binding) == Some(words.as_str()) {
        // The name of a duty that binds says all.
        (shared_title(topic), String::new())
    } else if topic == topics[0] {
        // The title of the row is that of its first topic.
        (String::new(), words)
    } else {
        (shared_title(topic) + ": ", words)
    }
}

/// Returns the name of an edition as HTML, with the signs of the topics that a row prints of it, as
/// a link to the first of these clauses. If its source says nothing of the row, the name is no
/// link.
fn name_linked_to_clause(
    name: &str,
    edition: &'static Ruleset,
    topics: &[ClauseId],
    place: HomeOrGuestPage,
) -> String {
    let mut known = printed_topics_or_one(edition, topics);
    known.retain(|topic| edition.has_clause_on(*topic));
    let Some(first) = known.first() else {
        return name.into();
    };
    let mut marks = CertaintyMarkSet::default();
    for topic in &known {
        marks = marks.union(edition.marks(*topic));
    }
    let href = place.link_to_clause(edition.id, *first);
    let signs = chapter_signs::signs_html(marks);
    format!(r#"<a data-clause href="{href}">{name}{signs}</a>"#)
}

const ABOUT_EDITIONS: &str = "The sign ≠ marks a rule that both sources state differently. A rule that one of them leaves out, or only offers as an option, does not count as a difference. Neither does our own answer to a question that a source leaves open.";

/// Returns a comparison of some editions as Markdown, with headings of this depth: the topics on
/// which their sources differ, those on which they differ for another reason, and those on which
/// they agree.
pub(super) fn compare_editions(
    editions: &[&'static Ruleset],
    place: HomeOrGuestPage,
    heading_marks: &str,
) -> Result<String> {
    let mut different = Vec::new();
    let mut supplied = Vec::new();
    let mut agreed = Vec::new();
    for topic in compared_topics(editions) {
        let row = row_merging_neighbours(topic, editions, place);
        if row.is_same_everywhere() {
            agreed.push(row);
        } else if row.has_disagreeing_sources() {
            different.push(row);
        } else {
            supplied.push(row);
        }
    }
    let count = different.len() + supplied.len() + agreed.len();
    let mut text = ABOUT_EDITIONS.to_owned();
    for (title, rows) in [
        ("Where they differ", different),
        ("Rules that one of them leaves out or only offers", supplied),
    ] {
        if rows.is_empty() {
            continue;
        }
        text += &format!("\n\n{heading_marks} {title}: {} of {count}\n\n", rows.len());
        let table = EditionsComparison {
            place,
            editions,
            rows,
        };
        text += &join_lines(&table.render()?);
    }
    if !agreed.is_empty() {
        let number = agreed.len();
        let links = link_row_titles(&agreed, editions, place);
        text += &format!("\n\n{heading_marks} Where they agree: {number} of {count}\n\n");
        text += &join_lines(&format!("{links}."));
    }
    Ok(text + "\n")
}

/// Returns the topics on which editions can be compared: first those that tell games apart, then
/// all others of their family.
fn compared_topics(editions: &[&'static Ruleset]) -> Vec<ClauseId> {
    let mut topics: Vec<ClauseId> = Vec::new();
    for (_, distinctive) in LISTS.game_differences {
        topics.extend(distinctive.iter());
    }
    let distinctive = topics.clone();
    for topic in editions::clause_ids_of(editions[0].family()) {
        if !distinctive.contains(topic) {
            topics.push(*topic);
        }
    }
    topics.retain(|topic| is_comparable(editions, *topic));
    topics
}

/// Returns whether editions can be compared on a topic: two or more have a clause on it, and one
/// has the thing.
fn is_comparable(editions: &[&'static Ruleset], topic: ClauseId) -> bool {
    let mut presences = Vec::new();
    for edition in editions {
        if edition.has_clause_on(topic) {
            presences.push(edition.presence_of(topic));
        }
    }
    presences.len() > 1
        && presences
            .iter()
            .any(|presence| *presence != ClausePresence::Lacking)
}

/// Returns the row of a topic: neighbours that decide alike share a cell.
fn row_merging_neighbours(
    topic: ClauseId,
    editions: &[&'static Ruleset],
    place: HomeOrGuestPage,
) -> ComparisonRow {
    let decisions: Vec<String> = editions
        .iter()
        .map(|edition| decision_noting_silence(edition, topic))
        .collect();
    let mut cells: Vec<AgreeingEditions> = Vec::new();
    let mut first = 0;
    for alike in decisions.chunk_by(|decision, next| decision == next) {
        let (earlier, rest) = editions.split_at(first);
        let sharing = &rest[..alike.len()];
        first += alike.len();
        let mut names = Vec::new();
        for edition in sharing {
            names.push(name_linked_to_clause(
                edition.short,
                edition,
                &[topic],
                place,
            ));
        }
        let mut differs = Vec::new();
        for other in earlier {
            let is_different =
                |edition: &&'static Ruleset| has_contrary_source(edition, other, topic);
            if sharing.iter().any(is_different) {
                differs.push(other.short);
            }
        }
        cells.push(AgreeingEditions {
            names,
            says: vec![(String::new(), alike[0].clone())],
            differs,
        });
    }
    ComparisonRow {
        id: Some(topic),
        title: shared_title(topic),
        cells,
    }
}

/// Returns the titles of rows as links to the first edition that has a clause on the topic.
fn link_row_titles(
    rows: &[ComparisonRow],
    editions: &[&'static Ruleset],
    place: HomeOrGuestPage,
) -> String {
    let mut links = Vec::new();
    for row in rows {
        let Some(topic) = row.id else { continue };
        let teller = editions.iter().find(|edition| edition.has_clause_on(topic));
        if let Some(edition) = teller {
            links.push(format!(
                "[{}]({})",
                row.title,
                place.link_to_clause(edition.id, topic)
            ));
        }
    }
    links.join(", ")
}
